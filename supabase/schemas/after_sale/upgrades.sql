-- A family pays the difference to move to a more expensive place. The payment takes the new place and releases the old
-- one in one transaction, without a refund. What was paid for the old place is transferred
-- (order_lines.transferred_cents). A later refund takes the difference first. If the move is no longer possible, the
-- payment is refunded.

create function private.is_move(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines where order_id = p_order_id and (transferred_cents > 0 or moves_line_id is not null));
end;
$$;
comment on function private.is_move(uuid) is 'Returns whether the order moves a place that another order paid for.';

create function private.is_move_of(p_secret uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return coalesce((select private.is_move(o.id) from public.orders o where o.secret = p_secret and o.consents_at is not null), false);
end;
$$;
comment on function private.is_move_of(uuid) is
  'Returns whether this is the secret of a move. The parent and the consents of a move come from the original '
  'booking.';

create function private.can_transfer_balance(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return not exists (
    select from public.order_lines l
    left join public.order_lines o on o.id = l.moves_line_id
    left join public.camp_weeks c on c.id = o.camp_id
    where l.order_id = p_order_id and (l.transferred_cents > 0 or l.moves_line_id is not null)
      and not coalesce(o.status = 'placed' and not private.is_refunded(o) and (select b.price_cents from private.line_balance(o.id) b) = l.transferred_cents
        and (c.cancelled_at is not null or c.starts_at > private.calendar_now()), false));
end;
$$;
comment on function private.can_transfer_balance(uuid) is
  'Returns whether a move can take over the money of the original place. The place must still be the family''s, must '
  'not be refunded, and must not have begun, unless we cancelled it; and its price must be the amount that the move '
  'transfers. Returns true for an order that is no move. The result is reliable only under private.lock_paid_order and '
  'private.lock_paid_places.';

create function private.lock_paid_order(p_order_id uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform from public.orders where id in (
    select p_order_id
    union all
    select o.order_id from public.order_lines l join public.order_lines o on o.id = l.moves_line_id where l.order_id = p_order_id)
  order by id for no key update;
  select * into v_order from public.orders where id = p_order_id;
  return v_order;
end;
$$;
comment on function private.lock_paid_order(uuid) is
  'Locks an order that received a payment, together with the order that it moves from, sorted by id. Returns the '
  'order, or a row of nulls if there is none.';

create function private.lock_paid_places(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_moved uuid[];
begin
  select array_remove(array_agg(session_id), null), array_remove(array_agg(camp_id), null),
    array_remove(array_agg(moves_line_id), null)
  into v_session_ids, v_camp_ids, v_moved
  from public.order_lines where order_id = p_order_id;
  -- The lines are looked up by id and only for a move, so that payments do not slow down as the tables grow.
  if v_moved <> '{}' then
    v_camp_ids := v_camp_ids || array(select camp_id from public.order_lines where id = any (v_moved) and camp_id is not null);
  end if;
  perform private.lock_places(v_session_ids, v_camp_ids);
end;
$$;
comment on function private.lock_paid_places(uuid) is
  'Locks the sessions and camps of an order''s lines, and the camp that it moves from. Called after '
  'private.lock_paid_order.';

create function private.price_upgrade(
  p_price jsonb, p_old_line public.order_lines, p_camp_id uuid, p_transport text, p_except_order uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.offers;
  v_moved record;
  v_new public.order_lines;
begin
  select * into v_moved from private.price_moved_line(p_old_line, p_camp_id, jsonb_build_object('transport', p_transport), p_except_order);
  v_new := v_moved.line;
  v_offer := private.camp_offer(p_camp_id, private.held_since(p_except_order, clock_timestamp()));
  if v_new.offer_id = p_old_line.offer_id then
    v_new := private.line_with_available_discounts(v_new, v_offer, p_camp_id, clock_timestamp(), p_except_order);
  end if;
  return p_price || jsonb_build_object(
    'lines', jsonb_build_array(p_price #> '{lines,0}' || jsonb_build_object(
      'price_cents', v_new.price_cents, 'base_cents', v_new.price_cents - v_new.rebate_cents,
      'rebate_cents', v_new.rebate_cents, 'discount_cents', v_new.discount_cents, 'transport_cents', v_new.transport_cents,
      'rung_id', v_new.rung_id, 'sibling_rebate', v_new.sibling_rebate)),
    'discount_cents', v_new.discount_cents,
    'total_cents', v_moved.total_cents - (select b.price_cents from private.line_balance(p_old_line.id) b));
end;
$$;
comment on function private.price_upgrade(jsonb, public.order_lines, uuid, text, uuid) is
  'Returns private.price_order of the line that a paid line would become on another place. total_cents is the '
  'difference to what was paid. private.price_moved_line computes the price, so that quote and order agree.';

create function private.price_move(p_line public.order_lines, p_price jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_old_line public.order_lines;
begin
  if p_price -> 'refusals' <> '[]' then return p_price; end if;
  if not private.can_transfer_balance(p_line.order_id) then
    return p_price || jsonb_build_object(
      'lines', jsonb_build_array(p_price #> '{lines,0}' || '{"problem": "line_closed"}'),
      'refusals', jsonb_build_array(jsonb_build_object('code', 'line_closed', 'field', 'lines[0]')));
  end if;
  select * into v_old_line from public.order_lines where id = p_line.moves_line_id;
  return private.price_upgrade(p_price, v_old_line, p_line.camp_id, p_line.transport ->> 'id', p_line.order_id);
end;
$$;
comment on function private.price_move(public.order_lines, jsonb) is
  'Returns private.price_order of a held move: the difference to pay, or the refusal line_closed if the balance can '
  'no longer be transferred.';
