-- Admins see and change the waitlist of a session or camp (docs/decisions "/management/waitlists"). With
-- restore_waitlist_offer they restore an entry, or offer a place by hand.

create function private.queue_entry(p_entry public.waitlist_entries, p_released integer[], p_before integer)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select (private.waitlist_view(p_entry) - array['session', 'camp', 'offer_id', 'terms', 'server_time', 'children']) || jsonb_build_object(
    'family_id', p_entry.family_id,
    'name', p_entry.parent_name, 'email', p_entry.parent_email, 'phone', p_entry.parent_phone,
    'joined_at', private.iso(p_entry.joined_at), 'updated_at', private.iso(p_entry.updated_at),
    'by_staff', exists (
      select from public.waitlist_offers f where f.entry_id = p_entry.id and f.status = 'open' and f.offered_by is not null),
    'odds', case when p_entry.status = 'waiting' then private.waitlist_chances(p_released, p_before + p_entry.places) end,
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', coalesce(k.name, c.name), 'is_friend', c.is_friend,
        'age', private.age_on(coalesce(k.dob, c.dob), coalesce(s.session_date, w.start_date)))
        order by c.position), '[]')
      from public.waitlist_children c
      left join public.children k on k.id = c.child_id
      left join public.sessions s on s.id = p_entry.session_id
      left join public.camp_weeks w on w.id = p_entry.camp_id
      where c.entry_id = p_entry.id))
$$;
comment on function private.queue_entry(public.waitlist_entries, integer[], integer) is
  'Returns StaffWaiting (contract/management-waitlists.ts). p_released is private.released_place_counts of the session '
  'or camp. p_before is the number of places that earlier entries want.';

create function public.get_waitlist(p_place_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_ended_most constant integer := 50;
  -- Anybody can type any address, so only the latest of the unconfirmed entries are returned.
  c_unconfirmed_most constant integer := 100;
  v_place jsonb;
  v_released integer[];
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_place := private.waitlist_row(p_place_id);
  if v_place is null then perform private.fail('place_not_found', 'p_place_id'); end if;
  v_released := private.released_place_counts(
    (select id from public.sessions where id = p_place_id), (select id from public.camp_weeks where id = p_place_id));
  return jsonb_build_object(
    'place', v_place, 'at', private.iso(clock_timestamp()),
    'queue', (
      select coalesce(jsonb_agg(private.queue_entry(q.entry, v_released, q.before)
        order by array_position('{accepted,offered,waiting,unconfirmed}', (q.entry).status), (q.entry).joined_at, (q.entry).id), '[]')
      from (
        select e as entry, (coalesce(sum(e.places) filter (where e.status = 'waiting') over (
          order by e.joined_at, e.id rows between unbounded preceding and 1 preceding), 0))::integer as before
        from public.waitlist_entries e
        where (e.session_id = p_place_id or e.camp_id = p_place_id)
          and (e.status in ('waiting', 'offered', 'accepted') or e.id = any (array(
            select u.id from public.waitlist_entries u
            where (u.session_id = p_place_id or u.camp_id = p_place_id) and u.status = 'unconfirmed'
            order by u.joined_at desc, u.id desc limit c_unconfirmed_most)))) q),
    'ended', (
      select coalesce(jsonb_agg(private.queue_entry(q.entry, null, 0) order by (q.entry).updated_at desc, (q.entry).id), '[]')
      from (
        select e as entry from public.waitlist_entries e
        where (e.session_id = p_place_id or e.camp_id = p_place_id)
          and e.status not in ('unconfirmed', 'waiting', 'offered', 'accepted')
        order by e.updated_at desc, e.id limit c_ended_most) q));
end;
$$;
comment on function public.get_waitlist(uuid) is
  'For admins. Returns the entries of a waitlist in order of their turn, with the latest 100 unconfirmed and 50 ended '
  'entries, as StaffQueue (contract/management-waitlists.ts). Fails with place_not_found. Definer: see '
  'list_waitlists.';
grant execute on function public.get_waitlist(uuid) to authenticated;
select private.answer_calls('public.get_waitlist(uuid)', 'management');

create function private.waiting_events(p_entry public.waitlist_entries)
returns table (at timestamptz, kind text, about text, who uuid)
language sql
stable
set search_path = ''
as $$
  select g.created_at, 'status', g.after ->> 'status', g.user_id
  from public.audit_log g where g.table_name = 'waitlist_entries' and g.row_key = p_entry.id::text and g.after ? 'status'
  union all
  select f.created_at, 'held_until', private.iso(f.expires_at), f.offered_by
  from public.waitlist_offers f where f.entry_id = p_entry.id
  union all
  select m.created_at, case when m.sent_at is not null then 'mail_sent'
    when m.failed_at is not null then 'mail_failed' else 'mail_waits' end, m.template, null
  from public.outbox m
  where lower(m.recipient) = any (array(
      select lower(p_entry.parent_email) union
      select lower(r.email) from unnest(private.recipients_or(p_entry.family_id, p_entry.parent_name, p_entry.parent_email)) r))
    and string_to_array(m.key, ':') && (
    p_entry.id::text || array(select f.id::text from public.waitlist_offers f where f.entry_id = p_entry.id))
$$;
comment on function private.waiting_events(public.waitlist_entries) is
  'Returns the history of an entry, as StaffWaitingHistory (contract/management-waitlists.ts), with the account that '
  'caused each event, if there is one.';

create function public.get_waiting_history(p_entry_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_entry from public.waitlist_entries where id = p_entry_id;
  if not found then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'at', private.iso(e.at), 'kind', e.kind, 'about', e.about, 'who', coalesce(nullif(p.name, ''), p.email))
      order by e.at desc, e.kind), '[]')
    from private.waiting_events(v_entry) e left join public.profiles p on p.id = e.who);
