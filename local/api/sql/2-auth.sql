-- Repairs the auth schema that @supabase/lite creates. This file runs at every start, after that.

-- As on the hosted service, reads the request's claims from whichever of the two settings has them.
create or replace function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')
  )::jsonb
$$;

create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
  )::uuid
$$;

create or replace function auth.role() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.role', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
  )
$$;

create or replace function auth.email() returns text language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.email', true), ''),
    nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
  )
$$;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
  to anon, authenticated, service_role;

-- @supabase/lite writes these columns as a JSON string inside jsonb, so `raw_user_meta_data ->> 'name'` would be null
-- in a sign-up trigger. The underscore sorts this trigger before the triggers of the migrations.
create or replace function auth._unquote_users() returns trigger language plpgsql as $$
begin
  if jsonb_typeof(new.raw_user_meta_data) = 'string' then
    new.raw_user_meta_data := (new.raw_user_meta_data #>> '{}')::jsonb;
  end if;
  if jsonb_typeof(new.raw_app_meta_data) = 'string' then
    new.raw_app_meta_data := (new.raw_app_meta_data #>> '{}')::jsonb;
  end if;
  return new;
end
$$;

create or replace function auth._unquote_identities() returns trigger language plpgsql as $$
begin
  if jsonb_typeof(new.identity_data) = 'string' then
    new.identity_data := (new.identity_data #>> '{}')::jsonb;
  end if;
  return new;
end
$$;

create or replace trigger _unquote before insert or update on auth.users
  for each row execute function auth._unquote_users();
create or replace trigger _unquote before insert or update on auth.identities
  for each row execute function auth._unquote_identities();

-- How a session was signed in: the `amr` claim of its tokens. @supabase/lite has no such table.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (session_id, authentication_method)
);

-- Second factors, as on the hosted service. @supabase/lite has no such tables.
create table if not exists auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
  status text not null check (status in ('unverified', 'verified')),
  secret text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table auth.mfa_factors add column if not exists last_challenged_at timestamptz;
alter table auth.mfa_factors add column if not exists phone text;
create unique index if not exists unique_phone_factor_per_user on auth.mfa_factors (user_id, phone);
-- The 30-second step whose code was accepted last. The hosted service accepts a code again for another challenge.
alter table auth.mfa_factors add column if not exists last_step bigint;
create index if not exists mfa_factors_user_id on auth.mfa_factors (user_id);
create unique index if not exists mfa_factors_user_friendly_name_unique
  on auth.mfa_factors (friendly_name, user_id) where trim(friendly_name) <> '';

create table if not exists auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at timestamptz not null,
  verified_at timestamptz,
  ip_address inet not null
);
alter table auth.mfa_challenges add column if not exists otp_code text;
create index if not exists mfa_challenges_factor_id on auth.mfa_challenges (factor_id);

-- Organisations that sign in by their identity provider, as on the hosted service. @supabase/lite has no such tables.
create table if not exists auth.sso_providers (
  id uuid primary key,
  resource_id text,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create table if not exists auth.sso_domains (
  id uuid primary key,
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null,
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);
create unique index if not exists sso_domains_domain_idx on auth.sso_domains (lower(domain));

-- The auth service connects under its own role, which has access to its own schema only.
grant usage on schema auth, extensions to supabase_auth_admin;
grant all on all tables in schema auth to supabase_auth_admin;
grant all on all sequences in schema auth to supabase_auth_admin;
