-- Disputes: a parent's bank takes a charge back, or asks about it. What the provider said of them is kept here; what
-- they do to refunds, places and decisions stands in dispute_calls.sql.

create table public.payment_disputes (
  id uuid primary key default gen_random_uuid(),
  provider_dispute_id text not null unique check (length(provider_dispute_id) between 1 and 200),
  payment_intent text not null check (length(payment_intent) between 1 and 200),
  payment_id uuid references public.payments (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  reason text not null check (length(reason) between 1 and 60),
  provider_status text not null check (length(provider_status) between 1 and 60),
  outcome text check (outcome in ('won', 'lost')),
  withdrawn_cents integer not null default 0,
  answer_by timestamptz,
  closed_at timestamptz,
  asked_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  check ((outcome is null) = (closed_at is null))
);
comment on table public.payment_disputes is
  'Charges that a parent''s bank disputes, as the provider last told. While one is open nothing of its charge goes '
  'back; one that is lost took its amount.';
comment on column public.payment_disputes.payment_id is 'Null until its charge is heard of: reports come out of order.';
comment on column public.payment_disputes.amount_cents is 'What is disputed: the charge, or a part of it.';
comment on column public.payment_disputes.outcome is
  'Null: open. won: the charge stands; lost: the bank has given the money back.';
comment on column public.payment_disputes.withdrawn_cents is
  'What the provider has taken from our balance for it and not given back, without fees: it may take it before the '
  'end.';
comment on column public.payment_disputes.answer_by is 'Until when the provider takes our evidence.';
comment on column public.payment_disputes.asked_at is
  'When the provider was asked what it says here: an older answer that is written down later changes nothing.';
create index payment_disputes_payment_id on public.payment_disputes (payment_id);
create index payment_disputes_payment_intent on public.payment_disputes (payment_intent) where payment_id is null;

alter table public.payment_disputes enable row level security;
revoke all on table public.payment_disputes from anon, authenticated, service_role;
grant select on public.payment_disputes to authenticated, service_role;

create policy "Admins read disputes" on public.payment_disputes
  for select to authenticated using ((select private.is_admin()));

create trigger refuse_change before delete or truncate on public.payment_disputes
  for each statement execute function private.refuse_change();

create function private.is_disputed(p_payment_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (select from public.payment_disputes where payment_id = p_payment_id and outcome is null)
$$;
comment on function private.is_disputed(uuid) is
  'Is a dispute of this charge open? Then nothing of it goes back until its end.';

create function private.taken_by_bank(p_payment public.payments)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select least(p_payment.amount_cents, coalesce(sum(
      -- In another currency there is no telling how much of it: all.
      case when d.currency = p_payment.currency then d.amount_cents else p_payment.amount_cents end), 0))::integer
    from public.payment_disputes d where d.payment_id = p_payment.id and d.outcome = 'lost');
end;
$$;
comment on function private.taken_by_bank(public.payments) is
  'What of a charge went back by disputes that were lost, in cents.';

create function private.is_dispute_accepted(p_dispute public.payment_disputes)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.payment_decisions k
    where k.payment_id = p_dispute.payment_id and k.kind = 'disputed' and k.resolution = 'kept'
      and k.resolved_at >= p_dispute.closed_at)
$$;
comment on function private.is_dispute_accepted(public.payment_disputes) is
  'Have staff decided, since a dispute was lost, that what its charge paid for stands all the same?';

create function private.refuse_lost(p_payment_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (select from public.payment_disputes d
    where d.payment_id = p_payment_id and d.outcome = 'lost' and not private.is_dispute_accepted(d)) then
    perform private.fail('charge_disputed', p_field);
  end if;
end;
$$;
comment on function private.refuse_lost(uuid, text) is
  'For what would give anew what a charge paid for: charge_disputed once the bank gave the charge back, until staff '
  'let it stand.';

create function private.refuse_disputed(p_payment_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.is_disputed(p_payment_id) then perform private.fail('charge_disputed', p_field); end if;
end;
$$;
comment on function private.refuse_disputed(uuid, text) is
  'For what staff ask for: charge_disputed while the bank decides, who would else be paid twice.';
