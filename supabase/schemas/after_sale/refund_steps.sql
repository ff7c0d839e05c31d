-- What a line gives back by date: the rules of refund_terms.sql, asked at each moment at which one of them ends.

create function private.refund_ends(p_line public.order_lines, p_at timestamptz)
returns setof timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  return query
  with begins as (
    select c.starts_at as at from public.camp_weeks c where c.id = p_line.camp_id
    union select min(b.starts_at) from private.pass_bookings(p_line.id, p_at) b where b.is_booked
    union select p_line.refund_starts_at
    union select (p.valid_until + 1)::timestamp at time zone private.time_zone()
      from public.passes p where p.order_line_id = p_line.id
  ),
  rules as (
    select (value ->> 'hours_before')::numeric::integer as hours, (value ->> 'days_after_purchase')::numeric::integer as days
    from jsonb_array_elements(p_line.refund_rules)
  )
  select distinct e.at from (
    select b.at - make_interval(hours => r.hours) from begins b, rules r where r.hours is not null
    union all select at from begins
    -- Midnight after the last day, counted from today: how many days it was by now.
    union all select ((p_at at time zone private.time_zone())::date
        - private.days_since_purchase(p_line, p_at) + d.days + 1)::timestamp at time zone private.time_zone()
      from (select days from rules union select (private.settings()).dateless_refund_days) d
  ) e (at)
  where e.at > p_at;
end;
$$;
comment on function private.refund_ends(public.order_lines, timestamptz) is
  'The moments after p_at at which what a line gives back may change.';

create function private.refund_steps(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    with line as (select l from public.order_lines l where l.id = p_line_id),
    times as (
      select p_at as at, p_at as asked_at
      -- At the moment itself whoever asks is still in time.
      union all select e, e + interval '1 microsecond' from line, private.refund_ends(l, p_at) e
    ),
    given as (
      select t.at, coalesce(c.refund_cents, 0) as cents, c.problem
      from line cross join times t cross join lateral private.cancel_terms(l, t.asked_at) c
    ),
    turns as (
      select at, cents, problem, lag(cents) over (order by at) is distinct from cents as is_new from given
    )
    select case when bool_or(at = p_at and problem is not null) then '[]' else coalesce(jsonb_agg(
      jsonb_build_object('refund_cents', cents, 'until', private.iso(until)) order by at), '[]') end
    from (select at, cents, problem, lead(at) over (order by at) as until from turns where is_new) s);
end;
$$;
comment on function private.refund_steps(uuid, timestamptz) is
  'What giving a line back brings, by date, as private.cancel_terms says it: [{refund_cents, until: the last moment '
  'for it, null for the last]}; [] where it cannot be given back now. Of a pass as if what is booked takes place.';
