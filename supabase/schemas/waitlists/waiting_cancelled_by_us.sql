-- If we cancel a session or camp, its waitlist ends and families get a mail.

create function private.other_places(p_session_id uuid, p_camp_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'other_sessions', (
      select coalesce(jsonb_agg(private.session_view(o.id) order by o.starts_at), '[]') from (
        select s.id, s.starts_at from public.sessions s join public.sessions cancelled on cancelled.id = p_session_id
        where s.id <> cancelled.id and s.class_type_id = cancelled.class_type_id and s.status = 'scheduled'
          and s.starts_at > private.calendar_now() and private.places_free(s.id, null, clock_timestamp()) > 0
        order by s.starts_at limit 3) o),
    'other_camps', (
      select coalesce(jsonb_agg(private.camp_view(o.id) order by o.starts_at), '[]') from (
        select c.id, c.starts_at from public.camp_weeks c join public.camp_weeks cancelled on cancelled.id = p_camp_id
        where c.id <> cancelled.id and c.tier = cancelled.tier and c.is_active
          and c.starts_at > private.calendar_now() and private.places_free(null, c.id, clock_timestamp()) > 0
        order by c.starts_at limit 3) o))
$$;
comment on function private.other_places(uuid, uuid) is
  'Returns up to three future classes of the same kind, or camps of the same tier, that have free places, as '
  '{other_sessions, other_camps}.';

create function private.cancel_waiting_by_staff(p_session_id uuid, p_camp_id uuid, p_reason text)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
  v_notified integer;
begin
  update public.waitlist_offers set status = 'lapsed'
  where status = 'open' and (session_id = p_session_id or camp_id = p_camp_id);
  select array_agg(id) into v_ids from (
    select id from public.waitlist_entries
    where status in ('unconfirmed', 'waiting', 'offered', 'accepted') and (session_id = p_session_id or camp_id = p_camp_id)
    order by id for update) e;
  if v_ids is null then return 0; end if;
  delete from public.outbox
  where sent_at is null and template in ('waitlist_confirm', 'waitlist_joined', 'waitlist_open') and split_part(key, ':', 2) = any (v_ids::text[]);
  -- Unconfirmed addresses get no mail, and each recipient gets only one. The key contains the entry's id, so that
  -- private.empty_mails finds the mail when the family is erased.
  select coalesce(sum(private.queue_mails('waitlist_cancelled_by_us',
    format('waitlist_cancelled_by_us:%s:%s', coalesce(p_session_id, p_camp_id), w.id),
    jsonb_build_object(
      'children', private.waiting_names(w.id), 'reason', p_reason,
      'session', private.session_view(p_session_id), 'camp', private.camp_view(p_camp_id))
      || private.other_places(p_session_id, p_camp_id), w.recipients)), 0)
  into v_notified
  from (
    select distinct on (lower((t.recipients[1]).email)) e.id, t.recipients
    from public.waitlist_entries e
    cross join lateral (
      select private.recipients_or(e.family_id, e.parent_name, e.parent_email) as recipients) t
    where e.id = any (v_ids) and e.status <> 'unconfirmed' and t.recipients <> '{}'
    order by lower((t.recipients[1]).email), e.joined_at) w;
  update public.waitlist_entries set status = 'cancelled_by_us' where id = any (v_ids);
  return v_notified;
end;
$$;
comment on function private.cancel_waiting_by_staff(uuid, uuid, text) is
  'Ends the offers and entries of a cancelled session or camp, deletes their unsent mails, and queues one mail per '
  'recipient with alternatives. Repeating it changes nothing. The caller has locked the place.';

create function private.withdraw_offers(p_camp_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  with withdrawn as (
    update public.waitlist_offers set status = 'lapsed' where camp_id = p_camp_id and status = 'open' returning entry_id)
  update public.waitlist_entries set status = 'waiting' where id in (select entry_id from withdrawn)
$$;
comment on function private.withdraw_offers(uuid) is
  'Withdraws the open offers of a camp that is taken off sale for now, because they could not be booked. The entries '
  'keep their position. The caller has locked the camp.';
