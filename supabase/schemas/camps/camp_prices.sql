-- The price of a camp changes without a write when a deadline passes or a hold expires, so it is computed
-- (docs/decisions "Early-bird rungs"). A sale calls these functions after private.lock_camps and reads the clock after
-- the lock. They are written in PL/pgSQL, which caches their plans.

create function private.camp_rung(
  p_camp_id uuid, p_at timestamptz, p_except_order uuid default null, p_child integer default 1,
  p_offer public.offers default null, p_since timestamptz default null)
returns table (rung_id text, price_cents integer, places_left integer)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer constant public.offers := case
    when p_offer.id is not null then p_offer
    else private.camp_offer(p_camp_id) end;
  v_rungs constant jsonb := coalesce(v_offer.details -> 'rungs', '[]');
  v_rung jsonb;
  v_children_before integer := 0;
begin
  -- This function runs for every line of an order, and most lines have no camp.
  if p_camp_id is null or v_offer.id is null then return; end if;
  -- The places of a rung are counted only if all earlier rungs are sold out or closed.
  for v_index in 0..jsonb_array_length(v_rungs) - 1 loop
    v_rung := v_rungs -> v_index;
    continue when coalesce(v_rung -> 'closed', 'false') <> 'false'
      or not private.is_within(v_rung, 'from', 'deadline', p_at);
    rung_id := v_rung ->> 'id';
    places_left := null;
    if v_rung ->> 'places' is not null then
      places_left := greatest(0, (v_rung ->> 'places')::numeric::integer
        - private.camp_lines_taken(p_camp_id, rung_id, p_at, p_except_order));
    end if;
    if places_left is null or v_children_before + places_left >= p_child then
      price_cents := (v_rung ->> 'price_cents')::numeric::integer;
      return next;
      return;
    end if;
    v_children_before := v_children_before + places_left;
  end loop;
  rung_id := 'listed';
  price_cents := least(private.price_at(v_offer, p_at), private.price_at(v_offer, p_since));
  places_left := null;
  return next;
end;
$$;
comment on function private.camp_rung(uuid, timestamptz, uuid, integer, public.offers, timestamptz) is
  'Returns the early-bird rung at p_at for the p_child-th next child of one order. If a rung has one place left, for '
  'example, two siblings pay two prices. p_since is explained at private.held_since. Returns no row while the tier is '
  'not published.';

