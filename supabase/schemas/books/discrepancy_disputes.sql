-- Checks of the books about disputed charges (reconcile.sql runs them).

create function private.discrepancy_access_after_lost_dispute(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'lines', count(*))
  from public.payment_disputes d
  cross join lateral private.lines_paid_by(d.payment_id) l
  join public.orders o on o.id = l.order_id
  where d.id > p_after and d.id <= p_until and d.outcome = 'lost' and private.gives_access(l)
    and not private.is_dispute_accepted(d)
  group by o.id
$$;
comment on function private.discrepancy_access_after_lost_dispute(uuid, uuid) is
  'Returns orders that still give a child a place or credits, although the bank took the money back and staff did not '
  'accept that.';

create function private.discrepancy_dispute_without_decision(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select d.id, jsonb_build_object('outcome', d.outcome)
  from public.payment_disputes d
  where d.id > p_after and d.id <= p_until and d.outcome is distinct from 'won' and d.payment_id is not null
    and not exists (select from public.payment_decisions k where k.payment_id = d.payment_id and k.kind = 'disputed')
$$;
comment on function private.discrepancy_dispute_without_decision(uuid, uuid) is
  'Returns disputes without a decision for staff.';

create function private.discrepancy_dispute_without_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  -- Within an hour we should know the charge, either from Stripe's event or from our own check for missed payments.
  select d.id, jsonb_build_object('reason', d.reason, 'amount_cents', d.amount_cents)
  from public.payment_disputes d
  where d.id > p_after and d.id <= p_until and d.payment_id is null and d.created_at < clock_timestamp() - interval '1 hour'
$$;
comment on function private.discrepancy_dispute_without_charge(uuid, uuid) is
  'Returns disputes of a charge that Stripe has never reported to us.';
