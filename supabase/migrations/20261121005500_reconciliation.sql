-- Reconciliation: what must be true of the books at any moment, asked as queries. Each row that they answer is odd,
-- and a person looks at it; there should be none. The same queries judge the random histories of the tests.

create function private.odd_places(p_at timestamptz)
returns table (rule text, subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select 'session_oversold', s.id, jsonb_build_object('capacity', s.max_capacity, 'taken', private.seats_taken(s.id, p_at))
  from public.sessions s
  where s.session_date >= private.calendar_today() and private.seats_taken(s.id, p_at) > s.max_capacity
  union all
  select 'camp_oversold', c.id, jsonb_build_object('capacity', c.capacity, 'taken', private.camp_seats_taken(c.id, p_at))
  from public.camp_weeks c
  where c.end_date >= private.calendar_today() and private.camp_seats_taken(c.id, p_at) > c.capacity
  union all
  -- Whoever frees a place offers it in the same transaction; a lapse by the clock waits for the chore, a minute at most.
  select 'place_not_offered', e.id, jsonb_build_object('places', e.places)
  from public.waitlist_entries e
  where e.status = 'waiting'
    and private.places_free(e.session_id, e.camp_id, p_at - interval '5 minutes') >= 1
    and private.places_wanted(e) between 1 and least(
      private.places_free(e.session_id, e.camp_id, p_at - interval '5 minutes'),
      private.places_free(e.session_id, e.camp_id, p_at))
    and private.offer_deadline(e.session_id, e.camp_id, p_at) is not null
$$;
comment on function private.odd_places(timestamptz) is
  'Of what is to come: sessions and camps with more taken than there is, and freed places for which somebody waits without an offer.';

create function private.odd_payments()
returns table (rule text, subject uuid, details jsonb)
language sql
stable
set search_path = ''
as $$
  select 'charge_without_home', p.id, jsonb_build_object('result', p.result, 'order', o.number, 'amount_cents', p.amount_cents)
  from public.payments p left join public.orders o on o.id = p.order_id
  where not coalesce(o.status in ('paid', 'paid_late') and p.result in ('confirmed', 'reseated', 'needs_choice', 'renewed'), false)
    and not exists (select from public.payment_decisions d where d.payment_id = p.id)
    and not exists (select from public.refunds r where r.payment_id = p.id and r.status <> 'failed')
  union all
  select 'order_paid_twice', o.id, jsonb_build_object('order', o.number, 'charges', count(*))
  from public.payments p join public.orders o on o.id = p.order_id
  where p.result in ('confirmed', 'reseated', 'needs_choice')
  group by o.id having count(*) > 1
  union all
  select 'order_without_charge', o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents)
  from public.orders o
  where o.status in ('paid', 'paid_late')
    and not exists (select from public.payments p where p.order_id = o.id and p.amount_cents = o.total_cents)
    -- Staff looked at another amount and let it pay the order as it is.
    and not exists (
      select from public.payment_decisions d where d.order_id = o.id and d.kind = 'mismatch' and d.resolution = 'kept')
  union all
  select 'charge_to_closed_order', o.id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.payments p join public.orders o on o.id = p.order_id
  where p.result in ('confirmed', 'reseated', 'needs_choice') and o.status not in ('paid', 'paid_late')
  union all
  select 'choice_without_decision', o.id, jsonb_build_object('order', o.number)
  from public.orders o
  where o.outcome = 'needs_choice'
    and not exists (select from public.payment_decisions d where d.order_id = o.id and d.kind = 'paid_late')
  union all
  select 'refund_exceeds_charge', p.id, jsonb_build_object('amount_cents', p.amount_cents, 'refunded_cents', sum(r.amount_cents))
  from public.payments p join public.refunds r on r.payment_id = p.id and r.status <> 'failed'
  group by p.id having sum(r.amount_cents) > p.amount_cents
  union all
  select 'refund_failed', r.id, jsonb_build_object('amount_cents', r.amount_cents)
  from public.refunds r
  where r.status = 'failed' and r.last_error is distinct from 'dispute_lost' and not exists (
    select from public.refunds later
    where later.payment_id = r.payment_id and later.created_at > r.created_at and later.status <> 'failed')
  union all
  select 'lines_differ_from_total', o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents, 'lines_cents', sum(l.total_cents))
  from public.orders o join public.order_lines l on l.order_id = o.id
  where o.status in ('paid', 'paid_late')
  group by o.id having sum(l.total_cents) <> o.total_cents
