-- What is refused before a request's own query runs. The API calls it as the caller, in the caller's transaction, with
-- the request in the settings `request.*`.

create function private.before_request()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The planner counts before policies filter: its estimate tells how many rows of other families a filter would find,
  -- and by halving, their ids. Only a count of the rows that the caller may read is answered; nor is a plan.
  if v_headers ->> 'prefer' ~* 'count\s*=(?!\s*exact\s*([,;]|$))' then
    raise exception using message = 'invalid_input', errcode = 'PT400', hint = 'prefer';
  end if;
  if v_headers ->> 'accept' ~* 'vnd\.pgrst\.plan' then
    raise exception using message = 'invalid_input', errcode = 'PT400', hint = 'accept';
  end if;
end;
$$;
comment on function private.before_request() is
  'Refuses a planner''s count (count=planned, count=estimated) and a query''s plan with invalid_input, whoever asks.';
grant execute on function private.before_request() to anon, authenticated, service_role;

-- The API's own role, where there is one: settings of roles belong to the whole cluster, so they are made once.
do $$
begin
  if to_regrole('authenticator') is null or exists (
    select from pg_catalog.pg_db_role_setting
    where setrole = to_regrole('authenticator') and 'pgrst.db_pre_request=private.before_request' = any (setconfig)
  ) then
    return;
  end if;
  alter role authenticator set pgrst.db_pre_request = 'private.before_request';
  -- What a caller did wrong is answered to the caller. In the server's log its message may quote what was typed: a
  -- child's name, an allergy.
  begin
    alter role authenticator set log_min_messages = 'fatal';
  exception
    when insufficient_privilege then
      raise warning 'log_min_messages could not be set for authenticator: errors that quote input reach the log';
  end;
  notify pgrst, 'reload config';
end
$$;
