-- Pauses of passes: what a family may pause by the terms of the sale, and what staff pause for it.

create function private.own_pass(p_pass_id uuid)
returns public.passes
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pass public.passes;
begin
  select * into v_pass from public.passes
  where id = p_pass_id and (family_id = private.my_family_id() or private.is_admin());
  -- A pass of another family is reported as not found.
  if not found then perform private.fail('pass_not_found', 'p_pass_id'); end if;
  return v_pass;
end;
$$;
comment on function private.own_pass(uuid) is
  'Returns a pass of the caller''s family. Admins may name any pass. Fails with pass_not_found. Takes no lock.';

create function private.family_pauses(p_pass public.passes, out times integer, out days integer)
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Siblings who share the credits of a sale share its pauses, so that moving credits gives no more of them.
  select count(*), coalesce(sum(a.last_day - a.first_day + 1), 0) into times, days
  from private.passes_of_sale(p_pass) p
  join public.pass_pauses a on a.pass_id = p.id and not a.by_staff and a.cancelled_at is null;
end;
$$;
comment on function private.family_pauses(public.passes) is
  'Returns how many times, and for how many days in all, the family has paused a pass.';

create function private.pause_view(p_pass public.passes)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_terms constant public.sale_terms := (select t from public.sale_terms t where t.id = p_pass.terms_id);
  v_pauses record;
begin
  select * into v_pauses from private.family_pauses(p_pass);
  return jsonb_build_object(
    'days_total', v_terms.pause_days, 'times_total', v_terms.pauses, 'notice_days', v_terms.pause_notice_days,
    'days_left', greatest(0, v_terms.pause_days - v_pauses.days), 'times_left', greatest(0, v_terms.pauses - v_pauses.times),
    'earliest_day', v_today + v_terms.pause_notice_days,
    'planned', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'first_day', a.first_day, 'last_day', a.last_day, 'has_begun', a.first_day <= v_today)
        order by a.first_day), '[]')
      from public.pass_pauses a
      where a.pass_id = p_pass.id and a.cancelled_at is null and a.last_day >= v_today));
end;
$$;
comment on function private.pause_view(public.passes) is
  'Returns PassPause (contract/family-passes.ts): what the family may still pause, and its pauses that are not over.';

create function private.check_pause(p_pass public.passes, p_first_day date, p_last_day date, p_by_staff boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_most constant integer := 366;
  c_backdated constant integer := 60;
  v_today constant date := private.calendar_today();
  v_view constant jsonb := private.pause_view(p_pass);
  v_days constant integer := p_last_day - p_first_day + 1;
begin
  if p_first_day is null then perform private.fail('invalid_input', 'p_first_day'); end if;
  if p_last_day is null or v_days not between 1 and c_most then perform private.fail('invalid_input', 'p_last_day'); end if;
  if private.is_pass_returned(p_pass) then perform private.fail('line_closed', 'p_pass_id'); end if;
  if p_pass.valid_until < v_today then perform private.fail('pass_expired', 'p_pass_id'); end if;
  -- The next charge would be for days on which the pass is paused.
  if exists (
    select from public.order_lines l
    left join public.pass_subscriptions s on s.order_line_id = l.id or s.id = l.subscription_id
    -- Minutes after the payment, the subscription may not have been reported yet.
    where l.id = p_pass.order_line_id and case when s.id is null then l.renews else s.status <> 'ended' end) then
    perform private.fail('pass_renews', 'p_pass_id');
  end if;
  if exists (
    select from public.pass_pauses
    where pass_id = p_pass.id and cancelled_at is null and first_day <= p_last_day and last_day >= p_first_day) then
    perform private.fail('pass_paused', 'p_first_day');
  end if;
  -- A pass without an end loses nothing by waiting.
  if p_pass.valid_until is null or p_first_day not between p_pass.valid_from and p_pass.valid_until then
    perform private.fail('pause_not_allowed', 'p_first_day');
  end if;
  if p_by_staff then
    if p_first_day < v_today - c_backdated then perform private.fail('pause_not_allowed', 'p_first_day'); end if;
  elsif p_first_day < (v_view ->> 'earliest_day')::date then
    perform private.fail('pause_not_allowed', 'p_first_day');
  elsif (v_view ->> 'times_left')::integer = 0 or v_days > (v_view ->> 'days_left')::integer then
    perform private.fail('pause_not_allowed', 'p_last_day');
  end if;
end;
$$;
comment on function private.check_pause(public.passes, date, date, boolean) is
  'Refuses a pause that the terms of the sale do not allow. Staff are bound to the validity of the pass and to the '
  'last 60 days only. Fails with invalid_input, line_closed, pass_expired, pass_renews, pass_paused, '
  'pause_not_allowed.';

create function private.bookings_in_pause(p_pass_id uuid, p_first_day date, p_last_day date)
returns setof public.bookings
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  select b.*
  from public.credit_ledger k
  join public.bookings b on b.id = k.booking_id and b.status = 'booked'
  join public.sessions s on s.id = b.session_id and s.starts_at > private.calendar_now()
  where k.pass_id = p_pass_id and k.reason = 'booked' and b.session_date between p_first_day and p_last_day
  order by s.starts_at, b.id;
end;
$$;
comment on function private.bookings_in_pause(uuid, date, date) is
  'Returns the bookings of a pass that a pause would cancel, which have not begun.';

create function public.preview_pause(p_pass_id uuid, p_first_day date, p_last_day date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_pass constant public.passes := private.own_pass(p_pass_id);
begin
  perform private.check_pause(v_pass, p_first_day, p_last_day, private.is_by_staff(v_pass.family_id));
  return jsonb_build_object(
    'days', p_last_day - p_first_day + 1,
    'valid_until', v_pass.valid_until + (p_last_day - p_first_day + 1),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object('booking_id', b.id, 'session', private.session_view(b.session_id),
        'returns_credit', private.calendar_now() <= private.credit_returns_until(s.starts_at, b.created_at))
        order by s.starts_at, b.id), '[]')
      from private.bookings_in_pause(p_pass_id, p_first_day, p_last_day) b join public.sessions s on s.id = b.session_id));
