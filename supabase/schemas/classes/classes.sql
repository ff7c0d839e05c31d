-- The weekly classes: coaches, kinds of class, sessions and the bookings of children.

create table public.coaches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete set null,
  name text not null unique,
  created_at timestamptz not null default now(),
  page_id text unique check (length(page_id) between 1 and 100),
  active boolean not null default true,
  is_head boolean not null default false
);
comment on column public.coaches.is_head is
  'True for a head coach, who releases the growth reports of all camps (set_head_coach).';
comment on column public.coaches.active is
  'False for a coach without an account who has left (deactivate_coach). Nobody can assign them until they are '
  'active again. A coach with an account leaves by losing the roles.';
comment on column public.coaches.page_id is
  'The document in Studio that tells families about this coach. It is null if none was chosen (set_coach_page).';
comment on table public.coaches is 'The coaches of sessions and camps.';
comment on column public.coaches.user_id is 'The coach''s account, if there is one.';

create table public.class_types (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  team text references public.teams (id),
  variant text check (variant ~ '^[A-Z]$'),
  level text check (level ~ '^[1-8]-[1-8]$'),
  created_at timestamptz not null default now(),
  duration_minutes integer not null default 60 check (duration_minutes between 15 and 480)
);
create index class_types_team on public.class_types (team);
comment on table public.class_types is 'Kinds of class.';
comment on column public.class_types.name is
  'The name that parents read. For a class of a team it consists of the team''s name and the variant.';
comment on column public.class_types.team is
  'The team that the class belongs to. It is null if the class has no team. The three-step booking does not offer such '
  'a class.';
comment on column public.class_types.variant is 'A or B, if a team has several groups at the same time.';
comment on column public.class_types.level is
  'The levels that this class teaches, as parents read them, for example "1-3".';
comment on column public.class_types.duration_minutes is
  'The length of new sessions, in minutes. Each session and each entry of the weekly plan has its own length.';

create table public.session_templates (
  id uuid primary key default gen_random_uuid(),
  class_type_id uuid not null references public.class_types (id) on delete cascade,
  location_id uuid not null references public.locations (id) on delete cascade,
  coach_id uuid references public.coaches (id) on delete set null,
  season_id uuid references public.seasons (id) on delete cascade,
  weekday integer not null check (weekday between 1 and 7),
  session_time time not null,
  duration_minutes integer not null default 60 check (duration_minutes between 15 and 480),
  max_capacity integer not null check (max_capacity between 1 and 100),
  active boolean not null default true,
  unique nulls not distinct (season_id, class_type_id, location_id, weekday, session_time)
);
comment on table public.session_templates is 'The weekly plan from which the sessions of each week are created.';
comment on column public.session_templates.season_id is
  'The season on whose days the class is planned. It is null if the class is planned every week, also on closed days.';
comment on column public.session_templates.weekday is 'The day of the week by ISO: 1 is Monday, 7 is Sunday.';
comment on column public.session_templates.max_capacity is 'A group has four to six children (spec 2 §9).';
comment on column public.session_templates.session_time is 'Time of day in Singapore.';
create index session_templates_season_id on public.session_templates (season_id);
create index session_templates_location_id on public.session_templates (location_id);
create index session_templates_coach_id on public.session_templates (coach_id);
create index session_templates_class_type_id on public.session_templates (class_type_id);

create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  class_type_id uuid not null references public.class_types (id) on delete restrict,
  location_id uuid not null references public.locations (id) on delete restrict,
  coach_id uuid references public.coaches (id) on delete set null,
  season_id uuid references public.seasons (id) on delete set null,
  session_date date not null,
  session_time time not null,
  duration_minutes integer not null check (duration_minutes between 15 and 480),
  starts_at timestamptz not null generated always as
    ((session_date + session_time) at time zone private.time_zone()) stored,
  ends_at timestamptz not null generated always as
    ((session_date + session_time + duration_minutes * interval '1 minute') at time zone private.time_zone()) stored,
  max_capacity integer not null check (max_capacity between 0 and 100),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_by_us_at timestamptz check (cancelled_by_us_at is null or status = 'cancelled'),
  cancelled_by_us_reason text check (length(cancelled_by_us_reason) between 1 and 200),
  added_spots integer not null default 0 check (added_spots between 0 and max_capacity),
  unique (location_id, class_type_id, session_date, session_time),
  unique (id, session_date, session_time)
);
comment on table public.sessions is
  'One class on one day. Every function that sells a seat locks this row (places.sql).';
comment on column public.sessions.season_id is 'The season that the session was planned for.';
comment on column public.sessions.session_time is 'Time of day in Singapore.';
comment on column public.sessions.starts_at is 'session_date and session_time in Singapore, as a timestamp.';
comment on column public.sessions.max_capacity is
  'The number of seats. Lowering it cancels no booking and only stops sales.';
comment on column public.sessions.cancelled_by_us_at is
  'When staff cancelled the session. Families with a booking are notified.';
comment on column public.sessions.cancelled_by_us_reason is
  'The reason that families read, in the words of staff. Null if no reason was given.';
