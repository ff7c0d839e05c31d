import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { authError } from '../auth-error.ts';
import { type Caller, UUID } from '../bearer.ts';
import { type AuthService, inTransaction, internalsOf, type Session, tablesOf } from '../internals.ts';
import { type FactorRow, methodOf } from './factors.ts';

/** As on the hosted service, a challenge can be answered for this long. */
const CHALLENGE_MS = 300_000;
/** As on the hosted service, the previous and the next code are also valid, for a phone whose clock is wrong. */
const STEPS_OFF = 1;

interface ChallengeRow {
  id: string;
  created_at: string;
  verified_at: string | null;
  ip_address: string;
  otp_code: string | null;
}

export interface Attempt {
  challengeId: string;
  code: string;
  /** The caller's network address, which must be the one that requested the challenge. */
  address: string;
}

export async function challengeFactor(
  service: AuthService,
  factor: FactorRow,
  address: string,
  code: string | null = null,
) {
  const tables = tablesOf(service);
  const id = randomUUID();
  const now = new Date();
  await tables
    .insertInto('mfa_challenges')
    .values({ id, factor_id: factor.id, ip_address: address, created_at: now.toISOString(), otp_code: code })
    .execute();
  await tables
    .updateTable('mfa_factors')
    .set({ last_challenged_at: now.toISOString() })
    .where('id', '=', factor.id)
    .execute();
  return { id, type: factor.factor_type, expires_at: Math.floor((now.getTime() + CHALLENGE_MS) / 1000) };
}

/**
 * As on the hosted service, this ends the account's sessions without a second factor and deletes its unverified
 * factors of the same kind.
 */
export async function verifyChallenge(
  service: AuthService,
  { user, session }: Caller,
  factor: FactorRow,
  { challengeId, code, address }: Attempt,
): Promise<Session> {
  return inTransaction(service, async () => {
    const tables = tablesOf(service);
    // If two requests send the same code at once, the second waits here and then finds the code used.
    const last = (await tables
      .selectFrom('mfa_factors')
      .selectAll()
      .where('id', '=', factor.id)
      .forUpdate()
      .executeTakeFirst()) as FactorRow | undefined;
    const challenge = await requireChallenge(service, factor, challengeId, address);
    const step = factor.factor_type === 'phone' ? null : stepOf(factor.secret ?? '', code);
    if (factor.factor_type === 'phone') {
      if (challenge.otp_code !== code)
        throw authError(422, 'mfa_verification_failed', 'Invalid MFA Phone code entered');
    } else if (step === null || step <= (last?.last_step ?? 0))
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
    await liftSession(service, session.id, factor, now);
    await tables
      .deleteFrom('sessions')
      .where('user_id', '=', user.id)
      .where((eb) => eb.or([eb('aal', '<', 'aal2'), eb('aal', 'is', null)]))
      .execute();
    await tables
      .deleteFrom('mfa_factors')
      .where('user_id', '=', user.id)
      .where('status', '=', 'unverified')
      .where('factor_type', '=', factor.factor_type)
      .execute();
    return renewTokens(service, user, session.id, now);
  });
}

/** Returns the number of the 30-second step that a code belongs to, or null if the code is not valid now. */
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
): Promise<ChallengeRow> {
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
  // A challenge that was already answered gets the same error.
  if (row.verified_at || row.ip_address !== address)
    throw authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  if (Date.now() - Date.parse(row.created_at) > CHALLENGE_MS)
    throw authError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${row.id} has expired, verify against another challenge or create a new challenge.`,
    );
  return row;
}

async function liftSession(service: AuthService, id: string, factor: FactorRow, now: string): Promise<void> {
  const tables = tablesOf(service);
  await tables
    .updateTable('sessions')
    .set({ aal: 'aal2', factor_id: factor.id })
    .where('id', '=', id)
    .execute();
  await tables
    .insertInto('mfa_amr_claims')
    .values({
      session_id: id,
      authentication_method: methodOf[factor.factor_type],
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.columns(['session_id', 'authentication_method']).doUpdateSet({ updated_at: now }))
    .execute();
}

/** As on the hosted service, refresh tokens from before the second factor no longer work. */
async function renewTokens(
  service: AuthService,
  user: Caller['user'],
  sessionId: string,
  now: string,
): Promise<Session> {
  await service.repo.revokeSessionRefreshTokens(sessionId);
  const token = randomUUID();
  // The new token has no parent. Otherwise @supabase/lite would accept the old token and answer with its newest
  // child.
  await service.repo.createRefreshToken({ token, user_id: user.id, session_id: sessionId, parent: null });
  return internalsOf(service).createRefreshResponse(user, sessionId, token, now);
}
