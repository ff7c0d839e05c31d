-- Staff see which children attended a weekly class in the last weeks (docs/decisions "Attendance over time").

create function private.weeks_of_class(p_session_id uuid, p_weeks integer)
returns setof public.sessions
language sql
stable
set search_path = ''
as $$
  select s.*
  from public.sessions a
  cross join lateral (select least(private.calendar_today(), a.session_date + 42) as day) l
  join public.sessions s on s.class_type_id = a.class_type_id and s.location_id = a.location_id
    and s.session_time = a.session_time and extract(isodow from s.session_date) = extract(isodow from a.session_date)
  where a.id = p_session_id and s.session_date between l.day - p_weeks * 7 + 1 and l.day
    and s.starts_at <= private.calendar_now()
    and (private.is_admin() or exists (select from public.coaches k where k.id = s.coach_id and k.user_id = (select auth.uid())))
  order by s.session_date
$$;
comment on function private.weeks_of_class(uuid, integer) is
  'Returns the sessions of the same class, location, weekday and hour that have begun. They are in the weeks until '
  'today or, for an older session, until six weeks after it. A coach gets only their own.';

create function public.get_class_attendance(p_session_id uuid, p_weeks integer default 12)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_is_admin constant boolean := private.is_admin();
  v_today constant date := private.calendar_today();
  v_about jsonb;
  v_attendance jsonb;
begin
  if not (v_is_admin or private.is_coach()) then perform private.deny(); end if;
  if p_weeks is null or p_weeks not between 1 and 52 then perform private.fail('invalid_input', 'p_weeks'); end if;
  select jsonb_build_object('title', t.name, 'team', t.team, 'location', l.name, 'day', s.session_date, 'time', private.clock_of(s.session_time))
  into v_about
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  where s.id = p_session_id
    and (v_is_admin or exists (select from public.coaches k where k.id = s.coach_id and k.user_id = (select auth.uid())));
  -- A coach gets the same answer for a colleague's class and for one that does not exist.
  if v_about is null then perform private.fail('session_not_found', 'p_session_id'); end if;
  with week as materialized (select * from private.weeks_of_class(p_session_id, p_weeks)),
  booked as materialized (
    select w.id as session_id, b.child_id,
      case when b.attended then 'came' when not b.attended then 'missed' else 'open' end as state
    from week w join public.bookings b on b.session_id = w.id and b.status = 'booked' where w.status = 'scheduled'),
  child as materialized (
    select c.id, c.family_id, n.name
    from private.names_apart(array(select child_id from booked), v_today) n join public.children c on c.id = n.child_id),
  -- One statement reads and logs, so that no child is served without a log entry.
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id, user_context)
    select (select auth.uid()), 'bookings', 'attendance', c.family_id, c.id,
      jsonb_build_object('place_id', p_session_id, 'day', v_today)
    from child c
    where not exists (
      select from public.access_log l
      where l.family_id = c.family_id and l.created_at >= private.midnight_of(v_today) and l.child_id = c.id
        and l.user_id = (select auth.uid()) and l.access_type = 'attendance' and l.user_context ->> 'place_id' = p_session_id::text)
    returning 1)
  select v_about || jsonb_build_object(
    'weeks', (
      select coalesce(jsonb_agg(jsonb_build_object('session_id', w.id, 'day', w.session_date, 'is_cancelled', w.status = 'cancelled',
        'coach', k.name, 'capacity', w.max_capacity, 'booked', n.booked, 'came', n.came, 'missed', n.missed, 'open', n.open)
        order by w.session_date), '[]')
      from week w
      left join public.coaches k on k.id = w.coach_id
      cross join lateral (
        select count(*) as booked, count(*) filter (where b.state = 'came') as came,
          count(*) filter (where b.state = 'missed') as missed, count(*) filter (where b.state = 'open') as open
        from booked b where b.session_id = w.id) n),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object('child_id', c.id, 'family_id', case when v_is_admin then c.family_id end, 'name', c.name,
        'sessions', (select jsonb_agg(jsonb_build_object('session_id', b.session_id, 'state', b.state)) from booked b where b.child_id = c.id))
        order by c.name, c.id), '[]')
      from child c))
  into v_attendance
  where (select count(*) from logged) is not null;
  return v_attendance;
end;
$$;
comment on function public.get_class_attendance(uuid, integer) is
  'For staff. Returns ClassAttendance (contract/attendance.ts): the last p_weeks (1 to 52) of a session''s class, '
  'location, weekday and hour. A coach gets only the weeks that they held. Each read is logged. Fails with '
  'session_not_found (also for a colleague''s). Definer: reads bookings past the policies, after checking the caller.';
grant execute on function public.get_class_attendance(uuid, integer) to authenticated;
select private.answer_calls('public.get_class_attendance(uuid, integer)', 'roster');
