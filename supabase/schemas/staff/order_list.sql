-- Admins list and filter orders (docs/decisions "/management/orders").

create function private.order_item_terms(p_filter jsonb, out camps text, out sessions text)
language sql
stable
set search_path = ''
as $$
  select
    concat_ws(' and ', 'true',
      case when p_filter ? 'item' then format('w.id = %L', p_filter ->> 'item') end,
      case when p_filter ? 'day' then format('%L between w.start_date and w.end_date', (p_filter ->> 'day')::date) end,
      case when p_filter ? 'base' then format('w.location_id = %L', p_filter ->> 'base') end),
    concat_ws(' and ', 'true',
      case when p_filter ? 'item' then format('(s.id = %1$L or s.class_type_id = %1$L)', p_filter ->> 'item') end,
      case when p_filter ? 'day' then format('s.session_date = %L', (p_filter ->> 'day')::date) end,
      case when p_filter ? 'base' then format('s.location_id = %L', p_filter ->> 'base') end)
$$;
comment on function private.order_item_terms(jsonb) is
  'Returns the SQL conditions for camps w and sessions s from a checked filter. item is the id of a camp, a session or '
  'a kind of class. day is a day on which it takes place. base is the id of its location.';

create function private.find_orders_of_items(p_filter jsonb)
returns uuid[]
language plpgsql
volatile
set search_path = ''
-- Starting a parallel worker takes longer than it saves here.
set max_parallel_workers_per_gather = 0
as $$
declare
  v_terms constant record := private.order_item_terms(p_filter);
  v_order_ids uuid[];
begin
  -- The order of a pass also belongs to the sessions that its credits booked. Checking each order of the list instead
  -- would read twenty times as many pages.
  execute format('select array(
      select l.order_id from public.camp_weeks w join public.order_lines l on l.camp_id = w.id where %1$s
      union
      select l.order_id from public.sessions s join public.order_lines l on l.session_id = s.id where %2$s
      union
      select l.order_id
      from public.sessions s
      join public.bookings b on b.session_id = s.id and b.status = ''booked''
      join public.credit_ledger c on c.booking_id = b.id and c.reason = ''booked''
      join public.passes p on p.id = c.pass_id
      join public.order_lines l on l.id = p.order_line_id
      where %2$s)', v_terms.camps, v_terms.sessions) into v_order_ids;
  return v_order_ids;
end;
$$;
comment on function private.find_orders_of_items(jsonb) is
  'Returns the orders with a camp or class of a checked filter (private.order_item_terms).';

create function private.orders_where(p_filter jsonb, p_is_found boolean)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case coalesce(p_filter ->> 'state', case when p_filter ? 'search' then 'any' else 'usual' end)
      when 'usual' then '(o.paid_at is not null or o.status not in (''expired'', ''released''))'
      when 'paid' then 'o.paid_at is not null'
      when 'open' then 'o.paid_at is null and o.status in (''held'', ''awaiting_payment'')'
      when 'lapsed' then 'o.paid_at is null and o.status in (''expired'', ''released'')'
      when 'rest_open' then $where$o.id = any (array(
        select i.order_id from public.order_instalments i where i.status = 'due' and i.position > 0)) and o.paid_at is not null$where$
      when 'refunded' then
        'o.paid_at is not null and exists (select from public.refunds r where r.order_id = o.id and r.status <> ''failed'')'
      -- There are few open decisions, so they are looked up once.
      when 'decide' then 'o.id = any (array(select d.order_id from private.open_decisions() d where d.order_id is not null))' end,
    case when p_is_found or p_filter ?| '{item,day,base}' then 'o.id = any ($1)' end,
    case when p_filter ? 'search' and not p_is_found then private.order_search_condition() end,
    case when p_filter ? 'channel' then format('o.channel = %L', p_filter ->> 'channel') end,
    private.within_days('o.created_at', p_filter))
