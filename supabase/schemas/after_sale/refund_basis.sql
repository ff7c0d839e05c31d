-- Computes how much of a line is refunded at a time. Pages and cancellations both use private.refund_at, so that the
-- amount shown is the amount paid.

create type private.refund_basis as (
  is_closed boolean,
  is_ours boolean,
  is_camp boolean,
  rules jsonb,
  price_cents integer,
  balance_cents integer,
  left_cents integer,
  paid_at timestamptz,
  starts_at timestamptz,
  refund_starts_at timestamptz,
  over_at timestamptz,
  granted integer,
  spent integer,
  credits integer,
  ahead timestamptz[]
);
comment on type private.refund_basis is
  'The data from which a line''s refund is computed. is_ours is true if we cancelled the line. left_cents is what its '
  'charges can still refund. paid_at is in calendar time. refund_starts_at is copied from the line. over_at is the '
  'time when a pass ends. granted, spent and credits are numbers of sessions of the pass. ahead contains the start '
  'times of booked sessions that are not used yet.';

create function private.days_since(p_from timestamptz, p_at timestamptz)
returns integer
language plpgsql
immutable
set search_path = ''
as $$ begin return (p_at at time zone private.time_zone())::date - (p_from at time zone private.time_zone())::date; end $$;
comment on function private.days_since(timestamptz, timestamptz) is
  'Returns the number of days from the date of p_from to that of p_at, in Singapore. Returns 0 on the same date.';

create function private.first_order(p_line public.order_lines)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_order_id uuid := p_line.order_id;
  v_earlier_line_id uuid := p_line.moves_line_id;
begin
  -- Only a paid place can move, so the first order of the chain was paid first.
  while v_earlier_line_id is not null loop
    select l.order_id, l.moves_line_id into v_order_id, v_earlier_line_id from public.order_lines l where l.id = v_earlier_line_id;
  end loop;
  return v_order_id;
end;
$$;
comment on function private.first_order(public.order_lines) is
  'Returns the order that a line was bought with. After paid moves, this is the first order.';

create function private.line_rules(p_line public.order_lines)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select case when p_line.subscription_id is null then t.refund_rules
      -- Rules that count from the purchase apply to the first period of a pass, not to its renewals.
      else jsonb_path_query_array(t.refund_rules, '$[*] ? (!(@.days_after_purchase != null))') end
    from public.sale_terms t where t.id = p_line.terms_id
  );
end;
$$;
comment on function private.line_rules(public.order_lines) is
  'Returns the refund rules that a line was sold with. For a renewal, returns only those that count back from a '
  'start.';

create function private.refund_rule(
  p_rules jsonb, p_starts_at timestamptz, p_at timestamptz, p_days integer, p_paid_at timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    -- A request exactly at the limit is still in time.
    select r.value
    from jsonb_array_elements(p_rules) with ordinality r
    where case when r.value ->> 'days_after_purchase' is not null
      then p_days <= (r.value ->> 'days_after_purchase')::numeric
      when p_starts_at is null then p_days <= private.kindest_setting('dateless_refund_days', p_paid_at)
      else p_at <= p_starts_at - make_interval(hours => (r.value ->> 'hours_before')::numeric::integer) end
    order by r.ordinality limit 1);
end;
$$;
comment on function private.refund_rule(jsonb, timestamptz, timestamptz, integer, timestamptz) is
  'Returns the first rule that applies at p_at, or null if none applies. If nothing has a date (p_starts_at is null), '
  'settings.dateless_refund_days replaces hours_before, with the most generous value of the setting since p_paid_at.';

create function private.refund_at(p_basis private.refund_basis, p_at timestamptz)
returns table (problem text, refund_cents integer, unused integer, percent integer, refund_reason jsonb)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_started constant integer := (select count(*) from unnest(p_basis.ahead) a where a <= p_at);
  v_is_used constant boolean := p_basis.spent + v_started > 0;
  v_counted_to constant timestamptz := least(p_basis.starts_at, p_basis.refund_starts_at, p_basis.over_at);
  v_rule jsonb;
  v_granted_credits integer;
