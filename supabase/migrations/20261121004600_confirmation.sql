-- Confirmation: a payment becomes a booking, once, or an open decision for staff; never a lost charge
-- (decisions "Safety"; README "One booking, end to end", step 4).

-- Paid after the hold lapsed ---------------------------------------------------------------------------

create function private.misfit(p_order_id uuid, p_at timestamptz)
returns integer
language sql
volatile
set search_path = ''
as $$
  with lines as (
    select l.*, row_number() over (partition by l.session_id, l.camp_id order by l.position) as nth,
      row_number() over (partition by l.camp_id, l.rung_id order by l.position) as nth_on_rung,
      row_number() over (partition by l.camp_id, l.sibling_rebate order by l.position) as nth_with_rebate
    from public.order_lines l where l.order_id = p_order_id
  )
  select min(l.position)
  from lines l
  left join public.sessions s on s.id = l.session_id
  left join public.camp_weeks c on c.id = l.camp_id
  left join lateral private.tier_offer(c.tier) f on c.id is not null
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
comment on function private.misfit(uuid, timestamptz) is
  'Position of the first line for which, beside everybody else''s, there is no place, no place on the early-bird rung that it was sold at, or none with rebate; null when all fit. Prices may have changed since: what was paid stands. Only meaningful under private.lock_order_places.';

create function private.begun(p_order_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.order_lines l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_order_id and coalesce(s.starts_at, c.starts_at) <= private.calendar_now())
$$;
comment on function private.begun(uuid) is 'Has one of the order''s sessions or camps begun?';

-- From an order to a family's bookings -------------------------------------------------------------------

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
    -- A guest's family of its own: who merely types somebody's e-mail address must not get into their family.
    insert into public.families (contact_name, contact_email, contact_phone)
    values (p_order.parent_name, p_order.parent_email, p_order.parent_phone)
    returning id into v_family_id;
    update public.orders set family_id = v_family_id where id = p_order.id;
  end if;
  -- Two orders paid at once for one new child: the second finds the child that the first made.
  perform from public.families where id = v_family_id for no key update;
  return v_family_id;
end;
$$;
comment on function private.order_family(public.orders) is 'The family that an order is for, locked; a guest''s is made.';

