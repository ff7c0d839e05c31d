-- Bookings are paid with the credits of passes (spec 1 §1 and §3; docs/decisions "Safety"). places.sql describes how
-- seats are locked.

create function private.credits_left(p_pass_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$ select coalesce(sum(delta), 0)::integer from public.credit_ledger where pass_id = p_pass_id $$;
comment on function private.credits_left(uuid) is
  'Returns the credits that are left on a pass, which is the sum of its ledger. It is computed and not stored.';

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
  -- A child of another family is reported as not found.
  if not found then perform private.fail('child_not_found', p_field); end if;
  return v_family_id;
end;
$$;
comment on function private.own_child(uuid, text) is
  'Returns the family of a child that belongs to the caller. Admins may name any child. Fails with child_not_found, '
  'and names the field.';

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
  'Returns a booking of the caller''s family. Admins may name any booking. Fails with booking_not_found. Takes no '
  'lock.';

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
    -- The child's family may have changed by a merge while this call waited for the lock.
    exit when v_family_id is not distinct from (select family_id from public.children where id = p_child_id);
  end loop;
  return v_family_id;
end;
$$;
comment on function private.lock_family(uuid) is
  'Returns a child''s family and locks it, so that it cannot be merged until the end of the transaction. In the lock '
  'order it comes after the waitlist entries.';

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
  'Locks sessions, then the waitlist entries for them. So a caller that locks a family afterwards needs no lock that '
  'comes before it.';

create function private.lines_follow(p_ended_ids uuid[], p_new_ids uuid[])
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
      coalesce(array_agg(b.session_id) filter (where b.id = any (p_ended_ids)), '{}') as ended_session_ids,
      -- If several were booked, the line gets the session that begins first.
      (array_agg(b.session_id order by b.session_date, b.session_time, b.id) filter (where b.id = any (p_new_ids)))[1] as made_session_id
    from public.credit_ledger k join public.bookings b on b.id = k.booking_id
    where k.booking_id = any (p_ended_ids || p_new_ids) and k.reason = 'booked'
    group by k.pass_id order by k.pass_id
  loop
    -- Passes come before their lines in the lock order.
    perform from public.passes where id = v_pass.id for update;
    -- The line is updated once. Updating it again would lock its order, which comes before sessions in the lock order.
    update public.order_lines l set
      session_id = case
        -- A sibling's sessions are not those of the child for whom the line was sold.
        when p.moved_from_id is not null then l.session_id
        when l.session_id = any (v_pass.ended_session_ids) then v_pass.made_session_id
        -- If the line's own session no longer takes place, the line gets the new one, for its calendar file, its move
        -- and its refund.
        when not exists (select from public.sessions s where s.id = l.session_id and s.status = 'scheduled')
          then coalesce(v_pass.made_session_id, l.session_id)
        else l.session_id end,
      -- Cancelling a session must not improve the refund of the pass. Sessions that we cancelled do not count.
      refund_starts_at = least(l.refund_starts_at, (
        select min(s.starts_at) from public.sessions s where s.id = any (v_pass.ended_session_ids) and s.status = 'scheduled'))
    from public.passes p
    where p.id = v_pass.id and l.id = p.order_line_id and l.status = 'placed';
  end loop;
end;
$$;
comment on function private.lines_follow(uuid[], uuid[]) is
  'Updates order lines to the sessions that their passes now book. A caller does this once, after it has ended and '
  'made all bookings, and has locked the sessions.';

create function private.line_follows(p_ended_id uuid, p_made_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ select private.lines_follow(array_remove(array[p_ended_id], null), array_remove(array[p_made_id], null)) $$;
comment on function private.line_follows(uuid, uuid) is
  'Calls private.lines_follow for one booking that ended and one that was made. Either may be null.';
