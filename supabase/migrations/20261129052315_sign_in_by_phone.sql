set local check_function_bodies = off;

DROP TRIGGER "drop_unverified_sign_in" ON "auth"."users";

CREATE OR REPLACE FUNCTION private.ensure_family()
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_profile public.profiles;
begin
  -- The lock serialises a parent's first writes and the acceptance of an invitation.
  select * into v_profile from public.profiles where id = private.my_account() for update;
  if not found then perform private.deny(); end if;
  if v_profile.family_id is null then
    -- An account by phone: a family's confirmations need an address.
    if coalesce(v_profile.email, '') = '' then perform private.fail('email_not_verified'); end if;
    insert into public.families (primary_parent_id, contact_name, contact_email, contact_phone)
    values (
      v_profile.id,
      left(coalesce(nullif(trim(v_profile.name), ''), nullif(trim(concat_ws(' ', v_profile.first_name, v_profile.last_name)), ''),
        split_part(v_profile.email, '@', 1)), 120),
      v_profile.email, v_profile.phone)
    returning id into v_profile.family_id;
  end if;
  perform from public.families where id = v_profile.family_id for update;
  return v_profile.family_id;
end;
$function$;

CREATE OR REPLACE FUNCTION private.limit_new_accounts(event jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_network constant text := private.network_address(event #>> '{metadata,ip_address}');
  v_counted record;
  v_rule public.rate_rules;
begin
  -- In this order, so that a mailbox over its limit uses up nothing of its network's.
  for v_counted in
    select * from (values
      ('new_account_mailbox', private.mailbox_of(coalesce(nullif(event #>> '{user,email}', ''), event #>> '{user,phone}')), 'mailbox_limited'),
      ('new_account_network', v_network, 'network_limited'),
      ('new_account_site', private.network_of(v_network), 'network_limited'),
      -- Even a visitor who fakes network addresses leaves the remaining mails to people with an account.
      ('new_account_project', '', 'project_limited')) c (endpoint, key, refusal)
  loop
    v_rule := private.rate_rule(v_counted.endpoint);
    if not private.count_hit(v_counted.endpoint || ' ' || v_counted.key, v_rule.most, v_rule.seconds) then
      return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', v_counted.refusal));
    end if;
  end loop;
  return '{}';
end;
$function$;

CREATE OR REPLACE FUNCTION private.pause_mails()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_rule constant public.rate_rules := private.rate_rule('account_mail');
  v_kind constant text := tg_argv[0];
  v_key constant text := format('account_mail %s %s', v_kind,
    private.mailbox_of(coalesce(nullif(new.email, ''), new.phone)));
begin
  if not private.count_hit(v_key, v_rule.most - 1, v_rule.seconds) then
    return jsonb_populate_record(new, jsonb_build_object(v_kind, (
      select window_ends_at from public.rate_limits where key_hash = private.fingerprint(v_key))));
  end if;
  return new;
end;
$function$;

CREATE TRIGGER drop_unverified_phone BEFORE UPDATE OF phone_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.phone_confirmed_at IS NULL) AND (new.phone_confirmed_at IS NOT NULL) AND (old.email_confirmed_at IS NULL))) EXECUTE FUNCTION private.drop_unverified_sign_in();

CREATE TRIGGER drop_unverified_sign_in BEFORE UPDATE OF email_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (new.email_confirmed_at IS NOT NULL) AND (old.phone_confirmed_at IS NULL))) EXECUTE FUNCTION private.drop_unverified_sign_in();

COMMENT ON FUNCTION "private"."limit_new_accounts"(jsonb) IS 'The sign-in service''s hook before_user_created: may an account be created for this address, from this network? Each one sends a mail. Returns {} or {error: {http_code: 429, message: mailbox_limited, network_limited or project_limited}}, which the service passes on. Counts by mailbox or phone number, network (IPv4 address or IPv6 /64), IPv6 site (/48) and in total, with the limits of rate_rules new_account_…. Definer: counts in rate_limits; only the sign-in service may call.';
