-- Single days on which a camp does not take place, although the camp itself does (docs/decisions "A cancelled day of a
-- camp").

create table public.cancelled_camp_days (
  camp_id uuid not null references public.camp_weeks (id) on delete cascade,
  day date not null,
  reason text not null check (length(reason) between 1 and 200 and private.is_line(reason)),
  money text not null check (money in ('refund', 'balance', 'other')),
  instead text check (length(instead) between 1 and 200 and private.is_line(instead)),
  cancelled_by uuid references public.profiles (id) on delete set null,
  cancelled_at timestamptz not null default clock_timestamp(),
  primary key (camp_id, day),
  check ((money = 'other') = (instead is not null))
);
comment on table public.cancelled_camp_days is
  'The days of a camp that staff cancelled. If a day takes place after all, its row is deleted.';
comment on column public.cancelled_camp_days.day is 'The date in Singapore.';
comment on column public.cancelled_camp_days.reason is 'Why it was cancelled. Families read it.';
comment on column public.cancelled_camp_days.money is
  'What families got for the day: a refund of its share of the price, the same amount on their balance, or something '
  'else.';
comment on column public.cancelled_camp_days.instead is
  'What families get instead of money, or why they get nothing. Families read it.';
create index cancelled_camp_days_cancelled_by on public.cancelled_camp_days (cancelled_by);

alter table public.cancelled_camp_days enable row level security;
revoke all on table public.cancelled_camp_days from anon, authenticated, service_role;
grant select on public.cancelled_camp_days to authenticated, service_role;
create policy "Admins read the cancelled days of camps" on public.cancelled_camp_days
  for select to authenticated using ((select private.is_admin()));
create trigger audit after insert or update or delete on public.cancelled_camp_days
  for each row execute function private.audit('camp_id', 'camp_id', 'day', 'money');

create function private.is_day_cancelled(p_camp_id uuid, p_day date)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return exists (select from public.cancelled_camp_days c where c.camp_id = p_camp_id and c.day = p_day);
end;
$$;
comment on function private.is_day_cancelled(uuid, date) is
  'Returns whether staff cancelled this day of the camp. False for sessions.';

create function private.cancelled_days(p_camp_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('day', c.day, 'reason', c.reason, 'money', c.money, 'instead', c.instead)
      order by c.day), '[]')
    from public.cancelled_camp_days c where c.camp_id = p_camp_id);
end;
$$;
comment on function private.cancelled_days(uuid) is
  'Returns CancelledDay[] (contract/camp-days.ts), the cancelled days of a camp.';

create function private.is_still_true(p_kind text, p_camp_id uuid, p_day date)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return case p_kind
    when 'held' then not private.is_day_cancelled(p_camp_id, p_day)
    when 'cancelled' then p_camp_id is null or private.is_day_cancelled(p_camp_id, p_day)
      or exists (select from public.camp_weeks where id = p_camp_id and cancelled_at is not null)
    else true end;
end;
$$;
comment on function private.is_still_true(text, uuid, date) is
  'Returns whether a message that waited may still say that this day of a camp is cancelled (p_kind cancelled) or '
  'takes place after all (held). True for sessions, and for messages about anything else.';
