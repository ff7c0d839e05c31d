-- Finds sessions and camps at the same time, for a coach or a child.

create function private.place_spans(p_place_id uuid, p_is_whole_day boolean default true)
returns table (from_at timestamptz, until_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select s.starts_at, s.ends_at from public.sessions s where s.id = p_place_id and s.status = 'scheduled'
  union all
  select (d.day + case when p_is_whole_day then c.begins_at else w.session_time_start end) at time zone private.time_zone(),
    (d.day + case when p_is_whole_day then c.ends_at else w.session_time_end end) at time zone private.time_zone()
  from public.camp_weeks w
  cross join lateral private.camp_day(w) c
  cross join lateral (select g::date as day from generate_series(w.start_date, w.end_date, interval '1 day') g) d
  where w.id = p_place_id and w.cancelled_at is null and not private.is_day_cancelled(w.id, d.day)
$$;
comment on function private.place_spans(uuid, boolean) is
  'Returns the start and end of a session, or of each day of a camp. The hours of a camp are those of the whole day '
  'or, if p_is_whole_day is false, of its programme. Returns no row if it is cancelled.';

create function private.available_coaches(p_place_id uuid, p_day date default null)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select count(*) from public.coaches k
    where k.id in (
        select s.coach_id from public.sessions s where s.id = p_place_id
        union all
        select c.coach_id from public.camp_coaches c where c.camp_id = p_place_id)
      and private.is_assignable(k)
      and not exists (
        select from public.coach_absences a cross join lateral private.place_spans(p_place_id) s
        where a.coach_id = k.id and a.last_day >= private.calendar_today()
          and (s.from_at at time zone private.time_zone())::date >= coalesce(p_day, private.calendar_today())
          and (p_day is null or (s.from_at at time zone private.time_zone())::date = p_day)
          and private.is_away(a, s.from_at, s.until_at) and not private.comes_anyway(a, p_place_id)));
end;
$$;
comment on function private.available_coaches(uuid, date) is
  'Returns how many coaches of a session or camp can be there on a day or, if p_day is null, on all of its days from '
  'today. A coach who is absent, has left, or has an account without access does not count.';

