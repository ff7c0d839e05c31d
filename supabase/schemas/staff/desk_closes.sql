-- At the end of a day, a seller counts what they took and paid back by hand (docs/decisions "Closing the desk").

create table public.desk_closes (
  id uuid primary key,
  day date not null,
  seller_id uuid not null,
  number_on_day integer not null check (number_on_day > 0),
  cash_expected_cents integer not null,
  cash_counted_cents integer not null,
  paynow_expected_cents integer not null,
  paynow_counted_cents integer not null,
  terminal_expected_cents integer not null,
  terminal_counted_cents integer not null,
  difference_cents integer not null generated always as (
    cash_counted_cents - cash_expected_cents + paynow_counted_cents - paynow_expected_cents
    + terminal_counted_cents - terminal_expected_cents) stored,
  is_different boolean not null generated always as (
    cash_counted_cents <> cash_expected_cents or paynow_counted_cents <> paynow_expected_cents
    or terminal_counted_cents <> terminal_expected_cents) stored,
  note text check (length(note) between 1 and 300),
  closed_at timestamptz not null default clock_timestamp(),
  unique (seller_id, day, number_on_day),
  check (note is not null or (cash_counted_cents = cash_expected_cents and paynow_counted_cents = paynow_expected_cents
    and terminal_counted_cents = terminal_expected_cents))
);
comment on table public.desk_closes is
  'What a seller counted at the end of a day, or earlier on that day. Each row is written once and signed by the '
  'seller''s account.';
comment on column public.desk_closes.id is 'The key of the form, so that a repeated request closes once.';
comment on column public.desk_closes.day is 'The day in Singapore.';
comment on column public.desk_closes.seller_id is
  'The account that took the money, counted it and signed. There is no foreign key, so that closes stay when the '
  'account is deleted.';
comment on column public.desk_closes.number_on_day is
  'Which close of that day it is, counted from 1. Money that is taken or paid back after a close belongs to the next '
  'one.';
comment on column public.desk_closes.cash_expected_cents is
  'Sales minus refunds that were paid by hand. It is negative if more was paid back than taken.';
comment on column public.desk_closes.note is 'The seller''s explanation of a difference.';
create index desk_closes_closed_at on public.desk_closes (closed_at desc, id);

create table public.desk_close_items (
  id uuid primary key default gen_random_uuid(),
  close_id uuid not null references public.desk_closes (id) on delete restrict,
  payment_id uuid unique references public.payments (id) on delete restrict,
  refund_id uuid unique references public.refunds (id) on delete restrict,
  balance_entry_id uuid unique references public.family_balance_entries (id) on delete restrict,
  check (num_nonnulls(payment_id, refund_id, balance_entry_id) = 1)
);
comment on table public.desk_close_items is
  'The sales, the refunds and the balances paid out that a close contains. Each of them is in one close at most.';
create index desk_close_items_close_id on public.desk_close_items (close_id);

alter table public.desk_closes enable row level security;
alter table public.desk_close_items enable row level security;
revoke all on table public.desk_closes, public.desk_close_items from anon, authenticated, service_role;
grant select on public.desk_closes, public.desk_close_items to authenticated, service_role;
create policy "Sellers read their own closes, admins read all" on public.desk_closes
  for select to authenticated using (seller_id = (select auth.uid()) or (select private.is_admin()));
create policy "Admins read what a close contains" on public.desk_close_items
  for select to authenticated using ((select private.is_admin()));
create trigger refuse_change before update or delete or truncate on public.desk_closes
  for each statement execute function private.refuse_change();
create trigger refuse_change before update or delete or truncate on public.desk_close_items
  for each statement execute function private.refuse_change();

create function private.lock_desk_money(p_seller_id uuid, p_closing boolean default false)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_lock constant bigint := hashtextextended('desk-money:' || p_seller_id, 0);
begin
  if p_seller_id is null then return; end if;
  if p_closing then
    perform pg_advisory_xact_lock(v_lock);
  else
    perform pg_advisory_xact_lock_shared(v_lock);
  end if;
end;
$$;
comment on function private.lock_desk_money(uuid, boolean) is
  'Makes a close wait for the sales and refunds that its seller is writing, and makes later ones wait for the close. '
  'So each of them is either in the close or begins after it.';

create function private.open_desk_money(p_seller_id uuid, p_day date)
returns table (seller_id uuid, day date, payment_id uuid, refund_id uuid, order_id uuid, method text, cents integer, at timestamptz,
  entry_id uuid)
