-- What staff mark of a child on a day of its session or camp: in, late, out and with whom, not handed over, absent, a
-- note, and what is taken back (decisions "The roster"). Two devices may mark the same child, without a network, and
-- send it in any order: marks are kept, never changed, and the child's state follows from all of them together. The
-- mark that was made later counts for now; where two devices say different things without having seen each other's
-- mark, both are shown until somebody decides (mark_state.sql).

create table public.attendance_marks (
  id uuid primary key,
  booking_id uuid references public.bookings (id) on delete restrict,
  enrollment_id uuid references public.camp_enrollments (id) on delete restrict,
  day date not null,
  kind text not null check (kind in ('in', 'late', 'out', 'absent', 'undo', 'note', 'not_handed_over', 'decision')),
  made_at timestamptz not null,
  undoes uuid check ((undoes is not null) = (kind = 'undo')),
  handed_to text
    check (handed_to is null or (length(handed_to) between 1 and 120 and kind in ('out', 'not_handed_over'))),
  by_code boolean not null default false check (not by_code or kind = 'out'),
  note text check (note is null or (length(note) between 1 and 500 and kind = 'note')),
  marked_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz not null default clock_timestamp(),
  n bigint not null generated always as identity,
  collected_by text
    check ((collected_by is not null) = (kind = 'out') and collected_by in ('parent', 'listed_person', 'other_person', 'alone')),
  id_checked boolean not null default false check (not id_checked or collected_by = 'other_person'),
  parent_called boolean not null default false check (not parent_called or collected_by = 'other_person'),
  reason text check (reason is null or (length(reason) between 1 and 300 and kind in ('out', 'not_handed_over'))),
  concerns text[] not null default '{}' check (concerns <@ array['too_young', 'no_consent', 'blocked_person', 'not_listed',
    'no_photo_id', 'parent_not_called'] and (concerns = '{}' or kind = 'out')),
  is_confirmed boolean not null default false check (not is_confirmed or concerns <> '{}'),
  follows uuid[] not null default '{}',
  chooses uuid check ((chooses is not null) = (kind = 'decision')),
  check (num_nonnulls(booking_id, enrollment_id) = 1),
  check ((collected_by = 'alone') is not true or handed_to is null)
);
comment on table public.attendance_marks is
  'Marks of the roll. bookings.attended and camp_attendance follow from them; so does what the roster shows.';
comment on column public.attendance_marks.id is 'Made by the device: the same mark sent twice is one.';
comment on column public.attendance_marks.day is 'In Singapore.';
comment on column public.attendance_marks.kind is
  'in, late: came; out: left, collected_by says how; not_handed_over: somebody came for the child and did not get '
  'it; absent; undo: undoes does not hold; note: an empty one takes the note away; decision: of marks that differ, '
  'chooses is right.';
comment on column public.attendance_marks.made_at is
  'By the device''s clock, brought within the day and never later than when it came in.';
comment on column public.attendance_marks.handed_to is
  'Who collected the child, or with not_handed_over who wanted to, as staff saw; null: it went alone.';
comment on column public.attendance_marks.by_code is 'Who marked it had just been told that the code was right.';
comment on column public.attendance_marks.collected_by is
  'How the child left: with a parent, with a person on the family''s list, with somebody else, or alone.';
comment on column public.attendance_marks.id_checked is 'Staff saw a photo ID of the person who is not on the list.';
comment on column public.attendance_marks.parent_called is
  'A parent agreed on the phone to the person who is not on the list.';
comment on column public.attendance_marks.reason is
  'Why staff did it all the same, or why the child was not handed over.';
comment on column public.attendance_marks.concerns is
  'What spoke against it by the database''s own rules when the mark came in (private.concerns_of).';
comment on column public.attendance_marks.is_confirmed is
  'Staff were told of the concerns, gave a reason and confirmed. False with concerns: it waited for a network, and '
  'the device did not know.';
comment on column public.attendance_marks.follows is
  'The marks of this child that the device had seen when it made this one. Two marks of which neither follows the '
  'other were made without knowing of each other.';
comment on column public.attendance_marks.chooses is 'The mark that is right, of those that differ.';
comment on column public.attendance_marks.n is 'Of two of the same moment the one that came in last holds.';
create index attendance_marks_booking_id on public.attendance_marks (booking_id, day);
create index attendance_marks_enrollment_id on public.attendance_marks (enrollment_id, day);
create index attendance_marks_marked_by on public.attendance_marks (marked_by);
create index attendance_marks_worded on public.attendance_marks (received_at)
  where note is not null or handed_to is not null or reason is not null;
