-- While a dispute is open, staff cannot refund its charge, and refunds to families wait. The place is released at once,
-- and the money follows the bank's decision. If we win, the refunds are sent. If we lose, staff take back what the
-- charge paid for (resolve_decision: ended) or leave it.

create function private.drop_waiting_refunds(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  for v_refund in
    select * from public.refunds where payment_id = p_payment.id and status = 'requested' order by created_at desc, id for update
  loop
    exit when p_payment.amount_cents - private.taken_by_bank(p_payment) >= (
      select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = p_payment.id and status <> 'failed');
    update public.refunds set last_error = 'dispute_lost' where id = v_refund.id;
    perform private.settle_refund(v_refund, 'failed', false);
  end loop;
end;
$$;
comment on function private.drop_waiting_refunds(public.payments) is
  'After a lost dispute, drops waiting refunds, the newest first, until the others fit into what the bank left of the '
  'charge.';

create function private.follow_disputes(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_dispute public.payment_disputes;
begin
  perform private.drop_waiting_refunds(p_payment);
  perform private.take_back_balance(p_payment);
  select d.* into v_dispute
  from public.payment_disputes d
  where d.payment_id = p_payment.id and d.outcome is distinct from 'won' and not exists (
    select from public.payment_decisions k
    where k.payment_id = d.payment_id and k.kind = 'disputed' and k.resolved_at >= coalesce(d.closed_at, d.created_at))
  order by coalesce(d.closed_at, d.created_at) desc limit 1;
  if v_dispute.id is null then
    update public.payment_decisions set status = 'resolved', resolution = 'accepted', resolved_at = clock_timestamp()
    where payment_id = p_payment.id and kind = 'disputed' and status = 'open';
    return;
  end if;
  select * into v_order from public.orders where id = p_payment.order_id;
  perform private.open_decision('disputed', p_payment, v_order);
  update public.payment_decisions k set
    status = 'open', resolution = null, resolved_at = null, resolved_by = null, order_id = p_payment.order_id,
    details = k.details || jsonb_build_object('dispute', jsonb_build_object(
      'provider_dispute_id', v_dispute.provider_dispute_id, 'amount_cents', v_dispute.amount_cents,
      'reason', v_dispute.reason, 'outcome', v_dispute.outcome, 'answer_by', private.iso(v_dispute.answer_by)))
  where payment_id = p_payment.id and kind = 'disputed';
end;
$$;
comment on function private.follow_disputes(public.payments) is
  'Updates refunds and the open decision of a charge from its disputes. A second call changes nothing. Another dispute '
  'or a loss opens a resolved decision again; a win resolves it.';

create function private.apply_early_disputes()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- record_dispute looks for the charge under the same lock. So one of the two sees what the other wrote.
  perform pg_advisory_xact_lock(hashtextextended('charge ' || new.payment_intent, 0));
  update public.payment_disputes set payment_id = new.id
  where payment_intent = new.payment_intent and payment_id is null;
  if found or exists (select from public.payment_disputes where payment_id = new.id) then
    perform private.follow_disputes(new);
  end if;
  return null;
end;
$$;
comment on function private.apply_early_disputes() is
  'Trigger on payments: handles disputes that were reported before their charge, or before its order.';
create trigger apply_early_disputes after insert on public.payments
  for each row when (new.provider = 'stripe' and new.payment_intent is not null) execute function private.apply_early_disputes();
create trigger meet_disputes_late after update of payment_intent, order_id on public.payments
  for each row when (
    new.payment_intent is not null
    and (new.payment_intent is distinct from old.payment_intent or new.order_id is distinct from old.order_id))
  execute function private.apply_early_disputes();

create function public.record_dispute(p_dispute jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id text;
  v_intent text;
  v_outcome constant text := p_dispute ->> 'outcome';
  v_payment public.payments;
  v_before public.payment_disputes;
  v_dispute public.payment_disputes;
begin
  perform private.check_object(p_dispute, 'p_dispute', 4000);
  v_provider_id := private.check_key(p_dispute, 'dispute_id');
  v_intent := private.check_key(p_dispute, 'payment_intent');
  perform private.check_key(p_dispute, 'currency');
  perform private.check_key(p_dispute, 'reason');
  perform private.check_key(p_dispute, 'status');
  if not private.is_whole(p_dispute -> 'amount_cents', 0, 2000000000) then perform private.fail('invalid_input', 'amount_cents'); end if;
  if not private.is_whole(p_dispute -> 'withdrawn_cents', -2000000000, 2000000000) then
    perform private.fail('invalid_input', 'withdrawn_cents');
  end if;
  if v_outcome not in ('won', 'lost') then perform private.fail('invalid_input', 'outcome'); end if;
  if private.is_given(p_dispute -> 'answer_by') then perform private.check_period(p_dispute, 'answer_by'); end if;

  -- The lock is taken before the order. No transaction holds the order of a known charge and waits for this lock.
  perform pg_advisory_xact_lock(hashtextextended('charge ' || v_intent, 0));
  select * into v_payment from public.payments where payment_intent = v_intent;
  -- A refund of a line that was moved locks only the order to which it was moved.
  perform private.lock_orders_of_charge(v_payment.id);
  select * into v_payment from public.payments where id = v_payment.id;
  select * into v_before from public.payment_disputes where provider_dispute_id = v_provider_id;
  insert into public.payment_disputes as d (
    provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason, provider_status, outcome,
    withdrawn_cents, answer_by, closed_at, checked_at)
  values (
    v_provider_id, v_intent, v_payment.id, (p_dispute ->> 'amount_cents')::numeric::integer, upper(p_dispute ->> 'currency'),
    left(p_dispute ->> 'reason', 60), left(p_dispute ->> 'status', 60), v_outcome,
    (p_dispute ->> 'withdrawn_cents')::numeric::integer, (p_dispute ->> 'answer_by')::timestamptz,
    case when v_outcome is not null then clock_timestamp() end, private.check_period(p_dispute, 'checked_at'))
  on conflict (provider_dispute_id) do update set
    amount_cents = excluded.amount_cents, currency = excluded.currency, reason = excluded.reason,
    provider_status = excluded.provider_status, outcome = excluded.outcome, withdrawn_cents = excluded.withdrawn_cents,
    answer_by = excluded.answer_by, checked_at = excluded.checked_at,
    closed_at = case when excluded.outcome = d.outcome then d.closed_at else excluded.closed_at end
  where d.checked_at <= excluded.checked_at
  returning * into v_dispute;
  if v_dispute.id is not null and v_payment.id is not null then perform private.follow_disputes(v_payment); end if;
  if v_dispute.id is not null and (v_before.id is null or v_before.outcome is distinct from v_dispute.outcome) then
    insert into public.system_logs (level, component, message, details)
    values (case v_dispute.outcome when 'won' then 'info' when 'lost' then 'error' else 'warning' end, 'disputes',
      case v_dispute.outcome when 'won' then 'A dispute was won: the charge stands.'
        when 'lost' then 'A dispute was lost: the bank has given the charge back.'
        else 'A charge is disputed: evidence is given at the provider.' end,
      jsonb_build_object('dispute_id', v_dispute.id, 'payment_id', v_dispute.payment_id));
  end if;
  return jsonb_build_object('known', v_payment.id is not null, 'changed', v_dispute.id is not null);
end;
$$;
comment on function public.record_dispute(jsonb) is
  'Records a dispute. Takes {dispute_id, payment_intent, amount_cents, currency, reason, status, outcome, '
  'withdrawn_cents, answer_by?, checked_at} and returns {known, changed}. Reports may be repeated, out of order and '
  'earlier than the charge. Definer: only the service role may call, with Stripe''s own answer.';
grant execute on function public.record_dispute(jsonb) to service_role;

create function private.lock_disputed_orders(p_decision_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  select from public.orders where id in (
    select l.order_id from public.payment_decisions d cross join lateral private.lines_paid_by(d.payment_id) l
    where d.id = p_decision_id and d.kind = 'disputed'
    union all
    select d.order_id from public.payment_decisions d where d.id = p_decision_id and d.kind = 'disputed'
    union all
    select o.order_id from public.payment_decisions d
    join public.order_lines l on l.order_id = d.order_id
    join public.order_lines o on o.id = l.moves_line_id
    where d.id = p_decision_id and d.kind = 'disputed')
  order by id for no key update
$$;
comment on function private.lock_disputed_orders(uuid) is
  'Locks, in sorted order, its own order, the order that it moves from (private.lock_paid_order), and the orders of '
  'everything else that a disputed charge paid for.';

create function private.write_off_disputed(p_payment public.payments, p_line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rules constant jsonb := jsonb_build_object('payment_id', p_payment.id);
  v_line record;
  v_cents integer;
  -- If the same charge is disputed again, the amount adds to what is written off already.
  v_left_cents integer := private.taken_by_bank(p_payment) + coalesce((
    select sum(k.amount_cents) from private.lines_paid_by(p_payment.id) l join public.line_ledger k on k.order_line_id = l.id
    where k.entry = 'written_off' and k.reason = 'disputed' and k.rules = v_rules), 0)::integer;
begin
  for v_line in
    select l.id, l.id = any (p_line_ids) as is_ended, b.balance_cents, least(b.kept_cents, coalesce((
      select -sum(k.amount_cents) from public.line_ledger k
      where k.order_line_id = l.id and k.entry = 'kept' and k.reason = 'disputed'), 0))::integer as kept_cents
    from private.lines_paid_by(p_payment.id) l cross join lateral private.line_balance(l.id) b
    order by l.order_id, l.position
  loop
    v_cents := greatest(0, least(v_left_cents, case when v_line.is_ended then v_line.balance_cents else v_line.kept_cents end));
    v_left_cents := v_left_cents - v_cents;
    perform private.post_line(v_line.id, 'written_off', -v_cents, 'disputed', v_rules);
    if v_line.is_ended then
      perform private.post_line(v_line.id, 'kept', v_cents - v_line.balance_cents, 'disputed');
    else
      -- The dispute of an earlier instalment ended the line. What this instalment paid was kept until its bank took it
      -- back, too.
      perform private.post_line(v_line.id, 'kept', v_cents, 'disputed');
    end if;
  end loop;
end;
$$;
comment on function private.write_off_disputed(public.payments, uuid[]) is
  'Closes lines that were just ended. What the bank took of the charge is written off. What other payments paid, such '
  'as a deposit, is kept, and staff may refund it. The caller has locked the orders.';

create function private.end_disputed(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_ids constant uuid[] := array(
    select l.id from private.lines_paid_by(p_payment.id) l where l.status in ('placed', 'credit', 'needs_choice'));
  v_at timestamptz;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_ended uuid[] := '{}';
  v_line public.order_lines;
  v_order_id uuid;
begin
  if private.is_disputed(p_payment.id) or private.taken_by_bank(p_payment) = 0 then
    perform private.fail('order_closed', 'p_decision_id');
  end if;
  perform private.lock_lines(v_line_ids);
  v_at := private.calendar_now();
  v_session_ids := array(
    select distinct b.session_id from unnest(v_line_ids) l, private.pass_bookings(l, v_at) b where not b.is_spent);
  for v_line in select * from public.order_lines where id = any (v_line_ids) order by order_id, position loop
    continue when private.is_over(v_line);
    perform private.free_line(v_line, v_at);
    v_ended := v_ended || v_line.id;
  end loop;
  perform private.write_off_disputed(p_payment, v_ended);
  v_camp_ids := array(select distinct camp_id from public.order_lines where id = any (v_ended) and camp_id is not null);
  for v_order_id in select distinct order_id from public.order_lines where id = any (v_ended) order by order_id loop
    perform private.end_choice(v_order_id);
    perform private.queue_cancelled_mail(v_order_id, 'disputed:' || p_payment.id || ':' || v_order_id,
      array(select id from public.order_lines where order_id = v_order_id and id = any (v_ended) order by position),
      0, '{"by_bank": true}');
  end loop;
  perform private.offer_released_places(v_session_ids, v_camp_ids);
end;
$$;
comment on function private.end_disputed(public.payments) is
  'Ends what the charge paid for, alone or together with others. Used sessions stay, passes do not renew, and the '
  'family is notified. The caller has locked the orders. Fails with order_closed if no dispute is lost.';