language sql
volatile
set search_path = ''
as $$
  select m.*
  from (
    select coalesce(p.taken_by, o.sold_by) as seller_id, (p.created_at at time zone private.time_zone())::date as day, p.id as payment_id,
      null::uuid as refund_id, p.order_id, p.method, p.amount_cents as cents, p.created_at as at,
      null::uuid as entry_id
    from public.payments p join public.orders o on o.id = p.order_id
    where p.provider = 'desk' and num_nonnulls(p.taken_by, o.sold_by) > 0
      and not exists (select from public.desk_close_items i where i.payment_id = p.id)
    union all select * from private.open_voucher_money() union all
    select r.settled_by, (r.settled_at at time zone private.time_zone())::date, null, r.id, r.order_id, p.method,
      -r.amount_cents, r.settled_at, null
    from public.refunds r join public.payments p on p.id = r.payment_id and p.provider = 'desk'
    where r.settled_by is not null and r.status = 'succeeded' and not r.to_balance
      and not exists (select from public.desk_close_items i where i.refund_id = r.id)
    union all
    select e.made_by, (e.created_at at time zone private.time_zone())::date, null, null, null, e.method, e.amount_cents, e.created_at, e.id
    from public.family_balance_entries e
    where e.method is not null and e.made_by is not null
      and not exists (select from public.desk_close_items i where i.balance_entry_id = e.id)
  ) m
  where (p_seller_id is null or m.seller_id = p_seller_id) and (p_day is null or m.day = p_day)
$$;
comment on function private.open_desk_money(uuid, date) is
  'Returns the money that was taken and paid back by hand and that is in no close yet, of one seller and day, or all '
  'of it if both are null. A refund belongs to the admin who recorded it, and a balance to the person who paid it out.';

create function private.closes_desk()
returns boolean
language sql
volatile
set search_path = ''
as $$
  select private.sells_at_desk()
    or (private.is_coach() and exists (select from private.open_desk_money((select auth.uid()), null)))
$$;
comment on function private.closes_desk() is
  'Returns whether the caller may close a day. People who sell may. A coach who no longer sells may, too, if they '
  'still have money to count.';

create function private.desk_sums(p_seller_id uuid, p_day date)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_object_agg(m.method, jsonb_build_object(
    'taken_cents', coalesce(s.taken, 0), 'returned_cents', coalesce(s.returned, 0), 'expected_cents', coalesce(s.expected, 0)))
  from unnest(array['cash', 'paynow', 'card_terminal']) m (method)
  left join (
    select o.method, sum(o.cents) filter (where o.cents > 0) as taken, -sum(o.cents) filter (where o.cents < 0) as returned,
      sum(o.cents) as expected
    from private.open_desk_money(p_seller_id, p_day) o group by o.method) s on s.method = m.method
$$;
comment on function private.desk_sums(uuid, date) is
  'Returns the open money of a seller''s day by method: {cash: {taken_cents, returned_cents, expected_cents}, …}.';

create function private.desk_close_view(p_close public.desk_closes)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'close_id', p_close.id, 'day', p_close.day, 'number_on_day', p_close.number_on_day, 'seller', private.staff_name(p_close.seller_id),
    'closed_at', private.iso(p_close.closed_at), 'note', p_close.note, 'difference_cents', p_close.difference_cents,
    'is_different', p_close.is_different, 'references', private.close_references(p_close.id),
    'amounts', jsonb_build_object(
      'cash', jsonb_build_object('expected_cents', p_close.cash_expected_cents, 'counted_cents', p_close.cash_counted_cents),
      'paynow', jsonb_build_object('expected_cents', p_close.paynow_expected_cents, 'counted_cents', p_close.paynow_counted_cents),
      'card_terminal', jsonb_build_object(
        'expected_cents', p_close.terminal_expected_cents, 'counted_cents', p_close.terminal_counted_cents)))
$$;
comment on function private.desk_close_view(public.desk_closes) is 'Returns DeskClose (contract/desk-closes.ts).';

