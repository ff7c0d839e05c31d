-- Camp dates are on static pages, so a changed camp, a new day and a planned moment request a build (decisions "Selling
-- rules"). Publishing requests one itself (sanity-webhook).

create table public.rebuild_requests (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('camp', 'hook_failed')),
  requested_at timestamptz not null default clock_timestamp()
);
comment on table public.rebuild_requests is 'Reasons to rebuild the site. Rows are only added, so that a change of a '
  'camp does not wait for a lock; the scheduled jobs process them together.';

create table public.rebuild_days (
  day date primary key
);
comment on table public.rebuild_days is 'Days, in Singapore, whose first build was requested; only the newest remains. '
  'The daily build removes camps that have begun from the pages.';

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
comment on function private.request_rebuild() is 'Trigger on camp_weeks: requests a rebuild when a camp is inserted, '
  'changed or deleted. Definer: roles that may write a camp may not write rebuild requests.';
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
  -- Leaves the first minutes of a day to customers who pay at midnight.
  v_day constant date := ((private.calendar_now() - interval '5 minutes') at time zone private.time_zone())::date;
  v_quiet interval;
  v_first timestamptz;
  v_last timestamptz;
  v_reason text;
begin
  -- One at a time; otherwise two jobs would request the same build.
  if not pg_try_advisory_xact_lock(hashtextextended('claim_rebuild', 0)) then return jsonb_build_object('reason', null); end if;
  select make_interval(secs => rebuild_quiet_seconds) into v_quiet from public.settings;
  if v_day > (select max(day) from public.rebuild_days) then
    insert into public.rebuild_days (day) values (v_day);
    delete from public.rebuild_days where day < v_day;
    v_reason := 'new_day';
  end if;
  select min(requested_at), max(requested_at) into v_first, v_last from public.rebuild_requests;
  if v_last <= clock_timestamp() - v_quiet or v_first <= clock_timestamp() - 10 * v_quiet then
    v_reason := coalesce(v_reason, 'camps');
  end if;
  if private.claim_moments() then v_reason := coalesce(v_reason, 'planned'); end if;
  -- The build reads what is committed now; later requests wait for the next one.
  if v_reason is not null then delete from public.rebuild_requests where requested_at <= v_last; end if;
  return jsonb_build_object('reason', v_reason);
end;
$$;
comment on function public.claim_rebuild() is
  '{reason: camps | new_day (from 00:05 in Singapore) | planned | null}. The caller requests the build, or returns '
  'the claim with return_rebuild. Definer: only the service role may call it.';
grant execute on function public.claim_rebuild() to service_role;

create function public.return_rebuild()
returns void
language sql
volatile
security definer
set search_path = ''
as $$ insert into public.rebuild_requests (reason) values ('hook_failed') $$;
comment on function public.return_rebuild() is 'Returns a claimed rebuild that the host did not accept, so that it is '
  'requested again after the quiet time. Definer: only the service role may call it.';
grant execute on function public.return_rebuild() to service_role;
