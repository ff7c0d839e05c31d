-- A parent adds a child or changes its details.

create function private.save_child_details(p_child_id uuid, p_health jsonb, p_behaviour jsonb, p_original jsonb default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_health constant jsonb := '{
    "medical_conditions": 2000, "allergies": 2000, "medications": 2000, "physical_conditions": 2000,
    "physical_limitations": 2000, "previous_injuries": 2000, "fitness_level": 40, "last_medical_checkup": "date",
    "medical_clearance": "boolean", "medical_clearance_date": "date", "emergency_medical_info": 2000,
    "hospital_preference": 200, "medical_insurance": 200, "doctor_name": 120, "doctor_phone": "phone",
    "answer": "^nothing$"}';
  c_behaviour constant jsonb := '{
    "personality": 1000, "behavioral_notes": 2000, "learning_difficulties": 2000, "anxiety_triggers": 2000,
    "communication_preferences": 1000}';
  v_health jsonb := case when p_health is not null then private.check_fields(p_health, c_health, 'health') end;
  v_behaviour constant jsonb := case when p_behaviour is not null
    then private.check_fields(p_behaviour, c_behaviour, 'behaviour') end;
begin
  if v_health is not null then
    v_health := private.merged_health(p_child_id, v_health, p_original);
    insert into public.child_health (child_id) values (p_child_id) on conflict do nothing;
    update public.child_health h set (medical_conditions, allergies, medications, physical_conditions,
        physical_limitations, previous_injuries, fitness_level, last_medical_checkup, medical_clearance,
        medical_clearance_date, emergency_medical_info, hospital_preference, medical_insurance, doctor_name, doctor_phone) = (
      select r.medical_conditions, r.allergies, r.medications, r.physical_conditions,
        r.physical_limitations, r.previous_injuries, r.fitness_level, r.last_medical_checkup, r.medical_clearance,
        r.medical_clearance_date, r.emergency_medical_info, r.hospital_preference, r.medical_insurance, r.doctor_name, r.doctor_phone
      from jsonb_populate_record(h, v_health - 'answer') r)
    where child_id = p_child_id;
    if v_health ->> 'answer' = 'nothing' then
      perform private.answer_health(p_child_id, true, (select auth.uid()), 'family');
    end if;
  end if;
  if v_behaviour is not null then
    insert into public.child_behaviour (child_id) values (p_child_id) on conflict do nothing;
    update public.child_behaviour b set (personality, behavioral_notes, learning_difficulties, anxiety_triggers,
        communication_preferences) = (
      select r.personality, r.behavioral_notes, r.learning_difficulties, r.anxiety_triggers, r.communication_preferences
      from jsonb_populate_record(b, v_behaviour) r)
    where child_id = p_child_id;
  end if;
end;
$$;
comment on function private.save_child_details(uuid, jsonb, jsonb, jsonb) is
  'Writes the health and the behaviour of a child. An argument that is null changes nothing. Lists are merged '
  '(private.merged_health). The answer "nothing" records that there is nothing to report. The caller has checked whose '
  'child it is.';

create function private.replacing(p_child jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_child -> 'health') = 'object' then jsonb_set(p_child, '{health}',
    (p_child -> 'health') - '{allergies,medical_conditions,medications,physical_limitations,answer}'::text[])
  else p_child end
$$;
comment on function private.replacing(jsonb) is
  'Returns those fields that were sent to save_child and that replace another parent''s values. Lists are left out '
  'because they are merged.';

create function public.save_child(p_child jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_rules constant jsonb := '{
    "name": 120, "dob": "date", "gender": 40, "experience_level": 40, "shirt_size": 20, "quiz_completed": "boolean"}';
  c_parts constant text[] := '{id,health,behaviour,emergency_contacts,pickup_authorizations,original}';
  v_fields jsonb;
  v_family_id uuid;
  v_child public.children;
  v_original jsonb;
  v_current jsonb;
begin
  if jsonb_typeof(p_child) is distinct from 'object' then perform private.fail('invalid_input', 'p_child'); end if;
  v_original := private.original_fields(p_child);
  v_fields := private.check_fields(p_child - c_parts, c_rules);
  if coalesce(p_child -> 'id', 'null') = 'null' then
    if v_fields ->> 'name' is null then perform private.fail('invalid_input', 'name'); end if;
    if v_fields ->> 'dob' is null then perform private.fail('invalid_input', 'dob'); end if;
    v_family_id := private.ensure_family();
    perform private.check_children(v_family_id, 1, null);
    insert into public.children (family_id, name, dob)
    values (v_family_id, v_fields ->> 'name', (v_fields ->> 'dob')::date)
    returning * into v_child;
  else
    if not private.is_uuid(p_child -> 'id') then perform private.fail('invalid_input', 'id'); end if;
    if v_fields -> 'name' = 'null' then perform private.fail('invalid_input', 'name'); end if;
    if v_fields -> 'dob' = 'null' then perform private.fail('invalid_input', 'dob'); end if;
    v_family_id := private.my_family_id();
    perform from public.families where id = v_family_id for update;
    select * into v_child from public.children
    where id = (p_child ->> 'id')::uuid and family_id = v_family_id for update;
    if not found then perform private.fail('child_not_found', 'id'); end if;
    -- With an earlier birthday, the child may be old enough to go home alone.
    if v_child.may_go_alone and (v_fields ->> 'dob')::date < v_child.dob then perform private.check_fresh(); end if;
  end if;
  if v_original is not null then
    v_current := private.child_details(v_child.id);
    v_current := v_current || jsonb_build_object('emergency_contacts', v_current -> 'own_emergency_contacts',
      'pickup_authorizations', v_current -> 'own_pickup_authorizations');
  end if;

  v_child := jsonb_populate_record(v_child, v_fields - 'quiz_completed');
  update public.children set
    status = 'own',
    name = v_child.name, dob = v_child.dob, gender = v_child.gender, experience_level = v_child.experience_level,
    shirt_size = v_child.shirt_size,
    quiz_completed_at = case v_fields -> 'quiz_completed'
      when 'true' then coalesce(quiz_completed_at, clock_timestamp())
      when 'false' then null else quiz_completed_at end
  where id = v_child.id;
  delete from public.family_proposals
  where child_id = v_child.id and (kind = 'person' or (effect = 'all'
    and (kind = 'health' and p_child ? 'health' or kind = 'emergency_contact' and p_child ? 'emergency_contacts')));
  perform private.save_child_details(v_child.id, p_child -> 'health', p_child -> 'behaviour', nullif(v_original -> 'health', 'null'));
  perform private.save_people(v_family_id, v_child.id,
    p_child -> 'emergency_contacts', p_child -> 'pickup_authorizations');
  return private.answer_get_child_details(v_child.id) || case when v_original is null then '{}'
    else jsonb_build_object('overwritten', private.overwritten(v_original, private.replacing(p_child), v_current)) end;
end;
$$;
comment on function public.save_child(jsonb) is
  'A parent adds a child (without id) or changes one. Takes SaveChild of contract/family-people.ts. Missing fields '
  'stay, and null clears a field. A line of health is removed only if the form began with it. Fails with invalid_input '
  '(field), child_not_found, too_many_children, and with the codes of private.check_new_collectors. Definer: writes '
  'only into the family of the token''s user. Level and family cannot be set.';
grant execute on function public.save_child(jsonb) to authenticated;
select private.answer_calls('public.save_child(jsonb)', 'save_child');
