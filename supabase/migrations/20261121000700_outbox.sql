-- Outbox: messages are written in the transaction that makes them true, and sent afterwards, each once.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  template text not null check (template in (
    'booking_confirmed', 'paid_late_reseated', 'paid_late_choice', 'order_cancelled', 'order_moved', 'refund_sent',
    'session_called_off', 'camp_called_off', 'payment_failed', 'renewal_paid', 'payment_problem', 'pass_expiring',
    'session_reminder', 'waitlist_confirm', 'waitlist_joined', 'waitlist_offer', 'waitlist_called_off', 'order_link', 'party_answers',
    'birthday_enquiry', 'birthday_enquiry_told')),
  recipient text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.outbox is 'Mails to send. Service only: payloads hold an order''s secret for the link to its page.';
comment on column public.outbox.key is 'What the message is about; the same message is never queued twice. Also the provider''s idempotency key.';
comment on column public.outbox.payload is
  'All the mail needs: the order as private.order_view gives it, with children''s first names only, parent_first_name and receipt {number, paid_at, currency, total_cents, gst, lines: [{title, price_cents}]}, links of private.mail_links, and what happened: cancelled {line_ids, refund_cents, not_moved?: a move was paid for and could not be made, sessions?, passes?: as private.given_back}, moved {line_ids, kind: moved | credit}, refund {cents, by_hand}. Of the two called_off: {parent_name, reason, manage_token, session or camp}.';
comment on column public.outbox.leased_until is 'Nobody else takes the message before; after a failure, when to try again.';
create index outbox_waiting on public.outbox (created_at) where sent_at is null;
create index outbox_recipient on public.outbox (lower(recipient), template, created_at);

alter table public.outbox enable row level security;
revoke all on table public.outbox from anon, authenticated, service_role;
grant select on public.outbox to service_role;

-- Mails that a stranger can have sent ------------------------------------------------------------------------

alter table public.settings
  add column asked_mails_hour_max integer not null default 6 check (asked_mails_hour_max > 0),
  add column asked_mails_day_max integer not null default 20 check (asked_mails_day_max > 0),
  add column told_mails_hour_max integer not null default 60 check (told_mails_hour_max > 0);
comment on column public.settings.asked_mails_hour_max is
  'Mails of one kind that typing an address can send there within an hour. A family that waits for every camp of one holiday asks for four or five; to somebody who asked for none, six are a nuisance and no flood.';
comment on column public.settings.asked_mails_day_max is 'The same within 24 hours: three such holidays.';
comment on column public.settings.told_mails_hour_max is
  'Mails within an hour by which the team is told what visitors asked. Beyond it they stand among the leads only: one a minute is more than anybody reads.';

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
  if p_template not in ('waitlist_confirm', 'order_link', 'birthday_enquiry', 'birthday_enquiry_told') then return true; end if;
  -- Whoever counts for the same box waits, and counts what was written meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('mails ' || lower(p_recipient), 0));
  v_now := clock_timestamp();
  if p_template = 'birthday_enquiry_told' then
    return (select count(*) from public.outbox
      where lower(recipient) = lower(p_recipient) and template = p_template
        and created_at > v_now - interval '1 hour') < v_settings.told_mails_hour_max;
  end if;
  return (
    select count(*) < v_settings.asked_mails_day_max
      and count(*) filter (where created_at > v_now - interval '1 hour') < v_settings.asked_mails_hour_max
    from public.outbox
    where lower(recipient) = lower(p_recipient) and template = p_template and created_at > v_now - interval '1 day');
end;
$$;
comment on function private.may_mail(text, text) is
  'May one more mail of this kind go to this address? Capped is only what anybody can cause by typing an address. Never what somebody''s payment, booking, pass, proven place on a waitlist or decision of staff makes true: such a mail is said once and must arrive. Last in the order of locks.';

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
comment on function private.cap_mails() is
  'Trigger on the outbox: a mail above private.may_mail is not queued, whoever writes it. Definer: counts rows that only functions may read.';
create trigger cap_mails before insert on public.outbox for each row execute function private.cap_mails();

create function public.claim_outbox(p_limit integer)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  with due as (
    select o.id
    from public.outbox o
    where o.sent_at is null
      and o.attempts < (private.settings()).outbox_attempts_max
      and (o.leased_until is null or o.leased_until <= clock_timestamp())
    order by o.created_at
    limit least(greatest(coalesce(p_limit, 0), 0), 100)
    for update skip locked
  ),
  claimed as (
    update public.outbox o set
      attempts = o.attempts + 1,
      leased_until = clock_timestamp() + make_interval(mins => (private.settings()).outbox_lease_minutes)
    from due where o.id = due.id
    returning o.id, o.key, o.template, o.recipient, o.payload, o.created_at
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', id, 'key', key, 'template', template, 'recipient', recipient, 'payload', payload)
      order by created_at),
    '[]')
  from claimed
$$;
comment on function public.claim_outbox(integer) is
  'Leases up to p_limit (100 at most) waiting messages for outbox_lease_minutes: [{id, key, template, recipient, payload}]. Callers at the same time get different ones. Definer: only these two functions write the outbox''s state; only the service role may call.';
grant execute on function public.claim_outbox(integer) to service_role;

create function public.finish_outbox(p_id uuid, p_error text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.outbox set
    sent_at = case when p_error is null then clock_timestamp() end,
    last_error = left(p_error, 1000),
    -- 1, 2, 4 … minutes, at most an hour.
    leased_until = case when p_error is not null
      then clock_timestamp() + make_interval(mins => least(60, (2 ^ least(attempts - 1, 6))::integer)) end
  where id = p_id and sent_at is null;
  return jsonb_build_object('ok', found);
end;
$$;
comment on function public.finish_outbox(uuid, text) is
  'Says how sending went: p_error null for sent, else the message waits and is tried again. {ok} is false for an unknown or already sent message. Definer: see claim_outbox.';
grant execute on function public.finish_outbox(uuid, text) to service_role;
