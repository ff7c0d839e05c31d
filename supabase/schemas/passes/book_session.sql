-- A credit of a pass pays for a session.

create function private.open_session(p_session_id uuid, p_field text)
returns public.sessions
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session public.sessions;
begin
  select * into v_session from public.sessions where id = p_session_id;
  if not found or v_session.status <> 'scheduled' then perform private.fail('session_not_found', p_field); end if;
  if v_session.starts_at <= private.calendar_now() then perform private.fail('session_started', p_field); end if;
  return v_session;
end;
$$;
comment on function private.open_session(uuid, text) is
  'Returns a session that takes place and has not begun. Fails with session_not_found or session_started, and names '
  'the field. The caller has locked it.';

create function private.pass_problems(p_pass public.passes, p_days date[])
returns table (day date, problem text)
language sql
stable
set search_path = ''
as $$
  select d.day, case
      when k.credits <= 0 then 'no_credit'
      when d.day not between p_pass.valid_from and coalesce(p_pass.valid_until, 'infinity') then 'pass_expired'
      when private.is_paused(p_pass.id, d.day) then 'pass_paused'
      when a.age < t.min_age or a.age > t.max_age then 'age_not_allowed'
    end
  from public.children c
  join public.sale_terms t on t.id = p_pass.terms_id
  cross join (select private.credits_left(p_pass.id) as credits offset 0) k
  cross join unnest(p_days) d (day)
  cross join lateral (select private.age_on(c.dob, d.day) as age) a
  where c.id = p_pass.child_id
$$;
comment on function private.pass_problems(public.passes, date[]) is
  'Returns private.pass_problem for several days at once, for lists.';

create function private.pass_problem(p_pass public.passes, p_day date)
returns text
language sql
stable
set search_path = ''
as $$ select problem from private.pass_problems(p_pass, array[p_day]) $$;
comment on function private.pass_problem(public.passes, date) is
  'Returns why a pass does not pay for a session on a day: no_credit, pass_expired (it is not valid that day), '
  'pass_paused or age_not_allowed. Returns null if it does pay.';

