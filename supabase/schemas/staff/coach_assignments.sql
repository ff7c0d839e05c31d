-- Staff assign coaches. If there is a concern, such as an absence, they give a reason (docs/decisions "Coaches' time").

create function private.coach_concerns(p_coach_id uuid, p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with place as (
    select s.location_id from public.sessions s where s.id = p_place_id
    union all
    select w.location_id from public.camp_weeks w where w.id = p_place_id),
  spans as (
    select s.from_at, s.until_at, (s.from_at at time zone private.time_zone()) as clock_from,
      (s.until_at at time zone private.time_zone()) as clock_until
    from private.place_spans(p_place_id) s where s.until_at > private.calendar_now()),
  other_places as (
    select d.title, l.name as location, l.id as location_id, t.from_at, t.until_at
    from (
      select s.id, t.name as title, s.location_id
      from public.sessions s join public.class_types t on t.id = s.class_type_id
      where s.coach_id = p_coach_id and s.session_date
        between (select min(clock_from)::date - 1 from spans) and (select max(clock_until)::date + 1 from spans)
      union all
      select w.id, w.name, w.location_id
      from public.camp_coaches c join public.camp_weeks w on w.id = c.camp_id
      where c.coach_id = p_coach_id and w.start_date <= (select max(clock_until)::date from spans)
        and w.end_date >= (select min(clock_from)::date from spans)) d
    join public.locations l on l.id = d.location_id
    cross join lateral private.place_spans(d.id) t
    where d.id <> p_place_id),
  concerns as (
    select 'absent' as kind, null as title, null as location, h.from_at, h.until_at
    from spans h
    where exists (
      select from public.coach_absences a where a.coach_id = p_coach_id and private.is_away(a, h.from_at, h.until_at))
    union all
    select 'double_booked', o.title, o.location, o.from_at, o.until_at
    from spans h join other_places o on o.from_at < h.until_at and h.from_at < o.until_at
    union all
    select 'travel', o.title, o.location, o.from_at, o.until_at
    from spans h join other_places o on o.location_id <> (select location_id from place)
      and (o.from_at between h.until_at and h.until_at + interval '30 minutes'
        or h.from_at between o.until_at and o.until_at + interval '30 minutes')
    union all
    select 'outside_hours', null, null, h.from_at, h.until_at
    from spans h join public.coach_hours w on w.coach_id = p_coach_id and w.weekday = extract(isodow from h.clock_from)
    where w.from_time is null or h.clock_from::time < w.from_time or h.clock_until > h.clock_from::date + w.until_time)
  select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'name', n.name, 'title', n.title, 'location', n.location,
    'starts_at', private.iso(n.from_at), 'ends_at', private.iso(n.until_at)) order by n.from_at, n.kind, n.title), '[]')
  from (
    select distinct f.*, k.name from concerns f join public.coaches k on k.id = p_coach_id
    order by f.from_at, f.kind, f.title limit 40) n
$$;
comment on function private.coach_concerns(uuid, uuid) is
  'Returns CoachConcern[] (contract/place-changes.ts). The coach may be absent, be double_booked, have to travel (less '
  'than 30 minutes to or from another location), or have said that they cannot work at these hours. It does not say '
  'why somebody is absent.';

create function private.undone_removal(p_place_id uuid, p_coach_id uuid)
returns timestamptz
language sql
stable
set search_path = ''
as $$
  select max(a.created_at)
  from public.audit_log a
  where a.row_key = p_place_id::text and a.user_id = (select auth.uid()) and a.created_at > clock_timestamp() - interval '1 hour'
    and a.before ->> 'coach_id' = p_coach_id::text
    and (a.table_name = 'sessions' and a.action = 'update' or a.table_name = 'camp_coaches' and a.action = 'delete')
$$;
comment on function private.undone_removal(uuid, uuid) is
  'If the caller removed this coach from this session or camp within the hour, returns when. Assigning the coach '
  'again undoes that, and needs no reason for the concerns that existed then.';

create function private.is_booked_since(p_place_id uuid, p_coach_id uuid, p_since timestamptz)
returns boolean
language sql
stable
set search_path = ''
as $$
  with changed as materialized (
    select a.table_name, a.row_key, a.after from public.audit_log a
    where a.created_at > p_since and a.table_name in ('sessions', 'camp_weeks', 'camp_coaches') and a.action in ('insert', 'update'))
  select exists (
    select from private.overlapping(p_place_id, array(
      select s.id from public.sessions s join changed c on c.table_name = 'sessions' and c.row_key = s.id::text
      where s.coach_id = p_coach_id
      union all
      select m.camp_id from public.camp_coaches m
      join changed c on c.table_name in ('camp_weeks', 'camp_coaches') and c.row_key = m.camp_id::text
      where m.coach_id = p_coach_id)))
    or exists (
      select from changed c
      where c.row_key = p_place_id::text and c.after ?| array['session_date', 'session_time', 'duration_minutes', 'start_date',
        'end_date', 'session_time_start', 'session_time_end'])
