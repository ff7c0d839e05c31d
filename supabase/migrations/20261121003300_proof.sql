-- Proof widgets: how many look at a location, what was booked lately. True numbers and no people
-- (3-decisions, "Truth in selling").

create function public.get_location_viewers()
returns table (location text, viewers integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select l.name, sum(v.visits)::integer
  from (
    -- A household or an office may be several; a crowd behind one address is more likely a script.
    select location_id, least(count(*), 5) as visits
    from public.location_viewers
    -- A subquery is asked once and can use the index; a volatile function would be asked for every row.
    where seen_at > (select clock_timestamp() - interval '60 seconds')
    group by location_id, coalesce(client_hash, session_id)
  ) v
  join public.locations l on l.id = v.location_id
  group by l.name
  order by l.name
$$;
comment on function public.get_location_viewers() is
  'Distinct visits seen in the last 60 seconds per location, at most 5 of one network address: rows location, viewers. From how many on they are shown is the page''s rule. Definer: numbers are public, visits are not.';
grant execute on function public.get_location_viewers() to anon, authenticated, service_role;

-- Also what staff's reports and the reconciliation go by.
create index orders_paid_at on public.orders (paid_at desc) where paid_at is not null;

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
    select l.title, t.name as class_type, p.name as location
    from public.order_lines l
    join public.sessions s on s.id = l.session_id
    join public.class_types t on t.id = s.class_type_id
    join public.locations p on p.id = s.location_id
    where l.order_id = o.id and s.status = 'scheduled'
      -- Cancelled since, or paid too late for a seat: then nobody booked it.
      and exists (
        select from public.bookings k
        where k.session_id = s.id and k.family_id = o.family_id and k.status = 'booked')
    order by l.position limit 1
  ) b
  order by o.paid_at desc
$$;
comment on function public.get_recent_bookings() is
  'What was really booked and paid in the last 7 days, newest first, at most 50, one per order: rows title (of the offer), class_type, location, minutes_ago. No name, no id, no date of a session. Definer: visitors may know what is booked, not by whom.';
grant execute on function public.get_recent_bookings() to anon, authenticated, service_role;
