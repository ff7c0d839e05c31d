import { storageKeys } from '../config/paths.ts';
import { env } from '../config/env.ts';
import type { SupabaseClient } from '@supabase/supabase-js';

let client: Promise<SupabaseClient> | undefined;

/** The full client, loaded only where somebody signs in or out. */
export function supabase(): Promise<SupabaseClient> {
  client ??= import('@supabase/supabase-js').then(({ createClient }) =>
    createClient(env().PUBLIC_SUPABASE_URL, env().PUBLIC_SUPABASE_KEY, {
      auth: { storageKey: storageKeys.auth, flowType: 'pkce' },
    }),
  );
  return client;
}
