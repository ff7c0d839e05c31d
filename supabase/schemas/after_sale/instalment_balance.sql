-- The balance of a family can pay an instalment of a camp, or part of one (docs/decisions "Deposits and instalments").
-- The part becomes an instalment of its own, so that each instalment has one payment.

create function private.split_instalment(p_instalment public.order_instalments, p_cents integer)
returns public.order_instalments
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 40;
  v_position constant integer := (
    select 1 + max(position) from public.order_instalments where order_id = p_instalment.order_id);
  v_instalment public.order_instalments;
begin
  if v_position > c_most then perform private.fail('instalment_closed', 'instalment_id'); end if;
  update public.order_instalments set cents = cents - p_cents where id = p_instalment.id;
  insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents)
  values (p_instalment.order_id, v_position, p_instalment.due_on, p_instalment.sold_due_on, p_cents)
  returning * into v_instalment;
  return v_instalment;
end;
$$;
comment on function private.split_instalment(public.order_instalments, integer) is
  'Takes p_cents off an open instalment and returns them as a new instalment. The old one keeps its id and its dates. '
  'The caller has locked order and instalment.';

create function private.check_balance_of_instalment(p_instalment public.order_instalments, p_cents jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- A card cannot pay less than Stripe's smallest charge, so the balance must not leave less than that.
  if not private.is_whole(p_cents, 1, p_instalment.cents)
    or (p_cents #>> '{}')::numeric not in (p_instalment.cents) and (p_cents #>> '{}')::numeric > p_instalment.cents - private.least_charge_cents() then
    perform private.fail('invalid_input', 'balance_cents');
  end if;
  return (p_cents #>> '{}')::numeric::integer;
end;
$$;
comment on function private.check_balance_of_instalment(public.order_instalments, jsonb) is
  'Returns how much of an instalment the balance will pay, in cents: either all of it, or little enough that a card '
  'can pay the remaining amount. Fails with invalid_input (balance_cents).';

create function private.pay_instalment_from_balance(
  p_order public.orders, p_instalment public.order_instalments, p_cents integer, p_charge text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_instalment public.order_instalments := p_instalment;
  v_payment public.payments;
begin
  if p_cents < p_instalment.cents then v_instalment := private.split_instalment(p_instalment, p_cents); end if;
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency)
  values (coalesce(p_charge, 'balance:' || v_instalment.id), 'balance', 'balance', p_order.id, p_cents, p_order.currency)
  returning * into v_payment;
  perform private.post_balance(p_order.family_id, 'spent', -p_cents, v_payment.id);
  perform private.settle_instalment(v_instalment, v_payment);
end;
$$;
comment on function private.pay_instalment_from_balance(public.orders, public.order_instalments, integer, text) is
  'Pays p_cents of an open instalment from the balance of the order''s family. p_charge is the key of the payment. If '
  'it is null, a new key is made. Fails with balance_too_low (detail: the balance). The caller has locked order and '
  'instalment.';

create function private.balance_for_instalment(p_order public.orders)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return case when p_order.family_id = private.my_family_id() then private.balance_of(p_order.family_id) end;
end;
$$;
comment on function private.balance_for_instalment(public.orders) is
  'Returns how much of the family''s balance a signed-in parent can spend on this order, in cents. Returns null for '
  'anybody else.';

create function public.pay_instalment_from_balance(p_token text, p_pay jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_link public.order_links;
  v_order public.orders;
  v_instalment public.order_instalments;
  v_cents integer;
begin
  perform private.check_object(p_pay, 'p_pay', 1000);
  if not private.is_uuid(p_pay -> 'user_id') then perform private.fail('invalid_input', 'user_id'); end if;
  v_link := private.payment_link(p_token);
  select * into v_order from public.orders where id = v_link.order_id for no key update;
  -- Anybody may have the link, so only a signed-in parent of the family may spend the family's balance.
  if not exists (select from public.profiles where id = (p_pay ->> 'user_id')::uuid and family_id = v_order.family_id) then
    perform private.deny();
  end if;
  v_instalment := private.next_instalment(v_order.id);
  if v_instalment.id is null or not private.claims_instalments(v_order.id) or to_jsonb(v_instalment.id) is distinct from p_pay -> 'instalment_id' then
    perform private.fail('instalment_closed', 'p_token');
  end if;
  perform private.check_maintenance();
  select * into v_instalment from public.order_instalments where id = v_instalment.id for update;
  if to_jsonb(v_instalment.cents) is distinct from p_pay -> 'expected_cents' then
    perform private.fail('price_changed', 'expected_cents', v_instalment.cents::text);
  end if;
  -- If the instalment can still be paid on Stripe's page, the caller must close that page first, so that nobody pays
  -- twice.
  if exists (
    select from public.instalment_attempts a
    where a.instalment_id = v_instalment.id and a.session_id is not null and private.is_attempt_pending(a)) then
    perform private.fail('payment_unavailable', 'p_token');
  end if;
  v_cents := private.check_balance_of_instalment(v_instalment, p_pay -> 'balance_cents');
  perform private.pay_instalment_from_balance(v_order, v_instalment, v_cents, null);
  return jsonb_build_object('rest_cents', v_instalment.cents - v_cents);
end;
$$;
comment on function public.pay_instalment_from_balance(text, jsonb) is
  'Pays the next instalment of an order from the balance of its family, for a signed-in parent who holds a payment '
  'link. Takes {user_id: the verified caller, instalment_id, expected_cents: of the instalment, balance_cents} and '
  'returns {rest_cents: the unpaid amount of the instalment}. Fails with invalid_input (field), link_not_found, '
  'link_expired, not_allowed (not a parent of the family), instalment_closed, sales_stopped (maintenance), '
  'price_changed (detail: the instalment in cents), payment_unavailable (Stripe''s page can still be paid), '
  'balance_too_low (detail: the balance). Definer: only the service role may call.';
grant execute on function public.pay_instalment_from_balance(text, jsonb) to service_role;
