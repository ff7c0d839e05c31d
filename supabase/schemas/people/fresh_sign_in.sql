-- Some actions need a fresh sign-in. An unattended phone keeps a session for weeks, but somebody who finds it cannot
-- sign in again.

create function private.signed_in_at()
returns timestamptz
language plpgsql
stable
set search_path = ''
as $$
declare
  v_claims constant jsonb := auth.jwt();
begin
  return coalesce(
    (select max(to_timestamp((m ->> 'timestamp')::numeric)) from jsonb_array_elements(
      case when jsonb_typeof(v_claims -> 'amr') = 'array' then v_claims -> 'amr' else '[]' end) m
     where m ->> 'method' <> 'token_refresh'),
    (select created_at from auth.sessions where id = (v_claims ->> 'session_id')::uuid),
    -- For a token without a session id, the token's own issue time is used.
    to_timestamp((v_claims ->> 'iat')::numeric));
end;
$$;
comment on function private.signed_in_at() is
  'Returns when the caller last signed in by password, link or second factor. Renewing a token does not count. Only '
  'definer functions call it.';

create function private.check_fresh()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.my_account();
  if coalesce(private.signed_in_at() < clock_timestamp()
    - make_interval(mins => (private.settings()).fresh_sign_in_minutes), true) then
    perform private.fail('sign_in_again');
  end if;
end;
$$;
comment on function private.check_fresh() is
  'Fails with sign_in_again if the sign-in is older than settings.fresh_sign_in_minutes. Before that, fails with the '
  'codes of private.my_account.';

create function private.has_fresh_session(p_user_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from auth.sessions s
    left join auth.mfa_amr_claims m on m.session_id = s.id and m.authentication_method <> 'token_refresh'
    where s.user_id = p_user_id and greatest(s.created_at, m.updated_at)
      > clock_timestamp() - make_interval(mins => (private.settings()).fresh_sign_in_minutes))
$$;
comment on function private.has_fresh_session(uuid) is
  'Returns whether the account has signed in within settings.fresh_sign_in_minutes. It is for triggers on tables of '
  'the sign-in service, which do not know the session of the request.';

create function private.check_new_factor()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not private.has_fresh_session(new.user_id) then perform private.fail('sign_in_again'); end if;
  return new;
end;
$$;
comment on function private.check_new_factor() is
  'Trigger: requires a fresh sign-in for a new second factor, because a second factor ends the other sessions and '
  'could lock out their owner. Fails with sign_in_again. Definer: see private.drop_unverified_sign_in.';
create trigger check_new_factor before update of status on auth.mfa_factors
  for each row when (old.status is distinct from new.status and new.status = 'verified')
  execute function private.check_new_factor();

create function private.check_new_credential()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if exists (select from auth.sessions where user_id = new.id) and not private.has_fresh_session(new.id) then
    perform private.fail('sign_in_again');
  end if;
  return new;
end;
$$;
comment on function private.check_new_credential() is
  'Trigger: requires a fresh sign-in for a new password or phone number, because either can be used to sign in. A '
  'change without a session comes from the service key. Fails with sign_in_again. Definer: see '
  'private.drop_unverified_sign_in.';
-- The sign-in service may also encrypt its hashes, which are then JSON. It encrypts them again at sign-in, before there
-- is a session.
create trigger check_new_password before update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password and new.encrypted_password <> ''
    and left(new.encrypted_password, 1) <> '{')
  execute function private.check_new_credential();

create function public.check_fresh_sign_in()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if private.my_account() is null then perform private.deny(); end if;
  perform private.check_fresh();
  return jsonb_build_object('fresh', true);
end;
$$;
comment on function public.check_fresh_sign_in() is
  'Checks that the sign-in is fresh, before the sign-in service is asked to do something that needs it. Returns '
  '{fresh: true}. Fails with the codes of private.my_account and private.check_fresh. Definer: reads the caller''s '
  'session in the auth schema.';
grant execute on function public.check_fresh_sign_in() to authenticated;
select private.answer_calls('public.check_fresh_sign_in()');
