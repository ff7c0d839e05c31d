-- Foundation: what every later migration stands on. Default privileges, the private schema, refusals,
-- the clocks, the settings row and rate limits.

-- A hosted project hands every new table and function to the browser's roles by default privileges.
-- Here nothing is reachable until a migration grants it by name.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from public, anon, authenticated, service_role;

create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;

create schema private;
comment on schema private is
  'Helpers and predicates. The API does not serve this schema; the roles may use it only because policies call predicates in it.';
grant usage on schema private to anon, authenticated, service_role;

-- Refusals -------------------------------------------------------------------------------------------

create function private.fail(p_code text, p_field text default null, p_detail text default null)
returns void
language plpgsql
set search_path = ''
as $$
declare
  -- PostgREST answers SQLSTATE PTnnn with the HTTP status nnn.
  v_state constant text := case
    when p_code = 'invalid_input' then 'PT400'
    when p_code like '%\_not\_found' then 'PT404'
    when p_code in ('too_many_holds', 'rate_limited') then 'PT429'
    else 'PT409'
  end;
begin
  if p_detail is not null then
    raise exception using message = p_code, errcode = v_state, hint = coalesce(p_field, ''), detail = p_detail;
  elsif p_field is not null then
    raise exception using message = p_code, errcode = v_state, hint = p_field;
  else
    raise exception using message = p_code, errcode = v_state;
  end if;
end;
$$;
comment on function private.fail(text, text, text) is
  'Refuses with a code of contract/errors.ts: message = code, hint = the input at fault, detail = what the code needs besides. Never returns.';

-- Asked many times per call, these small ones are PL/pgSQL: it keeps a plan for the session, where a function in SQL
-- with a search_path of its own is planned in every transaction anew.

create function private.is_whole(p_value jsonb, p_least numeric, p_most numeric)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(
    case when jsonb_typeof(p_value) = 'number'
      then p_value::numeric = trunc(p_value::numeric) and p_value::numeric between p_least and p_most end,
    false);
end;
$$;
comment on function private.is_whole(jsonb, numeric, numeric) is 'Is the JSON value a whole number between the two?';

