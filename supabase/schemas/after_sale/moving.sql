-- Moving a paid line: whether it may move there, and the call that moves it.

create function private.discount_under(
  p_rules jsonb, p_offer public.offers, p_discount_cents integer, p_base_cents integer, p_others_cents integer)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case
    when p_base_cents + p_others_cents < coalesce((p_rules ->> 'minimum_cents')::integer, 0)
      or p_rules -> 'kinds' <> 'null' and not p_rules -> 'kinds' @> to_jsonb(p_offer.kind)
      or p_rules -> 'tiers' <> 'null' and not p_rules -> 'tiers' @> coalesce(p_offer.details -> 'tier', 'null') then 0
    -- As quote_promotion counts: half a cent is the parent's, and something is left to pay.
    else greatest(0, least(p_base_cents - private.least_charge_cents(),
      coalesce(round(p_base_cents::numeric * (p_rules ->> 'percent')::numeric / 100)::integer, p_discount_cents))) end
$$;
comment on function private.discount_under(jsonb, public.offers, integer, integer, integer) is
  'What a code takes off a place of this offer under the rules that it was used with: its percentage, or its share of a fixed amount; nothing where it does not apply, or where this and the others it applies to cost less than its minimum.';

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
  'MoveTarget of contract/after-sale.ts: {session_id} or {camp_id, transport?}, or neither; else invalid_input with the field.';

create function public.move_line(p_access jsonb, p_line_id uuid, p_target jsonb, p_seen_difference_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_line public.order_lines;
  v_wants text;
  v_until timestamptz;
  v_starts_at timestamptz;
begin
  perform private.check_target(p_target, 'p_target');
  if p_seen_difference_cents is null then perform private.fail('invalid_input', 'p_seen_difference_cents'); end if;
  select * into v_line from public.order_lines where id = p_line_id and order_id = v_order.id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  v_wants := case when v_line.camp_id is not null then 'camp_id' else 'session_id' end;
  if p_target ->> v_wants is null then perform private.fail('invalid_input', 'p_target.' || v_wants); end if;

  perform private.lock_places(
    array(select distinct s from unnest(array[v_line.session_id, (p_target ->> 'session_id')::uuid]) s where s is not null),
    array(select distinct c from unnest(array[v_line.camp_id, (p_target ->> 'camp_id')::uuid]) c where c is not null));
  -- What lapsed by the clock is the waitlist's first.
  perform private.offer_all(
    array_remove(array[(p_target ->> 'session_id')::uuid], null), array_remove(array[(p_target ->> 'camp_id')::uuid], null));
  perform from public.passes where order_line_id = v_line.id for update;
  v_until := private.move_until(v_line);
  if v_until is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if v_until < private.calendar_now() then perform private.fail('too_late', 'p_line_id'); end if;

  v_starts_at := coalesce(
    (select starts_at from public.sessions where id = v_line.session_id and status = 'scheduled'),
    (select starts_at from public.camp_weeks where id = v_line.camp_id and cancelled_at is null));
  if v_wants = 'session_id' then
    if p_seen_difference_cents <> 0 then perform private.fail('refund_changed', 'p_seen_difference_cents', '0'); end if;
    perform private.move_session_line(v_line, (p_target ->> 'session_id')::uuid);
  else
    perform private.move_camp_line(v_line, p_target, p_seen_difference_cents);
  end if;
  update public.order_lines set refund_starts_at = least(refund_starts_at, v_starts_at) where id = v_line.id;
  perform private.queue_order_mail('order_moved', v_order.id, gen_random_uuid()::text,
    jsonb_build_object('moved', jsonb_build_object('line_ids', jsonb_build_array(v_line.id), 'kind', 'moved')));
  perform private.places_freed(
    array_remove(array[v_line.session_id], null), array_remove(array[v_line.camp_id], null));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.move_line(jsonb, uuid, jsonb, integer) is
  'Moves a paid line to another session, or to another week: of the same tier at the price that was paid, of a cheaper tier or transport with a refund of the difference by the line''s rules. MoveTarget -> ManagedOrder (contract/after-sale.ts). p_seen_difference_cents: the difference that was shown, 0 or below. Until move_hours_before the beginning, for ever when we called it off. Refuses as private.manage_order and private.check_place, and invalid_input, order_closed, line_not_found, line_closed, too_late, pass_expired, transport_not_available, refund_changed (detail: the difference now), move_costs_more (detail: cents that it costs more; such a move is paid for: hold_move). Definer: see get_managed_order.';
grant execute on function public.move_line(jsonb, uuid, jsonb, integer) to anon, authenticated, service_role;
select private.answer_calls('public.move_line(jsonb, uuid, jsonb, integer)', 'move_line');
