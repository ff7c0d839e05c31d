-- Before staff change a session or camp, they see how many families it concerns. Then either families are mailed, or
-- staff record why not (docs/decisions "/management/schedule").

create table public.place_notices (
  id uuid primary key default gen_random_uuid(),
  session_id uuid references public.sessions (id) on delete cascade,
  camp_id uuid references public.camp_weeks (id) on delete cascade,
  changed_by uuid references public.profiles (id) on delete set null,
  changed text[] not null check (changed <@ array['place', 'hours', 'coach']),
  is_notified boolean not null,
  families integer not null check (families >= 0),
  mails integer not null check (mails >= 0),
  note text check (length(note) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1),
  -- If location or hours change and families are not notified, a reason is required.
  check (is_notified or note is not null or changed = '{coach}')
);
comment on table public.place_notices is
  'One row for each change of a session or camp that somebody had booked or waited for. It says who made the change, '
  'and whether families were notified. It is deleted with its session or camp.';
comment on column public.place_notices.families is 'The number of families with a booking.';
comment on column public.place_notices.mails is
  'The number of mails that were queued, including those to the waitlist.';
comment on column public.place_notices.note is
  'The text that families read beside the change, or the reason why families were not notified.';
create index place_notices_session_id on public.place_notices (session_id);
create index place_notices_camp_id on public.place_notices (camp_id);
create index place_notices_changed_by on public.place_notices (changed_by);

alter table public.place_notices enable row level security;
revoke all on table public.place_notices from anon, authenticated, service_role;
grant select on public.place_notices to authenticated, service_role;
create policy "Admins read who was notified of a change" on public.place_notices
  for select to authenticated using ((select private.is_admin()));

create trigger audit after insert on public.place_notices
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'changed', 'is_notified', 'families', 'mails');

create function private.place_facts(p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'session', (select private.session_view(id) from public.sessions where id = p_place_id),
    'camp', (select private.camp_view(id) from public.camp_weeks where id = p_place_id),
    'coaches', (select coalesce(jsonb_agg(c ->> 'name'), '[]') from jsonb_array_elements(private.coaches_of(p_place_id)) c))
$$;
comment on function private.place_facts(uuid) is
  'Returns PlaceFacts (contract/place-changes.ts), which is what families know about a session or camp.';

create function private.changed_facts(p_before jsonb, p_after jsonb)
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array_remove(array[
    case when b.place -> 'location_name' is distinct from a.place -> 'location_name' then 'place' end,
    case when (b.place -> 'starts_at', b.place -> 'ends_at', b.place -> 'session_time_start', b.place -> 'session_time_end')
      is distinct from (a.place -> 'starts_at', a.place -> 'ends_at', a.place -> 'session_time_start', a.place -> 'session_time_end')
      then 'hours' end,
    case when p_before -> 'coaches' is distinct from p_after -> 'coaches' then 'coach' end], null)
  from (select coalesce(nullif(p_before -> 'session', 'null'), p_before -> 'camp') as place) b,
    (select coalesce(nullif(p_after -> 'session', 'null'), p_after -> 'camp') as place) a
$$;
comment on function private.changed_facts(jsonb, jsonb) is
  'Returns which of place, hours and coach differ between two PlaceFacts.';

