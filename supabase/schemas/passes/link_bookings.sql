-- The holder of an order's link can book sessions like a parent, but only with the pass of that order (docs/decisions
-- "Selling rules"). The lock order is that of places.sql: order, session, waitlist entries, family, booking, passes.

create function private.pass_of_line(p_order public.orders, p_line_id uuid)
returns public.passes
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_pass public.passes;
begin
  select * into v_line from public.order_lines where id = p_line_id and order_id = p_order.id;
  -- A line of another order is reported as not found.
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  if v_line.status <> 'placed' then perform private.fail('line_closed', 'p_line_id'); end if;
  v_pass := private.sold_pass(v_line.id);
  if v_pass.id is null then perform private.fail('pass_not_found', 'p_line_id'); end if;
  return v_pass;
end;
$$;
comment on function private.pass_of_line(public.orders, uuid) is
  'Returns the pass that a line of this order bought. Fails with line_not_found, line_closed (cancelled, or not chosen '
  'yet), pass_not_found (the line bought something else). The caller has locked the order.';

create function private.mailed_email(p_access jsonb, p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select p_order.parent_email from public.order_links k
  where k.token_hash = private.token_hash(p_access ->> 'token') and k.recipient = lower(p_order.parent_email)
$$;
comment on function private.mailed_email(jsonb, public.orders) is
  'Returns the address that the link was mailed to, which verifies that its holder reads it. Otherwise returns null, '
  'also for signed-in callers, who may have typed somebody else''s address.';

create function private.seats_by_session(p_session_ids uuid[], p_at timestamptz)
returns table (session_id uuid, taken integer)
language sql
volatile
set search_path = ''
as $$
  select t.session_id, sum(t.places)::integer
  from (
    select b.session_id, count(*) as places from public.bookings b
    where b.session_id = any (p_session_ids) and b.status = 'booked' group by 1
    union all
    select h.session_id, count(*) from public.holds h
    where h.session_id = any (p_session_ids) and h.expires_at > p_at group by 1
    union all
    select o.session_id, sum(o.places) from public.waitlist_offers o
    where o.session_id = any (p_session_ids) and o.status = 'open' and o.expires_at > p_at group by 1
  ) t
  group by 1
$$;
comment on function private.seats_by_session(uuid[], timestamptz) is
  'Returns private.seats_taken for several sessions at once, for lists. Sessions without taken seats are left out.';

create function public.find_pass_sessions(p_access jsonb, p_line_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 200;
  v_today constant date := private.calendar_today();
  v_now constant timestamptz := private.calendar_now();
  v_order public.orders;
  v_pass public.passes;
  v_email text;
  v_days date[];
  v_sessions uuid[];
begin
  v_order := private.paid_order(p_access);
  v_pass := private.pass_of_line(v_order, p_line_id);
  v_email := private.mailed_email(p_access, v_order);
  -- Each check runs once for all rows: the pass per day, the sessions, and the seats.
  select array_agg(d.day) into v_days
  from private.pass_problems(v_pass, array(
    select distinct session_date from public.sessions where status = 'scheduled' and session_date >= v_today)) d
  where d.problem is null;
  select array_agg(n.id) into v_sessions
  from (
    select s.id from public.sessions s
    join public.class_types c on c.id = s.class_type_id
    left join private.team_standings(v_pass.child_id, v_days) g on g.day = s.session_date and g.team = c.team
    where s.status = 'scheduled' and s.session_date = any (v_days) and s.starts_at > v_now and g.problem is null
      and not exists (
        select from public.bookings b where b.child_id = v_pass.child_id and b.session_id = s.id and b.status = 'booked')
    order by s.starts_at, s.id limit c_most) n;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'session', v.view,
      'is_own_team', coalesce(g.is_own, false),
      'spots_left', greatest(0, n.max_capacity - coalesce(t.taken, 0) + coalesce(k.reserved, 0)),
      'returns_credit', v_now <= r.until,
      'credit_returns_until', private.iso(r.until))
      order by n.starts_at, n.id), '[]')
    from public.sessions n
    join private.session_views(v_sessions) v on v.session_id = n.id
    join public.class_types y on y.id = n.class_type_id
    left join private.team_standings(v_pass.child_id, v_days) g on g.day = n.session_date and g.team = y.team
    left join private.seats_by_session(v_sessions, clock_timestamp()) t on t.session_id = n.id
    left join (
      select o.session_id, count(*) as reserved from private.offers_for(v_sessions, v_pass.child_id, v_email) o group by 1
    ) k on k.session_id = n.id
    cross join (select (private.settings()).credit_return_hours as hours) c
    cross join lateral (select n.starts_at - make_interval(hours => c.hours) as until) r
    where n.id = any (v_sessions));
