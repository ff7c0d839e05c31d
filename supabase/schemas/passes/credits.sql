-- Credits: a signed-in parent books a session with a credit of a pass, gives it back, or moves it to another day
-- (spec 1 §1 and §3; decisions "Safety"). How seats are locked stands at the head of places.sql.

-- Whose, and what is left ------------------------------------------------------------------------------------

create function private.credits_left(p_pass_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$ select coalesce(sum(delta), 0)::integer from public.credit_ledger where pass_id = p_pass_id $$;
comment on function private.credits_left(uuid) is 'A pass''s balance: the sum of its ledger, nowhere stored.';

create function private.own_child(p_child_id uuid, p_field text)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_family_id uuid;
begin
  select family_id into v_family_id from public.children
  where id = p_child_id and (family_id = private.my_family_id() or private.is_admin());
  -- To others a child that is not theirs does not exist.
  if not found then perform private.fail('child_not_found', p_field); end if;
  return v_family_id;
end;
$$;
comment on function private.own_child(uuid, text) is
  'Family of a child that is the caller''s own, or anybody''s to an admin; else child_not_found with the field.';

create function private.own_booking(p_booking_id uuid)
returns public.bookings
language plpgsql
stable
set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings
  where id = p_booking_id and (family_id = private.my_family_id() or private.is_admin());
  if not found then perform private.fail('booking_not_found', 'p_booking_id'); end if;
  return v_booking;
end;
$$;
comment on function private.own_booking(uuid) is
  'A booking that is the caller''s own, or anybody''s to an admin; else booking_not_found. Read without a lock.';

create function private.lock_family(p_child_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id uuid;
begin
  loop
    select family_id into v_family_id from public.children where id = p_child_id;
    perform from public.families where id = v_family_id for key share;
    -- Two families may have become one while we waited.
    exit when v_family_id is not distinct from (select family_id from public.children where id = p_child_id);
  end loop;
  return v_family_id;
end;
$$;
comment on function private.lock_family(uuid) is
  'The family of a child, which stays that until the end of the transaction: merging families waits. In the order of '
  'locks after the waitlist''s entries.';

create function private.lock_sessions(p_session_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(p_session_ids, '{}');
  perform from public.waitlist_entries
  where session_id = any (p_session_ids) and status in ('waiting', 'offered') order by id for update;
end;
$$;
comment on function private.lock_sessions(uuid[]) is
  'Locks sessions, then who waits for them: whoever then locks a family never asks for these again.';

-- The line that bought it ------------------------------------------------------------------------------------

create function private.lines_follow(p_left_ids uuid[], p_made_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pass record;
begin
  for v_pass in
    select k.pass_id as id,
      coalesce(array_agg(b.session_id) filter (where b.id = any (p_left_ids)), '{}') as left_ids,
      -- Of several the line stands for the one that begins first.
      (array_agg(b.session_id order by b.session_date, b.session_time, b.id) filter (where b.id = any (p_made_ids)))[1] as made_id
    from public.credit_ledger k join public.bookings b on b.id = k.booking_id
    where k.booking_id = any (p_left_ids || p_made_ids) and k.reason = 'booked'
    group by k.pass_id order by k.pass_id
  loop
    -- The pass before its line, as everybody writes them.
    perform from public.passes where id = v_pass.id for update;
    -- Once: a line that is written again asks for its order, which comes before sessions.
    update public.order_lines l set
      session_id = case
        when l.session_id = any (v_pass.left_ids) then v_pass.made_id
        -- One whose own session is none any more stands for this one: its calendar file, the way to move it, its
        -- refund.
        when not exists (select from public.sessions s where s.id = l.session_id and s.status = 'scheduled')
          then coalesce(v_pass.made_id, l.session_id)
        else l.session_id end,
      -- As with a move: giving a session back does not win a better refund of the pass. What we called off is not held
      -- against anybody.
      refund_starts_at = least(l.refund_starts_at, (
        select min(s.starts_at) from public.sessions s where s.id = any (v_pass.left_ids) and s.status = 'scheduled'))
    from public.passes p
    where p.id = v_pass.id and l.id = p.order_line_id and l.status = 'placed';
  end loop;
end;
$$;
comment on function private.lines_follow(uuid[], uuid[]) is
  'The lines that bought passes follow the bookings that a call ended and made, whoever made or ended them. Nothing '
  'for a pass that was not sold, or a booking without one. Called once, when all is booked; the caller has locked the '
  'sessions.';

create function private.line_follows(p_left_id uuid, p_made_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ select private.lines_follow(array_remove(array[p_left_id], null), array_remove(array[p_made_id], null)) $$;
comment on function private.line_follows(uuid, uuid) is
  'private.lines_follow of one booking that ended and one that was made; either null.';
