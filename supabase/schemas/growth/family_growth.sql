-- A family reads the growth reports of its children, with what the child could do next.

create function public.get_family_growth_reports()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'child_id', c.id, 'child_name', c.name, 'title', w.name, 'location', l.name,
      'first_day', w.start_date, 'last_day', w.end_date, 'foundations', r.foundations, 'sentence', r.sentence,
      'level_before', r.level_before, 'level', r.level, 'coach', r.coach_name, 'released_at', private.iso(r.released_at))
      order by w.end_date desc, c.name, r.id), '[]')
    from public.children c
    join public.growth_reports r on r.child_id = c.id and r.state = 'released'
    join public.camp_weeks w on w.id = r.camp_id
    join public.locations l on l.id = w.location_id
    where c.family_id = (select private.my_family_id()) and c.status <> 'declined');
end;
$$;
comment on function public.get_family_growth_reports() is
  'Returns FamilyGrowthReports (contract/growth-reports.ts), the latest camp first. Definer: the family comes from the '
  'token; nobody may read the table.';
grant execute on function public.get_family_growth_reports() to authenticated;

create function private.waits_for(p_child_id uuid, p_place_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.waitlist_entries e join public.waitlist_children c on c.entry_id = e.id
    where p_place_id in (e.session_id, e.camp_id) and c.child_id = p_child_id
      and e.status in ('unconfirmed', 'waiting', 'offered', 'accepted'))
$$;
comment on function private.waits_for(uuid, uuid) is
  'Returns whether the child is on the waitlist of a session or camp already, or has a place offered there.';

create function private.next_classes(p_child public.children)
returns table (session_id uuid, day date, starts time, title text, location text, places integer, has_credit boolean)
language sql
volatile
set search_path = ''
as $$
  select t.session_id, t.session_date, t.session_time, t.class_type, t.location_name, t.available_spots,
    exists (select from private.paying_passes(array[p_child.id], array[t.session_date], null))
  from private.timetable(private.calendar_today(), private.calendar_today() + 28, 200) t
  -- Only a class of the child's own team fits its age and level.
  join private.team_standings(p_child.id, array(
    select distinct n.session_date from private.timetable(private.calendar_today(), private.calendar_today() + 28, 200) n)) s
    on s.team = t.team and s.day = t.session_date and s.is_own and s.problem is null
  -- A child who already has a class ahead needs no other one.
  where not private.waits_for(p_child.id, t.session_id) and not exists (
    select from public.bookings b
    where b.child_id = p_child.id and b.status = 'booked' and b.session_date >= private.calendar_today())
$$;
comment on function private.next_classes(public.children) is
  'Returns the classes of the next four weeks that fit the child''s age and level, full ones too, and whether a pass '
  'of the child pays for each. Returns none if the child has a class ahead.';

create function private.next_camps(p_child public.children)
returns table (camp_id uuid, first_day date, last_day date, title text, location text, places integer)
language sql
volatile
set search_path = ''
as $$
  select m.id, m.start_date, m.end_date, m.name, m.location, m.capacity - m.current_enrollments
  from public.camps m
  where m.is_active and m.cancelled_at is null and m.price_cents is not null and m.start_date > private.calendar_today()
    and private.age_on(p_child.dob, m.start_date) between coalesce(m.min_age, 0) and coalesce(m.max_age, 99)
    and exists (
      select from private.team_standings(p_child.id, array[m.start_date]) s where s.is_own and s.team = any (m.team_types))
    and not private.waits_for(p_child.id, m.id)
    and not exists (
      select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
      where e.child_id = p_child.id and e.status = 'enrolled' and w.cancelled_at is null
        and w.end_date >= private.calendar_today())
$$;
comment on function private.next_camps(public.children) is
  'Returns the coming camps on sale that are for the child''s age and team, full ones too. Returns none if the child '
  'has a place on a camp that is not over.';

create function public.suggest_next_session(p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_child public.children;
  v_location text;
begin
  select * into v_child from public.children
  where id = p_child_id and family_id = (select private.my_family_id()) and status <> 'declined';
  if v_child.id is null then perform private.fail('child_not_found', 'p_child_id'); end if;
  v_location := (
    select l.name
    from public.growth_reports r join public.camp_weeks w on w.id = r.camp_id join public.locations l on l.id = w.location_id
    where r.child_id = v_child.id and r.state = 'released' order by w.end_date desc limit 1);
  return jsonb_build_object('suggestion', (
    select n.suggestion from (
      select jsonb_build_object('kind', 'session', 'id', c.session_id, 'title', c.title, 'location', c.location,
          'first_day', c.day, 'last_day', c.day, 'starts', private.clock_of(c.starts), 'places', greatest(c.places, 0),
          'has_credit', c.has_credit) as suggestion,
        c.places > 0 as has_place, case when c.has_credit then 0 else 2 end as rank, c.location = v_location as is_near, c.day, c.starts, c.session_id as id
      from private.next_classes(v_child) c
      union all
      select jsonb_build_object('kind', 'camp', 'id', m.camp_id, 'title', m.title, 'location', m.location,
          'first_day', m.first_day, 'last_day', m.last_day, 'starts', null, 'places', greatest(m.places, 0),
          'has_credit', false),
        m.places > 0, 1, m.location = v_location, m.first_day, null, m.camp_id
      from private.next_camps(v_child) m) n
    -- Suggestions with a free place come first. Then come classes that a pass pays for, camps, and classes that need a
    -- pass. Within each of these, the base of the latest camp comes first, and then the nearest day.
    order by n.has_place desc, n.rank, n.is_near desc nulls last, n.day, n.starts, n.id limit 1));
end;
$$;
comment on function public.suggest_next_session(uuid) is
  'Returns {suggestion: NextSuggestion (contract/growth-reports.ts) or null}: the class or camp that fits the age and '
  'level of the family''s child best. Something with a place comes before something with a waitlist. It is null if '
  'nothing fits, or if the child has both a class and a camp ahead. Fails with child_not_found. Definer: see '
  'get_family_growth_reports.';
grant execute on function public.suggest_next_session(uuid) to authenticated;
select private.answer_calls('public.suggest_next_session(uuid)', 'suggest_next_session');
