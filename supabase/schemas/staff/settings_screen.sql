-- The screen reads everything about a setting from its column. So a new setting needs no line here (docs/decisions
-- "Settings on a screen").

create function private.fixed_settings()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['id', 'name', 'product', 'slug', 'order_prefix', 'currency', 'address_header', 'address_salt', 'offers_snapshot_at',
    'maintenance_since', 'updated_at']
$$;
comment on function private.fixed_settings() is
  'Returns the settings that no screen changes. Publishing writes those of the brand, and the deployment decides the '
  'others.';

create function private.safety_settings()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['second_factor_roles', 'fresh_sign_in_minutes', 'staff_token_minutes', 'goes_alone_from_age', 'coaches_sell',
    'marketer_discount_percent', 'marketer_discount_cents', 'coach_discount_percent', 'admin_discount_percent', 'business_admin_discount_percent',
    'coach_discount_cents', 'admin_discount_cents', 'business_admin_discount_cents', 'uen',
    'camp_deposits', 'deposit_percent', 'deposit_min_cents', 'deposit_due_days', 'deposit_instalments_max', 'deposit_grace_days',
    'deposits_lapse', 'offer_price_floor_percent']
$$;
comment on function private.safety_settings() is
  'Returns the settings that only business admins change. These grant and revoke roles, or decide when a child may '
  'leave alone, how much staff may take off a price, whose account PayNow pays, and which prices two admins approve.';

create function private.setting_bounds(p_name text, out lower_bound numeric, out upper_bound numeric)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_check constant text := (
    select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attname = p_name
    where c.conrelid = 'public.settings'::regclass and c.contype = 'c' and c.conkey = array[a.attnum]);
begin
  lower_bound := coalesce(
    (regexp_match(v_check, p_name || ' >= \(?(-?\d+(?:\.\d+)?)'))[1]::numeric,
    (regexp_match(v_check, p_name || ' > \(?(-?\d+)'))[1]::numeric + 1, 0);
  upper_bound := coalesce((regexp_match(v_check, p_name || ' <= \(?(\d+(?:\.\d+)?)'))[1]::numeric, case
    when p_name like '%\_seconds' then 86400
    when p_name like '%\_minutes' then 10080
    when p_name like '%\_hours' or p_name like '%\_hours\_%' then 720
    when p_name like '%\_days' then 3650
    when p_name like '%\_percent' then 100
    else 100000 end);
end;
$$;
comment on function private.setting_bounds(text) is
  'Returns the smallest and the largest number that a setting accepts, from the check of its column. If the column has '
  'no check, the unit in its name decides (a day of seconds, a week of minutes, a month of hours, ten years of days).';

create function private.least_retention(p_class text)
returns interval
language sql
immutable
set search_path = ''
as $$
  select case
    when p_class in ('paid_orders', 'idle_families', 'audit_log') then interval '6 years'
    when p_class = 'first_aid' then interval '3 years'
    when p_class = 'access_log' then interval '2 years'
    when p_class in ('child_details', 'parent_details') then interval '1 year'
    when p_class in ('message_recipients', 'order_links') then interval '60 days'
    else interval '1 day' end
$$;
comment on function private.least_retention(text) is
  'Returns how long a class of data must be kept at least. Accounts must be kept for five years after the year of '
  'assessment, and a claim for an injury may be made for three years. The log of who read children''s data must not '
  'be emptied.';

create function private.setting_changes(p_table text, p_key text, p_column text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', private.iso(g.created_at), 'who', private.staff_name(g.user_id), 'before', g.before -> p_column, 'after', g.after -> p_column)
    order by g.id desc), '[]')
  from (
    select * from public.audit_log
    where table_name = p_table and row_key = p_key and action = 'update' and after ? p_column
    order by id desc limit 5) g
$$;
comment on function private.setting_changes(text, text, text) is
  'Returns the last five changes of a setting, the newest first. who is null if it was changed in SQL.';

create function private.column_default(p_expression text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_default jsonb;
begin
  -- The expression comes from Postgres's catalogue, never from a caller.
  execute format('select to_jsonb(%s)', coalesce(p_expression, 'null::text')) into v_default;
  return v_default;
end;
$$;
comment on function private.column_default(text) is
  'Returns the value of a column''s default, or null if the column has none.';

create function private.setting_view(p_name text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'name', p_name,
    'value', to_jsonb(t) -> p_name,
    'kind', case format_type(a.atttypid, null)
      when 'integer' then 'whole' when 'numeric' then 'number' when 'boolean' then 'switch'
      when 'time without time zone' then 'time' when 'text[]' then 'roles' else 'text' end,
    'is_optional', not a.attnotnull,
    'is_fixed', p_name = any (private.fixed_settings()),
    'is_safety', p_name = any (private.safety_settings()),
    'least', b.lower_bound, 'most', b.upper_bound,
    'default', private.column_default(pg_get_expr(d.adbin, d.adrelid)),
    'changes', private.setting_changes('settings', 'true', p_name))
  from public.settings t
  join pg_attribute a on a.attrelid = 'public.settings'::regclass and a.attname = p_name
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  cross join lateral private.setting_bounds(p_name) b
$$;
comment on function private.setting_view(text) is 'Returns Setting (contract/management-settings.ts).';

create function private.retention_view(p_period public.retention_periods)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('class', p_period.class, 'keep', p_period.keep, 'action', p_period.action, 'what', p_period.what,
    'why', p_period.why, 'least', private.least_retention(p_period.class), 'default', p_period.default_keep,
    'changes', private.setting_changes('retention_periods', p_period.class, 'keep'))
$$;
comment on function private.retention_view(public.retention_periods) is
  'Returns RetentionPeriod (contract/management-settings.ts).';

create function public.get_settings()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'settings', (
      select jsonb_agg(private.setting_view(a.attname) order by a.attnum) from pg_attribute a
      where a.attrelid = 'public.settings'::regclass and a.attnum > 0 and not a.attisdropped
        -- The salt is a secret, and the other columns cannot be chosen.
        and a.attname not in ('id', 'address_salt', 'offers_snapshot_at', 'updated_at')),
    'retention', (select jsonb_agg(private.retention_view(r) order by r.class) from public.retention_periods r),
    'may_change_safety', private.has_any_role('business_admin'));
