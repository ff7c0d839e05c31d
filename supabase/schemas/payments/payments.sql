-- Every charge and every refund is recorded once, and so are the charges about which staff must decide (docs/decisions
-- "Safety").

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  payment_intent text unique check (payment_intent <> ''),
  provider text not null default 'stripe' check (provider in ('stripe', 'desk', 'balance')),
  method text check (length(method) between 1 and 40),
  order_id uuid references public.orders (id) on delete restrict,
  session_id text unique check (session_id <> ''),
  invoice_id text unique check (invoice_id <> ''),
  amount_cents integer not null,
  currency text not null,
  result text,
  created_at timestamptz not null default clock_timestamp(),
  reference text unique check (length(reference) between 1 and 60),
  taken_by uuid
);
comment on table public.payments is
  'Every charge that was reported, once. Rows are never deleted. A charge has up to three identifiers: the payment '
  'intent, the checkout session and the invoice. A report may contain only some of them. Later reports add the others '
  '(private.record_charge), so that one charge is never counted twice.';
comment on column public.payments.payment_intent is
  'Stripe''s id of the payment. It is null until a report contains it. For a payment at the desk, it is desk: and the '
  'key of the sale.';
comment on column public.payments.order_id is
  'The order. If no known order matches, it is null, and a decision is open.';
comment on column public.payments.session_id is
  'Stripe''s checkout session, which can be paid once. If a second charge is reported for the same session, it has '
  'none here.';
comment on column public.payments.invoice_id is
  'Stripe''s invoice of a subscription, which is charged once. It is null for other charges.';
comment on column public.payments.provider is
  'desk means that staff took the money, in cash or on their own terminal. balance means that it was spent from the '
  'family''s balance.';
comment on column public.payments.method is 'How it was paid, if known, for example card, paynow or cash.';
comment on column public.payments.reference is
  'For PayNow at the desk, the reference in the bank''s message, in capitals without spaces. One reference confirms '
  'one sale.';
comment on column public.payments.taken_by is
  'The admin who took an instalment at the desk, and in whose close of the day it counts. If it is null, this is the '
  'order''s seller. There is no foreign key, as in desk_closes.';
comment on column public.payments.result is
  'The result of confirm_order. voucher means that the charge paid for a gift voucher and for no order. split means '
  'that it is the second part of a sale at the desk.';
create index payments_order_id on public.payments (order_id);

create function private.paid_for_order(p_result text)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$ begin return coalesce(p_result in ('confirmed', 'reseated', 'needs_choice', 'instalment', 'split'), false); end $$;
comment on function private.paid_for_order(text) is
  'Returns whether a charge with this result paid for its order, which may be at the sale, as the second part of a '
  'sale at the desk, or as a later instalment. A repeated charge, or a charge of another amount, did not pay for it.';

