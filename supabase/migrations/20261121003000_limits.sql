-- Limits and cleaning of what a browser writes without buying: leads, forms, analytics, reports
-- (decisions "Safety").

-- How often one caller may ask ------------------------------------------------------------------------

create table public.rate_rules (
  endpoint text primary key check (endpoint ~ '^[a-z_]+$'),
  most integer not null check (most > 0),
  seconds integer not null check (seconds > 0),
  why text not null
);
comment on table public.rate_rules is
  'Calls allowed per caller and window of so many seconds, refused ones too. A phone network, a school or an office shows many families under one address, so these stop floods and not crowds. All endpoints that are not listed share one rule and one counter (other), so inventing names gains nothing.';
comment on column public.rate_rules.endpoint is
  'A function, or what the browser calls itself when it asks enhanced_rate_limit_check. guess: secrets, links and codes that nobody has, in whichever function.';

alter table public.rate_rules enable row level security;
revoke all on table public.rate_rules from anon, authenticated, service_role;
grant select on public.rate_rules to authenticated, service_role;
create policy "Admins read the limits" on public.rate_rules
  for select to authenticated using ((select private.is_admin()));

insert into public.rate_rules (endpoint, most, seconds, why) values
  ('guess', 60, 600, 'Twenty parents of one school who each mistype a code three times; a code of 6 letters lasts for centuries'),
  ('hold_order', 240, 600, 'Forty families at the checkout at once, each changing its order five times'),
  ('renew_hold', 240, 600, 'Forty families, twice each, and again after a reload'),
  ('hold_move', 60, 3600, 'One parent who looks at every camp of a season, five times over'),
  ('choose_late', 60, 3600, 'One choice, and what was wrong with it'),
  ('cancel_lines', 120, 3600, 'A family of eight, line by line, from an office'),
  ('move_line', 120, 3600, 'As cancel_lines'),
  ('place_credit_line', 60, 3600, 'As choose_late'),
  ('create_lead', 30, 3600, 'One form per family'),
  ('update_lead', 60, 3600, 'Twice per lead'),
  ('enquire_birthday', 20, 3600, 'Each sends two mails'),
  ('quote_order', 240, 60, 'A price with each choice, for forty families'),
  ('join_waitlist', 30, 3600, 'Each sends a mail'),
  ('confirm_waitlist_entry', 60, 3600, 'As leave_waitlist'),
  ('leave_waitlist', 60, 3600, 'As often as one can join, and by mistake'),
  ('decline_waitlist_offer', 60, 3600, 'As leave_waitlist'),
  ('request_order_link', 20, 3600, 'Each may send a mail'),
  ('save_order_child', 60, 3600, 'A family of eight, seven times each'),
  ('find_pass_sessions', 240, 600, 'A look with each booking, for many families'),
  ('book_pass_session', 120, 3600, 'A term''s sessions for six children'),
  ('cancel_pass_session', 120, 3600, 'As book_pass_session'),
  ('get_party', 120, 600, 'All guests of a party who open the link together'),
  ('save_form_draft', 600, 3600, 'A form that saves itself while it is filled in'),
  ('load_form_draft', 120, 600, 'A form that is opened again'),
  ('submit_form_response', 60, 3600, 'All guests of a party, with corrections'),
  ('record_analytics', 600, 60, 'A batch every few seconds, for many visitors'),
  ('report_error', 120, 600, 'A page in a loop, a few visitors'),
  ('invite_parent', 10, 3600, 'One other parent, with typing mistakes; each sends a mail'),
  ('accept_invitation', 20, 600, 'One link, pressed again'),
  ('save_child', 60, 3600, 'A family of eight, seven times each'),
  ('save_profile', 60, 3600, 'A form that is sent again'),
  ('record_consent', 240, 3600, 'Each purpose for each of eight children, several times'),
  ('book_session', 120, 3600, 'As book_pass_session'),
  ('cancel_booking', 120, 3600, 'As book_pass_session'),
  ('reschedule_booking', 120, 3600, 'As book_pass_session'),
  ('claim_make_up', 60, 3600, 'More than anybody misses'),
  ('check_pass_eligibility', 240, 600, 'A look at each pass for each child, for many families'),
  ('prepare_pass_checkout', 60, 600, 'Twelve times for each of five children'),
  ('find_my_order', 120, 600, 'A page that asks again while the payment is on its way'),
  ('proposals', 240, 3600, 'What guests told of eight children, one by one'),
  ('get_child_details', 240, 600, 'A look at each of eight children, for many families'),
  ('export_family', 60, 3600, 'Staff who answer letters; a parent asks once, and it reads every table'),
  ('link_purchases', 60, 3600, 'With each visit of the family page'),
  ('sign_in', 20, 600, 'A forgotten password'),
  ('sign_up', 20, 3600, 'Families of one school'),
  ('other', 120, 60, 'What we do not know');

