set local check_function_bodies = off;

ALTER TABLE "public"."audit_log" DROP CONSTRAINT "audit_log_action_check";

ALTER TABLE "public"."order_links" DROP CONSTRAINT "order_links_purpose_check";

ALTER TABLE "public"."outbox" DROP CONSTRAINT "outbox_template_check";

ALTER TABLE "public"."order_links" ADD COLUMN "told_children" integer[] NOT NULL DEFAULT '{}'::integer[];

CREATE OR REPLACE FUNCTION private.answer_ask_child_details(p_place_id uuid, p_child_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_day constant date := private.calendar_today();
  v_child public.children;
  v_held record;
  v_order_id uuid;
  v_mails integer;
begin
  if not private.may_mark(p_place_id, v_day) then perform private.deny(); end if;
  -- Twice at the same moment is one mail.
  select k.* into v_child
  from public.children k
  where k.id = p_child_id and exists (
    select from private.day_entries(v_day) d where d.place_id = p_place_id and d.child_id = k.id)
  for no key update of k;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  select * into v_held from private.day_held(v_day) where id = p_place_id;
  v_order_id := private.order_of_child(v_child.id, case v_held.kind when 'session' then p_place_id end,
    case v_held.kind when 'camp' then p_place_id end);
  with sent as (
    insert into public.outbox (key, template, recipient, payload)
    select format('details_asked:%s:%s:%s:%s:%s', v_child.family_id, v_child.id, p_place_id, v_day, w.n), 'details_asked', w.email,
      jsonb_strip_nulls(jsonb_build_object('parent_name', w.name, 'day', v_day, 'title', v_held.title, 'location', v_held.location,
        'child_name', private.given_name(v_child.name, array(select name from public.children where family_id = v_child.family_id)),
        'manage_token', case when v_order_id is not null then private.make_order_link(v_order_id, 'child_details', w.email) end))
    from (
      select email, name, row_number() over (order by email) as n
      from (
        select distinct on (lower(email)) email, name from private.parents_for_collection(v_child.family_id)
        where coalesce(email, '') <> '' and email <> 'erased') e) w
    where not exists (
      select from public.outbox o
      where o.key = format('details_asked:%s:%s:%s:%s:%s', v_child.family_id, v_child.id, p_place_id, v_day, w.n))
    returning 1
  )
  select count(*) into v_mails from sent;
  if v_mails > 0 then
    insert into public.audit_log (user_id, actor, action, table_name, row_key, after)
    values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'ask', 'children', v_child.id,
      jsonb_build_object(case v_held.kind when 'session' then 'session_id' else 'camp_id' end, p_place_id, 'day', v_day));
  end if;
  return jsonb_build_object('mails', v_mails);
end;
$function$;

ALTER FUNCTION "private"."answer_ask_child_details"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_get_asked_details(p_access jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.paid_order(p_access, '{child_details}');
begin
  return jsonb_build_object(
    'children', private.ask_for_details(v_order, coalesce((
      select told_children from public.order_links where token_hash = private.token_hash(p_access ->> 'token')), '{}')),
    'known', private.known_details(p_access, v_order),
    -- Then the parents confirm it once they sign in.
    'needs_confirmation', private.has_account(v_order.family_id) and not private.speaks_for(p_access, v_order.family_id));
end;
$function$;

ALTER FUNCTION "private"."answer_get_asked_details"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_get_details_told(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order constant public.orders := private.desk_order(p_order_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('child', c.child, 'name', c.name) || private.details_known(c.child_id)
      || jsonb_build_object('is_proposed', exists (
        select from public.family_proposals p where p.order_id = v_order.id and p.child_id = c.child_id
          and p.kind in ('health', 'emergency_contact', 'pickup_authorization'))) order by c.child), '[]')
    from private.children_of_order(v_order) c);
end;
$function$;

