-- Calling off: a class or a camp that does not take place, and the charges that wait for a person.

create function private.check_reason(p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_reason is not null then perform private.check_text(to_jsonb(p_reason), 'p_reason', 200); end if;
end;
$$;
comment on function private.check_reason(text) is 'Why something is called off, in words that families read: nothing, or 1 to 200 characters; else invalid_input.';

create function private.tell_families(
  p_template text, p_place_id uuid, p_family_ids uuid[], p_place jsonb, p_reason text)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  select concat_ws(':', p_template, p_place_id, f.id), p_template, coalesce(p.email, f.contact_email), jsonb_build_object(
    'parent_name', coalesce(nullif(p.name, ''), f.contact_name), 'reason', p_reason) || p_place
    -- Where the family takes another date, or its money.
    || private.manage_link(private.order_of_place(f.id, p_place_id, p_place_id), coalesce(p.email, f.contact_email))
  from public.families f left join public.profiles p on p.id = f.primary_parent_id
  where f.id = any (p_family_ids) and f.erased_at is null
    and not exists (select from public.outbox where key = concat_ws(':', p_template, p_place_id, f.id))
  on conflict (key) do nothing
$$;
comment on function private.tell_families(text, uuid, uuid[], jsonb, text) is
  'Queues a mail to each family that a session or camp was called off, once, with the link to the order that brought it there.';

create function public.cancel_session(p_session_id uuid, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_booking record;
  v_bookings integer := 0;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_reason(p_reason);
  select * into v_session from public.sessions where id = p_session_id for update;
  if not found then perform private.fail('session_not_found', 'p_session_id'); end if;
  if v_session.status = 'cancelled' then return jsonb_build_object('cancelled', true, 'bookings', 0); end if;
  -- Somebody came: it took place, also where the roll was taken before its time. A wrong mark is taken back first.
  if v_session.starts_at <= private.calendar_now()
    or exists (select from public.bookings where session_id = p_session_id and status = 'booked' and attended) then
    perform private.fail('session_started', 'p_session_id');
  end if;
  update public.sessions set status = 'cancelled', called_off_at = clock_timestamp(), called_off_reason = nullif(btrim(p_reason), '')
  where id = p_session_id;
  perform private.call_off_waiting(p_session_id, null, p_reason);
  perform private.tell_families('session_called_off', p_session_id,
    array(select family_id from public.bookings where session_id = p_session_id and status = 'booked'),
    jsonb_build_object('session', private.session_view(p_session_id)), p_reason);
  -- In the order of their passes, as everywhere.
  for v_booking in
    select b.id from public.bookings b
    left join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
    where b.session_id = p_session_id and b.status = 'booked' order by k.pass_id, b.id
  loop
    perform private.undo_booking(v_booking.id);
    v_bookings := v_bookings + 1;
  end loop;
  return jsonb_build_object('cancelled', true, 'bookings', v_bookings);
end;
$$;
comment on function public.cancel_session(uuid, text) is
  'For admins: calls a class off before it begins, with a reason that families read, or none: {cancelled, bookings: how many were cancelled now}. Credits come back, families are told; whoever pays for it afterwards is asked for another date. Repeating it changes nothing. Refuses not_allowed, invalid_input, session_not_found, session_started (also once somebody was marked as there). Definer: only after asking who calls.';
grant execute on function public.cancel_session(uuid, text) to authenticated, service_role;

create function private.tell_camp_called_off(p_camp_id uuid, p_reason text)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.tell_families('camp_called_off', p_camp_id,
    array(select family_id from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled'),
    jsonb_build_object('camp', private.camp_view(p_camp_id)), p_reason)
$$;
comment on function private.tell_camp_called_off(uuid, text) is 'Tells the families of a camp, once each, that it does not take place.';

create function public.resolve_called_off(p_line_id uuid, p_choice jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_cents integer := 0;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_target(p_choice, 'p_choice');
  if coalesce(p_choice ->> 'kind', '') not in ('move', 'credit', 'refund') then perform private.fail('invalid_input', 'p_choice.kind'); end if;
  if p_choice ->> 'kind' = 'move' and p_choice ->> 'camp_id' is null then perform private.fail('invalid_input', 'p_choice.camp_id'); end if;
  v_line := private.lock_line(p_line_id);
  select * into v_order from public.orders where id = v_line.order_id;
  perform private.lock_places('{}', array_remove(array[v_line.camp_id, (p_choice ->> 'camp_id')::uuid], null));
  if v_line.status <> 'placed' or v_line.camp_id is null or not private.is_called_off(v_line) then
    perform private.fail('line_closed', 'p_line_id');
  end if;

  if p_choice ->> 'kind' = 'move' then
    update public.camp_enrollments set status = 'cancelled' where order_line_id = v_line.id and status = 'enrolled';
    perform private.offer_all('{}', array[(p_choice ->> 'camp_id')::uuid]);
    v_line := private.retarget(v_line, null, (p_choice ->> 'camp_id')::uuid, 'p_choice');
    perform private.place_line(v_line, private.child_of(v_line), v_order.family_id);
  elsif p_choice ->> 'kind' = 'credit' then
    perform private.credit_line(v_line, v_order.family_id);
  else
    select t.refund_cents into v_cents from private.line_terms(array[v_line.id]) t;
    perform private.free_line(v_line);
    perform private.request_line_refund(v_line, v_cents, 'called_off');
    perform private.close_line(v_line.id, 'called_off');
    perform private.queue_cancelled_mail(v_order.id, v_line.id::text, array[v_line.id], v_cents);
    return private.managed_view(v_order.id);
  end if;
  perform private.queue_moved_mail(v_order.id, array[v_line.id], case p_choice ->> 'kind' when 'move' then 'moved' else 'credit' end);
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.resolve_called_off(uuid, jsonb) is
  'For admins: what a family chose of a place on a camp that was called off: CalledOffChoice ({kind: move, camp_id of the same tier | credit | refund: all of it}) -> ManagedOrder (contract/after-sale.ts). Refuses not_allowed, invalid_input, line_not_found, line_closed, and as private.check_place. Definer: see cancel_session.';
grant execute on function public.resolve_called_off(uuid, jsonb) to authenticated, service_role;

create function private.drop_mismatch(p_order public.orders)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.orders set outcome = null where id = p_order.id and outcome = 'under_review';
  if p_order.status in ('held', 'awaiting_payment') then
    perform private.free_seats(p_order.id, 'released');
    perform private.order_places_freed(p_order.id);
  end if;
end;
$$;
comment on function private.drop_mismatch(public.orders) is 'Closes a locked order whose charge goes back because it did not fit.';

create function private.post_misfit(p_order_id uuid, p_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
  v_rest integer := p_cents;
begin
  for v_line in
    select l.id, w.worth_cents from public.order_lines l cross join lateral private.line_worth(l.id) w
    where l.order_id = p_order_id order by l.position
  loop
    if v_rest > 0 then
      perform private.post_line(v_line.id, 'charged', v_rest, 'overpaid'), private.post_line(v_line.id, 'kept', -v_rest, 'overpaid');
      exit;
    end if;
    perform private.post_line(v_line.id, 'written_off', greatest(v_rest, -v_line.worth_cents), 'underpaid');
    v_rest := v_rest - greatest(v_rest, -v_line.worth_cents);
  end loop;
end;
$$;
comment on function private.post_misfit(uuid, integer) is
  'Another amount was paid than the lines cost, and staff let it pay them: less is written off, more is kept until staff pay it back.';

create function public.resolve_decision(p_decision_id uuid, p_resolution text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_decision public.payment_decisions;
  v_payment public.payments;
  v_order public.orders;
  v_result text;
  v_gives text;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_resolution is null or p_resolution not in ('refund', 'kept', 'ended') then perform private.fail('invalid_input', 'p_resolution'); end if;
  perform private.lock_disputed_orders(p_decision_id);
  v_order := private.lock_paid_order((select order_id from public.payment_decisions where id = p_decision_id));
  select * into v_decision from public.payment_decisions where id = p_decision_id for update;
  if not found then perform private.fail('decision_not_found', 'p_decision_id'); end if;
  if v_decision.status <> 'open' then perform private.fail('choice_made', 'p_decision_id'); end if;
  -- Another date, credit or refund of these: choose_late.
  if v_decision.kind = 'paid_late' then perform private.fail('invalid_input', 'p_decision_id'); end if;
  -- Of a dispute the bank decides about the money, and we about the places: once it is lost.
  if (p_resolution = 'ended') <> (v_decision.kind = 'disputed' and p_resolution <> 'kept') then
    perform private.fail('invalid_input', 'p_resolution');
  end if;
  select * into v_payment from public.payments where id = v_decision.payment_id;

  if p_resolution = 'ended' then
    perform private.end_disputed(v_payment);
  elsif p_resolution = 'kept' and v_decision.kind <> 'disputed' then
    if v_decision.details ? 'renewal' then
      v_result := private.keep_renewal(v_payment, v_decision.details -> 'renewal');
    elsif v_decision.kind = 'mismatch' and v_order.paid_at is null then
      -- Forgotten, or another's contract: nobody could be enrolled.
      if v_order.consents_at is null then perform private.fail('order_closed', 'p_decision_id'); end if;
      v_result := private.take_places(v_payment, v_order);
      perform private.post_misfit(v_order.id, v_payment.amount_cents - v_order.total_cents);
      update public.payments set result = v_result where id = v_payment.id;
    end if;
    -- Ours, and for nothing: who decided so is told, and it stands in the decision.
    if v_result is null then v_gives := 'nothing'; end if;
  elsif p_resolution = 'refund' then
    perform private.refuse_disputed(v_payment.id, 'p_decision_id');
    if v_decision.kind = 'mismatch' then perform private.drop_mismatch(v_order); end if;
    perform from public.payments where id = v_payment.id for update;
    perform private.request_refund(v_payment, null, private.left_of_payment(v_payment.id), v_decision.kind);
  end if;
  update public.payment_decisions set status = 'resolved', resolution = p_resolution, resolved_at = clock_timestamp(),
    resolved_by = case when private.is_admin() then (select auth.uid()) end,
    details = details || jsonb_strip_nulls(jsonb_build_object('gives', coalesce(v_gives, v_result)))
  where id = p_decision_id;
  return jsonb_strip_nulls(jsonb_build_object('resolved', true, 'result', v_result, 'gives', v_gives));
end;
$$;
comment on function public.resolve_decision(uuid, text) is
  'For admins: what becomes of a charge that did not fit (mismatch, duplicate_payment, unknown_order) or that a bank disputes (disputed): {resolved, result?, gives?}. refund: all of it goes back, and an order that waits for it is closed; kept: it stays, and a mismatch pays what it was charged for, its order as it is or the period of a renewal: result as of confirm_order; gives is nothing when there is nothing to give for it, such as a second charge. Of a dispute, kept: looked at, nothing changes; ended, once it is lost: what the charge paid for is taken back. Refuses not_allowed, invalid_input (also for paid_late: choose_late), decision_not_found, choice_made, order_closed (its people were forgotten, or a dispute that is not lost), charge_disputed. Definer: see cancel_session.';
grant execute on function public.resolve_decision(uuid, text) to authenticated, service_role;
