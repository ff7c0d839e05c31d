import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { MailMessage } from '#local/api/mail.ts';
import { signingKey } from '#local/api/signing-keys.ts';
import type { ApiOptions } from '#local/api/options.ts';
import { startApi } from '#local/api/start.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';

export const siteUrl = 'http://127.0.0.1:4999';
export const password = 'river-stones-42';

export interface TestApi {
  url: string;
  database: TestDatabase;
  /** E-mails that the API has sent, oldest first. `failing` refuses them; each is accepted after `waits`. */
  mails: MailMessage[];
  mailServer: { failing: boolean; waits?: Promise<undefined> | undefined };
  keys: { anon: string; service: string; jwtSecret: string };
  client(options?: { headers?: Record<string, string>; token?: string }): SupabaseClient;
  service(): SupabaseClient;
  /** Signs a token like the auth server, or with the key of another secret. */
  token(claims: Record<string, unknown>, secret?: string): Promise<string>;
  stop(): Promise<void>;
}

/** The facts that SQL knows about a caller, returned by the function `whoami` of `outings.sql`. */
export interface Whoami {
  user: string;
  uid: string | null;
  role: string;
  headers: Record<string, string>;
  claims: { app_metadata?: { team?: string } };
}

export async function whoami(client: SupabaseClient): Promise<Whoami> {
  return (await client.rpc('whoami')).data as Whoami;
}

const now = () => Math.floor(Date.now() / 1000);

/** Starts an API on its own database, which has the tables and functions of `outings.sql`. */
export async function createApi(options: Partial<ApiOptions> = {}): Promise<TestApi> {
  const database = await createDatabase();
  const schema = await readFile(path.join(import.meta.dirname, 'outings.sql'), 'utf8');
  await database.sql.unsafe(schema).simple();
  // All tests call from one network address. Its limits are tested in api-new-accounts.test.ts.
  await database.sql`update public.rate_rules set most = 100000 where endpoint ~ '^(new_account_|account_mail)'`;
  const mails: MailMessage[] = [];
  const mailServer: TestApi['mailServer'] = { failing: false };
  const keys = {
    anon: `sb_publishable_${randomBytes(12).toString('hex')}`,
    service: `sb_secret_${randomBytes(12).toString('hex')}`,
    jwtSecret: randomBytes(32).toString('hex'),
  };
  const api = await startApi({
    port: 0,
    databaseUrl: database.url,
    jwtSecret: keys.jwtSecret,
    anonKey: keys.anon,
    serviceRoleKey: keys.service,
    siteUrl,
    functionsUrl: 'http://127.0.0.1:9',
    mailFrom: 'Trails <hello@example.test>',
    mail: {
      send: async (message) => {
        await mailServer.waits;
        if (mailServer.failing) throw new Error('The mail server is away');
        mails.push(message);
      },
    },
    confirmEmail: false,
    ...options,
  });
  const connect = (key: string, headers: Record<string, string> = {}) =>
    createClient(api.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { headers },
    });
  return {
    url: api.url,
    database,
    mails,
    mailServer,
    keys,
    client: ({ headers, token } = {}) =>
      connect(keys.anon, { ...headers, ...(token && { authorization: `Bearer ${token}` }) }),
    service: () => connect(keys.service),
    token: (claims, secret = keys.jwtSecret) =>
      signingKey(secret).sign({ role: 'authenticated', iat: now(), exp: now() + 600, ...claims }),
    stop: async () => {
      await api.stop();
      await database.drop();
    },
  };
}
