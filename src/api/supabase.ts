import { storageKeys } from '#config/paths.ts';
import { env } from '#config/env.ts';
import { late } from '#browser/late.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#contract/database.gen.ts';

const load = late(() => import('@supabase/supabase-js'));
let client: Promise<SupabaseClient<Database>> | undefined;

/**
 * The full client, loaded only where somebody signs in or out, or stays behind a sign-in. It renews the session 90 s
 * before its end (looked at every 30 s, and when the tab is looked at again; a hidden tab rests).
 */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= load().then(({ createClient }) =>
    createClient<Database>(env().PUBLIC_SUPABASE_URL, env().PUBLIC_SUPABASE_KEY, {
      // No address signs anybody in by itself: whoever made the link would choose as whom. A mail's link works on
      // another device than the one that asked, which PKCE would refuse (decisions "/auth").
      auth: { storageKey: storageKeys.auth, flowType: 'implicit', detectSessionInUrl: false },
      global: { fetch: fetchByOwnClock },
    }),
  );
  // A network that failed once may be back.
  client.catch(() => (client = undefined));
  return client;
}

/**
 * How long a session lasts is counted from now by this device's clock, as the client does where no moment is named. By
 * the service's clock, a device that is hours ahead would renew its session before every call and find it ended.
 */
async function fetchByOwnClock(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (!answer.ok || !/^\/auth\/v1\/.*(token|verify|signup)$/.test(pathname)) return answer;
  const body = (await answer.json()) as Record<string, unknown>;
  delete body['expires_at'];
  return Response.json(body, answer);
}
