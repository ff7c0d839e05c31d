-- A child has one try-out. If a second one is paid, it is cancelled and refunded.

create function private.refuse_used_try_out(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_ids constant uuid[] := array(select id from public.order_lines where order_id = p_order.id order by position);
  v_refund_cents integer;
begin
  delete from public.holds where order_id = p_order.id;
  -- The lines were sold all or none, so all of them are refunded.
  v_refund_cents := private.refund_unavailable(p_payment, p_order);
  update public.order_lines set had_before = true where id = any (v_line_ids);
  delete from public.trial_claims where order_id = p_order.id;
  perform private.queue_cancelled_mail(p_order.id, 'used:' || p_order.id, v_line_ids, v_refund_cents, '{"had_before": true}');
  perform private.offer_released_places_of_order(p_order.id);
  return 'needs_choice';
end;
$$;
comment on function private.refuse_used_try_out(public.payments, public.orders) is
  'Refunds the whole payment of an order whose try-out was used before. Nothing is enrolled, and the mail gives the '
  'reason. Returns needs_choice, although nothing is left to choose. The caller has locked the places.';

create function private.cancel_used_try_outs(p_order_id uuid, p_positions integer[])
returns uuid[]
language sql
volatile
set search_path = ''
as $$
  with cancelled_lines as (
    update public.order_lines set status = 'cancelled', had_before = true where order_id = p_order_id and position = any (p_positions)
    returning id
  ), freed as (
    delete from public.holds where order_line_id in (select id from cancelled_lines)
  ), forgotten as (
    delete from public.trial_claims where order_line_id in (select id from cancelled_lines)
  )
  select coalesce(array_agg(id), '{}') from cancelled_lines
$$;
comment on function private.cancel_used_try_outs(uuid, integer[]) is
  'In an order that is being paid, cancels the try-outs that the child has already had. Returns their ids. The other '
  'lines stay. The caller has locked the places and refunds the cancelled lines (private.refund_used_lines).';

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
  'Refunds the lines that private.cancel_used_try_outs cancelled, and mails the parent. The order is already paid and '
  'its charge has a result.';
