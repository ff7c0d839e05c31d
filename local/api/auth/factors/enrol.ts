import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { authError } from '../auth-error.ts';
import type { Caller } from '../bearer.ts';
import { type AuthService, inTransaction, tablesOf } from '../internals.ts';
import { phoneOf } from '../phone/phone.ts';
import { factorsOf } from './factors.ts';

/** As on the hosted service, an account has at most this many factors, verified or not. */
const FACTORS_MAX = 10;
/** As on the hosted service, an unverified factor of this age is deleted at the next enrolment. */
const UNVERIFIED_MS = 300_000;

export async function enrolTotp(service: AuthService, caller: Caller, name: string, issuer: string) {
  const { user } = caller;
  return inTransaction(service, async () => {
    await mayEnrol(service, caller, name);
    const secret = new Secret({ size: 20 }).base32;
    const uri = new TOTP({ issuer, label: user.email ?? '', secret }).toString();
    const id = randomUUID();
    await tablesOf(service)
      .insertInto('mfa_factors')
      .values({
        id,
        user_id: user.id,
        friendly_name: name,
        factor_type: 'totp',
        status: 'unverified',
        secret,
      })
      .execute();
    return {
      id,
      type: 'totp',
      friendly_name: name,
      totp: { qr_code: renderSVG(uri, { ecc: 'H' }), secret, uri },
    };
  });
}

/**
 * Adds an unverified factor by text message. As on the hosted service, an account can use a phone
 * number for only one factor.
 */
export async function enrolPhone(service: AuthService, caller: Caller, name: string, typed: string) {
  if (!typed) throw authError(400, 'validation_failed', 'Phone number required to enroll Phone factor');
  const phone = phoneOf(typed);
  const { user } = caller;
  return inTransaction(service, async () => {
    const tables = tablesOf(service);
    await lockAccount(service, user.id);
    const same = (await factorsOf(service, user.id)).filter((factor) => factor.phone === phone);
    if (same.some(({ status }) => status === 'verified'))
      throw authError(
        422,
        'mfa_verified_factor_exists',
        'A verified phone factor already exists, unenroll the existing factor to continue',
      );
    for (const { id } of same) await tables.deleteFrom('mfa_factors').where('id', '=', id).execute();
    await mayEnrol(service, caller, name);
    const id = randomUUID();
    await tables
      .insertInto('mfa_factors')
      .values({
        id,
        user_id: user.id,
        friendly_name: name,
        factor_type: 'phone',
        status: 'unverified',
        phone,
      })
      .execute();
    return { id, type: 'phone', friendly_name: name, phone: typed };
  });
}

/** Only one enrolment of an account runs at a time. Otherwise two factors could both become the tenth. */
async function lockAccount(service: AuthService, id: string): Promise<void> {
  await tablesOf(service).selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
}

/** Checks the rules for every kind of factor. */
async function mayEnrol(service: AuthService, { user, session }: Caller, name: string): Promise<void> {
  await lockAccount(service, user.id);
  await tablesOf(service)
    .deleteFrom('mfa_factors')
    .where('user_id', '=', user.id)
    .where('status', '=', 'unverified')
    .where('created_at', '<', new Date(Date.now() - UNVERIFIED_MS).toISOString())
    .execute();
  const existingFactors = await factorsOf(service, user.id);
  // Empty names must be unique too.
  if (existingFactors.some(({ friendly_name }) => (friendly_name ?? '') === name))
    throw authError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    );
  if (existingFactors.length >= FACTORS_MAX)
    throw authError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    );
  if (existingFactors.some(({ status }) => status === 'verified') && session.aal !== 'aal2')
    throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
}
