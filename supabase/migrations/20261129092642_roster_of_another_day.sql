set local check_function_bodies = off;

DROP FUNCTION "private"."answer_get_roster_state"();

DROP FUNCTION "private"."my_places"();

DROP FUNCTION "public"."get_roster_state"();

CREATE OR REPLACE FUNCTION private.answer_get_roster(p_date date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.check_roster_day(p_date);
  return private.serve_roster(p_date, private.my_places(p_date));
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_get_roster_state(p_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_day constant date := coalesce(p_date, private.calendar_today());
  v_places uuid[];
begin
  perform private.check_roster_day(v_day);
  v_places := private.my_places(v_day);
  return jsonb_build_object(
    'day', v_day, 'now', private.iso(private.calendar_now()), 'ends_at', private.iso(private.midnight_of(v_day + 1)),
    'entries', (
      select coalesce(jsonb_agg(h.mark
        || jsonb_build_object('entry_id', coalesce(h.booking_id, h.enrollment_id), 'place_id', h.place_id)
        order by h.place_id, coalesce(h.booking_id, h.enrollment_id)), '[]')
      from private.day_heads(v_day, v_places) h));
end;
$function$;

ALTER FUNCTION "private"."answer_get_roster_state"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.answer_log_health_views(p_place_id uuid, p_day date, p_views jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_logged integer := 0;
  v_view record;
begin
  if (select auth.uid()) is null then perform private.deny(); end if;
  if p_place_id is null then perform private.fail('invalid_input', 'p_place_id'); end if;
  if p_day is null then perform private.fail('invalid_input', 'p_day'); end if;
  if jsonb_typeof(p_views) is distinct from 'array' or jsonb_array_length(p_views) not between 1 and 200 then
    perform private.fail('invalid_input', 'p_views');
  end if;
  for v_view in select value, format('p_views[%s]', ordinality - 1) as field from jsonb_array_elements(p_views) with ordinality loop
    perform private.check_object(v_view.value, v_view.field, 400);
    if not private.is_uuid(v_view.value -> 'child_id') then perform private.fail('invalid_input', v_view.field || '.child_id'); end if;
    if jsonb_typeof(v_view.value -> 'viewed_at') is distinct from 'string'
      or not pg_input_is_valid(v_view.value ->> 'viewed_at', 'timestamptz')
      or not isfinite((v_view.value ->> 'viewed_at')::timestamptz) then
      perform private.fail('invalid_input', v_view.field || '.viewed_at');
    end if;
  end loop;
  -- Only children whose roster the caller was served, so that the caller cannot write other entries into a family's
  -- log.
  -- Another day's roster is read with a network only, so its views are of now; of the day itself they may arrive late.
  select count(*) filter (where private.log_roster_view(p_place_id, p_day, c.id, c.family_id, 'opened',
    case when p_day in (private.calendar_today(), (n.viewed_at at time zone private.time_zone())::date)
      then private.moment_of(p_day, n.viewed_at) else private.calendar_now() end)) into v_logged
  from (
    select (value ->> 'child_id')::uuid as child_id, min((value ->> 'viewed_at')::timestamptz) as viewed_at
    from jsonb_array_elements(p_views) group by 1) n
  join public.children c on c.id = n.child_id
  where private.has_roster_view(p_place_id, p_day, c.id, c.family_id, 'roster');
  return jsonb_build_object('logged', v_logged);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_roster_day(p_day date)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Long enough to prepare next weekend and to answer a question about the last one.
  c_days constant integer := 7;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  if p_day is null then perform private.fail('invalid_input', 'p_date'); end if;
  if not private.is_admin() and abs(p_day - private.calendar_today()) > c_days then perform private.deny(); end if;
end;
$function$;

ALTER FUNCTION "private"."check_roster_day"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.my_places(p_day date DEFAULT private.calendar_today())
 RETURNS uuid[]
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select case when not private.is_admin() then array(
    select h.id from private.events_of_day(p_day) h where private.coaches_place(h.id)) end
$function$;

ALTER FUNCTION "private"."my_places"(date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.get_roster_state(p_date date DEFAULT NULL::date)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    declare
      v_code constant text := null;
      v_counters constant text[] := private.enter_call('get_roster_state', 'roster', v_code);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_context text;
      v_answer jsonb;
    begin
      if v_counters is null then perform private.fail('rate_limited'); end if;
      v_answer := private.answer_get_roster_state(p_date => p_date);
      if not private.leave_call('roster', v_counters, v_code) then perform private.fail('rate_limited'); end if;
      return v_answer;
    -- OTHERS does not include query_canceled.
    exception when query_canceled or others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint, v_context = pg_exception_context;
      v_answer := coalesce(private.refused_answer('get_roster_state', v_state, v_message, v_detail, v_hint, v_code),
        private.failed_answer('get_roster_state', NULL, v_state, v_context));
      if v_answer is null then raise; end if;
      if not private.leave_call('roster', coalesce(v_counters, '{}'), v_code) then return private.refuse_for_number(); end if;
      return v_answer;
    end;
    $function$;

ALTER FUNCTION "public"."get_roster_state"(date) OWNER TO "postgres";

COMMENT ON FUNCTION "private"."answer_get_roster"(date) IS 'Another day''s roster, in the shape of get_todays_roster: for admins of any day, for coaches of what they coach, from seven days ago to seven days ahead. Logged as today''s. Refuses not_allowed, invalid_input (p_date), rate_limited. Definer: see get_todays_roster.';

COMMENT ON FUNCTION "private"."answer_get_roster_state"(date) IS 'For staff: the attendance state of a day''s children, by default today''s, for coaches those whom they coach, for admins all, without other details: RosterState of contract/roster.ts. The days are those of get_roster. ends_at: the day''s midnight, by the same clock as now. Refuses not_allowed, rate_limited. Definer: see get_todays_roster.';

COMMENT ON FUNCTION "private"."answer_log_health_views"(uuid, date, jsonb) IS 'Logs whose details were opened on a device at the roster of a session or camp and day, also later if the device was offline: [{child_id, viewed_at}], 200 at most -> {logged}. Each person, child, place and day is logged once, and only children whom a roster of that day served to the caller. Refuses not_allowed, invalid_input (field), rate_limited. Definer: there is no other way to write the log.';

COMMENT ON FUNCTION "private"."check_roster_day"(date) IS 'Refuses not_allowed unless the caller may read this day''s roster: admins any day, coaches from seven days ago to seven days ahead; invalid_input without a day.';

COMMENT ON FUNCTION "private"."my_places"(date) IS 'The sessions and camps that the caller coaches on a day, by default today, including cancelled ones; null for an admin, meaning all.';

COMMENT ON FUNCTION "public"."get_roster"(date) IS 'Another day''s roster, in the shape of get_todays_roster: for admins of any day, for coaches of what they coach, from seven days ago to seven days ahead. Logged as today''s. Refuses not_allowed, invalid_input (p_date), rate_limited. Definer: see get_todays_roster.';

COMMENT ON FUNCTION "public"."get_roster_state"(date) IS 'For staff: the attendance state of a day''s children, by default today''s, for coaches those whom they coach, for admins all, without other details: RosterState of contract/roster.ts. The days are those of get_roster. ends_at: the day''s midnight, by the same clock as now. Refuses not_allowed, rate_limited. Definer: see get_todays_roster.';

COMMENT ON FUNCTION "public"."log_health_views"(uuid, date, jsonb) IS 'Logs whose details were opened on a device at the roster of a session or camp and day, also later if the device was offline: [{child_id, viewed_at}], 200 at most -> {logged}. Each person, child, place and day is logged once, and only children whom a roster of that day served to the caller. Refuses not_allowed, invalid_input (field), rate_limited. Definer: there is no other way to write the log.';

REVOKE ALL ON FUNCTION "private"."answer_get_roster_state"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."answer_get_roster_state"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."answer_get_roster_state"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_roster_day"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_roster_day"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_roster_day"(date) TO "postgres";

REVOKE ALL ON FUNCTION "private"."my_places"(date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."my_places"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."my_places"(date) TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_roster_state"(date) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_roster_state"(date) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."get_roster_state"(date) FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_roster_state"(date) TO "postgres";