create index attendance_marks_concerns on public.attendance_marks (day) where concerns <> '{}';

alter table public.attendance_marks enable row level security;
revoke all on table public.attendance_marks from anon, authenticated, service_role;
grant select on public.attendance_marks to authenticated, service_role;

create policy "Parents read the marks of their own children, admins read all" on public.attendance_marks
  for select to authenticated using (
    (select private.is_admin())
    or booking_id in (select id from public.bookings where family_id = (select private.my_family_id()))
    or enrollment_id in (select id from public.camp_enrollments where family_id = (select private.my_family_id()))
  );

create function private.coaches_place(p_place_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select private.is_coach() and exists (
    select from public.coaches k
    where k.user_id = (select auth.uid()) and (
      exists (select from public.sessions s where s.id = p_place_id and s.coach_id = k.id)
      or exists (select from public.camp_coaches c where c.camp_id = p_place_id and c.coach_id = k.id)))
$$;
comment on function private.coaches_place(uuid) is 'Is the caller, as a coach, one who leads this session or camp?';

create function private.my_places()
returns uuid[]
language sql
volatile
set search_path = ''
as $$
  select case when not private.is_admin() then array(
    select h.id from private.day_held(private.calendar_today()) h where private.coaches_place(h.id)) end
$$;
comment on function private.my_places() is
  'What the caller leads today, what was called off too; null for an admin: all.';

create function private.may_mark(p_place_id uuid, p_day date)
returns boolean
language sql
volatile
set search_path = ''
as $$ select private.is_admin() or (private.coaches_place(p_place_id) and p_day = private.calendar_today()) $$;
comment on function private.may_mark(uuid, date) is
  'Coaches take today''s roll of what they lead, in Singapore; admins any day''s of all.';

create function private.midnight_of(p_day date)
returns timestamptz
language sql
stable
set search_path = ''
as $$ select p_day::timestamp at time zone private.time_zone() $$;
comment on function private.midnight_of(date) is 'The moment at which a day begins in Singapore.';

create function private.moment_of(p_day date, p_made_at timestamptz)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select least(
    greatest(p_made_at, private.midnight_of(p_day)),
    private.midnight_of(p_day + 1) - interval '1 millisecond', greatest(private.calendar_now(), private.midnight_of(p_day)))
$$;
comment on function private.moment_of(date, timestamptz) is
  'When a mark was made: by the device''s clock, but within its day and not later than now. A clock that runs ahead '
  'would otherwise win for ever.';

create function private.is_attendance_complete(p_entry_id uuid, p_day date)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- More than anybody taps in a day. What a day shows is worked out of all of them, again and again.
  select count(*) >= 300 from public.attendance_marks m
  where (m.booking_id = p_entry_id or m.enrollment_id = p_entry_id) and m.day = p_day
$$;
comment on function private.is_attendance_complete(uuid, date) is
  'Has a booking, or an enrolment''s day, so many marks that a device must be in a loop? The caller has locked the '
  'place.';

create function private.attendance_kind(p_attended boolean)
returns text
language sql
immutable
set search_path = ''
as $$ select case when p_attended is null then 'cleared' when p_attended then 'in' else 'absent' end $$;
comment on function private.attendance_kind(boolean) is 'The mark that a yes, a no or nothing of the roll is.';

-- Family data --------------------------------------------------------------------------------------------------

create function private.export_family_marks(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('attendance_marks', (
    select coalesce(jsonb_agg(to_jsonb(m) - '{marked_by,n}'::text[] order by m.made_at, m.n), '[]')
    from public.attendance_marks m
    where m.booking_id in (select id from public.bookings where family_id = p_family_id)
      or m.enrollment_id in (select id from public.camp_enrollments where family_id = p_family_id)))
$$;
comment on function private.export_family_marks(uuid, text[], text[]) is 'What was marked of the family''s children.';

create function private.erase_family_marks(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.attendance_marks set note = null, handed_to = null, reason = null
  where num_nonnulls(note, handed_to, reason) > 0
    and (booking_id in (select id from public.bookings where family_id = p_family_id)
      or enrollment_id in (select id from public.camp_enrollments where family_id = p_family_id))
$$;
comment on function private.erase_family_marks(uuid) is
  'Takes notes, names and reasons off the marks; who came when stays, of children without a name.';

create function private.purge_day_notes()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.attendance_marks set note = null, handed_to = null, reason = null where id = any (array(
    select id from public.attendance_marks
    where (note is not null or handed_to is not null or reason is not null)
      and received_at < private.expiry('day_notes')
    order by received_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_day_notes() is
  'Empties what was noted at a day''s roster, who collected and why, long ago: marks.';
