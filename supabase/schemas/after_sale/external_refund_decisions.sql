-- Staff decide to which lines a refund made at Stripe belongs, once per refund (docs/decisions "Refunds made at
-- Stripe").

create function private.close_refunded(p_line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_order_id uuid;
begin
  perform from public.passes where order_line_id = any (p_line_ids) order by id for update;
  for v_line in
    select l.* from public.order_lines l
    where l.id = any (p_line_ids) and private.is_refunded(l) and (select b.balance_cents from private.line_balance(l.id) b) <= 0
      and (l.status in ('needs_choice', 'credit') or l.status = 'placed' and private.is_cancelled_by_us(l))
    order by l.order_id, l.position
  loop
    if v_line.status = 'placed' then
      perform private.free_line(v_line);
    else
      update public.order_lines set status = 'cancelled' where id = v_line.id;
    end if;
    delete from public.trial_claims
    where order_line_id = v_line.id and not exists (select from private.pass_bookings(v_line.id));
    perform private.close_line(v_line.id, 'refunded');
  end loop;
  for v_order_id in
    select distinct o.id from public.order_lines l join public.orders o on o.id = l.order_id
    where l.id = any (p_line_ids) and o.outcome = 'needs_choice'
      and not exists (select from public.order_lines n where n.order_id = o.id and n.status = 'needs_choice')
    order by 1
  loop
    update public.orders set outcome = case when exists (
      select from public.order_lines where order_id = v_order_id and status = 'placed') then 'enrolled' end
    where id = v_order_id;
    update public.payment_decisions set status = 'resolved', resolution = 'refund', resolved_at = clock_timestamp(),
      resolved_by = case when private.is_admin() then (select auth.uid()) end
    where order_id = v_order_id and kind = 'paid_late' and status = 'open';
  end loop;
end;
$$;
comment on function private.close_refunded(uuid[]) is
  'Closes each of these lines that is fully refunded, if we cancelled it or if it waits for a choice. Otherwise a '
  'family could get both the money and the choice. The caller has locked their orders.';

create function private.allocate_earlier_refunds(p_payment_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_order_id constant uuid := (select order_id from public.payments where id = p_payment_id);
begin
  for v_refund in
    select * from public.refunds where payment_id = p_payment_id and status <> 'failed' order by created_at for update
  loop
    update public.refunds set order_id = v_order_id where id = v_refund.id;
    -- An overpayment belongs to no place, so it is refunded before the lines.
    perform private.post_line(l.id, 'kept', least(b.kept_cents, private.unallocated_cents(v_refund)), 'external')
    from unnest(private.lines_of_order(v_order_id)) l (id) cross join lateral private.line_balance(l.id) b where b.kept_cents > 0;
    perform private.spread_refund(
      v_refund, private.lines_of_order(v_order_id), private.unallocated_cents(v_refund), 'external');
  end loop;
end;
$$;
comment on function private.allocate_earlier_refunds(uuid) is
  'When staff accept a charge that differed from the price, allocates its earlier refunds to the order''s lines.';

create function private.check_external_choice(p_choice jsonb, p_payment_id uuid)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_kind constant text := p_choice ->> 'kind';
  v_line record;
  v_line_ids uuid[] := '{}';
begin
  perform private.check_object(p_choice, 'p_choice', 2000);
  if coalesce(v_kind, '') not in ('leave', 'line', 'cancel') then perform private.fail('invalid_input', 'p_choice.kind'); end if;
  if v_kind = 'leave' then return v_line_ids; end if;
  if jsonb_typeof(p_choice -> 'line_ids') is distinct from 'array'
    or jsonb_array_length(p_choice -> 'line_ids') not between 1 and (case v_kind when 'line' then 1 else 8 end) then
    perform private.fail('invalid_input', 'p_choice.line_ids');
  end if;
  for v_line in select value as id, format('p_choice.line_ids[%s]', ordinality - 1) as field
    from jsonb_array_elements(p_choice -> 'line_ids') with ordinality order by ordinality
  loop
    if not private.is_uuid(v_line.id) or (v_line.id #>> '{}')::uuid = any (v_line_ids) then
      perform private.fail('invalid_input', v_line.field);
    end if;
    if not exists (select from private.lines_paid_by(p_payment_id) l where l.id = (v_line.id #>> '{}')::uuid) then
      perform private.fail('line_not_found', v_line.field);
    end if;
    v_line_ids := v_line_ids || (v_line.id #>> '{}')::uuid;
  end loop;
  if v_kind = 'cancel' and (select count(distinct order_id) from public.order_lines where id = any (v_line_ids)) > 1 then
    perform private.fail('invalid_input', 'p_choice.line_ids');
  end if;
  return v_line_ids;
end;
$$;
comment on function private.check_external_choice(jsonb, uuid) is
  'Returns the lines that an ExternalRefundChoice (contract/management-orders.ts) names. Fails with invalid_input or '
  'line_not_found, and names the field.';

create function private.spread_undecided(p_payment_id uuid, p_line_ids uuid[], p_reason text default 'external')
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
  v_before integer;
  v_allocated integer := 0;
begin
  for v_refund in
    select * from public.refunds where payment_id = p_payment_id and is_external and status <> 'failed' order by created_at, id for update
  loop
    v_before := private.unallocated_cents(v_refund);
    v_allocated := v_allocated + v_before - private.spread_refund(v_refund, p_line_ids, v_before, p_reason);
    -- A refund that belongs to one line gets the line's id, so that the family's page shows it there.
    update public.refunds r set order_line_id = a.order_line_id, order_id = l.order_id
    from public.refund_allocations a join public.order_lines l on l.id = a.order_line_id
    where r.id = v_refund.id and a.refund_id = r.id and a.amount_cents = r.amount_cents
      and p_reason = 'external';
  end loop;
  return v_allocated;
end;
$$;
comment on function private.spread_undecided(uuid, uuid[], text) is
  'Finds the part of a charge that Stripe refunded and that belongs to no line yet, and allocates it to these lines in '
  'turn. Returns the amount in cents.';

create function private.resolve_external_refund_line(p_decision_id uuid, p_choice jsonb, p_expected_refund_cents integer)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment_id constant uuid := (select payment_id from public.payment_decisions where id = p_decision_id);
  v_decision public.payment_decisions;
  v_line_ids uuid[];
  v_all_line_ids uuid[];
  v_order public.orders;
  v_terms record;
  v_allocated integer := 0;
  v_refund integer := 0;
begin
  perform private.lock_orders_of_charge(v_payment_id);
  select * into v_decision from public.payment_decisions where id = p_decision_id for update;
  if not found then perform private.fail('decision_not_found', 'p_decision_id'); end if;
  if v_decision.kind <> 'external_refund' then perform private.fail('invalid_input', 'p_decision_id'); end if;
  if v_decision.status <> 'open' then perform private.fail('choice_made', 'p_decision_id'); end if;
  perform private.refuse_own_order(l.order_id, 'p_decision_id') from private.lines_paid_by(v_payment_id) l;
  v_line_ids := private.check_external_choice(p_choice, v_payment_id);
  v_all_line_ids := array(select l.id from private.lines_paid_by(v_payment_id) l);

  if p_choice ->> 'kind' = 'line' then
    v_allocated := private.spread_undecided(v_payment_id, v_line_ids);
    if private.undecided_cents(v_payment_id) > 0 then
      perform private.fail('refund_too_much', 'p_choice.line_ids[0]', v_allocated::text);
    end if;
  elsif p_choice ->> 'kind' = 'cancel' then
    v_allocated := private.spread_undecided(v_payment_id, v_line_ids);
    for v_terms in select * from private.line_terms(v_line_ids) loop
      if v_terms.problem is not null then
        perform private.fail(v_terms.problem, format('p_choice.line_ids[%s]', array_position(v_line_ids, v_terms.line_id) - 1));
      end if;
      v_refund := v_refund + v_terms.refund_cents;
    end loop;
    select o.* into v_order from public.orders o join public.order_lines l on l.order_id = o.id where l.id = v_line_ids[1];
    -- The mail states everything that was refunded for these lines, including the refund made at Stripe.
    perform private.notify_of_returned_lines(v_order.id, v_line_ids, coalesce(p_expected_refund_cents, v_refund) + v_allocated,
      private.return_lines(v_order, v_line_ids, coalesce(p_expected_refund_cents, v_refund), false));
  end if;
  perform private.spread_undecided(v_payment_id, v_all_line_ids);
  perform private.close_refunded(v_all_line_ids);
  update public.payment_decisions set status = 'resolved', resolved_at = clock_timestamp(),
    resolution = case p_choice ->> 'kind' when 'leave' then 'accepted' when 'line' then 'line' else 'cancelled' end,
    resolved_by = case when private.is_admin() then (select auth.uid()) end,
    details = details || jsonb_build_object('choice', p_choice, 'settled_cents', private.undecided_cents(v_payment_id))
  where id = p_decision_id;
  return jsonb_build_object('allocated_cents', v_allocated, 'refund_cents', v_refund);
end;
$$;
comment on function private.resolve_external_refund_line(uuid, jsonb, integer) is
  'Carries out a decision of staff about a refund made at Stripe. Returns {allocated_cents: the amount that belongs '
  'to the named lines, refund_cents: what is refunded in addition by their rules}.';

create function public.preview_external_refund(p_decision_id uuid, p_choice jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_preview jsonb;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  begin
    v_preview := private.resolve_external_refund_line(p_decision_id, p_choice, null);
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_preview;
end;
$$;
comment on function public.preview_external_refund(uuid, jsonb) is
  'For admins. Returns {allocated_cents, refund_cents} as resolve_external_refund would. To compute them, the change '
  'is made and rolled back. Fails with the same codes. Definer: it checks the caller first.';
grant execute on function public.preview_external_refund(uuid, jsonb) to authenticated, service_role;
select private.answer_calls('public.preview_external_refund(uuid, jsonb)', 'management');

create function public.resolve_external_refund(p_decision_id uuid, p_choice jsonb, p_expected_refund_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_expected_refund_cents is null then perform private.fail('invalid_input', 'p_expected_refund_cents'); end if;
  return private.resolve_external_refund_line(p_decision_id, p_choice, p_expected_refund_cents) || '{"resolved": true}';
end;
$$;
comment on function public.resolve_external_refund(uuid, jsonb, integer) is
  'For admins. Takes ExternalRefundChoice (contract/management-orders.ts) and returns {resolved, allocated_cents, '
  'refund_cents}. The kind leave changes nothing in the order. The kind line says that the refund belongs to this '
  'line, which keeps its place. The kind cancel cancels these lines, and refunds what their rules give in addition. '
  'Fails with decision_not_found, choice_made, own_balance, line_not_found, refund_too_much, refund_changed, and the '
  'codes of cancel_lines. Definer: it checks the caller first.';
grant execute on function public.resolve_external_refund(uuid, jsonb, integer) to authenticated, service_role;
select private.answer_calls('public.resolve_external_refund(uuid, jsonb, integer)', 'management');
