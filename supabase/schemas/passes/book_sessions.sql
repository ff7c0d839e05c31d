-- A family can book several sessions at once, for several children. Either all of them are booked or none (spec 1 §1
-- and §3).

create function private.check_bookings(p_bookings jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 24;
  v_request record;
begin
  if jsonb_typeof(p_bookings) is distinct from 'array' then perform private.fail('invalid_input', 'p_bookings'); end if;
  if jsonb_array_length(p_bookings) not between 1 and c_most then perform private.fail('invalid_input', 'p_bookings'); end if;
  for v_request in
    select value as b, format('p_bookings[%s]', ordinality - 1) as field,
      row_number() over (partition by lower(value ->> 'child_id'), lower(value ->> 'session_id') order by ordinality) as same
    from jsonb_array_elements(p_bookings) with ordinality order by ordinality
  loop
    if jsonb_typeof(v_request.b) <> 'object' then perform private.fail('invalid_input', v_request.field); end if;
    if not private.is_uuid(v_request.b -> 'child_id') then perform private.fail('invalid_input', v_request.field || '.child_id'); end if;
    if not private.is_uuid(v_request.b -> 'session_id') then perform private.fail('invalid_input', v_request.field || '.session_id'); end if;
    if private.is_given(v_request.b -> 'pass_id') and not private.is_uuid(v_request.b -> 'pass_id') then
      perform private.fail('invalid_input', v_request.field || '.pass_id');
    end if;
    perform private.own_child((v_request.b ->> 'child_id')::uuid, v_request.field || '.child_id');
    if v_request.same > 1 then perform private.fail('already_booked', v_request.field || '.session_id'); end if;
  end loop;
end;
$$;
comment on function private.check_bookings(jsonb) is
  'Checks BookSessions (contract/family-booking.ts): each child is named once per session, and all children are the '
  'caller''s own. Fails with child_not_found or already_booked, and names the field, e.g. p_bookings[1].session_id.';

create function public.book_sessions(p_bookings jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_sessions uuid[];
  v_children uuid[];
  v_request record;
  v_booking_ids uuid[] := '{}';
begin
  perform private.check_bookings(p_bookings);
  select array_agg(distinct (b ->> 'session_id')::uuid), array_agg(distinct (b ->> 'child_id')::uuid)
  into v_sessions, v_children from jsonb_array_elements(p_bookings) b;
  -- The lock order is that of places.sql, all rows of a kind at once: sessions, waitlist entries, families, passes.
  perform private.lock_sessions(v_sessions);
  -- Seats of expired offers go to the waitlist first. Offers to one of these children are accepted.
  perform private.offer_all(v_sessions, '{}');
  perform private.take_offer((b ->> 'session_id')::uuid, (b ->> 'child_id')::uuid, null) from jsonb_array_elements(p_bookings) b;
  perform private.lock_family(id) from (select id from public.children where id = any (v_children) order by family_id, id) c;
  perform from public.passes where child_id = any (v_children) order by id for update;
  for v_request in
    select (value ->> 'child_id')::uuid as child_id, (value ->> 'session_id')::uuid as session_id,
      nullif(value ->> 'pass_id', '')::uuid as pass_id, format('p_bookings[%s]', ordinality - 1) as field
    from jsonb_array_elements(p_bookings) with ordinality order by ordinality
  loop
    v_booking_ids := v_booking_ids || private.spend_credit(v_request.child_id, v_request.session_id, v_request.pass_id, v_request.field || '.session_id',
      v_request.field || case when v_request.pass_id is null then '.child_id' else '.pass_id' end);
  end loop;
  perform private.lines_follow('{}', v_booking_ids);
  perform private.queue_booked_mails(v_booking_ids);
  return jsonb_build_object('bookings', (
    select jsonb_agg(private.credit_booking_view(m.id) order by m.n) from unnest(v_booking_ids) with ordinality m (id, n)));
end;
$$;
comment on function public.book_sessions(jsonb) is
  'Books either all of these sessions or none. Takes BookSessions and returns BookedSessions '
  '(contract/family-booking.ts). Fails with the codes of book_session, and names the row''s field, e.g. '
  'p_bookings[1].session_id. Definer: see book_session.';
grant execute on function public.book_sessions(jsonb) to authenticated;
select private.answer_calls('public.book_sessions(jsonb)', 'book_sessions');

create function public.take_offer_with_credits(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_offer public.waitlist_offers;
  v_child record;
  v_booking_ids uuid[] := '{}';
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret and family_id = private.my_family_id();
  if not found then perform private.fail('waitlist_entry_not_found', 'p_secret'); end if;
  -- A camp is paid at the checkout, which holds its places.
  if v_entry.session_id is null then perform private.fail('no_credit', 'p_secret'); end if;
  perform private.lock_sessions(array[v_entry.session_id]);
  perform private.offer_all(array[v_entry.session_id], '{}');
  select * into v_offer from public.waitlist_offers
  where entry_id = v_entry.id and status = 'open' and expires_at > clock_timestamp();
  if not found then perform private.fail('waitlist_offer_over', 'p_secret'); end if;
  -- The places of the accepted offer count as free now. So they are taken under the session's lock, before they are
  -- offered to anybody else.
  update public.waitlist_offers set status = 'accepted' where id = v_offer.id;
  update public.waitlist_entries set status = 'enrolled' where id = v_entry.id returning * into v_entry;
  perform private.lock_family(k.id) from (
    select private.waiting_child(v_entry, c) as id from public.waitlist_children c where c.entry_id = v_entry.id) k
  where k.id is not null;
  perform from public.passes where family_id = v_entry.family_id order by id for update;
  for v_child in
    select c.position, private.waiting_child(v_entry, c) as id from public.waitlist_children c
    where c.entry_id = v_entry.id and c.position = any (v_offer.positions) order by c.position
  loop
    if v_child.id is null then perform private.fail('child_not_found', format('children[%s]', v_child.position)); end if;
    v_booking_ids := v_booking_ids || private.spend_credit(
      v_child.id, v_entry.session_id, null, 'p_secret', format('children[%s]', v_child.position));
  end loop;
  perform private.lines_follow('{}', v_booking_ids);
  perform private.queue_booked_mails(v_booking_ids);
  return jsonb_build_object('entry', private.waitlist_view(v_entry), 'bookings', (
    select jsonb_agg(private.credit_booking_view(m.id) order by m.n) from unnest(v_booking_ids) with ordinality m (id, n)));
end;
$$;
comment on function public.take_offer_with_credits(uuid) is
  'Accepts a waitlist offer with credits, for all its children or none. Returns TakenOffer '
  '(contract/family-booking.ts). If it is refused, the offer stays open. Fails with waitlist_entry_not_found, '
  'waitlist_offer_over, child_not_found (children[n]), no_credit, and the codes of book_session. Definer: see '
  'book_session.';
grant execute on function public.take_offer_with_credits(uuid) to authenticated;
select private.answer_calls('public.take_offer_with_credits(uuid)', 'take_offer_with_credits');
