import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { takeOverMissed, takeOverUnreported } from '../_shared/server/publishing/publish.ts';

const NAME = 'content';
const Claimed = v.object({ due: v.boolean() });

export async function sweepContent(deps: Pick<Deps, 'db' | 'lake' | 'env' | 'now'>) {
  const unreported = await takeOverUnreported(deps);
  const { due } = v.parse(Claimed, await deps.db.rpc('claim_sweep', { p_name: NAME }));
  if (!due) return unreported;
  const outcome = await takeOverMissed(deps);
  await deps.db.rpc('save_sweep', { p_name: NAME, p_position: null, p_checked: [] });
  return { ...unreported, ...outcome };
}
