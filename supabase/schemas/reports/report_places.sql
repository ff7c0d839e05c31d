-- These reports say how full sessions and camps are, how early-bird rungs sell, and what waitlists lead to.

create index waitlist_entries_joined_at on public.waitlist_entries (joined_at);

create function private.report_fill(p_from date, p_until date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with classes as materialized (
    select date_trunc('week', s.session_date)::date as week, s.class_type_id, count(*) as sessions, sum(s.max_capacity) as seats, sum(b.taken) as taken
    from public.sessions s
    cross join lateral (
      select count(*) as taken from public.bookings b
      where b.session_id = s.id and b.session_date = s.session_date and b.session_time = s.session_time and b.status = 'booked'
      offset 0) b
    where s.session_date between p_from and p_until and s.status = 'scheduled' and s.max_capacity > 0
    group by 1, 2
  )
  select jsonb_build_object(
    'classes', (
      select coalesce(jsonb_agg(jsonb_build_object('week', c.week, 'class_type', t.name, 'sessions', c.sessions, 'seats', c.seats,
        'taken', c.taken) order by c.week, t.name), '[]')
      from classes c join public.class_types t on t.id = c.class_type_id),
    'camps', (
      select coalesce(jsonb_agg(jsonb_build_object('camp_id', w.id, 'name', w.name, 'tier', w.tier, 'start_date', w.start_date,
        'end_date', w.end_date, 'seats', w.capacity, 'taken', k.taken) order by w.start_date, w.name, w.id), '[]')
      from public.camp_weeks w
      cross join lateral (
        select count(*) as taken from public.camp_enrollments k where k.camp_id = w.id and k.status = 'enrolled' offset 0) k
      where w.start_date between p_from and p_until and w.cancelled_at is null))
$$;
comment on function private.report_fill(date, date) is
  'Returns FillReport (contract/management-reports.ts): classes that take place, by week and class type, and camps by '
  'their first day, each with their seats and the booked seats. Cancelled places and places on hold do not count.';

create function private.report_early_bird(p_from timestamptz, p_until timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with sold as materialized (
    select l.offer_id, l.rung_id, count(*) as places, sum(l.price_cents) as cents
    from public.orders o join public.order_lines l on l.order_id = o.id
    cross join lateral (
      with recursive moved as (
        select l.status, l.moved_to_line_id
        union all
        select n.status, n.moved_to_line_id from moved m join public.order_lines n on n.id = m.moved_to_line_id)
      select status from moved where moved_to_line_id is null) latest
    where o.paid_at >= p_from and o.paid_at < p_until and l.camp_id is not null and l.moves_line_id is null
      and latest.status = 'placed'
    group by 1, 2
  )
  select jsonb_build_object('rungs', coalesce(jsonb_agg(jsonb_build_object('offer_id', s.offer_id, 'tier', f.details ->> 'tier', 'title', f.title,
      'rung_id', s.rung_id, 'position', r.position, 'places', s.places, 'cents', s.cents,
      'saved_cents', greatest(0, s.places * f.price_cents - s.cents)) order by f.price_cents, s.offer_id, r.position nulls last, s.rung_id), '[]'))
  from sold s join public.offers f on f.id = s.offer_id
  left join lateral (
    select x.ordinality as position from jsonb_array_elements(f.details -> 'rungs') with ordinality x
    where x.value ->> 'id' = s.rung_id limit 1) r on true
$$;
comment on function private.report_early_bird(timestamptz, timestamptz) is
  'Returns EarlyBirdReport (contract/management-reports.ts), without cancelled places. position is null for the '
  'listed price or a rung that no longer exists. saved is the difference to the current listed price. A move is not a '
  'sale.';

create function private.report_waitlists(p_from timestamptz, p_until timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with waited as materialized (
    select coalesce(t.name, w.tier) as name, e.session_id is not null as is_class,
      count(*) as joined,
      count(*) filter (where e.status in ('offered', 'accepted', 'enrolled', 'declined', 'lapsed') or o.was_offered) as offered,
      count(*) filter (where e.status = 'enrolled') as enrolled,
      count(*) filter (where e.status in ('waiting', 'offered', 'accepted')) as waiting
    from public.waitlist_entries e
    left join public.sessions s on s.id = e.session_id left join public.class_types t on t.id = s.class_type_id
    left join public.camp_weeks w on w.id = e.camp_id
    cross join lateral (
      select exists (select from public.waitlist_offers q where q.entry_id = e.id) as was_offered) o
    -- Entries whose address was never verified are left out.
    where e.joined_at >= p_from and e.joined_at < p_until and e.status not in ('unconfirmed', 'never_confirmed')
    group by 1, 2
  )
  select jsonb_build_object('places', coalesce(jsonb_agg(jsonb_build_object('name', name, 'is_class', is_class, 'joined', joined,
    'offered', offered, 'enrolled', enrolled, 'waiting', waiting) order by is_class desc, name), '[]'))
  from waited
$$;
comment on function private.report_waitlists(timestamptz, timestamptz) is
  'Returns WaitlistReport (contract/management-reports.ts), by class type and camp tier. Of the entries that joined, '
  'it says how many were offered a place, how many took it and how many still wait.';
