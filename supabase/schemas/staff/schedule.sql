-- Staff read the schedule, and open a session or camp with its children and changes.

create function private.clock_of(p_time time)
returns text
language sql
immutable
set search_path = ''
as $$ select to_char(p_time, 'HH24:MI') $$;
comment on function private.clock_of(time) is 'Returns a time of day as forms use it, for example 09:30.';

create function private.session_fields(p_session public.sessions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('class_type_id', p_session.class_type_id, 'location_id', p_session.location_id,
    'coach_id', p_session.coach_id, 'session_date', p_session.session_date,
    'session_time', private.clock_of(p_session.session_time), 'duration_minutes', p_session.duration_minutes,
    'max_capacity', p_session.max_capacity)
$$;
comment on function private.session_fields(public.sessions) is
  'Returns SessionFields (contract/management-schedule.ts), the fields that staff may set.';

create function private.camp_fields(p_camp public.camp_weeks)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('name', p_camp.name, 'tier', p_camp.tier, 'team_types', p_camp.team_types,
    'location_id', p_camp.location_id, 'start_date', p_camp.start_date, 'end_date', p_camp.end_date,
    'session_time_start', private.clock_of(p_camp.session_time_start),
    'session_time_end', private.clock_of(p_camp.session_time_end), 'capacity', p_camp.capacity, 'is_active', p_camp.is_active)
$$;
comment on function private.camp_fields(public.camp_weeks) is
  'Returns CampFields (contract/management-schedule.ts), the fields that staff may set.';

create function private.people_waiting(p_session_id uuid, p_camp_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer from public.waitlist_entries
  where status in ('waiting', 'offered') and (session_id = p_session_id or camp_id = p_camp_id)
$$;
comment on function private.people_waiting(uuid, uuid) is
  'Returns the number of waitlist entries for a session or camp, including those with an open offer.';

create function private.children_in_care(p_place_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_first_day date;
  v_last_day date;
begin
  select s.session_date, s.session_date into v_first_day, v_last_day from public.sessions s
  where s.id = p_place_id and s.status = 'scheduled';
  if not found then
    select w.start_date, w.end_date into v_first_day, v_last_day from public.camp_weeks w
    where w.id = p_place_id and w.cancelled_at is null;
  end if;
  if v_last_day is null or v_last_day < v_today then return null; end if;
  if v_first_day <= v_today then
    return (select count(*) from private.day_heads(v_today, array[p_place_id]) h where h.mark ->> 'state' in ('in', 'expected'));
  end if;
  return (select count(*) from public.bookings where session_id = p_place_id and status = 'booked')
    + (select count(*) from public.camp_enrollments where camp_id = p_place_id and status = 'enrolled');
end;
$$;
comment on function private.children_in_care(uuid) is
  'Returns how many children the coaches of a session or camp look after. Today these are the children who are there '
  'or still expected (as on the page Today); on a later day they are all who are booked. Returns null if it was '
  'cancelled or its last day is over.';

create function private.schedule_places(p_ids uuid[])
returns table (id uuid, starts_at timestamptz, place jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select s.id, s.starts_at, jsonb_build_object(
    'kind', 'session', 'id', s.id, 'title', t.name, 'team', t.team, 'location_id', s.location_id, 'location', l.name,
    'coaches', array_remove(array[k.name], null), 'first_day', s.session_date, 'last_day', s.session_date,
    'starts_at', private.iso(s.starts_at), 'ends_at', private.iso(s.ends_at), 'has_begun', s.starts_at <= private.calendar_now(),
    'is_cancelled_by_us', s.status = 'cancelled', 'reason', s.cancelled_by_us_reason, 'is_on_sale', true, 'sale_problem', null,
    'sale_exception', null, 'capacity', s.max_capacity,
    'taken', private.seats_taken(s.id, clock_timestamp()),
    'booked', (select count(*) from public.bookings b where b.session_id = s.id and b.status = 'booked'),
    'coach_count', private.available_coaches(s.id), 'in_care', private.children_in_care(s.id),
    'waiting', private.people_waiting(s.id, null), 'camp_day', null, 'session', private.session_fields(s), 'camp', null,
    'cancelled_days', '[]'::jsonb)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches k on k.id = s.coach_id
  where s.id = any (p_ids)
  union all
  select w.id, w.starts_at, jsonb_build_object(
    'kind', 'camp', 'id', w.id, 'title', w.name, 'team', null, 'location_id', w.location_id, 'location', l.name,
    'coaches', array(select k.name from public.camp_coaches c join public.coaches k on k.id = c.coach_id
      where c.camp_id = w.id order by k.name),
    'first_day', w.start_date, 'last_day', w.end_date,
    'starts_at', private.iso(w.starts_at), 'ends_at', private.iso((w.end_date + w.session_time_end) at time zone private.time_zone()),
    'has_begun', w.starts_at <= private.calendar_now(), 'is_cancelled_by_us', w.cancelled_at is not null,
    'reason', w.cancelled_by_us_reason, 'is_on_sale', private.is_camp_on_sale(w),
    'sale_problem', private.camp_sale_problem(w), 'sale_exception', private.camp_sale_exception(w.id), 'capacity', w.capacity,
    'taken', private.camp_seats_taken(w.id, clock_timestamp()),
    'booked', (select count(*) from public.camp_enrollments e where e.camp_id = w.id and e.status = 'enrolled'),
    'coach_count', private.available_coaches(w.id), 'in_care', private.children_in_care(w.id),
    'waiting', private.people_waiting(null, w.id),
    'camp_day', jsonb_build_object('start', private.clock_of(d.begins_at), 'end', private.clock_of(d.ends_at)),
    'session', null, 'camp', private.camp_fields(w), 'cancelled_days', private.cancelled_days(w.id))
  from public.camp_weeks w join public.locations l on l.id = w.location_id
  cross join lateral private.camp_day(w) d
  where w.id = any (p_ids);
end;
$$;
comment on function private.schedule_places(uuid[]) is
  'Returns ScheduleItem (contract/management-schedule.ts) for each session and camp. The starts_at and ends_at of a '
  'camp are those of its programme. camp_day has those of the whole day.';

create function public.get_schedule(p_from date, p_until date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_from is null or not isfinite(p_from) then perform private.fail('invalid_input', 'p_from'); end if;
  if p_until is null or not isfinite(p_until) or p_until not between p_from and p_from + 41 then
    perform private.fail('invalid_input', 'p_until');
  end if;
  return jsonb_build_object(
    'at', private.iso(clock_timestamp()), 'today', private.calendar_today(), 'site', private.publish_state(),
    'places', (
      select coalesce(jsonb_agg(p.place order by p.starts_at, p.place ->> 'title', p.id), '[]')
      from private.schedule_places(array(
        select s.id from public.sessions s where s.session_date between p_from and p_until
        union all
        select w.id from public.camp_weeks w where w.start_date <= p_until and w.end_date >= p_from)) p));
end;
$$;
comment on function public.get_schedule(date, date) is
  'For admins. Returns up to six weeks, including cancelled sessions and camps, and the state of the site, as '
  'Schedule (contract/management-schedule.ts). Definer: counts bookings past the policies, after checking the caller.';
grant execute on function public.get_schedule(date, date) to authenticated;
select private.answer_calls('public.get_schedule(date, date)', 'management');

create function private.camp_sold_as(p_tier text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('tier', p_tier, 'title', o.title, 'price_cents', private.price_at(o, clock_timestamp()), 'days', o.details -> 'days',
    'min_age', o.details -> 'min_age', 'max_age', o.details -> 'max_age', 'teams', coalesce(o.details -> 'teams', '[]'),
    'rungs', coalesce((
      select jsonb_agg(jsonb_build_object('price_cents', r -> 'price_cents', 'places', r -> 'places', 'deadline', r -> 'deadline'))
      from jsonb_array_elements(o.details -> 'rungs') r where not coalesce((r ->> 'closed')::boolean, false)), '[]'))
  from (select 1) one left join private.tier_offer(p_tier) o on true
$$;
comment on function private.camp_sold_as(text) is
  'Returns SoldAs (contract/management-schedule.ts), the published offer of a tier. Title and price are null while '
  'it is not published.';

create function private.place_changes(p_kind text, p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('at', private.iso(a.created_at), 'by', private.staff_name(a.user_id),
    'before', a.before, 'after', a.after) order by a.id desc), '[]')
  from (
    (select id, created_at, user_id, before, case when action = 'update' then after end as after from public.audit_log
     where table_name = case p_kind when 'session' then 'sessions' else 'camp_weeks' end and row_key = p_id::text and action in ('insert', 'update')
     order by action = 'insert' desc, id desc limit 9)
    union all
    (select id, created_at, user_id, jsonb_build_object('cancelled_day', before -> 'day'), jsonb_build_object('cancelled_day', after -> 'day')
     from public.audit_log
     where p_kind = 'camp' and table_name = 'cancelled_camp_days' and row_key = p_id::text and action in ('insert', 'delete')
     order by id desc limit 9)) a
$$;
comment on function private.place_changes(text, uuid) is
  'Returns who created a session or camp (after is null) and who changed it lately, the latest first: [{at, by, '
  'before, after}]. Of a day that was cancelled or held after all, cancelled_day is the date.';

create function private.unpaid_children(p_place_id uuid)
returns table (child_id uuid, booking_id uuid, enrollment_id uuid)
language sql
stable
set search_path = ''
as $$
  select e.child_id, null::uuid, e.id from public.camp_enrollments e
  where e.camp_id = p_place_id and e.status = 'enrolled' and e.order_line_id is null
  union all
  select b.child_id, b.id, null from public.bookings b
  where b.session_id = p_place_id and b.status = 'booked'
    and not exists (select from public.credit_ledger l where l.booking_id = b.id)
$$;
comment on function private.unpaid_children(uuid) is
  'Returns the children of a session or camp for whom nobody paid here. They have free spots, or spots that were taken '
  'over from another system.';

create function private.place_children(p_kind text, p_id uuid, p_day date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with booked as (
    select b.child_id, b.id from public.bookings b where p_kind = 'session' and b.session_id = p_id and b.status = 'booked'
    union all
    select e.child_id, e.id from public.camp_enrollments e where p_kind = 'camp' and e.camp_id = p_id and e.status = 'enrolled'
    limit 500)
  select coalesce(jsonb_agg(jsonb_build_object('child_id', c.id, 'family_id', c.family_id, 'name', t.name,
    'state', h.mark ->> 'state', 'is_unpaid', c.id in (select u.child_id from private.unpaid_children(p_id) u)) order by t.name, c.id), '[]')
  from booked n
  join public.children c on c.id = n.child_id
  join private.names_apart(array(select child_id from booked), p_day) t on t.child_id = c.id
  left join private.day_heads(p_day, array[p_id]) h on n.id in (h.booking_id, h.enrollment_id)
$$;
comment on function private.place_children(text, uuid, date) is
  'Returns the booked children, as [{child_id, family_id, name, state, is_unpaid}]. state is the attendance on that '
  'day, or null. is_unpaid is true if nobody paid here. Contains no health data.';

create function private.schedule_place(p_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_place jsonb;
  v_day constant date := private.calendar_today();
begin
  select p.place into v_place from private.schedule_places(array[p_id]) p;
  if v_place is null then return null; end if;
  return jsonb_build_object('place', v_place, 'at', private.iso(clock_timestamp()),
    'sold_as', case when v_place ->> 'kind' = 'camp' then private.camp_sold_as(v_place #>> '{camp,tier}') end,
    'price_cents', case when v_place ->> 'kind' = 'camp' then (select r.price_cents from private.camp_rung(p_id, clock_timestamp()) r) end,
    'children', private.place_children(v_place ->> 'kind', p_id, v_day),
    'uses', case when v_place ->> 'kind' = 'camp' then to_jsonb(private.camp_uses(p_id)) else '[]' end,
    'heads', case when exists (select from private.day_heads(v_day, array[p_id])) then private.head_count(v_day, p_id) end,
    'coaches', private.coaches_of(p_id), 'coach_exceptions', private.coach_exceptions_view(p_id),
    'changes', private.place_changes(v_place ->> 'kind', p_id));
end;
$$;
comment on function private.schedule_place(uuid) is
  'Returns ScheduleItemDetails (contract/management-schedule.ts), or null.';

create function public.get_schedule_place(p_place_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_place jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_place := private.schedule_place(p_place_id);
  if v_place is null then perform private.fail('place_not_found', 'p_place_id'); end if;
  return v_place;
end;
$$;
comment on function public.get_schedule_place(uuid) is
  'For admins. Returns ScheduleItemDetails of contract/management-schedule.ts, without health data of children. '
  'Fails with place_not_found. Definer: see get_schedule.';
grant execute on function public.get_schedule_place(uuid) to authenticated;
select private.answer_calls('public.get_schedule_place(uuid)', 'management');
