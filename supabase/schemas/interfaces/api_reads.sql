-- What a key reads. None of these functions reads a table with people, except for the orders' numbers and amounts.

create function private.api_page(p_rows jsonb[], p_limit integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object(
    'data', coalesce((select jsonb_agg(r.item - 'cursor' order by r.n) from unnest(p_rows[:p_limit]) with ordinality r (item, n)), '[]'),
    'next_cursor', case when cardinality(p_rows) > p_limit then p_rows[p_limit] ->> 'cursor' end)
$$;
comment on function private.api_page(jsonb[], integer) is
  'Returns {data, next_cursor} of rows that each have a cursor. If there is a next page, p_rows has one row more than '
  'p_limit.';

create function private.api_cursor(p_at text, p_id uuid)
returns text
language sql
immutable
set search_path = ''
as $$ select p_at || '_' || p_id $$;
comment on function private.api_cursor(text, uuid) is 'Returns the cursor of a row: what it is sorted by, and its id.';

create function private.api_sessions(p_query jsonb, p_limit integer)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_from constant date := coalesce((p_query ->> 'from')::date, private.calendar_today());
  v_until constant date := coalesce((p_query ->> 'until')::date, v_from + 27);
  v_now constant timestamptz := clock_timestamp();
  v_after_at constant timestamptz := split_part(p_query ->> 'cursor', '_', 1)::timestamptz;
  v_after_id constant uuid := split_part(p_query ->> 'cursor', '_', 2)::uuid;
  v_rows jsonb[];
begin
  v_rows := array(
    select jsonb_build_object(
      'cursor', private.api_cursor(private.iso(s.starts_at), s.id), 'id', s.id, 'name', t.name, 'team', t.team,
      'starts_at', private.iso(s.starts_at), 'ends_at', private.iso(s.ends_at), 'location', l.name, 'address', l.address,
      'status', s.status, 'capacity', s.max_capacity,
      'free_places', case when s.status = 'scheduled' and s.starts_at > private.calendar_now()
        then greatest(0, s.max_capacity - private.seats_taken(s.id, v_now)) else 0 end)
    from (
      select * from public.sessions
      where session_date between v_from and v_until
        and (v_after_id is null or (starts_at, id) > (v_after_at, v_after_id))
      order by starts_at, id limit p_limit + 1) s
    join public.class_types t on t.id = s.class_type_id
    join public.locations l on l.id = s.location_id
    order by s.starts_at, s.id);
  return private.api_page(v_rows, p_limit);
end;
$$;
comment on function private.api_sessions(jsonb, integer) is
  'Returns a page of classes as ApiSessions (contract/read-api.ts). Names no coach and nobody who booked.';

create function private.api_camps(p_query jsonb, p_limit integer)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_from constant date := coalesce((p_query ->> 'from')::date, private.calendar_today());
  v_until constant date := coalesce((p_query ->> 'until')::date, v_from + 365);
  v_after_at constant date := split_part(p_query ->> 'cursor', '_', 1)::date;
  v_after_id constant uuid := split_part(p_query ->> 'cursor', '_', 2)::uuid;
  v_rows jsonb[];
begin
  v_rows := array(
    select jsonb_build_object(
      'cursor', private.api_cursor(w.start_date::text, w.id), 'id', w.id, 'name', w.name, 'tier', w.tier,
      'teams', w.team_types, 'first_day', w.start_date, 'last_day', w.end_date,
      'starts_at', private.iso(w.starts_at), 'location', l.name, 'address', l.address,
      'status', case when w.cancelled_at is not null then 'cancelled' else 'scheduled' end,
      'capacity', w.capacity, 'min_age', n.min_age, 'max_age', n.max_age,
      'free_places', case when n.price_cents is not null and w.is_active and w.starts_at > private.calendar_now()
        then greatest(0, w.capacity - n.seats_taken) else 0 end,
      'currency', (private.settings()).currency, 'price_cents', case when w.is_active then n.price_cents end)
    from (
      select * from public.camp_weeks
      -- A camp that staff have not opened yet is not public.
      where (is_active or cancelled_at is not null) and start_date between v_from and v_until
        and (v_after_id is null or (start_date, id) > (v_after_at, v_after_id))
      order by start_date, id limit p_limit + 1) w
    join public.locations l on l.id = w.location_id
    cross join lateral private.camp_now(w.id) n
    order by w.start_date, w.id);
  return private.api_page(v_rows, p_limit);
end;
$$;
comment on function private.api_camps(jsonb, integer) is
  'Returns a page of camps as ApiCamps (contract/read-api.ts). price_cents is null while the camp cannot be booked.';

create function private.api_order(p_order public.orders)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'number', p_order.number, 'status', p_order.status, 'outcome', p_order.outcome, 'channel', p_order.channel,
    'currency', p_order.currency, 'total_cents', p_order.total_cents, 'balance_cents', p_order.balance_cents,
    'gst_cents', private.gst_view(p_order.total_cents, p_order.gst_rate_basis_points, p_order.gst_number) -> 'cents',
    'refunded_cents', (
      select coalesce(sum(r.amount_cents), 0) from public.refunds r where r.order_id = p_order.id and r.status = 'succeeded'),
    'paid_at', private.iso(p_order.paid_at),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', l.id, 'title', l.title, 'kind', f.kind, 'status', l.status, 'total_cents', l.total_cents,
        'session_id', l.session_id, 'camp_id', l.camp_id) order by l.position), '[]')
      from public.order_lines l join public.offers f on f.id = l.offer_id where l.order_id = p_order.id))