ALTER FUNCTION "private"."answer_get_details_told"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_make_details_link(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_hours constant integer := 24;
  v_order constant public.orders := private.desk_order(p_order_id);
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_expires_at constant timestamptz := clock_timestamp() + make_interval(hours => c_hours);
begin
  delete from public.order_links where order_id = v_order.id and purpose = 'child_details' and recipient is null;
  insert into public.order_links (order_id, purpose, token_hash, expires_at)
  values (v_order.id, 'child_details', private.token_hash(v_token), v_expires_at);
  return jsonb_build_object('token', v_token, 'expires_at', private.iso(v_expires_at));
end;
$function$;

ALTER FUNCTION "private"."answer_make_details_link"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_save_order_child(p_access jsonb, p_child integer, p_details jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
  v_details jsonb;
  v_child_id uuid;
  v_user_id constant uuid := case when not private.is_given(p_access -> 'token') then (select auth.uid()) end;
begin
  v_order := private.paid_order(p_access, '{manage,child_details}');
  v_details := private.check_child_details(p_details);
  -- What was typed at the checkout still waits with the order, and would be written over this.
  if v_order.outcome = 'needs_choice' then perform private.fail('order_closed'); end if;
  select k.id into v_child_id
  from public.order_children c join public.children k on k.id = c.child_id and k.family_id = v_order.family_id
  where c.order_id = v_order.id and c.position = p_child;
  if not found then perform private.fail('child_not_found', 'p_child'); end if;
  perform private.use_details_link(p_access, p_child);

  perform from public.families where id = v_order.family_id for no key update;
  if private.has_account(v_order.family_id) and not private.speaks_for(p_access, v_order.family_id) then
    perform private.propose_told(v_order.id, v_order.family_id, v_child_id, v_details);
    return jsonb_build_object('child', p_child, 'saved', (select jsonb_agg(key order by key) from jsonb_object_keys(v_details) key));
  end if;
  if v_details ?| array['allergies', 'medical_conditions', 'medications', 'physical_limitations', 'nothing_to_report'] then
    perform private.add_health(v_child_id, v_details - array['emergency_contacts', 'pickup_authorizations'],
      v_user_id, case when v_user_id is null then 'link' else 'family' end);
    perform private.log_access('child_health', 'changed_after_sale', v_order.family_id, v_child_id);
  end if;
  if v_details -> 'nothing_to_report' = 'true' then
    perform private.answer_health(v_child_id, true, v_user_id, case when v_user_id is null then 'link' else 'family' end);
  end if;
  perform private.add_people(
    v_order.family_id, v_child_id, v_details -> 'emergency_contacts', v_details -> 'pickup_authorizations');
  if v_details ?| array['pickup_authorizations', 'emergency_contacts'] then
    perform private.log_access('pickup_authorizations', 'changed_after_sale', v_order.family_id, v_child_id);
  end if;
  return jsonb_build_object('child', p_child, 'saved', (select jsonb_agg(key order by key) from jsonb_object_keys(v_details) key));
end;
$function$;

CREATE OR REPLACE FUNCTION private.ask_for_details(p_order public.orders, p_told integer[])
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('child', c.child, 'name', c.name, 'is_told', c.child = any (p_told),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'title', l.value -> 'title', 'session', l.value -> 'session', 'camp', l.value -> 'camp') order by l.ordinality), '[]')
      from jsonb_array_elements(v.view -> 'lines') with ordinality l
      where (l.value ->> 'child')::integer = c.child and l.value ->> 'status' <> 'cancelled')) order by c.child), '[]')
  from private.children_of_order(p_order) c cross join lateral (select private.order_view(p_order.id) as view) v
$function$;

