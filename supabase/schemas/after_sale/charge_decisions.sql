-- Admins decide about a charge that is disputed at the bank or that differs from the price of its order.

create function private.close_mismatched_order(p_order public.orders)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.orders set outcome = null where id = p_order.id and outcome = 'under_review';
  if p_order.status in ('held', 'awaiting_payment') then
    perform private.free_seats(p_order.id, 'released');
    perform private.offer_released_places_of_order(p_order.id);
  end if;
end;
$$;
comment on function private.close_mismatched_order(public.orders) is
  'Closes a locked order whose charge is refunded because it differed from the price.';

create function private.post_mismatched_payment(p_order_id uuid, p_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
  v_left_cents integer := p_cents;
begin
  for v_line in
    select l.id, b.balance_cents from public.order_lines l cross join lateral private.line_balance(l.id) b
    where l.order_id = p_order_id order by l.position
  loop
    if v_left_cents > 0 then
      perform private.post_line(v_line.id, 'charged', v_left_cents, 'overpaid'), private.post_line(v_line.id, 'kept', -v_left_cents, 'overpaid');
      exit;
    end if;
    perform private.post_line(v_line.id, 'written_off', greatest(v_left_cents, -v_line.balance_cents), 'underpaid');
    v_left_cents := v_left_cents - greatest(v_left_cents, -v_line.balance_cents);
  end loop;
end;
$$;
comment on function private.post_mismatched_payment(uuid, integer) is
  'Balances the lines of an order whose payment staff accept although it differs from the price by p_cents. A '
  'shortfall is written off. An excess is kept until staff refund it.';

create function private.record_removed_split(p_order public.orders, p_split jsonb)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  -- As in any sale, the places are locked before the money of the desk (private.lock_desk_money).
  perform private.lock_paid_places(p_order.id);
  perform private.lock_desk_money(p_order.sold_by);
  update public.orders set split_method = p_split ->> 'method', split_cents = (p_split ->> 'cents')::integer
  where id = p_order.id returning * into v_order;
  perform private.record_split(v_order);
  return v_order;
end;
$$;
comment on function private.record_removed_split(public.orders, jsonb) is
  'Records the second part of a sale at the desk that its seller had taken out (confirm_paynow_sale), in the close of '
  'the seller. Returns the order, which the caller has locked.';

create function public.resolve_decision(p_decision_id uuid, p_resolution text, p_has_split boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_decision public.payment_decisions;
  v_payment public.payments;
  v_order public.orders;
  v_result text;
  v_outcome text;
  v_difference integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_resolution is null or p_resolution not in ('refund', 'accepted', 'ended') then perform private.fail('invalid_input', 'p_resolution'); end if;
  perform private.lock_disputed_orders(p_decision_id);
  v_order := private.lock_paid_order((select order_id from public.payment_decisions where id = p_decision_id));
  select * into v_decision from public.payment_decisions where id = p_decision_id for update;
  if not found then perform private.fail('decision_not_found', 'p_decision_id'); end if;
  if v_decision.status <> 'open' then perform private.fail('choice_made', 'p_decision_id'); end if;
  perform private.refuse_own_order(v_order.id, 'p_decision_id');
  -- After the order was placed, its refund may have gone to the balance of another family.
  perform private.refuse_own_family(e.family_id, 'p_decision_id')
  from public.refunds r join public.family_balance_entries e on e.refund_id = r.id where r.payment_id = v_decision.payment_id;
  -- choose_late decides about late payments, resolve_external_refund about refunds made at Stripe.
  if v_decision.kind in ('paid_late', 'external_refund') then perform private.fail('invalid_input', 'p_decision_id'); end if;
  -- Staff can forgive a debt but cannot refund it.
  if v_decision.kind = 'balance_debt' and p_resolution <> 'accepted' then perform private.fail('invalid_input', 'p_resolution'); end if;
  -- During a dispute the bank decides about the money. Once the dispute is lost, staff decide about the places.
  if (p_resolution = 'ended') <> (v_decision.kind = 'disputed' and p_resolution <> 'accepted') then
    perform private.fail('invalid_input', 'p_resolution');
  end if;
  if p_has_split and (p_resolution <> 'accepted' or v_decision.details -> 'split' is null or v_order.paid_at is not null) then
    perform private.fail('invalid_input', 'p_has_split');
  end if;
  select * into v_payment from public.payments where id = v_decision.payment_id;

  if p_resolution = 'ended' then
    perform private.end_disputed(v_payment);
  elsif p_resolution = 'accepted' and v_decision.kind not in ('disputed', 'balance_debt') then
    -- The charge was refunded in full, so it cannot be kept.
    if v_payment.amount_cents > 0 and private.remaining_of_payment(v_payment.id) = 0 then
      perform private.fail('already_refunded', 'p_decision_id');
    end if;
    if v_decision.details ? 'renewal' then
      v_result := private.keep_renewal(v_payment, v_decision.details -> 'renewal');
    elsif v_decision.kind = 'mismatch' and v_order.paid_at is null then
      -- An order without consents cannot enrol a child. The order of an erased family has none.
      if v_order.consents_at is null then perform private.fail('order_closed', 'p_decision_id'); end if;
      if p_has_split then v_order := private.record_removed_split(v_order, v_decision.details -> 'split'); end if;
      v_result := private.take_places(v_payment, v_order);
      v_difference := v_payment.amount_cents + v_order.split_cents - private.due_at_sale(v_order);
      if v_difference <> 0 then perform private.post_mismatched_payment(v_order.id, v_difference); end if;
      update public.payments set result = v_result where id = v_payment.id;
    end if;
    if v_result is not null then perform private.allocate_earlier_refunds(v_payment.id); end if;
    -- The charge is kept although it pays for no order.
    if v_result is null then v_outcome := 'nothing'; end if;
  elsif p_resolution = 'refund' then
    perform private.refuse_disputed(v_payment.id, 'p_decision_id');
    if v_decision.kind = 'mismatch' then perform private.close_mismatched_order(v_order); end if;
    perform from public.payments where id = v_payment.id for update;
    perform private.request_refund(v_payment, null, private.remaining_of_payment(v_payment.id), v_decision.kind);
  end if;
  update public.payment_decisions set status = 'resolved', resolution = p_resolution, resolved_at = clock_timestamp(),
    resolved_by = case when private.is_admin() then (select auth.uid()) end,
    details = details || jsonb_strip_nulls(jsonb_build_object('gives', coalesce(v_outcome, v_result), 'settled_cents',
      case when kind = 'balance_debt' then coalesce((details ->> 'settled_cents')::integer, 0) + greatest(0, private.balance_debt(payment_id)) end))
  where id = p_decision_id;
  return jsonb_strip_nulls(jsonb_build_object('resolved', true, 'result', v_result, 'gives', v_outcome));
end;
$$;
comment on function public.resolve_decision(uuid, text, boolean) is
  'For admins. Decides about a charge that is disputed or that differs from the price. Returns {resolved, result?, '
  'gives?}. p_resolution is refund (all of the charge is refunded), accepted (it is kept and pays for what it fits) '
  'or ended (what a lost dispute paid for is taken back). With p_has_split, the second part of a sale at the desk that '
  'its seller took out is recorded, too. Fails with decision_not_found, choice_made, own_balance, '
  'already_refunded, order_closed, charge_disputed. Definer: it checks the caller first.';
grant execute on function public.resolve_decision(uuid, text, boolean) to authenticated, service_role;
