-- Refunds: asked for in the transaction that decides them, sent to the provider by a worker, each once, however often
-- and however parallel it runs; those of the desk are paid back by hand.

create function private.left_of_payment(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select greatest(0, p.amount_cents - private.taken_by_bank(p) - coalesce((
    select sum(amount_cents) from public.refunds where payment_id = p.id and status <> 'failed'), 0)::integer)
  from public.payments p where p.id = p_payment_id
$$;
comment on function private.left_of_payment(uuid) is
  'What of a charge has not gone back, by us or by a lost dispute, and is not asked back, in cents.';

create function private.order_payment(p_order_id uuid)
returns public.payments
language sql
volatile
set search_path = ''
as $$
  -- A second charge of the same order is never its own: it is refunded or kept by a decision.
  select p.* from public.payments p
  where p.order_id = p_order_id and p.result in ('confirmed', 'reseated', 'needs_choice')
  order by p.created_at limit 1
$$;
comment on function private.order_payment(uuid) is 'The charge that paid an order, or nulls.';

create function private.request_refund(p_payment public.payments, p_line_id uuid, p_cents integer, p_reason text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left integer;
  v_id uuid;
begin
  if p_cents = 0 then return null; end if;
  perform from public.payments where id = p_payment.id for update;
  v_left := private.left_of_payment(p_payment.id);
  if p_payment.id is null or p_cents is null or p_cents > v_left then
    perform private.fail('refund_too_much', 'p_cents', coalesce(v_left, 0)::text);
  end if;
  insert into public.refunds (payment_id, order_id, order_line_id, amount_cents, currency, reason, requested_by)
  -- A line's own order, which the caller has locked: the charge may be that of an order it was moved from.
  values (p_payment.id, coalesce((select order_id from public.order_lines where id = p_line_id), p_payment.order_id),
    p_line_id, p_cents, p_payment.currency, p_reason,
    case when private.is_admin() then (select auth.uid()) end)
  returning id into v_id;
  return v_id;
end;
$$;
comment on function private.request_refund(public.payments, uuid, integer, text) is
  'Asks for a refund of a charge, of a line of its order or (null) of no line of its own: the refund''s id, or null for nothing. Never more than was charged: refund_too_much (detail: cents left). Last in the order of locks (checkout migration); the caller has locked the order.';

create function private.line_charges(p_line_id uuid)
returns table (payment_id uuid, left_cents integer, age integer)
language sql
volatile
set search_path = ''
as $$
  with recursive chain as (
    select id, order_id, moves_line_id, total_cents, 0 as age from public.order_lines where id = p_line_id
    union all
    select l.id, l.order_id, l.moves_line_id, l.total_cents, c.age + 1
    from chain c join public.order_lines l on l.id = c.moves_line_id
  )
  select p.id, case when c.age = 0 then private.left_of_payment(p.id)
    -- Of an earlier order's charge only what was paid for this line.
    else greatest(0, least(private.left_of_payment(p.id), c.total_cents - coalesce((
      select sum(r.amount_cents) from public.refunds r
      where r.payment_id = p.id and r.status <> 'failed' and r.order_line_id in (select id from chain)), 0)::integer)) end, c.age
  from chain c cross join lateral private.order_payment(c.order_id) p
  where p.id is not null
$$;
comment on function private.line_charges(uuid) is
  'The charges that a line was paid with, and what each may still give back for it, in cents: that of its own order (age 0), and where it was moved for a difference those of the orders it comes from.';

create function private.left_for_lines(p_line_ids uuid[])
returns integer
language sql
volatile
set search_path = ''
as $$
  select sum(left_cents)::integer from (
    select distinct c.payment_id, c.left_cents from unnest(p_line_ids) l, private.line_charges(l) c) d
$$;
comment on function private.left_for_lines(uuid[]) is 'What the charges of lines of one order may still give back for them together, in cents; null without a charge.';

create function private.lock_charges(p_line_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  select from public.payments
  where id in (select c.payment_id from unnest(p_line_ids) l, private.line_charges(l) c) order by id for update
$$;
comment on function private.lock_charges(uuid[]) is 'Locks the charges of lines, sorted: last in the order of locks (checkout migration).';

create function private.request_line_refund(p_line public.order_lines, p_cents integer, p_reason text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_charge record;
  v_rest integer := p_cents;
  v_id uuid;
begin
  perform private.lock_charges(array[p_line.id]);
  -- The difference goes back before what was carried over.
  for v_charge in select * from private.line_charges(p_line.id) order by age loop
    exit when v_rest = 0;
    v_id := coalesce(private.request_refund(
      (select p from public.payments p where p.id = v_charge.payment_id), p_line.id, least(v_rest, v_charge.left_cents), p_reason), v_id);
    v_rest := v_rest - least(v_rest, v_charge.left_cents);
  end loop;
  if v_rest is distinct from 0 then perform private.fail('refund_too_much', 'p_cents', (p_cents - v_rest)::text); end if;
  return v_id;
end;
$$;
comment on function private.request_line_refund(public.order_lines, integer, text) is
  'Asks for a refund of a line, of each of its charges its part, under the line''s own order: the id of the last part, or null for nothing. Refuses refund_too_much (detail: cents left). The caller has locked the line''s order.';

create function private.check_refund_call(p_cents integer, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_cents is null or p_cents < 1 then perform private.fail('invalid_input', 'p_cents'); end if;
  if p_reason is null or p_reason not in ('goodwill', 'cancelled', 'called_off') then
    perform private.fail('invalid_input', 'p_reason');
  end if;
end;
$$;
comment on function private.check_refund_call(integer, text) is 'Who asks for a refund by hand, and for what: not_allowed, invalid_input.';

create function public.refund_order(p_order_id uuid, p_cents integer, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.check_refund_call(p_cents, p_reason);
  perform from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  perform private.refuse_disputed((private.order_payment(p_order_id)).id, 'p_order_id');
  v_id := private.request_refund(private.order_payment(p_order_id), null, p_cents, p_reason);
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.refund_order(uuid, integer, text) is
  'For admins: pays back p_cents of an order''s charge, and changes nothing of what was bought: {refund_id}. p_reason: goodwill, cancelled or called_off. Refuses not_allowed, invalid_input, order_not_found, refund_too_much (detail: cents left), charge_disputed (a bank decides about the charge). Definer: refunds are written here only, after asking who calls.';
grant execute on function public.refund_order(uuid, integer, text) to authenticated, service_role;

create function public.refund_line(p_line_id uuid, p_cents integer, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_left integer;
  v_id uuid;
begin
  perform private.check_refund_call(p_cents, p_reason);
  perform from public.orders where id = (select order_id from public.order_lines where id = p_line_id) for no key update;
  select * into v_line from public.order_lines where id = p_line_id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  perform private.refuse_disputed(c.payment_id, 'p_line_id') from private.line_charges(p_line_id) c;
  -- Of a line that was moved for a difference, the line that carries it on gives back.
  select w.worth_cents + w.kept_cents into v_left from private.line_worth(p_line_id) w;
  if p_cents > v_left then perform private.fail('refund_too_much', 'p_cents', greatest(0, v_left)::text); end if;
  v_id := private.request_line_refund(v_line, p_cents, p_reason);
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.refund_line(uuid, integer, text) is
  'For admins: pays back p_cents of what a line cost, and leaves the place as it is: {refund_id}. As refund_order; refuses line_not_found too. Definer: see refund_order.';
grant execute on function public.refund_line(uuid, integer, text) to authenticated, service_role;

-- The worker -----------------------------------------------------------------------------------------------

create function public.claim_refunds(p_limit integer)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  with due as (
    select r.id
    from public.refunds r
    join public.payments p on p.id = r.payment_id and p.provider = 'stripe'
    where r.status in ('requested', 'pending') and (r.leased_until is null or r.leased_until <= clock_timestamp())
      -- Not sent while the bank decides: it waits for the dispute's end. What the provider has already is asked after.
      and (r.status = 'pending' or not private.is_disputed(r.payment_id))
    order by r.created_at
    limit least(greatest(coalesce(p_limit, 0), 0), 100)
    for update of r skip locked
  ),
  claimed as (
    update public.refunds r set
      attempts = r.attempts + 1,
      leased_until = clock_timestamp() + make_interval(mins => (private.settings()).outbox_lease_minutes)
    from due, public.payments p
    where r.id = due.id and p.id = r.payment_id
    returning r.*, p.payment_intent, p.session_id, p.invoice_id
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', id, 'payment_intent', payment_intent, 'session_id', session_id, 'invoice_id', invoice_id,
        'amount_cents', amount_cents, 'attempt', attempts,
        'provider_refund_id', provider_refund_id)
      order by created_at),
    '[]')
  from claimed
$$;
comment on function public.claim_refunds(integer) is
  'Leases up to p_limit (100 at most) refunds that must be sent, or of which the provider has not said the end, for outbox_lease_minutes: [{id, payment_intent, session_id, invoice_id: the names that its charge has, or null, amount_cents, attempt (from 1), provider_refund_id or null}]. Callers at the same time get different ones. Refunds of the desk are not among them, and none of a charge with an open dispute that was not sent yet. Definer: only these functions write a refund''s state; only the service role may call.';
grant execute on function public.claim_refunds(integer) to service_role;

create function private.settle_refund(p_refund public.refunds, p_status text, p_by_hand boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.refunds set status = p_status, settled_at = clock_timestamp(), leased_until = null where id = p_refund.id;
  if p_status = 'succeeded' and p_refund.order_id is not null then
    perform private.queue_order_mail('refund_sent', p_refund.order_id, p_refund.id::text, jsonb_build_object(
      'refund', jsonb_build_object('cents', p_refund.amount_cents, 'by_hand', p_by_hand)));
  end if;
end;
$$;
comment on function private.settle_refund(public.refunds, text, boolean) is
  'The end of a locked refund: succeeded, which the parent is told, or failed, which staff see.';

create function public.finish_refund(p_id uuid, p_provider_id text, p_status text, p_error text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if p_status is not null and p_status not in ('pending', 'succeeded', 'failed') then
    perform private.fail('invalid_input', 'p_status');
  end if;
  -- As everywhere: the order, then the rest. A refund is changed twice here, and its mail has a link: both refer to it.
  perform from public.orders where id = (
    select order_id from public.refunds where id = p_id or (p_id is null and provider_refund_id = p_provider_id))
  for no key update;
  -- The provider tells of a refund by our id, which it was given, or by its own.
  select * into v_refund from public.refunds
  where id = p_id or (p_id is null and provider_refund_id = p_provider_id)
  for update;
  if not found then return jsonb_build_object('known', false, 'changed', false); end if;

  update public.refunds set
    provider_refund_id = coalesce(provider_refund_id, p_provider_id), last_error = coalesce(left(p_error, 1000), last_error)
  where id = v_refund.id;
  if p_status is null or p_status = 'pending' then
    if v_refund.status in ('requested', 'pending') then
      update public.refunds set
        status = coalesce(p_status, status),
        -- Not sent: again after 1, 2, 4 … minutes, at most an hour. Sent: asked after in an hour.
        leased_until = clock_timestamp() + make_interval(mins => case when p_status = 'pending' then 60
          else least(60, (2 ^ least(greatest(attempts, 1) - 1, 6))::integer) end)
      where id = v_refund.id;
    end if;
    return jsonb_build_object('known', true, 'changed', v_refund.status = 'requested' and p_status is not null);
  end if;
  -- What failed stays failed: a person pays it back. What succeeded may still come back from the bank.
  if v_refund.status = 'failed' or v_refund.status = p_status then
    return jsonb_build_object('known', true, 'changed', false);
  end if;
  perform private.settle_refund(v_refund, p_status, false);
  return jsonb_build_object('known', true, 'changed', true);
end;
$$;
comment on function public.finish_refund(uuid, text, text, text) is
  'What the provider says of a refund, by our id or (null) its own: p_status pending, succeeded or failed; null with p_error: it could not be asked, and is asked again later. {known: is it ours, changed}. Reports may come repeated and out of order. Refuses invalid_input. Definer: see claim_refunds; only the service role may call.';
grant execute on function public.finish_refund(uuid, text, text, text) to service_role;

create function public.settle_desk_refund(p_refund_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  -- As everywhere: the order, then the rest.
  perform from public.orders where id = (select order_id from public.refunds where id = p_refund_id) for no key update;
  select * into v_refund from public.refunds where id = p_refund_id for update;
  if not found then perform private.fail('refund_not_found', 'p_refund_id'); end if;
  if v_refund.status = 'succeeded' then return jsonb_build_object('settled', false); end if;
  perform private.refuse_disputed(v_refund.payment_id, 'p_refund_id');
  -- While the provider may still pay it, nobody else does.
  if v_refund.status <> 'failed' and (select provider from public.payments where id = v_refund.payment_id) <> 'desk' then
    perform private.deny();
  end if;
  if v_refund.status = 'failed' and private.left_of_payment(v_refund.payment_id) < v_refund.amount_cents then
    perform private.fail('refund_too_much', 'p_refund_id', private.left_of_payment(v_refund.payment_id)::text);
  end if;
  update public.refunds set requested_by = coalesce(requested_by, case when private.is_admin() then (select auth.uid()) end)
  where id = p_refund_id;
  perform private.settle_refund(v_refund, 'succeeded', true);
  return jsonb_build_object('settled', true);
end;
$$;
comment on function public.settle_desk_refund(uuid) is
  'For admins: the money was paid back by hand, of a sale at the desk or of a refund that failed at the provider: {settled}, false when it had been already. Refuses not_allowed (also while the provider may still pay it), refund_not_found, charge_disputed, refund_too_much (the charge went back otherwise meanwhile). Definer: see refund_order.';
grant execute on function public.settle_desk_refund(uuid) to authenticated, service_role;

create trigger audit after insert or update or delete on public.refunds
  for each row execute function private.audit('id', '*', 'attempts', 'leased_until', 'created_at');
