-- An e-mail at short notice may be read too late, so staff also write to parents from their own phone (docs/decisions
-- "/management/messages"). This code lists the parents and sends nothing.

create table public.chat_marks (
  id uuid primary key default gen_random_uuid(),
  occasion text not null check (occasion in ('notice', 'cancelled', 'message')),
  place_ids uuid[] not null default '{}',
  message_id uuid references public.messages (id) on delete cascade,
  family_id uuid references public.families (id) on delete cascade,
  entry_id uuid references public.waitlist_entries (id) on delete cascade,
  profile_id uuid references public.profiles (id) on delete cascade,
  marked_by uuid references public.profiles (id) on delete set null,
  marked_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  check (num_nonnulls(family_id, entry_id) = 1),
  check ((occasion = 'message') = (message_id is not null)),
  check ((message_id is null) = (place_ids <> '{}'))
);
comment on table public.chat_marks is
  'The parents to whom staff have written in a chat, according to the ticks of staff. Only ids are stored, neither a '
  'number nor the text.';
comment on column public.chat_marks.occasion is
  'What the chat message was about. cancelled means that these sessions and camps were cancelled, and notice means '
  'anything else about them. message means that the chat repeated the text of a message.';
comment on column public.chat_marks.place_ids is
  'The sessions and camps of the family that the chat message was about.';
comment on column public.chat_marks.profile_id is 'The parent''s account. It is null for a guest.';
create index chat_marks_family_id on public.chat_marks (family_id);
create index chat_marks_entry_id on public.chat_marks (entry_id);
create index chat_marks_message_id on public.chat_marks (message_id);
create index chat_marks_profile_id on public.chat_marks (profile_id);
create index chat_marks_marked_by on public.chat_marks (marked_by);
create index chat_marks_marked_at on public.chat_marks (marked_at);

alter table public.chat_marks enable row level security;
revoke all on table public.chat_marks from anon, authenticated, service_role;

