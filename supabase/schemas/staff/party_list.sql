-- The list of parties says only whether there are health notes, never what they say (docs/decisions
-- "/admin/birthday-rsvps").

create function private.parties_where(p_filter jsonb)
returns text
language sql
volatile
set search_path = ''
as $$
  select concat_ws(' and ', case coalesce(p_filter ->> 'state', 'coming')
      when 'every' then 'true'
      when 'cancelled' then 'p.status = ''cancelled'''
      when 'over' then format('p.status = ''planned'' and p.ends_at <= %L', private.calendar_now())
      -- No party is longer than a day, so the index on starts_at can be used.
      else format('p.status = ''planned'' and p.ends_at > %1$L and p.starts_at > %1$L::timestamptz - interval ''1 day''',
        private.calendar_now()) end,
    private.within_days('p.starts_at', p_filter),
    (select string_agg(format('p.search_text like %L', w), ' and ')
    from unnest(private.search_patterns(p_filter ->> 'search')) w))
$$;
comment on function private.parties_where(jsonb) is
  'Returns the SQL condition for a list of parties p from a checked filter. Unless the filter has a state, the list '
  'has the parties that are still to come.';

create function private.party_row(p_party public.parties)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'party_id', p_party.id, 'title', p_party.title, 'host_name', p_party.host_name, 'host_email', p_party.host_email,
    'host_phone', p_party.host_phone, 'starts_at', private.iso(p_party.starts_at), 'ends_at', private.iso(p_party.ends_at),
    'place', p_party.place, 'package', (select title from public.offers where id = p_party.offer_id),
    'state', case when p_party.status = 'cancelled' then 'cancelled' when p_party.ends_at <= private.calendar_now() then 'over'
      else 'coming' end,
    'head_count', p_party.head_count, 'children', g.children, 'adults', g.adults,
    'answers', jsonb_build_object('coming', r.coming, 'not_coming', r.not_coming, 'again', r.again, 'noted', r.noted),
    'erased_at', private.iso(p_party.ends_at + (select keep from public.retention_periods where class = 'form_responses')))
  from (
    select count(*) filter (where e.duplicate_of is null and e.attending is not false)::integer as coming,
      count(*) filter (where e.duplicate_of is null and e.attending is false)::integer as not_coming,
      count(*) filter (where e.duplicate_of is not null)::integer as again,
      count(*) filter (where e.attending is not false and exists (
        select from public.form_response_health h where h.response_id = e.id))::integer as noted
    from public.form_responses e where e.party_id = p_party.id) r,
  (
    select count(*) filter (where g.kind = 'child')::integer as children, count(*) filter (where g.kind = 'adult')::integer as adults
    from public.form_responses e join public.form_response_guests g on g.response_id = e.id
    where e.party_id = p_party.id and e.attending is not false and e.duplicate_of is null) g
$$;
comment on function private.party_row(public.parties) is
  'Returns StaffParty (contract/management-parties.ts), from current answers (private.party_guests). erased_at is '
  'when the answers of a party that ends then are erased.';

create function public.list_parties(
  p_filter jsonb default '{}', p_sort text default 'starts', p_after uuid default null, p_limit integer default 50)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_where text;
  v_after public.parties;
  v_page record;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_list(p_filter,
    '{"search": "text", "state": ["over", "cancelled", "every"], "from": "day", "until": "day"}', p_sort, '{starts,-starts}', p_limit);
  if p_after is not null then
    select * into v_after from public.parties where id = p_after;
    if not found then perform private.fail('party_not_found', 'p_after'); end if;
  end if;
  v_where := private.parties_where(p_filter);
  v_page := private.read_page('public.parties p', v_where, 'p.starts_at', p_sort like '-%', v_after.starts_at::text, p_after, p_limit);
  return jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(private.party_row(p) order by n.ordinality), '[]')
      from unnest(v_page.ids[:p_limit]) with ordinality n (id, ordinality) join public.parties p on p.id = n.id))
    || private.page_end(v_page.ids, v_page.counted, p_limit);
end;
$$;
comment on function public.list_parties(jsonb, text, uuid, integer) is
  'For admins. Returns StaffParties (contract/management-parties.ts). p_filter is {search?, state?, from?, until?}. '
  'state is over, cancelled or every; without it, the list has the parties that are still to come. p_sort is starts or '
  '-starts. Fails with party_not_found. Definer: counts answers past the policies, after checking the caller.';
grant execute on function public.list_parties(jsonb, text, uuid, integer) to authenticated;
select private.answer_calls('public.list_parties(jsonb, text, uuid, integer)', 'list_parties');

create function private.enquiry_row(p_lead public.leads, p_enquiry public.birthday_enquiries)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('lead_id', p_lead.id, 'name', p_lead.name, 'email', p_lead.email, 'phone', p_lead.phone_number,
    'status', p_lead.status, 'offer_id', p_enquiry.offer_id,
    'package', (select title from public.offers where id = p_enquiry.offer_id),
    'preferred_date', p_enquiry.preferred_date, 'guests', p_enquiry.guests, 'child_age', p_enquiry.child_age,
    'message', p_enquiry.message, 'enquired_at', private.iso(p_enquiry.created_at), 'auto_delete_at', private.iso(p_lead.auto_delete_at))
$$;
comment on function private.enquiry_row(public.leads, public.birthday_enquiries) is
  'Returns BirthdayEnquiry (contract/management-parties.ts).';

create function private.must_be_admin()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if private.is_admin() then return true; end if;
  perform private.my_account();
  perform private.deny();
end;
$$;
comment on function private.must_be_admin() is
  'Fails for everybody but an admin. Otherwise an ended session or a lost role would look like an empty list in a '
  'view. Definer: callers may not call private.my_account.';
grant execute on function private.must_be_admin() to authenticated;

create view public.open_birthday_enquiries with (security_invoker = true) as
select l.id as lead_id, l.name, l.email, l.phone_number as phone, l.status, b.offer_id, o.title as package,
  b.preferred_date, b.guests, b.child_age, b.message, b.created_at as enquired_at, l.auto_delete_at
from public.leads l
join public.birthday_enquiries b on b.lead_id = l.id
left join public.offers o on o.id = b.offer_id
where (select private.must_be_admin()) and l.status in ('new', 'contacted') and l.auto_delete_at > clock_timestamp()
  and not exists (select from public.parties p where p.lead_id = l.id);
comment on view public.open_birthday_enquiries is
  'Returns the birthday enquiries that have no party yet, for admins, as BirthdayEnquiry '
  '(contract/management-parties.ts). Fails with the codes of private.must_be_admin.';
revoke all on public.open_birthday_enquiries from anon, authenticated, service_role;
grant select on public.open_birthday_enquiries to authenticated;
