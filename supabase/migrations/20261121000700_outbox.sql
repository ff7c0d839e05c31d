-- Outbox: messages are written in the transaction that makes them true, and sent afterwards, each once.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  template text not null check (template in (
    'booking_confirmed', 'paid_late_reseated', 'paid_late_choice', 'order_cancelled', 'order_moved', 'refund_sent',
    'session_called_off', 'camp_called_off', 'payment_failed', 'renewal_paid', 'payment_problem', 'pass_expiring',
    'session_reminder', 'waitlist_joined', 'waitlist_offer', 'order_link', 'party_answers',
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
  'Until it is sent; then without secret, manage_token and choice_token. All the mail needs: the order as private.order_view gives it, with children''s first names only, parent_first_name and receipt {number, paid_at, currency, total_cents, gst, lines: [{title, price_cents}]}, links of private.mail_links, and what happened: cancelled {line_ids, refund_cents, not_moved?: a move was paid for and could not be made, sessions?, passes?: as private.given_back}, moved {line_ids, kind: moved | credit}, refund {cents, by_hand}. Of the two called_off: {parent_name, reason, manage_token, session or camp}.';
comment on column public.outbox.leased_until is 'Nobody else takes the message before; after a failure, when to try again.';
create index outbox_waiting on public.outbox (created_at) where sent_at is null;

alter table public.outbox enable row level security;
revoke all on table public.outbox from anon, authenticated, service_role;
grant select on public.outbox to service_role;

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
    -- Whoever reads this table later finds no way into anybody's order; a parent who lost the mail asks for a new link.
    payload = case when p_error is null then payload - '{secret,manage_token,choice_token}'::text[] else payload end,
    -- 1, 2, 4 … minutes, at most an hour.
    leased_until = case when p_error is not null
      then clock_timestamp() + make_interval(mins => least(60, (2 ^ least(attempts - 1, 6))::integer)) end
  where id = p_id and sent_at is null;
  return jsonb_build_object('ok', found);
end;
$$;
comment on function public.finish_outbox(uuid, text) is
  'Says how sending went: p_error null for sent, which takes the secrets out of the payload, else the message waits and is tried again. {ok} is false for an unknown or already sent message. Definer: see claim_outbox.';
grant execute on function public.finish_outbox(uuid, text) to service_role;
