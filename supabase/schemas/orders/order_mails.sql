-- Mails about an order: what each of them carries, and the two that say what became of its lines.

create function private.desk_method(p_order_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select y.method from public.payments y where y.order_id = p_order_id and y.provider = 'desk' order by y.created_at limit 1
$$;
comment on function private.desk_method(uuid) is
  'How an order was paid at the desk, and so how its money goes back: cash, paynow or card_terminal; null for what was '
  'paid on the site.';

create function private.queue_order_mail(
  p_template text, p_order_id uuid, p_about text default null, p_more jsonb default '{}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := private.order_view(p_order_id);
  v_sold_by constant uuid := (select sold_by from public.orders where id = p_order_id);
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
      'provider', private.provider(), 'seller', private.staff_name(v_sold_by), 'desk_method', private.desk_method(p_order_id),
      'refund_waits', v_waits, 'at', private.iso(clock_timestamp()),
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

create function private.gone_places(p_order_id uuid, p_session_ids uuid[], p_camp_ids uuid[], p_line_ids uuid[] default '{}')
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- Two children of one order at one place are one entry in a calendar, which stays while one of them goes there.
  with stays as (
    select session_id, camp_id from public.order_lines
    where order_id = p_order_id and status = 'placed' and id <> all (p_line_ids))
  select coalesce(jsonb_agg(jsonb_build_object('number', o.number, 'session', g.session, 'camp', g.camp)), '[]')
  from public.orders o
  cross join lateral (
    select private.session_view(s.id) as session, null::jsonb as camp from public.sessions s
    where s.id = any (p_session_ids) and s.starts_at > private.calendar_now() and s.id not in (select session_id from stays where session_id is not null)
    union all
    select null, private.camp_view(c.id) from public.camp_weeks c
    where c.id = any (p_camp_ids) and c.starts_at > private.calendar_now() and c.id not in (select camp_id from stays where camp_id is not null)) g
  where o.id = p_order_id
$$;
comment on function private.gone_places(uuid, uuid[], uuid[], uuid[]) is
  'Which of these sessions and camps the order no longer stands for: [GonePlace of mails/gone.ts], for calendars that '
  'its confirmation wrote into. p_line_ids: lines that count no more. What has begun is left where it is.';

create function private.queue_cancelled_mail(
  p_order_id uuid, p_about text, p_line_ids uuid[], p_refund_cents integer, p_more jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_order_mail('order_cancelled', p_order_id, p_about, jsonb_build_object(
    -- What was never confirmed stands in no calendar.
    'gone', case when p_more ?| array['not_moved', 'had_before', 'not_placed'] then '[]' else private.gone_places(p_order_id,
      array(select session_id from public.order_lines where id = any (p_line_ids)),
      array(select camp_id from public.order_lines where id = any (p_line_ids)), p_line_ids) end,
    'cancelled', p_more - 'not_placed' || jsonb_build_object('line_ids', p_line_ids, 'refund_cents', p_refund_cents)))
$$;
comment on function private.queue_cancelled_mail(uuid, text, uuid[], integer, jsonb) is
  'Queues the mail that lines of an order are given back, and what of the money comes back, once about p_about; p_more '
  'says why; {not_placed}: they had no place.';

create function private.queue_moved_mail(
  p_order_id uuid, p_line_ids uuid[], p_kind text default 'moved', p_about text default gen_random_uuid()::text,
  p_gone jsonb default '[]')
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_order_mail('order_moved', p_order_id, p_about,
    jsonb_build_object('gone', p_gone, 'moved', jsonb_build_object('line_ids', p_line_ids, 'kind', p_kind)))
$$;
comment on function private.queue_moved_mail(uuid, uuid[], text, text, jsonb) is
  'Queues the mail that lines of an order have another place: moved, or credit where it is chosen later. Each time '
  'anew unless p_about names it. p_gone: private.gone_places.';
