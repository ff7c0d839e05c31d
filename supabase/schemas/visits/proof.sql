-- Pages show true numbers of visitors, and nothing about a person (docs/decisions "Truth in selling").
-- get_recent_bookings is in rosters.sql, because it also reads camps.

create function public.get_location_viewers()
returns table (location text, viewers integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select l.name, sum(v.visits)::integer
  from (
    -- Up to five visits from one address may be a household or an office. More are probably a script.
    select location_id, least(count(*), 5) as visits
    from public.location_viewers
    -- A subquery runs once and can use the index. A volatile function would run for every row.
    where seen_at > (select clock_timestamp() - interval '60 seconds')
    group by location_id, coalesce(client_hash, session_id)
  ) v
  join public.locations l on l.id = v.location_id
  group by l.name
  order by l.name
$$;
comment on function public.get_location_viewers() is
  'Returns the distinct visits in the last 60 seconds per location, at most 5 from one network address. Definer: the '
  'numbers are public, the visits are not.';
grant execute on function public.get_location_viewers() to anon, authenticated, service_role;
