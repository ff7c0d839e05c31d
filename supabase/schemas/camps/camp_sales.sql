-- A camp is on sale only if it has a coach and a location in use (docs/decisions "Camps on sale"). Prices, holds, moves
-- and the waitlist all ask private.is_camp_on_sale.

create table public.camp_sale_exceptions (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references public.camp_weeks (id) on delete cascade,
  reason text not null check (length(reason) between 1 and 200),
  made_by uuid references public.profiles (id) on delete set null,
  made_at timestamptz not null default clock_timestamp(),
  ended_by uuid references public.profiles (id) on delete set null,
  ended_at timestamptz
);
comment on table public.camp_sale_exceptions is
  'Camps that staff sell without a coach, until they end the exception. Ended exceptions stay until their retention '
  'period is over.';
comment on column public.camp_sale_exceptions.reason is
  'Only staff read this reason, for example "Cy signs on Friday".';
create unique index camp_sale_exceptions_one on public.camp_sale_exceptions (camp_id) where ended_at is null;
create index camp_sale_exceptions_camp_id on public.camp_sale_exceptions (camp_id);
create index camp_sale_exceptions_age on public.camp_sale_exceptions (coalesce(ended_at, made_at));
create index camp_sale_exceptions_made_by on public.camp_sale_exceptions (made_by);
create index camp_sale_exceptions_ended_by on public.camp_sale_exceptions (ended_by);

alter table public.camp_sale_exceptions enable row level security;
revoke all on table public.camp_sale_exceptions from anon, authenticated, service_role;
grant select on public.camp_sale_exceptions to authenticated, service_role;
create policy "Admins read which camps are sold without a coach" on public.camp_sale_exceptions
  for select to authenticated using ((select private.is_admin()));

create trigger audit after insert or update or delete on public.camp_sale_exceptions
  for each row execute function private.audit('camp_id', 'camp_id', 'ended_at');

create function private.has_camp_coach(p_camp_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (
    select from public.camp_coaches c join public.coaches k on k.id = c.coach_id
    where c.camp_id = p_camp_id and private.is_assignable(k));
end;
$$;
comment on function private.has_camp_coach(uuid) is 'Returns whether somebody who may coach is assigned to the camp.';

create function private.camp_sale_problem(p_camp public.camp_weeks)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case
    when not exists (select from public.locations where id = p_camp.location_id and is_offered) then 'no_place'
    when not private.has_camp_coach(p_camp.id)
      and not exists (select from public.camp_sale_exceptions where camp_id = p_camp.id and ended_at is null) then 'no_coach'
    -- The price is for all days.
    when exists (select from public.cancelled_camp_days where camp_id = p_camp.id) then 'day_cancelled'
  end;
end;
$$;
comment on function private.camp_sale_problem(public.camp_weeks) is
  'Returns what a camp lacks to be sold, or null if it lacks nothing. no_place means that the published content no '
  'longer has its location. no_coach means that it has no exception and no coach, or only coaches whose account is '
  'locked or has no role. day_cancelled means that it lacks a day.';

create function private.is_camp_on_sale(p_camp public.camp_weeks)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return p_camp.is_active and private.camp_sale_problem(p_camp) is null;
end;
$$;
comment on function private.is_camp_on_sale(public.camp_weeks) is
  'Returns whether places on a camp may be sold. A caller that sells places or removes a coach has locked the camp.';

create function private.update_offers_of_camps(p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_camps(p_camp_ids);
  perform private.withdraw_offers(c.id) from public.camp_weeks c where c.id = any (p_camp_ids) and not private.is_camp_on_sale(c);
  return private.offer_all('{}', p_camp_ids);
end;
$$;
comment on function private.update_offers_of_camps(uuid[]) is
  'Withdraws the open waitlist offers of camps that are no longer on sale. Their entries keep their position. Then '
  'offers the free places of the other camps.';

create function private.camp_sale_exception(p_camp_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('reason', e.reason, 'by', private.staff_name(e.made_by), 'at', private.iso(e.made_at))
  from public.camp_sale_exceptions e where e.camp_id = p_camp_id and e.ended_at is null
$$;
comment on function private.camp_sale_exception(uuid) is
  'Returns SaleException (contract/management-schedule.ts), which says why a camp is sold without a coach. Returns '
  'null if there is no exception.';

create function private.camps_not_on_sale(p_max integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    with unsold as materialized (
      select c.id, c.name, c.location_id, c.start_date, c.end_date, c.starts_at, coalesce(
        private.camp_sale_problem(c),
        -- A camp that has no coach but also no problem is sold by an exception.
        case when c.starts_at <= private.calendar_now() + interval '7 days' and not private.has_camp_coach(c.id)
          then 'exception' end) as problem
      from public.camp_weeks c
      where c.cancelled_at is null and c.starts_at > private.calendar_now()
        -- A hidden camp still takes place for families who have booked it.
        and (c.is_active or exists (
          select from public.camp_enrollments e where e.camp_id = c.id and e.status = 'enrolled')))
    select jsonb_build_object(
      'count', (select count(*) from unsold where problem is not null),
      'first', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', u.id, 'title', u.name, 'location', l.name, 'first_day', u.start_date, 'last_day', u.end_date,
          'problem', u.problem,
          'booked', (select count(*) from public.camp_enrollments e where e.camp_id = u.id and e.status = 'enrolled'))
          order by u.starts_at, u.id)
        from (select * from unsold where problem is not null order by starts_at, id limit p_max) u
        join public.locations l on l.id = u.location_id), '[]')));
end;
$$;
comment on function private.camps_not_on_sale(integer) is
  'Lists future camps that are shown or booked and lack a coach or a location, and camps sold without a coach that '
  'begin within a week. The next camp comes first. Returns {count, first: UnsoldCamp[] (contract/management.ts)}.';

create function public.set_camp_sale_exception(p_camp_id uuid, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
  v_reason text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_reason is not null then v_reason := private.check_text(to_jsonb(p_reason), 'p_reason', 200); end if;
  select * into v_camp from public.camp_weeks where id = p_camp_id for update;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if v_camp.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  -- A repeated call changes nothing, so that the screen keeps showing who made the exception first.
  update public.camp_sale_exceptions set ended_by = (select auth.uid()), ended_at = clock_timestamp()
  where camp_id = p_camp_id and ended_at is null and reason is distinct from v_reason;
  insert into public.camp_sale_exceptions (camp_id, reason, made_by)
  select p_camp_id, v_reason, (select auth.uid()) where v_reason is not null
  on conflict (camp_id) where ended_at is null do nothing;
  perform private.update_offers_of_camps(array[p_camp_id]);
  return private.schedule_place(p_camp_id);
end;
$$;
comment on function public.set_camp_sale_exception(uuid, text) is
  'For admins. Allows that a camp is sold without a coach, for this reason. If p_reason is null, ends that exception. '
  'Returns ScheduleItemDetails (contract/management-schedule.ts). The call is recorded in the audit log. Fails with '
  'invalid_input (p_reason), camp_not_found, camp_cancelled. Definer: exceptions are written only here.';
grant execute on function public.set_camp_sale_exception(uuid, text) to authenticated;
select private.answer_calls('public.set_camp_sale_exception(uuid, text)', 'management');
