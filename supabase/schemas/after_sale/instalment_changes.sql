-- Staff give an instalment more time, write it off or remind the parents. When a booking is cancelled, the trigger
-- follow_cancelled_line cancels its open instalments (docs/decisions "Deposits and instalments").

create function public.move_instalment(p_instalment_id uuid, p_due_on date, p_expected_due_on date, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_instalment public.order_instalments;
  v_reason text;
  v_last_camp_day date;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200);
  perform from public.orders
  where id = (select order_id from public.order_instalments where id = p_instalment_id) for no key update;
  if not found then perform private.fail('order_not_found', 'p_instalment_id'); end if;
  select * into v_instalment from public.order_instalments where id = p_instalment_id for update;
  perform private.refuse_own_order(v_instalment.order_id, 'p_instalment_id');
  if v_instalment.status <> 'due' or v_instalment.position = 0 or not private.has_open_instalments(v_instalment.order_id) then
    perform private.fail('instalment_closed', 'p_instalment_id');
  end if;
  -- If the first answer was lost, the same request may arrive again. It changes nothing.
  if v_instalment.due_on = p_due_on and v_instalment.moved_reason = v_reason then return private.instalments_view(v_instalment.order_id); end if;
  if p_expected_due_on is distinct from v_instalment.due_on then perform private.fail('changed_meanwhile', 'p_expected_due_on'); end if;
  select max(c.end_date) into v_last_camp_day
  from public.order_lines l join public.camp_weeks c on c.id = l.camp_id
  where l.order_id = v_instalment.order_id and l.status <> 'cancelled';
  if p_due_on is null or p_due_on not between private.calendar_today() and v_last_camp_day then
    perform private.fail('invalid_input', 'p_due_on');
  end if;
  update public.order_instalments
  set due_on = p_due_on, moved_at = clock_timestamp(), moved_by = (select auth.uid()), moved_reason = v_reason
  where id = p_instalment_id;
  return private.instalments_view(v_instalment.order_id);
end;
$$;
comment on function public.move_instalment(uuid, date, date, text) is
  'For admins. Sets another due date of an instalment, with the reason. Returns Instalments (contract/instalments.ts). '
  'Fails with order_not_found, own_balance, instalment_closed, invalid_input (p_due_on, p_reason), changed_meanwhile. '
  'Definer: plans are written only by functions. The call is recorded in the audit log.';
grant execute on function public.move_instalment(uuid, date, date, text) to authenticated;
select private.answer_calls('public.move_instalment(uuid, date, date, text)', 'management');

create function public.write_off_instalment(p_instalment_id uuid, p_expected_cents integer, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_instalment public.order_instalments;
  v_reason text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200);
  perform from public.orders
  where id = (select order_id from public.order_instalments where id = p_instalment_id) for no key update;
  if not found then perform private.fail('order_not_found', 'p_instalment_id'); end if;
  select * into v_instalment from public.order_instalments where id = p_instalment_id for update;
  perform private.refuse_own_order(v_instalment.order_id, 'p_instalment_id');
  if v_instalment.status = 'cancelled' and v_instalment.moved_reason = v_reason and v_instalment.moved_by = (select auth.uid()) then
    return private.instalments_view(v_instalment.order_id);
  end if;
  if v_instalment.status <> 'due' or v_instalment.position = 0 or not private.has_open_instalments(v_instalment.order_id) then
    perform private.fail('instalment_closed', 'p_instalment_id');
  end if;
  if p_expected_cents is distinct from v_instalment.cents then
    perform private.fail('price_changed', 'p_expected_cents', v_instalment.cents::text);
  end if;
  -- Before the camp begins, the booking can be cancelled by its rules. Writing the amount off would then be a discount
  -- without a limit.
  if not exists (
    select from public.order_lines l join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = v_instalment.order_id and l.status = 'placed' and c.starts_at <= private.calendar_now()) then
    perform private.fail('camp_not_started', 'p_instalment_id');
  end if;
  update public.order_instalments
  set moved_at = clock_timestamp(), moved_by = (select auth.uid()), moved_reason = v_reason
  where id = p_instalment_id;
  perform private.write_off_instalment(v_instalment);
  return private.instalments_view(v_instalment.order_id);
