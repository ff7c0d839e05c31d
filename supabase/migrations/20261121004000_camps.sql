-- Camps: a tier at a base in one week, the children enrolled in it, and what an order says about them
-- (spec 2 §3, §5 and §9; decisions "Selling rules").

create table public.camp_weeks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  tier text not null check (tier in ('spark', 'ignite', 'epic')),
  team_types text[] not null
    check (cardinality(team_types) between 1 and 4 and team_types <@ array['white', 'red', 'black', 'x']),
  location_id uuid not null references public.locations (id) on delete restrict,
  start_date date not null,
  end_date date not null check (end_date between start_date and start_date + 13),
  session_time_start time not null default '09:00',
  session_time_end time not null default '15:00' check (session_time_end > session_time_start),
  starts_at timestamptz not null generated always as
    ((start_date + session_time_start) at time zone private.time_zone()) stored,
  capacity integer not null default 20 check (capacity between 1 and 500),
  is_active boolean not null default true,
  cancelled_at timestamptz check (cancelled_at is null or not is_active),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.camp_weeks is
  'What staff say of a camp. Its price and fill depend on the moment, so people read the view camps. Its row is the lock under which its places and rungs are sold.';
comment on column public.camp_weeks.tier is 'Sold as the published offer of kind camp_tier that names this tier.';
comment on column public.camp_weeks.session_time_start is 'Time of day in Singapore. The extended day is the offer''s.';
comment on column public.camp_weeks.starts_at is 'The moment of the first day''s beginning: no sale afterwards.';
comment on column public.camp_weeks.capacity is 'Places. Never below those taken: private.camp_seats_taken.';
comment on column public.camp_weeks.is_active is 'Shown and on sale.';
comment on column public.camp_weeks.cancelled_at is 'Cancelled for good; its enrolments wait for staff to move or refund them.';
-- A visitor's choice of tier, base, first day and number of days is one camp.
create unique index camp_weeks_one on public.camp_weeks (tier, location_id, start_date, end_date) where cancelled_at is null;
create index camp_weeks_location_id on public.camp_weeks (location_id);
create index camp_weeks_start_date on public.camp_weeks (start_date);
create index camp_weeks_end_date on public.camp_weeks (end_date) where is_active;