create function private.overlapping(p_place_id uuid, p_other_ids uuid[], p_is_whole_day boolean default true)
returns table (place_id uuid, title text, location text, from_at timestamptz, until_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select distinct on (o.id) o.id, coalesce(t.name, w.name), l.name, there.from_at, there.until_at
  from (select distinct unnest(p_other_ids) as id) o
  cross join lateral private.place_spans(o.id, p_is_whole_day) there
  join private.place_spans(p_place_id, p_is_whole_day) here on here.from_at < there.until_at and there.from_at < here.until_at
  left join public.sessions s on s.id = o.id
  left join public.class_types t on t.id = s.class_type_id
  left join public.camp_weeks w on w.id = o.id
  join public.locations l on l.id = coalesce(s.location_id, w.location_id)
  where o.id <> p_place_id
  order by o.id, there.from_at
$$;
comment on function private.overlapping(uuid, uuid[], boolean) is
  'Returns which of p_other_ids overlap with one session or camp, and the first time each does. Coaches work the whole '
  'day of a camp. A child can leave after the programme (p_is_whole_day is false).';

create function private.overlapping_line(p_place_id uuid, p_earlier jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Nearly every order is for one place, so the times are read only if a child has several.
  if p_place_id is null or not p_earlier @? '$.* ? (@ != null)' then return null; end if;
  return (
    select min(e.key::integer)
    from jsonb_each_text(p_earlier) e
    where exists (select from private.overlapping(p_place_id, array[e.value::uuid], false)));
end;
$$;
comment on function private.overlapping_line(uuid, jsonb) is
  'Returns the position of the first of a child''s earlier lines that takes place at the same time as a session or '
  'camp. p_earlier is {position: place}. Returns null if there is none.';

create function private.overlaps_same_sale(p_line public.order_lines, p_child_id uuid, p_place_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Staff see the clash (private.clashes_of_child) and may know why the child comes late.
  if p_line.id is null or private.is_admin() then return false; end if;
  return exists (
    select from private.overlapping(p_place_id, array(
      select coalesce(l.session_id, l.camp_id)
      from private.sold_with(p_line.id) s join public.order_lines l on l.id = s.line_id and l.id <> p_line.id
      where l.status = 'placed' and private.child_of(l) = p_child_id and (
        exists (select from public.bookings b
          where b.session_id = l.session_id and b.child_id = p_child_id and b.status = 'booked')
        or exists (select from public.camp_enrollments e
          where e.camp_id = l.camp_id and e.child_id = p_child_id and e.status = 'enrolled'))), false));
end;
$$;
comment on function private.overlaps_same_sale(public.order_lines, uuid, uuid) is
  'Returns whether a parent would move a line to the time of another place that the child has from the same sale.';

create function private.coach_clashes(p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'title', o.title, 'location', o.location,
    'starts_at', private.iso(o.from_at), 'ends_at', private.iso(o.until_at)) order by o.from_at, k.name, o.title), '[]')
  from public.coaches k
  cross join lateral private.overlapping(p_place_id, array(
    select s.id from public.sessions s
    where s.coach_id = k.id and s.session_date >= private.calendar_today()
    union all
    select c.camp_id from public.camp_coaches c join public.camp_weeks w on w.id = c.camp_id
    where c.coach_id = k.id and w.end_date >= private.calendar_today())) o
  where k.id in (select (c ->> 'id')::uuid from jsonb_array_elements(private.coaches_of(p_place_id)) c)
$$;
comment on function private.coach_clashes(uuid) is
  'Returns other sessions and camps that the coaches of a session or camp have at the same time, as Clash[] '
  '(contract/place-changes.ts).';

create function private.clashes_of(p_place_ids uuid[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(n.clash order by n.clash ->> 'starts_at', n.clash ->> 'name', n.clash ->> 'title'), '[]')
  from (
    select distinct c.clash from unnest(p_place_ids) i (id)
    cross join lateral jsonb_array_elements(private.coach_clashes(i.id)) c (clash) limit 50) n
$$;
comment on function private.clashes_of(uuid[]) is
  'Returns the clashes of the coaches of several sessions and camps, each once and at most fifty, in the shape of '
  'private.coach_clashes.';

create function private.clashes_of_child(p_child_id uuid, p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'title', o.title, 'location', o.location,
    'starts_at', private.iso(o.from_at), 'ends_at', private.iso(o.until_at)) order by o.from_at, o.title), '[]')
  from public.children c
  cross join lateral private.overlapping(p_place_id, array(
    select b.session_id from public.bookings b
    where b.child_id = c.id and b.status = 'booked' and b.session_date >= private.calendar_today()
    union all
    select e.camp_id from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
    where e.child_id = c.id and e.status = 'enrolled' and w.end_date >= private.calendar_today()), false) o
  where c.id = p_child_id
$$;
comment on function private.clashes_of_child(uuid, uuid) is
  'Returns other bookings of a child at the time of a session or camp, as Clash[] (contract/place-changes.ts).';

create function private.child_clashes(p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(o.clash order by o.clash ->> 'name', o.clash ->> 'starts_at', o.clash ->> 'title'), '[]')
  from (
    select child_id from public.bookings where session_id = p_place_id and status = 'booked'
    union
    select child_id from public.camp_enrollments where camp_id = p_place_id and status = 'enrolled') n
  cross join lateral jsonb_array_elements(private.clashes_of_child(n.child_id, p_place_id)) o (clash)
$$;
comment on function private.child_clashes(uuid) is
  'Returns other bookings that the children of a session or camp have at the same time, as Clash[] '
  '(contract/place-changes.ts).';
