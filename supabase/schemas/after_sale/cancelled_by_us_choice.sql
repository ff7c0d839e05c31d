-- If we cancelled a camp, its families choose another camp, a credit or a refund. Admins record the choice of a family.

create function private.lock_cancelled_by_us_line(p_line_id uuid, p_camp_id uuid)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
begin
  v_line := private.lock_line(p_line_id);
  perform private.lock_places('{}', array_remove(array[v_line.camp_id, p_camp_id], null));
  if v_line.status <> 'placed' or v_line.camp_id is null or not private.is_cancelled_by_us(v_line) then
    perform private.fail('line_closed', 'p_line_id');
  end if;
  perform private.refuse_refunded(v_line, 'p_line_id');
  return v_line;
end;
$$;
comment on function private.lock_cancelled_by_us_line(uuid, uuid) is
  'Locks and returns a line whose family must still choose because we cancelled its camp. Also locks its order, that '
  'camp and p_camp_id. Fails with line_not_found, line_closed, already_refunded.';

create function private.apply_cancelled_by_us_choice(p_line_id uuid, p_choice jsonb)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines := private.lock_cancelled_by_us_line(p_line_id, (p_choice ->> 'camp_id')::uuid);
  v_old public.order_lines;
  v_order public.orders;
begin
  select * into v_order from public.orders where id = v_line.order_id;
  if p_choice ->> 'kind' <> 'refund' then perform private.refuse_open_instalments(v_order.id, 'p_choice'); end if;
  if p_choice ->> 'kind' = 'move' then
    update public.camp_enrollments set status = 'cancelled' where order_line_id = v_line.id and status = 'enrolled';
    perform private.offer_all('{}', array[(p_choice ->> 'camp_id')::uuid]);
    v_line := private.set_line_place(v_line, null, (p_choice ->> 'camp_id')::uuid, 'p_choice');
    perform private.place_line(v_line, private.child_of(v_line), v_order.family_id);
  elsif p_choice ->> 'kind' = 'credit' then
    v_old := v_line;
    -- The credit would be for a camp with all its days.
    perform private.refuse_refunded_days(v_line, 'p_choice');
    perform private.credit_line(v_line, v_order.family_id);
  else
    perform private.queue_cancelled_mail(v_order.id, v_line.id::text, array[v_line.id], private.refund_cancelled_by_us(v_line));
    return v_order.id;
  end if;
  perform private.queue_moved_mail(
    v_order.id, array[v_line.id], case p_choice ->> 'kind' when 'move' then 'moved' else 'credit' end, p_old => v_old);
  return v_order.id;
end;
$$;
comment on function private.apply_cancelled_by_us_choice(uuid, jsonb) is
  'Carries out what a family chose for a camp that we cancelled, and queues the mail. Returns the order''s id. Fails '
  'with the codes of private.lock_cancelled_by_us_line and private.check_target_place.';

create function public.preview_cancelled_by_us(p_line_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_camp record;
  v_camps jsonb := '[]';
  v_refund record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_line := private.lock_cancelled_by_us_line(p_line_id, null);
  for v_camp in
    select o.id, o.starts_at, o.capacity - private.camp_seats_taken(o.id, clock_timestamp()) as places_left
    from public.camp_weeks o join public.camp_weeks cancelled on cancelled.id = v_line.camp_id and o.tier = cancelled.tier
    where o.is_active and o.starts_at > private.calendar_now() and private.refunded_for_days(v_line.id) = 0
    order by o.starts_at, o.id
  loop
    begin
      perform private.check_target_place(v_line, private.camp_offer(v_camp.id), null, v_camp.id, 'p_choice');
      v_camps := v_camps || (private.camp_view(v_camp.id) || jsonb_build_object('places_left', v_camp.places_left));
    exception when sqlstate 'PT409' or sqlstate 'PT404' then
      null;
    end;
  end loop;
  begin
    perform private.apply_cancelled_by_us_choice(p_line_id, '{"kind": "refund"}');
    select coalesce(sum(r.amount_cents), 0) as cents, coalesce(bool_or(private.refund_status(r) = 'waiting'), false) as waits,
      private.refund_parts(array_agg(r.id)) as parts
    into v_refund
    from public.refunds r where r.order_line_id = p_line_id and r.requested_in = pg_current_xact_id();
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return jsonb_build_object('camps', v_camps, 'refund_cents', v_refund.cents, 'refund_waits', v_refund.waits,
    'refund_parts', v_refund.parts,
    'mails', cardinality(private.order_recipients(v_line.order_id)));
end;
$$;
comment on function public.preview_cancelled_by_us(uuid) is
  'For admins. Returns CancelledByUsPreview (contract/management-orders.ts). To compute it, the choice is carried out '
  'and rolled back. Fails with line_not_found, line_closed, already_refunded. Definer: it checks the caller first.';
grant execute on function public.preview_cancelled_by_us(uuid) to authenticated;
select private.answer_calls('public.preview_cancelled_by_us(uuid)', 'management');

create function public.resolve_cancelled_by_us(p_line_id uuid, p_choice jsonb, p_expected_refund_cents integer default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id uuid;
  v_cents integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_target(p_choice, 'p_choice');
  if coalesce(p_choice ->> 'kind', '') not in ('move', 'credit', 'refund') then perform private.fail('invalid_input', 'p_choice.kind'); end if;
  if p_choice ->> 'kind' = 'move' and p_choice ->> 'camp_id' is null then perform private.fail('invalid_input', 'p_choice.camp_id'); end if;
  v_order_id := private.apply_cancelled_by_us_choice(p_line_id, p_choice);
  if p_choice ->> 'kind' = 'refund' then
    select coalesce(sum(r.amount_cents), 0) into v_cents
    from public.refunds r where r.order_line_id = p_line_id and r.requested_in = pg_current_xact_id();
    if v_cents <> p_expected_refund_cents then
      perform private.fail('refund_changed', 'p_expected_refund_cents', v_cents::text);
    end if;
  end if;
  return private.managed_view(v_order_id);
end;
$$;
comment on function public.resolve_cancelled_by_us(uuid, jsonb, integer) is
  'For admins. Takes CancelledByUsChoice and returns ManagedOrder (contract/after-sale.ts). p_expected_refund_cents '
  'is the amount that the screen showed, or null to skip the check. Fails with line_not_found, line_closed, '
  'already_refunded, refund_changed, and the codes of private.check_target_place. Definer: it checks the caller '
  'first.';
grant execute on function public.resolve_cancelled_by_us(uuid, jsonb, integer) to authenticated, service_role;
