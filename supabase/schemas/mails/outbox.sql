-- Mails are written to the outbox in the transaction that causes them, and each is sent once afterwards.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  template text not null check (template in (
    'booking_confirmed', 'paid_late_reseated', 'paid_late_choice', 'order_cancelled', 'order_moved', 'refund_sent',
    'cancelled_by_us', 'payment_failed', 'renewal_paid', 'payment_problem', 'pass_expiring',
    'session_reminder', 'waitlist_confirm', 'waitlist_joined', 'waitlist_offer', 'waitlist_open', 'waitlist_cancelled_by_us',
    'waitlist_removed',
    'order_link',
    'party_answers', 'rsvp_copy', 'birthday_enquiry', 'birthday_enquiry_notice', 'offers_notice', 'parent_invitation',
    'parents_changed', 'alert_began', 'alert_ended', 'party_notice', 'party_reminder', 'message', 'hand_over', 'first_aid',
    'place_changed', 'details_requested', 'class_booked', 'class_cancelled', 'free_spot', 'renewal_changed', 'pass_changed',
    'details_corrected', 'staff_notice', 'staff_invitation', 'coach_plan', 'instalment_due', 'instalment_paid',
    'gift_voucher', 'weekly_summary', 'second_factor_removed', 'growth_report', 'camp_photos', 'camp_review',
    'camp_day_changed', 'friend_booked')),
  recipient text not null,
  profile_id uuid,
  payload jsonb not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  failed_at timestamptz,
  resent_at timestamptz,
  left_out_at timestamptz,
  delivered_at timestamptz,
  delayed_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  bounce_reason text
);
comment on table public.outbox is
  'Mails to send. Service only: payloads contain an order''s secret for the link to its page.';
comment on column public.outbox.key is
  'Names the subject of the message, so that the same message is never queued twice. It is also the provider''s '
  'idempotency key.';
comment on column public.outbox.profile_id is
  'The account to whose current address the mail goes. It is null for a typed address. There is no foreign key, '
  'because a payment would then wait for a lock on the account.';
comment on column public.outbox.payload is
  'All data of the mail. When the mail is sent, these keys are removed: secret, token, manage_token, manage_tokens, '
  'choice_token, pay_token and voucher_code. The payload contains the order as private.order_view, with children''s '
  'given names only; parent_first_name; receipt {number, paid_at, currency, total_cents, gst, lines: [{title, '
  'price_cents}]}; the links of private.mail_links; and left_places of private.left_place. What happened is in one of '
  'these: cancelled {line_ids, refund_cents: of the whole decision, not_moved?: the family paid to move but the place '
  'could not be moved, sessions?, passes?: as private.returned_passes}; moved {line_ids, kind: moved | credit, '
  'refund_cents}; refund {cents, parts, line_ids}. refund_parts says where the refunds of this decision go, as '
  'private.refund_parts. If we cancelled, the payload is {parent_name, reason, at, manage_tokens, cancelled_by_us: '
  'places of private.cancelled_by_us_places; those refunded at once have refunded, refund_cents, refund_waits and '
  'refund_parts}. passes/pass_mails.sql explains the mails about classes booked with credits.';
comment on column public.outbox.leased_until is
  'No other sender takes the message before this time. After a failure, it is the time of the next attempt.';
comment on column public.outbox.resent_at is 'When staff last requested another attempt (resend_mail).';
comment on column public.outbox.left_out_at is
  'When staff wanted to send it again, and it was too late for that (private.is_mail_over).';
comment on column public.outbox.failed_at is 'When staff were notified that all attempts to send it failed.';
comment on column public.outbox.delivered_at is
  'When the recipient''s server accepted the mail, as the mail provider reports (mails/mail_events.sql). Nobody '
  'learns whether it was read, because mails contain no tracking image.';
comment on column public.outbox.delayed_at is
  'When the mail provider last reported that the recipient''s server does not take the mail yet. It tries again.';
comment on column public.outbox.bounced_at is
  'When the recipient''s server returned the mail, perhaps after it had accepted it.';
