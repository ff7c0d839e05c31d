/** Simulates SQL queries by Supabase's Management API, with the vault and the extensions of a hosted project. */
import type { TestDatabase } from '#support/database.ts';
import type { World } from './world.ts';

/** The vault of a hosted project, with the parts that supabase/cron.sql uses. */
const VAULT = `
  create schema if not exists vault;
  create table if not exists vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
  create or replace view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
  create or replace function vault.create_secret(new_secret text, new_name text) returns uuid language sql as
    'insert into vault.secrets (secret, name) values (new_secret, new_name) returning id';`;

const EXTENSIONS: Record<string, string> = {
  pg_cron: `
    create schema if not exists cron;
    create table if not exists cron.job (jobid bigint generated always as identity, jobname text unique,
      schedule text not null, command text not null, active boolean not null default true);
    create or replace function cron.schedule(job_name text, schedule text, command text) returns bigint language plpgsql as
    $cron$ declare v_id bigint; begin
      if schedule !~ '^([1-5]?[0-9] seconds|([*0-9/,-]+ ){4}[*0-9/,-]+)$' then
        raise exception 'invalid schedule: %', schedule; end if;
      insert into cron.job (jobname, schedule, command) values (job_name, schedule, command)
      on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command
      returning jobid into v_id;
      return v_id;
    end $cron$;`,
  pg_net: `
    create schema if not exists net;
    create table if not exists net._http_response (id bigint generated always as identity, status_code integer,
      created timestamptz not null default clock_timestamp());`,
};

/** Runs a query in one transaction, as the Management API does. Returns the rows of the last statement with rows. */
export async function runQuery({ db, supabase }: World, query: string, readOnly: boolean): Promise<object[]> {
  const text = query.replaceAll(
    /create extension if not exists (pg_cron|pg_net);/g,
    (_, name: string) => EXTENSIONS[name] ?? '',
  );
  const rows: object[] = await db.sql.begin(readOnly ? 'read only' : 'read write', async (tx) => {
    await tx.unsafe(`set local log_min_error_statement = ${supabase.logsAreQuiet ? 'panic' : 'error'};
      set local log_parameter_max_length_on_error = 0`);
    const results: unknown = await tx.unsafe(text).simple();
    const lists = (Array.isArray(results) && results.some(Array.isArray) ? results : [results]) as object[][];
    return Array.from(lists.findLast((rows) => rows.length > 0) ?? []);
  });
  return rows;
}

export async function addVault({ sql }: TestDatabase): Promise<void> {
  await sql.unsafe(VAULT).simple();
}
