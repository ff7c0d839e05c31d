-- A PayNow sale at the desk holds its places while the parent pays by a QR code. The seller confirms it with the bank's
-- reference (docs/decisions "PayNow at the desk").

create function private.paynow_view(p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', o.id, 'number', o.number, 'total_cents', private.charge_at_sale(o), 'split', private.split_view(o), 'parent_name', o.parent_name,
    'seller', private.staff_name(o.sold_by), 'created_at', private.iso(o.created_at),
    -- Null means that the places are no longer held. The payment is still accepted then.
    'held_until', (
      select private.iso(min(h.expires_at)) from public.holds h where h.order_id = o.id and h.expires_at > clock_timestamp()),
    'provider', private.provider())
  from public.orders o where o.id = p_order_id
$$;
comment on function private.paynow_view(uuid) is 'Returns PaynowSale (contract/desk.ts).';

create function public.get_paynow_account()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  return private.provider() || jsonb_build_object(
    'valid_until', private.iso(clock_timestamp() + make_interval(mins => (private.settings()).hold_minutes)));
end;
$$;
comment on function public.get_paynow_account() is
  'Returns PaynowAccount (contract/desk.ts), to whom a PayNow payment goes that is no new sale: an instalment or a '
  'gift voucher. A code that is shown now may be paid for hold_minutes. Without a UEN no code can be shown. Definer: '
  'reads the settings.';
grant execute on function public.get_paynow_account() to authenticated;
select private.answer_calls('public.get_paynow_account()', 'desk');

