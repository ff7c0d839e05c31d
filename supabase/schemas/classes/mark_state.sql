-- A child's state (here, gone, absent or expected) is computed from all its marks. All readers use private.day_heads
-- and never read the marks themselves (docs/decisions "One head count").

create function private.differing_marks(p_booking_id uuid, p_enrollment_id uuid, p_day date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with recursive day_marks as materialized (
      select m.*, exists (
          select from public.attendance_marks u
          where u.undoes = m.id and (u.booking_id = m.booking_id or u.enrollment_id = m.enrollment_id)) as is_undone
      from public.attendance_marks m
      where (m.booking_id = p_booking_id or m.enrollment_id = p_enrollment_id) and m.day = p_day
        and m.kind in ('in', 'late', 'out', 'absent', 'decision')
    ),
    -- This collects everything that a device had seen, either directly or through earlier marks. "union" ends the
    -- recursion even if marks name each other in a circle.
    seen (id, earlier) as (
      select s.id, f.earlier from day_marks s cross join unnest(s.follows) f (earlier) where not s.is_undone
      union
      select e.id, f.earlier from seen e join day_marks s on s.id = e.earlier cross join unnest(s.follows) f (earlier)
    ),
    latest as (
      select h.id, v.id as mark_id, v.kind, v.made_at, v.arrival_number, v.collected_by, v.handed_to, h.marked_by,
        case when v.kind in ('in', 'late') then 'in' when v.kind = 'out'
          then concat_ws(':', 'out', v.collected_by, private.name_key(v.handed_to)) else v.kind end as statement
      from day_marks h join day_marks v on v.id = coalesce(h.chooses, h.id)
      where not h.is_undone and not exists (select from seen e where e.earlier = h.id and e.id <> h.id)
    ),
    differing as (
      select distinct x.* from latest x join latest y on x.id <> y.id and x.statement <> y.statement
        -- If a child came first and left later, the two marks do not contradict each other.
        and not (x.statement = 'in' and y.kind = 'out' and (x.made_at, x.arrival_number) < (y.made_at, y.arrival_number))
        and not (y.statement = 'in' and x.kind = 'out' and (y.made_at, y.arrival_number) < (x.made_at, x.arrival_number))
    )
    select jsonb_build_object(
      'latest', (select coalesce(jsonb_agg(id order by made_at, arrival_number), '[]') from latest),
      'differing', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'mark_id', d.mark_id, 'kind', d.kind, 'made_at', private.iso(d.made_at), 'collected_by', d.collected_by,
          'handed_to', d.handed_to, 'marked_by', private.staff_name(d.marked_by)) order by d.made_at, d.arrival_number), '[]')
        from (select distinct on (mark_id) * from differing order by mark_id, made_at, arrival_number) d)));
end;
$$;
comment on function private.differing_marks(uuid, uuid, date) is
  'Returns {latest, differing}. latest are the marks that no later mark has seen. differing are those of them that '
  'contradict each other, as DifferingMark[] (contract/roster.ts). If staff decide, their mark follows all of the '
  'latest marks. A mark that arrives later from a third device may differ again.';

