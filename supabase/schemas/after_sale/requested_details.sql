-- Staff ask parents for their children's details by a link on the parents' phone, or by mail (docs/decisions "Asking
-- the parents"). With this link (purpose child_details) parents read first names and places and add details, but they
-- cannot cancel or move anything.

comment on column public.order_links.reported_children is
  'The children about whom the holder of a child_details link has reported, by their position in the order. Each can '
  'be reported once.';

create function private.use_details_link(p_access jsonb, p_child integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not private.is_given(p_access -> 'token') then return; end if;
  -- This update locks the row, so that concurrent calls run in turn.
  update public.order_links set reported_children = reported_children || p_child
  where token_hash = private.token_hash(p_access ->> 'token') and purpose = 'child_details'
    and p_child <> all (reported_children);
  if not found and exists (
    select from public.order_links
    where token_hash = private.token_hash(p_access ->> 'token') and purpose = 'child_details') then
    perform private.fail('link_expired', 'p_access.token');
  end if;
end;
$$;
comment on function private.use_details_link(jsonb, integer) is
  'Marks a child''s details as reported through the link. Refuses a second report with link_expired, so that a photo '
  'of the link cannot add people to a list later. Called after private.manage_order.';

create function private.children_of_order(p_order public.orders)
returns table (child integer, child_id uuid, name text)
language sql
stable
set search_path = ''
as $$
  select c.position, k.id, private.given_name(k.name, array(select name from public.children where family_id = p_order.family_id))
  from public.order_children c join public.children k on k.id = c.child_id and k.family_id = p_order.family_id
  where c.order_id = p_order.id
$$;
comment on function private.children_of_order(public.orders) is
  'Returns the children of a paid order, by their position in it, with first names.';

create function private.ask_for_details(p_order public.orders, p_reported_children integer[])
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('child', c.child, 'name', c.name, 'is_reported', c.child = any (p_reported_children),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'title', l.value -> 'title', 'session', l.value -> 'session', 'camp', l.value -> 'camp') order by l.ordinality), '[]')
      from jsonb_array_elements(v.view -> 'lines') with ordinality l
      where (l.value ->> 'child')::integer = c.child and l.value ->> 'status' <> 'cancelled')) order by c.child), '[]')
  from private.children_of_order(p_order) c cross join lateral (select private.order_view(p_order.id) as view) v
$$;
comment on function private.ask_for_details(public.orders, integer[]) is
  'Returns the children of RequestedDetails (contract/health.ts): first names, the bookings of each child, and '
  'whether the link''s holder has reported about it.';

create function public.get_requested_details(p_access jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access, '{child_details}');
begin
  return jsonb_build_object(
    'children', private.ask_for_details(v_order, coalesce((
      select reported_children from public.order_links where token_hash = private.token_hash(p_access ->> 'token')), '{}')),
    'known', private.known_details(p_access, v_order),
    -- A family with an account confirms details that somebody else reports.
    'needs_confirmation', private.has_account(v_order.family_id) and not private.speaks_for(p_access, v_order.family_id));
end;
$$;
comment on function public.get_requested_details(jsonb) is
  'Takes Access and returns RequestedDetails (contract/health.ts). Fails with the codes of private.manage_order, and '
  'order_closed. Definer: the link identifies the caller.';
