-- Admins correct who coached a past session or camp. Coaches are paid by the hours that result.

create function private.last_day_of(p_place_id uuid)
returns date
language sql
stable
set search_path = ''
as $$
  select session_date from public.sessions where id = p_place_id and status = 'scheduled'
  union all
  select end_date from public.camp_weeks where id = p_place_id and cancelled_at is null
$$;
comment on function private.last_day_of(uuid) is
  'Returns the last day of a session or camp, or null if it is cancelled or unknown.';

create function private.set_held_by(p_place_id uuid, p_from uuid, p_to uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- If p_from is null, the correction only adds a coach. Either nobody was assigned, or a camp gets a further coach.
  if p_from is not null and not private.coaches_of(p_place_id) @> jsonb_build_array(jsonb_build_object('id', p_from)) then
    perform private.fail('changed_meanwhile', 'p_from');
  end if;
  if private.coaches_of(p_place_id) @> jsonb_build_array(jsonb_build_object('id', p_to)) then
    perform private.fail('changed_meanwhile', 'p_to');
  end if;
  if exists (select from public.sessions where id = p_place_id) then
    update public.sessions set coach_id = p_to where id = p_place_id and coach_id is not distinct from p_from;
    if not found then perform private.fail('changed_meanwhile', 'p_from'); end if;
    return;
  end if;
  delete from public.camp_coaches where camp_id = p_place_id and coach_id = p_from;
  insert into public.camp_coaches (camp_id, coach_id) select p_place_id, p_to where p_to is not null;
end;
$$;
comment on function private.set_held_by(uuid, uuid, uuid) is
  'Replaces one coach of a session or camp by another. If p_from is null, adds a coach. If p_to is null, removes one. '
  'Fails with changed_meanwhile (field) if p_from is not its coach, or if p_to already is.';

create function public.correct_coach(p_place_id uuid, p_from uuid, p_to uuid, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- Reasons are stored for 13 months, so older sessions and camps cannot be corrected.
  c_most_days constant integer := 395;
  v_last_day date;
  v_reason text;
  v_entry jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200);
  perform private.lock_places(
    array(select id from public.sessions where id = p_place_id), array(select id from public.camp_weeks where id = p_place_id));
  v_last_day := private.last_day_of(p_place_id);
  if v_last_day is null then perform private.fail('place_not_found', 'p_place_id'); end if;
  -- Until the end of the day, staff assign a substitute instead (assign_coach).
  if v_last_day not between private.calendar_today() - c_most_days and private.calendar_today() - 1 then
    perform private.fail('invalid_input', 'p_place_id');
  end if;
  if p_from is not distinct from p_to or p_to is not null and not exists (select from public.coaches where id = p_to) then
    perform private.fail('invalid_input', 'p_to');
  end if;
  -- Nobody may decide about their own pay. Business admins may, because nobody is above them.
  if not private.has_any_role('business_admin')
    and exists (select from public.coaches where user_id = (select auth.uid()) and id in (p_from, p_to)) then
    perform private.fail('own_hours', 'p_to');
  end if;
  perform private.set_held_by(p_place_id, p_from, p_to);
  perform private.note_coach_exception(p_place_id, coalesce(p_to, p_from), '{corrected}', v_reason);
  v_entry := coalesce((select private.plan_entry_of(s) from public.sessions s where s.id = p_place_id),
    (select private.plan_entry_of(w) from public.camp_weeks w where w.id = p_place_id));
  perform private.mail_coaches((
    select jsonb_agg(c.change || jsonb_build_object('entry', v_entry))
    from (values (p_from, 'uncredited'), (p_to, 'credited')) n (id, what)
    cross join lateral (select jsonb_build_object('coach_id', n.id, 'what', n.what) as change) c
    where n.id is not null));
  return private.schedule_place(p_place_id);
end;
$$;
comment on function public.correct_coach(uuid, uuid, uuid, text) is
  'For admins. Corrects who coached a session or camp that is over, up to 13 months ago. If p_from is null, a coach is '
  'added. If p_to is null, a coach is removed. Hours for pay change accordingly, and both coaches are mailed. Returns '
  'ScheduleItemDetails (contract/management-schedule.ts). Fails with place_not_found, changed_meanwhile, own_hours. '
  'Definer: see assign_coach.';
grant execute on function public.correct_coach(uuid, uuid, uuid, text) to authenticated;
select private.answer_calls('public.correct_coach(uuid, uuid, uuid, text)', 'management');
