-- HOW COMMENTS ARE WRITTEN (comment on function, in all of these files)
--
-- "Definer: ..." says why a function runs with the rights of its owner. "Definer: see f" means: for the same reason as
-- the function f, which is in the same file or the one that it names. "Fails with code (field; detail: value)" lists
-- the refusals: the error's code, the field of the form that it is about, and the fact that the caller gets with it.

-- A hosted project grants every new table and function to the browser's roles by default, so these defaults are
-- revoked.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;

create schema private;
comment on schema private is
  'Helpers and predicates. The API does not expose this schema. Roles have usage only because policies call '
  'predicates in it.';
grant usage on schema private to anon, authenticated, service_role;
