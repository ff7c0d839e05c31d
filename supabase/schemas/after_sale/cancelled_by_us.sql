-- We cancel sessions or camps: these functions find the places that families lose, return their credits, refund their
-- lines and mail each family once.

create function private.check_reason(p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_reason is not null then perform private.check_text(to_jsonb(p_reason), 'p_reason', 200); end if;
end;
$$;
comment on function private.check_reason(text) is
  'Checks the reason for a cancellation, which families read: it is null or a text of 1 to 200 characters. Fails with '
  'invalid_input.';

create function private.unpaid_children_at(p_family_id uuid, p_session_id uuid, p_camp_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(private.child_name(c.id) order by c.dob, c.name), '[]')
    from public.children c
    -- The conditions are those of private.unpaid_children, but only for this family, because each family asks.
    where c.family_id = p_family_id and (
      exists (
        select from public.bookings b
        where b.session_id = p_session_id and b.child_id = c.id and b.status = 'booked'
          and not exists (select from public.credit_ledger l where l.booking_id = b.id))
      or exists (
        select from public.camp_enrollments e
        where e.camp_id = p_camp_id and e.child_id = c.id and e.status = 'enrolled' and e.order_line_id is null)));
end;
$$;
comment on function private.unpaid_children_at(uuid, uuid, uuid) is
  'Returns the given names of a family''s children in a session or camp for whom nobody paid here, the eldest first.';

create function private.cancelled_by_us_places(p_session_ids uuid[], p_camp_ids uuid[])
returns table (family_id uuid, places jsonb)
language sql
volatile
set search_path = ''
as $$
  with place as materialized (
    select s.id, s.id as session_id, null::uuid as camp_id, s.starts_at,
      jsonb_build_object('session', private.session_view(s.id)) || private.other_places(s.id, null) as view
    from public.sessions s where s.id = any (p_session_ids)
    union all
    select c.id, null, c.id, c.starts_at,
      jsonb_build_object('camp', private.camp_view(c.id)) || private.other_places(null, c.id)
    from public.camp_weeks c where c.id = any (p_camp_ids)
  ), booked as (
    select b.family_id, b.session_id as place_id from public.bookings b
    where b.session_id = any (p_session_ids) and b.status = 'booked'
    union
    select e.family_id, e.camp_id from public.camp_enrollments e
    where e.camp_id = any (p_camp_ids) and e.status = 'enrolled')
  select b.family_id, jsonb_agg(p.view || jsonb_build_object(
      'children', private.children_at(b.family_id, p.session_id, p.camp_id),
      -- For them there is neither a credit nor a refund.
      'unpaid_children', private.unpaid_children_at(b.family_id, p.session_id, p.camp_id),
      'order_number', (
        select o.number from public.orders o where o.id = private.order_of_place(b.family_id, p.session_id, p.camp_id)),
      -- The calendar file in each order's mail is identified by the order's number, so the mail needs all numbers.
      'numbers', (
        select coalesce(jsonb_agg(distinct o.number), '[]')
        from public.orders o
        where o.family_id = b.family_id and o.paid_at is not null and (
          exists (select from public.order_lines l where l.order_id = o.id and (l.session_id = p.id or l.camp_id = p.id))
          or private.keeps_place(o.id, p.session_id, p.camp_id))))
    order by p.starts_at, p.id)
  from booked b join place p on p.id = b.place_id
  group by b.family_id
$$;
comment on function private.cancelled_by_us_places(uuid[], uuid[]) is
  'Returns the places that each family still has in these cancelled sessions and camps. For each place it also returns '
  'the order that sold it and other places that are free.';

create function private.notify_cancelled_by_us(p_families jsonb, p_lines public.order_lines[], p_reason text)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_decision constant uuid := gen_random_uuid();
  v_family record;
  v_mails integer := 0;
