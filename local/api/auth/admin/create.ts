import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import { authError } from '../auth-error.ts';
import { textOf, UUID } from '../bearer.ts';
import { isAddress } from '../by-mail.ts';
import { type AuthService, internalsOf, type UserRow } from '../internals.ts';
import { bannedUntil } from './ban.ts';

export const objectOf = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Uses the same hash as @supabase/lite: bcrypt with ten rounds. */
export async function hashPassword(service: AuthService, password: string): Promise<string> {
  internalsOf(service).assertPasswordStrong(password);
  return bcrypt.hash(password, 10);
}

/** Checks that no account uses the address. Errors: `validation_failed`, `email_exists`. */
export async function requireFree(service: AuthService, email: string): Promise<void> {
  if (!isAddress(email))
    throw authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  if (await service.repo.findUserByEmail(email))
    throw authError(422, 'email_exists', 'A user with this email address has already been registered');
}

/** Creates an account, which is confirmed if the body says so. An account without a password signs in by e-mail. */
export async function createUser(service: AuthService, body: Record<string, unknown>): Promise<UserRow> {
  const email = textOf(body['email']).trim().toLowerCase();
  if (!email)
    throw authError(400, 'validation_failed', 'Cannot create a user without either an email or phone');
  await requireFree(service, email);
  const wantedId = textOf(body['id']);
  if (wantedId && !UUID.test(wantedId))
    throw authError(400, 'validation_failed', 'ID must conform to the uuid v4 format');
  const [id, password] = [wantedId || randomUUID(), textOf(body['password'])];
  const confirmed = body['email_confirm'] === true;
  const user = await service.repo.createUser({
    id,
    email,
    encrypted_password: password ? await hashPassword(service, password) : null,
    ...(confirmed && { email_confirmed_at: new Date().toISOString() }),
    raw_app_meta_data: { provider: 'email', providers: ['email'], ...objectOf(body['app_metadata']) },
    raw_user_meta_data: { ...objectOf(body['user_metadata']), ...(confirmed && { email_verified: true }) },
  });
  await service.repo.createIdentity({
    id: randomUUID(),
    provider: 'email',
    provider_id: id,
    user_id: id,
    identity_data: { sub: id, email, email_verified: confirmed, phone_verified: false },
  });
  const banEnd = bannedUntil(body['ban_duration']);
  return banEnd === undefined
    ? user
    : ((await service.repo.updateUser(id, { banned_until: banEnd })) ?? user);
}