create function public.get_desk_day(p_day date default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_seller_id constant uuid := (select auth.uid());
  v_today constant date := (private.calendar_now() at time zone private.time_zone())::date;
  v_day constant date := coalesce(p_day, v_today);
begin
  if not (private.closes_desk()
    or exists (select from public.desk_closes where seller_id = v_seller_id and (private.is_coach() or private.is_admin()))) then
    perform private.deny();
  end if;
  return jsonb_build_object(
    'day', v_day, 'today', v_today, 'seller', private.staff_name(v_seller_id),
    'open', private.desk_sums(v_seller_id, v_day),
    'items', (
      select coalesce(jsonb_agg(private.desk_item_view(m.order_id, m.payment_id, m.refund_id, m.method, m.cents, m.at, m.entry_id)
        order by m.at, m.payment_id, m.refund_id, m.entry_id), '[]')
      from private.open_desk_money(v_seller_id, v_day) m),
    'closes', (
      select coalesce(jsonb_agg(private.desk_close_view(c) order by c.number_on_day), '[]')
      from public.desk_closes c where c.seller_id = v_seller_id and c.day = v_day),
    'open_days', (
      select coalesce(jsonb_agg(d.day order by d.day), '[]')
      from (select distinct m.day from private.open_desk_money(v_seller_id, null) m where m.day <> v_day) d));
end;
$$;
comment on function public.get_desk_day(date) is
  'Returns DeskDay (contract/desk-closes.ts) of the caller''s own day, by default today, with other days that are not '
  'closed. Definer: reads payments past their policies, after checking the caller.';
grant execute on function public.get_desk_day(date) to authenticated;
select private.answer_calls('public.get_desk_day(date)', 'desk');

create function private.check_desk_close(p_close jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_field text;
  v_method text;
begin
  perform private.check_object(p_close, 'p_close', 4000);
  if not private.is_uuid(p_close -> 'key') then perform private.fail('invalid_input', 'key'); end if;
  if jsonb_typeof(p_close -> 'day') is distinct from 'string' or p_close ->> 'day' !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
    or not pg_input_is_valid(p_close ->> 'day', 'date') then
    perform private.fail('invalid_input', 'day');
  end if;
  foreach v_field in array array['expected', 'counted'] loop
    if jsonb_typeof(p_close -> v_field) is distinct from 'object' then perform private.fail('invalid_input', v_field); end if;
    foreach v_method in array array['cash', 'paynow', 'card_terminal'] loop
      if not private.is_whole(p_close -> v_field -> v_method, -100000000, 100000000) then
        perform private.fail('invalid_input', v_field || '.' || v_method);
      end if;
    end loop;
  end loop;
  if private.is_given(p_close -> 'note') then perform private.check_text(p_close -> 'note', 'note', 300); end if;
end;
$$;
comment on function private.check_desk_close(jsonb) is
  'Checks CloseDeskDay (contract/desk-closes.ts). Fails with invalid_input, and names the field.';

create function public.close_desk_day(p_close jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_seller_id constant uuid := (select auth.uid());
  v_close public.desk_closes;
  v_day date;
  v_sums jsonb;
  v_counted jsonb;
  v_note text;
begin
  -- A repeated request may come when nothing is left to count. So it is answered before the right to a new close is
  -- checked.
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  perform private.check_desk_close(p_close);
  perform private.lock_desk_money(v_seller_id, true);
  select * into v_close from public.desk_closes where id = (p_close ->> 'key')::uuid and seller_id = v_seller_id;
  if found then return private.desk_close_view(v_close); end if;
  if not private.closes_desk() then perform private.deny(); end if;
  v_day := (p_close ->> 'day')::date;
  v_sums := private.desk_sums(v_seller_id, v_day);
  v_counted := p_close -> 'counted';
  -- The amounts changed after the seller saw them, so the seller must count again.
  if not exists (select from private.open_desk_money(v_seller_id, v_day))
    or exists (
      select from jsonb_each(v_sums) s
      where (s.value ->> 'expected_cents')::integer <> (p_close -> 'expected' ->> s.key)::numeric) then
    perform private.fail('changed_meanwhile', 'expected');
  end if;
  v_note := nullif(btrim(p_close ->> 'note'), '');
  if v_note is null and exists (
    select from jsonb_each(v_sums) s where (s.value ->> 'expected_cents')::integer <> (v_counted ->> s.key)::numeric) then
    perform private.fail('invalid_input', 'note');
  end if;
  insert into public.desk_closes (id, day, seller_id, number_on_day, cash_expected_cents, cash_counted_cents, paynow_expected_cents,
    paynow_counted_cents, terminal_expected_cents, terminal_counted_cents, note)
  values ((p_close ->> 'key')::uuid, v_day, v_seller_id,
    1 + (select count(*) from public.desk_closes where seller_id = v_seller_id and day = v_day),
    (v_sums -> 'cash' ->> 'expected_cents')::integer, (v_counted ->> 'cash')::numeric::integer,
    (v_sums -> 'paynow' ->> 'expected_cents')::integer, (v_counted ->> 'paynow')::numeric::integer,
    (v_sums -> 'card_terminal' ->> 'expected_cents')::integer, (v_counted ->> 'card_terminal')::numeric::integer, v_note)
  on conflict (id) do nothing
  returning * into v_close;
  -- Another seller has used this key.
  if v_close.id is null then perform private.fail('invalid_input', 'key'); end if;
  insert into public.desk_close_items (close_id, payment_id, refund_id, balance_entry_id)
  select v_close.id, m.payment_id, m.refund_id, m.entry_id from private.open_desk_money(v_seller_id, v_day) m;
  return private.desk_close_view(v_close);
end;
$$;
comment on function public.close_desk_day(jsonb) is
  'Signs what the caller counted. Takes CloseDeskDay and returns DeskClose (contract/desk-closes.ts). Closes exactly '
  'what the form showed. Later money belongs to the next close of the day. Fails with changed_meanwhile. Definer: only '
  'this function writes closes.';
grant execute on function public.close_desk_day(jsonb) to authenticated;
select private.answer_calls('public.close_desk_day(jsonb)', 'desk');
