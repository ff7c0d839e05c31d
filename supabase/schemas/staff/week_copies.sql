-- Admins copy the sessions and camps of a week to other weeks.

create function private.check_week_copy(p_from date, p_to date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_from is null or not isfinite(p_from) or extract(isodow from p_from) <> 1 then perform private.fail('invalid_input', 'p_from'); end if;
  if p_to is null or not isfinite(p_to) or extract(isodow from p_to) <> 1 or p_to = p_from
    or p_to not between private.calendar_today() - 6 and private.calendar_today() + 400 then
    perform private.fail('invalid_input', 'p_to');
  end if;
end;
$$;
comment on function private.check_week_copy(date, date) is
  'Fails with invalid_input for a day that is no Monday, and for a target week that is past, the same, or more than '
  '400 days ahead.';

create function private.week_copies(p_from date, p_to date)
returns table (session_id uuid, day date, left_out text)
language sql
volatile
set search_path = ''
as $$
  select s.id, d.day, case
    when (d.day + s.session_time) at time zone private.time_zone() <= (select private.calendar_now()) then 'past'
    when exists (select from public.sessions o
      where o.location_id = s.location_id and o.class_type_id = s.class_type_id and o.session_date = d.day
        and o.session_time = s.session_time) then 'exists'
    when exists (select from public.closed_days c where c.day = d.day and c.is_closed) then 'closed'
    when not l.is_offered then 'not_offered' end
  from public.sessions s
  join public.locations l on l.id = s.location_id
  cross join lateral (select s.session_date + (p_to - p_from) as day) d
  where s.session_date between p_from and p_from + 6 and s.status = 'scheduled'
$$;
comment on function private.week_copies(date, date) is
  'Returns each session with the day to which it is copied. If it is left out, says why: past, exists (also '
  'cancelled), closed or not_offered.';

create function private.camp_copies(p_from date, p_to date)
returns table (camp_id uuid, first_day date, last_day date, closed text, left_out text)
language sql
volatile
set search_path = ''
as $$
  select w.id, d.first_day, d.last_day, n.closed, case
    when (d.first_day + w.session_time_start) at time zone private.time_zone() <= (select private.calendar_now()) then 'past'
    when exists (select from public.camp_weeks o
      where o.cancelled_at is null and o.tier = w.tier and o.location_id = w.location_id
        and o.start_date = d.first_day and o.end_date = d.last_day) then 'exists'
    when n.closed is not null then 'closed'
    when not l.is_offered then 'not_offered' end
  from public.camp_weeks w
  join public.locations l on l.id = w.location_id
  cross join lateral (select w.start_date + (p_to - p_from) as first_day, w.end_date + (p_to - p_from) as last_day) d
  cross join lateral (
    select string_agg(c.name || ' (' || to_char(c.day, 'FMDD Mon') || ')', ', ' order by c.day) as closed
    from public.closed_days c where c.is_closed and c.day between d.first_day and d.last_day) n
  where w.start_date between p_from and p_from + 6 and w.cancelled_at is null
$$;
comment on function private.camp_copies(date, date) is
  'Returns each camp that begins in the week with the days to which it is copied, and the closed days among them. If '
  'it is left out, says why: past, exists, closed or not_offered.';

create function private.copy_camps(p_from date, p_to date)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_copy record;
  v_id uuid;
  v_camps jsonb := '[]';
begin
  -- create_camp takes the same lock, so that nobody makes the same camp at the same time.
  perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
  for v_copy in
    select c.*, w.name, w.capacity, w.added_spots, l.name as location from private.camp_copies(p_from, p_to) c
    join public.camp_weeks w on w.id = c.camp_id join public.locations l on l.id = w.location_id
    order by c.first_day, w.name, l.name, c.camp_id
  loop
    v_id := null;
    if v_copy.left_out is null then
      insert into public.camp_weeks (
        name, tier, team_types, location_id, start_date, end_date, session_time_start, session_time_end, capacity, is_active)
      -- A spot that was added for one child is not part of the usual capacity, so it is not copied.
      select name, tier, team_types, location_id, v_copy.first_day, v_copy.last_day, session_time_start, session_time_end,
        greatest(1, capacity - added_spots), is_active
      from public.camp_weeks where id = v_copy.camp_id
      returning id into v_id;
      -- A coach who is no longer staff is not assigned again. A camp without a coach is not on sale.
      insert into public.camp_coaches (camp_id, coach_id)
      select v_id, k.id from public.camp_coaches c join public.coaches k on k.id = c.coach_id
      where c.camp_id = v_copy.camp_id and private.is_assignable(k);
    end if;
    v_camps := v_camps || jsonb_build_object('id', v_id, 'title', v_copy.name, 'location', v_copy.location,
      'first_day', v_copy.first_day, 'last_day', v_copy.last_day, 'left_out', v_copy.left_out, 'closed', v_copy.closed,
      'capacity', coalesce((select w.capacity from public.camp_weeks w where w.id = v_id), v_copy.capacity),
      'not_copied', case when v_id is null then 0 else v_copy.added_spots end,
      'coaches', case when v_id is null then '[]' else private.coaches_of(v_id) end,
      'is_on_sale', coalesce((select private.is_camp_on_sale(w) from public.camp_weeks w where w.id = v_id), false));
  end loop;
  return v_camps;
end;
$$;
comment on function private.copy_camps(date, date) is
  'Copies the camps of a week with coaches, hours, capacity and tier, but without bookings, orders, exceptions of '
  'sale and spots that were added for a single child. Returns CampCopy[] (contract/week-copies.ts), with those that '
  'are left out.';

create function private.copy_week(p_from date, p_to date)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_copies jsonb;
  v_camps jsonb;
  v_created uuid[];
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('session_templates', 0));
  v_copies := (select coalesce(jsonb_agg(c), '[]') from private.week_copies(p_from, p_to) c);
  with inserted as (
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select s.class_type_id, s.location_id,
      -- A coach who is no longer staff is not assigned again.
      (select k.id from public.coaches k where k.id = s.coach_id and private.is_assignable(k)),
      c.day, s.session_time, s.duration_minutes, s.max_capacity - s.added_spots
    from jsonb_to_recordset(v_copies) as c (session_id uuid, day date, left_out text)
    join public.sessions s on s.id = c.session_id
    where c.left_out is null
    on conflict (location_id, class_type_id, session_date, session_time) do nothing
    returning id)
  select coalesce(array_agg(id), '{}') into v_created from inserted;
  v_camps := private.copy_camps(p_from, p_to);
  return jsonb_build_object('made', v_created, 'camps', v_camps, 'left_out', jsonb_array_length(v_copies) - cardinality(v_created),
    'not_copied', (
      select coalesce(sum(s.added_spots), 0) from jsonb_to_recordset(v_copies) as c (session_id uuid, left_out text)
      join public.sessions s on s.id = c.session_id where c.left_out is null),
    'not_offered', (select count(*) from jsonb_array_elements(v_copies) c where c ->> 'left_out' = 'not_offered'),
    'closed', (
      select coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'name', d.name, 'sessions', n.sessions) order by d.day), '[]')
      from (
        select (c ->> 'day')::date as day, count(*) as sessions
        from jsonb_array_elements(v_copies) c where c ->> 'left_out' = 'closed' group by 1) n
      join public.closed_days d on d.day = n.day),
    'clashes', private.clashes_of(v_created || array(
      select (c ->> 'id')::uuid from jsonb_array_elements(v_camps) c where c -> 'id' <> 'null')));
