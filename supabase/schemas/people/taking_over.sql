-- If a parent signs up with the address of earlier orders, and has no children here yet, the family gets everything
-- that the orders contain as its own. The parent sees it once and can correct it.

create function private.is_fresh_family(p_family_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (
    select from public.children c
    where c.family_id = p_family_id and c.status = 'own' and not exists (
      select from public.family_proposals p where p.child_id = c.id and p.kind = 'person' and p.effect = 'all'));
end;
$$;
comment on function private.is_fresh_family(uuid) is
  'Returns whether the family has no own children, except those that it got from earlier orders and has not confirmed '
  'yet.';

create function private.take_over_parent(p_guests uuid[], p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_phone text;
  v_phone_name text;
  v_name text;
  -- If somebody saves their own details now, they lock the profile before the family. So this call must not wait for
  -- the profile.
  v_parent_id constant uuid := (select id from public.profiles where id = (select auth.uid()) for update skip locked);
begin
  select min(contact_phone), min(contact_name) into v_phone, v_phone_name from public.families
  where id = any (p_guests) and contact_phone is not null having count(distinct contact_phone) = 1;
  select min(contact_name) into v_name from public.families
  where id = any (p_guests) having count(distinct private.name_key(contact_name)) = 1;
  if v_phone is not null
    and not exists (select from public.profiles where family_id = p_family_id and phone is not null) then
    update public.families set contact_phone = v_phone, contact_name = v_phone_name
    where id = p_family_id and contact_phone is null;
    update public.profiles set phone = v_phone where id = v_parent_id;
  end if;
  update public.profiles set name = v_name where id = v_parent_id and name = '' and v_name is not null;
end;
$$;
comment on function private.take_over_parent(uuid[], uuid) is
  'Takes the name and the phone number from the orders, each only if the parent has none and the orders agree. The '
  'number also becomes the family''s contact, so that coaches can call it. The caller has locked the family.';

create function private.take_over_child(p_child_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_child public.children;
  v_order_id constant uuid := (
    select order_id from public.order_children where child_id = p_child_id order by order_id limit 1);
begin
  select * into v_child from public.children where id = p_child_id;
  perform private.propose(v_child.family_id, p_child_id, v_order_id, 'person', null,
    jsonb_build_object('name', v_child.name, 'dob', v_child.dob), 'all');
  perform private.propose(v_child.family_id, p_child_id, v_order_id, 'health', f.key, f.value, 'all')
  from public.child_health h, jsonb_each(to_jsonb(h)) f
  where h.child_id = p_child_id and f.value <> 'null'
    and (private.is_health_note(f.key) or (f.key = 'answer' and f.value = '"nothing"'));
  perform private.propose(v_child.family_id, p_child_id, v_order_id, 'emergency_contact', null, n.person, 'all')
  from jsonb_array_elements(private.people_of(v_child.family_id, p_child_id, false)) n (person);
  perform private.propose(v_child.family_id, p_child_id, v_order_id, 'pickup_authorization', null, jsonb_build_object(
    'name', a.name, 'relationship', a.relationship, 'phone', a.phone), 'order', a.code)
  from (select * from public.pickup_authorizations where child_id = p_child_id order by position) a;
  delete from public.pickup_authorizations where child_id = p_child_id;
end;
$$;
comment on function private.take_over_child(uuid) is
  'Makes the child the family''s own, so that its details take effect. Its collectors may collect only from the places '
  'of the order, because a verified address proves who reads its mails, but not who typed it into an order.';

create function private.take_over_details(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := (select family_id from public.children where id = p_into);
  v_order_id constant uuid := (
    select order_id from public.order_children where child_id = p_from order by order_id limit 1);
  v_health public.child_health;
  v_lists jsonb;
begin
  select * into v_health from public.child_health where child_id = p_from;
  -- Lists that would become too long are proposed instead.
  v_lists := (
    select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each_text(jsonb_build_object('allergies', v_health.allergies, 'medical_conditions', v_health.medical_conditions,
      'medications', v_health.medications, 'physical_limitations', v_health.physical_limitations)) f
    where f.value is not null and length(f.value) + 1 + coalesce((
      select length(to_jsonb(h) ->> f.key) from public.child_health h where h.child_id = p_into), 0) <= 2000);
  if v_lists <> '{}' then
    perform private.propose(v_family_id, p_into, v_order_id, 'health', f.key, f.value, 'all') from jsonb_each(v_lists) f;
    perform private.add_health(p_into, v_lists, null, 'booking');
    update public.child_health set
      allergies = case when not v_lists ? 'allergies' then allergies end,
      medical_conditions = case when not v_lists ? 'medical_conditions' then medical_conditions end,
      medications = case when not v_lists ? 'medications' then medications end,
      physical_limitations = case when not v_lists ? 'physical_limitations' then physical_limitations end
    where child_id = p_from;
  elsif v_health.answer = 'nothing' and private.is_health_unknown(p_into) then
    perform private.propose(v_family_id, p_into, v_order_id, 'health', 'answer', '"nothing"', 'all');
    perform private.answer_health(p_into, true, null, 'booking');
  end if;
  -- If the child already has an emergency contact, new ones are only proposed. An emergency contact is told where the
  -- child is, so a parent must agree first.
  if private.people_of(v_family_id, p_into, false) = '[]' then
    perform private.propose(v_family_id, p_into, v_order_id, 'emergency_contact', null, n.person, 'all')
    from jsonb_array_elements(private.people_of(v_family_id, p_from, false)) n (person);
    update public.emergency_contacts set child_id = p_into where child_id = p_from;
  end if;
end;
$$;
comment on function private.take_over_details(uuid, uuid) is
  'Adds lines of health. "Nothing to report" counts only if there is no answer. All other details are proposed '
  '(private.propose_details). The caller has locked the family.';
