-- Lists the sessions that a child's pass can pay for.

create function private.paying_passes(p_child_ids uuid[], p_days date[], p_refunded_pass_id uuid)
returns table (child_id uuid, day date, pass_id uuid)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select distinct on (p.child_id, d.on_day) p.child_id, d.on_day, p.id
  from public.passes p
  join public.children c on c.id = p.child_id
  join public.sale_terms t on t.id = p.terms_id
  cross join lateral (
    select coalesce(sum(l.delta), 0) + (p.id is not distinct from p_refunded_pass_id)::integer as credits
    from public.credit_ledger l where l.pass_id = p.id) k
  cross join unnest(p_days) d (on_day)
  cross join lateral (select private.age_on(c.dob, d.on_day) as years) a
  where p.child_id = any (p_child_ids) and k.credits > 0 and d.on_day between p.valid_from and coalesce(p.valid_until, 'infinity')
    and not private.is_paused(p.id, d.on_day)
    and (a.years >= t.min_age) is not false and (a.years <= t.max_age) is not false
  order by p.child_id, d.on_day, p.valid_until nulls last, p.created_at, p.id;
end;
$$;
comment on function private.paying_passes(uuid[], date[], uuid) is
  'Returns which pass of a child pays for a session on a day, by the rules of private.pick_pass. Returns no row if '
  'none does. The pass p_refunded_pass_id counts with one more credit.';

create function public.list_bookable_sessions(p_booking_id uuid default null, p_family_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 200;
  v_now constant timestamptz := private.calendar_now();
  v_today constant date := private.calendar_today();
  v_family_id uuid := private.my_family_id();
  v_moving_booking public.bookings;
  v_refunded_pass_id uuid;
  v_children uuid[];
  v_sessions uuid[];
  v_days date[];
  v_rows jsonb;
begin
  if p_family_id is not null then
    if not private.is_admin() then perform private.deny(); end if;
    v_family_id := p_family_id;
  end if;
  if p_booking_id is not null then
    v_moving_booking := private.own_booking(p_booking_id);
    if v_moving_booking.status <> 'booked' then perform private.fail('booking_closed', 'p_booking_id'); end if;
    v_family_id := v_moving_booking.family_id;
    v_refunded_pass_id := (select pass_id from public.credit_ledger where booking_id = p_booking_id and reason = 'booked');
  end if;
  v_children := array(
    select id from public.children
    where family_id = v_family_id and status <> 'declined' and (p_booking_id is null or id = v_moving_booking.child_id));
  select array_agg(n.id), array_agg(distinct n.session_date) into v_sessions, v_days
  from (
    select s.id, s.session_date from public.sessions s
    where s.status = 'scheduled' and s.session_date >= v_today and s.starts_at > v_now and s.id is distinct from v_moving_booking.session_id
    order by s.starts_at, s.id limit c_most) n;
  -- For each child, standings has the rules of each team, paying has the pass that pays on each day, and offered has
  -- the sessions that the waitlist offers to it.
  with standings as materialized (
    select c.id as child_id, g.* from unnest(v_children) c (id) cross join lateral private.team_standings(c.id, v_days) g
  ),
  paying as materialized (
    select * from private.paying_passes(v_children, v_days, v_refunded_pass_id)
  ),
  offered as materialized (
    select c.id as child_id, o.session_id from unnest(v_children) c (id)
    cross join lateral private.offers_for(v_sessions, c.id, null) o
  )
  select jsonb_agg(jsonb_build_object(
      'child_id', c.id, 'session_id', s.id, 'is_own_team', coalesce(g.is_own, false), 'booking_id', b.id,
      'is_reserved', b.id is null and exists (select from offered k where k.child_id = c.id and k.session_id = s.id),
      'pass_id', case when b.id is null then y.pass_id end)
      order by s.starts_at, s.id)
  into v_rows
  from unnest(v_children) c (id)
  cross join public.sessions s
  join public.class_types t on t.id = s.class_type_id
  left join standings g on g.child_id = c.id and g.day = s.session_date and g.team = t.team
  left join paying y on y.child_id = c.id and y.day = s.session_date
  left join public.bookings b on b.child_id = c.id and b.session_id = s.id and b.status = 'booked'
  where s.id = any (v_sessions) and (b.id is not null or (y.pass_id is not null and g.problem is null));
  return jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'session', v.view,
        'spots_left', greatest(0, s.max_capacity - coalesce(t.taken, 0)),
        'returns_credit', v_now <= private.credit_returns_until(s.starts_at),
        'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at))) order by s.starts_at, s.id), '[]')
      from public.sessions s
      join private.session_views(v_sessions) v on v.session_id = s.id
      left join private.seats_by_session(v_sessions, clock_timestamp()) t on t.session_id = s.id
      where s.id in (select (r ->> 'session_id')::uuid from jsonb_array_elements(v_rows) r)),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'child_id', c.id, 'name', c.name,
        'credits', (select coalesce(sum((p ->> 'credits')::integer), 0) from jsonb_array_elements(q.passes) p),
        'passes', q.passes,
        'sessions', (
          select coalesce(jsonb_agg(r.value - 'child_id' order by r.ordinality), '[]')
          from jsonb_array_elements(v_rows) with ordinality r where r.value ->> 'child_id' = c.id::text))
        order by c.name, c.id), '[]')
      from public.children c
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', p.id, 'title', p.title, 'credits', k.credits, 'valid_from', p.valid_from, 'valid_until', p.valid_until)
          order by p.valid_until nulls last, p.created_at, p.id), '[]') as passes
        from public.passes p
        cross join lateral (
          select coalesce(sum(l.delta), 0)::integer + (p.id is not distinct from v_refunded_pass_id)::integer as credits
          from public.credit_ledger l where l.pass_id = p.id) k
        where p.child_id = c.id and k.credits > 0 and coalesce(p.valid_until >= v_today, true)) q
      where c.id = any (v_children)));
end;
$$;
comment on function public.list_bookable_sessions(uuid, uuid) is
  'Returns the next 200 sessions, as BookableSessions (contract/family-booking.ts). If p_booking_id is given, returns '
  'the sessions to which this booking can move. Admins may name a family in p_family_id. Fails with booking_not_found, '
  'booking_closed. Definer: seats are counted over all families, but only data of the token''s own family is returned.';
grant execute on function public.list_bookable_sessions(uuid, uuid) to authenticated;
select private.answer_calls('public.list_bookable_sessions(uuid, uuid)', 'list_bookable_sessions');