end;
$$;
comment on function private.copy_week(date, date) is 'Copies a week (see public.copy_week).';

create function public.preview_week_copy(p_from date, p_to date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_result jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_week_copy(p_from, p_to);
  begin
    v_result := private.copy_week(p_from, p_to);
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return (v_result - 'made') || jsonb_build_object('sessions', jsonb_array_length(v_result -> 'made'));
end;
$$;
comment on function public.preview_week_copy(date, date) is
  'For admins. Returns WeekCopy (contract/week-copies.ts). The copy is made and rolled back, so that the preview '
  'cannot differ. Fails with the codes of copy_week. Definer: see save_session.';
grant execute on function public.preview_week_copy(date, date) to authenticated;
select private.answer_calls('public.preview_week_copy(date, date)', 'management');

create function public.copy_week(p_from date, p_to date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_week_copy(p_from, p_to);
  return private.copy_week(p_from, p_to);
end;
$$;
comment on function public.copy_week(date, date) is
  'For admins. Copies the week of Monday p_from to that of Monday p_to. Bookings and spots that were added for a '
  'single child are not copied, and a repeated call changes nothing. Returns CopiedWeek (contract/week-copies.ts). '
  'Fails with invalid_input (p_from, p_to). Definer: see save_session.';
grant execute on function public.copy_week(date, date) to authenticated;
select private.answer_calls('public.copy_week(date, date)', 'management');
