import * as v from 'valibot';
import { askForBuild } from '../_shared/server/build.ts';
import type { Deps } from '../_shared/server/deps.ts';

const Claimed = v.object({
  reason: v.nullable(v.picklist(['camps', 'new_day', 'planned', 'publication'])),
  claim: v.nullable(v.number()),
});

/**
 * Requests a build after camps have changed, many documents were published, a day has begun or a planned moment has
 * come. The request is repeated if the host refused it, or if this run ended too early.
 */
export async function rebuild({ db, env }: Pick<Deps, 'db' | 'env'>) {
  const { reason, claim } = v.parse(Claimed, await db.rpc('claim_rebuild', {}));
  if (reason === null || claim === null) return { reason };
  const requested = await askForBuild(env.DEPLOY_HOOK_URL);
  // If there is no hook, another attempt would not help either.
  const p_is_accepted = requested || !env.DEPLOY_HOOK_URL;
  await db.rpc('end_rebuild_claim', { p_claim: claim, p_is_accepted });
  return { reason, requested };
}
