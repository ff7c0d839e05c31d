-- Providers report whether messages by WhatsApp and SMS were sent, delivered, read or failed. If no message reaches a
-- family, staff are asked to call.

create function public.note_phone_event(
  p_channel text, p_type text, p_at timestamptz, p_id uuid, p_provider_id text, p_reason text default null, p_error text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_at constant timestamptz := least(p_at, clock_timestamp());
  v_before public.phone_messages;
  v_after public.phone_messages;
begin
  if p_at is null or coalesce(p_type, '') not in ('sent', 'delivered', 'read', 'failed') then
    perform private.fail('invalid_input', 'p_type');
  end if;
  -- The report contains our id, so it is matched even if the answer to our call was lost.
  select * into v_before from public.phone_messages
  where channel = p_channel and (provider_id = p_provider_id or id = p_id and provider_id is null and attempts > 0)
  order by provider_id is null limit 1 for update;
  if not found then return jsonb_build_object('known', false); end if;
  update public.phone_messages set
    provider_id = coalesce(provider_id, p_provider_id), sending_since = null,
    sent_at = case when p_type = 'failed' then sent_at else coalesce(sent_at, v_at) end,
    -- A message that was read was also delivered, although the provider might not report that.
    delivered_at = case when p_type in ('delivered', 'read') then least(delivered_at, v_at) else delivered_at end,
    read_at = case when p_type = 'read' then least(read_at, v_at) else read_at end,
    failed_at = case when p_type = 'failed' then coalesce(failed_at, v_at) else failed_at end,
    reason = case when p_type = 'failed' then coalesce(reason, p_reason, 'other') else reason end,
    error = case when p_type = 'failed' then coalesce(error, left(p_error, 300)) else error end
  where id = v_before.id
  returning * into v_after;
  -- If a parent has several phones, one of them may refuse what another has received.
  if v_before.failed_at is null and v_after.failed_at is not null and v_after.delivered_at is null then
    perform private.phone_message_failed(v_after);
  end if;
  return jsonb_build_object('known', true);
end;
$$;
comment on function public.note_phone_event(text, text, timestamptz, uuid, text, text, text) is
  'Records a report of a provider. p_type is sent, delivered, read or failed (with phone_messages.reason). Reports '
  'may come twice and in any order. Returns {known}. Definer: only the service role may call, after the function has '
  'checked the signature.';
grant execute on function public.note_phone_event(text, text, timestamptz, uuid, text, text, text) to service_role;

create function private.phone_state(p_message public.phone_messages)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    when p_message.read_at is not null then 'read'
    when p_message.delivered_at is not null then 'delivered'
    when p_message.failed_at is not null then 'failed'
    when p_message.is_urgent and p_message.created_at
      < clock_timestamp() - make_interval(mins => (private.settings()).phone_unreached_minutes) then 'not_reached'
    when p_message.sent_at is not null then 'sent'
    else 'waiting' end
$$;
comment on function private.phone_state(public.phone_messages) is
  'Returns read, delivered, failed, not_reached, sent or waiting. not_reached means that the message is urgent and '
  'was not delivered within settings.phone_unreached_minutes. If one phone received the message, it counts as '
  'delivered.';

create function private.last_mail_about(
  p_occasion text, p_place_ids uuid[], p_family_id uuid, p_entry_id uuid, p_profile_id uuid)
returns setof public.outbox
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
    select o.*
    from (
      select unnest(array[concat_ws(':', 'place_changed', n.id, coalesce(p_family_id, p_entry_id)),
        concat_ws(':', 'place_changed', n.id, p_family_id, p_profile_id)]) as key
      from public.place_notices n
      where p_occasion = 'notice' and (n.session_id = any (p_place_ids) or n.camp_id = any (p_place_ids))
      union
      select concat_ws(':', 'waitlist_cancelled_by_us', p, p_entry_id) from unnest(p_place_ids) p
      where p_occasion = 'cancelled' and p_entry_id is not null
      union
      -- The key names the decision and the family, so the mail is found by its address.
      select m.key
      from private.parents_for_collection(p_family_id) w
      join public.outbox m on lower(m.recipient) = lower(w.email)
        and m.template = case p_occasion when 'cancelled' then 'cancelled_by_us' when 'notice' then 'camp_day_changed' end
      cross join lateral jsonb_array_elements(coalesce(m.payload -> 'cancelled_by_us', jsonb_build_array(m.payload))) c
      where w.profile_id is not distinct from p_profile_id
        and split_part(m.key, ':', 3) = p_family_id::text
        and coalesce(c -> 'session' ->> 'session_id', c -> 'camp' ->> 'camp_id') = any (p_place_ids::text[])) k
    -- The limit makes each key one look-up.
    cross join lateral (select * from public.outbox where key = k.key limit 1) o
    where p_entry_id is not null or o.profile_id is not distinct from p_profile_id
    order by o.created_at desc limit 1;
end;
$$;
comment on function private.last_mail_about(text, uuid[], uuid, uuid, uuid) is
  'Returns the last mail to a parent about a cancellation or change by staff of one of these sessions and camps.';

create function private.sendings(
  p_occasion text, p_place_ids uuid[], p_message_id uuid, p_family_id uuid, p_entry_id uuid, p_profile_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('channel', s.channel, 'state', s.state, 'at', private.iso(s.at), 'reason', s.reason)
    order by s.rank), '[]')
  from (
    select 1 as rank, 'email' as channel, case
        when e.state in ('failed', 'no_recipient', 'left_out', 'stopped') or (e.mail).left_out_at is not null then 'failed'
        when private.delivery_state(e.mail) = 'bounced' then 'failed'
        when private.delivery_state(e.mail) is not null then 'delivered'
        when (e.mail).sent_at is not null then 'sent'
        when (e.mail).failed_at is not null then 'failed'
        else 'waiting' end as state,
      coalesce((e.mail).bounced_at, (e.mail).delivered_at, (e.mail).sent_at) as at,
      case when private.delivery_state(e.mail) = 'bounced' then 'bounced' end as reason
    from (
      select r.state, o as mail
      from public.message_recipients r left join public.outbox o on o.id = r.outbox_id
      where r.message_id = p_message_id and (r.family_id = p_family_id or r.entry_id = p_entry_id)
        and r.profile_id is not distinct from p_profile_id
      union all
      select null, o from private.last_mail_about(p_occasion, p_place_ids, p_family_id, p_entry_id, p_profile_id) o) e
    union all
    select * from (
      select distinct on (m.channel) case m.channel when 'whatsapp' then 2 else 3 end, m.channel, private.phone_state(m),
        coalesce(m.read_at, m.delivered_at, m.failed_at, m.sent_at), m.reason
      from public.phone_messages m
      where m.family_id = p_family_id and m.profile_id is not distinct from p_profile_id and case p_occasion
        when 'message' then m.message_id = p_message_id
        -- A notice may also be that a day of a camp is cancelled.
        else m.place_ids && p_place_ids and (p_occasion = 'notice' or m.occasion = 'cancelled') end
      order by m.channel, m.created_at desc) n) s
