-- Coaches read today's parties, admins read all. Allergies are read only through functions that log each read
-- (docs/decisions "Safety").

create function private.party_guests(p_party_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer
  from public.form_responses r join public.form_response_guests g on g.response_id = r.id
  where r.party_id = p_party_id and r.attending is not false and r.duplicate_of is null
$$;
comment on function private.party_guests(uuid) is
  'Returns the number of guests who accepted. Responses marked as duplicates are not counted unless staff decide '
  'otherwise.';

create function private.is_today(p_party public.parties)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_party.status = 'planned'
    and (p_party.starts_at at time zone private.time_zone())::date = private.calendar_today()
$$;
comment on function private.is_today(public.parties) is 'Returns whether the party takes place today in Singapore.';

create function private.serve_health(p_response_ids uuid[], p_context jsonb)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  -- One statement reads and logs, so that no health note is read without a log entry.
  with served as materialized (
    select h.response_id, h.position, h.details, g.name, g.age
    from public.form_response_health h
    left join public.form_response_guests g on g.response_id = h.response_id and g.position = h.position
    where h.response_id = any (p_response_ids)
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, user_context)
    select (select auth.uid()), 'form_response_health', 'read', p_context
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('response_id', response_id, 'guest', name, 'age', age, 'details', details)
      order by response_id, position),
    '[]')
  from served
$$;
comment on function private.serve_health(uuid[], jsonb) is
  'Returns the health notes of responses and writes an entry to the access log. The caller has checked the role.';

create function public.get_party_health(p_party_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  select * into v_party from public.parties where id = p_party_id;
  -- For a coach, a party of another day counts as not found.
  if v_party.id is null or not (private.is_admin() or private.is_today(v_party)) then
    perform private.fail('party_not_found', 'p_party_id');
  end if;
  return private.serve_health(
    array(
      select id from public.form_responses
      -- Duplicates are included, because reporting an allergy twice does no harm.
      where party_id = p_party_id and attending is not false),
    jsonb_build_object('party_id', p_party_id));
end;
$$;
comment on function public.get_party_health(uuid) is
  'For staff. Returns [{response_id, guest, age, details}]. Coaches get only today''s parties. Each call is logged. '
  'Fails with party_not_found. Definer: the table has no policy.';
grant execute on function public.get_party_health(uuid) to authenticated;
select private.answer_calls('public.get_party_health(uuid)', 'management');

create function public.get_response_health(p_response_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return private.serve_health(array[p_response_id], jsonb_build_object('response_id', p_response_id));
end;
$$;
comment on function public.get_response_health(uuid) is
  'For admins. Returns the health notes of one form response, in the shape of get_party_health, for forms without a '
  'party. Each call is logged. Definer: the table has no policy. The function checks the caller and logs the read.';
grant execute on function public.get_response_health(uuid) to authenticated;
select private.answer_calls('public.get_response_health(uuid)', 'management');
