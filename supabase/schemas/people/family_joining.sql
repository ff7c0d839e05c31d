-- A parent who is invited to a family may bring their own family along. They confirm a preview, and the two families
-- become one (docs/decisions "Two parents"). The merge works like a merge by staff (staff/family_merge.sql).

create function private.merge_joining_family(p_token text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parent_id constant uuid := private.my_account();
  v_invitation public.family_invitations := private.invitation_for(v_parent_id, p_token);
  v_joining_family_id constant uuid := private.my_family_id();
  v_joining_family public.families;
  v_inviting_family public.families;
  v_summary jsonb;
  v_from_preview jsonb;
  v_view jsonb;
begin
  if v_joining_family_id is null then perform private.fail('family_not_found'); end if;
  perform private.lock_merge(array[v_joining_family_id], v_invitation.family_id);
  select * into v_joining_family from public.families where id = v_joining_family_id;
  select * into v_inviting_family from public.families where id = v_invitation.family_id;
  -- The invitation may have been used, withdrawn or replaced while this call waited for the locks.
  update public.family_invitations set accepted_at = clock_timestamp()
  where id = v_invitation.id and accepted_at is null and expires_at > clock_timestamp();
  if not found or v_inviting_family.primary_parent_id is null then perform private.fail('invitation_not_found', 'p_token'); end if;
  -- If the invited parent's family has another parent, that parent would have to agree, and is not asked here.
  if v_joining_family.primary_parent_id is distinct from v_parent_id or v_joining_family.secondary_parent_id is not null or v_joining_family.id = v_inviting_family.id then
    perform private.fail('already_in_family');
  end if;
  if v_inviting_family.secondary_parent_id is not null then perform private.fail('family_full'); end if;
  -- If one family decided that somebody must never collect its children, that person cannot become their parent.
  if exists (
    select from public.blocked_collectors b
    join (select v_joining_family.id as family_id union all select v_inviting_family.id) f on f.family_id <> b.family_id
    cross join lateral private.parents_for_collection(f.family_id) p
    where b.family_id in (v_joining_family.id, v_inviting_family.id) and private.name_key(p.name) = private.name_key(b.name)) then
    perform private.fail('collector_is_parent');
  end if;
  v_view := jsonb_build_object(
    'from_name', (select nullif(name, '') from public.profiles where id = v_inviting_family.primary_parent_id),
    'ends_calendar', (select count(*) = 2 from public.family_calendars where family_id in (v_joining_family.id, v_inviting_family.id)));
  v_summary := private.merge_summary(v_joining_family.id, v_inviting_family.id);
  v_from_preview := v_summary #> '{preview,from}';
  v_view := v_view || jsonb_build_object('children', v_summary #> '{preview,children}', 'ahead', v_from_preview #> '{family,ahead}',
    'credits', v_from_preview #> '{family,credits}', 'waiting', v_from_preview -> 'waiting', 'orders', v_from_preview #> '{family,orders}');
  return jsonb_build_object('family_id', v_inviting_family.id, 'primary_parent_id', v_inviting_family.primary_parent_id,
    'preview', v_view || jsonb_build_object('fingerprint', md5(v_view::text)));
end;
$$;
comment on function private.merge_joining_family(text) is
  'Joins the caller''s family with the family of the invitation. Returns {family_id, primary_parent_id, preview: '
  'JoiningPreview (contract/family-parents.ts)}. The preview''s fingerprint is a hash of what the parent was shown. '
  'Fails with the codes of public.join_with_family.';

create function public.preview_joining(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_preview jsonb;
begin
  perform private.check_fresh();
  begin
    -- The result is known only after the merge, so the merge is made and rolled back.
    v_preview := private.merge_joining_family(p_token) -> 'preview';
    raise exception 'taken back' using errcode = 'OT000';
  exception when sqlstate 'OT000' then null;
  end;
  return v_preview;
end;
$$;
comment on function public.preview_joining(text) is
  'Returns what join_with_family(p_token, fingerprint) would do now, without doing it, as JoiningPreview '
  '(contract/family-parents.ts). Fails with the codes of join_with_family. Definer: see join_with_family.';
grant execute on function public.preview_joining(text) to authenticated;
select private.answer_calls('public.preview_joining(text)', 'join_with_family');

create function public.join_with_family(p_token text, p_expected text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_joined jsonb;
  v_joining_parent public.profiles;
  v_primary_parent public.profiles;
begin
  perform private.check_fresh();
  v_joined := private.merge_joining_family(p_token);
  -- This error also rolls the merge back.
  if v_joined #>> '{preview,fingerprint}' is distinct from p_expected then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  select * into v_joining_parent from public.profiles where id = (select auth.uid());
  select * into v_primary_parent from public.profiles where id = (v_joined ->> 'primary_parent_id')::uuid;
  perform private.notify_parent(v_joining_parent.family_id, v_primary_parent.id, 'joined_with', v_joining_parent.name, '{}');
  perform private.notify_parent(v_joining_parent.family_id, v_joining_parent.id, 'brought', v_primary_parent.name, '{}');
  return jsonb_build_object('family_id', v_joined ->> 'family_id');
end;
$$;
comment on function public.join_with_family(text, text) is
  'Joins the family of an invited parent, who is its only parent, with the inviting family, whose details take '
  'precedence. p_expected is the fingerprint of preview_joining. Returns {family_id}. Fails with '
  'invitation_not_found, family_not_found (there is no family to join), already_in_family, family_full, '
  'collector_is_parent, changed_meanwhile, and with the codes of private.check_fresh. Definer: the invitation and the '
  'verified address are checked.';
grant execute on function public.join_with_family(text, text) to authenticated;
select private.answer_calls('public.join_with_family(text, text)', 'join_with_family');
