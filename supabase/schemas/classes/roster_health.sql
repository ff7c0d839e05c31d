-- Staff read children's health on the roster and on the device that stores the roster for the day. Each view is logged.

create function private.roster_safety(p_child_id uuid, p_family_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'health', private.health_answer(p_child_id) || jsonb_build_object(
      'allergies', to_jsonb(private.health_lines(h.allergies)),
      'medicines', to_jsonb(private.health_lines(h.medications)),
      'conditions', to_jsonb(private.health_lines(h.medical_conditions)),
      'help', to_jsonb(private.health_lines(h.physical_limitations)),
      'emergency', h.emergency_medical_info,
      'unconfirmed', private.unconfirmed_health(p_child_id)),
    'parents', private.parents_to_call(p_family_id),
    'emergency_contacts', private.people_of(p_family_id, p_child_id, false) || private.people_of(p_family_id, null, false))
  from (select) one left join public.child_health h on h.child_id = p_child_id
$$;
comment on function private.roster_safety(uuid, uuid) is
  'Returns RosterSafety (contract/health.ts). The function that serves it logs the access.';

create function private.log_roster_view(p_place_id uuid, p_day date, p_child_id uuid, p_family_id uuid, p_type text, p_at timestamptz)
returns boolean
language sql
volatile
set search_path = ''
as $$
  with logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id, user_context)
    select (select auth.uid()), 'child_health', p_type, p_family_id, p_child_id,
      jsonb_build_object('place_id', p_place_id, 'day', p_day, 'viewed_at', private.iso(p_at))
    where not private.has_roster_view(p_place_id, p_day, p_child_id, p_family_id, p_type)
    returning true
  )
  select exists (select from logged)
$$;
comment on function private.log_roster_view(uuid, date, uuid, uuid, text, timestamptz) is
  'Logs once per session or camp and day that the caller saw a child''s details on the roster, so that the family can '
  'read who viewed them. Returns false if such a view was already logged.';

create function public.log_health_views(p_place_id uuid, p_day date, p_views jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_logged integer := 0;
  v_health_view record;
begin
  if (select auth.uid()) is null then perform private.deny(); end if;
  if p_place_id is null then perform private.fail('invalid_input', 'p_place_id'); end if;
  if p_day is null then perform private.fail('invalid_input', 'p_day'); end if;
  if jsonb_typeof(p_views) is distinct from 'array' or jsonb_array_length(p_views) not between 1 and 200 then
    perform private.fail('invalid_input', 'p_views');
  end if;
  for v_health_view in select value, format('p_views[%s]', ordinality - 1) as field from jsonb_array_elements(p_views) with ordinality loop
    perform private.check_object(v_health_view.value, v_health_view.field, 400);
    if not private.is_uuid(v_health_view.value -> 'child_id') then perform private.fail('invalid_input', v_health_view.field || '.child_id'); end if;
    if jsonb_typeof(v_health_view.value -> 'viewed_at') is distinct from 'string'
      or not pg_input_is_valid(v_health_view.value ->> 'viewed_at', 'timestamptz')
      or not isfinite((v_health_view.value ->> 'viewed_at')::timestamptz) then
      perform private.fail('invalid_input', v_health_view.field || '.viewed_at');
    end if;
  end loop;
  -- Only children on a roster that the caller was served are logged, so that nobody can write other entries into a
  -- family's log. Views of today's roster may arrive late.
  select count(*) filter (where private.log_roster_view(p_place_id, p_day, c.id, c.family_id, 'opened',
    case when p_day in (private.calendar_today(), (n.viewed_at at time zone private.time_zone())::date)
      then private.moment_of(p_day, n.viewed_at) else private.calendar_now() end)) into v_logged
  from (
    select (value ->> 'child_id')::uuid as child_id, min((value ->> 'viewed_at')::timestamptz) as viewed_at
    from jsonb_array_elements(p_views) group by 1) n
  join public.children c on c.id = n.child_id
  where private.has_roster_view(p_place_id, p_day, c.id, c.family_id, 'roster');
  return jsonb_build_object('logged', v_logged);
end;
$$;
comment on function public.log_health_views(uuid, date, jsonb) is
  'Logs which children''s details staff opened. Takes at most 200 entries [{child_id, viewed_at}]. Logs each once per '
  'person, child, place and day, and only children on a roster that was served to the caller. Returns {logged}. '
  'Definer: there is no other way to write the log.';
grant execute on function public.log_health_views(uuid, date, jsonb) to authenticated;
select private.answer_calls('public.log_health_views(uuid, date, jsonb)', 'roster');
