-- After a camp each child gets a growth report: a coach writes it, a head coach or an admin releases it, and the family
-- reads it in Family Base (docs/decisions "Growth reports").

create table public.growth_reports (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references public.camp_weeks (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  state text not null default 'draft' check (state in ('draft', 'ready', 'released')),
  foundations jsonb not null check (jsonb_typeof(foundations) = 'array' and jsonb_array_length(foundations) = 10),
  sentence text check (length(sentence) between 1 and 600 and private.is_line(sentence)),
  level integer check (level between 1 and 8),
  level_before integer check (level_before between 1 and 8),
  returned_note text check (length(returned_note) between 1 and 300 and private.is_line(returned_note)),
  coach_name text check (length(coach_name) between 1 and 120),
  version integer not null default 1,
  written_by uuid references public.profiles (id) on delete set null,
  edited_by uuid references public.profiles (id) on delete set null,
  ready_by uuid references public.profiles (id) on delete set null,
  released_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  ready_at timestamptz,
  released_at timestamptz,
  unique (camp_id, child_id),
  check (state = 'draft' or (sentence is not null and ready_at is not null)),
  check ((state = 'released') = (released_at is not null))
);
comment on table public.growth_reports is
  'One report for each child and camp. A draft is being written, a ready one waits for a head coach or an admin, and '
  'the family reads a released one.';
comment on column public.growth_reports.foundations is
  'The ten foundations as [{key, emoji, title, text, mark}]. The words are those that the coach read, so that a report '
  'keeps them when the content changes. mark is growing, steady, shining or not_seen, or null while it is not chosen.';
comment on column public.growth_reports.sentence is 'The coach''s own words to the family.';
comment on column public.growth_reports.level is
  'The level to which the coach wants to move the child up, or null to leave it. Once the report is released, the '
  'child''s level after it.';
comment on column public.growth_reports.level_before is
  'The child''s level when the report was released first. It stays when the report is taken back.';
comment on column public.growth_reports.returned_note is
  'What the coach should change, when a head coach or an admin sent the report back.';
comment on column public.growth_reports.coach_name is 'The coach''s name when the report was released.';
comment on column public.growth_reports.version is
  'The number of changes. A change names the version that it is based on.';
comment on column public.growth_reports.written_by is
  'The first who wrote it. Whoever wrote it, changed it last or marked it as ready does not release it.';
comment on column public.growth_reports.edited_by is
  'The last who changed its words, marks or level. The family reads it under this person''s name.';
create index growth_reports_child_id on public.growth_reports (child_id);
create index growth_reports_created_at on public.growth_reports (created_at);
create index growth_reports_written_by on public.growth_reports (written_by);
create index growth_reports_edited_by on public.growth_reports (edited_by);
create index growth_reports_ready_by on public.growth_reports (ready_by);
create index growth_reports_released_by on public.growth_reports (released_by);

-- Nobody reads the table itself: staff read it by functions that log each child, and families by one that leaves out
-- what was sent back.
alter table public.growth_reports enable row level security;
revoke all on table public.growth_reports from anon, authenticated, service_role;

create trigger touch_updated_at before update on public.growth_reports
  for each row execute function private.touch_updated_at();
-- The audit log must not contain what somebody wrote about a child.
create trigger audit after insert or update of state or delete on public.growth_reports
  for each row execute function private.audit('id', 'state');

create function private.is_head_coach()
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_coach() and exists (
    select from public.coaches where user_id = (select auth.uid()) and is_head and active)
$$;
comment on function private.is_head_coach() is
  'Returns whether the caller is a coach whom a business admin made a head coach (set_head_coach).';

create function private.may_release_reports()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.is_admin() or private.is_head_coach() $$;
comment on function private.may_release_reports() is
  'Returns whether the caller may release growth reports. Head coaches and admins may, of all camps.';

create function private.other_releasers()
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.user_roles r
    join auth.users u on u.id = r.user_id and coalesce(u.banned_until <= clock_timestamp(), true)
    left join public.coaches k on k.user_id = r.user_id
    where r.user_id <> (select auth.uid())
      and (r.role in ('admin', 'business_admin') or r.role = 'coach' and k.is_head and k.active))
$$;
comment on function private.other_releasers() is
  'Returns whether anybody besides the caller may release growth reports. A person who is alone with this right may '
  'release their own.';

create function private.may_write_reports(p_camp public.camp_weeks)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_camp.cancelled_at is null and private.calendar_today() >= p_camp.end_date and (
    private.may_release_reports()
    or (private.coaches_place(p_camp.id)
      and private.calendar_today() <= p_camp.end_date + (private.settings()).growth_report_write_days))
$$;
comment on function private.may_write_reports(public.camp_weeks) is
  'Returns whether the caller may read and write all growth reports of a camp. Its coaches may from the last day until '
  'settings.growth_report_write_days later. Head coaches and admins may from the last day on.';

