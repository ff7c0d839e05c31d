-- These checks compare our ledger with our balance at Stripe (docs/decisions "Stripe payouts").

create function private.stripe_compared_from()
returns timestamptz
language sql
stable
set search_path = ''
as $$ select coalesce(min(made_at), 'infinity') from public.balance_transactions $$;
comment on function private.stripe_compared_from() is
  'Returns the time of our oldest Stripe transaction. Earlier payments are not compared.';

create function private.stripe_compared_until()
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  return coalesce(
    (select least(clock_timestamp(), done_at) - interval '3 days' from public.sweeps where name = 'payouts' and done_at is not null),
    '-infinity');
end;
$$;
comment on function private.stripe_compared_until() is
  'Returns the time up to which payments are compared: Stripe lists a payment within three days, and we read the list '
  'once an hour.';

create function private.discrepancy_payment_not_at_stripe(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select p.id, jsonb_build_object('order', o.number, 'order_id', o.id, 'id', p.payment_intent, 'cents', p.amount_cents,
    'at', private.iso(p.created_at))
  from public.payments p left join public.orders o on o.id = p.order_id
  where p.id > p_after and p.id <= p_until and p.created_at >= p_from and p.created_at < p_before and p.provider = 'stripe'
    and p.created_at >= (select private.stripe_compared_from()) and p.created_at < (select private.stripe_compared_until())
    and not exists (
      select from public.balance_transactions t where t.payment_intent = p.payment_intent and t.category = 'charge');
end;
$$;
comment on function private.discrepancy_payment_not_at_stripe(uuid, uuid, timestamptz, timestamptz) is
  'Returns payments that we recorded and that Stripe does not list after three days.';

create function private.discrepancy_payment_differs_at_stripe(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select p.id, jsonb_build_object('order', o.number, 'order_id', o.id, 'id', p.payment_intent, 'cents', p.amount_cents,
    'stripe_cents', t.amount_cents, 'at', private.iso(t.made_at))
  from public.payments p
  join public.balance_transactions t on t.payment_intent = p.payment_intent and t.category = 'charge'
  left join public.orders o on o.id = p.order_id
  where p.id > p_after and p.id <= p_until and t.made_at >= p_from and t.made_at < p_before
    and t.currency = 'SGD' and t.amount_cents <> p.amount_cents;
end;
$$;
comment on function private.discrepancy_payment_differs_at_stripe(uuid, uuid, timestamptz, timestamptz) is
  'Returns payments that Stripe lists with another amount.';

create function private.discrepancy_stripe_payment_unknown(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select t.id, jsonb_build_object('id', coalesce(t.payment_intent, t.source), 'cents', t.amount_cents, 'at', private.iso(t.made_at))
  from public.balance_transactions t
  where t.id > p_after and t.id <= p_until and t.made_at >= p_from and t.made_at < p_before and t.category = 'charge'
    and t.made_at < (select clock_timestamp() - interval '3 days')
    and not exists (select from public.payments p where p.payment_intent = t.payment_intent);
end;
$$;
comment on function private.discrepancy_stripe_payment_unknown(uuid, uuid, timestamptz, timestamptz) is
  'Returns payments that Stripe lists and that we have not recorded after three days.';

create function private.discrepancy_refund_not_at_stripe(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select r.id, jsonb_build_object('order', o.number, 'order_id', o.id, 'id', r.provider_refund_id, 'cents', -r.amount_cents,
    'at', private.iso(r.settled_at))
  from public.refunds r
  join public.payments p on p.id = r.payment_id and p.provider = 'stripe'
  left join public.orders o on o.id = r.order_id
  where r.id > p_after and r.id <= p_until and r.settled_at >= p_from and r.settled_at < p_before
    and r.status = 'succeeded' and r.provider_refund_id is not null
    and r.created_at >= (select private.stripe_compared_from()) and r.settled_at < (select private.stripe_compared_until())
    and not exists (
      select from public.balance_transactions t where t.source = r.provider_refund_id and t.category = 'refund');
end;
$$;
comment on function private.discrepancy_refund_not_at_stripe(uuid, uuid, timestamptz, timestamptz) is
  'Returns paid refunds that Stripe does not list after three days.';

create function private.discrepancy_stripe_refund_unknown(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select t.id, jsonb_build_object('order', o.number, 'order_id', o.id, 'id', t.source, 'cents', t.amount_cents, 'at', private.iso(t.made_at))
  from public.balance_transactions t
  left join public.payments p on p.payment_intent = t.payment_intent
  left join public.orders o on o.id = p.order_id
  where t.id > p_after and t.id <= p_until and t.made_at >= p_from and t.made_at < p_before and t.category = 'refund'
    and t.made_at < (select clock_timestamp() - interval '3 days')
    and not exists (select from public.refunds r where r.provider_refund_id = t.source);
end;
$$;
comment on function private.discrepancy_stripe_refund_unknown(uuid, uuid, timestamptz, timestamptz) is
  'Returns refunds that Stripe lists and that we have not recorded after three days.';

create function private.discrepancy_stripe_dispute_unknown(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select t.id, jsonb_build_object('order', o.number, 'order_id', o.id, 'id', t.source, 'cents', t.amount_cents, 'at', private.iso(t.made_at))
  from public.balance_transactions t
  left join public.payments p on p.payment_intent = t.payment_intent
  left join public.orders o on o.id = p.order_id
  where t.id > p_after and t.id <= p_until and t.made_at >= p_from and t.made_at < p_before and t.category = 'dispute'
    and t.made_at < (select clock_timestamp() - interval '3 days')
    and not exists (select from public.payment_disputes d where d.provider_dispute_id = t.source);
end;
$$;
comment on function private.discrepancy_stripe_dispute_unknown(uuid, uuid, timestamptz, timestamptz) is
  'Returns disputes that Stripe lists and that we have not recorded after three days.';

create function private.discrepancy_stripe_other_currency(
  p_after uuid, p_until uuid, p_from timestamptz default '-infinity', p_before timestamptz default 'infinity')
returns table (subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select t.id, jsonb_build_object('id', coalesce(t.source, t.provider_transaction_id), 'currency', t.currency, 'at', private.iso(t.made_at))
  from public.balance_transactions t
  where t.id > p_after and t.id <= p_until and t.made_at >= p_from and t.made_at < p_before and t.currency <> 'SGD'
    and t.made_at > (select clock_timestamp() - interval '31 days')
  union all
  select p.id, jsonb_build_object('id', p.provider_payout_id, 'currency', p.currency, 'at', private.iso(p.made_at))
  from public.payouts p
  where p.id > p_after and p.id <= p_until and p.made_at >= p_from and p.made_at < p_before and p.currency <> 'SGD'
    and p.made_at > (select clock_timestamp() - interval '31 days');
end;
$$;
comment on function private.discrepancy_stripe_other_currency(uuid, uuid, timestamptz, timestamptz) is
  'Returns Stripe''s transactions and payouts of the last month that are not in Singapore dollars, and therefore in no '
  'sum.';

create function private.discrepancy_payout_does_not_add_up(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('payout_id', p.id, 'id', p.provider_payout_id, 'cents', p.amount_cents, 'stripe_cents', coalesce((
      select sum(t.net_cents) from public.balance_transactions t
      where t.payout_id = p.id and t.category <> 'payout' and t.currency = p.currency), 0), 'at', private.iso(p.made_at))
  from public.payouts p
  where p.id > p_after and p.id <= p_until and p.is_automatic and p.parts_read_at is null
    and p.listable_at < (select clock_timestamp() - interval '3 hours')
$$;
comment on function private.discrepancy_payout_does_not_add_up(uuid, uuid) is
  'Returns payouts whose transactions differ from what the bank gets, although Stripe could list them all hours ago.';

create function private.reached_bank(p_payout_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payout public.payouts;
begin
  select * into v_payout from public.payouts where id = p_payout_id;
  -- The money of a failed payout returns to our balance and goes out with a later payout.
  while v_payout.status = 'failed' loop
    select n.* into v_payout
    from public.balance_transactions t join public.payouts n on n.id = t.payout_id
    -- Only a later payout is taken, so that the loop ends.
    where t.provider_transaction_id = v_payout.failure_transaction and n.made_at > v_payout.made_at;
  end loop;
  return coalesce(v_payout.status = 'paid', false);
end;
$$;
comment on function private.reached_bank(uuid) is
  'Returns whether the money of a payout is at the bank, either directly or, if the payout failed, by a later payout. '
  'Returns false if p_payout_id is null.';

create function private.discrepancy_payout_failed(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('payout_id', p.id, 'id', p.provider_payout_id, 'cents', p.amount_cents, 'reason', p.failure_code,
    'at', private.iso(p.made_at))
  from public.payouts p
  where p.id > p_after and p.id <= p_until and p.status = 'failed' and not private.reached_bank(p.id)
$$;
comment on function private.discrepancy_payout_failed(uuid, uuid) is
  'Returns payouts that our bank refused and whose money has not arrived since.';
