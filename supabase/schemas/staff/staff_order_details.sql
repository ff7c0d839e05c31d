-- The page of an order for staff has no health data, but says who viewed it.

create function private.order_mails(p_order public.orders)
returns setof public.outbox
language sql
volatile
set search_path = ''
as $$
  -- Mails are found by address first, which has an index. Then they are checked for what they are about.
  select m.* from public.outbox m
  where lower(m.recipient) = any (array(
      select lower(p_order.parent_email) where p_order.parent_email is not null
      union select lower(r.email) from unnest(private.order_recipients(p_order.id)) r
      union select k.recipient from public.order_links k where k.order_id = p_order.id and k.recipient is not null))
    and (m.payload ->> 'number' = p_order.number or string_to_array(m.key, ':') && (
      p_order.id::text
      || array(select l.id::text from public.order_lines l where l.order_id = p_order.id)
      || array(select r.id::text from public.refunds r where r.order_id = p_order.id)))
$$;
comment on function private.order_mails(public.orders) is
  'Returns mails about an order, to its recipients and to addresses that got a link to it, including copies.';

create function private.order_events(p_order public.orders)
returns table (at timestamptz, kind text, about text, cents integer, who uuid, id uuid)
language sql
volatile
set search_path = ''
as $$
  select p_order.created_at, 'opened', p_order.channel, null::integer, coalesce(p_order.sold_by, p_order.user_id), null::uuid
  union all
  select d.created_at, 'desk_discount', d.reason, d.discount_cents, d.given_by, null from public.desk_discounts d
  where d.order_id = p_order.id
  union all
  select i.moved_at, case when exists (
      select from public.order_lines l join public.line_ledger k on k.order_line_id = l.id
      where l.order_id = p_order.id and k.reason = 'not_claimed' and k.rules ->> 'instalment_id' = i.id::text)
    then 'instalment_written_off' else 'instalment_moved' end, i.moved_reason, i.cents, i.moved_by, null from public.order_instalments i
  where i.order_id = p_order.id and i.moved_at is not null
  union all
  select a.created_at, 'page_opened', null, null, null, null from public.checkout_attempts a where a.order_id = p_order.id
  union all
  select a.closed_at, 'page_closed', null, null, null, null from public.checkout_attempts a
  where a.order_id = p_order.id and a.closed_at is not null
  union all
  select y.created_at, 'charged', coalesce(y.method, y.provider), y.amount_cents, null, null from public.payments y
  where y.order_id = p_order.id
  union all
  select d.created_at, 'decision', d.kind, null, null, null from public.payment_decisions d where d.order_id = p_order.id
  union all
  select d.resolved_at, 'decided', d.resolution, null, d.resolved_by, null from public.payment_decisions d
  where d.order_id = p_order.id and d.resolved_at is not null
  union all
  select r.created_at, case when r.is_external then 'refund_at_stripe' else 'refund_requested' end, r.reason, r.amount_cents,
    r.requested_by, null
  from public.refunds r where r.order_id = p_order.id and not private.is_replaced(r)
  union all
  -- One decision may consist of several refunds with the same note.
  (select distinct on (r.requested_in) r.created_at, 'refund_note', r.note, null::integer, r.requested_by, null::uuid
   from public.refunds r where r.order_id = p_order.id and r.note is not null order by r.requested_in, r.created_at)
  union all
  select r.settled_at, case r.status when 'failed' then 'refund_failed' else 'refund_paid' end, r.reason, r.amount_cents, null, null
  from public.refunds r where r.order_id = p_order.id and r.settled_at is not null and not private.is_replaced(r)
  union all
  select q.created_at, 'dispute_began', q.reason, q.amount_cents, null, null
  from public.payment_disputes q join public.payments y on y.id = q.payment_id where y.order_id = p_order.id
  union all
  select q.closed_at, 'dispute_ended', q.outcome, q.amount_cents, null, null
  from public.payment_disputes q join public.payments y on y.id = q.payment_id
  where y.order_id = p_order.id and q.closed_at is not null
  union all
  select k.created_at, k.entry, l.title, k.amount_cents, k.posted_by, null
  from public.order_lines l join public.line_ledger k on k.order_line_id = l.id
  where l.order_id = p_order.id and k.entry in ('moved_in', 'moved_out', 'kept', 'written_off')
  union all
  select m.created_at, case when m.sent_at is not null then 'mail_sent'
    when m.attempts >= (private.settings()).outbox_attempts_max then 'mail_failed' else 'mail_waits' end, m.template, null, null, m.id
  from private.order_mails(p_order) m
  union all
  select g.created_at, 'mail_retried', null, null, g.user_id, null
  from private.order_mails(p_order) m join public.audit_log g on g.table_name = 'outbox' and g.row_key = m.id::text
  union all
  -- Staff may also have changed lines through the family's page.
  select g.created_at, case when g.after ? 'session_id' or g.after ? 'camp_id' then 'line_moved' else 'line_' || (g.after ->> 'status') end,
    case when g.after ? 'session_id' or g.after ? 'camp_id'
      then concat_ws(', ', n.name, coalesce(private.log_place(g.before), 'no place')) || ' → ' || coalesce(private.log_place(g.after), 'no place')
      else concat_ws(', ', n.name, coalesce(private.place_label(coalesce(l.session_id, l.camp_id)), l.title)) end,
    null, g.user_id, null
  from public.order_lines l
  join public.audit_log g on g.table_name = 'order_lines' and g.row_key = l.id::text
  left join public.order_children n on n.order_id = l.order_id and n.position = l.child_position
  where l.order_id = p_order.id
  union all
  -- Opening a roster reads the details of each child. These reads are one event here.
  (select max(c.created_at), 'looked', c.accessed_table, null, c.user_id, null from public.access_log c
   where p_order.family_id is not null and c.family_id = p_order.family_id and c.created_at >= p_order.created_at
     and not c.reported and c.access_type not in ('changed_after_sale', 'code_wrong')
   group by c.user_id, c.accessed_table, (c.created_at at time zone private.time_zone())::date order by 1 desc limit 20)
