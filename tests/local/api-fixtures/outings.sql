-- A small schema for the API's contract tests. It contains nothing of the product.
create table crews (id int primary key, name text not null);
insert into crews values (1, 'Heron'), (2, 'Civet');

create table outings (
  id int primary key,
  team_id int not null references crews,
  title text not null unique,
  owner uuid,
  starts_at timestamptz not null default '2026-11-21 16:00:00.5+08',
  day date not null default '2026-11-21',
  local_time timestamp not null default '2026-11-21 16:00',
  moments timestamptz[] not null default array['2026-11-21 16:00:00+08'::timestamptz],
  price numeric(10, 2) not null default 12.50,
  seats int not null default 5 constraint seats_left check (seats >= 0),
  badge bytea default '\xbeef'
);
insert into outings (id, team_id, title) values (1, 1, 'River walk'), (2, 1, 'Climb'), (3, 2, 'Skate');
alter table outings enable row level security;
create policy "Everybody reads outings" on outings for select using (true);
create policy "Owners write their outings" on outings for all to authenticated
  using (owner = (select auth.uid())) with check (owner = (select auth.uid()));

create table rooms (
  room int not null,
  during tstzrange not null,
  exclude using gist (during with &&)
);

create table notes (id int primary key, value jsonb, tags text[]);

-- A policy allows everybody to read this table, but no role has the privilege.
create table diary (id int primary key, note text);
insert into diary values (1, 'private');
alter table diary enable row level security;
create policy "Everybody" on diary for select using (true);
revoke all on diary from anon, authenticated, service_role;

create function whoami() returns jsonb language sql as $$
  select jsonb_build_object(
    'user', current_user, 'uid', auth.uid(), 'role', auth.role(), 'email', auth.email(), 'claims', auth.jwt(),
    'headers', current_setting('request.headers')::jsonb,
    'method', current_setting('request.method'), 'path', current_setting('request.path'))
$$;

create function outings_of(p_team int) returns setof outings language sql stable as $$
  select * from outings where team_id = p_team order by id
$$;

create function add(a int, b int) returns int language sql immutable as $$ select a + b $$;

create function take_seat(p_outing int) returns int language plpgsql security definer set search_path = '' as $$
declare left_over int;
begin
  update public.outings set seats = seats - 1 where id = p_outing and seats > 0 returning seats into left_over;
  if not found then raise 'session_full' using errcode = 'PT409', detail = '0', hint = 'lines[0].session_id'; end if;
  return left_over;
end $$;

create function describe(p_value jsonb, p_other json, p_note text) returns jsonb language sql as $$
  select jsonb_build_object(
    'kind', jsonb_typeof(p_value), 'other', json_typeof(p_other), 'value', p_value, 'note', p_note)
$$;

create function describe_stable(p_value jsonb) returns jsonb language sql stable as $$
  select jsonb_build_object('kind', jsonb_typeof(p_value), 'value', p_value)
$$;

create function describe_body(jsonb) returns jsonb language sql as $$
  select jsonb_build_object('kind', jsonb_typeof($1), 'value', $1)
$$;

create function mixed(p_ids int[], p_names text[], p_day date, p_at timestamptz, p_more jsonb) returns jsonb
language sql as $$
  select jsonb_build_object('sum', p_ids[1] + p_ids[2], 'first', p_names[1], 'last', p_names[2], 'day', p_day,
    'at', p_at, 'deep', p_more -> 'deep')
$$;

create function refuse(p_code text) returns void language plpgsql as $$
begin
  raise 'refused' using errcode = p_code, detail = 'the detail', hint = 'the hint';
end $$;

-- Like a migration's trigger at sign-up, this reads the name that the parent gave.
create table members (id uuid primary key, name text, provider text);
create function add_member() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.members
    values (new.id, new.raw_user_meta_data ->> 'name', new.raw_app_meta_data ->> 'provider');
  return new;
end $$;
create trigger add_member after insert on auth.users for each row execute function add_member();

grant select on crews, outings, rooms to anon, authenticated;
grant insert, update, delete on outings to authenticated;
grant select, insert, update, delete on crews, outings, rooms, notes, members to service_role;
-- Only these functions are granted, so that tests of the whole API meet the real grants of the migrations.
grant execute on function whoami, outings_of, add, take_seat, describe, describe_stable, describe_body, mixed, refuse
  to anon, authenticated, service_role;