$$;
comment on function private.api_order(public.orders) is
  'Returns ApiOrder (contract/read-api.ts): numbers, amounts and states of a paid order. It names neither the family '
  'nor a child, and has no id of them.';

create function private.api_orders(p_query jsonb, p_limit integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_from constant timestamptz := (p_query ->> 'from')::date::timestamp at time zone private.time_zone();
  v_until constant timestamptz := ((p_query ->> 'until')::date + 1)::timestamp at time zone private.time_zone();
  v_after_at constant timestamptz := split_part(p_query ->> 'cursor', '_', 1)::timestamptz;
  v_after_id constant uuid := split_part(p_query ->> 'cursor', '_', 2)::uuid;
  v_rows jsonb[];
begin
  v_rows := array(
    select private.api_order(o) || jsonb_build_object('cursor', private.api_cursor(o.paid_at::text, o.id))
    from public.orders o
    where o.paid_at >= coalesce(v_from, '-infinity') and o.paid_at < coalesce(v_until, 'infinity')
      and (v_after_id is null or (o.paid_at >= v_after_at and (o.paid_at, o.id) > (v_after_at, v_after_id)))
    order by o.paid_at, o.id limit p_limit + 1);
  return private.api_page(v_rows, p_limit);
end;
$$;
comment on function private.api_orders(jsonb, integer) is
  'Returns a page of paid orders as ApiOrders (contract/read-api.ts), in the order of their payment.';

create function public.call_api(p_key text, p_resource text, p_query jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule('api_key');
  v_limit constant integer := least(greatest(coalesce((p_query ->> 'limit')::integer, 50), 1), 100);
  v_key public.api_keys;
  v_answer jsonb;
begin
  select * into v_key from public.api_keys where key_hash = private.token_hash(p_key);
  -- An unknown, an expired and a revoked key get the same answer.
  if v_key.id is null or v_key.revoked_at is not null or v_key.expires_at <= clock_timestamp() then
    return '{"refused": "unauthorized"}';
  end if;
  -- Refusals are returned and not raised, so that this count is committed.
  if not private.count_hit('api key ' || v_key.id, v_rule.most, v_rule.seconds) then return '{"refused": "rate_limited"}'; end if;
  update public.api_keys set last_used_at = clock_timestamp()
  where id = v_key.id and coalesce(last_used_at < clock_timestamp() - interval '1 minute', true);
  if not coalesce(case when p_resource in ('sessions', 'camps') then 'sessions:read'
    when p_resource in ('orders', 'order') then 'orders:read' end = any (v_key.scopes), false) then
    return '{"refused": "not_allowed"}';
  end if;
  begin
    v_answer := case p_resource
      when 'sessions' then private.api_sessions(p_query, v_limit)
      when 'camps' then private.api_camps(p_query, v_limit)
      when 'orders' then private.api_orders(p_query, v_limit)
      else (select private.api_order(o) from public.orders o where o.number = p_query ->> 'number' and o.paid_at is not null) end;
  exception
    -- A day that does not exist, or a cursor that we did not make.
    when data_exception then return '{"refused": "invalid_input"}';
  end;
  if v_answer is null then return '{"refused": "order_not_found"}'; end if;
  return jsonb_build_object('answer', v_answer);
end;
$$;
comment on function public.call_api(text, text, jsonb) is
  'Answers one call of the read API: {answer} or {refused: code}. It checks the key, counts the call under it, and '
  'checks the scope. The function api has checked the shape of p_query and counted the network address. Definer: only '
  'the service role may call.';
grant execute on function public.call_api(text, text, jsonb) to service_role;
