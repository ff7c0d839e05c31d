-- Staff list tasks and open one.

create function private.task_link(p_task public.tasks, p_is_admin boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id uuid := p_task.family_id;
begin
  -- A class or camp and its day are public. Of people, a coach sees only the children on today's own roster.
  if p_task.session_id is not null then
    return (
      select jsonb_build_object('kind', 'session', 'id', s.id, 'title', t.name, 'text', l.name, 'day', s.session_date)
      from public.sessions s
      join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
      where s.id = p_task.session_id);
  elsif p_task.camp_id is not null then
    return (
      select jsonb_build_object('kind', 'camp', 'id', w.id, 'title', w.name, 'text', l.name, 'day', w.start_date)
      from public.camp_weeks w join public.locations l on l.id = w.location_id where w.id = p_task.camp_id);
  elsif p_task.child_id is not null then
    return (
      select jsonb_build_object('kind', 'child', 'id', case when p_is_admin then c.family_id end, 'title', c.name, 'text', null,
        'day', null)
      from public.children c
      where c.id = p_task.child_id and (p_is_admin or exists (
        select from private.day_entries(private.calendar_today()) d
        where d.child_id = c.id and d.place_id = any (private.my_places()))));
  elsif not p_is_admin then
    return null;
  elsif p_task.kind = 'bounce' then
    v_family_id := (
      select a.id from private.families_with_address(p_task.email) a
      order by a.primary_parent_id is null, a.created_at desc limit 1);
  end if;
  return coalesce((
      select jsonb_build_object('kind', 'order', 'id', o.id, 'title', o.number, 'text', coalesce(f.contact_name, o.parent_name),
        'day', null)
      from public.orders o left join public.families f on f.id = o.family_id where o.id = p_task.order_id), (
      select jsonb_build_object('kind', 'family', 'id', f.id, 'title', f.contact_name, 'text', null, 'day', null)
      from public.families f where f.id = v_family_id and f.erased_at is null), (
      select jsonb_build_object('kind', 'lead', 'id', l.id, 'title', l.name, 'text', null, 'day', null)
      from public.leads l where l.id = p_task.lead_id));
end;
$$;
comment on function private.task_link(public.tasks, boolean) is
  'Returns TaskLink (contract/management-tasks.ts), the person or thing that a task is about. Returns null if it is '
  'about nothing, or if a coach may not see that person or thing anyway.';

create function private.task_latest_day(p_task public.tasks)
returns date
language plpgsql
volatile
set search_path = ''
as $$
begin
  return case p_task.kind
    when 'decision' then
      private.decision_latest_day(p_task.decision_kind, p_task.decision_id, p_task.order_id, p_task.decision_since)
    -- A family that does not get our mails may come to a class that was cancelled, so this must not wait long.
    when 'bounce' then (
      select (b.bounced_at at time zone private.time_zone())::date + 7 from public.bounced_addresses b where b.email = p_task.email)
    when 'lead' then (
      select (l.auto_delete_at at time zone private.time_zone())::date - 1 from public.leads l where l.id = p_task.lead_id) end;
end;
$$;
comment on function private.task_latest_day(public.tasks) is
  'Returns the last day until which a task may be put off. Returns null if there is none. A lead is deleted the day '
  'after.';

create function private.task_row(p_task public.tasks)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_is_admin constant boolean := private.is_admin();
begin
  return jsonb_build_object(
    'task_id', p_task.id, 'kind', p_task.kind, 'title', p_task.title, 'note', p_task.note, 'email', p_task.email,
    'decision_kind', p_task.decision_kind, 'link', private.task_link(p_task, v_is_admin),
    'owner_id', p_task.owner_id, 'owner', private.staff_name(p_task.owner_id),
    'is_mine', coalesce(p_task.owner_id = (select auth.uid()), false),
    'due_on', p_task.due_on, 'latest_on', private.task_latest_day(p_task), 'version', p_task.version,
    'created_at', private.iso(p_task.created_at), 'created_by', private.staff_name(p_task.created_by),
    'done_at', private.iso(p_task.done_at), 'done_by', private.staff_name(p_task.done_by));
end;
$$;
comment on function private.task_row(public.tasks) is
  'Returns StaffTask (contract/management-tasks.ts), as the caller may see it.';

create function private.tasks_where(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ',
    case when not private.is_admin() then format('t.kind = ''todo'' and t.owner_id = %L', (select auth.uid())) end,
    case when p_filter ->> 'state' = 'done' then 't.done_at is not null' else 't.done_at is null' end,
    case p_filter ->> 'whose' when 'mine' then format('t.owner_id = %L', (select auth.uid())) when 'unowned' then 't.owner_id is null' end,
    case p_filter ->> 'due' when 'overdue' then format('t.sort_day < %L::date', private.calendar_today())
      when 'due' then format('t.sort_day <= %L::date', private.calendar_today()) end,
    case when p_filter ? 'kind' then format('t.kind = %L', p_filter ->> 'kind') end,
    (select string_agg(format(
        '(private.search_text(t.title, t.note, t.email) like %1$L
          or exists (select from public.leads l where l.id = t.lead_id and l.search_text like %1$L))', pattern), ' and ')
      from unnest(private.search_patterns(p_filter ->> 'search')) pattern))
$$;
comment on function private.tasks_where(jsonb) is
  'Returns the SQL condition for a list of tasks t from a checked filter. The list has open tasks, unless the filter '
  'asks for done ones. A coach gets only their own.';

create function public.list_tasks(
  p_filter jsonb default '{}', p_sort text default 'due', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.tasks;
  v_by_day constant boolean := p_sort like '%due';
  v_page record;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "state": ["done"], "whose": ["mine", "unowned"], "due": ["due", "overdue"],
      "kind": ["todo", "lead", "decision", "bounce"]}', p_sort, '{due,-due,-created,created}', p_limit);
  if p_after is not null then
    select * into v_after from public.tasks
    where id = p_after and (private.is_admin() or (kind = 'todo' and owner_id = (select auth.uid())));
    if not found then perform private.fail('task_not_found', 'p_after'); end if;
  else
    perform private.sync_tasks();
  end if;
  v_page := private.read_page('public.tasks t', private.tasks_where(p_filter),
    case when v_by_day then 't.sort_day' else 't.created_at' end, p_sort like '-%',
    case when v_by_day then v_after.sort_day::text else v_after.created_at::text end, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.task_row(t) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.tasks t on t.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_tasks(jsonb, text, uuid, integer) is
  'For staff. Returns StaffTasks (contract/management-tasks.ts). A coach gets only those given to them. p_filter is '
  '{search?, state?, whose?, due?, kind?}. state is done, whose is mine or unowned, due is due or overdue. p_sort is '
  'due, -due, -created or created. Fails with task_not_found. Definer: see list_orders.';
grant execute on function public.list_tasks(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_tasks(jsonb, text, uuid, integer)', 'list_tasks');

create function private.due_tasks(p_max integer)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with due as materialized (
    select t.id, t.sort_day, coalesce(t.owner_id = (select auth.uid()), false) as is_mine
    from public.tasks t
    where t.done_at is null and (t.sort_day <= private.calendar_today() or (t.due_on is null and t.owner_id = (select auth.uid())))
  )
  select jsonb_build_object('count', (select count(*) from due), 'first', coalesce((
    select jsonb_agg(private.task_row(t) order by d.is_mine desc, d.sort_day, d.id)
    from (select * from due order by is_mine desc, sort_day, id limit p_max) d join public.tasks t on t.id = d.id), '[]'))
$$;
comment on function private.due_tasks(integer) is
  'Returns the tasks that are due today or earlier and the caller''s own tasks without a day, as {count, first: '
  'StaffTask[]}. The caller''s tasks come first.';

create function private.find_task(p_task_id uuid)
returns public.tasks
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_task public.tasks;
begin
  select * into v_task from public.tasks where id = p_task_id for update;
  -- A coach gets the same answer for a colleague's task and for one that does not exist.
  if v_task.id is null or not (private.is_admin() or (v_task.kind = 'todo' and v_task.owner_id is not distinct from (select auth.uid()))) then
    perform private.fail('task_not_found', 'p_task_id');
  end if;
  return v_task;
end;
$$;
comment on function private.find_task(uuid) is
  'Locks and returns a task that the caller may see. Fails with task_not_found.';

create function public.get_task(p_task_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  perform private.sync_tasks();
  return jsonb_build_object('task', private.task_row(private.find_task(p_task_id)));
end;
$$;
comment on function public.get_task(uuid) is
  'For staff. Returns one task, as {task: StaffTask}. A coach gets only a task that was given to them. Fails with '
  'task_not_found. Definer: see list_orders.';
grant execute on function public.get_task(uuid) to authenticated;
select private.answer_calls('public.get_task(uuid)', 'management');

create function public.list_task_owners()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', coalesce(private.staff_name(p.id), p.email), 'is_me', p.id = (select auth.uid()),
      'is_coach_only', not private.may_own_task('lead', p.id)) order by p.id <> (select auth.uid()), lower(p.name), p.id), '[]')
    from public.profiles p
    where p.id in (select r.user_id from public.user_roles r where r.role <> 'customer') and private.may_own_task('todo', p.id));
end;
$$;
comment on function public.list_task_owners() is
  'For admins. Returns TaskOwners (contract/management-tasks.ts), with the caller first. If is_coach_only is true, '
  'the account can be given only a todo. Definer: reads the roles, after checking the caller.';
grant execute on function public.list_task_owners() to authenticated;
select private.answer_calls('public.list_task_owners()', 'management');
