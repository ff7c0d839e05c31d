-- An alert is open while a measure is above its threshold. Staff get one mail when it begins and one when it is over.

create table public.alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'bookings_failing', 'outbox_late', 'webhook_late', 'holds_late', 'books_discrepancies', 'build_failed', 'chores_late', 'mails_returned',
    'blank_screens', 'content_refused')),
  value numeric not null,
  threshold numeric not null,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  began_at timestamptz not null default clock_timestamp(),
  bad_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
comment on table public.alerts is 'Alerts, open and ended. At most one alert of a kind is open.';
comment on column public.alerts.value is
  'The worst value while the alert is open, in the unit of its measure (private.measures).';
comment on column public.alerts.details is
  'Numbers, names of chores and rules, and the reason of a build. It contains nothing about people.';
comment on column public.alerts.bad_at is
  'When the measure was last above its threshold. The alert ends settings.alert_calm_minutes after this.';
create unique index alerts_open on public.alerts (kind) where ended_at is null;
create index alerts_began_at on public.alerts (began_at);

alter table public.alerts enable row level security;
revoke all on table public.alerts from anon, authenticated, service_role;
grant select on public.alerts to authenticated, service_role;
create policy "Admins read alerts" on public.alerts
  for select to authenticated using ((select private.is_admin()));

create function private.send_alert(p_alert public.alerts, p_template text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_staff constant text := private.staff_address('alerts');
begin
  if v_staff is null then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values (p_template || ':' || p_alert.id, p_template, v_staff, jsonb_build_object(
    'kind', p_alert.kind, 'value', p_alert.value, 'threshold', p_alert.threshold, 'details', p_alert.details,
    'began_at', private.iso(p_alert.began_at), 'ended_at', private.iso(p_alert.ended_at)))
  on conflict (key) do nothing;
end;
$$;
comment on function private.send_alert(public.alerts, text) is
  'Queues the mail that an alert has begun (alert_began) or is over (alert_ended), once each, to '
  'private.staff_address.';

create function public.check_alerts()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_calm_time constant interval := make_interval(mins => (private.settings()).alert_calm_minutes);
  v_measure record;
  v_alert public.alerts;
  v_began jsonb := '[]';
  v_ended jsonb := '[]';
begin
  -- If two chores run at once, only one of them checks.
  if not pg_try_advisory_xact_lock(hashtextextended('check_alerts', 0)) then return jsonb_build_object('ran', false); end if;
  for v_measure in select * from private.measures() loop
    select * into v_alert from public.alerts where kind = v_measure.kind and ended_at is null;
    if v_measure.value > v_measure.threshold then
      if v_alert.id is null then
        insert into public.alerts (kind, value, threshold, details)
        values (v_measure.kind, v_measure.value, v_measure.threshold, v_measure.details)
        returning * into v_alert;
        perform private.send_alert(v_alert, 'alert_began');
        v_began := v_began || to_jsonb(v_alert.kind);
      else
        update public.alerts set bad_at = clock_timestamp(), details = v_measure.details,
          value = greatest(value, v_measure.value)
        where id = v_alert.id;
      end if;
    elsif v_alert.bad_at <= clock_timestamp() - v_calm_time then
      update public.alerts set ended_at = clock_timestamp() where id = v_alert.id returning * into v_alert;
      perform private.send_alert(v_alert, 'alert_ended');
      v_ended := v_ended || to_jsonb(v_alert.kind);
    end if;
  end loop;
  delete from public.alerts where ended_at < clock_timestamp() - interval '1 year';
  return jsonb_build_object('ran', true, 'began', v_began, 'ended', v_ended,
    'open', (select coalesce(jsonb_agg(kind order by began_at, kind), '[]') from public.alerts where ended_at is null));
end;
$$;
comment on function public.check_alerts() is
  'Opens an alert for each measure above its threshold. Ends an alert whose measure was below it for '
  'settings.alert_calm_minutes. Queues one mail for each alert that began or ended. Returns {ran, began, ended, open}. '
  'Definer: only the service role may call.';
grant execute on function public.check_alerts() to service_role;
