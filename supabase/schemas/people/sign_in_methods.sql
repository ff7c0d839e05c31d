-- Triggers that check each sign-in method that is added to an account.

create function private.check_new_identity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_address constant text := lower(new.identity_data ->> 'email');
  v_user auth.users;
begin
  select * into v_user from auth.users where id = new.user_id;
  -- If an account is new, or if nobody has verified its address, the sign-in service itself ends earlier passwords and
  -- sessions.
  if v_user.email_confirmed_at is null and v_user.phone_confirmed_at is null then return new; end if;
  if v_address <> '' and new.identity_data ->> 'email_verified' is distinct from 'true' then
    perform private.fail('email_not_verified');
  end if;
  if v_address is distinct from lower(v_user.email)
    and not exists (
      select from auth.identities i
      where i.user_id = new.user_id and i.email = v_address and i.identity_data ->> 'email_verified' = 'true')
    and not private.has_fresh_session(new.user_id) then
    perform private.fail('sign_in_again');
  end if;
  return new;
end;
$$;
comment on function private.check_new_identity() is
  'Trigger on auth.identities. Another provider''s account may join an existing one only with a verified address. '
  'With a new address it also needs a fresh sign-in. Fails with email_not_verified and sign_in_again. Definer: see '
  'private.drop_unverified_sign_in.';
create trigger check_new_identity before insert on auth.identities
  for each row when (new.provider not in ('email', 'phone')) execute function private.check_new_identity();

create function private.drop_unverified_address()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.identity_data := new.identity_data - 'email';
  return new;
end;
$$;
comment on function private.drop_unverified_address() is
  'Trigger on auth.identities: drops an address that a provider has not verified. Otherwise the sign-in service would '
  'find two accounts with it and refuse its owner, who would learn which addresses have an account. Definer: see '
  'private.drop_unverified_sign_in.';
create trigger drop_unverified_address before insert or update of identity_data on auth.identities
  for each row when (new.provider not in ('email', 'phone') and new.provider not like 'sso:%'
    and new.identity_data ->> 'email_verified' is distinct from 'true')
  execute function private.drop_unverified_address();

create function private.check_organisation_identity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_address constant text := lower(new.identity_data ->> 'email');
begin
  if exists (select from auth.users u where lower(u.email) = v_address and u.id <> new.user_id)
    or not exists (
      select from auth.sso_domains d
      where 'sso:' || d.sso_provider_id = new.provider and lower(d.domain) = split_part(v_address, '@', 2)) then
    perform private.fail('email_not_verified');
  end if;
  return new;
end;
$$;
comment on function private.check_organisation_identity() is
  'Trigger on auth.identities. Accepts an address from an organisation''s provider only if it has the organisation''s '
  'domain and no other account has it. Orders join by verified addresses, and the sign-in service believes every '
  'address of such a provider. Fails with email_not_verified. Definer: see private.drop_unverified_sign_in.';
create trigger check_organisation_identity before insert on auth.identities
  for each row when (new.provider like 'sso:%') execute function private.check_organisation_identity();

create function private.check_address_of_identity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if coalesce(new.email, '') = '' or exists (
    select from auth.identities i
    where i.user_id = new.id and i.provider not in ('email', 'phone') and i.email = lower(new.email)
      and i.identity_data ->> 'email_verified' is distinct from 'true'
  ) then
    perform private.fail('email_not_verified');
  end if;
  return new;
end;
$$;
comment on function private.check_address_of_identity() is
  'Trigger on auth.users. When an identity is removed, the sign-in service takes the address of another one. If that '
  'identity''s provider has not verified the address, refuses it, because orders join by verified addresses. Fails '
  'with email_not_verified. Definer: see private.drop_unverified_sign_in.';
create trigger check_address_of_identity before update of email on auth.users
  for each row when (old.email is distinct from new.email and new.email_confirmed_at is not null
    and (coalesce(new.email, '') = '' or old.email_change is distinct from new.email))
  execute function private.check_address_of_identity();

create trigger check_new_phone before update of phone on auth.users
  for each row when (old.phone is distinct from new.phone and new.phone <> '')
  execute function private.check_new_credential();
