-- Staff move a child to another session or camp until the moment it begins, also above its capacity, for a reason
-- (docs/decisions "Moves by staff"). The money does not change.

create function private.check_staff_move(p_child_id uuid, p_from uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_place record;
  v_line public.order_lines;
  v_is_cancelled boolean;
  v_starts_at timestamptz;
  v_mark jsonb;
begin
  select * into v_place from private.place_of(p_child_id, p_from);
  if not found then perform private.fail('booking_not_found', 'p_child_id'); end if;
  select * into v_line from public.order_lines where id = v_place.line_id;
  select s.status = 'cancelled', s.starts_at into v_is_cancelled, v_starts_at from public.sessions s where s.id = p_from;
  if not found then
    select w.cancelled_at is not null, w.starts_at into v_is_cancelled, v_starts_at from public.camp_weeks w where w.id = p_from;
  end if;
  -- If we cancelled the place, the family chooses another date, a credit or the money.
  if v_is_cancelled then
    perform private.fail(case when v_place.booking_id is null then 'camp_cancelled' else 'session_not_found' end, 'p_from');
  end if;
  if v_starts_at <= private.calendar_now() then
    perform private.fail(case when v_place.booking_id is null then 'camp_started' else 'session_started' end, 'p_from');
  end if;
  -- If a child who has been checked in were moved, it would be missing from this roster in an evacuation.
  v_mark := private.mark_state(v_place.booking_id, (
      select e.id from public.camp_enrollments e where e.camp_id = p_from and e.child_id = p_child_id and e.status = 'enrolled'),
    private.calendar_today());
  if v_mark ->> 'state' = 'out' or private.may_be_here(v_mark) then
    perform private.refuse_checked_in(array[p_child_id], 'p_child_id');
  end if;
  if v_line.id is not null then perform private.refuse_refunded(v_line, 'p_child_id'); end if;
  if v_line.camp_id is not null then perform private.refuse_open_instalments(v_line.order_id, 'p_child_id'); end if;
  -- A class moves with its pass, and a spot on a camp with the line that paid for it, if it was sold here.
  if v_place.booking_id is null and v_line.status <> 'placed' then perform private.fail('line_closed', 'p_child_id'); end if;
end;
$$;
comment on function private.check_staff_move(uuid, uuid) is
  'Refuses a spot that cannot be moved: booking_not_found, camp_cancelled, session_not_found, camp_started, '
  'session_started, child_checked_in (today), already_refunded, instalments_open, line_closed. The result is reliable '
  'under the locks of move_child.';

create function private.add_spot_if_full(p_place_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update public.sessions set max_capacity = max_capacity + 1, added_spots = added_spots + 1
  where id = p_place_id and max_capacity < 100 and private.seats_taken(id, v_now) >= max_capacity;
  if found then return true; end if;
  update public.camp_weeks set capacity = capacity + 1, added_spots = added_spots + 1
  where id = p_place_id and capacity < 500 and private.camp_seats_taken(id, v_now) >= capacity;
  return found;
end;
$$;
comment on function private.add_spot_if_full(uuid) is
  'If a session or camp is full, adds one spot to it. Returns whether it did. The caller has locked it and has served '
  'the waitlist before. The caller takes the spot in the same transaction, so that nobody else gets it.';

create function private.move_camp_by_staff(p_line_id uuid, p_from uuid, p_to uuid, p_adds_spot boolean)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_old public.order_lines;
  v_new public.order_lines;
  v_is_added boolean := false;
begin
  select * into v_old from public.order_lines where id = p_line_id;
  if p_adds_spot then v_is_added := private.add_spot_if_full(p_to); end if;
  -- Price, discount and rebate stay as paid, so nothing is posted to the ledger.
  v_new := private.set_line_place(v_old, null, p_to, 'p_to');
  update public.camp_enrollments set status = 'cancelled' where order_line_id = v_old.id and status = 'enrolled';
  perform private.place_line(v_new, private.child_of(v_new), (select family_id from public.orders where id = v_new.order_id));
  -- The refund rules keep counting from the earlier camp, so that a move to a later camp does not lead to a better
  -- refund.
  update public.order_lines set refund_starts_at = least(refund_starts_at, (select starts_at from public.camp_weeks where id = p_from))
  where id = v_old.id;
  perform private.queue_moved_mail(v_old.order_id, array[v_old.id], p_old => v_old);
  perform private.offer_released_places('{}', array[p_from]);
  return v_is_added;
end;
$$;
comment on function private.move_camp_by_staff(uuid, uuid, uuid, boolean) is
  'Moves the spot of a line to another camp of its offer, mails the family and offers the released spot. Returns '
  'whether a spot was added. The caller holds the locks and has checked private.check_staff_move.';

create function private.move_unpaid(p_child_id uuid, p_from uuid, p_to uuid, p_adds_spot boolean)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_is_camp constant boolean := exists (select from public.camp_weeks where id = p_from);
  v_old_session constant public.sessions := (select s from public.sessions s where s.id = p_from);
  v_new_session public.sessions;
  v_old record;
  v_id uuid;
  v_is_added boolean := false;
begin
  select k.family_id, u.booking_id, e.id as enrollment_id, e.rung_id into v_old
  from private.unpaid_children(p_from) u join public.children k on k.id = u.child_id
  left join public.camp_enrollments e on e.id = u.enrollment_id
  where u.child_id = p_child_id;
  if v_is_camp and (select tier from public.camp_weeks where id = p_from) <> (select tier from public.camp_weeks where id = p_to) then
    perform private.fail('offer_not_available', 'p_to.camp_id');
  end if;
  if private.has_place(p_child_id, case when not v_is_camp then p_to end, case when v_is_camp then p_to end) then
    perform private.fail('already_booked', case when v_is_camp then 'p_to.camp_id' else 'p_to' end);
  end if;
  if not v_is_camp then perform private.take_offer(p_to, p_child_id, null); end if;
  if p_adds_spot then v_is_added := private.add_spot_if_full(p_to); end if;
  if v_is_camp then
    perform private.check_target_place(null, private.camp_offer(p_to), null, p_to, 'p_to');
    update public.camp_enrollments set status = 'cancelled' where id = v_old.enrollment_id;
    insert into public.camp_enrollments (camp_id, child_id, family_id) values (p_to, p_child_id, v_old.family_id) returning id into v_id;
    -- The rung is written afterwards, so that the spot does not count as given today (private.free_spots_given_today).
    update public.camp_enrollments set rung_id = v_old.rung_id where id = v_id;
  else
    v_new_session := private.open_session(p_to, 'p_to');
    if private.seats_taken(p_to, clock_timestamp()) >= v_new_session.max_capacity then perform private.fail('session_full', 'p_to'); end if;
    -- For the same kind of class, an exception was already made when the spot was given.
    if v_new_session.class_type_id <> v_old_session.class_type_id then perform private.check_team(p_child_id, v_new_session, 'p_to'); end if;
    perform private.undo_booking(v_old.booking_id);
    -- The status is written afterwards, too, so that the spot does not count as given today.
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status)
    values (p_to, v_new_session.session_date, v_new_session.session_time, p_child_id, v_old.family_id, 'cancelled') returning id into v_id;
    update public.bookings set status = 'booked' where id = v_id;
  end if;
  if not v_is_camp or v_old.rung_id = 'free' then perform private.queue_free_move_mail(v_id, p_child_id, v_old.family_id, p_from, p_to); end if;
  perform private.offer_released_places(
    case when v_is_camp then '{}' else array[p_from] end, case when v_is_camp then array[p_from] else '{}' end);
  return v_is_added;
end;
$$;
comment on function private.move_unpaid(uuid, uuid, uuid, boolean) is
  'Does the same as private.move_camp_by_staff and private.move_class_by_staff for a spot for which nobody paid here. '
  'The family of a free spot is mailed. That of a camp that was taken over from elsewhere is not.';

create function private.move_class_by_staff(p_child_id uuid, p_from uuid, p_to uuid, p_adds_spot boolean)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_place record;
  v_line public.order_lines;
  v_starts_at constant timestamptz := (select starts_at from public.sessions where id = p_from);
  v_booking_id uuid;
  v_is_added boolean := false;
begin
  select * into v_place from private.place_of(p_child_id, p_from);
  select * into v_line from public.order_lines where id = v_place.line_id;
  perform private.take_offer(p_to, p_child_id, null);
  if p_adds_spot then v_is_added := private.add_spot_if_full(p_to); end if;
  perform from public.bookings where id = v_place.booking_id for update;
  perform from public.passes where child_id = p_child_id order by id for update;
  if v_line.sessions = 1 then
    perform private.move_session_line(v_line, p_to);
    update public.order_lines set refund_starts_at = least(refund_starts_at, v_starts_at) where id = v_line.id;
    perform private.queue_moved_mail(v_line.order_id, array[v_line.id], p_old => v_line);
  else
    -- The credit returns even if it is too late for a family to cancel, and the same pass pays again.
    perform private.undo_booking(v_place.booking_id);
    v_booking_id := private.spend_credit(p_child_id, p_to, v_place.pass_id, 'p_to', 'p_child_id');
    perform private.line_follows(v_place.booking_id, v_booking_id);
    perform private.queue_booked_mails(array[v_booking_id], v_place.booking_id);
  end if;
  perform private.offer_released_places(array[p_from], '{}');
  return v_is_added;
end;
$$;
comment on function private.move_class_by_staff(uuid, uuid, uuid, boolean) is
  'Moves a booking to another session with its credit, mails the family and offers the released spot. Returns whether '
  'a spot was added. The caller holds the locks and has checked private.check_staff_move.';

create function public.move_child(
  p_note_id uuid, p_child_id uuid, p_from uuid, p_to uuid, p_adds_spot boolean, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_place record;
  v_is_camp constant boolean := exists (select from public.camp_weeks where id = p_from);
  v_is_added boolean := false;
  v_is_mailed boolean := true;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200);
  if p_to is null or p_to = p_from or not exists (
    select from public.sessions where id = p_to and not v_is_camp
    union all
    select from public.camp_weeks where id = p_to and v_is_camp) then
    perform private.fail('invalid_input', 'p_to');
  end if;
  -- A repeated request changes nothing, and gets its answer below.
  if not exists (select from public.family_notes where id = p_note_id) then
    select * into v_place from private.place_of(p_child_id, p_from);
    if not found then perform private.fail('booking_not_found', 'p_child_id'); end if;
    -- The locks are taken in the order that orders/places.sql describes.
    perform from public.orders where id = v_place.order_id for no key update;
    perform private.lock_places(
      case when v_is_camp then '{}' else array[p_from, p_to] end, case when v_is_camp then array[p_from, p_to] else '{}' end);
    -- Spots whose holds have expired are offered to the waitlist first.
    perform private.offer_all(
      case when v_is_camp then '{}' else array[p_to] end, case when v_is_camp then array[p_to] else '{}' end);
    perform private.lock_family(p_child_id);
    perform private.check_staff_move(p_child_id, p_from);
    -- If the child's place was cancelled and booked again during the wait, another order sold it. That order is not
    -- locked.
    if (select line_id from private.place_of(p_child_id, p_from)) is distinct from v_place.line_id then
      perform private.fail('changed_meanwhile', 'p_child_id');
    end if;
    perform private.refuse_own_ahead(v_place.family_id, null, p_to, p_to, coalesce(private.places_free(
      case when not v_is_camp then p_to end, case when v_is_camp then p_to end, clock_timestamp()) <= 0, true), 'p_child_id');
    v_is_mailed := v_place.line_id is not null or exists (select from private.mail_recipients(v_place.family_id)) and (not v_is_camp
      or exists (select from public.camp_enrollments where camp_id = p_from and child_id = p_child_id and status = 'enrolled' and rung_id = 'free'));
    v_is_added := case
      when exists (select from private.unpaid_children(p_from) u where u.child_id = p_child_id) then
        private.move_unpaid(p_child_id, p_from, p_to, coalesce(p_adds_spot, false))
      when not v_is_camp then private.move_class_by_staff(p_child_id, p_from, p_to, coalesce(p_adds_spot, false))
      else private.move_camp_by_staff(v_place.line_id, p_from, p_to, coalesce(p_adds_spot, false)) end;
    insert into public.family_notes (id, family_id, child_id, note, written_by)
    values (p_note_id, v_place.family_id, p_child_id, format('Moved from %s to %s%s. Why: %s', private.place_label(p_from),
      private.place_label(p_to), case when v_is_added then ', with a spot added' else '' end, v_reason), (select auth.uid()));
  end if;
  return private.schedule_place(p_from) || jsonb_build_object('added', v_is_added, 'mailed', v_is_mailed);
end;
$$;
comment on function public.move_child(uuid, uuid, uuid, uuid, boolean, text) is
  'For admins. Moves a child from a session or camp to another one, until the earlier of them begins. Price, discounts '
  'and credits stay, and so does that nobody pays for a free spot. The family is mailed (mailed is false for a camp '
  'that was taken over from elsewhere, and without an address). The log records who, from where and to where, and a '
  'note of the family stores the reason. Returns MovedChild (contract/staff-moves.ts) of the place that was left. With '
  'p_adds_spot, if the new place is full, a spot is added for this child alone, past the waitlist. The browser '
  'generates p_note_id, so that a repeated request acts once. Fails with not_allowed, invalid_input (field), '
  'changed_meanwhile, the codes of private.check_staff_move, and, with a field under p_to or p_target, the codes of '
  'private.check_target_place, private.spend_credit and private.check_team, own_balance (private.refuse_own_ahead), '
  'offer_not_available for a camp of another offer, pass_expired, rate_limited. Definer: takes spots under their '
  'locks.';
grant execute on function public.move_child(uuid, uuid, uuid, uuid, boolean, text) to authenticated;
select private.answer_calls('public.move_child(uuid, uuid, uuid, uuid, boolean, text)', 'management');