create function private.camp_now(p_camp_id uuid)
returns table (
  price_cents integer, rung_id text, rung_places_left integer, seats_taken integer, extended_day boolean,
  extended_time_start time, extended_time_end time, min_age integer, max_age integer)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.price_cents, r.rung_id, r.places_left, private.camp_seats_taken(c.id, n.at),
    coalesce(o.details -> 'extended_day', 'null') <> 'null',
    (o.details #>> '{extended_day,start}')::time, (o.details #>> '{extended_day,end}')::time,
    (o.details ->> 'min_age')::numeric::integer, (o.details ->> 'max_age')::numeric::integer
  from (select clock_timestamp() as at) n
  cross join public.camp_weeks c
  left join private.tier_offer(c.tier) o on true
  left join private.camp_rung(c.id, n.at, p_offer => o) r on private.camp_sale_problem(c) is null
  where c.id = p_camp_id;
end;
$$;
comment on function private.camp_now(uuid) is
  'Returns the values of a camp that depend on the moment and on the published tier. Definer: visitors may know '
  'numbers, but not who holds a place.';
grant execute on function private.camp_now(uuid) to anon, authenticated, service_role;

create view public.camps with (security_invoker = true) as
select c.id, c.name, c.start_date, c.end_date, round(n.price_cents / 100.0, 2) as price,
  array_to_string(c.team_types, ',') as team_type, l.name as location, c.session_time_start, c.session_time_end,
  c.capacity, n.seats_taken as current_enrollments, c.is_active,
  c.tier, c.team_types, c.location_id, l.base, c.end_date - c.start_date + 1 as days,
  n.price_cents, n.rung_id, n.rung_places_left,
  n.extended_day, n.extended_time_start, n.extended_time_end, n.min_age, n.max_age, c.cancelled_at
from public.camp_weeks c
join public.locations l on l.id = c.location_id
cross join lateral private.camp_now(c.id) n;
comment on view public.camps is
  'Camps as specified (spec 2 §3 and §7). The values are computed when a query reads them, and only for the rows that '
  'it returns.';
comment on column public.camps.price is
  'The price that the next child pays, in dollars. It is null while the tier is not published, or while the camp lacks '
  'a coach, a location or a day (private.camp_sale_problem). The camp is then shown as coming soon and cannot be '
  'booked.';
comment on column public.camps.current_enrollments is
  'The number of places that are paid or held. The places left are capacity minus this number.';
comment on column public.camps.team_type is 'The teams for which the camp is, e.g. red,black.';
comment on column public.camps.base is 'The name of the base in the published content.';
comment on column public.camps.rung_places_left is
  'The number of places left at this price. It is null if there is no limit.';
revoke all on public.camps from anon, authenticated, service_role;
grant select on public.camps to anon, authenticated, service_role;

create function public.get_camp_prices()
returns table (
  camp_id uuid, price_cents integer, rung_id text, rung_places_left integer, spots_left integer, fill integer)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  v_now constant timestamptz := clock_timestamp();
  v_today constant date := private.calendar_today();
begin
  -- This query computes for all camps at once what private.camp_now computes for one camp. A test compares the two.
  return query
  with camp as materialized (
    select c.id, c.tier, c.capacity, c.start_date, private.camp_sale_problem(c) is null as has_price
    from public.camp_weeks c where c.is_active and c.end_date >= v_today
  ),
  offer as (
    select distinct on (o.details ->> 'tier') o.details ->> 'tier' as tier, private.price_at(o, v_now) as price_cents,
      coalesce(o.details -> 'rungs', '[]') as rungs
    from public.offers o
    where o.kind = 'camp_tier' and private.is_on_sale(o, v_now) and o.currency = (select currency from public.settings)
    order by o.details ->> 'tier', o.updated_at desc, o.id
  ),
  line as materialized (
    select e.camp_id, e.rung_id from public.camp_enrollments e join camp c on c.id = e.camp_id where e.status = 'enrolled'
    union all
    select h.camp_id, h.rung_id from public.holds h join camp c on c.id = h.camp_id where h.expires_at > v_now
  ),
  on_rung as (select l.camp_id, l.rung_id, count(*)::integer as taken from line l group by 1, 2),
  seats as (
    select t.camp_id, sum(t.places)::integer as taken
    from (
      select l.camp_id, count(*) as places from line l group by 1
      union all
      select w.camp_id, sum(w.places) from public.waitlist_offers w join camp c on c.id = w.camp_id
      where w.status = 'open' and w.expires_at > v_now group by 1
    ) t
    group by 1
  ),
  rung as (
    select distinct on (c.id) c.id, r.value ->> 'id' as rung_id, (r.value ->> 'price_cents')::numeric::integer as price_cents,
      p.places_left
    from camp c
    join offer o on o.tier = c.tier and c.has_price
    cross join lateral jsonb_array_elements(o.rungs) with ordinality r
    left join on_rung t on t.camp_id = c.id and t.rung_id = r.value ->> 'id'
    cross join lateral (
      select greatest(0, (r.value ->> 'places')::numeric::integer - coalesce(t.taken, 0)) as places_left
      where r.value ->> 'places' is not null
      union all
      select null where r.value ->> 'places' is null
    ) p
    where coalesce(r.value -> 'closed', 'false') = 'false'
      and private.is_within(r.value, 'from', 'deadline', v_now)
      and coalesce(p.places_left > 0, true)
    order by c.id, r.ordinality
  )
  select c.id, coalesce(r.price_cents, o.price_cents),
    case when o.tier is not null then coalesce(r.rung_id, 'listed') end, r.places_left,
    greatest(0, c.capacity - coalesce(s.taken, 0)),
    least(100, round(100.0 * coalesce(s.taken, 0) / c.capacity))::integer
  from camp c
  left join offer o on o.tier = c.tier and c.has_price
  left join rung r on r.id = c.id
  left join seats s on s.camp_id = c.id
  order by c.start_date, c.id;
end;
$$;
comment on function public.get_camp_prices() is
  'Returns all camps that are shown, with these columns: price_cents (null if the camp cannot be booked), rung_id '
  '(listed if there is no early-bird price), rung_places_left (null if there is no limit), spots_left, and fill in '
  'percent. Definer: see private.camp_now.';
grant execute on function public.get_camp_prices() to anon, authenticated, service_role;

create function public.check_published_tiers()
returns table (tier text, camp_id uuid, problem text, details jsonb)
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  return query
  with upcoming as (
    select c.*, o.id as offer_id, o.details as offer, l.base
    from public.camp_weeks c
    join public.locations l on l.id = c.location_id
    left join private.tier_offer(c.tier, null) o on true
    where c.is_active and c.end_date >= private.calendar_today()
  ),
  price_ranges as (
    -- The specification allows prices to deviate by 1 dollar. This holds for every price that the tier can still have.
    select o.details ->> 'tier' as tier, (o.details ->> 'days')::numeric as days,
      min(p.cents) - 100 as lowest, max(p.cents) filter (where r is null) + 100 as highest
    from public.offers o
    cross join lateral private.prices_of(o.price_cents, o.details, clock_timestamp()) p
    left join lateral jsonb_array_elements(o.details -> 'rungs') r on r ->> 'id' = p.id
    where o.kind = 'camp_tier' and o.active
      and (r is null or coalesce(r -> 'closed', 'false') = 'false'
        and coalesce((r ->> 'deadline')::timestamptz > clock_timestamp(), true))
    group by o.id
  )
  select u.tier, u.id, 'tier_not_published', null::jsonb from upcoming u where u.offer_id is null
  union all
  select u.tier, u.id, 'days_differ',
    jsonb_build_object('camp', u.end_date - u.start_date + 1, 'tier', u.offer -> 'days')
  from upcoming u where u.end_date - u.start_date + 1 <> (u.offer ->> 'days')::numeric
  union all
  select u.tier, u.id, 'base_not_offered', jsonb_build_object('camp', u.base, 'tier', u.offer -> 'bases')
  from upcoming u where u.offer_id is not null and not coalesce(u.offer -> 'bases' ? u.base, false)
  union all
  select u.tier, u.id, 'teams_differ', jsonb_build_object('camp', u.team_types, 'tier', u.offer -> 'teams')
  from upcoming u where u.offer_id is not null and not u.offer -> 'teams' @> to_jsonb(u.team_types)
  union all
  select a.tier, null, 'prices_overlap', jsonb_build_object('with', b.tier, 'days', a.days)
  from price_ranges a join price_ranges b
    on a.tier < b.tier and a.days = b.days and a.lowest <= b.highest and b.lowest <= a.highest
  order by 1, 3, 2;
end;
$$;
comment on function public.check_published_tiers() is
  'Finds problems of published tiers. Returns rows {tier, camp_id or null, problem, details}. The problem is '
  'tier_not_published, days_differ, base_not_offered, teams_differ or prices_overlap (spec 2 §5). Definer: reads every '
  'offer, after checking the caller.';
grant execute on function public.check_published_tiers() to authenticated, service_role;