create function private.lock_paynow_sale(p_order_id uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  v_order := private.lock_paid_order(p_order_id);
  if v_order.id is null or v_order.channel <> 'desk' or not (private.is_admin() or v_order.sold_by = (select auth.uid())) then
    perform private.fail('order_not_found', 'p_order_id');
  end if;
  return v_order;
end;
$$;
comment on function private.lock_paynow_sale(uuid) is
  'Returns and locks a sale of the desk for its seller or an admin. Fails with order_not_found.';

create function public.hold_paynow_sale(p_sale jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id uuid;
  v_now timestamptz;
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  perform private.check_sale(p_sale);
  if p_sale ->> 'method' <> 'paynow' then perform private.fail('invalid_input', 'method'); end if;
  -- The balance could change while the parent pays, so it cannot be combined with PayNow.
  if private.is_given(p_sale -> 'balance_cents') then perform private.fail('invalid_input', 'balance_cents'); end if;
  if (private.settings()).uen is null then perform private.fail('paynow_not_set_up'); end if;
  -- The key is the order's id, so that a repeated call finds the order.
  v_order_id := (p_sale ->> 'key')::uuid;
  perform pg_advisory_xact_lock(hashtextextended('desk:' || v_order_id, 0));
  if exists (select from public.orders where id = v_order_id) then
    if not exists (
      select from public.orders
      where id = v_order_id and channel = 'desk' and sold_by = (select auth.uid()) and status = 'awaiting_payment') then
      perform private.fail('order_closed', 'key');
    end if;
    perform private.refuse_other_sale(v_order_id, p_sale);
    return private.paynow_view(v_order_id);
  end if;
  if exists (select from public.payments where payment_intent = 'desk:' || v_order_id) then
    perform private.refuse_other_sale((select order_id from public.payments where payment_intent = 'desk:' || v_order_id), p_sale);
    perform private.fail('order_closed', 'key');
  end if;
  v_now := private.write_desk_order(p_sale, v_order_id);
  insert into public.holds (order_line_id, order_id, session_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, session_id, camp_id, rung_id, sibling_rebate, v_now + make_interval(mins => (private.settings()).hold_minutes)
  from public.order_lines where order_id = v_order_id;
  -- The price is agreed now, as it is with a payment page.
  update public.orders set status = 'awaiting_payment' where id = v_order_id;
  return private.paynow_view(v_order_id);
end;
$$;
comment on function public.hold_paynow_sale(jsonb) is
  'Holds the places of a sale that is paid by PayNow. Takes DeskSale with the method paynow and returns PaynowSale '
  '(contract/desk.ts), which is held for hold_minutes. The same key returns the same sale. Fails with the codes of '
  'sell_at_desk, and paynow_not_set_up, order_closed. Definer: see hold_order.';
grant execute on function public.hold_paynow_sale(jsonb) to authenticated;
select private.answer_calls('public.hold_paynow_sale(jsonb)', 'desk', p_code => $$p_sale ->> 'code'$$);

create function public.confirm_paynow_sale(p_order_id uuid, p_reference text, p_has_split boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_charge text;
  v_reference text;
  v_payment public.payments;
  v_result text;
  v_due integer;
  v_removed_split jsonb;
begin
  v_order := private.lock_paynow_sale(p_order_id);
  v_charge := 'desk:' || v_order.id;
  v_reference := upper(regexp_replace(private.check_text(to_jsonb(p_reference), 'p_reference', 60), '\s', '', 'g'));
  select * into v_payment from public.payments where payment_intent = v_charge;
  if found then
    if v_payment.reference is distinct from v_reference then perform private.fail('order_closed', 'p_order_id'); end if;
    return private.desk_answer(v_order.id);
  end if;
  if v_order.paid_at is not null then perform private.fail('order_closed', 'p_order_id'); end if;
  -- As in any sale, the places are locked before the money of the desk (private.lock_desk_money).
  perform private.lock_paid_places(v_order.id);
  perform private.lock_desk_money(v_order.sold_by);
  if not coalesce(p_has_split, true) and v_order.split_cents > 0 then
    -- The second part was never taken, or was returned when the sale ended. Then the PayNow payment is less than the
    -- price, so admins decide about it.
    v_due := private.charge_at_sale(v_order);
    v_removed_split := private.split_view(v_order);
    update public.orders set split_method = null, split_cents = 0 where id = v_order.id returning * into v_order;
  else
    v_due := private.charge_at_sale(v_order);
    perform private.record_split(v_order);
  end if;
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, reference)
  values (v_charge, 'desk', 'paynow', v_order.id, v_due, v_order.currency, v_reference)
  on conflict (reference) do nothing
  returning * into v_payment;
  if v_payment.id is null then perform private.fail('paynow_reference_used', 'p_reference'); end if;
  v_result := private.apply_payment(v_payment, v_order);
  update public.payments set result = v_result where id = v_payment.id;
  -- Admins read what the seller took out, and can record it after all (resolve_decision).
  update public.payment_decisions set details = details || jsonb_build_object('split', v_removed_split)
  where v_removed_split is not null and payment_id = v_payment.id and kind = 'mismatch';
  return private.desk_answer(v_order.id);
end;
$$;
comment on function public.confirm_paynow_sale(uuid, text, boolean) is
  'Records a PayNow payment, and the second part of the price if the sale was paid in two ways. If that part was not '
  'taken, p_has_split is false, and admins decide. Returns DeskOrder (contract/passes.ts). If the places are no longer '
  'held, the sale still gets them if they are free; otherwise the parent chooses. One reference confirms one sale. '
  'Fails with order_not_found, order_closed, invalid_input (p_reference), paynow_reference_used. Definer: see '
  'hold_order.';
grant execute on function public.confirm_paynow_sale(uuid, text, boolean) to authenticated;
select private.answer_calls('public.confirm_paynow_sale(uuid, text, boolean)', 'desk');

create function public.release_paynow_sale(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.lock_paynow_sale(p_order_id);
begin
  if v_order.status <> 'awaiting_payment' then return '{"released": false}'; end if;
  perform private.free_seats(v_order.id, 'released');
  perform private.offer_released_places_of_order(v_order.id);
  return '{"released": true}';
end;
$$;
comment on function public.release_paynow_sale(uuid) is
  'Releases the places of a sale that was not paid. A waitlist offer that it had accepted is open again. If the '
  'PayNow payment arrives later, confirm_paynow_sale still accepts it. Returns {released}. Fails with '
  'order_not_found. Definer: see hold_order.';
grant execute on function public.release_paynow_sale(uuid) to authenticated;
select private.answer_calls('public.release_paynow_sale(uuid)', 'desk');

create function public.get_paynow_sales()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  return (
    select coalesce(jsonb_agg(private.paynow_view(o.id) order by o.created_at desc, o.id), '[]')
    from (
      select * from public.orders
      where channel = 'desk' and paid_at is null and kept_at is null
        and (private.is_admin() or (sold_by = (select auth.uid()) and created_at > clock_timestamp() - interval '1 day'))
      order by created_at desc limit case when private.is_admin() then null else 20 end) o);
end;
$$;
comment on function public.get_paynow_sales() is
  'Returns PaynowSale[] (contract/desk.ts), newest first. Coaches get their own sales of the last 24 hours. Sales that '
  'are no longer held are included, because the money may still arrive. Definer: see hold_order.';
grant execute on function public.get_paynow_sales() to authenticated;
select private.answer_calls('public.get_paynow_sales()', 'desk');

create function private.accept_offers_of_sale(p_order public.orders)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.accept_desk_offers(p_order.family_id, (
    select jsonb_agg(jsonb_build_object('child_id', c.child_id, 'session_id', l.session_id, 'camp_id', l.camp_id))
    from public.order_lines l
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
    where l.order_id = p_order.id and l.status <> 'cancelled'), p_order.id)
$$;
comment on function private.accept_offers_of_sale(public.orders) is
  'Accepts the waitlist offers for the places of a sale at the desk that is being paid. They are open again if the '
  'sale was cancelled or its hold lapsed (private.reopen_desk_offers). The caller has locked the places.';

create function private.close_references(p_close_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(p.reference order by p.created_at, p.id), '[]')
    from public.desk_close_items i join public.payments p on p.id = i.payment_id
    where i.close_id = p_close_id and p.reference is not null);
end;
$$;
comment on function private.close_references(uuid) is
  'Returns the bank''s references of the PayNow sales in a close of the desk, in order of time, as [text].';
