-- A parent who is no longer in the family must not read its data any more. Neither the rows of the family may be read
-- by its key, nor orders and waitlist entries by links, secrets and mails (spec 1 §6).

create function private.charged_to(p_family_id uuid, p_profile public.profiles)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct l.title), '{}')
  from public.pass_subscriptions s
  join public.order_lines l on l.id = s.order_line_id
  join public.orders o on o.id = l.order_id
  where s.family_id = p_family_id and s.status in ('active', 'past_due')
    and (o.user_id = p_profile.id or lower(o.parent_email) = lower(p_profile.email))
$$;
comment on function private.charged_to(uuid, public.profiles) is
  'Returns the titles of the family''s passes that renew with a card of this parent. The card is charged until the '
  'renewals end.';

create function private.drop_parent(p_family_id uuid, p_removed public.profiles, p_remaining public.profiles)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_new_links constant integer := 5;
  v_removed_email constant text := lower(p_removed.email);
  v_linked uuid[];
  v_unconfirmed public.waitlist_entries[];
  v_name constant text := left(coalesce(nullif(trim(p_remaining.name), ''), split_part(p_remaining.email, '@', 1)), 120);
begin
  perform private.drop_queued_messages(p_family_id, p_removed);
  -- If a removed parent has reported that a child does not come, nobody would look for that child in an evacuation.
  delete from public.camp_absences a using public.camp_enrollments e
  where e.id = a.enrollment_id and e.family_id = p_family_id and a.told_by = p_removed.id and a.day >= private.calendar_today();
  update public.profiles set booking_mails = true where id in (p_removed.id, p_remaining.id);
  -- The parent who leaves may have any link or secret, whichever address it was sent to. So all of them end.
  v_linked := array(
    select o.id from public.orders o
    where o.family_id = p_family_id and o.paid_at is not null and exists (
      select from public.order_links k where k.order_id = o.id and k.expires_at > clock_timestamp())
    order by o.paid_at desc limit c_new_links);
  perform private.renew_secrets(p_family_id, true);
  update public.orders set parent_name = v_name, parent_email = p_remaining.email, parent_phone = p_remaining.phone
  where family_id = p_family_id and parent_email is not null and lower(parent_email) is distinct from lower(p_remaining.email);
  delete from public.order_links where order_id in (select id from public.orders where family_id = p_family_id);
  with changed as (
    update public.waitlist_entries set parent_name = v_name, parent_email = p_remaining.email, parent_phone = p_remaining.phone
    where family_id = p_family_id and parent_email is not null and lower(parent_email) is distinct from lower(p_remaining.email)
    returning waitlist_entries as entry
  )
  -- The link that confirms the entry went to the other address, and no longer works.
  select array_agg(entry) into v_unconfirmed from changed where (entry).status = 'unconfirmed';
  perform private.ask_to_confirm(e, 'parent_left_' || p_remaining.id) from unnest(v_unconfirmed) e;
  delete from public.family_calendars where family_id = p_family_id;
  update public.families set
    primary_parent_id = p_remaining.id, secondary_parent_id = null,
    contact_name = case when lower(contact_email) = v_removed_email then v_name else contact_name end,
    contact_phone = case when lower(contact_email) = v_removed_email then p_remaining.phone else contact_phone end,
    contact_email = case when lower(contact_email) = v_removed_email then p_remaining.email else contact_email end
  where id = p_family_id;
  -- The remaining parent is now the only one, so the mails go to them.
  perform private.queue_new_link(id, p_reason => 'parent_left') from unnest(v_linked) id;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'update', 'families', p_family_id,
    jsonb_build_object('parent', p_removed.id), jsonb_build_object('primary_parent_id', p_remaining.id));
end;
$$;
comment on function private.drop_parent(uuid, public.profiles, public.profiles) is
  'Removes one parent and makes the other the first, for orders and waitlist entries, too. All links and secrets end, '
  'and so does the calendar''s address. Queued mails and messages to the removed parent are not sent. The remaining '
  'parent gets new links. The caller has locked the family and both parents.';

