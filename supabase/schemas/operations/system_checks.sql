-- These functions check what the running system can see about itself. The doctor script reports what it cannot see,
-- such as backups.

create function private.row_security_faults()
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select f.name::text from (
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
      union
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
        and has_table_privilege('anon', c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
      union
      select c.relname from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm')
        and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)
      union
      select p.proname from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prosecdef
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        and not coalesce(p.proconfig @> array['search_path=""'], false)) f
    order by 1)
$$;
comment on function private.row_security_faults() is
  'Returns tables without row level security, tables and views that visitors may write, views that run with their '
  'owner''s rights, and definer functions without a fixed search path. The doctor script checks the same with its own '
  'query (scripts/launch/steps/safety.ts), because somebody who changes the rights might also change this function.';

create function private.old_extensions()
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select format('%s %s (%s)', e.extname, e.extversion, a.default_version)
    from pg_extension e join pg_available_extensions a on a.name = e.extname
    where e.extversion <> a.default_version order by e.extname)
$$;
comment on function private.old_extensions() is
  'Returns the extensions whose installed version is not the server''s default version. Each text consists of the '
  'name, the installed version and, in brackets, the default version.';

create function private.webhook_checks()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with stripe as (
    select max(e.created_at) filter (where e.event_type is distinct from 'check_payment') as last_at,
      count(distinct e.payment_id) filter (where e.event_type = 'check_payment' and not exists (
        select from public.payment_events h where h.payment_id = e.payment_id and h.event_type is distinct from 'check_payment')) as missed
    from public.payment_events e where e.created_at > clock_timestamp() - interval '7 days'
  ), mails as (
    -- A report of a delay counts as well, because one mail that its recipient takes late does not mean that the webhook
    -- is dead.
    select o.sent_at, greatest(o.delivered_at, o.delayed_at, o.bounced_at, o.complained_at) as reported_at
    from public.outbox o
    where o.created_at > clock_timestamp() - interval '7 days' and o.sent_at < clock_timestamp() - interval '1 hour'
  ), resend as (
    -- Only mails that were sent after the newest reported mail are counted. If a single report got lost, later reports
    -- still arrive. If the webhook is dead, none do.
    select count(*) as sent, max(m.reported_at) as last_at,
      count(*) filter (where m.sent_at > r.newest) as silent, min(m.sent_at) filter (where m.sent_at > r.newest) as silent_since
    from mails m cross join (select coalesce(max(sent_at) filter (where reported_at is not null), '-infinity') as newest from mails) r
  ), sanity as (
    select max(published_at) as last_at, count(*) filter (where found_by_sweep) as missed
    from public.publications where published_at > clock_timestamp() - interval '7 days'
  )
  select jsonb_build_array(
    jsonb_build_object('name', 'stripe_events', 'last_at', private.iso(s.last_at), 'missed', s.missed, 'state', case
      when s.missed > 0 then 'wrong' when s.last_at is null then 'unknown' else 'ok' end),
    jsonb_build_object('name', 'mail_reports', 'last_at', private.iso(r.last_at), 'missed', r.silent,
      'state', case when r.sent = 0 then 'unknown'
        when r.last_at is null or r.silent >= 5 or r.silent_since < clock_timestamp() - interval '6 hours' then 'wrong'
        else 'ok' end),
    jsonb_build_object('name', 'publish_events', 'last_at', private.iso(n.last_at), 'missed', n.missed, 'state', case
      when n.missed > 0 then 'wrong' when n.last_at is null then 'unknown' else 'ok' end))
  from stripe s, resend r, sanity n
$$;
comment on function private.webhook_checks() is
  'Returns for each webhook what arrived within seven days, as [{name, state, last_at, missed}]. For Stripe and the '
  'content store, missed is the number of payments or publications that only our own checks found, and any of them is '
  'wrong. For mails, it is the number of mails that were sent after the newest reported mail. Five of them are wrong, '
  'and so is one that was sent six hours ago. If there was nothing to report, the state is unknown.';

create function public.get_system_checks()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_heartbeat public.heartbeat;
  v_revisions_at constant timestamptz := (select done_at from public.sweeps where name = 'revisions');
  v_refused constant integer := private.refused_contents();
  v_faults constant text[] := private.row_security_faults();
  v_extensions constant text[] := private.old_extensions();
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_heartbeat from public.heartbeat;
  return jsonb_build_object(
    'at', private.iso(clock_timestamp()),
    'checks', private.webhook_checks() || jsonb_build_array(
      jsonb_build_object('name', 'content', 'last_at', private.iso(v_revisions_at), 'missed', v_refused, 'state', case
        when v_revisions_at is null then 'unknown'
        when v_refused > 0 or v_revisions_at < clock_timestamp() - interval '10 minutes' then 'wrong' else 'ok' end),
      jsonb_build_object('name', 'clock', 'last_at', private.iso(v_heartbeat.last_at), 'ms', v_heartbeat.functions_ahead_ms, 'state', case
        when v_heartbeat.last_at is null then 'unknown' when abs(v_heartbeat.functions_ahead_ms) > 5000 then 'wrong' else 'ok' end),
      jsonb_build_object('name', 'extensions', 'names', to_jsonb(v_extensions), 'state',
        case when v_extensions <> '{}' then 'wrong' else 'ok' end),
      jsonb_build_object('name', 'row_security', 'names', to_jsonb(v_faults), 'state',
        case when v_faults <> '{}' then 'wrong' else 'ok' end)),
    'doctor', private.doctor_report());
end;
$$;
comment on function public.get_system_checks() is
  'For admins. Returns SystemChecks (contract/system-checks.ts), which covers webhooks, content, clocks, extensions, '
  'row security, and the last report of the doctor script. It contains nothing about people. Definer: reads past the '
  'policies, after checking for an admin.';
grant execute on function public.get_system_checks() to authenticated;
select private.answer_calls('public.get_system_checks()', 'get_system_health');
