-- Scheduled jobs queue each reminder once, even if they run in parallel. Links are created sorted by order, because
-- moving a place locks two orders in that sequence. A call queues a limited number of each kind, and the next call
-- continues.

create function public.queue_expiry_reminders()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 500;
  v_today constant date := private.calendar_today();
  v_count integer;
begin
  select coalesce(sum(private.queue_family_mails('pass_expiring', format('pass_expiring:%s:%s', p.id, p.days),
    jsonb_build_object('child_name', private.child_name(p.child_id), 'title', p.title, 'valid_until', p.valid_until,
      'credits', p.credits), p.family_id, p.order_id)), 0)
  into v_count
  from (select * from (
    select p.id, p.family_id, p.child_id, l.order_id, p.days, p.valid_until, p.title, k.credits
    from (
      select p.*, d.days
      from public.passes p
      -- There is one mail at 14 days and one at 3. If the first was missed, only the second is sent.
      cross join lateral (select case when p.valid_until <= v_today + 3 then 3 else 14 end as days) d
      where p.valid_until between v_today and v_today + 14
        -- If the whole pass is shorter than the notice, the pass was just bought and needs no reminder.
        and p.valid_until - p.valid_from > d.days
        and not exists (select from public.outbox where key = format('pass_expiring:%s:%s', p.id, d.days))
      offset 0) p
    left join public.order_lines l on l.id = p.order_line_id
    cross join lateral (select private.credits_left(p.id) as credits) k
    where k.credits > 0 and exists (select from private.mail_recipients(p.family_id))
    limit c_most) p0 order by order_id, id) p;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_expiry_reminders() is
  'Queues mails about passes with credit left that end within 14 days, and again about those that end within 3 days. '
  'Each is queued once. Days are calendar days in Singapore. Returns {queued}. Definer: only the service role may '
  'call.';
grant execute on function public.queue_expiry_reminders() to service_role;

create function public.queue_session_reminders()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_from constant time := '10:00';
  c_most constant integer := 500;
  v_tomorrow constant date := private.calendar_today() + 1;
  v_count integer;
  v_camps integer;
begin
  -- The day before begins at midnight, but nobody wants a reminder then.
  if (private.calendar_now() at time zone private.time_zone())::time < c_from then
    return jsonb_build_object('queued', 0);
  end if;
  select coalesce(sum(private.queue_family_mails('session_reminder', format('session_reminder:%s:%s', b.session_id, b.family_id),
    jsonb_build_object('children', private.children_at(b.family_id, b.session_id, null),
      'session', private.session_view(b.session_id), 'camp', null), b.family_id, b.order_id)), 0)
  into v_count
  from (select * from (
    select n.session_id, n.family_id, private.order_of_place(n.family_id, n.session_id, null) as order_id
    from (
      select distinct k.session_id, k.family_id
      from public.bookings k join public.sessions s on s.id = k.session_id
      where k.session_date = v_tomorrow and k.status = 'booked' and s.status = 'scheduled'
        and not exists (select from public.outbox where key = format('session_reminder:%s:%s', k.session_id, k.family_id))
        and exists (select from private.mail_recipients(k.family_id))
    ) n
    limit c_most) b0 order by order_id, session_id) b;
  select coalesce(sum(private.queue_family_mails('session_reminder', format('session_reminder:%s:%s', e.camp_id, e.family_id),
    jsonb_build_object('children', private.children_at(e.family_id, null, e.camp_id),
      'session', null,
      'camp', private.camp_view(e.camp_id) || jsonb_build_object('start_date', v_tomorrow), 'comes', e.comes, 'rides', e.rides), e.family_id, e.order_id)), 0)
  into v_camps
  from (select * from (
    select n.*, private.order_of_place(n.family_id, null, n.camp_id) as order_id
    from (
      -- Siblings on the same camp may travel differently.
      select k.camp_id, k.family_id, bool_or(l.transport is null) as comes, bool_or(l.transport is not null) as rides
      from public.camp_weeks w join public.camp_enrollments k on k.camp_id = w.id and k.status = 'enrolled'
      left join public.order_lines l on l.id = k.order_line_id
      -- The first day that takes place.
      where v_tomorrow between w.start_date and w.end_date and w.cancelled_at is null and not private.is_day_cancelled(w.id, v_tomorrow)
        and v_tomorrow - w.start_date = (
          select count(*) from public.cancelled_camp_days d where d.camp_id = w.id and d.day < v_tomorrow)
        and not exists (select from public.outbox where key = format('session_reminder:%s:%s', k.camp_id, k.family_id))
        and exists (select from private.mail_recipients(k.family_id))
      group by k.camp_id, k.family_id
    ) n
    limit c_most) e0 order by order_id, camp_id) e;
  return jsonb_build_object('queued', v_count + v_camps);
end;
$$;
comment on function public.queue_session_reminders() is
  'From 10 in the morning, queues reminders of the next day, one per family and session or camp. A moved booking gets '
  'a reminder for its new day. Returns {queued}. Definer: only the service role may call.';
grant execute on function public.queue_session_reminders() to service_role;

create function public.report_lost_mails()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_max constant integer := (private.settings()).outbox_attempts_max;
  v_count integer;
begin
  with given_up as (
    select id from public.outbox
    where sent_at is null and failed_at is null and attempts >= v_max
      -- While the lease is valid, the last attempt may still be running.
      and (leased_until is null or leased_until <= clock_timestamp())
    order by created_at limit 500 for update skip locked
  ),
  marked as (
    update public.outbox o set failed_at = clock_timestamp() from given_up where o.id = given_up.id
    returning o.id, o.template, o.last_error
  )
  insert into public.error_reports (error_type, severity, message, fingerprint, cause, metrics)
  -- The report omits the recipient and the key, which may identify an order.
  select 'RUNTIME_ERROR', 'high', private.redact(format('Mail %s was given up: %s', template, coalesce(last_error, 'no answer')), 500),
    f.fingerprint, f.fingerprint, jsonb_build_object('attempts', v_max)
  from marked
  cross join lateral (select encode(extensions.digest('mail given up ' || template, 'sha256'), 'hex') as fingerprint) f;
  get diagnostics v_count = row_count;
  return jsonb_build_object('lost', v_count);
end;
$$;
comment on function public.report_lost_mails() is
  'Opens an error report once for each mail whose attempts are used up. This includes mails whose sender ended '
  'without a report. Returns {lost}. Definer: only the service role may call.';
grant execute on function public.report_lost_mails() to service_role;
