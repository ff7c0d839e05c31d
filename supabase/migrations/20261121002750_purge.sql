-- The rest of the purge, and the chore that calls it.

create function private.purge_child_details()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('child_details');
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select c.id from public.children c
    where greatest(c.updated_at,
        (select updated_at from public.child_health where child_id = c.id),
        (select updated_at from public.child_behaviour where child_id = c.id)) < v_before
      and (exists (select from public.child_health where child_id = c.id)
        or exists (select from public.child_behaviour where child_id = c.id)
        or exists (select from public.emergency_contacts where child_id = c.id)
        or exists (select from public.pickup_authorizations where child_id = c.id))
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
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_child_details() is
  'Deletes details of children who have not come, bought or been changed for the period: children.';

create function private.purge_invitations()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.family_invitations where id in (
    select id from public.family_invitations where coalesce(accepted_at, expires_at) < private.expiry('invitations')
    limit 5000 for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_invitations() is 'Deletes invitations that are long over: invitations.';

create function private.purge_access_log()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.access_log where id in (
    select id from public.access_log where created_at < private.expiry('access_log') limit 20000 for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_access_log() is 'Deletes entries past their period: entries.';

create function private.purge_audit_log()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.audit_log where id in (
    select id from public.audit_log where created_at < private.expiry('audit_log') limit 20000 for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_audit_log() is 'Deletes entries past their period: entries.';

create function public.purge_expired()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_class record;
  v_count integer;
  v_purged jsonb := '{}';
begin
  if not (private.is_service() or private.is_admin()) then perform private.deny(); end if;
  for v_class in select class, purge from public.retention_periods order by class loop
    execute format('select private.%I()', v_class.purge) into v_count;
    v_purged := v_purged || jsonb_build_object(v_class.class, v_count);
  end loop;
  return v_purged;
end;
$$;
comment on function public.purge_expired() is
  'Deletes or anonymises what is past its retention period: {class: rows}. A chore, safe to run twice at once; takes a part at a time and the rest with the next call. Refuses not_allowed. Definer: only the service and admins, asked inside; calls only functions that retention_periods names, which nobody writes through the API.';
grant execute on function public.purge_expired() to authenticated, service_role;
