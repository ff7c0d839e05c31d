-- Head coaches and admins release growth reports or send them back.

create function private.release_problem(p_report public.growth_reports)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when p_report.state <> 'ready' then 'report_not_ready'
    when not exists (
      select from private.report_children(p_report.camp_id) c
      join public.camp_weeks w on w.id = p_report.camp_id and w.cancelled_at is null
      where c.child_id = p_report.child_id and c.days_attended > 0)
      then 'child_not_at_camp'
    when private.is_own_report(p_report) and private.other_releasers()
      then 'own_report' end
$$;
comment on function private.release_problem(public.growth_reports) is
  'Returns why the caller, who may release reports, may not release this one: report_not_ready, child_not_at_camp or '
  'own_report. Returns null if they may.';

create function public.release_growth_reports(p_reports jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 60;
  v_report public.growth_reports;
  v_child public.children;
  v_problem text;
  v_count integer := 0;
begin
  if not private.may_release_reports() then perform private.deny(); end if;
  if jsonb_typeof(p_reports) is distinct from 'array' or jsonb_array_length(p_reports) not between 1 and c_most
    or exists (
      select from jsonb_array_elements(p_reports) p
      where not private.is_uuid(p -> 'id') or jsonb_typeof(p -> 'version') is distinct from 'number') then
    perform private.fail('invalid_input', 'p_reports');
  end if;
  -- Reports are locked before children, both in order of id.
  perform from public.growth_reports
  where id in (select (p ->> 'id')::uuid from jsonb_array_elements(p_reports) p) order by id for update;
  perform from public.children c
  where c.id in (
    select r.child_id from public.growth_reports r
    where r.id in (select (p ->> 'id')::uuid from jsonb_array_elements(p_reports) p)) order by c.id for update;
  if (select count(*) from public.growth_reports r join jsonb_array_elements(p_reports) p on r.id = (p ->> 'id')::uuid)
    <> jsonb_array_length(p_reports) then
    perform private.fail('report_not_found', 'p_reports');
  end if;
  for v_report in
    select r.* from public.growth_reports r join jsonb_array_elements(p_reports) p on r.id = (p ->> 'id')::uuid order by r.id
  loop
    -- If the request is repeated, the report is released already.
    continue when v_report.state = 'released';
    -- Nobody releases words that they have not read.
    if exists (
      select from jsonb_array_elements(p_reports) p
      where (p ->> 'id')::uuid = v_report.id and (p ->> 'version')::numeric <> v_report.version) then
      perform private.fail('changed_meanwhile', 'p_reports');
    end if;
    v_problem := private.release_problem(v_report);
    if v_problem is not null then perform private.fail(v_problem, 'p_reports'); end if;
    select * into v_child from public.children where id = v_report.child_id;
    -- A coach may have moved the child further up since. A report never moves it down.
    if v_report.level > v_child.current_level then
      perform private.change_level(v_child.id, v_report.level, null, coalesce(v_report.edited_by, v_report.written_by));
    end if;
    update public.growth_reports set state = 'released', version = version + 1, released_by = (select auth.uid()),
      released_at = clock_timestamp(), returned_note = null, coach_name = private.staff_name(coalesce(edited_by, written_by)),
      -- A report that was taken back still says from which level to which it moved the child.
      level_before = coalesce(level_before, v_child.current_level),
      level = case when level_before is null then greatest(v_report.level, v_child.current_level) else v_report.level end
    where id = v_report.id;
    perform private.queue_family_mails('growth_report', format('growth_report:%s:%s', v_child.family_id, v_report.id),
      jsonb_build_object('report_id', v_report.id, 'child_name', private.child_name(v_child.id), 'title', w.name, 'location', l.name,
        'first_day', w.start_date, 'last_day', w.end_date),
      v_child.family_id)
    from public.camp_weeks w join public.locations l on l.id = w.location_id where w.id = v_report.camp_id;
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('released', v_count);
end;
$$;
comment on function public.release_growth_reports(jsonb) is
  'For head coaches and admins. Releases reports, all or none. p_reports is [{id, version}] as the caller read them. '
  'Moves each child up to the level that the coach chose, and mails the family once for each report. Returns '
  '{released}. Fails with report_not_found, changed_meanwhile, report_not_ready, child_not_at_camp, own_report (the '
  'caller wrote it and somebody else may release it). Definer: see get_camp_reports.';
grant execute on function public.release_growth_reports(jsonb) to authenticated;
select private.answer_calls('public.release_growth_reports(jsonb)', 'growth_reports');

create function public.return_growth_report(p_report_id uuid, p_version integer, p_note text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note text;
  v_report public.growth_reports;
begin
  if not private.may_release_reports() then perform private.deny(); end if;
  v_note := private.check_text(to_jsonb(p_note), 'p_note', 300);
  select * into v_report from public.growth_reports where id = p_report_id for update;
  if v_report.id is null then perform private.fail('report_not_found', 'p_report_id'); end if;
  if v_report.version is distinct from p_version then perform private.fail('changed_meanwhile', 'p_version'); end if;
  if v_report.state = 'draft' then perform private.fail('report_not_ready', 'p_report_id'); end if;
  update public.growth_reports set state = 'draft', returned_note = v_note, version = version + 1,
    ready_by = null, ready_at = null, released_by = null, released_at = null, coach_name = null
  where id = v_report.id returning * into v_report;
  return jsonb_build_object('report', private.report_view(v_report));
end;
$$;
comment on function public.return_growth_report(uuid, integer, text) is
  'For head coaches and admins. Sends a report back to its coach with a note. A released one is taken back, so that '
  'the family does not see it any more; its level stays, and it is not mailed again. Returns {report}. Fails with '
  'report_not_found, changed_meanwhile, report_not_ready. Definer: see get_camp_reports.';
grant execute on function public.return_growth_report(uuid, integer, text) to authenticated;
select private.answer_calls('public.return_growth_report(uuid, integer, text)', 'growth_reports');

create function private.end_head_coach()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_table_name = 'user_roles' then
    update public.coaches set is_head = false where user_id = old.user_id and is_head;
  else
    new.is_head := false;
  end if;
  return new;
end;
$$;
comment on function private.end_head_coach() is
  'Ends the right of a head coach with the role, or with the account, so that somebody who comes back later does not '
  'have it again unseen.';
create trigger end_head_coach after delete on public.user_roles
  for each row when (old.role = 'coach') execute function private.end_head_coach();
create trigger end_head_coach before update of user_id on public.coaches
  for each row when (old.is_head and new.user_id is distinct from old.user_id) execute function private.end_head_coach();

create function public.set_head_coach(p_coach_id uuid, p_is_head boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  if p_is_head is null then perform private.fail('invalid_input', 'p_is_head'); end if;
  update public.coaches set is_head = p_is_head where id = p_coach_id and (user_id is not null or not p_is_head);
  if not found then perform private.fail('coach_not_found', 'p_coach_id'); end if;
  return jsonb_build_object('is_head', p_is_head);
end;
$$;
comment on function public.set_head_coach(uuid, boolean) is
  'For business admins, who give rights to staff. Makes a coach with an account a head coach, or ends it. The call is '
  'recorded in the audit log. Returns {is_head}. Fails with coach_not_found. Definer: coaches have no write grant.';
grant execute on function public.set_head_coach(uuid, boolean) to authenticated;
select private.answer_calls('public.set_head_coach(uuid, boolean)', 'management');
