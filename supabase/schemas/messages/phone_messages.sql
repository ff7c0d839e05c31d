-- WhatsApp messages and SMS go only to parents who allowed the channel, in addition to the e-mail (docs/decisions
-- "WhatsApp and text messages"). Providers have no idempotency keys, so an attempt without an answer is never repeated.

create table public.phone_messages (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  cause text not null,
  channel text not null check (channel in ('whatsapp', 'sms')),
  family_id uuid not null references public.families (id) on delete cascade,
  profile_id uuid references public.profiles (id) on delete cascade,
  phone text not null check (phone = '' or private.is_phone(phone)),
  occasion text not null check (occasion in ('cancelled', 'changed', 'held', 'message')),
  place_ids uuid[] not null,
  message_id uuid references public.messages (id) on delete cascade,
  payload jsonb not null,
  is_urgent boolean not null,
  attempts integer not null default 0,
  not_before timestamptz not null,
  sending_since timestamptz,
  leased_until timestamptz,
  provider_id text,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  reason text check (reason in (
    'no_account', 'invalid_number', 'unreachable', 'stopped', 'blocked', 'not_set_up', 'no_answer', 'too_late', 'other')),
  error text,
  handled_at timestamptz,
  handled_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check ((occasion = 'message') = (message_id is not null)),
  unique (channel, provider_id)
);
comment on table public.phone_messages is
  'Messages by WhatsApp and SMS, one for each parent, channel and cause. Service only.';
comment on column public.phone_messages.key is
  'Names the subject of the message, so that the same message is never queued twice.';
comment on column public.phone_messages.cause is
  'What the message is about, for example one change of a class. Messages about it to all parents and by all channels '
  'have the same cause.';
comment on column public.phone_messages.profile_id is 'The parent''s account. It is null for a guest''s contact.';
comment on column public.phone_messages.phone is
  'The number in E.164. It is emptied with the payload once the message is old.';
comment on column public.phone_messages.payload is
  '{parent_name, occasion, reason, words, places: [{session or camp, children: given names}]}, which is PhonePayload '
  'of _shared/server/phone/text.ts. It contains nothing else about a child.';
comment on column public.phone_messages.is_urgent is
  'True if the message is about a class or camp that is on today or starts within 12 hours. Then it is sent at once, '
  'also in quiet hours, and staff are asked to call if it does not arrive.';
comment on column public.phone_messages.sending_since is
  'When an attempt began whose result is not known yet. If its lease ends first, the message may have been sent, so '
  'it is not sent again.';
comment on column public.phone_messages.provider_id is 'The provider''s id of the message.';
comment on column public.phone_messages.reason is
  'Why it failed. no_account means that the number is not on WhatsApp. unreachable means that it was not delivered. '
  'stopped means that the parent stopped our messages at the provider. blocked means that the network refused it. '
  'not_set_up means that the provider refuses our keys, sender or template. no_answer means that an attempt had no '
  'result. too_late means that it could not be sent in time.';
comment on column public.phone_messages.error is 'The provider''s code and words, for staff who check the settings.';
comment on column public.phone_messages.handled_at is 'When staff ticked that they called the family.';
create index phone_messages_waiting on public.phone_messages (not_before) where sent_at is null and failed_at is null;
create index phone_messages_family_id on public.phone_messages (family_id, created_at);
create index phone_messages_profile_id on public.phone_messages (profile_id);
create index phone_messages_message_id on public.phone_messages (message_id);
create index phone_messages_handled_by on public.phone_messages (handled_by);
create index phone_messages_created_at on public.phone_messages (created_at);

alter table public.phone_messages enable row level security;
revoke all on table public.phone_messages from anon, authenticated, service_role;
create trigger wording before insert on public.phone_messages
  for each row execute function private.attach_wording();

