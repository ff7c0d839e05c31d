-- Business admins see what Stripe pays to the bank, in Singapore dollars only (docs/decisions "Stripe payouts").
-- Nothing about people is read, only the numbers of orders.

create function private.payout_sums(p_payout public.payouts)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'payments_cents', coalesce(sum(t.amount_cents) filter (where t.category = 'charge'), 0),
      'refunds_cents', coalesce(sum(t.amount_cents) filter (where t.category in ('refund', 'refund_failure')), 0),
      'disputes_cents', coalesce(sum(t.amount_cents) filter (where t.category in ('dispute', 'dispute_reversal')), 0),
      'returned_cents', coalesce(sum(t.amount_cents) filter (where t.category = 'payout_reversal'), 0),
      'other_cents', coalesce(sum(t.amount_cents) filter (where t.category not in (
        'charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'payout_reversal', 'fee')), 0),
      'gross_cents', coalesce(sum(t.amount_cents) filter (where t.category <> 'fee'), 0),
      -- If Stripe charges a fee separately, it is a transaction with a negative amount.
      'fees_cents', coalesce(sum(case when t.category = 'fee' then -t.net_cents else t.fee_cents end), 0),
      'net_cents', coalesce(sum(t.net_cents), 0),
      'parts', count(*))
    from public.balance_transactions t
    where t.payout_id = p_payout.id and t.category <> 'payout' and t.currency = 'SGD');
end;
$$;
comment on function private.payout_sums(public.payouts) is
  'Returns the sums of a payout''s transactions. net is gross minus fees.';

create function private.payout_view(p_payout public.payouts)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'payout_id', p_payout.id, 'reference', p_payout.provider_payout_id, 'made_at', private.iso(p_payout.made_at),
    'arrival_on', p_payout.arrival_on, 'status', p_payout.status, 'amount_cents', p_payout.amount_cents,
    'currency', p_payout.currency, 'failure_code', p_payout.failure_code, 'is_automatic', p_payout.is_automatic,
    'is_complete', p_payout.parts_read_at is not null) || private.payout_sums(p_payout)
$$;
comment on function private.payout_view(public.payouts) is 'Returns Payout (contract/payouts.ts).';

create function private.month_pattern()
returns text
language sql
immutable
set search_path = ''
as $$ select '^20[0-9]{2}-(0[1-9]|1[0-2])$' $$;
comment on function private.month_pattern() is 'Returns the pattern of a month, YYYY-MM.';

create function public.list_payouts(
  p_filter jsonb default '{}', p_sort text default '-arrival', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.payouts;
  v_page record;
begin
  if not private.is_business_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, jsonb_build_object('month', private.month_pattern(),
    'status', '["pending", "in_transit", "paid", "failed", "canceled"]'::jsonb), p_sort, '{-arrival,arrival}', p_limit);
  if p_after is not null then
    select * into v_after from public.payouts where id = p_after;
    if not found then perform private.fail('payout_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.payouts p', concat_ws(' and ', 'true',
      case when p_filter ? 'status' then format('p.status = %L', p_filter ->> 'status') end,
      case when p_filter ? 'month' then format('p.arrival_on >= %L::date and p.arrival_on < %1$L::date + interval ''1 month''',
        (p_filter ->> 'month') || '-01') end),
    'p.arrival_on', p_sort like '-%', v_after.arrival_on::text, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.payout_view(p) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.payouts p on p.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_payouts(jsonb, text, uuid, integer) is
  'For business admins. Returns Payouts (contract/payouts.ts). p_filter is {month?, status?}. p_sort is -arrival or '
  'arrival. Fails with payout_not_found. Definer: see list_orders.';
grant execute on function public.list_payouts(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_payouts(jsonb, text, uuid, integer)', 'list_payouts');

create function public.get_payout(p_payout_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 2000;
  v_payout public.payouts;
begin
  if not private.is_business_admin() then perform private.deny(); end if;
  select * into v_payout from public.payouts where id = p_payout_id;
  if not found then perform private.fail('payout_not_found', 'p_payout_id'); end if;
  return jsonb_build_object('payout', private.payout_view(v_payout), 'parts', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'part_id', t.id, 'reference', t.provider_transaction_id, 'category', t.category, 'at', private.iso(t.made_at),
      'amount_cents', t.amount_cents, 'fee_cents', t.fee_cents, 'net_cents', t.net_cents, 'source', t.source,
      'order_id', o.id, 'number', o.number) order by t.made_at, t.id), '[]')
    from (
      select * from public.balance_transactions
      where payout_id = v_payout.id and category <> 'payout' and currency = 'SGD' order by made_at, id limit c_most) t
    left join public.payments p on p.payment_intent = t.payment_intent
    left join public.refunds r on r.provider_refund_id = t.source
    left join public.orders o on o.id = coalesce(r.order_id, p.order_id)));