create function private.rate_rule(p_endpoint text)
returns public.rate_rules
language plpgsql
stable
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
begin
  select * into v_rule from public.rate_rules where endpoint = p_endpoint;
  if not found then select * into v_rule from public.rate_rules where endpoint = 'other'; end if;
  return v_rule;
end;
$$;
comment on function private.rate_rule(text) is 'The rule of an endpoint; of one that is not listed that of other.';

create function private.most_of(p_rule public.rate_rules, p_caller text)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return p_rule.most * case when p_caller like 'address %' and (select auth.uid()) is not null then 20 else 1 end;
end;
$$;
comment on function private.most_of(public.rate_rules, text) is
  'How often a rule lets a caller ask. Whoever is signed in is one by the account; the address stands for all who come from it, twenty families at once. Our own functions call for a signed-in parent, and to us they all have one address.';

create function private.callers()
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Always in this order, so that two calls never wait for each other's counter.
  return array_remove(array['address ' || private.client_address(), 'user ' || (select auth.uid())], null);
end;
$$;
comment on function private.callers() is 'As whom the caller is counted: by network address and by account.';

create function private.within_rate(p_endpoint text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
  v_caller text;
begin
  -- The server's functions count their own callers: to us they all come from one address.
  if private.is_service() then return true; end if;
  v_rule := private.rate_rule(p_endpoint);
  foreach v_caller in array private.callers() loop
    if not private.count_hit(v_rule.endpoint || ' ' || v_caller, private.most_of(v_rule, v_caller), v_rule.seconds) then
      return false;
    end if;
  end loop;
  return true;
end;
$$;
comment on function private.within_rate(text) is
  'Counts a call of this caller, by network address and by account; no when one of the two has had enough (private.most_of). A call that did not come through the API is nobody''s and not counted.';

-- Refusals that count ---------------------------------------------------------------------------------
--
-- A refusal is raised, and raising takes back all that its transaction wrote, also the count of it: whoever is refused
-- could ask for ever. So a public call is two functions. The outer one stands in the schema public; it counts, and then
-- calls the inner one, private.answer_ and its name, in a subtransaction. What that raises is taken back alone
-- and answered as PostgREST would have answered it, with the same status and body; the transaction, and the count,
-- commits. private.answer_calls makes the outer one, in the migration that makes the inner one.

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
      perform private.count_hit('guess ' || v_caller, v_rule.most, v_rule.seconds);
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
comment on function private.enter_call(text) is 'May the caller go on? Counts the call, unless only guesses are counted (null).';

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
  'PostgREST''s answer to an error that a call raised, its status set for the response; null when it must be raised on.';

create function private.answer_calls(p_function regprocedure, p_endpoint text default null)
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
      v_answer jsonb;
    begin
      if not v_may then perform private.fail('rate_limited'); end if;
      return private.%6$I(%3$s);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_answer := private.refused(%5$L, v_state, v_message, v_detail, v_hint);
      if v_answer is null then raise; end if;
      return v_answer;
    end;
    $body$ $create$, v_name, v_arguments, v_given, p_endpoint, v_name, 'answer_' || v_name);
  execute format('comment on function public.%I(%s) is %L', v_name, v_types, v_comment);
  execute format('grant execute on function public.%I(%s) to %s', v_name, v_types, v_grants);
