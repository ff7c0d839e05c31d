-- Staff list promotion codes, and open one with the orders that used it (docs/decisions "Discounts").

create function private.may_promote()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.has_any_role('marketer', 'admin', 'business_admin') $$;
comment on function private.may_promote() is
  'Returns whether the caller may make and follow promotion codes. Marketers and administrators may. It is the only '
  'right of a marketer.';

create function private.promotion_state(p_promotion public.promotion_codes)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    when not p_promotion.active then 'ended'
    when p_promotion.valid_until <= clock_timestamp() then 'expired'
    when private.promotion_uses_count(p_promotion.id, clock_timestamp(), null) >= p_promotion.uses_max then 'used_up'
    when p_promotion.valid_from > clock_timestamp() then 'planned'
    else 'running' end
$$;
comment on function private.promotion_state(public.promotion_codes) is
  'Returns running, planned, used_up (its limit for all families together), expired (past its last day) or ended (by '
  'staff).';

create function private.promotions_where(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'state' then format('private.promotion_state(c) = %L', p_filter ->> 'state') end,
    (select string_agg(format('private.search_text(c.code, c.campaign) like %L', pattern), ' and ')
      from unnest(private.search_patterns(p_filter ->> 'search')) pattern))
$$;
comment on function private.promotions_where(jsonb) is
  'Returns the SQL condition for a list of promotion codes c from a checked filter.';

create function private.promotion_row(p_promotion public.promotion_codes)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'promotion_id', p_promotion.id, 'code', p_promotion.code, 'campaign', p_promotion.campaign,
    'percent', p_promotion.percent, 'cents', p_promotion.cents, 'kinds', to_jsonb(p_promotion.kinds), 'tiers', to_jsonb(p_promotion.tiers),
    'offers', (
      select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.title) order by o.title, o.id) from public.offers o
      where o.id = any (p_promotion.offers)),
    'locations', (
      select jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name) order by l.name, l.id) from public.locations l
      where l.id = any (p_promotion.locations)),
    'minimum_cents', p_promotion.minimum_cents, 'uses_max', p_promotion.uses_max,
    'uses_per_family_max', p_promotion.uses_per_family_max,
    'valid_from', case when isfinite(p_promotion.valid_from) then private.iso(p_promotion.valid_from) end,
    'valid_until', case when isfinite(p_promotion.valid_until) then private.iso(p_promotion.valid_until) end,
    'state', private.promotion_state(p_promotion), 'active', p_promotion.active,
    'created_at', private.iso(p_promotion.created_at), 'created_by', private.staff_name(p_promotion.created_by),
    'seen', to_jsonb(p_promotion.updated_at), 'used', n.used,
    'left', case when p_promotion.uses_max is not null then greatest(0, p_promotion.uses_max - n.used) end,
    'discount_cents', s.discount_cents, 'revenue_cents', s.revenue_cents)
  from (select private.promotion_uses_count(p_promotion.id, clock_timestamp(), null) as used) n,
    lateral (
      select coalesce(sum(u.discount_cents), 0)::integer as discount_cents,
        coalesce(sum(o.total_cents - (
          select coalesce(sum(r.amount_cents), 0) from public.refunds r where r.order_id = o.id and r.status <> 'failed')), 0)::integer
          as revenue_cents
      from public.promotion_uses u join public.orders o on o.id = u.order_id and o.paid_at is not null
      where u.promotion_code_id = p_promotion.id) s
$$;
comment on function private.promotion_row(public.promotion_codes) is
  'Returns StaffPromotion (contract/management-promotions.ts). Discount and revenue are sums over paid orders. The '
  'revenue is after refunds.';

create function public.list_promotion_codes(
  p_filter jsonb default '{}', p_sort text default '-created', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after public.promotion_codes;
  v_page record;
begin
  if not private.may_promote() then perform private.deny(); end if;
  perform private.check_list(p_filter,
    '{"search": "text", "state": ["running", "planned", "used_up", "expired", "ended"]}', p_sort, '{-created,created}', p_limit);
  if p_after is not null then
    select * into v_after from public.promotion_codes where id = p_after;
    if not found then perform private.fail('promotion_not_found', 'p_after'); end if;
  end if;
  v_page := private.read_page('public.promotion_codes c', private.promotions_where(p_filter), 'c.created_at', p_sort like '-%',
    v_after.created_at::text, p_after, p_limit);
  return jsonb_build_object('rows', (
      select coalesce(jsonb_agg(private.promotion_row(c) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.promotion_codes c on c.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_promotion_codes(jsonb, text, uuid, integer) is
  'For marketers and admins. Returns one page of the promotion codes, as StaffPromotions '
  '(contract/management-promotions.ts). p_filter is {search?, state?}, where search is a part of the code or its '
  'campaign. p_sort is -created or created. p_after is the value next of the page before. p_limit is 1 to 1000. Fails '
  'with not_allowed, invalid_input (field), promotion_not_found (p_after), rate_limited. Definer: see list_orders.';
grant execute on function public.list_promotion_codes(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_promotion_codes(jsonb, text, uuid, integer)', 'list_promotion_codes');

create function public.get_promotion_code(p_promotion_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
  v_is_admin constant boolean := private.is_admin();
begin
  if not private.may_promote() then perform private.deny(); end if;
  select * into v_promotion from public.promotion_codes where id = p_promotion_id;
  if not found then perform private.fail('promotion_not_found', 'p_promotion_id'); end if;
  return jsonb_build_object(
    'promotion', private.promotion_row(v_promotion),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        -- A marketer sees how much a code sells, but not to whom.
        'order_id', case when v_is_admin then o.id end, 'number', case when v_is_admin then o.number end,
        'name', case when v_is_admin then coalesce(f.contact_name, o.parent_name) end,
        'state', case when o.paid_at is not null then 'paid' when private.is_live_order(o, clock_timestamp()) then 'held' else 'lapsed' end,
        'at', private.iso(u.created_at), 'total_cents', o.total_cents, 'discount_cents', u.discount_cents)
        order by u.created_at desc, u.order_id), '[]')
      from (
        select * from public.promotion_uses where promotion_code_id = v_promotion.id
        order by created_at desc, order_id limit 100) u
      join public.orders o on o.id = u.order_id left join public.families f on f.id = o.family_id),
    'changes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', private.iso(g.created_at), 'who', private.staff_name(g.user_id), 'action', g.action,
        'before', coalesce(g.before, '{}'), 'after', coalesce(g.after, '{}')) order by g.id desc), '[]')
      from (
        select * from public.audit_log where table_name = 'promotion_codes' and row_key = v_promotion.id::text
        order by id desc limit 50) g));
end;
$$;
comment on function public.get_promotion_code(uuid) is
  'For marketers and admins. Returns a code with the newest hundred orders that used it, and its changes, as '
  'StaffPromotionDetails (contract/management-promotions.ts). Only admins get the orders'' numbers and names. Fails '
  'with not_allowed, promotion_not_found, rate_limited. Definer: see list_orders.';
grant execute on function public.get_promotion_code(uuid) to authenticated;
select private.answer_calls('public.get_promotion_code(uuid)', 'management');
