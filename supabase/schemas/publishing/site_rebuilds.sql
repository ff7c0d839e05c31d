-- When the site is built anew: camp dates stand on static pages (decisions "Selling rules"), so a camp that staff make
-- or change, and a new day, ask for a build. Publishing content asks by itself (sanity-webhook).

create table public.rebuild_requests (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('camp', 'hook_failed')),
  asked_at timestamptz not null default clock_timestamp()
);
comment on table public.rebuild_requests is
  'Why the site shall be built anew. Only added to, so that nobody who changes a camp waits for somebody else; taken '
  'together by the chores.';

create table public.rebuild_days (
  day date primary key
);
comment on table public.rebuild_days is
  'Days, in Singapore, whose first build was asked for; the newest stays. What has begun goes from the pages with it.';

alter table public.rebuild_requests enable row level security;
alter table public.rebuild_days enable row level security;
revoke all on table public.rebuild_requests, public.rebuild_days from anon, authenticated, service_role;
grant select on public.rebuild_requests, public.rebuild_days to authenticated, service_role;
create policy "Admins read why the site is built" on public.rebuild_requests
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read when the site was built for a day" on public.rebuild_days
  for select to authenticated using ((select private.is_admin()));

create function private.request_rebuild()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'updated_at' = to_jsonb(old) - 'updated_at' then return null; end if;
  insert into public.rebuild_requests (reason) values ('camp');
  return null;
end;
$$;
comment on function private.request_rebuild() is
  'Trigger on camp_weeks: made, changed, filled up or called off, the pages say something else now. Definer: whoever '
  'may write a camp may not write wishes.';
create trigger request_rebuild after insert or update or delete on public.camp_weeks
  for each row execute function private.request_rebuild();

create function public.claim_rebuild()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- The first minutes of a day belong to whoever pays at midnight.
  v_day constant date := ((private.calendar_now() - interval '5 minutes') at time zone private.time_zone())::date;
  v_quiet interval;
  v_first timestamptz;
  v_last timestamptz;
  v_reason text;
begin
  -- One at a time, or two chores would ask for the same build.
  if not pg_try_advisory_xact_lock(hashtextextended('claim_rebuild', 0)) then return jsonb_build_object('reason', null); end if;
  select make_interval(secs => rebuild_quiet_seconds) into v_quiet from public.settings;
  if v_day > (select max(day) from public.rebuild_days) then
    insert into public.rebuild_days (day) values (v_day);
    delete from public.rebuild_days where day < v_day;
    v_reason := 'new_day';
  end if;
  select min(asked_at), max(asked_at) into v_first, v_last from public.rebuild_requests;
  if v_last <= clock_timestamp() - v_quiet or v_first <= clock_timestamp() - 10 * v_quiet then
    v_reason := coalesce(v_reason, 'camps');
  end if;
  -- The build reads what is committed by now: later ones stay for the next.
  if v_reason is not null then delete from public.rebuild_requests where asked_at <= v_last; end if;
  return jsonb_build_object('reason', v_reason);
end;
$$;
comment on function public.claim_rebuild() is
  'Whether the chores shall ask the host for a build now: {reason: camps | new_day | null}. new_day once for a day, '
  'from 00:05 in Singapore. Whoever claims asks, or gives it back by return_rebuild. Definer: only the service role '
  'may call.';
grant execute on function public.claim_rebuild() to service_role;

create function public.return_rebuild()
returns void
language sql
volatile
security definer
set search_path = ''
as $$ insert into public.rebuild_requests (reason) values ('hook_failed') $$;
comment on function public.return_rebuild() is
  'The host did not take the order for a build that was claimed: it is asked again after the quiet time. Definer: only '
  'the service role may call.';
grant execute on function public.return_rebuild() to service_role;
