-- Mails about passes and bookings are queued in the transaction that decides, once for each family and decision.

create function private.is_by_staff(p_family_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.is_admin() and not exists (
    select from public.profiles where id = (select auth.uid()) and family_id = p_family_id);
end;
$$;
comment on function private.is_by_staff(uuid) is
  'Returns whether an admin acts for a family that is not their own. The mail then says so, and the audit log records '
  'who it was.';

create function private.mail_classes(p_booking_ids uuid[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'session', private.session_view(g.session_id), 'children', g.children, 'order_number', g.number,
      'credit_returns_until', private.iso(private.credit_returns_until(g.starts_at, g.booked_at)))
      order by g.starts_at, g.session_id, g.number), '[]')
    from (
      select s.id as session_id, s.starts_at, o.number, min(b.created_at) as booked_at, jsonb_agg(private.child_name(c.id) order by c.dob, c.name) as children
      from public.bookings b
      join public.sessions s on s.id = b.session_id
      join public.children c on c.id = b.child_id
      left join public.orders o on o.id = private.order_of_booking(b.id)
      where b.id = any (p_booking_ids)
      group by s.id, s.starts_at, o.number) g);
end;
$$;
comment on function private.mail_classes(uuid[]) is
  'Returns [{session, children, order_number or null, credit_returns_until}]. There is one entry for each calendar '
  'appointment, which two children of one order share.';

create function private.mail_passes(p_pass_ids uuid[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'child_name', private.child_name(p.child_id), 'title', p.title, 'credits', private.credits_left(p.id),
      'valid_until', p.valid_until) order by c.dob, c.name, p.valid_until, p.id), '[]')
    from public.passes p join public.children c on c.id = p.child_id
    where p.id = any (p_pass_ids));
end;
$$;
comment on function private.mail_passes(uuid[]) is
  'Returns the balances of passes for a mail: [{child_name, title, credits, valid_until}].';

create function private.queue_booked_mails(p_new_ids uuid[], p_moved_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family record;
begin
  for v_family in
    select b.family_id as id, array_agg(b.id order by m.ordinality) as made_ids
    from unnest(p_new_ids) with ordinality m (id, ordinality) join public.bookings b on b.id = m.id
    group by b.family_id order by b.family_id
  loop
    perform private.queue_family_mails('class_booked', concat_ws(':', 'class_booked', v_family.made_ids[1], v_family.id),
      jsonb_build_object(
        'at', private.iso(clock_timestamp()), 'by_staff', private.is_by_staff(v_family.id),
        'classes', private.mail_classes(v_family.made_ids),
        'passes', private.mail_passes(array(
          select pass_id from public.credit_ledger
          where booking_id = any (v_family.made_ids || p_moved_id) and reason = 'booked')),
        'left_places', case when p_moved_id is null then '[]'::jsonb
          else jsonb_build_array(private.left_class(p_moved_id)) end),
      v_family.id);
  end loop;
end;
$$;
comment on function private.queue_booked_mails(uuid[], uuid) is
  'Queues one mail per family about bookings that were made. p_moved_id is the booking that was moved. The key is a '
  'booking, so the mail is queued once. The caller has updated the order lines before.';

create function private.cancelled_class(p_booking_id uuid, p_cancellation jsonb)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select private.left_class(b.id) || jsonb_build_object(
    'credit_returned', p_cancellation -> 'credit_returned',
    'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at, b.created_at)))
  from public.bookings b join public.sessions s on s.id = b.session_id
  where b.id = p_booking_id
$$;
comment on function private.cancelled_class(uuid, jsonb) is
  'Returns private.left_class of a cancelled booking, and whether its credit was returned. p_cancellation is what '
  'private.end_booking returned. The caller has updated the order line before, so that the calendar entry goes.';

create function private.queue_class_cancelled_mail(p_booking_id uuid, p_cancellation jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left constant jsonb := private.cancelled_class(p_booking_id, p_cancellation);
begin
  perform private.queue_family_mails('class_cancelled', concat_ws(':', 'class_cancelled', b.id, b.family_id),
    jsonb_build_object(
      'at', private.iso(clock_timestamp()), 'by_staff', private.is_by_staff(b.family_id),
      'left_places', jsonb_build_array(v_left),
      'credit_returned', v_left -> 'credit_returned', 'credit_returns_until', v_left -> 'credit_returns_until',
      'passes', private.mail_passes(array[(p_cancellation ->> 'pass_id')::uuid])),
    b.family_id, private.order_of_booking(b.id))
  from public.bookings b
  where b.id = p_booking_id;
end;
$$;
comment on function private.queue_class_cancelled_mail(uuid, jsonb) is
  'Queues the mail to the family about a cancelled booking. The mail says whether the credit was returned. '
  'p_cancellation is the result of private.end_booking. The mail''s key is the booking, so it is queued once.';

create function private.queue_renewal_mail(p_subscription public.pass_subscriptions, p_kind text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line constant public.order_lines := private.latest_renewal_line(p_subscription);
begin
  -- The mail about a cancelled pass already says that it does not renew.
  if v_line.status = 'cancelled' then return; end if;
  perform private.queue_family_mails('renewal_changed',
    concat_ws(':', 'renewal_changed', p_subscription.order_line_id, gen_random_uuid()),
    jsonb_build_object(
      'kind', p_kind, 'child_name', private.child_name(p_subscription.child_id), 'title', v_line.title,
      'price_cents', p_subscription.price_cents, 'current_period_end', private.iso(p_subscription.current_period_end),
      'passes', private.mail_passes(array(select id from public.passes where order_line_id = v_line.id))),
    p_subscription.family_id, v_line.order_id);
end;
$$;
comment on function private.queue_renewal_mail(public.pass_subscriptions, text) is
  'Queues the mail to the family about a renewal. p_kind is stopped (it ends with the paid period), resumed, or ended '
  '(at once). The caller has locked the subscription, and calls only if its status has changed.';

create function private.queue_pass_changed_mail(p_pass_ids uuid[], p_kind text, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.queue_family_mails('pass_changed', concat_ws(':', 'pass_changed', p.id, gen_random_uuid()),
    p_details || jsonb_build_object(
      'at', private.iso(clock_timestamp()), 'kind', p_kind, 'by_staff', private.is_by_staff(p.family_id), 'child_name', private.child_name(p.child_id),
      'title', p.title, 'passes', private.mail_passes(p_pass_ids)),
    p.family_id, (select l.order_id from public.order_lines l where l.id = p.order_line_id))
  from public.passes p where p.id = p_pass_ids[1];
end;
$$;
comment on function private.queue_pass_changed_mail(uuid[], text, jsonb) is
  'Queues the mail to the family about a pass that was paused, whose pause ended, or whose credits were moved to a '
  'sibling (p_kind: paused, pause_ended or credits_moved). The first pass names the mail. The details of a pause have '
  'the classes that it cancelled (left_places of private.cancelled_class).';
