-- The wet-weather switch: one decision that calls off a class, several, or all of a day or place, with what follows
-- from it. What the screen says before is this same decision, made and taken back (decisions "/management/schedule").

create function private.wholly_cancelled_by_us(p_session_ids uuid[], p_camp_ids uuid[])
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
comment on function private.wholly_cancelled_by_us(uuid[], uuid[]) is
  'Lines of which nothing is left once these sessions and camps do not take place, as private.is_cancelled_by_us has '
  'it then: places on camps, and passes of one session.';

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
        select distinct l.order_id from private.wholly_cancelled_by_us(p_session_ids, p_camp_ids) l where p_refunds);
      -- In the order of all (places.sql); entries of the waitlist and passes follow.
      perform from public.orders where id = any (v_order_ids) order by id for no key update;
      perform private.lock_places(p_session_ids, p_camp_ids);
      exit when not p_refunds or v_order_ids @> array(
        select l.order_id from private.wholly_cancelled_by_us(p_session_ids, p_camp_ids) l);
      -- Somebody paid meanwhile. Orders come before places: all are let go.
      raise exception using errcode = 'serialization_failure';
    exception when serialization_failure then
      if v_round = c_most then raise; end if;
    end;
  end loop;
end;
$$;
comment on function private.lock_cancelled_by_us(uuid[], uuid[], boolean) is
  'Locks orders and places that calling these off changes. What is read of them afterwards stands.';

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
    or p_refunds and order_line_id in (select l.id from private.wholly_cancelled_by_us(p_session_ids, p_camp_ids) l)
  order by id for update;
end;
$$;
comment on function private.lock_cancelled_by_us_passes(uuid[], uuid[], boolean) is
  'Locks the passes to which credits come back, and those that are refunded, sorted. The caller has locked the places.';

