-- A family's balance is money that we owe it and that it spends here, unlike the credits of a pass (docs/decisions "The
-- family balance").

create table public.gift_vouchers (
  id uuid primary key default gen_random_uuid(),
  code_hash text not null unique,
  last_four text not null check (last_four ~ '^[0-9A-HJKMNP-TV-Z]{4}$'),
  amount_cents integer not null check (amount_cents between 500 and 200000),
  currency text not null,
  buyer_name text check (length(buyer_name) between 1 and 120 and private.is_line(buyer_name)),
  buyer_email text check (length(buyer_email) between 3 and 254),
  recipient_name text check (length(recipient_name) between 1 and 120 and private.is_line(recipient_name)),
  message text check (length(message) between 1 and 300 and private.is_line(message)),
  reason text check (length(reason) between 1 and 200),
  payment_id uuid unique references public.payments (id) on delete restrict,
  request_key uuid not null unique,
  valid_until date,
  issued_by uuid,
  issued_at timestamptz not null default clock_timestamp(),
  redeemed_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid,
  cancel_note text check (length(cancel_note) between 1 and 200),
  search_text text not null generated always as (private.search_text(last_four, buyer_name, buyer_email, recipient_name)) stored,
  check (num_nonnulls(redeemed_at, cancelled_at) <= 1),
  check ((cancelled_at is null) = (cancelled_by is null)),
  check (payment_id is not null or reason is not null)
);
comment on table public.gift_vouchers is
  'Gift vouchers. Redeeming one adds its whole amount to a family''s balance, once. The code is mailed to the buyer '
  'and shown once. Only its hash is stored.';
comment on column public.gift_vouchers.last_four is
  'The last four characters of the code, by which staff find a voucher.';
comment on column public.gift_vouchers.reason is
  'Why it was given without a payment. It is null for a voucher that was sold.';
comment on column public.gift_vouchers.payment_id is 'The payment for it at the desk. It is null if it was given.';
comment on column public.gift_vouchers.request_key is 'Made by the form, so that a repeated request makes one voucher.';
comment on column public.gift_vouchers.valid_until is
  'The last day in Singapore on which it can be redeemed. It is null if it has no end.';
comment on column public.gift_vouchers.issued_by is
  'Who sold or gave it. The money counts in this person''s close of the day. There is no foreign key, as in '
  'desk_closes.';
create index gift_vouchers_issued_at on public.gift_vouchers (issued_at desc, id);

create table public.family_balance_entries (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  kind text not null check (kind in ('given', 'taken', 'voucher', 'refund', 'spent', 'taken_back', 'given_up', 'referral')),
  amount_cents integer not null check (amount_cents <> 0),
  note text check (length(note) between 1 and 200),
  voucher_id uuid unique references public.gift_vouchers (id) on delete restrict,
  refund_id uuid unique references public.refunds (id) on delete restrict,
  payment_id uuid unique references public.payments (id) on delete restrict,
  made_by uuid,
  method text check (method in ('cash', 'paynow')),
  request_key uuid unique,
  created_at timestamptz not null default clock_timestamp(),
  disputed_payment_id uuid references public.payments (id) on delete restrict,
  referral_order_id uuid references public.orders (id) on delete restrict,
  check ((amount_cents < 0) = (kind in ('taken', 'spent', 'given_up')) or kind in ('taken_back', 'referral')),
  check ((kind = 'referral') = (referral_order_id is not null)),
  check ((kind = 'taken_back') = (disputed_payment_id is not null)),
  check (method is null or kind = 'taken'),
  check ((kind = 'voucher') = (voucher_id is not null)),
  check ((kind = 'refund') = (refund_id is not null)),
  check ((kind = 'spent') = (payment_id is not null))
);
comment on table public.family_balance_entries is
  'What was added to a family''s balance and taken from it. The sum is the balance, which is never below zero. The '
  'family''s row is locked while the balance is read and changed (private.post_balance).';
comment on column public.family_balance_entries.kind is
  'given and taken are by staff. refund is the refund of an order to the balance. taken_back means that a bank '
  'refunded the same money. It is positive if the dispute is won after all. given_up means that the family was erased.';
comment on column public.family_balance_entries.disputed_payment_id is 'The charge that was paid back twice.';
comment on column public.family_balance_entries.referral_order_id is 'The friend''s order. Parents never read it.';
create unique index family_balance_entries_referral on public.family_balance_entries (referral_order_id, (amount_cents > 0));
create index family_balance_entries_disputed on public.family_balance_entries (disputed_payment_id);
comment on column public.family_balance_entries.note is
  'Why staff gave or took it. Only staff read it. It is erased with the family.';