end;
$$;
comment on function public.preview_pause(uuid, date, date) is
  'Returns PausePreview (contract/family-passes.ts): the new last day, and the sessions that the pause would cancel. '
  'Fails with pass_not_found and the codes of private.check_pause. Definer: sessions and terms are read for the '
  'token''s own family; admins may name any pass.';
grant execute on function public.preview_pause(uuid, date, date) to authenticated;
select private.answer_calls('public.preview_pause(uuid, date, date)', 'preview_pause');

create function public.pause_pass(
  p_pass_id uuid, p_first_day date, p_last_day date, p_booking_ids uuid[], p_note text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_pass public.passes := private.own_pass(p_pass_id);
  v_by_staff constant boolean := private.is_by_staff(v_pass.family_id);
  v_session_ids constant uuid[] := array(
    select b.session_id from private.bookings_in_pause(p_pass_id, p_first_day, p_last_day) b);
  v_note text;
  v_booking_id uuid;
  v_cancellations jsonb := '{}';
begin
  if v_by_staff then
    v_note := private.check_text(to_jsonb(p_note), 'p_note', 300);
  elsif p_note is not null then
    perform private.fail('invalid_input', 'p_note');
  end if;
  perform private.lock_sessions(v_session_ids);
  perform private.lock_family(v_pass.child_id);
  perform from public.passes where id = p_pass_id or order_line_id = v_pass.order_line_id order by id for update;
  v_pass := private.own_pass(p_pass_id);
  perform private.check_pause(v_pass, p_first_day, p_last_day, v_by_staff);
  -- The family agreed to these sessions. Another device may have booked or moved one since.
  if array(select b.id from private.bookings_in_pause(p_pass_id, p_first_day, p_last_day) b order by b.id)
    <> array(select distinct i from unnest(p_booking_ids) i where i is not null order by i)
    or not v_session_ids @> array(
      select b.session_id from private.bookings_in_pause(p_pass_id, p_first_day, p_last_day) b) then
    perform private.fail('pause_changed', 'p_booking_ids');
  end if;
  foreach v_booking_id in array coalesce(p_booking_ids, '{}') loop
    v_cancellations := v_cancellations || jsonb_build_object(v_booking_id, private.end_booking(v_booking_id, false));
  end loop;
  perform private.lines_follow(coalesce(p_booking_ids, '{}'), '{}');
  insert into public.pass_pauses (pass_id, first_day, last_day, by_staff, note, requested_by)
  values (p_pass_id, p_first_day, p_last_day, v_by_staff, v_note, (select auth.uid()));
  update public.passes set valid_until = valid_until + (p_last_day - p_first_day + 1) where id = p_pass_id
  returning * into v_pass;
  perform private.queue_pass_changed_mail(array[p_pass_id], 'paused',
    jsonb_build_object('first_day', p_first_day, 'last_day', p_last_day, 'left_places', (
      select coalesce(jsonb_agg(private.cancelled_class(b.id, c.value) order by s.starts_at, b.id), '[]')
      from jsonb_each(v_cancellations) c
      join public.bookings b on b.id = c.key::uuid join public.sessions s on s.id = b.session_id)));
  perform private.offer_released_places(v_session_ids, '{}');
  return jsonb_build_object('pass_id', p_pass_id, 'valid_until', v_pass.valid_until, 'pause', private.pause_view(v_pass));
end;
$$;
comment on function public.pause_pass(uuid, date, date, uuid[], text) is
  'Pauses a pass and cancels the sessions of these days, which are p_booking_ids of the preview. Each credit returns '
  'as when the session is cancelled, and the seat is offered to the waitlist. One mail names the pause and these '
  'sessions. Admins give a reason in p_note and may go beyond the terms. Returns PausedPass '
  '(contract/family-passes.ts). Fails with pass_not_found, pause_changed, and the codes of private.check_pause. '
  'Definer: parents may not write the tables.';
grant execute on function public.pause_pass(uuid, date, date, uuid[], text) to authenticated;
select private.answer_calls('public.pause_pass(uuid, date, date, uuid[], text)', 'pause_pass');

create function public.end_pause(p_pause_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
  v_pause public.pass_pauses;
  v_pass public.passes;
  v_valid_until date;
  v_later date;
begin
  select a.* into v_pause from public.pass_pauses a join public.passes p on p.id = a.pass_id
  where a.id = p_pause_id and (p.family_id = private.my_family_id() or private.is_admin());
  if not found then perform private.fail('pause_not_found', 'p_pause_id'); end if;
  perform private.lock_family((select child_id from public.passes where id = v_pause.pass_id));
  select * into v_pass from public.passes where id = v_pause.pass_id for update;
  select * into v_pause from public.pass_pauses where id = p_pause_id;
  if v_pause.cancelled_at is not null or v_pause.last_day < v_today then perform private.fail('pause_not_found', 'p_pause_id'); end if;
  if private.is_pass_returned(v_pass) then perform private.fail('line_closed', 'p_pause_id'); end if;
  v_valid_until := v_pass.valid_until - (v_pause.last_day - greatest(v_pause.first_day, v_today) + 1);
  -- A session after the earlier last day would be one that the pass does not pay for.
  select max(b.session_date) into v_later
  from public.credit_ledger k join public.bookings b on b.id = k.booking_id and b.status = 'booked'
  where k.pass_id = v_pass.id and k.reason = 'booked' and b.session_date > v_valid_until;
  if v_later is not null then perform private.fail('pause_in_use', 'p_pause_id', v_later::text); end if;
  if v_pause.first_day >= v_today then
    update public.pass_pauses set cancelled_at = clock_timestamp() where id = p_pause_id;
  else
    update public.pass_pauses set last_day = v_today - 1 where id = p_pause_id;
  end if;
  update public.passes set valid_until = v_valid_until where id = v_pass.id returning * into v_pass;
  perform private.queue_pass_changed_mail(array[v_pass.id], 'pause_ended',
    jsonb_build_object('first_day', v_pause.first_day, 'last_day', v_pause.last_day));
  return jsonb_build_object('pass_id', v_pass.id, 'valid_until', v_pass.valid_until, 'pause', private.pause_view(v_pass));
end;
$$;
comment on function public.end_pause(uuid) is
  'Ends a pause today, or cancels one that has not begun. The last day of the pass is earlier by the days that are '
  'not paused. Cancelled sessions stay cancelled. Returns PausedPass (contract/family-passes.ts). Fails with '
  'pause_not_found, line_closed, or pause_in_use (detail: the day) if a session is booked after that last day. '
  'Definer: see pause_pass.';
grant execute on function public.end_pause(uuid) to authenticated;
select private.answer_calls('public.end_pause(uuid)', 'end_pause');
