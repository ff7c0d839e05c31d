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
  -- If two business admins revoke each other's role at once, the second one waits here and no longer has it.
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

create function private.upcoming_duties(p_coach_id uuid)
returns table (place_id uuid, kind text, title text, location text, starts_at timestamptz, ends_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select s.id, 'session', t.name, l.name, s.starts_at, s.ends_at
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
  where s.coach_id = p_coach_id and s.status = 'scheduled' and s.ends_at > private.calendar_now()
  union all
  select w.id, 'camp', w.name, l.name, w.starts_at, (w.end_date + d.ends_at) at time zone private.time_zone()
  from public.camp_coaches c
  join public.camp_weeks w on w.id = c.camp_id and w.cancelled_at is null
  join public.locations l on l.id = w.location_id
  cross join lateral private.camp_day(w) d
  where c.coach_id = p_coach_id and (w.end_date + d.ends_at) at time zone private.time_zone() > private.calendar_now()
$$;
comment on function private.upcoming_duties(uuid) is
  'Returns the sessions and camps of a coach that have not ended yet.';

create function private.takes_over(p_coach_id uuid, p_user_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.coaches k
    where k.id = p_coach_id and k.user_id is distinct from p_user_id and private.can_be_coach(k.user_id))
$$;
comment on function private.takes_over(uuid, uuid) is
  'Returns whether a coach may coach and is another person than this account, and so can take over its sessions.';

create function public.get_coach_duties(p_user_id uuid, p_to uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_shown constant integer := 6;
  v_coach_id constant uuid := (select id from public.coaches where user_id = p_user_id);
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  if p_to is not null and not private.takes_over(p_to, p_user_id) then perform private.fail('invalid_input', 'p_to'); end if;
  return (
    select jsonb_build_object(
      'sessions', count(*) filter (where d.kind = 'session'), 'camps', count(*) filter (where d.kind = 'camp'),
      'templates', (select count(*) from public.session_templates where coach_id = v_coach_id and active),
      'next', coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'title', d.title, 'location', d.location,
          'starts_at', private.iso(d.starts_at), 'ends_at', private.iso(d.ends_at), 'is_on', d.starts_at <= private.calendar_now())
        order by d.starts_at, d.title) filter (where d.at <= c_shown), '[]'),
      'others', (
        select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name), '[]')
        from public.coaches k where private.takes_over(k.id, p_user_id)))
    from (select *, row_number() over (order by starts_at, title) as at from private.upcoming_duties(v_coach_id)) d)
    || jsonb_build_object('clashes', case when p_to is null then '[]' else (
      select coalesce(jsonb_agg(c.clash), '[]') from (
        select jsonb_build_object('name', k.name, 'title', o.title, 'location', o.location,
          'starts_at', private.iso(o.from_at), 'ends_at', private.iso(o.until_at)) as clash
        from private.upcoming_duties(v_coach_id) d
        cross join lateral private.overlapping(d.place_id, array(select e.place_id from private.upcoming_duties(p_to) e)) o
        join public.coaches k on k.id = p_to
        order by o.from_at, o.title limit c_shown) c) end);
end;
$$;
comment on function public.get_coach_duties(uuid, uuid) is
  'For business admins. Returns CoachDuties (contract/management-system.ts), with the clashes that p_to would have. '
  'Fails with invalid_input (p_to). Definer: see list_staff_accounts.';
grant execute on function public.get_coach_duties(uuid, uuid) to authenticated;
select private.answer_calls('public.get_coach_duties(uuid, uuid)', 'management');

