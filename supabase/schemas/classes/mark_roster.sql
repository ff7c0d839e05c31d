-- Staff mark attendance for one session or camp per call. A device that was offline sends all its marks in one call
-- (docs/decisions "The roster").

create function private.mark_moment(p_mark jsonb, p_day date)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_mark -> 'made_at') is distinct from 'string'
    or p_mark ->> 'made_at' !~ '^\d{4}-\d{2}-\d{2}T[0-9:.]{5,15}Z$' or not pg_input_is_valid(p_mark ->> 'made_at', 'timestamptz') then
    perform private.fail('invalid_input', 'made_at');
  end if;
  return private.moment_of(p_day, (p_mark ->> 'made_at')::timestamptz);
end;
$$;
comment on function private.mark_moment(jsonb, date) is
  'Returns the time of a mark (private.moment_of) from its made_at, which is ISO 8601 in UTC. Fails with '
  'invalid_input.';

create function private.marks_seen(p_mark jsonb)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_given(p_mark -> 'follows') then return '{}'; end if;
  if jsonb_typeof(p_mark -> 'follows') <> 'array' then perform private.fail('invalid_input', 'follows'); end if;
  if jsonb_array_length(p_mark -> 'follows') > 300
    or exists (select from jsonb_array_elements(p_mark -> 'follows') f where not private.is_uuid(f)) then
    perform private.fail('invalid_input', 'follows');
  end if;
  return array(select distinct f::uuid from jsonb_array_elements_text(p_mark -> 'follows') f);
end;
$$;
comment on function private.marks_seen(jsonb) is
  'Returns the marks of this child that the device had seen (follows). Fails with invalid_input.';