create table public.camp_enrollments (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references public.camp_weeks (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  family_id uuid not null references public.families (id) on delete restrict,
  order_line_id uuid references public.order_lines (id) on delete restrict,
  rung_id text,
  sibling_rebate boolean not null default false,
  status text not null default 'enrolled' check (status in ('enrolled', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.camp_enrollments is 'A child''s paid place on a camp. An enrolled one takes a place, and a place on its rung.';
comment on column public.camp_enrollments.order_line_id is 'The line that paid for it.';
comment on column public.camp_enrollments.rung_id is 'Rung at which it was sold; listed, or null when it was not sold by this system.';
comment on column public.camp_enrollments.sibling_rebate is 'Took one of the camp''s places with rebate.';
create unique index camp_enrollments_child_once on public.camp_enrollments (child_id, camp_id) where status = 'enrolled';
create unique index camp_enrollments_line_once on public.camp_enrollments (order_line_id) where status = 'enrolled';
create index camp_enrollments_camp_id on public.camp_enrollments (camp_id, status, rung_id);
create index camp_enrollments_child_id on public.camp_enrollments (child_id);
create index camp_enrollments_family_id on public.camp_enrollments (family_id);
create index camp_enrollments_order_line_id on public.camp_enrollments (order_line_id);

-- What an order says of camps ------------------------------------------------------------------------------

alter table public.order_lines
  add column camp_id uuid references public.camp_weeks (id) on delete restrict,
  add column rung_id text,
  add column sibling_rebate boolean not null default false,
  add check (camp_id is null or (session_id is null and sessions is null and rung_id is not null));
comment on column public.order_lines.camp_id is 'The camp whose place this line buys.';
comment on column public.order_lines.rung_id is 'Rung of the camp''s tier at which the line is priced; while held, one place on it is taken.';
comment on column public.order_lines.sibling_rebate is 'The line takes one of the camp''s places with sibling rebate.';
create index order_lines_camp_id on public.order_lines (camp_id);

alter table public.holds
  add column camp_id uuid references public.camp_weeks (id) on delete restrict,
  add column rung_id text,
  add column sibling_rebate boolean not null default false,
  add check (num_nonnulls(session_id, camp_id) <= 1);
comment on column public.holds.camp_id is 'Either a session or a camp, or neither.';
comment on column public.holds.rung_id is
  'Of the line, kept by triggers; here too, because everybody who buys a camp''s place counts its rungs under its lock.';
comment on column public.holds.sibling_rebate is 'Of the line, as rung_id.';
create index holds_camp_id on public.holds (camp_id, expires_at);

create function private.mark_hold()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  select rung_id, sibling_rebate into new.rung_id, new.sibling_rebate
  from public.order_lines where id = new.order_line_id and camp_id is not null;
  new.sibling_rebate := coalesce(new.sibling_rebate, false);
  return new;
end;
$$;
comment on function private.mark_hold() is
  'Trigger on holds: a camp''s hold carries its line''s rung and rebate, also where the writer left them out.';
create trigger mark_hold before insert on public.holds
  for each row when (new.camp_id is not null and new.rung_id is null) execute function private.mark_hold();

create function private.follow_line()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.holds set rung_id = new.rung_id, sibling_rebate = new.sibling_rebate where order_line_id = new.id;
  return null;
end;
$$;
comment on function private.follow_line() is 'Trigger on order_lines: the hold follows the rung at which its line is priced.';
create trigger follow_line after update of rung_id, sibling_rebate on public.order_lines
  for each row when (
    old.rung_id is distinct from new.rung_id or old.sibling_rebate is distinct from new.sibling_rebate)
  execute function private.follow_line();

-- Who reads what -------------------------------------------------------------------------------------------

alter table public.camp_weeks enable row level security;
alter table public.camp_enrollments enable row level security;
revoke all on table public.camp_weeks, public.camp_enrollments from anon, authenticated, service_role;
grant select on public.camp_weeks to anon, authenticated, service_role;
grant select on public.camp_enrollments to authenticated, service_role;

create policy "Visitors read camps on sale" on public.camp_weeks
  for select to anon using (is_active);

create policy "People read camps on sale and their own, admins read all" on public.camp_weeks
  for select to authenticated using (
    is_active
    or (select private.is_admin())
    or id in (select camp_id from public.camp_enrollments where family_id = (select private.my_family_id()))
  );

create function private.is_camp_today(p_camp_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.camp_weeks
    where id = p_camp_id and cancelled_at is null
      and (select private.calendar_today()) between start_date and end_date
  )
$$;
comment on function private.is_camp_today(uuid) is
  'Is today one of the camp''s days? Definer: the policies on camps and enrolments would otherwise call each other for ever.';
grant execute on function private.is_camp_today(uuid) to authenticated, service_role;

create policy "Parents read their own enrolments, coaches today's, admins all" on public.camp_enrollments
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or (select private.is_admin())
    or ((select private.is_coach()) and status = 'enrolled' and private.is_camp_today(camp_id))
  );

create or replace function private.is_on_todays_roster(p_child_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.bookings
    where child_id = p_child_id and session_date = (select private.calendar_today()) and status = 'booked'
  ) or exists (
    select from public.camp_enrollments
    where child_id = p_child_id and status = 'enrolled' and private.is_camp_today(camp_id)
  )
$$;
comment on function private.is_on_todays_roster(uuid) is
  'Has the child a class or a camp today? Definer: asked by the policy on children, before the caller may read bookings.';

create trigger touch_updated_at before update on public.camp_weeks
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.camp_enrollments
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.camp_weeks
  for each row execute function private.audit('id', '*', 'starts_at', 'created_at', 'updated_at');
