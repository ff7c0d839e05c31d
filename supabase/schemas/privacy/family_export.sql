-- Family data: everything about a family as one document.
--
-- A topic with personal data adds functions, which are found by their names. The third one is added only if needed.
-- private.export_family_<topic>(p_family_id uuid, p_emails text[], p_phones text[]) returns a jsonb object, whose keys
--     are added to the document.
-- private.erase_family_<topic>(p_family_id uuid) leaves amounts and counts, but no texts, names or addresses. It may
--     fail with family_in_use.
-- private.lock_family_<topic>(p_family_id uuid) locks the rows that erasing needs and that come before a family in the
--     lock order (head of places.sql).
-- p_emails has the verified addresses of the family's accounts. With them, rows without a key to a family are read, but
-- never erased.

create function private.topic_functions(p_prefix text)
returns setof name
language sql
stable
set search_path = ''
as $$
  select proname from pg_catalog.pg_proc
  where pronamespace = 'private'::regnamespace and starts_with(proname, p_prefix) order by proname
$$;
comment on function private.topic_functions(text) is
  'Returns the names of the functions in private with this prefix, sorted.';

create function private.family_emails(p_family_id uuid, p_verified_only boolean)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct lower(e.email)), '{}') from (
    select u.email::text from public.profiles p join auth.users u on u.id = p.id
    where p.family_id = p_family_id and (not p_verified_only or u.email_confirmed_at is not null)
    union all
    select contact_email from public.families where id = p_family_id and not p_verified_only
    union all
    select parent_email from public.orders where family_id = p_family_id and not p_verified_only
  ) e where e.email <> ''
$$;
comment on function private.family_emails(uuid, boolean) is
  'Returns the e-mail addresses of a family. With p_verified_only, returns only verified addresses of accounts, '
  'because an address typed at a checkout may be somebody else''s.';

create function private.export_family_people(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'family', (select to_jsonb(f) - 'search_text' from public.families f where f.id = p_family_id),
    'parents', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'search_text' || jsonb_build_object(
        'roles', (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = p.id),
        -- A parent does not read the other parent's health. The policy of profile_health has the same rule.
        'health', (
          select to_jsonb(h) from public.profile_health h
          where h.profile_id = p.id and (p.id = (select auth.uid()) or p_family_id is distinct from private.my_family_id())))
        order by p.id), '[]')
      from public.profiles p where p.family_id = p_family_id),
    'children', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'search_text' || jsonb_build_object(
        'health', (
          select to_jsonb(h) - '{answer,answered_at,answered_by,answered_through}'::text[]
          from public.child_health h where h.child_id = c.id),
        'health_answer', private.health_answer(c.id),
        'behaviour', (select to_jsonb(b) from public.child_behaviour b where b.child_id = c.id)) order by c.name, c.id), '[]')
      from public.children c where c.family_id = p_family_id),
    'emergency_contacts', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.child_id nulls first, e.position), '[]')
      from public.emergency_contacts e where e.family_id = p_family_id),
    'pickup_authorizations', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'code' order by a.child_id nulls first, a.position), '[]')
      from public.pickup_authorizations a where a.family_id = p_family_id),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'token_hash' order by i.created_at), '[]')
      from public.family_invitations i where i.family_id = p_family_id),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('title', t.title, 'body', t.body) order by c.id), '[]')
      from public.consents c join public.consent_texts t using (purpose, version)
      where c.id in (
        select id from public.consents where family_id = p_family_id
        union all
        select s.id from public.profiles p join public.consents s on s.user_id = p.id where p.family_id = p_family_id)),
    'access_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', a.created_at, 'accessed_table', a.accessed_table,
        'access_type', a.access_type, 'child_id', a.child_id) order by a.id), '[]')
      from public.access_log a where a.family_id = p_family_id))
$$;
comment on function private.export_family_people(uuid, text[], text[]) is
  'Returns the people: family, parents, children with their details, consents with their texts, and the logged reads '
  'by staff. In a parent''s own export, only the caller''s health is included.';

