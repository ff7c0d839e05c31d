-- Checks of the books about places, credits and mails of order lines (reconcile.sql runs them).

create function private.discrepancy_placed_without_place(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.id > p_after and l.id <= p_until and l.status = 'placed' and o.status in ('paid', 'paid_late') and case
    when l.camp_id is not null then not exists (
      select from public.camp_enrollments e where e.order_line_id = l.id and e.status = 'enrolled')
    when l.sessions is not null then not exists (select from public.passes p where p.order_line_id = l.id)
    else false end
$$;
comment on function private.discrepancy_placed_without_place(uuid, uuid) is
  'Returns placed lines without the place or pass that they bought.';

create function private.discrepancy_place_without_line(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select e.id, jsonb_build_object('line_status', l.status)
  from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
  where e.id > p_after and e.id <= p_until and e.status = 'enrolled' and l.status <> 'placed'
$$;
comment on function private.discrepancy_place_without_line(uuid, uuid) is
  'Returns places on camps whose line is not placed.';

create function private.discrepancy_open_line_of_closed_order(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.id > p_after and l.id <= p_until and l.status = 'open' and o.status in ('paid', 'paid_late')
$$;
comment on function private.discrepancy_open_line_of_closed_order(uuid, uuid) is
  'Returns lines of paid orders that are still open, as if they were not paid.';

create function private.discrepancy_siblings_apart(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select distinct o.id, jsonb_build_object('order', o.number)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where o.id > p_after and o.id <= p_until and o.status in ('paid', 'paid_late') and not o.split_allowed and o.outcome is distinct from 'enrolled'
  group by o.id, coalesce(l.session_id, l.camp_id)
  -- A child who already had a place there waits for a choice, and its sibling keeps its own place.
  having bool_or(l.status = 'needs_choice' and not private.is_enrolled(l)) and bool_or(l.status = 'placed')
$$;
comment on function private.discrepancy_siblings_apart(uuid, uuid) is
  'Returns orders of which only some lines for the same session or camp have a place there, although siblings must '
  'stay together.';

create function private.discrepancy_tried_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'before', b.number)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.status in ('paid', 'paid_late')
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral (
    -- Two orders are for the same child if they name the same child, or the same name and birthday within a family or
    -- under an address.
    select n.number
    from (
      select k.order_id, k.position from public.order_children k where k.child_id = c.child_id
      union
      select k.order_id, k.position
      from public.orders n join public.order_children k on k.order_id = n.id
      where c.name is not null and (n.family_id = o.family_id
          -- Details that other people typed do not count against an account.
          or n.parent_email = o.parent_email and n.paid_at is not null and private.verified_email(o.user_id) is null)
        and private.name_key(k.name) = private.name_key(c.name) and k.dob is not distinct from c.dob
    ) same
    join public.order_lines t on t.order_id = same.order_id and t.child_position = same.position
    join public.orders n on n.id = t.order_id
    where t.once_per_child and t.status in ('placed', 'credit') and t.id <> l.id and n.paid_at is not null
      and (n.paid_at, t.id) < (o.paid_at, l.id)
      -- If two families were merged later, the other order belonged to another family when it was bought.
      and not exists (
        select from public.audit_log a
        where a.table_name = 'families' and a.row_key = o.family_id::text and a.action = 'merge' and a.created_at > o.paid_at)
    limit 1) b
  where l.id > p_after and l.id <= p_until and l.once_per_child and l.status in ('placed', 'credit')
$$;
comment on function private.discrepancy_tried_twice(uuid, uuid) is
  'Returns try-outs of a child that had a try-out before, unless a merge of families brought the two together.';

create function private.discrepancy_place_transferred_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', n.number, 'from', o.number, 'from_status', k.status)
  from public.order_lines l
  join public.orders n on n.id = l.order_id and n.paid_at is not null
  join public.order_lines k on k.id = l.moves_line_id
  join public.orders o on o.id = k.order_id
  where l.id > p_after and l.id <= p_until and l.status in ('placed', 'credit') and (k.moved_to_line_id is distinct from l.id
    or exists (select from public.refunds r where r.order_line_id = k.id and r.status <> 'failed' and r.reason in ('cancelled', 'cancelled_by_us', 'paid_late')))
$$;
comment on function private.discrepancy_place_transferred_twice(uuid, uuid) is
  'Returns payments for a place that were transferred twice, or that were both transferred and refunded.';

create function private.discrepancy_hold_of_closed_order(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select h.order_line_id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.holds h join public.orders o on o.id = h.order_id
  where h.order_line_id > p_after and h.order_line_id <= p_until and o.status not in ('held', 'awaiting_payment')
$$;
comment on function private.discrepancy_hold_of_closed_order(uuid, uuid) is
  'Returns holds of orders that are paid or closed.';

create function private.discrepancy_credits_below_zero(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.pass_id, jsonb_build_object('balance', sum(l.delta))
  from public.credit_ledger l where l.pass_id > p_after and l.pass_id <= p_until group by l.pass_id having sum(l.delta) < 0
$$;
comment on function private.discrepancy_credits_below_zero(uuid, uuid) is
  'Returns passes with a negative credit balance.';

create function private.discrepancy_pass_without_credits(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('sessions_total', p.sessions_total)
  from public.passes p
  where p.id > p_after and p.id <= p_until and p.moved_from_id is null and not exists (select from public.credit_ledger l where l.pass_id = p.id and l.reason = 'granted')
$$;
comment on function private.discrepancy_pass_without_credits(uuid, uuid) is
  'Returns passes whose credits were never granted: the credit ledger has no row "granted" for them.';

create function private.discrepancy_booking_paid_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.booking_id, jsonb_build_object('spent', -sum(l.delta))
  from public.credit_ledger l where l.booking_id > p_after and l.booking_id <= p_until and l.booking_id is not null
  group by l.booking_id having -sum(l.delta) > 1
$$;
comment on function private.discrepancy_booking_paid_twice(uuid, uuid) is
  'Returns bookings that cost more than one credit.';

create function private.discrepancy_credit_spent_for_nothing(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select b.id, '{}'::jsonb
  from public.bookings b join public.credit_ledger l on l.booking_id = b.id
  where b.id > p_after and b.id <= p_until and b.status = 'booked'
  group by b.id having sum(l.delta) >= 0 and count(*) filter (where l.reason = 'returned') > 0
$$;
comment on function private.discrepancy_credit_spent_for_nothing(uuid, uuid) is
  'Returns active bookings whose credit was returned.';

create function private.discrepancy_cancelled_with_credits(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('balance', k.balance, 'booked', k.booked)
  from public.passes p
  cross join lateral (
    select coalesce(min(e.created_at), 'infinity') as at from public.line_ledger e
    where e.order_line_id = p.order_line_id and e.entry in ('kept', 'written_off')) closed
  cross join lateral (
    select sum(l.delta) as balance,
      count(*) filter (where l.reason = 'booked' and l.created_at <= closed.at
        and b.status = 'booked' and b.attended is null and b.session_date > private.calendar_today()) as booked,
      -- If a used credit was returned later, the family may keep that credit, or book another day with it.
      coalesce(sum(l.delta) filter (where l.reason in ('booked', 'returned') and l.created_at > closed.at), 0) as returned
    from public.credit_ledger l left join public.bookings b on b.id = l.booking_id
    where l.pass_id = p.id) k
  where p.id > p_after and p.id <= p_until and private.is_pass_returned(p) and (k.balance <> k.returned or k.booked > 0)
$$;
comment on function private.discrepancy_cancelled_with_credits(uuid, uuid) is
  'Returns cancelled passes that still have credits or future bookings.';

create function private.discrepancy_mail_failed(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('template', o.template, 'error', left(o.last_error, 200))
  from public.outbox o
  where o.id > p_after and o.id <= p_until and o.sent_at is null and o.left_out_at is null and o.recipient <> '' and o.attempts >= (select outbox_attempts_max from public.settings)
$$;
comment on function private.discrepancy_mail_failed(uuid, uuid) is
  'Returns mails that failed as often as they may be tried.';
