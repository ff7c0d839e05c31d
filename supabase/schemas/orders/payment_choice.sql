-- A parent may pay a deposit for camps, or use the family's balance (docs/decisions "Deposits and instalments" and "The
-- family balance"). An open order reserves the balance that it will use (orders.balance_cents). If the order ends
-- without a payment, the reservation ends, too.

comment on column public.orders.balance_cents is
  'What the family''s balance pays of the total. It is reserved while the order is open, and spent once the order is '
  'paid. 0 for sales at the desk, which take the balance at once.';

create function private.check_pay(p_pay jsonb, p_total_cents integer, p_by_link boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if coalesce(p_pay, 'null') = 'null' then return; end if;
  perform private.check_object(p_pay, 'pay', 1000);
  perform private.check_sale_instalments(p_pay);
  if not private.is_given(p_pay -> 'balance_cents') then return; end if;
  -- As at the desk, a deposit cannot be paid from the balance. A card cannot pay less than Stripe's smallest charge.
  if private.is_given(p_pay -> 'instalments') or not private.is_whole(p_pay -> 'balance_cents', 1, p_total_cents)
    or (p_pay ->> 'balance_cents')::numeric > p_total_cents - private.least_charge_cents() and (
      (p_pay ->> 'balance_cents')::numeric <> p_total_cents or p_by_link) then
    perform private.fail('invalid_input', 'pay.balance_cents');
  end if;
  if not private.is_uuid(p_pay -> 'user_id') then perform private.fail('invalid_input', 'pay.user_id'); end if;
end;
$$;
comment on function private.check_pay(jsonb, integer, boolean) is
  'Checks how the parent wants to pay. If p_pay is null, the whole price is paid by card. Otherwise p_pay is '
  '{instalments: {parts, deposit_cents}} or {balance_cents, user_id}, where user_id is the verified caller. Fails with '
  'invalid_input, and names the field.';

create function private.choose_payment(p_order public.orders, p_pay jsonb)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders := p_order;
  v_cents constant integer := coalesce((nullif(p_pay ->> 'balance_cents', ''))::numeric::integer, 0);
  v_balance integer;
begin
  -- The difference that a move costs is paid at once. A renewal charges a card later, so the first weeks need a card,
  -- too.
  if (v_cents > 0 or private.is_given(p_pay -> 'instalments')) and exists (
    select from public.order_lines where order_id = v_order.id and (renews or moves_line_id is not null)) then
    perform private.fail('invalid_input', 'pay');
  end if;
  delete from public.order_instalments where order_id = v_order.id;
  perform private.write_instalments(v_order.id, p_pay);
  if v_cents > 0 then
    -- The secret of an order does not prove who the caller is, so only a signed-in parent of the family may spend its
    -- balance.
    if not exists (select from public.profiles where id = (p_pay ->> 'user_id')::uuid and family_id = v_order.family_id) then
      perform private.deny();
    end if;
    v_balance := private.lock_balance(v_order.family_id) + v_order.balance_cents;
    -- The balance may have become free because an earlier checkout of the family ended, so its debts are settled first.
    perform private.take_balance_debts(v_order.family_id);
    if v_cents > v_balance then perform private.fail('balance_too_low', 'balance_cents', v_balance::text); end if;
  end if;
  update public.orders set balance_cents = v_cents where id = v_order.id returning * into v_order;
  return v_order;
end;
$$;
comment on function private.choose_payment(public.orders, jsonb) is
  'Writes how the parent pays, instead of an earlier choice. Fails with no_instalments, price_changed (detail: the '
  'deposit), not_allowed (not a parent of the family), balance_too_low (detail: the balance). The caller has locked '
  'order and places.';

create function private.payment_terms(p_order public.orders)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select case when i.parts is null and p_order.balance_cents = 0 then '{}'::jsonb
      else jsonb_build_object('pay', jsonb_build_object('instalments', i.parts, 'balance_cents', p_order.balance_cents)) end
    from (
      select jsonb_agg(jsonb_build_object('due_on', due_on, 'cents', cents) order by position) as parts
      from public.order_instalments where order_id = p_order.id) i
  );
end;
$$;
comment on function private.payment_terms(public.orders) is
  'Returns how the order is paid, for private.order_terms. Returns {} if the whole price is paid by card.';

create function private.follow_paid_attempt(p_payment public.payments, p_order public.orders)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders := p_order;
  v_terms jsonb;
