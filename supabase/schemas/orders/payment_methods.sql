-- How an order was paid, and where the money of its refunds goes, as receipts and mails say it.

create function private.desk_method(p_order_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select case when not exists (
        select from public.order_instalments i join public.payments o on o.id = i.payment_id
        where i.order_id = p_order_id and (o.provider, o.method) is distinct from (y.provider, y.method)) then y.method end
    from public.payments y
    where y.order_id = p_order_id and y.result is distinct from 'split' and (y.provider = 'desk' or y.provider = 'balance' and not exists (
      select from public.payments s where s.order_id = p_order_id and s.provider = 'stripe' and private.paid_for_order(s.result)))
    -- If both money and the balance paid for the order, the money is refunded first.
    order by y.provider = 'balance', y.created_at limit 1
  );
end;
$$;
comment on function private.desk_method(uuid) is
  'Returns how an order was paid by hand. Returns null if it was paid on the site, or if it was paid in different '
  'ways.';

create function private.balance_part(p_order_id uuid)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(sum(b.amount_cents), 0)::integer
    from public.payments b
    where b.order_id = p_order_id and b.provider = 'balance'
      and exists (select from public.payments m where m.order_id = p_order_id and m.provider <> 'balance' and private.paid_for_order(m.result))
  );
end;
$$;
comment on function private.balance_part(uuid) is
  'Returns how many cents of an order the family''s balance paid in addition to money. Returns 0 if the order was '
  'paid in one way.';

create function private.refund_parts(p_refund_ids uuid[], p_is_replaced boolean default false)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('method', m.method, 'cents', m.cents)
      order by array_position('{online,cash,paynow,card_terminal,by_hand,balance}'::text[], m.method)), '[]')
    from (
      select case when r.to_balance then 'balance' when y.provider = 'desk' then y.method
        when p_is_replaced then 'by_hand' else 'online' end as method, sum(r.amount_cents) as cents
      from public.refunds r join public.payments y on y.id = r.payment_id
      where r.id = any (p_refund_ids) group by 1) m
  );
end;
$$;
comment on function private.refund_parts(uuid[], boolean) is
  'Returns where the money of refunds goes, as RefundPart[] (contract/receipts.ts). p_is_replaced is true if what '
  'could not be refunded online was paid by hand.';
