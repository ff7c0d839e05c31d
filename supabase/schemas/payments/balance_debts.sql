-- If a family gets a refund and then the same money from its bank, it is paid twice. When the dispute is lost, the
-- amount is taken back from its balance. What the balance lacks is a debt (docs/decisions "The family balance").

create function private.paid_twice(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select greatest(0, least(b.cents, b.cents + r.cents - p.amount_cents))::integer
  from public.payments p
  cross join lateral (
    -- Unlike in private.taken_by_bank, an amount that is unknown counts as what Stripe took from us. So a family does
    -- not pay for more than it got.
    select least(p.amount_cents, coalesce(sum(
      case when d.currency = p.currency then d.amount_cents else greatest(0, d.withdrawn_cents) end), 0)) as cents
    from public.payment_disputes d where d.payment_id = p.id and d.outcome = 'lost') b
  cross join lateral (
    select coalesce(sum(amount_cents), 0) as cents from public.refunds where payment_id = p.id and status <> 'failed') r
  where p.id = p_payment_id
$$;
comment on function private.paid_twice(uuid) is
  'Returns how many cents of a charge were both refunded, in money or to a balance, and returned by its bank.';

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
as $$
  select greatest(0, private.paid_twice(p_payment_id) - coalesce((
    select (details ->> 'settled_cents')::integer from public.payment_decisions
    where payment_id = p_payment_id and kind = 'balance_debt'), 0)) - private.taken_back(p_payment_id)
$$;
comment on function private.balance_debt(uuid) is
  'Returns what a family still owes us because a charge was paid back twice, without what staff have closed. It is '
  'below zero if we took too much.';

create function private.was_signed_in(p_order_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    with recursive origins as (
      select id, user_id from public.orders where id = p_order_id
      union
      select o.id, o.user_id
      from origins n
      join public.order_lines l on l.order_id = n.id
      left join public.pass_subscriptions s on s.id = l.subscription_id
      join public.order_lines b on b.id = coalesce(l.moves_line_id, s.order_line_id)
      join public.orders o on o.id = b.order_id
    )
    select from origins where user_id is not null);
end;
$$;
comment on function private.was_signed_in(uuid) is
  'Returns whether a signed-in parent placed the order, or the order that it moves or renews. Otherwise it belongs to '
  'a family only because somebody typed its address.';

create function private.claimable_debt(p_payment public.payments)
returns integer
language sql
volatile
set search_path = ''
as $$
  select case when private.was_signed_in(p_payment.order_id) then private.balance_debt(p_payment.id)
    -- If somebody typed a family's address, they may have got the money. So the balance returns only what was added to
    -- it.
    else least(private.balance_debt(p_payment.id), coalesce((
      select sum(amount_cents) from public.refunds where payment_id = p_payment.id and to_balance and status <> 'failed'), 0)::integer
      - private.taken_back(p_payment.id)) end
$$;
comment on function private.claimable_debt(public.payments) is
  'Returns how much of a debt is taken from the balance of the order''s family. The rest is left to staff.';

create function private.take_back_balance(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family public.families;
  v_debt integer;
  v_taken integer := 0;
begin
  -- Most charges were never disputed, so their family is not locked.
  if private.taken_by_bank(p_payment) = 0 and private.taken_back(p_payment.id) = 0 then return; end if;
  select f.* into v_family from public.orders o join public.families f on f.id = o.family_id where o.id = p_payment.order_id;
  if v_family.id is not null then perform private.lock_balance(v_family.id); end if;
  v_debt := private.balance_debt(p_payment.id);
  if v_family.id is not null then
    v_taken := least(private.claimable_debt(p_payment), case when v_debt > 0 then greatest(0, private.free_balance(v_family.id)) else 0 end);
  end if;
  if v_taken <> 0 then
    perform private.post_balance(v_family.id, 'taken_back', -v_taken, p_payment.id);
    -- Nobody could spend the balance of an erased family.
    if v_family.erased_at is not null then perform private.erase_family_balance(v_family.id); end if;
  end if;
  if v_debt > greatest(0, v_taken) then
    perform private.open_decision('balance_debt', p_payment, (select o from public.orders o where o.id = p_payment.order_id));
    update public.payment_decisions set status = 'open', resolution = null, resolved_at = null, resolved_by = null, order_id = p_payment.order_id
    where payment_id = p_payment.id and kind = 'balance_debt';
  end if;
end;
$$;
comment on function private.take_back_balance(public.payments) is
  'After a lost dispute, takes back what was paid twice. If the dispute is won or the refund fails, returns it. If '
  'the balance is too low, opens a decision, also again after staff have closed a smaller debt. A second call changes '
  'nothing. The caller has locked the order.';

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
  select p.id, private.claimable_debt(p)
  from public.orders o
  join public.payment_decisions d on d.order_id = o.id
  join public.payments p on p.id = d.payment_id
  where o.family_id = p_family_id and d.kind = 'balance_debt' and d.status = 'open'
  order by d.created_at, d.id
$$;
comment on function private.balance_debts(uuid) is
  'Returns the open debts of a family as far as its balance pays them, the oldest first.';

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
  'Returns what a family can spend of its balance, in cents. What open orders reserve is left out, and so is what the '
  'family owes because a charge was paid back twice. The result is reliable only under private.lock_balance.';

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
  'Pays the open debts of a family from its free balance. The caller has locked the family. Once nothing is owed, the '
  'decision is no longer shown.';
