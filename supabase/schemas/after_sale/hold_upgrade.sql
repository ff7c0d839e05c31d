-- To move to a more expensive camp, a family pays the difference with a separate order (upgrades.sql). This file holds
-- the new place and releases the old one once the difference is paid. If the move has become impossible, it refunds the
-- payment.

create function public.hold_upgrade(p_access jsonb, p_line_id uuid, p_target jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_paid_order constant public.orders := private.paid_order(p_access);
  v_old_line public.order_lines;
  v_camp public.camp_weeks;
  v_transport text;
  v_previous public.orders;
  v_previous_line public.order_lines;
  v_released_camp_ids uuid[] := '{}';
  v_now timestamptz;
  v_request jsonb;
  v_price jsonb;
  v_order_id uuid;
begin
  perform private.check_maintenance();
  perform private.check_target(p_target, 'p_target');
  v_old_line := private.line_of(v_paid_order, p_line_id);
  if v_old_line.camp_id is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if p_target ->> 'camp_id' is null then perform private.fail('invalid_input', 'p_target.camp_id'); end if;
  select * into v_camp from public.camp_weeks where id = (p_target ->> 'camp_id')::uuid;
  if not found then perform private.fail('camp_not_found', 'p_target.camp_id'); end if;
  v_transport := case when p_target ? 'transport' then p_target ->> 'transport' else v_old_line.transport ->> 'id' end;

  -- The family may already hold a place for this move.
  select o.* into v_previous
  from public.orders o join public.order_lines l on l.order_id = o.id
  where l.moves_line_id = v_old_line.id and o.status in ('held', 'awaiting_payment')
  order by o.created_at desc limit 1
  for update of o skip locked;
  select * into v_previous_line from public.order_lines where order_id = v_previous.id;
  if private.is_live_order(v_previous, clock_timestamp()) and v_previous_line.camp_id = v_camp.id
    and v_previous_line.transport ->> 'id' is not distinct from v_transport and private.can_transfer_balance(v_previous.id) then
    return private.order_view(v_previous.id);
  end if;
  -- If a payment was started for the earlier hold, its place is kept until release_order has made sure that it can no
  -- longer be paid.
  if v_previous.status = 'held' then v_released_camp_ids := array[v_previous_line.camp_id]; end if;

  perform private.check_hold_cap(
    private.fingerprint(private.client_address()), private.fingerprint(private.network_of(private.client_address())),
    '{}', array[v_camp.id], case when v_previous.status = 'held' then v_previous.id end);
  perform private.lock_places('{}', array[v_camp.id] || v_released_camp_ids);
  -- Places whose holds have expired are offered to the waitlist first.
  perform private.offer_all('{}', array[v_camp.id]);
  v_now := clock_timestamp();
  perform private.check_movable(v_old_line);
  if v_released_camp_ids <> '{}' then perform private.free_seats(v_previous.id, 'released'); end if;

  v_request := jsonb_build_object(
    'lines', jsonb_build_array(jsonb_build_object('offer_id', coalesce((private.tier_offer(v_camp.tier)).id, ''),
      'camp_id', v_camp.id, 'child', 0, 'transport', v_transport)),
    'children', jsonb_build_array(jsonb_build_object('id', private.child_of(v_old_line))));
  v_price := private.price_order(v_request, v_now, v_paid_order.id, v_old_line);
  perform private.refuse_first(replace((v_price -> 'refusals')::text, 'lines[0]', 'p_target')::jsonb);
  v_price := private.price_upgrade(v_price, v_old_line, v_camp.id, v_transport, null);
  if (v_price ->> 'total_cents')::integer < private.least_charge_cents() then
    perform private.fail('refund_changed', 'p_target', v_price ->> 'total_cents');
  end if;
  v_order_id := private.create_upgrade_order(v_paid_order, v_old_line, v_request, v_price, v_now);
  if v_released_camp_ids <> '{}' then perform private.offer_all('{}', v_released_camp_ids); end if;
  return private.order_view(v_order_id, v_price);
end;
$$;
comment on function public.hold_upgrade(jsonb, uuid, jsonb) is
  'Holds a more expensive place. Takes Access, the line and MoveTarget. Returns OrderView (contract/orders.ts) of a '
  'separate order for the difference. The old place stays until that order is paid. Fails with the codes of '
  'private.manage_order and private.price_order, and sales_stopped, order_closed, line_not_found, line_closed, '
  'too_late, too_many_holds, refund_changed (the place does not cost more: use move_line). Definer: see '
  'get_managed_order.';
grant execute on function public.hold_upgrade(jsonb, uuid, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.hold_upgrade(jsonb, uuid, jsonb)', 'hold_upgrade');

create function private.create_upgrade_order(
  p_from public.orders, p_old_line public.order_lines, p_request jsonb, p_price jsonb, p_at timestamptz)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order_id constant uuid := gen_random_uuid();
begin
  -- The family agreed to the terms when it bought, so the consents of that order are copied.
  insert into public.orders (
    id, number, currency, total_cents, client_hash, network_hash, family_id, parent_name, parent_email, parent_phone, transport_address,
    consents_at, opened_at, created_at, language)
  values (
    v_order_id, private.order_number(), p_from.currency, (p_price ->> 'total_cents')::integer,
    private.fingerprint(private.client_address()), private.fingerprint(private.network_of(private.client_address())),
    p_from.family_id, p_from.parent_name, p_from.parent_email, p_from.parent_phone, p_from.transport_address,
    case when p_from.parent_email is not null then p_from.consents_at end, p_at, p_at,
    p_from.language);
  perform private.write_lines(v_order_id, p_request, p_price, p_old_line.terms_id);
  update public.order_children n set overnight = o.overnight
  from public.order_children o
  where n.order_id = v_order_id and o.order_id = p_old_line.order_id and o.position = p_old_line.child_position;
  update public.order_lines set moves_line_id = p_old_line.id, transferred_cents = (select b.price_cents from private.line_balance(p_old_line.id) b)
  where order_id = v_order_id;
  insert into public.holds (order_line_id, order_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, camp_id, rung_id, sibling_rebate, p_at + make_interval(mins => v_settings.hold_minutes)
  from public.order_lines where order_id = v_order_id;
  return v_order_id;
end;
$$;
comment on function private.create_upgrade_order(public.orders, public.order_lines, jsonb, jsonb, timestamptz) is
  'Writes the order of a move with its hold and returns its id. The caller has locked, counted and priced the place.';

create function private.release_upgraded_place(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_old_line public.order_lines;
begin
  select * into v_line from public.order_lines where order_id = p_order_id and moves_line_id is not null;
  if not found then return; end if;
  select * into v_old_line from public.order_lines where id = v_line.moves_line_id;
  update public.camp_enrollments set status = 'cancelled' where order_line_id = v_old_line.id and status = 'enrolled';
  update public.order_lines set status = 'cancelled', moved_to_line_id = v_line.id where id = v_old_line.id;
  perform private.post_line(v_old_line.id, 'moved_out', -b.price_cents, 'moved', '{}', v_line.id),
    private.post_line(v_line.id, 'moved_in', b.price_cents, 'moved', '{}', v_old_line.id),
    -- Refunds that staff made for the old line stay refunded, so their sum moves to the new line.
    private.post_line(v_old_line.id, 'refunded', b.price_cents - b.balance_cents, 'transferred', '{}', v_line.id),
    private.post_line(v_line.id, 'refunded', b.balance_cents - b.price_cents, 'transferred', '{}', v_old_line.id)
  from private.line_balance(v_old_line.id) b;
  -- The refund rules keep counting from the earlier camp, so that a move to a later camp does not lead to a better
  -- refund.
  update public.order_lines set refund_starts_at = least(v_old_line.refund_starts_at, (
    select starts_at from public.camp_weeks where id = v_old_line.camp_id and cancelled_at is null))
  where id = v_line.id;
  perform private.offer_released_places('{}', array_remove(array[v_old_line.camp_id], null));
end;
$$;
comment on function private.release_upgraded_place(uuid) is
  'Releases the place that a paid order moved from, without a refund, together with its early-bird rung and sibling '
  'rebate. Does nothing for an order that is no move. The caller has locked both orders and both places.';

create function private.refund_failed_upgrade(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_id constant uuid := (select id from public.order_lines where order_id = p_order.id);
begin
  perform private.queue_cancelled_mail(
    p_order.id, v_line_id::text, array[v_line_id], private.refund_unavailable(p_payment, p_order), '{"not_moved": true}');
  perform private.offer_released_places_of_order(p_order.id);
  return 'needs_choice';
end;
$$;
comment on function private.refund_failed_upgrade(public.payments, public.orders) is
  'Refunds the whole charge of a move that is no longer possible, because the place was taken or the amount to '
  'transfer has changed. Mails the parent.';
