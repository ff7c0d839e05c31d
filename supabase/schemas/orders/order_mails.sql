-- Queues the mails about an order: its confirmation, moves and cancellations.

create function private.refunds_of_decision(p_order_id uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array(select id from public.refunds where order_id = p_order_id and requested_in = pg_current_xact_id());
end;
$$;
comment on function private.refunds_of_decision(uuid) is
  'Returns the refunds of an order that this transaction requested.';

create function private.order_of_booking(p_booking_id uuid)
returns uuid
language sql
stable
set search_path = ''
as $$
  select l.order_id
  from public.credit_ledger k
  join public.passes p on p.id = k.pass_id
  join public.order_lines l on l.id = p.order_line_id
  where k.booking_id = p_booking_id and k.reason = 'booked'
$$;
comment on function private.order_of_booking(uuid) is
  'Returns the order that sold the pass of a booking, or null for a booking that was not sold. The calendar entry is '
  'identified by the order''s number and the class.';

create function private.keeps_place(p_order_id uuid, p_session_id uuid, p_camp_id uuid, p_line_ids uuid[] default '{}')
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.order_lines l
    where l.order_id = p_order_id and l.id <> all (p_line_ids) and l.status = 'placed'
      and (l.session_id = p_session_id or l.camp_id = p_camp_id))
    or exists (
      select from public.bookings b
      join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
      join public.passes p on p.id = k.pass_id
      join public.order_lines l on l.id = p.order_line_id
      where b.session_id = p_session_id and b.status = 'booked' and l.order_id = p_order_id and l.id <> all (p_line_ids))
$$;
comment on function private.keeps_place(uuid, uuid, uuid, uuid[]) is
  'Returns whether a child of the order still has a place in this class or camp. Then the calendar entry stays, '
  'because all children of an order share it. p_line_ids are lines to ignore.';

create function private.left_entry(
  p_order_id uuid, p_family_id uuid, p_child_name text, p_session_id uuid, p_camp_id uuid, p_line_ids uuid[] default '{}')
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'number', (select o.number from public.orders o where o.id = p_order_id), 'child_name', p_child_name,
    'session', private.session_view(p_session_id), 'camp', private.camp_view(p_camp_id),
    'stays', private.children_at(p_family_id, p_session_id, p_camp_id),
    -- A class or camp that has begun stays in the calendar, too.
    'keeps_appointment', private.keeps_place(p_order_id, p_session_id, p_camp_id, p_line_ids) or exists (
      select from public.sessions where id = p_session_id and starts_at <= private.calendar_now()
      union all
      select from public.camp_weeks where id = p_camp_id and starts_at <= private.calendar_now()));
end;
$$;
comment on function private.left_entry(uuid, uuid, text, uuid, uuid, uuid[]) is
  'Returns {number, child_name, session, camp, stays, keeps_appointment} of a place that was left. number is the '
  'order''s, or null. stays are the given names of the family''s children who still have a place there. '
  'keeps_appointment says whether the calendar entry stays. p_line_ids are lines to ignore.';

create function private.left_place(p_old public.order_lines, p_line_ids uuid[] default '{}')
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select private.left_entry(o.id, o.family_id,
    private.given_name(
      (select c.name from public.order_children c where c.order_id = o.id and c.position = p_old.child_position),
      array(select c.name from public.order_children c where c.order_id = o.id)),
    p_old.session_id, p_old.camp_id, p_line_ids || p_old.id)
  from public.orders o where o.id = p_old.order_id
$$;
comment on function private.left_place(public.order_lines, uuid[]) is
  'Returns private.left_entry of the place that a line no longer has. p_old is the line before the change. p_line_ids '
  'are other lines to ignore.';

