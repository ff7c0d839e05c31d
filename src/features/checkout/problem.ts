import type { ErrorCode } from '#contract/errors.ts';
import type { Failure } from '#api/errors.ts';
import { signInPath } from '#config/paths.ts';
import { isOffline } from '#browser/online.ts';
import type { Problem } from './purchase/sale.ts';

/** The codes that mean that the spot or the offer is no longer available. Trying again cannot help. */
export const unavailableCodes: readonly ErrorCode[] = [
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

export function toProblem({ code }: Pick<Failure, 'code'>): Problem {
  return code === 'unexpected' && isOffline() ? 'offline' : code;
}

/** The codes that an account with a verified address never gets. */
const ofGuests: readonly Problem[] = [
  'sign_in_for_more',
  'too_many_holds',
  'code_sign_in',
  'second_factor_needed',
];

/** Returns the sign-in link that leads back to this order, or null if signing in would not help. */
export function signInFor(
  code: Problem,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string | null {
  return ofGuests.includes(code) ? signInPath(pathname + search) : null;
}
