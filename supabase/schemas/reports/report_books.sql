-- These reports are for the books: money by payment method, deferred income and the GST return (docs/decisions
-- "/management/reports").

create function private.disputed_rest(p_from timestamptz, p_until timestamptz)
returns table (dispute_id uuid, withdrawn_cents integer, rest_cents integer)
language sql
stable
set search_path = ''
as $$
  -- The ledger already contains what staff have written off, so that amount is deducted here.
  select d.id, d.withdrawn_cents, greatest(0, d.withdrawn_cents - coalesce((
    select -sum(k.amount_cents)::integer
    from private.lines_paid_by(d.payment_id) l join public.line_ledger k on k.order_line_id = l.id
    where k.entry = 'written_off' and k.reason = 'disputed' and k.rules ->> 'payment_id' = d.payment_id::text), 0))
  from public.payment_disputes d
  where d.created_at >= p_from and d.created_at < p_until and d.withdrawn_cents > 0
$$;
comment on function private.disputed_rest(timestamptz, timestamptz) is
  'Returns disputes that began in a period and for which a bank has taken money. Each has the amount, and how much of '
  'it the ledger does not contain as written off.';

create function private.report_methods(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with moved as (
      select coalesce(y.method, y.provider) as method, count(*) as charges, sum(y.amount_cents) as charged, 0 as refunds, 0 as refunded
      from public.payments y where y.created_at >= p_from and y.created_at < p_until group by 1
      union all
      select case when r.to_balance then 'balance' else coalesce(y.method, y.provider) end, 0, 0, count(*), sum(r.amount_cents)
      from public.refunds r join public.payments y on y.id = r.payment_id
      where r.created_at >= p_from and r.created_at < p_until and r.status <> 'failed' group by 1
    )
    select jsonb_build_object(
      'methods', coalesce((select jsonb_agg(jsonb_build_object('method', m.method, 'charges', m.charges, 'charged_cents', m.charged,
          'refunds', m.refunds, 'refunded_cents', m.refunded) order by m.charged desc, m.method)
        from (select method, sum(charges) as charges, sum(charged) as charged, sum(refunds) as refunds, sum(refunded) as refunded
          from moved group by method) m), '[]'),
      'disputes', (select jsonb_build_object('disputes', count(*), 'withdrawn_cents', coalesce(sum(withdrawn_cents), 0))
        from private.disputed_rest(p_from, p_until)),
      'reconciled', private.report_reconciled(p_from, p_until)));
end;
$$;
comment on function private.report_methods(timestamptz, timestamptz) is
  'Returns MethodsReport (contract/management-reports.ts). It has the money by the method of the charge and the '
  'disputes that began in the period, and says how the sums agree with the ledger.';

create function private.unheld_credits(p_pass public.passes, p_day date, out unused bigint, out used bigint)
language sql
stable
set search_path = ''
as $$
  -- A credit is used when its session is held, not when it is booked.
  with entries as (
    select k.booking_id, sum(k.delta) as delta
    from public.credit_ledger k
    where k.pass_id = p_pass.id and k.created_at < (p_day + 1)::timestamp at time zone private.time_zone()
    group by k.booking_id, k.reason = 'make_up'
  )
  select
    greatest(0, coalesce(sum(e.delta), 0) + count(*) filter (where e.delta < 0 and b.session_date > p_day)),
    count(*) filter (where e.delta < 0 and b.session_date <= p_day)
  from entries e left join public.bookings b on b.id = e.booking_id
$$;
comment on function private.unheld_credits(public.passes, date) is
  'Returns the credits of a pass at the end of a day: those that were not used, including those booked for a later '
  'day, and those whose session was held.';

create function private.open_vouchers(p_day date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'cents', coalesce(sum(g.amount_cents), 0),
    'given_cents', coalesce(sum(g.amount_cents) filter (where g.payment_id is null), 0))
  from public.gift_vouchers g, (select (p_day + 1)::timestamp at time zone private.time_zone() as at) t
  where g.issued_at < t.at and coalesce(g.redeemed_at >= t.at, true) and coalesce(g.cancelled_at >= t.at, true)
    and coalesce(g.valid_until >= p_day, true)
