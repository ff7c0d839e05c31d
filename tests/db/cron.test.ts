/** Tests the timetable of a hosted project (supabase/cron.sql) with stand-ins for pg_cron, pg_net and the vault. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { hostedRole } from '#support/hosted/rights.ts';

const file = readFileSync(path.join(import.meta.dirname, '../../supabase/cron.sql'), 'utf8');
const script = (secret: string) =>
  file
    .replace(/^create extension.*$/gm, '')
    .replace('[MAINTENANCE_SECRET]', secret)
    .replaceAll('[SUPABASE_URL]', 'https://project.test');

let db: TestDatabase;
/** Runs as the role postgres of a hosted project, which cannot write into cron.job or vault.secrets itself. */
const run = (text: string) =>
  db.sql.begin(async (tx) => {
    await tx`set local session authorization ${tx(hostedRole)}`;
    await tx.unsafe(text).simple();
  });
beforeAll(async () => {
  db = await createDatabase();
  await db.sql.unsafe(`
    create schema cron; create schema net; create schema vault;
    create table cron.job (jobname text primary key, schedule text, command text);
    create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as $$
      insert into cron.job values (job_name, schedule, command)
      on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning 1::bigint $$ security definer;
    create table cron.job_run_details (jobid bigint, end_time timestamptz);
    insert into cron.job_run_details values (1, now() - interval '8 days'), (2, now()), (3, null);
    create table net.asked (url text, body jsonb, headers jsonb, ms integer);
    create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}',
      headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds integer default 5000)
      returns bigint language sql as $$ insert into net.asked values (url, body, headers, timeout_milliseconds) returning 1::bigint $$ security definer;
    create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
    create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
    create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as $$
      insert into vault.secrets (name, secret) values (new_name, new_secret) returning id $$ security definer;
    grant usage on schema cron, net, vault to ${hostedRole};
    grant select on cron.job to ${hostedRole};
    grant all on cron.job_run_details to ${hostedRole};
    grant select, delete on vault.secrets, vault.decrypted_secrets to ${hostedRole};`);
});
afterAll(() => db.drop());

test('cron calls the chores every minute and the mails in between, with a secret that the timetable does not show', async () => {
  for (const secret of ['first-word', 'second-word']) await run(script(secret));
  const jobs = await db.sql<{ schedule: string; command: string }[]>`
    select schedule, command from cron.job order by jobname`;
  expect(jobs.map(({ schedule }) => schedule)).toEqual(['* * * * *', '20 seconds', '30 19 * * *']);
  for (const { command } of jobs) {
    expect(command).not.toContain('word');
    await run(command);
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