$$;
comment on function private.odd_payments() is
  'Charges that belong to no live order, decision or refund; orders paid twice or not at all; refunds that cannot be.';

create function private.odd_lines()
returns table (rule text, subject uuid, details jsonb)
language sql
stable
set search_path = ''
as $$
  select 'placed_without_place', l.id, jsonb_build_object('order', o.number)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.status = 'placed' and o.status in ('paid', 'paid_late') and case
    when l.camp_id is not null then not exists (
      select from public.camp_enrollments e where e.order_line_id = l.id and e.status = 'enrolled')
    when l.sessions is not null then not exists (select from public.passes p where p.order_line_id = l.id)
    else false end
  union all
  select 'place_without_line', e.id, jsonb_build_object('line_status', l.status)
  from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
  where e.status = 'enrolled' and l.status <> 'placed'
  union all
  select 'open_line_of_closed_order', l.id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.status = 'open' and o.status in ('paid', 'paid_late')
  union all
  select 'siblings_apart', o.id, jsonb_build_object('order', o.number)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where o.status in ('paid', 'paid_late') and not o.split_allowed and o.outcome is distinct from 'enrolled'
  group by o.id
  having bool_or(l.status = 'needs_choice') and bool_or(l.status = 'placed')
  union all
  select 'tried_twice', (array_agg(l.id order by o.paid_at))[2], jsonb_build_object('orders', jsonb_agg(o.number))
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.status in ('paid', 'paid_late')
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  -- The same child, or the same name and birthday within a family or under an address.
  cross join lateral unnest(array[c.child_id::text] || case when c.name is not null then array[
    concat_ws(':', private.name_key(c.name), c.dob, o.family_id), concat_ws(':', private.name_key(c.name), c.dob, o.parent_email)]
    end) known
  where l.once_per_child and l.status in ('placed', 'credit') and known is not null
  group by known having count(*) > 1
  union all
  select 'carried_without_giving_up', l.id, jsonb_build_object('order', n.number, 'from', o.number, 'from_status', k.status)
  from public.order_lines l
  join public.orders n on n.id = l.order_id and n.paid_at is not null
  join public.order_lines k on k.id = l.moves_line_id
  join public.orders o on o.id = k.order_id
  where l.status in ('placed', 'credit') and (k.moved_to_line_id is distinct from l.id
    or exists (select from public.refunds r where r.order_line_id = k.id and r.status <> 'failed' and r.reason in ('cancelled', 'called_off', 'paid_late')))
  union all
  select 'hold_of_closed_order', h.order_line_id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.holds h join public.orders o on o.id = h.order_id
  where o.status not in ('held', 'awaiting_payment')
$$;
comment on function private.odd_lines() is
  'Lines that say one thing while places and passes say another; siblings apart; a try-out had twice; what was paid for a place carried over twice, or given back as well.';

