-- The mail provider may repeat reports, and send them late and in any order. So an older report never replaces a newer
-- one (resend-webhook).

create function private.note_delivery(p_at timestamptz, p_email text)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.bounced_addresses where email = p_email and bounced_at < p_at
$$;
comment on function private.note_delivery(timestamptz, text) is
  'Records that a mail arrived at this address, so that an earlier bounce no longer counts.';

create function private.note_bounce(p_at timestamptz, p_email text, p_reason text)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.bounced_addresses as b (email, bounced_at, reason)
  select p_email, p_at, p_reason
  where not exists (select from public.outbox where lower(recipient) = p_email and delivered_at > p_at)
  on conflict (email) do update set bounced_at = excluded.bounced_at, reason = excluded.reason, handled_at = null, handled_by = null
  where b.bounced_at < excluded.bounced_at
$$;
comment on function private.note_bounce(timestamptz, text, text) is
  'Records that a mail came back from this address, unless a later mail has arrived. A repeated report changes '
  'nothing.';

create function private.note_complaint(p_at timestamptz, p_email text, p_mail_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_recipient public.message_recipients;
begin
  select * into v_recipient from public.message_recipients where outbox_id = p_mail_id;
  -- The mail belongs to a message of staff, so the family reads in its account that it gets no more news.
  if v_recipient.address_hash = private.fingerprint(p_email) then
    perform private.stop_news_to(v_recipient, p_at);
    return;
  end if;
  insert into public.news_stops as s (address_hash, stopped_at) values (private.fingerprint(p_email), p_at)
  on conflict (address_hash) do update set stopped_at = greatest(s.stopped_at, excluded.stopped_at);
end;
$$;
comment on function private.note_complaint(timestamptz, text, uuid) is
  'Records that the recipient marked a mail as spam. From that time on they count as having stopped news.';

create function public.note_mail_event(p_type text, p_at timestamptz, p_mail_id uuid, p_email text, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_email constant text := lower(btrim(p_email));
  v_at constant timestamptz := least(p_at, clock_timestamp());
  v_reason constant text := left(nullif(btrim(p_reason), ''), 300);
  v_is_known boolean;
begin
  if p_at is null or coalesce(p_type, '') not in ('delivered', 'delayed', 'bounced', 'complained') then
    perform private.fail('invalid_input', 'p_type');
  end if;
  -- We do not send to such an address. If the report were refused, the provider would repeat it for ever.
  if not coalesce(private.is_email(v_email), false) then return jsonb_build_object('known', false); end if;
  -- Reports about the same address are handled one after the other.
  perform pg_advisory_xact_lock(hashtextextended('mail event ' || v_email, 0));
  update public.outbox set
    delivered_at = case when p_type = 'delivered' then greatest(delivered_at, v_at) else delivered_at end,
    delayed_at = case when p_type = 'delayed' then greatest(delayed_at, v_at) else delayed_at end,
    bounced_at = case when p_type = 'bounced' then greatest(bounced_at, v_at) else bounced_at end,
    bounce_reason = case when p_type = 'bounced' then coalesce(v_reason, bounce_reason) else bounce_reason end,
    complained_at = case when p_type = 'complained' then greatest(complained_at, v_at) else complained_at end
  where id = p_mail_id and lower(recipient) = v_email;
  v_is_known := found;
  case p_type
    when 'delivered' then perform private.note_delivery(v_at, v_email);
    when 'bounced' then perform private.note_bounce(v_at, v_email, v_reason);
    when 'complained' then perform private.note_complaint(v_at, v_email, p_mail_id);
    else null;
  end case;
  if v_is_known then
    update public.messages m set counts_changed_at = clock_timestamp()
    from public.message_recipients r
    where r.outbox_id = p_mail_id and m.id = r.message_id and m.settled_at is not null;
  end if;
  return jsonb_build_object('known', v_is_known);
end;
$$;
comment on function public.note_mail_event(text, timestamptz, uuid, text, text) is
  'Records a report of the mail provider. p_type is delivered, delayed, bounced or complained; a delay says nothing '
  'about the address. p_mail_id is null for a mail of the auth server. If the same report comes again, nothing '
  'changes. Returns {known}. Definer: only the service role may call, after resend-webhook has checked the signature.';
grant execute on function public.note_mail_event(text, timestamptz, uuid, text, text) to service_role;