create function private.is_uuid(p_value jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
begin
  return coalesce(jsonb_typeof(p_value) = 'string'
    and p_value #>> '{}' ~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', false);
end;
$$;
comment on function private.is_uuid(jsonb) is 'Is the JSON value a UUID in its usual spelling?';

create function private.is_text(p_text text)
returns boolean
language plpgsql
immutable strict
set search_path = ''
as $$
begin
  return p_text !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]';
end;
$$;
comment on function private.is_text(text) is
  'Is it free of control characters (but for tab and line ends) and of those that turn the direction of writing, which show a reader something else than what stands there? Tables and functions ask the same.';

create function private.is_line(p_text text)
returns boolean
language plpgsql
immutable strict
set search_path = ''
as $$
begin
  return private.is_text(p_text) and p_text !~ '[\t\n\r]' and p_text ~ '[^\s\u00a0\u00ad\u115f\u1160\u2000-\u200d\u202f\u205f\u2060\u3000\u3164\uffa0]';
end;
$$;
comment on function private.is_line(text) is
  'A text on one line that shows something: a name of spaces, or of characters without a shape, is none.';

create function private.check_text(p_value jsonb, p_field text, p_most integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := regexp_replace(trim(p_value #>> '{}'), '\s+', ' ', 'g');
begin
  if jsonb_typeof(p_value) is distinct from 'string' or length(v_text) not between 1 and p_most
    or not private.is_line(p_value #>> '{}') then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_text;
end;
$$;
comment on function private.check_text(jsonb, text, integer) is
  'A line of text without its surplus spaces, 1 to p_most characters; else invalid_input with the field.';

create function private.name_key(p_name text)
returns text
language sql
immutable
set search_path = ''
as $$ select regexp_replace(lower(trim(p_name)), '\s+', ' ', 'g') $$;
comment on function private.name_key(text) is 'A name however it is spaced or written large.';

create function private.touch_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end;
$$;
comment on function private.touch_updated_at() is 'Trigger: keeps updated_at true.';

create function private.refuse_change()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end;
$$;
comment on function private.refuse_change() is 'Trigger: an append-only table refuses update, delete and truncate, whoever asks.';
-- Clocks ---------------------------------------------------------------------------------------------

create function private.time_zone()
returns text
language plpgsql
immutable
set search_path = ''
as $$ begin return 'Asia/Singapore'; end $$;
comment on function private.time_zone() is
  'The one place in SQL that names the time zone. Immutable, because stored columns are computed with it.';

create function private.calendar_now()
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$ begin return clock_timestamp(); end $$;
comment on function private.calendar_now() is
  'The calendar''s clock: decides only which weekend is offered and whether a session has begun. Holds and payments use clock_timestamp(). The local demo may replace this function to shift its calendar.';

create function private.calendar_today()
returns date
language plpgsql
volatile
set search_path = ''
as $$ begin return (private.calendar_now() at time zone private.time_zone())::date; end $$;
comment on function private.calendar_today() is 'The calendar''s date in Singapore.';

create function private.iso(p_moment timestamptz)
returns text
language plpgsql
immutable
set search_path = ''
as $$ begin return to_char(p_moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'); end $$;
comment on function private.iso(timestamptz) is
  'ISO 8601 in UTC with milliseconds, whatever the session''s time zone. Null stays null.';

-- Settings -------------------------------------------------------------------------------------------

create table public.settings (
  id boolean primary key default true check (id),
  name text not null,
  product text not null check (product <> ''),
  slug text not null,
  order_prefix text not null check (order_prefix ~ '^[A-Z]{1,4}$'),
  currency text not null default 'SGD' check (currency ~ '^[A-Z]{3}$'),
  gst_rate_basis_points integer not null default 900 check (gst_rate_basis_points between 0 and 10000),
  gst_number text check (gst_number <> ''),
  hold_minutes integer not null default 30 check (hold_minutes > 0),
  hold_renewals_max integer not null default 2 check (hold_renewals_max >= 0),
  hold_total_minutes integer not null default 45 check (hold_total_minutes >= hold_minutes),
  holds_per_address_max integer not null default 40 check (holds_per_address_max > 0),
  holds_per_place_max integer not null default 8 check (holds_per_place_max > 0),
  holds_remembered_minutes integer not null default 60 check (holds_remembered_minutes > 0),
  guest_places_max integer not null default 4 check (guest_places_max > 0),
  checkout_call_minutes integer not null default 3 check (checkout_call_minutes > 0),
  checkout_tail_minutes integer not null default 2 check (checkout_tail_minutes > 0),
  checkout_total_minutes integer not null default 45 check (checkout_total_minutes >= hold_total_minutes),
  hold_life_minutes integer not null default 80 check (hold_life_minutes >= checkout_total_minutes + checkout_tail_minutes + 31),
  outbox_lease_minutes integer not null default 2 check (outbox_lease_minutes > 0),
  outbox_attempts_max integer not null default 24 check (outbox_attempts_max > 0),
  staff_token_minutes integer not null default 5 check (staff_token_minutes > 0),
  second_factor_roles text[] not null default '{}' check (second_factor_roles <@ '{coach,admin,business_admin}'),
  outbox_per_second numeric not null default 2 check (outbox_per_second between 0.1 and 1000),
  offers_snapshot_at timestamptz not null default '-infinity',
  address_header text not null default 'cf-connecting-ip' check (address_header ~ '^[a-z0-9-]+$'),
  address_salt text not null default encode(extensions.gen_random_bytes(16), 'hex'),
  updated_at timestamptz not null default now()
);
comment on table public.settings is 'One row: the brand as SQL needs it, GST, and every limit of the selling rules with its unit in its name.';
comment on column public.settings.id is 'Always true: there is one row.';
comment on column public.settings.name is 'Provider. This and the next three are written by publish_offers from the brand module.';
comment on column public.settings.product is 'Product word in text; class types carry it in their names.';
comment on column public.settings.order_prefix is 'First letters of an order number.';
comment on column public.settings.gst_rate_basis_points is '900 is 9%. Prices include it.';
comment on column public.settings.gst_number is 'Without a registration number no GST line is shown.';
comment on column public.settings.hold_minutes is 'How long opening the checkout, or a renewal, holds seats.';
comment on column public.settings.hold_total_minutes is 'No renewal reaches further than this from the opening.';
comment on column public.settings.holds_per_address_max is
  'Seats that one network address may hold, with those that it let go of unpaid within holds_remembered_minutes. 40: behind the address of a school, an office or a mobile network a dozen families of three children, or twenty of two, can be at the checkout at once; who paid does not count any more.';
comment on column public.settings.holds_per_place_max is
  'Seats of one session or camp that one network address may hold, or one account with a proven e-mail address, which counts for itself; twice as many with those let go of. 8 is the largest family that an order takes: of a camp of 20 a stranger keeps less than half. More families behind one address who want the same camp sign in.';
comment on column public.settings.holds_remembered_minutes is
  'How long seats that were let go of, or lapsed, still count: longer than a hold lives without a payment page, so that holding again at once wins no time.';
comment on column public.settings.guest_places_max is
  'Places in one order without a proven e-mail address. 4: more than nine in ten families have fewer children; a larger order signs in first, which an invented address cannot.';
comment on column public.settings.checkout_call_minutes is 'What a hold must still last while the payment provider is called.';
comment on column public.settings.checkout_tail_minutes is 'A hold outlives its payment session by this.';
comment on column public.settings.checkout_total_minutes is 'No new payment attempt later than this after the opening: as long as the form itself may hold places.';
comment on column public.settings.hold_life_minutes is
  'Nothing holds a place longer than this after the opening: checkout_total_minutes, the shortest payment session that the provider makes (30 minutes and one for its call), checkout_tail_minutes and two to spare.';
comment on column public.settings.staff_token_minutes is 'How long staff''s token is believed that names no session which could be looked up: a role given up, or stolen, must not work for the rest of an hour.';
comment on column public.settings.second_factor_roles is 'Roles that count only after a second factor (aal2). Whoever has enrolled one must always use it. Empty as delivered, so that the first admin can sign in and enrol; a live project sets {admin,business_admin}.';
comment on column public.settings.outbox_per_second is
  'Mails asked of the mail provider in a second, by all senders together. 2: what its smallest plan takes; faster is refused.';
comment on column public.settings.offers_snapshot_at is 'When the newest published set of offers was read.';
comment on column public.settings.address_header is
  'The header in which the host in front of the API writes the caller''s address, over whatever the caller sent: cf-connecting-ip on a hosted project, of another host what it is configured to set, e.g. x-real-ip. No other header is believed.';
comment on column public.settings.address_salt is 'Random per installation; network addresses are stored only hashed with it.';

alter table public.settings enable row level security;
revoke all on table public.settings from anon, authenticated, service_role;
-- Everything but the salt. The policy stands in the people migration, where roles exist.
grant select (
  id, name, product, slug, order_prefix, currency, gst_rate_basis_points, gst_number, hold_minutes,
  hold_renewals_max, hold_total_minutes, hold_life_minutes, holds_per_address_max, holds_per_place_max,
  holds_remembered_minutes, guest_places_max, checkout_call_minutes, checkout_tail_minutes, checkout_total_minutes,
  outbox_lease_minutes, outbox_attempts_max, outbox_per_second, staff_token_minutes, second_factor_roles,
  offers_snapshot_at, updated_at
) on public.settings to authenticated, service_role;

create trigger touch_updated_at before update on public.settings
  for each row execute function private.touch_updated_at();

create function private.settings()
returns public.settings
language plpgsql
stable
set search_path = ''
as $$
declare
  v_settings public.settings;
begin
  select * into v_settings from public.settings;
  if not found then
    raise exception 'the settings row is missing: run supabase/seed.sql';
  end if;
  return v_settings;
end;
$$;
comment on function private.settings() is 'The settings row; called by definer functions only.';

-- Rate limits ----------------------------------------------------------------------------------------

create function private.fingerprint(p_text text)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  return encode(extensions.digest((private.settings()).address_salt || ':' || p_text, 'sha256'), 'hex');
end;
$$;
comment on function private.fingerprint(text) is
  'Salted SHA-256, hex: lets us count by an address or a contact without keeping it.';

create function private.client_address()
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  v_headers constant jsonb := nullif(nullif(current_setting('request.headers', true), ''), '{}')::jsonb;
  v_given text;
  v_address inet;
begin
  if v_headers is null then return null; end if;
  v_given := trim(v_headers ->> (private.settings()).address_header);
  -- A host that sets no header is configured wrongly. All its visitors are one caller then: that is seen at once, where
  -- no limit at all would be seen by those only who look for it.
  if coalesce(v_given, '') = '' then return 'unknown'; end if;
  -- An IPv4 caller seen by an IPv6 socket: by its /64 all of IPv4 would be one caller.
  v_given := regexp_replace(v_given, '^::ffff:(\d+\.)', '\1', 'i');
  v_address := v_given::inet;
  -- One household or phone owns a whole /64 of IPv6.
  return case family(v_address) when 6 then network(set_masklen(v_address, 64))::text else host(v_address) end;
exception
  when invalid_text_representation then
    return left(v_given, 64);
end;
$$;
comment on function private.client_address() is
  'The caller''s network address (IPv4 address or IPv6 /64) as settings.address_header tells it; null when the call did not come through the API.';

create table public.rate_limits (
  key_hash text primary key,
  hits integer not null check (hits > 0),
  window_ends_at timestamptz not null
);
comment on table public.rate_limits is 'Counters of check_rate. A window that has ended is counted from one again, or swept away.';
comment on column public.rate_limits.key_hash is 'private.fingerprint of the caller''s key: no address or e-mail is kept.';
create index rate_limits_window_ends_at on public.rate_limits (window_ends_at);

alter table public.rate_limits enable row level security;
revoke all on table public.rate_limits from anon, authenticated, service_role;
grant select on public.rate_limits to service_role;

create function private.count_hit(p_key text, p_limit integer, p_window_seconds integer)
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
  values (private.fingerprint(p_key), 1, v_now + make_interval(secs => p_window_seconds))
  on conflict (key_hash) do update set
    hits = case when r.window_ends_at <= v_now then 1 else least(r.hits + 1, 1000000) end,
    window_ends_at = case when r.window_ends_at <= v_now then excluded.window_ends_at else r.window_ends_at end
  returning hits into v_hits;
  return v_hits <= p_limit;
end;
$$;
comment on function private.count_hit(text, integer, integer) is
  'Counts one hit for p_key in a fixed window of p_window_seconds: is it within p_limit?';

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
  -- Each call sweeps a little, so the table never needs a chore of its own.
  delete from public.rate_limits
  where key_hash in (
    select key_hash from public.rate_limits where window_ends_at < (select clock_timestamp() - interval '1 hour')
    limit 50 for update skip locked
  );
  return jsonb_build_object('allowed', v_allowed);
end;
$$;
comment on function public.check_rate(text, integer, integer) is
  'Counts one hit for p_key in a fixed window of p_window_seconds: {allowed}. It answers and never raises for a reached limit, because raising would roll its counter back (decisions "Safety"). Definer: nobody writes rate_limits otherwise; only the service role may call.';
grant execute on function public.check_rate(text, integer, integer) to service_role;
