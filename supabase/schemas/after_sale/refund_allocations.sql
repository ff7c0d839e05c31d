-- The transaction that decides about a refund also allocates it to lines (docs/line-ledger.md). If a charge paid for
-- nothing, its refund has no allocation.

create table public.refund_allocations (
  refund_id uuid not null references public.refunds (id) on delete restrict,
  order_line_id uuid not null references public.order_lines (id) on delete restrict,
  reason text not null check (length(reason) between 1 and 60),
  amount_cents integer not null check (amount_cents > 0),
  allocated_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, order_line_id, reason)
);
comment on table public.refund_allocations is
  'Which lines a refund belongs to, and how much of it belongs to each. The function that decides writes it. If the '
  'sum is below the refund, either the remaining amount is not decided yet (an open decision external_refund), or the '
  'charge paid for nothing.';
comment on column public.refund_allocations.reason is
  'The reason of the refund, or external for a refund made at Stripe.';
comment on column public.refund_allocations.allocated_by is
  'The member of staff who decided, or null if the rules or the parent decided. There is no foreign key, as in '
  'consents.';
create index refund_allocations_order_line_id on public.refund_allocations (order_line_id);

alter table public.refund_allocations enable row level security;
revoke all on table public.refund_allocations from anon, authenticated, service_role;
grant select on public.refund_allocations to authenticated, service_role;
create policy "Parents read allocations to their own lines, admins read all" on public.refund_allocations
  for select to authenticated using (
    (select private.is_admin())
    or order_line_id in (
      select l.id from public.order_lines l join public.orders o on o.id = l.order_id
      where o.family_id = (select private.my_family_id())));
create trigger refuse_change before delete or truncate on public.refund_allocations
  for each statement execute function private.refuse_change();

