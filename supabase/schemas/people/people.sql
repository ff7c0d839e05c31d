-- Accounts, roles, families and children. A browser never changes a role or who belongs to a family (spec 1 §3 and §6).

create type public.app_role as enum ('customer', 'marketer', 'coach', 'admin', 'business_admin');
comment on type public.app_role is
  'The roles of spec 1 §6. If somebody has several, the primary one is the first of business_admin, admin, coach, '
  'customer.';

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (length(name) <= 120 and (name = '' or private.is_line(name))),
  first_name text check (length(first_name) <= 120 and private.is_line(first_name)),
  last_name text check (length(last_name) <= 120 and private.is_line(last_name)),
  email text,
  phone text check (private.is_phone(phone)),
  search_text text not null generated always as (private.search_text(name, email, phone)) stored,
  family_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  whatsapp_country_code text check (whatsapp_country_code ~ '^\+[1-9][0-9]{0,3}$'),
  whatsapp_phone text check (whatsapp_phone ~ '^[0-9]{4,14}$'),
  secondary_phone text check (private.is_phone(secondary_phone)),
  address text check (length(address) between 1 and 300 and private.is_text(address)),
  preferred_language text check (preferred_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  communication_method text check (communication_method in ('email', 'phone', 'whatsapp', 'sms')),
  special_instructions text check (length(special_instructions) between 1 and 1000 and private.is_text(special_instructions)),
  booking_mails boolean not null default true,
  check ((whatsapp_phone is null) = (whatsapp_country_code is null))
);
comment on table public.profiles is 'One row per account, made by sign-up.';
comment on column public.profiles.name is 'The name that the person gave at sign-up, or as it was changed since.';
comment on column public.profiles.email is 'Copy of the account''s address, updated by a trigger on auth.users.';
comment on column public.profiles.phone is 'A phone number in E.164.';
comment on column public.profiles.family_id is
  'A trigger on families sets it, because families decide who belongs to them.';
comment on column public.profiles.whatsapp_country_code is 'The country code with its plus, e.g. +65.';
comment on column public.profiles.whatsapp_phone is 'Digits after the country code.';
comment on column public.profiles.secondary_phone is 'A phone number in E.164.';
comment on column public.profiles.preferred_language is 'A BCP 47 language tag, e.g. en or zh-Hans.';
comment on column public.profiles.special_instructions is
  'The parent''s own words for staff. Health belongs in its own table.';
comment on column public.profiles.booking_mails is
  'True if this parent gets mails about the family''s bookings. If it is false, only the other parent does.';

create table public.user_roles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Role assignments. The API cannot write them.';

