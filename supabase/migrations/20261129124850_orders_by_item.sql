set local check_function_bodies = off;

DROP FUNCTION "private"."orders_where"(jsonb, boolean);

CREATE OR REPLACE FUNCTION private.answer_copy_week(p_from date, p_to date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_created uuid[];
  v_planned integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_from is null or not isfinite(p_from) or extract(isodow from p_from) <> 1 then perform private.fail('invalid_input', 'p_from'); end if;
  if p_to is null or not isfinite(p_to) or extract(isodow from p_to) <> 1 or p_to = p_from
    or p_to not between private.calendar_today() - 6 and private.calendar_today() + 400 then
    perform private.fail('invalid_input', 'p_to');
  end if;
  select count(*) into v_planned from public.sessions where session_date between p_from and p_from + 6 and status = 'scheduled';
  with made as (
    insert into public.sessions (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
    select s.class_type_id, s.location_id,
      -- Somebody who is no longer staff is not assigned again.
      (select k.id from public.coaches k where k.id = s.coach_id and private.can_be_coach(k.user_id)),
      s.session_date + (p_to - p_from), s.session_time, s.duration_minutes, s.max_capacity
    from public.sessions s
    where s.session_date between p_from and p_from + 6 and s.status = 'scheduled'
      and (s.session_date + (p_to - p_from) + s.session_time) at time zone private.time_zone() > (select private.calendar_now())
    -- As in private.make_sessions, existing sessions stay as they are, also cancelled ones.
    on conflict (location_id, class_type_id, session_date, session_time) do nothing
    returning id)
  select coalesce(array_agg(id), '{}') into v_created from made;
  return jsonb_build_object('made', v_created, 'left_out', v_planned - cardinality(v_created),
    'clashes', private.clashes_of(v_created));
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_get_order_details(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_order from public.orders where id = p_order_id;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  return jsonb_build_object(
    'order', private.order_row(v_order),
    'family_id', v_order.family_id,
    'child_ids', (
      select coalesce(jsonb_object_agg(n.position, n.child_id), '{}') from public.order_children n
      where n.order_id = v_order.id and n.child_id is not null),
    'managed', private.managed_view(v_order.id) - 'secret',
    -- The amount that can still be refunded for each line, regardless of its rules.
    'left', (
      select coalesce(jsonb_object_agg(l.id, private.remaining_of_line(l.id)), '{}')
      from public.order_lines l where l.order_id = v_order.id and v_order.paid_at is not null),
    'left_of_order', coalesce(private.remaining_of_payment((private.order_payment(v_order.id)).id), 0),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', y.id, 'provider', y.provider, 'method', y.method, 'amount_cents', y.amount_cents, 'at', private.iso(y.created_at),
        'reference', coalesce(y.payment_intent, y.session_id, y.invoice_id), 'left_cents', private.remaining_of_payment(y.id),
        'is_disputed', private.is_disputed(y.id)) order by y.created_at, y.id), '[]')
      from public.payments y where y.order_id = v_order.id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'line_id', r.order_line_id, 'amount_cents', r.amount_cents, 'reason', r.reason,
        'status', private.refund_status(r), 'at', private.iso(r.created_at), 'reference', r.provider_refund_id,
        'key', r.request_key,
        'by_hand', (r.status in ('requested', 'pending') and y.provider = 'desk')
          or (r.status = 'failed' and coalesce(r.last_error, '') not in ('dispute_lost', 'replaced') and private.remaining_of_payment(y.id) >= r.amount_cents))
        order by r.created_at, r.id), '[]')
      from private.shown_refunds(v_order.id) r join public.payments y on y.id = r.payment_id),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'kind', d.kind, 'amount_cents', case d.kind
          when 'external_refund' then private.undecided_cents(y.id) else y.amount_cents end, 'at', private.iso(d.created_at),
        'is_lost', exists (select from public.payment_disputes q where q.payment_id = y.id and q.outcome = 'lost'))
        order by d.created_at, d.id), '[]')
      from public.payment_decisions d join public.payments y on y.id = d.payment_id
      where d.order_id = v_order.id and d.status = 'open'),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', private.iso(e.at), 'kind', e.kind, 'about', e.about, 'cents', e.cents, 'id', e.id,
        'who', coalesce(nullif(p.name, ''), p.email)) order by e.at desc, e.kind), '[]')
      from private.order_events(v_order) e left join public.profiles p on p.id = e.who));
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_get_order_filters(p_item uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'camps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'base', l.name, 'from', w.start_date, 'until', w.end_date)
        order by w.start_date, w.name, l.name, w.id), '[]')
      from public.camp_weeks w join public.locations l on l.id = w.location_id
      where w.id = p_item or w.end_date > private.calendar_today() - 60),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name), '[]') from public.class_types t),
    'session', (
      select jsonb_build_object('id', s.id, 'name', t.name, 'base', l.name, 'day', s.session_date, 'time', private.clock_of(s.session_time))
      from public.sessions s join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
      where s.id = p_item),
    'bases', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name), '[]') from public.locations l));
