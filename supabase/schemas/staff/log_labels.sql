-- Names are looked up when somebody reads the log. So an erased name disappears from it, too (docs/decisions
-- "/management/system").

create function private.place_label(p_place_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select t.name || ', ' || l.name || ', ' || to_char(s.session_date, 'FMDD Mon') || ', ' || to_char(s.session_time, 'FMHH12.MI am')
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id join public.locations l on l.id = s.location_id
  where s.id = p_place_id
  union all
  select w.name || ', ' || l.name || ', ' || to_char(w.start_date, 'FMDD Mon')
  from public.camp_weeks w join public.locations l on l.id = w.location_id
  where w.id = p_place_id
$$;
comment on function private.place_label(uuid) is
  'Returns the name of a session or camp, such as "Spark Camp, Bishan, 30 Nov". The name of a session includes its '
  'time.';

create function private.log_place(p_columns jsonb)
returns text
language sql
stable
set search_path = ''
as $$ select private.place_label(coalesce(p_columns ->> 'session_id', p_columns ->> 'camp_id')::uuid) $$;
comment on function private.log_place(jsonb) is 'Returns the name of the session or camp in one side of a log entry.';

create function private.lines_label(p_order_id uuid, p_line_ids uuid[] default null)
returns text
language sql
stable
set search_path = ''
as $$
  select string_agg(
    concat_ws(', ', coalesce(k.name, n.name), coalesce(private.place_label(coalesce(l.session_id, l.camp_id)), l.title)),
    '; ' order by l.position)
  from public.order_lines l
  left join public.order_children n on n.order_id = l.order_id and n.position = l.child_position
  left join public.children k on k.id = n.child_id
  where l.order_id = p_order_id and (p_line_ids is null or l.id = any (p_line_ids))
$$;
comment on function private.lines_label(uuid, uuid[]) is
  'Returns the lines of an order as text, for example "Bella Rahman, Spark Camp, Bishan, 30 Nov; Adam Rahman, Flexi '
  'Pass". If p_line_ids is null, returns all lines.';

create function private.id_label(p_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (select name from public.children where id = p_id),
    private.place_label(p_id),
    (select name from public.locations where id = p_id),
    (select name from public.coaches where id = p_id),
    (select name from public.class_types where id = p_id),
    (select coalesce(private.staff_name(id), email) from public.profiles where id = p_id),
    (select contact_name from public.families where id = p_id and erased_at is null),
    (select number from public.orders where id = p_id),
    (select o.number || ', ' || private.lines_label(o.id, array[l.id])
      from public.order_lines l join public.orders o on o.id = l.order_id where l.id = p_id),
    (select k.name || ', ' || p.title from public.passes p join public.children k on k.id = p.child_id where p.id = p_id),
    (select 'the payment of ' || to_char(y.created_at at time zone private.time_zone(), 'FMDD Mon YYYY')
      from public.payments y where y.id = p_id),
    (select name from public.pickup_authorizations where id = p_id),
    (select title from public.parties where id = p_id),
    (select name from public.pictures where id = p_id),
    (select name from public.staff_invitations where id = p_id));
end;
$$;
comment on function private.id_label(uuid) is
  'Returns a readable name for an id in the log. Returns null if the row is deleted or has no name.';

create function private.log_names(p_key text, p_before jsonb, p_after jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(n.id, n.label), '{}')
  from (
    select i.id, private.id_label(i.id::uuid) as label
    from (
      select distinct m[1] as id
      from regexp_matches(concat_ws(' ', p_key, p_before, p_after),
        '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', 'g') m) i) n
  where n.label is not null
$$;
comment on function private.log_names(text, jsonb, jsonb) is
  'Returns readable names for the ids in a log entry, by id.';

create function private.log_subject(p_table text, p_key text)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_id constant uuid := case when private.is_uuid(to_jsonb(p_key)) then p_key::uuid end;
begin
  -- The keys of these tables are not UUIDs.
  if p_table = 'consents' then
    return (
      select jsonb_build_object('family', f.contact_name, 'child', k.name, 'what', c.purpose)
      from public.consents c
      left join public.families f on f.id = c.family_id left join public.children k on k.id = c.child_id
      where c.id = case when p_key ~ '^[0-9]{1,18}$' then p_key::bigint end);
  elsif p_table = 'closed_days' then
    return jsonb_build_object('what', to_char(p_key::date, 'FMDD Mon YYYY'));
  end if;
  if v_id is null then return null; end if;
  return case p_table
    when 'family_notes' then (
      select jsonb_build_object('family', f.contact_name, 'child', k.name)
      from public.family_notes n join public.families f on f.id = n.family_id left join public.children k on k.id = n.child_id
      where n.id = v_id)
    when 'order_lines' then (
      select jsonb_build_object('order', o.number, 'family', f.contact_name, 'child', coalesce(k.name, n.name),
        'what', coalesce(private.place_label(coalesce(l.session_id, l.camp_id)), l.title))
      from public.order_lines l
      join public.orders o on o.id = l.order_id
      left join public.order_children n on n.order_id = l.order_id and n.position = l.child_position
      left join public.children k on k.id = n.child_id
      left join public.families f on f.id = o.family_id
      where l.id = v_id)
    when 'orders' then (
      select jsonb_build_object('order', o.number, 'family', coalesce(f.contact_name, o.parent_name),
        'lines', private.lines_label(o.id))
      from public.orders o left join public.families f on f.id = o.family_id where o.id = v_id)
    when 'refunds' then (
      select jsonb_build_object('order', o.number, 'family', coalesce(f.contact_name, o.parent_name), 'cents', r.amount_cents,
        'lines', private.lines_label(r.order_id, coalesce(
          case when r.order_line_id is not null then array[r.order_line_id] end,
          (select array_agg(a.order_line_id) from public.refund_allocations a where a.refund_id = r.id))))
      from public.refunds r
      left join public.orders o on o.id = r.order_id
      left join public.families f on f.id = o.family_id
      where r.id = v_id)
    when 'payment_decisions' then (
      select jsonb_build_object('order', o.number, 'family', coalesce(f.contact_name, o.parent_name), 'what', d.kind,
        'lines', private.lines_label(d.order_id))
      from public.payment_decisions d
      left join public.orders o on o.id = d.order_id left join public.families f on f.id = o.family_id
      where d.id = v_id)
    when 'bookings' then (
      select jsonb_build_object('child', k.name, 'family', f.contact_name, 'what', private.place_label(b.session_id))
      from public.bookings b join public.children k on k.id = b.child_id join public.families f on f.id = b.family_id
      where b.id = v_id)
    when 'camp_attendance' then (
      select jsonb_build_object('child', k.name, 'family', f.contact_name, 'what', private.place_label(e.camp_id))
      from public.camp_enrollments e join public.children k on k.id = e.child_id join public.families f on f.id = e.family_id
      where e.id = v_id)
    when 'camp_enrollments' then (
      select jsonb_build_object('child', k.name, 'family', f.contact_name, 'what', private.place_label(e.camp_id))
      from public.camp_enrollments e join public.children k on k.id = e.child_id join public.families f on f.id = e.family_id
      where e.id = v_id)
    when 'waitlist_entries' then (
      select jsonb_build_object('family', e.parent_name, 'what', private.place_label(coalesce(e.session_id, e.camp_id)),
        'child', (select string_agg(coalesce(k.name, w.name), ', ' order by w.position)
          from public.waitlist_children w left join public.children k on k.id = w.child_id where w.entry_id = e.id))
      from public.waitlist_entries e where e.id = v_id)
    when 'place_notices' then (
      select jsonb_build_object('what', private.place_label(coalesce(n.session_id, n.camp_id)), 'note', n.note)
      from public.place_notices n where n.id = v_id)
    when 'credit_ledger' then (
      select jsonb_build_object('family', f.contact_name, 'child', k.name, 'what', p.title, 'note', g.note)
      from public.credit_ledger g join public.passes p on p.id = g.pass_id
      join public.families f on f.id = p.family_id left join public.children k on k.id = p.child_id
      where g.id = v_id)
    when 'pass_subscriptions' then (
      select jsonb_build_object('family', f.contact_name, 'child', k.name, 'what', l.title, 'order', o.number)
      from public.pass_subscriptions s
      join public.families f on f.id = s.family_id join public.children k on k.id = s.child_id
      join public.order_lines l on l.id = s.order_line_id join public.orders o on o.id = l.order_id
      where s.id = v_id)
    when 'children' then (
      select jsonb_build_object('child', k.name, 'family', f.contact_name)
      from public.children k join public.families f on f.id = k.family_id where k.id = v_id)
    when 'blocked_collectors' then (
      select jsonb_build_object('child', k.name, 'family', f.contact_name, 'what', b.name)
      from public.blocked_collectors b join public.families f on f.id = b.family_id
      left join public.children k on k.id = b.child_id where b.id = v_id)
    when 'session_templates' then (
      select jsonb_build_object('what', t.name || ', ' || l.name || ', ' || to_char(m.session_time, 'FMHH12.MI am'))
      from public.session_templates m
      join public.class_types t on t.id = m.class_type_id join public.locations l on l.id = m.location_id
      where m.id = v_id)
    when 'seasons' then (select jsonb_build_object('what', n.name) from public.seasons n where n.id = v_id)
    when 'roster_shares' then (
      select jsonb_build_object('what', private.place_label(coalesce(s.session_id, s.camp_id)))
      from public.roster_shares s where s.id = v_id)
    when 'leads' then (select jsonb_build_object('family', l.name) from public.leads l where l.id = v_id)
    when 'parties' then (
      select jsonb_build_object('family', p.host_name,
        'what', p.title || ', ' || to_char(p.starts_at at time zone private.time_zone(), 'FMDD Mon, FMHH12.MI am'))
      from public.parties p where p.id = v_id)
    when 'messages' then (
      select jsonb_build_object('what', m.subject, 'lines', case m.audience ->> 'segment'
        when 'team' then (select t.name from public.teams t where t.id = m.audience ->> 'id')
        else private.place_label((m.audience ->> 'id')::uuid) end)
      from public.messages m where m.id = v_id)
    when 'promotion_codes' then (select jsonb_build_object('what', c.code) from public.promotion_codes c where c.id = v_id)
    when 'outbox' then (
      select jsonb_build_object('what', m.template, 'family', coalesce(nullif(p.name, ''), nullif(m.recipient, 'erased')),
        'order', m.payload ->> 'number',
        'lines', (select private.lines_label(o.id) from public.orders o where o.number = m.payload ->> 'number'))
      from public.outbox m left join public.profiles p on p.id = m.profile_id where m.id = v_id)
    else jsonb_build_object('what', private.id_label(v_id)) end;
end;
$$;
comment on function private.log_subject(text, text) is
  'Returns the subject of a log entry, as LogSubject (contract/management-system.ts). Returns null if the row is '
  'deleted.';
