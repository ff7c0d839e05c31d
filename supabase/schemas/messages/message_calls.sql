-- Staff count the recipients of a message, preview it, try it, send it and stop it.

create function public.get_message_audiences()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_today constant date := private.calendar_today();
begin
  if not private.is_admin() then perform private.deny(); end if;
  return jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(v.view || jsonb_build_object('families', n.families) order by n.starts_at, n.id), '[]')
      from (
        select s.id, s.starts_at, (
          select count(distinct b.family_id) from public.bookings b
          where b.session_id = s.id and b.session_date = s.session_date and b.session_time = s.session_time and b.status = 'booked') as families
        from public.sessions s where s.session_date between v_today - 3 and v_today + 21 and s.status = 'scheduled' order by s.starts_at, s.id limit 300) n
      join lateral private.session_views(array[n.id]) v on n.families > 0),
    'camps', (
      select coalesce(jsonb_agg(private.camp_view(n.id) || jsonb_build_object('families', n.families) order by n.starts_at, n.id), '[]')
      from (
        select w.id, w.starts_at, (
          select count(distinct k.family_id) from public.camp_enrollments k where k.camp_id = w.id and k.status = 'enrolled') as families
        from public.camp_weeks w where w.end_date >= v_today - 14 and w.cancelled_at is null order by w.starts_at, w.id limit 200) n
      where n.families > 0),
    'teams', (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.min_level, t.id), '[]') from public.teams t));
end;
$$;
comment on function public.get_message_audiences() is
  'For admins. Returns MessageAudiences (contract/management-messages.ts), without classes and camps that nobody '
  'booked or that we cancelled. Definer: counts bookings past the policies, after checking the caller.';
grant execute on function public.get_message_audiences() to authenticated;
select private.answer_calls('public.get_message_audiences()', 'messages');

