/** Tests the timetable of a hosted project (supabase/cron.sql) with stand-ins for pg_cron, pg_net and the vault. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

const file = readFileSync(path.join(import.meta.dirname, '../../supabase/cron.sql'), 'utf8');
const script = (secret: string) =>
  file
    .replace(/^create extension.*$/gm, '')
    .replace('[MAINTENANCE_SECRET]', secret)
    .replaceAll('[SUPABASE_URL]', 'https://project.test');

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await db.sql.unsafe(`
    create schema cron; create schema net; create schema vault;
    create table cron.job (jobname text primary key, schedule text, command text);
    create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
      insert into cron.job values (job_name, schedule, command)
      on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning 1::bigint $$;
    create table cron.job_run_details (jobid bigint, end_time timestamptz);
    insert into cron.job_run_details values (1, now() - interval '8 days'), (2, now()), (3, null);
    create table net.asked (url text, body jsonb, headers jsonb, ms integer);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000)
      returns bigint language sql as $$ insert into net.asked values (url, body, headers, timeout_milliseconds) returning 1::bigint $$;
    create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
    create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
    create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as $$
      insert into vault.secrets (name, secret) values (new_name, new_secret) returning id $$;`);
});
afterAll(() => db.drop());

test('cron calls the chores every minute and the mails in between, with a secret that the timetable does not show', async () => {
  for (const secret of ['first-word', 'second-word']) await db.sql.unsafe(script(secret));
  const jobs = await db.sql<{ schedule: string; command: string }[]>`
    select schedule, command from cron.job order by jobname`;
  expect(jobs.map(({ schedule }) => schedule)).toEqual(['* * * * *', '20 seconds', '30 19 * * *']);
  for (const { command } of jobs) {
    expect(command).not.toContain('word');
    await db.sql.unsafe(command);
  }
  const headers = { authorization: 'Bearer second-word' };
  expect([...(await db.sql`select url, headers from net.asked`)]).toEqual([
    { url: 'https://project.test/functions/v1/error-monitor/maintenance', headers },
    { url: 'https://project.test/functions/v1/drain-outbox', headers },
  ]);
  expect([...(await db.sql`select jobid::int from cron.job_run_details`)]).toEqual([
    { jobid: 2 },
    { jobid: 3 },
  ]);
});
