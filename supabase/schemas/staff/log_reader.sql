-- Admins read the logs: who changed what, and who read personal data.

create index audit_log_table on public.audit_log (table_name, created_at, id);
create index audit_log_user on public.audit_log (user_id, created_at, id);
create index audit_log_key on public.audit_log (row_key);
create index access_log_table on public.access_log (accessed_table, created_at, id);
create index access_log_user on public.access_log (user_id, created_at, id);

create function private.rows_of_families(p_families uuid[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(k.id::text), '{}') from (
    select unnest(p_families) as id
    union all select id from public.children where family_id = any (p_families)
    union all select id from public.profiles where family_id = any (p_families)
    union all select id from public.orders where family_id = any (p_families)
    union all select id from public.bookings where family_id = any (p_families)
    union all select id from public.camp_enrollments where family_id = any (p_families)
    union all select id from public.waitlist_entries where family_id = any (p_families)
    union all select id from public.pass_subscriptions where family_id = any (p_families)
    union all select l.id from public.order_lines l join public.orders o on o.id = l.order_id where o.family_id = any (p_families)
    union all select d.id from public.payment_decisions d join public.orders o on o.id = d.order_id where o.family_id = any (p_families)
    union all select r.id from public.refunds r join public.orders o on o.id = r.order_id where o.family_id = any (p_families)) k
$$;
comment on function private.rows_of_families(uuid[]) is
  'Returns the keys of the rows about these families, as the audit log stores them.';

create function private.log_where(p_filter jsonb, p_is_changes boolean)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'true',
    case when p_filter ? 'table' then format('g.%I = %L', case when p_is_changes then 'table_name' else 'accessed_table' end, p_filter ->> 'table') end,
    case when p_filter ? 'entry' then format('g.id = %L', p_filter ->> 'entry') end,
    case when p_filter ? 'who' then 'g.user_id = any ($1)' end,
    case p_filter ->> 'by' when 'account' then 'g.user_id is not null' when 'system' then 'g.user_id is null' end,
    case when p_filter ? 'family' then case when p_is_changes
      then '(g.row_key = any ($3) or g.id = any ($4))' else 'g.family_id = any ($2)' end end,
    private.within_days('g.created_at', p_filter))
$$;
comment on function private.log_where(jsonb, boolean) is
  'Returns the SQL condition for a list of log entries g from a checked filter. $1 is accounts, $2 families, $3 keys '
  'of the families'' rows, $4 log entries of their consents and notes.';

create function private.changed_entry(p_entry public.audit_log)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_entry.id, 'at', private.iso(p_entry.created_at), 'user_id', p_entry.user_id, 'actor', p_entry.actor,
    'who', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = p_entry.user_id),
    'action', p_entry.action, 'table', p_entry.table_name, 'key', p_entry.row_key, 'family_id', null,
    'before', p_entry.before, 'after', p_entry.after,
    'names', private.log_names(p_entry.row_key, p_entry.before, p_entry.after),
    'about', private.log_subject(p_entry.table_name, p_entry.row_key))
$$;
comment on function private.changed_entry(public.audit_log) is
  'Returns LogEntry (contract/management-system.ts) for a change.';

create function private.health_view_entry(p_entry public.access_log)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_entry.id, 'at', private.iso(p_entry.created_at), 'user_id', p_entry.user_id,
    'actor', case when p_entry.reported then 'browser' when p_entry.user_id is null then 'service_role' else 'authenticated' end,
    'who', (select coalesce(nullif(p.name, ''), p.email) from public.profiles p where p.id = p_entry.user_id),
    'action', p_entry.access_type, 'table', p_entry.accessed_table, 'key', p_entry.child_id, 'family_id', p_entry.family_id,
    'before', null, 'after', nullif(p_entry.user_context, '{}'),
    'names', private.log_names(p_entry.child_id::text, null, p_entry.user_context),
    'about', jsonb_build_object('child', private.id_label(p_entry.child_id), 'family', private.id_label(p_entry.family_id),
      'what', private.id_label((p_entry.user_context ->> 'place_id')::uuid)))
$$;
comment on function private.health_view_entry(public.access_log) is
  'Returns LogEntry (contract/management-system.ts) for a view of health data.';

create function public.list_log(p_filter jsonb default '{}', p_after bigint default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_people_most constant integer := 200;
  v_reads_changes constant boolean := p_filter ->> 'log' is distinct from 'looks';
  v_log constant text := case when v_reads_changes then 'audit_log' else 'access_log' end;
  v_where text;
  v_patterns text[];
  v_people uuid[] := '{}';
  v_families uuid[] := '{}';
  v_rows text[] := '{}';
  v_entries bigint[] := '{}';
  v_at timestamptz;
  v_ids bigint[];
  v_count integer;
  v_found jsonb;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "log": ["changes", "looks"], "table": "^[a-z_]{1,60}$", "who": "text", "family": "text", "by": ["account", "system"],
      "entry": "^[0-9]{1,15}$", "from": "day", "until": "day"}', null, null, p_limit);
  if p_after is not null then
    execute format('select created_at from public.%I where id = $1', v_log) into v_at using p_after;
    if v_at is null then perform private.fail('invalid_input', 'p_after'); end if;
  end if;
  if p_filter ? 'who' then
    v_patterns := private.search_patterns(p_filter ->> 'who');
    v_people := array(
      select p.id from public.profiles p
      where p.id::text = lower(btrim(p_filter ->> 'who'))
        or p.search_text like all (v_patterns)
      order by p.id limit c_people_most);
  end if;
  if p_filter ? 'family' then
    v_families := (coalesce(private.find_families(p_filter ->> 'family', c_people_most), '{}'))[:c_people_most];
    if v_reads_changes then
      v_rows := private.rows_of_families(v_families);
      v_entries := array(
        select g.id from public.consents c join public.audit_log g on g.table_name = 'consents' and g.row_key = c.id::text
        where c.family_id = any (v_families)
        union
        select g.id from public.family_notes n join public.audit_log g on g.table_name = 'family_notes' and g.row_key = n.id::text
        where n.family_id = any (v_families));
    end if;
  end if;
  v_where := private.log_where(p_filter, v_reads_changes);
  if p_after is null then
    execute format('select count(*) from (select from public.%I g where %s limit %s) g', v_log, v_where, private.count_limit() + 1)
    into v_count using v_people, v_families, v_rows, v_entries;
  end if;
  execute format('select array(select g.id from public.%I g where %s %s order by g.created_at desc, g.id desc limit %s)',
    v_log, v_where, case when p_after is not null then format('and (g.created_at, g.id) < (%L, %s)', v_at, p_after) end, p_limit + 1)
  into v_ids using v_people, v_families, v_rows, v_entries;
  execute format(
    'select coalesce(jsonb_agg(private.%I(g) order by n.ordinality), ''[]'') from unnest($1) with ordinality n (id, ordinality) join public.%I g on g.id = n.id',
    case when v_reads_changes then 'changed_entry' else 'health_view_entry' end, v_log)
  into v_found using v_ids[:p_limit];
  return jsonb_build_object('rows', v_found) || private.page_end(v_ids, v_count, p_limit);
end;
$$;
comment on function public.list_log(jsonb, bigint, integer) is
  'For admins. Returns LogPage (contract/management-system.ts), the newest first. p_filter is {log?: looks, table?, '
  'who?, family?, by?: account | system, entry?, from?, until?}. Definer: finds families and people past the '
  'policies, after checking the caller.';
grant execute on function public.list_log(jsonb, bigint, integer) to authenticated;
select private.answer_calls('public.list_log(jsonb, bigint, integer)', 'list_log');
