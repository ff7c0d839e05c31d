set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.answer_cancel_lines(p_access jsonb, p_line_ids uuid[], p_seen_refund_cents integer, p_seen_ends_renewal boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.paid_order(p_access);
begin
  perform private.give_lines_back(v_order, p_line_ids, p_seen_refund_cents, p_seen_ends_renewal);
  return private.managed_view(v_order.id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_give_back_lines(p_order_id uuid, p_line_ids uuid[], p_cents integer, p_reason text, p_seen_refund_cents integer, p_seen_ends_renewal boolean, p_seen_left_cents integer, p_is_whole boolean, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_payment public.payments;
  v_more constant integer := p_cents - p_seen_refund_cents;
  v_line_id constant uuid := case when not p_is_whole then p_line_ids[1] end;
  v_left integer;
  v_id uuid;
begin
  perform private.check_refund_call(greatest(p_cents, 1), p_reason, p_seen_left_cents, p_key);
  if p_is_whole is null or not p_is_whole and cardinality(p_line_ids) is distinct from 1 then
    perform private.fail('invalid_input', 'p_is_whole');
  end if;
  -- What the family was promised at the sale is theirs.
  if v_more is null or v_more < 0 then perform private.fail('invalid_input', 'p_cents'); end if;
  v_order := private.paid_order(jsonb_build_object('order_id', p_order_id));
  perform private.check_line_ids(p_line_ids, v_order.id);
  v_payment := private.order_payment(v_order.id);
  v_left := case when p_is_whole then coalesce(private.left_of_payment(v_payment.id), 0) else private.left_of_line(v_line_id) end;
  v_id := private.refund_of_key(p_key, v_order.id, v_line_id, v_more, v_left);
  if v_id is not null then return jsonb_build_object('refund_id', v_id); end if;

  perform private.check_seen_left(p_seen_left_cents, v_left);
  if v_more > 0 then
    perform private.refuse_disputed(v_payment.id, 'p_line_ids');
    perform private.refuse_disputed(c.payment_id, 'p_line_ids') from unnest(p_line_ids) l, private.line_charges(l) c;
  end if;
  perform private.give_lines_back(v_order, p_line_ids, p_seen_refund_cents, p_seen_ends_renewal);
  if v_more > 0 and p_is_whole then
    v_id := private.request_refund(v_payment, null, v_more, p_reason, p_key);
  elsif v_more > 0 then
    v_left := private.left_of_line(v_line_id);
    if v_more > v_left then perform private.fail('refund_too_much', 'p_cents', (p_seen_refund_cents + v_left)::text); end if;
    v_id := private.request_line_refund(
      (select l from public.order_lines l where l.id = v_line_id), v_more, p_reason, p_key);
  end if;
  return jsonb_build_object('refund_id', v_id);
end;
$function$;

ALTER FUNCTION "private"."answer_give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_list_log(p_filter jsonb DEFAULT '{}'::jsonb, p_after bigint DEFAULT NULL::bigint, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Of a name that many have the first of them are meant.
  c_people_most constant integer := 200;
  v_is_changes constant boolean := p_filter ->> 'log' is distinct from 'looks';
  v_log constant text := case when v_is_changes then 'audit_log' else 'access_log' end;
  v_where text;
  v_patterns text[];
  v_people uuid[] := '{}';
  v_families uuid[] := '{}';
  v_rows text[] := '{}';
  v_entries bigint[] := '{}';
  v_at timestamptz;
  v_ids bigint[];
  v_count integer;
  v_found jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "log": ["changes", "looks"], "table": "^[a-z_]{1,60}$", "who": "text", "family": "text", "by": ["account", "system"],
      "entry": "^[0-9]{1,15}$", "from": "day", "until": "day"}', null, null, p_limit);
  if p_after is not null then
    execute format('select created_at from public.%I where id = $1', v_log) into v_at using p_after;
    if v_at is null then perform private.fail('invalid_input', 'p_after'); end if;
  end if;
  if p_filter ? 'who' then
    v_patterns := private.search_patterns(p_filter ->> 'who');
    v_people := array(
      select p.id from public.profiles p
      where p.id::text = lower(btrim(p_filter ->> 'who'))
        or lower(' ' || p.name || ' ' || coalesce(p.email, '') || ' ' || coalesce(p.phone, '')) like all (v_patterns)
      order by p.id limit c_people_most);
  end if;
  if p_filter ? 'family' then
    v_families := (coalesce(private.find_families(p_filter ->> 'family', c_people_most), '{}'))[:c_people_most];
    if v_is_changes then
      v_rows := private.rows_of_families(v_families);
      v_entries := array(
        select g.id from public.consents c join public.audit_log g on g.table_name = 'consents' and g.row_key = c.id::text
        where c.family_id = any (v_families)
        union
        select g.id from public.family_notes n join public.audit_log g on g.table_name = 'family_notes' and g.row_key = n.id::text
        where n.family_id = any (v_families));
    end if;
  end if;
  v_where := private.log_where(p_filter, v_is_changes);
  if p_after is null then
    execute format('select count(*) from (select from public.%I g where %s limit %s) g', v_log, v_where, private.counted_most() + 1)
    into v_count using v_people, v_families, v_rows, v_entries;
  end if;
  execute format('select array(select g.id from public.%I g where %s %s order by g.created_at desc, g.id desc limit %s)',
    v_log, v_where, case when p_after is not null then format('and (g.created_at, g.id) < (%L, %s)', v_at, p_after) end, p_limit + 1)
  into v_ids using v_people, v_families, v_rows, v_entries;
  execute format(
    'select coalesce(jsonb_agg(private.%I(g) order by n.ordinality), ''[]'') from unnest($1) with ordinality n (id, ordinality) join public.%I g on g.id = n.id',
    case when v_is_changes then 'changed_entry' else 'looked_entry' end, v_log)
  into v_found using v_ids[:p_limit];
  return jsonb_build_object('rows', v_found) || private.page_end(v_ids, v_count, p_limit);
end;
$function$;

CREATE OR REPLACE FUNCTION private.give_lines_back(p_order public.orders, p_line_ids uuid[], p_seen_refund_cents integer, p_seen_ends_renewal boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_at timestamptz;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_line public.order_lines;
  v_terms record;
  v_plan jsonb := '[]';
  v_refund integer := 0;
  v_given_back jsonb;
begin
  perform private.check_line_ids(p_line_ids, p_order.id);
  if p_seen_refund_cents is null or p_seen_refund_cents < 0 then perform private.fail('invalid_input', 'p_seen_refund_cents'); end if;
  perform private.lock_lines(p_line_ids);
  v_camp_ids := array(select distinct l.camp_id from public.order_lines l
    where l.id = any (p_line_ids) and l.status = 'placed' and l.camp_id is not null);
  perform private.lock_charges(p_line_ids);
  -- One moment for what is used: a session may begin while this goes on.
  v_at := private.calendar_now();
  v_session_ids := array(
    select distinct b.session_id from unnest(p_line_ids) l, private.pass_bookings(l, v_at) b where not b.is_spent);
  v_given_back := private.given_back(p_line_ids, v_at);

  for v_terms in select * from private.line_terms(p_line_ids, v_at) loop
    if v_terms.problem is not null then
      perform private.fail(v_terms.problem, format('p_line_ids[%s]', array_position(p_line_ids, v_terms.line_id) - 1));
    end if;
    v_refund := v_refund + v_terms.refund_cents;
    v_plan := v_plan || to_jsonb(v_terms);
  end loop;
  if v_refund <> p_seen_refund_cents then
    perform private.fail('refund_changed', 'p_seen_refund_cents', v_refund::text);
  end if;

  -- Renewed since they looked: this pass can be given back, but the card would be charged again for the next one.
  if p_seen_ends_renewal and not v_given_back -> 'passes' @> '[{"ends_renewal": true}]' then
    perform private.fail('pass_renewed', 'p_seen_ends_renewal');
  end if;

  for v_terms in
    select t.* from jsonb_to_recordset(v_plan) as t (line_id uuid, refund_cents integer, reclaimed_cents integer, why jsonb)
  loop
    select * into v_line from public.order_lines where id = v_terms.line_id;
    perform private.free_line(v_line, v_at);
    if v_terms.refund_cents > 0 then
      -- Whoever had their money back, and has tried nothing, may try another time.
      delete from public.once_claims
      where order_line_id = v_line.id and not exists (select from private.pass_bookings(v_line.id, v_at));
      perform private.request_line_refund(v_line, v_terms.refund_cents, 'cancelled');
    end if;
    perform private.post_reclaims(p_line_ids, v_line.id, v_terms.reclaimed_cents);
    perform private.close_line(v_line.id, 'cancelled', v_terms.why);
  end loop;
  perform private.queue_cancelled_mail(
    p_order.id, (select min(l::text) from unnest(p_line_ids) l), p_line_ids, p_seen_refund_cents, v_given_back);
  perform private.places_freed(v_session_ids, v_camp_ids);
end;
$function$;

ALTER FUNCTION "private"."give_lines_back"(public.orders, uuid[], integer, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.log_where(p_filter jsonb, p_is_changes boolean)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'table' then format('g.%I = %L', case when p_is_changes then 'table_name' else 'accessed_table' end, p_filter ->> 'table') end,
    case when p_filter ? 'entry' then format('g.id = %L', p_filter ->> 'entry') end,
    case when p_filter ? 'who' then 'g.user_id = any ($1)' end,
    case p_filter ->> 'by' when 'account' then 'g.user_id is not null' when 'system' then 'g.user_id is null' end,
    case when p_filter ? 'family' then case when p_is_changes
      then '(g.row_key = any ($3) or g.id = any ($4))' else 'g.family_id = any ($2)' end end,
    private.within_days('g.created_at', p_filter))
$function$;

CREATE OR REPLACE FUNCTION public.give_back_lines(p_order_id uuid, p_line_ids uuid[], p_cents integer, p_reason text, p_seen_refund_cents integer, p_seen_ends_renewal boolean, p_seen_left_cents integer, p_is_whole boolean, p_key uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_may constant boolean := private.enter_call('management');
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_answer jsonb;
    begin
      if not v_may then perform private.fail('rate_limited'); end if;
      return private.answer_give_back_lines(p_order_id => p_order_id, p_line_ids => p_line_ids, p_cents => p_cents, p_reason => p_reason, p_seen_refund_cents => p_seen_refund_cents, p_seen_ends_renewal => p_seen_ends_renewal, p_seen_left_cents => p_seen_left_cents, p_is_whole => p_is_whole, p_key => p_key);
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_answer := coalesce(private.refused('give_back_lines', v_state, v_message, v_detail, v_hint), private.faulted('give_back_lines', NULL, v_state));
      if v_answer is null then raise; end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) OWNER TO "postgres";

COMMENT ON FUNCTION "private"."answer_give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) IS 'For admins: gives lines of a paid order back by their rules, as cancel_lines, and pays back p_cents in all, which is no less than the rules give: {refund_id}, of what goes beyond them, else null. All of it or nothing. p_is_whole: what goes beyond is of the order''s charge, else of its one line. p_seen_…: what the form said that the rules give, whether a pass ends its renewal, and what was left to pay back. p_key: made by the form; sent twice, nothing goes back twice. Refuses as cancel_lines and refund_line. Definer: see refund_order.';

COMMENT ON FUNCTION "private"."answer_list_log"(jsonb, bigint, integer) IS 'For admins: the audit log (log: changes, also when it is not said) or the access log (looks), the newest first, a page at a time: LogPage (contract/management-system.ts). p_filter: {log?, table?, who?: part of a name or address, or an id, family?: whatever finds it (private.find_families), by?: account | system, entry?: the id of one, from?, until?: days in Singapore, both included}; p_after: next of the page before; p_limit: 1 to 1000. count, to a thousand, with the first page alone. Refuses not_allowed, invalid_input (field), rate_limited. Definer: finds families and people past the policies, after asking who calls.';

COMMENT ON FUNCTION "private"."give_lines_back"(public.orders, uuid[], integer, boolean) IS 'Gives lines of a locked, paid order back by their rules, all or none, as cancel_lines and give_back_lines say.';

COMMENT ON FUNCTION "public"."give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) IS 'For admins: gives lines of a paid order back by their rules, as cancel_lines, and pays back p_cents in all, which is no less than the rules give: {refund_id}, of what goes beyond them, else null. All of it or nothing. p_is_whole: what goes beyond is of the order''s charge, else of its one line. p_seen_…: what the form said that the rules give, whether a pass ends its renewal, and what was left to pay back. p_key: made by the form; sent twice, nothing goes back twice. Refuses as cancel_lines and refund_line. Definer: see refund_order.';

COMMENT ON FUNCTION "public"."list_log"(jsonb, bigint, integer) IS 'For admins: the audit log (log: changes, also when it is not said) or the access log (looks), the newest first, a page at a time: LogPage (contract/management-system.ts). p_filter: {log?, table?, who?: part of a name or address, or an id, family?: whatever finds it (private.find_families), by?: account | system, entry?: the id of one, from?, until?: days in Singapore, both included}; p_after: next of the page before; p_limit: 1 to 1000. count, to a thousand, with the first page alone. Refuses not_allowed, invalid_input (field), rate_limited. Definer: finds families and people past the policies, after asking who calls.';

REVOKE ALL ON FUNCTION "private"."answer_give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."give_lines_back"(public.orders, uuid[], integer, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."give_lines_back"(public.orders, uuid[], integer, boolean) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."give_lines_back"(public.orders, uuid[], integer, boolean) TO "postgres";

REVOKE ALL ON FUNCTION "public"."give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."give_back_lines"(uuid, uuid[], integer, text, integer, boolean, integer, boolean, uuid) TO "postgres";
