-- The worker for WhatsApp and SMS claims phone messages and records their delivery.

create function private.fall_back(p_message public.phone_messages)
returns void
language sql
volatile
set search_path = ''
as $$
  -- A message of an earlier day is out of date, so it is not sent again.
  insert into public.phone_messages (key, cause, channel, family_id, profile_id, phone, occasion, place_ids, message_id, payload,
    is_urgent, not_before)
  select p_message.key || ':' || b.channel, p_message.cause, b.channel, p_message.family_id, p_message.profile_id, b.phone,
    p_message.occasion, p_message.place_ids, p_message.message_id, p_message.payload, p_message.is_urgent,
    case when p_message.is_urgent then clock_timestamp() else private.after_quiet_hours(clock_timestamp()) end
  from private.parents_for_collection(p_message.family_id) p
  cross join lateral private.best_channel(p_message.family_id, p.profile_id, p_message.channel) b
  where p.profile_id is not distinct from p_message.profile_id and p_message.channel = 'whatsapp'
    and p_message.payload <> '{}' and p_message.created_at > clock_timestamp() - interval '1 day'
  on conflict (key) do nothing
$$;
comment on function private.fall_back(public.phone_messages) is
  'If a message failed by WhatsApp and the parent allowed SMS, too, queues it as an SMS.';

create function private.current_places(p_message public.phone_messages)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- If we cancelled a place, no child has it any more, so the names come from the message itself.
  select jsonb_agg(case when p_message.occasion = 'cancelled' then p.value
    else p.value || jsonb_build_object('children', private.children_at(p_message.family_id,
      (p.value -> 'session' ->> 'session_id')::uuid, (p.value -> 'camp' ->> 'camp_id')::uuid)) end order by p.ordinality)
  from jsonb_array_elements(p_message.payload -> 'places') with ordinality p
  where private.is_still_true(p_message.occasion, (p.value -> 'camp' ->> 'camp_id')::uuid, (p.value -> 'camp' ->> 'start_date')::date)
$$;
comment on function private.current_places(public.phone_messages) is
  'Returns the places about which the message is still true, with the children who still have them. While the message '
  'waited, a sibling may have lost their place. Returns null if there is none.';

create function private.is_wanted(p_message public.phone_messages)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_message.phone = private.channel_number(p_message.family_id, p_message.profile_id, p_message.channel)
    and coalesce((private.channel_permission(p_message.family_id, p_message.profile_id, p_message.channel)).allowed, false)
    and exists (
      select from private.parents_for_collection(p_message.family_id) p where p.profile_id is not distinct from p_message.profile_id)
    and private.current_places(p_message) is not null
    and (p_message.occasion = 'cancelled'
      or exists (
        select from public.bookings b
        where b.session_id = any (p_message.place_ids) and b.family_id = p_message.family_id and b.status = 'booked')
      or exists (
        select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
        where w.id = any (p_message.place_ids) and e.family_id = p_message.family_id and e.status = 'enrolled'
          -- Staff may write to the families of a camp after they cancelled it.
          and (w.cancelled_at is null or p_message.created_at > w.cancelled_at)))
$$;
comment on function private.is_wanted(public.phone_messages) is
  'Returns whether a waiting message may still be sent. The recipient must be a parent of the family who allowed the '
  'channel, at the same number, and the message must still be true. Unless it says that we cancelled, the family must '
  'still have the place.';