create function private.export_family_allocations(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('refund_allocations', coalesce(
    jsonb_agg(to_jsonb(a) - 'allocated_by' order by a.created_at, a.refund_id, a.order_line_id), '[]'))
  from public.orders o
  join public.order_lines l on l.order_id = o.id
  join public.refund_allocations a on a.order_line_id = l.id
  where o.family_id = p_family_id
$$;
comment on function private.export_family_allocations(uuid, text[], text[]) is
  'Returns the lines that the family''s refunds belong to.';

create function private.post_allocation(p_refund_id uuid, p_line_id uuid, p_cents integer, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
begin
  select * into v_line from private.line_balance(p_line_id);
  -- If we refund money that we kept by the rules, the kept amount becomes smaller.
  perform private.post_line(p_line_id, 'kept', greatest(0, p_cents - greatest(0, v_line.balance_cents)), p_reason);
  perform private.post_line(p_line_id, 'refunded', -p_cents, p_reason, '{}', null, p_refund_id);
end;
$$;
comment on function private.post_allocation(uuid, uuid, integer, text) is
  'Takes p_cents of a refund off its line''s ledger. The caller has locked the line''s order.';

create function private.allocate_refund(p_refund public.refunds, p_line_id uuid, p_cents integer, p_reason text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_reason constant text := coalesce(p_reason, p_refund.reason);
  v_max constant integer := (
    select b.balance_cents + greatest(0, b.kept_cents) from private.line_balance(p_line_id) b);
begin
  if p_cents = 0 then return; end if;
  if p_cents > v_max then perform private.fail('refund_too_much', 'p_cents', greatest(0, v_max)::text); end if;
  insert into public.refund_allocations as a (refund_id, order_line_id, reason, amount_cents, allocated_by)
  values (p_refund.id, p_line_id, v_reason, p_cents, case when private.is_admin() then (select auth.uid()) end)
  on conflict (refund_id, order_line_id, reason) do update set amount_cents = a.amount_cents + excluded.amount_cents;
  if p_refund.status <> 'failed' then perform private.post_allocation(p_refund.id, p_line_id, p_cents, v_reason); end if;
end;
$$;
comment on function private.allocate_refund(public.refunds, uuid, integer, text) is
  'Allocates p_cents of a refund to a line and takes them off the line''s ledger. Fails with refund_too_much (detail: '
  'the cents left). The caller has locked the line''s order.';

create function private.spread_refund(p_refund public.refunds, p_line_ids uuid[], p_cents integer, p_reason text default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
  v_cents integer;
  v_left_cents integer := p_cents;
begin
  for v_line in
    select n.id, b.balance_cents + greatest(0, b.kept_cents) as most
    from unnest(p_line_ids) with ordinality n (id, ordinality) cross join lateral private.line_balance(n.id) b
    order by n.ordinality
  loop
    exit when v_left_cents = 0;
    v_cents := least(v_left_cents, greatest(0, v_line.most));
    perform private.allocate_refund(p_refund, v_line.id, v_cents, p_reason);
    v_left_cents := v_left_cents - v_cents;
  end loop;
  return v_left_cents;
end;
$$;
comment on function private.spread_refund(public.refunds, uuid[], integer, text) is
  'Allocates p_cents of a refund to these lines in turn. Returns the cents that exceed their balances. The caller has '
  'locked their orders.';

create function private.is_replaced(p_refund public.refunds)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_refund.status = 'failed' and p_refund.last_error is not distinct from 'replaced' $$;
comment on function private.is_replaced(public.refunds) is
  'Returns whether another refund was made instead, by us or on Stripe''s own pages. A replaced refund is not shown.';

create function private.shown_refunds(p_order_id uuid)
returns setof public.refunds
language sql
stable
set search_path = ''
as $$ select r.* from public.refunds r where r.order_id = p_order_id and not private.is_replaced(r) $$;
comment on function private.shown_refunds(uuid) is
  'Returns the refunds of an order that staff see: all but the replaced ones.';

create function private.unallocated_cents(p_refund public.refunds)
returns integer
language sql
volatile
set search_path = ''
as $$
  select p_refund.amount_cents - coalesce((
    select sum(amount_cents) from public.refund_allocations where refund_id = p_refund.id), 0)::integer
$$;
comment on function private.unallocated_cents(public.refunds) is
  'Returns how much of a refund is not allocated to a line yet, in cents.';

create function private.follow_refund_status()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if new.status = 'failed' then
    insert into public.line_ledger (order_line_id, entry, amount_cents, reason, refund_id)
    select order_line_id, 'refunded', -sum(amount_cents), 'failed', new.id
    from public.line_ledger where refund_id = new.id and entry = 'refunded' group by order_line_id having sum(amount_cents) <> 0;
  else
    perform private.post_allocation(new.id, a.order_line_id, a.amount_cents, a.reason)
    from public.refund_allocations a where a.refund_id = new.id;
  end if;
  return null;
end;
$$;
comment on function private.follow_refund_status() is
  'Trigger on refunds: adds a failed refund to the balances of its lines again, and takes it off again when it is paid '
  'after all.';
create trigger follow_refund_status after update of status on public.refunds
  for each row when ((old.status = 'failed') <> (new.status = 'failed')) execute function private.follow_refund_status();


create function private.undecided_cents(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select coalesce(sum(private.unallocated_cents(r)), 0)::integer
  from public.refunds r join public.payments p on p.id = r.payment_id
  where r.payment_id = p_payment_id and r.is_external and r.status <> 'failed'
    and private.paid_for_order(p.result)
$$;
comment on function private.undecided_cents(uuid) is
  'Returns how much of a charge''s refunds made at Stripe staff have not assigned yet, in cents. Returns 0 if the '
  'charge paid for nothing.';

create function private.is_refunded(p_line public.order_lines)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refunded integer;
  v_undecided_cents integer;
begin
  select coalesce(-sum(amount_cents), 0) into v_refunded
  from public.line_ledger where order_line_id = p_line.id and entry = 'refunded' and reason <> 'moved';
  select coalesce(sum(private.undecided_cents(c.payment_id)), 0) into v_undecided_cents from private.line_charges(p_line.id) c;
  return v_refunded + v_undecided_cents > 0
    and (select b.balance_cents from private.line_balance(p_line.id) b) <= v_undecided_cents;
end;
$$;
comment on function private.is_refunded(public.order_lines) is
  'Returns whether everything paid for a line was refunded. An unassigned refund at Stripe of at least that amount '
  'counts, because it may belong to the line.';

create function private.refuse_refunded(p_line public.order_lines, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.is_refunded(p_line) then perform private.fail('already_refunded', p_field); end if;
end;
$$;
comment on function private.refuse_refunded(public.order_lines, text) is
  'Fails with already_refunded if a line''s money was refunded. Functions call it before they give the line a place.';
