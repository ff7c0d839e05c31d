import { authError } from '../auth-error.ts';
import { askBothMailboxes, isAddress } from '../by-mail.ts';
import type { UserRow } from '../internals.ts';
import type { OwnRoutes } from '../own-routes.ts';

/** Asks both mailboxes for a new address. As hosted, whoever is signed in hears that an address is taken. */
export async function changeAddress(
  { service, settings }: OwnRoutes['Bindings'],
  user: UserRow,
  newEmail: string,
): Promise<void> {
  if (!isAddress(newEmail))
    throw authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  if (await service.repo.findUserByEmail(newEmail))
    throw authError(422, 'email_exists', 'A user with this email address has already been registered');
  settings.countMail(user.email ?? newEmail, 'email_change');
  await askBothMailboxes(service, user, newEmail);
}
