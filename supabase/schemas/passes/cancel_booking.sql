-- A family cancels a booking that a credit paid, or moves it to another session.

create function private.end_booking(p_booking_id uuid, p_must_return_credit boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_session public.sessions;
  v_pass_id uuid;
  v_returns_credit boolean;
begin
  select * into v_booking from public.bookings where id = p_booking_id for update;
  if v_booking.status <> 'booked' then perform private.fail('booking_closed', 'p_booking_id'); end if;
  select * into v_session from public.sessions where id = v_booking.session_id;
  -- If we cancelled the session, the credit is returned however late it is.
  v_returns_credit := v_session.status <> 'scheduled'
    or private.calendar_now() <= private.credit_returns_until(v_session.starts_at, v_booking.created_at);
  if v_session.status = 'scheduled' and v_session.starts_at <= private.calendar_now() then
    perform private.fail('session_started', 'p_booking_id');
  end if;
  if p_must_return_credit and not v_returns_credit then
    perform private.fail('credit_not_returned', 'p_booking_id',
      private.iso(private.credit_returns_until(v_session.starts_at, v_booking.created_at)));
  end if;
  update public.bookings set status = 'cancelled', attended = null where id = v_booking.id;
  select pass_id into v_pass_id from public.credit_ledger where booking_id = v_booking.id and reason = 'booked';
  -- A booking that staff made without a pass has no credit to return. A pass that was taken back gets no credit.
  v_returns_credit := v_returns_credit and v_pass_id is not null and not private.is_taken_back(v_pass_id);
  if v_returns_credit then
    insert into public.credit_ledger (pass_id, delta, reason, booking_id) values (v_pass_id, 1, 'returned', v_booking.id);
  end if;
  return jsonb_build_object('pass_id', v_pass_id, 'credit_returned', v_returns_credit);
end;
$$;
comment on function private.end_booking(uuid, boolean) is
  'Cancels a booking. Returns {pass_id, credit_returned}. The caller has locked session and family, and updates the '
  'order line afterwards. Fails with booking_closed, session_started. If p_must_return_credit is true, it also fails '
  'with credit_not_returned.';

create function public.cancel_booking(p_booking_id uuid, p_expected_return boolean default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking constant public.bookings := private.own_booking(p_booking_id);
  v_cancellation jsonb;
begin
  perform private.lock_sessions(array[v_booking.session_id]);
  perform private.lock_family(v_booking.child_id);
  v_cancellation := private.end_booking(p_booking_id, p_expected_return is distinct from false);
  perform private.line_follows(p_booking_id, null);
  perform private.queue_class_cancelled_mail(p_booking_id, v_cancellation);
  perform private.offer_released_places(array[v_booking.session_id], '{}');
  return jsonb_build_object(
    'cancelled', true, 'credit_returned', v_cancellation -> 'credit_returned', 'pass_id', v_cancellation -> 'pass_id',
    'credits_left', private.credits_left((v_cancellation ->> 'pass_id')::uuid),
    'pass_valid_until', (select valid_until from public.passes where id = (v_cancellation ->> 'pass_id')::uuid));
end;
$$;
comment on function public.cancel_booking(uuid, boolean) is
  'Cancels a booking. Returns CancelledBooking (contract/family-booking.ts). The credit is returned until '
  'credit_return_hours before the start, and for ten minutes after booking. p_expected_return is what the page '
  'showed. Fails with booking_not_found, booking_closed, session_started, credit_not_returned (detail: until when). '
  'Definer: see book_session.';
grant execute on function public.cancel_booking(uuid, boolean) to authenticated;
select private.answer_calls('public.cancel_booking(uuid, boolean)', 'cancel_booking');

create function public.reschedule_booking(p_booking_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking constant public.bookings := private.own_booking(p_booking_id);
  v_cancellation jsonb;
  v_pass_id uuid;
  v_booking_id uuid;
begin
  perform private.lock_sessions(array[v_booking.session_id, p_session_id]);
  perform private.lock_family(v_booking.child_id);
  if v_booking.session_id = p_session_id then perform private.fail('already_booked', 'p_session_id'); end if;
  -- The credit may return to one pass and be spent from another, so all passes are locked now, in order.
  perform from public.bookings where id = p_booking_id for update;
  perform from public.passes where child_id = v_booking.child_id order by id for update;
  v_cancellation := private.end_booking(p_booking_id, true);
  -- The same pass pays again if it is valid that day, otherwise the pass that expires first.
  select p.id into v_pass_id
  from public.passes p join public.sessions s on s.id = p_session_id
  where p.id = (v_cancellation ->> 'pass_id')::uuid
    and s.session_date between p.valid_from and coalesce(p.valid_until, 'infinity')
    and not private.is_paused(p.id, s.session_date);
  v_booking_id := private.book_with_credit(v_booking.child_id, p_session_id, v_pass_id, 'p_session_id');
  perform private.line_follows(p_booking_id, v_booking_id);
  perform private.queue_booked_mails(array[v_booking_id], p_booking_id);
  perform private.offer_released_places(array[v_booking.session_id], '{}');
  return private.credit_booking_view(v_booking_id);
end;
$$;
comment on function public.reschedule_booking(uuid, uuid) is
  'Moves a booking to another session, or changes nothing. This is possible while cancelling would return the credit. '
  'Returns CreditBooking (contract/family-booking.ts). Fails with booking_not_found, booking_closed, '
  'credit_not_returned, and the codes of book_session. Definer: see book_session.';
grant execute on function public.reschedule_booking(uuid, uuid) to authenticated;
select private.answer_calls('public.reschedule_booking(uuid, uuid)', 'reschedule_booking');
