-- A family cancels lines of a paid order by the rules of the sale: either all of the chosen lines or none. Admins do
-- the same in returns_by_staff.sql.

create function private.booked_sessions(p_line_ids uuid[])
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array(
    select distinct b.session_id from unnest(p_line_ids) l, private.pass_bookings(l) b where b.is_booked);
end;
$$;
comment on function private.booked_sessions(uuid[]) is
  'Returns the sessions that are currently booked with the passes of these lines.';

create function private.lock_lines(p_line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_session_ids uuid[];
begin
  for v_round in 1..c_most loop
    begin
      v_session_ids := private.booked_sessions(p_line_ids);
      perform private.lock_places(v_session_ids,
        array(select distinct camp_id from public.order_lines where id = any (p_line_ids) and camp_id is not null));
      -- The subscription is locked, so that a renewal waits until this transaction has either cancelled the pass or
      -- left it.
      perform from public.pass_subscriptions
      where order_line_id = any (p_line_ids)
        or id in (select subscription_id from public.order_lines where id = any (p_line_ids))
      order by id for update;
      perform from public.passes where order_line_id = any (p_line_ids) order by id for update;
      -- Credits may have been moved to a sibling's new pass while this call waited. That pass is locked, too.
      perform from public.passes where order_line_id = any (p_line_ids) order by id for update;
      exit when private.booked_sessions(p_line_ids) <@ v_session_ids;
      -- A booking has just been moved to another session. That session must be locked before the passes, so all locks
      -- are released and taken again.
      raise exception using errcode = 'serialization_failure';
    exception when serialization_failure then
      if v_round = c_most then raise; end if;
    end;
  end loop;
end;
$$;
comment on function private.lock_lines(uuid[]) is
  'Locks the sessions, camps, subscriptions and passes of these lines, so that they cannot change until the '
  'transaction ends. The caller has locked the order.';

create function private.free_line(p_line public.order_lines, p_at timestamptz default private.calendar_now())
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking record;
begin
  update public.camp_enrollments set status = 'cancelled' where order_line_id = p_line.id and status = 'enrolled';
  for v_booking in select * from private.pass_bookings(p_line.id, p_at) b where not b.is_spent order by b.booking_id loop
    perform private.undo_booking(v_booking.booking_id);
  end loop;
  insert into public.credit_ledger (pass_id, delta, reason, note)
  select p.id, -sum(k.delta), 'adjusted', 'cancelled'
  from public.passes p join public.credit_ledger k on k.pass_id = p.id
  where p.order_line_id = p_line.id group by p.id having sum(k.delta) > 0 order by p.id;
  update public.order_lines set status = 'cancelled' where id = p_line.id;
end;
$$;
comment on function private.free_line(public.order_lines, timestamptz) is
  'Releases what a line bought. For a camp, this is the place with its early-bird rung and sibling rebate. For a '
  'pass, it is all its credits, also those that were moved to a sibling, and the bookings that are unused at p_at. '
  'The caller has locked them.';

create function private.undo_booking(p_booking_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If attendance was already marked, it no longer applies to the cancelled booking.
  update public.bookings set status = 'cancelled', attended = null where id = p_booking_id and status = 'booked';
  if not found then return; end if;
  insert into public.credit_ledger (pass_id, delta, reason, booking_id)
  select pass_id, -delta, 'returned', booking_id from public.credit_ledger
  where booking_id = p_booking_id and reason = 'booked' and not private.is_taken_back(pass_id);
end;
$$;
comment on function private.undo_booking(uuid) is
  'Cancels a booking and returns its credit to the pass, unless the pass was taken back (private.is_taken_back).';

create function private.check_line_ids(p_line_ids uuid[], p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_unknown_index integer;
begin
  if coalesce(cardinality(p_line_ids), 0) not between 1 and 8
    or (select count(distinct l) from unnest(p_line_ids) l) <> cardinality(p_line_ids) then
    perform private.fail('invalid_input', 'p_line_ids');
  end if;
  select min(n.ordinality) - 1 into v_unknown_index from unnest(p_line_ids) with ordinality n (id, ordinality)
  where not exists (select from public.order_lines l where l.id = n.id and l.order_id = p_order_id);
  if v_unknown_index is not null then perform private.fail('line_not_found', format('p_line_ids[%s]', v_unknown_index)); end if;
end;
$$;
comment on function private.check_line_ids(uuid[], uuid) is
  'Checks that these are one to eight different lines of this order. Fails with invalid_input or line_not_found.';

create function private.returned_passes(p_line_ids uuid[], p_at timestamptz)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(private.session_view(b.session_id) order by b.starts_at, b.session_id), '[]')
      from (
        select distinct b.session_id, b.starts_at
        from unnest(p_line_ids) l, private.pass_bookings(l, p_at) b where not b.is_spent) b),
    'passes', (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'total', u.granted, 'used', u.used,
        'unused', u.unused, 'ends_renewal', private.ends_renewal(l)) order by l.position), '[]')
      from public.order_lines l cross join lateral private.pass_use(l.id, p_at) u
      where l.id = any (p_line_ids)))
