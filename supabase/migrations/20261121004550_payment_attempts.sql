-- Payment attempts: what the server's functions ask before they let somebody pay, and when a parent leaves
-- (README "One booking, end to end", step 3; decisions "Safety").
-- How places are locked stands at the head of the checkout migration.

create function private.check_consents(p_consents jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_given record;
  v_current integer;
  v_checked jsonb := '{}';
begin
  if jsonb_typeof(p_consents) is distinct from 'object' then perform private.fail('invalid_input', 'consents'); end if;
  for v_given in select key, value, 'consents.' || key as field from jsonb_each(p_consents) loop
    if not pg_input_is_valid(v_given.key, 'public.consent_purpose') then
      perform private.fail('invalid_input', v_given.field);
    end if;
    v_current := private.consent_version(v_given.key::public.consent_purpose);
    if jsonb_typeof(v_given.value) = 'boolean' then
      v_given.value := jsonb_build_object('given', v_given.value, 'version', v_current);
    end if;
    if jsonb_typeof(v_given.value -> 'given') is distinct from 'boolean'
      or not private.is_whole(v_given.value -> 'version', 1, 1000000) then
      perform private.fail('invalid_input', v_given.field);
    end if;
    -- Agreed is to the text that was on the screen.
    if (v_given.value ->> 'version')::numeric <> v_current then
      perform private.fail('consent_text_changed', v_given.field, v_current::text);
    end if;
    v_checked := v_checked || jsonb_build_object(
      v_given.key, jsonb_build_object('given', v_given.value -> 'given', 'version', v_current));
  end loop;
  if v_checked #> '{terms,given}' is distinct from 'true' then perform private.fail('invalid_input', 'consents.terms'); end if;
  if v_checked #> '{activity,given}' is distinct from 'true' then perform private.fail('invalid_input', 'consents.activity'); end if;
  return v_checked;
end;
$$;
comment on function private.check_consents(jsonb) is
  'Consents of a checkout by purpose, each a boolean or {given, version read}: {purpose: {given, version}}. terms and activity must be given. Refuses invalid_input, consent_text_changed (field; detail: the current version).';

create function private.take_child(p_child public.order_children, p_given jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_field constant text := format('children[%s]', p_child.position);
  v_name text := p_child.name;
  v_dob date := p_child.dob;
  v_details jsonb;
begin
  if jsonb_typeof(p_given) is distinct from 'object' then perform private.fail('invalid_input', v_field); end if;
  -- A known child is who the family says it is.
  if p_child.child_id is null then
    v_name := private.check_text(p_given -> 'name', v_field || '.name', 120);
    if jsonb_typeof(p_given -> 'dob') is distinct from 'string' or p_given ->> 'dob' !~ '^\d{4}-\d{2}-\d{2}$'
      or not pg_input_is_valid(p_given ->> 'dob', 'date') then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
    v_dob := p_given ->> 'dob';
    if v_dob not between '1990-01-02' and private.calendar_today() then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
  end if;
  v_details := private.check_fields(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_given)
     where key in ('allergies', 'medical_conditions', 'experience_level', 'overnight')),
    '{"allergies": 2000, "medical_conditions": 2000, "experience_level": 40, "overnight": "boolean"}', v_field);
  if v_details -> 'overnight' = 'true' and not exists (
    select from public.order_lines l join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_child.order_id and l.child_position = p_child.position and c.tier = 'epic') then
    perform private.fail('invalid_input', v_field || '.overnight');
  end if;
  update public.order_children set
    name = v_name, dob = v_dob, experience_level = v_details ->> 'experience_level',
    overnight = (v_details ->> 'overnight')::boolean
  where order_id = p_child.order_id and position = p_child.position;
  insert into public.order_child_details (
    order_id, position, allergies, medical_conditions, pickup_authorizations, emergency_contacts)
  values (
    p_child.order_id, p_child.position, v_details ->> 'allergies', v_details ->> 'medical_conditions',
    case when private.is_given(p_given -> 'pickup_authorizations')
      then private.check_people(p_given -> 'pickup_authorizations', v_field || '.pickup_authorizations', false) end,
    case when private.is_given(p_given -> 'emergency_contacts')
      then private.check_people(p_given -> 'emergency_contacts', v_field || '.emergency_contacts', true) end)
  on conflict (order_id, position) do update set
    allergies = excluded.allergies, medical_conditions = excluded.medical_conditions,
    pickup_authorizations = excluded.pickup_authorizations, emergency_contacts = excluded.emergency_contacts;
