import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { authError } from '../auth-error.ts';
import { type Caller, UUID } from '../bearer.ts';
import { type AuthService, inTransaction, internalsOf, type Session, tablesOf } from '../internals.ts';
import type { FactorRow } from './factors.ts';

/** As hosted: how long a challenge may be answered. */
const CHALLENGE_MS = 300_000;
/** As hosted: the code before and the one after count too, for a phone whose clock is off. */
const STEPS_OFF = 1;

interface ChallengeRow {
  id: string;
  created_at: string;
  verified_at: string | null;
  ip_address: string;
}

export interface Attempt {
  challengeId: string;
  code: string;
  /** Of the caller; the challenge must have been asked for from there. */
  address: string;
}

export async function challengeFactor(service: AuthService, factor: FactorRow, address: string) {
  const tables = tablesOf(service);
  const id = randomUUID();
  const now = new Date();
  await tables
    .insertInto('mfa_challenges')
    .values({ id, factor_id: factor.id, ip_address: address, created_at: now.toISOString() })
    .execute();
  await tables
    .updateTable('mfa_factors')
    .set({ last_challenged_at: now.toISOString() })
    .where('id', '=', factor.id)
    .execute();
  return { id, type: factor.factor_type, expires_at: Math.floor((now.getTime() + CHALLENGE_MS) / 1000) };
}

/**
 * Takes the code for a challenge, once, and lifts the session to `aal2`: a new pair of tokens. As hosted, the account's
 * sessions without the second factor end, and factors that were never verified are forgotten.
 */
export async function verifyChallenge(
  service: AuthService,
  { user, session }: Caller,
  factor: FactorRow,
  { challengeId, code, address }: Attempt,
): Promise<Session> {
  return inTransaction(service, async () => {
    const tables = tablesOf(service);
    // Of two that come at once with the same code, the second waits here, and finds it used.
    const last = (await tables
      .selectFrom('mfa_factors')
      .selectAll()
      .where('id', '=', factor.id)
      .forUpdate()
      .executeTakeFirst()) as FactorRow | undefined;
    await requireChallenge(service, factor, challengeId, address);
    const step = stepOf(factor.secret, code);
    if (step === null || step <= (last?.last_step ?? 0))
      throw authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered');

    const now = new Date().toISOString();
    await tables
      .updateTable('mfa_challenges')
      .set({ verified_at: now })
      .where('id', '=', challengeId)
      .execute();
    await tables
      .updateTable('mfa_factors')
      .set({ status: 'verified', last_step: step, updated_at: now })
      .where('id', '=', factor.id)
      .execute();
    await liftSession(service, session.id, factor.id, now);
    await tables
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where((eb) => eb.or([eb('aal', '<', 'aal2'), eb('aal', 'is', null)]))
      .execute();
    await tables
      .deleteFrom('mfa_factors')
      .where('user_id', '=', user.id)
      .where('status', '=', 'unverified')
      .execute();
    return renewTokens(service, user, session.id, now);
  });
}

/** The number of the 30 seconds that a code belongs to; null when it is none of now. */
function stepOf(secret: string, code: string): number | null {
  const totp = new TOTP({ secret });
  const off = /^\d{6}$/.test(code) ? totp.validate({ token: code, window: STEPS_OFF }) : null;
  return off === null ? null : totp.counter() + off;
}

async function requireChallenge(
  service: AuthService,
  factor: FactorRow,
  id: string,
  address: string,
): Promise<void> {
  const row = UUID.test(id)
    ? ((await tablesOf(service)
        .selectFrom('mfa_challenges')
        .selectAll()
        .where('id', '=', id)
        .where('factor_id', '=', factor.id)
        .executeTakeFirst()) as ChallengeRow | undefined)
    : undefined;
  if (!row)
    throw authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  // In these words also for one that was answered already.
  if (row.verified_at || row.ip_address !== address)
    throw authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (Date.now() - Date.parse(row.created_at) > CHALLENGE_MS)
    throw authError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${row.id} has expired, verify against another challenge or create a new challenge.`,
    );
}

async function liftSession(service: AuthService, id: string, factorId: string, now: string): Promise<void> {
  const tables = tablesOf(service);
  await tables
    .updateTable('sessions')
    .set({ aal: 'aal2', factor_id: factorId })
    .where('id', '=', id)
    .execute();
  await tables
    .insertInto('mfa_amr_claims')
    .values({ session_id: id, authentication_method: 'totp', created_at: now, updated_at: now })
    .onConflict((on) => on.columns(['session_id', 'authentication_method']).doUpdateSet({ updated_at: now }))
    .execute();
}

/** As hosted: the refresh token from before the second factor can never bring a session with it. */
async function renewTokens(
  service: AuthService,
  user: Caller['user'],
  sessionId: string,
  now: string,
): Promise<Session> {
  await service.repo.revokeSessionRefreshTokens(sessionId);
  const token = randomUUID();
  // Without a parent: lite would give who brings the old one the newest of its children.
  await service.repo.createRefreshToken({ token, user_id: user.id, session_id: sessionId, parent: null });
  return internalsOf(service).createRefreshResponse(user, sessionId, token, now);
}
