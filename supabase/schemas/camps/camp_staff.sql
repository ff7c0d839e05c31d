-- Admins create and change camps.

create function private.changed_camp(p_camp public.camp_weeks, p_changes jsonb)
returns public.camp_weeks
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
  v_camp public.camp_weeks := p_camp;
begin
  perform private.check_object(p_changes, 'p_camp', 4000);
  for v_key in
    select k from jsonb_object_keys(p_changes) k where k <> all (array[
      'name', 'tier', 'team_types', 'location_id', 'start_date', 'end_date', 'session_time_start', 'session_time_end',
      'capacity', 'is_active'])
  loop
    -- An unknown field is refused. The price, for example, belongs to the tier. If it were ignored here, staff would
    -- think that they changed it.
    perform private.fail('invalid_input', v_key);
  end loop;
  if p_changes ? 'name' then v_camp.name := private.check_text(p_changes -> 'name', 'name', 120); end if;
  if p_changes ? 'tier' then
    v_camp.tier := p_changes ->> 'tier';
    if not coalesce(v_camp.tier = any (private.tiers()), false) then perform private.fail('invalid_input', 'tier'); end if;
  end if;
  if p_changes ? 'team_types' then
    if not private.are_names(p_changes -> 'team_types') or not p_changes -> 'team_types' <@ '["white", "red", "black", "x"]' then
      perform private.fail('invalid_input', 'team_types');
    end if;
    v_camp.team_types := array(select jsonb_array_elements_text(p_changes -> 'team_types'));
  end if;
  if p_changes ? 'location_id' then
    if not private.is_uuid(p_changes -> 'location_id') then perform private.fail('invalid_input', 'location_id'); end if;
    v_camp.location_id := p_changes ->> 'location_id';
    if not exists (select from public.locations where id = v_camp.location_id and base is not null) then
      perform private.fail('invalid_input', 'location_id');
    end if;
  end if;
  foreach v_key in array array['start_date', 'end_date'] loop
    if p_changes ? v_key and not (coalesce(p_changes ->> v_key, '') ~ '^\d{4}-\d{2}-\d{2}$'
      and pg_input_is_valid(p_changes ->> v_key, 'date')) then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  v_camp.start_date := coalesce((p_changes ->> 'start_date')::date, v_camp.start_date);
  v_camp.end_date := coalesce((p_changes ->> 'end_date')::date, v_camp.end_date);
  foreach v_key in array array['session_time_start', 'session_time_end'] loop
    if private.is_given(p_changes -> v_key) and p_changes ->> v_key !~ '^([01]\d|2[0-3]):[0-5]\d(:00)?$' then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  if p_changes ? 'session_time_start' then
    v_camp.session_time_start := coalesce(nullif(p_changes ->> 'session_time_start', ''), '09:00');
  end if;
  if p_changes ? 'session_time_end' then
    v_camp.session_time_end := coalesce(nullif(p_changes ->> 'session_time_end', ''), '15:00');
  end if;
  if p_changes ? 'capacity' then
    if p_changes -> 'capacity' <> 'null' and not private.is_whole(p_changes -> 'capacity', 1, 500) then
      perform private.fail('invalid_input', 'capacity');
    end if;
    v_camp.capacity := coalesce((p_changes ->> 'capacity')::numeric, 20);
  end if;
  if p_changes ? 'is_active' then
    if jsonb_typeof(p_changes -> 'is_active') <> 'boolean' then perform private.fail('invalid_input', 'is_active'); end if;
    v_camp.is_active := (p_changes ->> 'is_active')::boolean;
  end if;
  return v_camp;
end;
$$;
comment on function private.changed_camp(public.camp_weeks, jsonb) is
  'Returns a camp with the requested changes, each of which is valid by itself. Fails with invalid_input, and names '
  'the field.';

create function private.check_camp(p_camp public.camp_weeks)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_missing constant text := case
    when p_camp.name is null then 'name' when p_camp.tier is null then 'tier'
    when p_camp.team_types is null then 'team_types' when p_camp.location_id is null then 'location_id'
    when p_camp.start_date is null then 'start_date' when p_camp.end_date is null then 'end_date' end;
begin
  if v_missing is not null then perform private.fail('invalid_input', v_missing); end if;
  if p_camp.end_date not between p_camp.start_date and p_camp.start_date + 13 then
    perform private.fail('invalid_input', 'end_date');
  end if;
  if p_camp.session_time_end <= p_camp.session_time_start then perform private.fail('invalid_input', 'session_time_end'); end if;
  if exists (
    select from public.camp_weeks c
    where c.cancelled_at is null and c.id is distinct from p_camp.id and c.tier = p_camp.tier
      and c.location_id = p_camp.location_id and c.start_date = p_camp.start_date and c.end_date = p_camp.end_date
  ) then
    perform private.fail('camp_exists', 'start_date');
  end if;
end;
$$;
comment on function private.check_camp(public.camp_weeks) is
  'Refuses a camp whose fields do not fit together (invalid_input) or that already exists (camp_exists).';

