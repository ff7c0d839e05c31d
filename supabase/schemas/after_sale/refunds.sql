-- Refunds to cards are sent once each by the refund worker (refund_worker.sql). Staff pay refunds of desk sales by
-- hand.

create function private.remaining_of_payment(p_payment_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select greatest(0, p.amount_cents - private.taken_by_bank(p) - coalesce((
      select sum(amount_cents) from public.refunds where payment_id = p.id and status <> 'failed'), 0)::integer)
    from public.payments p where p.id = p_payment_id);
end;
$$;
comment on function private.remaining_of_payment(uuid) is
  'Returns how much of a charge can still be refunded, in cents. What was refunded or requested before is left out, '
  'and so is what a lost dispute took.';

create function private.order_payment(p_order_id uuid)
returns public.payments
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  -- If an order was charged twice, the second charge does not count here. Staff refund or keep it.
  select p.* into v_payment from public.payments p
  where p.order_id = p_order_id and p.result in ('confirmed', 'reseated', 'needs_choice')
  order by p.provider = 'balance', p.created_at limit 1;
  return v_payment;
end;
$$;
comment on function private.order_payment(uuid) is
  'Returns the charge that paid an order, or a row of nulls. If the balance paid for some of it, returns the other '
  'charge.';

create function private.order_charges(p_order_id uuid)
returns setof public.payments
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select * from public.payments
  where order_id = p_order_id and private.paid_for_order(result)
  order by provider = 'balance', created_at desc;
end;
$$;
comment on function private.order_charges(uuid) is
  'Returns the charges that paid an order. There is usually one, and several if it was paid with instalments or a '
  'balance. They come in the order in which they are refunded: money before balance, and the last one first.';

