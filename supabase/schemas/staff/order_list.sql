-- The staff's list of orders, with keyset pages so that its length does not matter; it counts to a thousand
-- (decisions "/management/orders").

create function private.orders_where(p_filter jsonb, p_is_found boolean)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case p_filter ->> 'state'
      when 'paid' then 'o.paid_at is not null'
      when 'open' then 'o.paid_at is null and o.status in (''held'', ''awaiting_payment'')'
      when 'lapsed' then 'o.paid_at is null and o.status in (''expired'', ''released'')'
      when 'refunded' then
        'o.paid_at is not null and exists (select from public.refunds r where r.order_id = o.id and r.status <> ''failed'')'
      -- There are few open decisions, so they are looked up once.
      when 'decide' then 'o.id = any (array(select d.order_id from private.open_decisions() d where d.order_id is not null))' end,
    case when p_filter ? 'search' then case when p_is_found then 'o.id = any ($1)' else private.order_search_condition() end end,
    case when p_filter ? 'channel' then format('o.channel = %L', p_filter ->> 'channel') end,
    private.within_days('o.created_at', p_filter))
$$;
comment on function private.orders_where(jsonb, boolean) is
  'The SQL condition for a list of orders o from a checked filter. $1: the orders that were found; $2: the search '
  'patterns, used if there are too many matches to look them up first.';

create function private.order_row(p_order public.orders)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', p_order.id, 'number', p_order.number, 'channel', p_order.channel,
    'seller', private.staff_name(p_order.sold_by),
    'created_at', private.iso(p_order.created_at), 'paid_at', private.iso(p_order.paid_at),
    'state', private.staff_order_state(p_order, m.paid, m.refunded),
    'name', coalesce(p_order.parent_name, f.contact_name), 'email', coalesce(p_order.parent_email, f.contact_email),
    'phone', coalesce(p_order.parent_phone, f.contact_phone),
    'total_cents', p_order.total_cents, 'paid_cents', m.paid, 'refunded_cents', m.refunded,
    'bought', (
      select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'base', coalesce(c.name, p.name), 'days', case
        when w.id is not null then jsonb_build_object('from', w.start_date, 'until', w.end_date)
        when s.id is not null then jsonb_build_object('from', s.session_date, 'until', s.session_date) end)
        order by l.position), '[]')
      from public.order_lines l
      left join public.camp_weeks w on w.id = l.camp_id
      left join public.locations c on c.id = w.location_id
      -- The first class of a pass is not what was bought.
      left join public.sessions s on s.id = l.session_id and l.sessions = 1
      left join public.locations p on p.id = s.location_id
      where l.order_id = p_order.id),
    'children', array(
      select coalesce(k.name, n.name) from public.order_children n left join public.children k on k.id = n.child_id
      where n.order_id = p_order.id and coalesce(k.name, n.name) is not null order by n.position))
  from (select
      coalesce((select sum(y.amount_cents) from public.payments y where y.order_id = p_order.id), 0)::integer as paid,
      coalesce((select sum(r.amount_cents) from public.refunds r where r.order_id = p_order.id and r.status <> 'failed'), 0)::integer as refunded
    offset 0) m
  left join public.families f on f.id = p_order.family_id
$$;
comment on function private.order_row(public.orders) is 'StaffOrder of contract/management-orders.ts.';

create function public.list_orders(
  p_filter jsonb default '{}', p_sort text default '-created', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- With more matches than this, reading the list in its order finds a page of them sooner.
  c_found_most constant integer := 20000;
  v_where text;
  v_column constant text := case when p_sort like '%total' then 'o.total_cents' else 'o.created_at' end;
  v_found uuid[];
  v_patterns text[];
  v_after public.orders;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "state": ["paid", "decide", "refunded", "open", "lapsed"], "channel": ["web", "desk", "renewal"],
      "from": "day", "until": "day"}', p_sort, '{-created,created,-total,total}', p_limit);
  if p_after is not null then
    select * into v_after from public.orders where id = p_after;
    if not found then perform private.fail('order_not_found', 'p_after'); end if;
  end if;
  if p_filter ? 'search' then
    v_found := private.find_orders(p_filter ->> 'search', c_found_most);
    v_patterns := private.search_patterns(p_filter ->> 'search');
  end if;
  v_where := private.orders_where(p_filter, v_found is not null);
  v_page := private.read_page('public.orders o', v_where, v_column, p_sort like '-%',
    case v_column when 'o.total_cents' then v_after.total_cents::text else v_after.created_at::text end, p_after, p_limit,
    v_found, v_patterns);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.order_row(o) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.orders o on o.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_orders(jsonb, text, uuid, integer) is
  'For admins: one page of the orders of all years: StaffOrders (contract/management-orders.ts). p_filter: {search?, '
  'state?, channel?, from?, until?: days in Singapore, both included}; p_sort: -created, created, -total, total; '
  'p_after: next of the page before; p_limit: 1 to 1000. The first page alone has count, up to a thousand. Contains no '
  'health data. Refuses not_allowed, invalid_input (field), order_not_found (p_after), rate_limited. Definer: reads '
  'tables past the policies, after checking the caller.';
grant execute on function public.list_orders(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_orders(jsonb, text, uuid, integer)', 'list_orders');