ALTER FUNCTION "private"."ask_for_details"(public.orders, integer[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.children_of_order(p_order public.orders)
 RETURNS TABLE(child integer, child_id uuid, name text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select c.position, k.id, private.given_name(k.name, array(select name from public.children where family_id = p_order.family_id))
  from public.order_children c join public.children k on k.id = c.child_id and k.family_id = p_order.family_id
  where c.order_id = p_order.id
$function$;

ALTER FUNCTION "private"."children_of_order"(public.orders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.desk_order(p_order_id uuid)
 RETURNS public.orders
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_order public.orders;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  if v_order.paid_at is null then perform private.fail('order_closed'); end if;
  return v_order;
end;
$function$;

ALTER FUNCTION "private"."desk_order"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.order_of_child(p_child_id uuid, p_session_id uuid, p_camp_id uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.order_id
  from public.bookings b
  join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
  join public.passes p on p.id = k.pass_id
  join public.order_lines l on l.id = p.order_line_id
  where b.session_id = p_session_id and b.child_id = p_child_id and b.status = 'booked'
  union all
  select l.order_id
  from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
  where e.camp_id = p_camp_id and e.child_id = p_child_id and e.status = 'enrolled'
  limit 1
$function$;

ALTER FUNCTION "private"."order_of_child"(uuid, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.use_details_link(p_access jsonb, p_child integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not private.is_given(p_access -> 'token') then return; end if;
  -- The order is locked: two at once come one after the other.
  update public.order_links set told_children = told_children || p_child
  where token_hash = private.token_hash(p_access ->> 'token') and purpose = 'child_details'
    and p_child <> all (told_children);
  if not found and exists (
    select from public.order_links
    where token_hash = private.token_hash(p_access ->> 'token') and purpose = 'child_details') then
    perform private.fail('link_expired', 'p_access.token');
  end if;
end;
$function$;

ALTER FUNCTION "private"."use_details_link"(jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.ask_child_details(p_place_id uuid, p_child_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('ask_child_details', 'roster', v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_ask_child_details(p_place_id => p_place_id, p_child_id => p_child_id);
      if not private.leave_call('roster', v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused('ask_child_details', v_state, v_message, v_detail, v_hint, v_code),
        private.faulted('ask_child_details', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call('roster', coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."ask_child_details"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.get_asked_details(p_access jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('get_asked_details', NULL, v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_get_asked_details(p_access => p_access);
      if not private.leave_call(NULL, v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused('get_asked_details', v_state, v_message, v_detail, v_hint, v_code),
        private.faulted('get_asked_details', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call(NULL, coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."get_asked_details"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.get_details_told(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('get_details_told', NULL, v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_get_details_told(p_order_id => p_order_id);
      if not private.leave_call(NULL, v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused('get_details_told', v_state, v_message, v_detail, v_hint, v_code),
        private.faulted('get_details_told', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call(NULL, coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."get_details_told"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.make_details_link(p_order_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('make_details_link', NULL, v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_make_details_link(p_order_id => p_order_id);
      if not private.leave_call(NULL, v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- A statement that took too long is no OTHERS.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused('make_details_link', v_state, v_message, v_detail, v_hint, v_code),
        private.faulted('make_details_link', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call(NULL, coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."make_details_link"(uuid) OWNER TO "postgres";

ALTER TABLE "public"."audit_log" ADD CONSTRAINT "audit_log_action_check" CHECK ((action = ANY (ARRAY['insert'::text, 'update'::text, 'delete'::text, 'erase'::text, 'merge'::text, 'ask'::text])));

ALTER TABLE "public"."order_links" ADD CONSTRAINT "order_links_purpose_check" CHECK ((purpose = ANY (ARRAY['manage'::text, 'late_choice'::text, 'child_details'::text])));

ALTER TABLE "public"."outbox" ADD CONSTRAINT "outbox_template_check" CHECK ((template = ANY (ARRAY['booking_confirmed'::text, 'paid_late_reseated'::text, 'paid_late_choice'::text, 'order_cancelled'::text, 'order_moved'::text, 'refund_sent'::text, 'called_off'::text, 'payment_failed'::text, 'renewal_paid'::text, 'payment_problem'::text, 'pass_expiring'::text, 'session_reminder'::text, 'waitlist_confirm'::text, 'waitlist_joined'::text, 'waitlist_offer'::text, 'waitlist_called_off'::text, 'order_link'::text, 'party_answers'::text, 'rsvp_copy'::text, 'birthday_enquiry'::text, 'birthday_enquiry_told'::text, 'offers_told'::text, 'parent_invitation'::text, 'parents_changed'::text, 'alert_began'::text, 'alert_ended'::text, 'party_told'::text, 'party_reminder'::text, 'message'::text, 'hand_over'::text, 'first_aid'::text, 'place_changed'::text, 'details_asked'::text])));

COMMENT ON COLUMN "public"."order_links"."purpose" IS 'manage: cancel and move what was bought, book and give back sessions of its passes, and change what was told of its children; late_choice: choose about a late payment; child_details: tell once of each child; each opens that alone.';

COMMENT ON COLUMN "public"."order_links"."told_children" IS 'Of a child_details link: the children, by their place in the order, about whom its holder has told. Each once.';

COMMENT ON FUNCTION "private"."answer_ask_child_details"(uuid, uuid) IS 'Asks the parents of a child who is expected at this place today to tell us about health, contacts and pick-up: one mail to each, once a child, place and day -> {mails: written now}. Names child, place and day, and nothing of health. Whoever asks never sees the link. Audited. Coaches for what they lead, admins for all. Refuses not_allowed, child_not_found, rate_limited. Definer: nobody writes mails or links otherwise; asks for staff itself.';

COMMENT ON FUNCTION "private"."answer_get_asked_details"(jsonb) IS 'Access by a child_details link -> AskedDetails (contract/health.ts): whom we ask about, and of what is known only whether something is. Refuses as private.manage_order, and order_closed. Definer: the link is the identity.';

COMMENT ON FUNCTION "private"."answer_get_details_told"(uuid) IS 'For admins: whether the parents have told of each child of a paid order: DetailsTold[] (contract/health.ts), never what. is_proposed: told by a link, and not confirmed by the family yet. Refuses not_allowed, order_not_found, order_closed. Definer: health is read by functions alone.';

COMMENT ON FUNCTION "private"."answer_make_details_link"(uuid) IS 'For admins: a link for the parent''s own phone to tell of the children of a paid order: {token, expires_at}, 24 hours from now; the earlier one ends. It went to no proven address, so what is told by it of a family with an account waits for the parents. Refuses not_allowed, order_not_found, order_closed. Definer: nobody writes links otherwise.';

COMMENT ON FUNCTION "private"."ask_for_details"(public.orders, integer[]) IS 'AskedChild[] of contract/health.ts: first names, what is booked for each, and of whom a link''s holder has told.';

COMMENT ON FUNCTION "private"."children_of_order"(public.orders) IS 'The children of a paid order, by their place in it, with first names.';

COMMENT ON FUNCTION "private"."desk_order"(uuid) IS 'The locked paid order, for admins: not_allowed, order_not_found, order_closed.';

COMMENT ON FUNCTION "private"."order_of_child"(uuid, uuid, uuid) IS 'The order that brought this child into a session or camp; null for what was not sold.';

COMMENT ON FUNCTION "private"."use_details_link"(jsonb, integer) IS 'Notes that the holder of a child_details link has told of a child, by its place in the order; of each once, so that a photo of the link adds nobody to a list afterwards: link_expired. Of other links nothing. After private.manage_order.';

COMMENT ON FUNCTION "public"."ask_child_details"(uuid, uuid) IS 'Asks the parents of a child who is expected at this place today to tell us about health, contacts and pick-up: one mail to each, once a child, place and day -> {mails: written now}. Names child, place and day, and nothing of health. Whoever asks never sees the link. Audited. Coaches for what they lead, admins for all. Refuses not_allowed, child_not_found, rate_limited. Definer: nobody writes mails or links otherwise; asks for staff itself.';

COMMENT ON FUNCTION "public"."get_asked_details"(jsonb) IS 'Access by a child_details link -> AskedDetails (contract/health.ts): whom we ask about, and of what is known only whether something is. Refuses as private.manage_order, and order_closed. Definer: the link is the identity.';

COMMENT ON FUNCTION "public"."get_details_told"(uuid) IS 'For admins: whether the parents have told of each child of a paid order: DetailsTold[] (contract/health.ts), never what. is_proposed: told by a link, and not confirmed by the family yet. Refuses not_allowed, order_not_found, order_closed. Definer: health is read by functions alone.';

COMMENT ON FUNCTION "public"."make_details_link"(uuid) IS 'For admins: a link for the parent''s own phone to tell of the children of a paid order: {token, expires_at}, 24 hours from now; the earlier one ends. It went to no proven address, so what is told by it of a family with an account waits for the parents. Refuses not_allowed, order_not_found, order_closed. Definer: nobody writes links otherwise.';

REVOKE ALL ON FUNCTION "private"."answer_ask_child_details"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_ask_child_details"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_ask_child_details"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_get_asked_details"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_get_asked_details"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_get_asked_details"(jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_get_details_told"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_get_details_told"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_get_details_told"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."answer_make_details_link"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_make_details_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_make_details_link"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."ask_for_details"(public.orders, integer[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."ask_for_details"(public.orders, integer[]) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."ask_for_details"(public.orders, integer[]) TO "postgres";

REVOKE ALL ON FUNCTION "private"."children_of_order"(public.orders) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."children_of_order"(public.orders) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."children_of_order"(public.orders) TO "postgres";

REVOKE ALL ON FUNCTION "private"."desk_order"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."desk_order"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."desk_order"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."order_of_child"(uuid, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."order_of_child"(uuid, uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."order_of_child"(uuid, uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."use_details_link"(jsonb, integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."use_details_link"(jsonb, integer) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."use_details_link"(jsonb, integer) TO "postgres";

REVOKE ALL ON FUNCTION "public"."ask_child_details"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."ask_child_details"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."ask_child_details"(uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."ask_child_details"(uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_asked_details"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_asked_details"(jsonb) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_asked_details"(jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_asked_details"(jsonb) TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_asked_details"(jsonb) TO "service_role";

REVOKE ALL ON FUNCTION "public"."get_details_told"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_details_told"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_details_told"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_details_told"(uuid) TO "postgres";

REVOKE ALL ON FUNCTION "public"."make_details_link"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."make_details_link"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."make_details_link"(uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."make_details_link"(uuid) TO "postgres";
