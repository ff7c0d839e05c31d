-- Parents accept or decline details that a guest's order proposed.

create function private.own_proposal(p_id uuid)
returns public.family_proposals
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_proposal public.family_proposals;
begin
  perform from public.families where id = v_family_id for update;
  select * into v_proposal from public.family_proposals where id = p_id and family_id = v_family_id for update;
  if not found then perform private.fail('proposal_not_found', 'p_id'); end if;
  return v_proposal;
end;
$$;
comment on function private.own_proposal(uuid) is
  'Locks and returns a proposal to the signed-in parent''s family. Fails with proposal_not_found, also for another '
  'family''s proposal and for a decided one.';

create function private.end_proposal(p_proposal public.family_proposals, p_accepted boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.family_proposals where id = p_proposal.id;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'delete',
    'family_proposals', p_proposal.id::text,
    jsonb_build_object('family_id', p_proposal.family_id, 'child_id', p_proposal.child_id, 'kind', p_proposal.kind),
    jsonb_build_object('accepted', p_accepted));
  return jsonb_build_object('id', p_proposal.id, 'accepted', p_accepted);
end;
$$;
comment on function private.end_proposal(public.family_proposals, boolean) is
  'Deletes a proposal that was decided. Returns {id, accepted}. The audit log records who decided, but not what was '
  'proposed.';

create function private.apply_proposal(p_proposal public.family_proposals)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_field constant jsonb := case when p_proposal.field is not null
    then jsonb_build_object(p_proposal.field, p_proposal.value) end;
  v_pickup constant boolean := p_proposal.kind = 'pickup_authorization';
  v_people jsonb;
begin
  if p_proposal.effect = 'all' then
    return;
  elsif p_proposal.kind = 'person' then
    update public.children set status = 'own' where id = p_proposal.child_id;
  elsif p_proposal.kind = 'child' then
    update public.children c set (experience_level, gender, shirt_size) = (
      select r.experience_level, r.gender, r.shirt_size from jsonb_populate_record(c, v_field) r)
    where c.id = p_proposal.child_id;
  elsif p_proposal.kind in ('health', 'behaviour') then
    -- An old "nothing to report" must not confirm what was reported since.
    if p_proposal.field = 'answer' and p_proposal.kind = 'health' and exists (
      select from public.child_health where child_id = p_proposal.child_id and answer is not null) then
      return;
    end if;
    perform private.save_child_details(p_proposal.child_id,
      case when p_proposal.kind = 'health' then v_field end, case when p_proposal.kind = 'behaviour' then v_field end);
  elsif p_proposal.kind = 'consent' then
    perform public.record_consent(p_proposal.field, (p_proposal.value ->> 'given')::boolean,
      (p_proposal.value ->> 'version')::integer, p_proposal.child_id);
  else
    v_people := private.added_people(private.people_of(p_proposal.family_id, p_proposal.child_id, v_pickup),
      jsonb_build_array(p_proposal.value), 'p_id');
    -- If the same person was named in two orders, one confirmation is enough.
    delete from public.family_proposals p
    where p.family_id = p_proposal.family_id and p.child_id is not distinct from p_proposal.child_id
      and p.kind = p_proposal.kind and p.value = p_proposal.value;
    perform private.save_people(p_proposal.family_id, p_proposal.child_id,
      case when not v_pickup then v_people end, case when v_pickup then v_people end);
    -- The code that the person already has stays valid.
    update public.pickup_authorizations a set code = p_proposal.code
    where p_proposal.code is not null and a.family_id = p_proposal.family_id and a.child_id = p_proposal.child_id
      and a.position = jsonb_array_length(v_people) and private.name_key(a.name) = private.name_key(p_proposal.value ->> 'name');
  end if;
end;
$$;
comment on function private.apply_proposal(public.family_proposals) is
  'Applies one proposal. Fails with list_full (the list has six people), consent_text_changed (detail: the current '
  'version).';

