-- Checks of the books about deposits and instalments (reconcile.sql runs them).

create function private.discrepancy_instalments_differ_from_total(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents, 'parts_cents', sum(i.cents))
  from public.order_instalments i join public.orders o on o.id = i.order_id
  where o.id > p_after and o.id <= p_until
  group by o.id having sum(i.cents) <> o.total_cents
$$;
comment on function private.discrepancy_instalments_differ_from_total(uuid, uuid) is
  'Returns payment plans whose instalments do not sum to the total of the order.';

create function private.discrepancy_instalments_differ_from_ledger(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'open_cents', p.cents, 'outstanding_cents', k.cents)
  from public.orders o
  cross join lateral (
    select coalesce(sum(i.cents) filter (where i.status = 'due' and i.position > 0), 0) as cents, count(*) as parts
    from public.order_instalments i where i.order_id = o.id) p
  cross join lateral (
    select coalesce(-sum(e.amount_cents), 0) as cents
    from public.order_lines l join public.line_ledger e on e.order_line_id = l.id and e.entry = 'outstanding'
    where l.order_id = o.id and l.status <> 'cancelled') k
  where o.id > p_after and o.id <= p_until and o.paid_at is not null and p.parts > 0 and p.cents <> k.cents
$$;
comment on function private.discrepancy_instalments_differ_from_ledger(uuid, uuid) is
  'Returns paid orders whose open instalments differ from what their lines still cost.';
