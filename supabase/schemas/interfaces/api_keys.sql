-- Business admins give another program a key, with which it reads through the edge function `api`
-- (docs/decisions "Open interfaces").

create function private.api_scopes()
returns text[]
language sql
immutable
set search_path = ''
as $$ select array['sessions:read', 'orders:read'] $$;
comment on function private.api_scopes() is
  'Returns what a key may read. There is no scope for people: a key must never open a child''s or a parent''s data.';

create table public.api_keys (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80 and private.is_line(name)),
  prefix text not null unique check (prefix ~ '^otk_[0-9a-f]{8}$'),
  key_hash text not null unique,
  scopes text[] not null check (cardinality(scopes) between 1 and 2 and scopes <@ private.api_scopes()),
  made_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by uuid references public.profiles (id) on delete set null
);
comment on table public.api_keys is
  'Keys of other programs. A key reads through the edge function api only, and only what its scopes say.';
comment on column public.api_keys.name is 'Which program uses it, in the words of staff.';
comment on column public.api_keys.prefix is 'The beginning of the key, by which people tell keys apart.';
comment on column public.api_keys.key_hash is
  'The private.token_hash of the whole key, so that reading this table gives no access.';
comment on column public.api_keys.last_used_at is 'When it was last accepted. It is updated at most once a minute.';
create index api_keys_made_by on public.api_keys (made_by);
create index api_keys_revoked_by on public.api_keys (revoked_by);

alter table public.api_keys enable row level security;
revoke all on table public.api_keys from anon, authenticated, service_role;

create trigger audit after insert or update or delete on public.api_keys
  for each row execute function private.audit('id', 'prefix', 'scopes', 'expires_at', 'revoked_at');

create function private.api_key(p_key public.api_keys)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_key.id, 'name', p_key.name, 'prefix', p_key.prefix, 'scopes', p_key.scopes,
    'state', case when p_key.revoked_at is not null then 'revoked' when p_key.expires_at <= clock_timestamp() then 'expired'
      else 'active' end,
    'made_by', private.staff_name(p_key.made_by), 'created_at', private.iso(p_key.created_at),
    'expires_at', private.iso(p_key.expires_at), 'last_used_at', private.iso(p_key.last_used_at),
    'revoked_at', private.iso(p_key.revoked_at))
$$;
comment on function private.api_key(public.api_keys) is 'Returns ApiKey (contract/interfaces.ts), without the hash.';

create function public.list_api_keys()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  return jsonb_build_object('keys', (
    select coalesce(jsonb_agg(private.api_key(k) order by k.revoked_at is not null, k.created_at desc), '[]')
    from public.api_keys k
    -- A key that ended is shown for a year, so that staff can see which program had it.
    where coalesce(k.revoked_at, k.expires_at) > clock_timestamp() - interval '1 year'));
end;
$$;
comment on function public.list_api_keys() is
  'For business admins. Returns ApiKeys (contract/interfaces.ts), those in use first. Definer: the table has no '
  'grants.';
grant execute on function public.list_api_keys() to authenticated;
select private.answer_calls('public.list_api_keys()', 'management');

create function public.create_api_key(p_name text, p_scopes text[], p_days integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_key text;
  v_row public.api_keys;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  -- A key works for months without its maker, so making one needs a fresh sign-in.
  perform private.check_fresh();
  v_name := private.check_text(to_jsonb(p_name), 'p_name', 80);
  if not coalesce(cardinality(p_scopes) > 0 and p_scopes <@ private.api_scopes(), false) then
    perform private.fail('invalid_input', 'p_scopes');
  end if;
  if p_days is null or p_days not between 1 and 366 then perform private.fail('invalid_input', 'p_days'); end if;
  v_key := 'otk_' || encode(extensions.gen_random_bytes(4), 'hex') || '_' || encode(extensions.gen_random_bytes(24), 'hex');
  insert into public.api_keys (name, prefix, key_hash, scopes, made_by, expires_at)
  values (v_name, left(v_key, 12), private.token_hash(v_key),
    array(select distinct s from unnest(p_scopes) s order by s desc), (select auth.uid()),
    clock_timestamp() + make_interval(days => p_days))
  returning * into v_row;
  return jsonb_build_object('key', private.api_key(v_row), 'secret', v_key);
end;
$$;
comment on function public.create_api_key(text, text[], integer) is
  'For business admins. Makes a key that ends after p_days (at most 366). Returns CreatedApiKey '
  '(contract/interfaces.ts); the key itself is returned only here. The audit log records who made it. Fails with '
  'invalid_input (p_name, p_scopes, p_days) and the codes of private.check_fresh. Definer: see list_api_keys.';
grant execute on function public.create_api_key(text, text[], integer) to authenticated;
select private.answer_calls('public.create_api_key(text, text[], integer)', 'management');

create function public.revoke_api_key(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_row public.api_keys;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  -- To end a key is urgent and harms nobody, so it needs no fresh sign-in.
  update public.api_keys set revoked_at = clock_timestamp(), revoked_by = (select auth.uid())
  where id = p_id and revoked_at is null;
  select * into v_row from public.api_keys where id = p_id;
  if not found then perform private.fail('invalid_input', 'p_id'); end if;
  return jsonb_build_object('key', private.api_key(v_row));
end;
$$;
comment on function public.revoke_api_key(uuid) is
  'For business admins. Ends a key at once. A repeated call changes nothing. Returns ChangedApiKey '
  '(contract/interfaces.ts). Fails with invalid_input (p_id). Definer: see list_api_keys.';
grant execute on function public.revoke_api_key(uuid) to authenticated;
select private.answer_calls('public.revoke_api_key(uuid)', 'management');
