import { type AuthService, tablesOf } from '../internals.ts';

export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string | null;
  factor_type: 'totp';
  status: 'unverified' | 'verified';
  secret: string;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
  /** The number of the 30-second step whose code was accepted last. */
  last_step: number | null;
}

/** A user's factors with their secrets, oldest first. */
export async function factorsOf(service: AuthService, userId: string): Promise<FactorRow[]> {
  return (await tablesOf(service)
    .selectFrom('mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()) as FactorRow[];
}

/** The factors as the API shows them: never with their secret. */
export async function shownFactors(service: AuthService, userId: string): Promise<object[]> {
  return (await factorsOf(service, userId)).map(
    ({ id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at }) => ({
      id,
      ...(friendly_name && { friendly_name }),
      factor_type,
      status,
      created_at,
      updated_at,
      last_challenged_at,
    }),
  );
}

/** Whether the account asks for a second factor. */
export async function hasSecondFactor(service: AuthService, userId: string): Promise<boolean> {
  return (await factorsOf(service, userId)).some(({ status }) => status === 'verified');
}