end;
$$;
comment on function public.get_settings() is
  'For admins. Returns Settings (contract/management-settings.ts), without the address salt. Definer: reads the audit '
  'log, after checking for an admin itself.';
grant execute on function public.get_settings() to authenticated;
select private.answer_calls('public.get_settings()', 'management');

create function private.check_setting(p_view jsonb, p_value jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := p_value #>> '{}';
begin
  if p_value = 'null' then
    if not (p_view -> 'is_optional')::boolean then perform private.fail('invalid_input', 'value'); end if;
  elsif not coalesce(case p_view ->> 'kind'
    when 'whole' then private.is_whole(p_value, (p_view ->> 'least')::numeric, (p_view ->> 'most')::numeric)
    when 'number' then case when jsonb_typeof(p_value) = 'number'
      then p_value::numeric between (p_view ->> 'least')::numeric and (p_view ->> 'most')::numeric end
    when 'switch' then jsonb_typeof(p_value) = 'boolean'
    when 'time' then jsonb_typeof(p_value) = 'string' and v_text ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$'
    -- Business admins grant the other roles, so this role always needs its second factor.
    when 'roles' then jsonb_typeof(p_value) = 'array' and p_value <@ '["marketer", "coach", "admin", "business_admin"]' and p_value ? 'business_admin'
    else jsonb_typeof(p_value) = 'string' and length(btrim(v_text)) between 1 and 300 and private.is_line(v_text)
      and (p_view ->> 'name' not like '%\_email' or private.is_email(btrim(v_text))) end, false) then
    perform private.fail('invalid_input', 'value');
  end if;
end;
$$;
comment on function private.check_setting(jsonb, jsonb) is
  'Fails with invalid_input (value) if a setting (private.setting_view) does not accept this value.';

create function public.save_setting(p_change jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name constant text := p_change ->> 'name';
  v_value constant jsonb := coalesce(p_change -> 'value', 'null');
  v_view jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_change, 'p_change', 2000);
  perform from pg_attribute
  where attrelid = 'public.settings'::regclass and attnum > 0 and not attisdropped and attname = v_name
    and attname <> all (private.fixed_settings());
  if not found then perform private.fail('invalid_input', 'name'); end if;
  if v_name = any (private.safety_settings()) and not private.has_any_role('business_admin') then perform private.deny(); end if;
  perform from public.settings for update;
  v_view := private.setting_view(v_name);
  if v_view -> 'value' <> coalesce(p_change -> 'seen', 'null') then perform private.fail('changed_meanwhile'); end if;
  perform private.check_setting(v_view, v_value);
  begin
    execute format('update public.settings set %1$I = (jsonb_populate_record(null::public.settings, $1)).%1$I', v_name)
    using jsonb_build_object(v_name, case when jsonb_typeof(v_value) = 'string' then to_jsonb(btrim(v_value #>> '{}')) else v_value end);
  exception when check_violation then
    perform private.fail('setting_conflict', 'value');
  end;
  return private.setting_view(v_name);
end;
$$;
comment on function public.save_setting(jsonb) is
  'For admins. Saves a setting. Only business admins may change private.safety_settings. Takes {name, value, seen}, '
  'where seen is the value that the member of staff saw. What was sold keeps the terms that it was promised '
  '(private.kindest_setting). Fails with invalid_input, setting_conflict, changed_meanwhile. Definer: the table has no '
  'write grant.';
grant execute on function public.save_setting(jsonb) to authenticated;
select private.answer_calls('public.save_setting(jsonb)', 'management');

create function public.save_retention_period(p_class text, p_keep text, p_seen text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_period public.retention_periods;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  select * into v_period from public.retention_periods where class = p_class for update;
  -- In a class without a period, each row has its own date.
  if v_period.keep is null then perform private.fail('invalid_input', 'p_class'); end if;
  if v_period.keep::text is distinct from p_seen then perform private.fail('changed_meanwhile'); end if;
  if coalesce(p_keep, '') !~ '^[1-9][0-9]{0,3} (day|month|year)s?$'
    or p_keep::interval not between private.least_retention(p_class) and interval '10 years' then
    perform private.fail('invalid_input', 'p_keep');
  end if;
  update public.retention_periods set keep = p_keep::interval where class = p_class returning * into v_period;
  return private.retention_view(v_period);
end;
$$;
comment on function public.save_retention_period(text, text, text) is
  'For business admins. Sets how long a class of data is kept, such as "30 days". p_seen is the period that staff '
  'saw. What the next purge deletes cannot be restored. Fails with changed_meanwhile. Definer: the table has no write '
  'grant.';
grant execute on function public.save_retention_period(text, text, text) to authenticated;
select private.answer_calls('public.save_retention_period(text, text, text)', 'management');
