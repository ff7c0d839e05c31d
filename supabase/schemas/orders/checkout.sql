-- Checkout: opening an order, holding its seats, renewing the hold. How places are locked stands in places.sql.

create function private.check_hold_cap(
  p_client_hash text, p_network_hash text, p_session_ids uuid[], p_camp_ids uuid[], p_except_order uuid)
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
  v_most record;
begin
  -- A call that did not come through the API has no address, and no cap.
  if p_client_hash is null then return; end if;
  if v_account is null and cardinality(v_places) > v_settings.guest_places_max then
    perform private.fail('sign_in_for_more', 'lines', v_settings.guest_places_max::text);
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_network_hash, 0));
  -- Places, not orders: an order of eight lines keeps eight of them from others.
  with network as (
    select o.user_id, o.client_hash, true as live, coalesce(h.camp_id, h.session_id) as place
    from public.orders o join public.holds h on h.order_id = o.id
    where o.network_hash = p_network_hash and o.status in ('held', 'awaiting_payment')
      and o.id is distinct from p_except_order and h.expires_at > clock_timestamp()
    union all
    select o.user_id, o.client_hash, false, coalesce(l.camp_id, l.session_id)
    from public.orders o join public.order_lines l on l.order_id = o.id and not l.continued
    where o.network_hash = p_network_hash and o.updated_at > v_since and o.status in ('released', 'expired')
  ),
  wanted as (
    select w.place, count(*) + max(m.live) as live, count(*) + max(m.ever) as ever,
      count(*) + max(m.network_live) as network_live, count(*) + max(m.network_ever) as network_ever
    from unnest(v_places) w (place)
    cross join lateral (
      select count(*) filter (where own and n.live) as live, count(*) filter (where own) as ever,
        count(*) filter (where n.live) as network_live, count(*) as network_ever
      from network n
      cross join lateral (
        select v_account is not distinct from private.proven_account(n.user_id)
          and (v_account is not null or n.client_hash = p_client_hash) as own) o
      where n.place = w.place) m
    group by w.place
  )
  select max(live) as live, max(ever) as ever, max(network_live) as network_live, max(network_ever) as network_ever,
    (select count(place) from network) as held
  into v_most from wanted;
  v_held := v_most.held;
  if cardinality(v_places) + v_held > v_settings.holds_per_address_max
    or v_most.live > v_settings.holds_per_place_max or v_most.ever > 2 * v_settings.holds_per_place_max
    or v_most.network_live > v_settings.holds_per_network_place_max
    or v_most.network_ever > 2 * v_settings.holds_per_network_place_max then
    perform private.fail('too_many_holds');
  end if;
end;
$$;
comment on function private.check_hold_cap(text, text, uuid[], uuid[], uuid) is
  'Locks the network and refuses too_many_holds when it, this address or this account would hold more than settings '
  'allow (holds_per_address_max, holds_per_place_max, holds_per_network_place_max), places that were let go of lately '
  'counted; sign_in_for_more (detail: guest_places_max) for a larger order without a proven e-mail address. The places '
  'are one per line; p_except_order is about to be released.';

