-- The staff's list of orders: a page at a time by key, however many there are; how many is counted to a thousand
-- (decisions "/management/orders").

create function private.check_orders_filter(p_filter jsonb, p_sort text, p_limit integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  perform private.check_object(p_filter, 'p_filter', 1000);
  for v_key in select jsonb_object_keys(p_filter) loop
    if jsonb_typeof(p_filter -> v_key) <> 'string' or not coalesce(case v_key
      when 'search' then length(btrim(p_filter ->> v_key)) between 1 and 120
      when 'state' then p_filter ->> v_key in ('paid', 'decide', 'refunded', 'open', 'lapsed')
      when 'channel' then p_filter ->> v_key in ('web', 'desk', 'renewal')
      when 'from' then p_filter ->> v_key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(p_filter ->> v_key, 'date')
      when 'until' then p_filter ->> v_key ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(p_filter ->> v_key, 'date')
    end, false) then
      perform private.fail('invalid_input', 'p_filter.' || left(v_key, 60));
    end if;
  end loop;
  if p_sort is null or p_sort not in ('-created', 'created', '-total', 'total') then perform private.fail('invalid_input', 'p_sort'); end if;
  if p_limit is null or p_limit not between 1 and 1000 then perform private.fail('invalid_input', 'p_limit'); end if;
end;
$$;
comment on function private.check_orders_filter(jsonb, text, integer) is 'Arguments of list_orders, else invalid_input with the field.';

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
      -- The open decisions are few, and looked up once.
      when 'decide' then 'o.id = any (array(select d.order_id from private.open_decisions() d where d.order_id is not null))' end,
    case when p_filter ? 'search' then case when p_is_found then 'o.id = any ($1)' else private.meant_orders() end end,
    case when p_filter ? 'channel' then format('o.channel = %L', p_filter ->> 'channel') end,
    -- Days of Singapore.
    case when p_filter ? 'from' then
      format('o.created_at >= %L', (p_filter ->> 'from')::date::timestamp at time zone private.time_zone()) end,
    case when p_filter ? 'until' then
      format('o.created_at < %L', ((p_filter ->> 'until')::date + 1)::timestamp at time zone private.time_zone()) end)
$$;
comment on function private.orders_where(jsonb, boolean) is
  'The condition of a list of orders o, of a filter that was checked; $1: the orders that were found, $2: patterns of what is searched where they are too many to be looked up first.';

create function private.order_row(p_order public.orders)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'order_id', p_order.id, 'number', p_order.number, 'channel', p_order.channel,
    'created_at', private.iso(p_order.created_at), 'paid_at', private.iso(p_order.paid_at),
    'state', case when p_order.paid_at is null then p_order.status else private.order_state(p_order, m.paid, m.refunded) end,
    'name', coalesce(p_order.parent_name, f.contact_name), 'email', coalesce(p_order.parent_email, f.contact_email),
    'phone', coalesce(p_order.parent_phone, f.contact_phone),
    'total_cents', p_order.total_cents, 'paid_cents', m.paid, 'refunded_cents', m.refunded,
    'titles', array(select l.title from public.order_lines l where l.order_id = p_order.id order by l.position),
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
  -- Counted no further: what stands there then is "1,000+".
  c_most constant integer := 1000;
  -- Where more are found than this, a look through the list in its order meets a page of them sooner.
  c_found_most constant integer := 20000;
  v_where text;
  v_column text;
  v_down boolean;
  v_found uuid[];
  v_patterns text[];
  v_after public.orders;
  v_ids uuid[];
  v_count integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_orders_filter(p_filter, p_sort, p_limit);
  if p_after is not null then
    select * into v_after from public.orders where id = p_after;
    if not found then perform private.fail('order_not_found', 'p_after'); end if;
  end if;
  if p_filter ? 'search' then
    v_found := private.find_orders(p_filter ->> 'search', c_found_most);
    v_patterns := private.search_patterns(p_filter ->> 'search');
  end if;
  v_where := private.orders_where(p_filter, v_found is not null);
  v_column := case when p_sort like '%total' then 'total_cents' else 'created_at' end;
  v_down := p_sort like '-%';

  if p_after is null then
    execute format('select count(*) from (select from public.orders o where %s limit %s) o', v_where, c_most + 1)
    into v_count using v_found, v_patterns;
  end if;
  execute format('select array(select o.id from public.orders o where %1$s %2$s order by o.%3$s %4$s, o.id %4$s limit %5$s)',
    v_where,
    case when p_after is not null then format('and (o.%1$s, o.id) %2$s (%3$L, %4$L::uuid)', v_column,
      case when v_down then '<' else '>' end,
      case when v_column = 'total_cents' then v_after.total_cents::text else v_after.created_at::text end, p_after) end,
    v_column, case when v_down then 'desc' else 'asc' end, p_limit + 1)
  into v_ids using v_found, v_patterns;
  return jsonb_build_object(
    -- Null stays null, which least would pass over.
    'count', case when v_count > c_most then c_most else v_count end, 'more', v_count > c_most,
    'rows', (
      select coalesce(jsonb_agg(private.order_row(o) order by n.ordinality), '[]')
      from unnest(v_ids[:p_limit]) with ordinality n (id, ordinality) join public.orders o on o.id = n.id),
    'next', v_ids[case when cardinality(v_ids) > p_limit then p_limit end]);
end;
$$;
comment on function public.list_orders(jsonb, text, uuid, integer) is
  'For admins: orders of all years, a page at a time: StaffOrders (contract/management-orders.ts). p_filter: {search?, state?, channel?, from?, until?: days in Singapore, both included}; p_sort: -created, created, -total, total; p_after: next of the page before; p_limit: 1 to 1000. count, to a thousand, with the first page alone. Nothing of anybody''s health. Refuses not_allowed, invalid_input (field), order_not_found (p_after), rate_limited. Definer: looks through tables past the policies, after asking who calls.';
grant execute on function public.list_orders(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_orders(jsonb, text, uuid, integer)', 'list_orders');
