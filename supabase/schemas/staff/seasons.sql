-- Admins plan seasons. Every change takes the exclusive lock of the planner (private.make_sessions). So no session is
-- created for days that a season has just lost (docs/decisions "Seasons").

create function private.season_fields(p_season public.seasons)
returns jsonb
language sql
stable
set search_path = ''
as $$ select jsonb_build_object('name', p_season.name, 'first_day', p_season.first_day, 'last_day', p_season.last_day) $$;
comment on function private.season_fields(public.seasons) is 'Returns SeasonFields (contract/seasons.ts).';

create function private.season_misfits(p_season_id uuid)
returns uuid[]
language sql
volatile
set search_path = ''
as $$
  select array(
    select s.id from public.sessions s
    where s.status = 'scheduled' and s.starts_at > private.calendar_now()
      and not private.is_season_day(p_season_id, s.session_date)
      and (s.season_id = p_season_id or s.season_id is null and exists (
        select from public.session_templates t join public.seasons n on n.id = t.season_id
        where n.id = p_season_id and t.active and t.location_id = s.location_id and t.class_type_id = s.class_type_id
          and t.weekday = extract(isodow from s.session_date) and t.session_time = s.session_time
          and s.session_date between n.first_day and n.last_day))
    order by s.starts_at, s.id)
$$;
comment on function private.season_misfits(uuid) is
  'Returns the future sessions of a season that are on a closed day or outside its days. They were planned before the '
  'days changed, or in a time slot of the season before the season was made.';

create function private.season_view(p_season public.seasons)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('id', p_season.id, 'fields', private.season_fields(p_season),
    'state', case when p_season.last_day < t.today then 'over' when p_season.first_day > t.today then 'coming' else 'running' end,
    'classes', (select count(*) from public.session_templates m where m.season_id = p_season.id and m.active),
    'sessions', (
      select count(*) from public.session_templates m
      join generate_series(0, p_season.last_day - p_season.first_day) n
        on extract(isodow from p_season.first_day + n) = m.weekday
      where m.season_id = p_season.id and m.active and private.is_season_day(p_season.id, p_season.first_day + n)),
    'planned', (
      select count(*) from public.sessions s
      where s.season_id = p_season.id and s.status = 'scheduled' and s.starts_at > private.calendar_now()),
    'misfits', cardinality(private.season_misfits(p_season.id)))
  from (select private.calendar_today() as today) t
$$;
comment on function private.season_view(public.seasons) is
  'Returns what a list of seasons shows. sessions is the number of sessions that its weekly classes should have. '
  'planned is the number of future sessions that exist.';

create function private.season_days(p_season public.seasons)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('day', c.day, 'name', c.name, 'source', c.source, 'is_estimated', c.is_estimated,
    'is_closed', c.is_closed, 'classes', (
      select count(*) from public.session_templates m
      where m.season_id = p_season.id and m.active and m.weekday = extract(isodow from c.day))) order by c.day), '[]')
  from public.closed_days c where c.day between p_season.first_day and p_season.last_day
$$;
comment on function private.season_days(public.seasons) is
  'Returns the public holidays and closed days of a season, as SeasonDay[] (contract/seasons.ts). classes is the '
  'number of its weekly classes on that weekday.';

create function private.can_withdraw(p_season_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_withdrawable(array(select id from public.sessions where season_id = p_season_id), 'p_season_id');
  return true;
exception when sqlstate 'PT409' then
  return false;
end;
$$;
comment on function private.can_withdraw(uuid) is 'Returns whether withdraw_season would delete this season.';

create function private.season_details(p_season public.seasons)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select private.season_view(p_season) || jsonb_build_object(
    'days', private.season_days(p_season),
    'templates', (
      select coalesce(jsonb_agg(private.template_view(m) order by m.weekday, m.session_time, m.id), '[]')
      from public.session_templates m where m.season_id = p_season.id),
    -- The list has as many sessions as can be cancelled at once (private.check_places).
    'misfit_places', (
      select coalesce(jsonb_agg(jsonb_build_object('place', p.place,
        'children', private.place_children('session', p.id, private.calendar_today())) order by p.starts_at, p.id), '[]')
      from private.schedule_places((private.season_misfits(p_season.id))[:60]) p),
    'can_withdraw', private.can_withdraw(p_season.id))
$$;
comment on function private.season_details(public.seasons) is 'Returns Season (contract/seasons.ts).';

create function public.get_seasons()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'today', private.calendar_today(),
    'seasons', (
      select coalesce(jsonb_agg(private.season_details(n) order by n.last_day desc, n.name), '[]')
      from (select * from public.seasons order by last_day desc, name limit 40) n),
    'planned_until', private.last_planned_day(),
    'holidays_until', (select max(day) from public.closed_days where source = 'public_holiday'));
