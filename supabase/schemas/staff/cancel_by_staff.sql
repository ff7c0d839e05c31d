-- Staff cancel one class, several, or all of a day or location in one step. The preview runs the same cancellation and
-- rolls it back (docs/decisions "/management/schedule").

create function private.lines_wholly_cancelled(p_session_ids uuid[], p_camp_ids uuid[])
returns setof public.order_lines
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select l.* from public.order_lines l
  where l.status = 'placed' and (l.camp_id = any (p_camp_ids) or (l.sessions = 1 and l.session_id = any (p_session_ids)))
  order by l.order_id, l.position;
end;
$$;
comment on function private.lines_wholly_cancelled(uuid[], uuid[]) is
  'Returns order lines that give nothing more once these sessions and camps are cancelled. private.is_cancelled_by_us '
  'will then report the same lines.';

create function private.lines_refunded_at_once(p_session_ids uuid[], p_camp_ids uuid[], p_refunds boolean)
returns setof public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If a place is not paid in full, it can only be refunded. Until that is done, no further instalment of its order is
  -- claimed.
  return query
  select l.* from private.lines_wholly_cancelled(p_session_ids, p_camp_ids) l
  where p_refunds or private.has_open_instalments(l.order_id) order by l.order_id, l.position;
end;
$$;
comment on function private.lines_refunded_at_once(uuid[], uuid[], boolean) is
  'Returns those of private.lines_wholly_cancelled whose families do not choose. If p_refunds is true, these are all '
  'of them, otherwise those with open instalments.';

