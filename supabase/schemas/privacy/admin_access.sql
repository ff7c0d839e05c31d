-- The access log records every attempt to enter as an admin before the password is checked, and the database itself
-- records the outcome (spec 1 §2).

create function public.note_admin_attempt(p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_attempt constant uuid := gen_random_uuid();
  v_email constant text := lower(trim(coalesce(p_email, '')));
begin
  if length(v_email) not between 3 and 254 then perform private.fail('invalid_input', 'p_email'); end if;
  insert into public.access_log (user_id, accessed_table, access_type, user_context)
  values ((select auth.uid()), 'management', 'sign_in_requested',
    jsonb_build_object('attempt', v_attempt, 'contact', private.fingerprint(v_email)));
  return jsonb_build_object('attempt', v_attempt);
end;
$$;
comment on function public.note_admin_attempt(text) is
  'Logs an attempt. Returns {attempt}, which enter_admin_access takes. The log stores a fingerprint of the address, '
  'and the answer does not depend on whose it is. Definer: the log has no write grant.';
grant execute on function public.note_admin_attempt(text) to anon, authenticated;
select private.answer_calls('public.note_admin_attempt(text)', 'admin_access');

create function public.enter_admin_access(p_attempt uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_is_admin constant boolean := private.is_admin();
begin
  if (select auth.uid()) is null then perform private.deny(); end if;
  if not exists (
    select from public.access_log
    where created_at > clock_timestamp() - interval '1 hour' and accessed_table = 'management'
      and access_type = 'sign_in_requested' and user_context ->> 'attempt' = p_attempt::text) then
    perform private.fail('invalid_input', 'p_attempt');
  end if;
  insert into public.access_log (user_id, accessed_table, access_type, user_context)
  values ((select auth.uid()), 'management', case when v_is_admin then 'sign_in_granted' else 'sign_in_denied' end,
    jsonb_build_object('attempt', p_attempt));
  return jsonb_build_object('allowed', v_is_admin);
end;
$$;
comment on function public.enter_admin_access(uuid) is
  'Records the outcome of an attempt. Returns {allowed}. If an attempt has no outcome, the sign-in service refused '
  'it. Fails with not_allowed, and with invalid_input for an attempt that was not made in the last hour. Definer: the '
  'log has no write grant.';
grant execute on function public.enter_admin_access(uuid) to authenticated;
select private.answer_calls('public.enter_admin_access(uuid)', 'admin_access');
