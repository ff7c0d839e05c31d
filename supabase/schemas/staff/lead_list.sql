-- Staff list leads and open one.

create index leads_searched on public.leads using gin (search_text extensions.gin_trgm_ops);

create function private.leads_where(p_filter jsonb)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(' and ', 'l.auto_delete_at > clock_timestamp()',
    case when p_filter ? 'status' then format('l.status = %L', p_filter ->> 'status') end,
    case when p_filter ? 'source' then format('l.source = %L', p_filter ->> 'source') end,
    -- The patterns are literals, so that the planner can use the trigram index.
    (select string_agg(format(
        'l.search_text like %L', pattern), ' and ')
      from unnest(private.search_patterns(p_filter ->> 'search')) pattern),
    private.within_days('l.created_at', p_filter))
$$;
comment on function private.leads_where(jsonb) is
  'Returns the SQL condition for a list of leads l from a checked filter.';

create function private.lead_row(p_lead public.leads)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'lead_id', p_lead.id, 'name', p_lead.name, 'source', p_lead.source, 'status', p_lead.status,
    'original_status', private.lead_original_status(p_lead), 'email', p_lead.email, 'phone', p_lead.phone_number,
    'created_at', private.iso(p_lead.created_at), 'last_activity_at', private.iso(p_lead.last_activity_at),
    'auto_delete_at', private.iso(p_lead.auto_delete_at),
    'wants', coalesce(p_lead.notes #>> '{packageDetails,title}', (
      select o.title from public.birthday_enquiries b join public.offers o on o.id = b.offer_id where b.lead_id = p_lead.id),
      p_lead.notes ->> 'packageType', p_lead.notes ->> 'page'),
    'value_cents', round((p_lead.notes ->> 'conversionValue')::numeric * 100)::integer,
    'is_engaged', p_lead.notes ->> 'engagementLevel' is not distinct from 'high_priority',
    'order_id', p_lead.order_id, 'order_number', (select o.number from public.orders o where o.id = p_lead.order_id),
    'has_verified_match', p_lead.order_id is not null and p_lead.joined_by is null,
    'may_have_purchased', p_lead.status <> 'converted' and p_lead.source <> 'birthday_enquiry' and exists (
      select from public.orders o
      where o.paid_at >= p_lead.created_at and o.channel <> 'renewal' and lower(o.parent_email) = p_lead.email),
    'notes', (select count(*) from public.lead_notes n where n.lead_id = p_lead.id))
$$;
comment on function private.lead_row(public.leads) is 'Returns StaffLeadRow (contract/management-leads.ts).';

create function public.list_leads(
  p_filter jsonb default '{}', p_sort text default '-created', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_where text;
  v_column constant text := case when p_sort like '%activity' then 'l.last_activity_at' else 'l.created_at' end;
  v_after public.leads;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter, '{
      "search": "text", "from": "day", "until": "day", "source": "^[a-z][a-z0-9_-]{0,59}$",
      "status": ["new", "waitlist_conversion_pending", "waitlist_whatsapp_joined", "contacted", "converted", "closed"]}',
    p_sort, '{-created,created,-activity,activity}', p_limit);
  if p_after is not null then
    select * into v_after from public.leads where id = p_after;
    if not found then perform private.fail('lead_not_found', 'p_after'); end if;
  end if;
  v_where := private.leads_where(p_filter);
  v_page := private.read_page('public.leads l', v_where, v_column, p_sort like '-%',
    case v_column when 'l.created_at' then v_after.created_at else v_after.last_activity_at end::text, p_after, p_limit);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.lead_row(l) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.leads l on l.id = n.id),
    'stages', case when p_after is null then (
      select coalesce(jsonb_object_agg(s.status, s.leads), '{}') from (
        select l.status, count(*) as leads from public.leads l where l.auto_delete_at > clock_timestamp() group by l.status) s) end)
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_leads(jsonb, text, uuid, integer) is
  'For admins. Returns StaffLeads (contract/management-leads.ts). p_filter is {search?, status?, source?, from?, '
  'until?: days of their creation}. p_sort is -created, created, -activity or activity. Fails with lead_not_found. '
  'Definer: see list_orders.';
grant execute on function public.list_leads(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_leads(jsonb, text, uuid, integer)', 'list_leads');

create function public.get_lead(p_lead_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_lead public.leads;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_lead from public.leads where id = p_lead_id and auto_delete_at > clock_timestamp();
  if not found then perform private.fail('lead_not_found', 'p_lead_id'); end if;
  return jsonb_build_object(
    'lead', private.lead_row(v_lead),
    'task', (select private.task_row(t) from public.tasks t where t.lead_id = v_lead.id),
    'enquiry', coalesce((
      select jsonb_build_object(
        'page', null, 'preferred_date', b.preferred_date, 'guests', b.guests, 'child_age', b.child_age, 'message', b.message)
      from public.birthday_enquiries b where b.lead_id = v_lead.id),
      case when v_lead.notes ? 'page' then jsonb_build_object(
        'page', v_lead.notes -> 'page', 'preferred_date', null, 'guests', null, 'child_age', null,
        'message', v_lead.notes -> 'message') end),
    'bought', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order_id', o.id, 'number', o.number, 'paid_at', private.iso(o.paid_at), 'total_cents', o.total_cents, 'name', o.parent_name,
        'by_email', b.by_email, 'by_phone', b.by_phone,
        'titles', array(select l.title from public.order_lines l where l.order_id = o.id order by l.position))
        order by o.paid_at, o.id), '[]')
      from private.orders_since_lead(v_lead) b join public.orders o on o.id = b.order_id),
    'notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'note_id', n.id, 'body', n.body, 'at', private.iso(n.created_at), 'who', coalesce(nullif(p.name, ''), p.email))
        order by n.created_at desc, n.id), '[]')
      from public.lead_notes n left join public.profiles p on p.id = n.written_by where n.lead_id = v_lead.id),
    'events', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', private.iso(e.at), 'status', e.status, 'who', coalesce(nullif(p.name, ''), p.email)) order by e.at desc), '[]')
      from (
        select g.created_at as at, g.after ->> 'status' as status, g.user_id as who from public.audit_log g
        where g.table_name = 'leads' and g.row_key = v_lead.id::text and g.after ? 'status') e
      left join public.profiles p on p.id = e.who));
end;
$$;
comment on function public.get_lead(uuid) is
  'For admins. Returns everything that is known about a lead, as StaffLeadDetails (contract/management-leads.ts), '
  'without its token. Fails with lead_not_found. Definer: see list_orders.';
grant execute on function public.get_lead(uuid) to authenticated;
select private.answer_calls('public.get_lead(uuid)', 'management');