begin
  -- Credits that staff added are not refunded, so the number is limited to the credits left plus the bookings ahead.
  unused := greatest(0, least(
    p_basis.granted - p_basis.spent - v_started, cardinality(p_basis.ahead) - v_started + p_basis.credits));
  -- Once a pass is used it has begun, so only rules that count from the purchase apply.
  if p_basis.over_at > p_at is not false then
    v_rule := private.refund_rule(p_basis.rules, case when v_is_used then '-infinity' else v_counted_to end, p_at,
      private.days_since(p_basis.paid_at, p_at), p_basis.paid_at);
  end if;
  problem := case
    when p_basis.is_closed then 'line_closed'
    when p_basis.is_camp and not p_basis.is_ours and p_basis.starts_at <= p_at then 'too_late'
    when v_is_used and (unused = 0 or coalesce((v_rule ->> 'percent')::numeric, 0) = 0) then 'pass_used' end;
  -- If we cancelled the place, the whole price is refunded.
  if p_basis.is_ours then v_rule := '{"percent": 100}'; end if;
  v_granted_credits := case when v_rule ->> 'days_after_purchase' is not null then p_basis.granted end;
  percent := coalesce((v_rule ->> 'percent')::numeric::integer, 0);
  refund_reason := jsonb_strip_nulls(jsonb_build_object('percent', percent, 'of_cents', p_basis.price_cents,
    'hours_before', v_rule -> 'hours_before', 'days_after_purchase', v_rule -> 'days_after_purchase',
    'counted_to', case when v_rule ->> 'hours_before' is not null and not v_is_used then private.iso(v_counted_to) end));
  refund_cents := case when problem is null then greatest(0, least(
    round(p_basis.price_cents::numeric * percent * case when v_granted_credits is null then 1 else unused end
      / (100 * coalesce(v_granted_credits, 1)))::integer
      - greatest(0, p_basis.price_cents - p_basis.balance_cents),
    p_basis.balance_cents, p_basis.left_cents)) end;
  return next;
end;
$$;
comment on function private.refund_at(private.refund_basis, timestamptz) is
  'Returns the problem (line_closed, too_late, pass_used or null), the refund in cents, the number of unused sessions, '
  'the percentage of the rule and the reason (RefundReason, contract/after-sale.ts). Reads no clock. A rule that '
  'counts from the purchase refunds the share of unused sessions. Half a cent is rounded in favour of the parent.';

create function private.refund_changes(p_basis private.refund_basis, p_at timestamptz)
returns table (from_at timestamptz, refund_cents integer, problem text, days_after_purchase integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  v_starts constant timestamptz[] := array_remove(
    p_basis.ahead || array[p_basis.starts_at, p_basis.refund_starts_at, p_basis.over_at], null);
  v_paid_on constant date := (p_basis.paid_at at time zone private.time_zone())::date;
  v_changes timestamptz[] := v_starts;
  v_days integer[] := '{}';
  v_rule jsonb;
  v_number integer;
  v_start timestamptz;
  v_at timestamptz := p_at;
  v_refund record;
begin
  -- The refund can change only at these moments. This is a loop, because each page of an order runs it for each line,
  -- and one query for all of it takes five times as long to start.
  for v_index in 0..coalesce(jsonb_array_length(p_basis.rules), 0) - 1 loop
    v_rule := p_basis.rules -> v_index;
    v_number := (v_rule ->> 'hours_before')::numeric::integer;
    if v_number is not null then
      foreach v_start in array v_starts loop
        v_changes := v_changes || (v_start - make_interval(hours => v_number));
      end loop;
    end if;
    v_days := v_days || (v_rule ->> 'days_after_purchase')::numeric::integer;
  end loop;
  -- Only lines without a date follow the setting (private.refund_rule).
  if least(p_basis.starts_at, p_basis.refund_starts_at, p_basis.over_at) is null then
    v_days := v_days || private.kindest_setting('dateless_refund_days', p_basis.paid_at);
  end if;
  foreach v_number in array array_remove(v_days, null) loop
    v_changes := v_changes || ((v_paid_on + v_number + 1)::timestamp at time zone private.time_zone());
  end loop;
  select * into v_refund from private.refund_at(p_basis, p_at);
  loop
    if refund_cents is distinct from coalesce(v_refund.refund_cents, 0) then
      from_at := v_at;
      refund_cents := coalesce(v_refund.refund_cents, 0);
      problem := v_refund.problem;
      days_after_purchase := (v_refund.refund_reason ->> 'days_after_purchase')::integer;
      return next;
    end if;
    v_at := (select min(c.at) from unnest(v_changes) c (at) where c.at > v_at);
    exit when v_at is null;
    -- A request at the moment itself is still in time, so the new amount is read just after it.
    v_at := v_at + interval '1 microsecond';
    select * into v_refund from private.refund_at(p_basis, v_at);
    v_at := v_at - interval '1 microsecond';
  end loop;
end;
$$;
comment on function private.refund_changes(private.refund_basis, timestamptz) is
  'Returns each moment from p_at on after which the refund changes, with the new amount. The first row is p_at. For a '
  'pass, it assumes that all bookings take place. Reads no clock.';