create function private.pick_pass(p_child_id uuid, p_day date, p_pass_id uuid, p_field text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_nearness constant text[] := '{no_credit,pass_expired,pass_paused,age_not_allowed}';
  v_pass record;
  v_problem text;
  v_age_range text;
begin
  -- Passes are locked in sorted order, so that two bookings do not deadlock, and credits are counted after the lock.
  perform from public.passes where child_id = p_child_id order by id for update;
  if p_pass_id is not null and not exists (select from public.passes where id = p_pass_id and child_id = p_child_id) then
    perform private.fail('pass_not_found', p_field);
  end if;
  for v_pass in
    select p.id, private.pass_problem(p, p_day) as problem, private.ages_text(to_jsonb(t)) as ages
    from public.passes p
    join public.sale_terms t on t.id = p.terms_id
    where p.child_id = p_child_id and (p_pass_id is null or p.id = p_pass_id)
    order by p.valid_until nulls last, p.created_at, p.id
  loop
    if v_pass.problem is null then return v_pass.id; end if;
    -- If no pass is suitable, the refusal comes from the pass that is closest to being suitable.
    if array_position(c_nearness, v_pass.problem)
      > coalesce(array_position(c_nearness, v_problem), 0) then
      v_problem := v_pass.problem;
      v_age_range := v_pass.ages;
    end if;
  end loop;
  v_problem := coalesce(v_problem, 'no_credit');
  perform private.fail(
    v_problem, p_field, case when v_problem = 'age_not_allowed' then v_age_range end);
end;
$$;
comment on function private.pick_pass(uuid, date, uuid, text) is
  'Returns the given pass, or the pass that expires first among those with credit left on that day. Locks the '
  'child''s passes, then counts. Fails with pass_not_found, no_credit, pass_expired, pass_paused, age_not_allowed '
  '(detail: the ages).';

create function private.credit_returns_until(p_starts_at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$ select p_starts_at - make_interval(hours => (private.settings()).credit_return_hours) $$;
comment on function private.credit_returns_until(timestamptz) is
  'Returns the last moment at which cancelling a session with this start time returns the credit, if it is booked '
  'now.';

create function private.credit_returns_until(p_starts_at timestamptz, p_booked_at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select greatest(p_starts_at - make_interval(hours => private.kindest_setting('credit_return_hours', p_booked_at)),
    least(p_starts_at, p_booked_at + private.calendar_shift() + interval '10 minutes'))
$$;
comment on function private.credit_returns_until(timestamptz, timestamptz) is
  'Returns until when cancelling a booking that was made at p_booked_at returns its credit. This is '
  'credit_return_hours before the start, with the most generous value of the setting since the booking. A booking by a '
  'wrong tap can be undone for ten minutes, at most until the session starts.';

create function private.credit_booking_view(p_booking_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', b.id, 'child_id', b.child_id, 'session', private.session_view(b.session_id), 'pass_id', l.pass_id,
    'credits_left', private.credits_left(l.pass_id),
    'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at, b.created_at)))
  from public.bookings b
  join public.sessions s on s.id = b.session_id
  left join public.credit_ledger l on l.booking_id = b.id and l.reason = 'booked'
  where b.id = p_booking_id
$$;
comment on function private.credit_booking_view(uuid) is 'Returns CreditBooking (contract/family-booking.ts).';

create function private.offers_for(p_session_ids uuid[], p_child_id uuid, p_email text)
returns setof public.waitlist_offers
language sql
volatile
set search_path = ''
as $$
  select o.*
  from public.waitlist_offers o
  join public.waitlist_entries e on e.id = o.entry_id
  join public.children k on k.id = p_child_id
  where o.session_id = any (p_session_ids) and o.status = 'open' and o.expires_at > clock_timestamp() and o.places = 1
    and exists (
      select from public.waitlist_children w
      where w.entry_id = e.id and w.position = any (o.positions) and (
        (e.family_id = k.family_id and w.child_id = k.id)
        or (e.family_id is null and e.parent_email = lower(p_email)
          and private.name_key(w.name) = private.name_key(k.name) and w.dob = k.dob)))
$$;
comment on function private.offers_for(uuid[], uuid, text) is
  'Returns open waitlist offers of single seats in these sessions for this child. They belong to an entry of its '
  'family, or to a guest''s entry under p_email, which is an address that the caller has verified. If p_email is '
  'null, no guest''s entries count.';

create function private.take_offer(p_session_id uuid, p_child_id uuid, p_email text)
returns void
language sql
volatile
set search_path = ''
as $$
  with accepted as (
    update public.waitlist_offers set status = 'accepted'
    where id in (select f.id from private.offers_for(array[p_session_id], p_child_id, p_email) f)
    returning entry_id
  )
  update public.waitlist_entries set status = 'enrolled' where id in (select entry_id from accepted)
$$;
comment on function private.take_offer(uuid, uuid, text) is
  'If the waitlist holds a seat for this child alone (private.offers_for), accepts that offer, because the seat is '
  'being booked now. An offer for several children stays open and is accepted by a checkout.';

create function private.spend_credit(
  p_child_id uuid, p_session_id uuid, p_pass_id uuid, p_session_field text, p_pass_field text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session constant public.sessions := private.open_session(p_session_id, p_session_field);
  v_family_id constant uuid := private.lock_family(p_child_id);
  v_pass_id uuid;
begin
  perform private.check_maintenance();
  if exists (
    select from public.bookings where child_id = p_child_id and session_id = p_session_id and status = 'booked') then
    perform private.fail('already_booked', p_session_field);
  end if;
  -- The clock is read after the locks, so that a hold which expired during the wait does not count.
  if private.seats_taken(p_session_id, clock_timestamp()) >= v_session.max_capacity then
    perform private.fail('session_full', p_session_field);
  end if;
  v_pass_id := private.pick_pass(p_child_id, v_session.session_date, p_pass_id, p_pass_field);
  perform private.check_team(p_child_id, v_session, p_session_field);
  return private.book(p_session_id, p_child_id, v_family_id, v_pass_id);
end;
$$;
comment on function private.spend_credit(uuid, uuid, uuid, text, text) is
  'Books a session with a credit. Returns the booking''s id. The caller has locked the session, served the waitlist '
  'and checked whose child it is. It updates the order line afterwards. Fails with session_not_found, session_started, '
  'sales_stopped, already_booked, session_full, and the codes of private.check_team and private.pick_pass.';

create function private.book_with_credit(
  p_child_id uuid, p_session_id uuid, p_pass_id uuid, p_field text, p_email text default null)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.open_session(p_session_id, 'p_session_id');
  -- Seats of expired offers go to the waitlist first.
  perform private.offer_all(array[p_session_id], '{}');
  perform private.take_offer(p_session_id, p_child_id, p_email);
  return private.spend_credit(p_child_id, p_session_id, p_pass_id, 'p_session_id', p_field);
end;
$$;
comment on function private.book_with_credit(uuid, uuid, uuid, text, text) is
  'Books a session with a credit. The seat may be one that the waitlist holds for the child. p_email is explained at '
  'private.offers_for. The caller has locked the session, and updates the order line afterwards. Fails with '
  'session_not_found, session_started, already_booked, session_full, and the codes of private.pick_pass and '
  'private.check_team.';

create function public.book_session(p_child_id uuid, p_session_id uuid, p_pass_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking_id uuid;
begin
  perform private.own_child(p_child_id, 'p_child_id');
  perform private.lock_sessions(array[p_session_id]);
  v_booking_id := private.book_with_credit(
    p_child_id, p_session_id, p_pass_id, case when p_pass_id is null then 'p_child_id' else 'p_pass_id' end);
  perform private.line_follows(null, v_booking_id);
  perform private.queue_booked_mails(array[v_booking_id]);
  return private.credit_booking_view(v_booking_id);
end;
$$;
comment on function public.book_session(uuid, uuid, uuid) is
  'Books a session, with the pass p_pass_id or the one that expires first. Returns CreditBooking '
  '(contract/family-booking.ts). Fails with child_not_found, session_not_found, session_started, session_full, '
  'already_booked, pass_not_found, no_credit, pass_expired, pass_paused, age_not_allowed, level_not_allowed. Definer: '
  'bookings and credits are written only by functions that lock and count.';
grant execute on function public.book_session(uuid, uuid, uuid) to authenticated;
select private.answer_calls('public.book_session(uuid, uuid, uuid)', 'book_session');