create function private.check_cancelled_by_us(p_place_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_at integer;
  v_session public.sessions;
  v_camp public.camp_weeks;
begin
  for v_at in 1..cardinality(p_place_ids) loop
    select * into v_session from public.sessions where id = p_place_ids[v_at];
    if found then
      if v_session.status <> 'cancelled' and private.has_taken_place(v_session) then
        perform private.fail('session_started', format('p_place_ids[%s]', v_at - 1));
      end if;
      continue;
    end if;
    select * into v_camp from public.camp_weeks where id = p_place_ids[v_at];
    if not found then perform private.fail('place_not_found', format('p_place_ids[%s]', v_at - 1)); end if;
    if v_camp.cancelled_at is null and v_camp.starts_at <= private.calendar_now() then
      perform private.fail('camp_started', format('p_place_ids[%s]', v_at - 1));
    end if;
  end loop;
end;
$$;
comment on function private.check_cancelled_by_us(uuid[]) is
  'Each of these may be called off or is already: else place_not_found, session_started, camp_started (field '
  'p_place_ids[n]).';

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
  v_told integer;
  v_waiting integer := 0;
  v_cents integer := 0;
  v_credits integer;
begin
  perform private.lock_cancelled_by_us(v_session_ids, v_camp_ids, p_refunds);
  perform private.check_cancelled_by_us(p_place_ids);
  -- What another admin called off meanwhile is done.
  v_session_ids := array(select id from public.sessions where id = any (v_session_ids) and status <> 'cancelled' order by id);
  v_camp_ids := array(select id from public.camp_weeks where id = any (v_camp_ids) and cancelled_at is null order by id);
  select jsonb_build_object('places', cardinality(v_session_ids) + cardinality(v_camp_ids),
    'bookings', count(*), 'children', count(distinct e.child_id), 'families', count(distinct e.family_id),
    'unpaid', count(*) filter (where e.is_unpaid),
    'held', (select count(*) from public.holds h
      where (h.session_id = any (v_session_ids) or h.camp_id = any (v_camp_ids)) and h.expires_at > clock_timestamp()))
  into v_counts
  from (
    select b.child_id, b.family_id, false as is_unpaid from public.bookings b
    where b.session_id = any (v_session_ids) and b.status = 'booked'
    union all
    select e.child_id, e.family_id, e.order_line_id is null from public.camp_enrollments e
    where e.camp_id = any (v_camp_ids) and e.status = 'enrolled') e;

  -- All of them first: nobody is offered another one that does not take place either.
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
  if p_refunds then
    v_lines := array(select l from private.wholly_cancelled_by_us(v_session_ids, v_camp_ids) l
      -- What a bank has taken back, or staff gave back before, is the family's choice.
      where (select t.refund_cents > 0 from private.line_terms(array[l.id]) t));
  end if;
  v_families := (select jsonb_agg(f) from private.cancelled_by_us_places(v_session_ids, v_camp_ids) f);
  foreach v_line in array v_lines loop
    v_cents := v_cents + private.refund_cancelled_by_us(v_line);
  end loop;
  v_told := private.tell_cancelled_by_us(coalesce(v_families, '[]'), v_lines, v_reason);
  -- Those of refunded passes of one session went with them.
  select count(*) into v_credits from public.bookings b
  join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
  where b.session_id = any (v_session_ids) and b.status = 'booked';
  perform private.return_bookings(v_session_ids);
  return v_counts || jsonb_build_object('credits', v_credits, 'refunds', cardinality(v_lines), 'refund_cents', v_cents,
    -- Places on camps whose families choose themselves: another week, a credit or their money.
    'choices', (select count(*) from public.camp_enrollments
      where camp_id = any (v_camp_ids) and status = 'enrolled' and order_line_id is not null),
    'waiting', v_waiting, 'mails', v_told + v_waiting);
end;
$$;
comment on function private.apply_cancellation_by_staff(uuid[], text, boolean) is
  'Calls these off, all or none, and answers what came of it: Consequences of contract/management-schedule.ts. '
  'p_refunds: all of the money of what is wholly called off goes back at once; else families choose. What was called '
  'off before is left out.';

create function private.check_places(p_place_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- A list of lists has another number of dimensions.
  if coalesce(cardinality(p_place_ids), 0) not between 1 and 60 or array_ndims(p_place_ids) <> 1
    or array_position(array(select unnest(p_place_ids)), null) is not null
    or (select count(distinct i) from unnest(p_place_ids) i) <> cardinality(p_place_ids) then
    perform private.fail('invalid_input', 'p_place_ids');
  end if;
end;
$$;
comment on function private.check_places(uuid[]) is 'One to sixty different ids, else invalid_input.';

create function private.consequences(p_place_ids uuid[], p_refunds boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_told jsonb;
begin
  begin
    v_told := private.apply_cancellation_by_staff(p_place_ids, null, p_refunds);
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_told;
end;
$$;
comment on function private.consequences(uuid[], boolean) is
  'What private.apply_cancellation_by_staff would come to: done, and taken back, so that what is said before is what '
  'is done. Locks for as long as it takes.';

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
  return jsonb_build_object(
    'choice', private.consequences(p_place_ids, false), 'refund', private.consequences(p_place_ids, true));
end;
$$;
comment on function public.preview_cancel_by_staff(uuid[]) is
  'For admins: what calling off these 1 to 60 sessions and camps would come to: {choice: families choose, refund: '
  'money back at once}, each Consequences of contract/management-schedule.ts. Changes nothing. Refuses not_allowed, '
  'invalid_input, place_not_found, session_started, camp_started (field p_place_ids[n]), rate_limited. Definer: looks '
  'through orders past the policies, after asking who calls.';
grant execute on function public.preview_cancel_by_staff(uuid[]) to authenticated;
select private.answer_calls('public.preview_cancel_by_staff(uuid[])', 'management');

create function public.cancel_by_staff(p_place_ids uuid[], p_reason text, p_refunds boolean, p_seen jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_key text;
  v_done jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_places(p_place_ids);
  if nullif(btrim(p_reason), '') is null then perform private.fail('invalid_input', 'p_reason'); end if;
  perform private.check_reason(p_reason);
  if p_refunds is null then perform private.fail('invalid_input', 'p_refunds'); end if;
  perform private.check_object(p_seen, 'p_seen', 500);
  v_done := private.apply_cancellation_by_staff(p_place_ids, p_reason, p_refunds);
  -- Pressed twice, or by two: the second one changes nothing, and is told that it is done.
  if (v_done ->> 'places')::integer > 0 then
    foreach v_key in array array['places', 'bookings', 'credits', 'refund_cents'] loop
      if p_seen -> v_key is distinct from v_done -> v_key then
        perform private.fail('changed_meanwhile', 'p_seen.' || v_key, v_done ->> v_key);
      end if;
    end loop;
  end if;
  return v_done;
end;
$$;
comment on function public.cancel_by_staff(uuid[], text, boolean, jsonb) is
  'For admins: calls off 1 to 60 sessions and camps in one decision, all or none, with a reason that families read: '
  'Consequences of contract/management-schedule.ts, places 0 where all were called off before. p_refunds: money of '
  'camps and of passes of one session goes back at once, else families choose by the link in their mail; credits of '
  'longer passes come back in any case. p_seen: {places, bookings, credits, refund_cents} as preview_cancel_by_staff '
  'said. Refuses not_allowed, invalid_input (field), place_not_found, session_started, camp_started (field '
  'p_place_ids[n]), changed_meanwhile (field p_seen.…; detail: as it is now), rate_limited. Definer: only after asking '
  'who calls.';
grant execute on function public.cancel_by_staff(uuid[], text, boolean, jsonb) to authenticated;
select private.answer_calls('public.cancel_by_staff(uuid[], text, boolean, jsonb)', 'management');
