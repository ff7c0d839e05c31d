import { writeText } from '#browser/text-storage.ts';
import { googleClient } from '#config/google.ts';
import { paths } from '#config/paths.ts';
import * as signInKeys from '#config/sign-in-keys.ts';

/** Secrets that only the browser that began the sign-in knows. */
export interface SignInAttempt {
  state: string;
  nonce: string;
}

/**
 * Returns the address of Google's sign-in. The token contains only a hash of the nonce, and the service asks for the
 * nonce itself. A stolen token is therefore useless.
 */
export async function googleAddress(clientId: string): Promise<string> {
  const attempt: SignInAttempt = { state: createSecret(), nonce: createSecret() };
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.nonce));
  writeText(signInKeys.idToken, JSON.stringify(attempt));
  // Google accepts only the registered address, which has no query, so the query is stored here.
  writeText(signInKeys.returnQuery, location.search);
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: location.origin + paths.auth,
    response_type: 'id_token',
    scope: 'openid email profile',
    nonce: hexOf(new Uint8Array(hash)),
    state: attempt.state,
    prompt: 'select_account',
  });
  return `${googleClient().page}?${query.toString()}`;
}

const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const createSecret = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));
