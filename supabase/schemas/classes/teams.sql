-- The four teams have ages and levels (spec 2 §9). They are published from the content, and the checkout enforces them.

create table public.teams (
  id text primary key check (id in ('white', 'red', 'black', 'x')),
  name text not null check (length(name) between 1 and 60 and private.is_line(name)),
  min_age integer not null check (min_age between 1 and 18),
  max_age integer not null check (max_age between min_age and 18),
  min_level integer not null check (min_level between 1 and 8),
  max_level integer not null check (max_level between min_level and 8),
  updated_at timestamptz not null default '-infinity'
);
comment on table public.teams is 'Teams of the weekend classes, as published.';
comment on column public.teams.name is 'The name that parents read. It includes the product''s name.';
comment on column public.teams.min_age is
  'The youngest age in years on the day of the session. min_age and max_age are included.';
comment on column public.teams.min_level is 'The lowest level of the ladder. min_level and max_level are included.';
comment on column public.teams.updated_at is
  'When the document was last published. It is -infinity if the document was not published yet.';

alter table public.teams enable row level security;
revoke all on table public.teams from anon, authenticated, service_role;
grant select on public.teams to anon, authenticated, service_role;

create policy "Anyone reads teams" on public.teams
  for select to anon, authenticated using (true);

create function public.publish_teams(p_teams jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_team record;
  v_changed integer;
begin
  if jsonb_typeof(p_teams) is distinct from 'array' then perform private.fail('invalid_input', 'p_teams'); end if;
  for v_team in select value as t, ordinality - 1 as i from jsonb_array_elements(p_teams) with ordinality loop
    if v_team.t ->> 'id' in ('white', 'red', 'black', 'x') is not true
      or private.is_line(v_team.t ->> 'name') is not true or v_team.t ->> 'name' = '' or length(v_team.t ->> 'name') > 60
      or not private.is_whole(v_team.t -> 'min_age', 1, 18)
      or not private.is_whole(v_team.t -> 'max_age', (v_team.t ->> 'min_age')::numeric, 18)
      or not private.is_whole(v_team.t -> 'min_level', 1, 8)
      or not private.is_whole(v_team.t -> 'max_level', (v_team.t ->> 'min_level')::numeric, 8) then
      perform private.fail('invalid_input', format('p_teams[%s]', v_team.i));
    end if;
  end loop;
  insert into public.teams as o (id, name, min_age, max_age, min_level, max_level, updated_at)
  select distinct on (n.id) n.id, n.name, n.min_age, n.max_age, n.min_level, n.max_level, n.updated_at
  from jsonb_to_recordset(p_teams) as n (
    id text, name text, min_age integer, max_age integer, min_level integer, max_level integer, updated_at timestamptz)
  order by n.id, n.updated_at desc
  on conflict (id) do update set
    name = excluded.name, min_age = excluded.min_age, max_age = excluded.max_age, min_level = excluded.min_level,
    max_level = excluded.max_level, updated_at = excluded.updated_at
  -- The same document may come with another name, because the product's name is filled in before the document arrives
  -- here.
  where excluded.updated_at >= o.updated_at
    and (excluded.name, excluded.min_age, excluded.max_age, excluded.min_level, excluded.max_level, excluded.updated_at)
      is distinct from (o.name, o.min_age, o.max_age, o.min_level, o.max_level, o.updated_at);
  get diagnostics v_changed = row_count;
  return jsonb_build_object('changed', v_changed);
end;
$$;
comment on function public.publish_teams(jsonb) is
  'Saves published teams. Takes [{id, name, min_age, max_age, min_level, max_level, updated_at}] and returns '
  '{changed}. A team that is no longer published remains, because classes refer to it. Definer: only the service role '
  'may call it.';
grant execute on function public.publish_teams(jsonb) to service_role;
