-- A family whose payment came too late chooses another place, a credit or a refund. It chooses for each session and
-- camp of the order by itself, and once for all children who go there, or line by line if the parent allowed splitting.

create function private.check_choice_lines(p_order public.orders, p_choice jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
begin
  perform private.check_object(p_choice, 'p_choice', 10000);
  if coalesce(p_choice ->> 'kind', '') not in ('move', 'credit', 'refund') then perform private.fail('invalid_input', 'p_choice.kind'); end if;
  if p_choice -> 'lines' is null and p_choice ->> 'kind' <> 'move' then return; end if;
  if jsonb_typeof(p_choice -> 'lines') is distinct from 'array' or jsonb_array_length(p_choice -> 'lines') not between 1 and 8 then
    perform private.fail('invalid_input', 'p_choice.lines');
  end if;
  for v_line in
    select value as v, format('p_choice.lines[%s]', ordinality - 1) as field,
      count(*) over (partition by value ->> 'line_id') as same
    from jsonb_array_elements(p_choice -> 'lines') with ordinality order by ordinality
  loop
    perform private.check_target(v_line.v, v_line.field);
    if not private.is_uuid(v_line.v -> 'line_id') or v_line.same > 1 then perform private.fail('invalid_input', v_line.field || '.line_id'); end if;
    if not exists (select from public.order_lines where id = (v_line.v ->> 'line_id')::uuid and order_id = p_order.id) then
      perform private.fail('line_not_found', v_line.field || '.line_id');
    end if;
  end loop;
end;
$$;
comment on function private.check_choice_lines(public.orders, jsonb) is
  'Checks a LateChoice (contract/after-sale.ts) for this order. Fails with invalid_input or line_not_found, and names '
  'the field.';

create function private.chosen_lines(p_order public.orders, p_choice jsonb)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_waiting_ids constant uuid[] := array(
    select id from public.order_lines where order_id = p_order.id and status = 'needs_choice' order by position);
  v_chosen_ids constant uuid[] := array(
    select (l ->> 'line_id')::uuid from jsonb_array_elements(coalesce(p_choice -> 'lines', '[]')) l);
begin
  if v_waiting_ids = '{}' or not v_chosen_ids <@ v_waiting_ids then perform private.fail('choice_made', 'p_choice'); end if;
  if v_chosen_ids = '{}' then return v_waiting_ids; end if;
  if not p_order.split_allowed and exists (
    -- Siblings stay together: the choice names all waiting lines for one session or camp, or none of them.
    select from public.order_lines l join public.order_lines c on coalesce(c.session_id, c.camp_id) = coalesce(l.session_id, l.camp_id)
    where l.id = any (v_waiting_ids) and l.id <> all (v_chosen_ids) and c.id = any (v_chosen_ids)) then
    perform private.fail('invalid_input', 'p_choice.lines');
  end if;
  return v_chosen_ids;
end;
$$;
comment on function private.chosen_lines(public.orders, jsonb) is
  'Returns the lines that a choice is about: those that it names, or all waiting lines. Fails with choice_made. Fails '
  'with invalid_input if siblings must stay together and the choice names only some lines for a session or camp.';

create function private.late_move(p_order public.orders, p_line_ids uuid[], p_choice jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_ids constant uuid[] := array(
    select distinct (l ->> 'session_id')::uuid from jsonb_array_elements(p_choice -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids constant uuid[] := array(
    select distinct (l ->> 'camp_id')::uuid from jsonb_array_elements(p_choice -> 'lines') l where l ->> 'camp_id' is not null);
  v_family_id uuid;
  v_line public.order_lines;
  v_choice record;
  v_place_field text;
begin
  perform private.lock_places(v_session_ids, v_camp_ids);
  perform private.offer_all(v_session_ids, v_camp_ids);
  if private.claim_trial(p_order.id, clock_timestamp()) <> '{}' then perform private.fail('try_out_used', 'p_choice'); end if;
  v_family_id := private.enrol_family(p_order.id);
  -- Lines are enrolled one after the other, so that each counts the places taken by the lines before it.
  for v_line in select * from public.order_lines where id = any (p_line_ids) order by position loop
    select l.value, format('p_choice.lines[%s]', l.ordinality - 1) as field into v_choice
    from jsonb_array_elements(p_choice -> 'lines') with ordinality l where l.value ->> 'line_id' = v_line.id::text;
    v_place_field := case when v_line.camp_id is not null then 'camp_id' when v_line.session_id is not null then 'session_id' end;
    if v_place_field is not null then
      if v_choice.value ->> v_place_field is null then perform private.fail('invalid_input', v_choice.field || '.' || v_place_field); end if;
      v_line := private.set_line_place(
        v_line, (v_choice.value ->> 'session_id')::uuid, (v_choice.value ->> 'camp_id')::uuid, v_choice.field);
    end if;
    perform private.place_line(v_line, private.child_of(v_line), v_family_id);
  end loop;
end;
$$;
comment on function private.late_move(public.orders, uuid[], jsonb) is
  'Enrols either all of these lines in the places that the parent chose, or none. Fails with the codes of '
  'private.set_line_place, and try_out_used.';

create function private.credit_line(p_line public.order_lines, p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_line.camp_id is null then
    update public.order_lines set session_id = null where id = p_line.id returning * into p_line;
    perform private.place_line(p_line, private.child_of(p_line), p_family_id);
  else
    update public.camp_enrollments set status = 'cancelled' where order_line_id = p_line.id and status = 'enrolled';
    update public.order_lines set status = 'credit', camp_id = null where id = p_line.id;
  end if;
end;
$$;
comment on function private.credit_line(public.order_lines, uuid) is 'Turns a line into a credit: a pass with all its '
  'credits and no booking, or a place on a camp to be chosen later (place_credit_line).';

create function private.late_refund(p_order public.orders, p_line_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment constant public.payments := private.order_payment(p_order.id);
  v_remaining integer;
  v_line public.order_lines;
  v_cents integer;
  v_sum integer := 0;
begin
  perform from public.payments where id in (select c.id from private.order_charges(p_order.id) c) order by id for update;
  v_remaining := private.remaining_of_order(p_order.id);
  delete from public.trial_claims where order_line_id = any (p_line_ids);
  update public.order_lines set status = 'cancelled' where id = any (p_line_ids);
  if not exists (select from public.order_lines where order_id = p_order.id and id <> all (p_line_ids)) then
    perform private.request_refund_of_charges(p_order.id, v_remaining, 'paid_late');
    -- The whole charge is refunded, so refunds made at Stripe were for these lines and need no decision.
    perform private.spread_undecided(v_payment.id, p_line_ids);
    perform private.follow_external_refunds(v_payment.id);
    return v_remaining;
  end if;
  for v_line in select * from public.order_lines where id = any (p_line_ids) order by position loop
    v_cents := greatest(0, least((select b.balance_cents from private.line_balance(v_line.id) b), v_remaining - v_sum));
    perform private.request_line_refund(v_line, v_cents, 'paid_late');
    perform private.close_line(v_line.id, 'paid_late');
    v_sum := v_sum + v_cents;
  end loop;
  return v_sum;
end;
$$;
comment on function private.late_refund(public.orders, uuid[]) is
  'Refunds these lines in full. If they are all lines of the order, refunds everything that was paid. Returns the '
  'amount in cents.';

create function public.choose_late(p_access jsonb, p_choice jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access, '{late_choice}');
  v_kind constant text := p_choice ->> 'kind';
  v_line_ids uuid[];
  v_key text;
  v_line public.order_lines;
  v_family_id uuid;
  v_refund integer;
begin
  perform private.check_choice_lines(v_order, p_choice);
  v_line_ids := private.chosen_lines(v_order, p_choice);
  perform private.refuse_refunded(l, 'p_choice') from public.order_lines l where l.id = any (v_line_ids);
  if v_kind <> all (private.late_choices(v_order.id)) then perform private.fail('instalments_open', 'p_choice'); end if;
  v_key := (select min(l::text) from unnest(v_line_ids) l);
  -- If the bank took the money back, staff decide about the order.
  perform private.refuse_lost((private.order_payment(v_order.id)).id, 'p_choice');
  if v_kind = 'move' then
    perform private.late_move(v_order, v_line_ids, p_choice);
  elsif v_kind = 'credit' then
    if private.claim_trial(v_order.id, clock_timestamp()) <> '{}' then perform private.fail('try_out_used', 'p_choice'); end if;
    v_family_id := private.enrol_family(v_order.id);
    for v_line in select * from public.order_lines where id = any (v_line_ids) order by position loop
      perform private.credit_line(v_line, v_family_id);
    end loop;
  else
    v_refund := private.late_refund(v_order, v_line_ids);
  end if;

  if not exists (select from public.order_lines where order_id = v_order.id and status = 'needs_choice') then
    update public.orders set outcome = case when exists (
      select from public.order_lines where order_id = v_order.id and status = 'placed') then 'enrolled' end
    where id = v_order.id;
    update public.payment_decisions set status = 'resolved', resolved_at = clock_timestamp(),
      resolution = case v_kind when 'move' then 'moved' else v_kind end,
      resolved_by = case when private.is_admin() then (select auth.uid()) end
    where order_id = v_order.id and kind = 'paid_late' and status = 'open';
  end if;
  if v_kind = 'refund' then
    perform private.queue_cancelled_mail(v_order.id, v_key, v_line_ids, v_refund, '{"not_placed": true}');
  else
    perform private.queue_moved_mail(v_order.id, v_line_ids, case v_kind when 'move' then 'moved' else 'credit' end, v_key);
  end if;
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.choose_late(jsonb, jsonb) is
  'Takes LateChoice and returns ManagedOrder (contract/after-sale.ts). The choice takes effect once, even if it is '
  'sent twice at the same time. Fails with the codes of private.manage_order and private.check_target_place, and '
  'order_closed, line_not_found, choice_made, charge_disputed, already_refunded, try_out_used, instalments_open. '
  'Definer: see get_managed_order.';
grant execute on function public.choose_late(jsonb, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.choose_late(jsonb, jsonb)', 'choose_late');

create function private.end_choice(p_order_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.orders set outcome = null where id = p_order_id and outcome = 'needs_choice';
  update public.payment_decisions set status = 'resolved', resolution = 'ended', resolved_at = clock_timestamp()
  where order_id = p_order_id and kind = 'paid_late' and status = 'open'
$$;
comment on function private.end_choice(uuid) is
  'Ends the choice for an order that was paid late. The caller has locked the order and closed its lines.';

create function private.erase_family_choices(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_id uuid;
begin
  for v_line_id in
    select l.id from public.order_lines l join public.orders o on o.id = l.order_id
    where o.family_id = p_family_id and o.paid_at is not null and l.status in ('needs_choice', 'credit') order by l.id
  loop
    update public.order_lines set status = 'cancelled' where id = v_line_id;
    perform private.close_line(v_line_id, 'waived');
  end loop;
  perform private.end_choice(id) from public.orders where family_id = p_family_id and paid_at is not null;
end;
$$;
comment on function private.erase_family_choices(uuid) is
  'Closes the places and credits that an erased family could still have chosen. We keep what was paid for them.';

create function public.place_credit_line(p_access jsonb, p_line_id uuid, p_camp_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access, '{manage,late_choice}');
  v_line public.order_lines;
begin
  if p_camp_id is null then perform private.fail('invalid_input', 'p_camp_id'); end if;
  v_line := private.line_of(v_order, p_line_id);
  if v_line.status <> 'credit' then perform private.fail('line_closed', 'p_line_id'); end if;
  perform private.refuse_lost((private.order_payment(v_order.id)).id, 'p_line_id');
  perform private.refuse_refunded(v_line, 'p_line_id');
  perform private.lock_places('{}', array[p_camp_id]);
  perform private.offer_all('{}', array[p_camp_id]);
  v_line := private.set_line_place(v_line, null, p_camp_id, 'p_target');
  perform private.place_line(v_line, private.child_of(v_line), v_order.family_id);
  perform private.queue_moved_mail(v_order.id, array[v_line.id]);
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.place_credit_line(jsonb, uuid, uuid) is
  'Uses a camp credit for a place of the same tier. Returns ManagedOrder (contract/after-sale.ts). Fails with the '
  'codes of private.manage_order and private.check_target_place, and order_closed, line_not_found, line_closed, '
  'charge_disputed, already_refunded, offer_not_available. Definer: see get_managed_order.';
grant execute on function public.place_credit_line(jsonb, uuid, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.place_credit_line(jsonb, uuid, uuid)', 'place_credit_line');
