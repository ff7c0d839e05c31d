-- Links an account with the coach's page in Studio.

create function private.coach_pages()
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.document_id, 'name', p.title) order by p.title, p.document_id), '[]')
    from public.publications p where p.type = 'coach');
end;
$$;
comment on function private.coach_pages() is 'Returns the published coaches of Studio: [{id, name}].';

create function private.free_coaches()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name), '[]') from public.coaches where user_id is null and active
$$;
comment on function private.free_coaches() is 'Returns the active coaches who have no account yet: [{id, name}].';

create function public.set_coach_page(p_user_id uuid, p_page_id text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  if p_page_id is not null and not exists (
    select from public.publications where document_id = p_page_id and type = 'coach') then
    perform private.fail('invalid_input', 'p_page_id');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('set_coach_page', 0));
  -- One page is about one person, so the account that had it before loses it.
  update public.coaches set page_id = null where page_id = p_page_id and user_id is distinct from p_user_id;
  update public.coaches set page_id = p_page_id where user_id = p_user_id;
  if not found then perform private.fail('account_not_found', 'p_user_id'); end if;
  return jsonb_build_object('account', private.staff_account(p_user_id));
end;
$$;
comment on function public.set_coach_page(uuid, text) is
  'For business admins. Links a coach''s account to a page of Studio, or to none if p_page_id is null. Returns '
  '{account: StaffAccount}. Fails with invalid_input (p_page_id), account_not_found. Definer: coaches have no write '
  'grant.';
grant execute on function public.set_coach_page(uuid, text) to authenticated;
select private.answer_calls('public.set_coach_page(uuid, text)', 'management');
