import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import { authError } from '../auth-error.ts';
import type { Caller } from '../bearer.ts';
import { type AuthService, inTransaction, tablesOf } from '../internals.ts';
import { factorsOf } from './factors.ts';

/** As in the hosted service: the largest number of factors per account, verified or not. */
const FACTORS_MAX = 10;
/** As in the hosted service, an unverified factor of this age is deleted at the next enrolment. */
const UNVERIFIED_MS = 300_000;

/** A new factor, not yet verified, with what an authenticator app reads: the picture, the secret, the address. */
export async function enrolTotp(
  service: AuthService,
  { user, session }: Caller,
  name: string,
  issuer: string,
) {
  return inTransaction(service, async () => {
    const tables = tablesOf(service);
    // One enrolment of an account runs at a time; two at once could both become the tenth factor.
    await tables.selectFrom('users').select('id').where('id', '=', user.id).forUpdate().execute();
    await tables
      .deleteFrom('mfa_factors')
      .where('user_id', '=', user.id)
      .where('status', '=', 'unverified')
      .where('created_at', '<', new Date(Date.now() - UNVERIFIED_MS).toISOString())
      .execute();
    const known = await factorsOf(service, user.id);
    // An empty name must be unique as well.
    if (known.some(({ friendly_name }) => (friendly_name ?? '') === name))
      throw authError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      );
    if (known.length >= FACTORS_MAX)
      throw authError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      );
    if (known.some(({ status }) => status === 'verified') && session.aal !== 'aal2')
      throw authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');

    const secret = new Secret({ size: 20 }).base32;
    const uri = new TOTP({ issuer, label: user.email ?? '', secret }).toString();
    const id = randomUUID();
    await tables
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
