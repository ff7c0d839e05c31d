-- One search finds people, orders, classes and camps for staff (docs/decisions "One search for staff").

create function private.day_words(p_day date)
returns text
language sql
immutable
set search_path = ''
-- A date is also found by its digits without dashes, because private.search_patterns removes dashes from numbers.
as $$ select to_char(p_day, 'FMDay FMDD FMMonth YYYY YYYYMMDD') $$;
comment on function private.day_words(date) is
  'Returns a day as people type it, for example "Monday 30 November 2026 20261130".';

create function private.search_row(p_kind text, p_id uuid, p_title text, p_text text default null, p_day date default null,
  p_until date default null, p_time time default null, p_cents integer default null, p_more jsonb default '{}')
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('kind', p_kind, 'id', p_id, 'title', p_title, 'text', nullif(p_text, ''), 'day', p_day,
    'until', p_until, 'time', to_char(p_time, 'HH24:MI'), 'cents', p_cents) || p_more
$$;
comment on function private.search_row(text, uuid, text, text, date, date, time, integer, jsonb) is
  'Returns StaffHit (contract/staff-search.ts). p_more has its optional fields.';

create function private.search_people(p_patterns text[])
returns table (is_child boolean, family_id uuid, title text, detail text, child_id uuid, email text, phone text)
language plpgsql
stable
set search_path = ''
-- The best plan depends on the search text.
set plan_cache_mode = force_custom_plan
as $$
declare
  -- As in private.find_orders, the trigram indexes need single patterns.
  v_pattern constant text := p_patterns[1];
  v_second_pattern constant text := coalesce(p_patterns[2], p_patterns[1]);
begin
  return query
  select * from (
    select false, f.id, coalesce(nullif(p.name, ''), f.contact_name),
      concat_ws(' · ', coalesce(p.email, f.contact_email), coalesce(p.phone, f.contact_phone)),
      null::uuid, coalesce(p.email, f.contact_email), coalesce(p.phone, f.contact_phone)
    from public.families f left join public.profiles p on p.id = coalesce(f.primary_parent_id, f.secondary_parent_id)
    where f.erased_at is null and f.id in (
      (select s.id from public.families s
        where s.search_text like v_pattern and s.search_text like v_second_pattern and s.search_text like all (p_patterns)
        limit 200)
      union all
      (select s.family_id from public.profiles s
        where s.family_id is not null
          and s.search_text like v_pattern and s.search_text like v_second_pattern and s.search_text like all (p_patterns)
        limit 200))
    order by 3, f.id limit 5) families
  union all
  select * from (
    select true, c.family_id, c.name, coalesce(nullif(p.name, ''), f.contact_name), c.id,
      coalesce(p.email, f.contact_email), coalesce(p.phone, f.contact_phone)
    from (
      select s.family_id, s.id, s.name from public.children s
      where s.status <> 'declined'
        and s.search_text like v_pattern and s.search_text like v_second_pattern and s.search_text like all (p_patterns)
      limit 200) c
    join public.families f on f.id = c.family_id and f.erased_at is null
    left join public.profiles p on p.id = coalesce(f.primary_parent_id, f.secondary_parent_id)
    order by c.name, c.id limit 5) children;
end;
$$;
comment on function private.search_people(text[]) is
  'Returns up to five families, by name, e-mail and phone of their parents, and five children by name, with the '
  'address and number of the family. p_patterns is private.search_patterns.';

create function private.search_orders(p_search text)
returns setof jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := regexp_replace(lower(p_search), '[s$, ]', '', 'g');
  v_cents constant integer := case when v_text ~ '^[0-9]{1,6}([.][0-9]{1,2})?$' then round(v_text::numeric * 100) end;
  v_order_ids constant uuid[] := coalesce(private.find_orders(p_search, 500), '{}');
begin
  return query
  select private.search_row('order', o.id, o.number, coalesce(f.contact_name, o.parent_name),
    (o.created_at at time zone private.time_zone())::date, p_cents => o.total_cents)
  from public.orders o left join public.families f on f.id = o.family_id
  where o.id = any (v_order_ids || array(
    select t.id from public.orders t where t.total_cents = v_cents and t.paid_at is not null order by t.created_at desc limit 5))
  order by o.number = upper(btrim(p_search)) desc, coalesce(o.total_cents = v_cents, false) desc, o.created_at desc limit 5;
