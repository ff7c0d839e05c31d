-- Returns what a parent sees on the home page of Family Base (get_family_dashboard), and the parts of which it
-- consists.

create function private.missing_details(p_child public.children)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_health public.child_health;
  v_missing text[] := '{}';
begin
  select * into v_health from public.child_health where child_id = p_child.id;
  if v_health.answer is null then v_missing := v_missing || 'health'::text; end if;
  if not exists (
    select from public.emergency_contacts
    where family_id = p_child.family_id and (child_id = p_child.id or child_id is null)) then
    v_missing := v_missing || 'emergency_contact'::text;
  end if;
  v_missing := v_missing || array(
    select u.purpose::text from unnest('{medical,liability,activity}'::public.consent_purpose[]) with ordinality u (purpose, n)
    where not private.has_consent(p_child.family_id, p_child.id, u.purpose) order by u.n);
  if v_health.doctor_phone is null then v_missing := v_missing || 'doctor_phone'::text; end if;
  if not exists (
    select from public.consents
    where family_id = p_child.family_id and purpose = 'photo' and (child_id = p_child.id or child_id is null)) then
    v_missing := v_missing || 'photo'::text;
  end if;
  return to_jsonb(v_missing);
end;
$$;
comment on function private.missing_details(public.children) is
  'Returns MissingDetail[] (contract/family.ts), the most urgent first.';

create function private.family_children(p_family_id uuid, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_now constant timestamp := private.calendar_now() at time zone private.time_zone();
  v_family_pickup constant text[] := array(
    select name from public.pickup_authorizations where family_id = p_family_id and child_id is null order by position);
begin
  return (select coalesce(jsonb_agg(to_jsonb(m) || jsonb_build_object(
      'status', c.status,
      'team', (
        select jsonb_build_object('id', t.id, 'name', t.name)
        from private.team_standings(c.id, array[p_today]) g join public.teams t on t.id = g.team where g.is_own),
      'level_note', (
        select jsonb_build_object('level', n.level, 'text', n.note, 'at', private.iso(n.created_at), 'coach', k.name)
        from public.level_changes n left join public.coaches k on k.user_id = n.changed_by
        where n.child_id = c.id and n.note is not null order by n.created_at desc limit 1),
      'sessions', coalesce(to_jsonb(b) - 'child_id', '{"booked": 0, "marked": 0, "attended": 0, "since": null}'),
      'details_missing', case when c.status = 'own' then private.missing_details(c) else '[]' end,
      'has_photo', c.photo is not null,
      'growth_report', (
        select jsonb_build_object('id', r.id, 'title', w.name, 'last_day', w.end_date)
        from public.growth_reports r join public.camp_weeks w on w.id = r.camp_id
        where r.child_id = c.id and r.state = 'released' order by w.end_date desc, r.id limit 1),
      'pickup', to_jsonb(array(
        select name from public.pickup_authorizations
        where family_id = p_family_id and child_id = c.id order by position)
        || case when c.status = 'own' then v_family_pickup else '{}'::text[] end)) order by m.name, m.id), '[]')
  from public.get_family_children_with_credits(p_family_id) m
  join public.children c on c.id = m.id
  left join (
    select d.child_id, count(*) as booked, count(d.attended) as marked, count(*) filter (where d.attended) as attended,
      min(d.session_date) as since
    from public.bookings d
    where d.family_id = p_family_id and d.status = 'booked' and d.session_date between p_today - 365 and p_today
      and d.session_date + d.session_time <= v_now
    group by d.child_id
  ) b on b.child_id = c.id);
end;
$$;
comment on function private.family_children(uuid, date) is
  'Returns FamilyChild[] (contract/family.ts). It reads one year of the family''s bookings by an index, so its time '
  'does not grow with older ones.';

create function private.family_notifications(p_family_id uuid, p_today date, p_children jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(n.note order by n.rank, n.name), '[]')
  from (
    select 1 as rank, p.title as name, jsonb_build_object(
      'kind', 'pass_expiring', 'child_id', p.child_id, 'pass_id', p.id, 'title', p.title,
      'valid_until', p.valid_until, 'credits', l.credits) as note
    from public.passes p, lateral (select sum(delta) as credits from public.credit_ledger where pass_id = p.id) l
    where p.family_id = p_family_id and p.valid_until between p_today and p_today + 14 and l.credits > 0
    union all
    select 0, 'instalment', jsonb_build_object('kind', 'instalment_due', 'order_id', i.order_id, 'title', d.title,
      'children', d.children, 'cents', i.cents, 'due_on', i.due_on, 'is_late', i.due_on < p_today)
    from public.orders o
    join public.order_instalments i on i.order_id = o.id and i.status = 'due' and i.position > 0 and i.due_on <= p_today + 14
    cross join lateral (
      select string_agg(distinct w.name, ', ') as title, array_agg(distinct k.name) as children
      from public.order_lines l
      join public.camp_weeks w on w.id = l.camp_id
      join public.order_children n on n.order_id = l.order_id and n.position = l.child_position
      join public.children k on k.id = n.child_id
      where l.order_id = o.id and l.status = 'placed') d
    where o.family_id = p_family_id and d.title is not null and i.id = (private.next_instalment(o.id)).id
      and private.claims_instalments(o.id)
    union all
    select 2, c ->> 'name', jsonb_build_object('kind', 'child_details_missing', 'child_id', c -> 'id')
    from jsonb_array_elements(p_children) c where c -> 'details_missing' ? 'health'
    union all
    select 3, (c ->> 'name') || u.n, jsonb_build_object('kind', 'consent_missing', 'child_id', c -> 'id', 'purpose', u.purpose)
    from jsonb_array_elements(p_children) c, unnest('{liability,medical,activity}'::text[]) with ordinality u (purpose, n)
    where c -> 'details_missing' ? u.purpose
    union all
    select 4, '', jsonb_build_object('kind', 'emergency_contact_missing')
    where not exists (select from public.emergency_contacts where family_id = p_family_id)
    union all
    select 0, '', jsonb_build_object('kind', 'proposals_waiting', 'proposals', count(*),
      'taken_over', count(*) filter (where effect = 'all') > 0)
    from public.family_proposals where family_id = p_family_id having count(*) > 0
  ) n);
