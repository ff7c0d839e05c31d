-- The refund worker claims refunds, sends them to Stripe and records what Stripe reports. Admins record refunds that
-- they paid by hand.

create function public.claim_refunds(p_limit integer)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  with due as (
    select r.id
    from public.refunds r
    join public.payments p on p.id = r.payment_id and p.provider = 'stripe'
    where r.status in ('requested', 'pending') and (r.leased_until is null or r.leased_until <= clock_timestamp())
      -- A new refund waits for the end of a dispute. A refund that Stripe already knows is still checked.
      and (r.status = 'pending' or not private.is_disputed(r.payment_id))
    order by r.created_at
    limit least(greatest(coalesce(p_limit, 0), 0), 100)
    for update of r skip locked
  ),
  claimed as (
    update public.refunds r set
      attempts = r.attempts + 1,
      leased_until = clock_timestamp() + make_interval(mins => (private.settings()).outbox_lease_minutes)
    from due, public.payments p
    where r.id = due.id and p.id = r.payment_id
    returning r.*, p.payment_intent, p.session_id, p.invoice_id
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', id, 'payment_intent', payment_intent, 'session_id', session_id, 'invoice_id', invoice_id,
        'amount_cents', amount_cents, 'attempt', attempts, 'refusals', refusals,
        'provider_refund_id', provider_refund_id)
      order by created_at),
    '[]')
  from claimed
$$;
comment on function public.claim_refunds(integer) is
  'Leases up to p_limit (100) refunds that must be sent or whose result is unknown. Returns [{id, payment_intent, '
  'session_id, invoice_id, amount_cents, attempt, refusals, provider_refund_id}]. Leaves out refunds of desk sales, '
  'and new refunds of a disputed charge. Definer: only the service role may call.';
grant execute on function public.claim_refunds(integer) to service_role;

