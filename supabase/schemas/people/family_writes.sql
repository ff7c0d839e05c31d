-- What parents write about their family. Who and which family come from the token; what they may not choose
-- (role, family, level) has no field here at all.

create function private.check_people(p_people jsonb, p_field text, p_phone_needed boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_rules constant jsonb := '{"name": 120, "relationship": 60, "phone": "phone"}';
  v_person record;
  v_fields jsonb;
  v_clean jsonb := '[]';
begin
  if jsonb_typeof(p_people) is distinct from 'array' then
    perform private.fail('invalid_input', p_field);
  elsif jsonb_array_length(p_people) > 6 then
    perform private.fail('invalid_input', p_field);
  end if;
  for v_person in
    select value, format('%s[%s]', p_field, ordinality - 1) as field
    from jsonb_array_elements(p_people) with ordinality
  loop
    v_fields := private.check_fields(v_person.value, c_rules, v_person.field);
    if v_fields ->> 'name' is null then perform private.fail('invalid_input', v_person.field || '.name'); end if;
    if p_phone_needed and v_fields ->> 'phone' is null then
      perform private.fail('invalid_input', v_person.field || '.phone');
    end if;
    v_clean := v_clean || v_fields;
  end loop;
  return v_clean;
end;
$$;
comment on function private.check_people(jsonb, text, boolean) is
  'A list of at most six {name, relationship?, phone}, checked; else invalid_input with the field, e.g. pickup_authorizations[1].phone.';

create function private.save_people(p_family_id uuid, p_child_id uuid, p_contacts jsonb, p_pickup jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_contacts constant jsonb := case when p_contacts is not null
    then private.check_people(p_contacts, 'emergency_contacts', true) end;
  v_pickup constant jsonb := case when p_pickup is not null
    then private.check_people(p_pickup, 'pickup_authorizations', false) end;
  -- Whoever stays on the list keeps the code that they were told.
  v_codes constant jsonb := (
    select coalesce(jsonb_object_agg(private.name_key(name), code), '{}') from public.pickup_authorizations
    where family_id = p_family_id and child_id is not distinct from p_child_id);
begin
  -- A list is replaced as a whole; one that is not given stays.
  if v_contacts is not null then
    delete from public.emergency_contacts where family_id = p_family_id and child_id is not distinct from p_child_id;
    insert into public.emergency_contacts (family_id, child_id, position, name, relationship, phone)
    select p_family_id, p_child_id, ordinality, value ->> 'name', value ->> 'relationship', value ->> 'phone'
    from jsonb_array_elements(v_contacts) with ordinality;
  end if;
  if v_pickup is not null then
    delete from public.pickup_authorizations where family_id = p_family_id and child_id is not distinct from p_child_id;
    insert into public.pickup_authorizations (family_id, child_id, position, name, relationship, phone, code)
    select p_family_id, p_child_id, ordinality, value ->> 'name', value ->> 'relationship', value ->> 'phone',
      coalesce(v_codes ->> private.name_key(value ->> 'name'), private.pickup_code())
    from jsonb_array_elements(v_pickup) with ordinality;
  end if;
end;
$$;
comment on function private.save_people(uuid, uuid, jsonb, jsonb) is
  'Replaces emergency contacts and pickup authorisations of a child, or with child null of the family. The caller holds the family''s lock.';

create function private.ensure_family()
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  -- Two first writes of one parent follow one another; so does an invitation that is being accepted.
  select * into v_profile from public.profiles where id = (select auth.uid()) for update;
  if not found then perform private.deny(); end if;
  if v_profile.family_id is null then
    insert into public.families (primary_parent_id, contact_name, contact_email, contact_phone)
    values (
      v_profile.id,
      left(coalesce(nullif(trim(v_profile.name), ''), nullif(trim(concat_ws(' ', v_profile.first_name, v_profile.last_name)), ''),
        split_part(v_profile.email, '@', 1)), 120),
      v_profile.email, v_profile.phone)
    returning id into v_profile.family_id;
  end if;
  perform from public.families where id = v_profile.family_id for update;
  return v_profile.family_id;
end;
$$;
comment on function private.ensure_family() is
  'The signed-in parent''s family, made if there is none, and locked: what parents write about one family happens one after the other.';

create function private.check_children(p_family_id uuid, p_more bigint, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_more > 0 and p_more + (
    select count(*) from public.children where family_id = p_family_id and standing = 'own'
  ) > (private.settings()).children_most then
    perform private.fail('too_many_children', p_field);
  end if;
end;
$$;
comment on function private.check_children(uuid, bigint, text) is
  'Refuses too_many_children when a family would have more than settings.children_most. Those that a guest brought do not count: a stranger fills nobody''s family.';

create function public.save_profile(p_profile jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_rules constant jsonb := '{
    "name": 120, "first_name": 120, "last_name": 120, "phone": "phone", "secondary_phone": "phone",
    "whatsapp_country_code": "^\\+[1-9][0-9]{0,3}$", "whatsapp_phone": "^[0-9]{4,14}$", "address": 300,
    "preferred_language": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
    "communication_method": "^(email|phone|whatsapp|sms)$", "special_instructions": 1000}';
  c_health_rules constant jsonb := '{
    "medical_conditions": 2000, "allergies": 2000, "medications": 2000, "doctor_name": 120, "doctor_phone": "phone",
    "insurance_provider": 120, "insurance_number": 60}';
  c_parts constant text[] := '{health,emergency_contacts,pickup_authorizations,seen}';
  v_user_id constant uuid := (select auth.uid());
  v_fields jsonb;
  v_health jsonb;
  v_profile public.profiles;
  v_seen jsonb;
  v_stood jsonb;
begin
  if jsonb_typeof(p_profile) is distinct from 'object' then perform private.fail('invalid_input', 'p_profile'); end if;
  v_seen := private.check_seen(p_profile);
  v_fields := private.check_fields(p_profile - c_parts, c_rules);
  -- A name may be empty, as at sign-up, but not missing.
  if v_fields -> 'name' = 'null' then v_fields := v_fields || '{"name": ""}'; end if;
  select * into v_profile from public.profiles where id = v_user_id for update;
  if not found then perform private.deny(); end if;
  if v_seen is not null then
    -- What is compared and replaced is the same: nobody writes the family's lists in between.
    perform from public.families where id = v_profile.family_id for update;
    v_stood := public.get_parent_profile();
    v_stood := v_stood || jsonb_build_object('pickup_authorizations', v_stood -> 'pickup_authorization');
  end if;
  v_profile := jsonb_populate_record(v_profile, v_fields);
  if (v_profile.whatsapp_phone is null) <> (v_profile.whatsapp_country_code is null) then
    perform private.fail('invalid_input', case when v_profile.whatsapp_phone is null then 'whatsapp_phone' else 'whatsapp_country_code' end);
  end if;
  update public.profiles set
    name = v_profile.name, first_name = v_profile.first_name, last_name = v_profile.last_name,
    phone = v_profile.phone, secondary_phone = v_profile.secondary_phone,
    whatsapp_country_code = v_profile.whatsapp_country_code, whatsapp_phone = v_profile.whatsapp_phone,
    address = v_profile.address, preferred_language = v_profile.preferred_language,
    communication_method = v_profile.communication_method, special_instructions = v_profile.special_instructions
  where id = v_user_id;

  if p_profile ? 'health' then
    v_health := private.check_fields(p_profile -> 'health', c_health_rules, 'health');
    insert into public.profile_health (profile_id) values (v_user_id) on conflict do nothing;
    update public.profile_health h set (medical_conditions, allergies, medications, doctor_name, doctor_phone,
        insurance_provider, insurance_number) = (
      select r.medical_conditions, r.allergies, r.medications, r.doctor_name, r.doctor_phone,
        r.insurance_provider, r.insurance_number
      from jsonb_populate_record(h, v_health) r)
    where profile_id = v_user_id;
  end if;
  if p_profile ?| '{emergency_contacts,pickup_authorizations}' then
    perform private.save_people(private.ensure_family(), null,
      p_profile -> 'emergency_contacts', p_profile -> 'pickup_authorizations');
  end if;
  return public.get_parent_profile() || case when v_seen is null then '{}'
    else jsonb_build_object('overwritten', private.overwritten(v_seen, p_profile, v_stood)) end;
end;
$$;
comment on function public.save_profile(jsonb) is
  'A parent changes their own profile: any of the fields of spec 1 §3 that are theirs to write, health: {…}, and the family''s emergency_contacts and pickup_authorizations [{name, relationship, phone}], each list replaced as a whole. Fields that are not given stay; null clears. Answers get_parent_profile; with seen (what the form began with) also overwritten: what the other parent had changed meanwhile and this replaced (SaveProfile of contract/family-people.ts). Refuses invalid_input (field); unknown fields too. Definer: writes only the row of the token''s user; the tables have no grant.';
grant execute on function public.save_profile(jsonb) to authenticated;
select private.answer_calls('public.save_profile(jsonb)', 'save_profile');

create function private.save_child_details(p_child_id uuid, p_health jsonb, p_behaviour jsonb)
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
    "hospital_preference": 200, "medical_insurance": 200, "doctor_name": 120, "doctor_phone": "phone"}';
  c_behaviour constant jsonb := '{
    "personality": 1000, "behavioral_notes": 2000, "learning_difficulties": 2000, "anxiety_triggers": 2000,
    "communication_preferences": 1000}';
  v_health constant jsonb := case when p_health is not null then private.check_fields(p_health, c_health, 'health') end;
  v_behaviour constant jsonb := case when p_behaviour is not null
    then private.check_fields(p_behaviour, c_behaviour, 'behaviour') end;