end;
$$;
comment on function private.take_child(public.order_children, jsonb) is
  'Writes one of the children of CheckoutDetails (contract/orders.ts), or refuses with invalid_input and the field, e.g. children[1].dob.';

create function private.take_details(p_order_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parent constant jsonb := p_details -> 'parent';
  v_parent_name constant text := private.check_text(v_parent -> 'name', 'parent.name', 120);
  v_email constant text := lower(private.check_text(v_parent -> 'email', 'parent.email', 254));
  v_consents jsonb;
  v_child public.order_children;
  v_double integer;
begin
  if v_email !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' then
    perform private.fail('invalid_input', 'parent.email');
  end if;
  if jsonb_typeof(v_parent -> 'phone') is distinct from 'string'
    or v_parent ->> 'phone' !~ '^\+[1-9][0-9]{7,14}$' then
    perform private.fail('invalid_input', 'parent.phone');
  end if;
  if jsonb_typeof(p_details -> 'children') is distinct from 'array' then perform private.fail('invalid_input', 'children'); end if;
  if jsonb_array_length(p_details -> 'children') <> (select count(*) from public.order_children where order_id = p_order_id) then
    perform private.fail('invalid_input', 'children');
  end if;
  for v_child in
    -- One for whom there was no place need not be described.
    select c.* from public.order_children c
    where c.order_id = p_order_id
      and exists (select from public.order_lines l where l.order_id = p_order_id and l.child_position = c.position)
    order by c.position
  loop
    perform private.take_child(v_child, p_details -> 'children' -> v_child.position);
  end loop;
  select max(c.position) into v_double
  from public.order_children c join public.orders o on o.id = c.order_id
  where o.id = p_order_id and c.name is not null
  group by coalesce(
    coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob))::text, private.name_key(c.name) || c.dob)
  having count(*) > 1 limit 1;
  if v_double is not null then perform private.fail('child_twice', format('children[%s].name', v_double)); end if;
  perform private.check_children(o.family_id, (
      select count(*) from public.order_children c
      where c.order_id = o.id and c.name is not null and c.child_id is null
        and private.find_child(o.family_id, c.name, c.dob) is null), 'children')
  from public.orders o where o.id = p_order_id and o.family_id is not null;
  if not private.is_given(p_details -> 'transport_address')
    and exists (select from public.order_lines where order_id = p_order_id and transport is not null) then
    perform private.fail('invalid_input', 'transport_address');
  end if;
  v_consents := private.check_consents(p_details -> 'consents');

  update public.orders set
    parent_name = v_parent_name, parent_email = v_email, parent_phone = v_parent ->> 'phone',
    signature = case when private.is_given(p_details -> 'signature')
      then private.check_text(p_details -> 'signature', 'signature', 120) end,
    transport_address = case when private.is_given(p_details -> 'transport_address')
      then private.check_text(p_details -> 'transport_address', 'transport_address', 300) end,
    consents = v_consents, consents_at = clock_timestamp()
  where id = p_order_id;
end;
$$;
comment on function private.take_details(uuid, jsonb) is
  'Writes CheckoutDetails of contract/orders.ts to the order, or refuses with invalid_input or child_twice and the field, e.g. parent.email; consent_text_changed.';

create function private.order_terms(p_order_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'total_cents', o.total_cents, 'currency', o.currency, 'email', o.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_array(offer_id, revision, title, total_cents, session_id, camp_id) order by position)
      from public.order_lines where order_id = o.id))
  from public.orders o where o.id = p_order_id);
