set local check_function_bodies = off;

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
  v_found uuid[];
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
  v_where := private.orders_where(p_filter, v_found is not null);
  v_page := private.read_page('public.orders o', v_where, v_column, p_sort like '-%',
    case v_column when 'o.total_cents' then v_after.total_cents::text else v_after.created_at::text end, p_after, p_limit,
    v_found, v_patterns);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.order_row(o) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.orders o on o.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$function$;

CREATE OR REPLACE FUNCTION private.order_items_condition(p_filter jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  -- A pass's order belongs to the sessions that its credits booked, too.
  select case when p_filter ?| '{item,day,base}' then format($where$o.id in (
      select l.order_id from public.camp_weeks w join public.order_lines l on l.camp_id = w.id where %1$s
      union all
      select l.order_id from public.sessions s join public.order_lines l on l.session_id = s.id where %2$s
      union all
      select l.order_id
      from public.sessions s
      join public.bookings b on b.session_id = s.id and b.status = 'booked'
      join public.credit_ledger c on c.booking_id = b.id and c.reason = 'booked'
      join public.passes p on p.id = c.pass_id
      join public.order_lines l on l.id = p.order_line_id
      where %2$s)$where$,
    concat_ws(' and ', 'true',
      case when p_filter ? 'item' then format('w.id = %L', p_filter ->> 'item') end,
      case when p_filter ? 'day' then format('%L between w.start_date and w.end_date', (p_filter ->> 'day')::date) end,
      case when p_filter ? 'base' then format('w.location_id = %L', p_filter ->> 'base') end),
    concat_ws(' and ', 'true',
      case when p_filter ? 'item' then format('(s.id = %1$L or s.class_type_id = %1$L)', p_filter ->> 'item') end,
      case when p_filter ? 'day' then format('s.session_date = %L', (p_filter ->> 'day')::date) end,
      case when p_filter ? 'base' then format('s.location_id = %L', p_filter ->> 'base') end)) end
$function$;

ALTER FUNCTION "private"."order_items_condition"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.orders_where(p_filter jsonb, p_is_found boolean)
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
    case when p_filter ? 'search' then case when p_is_found then 'o.id = any ($1)' else private.order_search_condition() end end,
    case when p_filter ? 'channel' then format('o.channel = %L', p_filter ->> 'channel') end,
    private.order_items_condition(p_filter),
    private.within_days('o.created_at', p_filter))
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

COMMENT ON FUNCTION "private"."answer_get_order_filters"(uuid) IS 'For admins: what a list of orders can be filtered by: OrderFilters of contract/management-orders.ts: camps from two months ago on, kinds of class and locations; and the camp or session of p_item, whenever it was. Refuses not_allowed, rate_limited. Definer: see list_orders.';

COMMENT ON FUNCTION "private"."answer_list_orders"(jsonb, text, uuid, integer) IS 'For admins: one page of the orders of all years: StaffOrders (contract/management-orders.ts). p_filter: {search?, state?, channel?, from?, until?: days in Singapore, both included, item?, day?, base?: see private.order_items_condition}; p_sort: -created, created, -total, total; p_after: next of the page before; p_limit: 1 to 1000. Checkouts that expired are only in a search and with the state any or lapsed. The first page alone has count, up to a thousand. Contains no health data. Refuses not_allowed, invalid_input (field), order_not_found (p_after), rate_limited. Definer: reads tables past the policies, after checking the caller.';

COMMENT ON FUNCTION "private"."order_items_condition"(jsonb) IS 'The SQL condition that an order o has a camp or class of a checked filter: item is the id of a camp, a session or a kind of class, day a day on which it takes place, base the id of its location. Null without any of them.';

COMMENT ON FUNCTION "private"."orders_where"(jsonb, boolean) IS 'The SQL condition for a list of orders o from a checked filter. $1: the orders that were found; $2: the search patterns, used if there are too many matches to look them up first. Without a state and a search, checkouts that expired are left out.';

COMMENT ON FUNCTION "private"."place_children"(text, uuid, date) IS 'The booked children: [{child_id, family_id, name, state: the attendance on that day, or null}]. Contains no health data.';

COMMENT ON FUNCTION "public"."get_order_filters"(uuid) IS 'For admins: what a list of orders can be filtered by: OrderFilters of contract/management-orders.ts: camps from two months ago on, kinds of class and locations; and the camp or session of p_item, whenever it was. Refuses not_allowed, rate_limited. Definer: see list_orders.';

COMMENT ON FUNCTION "public"."list_orders"(jsonb, text, uuid, integer) IS 'For admins: one page of the orders of all years: StaffOrders (contract/management-orders.ts). p_filter: {search?, state?, channel?, from?, until?: days in Singapore, both included, item?, day?, base?: see private.order_items_condition}; p_sort: -created, created, -total, total; p_after: next of the page before; p_limit: 1 to 1000. Checkouts that expired are only in a search and with the state any or lapsed. The first page alone has count, up to a thousand. Contains no health data. Refuses not_allowed, invalid_input (field), order_not_found (p_after), rate_limited. Definer: reads tables past the policies, after checking the caller.';

REVOKE ALL ON FUNCTION "private"."answer_get_order_filters"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_get_order_filters"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_get_order_filters"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_items_condition"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_items_condition"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_items_condition"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_order_filters"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_order_filters"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_order_filters"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_order_filters"(uuid) TO "postgres";