$$;
comment on function private.sendings(text, uuid[], uuid, uuid, uuid, uuid) is
  'Returns Sending[] (contract/family-chats.ts), which says what was sent to a parent about an occasion and what '
  'became of it. It contains the mail, and the messages by WhatsApp and SMS.';

create function private.phone_counts(p_message_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('channel', c.channel, 'all', c.total, 'sent', c.sent, 'delivered', c.delivered,
    'read', c.read, 'failed', c.failed, 'waiting', c.total - c.sent - c.failed) order by c.channel desc), '[]')
  from (
    select s.channel, count(*) as total,
      count(*) filter (where s.state in ('sent', 'delivered', 'read') or s.state = 'not_reached' and s.sent_at is not null) as sent,
      count(*) filter (where s.state in ('delivered', 'read')) as delivered, count(*) filter (where s.state = 'read') as read,
      count(*) filter (where s.state = 'failed') as failed
    from (select m.channel, m.sent_at, private.phone_state(m) as state from public.phone_messages m where m.message_id = p_message_id) s
    group by s.channel) c
$$;
comment on function private.phone_counts(uuid) is
  'Returns PhoneCounts[] (contract/management-messages.ts), which counts the messages by WhatsApp and SMS of a staff '
  'message. sent includes delivered and read. delivered includes read.';

create function private.unreached_groups()
returns table (id uuid, family_id uuid, occasion text, place_ids uuid[], message_id uuid, is_urgent boolean, at timestamptz)
language sql
volatile
set search_path = ''
as $$
  select (array_agg(m.id order by m.created_at, m.id))[1], m.family_id, m.occasion, m.place_ids, m.message_id, bool_or(m.is_urgent),
    max(coalesce(m.failed_at, m.created_at))
  from (
    select n.*, private.phone_state(n) as state from public.phone_messages n
    where n.created_at > clock_timestamp() - interval '2 days') m
  group by m.family_id, m.cause, m.occasion, m.place_ids, m.message_id
  -- If one parent was reached, or a message is still on its way by another channel, nobody needs to call.
  having bool_and(m.state in ('failed', 'not_reached')) and bool_or(m.handled_at is null)
