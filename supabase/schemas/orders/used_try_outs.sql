-- A payment for a try-out that the child has had: what it cost goes back by itself (head of trial_claims.sql).

create function private.refuse_used(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_ids constant uuid[] := array(select id from public.order_lines where order_id = p_order.id order by position);
  v_sent integer;
begin
  delete from public.holds where order_id = p_order.id;
  -- Together or not at all, as they were sold.
  v_sent := private.send_back(p_payment, p_order);
  update public.order_lines set had_before = true where id = any (v_line_ids);
  -- What it had of its children, and of the code: nothing was sold.
  delete from public.trial_claims where order_id = p_order.id;
  perform private.queue_cancelled_mail(p_order.id, 'used:' || p_order.id, v_line_ids, v_sent, '{"had_before": true}');
  perform private.offer_released_places_of_order(p_order.id);
  return 'needs_choice';
end;
$$;
comment on function private.refuse_used(public.payments, public.orders) is
  'Gives all of a payment back by itself, because a child of the locked order has had its one try-out: nothing is '
  'enrolled, and the mail says why. The caller has locked the places. Answers needs_choice, with nothing left to '
  'choose, as private.refuse_move.';

create function private.leave_out_used(p_order_id uuid, p_positions integer[])
returns uuid[]
language sql
volatile
set search_path = ''
as $$
  with gone as (
    update public.order_lines set status = 'cancelled', had_before = true where order_id = p_order_id and position = any (p_positions)
    returning id
  ), freed as (
    delete from public.holds where order_line_id in (select id from gone)
  ), forgotten as (
    delete from public.trial_claims where order_line_id in (select id from gone)
  )
  select coalesce(array_agg(id), '{}') from gone
$$;
comment on function private.leave_out_used(uuid, integer[]) is
  'Takes try-outs that the child has had out of an order that is just being paid: their ids. What else it bought '
  'stays. The caller has locked the places and sends their money back (private.refund_used_lines).';

create function private.refund_used_lines(p_order public.orders, p_line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.queue_cancelled_mail(p_order.id, 'used:' || p_order.id, p_line_ids,
    private.late_refund(p_order, p_line_ids), '{"had_before": true}');
  perform private.offer_released_places_of_order(p_order.id);
end;
$$;
comment on function private.refund_used_lines(public.orders, uuid[]) is
  'Gives back what lines cost that private.leave_out_used took out, and tells the parent. The order is paid by now, '
  'and its charge has a result.';
