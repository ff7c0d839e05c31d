import { authError } from '../auth-error.ts';
import type { AuthService, UserRow } from '../internals.ts';
import { tellIdentity } from './identity.ts';

/**
 * As on the hosted service with `double_confirm_changes`, two confirmations are needed, in either order. Returns
 * true for the second one.
 */
export async function confirmEmailChange(service: AuthService, user: UserRow): Promise<boolean> {
  const { repo } = service;
  if (user.email && user.email_change_confirm_status === 0) {
    await repo.updateUser(user.id, { email_change_confirm_status: 1 });
    return false;
  }
  const email = user.email_change ?? '';
  const otherAccount = email ? await repo.findUserByEmail(email) : null;
  if (!email || (otherAccount && otherAccount.id !== user.id))
    throw authError(422, 'email_exists', 'A user with this email address has already been registered');
  await repo.updateUser(user.id, {
    email,
    email_confirmed_at: new Date().toISOString(),
    email_change: null,
    email_change_token_current: null,
    email_change_token_new: null,
    email_change_confirm_status: 0,
  });
  await tellIdentity(service, user.id, { email, email_verified: true });
  return true;
}
