-- Checks of the books about family balances and gift vouchers (reconcile.sql runs them).

create function private.discrepancy_balance_below_zero(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select e.family_id, jsonb_build_object('cents', sum(e.amount_cents), 'reserved_cents', private.reserved_balance(e.family_id))
  from public.family_balance_entries e where e.family_id > p_after and e.family_id <= p_until
  group by e.family_id having sum(e.amount_cents) < private.reserved_balance(e.family_id)
$$;
comment on function private.discrepancy_balance_below_zero(uuid, uuid) is
  'Returns families whose balance is negative, or less than their open orders reserve.';

create function private.discrepancy_spent_balance_without_entry(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('amount_cents', p.amount_cents, 'entry_cents', e.amount_cents)
  from public.payments p left join public.family_balance_entries e on e.payment_id = p.id
  where p.id > p_after and p.id <= p_until and (p.provider = 'balance' or e.id is not null)
    and (p.provider <> 'balance' or e.amount_cents is distinct from -p.amount_cents)
$$;
comment on function private.discrepancy_spent_balance_without_entry(uuid, uuid) is
  'Returns payments from a balance for which a wrong amount, or nothing, was taken from it.';

create function private.discrepancy_refund_missing_in_balance(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select r.id, jsonb_build_object('amount_cents', r.amount_cents, 'entry_cents', e.amount_cents, 'status', r.status)
  from public.refunds r
  join public.payments p on p.id = r.payment_id
  left join public.family_balance_entries e on e.refund_id = r.id
  where r.id > p_after and r.id <= p_until and (r.to_balance or p.provider = 'balance' or e.id is not null)
    and (not r.to_balance or r.status <> 'succeeded' or e.amount_cents is distinct from r.amount_cents)
$$;
comment on function private.discrepancy_refund_missing_in_balance(uuid, uuid) is
  'Returns refunds that belong to a balance but were not added to it.';

create function private.discrepancy_voucher_differs_from_balance(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select g.id, jsonb_build_object('amount_cents', g.amount_cents, 'entry_cents', e.amount_cents, 'paid_cents', p.amount_cents)
  from public.gift_vouchers g
  left join public.family_balance_entries e on e.voucher_id = g.id
  left join public.payments p on p.id = g.payment_id
  where g.id > p_after and g.id <= p_until and (
    (g.redeemed_at is not null) <> (e.id is not null)
    or e.amount_cents <> g.amount_cents
    or p.amount_cents <> g.amount_cents
    or (g.cancelled_at is not null and p.id is not null and (
      select coalesce(sum(r.amount_cents), 0) from public.refunds r where r.payment_id = p.id and r.status = 'succeeded') <> p.amount_cents))
$$;
comment on function private.discrepancy_voucher_differs_from_balance(uuid, uuid) is
  'Returns redeemed vouchers without an entry, or with an entry of another amount, and cancelled vouchers whose money '
  'was not paid back.';

create function private.discrepancy_taken_back_too_much(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('taken_back_cents', e.cents, 'refunded_cents', r.cents, 'lost_cents', d.cents)
  from public.payments p
  join lateral (
    select -sum(amount_cents) as cents from public.family_balance_entries where disputed_payment_id = p.id) e on e.cents <> 0
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from public.refunds where payment_id = p.id and status <> 'failed') r
  cross join lateral (
    select coalesce(sum(case when currency = p.currency then amount_cents else withdrawn_cents end), 0) as cents
    from public.payment_disputes where payment_id = p.id and outcome = 'lost') d
  where p.id > p_after and p.id <= p_until and (e.cents < 0 or e.cents > least(r.cents, d.cents, r.cents + d.cents - p.amount_cents))
$$;
comment on function private.discrepancy_taken_back_too_much(uuid, uuid) is
  'Returns charges for which more was taken back from a balance than the sum that was both refunded and returned by a '
  'bank.';

create function private.discrepancy_referral_differs_from_balance(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select coalesce(r.order_id, e.order_id), jsonb_build_object('state', r.state, 'credit_cents', r.credit_cents,
    'taken_cents', r.taken_cents, 'given_entry_cents', e.given_cents, 'taken_entry_cents', e.taken_cents)
  from (select * from public.referrals where order_id > p_after and order_id <= p_until) r
  full join (
    select referral_order_id as order_id, sum(amount_cents) filter (where amount_cents > 0) as given_cents,
      -coalesce(sum(amount_cents) filter (where amount_cents < 0), 0) as taken_cents
    from public.family_balance_entries where referral_order_id > p_after and referral_order_id <= p_until group by 1) e
    on e.order_id = r.order_id
  where coalesce(e.given_cents, 0) <> case when r.state in ('given', 'taken_back') then r.credit_cents else 0 end
    or coalesce(e.taken_cents, 0) <> coalesce(r.taken_cents, 0)
$$;
comment on function private.discrepancy_referral_differs_from_balance(uuid, uuid) is
  'Returns orders of friends whose credit on a balance is missing, has another amount, or was given or taken back '
  'without the referral.';
