-- Business admins help a colleague who has lost a device, or the second factor that was on it
-- (docs/runbooks/coach-lost-phone.md).

create function private.sign_out_staff(p_user_id uuid, p_what text)
returns bigint
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry_id bigint;
begin
  -- Staff end their own sessions at /auth, which keeps the session of the caller.
  if p_user_id = (select auth.uid()) then perform private.fail('invalid_input', 'p_user_id'); end if;
  perform from public.user_roles where user_id = p_user_id and role <> 'customer';
  if not found then perform private.fail('account_not_found', 'p_user_id'); end if;
  delete from auth.sessions where user_id = p_user_id;
  -- The calendar address and the roster links on a device work without a session, so they end, too.
  delete from public.coach_calendars where user_id = p_user_id;
  delete from public.roster_shares where made_by = p_user_id;
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'delete', p_what, p_user_id)
  returning id into v_entry_id;
  return v_entry_id;
end;
$$;
comment on function private.sign_out_staff(uuid, text) is
  'Ends all sessions of a colleague''s account, the address of its calendar feed and its links to rosters. Returns the '
  'id of its entry in the audit log. Fails with account_not_found, and with invalid_input for the caller''s own '
  'account.';

create function public.end_staff_sessions(p_user_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  perform private.sign_out_staff(p_user_id, 'staff_sessions');
  return jsonb_build_object('account', private.staff_account(p_user_id));
end;
$$;
comment on function public.end_staff_sessions(uuid) is
  'For business admins, when a colleague has lost a device. Ends all sessions of the account, the address of its '
  'calendar feed and its links to rosters. Roles and password stay. The call is recorded in the audit log. Returns '
  '{account: StaffAccount}. Fails with account_not_found, and with invalid_input for the caller''s own account. '
  'Definer: deletes from the auth schema.';
grant execute on function public.end_staff_sessions(uuid) to authenticated;
select private.answer_calls('public.end_staff_sessions(uuid)', 'management');

create function private.check_fresh_factor()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.check_fresh();
  -- A session may have got its second factor hours ago, and may have been renewed since.
  if not exists (
    select from jsonb_array_elements(case when jsonb_typeof(auth.jwt() -> 'amr') = 'array' then auth.jwt() -> 'amr' else '[]' end) m
    where m ->> 'method' in ('totp', 'mfa/phone', 'mfa/webauthn')
      and to_timestamp((m ->> 'timestamp')::numeric)
        >= clock_timestamp() - make_interval(mins => (private.settings()).fresh_sign_in_minutes)) then
    perform private.fail('sign_in_again');
  end if;
end;
$$;
comment on function private.check_fresh_factor() is
  'Fails with sign_in_again unless the caller has entered a code of their own second factor within '
  'settings.fresh_sign_in_minutes. Before that, fails with the codes of private.check_fresh.';

create function public.begin_factor_reset(p_user_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry_id bigint;
  v_user auth.users;
begin
  -- If the session lacks the second factor, the caller is first asked for it, and only then refused.
  perform private.my_account();
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  perform private.check_fresh_factor();
  v_entry_id := private.sign_out_staff(p_user_id, 'second_factor');
  select * into v_user from auth.users where id = p_user_id;
  if not exists (select from auth.mfa_factors where user_id = p_user_id) then perform private.fail('invalid_input', 'p_user_id'); end if;
  -- Somebody who deceives an admin on the phone cannot read the colleague's mailbox. So the mail is queued before
  -- anything is removed.
  insert into public.outbox (key, template, recipient, payload)
  values ('second_factor_removed:' || v_entry_id, 'second_factor_removed', v_user.email, jsonb_build_object(
    'name', private.staff_name(p_user_id), 'by', private.staff_name((select auth.uid())), 'at', private.iso(clock_timestamp())));
  return jsonb_build_object('user_id', p_user_id);
end;
$$;
comment on function public.begin_factor_reset(uuid) is
  'For business admins who entered their own code within settings.fresh_sign_in_minutes, but not for their own '
  'account. Ends all sessions of a colleague, records this, and mails the colleague. Afterwards the function '
  'reset-second-factor removes the factors. Returns {user_id}. Fails with not_allowed, sign_in_again, '
  'account_not_found, rate_limited, and with invalid_input for the caller''s own account or one without a factor. '
  'Definer: deletes from the auth schema.';
grant execute on function public.begin_factor_reset(uuid) to authenticated;
select private.answer_calls('public.begin_factor_reset(uuid)', 'management');
