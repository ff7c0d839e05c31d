-- On Mondays each admin gets one mail about the last week, which contains numbers and no names (docs/decisions "What is
-- watched").

create function private.things_to_check()
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('what', n.what, 'count', n.count) order by n.at), '[]')
    from (values
      (1, 'alerts', (select count(*) from public.alerts where ended_at is null)),
      (2, 'decisions', (select count(*) from private.open_decisions())),
      (3, 'discrepancies', coalesce((private.books_state() ->> 'discrepancies')::bigint, 0)),
      (4, 'returned_mails', (private.bounced_mails(1) ->> 'count')::bigint),
      (5, 'without_coach', (private.uncovered_view(1) ->> 'count')::bigint),
      (6, 'refused_documents', jsonb_array_length(private.publish_state() -> 'refused')::bigint),
      (7, 'late_jobs', jsonb_array_length(private.late_chores())::bigint),
      (8, 'doctor', (select count(*) from public.doctor_findings where state <> 'ok')),
      -- If nobody has checked the books or run the doctor script, the result is unknown, so staff are reminded.
      (9, 'no_books', (private.books_state() ->> 'discrepancies' is null)::integer::bigint),
      (10, 'no_doctor', (not exists (
        select from public.doctor_findings where checked_at > clock_timestamp() - interval '8 days'))::integer::bigint),
      (11, 'slow_pages', private.slow_pages())) n (at, what, count)
    where n.count > 0);
end;
$$;
comment on function private.things_to_check() is
  'Returns what waits for staff now, as [{what, count}]. The most urgent comes first.';

create function private.week_summary(p_monday date)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_from constant timestamptz := p_monday::timestamp at time zone private.time_zone();
  v_until constant timestamptz := (p_monday + 7)::timestamp at time zone private.time_zone();
begin
  return jsonb_build_object('from', p_monday, 'until', p_monday + 6,
    'bookings', jsonb_build_object(
      'orders', (select count(*) from public.orders where paid_at >= v_from and paid_at < v_until),
      'camp_places', (select count(*) from public.camp_enrollments where created_at >= v_from and created_at < v_until),
      'class_places', (select count(*) from public.bookings where created_at >= v_from and created_at < v_until)),
    -- A payment from a family's balance is no new money, and a refund to the balance does not leave us.
    'money', jsonb_build_object(
      'received_cents', (select coalesce(sum(amount_cents), 0) from public.payments
        where created_at >= v_from and created_at < v_until and provider <> 'balance'),
      'refunded_cents', (select coalesce(sum(amount_cents), 0) from public.refunds
        where created_at >= v_from and created_at < v_until and status <> 'failed' and not to_balance),
      'refunds', (select count(*) from public.refunds
        where created_at >= v_from and created_at < v_until and status <> 'failed' and not to_balance),
      'books', private.books_state() -> 'discrepancies'),
    'mails', (
      select jsonb_build_object(
        'sent', count(*) filter (where sent_at >= v_from and sent_at < v_until),
        'failed', count(*) filter (where sent_at is null and failed_at >= v_from and failed_at < v_until),
        'bounced', count(*) filter (where bounced_at >= v_from and bounced_at < v_until),
        'complained', count(*) filter (where complained_at >= v_from and complained_at < v_until))
      from public.outbox),
    'errors', (
      select jsonb_build_object('reports', count(*), 'causes', count(distinct cause),
        'blank_screens', count(*) filter (where has_blank_screen))
      from public.error_reports where created_at >= v_from and created_at < v_until),
    'alerts', (select count(*) from public.alerts where began_at >= v_from and began_at < v_until),
    -- The value is null if the timer's first call came after the week.
    'out_minutes', (
      select case when h.first_at < v_until then ceil(coalesce((
        select sum(extract(epoch from least(o.ended_at, v_until) - greatest(o.began_at, v_from)))
        from public.outages o where o.ended_at > v_from and o.began_at < v_until), 0) / 60)::integer end
      from (select 1) one left join public.heartbeat h on true),
    'to_check', private.things_to_check());
end;
$$;
comment on function private.week_summary(date) is
  'Returns the payload of the mail weekly_summary about the week that begins on p_monday in Singapore. It contains '
  'bookings, money in cents, mails, errors, alerts, outages, and what waits for staff now. All of these are numbers.';

create function public.queue_weekly_summary()
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamp := private.calendar_now() at time zone private.time_zone();
  v_monday constant date := date_trunc('week', v_now)::date;
  v_admin record;
  v_payload jsonb;
  v_count integer := 0;
begin
  -- If the scheduled jobs stood still on Monday, the mail is sent on Tuesday. After that it is too old to be useful.
  if not (private.settings()).weekly_summary or v_now not between v_monday + interval '7 hours' and v_monday + interval '2 days' then
    return 0;
  end if;
  for v_admin in
    select a.user_id, a.email, format('weekly_summary:%s:%s', v_monday - 7, a.user_id) as key from private.admin_addresses() a
  loop
    continue when exists (select from public.outbox where key = v_admin.key);
    v_payload := coalesce(v_payload, private.week_summary(v_monday - 7));
    insert into public.outbox (key, template, recipient, profile_id, payload)
    values (v_admin.key, 'weekly_summary', v_admin.email, v_admin.user_id, v_payload)
    on conflict (key) do nothing;
    v_count := v_count + 1;
  end loop;
  return v_count;
end;
$$;
comment on function public.queue_weekly_summary() is
  'Queues the mail weekly_summary about the last week to every admin, once each. It does so on Mondays and Tuesdays '
  'from Monday at 7:00 in Singapore, unless settings.weekly_summary is off. Returns the number of mails. Definer: only '
  'the service role may call.';
grant execute on function public.queue_weekly_summary() to service_role;
