-- Staff read this about one child on the family page: who must never collect it, whether it may go home alone, its
-- levels, and the first aid that it was given.

create function private.collection_summary(p_child public.children)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'blocked', jsonb_array_length(private.blocked_for(p_child.family_id, p_child.id)),
    'going_alone', private.going_alone_answer(p_child, private.calendar_today()),
    'may_go_alone', p_child.may_go_alone,
    'alone_from_age', (private.settings()).goes_alone_from_age,
    'decided_by', (select nullif(name, '') from public.profiles where id = p_child.may_go_alone_by),
    'decided_at', private.iso(p_child.may_go_alone_at))
$$;
comment on function private.collection_summary(public.children) is
  'Returns CollectionSummary (contract/family-child.ts). It counts the people who must never collect. Their names are '
  'opened by get_child_details, which is logged. decided_at is null if the family has never said whether the child may '
  'go home alone.';

create function private.level_history(p_child_id uuid, p_most integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', private.iso(l.created_at), 'before', l.level_before, 'level', l.level, 'note', l.note,
    'who', private.staff_name(l.changed_by)) order by l.created_at desc, l.id), '[]')
  from (
    select * from public.level_changes where child_id = p_child_id order by created_at desc, id limit p_most) l
$$;
comment on function private.level_history(uuid, integer) is
  'Returns LevelChange[] (contract/family-child.ts): the latest changes of a child''s level, the newest first.';

create function public.get_child_first_aid(p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 100;
  v_child public.children;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_child from public.children where id = p_child_id;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  perform private.log_access('first_aid_log', 'details', v_child.family_id, v_child.id);
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', a.id, 'child_id', v_child.id, 'child_name', v_child.name, 'family_id', v_child.family_id, 'day', a.day,
      'happened_at', private.iso(a.happened_at), 'title', coalesce(t.name, w.name), 'location', l.name, 'injury', a.injury,
      'treatment', a.treatment, 'written_by', private.staff_name(a.written_by),
      'parent_informed_at', private.iso(a.parent_informed_at), 'parent_informed_by', private.staff_name(a.parent_informed_by))
      order by a.happened_at desc, a.id), '[]')
    from (
      select * from public.first_aid_log where child_id = v_child.id order by happened_at desc, id limit c_most) a
    left join public.sessions s on s.id = a.session_id
    left join public.class_types t on t.id = s.class_type_id
    left join public.camp_weeks w on w.id = a.camp_id
    join public.locations l on l.id = coalesce(s.location_id, w.location_id));
end;
$$;
comment on function public.get_child_first_aid(uuid) is
  'For admins. Returns the latest 100 entries of first aid of one child, as StaffFirstAidRow[] '
  '(contract/first-aid.ts). The newest comes first. Logs the read. Fails with child_not_found. Definer: staff have no '
  'policy on the log.';
grant execute on function public.get_child_first_aid(uuid) to authenticated;
select private.answer_calls('public.get_child_first_aid(uuid)', 'management');
