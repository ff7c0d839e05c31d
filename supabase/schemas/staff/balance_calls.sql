-- Staff change a family's balance, and redeem gift vouchers for it.

create function public.get_balance(p_family_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id uuid := p_family_id;
  v_shows_notes constant boolean := p_family_id is not null;
begin
  if p_family_id is null then
    v_family_id := private.my_family_id();
  elsif not private.is_admin() then
    perform private.deny();
  end if;
  if p_family_id is not null and not exists (select from public.families where id = p_family_id and erased_at is null) then
    perform private.fail('family_not_found', 'p_family_id');
  end if;
  return jsonb_build_object(
    'cents', private.balance_of(v_family_id), 'reserved_cents', private.reserved_balance(v_family_id), 'entries', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'kind', e.kind, 'cents', e.amount_cents, 'at', private.iso(e.created_at),
      'number', (
        select o.number from public.orders o
        where o.id = coalesce((select order_id from public.refunds where id = e.refund_id),
          (select order_id from public.payments where id = coalesce(e.payment_id, e.disputed_payment_id)))),
      'note', case when v_shows_notes then e.note end, 'who', case when v_shows_notes then private.staff_name(e.made_by) end)
      order by e.created_at desc, e.id), '[]')
    from (
      select * from public.family_balance_entries
      where family_id = v_family_id
      order by created_at desc, id limit 100) e));
end;
$$;
comment on function public.get_balance(uuid) is
  'Returns FamilyBalance (contract/balance.ts). If p_family_id is null, it is the caller''s own family''s. Admins may '
  'read any family''s, with notes. Fails with family_not_found. Definer: reads entries past their policy, after '
  'checking the caller.';
grant execute on function public.get_balance(uuid) to authenticated;
select private.answer_calls('public.get_balance(uuid)', 'desk');

