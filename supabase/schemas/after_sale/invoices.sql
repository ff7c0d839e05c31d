-- Invoice numbers have no gaps (docs/decisions "Invoice numbers"). For a refund we issue a credit note, or a refund
-- note if we were not registered for GST. If the refund fails later, a reversal takes the note back.

create table public.invoice_counter (
  id boolean primary key default true check (id),
  invoices integer not null default 0,
  credit_notes integer not null default 0,
  refund_notes integer not null default 0,
  reversals integer not null default 0
);
comment on table public.invoice_counter is
  'One row with the last numbers that were given. A sequence would leave a gap whenever a transaction is rolled back.';

create table public.invoices (
  kind text not null check (kind in ('invoice', 'credit_note', 'refund_note', 'reversal')),
  number integer not null check (number > 0),
  reference text not null generated always as (
    case kind when 'invoice' then 'INV-' when 'credit_note' then 'CN-' when 'refund_note' then 'RN-' else 'RV-' end || lpad(number::text, greatest(5, length(number::text)), '0')) stored,
  order_id uuid not null references public.orders (id) on delete restrict,
  refund_id uuid references public.refunds (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  issued_at timestamptz not null default clock_timestamp(),
  instalment_id uuid references public.order_instalments (id) on delete restrict,
  primary key (kind, number),
  check ((kind = 'invoice') = (refund_id is null))
);
comment on table public.invoices is
  'Invoices of paid orders, credit and refund notes for refunds, and reversals of the notes whose refund failed '
  'later. Each kind is numbered from 1 without gaps, and no document is ever changed.';
comment on column public.invoices.amount_cents is
  'The total of the order, its deposit, an instalment, or the part of a refund that belongs to the order''s lines. If '
  'staff decide about a refund''s lines in several steps, each step has its own note. A reversal takes back all notes '
  'of its refund.';
comment on column public.invoices.instalment_id is
  'The later instalment that the invoice is for. It is null for the invoice of the sale, which covers only the deposit '
  'if there is a plan.';
create unique index invoices_order_id on public.invoices (order_id) where kind = 'invoice' and instalment_id is null;
create unique index invoices_instalment_id on public.invoices (instalment_id);
create index invoices_all_order_id on public.invoices (order_id);
create index invoices_refund_id on public.invoices (refund_id);
create index invoices_reference on public.invoices (reference);
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
  'Returns the invoices, credit notes and refund notes of the family''s orders.';

create function private.next_invoice_number(p_kind text)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_number integer;
begin
  insert into public.invoice_counter as c (invoices, credit_notes, refund_notes, reversals)
  values ((p_kind = 'invoice')::integer, (p_kind = 'credit_note')::integer, (p_kind = 'refund_note')::integer,
    (p_kind = 'reversal')::integer)
  on conflict (id) do update set
    invoices = c.invoices + excluded.invoices, credit_notes = c.credit_notes + excluded.credit_notes,
    refund_notes = c.refund_notes + excluded.refund_notes, reversals = c.reversals + excluded.reversals
  returning case p_kind when 'invoice' then invoices when 'credit_note' then credit_notes
    when 'refund_note' then refund_notes else reversals end into v_number;
  return v_number;
end;
$$;
comment on function private.next_invoice_number(text) is
  'Takes the next number. The counter stays locked until the transaction ends, so the last thing that a transaction '
  'does is to take its number.';

create function private.invoice_reference(p_order_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$ begin return (select reference from public.invoices where order_id = p_order_id and kind = 'invoice' and instalment_id is null); end $$;
comment on function private.invoice_reference(uuid) is
  'Returns the invoice number of an order, or null if the order is not paid yet.';

create function private.give_invoice_number()
returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_cents constant integer := private.due_at_sale(new);
  -- The order may have got its family after the statement that fired this trigger. If it has none, its mails go to the
  -- buyer's family (private.order_recipients).
  v_family_id constant uuid := coalesce(
    (select family_id from public.orders where id = new.id), (select family_id from public.profiles where id = new.user_id));
  -- The receipt was queued earlier in this transaction, when the order had no number yet.
  v_mail_keys constant text[] := array(
    select t.template || ':' || new.id || s.suffix
    from unnest('{booking_confirmed,paid_late_reseated,paid_late_choice,renewal_paid}'::text[]) t (template)
    cross join (select '' as suffix union all select ':' || p.id from public.profiles p where p.family_id = v_family_id) s);
  v_reference text;
begin
  if private.invoice_reference(new.id) is not null then return null; end if;
  -- From here on, other payments wait for this one.
  insert into public.invoices (kind, number, order_id, amount_cents, issued_at)
  values ('invoice', private.next_invoice_number('invoice'), new.id, v_cents, coalesce(new.paid_at, clock_timestamp()))
  returning reference into v_reference;
  update public.outbox set payload = payload || jsonb_build_object('invoice', v_reference)
  where key = any (v_mail_keys) and sent_at is null;
  return null;
end;
$$;
comment on function private.give_invoice_number() is
  'Trigger on orders: gives a paid order its invoice number. Runs at the end of the transaction, because the counter '
  'is the last lock. Definer: by then, the definer function that changed the order has ended.';
create constraint trigger give_invoice_number after update of paid_at on public.orders
  deferrable initially deferred
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.give_invoice_number();
create constraint trigger give_invoice_number_to_new after insert on public.orders
  deferrable initially deferred
  for each row when (new.paid_at is not null) execute function private.give_invoice_number();

create function private.give_instalment_invoice()
returns trigger
language plpgsql
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_mail_keys constant text[] := array(
    select 'instalment_paid:' || new.id || s.suffix
    from (
      select '' as suffix
      union all
      select ':' || p.id from public.orders o join public.profiles p on p.family_id = o.family_id where o.id = new.order_id) s);
  v_reference text;
begin
  -- From here on, other payments wait for this one.
  insert into public.invoices (kind, number, order_id, amount_cents, issued_at, instalment_id)
  values ('invoice', private.next_invoice_number('invoice'), new.order_id, new.cents, new.paid_at, new.id)
  returning reference into v_reference;
  update public.outbox set payload = payload || jsonb_build_object('invoice', v_reference)
  where key = any (v_mail_keys) and sent_at is null;
  return null;
end;
$$;
comment on function private.give_instalment_invoice() is
  'Trigger on order_instalments: gives a later instalment its own invoice when it is paid. Runs at the end of the '
  'transaction, as give_invoice_number does. Definer: see give_invoice_number.';
create constraint trigger give_instalment_invoice after update of status on public.order_instalments
  deferrable initially deferred
  for each row when (new.status = 'paid' and old.status <> 'paid' and new.position > 0)
  execute function private.give_instalment_invoice();

create function private.note_refund(p_refund_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_order_id uuid;
  v_cents integer;
  v_noted_cents integer;
  v_kind text;
begin
  -- The lock makes two transactions that decide about the same refund take turns.
  select * into v_refund from public.refunds where id = p_refund_id for update;
  if v_refund.status not in ('succeeded', 'failed') then return; end if;
  select coalesce(sum(case i.kind when 'reversal' then -i.amount_cents else i.amount_cents end), 0) into v_noted_cents
  from public.invoices i where i.refund_id = p_refund_id;
  select sum(a.amount_cents), coalesce(v_refund.order_id, (array_agg(l.order_id))[1]) into v_cents, v_order_id
  from public.refund_allocations a join public.order_lines l on l.id = a.order_line_id
  where a.refund_id = p_refund_id;
  if v_refund.status = 'failed' then
    v_kind := 'reversal';
    v_cents := v_noted_cents;
  else
    v_kind := case when (private.settings()).gst_number is null then 'refund_note' else 'credit_note' end;
    v_cents := v_cents - v_noted_cents;
  end if;
  -- For example, a second charge for the same order was never invoiced. Its refund gets no note.
  if coalesce(v_cents, 0) <= 0 then return; end if;
  insert into public.invoices (kind, number, order_id, refund_id, amount_cents)
  values (v_kind, private.next_invoice_number(v_kind), v_order_id, p_refund_id, v_cents);
end;
$$;
comment on function private.note_refund(uuid) is
  'Issues a note for that part of a paid refund that belongs to lines and has no note yet. If the refund failed after '
  'it was paid, reverses its notes instead.';

create function private.note_refund_after_change()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.note_refund(coalesce((to_jsonb(new) ->> 'refund_id')::uuid, (to_jsonb(new) ->> 'id')::uuid));
  return null;
end;
$$;
comment on function private.note_refund_after_change() is
  'Trigger on refunds and refund_allocations: issues or reverses the refund''s notes. Runs at the end of the '
  'transaction, because the counter is the last lock. Definer: by then, the definer function that changed the refund '
  'has ended.';
create constraint trigger note_refund_after_change after insert or update of status on public.refunds
  deferrable initially deferred
  for each row when (new.status in ('succeeded', 'failed')) execute function private.note_refund_after_change();
create constraint trigger note_refund_after_allocation after insert or update of amount_cents on public.refund_allocations
  deferrable initially deferred
  for each row execute function private.note_refund_after_change();
