-- What must be known of the children of one place today beyond their allergies: by a press at the roster, and logged.

create function public.read_place_health(p_place_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := private.calendar_today();
  v_told jsonb;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  -- To whom it is not, a place does not exist.
  if not coalesce(p_place_id = any (private.my_places()), private.is_admin()) then perform private.deny(); end if;
  -- One statement: nobody can be served who is not logged.
  with served as materialized (
    select distinct c.id, c.family_id from private.day_entries(v_day) d join public.children c on c.id = d.child_id
    where d.place_id = p_place_id
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id)
    select (select auth.uid()), 'child_health', 'today', family_id, id from served
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'child_id', s.id, 'medical_conditions', h.medical_conditions, 'medications', h.medications,
    'emergency_medical_info', h.emergency_medical_info,
    'unproven', (
      select coalesce(jsonb_agg(jsonb_build_object('field', p.field, 'text', p.value) order by p.created_at, p.id), '[]')
      from public.family_proposals p
      where p.child_id = s.id and p.kind = 'health' and p.field in ('medical_conditions', 'medications', 'emergency_medical_info')),
    'emergency_contacts', private.people_of(s.family_id, s.id, false) || private.people_of(s.family_id, null, false)) order by s.id), '[]')
  into v_told from served s left join public.child_health h on h.child_id = s.id;
  return v_told;
end;
$$;
comment on function public.read_place_health(uuid) is
  'Of the children who are expected today in a session or camp: conditions, medicine, what to do in an emergency, whom '
  'to call: PlaceHealth (contract/roster.ts); of coaches those that they lead, of admins any. unproven: told with a '
  'guest''s order. Writes one access_log entry per child. Refuses not_allowed, rate_limited. Definer: the details have '
  'no policy for staff; this serves the least, and logs it.';
grant execute on function public.read_place_health(uuid) to authenticated;
select private.answer_calls('public.read_place_health(uuid)', 'management');