end;
$$;
comment on function public.get_payout(uuid) is
  'For business admins. Returns a payout with its first 2,000 transactions, as PayoutDetails (contract/payouts.ts). '
  'The only data about people is the order''s number. Fails with payout_not_found. Definer: see list_orders.';
grant execute on function public.get_payout(uuid) to authenticated;
select private.answer_calls('public.get_payout(uuid)', 'reports');

create function private.month_times(p_month text, out begins_at timestamptz, out ends_at timestamptz)
language plpgsql
stable
set search_path = ''
as $$
begin
  if coalesce(p_month, '') !~ private.month_pattern() then perform private.fail('invalid_input', 'p_month'); end if;
  begins_at := (p_month || '-01')::timestamp at time zone private.time_zone();
  ends_at := ((p_month || '-01')::date + interval '1 month')::timestamp at time zone private.time_zone();
end;
$$;
comment on function private.month_times(text) is
  'Returns when a month of Singapore (YYYY-MM) begins, and when the next one does. Fails with invalid_input (p_month).';

create function public.get_payout_month(p_month text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_month record;
begin
  if not private.is_business_admin() then perform private.deny(); end if;
  v_month := private.month_times(p_month);
  return (
    with by_payout as (
      select t.payout_id,
        coalesce(sum(t.amount_cents) filter (where t.category = 'charge'), 0) as payments,
        coalesce(sum(t.amount_cents) filter (where t.category in ('refund', 'refund_failure')), 0) as refunds,
        coalesce(sum(t.amount_cents) filter (where t.category in ('dispute', 'dispute_reversal')), 0) as disputes,
        coalesce(sum(t.amount_cents) filter (where t.category not in (
          'charge', 'refund', 'refund_failure', 'dispute', 'dispute_reversal', 'fee')), 0) as other,
        coalesce(sum(case when t.category = 'fee' then -t.net_cents else t.fee_cents end), 0) as fees,
        sum(t.net_cents) as net
      from public.balance_transactions t
      where t.made_at >= v_month.begins_at and t.made_at < v_month.ends_at and t.currency = 'SGD' and t.category not in ('payout', 'payout_reversal')
      group by t.payout_id
    )
    select jsonb_build_object(
      'month', p_month, 'payments_cents', coalesce(sum(payments), 0), 'refunds_cents', coalesce(sum(refunds), 0),
      'disputes_cents', coalesce(sum(disputes), 0), 'other_cents', coalesce(sum(other), 0),
      'fees_cents', coalesce(sum(fees), 0), 'net_cents', coalesce(sum(net), 0),
      'paid_out_cents', coalesce(sum(net) filter (where private.reached_bank(payout_id)), 0),
      'not_paid_out_cents', coalesce(sum(net) filter (where not private.reached_bank(payout_id)), 0))
    from by_payout);
end;
$$;
comment on function public.get_payout_month(text) is
  'For business admins. Returns PayoutMonth (contract/payouts.ts) of a month YYYY-MM. Fails with invalid_input '
  '(p_month). Definer: see list_orders.';
grant execute on function public.get_payout_month(text) to authenticated;
select private.answer_calls('public.get_payout_month(text)', 'reports');

create function public.get_payout_differences(p_month text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 100;
  v_month record;
begin
  if not private.is_business_admin() then perform private.deny(); end if;
  v_month := private.month_times(p_month);
  return (
    select jsonb_build_object(
      'count', count(*),
      'first', coalesce(jsonb_agg(jsonb_build_object(
        'rule', d.rule, 'subject', d.subject, 'reference', d.details ->> 'id', 'at', d.details ->> 'at',
        'cents', (d.details ->> 'cents')::bigint, 'stripe_cents', (d.details ->> 'stripe_cents')::bigint,
        'currency', d.details ->> 'currency', 'order_id', d.details ->> 'order_id', 'number', d.details ->> 'order',
        'payout_id', d.details ->> 'payout_id') order by d.place) filter (where d.place <= c_most), '[]'))
    from (
      select *, row_number() over (order by details ->> 'at' desc, subject) as place
      from private.discrepancies(array[
        'payment_not_at_stripe', 'payment_differs_at_stripe', 'stripe_payment_unknown', 'refund_not_at_stripe',
        'stripe_refund_unknown', 'stripe_dispute_unknown', 'stripe_other_currency', 'payout_does_not_add_up',
        'payout_failed'], p_from => v_month.begins_at, p_before => v_month.ends_at)) d);
end;
$$;
comment on function public.get_payout_differences(text) is
  'For business admins. Returns PayoutDifferences (contract/payouts.ts) of a month YYYY-MM, and the payouts of any '
  'month that failed or do not add up. Fails with invalid_input (p_month). Definer: see list_orders.';
grant execute on function public.get_payout_differences(text) to authenticated;
select private.answer_calls('public.get_payout_differences(text)', 'reports');
