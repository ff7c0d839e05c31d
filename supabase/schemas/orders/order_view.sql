-- An order shows its current price until a parent agrees to pay (README "One booking, end to end").

create function private.order_request(p_order_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_strip_nulls(jsonb_build_object('code', o.code, 'email', private.verified_email(o.user_id))) || jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'offer_id', l.offer_id, 'session_id', l.session_id, 'camp_id', l.camp_id, 'child', l.child_position,
        'transport', l.transport -> 'id', 'expected_price_cents', l.expected_price_cents) order by l.position)
      from public.order_lines l where l.order_id = o.id),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), 'dob', c.dob) order by c.position), '[]')
      from public.order_children c where c.order_id = o.id))
  from public.orders o where o.id = p_order_id);
end;
$$;
comment on function private.order_request(uuid) is
  'Returns QuoteRequest (contract/quotes.ts) of an order. Pricing it again gives the order''s current price. Lines '
  'and children are numbered without gaps.';

create function private.price_unpaid_order(p_order_id uuid, p_at timestamptz)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_price jsonb;
begin
  select * into v_line from public.order_lines where order_id = p_order_id and moves_line_id is not null;
  -- If the line moves another line, it keeps the terms of the original sale.
  v_price := private.price_order(private.order_request(p_order_id), p_at, p_order_id, v_line);
  return case when v_line.id is not null then private.price_move(v_line, v_price) else v_price end;
end;
$$;
comment on function private.price_unpaid_order(uuid, timestamptz) is
  'Returns private.price_order of an unpaid order, which is its price at p_at. For a move it is the difference to '
  'pay.';

create function private.line_view(p_line public.order_lines, p_price jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'line_id', p_line.id,
    'status', p_line.status,
    'offer_id', p_line.offer_id,
    'title', p_line.title,
    'kind', f.kind,
    'rung_id', coalesce(p_price ->> 'rung_id', p_line.rung_id),
    'price_cents', n.price_cents,
    'rebate_cents', n.rebate_cents,
    'discount_cents', n.discount_cents,
    'transport_cents', n.transport_cents,
    'transferred_cents', p_line.transferred_cents,
    'total_cents', n.price_cents - n.rebate_cents - n.discount_cents + n.transport_cents - p_line.transferred_cents,
    'transport', p_line.transport,
    'sessions', p_line.sessions,
    'validity_days', p_line.validity_days,
    'renews', p_line.renews,
    'cancellation', t.cancellation,
    'child', p_line.child_position,
    'child_name', c.name,
    'session', private.session_view(p_line.session_id),
    'camp', private.camp_view(p_line.camp_id),
    'moved_from', private.camp_view((select camp_id from public.order_lines where id = p_line.moves_line_id)))
    || case when p_line.had_before then '{"had_before": true}' else '{}'::jsonb end
    || case when p_line.moved_to_line_id is null then '{}'::jsonb else jsonb_build_object('moved_to',
      private.camp_view((select camp_id from public.order_lines where id = p_line.moved_to_line_id))) end
  from (
    select coalesce((p_price ->> 'price_cents')::integer, p_line.price_cents) as price_cents,
      coalesce((p_price ->> 'rebate_cents')::integer, p_line.rebate_cents) as rebate_cents,
      coalesce((p_price ->> 'discount_cents')::integer, p_line.discount_cents) as discount_cents,
      coalesce((p_price ->> 'transport_cents')::integer, p_line.transport_cents) as transport_cents
  ) n
  join public.offers f on f.id = p_line.offer_id
  join public.sale_terms t on t.id = p_line.terms_id
  left join public.order_children c on c.order_id = p_line.order_id and c.position = p_line.child_position);
end;
$$;
comment on function private.line_view(public.order_lines, jsonb) is
  'Returns OrderLine (contract/orders.ts). p_price is the line of private.price_order with the current price, or null '
  'for the agreed price.';

create function private.order_view(
  p_order_id uuid, p_price jsonb default null, p_at timestamptz default private.calendar_now())
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_held_until timestamptz;
  v_price jsonb := p_price;
  v_lines jsonb;
  v_steps jsonb;
  v_total integer;
  v_price_changed boolean;
  v_is_part_paid boolean;
