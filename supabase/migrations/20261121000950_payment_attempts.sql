-- Payment attempts: what the server's functions ask before they let somebody pay, and when a parent leaves
-- (architecture, "One booking, end to end", step 4; 3-decisions, "Safety").
-- How seats are locked stands at the head of the checkout migration.

create function private.check_text(p_value jsonb, p_field text, p_most integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := regexp_replace(trim(p_value #>> '{}'), '\s+', ' ', 'g');
begin
  if jsonb_typeof(p_value) is distinct from 'string' or length(v_text) not between 1 and p_most
    or p_value #>> '{}' ~ '[[:cntrl:]]' then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_text;
end;
$$;
comment on function private.check_text(jsonb, text, integer) is
  'A line of text without its surplus spaces, 1 to p_most characters; else invalid_input with the field.';

create function private.take_details(p_order_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parent constant jsonb := p_details -> 'parent';
  v_child constant jsonb := p_details -> 'child';
  v_parent_name constant text := private.check_text(v_parent -> 'name', 'parent.name', 120);
  v_email constant text := lower(private.check_text(v_parent -> 'email', 'parent.email', 254));
  v_child_name text;
  v_dob text;
  v_double integer;
begin
  if v_email !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' then
    perform private.fail('invalid_input', 'parent.email');
  end if;
  if jsonb_typeof(v_parent -> 'phone') is distinct from 'string'
    or v_parent ->> 'phone' !~ '^\+[1-9][0-9]{7,14}$' then
    perform private.fail('invalid_input', 'parent.phone');
  end if;
  v_child_name := private.check_text(v_child -> 'name', 'child.name', 120);
  v_dob := v_child ->> 'dob';
  if jsonb_typeof(v_child -> 'dob') is distinct from 'string' or v_dob !~ '^\d{4}-\d{2}-\d{2}$'
    or not pg_input_is_valid(v_dob, 'date') then
    perform private.fail('invalid_input', 'child.dob');
  end if;
  if v_dob::date not between '1990-01-02' and private.calendar_today() then
    perform private.fail('invalid_input', 'child.dob');
  end if;
  if p_details #> '{consents,terms}' is distinct from 'true' then
    perform private.fail('invalid_input', 'consents.terms');
  end if;
  if p_details #> '{consents,activity}' is distinct from 'true' then
    perform private.fail('invalid_input', 'consents.activity');
  end if;
  -- One child cannot be in the same session twice. Refused here, so that it cannot fail once money has moved.
  select max(position) into v_double from public.order_lines
  where order_id = p_order_id and session_id is not null
  group by session_id having count(*) > 1 limit 1;
  if v_double is not null then
    perform private.fail('invalid_input', format('lines[%s].session_id', v_double));
  end if;

  update public.orders set
    parent_name = v_parent_name, parent_email = v_email, parent_phone = v_parent ->> 'phone',
    consents_at = clock_timestamp()
  where id = p_order_id;
  update public.order_lines set child_name = v_child_name, child_dob = v_dob::date where order_id = p_order_id;
end;
$$;
comment on function private.take_details(uuid, jsonb) is
  'Writes CheckoutDetails of contract/orders.ts to the order, or refuses with invalid_input and the field, e.g. parent.email.';

create function private.order_terms(p_order_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'total_cents', o.total_cents, 'currency', o.currency, 'email', o.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_array(offer_id, revision, title, price_cents, session_id) order by position)
      from public.order_lines where order_id = o.id))
  from public.orders o where o.id = p_order_id
$$;
comment on function private.order_terms(uuid) is
  'What a payment session is about. Another attempt is needed exactly when this differs.';

create function private.line_description(p_session_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', t.name, to_char(s.session_date, 'FMDy FMDD Mon YYYY'),
    ltrim(to_char(s.session_time, 'HH12.MI am'), '0'), l.name)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  where s.id = p_session_id
$$;
comment on function private.line_description(uuid) is
  'The session as the payment page names it. Nothing about a child leaves for the payment provider.';

create function public.settle_order(p_secret uuid, p_details jsonb, p_seen_total_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_now timestamptz;
  v_position integer;
  v_total integer;
  v_same_terms boolean;
begin
  if jsonb_typeof(p_details) is distinct from 'object' then perform private.fail('invalid_input', 'details'); end if;
  if p_seen_total_cents is null then perform private.fail('invalid_input', 'seen_total_cents'); end if;

  select * into v_order from public.orders where secret = p_secret for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Nobody is asked for more money while a person looks at a charge that did not fit.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.outcome = 'under_review' then
    perform private.fail('order_closed');
  end if;
  perform private.take_details(v_order.id, p_details);

  perform private.lock_sessions(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now)
    or v_now > v_order.created_at + make_interval(mins => v_settings.checkout_total_minutes) then
    perform private.fail('hold_expired');
  end if;
  select min(l.position) into v_position
  from public.order_lines l join public.sessions s on s.id = l.session_id
  where l.order_id = v_order.id and s.starts_at <= private.calendar_now();
  if v_position is not null then
    perform private.fail('session_started', format('lines[%s].session_id', v_position));
  end if;
  -- Held, and still no seat: only when staff made the session smaller or cancelled it.
  v_position := private.full_line(v_order.id, v_now);
  if v_position is not null then
    perform private.fail('session_full', format('lines[%s].session_id', v_position));
  end if;

  select min(l.position) into v_position
  from public.order_lines l join public.offers f on f.id = l.offer_id
  where l.order_id = v_order.id and not f.active;
  if v_position is not null then
    perform private.fail('offer_not_available', format('lines[%s].offer_id', v_position));
  end if;
  update public.order_lines l set
    title = f.title, price_cents = f.price_cents, revision = f.revision, cancellation = f.cancellation,
    sessions = (f.details ->> 'sessions')::numeric::integer,
    validity_days = (f.details ->> 'validity_days')::numeric::integer
  from public.offers f
  where l.order_id = v_order.id and f.id = l.offer_id;
  select sum(price_cents) into v_total from public.order_lines where order_id = v_order.id;
  if v_total <> p_seen_total_cents then
    perform private.fail('price_changed', 'seen_total_cents', v_total::text);
  end if;

  update public.order_lines set seen_price_cents = price_cents where order_id = v_order.id;
  update public.orders set
    total_cents = v_total,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order.id
  returning * into v_order;
  -- The seats must not lapse while the payment provider is being asked.
  update public.holds
  set expires_at = greatest(expires_at, v_now + make_interval(mins => v_settings.checkout_call_minutes))
  where order_id = v_order.id;

  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  v_same_terms := found and v_attempt.terms = private.order_terms(v_order.id);
  if not v_same_terms then
    -- Its session is about to be expired at the provider; that news must not free the seats.
    update public.checkout_attempts set superseded_at = v_now
    where order_id = v_order.id and superseded_at is null;
  end if;

  return jsonb_build_object(
    'order_id', v_order.id,
    'number', v_order.number,
    'attempt', v_order.attempt,
    'total_cents', v_order.total_cents,
    'currency', v_order.currency,
    'parent_email', v_order.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'title', title, 'price_cents', price_cents, 'description', private.line_description(session_id))
        order by position)
      from public.order_lines where order_id = v_order.id),
    'open_session_id', case when v_attempt.closed_at is null and v_attempt.expires_at > v_now
      then v_attempt.session_id end,
    'stored_params', v_attempt.params,
    'same_terms', v_same_terms);
