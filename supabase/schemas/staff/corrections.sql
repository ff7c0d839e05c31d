-- Admins correct details of families. A note stores each correction with its reason. The log has no personal data, and
-- the family is mailed (docs/decisions "/management/families").

create function private.correction_note(p_before jsonb, p_after jsonb, p_reason text)
returns text
language sql
immutable
set search_path = ''
as $$
  select format('Corrected: %s. Why: %s', string_agg(
      format('%s, before “%s”, now “%s”', case a.key
          when 'name' then 'name' when 'dob' then 'birthday' when 'phone' then 'mobile' else 'e-mail' end,
        coalesce(p_before ->> a.key, 'none'), a.value), '; ' order by a.key), p_reason)
  from jsonb_each_text(p_after) a
$$;
comment on function private.correction_note(jsonb, jsonb, text) is
  'Returns the note of a correction: the values before and after, and the reason.';

create function private.notify_correction(p_family public.families, p_note_id uuid, p_fields text[], p_child text, p_old_email text, p_more jsonb default '{}')
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key constant text := concat_ws(':', 'details_corrected', p_family.id, p_note_id);
  v_payload constant jsonb := jsonb_build_object('fields', p_fields, 'child', p_child) || p_more;
  -- The mail goes to both parents, also to a parent who wants no mails about bookings, because somebody else may have
  -- asked for the correction.
  v_recipients private.mail_recipient[] := array(
    select row(p.id, p.name, p.email)::private.mail_recipient from public.profiles p
    where p.id in (p_family.primary_parent_id, p_family.secondary_parent_id) and p.email <> ''
    order by p.id = p_family.primary_parent_id desc);
begin
  if v_recipients = '{}' then v_recipients := array[row(null, p_family.contact_name, p_family.contact_email)::private.mail_recipient]; end if;
  if p_old_email is not null then
    -- This mail has no name, because the wrong address may be a stranger's.
    perform private.queue_mails('details_corrected', v_key || ':before', v_payload, array[row(null, null, p_old_email)::private.mail_recipient]);
  end if;
  return private.queue_mails('details_corrected', v_key, v_payload, v_recipients);
end;
$$;
comment on function private.notify_correction(public.families, uuid, text[], text, text, jsonb) is
  'Mails the family which fields were corrected, never their values. A guest''s former address gets a mail without any '
  'name. Returns how many parents are mailed.';

