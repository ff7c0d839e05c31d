-- Coaches and admins enter working hours and absences. Old ones are deleted.

create function public.save_coach_hours(p_hours jsonb, p_coach_id uuid default null, p_expected jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_coach_id uuid;
  v_day jsonb;
  v_index integer := 0;
begin
  v_coach_id := private.coach_of_caller(p_coach_id);
  if jsonb_typeof(p_hours) is distinct from 'array' or jsonb_array_length(p_hours) > 7 then
    perform private.fail('invalid_input', 'p_hours');
  end if;
  perform private.lock_coach(v_coach_id);
  if p_expected is distinct from private.hours_of(v_coach_id) then perform private.fail('changed_meanwhile', 'p_expected'); end if;
  delete from public.coach_hours where coach_id = v_coach_id;
  for v_day in select e from jsonb_array_elements(p_hours) e loop
    perform private.check_object(v_day, 'p_hours', 200);
    if not private.is_whole(v_day -> 'weekday', 1, 7)
      or exists (select from public.coach_hours where coach_id = v_coach_id and weekday = (v_day ->> 'weekday')::integer) then
      perform private.fail('invalid_input', format('p_hours[%s].weekday', v_index));
    end if;
    perform private.check_hours(v_day, format('p_hours[%s].', v_index));
    insert into public.coach_hours (coach_id, weekday, from_time, until_time)
    values (v_coach_id, (v_day ->> 'weekday')::integer, nullif(v_day ->> 'from_time', '')::time, nullif(v_day ->> 'until_time', '')::time);
    v_index := v_index + 1;
  end loop;
  return jsonb_build_object('hours', private.hours_of(v_coach_id));
end;
$$;
comment on function public.save_coach_hours(jsonb, uuid, jsonb) is
  'Replaces when a coach can work. Coaches change their own hours, admins anybody''s. Returns CoachHours[] '
  '(contract/coach-time.ts). A weekday that is left out is unknown. On a weekday without times the coach cannot work. '
  'Fails with coach_not_found, changed_meanwhile. Definer: the tables have no grants.';
grant execute on function public.save_coach_hours(jsonb, uuid, jsonb) to authenticated;
select private.answer_calls('public.save_coach_hours(jsonb, uuid, jsonb)', 'management');

create function private.hours_of(p_coach_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('weekday', weekday, 'from_time', private.clock_of(from_time),
    'until_time', private.clock_of(until_time)) order by weekday), '[]')
  from public.coach_hours where coach_id = p_coach_id
$$;
comment on function private.hours_of(uuid) is 'Returns CoachHours[] (contract/coach-time.ts).';

