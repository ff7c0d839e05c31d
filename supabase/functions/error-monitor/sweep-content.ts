import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { takeOverMissed } from '../_shared/server/publishing/publish.ts';

const NAME = 'content';
const Claimed = v.object({ due: v.boolean() });

/**
 * Once an hour the content store is asked for what is published: what differs from what we sell is taken over as by
 * its webhook, with the same guards. A store that does not answer is asked again by the next call.
 */
export async function sweepContent(deps: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>) {
  const { due } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return null;
  const outcome = await takeOverMissed(deps);
  await deps.db.rpc('save_sweep', { p_name: NAME, p_position: null, p_checked: [] });
  return outcome;
}
