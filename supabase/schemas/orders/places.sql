-- Checkout: how places are locked, orders opened, and their lines written
-- (docs/decisions "Selling rules" and "Safety"; README "One booking, end to end").
--
-- HOW SEATS ARE LOCKED
--
-- A place is sold twice when two transactions count before either of them has written. So every transaction that takes
-- a seat or extends a hold first locks the rows of its sessions and camps. No other lock replaces this one. The row of
-- a camp also protects its early-bird rungs and its places with rebate.
--
--   1. Lock only what you consume: the sessions and camps of your own lines. Reading availability locks nothing.
--      Releasing a place cannot make another count wrong. It is locked anyway, once and at the end, because the
--      place is offered to the waitlist first (private.offer_released_places).
--   2. Lock once and late: everything that can be refused without the lock is refused before it.
--   3. Always lock in this order, so that no two transactions wait for each other in a circle:
--        1. The payment event and the payment. Only a confirmation locks them, by their unique keys.
--        2. The order row, for no key update, so that rows with a foreign key to it (a refund, a link in a mail, a line
--           written twice) need not wait. hold_order locks the browser's previous order. A chore locks several and
--           skips locked ones. A confirmation also locks the order that it moves from, sorted by id. hold_upgrade locks
--           the order that it moves from, then an earlier hold for the same move, which it skips if it is locked.
--        3. The limit of the network address, which only hold_order locks (an advisory lock).
--        4. The session rows, then the camp rows, each sorted by id in one statement (private.lock_places).
--        5. The waitlist entries of these places.
--        6. The promotion code (private.use_promotion).
--        7. The families. A booking and a claim of a try-out lock them for key share. A merge and an erasure lock them
--           for update, after the orders, places, waitlist entries and profiles of the families that are removed.
--        8. The children's try-outs, sorted (private.claim_trial).
--        9. Subscriptions. cancel_lines locks those of its lines, sorted. A renewal and a report about it lock one.
--       10. Bookings, which are only locked under the row of their session, except when families are merged.
--       11. The family row, under which private.order_family finds or creates the children.
--       12. Pass rows: those of a child, sorted, or the one that the credit ledger's trigger locks.
--       13. The line that bought a pass. private.lines_follow writes it only once: when a transaction writes a row for
--           the second time, Postgres also locks the rows that it refers to, here the order. A transaction that holds
--           the order writes the line then, too.
--       14. The payments. A refund locks those of a line that was moved for a difference, sorted by id.
--   4. Then read the clock, then count, then price, then write. Under READ COMMITTED each statement sees what was
--      committed when it began. The count is a statement after the lock, so a transaction that waited counts what the
--      other one wrote. Counting in the same statement as the lock, or under REPEATABLE READ, would use the state
--      before the wait. The clock is clock_timestamp() for the same reason.
--   5. Extending a hold is taking a seat: it may expire between the check and the commit, and another transaction may
--      count the seat as free. So renew_hold, finalize_order and record_checkout lock the places too.
--   6. Other buyers of a popular place wait for everything that runs under the lock. A connection caches its plans, and
--      a plan made while holds or orders was empty would scan the whole table ever after. So hold_order, finalize_order
--      and confirm_order plan without sequential scans, and without JIT, which an inflated cost estimate would trigger.