create table public.payment_events (
  event_id text primary key,
  event_type text,
  payment_id uuid references public.payments (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.payment_events is
  'Every report of a payment. Each event is processed once, in one transaction with its effects.';
create index payment_events_payment_id on public.payment_events (payment_id);
create index payment_events_checked on public.payment_events (created_at) where event_type = 'check_payment';

create table public.payment_decisions (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'mismatch', 'duplicate_payment', 'paid_late', 'unknown_order', 'disputed', 'external_refund', 'balance_debt')),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id uuid references public.orders (id) on delete restrict,
  status text not null default 'open' check (status in ('open', 'resolved')),
  resolution text check (resolution in ('moved', 'credit', 'refund', 'accepted', 'ended', 'line', 'cancelled')),
  details jsonb not null default '{}',
  resolved_by uuid references public.profiles (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (payment_id, kind),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((status = 'resolved') = (resolution is not null))
);
comment on table public.payment_decisions is 'Charges that staff must decide about.';
comment on column public.payment_decisions.resolution is
  'moved means that the parent chose another date, and credit that the parent chooses a place later. refund means that '
  'the charge was refunded. accepted means that staff checked it and changed nothing. ended means that the bank took '
  'the money back, and we took back the places. For a refund made at Stripe, accepted means that the order does not '
  'change. line means that the refund belongs to one line, which stays, and cancelled that lines were cancelled for '
  'it. For a debt, accepted means that we claim nothing more.';
comment on column public.payment_decisions.details is
  'The expected and the received amount in cents. For a renewal, also its subscription and period. gives is what the '
  'parent got when staff accepted the charge, or nothing. settled_cents is the amount about which staff have decided, '
  'for a debt that they closed or for a refund at Stripe.';
create index payment_decisions_order_id on public.payment_decisions (order_id);
create index payment_decisions_resolved_by on public.payment_decisions (resolved_by);
create index payment_decisions_open on public.payment_decisions (created_at) where status = 'open';

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id uuid references public.orders (id) on delete restrict,
  order_line_id uuid references public.order_lines (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  reason text not null check (reason in (
    'cancelled', 'moved', 'paid_late', 'duplicate_payment', 'mismatch', 'unknown_order', 'cancelled_by_us', 'cancelled_day',
    'goodwill', 'mistake', 'complaint', 'other', 'external')),
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  attempts integer not null default 0 check (attempts >= 0),
  leased_until timestamptz,
  last_error text,
  requested_by uuid references public.profiles (id) on delete set null,
  notified boolean not null default false,
  requested_in xid8 not null default pg_current_xact_id(),
  settled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  request_key uuid,
  is_external boolean not null default false,
  refusals integer not null default 0 check (refusals >= 0),
  note text check (length(note) between 1 and 200),
  settled_by uuid,
  to_balance boolean not null default false,
  check ((status in ('succeeded', 'failed')) = (settled_at is not null))
);
comment on table public.refunds is
  'A refund is decided here, in the transaction of its cause. It is then requested from Stripe once, with its id as '
  'idempotency key.';
comment on column public.refunds.note is
  'Why staff refunded this, in their words. It is null if they gave no reason. It is erased with the personal data of '
  'its order.';
comment on column public.refunds.to_balance is
  'True if it is added to the family''s balance instead of paid back. This is always so for what was paid from the '
  'balance; otherwise the parent chose it with staff.';
comment on column public.refunds.settled_by is
  'The admin who paid it back by hand, and in whose close of the day it counts. There is no foreign key, as in '
  'desk_closes.';
create index refunds_settled_by on public.refunds (settled_by) where settled_by is not null;
comment on column public.refunds.notified is
  'True if the mail about the cancellation has reported it, so that no separate mail does (private.settle_refund).';
comment on column public.refunds.requested_in is 'The transaction that decided it. The mail that this transaction '
  'queues reports only its own refunds (private.queue_order_mail).';
comment on column public.refunds.order_id is
  'The order that the refund is about. For a line that was moved for a difference, it is the order of the line, even '
  'if an earlier order was charged.';
comment on column public.refunds.order_line_id is 'The refunded line. It is null for a whole charge.';
comment on column public.refunds.reason is
  'cancelled_by_us means that we cancelled, for example a camp that does not take place, and cancelled_day that we '
  'cancelled a day of it. goodwill, mistake, complaint and other mean that staff decided; for other, its note says '
  'why. external means that it was made at Stripe. The reason for each line is in refund_allocations.';
comment on column public.refunds.is_external is
  'True if it was made on Stripe''s own pages. Such a refund is recorded whatever is left of the charge.';
comment on column public.refunds.refusals is
  'How often Stripe refused it because our balance there was too low. It is tried again with another key, and staff '
  'see it.';
comment on column public.refunds.last_error is
  'Stripe''s error. dispute_lost means that the bank paid it, and replaced means that another refund was made instead.';
comment on column public.refunds.status is
  'requested means that it is to be sent. pending means that Stripe has it. failed means that staff must pay it in '
  'another way.';
comment on column public.refunds.leased_until is
  'No other worker sends it before this time. After a failure, it is the time of the next attempt.';
comment on column public.refunds.request_key is
  'Made by the form of a manual refund, so that a repeated request refunds nothing more (refund_line).';
comment on column public.refunds.requested_by is
  'The member of staff who requested it. It is null if the rules or the parent did.';
create index refunds_payment_id on public.refunds (payment_id);
create index refunds_order_id on public.refunds (order_id);
create index refunds_order_line_id on public.refunds (order_line_id);
create index refunds_requested_by on public.refunds (requested_by);
create unique index refunds_request_key on public.refunds (request_key, payment_id);
create index refunds_failed on public.refunds (created_at) where status = 'failed';
create index refunds_waiting on public.refunds (created_at) where status in ('requested', 'pending');

alter table public.refunds enable row level security;
alter table public.payments enable row level security;
alter table public.payment_events enable row level security;
alter table public.payment_decisions enable row level security;
revoke all on table public.payments, public.payment_events, public.payment_decisions, public.refunds
  from anon, authenticated, service_role;
grant select on public.payments, public.payment_events, public.payment_decisions, public.refunds to service_role;
grant select on public.payments, public.payment_decisions, public.refunds to authenticated;

create policy "Admins read payments" on public.payments
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read payment decisions" on public.payment_decisions
  for select to authenticated using ((select private.is_admin()));

create policy "Parents read the refunds of their own orders, admins read all" on public.refunds
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create function private.keep_refunds_below_charge()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_charged integer;
begin
  -- The lock makes two refunds of one charge run one after the other. So the second sum includes the first.
  select amount_cents into v_charged from public.payments where id = new.payment_id for update;
  if new.amount_cents + coalesce((
    select sum(amount_cents) from public.refunds
    where payment_id = new.payment_id and id <> new.id and status <> 'failed'), 0) > v_charged then
    raise exception 'refunds of payment % exceed its charge', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.keep_refunds_below_charge() is
  'Trigger on refunds: refuses refunds beyond the charge. A refund that was made at Stripe has already happened and '
  'is not checked.';
create trigger keep_refunds_below_charge before insert or update of amount_cents, status on public.refunds
  for each row when (new.status <> 'failed' and not new.is_external) execute function private.keep_refunds_below_charge();

create trigger refuse_change before delete or truncate on public.refunds
  for each statement execute function private.refuse_change();
create trigger refuse_change before delete or truncate on public.payments
  for each statement execute function private.refuse_change();
