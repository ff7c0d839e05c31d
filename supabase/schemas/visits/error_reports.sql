-- Browsers send error reports, and the system records what was done about them (spec 1 §3 and §7).

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
comment on function private.error_metrics(jsonb) is
  'Returns only the numbers and booleans of a report''s metrics, twenty at most.';

create function private.plausible_moment(p_moment text)
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
comment on function private.plausible_moment(text) is
  'Returns a browser''s timestamp if it is valid and close to our clock, otherwise null.';

create function private.error_shape(p_message text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(regexp_replace(regexp_replace(regexp_replace(regexp_replace(p_message,
    -- Quoted text is kept only if it is an identifier, because a value would make each report look like a different
    -- error.
    '"(?![A-Za-z_$][A-Za-z0-9_$.]{0,39}")[^"\n]*"|''(?![A-Za-z_$][A-Za-z0-9_$.]{0,39}'')[^''\n]*''|`(?![A-Za-z_$][A-Za-z0-9_$.]{0,39}`)[^`\n]*`', '…', 'g'),
    '\.[A-Za-z0-9_-]{8}(\.(?:js|mjs|css)\M)', '\1', 'g'),
    '\d+', '0', 'g'),
    '\s+', ' ', 'g'), 200)
$$;
comment on function private.error_shape(text) is
  'Returns a message without what differs each time: numbers, quoted values, and the hashes in the names of built '
  'files.';

create function private.error_place(p_stack text, p_filename text, p_url text)
returns text
language sql
immutable
set search_path = ''
as $$
  -- Extensions and third parties throw errors, too, so only stack lines in scripts of the page's own site count.
  select coalesce(
    (select substring(line from '([a-z]+://[^\s()]+)')
     from regexp_split_to_table(p_stack, '\n') with ordinality as s (line, nth)
     where line ~ '[a-z]+://[^\s()]+:\d+' and line !~ '(extension|webkit-masked-url|chrome|safari-web-extension)://'
       and (p_url is null or starts_with(substring(line from '([a-z]+://[^\s()]+)'), substring(p_url from '^[a-z]+://[^/]+') || '/'))
     order by nth limit 1),
    p_filename, '')
$$;
comment on function private.error_place(text, text, text) is
  'Returns where an error was thrown, as address:line:column. This is the topmost place in our own scripts (from '
  'stacks of Chromium, Firefox and Safari). If there is none, returns the reported file.';

create function public.report_error(p_report jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_type constant text := p_report ->> 'error_type';
  v_release constant text := substring(p_report ->> 'release' from '^[A-Za-z0-9._-]{1,60}$');
  v_url text;
  v_file text;
  v_message text;
  v_stack text;
  v_shape text;
  v_place text;
  v_id uuid;
begin
  -- The limit is far more than is saved. So a long stack is cut and not refused.
  perform private.check_object(p_report, 'p_report', 100000);
  if coalesce(v_type, '') not in ('RUNTIME_ERROR', 'PROMISE_REJECTION', 'REACT_ERROR') then
    perform private.fail('invalid_input', 'error_type');
  end if;
  if jsonb_typeof(p_report -> 'message') is distinct from 'string' or trim(p_report ->> 'message') = '' then
    perform private.fail('invalid_input', 'message');
  end if;
  if coalesce(p_report ->> 'severity', 'medium') not in ('low', 'medium', 'high', 'critical') then
    perform private.fail('invalid_input', 'severity');
  end if;

  v_message := coalesce(nullif(trim(private.redact(p_report ->> 'message', 500)), ''), '[nothing]');
  v_stack := nullif(private.redact(
    case jsonb_typeof(p_report -> 'stack') when 'string' then p_report ->> 'stack' end, 4000), '');
  v_url := nullif(private.redact(private.stripped_address(p_report ->> 'url'), 300), '');
  v_file := nullif(private.redact(private.stripped_address(p_report ->> 'filename'), 300), '');
  v_shape := private.error_shape(v_message);
  v_place := private.error_place(v_stack, v_file, v_url);
  insert into public.error_reports as r (
    error_type, severity, message, filename, stack, has_blank_screen, user_agent, url, metrics, health_status,
    fingerprint, cause, release, request_id, reported_at)
  values (
    v_type,
    coalesce(p_report ->> 'severity', 'medium'),
    v_message,
    v_file,
    v_stack,
    coalesce(p_report -> 'has_blank_screen' = 'true', false),
    -- A browser's version numbers look like phone numbers, so they are not redacted.
    case when p_report ->> 'user_agent' like '%@%' then private.redact(p_report ->> 'user_agent', 300)
      else left(p_report ->> 'user_agent', 300) end,
    v_url,
    private.error_metrics(p_report -> 'metrics'),
    substring(p_report ->> 'health_status' from '^[a-z_]{1,30}$'),
    encode(extensions.digest(concat_ws(E'\n', v_type, v_shape, v_place, v_release), 'sha256'), 'hex'),
    encode(extensions.digest(concat_ws(E'\n', v_type, v_shape,
      private.error_shape(regexp_replace(v_place, '(:\d+)+$', ''))), 'sha256'), 'hex'),
    v_release,
    private.request_id(),
    private.plausible_moment(p_report ->> 'timestamp'))
  -- The same report may come through ops-monitor, or again after a lost response.
  on conflict (fingerprint, reported_at) do update set
    severity = case
      when array_position('{low,medium,high,critical}'::text[], excluded.severity)
        > array_position('{low,medium,high,critical}'::text[], r.severity) then excluded.severity else r.severity end,
    has_blank_screen = r.has_blank_screen or excluded.has_blank_screen,
    metrics = case when excluded.metrics <> '{}' then excluded.metrics else r.metrics end,
    health_status = coalesce(excluded.health_status, r.health_status)
  returning id into v_id;
  return jsonb_build_object('report_id', v_id);
end;
$$;
comment on function public.report_error(jsonb) is
  'Saves an error report. Takes ErrorReport (contract/monitoring.ts) and returns {report_id}. Texts are cut and '
  'redacted, and unknown fields are dropped. Fingerprint and cause are computed here. A repeated report is stored '
  'once. Definer: visitors write reports only through this filter.';
grant execute on function public.report_error(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.report_error(jsonb)', 'report_error');

create function public.get_error_report(p_report_id uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select to_jsonb(r) || jsonb_build_object('created_at', private.iso(r.created_at))
  from public.error_reports r where r.id = p_report_id
$$;
comment on function public.get_error_report(uuid) is
  'Returns a saved report, redacted, for forwarding, or null if there is none. Definer: only the service role may '
  'call.';
grant execute on function public.get_error_report(uuid) to service_role;

create function public.claim_fix(p_cause text, p_headers jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule('auto_fix');
begin
  if coalesce(p_cause, '') !~ '^[a-z_]{1,40}$' then perform private.fail('invalid_input', 'p_cause'); end if;
  return jsonb_build_object(
    -- Calls are counted by address and user agent, so that two families behind one address rarely share a limit.
    'allowed', private.count_hit(concat_ws(' ', 'auto_fix', p_cause, private.address_of(p_headers),
      left(p_headers ->> 'user-agent', 300)), v_rule.most, v_rule.seconds),
    'recent', (
      select f.action from public.error_fixes f
      where f.cause = p_cause and f.applied and f.created_at > clock_timestamp() - interval '1 minute'
      order by f.created_at desc limit 1));
end;
$$;
comment on function public.claim_fix(text, jsonb) is
  'Decides whether a fix may be tried. Returns {allowed, recent}. recent is the action that was applied within the '
  'last minute, or null. The limit (rate_rules: auto_fix) keeps a browser from reloading in a loop. Definer: only the '
  'service role may call.';
grant execute on function public.claim_fix(text, jsonb) to service_role;

create function public.record_error_fix(p_report_id uuid, p_action text, p_cause text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_fix public.error_fixes;
begin
  if coalesce(p_action, '') not in (
    'none', 'reload', 'clear_caches', 'clear_storage', 'renew_session', 'sessions_made', 'mails_sent') then
    perform private.fail('invalid_input', 'p_action');
  end if;
  if p_cause !~ '^[a-z_]{1,40}$' then perform private.fail('invalid_input', 'p_cause'); end if;
  insert into public.error_fixes (error_report_id, fingerprint, action, cause)
  select id, fingerprint, p_action, p_cause from public.error_reports where id = p_report_id
  returning * into v_fix;
  if v_fix.id is null then perform private.fail('invalid_input', 'p_report_id'); end if;
  return jsonb_build_object('fix_id', v_fix.id, 'fix_applied', v_fix.applied);
end;
$$;
comment on function public.record_error_fix(uuid, text, text) is
  'Records a fix, with error_fixes.action and the cause. Returns {fix_id, fix_applied} (spec 1 §7). Fails with '
  'invalid_input. Definer: only the service role may call.';
grant execute on function public.record_error_fix(uuid, text, text) to service_role;
