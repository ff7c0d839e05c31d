-- These functions return a paid order and what its parents may change now (contract/after-sale.ts; docs/decisions
-- "Cancellation rules"). The changes themselves are in moving.sql, upgrades.sql and cancelling.sql.

create function private.move_until(p_line public.order_lines)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when private.is_cancelled_by_us(p_line) or s.status = 'cancelled' then 'infinity'::timestamptz
    else coalesce(c.starts_at, b.starts_at) - make_interval(hours => private.kindest_setting('move_hours_before',
      (select o.created_at from public.orders o where o.id = p_line.order_id))) end
  from (select) one
  left join public.camp_weeks c on c.id = p_line.camp_id
  left join public.sessions s on s.id = p_line.session_id
  left join private.pass_bookings(p_line.id) b on b.session_id = p_line.session_id and b.is_booked
    and b.pass_id = (private.sold_pass(p_line.id)).id
  where p_line.status = 'placed' and not private.is_refunded(p_line) and not private.has_open_instalments(p_line.order_id) and (c.id is not null or b.booking_id is not null
    -- When we cancel a class, its credit is returned. The credit can book another class while the pass is valid.
    or (s.status = 'cancelled' and exists (
      select from public.passes p
      where p.order_line_id = p_line.id and p.moved_from_id is null and coalesce(p.valid_until >= private.calendar_today(), true)
        and (select sum(k.delta) from public.credit_ledger k where k.pass_id = p.id) > 0)))
$$;
comment on function private.move_until(public.order_lines) is
  'Returns until when the line''s place may be moved, or infinity if we cancelled it. Returns null if the line was '
  'refunded, if its order has instalments to pay, or if the line has neither a place to move nor the credit of a '
  'class that we cancelled.';

create function private.refund_status(p_refund public.refunds)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  return case
    when p_refund.status = 'requested' and private.is_disputed(p_refund.payment_id) then 'waiting'
    when p_refund.status = 'failed' and p_refund.last_error = 'dispute_lost' then 'by_bank'
    else p_refund.status end;
end;
$$;
comment on function private.refund_status(public.refunds) is
  'Returns the refund status that a parent reads. A refund is waiting until a dispute ends. It is by_bank if the '
  'dispute returned the money, so that we do not.';

create function private.managed_view(p_order_id uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_at constant timestamptz := private.calendar_now();
begin
  return (select v.view || jsonb_build_object(
    'order_id', o.id,
    'must_choose', coalesce(o.outcome = 'needs_choice', false),
    'split_allowed', o.split_allowed,
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', r.order_line_id, 'amount_cents', r.amount_cents,
        'status', private.refund_status(r), 'to_balance', r.to_balance) order by r.created_at), '[]')
      from private.shown_refunds(o.id) r),
    'cancel_all', (
      select jsonb_build_object('refund_cents', sum(t.refund_cents), 'clawback_cents', sum(t.clawback_cents),
        'lines', jsonb_agg(jsonb_build_object('line_id', t.line_id, 'refund_cents', t.refund_cents)))
      from private.line_terms(array(
        select l.id from public.order_lines l cross join lateral private.cancel_terms(l, v_at) k
        where l.order_id = o.id and o.paid_at is not null and k.problem is null), v_at) t
      having count(*) > 0),
    'lines', (
      select jsonb_agg(e.value || jsonb_build_object('balance_cents', case when o.paid_at is not null
        then (select b.balance_cents from private.line_balance(l.id) b) end,
        'refund_reason', case when o.paid_at is not null and t.problem is null then t.refund_reason end,
        'refund_steps', case when t.problem is null then e.value -> 'refund_steps' end,
        'cancellation', (select s.cancellation from public.sale_terms s where s.id = l.terms_id),
        'can', jsonb_build_object(
        'cancel', case when o.paid_at is not null and t.problem is null
          then jsonb_strip_nulls(jsonb_build_object('refund_cents', t.refund_cents,
            'clawback_cents', nullif(t.clawback_cents, 0),
            'sessions', case when t.granted is not null
              then jsonb_build_object('total', t.granted, 'unused', t.unused) end,
            'ends_renewal', case when private.ends_renewal(l) then true end)) end,
        'move', case when o.paid_at is not null and m.until >= v_at
          then jsonb_build_object('until', case when m.until < 'infinity' then private.iso(m.until) end) end,
        'move_over', case when o.paid_at is not null and m.until < v_at
          and m.until + make_interval(hours => private.kindest_setting('move_hours_before', o.created_at)) > v_at
          then private.iso(m.until) end,
        'place', l.status = 'credit' and not private.is_refunded(l)), 'pass', private.managed_pass(l),
        'absence', private.open_absence_days(l.id)) order by e.ordinality)
      from jsonb_array_elements(v.view -> 'lines') with ordinality e
      join public.order_lines l on l.id = (e.value ->> 'line_id')::uuid
      cross join lateral private.line_terms(array[l.id], v_at) t
      cross join lateral (select private.move_until(l) as until) m))
    || case when private.is_admin() and o.family_id is distinct from private.my_family_id() then jsonb_build_object(
      'acting_for', jsonb_build_object('name', coalesce(o.parent_name, (select f.contact_name from public.families f where f.id = o.family_id))))
      else '{}' end
  from public.orders o cross join lateral (select private.order_view(o.id, null, v_at) as view) v
  where o.id = p_order_id);
end;
$$;
comment on function private.managed_view(uuid) is 'Returns ManagedOrder (contract/after-sale.ts).';

create function private.details_known(p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('health', private.health_answer(c.id) - 'by',
    'contacts', jsonb_array_length(private.people_of(c.family_id, c.id, false) || private.people_of(c.family_id, null, false)),
    'pickup', jsonb_array_length(private.people_of(c.family_id, c.id, true)
      || case when c.status = 'own' then private.people_of(c.family_id, null, true) else '[]' end)
      + (select count(*) from public.family_proposals p where p.child_id = c.id and p.effect = 'order'))
  from public.children c where c.id = p_child_id
$$;
comment on function private.details_known(uuid) is
  'Returns KnownDetails (contract/health.ts): whether details of a child are recorded, since when, and how many '
  'people are listed. It never returns the details or the names.';

create function private.known_details(p_access jsonb, p_order public.orders)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_order.paid_at is null
    or (private.has_account(p_order.family_id) and not private.speaks_for(p_access, p_order.family_id)) then
    return '[]';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('child', c.position) || private.details_known(k.id) order by c.position), '[]')
    from public.order_children c join public.children k on k.id = c.child_id and k.family_id = p_order.family_id
    where c.order_id = p_order.id);
end;
$$;
comment on function private.known_details(jsonb, public.orders) is
  'Returns which details of an order''s children are recorded, by the children''s position in the order. The list is '
  'empty if the caller is not verified as a parent of the family.';

create function public.get_managed_order(p_access jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.manage_order(p_access, '{manage,late_choice}');
begin
  return private.managed_view(v_order.id) || jsonb_build_object('known', private.known_details(p_access, v_order));
end;
$$;
comment on function public.get_managed_order(jsonb) is
  'Takes Access and returns ManagedOrder (contract/after-sale.ts), with what each line allows now. Fails with the '
  'codes of private.manage_order. Definer: the link identifies the caller. An order of another family counts as not '
  'found.';
grant execute on function public.get_managed_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.get_managed_order(jsonb)');
