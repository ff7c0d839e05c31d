-- Calls count against a rate limit even if they are refused. An exception would roll back the count, so a caller whose
-- calls are refused could try without limit. Therefore a function in the schema public calls private.answer_<name> in a
-- subtransaction. An exception rolls back only that. The answer is what PostgREST would send, and the call is counted
-- and commits. The counter is written last, because its row stays locked until the end, and all calls from the same
-- address would wait for it. The outer function records its name (answers.call), because the request's path can be
-- spelled in many ways. Every call may fail with rate_limited, and calls for staff with not_allowed, so the comments of
-- functions leave these codes out.

create function private.enter_call(p_call text, p_endpoint text, p_code text)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
  v_keys text[] := '{}';
  v_key text;
  v_caller text;
begin
  if coalesce(current_setting('request.path', true), '') <> '' and coalesce(current_setting('answers.call', true), '') = '' then
    perform set_config('answers.call', p_call, true);
  end if;
  if private.is_service() then return v_keys; end if;
  -- After too many wrong guesses of a short code the caller no longer learns whether a code is right. Others with the
  -- same address can still buy.
  if coalesce(trim(p_code), '') <> '' and private.has_guessed('code') then return null; end if;
  if p_endpoint is null then return v_keys; end if;
  v_rule := private.rate_rule(p_endpoint);
  foreach v_caller in array private.caller_keys() loop
    v_key := private.fingerprint(v_rule.endpoint || ' ' || v_caller);
    if private.is_used_up(v_key, private.rate_limit_of(v_rule, v_caller)) then return null; end if;
    v_keys := v_keys || v_key;
  end loop;
  return v_keys;
end;
$$;
comment on function private.enter_call(text, text, text) is
  'Returns the counters that private.leave_call must increase: first the one of the account, then the one of the '
  'network address. If one has reached its limit, returns null, so that none is increased. p_code is a promotion code '
  'in the call.';

create function private.leave_call(p_endpoint text, p_keys text[], p_code text default null)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_callers constant text[] := private.caller_keys();
  v_guess constant text := coalesce(current_setting('answers.guess', true), '');
  v_rule public.rate_rules;
begin
  perform set_config('answers.guess', '', true);
  -- A right code is confirmed only while the guesses are within their limit.
  if v_guess = '' and coalesce(trim(p_code), '') <> '' and private.has_guessed('code') then return false; end if;
  if p_keys <> '{}' then
    v_rule := private.rate_rule(p_endpoint);
    -- As in enter_call, if one counter has reached its limit, the others do not count.
    for n in 1..cardinality(p_keys) loop
      if private.is_used_up(p_keys[n], private.rate_limit_of(v_rule, v_callers[n])) then return false; end if;
    end loop;
    -- Counters are always counted in this order, so that two calls do not deadlock.
    for n in 1..cardinality(p_keys) loop
      if not private.count_key(p_keys[n], private.rate_limit_of(v_rule, v_callers[n]), v_rule.seconds, 1) then return false; end if;
    end loop;
  end if;
  return v_guess = '' or private.count_guess(v_guess);
end;
$$;
comment on function private.leave_call(text, text[], text) is
  'Counts a finished call and its guess. p_keys is from private.enter_call. Returns false if parallel calls reached '
  'the limit first; the caller then rolls back.';

create function private.refuse_for_number()
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform set_config('response.status', '429', true);
  return '{"code": "PT429", "message": "rate_limited", "details": null, "hint": null}';
end;
$$;
comment on function private.refuse_for_number() is 'Returns the answer rate_limited and sets the response''s status.';

