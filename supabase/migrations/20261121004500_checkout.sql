-- Checkout: opening an order, holding its seats, renewing the hold
-- (decisions "Selling rules", decisions "Safety"; README "One booking, end to end").
--
-- HOW SEATS ARE LOCKED
--
-- A place is sold twice when two transactions count before either has written. So whoever wants to take a seat, or
-- to keep one for longer, first locks the rows of the sessions and camps concerned, and nothing else stands for that
-- lock. Under a camp's row its early-bird rungs and its places with rebate are sold too.
--
--   1. Lock only what you consume: the sessions and camps of your own lines. Reading availability locks nothing.
--      Giving a place back cannot make anybody else's count wrong; it is locked all the same, once and at the end,
--      because the waitlist is offered it first (private.places_freed).
--   2. Lock once and late: everything that can be refused without the lock is refused before it.
--   3. Always in this order, so that no two transactions ever wait for each other in a circle:
--        the payment event and the payment (unique keys; confirmation only)
--        -> the order row (hold_order: the browser's previous order; a chore: several, skipping locked ones; whoever
--           books a payment: with the order that it moves from, sorted by id; hold_move: the order that it moves from,
--           then an earlier hold for the same move, skipped when it is locked). For no key update: what refers to it
--           (a refund, a link in a mail, a line written twice) is written without waiting for whoever holds it
--        -> the network address's cap (advisory lock; hold_order only)
--        -> the session rows, sorted by id, in one statement
--        -> the camp rows, sorted by id, in one statement (private.lock_places locks both)
--        -> the waitlist's entries of these places
--        -> the promotion code (private.use_promotion)
--        -> the families (key share: whoever books for them or claims their try-outs; for update: whoever makes one of
--           several, or erases one, having locked the orders, places, waitlist entries and profiles of those that go)
--        -> the children's try-outs, sorted (private.claim_once)
--        -> subscriptions (cancel_lines: those of its lines, sorted; a renewal, and news about one)
--        -> bookings (only under the row of their session, but for whoever makes one family of two)
--        -> the family row (private.order_family: its children are found or made)
--        -> pass rows (a child's, sorted; else the credit ledger's trigger)
--        -> the line that bought a pass (private.line_follows, once: the second time that a transaction writes a row,
--           Postgres asks for what it refers to, its order; who holds the order writes the line then too)
--        -> the payments (refunds: those of a line that was moved for a difference, sorted by id).
--   4. Then read the clock, then count, then price, then write. Under READ COMMITTED each statement sees what was
--      committed when it began: the counting stands in a statement after the lock, so a transaction that waited
--      counts what the other one wrote. Counting in the same statement as the lock, or under REPEATABLE READ,
--      would decide by the time before the wait. The clock is clock_timestamp() for the same reason.
--   5. Prolonging a hold is taking a seat: between "it is still alive" and the commit it may lapse and somebody
--      else may count it as free. So renew_hold, settle_order and record_checkout lock the places too.
--   6. What stands under the lock is what a hot place waits for. A connection keeps its plans, and one made while
--      holds or orders was empty would read the whole table ever after: hold_order, settle_order and confirm_order
--      plan without sequential scans (and without compiling for a price that is only pretended).

