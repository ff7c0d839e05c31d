-- Attendance and levels: who came, to a class and to each day of a camp, and how far a child is
-- (spec 1 §3 and §6; decisions "/management").

create table public.camp_attendance (
  enrollment_id uuid not null references public.camp_enrollments (id) on delete restrict,
  day date not null,
  attended boolean not null,
  marked_by uuid references public.profiles (id) on delete set null,
  marked_at timestamptz not null default clock_timestamp(),
  primary key (enrollment_id, day)
);
comment on table public.camp_attendance is 'Was a child there on a day of its camp? No row until the roster is taken.';
comment on column public.camp_attendance.day is 'In Singapore.';
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
comment on table public.level_changes is 'A child''s way up the ladder. The current level stands with the child.';
comment on column public.level_changes.note is 'What the coach says to the family about it.';
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

-- The roll -----------------------------------------------------------------------------------------------------

create function private.check_marks(p_marks jsonb, p_key text)
returns table ("position" integer, id uuid, attended boolean)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_mark record;
begin
  if jsonb_typeof(p_marks) is distinct from 'array' or jsonb_array_length(p_marks) not between 1 and 500 then
    perform private.fail('invalid_input', 'p_marks');
  end if;
  for v_mark in
    select value as m, ordinality - 1 as n, count(*) over (partition by lower(value ->> p_key)) as same
    from jsonb_array_elements(p_marks) with ordinality order by ordinality
  loop
    if not coalesce(private.is_uuid(v_mark.m -> p_key), false) or v_mark.same > 1 then
      perform private.fail('invalid_input', format('p_marks[%s].%s', v_mark.n, p_key));
    end if;
    if coalesce(jsonb_typeof(v_mark.m -> 'attended'), '') not in ('boolean', 'null') then
      perform private.fail('invalid_input', format('p_marks[%s].attended', v_mark.n));
    end if;
    "position" := v_mark.n;
    id := (v_mark.m ->> p_key)::uuid;
    attended := (v_mark.m ->> 'attended')::boolean;
    return next;
  end loop;
end;
$$;
comment on function private.check_marks(jsonb, text) is
  'Marks of a roll, [{<p_key>: id, attended: true | false | null for not said}], each id once; else invalid_input with the field, e.g. p_marks[2].attended.';

