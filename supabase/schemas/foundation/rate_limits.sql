-- Counts calls by hashed addresses, and refuses callers that call too often.

create function private.fingerprint(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return encode(sha256(convert_to((private.settings()).address_salt || ':' || p_text, 'UTF8')), 'hex');
end;
$$;
comment on function private.fingerprint(text) is
  'Returns a salted SHA-256 in hex, so that calls can be counted by an address or contact without storing it.';

create function private.network_address(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_text text := trim(p_text);
  v_address inet;
begin
  -- Without the header, all visitors count as one caller. This mistake in the settings is noticed at once. A missing
  -- limit would not be.
  if coalesce(v_text, '') = '' then return 'unknown'; end if;
  -- An IPv4 address may be written as IPv6. It is converted, because its /64 would contain all of IPv4.
  v_text := regexp_replace(v_text, '^::ffff:(\d+\.)', '\1', 'i');
  v_address := v_text::inet;
  -- One household or phone has a whole /64 of IPv6.
  return case family(v_address) when 6 then network(set_masklen(v_address, 64))::text else host(v_address) end;
exception
  when invalid_text_representation then
    return left(v_text, 64);
end;
$$;
comment on function private.network_address(text) is
  'Returns how a network address is counted: an IPv4 address itself, an IPv6 address by its /64.';

create function private.address_of(p_headers jsonb)
returns text
language plpgsql
stable
set search_path = ''
as $$ begin return private.network_address(p_headers ->> (private.settings()).address_header); end $$;
comment on function private.address_of(jsonb) is
  'Returns the network address (IPv4 address or IPv6 /64) of the sender of these headers. settings.address_header is '
  'the name of the header that contains it.';

create function private.network_of(p_address text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return case when p_address like '%:%/64' then network(set_masklen(p_address::inet, 48))::text else p_address end;
end;
$$;
comment on function private.network_of(text) is
  'Returns the network of an address from private.address_of. For IPv6 this is its /48, which one subscriber may have. '
  'Otherwise it is the address itself.';

create function private.client_address()
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_headers constant jsonb := nullif(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
begin
  return case when v_headers is not null then private.address_of(v_headers) end;
end;
$$;
comment on function private.client_address() is
  'Returns the caller''s network address. Returns null if the call did not come through the API.';

create function private.request_id()
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return substring(nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id'
    from '^[A-Za-z0-9-]{8,64}$');
end;
$$;
comment on function private.request_id() is
  'Returns the id of a request (header x-request-id), or null. The request keeps it from the browser through the '
  'functions to the database. It identifies no person.';

-- The table is unlogged, because counters need not survive a crash. The fill factor leaves space on each page, so that
-- updates touch no index.
create unlogged table public.rate_limits (
  key_hash text primary key,
  hits integer not null check (hits > 0),
  window_ends_at timestamptz not null
) with (fillfactor = 50);
comment on table public.rate_limits is 'Counters of calls. A counter whose window has ended restarts at one, or is '
  'deleted by a scheduled job (drop_old_counters).';
comment on column public.rate_limits.key_hash is
  'private.fingerprint of the caller''s key. No address or e-mail is stored.';
create index rate_limits_window_ends_at on public.rate_limits (window_ends_at);

alter table public.rate_limits enable row level security;
revoke all on table public.rate_limits from anon, authenticated, service_role;
grant select on public.rate_limits to service_role;

create function private.is_used_up(p_key_hash text, p_limit integer)
returns boolean
language plpgsql
volatile
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
begin
  return exists (
    select from public.rate_limits
    where key_hash = p_key_hash and hits >= p_limit and window_ends_at > clock_timestamp());
end;
$$;
comment on function private.is_used_up(text, integer) is
  'Returns whether this counter has reached its limit. Takes no lock.';

create function private.count_key(p_key_hash text, p_limit integer, p_window_seconds integer, p_hits integer)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_hits integer;
begin
  insert into public.rate_limits as r (key_hash, hits, window_ends_at)
  values (p_key_hash, p_hits, v_now + make_interval(secs => p_window_seconds))
  on conflict (key_hash) do update set
    -- If a caller is above its limit, nothing is added, because others who share the counter may have a higher limit.
    hits = case when r.window_ends_at <= v_now then p_hits when r.hits > p_limit then r.hits
      else least(r.hits + p_hits, p_limit + 1) end,
    window_ends_at = case when r.window_ends_at <= v_now then excluded.window_ends_at else r.window_ends_at end
  returning hits into v_hits;
  return v_hits <= p_limit;
end;
$$;
comment on function private.count_key(text, integer, integer, integer) is
  'Counts like private.count_hit, but takes the fingerprint of a counter''s key.';

create function private.count_hit(p_key text, p_limit integer, p_window_seconds integer, p_hits integer default 1)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return private.count_key(private.fingerprint(p_key), p_limit, p_window_seconds, p_hits);
end;
$$;
comment on function private.count_hit(text, integer, integer, integer) is
  'Counts p_hits for p_key in a fixed window of p_window_seconds. The count stops at p_limit plus one. Returns whether '
  'it is within p_limit.';

create function public.check_rate(p_key text, p_limit integer, p_window_seconds integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_allowed boolean;
begin
  if coalesce(p_key, '') = '' then perform private.fail('invalid_input', 'p_key'); end if;
  if coalesce(p_limit, 0) < 1 then perform private.fail('invalid_input', 'p_limit'); end if;
  if coalesce(p_window_seconds, 0) < 1 then perform private.fail('invalid_input', 'p_window_seconds'); end if;
  v_allowed := private.count_hit(p_key, p_limit, p_window_seconds);
  return jsonb_build_object('allowed', v_allowed);
end;
$$;
comment on function public.check_rate(text, integer, integer) is
  'Counts one hit. Returns {allowed}. Never raises an error for a reached limit, because an exception would roll the '
  'count back (docs/decisions "Safety"). Definer: only the service role may call it.';
grant execute on function public.check_rate(text, integer, integer) to service_role;

create function public.drop_old_counters()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.rate_limits
  where key_hash in (
    select key_hash from public.rate_limits where window_ends_at < clock_timestamp() - interval '1 minute'
    limit 20000 for update skip locked);
  get diagnostics v_count = row_count;
  return jsonb_build_object('deleted', v_count);
end;
$$;
comment on function public.drop_old_counters() is
  'Deletes up to 20,000 ended counters. Returns {deleted}. A scheduled job calls it, because each invented address '
  'leaves a counter behind. Definer: only the service role may call it.';
grant execute on function public.drop_old_counters() to service_role;