end;
$$;
comment on function private.search_orders(text) is
  'Returns up to five orders, by what finds an order in their list (private.find_orders), and by their amount. If a '
  'text finds very many, returns none, because their list is the better place.';

create function private.search_places(p_patterns text[])
returns setof jsonb
language sql
stable
set search_path = ''
as $$
  select * from (
    select private.search_row('camp', w.id, w.name, l.name, w.start_date, w.end_date, w.session_time_start)
    from public.camp_weeks w join public.locations l on l.id = w.location_id
    where w.end_date >= (private.calendar_today() - interval '2 years')::date
      and private.search_text(w.name, w.tier, l.name, (
        -- A camp is found by each of its days.
        select string_agg(private.day_words(w.start_date + d), ' ') from generate_series(0, least(w.end_date - w.start_date, 14)) d))
        like all (p_patterns)
    order by w.cancelled_at is not null, w.end_date < private.calendar_today(), w.start_date, w.id limit 4) camps
  union all
  select * from (
    select private.search_row('session', s.id, t.name, l.name, s.session_date, null, s.session_time)
    from public.sessions s
    join public.class_types t on t.id = s.class_type_id
    join public.locations l on l.id = s.location_id
    left join public.coaches k on k.id = s.coach_id
    where s.session_date >= (private.calendar_today() - interval '2 years')::date
      and private.search_text(t.name, l.name, k.name, private.day_words(s.session_date)) like all (p_patterns)
    order by s.status = 'cancelled', s.session_date < private.calendar_today(), s.starts_at, s.id limit 4) sessions
  union all
  select * from (
    select private.search_row('coach', k.id, k.name) from public.coaches k
    where private.search_text(k.name) like all (p_patterns) order by k.name limit 2) coaches
$$;
comment on function private.search_places(text[]) is
  'Returns up to four camps and four classes, by name, location and day, the next ones first, and two coaches. Camps '
  'and classes are those of the past two years and all that are still to come. p_patterns is private.search_patterns.';

create function private.search_own_roster(p_patterns text[])
returns setof jsonb
language sql
volatile
set search_path = ''
as $$
  select * from (
    select private.search_row('child', h.id, c.name, h.title, p_time => (h.starts_at at time zone private.time_zone())::time)
    from private.day_entries(private.calendar_today()) d
    join private.events_of_day(private.calendar_today()) h on h.id = d.place_id
    join public.children c on c.id = d.child_id
    where d.place_id = any (private.my_places()) and c.search_text like all (p_patterns)
    order by c.name, h.starts_at, c.id limit 12) children
  union all
  select * from (
    select private.search_row(h.kind, h.id, h.title, h.location, private.calendar_today(),
      p_time => (h.starts_at at time zone private.time_zone())::time)
    from private.events_of_day(private.calendar_today()) h
    where h.id = any (private.my_places()) and private.search_text(h.title, h.location) like all (p_patterns)
    order by h.starts_at, h.id limit 4) places
$$;
comment on function private.search_own_roster(text[]) is
  'For a coach. Returns children, by name, of the sessions and camps that they coach today, and these sessions and '
  'camps. The row of a child has the id of the session or camp.';

create function public.search_staff(p_search text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_patterns text[];
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  if p_search is null or length(btrim(p_search)) not between 2 and 120 then perform private.fail('invalid_input', 'p_search'); end if;
  v_patterns := private.search_patterns(p_search);
  if v_patterns is null then return '[]'; end if;
  if not private.is_admin() then
    return (select coalesce(jsonb_agg(r), '[]') from private.search_own_roster(v_patterns) r);
  end if;
  return (
    select coalesce(jsonb_agg(r), '[]') from (
      select private.search_row(case when p.is_child then 'child' else 'family' end, p.family_id, p.title, p.detail,
        p_more => jsonb_strip_nulls(jsonb_build_object('child_id', p.child_id, 'email', p.email, 'phone', p.phone))) as r
      from private.search_people(v_patterns) p
      union all select * from private.search_orders(p_search)
      union all select * from private.search_places(v_patterns)
      limit 20) rows);
end;
$$;
comment on function public.search_staff(text) is
  'For staff. Returns up to twenty StaffHit[] of contract/staff-search.ts. A coach finds only the children, sessions '
  'and camps of today''s own roster, without contacts. Fails with invalid_input (p_search). Definer: reads past the '
  'policies, after checking the caller.';
grant execute on function public.search_staff(text) to authenticated;
select private.answer_calls('public.search_staff(text)', 'search_staff');
