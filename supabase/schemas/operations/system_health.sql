-- Staff read errors of browsers, the measures, and when each chore last ran.

create function private.grouped_errors(p_since timestamptz, p_max integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g) order by g.count desc, g.last_at desc), '[]')
  from (
    select r.cause, min(r.error_type) as error_type, (array_agg(r.message order by r.created_at desc))[1] as message,
      count(*) as count, count(*) filter (where r.has_blank_screen) as blank_screens,
      ('{low,medium,high,critical}'::text[])[max(array_position('{low,medium,high,critical}'::text[], r.severity))] as severity,
      private.iso(min(r.created_at)) as first_at, private.iso(max(r.created_at)) as last_at,
      (array_agg(distinct r.url) filter (where r.url is not null))[:5] as pages,
      (array_agg(distinct r.release) filter (where r.release is not null))[:5] as releases,
      (array_agg(distinct concat_ws(' ', r.source_file || ':' || r.source_line, r.source_function))
        filter (where r.source_file is not null))[:5] as places,
      count(distinct r.fingerprint) as fingerprints,
      (select count(*) from public.error_fixes f where f.applied and f.created_at > p_since
        and f.fingerprint = any (array_agg(distinct r.fingerprint))) as fixed
    from public.error_reports r
    where r.created_at > p_since
    group by r.cause
    order by count(*) desc, max(r.created_at) desc limit p_max
  ) g
$$;
comment on function private.grouped_errors(timestamptz, integer) is
  'Returns errors by cause, the most frequent first, as [{cause, count, blank_screens, severity, pages, releases, '
  'places, fingerprints, fixed, …}]. severity is the worst one. places are in the form "file:line function". pages, '
  'releases and places have at most five elements, and are null if nothing is known.';

create function public.get_system_health()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  return jsonb_build_object(
    'at', private.iso(clock_timestamp()),
    'status', case when exists (select from public.alerts where ended_at is null) then 'alert' else 'ok' end,
    'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'threshold', threshold, 'details', details,
        'began_at', private.iso(began_at)) order by began_at, kind), '[]')
      from public.alerts where ended_at is null),
    'errors', private.grouped_errors(clock_timestamp() - interval '24 hours', 20),
    'bookings', private.bookings_failing(),
    'outbox', private.outbox_state() || jsonb_build_object('errors', private.mail_errors()),
    'webhook', private.webhook_state(),
    'holds', private.holds_state(),
    'mails', private.returned_mails(),
    'error_rate', private.error_rate(),
    'uptime', private.uptime(),
    'books', private.books_state(),
    'publish', private.publish_state(),
    'conversions', (select jsonb_build_object(
        'waiting', count(*) filter (where failed_at is null),
        'failed', (select count(*) from public.conversions where failed_at is not null))
      from public.conversions where sent_at is null and failed_at is null and happened_at is not null),
    'chores', (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'done_at', private.iso(c.done_at), 'ms', c.ms,
        'failures', c.failures, 'is_late', private.chore_age(c, clock_timestamp()) > v_settings.alert_chore_seconds)
        order by c.name), '[]')
      from public.chores c),
    'thresholds', jsonb_build_object(
      'booking_percent', v_settings.alert_booking_percent, 'booking_seconds', v_settings.alert_booking_seconds,
      'booking_least', v_settings.alert_booking_failures_min, 'outbox_seconds', v_settings.alert_outbox_seconds,
      'webhook_seconds', v_settings.alert_webhook_seconds, 'hold_seconds', v_settings.alert_hold_seconds,
      'chore_seconds', v_settings.alert_chore_seconds, 'returned_percent', v_settings.alert_returned_percent,
      'blank_screens', v_settings.alert_blank_screens, 'calm_minutes', v_settings.alert_calm_minutes));
end;
$$;
comment on function public.get_system_health() is
  'For admins. Returns SystemHealth (contract/management-system.ts): alerts, errors, bookings, mails, webhook, holds, '
  'uptime, books, publishing, chores. It contains nothing about people. Definer: reads past the policies, after '
  'checking for an admin.';
grant execute on function public.get_system_health() to authenticated, service_role;
select private.answer_calls('public.get_system_health()', 'get_system_health');

create function public.get_chores_status()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object('status', case
    when private.late_chores() <> '[]' or not exists (select from public.chores) then 'late' else 'ok' end)
$$;
comment on function public.get_chores_status() is
  'Returns {status: ok | late}, which says whether the chores run in time. An outside monitor calls it, so it also '
  'notices when no chore runs any more. Definer: only the service role may call.';
grant execute on function public.get_chores_status() to service_role;
