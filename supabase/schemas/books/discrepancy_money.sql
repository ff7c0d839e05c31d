-- These checks compare the ledger with independent data: orders, charges, refunds, offers, codes and rules. They do not
-- call the functions that decide, because a mistake in one of those would then stay hidden.

create function private.discrepancy_ledger_differs_from_sale(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'total_cents', l.total_cents, 'ledger_cents', k.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  cross join lateral (
    select sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and reason = 'sold') k
  where l.id > p_after and l.id <= p_until and k.cents is distinct from l.total_cents
$$;
comment on function private.discrepancy_ledger_differs_from_sale(uuid, uuid) is
  'Returns paid lines whose ledger was not opened with their price.';

create function private.discrepancy_ledger_differs_from_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'charged_cents', p.cents, 'ledger_cents', k.cents)
  from public.orders o
  cross join lateral (
    select sum(amount_cents) as cents from public.payments
    where order_id = o.id and result in ('confirmed', 'reseated', 'needs_choice', 'renewed', 'instalment', 'split')) p
  cross join lateral (
    select sum(e.amount_cents) as cents from public.order_lines l join public.line_ledger e on e.order_line_id = l.id
    where l.order_id = o.id and (e.reason in ('sold', 'underpaid', 'instalments', 'instalment') or e.reason = 'overpaid' and e.entry = 'charged')) k
  where o.id > p_after and o.id <= p_until and o.paid_at is not null and p.cents is distinct from k.cents
$$;
comment on function private.discrepancy_ledger_differs_from_charge(uuid, uuid) is
  'Returns paid orders whose lines were charged with another sum than was paid. Write-offs and overpayments are taken '
  'into account.';

create function private.discrepancy_move_does_not_add_up(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('cents', k.cents)
  from public.order_lines l
  cross join lateral (
    -- Within one line, a lower price becomes refundable. Between two lines, one gains what the other loses.
    select sum(amount_cents) as cents from public.line_ledger e
    where e.order_line_id = l.id and e.reason = 'moved' and e.other_line_id is null and e.entry not in ('refunded', 'kept')
    union all
    select (select coalesce(sum(amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.other_line_id is not null and e.reason in ('moved', 'transferred'))
      + (select coalesce(sum(f.amount_cents), 0) from public.line_ledger f
        where f.other_line_id = l.id and f.reason in ('moved', 'transferred'))
    union all
    select (select coalesce(sum(amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.reason = 'clawback_payment')
      + (select coalesce(sum(f.amount_cents), 0) from public.line_ledger f
        where f.other_line_id = l.id and f.reason = 'clawback_charge')) k
  where l.id > p_after and l.id <= p_until and k.cents <> 0
$$;
comment on function private.discrepancy_move_does_not_add_up(uuid, uuid) is
  'Returns moves and clawbacks whose entries do not sum to zero.';

create function private.discrepancy_impossible_line_balance(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('status', l.status, 'balance_cents', k.cents)
  from public.order_lines l
  cross join lateral (
    select sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id) k
  where l.id > p_after and l.id <= p_until and (k.cents < 0 or l.status = 'cancelled' and k.cents > 0 and not exists (
    -- If the bank returned a refund, its amount is owed to the parent until it is paid.
    select from public.refunds r join public.line_ledger e on e.refund_id = r.id
    where e.order_line_id = l.id and r.status = 'failed' and not private.is_replaced(r)))
$$;
comment on function private.discrepancy_impossible_line_balance(uuid, uuid) is
  'Returns lines with a negative balance, and cancelled lines with a positive one.';

create function private.sibling_was_cancelled(p_line public.order_lines)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.order_lines g
    join public.refunds r on r.order_line_id = g.id and r.reason = 'cancelled' and r.status <> 'failed'
    left join public.camp_weeks w on w.id = g.camp_id
    where g.order_id = p_line.order_id and g.id <> p_line.id and g.status = 'cancelled' and w.cancelled_at is null
      -- Before the last sibling was cancelled, there was still another one.
      and not exists (
        select from public.order_lines z join public.line_ledger e on e.order_line_id = z.id and e.entry = 'kept'
        where z.order_id = p_line.order_id and z.id <> g.id and e.created_at > r.created_at and z.status = 'cancelled'))
$$;
comment on function private.sibling_was_cancelled(public.order_lines) is
  'Returns whether the family cancelled another line of the same order and got a refund for it.';

create function private.discrepancy_rebate_without_sibling(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'rebate_cents', k.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and entry = 'rebate') k
  where l.id > p_after and l.id <= p_until and l.rebate_cents > 0 and l.status = 'placed' and l.moves_line_id is null and k.cents > 0
    and not exists (
      select from private.sold_with(l.id) w join public.order_lines s on s.id = w.line_id
      where s.id <> l.id and s.status <> 'cancelled' and private.counted_camp(s, w.root_id) = l.camp_id)
    and private.sibling_was_cancelled(l)
$$;
comment on function private.discrepancy_rebate_without_sibling(uuid, uuid) is
  'Returns lines with a sibling rebate whose sibling was cancelled with a refund.';

create function private.discrepancy_code_below_minimum(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'discount_cents', k.cents, 'minimum_cents', p.minimum_cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  join public.promotion_uses u on u.order_id = o.id
  join public.promotion_codes c on c.id = u.promotion_code_id and (u.terms <> '{}' or c.updated_at <= o.created_at)
  join lateral jsonb_populate_record(c, u.terms) p on p.minimum_cents > 0
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and entry = 'discount') k
  where l.id > p_after and l.id <= p_until and l.discount_cents > 0 and l.status in ('placed', 'credit') and k.cents > 0
    and (select sum(s.price_cents - s.rebate_cents) from public.order_lines s
      where s.order_id = l.order_id and s.discount_cents > 0 and (s.status <> 'cancelled' or s.moved_to_line_id is not null))
      < p.minimum_cents
    and private.sibling_was_cancelled(l)
$$;
comment on function private.discrepancy_code_below_minimum(uuid, uuid) is
  'Returns lines with a code whose minimum the order no longer reaches after a refund.';

create function private.discrepancy_cancelled_by_us_after_it_began(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select c.id, jsonb_build_object('camp', c.name, 'starts_at', c.starts_at, 'cancelled_at', c.cancelled_at)
  from public.camp_weeks c
  where c.id > p_after and c.id <= p_until and c.cancelled_at >= c.starts_at
  union all
  select s.id, jsonb_build_object('session', s.session_date)
  from public.sessions s
  where s.id > p_after and s.id <= p_until and s.status = 'cancelled' and exists (
    select from public.bookings b where b.session_id = s.id and b.attended)
$$;
comment on function private.discrepancy_cancelled_by_us_after_it_began(uuid, uuid) is
  'Returns camps that we cancelled after their start, and cancelled classes that somebody attended. Neither may be '
  'cancelled.';

create function private.discrepancy_outstanding_for_erased_family(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'status', l.status)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  where l.id > p_after and l.id <= p_until and l.status in ('needs_choice', 'credit')
    and (select f.erased_at from public.families f where f.id = o.family_id) is not null
$$;
comment on function private.discrepancy_outstanding_for_erased_family(uuid, uuid) is
  'Returns places that an erased family paid for and could still choose, although nobody can choose them any more.';
