-- Shows the instalments of an order and records their payments. The first payment for an instalment pays it. A second
-- one is left to staff (docs/decisions "Deposits and instalments").

create function private.instalments_view(p_order_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
begin
  return (
    select jsonb_build_object(
      'open_cents', coalesce(sum(i.cents) filter (where i.status = 'due' and i.position > 0), 0),
      'grace_days', (private.settings()).deposit_grace_days,
      'parts', jsonb_agg(jsonb_build_object(
        'id', i.id, 'due_on', i.due_on, 'cents', i.cents,
        'status', case when i.status = 'due' and i.due_on < v_today then 'late' else i.status end,
        'paid_at', private.iso(i.paid_at), 'method', coalesce(y.method, y.provider),
        'is_deposit', i.position = 0, 'is_moved', i.due_on <> i.sold_due_on) order by i.position > 0, i.due_on, i.position))
    from public.order_instalments i left join public.payments y on y.id = i.payment_id
    where i.order_id = p_order_id
    having count(*) > 0);
end;
$$;
comment on function private.instalments_view(uuid) is
  'Returns Instalments (contract/instalments.ts), or null for an order without a plan. An instalment is late if it is '
  'still due after due_on.';

create function private.next_instalment(p_order_id uuid)
returns public.order_instalments
language sql
volatile
set search_path = ''
as $$
  select i from public.order_instalments i
  where i.order_id = p_order_id and i.status = 'due' and i.position > 0
  order by i.due_on, i.position limit 1
$$;
comment on function private.next_instalment(uuid) is
  'Returns the instalment of an order that is due next, or a row of nulls.';

create function private.claims_instalments(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If we cancelled a camp or the payment came late, the family must choose first and is not asked for money.
  return private.has_open_instalments(p_order_id)
    and not exists (
      select from public.order_lines l
      where l.order_id = p_order_id and (l.status in ('needs_choice', 'credit') or l.status = 'placed' and private.is_cancelled_by_us(l)))
    -- While the bank decides about an earlier payment, no other payment is claimed.
    and not exists (
      select from public.payments y where y.order_id = p_order_id and private.is_disputed(y.id));
end;
$$;
comment on function private.claims_instalments(uuid) is
  'Returns whether the next instalment of an order must be paid now. This is so if it is open, no line waits for a '
  'choice, and no payment is disputed.';

create function private.late_choices(p_order_id uuid)
returns text[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- While the family must choose, no instalment is claimed. A place that is not fully paid can neither be moved nor
  -- kept as a credit.
  return case when private.has_open_instalments(p_order_id) then '{refund}'::text[] else '{move,credit,refund}' end;
end;
$$;
comment on function private.late_choices(uuid) is
  'Returns the kinds of LateChoice (contract/after-sale.ts) that choose_late accepts for an order that was paid late.';

create function private.settle_instalment(p_instalment public.order_instalments, p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.payments set result = 'instalment' where id = p_payment.id;
  update public.order_instalments set status = 'paid', payment_id = p_payment.id, paid_at = p_payment.created_at
  where id = p_instalment.id;
  perform private.post_outstanding(p_instalment.order_id, p_instalment.cents, 1, 'instalment',
    jsonb_build_object('instalment_id', p_instalment.id));
  perform private.queue_order_mail('instalment_paid', p_instalment.order_id, p_instalment.id::text,
    jsonb_build_object('gst', (
      select private.gst_view(p_instalment.cents, o.gst_rate_basis_points, o.gst_number) from public.orders o where o.id = p_instalment.order_id),
      'instalment', jsonb_build_object('cents', p_instalment.cents, 'due_on', p_instalment.due_on,
      'paid_at', private.iso(p_payment.created_at), 'method', p_payment.method)));
end;
$$;
comment on function private.settle_instalment(public.order_instalments, public.payments) is
  'Records the payment of an instalment that is due. The amounts must be equal. The caller has locked order and '
  'instalment.';

create function private.apply_instalment(p_payment public.payments, p_order public.orders, p_event jsonb)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_instalment public.order_instalments;
begin
  -- The webhook may arrive before the session is recorded.
  select i.* into v_instalment
  from public.order_instalments i
  where i.order_id = p_order.id and (
    i.id in (select instalment_id from public.instalment_attempts where session_id = p_event ->> 'session_id')
    or i.id::text = p_event ->> 'instalment_id')
  for update;
  if v_instalment.id is null then return null; end if;
  if v_instalment.status <> 'due' or v_instalment.cents <> p_payment.amount_cents or p_order.currency <> p_payment.currency then
    perform private.open_decision('duplicate_payment', p_payment, p_order, jsonb_build_object('instalment_cents', v_instalment.cents));
    return 'duplicate_payment';
  end if;
  perform private.settle_instalment(v_instalment, p_payment);
  return 'instalment';
end;
$$;
comment on function private.apply_instalment(public.payments, public.orders, jsonb) is
  'Returns ''instalment'' if the payment paid an instalment. Returns ''duplicate_payment'' if the instalment was '
  'already paid, cancelled or changed, so that staff decide. Returns null if the session paid for no instalment. The '
  'caller has locked the order.';

create function public.take_instalment(p_take jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_charge constant text := 'desk:' || lower(p_take ->> 'key');
  v_order public.orders;
  v_instalment public.order_instalments;
  v_payment public.payments;
  v_reference text;
  v_balance integer := 0;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_take, 'p_take', 2000);
  if not private.is_uuid(p_take -> 'key') then perform private.fail('invalid_input', 'key'); end if;
  if not private.is_uuid(p_take -> 'instalment_id') then perform private.fail('invalid_input', 'instalment_id'); end if;
  if jsonb_typeof(p_take -> 'method') is distinct from 'string' or p_take ->> 'method' not in ('cash', 'paynow', 'card_terminal', 'balance') then
    perform private.fail('invalid_input', 'method');
  end if;
  if not private.is_whole(p_take -> 'expected_cents', 1, 2000000000) then perform private.fail('invalid_input', 'expected_cents'); end if;
  -- The same rule holds for a sale: if the company has a UEN, a PayNow payment needs the reference from the bank's
  -- message.
  if p_take ->> 'method' = 'paynow' and (private.is_given(p_take -> 'reference') or (private.settings()).uen is not null) then
    v_reference := upper(regexp_replace(private.check_text(p_take -> 'reference', 'reference', 60), '\s', '', 'g'));
  end if;
  perform pg_advisory_xact_lock(hashtextextended(v_charge, 0));
  select * into v_payment from public.payments where payment_intent = v_charge;
  if found then
    if not exists (
      select from public.order_instalments where payment_id = v_payment.id and id = (p_take ->> 'instalment_id')::uuid) then
      perform private.fail('sale_differs', 'key', (select number from public.orders where id = v_payment.order_id));
    end if;
    return private.instalments_view(v_payment.order_id);
  end if;
  select * into v_order from public.orders
  where id = (select order_id from public.order_instalments where id = (p_take ->> 'instalment_id')::uuid) for no key update;
  if not found then perform private.fail('order_not_found', 'instalment_id'); end if;
  perform private.refuse_own_order(v_order.id, 'instalment_id');
  select * into v_instalment from public.order_instalments where id = (p_take ->> 'instalment_id')::uuid for update;
  if v_instalment.status <> 'due' or v_instalment.position = 0 or not private.claims_instalments(v_order.id) then
    perform private.fail('instalment_closed', 'instalment_id');
  end if;
  if v_instalment.cents <> (p_take ->> 'expected_cents')::integer then
    perform private.fail('price_changed', 'expected_cents', v_instalment.cents::text);
  end if;
  if p_take ->> 'method' = 'balance' then
    perform private.pay_instalment_from_balance(v_order, v_instalment, v_instalment.cents, v_charge);
    return private.instalments_view(v_order.id);
  end if;
  perform private.lock_desk_money((select auth.uid()));
  if private.is_given(p_take -> 'balance_cents') then
    v_balance := private.check_balance_of_instalment(v_instalment, p_take -> 'balance_cents');
    if v_balance = v_instalment.cents then perform private.fail('invalid_input', 'balance_cents'); end if;
    perform private.pay_instalment_from_balance(v_order, v_instalment, v_balance, v_charge || ':balance');
    v_instalment.cents := v_instalment.cents - v_balance;
  end if;
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, reference, taken_by)
  values (v_charge, 'desk', p_take ->> 'method', v_order.id, v_instalment.cents, v_order.currency, v_reference, (select auth.uid()))
  on conflict (reference) do nothing
  returning * into v_payment;
  if v_payment.id is null then perform private.fail('paynow_reference_used', 'reference'); end if;
  perform private.settle_instalment(v_instalment, v_payment);
  return private.instalments_view(v_order.id);
end;
$$;
comment on function public.take_instalment(jsonb) is
  'For admins. Records that an instalment was paid by hand. Takes {key, instalment_id, method, expected_cents, '
  'reference?, balance_cents?} and returns Instalments (contract/instalments.ts). reference is the one of a PayNow '
  'payment, and is required if the settings have a UEN. balance_cents is the part that the family''s balance pays; '
  'with the method balance, it pays all of it. The money counts in the caller''s daily total. The same key counts '
  'once. Fails with not_allowed, invalid_input (field), order_not_found, own_balance (an order of the caller''s '
  'family), balance_too_low (detail: the balance), instalment_closed (paid, cancelled, or not claimed now), '
  'price_changed (detail: the instalment in cents), paynow_reference_used, sale_differs (the key was used for '
  'something else), rate_limited. Definer: plans are written only by functions.';
grant execute on function public.take_instalment(jsonb) to authenticated;
select private.answer_calls('public.take_instalment(jsonb)', 'desk');