create function private.settle_refund(p_refund public.refunds, p_status text, p_by_hand boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[] := array[p_refund.id];
begin
  update public.refunds set status = p_status, settled_at = clock_timestamp(), leased_until = null where id = p_refund.id;
  if p_refund.order_id is null then return; end if;
  -- After a failed refund the parent still waits for the money that we announced, so a later payment is reported.
  if p_refund.status = 'failed' then
    if p_status <> 'succeeded' then return; end if;
  else
    if p_refund.notified then return; end if;
    -- One mail reports all refunds of one decision, after the last has ended. A refund that waits for a dispute is
    -- reported when it is sent.
    if exists (
      select from public.refunds r
      where r.order_id = p_refund.order_id and r.requested_in = p_refund.requested_in and not r.notified
        and (r.status = 'pending' or r.status = 'requested' and not private.is_disputed(r.payment_id))) then
      return;
    end if;
    v_ids := array(
      select r.id from public.refunds r
      where r.order_id = p_refund.order_id and r.requested_in = p_refund.requested_in and not r.notified and r.status = 'succeeded'
      order by r.created_at, r.id);
    if v_ids = '{}' then return; end if;
  end if;
  update public.refunds set notified = true where id = any (v_ids);
  perform private.queue_order_mail('refund_sent', p_refund.order_id, v_ids[1]::text, jsonb_build_object(
    'refund', (
      select jsonb_build_object('cents', sum(r.amount_cents),
        'parts', private.refund_parts(v_ids, p_by_hand and p_refund.status = 'failed'),
        'line_ids', coalesce(jsonb_agg(distinct r.order_line_id) filter (where r.order_line_id is not null), '[]'))
      from public.refunds r where r.id = any (v_ids))));
end;
$$;
comment on function private.settle_refund(public.refunds, text, boolean) is
  'Ends a refund. If it succeeded, one mail tells the parent about all refunds of the same decision, unless the mail '
  'about the cancellation has already stated the amount. If it failed, staff see it.';

create function public.finish_refund(p_id uuid, p_provider_id text, p_status text, p_error text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if p_status is not null and p_status not in ('pending', 'succeeded', 'failed', 'refused') then
    perform private.fail('invalid_input', 'p_status');
  end if;
  -- The order is locked first, because the refund and its mail refer to it.
  perform from public.orders where id in (
    select r.order_id from public.refunds r where r.id = p_id or (p_id is null and r.provider_refund_id = p_provider_id)
    union all
    select l.order_id from public.refunds r
    join public.refund_allocations a on a.refund_id = r.id join public.order_lines l on l.id = a.order_line_id
    where r.id = p_id or (p_id is null and r.provider_refund_id = p_provider_id))
  order by id for no key update;
  -- Stripe names a refund by the id that we sent, or by its own id.
  select * into v_refund from public.refunds
  where id = p_id or (p_id is null and provider_refund_id = p_provider_id)
  for update;
  if not found or private.is_another_refund(v_refund, p_provider_id, p_status) then
    return jsonb_build_object('known', false, 'changed', false);
  end if;

  update public.refunds set
    provider_refund_id = coalesce(provider_refund_id, p_provider_id),
    last_error = case when status = 'failed' then last_error else coalesce(left(p_error, 1000), last_error) end
  where id = v_refund.id;
  if p_status = 'refused' then
    -- The refund is tried again later with another idempotency key, after staff have topped up the balance at Stripe.
    update public.refunds set refusals = refusals + 1, leased_until = clock_timestamp() + interval '30 minutes'
    where id = v_refund.id and status = 'requested';
    return jsonb_build_object('known', true, 'changed', found);
  end if;
  if p_status is null or p_status = 'pending' then
    if v_refund.status in ('requested', 'pending') then
      update public.refunds set
        status = coalesce(p_status, status),
        -- If the refund was not sent, it is tried again after 1, 2, 4 … minutes, at most an hour. If it was sent, it is
        -- checked again after an hour.
        leased_until = clock_timestamp() + make_interval(mins => case when p_status = 'pending' then 60
          else least(60, (2 ^ least(greatest(attempts, 1) - 1, 6))::integer) end)
      where id = v_refund.id;
    end if;
    return jsonb_build_object('known', true, 'changed', v_refund.status = 'requested' and p_status is not null);
  end if;
  -- A failed refund stays failed, and staff pay it by hand. A successful refund may still be returned by the bank.
  if v_refund.status = 'failed' or v_refund.status = p_status then
    return jsonb_build_object('known', true, 'changed', false);
  end if;
  if p_status = 'failed' and p_error = 'insufficient_funds' and not v_refund.is_external then
    perform private.ask_again(v_refund);
    perform private.drop_waiting_refunds(p), private.take_back_balance(p)
    from public.payments p where p.id = v_refund.payment_id and private.taken_by_bank(p) > 0;
  else
    perform private.settle_refund(v_refund, p_status, false);
    if v_refund.is_external then perform private.follow_external_refunds(v_refund.payment_id); end if;
    -- If the bank has already returned the charge, the end of this refund may mean that the family was paid twice, or
    -- that it no longer was.
    perform private.take_back_balance(p) from public.payments p where p.id = v_refund.payment_id;
  end if;
  return jsonb_build_object('known', true, 'changed', true);
end;
$$;
comment on function public.finish_refund(uuid, text, text, text) is
  'Records what Stripe reports about a refund, by our id or Stripe''s. Returns {known, changed}. p_status is pending, '
  'succeeded, failed, or refused if our balance at Stripe is too low. If p_status is null and p_error is given, the '
  'refund is tried again. Reports may be repeated and out of order. Definer: see claim_refunds. Only the service role '
  'may call.';
grant execute on function public.finish_refund(uuid, text, text, text) to service_role;

create function private.is_another_refund(p_refund public.refunds, p_provider_id text, p_status text)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select coalesce(p_refund.provider_refund_id <> p_provider_id, false)
    -- We ended this refund without sending it, and yet Stripe has a refund with our id.
    or p_refund.provider_refund_id is null and p_provider_id is not null and p_status in ('pending', 'succeeded')
      and p_refund.status in ('failed', 'succeeded')
    or exists (select from public.refunds where provider_refund_id = p_provider_id and id <> p_refund.id)
$$;
comment on function private.is_another_refund(public.refunds, text, text) is
  'Returns whether a report that refers to this refund is really about another refund at Stripe. This happens, for '
  'example, if our refund arrived after another one was matched with it. Both were paid, so both are recorded.';

create function private.ask_again(p_refund public.refunds)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id constant uuid := private.replace_refund(p_refund, null, 0);
begin
  update public.refunds set refusals = 1, last_error = 'insufficient_funds', leased_until = clock_timestamp() + interval '30 minutes'
  where id = v_id;
end;
$$;
comment on function private.ask_again(public.refunds) is
  'Replaces a refund that Stripe abandoned for lack of balance by a new one that waits, and that staff can see.';

create function public.settle_desk_refund(p_refund_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform from public.orders where id in (
    select order_id from public.refunds where id = p_refund_id
    union all
    select l.order_id from public.refund_allocations a join public.order_lines l on l.id = a.order_line_id
    where a.refund_id = p_refund_id)
  order by id for no key update;
  select * into v_refund from public.refunds where id = p_refund_id for update;
  if not found then perform private.fail('refund_not_found', 'p_refund_id'); end if;
  perform private.refuse_own_order(v_refund.order_id, 'p_refund_id');
  if v_refund.status = 'succeeded' then return jsonb_build_object('settled', false); end if;
  if private.is_replaced(v_refund) then perform private.fail('already_refunded', 'p_refund_id'); end if;
  perform private.refuse_disputed(v_refund.payment_id, 'p_refund_id');
  -- Staff must not pay by hand an amount that Stripe may still pay.
  if v_refund.status <> 'failed' and (select provider from public.payments where id = v_refund.payment_id) <> 'desk' then
    perform private.deny();
  end if;
  if v_refund.status = 'failed' and private.remaining_of_payment(v_refund.payment_id) < v_refund.amount_cents then
    perform private.fail('refund_too_much', 'p_refund_id', private.remaining_of_payment(v_refund.payment_id)::text);
  end if;
  perform private.lock_desk_money((select auth.uid()));
  update public.refunds set settled_by = (select auth.uid()),
    requested_by = coalesce(requested_by, case when private.is_admin() then (select auth.uid()) end)
  where id = p_refund_id;
  perform private.settle_refund(v_refund, 'succeeded', true);
  if v_refund.is_external then perform private.follow_external_refunds(v_refund.payment_id); end if;
  return jsonb_build_object('settled', true);
end;
$$;
comment on function public.settle_desk_refund(uuid) is
  'For admins. Records that a refund was paid by hand. Returns {settled}. Fails with not_allowed (also while Stripe '
  'may still pay), refund_not_found, own_balance, charge_disputed, already_refunded, refund_too_much. Definer: see '
  'refund_order.';
grant execute on function public.settle_desk_refund(uuid) to authenticated, service_role;

create trigger audit after insert or update or delete on public.refunds
  for each row execute function private.audit('id', '*', 'attempts', 'leased_until', 'requested_in', 'request_key', 'note',
    'created_at');