create function private.export_family_purchases(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'bookings', (
      select coalesce(jsonb_agg(to_jsonb(b) || jsonb_build_object('location', l.name, 'class_type', t.name) order by b.session_date, b.id), '[]')
      from public.bookings b join public.sessions s on s.id = b.session_id
      join public.locations l on l.id = s.location_id join public.class_types t on t.id = s.class_type_id
      where b.family_id = p_family_id),
    'passes', (
      select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('terms', private.terms_view(p.terms_id), 'credits', (
        select jsonb_agg(to_jsonb(k) order by k.created_at, k.id) from public.credit_ledger k where k.pass_id = p.id))
        order by p.created_at, p.id), '[]')
      from public.passes p where p.family_id = p_family_id),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o) - '{secret,client_hash,network_hash,search_text}'::text[] || jsonb_build_object(
        'lines', (
          select jsonb_agg(to_jsonb(l) || jsonb_build_object('terms', private.terms_view(l.terms_id),
            'paid_after_changes_cents', (select b.balance_cents from private.line_balance(l.id) b)) order by l.position)
          from public.order_lines l where l.order_id = o.id),
        'children', (
          select jsonb_agg(to_jsonb(c) || coalesce(jsonb_strip_nulls(to_jsonb(d)), '{}') order by c.position)
          from public.order_children c
          left join public.order_child_details d on d.order_id = c.order_id and d.position = c.position
          where c.order_id = o.id),
        'payments', (select jsonb_agg(to_jsonb(y) order by y.created_at) from public.payments y where y.order_id = o.id),
        'refunds', (select jsonb_agg(to_jsonb(r) order by r.created_at) from public.refunds r where r.order_id = o.id),
        'disputes', (
          select jsonb_agg(to_jsonb(d) order by d.created_at, d.id)
          from public.payment_disputes d join public.payments y on y.id = d.payment_id where y.order_id = o.id),
        'decisions', (
          select jsonb_agg(to_jsonb(d) - 'resolved_by' order by d.created_at, d.id)
          from public.payment_decisions d where d.order_id = o.id))
        order by o.created_at, o.id), '[]')
      from public.orders o where o.family_id = p_family_id),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('template', m.template, 'recipient', m.recipient, 'created_at', m.created_at,
        'sent_at', m.sent_at) order by m.created_at), '[]')
      from public.outbox m where lower(m.recipient) = any (p_emails))));
end;
$$;
comment on function private.export_family_purchases(uuid, text[], text[]) is
  'Returns the purchases: bookings, passes with their credits, orders with lines, payments, refunds, disputes and '
  'payment decisions (without secrets), and mails to verified addresses.';

create function public.export_family(p_family_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := coalesce(p_family_id, private.my_family_id());
  v_is_own constant boolean := coalesce(v_family_id = private.my_family_id(), false);
  v_emails text[];
  v_topic name;
  v_topic_data jsonb;
  v_export jsonb;
begin
  if v_family_id is null or not (v_is_own or private.is_admin() or private.is_service())
    or not exists (select from public.families where id = v_family_id) then
    -- Another family is reported as not found.
    perform private.fail('family_not_found', 'p_family_id');
  end if;
  if not private.is_service() then perform private.check_fresh(); end if;
  v_emails := private.family_emails(v_family_id, true);
  if not v_is_own then
    perform private.log_access('families', 'export', v_family_id);
    -- Every read of health has its own log entry, one per child.
    perform private.log_access('child_health', 'export', v_family_id, c.id)
    from public.children c
    where c.family_id = v_family_id and (exists (select from public.child_health where child_id = c.id)
      or exists (select from public.child_behaviour where child_id = c.id)
      or exists (select from public.first_aid_log where child_id = c.id))
    order by c.id;
    perform private.log_access('growth_reports', 'export', v_family_id, r.child_id)
    from public.growth_reports r join public.children c on c.id = r.child_id where c.family_id = v_family_id order by r.id;
    perform private.log_access('profile_health', 'export', v_family_id)
    from public.profile_health h join public.profiles p on p.id = h.profile_id where p.family_id = v_family_id;
    perform private.log_access('order_child_details', 'export', v_family_id)
    from public.order_child_details d join public.orders o on o.id = d.order_id where o.family_id = v_family_id;
    perform private.log_access('family_proposals', 'export', v_family_id, p.child_id)
    from public.family_proposals p where p.family_id = v_family_id and p.kind in ('health', 'behaviour') order by p.id;
    perform private.log_access('form_response_health', 'export', v_family_id)
    from public.form_response_health where response_id = any (private.responses_of(v_emails));
  end if;
  v_export := jsonb_build_object('exported_at', private.iso(clock_timestamp()));
  for v_topic in select private.topic_functions('export_family_') loop
    -- No phone numbers are passed, because they are never verified and could return somebody else's enquiries.
    execute format('select private.%I($1, $2, $3)', v_topic) into v_topic_data using v_family_id, v_emails, '{}'::text[];
    v_export := v_export || v_topic_data;
  end loop;
  return v_export;
end;
$$;
comment on function public.export_family(uuid) is
  'Returns the family''s data. Parents get their own (p_family_id may be null). Admins and the service may export any '
  'family, and these exports are logged. Fails with family_not_found, and with the codes of private.check_fresh. '
  'Definer: reads tables that callers cannot read as a whole.';
grant execute on function public.export_family(uuid) to authenticated, service_role;
select private.answer_calls('public.export_family(uuid)', 'export_family');
