-- Serves the rosters of coaches, and the latest bookings that the site shows.

create function private.serve_roster(p_date date, p_places uuid[] default null)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  -- One statement reads and logs, so that no child is served without a log entry.
  with served as materialized (
    select d.*, case when private.has_night(w.tier) then o.overnight end as overnight,
      c as child, c.family_id, c.dob, c.current_level, c.experience_level
    from private.day_entries(p_date) d
    join public.children c on c.id = d.child_id
    left join public.camp_enrollments e on e.id = d.enrollment_id
    left join public.camp_weeks w on w.id = e.camp_id
    left join public.order_lines l on l.id = e.order_line_id
    left join public.order_children o on o.order_id = l.order_id and o.position = l.child_position
    where p_places is null or d.place_id = any (p_places)
  ),
  names as materialized (select * from private.names_apart(array(select child_id from served), p_date)),
  logged as (
    select count(*) filter (where private.log_roster_view(place_id, p_date, child_id, family_id, 'roster', clock_timestamp()))
    from served
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'kind', h.kind, 'session_id', case h.kind when 'session' then h.id end, 'camp_id', case h.kind when 'camp' then h.id end,
    'session_date', p_date, 'session_time', coalesce(s.session_time, w.session_time_start),
    'starts_at', private.iso(h.starts_at), 'ends_at', private.iso(h.ends_at), 'team', h.team,
    'status', case when h.is_cancelled_by_us then 'cancelled' else 'scheduled' end, 'max_capacity', h.capacity,
    'class_type', h.title, 'location', h.location, 'coach', h.coach, 'coaches', private.coaches_of(h.id),
    'mine', exists (
      select from jsonb_array_elements(private.coaches_of(h.id)) k join public.coaches m on m.id = (k ->> 'id')::uuid
      where m.user_id = (select auth.uid())),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', v.booking_id, 'enrollment_id', v.enrollment_id, 'child_id', v.child_id, 'name', n.name,
        'family_id', case when (select private.is_admin()) then v.family_id end,
        'current_level', v.current_level, 'experience_level', v.experience_level, 'overnight', v.overnight,
        'age', private.age_on(v.dob, p_date), 'is_new', private.is_new_child(v.child_id, p_date),
        'attended', private.attended_of(v.booking_id, v.enrollment_id, p_date),
        'first_aid', private.first_aid_of(v.child_id, p_date),
        'pickup_authorizations', private.collectors_shown(v.child_id, v.booking_id, v.enrollment_id),
        'collecting_parents', (
          select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'phone', p.phone) order by p.name), '[]')
          from private.parents_for_collection(v.family_id) p),
        'blocked_collectors', private.blocked_for(v.family_id, v.child_id),
        'going_alone', private.going_alone_answer(v.child, p_date),
        'photo_consent', private.camp_photo_answer(v.family_id, v.child_id))
        || private.roster_safety(v.child_id, v.family_id)
        order by n.name, v.child_id), '[]')
      from served v join names n on n.child_id = v.child_id where v.place_id = h.id)
    ) order by h.starts_at, h.kind desc, h.title, h.id), '[]')
  from private.events_of_day(p_date) h
  left join public.sessions s on s.id = h.id
  left join public.camp_weeks w on w.id = h.id
  where (p_places is null or h.id = any (p_places)) and (select count from logged) is not null
$$;
comment on function private.serve_roster(date, uuid[]) is
  'Returns RosterEntry[] (contract/roster.ts) for a day. If p_places is given, returns only these sessions and camps. '
  'Logs one view for each person, child, place and day. The caller has checked the role.';

create function public.get_recent_bookings()
returns table (title text, class_type text, location text, minutes_ago integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select b.title, b.class_type, b.location,
    greatest(0, floor(extract(epoch from clock_timestamp() - o.paid_at) / 60))::integer
  from (
    select id, family_id, paid_at from public.orders
    where paid_at is not null and paid_at > (select clock_timestamp() - interval '7 days')
    order by paid_at desc limit 50
  ) o,
  lateral (
    select l.title, coalesce(t.name, w.name) as class_type, p.name as location
    from public.order_lines l
    left join public.sessions s on s.id = l.session_id and s.status = 'scheduled'
    left join public.class_types t on t.id = s.class_type_id
    left join public.camp_weeks w on w.id = l.camp_id and w.cancelled_at is null
    join public.locations p on p.id = coalesce(s.location_id, w.location_id)
    where l.order_id = o.id
      -- Places are left out if they have been cancelled, or if they were paid too late to be booked.
      and (exists (
        select from public.bookings k
        where k.session_id = s.id and k.family_id = o.family_id and k.status = 'booked')
      or exists (
        select from public.camp_enrollments e where e.order_line_id = l.id and e.status = 'enrolled'))
    order by l.position limit 1
  ) b
  order by o.paid_at desc
$$;
comment on function public.get_recent_bookings() is
  'Returns what was paid for in the last 7 days, the newest first and at most 50 rows, with title, class_type, '
  'location and minutes_ago. The rows contain no name of a person, no id and no date. Definer: visitors may know what '
  'is booked, but not by whom.';
grant execute on function public.get_recent_bookings() to anon, authenticated, service_role;
