-- Staff read the sessions and camps of a day, and health notes of their children.

create function private.day_places(p_day date)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with heads as materialized (select * from private.day_heads(p_day)),
  names as materialized (select * from private.names_apart(array(select d.child_id from heads d), p_day))
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', h.kind, 'id', h.id, 'title', h.title, 'team', h.team, 'location', h.location, 'coach', h.coach, 'coach_count', private.available_coaches(h.id, p_day),
      'clashes', case when h.is_cancelled_by_us then '[]' else private.coach_clashes(h.id) end,
      'starts_at', private.iso(h.starts_at), 'ends_at', private.iso(h.ends_at), 'is_cancelled_by_us', h.is_cancelled_by_us,
      'capacity', h.capacity, 'taken', case h.kind when 'session' then private.seats_taken(h.id, clock_timestamp())
        else private.camp_seats_taken(h.id, clock_timestamp()) end,
      'children', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'child_id', c.id, 'family_id', c.family_id, 'name', n.name, 'age', private.age_on(c.dob, p_day), 'level', c.current_level,
          'entry_id', coalesce(d.booking_id, d.enrollment_id), 'mark', d.mark, 'is_new', private.is_new_child(c.id, p_day))
          order by n.name, c.id), '[]')
        from heads d join public.children c on c.id = d.child_id join names n on n.child_id = c.id
        where d.place_id = h.id))
    order by h.starts_at, h.kind, h.title, h.id), '[]')
  from private.events_of_day(p_day) h
$$;
comment on function private.day_places(date) is
  'Returns StaffPlace[] (contract/management.ts) by start time, with the expected children and their marks. is_new is '
  'true for a child who never booked before. The caller has checked the role.';

create function private.children_with_health(p_day date)
returns table (child_id uuid, family_id uuid, has_notes boolean)
language sql
stable
set search_path = ''
as $$
  select n.id, n.family_id, h.answer is not null or u.is_reported
  from (
    select distinct c.id, c.family_id from private.day_entries(p_day) d join public.children c on c.id = d.child_id) n
  left join public.child_health h on h.child_id = n.id
  cross join lateral (
    select exists (
      select from public.family_proposals p where p.child_id = n.id and p.kind = 'health' and p.effect = 'none' and p.field <> 'answer') as is_reported) u
  where h.answer is distinct from 'nothing' or u.is_reported
$$;
comment on function private.children_with_health(date) is
  'Returns the children expected on a day about whom something is known, or whose parents have not answered the '
  'health question yet. has_notes is false for the latter. It returns no details, so nothing is logged.';

create function private.day_health(p_day date)
returns table (child_id uuid, family_id uuid, safety jsonb)
language sql
stable
set search_path = ''
as $$
  select n.child_id, n.family_id, private.roster_safety(n.child_id, n.family_id) from private.children_with_health(p_day) n
$$;
comment on function private.day_health(date) is
  'Returns the health details of these children. The function that serves them logs the access.';

create function public.read_todays_health()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := private.calendar_today();
  v_health jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  -- One statement reads and logs, so that no child is served without a log entry.
  with health as materialized (select * from private.day_health(v_day)),
  logged as (
    select count(*) filter (where private.log_roster_view(null, v_day, child_id, family_id, 'today', clock_timestamp()))
    from health
  )
  select coalesce(jsonb_agg(jsonb_build_object('child_id', child_id) || safety order by child_id), '[]')
  into v_health from health where (select count from logged) is not null;
  return v_health;
end;
$$;
comment on function public.read_todays_health() is
  'For admins. Returns TodaysHealth (contract/management.ts). Children who have nothing to report are left out. Logs '
  'each person, child and day. Definer: staff have no policy on health details. This serves only what is needed.';
grant execute on function public.read_todays_health() to authenticated;
select private.answer_calls('public.read_todays_health()', 'management');
