-- A chore is work that error-monitor/maintenance does every minute. The table records which caller runs a chore now,
-- and when it last succeeded (spec 1 §7).

create table public.chores (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  claim uuid,
  claimed_until timestamptz,
  began_at timestamptz not null,
  done_at timestamptz,
  failures integer not null default 0,
  ms integer,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.chores is
  'One row per chore. Only the caller that holds its claim runs it. The others skip it.';
comment on column public.chores.claimed_until is
  'The chore cannot be claimed again before this time. So a caller that crashed blocks it only until then.';
comment on column public.chores.done_at is 'When the chore last succeeded.';
comment on column public.chores.failures is 'How many times in a row it has failed since it last succeeded.';
comment on column public.chores.ms is 'How long the last run took.';

alter table public.chores enable row level security;
revoke all on table public.chores from anon, authenticated, service_role;
grant select on public.chores to authenticated, service_role;
create policy "Admins read how the chores go" on public.chores
  for select to authenticated using ((select private.is_admin()));

create function public.claim_chore(p_name text, p_lease_seconds integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_lease constant interval := make_interval(secs => p_lease_seconds);
  v_before public.chores;
  v_claim uuid;
begin
  if coalesce(p_name, '') !~ '^[a-z_]{1,40}$' then perform private.fail('invalid_input', 'p_name'); end if;
  if coalesce(p_lease_seconds, 0) not between 1 and 3600 then perform private.fail('invalid_input', 'p_lease_seconds'); end if;
  select * into v_before from public.chores where name = p_name;
  insert into public.chores as c (name, claim, claimed_until, began_at)
  values (p_name, gen_random_uuid(), v_now + v_lease, v_now)
  on conflict (name) do update set claim = gen_random_uuid(), claimed_until = v_now + v_lease, began_at = v_now
  where coalesce(c.claimed_until, '-infinity') <= v_now
  returning claim into v_claim;
  return jsonb_build_object('claim', v_claim, 'late_seconds', case
    when v_claim is not null and private.chore_age(v_before, v_now) > (private.settings()).alert_chore_seconds
    then private.chore_age(v_before, v_now) end);
end;
$$;
comment on function public.claim_chore(text, integer) is
  'Claims a chore for at most p_lease_seconds. Returns {claim, late_seconds}. claim is null while another caller runs '
  'it. late_seconds says for how long it has not succeeded. It is null unless that is more than '
  'settings.alert_chore_seconds. Definer: only the service role may call.';
grant execute on function public.claim_chore(text, integer) to service_role;

create function private.chore_age(p_chore public.chores, p_now timestamptz)
returns integer
language sql
immutable
set search_path = ''
as $$ select floor(extract(epoch from p_now - coalesce(p_chore.done_at, p_chore.created_at)))::integer $$;
comment on function private.chore_age(public.chores, timestamptz) is
  'Returns the seconds since the chore last succeeded, or since it was first tried. Returns null for a chore that is '
  'not known yet.';

create function public.finish_chore(p_name text, p_claim uuid, p_ok boolean, p_ms integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.chores set
    claim = null, claimed_until = null, ms = p_ms,
    done_at = case when p_ok then clock_timestamp() else done_at end,
    failures = case when p_ok then 0 else failures + 1 end
  where name = p_name and claim = p_claim;
  return jsonb_build_object('ok', found);
end;
$$;
comment on function public.finish_chore(text, uuid, boolean, integer) is
  'Releases a claim and records how the run went. Returns {ok}, which is false if the claim had expired and another '
  'caller has taken it. Definer: only the service role may call.';
grant execute on function public.finish_chore(text, uuid, boolean, integer) to service_role;
