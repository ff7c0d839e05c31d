-- Makes the sessions of the coming weeks from the weekly classes.

create function private.weekend()
returns table (saturday date, sunday date)
language sql
volatile
set search_path = ''
as $$
  -- By ISO, Saturday is weekday 6 and Sunday is 7, so a Sunday still belongs to yesterday's Saturday.
  select saturday, saturday + 1
  from (select private.calendar_today() as today) t,
    lateral (select today + 6 - extract(isodow from today)::integer as saturday) s
$$;
comment on function private.weekend() is
  'Returns the coming weekend in Singapore (spec 2 §5). On a Sunday this is yesterday and today, on a Saturday it is '
  'today and tomorrow, and on other days it is the next weekend.';

create function private.check_location_offered(p_location_id uuid, p_old_location_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_location_id is distinct from p_old_location_id
    and exists (select from public.locations where id = p_location_id and not is_offered) then
    perform private.fail('location_not_offered', 'location_id');
  end if;
end;
$$;
comment on function private.check_location_offered(uuid, uuid) is
  'Fails with location_not_offered if something new is planned at a location that the published content no longer has. '
  'What is already planned there stays.';

create function private.make_sessions(p_first date, p_last date, p_season_id uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_created integer;
begin
  -- Seasons, closed days and templates change under the exclusive lock. So a run sees either the whole change or
  -- nothing of it.
  perform pg_advisory_xact_lock_shared(hashtextextended('session_templates', 0));
  insert into public.sessions
    (class_type_id, location_id, coach_id, season_id, session_date, session_time, duration_minutes, max_capacity)
  select t.class_type_id, t.location_id,
    (select k.id from public.coaches k where k.id = t.coach_id and private.is_assignable(k)),
    t.season_id, d.day, t.session_time, t.duration_minutes, t.max_capacity
  from (select p_first + n as day from generate_series(0, p_last - p_first) n) d
  join public.session_templates t on t.weekday = extract(isodow from d.day)
  join public.locations l on l.id = t.location_id and l.is_offered
  where t.active and (p_season_id is null or t.season_id = p_season_id)
    and private.is_season_day(t.season_id, d.day)
    -- During a season only its own template plans a time slot. So there is no class on the season's closed days.
    and not (t.season_id is null and exists (
      select from public.session_templates o join public.seasons n on n.id = o.season_id
      where o.active and o.location_id = t.location_id and o.class_type_id = t.class_type_id
        and o.weekday = t.weekday and o.session_time = t.session_time and d.day between n.first_day and n.last_day))
    -- A class whose start has already passed did not take place.
    and (d.day + t.session_time) at time zone private.time_zone() > (select private.calendar_now())
    and not exists (
      select from public.sessions s
      where s.location_id = t.location_id and s.class_type_id = t.class_type_id
        and s.session_date = d.day and s.session_time = t.session_time
    )
  -- If two templates plan the same time slot, the season's template counts.
  order by t.season_id is null, t.season_id, d.day, t.session_time, t.id
  on conflict (location_id, class_type_id, session_date, session_time) do nothing;
  get diagnostics v_created = row_count;
  return v_created;
end;
$$;
comment on function private.make_sessions(date, date, uuid) is
  'Creates sessions from the templates of these days or of one season. Returns the number of new sessions. A repeated '
  'call changes nothing, and a cancelled session stays cancelled. A coach who is no longer staff is left out, and so '
  'is a location that the published content no longer has.';

create function private.plan_by_itself()
returns void
language sql
volatile
set search_path = ''
as $$ select set_config('planning.by_itself', 'on', true) $$;
comment on function private.plan_by_itself() is
  'Marks the transaction as the planner''s, so that coaches get no mail about weeks that they already know '
  '(mails/coach_plan_mails.sql).';

create function public.ensure_next_weekend_funstart_sessions()
returns integer
language sql
volatile
security definer
set search_path = ''
as $$
  select private.plan_by_itself();
  select private.make_sessions(private.calendar_today(), w.sunday) from private.weekend() w
$$;
comment on function public.ensure_next_weekend_funstart_sessions() is
  'Creates the sessions from today until Sunday. Returns the number of new sessions (spec 2 §7). A repeated call '
  'changes nothing. Definer: any visitor''s page load may be the first of the week, and it can create only what the '
  'templates say.';
grant execute on function public.ensure_next_weekend_funstart_sessions() to anon, authenticated, service_role;

create function private.last_planned_day()
returns date
language sql
volatile
set search_path = ''
as $$ select w.saturday + 7 * ((private.settings()).weekends_planned - 1) + 1 from private.weekend() w $$;
comment on function private.last_planned_day() is
  'Returns the last day for which plan_weekends creates sessions from the weekly templates.';

create function public.plan_weekends()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  -- This exclusive lock is also taken when staff change closed days.
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  perform private.plan_by_itself();
  perform private.refresh_public_holidays();
  return jsonb_build_object('made', private.make_sessions(private.calendar_today(), private.last_planned_day()));
end;
$$;
comment on function public.plan_weekends() is
  'Creates the sessions of the coming weekends, as many as settings.weekends_planned, so that credits can be spent on '
  'later sessions. Returns {made}. A scheduled job calls it. Definer: only the service role may call it.';
grant execute on function public.plan_weekends() to service_role;
