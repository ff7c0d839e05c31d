import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootstrapDatabase } from '#local/api/bootstrap.ts';
import { hostedLimits } from '#local/api/auth/limits/limits.ts';
import { type RunningApi, startApi } from '#local/api/start.ts';
import { type RunningDatabase, startDatabase } from '#local/database/start.ts';
import { eventually } from './api-fixtures/eventually.ts';

const key = 'sb_publishable_for_this_test';
let dir: string;
let database: RunningDatabase;
let api: RunningApi;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'restart-'));
  database = await startDatabase({ dir, port: 0, durable: false });
  await bootstrapDatabase(database.url);
  const sql = postgres(database.url, { max: 1 });
  await sql
    .unsafe(
      `create function count_slowly(n int) returns int language sql volatile as
    'select n from pg_sleep(0.02)'`,
    )
    .simple();
  await sql.end();
  api = await startApi({
    port: 0,
    databaseUrl: database.url,
    jwtSecret: 'only good for this very test, forty characters',
    anonKey: key,
    serviceRoleKey: 'sb_secret_for_this_test',
    siteUrl: 'http://127.0.0.1:4999',
    functionsUrl: 'http://127.0.0.1:9',
    mail: { send: () => Promise.resolve() },
    mailFrom: 'a@example.test',
    confirmEmail: false,
    poolSize: 8,
    // All requests during a restart come from one address.
    limits: hostedLimits(1000),
  });
});
afterAll(async () => {
  await api.stop();
  await database.stop();
  await rm(dir, { recursive: true });
});

const client = () => createClient(api.url, key, { auth: { persistSession: false, autoRefreshToken: false } });

it('the API answers every request while Postgres is killed and restarted, and works again within seconds', async () => {
  const statuses: number[] = [];
  let busy = true;
  let guest = 0;
  const visitors = Array.from({ length: 12 }, async (_, n) => {
    while (busy) {
      const { status } = await client().rpc('count_slowly', { n });
      statuses.push(status);
    }
  });
  const parents = Array.from({ length: 2 }, async () => {
    while (busy)
      await client().auth.signUp({ email: `guest${guest++}@example.test`, password: 'river-stones' });
  });
  await eventually(() => statuses.filter((status) => status === 200).length).toBeGreaterThan(20);

  const lock = await readFile(path.join(dir, 'data/postmaster.pid'), 'utf8');
  process.kill(Number(lock.split('\n')[0]), 'SIGKILL');
  expect(await database.exited).toContain('SIGKILL');
  await eventually(() => statuses.at(-1)).toBe(503);
  const { error } = await client().rpc('count_slowly', { n: 1 });
  expect(error?.code).toBe('PGRST001');

  database = await startDatabase({ dir, port: Number(new URL(database.url).port), durable: false });
  const before = statuses.length;
  await eventually(() => statuses.slice(before).filter((status) => status === 200).length).toBeGreaterThan(
    50,
  );
  await eventually(() => statuses.slice(-20).every((status) => status === 200)).toBe(true);
  const email = 'after@example.test';
  expect((await client().auth.signUp({ email, password: 'river-stones' })).error).toBeNull();

  busy = false;
  await Promise.all([...visitors, ...parents]);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
});
