-- What a line gives back: the rules that it was sold with (3-decisions, "Cancellation rules"), what is used of a pass,
-- and what that comes to. Asked to show it before (private.managed_view), and again when it is done (cancel_lines).

alter table public.order_lines
  add column refund_starts_at timestamptz,
  add column moved_off_cents integer not null default 0 check (moved_off_cents between 0 and total_cents + carried_cents);
comment on column public.order_lines.refund_starts_at is
  'Earliest beginning that the line has stood for, once it was moved or a session of its pass given back: neither wins a better refund.';
comment on column public.order_lines.moved_off_cents is
  'How much less the present place costs than what was paid for the line, whose prices stay as they were at the sale.';

create function private.days_since(p_from timestamptz, p_at timestamptz)
returns integer
language sql
immutable
set search_path = ''
as $$ select (p_at at time zone private.time_zone())::date - (p_from at time zone private.time_zone())::date $$;
comment on function private.days_since(timestamptz, timestamptz) is
  'Which day p_at is after that of p_from, in Singapore: 0 until its midnight.';

create function private.days_since_purchase(p_line public.order_lines)
returns integer
language sql
volatile
set search_path = ''
as $$
  with recursive chain as (
    select p_line.order_id as order_id, p_line.moves_line_id as moves_line_id
    union all
    select l.order_id, l.moves_line_id from chain c join public.order_lines l on l.id = c.moves_line_id
  )
  -- By the clock of payments, not by the calendar's.
  select private.days_since(min(o.paid_at), clock_timestamp()) from chain c join public.orders o on o.id = c.order_id
$$;
comment on function private.days_since_purchase(public.order_lines) is
  'Which day this is after the line was paid, in Singapore; of a place that was moved for a difference, after the first payment. Null before it is paid.';

