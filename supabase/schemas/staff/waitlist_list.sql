-- Admins list sessions and camps with a waitlist (docs/decisions "/management/waitlists").

-- As for orders (order_search.sql), these are trigram indexes.
create index waitlist_entries_searched on public.waitlist_entries using gin (search_text extensions.gin_trgm_ops);
create index waitlist_children_searched on public.waitlist_children using gin (search_text extensions.gin_trgm_ops);

create function private.find_waited(p_search text, p_states text[])
returns uuid[]
language plpgsql
volatile
set search_path = ''
-- The best plan depends on the search text.
set plan_cache_mode = force_custom_plan
as $$
declare
  v_patterns constant text[] := private.search_patterns(p_search);
  -- The trigram index cannot serve "like all". So one pattern is given singly, and the others filter what it finds.
  v_pattern constant text := v_patterns[1];
begin
  return array(
    select coalesce(e.session_id, e.camp_id) from public.waitlist_entries e
    where e.status = any (p_states) and e.search_text like v_pattern and e.search_text like all (v_patterns)
    union
    select coalesce(e.session_id, e.camp_id) from public.waitlist_children c join public.waitlist_entries e on e.id = c.entry_id
    where e.status = any (p_states) and c.search_text like v_pattern and c.search_text like all (v_patterns)
    union
    select coalesce(e.session_id, e.camp_id) from public.children k
    join public.waitlist_children c on c.child_id = k.id join public.waitlist_entries e on e.id = c.entry_id
    where e.status = any (p_states) and k.search_text like v_pattern and k.search_text like all (v_patterns));
end;
$$;
comment on function private.find_waited(text, text[]) is
  'Returns sessions and camps with a waitlist entry in one of these states that matches all words, by name, address '
  'and number of the parent, or by the name of a child.';

create function private.waited_places(p_filter jsonb, p_patterns text[], p_matching_ids uuid[])
returns table (id uuid, kind text, title text, location text, starts_at timestamptz, ends_at timestamptz, is_cancelled boolean, capacity integer)
language sql
stable
set search_path = ''
as $$
  with waited as (
    -- Future sessions and camps need a current entry. For past ones any entry counts.
    select coalesce(e.session_id, e.camp_id) as place_id, bool_or(e.status = any ('{unconfirmed,waiting,offered,accepted}')) as is_live
    from public.waitlist_entries e
    where case p_filter ->> 'state'
        when 'over' then true
        when 'offered' then e.status = 'offered'
        when 'unconfirmed' then e.status = 'unconfirmed'
        else e.status = any ('{unconfirmed,waiting,offered,accepted}') end
    group by 1
  ), places as (
    select w.is_live, s.id, 'session' as kind, t.name as title, l.name as location, s.starts_at, s.ends_at,
      s.status = 'cancelled' as is_cancelled, s.max_capacity as capacity
    from waited w join public.sessions s on s.id = w.place_id
    join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
    union all
    select w.is_live, c.id, 'camp', c.name, l.name, c.starts_at,
      (c.end_date + c.session_time_end) at time zone private.time_zone(), c.cancelled_at is not null, c.capacity
    from waited w join public.camp_weeks c on c.id = w.place_id join public.locations l on l.id = c.location_id
  )
  select p.id, p.kind, p.title, p.location, p.starts_at, p.ends_at, p.is_cancelled, p.capacity
  from places p
  -- The subquery reads the time once, not for each of thousands of rows.
  cross join (select private.calendar_now() as at offset 0) now
  left join (select unnest(p_matching_ids) as id) f on f.id = p.id
  where (p_filter ->> 'kind' is null or p.kind = p_filter ->> 'kind')
    and (p.is_live and p.starts_at > now.at) = (p_filter ->> 'state' is distinct from 'over')
    and (p_patterns is null or f.id is not null or private.search_text(p.title, p.location) like all (p_patterns))
$$;
comment on function private.waited_places(jsonb, text[], uuid[]) is
  'Returns sessions and camps with a waitlist, each once. Usually they are future ones with a current entry. If the '
  'filter has the state over, they are those that have begun or whose waitlist is empty. p_matching_ids is what '
  'private.find_waited found.';

