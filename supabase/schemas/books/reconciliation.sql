-- A check returns one row per discrepancy. There should be none, also in the random histories of the tests. Each check
-- is a function private.discrepancy_<rule>(p_after, p_until), which is found by its name. Ids are random, so the same
-- range of ids is a similar share of every table.

create function private.discrepancy_session_oversold(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select s.id, jsonb_build_object('capacity', s.max_capacity, 'taken', private.seats_taken(s.id, clock_timestamp()))
  from public.sessions s
  where s.id > p_after and s.id <= p_until and s.session_date >= private.calendar_today() and private.seats_taken(s.id, clock_timestamp()) > s.max_capacity
$$;
comment on function private.discrepancy_session_oversold(uuid, uuid) is
  'Returns future sessions with more places taken than their capacity.';

create function private.discrepancy_camp_oversold(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select c.id, jsonb_build_object('capacity', c.capacity, 'taken', private.camp_seats_taken(c.id, clock_timestamp()))
  from public.camp_weeks c
  where c.id > p_after and c.id <= p_until and c.end_date >= private.calendar_today() and private.camp_seats_taken(c.id, clock_timestamp()) > c.capacity
$$;
comment on function private.discrepancy_camp_oversold(uuid, uuid) is
  'Returns current and future camps with more places taken than their capacity.';

create function private.discrepancy_place_not_offered(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  -- When a hold expires, a chore offers the place within minutes. So a place counts only if it has been free for 5
  -- minutes.
  select e.id, jsonb_build_object('places', e.places)
  from public.waitlist_entries e
  where e.id > p_after and e.id <= p_until and e.status = 'waiting'
    and private.places_free(e.session_id, e.camp_id, clock_timestamp() - interval '5 minutes') >= 1
    and private.places_wanted(e) between 1 and least(
      private.places_free(e.session_id, e.camp_id, clock_timestamp() - interval '5 minutes'),
      private.places_free(e.session_id, e.camp_id, clock_timestamp()))
    and private.offer_deadline(e.session_id, e.camp_id, clock_timestamp()) is not null
$$;
comment on function private.discrepancy_place_not_offered(uuid, uuid) is
  'Returns free places that were offered to nobody although somebody waits for them.';

create function private.discrepancy_charge_without_home(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('result', p.result, 'order', o.number, 'amount_cents', p.amount_cents)
  from public.payments p left join public.orders o on o.id = p.order_id
  where p.id > p_after and p.id <= p_until and not coalesce(o.status in ('paid', 'paid_late') and p.result in ('confirmed', 'reseated', 'needs_choice', 'renewed', 'instalment', 'split'), false)
    and not exists (select from public.payment_decisions d where d.payment_id = p.id)
    and not exists (select from public.refunds r where r.payment_id = p.id and r.status <> 'failed')
    and not exists (select from public.gift_vouchers g where g.payment_id = p.id)
$$;
comment on function private.discrepancy_charge_without_home(uuid, uuid) is
  'Returns charges that have no paid order, no decision and no refund.';

create function private.discrepancy_order_paid_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'charges', count(*))
  from public.payments p join public.orders o on o.id = p.order_id
  where o.id > p_after and o.id <= p_until and p.result in ('confirmed', 'reseated', 'needs_choice')
  group by o.id having count(*) filter (where p.provider <> 'balance') > 1 or count(*) filter (where p.provider = 'balance') > 1
$$;
comment on function private.discrepancy_order_paid_twice(uuid, uuid) is
  'Returns orders that were paid by more than one charge, or more than once from a balance.';

create function private.discrepancy_order_without_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents)
  from public.orders o
  where o.id > p_after and o.id <= p_until and o.status in ('paid', 'paid_late')
    and not exists (select from public.payments p where p.order_id = o.id and p.amount_cents = private.due_at_sale(o))
    -- A charge and a payment from the balance together pay the amount that is due.
    and private.due_at_sale(o) is distinct from (
      select sum(p.amount_cents) from public.payments p
      where p.order_id = o.id and p.result in ('confirmed', 'reseated', 'needs_choice', 'split'))
    -- Staff may have accepted a payment of another amount.
    and not exists (
      select from public.payment_decisions d where d.order_id = o.id and d.kind = 'mismatch' and d.resolution = 'accepted')
$$;
comment on function private.discrepancy_order_without_charge(uuid, uuid) is
  'Returns paid orders without charges that sum to their total.';

create function private.discrepancy_charge_to_closed_order(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.payments p join public.orders o on o.id = p.order_id
  where p.id > p_after and p.id <= p_until and private.paid_for_order(p.result) and o.status not in ('paid', 'paid_late')
$$;
comment on function private.discrepancy_charge_to_closed_order(uuid, uuid) is
  'Returns charges that count as paid for an order which is not paid.';

create function private.discrepancy_choice_without_decision(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number)
  from public.orders o
  where o.id > p_after and o.id <= p_until and o.outcome = 'needs_choice'
    and not exists (select from public.payment_decisions d where d.order_id = o.id and d.kind = 'paid_late')
$$;
comment on function private.discrepancy_choice_without_decision(uuid, uuid) is
  'Returns orders that wait for the parent''s choice, but have no open decision.';

create function private.discrepancy_refund_exceeds_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('amount_cents', p.amount_cents, 'refunded_cents', r.cents)
  from public.payments p
  -- The refunds are summed for each charge separately, because a join would read all refunds for the charges of one
  -- range.
  cross join lateral (select sum(amount_cents) as cents from public.refunds where payment_id = p.id and status <> 'failed') r
  where p.id > p_after and p.id <= p_until and r.cents > p.amount_cents
$$;
comment on function private.discrepancy_refund_exceeds_charge(uuid, uuid) is
  'Returns charges with more refunded than was charged.';

create function private.discrepancy_refund_failed(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select r.id, jsonb_build_object('amount_cents', r.amount_cents)
  from public.refunds r
  where r.id > p_after and r.id <= p_until and r.status = 'failed' and coalesce(r.last_error, '') not in ('dispute_lost', 'replaced') and not exists (
    select from public.refunds later
    where later.payment_id = r.payment_id and later.created_at > r.created_at and later.status <> 'failed')
    -- Nothing is left to refund if a dispute has paid back the whole charge since.
    and private.remaining_of_payment(r.payment_id) > 0
$$;
comment on function private.discrepancy_refund_failed(uuid, uuid) is
  'Returns failed refunds that were not paid since, by us or by the bank.';

create function private.discrepancy_lines_differ_from_total(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents, 'lines_cents', sum(l.total_cents))
  from public.orders o join public.order_lines l on l.order_id = o.id
  where o.id > p_after and o.id <= p_until and o.status in ('paid', 'paid_late')
  group by o.id having sum(l.total_cents) <> o.total_cents
$$;
comment on function private.discrepancy_lines_differ_from_total(uuid, uuid) is
  'Returns orders whose lines do not sum to their total.';
