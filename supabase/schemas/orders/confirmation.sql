-- Each payment becomes exactly one booking or an open decision, so that no charge is lost (docs/decisions "Safety";
-- README "One booking, end to end", step 4).

create function private.open_decision(
  p_kind text, p_payment public.payments, p_order public.orders, p_more jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.payment_decisions (kind, payment_id, order_id, details)
  values (p_kind, p_payment.id, p_order.id, jsonb_build_object(
    'amount_cents', p_payment.amount_cents, 'currency', p_payment.currency,
    'order_number', p_order.number, 'order_total_cents', p_order.total_cents, 'order_status', p_order.status) || p_more)
  on conflict (payment_id, kind) do nothing
$$;
comment on function private.open_decision(text, public.payments, public.orders, jsonb) is
  'Opens a decision for staff about a charge. The order may be a row of nulls. p_more is added to the details.';

create function private.refund_unavailable(p_payment public.payments, p_order public.orders)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_remaining integer;
begin
  update public.order_lines set status = 'cancelled' where order_id = p_order.id;
  update public.orders set status = 'paid_late', outcome = null, paid_at = clock_timestamp() where id = p_order.id;
  perform private.open_decision('paid_late', p_payment, p_order);
  update public.payment_decisions set status = 'resolved', resolution = 'refund', resolved_at = clock_timestamp()
  where payment_id = p_payment.id and kind = 'paid_late' and status = 'open';
  -- If the result is needs_choice, the order also spends what it reserves of the family's balance.
  update public.payments set result = 'needs_choice' where id = p_payment.id;
  v_remaining := private.remaining_of_order(p_order.id);
  perform private.request_refund_of_charges(p_order.id, v_remaining, 'paid_late');
  return v_remaining;
end;
$$;
comment on function private.refund_unavailable(public.payments, public.orders) is
  'Refunds all that was paid for an order and closes it. Returns the amount in cents. The caller has locked the '
  'order, releases its places and mails the parent.';

create function private.apply_payment(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if p_order.id is null then
    perform private.open_decision('unknown_order', p_payment, p_order);
    return 'unknown_order';
  end if;
  if p_order.status in ('paid', 'paid_late') then
    perform private.open_decision('duplicate_payment', p_payment, p_order);
    return 'duplicate_payment';
  end if;
  v_order := private.follow_paid_attempt(p_payment, p_order);
  -- An order without consents was never sent to Stripe, so no expected payment can belong to it.
  if p_payment.amount_cents = private.charge_at_sale(v_order) and p_payment.currency = v_order.currency
    and v_order.consents_at is not null then
    begin
      return private.take_places(p_payment, v_order);
    exception when sqlstate 'PT409' then
      -- The order was paid after it lapsed. By then the balance that should have paid the other part was spent. The
      -- exception has rolled back the booking.
      if v_order.balance_cents = 0 or sqlerrm <> 'balance_too_low' then raise; end if;
    end;
  end if;
  -- Whatever staff decide, the family can spend its balance again.
  update public.orders set outcome = 'under_review', balance_cents = 0 where id = v_order.id;
  perform private.open_decision('mismatch', p_payment, v_order, case when v_order.balance_cents > 0
    then jsonb_build_object('balance_cents', v_order.balance_cents) else '{}' end);
  return 'mismatch';
end;
$$;
comment on function private.apply_payment(public.payments, public.orders) is
  'Applies a new charge to its order, which the caller has locked. Returns a result of confirm_order.';

create function private.take_places(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now timestamptz;
  v_is_held boolean;
  v_is_in_time boolean;
  v_lost_ids uuid[];
  v_can_transfer boolean;
  v_used_positions integer[];
  v_left_out uuid[] := '{}';
begin
  perform private.lock_paid_places(p_order.id);
  if p_order.channel = 'desk' then perform private.accept_offers_of_sale(p_order); end if;
  v_now := clock_timestamp();
  v_used_positions := private.claim_trial(p_order.id, v_now, 'paid');
  if v_used_positions <> '{}' and not private.is_move(p_order.id) then
    if not exists (select from public.order_lines where order_id = p_order.id and position <> all (v_used_positions)) then
      return private.refuse_used_try_out(p_payment, p_order);
    end if;
    -- The earlier claim may come from a stranger who typed this child's name, so only the try-out is cancelled.
    v_left_out := private.cancel_used_try_outs(p_order.id, v_used_positions);
    v_used_positions := '{}';
  end if;
  v_can_transfer := private.can_transfer_balance(p_order.id);
  v_lost_ids := private.lost_lines(p_order.id);
  v_is_held := private.is_held(p_order.id, v_now) and v_can_transfer and v_used_positions = '{}';
  v_is_in_time := v_is_held and v_lost_ids = '{}';

  -- The hold has expired or its class was cancelled. If the places are free and nothing has begun, the order still gets
  -- them.
  if not v_is_in_time and (
    not v_can_transfer
    or private.unavailable_line(p_order.id, v_now) is not null
    or private.has_any_place_started(p_order.id)
    or private.has_enrolled_line(p_order.id)
    or v_used_positions <> '{}'
  ) then
    -- After a failed move the family still has its original place, or what replaced it.
    if private.is_move(p_order.id) then
      delete from public.holds where order_id = p_order.id;
      return private.refund_failed_upgrade(p_payment, p_order);
    end if;
    perform private.enrol_kept_lines(p_order.id, case when v_is_held then v_lost_ids end);
    update public.orders set status = 'paid_late', outcome = 'needs_choice', paid_at = v_now where id = p_order.id;
    update public.payments set result = 'needs_choice' where id = p_payment.id;
    perform private.open_decision('paid_late', p_payment, p_order);
    perform private.queue_order_mail('paid_late_choice', p_order.id);
    if v_left_out <> '{}' then perform private.refund_used_lines(p_order, v_left_out); end if;
    -- The order may have held some of its places, and these are free now.
    perform private.offer_released_places_of_order(p_order.id);
    return 'needs_choice';
  end if;

  perform private.enrol(p_order.id);
  if v_is_in_time then
    update public.orders set status = 'paid', outcome = null, paid_at = v_now where id = p_order.id;
  else
    update public.orders set status = 'paid_late', outcome = 'reseated', paid_at = v_now where id = p_order.id;
  end if;
  perform private.release_upgraded_place(p_order.id);
  perform private.convert_order(p_order);
  -- The result is set before the mail is queued, because the mail lists what can be refunded from this charge.
  update public.payments set result = case when v_is_in_time then 'confirmed' else 'reseated' end where id = p_payment.id;
  perform private.queue_order_mail(case when v_is_in_time then 'booking_confirmed' else 'paid_late_reseated' end, p_order.id);
  if v_left_out <> '{}' then perform private.refund_used_lines(p_order, v_left_out); end if;
  return case when v_is_in_time then 'confirmed' else 'reseated' end;
end;
$$;
comment on function private.take_places(public.payments, public.orders) is
  'Gives a paid order its places. Returns confirmed, reseated (the hold had expired, but the places were still free) '
  'or needs_choice. If the payment came in time, only the lines without a place need a choice. '
  'private.lock_paid_order has locked the order. An impossible move and a used try-out are refunded at once. The '
  'result is then needs_choice, although nothing is left to choose.';

create function private.record_charge(
  p_payment_intent text, p_session_id text, p_invoice_id text, p_order_id uuid, p_amount_cents integer, p_currency text)
returns public.payments
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  -- Two reports of a charge may share no identifier. In that case this report belongs to the payment of the same order
  -- and amount whose identifiers are not known yet.
  select * into v_payment from public.payments p
  where p.order_id = p_order_id and p.provider = 'stripe' and p.amount_cents = p_amount_cents and p.currency = p_currency
    and num_nonnulls(p.payment_intent, p_payment_intent) = 1 and num_nonnulls(p.session_id, p_session_id) = 1
  order by p.created_at limit 1;
  if v_payment.id is null then
    -- If another report has the same identifier, this insert waits until that report commits.
    insert into public.payments (payment_intent, session_id, invoice_id, order_id, amount_cents, currency)
    values (p_payment_intent, p_session_id, p_invoice_id, p_order_id, p_amount_cents, p_currency)
    on conflict do nothing
    returning * into v_payment;
    if v_payment.id is not null then return v_payment; end if;
    select * into v_payment from public.payments p
    where p.payment_intent = p_payment_intent or p.session_id = p_session_id or p.invoice_id = p_invoice_id
    -- A row with the same payment intent is the charge, even if another row shares another identifier.
    order by coalesce(p.payment_intent = p_payment_intent, false) desc limit 1;
  end if;
  if v_payment.payment_intent <> p_payment_intent and coalesce(v_payment.invoice_id <> p_invoice_id, true) then
    -- A Stripe session may be charged twice. An invoice is paid only once, whichever attempt a report names.
    insert into public.payments (payment_intent, order_id, amount_cents, currency)
    values (p_payment_intent, p_order_id, p_amount_cents, p_currency)
    on conflict do nothing
    returning * into v_payment;
    if v_payment.id is null then
      select * into v_payment from public.payments where payment_intent = p_payment_intent;
    end if;
    return v_payment;
  end if;
  -- The identifiers of this report are added, except one that another row already has.
  update public.payments p set
    payment_intent = coalesce(p.payment_intent, p_payment_intent),
    session_id = coalesce(p.session_id, (
      select p_session_id where not exists (select from public.payments where session_id = p_session_id))),
    invoice_id = coalesce(p.invoice_id, (
      select p_invoice_id where not exists (select from public.payments where invoice_id = p_invoice_id)))
  where p.id = v_payment.id
  returning * into v_payment;
  return v_payment;
end;
$$;
comment on function private.record_charge(text, text, text, uuid, integer, text) is
  'Finds the payment of a charge by one of its identifiers, and adds the other identifiers to it. If there is no such '
  'payment, creates one, whose result is null. A different payment intent is a different charge. The caller has locked '
  'the order.';

create function public.confirm_order(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_event_id constant text := p_event ->> 'event_id';
  v_session_id constant text := p_event ->> 'session_id';
  v_payment_intent constant text := p_event ->> 'payment_intent';
  v_payment public.payments;
  v_order public.orders;
  v_result text;
begin
  if coalesce(v_event_id, '') = '' then perform private.fail('invalid_input', 'event_id'); end if;
  -- Every report must contain at least one identifier of the charge.
  if coalesce(v_payment_intent, v_session_id, '') = '' or v_session_id = '' then
    perform private.fail('invalid_input', 'payment_intent');
  end if;
  if not private.is_whole(p_event -> 'amount_cents', 0, 2000000000) then
    perform private.fail('invalid_input', 'amount_cents');
  end if;
  if coalesce(p_event ->> 'currency', '') = '' then perform private.fail('invalid_input', 'currency'); end if;

  -- A repeated report waits here until the first report commits, and then returns its result.
  insert into public.payment_events (event_id, event_type) values (v_event_id, p_event ->> 'event_type')
  on conflict (event_id) do nothing;
  if not found then
    select p.* into v_payment
    from public.payment_events e join public.payments p on p.id = e.payment_id where e.event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;

  if private.is_uuid(p_event -> 'order_id') then
    v_order := private.lock_paid_order((p_event ->> 'order_id')::uuid);
  end if;
  if v_order.id is null then
    v_order := private.lock_paid_order((select order_id from public.checkout_attempts where session_id = v_session_id));
  end if;

  select * into v_payment from private.record_charge(v_payment_intent, v_session_id, null, v_order.id,
    (p_event ->> 'amount_cents')::numeric::integer, upper(p_event ->> 'currency'));
  update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
  -- Another report of the same charge, for example from the success page, may have come before the webhook.
  if v_payment.result is not null then return private.payment_answer(v_payment, false); end if;

  v_result := coalesce(private.apply_instalment(v_payment, v_order, p_event), private.apply_payment(v_payment, v_order));
  update public.payments set result = v_result where id = v_payment.id
  returning * into v_payment;
  return private.payment_answer(v_payment, true);
end;
$$;
comment on function public.confirm_order(jsonb) is
  'Confirms an order. Takes {event_id, event_type, session_id, payment_intent, order_id, amount_cents, currency, '
  'instalment_id?} and returns {result, number?}, which is the same for repeated and parallel reports. Fails only '
  'with invalid_input, so that the report is sent again. Definer: only the service role may call, after checking '
  'Stripe''s signature or reading Stripe''s own answer.';
grant execute on function public.confirm_order(jsonb) to service_role;

create function private.payment_answer(p_payment public.payments, p_is_new boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_strip_nulls(jsonb_build_object(
    'result', case when not p_is_new and p_payment.result in ('confirmed', 'reseated')
      then 'already_confirmed' else p_payment.result end,
    'number', (select number from public.orders where id = p_payment.order_id))));
end;
$$;
comment on function private.payment_answer(public.payments, boolean) is
  'Returns the answer of confirm_order. It is already_confirmed if the booking existed before this call.';
