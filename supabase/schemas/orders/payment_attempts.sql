-- A parent agrees to pay, and a Stripe session is opened (README "One booking, end to end", step 3; docs/decisions
-- "Safety"). places.sql explains how places are locked.

create function public.finalize_order(
  p_secret uuid, p_details jsonb, p_expected_total_cents integer, p_by_link boolean default false, p_pay jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_now timestamptz;
  v_price jsonb;
  v_used_positions integer[];
  v_same_terms boolean;
  v_is_too_late boolean;
  v_pay_until timestamptz;
  v_is_paid boolean;
  -- A move keeps the details of the original booking unless new ones are sent.
  v_is_move constant boolean := coalesce(p_details, 'null') = 'null' and private.is_move_of(p_secret);
begin
  if jsonb_typeof(p_details) is distinct from 'object' and not v_is_move then
    perform private.fail('invalid_input', 'details');
  end if;
  if p_expected_total_cents is null then perform private.fail('invalid_input', 'expected_total_cents'); end if;
  perform private.check_pay(p_pay, p_expected_total_cents, p_by_link);
  v_order := private.open_order(p_secret);
  -- Nobody else may pay a renewal, because it would charge the payer's card again. Nobody else may pay a move, because
  -- its booking belongs to the parent.
  if p_by_link and exists (
    select from public.order_lines where order_id = v_order.id and (renews or moves_line_id is not null)) then
    perform private.fail('invalid_input', 'by_link');
  end if;
  if not v_is_move then perform private.write_order_details(v_order.id, p_details); end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;
  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  -- During maintenance a parent may return to a payment page that is still open, because that extends nothing. A new
  -- Stripe session would.
  if (v_attempt.closed_at is null and v_attempt.expires_at > v_now) is not true then perform private.check_maintenance(); end if;
  v_is_too_late := v_now > v_order.opened_at + make_interval(mins => v_settings.checkout_total_minutes);
  if v_is_too_late and (v_attempt.closed_at is null and v_attempt.expires_at > v_now) is not true then
    perform private.fail('hold_expired');
  end if;
  -- A held place can be unavailable only if staff have reduced the capacity or cancelled the class or camp.
  v_price := private.price_unpaid_order(v_order.id, v_now);
  perform private.refuse_first(v_price -> 'refusals');
  if (v_price ->> 'total_cents')::integer <> p_expected_total_cents then
    perform private.fail('price_changed', 'expected_total_cents', v_price ->> 'total_cents');
  end if;
  if v_order.code is not null then
    perform private.use_promotion(v_order.id, v_order.code, (v_price ->> 'discount_cents')::integer, v_order.family_id,
      private.verified_email(v_order.user_id));
  end if;
  v_used_positions := private.claim_trial(v_order.id, v_now, 'provable');
  if v_used_positions <> '{}' then perform private.fail('try_out_used', format('lines[%s].child', v_used_positions[1])); end if;

  perform private.agree_lines(v_order.id, v_price);
  update public.orders set
    total_cents = p_expected_total_cents, balance_cents = least(balance_cents, p_expected_total_cents), payable_by_link = payable_by_link or p_by_link,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order.id
  returning * into v_order;
  v_order := private.choose_payment(v_order, p_pay);
  -- The holds must not expire while Stripe is called.
  update public.holds
  set expires_at = greatest(expires_at, v_now + make_interval(mins => v_settings.checkout_call_minutes))
  where order_id = v_order.id;

  v_pay_until := case when v_order.payable_by_link then v_order.opened_at
    + make_interval(mins => v_settings.hold_life_minutes - v_settings.checkout_tail_minutes) end;
  v_same_terms := v_attempt.order_id is not null and v_attempt.terms = private.order_terms(v_order.id);
  if not v_same_terms then
    if v_is_too_late then perform private.fail('hold_expired'); end if;
    -- Earlier sessions are about to be expired at Stripe, and the reports of that must not release the seats.
    update public.checkout_attempts set superseded_at = v_now
    where order_id = v_order.id and superseded_at is null;
  end if;

  v_is_paid := private.pay_by_balance(v_order);
  return jsonb_build_object(
    'is_paid', v_is_paid,
    'order_id', v_order.id,
    'number', v_order.number,
    'attempt', v_order.attempt,
    'total_cents', private.charge_at_sale(v_order),
    'pays_part', private.charge_note(v_order),
    'currency', v_order.currency,
    'parent_email', v_order.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'title', title, 'price_cents', total_cents, 'description', nullif(concat_ws(', ', 'Child ' || nth, private.line_description(session_id, camp_id)), ''),
        'renews', renews, 'renewal_cents', case when renews then price_cents end)
        order by position)
      from (
        -- Children are numbered instead of named, because nothing else about a child is sent to Stripe.
        select l.*, case when min(child_position) over () <> max(child_position) over ()
          then dense_rank() over (order by child_position) end as nth
        from public.order_lines l where order_id = v_order.id) l),
    'open_session_id', case when v_attempt.closed_at is null and v_attempt.expires_at > v_now
      then v_attempt.session_id end,
    'stored_params', v_attempt.params,
    'same_terms', v_same_terms,
    'pay_until', private.iso(v_pay_until));