$$;
comment on function private.returned_passes(uuid[], timestamptz) is
  'Returns what the cancellation mail says about passes that are about to be cancelled, as {sessions, passes: '
  '[{line_id, total, used, unused, ends_renewal}]}. sessions are the booked sessions that are cancelled together with '
  'the passes. total, used and unused are numbers of sessions.';

create function private.return_lines(
  p_order public.orders, p_line_ids uuid[], p_expected_refund_cents integer, p_expected_ends_renewal boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_at timestamptz;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_line public.order_lines;
  v_terms record;
  v_plan jsonb := '[]';
  v_refund integer := 0;
  v_returned_passes jsonb;
begin
  perform private.check_line_ids(p_line_ids, p_order.id);
  if p_expected_refund_cents is null or p_expected_refund_cents < 0 then perform private.fail('invalid_input', 'p_expected_refund_cents'); end if;
  perform private.lock_lines(p_line_ids);
  v_camp_ids := array(select distinct l.camp_id from public.order_lines l
    where l.id = any (p_line_ids) and l.status = 'placed' and l.camp_id is not null);
  perform private.lock_charges(p_line_ids);
  -- A session may begin during this call, so one fixed time decides which bookings count as used.
  v_at := private.calendar_now();
  v_session_ids := array(
    select distinct b.session_id from unnest(p_line_ids) l, private.pass_bookings(l, v_at) b where not b.is_spent);
  v_returned_passes := private.returned_passes(p_line_ids, v_at);

  for v_terms in select * from private.line_terms(p_line_ids, v_at) loop
    if v_terms.problem is not null then
      perform private.fail(v_terms.problem, format('p_line_ids[%s]', array_position(p_line_ids, v_terms.line_id) - 1));
    end if;
    v_refund := v_refund + v_terms.refund_cents;
    v_plan := v_plan || to_jsonb(v_terms);
  end loop;
  if v_refund <> p_expected_refund_cents then
    perform private.fail('refund_changed', 'p_expected_refund_cents', v_refund::text);
  end if;

  -- The pass was renewed after the parent opened the page. Cancelling the old pass would not stop the next charge.
  if p_expected_ends_renewal and not v_returned_passes -> 'passes' @> '[{"ends_renewal": true}]' then
    perform private.fail('pass_renewed', 'p_expected_ends_renewal');
  end if;

  for v_terms in
    select t.* from jsonb_to_recordset(v_plan) as t (line_id uuid, refund_cents integer, clawback_cents integer, refund_reason jsonb)
  loop
    select * into v_line from public.order_lines where id = v_terms.line_id;
    perform private.free_line(v_line, v_at);
    if v_terms.refund_cents > 0 then
      delete from public.trial_claims
      where order_line_id = v_line.id and not exists (select from private.pass_bookings(v_line.id, v_at));
      perform private.request_line_refund(v_line, v_terms.refund_cents, 'cancelled');
    end if;
    perform private.post_clawbacks(p_line_ids, v_line.id, v_terms.clawback_cents);
    perform private.close_line(v_line.id, 'cancelled', v_terms.refund_reason);
  end loop;
  perform private.offer_released_places(v_session_ids, v_camp_ids);
  return v_returned_passes;
end;
$$;
comment on function private.return_lines(public.orders, uuid[], integer, boolean) is
  'Cancels all of these lines of a locked, paid order, or none of them. Returns private.returned_passes for the mail, '
  'which the caller queues.';

create function private.notify_of_returned_lines(p_order_id uuid, p_line_ids uuid[], p_cents integer, p_returned jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_cancelled_mail(
    p_order_id, (select min(l::text) from unnest(p_line_ids) l), p_line_ids, p_cents, p_returned)
$$;
comment on function private.notify_of_returned_lines(uuid, uuid[], integer, jsonb) is
  'Queues one mail about lines that were just cancelled, with their total refund in cents.';

create function public.cancel_lines(
  p_access jsonb, p_line_ids uuid[], p_expected_refund_cents integer, p_expected_ends_renewal boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
begin
  perform private.notify_of_returned_lines(v_order.id, p_line_ids, p_expected_refund_cents,
    private.return_lines(v_order, p_line_ids, p_expected_refund_cents, p_expected_ends_renewal));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.cancel_lines(jsonb, uuid[], integer, boolean) is
  'Cancels all of these lines or none. Returns ManagedOrder (contract/after-sale.ts). p_expected_refund_cents and '
  'p_expected_ends_renewal are what the page showed. Fails with the codes of private.manage_order, and order_closed, '
  'line_not_found, line_closed, too_late, pass_used, refund_changed, pass_renewed. Definer: see get_managed_order.';
grant execute on function public.cancel_lines(jsonb, uuid[], integer, boolean) to anon, authenticated, service_role;
select private.answer_calls('public.cancel_lines(jsonb, uuid[], integer, boolean)', 'cancel_lines');