create function public.count_message(p_audience jsonb, p_kind text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- The count stops at this number and is then shown as "2,000+".
  c_most constant integer := 2000;
  v_message jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_message := private.check_message(jsonb_build_object('audience', p_audience, 'kind', p_kind, 'subject', '-', 'body', '-'));
  return (
    with found as materialized (
      select * from private.message_recipients(v_message -> 'audience', v_message ->> 'kind', null, c_most + 1)
    ),
    addressees as (
      select distinct on (email) * from (select * from found order by key limit 2 * c_most) f
      where private.is_email(email) order by email, key
    )
    select jsonb_build_object(
      'families', (select least(count(distinct key), c_most) from found), 'more', (select count(distinct key) > c_most from found),
      'addresses', count(*) filter (where allowed), 'left_out', count(*) filter (where not allowed),
      'first', coalesce((
        select jsonb_agg(jsonb_build_object('name', s.name, 'email', s.email) order by s.name, s.email)
        from (select * from addressees where allowed order by name, email limit 100) s), '[]'))
    from addressees);
end;
$$;
comment on function public.count_message(jsonb, text) is
  'For admins. Returns MessageReach (contract/management-messages.ts). Fails with session_not_found, camp_not_found. '
  'Definer: reads families past the policies, after checking the caller.';
grant execute on function public.count_message(jsonb, text) to authenticated;
select private.answer_calls('public.count_message(jsonb, text)', 'messages');

create function public.preview_message(p_message jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_message jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_message := private.check_message(p_message);
  return private.message_payload(v_message ->> 'kind', v_message -> 'audience', v_message ->> 'subject', v_message ->> 'body',
    (select nullif(name, '') from public.profiles where id = (select auth.uid())), 'preview');
end;
$$;
comment on function public.preview_message(jsonb) is
  'For admins. Returns the mail of a MessageDraft as data, with a greeting to the caller; message-preview renders it. '
  'Fails with the codes of count_message. Definer: reads places past the policies, after checking the caller.';
grant execute on function public.preview_message(jsonb) to authenticated;
select private.answer_calls('public.preview_message(jsonb)', 'messages');

create function public.try_message(p_message jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_message jsonb;
  v_sender public.profiles;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_message := private.check_message(p_message);
  select * into v_sender from public.profiles where id = (select auth.uid());
  if not coalesce(private.is_email(v_sender.email), false) then perform private.fail('no_recipients'); end if;
  insert into public.outbox (key, template, recipient, payload)
  values ('message_test:' || gen_random_uuid(), 'message', v_sender.email,
    private.message_payload(v_message ->> 'kind', v_message -> 'audience', v_message ->> 'subject', v_message ->> 'body',
      nullif(v_sender.name, ''), encode(extensions.gen_random_bytes(16), 'hex')) || '{"is_test": true}');
  return jsonb_build_object('email', v_sender.email);
end;
$$;
comment on function public.try_message(jsonb) is
  'For admins. Mails a MessageDraft to the caller only. Returns {email}. Fails with the codes of count_message, and '
  'no_recipients. Definer: writes the outbox, after checking the caller.';
grant execute on function public.try_message(jsonb) to authenticated;
select private.answer_calls('public.try_message(jsonb)', 'try_message');

create function public.send_message(p_id uuid, p_message jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- The first batch is queued at once, and the scheduled job queues the others.
  c_families constant integer := 2000;
  v_message jsonb;
  v_key text;
  v_existing public.messages;
  v_gathered_all boolean;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_id is null then perform private.fail('invalid_input', 'p_id'); end if;
  v_message := private.check_message(p_message);
  v_key := encode(extensions.digest(v_message::text, 'sha256'), 'hex');
  -- If the same message is sent twice at once, the second call finds the message of the first.
  perform pg_advisory_xact_lock(hashtextextended('message ' || v_key, 0));
  select * into v_existing from public.messages
  where id = p_id or (content_key = v_key and stopped_at is null and created_at > clock_timestamp() - interval '1 day')
  order by id = p_id desc, created_at limit 1;
  if found then
    if v_existing.id = p_id and v_existing.content_key <> v_key then perform private.fail('invalid_input', 'p_id'); end if;
    return jsonb_build_object('message_id', v_existing.id, 'already', v_existing.id <> p_id, 'counts', private.message_counts(v_existing.id));
  end if;
  insert into public.messages (id, kind, audience, subject, body, content_key, sent_by)
  values (p_id, v_message ->> 'kind', v_message -> 'audience', v_message ->> 'subject', v_message ->> 'body', v_key, (select auth.uid()));
  v_gathered_all := private.gather_message(p_id, c_families) or private.gather_message(p_id, c_families);
  if v_gathered_all and not exists (select from public.message_recipients where message_id = p_id and state = 'waiting') then
    perform private.fail('no_recipients', 'p_message.audience');
  end if;
  return jsonb_build_object('message_id', p_id, 'already', false, 'counts', private.message_counts(p_id));
end;
$$;
comment on function public.send_message(uuid, jsonb) is
  'For admins. Sends a MessageDraft (contract/management-messages.ts). If the same text is sent to the same audience '
  'within a day, it is the same message. Returns {message_id, already, counts}. Fails with the codes of '
  'count_message, and no_recipients. Definer: writes messages, after checking the caller.';
grant execute on function public.send_message(uuid, jsonb) to authenticated;
select private.answer_calls('public.send_message(uuid, jsonb)', 'send_message');

create function public.stop_message(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_message public.messages;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_message from public.messages where id = p_id for update;
  if not found then perform private.fail('message_not_found', 'p_id'); end if;
  if v_message.stopped_at is null then
    update public.messages set stopped_at = clock_timestamp(), stopped_by = (select auth.uid()), settled_at = null where id = p_id;
  end if;
  update public.message_recipients set state = 'stopped' where message_id = p_id and state = 'waiting';
  -- A mail that is being sent now still goes out. Mails that wait in the outbox, and those that failed, are deleted, so
  -- that nobody sends them again.
  with waiting as (
    select o.id from public.message_recipients r join public.outbox o on o.id = r.outbox_id
    where r.message_id = p_id and r.state = 'queued' and o.sent_at is null
      and (o.leased_until is null or o.leased_until <= clock_timestamp())
    order by o.id for update of o skip locked
  ),
  marked as (
    update public.message_recipients r set state = 'stopped' from waiting w where r.outbox_id = w.id and r.message_id = p_id
    returning w.id
  )
  delete from public.outbox o using marked m where o.id = m.id;
  delete from public.phone_messages
  where message_id = p_id and sent_at is null and failed_at is null and sending_since is null;
  return jsonb_build_object('message_id', p_id, 'counts', private.message_counts(p_id));
end;
$$;
comment on function public.stop_message(uuid) is
  'For admins. Stops the mails that were not sent yet. Returns {message_id, counts}. Fails with message_not_found. '
  'Definer: writes the outbox, after checking the caller. The call is recorded in the audit log.';
grant execute on function public.stop_message(uuid) to authenticated;
select private.answer_calls('public.stop_message(uuid)', 'send_message');
