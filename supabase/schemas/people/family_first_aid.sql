-- Parents read first aid given to their children in Family Base as soon as it is recorded (docs/decisions "The
-- roster").

create function public.get_family_first_aid()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'child_id', a.child_id, 'child_name', a.child_name, 'day', a.day, 'happened_at', private.iso(a.happened_at),
      'title', coalesce(t.name, w.name), 'location', l.name, 'injury', a.injury, 'treatment', a.treatment,
      'parent_informed_at', private.iso(a.parent_informed_at), 'written_by', private.staff_name(a.written_by))
      order by a.happened_at desc, a.id), '[]')
    from (
      select f.*, c.name as child_name from public.first_aid_log f join public.children c on c.id = f.child_id
      where c.family_id = (select private.my_family_id()) order by f.happened_at desc, f.id limit 100) a
    left join public.sessions s on s.id = a.session_id
    left join public.class_types t on t.id = s.class_type_id
    left join public.camp_weeks w on w.id = a.camp_id
    join public.locations l on l.id = coalesce(s.location_id, w.location_id));
end;
$$;
comment on function public.get_family_first_aid() is
  'Returns FamilyFirstAid (contract/first-aid.ts): at most 100 entries, the latest first. Definer: the family comes '
  'from the token. Names of staff and locations are read without their policies.';
grant execute on function public.get_family_first_aid() to authenticated;
