-- Lists everything about which an admin has to decide (docs/decisions "/management/decisions"). Discrepancies of the
-- books are listed separately (reconcile_books).

create function private.outstanding_lines()
returns table (line_id uuid, order_id uuid, since timestamptz)
language sql
volatile
set search_path = ''
as $$
  select l.id, l.order_id, c.cancelled_at
  from public.camp_weeks c
  join public.camp_enrollments e on e.camp_id = c.id and e.status = 'enrolled'
  join public.order_lines l on l.id = e.order_line_id and l.status = 'placed' and l.camp_id = c.id
  where c.cancelled_at is not null and not private.is_refunded(l)
  union all
  -- A one-session pass for a cancelled class is outstanding until its credit has booked another class.
  select l.id, l.order_id, coalesce(s.cancelled_by_us_at, s.updated_at)
  from public.sessions s
  join public.order_lines l on l.session_id = s.id and l.sessions = 1 and l.status = 'placed'
  join public.passes p on p.order_line_id = l.id
  where s.status = 'cancelled' and (select sum(k.delta) from public.credit_ledger k where k.pass_id = p.id) > 0
    and not private.is_refunded(l)
$$;
comment on function private.outstanding_lines() is
  'Returns places that we cancelled and that were neither moved nor refunded. We owe the family one of the two, '
  'however long ago it was.';

create function private.open_decisions()
returns table (kind text, id uuid, order_id uuid, family_id uuid, amount_cents integer, since timestamptz)
language sql
volatile
set search_path = ''
as $$
  select d.kind, d.id, coalesce(d.order_id, p.order_id), null::uuid,
    case d.kind when 'external_refund' then private.undecided_cents(p.id) when 'balance_debt' then private.balance_debt(p.id)
      else p.amount_cents end, d.created_at
  from public.payment_decisions d join public.payments p on p.id = d.payment_id
  where d.status = 'open' and (d.kind <> 'balance_debt' or private.balance_debt(p.id) > 0)
  union all
  -- Stripe could not refund it, or it was paid at the desk, so an admin pays it back.
  select 'refund_failed', r.id, r.order_id, null, r.amount_cents, r.created_at
  from public.refunds r
  where r.status = 'failed' and not private.is_replaced(r) and private.remaining_of_payment(r.payment_id) >= r.amount_cents
  union all
  select 'refund_waiting', r.id, r.order_id, null, r.amount_cents, r.created_at
  from public.refunds r
  where r.status in ('requested', 'pending') and r.refusals > 0
  union all
  select 'cancelled_by_us', w.line_id, w.order_id, null, (select v.balance_cents from private.line_balance(w.line_id) v), w.since
  from private.outstanding_lines() w
  union all
  select 'refund_by_hand', r.id, r.order_id, null, r.amount_cents, r.created_at
  from public.refunds r join public.payments p on p.id = r.payment_id and p.provider = 'desk'
  where r.status in ('requested', 'pending')
  union all
  select 'instalment_overdue', d.instalment_id, d.order_id, null, d.cents, d.since from private.overdue_instalments() d
  union all
  select 'renewal_unpaid', s.id, l.order_id, s.family_id, s.price_cents, s.updated_at
  from public.pass_subscriptions s join public.order_lines l on l.id = s.order_line_id
  where s.status = 'past_due'
  union all
  -- A mail without a recipient belongs to an erased family, so it cannot be sent any more.
  select 'mail_failed', m.id, o.id, null, null, m.failed_at
  from public.outbox m left join public.orders o on o.number = m.payload ->> 'number'
  where m.sent_at is null and m.failed_at is not null and m.left_out_at is null and m.recipient <> ''
$$;
comment on function private.open_decisions() is
  'Returns everything about which an admin has to decide, by kind: payment decisions; refund_failed, refund_by_hand, '
  'refund_waiting; balance_debt; cancelled_by_us; instalment_overdue; renewal_unpaid; mail_failed. amount_cents is '
  'null for a mail; for an external_refund it is the undecided amount.';

