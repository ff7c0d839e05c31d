-- Returns the bookings of a family for its home page, with the classes that we cancelled.

create function private.may_make_up(p_booking public.bookings, p_pass public.passes, p_today date)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.make_ups_left(p_pass) > 0 and private.is_missed(p_booking) and coalesce(p_pass.valid_until >= p_today, true)
    and not private.is_pass_returned(p_pass)
    and not exists (select from public.credit_ledger where booking_id = p_booking.id and reason = 'make_up');
end;
$$;
comment on function private.may_make_up(public.bookings, public.passes, date) is
  'Returns whether claim_make_up would return this booking''s credit to the pass that paid for it.';

create function private.family_bookings(p_family_id uuid, p_from date, p_until date, p_newest_first boolean, p_limit integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
begin
  -- The function is written in PL/pgSQL, which caches the plan. Planning these joins takes longer than running them.
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', (r.b).id, 'session_id', (r.b).session_id, 'session_date', (r.b).session_date, 'session_time', (r.b).session_time,
      'starts_at', private.iso(s.starts_at), 'ends_at', private.iso(s.ends_at),
      'status', (r.b).status, 'attended', (r.b).attended, 'child_id', (r.b).child_id, 'family_id', (r.b).family_id,
      'child', jsonb_build_object('name', c.name),
      'order_collectors', private.order_collector_names(c.id, (r.b).id, null),
      'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at, (r.b).created_at)),
      'pass_id', p.id,
      'can_make_up', p_newest_first and p.id is not null and private.may_make_up(r.b, p, v_today),
      'session', jsonb_build_object(
        'max_capacity', s.max_capacity,
        'location', jsonb_build_object('name', l.name, 'address', l.address),
        'coach', case when k.id is not null then jsonb_build_object('name', k.name) end,
        'class_type', jsonb_build_object('name', t.name, 'level', t.level),
        'team', t.team,
        'cancelled', s.status = 'cancelled')) order by r.rank), '[]')
  from (
    select b, row_number() over (order by
      case when p_newest_first then b.session_date end desc, case when p_newest_first then b.session_time end desc,
      b.session_date, b.session_time, b.id) as rank
    from public.bookings b
    where b.family_id = p_family_id and b.session_date between p_from and p_until
      and (p_newest_first or b.status = 'booked')
    order by rank limit p_limit
  ) r
  join public.children c on c.id = (r.b).child_id
  join public.sessions s on s.id = (r.b).session_id
  join public.locations l on l.id = s.location_id
  join public.class_types t on t.id = s.class_type_id
  left join public.coaches k on k.id = s.coach_id
  left join public.credit_ledger g on g.booking_id = (r.b).id and g.reason = 'booked'
  left join public.passes p on p.id = g.pass_id);
end;
$$;
comment on function private.family_bookings(uuid, date, date, boolean, integer) is
  'Returns FamilyBooking[] (contract/family.ts), which are a family''s bookings between two days. If p_newest_first is '
  'true, the newest comes first. Otherwise the next one comes first, and only active bookings are returned. It reads '
  'by an index, so its time does not grow with older bookings.';

create function private.family_cancelled_by_us(p_family_id uuid, p_from date, p_until date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(o.news order by o.starts_at, o.news ->> 'id'), '[]')
  from (
    select s.starts_at, jsonb_build_object(
      'kind', 'session', 'id', s.id, 'title', t.name, 'team', t.team, 'location_name', l.name,
      'starts_at', private.iso(s.starts_at), 'ends_at', private.iso(s.ends_at),
      'child_ids', jsonb_agg(distinct b.child_id),
      'unpaid_child_ids', coalesce(jsonb_agg(distinct b.child_id) filter (
        where not exists (select from public.credit_ledger k where k.booking_id = b.id)), '[]'), 'reason', s.cancelled_by_us_reason,
      'cancelled_by_us_at', private.iso(s.cancelled_by_us_at), 'order_id', null) as news
    from public.bookings b
    join public.sessions s on s.id = b.session_id
    join public.class_types t on t.id = s.class_type_id
    join public.locations l on l.id = s.location_id
    where b.family_id = p_family_id and b.session_date between p_from and p_until and b.status = 'cancelled'
      -- Bookings that the family had cancelled before are left out.
      and s.status = 'cancelled' and b.updated_at >= s.cancelled_by_us_at
    group by s.id, t.id, l.id
    union all
    select w.starts_at, jsonb_build_object(
      'kind', 'camp', 'id', w.id, 'title', w.name, 'team', null, 'location_name', l.name,
      'starts_at', private.iso(w.starts_at), 'ends_at', private.camp_view(w.id) -> 'ends_at',
      'child_ids', jsonb_agg(distinct e.child_id),
      'unpaid_child_ids', coalesce(jsonb_agg(distinct e.child_id) filter (where e.order_line_id is null), '[]'), 'reason', w.cancelled_by_us_reason,
      'cancelled_by_us_at', private.iso(w.cancelled_at), 'order_id', (array_agg(n.order_id))[1])
    from public.camp_enrollments e
    join public.camp_weeks w on w.id = e.camp_id
    join public.locations l on l.id = w.location_id
    left join public.order_lines n on n.id = e.order_line_id
    where e.family_id = p_family_id and e.status = 'enrolled' and w.cancelled_at is not null
      -- A paid camp stays listed, however long ago it was, until it is moved or refunded.
      and case when n.id is null then w.start_date between p_from and p_until
        else n.status = 'placed' and not private.is_refunded(n) end
    group by w.id, l.id
  ) o);
end;
$$;
comment on function private.family_cancelled_by_us(uuid, date, date) is
  'Returns CancelledByUs[] (contract/family.ts): classes and camps between two days that we cancelled while children '
  'of the family had places. A paid camp is listed whatever its days, until it is moved or refunded.';