$$;
comment on function private.is_booked_since(uuid, uuid, timestamptz) is
  'Returns whether, since a moment, a coach was given another session or camp at the same time as this one, or either '
  'of the two was moved.';

create function private.note_coach_exception(p_place_id uuid, p_coach_id uuid, p_kinds text[], p_reason text)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.coach_exceptions (session_id, camp_id, coach_id, kinds, reason, decided_by)
  values (
    (select id from public.sessions where id = p_place_id), (select id from public.camp_weeks where id = p_place_id),
    p_coach_id, p_kinds, p_reason, (select id from public.profiles where id = (select auth.uid())))
$$;
comment on function private.note_coach_exception(uuid, uuid, text[], text) is
  'Records why a coach is assigned to a session or camp in spite of concerns.';

create function private.check_assignment(p_place_id uuid, p_coach_id uuid, p_reason text, p_is_preview boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_concerns jsonb;
  v_kinds text[];
  v_removed_at timestamptz;
begin
  -- The concerns are read after the lock, so they include what somebody else has just planned for this coach.
  perform private.lock_coach(p_coach_id);
  v_concerns := private.coach_concerns(p_coach_id, p_place_id);
  v_kinds := array(
    select distinct c ->> 'kind' from jsonb_array_elements(v_concerns) c
    where c ->> 'kind' in ('absent', 'double_booked') order by 1);
  v_removed_at := case when cardinality(v_kinds) > 0 then private.undone_removal(p_place_id, p_coach_id) end;
  if v_removed_at is not null then
    -- A double booking that began after the removal is new, and needs a reason.
    v_kinds := case when 'double_booked' = any (v_kinds) and private.is_booked_since(p_place_id, p_coach_id, v_removed_at)
      then array['double_booked'] else '{}' end;
  end if;
  if cardinality(v_kinds) > 0 and not p_is_preview then
    if nullif(btrim(p_reason), '') is null then
      perform private.fail('coach_unavailable', 'p_reason', array_to_string(v_kinds, ','));
    end if;
    perform private.note_coach_exception(p_place_id, p_coach_id, v_kinds, private.check_text(to_jsonb(p_reason), 'p_reason', 200));
  end if;
  return jsonb_build_object('concerns', v_concerns, 'needs_reason', cardinality(v_kinds) > 0);
end;
$$;
comment on function private.check_assignment(uuid, uuid, text, boolean) is
  'Returns the concerns about an assignment, and whether they need a reason. A given reason is recorded in '
  'coach_exceptions. If a needed reason is missing, fails with coach_unavailable (p_reason; detail: the kinds), unless '
  'this is a preview.';

create function private.coach_exceptions_view(p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'coach', k.name, 'kinds', e.kinds, 'reason', e.reason,
    'by', private.staff_name(e.decided_by), 'at', private.iso(e.decided_at)) order by e.decided_at desc, e.id), '[]')
  from (
    select * from public.coach_exceptions where p_place_id in (session_id, camp_id) order by decided_at desc, id limit 20) e
  join public.coaches k on k.id = e.coach_id
$$;
comment on function private.coach_exceptions_view(uuid) is
  'For admins. Returns why coaches were assigned to a session or camp although they were absent or double booked, the '
  'latest first, as CoachException[] (contract/management-schedule.ts).';

