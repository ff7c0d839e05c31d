import { createHash } from 'node:crypto';
import { authError } from '../auth-error.ts';

const supportedProviders = ['apple', 'azure', 'facebook', 'github', 'google', 'linkedin_oidc', 'twitter'];

export interface ProviderAccount {
  /** The provider's own id of the account. The account's address may change. */
  sub: string;
  email: string;
  name: string;
  isVerified: boolean;
}

/** Returns the provider's name if the settings switch it on. */
export function requireProvider(name: string | undefined, switchedOn: readonly string[]): string {
  const provider = (name ?? '').toLowerCase();
  if (!supportedProviders.includes(provider))
    throw unsupportedProvider(`Provider ${provider} could not be found`);
  if (!switchedOn.includes(provider)) throw unsupportedProvider('provider is not enabled');
  return provider;
}

const unsupportedProvider = (why: string) =>
  authError(400, 'validation_failed', `Unsupported provider: ${why}`);

/** The same address always gets the same account, even after a restart. */
export const subOf = (provider: string, email: string): string =>
  createHash('sha256').update(`${provider} ${email}`).digest('hex').slice(0, 21);

/** The account's data as they are saved in an identity. */
export const identityDataOf = (provider: string, { sub, email, name, isVerified }: ProviderAccount) => ({
  iss: `https://${provider}.example`,
  sub,
  provider_id: sub,
  ...(name && { name, full_name: name }),
  ...(email && { email }),
  email_verified: isVerified,
  phone_verified: false,
});
