-- Coaches write growth reports on the phone, child after child.

create function private.is_own_report(p_report public.growth_reports)
returns boolean
language sql
stable
set search_path = ''
as $$
  select coalesce((select auth.uid()) in (p_report.written_by, p_report.edited_by, p_report.ready_by), false)
$$;
comment on function private.is_own_report(public.growth_reports) is
  'Returns whether the caller wrote the report, changed it last, or marked it as ready.';

create function private.report_view(p_report public.growth_reports)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select case when p_report.id is not null then jsonb_build_object(
    'id', p_report.id, 'state', p_report.state, 'version', p_report.version, 'foundations', p_report.foundations,
    'sentence', p_report.sentence, 'level', p_report.level, 'level_before', p_report.level_before,
    'returned_note', p_report.returned_note, 'written_by', private.staff_name(coalesce(p_report.edited_by, p_report.written_by)),
    'is_own', private.is_own_report(p_report),
    'released_by', private.staff_name(p_report.released_by), 'released_at', private.iso(p_report.released_at)) end
$$;
comment on function private.report_view(public.growth_reports) is
  'Returns GrowthReport (contract/growth-reports.ts), or null if there is none. written_by is who changed it last.';

create function private.report_camp(p_camp_id uuid)
returns public.camp_weeks
language plpgsql
stable
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  -- A coach gets the same answer for a colleague's camp and for one that does not exist.
  if v_camp.id is null or not (private.may_release_reports() or private.coaches_place(v_camp.id)) then
    perform private.fail('place_not_found', 'p_camp_id');
  end if;
  if not private.may_write_reports(v_camp) and not exists (
    select from public.growth_reports r where r.camp_id = v_camp.id and private.may_open_report(v_camp, r)) then
    perform private.fail('reports_closed', 'p_camp_id');
  end if;
  return v_camp;
end;
$$;
comment on function private.report_camp(uuid) is
  'Returns a camp of which the caller may open growth reports, all or some (private.may_open_report). Fails with '
  'place_not_found, reports_closed (it is not the last day yet, the time to write is over, or the camp was cancelled).';

create function public.get_camp_reports(p_camp_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp constant public.camp_weeks := private.report_camp(p_camp_id);
  v_today constant date := private.calendar_today();
  v_children jsonb;
begin
  with place as materialized (
    select c.child_id, c.days_attended, c.days_marked from private.report_children(v_camp.id) c
    left join public.growth_reports r on r.camp_id = v_camp.id and r.child_id = c.child_id
    where private.may_open_report(v_camp, r)
    union all
    -- A released report can be taken back even if the place was cancelled or moved afterwards.
    select r.child_id, 0, 0 from public.growth_reports r
    where r.camp_id = v_camp.id and r.state = 'released' and private.may_open_report(v_camp, r)
      and not exists (select from private.report_children(v_camp.id) c where c.child_id = r.child_id)),
  child as materialized (
    select c.*, n.name as shown_name, p.days_attended, p.days_marked
    from place p
    join private.names_apart(array(select child_id from place), v_today) n on n.child_id = p.child_id
    join public.children c on c.id = p.child_id),
  -- One statement reads and logs, so that no child is served without a log entry.
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id, user_context)
    select (select auth.uid()), 'growth_reports', 'growth_report', c.family_id, c.id,
      jsonb_build_object('place_id', v_camp.id, 'day', v_today)
    from child c
    where not exists (
      select from public.access_log l
      where l.family_id = c.family_id and l.created_at >= private.midnight_of(v_today) and l.child_id = c.id
        and l.user_id = (select auth.uid()) and l.access_type = 'growth_report'
        and l.user_context ->> 'place_id' = v_camp.id::text)
    returning 1)
  select coalesce(jsonb_agg(jsonb_build_object(
    'child_id', c.id, 'name', c.shown_name, 'age', private.age_on(c.dob, v_camp.end_date), 'level', c.current_level,
    'days_attended', c.days_attended, 'days_marked', c.days_marked, 'report', private.report_view(r))
    order by c.shown_name, c.id), '[]')
  into v_children
  from child c left join public.growth_reports r on r.camp_id = v_camp.id and r.child_id = c.id
  where (select count(*) from logged) is not null;
  return private.report_progress(v_camp) || jsonb_build_object(
    'days', v_camp.end_date - v_camp.start_date + 1
      - (select count(*) from public.cancelled_camp_days c where c.camp_id = v_camp.id),
    'write_until', case when not private.may_release_reports() then v_camp.end_date + (private.settings()).growth_report_write_days end,
    'may_release', private.may_release_reports(),
    'may_release_own', private.may_release_reports() and not private.other_releasers(),
    'list', v_children);
