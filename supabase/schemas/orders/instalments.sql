-- An order may be paid by instalments. In the ledger of each line, the unpaid amount is an entry "outstanding"
-- (docs/line-ledger.md; docs/decisions "Deposits and instalments").

create table public.order_instalments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null check (position between 0 and 40),
  due_on date not null,
  cents integer not null check (cents > 0),
  status text not null default 'due' check (status in ('due', 'paid', 'lapsed', 'cancelled')),
  sold_due_on date not null,
  payment_id uuid unique references public.payments (id) on delete restrict,
  paid_at timestamptz,
  moved_at timestamptz,
  moved_by uuid,
  moved_reason text check (length(moved_reason) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  unique (order_id, position),
  check ((status = 'paid') = (payment_id is not null)),
  check ((status = 'paid') = (paid_at is not null))
);
comment on table public.order_instalments is
  'The payment plan of an order, as it was sold. The instalments always sum to the order''s total. If an order has no '
  'rows, its whole price was paid when it was bought.';
comment on column public.order_instalments.position is
  'The number is 0 for the deposit, which is paid when the order is bought. The later instalments follow. If a '
  'cancellation splits an instalment, the cancelled share gets the next number.';
comment on column public.order_instalments.due_on is 'The last day in Singapore on which a payment is in time.';
comment on column public.order_instalments.sold_due_on is
  'The due date as it was when the order was bought, before staff gave more time.';
comment on column public.order_instalments.status is
  'due means that it is to be paid, and late after due_on. lapsed means that the booking was cancelled because it was '
  'not paid. cancelled means that its line was cancelled, or the amount was written off.';
comment on column public.order_instalments.moved_reason is
  'Why staff last gave more time, or wrote the amount off, in their words. It is null once the order''s personal data '
  'is deleted.';
comment on column public.order_instalments.moved_by is
  'The admin who moved it or wrote it off. There is no foreign key, as in consents.';
create index order_instalments_due on public.order_instalments (due_on) where status = 'due';

comment on column public.settings.camp_deposits is
  'True if camps are sold for a deposit, at the desk and on the site, with the remaining price due by a date.';
comment on column public.settings.deposit_percent is 'The share of each place that is paid when it is bought.';
comment on column public.settings.deposit_min_cents is
  'The least deposit of a place. It is never above the price of the place.';
comment on column public.settings.deposit_due_days is
  'How many days before the first camp begins everything must be paid.';
comment on column public.settings.deposit_instalments_max is 'The largest number of instalments after the deposit.';
comment on column public.settings.deposit_grace_days is 'The number of days after a due date before staff decide.';
comment on column public.settings.deposits_lapse is
  'True if a booking that was not paid is cancelled by its rules after the days of grace, without staff.';

create table public.instalment_attempts (
  instalment_id uuid not null references public.order_instalments (id) on delete cascade,
  attempt integer not null check (attempt > 0),
  cents integer not null check (cents > 0),
  expires_at timestamptz not null,
  session_id text unique,
  url text,
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (instalment_id, attempt)
);
comment on table public.instalment_attempts is
  'Stripe sessions for an instalment. All tabs and links get the same open session, which can be paid once.';
comment on column public.instalment_attempts.expires_at is
  'When the Stripe session will end. This is decided before Stripe is called, so that a repeated call has the same '
  'parameters.';
comment on column public.instalment_attempts.session_id is
  'The id of the Stripe session. It is null until it is recorded.';
comment on column public.instalment_attempts.closed_at is
  'When Stripe reported that the session ended without a payment.';
create index instalment_attempts_open on public.instalment_attempts (expires_at) where closed_at is null;

alter table public.order_instalments enable row level security;
alter table public.instalment_attempts enable row level security;
revoke all on table public.order_instalments, public.instalment_attempts from anon, authenticated, service_role;
grant select on public.order_instalments, public.instalment_attempts to service_role;
grant select (id, order_id, position, due_on, cents, status, sold_due_on, payment_id, paid_at, moved_at, created_at)
  on public.order_instalments to authenticated;
