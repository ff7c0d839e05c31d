-- Anyone who knows a parent's address and a child's birthday can type both at a checkout. The order joins the family of
-- the address's verified owner. But that family decides about people, health, pick-up and consents (docs/decisions
-- "What a guest's order may change in a family" and "Who may collect after a sign-up").

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
  effect text not null default 'none' check (effect in ('none', 'order', 'all')),
  code text check (code ~ '^[0-9]{6}$'),
  check ((code is not null) = (effect = 'order')),
  check (effect <> 'order' or (kind = 'pickup_authorization' and child_id is not null)),
  check ((kind in ('child', 'health', 'behaviour', 'consent')) = (field is not null)),
  check (child_id is not null or kind in ('emergency_contact', 'pickup_authorization', 'consent'))
);
comment on table public.family_proposals is
  'Details from somebody who is not verified as a member of the family. When a parent has decided, the row is '
  'deleted.';
comment on column public.family_proposals.effect is
  'What the proposal changes until it is decided. none means nothing. order means that this person may collect the '
  'child from the places of that order. all means that it is in effect, and declining it reverses that.';
comment on column public.family_proposals.code is
  'The pick-up code of the person. It becomes pickup_authorizations.code when the proposal is accepted.';
comment on column public.family_proposals.child_id is 'The child. It is null for the whole family.';
comment on column public.family_proposals.order_id is 'The order with which it came. It is null if unknown.';
comment on column public.family_proposals.kind is
  'What is proposed. person means that this child is one of ours. child, health and behaviour mean a field of the '
  'table of that name. consent means the consent for a purpose. Any other kind is a list to which a person is to be '
  'added.';
comment on column public.family_proposals.value is
  'The proposed value. For person it is {name, dob}. For child, health and behaviour it is the value of the field. For '
  'consent it is {given, version}. For any other kind it is {name, relationship, phone}.';
create index family_proposals_family_id on public.family_proposals (family_id);
create index family_proposals_child_id on public.family_proposals (child_id);
create index family_proposals_order_id on public.family_proposals (order_id);
create index family_proposals_created_at on public.family_proposals (created_at);

alter table public.family_proposals enable row level security;
-- Staff read only what the roster shows, and the roster logs it.
revoke all on table public.family_proposals from anon, authenticated, service_role;
grant select (id, family_id, child_id, order_id, kind, field, value, created_at, effect) on public.family_proposals
  to authenticated;

create policy "Parents read what is proposed to their own family" on public.family_proposals
  for select to authenticated using (family_id = (select private.my_family_id()));

