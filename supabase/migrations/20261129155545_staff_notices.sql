set local check_function_bodies = off;

ALTER TABLE "public"."outbox" DROP CONSTRAINT "outbox_template_check";

DROP FUNCTION "private"."answer_get_family_chats"(uuid[], uuid);

DROP FUNCTION "public"."get_family_chats"(uuid[], uuid);

ALTER TABLE "public"."settings" ADD COLUMN "alerts_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "enquiries_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "prices_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "decisions_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "disputes_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "first_aid_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "bounced_mails_email" text;

ALTER TABLE "public"."settings" ADD COLUMN "waitlists_email" text;

CREATE OR REPLACE FUNCTION private.answer_get_family_chats(p_place_ids uuid[] DEFAULT NULL::uuid[], p_message_id uuid DEFAULT NULL::uuid, p_after uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  c_most constant integer := 300;
  v_place_ids uuid[];
  v_occasion text;
  v_about jsonb;
  v_families jsonb;
begin
  perform private.check_chat_list(p_place_ids, p_message_id);
  v_occasion := private.chat_occasion(p_place_ids, p_message_id);
  v_place_ids := private.chat_places(p_place_ids, p_message_id);
  v_about := jsonb_build_object('place_ids', p_place_ids, 'message_id', p_message_id, 'day', private.calendar_today());
  -- One statement, so that no number is served without a log entry. Reading again on the same day is the same look.
  with found as materialized (
    select *, row_number() over () as n from private.chat_families(p_place_ids, p_message_id, null)
  ),
  -- If that family has left the list, it begins again, so that nobody is missed.
  page as materialized (
    select f.*, f.n - s.n as nth
    from found f, (select coalesce((select n from found where coalesce(family_id, entry_id) = p_after), 0) as n) s
    where f.n > s.n order by f.n limit c_most + 1
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, user_context)
    select (select auth.uid()), 'families', 'numbers', f.family_id, v_about
    from page f
    where f.nth <= c_most and f.family_id is not null and not exists (
      select from public.access_log a
      where a.family_id = f.family_id and a.user_id = (select auth.uid()) and a.created_at > clock_timestamp() - interval '2 days'
        and a.access_type = 'numbers' and a.user_context = v_about)
    returning id
  )
  select jsonb_build_object('more', count(*) > c_most, 'families', coalesce(jsonb_agg(jsonb_build_object(
      'family_id', f.family_id, 'entry_id', f.entry_id, 'children', f.children, 'parents', (
        select coalesce(jsonb_agg(jsonb_build_object('profile_id', p.profile_id, 'name', p.name, 'phone', p.phone,
          'sent', private.chat_sent(v_occasion, f.place_ids, p_message_id, f.family_id, f.entry_id, p.profile_id))
          order by p.name, p.profile_id), '[]')
        from private.chat_parents(f.family_id, f.entry_id) p)) order by f.n) filter (where f.nth <= c_most), '[]'))
  into v_families from page f where (select count(*) from logged) is not null;
  return v_families || jsonb_build_object(
    'occasion', v_occasion,
    'at', private.iso(clock_timestamp()),
    'message', (select jsonb_build_object('subject', m.subject, 'body', m.body) from public.messages m where m.id = p_message_id),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'session', n.session, 'camp', n.camp, 'reason', n.reason) order by n.starts_at, n.id), '[]')
      from (
        select s.id, s.starts_at, private.session_view(s.id) as session, null::jsonb as camp, s.cancelled_by_us_reason as reason
        from public.sessions s where s.id = any (v_place_ids)
        union all
        select w.id, w.starts_at, null, private.camp_view(w.id), w.cancelled_by_us_reason
        from public.camp_weeks w where w.id = any (v_place_ids)) n));
end;
$function$;

