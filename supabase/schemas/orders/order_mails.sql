-- Mails about an order: what each of them carries, and the two that say what became of its lines.

create function private.queue_order_mail(
  p_template text, p_order_id uuid, p_about text default null, p_more jsonb default '{}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := private.order_view(p_order_id);
  v_waits constant boolean := p_template = 'order_cancelled' and exists (
    select from public.refunds where order_id = p_order_id and private.refund_status(refunds) = 'waiting');
begin
  -- Of an order whose people were forgotten nobody is told anything.
  if v_order ->> 'parent_email' is null then return; end if;
  -- What this mail says comes back, no second one says: what the transaction asked for. What waits for a bank is said
  -- when it goes.
  if p_template = 'order_cancelled' and not v_waits then
    update public.refunds set told = true
    where order_id = p_order_id and status = 'requested' and asked_in = pg_current_xact_id();
  end if;
  insert into public.outbox (key, template, recipient, payload)
  values (
    p_template || ':' || coalesce(p_about, p_order_id::text),
    p_template,
    v_order ->> 'parent_email',
    v_order || p_more || private.mail_links(p_template, p_order_id, v_order ->> 'parent_email') || jsonb_build_object(
      'refund_waits', v_waits,
      'collectors', case when p_template in ('booking_confirmed', 'paid_late_reseated')
        then private.order_collectors(p_order_id) end,
      'parent_first_name', split_part(v_order ->> 'parent_name', ' ', 1),
      -- Of a child a mail knows the first name and nothing else.
      'lines', (
        select jsonb_agg(value || jsonb_build_object('child_name', split_part(value ->> 'child_name', ' ', 1))
            || case when p_template in ('booking_confirmed', 'paid_late_reseated', 'order_moved') then '{}'::jsonb
              else '{"refund_steps": null}' end
          order by ordinality)
        from jsonb_array_elements(v_order -> 'lines') with ordinality),
      'receipt', jsonb_build_object(
        'number', v_order -> 'number', 'paid_at', v_order -> 'paid_at', 'currency', v_order -> 'currency',
        'total_cents', v_order -> 'total_cents', 'gst', v_order -> 'gst',
        'lines', (
          select jsonb_agg(jsonb_build_object('title', value -> 'title', 'price_cents', value -> 'total_cents')
            order by ordinality)
          from jsonb_array_elements(v_order -> 'lines') with ordinality))))
  on conflict (key) do nothing;
end;
$$;
comment on function private.queue_order_mail(text, uuid, text, jsonb) is
  'Queues a mail about an order, once per template and order, or per template and p_about. p_more: what happened, see '
  'outbox.payload.';

create function private.queue_cancelled_mail(
  p_order_id uuid, p_about text, p_line_ids uuid[], p_refund_cents integer, p_more jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_order_mail('order_cancelled', p_order_id, p_about, jsonb_build_object('cancelled',
    p_more || jsonb_build_object('line_ids', p_line_ids, 'refund_cents', p_refund_cents)))
$$;
comment on function private.queue_cancelled_mail(uuid, text, uuid[], integer, jsonb) is
  'Queues the mail that lines of an order are given back, and what of the money comes back, once about p_about; p_more '
  'says why.';

create function private.queue_moved_mail(
  p_order_id uuid, p_line_ids uuid[], p_kind text default 'moved', p_about text default gen_random_uuid()::text)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_order_mail('order_moved', p_order_id, p_about,
    jsonb_build_object('moved', jsonb_build_object('line_ids', p_line_ids, 'kind', p_kind)))
$$;
comment on function private.queue_moved_mail(uuid, uuid[], text, text) is
  'Queues the mail that lines of an order have another place: moved, or credit where it is chosen later. Each time '
  'anew unless p_about names it.';