end;
$$;
comment on function private.answer_calls(regprocedure, text) is
  'Puts a public function behind its counter: see above. p_endpoint: its rule in rate_rules; null: only guesses are counted. Once, after its grants.';

-- Of the migrations before this one.
select private.answer_calls('public.record_consent(text, boolean, integer, uuid)', 'record_consent');
select private.answer_calls('public.save_profile(jsonb)', 'save_profile');
select private.answer_calls('public.save_child(jsonb)', 'save_child');
select private.answer_calls('public.invite_parent(text)', 'invite_parent');
select private.answer_calls('public.accept_proposal(uuid)', 'proposals');
select private.answer_calls('public.decline_proposal(uuid)', 'proposals');
select private.answer_calls('public.get_child_details(uuid)', 'get_child_details');
select private.answer_calls('public.export_family(uuid)', 'export_family');
select private.answer_calls('public.accept_invitation(text)', 'accept_invitation');

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
  'May this caller go on (spec 1 §7)? A transaction of its own: it answers and never raises, so its counter stays. Definer: counts in rate_limits for whoever asks, under the caller''s own address and account only.';
grant execute on function public.enhanced_rate_limit_check(text) to anon, authenticated;

-- Checks of single values -----------------------------------------------------------------------------

create function private.check_email(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_email constant text := lower(private.check_text(p_value, p_field, 254));
begin
  if v_email !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_email;
end;
$$;
comment on function private.check_email(jsonb, text) is 'An e-mail address in lower case; else invalid_input with the field.';

create function private.check_phone(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_phone constant text := regexp_replace(private.check_text(p_value, p_field, 40), '[ ().-]', '', 'g');
begin
  if v_phone !~ '^\+[1-9][0-9]{7,14}$' then perform private.fail('invalid_input', p_field); end if;
  return v_phone;
end;
$$;
comment on function private.check_phone(jsonb, text) is
  'A telephone number with its country, as E.164; else invalid_input with the field.';

create function private.is_given(p_value jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$ begin return coalesce(p_value not in ('null', '""'), false); end $$;
comment on function private.is_given(jsonb) is 'Was something typed into an optional field?';

create function private.check_object(p_value jsonb, p_field text, p_most_bytes integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' or octet_length(p_value::text) > p_most_bytes then
    perform private.fail('invalid_input', p_field);
  end if;
end;
$$;
comment on function private.check_object(jsonb, text, integer) is
  'A JSON object of at most so many bytes; else invalid_input with the field.';

-- What is kept of addresses and messages --------------------------------------------------------------

create function private.plain_address(p_url text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(left(regexp_replace(
    regexp_replace(p_url, '[?#].*$', ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[2-9A-HJKMNP-Z]{20}', '[id]', 'gi'), 300), '')
$$;
comment on function private.plain_address(text) is
  'A page''s address without query and fragment, where secrets of orders and codes of parties stand, and without ids in its path.';

create function private.scrub(p_text text, p_most integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      -- More than is kept need not be looked through; what the cut leaves of a number is cut off again below.
      left(p_text, p_most + 500),
      '[\u0001-\u0008\u000b-\u001f\u007f]', '', 'g'),
      '(\S)[?#]\S*', '\1', 'g'),
      '[^\s@<>"'']+@[^\s@<>"'']+', '[email]', 'g'),
      '[A-Za-z0-9_-]{32,}', '[token]', 'g'),
      '\+?\d[\d\s/.-]{5,}\d', '[number]', 'g'),
    p_most)
$$;
comment on function private.scrub(text, integer) is
  'A message as it may be kept: without queries of addresses, e-mail addresses, tokens and ids, telephone numbers, dates of birth.';
