-- Invoice numbers of our own, without gaps (decisions "Invoice numbers"): each order gets one when it is paid, and each
-- refund that was paid back a credit note while we are registered for GST.

create table public.invoice_counter (
  id boolean primary key default true check (id),
  invoices integer not null default 0,
  credit_notes integer not null default 0
);
comment on table public.invoice_counter is
  'One row: the last numbers that were given. A sequence would leave a gap whenever a transaction is rolled back.';

create table public.invoices (
  kind text not null check (kind in ('invoice', 'credit_note')),
  number integer not null check (number > 0),
  reference text not null generated always as (
    case kind when 'invoice' then 'INV-' else 'CN-' end || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  order_id uuid not null references public.orders (id) on delete restrict,
  refund_id uuid references public.refunds (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  issued_at timestamptz not null default clock_timestamp(),
  primary key (kind, number),
  check ((kind = 'credit_note') = (refund_id is not null))
);
comment on table public.invoices is
  'Invoices of paid orders and credit notes for refunds, each numbered from 1 without gaps, and never changed.';
comment on column public.invoices.amount_cents is
  'The total of the order, or the part of the refund that belongs to its lines. A refund whose lines are decided in '
  'steps has a credit note for each step.';
create unique index invoices_order_id on public.invoices (order_id) where kind = 'invoice';
create index invoices_all_order_id on public.invoices (order_id);
create index invoices_refund_id on public.invoices (refund_id);
create index invoices_issued_at on public.invoices (issued_at);

alter table public.invoice_counter enable row level security;
alter table public.invoices enable row level security;
revoke all on table public.invoice_counter, public.invoices from anon, authenticated, service_role;
grant select on public.invoices to authenticated, service_role;
create policy "Parents read the invoices of their own orders, admins read all" on public.invoices
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id())));
create trigger refuse_change before update or delete or truncate on public.invoices
  for each statement execute function private.refuse_change();

create function private.export_family_invoices(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('invoices', coalesce(jsonb_agg(to_jsonb(i) order by i.issued_at, i.reference), '[]'))
  from public.orders o join public.invoices i on i.order_id = o.id
  where o.family_id = p_family_id
$$;
comment on function private.export_family_invoices(uuid, text[], text[]) is
  'The invoices and credit notes of the family''s orders.';

create function private.next_invoice_number(p_kind text)
returns integer
language sql
volatile
set search_path = ''
as $$
  insert into public.invoice_counter as c (invoices, credit_notes)
  values ((p_kind = 'invoice')::integer, (p_kind = 'credit_note')::integer)
  on conflict (id) do update set
    invoices = c.invoices + excluded.invoices, credit_notes = c.credit_notes + excluded.credit_notes
  returning case p_kind when 'invoice' then invoices else credit_notes end
$$;
comment on function private.next_invoice_number(text) is
  'Takes the next number. The counter stays locked until the transaction ends, so it is taken last: at the commit.';

create function private.invoice_reference(p_order_id uuid)
returns text
language sql
stable
set search_path = ''
as $$ select reference from public.invoices where order_id = p_order_id and kind = 'invoice' $$;
comment on function private.invoice_reference(uuid) is 'The invoice number of an order, null until it is paid.';

create function private.give_invoice_number()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_reference text;
begin
  if private.invoice_reference(new.id) is not null then return null; end if;
  insert into public.invoices (kind, number, order_id, amount_cents, issued_at)
  values ('invoice', private.next_invoice_number('invoice'), new.id, new.total_cents, coalesce(new.paid_at, clock_timestamp()))
  returning reference into v_reference;
  -- The receipt was queued in this transaction, before the order had a number.
  update public.outbox m set payload = m.payload || jsonb_build_object('invoice', v_reference)
  from unnest('{booking_confirmed,paid_late_reseated,paid_late_choice,renewal_paid}'::text[]) t (template)
  where m.key = any (t.template || ':' || new.id || array(
      select '' union all select ':' || p.id from public.profiles p where p.family_id = new.family_id))
    and m.sent_at is null;
  return null;
end;
$$;
comment on function private.give_invoice_number() is
  'Trigger on orders: gives a paid order its invoice number. Runs at the end of the transaction, because the counter '
  'is the last lock. Definer: no definer function is running at that time.';
create constraint trigger give_invoice_number after update of paid_at on public.orders
  deferrable initially deferred
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.give_invoice_number();
create constraint trigger give_invoice_number_to_new after insert on public.orders
  deferrable initially deferred
  for each row when (new.paid_at is not null) execute function private.give_invoice_number();

create function private.issue_credit_note(p_refund_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_order_id uuid;
  v_cents integer;
begin
  -- Two transactions that decide about one refund take turns.
  select * into v_refund from public.refunds where id = p_refund_id for update;
  if v_refund.status <> 'succeeded' or (private.settings()).gst_number is null then return; end if;
  select sum(a.amount_cents) - coalesce((
      select sum(i.amount_cents) from public.invoices i where i.refund_id = p_refund_id), 0),
    coalesce(v_refund.order_id, (array_agg(l.order_id))[1])
  into v_cents, v_order_id
  from public.refund_allocations a join public.order_lines l on l.id = a.order_line_id
  where a.refund_id = p_refund_id;
  -- What no line was charged for, such as a second charge, was never invoiced.
  if coalesce(v_cents, 0) <= 0 then return; end if;
  insert into public.invoices (kind, number, order_id, refund_id, amount_cents)
  values ('credit_note', private.next_invoice_number('credit_note'), v_order_id, p_refund_id, v_cents);
end;
$$;
comment on function private.issue_credit_note(uuid) is
  'Issues a credit note for the part of a paid refund that belongs to lines and has none yet, if we are registered for '
  'GST.';

create function private.issue_credit_note_after_refund()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.issue_credit_note(coalesce((to_jsonb(new) ->> 'refund_id')::uuid, (to_jsonb(new) ->> 'id')::uuid));
  return null;
end;
$$;
comment on function private.issue_credit_note_after_refund() is
  'Trigger on refunds and refund_allocations: issues the credit note. Runs at the end of the transaction, because the '
  'counter is the last lock. Definer: no definer function is running at that time.';
create constraint trigger issue_credit_note_after_refund after insert or update of status on public.refunds
  deferrable initially deferred
  for each row when (new.status = 'succeeded') execute function private.issue_credit_note_after_refund();
create constraint trigger issue_credit_note_after_allocation after insert or update of amount_cents on public.refund_allocations
  deferrable initially deferred
  for each row execute function private.issue_credit_note_after_refund();
