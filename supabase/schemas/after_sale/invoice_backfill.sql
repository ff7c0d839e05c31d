-- An operator runs this once by hand to number old orders (docs/how-to/old-invoices.md; docs/decisions "Invoice
-- numbers").

create function private.number_old_orders()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_last_number integer;
  v_count integer;
begin
  select c.invoices into v_last_number from public.invoice_counter c;
  insert into public.invoices (kind, number, order_id, amount_cents, issued_at, instalment_id)
  select 'invoice', v_last_number + row_number() over (order by n.at, n.instalment_id nulls first, n.order_id), n.order_id, n.cents, n.at, n.instalment_id
  from (
    select o.id as order_id, private.due_at_sale(o) as cents, o.paid_at as at, null::uuid as instalment_id
    from public.orders o
    where o.paid_at is not null
      and not exists (select from public.invoices i where i.order_id = o.id and i.kind = 'invoice' and i.instalment_id is null)
    union all
    select p.order_id, p.cents, p.paid_at, p.id
    from public.order_instalments p
    where p.status = 'paid' and p.position > 0 and not exists (select from public.invoices i where i.instalment_id = p.id)) n;
  get diagnostics v_count = row_count;
  update public.invoice_counter set invoices = invoices + v_count;
  return v_count;
end;
$$;
comment on function private.number_old_orders() is
  'Gives each paid order and later instalment without an invoice the next numbers, in order of payment. Returns how '
  'many. The caller has locked the counter.';

create function private.number_old_refunds()
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_counter public.invoice_counter;
  v_counts jsonb;
begin
  select * into v_counter from public.invoice_counter;
  with refunded as (
    select r.id as refund_id, coalesce(r.order_id, (array_agg(l.order_id))[1]) as order_id, sum(a.amount_cents)::integer as cents,
      coalesce(r.settled_at, r.created_at) as at
    from public.refunds r
    join public.refund_allocations a on a.refund_id = r.id
    join public.order_lines l on l.id = a.order_line_id
    where r.status = 'succeeded' and not exists (select from public.invoices i where i.refund_id = r.id)
    group by r.id
    having sum(a.amount_cents) > 0),
  with_kind as (
    -- The order records whether we were registered for GST when it was sold; the settings only tell about today.
    select f.*, case when o.gst_number is null then 'refund_note' else 'credit_note' end as kind
    from refunded f join public.orders o on o.id = f.order_id),
  inserted as (
    insert into public.invoices (kind, number, order_id, refund_id, amount_cents, issued_at)
    select n.kind, case n.kind when 'credit_note' then v_counter.credit_notes else v_counter.refund_notes end
        + row_number() over (partition by n.kind order by n.at, n.refund_id),
      n.order_id, n.refund_id, n.cents, n.at
    from with_kind n
    returning kind)
  select jsonb_build_object('credit_notes', count(*) filter (where kind = 'credit_note'),
    'refund_notes', count(*) filter (where kind = 'refund_note')) into v_counts from inserted;
  update public.invoice_counter set credit_notes = credit_notes + (v_counts ->> 'credit_notes')::integer,
    refund_notes = refund_notes + (v_counts ->> 'refund_notes')::integer;
  return v_counts;
end;
$$;
comment on function private.number_old_refunds() is
  'Numbers the credit notes or refund notes of paid refunds that have none, in order of payment. Returns how many of '
  'each. The caller has locked the counter.';

create function private.number_old_invoices()
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_orders integer;
begin
  insert into public.invoice_counter default values on conflict (id) do nothing;
  -- New payments wait for this lock and then get higher numbers.
  perform from public.invoice_counter for update;
  v_orders := private.number_old_orders();
  return jsonb_build_object('invoices', v_orders) || private.number_old_refunds();
end;
$$;
comment on function private.number_old_invoices() is
  'Numbers all old documents in one transaction and without gaps. Returns how many: {invoices, credit_notes, '
  'refund_notes}. A second run numbers none, and nobody is mailed. There is no grant, because an operator runs it.';