create function public.claim_phone_messages(p_channels jsonb, p_limit integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_channels text[];
  v_due uuid[];
  v_claimed jsonb;
begin
  if jsonb_typeof(p_channels) is distinct from 'array' or not p_channels <@ '["whatsapp", "sms"]' then
    perform private.fail('invalid_input', 'p_channels');
  end if;
  v_channels := array(select jsonb_array_elements_text(p_channels));
  delete from public.phone_channels where channel <> all (v_channels);
  insert into public.phone_channels (channel, seen_at) select distinct c, v_now from unnest(v_channels) c order by c
  on conflict (channel) do update set seen_at = excluded.seen_at;
  update public.phone_messages set failed_at = v_now, reason = 'no_answer', sending_since = null
  where id = any (array(
    select id from public.phone_messages
    where sent_at is null and failed_at is null and sending_since is not null and leased_until <= v_now
    for update skip locked));
  update public.phone_messages set failed_at = v_now, reason = 'too_late'
  where id = any (array(
    select id from public.phone_messages
    where sent_at is null and failed_at is null and sending_since is null
      and created_at < v_now - case when is_urgent then interval '1 hour' else interval '1 day' end
    for update skip locked));
  loop
    v_due := array(
      select id from public.phone_messages
      where sent_at is null and failed_at is null and sending_since is null and not_before <= v_now and channel = any (v_channels)
        and (is_urgent or private.after_quiet_hours(v_now) <= v_now)
      order by is_urgent desc, not_before, id limit greatest(0, least(p_limit, 20))
      for update skip locked);
    -- Messages that are no longer wanted are removed, because bookings may have changed since they were queued. The
    -- loop then claims others instead.
    delete from public.phone_messages m where m.id = any (v_due) and private.is_wanted(m) is not true;
    exit when not found;
  end loop;
  with claimed as (
    update public.phone_messages m set attempts = attempts + 1, sending_since = v_now,
      payload = m.payload || jsonb_build_object('places', private.current_places(m)),
      leased_until = v_now + make_interval(mins => (private.settings()).outbox_lease_minutes)
    where m.id = any (v_due)
    returning m.*
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'channel', channel, 'phone', phone, 'payload', payload)
    order by is_urgent desc, not_before, id), '[]')
  into v_claimed from claimed;
  return v_claimed;
end;
$$;
comment on function public.claim_phone_messages(jsonb, integer) is
  'Leases up to p_limit (20) messages, urgent ones first. p_channels are the channels that are set up. Returns [{id, '
  'channel, phone, payload}]. If the lease of an attempt has ended, the message may have been sent, so it is not '
  'repeated. Definer: only the service role may call.';
grant execute on function public.claim_phone_messages(jsonb, integer) to service_role;

create function public.finish_phone_message(
  p_id uuid, p_provider_id text, p_failure jsonb default null, p_wait_seconds integer default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most_attempts constant integer := 8;
  v_now constant timestamptz := clock_timestamp();
  v_message public.phone_messages;
  v_is_final boolean;
  v_next timestamptz;
begin
  select * into v_message from public.phone_messages
  where id = p_id and sending_since is not null and sent_at is null and failed_at is null for update;
  if not found then return jsonb_build_object('ok', false); end if;
  if p_failure is null then
    update public.phone_messages set sent_at = v_now, provider_id = coalesce(provider_id, p_provider_id), sending_since = null where id = p_id;
  elsif p_wait_seconds is not null then
    -- The provider accepts nothing for now, so this does not count as an attempt.
    v_next := v_now + make_interval(secs => least(greatest(p_wait_seconds, 1), 3600));
    update public.phone_messages set sending_since = null, attempts = attempts - 1, error = left(p_failure ->> 'error', 300),
      not_before = case when is_urgent then v_next else private.after_quiet_hours(v_next) end
    where id = p_id;
  else
    v_is_final := not (p_failure -> 'retry')::boolean or v_message.attempts >= c_most_attempts;
    -- The next attempt follows after 1, 2, 4 … minutes. For urgent messages it follows after five minutes at most.
    v_next := v_now + make_interval(mins => least(case when v_message.is_urgent then 5 else 60 end, (2 ^ (v_message.attempts - 1))::integer));
    update public.phone_messages set sending_since = null, error = left(p_failure ->> 'error', 300),
      failed_at = case when v_is_final then v_now end, reason = case when v_is_final then p_failure ->> 'reason' end,
      not_before = case when is_urgent then v_next else private.after_quiet_hours(v_next) end
    where id = p_id
    returning * into v_message;
    if v_is_final then perform private.phone_message_failed(v_message); end if;
  end if;
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.finish_phone_message(uuid, text, jsonb, integer) is
  'Records the result of sending. p_provider_id is the provider''s id if the message was sent. Otherwise p_failure is '
  '{reason, retry, error}. If p_wait_seconds is given, the message is sent later, and the attempt does not count. '
  'Returns {ok}, which is false if the message has already ended. Definer: only the service role may call.';
grant execute on function public.finish_phone_message(uuid, text, jsonb, integer) to service_role;

create function private.phone_message_failed(p_message public.phone_messages)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If the provider gave no answer, the message may have arrived. Nobody should get it twice.
  if p_message.reason = 'no_answer' then return; end if;
  if p_message.reason = 'stopped' then
    perform private.record_channel(p_message.family_id, p_message.profile_id, p_message.channel, false, 'provider', null);
  end if;
  perform private.fall_back(p_message);
end;
$$;
comment on function private.phone_message_failed(public.phone_messages) is
  'Handles a failed message: tries another channel, and ends a permission if the parent has stopped our messages at '
  'the provider.';