end;
$function$;

ALTER FUNCTION "private"."answer_get_order_filters"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_list_orders(p_filter jsonb DEFAULT '{}'::jsonb, p_sort text DEFAULT '-created'::text, p_after uuid DEFAULT NULL::uuid, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- With more matches than this, reading the list in its order finds a page of them sooner.
  c_found_most constant integer := 20000;
  v_where text;
  v_column constant text := case when p_sort like '%total' then 'o.total_cents' else 'o.created_at' end;
  c_items_most constant integer := 5000;
  v_found uuid[];
  v_items uuid[];
  v_patterns text[];
  v_after public.orders;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "state": ["any", "paid", "decide", "refunded", "open", "lapsed"],
      "channel": ["web", "desk", "renewal"], "from": "day", "until": "day", "day": "day",
      "item": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "base": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}', p_sort, '{-created,created,-total,total}', p_limit);
  if p_after is not null then
    select * into v_after from public.orders where id = p_after;
    if not found then perform private.fail('order_not_found', 'p_after'); end if;
  end if;
  if p_filter ? 'search' then
    v_found := private.find_orders(p_filter ->> 'search', c_found_most);
    v_patterns := private.search_patterns(p_filter ->> 'search');
  end if;
  if p_filter ?| '{item,day,base}' then v_items := private.find_orders_of_items(p_filter, c_items_most); end if;
  v_where := private.orders_where(p_filter, v_found is not null, v_items is not null);
  v_page := private.read_page('public.orders o', v_where, v_column, p_sort like '-%',
    case v_column when 'o.total_cents' then v_after.total_cents::text else v_after.created_at::text end, p_after, p_limit,
    case when v_found is not null and v_items is not null
      then array(select unnest(v_found) intersect select unnest(v_items)) else coalesce(v_found, v_items) end, v_patterns);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.order_row(o) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.orders o on o.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_save_template(p_template_id uuid, p_template jsonb, p_expected jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_old public.session_templates;
  v_new public.session_templates;
  v_field text;
  v_made integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('session_templates', 0));
  if p_template_id is null then
    v_old.active := true;
    v_old.duration_minutes := 60;
    v_new := private.changed_template(v_old, p_template);
    v_field := case when v_new.class_type_id is null then 'class_type_id' when v_new.location_id is null then 'location_id'
      when v_new.weekday is null then 'weekday' when v_new.session_time is null then 'session_time' end;
    if v_field is not null then perform private.fail('invalid_input', v_field); end if;
    if exists (
      select from public.session_templates where class_type_id = v_new.class_type_id and location_id = v_new.location_id
        and weekday = v_new.weekday and session_time = v_new.session_time
    ) then
      perform private.fail('session_exists', 'session_time');
    end if;
    insert into public.session_templates (
      class_type_id, location_id, coach_id, weekday, session_time, duration_minutes, max_capacity, active)
    values (v_new.class_type_id, v_new.location_id, v_new.coach_id, v_new.weekday, v_new.session_time,
      v_new.duration_minutes, v_new.max_capacity, v_new.active)
    returning * into v_new;
  else
    select * into v_old from public.session_templates where id = p_template_id for update;
    if not found then perform private.fail('place_not_found', 'p_template_id'); end if;
    perform private.check_expected(p_expected, private.template_fields(v_old));
    v_new := private.changed_template(v_old, p_template);
    -- Its sessions keep their time slot, so another slot needs another template and this one is deactivated.
    v_field := case when v_new.class_type_id is distinct from v_old.class_type_id then 'class_type_id'
      when v_new.location_id is distinct from v_old.location_id then 'location_id'
      when v_new.weekday is distinct from v_old.weekday then 'weekday'
      when v_new.session_time is distinct from v_old.session_time then 'session_time' end;
    if v_field is not null then perform private.fail('session_in_use', v_field); end if;
    update public.session_templates set coach_id = v_new.coach_id, duration_minutes = v_new.duration_minutes,
      max_capacity = v_new.max_capacity, active = v_new.active
    where id = p_template_id returning * into v_new;
  end if;
  v_made := (select private.make_sessions(w.saturday, private.last_planned_day()) from private.weekend() w);
  return jsonb_build_object(
    'made', v_made,
    'template', private.template_view(v_new),
    'clashes', private.clashes_of(array(
      select s.id from public.sessions s
      where v_new.active and s.class_type_id = v_new.class_type_id and s.location_id = v_new.location_id
        and s.session_time = v_new.session_time and extract(isodow from s.session_date) = v_new.weekday
        and s.coach_id = v_new.coach_id and s.status = 'scheduled' and s.starts_at > private.calendar_now())));
