-- A message is saved with the ids of its recipients. A scheduled job queues a few mails at a time, so that mails about
-- a payment never wait behind news (docs/decisions "/management/messages").

create table public.messages (
  id uuid primary key,
  kind text not null check (kind in ('about', 'news')),
  audience jsonb not null check (jsonb_typeof(audience) = 'object'),
  subject text not null check (length(subject) between 1 and 120 and private.is_line(subject)),
  body text not null check (length(body) between 1 and 5000 and private.is_text(body)),
  content_key text not null,
  sent_by uuid references public.profiles (id) on delete set null,
  gathered_after uuid,
  gathered_at timestamptz,
  stopped_at timestamptz,
  stopped_by uuid references public.profiles (id) on delete set null,
  settled_at timestamptz,
  counts jsonb,
  counts_changed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.messages is 'The messages of staff to families, one row each.';
comment on column public.messages.id is 'The id comes from the browser, so that a repeated press sends one message.';
comment on column public.messages.kind is
  'about means that the message is about what the families booked or wait for. news means that it is promotional, and '
  'goes to those who allowed news.';
comment on column public.messages.audience is
  'The group of families, as {segment, id?}. id is the one of the session, camp or team.';
comment on column public.messages.content_key is
  'A hash of audience, kind and text. A message with the same hash within a day counts as the same message.';
comment on column public.messages.gathered_after is 'The last family id that was searched for recipients.';
comment on column public.messages.gathered_at is 'When the search for recipients was complete.';
comment on column public.messages.settled_at is
  'When the last of its mails was sent, failed or stopped. counts were taken then.';
comment on column public.messages.counts_changed_at is
  'When one of its mails last changed after the message was settled. It is null if counts is up to date.';
create index messages_counts_changed on public.messages (counts_changed_at) where counts_changed_at is not null;
create index messages_created_at on public.messages (created_at, id);
create index messages_content_key on public.messages (content_key, created_at);
create index messages_open on public.messages (created_at) where settled_at is null;
create index messages_sent_by on public.messages (sent_by);
create index messages_stopped_by on public.messages (stopped_by);

create table public.message_recipients (
  id bigint generated always as identity primary key,
  message_id uuid not null references public.messages (id) on delete restrict,
  family_id uuid references public.families (id) on delete set null,
  entry_id uuid references public.waitlist_entries (id) on delete set null,
  profile_id uuid references public.profiles (id) on delete set null,
  address_hash text not null,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'left_out', 'stopped', 'failed', 'no_recipient')),
  outbox_id uuid references public.outbox (id) on delete set null,
  token_hash text unique,
  unique (message_id, address_hash)
);
comment on table public.message_recipients is
  'The recipients of a message. Only ids are stored, and each address once.';
comment on column public.message_recipients.profile_id is
  'The account of the parent who gets it, at the account''s current address. It is null for a guest.';
comment on column public.message_recipients.address_hash is
  'The private.fingerprint of the address in lower case. Several families may share an address.';
comment on column public.message_recipients.state is
  'waiting means that the mail is not yet in the outbox. left_out means that the family has not allowed news, or that '
  'mails to the address come back. stopped means that staff stopped it before it was sent. failed means that it could '
  'not be queued. no_recipient means that the recipient does not exist any more.';
comment on column public.message_recipients.token_hash is 'The hash of the secret in the mail''s link that stops news.';
create index message_recipients_waiting on public.message_recipients (message_id, id) where state = 'waiting';
create index message_recipients_family_id on public.message_recipients (family_id);
create index message_recipients_entry_id on public.message_recipients (entry_id);
create index message_recipients_profile_id on public.message_recipients (profile_id);
create index message_recipients_outbox_id on public.message_recipients (outbox_id);

create table public.news_stops (
  address_hash text primary key,
  stopped_at timestamptz not null
);
comment on table public.news_stops is
  'Addresses whose owner stopped news through the link in a mail, stored as private.fingerprint. A later consent '
  'allows news again.';

alter table public.messages enable row level security;
alter table public.message_recipients enable row level security;
alter table public.news_stops enable row level security;
revoke all on table public.messages, public.message_recipients, public.news_stops from anon, authenticated, service_role;

