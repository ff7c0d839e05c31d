-- These functions return the data of the family's screens: the parent's profile, the child, and the children with their
-- credits (spec 1 §3 and §7).

create function private.people_of(p_family_id uuid, p_child_id uuid, p_pickup boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('name', name, 'relationship', relationship, 'phone', phone) order by position), '[]')
    from (
      select name, relationship, phone, position from public.emergency_contacts
      where not p_pickup and family_id = p_family_id and child_id is not distinct from p_child_id
      union all
      select name, relationship, phone, position from public.pickup_authorizations
      where p_pickup and family_id = p_family_id and child_id is not distinct from p_child_id
    ) p
  );
end;
$$;
comment on function private.people_of(uuid, uuid, boolean) is
  'Returns the emergency contacts or, if p_pickup is true, the people who may collect, as [{name, relationship, '
  'phone}]. They are those of a child or, if p_child_id is null, those of the family.';

create function private.parents_to_call(p_family_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', n.name, 'phone', n.phone) order by n.at), '[]')
  from (
    select distinct on (m.phone) m.name, m.phone, m.at
    from public.families f
    left join public.profiles a on a.id = f.primary_parent_id
    left join public.profiles b on b.id = f.secondary_parent_id
    cross join lateral (values
      (1, coalesce(nullif(a.name, ''), f.contact_name), coalesce(a.phone, f.contact_phone)),
      (2, nullif(b.name, ''), b.phone),
      (3, coalesce(nullif(a.name, ''), f.contact_name), a.secondary_phone),
      (4, nullif(b.name, ''), b.secondary_phone)) m (at, name, phone)
    where f.id = p_family_id and m.phone is not null
    order by m.phone, m.at) n
$$;
comment on function private.parents_to_call(uuid) is
  'Returns the phone numbers of a family''s parents without duplicates, in the order in which to call them: [{name, '
  'phone}]. For a guest, returns the number that was given with the booking.';

create function private.parent_card(p_profile_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone,
      'booking_mails', p.booking_mails)
    from public.profiles p where p.id = p_profile_id);
end;
$$;
comment on function private.parent_card(uuid) is
  'Returns a parent as the other parent sees them: {id, name, email, phone, booking_mails}. Returns null if there is '
  'none.';

create function private.active_consent(p_family_id uuid, p_child_id uuid, p_purpose public.consent_purpose)
returns public.consents
language plpgsql
stable
set search_path = ''
as $$
declare
  v_latest_of_child public.consents;
  v_latest_of_all public.consents;
begin
  -- The dashboard calls this three times per child. PL/pgSQL caches its plan.
  if p_child_id is not null then
    select * into v_latest_of_child from public.consents
    where family_id = p_family_id and child_id = p_child_id and purpose = p_purpose
    order by created_at desc, id desc limit 1;
  end if;
  select * into v_latest_of_all from public.consents
  where family_id = p_family_id and child_id is null and purpose = p_purpose order by created_at desc, id desc limit 1;
  -- A child's own consent counts before the family's, unless the family withdrew later.
  if v_latest_of_child.id is null or (not v_latest_of_all.given and (v_latest_of_all.created_at, v_latest_of_all.id) > (v_latest_of_child.created_at, v_latest_of_child.id)) then
    return v_latest_of_all;
  end if;
  return v_latest_of_child;
end;
$$;
comment on function private.active_consent(uuid, uuid, public.consent_purpose) is
  'Returns the consent entry that counts for this child or, if p_child_id is null, for the family. All columns are '
  'null if there is none.';

create function private.has_consent(p_family_id uuid, p_child_id uuid, p_purpose public.consent_purpose)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce((private.active_consent(p_family_id, p_child_id, p_purpose)).given, false);
end;
$$;
comment on function private.has_consent(uuid, uuid, public.consent_purpose) is
  'Returns whether the consent is active for this child or, if p_child_id is null, for the family.';

