-- A family says that a child does not come on a day of a camp. The child stays on the roster and in the head count as
-- expected, because the child may come after all (docs/decisions "A day away from camp").

create table public.camp_absences (
  enrollment_id uuid not null references public.camp_enrollments (id) on delete cascade,
  day date not null,
  told_by uuid references public.profiles (id) on delete set null,
  told_at timestamptz not null default clock_timestamp(),
  primary key (enrollment_id, day)
);
comment on table public.camp_absences is
  'The days of a camp on which a child does not come, as the family said. A family that changes its mind deletes the '
  'row.';
comment on column public.camp_absences.day is 'The date in Singapore.';
comment on column public.camp_absences.told_by is
  'Who said it: a parent, or an admin whom the family called. Null if it was said with the link of an order, or if the '
  'account no longer exists.';
create index camp_absences_told_by on public.camp_absences (told_by);
create index camp_absences_told_at on public.camp_absences (told_at);

alter table public.camp_absences enable row level security;
revoke all on table public.camp_absences from anon, authenticated, service_role;
grant select on public.camp_absences to authenticated, service_role;

create policy "Parents read the absences of their own children, admins read all" on public.camp_absences
  for select to authenticated using (
    (select private.is_admin())
    or enrollment_id in (select id from public.camp_enrollments where family_id = (select private.my_family_id()))
  );

create function private.absent_days(p_enrollment_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(a.day order by a.day), '[]') from public.camp_absences a where a.enrollment_id = p_enrollment_id);
end;
$$;
comment on function private.absent_days(uuid) is
  'Returns the days on which the child does not come to its camp, as the family said.';

create function private.told_absent_at(p_enrollment_id uuid, p_day date)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select private.iso(a.told_at) from public.camp_absences a where a.enrollment_id = p_enrollment_id and a.day = p_day);
end;
$$;
comment on function private.told_absent_at(uuid, date) is
  'Returns when the family said that the child does not come on this day, or null if it did not.';

create function private.open_absence_days(p_line_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('absent_days', private.absent_days(e.id),
      'open_days', jsonb_agg(d.day order by d.day))
    from public.camp_enrollments e
    join public.camp_weeks w on w.id = e.camp_id and w.cancelled_at is null
    cross join lateral (
      select n::date as day
      from generate_series(greatest(w.start_date, private.calendar_today())::timestamp, w.end_date, interval '1 day') n) d
    where e.order_line_id = p_line_id and e.status = 'enrolled' and not private.is_day_cancelled(w.id, d.day)
    group by e.id);
end;
$$;
comment on function private.open_absence_days(uuid) is
  'Returns {absent_days, open_days} of a line''s child at its camp: the days that the family said it misses, and those '
  'about which it can still say so. Null if no day of a camp lies ahead.';

