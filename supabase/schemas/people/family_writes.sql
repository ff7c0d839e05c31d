-- Parents write their own data. Person and family come from the token. What parents may not change (role, family,
-- level) has no field here.

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
  v_checked jsonb := '[]';
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
    v_checked := v_checked || v_fields;
  end loop;
  return v_checked;
end;
$$;
comment on function private.check_people(jsonb, text, boolean) is
  'Checks a list of at most six {name, relationship?, phone} and returns it. Fails with invalid_input, and names the '
  'field, e.g. pickup_authorizations[1].phone.';

create function private.check_new_collectors(p_family_id uuid, p_child_id uuid, p_pickup jsonb)
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if not exists (select from public.profiles where id = (select auth.uid()) and family_id = p_family_id) then return; end if;
  if private.people_missing(private.people_of(p_family_id, p_child_id, true) || private.people_of(p_family_id, null, true),
    p_pickup) <> '[]' then
    perform private.check_fresh();
  end if;
end;
$$;
comment on function private.check_new_collectors(uuid, uuid, jsonb) is
  'Fails with the codes of private.check_fresh if a signed-in parent adds somebody who may collect, or changes such a '
  'person''s number. Writes by a link, a payment or staff are checked elsewhere.';

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
  -- People who stay on the list keep the code that they already have.
  v_codes constant jsonb := (
    select coalesce(jsonb_object_agg(private.name_key(name), code), '{}') from public.pickup_authorizations
    where family_id = p_family_id and child_id is not distinct from p_child_id);
begin
  -- A list is replaced as a whole. A list that is null stays unchanged.
  if v_contacts is not null then
    delete from public.emergency_contacts where family_id = p_family_id and child_id is not distinct from p_child_id;
    insert into public.emergency_contacts (family_id, child_id, position, name, relationship, phone)
    select p_family_id, p_child_id, ordinality, value ->> 'name', value ->> 'relationship', value ->> 'phone'
    from jsonb_array_elements(v_contacts) with ordinality;
  end if;
  if v_pickup is not null then
    perform private.check_new_collectors(p_family_id, p_child_id, v_pickup);
    delete from public.pickup_authorizations where family_id = p_family_id and child_id is not distinct from p_child_id;
    insert into public.pickup_authorizations (family_id, child_id, position, name, relationship, phone, code)
    select p_family_id, p_child_id, ordinality, value ->> 'name', value ->> 'relationship', value ->> 'phone',
      coalesce(v_codes ->> private.name_key(value ->> 'name'), private.pickup_code())
    from jsonb_array_elements(v_pickup) with ordinality;
  end if;
end;
$$;
comment on function private.save_people(uuid, uuid, jsonb, jsonb) is
  'Replaces the emergency contacts and the people who may collect. They are those of a child or, if p_child_id is '
  'null, of the family. The caller holds the family''s lock. Fails with the codes of private.check_new_collectors.';

create function private.people_missing(p_current jsonb, p_added jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(m.value order by m.ordinality), '[]')
    from jsonb_array_elements(coalesce(p_added, '[]')) with ordinality m
    where not exists (
      select from jsonb_array_elements(p_current) c
      where private.name_key(c.value ->> 'name') = private.name_key(m.value ->> 'name')
        and coalesce(m.value ->> 'phone', '') in ('', c.value ->> 'phone'))
  );
end;
$$;
comment on function private.people_missing(jsonb, jsonb) is
  'Returns the people of the second list who are not on the first. They are compared by name, and by phone number if '
  'it is given.';

