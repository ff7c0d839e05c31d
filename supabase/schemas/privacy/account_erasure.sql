-- An account without a family has no data but its owner's consents. So it is deleted as a whole (docs/decisions
-- "Erasing oneself").

create function private.is_account_alone(p_user_id uuid)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select from public.profiles where id = p_user_id and family_id is null)
    and not exists (select from public.user_roles where user_id = p_user_id and role <> 'customer');
end;
$$;
comment on function private.is_account_alone(uuid) is
  'Returns whether this is an account that has no family and does not belong to a member of staff.';

create function private.erase_account(p_user_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- As everywhere, orders are locked before people. An open order could still be paid, but would belong to no account.
  perform from public.orders where user_id = p_user_id and status in ('held', 'awaiting_payment') order by id for no key update;
  if found then perform private.fail('family_in_use', 'orders'); end if;
  perform from public.profiles where id = p_user_id for update;
  -- This is checked again under the lock, because the account may have got a family since.
  if not private.is_account_alone(p_user_id) then perform private.deny(); end if;
  perform private.drop_staff_invitations(array(
    select i.id from public.staff_invitations i join auth.users u on lower(u.email) = i.email where u.id = p_user_id));
  delete from auth.users where id = p_user_id;
  insert into public.audit_log (user_id, actor, action, table_name, row_key)
  values (p_user_id, coalesce(nullif(current_setting('role', true), 'none'), session_user), 'erase', 'profiles', p_user_id);
end;
$$;
comment on function private.erase_account(uuid) is
  'Deletes an account that has no family. Its consents stay as evidence, with its id only. Fails with family_in_use '
  '(orders).';
