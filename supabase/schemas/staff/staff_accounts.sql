-- Who works here, and as what: for business admins alone, who give and take roles by the proven address of an account
-- (decisions "/management/system"). The audit log has each change.

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
  'user_roles.needs_second_factor, as a computed column: the role counts only once the session has a second factor, '
  'which it has not yet. Definer: reads the settings for a row that the caller reads already.';
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
    'roles', (
      select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'since', private.iso(r.created_at)) order by r.role desc), '[]')
      from public.user_roles r where r.user_id = u.id and r.role <> 'customer'))
  from auth.users u where u.id = p_user_id
$$;
comment on function private.staff_account(uuid) is 'StaffAccount of contract/management-system.ts.';

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
    'second_factor_roles', (private.settings()).second_factor_roles);
end;
$$;
comment on function public.list_staff_accounts() is
  'For business admins: all accounts with a role of staff: StaffAccounts (contract/management-system.ts). Refuses '
  'not_allowed, rate_limited. Definer: asks for a business admin itself, and reads the accounts.';
grant execute on function public.list_staff_accounts() to authenticated;
select private.answer_calls('public.list_staff_accounts()', 'management');

create function private.begin_roles(p_role text, p_user_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if coalesce(p_role, '') not in ('coach', 'admin', 'business_admin') then perform private.fail('invalid_input', 'p_role'); end if;
  -- Two who take the role from each other at once: the second one waits here, and has it no longer.
  perform from public.user_roles where role = 'business_admin' order by user_id for update;
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  if p_user_id = (select auth.uid()) then perform private.fail('own_role', 'p_role'); end if;
end;
$$;
comment on function private.begin_roles(text, uuid) is
  'May the caller change this account''s role? One change after the other, and nobody their own: so the last business '
  'admin stays one.';

create function public.grant_role(p_email text, p_role text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user auth.users;
  v_name text;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  select * into v_user from auth.users where lower(email) = lower(btrim(p_email));
  perform private.begin_roles(p_role, v_user.id);
  if v_user.id is null then perform private.fail('account_not_found', 'p_email'); end if;
  -- An address that nobody has proven may be anybody's.
  if v_user.email_confirmed_at is null then perform private.fail('email_not_verified', 'p_email'); end if;
  insert into public.user_roles (user_id, role) values (v_user.id, p_role::public.app_role) on conflict do nothing;
  if p_role = 'coach' and not exists (select from public.coaches where user_id = v_user.id) then
    -- By whom a session is led; never by a name that somebody else's row has already.
    v_name := coalesce(private.staff_name(v_user.id), split_part(v_user.email, '@', 1));
    insert into public.coaches (user_id, name)
    values (v_user.id, case when exists (select from public.coaches where name = v_name) then v_name || ' (' || left(v_user.id::text, 4) || ')' else v_name end)
    on conflict do nothing;
  end if;
  return jsonb_build_object('account', private.staff_account(v_user.id));
end;
$$;
comment on function public.grant_role(text, text) is
  'For business admins: gives a role (coach | admin | business_admin) to the account with this proven e-mail address: '
  '{account: StaffAccount}. A coach can be assigned at once. Refuses not_allowed, invalid_input (p_role), '
  'account_not_found, email_not_verified, own_role, rate_limited. Definer: nobody writes roles otherwise.';
grant execute on function public.grant_role(text, text) to authenticated;
select private.answer_calls('public.grant_role(text, text)', 'management');

create function public.revoke_role(p_user_id uuid, p_role text)
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
  delete from public.user_roles where user_id = p_user_id and role = p_role::public.app_role;
  return jsonb_build_object('account', private.staff_account(p_user_id));
end;
$$;
comment on function public.revoke_role(uuid, text) is
  'For business admins: takes a role (coach | admin | business_admin) away, at once, in sessions that are open too: '
  '{account: StaffAccount}. Refuses not_allowed, invalid_input (p_role), account_not_found, own_role, rate_limited. '
  'Definer: see grant_role.';
grant execute on function public.revoke_role(uuid, text) to authenticated;
select private.answer_calls('public.revoke_role(uuid, text)', 'management');
