-- Coaches see their own week, without the names of children (docs/decisions "Coaches' time").

create function private.coach_places(p_coach_id uuid, p_from date, p_until date)
returns table (place_id uuid, kind text, title text, level text, location text, first_day date, last_day date, begins_at time,
  ends_at time, is_cancelled boolean, capacity integer, booked integer)
language sql
stable
set search_path = ''
as $$
  select s.id, 'session', t.name, t.level, l.name, s.session_date, s.session_date, s.session_time,
    s.session_time + s.duration_minutes * interval '1 minute', s.status = 'cancelled', s.max_capacity,
    (select count(*)::integer from public.bookings b where b.session_id = s.id and b.status = 'booked')
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  where s.coach_id = p_coach_id and s.session_date between p_from and p_until
  union all
  select w.id, 'camp', w.name, null, l.name, w.start_date, w.end_date, d.begins_at, d.ends_at, w.cancelled_at is not null, w.capacity,
    (select count(*)::integer from public.camp_enrollments e where e.camp_id = w.id and e.status = 'enrolled')
  from public.camp_coaches c
  join public.camp_weeks w on w.id = c.camp_id
  join public.locations l on l.id = w.location_id
  cross join lateral private.camp_day(w) d
  where c.coach_id = p_coach_id and w.start_date <= p_until and w.end_date >= p_from
$$;
comment on function private.coach_places(uuid, date, date) is
  'Returns the sessions and camps of a coach that touch these days, also cancelled ones. booked is the number of '
  'places sold.';

create function private.parties_today()
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('party_id', p.id, 'package', o.title, 'head_count', p.head_count,
    'from_time', private.clock_of((p.starts_at at time zone private.time_zone())::time),
    'until_time', private.clock_of((p.ends_at at time zone private.time_zone())::time)) order by p.starts_at, p.id), '[]')
  from public.parties p left join public.offers o on o.id = p.offer_id
  -- Each subquery is computed once, so the index finds today's parties.
  where p.starts_at >= (select private.midnight_of(private.calendar_today()))
    and p.starts_at < (select private.midnight_of(private.calendar_today() + 1)) and private.is_today(p)
$$;
comment on function private.parties_today() is
  'Returns the parties that any coach may open today. It leaves out title, host and location, which get_party_sheet '
  'shows and logs.';

create function public.get_coach_week(p_monday date default null, p_coach_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_coach_id uuid := p_coach_id;
  v_monday constant date := coalesce(p_monday, date_trunc('week', private.calendar_today()::timestamp)::date);
  v_is_me boolean;
begin
  -- For an admin who is no coach, the week of the first coach is shown.
  if p_coach_id is null and private.is_admin()
    and not exists (select from public.coaches where user_id = (select auth.uid())) then
    v_coach_id := (select k.id from public.coaches k where private.is_assignable(k) order by k.name limit 1);
  end if;
  v_coach_id := private.coach_of_caller(v_coach_id);
  if not isfinite(v_monday) or extract(isodow from v_monday) <> 1 then
    perform private.fail('invalid_input', 'p_monday');
  end if;
  v_is_me := exists (select from public.coaches where id = v_coach_id and user_id = (select auth.uid()));
  return jsonb_build_object(
    'today', private.calendar_today(), 'monday', v_monday,
    'coach', (select jsonb_build_object('id', k.id, 'name', k.name) from public.coaches k where k.id = v_coach_id),
    'is_me', v_is_me,
    'coaches', case when private.is_admin() then (
      select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name), '[]')
      from public.coaches k where private.is_assignable(k) or k.id = v_coach_id) end,
    'closed_days', (
      select coalesce(jsonb_agg(jsonb_build_object('day', c.day, 'name', c.name) order by c.day), '[]')
      from public.closed_days c where c.is_closed and c.day between v_monday and v_monday + 6),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('place_id', p.place_id, 'kind', p.kind, 'title', p.title, 'level', p.level,
          'location', p.location, 'first_day', p.first_day, 'last_day', p.last_day, 'from_time', private.clock_of(p.begins_at),
          'until_time', private.clock_of(p.ends_at), 'is_cancelled', p.is_cancelled, 'cancelled_days', (
            select coalesce(jsonb_agg(c.day order by c.day), '[]') from public.cancelled_camp_days c where c.camp_id = p.place_id), 'capacity', p.capacity, 'booked', p.booked,
          'others', (
            select coalesce(jsonb_agg(c -> 'name'), '[]') from jsonb_array_elements(private.coaches_of(p.place_id)) c
            where c ->> 'id' <> v_coach_id::text))
        order by p.begins_at, p.title, p.place_id), '[]')
      from private.coach_places(v_coach_id, v_monday, v_monday + 6) p),
    'parties', case when v_is_me and private.calendar_today() between v_monday and v_monday + 6
      then private.parties_today() else '[]' end,
    'hours', private.hours_of(v_coach_id),
    'absences', (
      select coalesce(jsonb_agg(private.absence_view(a) order by a.first_day, a.from_time nulls first, a.id), '[]')
      from public.coach_absences a
      where a.coach_id = v_coach_id and a.last_day >= least(v_monday, private.calendar_today())));
end;
$$;
comment on function public.get_coach_week(date, uuid) is
  'Returns seven days from a Monday, as CoachWeek (contract/coach-time.ts). Coaches get their own week. Admins may get '
  'any coach''s. Names no child. Fails with coach_not_found, invalid_input (p_monday). Definer: counts bookings past '
  'the policies, after checking the caller.';
grant execute on function public.get_coach_week(date, uuid) to authenticated;
select private.answer_calls('public.get_coach_week(date, uuid)', 'management');

create function public.list_coach_places(p_coach_id uuid, p_from date, p_until date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_from is null or not isfinite(p_from) then perform private.fail('invalid_input', 'p_from'); end if;
  if p_until is null or not isfinite(p_until) or p_until not between p_from and p_from + 366 then
    perform private.fail('invalid_input', 'p_until');
  end if;
  return jsonb_build_object('place_ids', (
    select coalesce(jsonb_agg(p.place_id order by p.first_day, p.begins_at, p.place_id), '[]')
    from private.coach_places(p_coach_id, p_from, p_until) p
    where not p.is_cancelled and (p.last_day + p.ends_at) at time zone private.time_zone() > private.calendar_now()));
end;
$$;
comment on function public.list_coach_places(uuid, date, date) is
  'For admins. Returns the sessions and camps of a coach that have not ended, by time, as {place_ids}, for '
  'change_coaches. Definer: see get_coach_week.';
grant execute on function public.list_coach_places(uuid, date, date) to authenticated;
select private.answer_calls('public.list_coach_places(uuid, date, date)', 'management');
