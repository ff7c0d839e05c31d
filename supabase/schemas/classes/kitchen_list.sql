-- The kitchen list shows allergies and nothing else of the children's health (docs/decisions "A list for the kitchen").

create function private.kitchen_answer(p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'state', case
      when cardinality(private.health_lines(h.allergies)) > 0 then 'reported'
      when h.answer is null then 'unknown'
      -- Parents also name dangers in food under medicines or conditions, which the kitchen does not read.
      when h.answer <> 'nothing' or exists (
        select from public.family_proposals p
        where p.child_id = p_child_id and p.kind = 'health' and p.effect = 'none'
          and private.is_health_note(p.field) and p.field <> 'allergies') then 'other'
      else 'none' end,
    'allergies', to_jsonb(private.health_lines(h.allergies)),
    -- Unconfirmed warnings are shown whatever the answer is, because ignoring a true warning is worse than heeding a
    -- false one.
    'unconfirmed', (
      select coalesce(jsonb_agg(p.value #>> '{}' order by p.created_at, p.id), '[]')
      from public.family_proposals p
      where p.child_id = p_child_id and p.kind = 'health' and p.effect = 'none' and p.field = 'allergies'))
  from (select) one left join public.child_health h on h.child_id = p_child_id
$$;
comment on function private.kitchen_answer(uuid) is
  'Returns KitchenAnswer (contract/kitchen.ts). The state none means that a parent answered that there is nothing. '
  'other means that the parents reported something, but no allergy. unknown means that nobody has answered.';

create function private.kitchen_places(p_day date, p_with_classes boolean, p_places uuid[])
returns table (place_id uuid, kind text, title text, team text, location_id uuid, location text, starts_at timestamptz, ends_at timestamptz)
language sql
stable
set search_path = ''
as $$
  select h.id, h.kind, h.title, h.team, l.id, l.name, h.starts_at, h.ends_at
  from private.events_of_day(p_day) h
  left join public.sessions s on s.id = h.id
  left join public.camp_weeks w on w.id = h.id
  join public.locations l on l.id = coalesce(s.location_id, w.location_id)
  where not h.is_cancelled_by_us and (h.kind = 'camp' or p_with_classes) and (p_places is null or h.id = any (p_places))
$$;
comment on function private.kitchen_places(date, boolean, uuid[]) is
  'Returns the camps of a day, and its classes if wanted, with their locations. Only those in p_places count. Null '
  'means all.';

create function private.kitchen_names(p_day date)
returns table (child_id uuid, name text)
language sql
stable
set search_path = ''
as $$
  select n.child_id, case when count(*) over (partition by lower(n.given_name)) > 1 then n.name else n.given_name end
  from (
    select t.child_id, t.name,
      private.usual_given_name(c.name, array(select s.name from public.children s where s.family_id = c.family_id)) as given_name
    from private.names_apart(array(
      select d.child_id from private.day_entries(p_day) d
      join private.kitchen_places(p_day, true, null) k on k.place_id = d.place_id), p_day) t
    join public.children c on c.id = t.child_id) n
$$;
comment on function private.kitchen_names(date) is
  'Returns the name by which the kitchen calls each child of a day. This is the given name. If another child of that '
  'day, at any location, has the same given name, it is the full name (private.names_apart). So no list calls two '
  'children the same.';

create function public.get_kitchen_list(p_day date, p_location_id uuid default null, p_with_classes boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_places uuid[];
  v_list jsonb;
begin
  perform private.check_roster_day(p_day);
  v_places := private.my_places(p_day);
  if p_location_id is not null and not exists (select from public.locations where id = p_location_id) then
    perform private.fail('invalid_input', 'p_location_id');
  end if;
  -- One statement reads and logs, so that no child is served without a log entry.
  with places as materialized (
    select * from private.kitchen_places(p_day, coalesce(p_with_classes, false), v_places) where location_id = p_location_id
  ),
  served as materialized (
    select p.place_id, c.id as child_id, c.family_id, c.name
    from private.day_entries(p_day) d
    join places p on p.place_id = d.place_id
    join public.children c on c.id = d.child_id
  ),
  names as materialized (select * from private.kitchen_names(p_day)),
  logged as (
    select count(*) filter (where private.log_roster_view(place_id, p_day, child_id, family_id, 'kitchen', clock_timestamp()))
    from served
  )
  select jsonb_build_object(
    'day', p_day, 'location_id', p_location_id,
    'locations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.location_id, 'name', n.location, 'camps', n.camps, 'classes', n.classes)
        order by n.location), '[]')
      from (
        select k.location_id, k.location, count(*) filter (where k.kind = 'camp') as camps,
          count(*) filter (where k.kind = 'session') as classes
        from private.kitchen_places(p_day, true, v_places) k group by k.location_id, k.location) n),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'place_id', p.place_id, 'kind', p.kind, 'title', p.title, 'team', p.team, 'starts_at', private.iso(p.starts_at),
        'ends_at', private.iso(p.ends_at), 'coaches', private.coaches_of(p.place_id),
        'children', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'child_id', s.child_id, 'name', n.name,
            'parents', case when a.answer ->> 'state' = 'unknown' then private.parents_to_call(s.family_id) else '[]' end) || a.answer
            order by s.name, s.child_id), '[]')
          from served s join names n on n.child_id = s.child_id
          cross join lateral (select private.kitchen_answer(s.child_id) as answer) a
          where s.place_id = p.place_id))
        order by p.starts_at, p.kind, p.title, p.place_id), '[]')
      from places p))
  into v_list
  where (select count from logged) is not null;
  return v_list;
end;
$$;
comment on function public.get_kitchen_list(date, uuid, boolean) is
  'For staff. Returns KitchenList (contract/kitchen.ts). Admins may read any day. Coaches may read the places that '
  'they coach within seven days. Of children about whom nobody has answered, the list shows only the number. Each read '
  'is logged. Definer: staff have no policy on health details. This serves only what is needed.';
grant execute on function public.get_kitchen_list(date, uuid, boolean) to authenticated;
select private.answer_calls('public.get_kitchen_list(date, uuid, boolean)', 'roster');