create function private.notify_of_place_change(p_notice_id uuid, p_place_id uuid, p_change jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_notified integer;
begin
  insert into public.outbox (key, template, recipient, profile_id, payload)
  select concat_ws(':', 'place_changed', p_notice_id, f.id, case when n.nth > 1 then n.profile_id end), 'place_changed',
    n.email, n.profile_id, jsonb_build_object(
    'parent_name', n.name, 'at', private.iso(clock_timestamp()),
    'children', (
      select jsonb_agg(private.given_name(c.name, array(select s.name from public.children s where s.family_id = f.id))
        order by c.dob, c.id)
      from public.children c where c.id = any (b.child_ids)),
    -- The mails of the orders had calendar files. The order number says which calendar entry to update.
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object('number', g.number, 'comes', g.comes, 'rides', g.rides) order by g.number), '[]')
      from (
        select o.number, bool_or(l.transport is null) as comes, bool_or(l.transport is not null) as rides
        from public.orders o
        left join public.order_lines l on l.order_id = o.id and l.status = 'placed' and p_place_id in (l.session_id, l.camp_id)
        where o.family_id = f.id and o.paid_at is not null and private.keeps_place(o.id, p_place_id, p_place_id)
        group by o.number) g)) || p_change
    || private.manage_link(private.order_of_place(f.id, p_place_id, p_place_id), n.email)
  from (
    select e.family_id, array_agg(distinct e.child_id) as child_ids
    from (
      select family_id, child_id from public.bookings where session_id = p_place_id and status = 'booked'
      union all
      select family_id, child_id from public.camp_enrollments where camp_id = p_place_id and status = 'enrolled') e
    group by e.family_id) b
  join public.families f on f.id = b.family_id and f.erased_at is null
  cross join lateral (
    select r.*, row_number() over () as nth from private.mail_recipients(f.id) r where r.email is not null) n
  on conflict (key) do nothing;
  get diagnostics v_notified = row_count;
  perform private.queue_changed_on_phones(p_notice_id, p_place_id, p_change);

  -- Families on the waitlist chose this location and time, too. A family that also has a booking gets only one mail.
  -- The key contains the entry's id, so that private.empty_mails finds the mail when the family is erased.
  insert into public.outbox (key, template, recipient, payload)
  select distinct on (lower(e.parent_email))
    concat_ws(':', 'place_changed', p_notice_id, e.id), 'place_changed', e.parent_email,
    jsonb_build_object('parent_name', e.parent_name, 'at', private.iso(clock_timestamp()), 'waits', true) || p_change
  from public.waitlist_entries e
  where p_place_id in (e.session_id, e.camp_id) and e.status in ('waiting', 'offered') and e.parent_email is not null
    and not exists (
      select from public.outbox m
      where m.key like 'place_changed:' || p_notice_id || ':%' and lower(m.recipient) = lower(e.parent_email))
  order by lower(e.parent_email), e.joined_at, e.id
  on conflict (key) do nothing;
  if found then
    v_notified := (select count(*) from public.outbox where key like 'place_changed:' || p_notice_id || ':%');
  end if;
  return v_notified;
end;
$$;
comment on function private.notify_of_place_change(uuid, uuid, jsonb) is
  'Queues one mail per notice to each family with a booking and each address on the waitlist. p_change is {changed, '
  'note, was, is} of PlaceChanged (mails/PlaceChanged.tsx). Returns the number of mails.';

