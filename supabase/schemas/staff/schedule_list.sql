-- Admins list sessions and camps (docs/decisions "/management/schedule").

create index sessions_starts_at on public.sessions (starts_at, id);
create index camp_weeks_starts_at on public.camp_weeks (starts_at, id);

create function private.places_where(p_filter jsonb, p_kind text)
returns text
language sql
volatile
set search_path = ''
as $$
  select concat_ws(' and ', case when coalesce(p_filter ->> 'kind', p_kind) = p_kind then 'true' else 'false' end,
    case p_filter ->> 'state'
      when 'coming' then format('p.starts_at > %L', private.calendar_now())
        || case p_kind when 'session' then ' and p.status = ''scheduled''' else ' and p.cancelled_at is null' end
      when 'past' then format('p.starts_at <= %L', private.calendar_now())
      when 'off' then case p_kind when 'session' then 'p.status = ''cancelled''' else 'p.cancelled_at is not null' end end,
    private.within_days('p.starts_at', p_filter),
    -- There are few classes, locations and coaches, so they are looked up once.
    case when p_filter ? 'search' then '(p.location_id = any (array(select l.id from public.locations l where l.name ilike $1)) or '
      || case p_kind when 'session' then 'p.class_type_id = any (array(select t.id from public.class_types t where t.name ilike $1)) or '
          'p.coach_id = any (array(select k.id from public.coaches k where k.name ilike $1)))'
        else 'p.name ilike $1 or p.id in (select c.camp_id from public.camp_coaches c join public.coaches k on k.id = c.coach_id where k.name ilike $1))' end end)
$$;
comment on function private.places_where(jsonb, text) is
  'Returns the SQL condition for sessions or camps p from a checked filter. $1 is the search pattern.';

create function public.list_places(
  p_filter jsonb default '{}', p_sort text default 'starts', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_pattern text;
  v_direction constant text := case when p_sort like '-%' then 'desc' else 'asc' end;
  v_at timestamptz;
  v_key text;
  v_ids uuid[];
  v_count integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "kind": ["session", "camp"], "state": ["coming", "past", "off"], "from": "day", "until": "day"}',
    p_sort, '{starts,-starts}', p_limit);
  v_pattern := '%' || regexp_replace(btrim(p_filter ->> 'search'), '([\\%_])', '\\\1', 'g') || '%';
  if p_after is not null then
    select s.starts_at into v_at from (
      select starts_at from public.sessions where id = p_after union all select starts_at from public.camp_weeks where id = p_after) s;
    if not found then perform private.fail('place_not_found', 'p_after'); end if;
    v_key := format('and (p.starts_at, p.id) %s (%L, %L::uuid)', case v_direction when 'desc' then '<' else '>' end, v_at, p_after);
  else
    execute format('select count(*) from ((select from public.sessions p where %1$s limit %3$s)
      union all (select from public.camp_weeks p where %2$s limit %3$s)) n',
      private.places_where(p_filter, 'session'), private.places_where(p_filter, 'camp'), private.count_limit() + 1)
    into v_count using v_pattern;
  end if;
  execute format('select array(select n.id from (
      (select p.id, p.starts_at from public.sessions p where %1$s %3$s order by p.starts_at %4$s, p.id %4$s limit %5$s)
      union all
      (select p.id, p.starts_at from public.camp_weeks p where %2$s %3$s order by p.starts_at %4$s, p.id %4$s limit %5$s)) n
    order by n.starts_at %4$s, n.id %4$s limit %5$s)',
    private.places_where(p_filter, 'session'), private.places_where(p_filter, 'camp'), v_key, v_direction, p_limit + 1)
  into v_ids using v_pattern;
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(p.place order by n.ordinality), '[]')
      from unnest(v_ids[:p_limit]) with ordinality n (id, ordinality)
      join private.schedule_places(v_ids[:p_limit]) p on p.id = n.id))
    || private.page_end(v_ids, v_count, p_limit);
end;
$$;
comment on function public.list_places(jsonb, text, uuid, integer) is
  'For admins. Returns ScheduleItems (contract/management-schedule.ts). p_filter is {search?, kind?: session | camp, '
  'state?: coming | past | off, from?, until?}. p_sort is starts or -starts. Fails with place_not_found. Definer: see '
  'get_schedule.';
grant execute on function public.list_places(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_places(jsonb, text, uuid, integer)', 'list_places');
