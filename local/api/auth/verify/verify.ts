import { authError } from '../auth-error.ts';
import { type AuthService, inTransaction, internalsOf, type Session, type UserRow } from '../internals.ts';
import { confirmEmailChange } from './email-change.ts';
import { tellIdentity } from './identity.ts';
import { takeToken, type VerifyType } from './tokens.ts';

/** Uses a link or code from an e-mail once. Null means that the other mailbox must still confirm the new address. */
export async function verify(service: AuthService, type: VerifyType, hash: string): Promise<Session | null> {
  return inTransaction(service, async () => {
    const user = await takeToken(service, type, hash);
    // The code of a text message verifies a phone number, not an e-mail address.
    if (!user.email && type !== 'email_change')
      throw authError(403, 'otp_expired', 'Email link is invalid or has expired');
    if (type === 'email_change') {
      if (!(await confirmEmailChange(service, user))) return null;
    } else if (!user.confirmed_at) await confirmAddress(service, user);
    const row = (await service.repo.findUserById(user.id)) ?? user;
    const identities = await service.repo.findIdentitiesByUserId(user.id);
    return internalsOf(service).createSessionForUser(row, identities, 'verify', {
      authenticationMethod: 'otp',
    });
  });
}

/** A token from an e-mail proves that the address belongs to the caller. */
async function confirmAddress(service: AuthService, user: UserRow): Promise<void> {
  await service.repo.updateUser(user.id, {
    email_confirmed_at: new Date().toISOString(),
    confirmation_token: null,
    raw_user_meta_data: { ...(user.raw_user_meta_data as object), email_verified: true },
  });
  await tellIdentity(service, user.id, { email_verified: true });
}
