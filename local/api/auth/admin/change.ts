import { textOf } from '../bearer.ts';
import type { AuthService, UserRow } from '../internals.ts';
import { tellIdentity } from '../verify/identity.ts';
import { bannedUntil } from './ban.ts';
import { hashPassword, objectOf, requireFree } from './create.ts';

/** A change with the server's key takes effect at once. A new password ends all sessions of the account. */
export async function changeUser(
  service: AuthService,
  user: UserRow,
  body: Record<string, unknown>,
): Promise<UserRow> {
  const { repo } = service;
  const email = textOf(body['email']).trim().toLowerCase();
  const newEmail = email && email !== user.email ? email : '';
  if (newEmail) await requireFree(service, newEmail);
  const password = textOf(body['password']);
  const banEnd = bannedUntil(body['ban_duration']);
  const confirms = body['email_confirm'] === true;
  const changed = await repo.updateUser(user.id, {
    ...(newEmail && { email: newEmail }),
    ...(password && { encrypted_password: await hashPassword(service, password) }),
    ...(confirms && { email_confirmed_at: new Date().toISOString() }),
    ...(banEnd !== undefined && { banned_until: banEnd }),
    ...('user_metadata' in body && {
      raw_user_meta_data: mergeChanges(user.raw_user_meta_data, objectOf(body['user_metadata'])),
    }),
    ...('app_metadata' in body && {
      raw_app_meta_data: mergeChanges(user.raw_app_meta_data, objectOf(body['app_metadata'])),
    }),
  });
  if (newEmail || confirms)
    await tellIdentity(service, user.id, {
      ...(newEmail && { email: newEmail }),
      ...(confirms && { email_verified: true }),
    });
  if (password) {
    await repo.deleteRefreshTokensForUser(user.id);
    await repo.deleteUserSessions(user.id);
  }
  return changed ?? user;
}

/** Like the hosted service, overwrites the given keys and removes keys that are null. */
function mergeChanges(before: unknown, changes: Record<string, unknown>): Record<string, unknown> {
  const all = { ...objectOf(before), ...changes };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}