create function private.check_notice(p_notice jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_notice is null then return; end if;
  perform private.check_object(p_notice, 'p_notice', 1000);
  if jsonb_typeof(p_notice -> 'notify') is distinct from 'boolean' then perform private.fail('invalid_input', 'p_notice.notify'); end if;
  if private.is_given(p_notice -> 'note') then perform private.check_text(p_notice -> 'note', 'p_notice.note', 200); end if;
  perform private.check_object(p_notice -> 'expected', 'p_notice.expected', 200);
end;
$$;
comment on function private.check_notice(jsonb) is
  'Checks that the value is null or a ChangeNotice (contract/place-changes.ts). Fails with invalid_input, and names '
  'the field.';

create function private.note_change(p_place_id uuid, p_before jsonb, p_notice jsonb, p_is_preview boolean default false)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_after constant jsonb := private.place_facts(p_place_id);
  v_changed constant text[] := private.changed_facts(p_before, v_after);
  v_notifies constant boolean := p_is_preview or coalesce((p_notice ->> 'notify')::boolean, false);
  v_note constant text := nullif(btrim(p_notice ->> 'note'), '');
  v_notice_id constant uuid := gen_random_uuid();
  v_session_id constant uuid := (select id from public.sessions where id = p_place_id);
  v_waiting constant integer := private.people_waiting(p_place_id, p_place_id);
  v_counts jsonb;
  v_mails integer := 0;
  v_phones integer := 0;
  v_key text;
begin
  select jsonb_build_object('children', count(distinct e.child_id), 'families', count(distinct e.family_id))
  into v_counts
  from (
    select b.child_id, b.family_id from public.bookings b where b.session_id = p_place_id and b.status = 'booked'
    union all
    select e.child_id, e.family_id from public.camp_enrollments e where e.camp_id = p_place_id and e.status = 'enrolled') e;
  if cardinality(v_changed) > 0 and (v_counts ->> 'families')::integer + v_waiting > 0 then
    -- If location or hours change, staff must say whether families are notified. If only the coach changes, they may
    -- leave it out.
    if not p_is_preview and p_notice is null and v_changed <> '{coach}' then perform private.fail('notice_needed', 'p_notice'); end if;
    if not v_notifies and v_note is null and v_changed <> '{coach}' then perform private.fail('invalid_input', 'p_notice.note'); end if;
    if v_notifies then
      v_mails := private.notify_of_place_change(v_notice_id, p_place_id,
        jsonb_build_object('changed', v_changed, 'note', v_note, 'was', p_before, 'is', v_after));
      v_phones := (select count(*) from public.phone_messages
        where created_at >= now() and cause = 'place_changed:' || v_notice_id);
    end if;
    v_counts := v_counts || jsonb_build_object('mails', v_mails);
    if v_notifies and not p_is_preview then
      foreach v_key in array array['families', 'mails'] loop
        if p_notice -> 'expected' -> v_key is distinct from v_counts -> v_key then
          perform private.fail('changed_meanwhile', 'p_notice.expected.' || v_key, v_counts ->> v_key);
        end if;
      end loop;
    end if;
    insert into public.place_notices (id, session_id, camp_id, changed_by, changed, is_notified, families, mails, note)
    values (v_notice_id, v_session_id, case when v_session_id is null then p_place_id end,
      (select id from public.profiles where id = (select auth.uid())), v_changed, v_notifies,
      (v_counts ->> 'families')::integer, v_mails, v_note);
  end if;
  return v_counts || jsonb_build_object('changed', v_changed, 'mails', v_mails, 'phones', v_phones, 'waiting', v_waiting,
    'held', (select count(*) from public.holds h
      where p_place_id in (h.session_id, h.camp_id) and h.expires_at > clock_timestamp()),
    'coaches', private.coach_clashes(p_place_id), 'concerns', '[]'::jsonb, 'needs_reason', false,
    'busy', case when 'hours' = any (v_changed) then private.child_clashes(p_place_id) else '[]' end);
end;
$$;
comment on function private.note_change(uuid, jsonb, jsonb, boolean) is
  'Notifies families of a change, or stores the reason why not. p_before is private.place_facts before the change. '
  'Returns ChangeImpact (contract/place-changes.ts). Fails with notice_needed, invalid_input (p_notice.note), '
  'changed_meanwhile (p_notice.expected.…).';

create function public.preview_place_change(p_place_id uuid, p_changes jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_is_session constant boolean := p_place_id is null or exists (select from public.sessions where id = p_place_id);
  v_impact jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if not v_is_session and not exists (select from public.camp_weeks where id = p_place_id) then
    perform private.fail('place_not_found', 'p_place_id');
  end if;
  perform private.check_object(p_changes, 'p_changes', 4000);
  begin
    v_impact := case
      when p_changes ? 'leads' then private.change_coach(p_place_id, p_changes, null, true)
      when v_is_session then private.change_session(p_place_id, p_changes, null, null, true)
      else private.change_camp(p_place_id, p_changes, null, true) end;
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_impact - 'id' - 'offered';
end;
$$;
comment on function public.preview_place_change(uuid, jsonb) is
  'For admins. Returns ChangeImpact (contract/place-changes.ts). Makes the change and rolls it back. p_changes has '
  'some of SessionFields or CampFields, or {coach_id, leads}. Fails with place_not_found, and the codes of '
  'update_session, update_camp and assign_coach. Definer: writes past the policies, after checking the caller.';
grant execute on function public.preview_place_change(uuid, jsonb) to authenticated;
select private.answer_calls('public.preview_place_change(uuid, jsonb)', 'management');
