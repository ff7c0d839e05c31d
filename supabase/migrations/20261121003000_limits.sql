-- Limits and cleaning of what a browser writes without buying: leads, forms, analytics, reports
-- (3-decisions, "Safety").

-- How often one caller may ask ------------------------------------------------------------------------

create function private.rate_rule(p_endpoint text)
returns table (endpoint text, most integer, seconds integer)
language sql
immutable
set search_path = ''
as $$
  select r.endpoint, r.most, r.seconds
  from (values
    -- A phone network shows many families under one address, so these stop floods and not crowds.
    ('create_lead', 30, 3600),
    ('update_lead', 60, 3600),
    ('enquire_birthday', 20, 3600),
    ('quote_order', 240, 60),
    ('join_waitlist', 30, 3600),
    ('request_order_link', 20, 3600),
    ('save_order_child', 60, 3600),
    ('find_pass_sessions', 240, 600),
    ('book_pass_session', 120, 3600),
    ('cancel_pass_session', 120, 3600),
    ('get_party', 120, 600),
    ('save_form_draft', 600, 3600),
    ('load_form_draft', 120, 600),
    ('submit_form_response', 60, 3600),
    ('record_analytics', 600, 60),
    ('report_error', 120, 600),
    ('sign_in', 20, 600),
    ('sign_up', 20, 3600),
    ('other', 120, 60)
  ) as r (endpoint, most, seconds)
  where r.endpoint in (p_endpoint, 'other')
  order by r.endpoint = 'other'
  limit 1
$$;
comment on function private.rate_rule(text) is
  'Calls allowed per window of so many seconds. All endpoints that are not listed share one rule and one counter, so inventing names gains nothing.';

create function private.within_rate(p_endpoint text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule record;
  v_caller text;
begin
  -- The server's functions count their own callers: to us they all come from one address.
  if private.is_service() then return true; end if;
  select * into v_rule from private.rate_rule(p_endpoint);
  -- Always in this order, so that two calls never wait for each other's counter.
  foreach v_caller in array array_remove(
    array['address ' || private.client_address(), 'user ' || auth.uid()], null)
  loop
    if not (public.check_rate(v_rule.endpoint || ' ' || v_caller, v_rule.most, v_rule.seconds) ->> 'allowed')::boolean
    then
      return false;
    end if;
  end loop;
  return true;
end;
$$;
comment on function private.within_rate(text) is
  'Counts a call of this caller, by network address and by account; no when one of the two has had enough. A call that did not come through the API is nobody''s and not counted.';

create function private.limit_rate(p_endpoint text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.within_rate(p_endpoint) then perform private.fail('rate_limited'); end if;
end;
$$;
comment on function private.limit_rate(text) is
  'Refuses with rate_limited. Raising takes back only the hit that was one too many: the counter stays full until its window ends. What must count although it failed, such as a guessed token, is answered and not raised.';

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
  'May this caller go on (spec 1, section 7)? A transaction of its own: it answers and never raises, so its counter stays. Definer: counts in rate_limits for whoever asks, under the caller''s own address and account only.';
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
