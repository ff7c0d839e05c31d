-- Error reports: what a browser sends when something broke, and the answer it got (spec 1 §3 and §7).

create function private.error_metrics(p_metrics jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from (
    select key, value
    from jsonb_each(case jsonb_typeof(p_metrics) when 'object' then p_metrics else '{}' end)
    where jsonb_typeof(value) in ('number', 'boolean') and length(value::text) <= 30 and key ~ '^[A-Za-z_]{1,40}$'
    order by key limit 20
  ) m
$$;
comment on function private.error_metrics(jsonb) is 'Of a report''s metrics the numbers and yes or no, twenty at most.';

create function private.near_now(p_moment text)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when pg_input_is_valid(left(p_moment, 40), 'timestamptz')
    and left(p_moment, 40)::timestamptz
      between clock_timestamp() - interval '1 day' and clock_timestamp() + interval '1 hour'
    then left(p_moment, 40)::timestamptz end
$$;
comment on function private.near_now(text) is 'A browser''s timestamp if it is one and near our clock, else null.';

create function public.report_error(p_report jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_message text;
  v_stack text;
  v_id uuid;
begin
  -- Much more than is kept, so that a long stack is cut and not refused.
  perform private.check_object(p_report, 'p_report', 100000);
  if coalesce(p_report ->> 'error_type', '') not in ('RUNTIME_ERROR', 'PROMISE_REJECTION', 'REACT_ERROR') then
    perform private.fail('invalid_input', 'error_type');
  end if;
  if jsonb_typeof(p_report -> 'message') is distinct from 'string' or trim(p_report ->> 'message') = '' then
    perform private.fail('invalid_input', 'message');
  end if;
  if coalesce(p_report ->> 'severity', 'medium') not in ('low', 'medium', 'high', 'critical') then
    perform private.fail('invalid_input', 'severity');
  end if;

  v_message := coalesce(nullif(trim(private.scrub(p_report ->> 'message', 500)), ''), '[nothing]');
  v_stack := nullif(private.scrub(
    case jsonb_typeof(p_report -> 'stack') when 'string' then p_report ->> 'stack' end, 4000), '');
  insert into public.error_reports (
    error_type, severity, message, filename, stack, has_blank_screen, user_agent, url, metrics, health_status,
    fingerprint, reported_at)
  values (
    p_report ->> 'error_type',
    coalesce(p_report ->> 'severity', 'medium'),
    v_message,
    private.plain_address(p_report ->> 'filename'),
    v_stack,
    coalesce(p_report -> 'has_blank_screen' = 'true', false),
    private.scrub(p_report ->> 'user_agent', 300),
    private.plain_address(p_report ->> 'url'),
    private.error_metrics(p_report -> 'metrics'),
    substring(p_report ->> 'health_status' from '^[a-z_]{1,30}$'),
    encode(extensions.digest(
      concat_ws(E'\n', p_report ->> 'error_type', v_message, substring(v_stack from '\n\s*at [^\n]*')), 'sha256'), 'hex'),
    private.near_now(p_report ->> 'timestamp'))
  returning id into v_id;
  return jsonb_build_object('report_id', v_id);
end;
$$;
comment on function public.report_error(jsonb) is
  'An error report or monitor event (spec 1 §3): {error_type, message, severity?, filename?, stack?, has_blank_screen?, user_agent?, url?, timestamp?, metrics?, health_status?} -> {report_id}. Long texts are cut and cleaned, unknown fields dropped. Refuses: invalid_input (field), rate_limited. Definer: visitors write reports only through this filter.';
grant execute on function public.report_error(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.report_error(jsonb)', 'report_error');

create function public.record_error_fix(p_report_id uuid, p_action text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_fix public.error_fixes;
begin
  if coalesce(p_action, '') not in ('none', 'reload', 'clear_caches') then
    perform private.fail('invalid_input', 'p_action');
  end if;
  insert into public.error_fixes (error_report_id, fingerprint, action)
  select id, fingerprint, p_action from public.error_reports where id = p_report_id
  returning * into v_fix;
  if v_fix.id is null then perform private.fail('invalid_input', 'p_report_id'); end if;
  return jsonb_build_object('fix_id', v_fix.id, 'fix_applied', v_fix.applied);
end;
$$;
comment on function public.record_error_fix(uuid, text) is
  'Notes what a browser is told to do about its report (none, reload, clear_caches) -> {fix_id, fix_applied} of spec 1 §7. Refuses invalid_input (p_report_id, p_action). Definer: only the service role may call.';
grant execute on function public.record_error_fix(uuid, text) to service_role;