$$;
comment on function private.orders_where(jsonb, boolean) is
  'Returns the SQL condition for a list of orders o from a checked filter. $1 is the orders that were found. $2 is the '
  'search patterns, which are used if there are too many matches. If the filter has neither a state nor a search, '
  'checkouts that expired are left out.';

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
    'state', case when t.state = 'paid' and m.open > 0 then 'part_paid' else t.state end,
    'name', coalesce(p_order.parent_name, f.contact_name), 'email', coalesce(p_order.parent_email, f.contact_email),
    'phone', coalesce(p_order.parent_phone, f.contact_phone),
    'total_cents', p_order.total_cents, 'paid_cents', m.paid, 'refunded_cents', m.refunded,
    'open_cents', m.open,
    'bought', (
      select coalesce(jsonb_agg(jsonb_build_object('title', l.title, 'base', coalesce(c.name, p.name), 'days', case
        when w.id is not null then jsonb_build_object('from', w.start_date, 'until', w.end_date)
        when s.id is not null then jsonb_build_object('from', s.session_date, 'until', s.session_date) end)
        order by l.position), '[]')
      from public.order_lines l
      left join public.camp_weeks w on w.id = l.camp_id
      left join public.locations c on c.id = w.location_id
      -- If a line has several sessions, it bought a pass. So its first class is not shown as the purchase.
      left join public.sessions s on s.id = l.session_id and l.sessions = 1
      left join public.locations p on p.id = s.location_id
      where l.order_id = p_order.id),
    'children', array(
      select coalesce(k.name, n.name) from public.order_children n left join public.children k on k.id = n.child_id
      where n.order_id = p_order.id and coalesce(k.name, n.name) is not null order by n.position))
  from (select
      coalesce((select sum(y.amount_cents) from public.payments y where y.order_id = p_order.id), 0)::integer as paid,
      coalesce((select sum(r.amount_cents) from public.refunds r where r.order_id = p_order.id and r.status <> 'failed'), 0)::integer as refunded,
      coalesce((select sum(i.cents) from public.order_instalments i
        where i.order_id = p_order.id and i.status = 'due' and i.position > 0 and p_order.paid_at is not null), 0)::integer as open
    offset 0) m
  cross join lateral (select private.staff_order_state(p_order, m.paid, m.refunded) as state) t
  left join public.families f on f.id = p_order.family_id
$$;
comment on function private.order_row(public.orders) is 'Returns StaffOrder (contract/management-orders.ts).';

create function public.list_orders(
  p_filter jsonb default '{}', p_sort text default '-created', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- If there are more matches than this, reading the list in its order finds a page of them sooner.
  c_found_most constant integer := 20000;
  v_where text;
  v_column constant text := case when p_sort like '%total' then 'o.total_cents' else 'o.created_at' end;
  v_order_ids uuid[];
  v_items uuid[];
  v_patterns text[];
  v_after public.orders;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "state": ["any", "paid", "decide", "refunded", "open", "lapsed", "rest_open"],
      "channel": ["web", "desk", "renewal"], "from": "day", "until": "day", "day": "day",
      "item": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "base": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"}', p_sort, '{-created,created,-total,total}', p_limit);
  if p_after is not null then
    select * into v_after from public.orders where id = p_after;
    if not found then perform private.fail('order_not_found', 'p_after'); end if;
  end if;
  if p_filter ? 'search' then
    v_order_ids := private.find_orders(p_filter ->> 'search', c_found_most);
    v_patterns := private.search_patterns(p_filter ->> 'search');
  end if;
  if p_filter ?| '{item,day,base}' then v_items := private.find_orders_of_items(p_filter); end if;
  v_where := private.orders_where(p_filter, v_order_ids is not null);
  v_page := private.read_page('public.orders o', v_where, v_column, p_sort like '-%',
    case v_column when 'o.total_cents' then v_after.total_cents::text else v_after.created_at::text end, p_after, p_limit,
    case when v_order_ids is not null and v_items is not null
      then array(select unnest(v_order_ids) intersect select unnest(v_items)) else coalesce(v_order_ids, v_items) end, v_patterns);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.order_row(o) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.orders o on o.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_orders(jsonb, text, uuid, integer) is
  'For admins. Returns StaffOrders (contract/management-orders.ts). p_filter is {search?, state?, channel?, from?, '
  'until?, item?, day?, base?}. The last three are explained at private.order_item_terms. p_sort is -created, created, '
  '-total or total. Contains no health data. Fails with order_not_found. Definer: reads past the policies, after '
  'checking the caller.';
grant execute on function public.list_orders(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_orders(jsonb, text, uuid, integer)', 'list_orders');

create function public.get_order_filters(p_item uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'camps', (
      select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'name', w.name, 'base', l.name, 'from', w.start_date, 'until', w.end_date)
        order by w.start_date, w.name, l.name, w.id), '[]')
      from public.camp_weeks w join public.locations l on l.id = w.location_id
      where w.id = p_item or w.end_date > private.calendar_today() - 60),
    'classes', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name), '[]') from public.class_types t),
    'session', (
      select jsonb_build_object('id', s.id, 'name', t.name, 'base', l.name, 'day', s.session_date, 'time', private.clock_of(s.session_time))
      from public.sessions s join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
      where s.id = p_item),
    'bases', (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name), '[]') from public.locations l));
end;
$$;
comment on function public.get_order_filters(uuid) is
  'For admins. Returns OrderFilters (contract/management-orders.ts): camps from two months ago on, and the camp or '
  'session of p_item. Definer: see list_orders.';
grant execute on function public.get_order_filters(uuid) to authenticated;
select private.answer_calls('public.get_order_filters(uuid)', 'management');
