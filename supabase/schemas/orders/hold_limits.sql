-- Limits how many places one caller or network can hold without paying.

create function private.check_hold_cap(
  p_client_hash text, p_network_hash text, p_session_ids uuid[], p_camp_ids uuid[], p_except_order uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  -- The time is read before waiting for the lock. A later time would only ignore more of the past holds.
  v_since constant timestamptz := clock_timestamp() - make_interval(mins => v_settings.holds_remembered_minutes);
  v_places constant uuid[] := p_session_ids || p_camp_ids;
  -- For a verified account only its own places count, not those of others in the same network.
  v_account constant uuid := private.verified_account((select auth.uid()));
  v_held_count integer;
  v_max record;
begin
  -- A call that did not come through the API has no address and no limit.
  if p_client_hash is null then return; end if;
  if v_account is null and cardinality(v_places) > v_settings.guest_places_max then
    perform private.fail('sign_in_for_more', 'lines', v_settings.guest_places_max::text);
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_network_hash, 0));
  -- Places are counted and not orders, because an order with eight lines keeps eight places from others.
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
  requested as (
    select w.place, count(*) + max(m.live) as live, count(*) + max(m.ever) as ever,
      count(*) + max(m.network_live) as network_live, count(*) + max(m.network_ever) as network_ever
    from unnest(v_places) w (place)
    cross join lateral (
      select count(*) filter (where own and n.live) as live, count(*) filter (where own) as ever,
        count(*) filter (where n.live) as network_live, count(*) as network_ever
      from network n
      cross join lateral (
        select v_account is not distinct from private.verified_account(n.user_id)
          and (v_account is not null or n.client_hash = p_client_hash) as own) o
      where n.place = w.place) m
    group by w.place
  )
  select max(live) as live, max(ever) as ever, max(network_live) as network_live, max(network_ever) as network_ever,
    (select count(place) from network) as held
  into v_max from requested;
  v_held_count := v_max.held;
  if cardinality(v_places) + v_held_count > v_settings.holds_per_address_max
    or v_max.live > v_settings.holds_per_place_max or v_max.ever > 2 * v_settings.holds_per_place_max
    or v_max.network_live > v_settings.holds_per_network_place_max
    or v_max.network_ever > 2 * v_settings.holds_per_network_place_max then
    perform private.fail('too_many_holds');
  end if;
end;
$$;
comment on function private.check_hold_cap(text, text, uuid[], uuid[], uuid) is
  'Fails with too_many_holds if the network, address or account holds too many places (settings.holds_per_…_max), '
  'including recently released ones. Fails with sign_in_for_more (detail: guest_places_max). p_except_order is an '
  'order that is about to be released. Locks the network.';

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
  'Returns whether this family has paid for anything here. Everybody else is a stranger, with or without an account.';

create function private.check_strangers(p_order_id uuid, p_at timestamptz)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_place record;
begin
  -- Strangers can be at most everybody who holds a place here, and mostly that number is small enough. So strangers are
  -- counted only for places where the number of everybody is too large.
  for v_place in
    select l.session_id, l.camp_id, l.first, m.most
    from (
      select session_id, camp_id, min(position) as first
      from public.order_lines where order_id = p_order_id group by session_id, camp_id) l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    cross join lateral (
      select greatest(ceil(coalesce(s.max_capacity, c.capacity) * v_settings.stranger_holds_percent / 100.0),
        v_settings.holds_per_place_max) as most) m
    where coalesce(s.max_capacity, c.capacity) is not null
      and (select count(*) from public.holds h
        where (h.session_id = l.session_id or h.camp_id = l.camp_id) and h.expires_at > p_at) > m.most
    order by l.first
  loop
    -- The same condition as in private.has_paid. A call for each hold would take longer, while everybody waits.
    if (select count(*) from public.holds h join public.orders o on o.id = h.order_id
        where (h.session_id = v_place.session_id or h.camp_id = v_place.camp_id) and h.expires_at > p_at
          and not exists (
            select from public.orders p where p.family_id = o.family_id and p.paid_at is not null)) > v_place.most then
      perform private.fail('place_busy', format('lines[%s].%s', v_place.first,
        case when v_place.camp_id is null then 'session_id' else 'camp_id' end));
    end if;
  end loop;
end;
$$;
comment on function private.check_strangers(uuid, timestamptz) is
  'Fails with place_busy if strangers (private.has_paid) would hold more than settings.stranger_holds_percent and '
  'holds_per_place_max. The field is of the first line for that place. The caller has locked the places and written '
  'the holds.';

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
  'Marks which places of a replaced unpaid order the new order keeps. It is one place for each line of the new order.';

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
  'Checks the secret of an order. Returns {allowed}, which is false after too many unknown secrets from this address. '
  'A valid secret is always allowed. Definer: only the service role may call.';
grant execute on function public.check_order_secret(uuid, jsonb) to service_role;
