-- While an answer is submitted, it holds a key share lock on the party. A change locks the party for update. So it
-- waits for such answers, and their guests are notified, too (docs/decisions "/admin/birthday-rsvps").

create function private.notify_guests(p_party public.parties, p_kind text, p_key text)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  -- As in the copy of an answer, there are no names, because the address was typed and may be a stranger's.
  insert into public.outbox (key, template, recipient, payload)
  select format('party_notice:%s:%s:%s:%s', p_party.id, r.id, p_kind, p_key), 'party_notice', r.contact_email,
    private.answer_view(r.id) - '{name,noted,again}'::text[] || jsonb_build_object(
      'kind', p_kind, 'title', p_party.title, 'starts_at', private.iso(p_party.starts_at),
      'ends_at', private.iso(p_party.ends_at), 'place', p_party.place, 'secret', p_party.code, 'token', r.token,
      -- Calendars accept a file of the same event only if it is newer.
      'updated_at', private.iso(greatest(r.updated_at, p_party.updated_at)))
  from public.form_responses r
  where r.party_id = p_party.id and r.attending is not false and r.duplicate_of is null and r.contact_email is not null
  on conflict (key) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.notify_guests(public.parties, text, text) is
  'Queues a mail to every guest who accepted and gave an address; private.may_mail limits it. p_kind is moved, '
  'cancelled, back or reminder. Each p_key is mailed once. Returns the number of mails. The caller has locked the '
  'party.';

create function private.lock_party(p_party_id uuid)
returns public.parties
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  select * into v_party from public.parties where id = p_party_id for update;
  if not found then perform private.fail('party_not_found', 'p_party_id'); end if;
  return v_party;
end;
$$;
comment on function private.lock_party(uuid) is 'Locks and returns a party. Fails with party_not_found.';

