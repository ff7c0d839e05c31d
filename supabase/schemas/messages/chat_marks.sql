-- Staff tick which families they have written to by WhatsApp.

create function public.mark_chat_sent(p_place_ids uuid[], p_message_id uuid, p_recipient jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_occasion text;
  v_family record;
  v_profile_id uuid;
  v_sent jsonb;
begin
  perform private.check_chat_list(p_place_ids, p_message_id);
  perform private.check_object(p_recipient, 'p_recipient', 300);
  if exists (
    select from unnest('{family_id,entry_id,profile_id}'::text[]) k
    where jsonb_typeof(p_recipient -> k) is distinct from 'null' and not private.is_uuid(p_recipient -> k)) then
    perform private.fail('invalid_input', 'p_recipient');
  end if;
  v_profile_id := (p_recipient ->> 'profile_id')::uuid;
  select f.* into v_family from private.chat_families(p_place_ids, p_message_id, null) f
  where coalesce(f.family_id, f.entry_id) = coalesce((p_recipient ->> 'family_id')::uuid, (p_recipient ->> 'entry_id')::uuid);
  if not found or not exists (
    select from private.chat_parents(v_family.family_id, v_family.entry_id) p where p.profile_id is not distinct from v_profile_id) then
    perform private.fail('family_not_found', 'p_recipient');
  end if;
  v_occasion := private.chat_occasion(p_place_ids, p_message_id);
  -- If two people tick the same parent, only the first tick is saved.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'chat', v_family.family_id, v_family.entry_id, v_profile_id), 0));
  v_sent := private.chat_sent(v_occasion, v_family.place_ids, p_message_id, v_family.family_id, v_family.entry_id, v_profile_id);
  if v_sent is null or (v_sent ->> 'at')::timestamptz < clock_timestamp() - interval '10 minutes' then
    insert into public.chat_marks (occasion, place_ids, message_id, family_id, entry_id, profile_id, marked_by)
    values (v_occasion, case when p_message_id is null then v_family.place_ids else '{}' end, p_message_id,
      v_family.family_id, v_family.entry_id, v_profile_id, (select auth.uid()));
    v_sent := private.chat_sent(v_occasion, v_family.place_ids, p_message_id, v_family.family_id, v_family.entry_id, v_profile_id);
  end if;
  return jsonb_build_object('sent', v_sent);
end;
$$;
comment on function public.mark_chat_sent(uuid[], uuid, jsonb) is
  'Records that the caller has written to a parent in a chat. p_recipient is {family_id, entry_id, profile_id}. '
  'Another tick within ten minutes, also by a colleague, adds nothing. Returns {sent}. Fails with the codes of '
  'get_family_chats, and family_not_found. Definer: writes a closed table, after checking the caller.';
grant execute on function public.mark_chat_sent(uuid[], uuid, jsonb) to authenticated;
select private.answer_calls('public.mark_chat_sent(uuid[], uuid, jsonb)', 'family_chats');

create function public.undo_chat_sent(p_mark_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_mark public.chat_marks;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  select * into v_mark from public.chat_marks where id = p_mark_id for update;
  -- A coach gets the same answer for a tick that does not exist and for a colleague's tick.
  if not private.is_admin() and (v_mark.marked_by is distinct from (select auth.uid()) or v_mark.message_id is not null
    or not v_mark.place_ids <@ private.my_places()) then
    perform private.deny();
  end if;
  if v_mark.id is null then perform private.fail('message_not_found', 'p_mark_id'); end if;
  if v_mark.undone_at is null then
    if v_mark.marked_at < clock_timestamp() - interval '10 minutes' then perform private.fail('too_late', 'p_mark_id'); end if;
    update public.chat_marks set undone_at = clock_timestamp() where id = p_mark_id;
  end if;
  return jsonb_build_object('sent', private.chat_sent(v_mark.occasion, v_mark.place_ids, v_mark.message_id,
    v_mark.family_id, v_mark.entry_id, v_mark.profile_id));
end;
$$;
comment on function public.undo_chat_sent(uuid) is
  'Removes a tick within ten minutes. Admins may remove any, coaches their own. Returns {sent}: the tick before, or '
  'null if there was none. Fails with message_not_found, too_late. Definer: writes a closed table, after checking the '
  'caller.';
grant execute on function public.undo_chat_sent(uuid) to authenticated;
select private.answer_calls('public.undo_chat_sent(uuid)', 'family_chats');