end;
$$;
comment on function private.family_notifications(uuid, date, jsonb) is
  'Returns FamilyNotification[] (contract/family.ts), which says what needs a parent''s attention. It is computed, '
  'never stored, and includes passes that end within 14 days. p_children is the result of private.family_children.';

create function public.get_family_dashboard()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_parent public.profiles;
  v_family public.families;
  v_today constant date := private.calendar_today();
  v_children jsonb := '[]';
  v_passes jsonb := '[]';
  v_credits integer;
begin
  select * into v_parent from public.profiles where id = private.my_account();
  if not found then perform private.deny(); end if;
  if v_parent.family_id is not null then
    select * into v_family from public.families where id = v_parent.family_id;
    v_children := private.family_children(v_family.id, v_today);
    v_passes := private.family_passes(v_family.id, v_today);
  end if;
  v_credits := (select coalesce(sum((c ->> 'credits_remaining')::integer), 0) from jsonb_array_elements(v_children) c);
  return jsonb_build_object(
    'family', case when v_family.id is not null then jsonb_build_object(
      'id', v_family.id, 'primary_parent_id', v_family.primary_parent_id, 'secondary_parent_id', v_family.secondary_parent_id,
      'handover_at', private.iso(v_family.handover_at),
      'primary_parent', private.parent_card(v_family.primary_parent_id),
      'secondary_parent', private.parent_card(v_family.secondary_parent_id)) end,
    'me', jsonb_build_object('id', v_parent.id, 'name', v_parent.name,
      'is_primary', coalesce(v_family.primary_parent_id = v_parent.id, false),
      'is_secondary', coalesce(v_family.secondary_parent_id = v_parent.id, false)),
    'now', private.iso(private.calendar_now()),
    'today', v_today,
    'children', v_children,
    'totalCredits', v_credits,
    'upcomingBookings', private.family_bookings(v_family.id, v_today, 'infinity', false, 100),
    'recentActivity', private.family_bookings(v_family.id, v_today - 30, v_today, true, 10),
    'notifications', case when v_family.id is null then '[]'
      else private.family_notifications(v_family.id, v_today, v_children) end,
    'passes', v_passes,
    'upcomingCamps', private.family_camps(v_family.id, v_today, 'infinity'),
    'pastCamps', private.family_camps(v_family.id, v_today - 365, v_today - 1),
    'cancelledByUs', private.family_cancelled_by_us(v_family.id, v_today, v_today + 7),
    'parties', case when v_family.id is null then '[]' else private.family_parties(v_family, date_trunc('week', v_today)::date) end,
    'waiting', private.family_waiting(v_family.id),
    'invitation', (
      select jsonb_build_object('email', i.email, 'expires_at', private.iso(i.expires_at))
      from public.family_invitations i
      where i.family_id = v_family.id and i.accepted_at is null and i.expires_at > clock_timestamp()),
    'proposals', (select count(*) from public.family_proposals where family_id = v_family.id),
    'sessionsProgress', case when v_credits < 6 and jsonb_path_exists(v_passes, '$[*].is_valid ? (@ == true)')
      then jsonb_build_object('booked', 6 - v_credits, 'of', 6) end);
end;
$$;
comment on function public.get_family_dashboard() is
  'Returns all data of the family''s home page in one call (spec 1 §3, §7 and §9), as FamilyDashboard '
  '(contract/family.ts). Definer: reads only the family of the token''s user, and checks this once instead of row by '
  'row.';
grant execute on function public.get_family_dashboard() to authenticated;
