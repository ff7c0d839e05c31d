import * as v from 'valibot';
import { Eligibility, EligibilityRequest } from '../_shared/contract/passes.ts';
import type { Deps } from '../_shared/server/deps.ts';
import { answer, readJson } from '../_shared/server/http.ts';
import { RefusalError } from '../_shared/server/refusal.ts';
import { userToken } from '../_shared/server/user.ts';

/**
 * Answers whether this pass may be bought (spec 2 §5 and §7). Only the token identifies the caller, so that no answer
 * reveals whether an address is known. Fails with `invalid_input`, `offer_not_available` or `child_not_found`.
 */
export function handler(request: Request, deps: Pick<Deps, 'db' | 'dbAs' | 'env'>): Promise<Response> {
  return answer(request, deps.env.SITE_URL, async () => {
    const { passType, childId } = await readJson(request, EligibilityRequest);
    const args = { p_pass_type: passType, p_child_id: childId ?? null };
    const token = userToken(request);
    const ownCheck = token === null ? null : deps.dbAs(token).rpc('check_pass_eligibility', args);
    try {
      if (ownCheck) return v.parse(Eligibility, await ownCheck);
    } catch (error) {
      if (!(error instanceof RefusalError) || error.refusal.code !== 'unauthorized') throw error;
      // A caller whose session has ended counts as a visitor.
    }
    return v.parse(Eligibility, await deps.db.rpc('check_pass_eligibility', args));
  });
}
