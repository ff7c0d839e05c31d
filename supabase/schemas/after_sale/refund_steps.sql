-- Pages and mails show refunds as steps, which say until when how much is refunded. The amounts follow the rules of
-- refund_basis.sql.

create function private.open_basis(p_line public.order_lines, p_price jsonb, p_at timestamptz)
returns private.refund_basis
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_basis private.refund_basis;
  v_paid_at constant timestamptz := (select paid_at from public.orders where id = private.first_order(p_line));
begin
  v_basis.is_closed := false;
  v_basis.is_ours := false;
  v_basis.is_camp := p_line.camp_id is not null;
  v_basis.rules := private.line_rules(p_line);
  v_basis.price_cents := coalesce((p_price ->> 'price_cents')::integer, p_line.price_cents)
    - coalesce((p_price ->> 'rebate_cents')::integer, p_line.rebate_cents)
    - coalesce((p_price ->> 'discount_cents')::integer, p_line.discount_cents)
    + coalesce((p_price ->> 'transport_cents')::integer, p_line.transport_cents);
  v_basis.balance_cents := v_basis.price_cents;
  v_basis.paid_at := coalesce(v_paid_at + private.calendar_shift(), p_at);
  if p_line.camp_id is not null then
    v_basis.starts_at := (select c.starts_at from public.camp_weeks c where c.id = p_line.camp_id);
  elsif p_line.session_id is not null then
    v_basis.starts_at := (select s.starts_at from public.sessions s where s.id = p_line.session_id);
  end if;
  -- When the move is paid, private.release_upgraded_place writes the same value.
  if p_line.moves_line_id is not null then
    v_basis.refund_starts_at := (
      select least(o.refund_starts_at, c.starts_at)
      from public.order_lines o left join public.camp_weeks c on c.id = o.camp_id and c.cancelled_at is null
      where o.id = p_line.moves_line_id);
  end if;
  v_basis.granted := p_line.sessions;
  v_basis.spent := 0;
  v_basis.ahead := case when p_line.sessions is not null and v_basis.starts_at is not null
    then array[v_basis.starts_at] else '{}' end;
  v_basis.credits := p_line.sessions - cardinality(v_basis.ahead);
  -- private.grant_pass will set the same end of the pass.
  v_basis.over_at := case when p_line.sessions is not null then
    ((p_at at time zone private.time_zone())::date + p_line.validity_days + 1)::timestamp at time zone private.time_zone() end;
  return v_basis;
end;
$$;
comment on function private.open_basis(public.order_lines, jsonb, timestamptz) is
  'Returns the basis for the refund of an unpaid line as if it were paid at p_at. The price is p_price (a line of '
  'private.price_order), or the agreed price if p_price is null.';

create function private.refund_steps_of(p_basis private.refund_basis, p_at timestamptz, p_clawback_cents integer default 0)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select case when bool_or(t.from_at = p_at and t.problem is not null) then '[]' else coalesce(jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'refund_cents', t.refund_cents - least(t.refund_cents, p_clawback_cents),
        'clawback_cents', nullif(least(t.refund_cents, p_clawback_cents), 0),
        'less_used', case when t.days_after_purchase is not null and p_basis.granted > 1 then true end))
        || jsonb_build_object('until', private.iso(t.until)) order by t.from_at), '[]') end
    from (
      select r.*, lead(r.from_at) over (order by r.from_at) as until from private.refund_changes(p_basis, p_at) r) t);
end;
$$;
comment on function private.refund_steps_of(private.refund_basis, timestamptz, integer) is
  'Returns RefundSteps (contract/refund-steps.ts), which give, by date, the refund for a cancellation from p_at on. '
  'Returns [] if the line cannot be cancelled at that time. p_clawback_cents is deducted from each step, because the '
  'remaining lines would cost more.';

create function private.sum_steps(p_steps jsonb)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  if jsonb_array_length(p_steps) = 1 then return p_steps -> 0; end if;
  return (
    with steps as (
      select n.ordinality as line, s.value ->> 'until' as until, (s.value ->> 'refund_cents')::integer as cents,
        s.value -> 'less_used' as less_used
      from jsonb_array_elements(p_steps) with ordinality n, jsonb_array_elements(n.value) s
    ),
    ends as (select distinct until from steps),
    -- For each time, this takes the step of each line that applies then. Times are ISO 8601 in UTC, so sorting the text
    -- sorts by time.
    sums as (
      select e.until, sum(h.cents) as cents, bool_or(h.less_used is not null) as less_used
      from ends e cross join lateral (
        select distinct on (s.line) s.* from steps s
        where s.until is null or s.until >= e.until order by s.line, s.until) h
      group by e.until
    )
    select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'refund_cents', s.cents, 'less_used', case when s.less_used then true end)) || jsonb_build_object('until', s.until)
      order by s.until), '[]')
    from sums s);
end;
$$;
comment on function private.sum_steps(jsonb) is 'Adds up the RefundSteps of several lines.';

create function private.line_refunds(p_line public.order_lines, p_price jsonb, p_is_paid boolean, p_at timestamptz)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_basis constant private.refund_basis := case
    when p_is_paid then private.paid_basis(p_line, p_at) else private.open_basis(p_line, p_price, p_at) end;
  v_steps jsonb;
begin
  if v_basis.is_closed then return '{"refund_steps": [], "refund_starts_at": null, "refund_rule_applies": true}'; end if;
  v_steps := private.refund_steps_of(v_basis, p_at, case when p_is_paid and not v_basis.is_ours
    then greatest(0, coalesce((select sum(r.cents) from private.clawbacks(array[p_line.id]) r), 0))::integer else 0 end);
  return jsonb_build_object(
    'refund_steps', v_steps,
    'refund_starts_at', case when jsonb_array_length(v_steps) > 1 and v_basis.rules @? '$[*].hours_before'
      and v_basis.refund_starts_at < coalesce(v_basis.starts_at, 'infinity') then private.iso(v_basis.refund_starts_at) end,
    'refund_rule_applies', not v_basis.rules @? '$[*] ? (@.percent > 0)' or v_steps = '[]' or v_steps @? '$[*] ? (@.refund_cents > 0)');
end;
$$;
comment on function private.line_refunds(public.order_lines, jsonb, boolean, timestamptz) is
  'Returns {refund_steps: RefundSteps, refund_starts_at, refund_rule_applies} for one line from p_at on. '
  'refund_starts_at is the start from which the refund counts, if it is earlier than the line''s own. '
  'refund_rule_applies says whether a rule still gives something. An unpaid line is treated as if it were paid at '
  'p_at at p_price.';
