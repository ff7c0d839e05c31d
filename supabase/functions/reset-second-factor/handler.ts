import { ResetSecondFactor } from '../_shared/contract/management-system.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { userToken } from '../_shared/server/user.ts';

type Needs = Pick<Deps, 'authAdmin' | 'dbAs' | 'env'>;

/**
 * Removes the second factor of a colleague. The body is `ResetSecondFactor`, and the answer is `{ removed }`. First
 * `begin_factor_reset` decides with the caller's rights, signs the colleague out and queues the mail. Fails with
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
