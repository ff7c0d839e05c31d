-- Staff record what a parent says on the phone, ask a family for what is missing, and invite its second parent. The
-- family is mailed each time, so that nobody acts in its name without its knowledge.

create function private.family_to_change(p_family_id uuid)
returns public.families
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family public.families;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_family from public.families where id = p_family_id and erased_at is null for update;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  return v_family;
end;
$$;
comment on function private.family_to_change(uuid) is
  'Locks a family for an admin, and returns it. Fails with not_allowed, family_not_found.';

create function public.record_family_consent(
  p_family_id uuid, p_profile_id uuid, p_child_id uuid, p_purpose text, p_given boolean, p_version integer, p_seen_at text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family constant public.families := private.family_to_change(p_family_id);
  v_purpose constant public.consent_purpose := private.check_purpose(p_purpose);
  v_child_name text;
  v_seen_at timestamptz;
begin
  -- Only parents themselves accept the terms, and sign the indemnity.
  if v_purpose not in ('photo', 'medical', 'marketing', 'activity') then perform private.fail('invalid_input', 'p_purpose'); end if;
  if p_given is null then perform private.fail('invalid_input', 'p_given'); end if;
  if (p_child_id is null) <> (v_purpose = 'marketing') then perform private.fail('invalid_input', 'p_child_id'); end if;
  if not exists (
    select from private.parents_for_collection(v_family.id) p where p.profile_id is not distinct from p_profile_id) then
    perform private.fail('parent_not_found', 'p_profile_id');
  end if;
  if p_child_id is not null then
    select private.given_name(c.name, array(select name from public.children where family_id = v_family.id)) into v_child_name
    from public.children c where c.id = p_child_id and c.family_id = v_family.id;
    if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  end if;
  -- The parent heard these words. If the parent has answered since staff opened the page, that answer must not be
  -- replaced.
  if p_version is distinct from private.consent_version(v_purpose) then
    perform private.fail('consent_text_changed', 'p_version', private.consent_version(v_purpose)::text);
  end if;
  select max(c.created_at) into v_seen_at from public.consents c
  where c.family_id = v_family.id and c.purpose = v_purpose and (p_child_id is null or c.child_id is null or c.child_id = p_child_id);
  if private.iso(v_seen_at) is distinct from p_seen_at then perform private.fail('changed_meanwhile', 'p_seen_at'); end if;
  insert into public.consents (family_id, child_id, user_id, purpose, version, given, source, recorded_by)
  values (v_family.id, p_child_id, p_profile_id, v_purpose, p_version, p_given, 'phone', (select auth.uid()));
  return jsonb_build_object('notified', private.notify_correction(v_family, gen_random_uuid(), '{consent}', v_child_name, null,
    jsonb_build_object('consent', jsonb_build_object('purpose', v_purpose, 'given', p_given))));
end;
$$;
comment on function public.record_family_consent(uuid, uuid, uuid, text, boolean, integer, text) is
  'For admins. Records that a parent gave or withdrew a consent by phone, and mails the family. photo, medical and '
  'activity are consents for a child, marketing is a parent''s. p_profile_id is the parent, or null for a guest. '
  'p_version is the version of the words that were read out. p_seen_at is the time of the family''s latest answer that '
  'the screen showed. Returns {notified}. A later answer of the parent counts. Fails with family_not_found, '
  'parent_not_found, child_not_found, consent_text_changed, changed_meanwhile. Definer: writes a closed table, after '
  'checking the caller.';
grant execute on function public.record_family_consent(uuid, uuid, uuid, text, boolean, integer, text) to authenticated;
select private.answer_calls('public.record_family_consent(uuid, uuid, uuid, text, boolean, integer, text)', 'management');

create function public.record_emergency_contact(
  p_note_id uuid, p_family_id uuid, p_name text, p_relationship text, p_phone text, p_told_by text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family constant public.families := private.family_to_change(p_family_id);
  v_told_by constant text := private.check_text(to_jsonb(p_told_by), 'told_by', 120);
  v_repeated jsonb;
begin
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  -- A repeated request changes nothing and gets the first answer.
  v_repeated := private.repeated_correction(p_note_id) - 'fields';
  if v_repeated is not null then return v_repeated; end if;
  if exists (
    select from public.blocked_collectors b where b.family_id = v_family.id and private.may_be_same_person(b.name, p_name)) then
    perform private.fail('contact_is_blocked', 'name');
  end if;
  perform private.add_people(v_family.id, null, jsonb_build_array(jsonb_build_object(
    'name', p_name, 'relationship', nullif(btrim(p_relationship), ''), 'phone', p_phone)), null);
  insert into public.family_notes (id, family_id, note, written_by)
  values (p_note_id, v_family.id, format('Emergency contact added: %s. Told by phone by %s.', btrim(p_name), v_told_by), (select auth.uid()));
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'insert', 'emergency_contacts', v_family.id);
  return jsonb_build_object('notified', private.notify_correction(v_family, p_note_id, '{emergency_contact}', null, null));
end;
$$;
comment on function public.record_emergency_contact(uuid, uuid, text, text, text, text) is
  'For admins. Adds an emergency contact, which somebody named by phone, to the end of the family''s list. The other '
  'contacts do not change. Returns {notified}. A note stores who named the contact and who wrote it down. The audit '
  'log stores only that it was added. The family is mailed and can change the contact. The browser generates '
  'p_note_id, so that a repeated request acts once. Fails with family_not_found, list_full, contact_is_blocked (the '
  'person must never collect a child), invalid_input (field). Definer: writes a closed table, after checking the '
  'caller.';
grant execute on function public.record_emergency_contact(uuid, uuid, text, text, text, text) to authenticated;
select private.answer_calls('public.record_emergency_contact(uuid, uuid, text, text, text, text)', 'management');

create function public.ask_family_details(p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_child public.children;
  v_missing jsonb;
  v_order_id uuid;
  v_mails integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  -- The lock makes two concurrent calls send one mail.
  select * into v_child from public.children where id = p_child_id and status = 'own' for no key update;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  select coalesce(jsonb_agg(m), '[]') into v_missing from jsonb_array_elements(private.missing_details(v_child)) m
  where m in ('"health"', '"emergency_contact"');
  if v_missing = '[]' then return jsonb_build_object('mails', 0); end if;
  -- Parents with an account answer in Family Base. A guest needs the link of an order.
  v_order_id := private.details_order(v_child.id);
  if v_order_id is null and not private.has_account(v_child.family_id) then
    return jsonb_build_object('mails', 0, 'has_link', false);
  end if;
  with sent as (
    insert into public.outbox (key, template, recipient, payload)
    select format('details_requested:%s:%s:family:%s:%s', v_child.family_id, v_child.id, private.calendar_today(), w.n),
      'details_requested', w.email, jsonb_strip_nulls(jsonb_build_object('parent_name', w.name, 'missing', v_missing,
        'child_name', private.given_name(v_child.name, array(select name from public.children where family_id = v_child.family_id)),
        'manage_token', case when v_order_id is not null then private.make_order_link(v_order_id, 'child_details', w.email) end))
    from (
      select email, name, row_number() over (order by email) as n
      from (
        select distinct on (lower(email)) email, name from private.parents_for_collection(v_child.family_id)
        where coalesce(email, '') <> '' and email <> 'erased') e) w
    where not exists (
      select from public.outbox o
      where o.key = format('details_requested:%s:%s:family:%s:%s', v_child.family_id, v_child.id, private.calendar_today(), w.n))
    returning 1
  )
  select count(*) into v_mails from sent;
  if v_mails > 0 then
    insert into public.audit_log (user_id, actor, action, table_name, row_key)
    values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'ask', 'children', v_child.id);
  end if;
  return jsonb_build_object('mails', v_mails);
end;
$$;
comment on function public.ask_family_details(uuid) is
  'For admins: mails the parents to ask for a child''s health or an emergency contact, whichever is missing, once per '
  'child and day: {mails}, with has_link false if a guest has no order. The mail says nothing about health, and the '
  'caller never sees the link. Audited. Fails with child_not_found. Definer: mails and links are written only by '
  'functions; it checks the caller itself.';
grant execute on function public.ask_family_details(uuid) to authenticated;
select private.answer_calls('public.ask_family_details(uuid)', 'management');

create function public.invite_parent_for_family(p_family_id uuid, p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_email constant text := private.check_email(to_jsonb(p_email), 'p_email');
  v_family public.families;
  v_invitation public.family_invitations;
begin
  v_family := private.family_to_change(p_family_id);
  -- A parent who joins sees the family's children. So staff need a fresh sign-in to invite one, as a parent does.
  perform private.check_fresh();
  if v_family.primary_parent_id is null then perform private.fail('parent_not_found', 'p_family_id'); end if;
  if v_family.secondary_parent_id is not null then perform private.fail('family_full'); end if;
  -- The person on the phone may be the one who must never collect a child. So only the parent can send this invitation.
  if exists (select from public.blocked_collectors where family_id = v_family.id) then perform private.fail('parent_must_invite'); end if;
  v_invitation := private.make_invitation(v_family, v_email);
  perform private.notify_parent(v_family.id, v_family.primary_parent_id, 'invited_by_office', v_email, '{}');
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'insert', 'family_invitations', v_family.id);
  return jsonb_build_object('email', v_email, 'expires_at', private.iso(v_invitation.expires_at),
    'mailed', exists (select from public.outbox where key = format('parent_invitation:%s:%s', v_family.id, v_invitation.id)));
end;
$$;
comment on function public.invite_parent_for_family(uuid, text) is
  'For admins, when the first parent asks by phone. Sends the same invitation as invite_parent, and mails the first '
  'parent, who can withdraw it. Returns {email, expires_at, mailed}. The caller never sees the link. Fails with '
  'family_not_found, parent_not_found (a guest), family_full, parent_must_invite (somebody must never collect a '
  'child), and with the codes of private.check_fresh. Definer: see invite_parent.';
grant execute on function public.invite_parent_for_family(uuid, text) to authenticated;
select private.answer_calls('public.invite_parent_for_family(uuid, text)', 'management');