end;
$$;
comment on function private.order_terms(uuid) is
  'What a payment session is about. Another attempt is needed exactly when this differs.';

create function private.line_description(p_session_id uuid, p_camp_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', t.name, to_char(s.session_date, 'FMDy FMDD Mon YYYY'),
    ltrim(to_char(s.session_time, 'HH12.MI am'), '0'), l.name)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  where s.id = p_session_id
  union all
  select concat_ws(', ', c.name, to_char(c.start_date, 'FMDD Mon') || ' to ' || to_char(c.end_date, 'FMDD Mon YYYY'), l.name)
  from public.camp_weeks c join public.locations l on l.id = c.location_id
  where c.id = p_camp_id
$$;
comment on function private.line_description(uuid, uuid) is
  'The session or camp as the payment page names it. Nothing about a child leaves for the payment provider.';

create function private.agree_lines(p_order_id uuid, p_price jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.order_lines l set
    title = f.title, revision = f.revision, cancellation = f.cancellation, sessions = t.sessions,
    validity_days = t.validity_days, make_ups = t.make_ups, renews = t.renews, once_per_child = t.once_per_child,
    refund_rules = t.refund_rules, price_cents = n.price_cents, seen_price_cents = n.price_cents,
    rebate_cents = n.rebate_cents, sibling_rebate = n.sibling_rebate, discount_cents = n.discount_cents,
    transport_cents = n.transport_cents, rung_id = n.rung_id
  from jsonb_to_recordset(p_price -> 'lines') as n (
    position integer, rung_id text, price_cents integer, sibling_rebate boolean, rebate_cents integer,
    discount_cents integer, transport_cents integer),
    public.offers f, private.offer_terms(f) t
  where l.order_id = p_order_id and n.position = l.position and f.id = l.offer_id;
end;
$$;
comment on function private.agree_lines(uuid, jsonb) is
  'Makes an order''s lines what the parent just agreed to: prices of private.price_order, words and rules of the offers now.';

create function public.settle_order(p_secret uuid, p_details jsonb, p_seen_total_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_now timestamptz;
  v_price jsonb;
  v_used integer;
  v_same_terms boolean;
  v_too_late boolean;
  -- What was typed for the booking that is moved stands, unless it is typed again.
  v_keeps_details constant boolean := coalesce(p_details, 'null') = 'null' and private.is_move_of(p_secret);
begin
  if jsonb_typeof(p_details) is distinct from 'object' and not v_keeps_details then
    perform private.fail('invalid_input', 'details');
  end if;
  if p_seen_total_cents is null then perform private.fail('invalid_input', 'seen_total_cents'); end if;
  v_order := private.open_order(p_secret);
  if not v_keeps_details then perform private.take_details(v_order.id, p_details); end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;
  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  -- Back to a payment page that is still open prolongs nothing; another one would.
  v_too_late := v_now > v_order.opened_at + make_interval(mins => v_settings.checkout_total_minutes);
  if v_too_late and (v_attempt.closed_at is null and v_attempt.expires_at > v_now) is not true then
    perform private.fail('hold_expired');
  end if;
  -- Held, and still no place: only when staff made it smaller or called it off.
  v_price := private.price_open(v_order.id, v_now);
  perform private.refuse_first(v_price -> 'refusals');
  if (v_price ->> 'total_cents')::integer <> p_seen_total_cents then
    perform private.fail('price_changed', 'seen_total_cents', v_price ->> 'total_cents');
  end if;
  if v_order.code is not null then
    perform private.use_promotion(v_order.id, v_order.code, (v_price ->> 'discount_cents')::integer, v_order.family_id,
      private.proven_email(v_order.user_id));
  end if;
  v_used := private.claim_once(v_order.id, v_now, 'told');
  if v_used is not null then perform private.fail('try_out_used', format('lines[%s].child', v_used)); end if;

  perform private.agree_lines(v_order.id, v_price);
  update public.orders set
    total_cents = p_seen_total_cents,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order.id
  returning * into v_order;
  -- The seats must not lapse while the payment provider is being asked.
  update public.holds
  set expires_at = greatest(expires_at, v_now + make_interval(mins => v_settings.checkout_call_minutes))
  where order_id = v_order.id;

  v_same_terms := v_attempt.order_id is not null and v_attempt.terms = private.order_terms(v_order.id);
  if not v_same_terms then
    if v_too_late then perform private.fail('hold_expired'); end if;
    -- Its session is about to be expired at the provider; that news must not free the seats.
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
        'title', title, 'price_cents', total_cents, 'description', private.line_description(session_id, camp_id),
        'renews', renews, 'renewal_cents', case when renews then price_cents end)
        order by position)
      from public.order_lines where order_id = v_order.id),
    'open_session_id', case when v_attempt.closed_at is null and v_attempt.expires_at > v_now
      then v_attempt.session_id end,
    'stored_params', v_attempt.params,
    'same_terms', v_same_terms);
