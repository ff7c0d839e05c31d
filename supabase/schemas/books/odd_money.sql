-- Reconciliation: the ledger of lines against what it was not made from: orders, charges and refunds, and against what
-- offers, codes and refund rules say that a line costs and gives back. Nothing here asks the functions that decide.

create function private.odd_ledger_differs_from_sale(p_after uuid, p_until uuid)
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
comment on function private.odd_ledger_differs_from_sale(uuid, uuid) is
  'Paid lines whose ledger was not opened with what they cost.';

create function private.odd_ledger_differs_from_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'charged_cents', p.cents, 'ledger_cents', k.cents)
  from public.orders o
  cross join lateral (
    select sum(amount_cents) as cents from public.payments
    where order_id = o.id and result in ('confirmed', 'reseated', 'needs_choice', 'renewed')) p
  cross join lateral (
    select sum(e.amount_cents) as cents from public.order_lines l join public.line_ledger e on e.order_line_id = l.id
    where l.order_id = o.id and (e.reason in ('sold', 'underpaid') or e.reason = 'overpaid' and e.entry = 'charged')) k
  where o.id > p_after and o.id <= p_until and o.paid_at is not null and p.cents is distinct from k.cents
$$;
comment on function private.odd_ledger_differs_from_charge(uuid, uuid) is
  'Paid orders whose lines were not charged with what came, less what was written off.';

