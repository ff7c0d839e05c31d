-- Coaches say when they can work and when they are absent. If they said nothing, their time is unknown, so they count
-- as neither free nor busy (docs/decisions "Coaches' time").

create table public.coach_hours (
  coach_id uuid not null references public.coaches (id) on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  from_time time,
  until_time time check (until_time > from_time),
  primary key (coach_id, weekday),
  check ((from_time is null) = (until_time is null))
);
comment on table public.coach_hours is
  'The hours that a coach can usually work, by weekday. A weekday without a row is unknown.';
comment on column public.coach_hours.weekday is 'The day of the week by ISO: 1 is Monday, 7 is Sunday.';
comment on column public.coach_hours.from_time is
  'Time of day in Singapore. It is null if the coach cannot work on this weekday.';

create table public.coach_absences (
  id uuid primary key default gen_random_uuid(),
  coach_id uuid not null references public.coaches (id) on delete cascade,
  first_day date not null check (isfinite(first_day)),
  last_day date not null check (last_day between first_day and first_day + 366),
  from_time time,
  until_time time check (until_time > from_time),
  kind text not null check (kind in ('holiday', 'ill', 'training', 'other')),
  note text check (length(note) between 1 and 200 and private.is_line(note)),
  entered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((from_time is null) = (until_time is null))
);
comment on table public.coach_absences is
  'Absences of whole days, or of the same hours on each day. Kind and note may be about health, so only the coach '
  'and admins read them, and no log has them.';
comment on column public.coach_absences.from_time is 'Time of day in Singapore. It is null for the whole day.';
create index coach_absences_coach_id on public.coach_absences (coach_id, last_day);
create index coach_absences_last_day on public.coach_absences (last_day);
create index coach_absences_entered_by on public.coach_absences (entered_by);

create table public.coach_exceptions (
  id uuid primary key default gen_random_uuid(),
  session_id uuid references public.sessions (id) on delete cascade,
  camp_id uuid references public.camp_weeks (id) on delete cascade,
  coach_id uuid not null references public.coaches (id) on delete cascade,
  kinds text[] not null check (kinds <@ array['absent', 'double_booked', 'corrected'] and cardinality(kinds) > 0),
  reason text not null check (length(reason) between 1 and 200 and private.is_line(reason)),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.coach_exceptions is
  'The reasons why a coach was assigned although absent or planned elsewhere at the same time, or why staff corrected '
  'who coached. A row is deleted with its session or camp.';
create index coach_exceptions_session_id on public.coach_exceptions (session_id);
create index coach_exceptions_camp_id on public.coach_exceptions (camp_id);
create index coach_exceptions_coach_id on public.coach_exceptions (coach_id);
create index coach_exceptions_decided_at on public.coach_exceptions (decided_at);
create index coach_exceptions_decided_by on public.coach_exceptions (decided_by);

alter table public.coach_hours enable row level security;
alter table public.coach_absences enable row level security;
alter table public.coach_exceptions enable row level security;
revoke all on table public.coach_hours, public.coach_absences, public.coach_exceptions from anon, authenticated, service_role;

create trigger touch_updated_at before update on public.coach_absences
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.coach_absences
  for each row execute function private.audit('id', 'coach_id', 'first_day', 'last_day', 'from_time', 'until_time');
create trigger audit after insert or update or delete on public.coach_hours
  for each row execute function private.audit('coach_id', 'weekday', 'from_time', 'until_time');
create trigger audit after insert on public.coach_exceptions
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'coach_id', 'kinds');

create function private.lock_coach(p_coach_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('coach:' || p_coach_id, 0)) $$;
comment on function private.lock_coach(uuid) is
  'Locks what is planned for a coach, so that two people cannot plan the same hour at once. It is taken after the '
  'locks of sessions and camps. The lock is advisory, because a row lock would wait for every foreign key to the '
  'coach.';

