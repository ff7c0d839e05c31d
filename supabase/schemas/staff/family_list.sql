-- Admins list families, with the search of orders (order_search.sql; docs/decisions "/management/families").

create index families_by_creation on public.families (created_at, id) where erased_at is null;
create index families_by_name on public.families ((lower(contact_name)), id) where erased_at is null;
create index families_contact_phone on public.families (contact_phone);
create index profiles_searched on public.profiles using gin (search_text extensions.gin_trgm_ops);

create function private.find_families(p_search text, p_max integer)
returns uuid[]
language plpgsql
volatile
set search_path = ''
set plan_cache_mode = force_custom_plan
as $$
declare
  v_patterns constant text[] := private.search_patterns(p_search);
  v_pattern constant text := v_patterns[1];
  v_second_pattern constant text := coalesce(v_patterns[2], v_patterns[1]);
  v_name constant text := lower(btrim(p_search));
  v_orders uuid[];
  v_matches uuid[];
  v_family_ids uuid[];
begin
  if v_name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return array(
      select id from public.families where id = v_name::uuid
      union select family_id from public.children where id = v_name::uuid
      union select family_id from public.profiles where id = v_name::uuid and family_id is not null
      union select family_id from public.orders where id = v_name::uuid and family_id is not null);
  end if;
  v_orders := private.find_orders(p_search, p_max);
  if v_orders is null then return null; end if;
  v_family_ids := array(select distinct family_id from public.orders where id = any (v_orders) and family_id is not null);

  v_matches := array(
    select id from public.families
    where search_text like v_pattern and search_text like v_second_pattern and search_text like all (v_patterns)
    limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  v_family_ids := v_family_ids || v_matches;

  v_matches := array(
    select family_id from public.children
    where search_text like v_pattern and search_text like v_second_pattern and search_text like all (v_patterns)
    limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  v_family_ids := v_family_ids || v_matches;

  v_matches := array(
    select family_id from public.profiles
    where family_id is not null
      and search_text like v_pattern and search_text like v_second_pattern and search_text like all (v_patterns)
    limit p_max + 1);
  if cardinality(v_matches) > p_max then return null; end if;
  return array(select distinct unnest(v_family_ids || v_matches));
end;
$$;
comment on function private.find_families(text, integer) is
  'Finds families by contacts, parents and children, by their orders (private.find_orders) and by whole ids. Returns '
  'null if one source finds more than p_max, because a page of matches is then found soon by reading the list in its '
  'order.';

create function private.families_where(p_filter jsonb, p_is_found boolean)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'f.erased_at is null',
    case when p_filter ? 'search' then case when p_is_found then 'f.id = any ($1)' else $where$(
      f.search_text like all ($2)
      or exists (select from public.children c where c.family_id = f.id and c.search_text like all ($2))
      or exists (select from public.profiles p where p.family_id = f.id
        and p.search_text like all ($2)))$where$ end end,
    case p_filter ->> 'kind'
      when 'account' then 'num_nonnulls(f.primary_parent_id, f.secondary_parent_id) > 0'
      when 'guest' then 'num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 0'
      when 'waits' then 'f.id = any (array(select e.family_id from public.waitlist_entries e where e.status in (''waiting'', ''offered'') and e.family_id is not null))'
      when 'proposals' then 'f.id = any (array(select p.family_id from public.family_proposals p))'
      -- The duplicates are computed once. The list then filters families in its own order.
      when 'twice' then 'f.id = any (array(select private.similar_family_ids()))' end)
$$;
comment on function private.families_where(jsonb, boolean) is
  'Returns the SQL condition for a list of families f from a checked filter. $1 is the families that were found. $2 '
  'is the search patterns, which are used if there are too many matches to look them up first.';

create function private.family_row(p_family public.families)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'family_id', p_family.id, 'name', coalesce(nullif(p.name, ''), p_family.contact_name),
    'email', coalesce(p.email, p_family.contact_email), 'phone', coalesce(p.phone, p_family.contact_phone),
    'has_account', num_nonnulls(p_family.primary_parent_id, p_family.secondary_parent_id) > 0,
    'created_at', private.iso(p_family.created_at),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'level', c.current_level,
        'age', private.age_on(c.dob, d.today)) order by c.dob, c.id), '[]')
      from public.children c where c.family_id = p_family.id and c.status <> 'declined'),
    'credits', (
      select coalesce(sum(k.delta), 0)::integer from public.passes s join public.credit_ledger k on k.pass_id = s.id
      where s.family_id = p_family.id and (s.valid_until is null or s.valid_until >= d.today)),
    'ahead', (
      select count(*) from public.bookings b
      where b.family_id = p_family.id and b.status = 'booked' and b.session_date >= d.today)
      + (select count(*) from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
         where e.family_id = p_family.id and e.status = 'enrolled' and w.cancelled_at is null and w.end_date >= d.today),
    'orders', (select count(*) from public.orders o where o.family_id = p_family.id and o.paid_at is not null))
  from (select private.calendar_today() as today offset 0) d
  left join public.profiles p on p.id = coalesce(p_family.primary_parent_id, p_family.secondary_parent_id)
$$;
comment on function private.family_row(public.families) is 'Returns StaffFamily (contract/management-families.ts).';

create function public.list_families(
  p_filter jsonb default '{}', p_sort text default '-created', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_found_most constant integer := 5000;
  v_where text;
  v_column constant text := case when p_sort like '%name' then 'lower(f.contact_name)' else 'f.created_at' end;
  v_family_ids uuid[];
  v_patterns text[];
  v_after public.families;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{"search": "text", "kind": ["account", "guest", "waits", "proposals", "twice"]}',
    p_sort, '{-created,created,-name,name}', p_limit);
  if p_after is not null then
    select * into v_after from public.families where id = p_after;
    if not found then perform private.fail('family_not_found', 'p_after'); end if;
  end if;
  if p_filter ? 'search' then
    v_family_ids := private.find_families(p_filter ->> 'search', c_found_most);
    v_patterns := private.search_patterns(p_filter ->> 'search');
  end if;
  v_where := private.families_where(p_filter, v_family_ids is not null);
  v_page := private.read_page('public.families f', v_where, v_column, p_sort like '-%',
    case when p_sort like '%name' then lower(v_after.contact_name) else v_after.created_at::text end, p_after, p_limit,
    v_family_ids, v_patterns);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.family_row(f) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.families f on f.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_families(jsonb, text, uuid, integer) is
  'For admins. Returns StaffFamilies (contract/management-families.ts). p_filter is {search?, kind?: account | guest | '
  'waits | asked | twice}. p_sort is -created, created, -name or name. Contains no health data and no erased family. '
  'Fails with family_not_found. Definer: reads past the policies, after checking the caller.';
grant execute on function public.list_families(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_families(jsonb, text, uuid, integer)', 'list_families');