end;
$$;
comment on function public.finalize_order(uuid, jsonb, integer, boolean, jsonb) is
  'Prepares an order for payment. Takes CheckoutDetails (null for a move), and checks places and prices again under '
  'the locks. Returns the FinalizedOrder of server/orders.ts. p_pay is explained at private.check_pay; with p_by_link '
  'the order stays payable by link. Fails with child_twice, consent_text_changed, order_not_found, order_closed, '
  'hold_expired, sales_stopped, try_out_used, and the codes of pricing and payment. Definer: only the service role '
  'may call.';
grant execute on function public.finalize_order(uuid, jsonb, integer, boolean, jsonb) to service_role;

create function public.start_attempt(p_order_id uuid, p_params jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_cents integer;
begin
  if jsonb_typeof(p_params) is distinct from 'object' then perform private.fail('invalid_input', 'p_params'); end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- An order without consents has not been finalized.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.consents_at is null then
    perform private.fail('order_closed');
  end if;
  if not private.is_held(v_order.id, clock_timestamp()) or clock_timestamp() > v_order.opened_at
    + make_interval(mins => (private.settings()).checkout_total_minutes + (private.settings()).checkout_call_minutes) then
    perform private.fail('hold_expired');
  end if;
  -- In another tab, the parent has chosen another kind of payment since these parameters were made.
  select sum((i #>> '{price_data,unit_amount}')::integer) into v_cents from jsonb_array_elements(p_params -> 'line_items') i;
  if p_params ->> 'mode' = 'payment' and v_cents <> private.charge_at_sale(v_order) then
    perform private.fail('changed_meanwhile', 'p_params');
  end if;

  update public.checkout_attempts set superseded_at = clock_timestamp()
  where order_id = v_order.id and superseded_at is null;
  update public.orders set attempt = attempt + 1, status = 'awaiting_payment'
  where id = v_order.id
  returning * into v_order;
  -- The stored parameters lead back to the parent's pages. Since the terms of this session lack by_link, nobody else
  -- gets it after the order was sent to them to pay.
  insert into public.checkout_attempts (order_id, attempt, params, terms)
  values (v_order.id, v_order.attempt, p_params,
    private.order_terms(v_order.id) - case when p_params ? 'customer_email' then 'by_link' else '' end);
  return jsonb_build_object('attempt', v_order.attempt);
end;
$$;
comment on function public.start_attempt(uuid, jsonb) is
  'Stores the parameters of the call to Stripe. Returns {attempt}. Fails with order_not_found, order_closed, '
  'hold_expired, changed_meanwhile. Definer: attempts are written only by functions. Only the service role may call.';
grant execute on function public.start_attempt(uuid, jsonb) to service_role;

create function private.keeps_code(p_order public.orders)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
begin
  if p_order.code is null or exists (select from public.referrals where order_id = p_order.id) then return true; end if;
  perform from public.promotion_codes where code = p_order.code for update;
  v_promotion := private.promotion_for(p_order.code, p_order.id, clock_timestamp());
  return private.promotion_problem(
    v_promotion, clock_timestamp(), p_order.id, p_order.family_id, private.verified_email(p_order.user_id)) is null;
end;
$$;
comment on function private.keeps_code(public.orders) is
  'Returns whether an order whose hold has expired can still use its promotion code. Locks the code, then counts its '
  'uses.';

create function public.record_checkout(
  p_order_id uuid, p_attempt integer, p_session_id text, p_expires_at timestamptz, p_url text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_now timestamptz;
begin
  if coalesce(p_session_id, '') = '' then perform private.fail('invalid_input', 'p_session_id'); end if;
  if p_expires_at is null or p_expires_at > clock_timestamp() + interval '25 hours' then
    perform private.fail('invalid_input', 'p_expires_at');
  end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  -- The Stripe session is recorded in any case, because a payment of it must find its order.
  update public.checkout_attempts set session_id = p_session_id, expires_at = p_expires_at,
    url = case when v_order.payable_by_link and not params ? 'customer_email' then p_url end
  where order_id = v_order.id and attempt = p_attempt;
  if not found then perform private.fail('invalid_input', 'p_attempt'); end if;
  if v_order.status <> 'awaiting_payment' or v_order.attempt <> p_attempt then
    return jsonb_build_object('ok', false);
  end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  -- After the hold expired, others may have taken the place, the use of the code or the child's try-out.
  if not private.is_held(v_order.id, v_now) and (
    private.unavailable_line(v_order.id, v_now) is not null
    or not private.keeps_code(v_order)
    or private.claim_trial(v_order.id, v_now) <> '{}'
  ) then
    return jsonb_build_object('ok', false);
  end if;
  insert into public.holds as h (order_line_id, order_id, session_id, camp_id, expires_at)
  select id, order_id, session_id, camp_id, least(
    p_expires_at + make_interval(mins => v_settings.checkout_tail_minutes),
    v_order.opened_at + make_interval(mins => v_settings.hold_life_minutes))
  from public.order_lines where order_id = v_order.id
  on conflict (order_line_id) do update set expires_at = greatest(h.expires_at, excluded.expires_at);
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.record_checkout(uuid, integer, text, timestamptz, text) is
  'Records the Stripe session. Holds the seats until it expires plus checkout_tail_minutes, at most '
  'hold_life_minutes. Returns {ok}. It is false if the order is closed; the caller then expires the session. Definer: '
  'only the service role may call.';
grant execute on function public.record_checkout(uuid, integer, text, timestamptz, text) to service_role;
