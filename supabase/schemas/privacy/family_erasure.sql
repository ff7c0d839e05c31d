-- When a family is erased, orders, payments, passes, bookings and consents keep numbers, amounts, days and ids, so that
-- every sum still adds up. Rows are found by ids only, because an address was only typed, and somebody else may have
-- typed the same one.

create function private.empty_mails(p_ids uuid[], p_numbers text[] default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  -- The key keeps the same mail from being queued again, and marking it as sent keeps it from being sent.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  -- This statement scans all mails of a month. An index on their subjects would make every payment slower by a sixth.
  where payload <> '{}' and (string_to_array(key, ':') && p_ids::text[]
    or p_numbers <> '{}' and payload ->> 'number' = any (p_numbers))
$$;
comment on function private.empty_mails(uuid[], text[]) is 'Removes the content of mails whose key contains one of '
  'these ids (orders, lines, passes, families, entries or offers), and of mails about orders with these numbers.';

create function private.erase_family_purchases(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select id from public.orders where family_id = p_family_id);
  v_passes constant uuid[] := array(select id from public.passes where family_id = p_family_id);
begin
  perform private.forget_orders(v_ids);
  perform private.empty_mails(p_family_id || v_ids || v_passes
    || array(select id from public.order_lines where order_id = any (v_ids)),
    array(select number from public.orders where id = any (v_ids)));
  update public.credit_ledger set note = null where note is not null and pass_id = any (v_passes);
end;
$$;
comment on function private.erase_family_purchases(uuid) is
  'Removes personal data from orders, the mails about them, and the ledger''s notes.';

create function private.erase_family_people(p_family_id uuid)
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
  delete from public.family_invitations where family_id = p_family_id;
  perform private.drop_staff_invitations(array(
    select i.id from public.staff_invitations i join public.profiles p on lower(p.email) = i.email where p.id = any (v_parents)));
  delete from public.bounced_addresses where email in (
    select lower(email) from public.profiles where id = any (v_parents)
    union all
    select lower(contact_email) from public.families where id = p_family_id);
  -- Only the year of the birth date stays. Without a name it does not identify a person.
  update public.children set name = 'Erased', dob = greatest(date_trunc('year', dob)::date, '1990-01-02'), gender = null,
    experience_level = null, shirt_size = null, quiz_completed_at = null, photo = null
  where family_id = p_family_id;
  update public.families set primary_parent_id = null, secondary_parent_id = null, contact_name = 'Erased',
    contact_email = 'erased', contact_phone = null, erased_at = clock_timestamp()
  where id = p_family_id;
  -- Staff keep their account and name, and lose what they entered as a parent.
  delete from public.profile_health where profile_id = any (v_parents);
  update public.profiles set phone = null, secondary_phone = null, whatsapp_country_code = null, whatsapp_phone = null,
    address = null, preferred_language = null, communication_method = null, special_instructions = null
  where id = any (v_staff);
  delete from auth.users where id = any (v_parents) and id <> all (coalesce(v_staff, '{}'));
end;
$$;
comment on function private.erase_family_people(uuid) is
  'Deletes details and accounts. Family and children stay as rows without names, because bookings and passes refer to '
  'them.';

create function private.family_outstanding(p_family_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(o.what order by o.rank, o.what ->> 'order'), '[]') from (
      select 1 as rank, jsonb_build_object('kind', case l.status when 'credit' then 'place' else 'choice' end,
        'order', o.number, 'title', l.title, 'cents', l.total_cents + l.transferred_cents) as what
      from public.orders o join public.order_lines l on l.order_id = o.id
      where o.family_id = p_family_id and o.paid_at is not null and l.status in ('needs_choice', 'credit')
      union all
      select 2, jsonb_build_object('kind', 'decision', 'order', o.number, 'title', d.kind, 'cents', p.amount_cents)
      from public.payment_decisions d
      join public.orders o on o.id = d.order_id
      join public.payments p on p.id = d.payment_id
      -- Late payments are listed by their lines. The family gets nothing for a debt.
      where o.family_id = p_family_id and d.status = 'open' and d.kind not in ('paid_late', 'balance_debt')
      union all
      select 3, jsonb_build_object('kind', 'refund', 'order', o.number, 'title', r.reason, 'cents', r.amount_cents)
      from public.refunds r join public.orders o on o.id = r.order_id
      where o.family_id = p_family_id and r.status = 'failed' and not exists (
        select from public.refunds n
        where n.payment_id = r.payment_id and n.status <> 'failed' and n.created_at > r.created_at)
      union all
      select 4, jsonb_build_object('kind', 'credits', 'order', null, 'title', p.title, 'credits', c.credits)
      from public.passes p
      cross join lateral (
        select sum(delta)::integer as credits from public.credit_ledger where pass_id = p.id) c
      where p.family_id = p_family_id and c.credits > 0
        and (p.valid_until is null or p.valid_until >= private.calendar_today())
      union all
      select 5, jsonb_build_object('kind', 'balance', 'order', null, 'title', '', 'cents', sum(e.amount_cents))
      from public.family_balance_entries e where e.family_id = p_family_id having sum(e.amount_cents) > 0
    ) o);
end;
$$;
comment on function private.family_outstanding(uuid) is
  'Returns what the family paid for and did not receive, as [{kind, order, title, cents or credits}]. kind is choice, '
  'place, decision, refund, credits or balance. The list is empty if nothing is outstanding.';

