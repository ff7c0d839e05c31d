-- Only business admins see the accounts of staff, and grant roles by the verified address of an account (docs/decisions
-- "/management/system").

create function public.needs_second_factor(held public.user_roles)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select held.role::text = any ((private.settings()).second_factor_roles)
    and coalesce(auth.jwt() ->> 'aal', 'aal1') not in ('aal2', 'aal3')
$$;
comment on function public.needs_second_factor(public.user_roles) is
  'Computed column: true if this role requires a second factor and the caller signed in without one. Definer: reads '
  'the settings for a row that the caller can already read.';
grant execute on function public.needs_second_factor(public.user_roles) to authenticated;

create function private.staff_account(p_user_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'user_id', u.id, 'name', coalesce(private.staff_name(u.id), ''), 'email', u.email, 'is_me', u.id = (select auth.uid()),
    'has_second_factor', exists (select from auth.mfa_factors m where m.user_id = u.id and m.status = 'verified'),
    'is_banned', coalesce(u.banned_until > clock_timestamp(), false), 'seen_at', private.iso(u.last_sign_in_at),
    'coach_page', (select k.page_id from public.coaches k where k.user_id = u.id),
    'roles', (
      select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'since', private.iso(r.created_at)) order by r.role desc), '[]')
      from public.user_roles r where r.user_id = u.id and r.role <> 'customer'))
  from auth.users u where u.id = p_user_id
$$;
comment on function private.staff_account(uuid) is 'Returns StaffAccount (contract/management-system.ts).';

create function public.list_staff_accounts()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  return jsonb_build_object(
    'accounts', (
      select coalesce(jsonb_agg(private.staff_account(s.user_id) order by s.role desc, p.name, p.id), '[]')
      from (select user_id, max(role) as role from public.user_roles where role <> 'customer' group by user_id) s
      join public.profiles p on p.id = s.user_id),
    'coach_pages', private.coach_pages(), 'free_coaches', private.free_coaches(), 'invitations', private.staff_invitations(),
    'second_factor_roles', (private.settings()).second_factor_roles);
end;
$$;
comment on function public.list_staff_accounts() is
  'For business admins. Returns accounts with a staff role, and invitations, as StaffAccounts '
  '(contract/management-system.ts). Definer: reads the accounts, after checking for a business admin itself.';
grant execute on function public.list_staff_accounts() to authenticated;
select private.answer_calls('public.list_staff_accounts()', 'management');

create function private.begin_roles(p_role text, p_user_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if coalesce(p_role, '') not in ('marketer', 'coach', 'admin', 'business_admin') then perform private.fail('invalid_input', 'p_role'); end if;
  -- If two business admins revoke each other's role at once, the second one waits here. By then the first call has
  -- revoked the second caller's role.
  perform from public.user_roles where role = 'business_admin' order by user_id for update;
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  if p_user_id = (select auth.uid()) then perform private.fail('own_role', 'p_role'); end if;
end;
$$;
comment on function private.begin_roles(text, uuid) is
  'Makes changes of this account''s role run one after the other. Admins cannot change their own role, so at least '
  'one business admin always remains.';

create function public.grant_role(p_email text, p_role text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user auth.users;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  select * into v_user from auth.users where lower(email) = lower(btrim(p_email));
  perform private.begin_roles(p_role, v_user.id);
  if v_user.id is null then perform private.fail('account_not_found', 'p_email'); end if;
  -- An unverified address may belong to anybody.
  if v_user.email_confirmed_at is null then perform private.fail('email_not_verified', 'p_email'); end if;
  perform private.give_role(v_user.id, p_role::public.app_role);
  return jsonb_build_object('account', private.staff_account(v_user.id));
end;
$$;
comment on function public.grant_role(text, text) is
  'For business admins. Grants a role (marketer | coach | admin | business_admin) to the account with this verified '
  'e-mail address. A coach can be assigned to sessions at once. Returns {account: StaffAccount}. Fails with '
  'not_allowed, invalid_input (p_role), account_not_found, email_not_verified, own_role, rate_limited. Definer: there '
  'is no other way to write roles.';
grant execute on function public.grant_role(text, text) to authenticated;
select private.answer_calls('public.grant_role(text, text)', 'management');

create function public.get_coach_duties(p_user_id uuid, p_to uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  return private.coach_duties((select id from public.coaches where user_id = p_user_id), p_to);
end;
$$;
comment on function public.get_coach_duties(uuid, uuid) is
  'For business admins. Returns CoachDuties (contract/management-system.ts), with the clashes that p_to would have. '
  'Fails with invalid_input (p_to). Definer: see list_staff_accounts.';
grant execute on function public.get_coach_duties(uuid, uuid) to authenticated;
select private.answer_calls('public.get_coach_duties(uuid, uuid)', 'management');

create function public.revoke_role(p_user_id uuid, p_role text, p_handover jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  perform private.begin_roles(p_role, p_user_id);
  if not exists (select from auth.users where id = p_user_id) then perform private.fail('account_not_found', 'p_user_id'); end if;
  -- An admin may coach, too. So anyone who loses the last staff role hands over their sessions and camps.
  if exists (select from public.user_roles where user_id = p_user_id and role = p_role::public.app_role)
    and (p_role = 'coach' or not exists (
      select from public.user_roles where user_id = p_user_id and role not in ('customer', p_role::public.app_role))) then
    perform private.hand_over_duties((select id from public.coaches where user_id = p_user_id), p_handover,
      'Took over when a colleague lost the role');
  end if;
  delete from public.user_roles where user_id = p_user_id and role = p_role::public.app_role;
  delete from public.coach_hours where coach_id = (select id from public.coaches where user_id = p_user_id) and not private.can_be_coach(p_user_id);
  return jsonb_build_object('account', private.staff_account(p_user_id), 'tasks_returned', private.return_tasks(p_user_id));
end;
$$;
comment on function public.revoke_role(uuid, text, jsonb) is
  'For business admins. Revokes a role at once, also in open sessions. A coach''s sessions and camps go to p_handover, '
  '{coach_id}, which is null for nobody. Returns {account: StaffAccount, tasks_returned}. Fails with '
  'account_not_found, own_role, coach_leads (detail: how many). Definer: see grant_role.';
grant execute on function public.revoke_role(uuid, text, jsonb) to authenticated;
select private.answer_calls('public.revoke_role(uuid, text, jsonb)', 'management');
