-- A sweep reads from another system what webhooks may have missed, usually once an hour (error-monitor, docs/decisions
-- "Sweeps"). It continues where the last call stopped, and staff see what it could not apply.

create table public.sweeps (
  name text primary key check (name ~ '^[a-z_]{1,40}$'),
  position text check (length(position) between 1 and 200),
  done_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.sweeps is 'The progress of each sweep of another system, one row per sweep.';
comment on column public.sweeps.position is
  'Where the next call continues. If it is null, the sweep is complete and starts again an hour after done_at.';

create table public.sweep_problems (
  id uuid primary key default gen_random_uuid(),
  sweep text not null check (sweep ~ '^[a-z_]{1,40}$'),
  subject text not null check (length(subject) between 1 and 200),
  problem text not null check (length(problem) between 1 and 500),
  created_at timestamptz not null default clock_timestamp(),
  unique (sweep, subject)
);
comment on table public.sweep_problems is
  'Changes that a sweep could not apply. A row stays until the sweep succeeds. Staff see it among the discrepancies '
  'of the books.';
comment on column public.sweep_problems.subject is 'The id of the changed object in the other system.';

alter table public.sweeps enable row level security;
alter table public.sweep_problems enable row level security;
revoke all on table public.sweeps, public.sweep_problems from anon, authenticated, service_role;
grant select on public.sweeps, public.sweep_problems to authenticated, service_role;
create policy "Admins read how sweeps go" on public.sweeps
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read what sweeps met" on public.sweep_problems
  for select to authenticated using ((select private.is_admin()));

create function public.claim_sweep(p_name text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_sweep public.sweeps;
begin
  if coalesce(p_name, '') !~ '^[a-z_]{1,40}$' then perform private.fail('invalid_input', 'p_name'); end if;
  insert into public.sweeps (name) values (p_name) on conflict (name) do nothing;
  select * into v_sweep from public.sweeps where name = p_name;
  return jsonb_build_object('position', v_sweep.position, 'due',
    v_sweep.position is not null or coalesce(v_sweep.done_at < clock_timestamp() - interval '59 minutes', true));
end;
$$;
comment on function public.claim_sweep(text) is
  'Returns {due, position}. position is where to continue, or null. The caller holds the claim of its chore '
  '(claim_chore). Definer: only the service role may call.';
grant execute on function public.claim_sweep(text) to service_role;

create function public.save_sweep(p_name text, p_position text, p_checked jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.sweeps set position = p_position,
    done_at = case when p_position is null then clock_timestamp() else done_at end
  where name = p_name;
  delete from public.sweep_problems
  where sweep = p_name and subject in (
    select n.value ->> 'subject' from jsonb_array_elements(p_checked) n where n.value ->> 'problem' is null);
  insert into public.sweep_problems as k (sweep, subject, problem)
  select p_name, left(n.value ->> 'subject', 200), left(n.value ->> 'problem', 500)
  from jsonb_array_elements(p_checked) n where n.value ->> 'problem' <> ''
  on conflict (sweep, subject) do update set problem = excluded.problem;
  return jsonb_build_object('saved', true);
end;
$$;
comment on function public.save_sweep(text, text, jsonb) is
  'Saves a sweep''s progress. p_position is null if the sweep is complete. p_checked lists what it has checked as '
  '[{subject, problem}]. problem says why a change could not be applied, or is null. Returns {saved}. Definer: only '
  'the service role may call.';
grant execute on function public.save_sweep(text, text, jsonb) to service_role;

create function private.discrepancy_not_taken_over(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select k.id, jsonb_build_object('sweep', k.sweep, 'subject', k.subject, 'problem', k.problem)
  from public.sweep_problems k where k.id > p_after and k.id <= p_until
$$;
comment on function private.discrepancy_not_taken_over(uuid, uuid) is
  'Returns changes at Stripe or in the content store that the hourly sweep could not apply.';
