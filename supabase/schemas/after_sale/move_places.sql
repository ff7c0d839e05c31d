-- These helpers of a move (moving.sql, upgrades.sql) say whether this child may have this place, what the line costs
-- there, and what is refunded. The caller locks the old and the new place together, in the order of places.sql, before
-- it reads the clock, counts places and writes.

create function private.check_target_place(
  p_line public.order_lines, p_offer public.offers, p_session_id uuid, p_camp_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_session public.sessions;
  v_camp public.camp_weeks;
  v_child public.order_children;
  v_age integer;
  v_age_limits jsonb;
begin
  select * into v_session from public.sessions where id = p_session_id;
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  if p_session_id is not null and v_session.status is distinct from 'scheduled' then
    perform private.fail('session_not_found', p_field || '.session_id');
  elsif p_camp_id is not null and private.is_camp_on_sale(v_camp) is not true then
    perform private.fail('camp_not_found', p_field || '.camp_id');
  elsif p_offer.id is null then
    perform private.fail('offer_not_available', p_field || '.camp_id');
  elsif v_session.starts_at <= private.calendar_now() then
    perform private.fail('session_started', p_field || '.session_id');
  elsif v_camp.starts_at <= private.calendar_now() then
    perform private.fail('camp_started', p_field || '.camp_id');
  end if;
  select * into v_child from public.order_children where order_id = p_line.order_id and position = p_line.child_position;
  v_age := private.age_on(coalesce(v_child.dob, (select dob from public.children where id = v_child.child_id)),
    coalesce(v_session.session_date, v_camp.start_date));
  v_age_limits := private.ages_of_sale(p_line, p_offer);
  if v_age < (v_age_limits ->> 'min_age')::numeric or v_age > (v_age_limits ->> 'max_age')::numeric then
    perform private.fail('age_not_allowed', p_field || '.child', private.ages_text(v_age_limits));
  end if;
  if exists (select from public.bookings
      where session_id = p_session_id and child_id = v_child.child_id and status = 'booked')
    or exists (select from public.camp_enrollments
      where camp_id = p_camp_id and child_id = v_child.child_id and status = 'enrolled') then
    perform private.fail('already_booked', p_field || case when p_camp_id is null then '.session_id' else '.camp_id' end);
  end if;
  if private.overlaps_same_sale(p_line, v_child.child_id, coalesce(p_session_id, p_camp_id)) then
    perform private.fail('times_overlap', p_field || case when p_camp_id is null then '.session_id' else '.camp_id' end);
  end if;
  if private.seats_taken(v_session.id, v_now) >= v_session.max_capacity then
    perform private.fail('session_full', p_field || '.session_id');
  end if;
  if private.camp_seats_taken(v_camp.id, v_now) >= v_camp.capacity then
    perform private.fail('camp_full', p_field || '.camp_id');
  end if;
end;
$$;
comment on function private.check_target_place(public.order_lines, public.offers, uuid, uuid, text) is
  'Fails if the child cannot have this place now, with session_not_found, camp_not_found, offer_not_available, '
  'session_started, camp_started, age_not_allowed, already_booked, times_overlap, session_full or camp_full. The error '
  'names the field p_field. The caller has locked the place.';

create function private.line_with_available_discounts(
  p_line public.order_lines, p_offer public.offers, p_camp_id uuid, p_at timestamptz, p_except_order uuid)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines := p_line;
  v_rung_places integer;
  v_rebate_places integer;
begin
  select (r ->> 'places')::numeric - private.camp_lines_taken(p_camp_id, p_line.rung_id, p_at, p_except_order) into v_rung_places
  from jsonb_array_elements(p_offer.details -> 'rungs') r where r ->> 'id' = p_line.rung_id;
  v_rebate_places := (p_offer.details #>> '{sibling_rebate,places}')::numeric
    - private.camp_lines_taken(p_camp_id, null, p_at, p_except_order);
  -- The price that was paid stays valid. If the new camp has no early-bird place left, the line takes no early-bird
  -- place.
  if v_rung_places <= 0 then v_line.rung_id := 'listed'; end if;
  if v_rebate_places <= 0 then v_line.sibling_rebate := false; end if;
  return v_line;
end;
$$;
comment on function private.line_with_available_discounts(public.order_lines, public.offers, uuid, timestamptz, uuid) is
  'Returns a line with the early-bird rung and the rebate place that are free for it on a camp of its tier, ignoring '
  'the holds of p_except_order. Writes nothing.';

create function private.set_line_place(p_line public.order_lines, p_session_id uuid, p_camp_id uuid, p_field text)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_offer public.offers;
  v_line public.order_lines := p_line;
begin
  if p_session_id is not null then
    select * into v_offer from public.offers where id = p_line.offer_id;
  else
    v_offer := private.camp_offer(p_camp_id);
  end if;
  perform private.check_target_place(p_line, v_offer, p_session_id, p_camp_id, p_field);
  if p_camp_id is not null then
    if v_offer.id <> p_line.offer_id then perform private.fail('offer_not_available', p_field || '.camp_id'); end if;
    perform private.refuse_refunded_days(p_line, p_field || '.camp_id');
    v_line := private.line_with_available_discounts(p_line, v_offer, p_camp_id, v_now, null);
  end if;
  update public.order_lines set
    session_id = p_session_id, camp_id = p_camp_id, rung_id = v_line.rung_id, sibling_rebate = v_line.sibling_rebate
  where id = p_line.id
  returning * into v_line;
  return v_line;
end;
$$;
comment on function private.set_line_place(public.order_lines, uuid, uuid, text) is
  'Puts a line in another place at the price that was paid. Fails with the codes of private.check_target_place, '
  'day_refunded, and offer_not_available for another tier. The caller has locked the place and then calls '
  'private.place_line.';

create function private.move_session_line(p_line public.order_lines, p_session_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking record;
  v_pass constant public.passes := private.sold_pass(p_line.id);
begin
  select * into v_booking from private.pass_bookings(p_line.id) b
  where b.session_id = p_line.session_id and b.is_booked and b.pass_id = v_pass.id;
  perform private.set_line_place(p_line, p_session_id, null, 'p_target');
  if (select session_date from public.sessions where id = p_session_id) > v_pass.valid_until then
    perform private.fail('pass_expired', 'p_target.session_id');
  end if;
  if private.is_paused(v_pass.id, (select session_date from public.sessions where id = p_session_id)) then
    perform private.fail('pass_paused', 'p_target.session_id');
  end if;
  -- A pass with a single session, such as the try-out, may join any team (spec 2 §5).
  if p_line.sessions > 1 then
    perform private.check_team(v_pass.child_id, s, 'p_target.session_id') from public.sessions s where s.id = p_session_id;
  end if;
  -- If we cancelled the class, its credit was already returned.
  if v_booking.booking_id is not null then perform private.undo_booking(v_booking.booking_id); end if;
  perform private.book(p_session_id, v_pass.child_id, v_pass.family_id, v_pass.id);
end;
$$;
comment on function private.move_session_line(public.order_lines, uuid) is
  'Moves a booking and its credit to another session. If we cancelled the class, the returned credit is used. Fails '
  'with the codes of private.set_line_place, and pass_expired, pass_paused. If the pass has several sessions, also '
  'fails with the codes of private.check_team.';

create function private.rebate_on_camp(p_line public.order_lines, p_camp_id uuid, p_rebate_cents integer)
returns integer
language sql
volatile
set search_path = ''
as $$
  select case
    -- If we cancelled the camp, the family keeps its rebate.
    when p_camp_id = p_line.camp_id or private.is_cancelled_by_us(p_line) then p_rebate_cents
    -- If a sibling of the same sale is on the new camp, this line gets its rebate again, and at least the rebate of the
    -- sale.
    when exists (
      select from private.sold_with(p_line.id) s join public.order_lines l on l.id = s.line_id
      where l.id <> p_line.id and l.status = 'placed' and l.camp_id = p_camp_id
        and (select b.rebate_cents from private.line_balance(l.id) b) = 0) then greatest(p_rebate_cents, p_line.rebate_cents)
    else 0 end
$$;
comment on function private.rebate_on_camp(public.order_lines, uuid, integer) is
  'Returns the sibling rebate in cents of a line on a camp that it moves to. It is 0 unless another child of the same '
  'sale is on that camp and has no rebate itself.';

create function private.price_moved_line(
  p_line public.order_lines, p_camp_id uuid, p_target jsonb, p_except_order uuid default null)
returns table (line public.order_lines, discount_rules jsonb, total_cents integer)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_since constant timestamptz := private.held_since(p_except_order, clock_timestamp());
  v_balance record;
  v_offer public.offers;
  v_transport constant text := case when p_target ? 'transport' then p_target ->> 'transport' else p_line.transport ->> 'id' end;
  v_option jsonb;
  v_rung record;
  v_other_base_cents integer;
  v_location_id uuid;
  v_rules jsonb;
  -- A change that we caused costs the family nothing, so its code keeps the discount wherever the family moves.
  v_is_our_change constant boolean := p_camp_id = p_line.camp_id or private.is_cancelled_by_us(p_line);
begin
  line := p_line;
  select * into v_balance from private.line_balance(p_line.id);
  select k.rules into discount_rules from public.line_ledger k
  where k.order_line_id = p_line.id and k.entry = 'discount' order by k.id limit 1;
  line.rebate_cents := private.rebate_on_camp(p_line, p_camp_id, v_balance.rebate_cents);
  line.discount_cents := v_balance.discount_cents;
  line.transport_cents := v_balance.transport_cents;
  -- The other camp has all its days, so what was refunded for a cancelled day is paid again.
  line.price_cents := v_balance.price_cents + private.refunded_for_days(p_line.id)
    - v_balance.transport_cents + v_balance.rebate_cents + v_balance.discount_cents;
  v_offer := private.camp_offer(p_camp_id, v_since);
  if v_offer.id is null then perform private.fail('offer_not_available', 'p_target.camp_id'); end if;
  if v_offer.id <> p_line.offer_id then
    select * into v_rung from private.camp_rung(
      p_camp_id, clock_timestamp(), p_except_order, p_offer => v_offer, p_since => v_since);
    line.rung_id := v_rung.rung_id;
    line.price_cents := v_rung.price_cents;
    -- The rebate place belonged to the other camp.
    line.sibling_rebate := false;
    line.rebate_cents := least(line.rebate_cents, coalesce((v_offer.details #>> '{sibling_rebate,cents}')::integer, 0));
    line.title := v_offer.title;
    line.revision := v_offer.revision;
  else
    line.sibling_rebate := line.rebate_cents > 0;
  end if;
  -- The discount code applies to the price of the new place, with the rules that it had at the payment.
  select location_id into v_location_id from public.camp_weeks where id = p_camp_id;
  v_rules := case when v_is_our_change then discount_rules - '{offers,locations}'::text[] else discount_rules end;
  if v_balance.discount_cents > 0 and (v_offer.id <> p_line.offer_id or line.rebate_cents <> v_balance.rebate_cents
    or v_rules -> 'locations' <> 'null' and not v_rules -> 'locations' @> to_jsonb(v_location_id)) then
    select coalesce(sum(b.price_cents - b.transport_cents + b.discount_cents), 0) into v_other_base_cents
    from private.sold_with(p_line.id) s
    join public.order_lines l on l.id = s.line_id and l.status in ('placed', 'credit', 'needs_choice')
    cross join lateral private.line_balance(s.line_id) b
    where s.line_id <> p_line.id and b.discount_cents > 0;
    line.discount_cents := private.discount_under(
      v_rules, v_offer, v_location_id, v_balance.discount_cents, line.price_cents - line.rebate_cents, v_other_base_cents);
  end if;
  line.offer_id := v_offer.id;
  select t into v_option from jsonb_array_elements(v_offer.details -> 'transport') t where t ->> 'id' = v_transport;
  -- The offer of the new camp may lack this transport option. If it were moved anyway, the family would wait for a van
  -- that does not come.
  if v_transport is not null and v_option is null then
    perform private.fail('transport_not_available', 'p_target.transport');
  end if;
  -- The van goes to the address of the order, and a move does not ask for an address.
  if v_transport is not null and (select transport_address from public.orders where id = p_line.order_id) is null then
    perform private.fail('transport_not_available', 'p_target.transport');
  end if;
  if v_offer.id <> p_line.offer_id or v_transport is distinct from p_line.transport ->> 'id' then
    line.transport := v_option - 'price_cents';
    line.transport_cents := coalesce((v_option ->> 'price_cents')::integer, 0);
  end if;
  total_cents := line.price_cents - line.rebate_cents - line.discount_cents + line.transport_cents;
  return next;
end;
$$;
comment on function private.price_moved_line(public.order_lines, uuid, jsonb, uuid) is
  'Returns a line as it would be after the move. In the same tier it costs what was paid. In another tier it has '
  'current prices, and the discount code counts by the rules that it had when the order was bought. The terms stay. '
  'Ignores the holds of p_except_order. Writes nothing. Fails with offer_not_available, transport_not_available.';

create function private.camp_move_terms(p_line public.order_lines, p_target jsonb)
returns table (
  line public.order_lines, discount_rules jsonb, saving_cents integer, refund_cents integer, clawback_cents integer,
  base_cents integer, refund_reason jsonb)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp_id constant uuid := (p_target ->> 'camp_id')::uuid;
  v_offer public.offers;
  v_balance record;
  v_terms record;
  v_moved record;
begin
  v_offer := private.camp_offer(v_camp_id);
  perform private.check_target_place(p_line, v_offer, null, v_camp_id, 'p_target');
  select * into v_moved from private.price_moved_line(p_line, v_camp_id, p_target);
  line := v_moved.line;
  discount_rules := v_moved.discount_rules;
  select * into v_balance from private.line_balance(p_line.id);
  select * into v_terms from private.cancel_terms(p_line);
  refund_reason := v_terms.refund_reason;
  saving_cents := v_balance.price_cents - v_moved.total_cents;
  refund_cents := greatest(0, least(private.refundable_for_lines(array[p_line.id]), greatest(0, v_balance.balance_cents),
    round(saving_cents::numeric * v_terms.percent / 100)::integer));
  -- The discount code of the other lines may need this place to reach its minimum.
  base_cents := case when (line).discount_cents > 0 then (line).price_cents - (line).rebate_cents else 0 end;
  -- A child that stays on the old camp may keep its sibling rebate although the sibling moves away.
  clawback_cents := case when v_terms.is_ours or v_camp_id = p_line.camp_id then 0 else least(refund_cents, (
    select coalesce(sum(r.cents) filter (
      where r.entry = 'rebate' or r.cents > 0 and (line).offer_id <> p_line.offer_id), 0)
    from private.clawbacks(array[p_line.id], base_cents) r)) end;
  refund_cents := refund_cents - clawback_cents;
  return next;
end;
$$;
comment on function private.camp_move_terms(public.order_lines, jsonb) is
  'Returns the line on the other camp, saving_cents (negative if the new place costs more), how much is refunded, and '
  'what the other lines lose. Writes nothing. Fails with the codes of private.check_target_place and '
  'private.price_moved_line.';
