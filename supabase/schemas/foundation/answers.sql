-- Refusals that count: a public call behind its counter.
--
-- A refusal is raised, and raising takes back all that its transaction wrote, also the count of it: whoever is refused
-- could ask for ever. So a public call is two functions. The outer one stands in the schema public; it counts, and then
-- calls the inner one, private.answer_ and its name, in a subtransaction. What that raises is taken back alone
-- and answered as PostgREST would have answered it, with the same status and body; the transaction, and the count,
-- commits. private.answer_calls makes the outer one, in the file that makes the inner one.

create function private.has_guessed(p_counts boolean)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule('guess');
  v_caller text;
begin
  if private.is_service() then return false; end if;
  foreach v_caller in array private.callers() loop
    if p_counts then
      perform private.count_hit('guess ' || v_caller, private.most_of(v_rule, v_caller), v_rule.seconds);
    elsif exists (
      select from public.rate_limits
      where key_hash = private.fingerprint('guess ' || v_caller) and hits >= private.most_of(v_rule, v_caller)
        and window_ends_at > clock_timestamp()) then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
comment on function private.has_guessed(boolean) is
  'Has this caller named too many secrets, links or codes that nobody has? With p_counts it just has named one more.';

create function private.enter_call(p_endpoint text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return not private.has_guessed(false) and (p_endpoint is null or private.within_rate(p_endpoint));
end;
$$;
comment on function private.enter_call(text) is
  'May the caller go on? Counts the call, unless only guesses are counted (null).';

create function private.refused(p_call text, p_state text, p_code text, p_detail text, p_hint text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_status constant text := case
    when p_state ~ '^PT[45]\d\d$' then substr(p_state, 3)
    when p_state in ('23503', '23505') then '409'
    -- What somebody sent that fits no column, and no check before it saw.
    when p_state ~ '^2[23]' then '400'
    end;
begin
  -- Called by another function or by hand: raised on. So is what is not the caller's fault.
  if v_status is null or current_setting('request.path', true) is distinct from '/rpc/' || p_call then return null; end if;
  if p_code in ('order_not_found', 'link_not_found', 'waitlist_entry_not_found', 'party_not_found',
    'invitation_not_found', 'code_invalid') then
    perform private.has_guessed(true);
  end if;
  perform set_config('response.status', v_status, true);
  return jsonb_build_object(
    'code', p_state, 'message', p_code, 'details', nullif(p_detail, ''), 'hint', nullif(p_hint, ''));
end;
$$;
comment on function private.refused(text, text, text, text, text) is
  'PostgREST''s answer to an error that a call raised, its status set for the response; null when it must be raised '
  'on.';

create function private.faulted(p_call text, p_counts text, p_state text, p_context text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- As above: whoever calls it otherwise is told by the error itself.
  if current_setting('request.path', true) is distinct from '/rpc/' || p_call then return null; end if;
  if p_counts is not null then perform private.count_call(p_counts, true); end if;
  -- Where, and nothing of what was asked for: statements in the context may hold it.
  insert into public.system_logs (level, component, message, details, request_id)
  values ('error', p_call, 'Failed.', jsonb_strip_nulls(jsonb_build_object('state', p_state,
    'at', substring(p_context from '(?n)^PL/pgSQL function ([a-z0-9_.]+\([a-z0-9_., \[\]]*\) line \d+)'))), private.request_id());
  perform set_config('response.status', case when p_state ~ '^(08|53)' then '503' else '500' end, true);
  -- The message may quote a row.
  return jsonb_build_object('code', p_state, 'message', 'unexpected', 'details', null, 'hint', null);
end;
$$;
comment on function private.faulted(text, text, text, text) is
  'The answer to a fault of ours: raised, it would take its own count back, and what takes too long costs most. Alerts '
  'count it as p_counts (call_counts.kind), where they do. Null when it must be raised on.';

create function private.answer_calls(p_function regprocedure, p_endpoint text default null, p_counts text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_name text;
  v_arguments constant text := pg_get_function_arguments(p_function);
  v_types constant text := oidvectortypes((select proargtypes from pg_proc where oid = p_function));
  v_given text;
  v_comment constant text := obj_description(p_function, 'pg_proc');
  v_grants text;
begin
  select p.proname, (select string_agg(format('%1$I => %1$I', a), ', ') from unnest(p.proargnames) a)
  into v_name, v_given from pg_proc p where p.oid = p_function and p.prorettype = 'jsonb'::regtype;
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
      v_may constant boolean := private.enter_call(%4$L);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if not v_may then perform private.fail('rate_limited'); end if;
      return private.%6$I(%3$s);
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused(%5$L, v_state, v_message, v_detail, v_hint),
        private.faulted(%5$L, %7$L, v_state, v_context));
      if v_answer is null then raise; end if;
      return v_answer;
    end;
    $body$ $create$, v_name, v_arguments, v_given, p_endpoint, v_name, 'answer_' || v_name, p_counts);
  execute format('comment on function public.%I(%s) is %L', v_name, v_types, v_comment);
  execute format('grant execute on function public.%I(%s) to %s', v_name, v_types, v_grants);
end;
$$;
comment on function private.answer_calls(regprocedure, text, text) is
  'Puts a public function behind its counter: see above. p_endpoint: its rule in rate_rules; null: only guesses are '
  'counted. p_counts: its faults count for alerts too, as this kind of call_counts. Once, after its grants.';

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
  'May this caller go on (spec 1 §7)? A transaction of its own: it answers and never raises, so its counter stays. '
  'Definer: counts in rate_limits for whoever asks, under the caller''s own address and account only.';
grant execute on function public.enhanced_rate_limit_check(text) to anon, authenticated;