create function private.set_absence(p_enrollment public.camp_enrollments, p_day date, p_absent boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp constant public.camp_weeks := (select w from public.camp_weeks w where w.id = p_enrollment.camp_id);
begin
  if p_day is null then perform private.fail('invalid_input', 'p_day'); end if;
  if p_absent is null then perform private.fail('invalid_input', 'p_absent'); end if;
  if v_camp.cancelled_at is not null or private.is_day_cancelled(v_camp.id, p_day) then perform private.fail('camp_cancelled', 'p_enrollment_id'); end if;
  if p_day not between greatest(v_camp.start_date, private.calendar_today()) and v_camp.end_date then
    perform private.fail('invalid_input', 'p_day');
  end if;
  -- Coaches have seen the child, so what the family says beforehand no longer matters.
  if p_absent and private.mark_state(null, p_enrollment.id, p_day) ->> 'state' in ('in', 'out') then
    perform private.fail('child_checked_in', 'p_day');
  end if;
  if p_absent then
    insert into public.camp_absences (enrollment_id, day, told_by)
    values (p_enrollment.id, p_day, (select auth.uid())) on conflict do nothing;
  else
    delete from public.camp_absences where enrollment_id = p_enrollment.id and day = p_day;
  end if;
end;
$$;
comment on function private.set_absence(public.camp_enrollments, date, boolean) is
  'Records that a child does not come on a day of its camp, or that it comes after all. The caller has checked who '
  'says so, and holds the lock of the enrolment, so that nobody can cancel or move it meanwhile.';

create function public.tell_absence(p_enrollment_id uuid, p_day date, p_absent boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_enrollment public.camp_enrollments;
begin
  select * into v_enrollment from public.camp_enrollments
  where id = p_enrollment_id and (family_id = private.my_family_id() or private.is_admin()) for update;
  if not found or v_enrollment.status <> 'enrolled' then perform private.fail('booking_not_found', 'p_enrollment_id'); end if;
  perform private.set_absence(v_enrollment, p_day, p_absent);
  return jsonb_build_object('enrollment_id', p_enrollment_id, 'absent_days', private.absent_days(p_enrollment_id));
end;
$$;
comment on function public.tell_absence(uuid, date, boolean) is
  'For parents and admins. Records that a child does not come on a day of a camp, from today on. If p_absent is false, '
  'the child comes after all. Returns ToldAbsence (contract/family-camps.ts). Calling it twice changes nothing. '
  'Fails with invalid_input (p_day, p_absent), booking_not_found, camp_cancelled, or child_checked_in if the child is '
  'or was there that day. Definer: parents may not write the table.';
grant execute on function public.tell_absence(uuid, date, boolean) to authenticated;
select private.answer_calls('public.tell_absence(uuid, date, boolean)', 'tell_absence');

create function public.tell_line_absence(p_access jsonb, p_line_id uuid, p_day date, p_absent boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_line constant public.order_lines := private.line_of(v_order, p_line_id);
  v_enrollment public.camp_enrollments;
begin
  select * into v_enrollment from public.camp_enrollments
  where order_line_id = v_line.id and status = 'enrolled' for update;
  if not found then perform private.fail('line_closed', 'p_line_id'); end if;
  perform private.set_absence(v_enrollment, p_day, p_absent);
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.tell_line_absence(jsonb, uuid, date, boolean) is
  'Does the same as tell_absence for a camp of an order, with the order''s link or for its own family. Returns '
  'ManagedOrder (contract/after-sale.ts). Fails with the codes of private.manage_order, and order_closed, '
  'line_not_found, line_closed, invalid_input (p_day, p_absent), camp_cancelled, child_checked_in. Definer: see '
  'get_managed_order.';
grant execute on function public.tell_line_absence(jsonb, uuid, date, boolean) to anon, authenticated, service_role;
select private.answer_calls('public.tell_line_absence(jsonb, uuid, date, boolean)', 'tell_absence');

create function private.end_absence()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.camp_absences where enrollment_id = new.enrollment_id and day = new.day;
  return null;
end;
$$;
comment on function private.end_absence() is
  'Trigger on attendance_marks: deletes what the family said about a day on which the child came after all.';
create trigger end_absence after insert on public.attendance_marks
  for each row when (new.enrollment_id is not null and new.kind in ('in', 'late')) execute function private.end_absence();

create function private.export_family_absences(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('camp_absences', (
    select coalesce(jsonb_agg(to_jsonb(a) - 'told_by' order by a.day, a.told_at), '[]')
    from public.camp_absences a join public.camp_enrollments e on e.id = a.enrollment_id where e.family_id = p_family_id))
$$;
comment on function private.export_family_absences(uuid, text[], text[]) is
  'Returns the days on which the family''s children did not come to a camp, as the family said, for its data export.';

create function private.erase_family_absences(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.camp_absences a using public.camp_enrollments e
  where e.id = a.enrollment_id and e.family_id = p_family_id
$$;
comment on function private.erase_family_absences(uuid) is 'Deletes what the family said about days away from a camp.';
