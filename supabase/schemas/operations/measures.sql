-- The measures that alerts and the system screen show.

create function private.bookings_failing()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with window_start as (
    -- The window includes minutes that are only partly within it.
    select clock_timestamp() - make_interval(secs => (private.settings()).alert_booking_seconds + 60) as at
  ), steps as (
    select case kind when 'hold' then 'hold' else 'payment' end as step,
      case kind when 'hold' then (select count(*) from public.orders where created_at > (select at from window_start)) else sum(ok) end as ok,
      sum(failed) as failed
    from public.call_counts where kind in ('booking', 'hold') and minute > (select at from window_start) group by kind
  )
  select coalesce((
    select jsonb_build_object('ok', s.ok, 'failed', s.failed, 'percent', p.percent, 'step', s.step)
    from steps s, lateral (
      select case when s.ok + s.failed > 0 then round(100.0 * s.failed / (s.ok + s.failed), 1) else 0 end as percent) p
    -- Steps with enough failures for an alert come first, so that a step with few failures cannot hide them.
    order by s.failed >= (private.settings()).alert_booking_failures_min desc, p.percent desc, s.failed desc limit 1),
    '{"ok": 0, "failed": 0, "percent": 0, "step": "payment"}')
$$;
comment on function private.bookings_failing() is
  'Returns the failed calls of the step that fails most, as {ok, failed, percent, step}. step is hold or payment. The '
  'two are measured separately, so that neither hides the other.';

create function private.outbox_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('waiting', count(*), 'oldest_seconds',
    coalesce(floor(extract(epoch from clock_timestamp() - min(o.created_at) filter (where
      -- If a mail fails while others are sent, the cause is the mail itself. Staff are notified when it fails for good.
      o.attempts = 0 or not exists (
        select from public.call_counts c
        where c.kind = 'mail' and c.ok > 0 and c.minute >= date_trunc('minute', o.created_at)))))::integer, 0))
  from public.outbox o
  where o.sent_at is null and o.failed_at is null and o.attempts < (private.settings()).outbox_attempts_max
$$;
comment on function private.outbox_state() is
  'Returns how many mails wait, as {waiting, oldest_seconds}. oldest_seconds is the age of the oldest mail that was '
  'never tried, or that waits while no mail is sent.';

create function private.mail_errors()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('text', e.text, 'count', e.count) order by e.count desc, e.text), '[]')
  from (
    -- The provider may quote the address.
    select private.redact(o.last_error, 120) as text, count(*) as count
    from public.outbox o where o.sent_at is null and o.last_error is not null group by 1 order by 2 desc, 1 limit 5) e
$$;
comment on function private.mail_errors() is
  'Returns why mails were not sent, the most frequent reasons first: [{text, count}], five at most.';

create function private.webhook_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('lag_seconds', greatest(
      -- This is the longest delay of the events that arrived.
      coalesce((select max(most_lag_ms) / 1000 from public.call_counts
        where kind = 'webhook' and minute > clock_timestamp() - interval '10 minutes'), 0),
      -- This is the age of payments that our own check of Stripe found and whose event has not arrived since.
      coalesce((select floor(extract(epoch from clock_timestamp() - min(e.created_at)))::integer
        from public.payment_events e
        where e.event_type = 'check_payment' and e.created_at > clock_timestamp() - interval '1 hour'
          and not exists (select from public.payment_events h
            where h.payment_id = e.payment_id and h.event_type is distinct from 'check_payment')), 0)),
    'failed', coalesce((select sum(failed) from public.call_counts
      where kind = 'webhook' and minute > clock_timestamp() - interval '10 minutes'), 0),
    'last_at', (select private.iso(max(minute)) from public.call_counts where kind = 'webhook'))
$$;
comment on function private.webhook_state() is
  'Returns {lag_seconds, failed, last_at}. lag_seconds is the longest delay in ten minutes, or since our own check '
  'found an unreported payment. failed is the number of events that could not be recorded.';

create function private.holds_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('lapsed', count(*),
    'lag_seconds', coalesce(floor(extract(epoch from clock_timestamp() - min(expires_at)))::integer, 0))
  from public.holds where expires_at < clock_timestamp()
$$;
comment on function private.holds_state() is
  'Returns the holds that have expired and are not deleted yet, as {lapsed, lag_seconds}. lag_seconds is for how long '
  'the oldest of them has been expired. Their seats already count as free.';

create function private.books_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('discrepancies', coalesce((select sum(value::integer) from jsonb_each_text(l.details)), 0),
    'rules', l.details, 'at', private.iso(l.created_at))
  from (
    select details, created_at from public.system_logs
    where component = 'reconciliation' and not details ? 'goes_on_after'
    order by created_at desc, id desc limit 1) l
$$;
comment on function private.books_state() is
  'Returns the result of the last complete reconciliation as {discrepancies, rules: {rule: rows}, at}. Returns null if '
  'there was none yet.';

create function private.publish_state()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'site', case
      when n.state = 'building' and n.started_at < clock_timestamp() - interval '20 minutes' then 'late'
      else n.state end,
    'reason', n.reason,
    'started_at', private.iso(n.started_at),
    'built_at', (select private.iso(max(finished_at)) from public.site_builds where state = 'built'),
    'wishes', (select count(*) from public.rebuild_requests where reason <> 'claimed'),
    'refused', (
      select coalesce(jsonb_agg(jsonb_build_object('document_id', document_id, 'title', title, 'checkout', checkout, 'problem', problem)
        order by published_at desc), '[]')
      from public.publications where checkout in ('refused', 'earlier_version')))
  from (select 1) one
  left join lateral (select * from public.site_builds order by started_at desc, id desc limit 1) n on true