$$;
comment on function private.order_events(public.orders) is
  'Returns the events of an order, as StaffEvent (contract/management-orders.ts), with the account that caused each, '
  'if there is one. looked means that somebody viewed the family''s health data, once per person, topic and day.';

create function public.get_order_details(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_order from public.orders where id = p_order_id;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  return jsonb_build_object(
    'order', private.order_row(v_order),
    'invoice', private.invoice_reference(v_order.id),
    'family_id', v_order.family_id,
    'child_ids', (
      select coalesce(jsonb_object_agg(n.position, n.child_id), '{}') from public.order_children n
      where n.order_id = v_order.id and n.child_id is not null),
    'managed', private.managed_view(v_order.id) - 'secret',
    'left', (
      select coalesce(jsonb_object_agg(l.id, private.remaining_of_line(l.id)), '{}')
      from public.order_lines l where l.order_id = v_order.id and v_order.paid_at is not null),
    'disputed_lines', array(
      select l.id from public.order_lines l
      where l.order_id = v_order.id and exists (
        select from private.line_charges(l.id) c where private.is_disputed(c.payment_id))
      order by l.position),
    'cancelled_by_us', array(
      select l.id from public.order_lines l
      where l.order_id = v_order.id and v_order.paid_at is not null and l.status = 'placed' and l.camp_id is not null
        and private.is_cancelled_by_us(l) and not private.is_refunded(l)
      order by l.position),
    'balance_cents', case when v_order.family_id is not null and private.has_open_instalments(v_order.id)
      then private.balance_of(v_order.family_id) end,
    'left_of_order', private.remaining_of_order(v_order.id),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', y.id, 'provider', y.provider, 'method', y.method, 'amount_cents', y.amount_cents, 'at', private.iso(y.created_at),
        'reference', coalesce(y.reference, y.payment_intent, y.session_id, y.invoice_id), 'left_cents', private.remaining_of_payment(y.id),
        'is_disputed', private.is_disputed(y.id)) order by y.created_at, y.id), '[]')
      from public.payments y where y.order_id = v_order.id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'line_id', r.order_line_id, 'amount_cents', r.amount_cents, 'reason', r.reason,
        'status', private.refund_status(r), 'at', private.iso(r.created_at), 'reference', r.provider_refund_id,
        'key', r.request_key,
        'credit_note', (select string_agg(i.reference, ', ' order by i.number) from public.invoices i where i.refund_id = r.id and i.kind = 'credit_note'),
        'by_hand', (r.status in ('requested', 'pending') and y.provider = 'desk')
          or (r.status = 'failed' and coalesce(r.last_error, '') not in ('dispute_lost', 'replaced') and private.remaining_of_payment(y.id) >= r.amount_cents))
        order by r.created_at, r.id), '[]')
      from private.shown_refunds(v_order.id) r join public.payments y on y.id = r.payment_id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'kind', d.kind, 'amount_cents', case d.kind
          when 'external_refund' then private.undecided_cents(y.id) else y.amount_cents end, 'at', private.iso(d.created_at),
        'is_lost', exists (select from public.payment_disputes q where q.payment_id = y.id and q.outcome = 'lost'),
        'split', d.details -> 'split')
        order by d.created_at, d.id), '[]')
      from public.payment_decisions d join public.payments y on y.id = d.payment_id
      where d.order_id = v_order.id and d.status = 'open'),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', private.iso(e.at), 'kind', e.kind, 'about', e.about, 'cents', e.cents, 'id', e.id,
        'who', coalesce(nullif(p.name, ''), p.email)) order by e.at desc, e.kind), '[]')
      from private.order_events(v_order) e left join public.profiles p on p.id = e.who));
