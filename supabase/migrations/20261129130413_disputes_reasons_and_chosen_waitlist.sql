set local check_function_bodies = off;

ALTER TABLE "public"."refunds" DROP CONSTRAINT "refunds_reason_check";

CREATE OR REPLACE FUNCTION private.answer_add_places_for(p_entry_id uuid, p_expected text, p_expected_capacity integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_entry public.waitlist_entries;
  v_now timestamptz;
  v_deadline timestamptz;
  v_positions integer[];
  v_free integer;
  v_capacity integer;
  v_missing integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_expected is null then perform private.fail('invalid_input', 'p_expected'); end if;
  v_entry := private.lock_waiting(p_entry_id, p_expected);
  if v_entry.status <> 'waiting' then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  select coalesce(
    (select max_capacity from public.sessions where id = v_entry.session_id),
    (select capacity from public.camp_weeks where id = v_entry.camp_id)) into v_capacity;
  if v_capacity is distinct from p_expected_capacity then
    perform private.fail('changed_meanwhile', 'p_expected_capacity');
  end if;
  v_positions := private.children_wanted(v_entry);
  if v_positions = '{}' then
    perform private.fail(case when exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c))
      then 'already_waiting' else 'already_booked' end, 'p_entry_id');
  end if;
  v_now := clock_timestamp();
  v_free := private.places_free(v_entry.session_id, v_entry.camp_id, v_now);
  v_deadline := private.offer_deadline(v_entry.session_id, v_entry.camp_id, v_now);
  if v_free is null or v_deadline is null then
    perform private.fail(case when v_entry.session_id is null then 'camp_started' else 'session_started' end, 'p_entry_id');
  end if;
  v_missing := greatest(0, cardinality(v_positions) - v_free);
  if v_capacity + v_missing > (case when v_entry.session_id is null then 500 else 100 end) then
    perform private.fail('invalid_input', 'p_expected_capacity');
  end if;
  -- The offer takes the new places in the same transaction, so that none of them reaches the rest of the queue.
  update public.sessions set max_capacity = max_capacity + v_missing where id = v_entry.session_id;
  update public.camp_weeks set capacity = capacity + v_missing where id = v_entry.camp_id;
  perform private.make_offer(v_entry, v_positions, v_deadline, (select auth.uid()));
  return private.waitlist_view((select e from public.waitlist_entries e where e.id = p_entry_id)) - 'children';
end;
$function$;

ALTER FUNCTION "private"."answer_add_places_for"(uuid, text, integer) OWNER TO "postgres";

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
    'managed', private.managed_view(v_order.id) - 'secret',
    -- The amount that can still be refunded for each line, regardless of its rules.
    'left', (
      select coalesce(jsonb_object_agg(l.id, private.remaining_of_line(l.id)), '{}')
      from public.order_lines l where l.order_id = v_order.id and v_order.paid_at is not null),
    'disputed_lines', array(
      select l.id from public.order_lines l
      where l.order_id = v_order.id and exists (
        select from private.line_charges(l.id) c where private.is_disputed(c.payment_id))
      order by l.position),
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

CREATE OR REPLACE FUNCTION private.check_refund_call(p_cents integer, p_reason text, p_expected_refundable_cents integer, p_expected_refunds integer, p_key uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_cents is null or p_cents < 1 then perform private.fail('invalid_input', 'p_cents'); end if;
  if p_reason is null or p_reason not in ('goodwill', 'cancelled', 'cancelled_by_us', 'mistake', 'complaint', 'other') then
    perform private.fail('invalid_input', 'p_reason');
  end if;
  if p_expected_refundable_cents is null and not private.is_service() then perform private.fail('invalid_input', 'p_expected_refundable_cents'); end if;
  if p_expected_refunds is null and not private.is_service() then perform private.fail('invalid_input', 'p_expected_refunds'); end if;
  if p_key is null and not private.is_service() then perform private.fail('invalid_input', 'p_key'); end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.order_row(p_order public.orders)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'order_id', p_order.id, 'number', p_order.number, 'channel', p_order.channel,
    'seller', private.staff_name(p_order.sold_by),
    'created_at', private.iso(p_order.created_at), 'paid_at', private.iso(p_order.paid_at),
    'state', private.staff_order_state(p_order, m.paid, m.refunded),
    'name', coalesce(p_order.parent_name, f.contact_name), 'email', coalesce(p_order.parent_email, f.contact_email),
    'phone', coalesce(p_order.parent_phone, f.contact_phone),
    'total_cents', p_order.total_cents, 'paid_cents', m.paid, 'refunded_cents', m.refunded,
    'bought', (
      select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'base', coalesce(c.name, p.name), 'days', case
        when w.id is not null then jsonb_build_object('from', w.start_date, 'until', w.end_date)
        when s.id is not null then jsonb_build_object('from', s.session_date, 'until', s.session_date) end)
        order by l.position), '[]')
      from public.order_lines l
      left join public.camp_weeks w on w.id = l.camp_id
      left join public.locations c on c.id = w.location_id
      -- The first class of a pass is not what was bought.
      left join public.sessions s on s.id = l.session_id and l.sessions = 1
      left join public.locations p on p.id = s.location_id
      where l.order_id = p_order.id),
    'children', array(
      select coalesce(k.name, n.name) from public.order_children n left join public.children k on k.id = n.child_id
      where n.order_id = p_order.id and coalesce(k.name, n.name) is not null order by n.position))
  from (select
      coalesce((select sum(y.amount_cents) from public.payments y where y.order_id = p_order.id), 0)::integer as paid,
      coalesce((select sum(r.amount_cents) from public.refunds r where r.order_id = p_order.id and r.status <> 'failed'), 0)::integer as refunded
    offset 0) m
  left join public.families f on f.id = p_order.family_id
