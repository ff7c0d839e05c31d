-- A missed session can be made up: a Term pass has 2 make-ups, an X Term has 5 (spec 2 §9).

create function private.make_ups_left(p_pass public.passes)
returns integer
language sql
stable
set search_path = ''
as $$
  select (select make_ups from public.sale_terms where id = p_pass.terms_id) - (
    select count(*)::integer from public.credit_ledger k join private.passes_of_sale(p_pass) p on p.id = k.pass_id
    where k.reason = 'make_up')
$$;
comment on function private.make_ups_left(public.passes) is
  'Returns how many make-ups of a pass are left. Siblings who share its credits share its make-ups.';

create function private.is_pass_returned(p_pass public.passes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.order_lines where id = p_pass.order_line_id and status = 'cancelled')
$$;
comment on function private.is_pass_returned(public.passes) is
  'Returns whether what was left of the pass was cancelled. Then it gets no more credits.';

create function private.is_missed(p_booking public.bookings)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.sessions s
    where s.id = p_booking.session_id and (
      -- The booking was cancelled too late, so its credit was not returned.
      p_booking.status = 'cancelled'
      or (p_booking.attended is false and s.starts_at <= private.calendar_now())))
    and not exists (
      select from public.credit_ledger where booking_id = p_booking.id and reason = 'returned')
$$;
comment on function private.is_missed(public.bookings) is
  'Returns whether the child lost a credit on this booking because it was absent or cancelled too late.';

create function public.claim_make_up(p_booking_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking public.bookings := private.own_booking(p_booking_id);
  v_pass public.passes;
begin
  -- The session is locked before its booking, as when a pass is cancelled.
  perform from public.sessions where id = v_booking.session_id for update;
  perform private.lock_family(v_booking.child_id);
  select * into v_booking from public.bookings where id = p_booking_id for update;
  select p.* into v_pass
  from public.credit_ledger l join public.passes p on p.id = l.pass_id
  where l.booking_id = p_booking_id and l.reason = 'booked'
  for update of p;
  if not found or not private.is_missed(v_booking) then perform private.fail('make_up_not_missed', 'p_booking_id'); end if;
  if private.is_pass_returned(v_pass) then perform private.fail('line_closed', 'p_booking_id'); end if;
  if exists (select from public.credit_ledger where booking_id = p_booking_id and reason = 'make_up') then
    perform private.fail('make_up_claimed', 'p_booking_id');
  end if;
  if v_pass.valid_until < private.calendar_today() then perform private.fail('pass_expired', 'p_booking_id'); end if;
  if private.make_ups_left(v_pass) <= 0 then perform private.fail('make_ups_used_up', 'p_booking_id'); end if;
  insert into public.credit_ledger (pass_id, delta, reason, booking_id) values (v_pass.id, 1, 'make_up', p_booking_id);
  return jsonb_build_object(
    'pass_id', v_pass.id, 'credits_left', private.credits_left(v_pass.id), 'make_ups_left', private.make_ups_left(v_pass));
end;
$$;
comment on function public.claim_make_up(uuid) is
  'Grants a credit for a missed session, once per booking, while the pass is valid. Returns MakeUp '
  '(contract/family-passes.ts). Fails with booking_not_found, make_up_not_missed, line_closed, make_up_claimed, '
  'pass_expired, make_ups_used_up. Definer: see book_session.';
grant execute on function public.claim_make_up(uuid) to authenticated;
select private.answer_calls('public.claim_make_up(uuid)', 'claim_make_up');

create function public.grant_credit(p_pass_id uuid, p_delta integer, p_note text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_delta is null or p_delta not between -50 and 50 or p_delta = 0 then perform private.fail('invalid_input', 'p_delta'); end if;
  v_note := private.check_text(to_jsonb(p_note), 'p_note', 300);
  perform from public.passes where id = p_pass_id for update;
  if not found then perform private.fail('pass_not_found', 'p_pass_id'); end if;
  perform private.refuse_own_family((select family_id from public.passes where id = p_pass_id), 'p_pass_id');
  if (select private.is_pass_returned(p) from public.passes p where p.id = p_pass_id) then
    perform private.fail('line_closed', 'p_pass_id');
  end if;
  -- Nobody could ever spend a credit on a pass that has ended.
  if p_delta > 0 and (select valid_until < private.calendar_today() from public.passes where id = p_pass_id) then
    perform private.fail('pass_expired', 'p_pass_id');
  end if;
  if private.credits_left(p_pass_id) + p_delta < 0 then perform private.fail('no_credit', 'p_delta'); end if;
  insert into public.credit_ledger (pass_id, delta, reason, note) values (p_pass_id, p_delta, 'adjusted', v_note);
  return jsonb_build_object('pass_id', p_pass_id, 'credits_left', private.credits_left(p_pass_id));
end;
$$;
comment on function public.grant_credit(uuid, integer, text) is
  'For admins. Adds or removes up to 50 credits, with a reason. Returns {pass_id, credits_left}. The call is recorded '
  'in the audit log. Fails with invalid_input (p_delta, p_note), pass_not_found, own_balance, line_closed, no_credit, '
  'or pass_expired if credits are added to a pass that has ended. Definer: see book_session.';
grant execute on function public.grant_credit(uuid, integer, text) to authenticated;