create function private.lock_parents()
returns public.families
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_family public.families;
begin
  perform private.check_fresh();
  perform private.lock_families(array[v_family_id], null, false);
  select * into v_family from public.families where id = v_family_id;
  -- The caller may have been removed while this call waited for the lock.
  if v_family.id is null or (select auth.uid()) not in (
    coalesce(v_family.primary_parent_id, v_family.secondary_parent_id), coalesce(v_family.secondary_parent_id, v_family.primary_parent_id)) then
    perform private.fail('family_not_found');
  end if;
  return v_family;
end;
$$;
comment on function private.lock_parents() is
  'Locks everything that a change of a family''s parents touches, and returns the family. Fails with '
  'family_not_found. Needs a fresh sign-in, so that nobody can get a family with an unattended phone.';

create function private.parents_view(p_family_id uuid, p_renewals text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('primary_parent_id', f.primary_parent_id, 'secondary_parent_id', f.secondary_parent_id,
    'handover_at', private.iso(f.handover_at), 'renewals', to_jsonb(p_renewals))
  from public.families f where f.id = p_family_id
$$;
comment on function private.parents_view(uuid, text[]) is 'Returns FamilyParents (contract/family-parents.ts).';

create function private.end_parenthood(p_family public.families, p_removed_id uuid, p_remaining_id uuid, p_kind text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_removed public.profiles;
  v_remaining public.profiles;
  v_renewals text[];
  v_has_new_codes boolean;
begin
  select * into v_removed from public.profiles where id = p_removed_id;
  select * into v_remaining from public.profiles where id = p_remaining_id;
  v_renewals := private.charged_to(p_family.id, v_removed);
  perform private.drop_parent(p_family.id, v_removed, v_remaining);
  -- The parent who leaves could read every code, and nobody knows to whom they gave it.
  v_has_new_codes := private.renew_pickup_codes(p_family.id);
  perform private.notify_parent(p_family.id, v_removed.id, p_kind, v_remaining.name, v_renewals);
  perform private.notify_parent(p_family.id, v_remaining.id, p_kind || '_other', v_removed.name, v_renewals,
    p_has_new_codes => v_has_new_codes);
  return private.parents_view(p_family.id, v_renewals);
end;
$$;
comment on function private.end_parenthood(public.families, uuid, uuid, text) is
  'Removes a parent from the family, changes its pick-up codes, and notifies both parents. p_kind is removed, left '
  'or removed_by_office. Returns FamilyParents (contract/family-parents.ts).';

create function public.remove_second_parent()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family constant public.families := private.lock_parents();
begin
  if v_family.primary_parent_id is distinct from (select auth.uid()) then perform private.deny(); end if;
  if v_family.secondary_parent_id is null then perform private.fail('parent_not_found'); end if;
  return private.end_parenthood(v_family, v_family.secondary_parent_id, v_family.primary_parent_id, 'removed');
end;
$$;
comment on function public.remove_second_parent() is
  'The first parent removes the second, and both are mailed. Returns FamilyParents (contract/family-parents.ts). '
  'Fails with family_not_found, parent_not_found, and with the codes of private.check_fresh. Definer: membership '
  'changes only by such functions.';
grant execute on function public.remove_second_parent() to authenticated;
select private.answer_calls('public.remove_second_parent()', 'change_parents');

create function public.leave_family()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family constant public.families := private.lock_parents();
  v_parent_id constant uuid := (select auth.uid());
begin
  if v_family.primary_parent_id is null or v_family.secondary_parent_id is null then perform private.fail('last_parent'); end if;
  return private.end_parenthood(v_family, v_parent_id,
    case when v_parent_id = v_family.primary_parent_id then v_family.secondary_parent_id else v_family.primary_parent_id end, 'left');
end;
$$;
comment on function public.leave_family() is
  'Removes the caller, and the other parent becomes the first. Both are mailed. Returns FamilyParents '
  '(contract/family-parents.ts). Fails with family_not_found, last_parent, and with the codes of private.check_fresh. '
  'Definer: see remove_second_parent.';
grant execute on function public.leave_family() to authenticated;
select private.answer_calls('public.leave_family()', 'change_parents');

create function public.hand_over_family()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_grace constant interval := '1 day';
  v_family public.families := private.lock_parents();
begin
  if v_family.primary_parent_id is distinct from (select auth.uid()) then perform private.deny(); end if;
  if v_family.secondary_parent_id is null then perform private.fail('parent_not_found'); end if;
  -- A repeated request does not delay the hand-over.
  if v_family.handover_at is null then
    update public.families set handover_at = clock_timestamp() + c_grace where id = v_family.id returning * into v_family;
    perform private.notify_parent(v_family.id, v_family.primary_parent_id, 'handover_from', p.name, '{}', v_family.handover_at)
    from public.profiles p where p.id = v_family.secondary_parent_id;
    perform private.notify_parent(v_family.id, v_family.secondary_parent_id, 'handover_to', p.name, '{}', v_family.handover_at)
    from public.profiles p where p.id = v_family.primary_parent_id;
  end if;
  return private.parents_view(v_family.id, '{}');
end;
$$;
comment on function public.hand_over_family() is
  'Makes the second parent the first a day later (finish_handovers), so that either parent can stop it. Both are '
  'mailed. Returns FamilyParents (contract/family-parents.ts). Fails with family_not_found, parent_not_found, and '
  'with the codes of private.check_fresh. Definer: see remove_second_parent.';
grant execute on function public.hand_over_family() to authenticated;
select private.answer_calls('public.hand_over_family()', 'change_parents');

create function public.stop_handover()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_family public.families;
begin
  select * into v_family from public.families where id = v_family_id for update;
  if v_family.id is null then perform private.fail('family_not_found'); end if;
  if v_family.handover_at is not null then
    update public.families set handover_at = null where id = v_family.id;
    perform private.notify_parent(v_family.id, p.id, 'handover_stopped', o.name, '{}')
    from public.profiles p join public.profiles o on o.family_id = p.family_id and o.id <> p.id
    where p.family_id = v_family.id;
  end if;
  return private.parents_view(v_family.id, '{}');
end;
$$;
comment on function public.stop_handover() is
  'Either parent stops a handover that was requested, without a fresh sign-in. Both are mailed. Returns FamilyParents '
  '(contract/family-parents.ts). Fails with family_not_found. Definer: see remove_second_parent.';
grant execute on function public.stop_handover() to authenticated;
select private.answer_calls('public.stop_handover()', 'change_parents');

create function private.drop_handover()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.handover_at := null;
  return new;
end;
$$;
comment on function private.drop_handover() is 'Trigger on families: a change of parents cancels a requested handover.';
create trigger drop_handover before update of primary_parent_id, secondary_parent_id on public.families
  for each row when (
    (old.primary_parent_id, old.secondary_parent_id) is distinct from (new.primary_parent_id, new.secondary_parent_id))
  execute function private.drop_handover();

create function public.finish_handovers()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family public.families;
  v_count integer := 0;
begin
  for v_family in
    select * from public.families where handover_at <= clock_timestamp() order by handover_at limit 100 for update skip locked
  loop
    update public.families set primary_parent_id = secondary_parent_id, secondary_parent_id = primary_parent_id
    where id = v_family.id;
    perform private.notify_parent(v_family.id, v_family.secondary_parent_id, 'first', p.name, '{}')
    from public.profiles p where p.id = v_family.primary_parent_id;
    perform private.notify_parent(v_family.id, v_family.primary_parent_id, 'second', p.name, '{}')
    from public.profiles p where p.id = v_family.secondary_parent_id;
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('handed_over', v_count);
end;
$$;
comment on function public.finish_handovers() is
  'Completes handovers whose waiting time is over. Both parents are mailed. Returns {handed_over: number of '
  'families}. Definer: only the service role may call.';
grant execute on function public.finish_handovers() to service_role;
