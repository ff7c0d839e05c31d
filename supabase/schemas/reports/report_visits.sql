-- These reports are about visits and returning families, and about what happens on the site now.

create function private.booking_steps()
returns text[]
language sql
immutable
set search_path = ''
as $$ select '{team_selection,session_selection,pass_selection,checkout_started,checkout_completed}'::text[] $$;
comment on function private.booking_steps() is
  'Returns the steps of a booking in order, as booking_analytics names them (spec 2 §7).';

-- The index covers all columns that the report reads.
create index booking_analytics_steps on public.booking_analytics (created_at, event_type, session_id) where event_type <> 'form_progress';

create function private.report_booking_steps(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_steps constant text[] := private.booking_steps();
begin
  return (
  with visits as materialized (
    select bit_or(1 << (array_position(v_steps, a.event_type) - 1)) as steps
    from public.booking_analytics a
    where a.created_at >= p_from and a.created_at < p_until and a.event_type <> 'form_progress'
    group by a.session_id
  ),
  ways as (select steps, count(*) as visits from visits group by steps)
  select jsonb_build_object(
    'stored_since', (private.expiry('booking_analytics') at time zone private.time_zone())::date,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.step,
        'visits', coalesce((select sum(w.visits) from ways w where w.steps & (1 << (s.n - 1)::integer) <> 0), 0),
        -- Visits that begin at a pass page skip the team step. So each step is compared with those visits that did the
        -- step before.
        'also_before', coalesce((select sum(w.visits) from ways w
          where w.steps & (1 << (s.n - 1)::integer) <> 0 and s.n > 1 and w.steps & (1 << (s.n - 2)::integer) <> 0), 0)) order by s.n)
      from unnest(v_steps) with ordinality s (step, n))));
end;
$$;
comment on function private.report_booking_steps(timestamptz, timestamptz) is
  'Returns BookingStepsReport (contract/management-reports.ts): visits that reached each step of the booking, and how '
  'many of them had done the step before. stored_since says that steps before this day were deleted.';

create function private.report_retention(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_zone constant text := private.time_zone();
begin
  return (
  with first_orders as materialized (
    select distinct on (o.family_id) o.family_id, o.paid_at
    from public.orders o
    where o.paid_at >= p_from and o.paid_at < p_until and o.family_id is not null and not exists (
      select from public.orders e where e.family_id = o.family_id and e.paid_at < p_from)
    order by o.family_id, o.paid_at
  ),
  repurchases as (
    select to_char(f.paid_at at time zone v_zone, 'YYYY-MM') as month,
      (select min(n.paid_at) from public.orders n where n.family_id = f.family_id and n.paid_at > f.paid_at) - f.paid_at as after
    from first_orders f
  )
  select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'families', m.families,
      'days_30', m.days_30, 'days_90', m.days_90, 'days_180', m.days_180, 'ended_at', m.ends) order by m.month), '[]'))
  from (
    select month, count(*) as families, count(*) filter (where after <= interval '30 days') as days_30,
      count(*) filter (where after <= interval '90 days') as days_90, count(*) filter (where after <= interval '180 days') as days_180,
      (to_date(month, 'YYYY-MM') + interval '1 month')::date as ends
    from repurchases group by month) m);
end;
$$;
comment on function private.report_retention(timestamptz, timestamptz) is
  'Returns RetentionReport (contract/management-reports.ts): how many bought or renewed again within 30, 90 and 180 '
  'days. Until ended_at, which is that many days after the month, a number still grows.';

create function public.get_recent_activity()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'at', private.iso(clock_timestamp()),
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.step, 'visits', (
        select count(distinct a.session_id) from public.booking_analytics a
        where a.created_at > (select clock_timestamp() - interval '60 seconds') and a.event_type = s.step)) order by s.n)
      from unnest(private.booking_steps()) with ordinality s (step, n)),
    'viewers', (select coalesce(sum(v.viewers), 0) from public.get_location_viewers() v),
    'paid', (
      select jsonb_build_object('orders', count(*), 'cents', coalesce(sum(o.total_cents), 0)) from public.orders o
      where o.paid_at > (select clock_timestamp() - interval '60 seconds')),
    'bookings', (
      select coalesce(jsonb_agg(to_jsonb(b)), '[]') from (select * from public.get_recent_bookings() limit 8) b));
end;
$$;
comment on function public.get_recent_activity() is
  'For admins. Returns RecentActivity (contract/management-reports.ts), without names. Definer: counts visits that '
  'callers may not read, after checking for an admin.';
grant execute on function public.get_recent_activity() to authenticated;
select private.answer_calls('public.get_recent_activity()', 'recent_activity');
