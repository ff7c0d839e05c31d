-- Admins change the weekly plan (session_templates), from which plan_weekends creates the sessions of the coming weeks
-- (docs/decisions "/management/schedule").

create trigger audit after insert or update or delete on public.session_templates
  for each row execute function private.audit('id', '*');

create function private.template_fields(p_template public.session_templates)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('class_type_id', p_template.class_type_id, 'location_id', p_template.location_id,
    'coach_id', p_template.coach_id, 'season_id', p_template.season_id, 'weekday', p_template.weekday, 'session_time', private.clock_of(p_template.session_time),
    'duration_minutes', p_template.duration_minutes, 'max_capacity', p_template.max_capacity, 'active', p_template.active)
$$;
comment on function private.template_fields(public.session_templates) is
  'Returns TemplateFields (contract/management-schedule.ts).';

create function private.template_sessions(p_template public.session_templates)
returns uuid[]
language sql
volatile
set search_path = ''
as $$
  select array(
    select s.id from public.sessions s
    where s.class_type_id = p_template.class_type_id and s.location_id = p_template.location_id
      and s.session_time = p_template.session_time and extract(isodow from s.session_date) = p_template.weekday
      and s.season_id is not distinct from p_template.season_id
      and s.status = 'scheduled' and s.starts_at > private.calendar_now())
$$;
comment on function private.template_sessions(public.session_templates) is
  'Returns the future sessions in a template''s time slot. If the template has a season, they are those of its '
  'season.';

create function private.template_view(p_template public.session_templates)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('id', p_template.id, 'fields', private.template_fields(p_template), 'title', t.name, 'team', t.team,
    'location', l.name, 'coach', (select name from public.coaches where id = p_template.coach_id),
    'season', (select name from public.seasons where id = p_template.season_id),
    'planned', cardinality(private.template_sessions(p_template)))
  from public.class_types t, public.locations l
  where t.id = p_template.class_type_id and l.id = p_template.location_id
$$;
comment on function private.template_view(public.session_templates) is
  'Returns WeekTemplate (contract/management-schedule.ts). planned is the number of future sessions in its time slot.';

create function public.get_week_plan()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'class_types', (select coalesce(jsonb_agg(private.class_type_view(c) order by c.name), '[]') from public.class_types c),
    'locations', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'is_base', base is not null,
      'is_offered', is_offered) order by name), '[]') from public.locations),
    'coaches', (
      select coalesce(jsonb_agg(private.planned_coach(k) order by k.name), '[]') from public.coaches k where private.is_assignable(k)),
    'former_coaches', (
      select coalesce(jsonb_agg(private.planned_coach(k) order by k.name), '[]') from public.coaches k where not k.active),
    'tiers', (select coalesce(jsonb_agg(private.camp_sold_as(t)), '[]') from unnest(private.tiers()) t),
    'templates', (
      select coalesce(jsonb_agg(private.template_view(m) order by m.weekday, m.session_time, m.id), '[]')
      from public.session_templates m
      where not exists (select from public.seasons n where n.id = m.season_id and n.last_day < private.calendar_today())),
    'seasons', (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by first_day, name), '[]')
      from public.seasons where last_day >= private.calendar_today()),
    'planned_until', private.last_planned_day());
end;
$$;
comment on function public.get_week_plan() is
  'For admins. Returns WeekPlan (contract/management-schedule.ts), without templates of past seasons. Definer: see '
  'get_schedule.';
grant execute on function public.get_week_plan() to authenticated;
select private.answer_calls('public.get_week_plan()', 'management');

