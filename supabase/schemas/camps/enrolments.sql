-- The places of children on camps.

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
comment on table public.camp_enrollments is
  'A child''s paid place on a camp. Each enrolment with status enrolled takes a place of the camp and of its '
  'early-bird rung.';
comment on column public.camp_enrollments.order_line_id is 'The line that paid for the place.';
comment on column public.camp_enrollments.rung_id is
  'The early-bird rung at which the place was sold. listed if it was sold without a rung, free if staff gave it away '
  '(add_child), and null if this system did not sell it.';
comment on column public.camp_enrollments.sibling_rebate is
  'True if the child took one of the camp''s places with rebate.';
create unique index camp_enrollments_child_once on public.camp_enrollments (child_id, camp_id) where status = 'enrolled';
create unique index camp_enrollments_line_once on public.camp_enrollments (order_line_id) where status = 'enrolled';
create index camp_enrollments_camp_id on public.camp_enrollments (camp_id, status, rung_id);
create index camp_enrollments_child_id on public.camp_enrollments (child_id);
create index camp_enrollments_family_id on public.camp_enrollments (family_id);
create index camp_enrollments_order_line_id on public.camp_enrollments (order_line_id);

alter table public.camp_enrollments enable row level security;
revoke all on table public.camp_enrollments from anon, authenticated, service_role;
grant select on public.camp_enrollments to authenticated, service_role;

create policy "People read camps on sale and their own, admins read all" on public.camp_weeks
  for select to authenticated using (
    is_active
    or (select private.is_admin())
    or id in (select camp_id from public.camp_enrollments where family_id = (select private.my_family_id()))
  );

create policy "Parents read their own enrolments, coaches today's of theirs, admins all" on public.camp_enrollments
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or (select private.is_admin())
    or (status = 'enrolled' and camp_id in (select private.my_camps_today()))
  );

create function private.is_on_my_roster(p_child_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.bookings
    where child_id = p_child_id and status = 'booked' and session_id in (select private.my_sessions_today())
  ) or exists (
    select from public.camp_enrollments
    where child_id = p_child_id and status = 'enrolled' and camp_id in (select private.my_camps_today())
  )
$$;
comment on function private.is_on_my_roster(uuid) is
  'Returns whether the child has a class or camp today that the caller coaches.';

-- There is no policy for staff, because they read children only through functions that log the access.
create policy "Parents read their own children" on public.children
  for select to authenticated using (family_id = (select private.my_family_id()));

create trigger touch_updated_at before update on public.camp_enrollments
  for each row execute function private.touch_updated_at();
