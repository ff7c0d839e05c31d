-- Triggers that prepare a new account, and that follow its changes of address or family.

create function private.welcome_user()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The visitor writes the metadata, so only the name is used, never a role.
  insert into public.profiles (id, name, email)
  select new.id, case when private.is_line(n.name) then n.name else '' end, new.email
  from (select left(trim(private.without_marks(new.raw_user_meta_data ->> 'name')), 120) as name) n;
  insert into public.user_roles (user_id, role) values (new.id, 'customer');
  return new;
end;
$$;
comment on function private.welcome_user() is 'Trigger on auth.users: a new account gets its profile and the role '
  'customer. Definer: the auth service has no write access to our tables.';
create trigger welcome_user after insert on auth.users
  for each row execute function private.welcome_user();

create function private.follow_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  -- Links end before the profile is written, because orders and waitlist entries are locked before people (places.sql).
  v_linked constant uuid[] := private.end_links_to(
    (select family_id from public.profiles where id = new.id), new.id, old.email, new.email);
begin
  update public.profiles set email = new.email where id = new.id;
  update public.families set contact_email = new.email
  where new.id in (primary_parent_id, secondary_parent_id) and lower(contact_email) = lower(old.email);
  perform private.queue_new_link(id, new.email, 'new_address') from unnest(v_linked) id;
  perform private.notify_of_offers_again(new.id);
  return new;
end;
$$;
comment on function private.follow_email() is
  'Trigger on auth.users: copies a changed address to the profile. Links that were mailed to the former address end, '
  'and new ones are mailed. Definer: the auth service has no write access to our tables.';
create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_email();

create function private.follow_family()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.profiles set family_id = null
  where family_id = new.id
    and id is distinct from new.primary_parent_id and id is distinct from new.secondary_parent_id;
  update public.profiles set family_id = new.id
  where id in (new.primary_parent_id, new.secondary_parent_id) and family_id is distinct from new.id;
  return new;
end;
$$;
comment on function private.follow_family() is 'Trigger on families: sets profiles.family_id of its two parents.';
create trigger follow_family after insert or update of primary_parent_id, secondary_parent_id on public.families
  for each row execute function private.follow_family();

create function private.drop_unverified_sign_in()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- If an account is confirmed when it is created, as with the service key, its row is from this transaction. Then
  -- there is nothing to end.
  if exists (select from auth.users where id = new.id and xmin = pg_current_xact_id()::xid
    and created_at >= now() - interval '5 seconds') then
    return new;
  end if;
  new.encrypted_password := null;
  delete from auth.sessions where user_id = new.id;
  return new;
end;
$$;
comment on function private.drop_unverified_sign_in() is
  'Trigger on auth.users. When an address is verified, ends an earlier password and sessions. Somebody who signed up '
  'with another person''s address would know that password. Definer: the auth schema''s tables belong to the auth '
  'service.';
create trigger drop_unverified_sign_in before update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null
    and old.phone_confirmed_at is null)
  execute function private.drop_unverified_sign_in();
-- The same holds for an account by phone. If its address or phone number was verified before, nothing ends.
create trigger drop_unverified_phone before update of phone_confirmed_at on auth.users
  for each row when (old.phone_confirmed_at is null and new.phone_confirmed_at is not null
    and old.email_confirmed_at is null)
  execute function private.drop_unverified_sign_in();
