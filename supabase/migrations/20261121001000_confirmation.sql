-- Confirmation: a payment becomes a booking, once, or an open decision for staff; never a lost charge
-- (3-decisions, "Safety"; architecture, "One booking, end to end", step 5).

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  payment_intent text not null unique,
  order_id uuid references public.orders (id) on delete restrict,
  session_id text,
  amount_cents integer not null,
  currency text not null,
  result text,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.payments is 'Every charge that was reported, once, kept for ever.';
comment on column public.payments.payment_intent is 'The provider''s id of the charge.';
comment on column public.payments.order_id is 'Null when it belongs to no order we know: then a decision is open.';
comment on column public.payments.session_id is 'The provider''s checkout session.';
comment on column public.payments.result is 'What confirm_order made of it.';
create index payments_order_id on public.payments (order_id);
create index payments_session_id on public.payments (session_id);

create table public.payment_events (
  event_id text primary key,
  event_type text,
  payment_id uuid references public.payments (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.payment_events is 'Every report of a payment. An event is worked on once, in one transaction with what it causes.';
create index payment_events_payment_id on public.payment_events (payment_id);

create table public.payment_decisions (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mismatch', 'duplicate_payment', 'paid_late', 'unknown_order')),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id uuid references public.orders (id) on delete restrict,
  status text not null default 'open' check (status in ('open', 'resolved')),
  details jsonb not null default '{}',
  resolved_by uuid references public.profiles (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (payment_id, kind),
  check ((status = 'resolved') = (resolved_at is not null))
);
comment on table public.payment_decisions is 'Charges that a person must decide about: refund, another date, or a call.';
comment on column public.payment_decisions.details is 'What was expected and what came, in cents.';
create index payment_decisions_order_id on public.payment_decisions (order_id);
create index payment_decisions_resolved_by on public.payment_decisions (resolved_by);
create index payment_decisions_open on public.payment_decisions (created_at) where status = 'open';

alter table public.payments enable row level security;
alter table public.payment_events enable row level security;
alter table public.payment_decisions enable row level security;
revoke all on table public.payments, public.payment_events, public.payment_decisions
  from anon, authenticated, service_role;
grant select on public.payments, public.payment_events, public.payment_decisions to service_role;
grant select on public.payments, public.payment_decisions to authenticated;

create policy "Admins read payments" on public.payments
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read payment decisions" on public.payment_decisions
  for select to authenticated using ((select private.is_admin()));

create trigger refuse_change before delete or truncate on public.payments
  for each statement execute function private.refuse_change();

create function private.enrol(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_today constant date := (clock_timestamp() at time zone private.time_zone())::date;
  v_family_id uuid;
  v_children jsonb := '{}';
  v_child_id uuid;
  v_pass_id uuid;
  v_booking_id uuid;
  v_line record;
begin
  select * into v_order from public.orders where id = p_order_id;
  -- A guest's family of its own: who merely types somebody's e-mail address must not get into their family.
  insert into public.families (contact_name, contact_email, contact_phone)
  values (v_order.parent_name, v_order.parent_email, v_order.parent_phone)
  returning id into v_family_id;

  for v_line in
    select l.*, lower(l.child_name) || l.child_dob as child_key, s.session_date, s.session_time
    from public.order_lines l left join public.sessions s on s.id = l.session_id
    where l.order_id = p_order_id order by l.position
  loop
    v_child_id := v_children ->> v_line.child_key;
    if v_child_id is null then
      insert into public.children (family_id, name, dob)
      values (v_family_id, v_line.child_name, v_line.child_dob)
      returning id into v_child_id;
      v_children := v_children || jsonb_build_object(v_line.child_key, v_child_id);
    end if;

    insert into public.passes
      (family_id, child_id, order_line_id, offer_id, title, sessions_total, valid_from, valid_until)
    values (v_family_id, v_child_id, v_line.id, v_line.offer_id, v_line.title, v_line.sessions, v_today,
      v_today + v_line.validity_days)
    returning id into v_pass_id;
    insert into public.credit_ledger (pass_id, delta, reason) values (v_pass_id, v_line.sessions, 'granted');

    if v_line.session_id is not null then
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      values (v_line.session_id, v_line.session_date, v_line.session_time, v_child_id, v_family_id)
      returning id into v_booking_id;
      insert into public.credit_ledger (pass_id, delta, reason, booking_id)
      values (v_pass_id, -1, 'booked', v_booking_id);
    end if;
  end loop;

  delete from public.holds where order_id = p_order_id;
  update public.orders set family_id = v_family_id where id = p_order_id;
end;
$$;
comment on function private.enrol(uuid) is
  'Makes family, children, passes, credits and bookings of a paid order, and lets go of its holds. The caller has locked order and sessions and made sure of the seats.';

create function private.queue_order_mail(p_template text, p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := private.order_view(p_order_id);
begin
  insert into public.outbox (key, template, recipient, payload)
  values (
    p_template || ':' || p_order_id,
    p_template,
    v_order ->> 'parent_email',
    v_order || jsonb_build_object(
      'parent_first_name', split_part(v_order ->> 'parent_name', ' ', 1),
      -- Of a child a mail knows the first name and nothing else.
      'lines', (
        select jsonb_agg(value || jsonb_build_object('child_name', split_part(value ->> 'child_name', ' ', 1))
          order by ordinality)
        from jsonb_array_elements(v_order -> 'lines') with ordinality),
      'receipt', jsonb_build_object(
        'number', v_order -> 'number', 'paid_at', v_order -> 'paid_at', 'currency', v_order -> 'currency',
        'total_cents', v_order -> 'total_cents', 'gst', v_order -> 'gst',
        'lines', (
          select jsonb_agg(jsonb_build_object('title', value -> 'title', 'price_cents', value -> 'price_cents')
            order by ordinality)
          from jsonb_array_elements(v_order -> 'lines') with ordinality))))
  on conflict (key) do nothing;
end;
$$;
comment on function private.queue_order_mail(text, uuid) is 'Queues a mail about an order, once per template and order.';

create function private.open_decision(p_kind text, p_payment public.payments, p_order public.orders)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.payment_decisions (kind, payment_id, order_id, details)
  values (p_kind, p_payment.id, p_order.id, jsonb_build_object(
    'amount_cents', p_payment.amount_cents, 'currency', p_payment.currency,
    'order_number', p_order.number, 'order_total_cents', p_order.total_cents, 'order_status', p_order.status))
  on conflict (payment_id, kind) do nothing
$$;
comment on function private.open_decision(text, public.payments, public.orders) is
  'Leaves a charge to a person. The order may be a row of nulls.';

create function private.apply_payment(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now timestamptz;
  v_in_time boolean;
begin
  if p_order.id is null then
    perform private.open_decision('unknown_order', p_payment, p_order);
    return 'unknown_order';
  end if;
  if p_order.status in ('paid', 'paid_late') then
    perform private.open_decision('duplicate_payment', p_payment, p_order);
    return 'duplicate_payment';
  end if;
  -- An order without consents was never settled: nothing that we know of could have been paid.
  if p_payment.amount_cents <> p_order.total_cents or p_payment.currency <> p_order.currency
    or p_order.consents_at is null then
    update public.orders set outcome = 'under_review' where id = p_order.id;
    perform private.open_decision('mismatch', p_payment, p_order);
    return 'mismatch';
  end if;

  perform private.lock_sessions(p_order.id);
  v_now := clock_timestamp();
  v_in_time := private.is_held(p_order.id, v_now) and not exists (
    select from public.order_lines l join public.sessions s on s.id = l.session_id
    where l.order_id = p_order.id and s.status <> 'scheduled');

  -- Late, or the session was cancelled meanwhile: take the seat if there is one, in a session that has not begun.
  if not v_in_time and (
    private.full_line(p_order.id, v_now) is not null
    or exists (
      select from public.order_lines l join public.sessions s on s.id = l.session_id
      where l.order_id = p_order.id and s.starts_at <= private.calendar_now())
  ) then
    delete from public.holds where order_id = p_order.id;
    update public.orders set status = 'paid_late', outcome = 'needs_choice', paid_at = v_now where id = p_order.id;
    perform private.open_decision('paid_late', p_payment, p_order);
    perform private.queue_order_mail('paid_late_choice', p_order.id);
    return 'needs_choice';
  end if;

  perform private.enrol(p_order.id);
  if v_in_time then
    update public.orders set status = 'paid', outcome = null, paid_at = v_now where id = p_order.id;
    perform private.queue_order_mail('booking_confirmed', p_order.id);
    return 'confirmed';
  end if;
  update public.orders set status = 'paid_late', outcome = 'reseated', paid_at = v_now where id = p_order.id;
  perform private.queue_order_mail('paid_late_reseated', p_order.id);
  return 'reseated';
end;
$$;
comment on function private.apply_payment(public.payments, public.orders) is
  'What a new charge does to its order, which the caller has locked. Answers a result of confirm_order.';

create function public.confirm_order(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_event_id constant text := p_event ->> 'event_id';
  v_session_id constant text := p_event ->> 'session_id';
  -- A charge is recorded under something unique, whatever the report leaves out.
  v_payment_intent constant text := coalesce(p_event ->> 'payment_intent', p_event ->> 'session_id');
  v_payment public.payments;
  v_order public.orders;
begin
  if coalesce(v_event_id, '') = '' then perform private.fail('invalid_input', 'event_id'); end if;
  if coalesce(v_payment_intent, '') = '' then perform private.fail('invalid_input', 'payment_intent'); end if;
  if not private.is_whole(p_event -> 'amount_cents', 0, 2000000000) then
    perform private.fail('invalid_input', 'amount_cents');
  end if;
  if coalesce(p_event ->> 'currency', '') = '' then perform private.fail('invalid_input', 'currency'); end if;

  -- The same report again: waits here until the first is through, and then knows what came of it.
  insert into public.payment_events (event_id, event_type) values (v_event_id, p_event ->> 'event_type')
  on conflict (event_id) do nothing;
  if not found then
    select p.* into v_payment
    from public.payment_events e join public.payments p on p.id = e.payment_id where e.event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;

  if private.is_uuid(p_event -> 'order_id') then
    select * into v_order from public.orders where id = (p_event ->> 'order_id')::uuid for update;
  end if;
  if v_order.id is null then
    select o.* into v_order
    from public.orders o join public.checkout_attempts a on a.order_id = o.id
    where a.session_id = v_session_id
    for update of o;
  end if;

  insert into public.payments (payment_intent, order_id, session_id, amount_cents, currency)
  values (v_payment_intent, v_order.id, v_session_id, (p_event ->> 'amount_cents')::numeric::integer,
    upper(p_event ->> 'currency'))
  on conflict (payment_intent) do nothing
  returning * into v_payment;
  if v_payment.id is null then
    -- The same charge in another report, such as the success page asking before the webhook came.
    select * into v_payment from public.payments where payment_intent = v_payment_intent;
    update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;

  update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
  update public.payments set result = private.apply_payment(v_payment, v_order)
  where id = v_payment.id
  returning * into v_payment;
  return private.payment_answer(v_payment, true);
end;
$$;
comment on function public.confirm_order(jsonb) is
  'A paid session was reported: {event_id, event_type, session_id, payment_intent, order_id, amount_cents, currency} -> {result: confirmed | already_confirmed | reseated | needs_choice | mismatch | duplicate_payment | unknown_order, number?}. One transaction, and the same answer however often and however parallel it is reported. Refuses only invalid_input (field), so that the report comes again. Definer: the only way money becomes a booking; only the service role may call, after the provider''s signature or its own answer.';
grant execute on function public.confirm_order(jsonb) to service_role;

create function private.payment_answer(p_payment public.payments, p_is_new boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'result', case when not p_is_new and p_payment.result in ('confirmed', 'reseated')
      then 'already_confirmed' else p_payment.result end,
    'number', (select number from public.orders where id = p_payment.order_id)))
$$;
comment on function private.payment_answer(public.payments, boolean) is
  'The answer of confirm_order; a booking that stood before reads already_confirmed.';