create function private.odd_move_does_not_add_up(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('cents', k.cents)
  from public.order_lines l
  cross join lateral (
    -- Within a line, what it costs less is there to be given back; between two, what one loses the other gains.
    select sum(amount_cents) as cents from public.line_ledger e
    where e.order_line_id = l.id and e.reason = 'moved' and e.other_line_id is null and e.entry not in ('refunded', 'kept')
    union all
    select (select coalesce(sum(amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.other_line_id is not null and e.reason in ('moved', 'carried'))
      + (select coalesce(sum(f.amount_cents), 0) from public.line_ledger f
        where f.other_line_id = l.id and f.reason in ('moved', 'carried'))
    union all
    select (select coalesce(sum(amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.reason = 'sold_with_stays')
      + (select coalesce(sum(f.amount_cents), 0) from public.line_ledger f
        where f.other_line_id = l.id and f.reason = 'sold_with_gone')) k
  where l.id > p_after and l.id <= p_until and k.cents <> 0
$$;
comment on function private.odd_move_does_not_add_up(uuid, uuid) is
  'Moves and takings back that made or lost money.';

create function private.odd_worth_of_no_line(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('status', l.status, 'worth_cents', k.cents)
  from public.order_lines l
  cross join lateral (
    select sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id) k
  where l.id > p_after and l.id <= p_until and (k.cents < 0 or l.status = 'cancelled' and k.cents > 0 and not exists (
    -- What a bank sent back is owed until somebody pays it.
    select from public.refunds r join public.line_ledger e on e.refund_id = r.id
    where e.order_line_id = l.id and r.status = 'failed' and not private.is_replaced(r)))
$$;
comment on function private.odd_worth_of_no_line(uuid, uuid) is
  'Lines worth less than nothing, and cancelled ones that are worth something.';

create function private.odd_place_below_its_price(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'held_cents', h.cents, 'least_cents', n.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  join public.offers f on f.id = l.offer_id and f.revision = l.revision and f.kind = 'camp_tier'
  -- The cheapest that the tier was sold at, with the most that rebate and code may take off.
  cross join lateral (
    select least(f.price_cents, min((r.value ->> 'price_cents')::integer)) as price
    from jsonb_array_elements(f.details -> 'rungs') r) t
  left join lateral (
    select p.percent, p.kinds, p.tiers from public.promotion_uses u
    join public.promotion_codes p on p.id = u.promotion_code_id and p.updated_at <= o.created_at
    where u.order_id = o.id) c on true
  cross join lateral (
    select t.price - least(l.rebate_cents, coalesce((f.details #>> '{sibling_rebate,cents}')::integer, 0)) as base) b
  cross join lateral (
    select b.base - case when l.discount_cents = 0 then 0
      when c.percent is not null then ceil(b.base * c.percent / 100.0) else least(l.discount_cents, b.base) end as cents) n
  cross join lateral (
    select l.total_cents + l.carried_cents - coalesce(sum(r.amount_cents), 0) as cents from public.refunds r
    where r.order_line_id = l.id and r.status <> 'failed' and r.reason = 'moved') h
  where l.id > p_after and l.id <= p_until and l.status in ('placed', 'credit') and l.once_per_child is not true
    -- The place is of another tier than was paid for.
    and exists (select from public.line_ledger e
      where e.order_line_id = l.id and e.entry = 'charged' and e.reason = 'sold' and e.rules ->> 'offer_id' <> l.offer_id)
    and h.cents < n.cents - 1
$$;
comment on function private.odd_place_below_its_price(uuid, uuid) is
  'Places on camps of another tier for which less lies with us than they cost under the rules of the order.';

create function private.was_left_behind(p_line public.order_lines)
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
      -- Of the one that went last: before it there was another.
      and not exists (
        select from public.order_lines z join public.line_ledger e on e.order_line_id = z.id and e.entry = 'kept'
        where z.order_id = p_line.order_id and z.id <> g.id and e.created_at > r.created_at and z.status = 'cancelled'))
$$;
comment on function private.was_left_behind(public.order_lines) is
  'Was another line of the same order given back with a refund by the family?';

create function private.odd_rebate_without_sibling(p_after uuid, p_until uuid)
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
  join public.line_ledger sold on sold.order_line_id = l.id and sold.entry = 'charged' and sold.reason = 'sold'
  where l.id > p_after and l.id <= p_until and l.rebate_cents > 0 and l.status in ('placed', 'credit') and l.moves_line_id is null and k.cents > 0
    and not exists (
      select from public.order_lines s
      join public.line_ledger e on e.order_line_id = s.id and e.entry = 'charged' and e.reason = 'sold'
      where s.order_id = l.order_id and s.id <> l.id and (s.status <> 'cancelled' or s.moved_to_line_id is not null)
        and e.rules ->> 'camp_id' = sold.rules ->> 'camp_id')
    and private.was_left_behind(l)
$$;
comment on function private.odd_rebate_without_sibling(uuid, uuid) is
  'Children with a sibling''s rebate whose sibling was given back with a refund.';

create function private.odd_code_below_minimum(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'discount_cents', k.cents, 'minimum_cents', p.minimum_cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  join public.promotion_uses u on u.order_id = o.id
  join public.promotion_codes p on p.id = u.promotion_code_id and p.minimum_cents > 0 and p.updated_at <= o.created_at
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and entry = 'discount') k
  where l.id > p_after and l.id <= p_until and l.discount_cents > 0 and l.status in ('placed', 'credit') and k.cents > 0
    and (select sum(s.price_cents - s.rebate_cents) from public.order_lines s
      where s.order_id = l.order_id and s.discount_cents > 0 and (s.status <> 'cancelled' or s.moved_to_line_id is not null))
      < p.minimum_cents
    and private.was_left_behind(l)
$$;
comment on function private.odd_code_below_minimum(uuid, uuid) is
  'Lines with a code whose minimum what is left of the order does not reach, after a refund.';

create function private.odd_refund_differs_from_rules(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'refunded_cents', k.refunded, 'rules_cents', d.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  cross join lateral (
    select max(e.id) as id from public.line_ledger e
    where e.order_line_id = l.id and e.entry = 'kept' and e.reason = 'cancelled' and e.rules ? 'at') closing
  cross join lateral (
    select (select coalesce(sum(a.amount_cents), 0) from public.refund_allocations a join public.refunds r on r.id = a.refund_id
        where a.order_line_id = l.id and a.reason = 'cancelled' and r.status <> 'failed')::integer as refunded,
      -coalesce(sum(e.amount_cents) filter (where e.reason = 'sold_with_stays'), 0)::integer as reclaimed,
      coalesce(sum(e.amount_cents) filter (where e.reason not in ('cancelled', 'sold_with_stays', 'failed')
        and (e.entry <> 'refunded' or e.reason = 'moved')), 0)::integer as price,
      coalesce(sum(e.amount_cents) filter (where e.reason not in ('cancelled', 'sold_with_stays', 'failed')), 0)::integer as worth,
      max(e.rules ->> 'at') filter (where e.entry = 'kept' and e.reason = 'cancelled')::timestamptz as at,
      max(e.created_at) filter (where e.entry = 'kept' and e.reason = 'cancelled') as closed_at
    -- What staff gave back later is beside the rules.
    from public.line_ledger e where e.order_line_id = l.id and e.id <= closing.id) k
  -- Asked of each: joined, all camps would be read for the lines of one piece.
  left join lateral (
    select starts_at, cancelled_at from public.camp_weeks where id = l.camp_id offset 0) c on true
  cross join lateral (
    -- The first rule that held then, read from the sale's own words.
    select greatest(0, least(k.worth, round(k.price * coalesce((
      select (r.value ->> 'percent')::numeric from jsonb_array_elements(l.refund_rules) with ordinality r
      where case when r.value ->> 'days_after_purchase' is not null
          then private.days_since(b.paid_at, k.closed_at) <= (r.value ->> 'days_after_purchase')::integer
        when l.camp_id is null then private.days_since(b.paid_at, k.closed_at) <= (select dateless_refund_days from public.settings)
        else k.at <= least(c.starts_at, l.refund_starts_at) - make_interval(hours => (r.value ->> 'hours_before')::integer) end
      order by r.ordinality limit 1), 0) / 100)::integer - (k.price - k.worth))) - k.reclaimed as cents
    from (
      with recursive chain as (
        select l.order_id as order_id, l.moves_line_id as moves_line_id
        union all
        select m.order_id, m.moves_line_id from chain n join public.order_lines m on m.id = n.moves_line_id)
      select min(q.paid_at) as paid_at from chain n join public.orders q on q.id = n.order_id) b) d
  -- Camps, and packages without a day: of a pass the credits say what is left (given_back_with_credits).
  where l.id > p_after and l.id <= p_until and l.status = 'cancelled' and k.at is not null and l.sessions is null and c.cancelled_at is null
    and abs(k.refunded - d.cents) > 0 and not exists (
      select from public.refunds r where r.order_line_id = l.id and r.status = 'failed' and not private.is_replaced(r))
    -- Given back when the bank had the money already, there was nothing left to go back.
    and not (k.refunded < d.cents and exists (
      select from private.line_charges(l.id) h join public.payment_disputes p on p.payment_id = h.payment_id
      where p.outcome = 'lost' and p.closed_at <= k.closed_at))
$$;
comment on function private.odd_refund_differs_from_rules(uuid, uuid) is
  'Cancelled places and packages that gave back more or less than their refund rules say, by the price of the place '
  'that they were.';

create function private.odd_refund_without_end(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'days', private.days_since(o.paid_at, r.created_at))
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.refunds r on r.order_line_id = l.id and r.reason = 'cancelled' and r.status <> 'failed'
  where l.id > p_after and l.id <= p_until and l.camp_id is null and l.sessions is null and l.session_id is null
    and exists (select from public.offers f where f.id = l.offer_id and f.kind in ('holiday_package', 'birthday_package'))
    and private.days_since(o.paid_at, r.created_at) > (
      select coalesce(max(coalesce((x.value ->> 'days_after_purchase')::integer, (select dateless_refund_days from public.settings))), -1)
      from jsonb_array_elements(l.refund_rules) x)
$$;
comment on function private.odd_refund_without_end(uuid, uuid) is
  'Packages without a day that were refunded after the last day of their rules.';

create function private.odd_called_off_after_it_began(p_after uuid, p_until uuid)
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
comment on function private.odd_called_off_after_it_began(uuid, uuid) is
  'Camps called off after they had begun, and classes that somebody came to: what is over cannot be called off.';

create function private.odd_owed_to_nobody(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'status', l.status)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  where l.id > p_after and l.id <= p_until and l.status in ('needs_choice', 'credit')
    -- Asked of each: to begin with those who were erased would be to read all families.
    and (select f.erased_at from public.families f where f.id = o.family_id) is not null
$$;
comment on function private.odd_owed_to_nobody(uuid, uuid) is
  'Places still to be chosen, paid by a family that was erased: nobody can choose any more.';