end;
$function$;

CREATE OR REPLACE FUNCTION private.clashes_of(p_place_ids uuid[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(n.clash order by n.clash ->> 'starts_at', n.clash ->> 'name', n.clash ->> 'title'), '[]')
  from (
    select distinct c.clash from unnest(p_place_ids) i (id)
    cross join lateral jsonb_array_elements(private.coach_clashes(i.id)) c (clash) limit 50) n
$function$;

ALTER FUNCTION "private"."clashes_of"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.day_places(p_day date)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', h.kind, 'id', h.id, 'title', h.title, 'team', h.team, 'location', h.location, 'coach', h.coach, 'coach_count', jsonb_array_length(private.coaches_of(h.id)),
      'clashes', case when h.is_cancelled_by_us then '[]' else private.coach_clashes(h.id) end,
      'starts_at', private.iso(h.starts_at), 'ends_at', private.iso(h.ends_at), 'is_cancelled_by_us', h.is_cancelled_by_us,
      'capacity', h.capacity, 'taken', case h.kind when 'session' then private.seats_taken(h.id, clock_timestamp())
        else private.camp_seats_taken(h.id, clock_timestamp()) end,
      'children', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'child_id', c.id, 'name', c.name, 'age', private.age_on(c.dob, p_day), 'level', c.current_level,
          'entry_id', coalesce(d.booking_id, d.enrollment_id), 'mark', d.mark, 'is_new', private.is_new_child(c.id, p_day))
          order by c.name, c.id), '[]')
        from private.day_heads(p_day, array[h.id]) d join public.children c on c.id = d.child_id))
    order by h.starts_at, h.kind, h.title, h.id), '[]')
  from private.events_of_day(p_day) h
$function$;

