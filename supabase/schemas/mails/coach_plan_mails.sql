-- These triggers mail the coaches, so that no change of a plan is missed (docs/decisions "Mails to coaches"). A preview
-- is rolled back and leaves no mail.

create function private.plan_entry(
  p_kind text, p_title text, p_location_id uuid, p_first_day date, p_last_day date, p_from time, p_until time)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('kind', p_kind, 'title', p_title, 'location', l.name, 'first_day', p_first_day,
    'last_day', p_last_day, 'from', to_char(p_from, 'HH24:MI'), 'until', to_char(p_until, 'HH24:MI'))
  from public.locations l where l.id = p_location_id
$$;
comment on function private.plan_entry(text, text, uuid, date, date, time, time) is
  'Returns what a coach reads about a session or camp, as PlanEntry (mails/coach-plan.ts). It contains no name of a '
  'person.';

create function private.plan_entry_of(p_session public.sessions)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.plan_entry('session', t.name, p_session.location_id, p_session.session_date, p_session.session_date,
    p_session.session_time, p_session.session_time + p_session.duration_minutes * interval '1 minute')
  from public.class_types t where t.id = p_session.class_type_id
$$;
comment on function private.plan_entry_of(public.sessions) is 'Returns private.plan_entry of a session.';

create function private.plan_entry_of(p_camp public.camp_weeks)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.plan_entry('camp', p_camp.name, p_camp.location_id, p_camp.start_date, p_camp.end_date, d.begins_at, d.ends_at)
  from private.camp_day(p_camp) d
$$;
comment on function private.plan_entry_of(public.camp_weeks) is
  'Returns private.plan_entry of a camp, with the hours of its whole day.';

create function private.mails_coaches()
returns boolean
language sql
stable
set search_path = ''
as $$
  select (private.is_admin() or private.is_service()) and coalesce(current_setting('planning.by_itself', true), '') = ''
$$;
comment on function private.mails_coaches() is
  'Returns whether coaches are mailed about a change. They are not mailed about weeks that the planner fills from the '
  'weekly classes.';

create function private.mail_coaches(p_changes jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  -- The key names this transaction. So further changes of the same call are added to the same mail, and nobody waits
  -- for another transaction.
  insert into public.outbox as o (key, template, recipient, profile_id, payload)
  select concat_ws(':', 'coach_plan', k.user_id, pg_current_xact_id()), 'coach_plan', p.email, p.id,
    jsonb_build_object('name', k.name, 'changes', c.changes)
  from (
    select e ->> 'coach_id' as coach_id,
      jsonb_agg(e - 'coach_id' order by e -> 'entry' ->> 'first_day', e -> 'entry' ->> 'from', e -> 'entry' ->> 'title') as changes
    from jsonb_array_elements(p_changes) e group by 1) c
  join public.coaches k on k.id = c.coach_id::uuid
  join public.profiles p on p.id = k.user_id and p.email <> ''
  where k.user_id is distinct from (select auth.uid()) and private.can_be_coach(k.user_id)
  on conflict (key) do update set payload = o.payload
    || jsonb_build_object('changes', (o.payload -> 'changes') || (excluded.payload -> 'changes'))
$$;
comment on function private.mail_coaches(jsonb) is
  'Queues one mail per coach and transaction. The coach who made the change and coaches without an account get none. '
  'p_changes is [{coach_id, what, entry, was?}], where entry and was come from private.plan_entry.';

create function private.mail_of_new_sessions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.mails_coaches() then return null; end if;
  perform private.mail_coaches(coalesce(jsonb_agg(jsonb_build_object('coach_id', s.coach_id, 'what', 'added',
    'entry', private.plan_entry_of(s))), '[]'))
  from new_rows n join public.sessions s on s.id = n.id
  where s.coach_id is not null and s.status = 'scheduled' and s.ends_at > private.calendar_now();
  return null;
end;
$$;
comment on function private.mail_of_new_sessions() is
  'Trigger: mails coaches of new sessions. Definer: the outbox has no write grant.';
create trigger mail_coaches after insert on public.sessions
  referencing new table as new_rows for each statement execute function private.mail_of_new_sessions();

create function private.mail_of_deleted_sessions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.mails_coaches() then return null; end if;
  perform private.mail_coaches(coalesce(jsonb_agg(jsonb_build_object('coach_id', o.coach_id, 'what', 'cancelled',
    'entry', private.plan_entry_of(jsonb_populate_record(null::public.sessions, to_jsonb(o))))), '[]'))
  from old_rows o
  where o.coach_id is not null and o.status = 'scheduled' and o.ends_at > private.calendar_now();
  return null;
end;
$$;
comment on function private.mail_of_deleted_sessions() is
  'Trigger: mails coaches of sessions that staff withdraw. Definer: the outbox has no write grant.';
create trigger mail_coaches_of_deletion after delete on public.sessions
  referencing old table as old_rows for each statement execute function private.mail_of_deleted_sessions();

create function private.mail_of_changed_sessions()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.mails_coaches() then return null; end if;
  perform private.mail_coaches(coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'coach_id', c.coach_id, 'what', c.what, 'entry', case when c.what = 'removed' then p.was else p.entry end,
    'was', case when c.what = 'moved' then p.was end))), '[]'))
  from old_rows o join public.sessions s on s.id = o.id
  cross join lateral (
    select private.plan_entry_of(s) as entry,
      private.plan_entry_of(jsonb_populate_record(null::public.sessions, to_jsonb(o))) as was offset 0) p
  cross join lateral (
    select o.coach_id, case when s.status = 'cancelled' then 'cancelled'
      when s.coach_id is distinct from o.coach_id then 'removed' when p.entry <> p.was then 'moved' end as what
    union all
    select s.coach_id, 'added' where s.status = 'scheduled' and s.coach_id is distinct from o.coach_id) c
  where o.status = 'scheduled' and c.coach_id is not null and c.what is not null
    and greatest(o.ends_at, s.ends_at) > private.calendar_now();
  return null;
