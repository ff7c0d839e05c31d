-- Checks of what a browser sends (decisions "Safety").

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
  'Is it an address that a payment page and a mail server take? The same rule as the contract''s isEmail, which forms '
  'ask.';

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
comment on function private.check_email(jsonb, text) is
  'An e-mail address in lower case; else invalid_input with the field.';

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