comment on column public.outbox.complained_at is 'When the recipient marked the mail as spam.';
create index outbox_waiting on public.outbox (created_at) where sent_at is null;
create index outbox_recipient on public.outbox (lower(recipient), template, created_at);
create index outbox_profile_id on public.outbox (profile_id) where sent_at is null;
create index outbox_filled on public.outbox (created_at) where payload <> '{}';
create index outbox_failed on public.outbox (attempts) where sent_at is null and failed_at is null;
create index outbox_bounced on public.outbox (bounced_at) where bounced_at is not null;
create index outbox_complained on public.outbox (complained_at) where complained_at is not null;
create index outbox_party_answers on public.outbox (created_at) where template = 'party_answers';

alter table public.outbox enable row level security;
revoke all on table public.outbox from anon, authenticated, service_role;
grant select on public.outbox to service_role;

create function private.may_mail(p_template text, p_recipient text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_now timestamptz;
begin
  if p_template not in (
    'waitlist_confirm', 'order_link', 'rsvp_copy', 'party_notice', 'birthday_enquiry', 'birthday_enquiry_notice', 'parent_invitation') then
    return true;
  end if;
  -- Mails to the same mailbox are counted one after the other.
  perform pg_advisory_xact_lock(hashtextextended('mails ' || lower(p_recipient), 0));
  v_now := clock_timestamp();
  if p_template = 'birthday_enquiry_notice' then
    return (select count(*) from public.outbox
      where lower(recipient) = lower(p_recipient) and template = p_template
        and created_at > v_now - interval '1 hour') < v_settings.hand_over_mails_hour_max;
  end if;
  return (
    select count(*) < v_settings.details_request_mails_day_max
      and count(*) filter (where created_at > v_now - interval '1 hour') < v_settings.details_request_mails_hour_max
    from public.outbox
    where lower(recipient) = lower(p_recipient) and template = p_template and created_at > v_now - interval '1 day');
end;
$$;
comment on function private.may_mail(text, text) is
  'Returns whether this mail is within its limit. Only mails that anybody can cause by typing an address are limited. '
  'Mails about a payment, a booking or a decision by staff must arrive. Its lock is the last in the lock order.';

create function private.cap_mails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.may_mail(new.template, new.recipient) then return new; end if;
  return null;
end;
$$;
comment on function private.cap_mails() is 'Trigger on the outbox: a mail beyond the limit of private.may_mail is not '
  'queued. Definer: counts rows that only functions may read.';
create trigger cap_mails before insert on public.outbox for each row execute function private.cap_mails();

create table public.outbox_pace (
  id boolean primary key default true check (id),
  next_at timestamptz not null
);
comment on table public.outbox_pace is
  'One row that says when the next mail may be sent. All senders reserve their times here, so that together they stay '
  'within the mail provider''s rate.';
comment on column public.outbox_pace.next_at is
  'The time after the last reserved sending time. It is later if the provider requested a pause.';

alter table public.outbox_pace enable row level security;
revoke all on table public.outbox_pace from anon, authenticated, service_role;

create function public.claim_outbox(p_limit integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_lease constant interval := make_interval(mins => v_settings.outbox_lease_minutes);
  v_send_interval constant interval := interval '1 second' / v_settings.outbox_per_second;
  v_first_send_at timestamptz;
  v_now timestamptz;
  v_due_ids uuid[];
  v_claimed jsonb;
begin
  -- Parallel senders wait here for one another, and then get later times.
  insert into public.outbox_pace as p (next_at) values (clock_timestamp())
  on conflict (id) do update set next_at = greatest(p.next_at, clock_timestamp())
  returning next_at into v_first_send_at;
  v_now := clock_timestamp();
  v_due_ids := array(
    select o.id
    from public.outbox o
    where o.sent_at is null
      and o.attempts < v_settings.outbox_attempts_max
      and (o.leased_until is null or o.leased_until <= v_now)
      -- A family reads last what is so: that a day is held after all must not overtake the mail that cancelled it.
      and not (o.template = 'camp_day_changed' and exists (
        select from public.outbox e
        where lower(e.recipient) = lower(o.recipient) and e.template = o.template and e.created_at < o.created_at and e.sent_at is null
          and e.attempts < v_settings.outbox_attempts_max and e.payload -> 'camp' -> 'camp_id' = o.payload -> 'camp' -> 'camp_id'))
    order by o.created_at
    -- The number is limited so that every sending time is in the first half of the lease, when the sender still holds
    -- the message.
    limit greatest(0, least(p_limit, 100, floor(extract(epoch from v_now + v_lease / 2 - v_first_send_at) / extract(epoch from v_send_interval))))
    for update skip locked);
  -- News may have been refused, or a message stopped, since its mails were queued.
  perform private.drop_unwanted_mails(v_due_ids);
  with scheduled as (
    select id, v_first_send_at + v_send_interval * (row_number() over (order by created_at, id) - 1)::double precision as at
    from public.outbox where id = any (v_due_ids)
  ),
  claimed as (
    update public.outbox o set attempts = o.attempts + 1, leased_until = v_now + v_lease
    from scheduled t where o.id = t.id
    returning o.id, o.key, o.template, o.recipient, o.payload, t.at
  )
  select jsonb_agg(
    jsonb_build_object('id', id, 'key', key, 'template', template, 'recipient', recipient, 'payload', payload,
      'wait_ms', greatest(0, ceil(extract(epoch from at - v_now) * 1000))::integer)
    order by at)
  into v_claimed from claimed;
  if v_claimed is null then return '[]'; end if;
  update public.outbox_pace set next_at = v_first_send_at + v_send_interval * jsonb_array_length(v_claimed);
  return v_claimed;
end;
$$;
comment on function public.claim_outbox(integer) is
  'Leases up to p_limit (100) messages. Returns [{id, key, template, recipient, payload, wait_ms}]. wait_ms is the '
  'time until the message may be sent. Parallel callers get different messages. During a pause nobody gets any. '
  'Definer: only the service role may call.';
grant execute on function public.claim_outbox(integer) to service_role;

create function public.finish_outbox(p_id uuid, p_error text, p_wait_seconds integer default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- The provider is tried again after an hour at most.
  v_retry_wait constant interval := case when p_wait_seconds is not null
    then make_interval(secs => least(greatest(p_wait_seconds, 1), 3600)) end;
  v_is_found boolean;
begin
  update public.outbox set
    sent_at = case when p_error is null then clock_timestamp() end,
    last_error = left(p_error, 1000),
    -- During a pause the mail was not tried. Therefore its attempt does not count, and the mail gets a new sending
    -- time.
    attempts = case when v_retry_wait is null then attempts else greatest(attempts - 1, 0) end,
    -- Somebody who reads this table later must not find access to an order. A parent who lost the mail requests a new
    -- link.
    payload = case when p_error is null
      then payload - '{secret,token,manage_token,manage_tokens,choice_token,pay_token,voucher_code}'::text[] else payload end,
    leased_until = case when p_error is not null and v_retry_wait is null
      then clock_timestamp() + make_interval(mins => least(60, (2 ^ least(attempts - 1, 6))::integer)) end
  where id = p_id and sent_at is null;
  v_is_found := found;
  if v_is_found and v_retry_wait is null then perform private.count_call('mail', p_error is not null); end if;
  if v_retry_wait is not null then
    insert into public.outbox_pace as p (next_at) values (clock_timestamp() + v_retry_wait)
    on conflict (id) do update set next_at = greatest(p.next_at, excluded.next_at);
  end if;
  return jsonb_build_object('ok', v_is_found);
end;
$$;
comment on function public.finish_outbox(uuid, text, integer) is
  'Records the result of sending a message. If p_error is null, the message was sent, and its secrets are removed. If '
  'p_wait_seconds is given, the provider asks for a pause, and the attempt does not count. Returns {ok}, which is '
  'false if the message is unknown or was already sent. Definer: see claim_outbox.';
grant execute on function public.finish_outbox(uuid, text, integer) to service_role;
