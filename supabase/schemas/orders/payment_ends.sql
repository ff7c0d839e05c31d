-- A Stripe session may end without a payment. The seats are then released (README "One booking, end to end", steps 3
-- and 4; docs/decisions "The hold").

create function public.list_open_sessions(p_secret uuid, p_before_attempt integer default null)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(a.session_id order by a.attempt), '[]')
  from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where o.secret = p_secret and a.session_id is not null and a.closed_at is null
    and (p_before_attempt is null or a.attempt < p_before_attempt)
$$;
comment on function public.list_open_sessions(uuid, integer) is
  'Returns the ids of the Stripe sessions of an order that have not been reported as expired. This is a function '
  'because a table filter would put the secret into a URL. Definer: only the service role may call.';
grant execute on function public.list_open_sessions(uuid, integer) to service_role;

create function public.release_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'released');
  perform private.offer_released_places_of_order(v_order.id);
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.release_order(uuid) is
  'Releases an unpaid order. Returns {released}, which is false if it was already closed. Fails with order_not_found. '
  'The caller has expired the Stripe session first. Definer: only the service role may call, because only it can call '
  'Stripe.';
grant execute on function public.release_order(uuid) to service_role;

create function public.supersede_sessions(p_secret uuid)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.checkout_attempts a set superseded_at = clock_timestamp()
  from (select id from public.orders where secret = p_secret and status = 'awaiting_payment' for no key update) o
  where a.order_id = o.id and a.superseded_at is null
$$;
comment on function public.supersede_sessions(uuid) is
  'Marks the Stripe sessions of an unpaid order as replaced. The caller is about to expire them for a change of the '
  'order, and the reports of that must not release the places. Definer: see release_order.';
grant execute on function public.supersede_sessions(uuid) to service_role;

create function public.keep_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then
    return jsonb_build_object('released', false);
  end if;
  update public.orders set status = 'held' where id = v_order.id and status = 'awaiting_payment';
  -- Without a payment page, the hold lasts no longer than a new one would.
  update public.holds set expires_at = least(
    expires_at, clock_timestamp() + make_interval(mins => (private.settings()).hold_minutes))
  where order_id = v_order.id;
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.keep_order(uuid) is
  'Puts an order whose payment was started back to held, with its places and its time, so that hold_order can replace '
  'it in one transaction. Returns {released}, which is false if it was already closed. Fails with order_not_found. The '
  'caller has expired the Stripe session first. Definer: see release_order.';
grant execute on function public.keep_order(uuid) to service_role;

create function public.lapse_checkout(p_session_id text, p_refused boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_attempt public.checkout_attempts;
begin
  -- The original order of a move is locked, too, because the mail about a failed payment contains its link.
  v_order := private.lock_paid_order((select order_id from public.checkout_attempts where session_id = p_session_id));
  if v_order.id is null then return jsonb_build_object('released', false); end if;

  update public.checkout_attempts set closed_at = coalesce(closed_at, clock_timestamp())
  where session_id = p_session_id
  returning * into v_attempt;
  -- If the bank has refused the payment, this was the order's last session, even if it was superseded. The parent could
  -- not begin another payment while the bank decided.
  if v_order.status <> 'awaiting_payment' or v_attempt.attempt <> v_order.attempt
    or (v_attempt.superseded_at is not null and not p_refused) then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'expired');
  perform private.offer_released_places_of_order(v_order.id);
  -- A parent who left the page knows that nothing was paid. If the bank refused a payment that had begun, the parent
  -- does not know it.
  if p_refused then
    perform private.queue_order_mail('payment_failed', v_order.id);
  end if;
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.lapse_checkout(text, boolean) is
  'Ends a Stripe session that expired, or whose payment the bank refused (p_refused). A refusal mails the parent '
  'once. Returns {released}. Only the order''s current session releases the seats. Definer: only the service role may '
  'call.';
grant execute on function public.lapse_checkout(text, boolean) to service_role;