create function private.check_camp_ahead(p_camp public.camp_weeks, p_old public.camp_weeks default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Only a day that changes is checked. So a camp that has begun can get a later last day.
  if p_camp.start_date is distinct from p_old.start_date and p_camp.start_date < private.calendar_today() then
    perform private.fail('camp_in_past', 'start_date');
  end if;
  if p_camp.end_date is distinct from p_old.end_date and p_camp.end_date < private.calendar_today() then
    perform private.fail('camp_in_past', 'end_date');
  end if;
end;
$$;
comment on function private.check_camp_ahead(public.camp_weeks, public.camp_weeks) is
  'Refuses a first or last day in the past (camp_in_past, with the field), because nobody could book such a camp. A '
  'camp may keep a day that it already had.';

create function public.create_camp(p_camp jsonb)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  v_camp.session_time_start := '09:00';
  v_camp.session_time_end := '15:00';
  v_camp.capacity := 20;
  v_camp.is_active := true;
  v_camp := private.changed_camp(v_camp, p_camp);
  -- The lock prevents two people from creating the same camp at once.
  perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
  perform private.check_camp(v_camp);
  perform private.check_camp_ahead(v_camp);
  perform private.check_location_offered(v_camp.location_id);
  insert into public.camp_weeks (
    name, tier, team_types, location_id, start_date, end_date, session_time_start, session_time_end, capacity, is_active)
  values (
    v_camp.name, v_camp.tier, v_camp.team_types, v_camp.location_id, v_camp.start_date, v_camp.end_date,
    v_camp.session_time_start, v_camp.session_time_end, v_camp.capacity, v_camp.is_active)
  returning id into v_camp.id;
  return v_camp.id;
end;
$$;
comment on function public.create_camp(jsonb) is
  'For admins. Creates a camp from CampFields (contract/management-schedule.ts) and returns the camp''s id. Fails with '
  'invalid_input (field), camp_exists, camp_in_past, location_not_offered. Definer: camps are written only here, after '
  'checking the caller.';
grant execute on function public.create_camp(jsonb) to authenticated, service_role;

create function private.change_camp(p_camp_id uuid, p_changes jsonb, p_notice jsonb, p_is_preview boolean default false)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_old public.camp_weeks;
  v_new public.camp_weeks;
  v_before jsonb;
  v_impact jsonb;
  v_seats_taken integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
  select * into v_old from public.camp_weeks where id = p_camp_id for update;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if v_old.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  v_new := private.changed_camp(v_old, p_changes);
  perform private.check_camp(v_new);
  perform private.check_camp_ahead(v_new, v_old);
  perform private.check_location_offered(v_new.location_id, v_old.location_id);
  v_seats_taken := private.camp_seats_taken(p_camp_id, clock_timestamp());
  if v_new.capacity < v_seats_taken then perform private.fail('camp_in_use', 'capacity', v_seats_taken::text); end if;
  -- Parents agreed to this price and these days.
  if v_seats_taken > 0 and (v_new.tier, v_new.start_date, v_new.end_date) is distinct from (v_old.tier, v_old.start_date, v_old.end_date) then
    perform private.fail('camp_in_use', case when v_new.tier <> v_old.tier then 'tier'
      when v_new.start_date <> v_old.start_date then 'start_date' else 'end_date' end, v_seats_taken::text);
  end if;
  v_before := private.place_facts(p_camp_id);
  update public.camp_weeks set
    name = v_new.name, tier = v_new.tier, team_types = v_new.team_types, location_id = v_new.location_id,
    start_date = v_new.start_date, end_date = v_new.end_date, session_time_start = v_new.session_time_start,
    session_time_end = v_new.session_time_end, capacity = v_new.capacity, is_active = v_new.is_active
  where id = p_camp_id;
  -- A day that the camp no longer has would keep it off sale.
  delete from public.cancelled_camp_days where camp_id = p_camp_id and day not between v_new.start_date and v_new.end_date;
  v_impact := private.note_change(p_camp_id, v_before, p_notice, p_is_preview);
  if not v_new.is_active then perform private.withdraw_offers(p_camp_id); end if;
  perform private.shorten_offers(null, p_camp_id);
  perform private.offer_released_places('{}', array[p_camp_id]);
  return v_impact;
end;
$$;
comment on function private.change_camp(uuid, jsonb, jsonb, boolean) is
  'Changes the given fields of a camp (see update_camp). Returns ChangeImpact (contract/place-changes.ts). A preview '
  'does not require p_notice.';

create function public.update_camp(p_camp_id uuid, p_changes jsonb, p_notice jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_notice(p_notice);
  return private.change_camp(p_camp_id, p_changes, p_notice);
end;
$$;
comment on function public.update_camp(uuid, jsonb, jsonb) is
  'For admins. Changes fields of a camp. Returns ChangeImpact (contract/place-changes.ts). If somebody has booked, '
  'p_notice is required to change the location or the hours. Fails with camp_not_found, camp_cancelled, camp_exists, '
  'camp_in_past, location_not_offered, notice_needed, changed_meanwhile, camp_in_use (detail: the places taken). '
  'Definer: see create_camp.';
grant execute on function public.update_camp(uuid, jsonb, jsonb) to authenticated, service_role;

create function public.raise_camp_capacity(p_camp_id uuid, p_capacity integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_camp from public.camp_weeks where id = p_camp_id for update;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if v_camp.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  if p_capacity is null or p_capacity not between v_camp.capacity and 500 then
    perform private.fail('invalid_input', 'p_capacity');
  end if;
  update public.camp_weeks set capacity = p_capacity where id = p_camp_id;
  perform private.offer_released_places('{}', array[p_camp_id]);
  return jsonb_build_object('capacity', p_capacity, 'added', p_capacity - v_camp.capacity);
end;
$$;
comment on function public.raise_camp_capacity(uuid, integer) is
  'For admins. Raises the number of places and never lowers it. The new places are offered to the waitlist first. '
  'Those that nobody waits for are on sale at once. Returns {capacity, added}. Fails with camp_not_found, '
  'camp_cancelled. Definer: see create_camp.';
grant execute on function public.raise_camp_capacity(uuid, integer) to authenticated, service_role;
