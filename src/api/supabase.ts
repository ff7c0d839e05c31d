import { storageKeys } from '#config/paths.ts';
import { env } from '#config/env.ts';
import { withLoadError } from '#browser/load-error.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#contract/database.gen.ts';

const load = withLoadError(() => import('@supabase/supabase-js'));
let client: Promise<SupabaseClient<Database>> | undefined;

/** Renews the session 90 s before its end, but not in a hidden tab. */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= load().then(({ createClient }) =>
    createClient<Database>(env().PUBLIC_SUPABASE_URL, env().PUBLIC_SUPABASE_KEY, {
      // A session in the address is ignored, because the author of such a link could choose the account. The implicit
      // flow lets a link work on another device (decisions "/auth").
      auth: { storageKey: storageKeys.auth, flowType: 'implicit', detectSessionInUrl: false },
      global: { fetch: fetchByOwnClock },
    }),
  );
  // After a network failure the client can be loaded again.
  client.catch(() => (client = undefined));
  return client;
}

/**
 * Without `expires_at`, the client counts from this device's clock: one that is hours ahead would renew before every
 * call.
 */
async function fetchByOwnClock(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!answer.ok || !/^\/auth\/v1\/.*(token|verify|signup)$/.test(pathname)) return answer;
  const body = (await answer.json()) as Record<string, unknown>;
  delete body['expires_at'];
  // A provider's own tokens are used for nothing, so they are not stored.
  delete body['provider_token'];
  delete body['provider_refresh_token'];
  return Response.json(body, answer);
}
