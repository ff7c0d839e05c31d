-- Parents add details about a child after the sale, by the link in a mail (docs/decisions "Safety").

create function private.check_child_details(p_details jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_notes jsonb;
  v_unknown_key text;
begin
  perform private.check_object(p_details, 'p_details', 20000);
  select min(key) into v_unknown_key from jsonb_each(p_details)
  where key not in ('allergies', 'medical_conditions', 'medications', 'physical_limitations', 'nothing_to_report',
    'pickup_authorizations', 'emergency_contacts');
  if v_unknown_key is not null then perform private.fail('invalid_input', 'p_details.' || left(v_unknown_key, 60)); end if;
  if p_details = '{}' then perform private.fail('invalid_input', 'p_details'); end if;
  v_notes := jsonb_strip_nulls(private.check_fields(p_details - array['pickup_authorizations', 'emergency_contacts'],
    '{"allergies": 2000, "medical_conditions": 2000, "medications": 2000, "physical_limitations": 2000,
      "nothing_to_report": "boolean"}', 'p_details'));
  if p_details ? 'pickup_authorizations' then
    v_notes := v_notes || jsonb_build_object('pickup_authorizations', private.check_people(
      coalesce(nullif(p_details -> 'pickup_authorizations', 'null'), '[]'), 'p_details.pickup_authorizations', false));
  end if;
  if p_details ? 'emergency_contacts' then
    v_notes := v_notes || jsonb_build_object('emergency_contacts', private.check_people(
      coalesce(nullif(p_details -> 'emergency_contacts', 'null'), '[]'), 'p_details.emergency_contacts', true));
  end if;
  if v_notes = '{}' then perform private.fail('invalid_input', 'p_details'); end if;
  return v_notes;
end;
$$;
comment on function private.check_child_details(jsonb) is
  'Checks ChildDetails (contract/after-sale.ts) as the checkout does. Returns them trimmed and without empty values. '
  'Fails with invalid_input, and names the field, e.g. p_details.emergency_contacts[0].phone.';

create function private.speaks_for(p_access jsonb, p_family_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not private.is_given(p_access -> 'token') or exists (
    select from public.order_links k
    where k.token_hash = private.token_hash(p_access ->> 'token')
      and k.recipient = any (private.family_emails(p_family_id, true)))
$$;
comment on function private.speaks_for(jsonb, uuid) is
  'Returns whether the caller is verified as a parent of the family: they are signed in, or they use a link that was '
  'mailed to a verified address of the family''s accounts. Called after private.manage_order.';

create function private.propose_details_of_order(p_order_id uuid, p_family_id uuid, p_child_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.propose(p_family_id, p_child_id, p_order_id, 'health', f.key, f.value)
  from jsonb_each(p_details) f where f.key in ('allergies', 'medical_conditions', 'medications', 'physical_limitations');
  if p_details -> 'nothing_to_report' = 'true' and private.is_health_unknown(p_child_id) then
    perform private.propose(p_family_id, p_child_id, p_order_id, 'health', 'answer', '"nothing"');
  end if;
  perform private.propose(p_family_id, p_child_id, p_order_id,
    case l.key when 'pickup_authorizations' then 'pickup_authorization' else 'emergency_contact' end, null, n.person)
  from (values ('pickup_authorizations', true), ('emergency_contacts', false)) l (key, pickup)
  cross join lateral jsonb_array_elements(p_details -> l.key) n (person)
  where not private.people_of(p_family_id, p_child_id, l.pickup) @> jsonb_build_array(n.person);
end;
$$;
comment on function private.propose_details_of_order(uuid, uuid, uuid, jsonb) is
  'If the sender is not verified as a parent of the child''s family, proposes the checked ChildDetails to that '
  'family. So a stranger cannot remove anything.';

create function public.save_order_child(p_access jsonb, p_child integer, p_details jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_details jsonb;
  v_child_id uuid;
  v_user_id constant uuid := case when not private.is_given(p_access -> 'token') then (select auth.uid()) end;
begin
  v_order := private.paid_order(p_access, '{manage,child_details}');
  v_details := private.check_child_details(p_details);
  -- A child without any place yet still has the checkout's details with the order. They would overwrite these when the
  -- family chooses.
  if v_order.outcome = 'needs_choice' and exists (
    select from public.order_child_details d where d.order_id = v_order.id and d.position = p_child) then
    perform private.fail('order_closed');
  end if;
  select k.id into v_child_id
  from public.order_children c join public.children k on k.id = c.child_id and k.family_id = v_order.family_id
  where c.order_id = v_order.id and c.position = p_child;
  if not found then perform private.fail('child_not_found', 'p_child'); end if;
  perform private.use_details_link(p_access, p_child);

  perform from public.families where id = v_order.family_id for no key update;
  if private.has_account(v_order.family_id) and not private.speaks_for(p_access, v_order.family_id) then
    perform private.propose_details_of_order(v_order.id, v_order.family_id, v_child_id, v_details);
    return jsonb_build_object('child', p_child, 'saved', (select jsonb_agg(key order by key) from jsonb_object_keys(v_details) key));
  end if;
  if v_details ?| array['allergies', 'medical_conditions', 'medications', 'physical_limitations', 'nothing_to_report'] then
    perform private.add_health(v_child_id, v_details - array['emergency_contacts', 'pickup_authorizations'],
      v_user_id, case when v_user_id is null then 'link' else 'family' end);
    perform private.log_access('child_health', 'changed_after_sale', v_order.family_id, v_child_id);
  end if;
  if v_details -> 'nothing_to_report' = 'true' then
    perform private.answer_health(v_child_id, true, v_user_id, case when v_user_id is null then 'link' else 'family' end);
  end if;
  perform private.add_people(
    v_order.family_id, v_child_id, v_details -> 'emergency_contacts', v_details -> 'pickup_authorizations');
  if v_details ?| array['pickup_authorizations', 'emergency_contacts'] then
    perform private.log_access('pickup_authorizations', 'changed_after_sale', v_order.family_id, v_child_id);
  end if;
  return jsonb_build_object('child', p_child, 'saved', (select jsonb_agg(key order by key) from jsonb_object_keys(v_details) key));
end;
$$;
comment on function public.save_order_child(jsonb, integer, jsonb) is
  'Takes Access, the child and ChildDetails. Returns {child, saved} (contract/after-sale.ts). Details are only added. '
  'A caller without a password can neither remove nor read recorded details, and details that come by an unverified '
  'link are only proposed. Fails with the codes of private.manage_order, and order_closed, list_full, child_not_found. '
  'Definer: see get_managed_order.';
grant execute on function public.save_order_child(jsonb, integer, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.save_order_child(jsonb, integer, jsonb)', 'save_order_child');