create trigger audit after insert or update of stopped_at on public.messages
  for each row execute function private.audit('id', 'kind', 'audience', 'sent_by', 'stopped_at', 'stopped_by');

create function private.message_payload(p_kind text, p_audience jsonb, p_subject text, p_body text, p_name text, p_token text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('parent_name', p_name, 'kind', p_kind, 'subject', p_subject, 'body', p_body,
    'session', private.audience_view(p_audience) -> 'session', 'camp', private.audience_view(p_audience) -> 'camp',
    'waits', p_audience ->> 'segment' = 'waitlisted')
    || case when p_kind = 'news' then jsonb_build_object('token', p_token) else '{}' end
$$;
comment on function private.message_payload(text, jsonb, text, text, text, text) is
  'Returns the payload of a message''s mail (mails/message-mails.ts). p_token is the secret of the link that stops '
  'news.';

create function private.gather_message(p_id uuid, p_limit integer)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_message public.messages;
  v_last_key uuid;
begin
  select * into v_message from public.messages
  where id = p_id and gathered_at is null and stopped_at is null for update skip locked;
  if not found then return true; end if;
  with piece as (
    select * from private.message_recipients(v_message.audience, v_message.kind, v_message.gathered_after, p_limit)
  ),
  added as (
    insert into public.message_recipients (message_id, family_id, entry_id, profile_id, address_hash, state)
    select p_id, r.family_id, r.entry_id, r.profile_id, private.fingerprint(r.email), case when r.allowed then 'waiting' else 'left_out' end
    from piece r where private.is_email(r.email) order by r.key
    on conflict (message_id, address_hash) do nothing
  )
  select max(key::text)::uuid into v_last_key from piece;
  update public.messages set gathered_after = coalesce(v_last_key, gathered_after),
    gathered_at = case when v_last_key is null then clock_timestamp() end
  where id = p_id;
  return v_last_key is null;
end;
$$;
comment on function private.gather_message(uuid, integer) is
  'Adds the recipients of the next p_limit families of a message. Returns true once there are no more.';

create function private.queue_recipient(p_message public.messages, p_recipient public.message_recipients)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_name text;
  v_email text;
  v_outbox_id uuid;
begin
  if p_recipient.family_id is not null then
    -- The recipient must still be a parent of the family, and gets the mail at the current address.
    select name, lower(email) into v_name, v_email
    from private.message_contacts(p_recipient.family_id, p_message.kind) c
    where c.profile_id is not distinct from p_recipient.profile_id;
  else
    select parent_name, lower(parent_email) into v_name, v_email from public.waitlist_entries where id = p_recipient.entry_id;
  end if;
  if v_email is null or not private.is_email(v_email) then return 'no_recipient'; end if;
  -- News may have been stopped since the recipients were listed.
  if p_message.kind = 'news' and not private.may_get_news(p_recipient.family_id, v_email) then return 'left_out'; end if;
  insert into public.outbox (key, template, recipient, profile_id, payload)
  values (concat_ws(':', 'message', p_message.id, coalesce(p_recipient.family_id, p_recipient.entry_id), p_recipient.profile_id),
    'message', v_email, p_recipient.profile_id,
    private.message_payload(p_message.kind, p_message.audience, p_message.subject, p_message.body, v_name, v_token)
      || jsonb_build_object('children', case when p_message.kind = 'about' and p_message.audience ->> 'segment' in ('session', 'camp')
        then private.children_at(
          p_recipient.family_id, (p_message.audience ->> 'id')::uuid, (p_message.audience ->> 'id')::uuid) else '[]' end))
  on conflict (key) do nothing
  returning id into v_outbox_id;
  perform private.queue_message_on_phones(p_message, p_recipient.family_id);
  update public.message_recipients set outbox_id = v_outbox_id, token_hash = encode(extensions.digest(v_token, 'sha256'), 'hex')
  where id = p_recipient.id;
  return 'queued';
end;
$$;
comment on function private.queue_recipient(public.messages, public.message_recipients) is
  'Queues one mail of a message in the outbox. Returns the recipient''s new state.';

create function private.delivery_state(p_mail public.outbox)
returns text
language sql
immutable
set search_path = ''
as $$
  select case
    when p_mail.bounced_at >= coalesce(p_mail.delivered_at, p_mail.bounced_at) then 'bounced'
    when p_mail.complained_at is not null then 'complained'
    when p_mail.delivered_at is not null then 'delivered' end
$$;
comment on function private.delivery_state(public.outbox) is
  'Returns delivered, bounced or complained, by the latest report, or null if there is no report. complained means '
  'that the mail was delivered and marked as spam.';

create function private.message_counts(p_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'all', count(*) filter (where r.state <> 'left_out'),
    'left_out', count(*) filter (where r.state = 'left_out'),
    'sent', count(*) filter (where r.state = 'queued' and o.sent_at is not null),
    'delivered', count(*) filter (where private.delivery_state(o) in ('delivered', 'complained')),
    'bounced', count(*) filter (where private.delivery_state(o) = 'bounced'),
    'complained', count(*) filter (where private.delivery_state(o) = 'complained'),
    'failed', count(*) filter (where r.state in ('failed', 'no_recipient') or r.state = 'queued' and o.sent_at is null and o.failed_at is not null),
    'stopped', count(*) filter (where r.state = 'stopped'),
    'waiting', count(*) filter (where r.state = 'waiting' or r.state = 'queued' and o.sent_at is null and o.failed_at is null))
  from public.message_recipients r left join public.outbox o on o.id = r.outbox_id
  where r.message_id = p_id
$$;
comment on function private.message_counts(uuid) is
  'Returns MessageCounts (contract/management-messages.ts). left_out counts those who did not allow news or whose '
  'mails come back. delivered, bounced and complained are also counted in sent.';

create function public.queue_messages()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- This many families are searched per message and call. The number is low enough to stay well within the statement
  -- timeout.
  c_families constant integer := 2000;
  v_message public.messages;
  v_recipient public.message_recipients;
  v_state text;
  -- Messages may use half of what the outbox sends in a minute, minus what already waits. The other half is for all
  -- other mails.
  v_capacity integer := (private.settings()).outbox_per_second * 30 - (
    select count(*) from public.outbox where sent_at is null and failed_at is null and template = 'message');
  v_queued integer := 0;
begin
  perform private.gather_message(n.id, c_families)
  from (select id from public.messages where settled_at is null and gathered_at is null order by created_at, id limit 3) n;
  -- Messages about bookings are queued before news.
  for v_message in select * from public.messages where settled_at is null order by kind, created_at, id limit 20 loop
    -- A call that stops the message waits for this batch. The next batch then finds the message stopped.
    select * into v_message from public.messages where id = v_message.id and stopped_at is null for key share;
    continue when not found;
    for v_recipient in
      select * from public.message_recipients where message_id = v_message.id and state = 'waiting'
      order by id limit greatest(0, v_capacity) for update skip locked
    loop
      begin
        v_state := private.queue_recipient(v_message, v_recipient);
      exception when others then
        -- A recipient that fails must not stop the others.
        v_state := 'failed';
      end;
      update public.message_recipients set state = v_state where id = v_recipient.id;
      v_capacity := v_capacity - (v_state = 'queued')::integer;
      v_queued := v_queued + (v_state = 'queued')::integer;
    end loop;
  end loop;
  -- All its mails have ended, so the counts change only if staff retry a failed mail.
  update public.messages m set settled_at = clock_timestamp(), counts = c.counts
  from (
    select n.id, private.message_counts(n.id) as counts from public.messages n
    where n.settled_at is null and (n.gathered_at is not null or n.stopped_at is not null) order by n.created_at limit 20) c
  where m.id = c.id and (c.counts ->> 'waiting')::integer = 0;
  -- The provider's reports come later. A report that arrives during this count has a later time, and is counted next
  -- time.
  for v_message in select * from public.messages where counts_changed_at is not null order by counts_changed_at limit 20 loop
    update public.messages set counts = private.message_counts(id),
      counts_changed_at = nullif(counts_changed_at, v_message.counts_changed_at)
    where id = v_message.id;
  end loop;
  return jsonb_build_object('queued', v_queued);
end;
$$;
comment on function public.queue_messages() is
  'Searches the recipients of open messages and queues as many of their mails as leave the outbox half free. A '
  'scheduled job calls it, and concurrent calls take different messages. Returns {queued}. Definer: only the service '
  'role may call.';
grant execute on function public.queue_messages() to service_role;
