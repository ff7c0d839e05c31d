import { createHash, randomUUID } from 'node:crypto';
import { authError } from '../auth-error.ts';
import { type AuthService, tablesOf } from '../internals.ts';
import { subOf } from '../providers/providers.ts';

export interface OrganisationAccount {
  domain: string;
  email: string;
  name: string;
}

/** The same domain always gets the same provider, even after a restart. */
export function providerIdOf(domain: string): string {
  const hex = createHash('sha256').update(domain).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/**
 * In a hosted project an administrator registers an organisation with the API. Here it is registered at its first
 * use.
 */
export async function saveOrganisation(service: AuthService, domain: string): Promise<void> {
  const [tables, id] = [tablesOf(service), providerIdOf(domain)];
  await tables
    .insertInto('sso_providers')
    .values({ id })
    .onConflict((on) => on.doNothing())
    .execute();
  await tables
    .insertInto('sso_domains')
    .values({ id, sso_provider_id: id, domain })
    .onConflict((on) => on.doNothing())
    .execute();
}

/**
 * As on the hosted service, an SSO account is never merged with other accounts, and its address counts as verified.
 */
export async function enterBySso(
  service: AuthService,
  { domain, email, name }: OrganisationAccount,
): Promise<string> {
  const { repo } = service;
  const provider = `sso:${providerIdOf(domain)}`;
  const sub = subOf(provider, email);
  const data = {
    iss: `https://${domain}/saml`,
    sub,
    ...(name && { name, full_name: name }),
    email,
    email_verified: true,
  };
  const now = new Date().toISOString();
  const existingIdentity = await repo.findIdentityByProviderAndId(provider, sub);
  if (existingIdentity) {
    await repo.updateIdentity(existingIdentity.id, { identity_data: data, last_sign_in_at: now });
    const user = await repo.findUserById(existingIdentity.user_id);
    if (user?.banned_until && Date.parse(user.banned_until) > Date.now())
      throw authError(403, 'user_banned', 'User is banned');
    return existingIdentity.user_id;
  }
  const id = randomUUID();
  await repo.createUser({
    id,
    email,
    is_sso_user: true,
    raw_app_meta_data: { provider, providers: [provider] },
    raw_user_meta_data: data,
  });
  await repo.createIdentity({
    id: randomUUID(),
    provider,
    provider_id: sub,
    user_id: id,
    identity_data: data,
  });
  await repo.updateUser(id, { email_confirmed_at: now });
  return id;
}