create function private.decision_lines(p_kind text, p_id uuid, p_order_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    with named as (
      select l.* from public.order_lines l where p_kind = 'cancelled_by_us' and l.id = p_id
      union
      select l.* from public.refund_allocations a join public.order_lines l on l.id = a.order_line_id
      where p_kind in ('refund_failed', 'refund_by_hand', 'refund_waiting') and a.refund_id = p_id
      union
      select l.* from public.payment_decisions d cross join lateral private.lines_paid_by(d.payment_id) l
      where p_kind = 'external_refund' and d.id = p_id and l.moved_to_line_id is null
      union
      select l.* from public.order_lines l
      where p_kind not in ('cancelled_by_us', 'external_refund', 'mail_failed', 'refund_failed', 'refund_by_hand', 'refund_waiting')
        and l.order_id = p_order_id and l.status <> 'cancelled'
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'line_id', l.id, 'status', l.status, 'title', l.title,
      'child', coalesce(k.name, n.name),
      'base', coalesce(c.name, p.name),
      'days', case when w.id is not null then jsonb_build_object('from', w.start_date, 'until', w.end_date)
        when s.id is not null then jsonb_build_object('from', s.session_date, 'until', s.session_date) end,
      'paid_cents', greatest(0, v.balance_cents) + greatest(0, v.kept_cents),
      'can_cancel', p_kind = 'external_refund' and l.status in ('placed', 'credit') and
        (select t.problem is null from private.cancel_terms((select x from public.order_lines x where x.id = l.id)) t))
      order by l.order_id, l.position), '[]')
    from named l
    cross join lateral private.line_balance(l.id) v
    left join public.order_children n on n.order_id = l.order_id and n.position = l.child_position
    left join public.children k on k.id = n.child_id
    left join public.camp_weeks w on w.id = l.camp_id
    left join public.locations c on c.id = w.location_id
    left join public.sessions s on s.id = l.session_id
    left join public.locations p on p.id = s.location_id);
end;
$$;
comment on function private.decision_lines(text, uuid, uuid) is
  'Returns the order lines that a decision concerns, as {line_id, status, title, child, base, days, paid_cents, '
  'can_cancel}. days is {from, until} or null. can_cancel says whether the line of an external refund may be cancelled '
  'by its rules.';

create function private.decision_view(p_kind text, p_id uuid, p_order_id uuid, p_family_id uuid, p_cents integer, p_since timestamptz)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_decision public.payment_decisions;
  v_payment public.payments;
  v_dispute public.payment_disputes;
  v_subject text;
  v_details jsonb := '{}';
begin
  if p_kind in ('refund_failed', 'refund_by_hand', 'refund_waiting') then
    select p.* into v_payment from public.refunds r join public.payments p on p.id = r.payment_id where r.id = p_id;
    v_subject := (select coalesce(nullif(last_error, ''), v_payment.method) from public.refunds where id = p_id);
  elsif p_kind = 'mail_failed' then
    select m.template, jsonb_build_object('email', m.recipient) into v_subject, v_details from public.outbox m where m.id = p_id;
  elsif p_kind = 'cancelled_by_us' then
    select coalesce(c.cancelled_by_us_reason, s.cancelled_by_us_reason) into v_subject
    from public.order_lines l
    left join public.camp_weeks c on c.id = l.camp_id left join public.sessions s on s.id = l.session_id
    where l.id = p_id;
  elsif p_kind not in ('renewal_unpaid', 'instalment_overdue') then
    select * into v_decision from public.payment_decisions where id = p_id;
    select * into v_payment from public.payments where id = v_decision.payment_id;
    select * into v_dispute from public.payment_disputes where payment_id = v_payment.id and p_kind = 'disputed'
    order by closed_at is not null, created_at desc limit 1;
    v_subject := v_dispute.reason;
  end if;
  return (
    select jsonb_build_object(
      'kind', p_kind, 'id', p_id, 'order_id', p_order_id, 'order_number', o.number,
      'name', coalesce(o.parent_name, f.contact_name), 'email', coalesce(o.parent_email, f.contact_email),
      'phone', coalesce(o.parent_phone, f.contact_phone), 'amount_cents', p_cents, 'since', private.iso(p_since),
      'expected_cents', case when p_kind = 'mismatch' then private.due_at_sale(o) - coalesce((v_decision.details ->> 'balance_cents')::integer, 0) end,
      'reference', coalesce(v_payment.payment_intent, v_payment.session_id, v_payment.invoice_id),
      'about', v_subject, 'answer_by', private.iso(v_dispute.answer_by),
      'lines', private.decision_lines(p_kind, p_id, p_order_id),
      'is_lost', v_dispute.outcome is not distinct from 'lost', 'is_renewal', coalesce(v_decision.details ? 'renewal', false),
      'split', v_decision.details -> 'split',
      'task', private.task_of_decision(p_id))
      || case when p_kind in ('disputed', 'balance_debt') then jsonb_build_object(
        'paid_twice_cents', private.paid_twice(v_payment.id), 'taken_back_cents', private.taken_back(v_payment.id),
        'missing_cents', greatest(0, private.balance_debt(v_payment.id)),
        'takes_balance', private.was_signed_in(v_payment.order_id)) else '{}' end
      || v_details
    from (select 1) one
    left join public.orders o on o.id = p_order_id
    left join public.families f on f.id = coalesce(o.family_id, p_family_id));
