-- `npm run doctor -- --report` saves its findings here, because only that script can check, for example, backups, DNS
-- and the functions' versions.

create table public.doctor_findings (
  step text primary key check (step ~ '^[a-z-]{1,40}$'),
  position integer not null,
  topic text not null check (length(topic) between 1 and 40),
  state text not null check (state in ('ok', 'missing', 'wrong', 'unknown')),
  what text not null check (length(what) between 1 and 300),
  says text check (length(says) between 1 and 1000),
  parents text check (length(parents) between 1 and 500),
  fix text check (length(fix) between 1 and 500),
  checked_at timestamptz not null default clock_timestamp()
);
comment on table public.doctor_findings is
  'The last report of the doctor script, one row per step. A new report replaces all rows.';
comment on column public.doctor_findings.says is
  'What was found. It is null for a step about staff, because it may name accounts.';

alter table public.doctor_findings enable row level security;
revoke all on table public.doctor_findings from anon, authenticated, service_role;

create function public.save_doctor_report(p_findings jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  if jsonb_typeof(p_findings) is distinct from 'array' or jsonb_array_length(p_findings) not between 1 and 200 then
    perform private.fail('invalid_input', 'p_findings');
  end if;
  if exists (select from jsonb_array_elements(p_findings) f where not coalesce(
    f ->> 'id' ~ '^[a-z-]{1,40}$' and f ->> 'state' in ('ok', 'missing', 'wrong', 'unknown')
    and length(f ->> 'topic') between 1 and 40 and length(f ->> 'what') between 1 and 300, false)) then
    perform private.fail('invalid_input', 'p_findings');
  end if;
  -- If two reports are saved at once, the lock makes sure that the rows of one of them remain, not a mixture.
  perform pg_advisory_xact_lock(hashtextextended('doctor_findings', 0));
  delete from public.doctor_findings;
  insert into public.doctor_findings (step, position, topic, state, what, says, parents, fix)
  select distinct on (f.value ->> 'id') f.value ->> 'id', f.ordinality, f.value ->> 'topic', f.value ->> 'state', f.value ->> 'what',
    case when f.value ->> 'topic' <> 'staff' then nullif(left(f.value ->> 'says', 1000), '') end,
    nullif(left(f.value ->> 'parents', 500), ''), nullif(left(f.value ->> 'fix', 500), '')
  from jsonb_array_elements(p_findings) with ordinality f order by 1, f.ordinality;
  get diagnostics v_count = row_count;
  return jsonb_build_object('saved', v_count);
end;
$$;
comment on function public.save_doctor_report(jsonb) is
  'Replaces the last report of the doctor script. Takes [{id, topic, state, what, says, parents, fix}] and returns '
  '{saved}, the number of rows. Fails with invalid_input (p_findings). Definer: only the service role may call.';
grant execute on function public.save_doctor_report(jsonb) to service_role;

create function private.doctor_report()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('at', private.iso(max(checked_at)), 'ok', count(*) filter (where state = 'ok'),
    'findings', coalesce(jsonb_agg(jsonb_build_object('id', step, 'topic', topic, 'state', state, 'what', what, 'says', says,
      'parents', parents, 'fix', fix) order by position) filter (where state <> 'ok'), '[]'))
  from public.doctor_findings
$$;
comment on function private.doctor_report() is
  'Returns the last report of the doctor script as {at, ok, findings}. ok is the number of steps that were right, and '
  'findings are the other steps. at is null before the first report.';