create function private.refused_answer(
  p_call text, p_state text, p_code text, p_detail text, p_hint text, p_typed text default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_status text := case
    when p_state ~ '^PT[45]\d\d$' then substr(p_state, 3)
    when p_state in ('23503', '23505') then '409'
    when p_state ~ '^2[23]' then '400'
    when p_state = '54001' then '400'
    end;
begin
  -- The error is raised again if the call came from SQL or another function, or if it is not the caller's fault.
  if v_status is null or current_setting('answers.call', true) is distinct from p_call then return null; end if;
  if p_code = 'code_invalid' then
    perform private.note_guess('code', coalesce(p_typed, ''));
  elsif p_code in ('order_not_found', 'link_not_found', 'waitlist_entry_not_found', 'party_not_found',
    'invitation_not_found') then
    -- A right link still works after too many wrong guesses, even if strangers guess from the same address.
    if private.has_guessed('link') then return private.refuse_for_number(); end if;
    perform private.note_guess('link');
  end if;
  perform set_config('response.status', v_status, true);
  return jsonb_build_object(
    'code', p_state, 'message', p_code, 'details', nullif(p_detail, ''), 'hint', nullif(p_hint, ''));
end;
$$;
comment on function private.refused_answer(text, text, text, text, text, text) is
  'Returns PostgREST''s answer to an error that a call raised, and sets the response''s status. Returns null if the '
  'error must be raised again. p_typed is the promotion code in the call.';

create function private.failed_answer(p_call text, p_counts text, p_state text, p_context text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if current_setting('answers.call', true) is distinct from p_call then return null; end if;
  if p_counts is not null then perform private.count_call(p_counts, true); end if;
  -- Only the line of the function is logged, because statements in the context may contain the input.
  insert into public.system_logs (level, component, message, details, request_id)
  values ('error', p_call, 'Failed.', jsonb_strip_nulls(jsonb_build_object('state', p_state,
    'at', substring(p_context from '(?n)^PL/pgSQL function ([a-z0-9_.]+\([a-z0-9_., \[\]]*\) line \d+)'))), private.request_id());
  perform set_config('response.status', case when p_state ~ '^(08|53)' then '503' else '500' end, true);
  -- The original message may contain data of a row.
  return jsonb_build_object('code', p_state, 'message', 'unexpected', 'details', null, 'hint', null);
end;
$$;
comment on function private.failed_answer(text, text, text, text) is
  'Returns the answer to an internal error, or null if the error must be raised again. Raising it would roll back the '
  'count, and calls that time out are the most expensive. p_counts is explained at call_counts.kind.';

create function private.answer_calls(
  p_function regprocedure, p_endpoint text default null, p_counts text default null, p_code text default 'null')
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_name text;
  v_arguments constant text := pg_get_function_arguments(p_function);
  v_types constant text := oidvectortypes((select proargtypes from pg_proc where oid = p_function));
  v_call_arguments text;
  v_comment constant text := obj_description(p_function, 'pg_proc');
  v_grants text;
begin
  select p.proname, (select string_agg(format('%1$I => %1$I', a), ', ') from unnest(p.proargnames) a)
  into v_name, v_call_arguments from pg_proc p where p.oid = p_function and p.prorettype = 'jsonb'::regtype;
  if not found then raise exception '% does not answer jsonb', p_function; end if;
  select string_agg(distinct quote_ident(grantee::regrole::text), ', ') into v_grants
  from pg_proc p, aclexplode(p.proacl) where p.oid = p_function and grantee <> 0 and grantee <> p.proowner;
  execute format('revoke execute on function %s from %s', p_function, v_grants);
  execute format('alter function %s rename to %I', p_function, 'answer_' || v_name);
  execute format('alter function public.%I(%s) set schema private', 'answer_' || v_name, v_types);
  execute format($create$
    create function public.%1$I(%2$s)
    returns jsonb
    language plpgsql
    volatile
    security definer
    set search_path = ''
    as $body$
    declare
      v_code constant text := %8$s;
      v_counters constant text[] := private.enter_call(%5$L, %4$L, v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.%6$I(%3$s);
      if not private.leave_call(%4$L, v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- In PL/pgSQL, OTHERS does not include query_canceled.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused_answer(%5$L, v_state, v_message, v_detail, v_hint, v_code),
        private.failed_answer(%5$L, %7$L, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call(%4$L, coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $body$ $create$, v_name, v_arguments, v_call_arguments, p_endpoint, v_name, 'answer_' || v_name, p_counts, p_code);
  execute format('comment on function public.%I(%s) is %L', v_name, v_types, v_comment);
  execute format('grant execute on function public.%I(%s) to %s', v_name, v_types, v_grants);
end;
$$;
comment on function private.answer_calls(regprocedure, text, text, text) is
  'Puts a public function behind a rate limit. p_endpoint is its rule. If it is null, only guesses are counted. '
  'p_counts is the kind under which alerts count errors. p_code is an SQL expression that reads the promotion code.';

create function public.enhanced_rate_limit_check(p_endpoint text)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return private.within_rate(coalesce(p_endpoint, 'other'));
end;
$$;
comment on function public.enhanced_rate_limit_check(text) is
  'Returns whether this caller is within the limit (spec 1 §7). The call never raises an error, so its count is always '
  'saved. Definer: writes rate_limits, only for the caller''s own address and account.';
grant execute on function public.enhanced_rate_limit_check(text) to anon, authenticated;
