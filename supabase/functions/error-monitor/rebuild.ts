import * as v from 'valibot';
import { askForBuild } from '../_shared/server/build.ts';
import type { Deps } from '../_shared/server/deps.ts';

const Claimed = v.object({
  reason: v.nullable(v.picklist(['camps', 'new_day', 'planned'])),
  claim: v.nullable(v.number()),
});

/**
 * Requests a build after camps have changed, a day has begun or a planned moment has come. If the request was refused,
 * or this run ended before making it, it is repeated.
 */
export async function rebuild({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const { reason, claim } = v.parse(Claimed, await db.rpc('claim_rebuild', {}));
  if (reason === null || claim === null) return { reason };
  const requested = await askForBuild(env.DEPLOY_HOOK_URL);
  // Without a hook a repetition would not help either.
  const p_is_accepted = requested || !env.DEPLOY_HOOK_URL;
  await db.rpc('end_rebuild_claim', { p_claim: claim, p_is_accepted });
  return { reason, requested };
}
