-- Staff plan, save and finish tasks.

create function private.write_task_link(p_task public.tasks, p_link jsonb)
returns public.tasks
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id uuid;
begin
  if not private.is_given(p_link) then return p_task; end if;
  perform private.check_object(p_link, 'p_task.link', 200);
  if not private.is_uuid(p_link -> 'id') then perform private.fail('invalid_input', 'p_task.link'); end if;
  v_id := (p_link ->> 'id')::uuid;
  case p_link ->> 'kind'
    when 'family' then p_task.family_id := (select id from public.families where id = v_id and erased_at is null);
    when 'child' then
      p_task.child_id := (
        select c.id from public.children c join public.families f on f.id = c.family_id and f.erased_at is null where c.id = v_id);
    when 'order' then p_task.order_id := (select id from public.orders where id = v_id);
    when 'camp' then p_task.camp_id := (select id from public.camp_weeks where id = v_id);
    when 'session' then p_task.session_id := (select id from public.sessions where id = v_id);
    when 'lead' then
      p_task.lead_id := (select id from public.leads where id = v_id and auto_delete_at > clock_timestamp());
      p_task.kind := 'lead';
    else perform private.fail('invalid_input', 'p_task.link');
  end case;
  if num_nonnulls(p_task.family_id, p_task.child_id, p_task.order_id, p_task.camp_id, p_task.session_id, p_task.lead_id) = 0 then
    perform private.fail('invalid_input', 'p_task.link');
  end if;
  return p_task;
end;
$$;
comment on function private.write_task_link(public.tasks, jsonb) is
  'Returns the task with the person or thing that it is about, {kind, id}. kind is family, child, order, camp, session '
  'or lead. Fails with invalid_input (p_task.link).';

create function private.plan_task(p_task public.tasks, p_plan jsonb)
returns public.tasks
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_due date;
  v_latest date;
begin
  p_task.note := case when private.is_given(p_plan -> 'note') then private.check_lines(p_plan -> 'note', 'p_task.note', 1000) end;
  if private.is_given(p_plan -> 'owner_id') then
    if not private.is_uuid(p_plan -> 'owner_id') or not private.may_own_task(p_task.kind, (p_plan ->> 'owner_id')::uuid) then
      perform private.fail('invalid_input', 'p_task.owner_id');
    end if;
  end if;
  p_task.owner_id := (nullif(p_plan ->> 'owner_id', ''))::uuid;
  if private.is_given(p_plan -> 'due_on') then
    if jsonb_typeof(p_plan -> 'due_on') <> 'string' or p_plan ->> 'due_on' !~ '^\d{4}-\d{2}-\d{2}$'
      or not pg_input_is_valid(p_plan ->> 'due_on', 'date') then
      perform private.fail('invalid_input', 'p_task.due_on');
    end if;
    v_due := (p_plan ->> 'due_on')::date;
  end if;
  if v_due is distinct from p_task.due_on and v_due is not null then
    if v_due < v_today or v_due > v_today + 730 then perform private.fail('invalid_input', 'p_task.due_on'); end if;
    v_latest := private.task_latest_day(p_task);
    -- Today is always possible, also after the last day. greatest() ignores nulls, so a missing last day is checked
    -- separately.
    if v_latest is not null and v_due > greatest(v_latest, v_today) then perform private.fail('past_deadline', 'p_task.due_on'); end if;
  end if;
  p_task.due_on := v_due;
  if p_task.kind in ('decision', 'bounce') and v_due > v_today and p_task.note is null then
    perform private.fail('invalid_input', 'p_task.note');
  end if;
  return p_task;
end;
$$;
comment on function private.plan_task(public.tasks, jsonb) is
  'Returns the task with owner, day and note. Fails with invalid_input (p_task.note) if a decision is put off without '
  'a reason, and with past_deadline (p_task.due_on).';

