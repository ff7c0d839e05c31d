-- Passes renew through Stripe subscriptions: each paid invoice gives a new pass.

create function private.renew(p_subscription public.pass_subscriptions, p_payment public.payments, p_from timestamptz, p_until timestamptz)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order_id constant uuid := gen_random_uuid();
  v_first_day constant date := (p_from at time zone private.time_zone())::date;
  v_line public.order_lines;
  v_pass_id uuid;
begin
  insert into public.orders (
    id, number, status, currency, total_cents, gst_rate_basis_points, gst_number, channel, parent_name, parent_email,
    parent_phone, family_id, paid_at)
  select v_order_id, private.order_number(), 'paid', p_payment.currency, p_payment.amount_cents,
    v_settings.gst_rate_basis_points, v_settings.gst_number, 'renewal', f.contact_name, coalesce(p.email, f.contact_email),
    f.contact_phone, f.id, clock_timestamp()
  from public.families f left join public.profiles p on p.id = f.primary_parent_id
  where f.id = p_subscription.family_id;
  insert into public.order_children (order_id, position, child_id, name, dob)
  select v_order_id, 0, id, name, dob from public.children where id = p_subscription.child_id;
  insert into public.order_lines (
    order_id, position, status, child_position, offer_id, title, price_cents, discount_cents, expected_price_cents, sessions,
    validity_days, renews, terms_id, revision, subscription_id)
  select v_order_id, 0, 'placed', 0, l.offer_id, l.title, greatest(p_subscription.price_cents, p_payment.amount_cents),
    -- If staff accepted a payment below the price (resolve_decision), the difference is a discount.
    greatest(p_subscription.price_cents - p_payment.amount_cents, 0), p_payment.amount_cents, l.sessions,
    l.validity_days, true, l.terms_id, l.revision, p_subscription.id
  from public.order_lines l where l.id = p_subscription.order_line_id
  returning * into v_line;
  perform private.post_charges(v_order_id);
  v_pass_id := private.grant_pass(v_line, p_subscription.child_id, p_subscription.family_id);
  -- The pass is valid for the paid period, whenever the charge is reported.
  update public.passes set valid_from = v_first_day,
    valid_until = coalesce(v_first_day + v_line.validity_days, (p_until at time zone private.time_zone())::date)
  where id = v_pass_id;
  update public.payments set order_id = v_order_id where id = p_payment.id;
  update public.pass_subscriptions set
    current_period_end = greatest(current_period_end, p_until),
    status = case status when 'past_due' then 'active' else status end
  where id = p_subscription.id;
  perform private.queue_order_mail('renewal_paid', v_order_id);
  return v_order_id;
end;
$$;
comment on function private.renew(public.pass_subscriptions, public.payments, timestamptz, timestamptz) is
  'Creates a renewal''s order, pass and receipt. The caller has locked the subscription and checked the charge.';

