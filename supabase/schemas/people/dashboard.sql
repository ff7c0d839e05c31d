-- The family's dashboard: bookings, passes, camps and what waits for a parent (spec 1 §7).

create function private.family_bookings(p_family_id uuid, p_from date, p_until date, p_newest_first boolean, p_limit integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  -- PL/pgSQL keeps the plan: planning these joins takes longer than running them.
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'rank' order by r.rank), '[]')
  from (
    select b.id, b.session_id, b.session_date, b.session_time, b.status, b.attended, b.child_id, b.family_id,
      private.iso(private.credit_returns_until(s.starts_at)) as credit_returns_until,
      jsonb_build_object('name', c.name) as child,
      jsonb_build_object(
        'max_capacity', s.max_capacity,
        'location', jsonb_build_object('name', l.name, 'address', l.address),
        'coach', case when k.id is not null then jsonb_build_object('name', k.name) end,
        'class_type', jsonb_build_object('name', t.name, 'level', t.level)) as session,
      row_number() over (order by
        case when p_newest_first then b.session_date end desc, case when p_newest_first then b.session_time end desc,
        b.session_date, b.session_time, b.id) as rank
    from public.bookings b
    join public.children c on c.id = b.child_id
    join public.sessions s on s.id = b.session_id
    join public.locations l on l.id = s.location_id
    join public.class_types t on t.id = s.class_type_id
    left join public.coaches k on k.id = s.coach_id
    where b.family_id = p_family_id and b.session_date between p_from and p_until
      and (p_newest_first or b.status = 'booked')
    order by rank limit p_limit
  ) r);
end;
$$;
comment on function private.family_bookings(uuid, date, date, boolean, integer) is
  'Bookings of a family between two days as spec 1 §3 lists them, session embedded, and until when cancelling gives the credit back. Upcoming ones only while booked. Reads the family''s days on an index, however many years lie behind them.';

create function private.family_passes(p_family_id uuid, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'child_id', p.child_id, 'offer_id', p.offer_id, 'title', p.title, 'sessions_total', p.sessions_total,
      'credits', l.credits, 'make_ups_total', p.make_ups_total, 'make_ups_left', p.make_ups_total - l.make_ups,
      'valid_from', p.valid_from, 'valid_until', p.valid_until, 'is_valid', p.valid_until >= p_today is not false,
      'subscription', (
        select jsonb_build_object('id', s.id, 'status', s.status, 'current_period_end', private.iso(s.current_period_end))
        from public.order_lines n
        join public.pass_subscriptions s on s.order_line_id = n.id or s.id = n.subscription_id
        where n.id = p.order_line_id and s.family_id = p_family_id and s.status <> 'ended'))
      order by p.valid_until >= p_today is not false desc, p.valid_until nulls last, p.created_at, p.id), '[]')
  from public.passes p,
    lateral (
      select coalesce(sum(delta), 0) as credits, count(*) filter (where reason = 'make_up') as make_ups
      from public.credit_ledger where pass_id = p.id) l
  -- Old ones are history, and stay in the export.
  where p.family_id = p_family_id and (p.valid_until >= p_today - 60) is not false);
end;
$$;
comment on function private.family_passes(uuid, date) is
  'FamilyPass[] of contract/passes.ts: passes that are valid, or ended within 60 days, each with the sum of its ledger.';

create function private.family_camps(p_family_id uuid, p_from date, p_until date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'child_id', e.child_id, 'child', jsonb_build_object('name', c.name), 'status', e.status,
      'camp', private.camp_view(w.id), 'cancelled', w.cancelled_at is not null,
      'attended_days', (select count(*) from public.camp_attendance a where a.enrollment_id = e.id and a.attended))
      order by w.start_date, w.session_time_start, c.name, e.id), '[]')
  from public.camp_enrollments e
  join public.camp_weeks w on w.id = e.camp_id
  join public.children c on c.id = e.child_id
  where e.family_id = p_family_id and e.status = 'enrolled' and w.end_date between p_from and p_until);
end;
$$;
comment on function private.family_camps(uuid, date, date) is
  'FamilyCamp[] of contract/passes.ts: camps of a family''s children whose last day lies between two days.';

create function private.family_notifications(p_family_id uuid, p_today date)
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
    select 2, c.name, jsonb_build_object('kind', 'child_details_missing', 'child_id', c.id)
    from public.children c
    where c.family_id = p_family_id and c.standing = 'own' and not exists (select from public.child_health h where h.child_id = c.id)
    union all
    select 3, c.name || u.purpose, jsonb_build_object('kind', 'consent_missing', 'child_id', c.id, 'purpose', u.purpose)
    from public.children c, unnest('{liability,medical,activity}'::public.consent_purpose[]) u (purpose)
    where c.family_id = p_family_id and c.standing = 'own' and not private.has_consent(p_family_id, c.id, u.purpose)
    union all
    select 4, '', jsonb_build_object('kind', 'emergency_contact_missing')
    where not exists (select from public.emergency_contacts where family_id = p_family_id)
    union all
    select 0, '', jsonb_build_object('kind', 'proposals_waiting', 'proposals', count(*))
    from public.family_proposals where family_id = p_family_id having count(*) > 0
  ) n);
end;
$$;
comment on function private.family_notifications(uuid, date) is
  'What a parent should look at, worked out and never stored: [{kind: pass_expiring (14 days) | child_details_missing | consent_missing | emergency_contact_missing | proposals_waiting, …}].';

create function public.get_family_dashboard()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_today constant date := private.calendar_today();
  v_children jsonb;
begin
  if v_family_id is null then
    return '{"family": null, "children": [], "totalCredits": 0, "upcomingBookings": [], "recentActivity": [], "notifications": [],
      "passes": [], "upcomingCamps": [], "pastCamps": []}';
  end if;
  select coalesce(jsonb_agg(c), '[]') into v_children from public.get_family_children_with_credits(v_family_id) c;
  return jsonb_build_object(
    'family', (
      select jsonb_build_object('id', f.id, 'primary_parent_id', f.primary_parent_id, 'secondary_parent_id', f.secondary_parent_id,
        'primary_parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone)
          from public.profiles p where p.id = f.primary_parent_id),
        'secondary_parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone)
          from public.profiles p where p.id = f.secondary_parent_id))
      from public.families f where f.id = v_family_id),
    'children', v_children,
    'totalCredits', (select coalesce(sum((c ->> 'credits_remaining')::integer), 0) from jsonb_array_elements(v_children) c),
    'upcomingBookings', private.family_bookings(v_family_id, v_today, 'infinity', false, 100),
    'recentActivity', private.family_bookings(v_family_id, v_today - 30, v_today, true, 10),
    'notifications', private.family_notifications(v_family_id, v_today),
    'passes', private.family_passes(v_family_id, v_today),
    'upcomingCamps', private.family_camps(v_family_id, v_today, 'infinity'),
    'pastCamps', private.family_camps(v_family_id, v_today - 365, v_today - 1));
end;
$$;
comment on function public.get_family_dashboard() is
  'Everything the family''s page shows, in one call (spec 1 §3, §7 and §9): {family, children, totalCredits, upcomingBookings, recentActivity (30 days, 10), notifications, passes, upcomingCamps, pastCamps (a year)}; FamilyDashboard of contract/passes.ts. Somebody without a family gets an empty one. Definer: answers only for the family of the token''s user, decided once and not row by row.';
grant execute on function public.get_family_dashboard() to authenticated;
