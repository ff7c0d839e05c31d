-- Business admins invite staff. The role is given only when the owner of the address accepts. So an invitation never
-- changes an account (docs/decisions "Inviting staff").

create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (length(email) <= 254),
  name text not null check (length(name) between 1 and 80),
  role public.app_role not null check (role <> 'customer'),
  token_hash text not null unique,
  invited_by uuid references public.profiles (id) on delete cascade,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  coach_id uuid references public.coaches (id) on delete set null,
  check (accepted_at is null or revoked_at is null)
);
comment on table public.staff_invitations is
  'Invitations of staff. An address has at most one open invitation, and a new one revokes it.';
comment on column public.staff_invitations.email is 'The account that accepts must have verified this address.';
comment on column public.staff_invitations.token_hash is
  'The private.token_hash of the token in the link, so that reading this table gives no access.';
comment on column public.staff_invitations.coach_id is
  'The coach without an account whose account the invited person will have. It is null if there is none.';
create index staff_invitations_coach_id on public.staff_invitations (coach_id);
create unique index staff_invitations_open on public.staff_invitations (email) where accepted_at is null and revoked_at is null;
create index staff_invitations_invited_by on public.staff_invitations (invited_by);
create index staff_invitations_over on public.staff_invitations (coalesce(accepted_at, revoked_at, expires_at));

alter table public.staff_invitations enable row level security;
revoke all on table public.staff_invitations from anon, authenticated, service_role;

create trigger audit after insert or update on public.staff_invitations
  for each row execute function private.audit('id', 'role', 'accepted_at', 'revoked_at');

create function private.stop_invitation_mails(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  -- As in private.empty_mails, mails are emptied and not deleted, and none of them is sent.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  where key = any (select 'staff_invitation:' || i from unnest(p_ids) i)
$$;
comment on function private.stop_invitation_mails(uuid[]) is
  'Removes address and token from the mails of these invitations of staff. A queued mail is not sent.';

create function private.drop_staff_invitations(p_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.stop_invitation_mails(p_ids);
  delete from public.staff_invitations where id = any (p_ids);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.drop_staff_invitations(uuid[]) is
  'Deletes invitations of staff and what their mails contain. Returns how many were deleted.';

create function private.staff_invitation(p_invitation public.staff_invitations)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_invitation.id, 'email', p_invitation.email, 'name', p_invitation.name, 'role', p_invitation.role,
    'coach', (select name from public.coaches where id = p_invitation.coach_id),
    'from_name', private.staff_name(p_invitation.invited_by),
    'state', case when p_invitation.accepted_at is not null then 'accepted' when p_invitation.revoked_at is not null then 'revoked'
      when p_invitation.expires_at <= clock_timestamp() then 'expired' else 'open' end,
    'at', private.iso(coalesce(p_invitation.accepted_at, p_invitation.revoked_at, p_invitation.expires_at)))
$$;
comment on function private.staff_invitation(public.staff_invitations) is
  'Returns StaffInvitation (contract/staff-invitations.ts).';

create function private.staff_invitations()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.staff_invitation(i) order by i.created_at desc), '[]') from public.staff_invitations i
$$;
comment on function private.staff_invitations() is
  'Returns all invitations of staff, the newest first. private.purge_invitations deletes those that have ended.';