create function private.lock_cancelled_by_us(p_session_ids uuid[], p_camp_ids uuid[], p_refunds boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 20;
  v_order_ids uuid[];
begin
  for v_round in 1..c_most loop
    begin
      v_order_ids := array(
        select distinct l.order_id from private.lines_refunded_at_once(p_session_ids, p_camp_ids, p_refunds) l);
      -- The lock order (places.sql) is: orders, places, then waitlist entries and passes.
      perform from public.orders where id = any (v_order_ids) order by id for no key update;
      perform private.lock_places(p_session_ids, p_camp_ids);
      exit when v_order_ids @> array(
        select l.order_id from private.lines_refunded_at_once(p_session_ids, p_camp_ids, p_refunds) l);
      -- Somebody has paid since. Orders are locked before places, so all locks are released and taken again.
      raise exception using errcode = 'serialization_failure';
    exception when serialization_failure then
      if v_round = c_most then raise; end if;
    end;
  end loop;
end;
$$;
comment on function private.lock_cancelled_by_us(uuid[], uuid[], boolean) is
  'Locks the orders and places that a cancellation by staff changes. They cannot change until the transaction ends.';

create function private.lock_cancelled_by_us_passes(p_session_ids uuid[], p_camp_ids uuid[], p_refunds boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.passes
  where id in (
      select k.pass_id from public.bookings b join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
      where b.session_id = any (p_session_ids) and b.status = 'booked')
    or order_line_id in (select l.id from private.lines_refunded_at_once(p_session_ids, p_camp_ids, p_refunds) l)
  order by id for update;
end;
$$;
comment on function private.lock_cancelled_by_us_passes(uuid[], uuid[], boolean) is
  'Locks, in order of id, the passes that get credits back and those that are refunded. The caller has already locked '
  'the places.';

create function private.check_cancelled_by_us(p_place_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_index integer;
  v_session public.sessions;
  v_camp public.camp_weeks;
begin
  for v_index in 1..cardinality(p_place_ids) loop
    select * into v_session from public.sessions where id = p_place_ids[v_index];
    if found then
      if v_session.status <> 'cancelled' and private.has_taken_place(v_session) then
        perform private.fail('session_started', format('p_place_ids[%s]', v_index - 1));
      end if;
      continue;
    end if;
    select * into v_camp from public.camp_weeks where id = p_place_ids[v_index];
    if not found then perform private.fail('place_not_found', format('p_place_ids[%s]', v_index - 1)); end if;
    if v_camp.cancelled_at is null and v_camp.starts_at <= private.calendar_now() then
      perform private.fail('camp_started', format('p_place_ids[%s]', v_index - 1));
    end if;
    if v_camp.cancelled_at is null and private.has_children_here(v_camp.id) then
      perform private.refuse_checked_in(private.children_here(v_camp.id), format('p_place_ids[%s]', v_index - 1));
    end if;
  end loop;
end;
$$;
comment on function private.check_cancelled_by_us(uuid[]) is
  'Checks that staff can cancel each of these sessions and camps, or already have. Fails with place_not_found, '
  'session_started, camp_started or child_checked_in (field p_place_ids[n]).';

create function private.apply_cancellation_by_staff(p_place_ids uuid[], p_reason text, p_refunds boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_ids uuid[] := array(select id from public.sessions where id = any (p_place_ids) order by id);
  v_camp_ids uuid[] := array(select id from public.camp_weeks where id = any (p_place_ids) order by id);
  v_reason constant text := nullif(btrim(p_reason), '');
  v_id uuid;
  v_line public.order_lines;
  v_lines public.order_lines[] := '{}';
  v_counts jsonb;
  v_families jsonb;
  v_notified integer;
  v_waiting integer := 0;
  v_cents integer := 0;
  v_credits integer;
begin
  perform private.lock_cancelled_by_us(v_session_ids, v_camp_ids, p_refunds);
  perform private.check_cancelled_by_us(p_place_ids);
  v_session_ids := array(select id from public.sessions where id = any (v_session_ids) and status <> 'cancelled' order by id);
  v_camp_ids := array(select id from public.camp_weeks where id = any (v_camp_ids) and cancelled_at is null order by id);
  select jsonb_build_object('places', cardinality(v_session_ids) + cardinality(v_camp_ids),
    'bookings', count(*), 'children', count(distinct e.child_id), 'families', count(distinct e.family_id),
    'unpaid', count(*) filter (where e.is_unpaid),
    'held', (select count(*) from public.holds h
      where (h.session_id = any (v_session_ids) or h.camp_id = any (v_camp_ids)) and h.expires_at > clock_timestamp()))
  into v_counts
  from (
    select b.child_id, b.family_id, not exists (select from public.credit_ledger k where k.booking_id = b.id) as is_unpaid
    from public.bookings b
    where b.session_id = any (v_session_ids) and b.status = 'booked'
    union all
    select e.child_id, e.family_id, e.order_line_id is null from public.camp_enrollments e
    where e.camp_id = any (v_camp_ids) and e.status = 'enrolled') e;

  -- All of them are cancelled first, so that no family is offered another session or camp that is cancelled, too.
  update public.sessions set status = 'cancelled', cancelled_by_us_at = clock_timestamp(), cancelled_by_us_reason = v_reason
  where id = any (v_session_ids);
  update public.camp_weeks set is_active = false, cancelled_at = clock_timestamp(), cancelled_by_us_reason = v_reason
  where id = any (v_camp_ids);
  foreach v_id in array v_session_ids loop
    v_waiting := v_waiting + private.cancel_waiting_by_staff(v_id, null, v_reason);
  end loop;
  foreach v_id in array v_camp_ids loop
    v_waiting := v_waiting + private.cancel_waiting_by_staff(null, v_id, v_reason);
  end loop;
  perform private.lock_cancelled_by_us_passes(v_session_ids, v_camp_ids, p_refunds);
  v_lines := array(select l from private.lines_refunded_at_once(v_session_ids, v_camp_ids, p_refunds) l
    where (select t.refund_cents > 0 from private.line_terms(array[l.id]) t));
  v_families := (select jsonb_agg(f) from private.cancelled_by_us_places(v_session_ids, v_camp_ids) f);
  foreach v_line in array v_lines loop
    v_cents := v_cents + private.refund_cancelled_by_us(v_line);
  end loop;
  v_notified := private.notify_cancelled_by_us(coalesce(v_families, '[]'), v_lines, v_reason);
  -- Bookings of refunded one-session passes were cancelled with the pass and are not counted here.
  select count(*) into v_credits from public.bookings b
  join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
  where b.session_id = any (v_session_ids) and b.status = 'booked';
  perform private.return_bookings(v_session_ids);
  return v_counts || jsonb_build_object('credits', v_credits, 'refunds', cardinality(v_lines), 'refund_cents', v_cents,
    'choices', (select count(*) from public.camp_enrollments
      where camp_id = any (v_camp_ids) and status = 'enrolled' and order_line_id is not null),
    'waiting', v_waiting, 'mails', v_notified + v_waiting, 'phones', private.cancellations_on_phones(v_session_ids || v_camp_ids));
end;
$$;
comment on function private.apply_cancellation_by_staff(uuid[], text, boolean) is
  'Cancels either all of these sessions and camps or none. Returns Consequences (contract/management-schedule.ts). If '
  'p_refunds is true, lines that give nothing more are refunded at once. Otherwise families choose, except for places '
  'that are not paid in full.';

create function private.check_places(p_place_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- A nested array has more than one dimension.
  if coalesce(cardinality(p_place_ids), 0) not between 1 and 60 or array_ndims(p_place_ids) <> 1
    or array_position(array(select unnest(p_place_ids)), null) is not null
    or (select count(distinct i) from unnest(p_place_ids) i) <> cardinality(p_place_ids) then
    perform private.fail('invalid_input', 'p_place_ids');
  end if;
end;
$$;
comment on function private.check_places(uuid[]) is
  'Checks that there are one to sixty different ids. Fails with invalid_input.';

create function private.consequences(p_place_ids uuid[], p_refunds boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_result jsonb;
begin
  begin
    v_result := private.apply_cancellation_by_staff(p_place_ids, null, p_refunds);
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_result;
end;
$$;
comment on function private.consequences(uuid[], boolean) is
  'Returns what the cancellation would do. The cancellation runs and is rolled back, so that the preview cannot '
  'differ. Its locks are held until then.';

create function public.preview_cancel_by_staff(p_place_ids uuid[])
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_places(p_place_ids);
  -- The locks are taken outside of the block that is rolled back. Otherwise the rollback would release them, and the
  -- second run would wait behind others.
  perform private.lock_cancelled_by_us(
    array(select id from public.sessions where id = any (p_place_ids)),
    array(select id from public.camp_weeks where id = any (p_place_ids)), true);
  return jsonb_build_object(
    'choice', private.consequences(p_place_ids, false), 'refund', private.consequences(p_place_ids, true));
end;
$$;
comment on function public.preview_cancel_by_staff(uuid[]) is
  'For admins. Returns {choice, refund}, each Consequences (contract/management-schedule.ts), for 1 to 60 sessions '
  'and camps. Fails with place_not_found, session_started, camp_started, child_checked_in. Definer: reads orders past '
  'the policies, after checking the caller.';
grant execute on function public.preview_cancel_by_staff(uuid[]) to authenticated;
select private.answer_calls('public.preview_cancel_by_staff(uuid[])', 'management');

create function public.cancel_by_staff(p_place_ids uuid[], p_reason text, p_refunds boolean, p_expected jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_key text;
  v_result jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_places(p_place_ids);
  if nullif(btrim(p_reason), '') is null then perform private.fail('invalid_input', 'p_reason'); end if;
  perform private.check_reason(p_reason);
  if p_refunds is null then perform private.fail('invalid_input', 'p_refunds'); end if;
  perform private.check_object(p_expected, 'p_expected', 500);
  v_result := private.apply_cancellation_by_staff(p_place_ids, p_reason, p_refunds);
  if (v_result ->> 'places')::integer > 0 then
    foreach v_key in array array['places', 'bookings', 'credits', 'refund_cents'] loop
      if p_expected -> v_key is distinct from v_result -> v_key then
        perform private.fail('changed_meanwhile', 'p_expected.' || v_key, v_result ->> v_key);
      end if;
    end loop;
  end if;
  return v_result;
end;
$$;
comment on function public.cancel_by_staff(uuid[], text, boolean, jsonb) is
  'For admins. Cancels either all of 1 to 60 sessions and camps or none, with a reason for families. Returns '
  'Consequences (contract/management-schedule.ts). If p_refunds is true, refunds at once; otherwise families choose. '
  'p_expected is from the preview. Fails with place_not_found, session_started, camp_started, child_checked_in, '
  'changed_meanwhile (detail: the current value). Definer: writes past the policies, after checking the caller.';
grant execute on function public.cancel_by_staff(uuid[], text, boolean, jsonb) to authenticated;
select private.answer_calls('public.cancel_by_staff(uuid[], text, boolean, jsonb)', 'management');