end;
$$;
comment on function public.get_camp_reports(uuid) is
  'For coaches of the camp, head coaches and admins. Returns CampReports (contract/growth-reports.ts): the children of'
  ' a camp with what was written about them. Each child is logged once a day. Fails with place_not_found, '
  'reports_closed. Definer: nobody may read the table.';
grant execute on function public.get_camp_reports(uuid) to authenticated;
select private.answer_calls('public.get_camp_reports(uuid)', 'growth_reports');

create function private.check_foundations(p_value jsonb, p_is_complete boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_foundation jsonb;
  v_checked jsonb := '[]';
begin
  if jsonb_typeof(p_value) is distinct from 'array' or jsonb_array_length(p_value) <> 10
    or (select count(distinct f ->> 'key') from jsonb_array_elements(p_value) f) <> 10 then
    perform private.fail('invalid_input', 'foundations');
  end if;
  for v_foundation in select * from jsonb_array_elements(p_value) loop
    perform private.check_object(v_foundation, 'foundations', 2000);
    if not coalesce(v_foundation -> 'mark' = 'null' and not p_is_complete
      or v_foundation ->> 'mark' in ('growing', 'steady', 'shining', 'not_seen'), false) then
      perform private.fail('invalid_input', 'mark');
    end if;
    v_checked := v_checked || jsonb_build_array(jsonb_build_object(
      'key', private.check_text(v_foundation -> 'key', 'foundations', 60),
      -- Editors may leave out the emoji.
      'emoji', case when v_foundation -> 'emoji' = '""' then ''
        else private.check_text(v_foundation -> 'emoji', 'foundations', 16) end,
      'title', private.check_text(v_foundation -> 'title', 'foundations', 120),
      'text', private.check_text(v_foundation -> 'text', 'foundations', 400),
      'mark', v_foundation -> 'mark'));
  end loop;
  return v_checked;
end;
$$;
comment on function private.check_foundations(jsonb, boolean) is
  'Returns the ten foundations of a report. If p_is_complete is true, each needs a mark. Fails with invalid_input '
  '(foundations, mark).';

create function public.save_growth_report(p_camp_id uuid, p_child_id uuid, p_report jsonb, p_version integer default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp constant public.camp_weeks := private.report_camp(p_camp_id);
  v_is_ready boolean;
  v_foundations jsonb;
  v_sentence text;
  v_level integer;
  v_child public.children;
  v_report public.growth_reports;
begin
  perform private.check_object(p_report, 'p_report', 20000);
  if jsonb_typeof(p_report -> 'is_ready') is distinct from 'boolean' then perform private.fail('invalid_input', 'is_ready'); end if;
  v_is_ready := (p_report -> 'is_ready')::boolean;
  v_foundations := private.check_foundations(p_report -> 'foundations', v_is_ready);
  if v_is_ready or private.is_given(p_report -> 'sentence') then
    v_sentence := private.check_text(p_report -> 'sentence', 'sentence', 600);
  end if;
  if private.is_given(p_report -> 'level') then
    if p_report ->> 'level' !~ '^[1-8]$' then perform private.fail('invalid_input', 'level'); end if;
    v_level := (p_report ->> 'level')::integer;
  end if;
  -- Two devices of one camp write one after the other.
  perform pg_advisory_xact_lock(hashtextextended('growth_report ' || v_camp.id || p_child_id, 0));
  select * into v_report from public.growth_reports where camp_id = v_camp.id and child_id = p_child_id for update;
  select c.* into v_child
  from private.report_children(v_camp.id) p join public.children c on c.id = p.child_id
  where p.child_id = p_child_id and p.days_attended > 0;
  if v_child.id is null then perform private.fail('child_not_at_camp', 'p_child_id'); end if;
  if v_camp.cancelled_at is not null or not private.may_open_report(v_camp, v_report) then
    perform private.fail('reports_closed', 'p_camp_id');
  end if;
  if v_report.state = 'released' then perform private.fail('report_released', 'p_report'); end if;
  -- A level that the child has by now needs no move.
  if v_level <= v_child.current_level then v_level := null; end if;
  -- A report that was taken back keeps the move to another level that it made.
  if v_level is null and v_report.level_before is not null then v_level := least(v_report.level, v_child.current_level); end if;
  if v_report.id is null then
    insert into public.growth_reports as r (
      camp_id, child_id, state, foundations, sentence, level, written_by, edited_by, ready_by, ready_at)
    values (v_camp.id, p_child_id, case when v_is_ready then 'ready' else 'draft' end, v_foundations, v_sentence, v_level,
      (select auth.uid()), (select auth.uid()), case when v_is_ready then (select auth.uid()) end, case when v_is_ready then clock_timestamp() end)
    returning * into v_report;
  -- If the request is repeated, it was stored before.
  elsif (v_report.foundations, v_report.sentence, v_report.level, v_report.state = 'ready')
    is distinct from (v_foundations, v_sentence, v_level, v_is_ready) then
    if v_report.version is distinct from p_version then perform private.fail('changed_meanwhile', 'p_version'); end if;
    update public.growth_reports set foundations = v_foundations, sentence = v_sentence, level = v_level,
      state = case when v_is_ready then 'ready' else 'draft' end, version = version + 1,
      returned_note = case when not v_is_ready then returned_note end,
      edited_by = case when (foundations, sentence, level) is distinct from (v_foundations, v_sentence, v_level)
        then (select auth.uid()) else edited_by end,
      ready_by = case when state = 'ready' and v_is_ready then ready_by when v_is_ready then (select auth.uid()) end,
      ready_at = case when state = 'ready' and v_is_ready then ready_at when v_is_ready then clock_timestamp() end
    where id = v_report.id returning * into v_report;
  end if;
  return jsonb_build_object('report', private.report_view(v_report));
end;
$$;
comment on function public.save_growth_report(uuid, uuid, jsonb, integer) is
  'For those who may write the reports of the camp. p_report is ReportFields (contract/growth-reports.ts); is_ready '
  'says that it waits for its release. p_version is the one that it is based on, or null for the first. Returns '
  '{report}. Fails with place_not_found, reports_closed, invalid_input, child_not_at_camp (no place, or not marked as '
  'there on any day), report_released, changed_meanwhile. Definer: see get_camp_reports.';
grant execute on function public.save_growth_report(uuid, uuid, jsonb, integer) to authenticated;
select private.answer_calls('public.save_growth_report(uuid, uuid, jsonb, integer)', 'growth_reports');

create function public.list_camps_with_reports()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_is_releaser constant boolean := private.may_release_reports();
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  return jsonb_build_object(
    'camps', (
      select coalesce(jsonb_agg(private.report_progress(w) order by w.end_date desc, w.id), '[]')
      from (
        select * from public.camp_weeks w
        where w.end_date between private.calendar_today() - 400 and private.calendar_today()
          -- The rights of a coach are checked only for recent camps and for those with a report that came back.
          and (v_is_releaser or w.end_date >= private.calendar_today() - (private.settings()).growth_report_write_days
            or exists (select from public.growth_reports r where r.camp_id = w.id and r.returned_note is not null))
          and (private.may_write_reports(w)
              and exists (select from public.camp_enrollments e where e.camp_id = w.id and e.status = 'enrolled')
            or exists (select from public.growth_reports r where r.camp_id = w.id and private.may_open_report(w, r)))
        order by w.end_date desc, w.id limit 60) w),
    'head_coaches', case when v_is_releaser then (
      select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name, 'is_head', k.is_head) order by k.name), '[]')
      from public.coaches k where k.user_id is not null and private.is_assignable(k)) else '[]' end,
    'may_release', v_is_releaser,
    'may_name_head_coaches', private.has_any_role('business_admin'));
end;
$$;
comment on function public.list_camps_with_reports() is
  'For coaches and admins. Returns CampsWithReports (contract/growth-reports.ts): the camps whose growth reports the '
  'caller may write, the latest first. Definer: see get_camp_reports.';
grant execute on function public.list_camps_with_reports() to authenticated;
select private.answer_calls('public.list_camps_with_reports()', 'growth_reports');
