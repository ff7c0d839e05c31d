-- Parents pay an instalment by a link. Everybody who opens the link gets the same Stripe session, which can be paid
-- once (docs/decisions "Deposits and instalments").

create function public.make_instalment_link(p_access jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
begin
  if not private.claims_instalments(v_order.id) then perform private.fail('instalment_closed', 'p_access'); end if;
  return jsonb_build_object('token', private.make_order_link(v_order.id, 'payment'));
end;
$$;
comment on function public.make_instalment_link(jsonb) is
  'Makes a link to pay an order''s next instalment on /pay. Returns {token}. Fails with the codes of '
  'private.manage_order, and order_closed, instalment_closed. Definer: links are written only by functions. It checks '
  'the access first.';
grant execute on function public.make_instalment_link(jsonb) to anon, authenticated;
select private.answer_calls('public.make_instalment_link(jsonb)', 'payment_link');

create function private.payment_link(p_token text)
returns public.order_links
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_link public.order_links;
begin
  select * into v_link from public.order_links
  where token_hash = private.token_hash(left(coalesce(p_token, ''), 100)) and purpose = 'payment';
  if not found then perform private.fail('link_not_found', 'p_token'); end if;
  if v_link.expires_at <= clock_timestamp() then perform private.fail('link_expired', 'p_token'); end if;
  return v_link;
end;
$$;
comment on function private.payment_link(text) is
  'Returns the payment link with this token. Fails with link_not_found, link_expired.';

create function private.instalment_link_view(p_order public.orders)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_instalment constant public.order_instalments := private.next_instalment(p_order.id);
  v_view jsonb;
begin
  if v_instalment.id is null or not private.claims_instalments(p_order.id) then
    return jsonb_build_object('first_name', private.given_name(p_order.parent_name), 'offer', null, 'state', case
      when v_instalment.id is not null then 'under_review'
      when exists (select from public.order_lines where order_id = p_order.id and status <> 'cancelled') then 'paid'
      else 'cancelled' end);
  end if;
  v_view := private.order_view(p_order.id);
  return jsonb_build_object(
    'state', 'open',
    'first_name', private.given_name(p_order.parent_name),
    'offer', jsonb_build_object(
      'lines', (
        select jsonb_agg(jsonb_build_object(
          'title', l -> 'title', 'session', null, 'camp', l -> 'camp', 'cancellation', l -> 'cancellation'))
        from jsonb_array_elements(v_view -> 'lines') l where l ->> 'status' <> 'cancelled'),
      'children', (
        select count(distinct child_position) from public.order_lines where order_id = p_order.id and status <> 'cancelled'),
      'total_cents', v_instalment.cents, 'currency', p_order.currency, 'refund_steps', null,
      'pay_until', (v_instalment.due_on + 1)::timestamp at time zone private.time_zone(), 'due_on', v_instalment.due_on, 'part', v_instalment.id,
      'balance_cents', private.balance_for_instalment(p_order), 'url', null));
end;
$$;
comment on function private.instalment_link_view(public.orders) is
  'Returns PaymentLink (contract/payment-links.ts) for the next instalment of a paid order. Its url is null, because '
  'the Stripe session is made when somebody presses Pay (start_instalment). As in read_payment_link, the only personal '
  'data is the parent''s given name. A signed-in parent of the family also gets balance_cents, the amount that the '
  'balance can pay.';

create function public.start_instalment(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_session_minutes constant integer := 31;
  v_link constant public.order_links := private.payment_link(p_token);
  v_order public.orders;
  v_instalment public.order_instalments;
  v_attempt public.instalment_attempts;
  v_now timestamptz;
begin
  select * into v_order from public.orders where id = v_link.order_id for no key update;
  v_instalment := private.next_instalment(v_order.id);
  if v_instalment.id is null or not private.claims_instalments(v_order.id) then perform private.fail('instalment_closed', 'p_token'); end if;
  perform private.check_maintenance();
  v_now := clock_timestamp();
  select * into v_attempt from public.instalment_attempts
  where instalment_id = v_instalment.id order by attempt desc limit 1;
  -- If another tab has just started this attempt, both tabs get the same Stripe session.
  if v_attempt.instalment_id is null or v_attempt.cents <> v_instalment.cents or v_attempt.expires_at < v_now + (case
    when v_attempt.url is null then make_interval(mins => c_session_minutes) - interval '30 seconds' else interval '1 minute' end) then
    insert into public.instalment_attempts (instalment_id, attempt, cents, expires_at)
    values (v_instalment.id, coalesce(v_attempt.attempt, 0) + 1, v_instalment.cents,
      date_trunc('second', v_now) + make_interval(mins => c_session_minutes))
    returning * into v_attempt;
  end if;
  return jsonb_build_object(
    'order_id', v_order.id, 'number', v_order.number, 'instalment_id', v_instalment.id, 'attempt', v_attempt.attempt,
    'cents', v_instalment.cents, 'currency', v_order.currency, 'expires_at', private.iso(v_attempt.expires_at), 'url', v_attempt.url,
    'title', (
      select string_agg(distinct l.title, ', ') from public.order_lines l where l.order_id = v_order.id and l.status <> 'cancelled'));
end;
$$;
comment on function public.start_instalment(text) is
  'Starts a payment. Returns {order_id, number, instalment_id, attempt, cents, currency, expires_at, title, url}. The '
  'url is the address of an open Stripe session, or null if there is none yet. Fails with link_not_found, '
  'link_expired, instalment_closed, sales_stopped. Definer: only the service role may call.';
grant execute on function public.start_instalment(text) to service_role;

create function public.record_instalment_session(p_instalment_id uuid, p_attempt integer, p_session_id text, p_url text)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if coalesce(p_session_id, '') = '' then perform private.fail('invalid_input', 'p_session_id'); end if;
  update public.instalment_attempts set session_id = p_session_id, url = p_url
  where instalment_id = p_instalment_id and attempt = p_attempt;
  if not found then perform private.fail('invalid_input', 'p_attempt'); end if;
end;
$$;
comment on function public.record_instalment_session(uuid, integer, text, text) is
  'Records the Stripe session of an attempt. Definer: attempts are written only by functions. Only the service role '
  'may call.';
grant execute on function public.record_instalment_session(uuid, integer, text, text) to service_role;

create function private.is_attempt_pending(p_attempt public.instalment_attempts)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_attempt.closed_at is null and case
    -- Until the session is recorded, nobody has its address.
    when p_attempt.session_id is null then p_attempt.expires_at > clock_timestamp()
    -- Stripe reports a payment within three days. After that the attempt counts as unpaid.
    else p_attempt.expires_at > clock_timestamp() - interval '3 days'
      and not exists (select from public.payments where session_id = p_attempt.session_id) end
$$;
comment on function private.is_attempt_pending(public.instalment_attempts) is
  'Returns whether a Stripe session for an instalment may still be paid, or was paid and Stripe has not reported it '
  'yet.';

create function public.list_instalment_sessions()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  -- Sessions of instalments that were cancelled or paid in another way are listed too, so that a payment for them is
  -- noticed.
  select coalesce(jsonb_agg(a.session_id order by a.expires_at, a.session_id), '[]')
  from public.instalment_attempts a
  where a.closed_at is null and a.session_id is not null and a.expires_at > clock_timestamp() - interval '3 days'
    and private.is_attempt_pending(a)
$$;
comment on function public.list_instalment_sessions() is
  'Returns the ids of Stripe sessions for instalments whose end is not known. The caller asks Stripe about each one '
  'and then calls confirm_order or close_instalment_session. Definer: only the service role may call.';
grant execute on function public.list_instalment_sessions() to service_role;

create function public.close_instalment_session(p_session_id text)
returns void
language sql
volatile
security definer
set search_path = ''
as $$
  update public.instalment_attempts set closed_at = clock_timestamp() where session_id = p_session_id and closed_at is null
$$;
comment on function public.close_instalment_session(text) is
  'Records that, according to Stripe, a session for an instalment ended without a payment. Definer: only the service '
  'role may call.';
grant execute on function public.close_instalment_session(text) to service_role;

create function public.list_sessions_of_link(p_token text)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(n.session_id), '[]')
  from (
    select o.id, o.paid_at from public.order_links k join public.orders o on o.id = k.order_id
    where k.token_hash = private.token_hash(left(coalesce(p_token, ''), 100)) and k.purpose = 'payment' and k.expires_at > clock_timestamp()) o
  cross join lateral (
    select a.session_id from public.checkout_attempts a
    where a.order_id = o.id and o.paid_at is null and a.closed_at is null
    union all
    select t.session_id
    from public.order_instalments i join public.instalment_attempts t on t.instalment_id = i.id
    where i.order_id = o.id and i.status = 'due' and t.closed_at is null) n
  where n.session_id is not null
$$;
comment on function public.list_sessions_of_link(text) is
  'Returns the ids of the Stripe sessions that may have paid what a link asks for. The list is empty for an unknown '
  'or expired link. Definer: only the service role may call.';
grant execute on function public.list_sessions_of_link(text) to service_role;
