-- Admins read what sellers counted at the desk, close by close (docs/decisions "Closing the desk").

create function private.desk_item_view(
  p_order_id uuid, p_payment_id uuid, p_refund_id uuid, p_method text, p_cents integer, p_at timestamptz,
  p_entry_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'id', coalesce(p_payment_id, p_refund_id, p_entry_id),
    'kind', case when p_payment_id is not null then 'sale' when p_refund_id is not null then 'refund' else 'payout' end,
    'order_id', p_order_id, 'number', (select number from public.orders where id = p_order_id), 'voucher', private.voucher_paid_by(p_payment_id, p_refund_id),
    'method', p_method, 'cents', p_cents, 'at', private.iso(p_at), 'reference', (select reference from public.payments where id = p_payment_id))
$$;
comment on function private.desk_item_view(uuid, uuid, uuid, text, integer, timestamptz, uuid) is
  'Returns DeskItem (contract/desk-closes.ts). It is a sale or, with negative cents, a refund or a balance that was '
  'paid out.';

create function private.desk_closes_where(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case p_filter ->> 'state' when 'different' then 'c.is_different' when 'equal' then 'not c.is_different' end,
    case when p_filter ? 'from' then format('c.day >= %L', p_filter ->> 'from') end,
    case when p_filter ? 'until' then format('c.day <= %L', p_filter ->> 'until') end,
    (select string_agg(format('private.search_text(private.staff_name(c.seller_id), c.note) like %L', pattern), ' and ')
      from unnest(private.search_patterns(p_filter ->> 'search')) pattern))
$$;
comment on function private.desk_closes_where(jsonb) is
  'Returns the SQL condition for a list of closes c from a checked filter.';

create function public.list_desk_closes(
  p_filter jsonb default '{}', p_sort text default '-closed', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.desk_closes;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{"search": "text", "state": ["different", "equal"], "from": "day", "until": "day"}',
    p_sort, '{-closed,closed}', p_limit);
  if p_after is not null then
    select * into v_after from public.desk_closes where id = p_after;
    if not found then perform private.fail('desk_close_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.desk_closes c', private.desk_closes_where(p_filter), 'c.closed_at', p_sort like '-%',
    v_after.closed_at::text, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.desk_close_view(c) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.desk_closes c on c.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_desk_closes(jsonb, text, uuid, integer) is
  'For admins. Returns DeskCloses (contract/desk-closes.ts). p_filter is {search?, state?: different or equal, from?, '
  'until?}. p_sort is -closed or closed. Fails with desk_close_not_found. Definer: see list_orders.';
grant execute on function public.list_desk_closes(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_desk_closes(jsonb, text, uuid, integer)', 'list_desk_closes');

create function public.get_desk_close(p_close_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_close public.desk_closes;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_close from public.desk_closes where id = p_close_id;
  if not found then perform private.fail('desk_close_not_found', 'p_close_id'); end if;
  return jsonb_build_object('close', private.desk_close_view(v_close), 'items', (
    select jsonb_agg(private.desk_item_view(coalesce(p.order_id, r.order_id), i.payment_id, i.refund_id,
      coalesce(p.method, y.method, e.method), coalesce(p.amount_cents, -r.amount_cents, e.amount_cents),
      coalesce(p.created_at, r.settled_at, e.created_at), e.id)
      order by coalesce(p.created_at, r.settled_at, e.created_at), coalesce(p.id, r.id, e.id))
    from public.desk_close_items i
    left join public.payments p on p.id = i.payment_id
    left join public.refunds r on r.id = i.refund_id
    left join public.payments y on y.id = r.payment_id
    left join public.family_balance_entries e on e.id = i.balance_entry_id
    where i.close_id = v_close.id));
end;
$$;
comment on function public.get_desk_close(uuid) is
  'For admins. Returns a close with its sales and refunds, as DeskCloseDetails (contract/desk-closes.ts). Fails with '
  'desk_close_not_found. Definer: see list_orders.';
grant execute on function public.get_desk_close(uuid) to authenticated;
select private.answer_calls('public.get_desk_close(uuid)', 'management');

create function public.get_open_desk_days()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'seller', private.staff_name(d.seller_id), 'day', d.day, 'cents', d.cents) order by d.day desc, d.seller_id), '[]')
    from (
      select m.seller_id, m.day, sum(m.cents) as cents from private.open_desk_money(null, null) m
      group by m.seller_id, m.day order by m.day desc limit 50) d);
end;
$$;
comment on function public.get_open_desk_days() is
  'For admins. Returns the newest fifty days with money that no close contains yet: [{seller, day, cents}] '
  '(contract/desk-closes.ts). Definer: see list_orders.';
grant execute on function public.get_open_desk_days() to authenticated;
select private.answer_calls('public.get_open_desk_days()', 'management');