begin
  if v_health is not null then
    insert into public.child_health (child_id) values (p_child_id) on conflict do nothing;
    update public.child_health h set (medical_conditions, allergies, medications, physical_conditions,
        physical_limitations, previous_injuries, fitness_level, last_medical_checkup, medical_clearance,
        medical_clearance_date, emergency_medical_info, hospital_preference, medical_insurance, doctor_name, doctor_phone) = (
      select r.medical_conditions, r.allergies, r.medications, r.physical_conditions,
        r.physical_limitations, r.previous_injuries, r.fitness_level, r.last_medical_checkup, r.medical_clearance,
        r.medical_clearance_date, r.emergency_medical_info, r.hospital_preference, r.medical_insurance, r.doctor_name, r.doctor_phone
      from jsonb_populate_record(h, v_health) r)
    where child_id = p_child_id;
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
comment on function private.save_child_details(uuid, jsonb, jsonb) is
  'Writes the given fields of a child''s health and behaviour; null for a part leaves it alone. The caller has made sure whose child it is.';

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
  c_parts constant text[] := '{id,health,behaviour,emergency_contacts,pickup_authorizations,seen}';
  v_fields jsonb;
  v_family_id uuid;
  v_child public.children;
  v_seen jsonb;
  v_stood jsonb;