create function private.check_balance_change(p_family_id uuid, p_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_admin_id constant uuid := (select auth.uid());
  v_limit_left_cents integer;
begin
  perform private.refuse_own_family(p_family_id, 'p_family_id');
  if p_cents < 0 or private.has_any_role('business_admin') then return; end if;
  -- A balance that an admin gives can pay for a sale, so it acts like a discount. Therefore the limit of discounts
  -- applies to the sum of a day, over all families and including free spots.
  perform pg_advisory_xact_lock(hashtextextended('balance-given:' || v_admin_id, 0));
  v_limit_left_cents := private.gift_left_today(v_admin_id);
  if p_cents > v_limit_left_cents then perform private.fail('balance_gift_too_high', 'p_cents', greatest(0, v_limit_left_cents)::text); end if;
end;
$$;
comment on function private.check_balance_change(uuid, integer) is
  'Fails with own_balance. If an admin gives more in a day than settings.admin_discount_cents, fails with '
  'balance_gift_too_high (detail: the cents left today).';

create function public.change_balance(
  p_family_id uuid, p_cents integer, p_note text, p_expected_cents integer, p_key uuid, p_method text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 200000;
  v_note text;
  v_balance integer;
  v_entry public.family_balance_entries;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_cents is null or p_cents = 0 or p_cents not between -c_most and c_most then perform private.fail('invalid_input', 'p_cents'); end if;
  if p_key is null then perform private.fail('invalid_input', 'p_key'); end if;
  if p_method is not null and (p_cents > 0 or p_method not in ('cash', 'paynow')) then perform private.fail('invalid_input', 'p_method'); end if;
  v_note := private.check_text(to_jsonb(p_note), 'p_note', 200);
  if not exists (select from public.families where id = p_family_id and erased_at is null) then
    perform private.fail('family_not_found', 'p_family_id');
  end if;
  if p_method is not null then perform private.lock_desk_money((select auth.uid())); end if;
  v_balance := private.lock_balance(p_family_id);
  -- If the first answer was lost, a repeated call changes nothing more.
  select * into v_entry from public.family_balance_entries where request_key = p_key;
  if found then
    if (v_entry.family_id, v_entry.amount_cents, v_entry.method) is distinct from (p_family_id, p_cents, p_method) then
      perform private.fail('changed_meanwhile', 'p_key');
    end if;
    return jsonb_build_object('cents', v_balance);
  end if;
  perform private.check_balance_change(p_family_id, p_cents);
  if p_expected_cents is distinct from v_balance then perform private.fail('changed_meanwhile', 'p_expected_cents'); end if;
  return jsonb_build_object('cents', private.post_balance(
    p_family_id, case when p_cents > 0 then 'given' else 'taken' end, p_cents, null, v_note, p_key, p_method));
end;
$$;
comment on function public.change_balance(uuid, integer, text, integer, uuid, text) is
  'For admins. Adds to a family''s balance or, if p_cents is below zero, takes from it, at most S$2,000 and with a '
  'note. A repeated call with the same p_key counts once. p_method says how the amount was paid out. It is null if it '
  'was not. Returns {cents}. Fails with family_not_found, own_balance, balance_gift_too_high, changed_meanwhile, '
  'balance_too_low. Definer: entries are written only by functions, which check the caller.';
grant execute on function public.change_balance(uuid, integer, text, integer, uuid, text) to authenticated;
select private.answer_calls('public.change_balance(uuid, integer, text, integer, uuid, text)', 'management');

create function private.normal_voucher_code(p_code text)
returns text
language sql
immutable
set search_path = ''
as $$ select translate(regexp_replace(upper(left(p_code, 60)), '[^0-9A-Z]', '', 'g'), 'OIL', '011') $$;
comment on function private.normal_voucher_code(text) is
  'Returns a voucher''s code in capitals, without dashes and spaces. Letters that look like digits become digits.';

create function private.voucher_hash(p_code text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(extensions.digest('voucher:' || private.normal_voucher_code(p_code), 'sha256'), 'hex') $$;
comment on function private.voucher_hash(text) is
  'Returns the hash of a voucher''s code. It needs no salt, because a code has 80 random bits.';

create function private.lock_voucher(p_hash text)
returns public.gift_vouchers
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_voucher public.gift_vouchers;
begin
  select * into v_voucher from public.gift_vouchers where code_hash = p_hash for update;
  return v_voucher;
end;
$$;
comment on function private.lock_voucher(text) is
  'Locks and returns the voucher with this hash, or a row of nulls if there is none. If two people redeem one code, '
  'the lock makes one wait for the other.';

create function public.redeem_voucher(p_code text, p_family_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id uuid := p_family_id;
  v_voucher public.gift_vouchers;
begin
  if p_family_id is not null then
    if not private.is_admin() then perform private.deny(); end if;
    if not exists (select from public.families where id = p_family_id and erased_at is null) then
      perform private.fail('family_not_found', 'p_family_id');
    end if;
  elsif private.my_account() is null then
    perform private.deny();
  end if;
  if coalesce(length(p_code), 0) not between 1 and 60 then perform private.fail('invalid_input', 'p_code'); end if;
  v_voucher := private.lock_voucher(private.voucher_hash(p_code));
  if v_voucher.id is null or v_voucher.cancelled_at is not null then perform private.fail('code_invalid', 'p_code'); end if;
  if v_family_id is null then v_family_id := private.ensure_family(); end if;
  if v_voucher.redeemed_at is not null then
    if exists (select from public.family_balance_entries where voucher_id = v_voucher.id and family_id = v_family_id) then
      return jsonb_build_object('cents', v_voucher.amount_cents, 'balance_cents', private.balance_of(v_family_id));
    end if;
    perform private.fail('code_used_up', 'p_code');
  end if;
  if v_voucher.valid_until < private.calendar_today() then perform private.fail('code_expired', 'p_code'); end if;
  -- Somebody who issued a voucher saw its code, and may have given it without a payment. So their own family cannot
  -- redeem it.
  if private.is_family_of(v_voucher.issued_by, v_family_id) then perform private.fail('own_balance', 'p_code'); end if;
  update public.gift_vouchers set redeemed_at = clock_timestamp() where id = v_voucher.id;
  return jsonb_build_object('cents', v_voucher.amount_cents,
    'balance_cents', private.post_balance(v_family_id, 'voucher', v_voucher.amount_cents, v_voucher.id));
end;
$$;
comment on function public.redeem_voucher(text, uuid) is
  'Adds a gift voucher to the balance of the signed-in parent''s family, which is created if there is none. For '
  'admins, adds it to the balance of p_family_id. Returns {cents, balance_cents}. cents is the amount of the voucher. '
  'Each code works once. If the same family sends it again, it gets the same answer. Wrong codes count as guesses, '
  'like promotion codes. Fails with not_allowed, invalid_input (p_code), code_invalid (unknown or cancelled), '
  'code_used_up (by another family), code_expired, email_not_verified (an account without an address), '
  'family_not_found, own_balance (the family of the person who issued it), rate_limited. Definer: entries are written '
  'only by functions; the code identifies the voucher.';
grant execute on function public.redeem_voucher(text, uuid) to authenticated;
select private.answer_calls('public.redeem_voucher(text, uuid)', 'redeem_voucher', p_code => 'p_code');

create function private.open_voucher_money()
returns table (seller_id uuid, day date, payment_id uuid, refund_id uuid, order_id uuid, method text, cents integer, at timestamptz,
  entry_id uuid)
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select g.issued_by, (p.created_at at time zone private.time_zone())::date, p.id, null::uuid, null::uuid, p.method, p.amount_cents,
    p.created_at, null::uuid
  from public.gift_vouchers g join public.payments p on p.id = g.payment_id
  where g.issued_by is not null and not exists (select from public.desk_close_items i where i.payment_id = p.id);
end;
$$;
comment on function private.open_voucher_money() is
  'Returns what was taken for vouchers and is in no close of the desk yet, in the shape of private.open_desk_money.';

create function private.voucher_paid_by(p_payment_id uuid, p_refund_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select g.last_four from public.gift_vouchers g
  where g.payment_id = coalesce(p_payment_id, (select r.payment_id from public.refunds r where r.id = p_refund_id))
$$;
comment on function private.voucher_paid_by(uuid, uuid) is
  'Returns the last four characters of the voucher that a payment paid for, or whose money a refund returned. Returns '
  'null if the payment was for an order.';

create function private.purge_gift_vouchers()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.gift_vouchers set buyer_name = null, buyer_email = null, recipient_name = null, message = null, cancel_note = null
  where id = any (array(
    select id from public.gift_vouchers
    where coalesce(redeemed_at, cancelled_at, valid_until::timestamp at time zone private.time_zone()) < private.expiry('gift_vouchers')
      and buyer_name is not null
    order by issued_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_gift_vouchers() is
  'Removes the personal data of vouchers that ended long ago. Their amounts stay for the books. Returns the number of '
  'vouchers.';