create function private.odd_credits()
returns table (rule text, subject uuid, details jsonb)
language sql
stable
set search_path = ''
as $$
  select 'credits_below_zero', l.pass_id, jsonb_build_object('balance', sum(l.delta))
  from public.credit_ledger l group by l.pass_id having sum(l.delta) < 0
  union all
  select 'pass_without_credits', p.id, jsonb_build_object('sessions_total', p.sessions_total)
  from public.passes p
  where not exists (select from public.credit_ledger l where l.pass_id = p.id and l.reason = 'granted')
  union all
  select 'booking_paid_twice', l.booking_id, jsonb_build_object('spent', -sum(l.delta))
  from public.credit_ledger l where l.booking_id is not null
  group by l.booking_id having -sum(l.delta) > 1
  union all
  select 'credit_spent_for_nothing', b.id, '{}'::jsonb
  from public.bookings b join public.credit_ledger l on l.booking_id = b.id
  where b.status = 'booked'
  group by b.id having sum(l.delta) >= 0 and count(*) filter (where l.reason = 'returned') > 0
  union all
  select 'given_back_with_credits', p.id, jsonb_build_object('balance', k.balance, 'booked', k.booked)
  from public.passes p
  cross join lateral (
    select sum(l.delta) as balance,
      count(*) filter (where l.reason = 'booked' and b.status = 'booked' and b.attended is null and b.session_date > private.calendar_today()) as booked,
      -- What counted as used, and was taken back after all, is the family's again.
      bool_or(b.attended is not null and b.status = 'cancelled') as returned
    from public.credit_ledger l left join public.bookings b on b.id = l.booking_id
    where l.pass_id = p.id) k
  where private.is_given_back(p) and not coalesce(k.returned, false) and (k.balance <> 0 or k.booked > 0)
$$;
comment on function private.odd_credits() is
  'Balances below zero, passes without their grant, bookings paid twice or not at all; what is left of a pass that was given back.';

create function private.odd_messages()
returns table (rule text, subject uuid, details jsonb)
language sql
stable
set search_path = ''
as $$
  select 'mail_given_up', o.id, jsonb_build_object('template', o.template, 'error', left(o.last_error, 200))
  from public.outbox o
  where o.sent_at is null and o.recipient <> '' and o.attempts >= (select outbox_attempts_max from public.settings)
$$;
comment on function private.odd_messages() is 'Mails that were tried as often as allowed, and never left.';

create function public.reconcile_books()
returns table (rule text, subject uuid, details jsonb)
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  return query
  select * from private.odd_places(clock_timestamp())
  union all select * from private.odd_payments()
  union all select * from private.odd_lines()
  union all select * from private.odd_credits()
  union all select * from private.odd_messages()
  union all select * from private.odd_disputes()
  order by 1, 2;
end;
$$;
comment on function public.reconcile_books() is
  'For admins: every odd row of the books, as {rule, subject: its id, details}; no rows when all is well. Refuses not_allowed. Definer: looks through every table, after asking who calls.';
grant execute on function public.reconcile_books() to authenticated, service_role;

create function public.reconcile_hourly()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_odd jsonb;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  -- Two chores at once: the second finds that the first is at it, or has just been.
  if not pg_try_advisory_xact_lock(hashtextextended('reconciliation', 0)) or exists (
    select from public.system_logs
    where component = 'reconciliation' and created_at > clock_timestamp() - interval '59 minutes'
  ) then
    return jsonb_build_object('ran', false);
  end if;
  select coalesce(jsonb_object_agg(r.rule, r.n), '{}') into v_odd
  from (select rule, count(*) as n from public.reconcile_books() group by rule) r;
  insert into public.system_logs (level, component, message, details)
  values (case when v_odd = '{}' then 'info' else 'error' end, 'reconciliation',
    case when v_odd = '{}' then 'The books are in order.' else 'The books have odd rows.' end, v_odd);
  return jsonb_build_object('ran', true, 'odd', v_odd);
end;
$$;
comment on function public.reconcile_hourly() is
  'The chore: once an hour, however often and parallel it is called, writes into system_logs how many odd rows each rule has: {ran, odd?: {rule: rows}}. The rows themselves: reconcile_books. Definer: only the service and admins, asked inside.';
grant execute on function public.reconcile_hourly() to authenticated, service_role;