end;
$$;
comment on function private.mail_of_changed_sessions() is
  'Trigger: mails coaches of sessions that got another coach, location or time, or were cancelled. Definer: the '
  'outbox has no write grant.';
create trigger mail_coaches_of_change after update on public.sessions
  referencing old table as old_rows for each statement execute function private.mail_of_changed_sessions();

create function private.mail_of_camp_coaches()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.mails_coaches() then return null; end if;
  perform private.mail_coaches(coalesce(jsonb_agg(jsonb_build_object('coach_id', r.coach_id,
    'what', case tg_op when 'INSERT' then 'added' else 'removed' end, 'entry', private.plan_entry_of(w))), '[]'))
  from changed_rows r join public.camp_weeks w on w.id = r.camp_id
  where w.cancelled_at is null and w.end_date >= private.calendar_today();
  return null;
end;
$$;
comment on function private.mail_of_camp_coaches() is
  'Trigger: mails coaches who are put on a camp or taken off it. Definer: the outbox has no write grant.';
create trigger mail_coaches after insert on public.camp_coaches
  referencing new table as changed_rows for each statement execute function private.mail_of_camp_coaches();
create trigger mail_coaches_of_deletion after delete on public.camp_coaches
  referencing old table as changed_rows for each statement execute function private.mail_of_camp_coaches();

create function private.mail_of_changed_camps()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.mails_coaches() then return null; end if;
  perform private.mail_coaches(coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('coach_id', c.coach_id,
    'what', case when w.cancelled_at is not null then 'cancelled' else 'moved' end, 'entry', p.entry,
    'was', case when w.cancelled_at is null then p.was end))), '[]'))
  from old_rows o join public.camp_weeks w on w.id = o.id join public.camp_coaches c on c.camp_id = w.id
  cross join lateral (
    select private.plan_entry_of(w) as entry,
      private.plan_entry_of(jsonb_populate_record(null::public.camp_weeks, to_jsonb(o))) as was offset 0) p
  where o.cancelled_at is null and greatest(o.end_date, w.end_date) >= private.calendar_today()
    -- A new name alone does not concern the coach's plan.
    and (w.cancelled_at is not null or p.entry - 'title' <> p.was - 'title');
  return null;
end;
$$;
comment on function private.mail_of_changed_camps() is
  'Trigger: mails the coaches of camps that got another location or time, or were cancelled. Definer: the outbox has '
  'no write grant.';
create trigger mail_coaches after update on public.camp_weeks
  referencing old table as old_rows for each statement execute function private.mail_of_changed_camps();
