-- Deletes or anonymises data of people past its retention period (purge.sql).

create function private.purge_child_details()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('child_details');
  v_rows constant uuid[] := private.next_rows('child_details', 'children', 1000);
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select c.id from public.children c
    where c.id = any (v_rows) and greatest(c.updated_at,
        (select updated_at from public.child_health where child_id = c.id),
        (select updated_at from public.child_behaviour where child_id = c.id)) < v_before
      and (exists (select from public.child_health where child_id = c.id)
        or exists (select from public.child_behaviour where child_id = c.id)
        or exists (select from public.emergency_contacts where child_id = c.id)
        or exists (select from public.pickup_authorizations where child_id = c.id)
        or exists (select from public.blocked_collectors where child_id = c.id))
      and not exists (select from public.bookings b where b.child_id = c.id and b.session_date >= v_before::date)
      and not exists (select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
        where e.child_id = c.id and w.end_date >= v_before::date)
      and not exists (select from public.passes p where p.child_id = c.id
        and coalesce(p.valid_until, p.created_at::date) >= v_before::date)
    limit 1000 for update skip locked) due;
  delete from public.child_health where child_id = any (v_ids);
  delete from public.child_behaviour where child_id = any (v_ids);
  delete from public.emergency_contacts where child_id = any (v_ids);
  delete from public.pickup_authorizations where child_id = any (v_ids);
  delete from public.blocked_collectors where child_id = any (v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_child_details() is
  'Deletes details of children who had no visits, purchases or changes during the retention period. Returns the '
  'number of children.';

create function private.is_idle_account(p_profile_id uuid, p_before timestamptz)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (select from public.profiles where id = p_profile_id and greatest(created_at, updated_at) >= p_before)
    and not exists (select from auth.users where id = p_profile_id and last_sign_in_at >= p_before)
    -- An account that stays signed in does not sign in again. So its sessions count, too.
    and not exists (
      select from auth.sessions where user_id = p_profile_id and greatest(created_at, refreshed_at) >= p_before);
end;
$$;
comment on function private.is_idle_account(uuid, timestamptz) is
  'Returns whether the account has not been created, changed or used since p_before.';

create function private.is_idle_family(p_family_id uuid, p_before timestamptz)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (select from public.families where id = p_family_id and greatest(created_at, updated_at) >= p_before)
    and not exists (select from public.children where family_id = p_family_id and greatest(created_at, updated_at) >= p_before)
    and not exists (
      select from public.bookings where family_id = p_family_id and (session_date >= p_before::date or created_at >= p_before))
    and not exists (
      select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
      where e.family_id = p_family_id and (w.end_date >= p_before::date or e.created_at >= p_before))
    and not exists (
      select from public.passes p
      where p.family_id = p_family_id and (p.created_at >= p_before or p.valid_until >= p_before::date or exists (
        select from public.credit_ledger k where k.pass_id = p.id and k.created_at >= p_before)))
    and not exists (
      select from public.pass_subscriptions
      where family_id = p_family_id and (status <> 'ended' or ended_at >= p_before))
    -- updated_at does not count, because a purge changes it, too.
    and not exists (
      select from public.orders where family_id = p_family_id
        and (greatest(created_at, paid_at) >= p_before or status in ('held', 'awaiting_payment')))
    and not exists (select from public.family_balance_entries where family_id = p_family_id and created_at >= p_before)
    and not exists (select from public.waitlist_entries where family_id = p_family_id and joined_at >= p_before)
    and not exists (select from public.parties where family_id = p_family_id and ends_at >= p_before)
    and not exists (select from public.consents where family_id = p_family_id and created_at >= p_before)
    and not exists (
      select from public.profiles where family_id = p_family_id and not private.is_idle_account(id, p_before));
end;
$$;
comment on function private.is_idle_family(uuid, timestamptz) is
  'Returns whether a family has had no visit, purchase, waitlist entry, change or sign-in since p_before. A pass or '
  'camp counts as activity until its last day.';

create function private.purge_parent_details()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('parent_details');
  v_profiles constant uuid[] := private.next_rows('parent_details', 'profiles', 1000);
  v_rows constant uuid[] := private.next_rows('parent_details', 'families', 1000);
  v_parents uuid[];
  v_families uuid[];
begin
  select array_agg(id) into v_parents from (
    select p.id from public.profile_health h join public.profiles p on p.id = h.profile_id
    where p.id = any (v_profiles) and h.updated_at < v_before and private.is_idle_account(p.id, v_before)
      and (p.family_id is null or private.is_idle_family(p.family_id, v_before))
    limit 1000 for update of h skip locked) due;
  delete from public.profile_health where profile_id = any (v_parents);
  select array_agg(id) into v_families from (
    select f.id from public.families f
    where f.id = any (v_rows) and f.updated_at < v_before
      and (exists (select from public.emergency_contacts where family_id = f.id and child_id is null)
        or exists (select from public.pickup_authorizations where family_id = f.id and child_id is null)
        or exists (select from public.blocked_collectors where family_id = f.id and child_id is null))
      and private.is_idle_family(f.id, v_before)
    limit 1000 for update skip locked) due;
  delete from public.emergency_contacts where family_id = any (v_families) and child_id is null;
  delete from public.pickup_authorizations where family_id = any (v_families) and child_id is null;
  delete from public.blocked_collectors where family_id = any (v_families) and child_id is null;
  return coalesce(cardinality(v_parents), 0) + coalesce(cardinality(v_families), 0);
end;
$$;
comment on function private.purge_parent_details() is 'Deletes the health of parents and the lists of households '
  'without activity during the retention period. Returns the number of parents and households.';

create function private.purge_idle_accounts()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('idle_accounts');
  v_rows constant uuid[] := private.next_rows('idle_accounts', 'profiles', 1000);
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select p.id from public.profiles p
    where p.id = any (v_rows) and p.family_id is null and p.updated_at < v_before and private.is_idle_account(p.id, v_before)
      and not exists (select from public.user_roles where user_id = p.id and role <> 'customer')
    limit 1000 for update skip locked) due;
  delete from auth.users where id = any (v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_idle_accounts() is
  'Deletes accounts without a family that were not used during the retention period. Never deletes accounts of staff. '
  'Returns the number of accounts.';

create function private.log_purge(p_class text, p_sqlstate text, p_family_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_once_in constant interval := '1 day';
begin
  -- The error's message is left out, because it may contain what somebody typed. An entry is written once a day,
  -- because the job runs every minute.
  insert into public.system_logs (level, component, message, details)
  select 'error', 'purge', 'A purge failed and the others went on.', n.details
  from (select jsonb_strip_nulls(jsonb_build_object(
    'class', p_class, 'sqlstate', p_sqlstate, 'family_id', p_family_id)) as details) n
  where not exists (
    select from public.system_logs l
    where l.component = 'purge' and l.details = n.details and l.created_at > (select clock_timestamp() - c_once_in));
end;
$$;
comment on function private.log_purge(text, text, uuid) is
  'Records in the system log that a class, or one family of it, could not be purged, once a day each. The entry is '
  '{class, sqlstate, family_id?}.';

create function private.purge_idle_families()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('idle_families');
  v_until constant timestamptz := clock_timestamp() + interval '2 seconds';
  v_rows constant uuid[] := private.next_rows('idle_families', 'families', 50);
  v_last_id uuid;
  v_id uuid;
  v_count integer := 0;
begin
  for v_id in
    select id from public.families f
    where f.id = any (v_rows) and f.erased_at is null and f.updated_at < v_before and private.is_idle_family(f.id, v_before)
    order by id
  loop
    -- Erasing scans all recent mails, so this stops well before the statement's time limit.
    if v_last_id is not null and clock_timestamp() > v_until then
      update public.purge_positions set after = v_last_id where class = 'idle_families' and rows_of = 'families';
      exit;
    end if;
    v_last_id := v_id;
    -- Another purge may be erasing this family, and holds the lock until its end.
    continue when not pg_try_advisory_xact_lock(hashtextextended('purge family ' || v_id, 0));
    begin
      -- After this period an outstanding amount can no longer be claimed. The audit log records it.
      if private.erase(v_id, true, v_before) then v_count := v_count + 1; end if;
    exception when others then
      perform private.log_purge('idle_families', sqlstate, v_id);
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.purge_idle_families() is
  'Erases families without activity during the retention period, like public.erase_family. It finds data by the '
  'family''s id only, because somebody else may be a customer under the same address. Returns the number of families.';

create function private.purge_proposals()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.family_proposals where id = any (array(
    select p.id from public.family_proposals p
    where p.created_at < private.expiry('proposals')
      -- Health details stay as long as the child is expected.
      and not exists (select from public.bookings b
        where b.child_id = p.child_id and b.status = 'booked' and b.session_date >= private.calendar_today())
      and not exists (select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
        where e.child_id = p.child_id and e.status = 'enrolled' and w.end_date >= private.calendar_today())
    order by p.created_at limit 5000 for update of p skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_proposals() is 'Deletes proposals that were not decided in time. Returns how many.';

create function private.purge_invitations()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return private.drop_invitations(array(
    select id from public.family_invitations where coalesce(accepted_at, expires_at) < private.expiry('invitations')
    order by coalesce(accepted_at, expires_at) limit 5000 for update skip locked))
    + private.drop_staff_invitations(array(
      select id from public.staff_invitations
      where coalesce(accepted_at, revoked_at, expires_at) < private.expiry('invitations')
      order by coalesce(accepted_at, revoked_at, expires_at) limit 5000 for update skip locked));
end;
$$;
comment on function private.purge_invitations() is
  'Deletes invitations of parents and staff that ended long ago. Returns how many.';

create function private.purge_access_log()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.access_log where id = any (array(
    select id from public.access_log where created_at < private.expiry('access_log')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_access_log() is 'Deletes entries past their retention period. Returns how many.';

create function private.purge_audit_log()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.audit_log where id = any (array(
    select id from public.audit_log where created_at < private.expiry('audit_log')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_audit_log() is 'Deletes entries past their retention period. Returns how many.';