create function private.repeated_correction(p_note_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_key text;
begin
  select concat_ws(':', 'details_corrected', n.family_id, n.id) into v_key from public.family_notes n where n.id = p_note_id;
  if not found then return null; end if;
  return (
    select jsonb_build_object('fields', coalesce((jsonb_agg(o.payload -> 'fields') filter (where o.payload ? 'fields')) -> 0, '[]'),
      'notified', count(*))
    from public.outbox o where starts_with(o.key, v_key) and o.key <> v_key || ':before');
end;
$$;
comment on function private.repeated_correction(uuid) is
  'Returns what the correction with this note came to, {fields, notified}, for a request that is repeated because its '
  'answer was lost. Returns null if there has been none. It is read from the mails that the correction queued.';

create function private.correct_child(p_child_id uuid, p_fields jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_fields constant jsonb := private.check_fields(p_fields, '{"name": 120, "dob": "date"}');
  v_before public.children;
  v_after public.children;
begin
  perform from public.families f where f.id = (select family_id from public.children where id = p_child_id) for update;
  select c.* into v_before from public.children c where c.id = p_child_id for update;
  if v_before.id is null then perform private.fail('child_not_found', 'p_id'); end if;
  if v_fields -> 'name' = 'null' then perform private.fail('invalid_input', 'name'); end if;
  if v_fields -> 'dob' = 'null' then perform private.fail('invalid_input', 'dob'); end if;
  v_after := jsonb_populate_record(v_before, v_fields);
  if v_after.dob > private.calendar_today() then perform private.fail('invalid_input', 'dob'); end if;
  update public.children set name = v_after.name, dob = v_after.dob,
    may_go_alone = may_go_alone and v_after.dob >= v_before.dob
  where id = p_child_id;
  return jsonb_build_object('family_id', v_before.family_id,
    'child', private.given_name(v_after.name, array(select name from public.children where family_id = v_before.family_id)),
    'before', jsonb_build_object('name', v_before.name, 'dob', v_before.dob),
    'after', jsonb_build_object('name', v_after.name, 'dob', v_after.dob));
end;
$$;
comment on function private.correct_child(uuid, jsonb) is
  'Writes name and dob of a child. Returns {family_id, child: its given name, before, after}. Fails with '
  'child_not_found.';

create function private.correct_parent(p_profile_id uuid, p_fields jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_fields constant jsonb := private.check_fields(p_fields, '{"name": 120, "phone": "phone"}');
  v_before public.profiles;
  v_after public.profiles;
begin
  select p.* into v_before from public.profiles p where p.id = p_profile_id and p.family_id is not null for update;
  if v_before.id is null then perform private.fail('family_not_found', 'p_id'); end if;
  if v_fields -> 'name' = 'null' then perform private.fail('invalid_input', 'name'); end if;
  v_after := jsonb_populate_record(v_before, v_fields);
  update public.profiles set name = v_after.name, phone = v_after.phone where id = p_profile_id;
  return jsonb_build_object('family_id', v_before.family_id,
    'before', jsonb_build_object('name', v_before.name, 'phone', v_before.phone),
    'after', jsonb_build_object('name', v_after.name, 'phone', v_after.phone));
end;
$$;
comment on function private.correct_parent(uuid, jsonb) is
  'Writes name and phone of a parent with an account. Returns {family_id, before, after}. Only the owner of the '
  'account can change its address. Fails with family_not_found.';

create function private.correct_guest(p_family_id uuid, p_fields jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_fields jsonb := private.check_fields(p_fields, '{"name": 120, "phone": "phone", "email": 254}');
  v_before public.families;
  v_after public.families;
  v_order_id uuid;
begin
  select f.* into v_before from public.families f
  where f.id = p_family_id and f.erased_at is null and f.primary_parent_id is null and f.secondary_parent_id is null;
  if v_before.id is null then perform private.fail('family_not_found', 'p_id'); end if;
  if v_fields -> 'name' = 'null' then perform private.fail('invalid_input', 'name'); end if;
  if v_fields ? 'email' then
    v_fields := v_fields || jsonb_build_object('email', private.check_email(v_fields -> 'email', 'email'));
  end if;
  v_after := v_before;
  v_after.contact_name := coalesce(v_fields ->> 'name', v_before.contact_name);
  v_after.contact_email := coalesce(v_fields ->> 'email', v_before.contact_email);
  if v_fields ? 'phone' then v_after.contact_phone := v_fields ->> 'phone'; end if;
  -- The lock order is that of places.sql: orders and waitlist entries before people.
  perform from public.orders where family_id = p_family_id order by id for no key update;
  update public.orders set
    parent_name = case when parent_name = v_before.contact_name then v_after.contact_name else parent_name end,
    parent_phone = case when parent_phone = v_before.contact_phone then v_after.contact_phone else parent_phone end
  where family_id = p_family_id and (parent_name = v_before.contact_name or parent_phone = v_before.contact_phone);
  if lower(v_after.contact_email) <> lower(v_before.contact_email) then
    foreach v_order_id in array private.end_links_to(p_family_id, null, v_before.contact_email, v_after.contact_email) loop
      perform private.queue_new_link(v_order_id, v_after.contact_email, 'new_address');
    end loop;
  end if;
  update public.families set contact_name = v_after.contact_name, contact_email = v_after.contact_email,
    contact_phone = v_after.contact_phone
  where id = p_family_id and primary_parent_id is null and secondary_parent_id is null;
  if not found then perform private.fail('family_not_found', 'p_id'); end if;
  return jsonb_build_object('family_id', p_family_id,
    'before', jsonb_build_object('name', v_before.contact_name, 'phone', v_before.contact_phone, 'email', v_before.contact_email),
    'after', jsonb_build_object('name', v_after.contact_name, 'phone', v_after.contact_phone, 'email', v_after.contact_email));
end;
$$;
comment on function private.correct_guest(uuid, jsonb) is
  'Corrects a guest''s contact. Returns {family_id, before, after}. If the address is new, the links that were mailed '
  'to the former one end, and new links of the guest''s paid orders are mailed. Fails with family_not_found (also for '
  'a family with an account).';

create function public.correct_details(p_note_id uuid, p_kind text, p_id uuid, p_fields jsonb, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_done jsonb;
  v_before jsonb;
  v_after jsonb;
  v_fields text[];
  v_family public.families;
  v_notified integer;
  v_repeated jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'reason', 300);
  -- A repeated request changes nothing and gets the first answer.
  v_repeated := private.repeated_correction(p_note_id);
  if v_repeated is not null then return v_repeated; end if;
  v_done := case p_kind
    when 'child' then private.correct_child(p_id, p_fields)
    when 'parent' then private.correct_parent(p_id, p_fields)
    when 'guest' then private.correct_guest(p_id, p_fields) end;
  if v_done is null then perform private.fail('invalid_input', 'p_kind'); end if;
  select jsonb_object_agg(a.key, v_done -> 'before' -> a.key), jsonb_object_agg(a.key, a.value), array_agg(a.key order by a.key)
  into v_before, v_after, v_fields
  from jsonb_each(v_done -> 'after') a where v_done -> 'before' -> a.key is distinct from a.value;
  if v_fields is null then return jsonb_build_object('fields', '[]'::jsonb, 'notified', 0); end if;
  select * into v_family from public.families where id = (v_done ->> 'family_id')::uuid;
  -- A correction must not give staff's own family what belonged to a stranger.
  if v_family.id is distinct from (select family_id from public.profiles where id = (select auth.uid())) then
    perform private.refuse_own_family(v_family.id, 'p_id');
  end if;
  insert into public.family_notes (id, family_id, child_id, note, written_by)
  values (p_note_id, v_family.id, case when p_kind = 'child' then p_id end,
    private.correction_note(v_before, v_after, v_reason), (select auth.uid()));
  v_notified := private.notify_correction(v_family, p_note_id, v_fields, v_done ->> 'child', v_before ->> 'email');
  insert into public.audit_log (user_id, actor, action, table_name, row_key, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'correct',
    case when p_kind = 'child' then 'children' else 'families' end, case when p_kind = 'child' then p_id else v_family.id end,
    jsonb_build_object('fields', v_fields));
  return jsonb_build_object('fields', to_jsonb(v_fields), 'notified', v_notified);
end;
$$;
comment on function public.correct_details(uuid, text, uuid, jsonb, text) is
  'For admins. Corrects a child {name, dob}, a parent with an account {name, phone} or a guest {name, phone, email}. '
  'p_kind is child, parent or guest, and missing fields stay. Returns {fields, notified}. fields are those that '
  'changed, and notified is the number of parents who are mailed. They are empty and 0 if nothing differed. A note '
  'stores the values before and the reason. The audit log stores who corrected which fields, and the family is mailed '
  'without values. The browser generates p_note_id, so that a repeated request acts once. With an earlier birthday, a '
  'permission to go home alone ends. Fails with not_allowed, invalid_input (field), child_not_found, family_not_found, '
  'rate_limited. Fails with own_balance for another family that has, or would get, an address, a number or a child of '
  'the caller''s own family. Definer: there is no other way to write for a family.';
grant execute on function public.correct_details(uuid, text, uuid, jsonb, text) to authenticated;
select private.answer_calls('public.correct_details(uuid, text, uuid, jsonb, text)', 'management');
