-- The sessions and camps of a day, and who is expected: without anything of health (decisions "/management").

create function private.day_places(p_day date)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', h.kind, 'id', h.id, 'title', h.title, 'team', h.team, 'location', h.location, 'coach', h.coach,
      'starts_at', private.iso(h.starts_at), 'ends_at', private.iso(h.ends_at), 'is_called_off', h.is_called_off,
      'capacity', h.capacity, 'taken', case h.kind when 'session' then private.seats_taken(h.id, clock_timestamp())
        else private.camp_seats_taken(h.id, clock_timestamp()) end,
      'children', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'child_id', c.id, 'name', c.name, 'age', private.age_on(c.dob, p_day), 'level', c.current_level,
          'entry_id', coalesce(d.booking_id, d.enrollment_id), 'mark', d.mark, 'is_new', private.is_new_child(c.id, p_day))
          order by c.name, c.id), '[]')
        from private.day_heads(p_day, array[h.id]) d join public.children c on c.id = d.child_id))
    order by h.starts_at, h.kind, h.title, h.id), '[]')
  from private.day_held(p_day) h
$$;
comment on function private.day_places(date) is
  'StaffPlace[] of contract/management.ts: sessions and camps of a day by when they begin, with what is taken '
  '(sold, held, offered) and who is expected, with their marks (private.day_heads). A camp''s hours are those of '
  'its extended day. is_new: never booked before. Nothing of health. The caller has checked the role.';

create function private.day_health(p_day date)
returns table (child_id uuid, family_id uuid, allergies text, medical_conditions text, medications text, unproven jsonb)
language sql
stable
set search_path = ''
as $$
  select distinct c.id, c.family_id, h.allergies, h.medical_conditions, h.medications, u.unproven
  from private.day_entries(p_day) d
  join public.children c on c.id = d.child_id
  left join public.child_health h on h.child_id = c.id
  left join lateral (
    select jsonb_agg(jsonb_build_object('field', p.field, 'text', p.value) order by p.created_at, p.id) as unproven
    from public.family_proposals p
    where p.child_id = c.id and p.kind = 'health' and p.field in ('allergies', 'medical_conditions', 'medications')) u on true
  where num_nonnulls(h.allergies, h.medical_conditions, h.medications, u.unproven) > 0
$$;
comment on function private.day_health(date) is
  'Of who is expected on a day and has any: allergies, medical conditions and medicine; unproven: [{field, text}], '
  'what a guest''s order told and no parent has decided. Whoever serves it logs it.';

create function public.read_todays_health()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_told jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  -- One statement: nobody can be served who is not logged.
  with told as materialized (select * from private.day_health(private.calendar_today())),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id)
    select (select auth.uid()), 'child_health', 'today', family_id, child_id from told
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'child_id', child_id, 'allergies', allergies, 'medical_conditions', medical_conditions, 'medications', medications,
    'unproven', coalesce(unproven, '[]')) order by child_id), '[]')
  into v_told from told;
  return v_told;
end;
$$;
comment on function public.read_todays_health() is
  'Of the children expected today who have any: allergies, medical conditions and medicine, [{child_id, allergies, '
  'medical_conditions, medications, unproven}] of private.day_health, for admins. Writes one access_log entry per '
  'child. Refuses not_allowed, rate_limited. Definer: the details have no policy for staff; this serves the least, '
  'and logs it.';
grant execute on function public.read_todays_health() to authenticated;
select private.answer_calls('public.read_todays_health()', 'management');