CREATE OR REPLACE FUNCTION private.find_orders_of_items(p_filter jsonb, p_max integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_terms constant record := private.order_item_terms(p_filter);
  v_found uuid[];
begin
  -- A pass's order belongs to the sessions that its credits booked, too.
  execute format('select array(
      (select l.order_id from public.camp_weeks w join public.order_lines l on l.camp_id = w.id where %1$s limit %3$s)
      union all
      (select l.order_id from public.sessions s join public.order_lines l on l.session_id = s.id where %2$s limit %3$s)
      union all
      (select l.order_id
      from public.sessions s
      join public.bookings b on b.session_id = s.id and b.status = ''booked''
      join public.credit_ledger c on c.booking_id = b.id and c.reason = ''booked''
      join public.passes p on p.id = c.pass_id
      join public.order_lines l on l.id = p.order_line_id
      where %2$s limit %3$s))', v_terms.camps, v_terms.sessions, p_max + 1) into v_found;
  return case when cardinality(v_found) <= p_max then array(select distinct unnest(v_found)) end;
end;
$function$;

ALTER FUNCTION "private"."find_orders_of_items"(jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.make_sessions(p_first date, p_last date)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_created integer;
begin
  insert into public.sessions
    (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
  select t.class_type_id, t.location_id,
    (select k.id from public.coaches k where k.id = t.coach_id and private.can_be_coach(k.user_id)), d.day, t.session_time, t.duration_minutes, t.max_capacity
  from (select p_first + n as day from generate_series(0, p_last - p_first) n) d
  join public.session_templates t on t.weekday = extract(isodow from d.day)
  where t.active
    -- A class whose start has already passed did not take place.
    and (d.day + t.session_time) at time zone private.time_zone() > (select private.calendar_now())
    and not exists (
      select from public.sessions s
      where s.location_id = t.location_id and s.class_type_id = t.class_type_id
        and s.session_date = d.day and s.session_time = t.session_time
    )
  on conflict (location_id, class_type_id, session_date, session_time) do nothing;
  get diagnostics v_created = row_count;
  return v_created;
end;
$function$;

CREATE OR REPLACE FUNCTION private.order_item_terms(p_filter jsonb, OUT camps text, OUT sessions text)
 RETURNS record
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select
    concat_ws(' and ', 'true',
      case when p_filter ? 'item' then format('w.id = %L', p_filter ->> 'item') end,
      case when p_filter ? 'day' then format('%L between w.start_date and w.end_date', (p_filter ->> 'day')::date) end,
      case when p_filter ? 'base' then format('w.location_id = %L', p_filter ->> 'base') end),
    concat_ws(' and ', 'true',
      case when p_filter ? 'item' then format('(s.id = %1$L or s.class_type_id = %1$L)', p_filter ->> 'item') end,
      case when p_filter ? 'day' then format('s.session_date = %L', (p_filter ->> 'day')::date) end,
      case when p_filter ? 'base' then format('s.location_id = %L', p_filter ->> 'base') end)
$function$;

ALTER FUNCTION "private"."order_item_terms"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_items_condition(p_filter jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select format($where$exists (select from public.order_lines l where l.order_id = o.id and (
      l.camp_id in (select w.id from public.camp_weeks w where %1$s)
      or l.session_id in (select s.id from public.sessions s where %2$s)
      or exists (
        select from public.passes p
        join public.credit_ledger c on c.pass_id = p.id and c.reason = 'booked'
        join public.bookings b on b.id = c.booking_id and b.status = 'booked'
        where p.order_line_id = l.id and b.session_id in (select s.id from public.sessions s where %2$s))))$where$,
    t.camps, t.sessions)
  from private.order_item_terms(p_filter) t
$function$;

ALTER FUNCTION "private"."order_items_condition"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.orders_where(p_filter jsonb, p_is_found boolean, p_has_items boolean DEFAULT false)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    case coalesce(p_filter ->> 'state', case when p_filter ? 'search' then 'any' else 'usual' end)
      -- An abandoned checkout often has neither name nor money, so it is listed on request only.
      when 'usual' then '(o.paid_at is not null or o.status not in (''expired'', ''released''))'
      when 'paid' then 'o.paid_at is not null'
      when 'open' then 'o.paid_at is null and o.status in (''held'', ''awaiting_payment'')'
      when 'lapsed' then 'o.paid_at is null and o.status in (''expired'', ''released'')'
      when 'refunded' then
        'o.paid_at is not null and exists (select from public.refunds r where r.order_id = o.id and r.status <> ''failed'')'
      -- There are few open decisions, so they are looked up once.
      when 'decide' then 'o.id = any (array(select d.order_id from private.open_decisions() d where d.order_id is not null))' end,
    case when p_is_found or p_has_items then 'o.id = any ($1)' end,
    case when p_filter ? 'search' and not p_is_found then private.order_search_condition() end,
    case when p_filter ?| '{item,day,base}' and not p_has_items then private.order_items_condition(p_filter) end,
    case when p_filter ? 'channel' then format('o.channel = %L', p_filter ->> 'channel') end,
    private.within_days('o.created_at', p_filter))
$function$;

ALTER FUNCTION "private"."orders_where"(jsonb, boolean, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.place_changes(p_kind text, p_id uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('at', private.iso(a.created_at), 'by', private.staff_name(a.user_id),
    'before', a.before, 'after', case when a.action = 'update' then a.after end) order by a.id desc), '[]')
  from (
    select * from public.audit_log
    where table_name = case p_kind when 'session' then 'sessions' else 'camp_weeks' end and row_key = p_id::text and action in ('insert', 'update')
    -- Who created it stays in the list, however often it was changed.
    order by action = 'insert' desc, id desc limit 9) a
$function$;

CREATE OR REPLACE FUNCTION private.place_children(p_kind text, p_id uuid, p_day date)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('child_id', c.id, 'family_id', c.family_id, 'name', c.name,
    'state', h.mark ->> 'state') order by c.name, c.id), '[]')
  from (
    select b.child_id, b.id from public.bookings b where p_kind = 'session' and b.session_id = p_id and b.status = 'booked'
    union all
    select e.child_id, e.id from public.camp_enrollments e where p_kind = 'camp' and e.camp_id = p_id and e.status = 'enrolled'
    limit 500) n
  join public.children c on c.id = n.child_id
  left join private.day_heads(p_day, array[p_id]) h on n.id in (h.booking_id, h.enrollment_id)
$function$;

CREATE OR REPLACE FUNCTION public.get_order_filters(p_item uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('get_order_filters', 'management', v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_get_order_filters(p_item => p_item);
      if not private.leave_call('management', v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- OTHERS does not include query_canceled.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused_answer('get_order_filters', v_state, v_message, v_detail, v_hint, v_code),
        private.failed_answer('get_order_filters', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call('management', coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."get_order_filters"(uuid) OWNER TO "postgres";

COMMENT ON FUNCTION "private"."answer_copy_week"(date, date) IS 'For admins: copies the sessions of the week of Monday p_from to that of Monday p_to: {made: ids, left_out: the number that already exist there, also cancelled ones, or would already have begun, clashes of their coaches}. Bookings are not copied. A repeated call changes nothing. Refuses not_allowed, invalid_input (p_from, p_to: not a Monday, past, the same, or more than 400 days ahead), rate_limited. Definer: see save_session.';

COMMENT ON FUNCTION "private"."answer_get_order_filters"(uuid) IS 'For admins: what a list of orders can be filtered by: OrderFilters of contract/management-orders.ts: camps from two months ago on, kinds of class and locations; and the camp or session of p_item, whenever it was. Refuses not_allowed, rate_limited. Definer: see list_orders.';

COMMENT ON FUNCTION "private"."answer_list_orders"(jsonb, text, uuid, integer) IS 'For admins: one page of the orders of all years: StaffOrders (contract/management-orders.ts). p_filter: {search?, state?, channel?, from?, until?: days in Singapore, both included, item?, day?, base?: see private.order_items_condition}; p_sort: -created, created, -total, total; p_after: next of the page before; p_limit: 1 to 1000. Checkouts that expired are only in a search and with the state any or lapsed. The first page alone has count, up to a thousand. Contains no health data. Refuses not_allowed, invalid_input (field), order_not_found (p_after), rate_limited. Definer: reads tables past the policies, after checking the caller.';

COMMENT ON FUNCTION "private"."answer_save_template"(uuid, jsonb, jsonb) IS 'For admins: creates a weekly template (p_template_id null) or changes one: some of TemplateFields -> {made: sessions that were created from the templates at once, template: WeekTemplate, clashes of its coach in the coming sessions} (contract/management-schedule.ts). Sessions that were already planned do not change. p_expected: TemplateFields as the caller saw them. Refuses not_allowed, invalid_input (field), place_not_found, changed_meanwhile (field), session_exists, session_in_use (field) for another class, location, weekday or time, rate_limited. Definer: see save_session.';

COMMENT ON FUNCTION "private"."clashes_of"(uuid[]) IS 'The clashes of the coaches of several sessions and camps, each once and at most fifty, as private.coach_clashes.';

COMMENT ON FUNCTION "private"."day_places"(date) IS 'StaffPlace[] of contract/management.ts: the sessions and camps of a day in order of start time, with the places taken (sold, held or offered) and the expected children with their attendance marks (private.day_heads). A camp''s hours include its extended day. clashes: where else its coaches are at that hour. is_new: the child has never booked before. Contains no health data. The caller has checked the role.';

COMMENT ON FUNCTION "private"."find_orders_of_items"(jsonb, integer) IS 'The orders with a camp or class of a checked filter (private.order_item_terms); null if there are more than p_max: reading the orders in list order (private.order_items_condition) then meets enough of them soon.';

COMMENT ON FUNCTION "private"."make_sessions"(date, date) IS 'Creates the sessions of these days from the templates and returns how many were new; without a coach whose account is no longer staff. A repeated call changes nothing; a cancelled session stays cancelled.';

COMMENT ON FUNCTION "private"."order_item_terms"(jsonb) IS 'The SQL conditions for camps w and sessions s from a checked filter: item is the id of a camp, a session or a kind of class, day a day on which it takes place, base the id of its location.';

COMMENT ON FUNCTION "private"."order_items_condition"(jsonb) IS 'The SQL condition that an order o has a camp or class of a checked filter, as in private.find_orders_of_items.';

COMMENT ON FUNCTION "private"."orders_where"(jsonb, boolean, boolean) IS 'The SQL condition for a list of orders o from a checked filter. $1: the orders that were found by the search, by their camps and classes, or by both; $2: the search patterns, used if there are too many matches to look them up first. Without a state and a search, checkouts that expired are left out.';

COMMENT ON FUNCTION "private"."place_children"(text, uuid, date) IS 'The booked children: [{child_id, family_id, name, state: the attendance on that day, or null}]. Contains no health data.';

COMMENT ON FUNCTION "public"."copy_week"(date, date) IS 'For admins: copies the sessions of the week of Monday p_from to that of Monday p_to: {made: ids, left_out: the number that already exist there, also cancelled ones, or would already have begun, clashes of their coaches}. Bookings are not copied. A repeated call changes nothing. Refuses not_allowed, invalid_input (p_from, p_to: not a Monday, past, the same, or more than 400 days ahead), rate_limited. Definer: see save_session.';

COMMENT ON FUNCTION "public"."get_order_filters"(uuid) IS 'For admins: what a list of orders can be filtered by: OrderFilters of contract/management-orders.ts: camps from two months ago on, kinds of class and locations; and the camp or session of p_item, whenever it was. Refuses not_allowed, rate_limited. Definer: see list_orders.';

COMMENT ON FUNCTION "public"."list_orders"(jsonb, text, uuid, integer) IS 'For admins: one page of the orders of all years: StaffOrders (contract/management-orders.ts). p_filter: {search?, state?, channel?, from?, until?: days in Singapore, both included, item?, day?, base?: see private.order_items_condition}; p_sort: -created, created, -total, total; p_after: next of the page before; p_limit: 1 to 1000. Checkouts that expired are only in a search and with the state any or lapsed. The first page alone has count, up to a thousand. Contains no health data. Refuses not_allowed, invalid_input (field), order_not_found (p_after), rate_limited. Definer: reads tables past the policies, after checking the caller.';

COMMENT ON FUNCTION "public"."save_template"(uuid, jsonb, jsonb) IS 'For admins: creates a weekly template (p_template_id null) or changes one: some of TemplateFields -> {made: sessions that were created from the templates at once, template: WeekTemplate, clashes of its coach in the coming sessions} (contract/management-schedule.ts). Sessions that were already planned do not change. p_expected: TemplateFields as the caller saw them. Refuses not_allowed, invalid_input (field), place_not_found, changed_meanwhile (field), session_exists, session_in_use (field) for another class, location, weekday or time, rate_limited. Definer: see save_session.';

REVOKE ALL ON FUNCTION "private"."answer_get_order_filters"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_get_order_filters"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_get_order_filters"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."clashes_of"(uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."clashes_of"(uuid[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."clashes_of"(uuid[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."find_orders_of_items"(jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."find_orders_of_items"(jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."find_orders_of_items"(jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_item_terms"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_item_terms"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_item_terms"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_items_condition"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_items_condition"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_items_condition"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."orders_where"(jsonb, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."orders_where"(jsonb, boolean, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."orders_where"(jsonb, boolean, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_order_filters"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_order_filters"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_order_filters"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_order_filters"(uuid) TO "postgres";
