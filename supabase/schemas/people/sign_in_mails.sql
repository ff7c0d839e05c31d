-- Limits new accounts and sign-in mails by mailbox and network.

create function private.mailbox_of(p_email text)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  -- Mail servers treat full-width characters as the normal ones.
  v_email constant text := regexp_replace(lower(normalize(coalesce(p_email, ''), nfkc)), '[\s\u200b-\u200f\u2060\ufeff]', '', 'g');
  v_domain constant text := rtrim(substring(v_email from '[^@]*$'), '.');
  v_name constant text := split_part(substring(v_email from '^(.*)@'), '+', 1);
begin
  return case when v_domain in ('gmail.com', 'googlemail.com')
    then replace(v_name, '.', '') || '@gmail.com'
    else coalesce(v_name, '') || '@' || v_domain end;
end;
$$;
comment on function private.mailbox_of(text) is
  'Returns the mailbox behind an address, for counting only. It is in lower case, without a +tag, full-width and '
  'invisible characters, and the dots that Gmail ignores. Mail is never sent to it.';

create function private.limit_new_accounts(event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_network constant text := private.network_address(event #>> '{metadata,ip_address}');
  v_counter record;
  v_rule public.rate_rules;
begin
  -- The order matters: a mailbox above its limit must not use up the limit of its network.
  for v_counter in
    select * from (values
      ('new_account_mailbox', private.mailbox_of(coalesce(nullif(event #>> '{user,email}', ''), event #>> '{user,phone}')), 'mailbox_limited'),
      ('new_account_network', v_network, 'network_limited'),
      ('new_account_site', private.network_of(v_network), 'network_limited'),
      -- The total is limited, too. If a visitor fakes network addresses, mails are still left for people with an
      -- account.
      ('new_account_project', '', 'project_limited')) c (endpoint, key, refusal)
  loop
    v_rule := private.rate_rule(v_counter.endpoint);
    if not private.count_hit(v_counter.endpoint || ' ' || v_counter.key, v_rule.most, v_rule.seconds) then
      return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', v_counter.refusal));
    end if;
  end loop;
  return '{}';
end;
$$;
comment on function private.limit_new_accounts(jsonb) is
  'The hook before_user_created. Decides whether an account may be created for this address, from this network, '
  'because each sends a mail. Returns {} or {error: {http_code: 429, message}}. Counts by mailbox, network, IPv6 site '
  'and in total (rate_rules new_account_…). Definer: only the sign-in service may call.';
grant usage on schema private to supabase_auth_admin;
grant execute on function private.limit_new_accounts(jsonb) to supabase_auth_admin;

create function private.pause_mails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
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
$$;
comment on function private.pause_mails() is
  'Trigger on auth.users. After the last mail that the rule account_mail allows, sets the time of the last mail to '
  'the end of the window, so that the sign-in service refuses more mails. Definer: counts in rate_limits.';

do $$
declare
  v_column text;
begin
  foreach v_column in array '{confirmation_sent_at,recovery_sent_at,email_change_sent_at,reauthentication_sent_at}'::text[] loop
    execute format('create trigger %1$I before update of %2$I on auth.users for each row
      when (old.%2$I is distinct from new.%2$I and new.%2$I is not null) execute function private.pause_mails(%2$L)',
      'pause_' || v_column, v_column);
  end loop;
end
$$;