create function private.waitlist_row(p_place_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with p as (
    select s.id, 'session' as kind, t.name as title, t.team, l.name as location, s.starts_at, s.ends_at,
      s.status = 'cancelled' as is_cancelled, s.max_capacity as capacity, private.seats_taken(s.id, clock_timestamp()) as taken
    from public.sessions s join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
    where s.id = p_place_id
    union all
    select c.id, 'camp', c.name, null, l.name, c.starts_at, (c.end_date + c.session_time_end) at time zone private.time_zone(),
      c.cancelled_at is not null, c.capacity, private.camp_seats_taken(c.id, clock_timestamp())
    from public.camp_weeks c join public.locations l on l.id = c.location_id where c.id = p_place_id
  )
  select jsonb_build_object(
    'place_id', p.id, 'kind', p.kind, 'title', p.title, 'team', p.team, 'location', p.location,
    'starts_at', private.iso(p.starts_at), 'ends_at', private.iso(p.ends_at),
    'is_cancelled', p.is_cancelled, 'has_begun', p.starts_at <= private.calendar_now(), 'capacity', p.capacity, 'taken', p.taken,
    'waiting', q.waiting, 'wanted', q.wanted, 'unconfirmed', q.unconfirmed, 'entries', q.entries,
    'offered', o.offered, 'next_lapse', private.iso(o.next_lapse))
  from p
  cross join lateral (
    select count(*) filter (where e.status = 'waiting') as waiting,
      coalesce(sum(e.places) filter (where e.status = 'waiting'), 0) as wanted,
      count(*) filter (where e.status = 'unconfirmed') as unconfirmed, count(*) as entries
    from public.waitlist_entries e
    where (p.kind = 'session' and e.session_id = p.id) or (p.kind = 'camp' and e.camp_id = p.id)) q
  cross join lateral (
    select count(*) as offered, min(f.expires_at) as next_lapse from public.waitlist_offers f
    where ((p.kind = 'session' and f.session_id = p.id) or (p.kind = 'camp' and f.camp_id = p.id))
      and f.status = 'open' and f.expires_at > clock_timestamp()) o
$$;
comment on function private.waitlist_row(uuid) is
  'Returns StaffWaitlist (contract/management-waitlists.ts). Returns null if there is no such session or camp.';

create function public.list_waitlists(
  p_filter jsonb default '{}', p_sort text default 'starts', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after timestamptz;
  v_is_descending constant boolean := p_sort = '-starts';
  v_count integer;
  v_entry_ids uuid[];
  v_ids uuid[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter,
    '{"search": "text", "state": ["offered", "unconfirmed", "over"], "kind": ["session", "camp"]}', p_sort, '{starts,-starts}', p_limit);
  if p_after is not null then
    select starts_at into v_after from (
      select id, starts_at from public.sessions union all select id, starts_at from public.camp_weeks) p where id = p_after;
    if not found then perform private.fail('place_not_found', 'p_after'); end if;
  end if;
  if p_filter ? 'search' then
    v_entry_ids := private.find_waited(p_filter ->> 'search', case when p_filter ->> 'state' = 'over'
      then '{never_confirmed,waiting,offered,accepted,enrolled,declined,lapsed,left,cancelled_by_us,unconfirmed}'
      else '{unconfirmed,waiting,offered,accepted}' end::text[]);
  end if;
  -- There are at most some thousands, so one query counts and sorts all of them.
  v_ids := array(
    select p.id from private.waited_places(p_filter, private.search_patterns(p_filter ->> 'search'), v_entry_ids) p
    where p_after is null or case when v_is_descending then (p.starts_at, p.id) < (v_after, p_after) else (p.starts_at, p.id) > (v_after, p_after) end
    order by case when v_is_descending then p.starts_at end desc, case when not v_is_descending then p.starts_at end,
      case when v_is_descending then p.id end desc, p.id);
  if p_after is null then v_count := cardinality(v_ids); end if;
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.waitlist_row(n.id) order by n.ordinality), '[]')
      from unnest(v_ids[:p_limit]) with ordinality n (id, ordinality)))
    || private.page_end(v_ids, v_count, p_limit);
end;
$$;
comment on function public.list_waitlists(jsonb, text, uuid, integer) is
  'For admins. Returns StaffWaitlists (contract/management-waitlists.ts). p_filter is {search?, state?, kind?}. state '
  'is offered, unconfirmed or over, and kind is session or camp. p_sort is starts or -starts. Fails with '
  'place_not_found. Definer: reads past the policies, after checking the caller.';
grant execute on function public.list_waitlists(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_waitlists(jsonb, text, uuid, integer)', 'list_waitlists');
