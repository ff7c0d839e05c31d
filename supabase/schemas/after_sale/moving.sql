-- A family moves a line of a paid order to another session, or to a camp that costs the same or less (move_places.sql
-- has the helpers). A more expensive camp is paid first (upgrades.sql).

create function private.move_camp_line(p_line public.order_lines, p_target jsonb, p_expected_difference_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp_id constant uuid := (p_target ->> 'camp_id')::uuid;
  v_balance record;
  v_terms record;
  v_new public.order_lines;
begin
  select * into v_terms from private.camp_move_terms(p_line, p_target);
  v_new := v_terms.line;
  if v_terms.saving_cents < 0 then perform private.fail('move_costs_more', 'p_target', (-v_terms.saving_cents)::text); end if;
  if -v_terms.refund_cents <> p_expected_difference_cents then
    perform private.fail('refund_changed', 'p_expected_difference_cents', (-v_terms.refund_cents)::text);
  end if;
  select * into v_balance from private.line_balance(p_line.id);

  update public.camp_enrollments set status = 'cancelled' where order_line_id = p_line.id and status = 'enrolled';
  update public.order_lines set
    camp_id = v_camp_id, offer_id = v_new.offer_id, title = v_new.title, revision = v_new.revision,
    transport = v_new.transport, rung_id = v_new.rung_id, sibling_rebate = v_new.sibling_rebate
  where id = p_line.id;
  -- These entries lead to the new price. The difference stays in the line's balance until it is refunded or kept.
  perform private.post_line(p_line.id, e.entry, e.cents, 'moved', e.rules)
  from (values
    ('transport', v_new.transport_cents - v_balance.transport_cents, coalesce(v_new.transport, '{}')),
    ('discount', v_balance.discount_cents - v_new.discount_cents, v_terms.discount_rules),
    ('rebate', v_balance.rebate_cents - v_new.rebate_cents, jsonb_build_object('camp_id', v_camp_id)),
    ('charged', v_new.price_cents - (v_balance.price_cents - v_balance.transport_cents + v_balance.rebate_cents + v_balance.discount_cents),
      jsonb_build_object('offer_id', v_new.offer_id, 'revision', v_new.revision, 'camp_id', v_camp_id, 'rung_id', v_new.rung_id,
        'price_cents', v_new.price_cents)),
    ('moved_in', v_terms.saving_cents, '{}')
  ) e (entry, cents, rules);
  perform private.post_clawbacks(array[p_line.id], p_line.id, v_terms.clawback_cents, v_terms.base_cents);
  select * into v_new from public.order_lines where id = p_line.id;
  if v_new.offer_id = p_line.offer_id then v_new := private.set_line_place(v_new, null, v_camp_id, 'p_target'); end if;
  perform private.place_line(v_new, private.child_of(v_new), (select family_id from public.orders where id = v_new.order_id));
  perform private.request_line_refund(p_line, v_terms.refund_cents, 'moved');
  perform private.post_line(p_line.id, 'kept', v_terms.refund_cents + v_terms.clawback_cents - v_terms.saving_cents, 'moved', v_terms.refund_reason);
end;
$$;
comment on function private.move_camp_line(public.order_lines, jsonb, integer) is
  'Moves a line to another camp. If the new price is lower, the difference is refunded by the line''s rules, minus '
  'what the other lines lose. Fails with the codes of private.check_target_place, transport_not_available, '
  'move_costs_more (detail: cents), refund_changed (detail: the difference now).';

create function private.discount_under(
  p_rules jsonb, p_offer public.offers, p_location_id uuid, p_discount_cents integer, p_base_cents integer, p_others_cents integer)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case
    when p_base_cents + p_others_cents < coalesce((p_rules ->> 'minimum_cents')::integer, 0)
      or p_rules -> 'kinds' <> 'null' and not p_rules -> 'kinds' @> to_jsonb(p_offer.kind)
      or p_rules -> 'tiers' <> 'null' and not p_rules -> 'tiers' @> coalesce(p_offer.details -> 'tier', 'null')
      or p_rules -> 'offers' <> 'null' and not p_rules -> 'offers' @> to_jsonb(p_offer.id)
      or p_rules -> 'locations' <> 'null' and not p_rules -> 'locations' @> to_jsonb(p_location_id) then 0
    -- As in quote_promotion, half a cent is rounded in favour of the parent, and at least Stripe's smallest charge is
    -- left to pay.
    else greatest(0, least(p_base_cents - private.least_charge_cents(),
      coalesce(round(p_base_cents::numeric * (p_rules ->> 'percent')::numeric / 100)::integer, p_discount_cents))) end
$$;
comment on function private.discount_under(jsonb, public.offers, uuid, integer, integer, integer) is
  'Returns the discount of a code in cents, under the rules with which it was used: its percentage, or its share of a '
  'fixed amount. Returns 0 if the order is below the code''s minimum, or if the code does not apply to the product or '
  'the location.';

create function private.check_target(p_target jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  perform private.check_object(p_target, p_field, 1000);
  foreach v_key in array array['session_id', 'camp_id'] loop
    if coalesce(p_target -> v_key, 'null') <> 'null' and not private.is_uuid(p_target -> v_key) then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if p_target ->> 'session_id' is not null and p_target ->> 'camp_id' is not null then
    perform private.fail('invalid_input', p_field || '.camp_id');
  end if;
  if jsonb_typeof(coalesce(nullif(p_target -> 'transport', 'null'), '""')) <> 'string'
    or p_target ->> 'transport' = '' or length(p_target ->> 'transport') > 40 then
    perform private.fail('invalid_input', p_field || '.transport');
  end if;
end;
$$;
comment on function private.check_target(jsonb, text) is
  'Checks a MoveTarget (contract/after-sale.ts): {session_id}, {camp_id, transport?}, or neither. Fails with '
  'invalid_input, and names the field.';

create function private.line_of(p_order public.orders, p_line_id uuid)
returns public.order_lines
language plpgsql
stable
set search_path = ''
as $$
declare
  v_line public.order_lines;
begin
  select * into v_line from public.order_lines where id = p_line_id and order_id = p_order.id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  return v_line;
end;
$$;
comment on function private.line_of(public.orders, uuid) is 'Returns a line of this order. Fails with line_not_found.';

create function private.line_to_move(p_order public.orders, p_line_id uuid, p_target jsonb)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_field text;
begin
  perform private.check_target(p_target, 'p_target');
  v_line := private.line_of(p_order, p_line_id);
  v_field := case when v_line.camp_id is not null then 'camp_id' else 'session_id' end;
  if p_target ->> v_field is null then perform private.fail('invalid_input', 'p_target.' || v_field); end if;
  return v_line;
end;
$$;
comment on function private.line_to_move(public.orders, uuid, jsonb) is
  'Returns a line of an order if the target is of the same kind, for example a session for a session. Otherwise fails '
  'with line_not_found.';

create function private.check_movable(p_line public.order_lines)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_until constant timestamptz := private.move_until(p_line);
begin
  perform private.refuse_refunded(p_line, 'p_line_id');
  perform private.refuse_open_instalments(p_line.order_id, 'p_line_id');
  if v_until is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if v_until < private.calendar_now() then perform private.fail('too_late', 'p_line_id'); end if;
end;
$$;
comment on function private.check_movable(public.order_lines) is
  'Fails if a line cannot be moved now, with already_refunded, instalments_open, line_closed or too_late.';

create function public.quote_move(p_access jsonb, p_line_id uuid, p_target jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_line constant public.order_lines := private.line_to_move(v_order, p_line_id, p_target);
  v_terms record;
begin
  perform private.check_movable(v_line);
  if v_line.camp_id is null then return '{"difference_cents": 0}'; end if;
  select * into v_terms from private.camp_move_terms(v_line, p_target);
  return jsonb_build_object('difference_cents',
    case when v_terms.saving_cents < 0 then -v_terms.saving_cents else -v_terms.refund_cents end)
    || jsonb_strip_nulls(jsonb_build_object(
      'rebate_lost_cents', case when (v_terms.line).rebate_cents = 0
        then nullif((select b.rebate_cents from private.line_balance(v_line.id) b), 0) end,
      'clawback_cents', nullif(v_terms.clawback_cents, 0)));
end;
$$;
comment on function public.quote_move(jsonb, uuid, jsonb) is
  'Takes Access, the line and MoveTarget. Returns MoveQuote (contract/after-sale.ts). A positive difference is paid by '
  'hold_upgrade. Fails with the codes of private.manage_order and private.check_target_place, and order_closed, '
  'line_not_found, line_closed, too_late, already_refunded, transport_not_available. Definer: see get_managed_order.';
grant execute on function public.quote_move(jsonb, uuid, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.quote_move(jsonb, uuid, jsonb)', 'quote_move');

create function public.move_line(p_access jsonb, p_line_id uuid, p_target jsonb, p_expected_difference_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_line constant public.order_lines := private.line_to_move(v_order, p_line_id, p_target);
  v_starts_at timestamptz;
begin
  if p_expected_difference_cents is null then perform private.fail('invalid_input', 'p_expected_difference_cents'); end if;

  perform private.lock_places(
    array(select distinct s from unnest(array[v_line.session_id, (p_target ->> 'session_id')::uuid]) s where s is not null),
    array(select distinct c from unnest(array[v_line.camp_id, (p_target ->> 'camp_id')::uuid]) c where c is not null));
  perform private.offer_all(
    array_remove(array[(p_target ->> 'session_id')::uuid], null), array_remove(array[(p_target ->> 'camp_id')::uuid], null));
  perform from public.passes where order_line_id = v_line.id order by id for update;
  perform private.check_movable(v_line);

  v_starts_at := coalesce(
    (select starts_at from public.sessions where id = v_line.session_id and status = 'scheduled'),
    (select starts_at from public.camp_weeks where id = v_line.camp_id and cancelled_at is null));
  if v_line.camp_id is null then
    if p_expected_difference_cents <> 0 then perform private.fail('refund_changed', 'p_expected_difference_cents', '0'); end if;
    perform private.move_session_line(v_line, (p_target ->> 'session_id')::uuid);
  else
    perform private.move_camp_line(v_line, p_target, p_expected_difference_cents);
  end if;
  update public.order_lines set refund_starts_at = least(refund_starts_at, v_starts_at) where id = v_line.id;
  perform private.queue_moved_mail(v_order.id, array[v_line.id], p_old => v_line);
  perform private.offer_released_places(
    array_remove(array[v_line.session_id], null), array_remove(array[v_line.camp_id], null));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.move_line(jsonb, uuid, jsonb, integer) is
  'Moves a line to a place that costs the same or less. Takes MoveTarget and returns ManagedOrder '
  '(contract/after-sale.ts). p_expected_difference_cents is what the page showed. Fails with the codes of '
  'private.manage_order and private.check_target_place, and order_closed, line_not_found, line_closed, too_late, '
  'already_refunded, pass_expired, transport_not_available, refund_changed, move_costs_more (use hold_upgrade). '
  'Definer: see get_managed_order.';
grant execute on function public.move_line(jsonb, uuid, jsonb, integer) to anon, authenticated, service_role;
select private.answer_calls('public.move_line(jsonb, uuid, jsonb, integer)', 'move_line');
