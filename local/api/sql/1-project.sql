-- Creates the roles, schemas, extensions and default privileges of a hosted project. This file runs at every start.
do $$
begin
  if to_regrole('anon') is null then create role anon nologin noinherit; end if;
  if to_regrole('authenticated') is null then create role authenticated nologin noinherit; end if;
  if to_regrole('service_role') is null then create role service_role nologin noinherit bypassrls; end if;
  if to_regrole('authenticator') is null then create role authenticator login noinherit; end if;
  if to_regrole('supabase_auth_admin') is null then create role supabase_auth_admin login noinherit; end if;
exception
  -- Roles belong to the whole cluster, so another database may be creating them at the same time.
  when duplicate_object or unique_violation then null;
end
$$;

grant anon, authenticated, service_role to authenticator;

-- The API connects with these two roles only, never as the superuser. As on the hosted service, their settings are made
-- once per cluster.
do $$
declare
  v_role record;
begin
  for v_role in select rolname from pg_catalog.pg_authid
    where rolname in ('authenticator', 'supabase_auth_admin') and (rolpassword is null or not rolcanlogin)
  loop
    execute format('alter role %I login password %L', v_role.rolname, 'postgres');
  end loop;
  for v_role in
    select r.name, r.setting, r.value
    from (values
      ('anon', 'statement_timeout', '3s'), ('authenticated', 'statement_timeout', '8s'),
      ('authenticator', 'statement_timeout', '8s'), ('authenticator', 'lock_timeout', '8s'),
      ('supabase_auth_admin', 'search_path', 'auth'), ('supabase_auth_admin', 'log_min_messages', 'fatal')
    ) r (name, setting, value)
    where not exists (
      select from pg_catalog.pg_db_role_setting s
      where s.setrole = r.name::regrole and s.setdatabase = 0 and r.setting || '=' || r.value = any (s.setconfig))
  loop
    execute format('alter role %I set %I to %L', v_role.name, v_role.setting, v_role.value);
  end loop;
exception
  -- Settings of roles belong to the whole cluster, so another database may be making the same settings now.
  when internal_error or unique_violation then null;
end
$$;

-- As on the hosted service, this setting belongs to the role. A database made from a template would lose a setting of
-- the database.
do $$
begin
  if not exists (
    select from pg_catalog.pg_db_role_setting s
    where s.setrole = 'postgres'::regrole and s.setdatabase = 0
      and 'search_path="$user", public, extensions' = any (s.setconfig)
  ) then
    alter role postgres set search_path to "$user", public, extensions;
  end if;
end
$$;

-- Privileges are granted once, in a database without these schemas, so that privileges that a migration revoked stay
-- revoked.
do $$
begin
  if to_regnamespace('extensions') is null then
    create schema if not exists auth;
    create schema extensions;
    grant usage on schema public, auth, extensions to anon, authenticated, service_role;
    alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges in schema public grant all on routines to anon, authenticated, service_role;
    alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
  end if;
end
$$;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- As on the hosted service, a change of the schema tells the API to read the schema again.
create or replace function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  if exists (
    select from pg_event_trigger_ddl_commands() c where c.schema_name is distinct from 'pg_temp'
  ) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

create or replace function extensions.pgrst_drop_watch() returns event_trigger language plpgsql as $$
begin
  if exists (select from pg_event_trigger_dropped_objects() d where not d.is_temporary) then
    notify pgrst, 'reload schema';
  end if;
end
$$;

do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_drop_watch();
  end if;
end
$$;
