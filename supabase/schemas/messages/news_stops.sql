-- Families stop news by a link in a mail. Recipients of old messages are deleted.

create function private.stop_news_to(p_recipient public.message_recipients, p_at timestamptz)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family public.families;
  v_email text;
  v_allowed boolean;
begin
  select * into v_family from public.families where id = p_recipient.family_id and erased_at is null for key share;
  select lower(email) into v_email from private.mail_contact(v_family.id);
  v_allowed := private.allows_news(v_family.id, v_email);
  insert into public.news_stops as s (address_hash, stopped_at) values (p_recipient.address_hash, p_at)
  on conflict (address_hash) do update set stopped_at = greatest(s.stopped_at, excluded.stopped_at);
  -- If the address is still the parent's, the stop is also recorded as a consent. A complaint that is older than the
  -- parent's permission does not end that permission.
  if v_allowed and private.fingerprint(v_email) = p_recipient.address_hash and not private.allows_news(v_family.id, v_email) then
    insert into public.consents (family_id, user_id, purpose, version, given, source)
    values (v_family.id, v_family.primary_parent_id, 'marketing', private.consent_version('marketing'), false, 'mail');
  end if;
  -- Mails with news that wait in the outbox for this address are deleted.
  with waiting as (
    select o.id from public.message_recipients r
    join public.messages m on m.id = r.message_id and m.kind = 'news' and m.settled_at is null
    join public.outbox o on o.id = r.outbox_id
    where r.address_hash = p_recipient.address_hash and r.state = 'queued' and o.sent_at is null
      and (o.leased_until is null or o.leased_until <= clock_timestamp())
    order by o.id for update of o skip locked
  ),
  marked as (
    update public.message_recipients r set state = 'left_out' from waiting w where r.outbox_id = w.id returning w.id
  )
  delete from public.outbox o using marked m where o.id = m.id;
end;
$$;
comment on function private.stop_news_to(public.message_recipients, timestamptz) is
  'Stops news to the address of this recipient, because they used the link in a mail or marked a mail as spam.';

create function public.stop_news(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_recipient public.message_recipients;
begin
  select * into v_recipient from public.message_recipients
  where p_token ~ '^[0-9a-f]{32}$' and token_hash = encode(extensions.digest(p_token, 'sha256'), 'hex');
  if found then perform private.stop_news_to(v_recipient, clock_timestamp()); end if;
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.stop_news(text) is
  'Stops news by the link in a mail, without a sign-in. Returns {ok: true} for any token. Definer: the token is the '
  'identity, and the answer does not reveal whose it is.';
grant execute on function public.stop_news(text) to anon, authenticated, service_role;
select private.answer_calls('public.stop_news(text)', 'stop_news');

create function private.purge_message_recipients()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.message_recipients where id = any (array(
    select r.id from public.messages m join public.message_recipients r on r.message_id = m.id
    where m.created_at < private.expiry('message_recipients') and m.settled_at is not null
    order by m.created_at limit 5000 for update of r skip locked));
  get diagnostics v_count = row_count;
  delete from public.chat_marks where id = any (array(
    select id from public.chat_marks where marked_at < private.expiry('message_recipients')
    order by marked_at limit 5000 for update skip locked));
  return v_count;
end;
$$;
comment on function private.purge_message_recipients() is 'Deletes the recipients of old messages, whose counts are '
  'already saved, and old ticks of chat messages. Returns the number of recipients.';