create function private.check_chat_list(p_place_ids uuid[], p_message_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_kind text;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  if num_nonnulls(p_place_ids, p_message_id) <> 1 then perform private.fail('invalid_input', 'p_place_ids'); end if;
  if p_message_id is not null then
    if not private.is_admin() then perform private.deny(); end if;
    select kind into v_kind from public.messages where id = p_message_id;
    if v_kind is null then perform private.fail('message_not_found', 'p_message_id'); end if;
    -- Families allow news by e-mail only, not on their phone.
    if v_kind <> 'about' then perform private.fail('invalid_input', 'p_message_id'); end if;
    return;
  end if;
  perform private.check_places(p_place_ids);
  if not private.is_admin() then
    if not p_place_ids <@ private.my_places() then perform private.deny(); end if;
  elsif (select count(*) from public.sessions where id = any (p_place_ids))
    + (select count(*) from public.camp_weeks where id = any (p_place_ids)) <> cardinality(p_place_ids) then
    perform private.fail('place_not_found', 'p_place_ids');
  end if;
end;
$$;
comment on function private.check_chat_list(uuid[], uuid) is
  'Checks who may write to whom. An admin may write to 1 to 60 sessions and camps, or about a message that is about a '
  'booking. A coach may write to what they coach today. Fails with not_allowed, invalid_input, place_not_found, '
  'message_not_found.';

create function private.families_at(p_place_ids uuid[])
returns table (place_id uuid, family_id uuid, child_id uuid)
language sql
stable
set search_path = ''
as $$
  -- When staff cancel a class, its bookings are cancelled in the same minute. The same is true for a camp that is
  -- refunded at once.
  select s.id, b.family_id, b.child_id
  from public.sessions s join public.bookings b on b.session_id = s.id
  where s.id = any (p_place_ids) and (b.status = 'booked'
    or s.status = 'cancelled' and b.updated_at > s.cancelled_by_us_at - interval '1 minute')
  union
  select w.id, e.family_id, e.child_id
  from public.camp_weeks w join public.camp_enrollments e on e.camp_id = w.id
  where w.id = any (p_place_ids) and (e.status = 'enrolled' or e.updated_at > w.cancelled_at - interval '1 minute')
$$;
comment on function private.families_at(uuid[]) is
  'Returns the children who are booked into these sessions and camps. For cancelled ones, returns the children who '
  'were booked until then.';

create function private.chat_occasion(p_place_ids uuid[], p_message_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_message_id is not null then 'message'
    when exists (select from public.sessions where id = any (p_place_ids) and status <> 'cancelled')
      or exists (select from public.camp_weeks where id = any (p_place_ids) and cancelled_at is null) then 'notice'
    else 'cancelled' end
$$;
comment on function private.chat_occasion(uuid[], uuid) is
  'Returns what a chat message would be about (chat_marks.occasion).';

create function private.chat_places(p_place_ids uuid[], p_message_id uuid)
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select case when p_message_id is null then p_place_ids else (
    select array[(m.audience ->> 'id')::uuid] from public.messages m
    where m.id = p_message_id and m.audience ->> 'segment' in ('session', 'camp')) end
$$;
comment on function private.chat_places(uuid[], uuid) is
  'Returns the sessions and camps that a chat message is about. Returns null for a message to a team or a segment.';

create function private.chat_families(p_place_ids uuid[], p_message_id uuid, p_limit integer)
returns table (family_id uuid, entry_id uuid, place_ids uuid[], children jsonb)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_place_ids constant uuid[] := private.chat_places(p_place_ids, p_message_id);
begin
  if v_place_ids is null then
    return query
    select n.family_id, n.entry_id, '{}'::uuid[], '[]'::jsonb
    from private.message_families((select m.audience from public.messages m where m.id = p_message_id), null, p_limit) n
    where n.entry_id is not null or exists (select from public.families f where f.id = n.family_id and f.erased_at is null);
    return;
  end if;
  return query
  with booked as (
    select a.* from private.families_at(v_place_ids) a
    join public.families f on f.id = a.family_id and f.erased_at is null
  ),
  child as (
    select b.family_id, c.id, c.name, array_agg(b.place_id order by b.place_id) as place_ids
    from booked b join public.children c on c.id = b.child_id
    group by b.family_id, c.id
  )
  select k.family_id, null::uuid, array(select distinct b.place_id from booked b where b.family_id = k.family_id order by 1),
    jsonb_agg(jsonb_build_object('name', k.name, 'given_name', private.child_name(k.id), 'place_ids', k.place_ids) order by k.name, k.id)
  from child k
  group by k.family_id order by min(k.name), k.family_id limit p_limit;
end;
$$;
comment on function private.chat_families(uuid[], uuid, integer) is
  'Returns the families of these sessions and camps, or those who are in a message''s audience now, with children '
  '[{name, given_name, place_ids}]. For a waitlist entry without a family, returns the entry.';

create function private.chat_parents(p_family_id uuid, p_entry_id uuid)
returns table (profile_id uuid, name text, phone text)
language sql
stable
set search_path = ''
as $$
  select p.profile_id, p.name, p.phone from private.parents_for_collection(p_family_id) p
  union all
  select null, e.parent_name, e.parent_phone from public.waitlist_entries e where e.id = p_entry_id
$$;
comment on function private.chat_parents(uuid, uuid) is
  'Returns the parents of a family with their numbers. For a waitlist entry without a family, returns the person of '
  'the entry.';

create function private.chat_sent(
  p_occasion text, p_place_ids uuid[], p_message_id uuid, p_family_id uuid, p_entry_id uuid, p_profile_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object('mark_id', k.id, 'at', private.iso(k.marked_at), 'by', private.staff_name(k.marked_by),
    'undo_until', case when k.marked_by = (select auth.uid()) or private.is_admin()
      then private.iso(k.marked_at + interval '10 minutes') end)
  from public.chat_marks k
  where k.undone_at is null and k.occasion = p_occasion
    and (k.family_id = p_family_id or k.entry_id = p_entry_id)
    and k.profile_id is not distinct from p_profile_id
    and k.message_id is not distinct from p_message_id and (k.message_id is not null or k.place_ids @> p_place_ids)
  order by k.marked_at desc limit 1
$$;
comment on function private.chat_sent(text, uuid[], uuid, uuid, uuid, uuid) is
  'Returns the latest tick for a parent about all of these sessions and camps, or about a message, as {mark_id, at, '
  'by, undo_until}. undo_until is null if the caller may not undo the tick. Returns null if there is no tick.';

create function public.get_family_chats(p_place_ids uuid[] default null, p_message_id uuid default null, p_after uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 300;
  v_place_ids uuid[];
  v_occasion text;
  v_about jsonb;
  v_families jsonb;
begin
  perform private.check_chat_list(p_place_ids, p_message_id);
  v_occasion := private.chat_occasion(p_place_ids, p_message_id);
  v_place_ids := private.chat_places(p_place_ids, p_message_id);
  v_about := jsonb_build_object('place_ids', p_place_ids, 'message_id', p_message_id, 'day', private.calendar_today());
  -- One statement reads and logs, so that no number is served without a log entry. A second read on the same day adds
  -- no entry.
  with found as materialized (
    select *, row_number() over () as n from private.chat_families(p_place_ids, p_message_id, null)
  ),
  -- If the family of p_after has left the list, the list starts again, so that nobody is missed.
  page as materialized (
    select f.*, f.n - s.n as nth
    from found f, (select coalesce((select n from found where coalesce(family_id, entry_id) = p_after), 0) as n) s
    where f.n > s.n order by f.n limit c_most + 1
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, user_context)
    select (select auth.uid()), 'families', 'numbers', f.family_id, v_about
    from page f
    where f.nth <= c_most and f.family_id is not null and not exists (
      select from public.access_log a
      where a.family_id = f.family_id and a.user_id = (select auth.uid()) and a.created_at > clock_timestamp() - interval '2 days'
        and a.access_type = 'numbers' and a.user_context = v_about)
    returning id
  )
  select jsonb_build_object('more', count(*) > c_most, 'families', coalesce(jsonb_agg(jsonb_build_object(
      'family_id', f.family_id, 'entry_id', f.entry_id, 'children', f.children, 'parents', (
        select coalesce(jsonb_agg(jsonb_build_object('profile_id', p.profile_id, 'name', p.name, 'phone', p.phone,
          'sent', private.chat_sent(v_occasion, f.place_ids, p_message_id, f.family_id, f.entry_id, p.profile_id),
          'sendings', private.sendings(v_occasion, f.place_ids, p_message_id, f.family_id, f.entry_id, p.profile_id),
          -- Null means that the parent was never asked. Staff may write from their own phone unless the parent said no.
          'whatsapp', (private.channel_permission(f.family_id, p.profile_id, 'whatsapp')).allowed)
          order by p.name, p.profile_id), '[]')
        from private.chat_parents(f.family_id, f.entry_id) p)) order by f.n) filter (where f.nth <= c_most), '[]'))
  into v_families from page f where (select count(*) from logged) is not null;
  return v_families || jsonb_build_object(
    'occasion', v_occasion,
    'at', private.iso(clock_timestamp()),
    'message', (select jsonb_build_object('subject', m.subject, 'body', m.body) from public.messages m where m.id = p_message_id),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'session', n.session, 'camp', n.camp, 'reason', n.reason,
        'cancelled_days', (
          select coalesce(jsonb_agg(jsonb_build_object('day', c.day, 'reason', c.reason) order by c.day), '[]')
          from public.cancelled_camp_days c where c.camp_id = n.id and c.day >= private.calendar_today())) order by n.starts_at, n.id), '[]')
      from (
        select s.id, s.starts_at, private.session_view(s.id) as session, null::jsonb as camp, s.cancelled_by_us_reason as reason
        from public.sessions s where s.id = any (v_place_ids)
        union all
        select w.id, w.starts_at, null, private.camp_view(w.id), w.cancelled_by_us_reason
        from public.camp_weeks w where w.id = any (v_place_ids)) n));
end;
$$;
comment on function public.get_family_chats(uuid[], uuid, uuid) is
  'For admins, and for coaches about what they coach today. Returns FamilyChats (contract/family-chats.ts), 300 '
  'families at most. Logs each person, family, subject and day. Fails with place_not_found, message_not_found. '
  'Definer: reads families past the policies, after checking the caller.';
grant execute on function public.get_family_chats(uuid[], uuid, uuid) to authenticated;
select private.answer_calls('public.get_family_chats(uuid[], uuid, uuid)', 'family_chats');