create function private.erase(p_family_id uuid, p_accept_loss boolean, p_idle_since timestamptz default null)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_topic name;
  v_outstanding jsonb;
  v_order_ids constant uuid[] := array(select id from public.orders where family_id = p_family_id);
begin
  -- The lock order is: orders, what topics lock before people (private.lock_family_<topic>), profiles, then the family.
  perform from public.orders where id = any (v_order_ids) order by id for no key update;
  for v_topic in select private.topic_functions('lock_family_') loop
    execute format('select private.%I($1)', v_topic) using p_family_id;
  end loop;
  perform from public.profiles where family_id = p_family_id order by id for update;
  perform from public.families where id = p_family_id for update;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  if p_idle_since is not null and (
    not private.is_idle_family(p_family_id, p_idle_since)
    or exists (select from public.families where id = p_family_id and erased_at is not null)) then
    return false;
  end if;
  -- A roster must not contain a child without a name, so bookings must be cancelled before the family is erased.
  if exists (
    select from public.bookings where family_id = p_family_id and status = 'booked' and session_date >= private.calendar_today()
  ) then
    perform private.fail('family_in_use', 'bookings');
  end if;
  -- An order that was opened before the family was locked is not locked. So it counts as in use, too.
  if exists (
    select from public.orders
    where family_id = p_family_id and (status in ('held', 'awaiting_payment') or id <> all (v_order_ids))) then
    perform private.fail('family_in_use', 'orders');
  end if;
  -- Renewals must end before the family is erased.
  if exists (
    select from public.pass_subscriptions where family_id = p_family_id and status in ('active', 'past_due')) then
    perform private.fail('family_in_use', 'renewals');
  end if;
  -- Links end with the family. So outstanding amounts are settled first, or the family gives them up.
  v_outstanding := private.family_outstanding(p_family_id);
  if v_outstanding <> '[]' and not p_accept_loss then perform private.fail('family_outstanding', 'p_accept_loss', v_outstanding::text); end if;

  for v_topic in select private.topic_functions('erase_family_') loop
    execute format('select private.%I($1)', v_topic) using p_family_id;
  end loop;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'erase', 'families',
    p_family_id, case when v_outstanding <> '[]' then jsonb_build_object('given_up', v_outstanding) end);
  return true;
end;
$$;
comment on function private.erase(uuid, boolean, timestamptz) is
  'Erases what refers to the family by its key. Returns whether it did. If p_idle_since is given, erases only if the '
  'family is still idle, which it checks under the locks. Fails with family_not_found, family_in_use. Also fails with '
  'family_outstanding (detail: the list as JSON) unless p_accept_loss is true.';

create function private.may_erase(p_family_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family public.families;
begin
  if private.is_admin() or private.is_service() then
    if p_family_id is null then perform private.fail('invalid_input', 'p_family_id'); end if;
    -- An admin also needs a fresh sign-in, because a tab may have been open for days.
    if not private.is_service() then perform private.check_fresh(); end if;
    return p_family_id;
  end if;
  select * into v_family from public.families where id = (select private.my_family_id());
  if v_family.id is null and p_family_id is null and private.is_account_alone((select auth.uid())) then
    perform private.check_fresh();
    return null;
  end if;
  if v_family.id is null or p_family_id <> v_family.id or v_family.primary_parent_id is distinct from (select auth.uid()) then
    perform private.deny();
  end if;
  perform private.check_fresh();
  -- The second parent's account would be deleted, too. So that parent must first leave or be removed, and is notified.
  if v_family.secondary_parent_id is not null then perform private.fail('family_in_use', 'second_parent'); end if;
  return v_family.id;
end;
$$;
comment on function private.may_erase(uuid) is
  'Returns the family that the caller may erase. Admins and the service may erase any family. A first parent may erase '
  'their own family if it has no second parent. Returns null if only the account can be erased. Fails with '
  'family_in_use (second_parent), and with the codes of private.check_fresh.';

create function public.erase_family(p_family_id uuid default null, p_accept_loss boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_staff constant boolean := private.is_admin() or private.is_service();
  v_family_id constant uuid := private.may_erase(p_family_id);
  v_emails constant text[] := private.family_emails(v_family_id, false);
begin
  if v_family_id is null then
    perform private.erase_account((select auth.uid()));
  else
    perform private.erase(v_family_id, coalesce(p_accept_loss, false));
  end if;
  return jsonb_build_object(
    'erased', true,
    'orders_retained', (select count(*) from public.orders where family_id = v_family_id),
    -- Each guest purchase creates a separate family.
    'same_contact', (select coalesce(jsonb_agg(id order by id), '[]') from public.families
      where v_staff and lower(contact_email) = any (v_emails) and erased_at is null));
end;
$$;
comment on function public.erase_family(uuid, boolean) is
  'Erases personal data and accounts, and leaves the books. Returns ErasedFamily (contract/family-privacy.ts). With '
  'p_accept_loss, the family gives up what is outstanding. Fails with the codes of private.may_erase, '
  'family_not_found, family_in_use (hint: what must end first), family_outstanding. Definer: acts only after checking '
  'the caller.';
grant execute on function public.erase_family(uuid, boolean) to authenticated, service_role;
select private.answer_calls('public.erase_family(uuid, boolean)', 'erase_family');