end;
$$;
comment on function public.find_pass_sessions(jsonb, uuid) is
  'Takes Access and the line. Returns PassSessions (contract/after-sale.ts). spots_left counts free seats and seats '
  'that the waitlist holds for this child. Fails with the codes of private.manage_order, and order_closed, '
  'line_not_found, line_closed, pass_not_found. Definer: see get_managed_order.';
grant execute on function public.find_pass_sessions(jsonb, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.find_pass_sessions(jsonb, uuid)', 'find_pass_sessions');

create function public.book_pass_session(p_access jsonb, p_line_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_pass public.passes;
  v_booking_id uuid;
begin
  v_order := private.paid_order(p_access);
  v_pass := private.pass_of_line(v_order, p_line_id);
  perform private.lock_sessions(array[p_session_id]);
  v_booking_id := private.book_with_credit(
    v_pass.child_id, p_session_id, v_pass.id, 'p_line_id', private.mailed_email(p_access, v_order));
  perform private.line_follows(null, v_booking_id);
  perform private.queue_booked_mails(array[v_booking_id]);
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.book_pass_session(jsonb, uuid, uuid) is
  'Takes Access, the line and the session. Returns ManagedOrder (contract/after-sale.ts). Fails with the codes of '
  'private.manage_order, and order_closed, line_not_found, line_closed, pass_not_found, session_not_found, '
  'session_started, session_full, already_booked, no_credit, pass_expired, age_not_allowed, level_not_allowed. '
  'Definer: see get_managed_order.';
grant execute on function public.book_pass_session(jsonb, uuid, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.book_pass_session(jsonb, uuid, uuid)', 'book_pass_session');

create function public.cancel_pass_session(p_access jsonb, p_line_id uuid, p_booking_id uuid, p_expected_return boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_pass public.passes;
  v_session_id uuid;
  v_cancellation jsonb;
begin
  v_order := private.paid_order(p_access);
  v_pass := private.pass_of_line(v_order, p_line_id);
  select b.session_id into v_session_id
  from public.credit_ledger k join public.bookings b on b.id = k.booking_id
  where k.pass_id = v_pass.id and k.reason = 'booked' and b.id = p_booking_id;
  if not found then perform private.fail('booking_not_found', 'p_booking_id'); end if;
  perform private.lock_sessions(array[v_session_id]);
  perform private.lock_family(v_pass.child_id);
  v_cancellation := private.end_booking(p_booking_id, p_expected_return is distinct from false);
  perform private.line_follows(p_booking_id, null);
  perform private.queue_class_cancelled_mail(p_booking_id, v_cancellation);
  perform private.offer_released_places(array[v_session_id], '{}');
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.cancel_pass_session(jsonb, uuid, uuid, boolean) is
  'Takes Access, the line and the booking. Returns ManagedOrder (contract/after-sale.ts). p_expected_return is what '
  'the page showed. The seat is offered to the waitlist first. Fails with the codes of private.manage_order, and '
  'order_closed, line_not_found, line_closed, pass_not_found, booking_not_found, booking_closed, session_started, '
  'credit_not_returned. Definer: see get_managed_order.';
grant execute on function public.cancel_pass_session(jsonb, uuid, uuid, boolean) to anon, authenticated, service_role;
select private.answer_calls('public.cancel_pass_session(jsonb, uuid, uuid, boolean)', 'cancel_pass_session');