create function private.coach_of_absence(p_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_is_admin constant boolean := private.is_admin();
  v_coach_id uuid;
begin
  if not (v_is_admin or private.is_coach()) then perform private.deny(); end if;
  select a.coach_id into v_coach_id from public.coach_absences a join public.coaches k on k.id = a.coach_id
  where a.id = p_id and (v_is_admin or k.user_id = (select auth.uid()));
  if v_coach_id is null then perform private.fail('absence_not_found', 'p_id'); end if;
  return v_coach_id;
end;
$$;
comment on function private.coach_of_absence(uuid) is
  'Returns the coach of an absence that the caller may change. Fails with absence_not_found, both for a colleague''s '
  'absence and for an unknown one.';

create function public.save_coach_absence(
  p_absence jsonb, p_id uuid default null, p_coach_id uuid default null, p_expected jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_shown constant integer := 50;
  v_coach_id uuid;
  v_new public.coach_absences;
  v_key text;
  v_uncovered jsonb;
begin
  -- A change of an absence concerns its own coach, even if the call names another.
  v_coach_id := case when p_id is null then private.coach_of_caller(p_coach_id) else private.coach_of_absence(p_id) end;
  perform private.check_object(p_absence, 'p_absence', 1000);
  for v_key in select k from jsonb_object_keys(p_absence) k
    where k <> all (array['first_day', 'last_day', 'from_time', 'until_time', 'kind', 'note']) loop
    perform private.fail('invalid_input', left(v_key, 60));
  end loop;
  foreach v_key in array array['first_day', 'last_day'] loop
    if not coalesce(p_absence ->> v_key ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(p_absence ->> v_key, 'date'), false) then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  if (p_absence ->> 'first_day')::date not between private.calendar_today() - 31 and private.calendar_today() + 400 then
    perform private.fail('invalid_input', 'first_day');
  end if;
  if (p_absence ->> 'last_day')::date not between greatest((p_absence ->> 'first_day')::date, private.calendar_today())
    and (p_absence ->> 'first_day')::date + 366 then
    perform private.fail('invalid_input', 'last_day');
  end if;
  perform private.check_hours(p_absence, '');
  if not coalesce(p_absence ->> 'kind' in ('holiday', 'ill', 'training', 'other'), false) then
    perform private.fail('invalid_input', 'kind');
  end if;
  perform private.lock_coach(v_coach_id);
  if p_id is null then
    v_new.id := gen_random_uuid();
    v_new.created_at := clock_timestamp();
    v_new.coach_id := v_coach_id;
  else
    select * into v_new from public.coach_absences where id = p_id for update;
    if not found then perform private.fail('absence_not_found', 'p_id'); end if;
    perform private.check_expected(p_expected, private.absence_view(v_new));
  end if;
  v_new.first_day := (p_absence ->> 'first_day')::date;
  v_new.last_day := (p_absence ->> 'last_day')::date;
  v_new.from_time := nullif(p_absence ->> 'from_time', '')::time;
  v_new.until_time := nullif(p_absence ->> 'until_time', '')::time;
  v_new.kind := p_absence ->> 'kind';
  v_new.note := case when private.is_given(p_absence -> 'note') then private.check_text(p_absence -> 'note', 'note', 200) end;
  v_new.entered_by := (select id from public.profiles where id = (select auth.uid()));
  v_new.updated_at := clock_timestamp();
  insert into public.coach_absences select v_new.* on conflict (id) do update set
    first_day = excluded.first_day, last_day = excluded.last_day, from_time = excluded.from_time,
    until_time = excluded.until_time, kind = excluded.kind, note = excluded.note, entered_by = excluded.entered_by;
  v_uncovered := private.uncovered_view(c_shown, v_new.id);
  -- There is one notice for the same sessions, however often the absence is saved.
  if (v_uncovered ->> 'count')::integer > 0 then
    perform private.notify_staff('coach_absences', v_new.id || ':' || md5(v_uncovered::text));
  end if;
  return jsonb_build_object('absence', (select private.absence_view(a) from public.coach_absences a where a.id = v_new.id),
    'uncovered', v_uncovered);
end;
$$;
comment on function public.save_coach_absence(jsonb, uuid, uuid, jsonb) is
  'Enters an absence (p_id is null) or changes one. Returns SavedAbsence (contract/coach-time.ts). The team is mailed '
  'which sessions and camps need another coach. The call is recorded in the audit log, without kind and note. Fails '
  'with coach_not_found, absence_not_found, changed_meanwhile. Definer: see save_coach_hours.';
grant execute on function public.save_coach_absence(jsonb, uuid, uuid, jsonb) to authenticated;
select private.answer_calls('public.save_coach_absence(jsonb, uuid, uuid, jsonb)', 'management');

create function public.remove_coach_absence(p_id uuid, p_expected jsonb default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_absence public.coach_absences;
begin
  perform private.coach_of_absence(p_id);
  select * into v_absence from public.coach_absences where id = p_id for update;
  -- If two people remove it at once, both want the same. So the second one is not refused.
  if found then perform private.check_expected(p_expected, private.absence_view(v_absence)); end if;
  delete from public.coach_absences where id = p_id;
  return jsonb_build_object('removed', found);
end;
$$;
comment on function public.remove_coach_absence(uuid, jsonb) is
  'Removes an absence. Returns {removed}. Fails with absence_not_found, changed_meanwhile. Definer: see '
  'save_coach_hours.';
grant execute on function public.remove_coach_absence(uuid, jsonb) to authenticated;
select private.answer_calls('public.remove_coach_absence(uuid, jsonb)', 'management');

create function private.purge_coach_absences()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.coach_absences where id = any (array(
    select id from public.coach_absences where last_day < private.expiry('coach_absences')
    order by last_day limit 1000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_coach_absences() is 'Deletes absences past their retention period.';

create function private.purge_coach_reasons()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
  v_camps integer;
begin
  delete from public.coach_exceptions where id = any (array(
    select id from public.coach_exceptions where decided_at < private.expiry('coach_reasons')
    order by decided_at limit 1000 for update skip locked));
  get diagnostics v_count = row_count;
  -- A camp that is not over is still sold by its exception.
  delete from public.camp_sale_exceptions where id = any (array(
    select e.id from public.camp_sale_exceptions e join public.camp_weeks w on w.id = e.camp_id
    where coalesce(e.ended_at, e.made_at) < private.expiry('coach_reasons')
      and (e.ended_at is not null or w.end_date < private.calendar_today())
    order by coalesce(e.ended_at, e.made_at) limit 1000 for update of e skip locked));
  get diagnostics v_camps = row_count;
  return v_count + v_camps;
end;
$$;
comment on function private.purge_coach_reasons() is
  'Deletes the reasons why coaches were assigned in spite of concerns, and why camps were sold without a coach, past '
  'their retention period.';
