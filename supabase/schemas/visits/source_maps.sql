-- The site's builder uploads source maps of its scripts. No page serves them, and only the functions read them.

create table public.source_maps (
  file text primary key check (file ~ '^[A-Za-z0-9_.+@-]{1,200}\.js$'),
  release text not null check (release ~ '^[A-Za-z0-9._-]{1,60}$'),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  map text check (octet_length(map) <= 4194304),
  seen_at timestamptz not null default clock_timestamp()
);
comment on table public.source_maps is 'Source maps of the site''s scripts, without the source text. A script''s name '
  'includes a hash of its content, so releases share unchanged scripts. Only the service role has access.';
comment on column public.source_maps.release is 'The newest release with this script.';
comment on column public.source_maps.digest is
  'The SHA-256 of the map. A script can stay the same while its source lines move.';
comment on column public.source_maps.map is 'The source map. It is null until the builder has uploaded it.';
comment on column public.source_maps.seen_at is
  'When a build last contained the script. Its retention period starts then.';
create index source_maps_seen_at on public.source_maps (seen_at);

alter table public.source_maps enable row level security;
revoke all on table public.source_maps from anon, authenticated, service_role;

create function public.record_release(p_release text, p_files jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if coalesce(p_release, '') !~ '^[A-Za-z0-9._-]{1,60}$' then perform private.fail('invalid_input', 'p_release'); end if;
  if jsonb_typeof(p_files) is distinct from 'object' or exists (
    select from jsonb_each(p_files) f
    where f.key !~ '^[A-Za-z0-9_.+@-]{1,200}\.js$' or jsonb_typeof(f.value) <> 'string' or f.value #>> '{}' !~ '^[0-9a-f]{64}$') then
    perform private.fail('invalid_input', 'p_files');
  end if;
  -- The rows are sorted, so that two builders lock them in the same order.
  insert into public.source_maps as m (file, release, digest)
  select f.key, p_release, f.value from jsonb_each_text(p_files) f order by f.key
  on conflict (file) do update set
    release = excluded.release, digest = excluded.digest, seen_at = excluded.seen_at,
    map = case when m.digest = excluded.digest then m.map end;
  return jsonb_build_object('missing', (
    select coalesce(jsonb_agg(m.file order by m.file), '[]')
    from public.source_maps m where p_files ? m.file and m.map is null));
end;
$$;
comment on function public.record_release(text, jsonb) is
  'Records the scripts of a new build. Takes {file: SHA-256 of its map} and returns {missing}, the files whose maps '
  'should be uploaded. Fails with invalid_input (p_release, p_files). Definer: only the service role may call.';
grant execute on function public.record_release(text, jsonb) to service_role;

create function public.save_source_map(p_file text, p_map text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if octet_length(p_map) > 4194304 then perform private.fail('invalid_input', 'p_map'); end if;
  update public.source_maps set map = p_map
  where file = p_file and digest = encode(extensions.digest(p_map, 'sha256'), 'hex');
  if not found then perform private.fail('invalid_input', 'p_file'); end if;
  return jsonb_build_object('saved', true);
end;
$$;
comment on function public.save_source_map(text, text) is
  'Saves the map of a script that record_release has recorded. Returns {saved}. Fails with invalid_input (p_map) if it '
  'is above 4 MiB, and with invalid_input (p_file) if the script was not recorded or has another digest. Definer: only '
  'the service role may call.';
grant execute on function public.save_source_map(text, text) to service_role;

create function public.get_source_map(p_file text)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$ select to_jsonb(map) from public.source_maps where file = p_file $$;
comment on function public.get_source_map(text) is
  'Returns the source map of a script as text, or null. Definer: only the service role may call.';
grant execute on function public.get_source_map(text) to service_role;

create function public.place_error(p_report_id uuid, p_origin jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_file constant text := left(p_origin ->> 'file', 300);
  v_function constant text := left(p_origin ->> 'function', 100);
  v_line integer;
begin
  if coalesce(v_file, '') = '' or coalesce(p_origin ->> 'line', '') !~ '^[1-9]\d{0,6}$' then
    perform private.fail('invalid_input', 'p_origin');
  end if;
  v_line := (p_origin ->> 'line')::integer;
  update public.error_reports set source_file = v_file, source_line = v_line, source_function = v_function,
    -- A function's name stays the same when lines move. Code outside a named function is identified by its line.
    cause = encode(extensions.digest(concat_ws(E'\n', error_type, private.error_shape(message), v_file,
      coalesce(v_function, v_line::text)), 'sha256'), 'hex')
  where id = p_report_id;
  return jsonb_build_object('placed', found);
end;
$$;
comment on function public.place_error(uuid, jsonb) is
  'Records where an error was thrown. Takes {file, line, function or null} and returns {placed}. The cause is '
  'computed from it. Definer: only the service role may call, so that no browser chooses the cause.';
grant execute on function public.place_error(uuid, jsonb) to service_role;

create function private.purge_source_maps()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.source_maps where file = any (array(
    select file from public.source_maps
    -- The newest release is never deleted, however old it is.
    where seen_at < private.expiry('source_maps')
      and release <> (select n.release from public.source_maps n order by n.seen_at desc limit 1)
    order by seen_at limit 1000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_source_maps() is
  'Deletes source maps of scripts that no build has contained for their retention period. Returns the number of maps.';