end;
$$;
comment on function public.write_off_instalment(uuid, integer, text) is
  'For admins. Stops claiming an instalment once a camp of its order has begun. The children keep their places. '
  'Returns Instalments (contract/instalments.ts). Fails with order_not_found, own_balance, instalment_closed, '
  'price_changed (detail: cents), camp_not_started. Definer: see move_instalment.';
grant execute on function public.write_off_instalment(uuid, integer, text) to authenticated;
select private.answer_calls('public.write_off_instalment(uuid, integer, text)', 'management');

create function private.queue_instalment_mail(p_instalment public.order_instalments, p_kind text)
returns void
language sql
volatile
set search_path = ''
as $$
  -- The key contains the due date, so that an instalment with a new due date is reminded again.
  select private.queue_order_mail('instalment_due', p_instalment.order_id, format('%s:%s:%s', p_instalment.id, p_instalment.due_on, p_kind),
    jsonb_build_object('instalment', jsonb_build_object(
      'cents', p_instalment.cents, 'due_on', p_instalment.due_on, 'kind', case when p_instalment.due_on < private.calendar_today() then 'late' else 'due' end)))
$$;
comment on function private.queue_instalment_mail(public.order_instalments, text) is
  'Queues the mail that an instalment is due, with the link to pay it, once per instalment, due date and kind.';

