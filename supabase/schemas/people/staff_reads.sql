-- When staff read details of a child, the same statement writes to the access log (docs/decisions "Safety").
-- private.serve_roster in rosters.sql does this.

create function public.get_todays_roster()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  return private.serve_roster(private.calendar_today(), private.my_places());
end;
$$;
comment on function public.get_todays_roster() is
  'Returns today''s sessions and camps, as RosterEntry[] (contract/roster.ts), with classes before camps. Coaches get '
  'their own, admins all. Each read is logged. Definer: the details have no policy for staff. This returns only what a '
  'roster needs.';
grant execute on function public.get_todays_roster() to authenticated;
select private.answer_calls('public.get_todays_roster()', 'roster');

create function public.get_roster(p_date date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.check_roster_day(p_date);
  return private.serve_roster(p_date, private.my_places(p_date));
end;
$$;
comment on function public.get_roster(date) is
  'Returns another day''s roster. Admins may read any day, coaches seven days back and ahead. Each read is logged. '
  'Fails with invalid_input (p_date). Definer: see get_todays_roster.';
grant execute on function public.get_roster(date) to authenticated;
select private.answer_calls('public.get_roster(date)', 'management');

create function private.unconfirmed_health(p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- These warnings are shown, too, because ignoring a true warning is worse than heeding a false one.
  select coalesce(jsonb_agg(jsonb_build_object('field', p.field, 'text', p.value) order by p.created_at, p.id), '[]')
  from public.family_proposals p
  where p.child_id = p_child_id and p.kind = 'health' and p.effect = 'none'
    and p.field in ('allergies', 'medications', 'medical_conditions', 'physical_limitations', 'emergency_medical_info')
$$;
comment on function private.unconfirmed_health(uuid) is
  'Returns the health notes of a guest booking that the family has not confirmed, as [{field, text}].';

create function public.get_child_details(p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := (select family_id from public.children where id = p_child_id);
begin
  if v_family_id = private.my_family_id() then
    return private.child_details(p_child_id) || jsonb_build_object('blocked_collectors', private.blocked_for(v_family_id, p_child_id));
  end if;
  if not private.is_admin() or v_family_id is null then
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  perform private.log_access('child_health', 'details', v_family_id, p_child_id);
  return private.child_details(p_child_id) || jsonb_build_object(
    'blocked_collectors', private.blocked_for(v_family_id, p_child_id),
    'unconfirmed_health', private.unconfirmed_health(p_child_id));
end;
$$;
comment on function public.get_child_details(uuid) is
  'Returns every field of spec 1 §3 about a child, and the people who must never collect it (blocked_collectors). '
  'Parents get the details of their own children. Admins get those of any child, with the unconfirmed notes of a '
  'guest booking (unconfirmed_health), and their read is logged. Fails with child_not_found, also for a child that the '
  'caller may not see. Definer: the details have no policy for staff.';
grant execute on function public.get_child_details(uuid) to authenticated;
select private.answer_calls('public.get_child_details(uuid)', 'get_child_details');

create function public.get_parent_health(p_profile_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_profile from public.profiles where id = p_profile_id;
  if not found then perform private.fail('parent_not_found', 'p_profile_id'); end if;
  perform private.log_access('profile_health', 'details', v_profile.family_id);
  return jsonb_build_object(
    'profile_id', v_profile.id,
    'health', (select to_jsonb(h) - '{profile_id,updated_at}'::text[] from public.profile_health h where h.profile_id = v_profile.id),
    'emergency_contacts', private.people_of(v_profile.family_id, null, false));
end;
$$;
comment on function public.get_parent_health(uuid) is
  'For admins. Returns {profile_id, health, emergency_contacts}. Each read is logged. Fails with parent_not_found. '
  'Definer: the details have no policy for staff.';
grant execute on function public.get_parent_health(uuid) to authenticated;
select private.answer_calls('public.get_parent_health(uuid)', 'management');
