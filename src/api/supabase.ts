import { storageKeys } from '../config/paths.ts';
import { env } from '../config/env.ts';
import { late } from '../browser/late.ts';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '#contract/database.gen.ts';

const load = late(() => import('@supabase/supabase-js'));
let client: Promise<SupabaseClient<Database>> | undefined;

/** The full client, loaded only where somebody signs in or out. */
export function supabase(): Promise<SupabaseClient<Database>> {
  client ??= load().then(({ createClient }) =>
    createClient<Database>(env().PUBLIC_SUPABASE_URL, env().PUBLIC_SUPABASE_KEY, {
      auth: { storageKey: storageKeys.auth, flowType: 'pkce' },
    }),
  );
  return client;
}