create function private.lock_places(p_session_ids uuid[], p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_ids <> '{}' then
    perform from public.sessions where id = any (p_session_ids) order by id for update;
  end if;
  if p_camp_ids <> '{}' then
    perform private.lock_camps(p_camp_ids);
  end if;
end;
$$;
comment on function private.lock_places(uuid[], uuid[]) is
  'Locks sessions, then camps, each in sorted order. See the head of this migration.';

create function private.lock_order_places(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(
    array(select session_id from public.order_lines where order_id = p_order_id and session_id is not null),
    array(select camp_id from public.order_lines where order_id = p_order_id and camp_id is not null));
end;
$$;
comment on function private.lock_order_places(uuid) is 'Locks the sessions and camps of an order''s lines.';

create function private.is_held(p_order_id uuid, p_at timestamptz)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (select not exists (
    select from public.order_lines l
    left join public.holds h on h.order_line_id = l.id and h.expires_at > p_at
    where l.order_id = p_order_id and h.order_line_id is null
  ));
end;
$$;
comment on function private.is_held(uuid, timestamptz) is 'Has every line of the order a live hold at p_at?';

create function private.refuse_first(p_refusals jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_refusals = '[]' then return; end if;
  perform private.fail(r ->> 'code', r ->> 'field', case r ->> 'code'
    when 'age_not_allowed' then jsonb_build_object('age', r -> 'age', 'min_age', r -> 'min_age', 'max_age', r -> 'max_age')::text
    when 'code_minimum' then r ->> 'minimum_cents' end)
  from (select p_refusals -> 0 as r) f where r is not null;
end;
$$;
comment on function private.refuse_first(jsonb) is
  'Fails with the first of private.price_order''s refusals, if there is one; detail: AgeDetail of contract/errors.ts as JSON (age_not_allowed) or the least amount in cents (code_minimum).';

create function private.open_order(p_secret uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Nobody is asked for more money while a person looks at a charge that did not fit.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.outcome = 'under_review' then
    perform private.fail('order_closed');
  end if;
  return v_order;
end;
$$;
comment on function private.open_order(uuid) is
  'Locks an order that can still be paid. Refuses order_not_found, hold_expired, order_closed.';

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
  v_bytes bytea;
  v_number text;
begin
  for v_try in 0..40 loop
    -- Four characters; after every tenth number already taken, one more.
    v_bytes := extensions.gen_random_bytes(4 + v_try / 10);
    v_number := v_prefix || '-';
    for v_at in 0..3 + v_try / 10 loop
      v_number := v_number || substr(c_alphabet, 1 + get_byte(v_bytes, v_at) % length(c_alphabet), 1);
    end loop;
    if not exists (select from public.orders where number = v_number) then
      return v_number;
    end if;
  end loop;
  raise exception 'no free order number';
end;
$$;
comment on function private.order_number() is 'A random free order number such as OT-4K7M.';

create function private.write_lines(p_order_id uuid, p_order jsonb, p_price jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_children constant jsonb := coalesce(nullif(p_order -> 'children', 'null'), '[]');
begin
  insert into public.order_children (order_id, position, child_id, dob, name)
  select p_order_id, n.ordinality - 1, c.id, coalesce(c.dob, nullif(n.value ->> 'dob', '')::date), c.name
  from jsonb_array_elements(v_children) with ordinality n
  left join lateral (
    select k.* from public.children k where k.id = nullif(n.value ->> 'id', '')::uuid limit 1) c on true;
  -- A line that names no child is one child more.
  if p_price @? '$.lines[*] ? (@.child == null)' then
    insert into public.order_children (order_id, position)
    select p_order_id, jsonb_array_length(v_children) - 1 + row_number() over (order by l -> 'position')
    from jsonb_array_elements(p_price -> 'lines') l where l -> 'child' = 'null';
  end if;

  insert into public.order_lines (
    order_id, position, child_position, offer_id, session_id, camp_id, title, price_cents, rebate_cents, discount_cents,
    transport, transport_cents, rung_id, sibling_rebate, seen_price_cents, sessions, validity_days, make_ups, renews,
    once_per_child, cancellation, refund_rules, revision)
  select p_order_id, n.position,
    coalesce(n.child, jsonb_array_length(v_children) - 1 + row_number() over (partition by n.child is null order by n.position)),
    f.id, n.session_id, n.camp_id, f.title, n.price_cents, n.rebate_cents, n.discount_cents,
    (select jsonb_build_object('id', t ->> 'id', 'title', t ->> 'title')
     from jsonb_array_elements(coalesce(f.details -> 'transport', '[]')) t
     where t ->> 'id' = p_order #>> array['lines', n.position::text, 'transport']),
    n.transport_cents, n.rung_id, n.sibling_rebate, n.seen_price_cents, f.sessions, f.validity_days, f.make_ups,
    f.renews, f.once_per_child, f.cancellation, f.refund_rules, f.revision
  from jsonb_to_recordset(p_price -> 'lines') as n (
    position integer, child integer, offer_id text, session_id uuid, camp_id uuid, rung_id text, price_cents integer,
    sibling_rebate boolean, rebate_cents integer, discount_cents integer, transport_cents integer, seen_price_cents integer)
  cross join lateral (
    select o.id, o.title, o.details, o.cancellation, o.revision, t.*
    from public.offers o cross join lateral private.offer_terms(o) t where o.id = n.offer_id limit 1) f;
end;
$$;
comment on function private.write_lines(uuid, jsonb, jsonb) is
  'Writes children and lines of a new order as asked (HoldRequest) and priced (private.price_order). Known children bring their name and birth date.';

create function private.drop_full(p_order jsonb, p_price jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select p_order || jsonb_build_object('lines', jsonb_agg(l.value order by l.ordinality))
  from jsonb_array_elements(p_order -> 'lines') with ordinality l
  join jsonb_array_elements(p_price -> 'lines') p on (p.value ->> 'position')::integer = l.ordinality - 1
  where coalesce(p.value ->> 'problem', '') not in ('session_full', 'camp_full')
$$;
comment on function private.drop_full(jsonb, jsonb) is
  'The HoldRequest without the lines for which there is no place; lines is null when none is left.';

create function private.proven_account(p_user_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_user_id is null then return null; end if;
  return (select id from auth.users where id = p_user_id and email_confirmed_at is not null);
end;
$$;
comment on function private.proven_account(uuid) is 'The account, if its e-mail address is proven; else null, as of a guest.';

create function private.check_hold_cap(
  p_client_hash text, p_session_ids uuid[], p_camp_ids uuid[], p_except_order uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  -- Before any wait for the lock: a later clock would only forget more.
  v_since constant timestamptz := clock_timestamp() - make_interval(mins => v_settings.holds_remembered_minutes);
  v_places constant uuid[] := p_session_ids || p_camp_ids;
  -- A proven address is somebody: their own places count for themselves, and those of the network around them do not.
  v_account constant uuid := private.proven_account((select auth.uid()));
  v_held integer;
  v_most integer;
  v_most_ever integer;
begin
  -- A call that did not come through the API has no address, and no cap.
  if p_client_hash is null then return; end if;
  if v_account is null and cardinality(v_places) > v_settings.guest_places_max then
    perform private.fail('sign_in_for_more', 'lines', v_settings.guest_places_max::text);
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_client_hash, 0));
  -- Places, not orders: an order of eight lines keeps eight of them from others.
  with mine as (
    select o.user_id, true as live, coalesce(h.camp_id, h.session_id) as place
    from public.orders o join public.holds h on h.order_id = o.id
    where o.client_hash = p_client_hash and o.status in ('held', 'awaiting_payment')
      and o.id is distinct from p_except_order and h.expires_at > clock_timestamp()
    union all
    select o.user_id, false, coalesce(l.camp_id, l.session_id)
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.client_hash = p_client_hash and o.updated_at > v_since and o.status in ('released', 'expired')
  ),
  wanted as (
    select w.place, count(*) + max(m.live) as live, count(*) + max(m.ever) as ever
    from unnest(v_places) w (place)
    cross join lateral (
      select count(*) filter (where live) as live, count(*) as ever from mine
      where mine.place = w.place and v_account is not distinct from private.proven_account(user_id)) m
    group by w.place
  )
  select (select count(place) from mine), max(live), max(ever) into v_held, v_most, v_most_ever from wanted;
  if cardinality(v_places) + v_held > v_settings.holds_per_address_max
    or v_most > v_settings.holds_per_place_max or v_most_ever > 2 * v_settings.holds_per_place_max then
    perform private.fail('too_many_holds');
  end if;
end;
$$;
comment on function private.check_hold_cap(text, uuid[], uuid[], uuid) is
  'Locks the network address and refuses too_many_holds when it would hold more than settings allow (holds_per_address_max, holds_per_place_max), places that it let go of lately counted; sign_in_for_more (detail: guest_places_max) for a larger order without a proven e-mail address. The places are one per line; p_except_order is about to be released.';

create function public.hold_order(p_order jsonb)
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
  v_client_hash constant text := private.fingerprint(private.client_address());
  v_family_id constant uuid := private.my_family_id();
  v_order_id constant uuid := gen_random_uuid();
  v_number text;
  v_order jsonb;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_previous public.orders;
  v_old_session_ids uuid[] := '{}';
  v_old_camp_ids uuid[] := '{}';
  v_goes_on boolean := false;
  v_opened_at timestamptz;
  v_now timestamptz;
  v_price jsonb;
  v_left_out jsonb := '[]';
begin
  -- The places are locked until the commit, and everybody who wants one waits: so this commit does not wait for the
  -- disk. Should the server lose power within that blink, the hold was never there; money comes in transactions of
  -- their own, which do wait, and for all that was written before them.
  perform set_config('synchronous_commit', 'off', true);
  perform private.check_quote_request(p_order);
  if jsonb_typeof(coalesce(p_order -> 'split', 'false')) <> 'boolean' then perform private.fail('invalid_input', 'split'); end if;
  if coalesce(p_order -> 'waitlist_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'waitlist_secret') then
    perform private.fail('invalid_input', 'waitlist_secret');
  end if;
  -- A line that names no child is one child more.
  if jsonb_array_length(coalesce(nullif(p_order -> 'children', 'null'), '[]')) + (
    select count(*) from jsonb_array_elements(p_order -> 'lines') l where coalesce(l -> 'child', 'null') = 'null') > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  -- A visitor must not learn by a code whether somebody with an address has bought here: only the own, proven one counts.
  v_order := p_order || jsonb_build_object('email', private.proven_email((select auth.uid())));
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'camp_id' is not null);
  -- One live hold per browser. An order that went to pay keeps its places until release_order has made sure
  -- that nobody can pay it any more.
  if p_order ->> 'previous_secret' is not null then
    select * into v_previous from public.orders
    where secret = (p_order ->> 'previous_secret')::uuid and status = 'held'
    for no key update;
    v_old_session_ids := array(
      select session_id from public.order_lines where order_id = v_previous.id and session_id is not null);
    v_old_camp_ids := array(select camp_id from public.order_lines where order_id = v_previous.id and camp_id is not null);
  end if;

  v_number := private.order_number();
  perform private.check_hold_cap(v_client_hash, v_session_ids, v_camp_ids, v_previous.id);
  perform private.lock_places(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  -- What lapsed by the clock is the waitlist's first; what this browser still holds is not.
  perform private.offer_all(v_session_ids, v_camp_ids);
  v_now := clock_timestamp();
  if v_previous.id is not null then
    -- Alive, and about one of the same places: its clock goes on, so that nobody keeps a place for ever by changing
    -- a line.
    v_goes_on := private.is_live_order(v_previous, v_now)
      and (v_session_ids && v_old_session_ids or v_camp_ids && v_old_camp_ids);
    perform private.free_seats(v_previous.id, 'released');
    -- One that goes on was not let go of: it does not count against its address any more.
    if v_goes_on then update public.orders set client_hash = null where id = v_previous.id; end if;
  end if;
  if p_order ->> 'waitlist_secret' is not null then
    perform private.accept_offer((p_order ->> 'waitlist_secret')::uuid, p_order, v_order_id, v_previous.id);
  end if;
  v_price := private.price_order(v_order, v_now);
  if p_order -> 'split' = 'true' then
    select coalesce(jsonb_agg(l -> 'position'), '[]') into v_left_out
    from jsonb_array_elements(v_price -> 'lines') l where l ->> 'problem' in ('session_full', 'camp_full');
    -- Not even one of them fits: refused as it would be without splitting.
    if jsonb_array_length(v_left_out) between 1 and jsonb_array_length(v_order -> 'lines') - 1 then
      v_order := private.drop_full(v_order, v_price);
      v_price := private.price_order(v_order, v_now);
    end if;
  end if;
  perform private.refuse_first(v_price -> 'refusals');

  v_opened_at := case when v_goes_on then v_previous.opened_at else v_now end;
  loop
    insert into public.orders (
      id, number, currency, total_cents, client_hash, code, split_allowed, family_id, user_id, opened_at, renewals,
      created_at)
    values (
      v_order_id, v_number, v_settings.currency, (v_price ->> 'total_cents')::integer, v_client_hash,
      v_price ->> 'code', coalesce((p_order ->> 'split')::boolean, false), v_family_id, (select auth.uid()),
      v_opened_at, case when v_goes_on then v_previous.renewals else 0 end, v_now)
    on conflict (number) do nothing;
    exit when found;
    -- Somebody took it while this order waited for its places.
    v_number := private.order_number();
  end loop;
  perform private.write_lines(v_order_id, v_order, v_price);
  insert into public.holds (order_line_id, order_id, session_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, session_id, camp_id, rung_id, sibling_rebate, least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_opened_at + make_interval(mins => v_settings.hold_total_minutes))
  from public.order_lines where order_id = v_order_id;
  if v_price ->> 'code' is not null then
    perform private.use_promotion(v_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_order ->> 'email');
  end if;
  -- Places that were given up, and those of an offer that this order did not need.
  if v_previous.id is not null or p_order ->> 'waitlist_secret' is not null then
    perform private.offer_all(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  end if;
  return private.order_view(v_order_id, v_price) || jsonb_build_object('left_out', v_left_out);
end;
$$;
comment on function public.hold_order(jsonb) is
  'Opens a checkout and holds its places: HoldRequest -> OrderView with left_out (contract/orders.ts). All lines or none; with split, those that fit, and left_out names the places in lines of the others. Refuses with a code and the field: invalid_input, child_not_found, what private.price_order refuses, too_many_holds, sign_in_for_more, rate_limited, with waitlist_secret what private.accept_offer refuses. decisions "The hold". Definer: a visitor sells a place to themself only through these checks; no table is writable otherwise.';
grant execute on function public.hold_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.hold_order(jsonb)', 'hold_order');

create function private.with_birth_dates(p_view jsonb, p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select p_view || jsonb_build_object('lines', (
    select jsonb_agg(
      case when l.status = 'cancelled' or c.dob is null then e.value
        else e.value || jsonb_build_object('child_dob', c.dob) end order by e.ordinality)
    from jsonb_array_elements(p_view -> 'lines') with ordinality e
    join public.order_lines l on l.id = (e.value ->> 'line_id')::uuid
    left join public.order_children c on c.order_id = l.order_id and c.position = l.child_position))
  from public.orders o
  where o.id = p_order_id and o.paid_at > clock_timestamp() - interval '1 day'
  union all select p_view
  limit 1
$$;
comment on function private.with_birth_dates(jsonb, uuid) is
  'An OrderView with the birth dates of the children booked (child_dob) on the day after its payment, when a parent looks through the confirmation (spec 2 §2). Later the link may have been passed on, and no mail carries them: private.order_view has none.';

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
  return private.with_birth_dates(private.order_view(v_order_id), v_order_id);
end;
$$;
comment on function public.get_order(uuid) is
  'OrderView, with birth dates as private.with_birth_dates says, for whoever knows the secret; else order_not_found. Definer: guests have no account that a policy could ask for; the secret is the identity.';
grant execute on function public.get_order(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.get_order(uuid)');

create function public.renew_hold(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order constant public.orders := private.open_order(p_secret);
  v_now timestamptz;
  v_until timestamptz;
begin
  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;

  v_until := least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_order.opened_at + make_interval(mins => v_settings.hold_total_minutes));
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
select private.answer_calls('public.renew_hold(uuid)', 'renew_hold');