create function public.update_party(p_party_id uuid, p_party jsonb, p_expected text, p_notify boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
  v_new public.parties;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_party := private.lock_party(p_party_id);
  if v_party.status <> 'planned' or v_party.ends_at <= private.calendar_now() then
    perform private.fail('party_closed', 'p_party_id');
  end if;
  v_new := private.read_party(p_party, v_party);
  -- A repeated call has nothing left to change, whatever p_expected says.
  if v_new is not distinct from v_party then return jsonb_build_object('notified', 0); end if;
  if p_expected is distinct from private.iso(v_party.updated_at) then perform private.fail('party_changed', 'p_expected'); end if;
  update public.parties set
    title = v_new.title, host_name = v_new.host_name, host_email = v_new.host_email, host_phone = v_new.host_phone,
    starts_at = v_new.starts_at, ends_at = v_new.ends_at, place = v_new.place, offer_id = v_new.offer_id,
    head_count = v_new.head_count, form_id = v_new.form_id
  where id = v_party.id returning * into v_new;
  return jsonb_build_object('notified', case
    when coalesce(p_notify, false) and (v_new.starts_at, v_new.ends_at, v_new.place)
      is distinct from (v_party.starts_at, v_party.ends_at, v_party.place)
    then private.notify_guests(v_new, 'moved', private.iso(v_new.updated_at)) else 0 end);
end;
$$;
comment on function public.update_party(uuid, jsonb, text, boolean) is
  'For admins. Changes a party. p_party has the fields of create_party, p_expected is updated_at as it was read, '
  'p_notify says whether guests are mailed. Returns {notified}. Fails with party_not_found, party_closed, '
  'party_changed, offer_not_available. Definer: admins write parties only through these checks.';
grant execute on function public.update_party(uuid, jsonb, text, boolean) to authenticated;

create function public.cancel_party(p_party_id uuid, p_notify boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
  v_notified integer := 0;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_party := private.lock_party(p_party_id);
  if v_party.status = 'planned' then
    update public.parties set status = 'cancelled' where id = p_party_id returning * into v_party;
    if coalesce(p_notify, false) and v_party.ends_at > private.calendar_now() then
      v_notified := private.notify_guests(v_party, 'cancelled', private.iso(v_party.updated_at));
    end if;
  end if;
  return jsonb_build_object('status', v_party.status, 'notified', v_notified);
end;
$$;
comment on function public.cancel_party(uuid, boolean) is
  'For admins. Cancels a party. p_notify says whether guests are mailed. A repeated call changes nothing. Returns '
  '{status, notified}. Fails with party_not_found. Definer: admins write parties only through functions.';
grant execute on function public.cancel_party(uuid, boolean) to authenticated;

create function public.restore_party(p_party_id uuid, p_notify boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
  v_notified integer := 0;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_party := private.lock_party(p_party_id);
  if v_party.ends_at <= private.calendar_now() then perform private.fail('party_closed', 'p_party_id'); end if;
  if v_party.status = 'cancelled' then
    update public.parties set status = 'planned' where id = p_party_id returning * into v_party;
    if coalesce(p_notify, false) then v_notified := private.notify_guests(v_party, 'back', private.iso(v_party.updated_at)); end if;
  end if;
  return jsonb_build_object('status', v_party.status, 'notified', v_notified);
end;
$$;
comment on function public.restore_party(uuid, boolean) is
  'For admins. Undoes the cancellation of a party. p_notify says whether guests are mailed. Returns {status, '
  'notified}. Fails with party_not_found, party_closed. Definer: admins write parties only through functions.';
grant execute on function public.restore_party(uuid, boolean) to authenticated;

create function public.remind_party(p_party_id uuid, p_recipients text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
  v_count integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_recipients is null or p_recipients not in ('host', 'guests') then perform private.fail('invalid_input', 'p_recipients'); end if;
  v_party := private.lock_party(p_party_id);
  if v_party.status <> 'planned' or v_party.ends_at <= private.calendar_now() then
    perform private.fail('party_closed', 'p_party_id');
  end if;
  if p_recipients = 'guests' then
    v_count := private.notify_guests(v_party, 'reminder', private.calendar_today()::text);
    if v_count > 0 then update public.parties set guests_reminded_at = clock_timestamp() where id = v_party.id; end if;
    return jsonb_build_object('queued', v_count);
  end if;
  v_count := private.queue_mails('party_reminder', format('party_reminder:%s:%s', v_party.id, private.calendar_today()),
    private.party_view(v_party) - 'health_notes' || jsonb_build_object('secret', v_party.code, 'answers', (
      select count(*) from public.form_responses where party_id = v_party.id and duplicate_of is null)),
    private.party_hosts(v_party));
  if v_count > 0 then update public.parties set host_reminded_at = clock_timestamp() where id = v_party.id; end if;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.remind_party(uuid, text) is
  'For admins. If p_recipients names the host, mails the host the link for the guests again. If it names the guests, '
  'mails the time and place to those who come. Each is mailed once a day at most. Returns {queued}. Fails with '
  'party_not_found, party_closed. Definer: the outbox is written only by functions.';
grant execute on function public.remind_party(uuid, text) to authenticated;

create function public.settle_answers(p_response_id uuid, p_other_id uuid, p_counts text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(
    select r.id from public.form_responses r
    where r.id in (p_response_id, p_other_id) and r.party_id is not null and r.anonymised_at is null order by r.id);
  v_party_id uuid;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_counts is null or p_counts not in ('this', 'other', 'both') then perform private.fail('invalid_input', 'p_counts'); end if;
  select party_id into v_party_id from public.form_responses where id = p_response_id;
  if cardinality(v_ids) <> 2 or v_party_id is distinct from (select party_id from public.form_responses where id = p_other_id) then
    perform private.fail('invalid_input', 'p_other_id');
  end if;
  -- Every answer locks the party, too, so that two decisions run one after the other.
  perform private.lock_party(v_party_id);
  if p_counts = 'both' then
    update public.form_responses set duplicate_of = null where id = any (v_ids) and duplicate_of is not null;
  else
    update public.form_responses set duplicate_of = null
    where id = case p_counts when 'this' then p_response_id else p_other_id end;
    update public.form_responses set duplicate_of = case p_counts when 'this' then p_response_id else p_other_id end
    where id = case p_counts when 'this' then p_other_id else p_response_id end
      -- A response must not be a duplicate of another response that does not count itself.
      or duplicate_of = case p_counts when 'this' then p_other_id else p_response_id end;
  end if;
  return jsonb_build_object('counts', p_counts);
end;
$$;
comment on function public.settle_answers(uuid, uuid, text) is
  'For admins. Decides which of two answers counts (this, other, both). Returns {counts}. Fails with invalid_input '
  '(p_counts; p_other_id). Definer: responses are written only by functions.';
grant execute on function public.settle_answers(uuid, uuid, text) to authenticated;

select private.answer_calls('public.update_party(uuid, jsonb, text, boolean)', 'management');
select private.answer_calls('public.cancel_party(uuid, boolean)', 'management');
select private.answer_calls('public.restore_party(uuid, boolean)', 'management');
select private.answer_calls('public.remind_party(uuid, text)', 'management');
select private.answer_calls('public.settle_answers(uuid, uuid, text)', 'management');
