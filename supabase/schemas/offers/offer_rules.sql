-- Checks of an offer's rules: nights, rungs, refund rules and instalments.

create function private.has_night(p_tier text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_tier = 'epic' $$;
comment on function private.has_night(text) is
  'Returns whether children on this tier of camp may stay overnight. It is the same rule as hasNight of the contract.';

create function private.ages_text(p_details jsonb)
returns text
language sql
immutable
set search_path = ''
as $$ select concat_ws('-', coalesce(p_details ->> 'min_age', ''), coalesce(p_details ->> 'max_age', '')) $$;
comment on function private.ages_text(jsonb) is
  'Returns the ages of an offer as the detail of age_not_allowed (contract/errors.ts), for example 5-12, 7- or -12.';

create function private.is_slug(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^[a-z][a-z0-9-]{0,39}$', false)
$$;
comment on function private.is_slug(jsonb) is 'Returns whether the JSON value is a short name such as east-coast.';

create function private.are_names(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_value) = 'array' then
    (select count(*) between 1 and 20 and bool_and(private.is_slug(value)) and count(*) = count(distinct value)
     from jsonb_array_elements(p_value))
  else false end
$$;
comment on function private.are_names(jsonb) is
  'Returns whether the JSON value is a non-empty list of different short names.';

create function private.is_moment(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  -- The time must have a zone, so that it is the same moment everywhere.
  select coalesce(jsonb_typeof(p_value) = 'string'
    and p_value #>> '{}' ~ '^[1-9]\d{3}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$'
    and pg_input_is_valid(p_value #>> '{}', 'timestamptz'), false)
$$;
comment on function private.is_moment(jsonb) is
  'Returns whether the JSON value is a time in ISO 8601 with its zone. It is the same rule as isMoment of the '
  'contract.';

create function private.window_problem(p_window jsonb, p_from text, p_until text)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when coalesce(p_window -> p_from, 'null') <> 'null' and not private.is_moment(p_window -> p_from) then p_from
    when coalesce(p_window -> p_until, 'null') <> 'null' and not private.is_moment(p_window -> p_until) then p_until
    when (p_window ->> p_until)::timestamptz <= (p_window ->> p_from)::timestamptz then p_until
  end
$$;
comment on function private.window_problem(jsonb, text, text) is
  'Checks an object with two optional moments, of which the first must be earlier. Returns the key of the first '
  'error, or null.';

create function private.is_within(p_window jsonb, p_from text, p_until text, p_at timestamptz)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce((p_window ->> p_from)::timestamptz <= p_at, true)
    and coalesce((p_window ->> p_until)::timestamptz > p_at, true);
end;
$$;
comment on function private.is_within(jsonb, text, text, timestamptz) is
  'Returns whether p_at is within an object''s two optional moments. The first moment is included, the last is not.';

create function private.rung_problem(p_rungs jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rung record;
  v_previous_price numeric := 0;
begin
  if jsonb_typeof(p_rungs) is distinct from 'array' or jsonb_array_length(p_rungs) > 10 then return 'rungs'; end if;
  for v_rung in
    select value as r, format('rungs[%s]', ordinality - 1) as field,
      count(*) over (partition by value -> 'id') as same_id
    from jsonb_array_elements(p_rungs) with ordinality order by ordinality
  loop
    if jsonb_typeof(v_rung.r) <> 'object' then return v_rung.field; end if;
    if not private.is_slug(v_rung.r -> 'id') or v_rung.r ->> 'id' = 'listed' or v_rung.same_id > 1 then
      return v_rung.field || '.id';
    end if;
    -- Each rung costs more than the rung before, and the last one less than the listed price.
    if not private.is_whole(v_rung.r -> 'price_cents', v_previous_price + 1, p_price_cents - 1) then
      return v_rung.field || '.price_cents';
    end if;
    v_previous_price := (v_rung.r ->> 'price_cents')::numeric;
    if coalesce(v_rung.r -> 'places', 'null') <> 'null' and not private.is_whole(v_rung.r -> 'places', 1, 1000) then
      return v_rung.field || '.places';
    end if;
    if private.window_problem(v_rung.r, 'from', 'deadline') is not null then
      return v_rung.field || '.' || private.window_problem(v_rung.r, 'from', 'deadline');
    end if;
    if jsonb_typeof(coalesce(v_rung.r -> 'closed', 'false')) <> 'boolean' then return v_rung.field || '.closed'; end if;
  end loop;
  return null;
end;
$$;
comment on function private.rung_problem(jsonb, integer) is
  'Returns the field of the first error in a tier''s rungs, or null. A rung is {id, price_cents, places or null, from '
  'or null, deadline or null, closed}. Rungs come in the order in which they sell. Their prices rise and are below the '
  'listed price.';

create function private.tier_problem(p_details jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rebate constant jsonb := coalesce(p_details -> 'sibling_rebate', 'null');
  v_extended constant jsonb := coalesce(p_details -> 'extended_day', 'null');
  v_cheapest constant integer := coalesce((p_details #>> '{rungs,0,price_cents}')::numeric, p_price_cents);
  v_option record;
begin
  if not private.is_slug(p_details -> 'tier') then return 'tier'; end if;
  if not private.is_whole(p_details -> 'days', 1, 14) then return 'days'; end if;
  if jsonb_typeof(p_details -> 'level') is distinct from 'string' or length(p_details ->> 'level') not between 1 and 60 then
    return 'level';
  end if;
  if not private.are_names(p_details -> 'teams') or p_details -> 'teams' <@ '["white", "red", "black", "x"]' is not true then
    return 'teams';
  end if;
  if not private.is_whole(p_details -> 'min_age', 1, 17) then return 'min_age'; end if;
  if not private.is_whole(p_details -> 'max_age', (p_details ->> 'min_age')::numeric, 18) then return 'max_age'; end if;
  if not private.are_names(p_details -> 'bases') then return 'bases'; end if;
  if v_rebate <> 'null' then
    if not private.is_whole(v_rebate -> 'cents', 1, v_cheapest - 1) then return 'sibling_rebate.cents'; end if;
    if coalesce(v_rebate -> 'places', 'null') <> 'null' and not private.is_whole(v_rebate -> 'places', 1, 1000) then
      return 'sibling_rebate.places';
    end if;
  end if;
  if jsonb_typeof(p_details -> 'transport') is distinct from 'array' then return 'transport'; end if;
  for v_option in
    select value as o, format('transport[%s]', ordinality - 1) as field, count(*) over (partition by value -> 'id') as same_id
    from jsonb_array_elements(p_details -> 'transport') with ordinality order by ordinality
  loop
    if not private.is_slug(v_option.o -> 'id') or v_option.same_id > 1 then return v_option.field || '.id'; end if;
    if jsonb_typeof(v_option.o -> 'title') is distinct from 'string' or v_option.o ->> 'title' = '' then
      return v_option.field || '.title';
    end if;
    if not private.is_whole(v_option.o -> 'price_cents', 0, 1000000) then return v_option.field || '.price_cents'; end if;
  end loop;
  if v_extended <> 'null' and (
    coalesce(v_extended ->> 'start', '') !~ '^([01]\d|2[0-3]):[0-5]\d$'
    or coalesce(v_extended ->> 'end', '') !~ '^([01]\d|2[0-3]):[0-5]\d$'
    or v_extended ->> 'start' >= v_extended ->> 'end') then
    return 'extended_day';
  end if;
  return null;
end;
$$;
comment on function private.tier_problem(jsonb, integer) is
  'Returns the field of the first error in the details of a camp_tier offer, or null. private.rung_problem has checked '
  'the rungs.';

create function private.plan_problem(p_details jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_planned constant jsonb := coalesce(nullif(p_details -> 'planned_prices', 'null'), '[]');
  v_sale_time constant jsonb := coalesce(nullif(p_details -> 'sale_time', 'null'), '{}');
  -- The listed price of a camp must always be above the prices of its rungs and above its rebate, also after a planned
  -- change.
  v_least_price constant numeric := greatest(0,
    (select max((r ->> 'price_cents')::numeric) from jsonb_array_elements(coalesce(nullif(p_details -> 'rungs', 'null'), '[]')) r),
    (p_details #>> '{sibling_rebate,cents}')::numeric);
  v_previous_price timestamptz := '-infinity';
  v_price record;
begin
  if jsonb_typeof(v_sale_time) <> 'object' then return 'sale_time'; end if;
  if private.window_problem(v_sale_time, 'from', 'until') is not null then
    return 'sale_time.' || private.window_problem(v_sale_time, 'from', 'until');
  end if;
  if jsonb_typeof(v_planned) <> 'array' or jsonb_array_length(v_planned) > 10 then return 'planned_prices'; end if;
  for v_price in
    select value as p, format('planned_prices[%s]', ordinality - 1) as field
    from jsonb_array_elements(v_planned) with ordinality order by ordinality
  loop
    if jsonb_typeof(v_price.p) <> 'object' or not private.is_moment(v_price.p -> 'from') then
      return v_price.field || '.from';
    end if;
    if (v_price.p ->> 'from')::timestamptz <= v_previous_price then return v_price.field || '.from'; end if;
    v_previous_price := (v_price.p ->> 'from')::timestamptz;
    if not private.is_whole(v_price.p -> 'price_cents', v_least_price + 1, 100000000) then
      return v_price.field || '.price_cents';
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.plan_problem(jsonb) is
  'Returns the field of the first error in what an offer plans, or null. This is sale_time {from, until}, both '
  'optional, and planned_prices [{from, price_cents}] in the order of time. Each planned price is above the rungs and '
  'the rebate.';

create function private.terms_problem(p_details jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rules constant jsonb := coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]');
  v_rule record;
  v_hours numeric;
  v_days numeric;
  v_counts_days boolean;
  v_flag text;
begin
  if jsonb_typeof(v_rules) <> 'array' or jsonb_array_length(v_rules) > 10 then return 'refund_rules'; end if;
  for v_rule in
    select value as r, format('refund_rules[%s]', ordinality - 1) as field
    from jsonb_array_elements(v_rules) with ordinality order by ordinality
  loop
    -- The first rule that applies decides. So each rule of a kind must apply for longer than the rule before.
    v_counts_days := coalesce(v_rule.r -> 'days_after_purchase', 'null') <> 'null';
    if v_counts_days and coalesce(v_rule.r -> 'hours_before', 'null') <> 'null'
      or v_counts_days and not private.is_whole(v_rule.r -> 'days_after_purchase', coalesce(v_days + 1, 0), 366) then
      return v_rule.field || '.days_after_purchase';
    end if;
    if not v_counts_days and not private.is_whole(v_rule.r -> 'hours_before', 0, coalesce(v_hours - 1, 8784)) then
      return v_rule.field || '.hours_before';
    end if;
    if not private.is_whole(v_rule.r -> 'percent', 0, 100) then return v_rule.field || '.percent'; end if;
    v_hours := coalesce((v_rule.r ->> 'hours_before')::numeric, v_hours);
    v_days := coalesce((v_rule.r ->> 'days_after_purchase')::numeric, v_days);
  end loop;
  foreach v_flag in array array['once_per_child', 'renews', 'sibling_credits'] loop
    if jsonb_typeof(coalesce(nullif(p_details -> v_flag, 'null'), 'false')) <> 'boolean' then return v_flag; end if;
  end loop;
  if not private.is_whole(coalesce(nullif(p_details -> 'make_ups', 'null'), '0'), 0, 1000) then return 'make_ups'; end if;
  if not private.is_whole(coalesce(nullif(p_details -> 'pause_days', 'null'), '0'), 0, 366) then return 'pause_days'; end if;
  if not private.is_whole(coalesce(nullif(p_details -> 'pauses', 'null'), '0'), 0, 20) then return 'pauses'; end if;
  if not private.is_whole(coalesce(nullif(p_details -> 'pause_notice_days', 'null'), '0'), 0, 60) then return 'pause_notice_days'; end if;
  -- A sibling would get its trial from another child's pass.
  if p_details -> 'sibling_credits' = 'true' and p_details -> 'once_per_child' = 'true' then return 'sibling_credits'; end if;
  return private.plan_problem(p_details);
end;
$$;
comment on function private.terms_problem(jsonb) is
  'Returns the field of the first error in the terms, or null. They are refund_rules [{hours_before (falling), '
  'percent} or {days_after_purchase (rising), percent}], once_per_child, renews, make_ups, '
  'pause_days, pauses, pause_notice_days, sibling_credits (not together with once_per_child), and what '
  'private.plan_problem checks.';
