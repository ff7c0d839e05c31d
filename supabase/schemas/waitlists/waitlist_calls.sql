-- Families join and leave a waitlist, and decline an offer. Staff change the capacity of a session.

create function public.join_waitlist(p_entry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session_id uuid;
  v_camp_id uuid;
  v_entry public.waitlist_entries;
  v_name text;
  v_email text;
  v_phone text;
  v_free_spots integer;
  v_problem text;
  v_is_verified boolean;
begin
  perform private.check_waiting(p_entry);
  v_name := private.check_text(p_entry #> '{parent,name}', 'parent.name', 120);
  v_email := private.check_email(p_entry #> '{parent,email}', 'parent.email');
  v_phone := private.check_phone(p_entry #> '{parent,phone}', 'parent.phone');
  v_is_verified := v_email = any (private.my_verified_emails());
  v_session_id := p_entry ->> 'session_id';
  v_camp_id := p_entry ->> 'camp_id';
  -- The place is locked, so that no entry is added while the place is being offered, or twice at once.
  perform private.lock_places(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
  v_free_spots := private.places_free(v_session_id, v_camp_id, clock_timestamp());
  if v_free_spots is null then
    if v_session_id is not null then perform private.fail('session_not_found', 'session_id'); end if;
    perform private.fail('camp_not_found', 'camp_id');
  end if;
  if v_free_spots >= jsonb_array_length(p_entry -> 'children') then
    perform private.fail('place_free', case when v_session_id is null then 'camp_id' else 'session_id' end);
  end if;
  perform private.check_waiting_ages(p_entry -> 'children', v_session_id, v_camp_id,
    private.check_offer_id(p_entry -> 'offer_id', 'offer_id'));
  v_problem := private.waiting_problem(p_entry -> 'children', v_session_id, v_camp_id, v_email);
  if v_problem is not null then perform private.fail(v_problem, 'children'); end if;
  -- Without the mail, the entry could not be confirmed, although the page says that it was sent.
  if not v_is_verified and not private.may_mail('waitlist_confirm', v_email) then perform private.fail('rate_limited'); end if;

  insert into public.waitlist_entries (
    status, session_id, camp_id, offer_id, places, family_id, parent_name, parent_email, parent_phone)
  values (case when v_is_verified then 'waiting' else 'unconfirmed' end,
    v_session_id, v_camp_id, private.check_offer_id(p_entry -> 'offer_id', 'offer_id'),
    jsonb_array_length(p_entry -> 'children'), private.my_family_id(), v_name, v_email, v_phone)
  returning * into v_entry;
  insert into public.waitlist_children (entry_id, position, child_id, name, dob, is_friend)
  select v_entry.id, n.ordinality - 1, c.id, coalesce(c.name, n.value ->> 'name'),
    coalesce(c.dob, nullif(n.value ->> 'dob', '')::date), coalesce((n.value ->> 'is_friend')::boolean, false)
  from jsonb_array_elements(p_entry -> 'children') with ordinality n
  left join public.children c on c.id = nullif(n.value ->> 'id', '')::uuid;
  if v_entry.status = 'waiting' then perform private.notify_joined(v_entry);
  else perform private.ask_to_confirm(v_entry, 'first'); end if;
  return private.waitlist_view(v_entry) || jsonb_build_object('secret', v_entry.secret);
end;
$$;
comment on function public.join_waitlist(jsonb) is
  'Joins a waitlist. Takes WaitlistRequest and returns WaitlistView with secret (contract/waitlists.ts). The entry is '
  'unconfirmed until the mailed link is used. A guest gets the same answer for every address. Fails with '
  'child_not_found, session_not_found, camp_not_found, place_free, already_booked, already_waiting, age_not_allowed, '
  'offer_not_available. Definer: visitors write entries only through these checks.';
grant execute on function public.join_waitlist(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.join_waitlist(jsonb)', 'join_waitlist');

create function public.confirm_waitlist_entry(p_secret uuid, p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found or p_token is distinct from private.confirm_token(v_entry) then
    perform private.fail('waitlist_entry_not_found');
  end if;
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  -- The entry was erased, or its session or camp can no longer be booked.
  if v_entry.parent_email is null or v_entry.status not in ('unconfirmed', 'never_confirmed')
    or private.places_free(v_entry.session_id, v_entry.camp_id, clock_timestamp()) is null then
    return private.waitlist_view(v_entry);
  end if;
  update public.waitlist_entries set status = 'waiting', joined_at = clock_timestamp()
  where id = v_entry.id returning * into v_entry;
  perform private.offer_all(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where id = v_entry.id;
  if v_entry.status = 'waiting' then perform private.notify_joined(v_entry); end if;
  return private.waitlist_view(v_entry);
end;
$$;
comment on function public.confirm_waitlist_entry(uuid, text) is
  'Confirms an entry, on any device. A place may be offered at once. A button calls this, because mail scanners open '
  'links. Returns WaitlistView. Fails with waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.confirm_waitlist_entry(uuid, text) to anon, authenticated, service_role;
select private.answer_calls('public.confirm_waitlist_entry(uuid, text)', 'confirm_waitlist_entry');

create function public.get_waitlist_entry(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_view jsonb;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found then perform private.fail('waitlist_entry_not_found'); end if;
  v_view := private.waitlist_view(v_entry);
  -- The contact is returned only while there is something to book.
  if v_view ->> 'status' in ('offered', 'accepted') then
    v_view := v_view || jsonb_build_object('parent', jsonb_build_object(
      'name', v_entry.parent_name, 'email', v_entry.parent_email, 'phone', v_entry.parent_phone));
  end if;
  return v_view;
end;
$$;
comment on function public.get_waitlist_entry(uuid) is
  'Returns WaitlistView by its secret, with the parent''s contact during an offer. Fails with '
  'waitlist_entry_not_found. Definer: guests have no account that a policy could check.';
grant execute on function public.get_waitlist_entry(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.get_waitlist_entry(uuid)');

create function private.end_entry(p_secret uuid, p_status text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found then perform private.fail('waitlist_entry_not_found'); end if;
  -- The place is locked before the entry.
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  if v_entry.status not in ('unconfirmed', 'waiting', 'offered') then return private.waitlist_view(v_entry); end if;
  update public.waitlist_offers set status = 'declined' where entry_id = v_entry.id and status = 'open';
  update public.waitlist_entries set status = p_status where id = v_entry.id returning * into v_entry;
  perform private.offer_all(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  return private.waitlist_view(v_entry);
end;
$$;
comment on function private.end_entry(uuid, text) is
  'Ends an entry that waits or has an offer, and offers its places to the next entry. Other entries stay unchanged.';

create function public.decline_waitlist_offer(p_secret uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.end_entry(p_secret, 'declined') $$;
comment on function public.decline_waitlist_offer(uuid) is
  'Declines the offered places for the parent. A repeated call changes nothing. Returns WaitlistView. Fails with '
  'waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.decline_waitlist_offer(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.decline_waitlist_offer(uuid)', 'decline_waitlist_offer');

create function public.leave_waitlist(p_secret uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.end_entry(p_secret, 'left') $$;
comment on function public.leave_waitlist(uuid) is
  'Removes the parent''s entry from the waitlist. A repeated call changes nothing. Returns WaitlistView. Fails with '
  'waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.leave_waitlist(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.leave_waitlist(uuid)', 'leave_waitlist');

create function private.lock_waiting(p_entry_id uuid, p_expected text)
returns public.waitlist_entries
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where id = p_entry_id;
  -- An erased entry has no address to notify.
  if not found or v_entry.parent_email is null then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where id = p_entry_id for update;
  if v_entry.parent_email is null then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  if p_expected <> private.waitlist_view(v_entry) ->> 'status' then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  return v_entry;
end;
$$;
comment on function private.lock_waiting(uuid, text) is
  'Locks the place and then the entry, for a change by staff. Fails with waitlist_entry_not_found, also for an erased '
  'entry. Fails with changed_meanwhile if its status is not p_expected. If p_expected is null, any status is accepted.';

create function public.restore_waitlist_offer(p_entry_id uuid, p_expected text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_now timestamptz;
  v_deadline timestamptz;
  v_positions integer[];
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  v_entry := private.lock_waiting(p_entry_id, p_expected);
  v_now := clock_timestamp();
  update public.waitlist_offers set status = 'lapsed' where entry_id = v_entry.id and status = 'open' and expires_at <= v_now;
  if v_entry.status in ('accepted', 'enrolled') or private.is_cancelled(v_entry.session_id, v_entry.camp_id)
    or exists (select from public.waitlist_offers where entry_id = v_entry.id and status = 'open') then
    return private.waitlist_view(v_entry);
  end if;
  v_positions := private.children_wanted(v_entry);
  if v_positions = '{}' then
    perform private.fail(case when exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c))
      then 'already_waiting' else 'already_booked' end, 'p_entry_id');
  end if;
  update public.waitlist_entries set status = 'waiting' where id = v_entry.id returning * into v_entry;
  -- If the removal is undone at once, the family need not read about it.
  delete from public.outbox
  where sent_at is null and attempts = 0 and template = 'waitlist_removed' and split_part(key, ':', 2) = v_entry.id::text;
  v_deadline := private.offer_deadline(v_entry.session_id, v_entry.camp_id, v_now);
  -- If enough places are free now, this entry gets them before others. Otherwise it waits at its old position.
  if v_deadline is not null
    and coalesce(private.places_free(v_entry.session_id, v_entry.camp_id, v_now) >= cardinality(v_positions), false) then
    perform private.refuse_own_ahead(v_entry.family_id, v_entry.parent_email, v_entry.session_id, v_entry.camp_id, false, 'p_entry_id');
    perform private.make_offer(v_entry, v_positions, v_deadline, (select auth.uid()));
    select * into v_entry from public.waitlist_entries where id = p_entry_id;
  end if;
  return private.waitlist_view(v_entry);
end;
$$;
comment on function public.restore_waitlist_offer(uuid, text) is
  'For admins. Restores an entry, with a new offer if the places are free, otherwise at its old position. p_expected '
  'is the status before. Returns WaitlistView. Fails with waitlist_entry_not_found, changed_meanwhile, '
  'already_booked, already_waiting, own_balance (private.refuse_own_ahead). Definer: entries are written only here, '
  'after checking the caller.';
grant execute on function public.restore_waitlist_offer(uuid, text) to authenticated, service_role;
select private.answer_calls('public.restore_waitlist_offer(uuid, text)', 'management');

create function public.set_session_capacity(p_session_id uuid, p_capacity integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_seats_taken integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_session from public.sessions where id = p_session_id for update;
  if not found then perform private.fail('session_not_found', 'p_session_id'); end if;
  v_seats_taken := private.seats_taken(p_session_id, clock_timestamp());
  if p_capacity is null or p_capacity not between 0 and 100 then perform private.fail('invalid_input', 'p_capacity'); end if;
  if p_capacity < v_seats_taken then perform private.fail('session_in_use', 'p_capacity', v_seats_taken::text); end if;
  update public.sessions set max_capacity = p_capacity where id = p_session_id;
  perform private.offer_released_places(array[p_session_id], '{}');
  return jsonb_build_object('capacity', p_capacity, 'taken', private.seats_taken(p_session_id, clock_timestamp()));
end;
$$;
comment on function public.set_session_capacity(uuid, integer) is
  'For admins. Sets the number of seats, but never fewer than are taken. New seats are offered to the waitlist first. '
  'Returns {capacity, taken}. Fails with session_not_found, session_in_use (detail: seats taken). Definer: sessions '
  'are written only by such functions.';
grant execute on function public.set_session_capacity(uuid, integer) to authenticated, service_role;