create function public.record_renewal(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_event_id text;
  v_provider_id text;
  v_invoice_id text;
  v_from timestamptz;
  v_until timestamptz;
  v_subscription public.pass_subscriptions;
  v_first_order public.orders;
  v_payment public.payments;
  v_renewal jsonb;
begin
  perform private.check_object(p_event, 'p_event', 10000);
  v_event_id := private.check_key(p_event, 'event_id');
  v_provider_id := private.check_key(p_event, 'subscription_id');
  v_invoice_id := private.check_key(p_event, 'invoice_id');
  if not private.is_whole(p_event -> 'amount_cents', 0, 2000000000) then perform private.fail('invalid_input', 'amount_cents'); end if;
  perform private.check_key(p_event, 'currency');
  v_from := private.check_period(p_event, 'period_start');
  v_until := private.check_period(p_event, 'period_end');
  if v_until <= v_from then perform private.fail('invalid_input', 'period_end'); end if;
  v_renewal := jsonb_build_object('renewal', jsonb_build_object(
    'subscription_id', v_provider_id, 'period_start', private.iso(v_from), 'period_end', private.iso(v_until)));
  -- The first invoice is the order's own payment, which confirm_order handles.
  if p_event ->> 'billing_reason' = 'subscription_create' then
    return jsonb_build_object('result', 'first_payment');
  end if;

  insert into public.payment_events (event_id, event_type) values (v_event_id, p_event ->> 'event_type')
  on conflict (event_id) do nothing;
  if not found then
    select p.* into v_payment
    from public.payment_events e join public.payments p on p.id = e.payment_id where e.event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;
  select * into v_payment from private.record_charge(nullif(p_event ->> 'payment_intent', ''), null, v_invoice_id, null,
    (p_event ->> 'amount_cents')::numeric::integer, upper(p_event ->> 'currency'));
  update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
  -- Another report has already recorded this invoice, or its charge under another id.
  if v_payment.result is not null then return private.payment_answer(v_payment, false); end if;

  select * into v_subscription from public.pass_subscriptions where provider_subscription_id = v_provider_id;
  if v_subscription.id is not null then
    select o.* into v_first_order from public.orders o join public.order_lines l on l.order_id = o.id
    where l.id = v_subscription.order_line_id;
    perform private.lock_family(v_subscription.child_id);
    select * into v_subscription from public.pass_subscriptions where id = v_subscription.id for update;
  end if;
  if v_subscription.id is null then
    perform private.open_decision('unknown_order', v_payment, v_first_order, v_renewal);
    update public.payments set result = 'unknown_order' where id = v_payment.id returning * into v_payment;
  elsif v_payment.amount_cents <> v_subscription.price_cents or v_payment.currency <> v_first_order.currency
    or v_from >= v_subscription.ended_at or (private.latest_renewal_line(v_subscription)).status = 'cancelled' then
    update public.payments set order_id = v_first_order.id, result = 'mismatch' where id = v_payment.id returning * into v_payment;
    perform private.open_decision('mismatch', v_payment, v_first_order, v_renewal);
  else
    perform private.renew(v_subscription, v_payment, v_from, v_until);
    update public.payments set result = 'confirmed' where id = v_payment.id returning * into v_payment;
  end if;
  return private.payment_answer(v_payment, true);
end;
$$;
comment on function public.record_renewal(jsonb) is
  'Records a renewal, once per event and invoice. Takes {event_id, event_type, subscription_id, invoice_id, '
  'payment_intent?, amount_cents, currency, period_start, period_end, billing_reason?} and returns {result, number?}. '
  'A charge that does not match waits for staff (payment_decisions). Definer: only the service role may call, after '
  'checking Stripe''s signature.';
grant execute on function public.record_renewal(jsonb) to service_role;

create function private.keep_renewal(p_payment public.payments, p_renewal jsonb)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_subscription public.pass_subscriptions;
begin
  select * into v_subscription from public.pass_subscriptions
  where provider_subscription_id = p_renewal ->> 'subscription_id';
  if not found or p_payment.amount_cents = 0 then return null; end if;
  perform private.lock_family(v_subscription.child_id);
  select * into v_subscription from public.pass_subscriptions where id = v_subscription.id for update;
  -- The family has been erased, so the pass cannot be granted.
  if exists (select from public.families where id = v_subscription.family_id and erased_at is not null) then return null; end if;
  perform private.renew(v_subscription, p_payment,
    (p_renewal ->> 'period_start')::timestamptz, (p_renewal ->> 'period_end')::timestamptz);
  update public.payments set result = 'confirmed' where id = p_payment.id;
  return 'confirmed';
end;
$$;
comment on function private.keep_renewal(public.payments, jsonb) is
  'Renews a pass by a charge that did not match and that staff accepted. p_renewal is from the decision''s details. '
  'Returns confirmed, or null if there was no charge or the family has been erased.';

create function private.find_subscription(p_subscription_id text)
returns public.pass_subscriptions
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_subscription public.pass_subscriptions;
begin
  select * into v_subscription from public.pass_subscriptions where provider_subscription_id = p_subscription_id for update;
  if not found then perform private.fail('subscription_not_found', 'subscription_id'); end if;
  return v_subscription;
end;
$$;
comment on function private.find_subscription(text) is
  'Locks and returns a subscription by Stripe''s id. Fails with subscription_not_found.';

create function public.record_renewal_failure(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_invoice_id text;
  v_next_attempt timestamptz;
  v_subscription public.pass_subscriptions;
begin
  perform private.check_object(p_event, 'p_event', 10000);
  v_invoice_id := private.check_key(p_event, 'invoice_id');
  if not private.is_whole(p_event -> 'attempt', 1, 100) then perform private.fail('invalid_input', 'attempt'); end if;
  if private.is_given(p_event -> 'next_attempt_at') then v_next_attempt := private.check_period(p_event, 'next_attempt_at'); end if;
  v_subscription := private.find_subscription(private.check_key(p_event, 'subscription_id'));
  -- A late report is ignored if the invoice has been paid since or the subscription has ended.
  if v_subscription.status <> 'ended' and not exists (select from public.payments where invoice_id = v_invoice_id) then
    update public.pass_subscriptions set status = 'past_due'
    where id = v_subscription.id and status = 'active' returning * into v_subscription;
    -- The key contains the family's id, so that private.empty_mails finds the mail when the family is erased.
    perform private.queue_family_mails('payment_problem', format('payment_problem:%s:%s:%s', v_invoice_id, p_event ->> 'attempt', s.family_id),
      jsonb_build_object('child_name', private.child_name(s.child_id), 'title', l.title, 'price_cents', s.price_cents,
        'next_attempt_at', private.iso(v_next_attempt)), s.family_id, l.order_id)
    from public.pass_subscriptions s
    join public.order_lines l on l.id = s.order_line_id
    where s.provider_subscription_id = p_event ->> 'subscription_id';
  end if;
  return (select jsonb_build_object('status', status) from public.pass_subscriptions
    where provider_subscription_id = p_event ->> 'subscription_id');
end;
$$;
comment on function public.record_renewal_failure(jsonb) is
  'Records a failed charge, and queues one mail per attempt. Takes {subscription_id, invoice_id, attempt, '
  'next_attempt_at?} and returns {status}. If the invoice has been paid since, the report changes nothing. Fails with '
  'subscription_not_found. Definer: only the service role may call.';
grant execute on function public.record_renewal_failure(jsonb) to service_role;

create function public.cancel_at_period_end(p_subscription_id text, p_cancel boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_before constant public.pass_subscriptions := private.find_subscription(p_subscription_id);
  v_subscription public.pass_subscriptions;
begin
  if p_cancel is null then perform private.fail('invalid_input', 'p_cancel'); end if;
  update public.pass_subscriptions set status = case
      when status = 'ended' then 'ended' when p_cancel then 'cancelling' when status = 'cancelling' then 'active' else status end
  where id = v_before.id returning * into v_subscription;
  if v_subscription.status <> v_before.status then
    perform private.queue_renewal_mail(v_subscription, case when p_cancel then 'stopped' else 'resumed' end);
  end if;
  return jsonb_build_object(
    'status', v_subscription.status, 'current_period_end', private.iso(v_subscription.current_period_end));
end;
$$;
comment on function public.cancel_at_period_end(text, boolean) is
  'Stops a subscription at the end of its paid period, or resumes it if p_cancel is false. Returns {status, '
  'current_period_end}. The caller has changed it at Stripe. The family gets a mail. Fails with '
  'subscription_not_found. Definer: only the service role may call.';
grant execute on function public.cancel_at_period_end(text, boolean) to service_role;

create function public.end_subscription(p_subscription_id text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_subscription constant public.pass_subscriptions := private.find_subscription(p_subscription_id);
begin
  update public.pass_subscriptions set status = 'ended', ended_at = coalesce(ended_at, clock_timestamp())
  where id = v_subscription.id;
  -- In any other status the family already knows it, because it was stopped or a payment failed.
  if v_subscription.status = 'active' then perform private.queue_renewal_mail(v_subscription, 'ended'); end if;
  return jsonb_build_object('status', 'ended');
end;
$$;
comment on function public.end_subscription(text) is
  'Records that Stripe ended the subscription. Paid passes stay. Returns {status}. Fails with subscription_not_found. '
  'Definer: only the service role may call.';
grant execute on function public.end_subscription(text) to service_role;

create function private.export_family_renewals(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('pass_subscriptions', (
    select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at, s.id), '[]')
    from public.pass_subscriptions s where s.family_id = p_family_id))
$$;
comment on function private.export_family_renewals(uuid, text[], text[]) is
  'Returns the subscriptions of the family''s passes.';

create function private.erase_family_renewals(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (select from public.pass_subscriptions where family_id = p_family_id and status <> 'ended') then
    perform private.fail('family_in_use', 'pass_subscriptions');
  end if;
end;
$$;
comment on function private.erase_family_renewals(uuid) is
  'Deletes nothing, because subscriptions contain no personal data except their family. Fails with family_in_use '
  'while a card would still be charged, because a subscription must end before the family is erased.';
