-- Camp dates are on static pages. So a changed camp, a new day and a planned moment request a build of the site
-- (docs/decisions "Selling rules"). After a publication, the function sanity-webhook requests the build itself, unless
-- many documents are published at once.

create table public.rebuild_requests (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('camp', 'publication', 'hook_failed', 'claimed')),
  requested_at timestamptz not null default clock_timestamp()
);
comment on table public.rebuild_requests is
  'Reasons to rebuild the site. Rows are only added, so that a change of a camp does not wait for a lock. The '
  'scheduled jobs handle them together. claimed is the build that is about to be requested from the host.';

create table public.rebuild_days (
  day date primary key
);
comment on table public.rebuild_days is
  'Days, in Singapore, whose first build was requested. Only the newest remains. The daily build removes camps that '
  'have begun from the pages.';

create table public.rebuild_causes (
  cause text primary key check (cause in ('camps', 'new_day', 'planned')),
  requested_at timestamptz not null
);
comment on table public.rebuild_causes is
  'When a scheduled job last requested a build for each cause, so that Studio can say why the site was built.';

alter table public.rebuild_requests enable row level security;
alter table public.rebuild_days enable row level security;
alter table public.rebuild_causes enable row level security;
revoke all on table public.rebuild_requests, public.rebuild_days, public.rebuild_causes from anon, authenticated, service_role;
grant select on public.rebuild_requests, public.rebuild_days, public.rebuild_causes to authenticated, service_role;
create policy "Admins read what the site was built for" on public.rebuild_causes
  for select to authenticated using ((select private.is_admin()));
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
  -- A claim lasts longer than a job may run. If the job died, it has requested no build.
  c_claim constant interval := '5 minutes';
  v_claim bigint;
  -- The new day counts five minutes late, because customers who pay at midnight come first.
  v_day constant date := ((private.calendar_now() - interval '5 minutes') at time zone private.time_zone())::date;
  v_quiet_time interval;
  v_first_request timestamptz;
  v_last_request timestamptz;
  v_reason text;
  v_is_publication boolean;
begin
  -- The lock lets only one job decide. Otherwise two jobs would request the same build.
  if not pg_try_advisory_xact_lock(hashtextextended('claim_rebuild', 0)) then return jsonb_build_object('reason', null, 'claim', null); end if;
  select make_interval(secs => rebuild_quiet_seconds) into v_quiet_time from public.settings;
  if v_day > (select max(day) from public.rebuild_days) then
    insert into public.rebuild_days (day) values (v_day);
    delete from public.rebuild_days where day < v_day;
    v_reason := 'new_day';
  end if;
  update public.rebuild_requests set reason = 'hook_failed'
  where reason = 'claimed' and requested_at < clock_timestamp() - c_claim;
  select min(requested_at), max(requested_at), bool_and(reason = 'publication')
  into v_first_request, v_last_request, v_is_publication from public.rebuild_requests where reason <> 'claimed';
  if v_last_request <= clock_timestamp() - v_quiet_time or v_first_request <= clock_timestamp() - 10 * v_quiet_time then
    v_reason := coalesce(v_reason, case when v_is_publication then 'publication' else 'camps' end);
  end if;
  if private.claim_moments() then v_reason := coalesce(v_reason, 'planned'); end if;
  -- The build reads what is committed now. Later requests wait for the next build.
  if v_reason is not null then
    delete from public.rebuild_requests where requested_at <= v_last_request and reason <> 'claimed';
    insert into public.rebuild_requests (reason) values ('claimed') returning id into v_claim;
    -- Studio reads from the publications themselves which of them a build has.
    insert into public.rebuild_causes (cause, requested_at)
    select v_reason, clock_timestamp() where v_reason <> 'publication'
    on conflict (cause) do update set requested_at = excluded.requested_at;
  end if;
  return jsonb_build_object('reason', v_reason, 'claim', v_claim);
end;
$$;
comment on function public.claim_rebuild() is
  'Returns whether the scheduled job should request a build from the host now, as {reason: camps | new_day | planned | '
  'publication | null, claim}. new_day comes once per day, from 00:05 in Singapore. planned comes at each '
  'moment of planned_moments. '
  'The caller requests the build and then calls end_rebuild_claim. If it does not within five minutes, the build is '
  'requested again with the reason camps. Definer: only the service role may call it.';
grant execute on function public.claim_rebuild() to service_role;

create function public.end_rebuild_claim(p_claim bigint, p_is_accepted boolean)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.rebuild_requests where id = p_claim and reason = 'claimed';
  if not p_is_accepted then insert into public.rebuild_requests (reason) values ('hook_failed'); end if;
end;
$$;
comment on function public.end_rebuild_claim(bigint, boolean) is
  'Ends a claim of claim_rebuild. A build that the host did not accept is requested again after the quiet time. '
  'Definer: only the service role may call it.';
grant execute on function public.end_rebuild_claim(bigint, boolean) to service_role;

create function public.claim_publication_build()
returns bigint
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_claim bigint;
begin
  -- Two publications at the same moment are decided one after the other.
  perform pg_advisory_xact_lock(hashtextextended('claim_publication_build', 0));
  -- If requests wait for longer than the scheduled jobs take, the jobs stand still, and the host is asked here.
  if exists (select from public.rebuild_requests where reason = 'publication')
    and not exists (
      select from public.rebuild_requests
      where reason = 'publication' and requested_at < clock_timestamp() - interval '10 minutes')
    or not private.count_key(private.fingerprint('publication builds'), 5, 20, 1) then
    insert into public.rebuild_requests (reason) values ('publication');
    return null;
  end if;
  insert into public.rebuild_requests (reason) values ('claimed') returning id into v_claim;
  return v_claim;
end;
$$;
comment on function public.claim_publication_build() is
  'Returns a claim with which the build of a publication is requested from the host now; the caller then calls '
  'end_rebuild_claim. After five publications within 20 seconds, for example during an import, it returns null: then '
  'the scheduled job requests one build for all of them after the quiet time. Definer: only the service role may call '
  'it.';
grant execute on function public.claim_publication_build() to service_role;