create function private.hand_over_duties(p_user_id uuid, p_handover jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_coach_id constant uuid := (select id from public.coaches where user_id = p_user_id);
  v_new_coach_id uuid;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_new_ids uuid[];
  v_id uuid;
begin
  -- As everywhere, places are locked in order of id. They are read again afterwards, because the list may have changed
  -- before the locks.
  perform private.lock_places(
    array(select place_id from private.upcoming_duties(v_coach_id) where kind = 'session'),
    array(select place_id from private.upcoming_duties(v_coach_id) where kind = 'camp'));
  v_session_ids := array(select place_id from private.upcoming_duties(v_coach_id) where kind = 'session');
  v_camp_ids := array(select place_id from private.upcoming_duties(v_coach_id) where kind = 'camp');
  if cardinality(v_session_ids) + cardinality(v_camp_ids) = 0
    and not exists (select from public.session_templates where coach_id = v_coach_id and active) then
    return;
  end if;
  -- The caller must name a substitute, or say that there is none, so that nobody continues to coach by oversight.
  if p_handover is null or not p_handover ? 'coach_id' then
    perform private.fail('coach_leads', 'p_handover', (cardinality(v_session_ids) + cardinality(v_camp_ids))::text);
  end if;
  perform private.check_object(p_handover, 'p_handover', 200);
  if p_handover -> 'coach_id' <> 'null' then
    if not private.is_uuid(p_handover -> 'coach_id') or not private.takes_over((p_handover ->> 'coach_id')::uuid, p_user_id) then
      perform private.fail('invalid_input', 'p_handover.coach_id');
    end if;
    v_new_coach_id := (p_handover ->> 'coach_id')::uuid;
  end if;
  v_new_ids := v_session_ids || array(
    select c from unnest(v_camp_ids) c
    where not exists (select from public.camp_coaches where camp_id = c and coach_id = v_new_coach_id) order by c);
  if v_new_coach_id is not null then perform private.lock_coach(v_new_coach_id); end if;
  update public.sessions set coach_id = v_new_coach_id where id = any (v_session_ids);
  update public.session_templates set coach_id = v_new_coach_id where coach_id = v_coach_id;
  if v_new_coach_id is not null then
    insert into public.camp_coaches (camp_id, coach_id) select c, v_new_coach_id from unnest(v_camp_ids) c on conflict do nothing;
    -- A clash must not prevent revoking a role, so it is only recorded. The page Today lists it.
    foreach v_id in array v_new_ids loop
      if private.coach_concerns(v_new_coach_id, v_id) @> '[{"kind": "double_booked"}]' then
        perform private.note_coach_exception(v_id, v_new_coach_id, '{double_booked}', 'Took over when a colleague lost the role');
      end if;
    end loop;
  end if;
  delete from public.camp_coaches where coach_id = v_coach_id and camp_id = any (v_camp_ids);
  foreach v_id in array v_session_ids || v_camp_ids loop
    perform private.end_lost_shares(v_id);
  end loop;
  perform private.update_offers_of_camps(v_camp_ids);
end;
$$;
comment on function private.hand_over_duties(uuid, jsonb) is
  'Transfers sessions and camps that have not ended to another coach, or to nobody ({coach_id: id or null}). Fails '
  'with coach_leads (detail: how many) if p_handover names neither, and invalid_input (p_handover.coach_id).';

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
  -- An admin may coach, too, so anyone who loses the last staff role hands over.
  if exists (select from public.user_roles where user_id = p_user_id and role = p_role::public.app_role)
    and (p_role = 'coach' or not exists (
      select from public.user_roles where user_id = p_user_id and role not in ('customer', p_role::public.app_role))) then
    perform private.hand_over_duties(p_user_id, p_handover);
  end if;
  delete from public.user_roles where user_id = p_user_id and role = p_role::public.app_role;
  delete from public.coach_hours where coach_id = (select id from public.coaches where user_id = p_user_id) and not private.can_be_coach(p_user_id);
  return jsonb_build_object('account', private.staff_account(p_user_id), 'tasks_returned', private.return_tasks(p_user_id));
end;
$$;
comment on function public.revoke_role(uuid, text, jsonb) is
  'For business admins. Revokes a role at once, also in open sessions. A coach''s sessions and camps go to '
  'p_handover: {coach_id or null}. Returns {account: StaffAccount, tasks_returned}. Fails with account_not_found, '
  'own_role, coach_leads (detail: how many). Definer: see grant_role.';
grant execute on function public.revoke_role(uuid, text, jsonb) to authenticated;
select private.answer_calls('public.revoke_role(uuid, text, jsonb)', 'management');
