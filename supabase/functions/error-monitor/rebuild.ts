import * as v from 'valibot';
import { askForBuild } from '../_shared/server/build.ts';
import type { Deps } from '../_shared/server/deps.ts';

const Claimed = v.object({ reason: v.nullable(v.picklist(['camps', 'new_day', 'planned'])) });

/** After camps have changed, a day has begun or a planned moment has come; a refused request is repeated. */
export async function rebuild({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const { reason } = v.parse(Claimed, await db.rpc('claim_rebuild', {}));
  if (reason === null) return { reason };
  const requested = await askForBuild(env.DEPLOY_HOOK_URL);
  // Without a hook a repetition would not help either.
  if (!requested && env.DEPLOY_HOOK_URL) await db.rpc('return_rebuild', {});
  return { reason, requested };
}
