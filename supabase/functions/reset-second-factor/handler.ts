import { ResetSecondFactor } from '../_shared/contract/management-system.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { userToken } from '../_shared/server/user.ts';

type Needs = Pick<Deps, 'authAdmin' | 'dbAs' | 'env'>;

/**
 * Body `ResetSecondFactor`; answers `{ removed }`. The database decides with the caller's rights
 * (`begin_factor_reset`), signs the colleague out, and queues the mail, before this removes the factors. Fails with
 * `unauthorized` and the codes of that call.
 */
export function handler(request: Request, { authAdmin, dbAs, env }: Needs): Promise<Response> {
  return answer(request, env.SITE_URL, async () => {
    const { user_id } = await readJson(request, ResetSecondFactor);
    const token = userToken(request);
    if (token === null) throw new RefusalError({ code: 'unauthorized' });
    await dbAs(token).rpc('begin_factor_reset', { p_user_id: user_id });
    const factors = await authAdmin.factorsOf(user_id);
    for (const factor of factors) await authAdmin.deleteFactor(user_id, factor);
    return { removed: factors.length };
  });
}
