-- A sale at the desk can be paid from the family's balance, wholly or in part (docs/decisions "The family balance").

create function private.check_balance_part(p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_sale ->> 'method' = 'balance' and private.is_given(p_sale -> 'balance_cents') then
    perform private.fail('invalid_input', 'balance_cents');
  end if;
  if private.is_given(p_sale -> 'balance_cents')
    and not private.is_whole(p_sale -> 'balance_cents', 1, (p_sale ->> 'expected_total_cents')::numeric - 1) then
    perform private.fail('invalid_input', 'balance_cents');
  end if;
  if (p_sale ->> 'method' = 'balance' or private.is_given(p_sale -> 'balance_cents')) and not private.is_given(p_sale -> 'family_id') then
    perform private.fail('invalid_input', 'family_id');
  end if;
  -- The seller may name any family, whose balance is then spent without asking it. So coaches may not do this.
  if (p_sale ->> 'method' = 'balance' or private.is_given(p_sale -> 'balance_cents')) and not private.is_admin() then
    perform private.fail('not_allowed', 'balance_cents');
  end if;
end;
$$;
comment on function private.check_balance_part(jsonb) is
  'Checks a payment from the balance. The balance pays either all of the sale (method balance) or balance_cents, which '
  'must be less than the total. The family must be known. Fails with invalid_input (field), and with not_allowed '
  '(balance_cents) for coaches.';

create function private.record_desk_payment(p_order_id uuid, p_sale jsonb, p_charge text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_due integer;
  v_from_balance integer;
  v_id uuid;
begin
  select * into v_order from public.orders where id = p_order_id;
  v_due := private.due_at_sale(v_order);
  -- A deposit cannot be paid from the balance.
  if v_due < v_order.total_cents and (p_sale ->> 'method' = 'balance' or private.is_given(p_sale -> 'balance_cents')) then
    perform private.fail('invalid_input', 'instalments');
  end if;
  v_from_balance := case when p_sale ->> 'method' = 'balance' then v_order.total_cents
    else coalesce((nullif(p_sale ->> 'balance_cents', ''))::numeric::integer, 0) end;
  -- The last payment is refunded first, so cash is recorded first and refunded last.
  if p_sale ->> 'method' <> 'cash' then perform private.record_split(v_order); end if;
  if v_from_balance < v_due then
    insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, result)
    values (p_charge, 'desk', p_sale ->> 'method', v_order.id, v_due - v_from_balance - v_order.split_cents, v_order.currency, 'confirmed');
  end if;
  if p_sale ->> 'method' = 'cash' then perform private.record_split(v_order); end if;
  if v_from_balance > 0 then
    insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, result)
    values (case when v_from_balance = v_order.total_cents then p_charge else p_charge || ':balance' end,
      'balance', 'balance', v_order.id, v_from_balance, v_order.currency, 'confirmed')
    returning id into v_id;
    perform private.post_balance(v_order.family_id, 'spent', -v_from_balance, v_id);
  end if;
end;
$$;
comment on function private.record_desk_payment(uuid, jsonb, text) is
  'Records how a sale at the desk was paid, which can be with money in one or two ways, from the balance, or both. '
  'Fails with balance_too_low.';
