-- These functions return the sessions and camps of a day with their children, for rosters.

create function private.events_of_day(p_day date)
returns table (kind text, id uuid, title text, team text, location text, coach text, starts_at timestamptz, ends_at timestamptz,
  is_cancelled_by_us boolean, capacity integer)
language sql
stable
set search_path = ''
as $$
  select 'session', s.id, t.name, t.team, l.name, k.name, s.starts_at, s.ends_at, s.status = 'cancelled', s.max_capacity
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches k on k.id = s.coach_id
  where s.session_date = p_day
  union all
  select 'camp', w.id, w.name, null, l.name,
    (select string_agg(k.name, ', ' order by k.name) from public.camp_coaches c join public.coaches k on k.id = c.coach_id
      where c.camp_id = w.id),
    (p_day + d.begins_at) at time zone private.time_zone(), (p_day + d.ends_at) at time zone private.time_zone(),
    w.cancelled_at is not null or private.is_day_cancelled(w.id, p_day), w.capacity
  from public.camp_weeks w
  join public.locations l on l.id = w.location_id
  cross join lateral private.camp_day(w) d
  where p_day between w.start_date and w.end_date
$$;
comment on function private.events_of_day(date) is
  'Returns the sessions and camps of a day, including cancelled ones. A camp''s hours include its extended day, and '
  'its coach column lists all its coaches.';

create function private.day_entries(p_day date)
returns table (place_id uuid, booking_id uuid, enrollment_id uuid, child_id uuid)
language plpgsql
stable
rows 100
set search_path = ''
as $$
begin
  return query
    select b.session_id, b.id, null::uuid, b.child_id from public.bookings b where b.session_date = p_day and b.status = 'booked'
    union all
    select e.camp_id, null, e.id, e.child_id
    from public.camp_enrollments e
    -- The array holds the few camps of the day, so the index finds their children.
    where e.status = 'enrolled' and e.camp_id = any (array(
        select w.id from public.camp_weeks w where p_day between w.start_date and w.end_date and w.cancelled_at is null))
      -- A device without a network may have checked in a child before its coach heard that the day is cancelled.
      and (not private.is_day_cancelled(e.camp_id, p_day)
        or exists (select from public.attendance_marks m where m.enrollment_id = e.id and m.day = p_day)
          and (select s.mark ->> 'state' in ('in', 'out') or s.mark -> 'differing' <> '[]' from private.mark_state(null, e.id, p_day) s (mark)));
end;
$$;
comment on function private.day_entries(date) is
  'Returns the children who are expected on a day, by booking or enrolment, and where they are expected. Leaves out '
  'cancelled camps. On a cancelled day of a camp, returns only children who came, or about '
  'whom two devices differ.';

create function private.attended_of(p_booking_id uuid, p_enrollment_id uuid, p_day date)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when p_booking_id is not null then (select attended from public.bookings where id = p_booking_id)
    else (select attended from public.camp_attendance where enrollment_id = p_enrollment_id and day = p_day) end;
end;
$$;
comment on function private.attended_of(uuid, uuid, date) is
  'Returns the attendance at a class or on a camp day, or null if it was not taken yet.';

create function private.is_new_child(p_child_id uuid, p_day date)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (
      select from public.bookings b where b.child_id = p_child_id and b.status = 'booked' and b.session_date < p_day)
    and not exists (
      select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
      where e.child_id = p_child_id and e.status = 'enrolled' and w.start_date < p_day)
$$;
comment on function private.is_new_child(uuid, date) is
  'Returns whether the child has no class or camp before this day.';

create function private.names_apart(p_child_ids uuid[], p_day date)
returns table (child_id uuid, name text)
language sql
stable
set search_path = ''
as $$
  select n.id, n.name || case
    when count(*) over (partition by lower(n.name)) = 1 then ''
    when count(*) over (partition by lower(n.name), n.age) = 1 then format(' (%s)', n.age)
    else format(' (%s)', concat_ws(', ', n.age, 'family of ' || n.parent)) end
  from (
    select c.id, btrim(c.name) as name, private.age_on(c.dob, p_day) as age, coalesce(f.contact_name, p.name) as parent
    from public.children c
    join public.families f on f.id = c.family_id
    left join public.profiles p on p.id = f.primary_parent_id
    where c.id = any (p_child_ids)) n
$$;
comment on function private.names_apart(uuid[], date) is
  'Returns the name of each of these children. If two have the same full name, their ages on that day are added. If '
  'the ages are the same too, the name of a parent is added. This way staff cannot confuse two children.';
