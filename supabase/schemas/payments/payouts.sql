-- Stores payouts as Stripe last reported them (docs/decisions "Stripe payouts"). reports/report_payouts.sql has the
-- screen, books/discrepancy_payouts.sql the comparison with our ledger.

create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  provider_payout_id text not null unique check (length(provider_payout_id) between 1 and 200),
  amount_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  is_automatic boolean not null,
  made_at timestamptz not null,
  arrival_on date not null,
  failure_code text check (length(failure_code) between 1 and 200),
  failure_transaction text check (length(failure_transaction) between 1 and 200),
  listable_at timestamptz,
  parts_read_at timestamptz,
  checked_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.payouts is
  'Payments of Stripe to our bank account, as Stripe last reported them. Rows are never deleted.';
comment on column public.payouts.amount_cents is
  'The amount that the bank gets. It is negative if Stripe takes money from the bank.';
comment on column public.payouts.is_automatic is
  'True if Stripe made it by its schedule. If somebody requested it at Stripe, Stripe does not say what it contains.';
comment on column public.payouts.arrival_on is 'The day on which the bank should have it, by Stripe''s calendar.';
comment on column public.payouts.failure_transaction is
  'Stripe''s id of the transaction that returned a failed payout to our balance. A later payout contains it.';
comment on column public.payouts.listable_at is 'When Stripe first said that its transactions can be listed.';
comment on column public.payouts.parts_read_at is
  'When all its transactions were read and their sum was compared with its amount. It is null until then.';
comment on column public.payouts.checked_at is
  'When Stripe gave this answer. An older answer that arrives later changes nothing.';
create index payouts_arrival_on on public.payouts (arrival_on desc, id desc);
create index payouts_failure_transaction on public.payouts (failure_transaction) where failure_transaction is not null;

create table public.balance_transactions (
  id uuid primary key default gen_random_uuid(),
  provider_transaction_id text not null unique check (length(provider_transaction_id) between 1 and 200),
  payout_id uuid references public.payouts (id) on delete restrict,
  type text not null check (length(type) between 1 and 60),
  category text not null check (length(category) between 1 and 60),
  amount_cents integer not null,
  fee_cents integer not null,
  net_cents integer not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  source text check (length(source) between 1 and 200),
  payment_intent text check (length(payment_intent) between 1 and 200),
  made_at timestamptz not null,
  available_on date not null,
  created_at timestamptz not null default clock_timestamp(),
  check (net_cents = amount_cents - fee_cents)
);
comment on table public.balance_transactions is
  'Changes of our balance at Stripe: payments, refunds, disputes, fees, payouts. Stripe never changes a transaction; '
  'it only adds its payout later. Contains nothing about people.';
comment on column public.balance_transactions.payout_id is
  'The payout that took it to the bank. It is null if none has. A payout''s own transaction belongs to that payout.';
comment on column public.balance_transactions.category is 'Stripe''s reporting_category.';
comment on column public.balance_transactions.source is 'Stripe''s id of the charge, refund, dispute or payout.';
comment on column public.balance_transactions.payment_intent is
  'The payment that it is about (payments.payment_intent). There is no foreign key, because reports come out of '
  'order.';
create index balance_transactions_payout_id on public.balance_transactions (payout_id);
create index balance_transactions_made_at on public.balance_transactions (made_at);
create index balance_transactions_source on public.balance_transactions (source);
create index balance_transactions_payment_intent on public.balance_transactions (payment_intent);

create function private.is_business_admin()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.has_any_role('business_admin') $$;
comment on function private.is_business_admin() is
  'Returns whether the caller is a business admin, who may see what Stripe pays to the bank.';
grant execute on function private.is_business_admin() to authenticated, service_role;

alter table public.payouts enable row level security;
alter table public.balance_transactions enable row level security;
revoke all on table public.payouts, public.balance_transactions from anon, authenticated, service_role;
grant select on public.payouts, public.balance_transactions to authenticated, service_role;
create policy "Business admins read payouts" on public.payouts
  for select to authenticated using ((select private.is_business_admin()));
create policy "Business admins read balance transactions" on public.balance_transactions
  for select to authenticated using ((select private.is_business_admin()));