end;
$$;
comment on function public.get_order_details(uuid) is
  'For admins. Returns OrderDetails (contract/management-orders.ts), with the newest event first. It contains no '
  'health data, secret or link. Fails with order_not_found. Definer: see list_orders.';
grant execute on function public.get_order_details(uuid) to authenticated;
select private.answer_calls('public.get_order_details(uuid)', 'management');

create function public.send_order_link(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_began_at constant timestamptz := clock_timestamp();
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  if v_order.paid_at is null or v_order.parent_email is null then perform private.fail('order_closed', 'p_order_id'); end if;
  perform private.queue_new_link(v_order.id);
  return jsonb_build_object('queued', exists (
    select from unnest(private.order_recipients(v_order.id)) r
    join public.outbox m on lower(m.recipient) = lower(r.email) and m.template = 'order_link'
      and m.created_at >= v_began_at and string_to_array(m.key, ':') @> array[v_order.id::text]));
end;
$$;
comment on function public.send_order_link(uuid) is
  'For admins. Mails the parent a new link. Returns {queued}, which is false within ten minutes or after too many '
  'mails. Fails with order_not_found, order_closed (not paid, or erased). Definer: see list_orders.';
grant execute on function public.send_order_link(uuid) to authenticated;
select private.answer_calls('public.send_order_link(uuid)', 'management');

create function public.end_order_links(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_key constant text := concat_ws(':', p_order_id, 'ended', gen_random_uuid());
  v_ended integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  -- Links in mails that still wait to be sent have reached nobody, and the family needs them to pay, choose or answer.
  update public.order_links k set expires_at = clock_timestamp()
  where k.order_id = p_order_id and k.expires_at > clock_timestamp() and not exists (
    select from public.outbox m
    where m.sent_at is null and m.attempts = 0 and m.template <> 'order_link'
      and k.token_hash = any (private.mail_token_hashes(m.payload)));
  get diagnostics v_ended = row_count;
  -- The secret of an order that is not paid is only in the browser that pays, and no mail has carried it.
  if v_order.paid_at is not null then
    with renewed as (
      update public.orders set secret = gen_random_uuid() where id = p_order_id returning secret)
    update public.outbox m set payload = m.payload || jsonb_build_object('secret', r.secret)
    from renewed r where m.sent_at is null and m.payload ->> 'secret' = v_order.secret::text;
    -- A mail with a link that has just ended need not be sent. The new one has a key of its own, because the usual key
    -- allows only one in ten minutes.
    delete from public.outbox
    where sent_at is null and template = 'order_link' and split_part(key, ':', 2) = p_order_id::text
      and (leased_until is null or leased_until <= clock_timestamp());
    perform private.queue_order_mail('order_link', p_order_id, v_key, '{"reason": "ended"}');
  end if;
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'delete', 'order_links', p_order_id);
  return jsonb_build_object('ended', v_ended, 'queued', exists (select from public.outbox where key = 'order_link:' || v_key));
end;
$$;
comment on function public.end_order_links(uuid) is
  'For admins, when a family has passed a link on by mistake. Ends all links of the order that have been sent, also '
  'those with which somebody pays, gives a paid order a new secret, and mails the family a new link. Recorded in the '
  'audit log. Returns {ended, queued}; queued is false if the order is not paid or erased, or after too many mails. '
  'Fails with order_not_found. Definer: order_links has no write grant.';
grant execute on function public.end_order_links(uuid) to authenticated;
select private.answer_calls('public.end_order_links(uuid)', 'management');
