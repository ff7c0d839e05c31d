-- The timer calls the functions every minute, and they call the database. If there is a longer gap between two calls,
-- then the timer, the functions or the database stood still, and the gap counts as an outage.

create table public.heartbeat (
  id boolean primary key default true check (id),
  first_at timestamptz not null default clock_timestamp(),
  last_at timestamptz not null default clock_timestamp(),
  functions_ahead_ms integer not null
);
comment on table public.heartbeat is 'One row with the times of the first and the last call of the timer that arrived.';
comment on column public.heartbeat.functions_ahead_ms is
  'How far the functions'' clock is ahead of the database''s clock, in milliseconds. The time that the call took makes '
  'it a little smaller.';

create table public.outages (
  id bigint generated always as identity primary key,
  began_at timestamptz not null,
  ended_at timestamptz not null check (ended_at > began_at)
);
comment on table public.outages is
  'Times of more than three minutes in which no call of the timer arrived. They are stored for a year.';
create index outages_ended_at on public.outages (ended_at);

alter table public.heartbeat enable row level security;
alter table public.outages enable row level security;
revoke all on table public.heartbeat, public.outages from anon, authenticated, service_role;

create function public.record_heartbeat(p_functions_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_before timestamptz;
begin
  if p_functions_at is null then perform private.fail('invalid_input', 'p_functions_at'); end if;
  select last_at into v_before from public.heartbeat for update;
  insert into public.heartbeat as h (first_at, last_at, functions_ahead_ms)
  values (v_now, v_now, greatest(-2e9, least(2e9, extract(epoch from p_functions_at - v_now) * 1000))::integer)
  on conflict (id) do update set last_at = excluded.last_at, functions_ahead_ms = excluded.functions_ahead_ms;
  if v_before < v_now - interval '3 minutes' then
    insert into public.outages (began_at, ended_at) values (v_before, v_now);
  end if;
  delete from public.outages where ended_at < v_now - interval '1 year';
  return jsonb_build_object('out_seconds', case when v_before < v_now - interval '3 minutes'
    then floor(extract(epoch from v_now - v_before))::integer end);
end;
$$;
comment on function public.record_heartbeat(timestamptz) is
  'Records that the timer''s call arrived. p_functions_at is the time of the functions'' clock. Returns {out_seconds}, '
  'which says for how long no call had arrived, or is null if that was at most three minutes. Definer: only the '
  'service role may call.';
grant execute on function public.record_heartbeat(timestamptz) to service_role;

create function private.uptime()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('since', private.iso(w.since), 'last_at', private.iso(h.last_at),
    'out_seconds', floor(coalesce(sum(extract(epoch from o.ended_at - greatest(o.began_at, w.since))), 0))::integer,
    'percent', case when clock_timestamp() > w.since then round((100 * (1 - coalesce(
      sum(extract(epoch from o.ended_at - greatest(o.began_at, w.since))), 0)
      / extract(epoch from clock_timestamp() - w.since)))::numeric, 2) end,
    'outages', coalesce(jsonb_agg(jsonb_build_object('began_at', private.iso(o.began_at), 'ended_at', private.iso(o.ended_at))
      order by o.ended_at desc) filter (where o.id is not null), '[]'))
  from (select 1) one
  left join public.heartbeat h on true
  cross join lateral (select greatest(h.first_at, clock_timestamp() - interval '30 days') as since) w
  left join (
    select id, began_at, ended_at from public.outages
    union all
    -- An outage that has not ended yet has no row.
    select 0, last_at, clock_timestamp() from public.heartbeat where last_at < clock_timestamp() - interval '3 minutes'
  ) o on o.ended_at > w.since
  group by h.first_at, h.last_at, w.since
$$;
comment on function private.uptime() is
  'Returns how reliably the timer''s calls arrived within 30 days, or since the first call if that is later, as '
  '{since, last_at, percent, out_seconds, outages: [{began_at, ended_at}]}. Before the first call, the times and the '
  'percentage are null.';
