-- Stripe charges renewals. These functions keep our subscriptions equal to those at Stripe (spec 2 §5 and §7).
-- renewals.sql records the renewals.

create function public.begin_renewal(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id constant text := private.check_key(p_event, 'subscription_id');
  v_order public.orders;
  v_line_id uuid;
begin
  if not private.is_uuid(p_event -> 'order_id') then perform private.fail('invalid_input', 'order_id'); end if;
  -- A known subscription is found before any lock, because this is called repeatedly.
  if exists (select from public.pass_subscriptions where provider_subscription_id = v_provider_id) then
    return '{"result": "known"}';
  end if;
  select * into v_order from public.orders where id = (p_event ->> 'order_id')::uuid for no key update;
  if not found then return '{"result": "unwanted"}'; end if;
  if exists (select from public.pass_subscriptions where provider_subscription_id = v_provider_id) then
    return '{"result": "known"}';
  end if;
  if v_order.paid_at is null then
    return jsonb_build_object('result', case
      when v_order.status in ('held', 'awaiting_payment') and v_order.outcome is distinct from 'under_review' then 'later'
      else 'unwanted' end);
  end if;

  select l.id into v_line_id
  from public.order_lines l
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  where l.order_id = v_order.id and l.renews and l.status = 'placed' and c.child_id is not null
    and not exists (select from public.pass_subscriptions s where s.order_line_id = l.id)
  order by l.position limit 1;
  if v_line_id is not null then
    perform public.start_subscription(p_event - 'order_id' || jsonb_build_object('order_line_id', v_line_id));
    return '{"result": "started"}';
  end if;
  -- The payment came too late, so the parent has not chosen yet whether there is a pass at all.
  return jsonb_build_object('result', case when exists (
      select from public.order_lines where order_id = v_order.id and renews and status in ('open', 'needs_choice', 'credit'))
    then 'later' else 'unwanted' end);
end;
$$;
comment on function public.begin_renewal(jsonb) is
  'Starts the subscription of a paid order. Takes {order_id, subscription_id, current_period_end, invoice_id?} and '
  'returns {result}, which is started, known, later or unwanted. If it is unwanted, the caller ends the subscription '
  'at Stripe. Of parallel calls only one starts a subscription. Definer: only the service role may call.';
grant execute on function public.begin_renewal(jsonb) to service_role;

create function private.latest_renewal_line(p_subscription public.pass_subscriptions)
returns public.order_lines
language sql
stable
set search_path = ''
as $$
  select l
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  where (l.id = p_subscription.order_line_id or l.subscription_id = p_subscription.id) and o.paid_at is not null
  order by o.paid_at desc limit 1
$$;
comment on function private.latest_renewal_line(public.pass_subscriptions) is
  'Returns the line that a subscription bought last. This is its first line, or the line of a renewal.';

create function public.list_renewal_work()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'begin', (
      select coalesce(jsonb_agg(distinct p.session_id), '[]')
      from public.order_lines l
      -- now() is used instead of calendar_now(), because the planner can evaluate it. So it estimates correctly that a
      -- week has few orders.
      join public.orders o on o.id = l.order_id and o.channel = 'web' and o.paid_at > now() - interval '7 days'
      join public.payments p on p.order_id = o.id and p.provider = 'stripe' and p.session_id is not null
      where l.renews and l.status = 'placed'
        and not exists (select from public.pass_subscriptions s where s.order_line_id = l.id)),
    'end', (
      select coalesce(jsonb_agg(s.provider_subscription_id order by s.created_at), '[]')
      from public.pass_subscriptions s
      where s.status <> 'ended' and (private.latest_renewal_line(s)).status = 'cancelled'),
    'ask', (
      select coalesce(jsonb_agg(s.provider_subscription_id order by s.current_period_end), '[]')
      from public.pass_subscriptions s
      where s.status <> 'ended' and s.current_period_end < now() - interval '10 minutes'))
$$;
comment on function public.list_renewal_work() is
  'Returns what must be checked at Stripe, as {begin, end, ask}. begin lists Stripe sessions whose subscription must '
  'be started here. end lists subscriptions whose pass was cancelled. ask lists subscriptions whose period is over '
  'without a report. All ids are Stripe''s. Definer: only the service role may call.';
grant execute on function public.list_renewal_work() to service_role;

