-- Reports how many visits reached each step of a booking.

create function private.booking_steps()
returns text[]
language sql
immutable
set search_path = ''
as $$ select '{team_selection,session_selection,pass_selection,checkout_started,checkout_completed}'::text[] $$;
comment on function private.booking_steps() is
  'Returns the steps of a booking in order, as booking_analytics names them (spec 2 §7).';

-- The index covers all columns that the report reads.
create index booking_analytics_steps on public.booking_analytics (created_at, event_type, session_id) where event_type <> 'form_progress';

create function private.report_booking_steps(p_from timestamptz, p_until timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_steps constant text[] := private.booking_steps();
begin
  return (
  with visits as materialized (
    select bit_or(1 << (array_position(v_steps, a.event_type) - 1)) as steps
    from public.booking_analytics a
    where a.created_at >= p_from and a.created_at < p_until and a.event_type <> 'form_progress'
    group by a.session_id
  ),
  ways as (select steps, count(*) as visits from visits group by steps)
  select jsonb_build_object(
    'stored_since', (private.expiry('booking_analytics') at time zone private.time_zone())::date,
    'steps', (
      select jsonb_agg(jsonb_build_object('step', s.step,
        'visits', coalesce((select sum(w.visits) from ways w where w.steps & (1 << (s.n - 1)::integer) <> 0), 0),
        -- Visits that begin at a pass page skip the team step. So each step is compared with those visits that did the
        -- step before.
        'also_before', coalesce((select sum(w.visits) from ways w
          where w.steps & (1 << (s.n - 1)::integer) <> 0 and s.n > 1 and w.steps & (1 << (s.n - 2)::integer) <> 0), 0)) order by s.n)
      from unnest(v_steps) with ordinality s (step, n))));
end;
$$;
comment on function private.report_booking_steps(timestamptz, timestamptz) is
  'Returns BookingStepsReport (contract/management-reports.ts): visits that reached each step of the booking, and how '
  'many of them had done the step before. stored_since says that steps before this day were deleted.';