$$;
comment on function private.publish_state() is
  'Returns how publishing goes, as {site, reason, started_at, built_at, wishes, refused: [{document_id, title, '
  'checkout, problem}]}. site is built, building, failed, late (after 20 minutes) or null. built_at is the time of the '
  'live site. wishes is the number of rebuild requests that wait.';

create function private.late_chores()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'seconds', private.chore_age(c, clock_timestamp()),
    'failures', c.failures) order by private.chore_age(c, clock_timestamp()) desc, c.name), '[]')
  from public.chores c
  where private.chore_age(c, clock_timestamp()) > (private.settings()).alert_chore_seconds
$$;
comment on function private.late_chores() is
  'Returns the chores that have not succeeded for longer than settings.alert_chore_seconds, as [{name, seconds, '
  'failures}]. The one that is late for longest comes first.';

create function private.returned_mails()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('sent', n.sent, 'bounced', n.bounced, 'complained', n.complained, 'failed', n.failed,
    'percent', case when n.sent > 0 then least(100, round(100.0 * (n.bounced + n.complained) / n.sent, 1)) else 0 end)
  from (
    select
      (select coalesce(sum(ok), 0) from public.call_counts
        where kind = 'mail' and minute > clock_timestamp() - interval '1 day') as sent,
      (select count(*) from public.outbox where bounced_at > clock_timestamp() - interval '1 day') as bounced,
      (select count(*) from public.outbox where complained_at > clock_timestamp() - interval '1 day') as complained,
      (select count(*) from public.outbox
        where sent_at is null and failed_at > clock_timestamp() - interval '1 day' and recipient <> '') as failed) n
$$;
comment on function private.returned_mails() is
  'Returns what became of the mails of the last 24 hours, as {sent, bounced, complained, failed, percent}. complained '
  'were marked as spam, and failed were never sent. percent is the share of sent mails that bounced or were marked as '
  'spam.';

create function private.error_rate()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'day', count(*) filter (where created_at > clock_timestamp() - interval '1 day'),
    'usual', round(count(*) filter (where created_at <= clock_timestamp() - interval '1 day') / 7.0, 1),
    'blank_screens', count(*) filter (where has_blank_screen and created_at > clock_timestamp() - interval '10 minutes'))
  from public.error_reports where created_at > clock_timestamp() - interval '8 days'
$$;
comment on function private.error_rate() is
  'Returns {day, usual, blank_screens}. day is the number of reports of browsers within 24 hours. usual is the number '
  'per day in the seven days before. blank_screens is the number of empty pages within ten minutes.';

create function private.refused_contents()
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer from public.publications
  where checkout in ('refused', 'earlier_version') and published_at < clock_timestamp() - interval '1 hour'
$$;
comment on function private.refused_contents() is
  'Returns how many published documents the checkout has not accepted for an hour. Until it does, the pages show '
  'other prices than it charges.';

create function private.measures()
returns table (kind text, value numeric, threshold numeric, details jsonb)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_bookings constant jsonb := private.bookings_failing();
  v_publish constant jsonb := private.publish_state();
  v_books constant jsonb := private.books_state();
  v_late_chores constant jsonb := private.late_chores();
  v_mails constant jsonb := private.returned_mails();
begin
  return query values
    ('bookings_failing',
      case when (v_bookings ->> 'failed')::integer >= v_settings.alert_booking_failures_min
        then (v_bookings ->> 'percent')::numeric else 0 end,
      v_settings.alert_booking_percent, v_bookings),
    ('outbox_late', (private.outbox_state() ->> 'oldest_seconds')::numeric, v_settings.alert_outbox_seconds::numeric, '{}'::jsonb),
    ('webhook_late', (private.webhook_state() ->> 'lag_seconds')::numeric, v_settings.alert_webhook_seconds::numeric, '{}'),
    ('holds_late', (private.holds_state() ->> 'lag_seconds')::numeric, v_settings.alert_hold_seconds::numeric, '{}'),
    ('books_discrepancies', coalesce((v_books ->> 'discrepancies')::numeric, 0), 0, coalesce(v_books -> 'rules', '{}')),
    ('build_failed', case when v_publish ->> 'site' in ('failed', 'late') then 1 else 0 end, 0,
      case when v_publish ->> 'site' in ('failed', 'late')
        then jsonb_build_object('reason', left(coalesce(v_publish ->> 'reason', 'The build has not ended.'), 500)) else '{}' end),
    ('mails_returned', case
        when (v_mails ->> 'bounced')::integer + (v_mails ->> 'complained')::integer >= 3 then (v_mails ->> 'percent')::numeric else 0 end,
      v_settings.alert_returned_percent, v_mails),
    ('blank_screens', (private.error_rate() ->> 'blank_screens')::numeric, v_settings.alert_blank_screens::numeric, '{}'),
    ('content_refused', private.refused_contents()::numeric, 0, '{}'),
    ('chores_late', coalesce((v_late_chores -> 0 ->> 'seconds')::numeric, 0), v_settings.alert_chore_seconds::numeric,
      jsonb_build_object('names', (select coalesce(jsonb_agg(c -> 'name'), '[]') from jsonb_array_elements(v_late_chores) c)));
end;
$$;
comment on function private.measures() is
  'Returns each measure of an alert, with value and threshold in the same unit (percent, seconds, rows, builds, pages, '
  'documents). A '
  'value above its threshold is bad.';
