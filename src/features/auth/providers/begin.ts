import { supabase } from '#api/supabase.ts';
import { fetchOptions } from '#browser/request.ts';
import { writeText } from '#browser/text-storage.ts';
import { env } from '#config/env.ts';
import { googleClient } from '#config/google.ts';
import { storageKeys } from '#config/paths.ts';
import * as timing from '#config/timing.ts';
import type { Failure } from '../error-messages.ts';
import { googleAddress } from '../id-token/begin.ts';
import { providerMessages } from './messages.ts';

/** The key under which Supabase's client looks for the verifier (`exchangeCodeForSession`). */
export const verifierKey = `${storageKeys.auth}-code-verifier`;

/**
 * Opens the provider's page, which returns to this page with a code. If we have our own Google client, Google returns
 * an ID token instead.
 */
export async function signInBy(provider: string, go: (url: string) => void): Promise<null> {
  const { id } = googleClient();
  go(provider === 'google' && id !== '' ? await googleAddress(id) : await addressOf('/authorize', provider));
  return null;
}

/** Adds the provider as a sign-in method of the signed-in user's account. */
export async function linkTo(provider: string, go: (url: string) => void): Promise<Failure | null> {
  const { auth } = await supabase();
  const { data } = await auth.getSession();
  const url = await addressOf('/user/identities/authorize', provider);
  const settings = {
    key: env().PUBLIC_SUPABASE_KEY,
    token: data.session?.access_token,
    timeoutMs: timing.CALL_TIMEOUT_MS,
  };
  const answer = await fetch(`${url}&skip_http_redirect=true`, fetchOptions(settings));
  const body = (await answer.json()) as { url?: string; error_code?: string; msg?: string };
  if (body.error_code === 'manual_linking_disabled')
    return { message: providerMessages.linkingOff, status: answer.status };
  if (!body.url) return { message: body.msg ?? '', status: answer.status, code: body.error_code };
  go(body.url);
  return null;
}

async function addressOf(path: string, provider: string): Promise<string> {
  const query = new URLSearchParams({ provider, ...(await beginPkce()) });
  return `${env().PUBLIC_SUPABASE_URL}/auth/v1${path}?${query.toString()}`;
}

/**
 * Creates the values of PKCE, with which only the browser that began can use the code. Our Supabase client uses
 * another flow (api/supabase.ts), so the verifier is made here.
 */
export async function beginPkce() {
  const verifier = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  writeText(verifierKey, JSON.stringify(verifier));
  return {
    redirect_to: location.origin + location.pathname + location.search,
    code_challenge: btoa(String.fromCharCode(...new Uint8Array(hash)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
    code_challenge_method: 's256',
  };
}
