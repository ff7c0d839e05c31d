-- Instalments that are not paid yet are entries in the line ledger (docs/line-ledger.md, docs/decisions "Deposits and
-- instalments").

create function private.line_outstanding(p_line_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select coalesce(-sum(k.amount_cents), 0)::integer from public.line_ledger k
    where k.order_line_id = p_line_id and k.entry = 'outstanding');
end;
$$;
comment on function private.line_outstanding(uuid) is
  'Returns how much of a line''s price is not paid yet, in cents. Returns 0 for a cancelled line.';

create function private.post_outstanding(p_order_id uuid, p_cents integer, p_sign integer, p_reason text, p_rules jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  -- At the sale, the deposit of each line is paid. Later payments are shared in proportion to what each line still
  -- costs.
  with weighted as (
    select l.id, l.position, l.total_cents as cents, case when p_sign < 0 then l.total_cents - private.deposit_of(l.total_cents) else private.line_outstanding(l.id) end as weight
    from public.order_lines l where l.order_id = p_order_id and (p_sign < 0 or l.status <> 'cancelled')
  ),
  summed as (
    select w.*, sum(w.weight) over (order by w.position) as upto, sum(w.weight) over () as total
    from (
      -- If the settings changed after the plan was made, all weights may be 0. In that case the prices of the lines are
      -- the weights.
      select id, position, case when sum(weight) over () > 0 then weight else cents end as weight from weighted) w
  )
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, posted_by)
  select s.id, 'outstanding', p_sign * s.share, p_reason, p_rules, case when private.is_admin() then (select auth.uid()) end
  from (
    select id, position,
      (floor(upto * p_cents / nullif(total, 0)) - floor((upto - weight) * p_cents / nullif(total, 0)))::integer as share
    from summed) s
  where s.share <> 0
  order by s.position
$$;
comment on function private.post_outstanding(uuid, integer, integer, text, jsonb) is
  'Shares p_cents over the lines of an order. p_sign is -1 to record the outstanding amount when it is sold, and 1 to '
  'take a payment off it. The caller has locked the order.';

create function private.has_open_instalments(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.order_instalments i join public.orders o on o.id = i.order_id
    where i.order_id = p_order_id and i.status = 'due' and i.position > 0 and o.paid_at is not null);
end;
$$;
comment on function private.has_open_instalments(uuid) is
  'Returns whether an instalment of a paid order is still to be paid.';

create function private.refuse_open_instalments(p_order_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.has_open_instalments(p_order_id) then perform private.fail('instalments_open', p_field); end if;
end;
$$;
comment on function private.refuse_open_instalments(uuid, text) is
  'Fails with instalments_open if the order is not paid in full. Until then a place can be neither moved nor refunded '
  'without cancelling it.';

create function private.cut_instalments(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_instalment public.order_instalments;
  v_earlier_id uuid;
  v_left_cents integer;
  v_cut_cents integer := (
    select coalesce(sum(cents), 0) from public.order_instalments where order_id = p_order_id and status = 'due' and position > 0)
    - (select coalesce(sum(private.line_outstanding(id)), 0) from public.order_lines where order_id = p_order_id and status <> 'cancelled');
begin
  for v_instalment in
    select * from public.order_instalments
    where order_id = p_order_id and status = 'due' and position > 0
    order by due_on desc, position desc for update
  loop
    exit when v_cut_cents <= 0;
    if v_instalment.cents <= v_cut_cents then
      update public.order_instalments set status = 'cancelled' where id = v_instalment.id;
    else
      v_left_cents := v_instalment.cents - v_cut_cents;
      v_earlier_id := (
        select id from public.order_instalments
        where order_id = p_order_id and status = 'due' and position > 0 and id <> v_instalment.id
        order by due_on desc, position desc limit 1);
      -- A card cannot pay so small an amount, so it is added to the instalment before.
      if v_left_cents < private.least_charge_cents() and v_earlier_id is not null then
        update public.order_instalments set cents = cents + v_left_cents where id = v_earlier_id;
        update public.order_instalments set cents = v_cut_cents, status = 'cancelled' where id = v_instalment.id;
        exit;
      end if;
      update public.order_instalments set cents = v_left_cents where id = v_instalment.id;
      insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents, status)
      select p_order_id, 1 + max(position), v_instalment.due_on, v_instalment.sold_due_on, v_cut_cents, 'cancelled'
      from public.order_instalments where order_id = p_order_id;
    end if;
    v_cut_cents := v_cut_cents - v_instalment.cents;
  end loop;
end;
$$;
comment on function private.cut_instalments(uuid) is
  'Cancels the open instalments of an order, the last one first, until they match the price of its remaining lines. If '
  'the last amount is too small to charge, it is added to the instalment before. The caller has locked the order.';

create function private.write_off_instalment(p_instalment public.order_instalments)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.order_instalments set status = 'cancelled' where id = p_instalment.id;
  select private.post_outstanding(p_instalment.order_id, p_instalment.cents, 1, 'not_claimed', jsonb_build_object('instalment_id', p_instalment.id));
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, posted_by)
  select k.order_line_id, 'written_off', -k.amount_cents, k.reason, k.rules, k.posted_by
  from public.order_lines l join public.line_ledger k on k.order_line_id = l.id
  where l.order_id = p_instalment.order_id and k.entry = 'outstanding' and k.reason = 'not_claimed'
    and k.rules ->> 'instalment_id' = p_instalment.id::text
  order by k.id
$$;
comment on function private.write_off_instalment(public.order_instalments) is
  'Stops claiming an open instalment and writes its amount off the lines, which keep their places. The caller has '
  'locked the order.';

create function private.follow_cancelled_line()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.has_open_instalments(new.order_id) then perform private.cut_instalments(new.order_id); end if;
  return null;
end;
$$;
comment on function private.follow_cancelled_line() is
  'Trigger on order_lines: when a line is cancelled, cancels what is still to be paid for it. Definer: only functions '
  'write plans.';
create trigger follow_cancelled_line after update of status on public.order_lines
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.follow_cancelled_line();

create function private.end_small_rest()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_instalment constant public.order_instalments := private.next_instalment(new.order_id);
begin
  if private.has_open_instalments(new.order_id) and v_instalment.cents < private.least_charge_cents() then
    perform private.write_off_instalment(v_instalment);
  end if;
  return null;
end;
$$;
comment on function private.end_small_rest() is
  'Trigger on order_lines, at the end of a transaction that cancelled lines: if the amount that the other lines still '
  'owe is too small to charge, writes it off. Definer: see follow_cancelled_line.';
create constraint trigger end_small_rest after update of status on public.order_lines deferrable initially deferred
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.end_small_rest();

create function private.open_instalments()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.post_outstanding(new.id, sum(i.cents)::integer, -1, 'instalments')
  from public.order_instalments i where i.order_id = new.id and i.position > 0 having count(*) > 0;
  -- If the payment came late, all places may be taken, and then nothing is outstanding.
  if private.has_open_instalments(new.id) then perform private.cut_instalments(new.id); end if;
  return null;
end;
$$;
comment on function private.open_instalments() is
  'Trigger on orders, after open_ledger: takes the unpaid amount off the balance of each line. Definer: see '
  'follow_cancelled_line.';
-- The name sorts after open_ledger, because Postgres runs the triggers of one event by name.
create trigger open_ledger_instalments after update of paid_at on public.orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.open_instalments();
