-- If a family gets a refund and then the same money from its bank, it is paid twice. When the dispute is lost, the
-- amount is taken back from its balance, and what the balance lacks is a debt (docs/decisions "The family balance").

create function private.paid_twice(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select greatest(0, private.taken_by_bank(p) - p.amount_cents + coalesce((
    select sum(amount_cents) from public.refunds where payment_id = p.id and status <> 'failed'), 0))::integer
  from public.payments p where p.id = p_payment_id
$$;
comment on function private.paid_twice(uuid) is
  'Returns how many cents of a charge were refunded, in money or to a balance, and returned by its bank, too.';

create function private.taken_back(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select coalesce(-sum(amount_cents), 0)::integer from public.family_balance_entries where disputed_payment_id = p_payment_id
$$;
comment on function private.taken_back(uuid) is 'Returns what was taken back from a balance for a charge, in cents.';

create function private.balance_debt(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$ select private.paid_twice(p_payment_id) - private.taken_back(p_payment_id) $$;
comment on function private.balance_debt(uuid) is
  'Returns what a family still owes us because a charge was paid back twice; below zero if we took too much.';

create function private.family_paid_twice(p_payment public.payments)
returns uuid
language sql
volatile
set search_path = ''
as $$
  select coalesce(
    -- The family may have been merged, so the latest entry tells which family has the balance now.
    (select e.family_id from public.refunds r join public.family_balance_entries e on e.refund_id = r.id
      where r.payment_id = p_payment.id order by e.created_at desc limit 1),
    (select o.family_id from public.orders o where o.id = p_payment.order_id))
$$;
comment on function private.family_paid_twice(public.payments) is
  'Returns the family that owes what a charge paid back twice: the one whose balance got the refund, otherwise the one '
  'that ordered. Null for a guest without a family.';

create function private.take_back_balance(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.family_paid_twice(p_payment);
  v_free_cents integer := 0;
  v_debt integer;
begin
  -- Most charges were never disputed, so their family is not locked.
  if private.taken_by_bank(p_payment) = 0 and private.taken_back(p_payment.id) = 0 then return; end if;
  if v_family_id is not null then
    perform private.lock_balance(v_family_id);
    v_free_cents := private.free_balance(v_family_id);
  end if;
  v_debt := private.balance_debt(p_payment.id);
  if least(v_debt, v_free_cents) <> 0 and (v_debt < 0 or v_free_cents > 0) then
    perform private.post_balance(v_family_id, 'taken_back', -least(v_debt, v_free_cents), p_payment.id);
  end if;
  if v_debt > v_free_cents then
    perform private.open_decision('balance_debt', p_payment, o) from public.orders o where o.id = p_payment.order_id;
  end if;
end;
$$;
comment on function private.take_back_balance(public.payments) is
  'After a lost dispute, takes back what was paid twice, or returns it if the dispute is won or the refund fails. If '
  'the balance is too low, opens a decision. A second call changes nothing. The caller has locked the order.';

create function private.free_balance(p_family_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select coalesce(sum(amount_cents), 0)::integer - private.reserved_balance(p_family_id)
  from public.family_balance_entries where family_id = p_family_id
$$;
comment on function private.free_balance(uuid) is
  'Returns the balance of a family without what open orders reserve, in cents. Unlike private.balance_of, it does not '
  'deduct open debts.';

create function private.balance_debts(p_family_id uuid)
returns table (payment_id uuid, cents integer)
language sql
volatile
set search_path = ''
as $$
  select d.payment_id, private.balance_debt(d.payment_id)
  from public.payment_decisions d
  where d.kind = 'balance_debt' and d.status = 'open' and exists (
    select from public.payments p where p.id = d.payment_id and private.family_paid_twice(p) = p_family_id)
  order by d.created_at
$$;
comment on function private.balance_debts(uuid) is 'Returns the open debts of a family, the oldest first.';

create function private.balance_of(p_family_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_free_balance constant integer := private.free_balance(p_family_id);
begin
  return case when v_free_balance <= 0 then v_free_balance
    else greatest(0, v_free_balance - (select coalesce(sum(greatest(0, cents)), 0) from private.balance_debts(p_family_id))) end;
end;
$$;
comment on function private.balance_of(uuid) is
  'Returns what a family can spend of its balance, in cents: without what open orders reserve and what it owes because '
  'a charge was paid back twice. Reliable only under private.lock_balance.';

create function private.take_balance_debts(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_debt record;
  v_cents integer;
begin
  for v_debt in select * from private.balance_debts(p_family_id) loop
    v_cents := least(v_debt.cents, private.free_balance(p_family_id));
    continue when v_cents <= 0;
    perform private.post_balance(p_family_id, 'taken_back', -v_cents, v_debt.payment_id);
  end loop;
end;
$$;
comment on function private.take_balance_debts(uuid) is
  'Pays the open debts of a family from its free balance. The caller has locked the family. The decision is no longer '
  'shown once nothing is owed.';
