-- Checkout: opening an order, holding its seats, renewing the hold
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
    -- Seats, not orders: an order of eight lines keeps eight of them from others.
    if jsonb_array_length(p_order -> 'lines') + (
      select count(*) from public.orders o join public.holds h on h.order_id = o.id
      where o.client_hash = v_client_hash and o.status in ('held', 'awaiting_payment')
        and h.expires_at > clock_timestamp()
    ) > v_settings.holds_per_address_max then
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
