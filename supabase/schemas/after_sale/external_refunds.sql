-- Records a refund that staff made on Stripe's own pages (docs/decisions "Refunds made at Stripe"). In a paid order it
-- first replaces refunds that we were about to make. Staff decide about the remaining amount
-- (external_refund_decisions.sql).

create function private.orders_of_charge(p_payment_id uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array(
    select order_id from public.payments where id = p_payment_id and order_id is not null
    union select order_id from public.refunds where payment_id = p_payment_id and order_id is not null
    union select l.order_id from private.lines_paid_by(p_payment_id) l
    union select l.order_id from public.refunds r
      join public.refund_allocations a on a.refund_id = r.id join public.order_lines l on l.id = a.order_line_id
      where r.payment_id = p_payment_id);
end;
$$;
comment on function private.orders_of_charge(uuid) is
  'Returns the order of a charge, and the orders with lines that the charge paid for or refunded.';

create function private.lock_orders_of_charge(p_payment_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_order_ids uuid[];
begin
  for v_round in 1..c_most loop
    begin
      v_order_ids := private.orders_of_charge(p_payment_id);
      perform from public.orders where id = any (v_order_ids) order by id for no key update;
      exit when private.orders_of_charge(p_payment_id) <@ v_order_ids;
      -- A line has just been moved to another order. Orders are locked in sorted order, so all locks are released and
      -- taken again.
      raise exception using errcode = 'serialization_failure';
    exception when serialization_failure then
      if v_round = c_most then raise; end if;
    end;
  end loop;
end;
$$;
comment on function private.lock_orders_of_charge(uuid) is
  'Locks the orders of private.orders_of_charge, sorted by id. The list cannot change afterwards.';

create function private.replace_refund(p_refund public.refunds, p_external public.refunds, p_cents integer)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_allocation record;
  v_remainder public.refunds;
begin
  update public.refunds set last_error = 'replaced' where id = p_refund.id;
  if p_refund.status <> 'failed' then perform private.settle_refund(p_refund, 'failed', false); end if;
  if p_refund.amount_cents > p_cents then
    insert into public.refunds (
      payment_id, order_id, order_line_id, amount_cents, currency, reason, requested_by, notified)
    values (p_refund.payment_id, p_refund.order_id, p_refund.order_line_id, p_refund.amount_cents - p_cents, p_refund.currency,
      p_refund.reason, p_refund.requested_by, p_refund.notified)
    returning * into v_remainder;
  end if;
  for v_allocation in
    select a.*, least(a.amount_cents, greatest(0, p_cents - (sum(a.amount_cents) over w - a.amount_cents)))::integer as taken
    from public.refund_allocations a where a.refund_id = p_refund.id
    window w as (order by a.created_at, a.order_line_id, a.reason rows unbounded preceding)
    order by a.created_at, a.order_line_id, a.reason
  loop
    perform private.allocate_refund(p_external, v_allocation.order_line_id, v_allocation.taken, v_allocation.reason);
    perform private.allocate_refund(v_remainder, v_allocation.order_line_id, v_allocation.amount_cents - v_allocation.taken, v_allocation.reason);
  end loop;
  return v_remainder.id;
end;
$$;
comment on function private.replace_refund(public.refunds, public.refunds, integer) is
  'Replaces p_cents of one of our refunds by another refund. The allocations to lines move to the other refund, and a '
  'new request is made for what remains of ours. Returns the id of that request, or null. The caller has locked the '
  'orders.';

create function private.match_external_refund(p_refund public.refunds, p_left_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_first_refund public.refunds;
  v_count integer := 0;
  v_cents integer;
  v_notified boolean := true;
  v_unmatched_cents integer := p_refund.amount_cents;
  v_excess_cents integer := greatest(0, p_refund.amount_cents - p_left_cents);
begin
  for v_refund in
    select * from public.refunds r
    where r.payment_id = p_refund.payment_id and not r.is_external and (r.status = 'requested' and r.provider_refund_id is null
      -- If one of our refunds failed, staff were asked to pay it in another way, and may have done so at Stripe.
      or r.status = 'failed' and coalesce(r.last_error, '') not in ('dispute_lost', 'replaced')
        and r.amount_cents = p_refund.amount_cents and not exists (
          select from public.refunds n where n.payment_id = r.payment_id and n.created_at > r.created_at
            and n.status <> 'failed' and n.id <> p_refund.id))
    order by (r.amount_cents = p_refund.amount_cents) desc, r.created_at, r.id for update
  loop
    -- A refund of the same amount is taken to be ours. Any other refund reduces ours only as far as the charge cannot
    -- cover both.
    v_cents := case when v_refund.amount_cents = p_refund.amount_cents then v_refund.amount_cents
      else least(v_refund.amount_cents, v_unmatched_cents, v_excess_cents) end;
    exit when v_cents = 0;
    perform private.replace_refund(v_refund, p_refund, v_cents);
    if v_count = 0 then v_first_refund := v_refund; end if;
    v_count := v_count + 1;
    v_notified := v_notified and v_refund.notified;
    v_unmatched_cents := v_unmatched_cents - v_cents;
    v_excess_cents := greatest(0, v_excess_cents - v_cents);
    exit when v_unmatched_cents = 0;
  end loop;
  if v_count > 0 and v_unmatched_cents = 0 then
    update public.refunds set reason = v_first_refund.reason, requested_by = v_first_refund.requested_by, notified = v_notified,
      order_id = case when v_count = 1 then v_first_refund.order_id else order_id end,
      order_line_id = case when v_count = 1 then v_first_refund.order_line_id end
    where id = p_refund.id;
  end if;
end;
$$;
comment on function private.match_external_refund(public.refunds, integer) is
  'Keeps us from paying a refund that was already made at Stripe. If one of our refunds has the same amount, it is '
  'replaced. Otherwise our refunds are reduced until the charge, of which p_left_cents are left, covers them and the '
  'refund at Stripe. The caller has locked the orders and the charge.';

create function private.close_late_choice(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_ids constant uuid[] := array(
    select l.id from private.lines_paid_by(p_payment.id) l where l.status = 'needs_choice');
begin
  perform private.spread_undecided(p_payment.id, v_line_ids, 'paid_late');
  perform private.close_refunded(v_line_ids);
end;
$$;
comment on function private.close_late_choice(public.payments) is
  'Closes the lines of a late payment that was fully refunded at Stripe before the parent chose.';

create function private.follow_external_refunds(p_payment_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment public.payments;
  v_order public.orders;
  v_undecided_cents integer;
  v_is_refunded boolean;
begin
  select * into v_payment from public.payments where id = p_payment_id;
  select * into v_order from public.orders where id = v_payment.order_id;
  v_is_refunded := private.remaining_of_payment(p_payment_id) = 0;
  if not private.paid_for_order(v_payment.result) then
    if not v_is_refunded then return; end if;
    if exists (select from public.payment_decisions d
      where d.payment_id = p_payment_id and d.status = 'open' and d.kind = 'mismatch' and not d.details ? 'renewal') then
      perform private.close_mismatched_order(v_order);
    end if;
    update public.payment_decisions set status = 'resolved', resolution = 'refund', resolved_at = clock_timestamp(),
      details = details || '{"refunded_externally": true}'
    where payment_id = p_payment_id and status = 'open' and kind in ('mismatch', 'duplicate_payment', 'unknown_order');
    return;
  end if;

  if v_is_refunded and v_order.outcome = 'needs_choice' and not exists (
    select from private.lines_paid_by(p_payment_id) l where l.status not in ('needs_choice', 'cancelled')) then
    perform private.close_late_choice(v_payment);
  end if;
  v_undecided_cents := private.undecided_cents(p_payment_id);
  if v_undecided_cents > 0 then
    perform private.open_decision('external_refund', v_payment, v_order);
    update public.payment_decisions set status = 'open', resolution = null, resolved_at = null, resolved_by = null,
      details = details || jsonb_build_object('refunded_cents', v_undecided_cents)
    where payment_id = p_payment_id and kind = 'external_refund'
      and (status = 'open' or (details ->> 'settled_cents')::integer is distinct from v_undecided_cents);
  else
    update public.payment_decisions set status = 'resolved', resolution = 'accepted', resolved_at = clock_timestamp()
    where payment_id = p_payment_id and kind = 'external_refund' and status = 'open';
  end if;
end;
$$;
comment on function private.follow_external_refunds(uuid) is
  'Updates the open decisions of a charge from its refunds made at Stripe. A second call changes nothing, a further '
  'refund opens a decision again, and a failed refund closes it. The caller has locked the orders.';

create function public.record_external_refund(p_refund jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id constant text := private.check_key(p_refund, 'refund_id');
  v_status constant text := p_refund ->> 'status';
  v_payment public.payments;
  v_refund public.refunds;
  v_left_cents integer;
begin
  if not private.is_whole(p_refund -> 'amount_cents', 1, 2000000000) then perform private.fail('invalid_input', 'amount_cents'); end if;
  if coalesce(v_status not in ('pending', 'succeeded', 'failed'), true) then perform private.fail('invalid_input', 'status'); end if;
  select * into v_payment from public.payments where payment_intent = p_refund ->> 'payment_intent';
  if not found then return '{"known": false, "changed": false}'; end if;
  perform private.lock_orders_of_charge(v_payment.id);
  select * into v_payment from public.payments where id = v_payment.id for update;

  select * into v_refund from public.refunds where provider_refund_id = v_provider_id for update;
  if not found then
    if v_status = 'failed' then return '{"known": true, "changed": false}'; end if;
    v_left_cents := private.remaining_of_payment(v_payment.id);
    insert into public.refunds (
      payment_id, order_id, amount_cents, currency, reason, status, provider_refund_id, leased_until, is_external)
    values (v_payment.id, v_payment.order_id, (p_refund ->> 'amount_cents')::numeric::integer, v_payment.currency,
      case when v_payment.result in ('duplicate_payment', 'mismatch', 'unknown_order') then v_payment.result else 'external' end,
      'pending', v_provider_id, clock_timestamp() + interval '1 hour', true)
    on conflict (provider_refund_id) do nothing
    returning * into v_refund;
    if v_refund.id is null then return '{"known": true, "changed": false}'; end if;
    begin
      perform private.match_external_refund(v_refund, v_left_cents);
    -- If the refund cannot be matched, it is recorded anyway and staff decide about it.
    exception when sqlstate 'PT409' or check_violation then
      null;
    end;
    perform private.follow_external_refunds(v_payment.id), private.take_back_balance(v_payment);
  end if;
  return public.finish_refund(v_refund.id, v_provider_id, v_status);
end;
$$;
comment on function public.record_external_refund(jsonb) is
  'Takes {refund_id, payment_intent, amount_cents, status}. Records the refund once, even if it exceeds what is left '
  'of the charge, and opens or resolves a decision. Returns {known: whether the charge is ours, changed}. Definer: '
  'only the service role may call.';
grant execute on function public.record_external_refund(jsonb) to service_role;