create function private.refund_rule(p_rules jsonb, p_starts_at timestamptz, p_at timestamptz, p_days integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  -- Whoever is exactly at the hour is still in time. Without a beginning, any rule's hours lie ahead.
  select r.value
  from jsonb_array_elements(p_rules) with ordinality r
  where case when r.value ->> 'days_after_purchase' is not null
    then p_days <= (r.value ->> 'days_after_purchase')::numeric
    else p_starts_at is null
      or p_at <= p_starts_at - make_interval(hours => (r.value ->> 'hours_before')::numeric::integer) end
  order by r.ordinality limit 1
$$;
comment on function private.refund_rule(jsonb, timestamptz, timestamptz, integer) is
  'The first of refund_rules that fits at p_at what begins at p_starts_at and was bought p_days days ago (null: not bought); null after the last one.';

create function private.refund_percent(p_rules jsonb, p_starts_at timestamptz, p_at timestamptz, p_days integer default null)
returns integer
language sql
immutable
set search_path = ''
as $$
  select coalesce((private.refund_rule(p_rules, p_starts_at, p_at, p_days) ->> 'percent')::numeric::integer, 0)
$$;
comment on function private.refund_percent(jsonb, timestamptz, timestamptz, integer) is
  'What private.refund_rule gives back, in percent; 0 when none fits.';

create function private.pass_bookings(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns table (booking_id uuid, pass_id uuid, session_id uuid, starts_at timestamptz, is_booked boolean, is_spent boolean)
language sql
volatile
set search_path = ''
as $$
  select b.id, p.id, s.id, s.starts_at, b.status = 'booked',
    -- Its credit is gone for good: attended or missed, or cancelled without its credit coming back.
    b.attended is not null or s.starts_at <= p_at or b.status <> 'booked'
  from public.passes p
  join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
  join public.bookings b on b.id = k.booking_id
  join public.sessions s on s.id = b.session_id
  where p.order_line_id = p_line_id
    and not exists (select from public.credit_ledger r where r.booking_id = b.id and r.reason = 'returned')
$$;
comment on function private.pass_bookings(uuid, timestamptz) is
  'What the credits of a line''s pass were spent on, but for those that came back.';

create function private.pass_use(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns table (granted integer, used integer, unused integer)
language sql
volatile
set search_path = ''
as $$
  -- Never more than the ledger has left, with what is booked ahead; what was given on top is not paid back.
  select p.sessions_total, b.spent, greatest(0, least(p.sessions_total - b.spent, b.ahead + (
    select coalesce(sum(k.delta), 0) from public.credit_ledger k where k.pass_id = p.id)))::integer
  from public.passes p
  cross join lateral (
    select (count(*) filter (where k.is_spent))::integer as spent, count(*) filter (where not k.is_spent) as ahead
    from private.pass_bookings(p_line_id, p_at) k) b
  where p.order_line_id = p_line_id
$$;
comment on function private.pass_use(uuid, timestamptz) is
  'Sessions that a line''s pass was sold with, how many are used (attended, missed, or cancelled without their credit coming back), and how many of those it was sold with are left: fewer than the others where staff took some off. No row for a line without a pass.';

create function private.is_called_off(p_line public.order_lines)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Of a pass of several sessions one that falls out is made up by its credit.
  select exists (select from public.camp_weeks where id = p_line.camp_id and cancelled_at is not null)
    or (p_line.sessions = 1 and exists (select from public.sessions where id = p_line.session_id and status = 'cancelled'))
$$;
comment on function private.is_called_off(public.order_lines) is 'Have we called off all that the line bought?';

create function private.ends_renewal(p_line public.order_lines)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return p_line.renews and exists (
    select from public.pass_subscriptions s
    where (s.order_line_id = p_line.id or s.id = p_line.subscription_id) and s.status <> 'ended'
      and (private.latest_renewal_line(s)).id = p_line.id);
end;
$$;
comment on function private.ends_renewal(public.order_lines) is
  'Is this the pass that would be renewed? Given back, its subscription ends at the provider (list_renewal_work) and is not charged again.';

create function private.cancel_terms(p_line public.order_lines, p_at timestamptz default private.calendar_now())
returns table (problem text, refund_cents integer, granted integer, unused integer)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_off constant boolean := private.is_called_off(p_line);
  v_used constant boolean := exists (select from private.pass_bookings(p_line.id, p_at) b where b.is_spent);
  -- A pass of which nothing is booked begins no more after its last day.
  v_over_at constant timestamptz := (
    select (p.valid_until + 1)::timestamp at time zone private.time_zone()
    from public.passes p where p.order_line_id = p_line.id);
  v_starts_at timestamptz;
  v_rule jsonb;
  v_parts integer;
begin
  v_starts_at := case when p_line.camp_id is not null then (select starts_at from public.camp_weeks where id = p_line.camp_id)
    else (select min(b.starts_at) from private.pass_bookings(p_line.id, p_at) b where b.is_booked) end;
  select u.granted, u.unused into granted, unused from private.pass_use(p_line.id, p_at) u;
  -- A pass that is used has begun: of its rules only those are left that count from the purchase. Of one that is over
  -- nothing is left to give back, whatever they count from.
  if v_over_at > p_at is not false then
    v_rule := private.refund_rule(p_line.refund_rules,
      case when v_used then '-infinity' else least(v_starts_at, p_line.refund_starts_at, v_over_at) end,
      p_at, private.days_since_purchase(p_line));
  end if;
  problem := case
    when p_line.status not in ('placed', 'credit') then 'line_closed'
    when p_line.camp_id is not null and not v_off and v_starts_at <= p_at then 'too_late'
    when v_used and (unused = 0 or coalesce((v_rule ->> 'percent')::numeric, 0) = 0) then 'pass_used' end;
  -- A place to be chosen later stands for one that we took back: all of it is the parent's.
  if v_off or p_line.status = 'credit' then v_rule := '{"percent": 100}'; end if;
  v_parts := case when v_rule ->> 'days_after_purchase' is not null then granted end;
  refund_cents := case when problem is null then greatest(0, least(
    round((p_line.total_cents + p_line.carried_cents)::numeric * coalesce((v_rule ->> 'percent')::numeric, 0)
      * case when v_parts is null then 1 else unused end / (100 * coalesce(v_parts, 1)))::integer
      - private.refunded_of_line(p_line.id),
    private.left_for_lines(array[p_line.id]))) end;
  return next;
end;
$$;
comment on function private.cancel_terms(public.order_lines, timestamptz) is
  'May the line be given back at p_at (problem: line_closed, too_late, pass_used, or null), what is refunded, in cents, and of a pass how many of its sessions are unused? A rule that counts from the purchase gives back the unused sessions'' share, also of a pass that is used. A pass without a booking begins the day after its last, and from then on gives nothing back. Half a cent is the parent''s. What is shown before is what is paid after: both ask here.';