comment on column public.family_balance_entries.made_by is
  'Who did it. It is null if nobody was signed in. There is no foreign key, as in consents.';
comment on column public.family_balance_entries.method is
  'How staff paid out what they took. It is null if it was not paid out. The money counts in the close of the day of '
  'the person who paid it.';
comment on column public.family_balance_entries.request_key is
  'Made by the form of staff, so that a repeated request counts once.';
create index family_balance_entries_family_id on public.family_balance_entries (family_id, created_at);

alter table public.gift_vouchers enable row level security;
alter table public.family_balance_entries enable row level security;
revoke all on table public.gift_vouchers, public.family_balance_entries from anon, authenticated, service_role;
grant select on public.family_balance_entries to authenticated, service_role;
grant select (id, last_four, amount_cents, currency, buyer_name, buyer_email, recipient_name, message, reason, payment_id,
  valid_until, issued_by, issued_at, redeemed_at, cancelled_at, cancelled_by, cancel_note) on public.gift_vouchers
  to authenticated, service_role;
create policy "Admins read gift vouchers" on public.gift_vouchers
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read entries of balances" on public.family_balance_entries
  for select to authenticated using ((select private.is_admin()));
create trigger refuse_change before delete or truncate on public.family_balance_entries
  for each statement execute function private.refuse_change();
create trigger refuse_change before delete or truncate on public.gift_vouchers
  for each statement execute function private.refuse_change();
create trigger audit after insert or update on public.family_balance_entries
  for each row execute function private.audit('id', '*', 'note', 'request_key', 'created_at');
create trigger audit after insert or update on public.gift_vouchers
  for each row execute function private.audit('id', 'amount_cents', 'last_four', 'valid_until', 'redeemed_at', 'cancelled_at');

