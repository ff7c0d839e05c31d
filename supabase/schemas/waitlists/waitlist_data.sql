-- A family's waitlist entries are exported and erased with its data, and old entries are purged.

create function private.forget_waiting(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.waitlist_children set name = null, dob = null where entry_id = any (p_ids);
  update public.waitlist_offers set status = 'declined' where entry_id = any (p_ids) and status = 'open';
  update public.waitlist_entries set parent_name = null, parent_email = null, parent_phone = null,
    status = case when status in ('unconfirmed', 'waiting', 'offered') then 'left' else status end
  where id = any (p_ids);
$$;
comment on function private.forget_waiting(uuid[]) is
  'Removes personal data from waitlist entries. Waiting entries leave the waitlist, and open offers end. The caller '
  'has locked them, and offers the places again.';

create function private.purge_waitlists()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select e.id from public.waitlist_entries e
    left join public.sessions s on s.id = e.session_id
    left join public.camp_weeks c on c.id = e.camp_id
    where e.parent_email is not null and coalesce(s.session_date, c.end_date) < private.expiry('waitlists')::date
    order by e.joined_at limit 1000 for update of e skip locked) due;
  perform private.forget_waiting(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_waitlists() is
  'Anonymises entries whose session or camp ended before the retention limit. Returns how many.';

create function private.export_family_waitlists(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('waitlist_entries', (
    select coalesce(jsonb_agg(to_jsonb(e) - '{secret,search_text}'::text[] || jsonb_build_object(
      'session', private.session_view(e.session_id), 'camp', private.camp_view(e.camp_id),
      'children', (select jsonb_agg(to_jsonb(c) - '{entry_id,search_text}'::text[] order by c.position) from public.waitlist_children c where c.entry_id = e.id),
      'offers', (select coalesce(jsonb_agg(to_jsonb(o) - 'entry_id' order by o.created_at), '[]') from public.waitlist_offers o where o.entry_id = e.id))
      order by e.joined_at), '[]')
    from public.waitlist_entries e
    where e.family_id = p_family_id or (e.family_id is null and e.parent_email = any (p_emails))))
$$;
comment on function private.export_family_waitlists(uuid, text[], text[]) is
  'Returns the family''s entries, including those made under its address without an account.';

create function private.lock_family_waitlists(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(
    array(select session_id from public.waitlist_entries
      where family_id = p_family_id and status in ('waiting', 'offered') and session_id is not null),
    array(select camp_id from public.waitlist_entries
      where family_id = p_family_id and status in ('waiting', 'offered') and camp_id is not null));
  perform from public.waitlist_entries where family_id = p_family_id order by id for update;
end;
$$;
comment on function private.lock_family_waitlists(uuid) is
  'Locks the places for which a family waits, then its entries. In the lock order they come before the family.';

create function private.erase_family_waitlists(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select id from public.waitlist_entries where family_id = p_family_id);
  v_offers constant public.waitlist_offers[] := array(
    select o from public.waitlist_offers o where o.entry_id = any (v_ids) and o.status = 'open');
begin
  if v_ids = '{}' then return; end if;
  perform private.forget_waiting(v_ids);
  perform private.empty_mails(v_ids || array(select id from public.waitlist_offers where entry_id = any (v_ids)));
  perform private.offer_released_places(
    array(select distinct session_id from unnest(v_offers) where session_id is not null),
    array(select distinct camp_id from unnest(v_offers) where camp_id is not null));
end;
$$;
comment on function private.erase_family_waitlists(uuid) is
  'Removes the family from waitlists. Places offered to it are offered to the next entry.';