create table public.families (
  id uuid primary key default gen_random_uuid(),
  primary_parent_id uuid references public.profiles (id) on delete set null,
  secondary_parent_id uuid references public.profiles (id) on delete set null,
  contact_name text not null check (length(contact_name) between 1 and 120 and private.is_line(contact_name)),
  contact_email text not null check (length(contact_email) <= 254),
  contact_phone text check (private.is_phone(contact_phone)),
  search_text text not null generated always as (private.search_text(contact_name, contact_email, contact_phone)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  handover_at timestamptz,
  pickup_codes_since timestamptz,
  check (primary_parent_id <> secondary_parent_id)
);
comment on table public.families is 'A household. A guest''s family has a contact but no account.';
comment on column public.families.contact_name is
  'The contact person. For a guest, this is the name that was typed at the checkout, which is not verified.';
comment on column public.families.handover_at is
  'When the second parent becomes the first, at the first parent''s request. Until then either parent can stop it.';
comment on column public.families.pickup_codes_since is
  'When all pick-up codes were renewed, because a parent who knew them was removed. Earlier checks do not count.';
comment on column public.families.erased_at is 'When its personal data was erased. The row stays for the accounts.';
create index families_handover_at on public.families (handover_at) where handover_at is not null;
create unique index families_primary_parent_id on public.families (primary_parent_id);
create unique index families_secondary_parent_id on public.families (secondary_parent_id);
create index families_contact_email on public.families (lower(contact_email));

alter table public.profiles
  add foreign key (family_id) references public.families (id) on delete set null;
create index profiles_family_id on public.profiles (family_id);

create table public.children (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  search_text text not null generated always as (private.search_text(name)) stored,
  dob date not null check (dob between '1990-01-02' and '2100-12-31'),
  gender text check (length(gender) <= 40 and private.is_line(gender)),
  current_level integer not null default 1 check (current_level between 1 and 8),
  agreed_teams text[] not null default '{}'
    check (agreed_teams <@ array['white', 'red', 'black', 'x'] and array_position(agreed_teams, null) is null),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  experience_level text check (length(experience_level) between 1 and 40 and private.is_line(experience_level)),
  shirt_size text check (length(shirt_size) between 1 and 20 and private.is_line(shirt_size)),
  quiz_completed_at timestamptz,
  status text not null default 'own' check (status in ('own', 'proposed', 'declined')),
  photo text check (photo ~ '^[0-9a-f-]{36}/[0-9a-f-]{36}\.jpg$'),
  may_go_alone boolean not null default false,
  may_go_alone_by uuid references public.profiles (id) on delete set null,
  may_go_alone_at timestamptz,
  unique (id, family_id)
);
comment on table public.children is
  'Children of a family. Health, behaviour and pickup details have separate tables (docs/decisions "Safety").';
comment on column public.children.dob is
  'The birth date. It has limits, because a date without an age would break a whole roster. Functions that write it '
  'check that it is not in the future.';
comment on column public.children.current_level is 'The level starts at 1. Coaches raise it, parents never do.';
comment on column public.children.agreed_teams is
  'Teams that a coach has approved regardless of age and level (agree_team). Parents never set them.';
comment on column public.children.quiz_completed_at is
  'When the 60-second quiz was taken for this child. It is null if the quiz was not taken.';
comment on column public.children.status is
  'own means that a parent added or confirmed the child. proposed means that it came with a guest''s order, and a '
  'parent has not decided yet. declined means that it is kept because bookings refer to it. People who may collect '
  'every child may collect only own children.';
comment on column public.children.photo is
  'The object in the private bucket child-photos. It is null if there is none. Parents get an address that is signed '
  'for some minutes.';
comment on column public.children.may_go_alone is
  'True if a parent allows the child to go home alone (set_going_alone). It takes effect from '
  'settings.goes_alone_from_age on.';
comment on column public.children.may_go_alone_by is 'The parent who last gave or withdrew the permission.';
comment on column public.children.may_go_alone_at is
  'When the permission was last given or withdrawn. It is null if the permission was never given.';
create index children_family_id on public.children (family_id);
create index children_may_go_alone_by on public.children (may_go_alone_by);

alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;
alter table public.families enable row level security;
alter table public.children enable row level security;

revoke all on table public.profiles, public.user_roles, public.families, public.children
  from anon, authenticated, service_role;
grant select on public.profiles, public.user_roles, public.families, public.children to authenticated, service_role;

create function private.is_verified_session(p_user_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_claims constant jsonb := auth.jwt();
  v_now constant timestamptz := clock_timestamp();
begin
  if exists (select from auth.users where id = p_user_id and banned_until > v_now) then return false; end if;
  if v_claims ->> 'session_id' is null then
    return coalesce(to_timestamp((v_claims ->> 'iat')::numeric)
      > v_now - make_interval(mins => (private.settings()).staff_token_minutes), false);
  end if;
  return exists (
    select from auth.sessions
    where id = (v_claims ->> 'session_id')::uuid and user_id = p_user_id and coalesce(not_after > v_now, true));
end;
$$;
comment on function private.is_verified_session(uuid) is
  'Returns whether the session of the token is still active. A token stays valid for an hour, even after its session '
  'was signed out or its owner banned. A token without a session id is accepted while it is young '
  '(settings.staff_token_minutes). Definer: callers have no access to the auth schema.';

create function private.has_any_role(variadic p_roles public.app_role[])
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := auth.uid();
  v_roles public.app_role[];
begin
  if v_user_id is null then return false; end if;
  select array_agg(role) into v_roles from public.user_roles where user_id = v_user_id and role = any (p_roles);
  if v_roles is null or not private.is_verified_session(v_user_id) then return false; end if;
  -- The result must not be null, because "not (null)" would let everybody pass.
  return coalesce(auth.jwt() ->> 'aal', 'aal1') in ('aal2', 'aal3')
    or not (v_roles::text[] <@ (private.settings()).second_factor_roles
      or exists (select from auth.mfa_factors where user_id = v_user_id and status = 'verified'));
end;
$$;
comment on function private.has_any_role(public.app_role[]) is
  'Returns whether the user may act as one of the roles now. Roles are read from the table, so that removing a role '
  'takes effect at once. The session must be active, and have the second factor if settings or the user require it. '
  'Definer: a policy on user_roles that read user_roles as the caller would recurse.';
grant execute on function private.has_any_role(public.app_role[]) to authenticated, service_role;

create function private.is_admin()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.has_any_role('admin', 'business_admin') $$;
comment on function private.is_admin() is 'Returns whether the caller is an administrator (admin or business_admin).';
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function private.is_coach()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.has_any_role('coach') $$;
comment on function private.is_coach() is
  'Returns whether the caller is a coach. Coaches see only the people on today''s roster.';
grant execute on function private.is_coach() to authenticated, service_role;

create function private.my_account()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_claims constant jsonb := auth.jwt();
  v_user_id constant uuid := v_claims ->> 'sub';
  v_is_active boolean;
  v_has_factor boolean;
begin
  if v_user_id is null then return null; end if;
  -- This is one statement, because every call of a parent runs it.
  select not coalesce(u.banned_until > clock_timestamp(), false) and coalesce(s.not_after > clock_timestamp(), true),
    exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
  into v_is_active, v_has_factor
  from auth.sessions s join auth.users u on u.id = s.user_id
  where s.id = (v_claims ->> 'session_id')::uuid and s.user_id = v_user_id;
  if not found and v_claims ->> 'session_id' is null then
    v_is_active := private.is_verified_session(v_user_id);
    v_has_factor := exists (select from auth.mfa_factors where user_id = v_user_id and status = 'verified');
  end if;
  if v_is_active is not true then perform private.fail('session_ended'); end if;
  if v_has_factor and coalesce(v_claims ->> 'aal', 'aal1') = 'aal1' then perform private.fail('second_factor_needed'); end if;
  return v_user_id;
end;
$$;
comment on function private.my_account() is
  'Returns the account, or null for a visitor. All functions and policies for parents call this. Fails with '
  'session_ended, and with second_factor_needed below aal2. Definer: callers have no access to the auth schema.';
grant execute on function private.my_account() to authenticated, service_role;

create function private.my_family_id()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$ begin return (select family_id from public.profiles where id = (select private.my_account())); end $$;
comment on function private.my_family_id() is
  'Returns the signed-in parent''s family, or null. Fails with the codes of private.my_account. Definer: policies on '
  'families and profiles would otherwise call each other without end.';
grant execute on function private.my_family_id() to authenticated, service_role;

create policy "Admins read the settings" on public.settings
  for select to authenticated using ((select private.is_admin()));

-- The dashboard reads a family with both parents embedded (spec 1 §7), so each parent can read the other.
create policy "Parents read the profiles of their own family, admins read all" on public.profiles
  for select to authenticated using (
    id = (select private.my_account())
    or family_id = (select private.my_family_id())
    or (select private.is_admin())
  );

create policy "People read their own roles, admins read all" on public.user_roles
  for select to authenticated using (user_id = (select private.my_account()) or (select private.is_admin()));

create policy "Parents read their own family, admins read all" on public.families
  for select to authenticated using (id = (select private.my_family_id()) or (select private.is_admin()));

-- The policy on children is in enrolments.sql.

create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.families
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.children
  for each row execute function private.touch_updated_at();

create function public.has_role(user_uuid uuid, check_role public.app_role)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (user_uuid = (select auth.uid()) or private.is_admin())
    and exists (select from public.user_roles where user_id = user_uuid and role = check_role)
$$;
comment on function public.has_role(uuid, public.app_role) is
  'Returns whether the user holds the role (spec 1 §7). Users can ask about themselves, admins about anybody. '
  'Otherwise the answer is false. Definer: reads user_roles without its policy after that check.';
grant execute on function public.has_role(uuid, public.app_role) to authenticated;
