-- Returns what happens on the site now.

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