comment on column public.sessions.added_spots is
  'How many of these seats staff added for a single child. A copy of the week leaves them out.';
create index sessions_session_date on public.sessions (session_date);
create index sessions_class_type_id on public.sessions (class_type_id);
create index sessions_coach_id on public.sessions (coach_id);
create index sessions_season_id on public.sessions (season_id);

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  session_date date not null,
  session_time time not null,
  child_id uuid not null references public.children (id) on delete restrict,
  family_id uuid not null references public.families (id) on delete restrict,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  attended boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Date and time are copied for the family's lists. The foreign key keeps them equal to the session's.
  foreign key (session_id, session_date, session_time)
    references public.sessions (id, session_date, session_time) on update cascade on delete restrict
);
comment on table public.bookings is
  'A child''s booking of a session. Each booking with the status booked takes a seat.';
comment on column public.bookings.attended is 'Whether the child came. It is null until attendance is taken.';
create index bookings_session on public.bookings (session_id, session_date, session_time, status);
create unique index bookings_child_once on public.bookings (child_id, session_id) where status = 'booked';
create index bookings_child_id on public.bookings (child_id);
create index bookings_family_id on public.bookings (family_id, session_date);
create index bookings_session_date on public.bookings (session_date);

alter table public.locations enable row level security;
alter table public.coaches enable row level security;
alter table public.class_types enable row level security;
alter table public.session_templates enable row level security;
alter table public.sessions enable row level security;
alter table public.bookings enable row level security;

revoke all on table public.locations, public.coaches, public.class_types, public.session_templates,
  public.sessions, public.bookings from anon, authenticated, service_role;
grant select on public.locations, public.coaches, public.class_types, public.session_templates,
  public.sessions, public.bookings to authenticated, service_role;
grant select on public.class_types, public.locations to anon;

create trigger touch_updated_at before update on public.sessions
  for each row execute function private.touch_updated_at();
create function private.forget_added_spots()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.added_spots := 0;
  return new;
end;
$$;
comment on function private.forget_added_spots() is
  'Trigger on sessions and camp_weeks. A person who sets the capacity decides about all spots. So none of them counts '
  'as added for a single child any more.';
create trigger forget_added_spots before update of max_capacity on public.sessions
  for each row when (new.max_capacity <> old.max_capacity and new.added_spots = old.added_spots)
  execute function private.forget_added_spots();
create trigger touch_updated_at before update on public.bookings
  for each row execute function private.touch_updated_at();

grant execute on function private.calendar_today() to authenticated, service_role;
grant execute on function private.calendar_now() to authenticated, service_role;
grant execute on function private.time_zone() to authenticated, service_role;

create policy "Anyone reads class types" on public.class_types
  for select to anon, authenticated using (true);

create policy "Anyone reads locations" on public.locations
  for select to anon, authenticated using (true);

create policy "Signed-in people read coaches" on public.coaches
  for select to authenticated using (true);

create policy "Signed-in people read sessions" on public.sessions
  for select to authenticated using (true);

create policy "Admins read session templates" on public.session_templates
  for select to authenticated using ((select private.is_admin()));

create trigger audit after update on public.sessions
  for each row execute function private.audit('id', 'class_type_id', 'location_id', 'coach_id', 'session_date', 'session_time',
    'duration_minutes', 'max_capacity', 'status');

create function private.my_sessions_today()
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select s.id from public.coaches k join public.sessions s on s.coach_id = k.id
  where k.user_id = (select auth.uid()) and s.session_date = (select private.calendar_today()) and (select private.is_coach())
$$;
comment on function private.my_sessions_today() is
  'Returns today''s sessions that the caller coaches, and none for anyone who is not a coach. Definer: policies call '
  'it, and would otherwise recurse.';
grant execute on function private.my_sessions_today() to authenticated, service_role;

create policy "Parents read their own bookings, coaches today's of theirs, admins all" on public.bookings
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or (select private.is_admin())
    or (status = 'booked' and session_id in (select private.my_sessions_today()))
  );

create function private.staff_name(p_user_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (select name from public.coaches where user_id = p_user_id),
    (select nullif(name, '') from public.profiles where id = p_user_id));
end;
$$;
comment on function private.staff_name(uuid) is
  'Returns a staff member''s name as colleagues and families know it. This is the coach''s name or, if the person is '
  'no coach, the name of the account.';

create function private.rename_product()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.coaches set name = 'Coach ' || new.product where name = 'Coach ' || old.product;
  return new;
end;
$$;
comment on function private.rename_product() is
  'Trigger on settings: renames the coach that is named after the product when the product is renamed.';
create trigger rename_product after update of product on public.settings
  for each row when (old.product <> new.product) execute function private.rename_product();

create function private.name_classes()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.class_types set name = concat_ws(' ', new.name, variant)
  where team = new.id and name = concat_ws(' ', old.name, variant);
  return new;
end;
$$;
comment on function private.name_classes() is
  'Trigger on teams: renames the team''s classes with the team, except those whose name staff chose.';
create trigger name_classes after update of name on public.teams
  for each row when (old.name <> new.name) execute function private.name_classes();
