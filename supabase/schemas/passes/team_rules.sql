-- Which team a child may join, by age and level.

create function private.ladder_level(p_child public.children)
returns integer
language sql
stable
set search_path = ''
as $$
  select case
    when exists (select from public.level_changes where child_id = p_child.id) then p_child.current_level
    -- Without a coach's assessment the parent's answer counts, but not for the team that needs a coach's approval.
    else greatest(p_child.current_level, case p_child.experience_level when 'turns' then 4 when 'drops' then 6 else 1 end) end
$$;
comment on function private.ladder_level(public.children) is
  'Returns the child''s level on the ladder, as a coach set it. If no coach set it, returns the level that follows '
  'from what the family stated at booking.';

create function private.team_standings(p_child_id uuid, p_days date[])
returns table (day date, team text, is_own boolean, problem text, detail text)
language plpgsql
stable
set search_path = ''
as $$
begin
  -- This function runs for each child of a page, and PL/pgSQL caches its plan.
  return query
  select s.day, s.team,
    -- A child's own team is the highest that suits its age and level.
    s.of_age and s.good_enough and s.min_level = max(s.min_level) filter (where s.of_age and s.good_enough)
      over (partition by s.day),
    case when s.agreed then null when not s.of_age then 'age_not_allowed'
      when not s.good_enough then 'level_not_allowed' end,
    case when s.agreed or s.of_age and s.good_enough then null
      when not s.of_age then concat_ws('-', s.min_age, s.max_age)
      else concat_ws('-', s.min_level, s.max_level) end
  from (
    select b.*, b.years between b.min_age and b.max_age
      -- If a child is too old for all teams of its level, it belongs to the oldest of them.
      or b.years > b.max_age and b.max_age = max(b.max_age) filter (where b.years >= b.min_age and b.good_enough)
        over (partition by b.day) as of_age
    from (
      select d.day, t.id as team, t.min_age, t.max_age, t.min_level, t.max_level,
        t.id = any (c.agreed_teams) as agreed, private.age_on(c.dob, d.day) as years,
        k.level >= t.min_level as good_enough
      from public.children c
      cross join lateral (select private.ladder_level(c) as level offset 0) k
      cross join (select distinct unnest(p_days) as day) d
      cross join public.teams t
      where c.id = p_child_id
    ) b
  ) s;
end;
$$;
comment on function private.team_standings(uuid, date[]) is
  'Returns each team''s rules for a child. is_own is true for the highest team that suits age and level. problem is '
  'age_not_allowed or level_not_allowed (with a detail), or null if the child may come or a coach agreed.';

create function private.check_team(p_child_id uuid, p_session public.sessions, p_field text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_eligibility record;
begin
  select s.* into v_eligibility
  from public.class_types t
  join private.team_standings(p_child_id, array[p_session.session_date]) s on s.team = t.team
  where t.id = p_session.class_type_id;
  if v_eligibility.problem is not null then perform private.fail(v_eligibility.problem, p_field, v_eligibility.detail); end if;
end;
$$;
comment on function private.check_team(uuid, public.sessions, text) is
  'Refuses a session of a team that a child may not join. Fails with age_not_allowed or level_not_allowed, with the '
  'detail of private.team_standings. A class without a team is open to all.';