create function private.change_coaches(p_items jsonb, p_reason text, p_is_preview boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_item jsonb;
  v_place record;
  v_from_coach_id uuid;
  v_to_coach_id uuid;
  v_left_out text;
  v_impact jsonb;
  v_places jsonb := '[]';
  v_needs_reason boolean := false;
begin
  if jsonb_typeof(p_items) is distinct from 'array' or jsonb_array_length(p_items) not between 1 and 200 then
    perform private.fail('invalid_input', 'p_items');
  end if;
  for v_item in select e from jsonb_array_elements(p_items) e loop
    perform private.check_object(v_item, 'p_items', 300);
    if not private.is_uuid(v_item -> 'place_id') or not coalesce(v_item -> 'to' = 'null' or private.is_uuid(v_item -> 'to'), false)
      or (private.is_given(v_item -> 'from') and not private.is_uuid(v_item -> 'from')) then
      perform private.fail('invalid_input', 'p_items');
    end if;
  end loop;
  if (select count(distinct e ->> 'place_id') from jsonb_array_elements(p_items) e) < jsonb_array_length(p_items) then
    perform private.fail('invalid_input', 'p_items');
  end if;
  perform private.lock_places(
    array(select s.id from public.sessions s join jsonb_array_elements(p_items) e on s.id = (e ->> 'place_id')::uuid),
    array(select w.id from public.camp_weeks w join jsonb_array_elements(p_items) e on w.id = (e ->> 'place_id')::uuid));
  -- As everywhere, coaches are locked in order of id before any of them is checked.
  perform private.lock_coach(n.id) from (
    select distinct (e ->> 'to')::uuid as id from jsonb_array_elements(p_items) e where e -> 'to' <> 'null' order by 1) n;
  for v_place in
    select e as item, d.*, l.name as location, private.coaches_of(d.id) as coaches
    from jsonb_array_elements(p_items) e
    left join lateral (
      select s.id, 'session' as kind, t.name as title, s.location_id, s.starts_at, s.ends_at, s.status = 'cancelled' as is_cancelled
      from public.sessions s join public.class_types t on t.id = s.class_type_id where s.id = (e ->> 'place_id')::uuid
      union all
      select w.id, 'camp', w.name, w.location_id, w.starts_at, (w.end_date + c.ends_at) at time zone private.time_zone(),
        w.cancelled_at is not null
      from public.camp_weeks w cross join lateral private.camp_day(w) c where w.id = (e ->> 'place_id')::uuid) d on true
    left join public.locations l on l.id = d.location_id
    order by d.starts_at, d.title, d.id
  loop
    if v_place.id is null then perform private.fail('place_not_found', 'p_items'); end if;
    v_to_coach_id := (v_place.item ->> 'to')::uuid;
    v_from_coach_id := (v_place.item ->> 'from')::uuid;
    if v_from_coach_id is null and jsonb_array_length(v_place.coaches) = 1 then v_from_coach_id := (v_place.coaches #>> '{0,id}')::uuid; end if;
    v_left_out := case
      when v_place.is_cancelled then 'cancelled'
      when v_place.ends_at <= private.calendar_now() then 'over'
      when v_from_coach_id is null and jsonb_array_length(v_place.coaches) > 1 then 'several'
      when v_from_coach_id is not null and not v_place.coaches @> jsonb_build_array(jsonb_build_object('id', v_from_coach_id)) then 'changed'
      when v_to_coach_id is not distinct from v_from_coach_id or v_place.coaches @> jsonb_build_array(jsonb_build_object('id', v_to_coach_id)) then 'same' end;
    -- The call names the coach of each session or camp as the caller saw it.
    if v_left_out is not null and not p_is_preview then perform private.fail('changed_meanwhile', 'p_items'); end if;
    v_impact := null;
    if v_left_out is null then
      if v_to_coach_id is not null then
        v_impact := private.change_coach(v_place.id, jsonb_build_object('coach_id', v_to_coach_id, 'leads', true), null, p_is_preview, p_reason);
      end if;
      if v_from_coach_id is not null and (v_place.kind = 'camp' or v_to_coach_id is null) then
        perform private.change_coach(v_place.id, jsonb_build_object('coach_id', v_from_coach_id, 'leads', false), null, p_is_preview);
      end if;
      v_needs_reason := v_needs_reason or coalesce((v_impact ->> 'needs_reason')::boolean, false);
    end if;
    v_places := v_places || jsonb_build_object('place_id', v_place.id, 'kind', v_place.kind, 'title', v_place.title,
      'location', v_place.location, 'starts_at', private.iso(v_place.starts_at), 'ends_at', private.iso(v_place.ends_at),
      'from', (select jsonb_build_object('id', k.id, 'name', k.name) from public.coaches k where k.id = v_from_coach_id),
      'to', (select jsonb_build_object('id', k.id, 'name', k.name) from public.coaches k where k.id = v_to_coach_id),
      'left_out', v_left_out, 'concerns', coalesce(v_impact -> 'concerns', '[]'));
  end loop;
  return jsonb_build_object('places', v_places, 'needs_reason', v_needs_reason);
end;
$$;
comment on function private.change_coaches(jsonb, text, boolean) is
  'Gives sessions and camps to other coaches (see change_coaches). Returns CoachChange (contract/coach-time.ts). A '
  'preview also names what would be left out, and why.';

create function public.preview_change_coaches(p_items jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_change jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  begin
    v_change := private.change_coaches(p_items, null, true);
    raise exception using errcode = 'OTRYO', message = 'taken back';
  exception when sqlstate 'OTRYO' then
    null;
  end;
  return v_change;
end;
$$;
comment on function public.preview_change_coaches(jsonb) is
  'For admins. Returns what change_coaches would do, as CoachChange (contract/coach-time.ts). Makes the change and '
  'rolls it back. Fails with invalid_input (p_items, p_coach_id), place_not_found. Definer: writes past the policies, '
  'after checking the caller.';
grant execute on function public.preview_change_coaches(jsonb) to authenticated;
select private.answer_calls('public.preview_change_coaches(jsonb)', 'management');

create function public.change_coaches(p_items jsonb, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return private.change_coaches(p_items, p_reason, false);
end;
$$;
comment on function public.change_coaches(jsonb, text) is
  'For admins. Gives up to 200 sessions and camps to other coaches, either all or none. p_items is [{place_id, from?, '
  'to}]; to is the new coach, or null for nobody. Returns CoachChange (contract/coach-time.ts). Families are not '
  'mailed. Fails with place_not_found, changed_meanwhile, coach_unavailable (p_reason). Definer: see assign_coach.';
grant execute on function public.change_coaches(jsonb, text) to authenticated;
select private.answer_calls('public.change_coaches(jsonb, text)', 'management');