end;
$$;
comment on function public.get_waiting_history(uuid) is
  'For admins. Returns StaffWaitingHistory (contract/management-waitlists.ts), the newest first. Fails with '
  'waitlist_entry_not_found. Definer: see list_waitlists.';
grant execute on function public.get_waiting_history(uuid) to authenticated;
select private.answer_calls('public.get_waiting_history(uuid)', 'management');

create function public.remove_from_waitlist(p_entry_id uuid, p_expected text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_offer public.waitlist_offers;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_expected is null then perform private.fail('invalid_input', 'p_expected'); end if;
  v_entry := private.lock_waiting(p_entry_id, p_expected);
  if v_entry.status not in ('waiting', 'offered') then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  -- Only a family that has got the mail about the offer needs to know that it has ended.
  select * into v_offer from public.waitlist_offers f
  where f.entry_id = v_entry.id and f.status = 'open' and f.expires_at > clock_timestamp() and exists (
    select from public.outbox m
    where m.template = 'waitlist_offer' and m.attempts > 0 and split_part(m.key, ':', 2) = f.id::text);
  if found then perform private.notify_of_removal(v_entry, v_offer); end if;
  return private.end_entry(v_entry.secret, 'left') - 'children';
end;
$$;
comment on function public.remove_from_waitlist(uuid, text) is
  'For admins. Removes an entry whose status is still p_expected. An offered place goes to the next entry at once. '
  'restore_waitlist_offer undoes the removal. Returns WaitlistView without its children. Fails with '
  'waitlist_entry_not_found, changed_meanwhile. Definer: entries are written by such functions only.';
grant execute on function public.remove_from_waitlist(uuid, text) to authenticated;
select private.answer_calls('public.remove_from_waitlist(uuid, text)', 'management');

create function private.raise_capacity(p_place_id uuid, p_places integer, p_expected integer)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_capacity integer;
  v_kind text := 'session';
  v_began_at constant timestamptz := clock_timestamp();
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_places is null or p_places not between 1 and 50 then perform private.fail('invalid_input', 'p_places'); end if;
  select max_capacity into v_capacity from public.sessions where id = p_place_id for update;
  if not found then
    v_kind := 'camp';
    select capacity into v_capacity from public.camp_weeks where id = p_place_id for update;
    if not found then perform private.fail('place_not_found', 'p_place_id'); end if;
  end if;
  if v_capacity is distinct from p_expected then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  if private.places_free(case v_kind when 'session' then p_place_id end, case v_kind when 'camp' then p_place_id end,
    clock_timestamp()) is null then
    perform private.fail(v_kind || '_started', 'p_place_id');
  end if;
  if v_kind = 'session' then perform public.set_session_capacity(p_place_id, v_capacity + p_places);
  else perform public.raise_camp_capacity(p_place_id, v_capacity + p_places); end if;
  return jsonb_build_object('capacity', v_capacity + p_places, 'offers', (
    select coalesce(jsonb_agg(jsonb_build_object('entry_id', e.id, 'name', e.parent_name, 'places', f.places, 'children', (
        select coalesce(jsonb_agg(coalesce(k.name, c.name) order by c.position), '[]')
        from public.waitlist_children c left join public.children k on k.id = c.child_id
        where c.entry_id = e.id and c.position = any (f.positions)))
      order by f.created_at, f.id), '[]')
    from public.waitlist_offers f join public.waitlist_entries e on e.id = f.entry_id
    where p_place_id in (f.session_id, f.camp_id) and f.status = 'open' and f.created_at >= v_began_at));
end;
$$;
comment on function private.raise_capacity(uuid, integer, integer) is
  'Does the work of add_places and preview_places, which rolls it back. Returns {capacity, offers: [{entry_id, name, '
  'places, children}]}. children are those who are offered a place.';

create function public.preview_places(p_place_id uuid, p_places integer, p_expected integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_result jsonb;
begin
  begin
    -- The offers are known only after the change, so the change is made and rolled back.
    v_result := private.raise_capacity(p_place_id, p_places, p_expected);
    raise exception 'taken back' using errcode = 'OTRYO';
  exception when sqlstate 'OTRYO' then null;
  end;
  return v_result;
end;
$$;
comment on function public.preview_places(uuid, integer, integer) is
  'For admins. Returns what add_places would do, as PlacesAdded (contract/management-waitlists.ts). Fails with the '
  'codes of add_places. Definer: see add_places.';
grant execute on function public.preview_places(uuid, integer, integer) to authenticated;
select private.answer_calls('public.preview_places(uuid, integer, integer)', 'management');

create function public.add_places(p_place_id uuid, p_places integer, p_expected integer, p_expected_offers uuid[] default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_result constant jsonb := private.raise_capacity(p_place_id, p_places, p_expected);
begin
  -- Somebody joined, left or booked since the preview. The error rolls everything back.
  if p_expected_offers is not null and array(select (o ->> 'entry_id')::uuid from jsonb_array_elements(v_result -> 'offers') o)
    is distinct from p_expected_offers then
    perform private.fail('changed_meanwhile', 'p_expected_offers');
  end if;
  return v_result;
end;
$$;
comment on function public.add_places(uuid, integer, integer, uuid[]) is
  'For admins. Adds 1 to 50 places if the capacity is still p_expected. They are offered to the waitlist first. '
  'p_expected_offers is from preview_places. Returns PlacesAdded (contract/management-waitlists.ts). Fails with '
  'place_not_found, changed_meanwhile, session_started, camp_started. Definer: see set_session_capacity.';
grant execute on function public.add_places(uuid, integer, integer, uuid[]) to authenticated;
select private.answer_calls('public.add_places(uuid, integer, integer, uuid[])', 'management');
