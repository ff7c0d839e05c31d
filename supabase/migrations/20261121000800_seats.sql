-- Seats and views: how many seats are taken, and what the holder of an order's secret reads.

create function private.seats_taken(p_session_id uuid, p_at timestamptz, p_except_order uuid default null)
returns integer
language sql
volatile
set search_path = ''
as $$
  select (
    (select count(*) from public.bookings where session_id = p_session_id and status = 'booked')
    + (select count(*) from public.holds
       where session_id = p_session_id and expires_at > p_at and order_id is distinct from p_except_order)
  )::integer
$$;
comment on function private.seats_taken(uuid, timestamptz, uuid) is
  'Seats that are sold or held at p_at, leaving out one order''s own holds. The only place that counts seats.';

create function public.get_session_availability_with_enrollments()
returns table (session_id uuid, session_date date, session_time time, class_type_id uuid, available_spots integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select s.id, s.session_date, s.session_time, s.class_type_id,
    greatest(0, s.max_capacity - private.seats_taken(s.id, clock_timestamp()))
  from (select saturday, sunday, private.calendar_now() as now from private.weekend()) w
  join public.sessions s on s.session_date between w.saturday and w.sunday
  where s.status = 'scheduled' and s.starts_at > w.now
  order by s.starts_at, s.class_type_id
$$;
comment on function public.get_session_availability_with_enrollments() is
  'This coming weekend''s sessions in Singapore that have not begun, with their free spots: capacity minus bookings minus live holds (spec 2, sections 3, 5 and 7). Definer: visitors may know numbers, not who booked.';
grant execute on function public.get_session_availability_with_enrollments() to anon, authenticated, service_role;

create function private.session_view(p_session_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'session_id', s.id,
    'session_date', s.session_date,
    'session_time', s.session_time,
    'starts_at', private.iso(s.starts_at),
    'ends_at', private.iso(s.ends_at),
    'class_type', t.name,
    'location_name', l.name,
    'location_address', l.address,
    'coach_name', c.name)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches c on c.id = s.coach_id
  where s.id = p_session_id
$$;
comment on function private.session_view(uuid) is 'OrderSession of contract/orders.ts.';

create function private.gst_view(p_total_cents integer, p_rate_basis_points integer, p_number text)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when p_number is not null then jsonb_build_object(
    'rate_percent', trim_scale(p_rate_basis_points / 100.0),
    'number', p_number,
    'cents', round(p_total_cents::numeric * p_rate_basis_points / (10000 + p_rate_basis_points))::integer)
  end
$$;
comment on function private.gst_view(integer, integer, text) is
  'The GST contained in a total, in cents, rounded half up; null without a registration number.';

create function private.order_view(p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with the_order as (
    select o.*,
      case when o.status in ('held', 'awaiting_payment') then
        (select min(h.expires_at) from public.holds h where h.order_id = o.id and h.expires_at > clock_timestamp())
      end as held_until,
      s.gst_rate_basis_points as gst_rate_now, s.gst_number as gst_number_now
    from public.orders o, private.settings() s
    where o.id = p_order_id
  ),
  lines as (
    select l.*,
      -- Until somebody agreed to pay, an order costs what its offers cost now.
      case when o.status = 'held' then f.price_cents else l.price_cents end as current_cents
    from the_order o
    join public.order_lines l on l.order_id = o.id
    join public.offers f on f.id = l.offer_id
  ),
  totals as (
    select sum(current_cents)::integer as total_cents,
      bool_or(seen_price_cents <> current_cents) is true as price_changed,
      jsonb_agg(jsonb_build_object(
        'offer_id', offer_id,
        'title', title,
        'price_cents', current_cents,
        'sessions', sessions,
        'validity_days', validity_days,
        'cancellation', cancellation,
        'child_name', child_name,
        'session', private.session_view(session_id)) order by position) as lines
    from lines
  )
  select jsonb_build_object(
    'number', o.number,
    'secret', o.secret,
    'status', case when o.status in ('held', 'awaiting_payment') and o.held_until is null
      then 'expired' else o.status end,
    'price_changed', t.price_changed,
    'currency', o.currency,
    'total_cents', t.total_cents,
    'gst', case when o.paid_at is null
      then private.gst_view(t.total_cents, o.gst_rate_now, o.gst_number_now)
      else private.gst_view(t.total_cents, o.gst_rate_basis_points, o.gst_number) end,
    'lines', t.lines,
    'hold_expires_at', private.iso(o.held_until),
    'server_time', private.iso(clock_timestamp()),
    'parent_name', o.parent_name,
    'parent_email', o.parent_email,
    'outcome', o.outcome,
    'paid_at', private.iso(o.paid_at))
  from the_order o, totals t
$$;
comment on function private.order_view(uuid) is
  'OrderView of contract/orders.ts. An open order whose hold has lapsed reads as expired, whether or not the chore has come by.';
