import { storageKeys } from '#config/paths.ts';
import { env } from '#config/env.ts';
import { withLoadError } from '#browser/load-error.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#contract/database.gen.ts';

const load = withLoadError(() => import('@supabase/supabase-js'));
let client: Promise<SupabaseClient<Database>> | undefined;

/** Returns the client of Supabase. It renews the session 90 s before it ends, but not in a hidden tab. */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= load().then(({ createClient }) =>
    createClient<Database>(env().PUBLIC_SUPABASE_URL, env().PUBLIC_SUPABASE_KEY, {
      // A session in the address is ignored, because the author of such a link could choose the account. The implicit
      // flow lets a link work on another device (decisions "/auth").
      auth: { storageKey: storageKeys.auth, flowType: 'implicit', detectSessionInUrl: false },
      global: { fetch: fetchWithoutExpiry },
    }),
  );
  // If the network failed, the library can be loaded again.
  client.catch(() => (client = undefined));
  return client;
}

/**
 * Removes `expires_at` from the answer. Otherwise a device whose clock is hours ahead would renew the session before
 * every call.
 */
async function fetchWithoutExpiry(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!answer.ok || !/^\/auth\/v1\/.*(token|verify|signup)$/.test(pathname)) return answer;
  const body = (await answer.json()) as Record<string, unknown>;
  delete body['expires_at'];
  // The site never uses the tokens of Google, so the browser does not store them.
  delete body['provider_token'];
  delete body['provider_refresh_token'];
  return Response.json(body, answer);
}
