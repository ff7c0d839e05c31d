-- Every change of a line's money is an entry in one append-only ledger, and one function sums them
-- (docs/line-ledger.md). Functions that decide about money write here in the same transaction.

create table public.line_ledger (
  id bigint generated always as identity primary key,
  order_line_id uuid not null references public.order_lines (id) on delete restrict,
  entry text not null check (entry in (
    'charged', 'rebate', 'discount', 'transport', 'moved_in', 'moved_out', 'refunded', 'kept', 'written_off',
    'outstanding')),
  amount_cents integer not null check (amount_cents <> 0 or entry in ('charged', 'kept')),
  reason text not null check (length(reason) between 1 and 60),
  rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'),
  other_line_id uuid references public.order_lines (id) on delete restrict,
  refund_id uuid references public.refunds (id) on delete restrict,
  posted_by uuid,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.line_ledger is
  'Everything that happened to the money of a paid line. The sum of its entries is the line''s balance, which is the '
  'part of the payments that belongs to it. The functions that decide about money write each entry once, and it is '
  'never changed.';
comment on column public.line_ledger.entry is
  'rebate and discount are negative, or positive when they are reversed. moved_in and moved_out are amounts that a '
  'line gets from another line or gives to it. refunded is negative. kept is what we keep by the rules. written_off is '
  'what staff do not claim. outstanding is negative: it is still to be paid by instalments.';
comment on column public.line_ledger.rules is
  'The data from which the amount was computed. An entry charged has {offer_id, revision, camp_id, rung_id, '
  'price_cents, terms_id}, rebate has {camp_id, cents}, discount has {code, percent, cents, kinds, tiers, '
  'offers, locations, minimum_cents}, and transport has {id, title}. Entries refunded and kept have the refund rule.';
comment on column public.line_ledger.posted_by is
  'The member of staff who decided, or null if the rules or the parent decided. There is no foreign key, as in '
  'consents.';
create index line_ledger_order_line_id on public.line_ledger (order_line_id);
create index line_ledger_other_line_id on public.line_ledger (other_line_id);
create index line_ledger_refund_id on public.line_ledger (refund_id);

alter table public.line_ledger enable row level security;
revoke all on table public.line_ledger from anon, authenticated, service_role;
grant select on public.line_ledger to authenticated, service_role;
create policy "Parents read the ledger of their own lines, admins read all" on public.line_ledger
  for select to authenticated using (
    (select private.is_admin())
    or order_line_id in (
      select l.id from public.order_lines l join public.orders o on o.id = l.order_id
      where o.family_id = (select private.my_family_id())));
create trigger refuse_change before update or delete or truncate on public.line_ledger
  for each statement execute function private.refuse_change();

create function private.export_family_ledger(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('line_ledger', coalesce(jsonb_agg(to_jsonb(k) - 'posted_by' order by k.id), '[]'))
  from public.orders o
  join public.order_lines l on l.order_id = o.id
  join public.line_ledger k on k.order_line_id = l.id
  where o.family_id = p_family_id
$$;
comment on function private.export_family_ledger(uuid, text[], text[]) is
  'Returns the ledger entries of the family''s lines.';

create function private.post_line(
  p_line_id uuid, p_entry text, p_cents integer, p_reason text, p_rules jsonb default '{}', p_other_line_id uuid default null,
  p_refund_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, other_line_id, refund_id, posted_by)
  select p_line_id, p_entry, p_cents, p_reason, coalesce(p_rules, '{}'), p_other_line_id, p_refund_id,
    case when private.is_admin() then (select auth.uid()) end
  where p_cents <> 0;
end;
$$;
comment on function private.post_line(uuid, text, integer, text, jsonb, uuid, uuid) is
  'Writes an entry to a line''s ledger. Does nothing for 0 cents. The caller has locked the line''s order.';

create function private.line_balance(p_line_id uuid)
returns table (
  balance_cents integer, price_cents integer, kept_cents integer, rebate_cents integer, discount_cents integer,
  transport_cents integer)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select coalesce(sum(amount_cents), 0)::integer,
    -- The price of the place does not change when staff or a bank refund money, or while instalments are outstanding. A
    -- camp that lacks a day costs less.
    coalesce(sum(amount_cents) filter (where entry not in ('refunded', 'outstanding') or reason in ('moved', 'cancelled_day')), 0)::integer,
    coalesce(-sum(amount_cents) filter (where entry = 'kept'), 0)::integer,
    coalesce(-sum(amount_cents) filter (where entry = 'rebate'), 0)::integer,
    coalesce(-sum(amount_cents) filter (where entry = 'discount'), 0)::integer,
    coalesce(sum(amount_cents) filter (where entry = 'transport'), 0)::integer
  from public.line_ledger where order_line_id = p_line_id;
end;
$$;
comment on function private.line_balance(uuid) is
  'Returns three amounts in cents. balance is the part of the payments that belongs to the line. price is what its '
  'present place costs under the rules of the sale, with transport. kept is what we keep of a cancelled line.';

create function private.post_charges(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Every payment runs this function. It is written in PL/pgSQL, which caches its plan. Entries get the time of the
  -- payment, because reports count by it.
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, created_at)
  select l.id, e.entry, e.cents, 'sold', e.rules, coalesce(o.paid_at, clock_timestamp())
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  left join public.promotion_uses u on u.order_id = l.order_id
  left join public.promotion_codes c on c.id = u.promotion_code_id
  left join lateral jsonb_populate_record(c, u.terms) p on true
  cross join lateral (values
    ('charged', l.price_cents - l.transferred_cents, jsonb_build_object('offer_id', l.offer_id, 'revision', l.revision,
      'camp_id', l.camp_id, 'rung_id', l.rung_id, 'price_cents', l.price_cents, 'terms_id', l.terms_id)),
    ('rebate', -l.rebate_cents, jsonb_build_object('camp_id', l.camp_id, 'cents', l.rebate_cents)),
    -- After a move, the discount code keeps the rules of the original sale.
    ('discount', -l.discount_cents, coalesce(
      (select k.rules from public.line_ledger k
       where k.order_line_id = l.moves_line_id and k.entry = 'discount' order by k.id limit 1),
      jsonb_build_object('code', p.code, 'percent', p.percent, 'cents', p.cents, 'kinds', p.kinds, 'tiers', p.tiers,
        'offers', p.offers, 'locations', p.locations, 'minimum_cents', p.minimum_cents))),
    ('transport', l.transport_cents, coalesce(l.transport, '{}'))
  ) e (entry, cents, rules)
  where l.order_id = p_order_id and (e.cents <> 0 or e.entry = 'charged')
  order by l.position, e.entry;
end;
$$;
comment on function private.post_charges(uuid) is
  'Opens the ledger of each line of an order that was just paid. The entries sum to the order''s total.';

create function private.open_ledger()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.post_charges(new.id);
  return null;
end;
$$;
comment on function private.open_ledger() is
  'Trigger on orders: opens the ledger whenever an order becomes paid, by any function.';
create trigger open_ledger after update of paid_at on public.orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.open_ledger();

create function private.sold_with(p_line_id uuid)
returns table (root_id uuid, line_id uuid, "position" integer)
language sql
volatile
set search_path = ''
as $$
  with recursive earlier as (
    select id, order_id, moves_line_id, 0 as age from public.order_lines where id = p_line_id
    union all
    -- Only moves that were paid are followed.
    select l.id, l.order_id, l.moves_line_id, b.age + 1
    from earlier b join public.order_lines l on l.id = b.moves_line_id and l.moved_to_line_id = b.id
  ),
  later as (
    select l.id as root_id, l.id, l.position, l.moved_to_line_id
    from public.order_lines l where l.order_id = (select order_id from earlier order by age desc limit 1)
    union all
    select o.root_id, l.id, o.position, l.moved_to_line_id
    from later o join public.order_lines l on l.id = o.moved_to_line_id
  )
  select root_id, id, position from later where moved_to_line_id is null
$$;
comment on function private.sold_with(uuid) is
  'Returns a line and the lines that were sold with it. Each one is its current line: after a paid move, this is the '
  'line of the order that paid for the move.';

create function private.close_line(p_line_id uuid, p_reason text, p_rules jsonb default '{}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, posted_by)
  select p_line_id, 'kept', -b.balance_cents, p_reason, p_rules || jsonb_build_object('at', private.iso(private.calendar_now())),
    case when private.is_admin() then (select auth.uid()) end
  from private.line_balance(p_line_id) b;
end;
$$;
comment on function private.close_line(uuid, text, jsonb) is
  'Closes a cancelled line. Records what is left of its balance as kept.';

create function private.counted_camp(p_line public.order_lines, p_root_id uuid)
returns uuid
language sql
volatile
set search_path = ''
as $$
  select coalesce(p_line.camp_id, (
    select (k.rules ->> 'camp_id')::uuid from public.line_ledger k
    where k.order_line_id = p_root_id and k.entry = 'charged' order by k.id limit 1))
$$;
comment on function private.counted_camp(public.order_lines, uuid) is
  'Returns the camp for which a line counts among its siblings. This is its own camp, or, while the line waits for '
  'another one, the camp that it was sold for.';

create function private.clawbacks(p_cancelled_line_ids uuid[], p_new_base_cents integer default 0)
returns table (line_id uuid, entry text, cents integer)
language plpgsql
volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
  -- Most orders have one line, and with nothing else sold nothing can cost more.
  if not exists (
    select from public.order_lines f join public.order_lines l on l.order_id = f.order_id
    where f.id = p_cancelled_line_ids[1]
      and (f.moves_line_id is not null or l.moved_to_line_id is not null or l.id <> all (p_cancelled_line_ids))) then
    return;
  end if;
  return query
  with remaining as (
    select s.line_id, s.position, b.rebate_cents as rebate, b.discount_cents as discount,
      b.price_cents - b.transport_cents + b.discount_cents as base, private.counted_camp(l, s.root_id) as camp_id,
      code.rules as code
    from private.sold_with(p_cancelled_line_ids[1]) s
    join public.order_lines l on l.id = s.line_id and l.status in ('placed', 'credit', 'needs_choice')
    cross join lateral private.line_balance(s.line_id) b
    left join lateral (select k.rules from public.line_ledger k
      where k.order_line_id = s.line_id and k.entry = 'discount' order by k.id limit 1) code on true
    where s.line_id <> all (p_cancelled_line_ids)
  ),
  last_sibling as (
    select distinct on (camp_id) s.line_id, s.rebate from remaining s
    where s.camp_id is not null and not exists (
      select from remaining o where o.camp_id = s.camp_id and o.rebate = 0)
    order by camp_id, s.position
  ),
  with_base as (
    select s.*, coalesce(a.rebate, 0) as lost, s.base + coalesce(a.rebate, 0) as new_base
    from remaining s left join last_sibling a on a.line_id = s.line_id
  ),
  with_code as (
    select b.*, (b.code ->> 'minimum_cents')::integer
      > p_new_base_cents + (select sum(o.new_base) from with_base o where o.discount > 0) as code_lapses
    from with_base b
  )
  select c.line_id, e.entry, e.cents
  from with_code c cross join lateral (values
    ('rebate', c.lost),
    ('discount', case when c.code_lapses then c.discount
      else -round(c.lost * coalesce((c.code ->> 'percent')::numeric, 0) / 100)::integer end)
  ) e (entry, cents)
  where e.cents <> 0 and (e.entry = 'rebate' or c.discount > 0)
  order by c.position, e.entry desc;
end;
$$;
comment on function private.clawbacks(uuid[], integer) is
  'When these lines are cancelled, the remaining lines may cost more under the rules of the sale, because they lose a '
  'rebate or fall below the minimum of a code. Returns by how much. Positive amounts are charged again. '
  'p_new_base_cents is what a moved line then costs.';
