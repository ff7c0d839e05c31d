-- Weekly classes are planned in seasons, and there are days on which they do not take place (docs/decisions "Seasons").

create table public.seasons (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name = btrim(name) and length(name) between 1 and 60),
  first_day date not null check (isfinite(first_day)),
  last_day date not null check (last_day between first_day and first_day + 400),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.seasons is 'Seasons of weekly classes, such as a school term.';
comment on column public.seasons.last_day is 'The last day with classes.';

create table public.closed_days (
  day date primary key check (isfinite(day)),
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  source text not null check (source in ('public_holiday', 'staff')),
  is_estimated boolean not null default false,
  is_closed boolean not null default true check (is_closed or source = 'public_holiday'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.closed_days is
  'Public holidays of Singapore, and days that staff closed. While is_closed is true, no classes of a season are '
  'planned on that day.';
comment on column public.closed_days.name is 'The holiday, or the reason that staff gave.';
comment on column public.closed_days.source is
  'public_holiday means that the day is from private.public_holidays, which is generated. staff means that staff added '
  'it.';
comment on column public.closed_days.is_estimated is 'True if the holidays library says that the date is estimated.';

alter table public.seasons enable row level security;
alter table public.closed_days enable row level security;
revoke all on table public.seasons, public.closed_days from anon, authenticated, service_role;
grant select on public.seasons, public.closed_days to authenticated, service_role;

create policy "Admins read seasons" on public.seasons
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read closed days" on public.closed_days
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.seasons
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.closed_days
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.seasons
  for each row execute function private.audit('id', 'name', 'first_day', 'last_day');
-- Only decisions of staff are audited, because the holidays themselves come from the generated list.
create trigger audit_staff after insert or update or delete on public.closed_days
  for each row execute function private.audit('day', 'name', 'source', 'is_closed');

create function private.is_season_day(p_season_id uuid, p_day date)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_season_id is null or (
    exists (select from public.seasons where id = p_season_id and p_day between first_day and last_day)
    and not exists (select from public.closed_days where day = p_day and is_closed))
$$;
comment on function private.is_season_day(uuid, date) is
  'Returns whether the classes of a season take place on a day, which must be within the season and not closed. Always '
  'returns true if p_season_id is null.';

create function private.refresh_public_holidays()
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.closed_days (day, name, source, is_estimated)
  select h.day, h.name, 'public_holiday', h.is_estimated from private.public_holidays() h
  where not exists (select from public.closed_days c where c.day = h.day)
  on conflict (day) do nothing;
  update public.closed_days c set name = h.name, is_estimated = h.is_estimated from private.public_holidays() h
  where c.day = h.day and c.source = 'public_holiday' and (c.name, c.is_estimated) is distinct from (h.name, h.is_estimated);
  -- If the government announces another day than the estimated one, the estimated day is deleted. Past days stay as
  -- they were.
  delete from public.closed_days c
  where c.source = 'public_holiday' and c.day > private.calendar_today()
    and not exists (select from private.public_holidays() h where h.day = c.day);
end;
$$;
comment on function private.refresh_public_holidays() is
  'Updates the public holidays in closed_days from private.public_holidays. New ones are closed. What staff chose for '
  'a day stays.';
