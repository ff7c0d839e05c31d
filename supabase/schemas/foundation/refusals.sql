-- Functions that refuse a call or check single values, and triggers for any table.

create function private.fail(p_code text, p_field text default null, p_detail text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- PostgREST answers SQLSTATE PTnnn with the HTTP status nnn.
  v_state constant text := case
    when p_code = 'invalid_input' then 'PT400'
    when p_code = 'session_ended' then 'PT401'
    when p_code like '%\_not\_found' then 'PT404'
    when p_code in ('too_many_holds', 'rate_limited') then 'PT429'
    else 'PT409'
  end;
begin
  if p_detail is not null then
    raise exception using message = p_code, errcode = v_state, hint = coalesce(p_field, ''), detail = p_detail;
  elsif p_field is not null then
    raise exception using message = p_code, errcode = v_state, hint = p_field;
  else
    raise exception using message = p_code, errcode = v_state;
  end if;
end;
$$;
comment on function private.fail(text, text, text) is
  'Fails with a code of contract/errors.ts, so it never returns. The error''s message is the code, its hint is the '
  'field, and its detail contains further data of the code.';

-- The function is written in PL/pgSQL, which caches its plan for the session. An SQL function with a search_path is
-- planned again in every transaction.

create function private.is_whole(p_value jsonb, p_min numeric, p_max numeric)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(
    case when jsonb_typeof(p_value) = 'number'
      then p_value::numeric = trunc(p_value::numeric) and p_value::numeric between p_min and p_max end,
    false);
end;
$$;
comment on function private.is_whole(jsonb, numeric, numeric) is
  'Returns whether the JSON value is a whole number from p_min to p_max.';

create function private.is_uuid(p_value jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'string'
    and p_value #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', false);
end;
$$;
comment on function private.is_uuid(jsonb) is 'Returns whether the JSON value is a UUID in its usual spelling.';

create function private.is_text(p_text text)
returns boolean
language plpgsql
immutable strict
set search_path = ''
as $$
begin
  return p_text !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]';
end;
$$;
comment on function private.is_text(text) is
  'Returns whether the text has no control characters (except tab and line ends), and no characters that override the '
  'direction of writing, which can disguise a text. Tables and functions use the same rule.';

create function private.is_line(p_text text)
returns boolean
language plpgsql
immutable strict
set search_path = ''
as $$
begin
  return private.is_text(p_text) and p_text !~ '[\t\n\r]' and p_text ~ '[^\s\u00a0\u00ad\u115f\u1160\u2000-\u200d\u202f\u205f\u2060\u3000\u3164\uffa0]';
end;
$$;
comment on function private.is_line(text) is
  'Returns whether the text is one line with visible characters. Spaces and invisible characters alone are not '
  'enough.';

create function private.without_marks(p_text text)
returns text
language plpgsql
immutable strict
set search_path = ''
as $$
begin
  return normalize(
    translate(p_text, E'\u00ad\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u2060\u2066\u2067\u2068\u2069\ufeff', ''), NFC);
end;
$$;
comment on function private.without_marks(text) is
  'Returns a text in Unicode''s composed form, without the invisible characters that a keyboard adds. Characters that '
  'override the direction (U+202D, U+202E) remain, and are refused.';

create function private.check_text(p_value jsonb, p_field text, p_max integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_input constant text := private.without_marks(p_value #>> '{}');
  v_text constant text := regexp_replace(trim(v_input), '\s+', ' ', 'g');
begin
  if jsonb_typeof(p_value) is distinct from 'string' or length(v_text) not between 1 and p_max
    or not private.is_line(v_input) then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_text;
end;
$$;
comment on function private.check_text(jsonb, text, integer) is
  'Returns a line of 1 to p_max characters, without surplus spaces and direction marks. Fails with invalid_input, and '
  'names the field.';

create function private.name_key(p_name text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
begin
  -- In translate(), characters of the first list without a counterpart in the second are deleted.
  return trim(regexp_replace(lower(normalize(
    translate(p_name, E'\u2019\u2018\u02bc`\u00b4\u2010\u2011\u2012\u2013\u2014\u2212\u00ad\u200b\u200c\u200d\u2060\ufe0f', E'\'\'\'\'\'------'),
    NFKC)), '\s+', ' ', 'g'));
end;
$$;
comment on function private.name_key(text) is
  'Returns a name for comparison. Spacing, case, Unicode form and width, kinds of apostrophes and dashes, and '
  'invisible characters do not count. Accents do.';

create function private.folded(p_text text)
returns text
language sql
immutable strict
set search_path = ''
as $$
  select regexp_replace(normalize(translate(private.name_key(p_text), 'đøłı''', 'doli'), NFKD), '[\u0300-\u036f]', '', 'g')
$$;
comment on function private.folded(text) is
  'Returns a text as search compares it. It is like private.name_key, but also without accents and apostrophes.';

create function private.search_text(variadic p_parts text[])
returns text
language plpgsql
immutable
set search_path = ''
as $$ begin return ' ' || private.folded(array_to_string(p_parts, ' ')); end $$;
comment on function private.search_text(text[]) is
  'Returns the text of a row in which search finds words (private.search_patterns). Each word has a blank before it, '
  'and nulls are left out. Tables store it in a generated column with a trigram index.';

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end;
$$;
comment on function private.touch_updated_at() is 'Trigger: sets updated_at to the current time.';

create function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end;
$$;
comment on function private.refuse_change() is
  'Trigger: an append-only table refuses update, delete and truncate by every role.';
