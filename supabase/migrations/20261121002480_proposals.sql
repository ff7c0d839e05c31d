-- Proposals: what came with a guest's purchase, or with a family that staff made one with this one, and that only a
-- parent may make true. Whoever knows a parent's address and a child's birthday can type both at a checkout: orders
-- join the family of the address's proven owner, people, health, pick-up and consents wait here to be decided one by one
-- (decisions "What a guest's order may change in a family").

alter table public.children
  add column standing text not null default 'own' check (standing in ('own', 'proposed', 'declined'));
comment on column public.children.standing is
  'own: the family''s word; proposed: came with an order bought as a guest, until a parent says whose child it is; declined: not the family''s, and kept because bookings and orders stand on it. Only an own child may be fetched by those who may fetch every child of the family.';

create table public.family_proposals (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  child_id uuid references public.children (id) on delete cascade,
  order_id uuid references public.orders (id) on delete set null,
  kind text not null
    check (kind in ('person', 'child', 'health', 'behaviour', 'emergency_contact', 'pickup_authorization', 'consent')),
  field text check (field ~ '^[a-z_]{1,60}$'),
  value jsonb not null check (octet_length(value::text) <= 20000),
  created_at timestamptz not null default clock_timestamp(),
  check ((kind in ('child', 'health', 'behaviour', 'consent')) = (field is not null)),
  check (child_id is not null or kind in ('emergency_contact', 'pickup_authorization', 'consent'))
);
comment on table public.family_proposals is
  'Said by somebody who has not proven to be of the family, and true only once a parent accepts it. A row goes when it is decided.';
comment on column public.family_proposals.child_id is 'Null: for the whole family.';
comment on column public.family_proposals.order_id is 'The order with which it came; null when that is not known.';
comment on column public.family_proposals.kind is
  'person: this child is one of ours; child, health, behaviour: a field of the table of that name; consent: a purpose; else one more person on that list.';
comment on column public.family_proposals.value is
  'person: {name, dob}; child, health, behaviour: the field''s value; consent: {given, version}; else {name, relationship, phone}.';
create index family_proposals_family_id on public.family_proposals (family_id);
create index family_proposals_child_id on public.family_proposals (child_id);
create index family_proposals_order_id on public.family_proposals (order_id);
create index family_proposals_created_at on public.family_proposals (created_at);

alter table public.family_proposals enable row level security;
-- As with the tables of details: staff read of it only what the roster shows, and the roster logs it.
revoke all on table public.family_proposals from anon, authenticated, service_role;
grant select on public.family_proposals to authenticated;

create policy "Parents read what is proposed to their own family" on public.family_proposals
  for select to authenticated using (family_id = (select private.my_family_id()));

-- Proposing ----------------------------------------------------------------------------------------------------

