-- A camp can have several coaches (docs/decisions "Own sessions"). The one coach of a session is a column of the
-- session.

create table public.camp_coaches (
  camp_id uuid not null references public.camp_weeks (id) on delete cascade,
  coach_id uuid not null references public.coaches (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (camp_id, coach_id)
);
comment on table public.camp_coaches is 'The coaches of a camp. Besides admins, only they see its roster.';
create index camp_coaches_coach_id on public.camp_coaches (coach_id);

alter table public.camp_coaches enable row level security;
revoke all on table public.camp_coaches from anon, authenticated, service_role;
grant select on public.camp_coaches to authenticated, service_role;

create policy "Signed-in people read who leads a camp" on public.camp_coaches
  for select to authenticated using (true);

create trigger audit after insert or delete on public.camp_coaches
  for each row execute function private.audit('camp_id', 'coach_id');

create function private.my_camps_today()
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select w.id
  from public.coaches k join public.camp_coaches c on c.coach_id = k.id join public.camp_weeks w on w.id = c.camp_id
  where k.user_id = (select auth.uid()) and w.cancelled_at is null
    and (select private.calendar_today()) between w.start_date and w.end_date and (select private.is_coach())
$$;
comment on function private.my_camps_today() is
  'Returns today''s camps that the caller coaches, and none for anyone who is not a coach. Definer: the policies on '
  'camps and enrolments would otherwise recurse.';
grant execute on function private.my_camps_today() to authenticated, service_role;

create function private.can_be_coach(p_user_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  -- A coach without an account may be assigned, too.
  return p_user_id is null or exists (
    select from public.user_roles r join auth.users u on u.id = r.user_id
    where r.user_id = p_user_id and r.role <> 'customer' and coalesce(u.banned_until <= clock_timestamp(), true));
end;
$$;
comment on function private.can_be_coach(uuid) is
  'Returns whether a coach with this account, or without an account, may be assigned. Returns false if the account no '
  'longer has a staff role or is locked.';

create function private.is_assignable(p_coach public.coaches)
returns boolean
language plpgsql
stable
set search_path = ''
as $$ begin return p_coach.active and private.can_be_coach(p_coach.user_id); end $$;
comment on function private.is_assignable(public.coaches) is
  'Returns whether a coach may be assigned. The coach must be active, and must have either no account or an account '
  'that may coach (private.can_be_coach).';

create function private.end_lost_shares(p_place_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- A former coach loses the link to the roster, and does not get it back when they are assigned again.
  delete from public.roster_shares s where p_place_id in (s.session_id, s.camp_id) and not private.may_show(s.made_by, p_place_id);
end;
$$;
comment on function private.end_lost_shares(uuid) is
  'Ends the roster links whose makers no longer coach this session or camp.';

create function private.change_coach(
  p_place_id uuid, p_coach jsonb, p_notice jsonb, p_is_preview boolean default false, p_reason text default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_coach_id uuid;
  v_leads boolean;
  v_before jsonb;
  v_is_new boolean := false;
  v_check jsonb := '{}';
  v_impact jsonb;
begin
  if not private.is_uuid(p_coach -> 'coach_id') then perform private.fail('invalid_input', 'p_coach_id'); end if;
  if jsonb_typeof(p_coach -> 'leads') is distinct from 'boolean' then perform private.fail('invalid_input', 'p_leads'); end if;
  v_coach_id := (p_coach ->> 'coach_id')::uuid;
  v_leads := (p_coach ->> 'leads')::boolean;
  if not exists (select from public.coaches k where k.id = v_coach_id and (not v_leads or private.is_assignable(k))) then
    perform private.fail('invalid_input', 'p_coach_id');
  end if;
  perform from public.sessions where id = p_place_id for update;
  perform from public.camp_weeks where id = p_place_id for update;
  v_before := private.place_facts(p_place_id);
  if exists (select from public.sessions where id = p_place_id) then
    -- A session has one coach, so a substitute replaces the present one.
    update public.sessions set coach_id = case when v_leads then v_coach_id end
    where id = p_place_id and (coach_id is distinct from v_coach_id) = v_leads;
    v_is_new := found and v_leads;
  elsif not exists (select from public.camp_weeks where id = p_place_id) then
    perform private.fail('place_not_found', 'p_place_id');
  elsif v_leads then
    insert into public.camp_coaches (camp_id, coach_id) values (p_place_id, v_coach_id) on conflict do nothing;
    v_is_new := found;
  else
    delete from public.camp_coaches where camp_id = p_place_id and coach_id = v_coach_id;
  end if;
  if v_is_new then v_check := private.check_assignment(p_place_id, v_coach_id, p_reason, p_is_preview); end if;
  perform private.end_lost_shares(p_place_id);
  v_impact := private.note_change(p_place_id, v_before, p_notice, p_is_preview);
  perform private.update_offers_of_camps(array(select id from public.camp_weeks where id = p_place_id));
  return v_impact || v_check;
end;
$$;
comment on function private.change_coach(uuid, jsonb, jsonb, boolean, text) is
  'Assigns a coach to a session or camp, or removes one (see assign_coach). p_change is {coach_id, leads}. Returns '
  'ChangeImpact (contract/place-changes.ts).';

create function public.assign_coach(
  p_place_id uuid, p_coach_id uuid, p_leads boolean default true, p_notice jsonb default null, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_impact jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_notice(p_notice);
  if private.last_day_of(p_place_id) < private.calendar_today() then perform private.fail('place_over', 'p_place_id'); end if;
  v_impact := private.change_coach(p_place_id, jsonb_build_object('coach_id', p_coach_id, 'leads', p_leads), p_notice, false, p_reason);
  return jsonb_build_object('coaches', private.coaches_of(p_place_id), 'impact', v_impact);
end;
$$;
comment on function public.assign_coach(uuid, uuid, boolean, jsonb, text) is
  'For admins. Assigns a coach to a session or camp, or removes one. Returns AssignedCoach (contract/roster.ts). If '
  'p_notice is null, no family is notified. p_reason says why the coach is assigned although they are absent or '
  'booked elsewhere at that time. Roster links of removed coaches end. The call is recorded in the audit log. Fails '
  'with place_not_found, place_over, changed_meanwhile, coach_unavailable (p_reason). Definer: checks for an admin '
  'itself.';
grant execute on function public.assign_coach(uuid, uuid, boolean, jsonb, text) to authenticated;
select private.answer_calls('public.assign_coach(uuid, uuid, boolean, jsonb, text)', 'management');

create function private.coaches_of(p_place_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name), '[]')
  from public.coaches k
  where k.id in (
    select coach_id from public.sessions where id = p_place_id
    union all
    select coach_id from public.camp_coaches where camp_id = p_place_id)
$$;
comment on function private.coaches_of(uuid) is 'Returns the coaches of a session or camp: [{id, name}].';
