-- Some published texts and prices change at a planned moment. Pages are static, so each moment requests a build
-- (claim_rebuild, docs/decisions "Planned prices").

create table public.planned_moments (
  at timestamptz primary key
);
comment on table public.planned_moments is
  'The future moments of all published documents, and past moments that still wait for their build.';

alter table public.planned_moments enable row level security;
revoke all on table public.planned_moments from anon, authenticated, service_role;
grant select on public.planned_moments to authenticated, service_role;
create policy "Admins read the moments of planned content" on public.planned_moments
  for select to authenticated using ((select private.is_admin()));

create function public.publish_moments(p_moments jsonb, p_snapshot_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  if jsonb_typeof(p_moments) is distinct from 'array'
    or exists (select from jsonb_array_elements(p_moments) where not private.is_moment(value)) then
    perform private.fail('invalid_input', 'p_moments');
  end if;
  -- This is the lock of publishing, as in publish_offers, which has processed this snapshot before.
  if p_snapshot_at < (select offers_snapshot_at from public.settings for update) then
    return jsonb_build_object('planned', null);
  end if;
  -- If a moment came while the list was read, its row stays until a build has been requested for it.
  delete from public.planned_moments
  where at > clock_timestamp() and at not in (select (value #>> '{}')::timestamptz from jsonb_array_elements(p_moments));
  insert into public.planned_moments (at)
  select (value #>> '{}')::timestamptz from jsonb_array_elements(p_moments)
  where (value #>> '{}')::timestamptz > p_snapshot_at
  on conflict do nothing;
  return jsonb_build_object('planned', (select count(*) from public.planned_moments));
end;
$$;
comment on function public.publish_moments(jsonb, timestamptz) is
  'Replaces the planned moments. Takes a list of times in ISO 8601 with their zone. Returns {planned}, which is null '
  'if the list is older than the last. Definer: only the service role may call it.';
grant execute on function public.publish_moments(jsonb, timestamptz) to service_role;

create function private.claim_moments()
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.planned_moments where at <= clock_timestamp();
  return found;
end;
$$;
comment on function private.claim_moments() is
  'Returns whether a planned moment has come since the last call. The caller requests a build for it.';
