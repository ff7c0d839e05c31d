-- Runs every function whose name begins with discrepancy_ over the books, one range of rows after the other, and
-- records what they find.

create function private.discrepancies(
  p_rules text[] default null, p_after uuid default '00000000-0000-0000-0000-000000000000',
  p_until uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff', p_from timestamptz default '-infinity',
  p_before timestamptz default 'infinity')
returns table (rule text, subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
-- With this setting the planner reads the rows of a range by index, instead of reading whole tables.
set random_page_cost = 1.1
-- Each range gets its own plan, because a general plan would read far more rows than the range has.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_rule record;
begin
  for v_rule in
    select substr(p.proname, 13) as name, p.pronargs = 4 as has_time
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'private' and p.proname ~ '^discrepancy_'
      and pg_catalog.oidvectortypes(p.proargtypes) in ('uuid, uuid', 'uuid, uuid, timestamp with time zone, timestamp with time zone')
    order by 1
  loop
    continue when v_rule.name <> all (p_rules);
    return query execute format('select %L, subject, details from private.%I($1, $2%s)', v_rule.name,
      'discrepancy_' || v_rule.name, case when v_rule.has_time then ', $3, $4' end) using p_after, p_until, p_from, p_before;
  end loop;
end;
$$;
comment on function private.discrepancies(text[], uuid, uuid, timestamptz, timestamptz) is
  'Runs checks of the books. A check is a function private.discrepancy_<rule>(uuid, uuid) for ids after p_after up to '
  'p_until. Some checks also take two times. They find only what happened at p_from or later and before p_before.';

create function private.reconcile_until(p_after uuid)
returns uuid
language sql
volatile
set search_path = ''
as $$
  select coalesce((select id from public.orders where id > p_after order by id
    offset (private.settings()).reconcile_batch_orders limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
$$;
comment on function private.reconcile_until(uuid) is 'Returns the end of the range that starts after p_after.';

create function public.reconcile_books(p_after uuid default null)
returns table (rule text, subject uuid, details jsonb)
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after constant uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
  v_until constant uuid := private.reconcile_until(v_after);
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  return query select * from private.discrepancies(null, v_after, v_until) order by 1, 2;
  if v_until < 'ffffffff-ffff-ffff-ffff-ffffffffffff' then
    return query select 'goes_on', v_until, '{}'::jsonb;
  end if;
end;
$$;
comment on function public.reconcile_books(uuid) is
  'For admins. Returns {rule, subject, details} of the discrepancies in a range of orders '
  '(settings.reconcile_batch_orders). If more ranges follow, the last row has the rule goes_on, and its subject is the '
  'p_after of the next call. Definer: it reads all tables, after checking the caller.';
grant execute on function public.reconcile_books(uuid) to authenticated, service_role;

create function public.reconcile_hourly()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_until_at constant timestamptz := clock_timestamp() + interval '3 seconds';
  v_last_log public.system_logs;
  v_after uuid;
  v_discrepancies jsonb;
  v_is_done boolean;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  -- If two chores run at once, the second finds the lock taken or a recent run.
  if not pg_try_advisory_xact_lock(hashtextextended('reconciliation', 0)) then return jsonb_build_object('ran', false); end if;
  select * into v_last_log from public.system_logs
  where component = 'reconciliation' and created_at > (select clock_timestamp() - interval '59 minutes')
  order by created_at desc, id desc limit 1;
  if found and v_last_log.details ->> 'goes_on_after' is null then return jsonb_build_object('ran', false); end if;
  v_after := coalesce((v_last_log.details ->> 'goes_on_after')::uuid, '00000000-0000-0000-0000-000000000000');
  v_discrepancies := coalesce(v_last_log.details -> 'discrepancies', '{}');
  -- The loop stops before the time limit for a statement. The next call of the chore continues.
  loop
    select v_discrepancies || coalesce(jsonb_object_agg(r.rule, r.n + coalesce((v_discrepancies ->> r.rule)::integer, 0)), '{}')
    into v_discrepancies
    from (
      select rule, count(*) as n from private.discrepancies(null, v_after, private.reconcile_until(v_after)) group by rule) r;
    v_after := private.reconcile_until(v_after);
    v_is_done := v_after = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    exit when v_is_done or clock_timestamp() > v_until_at;
  end loop;
  insert into public.system_logs (level, component, message, details)
  values (case when v_discrepancies = '{}' then 'info' else 'error' end, 'reconciliation',
    case when not v_is_done then 'The books are being checked.'
      when v_discrepancies = '{}' then 'The books are in order.' else 'The books have discrepancies.' end,
    case when v_is_done then v_discrepancies else jsonb_build_object('goes_on_after', v_after, 'discrepancies', v_discrepancies) end);
  return jsonb_build_object('ran', true, 'discrepancies', v_discrepancies)
    || case when v_is_done then '{}' else jsonb_build_object('goes_on_after', v_after) end;
end;
$$;
comment on function public.reconcile_hourly() is
  'Checks the books once an hour, even if it is called several times at once. Returns {ran, discrepancies?, '
  'goes_on_after?}. If goes_on_after is given, the next call continues there. Definer: it reads all tables, after '
  'checking that an admin or the service calls.';
grant execute on function public.reconcile_hourly() to authenticated, service_role;
