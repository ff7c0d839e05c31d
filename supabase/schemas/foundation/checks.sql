-- Checks of request fields that many functions share.

create function private.is_email(p_email text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select length(p_email) <= 254
    and p_email ~* ('^[a-z0-9_!#$%&''*+/=?^`{|}~-]+(\.[a-z0-9_!#$%&''*+/=?^`{|}~-]+)*'
      '@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$')
$$;
comment on function private.is_email(text) is
  'Returns whether mail servers accept this address. The forms check the same rule with emailForm '
  '(contract/contact.ts).';

create function private.check_email(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_email constant text := lower(translate(normalize(private.check_text(p_value, p_field, 254), NFKC), '’‘ʼ', ''''''''));
begin
  if not private.is_email(v_email) then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_email;
end;
$$;
comment on function private.check_email(jsonb, text) is
  'Returns an e-mail address in lower case. Fails with invalid_input, and names the field.';

create function private.is_phone(p_phone text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$ begin return p_phone ~ '^\+(65[3689][0-9]{7}|(?!65)[1-9][0-9]{7,14})$'; end $$;
comment on function private.is_phone(text) is
  'Returns whether this is a phone number in E.164. Numbers of Singapore must follow its numbering plan. Those of '
  'other countries have 8 to 15 digits.';

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
  'Returns a phone number with its country code, in E.164. Fails with invalid_input, and names the field.';

create function private.is_given(p_value jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$ begin return coalesce(p_value not in ('null', '""'), false); end $$;
comment on function private.is_given(jsonb) is 'Returns whether an optional field has a value.';

create function private.check_object(p_value jsonb, p_field text, p_max_bytes integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' or octet_length(p_value::text) > p_max_bytes then
    perform private.fail('invalid_input', p_field);
  end if;
end;
$$;
comment on function private.check_object(jsonb, text, integer) is
  'Checks that the value is a JSON object of at most p_max_bytes bytes. Fails with invalid_input, and names the '
  'field.';
