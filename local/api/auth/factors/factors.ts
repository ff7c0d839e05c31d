import { type AuthService, tablesOf } from '../internals.ts';

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone';
  status: 'unverified' | 'verified';
  /** An authenticator app has a secret, and a phone has none. */
  secret: string | null;
  /** Set for text messages: E.164 without the plus. */
  phone: string | null;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
  /** The number of the 30-second step whose code was accepted last. */
  last_step: number | null;
}

/** The value of the `amr` claim after a second factor was verified. */
export const methodOf = { totp: 'totp', phone: 'mfa/phone' } as const;

export async function factorsOf(service: AuthService, userId: string): Promise<FactorRow[]> {
  return (await tablesOf(service)
    .selectFrom('mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()) as FactorRow[];
}

export async function shownFactors(service: AuthService, userId: string): Promise<object[]> {
  return (await factorsOf(service, userId)).map(
    ({ id, friendly_name, factor_type, phone, status, created_at, updated_at, last_challenged_at }) => ({
      id,
      ...(friendly_name && { friendly_name }),
      factor_type,
      ...(phone && { phone }),
      status,
      created_at,
      updated_at,
      last_challenged_at,
    }),
  );
}

/** True if the account has a verified second factor. */
export async function hasSecondFactor(service: AuthService, userId: string): Promise<boolean> {
  return (await factorsOf(service, userId)).some(({ status }) => status === 'verified');
}