create function private.remaining_of_order(p_order_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (select coalesce(sum(private.remaining_of_payment(p.id)), 0)::integer from private.order_charges(p_order_id) p);
end;
$$;
comment on function private.remaining_of_order(uuid) is
  'Returns how much of an order''s charges can still be refunded, in cents.';

create function private.request_refund(
  p_payment public.payments, p_line_id uuid, p_cents integer, p_reason text, p_key uuid default null)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_remaining_cents integer;
  v_refund public.refunds;
begin
  if p_cents = 0 then return null; end if;
  perform from public.payments where id = p_payment.id for update;
  v_remaining_cents := private.remaining_of_payment(p_payment.id);
  if p_payment.id is null or p_cents is null or p_cents > v_remaining_cents then
    perform private.fail('refund_too_much', 'p_cents', coalesce(v_remaining_cents, 0)::text);
  end if;
  insert into public.refunds (payment_id, order_id, order_line_id, amount_cents, currency, reason, requested_by, request_key)
  -- The refund belongs to the line's present order, which the caller has locked. Before a move the line may have been
  -- paid in another order.
  values (p_payment.id, coalesce((select order_id from public.order_lines where id = p_line_id), p_payment.order_id),
    p_line_id, p_cents, p_payment.currency, p_reason,
    case when private.is_admin() then (select auth.uid()) end, p_key)
  returning * into v_refund;
  if p_line_id is not null then perform private.allocate_refund(v_refund, p_line_id, p_cents); end if;
  return v_refund.id;
end;
$$;
comment on function private.request_refund(public.payments, uuid, integer, text, uuid) is
  'Requests a refund of a charge, for a line or, if p_line_id is null, for no particular line. Returns the refund''s '
  'id, or null for 0 cents. Fails with refund_too_much (detail: the cents left). It locks the charge, which comes last '
  'in the lock order (places.sql). The caller has locked the order.';

create function private.request_order_refund(p_payment public.payments, p_cents integer, p_reason text, p_key uuid default null)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id constant uuid := private.request_refund(p_payment, null, p_cents, p_reason, p_key);
  v_unspread_cents integer;
begin
  if v_id is null then return null; end if;
  v_unspread_cents := private.spread_refund(
    (select r from public.refunds r where r.id = v_id), private.lines_of_order(p_payment.order_id), p_cents);
  if v_unspread_cents > 0 then perform private.fail('refund_too_much', 'p_cents', (p_cents - v_unspread_cents)::text); end if;
  return v_id;
end;
$$;
comment on function private.request_order_refund(public.payments, integer, text, uuid) is
  'Requests a refund of an order''s charge for no particular line, and takes it off its lines in turn. Fails with '
  'refund_too_much (detail: cents left). The caller has locked the order.';

create function private.request_refund_of_charges(p_order_id uuid, p_cents integer, p_reason text, p_key uuid default null)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_charge public.payments;
  v_unspread_cents integer := p_cents;
  v_cents integer;
  v_refund_id uuid;
  v_id uuid;
begin
  perform from public.payments where id in (select c.id from private.order_charges(p_order_id) c) order by id for update;
  for v_charge in select * from private.order_charges(p_order_id) loop
    v_cents := least(v_unspread_cents, private.remaining_of_payment(v_charge.id));
    v_refund_id := private.request_order_refund(v_charge, v_cents, p_reason, p_key);
    v_id := coalesce(v_id, v_refund_id);
    v_unspread_cents := v_unspread_cents - v_cents;
  end loop;
  if v_unspread_cents > 0 then perform private.fail('refund_too_much', 'p_cents', (p_cents - v_unspread_cents)::text); end if;
  return v_id;
end;
$$;
comment on function private.request_refund_of_charges(uuid, integer, text, uuid) is
  'Requests a refund of an order for no particular line, of the money first and then of what the balance paid. Returns '
  'the id of the first refund. Fails with refund_too_much (detail: cents left). The caller has locked the order.';

create function private.lines_of_order(p_order_id uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array(select s.line_id from private.sold_with((
    select id from public.order_lines where order_id = p_order_id order by position limit 1)) s order by s.position);
end;
$$;
comment on function private.lines_of_order(uuid) is
  'Returns the lines that an order bought, each as its current line after paid moves.';

create function private.line_charges(p_line_id uuid)
returns table (payment_id uuid, left_cents integer, age integer, is_balance boolean, paid_at timestamptz)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  with recursive chain as (
    select id, order_id, moves_line_id, total_cents, 0 as age from public.order_lines where id = p_line_id
    union all
    select l.id, l.order_id, l.moves_line_id, l.total_cents, c.age + 1
    from chain c join public.order_lines l on l.id = c.moves_line_id
  )
  select p.id, case when c.age = 0 then private.remaining_of_payment(p.id)
    -- The charge of an earlier order refunds at most what was paid for this line.
    else greatest(0, least(private.remaining_of_payment(p.id), c.total_cents - coalesce((
      select sum(a.amount_cents) from public.refunds r join public.refund_allocations a on a.refund_id = r.id
      where r.payment_id = p.id and r.status <> 'failed' and a.order_line_id in (select id from chain)), 0)::integer)) end,
    c.age, p.provider = 'balance', p.created_at
  from chain c cross join lateral private.order_charges(c.order_id) p;
end;
$$;
comment on function private.line_charges(uuid) is
  'Returns the charges that paid for a line, and what each can still refund for it, in cents. Charges of its present '
  'order have age 0. After paid moves, the charges of the earlier orders follow.';

create function private.refundable_for_lines(p_line_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select sum(left_cents)::integer from (
      select distinct c.payment_id, c.left_cents from unnest(p_line_ids) l, private.line_charges(l) c) d);
end;
$$;
comment on function private.refundable_for_lines(uuid[]) is
  'Returns how much the charges of these lines of one order can still refund for them together, in cents. Returns null '
  'if there is no charge.';

create function private.lock_charges(p_line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.payments
  where id in (select c.payment_id from unnest(p_line_ids) l, private.line_charges(l) c) order by id for update;
end;
$$;
comment on function private.lock_charges(uuid[]) is
  'Locks the charges of these lines, sorted by id. Charges come last in the lock order (places.sql).';

create function private.request_line_refund(
  p_line public.order_lines, p_cents integer, p_reason text, p_key uuid default null)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_charge record;
  v_unspread_cents integer := p_cents;
  v_id uuid;
begin
  perform private.lock_charges(array[p_line.id]);
  -- What was paid for a move is refunded before the transferred amount, and money before balance, the last charge
  -- first.
  for v_charge in select * from private.line_charges(p_line.id) order by age, is_balance, paid_at desc loop
    exit when v_unspread_cents = 0;
    v_id := coalesce(private.request_refund(
      (select p from public.payments p where p.id = v_charge.payment_id), p_line.id, least(v_unspread_cents, v_charge.left_cents), p_reason,
      p_key), v_id);
    v_unspread_cents := v_unspread_cents - least(v_unspread_cents, v_charge.left_cents);
  end loop;
  if v_unspread_cents is distinct from 0 then perform private.fail('refund_too_much', 'p_cents', (p_cents - v_unspread_cents)::text); end if;
  return v_id;
end;
$$;
comment on function private.request_line_refund(public.order_lines, integer, text, uuid) is
  'Requests a refund of a line, split over its charges. Returns the id of the last refund, or null for 0 cents. Fails '
  'with refund_too_much (detail: cents left). The caller has locked the line''s order.';

create function private.lock_line(p_line_id uuid)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
begin
  perform from public.orders where id = (select order_id from public.order_lines where id = p_line_id) for no key update;
  select * into v_line from public.order_lines where id = p_line_id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  return v_line;
end;
$$;
comment on function private.lock_line(uuid) is
  'Returns a line, after locking its order (places.sql). Fails with line_not_found.';

create function private.remaining_of_line(p_line_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select greatest(0, least(b.balance_cents + b.kept_cents, coalesce(private.refundable_for_lines(array[p_line_id]), 0)))
    from private.line_balance(p_line_id) b);
end;
$$;
comment on function private.remaining_of_line(uuid) is
  'Returns how much can still be refunded for a line, in cents, regardless of its rules.';
