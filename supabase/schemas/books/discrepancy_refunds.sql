-- Checks that refunds equal their entries in the line ledger (reconcile.sql runs them).

create function private.discrepancy_refund_differs_from_ledger(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select r.id, jsonb_build_object('amount_cents', r.amount_cents, 'status', r.status, 'ledger_cents', coalesce(k.cents, 0))
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where refund_id = r.id and entry = 'refunded') k
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from public.refund_allocations where refund_id = r.id) a
  where r.id > p_after and r.id <= p_until and coalesce(k.cents, 0) <> case
    when r.status = 'failed' then 0
    -- If a charge paid for something, its refund belongs to lines, except for amounts that wait for staff or that
    -- exceeded the price.
    when private.paid_for_order(p.result) and r.reason not in ('duplicate_payment', 'mismatch', 'unknown_order')
      and not (r.is_external and exists (
        select from public.payment_decisions d where d.payment_id = p.id and d.kind = 'external_refund')) then r.amount_cents
    else a.cents end
$$;
comment on function private.discrepancy_refund_differs_from_ledger(uuid, uuid) is
  'Returns refunds that were deducted from no line, or with another amount than was allocated to it.';
