-- While an order holds a place, a price or an end of sale that was planned for later does not apply to it
-- (docs/decisions "Planned prices").

comment on column public.order_lines.held_since is
  'Since when an unpaid order holds the place of this line without a break. The time of an earlier order that it '
  'replaced counts, too. It is null if the order has held the place since it was opened.';

create function private.held_since(p_order_id uuid, p_at timestamptz)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_order_id is null then return null; end if;
  return (
    select o.opened_at from public.orders o
    where o.id = p_order_id and o.status in ('held', 'awaiting_payment') and private.is_live_order(o, p_at)
  );
end;
$$;
comment on function private.held_since(uuid, timestamptz) is
  'Returns since when an unpaid order holds its places without a break. Returns null if it does not hold them. Prices '
  'that were planned for a later moment do not raise its price (docs/decisions "Planned prices").';

create function private.line_held_since(p_order_id uuid, p_line jsonb, p_nth integer)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_order_id is null then return null; end if;
  return (
    select coalesce(l.held_since, o.opened_at)
    from public.order_lines l join public.orders o on o.id = l.order_id
    where l.order_id = p_order_id and l.offer_id = p_line ->> 'offer_id'
      and l.session_id is not distinct from (p_line ->> 'session_id')::uuid
      and l.camp_id is not distinct from (p_line ->> 'camp_id')::uuid
    order by 1 offset p_nth - 1 limit 1);
end;
$$;
comment on function private.line_held_since(uuid, jsonb, integer) is
  'Returns since when an order holds the place of a line. Returns null if it does not hold it. p_nth is the number of '
  'the line for the same place, so that a second child''s place does not count as held because of the first child''s.';
