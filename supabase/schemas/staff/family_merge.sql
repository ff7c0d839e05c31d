-- Admins merge two families. The preview runs the merge and rolls it back. The merge refuses if its result would differ
-- (docs/decisions "/management/families").

create function private.merge_side(p_family_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'family', private.family_row(f), 'parents', private.parents_of(f),
    'orders', (select count(*) from public.orders where family_id = f.id),
    'last_order_at', (select private.iso(max(created_at)) from public.orders where family_id = f.id),
    'passes', (select count(*) from public.passes where family_id = f.id),
    'bookings', (select count(*) from public.bookings where family_id = f.id)
      + (select count(*) from public.camp_enrollments where family_id = f.id),
    'waiting', (select count(*) from public.waitlist_entries where family_id = f.id),
    'proposals', (select count(*) from public.family_proposals where family_id = f.id))
  from public.families f where f.id = p_family_id
$$;
comment on function private.merge_side(uuid) is
  'Returns MergeSide (contract/management-families.ts), which is a family as the transaction sees it now.';

create function private.merge_summary(p_from uuid, p_into uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_from jsonb;
  v_into jsonb;
  v_after jsonb;
  v_merged jsonb;
  v_preview jsonb;
begin
  -- Both families are locked first, so that the summary describes exactly what is merged.
  perform private.lock_merge(array[p_from], p_into);
  v_from := private.merge_side(p_from);
  v_into := private.merge_side(p_into);
  v_merged := private.make_one_family(p_from, p_into);
  v_after := private.merge_side(p_into);
  v_preview := jsonb_build_object('from', v_from, 'into', v_into, 'after', v_after, 'children', (
    select coalesce(jsonb_agg(c || jsonb_build_object('is_merged',
      not v_after #> '{family,children}' @> jsonb_build_array(jsonb_build_object('id', c -> 'id')))), '[]')
    from jsonb_array_elements(v_from #> '{family,children}') c));
  return jsonb_build_object('merged', v_merged, 'preview', v_preview || jsonb_build_object('fingerprint', md5(v_preview::text)));
end;
$$;
comment on function private.merge_summary(uuid, uuid) is
  'Merges two families. Returns {merged: MergedFamily, preview: MergePreview} (contract/management-families.ts). '
  'fingerprint is a hash of the whole preview, so that any change in it gives another value.';

create function public.preview_merge(p_from uuid, p_into uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_preview jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  -- A merge also moves balance, credits and discounts, so staff cannot merge their own family.
  perform private.refuse_own_family(p_from, 'p_from'), private.refuse_own_family(p_into, 'p_into');
  begin
    -- The result is known only after the merge, so the merge runs and is rolled back.
    v_preview := private.merge_summary(p_from, p_into) -> 'preview';
    raise exception 'taken back' using errcode = 'OT000';
  exception when sqlstate 'OT000' then null;
  end;
  return v_preview;
end;
$$;
comment on function public.preview_merge(uuid, uuid) is
  'For admins. Returns MergePreview (contract/management-families.ts), without merging. Fails with the codes of '
  'merge_families. Definer: see merge_families.';
grant execute on function public.preview_merge(uuid, uuid) to authenticated;
select private.answer_calls('public.preview_merge(uuid, uuid)', 'management');

create function public.merge_families(p_from uuid, p_into uuid, p_expected text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_summary jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.refuse_own_family(p_from, 'p_from'), private.refuse_own_family(p_into, 'p_into');
  if p_expected is null then perform private.fail('invalid_input', 'p_expected'); end if;
  v_summary := private.merge_summary(p_from, p_into);
  -- This error also rolls the merge back.
  if v_summary #>> '{preview,fingerprint}' is distinct from p_expected then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  return v_summary -> 'merged';
end;
$$;
comment on function public.merge_families(uuid, uuid, text) is
  'For admins. Merges two families. Returns {family_id, orders, children}. p_into remains, and its people, health, '
  'pick-up and consents take precedence. Those details of p_from that differ are proposed to it (family_proposals). '
  'Parents with accounts become its parents, two at most. p_expected is the fingerprint of preview_merge. Fails with '
  'not_allowed, family_not_found (field, also for an erased family), family_full. Fails with invalid_input (p_into) if '
  'both are the same family, or if p_into is a guest''s family while p_from has an account, and with invalid_input '
  '(p_expected). Fails with own_balance (field) for the caller''s own family, or a guest family of it. Fails with '
  'changed_meanwhile (p_expected) if the result would now differ. Definer: checks for an admin itself.';
grant execute on function public.merge_families(uuid, uuid, text) to authenticated;
