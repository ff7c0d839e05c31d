-- With a payment link somebody else pays for a parent's order, without seeing who the order is for (docs/decisions
-- "Paying by link").

create function public.make_payment_link(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_days_to_read constant interval := interval '1 day';
  v_order public.orders;
  v_pay_until timestamptz;
begin
  v_order := private.open_order(p_secret);
  select a.expires_at into v_pay_until from public.checkout_attempts a
  where a.order_id = v_order.id and a.attempt = v_order.attempt and a.url is not null and a.closed_at is null;
  if v_pay_until is null or not v_order.payable_by_link then perform private.fail('order_closed'); end if;
  -- After the time to pay is over, the link can be read for another day, so that somebody can see whether it was paid.
  return jsonb_build_object(
    'token', private.make_order_link(v_order.id, 'payment', null, v_pay_until + c_days_to_read),
    'pay_until', private.iso(v_pay_until));
end;
$$;
comment on function public.make_payment_link(uuid) is
  'Makes a payment link for an order whose Stripe session is open. Returns {token, pay_until}. The token has 128 '
  'random bits, and only its hash is stored. Fails with order_not_found, order_closed. Definer: only the service role '
  'may call.';
grant execute on function public.make_payment_link(uuid) to service_role;

create function private.payment_link_state(p_order public.orders, p_attempt public.checkout_attempts)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    when p_order.outcome in ('needs_choice', 'under_review') then 'under_review'
    when p_order.paid_at is not null then 'paid'
    -- The end of a Stripe session may be reported before the release of the order that ended it.
    when p_order.status = 'released' or p_order.status = 'expired' and p_attempt.expires_at > clock_timestamp() then 'cancelled'
    when p_order.status <> 'awaiting_payment' then 'expired'
    when p_attempt.url is not null and p_attempt.superseded_at is null and p_attempt.expires_at > clock_timestamp()
      and private.is_payment_pending(p_attempt) then 'open'
    -- The parent is changing the booking, and the next Stripe session is being made.
    when (p_attempt.session_id is null or p_attempt.superseded_at is not null) and private.is_held(p_order.id, clock_timestamp()) then 'changing'
    else 'expired' end
$$;
comment on function private.payment_link_state(public.orders, public.checkout_attempts) is
  'Returns the state of PaymentLink (contract/payment-links.ts) of an order with its current attempt.';

create function public.read_payment_link(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_link constant public.order_links := private.payment_link(p_token);
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_view jsonb;
  v_state text;
begin
  select * into v_order from public.orders where id = v_link.order_id;
  if v_order.paid_at is not null and exists (select from public.order_instalments where order_id = v_order.id) then
    return private.instalment_link_view(v_order);
  end if;
  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  v_state := private.payment_link_state(v_order, v_attempt);
  if v_state <> 'open' then
    return jsonb_build_object('state', v_state, 'first_name', private.given_name(v_order.parent_name), 'offer', null);
  end if;
  v_view := private.order_view(v_order.id);
  -- Each field is named here, so that a stranger never sees a field that order_view gains later.
  return jsonb_build_object(
    'state', v_state,
    'first_name', private.given_name(v_order.parent_name),
    'offer', jsonb_build_object(
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'title', l -> 'title', 'session', nullif(l -> 'session', 'null') - 'coach_name', 'camp', l -> 'camp',
          'cancellation', l -> 'cancellation'))
        from jsonb_array_elements(v_view -> 'lines') l),
      'children', (select count(*) from public.order_children where order_id = v_order.id),
      'total_cents', private.charge_at_sale(v_order),
      'currency', v_view -> 'currency',
      -- If the balance pays some of the order, its refund is split. The steps are left out then, so that the payer does
      -- not learn about the family's balance.
      'refund_steps', case when private.charge_at_sale(v_order) = v_order.total_cents then v_view -> 'refund_steps'
        when v_order.balance_cents = 0 then v_view #> '{pay,deposit_refund_steps}' end,
      'whole_cents', case when private.charge_at_sale(v_order) < v_order.total_cents then v_order.total_cents end,
      'pay_until', private.iso(v_attempt.expires_at),
      'url', v_attempt.url));
end;
$$;
comment on function public.read_payment_link(text) is
  'Returns PaymentLink (contract/payment-links.ts) for anyone who has the link. The only personal data is the '
  'parent''s given name. Fails with link_not_found, link_expired. A wrong token counts as a guess. Definer: the token '
  'is the identity.';
grant execute on function public.read_payment_link(text) to anon, authenticated;
select private.answer_calls('public.read_payment_link(text)', 'payment_link');