create function public.find_renewal(p_access jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.manage_order(p_access);
  v_found jsonb;
begin
  select jsonb_build_object('id', s.id,
    -- For a cancelled pass, Stripe ends the subscription within minutes and charges nothing more.
    'status', case when (private.latest_renewal_line(s)).status = 'cancelled' then 'ended' else s.status end,
    'title', f.title, 'price_cents', s.price_cents,
    'current_period_end', private.iso(s.current_period_end))
  into v_found
  from public.order_lines l
  join public.pass_subscriptions s on s.order_line_id = l.id or s.id = l.subscription_id
  join public.order_lines f on f.id = s.order_line_id
  where l.order_id = v_order.id and l.renews
  order by s.status = 'ended', s.created_at desc limit 1;
  if v_found is null then perform private.fail('subscription_not_found', 'p_access'); end if;
  return v_found;
end;
$$;
comment on function public.find_renewal(jsonb) is
  'Returns the subscription of an order: {id, status, title, price_cents, current_period_end}. Fails with '
  'subscription_not_found, and the codes of get_managed_order. Definer: private.manage_order checks link and family.';
grant execute on function public.find_renewal(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.find_renewal(jsonb)');

create function public.get_provider_subscription(p_id uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select jsonb_build_object('subscription_id', provider_subscription_id) from public.pass_subscriptions where id = p_id
$$;
comment on function public.get_provider_subscription(uuid) is
  'Returns Stripe''s id of a subscription, as {subscription_id}, or null. Definer: only the service role may call, '
  'after find_renewal has checked the parent''s access.';
grant execute on function public.get_provider_subscription(uuid) to service_role;

create function public.prepare_pass_checkout(p_pass_type text, p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := private.my_account();
  v_family_id constant uuid := private.my_family_id();
  v_offer public.offers;
  v_profile public.profiles;
  v_agreed boolean;
begin
  if v_user_id is null then perform private.deny(); end if;
  if p_pass_type is null then perform private.fail('invalid_input', 'p_pass_type'); end if;
  if p_child_id is null then perform private.fail('invalid_input', 'p_child_id'); end if;
  perform private.own_child(p_child_id, 'p_child_id');
  v_offer := private.pass_offer(null, p_pass_type);
  if v_offer.id is null then perform private.fail('offer_not_available', 'p_pass_type'); end if;
  select * into v_profile from public.profiles where id = v_user_id;
  -- The checkout's own rule decides which consents are not requested again.
  v_agreed := coalesce(
    private.recorded_consent(v_family_id, v_user_id, null, 'terms')
    and private.recorded_consent(v_family_id, v_user_id, p_child_id, 'activity'), false);
  return jsonb_build_object(
    'offer_id', v_offer.id,
    'price_cents', private.price_at(v_offer, clock_timestamp()),
    'checkout_type', v_offer.details -> 'checkout_type',
    'details', case
      when v_agreed and trim(v_profile.name) <> '' and v_profile.email is not null and v_profile.phone is not null
      then jsonb_build_object(
        'parent', jsonb_build_object('name', trim(v_profile.name), 'email', v_profile.email, 'phone', v_profile.phone),
        'children', '[{}]'::jsonb,
        'consents', '{"terms": {"unchanged": true}, "activity": {"unchanged": true}}'::jsonb) end);
end;
$$;
comment on function public.prepare_pass_checkout(text, uuid) is
  'Prepares the purchase of a pass without the checkout form. Returns {offer_id, price_cents, checkout_type, '
  'details}. details is CheckoutDetails, or null if something is missing that only the checkout can ask for. Fails '
  'with not_allowed, child_not_found, offer_not_available. Definer: for the token''s own family only.';
grant execute on function public.prepare_pass_checkout(text, uuid) to authenticated;
select private.answer_calls('public.prepare_pass_checkout(text, uuid)', 'prepare_pass_checkout');

create function public.find_my_order(p_session_id text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_secret uuid;
begin
  select o.secret into v_secret
  from public.orders o join public.checkout_attempts a on a.order_id = o.id
  where a.session_id = p_session_id and o.family_id = (select private.my_family_id());
  if v_secret is null then perform private.fail('order_not_found', 'p_session_id'); end if;
  return jsonb_build_object('secret', v_secret);
end;
$$;
comment on function public.find_my_order(text) is
  'Returns the secret of the own family''s order that was paid in a Stripe session, as {secret}. Fails with '
  'order_not_found, also for another family''s order. Definer: attempts are read without their policies, for the '
  'token''s own family.';
grant execute on function public.find_my_order(text) to authenticated;
select private.answer_calls('public.find_my_order(text)', 'find_my_order');
