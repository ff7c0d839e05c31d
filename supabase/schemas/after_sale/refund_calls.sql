-- Staff refund money by hand. The server compares the amounts that the form showed, and acts once per request key.

create function private.check_refund_call(
  p_cents integer, p_reason text, p_expected_refundable_cents integer, p_expected_refunds integer, p_key uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_cents is null or p_cents < 1 then perform private.fail('invalid_input', 'p_cents'); end if;
  if p_reason is null or p_reason not in ('goodwill', 'cancelled', 'cancelled_by_us', 'mistake', 'complaint', 'other') then
    perform private.fail('invalid_input', 'p_reason');
  end if;
  if p_expected_refundable_cents is null and not private.is_service() then perform private.fail('invalid_input', 'p_expected_refundable_cents'); end if;
  if p_expected_refunds is null and not private.is_service() then perform private.fail('invalid_input', 'p_expected_refunds'); end if;
  if p_key is null and not private.is_service() then perform private.fail('invalid_input', 'p_key'); end if;
end;
$$;
comment on function private.check_refund_call(integer, text, integer, integer, uuid) is
  'Checks who requests a refund by hand, and why. Fails with not_allowed, invalid_input. Only the service may leave '
  'out p_expected_refundable_cents, p_expected_refunds and p_key.';

create function private.note_refunds(p_note text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_note is null then return; end if;
  update public.refunds set note = private.check_text(to_jsonb(p_note), 'p_note', 200) where requested_in = pg_current_xact_id();
end;
$$;
comment on function private.note_refunds(text) is
  'Writes the reason that staff gave to all refunds that this transaction has requested. Fails with invalid_input '
  '(p_note).';

create function private.refund_of_key(
  p_key uuid, p_order_id uuid, p_line_id uuid, p_cents integer, p_left integer, p_to_balance boolean)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_requested record;
begin
  select min(r.id::text)::uuid as id, sum(r.amount_cents) as cents,
    bool_and(r.order_id = p_order_id and r.order_line_id is not distinct from p_line_id
      -- Money that was paid from the balance always returns to it, whatever staff ticked.
      and (y.provider = 'balance' or r.to_balance = coalesce(p_to_balance, false))) as is_same
  into v_requested from public.refunds r join public.payments y on y.id = r.payment_id where r.request_key = p_key;
  -- If the first answer was lost, a repeated call refunds nothing more. It is refused if the form was changed since.
  if v_requested.id is not null and not (v_requested.is_same and v_requested.cents = p_cents) then
    perform private.fail('refund_changed', 'p_cents', p_left::text);
  end if;
  return v_requested.id;
end;
$$;
comment on function private.refund_of_key(uuid, uuid, uuid, integer, integer, boolean) is
  'Returns the refund that was already requested with this key, or null. If that request differed in its amount, '
  'line, order or target (p_to_balance), fails with refund_changed (detail: p_left). The caller has locked the order.';

create function private.check_expected_refundable(p_expected_refundable_cents integer, p_left integer, p_expected_refunds integer, p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If one refund failed while another was made, the amount left is the same. So the number of refunds is compared,
  -- too.
  if p_expected_refundable_cents <> p_left or p_expected_refunds <> (select count(*) from private.shown_refunds(p_order_id)) then
    perform private.fail('refund_changed', 'p_expected_refundable_cents', p_left::text);
  end if;
end;
$$;
comment on function private.check_expected_refundable(integer, integer, integer, uuid) is
  'Fails with refund_changed (detail: the cents left) if somebody else has refunded meanwhile, so that the amount '
  'left or the number of refunds differs from what the form showed. Null means that the form did not show it.';

create function public.refund_order(
  p_order_id uuid, p_cents integer, p_reason text, p_expected_refundable_cents integer default null,
  p_expected_refunds integer default null, p_key uuid default null, p_note text default null,
  p_to_balance boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_remaining_cents integer;
  v_id uuid;
begin
  perform private.check_refund_call(p_cents, p_reason, p_expected_refundable_cents, p_expected_refunds, p_key);
  perform from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  perform private.refuse_own_order(p_order_id, 'p_order_id');
  v_remaining_cents := private.remaining_of_order(p_order_id);
  v_id := private.refund_of_key(p_key, p_order_id, null, p_cents, v_remaining_cents, p_to_balance);
  if v_id is null then
    perform private.refuse_open_instalments(p_order_id, 'p_order_id');
    perform private.refuse_disputed(c.id, 'p_order_id') from private.order_charges(p_order_id) c;
    perform private.check_expected_refundable(p_expected_refundable_cents, v_remaining_cents, p_expected_refunds, p_order_id);
    v_id := private.request_refund_of_charges(p_order_id, p_cents, p_reason, p_key);
    perform private.note_refunds(p_note);
    if p_to_balance then perform private.refunds_to_balance(); end if;
    perform private.close_refunded(private.lines_of_order(p_order_id));
  end if;
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.refund_order(uuid, integer, text, integer, integer, uuid, text, boolean) is
  'For admins. Refunds p_cents of an order''s charge. Returns {refund_id}. Bookings do not change, except that '
  'private.close_refunded may close some. Each p_key is used once. p_expected_… is what was left when the form was '
  'opened. Only the service may omit it. Fails with order_not_found, own_balance, refund_changed, refund_too_much. '
  'Definer: refunds are written only by functions, which check the caller.';
grant execute on function public.refund_order(uuid, integer, text, integer, integer, uuid, text, boolean) to authenticated, service_role;

create function public.refund_line(
  p_line_id uuid, p_cents integer, p_reason text, p_expected_refundable_cents integer default null,
  p_expected_refunds integer default null, p_key uuid default null, p_note text default null,
  p_to_balance boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_remaining_cents integer;
  v_id uuid;
begin
  perform private.check_refund_call(p_cents, p_reason, p_expected_refundable_cents, p_expected_refunds, p_key);
  v_line := private.lock_line(p_line_id);
  perform private.refuse_own_order(v_line.order_id, 'p_line_id');
  v_remaining_cents := private.remaining_of_line(p_line_id);
  v_id := private.refund_of_key(p_key, v_line.order_id, p_line_id, p_cents, v_remaining_cents, p_to_balance);
  if v_id is null then
    if v_line.status <> 'cancelled' then perform private.refuse_open_instalments(v_line.order_id, 'p_line_id'); end if;
    perform private.refuse_disputed(c.payment_id, 'p_line_id') from private.line_charges(p_line_id) c;
    perform private.check_expected_refundable(p_expected_refundable_cents, v_remaining_cents, p_expected_refunds, v_line.order_id);
    if p_cents > v_remaining_cents then perform private.fail('refund_too_much', 'p_cents', v_remaining_cents::text); end if;
    v_id := private.request_line_refund(v_line, p_cents, p_reason, p_key);
    perform private.note_refunds(p_note);
    if p_to_balance then perform private.refunds_to_balance(); end if;
    perform private.close_refunded(array[p_line_id]);
  end if;
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.refund_line(uuid, integer, text, integer, integer, uuid, text, boolean) is
  'For admins. Refunds p_cents of a line, which keeps its place. Returns {refund_id}. Works like refund_order, and '
  'also fails with line_not_found. Definer: see refund_order.';
grant execute on function public.refund_line(uuid, integer, text, integer, integer, uuid, text, boolean) to authenticated, service_role;