begin
  if jsonb_typeof(p_child) is distinct from 'object' then perform private.fail('invalid_input', 'p_child'); end if;
  v_seen := private.check_seen(p_child);
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
  end if;
  if v_seen is not null then
    v_stood := private.child_details(v_child.id);
    v_stood := v_stood || jsonb_build_object('emergency_contacts', v_stood -> 'own_emergency_contacts',
      'pickup_authorizations', v_stood -> 'own_pickup_authorizations');
  end if;

  v_child := jsonb_populate_record(v_child, v_fields - 'quiz_completed');
  update public.children set
    -- Whom a parent describes is theirs, however it came into the family.
    standing = 'own',
    name = v_child.name, dob = v_child.dob, gender = v_child.gender, experience_level = v_child.experience_level,
    shirt_size = v_child.shirt_size,
    quiz_completed_at = case v_fields -> 'quiz_completed'
      when 'true' then coalesce(quiz_completed_at, clock_timestamp())
      when 'false' then null else quiz_completed_at end
  where id = v_child.id;
  delete from public.family_proposals where child_id = v_child.id and kind = 'person';
  perform private.save_child_details(v_child.id, p_child -> 'health', p_child -> 'behaviour');
  perform private.save_people(v_family_id, v_child.id,
    p_child -> 'emergency_contacts', p_child -> 'pickup_authorizations');
  return private.answer_get_child_details(v_child.id) || case when v_seen is null then '{}'
    else jsonb_build_object('overwritten', private.overwritten(v_seen, p_child, v_stood)) end;
end;
$$;
comment on function public.save_child(jsonb) is
  'A parent adds a child (without id; starts at level 1, makes the family if there is none) or changes one: {id?, name, dob, gender, experience_level, shirt_size, quiz_completed, health: {…}, behaviour: {…}, emergency_contacts, pickup_authorizations}. Fields that are not given stay, null clears, a list is replaced as a whole. Answers get_child_details; with seen (what the form began with) also overwritten: what the other parent had changed meanwhile and this replaced (SaveChild of contract/family-people.ts). Refuses invalid_input (field; unknown fields too), child_not_found, too_many_children. Definer: writes only into the family of the token''s user; level and family have no field.';
grant execute on function public.save_child(jsonb) to authenticated;
select private.answer_calls('public.save_child(jsonb)', 'save_child');
