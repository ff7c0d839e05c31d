-- Admins list first aid given to children (docs/decisions "The roster").

create function private.first_aid_where(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case p_filter ->> 'informed' when 'open' then 'a.parent_informed_at is null' when 'informed' then 'a.parent_informed_at is not null' end,
    case when p_filter ? 'place' then format(
      'coalesce((select s.location_id from public.sessions s where s.id = a.session_id),
        (select w.location_id from public.camp_weeks w where w.id = a.camp_id)) = %L::uuid', p_filter ->> 'place') end,
    (select string_agg(format('a.child_id in (select c.id from public.children c where c.search_text like %L)', pattern),
        ' and ') from unnest(private.search_patterns(p_filter ->> 'search')) pattern),
    private.within_days('a.happened_at', p_filter))
$$;
comment on function private.first_aid_where(jsonb) is
  'Returns the SQL condition for a list of first_aid_log a from a checked filter.';

create function public.list_first_aid(
  p_filter jsonb default '{}', p_sort text default '-happened', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.first_aid_log;
  v_page record;
  v_rows jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "from": "day", "until": "day", "informed": ["open", "informed"],
      "place": "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$"}',
    p_sort, '{-happened,happened}', p_limit);
  if p_after is not null then
    select * into v_after from public.first_aid_log where id = p_after;
    if not found then perform private.fail('first_aid_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.first_aid_log a', private.first_aid_where(p_filter), 'a.happened_at', p_sort like '-%',
    v_after.happened_at::text, p_after, p_limit);
  -- One statement reads and logs, so that no child is served without a log entry. There is one entry per child and
  -- call.
  with served as materialized (
    select a.*, n.ordinality, c.name as child_name, c.family_id
    from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality)
    join public.first_aid_log a on a.id = n.id join public.children c on c.id = a.child_id
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id)
    select distinct (select auth.uid()), 'first_aid_log', 'list', family_id, child_id from served
  )
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', v.id, 'child_id', v.child_id, 'child_name', v.child_name, 'family_id', v.family_id, 'day', v.day,
      'happened_at', private.iso(v.happened_at), 'title', coalesce(t.name, w.name), 'location', l.name, 'injury', v.injury,
      'treatment', v.treatment, 'written_by', private.staff_name(v.written_by),
      'parent_informed_at', private.iso(v.parent_informed_at), 'parent_informed_by', private.staff_name(v.parent_informed_by))
    order by v.ordinality), '[]')
  into v_rows
  from served v
  left join public.sessions s on s.id = v.session_id
  left join public.class_types t on t.id = s.class_type_id
  left join public.camp_weeks w on w.id = v.camp_id
  join public.locations l on l.id = coalesce(s.location_id, w.location_id);
  return jsonb_build_object('rows', v_rows) || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_first_aid(jsonb, text, uuid, integer) is
  'For admins. Returns StaffFirstAid (contract/first-aid.ts). p_filter is {search?, informed?: open | informed, '
  'place?, from?, until?}. p_sort is -happened or happened. Logs each child. Fails with first_aid_not_found. Definer: '
  'staff have no policy on the log.';
grant execute on function public.list_first_aid(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_first_aid(jsonb, text, uuid, integer)', 'list_first_aid');

create function public.set_parent_informed(p_first_aid_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.first_aid_log;
begin
  if not private.is_admin() then perform private.deny(); end if;
  update public.first_aid_log set parent_informed_at = clock_timestamp(), parent_informed_by = (select auth.uid())
  where id = p_first_aid_id and parent_informed_at is null;
  select * into v_entry from public.first_aid_log where id = p_first_aid_id;
  if not found then perform private.fail('first_aid_not_found', 'p_first_aid_id'); end if;
  return jsonb_build_object('id', v_entry.id, 'parent_informed_at', private.iso(v_entry.parent_informed_at),
    'parent_informed_by', private.staff_name(v_entry.parent_informed_by));
end;
$$;
comment on function public.set_parent_informed(uuid) is
  'For admins. Records that a parent was informed. The first record counts. Fails with first_aid_not_found. Definer: '
  'there is no other way to write the log. It checks for an admin itself.';
grant execute on function public.set_parent_informed(uuid) to authenticated;
select private.answer_calls('public.set_parent_informed(uuid)', 'management');

create function private.open_first_aid(p_max integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- The injury is health data, which only list_first_aid serves and logs.
  select jsonb_build_object(
    'count', (select count(*) from public.first_aid_log where parent_informed_at is null),
    'first', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'child_name', c.name, 'day', a.day, 'happened_at', private.iso(a.happened_at),
        'title', coalesce(t.name, w.name), 'location', l.name, 'written_by', private.staff_name(a.written_by),
        'parents', (
          select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'phone', p.phone) order by p.name), '[]')
          from private.parents_for_collection(c.family_id) p))
        order by a.happened_at desc, a.id), '[]')
      from (
        select * from public.first_aid_log where parent_informed_at is null order by happened_at desc, id limit p_max) a
      join public.children c on c.id = a.child_id
      left join public.sessions s on s.id = a.session_id
      left join public.class_types t on t.id = s.class_type_id
      left join public.camp_weeks w on w.id = a.camp_id
      join public.locations l on l.id = coalesce(s.location_id, w.location_id)))
$$;
comment on function private.open_first_aid(integer) is
  'Returns first aid of any day about which no parent is informed yet, the latest first, as {count, first: '
  'OpenFirstAid[] (contract/first-aid.ts)}. It contains the parents to call, but not what happened.';