grant execute on function public.get_requested_details(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.get_requested_details(jsonb)');

create function private.desk_order(p_order_id uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- A coach sees a desk sale as long as its link for details is valid.
  c_hours constant integer := 24;
  v_order public.orders;
begin
  if not private.sells_at_desk() then perform private.deny(); end if;
  select * into v_order from public.orders
  where id = p_order_id
    and (private.is_admin() or (sold_by = auth.uid() and paid_at > clock_timestamp() - make_interval(hours => c_hours)));
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  if v_order.paid_at is null then perform private.fail('order_closed'); end if;
  return v_order;
end;
$$;
comment on function private.desk_order(uuid) is
  'Returns a paid order. Admins get any order. A coach who sells at the desk gets only what they sold in the last 24 '
  'hours. Fails with order_not_found, order_closed.';

create function public.make_details_link(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_hours constant integer := 24;
  v_order constant public.orders := private.desk_order(p_order_id);
  v_expires_at constant timestamptz := clock_timestamp() + make_interval(hours => c_hours);
begin
  -- If two calls run at once, the link of the second ends the link of the first.
  perform from public.orders where id = v_order.id for no key update;
  delete from public.order_links where order_id = v_order.id and purpose = 'child_details' and recipient is null;
  return jsonb_build_object('token', private.make_order_link(v_order.id, 'child_details', null, v_expires_at),
    'expires_at', private.iso(v_expires_at));
end;
$$;
comment on function public.make_details_link(uuid) is
  'Makes a link that is valid for 24 hours and ends the earlier one. Returns {token, expires_at}. The link goes to no '
  'verified address, so reports about a family with an account wait for the family''s confirmation. Fails with '
  'order_not_found, order_closed. Definer: links are written only by functions.';
grant execute on function public.make_details_link(uuid) to authenticated;
select private.answer_calls('public.make_details_link(uuid)');

create function public.get_reported_details(p_order_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.desk_order(p_order_id);
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('child', c.child, 'name', c.name) || private.details_known(c.child_id)
      || jsonb_build_object('is_proposed', exists (
        select from public.family_proposals p where p.order_id = v_order.id and p.child_id = c.child_id
          -- Proposed contacts are left out, because they say nothing about health.
          and p.kind = 'health')) order by c.child), '[]')
    from private.children_of_order(v_order) c);
end;
$$;
comment on function public.get_reported_details(uuid) is
  'Returns ReportedDetails (contract/health.ts): whether the parents have reported about each child, but never the '
  'details. Fails with order_not_found, order_closed. Definer: health is read only by functions.';
grant execute on function public.get_reported_details(uuid) to authenticated;
select private.answer_calls('public.get_reported_details(uuid)');

create function private.details_order(p_child_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select o.id from public.children k
    join public.orders o on o.family_id = k.family_id and o.paid_at is not null
    join public.order_children c on c.order_id = o.id and c.child_id = k.id
    where k.id = p_child_id and not private.has_account(k.family_id) order by o.paid_at desc, o.id limit 1);
end;
$$;
comment on function private.details_order(uuid) is
  'Returns the latest paid order with this child, whose link lets a guest tell us about the child. Null for a family '
  'with an account, which answers in Family Base.';

create function private.asked_details(p_child_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'missing', (select coalesce(jsonb_agg(m), '[]') from jsonb_array_elements(private.missing_details(k)) m
        where m not in ('"photo"', '"doctor_phone"')),
      'has_account', private.has_account(k.family_id), 'has_order', private.details_order(k.id) is not null,
      'phone', coalesce(f.contact_phone, p.phone))
    from public.children k join public.families f on f.id = k.family_id
    left join public.profiles p on p.id = f.primary_parent_id
    where k.id = p_child_id);
end;
$$;
comment on function private.asked_details(uuid) is
  'Returns what we must know about a child before it comes, and how the family can tell us: {missing: '
  'private.missing_details without the optional ones, has_account, has_order: a guest gets a link, phone}.';

create function public.ask_child_details(p_place_id uuid, p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := private.calendar_today();
  v_child public.children;
  v_event record;
  v_order_id uuid;
  v_mails integer;
begin
  if not private.may_mark(p_place_id, v_day) then perform private.deny(); end if;
  -- The lock makes two concurrent calls send one mail.
  select k.* into v_child
  from public.children k
  where k.id = p_child_id and exists (
    select from private.day_entries(v_day) d where d.place_id = p_place_id and d.child_id = k.id)
  for no key update of k;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  select * into v_event from private.events_of_day(v_day) where id = p_place_id;
  v_order_id := coalesce(
    private.order_of_place(v_child.family_id, p_place_id, p_place_id, v_child.id), private.details_order(v_child.id));
  if v_order_id is null and not private.has_account(v_child.family_id) then
    return jsonb_build_object('mails', 0, 'has_link', false);
  end if;
  with sent as (
    insert into public.outbox (key, template, recipient, payload)
    select format('details_requested:%s:%s:%s:%s:%s', v_child.family_id, v_child.id, p_place_id, v_day, w.n), 'details_requested', w.email,
      jsonb_strip_nulls(jsonb_build_object('parent_name', w.name, 'day', v_day, 'title', v_event.title, 'location', v_event.location,
        'child_name', private.given_name(v_child.name, array(select name from public.children where family_id = v_child.family_id)),
        'manage_token', case when v_order_id is not null then private.make_order_link(v_order_id, 'child_details', w.email) end))
    from (
      select email, name, row_number() over (order by email) as n
      from (
        select distinct on (lower(email)) email, name from private.parents_for_collection(v_child.family_id)
        where coalesce(email, '') <> '' and email <> 'erased') e) w
    where not exists (
      select from public.outbox o
      where o.key = format('details_requested:%s:%s:%s:%s:%s', v_child.family_id, v_child.id, p_place_id, v_day, w.n))
    returning 1
  )
  select count(*) into v_mails from sent;
  if v_mails > 0 then
    insert into public.audit_log (user_id, actor, action, table_name, row_key, after)
    values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'ask', 'children', v_child.id,
      jsonb_build_object(case v_event.kind when 'session' then 'session_id' else 'camp_id' end, p_place_id, 'day', v_day));
  end if;
  return jsonb_build_object('mails', v_mails);
end;
$$;
comment on function public.ask_child_details(uuid, uuid) is
  'Mails each parent a link to report details, once per child, place and day. Returns {mails}. A guest without any '
  'order can have no link, so nothing is mailed: {mails: 0, has_link: false}. The mail says nothing about health, and '
  'the caller never sees the link. The call is recorded in the audit log. Fails with '
  'child_not_found. Definer: mails and links are written only by functions; it checks the caller itself.';
grant execute on function public.ask_child_details(uuid, uuid) to authenticated;
select private.answer_calls('public.ask_child_details(uuid, uuid)', 'roster');