end;
$$;
comment on function private.decision_view(text, uuid, uuid, uuid, integer, timestamptz) is
  'Returns StaffDecision (contract/management.ts) for a row of private.open_decisions.';

create function private.decisions_view(p_max integer)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with waiting as materialized (
    select * from private.open_decisions() o
    where not exists (select from public.tasks t where t.decision_id = o.id and t.due_on > private.calendar_today())
  )
  select jsonb_build_object('count', (select count(*) from waiting), 'first', coalesce((
    select jsonb_agg(private.decision_view(d.kind, d.id, d.order_id, d.family_id, d.amount_cents, d.since)
      order by d.since desc, d.id desc)
    from (select * from waiting order by since desc, id desc limit p_max) d), '[]'))
$$;
comment on function private.decisions_view(integer) is
  'Returns {count, first: StaffDecision[] (contract/management.ts)}, the newest first, without decisions that were '
  'put off to a later day.';

create function public.list_decisions(p_kind text default null, p_after jsonb default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 1000;
  v_since timestamptz;
  v_id uuid;
  v_open jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_limit is null or p_limit not between 1 and 200 then perform private.fail('invalid_input', 'p_limit'); end if;
  if length(p_kind) not between 1 and 40 then perform private.fail('invalid_input', 'p_kind'); end if;
  if p_after is not null then
    if jsonb_typeof(p_after) <> 'object' or not private.is_uuid(p_after -> 'id')
      or not pg_input_is_valid(coalesce(p_after ->> 'since', ''), 'timestamptz') then
      perform private.fail('invalid_input', 'p_after');
    end if;
    v_since := (p_after ->> 'since')::timestamptz;
    v_id := (p_after ->> 'id')::uuid;
  else
    perform private.sync_tasks();
  end if;
  with opened as materialized (select * from private.open_decisions()),
  filtered as (
    select * from opened d where p_kind is null or d.kind = p_kind
  ),
  page as (
    select * from filtered where p_after is null or (since, id) < (v_since, v_id) order by since desc, id desc limit p_limit + 1
  ),
  numbered as (select *, row_number() over (order by since desc, id desc) as n from page)
  select jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.decision_view(kind, id, order_id, family_id, amount_cents, since) order by n), '[]')
      from numbered where n <= p_limit),
    -- The time is returned as text, which keeps the microseconds that the next page compares.
    'next', (select jsonb_build_object('since', since::text, 'id', id) from numbered
      where n = p_limit and exists (select from numbered where n > p_limit)),
    'kinds', (
      select coalesce(jsonb_object_agg(kind, least(n, c_most)), '{}')
      from (select kind, count(*) as n from opened group by kind) k))
  into v_open;
  return v_open;
end;
$$;
comment on function public.list_decisions(text, jsonb, integer) is
  'For admins. Returns decisions, the newest first: {rows: StaffDecision[], next, kinds: the number of each, up to a '
  'thousand} (contract/management.ts). Contains no health data and no secret of a mail. Definer: reads past the '
  'policies, after checking the caller.';
grant execute on function public.list_decisions(text, jsonb, integer) to authenticated;
select private.answer_calls('public.list_decisions(text, jsonb, integer)', 'management');
