-- Families list their paid orders.

create function private.order_state(p_order public.orders, p_paid integer, p_refunded integer)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when p_order.outcome = 'needs_choice' then 'needs_choice'
    when p_order.outcome = 'under_review' then 'under_review'
    when p_refunded >= p_paid and p_refunded > 0 then 'refunded'
    when p_refunded > 0 then 'part_refunded'
    when not exists (select from public.order_lines where order_id = p_order.id and status <> 'cancelled') then
      case when exists (select from public.order_lines where order_id = p_order.id and moved_to_line_id is not null)
        then 'moved' else 'cancelled' end
    else 'paid' end;
end;
$$;
comment on function private.order_state(public.orders, integer, integer) is
  'Returns a state of contract/family-orders.ts, from the amounts that were paid and refunded, in cents.';

create function private.staff_order_state(p_order public.orders, p_paid integer, p_refunded integer)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_order.paid_at is null then return p_order.status; end if;
  return case
    when exists (
      select from public.payments y join public.payment_disputes d on d.payment_id = y.id
      where y.order_id = p_order.id and d.outcome is null) then 'disputed'
    when exists (
      select from public.payments y join public.payment_disputes d on d.payment_id = y.id
      where y.order_id = p_order.id and d.outcome = 'lost')
      and exists (select from public.order_lines l where l.order_id = p_order.id and l.status <> 'cancelled') then 'dispute_lost'
    else private.order_state(p_order, p_paid, p_refunded) end;
end;
$$;
comment on function private.staff_order_state(public.orders, integer, integer) is
  'Returns the state of an order for staff. While a bank decides about a charge, it is disputed. After a lost '
  'dispute, it is dispute_lost until all lines of the order are cancelled. The family sees neither.';

create function private.can_change(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines l
    where l.order_id = p_order_id and (l.status in ('needs_choice', 'credit')
      or l.status = 'placed' and (
        (select t.problem is null from private.cancel_terms(l) t) or private.move_until(l) >= private.calendar_now())));
end;
$$;
comment on function private.can_change(uuid) is
  'Returns whether a line of this paid order can be cancelled, moved or placed now, or waits for a choice.';

create function public.get_family_orders(p_before uuid default null, p_limit integer default 20)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_before public.orders;
  v_orders jsonb;
  v_has_more boolean;
begin
  if (select auth.uid()) is null then perform private.deny(); end if;
  if p_limit is null or p_limit not between 1 and 50 then perform private.fail('invalid_input', 'p_limit'); end if;
  if p_before is not null then
    select * into v_before from public.orders where id = p_before and family_id = v_family_id and paid_at is not null;
    if not found then perform private.fail('order_not_found', 'p_before'); end if;
  end if;
  with page as (
    select o.*, row_number() over (order by o.paid_at desc, o.id desc) as n
    from public.orders o
    where o.family_id = v_family_id and o.paid_at is not null
      and (p_before is null or (o.paid_at, o.id) < (v_before.paid_at, v_before.id))
    order by o.paid_at desc, o.id desc limit p_limit + 1
  )
  select count(*) > p_limit, coalesce(jsonb_agg(jsonb_build_object(
      'order_id', o.id, 'number', o.number, 'paid_at', private.iso(o.paid_at), 'channel', o.channel,
      'state', private.order_state((select r from public.orders r where r.id = o.id), m.paid, m.refunded),
      'total_cents', o.total_cents, 'paid_cents', m.paid, 'refunded_cents', m.refunded,
      'can_change', private.can_change(o.id),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'line_id', l.id, 'title', l.title, 'status', l.status, 'total_cents', l.total_cents,
          'child', l.child_position, 'child_name', coalesce(k.name, c.name),
          'starts_on', coalesce(s.session_date, w.start_date), 'ends_on', coalesce(s.session_date, w.end_date),
          'sessions', l.sessions) order by l.position), '[]')
        from public.order_lines l
        left join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
        left join public.children k on k.id = c.child_id
        left join public.sessions s on s.id = l.session_id
        left join public.camp_weeks w on w.id = l.camp_id
        where l.order_id = o.id)) order by o.n) filter (where o.n <= p_limit), '[]')
  into v_has_more, v_orders
  from page o
  cross join lateral (
    select
      (select coalesce(sum(y.amount_cents), 0)::integer from public.payments y where y.order_id = o.id) as paid,
      (select coalesce(sum(r.amount_cents), 0)::integer from public.refunds r where r.order_id = o.id and r.status <> 'failed') as refunded
    offset 0) m;
  return jsonb_build_object('orders', v_orders, 'next', case when v_has_more then v_orders -> -1 -> 'order_id' end);
end;
$$;
comment on function public.get_family_orders(uuid, integer) is
  'Returns FamilyOrders (contract/family-orders.ts), newest first. Fails with invalid_input (p_limit), '
  'order_not_found (p_before, also for another family''s order). Definer: can_change is computed from tables that the '
  'policies hide.';
grant execute on function public.get_family_orders(uuid, integer) to authenticated;
select private.answer_calls('public.get_family_orders(uuid, integer)', 'get_family_orders');
