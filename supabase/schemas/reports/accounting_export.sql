-- Admins export invoices and credit notes for the accounting software (docs/decisions "/management/reports").

comment on column public.settings.xero_account_code is
  'The account of sales in the accounting export. An organisation that is new in Xero has 200.';

create function private.document_method(p_order_id uuid, p_refund public.refunds, p_instalment_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_refund.id is not null then
    return case when p_refund.to_balance then 'balance'
      else (select coalesce(method, provider) from public.payments where id = p_refund.payment_id) end;
  end if;
  return coalesce(
    (select string_agg(m.method, ', ' order by m.method = 'balance', m.method)
      from (
        select distinct coalesce(y.method, y.provider) as method
        from private.order_charges(p_order_id) y left join public.order_instalments i on i.payment_id = y.id and i.position > 0
        where i.id is not distinct from p_instalment_id) m),
    -- If no charge paid for the order, its first charge is paid back, so its method counts.
    (select coalesce(y.method, y.provider) from public.payments y
      where y.order_id = p_order_id and p_instalment_id is null order by y.created_at limit 1));
end;
$$;
comment on function private.document_method(uuid, public.refunds, uuid) is
  'Returns how a document was paid. For a refund this is the method by which it is paid back, and for an instalment '
  'the method of its own payment. For an order these are all methods of its sale, for example cash and balance.';

create function private.document_view(
  p_order public.orders, p_kind text, p_reference text, p_at timestamptz, p_lines jsonb, p_refund public.refunds default null,
  p_instalment_id uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'kind', p_kind, 'reference', p_reference, 'order_number', p_order.number, 'invoice', private.invoice_reference(p_order.id),
    'day', (p_at at time zone private.time_zone())::date,
    'name', coalesce(p_order.parent_name, f.contact_name), 'email', coalesce(p_order.parent_email, f.contact_email),
    'phone', coalesce(p_order.parent_phone, f.contact_phone), 'currency', p_order.currency,
    'gst_rate_basis_points', case when p_order.gst_number is not null then p_order.gst_rate_basis_points end,
    'method', private.document_method(p_order.id, p_refund, p_instalment_id),
    'lines', p_lines)
  from (values (true)) v left join public.families f on f.id = p_order.family_id
$$;
comment on function private.document_view(public.orders, text, text, timestamptz, jsonb, public.refunds, uuid) is
  'Returns AccountingDocument (contract/accounting.ts).';

create function private.credited_lines(p_refund_id uuid, p_cents bigint)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('title', string_agg(distinct l.title, ', '), 'cents', -p_cents))
  from public.refund_allocations a join public.order_lines l on l.id = a.order_line_id
  where a.refund_id = p_refund_id
$$;
comment on function private.credited_lines(uuid, bigint) is
  'Returns what a refund was for, and its amount, as one line.';

create function public.get_accounting_documents(p_from date, p_until date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_from timestamptz;
  v_until timestamptz;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_from is null or p_from not between '2000-01-01' and '2100-12-31' then perform private.fail('invalid_input', 'p_from'); end if;
  if p_until is null or p_until not between p_from and p_from + 30 then perform private.fail('invalid_input', 'p_until'); end if;
  v_from := p_from::timestamp at time zone private.time_zone();
  v_until := (p_until + 1)::timestamp at time zone private.time_zone();
  return jsonb_build_object(
    'account_code', (private.settings()).xero_account_code,
    'documents', (
      select coalesce(jsonb_agg(d.document order by d.at, d.reference), '[]')
      from (
        select i.issued_at as at, i.reference, private.document_view(o, 'invoice', i.reference, i.issued_at, (
            select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'cents', (
                select coalesce(sum(k.amount_cents), 0) from public.line_ledger k where k.order_line_id = l.id and case when i.instalment_id is null then k.reason in ('sold', 'instalments')
                  -- A later instalment has an invoice of its own.
                  else k.reason = 'instalment' and k.rules ->> 'instalment_id' = i.instalment_id::text end))
              order by l.position), '[]')
            from public.order_lines l where l.order_id = o.id), null, i.instalment_id) as document
        from public.invoices i join public.orders o on o.id = i.order_id
        where i.kind = 'invoice' and i.issued_at >= v_from and i.issued_at < v_until
        union all
        select i.issued_at, i.reference, private.document_view(o, i.kind, i.reference, i.issued_at,
          private.credited_lines(r.id, case i.kind when 'reversal' then -i.amount_cents else i.amount_cents end), r)
        from public.invoices i join public.orders o on o.id = i.order_id join public.refunds r on r.id = i.refund_id
        where i.kind <> 'invoice' and i.issued_at >= v_from and i.issued_at < v_until) d));
end;
$$;
comment on function public.get_accounting_documents(date, date) is
  'For admins. Returns AccountingDocuments (contract/accounting.ts) of at most 31 days. Amounts include GST. Those of '
  'refunds are negative. Contains no child''s name. Definer: reads past the policies, after checking for an admin.';
grant execute on function public.get_accounting_documents(date, date) to authenticated;
select private.answer_calls('public.get_accounting_documents(date, date)', 'reports');
