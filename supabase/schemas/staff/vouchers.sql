-- Staff sell, list and cancel gift vouchers.

create function private.new_voucher_code()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- Crockford's alphabet has no letter that looks like a digit. 16 of its 32 characters are 80 bits.
  c_alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_bytes constant bytea := extensions.gen_random_bytes(16);
begin
  return (
    select string_agg(substr(c_alphabet, get_byte(v_bytes, n) % 32 + 1, 1) || case when n in (3, 7, 11) then '-' else '' end, '' order by n)
    from generate_series(0, 15) n);
end;
$$;
comment on function private.new_voucher_code() is 'Returns a random code such as 7K2M-Q9XT-40HV-B8WD.';

create function private.voucher_state(p_voucher public.gift_vouchers)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    when p_voucher.cancelled_at is not null then 'cancelled'
    when p_voucher.redeemed_at is not null then 'redeemed'
    when p_voucher.valid_until < private.calendar_today() then 'expired'
    else 'open' end
$$;
comment on function private.voucher_state(public.gift_vouchers) is 'Returns open, redeemed, expired or cancelled.';

create function private.voucher_row(p_voucher public.gift_vouchers)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'voucher_id', p_voucher.id, 'last_four', p_voucher.last_four, 'cents', p_voucher.amount_cents,
    'state', private.voucher_state(p_voucher), 'buyer_name', p_voucher.buyer_name, 'buyer_email', p_voucher.buyer_email,
    'recipient_name', p_voucher.recipient_name, 'message', p_voucher.message, 'reason', p_voucher.reason,
    'method', y.method, 'reference', y.reference, 'valid_until', p_voucher.valid_until,
    'issued_at', private.iso(p_voucher.issued_at), 'issued_by', private.staff_name(p_voucher.issued_by),
    'redeemed_at', private.iso(p_voucher.redeemed_at), 'family_id', e.family_id, 'family_name', f.contact_name,
    'cancelled_at', private.iso(p_voucher.cancelled_at), 'cancelled_by', private.staff_name(p_voucher.cancelled_by),
    'cancel_note', p_voucher.cancel_note)
  from (select) one
  left join public.payments y on y.id = p_voucher.payment_id
  left join public.family_balance_entries e on e.voucher_id = p_voucher.id
  left join public.families f on f.id = e.family_id
$$;
comment on function private.voucher_row(public.gift_vouchers) is
  'Returns StaffVoucher (contract/vouchers.ts), without its code.';

create function private.check_voucher(p_voucher jsonb)
returns public.gift_vouchers
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_voucher public.gift_vouchers;
begin
  perform private.check_object(p_voucher, 'p_voucher', 4000);
  if not private.is_uuid(p_voucher -> 'key') then perform private.fail('invalid_input', 'key'); end if;
  if not private.is_whole(p_voucher -> 'cents', 500, 200000) then perform private.fail('invalid_input', 'cents'); end if;
  v_voucher.request_key := (p_voucher ->> 'key')::uuid;
  v_voucher.amount_cents := (p_voucher ->> 'cents')::numeric::integer;
  v_voucher.buyer_name := private.check_text(p_voucher -> 'buyer_name', 'buyer_name', 120);
  v_voucher.buyer_email := private.check_text(p_voucher -> 'buyer_email', 'buyer_email', 254);
  if not private.is_email(v_voucher.buyer_email) then perform private.fail('invalid_input', 'buyer_email'); end if;
  if private.is_given(p_voucher -> 'recipient_name') then
    v_voucher.recipient_name := private.check_text(p_voucher -> 'recipient_name', 'recipient_name', 120);
  end if;
  if private.is_given(p_voucher -> 'message') then v_voucher.message := private.check_text(p_voucher -> 'message', 'message', 300); end if;
  if private.is_given(p_voucher -> 'method') then
    if p_voucher -> 'method' not in ('"cash"', '"paynow"', '"card_terminal"') then perform private.fail('invalid_input', 'method'); end if;
  else
    v_voucher.reason := private.check_text(p_voucher -> 'reason', 'reason', 200);
  end if;
  return v_voucher;
end;
$$;
comment on function private.check_voucher(jsonb) is
  'Checks the body of issue_voucher, and returns the voucher. Fails with invalid_input, and names the field.';