create function public.take_attendance(p_session_id uuid, p_marks jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := (select session_date from public.sessions where id = p_session_id);
  v_missing integer;
  v_count integer;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  if v_day is null then perform private.fail('session_not_found', 'p_session_id'); end if;
  if not private.may_mark(p_session_id, v_day) then perform private.deny(); end if;
  perform from private.check_marks(p_marks, 'booking_id');
  -- Whoever cancels a booking has locked its session, and takes its bookings in an order of their own.
  perform from public.sessions where id = p_session_id for update;
  perform from public.bookings where session_id = p_session_id and status = 'booked' order by id for update;
  select min(m."position") into v_missing
  from private.check_marks(p_marks, 'booking_id') m
  where not exists (
    select from public.bookings b where b.id = m.id and b.session_id = p_session_id and b.status = 'booked');
  if v_missing is not null then
    perform private.fail('booking_not_found', format('p_marks[%s].booking_id', v_missing));
  end if;
  if exists (select from private.check_marks(p_marks, 'booking_id') m where private.is_roll_full(m.id, v_day)) then
    perform private.fail('list_full', 'p_marks');
  end if;
  with changed as (
    update public.bookings b set attended = m.attended
    from private.check_marks(p_marks, 'booking_id') m
    where b.id = m.id and b.attended is distinct from m.attended
    returning b.id, b.attended
  )
  insert into public.attendance_marks (id, booking_id, day, kind, made_at, marked_by)
  select gen_random_uuid(), id, v_day, private.kind_of_roll(attended), private.moment_of(v_day), (select auth.uid()) from changed;
  get diagnostics v_count = row_count;
  return jsonb_build_object('changed', v_count);
end;
$$;
comment on function public.take_attendance(uuid, jsonb) is
  'Takes a session''s roll: [{booking_id, attended: true | false | null}] -> {changed}; who is not named stays as they were. All of them or none; each is a mark of marks.sql. Coaches today''s sessions of theirs, admins any. Refuses not_allowed, session_not_found, invalid_input, booking_not_found (field, also for a cancelled one), list_full, rate_limited. Definer: bookings have no grant; asks for staff itself.';
grant execute on function public.take_attendance(uuid, jsonb) to authenticated;
select private.answer_calls('public.take_attendance(uuid, jsonb)', 'roster');

create function public.take_camp_attendance(p_camp_id uuid, p_day date, p_marks jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
  v_missing integer;
  v_count integer;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if p_day is null or p_day not between v_camp.start_date and v_camp.end_date then perform private.fail('invalid_input', 'p_day'); end if;
  if not private.may_mark(p_camp_id, p_day) then perform private.deny(); end if;
  perform from private.check_marks(p_marks, 'enrollment_id');
  perform private.lock_camps(array[p_camp_id]);
  perform from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled' order by id for update;
  select min(m."position") into v_missing
  from private.check_marks(p_marks, 'enrollment_id') m
  where not exists (
    select from public.camp_enrollments e where e.id = m.id and e.camp_id = p_camp_id and e.status = 'enrolled');
  if v_missing is not null then
    perform private.fail('booking_not_found', format('p_marks[%s].enrollment_id', v_missing));
  end if;
  if exists (select from private.check_marks(p_marks, 'enrollment_id') m where private.is_roll_full(m.id, p_day)) then
    perform private.fail('list_full', 'p_marks');
  end if;
  with deleted as (
    delete from public.camp_attendance a
    using private.check_marks(p_marks, 'enrollment_id') m
    where a.enrollment_id = m.id and a.day = p_day and m.attended is null
    returning a.enrollment_id, null::boolean as attended
  ),
  marked as (
    insert into public.camp_attendance as a (enrollment_id, day, attended, marked_by)
    select m.id, p_day, m.attended, (select auth.uid())
    from private.check_marks(p_marks, 'enrollment_id') m where m.attended is not null
    on conflict (enrollment_id, day) do update
      set attended = excluded.attended, marked_by = excluded.marked_by, marked_at = excluded.marked_at
      where a.attended <> excluded.attended
    returning a.enrollment_id, a.attended
  )
  insert into public.attendance_marks (id, enrollment_id, day, kind, made_at, marked_by)
  select gen_random_uuid(), enrollment_id, p_day, private.kind_of_roll(attended), private.moment_of(p_day), (select auth.uid())
  from (select * from deleted union all select * from marked) changed;
  get diagnostics v_count = row_count;
  return jsonb_build_object('changed', v_count);
end;
$$;
comment on function public.take_camp_attendance(uuid, date, jsonb) is
  'Takes the roll of one day of a camp: [{enrollment_id, attended: true | false | null}] -> {changed}, as take_attendance. Coaches of this camp today, admins any day of it. Refuses not_allowed, camp_not_found, invalid_input, booking_not_found (field), list_full, rate_limited. Definer: see take_attendance.';
grant execute on function public.take_camp_attendance(uuid, date, jsonb) to authenticated;
select private.answer_calls('public.take_camp_attendance(uuid, date, jsonb)', 'roster');

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
  -- To a coach a child that is not with them today does not exist.
  if not (private.is_admin() or private.is_on_my_roster(p_child_id)) then perform private.fail('child_not_found', 'p_child_id'); end if;
  if p_level is null or p_level not between 1 and 8 then perform private.fail('invalid_input', 'p_level'); end if;
  if coalesce(p_note, '') <> '' then v_note := private.check_text(to_jsonb(p_note), 'p_note', 500); end if;
  select current_level into v_before from public.children where id = p_child_id for update;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  if v_before <> p_level or v_note is not null then
    update public.children set current_level = p_level where id = p_child_id and current_level <> p_level;
    insert into public.level_changes (child_id, level_before, level, note, changed_by)
    values (p_child_id, v_before, p_level, v_note, (select auth.uid()));
  end if;
  return jsonb_build_object('child_id', p_child_id, 'current_level', p_level, 'level_before', v_before);
end;
$$;
comment on function public.set_child_level(uuid, integer, text) is
  'Sets a child''s level (1 to 8), with a word to the family: {child_id, current_level, level_before}. Coaches for a child of their roster today, admins for any; audited. Refuses not_allowed, child_not_found, invalid_input (field), rate_limited. Definer: no role may update the level; asks for staff itself.';
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
  -- As with the level: to a coach a child that is not there today does not exist.
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
  'A coach agrees that a child comes to a team whatever its age and level, or takes it back: {child_id, agreed_teams}. Coaches for a child of their roster today, admins for any; audited. Refuses not_allowed, child_not_found, invalid_input (field), rate_limited. Definer: no role may update it; asks for staff itself.';
grant execute on function public.agree_team(uuid, text, boolean) to authenticated;
select private.answer_calls('public.agree_team(uuid, text, boolean)', 'roster');

-- Family data --------------------------------------------------------------------------------------------------

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
comment on function private.export_family_attendance(uuid, text[], text[]) is 'Days at camp and levels of the family''s children.';

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
  'Takes what coaches wrote off the levels; levels and days stay, of children without a name.';

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
comment on function private.purge_level_notes() is 'Empties what coaches wrote long ago: entries.';