create function private.starts_soon(p_starts_at timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$ select p_starts_at between t.now and t.now + interval '12 hours' from (select private.calendar_now() as now) t $$;
comment on function private.starts_soon(timestamptz) is
  'Returns whether something starts so soon that a family might not read an e-mail before it leaves. A class of the '
  'early morning is decided about the evening before.';

create function private.is_urgent(p_place_ids uuid[])
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
      select from public.sessions
      where id = any (p_place_ids) and (session_date = private.calendar_today() or private.starts_soon(starts_at))
        and ends_at > private.calendar_now())
    or exists (
      select from public.camp_weeks w cross join lateral private.camp_day(w) d
      where w.id = any (p_place_ids)
        and (private.calendar_today() between w.start_date and w.end_date
          or private.starts_soon((w.start_date + d.begins_at) at time zone private.time_zone()))
        and (w.end_date + d.ends_at) at time zone private.time_zone() > private.calendar_now());
end;
$$;
comment on function private.is_urgent(uuid[]) is
  'Returns whether one of these sessions and camps is on today or starts within 12 hours, and is not over yet.';

create function private.after_quiet_hours(p_at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select case
    when l.at::time >= t.waitlist_quiet_from then (l.at::date + 1 + t.waitlist_quiet_until) at time zone private.time_zone()
    when l.at::time < t.waitlist_quiet_until then (l.at::date + t.waitlist_quiet_until) at time zone private.time_zone()
    else p_at end
  from private.settings() t, (select p_at at time zone private.time_zone() as at) l
$$;
comment on function private.after_quiet_hours(timestamptz) is
  'Returns this time, or the end of the quiet hours (settings) if it is within them.';

create function private.best_channel(p_family_id uuid, p_profile_id uuid, p_except text)
returns table (channel text, phone text)
language sql
volatile
set search_path = ''
as $$
  select c.channel, n.phone
  -- WhatsApp is preferred, because it reports what arrived and what was read.
  from unnest('{whatsapp,sms}'::text[]) with ordinality c (channel, rank)
  cross join lateral (select private.channel_number(p_family_id, p_profile_id, c.channel) as phone) n
  where c.channel is distinct from p_except and n.phone is not null and private.channel_is_on(c.channel)
    and (private.channel_permission(p_family_id, p_profile_id, c.channel)).allowed
  order by c.rank limit 1
$$;
comment on function private.best_channel(uuid, uuid, text) is
  'Returns the fastest channel that a parent allowed, that is switched on and for which we have a number. Returns no '
  'row if there is no such channel. p_except is a channel that failed already.';

create function private.queue_phone_messages(
  p_key text, p_family_id uuid, p_occasion text, p_message_id uuid, p_is_urgent boolean, p_payload jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_count integer;
begin
  insert into public.phone_messages (key, cause, channel, family_id, profile_id, phone, occasion, place_ids, message_id, payload,
    is_urgent, not_before)
  -- The key does not name the channel, so that a new permission between two calls does not cause a second message.
  select concat_ws(':', p_key, p_family_id, p.profile_id), p_key, b.channel, p_family_id, p.profile_id, b.phone, p_occasion,
    array(
      select coalesce(n -> 'session' ->> 'session_id', n -> 'camp' ->> 'camp_id')::uuid
      from jsonb_array_elements(p_payload -> 'places') n order by 1),
    p_message_id, p_payload || jsonb_build_object('parent_name', p.name, 'occasion', p_occasion), p_is_urgent,
    case when p_is_urgent then v_now else private.after_quiet_hours(v_now) end
  from private.parents_for_collection(p_family_id) p
  cross join lateral private.best_channel(p_family_id, p.profile_id, null) b
  on conflict (key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.queue_phone_messages(text, uuid, text, uuid, boolean, jsonb) is
  'Queues a message to each parent by the fastest channel that they allowed, once per p_key. p_payload is {reason, '
  'words, places}. Urgent messages are sent at once, others not in quiet hours. Returns the number of queued messages.';

create function private.queue_cancelled_on_phones(p_key text, p_family_id uuid, p_places jsonb, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_urgent jsonb;
begin
  -- If a later day is cancelled, no phone message is needed, because the family reads the mail in time.
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('session', n -> 'session', 'camp', n -> 'camp', 'children', n -> 'children')))
  into v_urgent from jsonb_array_elements(p_places) n
  where private.is_urgent(array[coalesce(n -> 'session' ->> 'session_id', n -> 'camp' ->> 'camp_id')::uuid]);
  if v_urgent is not null then
    perform private.queue_phone_messages(p_key, p_family_id, 'cancelled', null, true,
      jsonb_build_object('reason', p_reason, 'places', v_urgent));
  end if;
end;
$$;
comment on function private.queue_cancelled_on_phones(text, uuid, jsonb, text) is
  'Queues the urgent messages about sessions and camps that we cancelled today or within 12 hours of their start. '
  'Otherwise there is only the mail.';

create function private.cancellations_on_phones(p_place_ids uuid[])
returns integer
language sql
volatile
set search_path = ''
as $$
  -- A session or camp is cancelled only once, so these messages are from this transaction.
  select count(*)::integer from public.phone_messages
  where created_at >= now() and occasion = 'cancelled' and place_ids && p_place_ids
$$;
comment on function private.cancellations_on_phones(uuid[]) is
  'Returns how many messages by WhatsApp and SMS this transaction queued about sessions and camps that it cancelled.';

create function private.queue_changed_on_phones(p_notice_id uuid, p_place_id uuid, p_change jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_was constant jsonb := coalesce(nullif(p_change -> 'was' -> 'session', 'null'), p_change -> 'was' -> 'camp');
  v_place constant jsonb := jsonb_strip_nulls(jsonb_build_object(
    'session', nullif(p_change -> 'is' -> 'session', 'null'), 'camp', nullif(p_change -> 'is' -> 'camp', 'null')));
begin
  if not p_change -> 'changed' ?| '{place,hours}' then return; end if;
  -- A class that would have been today or soon is urgent, too, if it is moved to another day.
  if not private.is_urgent(array[p_place_id]) and not private.starts_soon((v_was ->> 'starts_at')::timestamptz)
    and coalesce(v_was ->> 'session_date', v_was ->> 'start_date') is distinct from private.calendar_today()::text then
    return;
  end if;
  perform private.queue_phone_messages('place_changed:' || p_notice_id, e.family_id, 'changed', null, true,
    jsonb_build_object('reason', p_change -> 'note',
      'places', jsonb_build_array(v_place || jsonb_build_object('children', private.children_at(e.family_id, p_place_id, p_place_id)))))
  from (select distinct a.family_id from private.families_at(array[p_place_id]) a) e
  join public.families f on f.id = e.family_id and f.erased_at is null;
end;
$$;
comment on function private.queue_changed_on_phones(uuid, uuid, jsonb) is
  'Queues the urgent messages about a new base or new hours of a session or camp that is or was on today or within 12 '
  'hours. p_change has the form of private.notify_of_place_change.';

create function private.queue_message_on_phones(p_message public.messages, p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_place_id constant uuid := p_message.audience ->> 'id';
begin
  -- News is sent by e-mail only. A message that is not about a class or camp is never urgent.
  if p_message.kind <> 'about' or p_message.audience ->> 'segment' not in ('session', 'camp') or p_family_id is null then return; end if;
  perform private.queue_phone_messages('message:' || p_message.id, p_family_id, 'message', p_message.id, private.is_urgent(array[v_place_id]),
    jsonb_build_object('subject', p_message.subject, 'words', p_message.body, 'places', jsonb_build_array(
      jsonb_strip_nulls(jsonb_build_object('session', private.audience_view(p_message.audience) -> 'session',
        'camp', private.audience_view(p_message.audience) -> 'camp'))
      || jsonb_build_object('children', private.children_at(p_family_id, v_place_id, v_place_id)))));
end;
$$;
comment on function private.queue_message_on_phones(public.messages, uuid) is
  'Queues a staff message about a session or camp to the phones of a family, once for each parent.';
