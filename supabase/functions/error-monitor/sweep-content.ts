import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { takeOverMissed, takeOverUnreported } from '../_shared/server/publishing/publish.ts';

const NAME = 'content';
const Claimed = v.object({ due: v.boolean() });

/**
 * Every minute, finds what the webhook lost (`takeOverUnreported`). Once an hour, compares published content with our
 * offers and takes over differences, with the same guards as its webhook. If the content store does not answer, the
 * next call tries again.
 */
export async function sweepContent(deps: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>) {
  const unreported = await takeOverUnreported(deps);
  const { due } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return unreported;
  const outcome = await takeOverMissed(deps);
  await deps.db.rpc('save_sweep', { p_name: NAME, p_position: null, p_checked: [] });
  return { ...unreported, ...outcome };
}