create function private.left_class(p_booking_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select private.left_entry(
    private.order_of_booking(b.id), b.family_id, private.child_name(b.child_id), b.session_id, null)
  from public.bookings b where b.id = p_booking_id
$$;
comment on function private.left_class(uuid) is 'Returns private.left_entry of a cancelled booking.';

create function private.queue_order_mail(
  p_template text, p_order_id uuid, p_key text default null, p_payload jsonb default '{}', p_recipient text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := private.order_view(p_order_id);
  v_sold_by constant uuid := (select sold_by from public.orders where id = p_order_id);
  -- These two mails state the refund, so no separate mail about it is sent.
  v_states_refund constant boolean := p_template in ('order_cancelled', 'order_moved');
  v_refund_waits constant boolean := v_states_refund and exists (
    select from public.refunds where order_id = p_order_id and private.refund_status(refunds) = 'waiting');
begin
  -- An order whose personal data was erased has no address.
  if v_order ->> 'parent_email' is null then return; end if;
  -- This mail states the refunds that this transaction requested. A refund that must wait for the end of a dispute is
  -- reported when it is sent.
  if v_states_refund and not v_refund_waits then
    update public.refunds set notified = true
    where order_id = p_order_id and status = 'requested' and requested_in = pg_current_xact_id();
  end if;
  perform private.queue_mails(p_template, p_template || ':' || coalesce(p_key, p_order_id::text),
    v_order || p_payload || jsonb_build_object(
      'provider', private.provider(), 'seller', private.staff_name(v_sold_by), 'desk_method', private.desk_method(p_order_id),
      'split', (select private.split_view(o) from public.orders o where o.id = p_order_id),
      'balance_part_cents', private.balance_part(p_order_id),
      'refund_waits', v_refund_waits,
      'refund_parts', private.refund_parts(private.refunds_of_decision(p_order_id)),
      'at', private.iso(clock_timestamp()),
      'collectors', case when p_template in ('booking_confirmed', 'paid_late_reseated')
        then private.order_collectors(p_order_id) end,
      'parent_first_name', split_part(v_order ->> 'parent_name', ' ', 1),
      'receipt', jsonb_build_object(
        'number', v_order -> 'number', 'paid_at', v_order -> 'paid_at', 'currency', v_order -> 'currency',
        'total_cents', v_order -> 'total_cents', 'gst', v_order -> 'gst',
        'lines', (
          select jsonb_agg(jsonb_build_object('title', value -> 'title', 'price_cents', value -> 'total_cents')
            order by ordinality)
          from jsonb_array_elements(v_order -> 'lines') with ordinality)),
      -- Mails contain only the given name of a child.
      'lines', (
        select jsonb_agg(value || jsonb_build_object(
            'child_name', private.given_name(value ->> 'child_name',
              array(select c.name from public.order_children c where c.order_id = p_order_id)))
            || case when p_template in ('booking_confirmed', 'paid_late_reseated', 'order_moved') then '{}'::jsonb
              else '{"refund_steps": null}' end
          order by ordinality)
        from jsonb_array_elements(v_order -> 'lines') with ordinality),
      'left_places', coalesce(p_payload -> 'left_places', (
        select jsonb_agg(private.left_place(o)) from public.order_lines l join public.order_lines o on o.id = l.moves_line_id
        where l.order_id = p_order_id), '[]')),
    case when p_recipient is null then private.order_recipients(p_order_id) else private.order_reader(p_order_id, p_recipient) end,
    p_order_id);
end;
$$;
comment on function private.queue_order_mail(text, uuid, text, jsonb, text) is
  'Queues a mail to each of private.order_recipients, or only to p_recipient, once per template and order, or per '
  'p_key. p_payload is explained at outbox.payload.';

create function private.reverted_bookings(p_line_ids uuid[])
returns setof public.bookings
language sql
stable
set search_path = ''
as $$
  select b
  from public.order_lines l
  join public.passes p on p.order_line_id = l.id
  join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
  join public.bookings b on b.id = k.booking_id
  where l.id = any (p_line_ids) and b.status = 'cancelled' and b.updated_at >= now()
    and b.session_id is distinct from l.session_id
$$;
comment on function private.reverted_bookings(uuid[]) is
  'Returns the bookings with the passes of these lines that this transaction cancelled, except those of the lines'' '
  'own classes.';

create function private.queue_cancelled_mail(
  p_order_id uuid, p_key text, p_line_ids uuid[], p_refund_cents integer, p_payload jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_order_mail('order_cancelled', p_order_id, p_key, jsonb_build_object(
    'cancelled', p_payload - 'not_placed' || jsonb_build_object('line_ids', p_line_ids, 'refund_cents', p_refund_cents),
    'left_places', (
      select coalesce(jsonb_agg(g.place
        -- A booking that was never confirmed has no calendar entry.
        || case when p_payload ?| array['not_moved', 'had_before', 'not_placed'] then '{"keeps_appointment": true}'::jsonb else '{}' end
        order by g.position, g.starts_at), '[]')
      from (
        select private.left_place(l, p_line_ids) as place, l.position, null as starts_at
        from public.order_lines l where l.id = any (p_line_ids) and (l.session_id is not null or l.camp_id is not null)
        union all
        select private.left_class(b.id), null, s.starts_at
        from private.reverted_bookings(p_line_ids) b join public.sessions s on s.id = b.session_id) g)))
$$;
comment on function private.queue_cancelled_mail(uuid, text, uuid[], integer, jsonb) is
  'Queues the mail that lines of an order are cancelled, with the refund in cents, once per p_key. p_payload gives the '
  'reason. If it has not_placed, the lines had no place.';

create function private.queue_moved_mail(
  p_order_id uuid, p_line_ids uuid[], p_kind text default 'moved', p_key text default gen_random_uuid()::text,
  p_old public.order_lines default null)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.queue_order_mail('order_moved', p_order_id, p_key,
    jsonb_build_object(
      'moved', jsonb_build_object('line_ids', p_line_ids, 'kind', p_kind, 'refund_cents', (
        select coalesce(sum(r.amount_cents), 0) from public.refunds r
        where r.order_line_id = any (p_line_ids) and r.requested_in = pg_current_xact_id() and r.status = 'requested')),
      'left_places', case when p_old.id is null then '[]'::jsonb else jsonb_build_array(private.left_place(p_old)) end))
$$;
comment on function private.queue_moved_mail(uuid, uuid[], text, text, public.order_lines) is
  'Queues the mail that lines got another place (p_kind moved), or a credit with which the family chooses a place '
  'later (p_kind credit), with the refund. A call with a new p_key queues another mail. p_old is the line with the '
  'place that it leaves.';
