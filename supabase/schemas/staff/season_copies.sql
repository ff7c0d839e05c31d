-- Admins copy a season to later dates, or withdraw one that nobody booked.

create function private.copy_season(p_season_id uuid, p_season jsonb, p_until date)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_season public.seasons;
  v_session_count integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  if not exists (select from public.seasons where id = p_season_id) then
    perform private.fail('season_not_found', 'p_season_id');
  end if;
  v_season := private.changed_season(null, p_season);
  insert into public.seasons (name, first_day, last_day)
  values (v_season.name, v_season.first_day, v_season.last_day) returning id into v_season.id;
  insert into public.session_templates (
    season_id, class_type_id, location_id, coach_id, weekday, session_time, duration_minutes, max_capacity)
  select v_season.id, m.class_type_id, m.location_id,
    -- A coach who is no longer staff is not assigned again.
    (select k.id from public.coaches k where k.id = m.coach_id and private.is_assignable(k)),
    m.weekday, m.session_time, m.duration_minutes, m.max_capacity
  from public.session_templates m join public.locations l on l.id = m.location_id and l.is_offered
  where m.season_id = p_season_id and m.active;
  v_session_count := private.make_sessions(greatest(private.calendar_today(), v_season.first_day), least(p_until, v_season.last_day), v_season.id);
  return jsonb_build_object('id', v_season.id, 'made', v_session_count);
end;
$$;
comment on function private.copy_season(uuid, jsonb, date) is
  'Copies a season with its active weekly classes at locations in use, and creates their sessions until p_until. '
  'Returns {id, made}.';

create function public.preview_season_copy(p_season_id uuid, p_season jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_copied jsonb;
  v_season public.seasons;
  v_result jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  begin
    -- The preview creates all of its sessions, also those that the planner would create later.
    v_copied := private.copy_season(p_season_id, p_season, 'infinity');
    select * into v_season from public.seasons where id = (v_copied ->> 'id')::uuid;
    v_result := jsonb_build_object(
      'classes', (select count(*) from public.session_templates where season_id = v_season.id),
      'no_coach', (select count(*) from public.session_templates where season_id = v_season.id and coach_id is null),
      'not_offered', (
        select count(*) from public.session_templates m join public.locations l on l.id = m.location_id and not l.is_offered
        where m.season_id = p_season_id and m.active),
      'sessions', v_copied -> 'made',
      'days', private.season_days(v_season),
      'clashes', private.clashes_of(array(
        select s.id from public.sessions s where s.season_id = v_season.id order by s.starts_at, s.id limit 400)));
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_result;
end;
$$;
comment on function public.preview_season_copy(uuid, jsonb) is
  'For admins. Returns SeasonCopy (contract/seasons.ts). The copy is made and rolled back, so that the preview cannot '
  'differ. Fails with the codes of copy_season. Definer: see save_session.';
grant execute on function public.preview_season_copy(uuid, jsonb) to authenticated;
select private.answer_calls('public.preview_season_copy(uuid, jsonb)', 'management');

create function public.copy_season(p_season_id uuid, p_season jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return private.copy_season(p_season_id, p_season, private.last_planned_day());
end;
$$;
comment on function public.copy_season(uuid, jsonb) is
  'For admins. Copies a season''s weekly classes into a new season. Paused classes are left out, and so are those at '
  'locations that the published content no longer has. Returns {id, made} (contract/seasons.ts). Fails with '
  'season_not_found, season_exists. Definer: see save_session.';
grant execute on function public.copy_season(uuid, jsonb) to authenticated;
select private.answer_calls('public.copy_season(uuid, jsonb)', 'management');

create function public.withdraw_season(p_season_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session_ids uuid[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  v_session_ids := array(select id from public.sessions where season_id = p_season_id);
  perform private.lock_places(v_session_ids, '{}');
  perform private.check_withdrawable(v_session_ids, 'p_season_id');
  delete from public.sessions where id = any (v_session_ids);
  delete from public.seasons where id = p_season_id;
  return jsonb_build_object('deleted', cardinality(v_session_ids));
end;
$$;
comment on function public.withdraw_season(uuid) is
  'For admins. Deletes a season whose sessions are younger than an hour and untouched. A repeated call changes '
  'nothing. Returns {deleted}. Fails with session_in_use, too_late. Definer: see save_session.';
grant execute on function public.withdraw_season(uuid) to authenticated;
select private.answer_calls('public.withdraw_season(uuid)', 'management');
