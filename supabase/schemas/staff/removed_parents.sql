-- A business admin removes a parent at the other parent's request, if that parent cannot do it (docs/decisions "Two
-- parents").

create function public.remove_parent_for_family(p_family_id uuid, p_profile_id uuid, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_family public.families;
  v_name text;
  v_parents jsonb;
begin
  if not private.is_business_admin() then perform private.deny(); end if;
  perform private.check_fresh();
  v_reason := private.check_text(to_jsonb(p_reason), 'reason', 300);
  perform private.lock_families(array[p_family_id], null, false);
  select * into v_family from public.families where id = p_family_id and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  perform private.refuse_own_family(v_family.id, 'p_family_id');
  if (p_profile_id in (v_family.primary_parent_id, v_family.secondary_parent_id)) is not true then
    perform private.fail('parent_not_found', 'p_profile_id');
  end if;
  if v_family.primary_parent_id is null or v_family.secondary_parent_id is null then perform private.fail('last_parent'); end if;
  select coalesce(nullif(name, ''), email) into v_name from public.profiles where id = p_profile_id;
  v_parents := private.end_parenthood(v_family, p_profile_id,
    case when p_profile_id = v_family.primary_parent_id then v_family.secondary_parent_id else v_family.primary_parent_id end,
    'removed_by_office');
  insert into public.family_notes (id, family_id, note, written_by)
  values (gen_random_uuid(), v_family.id, format('Parent removed by the office: %s. Why: %s', v_name, v_reason), (select auth.uid()));
  return v_parents;
end;
$$;
comment on function public.remove_parent_for_family(uuid, uuid, text) is
  'For business admins with a fresh sign-in, for example after a court order, or if a parent has lost their account. '
  'Removes one of two parents, and the other becomes the first. Both are mailed, a note has the reason, and the audit'
  ' log has who did it. Returns FamilyParents (contract/family-parents.ts). Fails with family_not_found, '
  'parent_not_found, last_parent, own_balance (the caller''s own family), invalid_input (reason), and with the codes '
  'of private.check_fresh. Definer: see remove_second_parent.';
grant execute on function public.remove_parent_for_family(uuid, uuid, text) to authenticated;
select private.answer_calls('public.remove_parent_for_family(uuid, uuid, text)', 'management');