begin
  -- All families are read in one statement, because one statement per family would read the lines of all other families
  -- each time.
  for v_family in
    with place as (
      select f.family_id, p.value, p.ordinality, coalesce(p.value -> 'session' ->> 'session_id', p.value -> 'camp' ->> 'camp_id')::uuid as id
      from jsonb_to_recordset(p_families) as f (family_id uuid, places jsonb)
      cross join lateral jsonb_array_elements(f.places) with ordinality p
    ), refunded as (
      select p.family_id, p.id, array_agg(r.id) as ids, sum(r.amount_cents) as cents, bool_or(private.refund_status(r) = 'waiting') as waits
      from unnest(p_lines) l join public.orders o on o.id = l.order_id
      join public.refunds r on r.order_line_id = l.id and r.requested_in = pg_current_xact_id()
      join place p on p.family_id = o.family_id and p.id = coalesce(l.camp_id, l.session_id)
      group by p.family_id, p.id
    ), mark_notified as (
      -- The family is notified again when a refund that waits for the bank is sent.
      update public.refunds r set notified = true
      from (select unnest(ids) as id from refunded where not waits) n where r.id = n.id
    )
    select p.family_id, jsonb_agg(p.value || case when n.id is null then '{}' else jsonb_build_object(
        'refunded', true, 'refund_cents', n.cents, 'refund_waits', n.waits,
        'refund_parts', private.refund_parts(n.ids)) end order by p.ordinality) as places
    from place p left join refunded n on n.family_id = p.family_id and n.id = p.id
    group by p.family_id order by p.family_id
  loop
    v_mails := v_mails + private.queue_family_mails('cancelled_by_us', concat_ws(':', 'cancelled_by_us', v_decision, v_family.family_id),
      jsonb_build_object('reason', p_reason, 'at', private.iso(clock_timestamp()), 'cancelled_by_us', v_family.places), v_family.family_id);
    perform private.queue_cancelled_on_phones('cancelled_by_us:' || v_decision, v_family.family_id, v_family.places, p_reason);
  end loop;
  return v_mails;
end;
$$;
comment on function private.notify_cancelled_by_us(jsonb, public.order_lines[], text) is
  'Queues one mail per family about all its cancelled places and their refunds, so no separate mail is sent about a '
  'refund. p_families must be read before the same transaction refunds p_lines. Returns the number of mails.';

create function private.has_taken_place(p_session public.sessions)
returns boolean
language sql
volatile
set search_path = ''
as $$
  -- If a child was marked as present, the class took place. Staff must remove a wrong mark before they cancel.
  select p_session.starts_at <= private.calendar_now()
    or exists (select from public.bookings where session_id = p_session.id and status = 'booked' and attended)
$$;
comment on function private.has_taken_place(public.sessions) is
  'Returns whether a class has begun, or a child was marked as present. Then the class cannot be cancelled.';

create function private.return_bookings(p_session_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking record;
  v_bookings integer := 0;
begin
  -- Passes are always locked in this order, so that two cancellations do not deadlock.
  for v_booking in
    select b.id from public.bookings b
    left join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
    where b.session_id = any (p_session_ids) and b.status = 'booked' order by k.pass_id, b.id
  loop
    perform private.undo_booking(v_booking.id);
    v_bookings := v_bookings + 1;
  end loop;
  return v_bookings;
end;
$$;
comment on function private.return_bookings(uuid[]) is
  'Cancels all bookings of cancelled classes and returns their credits. Returns the number of bookings.';

create function private.refund_cancelled_by_us(p_line public.order_lines)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_cents integer;
begin
  select t.refund_cents into v_cents from private.line_terms(array[p_line.id]) t;
  perform private.free_line(p_line);
  -- A child who did not attend the try-out may book another one.
  delete from public.trial_claims
  where order_line_id = p_line.id and not exists (select from private.pass_bookings(p_line.id));
  perform private.request_line_refund(p_line, v_cents, 'cancelled_by_us');
  perform private.close_line(p_line.id, 'cancelled_by_us');
  return v_cents;
end;
$$;
comment on function private.refund_cancelled_by_us(public.order_lines) is
  'Refunds a whole line that we cancelled. Returns the amount in cents. The caller has locked its order, place and '
  'pass, and mails the family.';