end;
$$;
comment on function public.get_seasons() is
  'For admins. Returns the newest forty Seasons (contract/seasons.ts), with the sessions that no longer fit and the '
  'booked children. Definer: see get_schedule.';
grant execute on function public.get_seasons() to authenticated;
select private.answer_calls('public.get_seasons()', 'management');

create function private.changed_season(p_season public.seasons, p_changes jsonb)
returns public.seasons
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_season public.seasons := p_season;
  v_key text;
begin
  perform private.check_object(p_changes, 'p_season', 1000);
  for v_key in select jsonb_object_keys(p_changes) loop
    case v_key
      when 'name' then v_season.name := private.check_text(p_changes -> v_key, v_key, 60);
      when 'first_day', 'last_day' then
        if not coalesce(jsonb_typeof(p_changes -> v_key) = 'string' and p_changes ->> v_key ~ '^\d{4}-\d{2}-\d{2}$'
          and pg_input_is_valid(p_changes ->> v_key, 'date'), false) then
          perform private.fail('invalid_input', v_key);
        end if;
        v_season := jsonb_populate_record(v_season, jsonb_build_object(v_key, p_changes -> v_key));
      else perform private.fail('invalid_input', left(v_key, 60));
    end case;
  end loop;
  v_key := case when v_season.name is null then 'name' when v_season.first_day is null then 'first_day'
    when v_season.last_day is null
      or v_season.last_day not between v_season.first_day and v_season.first_day + 400
      or v_season.last_day is distinct from p_season.last_day and v_season.last_day < private.calendar_today() then 'last_day' end;
  if v_key is not null then perform private.fail('invalid_input', v_key); end if;
  if exists (select from public.seasons where lower(name) = lower(v_season.name) and id is distinct from p_season.id) then
    perform private.fail('season_exists', 'name');
  end if;
  return v_season;
end;
$$;
comment on function private.changed_season(public.seasons, jsonb) is
  'Returns a season with the requested changes. Fails with invalid_input, which names the field, or with '
  'season_exists if another season has the name.';

create function public.save_season(p_season_id uuid, p_season jsonb, p_expected jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_season public.seasons;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  if p_season_id is null then
    v_season := private.changed_season(null, p_season);
    insert into public.seasons (name, first_day, last_day)
    values (v_season.name, v_season.first_day, v_season.last_day) returning id into v_season.id;
  else
    select * into v_season from public.seasons where id = p_season_id for update;
    if not found then perform private.fail('season_not_found', 'p_season_id'); end if;
    perform private.check_expected(p_expected, private.season_fields(v_season));
    v_season := private.changed_season(v_season, p_season);
    update public.seasons set name = v_season.name, first_day = v_season.first_day, last_day = v_season.last_day
    where id = p_season_id;
  end if;
  return jsonb_build_object('id', v_season.id,
    'made', private.make_sessions(private.calendar_today(), private.last_planned_day()));
end;
$$;
comment on function public.save_season(uuid, jsonb, jsonb) is
  'For admins. Creates a season (p_season_id is null) or changes one. Sessions outside its new days stay, and '
  'get_seasons lists them. Returns {id, made} (contract/seasons.ts). Fails with season_not_found, season_exists, '
  'changed_meanwhile. Definer: see save_session.';
grant execute on function public.save_season(uuid, jsonb, jsonb) to authenticated;
select private.answer_calls('public.save_season(uuid, jsonb, jsonb)', 'management');

create function public.set_closed_day(p_day date, p_is_closed boolean, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day public.closed_days;
  v_reason text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_day is null or p_day not between private.calendar_today() and private.calendar_today() + 800 then
    perform private.fail('invalid_input', 'p_day');
  end if;
  if p_is_closed is null then perform private.fail('invalid_input', 'p_is_closed'); end if;
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  select * into v_day from public.closed_days where day = p_day for update;
  if v_day.source = 'public_holiday' then
    update public.closed_days set is_closed = p_is_closed where day = p_day and is_closed <> p_is_closed;
  elsif p_is_closed then
    v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 120);
    insert into public.closed_days (day, name, source) values (p_day, v_reason, 'staff')
    on conflict (day) do update set name = excluded.name;
  else
    delete from public.closed_days where day = p_day;
  end if;
  return jsonb_build_object('made', private.make_sessions(private.calendar_today(), private.last_planned_day()));
end;
$$;
comment on function public.set_closed_day(date, boolean, text) is
  'For admins. Closes a day or opens it, for all seasons. If the day is no public holiday, p_reason is needed. '
  'Planned sessions stay, and get_seasons lists them. Returns {made}. Fails with invalid_input (p_day, p_is_closed, '
  'p_reason). Definer: see save_session.';
grant execute on function public.set_closed_day(date, boolean, text) to authenticated;
select private.answer_calls('public.set_closed_day(date, boolean, text)', 'management');
