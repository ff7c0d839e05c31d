-- Admins correct an emergency contact at a family's request. Nobody is removed, and the family is mailed
-- (docs/decisions "What a family says by phone").

create function public.get_family_contacts(p_family_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if not exists (select from public.families where id = p_family_id and erased_at is null) then
    perform private.fail('family_not_found', 'p_family_id');
  end if;
  perform private.log_access('families', 'contacts', p_family_id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'child_name', c.name, 'position', e.position, 'name', e.name,
      'relationship', e.relationship, 'phone', e.phone) order by c.name nulls first, e.child_id nulls first, e.position), '[]')
    from public.emergency_contacts e left join public.children c on c.id = e.child_id
    where e.family_id = p_family_id);
end;
$$;
comment on function public.get_family_contacts(uuid) is
  'For admins. Returns FamilyContact[] (contract/family-child.ts): the emergency contacts of a family, then those of '
  'single children, in the order in which they are called. Logs the read. Fails with family_not_found. Definer: staff '
  'have no policy on the table.';
grant execute on function public.get_family_contacts(uuid) to authenticated;
select private.answer_calls('public.get_family_contacts(uuid)', 'management');

create function public.correct_emergency_contact(
  p_note_id uuid, p_contact_id uuid, p_contact jsonb, p_is_first boolean, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_fields jsonb;
  v_before public.emergency_contacts;
  v_after jsonb;
  v_list jsonb;
  v_changed text;
  v_repeated jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  if p_is_first is null then perform private.fail('invalid_input', 'first'); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'reason', 300);
  -- A repeated request changes nothing and gets the first answer.
  v_repeated := private.repeated_correction(p_note_id) - 'fields';
  if v_repeated is not null then return v_repeated; end if;
  v_fields := private.check_people(jsonb_build_array(p_contact), 'contact', true) -> 0;
  perform from public.families f
  where f.id = (select family_id from public.emergency_contacts where id = p_contact_id) and f.erased_at is null for update;
  -- When a parent saves the list, each contact gets a new id. So nobody overwrites what a parent has just saved.
  select * into v_before from public.emergency_contacts where id = p_contact_id;
  if not found then perform private.fail('changed_meanwhile', 'p_contact_id'); end if;
  v_after := jsonb_build_object('name', v_before.name, 'relationship', v_before.relationship, 'phone', v_before.phone) || v_fields;
  if v_after ->> 'name' <> v_before.name and exists (
    select from public.blocked_collectors b
    where b.family_id = v_before.family_id and private.may_be_same_person(b.name, v_after ->> 'name')) then
    perform private.fail('contact_is_blocked', 'name');
  end if;
  select string_agg(n.line, '; ') into v_changed
  from (
    select format('%s, before “%s”, now “%s”', l.label, coalesce(l.before, 'none'), coalesce(l.after, 'none')) as line
    from (values
      ('name', v_before.name, v_after ->> 'name'),
      ('relationship', v_before.relationship, v_after ->> 'relationship'),
      ('phone number', v_before.phone, v_after ->> 'phone')) l (label, before, after)
    where l.before is distinct from l.after
    union all
    select 'is called first' where p_is_first and v_before.position > 1) n;
  if v_changed is null then return jsonb_build_object('notified', 0); end if;
  select jsonb_agg(l.contact order by l.at) into v_list
  from (
    select case when e.id = v_before.id then v_after
        else jsonb_build_object('name', e.name, 'relationship', e.relationship, 'phone', e.phone) end as contact,
      case when e.id = v_before.id and p_is_first then 0 else e.position end as at
    from public.emergency_contacts e
    where e.family_id = v_before.family_id and e.child_id is not distinct from v_before.child_id) l;
  perform private.save_people(v_before.family_id, v_before.child_id, v_list, null);
  insert into public.family_notes (id, family_id, child_id, note, written_by)
  values (p_note_id, v_before.family_id, v_before.child_id,
    format('Emergency contact %s corrected: %s. Why: %s', v_before.name, v_changed, v_reason), (select auth.uid()));
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'update',
    'emergency_contacts', v_before.family_id);
  return jsonb_build_object('notified', private.notify_correction(
    (select f from public.families f where f.id = v_before.family_id), p_note_id, '{contact}',
    (select c.name from public.children c where c.id = v_before.child_id), null));
end;
$$;
comment on function public.correct_emergency_contact(uuid, uuid, jsonb, boolean, text) is
  'For admins. Corrects one emergency contact, p_contact {name, relationship?, phone}, and makes it the first of its '
  'list if p_is_first. Nobody leaves the list. Returns {notified}, the number of parents who are mailed, or 0 if '
  'nothing differed. A note stores what was there before and the reason. The audit log stores only that it was '
  'corrected. The browser generates p_note_id, so that a repeated request acts once. Fails with changed_meanwhile (a '
  'parent has saved the list since), contact_is_blocked (the person must never collect a child), invalid_input '
  '(field). Definer: writes a closed table, after checking the caller.';
grant execute on function public.correct_emergency_contact(uuid, uuid, jsonb, boolean, text) to authenticated;
select private.answer_calls('public.correct_emergency_contact(uuid, uuid, jsonb, boolean, text)', 'management');
