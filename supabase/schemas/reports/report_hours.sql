-- This report has the hours for which coaches are paid (docs/decisions "Hours for pay").

create function private.report_hours(p_from date, p_until date)
returns table (coach_id uuid, month text, sessions bigint, session_minutes bigint, camp_days bigint, camp_minutes bigint)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := private.calendar_now();
begin
  return query
    with held as (
      select s.coach_id as held_by, s.session_date as day, s.duration_minutes as minutes, false as is_camp
      from public.sessions s
      where s.session_date between p_from and p_until and s.status = 'scheduled' and s.ends_at <= v_now
      union all
      select c.coach_id, w.start_date + n, (extract(epoch from d.ends_at - d.begins_at) / 60)::integer, true
      from public.camp_weeks w
      left join public.camp_coaches c on c.camp_id = w.id
      cross join lateral private.camp_day(w) d
      cross join lateral generate_series(0, w.end_date - w.start_date) n
      where w.start_date <= p_until and w.end_date >= p_from and w.cancelled_at is null
        and w.start_date + n between p_from and p_until and not private.is_day_cancelled(w.id, w.start_date + n)
        and (w.start_date + n + d.ends_at) at time zone private.time_zone() <= v_now
    )
    select h.held_by, to_char(h.day, 'YYYY-MM'),
      count(*) filter (where not h.is_camp), coalesce(sum(h.minutes) filter (where not h.is_camp), 0),
      count(*) filter (where h.is_camp), coalesce(sum(h.minutes) filter (where h.is_camp), 0)
    from held h
    group by 1, 2;
end;
$$;
comment on function private.report_hours(date, date) is
  'Returns the sessions and camp days of a period, by coach and month, with their minutes from start to end. They '
  'have ended and were not cancelled. Each coach of a camp gets all of its hours. coach_id is null if nobody was '
  'assigned.';

create function private.hours_view(p_from date, p_until date, p_coach_id uuid, p_is_everyone boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('months', coalesce(jsonb_agg(jsonb_build_object(
    'month', h.month, 'coach', k.name, 'sessions', h.sessions, 'session_minutes', h.session_minutes,
    'camp_days', h.camp_days, 'camp_minutes', h.camp_minutes) order by h.month, k.name nulls last), '[]'))
  from private.report_hours(p_from, p_until) h left join public.coaches k on k.id = h.coach_id
  where p_is_everyone or h.coach_id = p_coach_id
$$;
comment on function private.hours_view(date, date, uuid, boolean) is
  'Returns HoursReport (contract/management-reports.ts), of one coach or of everyone. If neither is requested, it is '
  'empty.';