create function public.save_task(p_task jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_task public.tasks;
  v_id uuid;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_task, 'p_task', 8000);
  if not private.is_uuid(p_task -> 'task_id') then perform private.fail('invalid_input', 'p_task.task_id'); end if;
  v_id := (p_task ->> 'task_id')::uuid;
  if jsonb_typeof(p_task -> 'version') is distinct from 'number' then
    select * into v_task from public.tasks where id = v_id;
    if found then return jsonb_build_object('task', private.task_row(v_task)); end if;
    v_task.id := v_id;
    v_task.kind := 'todo';
    v_task := private.write_task_link(v_task, p_task -> 'link');
    if v_task.kind = 'todo' then v_task.title := private.check_text(p_task -> 'title', 'p_task.title', 200); end if;
    v_task := private.plan_task(v_task, p_task);
    insert into public.tasks (id, kind, title, note, owner_id, due_on, lead_id, family_id, child_id, order_id, camp_id, session_id, created_by)
    values (v_task.id, v_task.kind, v_task.title, v_task.note, v_task.owner_id, v_task.due_on, v_task.lead_id, v_task.family_id,
      v_task.child_id, v_task.order_id, v_task.camp_id, v_task.session_id, (select auth.uid()))
    on conflict do nothing;
    -- A colleague has just made a task of the same lead.
    if not found and not exists (select from public.tasks where id = v_id) then perform private.fail('changed_meanwhile', 'p_task.version'); end if;
  else
    v_task := private.find_task(v_id);
    if v_task.version::numeric <> (p_task ->> 'version')::numeric then perform private.fail('changed_meanwhile', 'p_task.version'); end if;
    if v_task.done_at is not null and v_task.kind <> 'lead' then perform private.fail('changed_meanwhile', 'p_task.version'); end if;
    if v_task.kind = 'todo' then v_task.title := private.check_text(p_task -> 'title', 'p_task.title', 200); end if;
    v_task := private.plan_task(v_task, p_task);
    update public.tasks set title = v_task.title, note = v_task.note, owner_id = v_task.owner_id, due_on = v_task.due_on,
      version = version + 1, done_at = null, done_by = null
    where id = v_id;
  end if;
  return jsonb_build_object('task', (select private.task_row(t) from public.tasks t where t.id = v_id));
end;
$$;
comment on function public.save_task(jsonb) is
  'For admins. Creates or changes a task. Takes SaveTask and returns {task: StaffTask} (contract/management-tasks.ts). '
  'For a lead, a decision or a bounced address, only owner, day and note change. Fails with past_deadline, '
  'changed_meanwhile, task_not_found. Definer: there is no other way to write tasks.';
grant execute on function public.save_task(jsonb) to authenticated;
select private.answer_calls('public.save_task(jsonb)', 'management');

create function public.set_task_done(p_task_id uuid, p_done boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_task public.tasks;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  if p_done is null then perform private.fail('invalid_input', 'p_done'); end if;
  v_task := private.find_task(p_task_id);
  -- The task of a decision ends only when staff decide.
  if v_task.kind = 'decision' then perform private.fail('invalid_input', 'p_task_id'); end if;
  if (v_task.done_at is not null) is distinct from p_done then
    if v_task.kind = 'bounce' then
      update public.bounced_addresses set handled_at = case when p_done then clock_timestamp() end,
        handled_by = case when p_done then (select auth.uid()) end
      where email = v_task.email;
    end if;
    update public.tasks set done_at = case when p_done then clock_timestamp() end,
      done_by = case when p_done then (select auth.uid()) end, version = version + 1
    where id = v_task.id returning * into v_task;
  end if;
  return jsonb_build_object('task', private.task_row(v_task));
end;
$$;
comment on function public.set_task_done(uuid, boolean) is
  'For staff. Marks a task as done or open. A coach may do this only for a task that was given to them. If the task of '
  'a bounced address is done, the family was called. Returns {task: StaffTask}. Fails with task_not_found, and with '
  'invalid_input (p_task_id) for a decision, which ends when staff decide. Definer: see save_task.';
grant execute on function public.set_task_done(uuid, boolean) to authenticated;
select private.answer_calls('public.set_task_done(uuid, boolean)', 'management');

create function private.task_of_decision(p_decision_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$ select private.task_row(t) from public.tasks t where t.decision_id = p_decision_id $$;
comment on function private.task_of_decision(uuid) is 'Returns the StaffTask of a decision, or null.';