create function public.remind_instalment(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_began_at constant timestamptz := clock_timestamp();
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform from public.orders where id = p_order_id and paid_at is not null for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  if not private.claims_instalments(p_order_id) then perform private.fail('instalment_closed', 'p_order_id'); end if;
  perform private.queue_instalment_mail(private.next_instalment(p_order_id), 'staff-' || private.calendar_today());
  return jsonb_build_object('queued', exists (
    select from public.outbox m
    where m.template = 'instalment_due' and m.created_at >= v_began_at
      and m.payload ->> 'number' = (select number from public.orders where id = p_order_id)));
end;
$$;
comment on function public.remind_instalment(uuid) is
  'For admins. Mails the parents the next instalment with a link to pay it. Returns {queued}, which is false if a '
  'mail was queued today or if there is no address. Fails with order_not_found, instalment_closed. Definer: see '
  'send_order_link.';
grant execute on function public.remind_instalment(uuid) to authenticated;
select private.answer_calls('public.remind_instalment(uuid)', 'management');

create function private.overdue_instalments()
returns table (instalment_id uuid, order_id uuid, cents integer, since timestamptz)
language sql
volatile
set search_path = ''
as $$
  select i.id, i.order_id, i.cents, (i.due_on + 1 + g.days)::timestamp at time zone private.time_zone()
  from public.order_instalments i
  -- If staff shorten the days of grace, earlier sales keep the longer ones.
  cross join lateral (select private.kindest_setting('deposit_grace_days', i.created_at) as days) g
  where i.status = 'due' and i.position > 0
    -- The subqueries read today's date and the setting only once, so the index finds the few late instalments before
    -- their orders are read. No sale has fewer days of grace than the setting has.
    and i.due_on < (select private.calendar_today() - (private.settings()).deposit_grace_days)
    and i.due_on + g.days < (select private.calendar_today())
    and i.id = (private.next_instalment(i.order_id)).id
    and private.claims_instalments(i.order_id)
$$;
comment on function private.overdue_instalments() is
  'Returns the next instalment of each order that was not paid within the days of grace, and since when it is overdue.';

create function private.lapse_order(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_line_ids uuid[];
  v_cancelled_ids uuid[];
  v_refund integer;
begin
  v_order := private.lock_paid_order(p_order_id);
  -- The order may have been paid, moved or cancelled since it was found.
  if not exists (select from private.overdue_instalments() d where d.order_id = p_order_id) then return false; end if;
  -- A parent may be paying now, or Stripe has not reported the payment yet. No new payment begins while the order is
  -- locked.
  if exists (
    select from public.instalment_attempts a join public.order_instalments i on i.id = a.instalment_id
    where i.order_id = p_order_id and private.is_attempt_pending(a)) then
    return false;
  end if;
  v_line_ids := array(
    select id from public.order_lines where order_id = p_order_id and status = 'placed' order by position);
  -- A camp that has begun is not cancelled by its rules. Staff decide.
  if exists (select from private.line_terms(v_line_ids) t where t.problem is not null) then return false; end if;
  -- A child who is here stays on the roster (classes/checked_in.sql).
  if exists (
    select from public.camp_enrollments e
    where e.order_line_id = any (v_line_ids) and e.status = 'enrolled' and private.is_here(null, e.id)) then
    return false;
  end if;
  select coalesce(sum(t.refund_cents), 0) into v_refund from private.line_terms(v_line_ids) t;
  v_cancelled_ids := array(select id from public.order_instalments where order_id = p_order_id and status = 'cancelled');
  perform private.notify_of_returned_lines(p_order_id, v_line_ids, v_refund,
    private.return_lines(v_order, v_line_ids, v_refund, false) || jsonb_build_object('lapsed', true));
  update public.order_instalments set status = 'lapsed'
  where order_id = p_order_id and status = 'cancelled' and id <> all (v_cancelled_ids);
  return true;
end;
$$;
comment on function private.lapse_order(uuid) is
  'Cancels the places of an order whose instalment is overdue, by the rules of the sale. Returns false if there is '
  'nothing to cancel, or if a payment may still be under way.';

create function public.lapse_instalments()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id uuid;
begin
  if not (private.settings()).deposits_lapse then return '{"lapsed": 0}'; end if;
  for v_order_id in select order_id from private.overdue_instalments() order by order_id loop
    -- The loop stops after one order: orders are locked before places, and this call has locked the places of an order.
    if private.lapse_order(v_order_id) then return '{"lapsed": 1}'; end if;
  end loop;
  return '{"lapsed": 0}';
end;
$$;
comment on function public.lapse_instalments() is
  'If settings.deposits_lapse allows it, cancels the next booking that was not paid within the days of grace. '
  'Otherwise staff decide. Returns {lapsed: 0 or 1}. Definer: only the service role may call.';
grant execute on function public.lapse_instalments() to service_role;

create function public.queue_instalment_reminders()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_from constant time := '10:00';
  c_most constant integer := 200;
  c_days_late constant integer := 7;
  v_today constant date := private.calendar_today();
  v_instalment public.order_instalments;
  v_kind text;
  v_count integer := 0;
begin
  if (private.calendar_now() at time zone private.time_zone())::time < c_from then return '{"queued": 0}'; end if;
  for v_instalment in
    select i.* from public.order_instalments i
    join public.orders o on o.id = i.order_id and o.paid_at is not null and o.parent_email is not null
    where i.status = 'due' and i.position > 0 and i.due_on between v_today - c_days_late and v_today + 7
    order by i.order_id, i.due_on, i.position
  loop
    v_kind := case when v_instalment.due_on < v_today then 'late' when v_instalment.due_on <= v_today + 1 then 'day' else 'week' end;
    continue when v_kind = 'week' and (v_instalment.created_at at time zone private.time_zone())::date + 7 >= v_instalment.due_on;
    continue when exists (
      select from public.outbox where key = format('instalment_due:%s:%s:%s', v_instalment.id, v_instalment.due_on, v_kind));
    -- The order is locked and read again, so that no reminder is sent for an instalment that is being paid.
    perform from public.orders where id = v_instalment.order_id for no key update;
    continue when v_instalment.id is distinct from (private.next_instalment(v_instalment.order_id)).id
      or not private.claims_instalments(v_instalment.order_id);
    perform private.queue_instalment_mail(v_instalment, v_kind);
    v_count := v_count + 1;
    exit when v_count >= c_most;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_instalment_reminders() is
  'Queues the mails that an instalment is due, from 10 in the morning in Singapore: 7 days before, the day before, and '
  'the day after it was not paid. Each mail is queued once. Returns {queued}. Definer: only the service role may call.';
grant execute on function public.queue_instalment_reminders() to service_role;
