-- Completes the storage schema of a hosted project beyond the tables of @supabase/lite. This file runs at every
-- start, after that.
do $$
begin
  if to_regrole('supabase_storage_admin') is null then
    create role supabase_storage_admin login noinherit bypassrls password 'postgres';
  end if;
exception
  -- Roles belong to the whole cluster, so another database may be creating them at the same time.
  when duplicate_object or unique_violation then null;
end
$$;

-- Each request runs as its caller, whose policies decide. The storage service itself sees all files.
grant anon, authenticated, service_role to supabase_storage_admin;
grant usage on schema storage, auth, extensions to supabase_storage_admin;
grant all on all tables in schema storage to supabase_storage_admin;
grant usage on schema storage to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;

-- As on the hosted service, rows cannot be deleted in SQL, which would leave files behind. The storage service sets the
-- variable.
create or replace function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end
$$;

create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
