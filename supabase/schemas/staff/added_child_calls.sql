-- With these calls staff add a child to a session or camp, and remove a child for whom nobody paid here (docs/decisions
-- "Adding a child").

create function private.add_child(
  p_note_id uuid, p_child_id uuid, p_place_id uuid, p_way text, p_expected_capacity integer, p_allows_age boolean, p_reason text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_id constant uuid := (select id from public.sessions where id = p_place_id);
  v_camp_id constant uuid := (select id from public.camp_weeks where id = p_place_id);
  v_family_id uuid;
  v_booking_id uuid;
  v_is_added boolean;
  v_expires_at timestamptz;
  v_mails integer := 1;
  v_age record;
begin
  if v_session_id is null and v_camp_id is null then perform private.fail('place_not_found', 'p_place_id'); end if;
  if p_way is null or p_way not in ('free', 'credit', 'offer') or p_way = 'credit' and v_session_id is null then
    perform private.fail('invalid_input', 'p_way');
  end if;
  perform private.check_maintenance();
  -- The locks are taken in the order that orders/places.sql describes.
  perform private.lock_places(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
  -- Spots whose holds have expired are offered to the waitlist first.
  perform private.offer_all(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
  perform from public.waitlist_entries
  where (session_id = v_session_id or camp_id = v_camp_id) and status in ('waiting', 'offered') order by id for update;
  v_family_id := private.lock_family(p_child_id);
  if v_family_id is null then perform private.fail('child_not_found', 'p_child_id'); end if;
  if exists (select from public.families where id = v_family_id and erased_at is not null) then
    perform private.fail('family_not_found', 'p_child_id');
  end if;
  perform private.check_addable(p_child_id, v_session_id, v_camp_id);
  -- A credit takes the spot that the waitlist may already hold for this child. The other ways are refused then, because
  -- that spot would stay held.
  if p_way = 'credit' then perform private.take_offer(v_session_id, p_child_id, null); end if;
  -- A sibling who waits has an entry of its own, so staff can offer this child a spot.
  if exists (
    select from public.waitlist_entries e join public.waitlist_children c on c.entry_id = e.id
    join public.children k on k.id = p_child_id
    where (e.session_id = v_session_id or e.camp_id = v_camp_id)
      and (c.child_id = k.id or e.family_id = k.family_id and c.child_id is null
        and private.name_key(c.name) = private.name_key(k.name) and c.dob is not distinct from k.dob)
      and (e.status in ('offered', 'accepted') or p_way = 'offer' and e.status = 'waiting') and p_way <> 'credit') then
    perform private.fail('already_waiting', 'p_child_id');
  end if;
  perform private.refuse_own_ahead(v_family_id, null, v_session_id, v_camp_id,
    coalesce(private.places_free(v_session_id, v_camp_id, clock_timestamp()) <= 0, true), 'p_child_id');
  v_is_added := private.make_spot(v_session_id, v_camp_id, p_expected_capacity);
  select * into v_age from private.age_problem(p_child_id, v_session_id, v_camp_id);
  if p_way = 'credit' then
    v_booking_id := private.spend_credit(p_child_id, v_session_id, null, 'p_place_id', 'p_child_id');
    perform private.line_follows(null, v_booking_id);
    perform private.queue_booked_mails(array[v_booking_id]);
  elsif p_way = 'offer' then
    v_expires_at := private.offer_to_child(p_child_id, v_family_id, v_session_id, v_camp_id);
  else
    v_mails := private.take_free_spot(p_child_id, v_family_id, v_session_id, v_camp_id, p_allows_age);
  end if;
  insert into public.family_notes (id, family_id, child_id, note, written_by)
  values (p_note_id, v_family_id, p_child_id, format('%s: %s%s%s%s. Why: %s',
    case p_way when 'credit' then 'Booked with a credit' when 'offer' then 'Spot offered' else 'Free spot' end,
    private.place_label(p_place_id),
    case when p_way = 'free' then format(', worth S$%s',
      trim_scale(round(private.spot_worth(v_session_id, v_camp_id) / 100.0, 2))) end,
    case when v_is_added then ', with a spot added' end,
    case when p_way = 'free' and v_age.code is not null then format(', although it is for %s %s',
      case v_age.code when 'level_not_allowed' then 'levels' else 'ages' end, v_age.detail) end,
    p_reason), (select auth.uid()));
  return jsonb_build_object('added', v_is_added, 'mailed', v_mails > 0, 'expires_at', private.iso(v_expires_at));
end;
$$;
comment on function private.add_child(uuid, uuid, uuid, text, integer, boolean, text) is
  'Adds a child (see public.add_child). Returns {added, mailed, expires_at}. added says whether a spot was added to '
  'the capacity, and mailed whether the family was mailed. expires_at is the deadline of an offer, or null.';

create function public.preview_added_child(p_child_id uuid, p_place_id uuid, p_way text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_capacity integer;
  v_ahead jsonb;
  v_preview jsonb;
  v_place jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.lock_places(array[p_place_id], array[p_place_id]);
  select coalesce((select max_capacity from public.sessions where id = p_place_id),
    (select capacity from public.camp_weeks where id = p_place_id)) into v_capacity;
  select jsonb_build_object('count', count(*), 'names', coalesce(jsonb_agg(e.parent_name order by e.joined_at, e.id)
    filter (where e.at <= 5), '[]')) into v_ahead
  from (
    select *, row_number() over (order by joined_at, id) as at from public.waitlist_entries
    where (session_id = p_place_id or camp_id = p_place_id) and status = 'waiting') e;
  begin
    -- The child is added, and then everything is rolled back. So the preview cannot differ from the real call.
    v_preview := private.add_child(gen_random_uuid(), p_child_id, p_place_id, p_way, v_capacity, true, 'Preview');
    select s.place into v_place from private.schedule_places(array[p_place_id]) s;
    v_preview := v_preview || private.asked_details(p_child_id) || jsonb_build_object(
      'capacity', v_capacity, 'ahead', v_ahead,
      -- A spot that is offered or held is no booking yet, but its child will need a coach.
      'place', v_place || jsonb_build_object('in_care',
        (v_place ->> 'in_care')::integer + greatest(0, (v_place ->> 'taken')::integer - (v_place ->> 'booked')::integer)),
      'worth_cents', case when p_way = 'free' then private.spot_worth(
        (select id from public.sessions where id = p_place_id), (select id from public.camp_weeks where id = p_place_id)) end,
      'age', (select jsonb_build_object('code', a.code, 'detail', a.detail) from private.age_problem(p_child_id,
        (select id from public.sessions where id = p_place_id), (select id from public.camp_weeks where id = p_place_id)) a),
      'clashes', private.clashes_of_child(p_child_id, p_place_id));
    raise exception 'taken back' using errcode = 'OTRYO';
  exception when sqlstate 'OTRYO' then null;
  end;
  return v_preview;
end;
$$;
comment on function public.preview_added_child(uuid, uuid, text) is
  'For admins. Returns what add_child would do, as AddedChildPreview (contract/added-children.ts), with the place as '
  'it would be; its in_care includes spots that are offered or held. Exceptions of capacity and age count as allowed. '
  'Fails with the codes of add_child. Definer: see move_child.';
grant execute on function public.preview_added_child(uuid, uuid, text) to authenticated;
select private.answer_calls('public.preview_added_child(uuid, uuid, text)', 'management');

create function public.add_child(
  p_note_id uuid, p_child_id uuid, p_place_id uuid, p_way text, p_expected_capacity integer, p_allows_age boolean, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_added jsonb := '{"added": false, "mailed": true, "expires_at": null}';
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200);
  -- A repeated request changes nothing, and gets its answer below.
  perform pg_advisory_xact_lock(hashtextextended('add_child:' || p_note_id, 0));
  if not exists (select from public.family_notes where id = p_note_id) then
    v_added := private.add_child(p_note_id, p_child_id, p_place_id, p_way, p_expected_capacity, p_allows_age, v_reason);
  end if;
  return private.schedule_place(p_place_id) || v_added;
end;
$$;
comment on function public.add_child(uuid, uuid, uuid, text, integer, boolean, text) is
  'For admins. Adds a child to a session or camp until it begins. p_way is free (nobody pays, and nothing can be '
  'refunded), credit (sessions: the pass that expires first pays) or offer (the child joins the waitlist and is '
  'offered a spot ahead of others). If it is full, a spot is added for this child alone, past the waitlist, if its '
  'capacity is still p_expected_capacity; null adds none. p_allows_age lets a child in who is too young, too old or '
  'not good enough (free only). A note of the family stores who, what and why, and the family is mailed. The browser '
  'generates p_note_id, so that a repeated request acts once. Returns AddedChild (contract/added-children.ts). Fails '
  'with not_allowed, invalid_input (field), place_not_found, child_not_found, family_not_found, sales_stopped, '
  'already_waiting, changed_meanwhile, session_full, camp_full, the codes of private.check_addable, '
  'private.take_free_spot, private.offer_to_child and private.spend_credit, own_balance (private.refuse_own_ahead), '
  'rate_limited. Definer: takes spots under '
  'their locks.';
grant execute on function public.add_child(uuid, uuid, uuid, text, integer, boolean, text) to authenticated;
select private.answer_calls('public.add_child(uuid, uuid, uuid, text, integer, boolean, text)', 'management');

create function public.remove_unpaid_child(p_note_id uuid, p_child_id uuid, p_place_id uuid, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_reason text;
  v_session_id constant uuid := (select id from public.sessions where id = p_place_id);
  v_camp_id constant uuid := (select id from public.camp_weeks where id = p_place_id);
  v_family_id uuid;
  v_spot record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_note_id is null then perform private.fail('invalid_input', 'p_note_id'); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200);
  if v_session_id is null and v_camp_id is null then perform private.fail('place_not_found', 'p_place_id'); end if;
  perform pg_advisory_xact_lock(hashtextextended('add_child:' || p_note_id, 0));
  if not exists (select from public.family_notes where id = p_note_id) then
    perform private.lock_places(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
    v_family_id := private.lock_family(p_child_id);
    if not private.has_place(p_child_id, v_session_id, v_camp_id) then perform private.fail('booking_not_found', 'p_child_id'); end if;
    select * into v_spot from private.unpaid_children(p_place_id) u where u.child_id = p_child_id;
    -- If the spot was paid for, it is cancelled through its order or with its credit, because the family then gets
    -- something back.
    if not found then perform private.fail('line_closed', 'p_child_id'); end if;
    if private.is_cancelled(v_session_id, v_camp_id) then
      perform private.fail(case when v_camp_id is null then 'session_not_found' else 'camp_cancelled' end, 'p_place_id');
    end if;
    if (select starts_at from public.sessions where id = v_session_id union all
        select starts_at from public.camp_weeks where id = v_camp_id) <= private.calendar_now() then
      perform private.fail(case when v_camp_id is null then 'session_started' else 'camp_started' end, 'p_place_id');
    end if;
    if private.mark_state(v_spot.booking_id, v_spot.enrollment_id, private.calendar_today()) ->> 'state' in ('in', 'out') then
      perform private.refuse_checked_in(array[p_child_id], 'p_child_id');
    end if;
    update public.bookings set status = 'cancelled', attended = null where id = v_spot.booking_id;
    update public.camp_enrollments set status = 'cancelled' where id = v_spot.enrollment_id;
    perform private.queue_free_spot_mail(coalesce(v_spot.booking_id, v_spot.enrollment_id)::text, p_child_id, v_family_id,
      v_session_id, v_camp_id, true);
    insert into public.family_notes (id, family_id, child_id, note, written_by)
    values (p_note_id, v_family_id, p_child_id, format('Taken off %s, where nothing had been paid. Why: %s',
      private.place_label(p_place_id), v_reason), (select auth.uid()));
    perform private.offer_released_places(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
  end if;
  return private.schedule_place(p_place_id);
end;
$$;
comment on function public.remove_unpaid_child(uuid, uuid, uuid, text) is
  'For admins. Removes a child for whom nobody paid here from a session or camp, until it begins. Nothing is refunded. '
  'The waitlist gets the spot first, the family is mailed, and a note stores who removed the child, and why. Returns '
  'ScheduleItemDetails (contract/management-schedule.ts). A repeated request acts once. Fails with not_allowed, '
  'invalid_input (field), place_not_found, booking_not_found, line_closed (somebody paid for it), session_not_found, '
  'camp_cancelled, session_started, camp_started, child_checked_in (today), rate_limited. Definer: see add_child.';
grant execute on function public.remove_unpaid_child(uuid, uuid, uuid, text) to authenticated;
select private.answer_calls('public.remove_unpaid_child(uuid, uuid, uuid, text)', 'management');