$$;
comment on function private.open_vouchers(date) is
  'Returns the gift vouchers that could be redeemed at the end of a day, as {count, cents, given_cents}. given_cents '
  'is the sum of those that were given without a payment.';

create function private.report_deferred(p_day date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with balances as materialized (
      select k.order_line_id, sum(k.amount_cents) as cents
      from public.line_ledger k
      where k.created_at < (p_day + 1)::timestamp at time zone private.time_zone()
      group by 1 having sum(k.amount_cents) > 0
    ),
    deferred as (
      -- If we cancelled the camp, or a late payment came for it, the family still chooses, even after its last day.
      select l.offer_id, case when w.is_waiting then 'choice' else 'camp' end as kind, 1::bigint as items, b.cents
      from balances b join public.order_lines l on l.id = b.order_line_id left join public.camp_weeks c on c.id = l.camp_id
      cross join lateral (
        select l.status in ('credit', 'needs_choice') or l.status = 'placed' and c.cancelled_at is not null as is_waiting) w
      where (w.is_waiting or c.end_date > p_day) and not exists (select from public.passes p where p.order_line_id = l.id)
      union all
      select l.offer_id, 'credit', u.unused, round(b.cents * u.unused::numeric / u.total)
      from balances b join public.order_lines l on l.id = b.order_line_id
      -- Siblings may share the credits of a line.
      cross join lateral (
        select sum(h.unused) filter (where coalesce(p.valid_until > p_day, true))::bigint as unused, sum(h.used + h.unused) as total
        from public.passes p cross join lateral private.unheld_credits(p, p_day) h where p.order_line_id = l.id) u
      where u.unused > 0
    )
    select jsonb_build_object('day', p_day, 'vouchers', private.open_vouchers(p_day), 'balances_cents', (
        select coalesce(sum(e.amount_cents), 0) from public.family_balance_entries e
        where e.created_at < (p_day + 1)::timestamp at time zone private.time_zone()), 'products', coalesce(jsonb_agg(jsonb_build_object(
      'offer_id', d.offer_id, 'title', f.title, 'kind', d.kind, 'items', d.items, 'cents', d.cents) order by d.cents desc, d.offer_id, d.kind), '[]'))
    from (select offer_id, kind, sum(items) as items, sum(cents)::bigint as cents from deferred group by 1, 2) d
    join public.offers f on f.id = d.offer_id);
end;
$$;
comment on function private.report_deferred(date) is
  'Returns DeferredReport (contract/management-reports.ts), which is money for what we still have to provide: camps '
  'until their last day, places to be chosen, the unused share of valid passes, and open gift vouchers and balances.';

create function private.report_gst_return(p_from timestamptz, p_until timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with taxed as (
    select s.*, round((supplied - refunded)::numeric * rate / (10000 + rate))::bigint as tax,
      round(supplied::numeric * rate / (10000 + rate))::bigint as supplied_tax
    from private.gst_supplies(p_from, p_until, 'quarter') s
    where gst_number is not null
  )
  select jsonb_build_object('quarters', coalesce(jsonb_agg(jsonb_build_object(
    'quarter', to_char(period, 'YYYY-"Q"Q'), 'number', gst_number, 'rate_basis_points', rate,
    'supplies_cents', supplied - refunded - tax, 'output_tax_cents', tax,
    'refunded_cents', refunded, 'refunded_tax_cents', supplied_tax - tax) order by period, gst_number, rate), '[]'))
  from taxed
$$;
comment on function private.report_gst_return(timestamptz, timestamptz) is
  'Returns GstReturnReport (contract/management-reports.ts): supplies without tax (box 1) and output tax (box 6), by '
  'the registration number and the rate of the sale. What a bank took back is still a supply.';