create function private.changed_template(p_template public.session_templates, p_changes jsonb)
returns public.session_templates
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_template public.session_templates;
begin
  perform private.check_object(p_changes, 'p_template', 2000);
  -- The other fields are those of a session. So they are checked as a session's before they are cast to a record.
  perform private.changed_session(v_session, p_changes - '{weekday,active,season_id}'::text[]);
  v_template := jsonb_populate_record(p_template, p_changes - '{weekday,active,season_id}'::text[]);
  if p_changes ? 'session_date' then perform private.fail('invalid_input', 'session_date'); end if;
  if p_changes ? 'weekday' then
    if not private.is_whole(p_changes -> 'weekday', 1, 7) then perform private.fail('invalid_input', 'weekday'); end if;
    v_template.weekday := (p_changes ->> 'weekday')::integer;
  end if;
  if p_changes ? 'active' then
    if jsonb_typeof(p_changes -> 'active') <> 'boolean' then perform private.fail('invalid_input', 'active'); end if;
    v_template.active := (p_changes ->> 'active')::boolean;
  end if;
  if p_changes ? 'season_id' then
    if p_changes -> 'season_id' <> 'null' and not (private.is_uuid(p_changes -> 'season_id')
      and exists (select from public.seasons where id = (p_changes ->> 'season_id')::uuid)) then
      perform private.fail('invalid_input', 'season_id');
    end if;
    v_template.season_id := (p_changes ->> 'season_id')::uuid;
  end if;
  if coalesce(v_template.max_capacity, 0) < 1 then perform private.fail('invalid_input', 'max_capacity'); end if;
  return v_template;
end;
$$;
comment on function private.changed_template(public.session_templates, jsonb) is
  'Returns a weekly template with the requested changes. Fails with invalid_input, and names the field.';

create function private.check_slot(p_template public.session_templates)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.session_templates where class_type_id = p_template.class_type_id
      and location_id = p_template.location_id and weekday = p_template.weekday
      and session_time = p_template.session_time and season_id is not distinct from p_template.season_id
  ) then
    perform private.fail('session_exists', 'session_time');
  end if;
end;
$$;
comment on function private.check_slot(public.session_templates) is
  'Fails with session_exists if another template of its season, or another one without a season, has this time slot.';