end;
$$;
comment on function public.settle_order(uuid, jsonb, integer) is
  'Takes CheckoutDetails, then checks seats and prices again under the lock: {order_id, number, attempt (0 = none), total_cents, currency, parent_email, lines: [{title, price_cents, description}], open_session_id, stored_params, same_terms}. Refuses: invalid_input (field), order_not_found, order_closed, hold_expired, session_started, session_full, offer_not_available, price_changed (detail = the new total in cents). Definer: only writer of an order''s details; only the service role may call.';
grant execute on function public.settle_order(uuid, jsonb, integer) to service_role;

create function public.start_attempt(p_order_id uuid, p_params jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if jsonb_typeof(p_params) is distinct from 'object' then perform private.fail('invalid_input', 'p_params'); end if;
  select * into v_order from public.orders where id = p_order_id for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Without consents nobody has settled it yet.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.consents_at is null then
    perform private.fail('order_closed');
  end if;
  if not private.is_held(v_order.id, clock_timestamp()) then perform private.fail('hold_expired'); end if;

  update public.checkout_attempts set superseded_at = clock_timestamp()
  where order_id = v_order.id and superseded_at is null;
  update public.orders set attempt = attempt + 1, status = 'awaiting_payment'
  where id = v_order.id
  returning * into v_order;
  insert into public.checkout_attempts (order_id, attempt, params, terms)
  values (v_order.id, v_order.attempt, p_params, private.order_terms(v_order.id));
  return jsonb_build_object('attempt', v_order.attempt);
end;
$$;
comment on function public.start_attempt(uuid, jsonb) is
  'Stores what the payment provider will be asked, before it is asked: {attempt}. From here on the order is awaiting_payment. Refuses: invalid_input, order_not_found, order_closed, hold_expired. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.start_attempt(uuid, jsonb) to service_role;

create function public.record_checkout(
  p_order_id uuid, p_attempt integer, p_session_id text, p_expires_at timestamptz)
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
  select * into v_order from public.orders where id = p_order_id for update;
  if not found then perform private.fail('order_not_found'); end if;
  -- Kept whatever follows: a payment of this session must find its order.
  update public.checkout_attempts set session_id = p_session_id, expires_at = p_expires_at
  where order_id = v_order.id and attempt = p_attempt;
  if not found then perform private.fail('invalid_input', 'p_attempt'); end if;
  if v_order.status <> 'awaiting_payment' or v_order.attempt <> p_attempt then
    return jsonb_build_object('ok', false);
  end if;

  perform private.lock_sessions(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) and private.full_line(v_order.id, v_now) is not null then
    return jsonb_build_object('ok', false);
  end if;
  insert into public.holds as h (order_line_id, order_id, session_id, expires_at)
  select id, order_id, session_id, p_expires_at + make_interval(mins => v_settings.checkout_tail_minutes)
  from public.order_lines where order_id = v_order.id and session_id is not null
  on conflict (order_line_id) do update set expires_at = greatest(h.expires_at, excluded.expires_at);
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.record_checkout(uuid, integer, text, timestamptz) is
  'Keeps the provider''s session and holds the seats until it expires, plus checkout_tail_minutes: {ok}. ok is false when the seats or the order are gone meanwhile: the caller expires that session. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.record_checkout(uuid, integer, text, timestamptz) to service_role;

-- Leaving ----------------------------------------------------------------------------------------------

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
  'Payment sessions of this order of which the provider has not said that they expired, all or those of earlier attempts than one: [session_id]; empty for an unknown secret. A function, because a filter on a table would write the secret into an address. Definer: only the service role may call.';
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
  select * into v_order from public.orders where secret = p_secret for update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'released');
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.release_order(uuid) is
  'Gives the seats back: {released}, false when the order was closed already. Refuses: order_not_found. The caller has expired the payment session first. Definer: only the service role may call, because only it can ask the payment provider.';
grant execute on function public.release_order(uuid) to service_role;

create function public.lapse_checkout(p_session_id text)
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
  select o.* into v_order from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where a.session_id = p_session_id
  for update of o;
  if not found then return jsonb_build_object('released', false); end if;

  update public.checkout_attempts set closed_at = coalesce(closed_at, clock_timestamp())
  where session_id = p_session_id
  returning * into v_attempt;
  if v_order.status <> 'awaiting_payment' or v_attempt.attempt <> v_order.attempt
    or v_attempt.superseded_at is not null then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'expired');
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.lapse_checkout(text) is
  'The provider says that this session has expired: {released}. Frees the seats only if it was the order''s current one. Definer: only the service role may call.';
grant execute on function public.lapse_checkout(text) to service_role;