create function private.mark_state(p_booking_id uuid, p_enrollment_id uuid, p_day date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with active as materialized (
      select m.* from public.attendance_marks m
      where (m.booking_id = p_booking_id or m.enrollment_id = p_enrollment_id) and m.day = p_day and m.kind <> 'undo'
        and not exists (
          select from public.attendance_marks u
          where u.undoes = m.id and (u.booking_id = m.booking_id or u.enrollment_id = m.enrollment_id))
    ),
    last as (select * from active where kind not in ('note', 'not_handed_over') order by made_at desc, arrival_number desc limit 1),
    held as (
      select h.* from last l join public.attendance_marks h on h.id = coalesce(l.chooses, l.id)),
    arrival as (
      select i.* from active i join held h on (i.made_at, i.arrival_number) <= (h.made_at, h.arrival_number)
      where i.kind in ('in', 'late') and h.kind in ('in', 'late', 'out') order by i.made_at desc, i.arrival_number desc limit 1),
    noted as (select * from active where kind = 'note' order by made_at desc, arrival_number desc limit 1),
    refused as (
      select r.* from active r left join last l on true
      where r.kind = 'not_handed_over' and (l.kind is distinct from 'out' or (r.made_at, r.arrival_number) > (l.made_at, l.arrival_number))
      order by r.made_at desc, r.arrival_number desc limit 1)
    select jsonb_build_object(
      'state', case coalesce(h.kind, case when not exists (
          select from public.attendance_marks m
          where (m.booking_id = p_booking_id or m.enrollment_id = p_enrollment_id) and m.day = p_day
            and m.kind not in ('note', 'undo', 'not_handed_over'))
          then private.attendance_kind(private.attended_of(p_booking_id, p_enrollment_id, p_day)) end, 'cleared')
        when 'out' then 'out' when 'absent' then 'absent' when 'cleared' then 'expected' else 'in' end,
      'changed_at', private.iso(l.made_at), 'last_mark', l.id, 'marked_by', private.staff_name(l.marked_by),
      'decided_by', case when l.kind = 'decision' then private.staff_name(l.marked_by) end,
      'checked_in_at', private.iso(c.made_at), 'is_late', coalesce(c.kind = 'late', false),
      'checked_out_at', case when h.kind = 'out' then private.iso(h.made_at) end,
      'collected_by', h.collected_by, 'handed_to', h.handed_to, 'by_code', coalesce(h.by_code, false),
      'concerns', to_jsonb(coalesce(h.concerns, '{}')), 'is_confirmed', coalesce(h.is_confirmed, false), 'reason', h.reason,
      'not_handed_over', case when r.id is not null then jsonb_build_object(
        'at', private.iso(r.made_at), 'person', r.handed_to, 'reason', r.reason, 'marked_by', private.staff_name(r.marked_by)) end,
      'note', t.note, 'noted_at', private.iso(t.made_at),
      'told_absent_at', case when p_enrollment_id is not null then private.told_absent_at(p_enrollment_id, p_day) end)
      || case when (select count(*) from active where kind not in ('note', 'not_handed_over')) > 1
        then private.differing_marks(p_booking_id, p_enrollment_id, p_day)
        else jsonb_build_object('latest', case when l.id is null then '[]'::jsonb else jsonb_build_array(l.id) end, 'differing', '[]'::jsonb) end
    from (select) one left join last l on true left join held h on true left join arrival c on true left join noted t on true
      left join refused r on true);
end;
$$;
comment on function private.mark_state(uuid, uuid, date) is
  'Returns the state of a child on a day from all its marks, as MarkState (contract/roster.ts). Without marks, it is '
  'the stored attendance.';

create function private.day_heads(p_day date, p_places uuid[] default null)
returns table (place_id uuid, booking_id uuid, enrollment_id uuid, child_id uuid, mark jsonb)
language sql
stable
set search_path = ''
as $$
  select d.place_id, d.booking_id, d.enrollment_id, d.child_id, private.mark_state(d.booking_id, d.enrollment_id, p_day)
  from private.day_entries(p_day) d
  where p_places is null or d.place_id = any (p_places)
$$;
comment on function private.day_heads(date, uuid[]) is
  'Returns all children who are expected on a day, with their state (private.mark_state). If p_places is given, '
  'returns only those at these sessions or camps. Every head count uses this function.';

create function private.head_count(p_day date, p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'here', count(*) filter (where h.mark ->> 'state' = 'in'), 'out', count(*) filter (where h.mark ->> 'state' = 'out'),
    'absent', count(*) filter (where h.mark ->> 'state' = 'absent'),
    'expected', count(*) filter (where h.mark ->> 'state' = 'expected'),
    'differing', count(*) filter (where h.mark -> 'differing' <> '[]'))
  from private.day_heads(p_day, array[p_place_id]) h
$$;
comment on function private.head_count(date, uuid) is
  'Returns HeadCount (contract/roster.ts) for one session or camp on a day. Its field differing is the number of '
  'children about whom two devices contradict each other.';