create function public.save_template(p_template_id uuid, p_template jsonb, p_expected jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_old public.session_templates;
  v_new public.session_templates;
  v_field text;
  v_session_count integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  if p_template_id is null then
    v_old.active := true;
    v_old.duration_minutes := 60;
    v_new := private.changed_template(v_old, p_template);
    v_field := case when v_new.class_type_id is null then 'class_type_id' when v_new.location_id is null then 'location_id'
      when v_new.weekday is null then 'weekday' when v_new.session_time is null then 'session_time' end;
    if v_field is not null then perform private.fail('invalid_input', v_field); end if;
    perform private.check_slot(v_new);
    perform private.check_location_offered(v_new.location_id);
    insert into public.session_templates (
      class_type_id, location_id, coach_id, season_id, weekday, session_time, duration_minutes, max_capacity, active)
    values (v_new.class_type_id, v_new.location_id, v_new.coach_id, v_new.season_id, v_new.weekday, v_new.session_time,
      v_new.duration_minutes, v_new.max_capacity, v_new.active)
    returning * into v_new;
  else
    select * into v_old from public.session_templates where id = p_template_id for update;
    if not found then perform private.fail('place_not_found', 'p_template_id'); end if;
    perform private.check_expected(p_expected, private.template_fields(v_old));
    v_new := private.changed_template(v_old, p_template);
    -- The sessions of a template keep their time slot. For another slot, staff make another template and deactivate
    -- this one.
    v_field := case when v_new.class_type_id is distinct from v_old.class_type_id then 'class_type_id'
      when v_new.location_id is distinct from v_old.location_id then 'location_id'
      when v_new.weekday is distinct from v_old.weekday then 'weekday'
      when v_new.session_time is distinct from v_old.session_time then 'session_time'
      when v_new.season_id is distinct from v_old.season_id then 'season_id' end;
    if v_field is not null then perform private.fail('session_in_use', v_field); end if;
    if v_new.active and not v_old.active then perform private.check_location_offered(v_new.location_id); end if;
    update public.session_templates set coach_id = v_new.coach_id, duration_minutes = v_new.duration_minutes,
      max_capacity = v_new.max_capacity, active = v_new.active
    where id = p_template_id returning * into v_new;
  end if;
  v_session_count := private.make_sessions(private.calendar_today(), private.last_planned_day());
  return jsonb_build_object(
    'made', v_session_count,
    'template', private.template_view(v_new),
    'clashes', private.clashes_of(array(
      select s.id from public.sessions s
      where v_new.active and s.id = any (private.template_sessions(v_new)) and s.coach_id = v_new.coach_id)));
end;
$$;
comment on function public.save_template(uuid, jsonb, jsonb) is
  'For admins. Creates a weekly template (p_template_id is null) or changes one. Sessions that were already planned '
  'do not change. Returns {made, template: WeekTemplate, clashes} (contract/management-schedule.ts). Fails with '
  'place_not_found, changed_meanwhile, session_exists, session_in_use, location_not_offered. Definer: see '
  'save_session.';
grant execute on function public.save_template(uuid, jsonb, jsonb) to authenticated;
select private.answer_calls('public.save_template(uuid, jsonb, jsonb)', 'management');

create function private.check_withdrawable(p_session_ids uuid[], p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.sessions s where s.id = any (p_session_ids) and (
      exists (select from public.bookings b where b.session_id = s.id)
      or exists (select from public.holds h where h.session_id = s.id)
      or exists (select from public.order_lines l where l.session_id = s.id)
      or exists (select from public.waitlist_entries e where e.session_id = s.id))
  ) then
    perform private.fail('session_in_use', p_field);
  end if;
  if exists (select from public.sessions where id = any (p_session_ids) and created_at < clock_timestamp() - interval '1 hour') then
    perform private.fail('too_late', p_field);
  end if;
end;
$$;
comment on function private.check_withdrawable(uuid[], text) is
  'Checks sessions that are locked. Fails with session_in_use if one of them has or had a booking, hold or waitlist '
  'entry, and with too_late if one is older than an hour.';

create function private.check_withdrawable_camps(p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (select from public.camp_weeks where id = any (p_camp_ids) and private.camp_uses(id) <> '{}')
    or exists (select from public.order_lines where camp_id = any (p_camp_ids)) then
    perform private.fail('camp_in_use', 'p_camp_ids');
  end if;
  if exists (select from public.camp_weeks where id = any (p_camp_ids) and created_at < clock_timestamp() - interval '1 hour') then
    perform private.fail('too_late', 'p_camp_ids');
  end if;
end;
$$;
comment on function private.check_withdrawable_camps(uuid[]) is
  'Checks camps that are locked. Fails with camp_in_use if anything refers to one of them (private.camp_uses), also '
  'an order that ended, and with too_late if one is older than an hour.';

create function public.withdraw_sessions(p_session_ids uuid[], p_camp_ids uuid[] default '{}')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_sessions integer;
  v_camps integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_places(p_session_ids || p_camp_ids);
  -- As in remove_camp, this lock comes before the camps.
  if p_camp_ids <> '{}' then perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0)); end if;
  perform private.lock_places(p_session_ids, p_camp_ids);
  perform private.check_withdrawable(p_session_ids, 'p_session_ids');
  perform private.check_withdrawable_camps(p_camp_ids);
  delete from public.sessions where id = any (p_session_ids);
  get diagnostics v_sessions = row_count;
  delete from public.camp_weeks where id = any (p_camp_ids);
  get diagnostics v_camps = row_count;
  return jsonb_build_object('deleted', v_sessions + v_camps);
end;
$$;
comment on function public.withdraw_sessions(uuid[], uuid[]) is
  'For admins. Deletes 1 to 60 untouched sessions and camps of the last hour, either all or none. Later they can '
  'only be cancelled. Returns {deleted}. Fails with invalid_input, session_in_use, camp_in_use, too_late. Definer: '
  'see save_session.';
grant execute on function public.withdraw_sessions(uuid[], uuid[]) to authenticated;
select private.answer_calls('public.withdraw_sessions(uuid[], uuid[])', 'management');