create function private.write_mark(p_mark jsonb, p_entry_id uuid, p_child public.children, p_session_id uuid, p_camp_id uuid, p_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking_id constant uuid := case when p_session_id is not null then p_entry_id end;
  v_enrollment_id constant uuid := case when p_camp_id is not null then p_entry_id end;
  -- A mark that arrives more than this time after it was made comes from a device that was offline.
  c_live constant interval := '5 minutes';
  v_id constant uuid := (p_mark ->> 'id')::uuid;
  v_kind constant text := p_mark ->> 'kind';
  v_made_at constant timestamptz := private.mark_moment(p_mark, p_day);
  v_hand_over record;
  v_handed_to text;
  v_reason text;
  v_note text;
  v_by_code boolean := false;
begin
  if v_kind in ('undo', 'decision') and not private.is_uuid(p_mark -> case v_kind when 'undo' then 'undoes' else 'chooses' end) then
    perform private.fail('invalid_input', case v_kind when 'undo' then 'undoes' else 'chooses' end);
  end if;
  if v_kind = 'decision' and not exists (
    select from public.attendance_marks m
    where m.id = (p_mark ->> 'chooses')::uuid and p_entry_id in (m.booking_id, m.enrollment_id) and m.day = p_day
      and m.kind in ('in', 'late', 'out', 'absent')) then
    perform private.fail('invalid_input', 'chooses');
  end if;
  if v_kind = 'out' then
    v_hand_over := private.check_hand_over(p_mark, p_child, p_day, v_made_at > private.calendar_now() - c_live, v_booking_id,
      v_enrollment_id);
    v_handed_to := v_hand_over.handed_to;
    v_by_code := private.is_collected_by_code(p_child, v_handed_to, v_booking_id, v_enrollment_id,
      v_made_at > private.calendar_now() - c_live);
    v_reason := v_hand_over.reason;
  else
    select null::text as collected_by, false as id_checked, false as parent_called, '{}'::text[] as concerns,
      false as is_confirmed into v_hand_over;
  end if;
  if v_kind = 'not_handed_over' then
    v_handed_to := private.check_text(p_mark -> 'handed_to', 'handed_to', 120);
    v_reason := private.check_text(p_mark -> 'reason', 'reason', 300);
  elsif v_kind = 'note' and private.is_given(p_mark -> 'note') then
    v_note := private.check_text(p_mark -> 'note', 'note', 500);
  end if;
  insert into public.attendance_marks (
    id, booking_id, enrollment_id, day, kind, made_at, undoes, chooses, follows, collected_by, handed_to, id_checked,
    parent_called, concerns, is_confirmed, reason, note, by_code, marked_by)
  values (
    v_id, v_booking_id, v_enrollment_id, p_day,
    v_kind, v_made_at, case when v_kind = 'undo' then (p_mark ->> 'undoes')::uuid end,
    case when v_kind = 'decision' then (p_mark ->> 'chooses')::uuid end, private.marks_seen(p_mark),
    v_hand_over.collected_by, v_handed_to, v_hand_over.id_checked, v_hand_over.parent_called, v_hand_over.concerns,
    v_hand_over.is_confirmed, v_reason, v_note,
    v_by_code,
    (select auth.uid()))
  on conflict (id) do nothing;
  if not found then return; end if;
  if v_kind in ('out', 'not_handed_over') then perform private.notify_of_hand_over(v_id, p_child, p_session_id, p_camp_id); end if;
  if v_kind = 'undo' then
    perform private.notify_of_undone_hand_over((p_mark ->> 'undoes')::uuid, p_entry_id, p_child, p_session_id, p_camp_id);
  end if;
end;
$$;
comment on function private.write_mark(jsonb, uuid, public.children, uuid, uuid, date) is
  'Saves a mark whose entry and kind were checked, and notifies the parents if needed. If the mark already exists, it '
  'changes nothing. Fails with the codes of private.check_hand_over.';

create function private.take_mark(p_mark jsonb, p_session_id uuid, p_camp_id uuid, p_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_kind constant text := p_mark ->> 'kind';
  v_entry_id constant uuid := case when private.is_uuid(p_mark -> 'entry_id') then (p_mark ->> 'entry_id')::uuid end;
  v_child public.children;
begin
  select c.* into v_child from public.children c where c.id = (
    select child_id from public.bookings where id = v_entry_id and session_id = p_session_id and status = 'booked'
    union all
    select child_id from public.camp_enrollments where id = v_entry_id and camp_id = p_camp_id and status = 'enrolled');
  if not found then perform private.fail('booking_not_found', 'entry_id'); end if;
  if v_kind = 'first_aid' then
    perform private.take_first_aid(p_mark, v_child, p_session_id, p_camp_id, p_day);
    return;
  elsif v_kind = 'parent_informed' then
    perform private.record_parent_informed(p_mark, v_child.id, p_day);
    return;
  end if;
  if not coalesce(
    v_kind = any (array['in', 'late', 'out', 'absent', 'undo', 'note', 'not_handed_over', 'decision']), false) then
    perform private.fail('invalid_input', 'kind');
  end if;
  if exists (select from public.attendance_marks where id = (p_mark ->> 'id')::uuid) then return; end if;
  if private.has_too_many_marks(v_entry_id, p_day) then perform private.fail('list_full', 'entry_id'); end if;
  perform private.write_mark(p_mark, v_entry_id, v_child, p_session_id, p_camp_id, p_day);
  perform private.follow_marks(v_entry_id, p_session_id is not null, p_day);
end;
$$;
comment on function private.take_mark(jsonb, uuid, uuid, date) is
  'Saves one mark of mark_roster. If the mark already exists, it changes nothing. Fails with booking_not_found, '
  'list_full (private.has_too_many_marks), and the codes of private.write_mark.';

create function private.follow_marks(p_entry_id uuid, p_is_booking boolean, p_day date)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_attended constant boolean := case (case when p_is_booking then private.mark_state(p_entry_id, null, p_day)
    else private.mark_state(null, p_entry_id, p_day) end) ->> 'state' when 'absent' then false when 'expected' then null else true end;
begin
  if p_is_booking then
    update public.bookings set attended = v_attended where id = p_entry_id and attended is distinct from v_attended;
  elsif v_attended is null then
    delete from public.camp_attendance where enrollment_id = p_entry_id and day = p_day;
  else
    insert into public.camp_attendance as a (enrollment_id, day, attended, marked_by)
    values (p_entry_id, p_day, v_attended, (select auth.uid()))
    on conflict (enrollment_id, day) do update
      set attended = excluded.attended, marked_by = excluded.marked_by, marked_at = excluded.marked_at
      where a.attended <> excluded.attended;
  end if;
end;
$$;
comment on function private.follow_marks(uuid, boolean, date) is
  'Updates the attendance of a booking or camp day to what its marks say.';

create function public.mark_roster(p_place_id uuid, p_day date, p_marks jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_late_marks constant interval := '12 hours';
  v_session_id constant uuid := (select id from public.sessions where id = p_place_id and session_date = p_day);
  v_camp_id constant uuid := (
    select id from public.camp_weeks where id = p_place_id and p_day between start_date and end_date and cancelled_at is null);
  v_mark jsonb;
  v_state text;
  v_code text;
  v_refused jsonb := '[]';
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  if num_nonnulls(v_session_id, v_camp_id) = 0 then perform private.fail('place_not_found', 'p_place_id'); end if;
  -- Marks of an offline device may arrive overnight, so yesterday can still be marked for some hours.
  if not (private.is_admin() or private.coaches_place(p_place_id) and p_day in (
    private.calendar_today(), ((private.calendar_now() - c_late_marks) at time zone private.time_zone())::date)) then
    perform private.deny();
  end if;
  if jsonb_typeof(p_marks) is distinct from 'array' or jsonb_array_length(p_marks) not between 1 and 200 then
    perform private.fail('invalid_input', 'p_marks');
  end if;
  if exists (select from jsonb_array_elements(p_marks) m where not private.is_uuid(m -> 'id')) then
    perform private.fail('invalid_input', 'p_marks.id');
  end if;
  -- The session is locked first, because cancellations also lock the session before its bookings.
  perform from public.sessions where id = v_session_id for update;
  perform private.lock_camps(array_remove(array[v_camp_id], null));
  for v_mark in select value from jsonb_array_elements(p_marks) with ordinality order by ordinality loop
    -- A refused mark must not block the others, because the device could then never empty its list.
    begin
      perform private.take_mark(v_mark, v_session_id, v_camp_id, p_day);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_code = message_text;
      if v_state !~ '^PT4\d\d$' then raise; end if;
      v_refused := v_refused || jsonb_build_object('id', v_mark ->> 'id', 'code', v_code);
    end;
  end loop;
  return jsonb_build_object('refused', v_refused);
end;
$$;
comment on function public.mark_roster(uuid, date, jsonb) is
  'For staff. Saves at most 200 marks (Mark[], contract/roster.ts). Returns {refused: [{id, code}]}. Each id is saved '
  'once, and of two marks the later one counts (private.mark_state). Coaches may send marks until 12 hours after the '
  'day''s end. Fails with place_not_found; a single mark also with its own code. Definer: there is no other way to '
  'write marks.';
grant execute on function public.mark_roster(uuid, date, jsonb) to authenticated;
select private.answer_calls('public.mark_roster(uuid, date, jsonb)', 'roster');

create function public.get_roster_state(p_date date default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := coalesce(p_date, private.calendar_today());
  v_places uuid[];
begin
  perform private.check_roster_day(v_day);
  v_places := private.my_places(v_day);
  return jsonb_build_object(
    'day', v_day, 'now', private.iso(private.calendar_now()), 'ends_at', private.iso(private.midnight_of(v_day + 1)),
    'entries', (
      select coalesce(jsonb_agg(h.mark
        || jsonb_build_object('entry_id', coalesce(h.booking_id, h.enrollment_id), 'place_id', h.place_id)
        order by h.place_id, coalesce(h.booking_id, h.enrollment_id)), '[]')
      from private.day_heads(v_day, v_places) h));
end;
$$;
comment on function public.get_roster_state(date) is
  'For staff. Returns RosterState (contract/roster.ts), on the days of get_roster. Coaches get only the children whom '
  'they coach. ends_at is midnight, by the same clock as now. Definer: see get_todays_roster.';
grant execute on function public.get_roster_state(date) to authenticated;
select private.answer_calls('public.get_roster_state(date)', 'roster');

