-- A paid order gets its places (docs/decisions "Safety"; README "One booking, end to end", step 4).

create function private.unavailable_line(p_order_id uuid, p_at timestamptz)
returns integer
language sql
volatile
set search_path = ''
as $$
  with lines as (
    select l.*, row_number() over (partition by l.session_id, l.camp_id order by l.position) as nth,
      row_number() over (partition by l.camp_id, l.rung_id order by l.position) as nth_on_rung,
      row_number() over (partition by l.camp_id, l.sibling_rebate order by l.position) as nth_with_rebate
    from public.order_lines l where l.order_id = p_order_id and l.status <> 'cancelled'
  )
  select min(l.position)
  from lines l
  left join public.sessions s on s.id = l.session_id
  left join public.camp_weeks c on c.id = l.camp_id
  left join lateral private.tier_offer(c.tier, null) f on c.id is not null
  left join lateral (
    select (r ->> 'places')::numeric as places
    from jsonb_array_elements(f.details -> 'rungs') r where r ->> 'id' = l.rung_id and r ->> 'places' is not null
  ) rung on true
  where s.status <> 'scheduled' or c.cancelled_at is not null
    or l.nth > s.max_capacity - private.seats_taken(s.id, p_at, p_order_id)
    or l.nth > c.capacity - private.camp_seats_taken(c.id, p_at, p_order_id)
    or l.nth_on_rung > rung.places - private.camp_lines_taken(c.id, l.rung_id, p_at, p_order_id)
    or (l.sibling_rebate and l.nth_with_rebate
      > (f.details #>> '{sibling_rebate,places}')::numeric - private.camp_lines_taken(c.id, null, p_at, p_order_id))
$$;
comment on function private.unavailable_line(uuid, timestamptz) is
  'Returns the first line that lacks a free place, a place at its early-bird rung or a place with rebate. Returns '
  'null if all fit. The price that was paid stays valid. The result is reliable only under private.lock_order_places.';

create function private.has_any_place_started(p_order_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.order_lines l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_order_id and l.status <> 'cancelled'
      and coalesce(s.starts_at, c.starts_at) <= private.calendar_now())
$$;
comment on function private.has_any_place_started(uuid) is
  'Returns whether one of the order''s sessions or camps has begun.';


create function private.order_family(p_order public.orders)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id uuid := p_order.family_id;
begin
  if v_family_id is null then
    -- A guest gets a new family, because typing somebody's e-mail address must not give access to their family.
    insert into public.families (contact_name, contact_email, contact_phone)
    values (p_order.parent_name, p_order.parent_email, p_order.parent_phone)
    returning id into v_family_id;
    update public.orders set family_id = v_family_id where id = p_order.id;
  end if;
  -- If two orders for the same new child are paid at once, the second one waits here. It then finds the child that the
  -- first one created.
  perform from public.families where id = v_family_id for no key update;
  return v_family_id;
end;
$$;
comment on function private.order_family(public.orders) is
  'Locks and returns the family of an order. For a guest, creates the family first.';

create function private.order_child(p_child public.order_children, p_family_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_details public.order_child_details;
  v_child_id uuid := p_child.child_id;
  v_user_id constant uuid := (select user_id from public.orders where id = p_child.order_id);
begin
  if v_child_id is null then
    v_child_id := private.find_child(p_family_id, p_child.name, p_child.dob);
  end if;
  if v_child_id is null then
    insert into public.children (family_id, name, dob) values (p_family_id, p_child.name, p_child.dob)
    returning id into v_child_id;
  end if;
  if p_child.experience_level is not null then
    update public.children set experience_level = p_child.experience_level
    where id = v_child_id and experience_level is distinct from p_child.experience_level;
  end if;
  update public.order_children set child_id = v_child_id
  where order_id = p_child.order_id and position = p_child.position;

  delete from public.order_child_details where order_id = p_child.order_id and position = p_child.position
  returning * into v_details;
  if found then
    perform private.add_health(v_child_id, jsonb_build_object(
      'allergies', v_details.allergies, 'medical_conditions', v_details.medical_conditions), v_user_id, 'booking');
    if v_details.health_answer is not null then
      perform private.answer_health(v_child_id, v_details.health_answer = 'nothing', v_user_id, 'booking');
    end if;
    perform private.keep_order_people(
      p_child.order_id, v_child_id, v_details.emergency_contacts, v_details.pickup_authorizations);
  end if;
  return v_child_id;
end;
$$;
comment on function private.order_child(public.order_children, uuid) is
  'Returns the family''s child for a child of an order. It is known by its id, or found by name and birth date, or '
  'new. The experience, health and pick-up details of the checkout are added to the record; a payment never removes '
  'any.';

create function private.grant_pass(p_line public.order_lines, p_child_id uuid, p_family_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := (clock_timestamp() at time zone private.time_zone())::date;
  v_pass_id uuid;
begin
  insert into public.passes
    (family_id, child_id, order_line_id, offer_id, title, sessions_total, terms_id, valid_from, valid_until)
  values (p_family_id, p_child_id, p_line.id, p_line.offer_id, p_line.title, p_line.sessions, p_line.terms_id, v_today,
    v_today + p_line.validity_days)
  returning id into v_pass_id;
  insert into public.credit_ledger (pass_id, delta, reason) values (v_pass_id, p_line.sessions, 'granted');
  return v_pass_id;
end;
$$;
comment on function private.grant_pass(public.order_lines, uuid, uuid) is
  'Creates the pass of a paid line with its credits.';

create function private.book(p_session_id uuid, p_child_id uuid, p_family_id uuid, p_pass_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking_id uuid;
begin
  insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
  select id, session_date, session_time, p_child_id, p_family_id from public.sessions where id = p_session_id
  returning id into v_booking_id;
  insert into public.credit_ledger (pass_id, delta, reason, booking_id) values (p_pass_id, -1, 'booked', v_booking_id);
  return v_booking_id;
end;
$$;
comment on function private.book(uuid, uuid, uuid, uuid) is 'Books a child into a session with one credit of a pass. '
  'The caller has locked the session and checked for a free seat.';

create function private.place_line(p_line public.order_lines, p_child_id uuid, p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pass_id uuid;
begin
  if p_line.camp_id is not null then
    insert into public.camp_enrollments (camp_id, child_id, family_id, order_line_id, rung_id, sibling_rebate)
    values (p_line.camp_id, p_child_id, p_family_id, p_line.id, p_line.rung_id, p_line.sibling_rebate);
  elsif p_line.sessions is not null then
    v_pass_id := (private.sold_pass(p_line.id)).id;
    if v_pass_id is null then v_pass_id := private.grant_pass(p_line, p_child_id, p_family_id); end if;
    if p_line.session_id is not null then
      perform private.book(p_line.session_id, p_child_id, p_family_id, v_pass_id);
    end if;
  end if;
  update public.order_lines set status = 'placed' where id = p_line.id;
end;
$$;
comment on function private.place_line(public.order_lines, uuid, uuid) is
  'Gives a paid line what it bought: a pass with its first booking, or a place on a camp. Other packages need only '
  'the line. The caller has locked the places and checked that they are free.';

create function private.is_enrolled(p_line public.order_lines)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select exists (
    select from (
      select coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)) as child_id
      from public.order_children c join public.orders o on o.id = c.order_id
      where c.order_id = p_line.order_id and c.position = p_line.child_position
    ) k
    where exists (select from public.bookings b
        where b.session_id = p_line.session_id and b.child_id = k.child_id and b.status = 'booked')
      or exists (select from public.camp_enrollments e
        where e.camp_id = p_line.camp_id and e.child_id = k.child_id and e.status = 'enrolled')));
end;
$$;
comment on function private.is_enrolled(public.order_lines) is
  'Returns whether another order has already given the line''s child a place in the session or camp.';

create function private.enrol_family(p_order_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_family_id uuid;
  v_child public.order_children;
begin
  select * into v_order from public.orders where id = p_order_id;
  v_family_id := private.order_family(v_order);
  for v_child in
    select c.* from public.order_children c
    where c.order_id = p_order_id
      and exists (select from public.order_lines l where l.order_id = p_order_id and l.child_position = c.position)
    order by c.position
  loop
    perform private.order_child(v_child, v_family_id);
  end loop;
  delete from public.holds where order_id = p_order_id;
  perform private.record_checkout_consents(p_order_id);
  return v_family_id;
end;
$$;
comment on function private.enrol_family(uuid) is
  'Creates the family and the children of a paid order, records its consents and deletes its holds. Returns the '
  'family''s id. A second call creates nothing twice.';

create function private.child_of(p_line public.order_lines)
returns uuid
language sql
stable
set search_path = ''
as $$
  select child_id from public.order_children where order_id = p_line.order_id and position = p_line.child_position
$$;
comment on function private.child_of(public.order_lines) is 'Returns the child of a paid line.';

create function private.enrol(p_order_id uuid, p_statuses text[] default '{open,needs_choice}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.enrol_family(p_order_id);
  v_line public.order_lines;
begin
  for v_line in
    select * from public.order_lines where order_id = p_order_id and status = any (p_statuses) order by position
  loop
    perform private.place_line(v_line,
      (select child_id from public.order_children where order_id = p_order_id and position = v_line.child_position),
      v_family_id);
  end loop;
  perform private.keep_trial_claims(p_order_id);
end;
$$;
comment on function private.enrol(uuid, text[]) is
  'Creates family, children, passes, credits, bookings and enrolments of a paid order''s lines, and deletes its '
  'holds. The caller has locked the order and its places and checked that the places are free.';
