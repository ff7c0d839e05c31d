import { randomUUID } from 'node:crypto';
import { authError } from '../auth-error.ts';
import { type AuthService, internalsOf, type Linking, type UserRow } from '../internals.ts';
import { askHook } from '../limits/new-accounts.ts';
import { confirmAgain } from '../accounts.ts';
import { identityDataOf, type ProviderAccount } from './providers.ts';

/**
 * Decides whose account an identity belongs to. As on the hosted service, an address that the
 * provider has not verified never decides that.
 */
export async function decide(
  service: AuthService,
  provider: string,
  { sub, email, isVerified }: ProviderAccount,
): Promise<Linking> {
  const emails = email ? [{ email, verified: isVerified, primary: true }] : [];
  if (emails.length === 0)
    throw authError(500, 'unexpected_failure', 'Error getting user email from external provider');
  const linking = await internalsOf(service).determineAccountLinking(emails, provider, sub);
  // The hook counts new accounts. Its count must survive a refusal, so it runs before the transaction.
  if (linking.decision === 'CreateAccount') await askHook(service, email);
  return linking;
}

export async function enter(
  service: AuthService,
  provider: string,
  account: ProviderAccount,
  linking: Linking,
): Promise<{ userId: string; refusal?: Error }> {
  const { repo } = service;
  const data = identityDataOf(provider, account);
  const { user, identityId } = await join(service, provider, account, linking);
  const row = (await repo.findUserById(user.id)) ?? user;
  if (row.banned_until && Date.parse(row.banned_until) > Date.now())
    throw authError(403, 'user_banned', 'User is banned');
  if (row.confirmed_at) return { userId: row.id };
  // The person who typed this address earlier has not verified it, so their password and identities are removed.
  await internalsOf(service).removeUnconfirmedIdentities(row.id, identityId, data);
  if (account.isVerified && row.email === account.email) {
    await repo.updateUser(row.id, {
      email_confirmed_at: new Date().toISOString(),
      raw_user_meta_data: { ...data, email_verified: true },
    });
    return { userId: row.id };
  }
  if (row.email) await confirmAgain(service, row);
  const advice = row.email
    ? `A confirmation email has been sent to your ${provider} email`
    : `Verify the email with ${provider} in order to sign in`;
  const message = `Unverified email with ${provider}. ${advice}`;
  return { userId: row.id, refusal: authError(422, 'provider_email_needs_verification', message) };
}

async function join(
  service: AuthService,
  provider: string,
  account: ProviderAccount,
  linking: Linking,
): Promise<{ user: UserRow; identityId: string }> {
  const { repo } = service;
  const data = identityDataOf(provider, account);
  const refresh = (userId: string) => internalsOf(service).updateUserMetaDataAndProviders(userId, data);
  switch (linking.decision) {
    case 'AccountExists':
      await repo.updateIdentity(linking.identity.id, {
        identity_data: data,
        last_sign_in_at: new Date().toISOString(),
      });
      await refresh(linking.user.id);
      return { user: linking.user, identityId: linking.identity.id };
    case 'LinkAccount': {
      const identityId = await addIdentity(service, provider, account, linking.user.id);
      await refresh(linking.user.id);
      return { user: linking.user, identityId };
    }
    case 'CreateAccount': {
      const user = await repo.createUser({
        id: randomUUID(),
        email: linking.candidateEmail.email || null,
        raw_app_meta_data: { provider, providers: [provider] },
        raw_user_meta_data: data,
      });
      return { user, identityId: await addIdentity(service, provider, account, user.id) };
    }
    case 'MultipleAccounts':
      throw authError(
        500,
        'unexpected_failure',
        'Multiple accounts with the same email address in the same linking domain detected: default',
      );
  }
}

async function addIdentity(
  { repo }: AuthService,
  provider: string,
  account: ProviderAccount,
  userId: string,
): Promise<string> {
  const { id } = await repo.createIdentity({
    id: randomUUID(),
    provider,
    provider_id: account.sub,
    user_id: userId,
    identity_data: identityDataOf(provider, account),
  });
  return id;
}

/** Links an identity to the account whose session requested it. */
export async function link(
  service: AuthService,
  provider: string,
  account: ProviderAccount,
  userId: string,
): Promise<void> {
  const existingIdentity = await service.repo.findIdentityByProviderAndId(provider, account.sub);
  const whose = existingIdentity?.user_id === userId ? '' : ' to another user';
  if (existingIdentity) throw authError(422, 'identity_already_exists', `Identity is already linked${whose}`);
  await addIdentity(service, provider, account, userId);
  const user = await service.repo.findUserById(userId);
  const steps = internalsOf(service);
  const appData = await steps.buildAppMetaDataProviders(userId, user?.raw_app_meta_data);
  await service.repo.updateUser(userId, { raw_app_meta_data: appData });
}
