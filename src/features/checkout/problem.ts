import type { ErrorCode } from '#contract/errors.ts';
import type { Failure } from '#api/errors.ts';
import { signInPath } from '#config/paths.ts';
import { isOffline } from '#browser/online.ts';
import type { Problem } from './purchase/sale.ts';

/** These say that the place or the offer is gone: there is nothing to try again. */
export const goneCodes: readonly ErrorCode[] = [
  'session_full',
  'session_started',
  'session_not_found',
  'pass_expired',
  'camp_full',
  'camp_started',
  'camp_not_found',
  'transport_not_available',
  'offer_not_available',
];

/** A call that came to nothing while the browser has no network says so instead of "something went wrong". */
export function problemOf({ code }: Pick<Failure, 'code'>): Problem {
  return code === 'unexpected' && isOffline() ? 'offline' : code;
}

/** These an account with a proven address does not meet. */
const ofGuests: readonly Problem[] = [
  'sign_in_for_more',
  'too_many_holds',
  'code_sign_in',
  'second_factor_needed',
];

/**
 * Where signing in helps, and from where one comes back to this page, its order and what was typed; null: it does not.
 */
export function signInFor(
  code: Problem,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string | null {
  return ofGuests.includes(code) ? signInPath(pathname + search) : null;
}
