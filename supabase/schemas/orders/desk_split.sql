-- A sale at the desk can be paid in two ways, for example half in cash and half on the terminal (docs/decisions "Two
-- ways of paying at the desk").

comment on column public.orders.split_cents is
  'The part of a sale at the desk that is paid in the second way (split_method). The first way pays the rest.';

create function private.check_split(p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_split constant jsonb := p_sale -> 'split';
begin
  if not private.is_given(v_split) then return; end if;
  if jsonb_typeof(v_split) <> 'object' or not private.is_whole(v_split -> 'cents', 1, (p_sale ->> 'expected_total_cents')::numeric - 1) then
    perform private.fail('invalid_input', 'split.cents');
  end if;
  if jsonb_typeof(v_split -> 'method') is distinct from 'string' or v_split ->> 'method' not in ('cash', 'paynow', 'card_terminal')
    or v_split ->> 'method' = p_sale ->> 'method' or p_sale ->> 'method' = 'balance'
    -- With a UEN, PayNow is confirmed by the bank's reference, so it is the first way (hold_paynow_sale).
    or v_split ->> 'method' = 'paynow' and (private.settings()).uen is not null then
    perform private.fail('invalid_input', 'split.method');
  end if;
  -- A sale cannot be paid in three ways, because nobody at the counter would keep track of the third amount.
  if private.is_given(p_sale -> 'balance_cents') then perform private.fail('invalid_input', 'balance_cents'); end if;
  if private.is_given(p_sale -> 'instalments') then perform private.fail('invalid_input', 'instalments'); end if;
end;
$$;
comment on function private.check_split(jsonb) is
  'Checks DeskSale.split (contract/passes.ts). It must name another way than method and an amount below the total. It '
  'is refused together with a balance or a deposit. Fails with invalid_input, and names the field.';

create function private.record_split(p_order public.orders)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, result)
  select 'desk-split:' || p_order.id, 'desk', p_order.split_method, p_order.id, p_order.split_cents, p_order.currency, 'split'
  where p_order.split_cents > 0
$$;
comment on function private.record_split(public.orders) is
  'Records what the second way paid for a sale at the desk, if there is a second way. The caller has locked the order.';

create function private.split_view(p_order public.orders)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  if p_order.split_cents > 0 then
    return jsonb_build_object('method', p_order.split_method, 'cents', p_order.split_cents);
  end if;
  return null;
end;
$$;
comment on function private.split_view(public.orders) is
  'Returns DeskSplit (contract/receipts.ts), or null for a sale that was paid in one way.';
