import { authError, authErrorResponse } from '../auth-error.ts';

/** Returns the challenge of a flow with PKCE, or throws the service's refusal. */
export function challengeOf(challenge: string, named: string) {
  const method = named.toLowerCase();
  if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (challenge.length < 43 || challenge.length > 128)
    throw invalid('code challenge has to be between 43 and 128 characters');
  if (!/^[\w.~-]+$/.test(challenge))
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  if (method !== 's256' && method !== 'plain') throw invalid('Invalid code_challenge_method');
  return { code_challenge: challenge, code_challenge_method: method };
}

const invalid = (message: string) => authError(400, 'validation_failed', message);

/** As on the hosted service, the error is in both the query and the fragment. */
export function withError(target: string, errorFields: Record<string, string>): string {
  const redirectUrl = new URL(target);
  for (const [name, value] of Object.entries(errorFields)) redirectUrl.searchParams.set(name, value);
  redirectUrl.hash = new URLSearchParams({ ...errorFields, sb: '' }).toString();
  return redirectUrl.href;
}

const deniedCodes = ['signup_disabled', 'user_banned', 'provider_email_needs_verification'];

export async function refusalOf(error: unknown): Promise<Record<string, string>> {
  let refused: Response;
  try {
    refused = authErrorResponse(error as Error);
  } catch {
    console.error('auth: a sign-in by another provider failed:', error);
    return {
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: 'Unexpected failure',
    };
  }
  const { error_code: code, msg } = (await refused.json()) as { error_code: string; msg: string };
  const isDenied = deniedCodes.includes(code) || refused.status === 403;
  const word = isDenied ? 'access_denied' : refused.status < 500 ? 'invalid_request' : 'server_error';
  return { error: word, error_code: code, error_description: msg };
}