create function private.added_people(p_current jsonb, p_added jsonb, p_field text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_people constant jsonb := p_current || private.people_missing(p_current, p_added);
begin
  if jsonb_array_length(v_people) > 6 then perform private.fail('list_full', p_field); end if;
  return v_people;
end;
$$;
comment on function private.added_people(jsonb, jsonb, text) is
  'Returns a list of people with those of another list who are not on it yet. Fails with list_full if there would be '
  'more than six.';

create function private.add_people(p_family_id uuid, p_child_id uuid, p_contacts jsonb, p_pickup jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.save_people(p_family_id, p_child_id,
    private.added_people(private.people_of(p_family_id, p_child_id, false), p_contacts, 'emergency_contacts'),
    private.added_people(private.people_of(p_family_id, p_child_id, true), p_pickup, 'pickup_authorizations'));
end;
$$;
comment on function private.add_people(uuid, uuid, jsonb, jsonb) is
  'Does the same as private.save_people, but keeps everyone who is already on a list. A list that is null adds no '
  'one. Fails with list_full.';

create function private.ensure_family()
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  -- The lock makes a parent's first writes and the acceptance of an invitation run one after the other.
  select * into v_profile from public.profiles where id = private.my_account() for update;
  if not found then perform private.deny(); end if;
  if v_profile.family_id is null then
    -- An account made by phone needs an address first, because a family's confirmations are mailed.
    if coalesce(v_profile.email, '') = '' then perform private.fail('email_not_verified'); end if;
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
  'Returns the signed-in parent''s family and locks it, so that parents'' writes about one family run one after the '
  'other. If there is no family, creates it.';

create function private.check_children(p_family_id uuid, p_added bigint, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_added > 0 and p_added + (
    select count(*) from public.children where family_id = p_family_id and status = 'own'
  ) > (private.settings()).children_max then
    perform private.fail('too_many_children', p_field);
  end if;
end;
$$;
comment on function private.check_children(uuid, bigint, text) is
  'Fails with too_many_children if a family would have more than settings.children_max. Children that a guest '
  'brought do not count, so that a stranger cannot fill a family.';

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
  c_parts constant text[] := '{health,emergency_contacts,pickup_authorizations,original}';
  v_user_id constant uuid := private.my_account();
  v_fields jsonb;
  v_health jsonb;
  v_old public.profiles;
  v_profile public.profiles;
  v_original jsonb;
  v_current jsonb;
begin
  if jsonb_typeof(p_profile) is distinct from 'object' then perform private.fail('invalid_input', 'p_profile'); end if;
  v_original := private.original_fields(p_profile);
  v_fields := private.check_fields(p_profile - c_parts, c_rules);
  -- A name may be empty, as at sign-up, but not null.
  if v_fields -> 'name' = 'null' then v_fields := v_fields || '{"name": ""}'; end if;
  select * into v_old from public.profiles where id = v_user_id for update;
  if not found then perform private.deny(); end if;
  if v_original is not null then
    -- The lock keeps other writers out between the comparison and the change.
    perform from public.families where id = v_old.family_id for update;
    v_current := public.get_parent_profile();
    v_current := v_current || jsonb_build_object('pickup_authorizations', v_current -> 'pickup_authorization');
  end if;
  v_profile := jsonb_populate_record(v_old, v_fields);
  -- A change of name or number needs a fresh sign-in, because coaches identify a parent by name, and call the number if
  -- anybody else wants to collect.
  if (v_profile.name, v_profile.first_name, v_profile.last_name, v_profile.phone, v_profile.secondary_phone) is distinct from
    (v_old.name, v_old.first_name, v_old.last_name, v_old.phone, v_old.secondary_phone) then
    perform private.check_fresh();
  end if;
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
  return public.get_parent_profile() || case when v_original is null then '{}'
    else jsonb_build_object('overwritten', private.overwritten(v_original, p_profile, v_current)) end;
end;
$$;
comment on function public.save_profile(jsonb) is
  'Changes the caller''s own profile, and the family''s lists of people as a whole. Takes SaveProfile '
  '(contract/family-people.ts). Missing fields stay, and null clears a field. Fails with invalid_input (field), and '
  'with sign_in_again for another name, number or collector. Definer: writes only the row of the token''s user.';
grant execute on function public.save_profile(jsonb) to authenticated;
select private.answer_calls('public.save_profile(jsonb)', 'save_profile');
