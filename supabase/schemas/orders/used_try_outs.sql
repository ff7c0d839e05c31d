-- A payment for a try-out that the child has had: all of it goes back by itself (head of once_per_child.sql).

create function private.refuse_used(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left constant integer := private.left_of_payment(p_payment.id);
  v_line_ids constant uuid[] := array(select id from public.order_lines where order_id = p_order.id order by position);
begin
  delete from public.holds where order_id = p_order.id;
  -- Together or not at all, as they were sold.
  update public.order_lines set status = 'cancelled' where order_id = p_order.id;
  update public.orders set status = 'paid_late', outcome = null, paid_at = clock_timestamp() where id = p_order.id;
  -- What it had of its children, and of the code: nothing was sold.
  delete from public.once_claims where order_id = p_order.id;
  perform private.open_decision('paid_late', p_payment, p_order);
  update public.payment_decisions set status = 'resolved', resolution = 'refund', resolved_at = clock_timestamp()
  where payment_id = p_payment.id and kind = 'paid_late' and status = 'open';
  perform private.request_refund(p_payment, null, v_left, 'paid_late');
  perform private.queue_order_mail('order_cancelled', p_order.id, 'used:' || p_order.id, jsonb_build_object('cancelled',
    jsonb_build_object('line_ids', to_jsonb(v_line_ids), 'refund_cents', v_left, 'had_before', true)));
  perform private.order_places_freed(p_order.id);
  return 'needs_choice';
end;
$$;
comment on function private.refuse_used(public.payments, public.orders) is
  'Gives all of a payment back by itself, because a child of the locked order has had its one try-out: nothing is enrolled, and the mail says why. The caller has locked the places. Answers needs_choice, with nothing left to choose, as private.refuse_move.';
