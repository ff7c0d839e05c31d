-- error-monitor/maintenance calls these chores every minute (README "One booking, end to end", step 5).

create function private.is_payment_pending(p_attempt public.checkout_attempts)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_attempt.session_id is not null and p_attempt.closed_at is null
    and not exists (select from public.payments where session_id = p_attempt.session_id)
$$;
comment on function private.is_payment_pending(public.checkout_attempts) is
  'Returns whether the attempt has a Stripe session whose end is not known. If its charge is recorded, the session '
  'has ended, even if the charge did not match and waits for staff.';

create function public.release_lapsed_holds()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order record;
  v_ids uuid[] := '{}';
begin
  for v_order in
    select o.id
    from public.orders o
    where o.status in ('held', 'awaiting_payment')
      and not exists (select from public.holds h where h.order_id = o.id and h.expires_at > clock_timestamp())
    order by o.created_at
    limit 500
    for update of o skip locked
  loop
    -- The holds are read again under the order's lock, because they may just have been extended.
    continue when exists (
      select from public.holds where order_id = v_order.id and expires_at > clock_timestamp());
    if exists (
      select from public.checkout_attempts a where a.order_id = v_order.id and private.is_payment_pending(a)
    ) then
      -- Expired holds count as free. The order stays open until Stripe reports that it was not paid.
      delete from public.holds where order_id = v_order.id;
      continue when not found;
    else
      perform private.free_seats(v_order.id, 'expired');
    end if;
    v_ids := v_ids || v_order.id;
  end loop;
  perform private.offer_released_places(
    array(select distinct session_id from public.order_lines where order_id = any (v_ids) and session_id is not null),
    array(select distinct camp_id from public.order_lines where order_id = any (v_ids) and camp_id is not null));
  return jsonb_build_object('released', cardinality(v_ids));
end;
$$;
comment on function public.release_lapsed_holds() is
  'Deletes expired holds and closes their orders. Returns {released}, the number of orders. Availability does not '
  'depend on this chore, because expired holds count as free. Definer: only the service role may call.';
grant execute on function public.release_lapsed_holds() to service_role;

create function public.list_pending_orders(p_older_than_seconds integer default 0)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('order_id', o.id, 'secret', o.secret, 'session_id', a.session_id)
      order by o.created_at, o.id, a.attempt desc),
    '[]')
  from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where o.status = 'awaiting_payment' and private.is_payment_pending(a)
    and a.created_at <= clock_timestamp() - make_interval(secs => p_older_than_seconds)
$$;
comment on function public.list_pending_orders(integer) is
  'Lists the Stripe sessions of orders that await a payment, if their end is not known: [{order_id, secret, '
  'session_id}], the current session first. The caller asks Stripe about each one. Definer: only the service role may '
  'call.';
grant execute on function public.list_pending_orders(integer) to service_role;

create function public.offer_waiting_places()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_today constant date := private.calendar_today();
  v_offers integer;
begin
  -- Every selected place is locked, so only places are selected that have something to offer or to expire. "offset 0"
  -- keeps the two conditions in this order.
  v_offers := private.offer_released_places(
    array(
      select session_id from public.waitlist_offers where status = 'open' and expires_at <= v_now and session_id is not null
      union
      select w.id from (
        select s.id from public.sessions s
        where s.session_date >= v_today
          and exists (select from public.waitlist_entries e where e.session_id = s.id and e.status = 'waiting')
        offset 0) w
      where private.places_free(w.id, null, v_now) > 0),
    array(
      select camp_id from public.waitlist_offers where status = 'open' and expires_at <= v_now and camp_id is not null
      union
      select w.id from (
        select c.id from public.camp_weeks c
        where c.is_active and c.end_date >= v_today
          and exists (select from public.waitlist_entries e where e.camp_id = c.id and e.status = 'waiting')
        offset 0) w
      where private.places_free(null, w.id, v_now) > 0));
  perform private.chase_unconfirmed();
  return jsonb_build_object('offered', v_offers);
end;
$$;
comment on function public.offer_waiting_places() is
  'Offers places that became free because a hold expired. Also reminds people who have not confirmed their address. '
  'Returns {offered}. Definer: only the service role may call.';
grant execute on function public.offer_waiting_places() to service_role;