create function private.record_voucher_payment(p_voucher jsonb, p_cents integer)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_reference text;
  v_id uuid;
begin
  -- The same rule holds for a sale: if the company has a UEN, a PayNow payment needs the reference from the bank's
  -- message.
  if p_voucher ->> 'method' = 'paynow' and ((private.settings()).uen is not null or private.is_given(p_voucher -> 'reference')) then
    v_reference := upper(regexp_replace(private.check_text(p_voucher -> 'reference', 'reference', 60), '\s', '', 'g'));
  end if;
  perform private.lock_desk_money((select auth.uid()));
  insert into public.payments (payment_intent, provider, method, amount_cents, currency, result, reference)
  values ('voucher:' || lower(p_voucher ->> 'key'), 'desk', p_voucher ->> 'method', p_cents, (private.settings()).currency,
    'voucher', v_reference)
  on conflict (reference) do nothing
  returning id into v_id;
  if v_id is null then perform private.fail('paynow_reference_used', 'reference'); end if;
  return v_id;
end;
$$;
comment on function private.record_voucher_payment(jsonb, integer) is
  'Records what the caller was paid for a voucher. Fails with invalid_input (reference), paynow_reference_used.';

create function public.issue_voucher(p_voucher jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_voucher public.gift_vouchers;
  v_existing public.gift_vouchers;
  v_code text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_voucher := private.check_voucher(p_voucher);
  if v_voucher.reason is not null and not private.has_any_role('business_admin') then perform private.deny(); end if;
  if v_voucher.reason is not null then perform private.refuse_own_contact(v_voucher.buyer_email, 'buyer_email'); end if;
  perform pg_advisory_xact_lock(hashtextextended('voucher:' || v_voucher.request_key, 0));
  select * into v_existing from public.gift_vouchers where request_key = v_voucher.request_key;
  if found then
    if v_existing.amount_cents <> v_voucher.amount_cents or v_existing.buyer_email is distinct from v_voucher.buyer_email
      or v_existing.issued_by is distinct from (select auth.uid()) then
      perform private.fail('changed_meanwhile', 'key');
    end if;
    -- Only the hash is stored, so a repeated call cannot show the code again. The mail contains it.
    return jsonb_build_object('voucher', private.voucher_row(v_existing), 'code', null);
  end if;
  if v_voucher.reason is null then v_voucher.payment_id := private.record_voucher_payment(p_voucher, v_voucher.amount_cents); end if;
  v_code := private.new_voucher_code();
  insert into public.gift_vouchers (code_hash, last_four, amount_cents, currency, buyer_name, buyer_email, recipient_name, message,
    reason, payment_id, request_key, valid_until, issued_by)
  values (private.voucher_hash(v_code), right(v_code, 4), v_voucher.amount_cents, (private.settings()).currency, v_voucher.buyer_name,
    v_voucher.buyer_email, v_voucher.recipient_name, v_voucher.message, v_voucher.reason, v_voucher.payment_id, v_voucher.request_key,
    (private.calendar_today() + make_interval(years => (private.settings()).voucher_years))::date, (select auth.uid()))
  returning * into v_existing;
  insert into public.outbox (key, template, recipient, payload)
  values ('gift_voucher:' || v_existing.id, 'gift_voucher', v_existing.buyer_email, jsonb_build_object(
    'voucher_code', v_code, 'cents', v_existing.amount_cents, 'buyer_name', v_existing.buyer_name, 'recipient_name', v_existing.recipient_name,
    'message', v_existing.message, 'valid_until', v_existing.valid_until));
  return jsonb_build_object('voucher', private.voucher_row(v_existing), 'code', v_code);
end;
$$;
comment on function public.issue_voucher(jsonb) is
  'For admins. Sells a gift voucher. Takes IssueVoucher and returns IssuedVoucher (contract/vouchers.ts). If it has no '
  'method, it is a gift with a reason, which only business admins may make. The code is in the answer and in the mail '
  'to the buyer. A repeated call with the same key makes no second voucher, and its answer has no code. The money '
  'counts in the caller''s close of the day. Fails with not_allowed, invalid_input (field), own_balance (buyer_email: '
  'it would be given to the caller''s own family), paynow_reference_used, changed_meanwhile (the key was used for '
  'another voucher), rate_limited. Definer: vouchers are written only by functions, which check the caller.';
grant execute on function public.issue_voucher(jsonb) to authenticated;
select private.answer_calls('public.issue_voucher(jsonb)', 'desk');

create function private.vouchers_where(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'state' then format('private.voucher_state(g) = %L', p_filter ->> 'state') end,
    (select string_agg(format('g.search_text like %L', pattern), ' and ') from unnest(private.search_patterns(p_filter ->> 'search')) pattern))
$$;
comment on function private.vouchers_where(jsonb) is
  'Returns the SQL condition for a list of vouchers g from a checked filter.';

create function public.list_vouchers(
  p_filter jsonb default '{}', p_sort text default '-issued', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.gift_vouchers;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter,
    '{"search": "text", "state": ["open", "redeemed", "expired", "cancelled"]}', p_sort, '{-issued,issued}', p_limit);
  if p_after is not null then
    select * into v_after from public.gift_vouchers where id = p_after;
    if not found then perform private.fail('voucher_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.gift_vouchers g', private.vouchers_where(p_filter), 'g.issued_at', p_sort like '-%',
    v_after.issued_at::text, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.voucher_row(g) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.gift_vouchers g on g.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_vouchers(jsonb, text, uuid, integer) is
  'For admins. Returns StaffVouchers (contract/vouchers.ts). p_filter is {search?, state?}. p_sort is -issued or '
  'issued. Fails with voucher_not_found. Definer: see list_orders.';
grant execute on function public.list_vouchers(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_vouchers(jsonb, text, uuid, integer)', 'list_vouchers');

create function public.get_voucher(p_voucher_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_voucher public.gift_vouchers;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_voucher from public.gift_vouchers where id = p_voucher_id;
  if not found then perform private.fail('voucher_not_found', 'p_voucher_id'); end if;
  return private.voucher_row(v_voucher);
end;
$$;
comment on function public.get_voucher(uuid) is
  'For admins. Returns a gift voucher, as StaffVoucher (contract/vouchers.ts). Fails with voucher_not_found. Definer: '
  'see list_orders.';
grant execute on function public.get_voucher(uuid) to authenticated;
select private.answer_calls('public.get_voucher(uuid)', 'management');

create function public.cancel_voucher(p_voucher_id uuid, p_note text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note text;
  v_voucher public.gift_vouchers;
  v_payment public.payments;
  v_refund public.refunds;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_note := private.check_text(to_jsonb(p_note), 'p_note', 200);
  select * into v_voucher from public.gift_vouchers where id = p_voucher_id for update;
  if not found then perform private.fail('voucher_not_found', 'p_voucher_id'); end if;
  if v_voucher.redeemed_at is not null then perform private.fail('voucher_redeemed', 'p_voucher_id'); end if;
  if v_voucher.cancelled_at is null then
    perform private.refuse_own_contact(v_voucher.buyer_email, 'p_voucher_id');
    update public.gift_vouchers set cancelled_at = clock_timestamp(), cancelled_by = (select auth.uid()), cancel_note = v_note
    where id = v_voucher.id returning * into v_voucher;
    -- If the mail was not sent yet, it must not deliver a code that no longer works.
    perform private.empty_mails(array[v_voucher.id]);
    if v_voucher.payment_id is not null then
      perform private.lock_desk_money((select auth.uid()));
      select * into v_payment from public.payments where id = v_voucher.payment_id;
      v_refund.id := private.request_refund(v_payment, null, v_voucher.amount_cents, 'cancelled');
      update public.refunds set settled_by = (select auth.uid()) where id = v_refund.id returning * into v_refund;
      perform private.settle_refund(v_refund, 'succeeded', true);
    end if;
  end if;
  return private.voucher_row(v_voucher);
end;
$$;
comment on function public.cancel_voucher(uuid, text) is
  'For admins. Cancels a gift voucher that nobody redeemed, with a note. If it was sold, this records that the caller '
  'paid the money back by hand, and counts it in the caller''s close of the day. A repeated call changes nothing. '
  'Returns StaffVoucher (contract/vouchers.ts). Fails with not_allowed, invalid_input (p_note), voucher_not_found, '
  'voucher_redeemed, own_balance (bought by the caller''s own family), rate_limited. Definer: see issue_voucher.';
grant execute on function public.cancel_voucher(uuid, text) to authenticated;
select private.answer_calls('public.cancel_voucher(uuid, text)', 'management');