begin
  select terms into v_terms from public.checkout_attempts where order_id = v_order.id and session_id = p_payment.session_id;
  if v_terms is null or v_terms -> 'total_cents' <> to_jsonb(v_order.total_cents)
    or v_terms -> 'pay' is not distinct from private.payment_terms(v_order) -> 'pay' then
    return v_order;
  end if;
  delete from public.order_instalments where order_id = v_order.id;
  insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents)
  select v_order.id, p.ordinality - 1, (p.value ->> 'due_on')::date, (p.value ->> 'due_on')::date, (p.value ->> 'cents')::integer
  from jsonb_array_elements(coalesce(nullif(v_terms #> '{pay,instalments}', 'null'), '[]')) with ordinality p;
  update public.orders set balance_cents = coalesce((v_terms #>> '{pay,balance_cents}')::integer, 0)
  where id = v_order.id returning * into v_order;
  return v_order;
end;
$$;
comment on function private.follow_paid_attempt(public.payments, public.orders) is
  'Returns the order as the parent has paid it. If two payment pages have different choices, for example in two tabs, '
  'the page that was paid decides. Whether the balance is still sufficient is decided when it is spent.';

create function private.spend_reserved_balance()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_order public.orders;
  v_id uuid := new.id;
begin
  select * into v_order from public.orders where id = new.order_id and balance_cents > 0;
  if not found then return null; end if;
  if new.provider <> 'balance' then
    insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, result)
    values ('balance:' || v_order.id, 'balance', 'balance', v_order.id, v_order.balance_cents, v_order.currency, new.result)
    returning id into v_id;
  end if;
  perform private.post_balance(v_order.family_id, 'spent', -v_order.balance_cents, v_id);
  return null;
end;
$$;
comment on function private.spend_reserved_balance() is
  'Trigger on payments: spends the balance that an order reserved, in the same transaction as the charge. The order is '
  'closed by then, so its reservation has ended. Fails with balance_too_low.';
create trigger spend_reserved_balance after update of result on public.payments
  for each row when (new.result in ('confirmed', 'reseated', 'needs_choice') and old.result is null)
  execute function private.spend_reserved_balance();

create function private.pay_by_balance(p_order public.orders)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment public.payments;
  v_result text;
begin
  if private.charge_at_sale(p_order) > 0 then return false; end if;
  -- If a payment page can still be paid, checkout-url.ts closes it and calls again.
  if exists (
    select from public.checkout_attempts a where a.order_id = p_order.id and private.is_payment_pending(a)) then
    return false;
  end if;
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency)
  values ('balance:' || p_order.id, 'balance', 'balance', p_order.id, p_order.balance_cents, p_order.currency)
  returning * into v_payment;
  v_result := private.take_places(v_payment, p_order);
  update public.payments set result = v_result where id = v_payment.id;
  return true;
end;
$$;
comment on function private.pay_by_balance(public.orders) is
  'If the balance pays an order in full, books it in the transaction that reserved the balance. Returns whether it '
  'did. Returns false while a payment page of the order is open.';

create function private.charge_note(p_order public.orders)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when private.charge_at_sale(p_order) < p_order.total_cents then jsonb_build_object(
    'title', (select string_agg(distinct l.title, ', ') from public.order_lines l where l.order_id = p_order.id),
    'rest_cents', p_order.total_cents - private.charge_at_sale(p_order),
    -- The date is null if the balance pays everything else.
    'due_on', (select max(i.due_on) from public.order_instalments i where i.order_id = p_order.id)) end;
end;
$$;
comment on function private.charge_note(public.orders) is
  'If only a part of the total is charged, returns {title, rest_cents, due_on}, which the payment page shows instead '
  'of the lines. due_on is the due date of the last instalment. Otherwise returns null.';

create function private.payment_view(p_order public.orders, p_lines jsonb, p_held_until timestamptz)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_spent integer;
  v_lines jsonb;
  v_options jsonb := '[]';
  v_deposit_camps jsonb := '[]';
begin
  if p_order.paid_at is not null then
    select sum(amount_cents) into v_spent from public.payments
    where order_id = p_order.id and provider = 'balance' and private.paid_for_order(result);
    return case when v_spent > 0 then jsonb_build_object('balance_cents', v_spent) else '{}' end;
  end if;
  if p_held_until is null or p_order.channel <> 'web' then return '{}'; end if;
  if v_settings.camp_deposits and not private.is_move(p_order.id) then
    v_lines := (
      select jsonb_agg(jsonb_build_object('camp_id', l.camp_id, 'cents', n.value -> 'total_cents'))
      from jsonb_array_elements(p_lines) n join public.order_lines l on l.id = (n.value ->> 'line_id')::uuid);
    v_options := private.instalment_options(v_lines, private.calendar_today());
    if v_options = '[]' then v_deposit_camps := private.deposit_camps(v_lines, private.calendar_today()); end if;
  end if;
  return jsonb_build_object('pay', jsonb_build_object(
    'options', v_options, 'deposit_camp_ids', v_deposit_camps,
    'deposit_refund_steps', case when v_options <> '[]' then private.deposit_refund_steps(p_lines, private.calendar_now()) end,
    'grace_days', v_settings.deposit_grace_days, 'lapses', v_settings.deposits_lapse,
    'parts', (select nullif(count(*) - 1, -1) from public.order_instalments where order_id = p_order.id),
    'balance_cents', p_order.balance_cents));
end;
$$;
comment on function private.payment_view(public.orders, jsonb, timestamptz) is
  'Returns what OrderView (contract/orders.ts) shows of the payment. For an open order this is pay, which says how the '
  'order may be paid. For a sold order it is balance_cents, the part that the balance paid.';
