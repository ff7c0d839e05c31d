import { type AuthService, internalsOf, type Mailer, type UserRow } from './internals.ts';
import { makeCode } from './one-time.ts';

export async function findAccount(service: AuthService, email: unknown): Promise<UserRow | null> {
  return typeof email === 'string' ? service.repo.findUserByEmail(email.trim().toLowerCase()) : null;
}

/** Sends a new link and code to an account that was never confirmed. */
export async function confirmAgain(
  service: AuthService,
  { id, email }: UserRow,
  mailer: Pick<Mailer, 'sendConfirmation'> = internalsOf(service).mailer,
): Promise<void> {
  const address = email ?? '';
  const { code, hash } = makeCode(address);
  await service.repo.updateUser(id, {
    confirmation_token: hash,
    confirmation_sent_at: new Date().toISOString(),
  });
  await mailer.sendConfirmation(address, hash, code);
}