create function public.invite_staff(p_email text, p_name text, p_role text, p_coach_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_days constant integer := 7;
  v_admin_id constant uuid := (select auth.uid());
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_email text;
  v_name text;
  v_user_id uuid;
  v_open uuid[];
  v_invitation public.staff_invitations;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  v_email := private.check_email(to_jsonb(p_email), 'p_email');
  v_name := private.check_text(to_jsonb(p_name), 'p_name', 80);
  v_user_id := (select id from auth.users where lower(email) = v_email);
  perform private.begin_roles(p_role, v_user_id);
  if exists (select from public.user_roles where user_id = v_user_id and role::text = p_role) then
    perform private.fail('role_held', 'p_email');
  end if;
  if p_coach_id is not null then
    if p_role <> 'coach' then perform private.fail('invalid_input', 'p_coach_id'); end if;
    if not exists (select from public.coaches where id = p_coach_id and active) then perform private.fail('coach_not_found', 'p_coach_id'); end if;
    if exists (select from public.coaches where id = p_coach_id and user_id is not null) then perform private.fail('coach_has_account', 'p_coach_id'); end if;
    -- An account can belong to one coach only.
    if exists (select from public.coaches where user_id = v_user_id) then perform private.fail('coach_has_account', 'p_email'); end if;
  end if;
  -- Open invitations of the same coach to a wrong address are revoked, too.
  v_open := array(
    select id from public.staff_invitations
    where (email = v_email or coach_id = p_coach_id) and accepted_at is null and revoked_at is null order by id for update);
  update public.staff_invitations set revoked_at = clock_timestamp() where id = any (v_open);
  perform private.stop_invitation_mails(v_open);
  insert into public.staff_invitations (email, name, role, token_hash, invited_by, expires_at, coach_id)
  values (v_email, v_name, p_role::public.app_role, private.token_hash(v_token), v_admin_id,
    clock_timestamp() + make_interval(days => c_days), p_coach_id)
  returning * into v_invitation;
  insert into public.outbox (key, template, recipient, payload)
  values ('staff_invitation:' || v_invitation.id, 'staff_invitation', v_email, jsonb_build_object(
    'token', v_token, 'name', v_name, 'from_name', private.staff_name(v_admin_id), 'role', p_role,
    'expires_at', private.iso(v_invitation.expires_at)));
  return jsonb_build_object('invitation', private.staff_invitation(v_invitation));
end;
$$;
comment on function public.invite_staff(text, text, text, uuid) is
  'For business admins. Mails somebody an invitation to a role (coach | admin | business_admin), and revokes an '
  'earlier one that is still open. p_coach_id is the coach without an account who is invited. Nobody has the role '
  'before the owner of the address accepts. Returns {invitation: StaffInvitation}, which never contains the link. '
  'Fails with not_allowed, invalid_input (p_email, p_name, p_role, p_coach_id), own_role, role_held, coach_not_found, '
  'coach_has_account (p_coach_id or p_email), rate_limited. Definer: only such functions write invitations, after '
  'checking the caller.';
grant execute on function public.invite_staff(text, text, text, uuid) to authenticated;
select private.answer_calls('public.invite_staff(text, text, text, uuid)', 'invite_staff');

create function public.revoke_staff_invitation(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  update public.staff_invitations set revoked_at = clock_timestamp()
  where id = p_id and accepted_at is null and revoked_at is null and expires_at > clock_timestamp()
  returning * into v_invitation;
  if not found then perform private.fail('invitation_not_found', 'p_id'); end if;
  perform private.stop_invitation_mails(array[p_id]);
  return jsonb_build_object('invitation', private.staff_invitation(v_invitation));
end;
$$;
comment on function public.revoke_staff_invitation(uuid) is
  'For business admins. Revokes an invitation. Its link no longer works, and a mail that waits is stopped. Returns '
  '{invitation: StaffInvitation}. Fails with invitation_not_found. Definer: see invite_staff.';
grant execute on function public.revoke_staff_invitation(uuid) to authenticated;
select private.answer_calls('public.revoke_staff_invitation(uuid)', 'management');

create function private.staff_invitation_for(p_user_id uuid, p_token text)
returns public.staff_invitations
language plpgsql
stable
set search_path = ''
as $$
declare
  v_invitation public.staff_invitations;
begin
  -- The address must be verified, because an account can be opened with anybody's address.
  select i.* into v_invitation
  from public.staff_invitations i
  join auth.users u on lower(u.email) = i.email and u.email_confirmed_at is not null
  where i.token_hash = private.token_hash(p_token) and u.id = p_user_id
    and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()
    and exists (select from public.user_roles r where r.user_id = i.invited_by and r.role = 'business_admin');
  if not found then perform private.fail('invitation_not_found', 'p_token'); end if;
  return v_invitation;
end;
$$;
comment on function private.staff_invitation_for(uuid, text) is
  'Returns the open invitation of this link to this account, from somebody who still is a business admin. Otherwise '
  'fails with invitation_not_found, whatever the reason.';

create function public.read_staff_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_invitation constant public.staff_invitations := private.staff_invitation_for(private.my_account(), p_token);
begin
  return jsonb_build_object(
    'from_name', private.staff_name(v_invitation.invited_by), 'role', v_invitation.role,
    'needs_second_factor', v_invitation.role::text = any ((private.settings()).second_factor_roles));
end;
$$;
comment on function public.read_staff_invitation(text) is
  'Returns StaffInvitationView (contract/staff-invitations.ts). Fails with invitation_not_found in the same cases as '
  'accept_staff_invitation. Definer: only for the account with the verified address.';
grant execute on function public.read_staff_invitation(text) to authenticated;
select private.answer_calls('public.read_staff_invitation(text)', 'accept_invitation');

create function private.give_role(p_user_id uuid, p_role public.app_role, p_name text default null, p_coach_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_name text;
begin
  insert into public.user_roles (user_id, role) values (p_user_id, p_role) on conflict do nothing;
  if p_role = 'coach' and not exists (select from public.coaches where user_id = p_user_id) then
    -- A coach who was planned before having an account keeps their sessions and name.
    update public.coaches set user_id = p_user_id where id = p_coach_id and user_id is null and active;
    if found then return; end if;
    -- Sessions refer to a row of coaches, so a new coach needs one. Its name must differ from other coaches' names.
    v_name := coalesce(private.staff_name(p_user_id), p_name, (select split_part(email, '@', 1) from auth.users where id = p_user_id));
    insert into public.coaches (user_id, name)
    values (p_user_id, case when exists (select from public.coaches where name = v_name) then v_name || ' (' || left(p_user_id::text, 4) || ')' else v_name end)
    on conflict do nothing;
  end if;
end;
$$;
comment on function private.give_role(uuid, public.app_role, text, uuid) is
  'Gives a role to an account. A coach can be assigned to sessions at once. p_name is the name of a coach whose '
  'account has none. p_coach_id is the coach without an account who gets this account. A coach with another account '
  'does not change.';

create function public.accept_staff_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := private.my_account();
  v_invitation public.staff_invitations;
begin
  -- As in private.begin_roles, if the inviting person's role is revoked at the same time, one call waits for the other.
  perform from public.user_roles where role = 'business_admin' order by user_id for update;
  v_invitation := private.staff_invitation_for(v_user_id, p_token);
  -- The invitation may have been revoked or accepted while this call waited for the lock.
  update public.staff_invitations set accepted_at = clock_timestamp()
  where id = v_invitation.id and accepted_at is null and revoked_at is null;
  if not found then perform private.fail('invitation_not_found', 'p_token'); end if;
  perform private.give_role(v_user_id, v_invitation.role, v_invitation.name, v_invitation.coach_id);
  return jsonb_build_object('role', v_invitation.role);
end;
$$;
comment on function public.accept_staff_invitation(text) is
  'Gives the invited role to the caller. This needs the link, the verified invited address, and an inviter who still '
  'is a business admin. Returns {role}. Fails with invitation_not_found. Definer: writes the caller''s role.';
grant execute on function public.accept_staff_invitation(text) to authenticated;
select private.answer_calls('public.accept_staff_invitation(text)', 'accept_invitation');
