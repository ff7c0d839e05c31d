-- This report shows every kind of change of balances. The balances before and these changes add up to the balances
-- after (docs/decisions "The family balance").

create function private.report_balances(p_from timestamptz, p_until timestamptz)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'before_cents', (select coalesce(sum(amount_cents), 0) from public.family_balance_entries where created_at < p_from),
    'after_cents', (select coalesce(sum(amount_cents), 0) from public.family_balance_entries where created_at < p_until),
    'kinds', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'entries', k.entries, 'cents', k.cents) order by k.kind), '[]')
      from (
        -- If money was paid out, the entry counts as paid_out. Otherwise staff only reduced the balance.
        select case when e.method is not null then 'paid_out' else e.kind end as kind, count(*) as entries, sum(e.amount_cents) as cents
        from public.family_balance_entries e where e.created_at >= p_from and e.created_at < p_until group by 1) k),
    'expired_vouchers', (
      select jsonb_build_object('count', count(*), 'cents', coalesce(sum(g.amount_cents), 0),
        'given_cents', coalesce(sum(g.amount_cents) filter (where g.payment_id is null), 0))
      from public.gift_vouchers g
      where num_nonnulls(g.redeemed_at, g.cancelled_at) = 0 and g.valid_until < private.calendar_today()
        and (g.valid_until + 1)::timestamp at time zone private.time_zone() >= p_from
        and (g.valid_until + 1)::timestamp at time zone private.time_zone() < p_until))
$$;
comment on function private.report_balances(timestamptz, timestamptz) is
  'Returns BalancesReport (contract/balance.ts): what families held before and after a period, the changes by kind, '
  'and gift vouchers that ended in it without having been redeemed.';
