-- Returns the passes and camp places of a family for its home page.

create function private.family_passes(p_family_id uuid, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'child_id', p.child_id, 'offer_id', p.offer_id, 'title', p.title, 'sessions_total', p.sessions_total,
      'credits', l.credits, 'make_ups_total', t.make_ups, 'make_ups_left', private.make_ups_left(p),
      'valid_from', p.valid_from, 'valid_until', p.valid_until, 'is_valid', p.valid_until >= p_today is not false,
      'order_id', n.order_id,
      'subscription', (
        select jsonb_build_object('id', s.id, 'status', s.status, 'current_period_end', private.iso(s.current_period_end),
          'price_cents', s.price_cents)
        from public.pass_subscriptions s
        where (s.order_line_id = n.id or s.id = n.subscription_id) and s.family_id = p_family_id and s.status <> 'ended'
          and p.moved_from_id is null),
      'is_moved', p.moved_from_id is not null, 'pause', private.pause_view(p), 'siblings', private.siblings_of_pass(p))
      order by p.valid_until >= p_today is not false desc, p.valid_until nulls last, p.created_at, p.id), '[]')
  from public.passes p
  join public.sale_terms t on t.id = p.terms_id
  left join public.order_lines n on n.id = p.order_line_id
  cross join lateral (
    select coalesce(sum(delta), 0) as credits
    from public.credit_ledger where pass_id = p.id) l
  -- Older passes appear only in the export.
  where p.family_id = p_family_id and (p.valid_until >= p_today - 60) is not false);
end;
$$;
comment on function private.family_passes(uuid, date) is
  'Returns FamilyPass[] (contract/family-passes.ts): passes that are valid or ended within 60 days, each with the '
  'credits that are left.';

create function private.family_camps(p_family_id uuid, p_from date, p_until date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'child_id', e.child_id, 'child', jsonb_build_object('name', c.name), 'status', e.status,
      'order_collectors', private.order_collector_names(c.id, null, e.id),
      'camp', private.camp_view(w.id), 'cancelled', w.cancelled_at is not null, 'cancelled_by_us_reason', w.cancelled_by_us_reason,
      'order_id', (select n.order_id from public.order_lines n where n.id = e.order_line_id),
      'rides', exists (select from public.order_lines n where n.id = e.order_line_id and n.transport is not null),
      'absent_days', private.absent_days(e.id), 'cancelled_days', private.cancelled_days(w.id),
      'attended_days', (select count(*) from public.camp_attendance a where a.enrollment_id = e.id and a.attended))
      order by w.start_date, w.session_time_start, c.name, e.id), '[]')
  from public.camp_enrollments e
  join public.camp_weeks w on w.id = e.camp_id
  join public.children c on c.id = e.child_id
  where e.family_id = p_family_id and e.status = 'enrolled' and w.end_date between p_from and p_until);
end;
$$;
comment on function private.family_camps(uuid, date, date) is
  'Returns FamilyCamp[] (contract/family-camps.ts): camps of a family''s children whose last day is between the two '
  'days.';
