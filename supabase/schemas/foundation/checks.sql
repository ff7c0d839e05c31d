-- Checks of what a browser sends, and what is kept of addresses and messages (decisions "Safety").

create function private.is_email(p_email text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(p_email) <= 254
    and p_email ~* '^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*@[a-z0-9]+([.-][a-z0-9]+)*\.[a-z]{2,}$'
$$;
comment on function private.is_email(text) is
  'Is it an address that a payment page and a mail server take? The same rule as the contract''s isEmail, which forms ask.';

create function private.check_email(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_email constant text := lower(private.check_text(p_value, p_field, 254));
begin
  if not private.is_email(v_email) then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_email;
end;
$$;
comment on function private.check_email(jsonb, text) is 'An e-mail address in lower case; else invalid_input with the field.';

create function private.is_phone(p_phone text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_phone ~ '^\+(65[3689][0-9]{7}|(?!65)[1-9][0-9]{7,14})$' $$;
comment on function private.is_phone(text) is
  'Is it a telephone number as E.164? Of Singapore as its plan of numbers says; abroad 8 to 15 digits.';

create function private.check_phone(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_phone constant text := regexp_replace(private.check_text(p_value, p_field, 40), '[ ().-]', '', 'g');
begin
  if not private.is_phone(v_phone) then perform private.fail('invalid_input', p_field); end if;
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
