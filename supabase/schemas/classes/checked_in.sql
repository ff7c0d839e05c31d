-- A child who is here stays on the roster until somebody checks the child out or undoes the check-in. In an evacuation,
-- nobody would look for a child who is on no list (docs/decisions "One head count"). So triggers refuse every change
-- that would take such a child off today's roster, whoever makes it.

create function private.may_be_here(p_mark jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_mark ->> 'state' = 'in' or p_mark @? '$.differing[*] ? (@.kind == "in" || @.kind == "late")'
$$;
comment on function private.may_be_here(jsonb) is
  'Returns whether a child with this MarkState has been checked in and not been checked out. If two devices disagree '
  'and one of them checked the child in, the child counts as here until staff decide.';

create function private.is_here(p_booking_id uuid, p_enrollment_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return private.may_be_here(private.mark_state(p_booking_id, p_enrollment_id, private.calendar_today()));
end;
$$;
comment on function private.is_here(uuid, uuid) is
  'Returns whether the child of this booking or camp enrolment is here today (private.may_be_here).';

create function private.has_children_here(p_place_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from private.day_heads(private.calendar_today(), array[p_place_id]) h where private.may_be_here(h.mark));
end;
$$;
comment on function private.has_children_here(uuid) is
  'Returns whether a child is at this session or camp today (private.may_be_here).';

create function private.refuse_checked_in(p_child_ids uuid[], p_field text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_is_staff constant boolean := private.is_coach() or private.is_admin();
begin
  perform private.fail('child_checked_in', p_field, (
    select jsonb_agg(case when v_is_staff then c.name else private.given_name(c.name, '{}') end order by c.name, c.id)::text
    from public.children c where c.id = any (p_child_ids)));
end;
$$;
comment on function private.refuse_checked_in(uuid[], text) is
  'Fails with child_checked_in. The error''s detail is a JSON array of the children''s names. Families read given '
  'names, as on an order that is opened by a link. The caller makes sure that a family gets the names of its own '
  'children only.';

create function private.children_here(p_place_id uuid)
returns uuid[]
language plpgsql
stable
set search_path = ''
as $$
begin
  return array(
    select h.child_id from private.day_heads(private.calendar_today(), array[p_place_id]) h where private.may_be_here(h.mark));
end;
$$;
comment on function private.children_here(uuid) is
  'Returns the children who are at this session or camp today (private.may_be_here).';

create function private.keep_booked_child()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
  if old.session_date = private.calendar_today() and private.is_here(old.id, null) then
    perform private.refuse_checked_in(array[old.child_id]);
  end if;
  return new;
end;
$$;
comment on function private.keep_booked_child() is
  'Refuses with child_checked_in to end the booking of a child who is here.';
create trigger keep_checked_in before update of status on public.bookings
  for each row when (old.status = 'booked' and new.status <> 'booked') execute function private.keep_booked_child();

create function private.keep_enrolled_child()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- The days are compared first, because a camp of hundreds is cancelled row by row.
  if exists (
    select from public.camp_weeks w
    where w.id = old.camp_id and private.calendar_today() between w.start_date and w.end_date) then
    if private.is_here(null, old.id) then perform private.refuse_checked_in(array[old.child_id]); end if;
  end if;
  return new;
end;
$$;
comment on function private.keep_enrolled_child() is
  'Refuses with child_checked_in to end the camp enrolment of a child who is here.';
create trigger keep_checked_in before update of status on public.camp_enrollments
  for each row when (old.status = 'enrolled' and new.status <> 'enrolled') execute function private.keep_enrolled_child();

create function private.keep_place_with_children()
returns trigger
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.has_children_here(old.id) then perform private.refuse_checked_in(private.children_here(old.id)); end if;
  return new;
end;
$$;
comment on function private.keep_place_with_children() is
  'Refuses with child_checked_in to cancel a session or camp, or to move it to another day, while children are there.';
create trigger keep_checked_in before update of status, session_date on public.sessions
  for each row when ((old.status = 'scheduled' and new.status <> 'scheduled') or new.session_date <> old.session_date)
  execute function private.keep_place_with_children();
create trigger keep_checked_in before update of cancelled_at, start_date, end_date on public.camp_weeks
  for each row when ((old.cancelled_at is null and new.cancelled_at is not null)
    or new.start_date > old.start_date or new.end_date < old.end_date)
  execute function private.keep_place_with_children();
