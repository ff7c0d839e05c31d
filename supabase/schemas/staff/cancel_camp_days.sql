-- Staff cancel single days of a camp, also after it has begun (docs/decisions "A cancelled day of a camp"). The preview
-- runs the same cancellation and rolls it back.

create function private.refund_camp_days(p_camp public.camp_weeks, p_days date[], p_money text, p_order_id uuid default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count constant integer := p_camp.end_date - p_camp.start_date + 1;
  v_line public.order_lines;
  v_price_cents integer;
  v_day date;
  v_nth integer;
  v_cents integer;
  v_problem text;
  v_left jsonb := '[]';
begin
  for v_line in
    select l.* from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
    where e.camp_id = p_camp.id and e.status = 'enrolled' and l.status = 'placed' and (p_order_id is null or l.order_id = p_order_id)
    order by l.order_id, l.position
  loop
    v_problem := case
      when private.has_open_instalments(v_line.order_id) then 'instalments'
      when exists (select from private.line_charges(v_line.id) c where private.is_disputed(c.payment_id)) then 'disputed'
      when (select f.erased_at is not null from public.orders o left join public.families f on f.id = o.family_id where o.id = v_line.order_id) then
        'erased'
    end;
    if v_problem is not null then
      -- Brothers and sisters may be in one order, which needs one decision.
      continue when v_left @> jsonb_build_array(jsonb_build_object('order_id', v_line.order_id));
      v_left := v_left || (
        select jsonb_build_object('order_id', o.id, 'number', o.number, 'problem', v_problem) from public.orders o where o.id = v_line.order_id);
      insert into public.tasks (id, kind, title, due_on, order_id)
      values (md5(concat_ws(':', 'camp_days', v_line.order_id, p_camp.id, p_days))::uuid, 'todo',
        format('No %s on %s: decide about the money', left(p_camp.name, 60), (
          select string_agg(to_char(d.day, 'FMDD Mon'), ', ' order by d.day) from unnest(p_days) d (day))),
        private.calendar_today(), v_line.order_id)
      on conflict do nothing;
      continue;
    end if;
    -- After a move, the line's own price is that of the camp that was sold first.
    select b.price_cents + private.refunded_for_days(v_line.id) into v_price_cents from private.line_balance(v_line.id) b;
    foreach v_day in array p_days loop
      -- A refund that failed is decided about by staff, so it isn't requested a second time.
      continue when exists (select from public.refunds r where r.request_key = private.refund_key_of_day(v_line.id, p_camp.id, v_day));
      v_nth := v_day - p_camp.start_date;
      -- Shares are whole cents, and those of all days add up to the price.
      v_cents := least(private.remaining_of_line(v_line.id),
        v_price_cents * (v_nth + 1) / v_count - v_price_cents * v_nth / v_count);
      if v_cents > 0 then
        perform private.request_line_refund(v_line, v_cents, 'cancelled_day', private.refund_key_of_day(v_line.id, p_camp.id, v_day));
      end if;
    end loop;
  end loop;
  if p_money = 'balance' then perform private.refunds_to_balance('cancelled_day'); end if;
  return v_left;
end;
$$;
comment on function private.refund_camp_days(public.camp_weeks, date[], text, uuid) is
  'Refunds each paid place (or only those of an order) its share of the price for these days, to the balance if '
  'p_money is balance. Returns the orders that staff must look at themselves, as [{order_id, number, problem}], and '
  'makes a task for each. The caller has locked the orders and the camp.';

create function private.notify_of_camp_days(
  p_camp public.camp_weeks, p_days date[], p_kind text, p_reason text, p_instead text, p_change uuid default gen_random_uuid(),
  p_family_id uuid default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_view constant jsonb := private.camp_view(p_camp.id);
  v_family record;
  v_refunds uuid[];
  v_waits boolean;
  v_mails integer := 0;
  v_phones integer := 0;
  v_is_urgent boolean;
begin
  select bool_or(n.day = private.calendar_today() or private.starts_soon((n.day + d.begins_at) at time zone private.time_zone()))
  into v_is_urgent from unnest(p_days) n (day) cross join lateral private.camp_day(p_camp) d;
  for v_family in
    select e.family_id, array_agg(e.order_line_id) filter (where e.order_line_id is not null) as line_ids,
      private.children_at(e.family_id, null, p_camp.id) as children,
      private.unpaid_children_at(e.family_id, null, p_camp.id) as unpaid
    from public.camp_enrollments e join public.families f on f.id = e.family_id and f.erased_at is null
    where e.camp_id = p_camp.id and e.status = 'enrolled' and (p_family_id is null or e.family_id = p_family_id)
    group by e.family_id order by e.family_id
  loop
    select coalesce(array_agg(r.id), '{}'), coalesce(bool_or(private.refund_status(r) = 'waiting'), false) into v_refunds, v_waits
    from public.refunds r where r.order_line_id = any (v_family.line_ids) and r.requested_in = pg_current_xact_id();
    -- The family is notified again only when a refund that waits for the bank is sent.
    if not v_waits then update public.refunds set notified = true where id = any (v_refunds); end if;
    v_mails := v_mails + private.queue_family_mails('camp_day_changed', concat_ws(':', 'camp_day_changed', p_change, v_family.family_id),
      jsonb_build_object('kind', p_kind, 'camp', v_view, 'days', to_jsonb(p_days), 'children', v_family.children,
        'unpaid_children', v_family.unpaid, 'reason', p_reason, 'instead', p_instead,
        'refund_parts', private.refund_parts(v_refunds), 'refund_waits', v_waits,
        'is_refunded', exists (
          select from unnest(v_family.line_ids) l (id) cross join unnest(p_days) n (day)
          join public.refunds r on r.request_key = private.refund_key_of_day(l.id, p_camp.id, n.day)
          where r.status <> 'failed' and r.requested_in <> pg_current_xact_id())),
      v_family.family_id, private.order_of_place(v_family.family_id, null, p_camp.id));
    if v_is_urgent then
      v_phones := v_phones + private.queue_phone_messages('camp_day_changed:' || p_change, v_family.family_id,
        case p_kind when 'cancelled' then 'cancelled' else 'held' end, null, true, jsonb_build_object('reason', p_reason, 'places', (
          select jsonb_agg(jsonb_build_object('camp', v_view || jsonb_build_object('start_date', n.day, 'end_date', n.day),
            'children', v_family.children) order by n.day) from unnest(p_days) n (day))));
    end if;
  end loop;
  perform private.mail_coaches(coalesce(jsonb_agg(jsonb_build_object('coach_id', c.coach_id,
    'what', case p_kind when 'cancelled' then 'cancelled' else 'added' end,
    'entry', private.plan_entry('camp', p_camp.name, p_camp.location_id, n.day, n.day, d.begins_at, d.ends_at))), '[]'))
  from public.camp_coaches c cross join unnest(p_days) n (day) cross join lateral private.camp_day(p_camp) d
  where c.camp_id = p_camp.id and p_family_id is null;
  return jsonb_build_object('mails', v_mails, 'phones', v_phones);
end;
$$;
comment on function private.notify_of_camp_days(public.camp_weeks, date[], text, text, text, uuid, uuid) is
  'Tells families and coaches, or only one family, that these days of a camp were cancelled, or take place after all '
  '(p_kind cancelled or held). If one is today or begins within 12 hours, phones get a message, too. The mail states '
  'the refunds of this transaction. Returns {mails, phones}, the numbers of messages to families.';

create function private.apply_cancelled_days(p_camp_id uuid, p_days date[], p_reason text, p_money text, p_instead text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
  v_days date[];
  v_here uuid[];
  v_left jsonb := '[]';
  v_counts jsonb;
begin
  perform private.lock_cancelled_by_us('{}', array[p_camp_id], true);
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  if v_camp.id is null then perform private.fail('place_not_found', 'p_camp_id'); end if;
  if v_camp.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  if exists (select from unnest(p_days) n (day) where n.day not between v_camp.start_date and v_camp.end_date) then
    perform private.fail('invalid_input', 'p_days');
  end if;
  v_days := array(
    select distinct n.day from unnest(p_days) n (day) where not private.is_day_cancelled(p_camp_id, n.day) order by n.day);
  if exists (
    select from unnest(v_days) n (day) cross join lateral private.camp_day(v_camp) d
    where (n.day + d.ends_at) at time zone private.time_zone() <= private.calendar_now()) then
    perform private.fail('camp_in_past', 'p_days');
  end if;
  -- Without any day, it is the camp that is cancelled. Then its families may choose another one.
  if v_camp.starts_at > private.calendar_now() and v_camp.end_date - v_camp.start_date + 1
    <= cardinality(v_days) + (select count(*) from public.cancelled_camp_days c where c.camp_id = p_camp_id) then
    perform private.fail('invalid_input', 'p_days');
  end if;
  -- A child who was there and has left keeps the day, too, because part of it took place.
  v_here := array(
    select h.child_id from unnest(v_days) n (day) cross join lateral private.day_heads(n.day, array[p_camp_id]) h
    where private.may_be_here(h.mark) or h.mark ->> 'state' = 'out');
  if v_here <> '{}' then perform private.refuse_checked_in(v_here, 'p_days'); end if;
  insert into public.cancelled_camp_days (camp_id, day, reason, money, instead, cancelled_by)
  select p_camp_id, n.day, p_reason, p_money, p_instead, (select auth.uid()) from unnest(v_days) n (day);
  if v_days = '{}' then
    v_counts := '{"mails": 0, "phones": 0}';
  else
    perform private.withdraw_offers(p_camp_id);
    if p_money <> 'other' then v_left := private.refund_camp_days(v_camp, v_days, p_money); end if;
    v_counts := private.notify_of_camp_days(v_camp, v_days, 'cancelled', p_reason, p_instead);
  end if;
  return v_counts || jsonb_build_object('days', cardinality(v_days), 'left', v_left) || (
    select jsonb_build_object('children', count(*), 'families', count(distinct e.family_id),
      'unpaid', count(*) filter (where e.order_line_id is null),
      'refund_cents', (
        select coalesce(sum(r.amount_cents), 0) from public.refunds r join public.camp_enrollments k on k.order_line_id = r.order_line_id
        where k.camp_id = p_camp_id and k.status = 'enrolled' and r.requested_in = pg_current_xact_id()))
    from public.camp_enrollments e where e.camp_id = p_camp_id and e.status = 'enrolled');
end;
$$;
comment on function private.apply_cancelled_days(uuid, date[], text, text, text) is
  'Cancels those of these days that are not cancelled yet. Returns CancelledDays (contract/camp-days.ts). Fails with '
  'the codes of public.cancel_camp_days.';

create function private.check_cancelled_days(p_camp_id uuid, p_days date[], p_money text, p_instead text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_camp_id is null then perform private.fail('invalid_input', 'p_camp_id'); end if;
  if coalesce(cardinality(p_days), 0) not between 1 and 14 or array_position(p_days, null) is not null then
    perform private.fail('invalid_input', 'p_days');
  end if;
  if p_money is null or p_money not in ('refund', 'balance', 'other') then perform private.fail('invalid_input', 'p_money'); end if;
  if (p_money = 'other') <> (p_instead is not null) then perform private.fail('invalid_input', 'p_instead'); end if;
  if p_instead is not null then perform private.check_text(to_jsonb(p_instead), 'p_instead', 200); end if;
end;
$$;
comment on function private.check_cancelled_days(uuid, date[], text, text) is
  'Checks who cancels days of a camp, and the arguments. Fails with not_allowed, invalid_input.';

create function public.preview_cancel_camp_days(p_camp_id uuid, p_days date[], p_money text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_result jsonb;
begin
  perform private.check_cancelled_days(p_camp_id, p_days, p_money, case when p_money = 'other' then '-' end);
  begin
    v_result := private.apply_cancelled_days(p_camp_id, p_days, '-', p_money, case when p_money = 'other' then '-' end);
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_result;
end;
$$;
comment on function public.preview_cancel_camp_days(uuid, date[], text) is
  'For admins. Returns CancelledDays (contract/camp-days.ts), what cancelling these days would do. It cancels them and '
  'rolls that back. Fails with the codes of cancel_camp_days. Definer: reads orders past the policies, after checking '
  'the caller.';
grant execute on function public.preview_cancel_camp_days(uuid, date[], text) to authenticated;
select private.answer_calls('public.preview_cancel_camp_days(uuid, date[], text)', 'management');

create function public.cancel_camp_days(
  p_camp_id uuid, p_days date[], p_reason text, p_money text, p_expected jsonb, p_instead text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_key text;
  v_result jsonb;
begin
  perform private.check_cancelled_days(p_camp_id, p_days, p_money, p_instead);
  perform private.check_object(p_expected, 'p_expected', 500);
  v_result := private.apply_cancelled_days(p_camp_id, p_days, private.check_text(to_jsonb(p_reason), 'p_reason', 200), p_money,
    nullif(btrim(p_instead), ''));
  -- A repeated call finds its days cancelled already, and does nothing more.
  if (v_result ->> 'days')::integer > 0 then
    foreach v_key in array array['days', 'children', 'refund_cents'] loop
      if p_expected -> v_key is distinct from v_result -> v_key then
        perform private.fail('changed_meanwhile', 'p_expected.' || v_key, v_result ->> v_key);
      end if;
    end loop;
  end if;
  return v_result;
end;
$$;
comment on function public.cancel_camp_days(uuid, date[], text, text, jsonb, text) is
  'For admins. Cancels days of a camp that are not over, with a reason for families. p_money is refund or balance for '
  'the days'' share of the price, or other, then p_instead says what families get. p_expected is from the preview. '
  'Returns CancelledDays (contract/camp-days.ts). Fails with place_not_found, camp_cancelled, camp_in_past, '
  'child_checked_in, changed_meanwhile, and with invalid_input for all days of a camp that has not begun. Definer: '
  'writes past the policies, after checking the caller.';
grant execute on function public.cancel_camp_days(uuid, date[], text, text, jsonb, text) to authenticated;
select private.answer_calls('public.cancel_camp_days(uuid, date[], text, text, jsonb, text)', 'management');

create function public.restore_camp_day(p_camp_id uuid, p_day date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.lock_camps(array[p_camp_id]);
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  if v_camp.id is null then perform private.fail('place_not_found', 'p_camp_id'); end if;
  if v_camp.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  if (select (p_day + d.ends_at) at time zone private.time_zone() <= private.calendar_now() from private.camp_day(v_camp) d) then
    perform private.fail('camp_in_past', 'p_day');
  end if;
  delete from public.cancelled_camp_days where camp_id = p_camp_id and day = p_day;
  if not found then return '{"mails": 0, "phones": 0}'; end if;
  return private.notify_of_camp_days(v_camp, array[p_day], 'held', null, null);
end;
$$;
comment on function public.restore_camp_day(uuid, date) is
  'For admins. A cancelled day of a camp takes place after all, and families and coaches are told. What families got '
  'for it stays theirs. Returns {mails, phones}, zeros if the day was not cancelled. Fails with place_not_found, '
  'camp_cancelled, camp_in_past. Definer: writes past the policies, after checking the caller.';
grant execute on function public.restore_camp_day(uuid, date) to authenticated;
select private.answer_calls('public.restore_camp_day(uuid, date)', 'management');
