import { authError } from '../auth-error.ts';
import { askBothMailboxes, isAddress } from '../by-mail.ts';
import type { UserRow } from '../internals.ts';
import { tooSoonError } from '../limits/mails.ts';
import { isPaused } from '../limits/new-accounts.ts';
import type { OwnRoutes } from '../context.ts';

/**
 * An address of another account gets the same answer, and its owner gets an e-mail. The hosted service answers
 * `email_exists` (local/api/README.md).
 */
export async function changeAddress(
  { service, settings }: OwnRoutes['Bindings'],
  user: UserRow,
  newEmail: string,
): Promise<void> {
  if (!isAddress(newEmail))
    throw authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  settings.countMail(user.email ?? newEmail, 'email_change');
  if (isPaused(user, 'email_change_sent_at')) throw tooSoonError();
  const isTaken = (await service.repo.findUserByEmail(newEmail)) !== null;
  await askBothMailboxes(service, user, newEmail, isTaken);
}