$function$;

CREATE OR REPLACE FUNCTION private.staff_order_state(p_order public.orders, p_paid integer, p_refunded integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_order.paid_at is null then return p_order.status; end if;
  return case
    when exists (
      select from public.payments y join public.payment_disputes d on d.payment_id = y.id
      where y.order_id = p_order.id and d.outcome is null) then 'disputed'
    when exists (
      select from public.payments y join public.payment_disputes d on d.payment_id = y.id
      where y.order_id = p_order.id and d.outcome = 'lost')
      and exists (select from public.order_lines l where l.order_id = p_order.id and l.status <> 'cancelled') then 'dispute_lost'
    else private.order_state(p_order, p_paid, p_refunded) end;
end;
$function$;

ALTER FUNCTION "private"."staff_order_state"(public.orders, integer, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.add_places_for(p_entry_id uuid, p_expected text, p_expected_capacity integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('add_places_for', 'management', v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_add_places_for(p_entry_id => p_entry_id, p_expected => p_expected, p_expected_capacity => p_expected_capacity);
      if not private.leave_call('management', v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- OTHERS does not include query_canceled.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused_answer('add_places_for', v_state, v_message, v_detail, v_hint, v_code),
        private.failed_answer('add_places_for', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call('management', coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."add_places_for"(uuid, text, integer) OWNER TO "postgres";

ALTER TABLE "public"."refunds" ADD CONSTRAINT "refunds_reason_check" CHECK ((reason = ANY (ARRAY['cancelled'::text, 'moved'::text, 'paid_late'::text, 'duplicate_payment'::text, 'mismatch'::text, 'unknown_order'::text, 'cancelled_by_us'::text, 'goodwill'::text, 'mistake'::text, 'complaint'::text, 'other'::text, 'external'::text])));

COMMENT ON COLUMN "public"."refunds"."reason" IS 'cancelled_by_us: by us, such as a camp that does not take place; goodwill, mistake, complaint and other (its note says why): staff decided; external: made at the payment provider. The reason for each line is in refund_allocations.';

COMMENT ON FUNCTION "private"."answer_add_places_for"(uuid, text, integer) IS 'For admins: offers a waiting entry the places that it wants, and adds as many as are not free: WaitlistView without its children. Everybody else keeps their turn. p_expected, p_expected_capacity: the status and the capacity that the caller saw, so that a repeated call adds nothing. Refuses not_allowed, waitlist_entry_not_found, invalid_input (p_expected, or p_expected_capacity at the largest capacity), changed_meanwhile, already_booked, already_waiting, session_started, camp_started (also if it is too late for an offer), rate_limited. Definer: see add_places.';

COMMENT ON FUNCTION "private"."staff_order_state"(public.orders, integer, integer) IS 'The state of an order for staff. While a bank decides about a charge it is disputed, and after a lost dispute dispute_lost until all of its lines are cancelled; the family does not see either.';

COMMENT ON FUNCTION "public"."add_places_for"(uuid, text, integer) IS 'For admins: offers a waiting entry the places that it wants, and adds as many as are not free: WaitlistView without its children. Everybody else keeps their turn. p_expected, p_expected_capacity: the status and the capacity that the caller saw, so that a repeated call adds nothing. Refuses not_allowed, waitlist_entry_not_found, invalid_input (p_expected, or p_expected_capacity at the largest capacity), changed_meanwhile, already_booked, already_waiting, session_started, camp_started (also if it is too late for an offer), rate_limited. Definer: see add_places.';

COMMENT ON FUNCTION "public"."refund_order"(uuid, integer, text, integer, integer, uuid, text) IS 'For admins: refunds p_cents of an order''s charge: {refund_id}. Bookings do not change, except lines that we cancelled or that wait for a choice: once fully refunded they are closed (private.close_refunded). p_reason: goodwill, cancelled, cancelled_by_us, mistake, complaint or other. p_key: made by the form; a second call with it returns the same and refunds nothing more. p_note: why, in words, for the order''s history. p_expected_refundable_cents, p_expected_refunds: what was left when the form was opened, and how many refunds the order had, so that one of two concurrent users is refused. Only the service role may leave out these. Refuses not_allowed, invalid_input, order_not_found, refund_changed (the order has changed since the form was opened, or the key was used for another sum; detail: cents left), refund_too_much (detail: cents left), charge_disputed (a bank decides about the charge). Definer: it checks the caller first; refunds are written only by such functions.';

REVOKE ALL ON FUNCTION "private"."answer_add_places_for"(uuid, text, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_add_places_for"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_add_places_for"(uuid, text, integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."staff_order_state"(public.orders, integer, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_order_state"(public.orders, integer, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_order_state"(public.orders, integer, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."add_places_for"(uuid, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."add_places_for"(uuid, text, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."add_places_for"(uuid, text, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."add_places_for"(uuid, text, integer) TO "postgres";
