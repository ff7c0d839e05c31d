-- Deciding proposals: what a parent makes true, or not, of what came with a guest's purchase (proposals.sql).

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
  'A proposal to the signed-in parent''s family, both locked; else proposal_not_found, also for another family''s and '
  'one that is decided.';

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
  'A proposal is decided; the audit log says by whom, and nothing of what was proposed.';

create function public.accept_proposal(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_proposal constant public.family_proposals := private.own_proposal(p_id);
  v_field constant jsonb := case when v_proposal.field is not null
    then jsonb_build_object(v_proposal.field, v_proposal.value) end;
  v_pickup constant boolean := v_proposal.kind = 'pickup_authorization';
  v_people jsonb;
begin
  if v_proposal.kind = 'person' then
    update public.children set standing = 'own' where id = v_proposal.child_id;
  elsif v_proposal.kind = 'child' then
    update public.children c set (experience_level, gender, shirt_size) = (
      select r.experience_level, r.gender, r.shirt_size from jsonb_populate_record(c, v_field) r)
    where c.id = v_proposal.child_id;
  elsif v_proposal.kind in ('health', 'behaviour') then
    perform private.save_child_details(v_proposal.child_id,
      case when v_proposal.kind = 'health' then v_field end, case when v_proposal.kind = 'behaviour' then v_field end);
  elsif v_proposal.kind = 'consent' then
    perform public.record_consent(v_proposal.field, (v_proposal.value ->> 'given')::boolean,
      (v_proposal.value ->> 'version')::integer, v_proposal.child_id);
  else
    v_people := private.people_of(v_proposal.family_id, v_proposal.child_id, v_pickup) || v_proposal.value;
    if jsonb_array_length(v_people) > 6 then perform private.fail('list_full', 'p_id'); end if;
    perform private.save_people(v_proposal.family_id, v_proposal.child_id,
      case when not v_pickup then v_people end, case when v_pickup then v_people end);
  end if;
  return private.end_proposal(v_proposal, true);
end;
$$;
comment on function public.accept_proposal(uuid) is
  'A parent makes one proposal true: {id, accepted: true}. A person becomes a child of the family; a field takes the '
  'value; one more stands on a list; a consent is recorded as the caller''s own. Refuses proposal_not_found, list_full '
  '(six stand there), consent_text_changed (detail: the current version). Definer: writes only into the family of the '
  'token''s user.';
grant execute on function public.accept_proposal(uuid) to authenticated;
select private.answer_calls('public.accept_proposal(uuid)', 'proposals');

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
  if v_proposal.kind = 'person' then
    update public.children set standing = 'declined' where id = v_proposal.child_id;
    -- What was told of its health stays with whoever comes in its place, until that is decided too.
    delete from public.family_proposals
    where child_id = v_proposal.child_id and kind not in ('person', 'health');
  end if;
  return private.end_proposal(v_proposal, false);
end;
$$;
comment on function public.decline_proposal(uuid) is
  'A parent says no to one proposal: {id, accepted: false}. A child that is not theirs keeps its bookings, which the '
  'parent may cancel, and is on none of the family''s lists. Refuses proposal_not_found. Definer: see accept_proposal.';
grant execute on function public.decline_proposal(uuid) to authenticated;
select private.answer_calls('public.decline_proposal(uuid)', 'proposals');

-- Family data --------------------------------------------------------------------------------------------------

create function private.export_family_proposals(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('proposals', (
    select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.id), '[]')
    from public.family_proposals p where p.family_id = p_family_id))
$$;
comment on function private.export_family_proposals(uuid, text[], text[]) is 'What waits for the family''s decision.';

create function private.erase_family_proposals(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.family_proposals where family_id = p_family_id $$;
comment on function private.erase_family_proposals(uuid) is 'Nothing waits for a family any more that is none.';
