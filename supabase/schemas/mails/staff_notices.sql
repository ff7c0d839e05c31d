-- A mail to the team names nobody and links to the screen (docs/decisions "Mails to the team").

create function private.admin_addresses()
returns table (user_id uuid, email text)
language sql
stable
set search_path = ''
as $$
  select u.id, u.email
  from auth.users u
  join (
    select r.user_id, max(r.role) as role, min(r.created_at) as since
    from public.user_roles r where r.role in ('admin', 'business_admin') group by r.user_id) a on a.user_id = u.id
  where u.email <> '' and u.email_confirmed_at is not null and coalesce(u.banned_until < clock_timestamp(), true)
  order by a.role desc, a.since, u.id
$$;
comment on function private.admin_addresses() is
  'Returns the verified addresses of admins who are not banned: business admins first, then by the date of the role.';

create function private.staff_address(p_topic text)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(to_jsonb(t) ->> (p_topic || '_email'), t.staff_email,
    case when p_topic = 'alerts' then (select a.email from private.admin_addresses() a limit 1) end)
  from private.settings() t
$$;
comment on function private.staff_address(text) is
  'Returns the team''s address for a topic (for example settings.alerts_email), or settings.staff_email if the topic '
  'has no address. If there is neither, alerts go to the first business admin, so that somebody gets them before any '
  'setting is made. For the other topics, null is returned.';

create function private.notify_staff(p_topic text, p_key text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key constant text := concat_ws(':', 'staff_notice', p_topic, p_key);
begin
  if private.staff_address(p_topic) is null then return; end if;
  -- A second caller does not wait for the lock but returns, because both may hold locks on places.
  if not pg_try_advisory_xact_lock(hashtextextended(v_key, 0)) then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values (v_key, 'staff_notice', private.staff_address(p_topic), jsonb_build_object('topic', p_topic))
  on conflict (key) do nothing;
end;
$$;
comment on function private.notify_staff(text, text) is
  'Queues the mail staff_notice {topic} to the team, once per topic and key. Queues no mail if the team has no '
  'address. Never waits for a lock.';

create function private.notify_of_row()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_hour constant text := to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDDHH24');
begin
  case tg_table_name
    -- Some decisions are already made in the transaction that opens them.
    when 'payment_decisions' then
      if exists (select from public.payment_decisions where id = new.id and status = 'open') then
        perform private.notify_staff('decisions', new.id::text);
      end if;
    when 'payment_disputes' then perform private.notify_staff('disputes', new.id::text);
    when 'first_aid_log' then perform private.notify_staff('first_aid', new.id::text);
    when 'waitlist_entries' then perform private.notify_staff('waitlists', v_hour);
    -- If no family has the address any longer, nobody needs to act. The team's own address, for example, belongs to no
    -- family.
    when 'bounced_addresses' then
      if exists (select from private.families_with_address(new.email)) then
        perform private.notify_staff('bounced_mails', v_hour);
      end if;
  end case;
  return null;
end;
$$;
comment on function private.notify_of_row() is
  'Trigger: mails the team about a new row. Mails about families who join a waitlist, and about mails that come back, '
  'are sent at most once an hour. Definer: the outbox has no write grant.';

-- A dispute opens a decision, too, but it has its own notice.
create constraint trigger notify_staff after insert on public.payment_decisions
  deferrable initially deferred for each row when (new.kind <> 'disputed') execute function private.notify_of_row();
create trigger notify_staff after insert on public.payment_disputes
  for each row execute function private.notify_of_row();
create trigger notify_staff after insert on public.first_aid_log
  for each row execute function private.notify_of_row();
create trigger notify_staff after insert on public.waitlist_entries
  for each row when (new.status = 'waiting') execute function private.notify_of_row();
create trigger notify_staff_confirmed after update of status on public.waitlist_entries
  for each row when (old.status = 'unconfirmed' and new.status = 'waiting') execute function private.notify_of_row();
create trigger notify_staff after insert or update of bounced_at on public.bounced_addresses
  for each row execute function private.notify_of_row();