create function private.may_open_report(p_camp public.camp_weeks, p_report public.growth_reports)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce(private.may_write_reports(p_camp)
    or p_report.state = 'released' and private.may_release_reports()
    or p_report.state = 'draft' and p_report.returned_note is not null and p_camp.cancelled_at is null
      and private.coaches_place(p_camp.id), false)
$$;
comment on function private.may_open_report(public.camp_weeks, public.growth_reports) is
  'Returns whether the caller may open one report. Those who may release can always take back a released one, also '
  'of a camp that was cancelled afterwards. A coach of the camp can correct one that was sent back to them, also when '
  'the time to write is over.';

create function private.report_children(p_camp_id uuid)
returns table (child_id uuid, family_id uuid, days_attended integer, days_marked integer)
language sql
stable
set search_path = ''
as $$
  select e.child_id, e.family_id, count(*) filter (where a.attended)::integer, count(a.day)::integer
  from public.camp_enrollments e
  join public.camp_weeks w on w.id = e.camp_id
  -- Only days of this camp count. If the child was moved here, the enrolment also has the attendance of the earlier
  -- camp.
  left join public.camp_attendance a on a.enrollment_id = e.id and a.day between w.start_date and w.end_date
  join public.families f on f.id = e.family_id
  where e.camp_id = p_camp_id and e.status = 'enrolled' and f.erased_at is null
  group by e.id
$$;
comment on function private.report_children(uuid) is
  'Returns the children of a camp with the number of days on which they came, and on which anybody marked whether they '
  'came. Only children who came on one day at least get a report.';

create function private.report_progress(p_camp public.camp_weeks)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'camp_id', p_camp.id, 'title', p_camp.name, 'location', (select name from public.locations where id = p_camp.location_id),
    'first_day', p_camp.start_date, 'last_day', p_camp.end_date,
    'due_on', p_camp.end_date + (private.settings()).growth_report_due_days,
    'is_overdue', private.calendar_today() > p_camp.end_date + (private.settings()).growth_report_due_days
      and count(*) filter (where c.days_marked = 0 or c.days_attended > 0 and r.state is distinct from 'released') > 0,
    'children', count(*) filter (where c.days_attended > 0),
    'unmarked', count(*) filter (where c.days_marked = 0),
    'written', count(*) filter (where c.days_attended > 0 and r.state in ('ready', 'released')),
    'ready', count(*) filter (where c.days_attended > 0 and r.state = 'ready'),
    'released', count(*) filter (where c.days_attended > 0 and r.state = 'released'))
  from private.report_children(p_camp.id) c
  left join public.growth_reports r on r.camp_id = p_camp.id and r.child_id = c.child_id
$$;
comment on function private.report_progress(public.camp_weeks) is
  'Returns ReportProgress (contract/growth-reports.ts): how many reports a camp needs and has. unmarked is the number '
  'of children about whom nobody marked whether they came.';

create function private.reports_due(p_max integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with progress as materialized (
    select private.report_progress(w) as one, w.end_date
    from public.camp_weeks w
    -- The page Today does not ask for reports of older camps. They can still be written.
    where w.cancelled_at is null and w.end_date between private.calendar_today() - 60 and private.calendar_today()),
  due as materialized (
    select * from progress where (one ->> 'released')::integer < (one ->> 'children')::integer or (one ->> 'unmarked')::integer > 0)
  select jsonb_build_object('count', (select count(*) from due), 'first', coalesce((
    select jsonb_agg(d.one order by d.end_date, d.one ->> 'camp_id')
    from (select * from due order by end_date, one ->> 'camp_id' limit p_max) d), '[]'))
$$;
comment on function private.reports_due(integer) is
  'Returns the camps of the last 60 days whose growth reports are not all released, or whose attendance is not '
  'marked for every child, the oldest first: {count, first: ReportProgress[]}.';

create function private.export_family_growth(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('growth_reports', (
    select coalesce(jsonb_agg(to_jsonb(r) - '{written_by,edited_by,ready_by,released_by}'::text[]
      || jsonb_build_object('camp', w.name, 'first_day', w.start_date, 'last_day', w.end_date) order by r.created_at, r.id), '[]')
    from public.growth_reports r
    join public.children c on c.id = r.child_id join public.camp_weeks w on w.id = r.camp_id
    where c.family_id = p_family_id and (r.state = 'released' or p_family_id is distinct from private.my_family_id())))
$$;
comment on function private.export_family_growth(uuid, text[], text[]) is
  'Returns the growth reports of the family''s children for its data export. Parents get the released ones, as on '
  'their page. The export that an admin makes for an access request has drafts and notes, too.';

create function private.erase_family_growth(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.growth_reports where child_id in (select id from public.children where family_id = p_family_id)
$$;
comment on function private.erase_family_growth(uuid) is
  'Deletes the reports when a family is erased, because they are about the child alone.';

create function private.purge_growth_reports()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.growth_reports where id = any (array(
    select id from public.growth_reports where created_at < private.expiry('growth_reports')
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_growth_reports() is
  'Deletes growth reports older than their retention period and returns the number.';
