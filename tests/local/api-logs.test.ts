import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { prepareDatabase } from '#local/api/prepare.ts';
import { type RunningApi, startApi } from '#local/api/start.ts';
import { type RunningDatabase, startDatabase } from '#local/database/start.ts';

const key = 'sb_publishable_for_this_test';
/** A text that every input contains and no log may contain. */
const SECRET = 'peanutallergy';
const logged: string[] = [];
let dir: string;
let database: RunningDatabase;
let api: RunningApi;

beforeAll(async () => {
  for (const name of ['error', 'warn', 'log', 'info'] as const)
    vi.spyOn(console, name).mockImplementation((...words: unknown[]) => {
      logged.push(words.map((word) => (word instanceof Error ? textOf(word) : String(word))).join(' '));
    });
  dir = await mkdtemp(path.join(os.tmpdir(), 'logs-'));
  database = await startDatabase({ dir, port: 0, durable: false, log: (text) => void logged.push(text) });
  await prepareDatabase(database.url, false, undefined);
  api = await startApi({
    port: 0,
    databaseUrl: database.url,
    jwtSecret: 'only good for this very test, forty characters',
    anonKey: key,
    serviceRoleKey: 'sb_secret_for_this_test',
    siteUrl: 'http://127.0.0.1:4999',
    functionsUrl: 'http://127.0.0.1:9',
    mail: { send: (mail) => Promise.reject(new Error(`down, ${mail.subject}`)) },
    mailFrom: 'a@example.test',
  });
}, 120_000);
afterAll(async () => {
  await api.stop();
  await database.stop();
  await rm(dir, { recursive: true });
  vi.restoreAllMocks();
});

/** Returns everything that printing an error would show. */
const textOf = (error: Error) => `${error.stack ?? ''} ${JSON.stringify(error)}`;

it('no log has what is typed into a public call, however it is refused', async () => {
  const admin = postgres(database.url, { max: 1 });
  const calls = await admin<{ name: string; args: string[] }[]>`
    select p.proname as name, coalesce(p.proargnames[1:p.pronargs], '{}') as args
    from pg_proc p where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`;
  await admin.end();
  expect(calls.length).toBeGreaterThan(20);
  const nasty: ((args: string[]) => string)[] = [
    (args) => JSON.stringify(Object.fromEntries(args.map((arg) => [arg, SECRET]))),
    (args) =>
      JSON.stringify(Object.fromEntries(args.map((arg) => [arg, { notes: SECRET, lines: [SECRET] }]))),
    (args) => `{"${args[0] ?? 'x'}": "${SECRET}\\u0000"}`,
    (args) => `{"${args[0] ?? 'x'}": {"notes": "${SECRET} \\ud800"}}`,
    (args) => `{"${args[0] ?? 'x'}": "${SECRET}`,
    (args) => JSON.stringify(Object.fromEntries(args.map((arg) => [arg, [SECRET, 1e308, null]]))),
  ];
  const post = async (address: string, body: string) => {
    const answer = await fetch(api.url + address, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body,
    });
    await answer.text();
    return answer.status;
  };
  const broken: string[] = [];
  for (const { name, args } of calls)
    for (const body of nasty) {
      const status = await post(`/rest/v1/rpc/${name}`, body(args));
      if (status >= 500) broken.push(`${name} ${status} ${body(args)}`);
    }
  for (const name of ['signup', 'otp', 'recover', 'resend', 'token?grant_type=password', 'verify'])
    for (const body of nasty)
      await post(`/auth/v1/${name}`, body(['email', 'password', 'data', 'type', 'token']));
  await post(
    '/auth/v1/signup',
    JSON.stringify({ email: `${SECRET}@example.test`, password: `${SECRET}-1234` }),
  );
  await fetch(`${api.url}/rest/v1/offers?id=eq.${SECRET}&price_cents=lt.${SECRET}`, {
    headers: { apikey: key },
  });
  expect(broken).toEqual([]);
  expect(logged.filter((line) => line.includes(SECRET))).toEqual([]);
  // Without this the test would pass with an empty log.
  expect(logged.join('')).toContain('database system is ready');
}, 240_000);