create function private.propose(
  p_family_id uuid, p_child_id uuid, p_order_id uuid, p_kind text, p_field text, p_value jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.family_proposals (family_id, child_id, order_id, kind, field, value)
  select p_family_id, p_child_id, p_order_id, p_kind, p_field, p_value
  -- Said twice, it is asked once.
  where not exists (
    select from public.family_proposals
    where family_id = p_family_id and child_id is not distinct from p_child_id and kind = p_kind
      and field is not distinct from p_field and value = p_value)
$$;
comment on function private.propose(uuid, uuid, uuid, text, text, jsonb) is
  'Proposes something to a family, unless it is proposed already. The caller has locked the family.';

create function private.propose_people(p_from_family uuid, p_from uuid, p_family_id uuid, p_child_id uuid, p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pickup boolean;
begin
  foreach v_pickup in array '{false,true}'::boolean[] loop
    perform private.propose(p_family_id, p_child_id, p_order_id,
      case when v_pickup then 'pickup_authorization' else 'emergency_contact' end, null, n.person)
    from jsonb_array_elements(private.people_of(p_from_family, p_from, v_pickup)) n (person)
    -- The same list, read before it is emptied, is not known to anybody yet.
    where (p_from_family, p_from) is not distinct from (p_family_id, p_child_id)
      or not private.people_of(p_family_id, p_child_id, v_pickup) @> jsonb_build_array(n.person);
  end loop;
  delete from public.emergency_contacts where family_id = p_from_family and child_id is not distinct from p_from;
  delete from public.pickup_authorizations where family_id = p_from_family and child_id is not distinct from p_from;
end;
$$;
comment on function private.propose_people(uuid, uuid, uuid, uuid, uuid) is
  'Empties the two lists of a child, or with null of a household, and proposes who stood there to another one, or to the same.';

create function private.propose_details(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_same constant boolean := p_from = p_into;
  v_from public.children;
  v_into public.children;
  v_order_id uuid;
begin
  select * into v_from from public.children where id = p_from;
  select * into v_into from public.children where id = p_into;
  select order_id into v_order_id from public.order_children where child_id = p_from order by order_id limit 1;
  if not v_same then
    perform private.propose(v_into.family_id, p_into, v_order_id, 'child', f.key, f.value)
    from jsonb_each(to_jsonb(v_from)) f
    where f.key in ('experience_level', 'gender', 'shirt_size') and f.value <> 'null'
      and f.value is distinct from to_jsonb(v_into) -> f.key;
  end if;
  perform private.propose(v_into.family_id, p_into, v_order_id, 'health', f.key, f.value)
  from public.child_health h
  left join public.child_health k on k.child_id = p_into and not v_same
  cross join lateral jsonb_each(jsonb_strip_nulls(to_jsonb(h) - '{child_id,updated_at}'::text[])) f
  where h.child_id = p_from and f.value is distinct from to_jsonb(k) -> f.key;
  perform private.propose(v_into.family_id, p_into, v_order_id, 'behaviour', f.key, f.value)
  from public.child_behaviour b
  left join public.child_behaviour k on k.child_id = p_into and not v_same
  cross join lateral jsonb_each(jsonb_strip_nulls(to_jsonb(b) - '{child_id,updated_at}'::text[])) f
  where b.child_id = p_from and f.value is distinct from to_jsonb(k) -> f.key;
  delete from public.child_health where child_id = p_from;
  delete from public.child_behaviour where child_id = p_from;
  perform private.propose_people(v_from.family_id, p_from, v_into.family_id, p_into, v_order_id);
end;
$$;
comment on function private.propose_details(uuid, uuid) is
  'Takes all that is told of a child from its tables and proposes to the other child''s family what that does not say already; with the same child twice, all of it. Both are of their families, which the caller has locked.';

create function private.propose_person(p_child_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.children set standing = 'proposed' where id = p_child_id and standing = 'own';
  if not found then return; end if;
  perform private.propose(c.family_id, c.id, (
      select order_id from public.order_children where child_id = c.id order by order_id limit 1),
    'person', null, jsonb_build_object('name', c.name, 'dob', c.dob))
  from public.children c where c.id = p_child_id;
  perform private.propose_details(p_child_id, p_child_id);
end;
$$;
comment on function private.propose_person(uuid) is
  'A child that a guest brought, and the family does not know: it keeps its bookings, and what was told of it is proposed with it.';

-- Consents: what stood in the family goes on to stand.

create function private.stands(p_family_id uuid, p_child_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(u, private.has_consent(p_family_id, p_child_id, u))
    from unnest(enum_range(null::public.consent_purpose)) u
    where u <> 'terms' and (u <> 'marketing' or p_child_id is null) and (u <> 'activity' or p_child_id is not null));
end;
$$;
comment on function private.stands(uuid, uuid) is
  'Which consents stand for a child, or with null for the household: {purpose: boolean}. Not terms, which are a person''s word about one order.';

create function private.keep_stands(p_family_id uuid, p_child_id uuid, p_before jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_purpose public.consent_purpose;
  v_now boolean;
  v_latest public.consents;
begin
  for v_purpose, v_now in
    select n.key::public.consent_purpose, n.value::boolean from jsonb_each(private.stands(p_family_id, p_child_id)) n
    where n.value is distinct from p_before -> n.key
  loop
    select * into v_latest from public.consents
    where family_id = p_family_id and purpose = v_purpose and child_id is not distinct from p_child_id
    order by created_at desc, id desc limit 1;
    insert into public.consents (family_id, child_id, purpose, version, given, source)
    values (p_family_id, p_child_id, v_purpose, coalesce(v_latest.version, private.consent_version(v_purpose)), (p_before ->> v_purpose::text)::boolean, 'merge');
    continue when v_latest.id is null;
    perform private.propose(p_family_id, p_child_id, v_latest.order_id, 'consent', v_purpose::text,
      jsonb_build_object('given', v_now, 'version', v_latest.version));
  end loop;
end;
$$;
comment on function private.keep_stands(uuid, uuid, jsonb) is
  'After entries of another family joined this one''s: where they would turn what stood before (private.stands), an entry of the source merge says it again, and the other word is proposed.';

-- Deciding -----------------------------------------------------------------------------------------------------

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
  'A proposal to the signed-in parent''s family, both locked; else proposal_not_found, also for another family''s and one that is decided.';

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
  'A parent makes one proposal true: {id, accepted: true}. A person becomes a child of the family; a field takes the value; one more stands on a list; a consent is recorded as the caller''s own. Refuses proposal_not_found, list_full (six stand there), consent_text_changed (detail: the current version). Definer: writes only into the family of the token''s user.';
grant execute on function public.accept_proposal(uuid) to authenticated;

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
  'A parent says no to one proposal: {id, accepted: false}. A child that is not theirs keeps its bookings, which the parent may cancel, and is on none of the family''s lists. Refuses proposal_not_found. Definer: see accept_proposal.';
grant execute on function public.decline_proposal(uuid) to authenticated;

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
