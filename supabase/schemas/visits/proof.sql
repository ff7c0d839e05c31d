-- Proof widgets: how many look at a location. True numbers and no people (decisions "Truth in selling"). What was
-- booked lately stands in rosters.sql, because it reads camps too.

create function public.get_location_viewers()
returns table (location text, viewers integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select l.name, sum(v.visits)::integer
  from (
    -- A household or an office may be several; a crowd behind one address is more likely a script.
    select location_id, least(count(*), 5) as visits
    from public.location_viewers
    -- A subquery is asked once and can use the index; a volatile function would be asked for every row.
    where seen_at > (select clock_timestamp() - interval '60 seconds')
    group by location_id, coalesce(client_hash, session_id)
  ) v
  join public.locations l on l.id = v.location_id
  group by l.name
  order by l.name
$$;
comment on function public.get_location_viewers() is
  'Distinct visits seen in the last 60 seconds per location, at most 5 of one network address: rows location, viewers. '
  'From how many on they are shown is the page''s rule. Definer: numbers are public, visits are not.';
grant execute on function public.get_location_viewers() to anon, authenticated, service_role;