create function private.lock_places(p_session_ids uuid[], p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_ids <> '{}' then
    perform from public.sessions where id = any (p_session_ids) order by id for update;
  end if;
  if p_camp_ids <> '{}' then
    perform private.lock_camps(p_camp_ids);
  end if;
end;
$$;
comment on function private.lock_places(uuid[], uuid[]) is
  'Locks sessions, then camps, each in sorted order. The head of this file explains why.';

create function private.lock_order_places(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(
    array(select session_id from public.order_lines where order_id = p_order_id and session_id is not null),
    array(select camp_id from public.order_lines where order_id = p_order_id and camp_id is not null));
end;
$$;
comment on function private.lock_order_places(uuid) is 'Locks the sessions and camps of an order''s lines.';

create function private.is_held(p_order_id uuid, p_at timestamptz)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (select not exists (
    select from public.order_lines l
    left join public.holds h on h.order_line_id = l.id and h.expires_at > p_at
    where l.order_id = p_order_id and l.status <> 'cancelled' and h.order_line_id is null
  ));
end;
$$;
comment on function private.is_held(uuid, timestamptz) is
  'Returns whether every line of the order that is not cancelled has a live hold at p_at.';

create function private.refuse_first(p_refusals jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_refusals = '[]' then return; end if;
  perform private.fail(r ->> 'code', r ->> 'field', case r ->> 'code'
    when 'age_not_allowed' then private.ages_text(r)
    when 'times_overlap' then format('lines[%s]', r ->> 'overlaps')
    when 'code_minimum' then r ->> 'minimum_cents' end)
  from (select p_refusals -> 0 as r) f where r is not null;
end;
$$;
comment on function private.refuse_first(jsonb) is
  'Fails with the first of the refusals of private.price_order, if there is one. The detail is the ages '
  '(age_not_allowed), the other line (times_overlap) or the minimum amount in cents (code_minimum).';

create function private.open_order(p_secret uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- While staff review a charge that did not match, the order cannot be paid again.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.outcome = 'under_review' then
    perform private.fail('order_closed');
  end if;
  return v_order;
end;
$$;
comment on function private.open_order(uuid) is
  'Locks an order that can still be paid. Fails with order_not_found, hold_expired, order_closed.';

create function private.free_seats(p_order_id uuid, p_status text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.holds where order_id = p_order_id;
  update public.orders set status = p_status where id = p_order_id;
end;
$$;
comment on function private.free_seats(uuid, text) is
  'Releases an order''s seats and closes it. The caller has locked the order row.';

create function private.order_number()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- The alphabet lacks 0, O, 1, I and L, because numbers are read aloud and typed from paper.
  c_alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  v_prefix constant text := (private.settings()).order_prefix;
  v_bytes bytea;
  v_number text;
begin
  for v_try in 0..40 loop
    -- A number has four random characters, and one more after every ten that were already taken.
    v_bytes := extensions.gen_random_bytes(4 + v_try / 10);
    v_number := v_prefix || '-';
    for v_at in 0..3 + v_try / 10 loop
      v_number := v_number || substr(c_alphabet, 1 + get_byte(v_bytes, v_at) % length(c_alphabet), 1);
    end loop;
    if not exists (select from public.orders where number = v_number) then
      return v_number;
    end if;
  end loop;
  raise exception 'no free order number';
end;
$$;
comment on function private.order_number() is 'Returns a random free order number such as OT-4K7M.';

create function private.write_lines(p_order_id uuid, p_order jsonb, p_price jsonb, p_terms_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_children constant jsonb := coalesce(nullif(p_order -> 'children', 'null'), '[]');
begin
  insert into public.order_children (order_id, position, child_id, dob, name)
  select p_order_id, n.ordinality - 1, c.id, coalesce(c.dob, nullif(n.value ->> 'dob', '')::date), c.name
  from jsonb_array_elements(v_children) with ordinality n
  left join lateral (
    select k.* from public.children k where k.id = nullif(n.value ->> 'id', '')::uuid limit 1) c on true;
  if p_price @? '$.lines[*] ? (@.child == null)' then
    insert into public.order_children (order_id, position)
    select p_order_id, jsonb_array_length(v_children) - 1 + row_number() over (order by l -> 'position')
    from jsonb_array_elements(p_price -> 'lines') l where l -> 'child' = 'null';
  end if;

  insert into public.order_lines (
    order_id, position, child_position, offer_id, session_id, camp_id, title, price_cents, rebate_cents, discount_cents,
    transport, transport_cents, rung_id, sibling_rebate, expected_price_cents, sessions, validity_days, renews,
    once_per_child, terms_id, revision, held_since)
  select p_order_id, n.position,
    coalesce(n.child, jsonb_array_length(v_children) - 1 + row_number() over (partition by n.child is null order by n.position)),
    f.id, n.session_id, n.camp_id, f.title, n.price_cents, n.rebate_cents, n.discount_cents,
    (select jsonb_build_object('id', t ->> 'id', 'title', t ->> 'title')
     from jsonb_array_elements(coalesce(f.details -> 'transport', '[]')) t
     where t ->> 'id' = p_order #>> array['lines', n.position::text, 'transport']),
    n.transport_cents, n.rung_id, n.sibling_rebate, n.expected_price_cents, f.sessions, f.validity_days,
    f.renews, f.once_per_child, coalesce(p_terms_id, f.terms_id), f.revision, n.held_since
  from jsonb_to_recordset(p_price -> 'lines') as n (
    position integer, child integer, offer_id text, session_id uuid, camp_id uuid, rung_id text, price_cents integer,
    sibling_rebate boolean, rebate_cents integer, discount_cents integer, transport_cents integer, expected_price_cents integer,
    held_since timestamptz)
  cross join lateral (
    select o.id, o.title, o.details, o.terms_id, o.revision, t.*
    from public.offers o cross join lateral private.offer_contents(o) t where o.id = n.offer_id limit 1) f;
end;
$$;
comment on function private.write_lines(uuid, jsonb, jsonb, uuid) is
  'Writes the lines of an order as they were requested (HoldRequest) and priced (private.price_order). Known children '
  'get their recorded name and birth date. p_terms_id is the terms of an earlier sale that this order continues.';

create function private.without_full_lines(p_order jsonb, p_price jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select p_order || jsonb_build_object('lines', jsonb_agg(l.value order by l.ordinality))
  from jsonb_array_elements(p_order -> 'lines') with ordinality l
  join jsonb_array_elements(p_price -> 'lines') p on (p.value ->> 'position')::integer = l.ordinality - 1
  where coalesce(p.value ->> 'problem', '') not in ('session_full', 'camp_full')
$$;
comment on function private.without_full_lines(jsonb, jsonb) is
  'Returns the HoldRequest without the lines that have no free place. If no line is left, its lines is null.';

create function private.verified_account(p_user_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_user_id is null then return null; end if;
  return (select id from auth.users where id = p_user_id and email_confirmed_at is not null);
end;
$$;
comment on function private.verified_account(uuid) is
  'Returns the account if its e-mail address is verified. Otherwise returns null, as for a guest.';
