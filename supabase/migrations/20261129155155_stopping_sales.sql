set local check_function_bodies = off;

DROP FUNCTION "public"."get_session_availability_with_enrollments"();

ALTER TABLE "public"."settings" ADD COLUMN "sales_stopped" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."settings" ADD COLUMN "sales_stopped_sentence" text NOT NULL DEFAULT 'We are not taking new bookings at the moment. Please come back a little later.'::text;

ALTER TABLE "public"."settings" ADD COLUMN "maintenance" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."settings" ADD COLUMN "maintenance_sentence" text NOT NULL DEFAULT 'We are working on our booking system. Please come back in an hour.'::text;

CREATE OR REPLACE FUNCTION private.answer_hold_move(p_access jsonb, p_line_id uuid, p_target jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_from constant public.orders := private.paid_order(p_access);
  v_old public.order_lines;
  v_camp public.camp_weeks;
  v_transport text;
  v_previous public.orders;
  v_previous_line public.order_lines;
  v_released_camp_ids uuid[] := '{}';
  v_now timestamptz;
  v_request jsonb;
  v_price jsonb;
  v_order_id uuid;
begin
  perform private.check_maintenance();
  perform private.check_target(p_target, 'p_target');
  v_old := private.line_of(v_from, p_line_id);
  if v_old.camp_id is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if p_target ->> 'camp_id' is null then perform private.fail('invalid_input', 'p_target.camp_id'); end if;
  select * into v_camp from public.camp_weeks where id = (p_target ->> 'camp_id')::uuid;
  if not found then perform private.fail('camp_not_found', 'p_target.camp_id'); end if;
  v_transport := case when p_target ? 'transport' then p_target ->> 'transport' else v_old.transport ->> 'id' end;

  -- The hold that the family already has for this move. An order that is being paid is skipped.
  select o.* into v_previous
  from public.orders o join public.order_lines l on l.order_id = o.id
  where l.moves_line_id = v_old.id and o.status in ('held', 'awaiting_payment')
  order by o.created_at desc limit 1
  for update of o skip locked;
  select * into v_previous_line from public.order_lines where order_id = v_previous.id;
  if private.is_live_order(v_previous, clock_timestamp()) and v_previous_line.camp_id = v_camp.id
    and v_previous_line.transport ->> 'id' is not distinct from v_transport and private.can_transfer_balance(v_previous.id) then
    return private.order_view(v_previous.id);
  end if;
  -- An order with a payment attempt keeps its place until release_order has made sure that it can no longer be paid.
  if v_previous.status = 'held' then v_released_camp_ids := array[v_previous_line.camp_id]; end if;

  perform private.check_hold_cap(
    private.fingerprint(private.client_address()), private.fingerprint(private.network_of(private.client_address())),
    '{}', array[v_camp.id], case when v_previous.status = 'held' then v_previous.id end);
  perform private.lock_places('{}', array[v_camp.id] || v_released_camp_ids);
  -- Places whose holds have expired are offered to the waitlist first.
  perform private.offer_all('{}', array[v_camp.id]);
  v_now := clock_timestamp();
  perform private.check_movable(v_old);
  if v_released_camp_ids <> '{}' then perform private.free_seats(v_previous.id, 'released'); end if;

  v_request := jsonb_build_object(
    'lines', jsonb_build_array(jsonb_build_object('offer_id', coalesce((private.tier_offer(v_camp.tier)).id, ''),
      'camp_id', v_camp.id, 'child', 0, 'transport', v_transport)),
    'children', jsonb_build_array(jsonb_build_object('id', private.child_of(v_old))));
  v_price := private.price_order(v_request, v_now, v_from.id, v_old);
  perform private.refuse_first(replace((v_price -> 'refusals')::text, 'lines[0]', 'p_target')::jsonb);
  v_price := private.with_difference(v_price, v_old, v_camp.id, v_transport, null);
  if (v_price ->> 'total_cents')::integer < private.least_charge_cents() then
    perform private.fail('refund_changed', 'p_target', v_price ->> 'total_cents');
  end if;
  v_order_id := private.hold_difference(v_from, v_old, v_request, v_price, v_now);
  if v_released_camp_ids <> '{}' then perform private.offer_all('{}', v_released_camp_ids); end if;
  return private.order_view(v_order_id, v_price);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_hold_order(p_order jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_settings constant public.settings := private.settings();
  v_client_hash constant text := private.fingerprint(private.client_address());
  v_network_hash constant text := private.fingerprint(private.network_of(private.client_address()));
  v_family_id constant uuid := private.my_family_id();
  v_order_id constant uuid := gen_random_uuid();
  v_secret uuid;
  v_number text;
  v_order jsonb;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_previous public.orders;
  v_old_session_ids uuid[] := '{}';
  v_old_camp_ids uuid[] := '{}';
  v_is_continued boolean := false;
  v_opened_at timestamptz;
  v_now timestamptz;
  v_price jsonb;
  v_left_out jsonb := '[]';
begin
  -- The locks on the places last until the commit, and everybody who wants one of them waits. So this commit does not
  -- wait for the disk. A power failure at that moment loses only the hold: money is written in later transactions,
  -- which wait for the disk, also for everything written before them.
  perform set_config('synchronous_commit', 'off', true);
  perform private.check_quote_request(p_order);
  if jsonb_typeof(coalesce(p_order -> 'split', 'false')) <> 'boolean' then perform private.fail('invalid_input', 'split'); end if;
  if coalesce(p_order -> 'waitlist_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'waitlist_secret') then
    perform private.fail('invalid_input', 'waitlist_secret');
  end if;
  -- Only a random UUID (version 4), so that the secret of an order cannot be guessed.
  if coalesce(p_order -> 'secret', 'null') <> 'null'
    and (not private.is_uuid(p_order -> 'secret') or substr(p_order ->> 'secret', 15, 1) <> '4') then
    perform private.fail('invalid_input', 'secret');
  end if;
  v_secret := coalesce((p_order ->> 'secret')::uuid, gen_random_uuid());
  -- A browser that lost the answer calls again with the same secret: it gets the order that the first call made.
  if exists (select from public.orders where secret = v_secret) then
    return private.with_collectors(private.order_view(o.id), o.id) || '{"left_out": []}'
    from public.orders o where o.secret = v_secret;
  end if;
  perform private.check_maintenance();
  -- A line without a child adds one child.
  if jsonb_array_length(coalesce(nullif(p_order -> 'children', 'null'), '[]')) + (
    select count(*) from jsonb_array_elements(p_order -> 'lines') l where coalesce(l -> 'child', 'null') = 'null') > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  -- Only the caller's own verified address counts. Otherwise a code would reveal whether the owner of some other
  -- address has bought here.
  v_order := p_order || jsonb_build_object('email', private.verified_email((select auth.uid())));
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'camp_id' is not null);
  -- A browser has one live hold. An order with a payment attempt keeps its places until release_order has made sure
  -- that it can no longer be paid.
  if p_order ->> 'previous_secret' is not null then
    select * into v_previous from public.orders
    where secret = (p_order ->> 'previous_secret')::uuid and status = 'held'
    for no key update;
    v_old_session_ids := array(
      select session_id from public.order_lines where order_id = v_previous.id and session_id is not null);
    v_old_camp_ids := array(select camp_id from public.order_lines where order_id = v_previous.id and camp_id is not null);
  end if;

  v_number := private.order_number();
  perform private.check_hold_cap(v_client_hash, v_network_hash, v_session_ids, v_camp_ids, v_previous.id);
  perform private.lock_places(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  -- Places whose holds have expired are offered to the waitlist first; places that this browser still holds are not.
  perform private.offer_all(v_session_ids, v_camp_ids);
  v_now := clock_timestamp();
  if v_previous.id is not null then
    -- The new order continues the clock of a live order that shares a place with it. Otherwise somebody could keep a
    -- place for ever by changing a line.
    v_is_continued := private.is_live_order(v_previous, v_now)
      and (v_session_ids && v_old_session_ids or v_camp_ids && v_old_camp_ids);
    perform private.free_seats(v_previous.id, 'released');
    -- Places that the new order keeps do not count as released; those that it drops do.
    if v_is_continued then perform private.note_continued(v_previous.id, v_session_ids || v_camp_ids); end if;
  end if;
  -- A checkout that was open before sales were stopped goes on, and an offer of the waitlist was a promise.
  if not v_is_continued and p_order ->> 'waitlist_secret' is null then perform private.check_sales(); end if;
  if p_order ->> 'waitlist_secret' is not null then
    perform private.accept_offer((p_order ->> 'waitlist_secret')::uuid, p_order, v_order_id, v_previous.id);
  end if;
  v_price := private.price_order(v_order, v_now);
  if p_order -> 'split' = 'true' then
    select coalesce(jsonb_agg(l -> 'position'), '[]') into v_left_out
    from jsonb_array_elements(v_price -> 'lines') l where l ->> 'problem' in ('session_full', 'camp_full');
    -- If no line fits, the order is refused in the same way as without splitting.
    if jsonb_array_length(v_left_out) between 1 and jsonb_array_length(v_order -> 'lines') - 1 then
      v_order := private.without_full_lines(v_order, v_price);
      v_price := private.price_order(v_order, v_now);
    end if;
  end if;
  perform private.refuse_first(v_price -> 'refusals');

  v_opened_at := case when v_is_continued then v_previous.opened_at else v_now end;
  loop
    insert into public.orders (
      id, secret, number, currency, total_cents, client_hash, network_hash, code, split_allowed, family_id, user_id, opened_at,
      renewals, created_at)
    values (
      v_order_id, v_secret, v_number, v_settings.currency, (v_price ->> 'total_cents')::integer, v_client_hash,
      v_network_hash, v_price ->> 'code', coalesce((p_order ->> 'split')::boolean, false), v_family_id, (select auth.uid()),
      v_opened_at, case when v_is_continued then v_previous.renewals else 0 end, v_now)
    on conflict (number) do nothing;
    exit when found;
    -- Another order took the number while this one waited for its places.
    v_number := private.order_number();
  end loop;
  perform private.write_lines(v_order_id, v_order, v_price);
  if p_order ->> 'previous_secret' is not null then
    perform private.transfer_collectors((p_order ->> 'previous_secret')::uuid, v_order_id);
  end if;
  insert into public.holds (order_line_id, order_id, session_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, session_id, camp_id, rung_id, sibling_rebate, least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_opened_at + make_interval(mins => v_settings.hold_total_minutes))
  from public.order_lines where order_id = v_order_id;
  -- A family with a waitlist offer is exempt: it has waited for the place and verified an address.
  if v_client_hash is not null and p_order ->> 'waitlist_secret' is null and not private.has_paid(v_family_id) then
    perform private.check_strangers(v_order_id, v_now);
  end if;
  if v_price ->> 'code' is not null then
    perform private.use_promotion(v_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_order ->> 'email');
  end if;
  -- Offers the places that the previous order released, and those of a waitlist offer that this order did not need.
  if v_previous.id is not null or p_order ->> 'waitlist_secret' is not null then
    perform private.offer_all(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  end if;
  return private.with_collectors(private.order_view(v_order_id, v_price), v_order_id)
    || jsonb_build_object('left_out', v_left_out);
end;
$function$;

CREATE OR REPLACE FUNCTION private.answer_sell_at_desk(p_sale jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_settings constant public.settings := private.settings();
  v_order_id constant uuid := gen_random_uuid();
  v_charge constant text := 'desk:' || lower(p_sale ->> 'key');
  v_family_id uuid;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_parent jsonb;
  v_sale jsonb;
  v_now timestamptz;
  v_price jsonb;
  v_used integer[];
  v_unknown_child integer;
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  perform private.check_sale(p_sale);
  perform private.check_maintenance();
  -- A second call with the same key waits for the first one and returns the same order.
  perform pg_advisory_xact_lock(hashtextextended(v_charge, 0));
  if exists (select from public.payments where payment_intent = v_charge) then
    return (select private.desk_answer(order_id) from public.payments where payment_intent = v_charge);
  end if;
  v_parent := private.sale_parent(p_sale);
  v_family_id := (nullif(p_sale ->> 'family_id', ''))::uuid;
  v_unknown_child := private.unknown_child(p_sale, v_family_id);
  if v_unknown_child is not null then perform private.fail('child_not_found', format('children[%s].id', v_unknown_child)); end if;

  v_sale := p_sale - 'previous_secret' || jsonb_build_object('email', v_parent -> 'email');
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_sale -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_sale -> 'lines') l where l ->> 'camp_id' is not null);
  perform private.lock_places(v_session_ids, v_camp_ids);
  -- Places whose holds have expired are offered to the waitlist first, also before a sale at the desk.
  perform private.offer_all(v_session_ids, v_camp_ids);
  -- The order is written before it is priced, because pricing reads the children of the order's family.
  insert into public.orders (id, number, currency, total_cents, channel, family_id, sold_by)
  values (v_order_id, private.order_number(), v_settings.currency, (p_sale ->> 'expected_total_cents')::numeric::integer,
    'desk', v_family_id, (select id from public.profiles where id = (select auth.uid())));
  v_now := clock_timestamp();
  v_price := private.price_order(v_sale, v_now, v_order_id);
  perform private.refuse_first(v_price -> 'refusals');
  if v_price -> 'total_cents' <> p_sale -> 'expected_total_cents' then
    perform private.fail('price_changed', 'expected_total_cents', v_price ->> 'total_cents');
  end if;
  perform private.write_lines(v_order_id, v_sale, v_price);
  -- A desk payment leaves no card to charge again. Mails and the family's page read that from the line.
  update public.order_lines set renews = false where order_id = v_order_id and renews;
  perform private.write_order_details(v_order_id, jsonb_build_object(
    'parent', v_parent, 'children', p_sale -> 'children', 'consents', p_sale -> 'consents', 'signature', p_sale -> 'signature',
    'transport_address', p_sale -> 'transport_address'));
  if v_price ->> 'code' is not null then
    update public.orders set code = v_price ->> 'code' where id = v_order_id;
    perform private.use_promotion(v_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_parent ->> 'email');
  end if;
  v_used := private.claim_trial(v_order_id, v_now);
  if v_used <> '{}' then perform private.fail('try_out_used', format('lines[%s].child', v_used[1])); end if;

  perform private.enrol(v_order_id);
  update public.orders set status = 'paid', paid_at = v_now,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order_id;
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, result)
  select v_charge, 'desk', p_sale ->> 'method', id, total_cents, currency, 'confirmed' from public.orders where id = v_order_id;
  perform private.queue_order_mail('booking_confirmed', v_order_id);
  return private.desk_answer(v_order_id);
end;
$function$;

CREATE OR REPLACE FUNCTION private.check_maintenance()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (private.settings()).maintenance then perform private.fail('sales_stopped'); end if;
end;
$function$;

ALTER FUNCTION "private"."check_maintenance"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_sales()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if private.sales_notice() is not null then perform private.fail('sales_stopped'); end if;
end;
$function$;

ALTER FUNCTION "private"."check_sales"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.sales_notice()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when t.maintenance then t.maintenance_sentence when t.sales_stopped then t.sales_stopped_sentence end
  from private.settings() t
$function$;

ALTER FUNCTION "private"."sales_notice"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.spend_credit(p_child_id uuid, p_session_id uuid, p_pass_id uuid, p_session_field text, p_pass_field text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_session constant public.sessions := private.open_session(p_session_id, p_session_field);
  v_family_id constant uuid := private.lock_family(p_child_id);
  v_pass_id uuid;
begin
  perform private.check_maintenance();
  if exists (
    select from public.bookings where child_id = p_child_id and session_id = p_session_id and status = 'booked') then
    perform private.fail('already_booked', p_session_field);
  end if;
  -- The time is read after the locks, as everywhere.
  if private.seats_taken(p_session_id, clock_timestamp()) >= v_session.max_capacity then
    perform private.fail('session_full', p_session_field);
  end if;
  v_pass_id := private.pick_pass(p_child_id, v_session.session_date, p_pass_id, p_pass_field);
  perform private.check_team(p_child_id, v_session, p_session_field);
  return private.book(p_session_id, p_child_id, v_family_id, v_pass_id);
end;
$function$;

CREATE OR REPLACE FUNCTION public.finalize_order(p_secret uuid, p_details jsonb, p_expected_total_cents integer, p_by_link boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_now timestamptz;
  v_price jsonb;
  v_used integer[];
  v_same_terms boolean;
  v_is_too_late boolean;
  v_pay_until timestamptz;
  -- A move keeps the details of the original booking unless new ones are sent.
  v_is_move constant boolean := coalesce(p_details, 'null') = 'null' and private.is_move_of(p_secret);
begin
  if jsonb_typeof(p_details) is distinct from 'object' and not v_is_move then
    perform private.fail('invalid_input', 'details');
  end if;
  if p_expected_total_cents is null then perform private.fail('invalid_input', 'expected_total_cents'); end if;
  v_order := private.open_order(p_secret);
  -- A renewal would charge the card of whoever paid first. A move belongs to a booking that is already paid.
  if p_by_link and exists (
    select from public.order_lines where order_id = v_order.id and (renews or moves_line_id is not null)) then
    perform private.fail('invalid_input', 'by_link');
  end if;
  if not v_is_move then perform private.write_order_details(v_order.id, p_details); end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;
  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  -- Returning to a payment page that is still open extends nothing; a new session would.
  if (v_attempt.closed_at is null and v_attempt.expires_at > v_now) is not true then perform private.check_maintenance(); end if;
  v_is_too_late := v_now > v_order.opened_at + make_interval(mins => v_settings.checkout_total_minutes);
  if v_is_too_late and (v_attempt.closed_at is null and v_attempt.expires_at > v_now) is not true then
    perform private.fail('hold_expired');
  end if;
  -- A held place can be unavailable only if staff have reduced the capacity or cancelled the class or camp.
  v_price := private.price_open(v_order.id, v_now);
  perform private.refuse_first(v_price -> 'refusals');
  if (v_price ->> 'total_cents')::integer <> p_expected_total_cents then
    perform private.fail('price_changed', 'expected_total_cents', v_price ->> 'total_cents');
  end if;
  if v_order.code is not null then
    perform private.use_promotion(v_order.id, v_order.code, (v_price ->> 'discount_cents')::integer, v_order.family_id,
      private.verified_email(v_order.user_id));
  end if;
  v_used := private.claim_trial(v_order.id, v_now, 'provable');
  if v_used <> '{}' then perform private.fail('try_out_used', format('lines[%s].child', v_used[1])); end if;

  perform private.agree_lines(v_order.id, v_price);
  update public.orders set
    total_cents = p_expected_total_cents, payable_by_link = payable_by_link or p_by_link,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order.id
  returning * into v_order;
  -- The holds must not expire during the call to the payment provider.
  update public.holds
  set expires_at = greatest(expires_at, v_now + make_interval(mins => v_settings.checkout_call_minutes))
  where order_id = v_order.id;

  v_pay_until := case when v_order.payable_by_link then v_order.opened_at
    + make_interval(mins => v_settings.hold_life_minutes - v_settings.checkout_tail_minutes) end;
  v_same_terms := v_attempt.order_id is not null and v_attempt.terms = private.order_terms(v_order.id);
  if not v_same_terms then
    if v_is_too_late then perform private.fail('hold_expired'); end if;
    -- Earlier sessions are about to be expired at the provider; the reports of that must not release the seats.
    update public.checkout_attempts set superseded_at = v_now
    where order_id = v_order.id and superseded_at is null;
  end if;

  return jsonb_build_object(
    'order_id', v_order.id,
    'number', v_order.number,
    'attempt', v_order.attempt,
    'total_cents', v_order.total_cents,
    'currency', v_order.currency,
    'parent_email', v_order.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'title', title, 'price_cents', total_cents, 'description', nullif(concat_ws(', ', 'Child ' || nth, private.line_description(session_id, camp_id)), ''),
        'renews', renews, 'renewal_cents', case when renews then price_cents end)
        order by position)
      from (
        -- The description numbers the children of an order instead of naming them: nothing else about a child is sent
        -- to the payment provider.
        select l.*, case when min(child_position) over () <> max(child_position) over ()
          then dense_rank() over (order by child_position) end as nth
        from public.order_lines l where order_id = v_order.id) l),
    'open_session_id', case when v_attempt.closed_at is null and v_attempt.expires_at > v_now
      then v_attempt.session_id end,
    'stored_params', v_attempt.params,
    'same_terms', v_same_terms,
    'pay_until', private.iso(v_pay_until));
end;
$function$;

CREATE OR REPLACE FUNCTION public.get_sales_notice()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object(
    'mode', (select case when t.maintenance then 'maintenance' when t.sales_stopped then 'stopped' else 'open' end from private.settings() t),
    'sentence', private.sales_notice());
end;
$function$;

ALTER FUNCTION "public"."get_sales_notice"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION public.get_session_availability_with_enrollments()
 RETURNS TABLE(session_id uuid, session_date date, session_time time without time zone, class_type_id uuid, available_spots integer, class_type text, team text, location_name text, coach_name text, notice text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.*, (select private.sales_notice()) from private.weekend() w cross join private.timetable(w.saturday, w.sunday, null) t
$function$;

ALTER FUNCTION "public"."get_session_availability_with_enrollments"() OWNER TO "postgres";

COMMENT ON COLUMN "public"."settings"."maintenance" IS 'Nobody books or pays anything (private.check_maintenance).';

COMMENT ON COLUMN "public"."settings"."maintenance_sentence" IS 'What parents read during maintenance, in place of sales_stopped_sentence.';

COMMENT ON COLUMN "public"."settings"."sales_stopped" IS 'No new orders on the site (private.check_sales). The desk still sells.';

COMMENT ON COLUMN "public"."settings"."sales_stopped_sentence" IS 'What parents read while sales are stopped.';

COMMENT ON FUNCTION "private"."answer_hold_move"(jsonb, uuid, jsonb) IS 'Holds a more expensive place for a paid place on a camp: Access, line, MoveTarget with camp_id -> OrderView (contract/orders.ts) of a separate order. Its total is the difference that quote_move gave, and it is paid like any order (create-checkout, details may be left out). When it is paid, the family gets the new place and the old one is released; until then it keeps the old one. The same target returns the same order, another target releases the hold. Refuses as private.manage_order and private.price_order (fields under p_target), and invalid_input, sales_stopped (maintenance), order_closed, line_not_found, line_closed (not or no longer a place on a camp), too_late, too_many_holds, refund_changed (detail: the difference; the move does not cost more, so use move_line). Definer: see get_managed_order.';

COMMENT ON FUNCTION "private"."answer_hold_order"(jsonb) IS 'Opens a checkout and holds its places: HoldRequest -> OrderView with left_out (contract/orders.ts). Without split it holds all lines or none. With split it holds those that fit, and left_out lists the positions in lines of the others. The browser may choose the secret (a random UUID, version 4); a second call with the same secret returns the same order. Refuses with a code and the field: invalid_input, child_not_found, what private.price_order refuses, too_many_holds, place_busy, sign_in_for_more, rate_limited, with waitlist_secret what private.accept_offer refuses, and sales_stopped (decisions "Stopping sales"). decisions "The hold". Definer: no table is writable otherwise, so visitors can hold places only through these checks.';

COMMENT ON FUNCTION "private"."check_maintenance"() IS 'Refuses sales_stopped during maintenance. Whatever makes a booking or a payment page calls it.';

COMMENT ON FUNCTION "private"."check_sales"() IS 'Refuses sales_stopped while sales are stopped, and during maintenance. New orders on the site call it.';

COMMENT ON FUNCTION "private"."sales_notice"() IS 'The sentence for parents while sales are stopped or during maintenance; null while sales are open.';

COMMENT ON FUNCTION "private"."spend_credit"(uuid, uuid, uuid, text, text) IS 'Books a child with a credit of a pass (private.pick_pass) and returns the booking''s id. The caller has locked the session, served the waitlist first and checked whose child it is, and then updates the pass''s order line. Refuses, with the given fields: session_not_found, session_started, sales_stopped (maintenance), already_booked, session_full, and with the codes of check_team and pick_pass.';

COMMENT ON FUNCTION "public"."finalize_order"(uuid, jsonb, integer, boolean) IS 'Takes CheckoutDetails (null for a move: those of the original booking), then checks places and prices again under the locks: {order_id, number, attempt (0 = none), total_cents, currency, parent_email, lines: [{title, price_cents, description, renews, renewal_cents: of each renewal, or null}], open_session_id, stored_params, same_terms, pay_until}. With p_by_link the order becomes payable by link, for good; pay_until is then the end that its session gets, and null for other orders. Refuses: invalid_input, child_twice (field), consent_text_changed, order_not_found, order_closed, hold_expired, sales_stopped (maintenance, and no payment page is open), try_out_used, what private.price_order refuses, line_closed (field lines[0]: the balance that a move would transfer has changed), price_changed (detail = the new total in cents). Definer: an order''s details are written only by functions; only the service role may call.';

COMMENT ON FUNCTION "public"."get_sales_notice"() IS 'For everybody: {mode: open | stopped | maintenance, sentence: what parents read, or null}, SalesNotice of contract/sales-notice.ts. Definer: the settings row is closed to visitors.';

COMMENT ON FUNCTION "public"."get_session_availability_with_enrollments"() IS 'This coming weekend''s sessions that have not begun, from private.timetable (spec 2 §3, §5 and §7). notice: private.sales_notice, the same in each row. Definer: visitors may know numbers and a coach''s name, not who booked.';

COMMENT ON FUNCTION "public"."hold_move"(jsonb, uuid, jsonb) IS 'Holds a more expensive place for a paid place on a camp: Access, line, MoveTarget with camp_id -> OrderView (contract/orders.ts) of a separate order. Its total is the difference that quote_move gave, and it is paid like any order (create-checkout, details may be left out). When it is paid, the family gets the new place and the old one is released; until then it keeps the old one. The same target returns the same order, another target releases the hold. Refuses as private.manage_order and private.price_order (fields under p_target), and invalid_input, sales_stopped (maintenance), order_closed, line_not_found, line_closed (not or no longer a place on a camp), too_late, too_many_holds, refund_changed (detail: the difference; the move does not cost more, so use move_line). Definer: see get_managed_order.';

COMMENT ON FUNCTION "public"."hold_order"(jsonb) IS 'Opens a checkout and holds its places: HoldRequest -> OrderView with left_out (contract/orders.ts). Without split it holds all lines or none. With split it holds those that fit, and left_out lists the positions in lines of the others. The browser may choose the secret (a random UUID, version 4); a second call with the same secret returns the same order. Refuses with a code and the field: invalid_input, child_not_found, what private.price_order refuses, too_many_holds, place_busy, sign_in_for_more, rate_limited, with waitlist_secret what private.accept_offer refuses, and sales_stopped (decisions "Stopping sales"). decisions "The hold". Definer: no table is writable otherwise, so visitors can hold places only through these checks.';

REVOKE ALL ON FUNCTION "private"."check_maintenance"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_maintenance"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_maintenance"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_sales"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_sales"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_sales"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."sales_notice"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."sales_notice"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."sales_notice"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_sales_notice"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_sales_notice"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_sales_notice"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_sales_notice"() TO "postgres";

REVOKE ALL ON FUNCTION "public"."get_session_availability_with_enrollments"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."get_session_availability_with_enrollments"() TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."get_session_availability_with_enrollments"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_session_availability_with_enrollments"() TO "postgres";

GRANT EXECUTE ON FUNCTION "public"."get_session_availability_with_enrollments"() TO "service_role";

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_maintenance_sentence_check" CHECK ((private.is_line(maintenance_sentence) AND (length(maintenance_sentence) <= 300)));

ALTER TABLE "public"."settings" ADD CONSTRAINT "settings_sales_stopped_sentence_check" CHECK ((private.is_line(sales_stopped_sentence) AND (length(sales_stopped_sentence) <= 300)));
