-- A task is something that staff write down, the follow-up of a lead, an open decision or a bounced address. All of
-- them have an owner, a day and a note, and one list shows them (task_list.sql; docs/decisions "Tasks").

create table public.tasks (
  id uuid primary key,
  kind text not null check (kind in ('todo', 'lead', 'decision', 'bounce')),
  title text check (length(title) between 1 and 200 and private.is_line(title)),
  note text check (length(note) between 1 and 1000 and private.is_text(note)),
  owner_id uuid references public.profiles (id) on delete set null,
  due_on date check (due_on between '2020-01-01' and '2100-12-31'),
  sort_day date not null generated always as (coalesce(due_on, 'infinity'::date)) stored,
  lead_id uuid unique references public.leads (id) on delete cascade,
  decision_id uuid unique,
  decision_kind text,
  decision_since timestamptz,
  email text unique references public.bounced_addresses (email) on delete cascade,
  family_id uuid references public.families (id) on delete cascade,
  child_id uuid references public.children (id) on delete cascade,
  order_id uuid references public.orders (id) on delete cascade,
  camp_id uuid references public.camp_weeks (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete cascade,
  version integer not null default 1,
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  done_by uuid references public.profiles (id) on delete set null,
  done_at timestamptz,
  check ((kind = 'todo') = (title is not null)),
  check ((kind = 'lead') = (lead_id is not null)),
  check ((kind = 'decision') = (decision_id is not null) and (decision_id is null) = (decision_kind is null)
    and (decision_id is null) = (decision_since is null)),
  check ((kind = 'bounce') = (email is not null)),
  check (num_nonnulls(family_id, child_id, order_id, camp_id, session_id) <= case when kind = 'todo' then 1 when order_id is not null then 1 else 0 end),
  check (kind in ('todo', 'decision') or order_id is null)
);
comment on table public.tasks is
  'What staff have to do. Either it is a task that they wrote down (todo), or it is the owner, day and note of a '
  'lead, of an open decision or of a bounced address.';
comment on column public.tasks.id is
  'For a todo and a lead the screen chooses the id, so that a repeated request is stored once.';
comment on column public.tasks.note is
  'For a todo, what to know about it. For other tasks, why they wait until due_on. The note must not contain health '
  'data.';
comment on column public.tasks.due_on is 'The day on which to do it, in Singapore. It is null if no day was given.';
comment on column public.tasks.sort_day is 'The column due_on for sorting the list. Tasks without a day come last.';
comment on column public.tasks.decision_id is
  'The id in private.open_decisions. decision_kind, decision_since and order_id are copied, because a list must not '
  'look them up for each row.';
comment on column public.tasks.version is
  'The number of changes by staff. A change names the version that it is based on.';
comment on column public.tasks.done_by is
  'Who did it. It is null if the task ended by itself, because the lead, decision or address needs nothing more.';
create index tasks_open on public.tasks (sort_day, id) where done_at is null;
create index tasks_sort_day on public.tasks (sort_day, id);
create index tasks_created_at on public.tasks (created_at, id);
create index tasks_ended on public.tasks
  (coalesce(done_at, greatest(created_at, due_on::timestamp at time zone private.time_zone())));
create index tasks_owner_id on public.tasks (owner_id);
create index tasks_family_id on public.tasks (family_id);
create index tasks_child_id on public.tasks (child_id);
create index tasks_order_id on public.tasks (order_id);
create index tasks_camp_id on public.tasks (camp_id);
create index tasks_session_id on public.tasks (session_id);
create index tasks_created_by on public.tasks (created_by);
create index tasks_done_by on public.tasks (done_by);

alter table public.tasks enable row level security;
revoke all on table public.tasks from anon, authenticated, service_role;
grant select on public.tasks to authenticated, service_role;
create policy "Admins read tasks, coaches their own" on public.tasks
  for select to authenticated using (
    (select private.is_admin()) or (kind = 'todo' and owner_id = (select auth.uid()) and (select private.is_coach())));
-- Texts may name people, so the log leaves them out.
create trigger audit after insert or update of owner_id, due_on, done_at or delete on public.tasks
  for each row execute function private.audit('id', 'owner_id', 'due_on', 'done_by');

create function private.may_own_task(p_kind text, p_user_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.user_id = p_user_id and coalesce(u.banned_until <= clock_timestamp(), true)
      and (r.role in ('admin', 'business_admin') or (r.role = 'coach' and p_kind = 'todo')))
$$;
comment on function private.may_own_task(text, uuid) is
  'Returns whether an account may be given a task of this kind. Admins may be given all kinds, coaches only a todo.';

create function private.return_tasks(p_user_id uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.tasks set owner_id = null, version = version + 1
  where owner_id is not null and done_at is null and (p_user_id is null or owner_id = p_user_id)
    and not private.may_own_task(kind, owner_id);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.return_tasks(uuid) is
  'Removes the owner of open tasks whose account may no longer have them. If p_user_id is null, checks all accounts. '
  'Returns the number of tasks.';

create function private.decision_latest_day(p_kind text, p_id uuid, p_order_id uuid, p_since timestamptz)
returns date
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- The family waits for its money, or does not know what we mailed. So staff must decide within a week.
  c_most constant integer := 7;
begin
  return least(
    (p_since at time zone private.time_zone())::date + c_most,
    (select min((s.answer_by at time zone private.time_zone())::date)
      from public.payment_decisions d join public.payment_disputes s on s.payment_id = d.payment_id
      where p_kind = 'disputed' and d.id = p_id and s.closed_at is null),
    (select min(n.day) - 1 from (
      select coalesce(s.session_date, w.start_date) as day
      from public.order_lines l
      left join public.sessions s on s.id = l.session_id left join public.camp_weeks w on w.id = l.camp_id
      where l.order_id = p_order_id and l.status <> 'cancelled') n
    where n.day > private.calendar_today()));
end;
$$;
comment on function private.decision_latest_day(text, uuid, uuid, timestamptz) is
  'Returns the day by which staff must decide. This is a week after the decision came, the day by which Stripe wants '
  'our evidence, or the day before the order''s next class or camp, whichever is first.';

create function private.sync_tasks()
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_decision_ids uuid[];
  v_kinds text[];
  v_order_ids uuid[];
  v_since timestamptz[];
begin
  perform private.return_tasks();
  select coalesce(array_agg(d.id order by d.id), '{}'), array_agg(d.kind order by d.id), array_agg(d.order_id order by d.id),
    array_agg(d.since order by d.id)
  into v_decision_ids, v_kinds, v_order_ids, v_since
  from (select distinct on (o.id) o.* from private.open_decisions() o order by o.id, o.kind) d;
  insert into public.tasks as t (id, kind, decision_id, decision_kind, order_id, decision_since)
  select gen_random_uuid(), 'decision', d.id, d.kind, d.order_id, d.since
  from unnest(v_decision_ids, v_kinds, v_order_ids, v_since) d (id, kind, order_id, since)
  on conflict (decision_id) do update set decision_kind = excluded.decision_kind, done_at = null, done_by = null
  where t.decision_kind <> excluded.decision_kind or t.done_at is not null;
  insert into public.tasks as t (id, kind, email)
  select gen_random_uuid(), 'bounce', b.email from public.bounced_addresses b
  where b.handled_at is null and exists (select from private.families_with_address(b.email))
  on conflict (email) do update set done_at = null, done_by = null where t.done_at is not null;
  update public.tasks t set done_at = clock_timestamp()
  where t.done_at is null and (
    t.kind = 'decision' and t.decision_id <> all (v_decision_ids)
    or t.kind = 'bounce' and not exists (
      select from public.bounced_addresses b
      where b.email = t.email and b.handled_at is null and exists (select from private.families_with_address(b.email)))
    or t.kind = 'lead' and exists (select from public.leads l where l.id = t.lead_id and l.status in ('converted', 'closed')));
  update public.tasks t set done_at = null
  where t.kind = 'lead' and t.done_at is not null and t.done_by is null
    and exists (select from public.leads l where l.id = t.lead_id and l.status not in ('converted', 'closed'));
end;
$$;
comment on function private.sync_tasks() is
  'Makes a task of each open decision and bounced address, ends tasks that need nothing more, and removes owners who '
  'may no longer have them. Functions that read tasks call it first.';

create function private.tasks_of_family(p_family_id uuid)
returns setof public.tasks
language sql
stable
set search_path = ''
as $$
  select * from public.tasks where family_id = p_family_id
  union all
  select t.* from public.children c join public.tasks t on t.child_id = c.id where c.family_id = p_family_id
  union all
  select t.* from public.orders o join public.tasks t on t.order_id = o.id where o.family_id = p_family_id
$$;
comment on function private.tasks_of_family(uuid) is 'Returns the tasks about a family, its children and its orders.';

create function private.export_family_tasks(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('staff_tasks', (
    select coalesce(jsonb_agg(jsonb_build_object('title', t.title, 'note', t.note, 'due_on', t.due_on,
      'created_at', t.created_at, 'done_at', t.done_at) order by t.created_at, t.id), '[]')
    from (
      select * from private.tasks_of_family(p_family_id)
      union all
      select * from public.tasks where email = any (p_emails)
      union all
      select t.* from public.leads l join public.tasks t on t.lead_id = l.id where l.email = any (p_emails)) t))
$$;
comment on function private.export_family_tasks(uuid, text[], text[]) is
  'Returns the family''s tasks, including those about its verified addresses. The latter are not erased with the '
  'family, but with the address and the lead.';

create function private.erase_family_tasks(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.tasks where id in (select id from private.tasks_of_family(p_family_id)) $$;
comment on function private.erase_family_tasks(uuid) is
  'Deletes the tasks about a family when it is erased, because free text may say anything.';

create function private.purge_tasks()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.tasks where id = any (array(
    select id from public.tasks
    where coalesce(done_at, greatest(created_at, due_on::timestamp at time zone private.time_zone())) < private.expiry('tasks')
    order by coalesce(done_at, greatest(created_at, due_on::timestamp at time zone private.time_zone()))
    limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_tasks() is
  'Deletes tasks past their retention period. The period of an open task begins on the day by which it is due. The '
  'task of an open decision is made again.';
