-- The first parent can invite a second parent to the family (spec 1 §6).

create table public.family_invitations (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  email text not null check (length(email) <= 254),
  token_hash text not null unique,
  invited_by uuid references public.profiles (id) on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.family_invitations is
  'Invitations of a second parent. A family has at most one open invitation, and a new one replaces it.';
comment on column public.family_invitations.email is 'The account that accepts must have verified this address.';
comment on column public.family_invitations.token_hash is
  'The SHA-256 of the token in the link, so that reading this table gives no access.';
create unique index family_invitations_open on public.family_invitations (family_id) where accepted_at is null;
create index family_invitations_family_id on public.family_invitations (family_id);
create index family_invitations_invited_by on public.family_invitations (invited_by);
create index family_invitations_over on public.family_invitations (coalesce(accepted_at, expires_at));

alter table public.family_invitations enable row level security;
revoke all on table public.family_invitations from anon, authenticated, service_role;
grant select (id, family_id, email, expires_at, accepted_at, created_at) on public.family_invitations to authenticated;
grant select on public.family_invitations to service_role;

create policy "Parents read the invitations of their own family, admins read all" on public.family_invitations
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create function private.token_hash(p_token text)
returns text
language plpgsql
immutable
set search_path = ''
as $$ begin return encode(extensions.digest(p_token, 'sha256'), 'hex'); end $$;
comment on function private.token_hash(text) is
  'Returns the SHA-256 in hex, for tokens of 128 random bits, which need no salt.';

create function private.drop_invitations(p_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_keys constant text[] := array(
    select format('parent_invitation:%s:%s', family_id, id) from public.family_invitations where id = any (p_ids));
  v_count integer;
begin
  -- As in private.empty_mails, mails are emptied and not deleted, and none of them is sent.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  where key = any (v_keys);
  delete from public.family_invitations where id = any (p_ids);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.drop_invitations(uuid[]) is
  'Deletes invitations, and removes address and token from their mails. A queued mail is not sent. Returns how many '
  'were deleted.';

create function private.make_invitation(p_family public.families, p_email text, p_token text default encode(extensions.gen_random_bytes(16), 'hex'))
returns public.family_invitations
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_days constant integer := 14;
  v_invitation public.family_invitations;
begin
  perform private.drop_invitations(array(
    select id from public.family_invitations where family_id = p_family.id and accepted_at is null));
  insert into public.family_invitations (family_id, email, token_hash, invited_by, expires_at)
  values (p_family.id, p_email, private.token_hash(p_token), p_family.primary_parent_id,
    clock_timestamp() + make_interval(days => c_days))
  returning * into v_invitation;
  -- The key contains the family's id, so that private.empty_mails finds the mail when the family is erased.
  -- Only a parent with a verified address may send mail in our name. private.may_mail also limits the number.
  insert into public.outbox (key, template, recipient, payload)
  select format('parent_invitation:%s:%s', p_family.id, v_invitation.id), 'parent_invitation', p_email, jsonb_build_object(
    'token', p_token, 'from_name', p.name, 'expires_at', private.iso(v_invitation.expires_at))
  from public.profiles p join auth.users u on u.id = p.id
  where p.id = p_family.primary_parent_id and u.email_confirmed_at is not null;
  return v_invitation;
end;
$$;
comment on function private.make_invitation(public.families, text, text) is
  'Replaces the open invitation of a family, and mails the new one if the first parent''s address is verified.';

create function public.invite_parent(p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_email constant text := private.check_email(to_jsonb(p_email), 'p_email');
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_family_id uuid;
  v_family public.families;
  v_invitation public.family_invitations;
begin
  perform private.check_fresh();
  v_family_id := private.ensure_family();
  select * into v_family from public.families where id = v_family_id;
  if v_family.primary_parent_id is distinct from (select auth.uid()) then perform private.deny(); end if;
  if v_family.secondary_parent_id is not null then perform private.fail('family_full'); end if;
  v_invitation := private.make_invitation(v_family, v_email, v_token);
  return jsonb_build_object('token', v_token, 'email', v_email, 'expires_at', private.iso(v_invitation.expires_at),
    'mailed', exists (select from public.outbox where key = format('parent_invitation:%s:%s', v_family.id, v_invitation.id)));
end;
$$;
comment on function public.invite_parent(text) is
  'The first parent invites the second. Returns ParentInvitation (contract/family-parents.ts). The result does not '
  'depend on whether the address has an account. Fails with family_full, and with the codes of private.check_fresh. '
  'Definer: the family comes from the token''s user.';
grant execute on function public.invite_parent(text) to authenticated;
select private.answer_calls('public.invite_parent(text)', 'invite_parent');

create function private.drop_empty_family(p_family_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.families where id = p_family_id for update;
  if exists (select from public.families where id = p_family_id and secondary_parent_id is not null) then return false; end if;
  -- The foreign keys prevent the deletion if there are children, orders, passes, waitlist entries or consents.
  delete from public.families where id = p_family_id;
  return true;
exception
  when foreign_key_violation then return false;
end;
$$;
comment on function private.drop_empty_family(uuid) is
  'Deletes a family of one parent that contains nothing but lists of people. If there is more, returns false and '
  'changes nothing. The caller has locked the parent.';

create function private.notify_parent(
  p_family_id uuid, p_profile_id uuid, p_kind text, p_other_name text, p_renewals text[], p_at timestamptz default null,
  p_has_new_codes boolean default false)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  select format('parents_changed:%s:%s:%s', p_family_id, p_profile_id, extract(epoch from clock_timestamp())), 'parents_changed',
    p.email, jsonb_build_object('kind', p_kind, 'parent_name', nullif(p.name, ''),
      case p_kind when 'invited_by_office' then 'email' else 'other_name' end, nullif(p_other_name, ''),
      'renewals', to_jsonb(p_renewals), 'at', private.iso(p_at), 'new_codes', p_has_new_codes)
  from public.profiles p where p.id = p_profile_id and p.email <> ''
$$;
comment on function private.notify_parent(uuid, uuid, text, text, text[], timestamptz, boolean) is
  'Queues the mail about a change to one parent. p_kind is as in mails/family-mails.ts; for invited_by_office, '
  'p_other_name is the invited address. p_renewals are the titles of passes that are charged to the parent who left '
  'or was removed. p_has_new_codes says that the pick-up codes have changed.';

create function private.invitation_for(p_user_id uuid, p_token text)
returns public.family_invitations
language plpgsql
stable
set search_path = ''
as $$
declare
  v_invitation public.family_invitations;
begin
  -- The address must be verified, because an account can be opened with anybody's address.
  select i.* into v_invitation
  from public.family_invitations i
  join auth.users u on lower(u.email) = i.email and u.email_confirmed_at is not null
  where i.token_hash = private.token_hash(p_token) and u.id = p_user_id
    and i.accepted_at is null and i.expires_at > clock_timestamp();
  if not found then perform private.fail('invitation_not_found', 'p_token'); end if;
  return v_invitation;
end;
$$;
comment on function private.invitation_for(uuid, text) is
  'Returns the open invitation of this link to this account. Fails with invitation_not_found, also for an invitation '
  'to another address, or to an address that the account has not verified.';

create function private.family_of_invited(p_user_id uuid)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_profile public.profiles;
  v_is_empty boolean;
begin
  select * into v_profile from public.profiles where id = p_user_id for update;
  if v_profile.family_id is null then return 'none'; end if;
  if not exists (
    select from public.families where id = v_profile.family_id and primary_parent_id = p_user_id and secondary_parent_id is null) then
    return 'shared';
  end if;
  begin
    -- Only the foreign keys know whether the family is empty, so it is deleted and the deletion is rolled back.
    v_is_empty := private.drop_empty_family(v_profile.family_id);
    raise exception 'taken back' using errcode = 'OT000';
  exception when sqlstate 'OT000' then null;
  end;
  return case when v_is_empty then 'none' else 'alone' end;
end;
$$;
comment on function private.family_of_invited(uuid) is
  'Returns none (there is no family, or an empty one), alone (the account is its only parent) or shared (another '
  'parent would have to agree).';

create function public.read_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := private.my_account();
  v_invitation constant public.family_invitations := private.invitation_for(v_user_id, p_token);
begin
  return jsonb_build_object(
    'from_name', (select nullif(name, '') from public.profiles where id = v_invitation.invited_by),
    'own', private.family_of_invited(v_user_id),
    'children', (
      select coalesce(jsonb_agg(private.child_name(id) order by dob, name), '[]')
      from public.children where family_id = v_invitation.family_id));
end;
$$;
comment on function public.read_invitation(text) is
  'Returns who invites, and to which children, as InvitationView (contract/family-parents.ts). Fails with '
  'invitation_not_found. Definer: only the invited account with its verified address reads another family''s names.';
grant execute on function public.read_invitation(text) to authenticated;
select private.answer_calls('public.read_invitation(text)', 'read_invitation');

create function public.accept_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := private.my_account();
  v_invitation public.family_invitations;
  v_family public.families;
  v_profile public.profiles;
begin
  v_invitation := private.invitation_for(v_user_id, p_token);
  -- The lock order is that of ensure_family: the profile, then the family.
  select * into v_profile from public.profiles where id = v_user_id for update;
  if v_profile.family_id is not null and not private.drop_empty_family(v_profile.family_id) then
    perform private.fail('already_in_family');
  end if;
  select * into v_family from public.families where id = v_invitation.family_id for update;
  if v_family.secondary_parent_id is not null then perform private.fail('family_full'); end if;
  if exists (
    select from public.blocked_collectors b
    where b.family_id = v_family.id and private.name_key(b.name) = private.name_key(v_profile.name)) then
    perform private.fail('collector_is_parent');
  end if;
  -- The invitation may have been withdrawn or replaced while this call waited for the lock.
  update public.family_invitations set accepted_at = clock_timestamp()
  where id = v_invitation.id and accepted_at is null;
  if not found then perform private.fail('invitation_not_found', 'p_token'); end if;
  update public.families set secondary_parent_id = v_user_id where id = v_family.id;
  perform private.notify_parent(v_family.id, v_family.primary_parent_id, 'joined', v_profile.name, '{}');
  return jsonb_build_object('family_id', v_family.id);
end;
$$;
comment on function public.accept_invitation(text) is
  'Joins the family of an invitation. This needs the link and the verified invited address. Returns {family_id}. '
  'Fails with invitation_not_found (also for another person''s), already_in_family, family_full, collector_is_parent '
  '(the family named this person as one who must never collect a child). Definer: only this and join_with_family add '
  'a parent to a family.';
grant execute on function public.accept_invitation(text) to authenticated;
select private.answer_calls('public.accept_invitation(text)', 'accept_invitation');

create function public.withdraw_invitation()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return jsonb_build_object('withdrawn', private.drop_invitations(array(
    select i.id from public.family_invitations i join public.families f on f.id = i.family_id
    where f.primary_parent_id = private.my_account() and i.accepted_at is null for update of i)) > 0);
end;
$$;
comment on function public.withdraw_invitation() is
  'The first parent withdraws the open invitation. Returns {withdrawn}. Definer: only the invitation of the family '
  'whose first parent is the token''s user.';
grant execute on function public.withdraw_invitation() to authenticated;
