-- A released place is offered to the first entry that fits completely, and is held until the deadline.

create function private.make_offer(
  p_entry public.waitlist_entries, p_positions integer[], p_expires_at timestamptz, p_offered_by uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.waitlist_offers;
begin
  insert into public.waitlist_offers (entry_id, session_id, camp_id, places, positions, expires_at, offered_by)
  values (p_entry.id, p_entry.session_id, p_entry.camp_id, cardinality(p_positions), p_positions, p_expires_at, p_offered_by)
  returning * into v_offer;
  update public.waitlist_entries set status = 'offered' where id = p_entry.id;
  perform private.notify_of_offer(p_entry, v_offer);
end;
$$;
comment on function private.make_offer(public.waitlist_entries, integer[], timestamptz, uuid) is
  'Holds places for these children of an entry (waitlist_children.position) until the deadline, and queues the mail '
  'about it. The caller has locked the place and checked that it is free.';

create function private.reopen_desk_offers(p_session_id uuid, p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_offer public.waitlist_offers;
  v_entry public.waitlist_entries;
begin
  -- Most places have no such offer. So this returns early after one index look-up.
  if not exists (
    select from public.waitlist_offers
    where status = 'accepted' and expires_at > v_now and (session_id = p_session_id or camp_id = p_camp_id)) then
    return;
  end if;
  for v_offer in
    select f.* from public.waitlist_offers f join public.orders o on o.id = f.order_id
    where f.status = 'accepted' and f.expires_at > v_now and (f.session_id = p_session_id or f.camp_id = p_camp_id)
      -- An order that is being sold in this transaction is still held.
      and o.channel = 'desk' and o.paid_at is null and o.status in ('awaiting_payment', 'released', 'expired')
      and not exists (select from public.holds h where h.order_id = o.id and h.expires_at > v_now)
    order by f.created_at, f.id
  loop
    -- Every sale calls this first, under the lock of the place. So only staff who add a child may have taken it.
    continue when coalesce(private.places_free(p_session_id, p_camp_id, v_now), 0) < v_offer.places;
    select * into v_entry from public.waitlist_entries where id = v_offer.entry_id and status = 'accepted' for update;
    -- A child who got a place in another way needs no offer. This one then ends with its order.
    continue when not found or exists (
      select from public.waitlist_children c
      where c.entry_id = v_entry.id and c.position = any (v_offer.positions) and private.is_placed(v_entry, c));
    update public.waitlist_entries set status = 'offered' where id = v_entry.id returning * into v_entry;
    update public.waitlist_offers set status = 'open', order_id = null where id = v_offer.id returning * into v_offer;
    -- If the mail about the offer was withdrawn before it was sent, it is queued again.
    perform private.notify_of_offer(v_entry, v_offer);
  end loop;
end;
$$;
comment on function private.reopen_desk_offers(uuid, uuid) is
  'Opens the offers of this place again that a sale at the desk had accepted, if the sale was cancelled or its hold '
  'has lapsed, and the deadline that the family knows is still ahead. The caller has locked the place.';

create function private.offer_places(p_session_id uuid, p_camp_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_entry public.waitlist_entries;
  v_free_spots integer;
  v_positions integer[];
  v_deadline timestamptz;
  v_offers integer := 0;
begin
  perform private.reopen_desk_offers(p_session_id, p_camp_id);
  -- Most places have no waitlist. So this returns early after two index look-ups.
  if not exists (
      select from public.waitlist_entries where status = 'waiting' and (session_id = p_session_id or camp_id = p_camp_id))
    and not exists (
      select from public.waitlist_offers where status = 'open' and (session_id = p_session_id or camp_id = p_camp_id)) then
    return 0;
  end if;
  -- Nobody can accept an offer during maintenance, so none is made and none ends.
  if (private.settings()).maintenance then return 0; end if;
  -- An entry whose offer expired leaves the waitlist. Staff can restore it.
  with expired as (
    update public.waitlist_offers set status = 'lapsed'
    where status = 'open' and expires_at <= v_now and (session_id = p_session_id or camp_id = p_camp_id)
    returning entry_id
  )
  update public.waitlist_entries set status = 'lapsed' where id in (select entry_id from expired);

  v_free_spots := private.places_free(p_session_id, p_camp_id, v_now);
  v_deadline := private.offer_deadline(p_session_id, p_camp_id, v_now);
  if coalesce(v_free_spots, 0) <= 0 then return 0; end if;
  if v_deadline is null then
    perform private.notify_free_for_all(e, v_free_spots) from public.waitlist_entries e
    where e.status = 'waiting' and (e.session_id = p_session_id or e.camp_id = p_camp_id)
      and private.children_wanted(e) <> '{}';
    return 0;
  end if;
  for v_entry in
    select * from public.waitlist_entries
    where status = 'waiting' and (session_id = p_session_id or camp_id = p_camp_id)
    order by joined_at, id
  loop
    -- The wanted children are computed for each entry in turn, because the offer to one entry may satisfy another.
    v_positions := private.children_wanted(v_entry);
    if cardinality(v_positions) between 1 and v_free_spots then
      -- The entry may have been erased or merged since it was read.
      perform from public.waitlist_entries where id = v_entry.id and status = 'waiting' for update;
      continue when not found;
      perform private.make_offer(v_entry, v_positions, v_deadline);
      v_free_spots := v_free_spots - cardinality(v_positions);
      v_offers := v_offers + 1;
    elsif v_positions = '{}' and not exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c)) then
      update public.waitlist_entries set status = 'enrolled' where id = v_entry.id;
    end if;
    exit when v_free_spots = 0;
  end loop;
  return v_offers;
end;
$$;
comment on function private.offer_places(uuid, uuid) is
  'Offers free places to the first entry that fits completely (private.children_wanted), after offers that the desk '
  'did not use. Ends offers past their deadline. If it is too late for an offer, mails everybody once that the '
  'places are free for all. Returns the number of offers. The caller has locked the place.';

create function private.shorten_offers(p_session_id uuid, p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  -- As in private.offer_deadline, the start is in calendar time, while offers end by the real clock.
  v_last_end constant timestamptz := (
    select starts_at - private.calendar_shift() - make_interval(mins => (private.settings()).waitlist_ends_before_minutes)
    from (
      select starts_at from public.sessions where id = p_session_id
      union all
      select starts_at from public.camp_weeks where id = p_camp_id) b);
  v_offer public.waitlist_offers;
begin
  for v_offer in
    update public.waitlist_offers set expires_at = v_last_end
    where (session_id = p_session_id or camp_id = p_camp_id) and status in ('open', 'accepted') and expires_at > v_last_end
    returning *
  loop
    -- If the deadline has already passed, no mail is sent. An accepted offer may be opened again.
    if v_last_end > v_now and v_offer.status = 'open' then
      perform private.notify_of_offer(e, v_offer) from public.waitlist_entries e where e.id = v_offer.entry_id;
    end if;
  end loop;
end;
$$;
comment on function private.shorten_offers(uuid, uuid) is
  'Shortens open offers to waitlist_ends_before_minutes before the new start, with a mail. The caller has locked the '
  'place, and calls private.offer_released_places for the offers that end.';

create function private.offer_all(p_session_ids uuid[], p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id uuid;
  v_offers integer := 0;
begin
  foreach v_id in array p_session_ids loop
    v_offers := v_offers + private.offer_places(v_id, null);
  end loop;
  foreach v_id in array p_camp_ids loop
    v_offers := v_offers + private.offer_places(null, v_id);
  end loop;
  return v_offers;
end;
$$;
comment on function private.offer_all(uuid[], uuid[]) is
  'Calls private.offer_places for each of these places. Returns the number of offers. The caller has locked them all.';

create function private.offer_released_places(p_session_ids uuid[], p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(p_session_ids, p_camp_ids);
  return private.offer_all(p_session_ids, p_camp_ids);
end;
$$;
comment on function private.offer_released_places(uuid[], uuid[]) is
  'Offers released places to the waitlist. Every function that releases places calls this once, at the end of its '
  'transaction, with all of them, to keep the lock order. Returns the number of offers.';

create function private.offer_released_places_of_order(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.offer_released_places(
    array(select session_id from public.order_lines where order_id = p_order_id and session_id is not null),
    array(select camp_id from public.order_lines where order_id = p_order_id and camp_id is not null));
end;
$$;
comment on function private.offer_released_places_of_order(uuid) is
  'Offers the places of an order that was just closed to the waitlist first.';

create function private.follow_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries e
  set status = case
    when new.status = 'paid' or new.outcome in ('reseated', 'enrolled') then 'enrolled' else 'lapsed' end
  from public.waitlist_offers o
  where o.order_id = new.id and o.status = 'accepted' and e.id = o.entry_id and e.status in ('accepted', 'lapsed');
  return null;
end;
$$;
comment on function private.follow_order() is
  'Trigger on orders, for the entry of an accepted offer. Sets it to enrolled if the checkout got its places, or to '
  'lapsed if the checkout ended unpaid or too late. A sale at the desk has opened the offer again by then. It runs '
  'at the end of the transaction, after the places (places.sql). Definer: no definer function is running at that '
  'time.';
create constraint trigger follow_order after update of status, outcome on public.orders
  deferrable initially deferred
  for each row when (
    (old.status, old.outcome) is distinct from (new.status, new.outcome)
    and new.status in ('paid', 'paid_late', 'released', 'expired'))
  execute function private.follow_order();

create function private.accept_offer(p_secret uuid, p_order jsonb, p_order_id uuid, p_previous_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_offer public.waitlist_offers;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  if not found then perform private.fail('waitlist_entry_not_found', 'waitlist_secret'); end if;
  select * into v_offer from public.waitlist_offers
  where entry_id = v_entry.id and expires_at > clock_timestamp()
    -- The parent may have changed something in the checkout that had accepted the offer.
    and (status = 'open' or (status = 'accepted' and order_id = p_previous_id))
  order by created_at desc limit 1;
  if not found then perform private.fail('waitlist_offer_over', 'waitlist_secret'); end if;
  if (select count(*) from jsonb_array_elements(p_order -> 'lines') l
      where (l ->> 'session_id')::uuid = v_offer.session_id or (l ->> 'camp_id')::uuid = v_offer.camp_id)
    not between 1 and v_offer.places
    -- Holds of an offer are exempt from limits, so nothing else may be held with it.
    or exists (select from jsonb_array_elements(p_order -> 'lines') l
      where (coalesce(l ->> 'session_id', l ->> 'camp_id'))::uuid is distinct from coalesce(v_offer.session_id, v_offer.camp_id)) then
    perform private.fail('invalid_input', 'lines');
  end if;
  update public.waitlist_offers set status = 'accepted', order_id = p_order_id where id = v_offer.id;
  update public.waitlist_entries set status = 'accepted' where id = v_entry.id;
end;
$$;
comment on function private.accept_offer(uuid, jsonb, uuid, uuid) is
  'Accepts an offer for a checkout. Fails with waitlist_entry_not_found, waitlist_offer_over (its deadline has '
  'passed, or another checkout accepted it), invalid_input (lines, if one is for something else or they are too many).';