create function private.order_child(p_child public.order_children, p_family_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_details public.order_child_details;
  v_child_id uuid := p_child.child_id;
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
    insert into public.child_health as h (child_id, allergies, medical_conditions)
    values (v_child_id, v_details.allergies, v_details.medical_conditions)
    -- What the family told before stays, unless it says something new.
    on conflict (child_id) do update set
      allergies = coalesce(excluded.allergies, h.allergies),
      medical_conditions = coalesce(excluded.medical_conditions, h.medical_conditions);
    perform private.save_people(
      p_family_id, v_child_id, v_details.emergency_contacts, v_details.pickup_authorizations);
  end if;
  return v_child_id;
end;
$$;
comment on function private.order_child(public.order_children, uuid) is
  'The child that an order''s child is: known, found in the family by name and birth date, or new; with what the checkout told about experience, health and pickup.';

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
    (family_id, child_id, order_line_id, offer_id, title, sessions_total, make_ups_total, valid_from, valid_until)
  values (p_family_id, p_child_id, p_line.id, p_line.offer_id, p_line.title, p_line.sessions, p_line.make_ups, v_today,
    v_today + p_line.validity_days)
  returning id into v_pass_id;
  insert into public.credit_ledger (pass_id, delta, reason) values (v_pass_id, p_line.sessions, 'granted');
  return v_pass_id;
end;
$$;
comment on function private.grant_pass(public.order_lines, uuid, uuid) is 'The pass of a paid line, with its credits.';

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
comment on function private.book(uuid, uuid, uuid, uuid) is
  'Books a child into a session with a credit of a pass. The caller has locked the session and made sure of the seat.';

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
    select id into v_pass_id from public.passes where order_line_id = p_line.id;
    if v_pass_id is null then v_pass_id := private.grant_pass(p_line, p_child_id, p_family_id); end if;
    if p_line.session_id is not null then
      perform private.book(p_line.session_id, p_child_id, p_family_id, v_pass_id);
    end if;
  end if;
  update public.order_lines set status = 'placed' where id = p_line.id;
end;
$$;
comment on function private.place_line(public.order_lines, uuid, uuid) is
  'Gives a paid line what it bought: pass with its first booking, place on a camp, or for another package the line itself. The caller has locked the places and made sure of them.';

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
comment on function private.is_enrolled(public.order_lines) is 'Is the line''s child in the session or camp already, by another order?';

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
  'Makes family and children of a paid order, records its consents and lets go of its holds: the family. Repeating it makes nothing twice.';

create function private.enrol(p_order_id uuid)
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
    select * from public.order_lines where order_id = p_order_id and status in ('open', 'needs_choice') order by position
  loop
    perform private.place_line(v_line,
      (select child_id from public.order_children where order_id = p_order_id and position = v_line.child_position),
      v_family_id);
  end loop;
  perform private.keep_once(p_order_id);
end;
$$;
comment on function private.enrol(uuid) is
  'Makes family, children, passes, credits, bookings and enrolments of a paid order''s lines, and lets go of its holds. The caller has locked order and places and made sure of them.';

create function private.queue_order_mail(
  p_template text, p_order_id uuid, p_about text default null, p_more jsonb default '{}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := private.order_view(p_order_id);
begin
  -- Of an order whose people were forgotten nobody is told anything.
  if v_order ->> 'parent_email' is null then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values (
    p_template || ':' || coalesce(p_about, p_order_id::text),
    p_template,
    v_order ->> 'parent_email',
    v_order || p_more || private.mail_links(p_template, p_order_id, v_order ->> 'parent_email') || jsonb_build_object(
      'refund_waits', p_template = 'order_cancelled' and exists (
        select from public.refunds where order_id = p_order_id and private.refund_status(refunds) = 'waiting'),
      'parent_first_name', split_part(v_order ->> 'parent_name', ' ', 1),
      -- Of a child a mail knows the first name and nothing else.
      'lines', (
        select jsonb_agg(value || jsonb_build_object('child_name', split_part(value ->> 'child_name', ' ', 1))
          order by ordinality)
        from jsonb_array_elements(v_order -> 'lines') with ordinality),
      'receipt', jsonb_build_object(
        'number', v_order -> 'number', 'paid_at', v_order -> 'paid_at', 'currency', v_order -> 'currency',
        'total_cents', v_order -> 'total_cents', 'gst', v_order -> 'gst',
        'lines', (
          select jsonb_agg(jsonb_build_object('title', value -> 'title', 'price_cents', value -> 'total_cents')
            order by ordinality)
          from jsonb_array_elements(v_order -> 'lines') with ordinality))))
  on conflict (key) do nothing;
end;
$$;
comment on function private.queue_order_mail(text, uuid, text, jsonb) is
  'Queues a mail about an order, once per template and order, or per template and p_about. p_more: what happened, see outbox.payload.';

create function private.open_decision(
  p_kind text, p_payment public.payments, p_order public.orders, p_more jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.payment_decisions (kind, payment_id, order_id, details)
  values (p_kind, p_payment.id, p_order.id, jsonb_build_object(
    'amount_cents', p_payment.amount_cents, 'currency', p_payment.currency,
    'order_number', p_order.number, 'order_total_cents', p_order.total_cents, 'order_status', p_order.status) || p_more)
  on conflict (payment_id, kind) do nothing
$$;
comment on function private.open_decision(text, public.payments, public.orders, jsonb) is
  'Leaves a charge to a person. The order may be a row of nulls; p_more goes to the details.';

create function private.apply_payment(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_order.id is null then
    perform private.open_decision('unknown_order', p_payment, p_order);
    return 'unknown_order';
  end if;
  if p_order.status in ('paid', 'paid_late') then
    perform private.open_decision('duplicate_payment', p_payment, p_order);
    return 'duplicate_payment';
  end if;
  -- An order without consents was never settled: nothing that we know of could have been paid.
  if p_payment.amount_cents <> p_order.total_cents or p_payment.currency <> p_order.currency
    or p_order.consents_at is null then
    update public.orders set outcome = 'under_review' where id = p_order.id;
    perform private.open_decision('mismatch', p_payment, p_order);
    return 'mismatch';
  end if;
  return private.take_places(p_payment, p_order);
end;
$$;
comment on function private.apply_payment(public.payments, public.orders) is
  'What a new charge does to its order, which the caller has locked. Answers a result of confirm_order.';

create function private.take_places(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now timestamptz;
  v_in_time boolean;
  v_carries boolean;
  v_used boolean;
begin
  perform private.lock_paid_places(p_order.id);
  v_now := clock_timestamp();
  v_used := private.claim_once(p_order.id, v_now, 'paid') is not null;
  if v_used and not private.is_move(p_order.id) then return private.refuse_used(p_payment, p_order); end if;
  v_carries := private.can_carry(p_order.id);
  v_in_time := private.is_held(p_order.id, v_now) and v_carries and not exists (
    select from public.order_lines l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_order.id and (s.status <> 'scheduled' or c.cancelled_at is not null or private.is_enrolled(l)))
    and not v_used;

  -- Late, or called off meanwhile: take the places if they are there, of what has not begun.
  if not v_in_time and (
    not v_carries
    or private.misfit(p_order.id, v_now) is not null
    or private.begun(p_order.id)
    or exists (select from public.order_lines l where l.order_id = p_order.id and private.is_enrolled(l))
    or v_used
  ) then
    delete from public.holds where order_id = p_order.id;
    -- The family still has the place that it wanted to move from, or what it took for it.
    if private.is_move(p_order.id) then return private.refuse_move(p_payment, p_order); end if;
    update public.order_lines set status = 'needs_choice' where order_id = p_order.id;
    update public.orders set status = 'paid_late', outcome = 'needs_choice', paid_at = v_now where id = p_order.id;
    perform private.open_decision('paid_late', p_payment, p_order);
    perform private.queue_order_mail('paid_late_choice', p_order.id);
    -- Of siblings one may have held a place that is now nobody's.
    perform private.order_places_freed(p_order.id);
    return 'needs_choice';
  end if;

  perform private.enrol(p_order.id);
  if v_in_time then
    update public.orders set status = 'paid', outcome = null, paid_at = v_now where id = p_order.id;
  else
    update public.orders set status = 'paid_late', outcome = 'reseated', paid_at = v_now where id = p_order.id;
  end if;
  perform private.give_up_moved(p_order.id);
  perform private.queue_order_mail(case when v_in_time then 'booking_confirmed' else 'paid_late_reseated' end, p_order.id);
  return case when v_in_time then 'confirmed' else 'reseated' end;
end;
$$;
comment on function private.take_places(public.payments, public.orders) is
  'Gives an order, locked by private.lock_paid_order, what its charge pays for, or leaves the choice to the parent: confirmed, reseated or needs_choice. A move that cannot be made any more, and a try-out that the child has had, are paid back at once (needs_choice too: there is nothing left to choose).';

create function private.note_charge(
  p_payment_intent text, p_session_id text, p_invoice_id text, p_order_id uuid, p_amount_cents integer, p_currency text)
returns public.payments
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  -- Two reports that know no name in common: what the order is still charged without (whose row the caller holds).
  select * into v_payment from public.payments p
  where p.order_id = p_order_id and p.provider = 'stripe' and p.amount_cents = p_amount_cents and p.currency = p_currency
    and num_nonnulls(p.payment_intent, p_payment_intent) = 1 and num_nonnulls(p.session_id, p_session_id) = 1
  order by p.created_at limit 1;
  if v_payment.id is null then
    -- Whoever reports the same name at this moment waits here until the first is through.
    insert into public.payments (payment_intent, session_id, invoice_id, order_id, amount_cents, currency)
    values (p_payment_intent, p_session_id, p_invoice_id, p_order_id, p_amount_cents, p_currency)
    on conflict do nothing
    returning * into v_payment;
    if v_payment.id is not null then return v_payment; end if;
    select * into v_payment from public.payments p
    where p.payment_intent = p_payment_intent or p.session_id = p_session_id or p.invoice_id = p_invoice_id
    -- A row that shares what charged is the charge, whatever else another row shares.
    order by coalesce(p.payment_intent = p_payment_intent, false) desc limit 1;
  end if;
  if v_payment.payment_intent <> p_payment_intent and coalesce(v_payment.invoice_id <> p_invoice_id, true) then
    -- Charged twice for one session. An invoice is paid once, whichever of its attempts a report names.
    insert into public.payments (payment_intent, order_id, amount_cents, currency)
    values (p_payment_intent, p_order_id, p_amount_cents, p_currency)
    on conflict do nothing
    returning * into v_payment;
    if v_payment.id is null then
      select * into v_payment from public.payments where payment_intent = p_payment_intent;
    end if;
    return v_payment;
  end if;
  -- The names that this report adds; one that stands on another row already stays there.
  update public.payments p set
    payment_intent = coalesce(p.payment_intent, p_payment_intent),
    session_id = coalesce(p.session_id, (
      select p_session_id where not exists (select from public.payments where session_id = p_session_id))),
    invoice_id = coalesce(p.invoice_id, (
      select p_invoice_id where not exists (select from public.payments where invoice_id = p_invoice_id)))
  where p.id = v_payment.id
  returning * into v_payment;
  return v_payment;
end;
$$;
comment on function private.note_charge(text, text, text, uuid, integer, text) is
  'The row of a charge that is reported under some of its names (what charged, session, invoice): made, or known under one of them and given the others. Its result is null when it is new. Another intent than the known one is another charge, also when it is said to be of the same session. The caller has locked the order that it names.';

create function public.confirm_order(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_event_id constant text := p_event ->> 'event_id';
  v_session_id constant text := p_event ->> 'session_id';
  v_payment_intent constant text := p_event ->> 'payment_intent';
  v_payment public.payments;
  v_order public.orders;
begin
  if coalesce(v_event_id, '') = '' then perform private.fail('invalid_input', 'event_id'); end if;
  -- A charge has a name, whatever the report leaves out.
  if coalesce(v_payment_intent, v_session_id, '') = '' or v_session_id = '' then
    perform private.fail('invalid_input', 'payment_intent');
  end if;
  if not private.is_whole(p_event -> 'amount_cents', 0, 2000000000) then
    perform private.fail('invalid_input', 'amount_cents');
  end if;
  if coalesce(p_event ->> 'currency', '') = '' then perform private.fail('invalid_input', 'currency'); end if;

  -- The same report again: waits here until the first is through, and then knows what came of it.
  insert into public.payment_events (event_id, event_type) values (v_event_id, p_event ->> 'event_type')
  on conflict (event_id) do nothing;
  if not found then
    select p.* into v_payment
    from public.payment_events e join public.payments p on p.id = e.payment_id where e.event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;

  if private.is_uuid(p_event -> 'order_id') then
    v_order := private.lock_paid_order((p_event ->> 'order_id')::uuid);
  end if;
  if v_order.id is null then
    v_order := private.lock_paid_order((select order_id from public.checkout_attempts where session_id = v_session_id));
  end if;

  select * into v_payment from private.note_charge(v_payment_intent, v_session_id, null, v_order.id,
    (p_event ->> 'amount_cents')::numeric::integer, upper(p_event ->> 'currency'));
  update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
  -- The same charge in another report, such as the success page asking before the webhook came.
  if v_payment.result is not null then return private.payment_answer(v_payment, false); end if;

  update public.payments set result = private.apply_payment(v_payment, v_order)
  where id = v_payment.id
  returning * into v_payment;
  return private.payment_answer(v_payment, true);
end;
$$;
comment on function public.confirm_order(jsonb) is
  'A paid session was reported: {event_id, event_type, session_id, payment_intent, order_id, amount_cents, currency} -> {result: confirmed | already_confirmed | reseated | needs_choice | mismatch | duplicate_payment | unknown_order, number?}. One transaction, and the same answer however often and however parallel it is reported. Refuses only invalid_input (field), so that the report comes again. Definer: the only way money becomes a booking; only the service role may call, after the provider''s signature or its own answer.';
grant execute on function public.confirm_order(jsonb) to service_role;

create function private.payment_answer(p_payment public.payments, p_is_new boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_strip_nulls(jsonb_build_object(
    'result', case when not p_is_new and p_payment.result in ('confirmed', 'reseated')
      then 'already_confirmed' else p_payment.result end,
    'number', (select number from public.orders where id = p_payment.order_id))));
end;
$$;
comment on function private.payment_answer(public.payments, boolean) is
  'The answer of confirm_order; a booking that stood before reads already_confirmed.';