create policy "Parents read the instalments of their own orders, admins read all" on public.order_instalments
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id())));
create trigger audit after update on public.order_instalments
  for each row execute function private.audit('id', 'due_on');

create function private.export_family_instalments(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('instalments', coalesce(jsonb_agg(jsonb_build_object(
    'order', o.number, 'due_on', i.due_on, 'cents', i.cents, 'status', i.status, 'paid_at', i.paid_at, 'moved_reason', i.moved_reason)
    order by o.number, i.position), '[]'))
  from public.orders o join public.order_instalments i on i.order_id = o.id
  where o.family_id = p_family_id
$$;
comment on function private.export_family_instalments(uuid, text[], text[]) is
  'Returns the payment plans of the family''s orders.';

create function private.deposit_of(p_cents integer)
returns integer
language sql
stable
set search_path = ''
as $$
  select least(p_cents, greatest(s.deposit_min_cents, round(p_cents * s.deposit_percent / 100.0)::integer))
  from private.settings() s
$$;
comment on function private.deposit_of(integer) is
  'Returns the deposit of a place that costs p_cents, by the settings.';

create function private.instalment_options(p_lines jsonb, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  c_least constant integer := 1000;
  v_settings constant public.settings := private.settings();
  v_total constant integer := (select sum((l ->> 'cents')::integer) from jsonb_array_elements(p_lines) l);
  v_deposit integer;
  v_later_cents integer;
  v_until date;
  v_options jsonb := '[]';
begin
  -- Instalments must be paid before the first day, and only camps have one.
  if not v_settings.camp_deposits or exists (
    select from jsonb_array_elements(p_lines) l where l ->> 'camp_id' is null or l ->> 'cents' is null) then
    return v_options;
  end if;
  select min(c.start_date) - v_settings.deposit_due_days into v_until
  from jsonb_array_elements(p_lines) l join public.camp_weeks c on c.id = (l ->> 'camp_id')::uuid;
  select sum(private.deposit_of((l ->> 'cents')::integer)) into v_deposit
  from jsonb_array_elements(p_lines) l;
  v_later_cents := v_total - v_deposit;
  if v_until <= p_today or v_deposit < 1 then return v_options; end if;
  for v_instalment_count in 1..v_settings.deposit_instalments_max loop
    exit when v_later_cents / v_instalment_count < c_least or (v_instalment_count > 1 and v_until - p_today < 7 * v_instalment_count);
    v_options := v_options || jsonb_build_object('parts', v_instalment_count, 'deposit_cents', v_deposit, 'rest', (
      select jsonb_agg(jsonb_build_object(
        'due_on', p_today + round((v_until - p_today) * n::numeric / v_instalment_count)::integer,
        'cents', v_later_cents / v_instalment_count + case when n = v_instalment_count then v_later_cents % v_instalment_count else 0 end) order by n)
      from generate_series(1, v_instalment_count) n));
  end loop;
  return v_options;
end;
$$;
comment on function private.instalment_options(jsonb, date) is
  'Returns InstalmentOption[] (contract/instalments.ts) for lines [{camp_id, cents}] that are sold on p_today. The '
  'last instalment is due settings.deposit_due_days before the first camp, and no instalment is less than S$10.';

create function private.deposit_camps(p_lines jsonb, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_lines jsonb;
begin
  select jsonb_agg(l) into v_lines
  from jsonb_array_elements(p_lines) l join public.camp_weeks c on c.id = (l ->> 'camp_id')::uuid
  where c.start_date - (private.settings()).deposit_due_days > p_today;
  if v_lines is null or private.instalment_options(v_lines, p_today) = '[]' then return '[]'; end if;
  return (select jsonb_agg(distinct l -> 'camp_id') from jsonb_array_elements(v_lines) l);
end;
$$;
comment on function private.deposit_camps(jsonb, date) is
  'Returns the camps of lines [{camp_id, cents}] for which a deposit would be possible in an order without the others.';

create function private.check_sale_instalments(p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_given(p_sale -> 'instalments') then return; end if;
  if jsonb_typeof(p_sale -> 'instalments') <> 'object' then perform private.fail('invalid_input', 'instalments'); end if;
  if not private.is_whole(p_sale #> '{instalments,parts}', 1, 3) then perform private.fail('invalid_input', 'instalments.parts'); end if;
  if not private.is_whole(p_sale #> '{instalments,deposit_cents}', 1, 2000000000) then
    perform private.fail('invalid_input', 'instalments.deposit_cents');
  end if;
end;
$$;
comment on function private.check_sale_instalments(jsonb) is
  'Checks the plan {parts, deposit_cents} of a sale, if there is one. Fails with invalid_input, and names the field.';

create function private.write_instalments(p_order_id uuid, p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_option jsonb;
begin
  if not private.is_given(p_sale -> 'instalments') then return; end if;
  select o into v_option
  from jsonb_array_elements(private.instalment_options((
    select jsonb_agg(jsonb_build_object('camp_id', l.camp_id, 'cents', l.total_cents))
    from public.order_lines l where l.order_id = p_order_id), v_today)) o
  where (o ->> 'parts')::integer = (p_sale #>> '{instalments,parts}')::integer;
  if v_option is null then perform private.fail('no_instalments', 'instalments'); end if;
  if v_option -> 'deposit_cents' <> p_sale #> '{instalments,deposit_cents}' then
    perform private.fail('price_changed', 'instalments', v_option ->> 'deposit_cents');
  end if;
  insert into public.order_instalments (order_id, position, due_on, sold_due_on, cents)
  select p_order_id, 0, v_today, v_today, (v_option ->> 'deposit_cents')::integer
  union all
  select p_order_id, r.ordinality, (r.value ->> 'due_on')::date, (r.value ->> 'due_on')::date, (r.value ->> 'cents')::integer
  from jsonb_array_elements(v_option -> 'rest') with ordinality r;
end;
$$;
comment on function private.write_instalments(uuid, jsonb) is
  'Writes the payment plan of an order whose lines are written and priced. From then on the plan''s terms are fixed. '
  'Fails with no_instalments (only the whole price is possible), price_changed (detail: the deposit in cents).';

create function private.due_at_sale(p_order public.orders)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce((select cents from public.order_instalments where order_id = p_order.id and position = 0), p_order.total_cents);
end;
$$;
comment on function private.due_at_sale(public.orders) is
  'Returns what is paid for an order when it is sold, in cents: the deposit, or the whole price.';

create function private.charge_at_sale(p_order public.orders)
returns integer
language plpgsql
stable
set search_path = ''
as $$ begin return private.due_at_sale(p_order) - p_order.balance_cents - p_order.split_cents; end $$;
comment on function private.charge_at_sale(public.orders) is
  'Returns what is charged for an order when it is sold, in cents. This is what is due, minus what the family''s '
  'balance and the second way of paying at the desk pay.';

create function private.note_deposit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.order_instalments set status = 'paid', payment_id = new.id, paid_at = new.created_at
  where order_id = new.order_id and position = 0 and status = 'due';
  return null;
end;
$$;
comment on function private.note_deposit() is
  'Trigger on payments: records the charge that paid for an order as the payment of its deposit. Definer: only '
  'functions write plans.';
create trigger note_deposit_of_new after insert on public.payments
  for each row when (new.result in ('confirmed', 'reseated', 'needs_choice')) execute function private.note_deposit();
create trigger note_deposit after update of result on public.payments
  for each row when (new.result in ('confirmed', 'reseated', 'needs_choice') and old.result is distinct from new.result)
  execute function private.note_deposit();