create function private.camp_photo_answer(p_family_id uuid, p_child_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_consent constant public.consents := private.active_consent(p_family_id, p_child_id, 'photo');
begin
  -- Earlier texts did not say that the families of other children see the photo. An entry of a merge keeps a state, but
  -- nobody gave it to this text.
  return case
    when v_consent.source = 'merge' then 'unknown'
    when v_consent.given and v_consent.version >= private.required_consent_version('photo') then 'yes'
    when not v_consent.given then 'no' else 'unknown' end;
end;
$$;
comment on function private.camp_photo_answer(uuid, uuid) is
  'Returns the family''s answer about camp photos of this child: yes, no, or unknown if it has not answered, or agreed '
  'to an earlier text only (docs/decisions "The photo trail").';

create function public.get_parent_profile()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_profile public.profiles;
  v_contacts jsonb;
begin
  select * into v_profile from public.profiles where id = private.my_account();
  if not found then perform private.deny(); end if;
  v_contacts := private.people_of(v_profile.family_id, null, false);
  return to_jsonb(v_profile) - 'created_at' || jsonb_build_object(
    'health', (select to_jsonb(h) - '{profile_id,updated_at}'::text[] from public.profile_health h where profile_id = v_profile.id),
    'emergency_contacts', v_contacts,
    'emergency_contact', v_contacts #> '{0,name}',
    'emergency_phone', v_contacts #> '{0,phone}',
    'pickup_authorization', private.people_of(v_profile.family_id, null, true),
    'terms_accepted', coalesce((select given from public.consents
      where purpose = 'terms' and user_id = v_profile.id order by created_at desc, id desc limit 1), false),
    'liability_waiver', private.has_consent(v_profile.family_id, null, 'liability'),
    'medical_authorization', private.has_consent(v_profile.family_id, null, 'medical'),
    'photo_consent', private.has_consent(v_profile.family_id, null, 'photo'),
    'is_primary', exists (select from public.families where primary_parent_id = v_profile.id),
    'is_secondary', exists (select from public.families where secondary_parent_id = v_profile.id),
    'profile_complete', coalesce(v_profile.name, '') <> '' and v_profile.phone is not null and v_contacts <> '[]',
    'verification_status', case when exists (
      select from auth.users where id = v_profile.id and email_confirmed_at is not null)
      then 'verified' else 'unverified' end);
end;
$$;
comment on function public.get_parent_profile() is
  'Returns ParentProfile (contract/family-people.ts; spec 1 §3). profile_complete and verification_status are '
  'computed. Definer: reads the account''s confirmation, only for the token''s user.';
grant execute on function public.get_parent_profile() to authenticated;

create function private.child_details(p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(c) - '{quiz_completed_at,photo,search_text}'::text[] || jsonb_build_object(
    'quiz_completed', c.quiz_completed_at is not null,
    'has_photo', c.photo is not null,
    'health', to_jsonb(h) - '{child_id,updated_at,answer,answered_at,answered_by,answered_through}'::text[],
    'health_answer', private.health_answer(c.id),
    'behaviour', to_jsonb(b) - '{child_id,updated_at}'::text[],
    'emergency_contacts', e.contacts,
    'emergency_contact', e.contacts #> '{0,name}',
    'emergency_phone', e.contacts #> '{0,phone}',
    'pickup_authorizations', private.people_of(c.family_id, c.id, true)
      || case when c.status = 'own' then private.people_of(c.family_id, null, true) else '[]' end,
    'own_emergency_contacts', private.people_of(c.family_id, c.id, false),
    'own_pickup_authorizations', private.people_of(c.family_id, c.id, true),
    'indemnity_signed', private.has_consent(c.family_id, c.id, 'liability'),
    'medical_consent', private.has_consent(c.family_id, c.id, 'medical'),
    'photo_consent', private.has_consent(c.family_id, c.id, 'photo'),
    'activity_participation_consent', private.has_consent(c.family_id, c.id, 'activity'),
    'child_profile_complete', h.answer is not null and e.contacts <> '[]'
      and private.has_consent(c.family_id, c.id, 'liability') and private.has_consent(c.family_id, c.id, 'medical')
      and private.has_consent(c.family_id, c.id, 'activity'))
  from public.children c
  left join public.child_health h on h.child_id = c.id
  left join public.child_behaviour b on b.child_id = c.id,
  lateral (select private.people_of(c.family_id, c.id, false) || private.people_of(c.family_id, null, false) as contacts) e
  where c.id = p_child_id
$$;
comment on function private.child_details(uuid) is
  'Returns ChildProfile (contract/family-people.ts), with the child''s own contacts first. child_profile_complete is '
  'true if health is answered, there is a contact, and liability, medical and activity are active.';

create function public.credits_remaining(profile public.profiles)
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(l.delta), 0)::integer
  from public.passes p join public.credit_ledger l on l.pass_id = p.id
  where p.family_id = profile.family_id
    and (p.valid_until is null or p.valid_until >= (select private.calendar_today()))
$$;
comment on function public.credits_remaining(public.profiles) is
  'Returns profiles.credits_remaining (spec 1 §3) as a computed column. It is the ledger sum of the family''s valid '
  'passes, so it is never out of date. Runs with the caller''s rights.';
grant execute on function public.credits_remaining(public.profiles) to authenticated, service_role;

create function public.get_family_children_with_credits(family uuid)
returns table (
  id uuid, name text, dob date, current_level integer, gender text, credits_remaining integer, active_passes integer,
  upcoming_bookings integer, recent_bookings_count integer, quiz_completed boolean, has_upcoming_bookings boolean,
  age integer)
language sql
stable
set search_path = ''
as $$
  select c.id, c.name, c.dob, c.current_level, c.gender, p.credits, p.passes, b.upcoming, r.recent,
    c.quiz_completed_at is not null, b.upcoming > 0, private.age_on(c.dob, t.today)
  from (select private.calendar_today() as today) t, public.children c,
    lateral (
      select coalesce(sum(l.left_over), 0)::integer as credits,
        (count(*) filter (where l.left_over > 0))::integer as passes
      from public.passes p,
        lateral (select coalesce(sum(delta), 0) as left_over from public.credit_ledger where pass_id = p.id) l
      where p.child_id = c.id and (p.valid_until is null or p.valid_until >= t.today)
    ) p,
    lateral (
      select count(*)::integer as upcoming from public.bookings
      where child_id = c.id and family_id = family and status = 'booked' and session_date >= t.today
    ) b,
    lateral (
      select count(*)::integer as recent from public.bookings
      where child_id = c.id and family_id = family and status = 'booked'
        and session_date >= t.today - 30 and session_date < t.today
    ) r
  where c.family_id = family and c.status <> 'declined' and (family = (select private.my_family_id()) or (select private.is_admin()))
  order by c.name, c.id
$$;
comment on function public.get_family_children_with_credits(uuid) is
  'Returns the child summaries of spec 1 §3, by name. Runs with the caller''s rights, so another family''s id returns '
  'no rows; the family page of staff (get_family_page) logs its read.';
grant execute on function public.get_family_children_with_credits(uuid) to authenticated;
