-- One call returns the whole page Today. Its lists are short and come with a count (docs/decisions "/management").

create function private.lapsing_offers(p_max integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'count', (select count(*) from public.waitlist_offers where status = 'open' and expires_at > clock_timestamp()),
    'first', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', q.id, 'title', coalesce(t.name, w.name), 'location', l.name,
        'starts_at', private.iso(coalesce(s.starts_at, w.starts_at)), 'places', q.places, 'expires_at', private.iso(q.expires_at),
        'name', coalesce(e.parent_name, f.contact_name), 'phone', coalesce(e.parent_phone, f.contact_phone))
        order by q.expires_at, q.id)
      from (
        select * from public.waitlist_offers where status = 'open' and expires_at > clock_timestamp()
        order by expires_at, id limit p_max) q
      join public.waitlist_entries e on e.id = q.entry_id
      left join public.families f on f.id = e.family_id
      left join public.sessions s on s.id = q.session_id
      left join public.class_types t on t.id = s.class_type_id
      left join public.camp_weeks w on w.id = q.camp_id
      join public.locations l on l.id = coalesce(s.location_id, w.location_id)), '[]'))
$$;
comment on function private.lapsing_offers(integer) is
  'Returns open waitlist offers, as {count, first: StaffOffer[] (contract/management.ts)}. Those that expire first '
  'come first.';

create function private.new_leads(p_max integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'count', (select count(*) from public.leads where status in ('new', 'waitlist_conversion_pending')),
    'first', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', n.id, 'name', n.name, 'source', n.source, 'status', n.status, 'phone', n.phone_number, 'email', n.email,
        'created_at', private.iso(n.created_at), 'auto_delete_at', private.iso(n.auto_delete_at))
        order by n.created_at desc, n.id)
      from (
        select * from public.leads where status in ('new', 'waitlist_conversion_pending')
        order by created_at desc, id limit p_max) n), '[]'))
$$;
comment on function private.new_leads(integer) is
  'Returns leads that staff have not answered yet, the newest first: {count, first: StaffLead[] '
  '(contract/management.ts)}.';

create function private.health_view()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'alerts', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'value', value, 'threshold', threshold,
        'began_at', private.iso(began_at)) order by began_at, kind), '[]')
      from public.alerts where ended_at is null),
    'books', private.books_state(),
    'publish', private.publish_state(),
    'late_chores', private.late_chores(),
    'mails_failed', (select count(*) from public.outbox where sent_at is null and failed_at is not null and left_out_at is null))
$$;
comment on function private.health_view() is
  'Returns StaffHealth (contract/management.ts), a summary of get_system_health with open alerts and late jobs only.';

create function public.get_management_today()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := private.calendar_today();
  v_bounced jsonb;
  v_unreached jsonb;
  v_with_notes bigint;
  v_unknown bigint;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.sync_tasks();
  select count(*) filter (where n.has_notes), count(*) filter (where not n.has_notes) into v_with_notes, v_unknown
  from private.children_with_health(v_day) n;
  v_bounced := private.bounced_mails(20);
  perform private.log_numbers(
    array(select (b ->> 'family_id')::uuid from jsonb_array_elements(v_bounced -> 'first') b where b ->> 'phone' is not null),
    jsonb_build_object('bounced_mails', true, 'day', v_day));
  v_unreached := private.unreached_families(50);
  perform private.log_numbers(
    array(select (u ->> 'family_id')::uuid from jsonb_array_elements(v_unreached -> 'first') u where u ->> 'phone' is not null),
    jsonb_build_object('unreached', true, 'day', v_day));
  return jsonb_build_object(
    'now', private.iso(private.calendar_now()), 'at', private.iso(clock_timestamp()), 'day', v_day,
    'places', private.day_places(v_day),
    'parties', private.parties_today(),
    -- Only the counts are returned. read_todays_health serves and logs the names.
    'health_notes', v_with_notes,
    'health_unknown', v_unknown,
    'decisions', private.decisions_view(5),
    'offers', private.lapsing_offers(20),
    'leads', private.new_leads(20),
    'first_aid', private.open_first_aid(20),
    'tasks', private.due_tasks(10),
    'bounced_mails', v_bounced,
    'unreached', v_unreached,
    'uncovered', private.uncovered_view(20),
    'not_on_sale', private.camps_not_on_sale(20),
    'growth_reports', private.reports_due(20),
    'health', private.health_view());
end;
$$;
comment on function public.get_management_today() is
  'For admins. Returns ManagementToday (contract/management.ts). now is the calendar''s time. at is the real time, by '
  'which offers expire. Phone numbers of families are logged, once a day. Definer: reads past the policies, after '
  'checking the caller.';
grant execute on function public.get_management_today() to authenticated;
select private.answer_calls('public.get_management_today()', 'management');