create function private.has_paid(p_family_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return p_family_id is not null and exists (
    select from public.orders where family_id = p_family_id and paid_at is not null);
end;
$$;
comment on function private.has_paid(uuid) is
  'Has this family paid for anything here? Who has not is a stranger, with an account or without.';

create function private.check_strangers(p_order_id uuid, p_at timestamptz)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_place record;
  v_held integer;
begin
  for v_place in
    select l.session_id, l.camp_id, coalesce(s.max_capacity, c.capacity) as capacity
    from (select distinct session_id, camp_id from public.order_lines where order_id = p_order_id) l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where coalesce(s.max_capacity, c.capacity) is not null
  loop
    select count(*) into v_held
    from public.holds h join public.orders o on o.id = h.order_id
    where (h.session_id = v_place.session_id or h.camp_id = v_place.camp_id) and h.expires_at > p_at
      and not private.has_paid(o.family_id);
    if v_held > greatest(
      ceil(v_place.capacity * v_settings.stranger_holds_percent / 100.0), v_settings.holds_per_place_max) then
      perform private.fail('place_busy', case when v_place.camp_id is null then 'session_id' else 'camp_id' end);
    end if;
  end loop;
end;
$$;
comment on function private.check_strangers(uuid, timestamptz) is
  'Refuses place_busy when, with this order, those who never paid here hold more of one of its places than '
  'settings.stranger_holds_percent, and more than the largest family. Under the places'' locks, once the order''s holds '
  'are written.';

create function private.note_continued(p_order_id uuid, p_places uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.order_lines set continued = true
  where id in (
    select n.id
    from (
      select id, coalesce(camp_id, session_id) as place,
        row_number() over (partition by coalesce(camp_id, session_id) order by position) as nth
      from public.order_lines where order_id = p_order_id) n
    where n.nth <= (select count(*) from unnest(p_places) p where p = n.place))
$$;
comment on function private.note_continued(uuid, uuid[]) is
  'Of an unpaid order that is replaced: which of its places the new order keeps, one for each of the new order''s lines.';

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
  -- Random or none: nobody shall come upon the secret of an order.
  if coalesce(p_order -> 'secret', 'null') <> 'null'
    and (not private.is_uuid(p_order -> 'secret') or substr(p_order ->> 'secret', 15, 1) <> '4') then
    perform private.fail('invalid_input', 'secret');
  end if;
  v_secret := coalesce((p_order ->> 'secret')::uuid, gen_random_uuid());
  -- Asked once more, because the answer was lost: the order that it made is the answer.
  if exists (select from public.orders where secret = v_secret) then
    return private.order_view((select id from public.orders where secret = v_secret)) || '{"left_out": []}';
  end if;
  -- A line that names no child is one child more.
  if jsonb_array_length(coalesce(nullif(p_order -> 'children', 'null'), '[]')) + (
    select count(*) from jsonb_array_elements(p_order -> 'lines') l where coalesce(l -> 'child', 'null') = 'null') > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  -- A visitor must not learn by a code whether somebody with an address has bought here: only the own, proven one
  -- counts.
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
  perform private.check_hold_cap(v_client_hash, v_network_hash, v_session_ids, v_camp_ids, v_previous.id);
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
    -- The places that the new order keeps were not let go of; those that it drops were.
    if v_goes_on then perform private.note_continued(v_previous.id, v_session_ids || v_camp_ids); end if;
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
      id, secret, number, currency, total_cents, client_hash, network_hash, code, split_allowed, family_id, user_id, opened_at,
      renewals, created_at)
    values (
      v_order_id, v_secret, v_number, v_settings.currency, (v_price ->> 'total_cents')::integer, v_client_hash,
      v_network_hash, v_price ->> 'code', coalesce((p_order ->> 'split')::boolean, false), v_family_id, (select auth.uid()),
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
  -- Who was offered the place has waited for it, and proven an address.
  if v_client_hash is not null and p_order ->> 'waitlist_secret' is null and not private.has_paid(v_family_id) then
    perform private.check_strangers(v_order_id, v_now);
  end if;
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
  'Opens a checkout and holds its places: HoldRequest -> OrderView with left_out (contract/orders.ts). All lines or '
  'none; with split, those that fit, and left_out names the places in lines of the others. A secret that the browser '
  'made (random, version 4) is the order''s; asked with one again, the answer is what it holds. Refuses with a code '
  'and the field: invalid_input, child_not_found, what private.price_order refuses, too_many_holds, place_busy, '
  'sign_in_for_more, rate_limited, with waitlist_secret what private.accept_offer refuses. decisions "The hold". Definer: a visitor '
  'sells a place to themself only through these checks; no table is writable otherwise.';
grant execute on function public.hold_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.hold_order(jsonb)', 'hold_order', 'hold', $$p_order ->> 'code'$$);

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
  'An OrderView with the birth dates of the children booked (child_dob) on the day after its payment, when a parent '
  'looks through the confirmation (spec 2 §2). Later the link may have been passed on, and no mail carries them: '
  'private.order_view has none.';

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
  'OrderView, with birth dates as private.with_birth_dates says, for whoever knows the secret; else order_not_found. '
  'Definer: guests have no account that a policy could ask for; the secret is the identity.';
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
  'Holds the seats longer while the form is in use: hold_minutes from now, hold_total_minutes from the opening at '
  'most, hold_renewals_max times; beyond that the OrderView comes back unchanged. Refuses: order_not_found, '
  'order_closed, hold_expired. Definer: see get_order.';
grant execute on function public.renew_hold(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.renew_hold(uuid)', 'renew_hold');

create function public.check_order_secret(p_secret uuid, p_headers jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
begin
  if exists (select from public.orders where secret = p_secret) then return '{"allowed": true}'; end if;
  v_rule := private.rate_rule('guess');
  return jsonb_build_object('allowed', private.count_hit(
    'guess link address ' || private.address_of(p_headers), v_rule.most, v_rule.seconds));
end;
$$;
comment on function public.check_order_secret(uuid, jsonb) is
  'Before a function works for whoever brings an order''s secret: an invented one counts as a guess of this network '
  'address (p_headers: of that request), and {allowed} is false after too many. A right one is always let in. Definer: '
  'only the service role may call.';
grant execute on function public.check_order_secret(uuid, jsonb) to service_role;
