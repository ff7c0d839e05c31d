-- Checks of the books about prices, refund rules and terms of a sale (reconcile.sql runs them).

create function private.discrepancy_terms_of_another_sale(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number)
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.order_lines m on m.id = l.moves_line_id
  where l.id > p_after and l.id <= p_until and l.terms_id <> m.terms_id
  union all
  select l.id, jsonb_build_object('order', o.number)
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.passes p on p.order_line_id = l.id
  where l.id > p_after and l.id <= p_until and p.terms_id <> l.terms_id
$$;
comment on function private.discrepancy_terms_of_another_sale(uuid, uuid) is
  'Returns lines whose terms differ from those of the line that they moved, and passes whose terms differ from their '
  'line.';

create function private.discrepancy_place_below_its_price(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'held_cents', h.cents, 'least_cents', n.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  join public.offers f on f.id = l.offer_id and f.revision = l.revision and f.kind = 'camp_tier'
  cross join lateral (
    select min(p.cents) as price from private.prices_of(f.price_cents, f.details, '-infinity') p) t
  left join lateral (
    select p.percent, p.kinds, p.tiers from public.promotion_uses u
    join public.promotion_codes k on k.id = u.promotion_code_id and (u.terms <> '{}' or k.updated_at <= o.created_at)
    cross join lateral jsonb_populate_record(k, u.terms) p
    where u.order_id = o.id) c on true
  cross join lateral (
    select t.price - least(l.rebate_cents, coalesce((f.details #>> '{sibling_rebate,cents}')::integer, 0)) as base) b
  cross join lateral (
    select b.base - case when l.discount_cents = 0 then 0
      when c.percent is not null then ceil(b.base * c.percent / 100.0) else least(l.discount_cents, b.base) end as cents) n
  cross join lateral (
    select l.total_cents + l.transferred_cents - coalesce(sum(r.amount_cents), 0)
      -- If one line paid for the rebate or the code of another line, that amount belongs to the other line.
      + (select coalesce(sum(e.amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.reason in ('clawback_charge', 'clawback_payment')) as cents
    from public.refunds r where r.order_line_id = l.id and r.status <> 'failed' and r.reason = 'moved') h
  where l.id > p_after and l.id <= p_until and l.status in ('placed', 'credit') and l.once_per_child is not true
    -- Only places are checked whose tier differs from the tier that was paid for.
    and exists (select from public.line_ledger e
      where e.order_line_id = l.id and e.entry = 'charged' and e.reason = 'sold' and e.rules ->> 'offer_id' <> l.offer_id)
    and h.cents < n.cents - 1
$$;
comment on function private.discrepancy_place_below_its_price(uuid, uuid) is
  'Returns camp places of another tier than the one that was paid for, if we hold less money than the place costs '
  'under the rules of the order.';

create function private.discrepancy_refund_differs_from_rules(p_after uuid, p_until uuid)
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
      -coalesce(sum(e.amount_cents) filter (where e.reason = 'clawback_payment'), 0)::integer as clawed_back,
      coalesce(sum(e.amount_cents) filter (where e.reason not in ('cancelled', 'clawback_payment', 'failed')
        and (e.entry not in ('refunded', 'outstanding') or e.reason in ('moved', 'cancelled_day'))), 0)::integer as price,
      -- If a refund by the rules failed, the balance contains it again.
      coalesce(sum(e.amount_cents) filter (where e.reason not in ('cancelled', 'clawback_payment') and not (
        e.reason = 'failed' and exists (
          select from public.refund_allocations a
          where a.refund_id = e.refund_id and a.order_line_id = l.id and a.reason = 'cancelled'))), 0)::integer as balance,
      max(e.rules ->> 'at') filter (where e.entry = 'kept' and e.reason = 'cancelled')::timestamptz as at,
      max(e.created_at) filter (where e.entry = 'kept' and e.reason = 'cancelled') as closed_at
    -- Later refunds by staff do not follow the rules, so entries after the cancellation are left out.
    from public.line_ledger e where e.order_line_id = l.id and e.id <= closing.id) k
  left join lateral (
    select starts_at, cancelled_at from public.camp_weeks where id = l.camp_id offset 0) c on true
  cross join lateral (
    -- The first rule that applied at the cancellation is read directly from the terms of the sale.
    select greatest(0, least(k.balance, round(k.price * coalesce((
      select (r.value ->> 'percent')::numeric
      from public.sale_terms t, jsonb_array_elements(t.refund_rules) with ordinality r
      where t.id = b.terms_id and case when r.value ->> 'days_after_purchase' is not null
          then private.days_since(b.paid_at, k.closed_at) <= (r.value ->> 'days_after_purchase')::integer
        when l.camp_id is null then private.days_since(b.paid_at, k.closed_at) <= private.kindest_setting('dateless_refund_days', b.paid_at)
        else k.at <= least(c.starts_at, l.refund_starts_at) - make_interval(hours => (r.value ->> 'hours_before')::integer) end
      order by r.ordinality limit 1), 0) / 100)::integer - (k.price - k.balance))) - k.clawed_back as cents
    from (
      with recursive chain as (
        select l.order_id as order_id, l.moves_line_id as moves_line_id, l.terms_id as terms_id
        union all
        select m.order_id, m.moves_line_id, m.terms_id from chain n join public.order_lines m on m.id = n.moves_line_id)
      -- The terms of the original sale count, whatever terms a later line has.
      select min(q.paid_at) as paid_at, (array_agg(n.terms_id) filter (where n.moves_line_id is null))[1] as terms_id from chain n join public.orders q on q.id = n.order_id) b) d
  -- Passes are left out, because discrepancy_cancelled_with_credits checks their credits.
  where l.id > p_after and l.id <= p_until and l.status = 'cancelled' and k.at is not null and l.sessions is null and c.cancelled_at is null
    and abs(k.refunded - d.cents) > 0 and not exists (
      select from public.refunds r where r.order_line_id = l.id and r.status = 'failed' and not private.is_replaced(r))
    -- If the bank had taken the money back before the cancellation, nothing was left to refund.
    and not (k.refunded < d.cents and exists (
      select from private.line_charges(l.id) h join public.payment_disputes p on p.payment_id = h.payment_id
      where p.outcome = 'lost' and p.closed_at <= k.closed_at))
    -- The amount may also have been refunded at Stripe, to this line or without a line so far.
    and not (d.cents - k.refunded between 1 and (
      select coalesce(-sum(e.amount_cents), 0) from public.line_ledger e join public.refunds r on r.id = e.refund_id
      where e.order_line_id = l.id and e.id > closing.id and e.entry = 'refunded' and e.reason = 'external' and r.status <> 'failed') + (
      select coalesce(sum(private.undecided_cents(h.payment_id)), 0) from private.line_charges(l.id) h))
$$;
comment on function private.discrepancy_refund_differs_from_rules(uuid, uuid) is
  'Returns cancelled places and packages that were refunded more or less than their refund rules prescribe for the '
  'price of the place. An earlier refund at Stripe counts as refunded.';

create function private.discrepancy_refund_without_end(p_after uuid, p_until uuid)
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
      select coalesce(max(coalesce((x.value ->> 'days_after_purchase')::integer, private.kindest_setting('dateless_refund_days', o.paid_at))), -1)
      from public.sale_terms t, jsonb_array_elements(t.refund_rules) x where t.id = l.terms_id)
$$;
comment on function private.discrepancy_refund_without_end(uuid, uuid) is
  'Returns packages without a date that were refunded after the last day of their rules.';
