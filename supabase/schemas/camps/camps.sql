-- The camps: their days, location, tier and capacity.

create table public.camp_weeks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  tier text not null check (private.is_slug(to_jsonb(tier))),
  team_types text[] not null
    check (cardinality(team_types) between 1 and 4 and team_types <@ array['white', 'red', 'black', 'x']),
  location_id uuid not null references public.locations (id) on delete restrict,
  start_date date not null,
  end_date date not null check (end_date between start_date and start_date + 13),
  session_time_start time not null default '09:00',
  session_time_end time not null default '15:00' check (session_time_end > session_time_start),
  starts_at timestamptz not null generated always as
    ((start_date + session_time_start) at time zone private.time_zone()) stored,
  capacity integer not null default 20 check (capacity between 1 and 500),
  is_active boolean not null default true,
  cancelled_at timestamptz check (cancelled_at is null or not is_active),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_by_us_reason text check (length(cancelled_by_us_reason) between 1 and 200),
  added_spots integer not null default 0 check (added_spots between 0 and capacity)
);
comment on table public.camp_weeks is
  'A camp as staff define it. The price and the number of places taken depend on the moment, so readers use the view '
  'camps. Every function that sells a place locks this row first.';
comment on column public.camp_weeks.tier is 'The camp is sold by the offer of kind camp_tier that names this tier.';
comment on column public.camp_weeks.session_time_start is
  'Time of day in Singapore. The extended day is part of the offer.';
comment on column public.camp_weeks.starts_at is 'When the first day begins. The camp is not sold afterwards.';
comment on column public.camp_weeks.capacity is
  'The number of places. It is never below the number of those taken (private.camp_seats_taken).';
comment on column public.camp_weeks.is_active is 'True if the camp is shown and on sale.';
comment on column public.camp_weeks.cancelled_at is
  'When the camp was cancelled for good. Its enrolments then wait to be transferred or refunded.';
comment on column public.camp_weeks.cancelled_by_us_reason is
  'The reason that families read, in the words of staff. Null if no reason was given.';
comment on column public.camp_weeks.added_spots is
  'How many of these places staff added for a single child. A copy of the week leaves them out.';
-- Visitors tell camps apart by tier, base, first and last day.
create unique index camp_weeks_one on public.camp_weeks (tier, location_id, start_date, end_date) where cancelled_at is null;
create index camp_weeks_location_id on public.camp_weeks (location_id);
create index camp_weeks_start_date on public.camp_weeks (start_date);
create index camp_weeks_end_date on public.camp_weeks (end_date) where is_active;

alter table public.camp_weeks enable row level security;
revoke all on table public.camp_weeks from anon, authenticated, service_role;
grant select on public.camp_weeks to anon, authenticated, service_role;

-- The policy for families is in enrolments.sql.
create policy "Visitors read camps on sale" on public.camp_weeks
  for select to anon using (is_active);

create trigger touch_updated_at before update on public.camp_weeks
  for each row execute function private.touch_updated_at();
create trigger forget_added_spots before update of capacity on public.camp_weeks
  for each row when (new.capacity <> old.capacity and new.added_spots = old.added_spots)
  execute function private.forget_added_spots();
create trigger audit after insert or update or delete on public.camp_weeks
  for each row execute function private.audit('id', '*', 'starts_at', 'created_at', 'updated_at', 'cancelled_by_us_reason');

create function private.tiers()
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(t.tier order by t.days, t.price_cents, t.tier), '{}')
  from (
    select distinct on (o.details ->> 'tier') o.details ->> 'tier' as tier, (o.details ->> 'days')::numeric as days, o.price_cents
    from public.offers o
    where o.kind = 'camp_tier' and (o.active or exists (
      select from public.camp_weeks c where c.tier = o.details ->> 'tier' and c.end_date >= private.calendar_today()))
    order by o.details ->> 'tier', o.active desc, o.updated_at desc, o.id) t
$$;
comment on function private.tiers() is
  'Returns the tiers of camps, the shortest first. They are the offers of this kind that are on sale, and those of '
  'camps that are not over. Publishing a camp tier in Studio adds one.';
