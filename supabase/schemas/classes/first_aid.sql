-- The first-aid log: what happened to a child, what was done, and whether a parent knows (decisions "The roster").
-- Health: the family reads it, staff by functions that log.

create table public.first_aid_log (
  id uuid primary key,
  child_id uuid not null references public.children (id) on delete restrict,
  session_id uuid references public.sessions (id) on delete restrict,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  day date not null,
  happened_at timestamptz not null,
  injury text not null check (length(injury) between 1 and 500),
  treatment text not null check (length(treatment) between 1 and 500),
  parent_informed_at timestamptz,
  parent_informed_by uuid references public.profiles (id) on delete set null,
  written_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.first_aid_log is
  'First aid given to children. Written once and not changed: a correction is another entry. Only that a parent '
  'was told is added later.';
comment on column public.first_aid_log.id is 'Made by the device: the same entry sent twice is one.';
comment on column public.first_aid_log.day is 'In Singapore.';
comment on column public.first_aid_log.parent_informed_at is
  'When staff said that they had told a parent in person or by phone; null: not yet. The mail to the parents does '
  'not count.';
create index first_aid_log_child_id on public.first_aid_log (child_id, day);
create index first_aid_log_session_id on public.first_aid_log (session_id);
create index first_aid_log_camp_id on public.first_aid_log (camp_id);
create index first_aid_log_written_by on public.first_aid_log (written_by);
create index first_aid_log_parent_told_by on public.first_aid_log (parent_informed_by);
create index first_aid_log_created_at on public.first_aid_log (created_at);
create index first_aid_log_happened_at on public.first_aid_log (happened_at, id);
create index first_aid_log_open on public.first_aid_log (happened_at) where parent_informed_at is null;

alter table public.first_aid_log enable row level security;
revoke all on table public.first_aid_log from anon, authenticated, service_role;
grant select on public.first_aid_log to authenticated;

create policy "Parents read the first aid of their own children" on public.first_aid_log
  for select to authenticated using (
    child_id in (select id from public.children where family_id = (select private.my_family_id()))
  );

create function private.first_aid_of(p_child_id uuid, p_day date)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', a.id, 'happened_at', private.iso(a.happened_at), 'injury', a.injury, 'treatment', a.treatment,
    'parent_informed_at', private.iso(a.parent_informed_at), 'parent_informed_by', private.staff_name(a.parent_informed_by),
    'written_by', private.staff_name(a.written_by)) order by a.happened_at, a.id), '[]')
  from public.first_aid_log a where a.child_id = p_child_id and a.day = p_day
$$;
comment on function private.first_aid_of(uuid, date) is
  'First aid given to a child on a day: FirstAid[] of contract/roster.ts. Whoever serves it to staff logs it.';

create function private.take_first_aid(p_mark jsonb, p_child public.children, p_session_id uuid, p_camp_id uuid, p_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_id constant uuid := (p_mark ->> 'id')::uuid;
  v_at constant timestamptz := private.mark_moment(p_mark, p_day);
begin
  if jsonb_typeof(p_mark -> 'parent_informed') is distinct from 'boolean' then perform private.fail('invalid_input', 'parent_informed'); end if;
  -- Sent again it is kept already.
  if exists (select from public.first_aid_log where id = v_id) then return; end if;
  if (select count(*) from public.first_aid_log where child_id = p_child.id and day = p_day) >= c_most then
    perform private.fail('list_full', 'entry_id');
  end if;
  insert into public.first_aid_log (
    id, child_id, session_id, camp_id, day, happened_at, injury, treatment, parent_informed_at, parent_informed_by, written_by)
  values (
    v_id, p_child.id, p_session_id, p_camp_id, p_day, v_at, private.check_text(p_mark -> 'injury', 'injury', 500),
    private.check_text(p_mark -> 'treatment', 'treatment', 500), case when (p_mark ->> 'parent_informed')::boolean then v_at end,
    case when (p_mark ->> 'parent_informed')::boolean then (select auth.uid()) end, (select auth.uid()));
  perform private.notify_parents('first_aid', v_id, p_child, p_session_id, p_camp_id, p_day,
    jsonb_build_object('parent_informed', (p_mark ->> 'parent_informed')::boolean));
end;
$$;
comment on function private.take_first_aid(jsonb, public.children, uuid, uuid, date) is
  'A mark of kind first_aid: {id, made_at, injury, treatment, parent_informed}. Writes to both parents at once that '
  'something happened, and not what. Refuses invalid_input (field), list_full: 20 a child and day.';

create function private.record_parent_informed(p_mark jsonb, p_child_id uuid, p_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_uuid(p_mark -> 'first_aid_id') then perform private.fail('invalid_input', 'first_aid_id'); end if;
  -- Whoever said it first stays.
  update public.first_aid_log set parent_informed_at = coalesce(parent_informed_at, private.mark_moment(p_mark, p_day)),
    parent_informed_by = case when parent_informed_at is null then (select auth.uid()) else parent_informed_by end
  where id = (p_mark ->> 'first_aid_id')::uuid and child_id = p_child_id and day = p_day;
  if not found then perform private.fail('first_aid_not_found', 'first_aid_id'); end if;
end;
$$;
comment on function private.record_parent_informed(jsonb, uuid, date) is
  'A mark of kind parent_informed: {first_aid_id, made_at}. Refuses invalid_input (field), first_aid_not_found.';

-- Family data --------------------------------------------------------------------------------------------------

create function private.export_family_first_aid(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('first_aid_log', (
    select coalesce(jsonb_agg(to_jsonb(a) - '{written_by,parent_informed_by}'::text[] order by a.happened_at, a.id), '[]')
    from public.first_aid_log a join public.children c on c.id = a.child_id where c.family_id = p_family_id))
$$;
comment on function private.export_family_first_aid(uuid, text[], text[]) is
  'First aid that was given to the family''s children.';

create function private.erase_family_first_aid(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.first_aid_log where child_id in (select id from public.children where family_id = p_family_id)
$$;
comment on function private.erase_family_first_aid(uuid) is 'An entry is all words: it goes.';

create function private.purge_first_aid()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.first_aid_log where id = any (array(
    select id from public.first_aid_log where created_at < private.expiry('first_aid')
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_first_aid() is 'Deletes first aid of long ago: entries.';
