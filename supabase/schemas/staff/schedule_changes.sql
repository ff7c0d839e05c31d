-- Each change of the schedule is checked against what the person saw, so that the second of two people learns what the
-- first one changed (docs/decisions "/management/schedule").

create function private.check_expected(p_expected jsonb, p_now jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  perform private.check_object(p_expected, 'p_expected', 4000);
  for v_key in select k from jsonb_object_keys(p_now) k order by k loop
    if p_expected -> v_key is distinct from p_now -> v_key then perform private.fail('changed_meanwhile', v_key); end if;
  end loop;
end;
$$;
comment on function private.check_expected(jsonb, jsonb) is
  'Checks that a record is still as the caller saw it. Fails with changed_meanwhile (field: the first that differs).';

create function private.changed_session(p_session public.sessions, p_changes jsonb)
returns public.sessions
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session public.sessions := p_session;
  v_key text;
begin
  perform private.check_object(p_changes, 'p_session', 2000);
  for v_key in select jsonb_object_keys(p_changes) loop
    if not coalesce(case v_key
      when 'class_type_id' then private.is_uuid(p_changes -> v_key)
        and exists (select from public.class_types where id = (p_changes ->> v_key)::uuid)
      when 'location_id' then private.is_uuid(p_changes -> v_key)
        and exists (select from public.locations where id = (p_changes ->> v_key)::uuid)
      when 'coach_id' then p_changes -> v_key = 'null' or private.is_uuid(p_changes -> v_key)
        and exists (select from public.coaches k where k.id = (p_changes ->> v_key)::uuid and private.is_assignable(k))
      when 'session_date' then p_changes ->> v_key ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(p_changes ->> v_key, 'date')
      when 'session_time' then p_changes ->> v_key ~ '^([01]\d|2[0-3]):[0-5]\d$'
      when 'duration_minutes' then private.is_whole(p_changes -> v_key, 15, 480)
      when 'max_capacity' then private.is_whole(p_changes -> v_key, 0, 100)
    end, false) then
      perform private.fail('invalid_input', left(v_key, 60));
    end if;
  end loop;
  return jsonb_populate_record(v_session, p_changes);
end;
$$;
comment on function private.changed_session(public.sessions, jsonb) is
  'Returns a session with the requested changes, each of which is valid by itself. Fails with invalid_input, and '
  'names the field, also for an unknown field.';

create function private.check_session(p_session public.sessions)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_missing constant text := case when p_session.class_type_id is null then 'class_type_id'
    when p_session.location_id is null then 'location_id' when p_session.session_date is null then 'session_date'
    when p_session.session_time is null then 'session_time' when p_session.max_capacity is null then 'max_capacity' end;
begin
  if v_missing is not null then perform private.fail('invalid_input', v_missing); end if;
  if (p_session.session_date + p_session.session_time) at time zone private.time_zone() <= private.calendar_now() then
    perform private.fail('session_started', 'session_date');
  end if;
  if p_session.session_date > private.calendar_today() + 400 then perform private.fail('invalid_input', 'session_date'); end if;
  -- A cancelled session also keeps its time slot, because its families were notified of it.
  if exists (
    select from public.sessions s
    where s.id is distinct from p_session.id and s.location_id = p_session.location_id
      and s.class_type_id = p_session.class_type_id and s.session_date = p_session.session_date
      and s.session_time = p_session.session_time
  ) then
    perform private.fail('session_exists', 'session_time');
  end if;
end;
$$;
comment on function private.check_session(public.sessions) is
  'Fails if a session lacks a field or is too far ahead (invalid_input), would already have begun (session_started), '
  'or already exists (session_exists).';

create function private.change_session(
  p_session_id uuid, p_session jsonb, p_expected jsonb, p_notice jsonb, p_is_preview boolean default false,
  p_reason text default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_old public.sessions;
  v_new public.sessions;
  v_before jsonb;
  v_seats_taken integer;
  v_fixed_field text;
  v_impact jsonb;
  v_check jsonb := '{}';
begin
  -- The lock prevents two people from creating the same session at once.
  perform pg_advisory_xact_lock(hashtextextended('sessions', 0));
  if p_session_id is null then
    v_old.duration_minutes := 60;
    v_new := private.changed_session(v_old, p_session);
    perform private.check_session(v_new);
    perform private.check_location_offered(v_new.location_id);
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    values (v_new.class_type_id, v_new.location_id, v_new.coach_id, v_new.session_date, v_new.session_time,
      v_new.duration_minutes, v_new.max_capacity)
    returning id into v_new.id;
    if v_new.coach_id is not null then
      v_check := private.check_assignment(v_new.id, v_new.coach_id, p_reason, p_is_preview);
    end if;
    return private.note_change(v_new.id, private.place_facts(v_new.id), null, p_is_preview) || v_check
      || jsonb_build_object('id', v_new.id, 'offered', 0);
  end if;
  select * into v_old from public.sessions where id = p_session_id for update;
  if not found then perform private.fail('session_not_found', 'p_session_id'); end if;
  if not p_is_preview then perform private.check_expected(p_expected, private.session_fields(v_old)); end if;
  if v_old.status = 'cancelled' then perform private.fail('session_not_found', 'p_session_id'); end if;
  if v_old.starts_at <= private.calendar_now() then perform private.fail('session_started', 'p_session_id'); end if;
  v_new := private.changed_session(v_old, p_session);
  perform private.check_session(v_new);
  perform private.check_location_offered(v_new.location_id, v_old.location_id);
  v_seats_taken := private.seats_taken(p_session_id, clock_timestamp());
  if v_new.max_capacity < v_seats_taken then perform private.fail('session_in_use', 'max_capacity', v_seats_taken::text); end if;
  -- Families booked or wait for this class on this day, so neither can change any more.
  v_fixed_field := case when v_new.class_type_id <> v_old.class_type_id then 'class_type_id'
    when v_new.session_date <> v_old.session_date then 'session_date' end;
  if v_fixed_field is not null and v_seats_taken + private.people_waiting(p_session_id, null) > 0 then
    perform private.fail('session_in_use', v_fixed_field, v_seats_taken::text);
  end if;
  v_before := private.place_facts(p_session_id);
  update public.sessions set class_type_id = v_new.class_type_id, location_id = v_new.location_id, coach_id = v_new.coach_id,
    session_date = v_new.session_date, session_time = v_new.session_time, duration_minutes = v_new.duration_minutes,
    max_capacity = v_new.max_capacity
  where id = p_session_id;
  if v_new.coach_id is distinct from v_old.coach_id and v_new.coach_id is not null then
    v_check := private.check_assignment(p_session_id, v_new.coach_id, p_reason, p_is_preview);
  -- If the coach stays and only time or location change, concerns are shown, but they need no reason.
  elsif v_new.coach_id is not null then
    perform private.lock_coach(v_new.coach_id);
    v_check := jsonb_build_object('concerns', private.coach_concerns(v_new.coach_id, p_session_id));
  end if;
  perform private.end_lost_shares(p_session_id);
  v_impact := private.note_change(p_session_id, v_before, p_notice, p_is_preview) || v_check;
  perform private.shorten_offers(p_session_id, null);
  return v_impact || jsonb_build_object('id', p_session_id, 'offered', private.offer_released_places(array[p_session_id], '{}'));
end;
$$;
comment on function private.change_session(uuid, jsonb, jsonb, jsonb, boolean, text) is
  'Creates or changes a session (see save_session). Returns ChangeImpact with the id and the families that were '
  'offered a new seat. A preview checks neither p_expected nor p_notice.';

create function public.save_session(
  p_session_id uuid, p_session jsonb, p_expected jsonb default null, p_notice jsonb default null,
  p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_impact jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_notice(p_notice);
  v_impact := private.change_session(p_session_id, p_session, p_expected, p_notice, false, p_reason);
  return private.schedule_place((v_impact ->> 'id')::uuid)
    || jsonb_build_object('offered', v_impact -> 'offered', 'impact', v_impact - 'id' - 'offered');
end;
$$;
comment on function public.save_session(uuid, jsonb, jsonb, jsonb, text) is
  'For admins. Creates a session (p_session_id is null) or changes one. Takes SessionFields and returns '
  'SavedScheduleItem (contract/management-schedule.ts). p_expected has the fields as the caller saw them. If somebody '
  'has booked, p_notice is needed for another location or time. Fails with session_not_found, changed_meanwhile, '
  'session_started, session_exists, location_not_offered, session_in_use (detail: seats taken), notice_needed, '
  'coach_unavailable (p_reason). Definer: sessions are written by such functions only, after checking the caller.';
grant execute on function public.save_session(uuid, jsonb, jsonb, jsonb, text) to authenticated;
select private.answer_calls('public.save_session(uuid, jsonb, jsonb, jsonb, text)', 'management');

create function public.save_camp(
  p_camp_id uuid, p_camp jsonb, p_expected jsonb default null, p_notice jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_id uuid := p_camp_id;
  v_before integer;
  v_impact jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_notice(p_notice);
  if v_id is null then
    v_id := public.create_camp(p_camp);
  else
    -- As in update_camp, this lock is taken before the camp's, so that camps are created and changed one after the
    -- other.
    perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
    perform from public.camp_weeks where id = v_id for update;
    if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
    perform private.check_expected(p_expected, (select private.camp_fields(w) from public.camp_weeks w where w.id = v_id));
    v_before := (select count(*) from public.waitlist_offers where camp_id = v_id);
    v_impact := public.update_camp(v_id, p_camp, p_notice);
  end if;
  return private.schedule_place(v_id) || jsonb_build_object('impact', v_impact,
    'offered', (select count(*) from public.waitlist_offers where camp_id = v_id) - coalesce(v_before, 0));
end;
$$;
comment on function public.save_camp(uuid, jsonb, jsonb, jsonb) is
  'For admins. Creates a camp (p_camp_id is null) as create_camp does, or changes one as update_camp does, if it is '
  'still as in p_expected. Returns SavedScheduleItem (contract/management-schedule.ts). The price is that of the '
  'published tier. Fails with the codes of create_camp and update_camp, and changed_meanwhile. Definer: see '
  'create_camp.';
grant execute on function public.save_camp(uuid, jsonb, jsonb, jsonb) to authenticated;
select private.answer_calls('public.save_camp(uuid, jsonb, jsonb, jsonb)', 'management');
