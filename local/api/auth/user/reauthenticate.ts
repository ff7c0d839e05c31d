import { authError } from '../auth-error.ts';
import type { Caller } from '../bearer.ts';
import { type AuthService, tablesOf, type UserRow } from '../internals.ts';
import { hashOf, isExpired } from '../one-time.ts';
import { type CountMail, tooSoonError } from '../limits/mails.ts';
import { isPaused } from '../limits/new-accounts.ts';

/** As on the hosted service with `secure_password_change`, an older session needs a code to set a new password. */
const RECENT_MS = 24 * 3_600_000;

export async function reauthenticate(service: AuthService, user: UserRow, count: CountMail): Promise<void> {
  if (!user.confirmed_at) throw authError(422, 'email_not_confirmed', 'Please verify your email first.');
  count(user.email ?? '', 'reauthentication');
  if (isPaused(user, 'reauthentication_sent_at')) throw tooSoonError();
  await service.reauthenticate(user.id);
}

/** Accepts a recent session. An older session needs the code of the e-mail, which is then used up. */
export async function requireRecent(
  service: AuthService,
  { user, session }: Caller,
  nonce: string,
): Promise<void> {
  if (Date.now() - Date.parse(session.created_at) < RECENT_MS) return;
  if (!nonce) throw authError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  const usedCode = await tablesOf(service)
    .updateTable('users')
    .set({ reauthentication_token: null })
    .where('id', '=', user.id)
    .where('reauthentication_token', '=', hashOf(user.email ?? '', nonce))
    .executeTakeFirst();
  if (usedCode.numUpdatedRows === 0n || isExpired(user.reauthentication_sent_at))
    throw authError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
}