create function private.reserved_balance(p_family_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select coalesce(sum(balance_cents), 0)::integer
  from public.orders where family_id = p_family_id and status in ('held', 'awaiting_payment')
$$;
comment on function private.reserved_balance(uuid) is
  'Returns how much of a family''s balance its open orders reserve, in cents. When an order ends, its reservation '
  'ends.';

create function private.lock_balance(p_family_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.families where id = p_family_id for no key update;
  if not found then perform private.fail('family_not_found', 'family_id'); end if;
  return private.balance_of(p_family_id);
end;
$$;
comment on function private.lock_balance(uuid) is
  'Locks a family, so that changes of its balance run one after the other. Returns the balance in cents. Families '
  'come after orders and places in the lock order (places.sql). Fails with family_not_found.';

create function private.post_balance(
  p_family_id uuid, p_kind text, p_cents integer, p_of uuid default null, p_note text default null, p_key uuid default null,
  p_method text default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- A debt must not be paid with the balance that this order reserved, because the order is being booked now.
  v_is_reserved constant boolean := p_kind = 'spent' and exists (
    select from public.payments p join public.orders o on o.id = p.order_id
    where p.id = p_of and p.result = 'confirmed' and o.balance_cents > 0);
  v_cents integer := private.lock_balance(p_family_id);
begin
  if p_kind = 'taken_back' or v_is_reserved then v_cents := private.free_balance(p_family_id);
  elsif p_cents < 0 then perform private.take_balance_debts(p_family_id); end if;
  if p_cents < 0 and v_cents + p_cents < 0 then perform private.fail('balance_too_low', 'balance_cents', v_cents::text); end if;
  insert into public.family_balance_entries (family_id, kind, amount_cents, note, voucher_id, refund_id, payment_id, disputed_payment_id,
    referral_order_id, made_by, request_key, method)
  values (p_family_id, p_kind, p_cents, p_note, case when p_kind = 'voucher' then p_of end, case when p_kind = 'refund' then p_of end,
    case when p_kind = 'spent' then p_of end, case when p_kind = 'taken_back' then p_of end, case when p_kind = 'referral' then p_of end,
    (select auth.uid()), p_key, p_method);
  if p_cents > 0 and p_kind <> 'taken_back' then perform private.take_balance_debts(p_family_id); end if;
  return private.balance_of(p_family_id);
end;
$$;
comment on function private.post_balance(uuid, text, integer, uuid, text, uuid, text) is
  'Changes a family''s balance by p_cents (negative if it takes). Returns the new balance. p_of is the voucher, '
  'refund, payment or friend''s order. Debts are taken first, but not from what a checkout reserved. Fails with '
  'family_not_found, balance_too_low (detail: the balance).';

create function private.refund_to_balance(p_refund_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_family_id uuid;
begin
  update public.refunds set to_balance = true where id = p_refund_id and status = 'requested' and not to_balance returning * into v_refund;
  if not found then return; end if;
  -- What was paid from a balance returns to it, even if the family was merged since.
  v_family_id := coalesce(
    (select family_id from public.family_balance_entries where payment_id = v_refund.payment_id),
    (select family_id from public.orders where id = v_refund.order_id));
  -- Nobody could spend the balance of an erased family.
  if exists (select from public.families where id = v_family_id and erased_at is not null) then
    perform private.fail('family_not_found', 'family_id');
  end if;
  perform private.post_balance(v_family_id, 'refund', v_refund.amount_cents, v_refund.id);
end;
$$;
comment on function private.refund_to_balance(uuid) is
  'Adds a refund that was just requested to the family''s balance. It is settled at the end of the transaction '
  '(private.settle_balance_refund), after the mail about the decision was written. Fails with family_not_found, also '
  'for an erased family.';

create function private.refunds_to_balance(p_reason text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  for v_refund in
    select * from public.refunds
    where requested_in = pg_current_xact_id() and status = 'requested' and not to_balance
      and (p_reason is null or reason = p_reason) order by created_at, id
  loop
    -- The bank may still take the money back.
    perform private.refuse_disputed(v_refund.payment_id, 'p_to_balance');
    if not exists (
      select from public.orders o join public.families f on f.id = o.family_id
      where o.id = v_refund.order_id and f.erased_at is null) then
      perform private.fail('family_not_found', 'p_to_balance');
    end if;
    perform private.refund_to_balance(v_refund.id);
  end loop;
end;
$$;
comment on function private.refunds_to_balance(text) is 'Adds the refunds that this transaction has requested, or '
  'only those for this reason, to the balance of their families. Fails with charge_disputed, family_not_found (the '
  'order''s people were erased).';

create function private.return_spent_balance()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if (select provider from public.payments where id = new.payment_id) = 'balance' then
    perform private.refund_to_balance(new.id);
  end if;
  return null;
end;
$$;
comment on function private.return_spent_balance() is
  'Trigger on refunds: returns to a balance what was paid from it, whatever the reason of the refund.';
create trigger return_spent_balance after insert on public.refunds
  for each row when (new.status = 'requested') execute function private.return_spent_balance();

create function private.settle_balance_refund()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  select * into v_refund from public.refunds where id = new.id and status = 'requested' for update;
  if found then perform private.settle_refund(v_refund, 'succeeded', true); end if;
  return null;
end;
$$;
comment on function private.settle_balance_refund() is
  'Trigger on refunds: settles a refund to the balance when the transaction ends. Until then it has the status '
  'requested, because the mail about the decision states requested refunds. Definer: by then, the definer function '
  'that requested the refund has ended.';
create constraint trigger settle_balance_refund after update of to_balance on public.refunds
  deferrable initially deferred
  for each row when (new.to_balance and not old.to_balance) execute function private.settle_balance_refund();

create function private.export_family_balance(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'balance_entries', (
      select coalesce(jsonb_agg(to_jsonb(e) - '{made_by,request_key,referral_order_id}'::text[] order by e.created_at, e.id), '[]')
      from public.family_balance_entries e where e.family_id = p_family_id),
    'gift_vouchers', (
      select coalesce(jsonb_agg(to_jsonb(g) - '{code_hash,search_text,request_key,issued_by,cancelled_by}'::text[]
        order by g.issued_at, g.id), '[]')
      from public.gift_vouchers g where lower(g.buyer_email) = any (p_emails)))
$$;
comment on function private.export_family_balance(uuid, text[], text[]) is
  'Returns the family''s balance, and the vouchers that were bought under its verified addresses.';

create function private.erase_family_balance(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_cents integer;
begin
  perform private.lock_balance(p_family_id), private.take_balance_debts(p_family_id);
  v_cents := private.balance_of(p_family_id);
  if v_cents > 0 then perform private.post_balance(p_family_id, 'given_up', -v_cents); end if;
  update public.family_balance_entries set note = null where family_id = p_family_id and note is not null;
end;
$$;
comment on function private.erase_family_balance(uuid) is
  'When a family gives up its balance, ends the balance and removes what staff wrote about it. The amounts stay.';
