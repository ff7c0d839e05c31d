-- Refusals that count: a public call behind its counter.
--
-- A refusal is raised, and raising takes back all that its transaction wrote, also the count of it: whoever is refused
-- could ask for ever. So a public call is two functions. The outer one stands in the schema public; it looks whether
-- the caller may go on, and then calls the inner one, private.answer_ and its name, in a subtransaction. What that
-- raises is
-- taken back alone and answered as PostgREST would have answered it, with the same status and body; then the call is
-- counted, and the transaction commits. private.answer_calls makes the outer one, in the file that makes the inner one.
--
-- The counter is written last: written first, its row would stay locked while the call works, and all other calls from
-- the same address would wait. Calls that run at the same moment wait for each other there until each commits; one that
-- finds the limit reached is refused, and what it did is taken back. So never more than the limit commit.
--
-- Whether the API waits for an answer is not read from the request's path, which can be spelt in many ways: the outer
-- function notes its name (answers.call) for as long as the transaction lasts.

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
  -- A call by hand or by another function is not answered: it hears of errors as errors.
  if coalesce(current_setting('request.path', true), '') <> '' and coalesce(current_setting('answers.call', true), '') = '' then
    perform set_config('answers.call', p_call, true);
  end if;
  if private.is_service() then return v_keys; end if;
  -- Of a code that is short enough to be guessed, nobody is told any more whether it is right; the rest of the shop
  -- stays open to those who share the address. A wrong link is refused once it has been looked up
  -- (private.refused_answer).
  if coalesce(trim(p_code), '') <> '' and private.has_guessed('code') then return null; end if;
  if p_endpoint is null then return v_keys; end if;
  v_rule := private.rate_rule(p_endpoint);
  foreach v_caller in array private.callers() loop
    v_key := private.fingerprint(v_rule.endpoint || ' ' || v_caller);
    if private.is_used_up(v_key, private.most_of(v_rule, v_caller)) then return null; end if;
    v_keys := v_keys || v_key;
  end loop;
  return v_keys;
end;
$$;
comment on function private.enter_call(text, text, text) is
  'May the caller go on? The counters that private.leave_call shall count, account before address; null when one '
  'of them has had enough, which uses up nothing of the others. p_code: a promotion code that the call names.';

create function private.leave_call(p_endpoint text, p_keys text[], p_code text default null)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_callers constant text[] := private.callers();
  v_guess constant text := coalesce(current_setting('answers.guess', true), '');
  v_rule public.rate_rules;
begin
  perform set_config('answers.guess', '', true);
  -- A right code is not counted. It is told only where it would still be let in.
  if v_guess = '' and coalesce(trim(p_code), '') <> '' and private.has_guessed('code') then return false; end if;
  if p_keys <> '{}' then
    v_rule := private.rate_rule(p_endpoint);
    -- As in enter_call: one that has had enough uses up nothing of the others.
    for n in 1..cardinality(p_keys) loop
      if private.is_used_up(p_keys[n], private.most_of(v_rule, v_callers[n])) then return false; end if;
    end loop;
    -- Always in this order, so that two calls never wait for each other's counter.
    for n in 1..cardinality(p_keys) loop
      if not private.count_key(p_keys[n], private.most_of(v_rule, v_callers[n]), v_rule.seconds, 1) then return false; end if;
    end loop;
  end if;
  return v_guess = '' or private.count_guess(v_guess);
end;
$$;
comment on function private.leave_call(text, text[], text) is
  'Counts a call once its work is done, whether it was answered or refused, and what it guessed: is it within the '
  'limit? No: parallel calls reached the limit first, and the caller takes back what it did. p_keys: of '
  'private.enter_call; p_code: a promotion code that the call named and is told about.';

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
comment on function private.refuse_for_number() is 'The answer rate_limited, its status set for the response.';

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
    -- What somebody sent that fits no column, and no check before it saw.
    when p_state ~ '^2[23]' then '400'
    -- Nested deeper than this server reads.
    when p_state = '54001' then '400'
    end;
begin
  -- Called by another function or by hand: raised on. So is what is not the caller's fault.
  if v_status is null or current_setting('answers.call', true) is distinct from p_call then return null; end if;
  if p_code = 'code_invalid' then
    perform private.note_guess('code', coalesce(p_typed, ''));
  elsif p_code in ('order_not_found', 'link_not_found', 'waitlist_entry_not_found', 'party_not_found',
    'invitation_not_found') then
    -- After too many wrong ones a wrong one looks like any other; whoever comes with a right one is let in, however
    -- many strangers guess behind the same address.
    if private.has_guessed('link') then return private.refuse_for_number(); end if;
    perform private.note_guess('link');
  end if;
  perform set_config('response.status', v_status, true);
  return jsonb_build_object(
    'code', p_state, 'message', p_code, 'details', nullif(p_detail, ''), 'hint', nullif(p_hint, ''));
end;
$$;
comment on function private.refused_answer(text, text, text, text, text, text) is
  'PostgREST''s answer to an error that a call raised, its status set for the response; null when it must be raised '
  'on. p_typed: the promotion code that the call named.';

create function private.failed_answer(p_call text, p_counts text, p_state text, p_context text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- As above: whoever calls it otherwise is told by the error itself.
  if current_setting('answers.call', true) is distinct from p_call then return null; end if;
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
comment on function private.failed_answer(text, text, text, text) is
  'The answer to a fault of ours: raised, it would take its own count back, and what takes too long costs most. Alerts '
  'count it as p_counts (call_counts.kind), where they do. Null when it must be raised on.';

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
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused_answer(%5$L, v_state, v_message, v_detail, v_hint, v_code),
        private.failed_answer(%5$L, %7$L, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call(%4$L, coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $body$ $create$, v_name, v_arguments, v_given, p_endpoint, v_name, 'answer_' || v_name, p_counts, p_code);
  execute format('comment on function public.%I(%s) is %L', v_name, v_types, v_comment);
  execute format('grant execute on function public.%I(%s) to %s', v_name, v_types, v_grants);
end;
$$;
comment on function private.answer_calls(regprocedure, text, text, text) is
  'Puts a public function behind its counter: see above. p_endpoint: its rule in rate_rules; null: only guesses are '
  'counted. p_counts: its faults count for alerts too, as this kind of call_counts. p_code: how the promotion code is '
  'read from its arguments, as SQL. Once, after its grants.';

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
