import { authError } from '../auth-error.ts';
import type { Caller } from '../bearer.ts';
import { type AuthService, internalsOf, tablesOf } from '../internals.ts';

/**
 * Removes an identity, but never the last one. As on the hosted service, the account then gets
 * another identity's address.
 */
export async function unlink(service: AuthService, { user }: Caller, id: string): Promise<void> {
  const identities = await service.repo.findIdentitiesByUserId(user.id);
  if (identities.length <= 1)
    throw authError(
      422,
      'single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    );
  const removed = identities.find((identity) => identity.id === id);
  if (!removed) throw authError(422, 'identity_not_found', "Identity doesn't exist");
  await tablesOf(service).deleteFrom('identities').where('id', '=', removed.id).execute();
  const remaining = identities.filter((identity) => identity !== removed);
  if (!remaining.some(({ email }) => email === user.email)) {
    const next = remaining.find(({ provider }) => provider !== 'phone');
    const email = next?.email ?? null;
    const holder = email ? await service.repo.findUserByEmail(email) : null;
    if (holder && holder.id !== user.id)
      throw authError(
        422,
        'email_conflict_identity_not_deletable',
        'Unable to unlink identity due to email conflict',
      );
    // On the hosted service, the account can lose its address in this way. Our database refuses that.
    if (next)
      await service.repo.updateUser(user.id, { email }).catch((error: unknown) => {
        console.error('auth: an identity was not unlinked:', error);
        throw authError(500, 'unexpected_failure', 'Database error updating user email');
      });
  }
  const appData = await internalsOf(service).buildAppMetaDataProviders(user.id, user.raw_app_meta_data);
  await service.repo.updateUser(user.id, { raw_app_meta_data: appData });
}
