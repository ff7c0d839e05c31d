-- Admins cancel lines of a paid order for a family. They can refund more than the rules of the sale give.

create function public.staff_return_lines(
  p_order_id uuid, p_line_ids uuid[], p_cents integer, p_reason text, p_expected_refund_cents integer,
  p_expected_ends_renewal boolean, p_expected_refundable_cents integer, p_expected_refunds integer, p_is_whole boolean, p_key uuid,
  p_note text default null, p_to_balance boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_extra_cents constant integer := p_cents - p_expected_refund_cents;
  v_line_id constant uuid := case when not p_is_whole then p_line_ids[1] end;
  v_refundable integer;
  v_id uuid;
  v_return jsonb;
begin
  perform private.check_refund_call(greatest(p_cents, 1), p_reason, p_expected_refundable_cents, p_expected_refunds, p_key);
  if p_is_whole is null or not p_is_whole and cardinality(p_line_ids) is distinct from 1 then
    perform private.fail('invalid_input', 'p_is_whole');
  end if;
  -- Staff may refund more than the rules of the sale promise, but never less.
  if v_extra_cents is null or v_extra_cents < 0 then perform private.fail('invalid_input', 'p_cents'); end if;
  v_order := private.paid_order(jsonb_build_object('order_id', p_order_id));
  perform private.check_line_ids(p_line_ids, v_order.id);
  v_refundable := case when p_is_whole then private.remaining_of_order(v_order.id) else private.remaining_of_line(v_line_id) end;
  v_id := private.refund_of_key(p_key, v_order.id, v_line_id, v_extra_cents, v_refundable, p_to_balance);
  if v_id is not null then return jsonb_build_object('refund_id', v_id); end if;

  perform private.check_expected_refundable(p_expected_refundable_cents, v_refundable, p_expected_refunds, v_order.id);
  if v_extra_cents > 0 then
    -- Any parent may take what the rules refund. For a larger refund of their own order, staff need a colleague.
    perform private.refuse_own_order(v_order.id, 'p_cents');
    perform private.refuse_disputed(c.id, 'p_line_ids') from private.order_charges(v_order.id) c;
    perform private.refuse_disputed(c.payment_id, 'p_line_ids') from unnest(p_line_ids) l, private.line_charges(l) c;
  end if;
  v_return := private.return_lines(v_order, p_line_ids, p_expected_refund_cents, p_expected_ends_renewal);
  if v_extra_cents > 0 and p_is_whole then
    -- The larger refund is deducted from all lines, and a line that stays and is not paid in full needs its deposit.
    perform private.refuse_open_instalments(v_order.id, 'p_line_ids');
    v_id := private.request_refund_of_charges(v_order.id, v_extra_cents, p_reason, p_key);
  elsif v_extra_cents > 0 then
    v_refundable := private.remaining_of_line(v_line_id);
    if v_extra_cents > v_refundable then perform private.fail('refund_too_much', 'p_cents', (p_expected_refund_cents + v_refundable)::text); end if;
    v_id := private.request_line_refund(
      (select l from public.order_lines l where l.id = v_line_id), v_extra_cents, p_reason, p_key);
  end if;
  perform private.note_refunds(p_note);
  if p_to_balance then perform private.refunds_to_balance(); end if;
  perform private.notify_of_returned_lines(v_order.id, p_line_ids, p_cents, v_return);
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.staff_return_lines(
  uuid, uuid[], integer, text, integer, boolean, integer, integer, boolean, uuid, text, boolean) is
  'For admins. Cancels lines of a paid order by their rules, as cancel_lines does, and refunds p_cents in total, which '
  'is at least what the rules refund. Either all of this happens or nothing. Returns {refund_id} of the amount beyond '
  'the rules, or null if there is none. If p_is_whole is true, the amount beyond the rules is refunded from the '
  'order''s charge, otherwise for its single line. p_expected_… is what the form showed: the refund by the rules, the '
  'end of a renewal, the amount left to refund and the number of refunds. The family gets one mail with the total. The '
  'form makes p_key. A second call with the same key refunds nothing more. p_note and p_to_balance work as in '
  'refund_order. Fails with the codes of cancel_lines and refund_line, but with own_balance only beyond the rules. '
  'Also fails with instalments_open if p_is_whole is true, the refund is more than the rules give, and a place that '
  'stays is not paid in full. Definer: see refund_order.';
grant execute on function public.staff_return_lines(
  uuid, uuid[], integer, text, integer, boolean, integer, integer, boolean, uuid, text, boolean) to authenticated;
select private.answer_calls(
  'public.staff_return_lines(uuid, uuid[], integer, text, integer, boolean, integer, integer, boolean, uuid, text, boolean)', 'management');