begin
  select * into v_order from public.orders where id = p_order_id;
  v_is_part_paid := v_order.paid_at is not null and private.has_open_instalments(p_order_id);
  if v_order.status in ('held', 'awaiting_payment') then
    select min(h.expires_at) into v_held_until from public.holds h where h.order_id = p_order_id and h.expires_at > v_now;
  end if;
  -- An order has the current prices of its offers until a parent agrees to pay.
  if v_price is null and v_order.status = 'held' and v_held_until is not null then
    v_price := private.price_unpaid_order(p_order_id, v_now);
  end if;
  -- A line that is no longer available shows its former price. Paying reports the reason.
  select jsonb_agg(private.line_view(l, n.price) || case when v_order.paid_at is not null
      then jsonb_build_object('refund_steps', r.refunds -> 'refund_steps') else '{}' end
      || jsonb_build_object('refund_starts_at', r.refunds -> 'refund_starts_at')
      || case when v_is_part_paid and l.status <> 'cancelled'
        then jsonb_build_object('unpaid_cents', private.line_outstanding(l.id)) else '{}' end
      -- A refund rule that can no longer refund anything is not shown.
      || case when r.refunds -> 'refund_rule_applies' = 'false' then '{"cancellation": null}'::jsonb else '{}' end order by l.position),
    jsonb_agg(r.refunds -> 'refund_steps' order by l.position),
    sum(coalesce(
      case when p.value -> 'problem' = 'null' then (p.value ->> 'base_cents')::integer - (p.value ->> 'discount_cents')::integer
        + (p.value ->> 'transport_cents')::integer - l.transferred_cents end,
      l.total_cents)),
    coalesce(bool_or(l.expected_price_cents <> coalesce(
      case when p.value -> 'problem' = 'null' then (p.value ->> 'price_cents')::integer end, l.price_cents)), false)
  into v_lines, v_steps, v_total, v_price_changed
  from public.order_lines l
  left join jsonb_array_elements(v_price -> 'lines') p on (p.value ->> 'position')::integer = l.position
  cross join lateral (select case when p.value -> 'problem' = 'null' then p.value end as price) n
  cross join lateral (
    select private.line_refunds(l, n.price, v_order.paid_at is not null, p_at) as refunds offset 0) r
  where l.order_id = p_order_id;

  return jsonb_build_object(
    'number', v_order.number,
    'secret', v_order.secret,
    'status', case when v_order.status in ('held', 'awaiting_payment') and v_held_until is null
      then 'expired' else v_order.status end,
    'price_changed', v_price_changed,
    'currency', v_order.currency,
    'total_cents', v_total,
    'code', v_order.code,
    'gst', case when v_order.paid_at is null
      then private.gst_view(v_total, v_settings.gst_rate_basis_points, v_settings.gst_number)
      else private.gst_view(v_total, v_order.gst_rate_basis_points, v_order.gst_number) end,
    'lines', v_lines,
    'refund_steps', case when v_held_until is not null then private.sum_steps(v_steps) end,
    'hold_expires_at', private.iso(v_held_until),
    'hold_minutes', v_settings.hold_minutes,
    'server_time', private.iso(clock_timestamp()),
    'parent_name', v_order.parent_name,
    'parent_email', v_order.parent_email,
    'outcome', v_order.outcome,
    'paid_at', private.iso(v_order.paid_at))
    || private.payment_view(v_order, v_lines, v_held_until)
    || case when v_order.outcome = 'needs_choice'
      then jsonb_build_object('late_choices', private.late_choices(p_order_id)) else '{}' end
    || case when v_order.paid_at is null then '{}' else jsonb_build_object('provider', private.provider())
      || coalesce((select jsonb_build_object('instalments', i.plan,
        -- The invoice of the sale is for the deposit.
        'gst', private.gst_view(private.due_at_sale(v_order), v_order.gst_rate_basis_points, v_order.gst_number)) from private.instalments_view(p_order_id) i (plan) where i.plan is not null), '{}') end;
end;
$$;
comment on function private.order_view(uuid, jsonb, timestamptz) is
  'Returns OrderView (contract/orders.ts). p_price comes from private.price_order. p_at is one reading of the '
  'calendar''s clock. An open order whose hold has expired has the state expired.';
