-- Details of parents (spec 1 §3). Health has a separate table. The flags of a profile are computed, from consents and
-- by get_parent_profile.

create table public.profile_health (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  medical_conditions text check (length(medical_conditions) between 1 and 2000 and private.is_text(medical_conditions)),
  allergies text check (length(allergies) between 1 and 2000 and private.is_text(allergies)),
  medications text check (length(medications) between 1 and 2000 and private.is_text(medications)),
  doctor_name text check (length(doctor_name) between 1 and 120 and private.is_line(doctor_name)),
  doctor_phone text check (private.is_phone(doctor_phone)),
  insurance_provider text check (length(insurance_provider) between 1 and 120 and private.is_line(insurance_provider)),
  insurance_number text check (length(insurance_number) between 1 and 60 and private.is_line(insurance_number)),
  updated_at timestamptz not null default now()
);
comment on table public.profile_health is
  'A parent''s own health, for events in which parents take part. Only that person reads it directly. Staff read it '
  'through get_parent_health, which logs.';
comment on column public.profile_health.doctor_phone is 'A phone number in E.164.';

alter table public.profile_health enable row level security;
-- The service key has no access either, because only functions that log may serve health data.
revoke all on table public.profile_health from anon, authenticated, service_role;
grant select on public.profile_health to authenticated;

create policy "People read their own health" on public.profile_health
  for select to authenticated using (profile_id = (select private.my_account()));

create trigger touch_updated_at before update on public.profile_health
  for each row execute function private.touch_updated_at();

create function private.deny()
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using message = 'not_allowed', errcode = 'PT403';
end;
$$;
comment on function private.deny() is
  'Fails with not_allowed (HTTP 403), because the caller''s role does not permit this. Never returns.';

create function private.is_service()
returns boolean
language plpgsql
stable
set search_path = ''
as $$ begin return coalesce(current_setting('role', true), '') = 'service_role'; end $$;
comment on function private.is_service() is
  'Returns whether the request uses the service key. Reads the role of the request, which a definer function does not '
  'change.';

create function private.fits(p_value jsonb, p_rule jsonb)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := p_value #>> '{}';
begin
  if p_rule = '"boolean"' then
    return jsonb_typeof(p_value) = 'boolean';
  end if;
  if jsonb_typeof(p_value) <> 'string' or not private.is_text(v_text) then
    return false;
  end if;
  return case
    when jsonb_typeof(p_rule) = 'number' then length(v_text) <= (p_rule #>> '{}')::integer
      -- Short texts such as names must have one line.
      and ((p_rule #>> '{}')::integer > 200 or private.is_line(v_text))
    when p_rule = '"phone"' then private.is_phone(v_text)
    when p_rule = '"date"' then v_text ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(v_text, 'date')
      and v_text::date between '1990-01-02' and private.calendar_today()
    else v_text ~ (p_rule #>> '{}')
  end;
end;
$$;
comment on function private.fits(jsonb, jsonb) is
  'Returns whether a value matches a rule. The rule is a number (text of at most that many characters), "phone" '
  '(E.164), "date" (since 1990, not in the future), "boolean", or a regular expression.';

create function private.check_fields(p_input jsonb, p_rules jsonb, p_prefix text default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
  v_value jsonb;
  v_checked jsonb := '{}';
begin
  if jsonb_typeof(p_input) is distinct from 'object' then
    perform private.fail('invalid_input', coalesce(p_prefix, 'input'));
  end if;
  for v_key, v_value in select * from jsonb_each(p_input) loop
    if jsonb_typeof(v_value) = 'string' then
      v_value := to_jsonb(btrim(private.without_marks(v_value #>> '{}'), E' \t\r\n'));
    end if;
    if v_value = '""' then
      v_value := 'null';
    end if;
    -- Unknown fields are refused instead of ignored, because family_id or current_level here is a mistake or an attack.
    if not p_rules ? v_key or (v_value <> 'null' and not private.fits(v_value, p_rules -> v_key)) then
      perform private.fail('invalid_input', concat_ws('.', p_prefix, left(v_key, 60)));
    end if;
    v_checked := v_checked || jsonb_build_object(v_key, v_value);
  end loop;
  return v_checked;
end;
$$;
comment on function private.check_fields(jsonb, jsonb, text) is
  'Checks the fields of p_input against their rules (private.fits) and returns them trimmed. Empty text and null '
  'clear a field. Fails with invalid_input, and names the field, e.g. health.allergies.';
