-- These reports are computed from the line ledger (docs/line-ledger.md). A week begins on Monday and a day at midnight
-- in Singapore (docs/decisions "/management/reports").

create index line_ledger_created_at on public.line_ledger (created_at);
create index payments_created_at on public.payments (created_at);
create index refunds_created_at on public.refunds (created_at);

create function private.report_reconciled(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_ledger bigint;
  v_disputed bigint;
  v_payments bigint;
  v_unlined_payments bigint;
  v_refunds bigint;
  v_unlined_refunds bigint;
begin
  -- A kept entry closes a line for an amount that we keep by the terms. No money moves.
  select coalesce(sum(amount_cents) filter (where entry <> 'kept'), 0),
    coalesce(sum(amount_cents) filter (where entry = 'written_off' and reason = 'disputed'), 0)
  into v_ledger, v_disputed
  from public.line_ledger where created_at >= p_from and created_at < p_until;
  select coalesce(sum(amount_cents), 0),
    coalesce(sum(amount_cents) filter (where result is null or result not in ('confirmed', 'reseated', 'needs_choice', 'renewed', 'instalment', 'split')), 0)
  into v_payments, v_unlined_payments
  from public.payments where created_at >= p_from and created_at < p_until;
  select coalesce(sum(r.amount_cents), 0), coalesce(sum(r.amount_cents - coalesce(a.cents, 0)), 0)
  into v_refunds, v_unlined_refunds
  from public.refunds r
  left join lateral (select sum(amount_cents) as cents from public.refund_allocations where refund_id = r.id) a on true
  where r.created_at >= p_from and r.created_at < p_until and r.status <> 'failed';
  return jsonb_build_object('ledger_cents', v_ledger, 'payments_cents', v_payments, 'refunds_cents', v_refunds,
    'unlined_cents', v_unlined_payments - v_unlined_refunds, 'disputed_cents', -v_disputed,
    'withdrawn_cents', (select coalesce(sum(d.rest_cents), 0) from private.disputed_rest(p_from, p_until) d),
    'difference_cents', v_payments - v_refunds - (v_unlined_payments - v_unlined_refunds) - (v_ledger - v_disputed),
    'books', private.books_state());
end;
$$;
comment on function private.report_reconciled(timestamptz, timestamptz) is
  'Returns ReportReconciled (contract/management-reports.ts), in cents. Payments minus refunds minus unlined equals '
  'the ledger, except for disputed. difference is what remains. It is zero, unless a charge and its sale fall into '
  'two periods.';

create function private.report_discounts(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('seller', private.staff_name(g.given_by), 'orders', g.orders, 'cents', g.cents)
      order by g.cents desc, g.given_by), '[]')
    from (
      -- An order that was never paid may have a discount, too, but nobody got it.
      select d.given_by, count(*) as orders, sum(d.discount_cents) as cents
      from public.desk_discounts d join public.orders o on o.id = d.order_id
      where o.paid_at >= p_from and o.paid_at < p_until group by 1) g);
end;
$$;
comment on function private.report_discounts(timestamptz, timestamptz) is
  'Returns the discounts by hand on the orders that were paid in a period, by seller, the largest sum first. They are '
  'discounts of RevenueReport (contract/management-reports.ts).';

create function private.report_revenue(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  -- The time zone is read once, because a call per row is too slow for the tens of thousands of rows of a year.
  v_zone constant text := private.time_zone();
begin
  return (
    with entries as materialized (
      -- One row is made per week and line, so that the offer is looked up once for all entries of a line.
      select k.order_line_id, date_trunc('week', k.created_at at time zone v_zone)::date as week,
        sum(k.amount_cents) filter (where k.entry <> 'refunded') as sold,
        -coalesce(sum(k.amount_cents) filter (where k.entry = 'refunded'), 0) as refunded,
        count(*) filter (where k.reason = 'sold' and k.entry = 'charged') as lines
      from public.line_ledger k
      where k.created_at >= p_from and k.created_at < p_until and k.entry <> 'kept'
      group by 1, 2
    ),
    weeks as (
      select e.week, l.offer_id, sum(e.sold) as sold, sum(e.refunded) as refunded, sum(e.lines) as lines
      from entries e join public.order_lines l on l.id = e.order_line_id group by 1, 2
    )
    select jsonb_build_object(
      'weeks', coalesce(jsonb_agg(jsonb_build_object('week', w.week, 'offer_id', w.offer_id, 'sold_cents', coalesce(w.sold, 0),
        'refunded_cents', w.refunded, 'lines', w.lines) order by w.week, w.offer_id), '[]'),
      'offers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'kind', o.kind) order by o.id), '[]')
        from public.offers o where o.id in (select offer_id from weeks)),
      'discounts', private.report_discounts(p_from, p_until),
      'reconciled', private.report_reconciled(p_from, p_until))
    from weeks w);