$$;
comment on function private.unreached_groups() is
  'Returns the families whom no message about a cause has reached in the last two days, and whom nobody has ticked as '
  'called. id is the first of their messages.';

create function private.unreached_families(p_max integer)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with task as materialized (select * from private.unreached_groups())
  select jsonb_build_object(
    'count', (select count(*) from task),
    'first', coalesce((
      select jsonb_agg(jsonb_build_object('id', n.id, 'family_id', n.family_id, 'occasion', n.occasion, 'is_urgent', n.is_urgent,
        'at', private.iso(n.at), 'reason', m.reason, 'channel', m.channel, 'name', w.name, 'phone', w.phone,
        'places', coalesce(m.payload -> 'places', '[]')) order by n.is_urgent desc, n.at desc, n.id)
      from (select * from task order by is_urgent desc, at desc, id limit p_max) n
      join public.phone_messages m on m.id = n.id
      left join lateral (
        select p.name, p.phone from private.parents_for_collection(n.family_id) p
        order by p.phone is null, p.profile_id is not distinct from m.profile_id desc limit 1) w on true), '[]'))
$$;
comment on function private.unreached_families(integer) is
  'Returns the families to call because no WhatsApp or SMS reached them, as {count, first: UnreachedFamily[] '
  '(contract/management.ts)}. Urgent ones come first. Each has the child, the class or camp, and the number.';

create function public.set_unreached_handled(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  update public.phone_messages m set handled_at = clock_timestamp(), handled_by = (select auth.uid())
  from public.phone_messages t
  where t.id = p_id and m.family_id = t.family_id and m.cause = t.cause and m.handled_at is null;
  return jsonb_build_object('handled', true);
end;
$$;
comment on function public.set_unreached_handled(uuid) is
  'For admins. Records that the family of this task (private.unreached_families) was called. A repeated call changes '
  'nothing. Returns {handled: true}. Definer: writes a closed table, after checking the caller.';
grant execute on function public.set_unreached_handled(uuid) to authenticated;
select private.answer_calls('public.set_unreached_handled(uuid)', 'management');

create function private.is_of_family(p_family_id uuid, p_profile_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_profile_id is null or exists (
    select from public.families f where f.id = p_family_id and p_profile_id in (f.primary_parent_id, f.secondary_parent_id))
$$;
comment on function private.is_of_family(uuid, uuid) is
  'Returns whether p_profile_id is now a parent of the family. Also returns true if it is null, because the contact is '
  'then a guest''s. The numbers of a removed parent are not in the family''s copy of its data.';

create function private.export_family_phone_messages(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'channel_permissions', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'recorded_by' order by c.id), '[]')
      from public.channel_permissions c
      where c.family_id = p_family_id and private.is_of_family(p_family_id, c.profile_id)),
    'phone_messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - '{key,cause,payload,sending_since,leased_until,not_before,attempts,handled_by,handled_at}'::text[]
        order by m.created_at, m.id), '[]')
      from public.phone_messages m
      where m.family_id = p_family_id and private.is_of_family(p_family_id, m.profile_id)))
$$;
comment on function private.export_family_phone_messages(uuid, text[], text[]) is
  'Returns the channels by which the parents allowed messages, and the messages by WhatsApp and SMS.';

create function private.erase_family_phone_messages(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.phone_messages where family_id = p_family_id;
  delete from public.channel_permissions where family_id = p_family_id
    or profile_id in (select id from public.profiles where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_phone_messages(uuid) is
  'Deletes a family''s messages by WhatsApp and SMS, and its answers about channels.';

create function private.purge_phone_messages()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.phone_messages set phone = '', payload = '{}', error = null
  where id = any (array(
    select id from public.phone_messages
    where created_at < private.expiry('sent_messages') and payload <> '{}' order by created_at limit 5000 for update skip locked));
  delete from public.phone_messages where id = any (array(
    select id from public.phone_messages
    where created_at < private.expiry('phone_messages') order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_phone_messages() is
  'Empties messages by WhatsApp and SMS after the same time as mails, and deletes old ones. Returns how many were '
  'deleted.';
