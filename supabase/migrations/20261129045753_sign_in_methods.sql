set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.check_address_of_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from auth.identities i
    where i.user_id = new.id and i.provider not in ('email', 'phone') and i.email = lower(new.email)
      and i.identity_data ->> 'email_verified' is distinct from 'true'
  ) then
    perform private.fail('email_not_verified');
  end if;
  return new;
end;
$function$;

ALTER FUNCTION "private"."check_address_of_identity"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_new_identity()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_address constant text := lower(new.identity_data ->> 'email');
  v_user auth.users;
begin
  select * into v_user from auth.users where id = new.user_id;
  -- A new account, or one whose address nobody has verified: the service itself ends what was typed before.
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
$function$;

ALTER FUNCTION "private"."check_new_identity"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION private.check_new_phone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from auth.sessions where user_id = new.id) and not private.has_fresh_session(new.id) then
    perform private.fail('sign_in_again');
  end if;
  return new;
end;
$function$;

ALTER FUNCTION "private"."check_new_phone"() OWNER TO "postgres";

CREATE TRIGGER check_new_identity BEFORE INSERT ON auth.identities FOR EACH ROW WHEN ((new.provider <> ALL (ARRAY['email'::text, 'phone'::text]))) EXECUTE FUNCTION private.check_new_identity();

CREATE TRIGGER check_address_of_identity BEFORE UPDATE OF email ON auth.users FOR EACH ROW WHEN ((((old.email)::text IS DISTINCT FROM (new.email)::text) AND (new.email_confirmed_at IS NOT NULL) AND ((old.email_change)::text IS DISTINCT FROM (new.email)::text))) EXECUTE FUNCTION private.check_address_of_identity();

CREATE TRIGGER check_new_phone BEFORE UPDATE OF phone ON auth.users FOR EACH ROW WHEN (((old.phone IS DISTINCT FROM new.phone) AND (new.phone <> ''::text))) EXECUTE FUNCTION private.check_new_phone();

COMMENT ON FUNCTION "private"."check_address_of_identity"() IS 'Trigger on auth.users: when an identity is removed, the service gives the account the address of another one and still counts it as verified. Orders join by verified addresses, so one that a provider only was told is refused: email_not_verified. A change that the mailbox has confirmed is allowed. Definer: see private.drop_unverified_sign_in.';

COMMENT ON FUNCTION "private"."check_new_identity"() IS 'Trigger on auth.identities: an account of another provider joins an existing one only with a verified address. With an address that the account did not have it also needs a fresh sign-in, because it gives a fresh sign-in itself. Refuses email_not_verified and sign_in_again. Definer: see private.drop_unverified_sign_in.';

COMMENT ON FUNCTION "private"."check_new_phone"() IS 'Trigger on auth.users: a new phone number needs a fresh sign-in, because its codes give a fresh sign-in themselves. Refuses sign_in_again. Definer: see private.drop_unverified_sign_in.';

REVOKE ALL ON FUNCTION "private"."check_address_of_identity"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_address_of_identity"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_address_of_identity"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_new_identity"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_new_identity"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_new_identity"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."check_new_phone"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "private"."check_new_phone"() FROM "postgres";

GRANT EXECUTE ON FUNCTION "private"."check_new_phone"() TO "postgres";
