-- Counts the taken seats of sessions, and returns the public timetable.

create function private.seats_taken(p_session_id uuid, p_at timestamptz, p_except_order uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    (select count(*) from public.bookings where session_id = p_session_id and status = 'booked')
    + (select count(*) from public.holds
       where session_id = p_session_id and expires_at > p_at and order_id is distinct from p_except_order)
    + private.places_offered(p_session_id, null, p_at)
  )::integer;
end;
$$;
comment on function private.seats_taken(uuid, timestamptz, uuid) is
  'Counts the seats that are sold, held or offered to the waitlist at p_at. Leaves out the holds of one order. No '
  'other function counts a session''s seats.';

create function private.timetable(p_first date, p_last date, p_max integer)
returns table (
  session_id uuid, session_date date, session_time time, class_type_id uuid, available_spots integer,
  class_type text, team text, location_name text, coach_name text)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select s.id, s.session_date, s.session_time, s.class_type_id,
    greatest(0, s.max_capacity - private.seats_taken(s.id, clock_timestamp())), t.name, t.team, l.name, c.name
  from (
    select * from public.sessions
    where status = 'scheduled' and sessions.session_date between p_first and p_last
      and starts_at > (select private.calendar_now())
    -- The limit is applied first, so that seats are counted only for the rows returned.
    order by starts_at, sessions.class_type_id limit p_max
  ) s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches c on c.id = s.coach_id
  order by s.starts_at, s.class_type_id;
end;
$$;
comment on function private.timetable(date, date, integer) is
  'Returns the first p_max (null means all) sessions of those days in Singapore that have not begun. Each has its '
  'team, location, coach and free spots, which are its capacity minus bookings, valid holds and open waitlist offers.';

create function public.get_session_availability_with_enrollments()
returns table (
  session_id uuid, session_date date, session_time time, class_type_id uuid, available_spots integer,
  class_type text, team text, location_name text, coach_name text, notice text)
language sql
volatile
security definer
set search_path = ''
as $$
  select t.*, (select private.sales_notice())
  from private.weekend() w cross join private.timetable(private.calendar_today(), w.sunday, null) t
$$;
comment on function public.get_session_availability_with_enrollments() is
  'Returns the sessions until Sunday that have not begun (spec 2 §3, §5 and §7). notice is private.sales_notice, the '
  'same in each row. Definer: visitors may know numbers and a coach''s name, but not who booked.';
grant execute on function public.get_session_availability_with_enrollments() to anon, authenticated, service_role;

create function public.get_sessions_ahead()
returns table (
  session_id uuid, session_date date, session_time time, class_type_id uuid, available_spots integer,
  class_type text, team text, location_name text, coach_name text)
language sql
volatile
security definer
set search_path = ''
as $$ select * from private.timetable(private.calendar_today(), 'infinity', 200) $$;
comment on function public.get_sessions_ahead() is
  'Returns the next 200 sessions of any weekend, from private.timetable. A paid place can be moved to them, and '
  'families can join their waitlist. Definer: see get_session_availability_with_enrollments.';
grant execute on function public.get_sessions_ahead() to anon, authenticated, service_role;

create function private.session_views(p_session_ids uuid[])
returns table (session_id uuid, view jsonb)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select s.id, jsonb_build_object(
    'session_id', s.id,
    'session_date', s.session_date,
    'session_time', s.session_time,
    'starts_at', private.iso(s.starts_at),
    'ends_at', private.iso(s.ends_at),
    'class_type', t.name,
    'team', t.team,
    'location_name', l.name,
    'location_address', l.address,
    'coach_name', c.name)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches c on c.id = s.coach_id
  where s.id = any (p_session_ids);
end;
$$;
comment on function private.session_views(uuid[]) is
  'Returns OrderSession (contract/places.ts) for each of these sessions, for lists.';

create function private.session_view(p_session_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_session_id is null then return null; end if;
  return (select v.view from private.session_views(array[p_session_id]) v);
end;
$$;
comment on function private.session_view(uuid) is 'Returns OrderSession (contract/places.ts).';

create function private.gst_view(p_total_cents integer, p_rate_basis_points integer, p_number text)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_number is not null then jsonb_build_object(
    'rate_percent', trim_scale(p_rate_basis_points / 100.0),
    'number', p_number,
    'cents', round(p_total_cents::numeric * p_rate_basis_points / (10000 + p_rate_basis_points))::integer)
  end;
end;
$$;
comment on function private.gst_view(integer, integer, text) is
  'Returns {rate_percent, number, cents}: the GST contained in a total, where half a cent is rounded up. Returns null '
  'if there is no registration number.';
