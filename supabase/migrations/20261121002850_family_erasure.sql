-- Erasure: a family's personal data goes; the books stay. Orders, lines, payments, passes, credits, bookings and
-- consents keep their numbers, amounts, days and ids, so that every sum still adds up and seats stay counted.

alter table public.families add column erased_at timestamptz;
comment on column public.families.erased_at is 'When its personal data was erased; the row stays for the books.';

-- The ledger's note is free text, so it may be taken away; nothing else of an entry, and no other note put there.
drop trigger refuse_change on public.credit_ledger;
create trigger refuse_change before delete or truncate on public.credit_ledger
  for each statement execute function private.refuse_change();
create trigger refuse_rewrite before update on public.credit_ledger
  for each row when (new.note is not null or to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note')
  execute function private.refuse_change();

create function private.erase_family_purchases(p_family_id uuid, p_emails text[], p_phones text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
  v_numbers text[];
begin
  select array_agg(id), array_agg(number) into v_ids, v_numbers
  from public.orders
  where family_id = p_family_id
    or (family_id is null and status in ('released', 'expired') and lower(parent_email) = any (p_emails));
  perform private.forget_orders(v_ids);
  -- Emptied, not deleted: the key keeps the same mail from being queued again, and nothing is sent any more.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  where lower(recipient) = any (p_emails) or payload ->> 'number' = any (v_numbers);
  update public.credit_ledger set note = null
  where note is not null and pass_id in (select id from public.passes where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_purchases(uuid, text[], text[]) is
  'Takes the people off orders, mails and the ledger''s notes; also off checkouts under the same address that came to nothing.';

create function private.erase_family_people(p_family_id uuid, p_emails text[], p_phones text[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parents constant uuid[] := (select array_agg(id) from public.profiles where family_id = p_family_id);
  v_staff constant uuid[] := (
    select array_agg(distinct user_id) from public.user_roles where user_id = any (v_parents) and role <> 'customer');
begin
  delete from public.child_health where child_id in (select id from public.children where family_id = p_family_id);
  delete from public.child_behaviour where child_id in (select id from public.children where family_id = p_family_id);
  delete from public.emergency_contacts where family_id = p_family_id;
  delete from public.pickup_authorizations where family_id = p_family_id;
  delete from public.family_invitations where family_id = p_family_id or lower(email) = any (p_emails);
  -- Of a birth date the year stays, which says nothing about anybody without a name.
  update public.children set name = 'Erased', dob = greatest(date_trunc('year', dob)::date, '1990-01-02'), gender = null,
    experience_level = null, shirt_size = null, quiz_completed_at = null
  where family_id = p_family_id;
  update public.families set primary_parent_id = null, secondary_parent_id = null, contact_name = 'Erased',
    contact_email = 'erased', contact_phone = null, erased_at = clock_timestamp()
  where id = p_family_id;
  -- Who works here keeps their account and name, and loses what they told as a parent.
  delete from public.profile_health where profile_id = any (v_parents);
  update public.profiles set phone = null, secondary_phone = null, whatsapp_country_code = null, whatsapp_phone = null,
    address = null, preferred_language = null, communication_method = null, special_instructions = null
  where id = any (v_staff);
  delete from auth.users where id = any (v_parents) and id <> all (coalesce(v_staff, '{}'));
end;
$$;
comment on function private.erase_family_people(uuid, text[], text[]) is
  'Deletes details and accounts; leaves family and children as rows without a name, because bookings and passes stand on them.';

create function private.erase(p_family_id uuid, p_idle_since timestamptz default null)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_emails text[] := '{}';
  v_phones text[] := '{}';
  v_topic name;
begin
  -- As everywhere: orders, then what topics lock before people (private.lock_family_<topic>), then profiles, then the
  -- family.
  perform from public.orders where family_id = p_family_id order by id for update;
  if p_idle_since is null then
    v_emails := private.family_emails(p_family_id, false);
    v_phones := private.family_phones(p_family_id);
  end if;
  for v_topic in select private.topic_functions('lock_family_') loop
    execute format('select private.%I($1, $2, $3)', v_topic) using p_family_id, v_emails, v_phones;
  end loop;
  perform from public.profiles where family_id = p_family_id order by id for update;
  perform from public.families where id = p_family_id for update;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  if p_idle_since is not null and (
    not private.is_idle_family(p_family_id, p_idle_since)
    or exists (select from public.families where id = p_family_id and erased_at is not null)) then
    return false;
  end if;
  -- Nobody may stand on a roster without a name, or pay for something that is gone: first cancelled, then erased.
  if exists (
    select from public.bookings where family_id = p_family_id and status = 'booked' and session_date >= private.calendar_today()
  ) then
    perform private.fail('family_in_use', 'bookings');
  end if;
  if exists (select from public.orders where family_id = p_family_id and status in ('held', 'awaiting_payment')) then
    perform private.fail('family_in_use', 'orders');
  end if;

  for v_topic in select private.topic_functions('erase_family_') loop
    execute format('select private.%I($1, $2, $3)', v_topic) using p_family_id, v_emails, v_phones;
  end loop;
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'erase', 'families', p_family_id);
  return true;
end;
$$;
comment on function private.erase(uuid, timestamptz) is
  'Erases a family. With p_idle_since only if it is still idle since then (asked again under its locks) and not erased before, and only what belongs to it by its key, nothing by an address or number: whether it did. Refuses family_not_found, family_in_use.';

create function public.erase_family(p_family_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_emails constant text[] := private.family_emails(p_family_id, false);
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.erase(p_family_id);
  return jsonb_build_object(
    'erased', true,
    'orders_kept', (select count(*) from public.orders where family_id = p_family_id),
    -- Each purchase of a guest makes a family of its own.
    'same_contact', (select coalesce(jsonb_agg(id order by id), '[]') from public.families
      where lower(contact_email) = any (v_emails) and erased_at is null));
end;
$$;
comment on function public.erase_family(uuid) is
  'Erases a family''s personal data and keeps the books: {erased, orders_kept, same_contact: [family_id]: other families under the same address, to be looked at}. For admins and the service; repeating it changes nothing. Refuses not_allowed, family_not_found, family_in_use (hint bookings or orders: cancel first). Definer: only after asking who calls.';
grant execute on function public.erase_family(uuid) to authenticated, service_role;
