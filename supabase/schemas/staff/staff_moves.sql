-- Staff move a child to another session or camp until the moment it begins, also above its capacity, for a reason
-- (decisions "Moves by staff"). The money does not change.

create function private.place_of(p_child_id uuid, p_place_id uuid)
returns table (family_id uuid, order_id uuid, line_id uuid, booking_id uuid, pass_id uuid)
language sql
stable
set search_path = ''
as $$
  select e.family_id, l.order_id, l.id, null::uuid, null::uuid
  from public.camp_enrollments e left join public.order_lines l on l.id = e.order_line_id
  where e.camp_id = p_place_id and e.child_id = p_child_id and e.status = 'enrolled'
  union all
  select b.family_id, l.order_id, l.id, b.id, p.id
  from public.bookings b
  left join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
  left join public.passes p on p.id = k.pass_id
  left join public.order_lines l on l.id = p.order_line_id
  where b.session_id = p_place_id and b.child_id = p_child_id and b.status = 'booked'
$$;
comment on function private.place_of(uuid, uuid) is
  'The spot of a child in a session or camp, and the line that paid for it: one row, or none. The booking and the pass '
  'are those of a session.';

create function private.staff_move_targets(p_child_id uuid, p_from uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 60;
  v_now constant timestamptz := private.calendar_now();
  v_line public.order_lines;
  v_pass public.passes;
  v_days date[];
begin
  select l.* into v_line from private.place_of(p_child_id, p_from) o join public.order_lines l on l.id = o.line_id;
  if v_line.camp_id is not null then
    return array(
      select w.id from public.camp_weeks w
      where w.id <> p_from and w.starts_at > v_now and private.is_camp_on_sale(w)
        and (private.camp_offer(w.id)).id = v_line.offer_id
        and not exists (select from public.camp_enrollments e
          where e.camp_id = w.id and e.child_id = p_child_id and e.status = 'enrolled')
      order by w.starts_at, w.id limit c_most);
  end if;
  select p.* into v_pass from private.place_of(p_child_id, p_from) o join public.passes p on p.id = o.pass_id;
  select array_agg(distinct session_date) into v_days from public.sessions
  where status = 'scheduled' and starts_at > v_now and session_date <= coalesce(v_pass.valid_until, 'infinity');
  return array(
    select s.id from public.sessions s
    join public.class_types t on t.id = s.class_type_id
    left join private.team_standings(p_child_id, v_days) g on g.day = s.session_date and g.team = t.team
    where s.id <> p_from and s.status = 'scheduled' and s.starts_at > v_now
      and s.session_date between v_pass.valid_from and coalesce(v_pass.valid_until, 'infinity')
      -- A single session may be any team's, as in private.move_session_line.
      and (v_pass.sessions_total = 1 or g.problem is null)
      and not exists (select from public.bookings b
        where b.session_id = s.id and b.child_id = p_child_id and b.status = 'booked')
    order by s.starts_at, s.id limit c_most);
end;
$$;
comment on function private.staff_move_targets(uuid, uuid) is
  'Where staff can move a child from a session or camp: the next sessions within the pass that the child''s teams '
  'allow, or the next camps of the same offer that are on sale, full ones included.';

create function public.list_staff_move_targets(p_child_id uuid, p_from uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if not exists (select from private.place_of(p_child_id, p_from)) then perform private.fail('booking_not_found', 'p_child_id'); end if;
  return (
    select jsonb_build_object('targets', coalesce(jsonb_agg(p.place order by p.starts_at, p.place ->> 'location', p.id), '[]'))
    from private.schedule_places(private.staff_move_targets(p_child_id, p_from)) p);
end;
$$;
comment on function public.list_staff_move_targets(uuid, uuid) is
  'For admins: the sessions or camps that a child can be moved to from this one, full ones included: MoveTargets '
  '(contract/staff-moves.ts). Refuses not_allowed, booking_not_found, rate_limited. Definer: see get_schedule.';
grant execute on function public.list_staff_move_targets(uuid, uuid) to authenticated;
select private.answer_calls('public.list_staff_move_targets(uuid, uuid)', 'management');

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
begin
  select * into v_place from private.place_of(p_child_id, p_from);
  if not found then perform private.fail('booking_not_found', 'p_child_id'); end if;
  select * into v_line from public.order_lines where id = v_place.line_id;
  select s.status = 'cancelled', s.starts_at into v_is_cancelled, v_starts_at from public.sessions s where s.id = p_from;
  if not found then
    select w.cancelled_at is not null, w.starts_at into v_is_cancelled, v_starts_at from public.camp_weeks w where w.id = p_from;
  end if;
  -- What we cancelled is the family's choice: another date, a credit or the money.
  if v_is_cancelled then
    perform private.fail(case when v_place.booking_id is null then 'camp_cancelled' else 'session_not_found' end, 'p_from');
  end if;
  if v_starts_at <= private.calendar_now() then
    perform private.fail(case when v_place.booking_id is null then 'camp_started' else 'session_started' end, 'p_from');
  end if;
  if v_line.id is not null then perform private.refuse_refunded(v_line, 'p_child_id'); end if;
  if v_line.camp_id is not null then perform private.refuse_open_instalments(v_line.order_id, 'p_child_id'); end if;
  -- A camp moves with the line that paid for it, a class with its pass.
  if v_place.booking_id is null and v_line.status is distinct from 'placed' or v_place.booking_id is not null and v_place.pass_id is null then
    perform private.fail('line_closed', 'p_child_id');
  end if;
end;
$$;
comment on function private.check_staff_move(uuid, uuid) is
  'Refuses a spot that cannot be moved: booking_not_found, camp_cancelled, session_not_found, camp_started, '
  'session_started, already_refunded, instalments_open, line_closed (not sold here). Reliable under the locks of '
  'move_child.';

create function private.add_spot_if_full(p_place_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
begin
  update public.sessions set max_capacity = max_capacity + 1
  where id = p_place_id and max_capacity < 100 and private.seats_taken(id, v_now) >= max_capacity;
  if found then return true; end if;
  update public.camp_weeks set capacity = capacity + 1
  where id = p_place_id and capacity < 500 and private.camp_seats_taken(id, v_now) >= capacity;
  return found;
end;
$$;
comment on function private.add_spot_if_full(uuid) is
  'Adds one spot to a session or camp if it is full: whether it did. The caller has locked it, served the waitlist '
  'before, and takes the spot in the same transaction, so that nobody else gets it.';

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
  -- Price, discount and rebate stay as paid: no entry is posted.
  v_new := private.set_line_place(v_old, null, p_to, 'p_to');
  update public.camp_enrollments set status = 'cancelled' where order_line_id = v_old.id and status = 'enrolled';
  perform private.place_line(v_new, private.child_of(v_new), (select family_id from public.orders where id = v_new.order_id));
  -- Moving to a later camp must not lead to a better refund.
  update public.order_lines set refund_starts_at = least(refund_starts_at, (select starts_at from public.camp_weeks where id = p_from))
  where id = v_old.id;
  perform private.queue_moved_mail(v_old.order_id, array[v_old.id], p_old => v_old);
  perform private.offer_released_places('{}', array[p_from]);
  return v_is_added;
end;
$$;
comment on function private.move_camp_by_staff(uuid, uuid, uuid, boolean) is
  'Moves the spot of a line to another camp of its offer, mails the family and offers the released spot: whether one '
  'was added. The caller holds the locks and has checked private.check_staff_move.';

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
    -- The credit returns however late it is, and the same pass pays again.
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
  'Moves a booking to another session with its credit, mails the family and offers the released spot: whether one was '
  'added. The caller holds the locks and has checked private.check_staff_move.';

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
  -- A repeated request was answered before.
  if not exists (select from public.family_notes where id = p_note_id) then
    select * into v_place from private.place_of(p_child_id, p_from);
    if not found then perform private.fail('booking_not_found', 'p_child_id'); end if;
    -- The order of locks is that of orders/places.sql.
    perform from public.orders where id = v_place.order_id for no key update;
    perform private.lock_places(
      case when v_is_camp then '{}' else array[p_from, p_to] end, case when v_is_camp then array[p_from, p_to] else '{}' end);
    -- Spots whose holds have expired are offered to the waitlist first.
    perform private.offer_all(case when v_is_camp then '{}' else array[p_to] end, case when v_is_camp then array[p_to] else '{}' end);
    perform private.lock_family(p_child_id);
    perform private.check_staff_move(p_child_id, p_from);
    v_is_added := case when v_is_camp then private.move_camp_by_staff(v_place.line_id, p_from, p_to, coalesce(p_adds_spot, false))
      else private.move_class_by_staff(p_child_id, p_from, p_to, coalesce(p_adds_spot, false)) end;
    insert into public.family_notes (id, family_id, child_id, note, written_by)
    values (p_note_id, v_place.family_id, p_child_id, format('Moved from %s to %s%s. Why: %s', private.place_label(p_from),
      private.place_label(p_to), case when v_is_added then ', with a spot added' else '' end, v_reason), (select auth.uid()));
  end if;
  return private.schedule_place(p_from) || jsonb_build_object('added', v_is_added);
end;
$$;
comment on function public.move_child(uuid, uuid, uuid, uuid, boolean, text) is
  'For admins: moves a child from a session or camp to another one, until the earlier of them begins. Price, discounts '
  'and credits stay; the family is mailed; the log has who, from where and to where, and a note of the family has the '
  'reason -> MovedChild (contract/staff-moves.ts) of the one that was left. p_adds_spot: if it is full, a spot is added '
  'for this child alone, past the waitlist. The browser generates p_note_id, so that a repeated request acts once. '
  'Refuses not_allowed, invalid_input (field), as private.check_staff_move, and with a field under p_to or p_target '
  'as private.check_place, private.spend_credit and private.check_team, offer_not_available for a camp of another '
  'offer, pass_expired, rate_limited. Definer: takes spots under their locks.';
grant execute on function public.move_child(uuid, uuid, uuid, uuid, boolean, text) to authenticated;
select private.answer_calls('public.move_child(uuid, uuid, uuid, uuid, boolean, text)', 'management');