ALTER FUNCTION "private"."answer_get_family_chats"(uuid[], uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_get_management_today()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_day constant date := private.calendar_today();
  v_bounced jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_bounced := private.bounced_mails(20);
  perform private.log_numbers(
    array(select (b ->> 'family_id')::uuid from jsonb_array_elements(v_bounced -> 'first') b where b ->> 'phone' is not null),
    jsonb_build_object('bounced_mails', true, 'day', v_day));
  return jsonb_build_object(
    'now', private.iso(private.calendar_now()), 'at', private.iso(clock_timestamp()), 'day', v_day,
    'places', private.day_places(v_day),
    -- Only the counts: names are served and logged by read_todays_health.
    'health_notes', (select count(*) from private.day_health(v_day) n where n.has_notes),
    'health_unknown', (select count(*) from private.day_health(v_day) n where not n.has_notes),
    -- Only the newest; list_decisions has the others.
    'decisions', private.decisions_view(5),
    'offers', private.lapsing_offers(20),
    'leads', private.new_leads(20),
    'first_aid', private.open_first_aid(20),
    'bounced_mails', v_bounced,
    'health', private.health_view());
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_get_message(p_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_message public.messages;
  v_details jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_message from public.messages where id = p_id;
  if not found then perform private.fail('message_not_found', 'p_id'); end if;
  v_details := private.message_row(v_message) || jsonb_build_object('body', v_message.body,
    'counts', case when v_message.created_at < private.expiry('sent_messages') then private.message_row(v_message) -> 'counts'
      else private.message_counts(p_id) end,
    -- Families to call: the mail came back, or was marked as spam.
    'returned', (
      select coalesce(jsonb_agg(jsonb_build_object('mail_id', g.id, 'email', g.recipient, 'state', g.state, 'reason', g.bounce_reason,
        'family_id', g.family_id, 'name', g.name, 'children', g.children, 'phone', g.phone) order by g.state, g.recipient), '[]')
      from (
        select o.id, o.recipient, private.delivery_state(o) as state, o.bounce_reason, r.family_id,
          o.payload ->> 'parent_name' as name, coalesce(o.payload -> 'children', '[]') as children, (
            select p.phone from private.chat_parents(r.family_id, r.entry_id) p
            order by p.profile_id is not distinct from r.profile_id desc limit 1) as phone
        from public.message_recipients r join public.outbox o on o.id = r.outbox_id
        where r.message_id = p_id and o.recipient <> '' and private.delivery_state(o) in ('bounced', 'complained')
        order by o.recipient limit 50) g),
    -- Staff call these families or retry the mail.
    'failed', (
      select coalesce(jsonb_agg(jsonb_build_object('mail_id', g.id, 'email', g.recipient, 'error', g.last_error) order by g.recipient), '[]')
      from (
        select o.id, o.recipient, o.last_error from public.message_recipients r join public.outbox o on o.id = r.outbox_id
        where r.message_id = p_id and o.sent_at is null and o.failed_at is not null order by o.recipient limit 50) g));
  perform private.log_numbers(
    array(select (g ->> 'family_id')::uuid from jsonb_array_elements(v_details -> 'returned') g where g ->> 'phone' is not null),
    jsonb_build_object('place_ids', null, 'message_id', p_id, 'day', private.calendar_today()));
  return v_details;
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_setting(p_view jsonb, p_value jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_text constant text := p_value #>> '{}';
begin
  if p_value = 'null' then
    if not (p_view -> 'is_optional')::boolean then perform private.fail('invalid_input', 'value'); end if;
  elsif not coalesce(case p_view ->> 'kind'
    when 'whole' then private.is_whole(p_value, (p_view ->> 'least')::numeric, (p_view ->> 'most')::numeric)
    when 'number' then case when jsonb_typeof(p_value) = 'number'
      then p_value::numeric between (p_view ->> 'least')::numeric and (p_view ->> 'most')::numeric end
    when 'switch' then jsonb_typeof(p_value) = 'boolean'
    when 'time' then jsonb_typeof(p_value) = 'string' and v_text ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$|^24:00$'
    -- The role that grants the others always needs its second factor.
    when 'roles' then jsonb_typeof(p_value) = 'array' and p_value <@ '["coach", "admin", "business_admin"]' and p_value ? 'business_admin'
    else jsonb_typeof(p_value) = 'string' and length(btrim(v_text)) between 1 and 300 and private.is_line(v_text)
      and (p_view ->> 'name' not like '%\_email' or private.is_email(btrim(v_text))) end, false) then
    perform private.fail('invalid_input', 'value');
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.log_numbers(p_family_ids uuid[], p_about jsonb)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.access_log (user_id, accessed_table, access_type, family_id, user_context)
  select (select auth.uid()), 'families', 'numbers', f.id, p_about
  from (select distinct unnest(p_family_ids) as id) f
  where f.id is not null and not exists (
    select from public.access_log a
    where a.family_id = f.id and a.user_id = (select auth.uid()) and a.created_at > clock_timestamp() - interval '2 days'
      and a.access_type = 'numbers' and a.user_context = p_about)
$function$;

ALTER FUNCTION "private"."log_numbers"(uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.notify_of_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_hour constant text := to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24');
begin
  case tg_table_name
    when 'payment_decisions' then perform private.notify_staff('decisions', new.id::text);
    when 'payment_disputes' then perform private.notify_staff('disputes', new.id::text);
    when 'first_aid_log' then perform private.notify_staff('first_aid', new.id::text);
    when 'waitlist_entries' then perform private.notify_staff('waitlists', v_hour);
    -- An address that no family has any longer, such as the team's own, is nobody's task.
    when 'bounced_addresses' then
      if exists (select from private.families_with_address(new.email)) then
        perform private.notify_staff('bounced_mails', v_hour);
      end if;
  end case;
  return null;
end;
$function$;

ALTER FUNCTION "private"."notify_of_row"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.notify_staff(p_topic text, p_key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_key constant text := concat_ws(':', 'staff_notice', p_topic, p_key);
begin
  if private.staff_address(p_topic) is null then return; end if;
  -- Whoever comes second does not wait for the first, because both may hold locks on places.
  if not pg_try_advisory_xact_lock(hashtextextended(v_key, 0)) then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values (v_key, 'staff_notice', private.staff_address(p_topic), jsonb_build_object('topic', p_topic))
  on conflict (key) do nothing;
end;
$function$;

ALTER FUNCTION "private"."notify_staff"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.notify_staff_of_offers(p_key text, p_kind text, p_offers jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_staff constant text := private.staff_address('prices');
begin
  if v_staff is null then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values ('offers_notice:' || p_key, 'offers_notice', v_staff, jsonb_build_object('what', p_kind, 'offers', p_offers))
  on conflict (key) do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION private.queue_enquiry_mails(p_enquiry public.birthday_enquiries)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_lead constant public.leads := (select l from public.leads l where l.id = p_enquiry.lead_id);
  -- Without the child's age and without the message, which may contain a name (decisions "Safety").
  v_payload constant jsonb := jsonb_build_object(
    'parent_name', v_lead.name, 'preferred_date', p_enquiry.preferred_date, 'guests', p_enquiry.guests,
    'party', (select title from public.offers where id = p_enquiry.offer_id));
  v_staff constant text := private.staff_address('enquiries');
begin
  if private.may_mail_enquirer(v_lead) then
    insert into public.outbox (key, template, recipient, payload)
    values ('birthday_enquiry:' || p_enquiry.id, 'birthday_enquiry', v_lead.email, v_payload);
  end if;
  if v_staff is not null then
    insert into public.outbox (key, template, recipient, payload)
    values ('birthday_enquiry_notice:' || p_enquiry.id, 'birthday_enquiry_notice', v_staff, v_payload || jsonb_build_object(
      'email', v_lead.email, 'phone', v_lead.phone_number, 'has_message', p_enquiry.message is not null));
  end if;
end;
$function$;

CREATE OR REPLACE FUNCTION private.send_alert(p_alert public.alerts, p_template text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_staff constant text := private.staff_address('alerts');
begin
  if v_staff is null then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values (p_template || ':' || p_alert.id, p_template, v_staff, jsonb_build_object(
    'kind', p_alert.kind, 'value', p_alert.value, 'threshold', p_alert.threshold, 'details', p_alert.details,
    'began_at', private.iso(p_alert.began_at), 'ended_at', private.iso(p_alert.ended_at)))
  on conflict (key) do nothing;
end;
$function$;

CREATE OR REPLACE FUNCTION private.staff_address(p_topic text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(to_jsonb(t) ->> (p_topic || '_email'), t.staff_email) from private.settings() t
$function$;

ALTER FUNCTION "private"."staff_address"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.get_family_chats(p_place_ids uuid[] DEFAULT NULL::uuid[], p_message_id uuid DEFAULT NULL::uuid, p_after uuid DEFAULT NULL::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('get_family_chats', 'family_chats', v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_get_family_chats(p_place_ids => p_place_ids, p_message_id => p_message_id, p_after => p_after);
      if not private.leave_call('family_chats', v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- OTHERS does not include query_canceled.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused_answer('get_family_chats', v_state, v_message, v_detail, v_hint, v_code),
        private.failed_answer('get_family_chats', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call('family_chats', coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."get_family_chats"(uuid[], uuid, uuid) OWNER TO "postgres";

ALTER TABLE "public"."outbox" ADD CONSTRAINT "outbox_template_check" CHECK ((template = ANY (ARRAY['booking_confirmed'::text, 'paid_late_reseated'::text, 'paid_late_choice'::text, 'order_cancelled'::text, 'order_moved'::text, 'refund_sent'::text, 'cancelled_by_us'::text, 'payment_failed'::text, 'renewal_paid'::text, 'payment_problem'::text, 'pass_expiring'::text, 'session_reminder'::text, 'waitlist_confirm'::text, 'waitlist_joined'::text, 'waitlist_offer'::text, 'waitlist_open'::text, 'waitlist_cancelled_by_us'::text, 'waitlist_removed'::text, 'order_link'::text, 'party_answers'::text, 'rsvp_copy'::text, 'birthday_enquiry'::text, 'birthday_enquiry_notice'::text, 'offers_notice'::text, 'parent_invitation'::text, 'parents_changed'::text, 'alert_began'::text, 'alert_ended'::text, 'party_notice'::text, 'party_reminder'::text, 'message'::text, 'hand_over'::text, 'first_aid'::text, 'place_changed'::text, 'details_asked'::text, 'class_booked'::text, 'class_cancelled'::text, 'renewal_changed'::text, 'details_corrected'::text, 'staff_notice'::text])));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_staff_addresses" CHECK ((concat_ws(','::text, alerts_email, enquiries_email, prices_email, decisions_email, disputes_email, first_aid_email, bounced_mails_email, waitlists_email) ~ '^([^@[:space:]<>,;:"()]+@[^@[:space:]<>,;:"()]+(,|$))*$'::text));

CREATE TRIGGER notify_staff AFTER INSERT OR UPDATE OF bounced_at ON public.bounced_addresses FOR EACH ROW EXECUTE FUNCTION private.notify_of_row();

CREATE TRIGGER notify_staff AFTER INSERT ON public.first_aid_log FOR EACH ROW EXECUTE FUNCTION private.notify_of_row();

CREATE TRIGGER notify_staff AFTER INSERT ON public.payment_decisions FOR EACH ROW WHEN ((new.kind <> 'disputed'::text)) EXECUTE FUNCTION private.notify_of_row();

CREATE TRIGGER notify_staff AFTER INSERT ON public.payment_disputes FOR EACH ROW EXECUTE FUNCTION private.notify_of_row();

CREATE TRIGGER notify_staff_confirmed AFTER UPDATE OF status ON public.waitlist_entries FOR EACH ROW WHEN (((old.status = 'unconfirmed'::text) AND (new.status = 'waiting'::text))) EXECUTE FUNCTION private.notify_of_row();

CREATE TRIGGER notify_staff AFTER INSERT ON public.waitlist_entries FOR EACH ROW WHEN ((new.status = 'waiting'::text)) EXECUTE FUNCTION private.notify_of_row();

COMMENT ON COLUMN "public"."settings"."staff_email" IS 'Where the team is mailed of everything that has no address of its own: the columns alerts_email to waitlists_email (private.staff_address). Without an address no mail is sent, and the screens alone show it.';

COMMENT ON FUNCTION "private"."answer_get_family_chats"(uuid[], uuid, uuid) IS 'The families of 1 to 60 sessions and camps (p_place_ids) or of a message about a booking (p_message_id), with both parents'' numbers and who was written to: FamilyChats of contract/family-chats.ts, at most 300, after the family or entry p_after. For admins; for coaches only what they coach today. Writes one access_log entry for each person, family, subject and day. Refuses not_allowed, invalid_input, place_not_found, message_not_found (field), rate_limited. Definer: reads families past the policies, after checking the caller.';

COMMENT ON FUNCTION "private"."answer_get_management_today"() IS 'For admins: the start page of the management: ManagementToday of contract/management.ts. now: the calendar''s time; at: the clock''s time, by which offers expire. Numbers of families whose mails come back are logged as a look, once a day. Refuses not_allowed, rate_limited. Definer: reads tables past the policies, after checking the caller.';

COMMENT ON FUNCTION "private"."answer_get_message"(uuid) IS 'For admins: a message with its text and up to fifty each of its failed and returned mails, MessageDetails of contract/management-messages.ts. The numbers of returned are logged as a look, once a day. Refuses not_allowed, message_not_found (p_id), rate_limited. Definer: reads the outbox, after checking the caller.';

COMMENT ON FUNCTION "private"."log_numbers"(uuid[], jsonb) IS 'Logs that the caller was shown numbers of these families, once for each family and p_about, which has the day.';

COMMENT ON FUNCTION "private"."notify_of_row"() IS 'Trigger: mails the team of a new row. Families who begin to wait and mails that come back are mailed at most once an hour. Definer: the outbox has no write grant.';

COMMENT ON FUNCTION "private"."notify_staff"(text, text) IS 'Queues the mail staff_notice {topic} to the team, once per topic and key; without an address none. Never waits.';

COMMENT ON FUNCTION "private"."send_alert"(public.alerts, text) IS 'Queues the mail that an alert has begun (alert_began) or is over (alert_ended), once each, to private.staff_address.';

COMMENT ON FUNCTION "private"."staff_address"(text) IS 'The team''s address for a topic (settings.alerts_email and so on), else settings.staff_email, else null.';

COMMENT ON FUNCTION "public"."get_family_chats"(uuid[], uuid, uuid) IS 'The families of 1 to 60 sessions and camps (p_place_ids) or of a message about a booking (p_message_id), with both parents'' numbers and who was written to: FamilyChats of contract/family-chats.ts, at most 300, after the family or entry p_after. For admins; for coaches only what they coach today. Writes one access_log entry for each person, family, subject and day. Refuses not_allowed, invalid_input, place_not_found, message_not_found (field), rate_limited. Definer: reads families past the policies, after checking the caller.';

COMMENT ON FUNCTION "public"."get_management_today"() IS 'For admins: the start page of the management: ManagementToday of contract/management.ts. now: the calendar''s time; at: the clock''s time, by which offers expire. Numbers of families whose mails come back are logged as a look, once a day. Refuses not_allowed, rate_limited. Definer: reads tables past the policies, after checking the caller.';

COMMENT ON FUNCTION "public"."get_message"(uuid) IS 'For admins: a message with its text and up to fifty each of its failed and returned mails, MessageDetails of contract/management-messages.ts. The numbers of returned are logged as a look, once a day. Refuses not_allowed, message_not_found (p_id), rate_limited. Definer: reads the outbox, after checking the caller.';

REVOKE ALL ON FUNCTION "private"."answer_get_family_chats"(uuid[], uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_get_family_chats"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_get_family_chats"(uuid[], uuid, uuid) TO "postgres";

REVOKE ALL ON FUNCTION "private"."log_numbers"(uuid[], jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."log_numbers"(uuid[], jsonb) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."log_numbers"(uuid[], jsonb) TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_of_row"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_of_row"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify_of_row"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."notify_staff"(text, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."notify_staff"(text, text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."notify_staff"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."staff_address"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."staff_address"(text) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."staff_address"(text) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_family_chats"(uuid[], uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_family_chats"(uuid[], uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_family_chats"(uuid[], uuid, uuid) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_family_chats"(uuid[], uuid, uuid) TO "postgres";