end;
$$;
comment on function public.settle_order(uuid, jsonb, integer) is
  'Takes CheckoutDetails (null for a move: those of the booking that is moved), then checks places and prices again under the locks: {order_id, number, attempt (0 = none), total_cents, currency, parent_email, lines: [{title, price_cents, description, renews, renewal_cents: of each renewal, or null}], open_session_id, stored_params, same_terms}. Refuses: invalid_input, child_twice (field), consent_text_changed, order_not_found, order_closed, hold_expired, try_out_used, what private.price_order refuses, line_closed (field lines[0]: what a move was to carry over is not what it was), price_changed (detail = the new total in cents). Definer: only writer of an order''s details; only the service role may call.';
grant execute on function public.settle_order(uuid, jsonb, integer) to service_role;

create function public.start_attempt(p_order_id uuid, p_params jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if jsonb_typeof(p_params) is distinct from 'object' then perform private.fail('invalid_input', 'p_params'); end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Without consents nobody has settled it yet.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.consents_at is null then
    perform private.fail('order_closed');
  end if;
  if not private.is_held(v_order.id, clock_timestamp()) or clock_timestamp() > v_order.opened_at
    + make_interval(mins => (private.settings()).checkout_total_minutes + (private.settings()).checkout_call_minutes) then
    perform private.fail('hold_expired');
  end if;

  update public.checkout_attempts set superseded_at = clock_timestamp()
  where order_id = v_order.id and superseded_at is null;
  update public.orders set attempt = attempt + 1, status = 'awaiting_payment'
  where id = v_order.id
  returning * into v_order;
  insert into public.checkout_attempts (order_id, attempt, params, terms)
  values (v_order.id, v_order.attempt, p_params, private.order_terms(v_order.id));
  return jsonb_build_object('attempt', v_order.attempt);
end;
$$;
comment on function public.start_attempt(uuid, jsonb) is
  'Stores what the payment provider will be asked, before it is asked: {attempt}. From here on the order is awaiting_payment. Refuses: invalid_input, order_not_found, order_closed, hold_expired. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.start_attempt(uuid, jsonb) to service_role;

create function private.keeps_code(p_order public.orders)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
begin
  if p_order.code is null then return true; end if;
  select * into v_promotion from public.promotion_codes where code = p_order.code for update;
  return private.promotion_problem(
    v_promotion, clock_timestamp(), p_order.id, p_order.family_id, private.proven_email(p_order.user_id)) is null;
end;
$$;
comment on function private.keeps_code(public.orders) is
  'Is the promotion code of an order whose hold had lapsed still free for it? Locks the code, then counts.';

create function public.record_checkout(
  p_order_id uuid, p_attempt integer, p_session_id text, p_expires_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_now timestamptz;
begin
  if coalesce(p_session_id, '') = '' then perform private.fail('invalid_input', 'p_session_id'); end if;
  if p_expires_at is null or p_expires_at > clock_timestamp() + interval '25 hours' then
    perform private.fail('invalid_input', 'p_expires_at');
  end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  -- Kept whatever follows: a payment of this session must find its order.
  update public.checkout_attempts set session_id = p_session_id, expires_at = p_expires_at
  where order_id = v_order.id and attempt = p_attempt;
  if not found then perform private.fail('invalid_input', 'p_attempt'); end if;
  if v_order.status <> 'awaiting_payment' or v_order.attempt <> p_attempt then
    return jsonb_build_object('ok', false);
  end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  -- What lapsed meanwhile others may have taken: the place, the use of the code, the child's one try-out.
  if not private.is_held(v_order.id, v_now) and (
    private.misfit(v_order.id, v_now) is not null
    or not private.keeps_code(v_order)
    or private.claim_once(v_order.id, v_now) is not null
  ) then
    return jsonb_build_object('ok', false);
  end if;
  insert into public.holds as h (order_line_id, order_id, session_id, camp_id, expires_at)
  select id, order_id, session_id, camp_id, least(
    p_expires_at + make_interval(mins => v_settings.checkout_tail_minutes),
    v_order.opened_at + make_interval(mins => v_settings.hold_life_minutes))
  from public.order_lines where order_id = v_order.id
  on conflict (order_line_id) do update set expires_at = greatest(h.expires_at, excluded.expires_at);
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.record_checkout(uuid, integer, text, timestamptz) is
  'Keeps the provider''s session and holds the seats until it expires, plus checkout_tail_minutes, but no longer than hold_life_minutes from the opening: {ok}. ok is false when the order, or what it held, is gone meanwhile: the caller expires that session. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.record_checkout(uuid, integer, text, timestamptz) to service_role;

-- Leaving ----------------------------------------------------------------------------------------------

create function public.list_open_sessions(p_secret uuid, p_before_attempt integer default null)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(a.session_id order by a.attempt), '[]')
  from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where o.secret = p_secret and a.session_id is not null and a.closed_at is null
    and (p_before_attempt is null or a.attempt < p_before_attempt)
$$;
comment on function public.list_open_sessions(uuid, integer) is
  'Payment sessions of this order of which the provider has not said that they expired, all or those of earlier attempts than one: [session_id]; empty for an unknown secret. A function, because a filter on a table would write the secret into an address. Definer: only the service role may call.';
grant execute on function public.list_open_sessions(uuid, integer) to service_role;

create function public.release_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'released');
  perform private.order_places_freed(v_order.id);
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.release_order(uuid) is
  'Gives the seats back: {released}, false when the order was closed already. Refuses: order_not_found. The caller has expired the payment session first. Definer: only the service role may call, because only it can ask the payment provider.';
grant execute on function public.release_order(uuid) to service_role;

create function public.lapse_checkout(p_session_id text, p_refused boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_attempt public.checkout_attempts;
begin
  -- With the order that a move moves from: the mail of a refused one carries its link.
  v_order := private.lock_paid_order((select order_id from public.checkout_attempts where session_id = p_session_id));
  if v_order.id is null then return jsonb_build_object('released', false); end if;

  update public.checkout_attempts set closed_at = coalesce(closed_at, clock_timestamp())
  where session_id = p_session_id
  returning * into v_attempt;
  if v_order.status <> 'awaiting_payment' or v_attempt.attempt <> v_order.attempt
    or v_attempt.superseded_at is not null then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'expired');
  perform private.order_places_freed(v_order.id);
  -- Who let the page be knows; who was told "on its way" does not.
  if p_refused then
    perform private.queue_order_mail('payment_failed', v_order.id);
  end if;
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.lapse_checkout(text, boolean) is
  'The provider says that this session has expired, or with p_refused that the bank said no to a payment that was under way: {released}. Frees the seats only if it was the order''s current one; of a refused one the parent is told, once. Definer: only the service role may call.';
grant execute on function public.lapse_checkout(text, boolean) to service_role;