end;
$$;
comment on function private.report_revenue(timestamptz, timestamptz) is
  'Returns RevenueReport (contract/management-reports.ts). It has revenue by week and offer, with moves and '
  'write-offs, and the discounts by hand by seller. It also says how this agrees with charges and refunds.';

create function private.report_refunds(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone constant text := private.time_zone();
begin
  return (
    select jsonb_build_object('weeks', coalesce(jsonb_agg(jsonb_build_object('week', r.week, 'reason', r.reason,
        'refunds', r.refunds, 'cents', r.cents, 'failed', r.failed, 'failed_cents', r.failed_cents) order by r.week, r.reason), '[]'))
    from (
      select date_trunc('week', created_at at time zone v_zone)::date as week, reason, count(*) filter (where status <> 'failed') as refunds,
        coalesce(sum(amount_cents) filter (where status <> 'failed'), 0) as cents, count(*) filter (where status = 'failed') as failed,
        coalesce(sum(amount_cents) filter (where status = 'failed'), 0) as failed_cents
      from public.refunds where created_at >= p_from and created_at < p_until group by 1, 2) r);
end;
$$;
comment on function private.report_refunds(timestamptz, timestamptz) is
  'Returns RefundsReport (contract/management-reports.ts), which has refunds by week and reason. Failed refunds, '
  'which staff pay back by hand, are counted separately.';

create function private.gst_supplies(p_from timestamptz, p_until timestamptz, p_period text)
returns table (period date, gst_number text, rate integer, supplied bigint, refunded bigint)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone constant text := private.time_zone();
begin
  return query
  with entries as materialized (
    select k.order_line_id, date_trunc(p_period, k.created_at at time zone v_zone)::date as day,
      coalesce(sum(k.amount_cents) filter (where k.entry <> 'refunded'), 0) as supplied_cents,
      -coalesce(sum(k.amount_cents) filter (where k.entry = 'refunded'), 0) as refunded_cents
    from public.line_ledger k
    where k.created_at >= p_from and k.created_at < p_until and k.entry <> 'kept'
      and not (k.entry = 'written_off' and k.reason = 'disputed')
    group by 1, 2
  )
  select e.day, o.gst_number, o.gst_rate_basis_points, sum(e.supplied_cents)::bigint, sum(e.refunded_cents)::bigint
  from entries e join public.order_lines l on l.id = e.order_line_id join public.orders o on o.id = l.order_id
  group by 1, 2, 3;
end;
$$;
comment on function private.gst_supplies(timestamptz, timestamptz, text) is
  'Returns what was supplied and refunded, in cents with tax, by period and by the registration and the rate of the '
  'sale. A period is a month or quarter in Singapore, given as its first day. What a bank took back is still a '
  'supply.';

create function private.report_gst(p_from timestamptz, p_until timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('number', (private.settings()).gst_number, 'months', coalesce(jsonb_agg(jsonb_build_object(
    'month', to_char(period, 'YYYY-MM'), 'number', gst_number, 'rate_basis_points', case when gst_number is not null then rate end,
    'supplied_cents', supplied, 'refunded_cents', refunded,
    'gst_cents', case when gst_number is not null then round((supplied - refunded)::numeric * rate / (10000 + rate))::bigint else 0 end)
    order by period, gst_number nulls last, rate), '[]'))
  from private.gst_supplies(p_from, p_until, 'month')
$$;
comment on function private.report_gst(timestamptz, timestamptz) is
  'Returns GstReport (contract/management-reports.ts) by month, registration number and rate of the sale, rounded '
  'once. GST is 0 without a number. What a bank took back is still a supply.';
