/** Simulates SQL queries by Supabase's Management API, with the vault and the extensions of a hosted project. */
import type { TestDatabase } from '#support/database.ts';
import { hostedRole, readOnlyRole } from './rights.ts';
import type { World } from './world.ts';

/**
 * The vault of a hosted project, with the parts that supabase/cron.sql uses. Its rights are those of version 0.3. The
 * role postgres may read and delete secrets, but can make them only with functions.
 */
const VAULT = `
  create schema if not exists vault;
  create table if not exists vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
  create or replace view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
  create or replace function vault.create_secret(new_secret text, new_name text) returns uuid language sql as
    'insert into vault.secrets (secret, name) values (new_secret, new_name) returning id' security definer;
  grant usage on schema vault to ${hostedRole};
  grant select, delete on vault.secrets, vault.decrypted_secrets to ${hostedRole};
  revoke execute on function vault.create_secret(text, text) from public;
  grant execute on function vault.create_secret(text, text) to ${hostedRole};`;

const EXTENSIONS: Record<string, string> = {
  pg_cron: `
    create schema if not exists cron;
    grant usage on schema cron to ${hostedRole};
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
    end $cron$ security definer;
    create table if not exists cron.job_run_details (jobid bigint, end_time timestamptz);
    grant select on cron.job to ${hostedRole};
    grant all on cron.job_run_details to ${hostedRole};`,
  pg_net: `
    create schema if not exists net;
    grant usage on schema net to ${hostedRole};
    create table if not exists net._http_response (id bigint generated always as identity, status_code integer,
      created timestamptz not null default clock_timestamp());
    grant all on net._http_response to ${hostedRole};`,
};

/**
 * Runs a query in one transaction, as the Management API does. It has the rights of the role postgres, or of a role
 * that only reads. Returns the rows of the last statement that returned rows. Extensions are made by a superuser, as
 * with supautils.
 */
export async function runQuery({ db, supabase }: World, query: string, readOnly: boolean): Promise<object[]> {
  const wanted = Object.keys(EXTENSIONS).filter((name) =>
    query.includes(`create extension if not exists ${name};`),
  );
  for (const name of wanted) await db.sql.unsafe(EXTENSIONS[name] ?? '').simple();
  const text = query.replaceAll(/create extension if not exists (?:pg_cron|pg_net);/g, '');
  const rows: object[] = await db.sql.begin(readOnly ? 'read only' : 'read write', async (tx) => {
    await tx.unsafe(`set local log_min_error_statement = ${supabase.logsAreQuiet ? 'panic' : 'error'};
      set local log_parameter_max_length_on_error = 0;
      set local session authorization ${readOnly ? readOnlyRole : hostedRole}`);
    const results: unknown = await tx.unsafe(text).simple();
    const lists = (Array.isArray(results) && results.some(Array.isArray) ? results : [results]) as object[][];
    return Array.from(lists.findLast((rows) => rows.length > 0) ?? []);
  });
  return rows;
}

export async function addVault({ sql }: TestDatabase): Promise<void> {
  await sql.unsafe(VAULT).simple();
}
