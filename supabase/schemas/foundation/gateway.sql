-- Unwanted requests are refused before their query runs. PostgREST calls this function as the caller, in the caller's
-- transaction, with the request in the settings `request.*`.

create function private.before_request()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The planner's estimate ignores policies and would reveal how many rows of other families match. So only an exact
  -- count is allowed.
  if v_headers ->> 'prefer' ~* 'count\s*=(?!\s*exact\s*([,;]|$))' then
    raise exception using message = 'invalid_input', errcode = 'PT400', hint = 'prefer';
  end if;
  if v_headers ->> 'accept' ~* 'vnd\.pgrst\.plan' then
    raise exception using message = 'invalid_input', errcode = 'PT400', hint = 'accept';
  end if;
end;
$$;
comment on function private.before_request() is
  'Refuses planner counts (count=planned, count=estimated) and query plans with invalid_input, for every caller.';
grant execute on function private.before_request() to anon, authenticated, service_role;

-- The role authenticator might not exist. Settings of roles belong to the whole cluster, so they are set only once.
do $$
begin
  if to_regrole('authenticator') is null or exists (
    select from pg_catalog.pg_db_role_setting
    where setrole = to_regrole('authenticator') and 'pgrst.db_pre_request=private.before_request' = any (setconfig)
  ) then
    return;
  end if;
  begin
    alter role authenticator set pgrst.db_pre_request = 'private.before_request';
  exception
    when insufficient_privilege then
      raise warning 'pgrst.db_pre_request could not be set for authenticator: planner counts and query plans are answered';
  end;
  -- A message in the server's log could quote input, such as a child's name or an allergy.
  begin
    alter role authenticator set log_min_messages = 'fatal';
  exception
    when insufficient_privilege then
      raise warning 'log_min_messages could not be set for authenticator: errors that quote input reach the log';
  end;
  notify pgrst, 'reload config';
end
$$;
