-- Checkout: opening, holding, renewing, settling and leaving an order
-- (3-decisions, "Selling rules" and "Safety"; architecture, "One booking, end to end").
--
-- HOW SEATS ARE LOCKED
--
-- A seat is sold twice when two transactions count before either has written. So whoever wants to take a seat, or
-- to keep one for longer, first locks the rows of the sessions concerned, and nothing else stands for that lock.
--
--   1. Lock only what you consume: the sessions of your own lines. Reading availability locks nothing, and neither
--      does giving a seat back (release, lapse), because that cannot make anybody else's count wrong.
--   2. Lock once and late: everything that can be refused without the lock is refused before it.
--   3. Always in this order, so that no two transactions ever wait for each other in a circle:
--        the payment event and the payment (unique keys; confirmation only)
--        -> the order row (hold_order: the browser's previous order)
--        -> the network address's cap (advisory lock; hold_order only)
--        -> the session rows, sorted by id, in one statement (private.lock_sessions)
--        -> pass rows (the credit ledger's trigger).
--   4. Then read the clock, then count, then price, then write. Under READ COMMITTED each statement sees what was
--      committed when it began: the counting stands in a statement after the lock, so a transaction that waited
--      counts what the other one wrote. Counting in the same statement as the lock, or under REPEATABLE READ,
--      would decide by the time before the wait. The clock is clock_timestamp() for the same reason.
--   5. Prolonging a hold is taking a seat: between "it is still alive" and the commit it may lapse and somebody
--      else may count it as free. So renew_hold, settle_order and record_checkout lock the sessions too.

create function private.lock_sessions(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.sessions
  where id in (select session_id from public.order_lines where order_id = p_order_id)
  order by id
  for update;
end;
$$;
comment on function private.lock_sessions(uuid) is 'Locks the sessions of an order in sorted order. See the head of this migration.';

create function private.full_line(p_order_id uuid, p_at timestamptz)
returns integer
language sql
volatile
set search_path = ''
as $$
  select min(d.first_position)
  from (
    select session_id, count(*) as seats, min(position) as first_position
    from public.order_lines where order_id = p_order_id and session_id is not null group by session_id
  ) d
  join public.sessions s on s.id = d.session_id
  where s.status <> 'scheduled'
    or private.seats_taken(d.session_id, p_at, p_order_id) + d.seats > s.max_capacity
$$;
comment on function private.full_line(uuid, timestamptz) is
  'Position of the first line for which there is no seat beside everybody else''s, counting all lines of one session together; null when all fit. Only meaningful under private.lock_sessions.';

create function private.is_held(p_order_id uuid, p_at timestamptz)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select not exists (
    select from public.order_lines l
    left join public.holds h on h.order_line_id = l.id and h.expires_at > p_at
    where l.order_id = p_order_id and l.session_id is not null and h.order_line_id is null
  )
$$;
comment on function private.is_held(uuid, timestamptz) is 'Has every line of the order a live hold at p_at?';

create function private.free_seats(p_order_id uuid, p_status text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.holds where order_id = p_order_id;
  update public.orders set status = p_status where id = p_order_id;
end;
$$;
comment on function private.free_seats(uuid, text) is 'Gives an order''s seats back and closes it. The order row is locked by the caller.';

create function private.order_number()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- No 0 and O, 1, I and L: read aloud and typed from paper.
  c_alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  v_prefix constant text := (private.settings()).order_prefix;
  v_number text;
begin
  for v_try in 0..40 loop
    -- Four characters; after every tenth number already taken, one more.
    select v_prefix || '-' || string_agg(substr(c_alphabet, 1 + get_byte(b, i) % length(c_alphabet), 1), '')
    into v_number
    from extensions.gen_random_bytes(4 + v_try / 10) b, generate_series(0, 3 + v_try / 10) i;
    if not exists (select from public.orders where number = v_number) then
      return v_number;
    end if;
  end loop;
  raise exception 'no free order number';
end;
$$;
comment on function private.order_number() is 'A random free order number such as OT-4K7M.';

create function private.is_uuid(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string'
    and p_value #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', false)
$$;
comment on function private.is_uuid(jsonb) is 'Is the JSON value a UUID in its usual spelling?';

create function private.check_hold_request(p_order jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
begin
  if jsonb_typeof(p_order) is distinct from 'object' then perform private.fail('invalid_input', 'p_order'); end if;
  if jsonb_typeof(p_order -> 'lines') is distinct from 'array'
    or jsonb_array_length(p_order -> 'lines') not between 1 and 8 then
    perform private.fail('invalid_input', 'lines');
  end if;
  if coalesce(p_order -> 'previous_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'previous_secret') then
    perform private.fail('invalid_input', 'previous_secret');
  end if;
  for v_line in
    select value, format('lines[%s]', ordinality - 1) as field
    from jsonb_array_elements(p_order -> 'lines') with ordinality
  loop
    if jsonb_typeof(v_line.value) <> 'object' then
      perform private.fail('invalid_input', v_line.field);
    end if;
    if jsonb_typeof(v_line.value -> 'offer_id') is distinct from 'string'
      or length(v_line.value ->> 'offer_id') not between 1 and 100 then
      perform private.fail('invalid_input', v_line.field || '.offer_id');
    end if;
    if not private.is_uuid(v_line.value -> 'session_id') then
      perform private.fail('invalid_input', v_line.field || '.session_id');
    end if;
    if coalesce(v_line.value -> 'seen_price_cents', 'null') <> 'null'
      and not private.is_whole(v_line.value -> 'seen_price_cents', 0, 100000000) then
      perform private.fail('invalid_input', v_line.field || '.seen_price_cents');
    end if;
  end loop;
end;
$$;
comment on function private.check_hold_request(jsonb) is
  'HoldRequest of contract/orders.ts, or invalid_input with the field. Keys it does not know are ignored.';

create function public.hold_order(p_order jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_address constant text := private.client_address();
  v_client_hash constant text := private.fingerprint(v_address);
  v_order_id constant uuid := gen_random_uuid();
  v_previous_id uuid;
  v_now timestamptz;
  v_line record;
  v_full integer;
begin
  perform private.check_hold_request(p_order);

  -- One live hold per browser. An order that went to pay keeps its seats until release_order has made sure
  -- that nobody can pay it any more.
  select id into v_previous_id from public.orders
  where secret = (p_order ->> 'previous_secret')::uuid and status = 'held'
  for update;
  if v_previous_id is not null then
    perform private.free_seats(v_previous_id, 'released');
  end if;

  -- A call that did not come through the API has no address, and no cap.
  if v_client_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended(v_client_hash, 0));
    if (
      select count(*) from public.orders o
      where o.client_hash = v_client_hash and o.status in ('held', 'awaiting_payment')
        and exists (select from public.holds h where h.order_id = o.id and h.expires_at > clock_timestamp())
    ) >= v_settings.holds_per_address_max then
      perform private.fail('too_many_holds');
    end if;
  end if;

  perform from public.sessions
  where id in (select (value ->> 'session_id')::uuid from jsonb_array_elements(p_order -> 'lines'))
  order by id
  for update;

  v_now := clock_timestamp();

  for v_line in
    select format('lines[%s]', n.ordinality - 1) as field, s.id as session_id, s.status, s.starts_at, f.id as offer_id
    from jsonb_array_elements(p_order -> 'lines') with ordinality n
    left join public.sessions s on s.id = (n.value ->> 'session_id')::uuid
    left join public.offers f
      on f.id = n.value ->> 'offer_id' and f.active and f.kind = 'pass' and f.currency = v_settings.currency
    order by n.ordinality
  loop
    if v_line.session_id is null or v_line.status <> 'scheduled' then
      perform private.fail('session_not_found', v_line.field || '.session_id');
    end if;
    if v_line.starts_at <= private.calendar_now() then
      perform private.fail('session_started', v_line.field || '.session_id');
    end if;
    if v_line.offer_id is null then
      perform private.fail('offer_not_available', v_line.field || '.offer_id');
    end if;
  end loop;

  -- One statement, so that total and lines come from the same prices.
  with priced as (
    select n.ordinality - 1 as position, n.value, f.*
    from jsonb_array_elements(p_order -> 'lines') with ordinality n
    join public.offers f on f.id = n.value ->> 'offer_id'
  ),
  opened as (
    insert into public.orders (id, number, currency, total_cents, client_hash, created_at)
    select v_order_id, private.order_number(), v_settings.currency, sum(price_cents), v_client_hash, v_now
    from priced
  )
  insert into public.order_lines (
    order_id, position, offer_id, session_id, title, price_cents, seen_price_cents, sessions, validity_days,
    cancellation, revision)
  select v_order_id, position, id, (value ->> 'session_id')::uuid, title, price_cents,
    (value ->> 'seen_price_cents')::numeric::integer, (details ->> 'sessions')::numeric::integer,
    (details ->> 'validity_days')::numeric::integer, cancellation, revision
  from priced;

  -- Everything above is undone when a seat is missing.
  v_full := private.full_line(v_order_id, v_now);
  if v_full is not null then
    perform private.fail('session_full', format('lines[%s].session_id', v_full));
  end if;

  insert into public.holds (order_line_id, order_id, session_id, expires_at)
  select id, order_id, session_id, v_now + make_interval(mins => v_settings.hold_minutes)
  from public.order_lines where order_id = v_order_id;

  return private.order_view(v_order_id);
end;
$$;
comment on function public.hold_order(jsonb) is
  'Opens a checkout and holds its seats: HoldRequest -> OrderView (contract/orders.ts). All lines or none. Refuses: invalid_input, session_not_found, session_started, session_full, offer_not_available (each with the field), too_many_holds. 3-decisions "The hold". Definer: a visitor sells a seat to themself only through these checks; no table is writable otherwise.';
grant execute on function public.hold_order(jsonb) to anon, authenticated, service_role;

create function public.get_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := (select id from public.orders where secret = p_secret);
begin
  if v_order_id is null then perform private.fail('order_not_found'); end if;
  return private.order_view(v_order_id);
end;
$$;
comment on function public.get_order(uuid) is
  'OrderView for whoever knows the secret; else order_not_found. Definer: guests have no account that a policy could ask for; the secret is the identity.';
grant execute on function public.get_order(uuid) to anon, authenticated, service_role;

create function public.renew_hold(p_secret uuid)
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
  v_until timestamptz;
begin
  select * into v_order from public.orders where secret = p_secret for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then perform private.fail('order_closed'); end if;

  perform private.lock_sessions(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;

  v_until := least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_order.created_at + make_interval(mins => v_settings.hold_total_minutes));
  if v_order.renewals < v_settings.hold_renewals_max
    and v_until > (select min(expires_at) from public.holds where order_id = v_order.id) then
    update public.holds set expires_at = greatest(expires_at, v_until) where order_id = v_order.id;
    update public.orders set renewals = renewals + 1 where id = v_order.id;
  end if;
  return private.order_view(v_order.id);
end;
$$;
comment on function public.renew_hold(uuid) is
  'Holds the seats longer while the form is in use: hold_minutes from now, hold_total_minutes from the opening at most, hold_renewals_max times; beyond that the OrderView comes back unchanged. Refuses: order_not_found, order_closed, hold_expired. Definer: see get_order.';
grant execute on function public.renew_hold(uuid) to anon, authenticated, service_role;

-- Settling: what the functions of the server ask before they let somebody pay ---------------------------

create function private.check_text(p_value jsonb, p_field text, p_most integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := regexp_replace(trim(p_value #>> '{}'), '\s+', ' ', 'g');
begin
  if jsonb_typeof(p_value) is distinct from 'string' or length(v_text) not between 1 and p_most
    or p_value #>> '{}' ~ '[[:cntrl:]]' then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_text;
end;
$$;
comment on function private.check_text(jsonb, text, integer) is
  'A line of text without its surplus spaces, 1 to p_most characters; else invalid_input with the field.';

create function private.take_details(p_order_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parent constant jsonb := p_details -> 'parent';
  v_child constant jsonb := p_details -> 'child';
  v_parent_name constant text := private.check_text(v_parent -> 'name', 'parent.name', 120);
  v_email constant text := lower(private.check_text(v_parent -> 'email', 'parent.email', 254));
  v_child_name text;
  v_dob text;
  v_double integer;
begin
  if v_email !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' then
    perform private.fail('invalid_input', 'parent.email');
  end if;
  if jsonb_typeof(v_parent -> 'phone') is distinct from 'string'
    or v_parent ->> 'phone' !~ '^\+[1-9][0-9]{7,14}$' then
    perform private.fail('invalid_input', 'parent.phone');
  end if;
  v_child_name := private.check_text(v_child -> 'name', 'child.name', 120);
  v_dob := v_child ->> 'dob';
  if jsonb_typeof(v_child -> 'dob') is distinct from 'string' or v_dob !~ '^\d{4}-\d{2}-\d{2}$'
    or not pg_input_is_valid(v_dob, 'date') then
    perform private.fail('invalid_input', 'child.dob');
  end if;
  if v_dob::date not between '1990-01-02' and private.calendar_today() then
    perform private.fail('invalid_input', 'child.dob');
  end if;
  if p_details #> '{consents,terms}' is distinct from 'true' then
    perform private.fail('invalid_input', 'consents.terms');
  end if;
  if p_details #> '{consents,activity}' is distinct from 'true' then
    perform private.fail('invalid_input', 'consents.activity');
  end if;
  -- One child cannot be in the same session twice. Refused here, so that it cannot fail once money has moved.
  select max(position) into v_double from public.order_lines
  where order_id = p_order_id and session_id is not null
  group by session_id having count(*) > 1 limit 1;
  if v_double is not null then
    perform private.fail('invalid_input', format('lines[%s].session_id', v_double));
  end if;

  update public.orders set
    parent_name = v_parent_name, parent_email = v_email, parent_phone = v_parent ->> 'phone',
    consents_at = clock_timestamp()
  where id = p_order_id;
  update public.order_lines set child_name = v_child_name, child_dob = v_dob::date where order_id = p_order_id;
end;
$$;
comment on function private.take_details(uuid, jsonb) is
  'Writes CheckoutDetails of contract/orders.ts to the order, or refuses with invalid_input and the field, e.g. parent.email.';

create function private.order_terms(p_order_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'total_cents', o.total_cents, 'currency', o.currency, 'email', o.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_array(offer_id, revision, title, price_cents, session_id) order by position)
      from public.order_lines where order_id = o.id))
  from public.orders o where o.id = p_order_id
$$;
comment on function private.order_terms(uuid) is
  'What a payment session is about. Another attempt is needed exactly when this differs.';

create function private.line_description(p_session_id uuid)
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
$$;
comment on function private.line_description(uuid) is
  'The session as the payment page names it. Nothing about a child leaves for the payment provider.';

create function public.settle_order(p_secret uuid, p_details jsonb, p_seen_total_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_now timestamptz;
  v_position integer;
  v_total integer;
  v_same_terms boolean;
begin
  if jsonb_typeof(p_details) is distinct from 'object' then perform private.fail('invalid_input', 'details'); end if;
  if p_seen_total_cents is null then perform private.fail('invalid_input', 'seen_total_cents'); end if;

  select * into v_order from public.orders where secret = p_secret for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then perform private.fail('order_closed'); end if;
  perform private.take_details(v_order.id, p_details);

  perform private.lock_sessions(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now)
    or v_now > v_order.created_at + make_interval(mins => v_settings.checkout_total_minutes) then
    perform private.fail('hold_expired');
  end if;
  select min(l.position) into v_position
  from public.order_lines l join public.sessions s on s.id = l.session_id
  where l.order_id = v_order.id and s.starts_at <= private.calendar_now();
  if v_position is not null then
    perform private.fail('session_started', format('lines[%s].session_id', v_position));
  end if;
  -- Held, and still no seat: only when staff made the session smaller or cancelled it.
  v_position := private.full_line(v_order.id, v_now);
  if v_position is not null then
    perform private.fail('session_full', format('lines[%s].session_id', v_position));
  end if;

  select min(l.position) into v_position
  from public.order_lines l join public.offers f on f.id = l.offer_id
  where l.order_id = v_order.id and not f.active;
  if v_position is not null then
    perform private.fail('offer_not_available', format('lines[%s].offer_id', v_position));
  end if;
  update public.order_lines l set
    title = f.title, price_cents = f.price_cents, revision = f.revision, cancellation = f.cancellation,
    sessions = (f.details ->> 'sessions')::numeric::integer,
    validity_days = (f.details ->> 'validity_days')::numeric::integer
  from public.offers f
  where l.order_id = v_order.id and f.id = l.offer_id;
  select sum(price_cents) into v_total from public.order_lines where order_id = v_order.id;
  if v_total <> p_seen_total_cents then
    perform private.fail('price_changed', 'seen_total_cents', v_total::text);
  end if;

  update public.order_lines set seen_price_cents = price_cents where order_id = v_order.id;
  update public.orders set
    total_cents = v_total,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order.id
  returning * into v_order;
  -- The seats must not lapse while the payment provider is being asked.
  update public.holds
  set expires_at = greatest(expires_at, v_now + make_interval(mins => v_settings.checkout_call_minutes))
  where order_id = v_order.id;

  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  v_same_terms := found and v_attempt.terms = private.order_terms(v_order.id);
  if not v_same_terms then
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
        'title', title, 'price_cents', price_cents, 'description', private.line_description(session_id))
        order by position)
      from public.order_lines where order_id = v_order.id),
    'open_session_id', case when v_attempt.closed_at is null and v_attempt.expires_at > v_now
      then v_attempt.session_id end,
    'stored_params', v_attempt.params,
    'same_terms', v_same_terms);
end;
$$;
comment on function public.settle_order(uuid, jsonb, integer) is
  'Takes CheckoutDetails, then checks seats and prices again under the lock: {order_id, number, attempt (0 = none), total_cents, currency, parent_email, lines: [{title, price_cents, description}], open_session_id, stored_params, same_terms}. Refuses: invalid_input (field), order_not_found, order_closed, hold_expired, session_started, session_full, offer_not_available, price_changed (detail = the new total in cents). Definer: only writer of an order''s details; only the service role may call.';
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
  select * into v_order from public.orders where id = p_order_id for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Without consents nobody has settled it yet.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.consents_at is null then
    perform private.fail('order_closed');
  end if;
  if not private.is_held(v_order.id, clock_timestamp()) then perform private.fail('hold_expired'); end if;

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
  select * into v_order from public.orders where id = p_order_id for update;
  if not found then perform private.fail('order_not_found'); end if;
  -- Kept whatever follows: a payment of this session must find its order.
  update public.checkout_attempts set session_id = p_session_id, expires_at = p_expires_at
  where order_id = v_order.id and attempt = p_attempt;
  if not found then perform private.fail('invalid_input', 'p_attempt'); end if;
  if v_order.status <> 'awaiting_payment' or v_order.attempt <> p_attempt then
    return jsonb_build_object('ok', false);
  end if;

  perform private.lock_sessions(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) and private.full_line(v_order.id, v_now) is not null then
    return jsonb_build_object('ok', false);
  end if;
  insert into public.holds as h (order_line_id, order_id, session_id, expires_at)
  select id, order_id, session_id, p_expires_at + make_interval(mins => v_settings.checkout_tail_minutes)
  from public.order_lines where order_id = v_order.id and session_id is not null
  on conflict (order_line_id) do update set expires_at = greatest(h.expires_at, excluded.expires_at);
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.record_checkout(uuid, integer, text, timestamptz) is
  'Keeps the provider''s session and holds the seats until it expires, plus checkout_tail_minutes: {ok}. ok is false when the seats or the order are gone meanwhile: the caller expires that session. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.record_checkout(uuid, integer, text, timestamptz) to service_role;

-- Leaving ----------------------------------------------------------------------------------------------

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
  select * into v_order from public.orders where secret = p_secret for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'released');
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.release_order(uuid) is
  'Gives the seats back: {released}, false when the order was closed already. Refuses: order_not_found. The caller has expired the payment session first. Definer: only the service role may call, because only it can ask the payment provider.';
grant execute on function public.release_order(uuid) to service_role;

create function public.lapse_checkout(p_session_id text)
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
  select o.* into v_order from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where a.session_id = p_session_id
  for update of o;
  if not found then return jsonb_build_object('released', false); end if;

  update public.checkout_attempts set closed_at = coalesce(closed_at, clock_timestamp())
  where session_id = p_session_id
  returning * into v_attempt;
  if v_order.status <> 'awaiting_payment' or v_attempt.attempt <> v_order.attempt
    or v_attempt.superseded_at is not null then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'expired');
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.lapse_checkout(text) is
  'The provider says that this session has expired: {released}. Frees the seats only if it was the order''s current one. Definer: only the service role may call.';
grant execute on function public.lapse_checkout(text) to service_role;