create function public.accept_proposal(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_proposal constant public.family_proposals := private.own_proposal(p_id);
begin
  perform private.apply_proposal(v_proposal);
  return private.end_proposal(v_proposal, true);
end;
$$;
comment on function public.accept_proposal(uuid) is
  'Accepts one proposal. Returns {id, accepted: true}. A consent is recorded as the caller''s own. Fails with '
  'proposal_not_found, list_full, consent_text_changed (detail: the current version), and with the codes of '
  'private.check_new_collectors. Definer: writes only into the family of the token''s user.';
grant execute on function public.accept_proposal(uuid) to authenticated;
select private.answer_calls('public.accept_proposal(uuid)', 'proposals');

create function public.accept_proposals(p_ids uuid[])
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_proposal public.family_proposals;
  v_accepted uuid[] := '{}';
begin
  if p_ids is null or cardinality(p_ids) not between 1 and 200 then perform private.fail('invalid_input', 'p_ids'); end if;
  perform from public.families where id = v_family_id for update;
  for v_proposal in
    select * from public.family_proposals where family_id = v_family_id and id = any (p_ids) and effect <> 'none'
    -- "Nothing to report" is applied last, so that reported health counts first.
    order by field is not distinct from 'answer', created_at, id for update
  loop
    -- The proposal was deleted together with another one about the same person.
    continue when not exists (select from public.family_proposals where id = v_proposal.id);
    continue when v_proposal.kind = 'pickup_authorization' and v_proposal.effect = 'order'
      and jsonb_array_length(private.people_of(v_family_id, v_proposal.child_id, true)) >= 6;
    perform private.apply_proposal(v_proposal);
    perform private.end_proposal(v_proposal, true);
    v_accepted := v_accepted || v_proposal.id;
  end loop;
  return jsonb_build_object('accepted', cardinality(v_accepted), 'left', (
    select count(*) from public.family_proposals where family_id = v_family_id and id = any (p_ids)));
end;
$$;
comment on function public.accept_proposals(uuid[]) is
  'Confirms several proposals that were shown and are already in effect. If a list is full, its person stays '
  'proposed. Returns {accepted, left}. Fails with the codes of private.check_new_collectors. Definer: see '
  'accept_proposal.';
grant execute on function public.accept_proposals(uuid[]) to authenticated;
select private.answer_calls('public.accept_proposals(uuid[])', 'proposals');

create function private.undo_proposal(p_proposal public.family_proposals)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_proposal.kind = 'person' then
    update public.children set status = 'declined' where id = p_proposal.child_id;
    -- Health details without effect stay until they are decided, too.
    delete from public.family_proposals
    where child_id = p_proposal.child_id and kind <> 'person' and (kind <> 'health' or effect = 'all');
  elsif p_proposal.effect = 'all' and p_proposal.kind = 'health' and p_proposal.field = 'answer' then
    update public.child_health set answer = null where child_id = p_proposal.child_id and answer = 'nothing';
  elsif p_proposal.effect = 'all' and p_proposal.kind = 'health' then
    update public.child_health h set (allergies, medical_conditions, medications, physical_limitations, physical_conditions,
        previous_injuries, emergency_medical_info) = (
      select r.allergies, r.medical_conditions, r.medications, r.physical_limitations, r.physical_conditions,
        r.previous_injuries, r.emergency_medical_info
      from jsonb_populate_record(h, jsonb_build_object(p_proposal.field,
        private.merge_lines(to_jsonb(h) ->> p_proposal.field, null, p_proposal.value #>> '{}'))) r)
    where h.child_id = p_proposal.child_id;
  elsif p_proposal.effect = 'all' then
    delete from public.emergency_contacts
    where child_id = p_proposal.child_id and name = p_proposal.value ->> 'name' and phone = p_proposal.value ->> 'phone';
  end if;
end;
$$;
comment on function private.undo_proposal(public.family_proposals) is
  'Reverses the effect that a proposal had before it was decided.';

create function public.decline_proposal(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_proposal constant public.family_proposals := private.own_proposal(p_id);
begin
  perform private.undo_proposal(v_proposal);
  return private.end_proposal(v_proposal, false);
end;
$$;
comment on function public.decline_proposal(uuid) is
  'Declines one proposal. Returns {id, accepted: false}. A declined child keeps its bookings. A declined person may '
  'not collect. Fails with proposal_not_found. Definer: see accept_proposal.';
grant execute on function public.decline_proposal(uuid) to authenticated;
select private.answer_calls('public.decline_proposal(uuid)', 'proposals');

create function private.export_family_proposals(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('proposals', (
    select coalesce(jsonb_agg(to_jsonb(p) - 'code' order by p.created_at, p.id), '[]')
    from public.family_proposals p where p.family_id = p_family_id))
$$;
comment on function private.export_family_proposals(uuid, text[], text[]) is
  'Returns the proposals that the family has not decided yet.';

create function private.erase_family_proposals(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.family_proposals where family_id = p_family_id $$;
comment on function private.erase_family_proposals(uuid) is 'Deletes the proposals of an erased family.';
