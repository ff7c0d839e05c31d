-- Staff send mails again that failed. What must not be sent any more is left out: mails about a day that is over, and
-- messages that were stopped or that the family does not want any more.

create function private.is_mail_over(p_template text, p_payload jsonb)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now constant timestamptz := private.calendar_now();
  v_today constant date := private.calendar_today();
begin
  return coalesce(case
    -- These mails prepare for a class or camp, so they are over when it begins.
    when p_template in ('session_reminder', 'waitlist_confirm', 'waitlist_joined', 'waitlist_open', 'waitlist_removed', 'waitlist_offer') then
      (select max((n #>> '{}')::timestamptz) from jsonb_path_query(p_payload, '$.**.starts_at') n) <= v_now
        or (p_payload ->> 'expires_at')::timestamptz <= clock_timestamp()
    -- A change matters until the class or the last day of the camp is over. A camp's ends_at is that of its first day.
    when p_template in ('place_changed', 'free_spot', 'party_reminder', 'party_notice', 'rsvp_copy') then
      greatest(
        (select max((n #>> '{}')::timestamptz) from jsonb_path_query(p_payload, '$.**.ends_at') n),
        (select max(((n #>> '{}')::date + 1)::timestamp at time zone private.time_zone())
          from jsonb_path_query(p_payload, '$.**.end_date') n)) <= v_now
    -- The days may have been held after all, or cancelled again.
    when p_template = 'camp_day_changed' then not exists (
      select from jsonb_array_elements_text(p_payload -> 'days') n (day)
      where n.day::date >= v_today
        and private.is_still_true(p_payload ->> 'kind', (p_payload #>> '{camp,camp_id}')::uuid, n.day::date))
    when p_template = 'details_requested' then (p_payload ->> 'day')::date < v_today
    when p_template = 'pass_expiring' then (p_payload ->> 'valid_until')::date < v_today
    -- From then on the photos are deleted (camp_photos.expires_at).
    when p_template = 'camp_photos' then (
      select max((n #>> '{}')::date) + 30 from jsonb_path_query(p_payload, '$.days[*].day') n) <= v_today
    when p_template = 'coach_plan' then (
      select max((n #>> '{}')::date) from jsonb_path_query(p_payload, '$.changes[*].entry.last_day') n) < v_today
    -- The amount may have been paid or put off since. A new reminder is sent from the order.
    when p_template = 'instalment_due' then not exists (
      select from public.orders o join public.order_instalments i on i.order_id = o.id
      where o.number = p_payload ->> 'number' and i.due_on = (p_payload #>> '{instalment,due_on}')::date
        and i.cents = (p_payload #>> '{instalment,cents}')::integer and i.status = 'due')
    when p_template in ('parent_invitation', 'staff_invitation') then (p_payload ->> 'expires_at')::timestamptz <= clock_timestamp()
    -- A link that has ended opens nothing, and a new one can be requested.
    when p_template = 'order_link' then not exists (
      select from public.order_links k
      where k.token_hash = any (private.mail_token_hashes(p_payload)) and k.expires_at > clock_timestamp())
  end, false);
end;
$$;
comment on function private.is_mail_over(text, jsonb) is
  'Returns whether a mail that waited too long must not be sent any more, because its day, its deadline or its link is '
  'over. False for receipts and for everything that a family must know at any time.';

create function private.drop_unwanted_mails(p_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_message_ids uuid[];
  v_count integer;
begin
  with unwanted as (
    select o.id, r.id as recipient_id, r.message_id, m.stopped_at is not null as is_stopped
    from public.outbox o
    join public.message_recipients r on r.outbox_id = o.id
    join public.messages m on m.id = r.message_id
    where o.id = any (p_ids) and o.template = 'message'
      and (m.stopped_at is not null or m.kind = 'news' and not private.allows_news(r.family_id, lower(o.recipient)))
  ),
  marked as (
    update public.message_recipients r set state = case when u.is_stopped then 'stopped' else 'left_out' end
    from unwanted u where r.id = u.recipient_id
    returning u.id, u.message_id
  ),
  deleted as (
    delete from public.outbox o using marked m where o.id = m.id returning m.message_id
  )
  select count(*), array_agg(distinct message_id) into v_count, v_message_ids from deleted;
  if v_count > 0 then
    update public.messages set counts_changed_at = clock_timestamp() where id = any (v_message_ids) and settled_at is not null;
  end if;
  return v_count;
end;
$$;
comment on function private.drop_unwanted_mails(uuid[]) is
  'Deletes mails of messages that staff have stopped, and news to families that do not allow them any more. The caller '
  'has locked these mails. Returns how many it deleted.';

create function private.resend_mails(p_ids uuid[])
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left_out integer := private.drop_unwanted_mails(p_ids);
  v_over integer;
  v_queued integer;
begin
  update public.outbox set left_out_at = clock_timestamp()
  where id = any (p_ids) and private.is_mail_over(template, payload);
  get diagnostics v_over = row_count;
  update public.outbox set attempts = 0, leased_until = null, failed_at = null, left_out_at = null, resent_at = clock_timestamp()
  where id = any (p_ids) and not private.is_mail_over(template, payload);
  get diagnostics v_queued = row_count;
  return jsonb_build_object('queued', v_queued, 'left_out', v_left_out + v_over);
end;
$$;
comment on function private.resend_mails(uuid[]) is
  'Queues failed mails again, which the caller has locked. Leaves out those that must not be sent any more, which also '
  'leave the list of decisions. Returns {queued, left_out}, the number of each.';

create function public.resend_mail(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_mail public.outbox;
  v_done jsonb;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_mail from public.outbox where id = p_id for update;
  -- The mail of an erased family has no recipient.
  if not found or v_mail.recipient = '' then perform private.fail('mail_not_found', 'p_id'); end if;
  if v_mail.sent_at is not null or v_mail.attempts < (private.settings()).outbox_attempts_max then
    return '{"queued": false, "left_out": false}';
  end if;
  v_done := private.resend_mails(array[p_id]);
  return jsonb_build_object('queued', v_done -> 'queued' = '1', 'left_out', v_done -> 'left_out' = '1');
end;
$$;
comment on function public.resend_mail(uuid) is
  'For admins. Queues a failed mail again. Its key stays, so that it is delivered once. Returns {queued, left_out}; '
  'left_out is true if the mail must not be sent any more (private.resend_mails). Fails with mail_not_found. Definer: '
  'payloads contain secrets; recorded in the audit log.';
grant execute on function public.resend_mail(uuid) to authenticated, service_role;

create function public.resend_failed_mails()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 200;
  v_ids uuid[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_ids := array(
    select id from public.outbox where sent_at is null and failed_at is not null and left_out_at is null and recipient <> ''
    order by failed_at, id limit c_most for update skip locked);
  return private.resend_mails(v_ids) || jsonb_build_object('left', (
    select count(*) from public.outbox
    where sent_at is null and failed_at is not null and left_out_at is null and recipient <> '' and id <> all (v_ids)));
end;
$$;
comment on function public.resend_failed_mails() is
  'For admins. Queues the failed mails again, the oldest first and 200 at a time, as resend_mail does. Returns '
  '{queued, left_out, left}; left is how many have not been tried. Definer: see resend_mail.';
grant execute on function public.resend_failed_mails() to authenticated;
select private.answer_calls('public.resend_failed_mails()', 'management');

create trigger audit after update of resent_at on public.outbox
  for each row execute function private.audit('id', 'resent_at');