create function private.is_health_note(p_field text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_field in ('allergies', 'medical_conditions', 'medications', 'physical_limitations', 'physical_conditions',
    'previous_injuries', 'emergency_medical_info')
$$;
comment on function private.is_health_note(text) is
  'Returns whether this field of child_health is something that a coach must heed.';

create function private.is_health_unknown(p_child_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not exists (select from public.child_health where child_id = p_child_id and answer is not null)
    and not exists (
      select from public.family_proposals
      where child_id = p_child_id and kind = 'health' and private.is_health_note(field))
$$;
comment on function private.is_health_unknown(uuid) is
  'Returns whether a child''s health is unknown, even with the proposals that are not confirmed yet. Only then can '
  '"nothing to report" be proposed or take effect.';

create function private.propose(
  p_family_id uuid, p_child_id uuid, p_order_id uuid, p_kind text, p_field text, p_value jsonb,
  p_effect text default 'none', p_code text default null)
returns void
language sql
volatile
set search_path = ''
as $$
  -- A reported note overrides a proposed "nothing to report".
  delete from public.family_proposals
  where child_id = p_child_id and kind = 'health' and field = 'answer' and p_kind = 'health' and private.is_health_note(p_field);
  insert into public.family_proposals (family_id, child_id, order_id, kind, field, value, effect, code)
  select p_family_id, p_child_id, p_order_id, p_kind, p_field, p_value, p_effect, p_code
  -- Equal proposals are stored once, except that each order has its own collectors.
  where not exists (
    select from public.family_proposals
    where family_id = p_family_id and child_id is not distinct from p_child_id and kind = p_kind
      and field is not distinct from p_field and value = p_value
      and (p_effect <> 'order' or (effect = 'order' and order_id is not distinct from p_order_id)))
$$;
comment on function private.propose(uuid, uuid, uuid, text, text, jsonb, text, text) is
  'Proposes something to a family, unless the same is already proposed. The caller has locked the family.';

create function private.propose_people(
  p_from_family uuid, p_from uuid, p_family_id uuid, p_child_id uuid, p_order_id uuid, p_may_collect boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_is_same constant boolean := (p_from_family, p_from) is not distinct from (p_family_id, p_child_id);
begin
  perform private.propose(p_family_id, p_child_id, p_order_id, 'emergency_contact', null, n.person)
  from jsonb_array_elements(private.people_of(p_from_family, p_from, false)) n (person)
  where v_is_same or not private.people_of(p_family_id, p_child_id, false) @> jsonb_build_array(n.person);
  perform private.propose(p_family_id, p_child_id, p_order_id, 'pickup_authorization', null, n.person,
    case when p_may_collect then 'order' else 'none' end, case when p_may_collect then n.code end)
  from (
    select jsonb_build_object('name', a.name, 'relationship', a.relationship, 'phone', a.phone) as person, a.code
    from public.pickup_authorizations a
    where a.family_id = p_from_family and a.child_id is not distinct from p_from order by a.position) n
  where v_is_same or not private.people_of(p_family_id, p_child_id, true) @> jsonb_build_array(n.person);
  delete from public.emergency_contacts where family_id = p_from_family and child_id is not distinct from p_from;
  delete from public.pickup_authorizations where family_id = p_from_family and child_id is not distinct from p_from;
end;
$$;
comment on function private.propose_people(uuid, uuid, uuid, uuid, uuid, boolean) is
  'Empties two lists of people (emergency contacts and people who may collect) and proposes their people to another '
  'child or, if p_child_id is null, to the family. If p_may_collect is true, the people keep their codes and may still '
  'collect from the places of the order.';

create function private.propose_details(p_from uuid, p_into uuid, p_is_fresh boolean default false)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_is_same constant boolean := p_from = p_into;
  v_from public.children;
  v_into public.children;
  v_order_id uuid;
begin
  select * into v_from from public.children where id = p_from;
  select * into v_into from public.children where id = p_into;
  select order_id into v_order_id from public.order_children where child_id = p_from order by order_id limit 1;
  if not v_is_same then
    perform private.propose(v_into.family_id, p_into, v_order_id, 'child', f.key, f.value)
    from jsonb_each(to_jsonb(v_from)) f
    where f.key in ('experience_level', 'gender', 'shirt_size') and f.value <> 'null'
      and f.value is distinct from to_jsonb(v_into) -> f.key;
  end if;
  perform private.propose(v_into.family_id, p_into, v_order_id, 'health', f.key, f.value)
  from public.child_health h
  left join public.child_health k on k.child_id = p_into and not v_is_same
  cross join lateral jsonb_each(jsonb_strip_nulls(
    to_jsonb(h) - '{child_id,updated_at,answered_at,answered_by,answered_through}'::text[])) f
  where h.child_id = p_from and f.value is distinct from to_jsonb(k) -> f.key
    -- "Nothing to report" is proposed only if there is no answer yet.
    and (f.key <> 'answer' or f.value = '"nothing"' and k.answer is null and (v_is_same or private.is_health_unknown(p_into)));
  perform private.propose(v_into.family_id, p_into, v_order_id, 'behaviour', f.key, f.value)
  from public.child_behaviour b
  left join public.child_behaviour k on k.child_id = p_into and not v_is_same
  cross join lateral jsonb_each(jsonb_strip_nulls(to_jsonb(b) - '{child_id,updated_at}'::text[])) f
  where b.child_id = p_from and f.value is distinct from to_jsonb(k) -> f.key;
  delete from public.child_health where child_id = p_from;
  delete from public.child_behaviour where child_id = p_from;
  -- If the family already had the child, the child keeps its own list, because anyone who knows the address and
  -- birthday can name people in an order.
  perform private.propose_people(v_from.family_id, p_from, v_into.family_id, p_into, v_order_id, v_order_id is not null
    and (v_is_same or p_is_fresh or v_into.status <> 'own' or not private.has_account(v_into.family_id)));
end;
$$;
comment on function private.propose_details(uuid, uuid, boolean) is
  'Compares the details of two records of a child, and proposes those that differ to the family of the record p_into. '
  'If both records are the same, proposes all details. p_is_fresh is true if the family has just got both as its own. '
  'The caller has locked their families.';

create function private.propose_person(p_child_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.children set status = 'proposed' where id = p_child_id and status = 'own';
  if not found then return; end if;
  perform private.propose(c.family_id, c.id, (
      select order_id from public.order_children where child_id = c.id order by order_id limit 1),
    'person', null, jsonb_build_object('name', c.name, 'dob', c.dob))
  from public.children c where c.id = p_child_id;
  perform private.propose_details(p_child_id, p_child_id);
end;
$$;
comment on function private.propose_person(uuid) is
  'If a guest entered a child that the family does not have, proposes the child to the family. The child keeps its '
  'bookings, and its details are proposed with it.';

create function private.active_consents(p_family_id uuid, p_child_id uuid)
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
comment on function private.active_consents(uuid, uuid) is
  'Returns which consents are active for a child or, if p_child_id is null, for the household, as {purpose: boolean}. '
  'It leaves out terms, which a person accepts per order.';

create function private.keep_active_consents(p_family_id uuid, p_child_id uuid, p_before jsonb)
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
    select n.key::public.consent_purpose, n.value::boolean from jsonb_each(private.active_consents(p_family_id, p_child_id)) n
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
comment on function private.keep_active_consents(uuid, uuid, jsonb) is
  'Keeps a family''s consents after those of another family joined it. Where they would change the earlier state '
  '(private.active_consents), adds an entry with source merge that restores it, and proposes the other decision.';
