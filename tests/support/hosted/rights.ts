/**
 * A role with the rights that the role `postgres` has in a hosted project, where it is not a superuser. The
 * migrations of the tests run as this role, so it owns our tables and functions, as there.
 */
import postgres from 'postgres';

export const hostedRole = 'hosted_postgres';
/** The role of read-only queries of the Management API. */
export const readOnlyRole = 'supabase_read_only_user';

/**
 * These rights are as in supabase/postgres, in the migrations `demote-postgres`, `grant_auth_roles_to_postgres`,
 * `grant_pg_monitor_to_postgres` and `grant_predefined_roles_to_postgres`. The last two grants replace supautils, which
 * lets the role make some settings although they are a superuser's (`privileged_role_allowed_configs`), also of the
 * reserved role authenticator (`reserved_roles`, with an asterisk).
 */
const CLUSTER = `
  create role ${hostedRole} login nosuperuser createdb createrole replication bypassrls password 'postgres';
  grant anon, authenticated, service_role, pg_monitor, pg_read_all_data, pg_signal_backend to ${hostedRole};
  alter role ${hostedRole} set search_path to "$user", public, extensions;
  grant authenticator to ${hostedRole} with admin true, inherit false, set false;
  create role ${readOnlyRole} login bypassrls;
  grant pg_read_all_data to ${readOnlyRole};
  grant set on parameter log_min_messages, session_replication_role, pgrst.db_pre_request to ${hostedRole};`;

/**
 * The role owns the database and the schema public. In the schemas of the services it may read and write rows and
 * create triggers and foreign keys, and nothing else (changelog "Restricting Access on Auth, Storage, and Realtime
 * Schemas").
 */
const DATABASE = `
  do $$ begin execute format('alter database %I owner to ${hostedRole}', current_database()); end $$;
  grant all on schema extensions to ${hostedRole};
  grant all on all routines in schema extensions to ${hostedRole};
  grant usage on schema auth, storage to ${hostedRole};
  grant all on all tables in schema auth to ${hostedRole};
  grant all on all tables in schema storage to ${hostedRole};
  alter default privileges for role ${hostedRole} in schema public
    grant all on tables to anon, authenticated, service_role;
  alter default privileges for role ${hostedRole} in schema public
    grant all on routines to anon, authenticated, service_role;
  alter default privileges for role ${hostedRole} in schema public
    grant all on sequences to anon, authenticated, service_role;`;

/** Creates the role, once for the cluster. The roles of the API must exist. */
export const createHostedRole = (superuserUrl: string) => run(superuserUrl, CLUSTER);

/** Gives the role its rights in a bootstrapped database, and returns the address for it. */
export async function giveHostedRights(superuserUrl: string): Promise<string> {
  await run(superuserUrl, DATABASE);
  const url = new URL(superuserUrl);
  url.username = hostedRole;
  url.password = 'postgres';
  return url.href;
}

async function run(url: string, text: string): Promise<void> {
  const sql = postgres(url, { max: 1, connection: { client_min_messages: 'warning' } });
  try {
    await sql.unsafe(text).simple();
  } finally {
    await sql.end({ timeout: 1 });
  }
}
