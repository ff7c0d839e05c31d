import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { takeOverMissed } from '../_shared/server/publishing/publish.ts';

const NAME = 'content';
const Claimed = v.object({ due: v.boolean() });

/**
 * Once an hour, compares published content with our offers and takes over differences, with the same guards as its
 * webhook. If the content store does not answer, the next call tries again.
 */
export async function sweepContent(deps: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>) {
  const { due } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return null;
  const outcome = await takeOverMissed(deps);
  await deps.db.rpc('save_sweep', { p_name: NAME, p_position: null, p_checked: [] });
  return outcome;
}