create trigger refuse_change before delete or truncate on public.payouts
  for each statement execute function private.refuse_change();
create trigger refuse_change before delete or truncate on public.balance_transactions
  for each statement execute function private.refuse_change();

create function private.check_currency(p_object jsonb)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if upper(private.check_key(p_object, 'currency')) !~ '^[A-Z]{3}$' then perform private.fail('invalid_input', 'currency'); end if;
  return upper(p_object ->> 'currency');
end;
$$;
comment on function private.check_currency(jsonb) is
  'Returns the currency of a Stripe object in capitals. Fails with invalid_input (currency).';

create function private.check_cents(p_object jsonb, p_key text)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_whole(p_object -> p_key, -2000000000, 2000000000) then perform private.fail('invalid_input', p_key); end if;
  return (p_object ->> p_key)::numeric::integer;
end;
$$;
comment on function private.check_cents(jsonb, text) is
  'Returns whole cents of a Stripe object, which may be negative. Fails with invalid_input, and names the key.';

create function public.record_payout(p_payout jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_payout public.payouts;
begin
  perform private.check_object(p_payout, 'p_payout', 4000);
  if coalesce(p_payout ->> 'status', '') not in ('pending', 'in_transit', 'paid', 'failed', 'canceled') then
    perform private.fail('invalid_input', 'status');
  end if;
  if jsonb_typeof(p_payout -> 'is_automatic') is distinct from 'boolean' then perform private.fail('invalid_input', 'is_automatic'); end if;
  if jsonb_typeof(p_payout -> 'is_listable') is distinct from 'boolean' then perform private.fail('invalid_input', 'is_listable'); end if;
  insert into public.payouts as p (
    provider_payout_id, amount_cents, currency, status, is_automatic, made_at, arrival_on, failure_code,
    failure_transaction, listable_at, checked_at)
  values (
    private.check_key(p_payout, 'payout_id'), private.check_cents(p_payout, 'amount_cents'), private.check_currency(p_payout),
    p_payout ->> 'status', (p_payout ->> 'is_automatic')::boolean, private.check_period(p_payout, 'made_at'),
    (private.check_period(p_payout, 'arrives_at') at time zone 'UTC')::date, left(p_payout ->> 'failure_code', 200),
    left(p_payout ->> 'failure_transaction', 200),
    case when (p_payout ->> 'is_listable')::boolean then clock_timestamp() end, private.check_period(p_payout, 'checked_at'))
  on conflict (provider_payout_id) do update set
    amount_cents = excluded.amount_cents, currency = excluded.currency, status = excluded.status,
    is_automatic = excluded.is_automatic, arrival_on = excluded.arrival_on, failure_code = excluded.failure_code,
    failure_transaction = excluded.failure_transaction, listable_at = coalesce(p.listable_at, excluded.listable_at),
    checked_at = excluded.checked_at
  where p.checked_at <= excluded.checked_at;
  select * into v_payout from public.payouts where provider_payout_id = p_payout ->> 'payout_id';
  return jsonb_build_object('parts_due',
    v_payout.is_automatic and v_payout.listable_at is not null and v_payout.parts_read_at is null);
end;
$$;
comment on function public.record_payout(jsonb) is
  'Records a payout. Takes {payout_id, amount_cents, currency, status, is_automatic, made_at, arrives_at, '
  'failure_code, …, checked_at} and returns {parts_due}. Reports may be repeated, parallel and out of order. Definer: '
  'only the service role may call, with Stripe''s own answer.';
grant execute on function public.record_payout(jsonb) to service_role;

create function private.record_balance_transaction(p_transaction jsonb, p_payout_id uuid)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_row public.balance_transactions;
  v_hint text;
begin
  perform private.check_object(p_transaction, 'transaction', 4000);
  v_row := jsonb_populate_record(null::public.balance_transactions, jsonb_build_object(
    'provider_transaction_id', private.check_key(p_transaction, 'transaction_id'),
    'type', private.check_key(p_transaction, 'type'), 'category', private.check_key(p_transaction, 'category'),
    'amount_cents', private.check_cents(p_transaction, 'amount_cents'), 'fee_cents', private.check_cents(p_transaction, 'fee_cents'),
    'net_cents', private.check_cents(p_transaction, 'net_cents'), 'currency', private.check_currency(p_transaction),
    'source', p_transaction ->> 'source', 'payment_intent', p_transaction ->> 'payment_intent',
    'made_at', private.check_period(p_transaction, 'made_at'),
    'available_on', (private.check_period(p_transaction, 'available_at') at time zone 'UTC')::date));
  insert into public.balance_transactions as t (
    provider_transaction_id, payout_id, type, category, amount_cents, fee_cents, net_cents, currency, source, payment_intent,
    made_at, available_on)
  values (
    v_row.provider_transaction_id, p_payout_id, v_row.type, v_row.category, v_row.amount_cents, v_row.fee_cents,
    v_row.net_cents, v_row.currency, v_row.source, v_row.payment_intent, v_row.made_at, v_row.available_on)
  on conflict (provider_transaction_id) do update set
    payout_id = coalesce(t.payout_id, excluded.payout_id), payment_intent = coalesce(t.payment_intent, excluded.payment_intent)
  where t.amount_cents = excluded.amount_cents and t.fee_cents = excluded.fee_cents and t.currency = excluded.currency
    and (t.payout_id is null or excluded.payout_id is null or t.payout_id = excluded.payout_id);
  return case when not found then 'It is recorded with other amounts, or in another payout.' end;
exception when others then
  get stacked diagnostics v_hint = pg_exception_hint;
  return left(concat_ws(' ', sqlerrm, nullif(v_hint, '')), 300);
end;
$$;
comment on function private.record_balance_transaction(jsonb, uuid) is
  'Records one transaction, which may come repeatedly. Returns why it could not be recorded, or null.';

create function public.record_balance_transactions(p_transactions jsonb, p_payout text default null, p_is_last boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_payout public.payouts;
  v_refused jsonb;
begin
  if jsonb_typeof(p_transactions) is distinct from 'array' or jsonb_array_length(p_transactions) > 100 then
    perform private.fail('invalid_input', 'p_transactions');
  end if;
  if p_payout is not null then
    select * into v_payout from public.payouts where provider_payout_id = p_payout for no key update;
    if not found then perform private.fail('invalid_input', 'p_payout'); end if;
  end if;
  -- Transactions are recorded in the order of their ids, so that two callers do not deadlock.
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'problem', r.problem)) filter (where r.problem is not null), '[]')
  into v_refused
  from (
    select o.id, private.record_balance_transaction(o.value, v_payout.id) as problem
    from (
      select left(coalesce(n.value ->> 'transaction_id', 'row ' || n.ordinality), 200) as id, n.value
      from jsonb_array_elements(p_transactions) with ordinality n (value, ordinality) order by 1) o) r;
  if p_is_last and v_payout.id is not null then
    update public.payouts p set parts_read_at = clock_timestamp()
    where p.id = v_payout.id and p.amount_cents = (
      select sum(t.net_cents) from public.balance_transactions t
      where t.payout_id = p.id and t.category <> 'payout' and t.currency = p.currency);
  end if;
  return jsonb_build_object('refused', v_refused);
end;
$$;
comment on function public.record_balance_transactions(jsonb, text, boolean) is
  'Records at most 100 transactions. If one fails, the others are still recorded. p_payout is the payout that contains '
  'them. p_is_last is true if they end its list. Returns {refused: [{id, problem}]}. Definer: only the service role '
  'may call, with Stripe''s own answer.';
grant execute on function public.record_balance_transactions(jsonb, text, boolean) to service_role;

create function public.get_payout_sweep_start()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object('since', floor(extract(epoch from coalesce(
    (select done_at - interval '14 days' from public.sweeps where name = 'payouts'), clock_timestamp() - interval '1 year')))::bigint);
end;
$$;
comment on function public.get_payout_sweep_start() is
  'Returns {since: seconds since 1970} for the next sweep. This is two weeks before the last complete sweep, because '
  'a bank may refuse a payout a week later. The first sweep reads a year. Definer: only the service role may call.';
grant execute on function public.get_payout_sweep_start() to service_role;