create function private.is_away(p_absence public.coach_absences, p_from timestamptz, p_until timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_absence.first_day < t.until_at and t.from_at < p_absence.last_day + 1
    and (p_absence.from_time is null or exists (
      select from generate_series(greatest(p_absence.first_day, t.from_at::date), least(p_absence.last_day, t.until_at::date), interval '1 day') d
      where d::date + p_absence.from_time < t.until_at and t.from_at < d::date + p_absence.until_time))
  from (select p_from at time zone private.time_zone() as from_at, p_until at time zone private.time_zone() as until_at) t
$$;
comment on function private.is_away(public.coach_absences, timestamptz, timestamptz) is
  'Returns whether an absence overlaps with these hours.';

create function private.comes_anyway(p_absence public.coach_absences, p_place_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.coach_exceptions e
    where e.coach_id = p_absence.coach_id and p_place_id in (e.session_id, e.camp_id) and 'absent' = any (e.kinds)
      and e.decided_at >= p_absence.updated_at)
$$;
comment on function private.comes_anyway(public.coach_absences, uuid) is
  'Returns whether somebody decided that the coach comes to a session or camp in spite of this absence.';

create function private.uncovered_places(p_absence_id uuid default null)
returns table (place_id uuid, kind text, title text, location text, coach text, from_at timestamptz, until_at timestamptz, reason text)
language sql
stable
set search_path = ''
as $$
  (select distinct on (d.id, k.id) d.id, d.kind, d.title, l.name, k.name, s.from_at, s.until_at, 'absent'
  from public.coach_absences a
  join public.coaches k on k.id = a.coach_id
  cross join lateral (
    select s.id, 'session' as kind, t.name as title, s.location_id
    from public.sessions s join public.class_types t on t.id = s.class_type_id
    where s.coach_id = a.coach_id and s.status = 'scheduled' and s.session_date between a.first_day - 1 and a.last_day
      and s.ends_at > private.calendar_now()
    union all
    select w.id, 'camp', w.name, w.location_id
    from public.camp_coaches c join public.camp_weeks w on w.id = c.camp_id
    where c.coach_id = a.coach_id and w.cancelled_at is null and w.start_date <= a.last_day and w.end_date >= a.first_day) d
  join public.locations l on l.id = d.location_id
  cross join lateral private.place_spans(d.id) s
  where (p_absence_id is null or a.id = p_absence_id) and a.last_day >= private.calendar_today()
    and s.until_at > private.calendar_now() and private.is_away(a, s.from_at, s.until_at)
    and not private.comes_anyway(a, d.id)
    and private.is_assignable(k)
  order by d.id, k.id, s.from_at)
  union all
  -- The account of a coach may also be locked or lose its roles directly in Supabase. In that case nobody is asked who
  -- takes over.
  select d.place_id, d.kind, d.title, d.location, k.name, s.from_at, s.until_at,
    case when k.active then 'no_access' else 'left' end
  from public.coaches k
  cross join lateral private.upcoming_duties(k.id) d
  cross join lateral (
    select * from private.place_spans(d.place_id) n where n.until_at > private.calendar_now() order by n.from_at limit 1) s
  where p_absence_id is null and not private.is_assignable(k)
  union all
  -- Camps without a coach are listed by private.camps_not_on_sale.
  select s.id, 'session', t.name, l.name, null, s.starts_at, s.ends_at, 'no_coach'
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
  where p_absence_id is null and s.coach_id is null and s.status = 'scheduled' and s.ends_at > private.calendar_now()
    and s.session_date <= (select private.last_planned_day())
$$;
comment on function private.uncovered_places(uuid) is
  'Returns sessions and camps that have not ended and that lack a coach, with the first hours concerned. Their coach '
  'is absent, has an account without access (no_access), or has left. Those to which an absent coach was assigned '
  'anyway are left out. Sessions of the planned weeks that no coach is assigned to are included (no_coach).';

create function private.notify_of_missing_coach()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if tg_op = 'INSERT' then
    select array_agg(n.id order by n.id) into v_ids from new_rows n
    where n.coach_id is null and n.status = 'scheduled' and n.ends_at > private.calendar_now();
  else
    select array_agg(n.id order by n.id) into v_ids from new_rows n join old_rows o on o.id = n.id
    where n.coach_id is null and o.coach_id is not null and n.status = 'scheduled' and n.ends_at > private.calendar_now();
  end if;
  if v_ids is not null then 
    -- A session may lose its coach again after it got one, so the key is of this change.
    perform private.notify_staff('coach_absences', format('no_coach:%s:%s', md5(v_ids::text), pg_current_xact_id()));
  end if;
  return null;
end;
$$;
comment on function private.notify_of_missing_coach() is
  'Trigger: mails the team once about sessions that were planned without a coach or lost theirs in one statement. '
  'Definer: the outbox has no write grant.';
create trigger notify_of_missing_coach after insert on public.sessions
  referencing new table as new_rows for each statement execute function private.notify_of_missing_coach();
create trigger notify_of_removed_coach after update on public.sessions
  referencing old table as old_rows new table as new_rows for each statement execute function private.notify_of_missing_coach();

create function private.uncovered_view(p_max integer, p_absence_id uuid default null)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('count', count(*), 'first', coalesce(jsonb_agg(jsonb_build_object(
    'place_id', n.place_id, 'kind', n.kind, 'title', n.title, 'location', n.location, 'coach', n.coach, 'reason', n.reason,
    'starts_at', private.iso(n.from_at), 'ends_at', private.iso(n.until_at)) order by n.from_at, n.title, n.place_id)
    filter (where n.at <= p_max), '[]'))
  from (
    select *, row_number() over (order by from_at, title, place_id) as at from private.uncovered_places(p_absence_id)) n
$$;
comment on function private.uncovered_view(integer, uuid) is
  'Returns {count, first: UncoveredPlace[] (contract/coach-time.ts)}, the next ones first. It says nothing about the '
  'absence.';

create function private.coach_of_caller(p_coach_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_own_coach_id constant uuid := (select id from public.coaches where user_id = (select auth.uid()));
begin
  if private.is_admin() then
    if not exists (select from public.coaches where id = coalesce(p_coach_id, v_own_coach_id)) then
      perform private.fail('coach_not_found', 'p_coach_id');
    end if;
    return coalesce(p_coach_id, v_own_coach_id);
  end if;
  -- A coach gets the same answer for a colleague and for a coach who does not exist.
  if v_own_coach_id is null or not private.is_coach() or coalesce(p_coach_id, v_own_coach_id) <> v_own_coach_id then perform private.deny(); end if;
  return v_own_coach_id;
end;
$$;
comment on function private.coach_of_caller(uuid) is
  'Returns the coach that a call is about. If p_coach_id is null, this is the caller. Admins may name any coach, '
  'coaches only themselves. Fails with coach_not_found.';

create function private.check_hours(p_value jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  foreach v_key in array array['from_time', 'until_time'] loop
    if private.is_given(p_value -> v_key) and not coalesce(p_value ->> v_key ~ '^([01]\d|2[0-3]):[0-5]\d$', false) then
      perform private.fail('invalid_input', p_field || v_key);
    end if;
  end loop;
  if private.is_given(p_value -> 'from_time') is distinct from private.is_given(p_value -> 'until_time')
    or (p_value ->> 'until_time')::time <= (p_value ->> 'from_time')::time then
    perform private.fail('invalid_input', p_field || 'until_time');
  end if;
end;
$$;
comment on function private.check_hours(jsonb, text) is
  'Fails if from_time and until_time of an object are not times of day, or are not in order. Both may be missing.';

create function private.absence_view(p_absence public.coach_absences)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('id', p_absence.id, 'first_day', p_absence.first_day, 'last_day', p_absence.last_day,
    'from_time', private.clock_of(p_absence.from_time), 'until_time', private.clock_of(p_absence.until_time),
    'kind', p_absence.kind, 'note', p_absence.note)
$$;
comment on function private.absence_view(public.coach_absences) is
  'Returns CoachAbsence (contract/coach-time.ts), for the coach and admins.';
