-- Computes the refund of a paid line from the terms that it was sold with, the use of its pass and the balance in its
-- ledger (docs/decisions "Cancellation rules").

create function private.pass_bookings(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns table (booking_id uuid, pass_id uuid, session_id uuid, starts_at timestamptz, is_booked boolean, is_spent boolean)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select b.id, p.id, s.id, s.starts_at, b.status = 'booked',
    b.attended is not null or s.starts_at <= p_at or b.status <> 'booked'
  from public.passes p
  join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
  join public.bookings b on b.id = k.booking_id
  join public.sessions s on s.id = b.session_id
  where p.order_line_id = p_line_id
    and not exists (select from public.credit_ledger r where r.booking_id = b.id and r.reason = 'returned');
end;
$$;
comment on function private.pass_bookings(uuid, timestamptz) is
  'Returns the bookings for which credits of a line''s pass were spent, except those whose credit was returned.';

create function private.pass_use(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns table (granted integer, used integer, unused integer)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select p.sessions_total, b.spent, greatest(0, least(p.sessions_total - b.spent, b.ahead + (
    select coalesce(sum(k.credits), 0) from private.credits_by_pass(p_line_id) k)))::integer
  from private.sold_pass(p_line_id) p
  cross join lateral (
    select (count(*) filter (where k.is_spent))::integer as spent, count(*) filter (where not k.is_spent) as ahead
    from private.pass_bookings(p_line_id, p_at) k) b
  where p.id is not null;
end;
$$;
comment on function private.pass_use(uuid, timestamptz) is
  'Returns how many sessions were sold, how many are used (attended, missed, or cancelled without returning the '
  'credit) and how many are left. Fewer are left if staff removed credits. Returns no row if the line has no pass.';

create function private.is_cancelled_by_us(p_line public.order_lines)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    -- If we cancel one session of a pass, its credit returns to the pass. So the line counts as cancelled only if it
    -- had a single session.
    select exists (select from public.camp_weeks where id = p_line.camp_id and cancelled_at is not null)
      or (p_line.sessions = 1 and exists (select from public.sessions where id = p_line.session_id and status = 'cancelled')));
end;
$$;
comment on function private.is_cancelled_by_us(public.order_lines) is
  'Returns whether we cancelled everything that the line bought.';

create function private.ends_renewal(p_line public.order_lines)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return p_line.renews and exists (
    select from public.pass_subscriptions s
    where (s.order_line_id = p_line.id or s.id = p_line.subscription_id) and s.status <> 'ended'
      and (private.latest_renewal_line(s)).id = p_line.id);
end;
$$;
comment on function private.ends_renewal(public.order_lines) is
  'Returns whether this is the pass that would be renewed. When it is cancelled, its subscription ends at Stripe '
  '(list_renewal_work) and is not charged again.';

create function private.paid_basis(p_line public.order_lines, p_at timestamptz)
returns private.refund_basis
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_basis private.refund_basis;
begin
  select b.price_cents, b.balance_cents into v_basis.price_cents, v_basis.balance_cents from private.line_balance(p_line.id) b;
  v_basis.is_closed := p_line.status not in ('placed', 'credit');
  v_basis.is_ours := p_line.status = 'credit' or private.is_cancelled_by_us(p_line);
  v_basis.is_camp := p_line.camp_id is not null;
  v_basis.rules := private.line_rules(p_line);
  v_basis.left_cents := private.refundable_for_lines(array[p_line.id]);
  v_basis.paid_at := (
    select o.paid_at + private.calendar_shift() from public.orders o where o.id = private.first_order(p_line));
  select count(*) filter (where b.is_spent), coalesce(array_agg(b.starts_at) filter (where not b.is_spent), '{}'),
    min(b.starts_at) filter (where b.is_booked)
  into v_basis.spent, v_basis.ahead, v_basis.starts_at
  from private.pass_bookings(p_line.id, p_at) b;
  if v_basis.is_camp then
    v_basis.starts_at := (select c.starts_at from public.camp_weeks c where c.id = p_line.camp_id);
  end if;
  -- A pause moves the end of a pass. The refund rules keep counting from the end that was sold.
  select p.sessions_total, (k.valid_until + 1)::timestamp at time zone private.time_zone(), k.credits,
    least(p_line.refund_starts_at, case when n.days > 0 then
      (p.valid_until + 1 - n.days)::timestamp at time zone private.time_zone() end)
  into v_basis.granted, v_basis.over_at, v_basis.credits, v_basis.refund_starts_at
  from private.sold_pass(p_line.id) p
  cross join lateral (select private.paused_days(p.id) as days) n
  cross join lateral (
    select max(c.valid_until) as valid_until, sum(c.credits) as credits
    from private.credits_by_pass(p_line.id) c) k
  where p.id is not null;
  v_basis.refund_starts_at := coalesce(v_basis.refund_starts_at, p_line.refund_starts_at);
  return v_basis;
end;
$$;
comment on function private.paid_basis(public.order_lines, timestamptz) is
  'Returns the basis for the refund of a paid line at p_at.';

create function private.cancel_terms(p_line public.order_lines, p_at timestamptz default private.calendar_now())
returns table (
  problem text, refund_cents integer, granted integer, unused integer, percent integer, refund_reason jsonb, is_ours boolean)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_basis constant private.refund_basis := private.paid_basis(p_line, p_at);
begin
  return query
  select g.problem, g.refund_cents, v_basis.granted, g.unused, g.percent, g.refund_reason, v_basis.is_ours
  from private.refund_at(v_basis, p_at) g;
end;
$$;
comment on function private.cancel_terms(public.order_lines, timestamptz) is
  'Returns private.refund_at of a paid line at p_at, the number of sessions that its pass was sold with, and is_ours. '
  'is_ours is true if we cancelled the line. Then nothing is deducted. private.line_terms computes several lines '
  'together.';

create function private.line_terms(p_line_ids uuid[], p_at timestamptz default private.calendar_now())
returns table (
  line_id uuid, problem text, refund_cents integer, clawback_cents integer, granted integer, unused integer, refund_reason jsonb)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_terms record;
  v_refundable_cents integer := coalesce(private.refundable_for_lines(p_line_ids), 0);
  v_clawback_cents integer;
begin
  for v_line in select l.* from public.order_lines l where l.id = any (p_line_ids) order by l.position loop
    select * into v_terms from private.cancel_terms(v_line, p_at);
    -- If we cancelled the line, the other lines do not become more expensive.
    if v_clawback_cents is null and v_terms.problem is null and not v_terms.is_ours then
      v_clawback_cents := greatest(0, coalesce((select sum(r.cents) from private.clawbacks(p_line_ids) r), 0))::integer;
    end if;
    line_id := v_line.id;
    problem := v_terms.problem;
    clawback_cents := case when v_terms.is_ours then 0 else least(v_terms.refund_cents, coalesce(v_clawback_cents, 0)) end;
    refund_cents := case when problem is null then least(v_terms.refund_cents - clawback_cents, v_refundable_cents) end;
    granted := v_terms.granted;
    unused := v_terms.unused;
    refund_reason := v_terms.refund_reason;
    v_clawback_cents := v_clawback_cents - coalesce(clawback_cents, 0);
    v_refundable_cents := v_refundable_cents - coalesce(refund_cents, 0);
    return next;
  end loop;
end;
$$;
comment on function private.line_terms(uuid[], timestamptz) is
  'Returns private.cancel_terms of each line. From the refund it deducts clawback_cents, by which the remaining lines '
  'would cost more, but never goes below zero. Pages and cancellations both use it, so that the amount shown is the '
  'amount paid.';

create function private.post_clawbacks(p_cancelled_line_ids uuid[], p_from uuid, p_cents integer, p_new_base_cents integer default 0)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_row record;
  v_left_cents integer := p_cents;
  v_takes_all constant boolean := p_cents >= (select sum(r.cents) from private.clawbacks(p_cancelled_line_ids, p_new_base_cents) r);
begin
  if p_cents = 0 then return; end if;
  for v_row in select * from private.clawbacks(p_cancelled_line_ids, p_new_base_cents) loop
    -- If the refund is smaller than what the other lines then cost more, the parent does not pay the difference.
    continue when v_row.cents < 0 and not v_takes_all;
    exit when v_left_cents <= 0 and not v_takes_all;
    if not v_takes_all then v_row.cents := least(v_row.cents, v_left_cents); end if;
    perform private.post_line(v_row.line_id, v_row.entry, v_row.cents, 'clawback_charge', '{}', p_from);
    if v_row.entry = 'rebate' then
      update public.order_lines set sibling_rebate = false where id = v_row.line_id;
      update public.camp_enrollments set sibling_rebate = false where order_line_id = v_row.line_id and status = 'enrolled';
    end if;
    v_left_cents := v_left_cents - v_row.cents;
  end loop;
  perform private.post_line(p_from, 'moved_out', -p_cents, 'clawback_payment');
end;
$$;
comment on function private.post_clawbacks(uuid[], uuid, integer, integer) is
  'Charges p_cents, by which the remaining lines then cost more, to the cancelled line p_from, and releases the '
  'rebate place on the camp.';

create function private.deposit_refund_steps(p_lines jsonb, p_at timestamptz)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
  v_basis private.refund_basis;
  v_steps jsonb := '[]';
begin
  for v_line in
    select l as line, n.value as price
    from jsonb_array_elements(p_lines) n join public.order_lines l on l.id = (n.value ->> 'line_id')::uuid
    order by l.position
  loop
    v_basis := private.open_basis(v_line.line, v_line.price, p_at);
    v_basis.balance_cents := private.deposit_of((v_line.price ->> 'total_cents')::integer);
    v_steps := v_steps || jsonb_build_array(private.refund_steps_of(v_basis, p_at));
  end loop;
  return private.sum_steps(v_steps);
end;
$$;
comment on function private.deposit_refund_steps(jsonb, timestamptz) is
  'Returns RefundSteps (contract/refund-steps.ts) for lines of an open order (private.line_view) as if their deposits '
  'were paid at p_at. What the rules keep is a share of the whole price, and it is deducted from what was paid.';
