-- Stores disputes as Stripe reports them. dispute_calls.sql has their effects on refunds, places and decisions.

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
  checked_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  check ((outcome is null) = (closed_at is null))
);
comment on table public.payment_disputes is
  'Charges that a parent''s bank disputes, as Stripe last reported. While a dispute is open, nothing of its charge is '
  'refunded. A lost dispute has taken its amount.';
comment on column public.payment_disputes.payment_id is
  'The disputed charge. It is null until the charge is reported, because reports come out of order.';
comment on column public.payment_disputes.amount_cents is 'The disputed amount, which is all of the charge or less.';
comment on column public.payment_disputes.outcome is
  'It is null while the dispute is open. won if the charge is valid, lost if the bank has returned the money.';
comment on column public.payment_disputes.withdrawn_cents is
  'The amount that Stripe has taken from our balance for the dispute and has not returned, without fees. Stripe may '
  'take it before the dispute ends.';
comment on column public.payment_disputes.answer_by is 'The deadline for our evidence at Stripe.';
comment on column public.payment_disputes.checked_at is
  'When Stripe gave this answer. An older answer that arrives later changes nothing.';
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
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (select from public.payment_disputes where payment_id = p_payment_id and outcome is null);
end;
$$;
comment on function private.is_disputed(uuid) is
  'Returns whether a dispute of this charge is open. Until it ends, nothing of the charge is refunded.';

create function private.taken_by_bank(p_payment public.payments)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select least(p_payment.amount_cents, coalesce(sum(
      -- If the currency differs, the amount is unknown. It then counts as the whole charge.
      case when d.currency = p_payment.currency then d.amount_cents else p_payment.amount_cents end), 0))::integer
    from public.payment_disputes d where d.payment_id = p_payment.id and d.outcome = 'lost');
end;
$$;
comment on function private.taken_by_bank(public.payments) is
  'Returns how much of a charge lost disputes have returned, in cents.';

create function private.is_dispute_accepted(p_dispute public.payment_disputes)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.payment_decisions k
    where k.payment_id = p_dispute.payment_id and k.kind = 'disputed' and k.resolution = 'accepted'
      and k.resolved_at >= p_dispute.closed_at)
$$;
comment on function private.is_dispute_accepted(public.payment_disputes) is
  'Returns whether staff decided, after a dispute was lost, that what its charge paid for stays.';

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
  'Fails with charge_disputed if the bank has returned a charge, unless staff have accepted that. Functions call it '
  'before they give the parent a place for the charge.';

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
  'Fails with charge_disputed if staff request something while the bank decides, because the parent could be paid '
  'twice.';
