-- Staff record the attendance on camp days and the levels of children (spec 1 §3 and §6; docs/decisions "/management").

create table public.camp_attendance (
  enrollment_id uuid not null references public.camp_enrollments (id) on delete restrict,
  day date not null,
  attended boolean not null,
  marked_by uuid references public.profiles (id) on delete set null,
  marked_at timestamptz not null default clock_timestamp(),
  primary key (enrollment_id, day)
);
comment on table public.camp_attendance is
  'Says whether a child attended a day of its camp. Before attendance is taken, there is no row.';
comment on column public.camp_attendance.day is 'The date in Singapore.';
create index camp_attendance_marked_by on public.camp_attendance (marked_by);

create table public.level_changes (
  id uuid primary key default gen_random_uuid(),
  child_id uuid not null references public.children (id) on delete restrict,
  level_before integer not null,
  level integer not null check (level between 1 and 8),
  note text check (length(note) between 1 and 500),
  changed_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.level_changes is 'The history of a child''s level. The current level is a column of children.';
comment on column public.level_changes.note is 'The coach''s note about the change, which the family reads.';
create index level_changes_child_id on public.level_changes (child_id, created_at);
create index level_changes_noted on public.level_changes (created_at) where note is not null;
create index level_changes_changed_by on public.level_changes (changed_by);

alter table public.camp_attendance enable row level security;
alter table public.level_changes enable row level security;
revoke all on table public.camp_attendance, public.level_changes from anon, authenticated, service_role;
grant select on public.camp_attendance, public.level_changes to authenticated, service_role;

create policy "Parents read their own camp days, coaches today's of theirs, admins all" on public.camp_attendance
  for select to authenticated using (
    (select private.is_admin())
    or enrollment_id in (select id from public.camp_enrollments where family_id = (select private.my_family_id()))
    or (day = (select private.calendar_today()) and enrollment_id in (
      select id from public.camp_enrollments where status = 'enrolled' and camp_id in (select private.my_camps_today())))
  );

create policy "Parents read the levels of their own children, admins read all" on public.level_changes
  for select to authenticated using (
    (select private.is_admin())
    or child_id in (select id from public.children where family_id = (select private.my_family_id()))
  );

create trigger audit after update of attended on public.bookings
  for each row execute function private.audit('id', 'attended');
create trigger audit after insert or update or delete on public.camp_attendance
  for each row execute function private.audit('enrollment_id', 'day', 'attended');

create function private.change_level(p_child_id uuid, p_level integer, p_note text, p_changed_by uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before integer;
begin
  select current_level into v_before from public.children where id = p_child_id for update;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  if v_before <> p_level or p_note is not null then
    update public.children set current_level = p_level where id = p_child_id and current_level <> p_level;
    insert into public.level_changes (child_id, level_before, level, note, changed_by)
    values (p_child_id, v_before, p_level, p_note, p_changed_by);
  end if;
  return v_before;
end;
$$;
comment on function private.change_level(uuid, integer, text, uuid) is
  'Sets a child''s level, adds it to the history, and returns the level before. Fails with child_not_found.';

create function public.set_child_level(p_child_id uuid, p_level integer, p_note text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note text;
  v_before integer;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  -- If the child is not on the coach's roster today, the coach gets the same answer as for an unknown child.
  if not (private.is_admin() or private.is_on_my_roster(p_child_id)) then perform private.fail('child_not_found', 'p_child_id'); end if;
  if p_level is null or p_level not between 1 and 8 then perform private.fail('invalid_input', 'p_level'); end if;
  if coalesce(p_note, '') <> '' then v_note := private.check_text(to_jsonb(p_note), 'p_note', 500); end if;
  v_before := private.change_level(p_child_id, p_level, v_note, (select auth.uid()));
  return jsonb_build_object('child_id', p_child_id, 'current_level', p_level, 'level_before', v_before);
end;
$$;
comment on function public.set_child_level(uuid, integer, text) is
  'For admins, and for coaches if the child is on their roster today. Sets a child''s level, with an optional note to '
  'the family. Returns {child_id, current_level, level_before}. The call is recorded in the audit log. Fails with '
  'child_not_found. Definer: no role may update the level.';
grant execute on function public.set_child_level(uuid, integer, text) to authenticated;
select private.answer_calls('public.set_child_level(uuid, integer, text)', 'roster');

create function public.agree_team(p_child_id uuid, p_team text, p_agreed boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_teams text[];
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  -- If the child is not on the coach's roster today, the coach gets the same answer as for an unknown child.
  if not (private.is_admin() or private.is_on_my_roster(p_child_id)) then perform private.fail('child_not_found', 'p_child_id'); end if;
  if p_agreed is null then perform private.fail('invalid_input', 'p_agreed'); end if;
  if not exists (select from public.teams where id = p_team) then perform private.fail('invalid_input', 'p_team'); end if;
  update public.children set agreed_teams = array_remove(agreed_teams, p_team)
    || case when p_agreed then array[p_team] else '{}'::text[] end
  where id = p_child_id
  returning agreed_teams into v_teams;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  return jsonb_build_object('child_id', p_child_id, 'agreed_teams', to_jsonb(v_teams));
end;
$$;
comment on function public.agree_team(uuid, text, boolean) is
  'For admins, and for coaches if the child is on their roster today. Allows a child to join this team, or ends that. '
  'Returns {child_id, agreed_teams}. The call is recorded in the audit log. Fails with child_not_found. Definer: no '
  'role may update agreed_teams.';
grant execute on function public.agree_team(uuid, text, boolean) to authenticated;
select private.answer_calls('public.agree_team(uuid, text, boolean)', 'roster');

create function private.export_family_attendance(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'camp_attendance', (
      select coalesce(jsonb_agg(jsonb_build_object('enrollment_id', a.enrollment_id, 'day', a.day, 'attended', a.attended)
        order by a.day, a.enrollment_id), '[]')
      from public.camp_attendance a join public.camp_enrollments e on e.id = a.enrollment_id where e.family_id = p_family_id),
    'level_changes', (
      select coalesce(jsonb_agg(to_jsonb(v) - 'changed_by' order by v.created_at, v.id), '[]')
      from public.level_changes v join public.children c on c.id = v.child_id where c.family_id = p_family_id))
$$;
comment on function private.export_family_attendance(uuid, text[], text[]) is
  'Returns camp days and level changes of the family''s children, for its data export.';

create function private.erase_family_attendance(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.level_changes set note = null
  where note is not null and child_id in (select id from public.children where family_id = p_family_id)
$$;
comment on function private.erase_family_attendance(uuid) is
  'Removes coaches'' notes from level changes. Levels and camp days remain, but the child has no name any more.';

create function private.purge_level_notes()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.level_changes set note = null where id = any (array(
    select id from public.level_changes where note is not null and created_at < private.expiry('level_notes')
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_level_notes() is
  'Empties coaches'' notes older than their retention period and returns the number of entries.';
