-- schemas/foundation/privileges.sql

-- Privileges: what every other file stands on.

-- A hosted project hands every new table and function to the browser's roles by default privileges.
-- Here nothing is reachable until it is granted by name.
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

-- schemas/foundation/refusals.sql

-- Refusals, checks of single values, and the triggers that any table may use.

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

-- schemas/foundation/clocks.sql

-- Clocks: the project's time zone, and the calendar that the demo may shift.

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

-- schemas/foundation/settings.sql

-- Settings: one row, with every limit of the selling rules.

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
  updated_at timestamptz not null default now(),
  asked_mails_hour_max integer not null default 6 check (asked_mails_hour_max > 0),
  asked_mails_day_max integer not null default 20 check (asked_mails_day_max > 0),
  told_mails_hour_max integer not null default 60 check (told_mails_hour_max > 0),
  children_most integer not null default 12 check (children_most > 0),
  staff_email text
    check (staff_email ~ '^[^@[:space:]<>,;:"()]+@[^@[:space:]<>,;:"()]+$' and length(staff_email) <= 254),
  waitlist_offer_minutes integer not null default 720 check (waitlist_offer_minutes > 0),
  waitlist_least_minutes integer not null default 30 check (waitlist_least_minutes > 0),
  waitlist_last_minutes integer not null default 120 check (waitlist_last_minutes >= 0),
  waitlist_quiet_from time not null default '22:00',
  waitlist_quiet_until time not null default '08:00',
  waitlist_waking_minutes integer not null default 60 check (waitlist_waking_minutes >= 0),
  waitlist_remind_hours integer not null default 12 check (waitlist_remind_hours > 0),
  waitlist_confirm_hours integer not null default 48 check (waitlist_confirm_hours > waitlist_remind_hours),
  order_link_days integer not null default 60 check (order_link_days > 0),
  move_hours_before integer not null default 24 check (move_hours_before >= 0),
  dateless_refund_days integer not null default 14 check (dateless_refund_days >= 0),
  credit_return_hours integer not null default 24 check (credit_return_hours >= 0),
  rebuild_quiet_seconds integer not null default 30 check (rebuild_quiet_seconds between 0 and 3600),
  reconcile_orders integer not null default 5000 check (reconcile_orders > 0),
  offers_missing_max_percent integer not null default 30 check (offers_missing_max_percent between 0 and 100),
  offer_price_jump_percent integer not null default 50 check (offer_price_jump_percent > 0),
  constraint settings_waitlist_day check (
    waitlist_quiet_until - time '00:00' + make_interval(mins => waitlist_waking_minutes)
    < waitlist_quiet_from - time '00:00')
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
comment on column public.settings.asked_mails_hour_max is
  'Mails of one kind that typing an address can send there within an hour. A family that waits for every camp of one holiday asks for four or five; to somebody who asked for none, six are a nuisance and no flood.';
comment on column public.settings.asked_mails_day_max is 'The same within 24 hours: three such holidays.';
comment on column public.settings.told_mails_hour_max is
  'Mails within an hour by which the team is told what visitors asked. Beyond it they stand among the leads only: one a minute is more than anybody reads.';
comment on column public.settings.children_most is
  'Children of one family: more than any family that we have met has, cousins who come along included, and few enough that nobody fills the table by hand.';
comment on column public.settings.staff_email is
  'Where the team reads what a visitor asks. Without an address staff find it among the leads only.';
comment on column public.settings.waitlist_offer_minutes is 'How long an offered place waits for an answer, quiet hours not counted.';
comment on column public.settings.waitlist_least_minutes is 'With less time than this until the last moment nothing is offered any more: the place is everybody''s.';
comment on column public.settings.waitlist_last_minutes is 'An offer ends at the latest so long before the beginning.';
comment on column public.settings.waitlist_quiet_from is 'Quiet hours, in Singapore: from this time of day nobody is waited for, until waitlist_quiet_until. From 24:00 until 00:00: none.';
comment on column public.settings.waitlist_waking_minutes is 'No offer ends sooner after the quiet hours.';
comment on column public.settings.waitlist_remind_hours is
  'When an address is not confirmed after so long, its link is sent once more: whoever reads mail in the evening only has two evenings.';
comment on column public.settings.waitlist_confirm_hours is
  'After so long without a confirmation an entry ends. It kept nothing; the link in its mails still works, at the end of the queue.';
comment on column public.settings.order_link_days is
  'How long a link in a mail lets somebody manage an order, at least; one to manage lasts until the day after the last place, and after the last day of a pass.';
comment on column public.settings.move_hours_before is 'A place may be moved until so long before it begins.';
comment on column public.settings.dateless_refund_days is
  'How long after the payment a refund rule that counts to a beginning holds for what has none, such as a party package: two weeks, in which a family finds its date; else it would hold for ever. Offers without a date say days_after_purchase themselves now.';
comment on column public.settings.credit_return_hours is
  'A booking cancelled at least this long before its session gives its credit back; later it does not.';
comment on column public.settings.rebuild_quiet_seconds is
  'A build is asked for once nobody has changed a camp for so long, so that a list of camps typed in one go is one build; after ten times as long in any case. Half a minute: staff wait for the site anyway, and a build takes longer.';
comment on column public.settings.reconcile_orders is
  'How many orders one piece of the reconciliation looks at: well under the 8 seconds that a statement may take.';
comment on column public.settings.offers_missing_max_percent is
  'Of what is on sale, how much may be missing from a published list without a word: more is a list that was cut (a private dataset shows a stranger nothing), not a decision. With a dozen things on sale, three; one alone may always go, unless it is the last.';
comment on column public.settings.offer_price_jump_percent is
  'A price that changes by more than this waits until whoever changed it has said yes once more: 167 typed as 16.70 is -90%, and no season''s sale has been deeper than half.';

alter table public.settings enable row level security;
revoke all on table public.settings from anon, authenticated, service_role;
-- Everything but the salt. The policy stands in people.sql, where roles exist.
grant select (
  id, name, product, slug, order_prefix, currency, gst_rate_basis_points, gst_number, hold_minutes,
  hold_renewals_max, hold_total_minutes, hold_life_minutes, holds_per_address_max, holds_per_place_max,
  holds_remembered_minutes, guest_places_max, checkout_call_minutes, checkout_tail_minutes, checkout_total_minutes,
  outbox_lease_minutes, outbox_attempts_max, outbox_per_second, staff_token_minutes, second_factor_roles,
  offers_snapshot_at, updated_at,
  children_most,
  waitlist_remind_hours, waitlist_confirm_hours, waitlist_offer_minutes, waitlist_least_minutes, waitlist_last_minutes, waitlist_quiet_from, waitlist_quiet_until, waitlist_waking_minutes,
  order_link_days, move_hours_before,
  rebuild_quiet_seconds
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

-- schemas/foundation/rate_limits.sql

-- Rate limits: who calls, as a fingerprint, and how often within a window.

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

-- schemas/foundation/checks.sql

-- Checks of what a browser sends, and what is kept of addresses and messages (decisions "Safety").

create function private.check_email(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_email constant text := lower(private.check_text(p_value, p_field, 254));
begin
  if v_email !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' then
    perform private.fail('invalid_input', p_field);
  end if;
  return v_email;
end;
$$;
comment on function private.check_email(jsonb, text) is 'An e-mail address in lower case; else invalid_input with the field.';

create function private.is_phone(p_phone text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_phone ~ '^\+(65[3689][0-9]{7}|(?!65)[1-9][0-9]{7,14})$' $$;
comment on function private.is_phone(text) is
  'Is it a telephone number as E.164? Of Singapore as its plan of numbers says; abroad 8 to 15 digits.';

create function private.check_phone(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_phone constant text := regexp_replace(private.check_text(p_value, p_field, 40), '[ ().-]', '', 'g');
begin
  if not private.is_phone(v_phone) then perform private.fail('invalid_input', p_field); end if;
  return v_phone;
end;
$$;
comment on function private.check_phone(jsonb, text) is
  'A telephone number with its country, as E.164; else invalid_input with the field.';

create function private.is_given(p_value jsonb)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$ begin return coalesce(p_value not in ('null', '""'), false); end $$;
comment on function private.is_given(jsonb) is 'Was something typed into an optional field?';

create function private.check_object(p_value jsonb, p_field text, p_most_bytes integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'object' or octet_length(p_value::text) > p_most_bytes then
    perform private.fail('invalid_input', p_field);
  end if;
end;
$$;
comment on function private.check_object(jsonb, text, integer) is
  'A JSON object of at most so many bytes; else invalid_input with the field.';

-- What is kept of addresses and messages --------------------------------------------------------------

create function private.plain_address(p_url text)
returns text
language sql
immutable
set search_path = ''
as $$
  select nullif(left(regexp_replace(
    regexp_replace(p_url, '[?#].*$', ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[2-9A-HJKMNP-Z]{20}', '[id]', 'gi'), 300), '')
$$;
comment on function private.plain_address(text) is
  'A page''s address without query and fragment, where secrets of orders and codes of parties stand, and without ids in its path.';

create function private.scrub(p_text text, p_most integer)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      -- More than is kept need not be looked through; what the cut leaves of a number is cut off again below.
      left(p_text, p_most + 500),
      '[\u0001-\u0008\u000b-\u001f\u007f]', '', 'g'),
      '(\S)[?#]\S*', '\1', 'g'),
      '[^\s@<>"'']+@[^\s@<>"'']+', '[email]', 'g'),
      '[A-Za-z0-9_-]{32,}', '[token]', 'g'),
      '\+?\d[\d\s/.-]{5,}\d', '[number]', 'g'),
    p_most)
$$;
comment on function private.scrub(text, integer) is
  'A message as it may be kept: without queries of addresses, e-mail addresses, tokens and ids, telephone numbers, dates of birth.';

-- schemas/foundation/gateway.sql

-- What is refused before a request's own query runs. The API calls it as the caller, in the caller's transaction, with
-- the request in the settings `request.*`.

create function private.before_request()
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- The planner counts before policies filter: its estimate tells how many rows of other families a filter would find,
  -- and by halving, their ids. Only a count of the rows that the caller may read is answered; nor is a plan.
  if v_headers ->> 'prefer' ~* 'count\s*=(?!\s*exact\s*([,;]|$))' then
    raise exception using message = 'invalid_input', errcode = 'PT400', hint = 'prefer';
  end if;
  if v_headers ->> 'accept' ~* 'vnd\.pgrst\.plan' then
    raise exception using message = 'invalid_input', errcode = 'PT400', hint = 'accept';
  end if;
end;
$$;
comment on function private.before_request() is
  'Refuses a planner''s count (count=planned, count=estimated) and a query''s plan with invalid_input, whoever asks.';
grant execute on function private.before_request() to anon, authenticated, service_role;

-- The API's own role, where there is one: settings of roles belong to the whole cluster, so they are made once.
do $$
begin
  if to_regrole('authenticator') is null or exists (
    select from pg_catalog.pg_db_role_setting
    where setrole = to_regrole('authenticator') and 'pgrst.db_pre_request=private.before_request' = any (setconfig)
  ) then
    return;
  end if;
  alter role authenticator set pgrst.db_pre_request = 'private.before_request';
  -- What a caller did wrong is answered to the caller. In the server's log its message may quote what was typed: a
  -- child's name, an allergy.
  begin
    alter role authenticator set log_min_messages = 'fatal';
  exception
    when insufficient_privilege then
      raise warning 'log_min_messages could not be set for authenticator: errors that quote input reach the log';
  end;
  notify pgrst, 'reload config';
end
$$;

-- schemas/people/people.sql

-- People: profiles, roles, families and children (spec 1 §3 and §6).
-- A browser never changes a role or a family's membership; the demo, staff functions and sign-up do.

create type public.app_role as enum ('customer', 'coach', 'admin', 'business_admin');
comment on type public.app_role is 'Spec 1 §6. Primary role in the order business_admin, admin, coach, customer.';

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null default '' check (length(name) <= 120 and (name = '' or private.is_line(name))),
  first_name text check (length(first_name) <= 120 and private.is_line(first_name)),
  last_name text check (length(last_name) <= 120 and private.is_line(last_name)),
  email text,
  phone text check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  family_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  whatsapp_country_code text check (whatsapp_country_code ~ '^\+[1-9][0-9]{0,3}$'),
  whatsapp_phone text check (whatsapp_phone ~ '^[0-9]{4,14}$'),
  secondary_phone text check (secondary_phone ~ '^\+[1-9][0-9]{7,14}$'),
  address text check (length(address) between 1 and 300 and private.is_text(address)),
  preferred_language text check (preferred_language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  communication_method text check (communication_method in ('email', 'phone', 'whatsapp', 'sms')),
  special_instructions text check (length(special_instructions) between 1 and 1000 and private.is_text(special_instructions)),
  check ((whatsapp_phone is null) = (whatsapp_country_code is null))
);
comment on table public.profiles is 'One row per account, made by sign-up.';
comment on column public.profiles.name is 'From the sign-up metadata; may be empty.';
comment on column public.profiles.email is 'Copy of the account''s address, kept by a trigger on auth.users.';
comment on column public.profiles.phone is 'E.164.';
comment on column public.profiles.family_id is 'Kept by a trigger on families, where membership is decided.';
comment on column public.profiles.whatsapp_country_code is 'With its plus, e.g. +65.';
comment on column public.profiles.whatsapp_phone is 'Digits after the country code.';
comment on column public.profiles.secondary_phone is 'E.164.';
comment on column public.profiles.preferred_language is 'BCP 47, e.g. en or zh-Hans.';
comment on column public.profiles.special_instructions is 'For staff, in the parent''s words. Not for health: that has its own table.';

create table public.user_roles (
  user_id uuid not null references public.profiles (id) on delete cascade,
  role public.app_role not null,
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
comment on table public.user_roles is 'Role assignments. Nobody writes it through the API.';

create table public.families (
  id uuid primary key default gen_random_uuid(),
  primary_parent_id uuid references public.profiles (id) on delete set null,
  secondary_parent_id uuid references public.profiles (id) on delete set null,
  contact_name text not null check (length(contact_name) between 1 and 120 and private.is_line(contact_name)),
  contact_email text not null check (length(contact_email) <= 254),
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{7,14}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  check (primary_parent_id <> secondary_parent_id)
);
comment on table public.families is 'A household. A guest''s family has a contact and no parent''s account.';
comment on column public.families.contact_name is 'Who to reach: for a guest, what was typed at the checkout (unverified).';
comment on column public.families.erased_at is 'When its personal data was erased; the row stays for the books.';
create unique index families_primary_parent_id on public.families (primary_parent_id);
create unique index families_secondary_parent_id on public.families (secondary_parent_id);
create index families_contact_email on public.families (lower(contact_email));

alter table public.profiles
  add foreign key (family_id) references public.families (id) on delete set null;
create index profiles_family_id on public.profiles (family_id);

create table public.children (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  dob date not null check (dob between '1990-01-02' and '2100-12-31'),
  gender text check (length(gender) <= 40 and private.is_line(gender)),
  current_level integer not null default 1 check (current_level between 1 and 8),
  agreed_teams text[] not null default '{}'
    check (agreed_teams <@ array['white', 'red', 'black', 'x'] and array_position(agreed_teams, null) is null),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  experience_level text check (length(experience_level) between 1 and 40 and private.is_line(experience_level)),
  shirt_size text check (length(shirt_size) between 1 and 20 and private.is_line(shirt_size)),
  quiz_completed_at timestamptz,
  standing text not null default 'own' check (standing in ('own', 'proposed', 'declined')),
  unique (id, family_id)
);
comment on table public.children is
  'Children of a family. Health, behaviour and pickup details get tables of their own (decisions "Safety").';
comment on column public.children.dob is
  'Finite, and of this age: one date that no age can be worked out of would take a whole roster down. That it is not in the future is asked by the calendar, where it is written.';
comment on column public.children.current_level is 'Starts at 1; raised by coaches, never by parents.';
comment on column public.children.agreed_teams is
  'Teams that a coach has agreed to, whatever age and level say (agree_team); never said by parents.';
comment on column public.children.quiz_completed_at is 'When the 60-second quiz was taken for this child; null: assessment pending.';
comment on column public.children.standing is
  'own: the family''s word; proposed: came with an order bought as a guest, until a parent says whose child it is; declined: not the family''s, and kept because bookings and orders stand on it. Only an own child may be fetched by those who may fetch every child of the family.';
create index children_family_id on public.children (family_id);

alter table public.profiles enable row level security;
alter table public.user_roles enable row level security;
alter table public.families enable row level security;
alter table public.children enable row level security;

revoke all on table public.profiles, public.user_roles, public.families, public.children
  from anon, authenticated, service_role;
grant select on public.profiles, public.user_roles, public.families, public.children to authenticated, service_role;
-- Nobody writes them through the API: save_profile and save_child check what they are given.

-- Predicates behind the policies ----------------------------------------------------------------------

create function private.is_proven_session(p_user_id uuid)
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_claims constant jsonb := auth.jwt();
  v_now constant timestamptz := clock_timestamp();
begin
  if exists (select from auth.users where id = p_user_id and banned_until > v_now) then return false; end if;
  if v_claims ->> 'session_id' is null then
    return coalesce(to_timestamp((v_claims ->> 'iat')::numeric)
      > v_now - make_interval(mins => (private.settings()).staff_token_minutes), false);
  end if;
  return exists (
    select from auth.sessions
    where id = (v_claims ->> 'session_id')::uuid and user_id = p_user_id and coalesce(not_after > v_now, true));
end;
$$;
comment on function private.is_proven_session(uuid) is
  'Does the session behind the token still live? A token is valid for an hour by its signature, also after its session was signed out and its owner banned. One that names no session is believed while it is young. Definer: the auth schema''s tables are nobody''s to read.';

create function private.has_any_role(variadic p_roles public.app_role[])
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := auth.uid();
  v_roles public.app_role[];
begin
  if v_user_id is null then return false; end if;
  select array_agg(role) into v_roles from public.user_roles where user_id = v_user_id and role = any (p_roles);
  if v_roles is null or not private.is_proven_session(v_user_id) then return false; end if;
  -- Never null: "not (null)" would let everybody through.
  return coalesce(auth.jwt() ->> 'aal', 'aal1') in ('aal2', 'aal3')
    or not (v_roles::text[] <@ (private.settings()).second_factor_roles
      or exists (select from auth.mfa_factors where user_id = v_user_id and status = 'verified'));
end;
$$;
comment on function private.has_any_role(public.app_role[]) is
  'May the signed-in user act as one of the roles, now? Every policy and function for staff asks here. The role is looked up, so that one taken away ends at once; the session must live (private.is_proven_session); where the settings ask for a second factor for all of the roles that are held, or the user has enrolled one, the token must say aal2. Definer: a policy on user_roles that read user_roles as the caller would call itself for ever.';
grant execute on function private.has_any_role(public.app_role[]) to authenticated, service_role;

create function private.is_admin()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.has_any_role('admin', 'business_admin') $$;
comment on function private.is_admin() is 'Those who manage: admin and business_admin.';
grant execute on function private.is_admin() to anon, authenticated, service_role;

create function private.is_coach()
returns boolean
language sql
stable
set search_path = ''
as $$ select private.has_any_role('coach') $$;
comment on function private.is_coach() is 'Coaches see today''s roster and no other people.';
grant execute on function private.is_coach() to authenticated, service_role;

create function private.my_family_id()
returns uuid
language plpgsql
stable
security definer
set search_path = ''
as $$ begin return (select family_id from public.profiles where id = (select auth.uid())); end $$;
comment on function private.my_family_id() is
  'The signed-in parent''s family, or null. Definer: policies on families and profiles would otherwise call each other for ever.';
grant execute on function private.my_family_id() to authenticated, service_role;

-- Policies: for reading only. --------------------------------------------------------------------------

create policy "Admins read the settings" on public.settings
  for select to authenticated using ((select private.is_admin()));

-- The dashboard reads a family with both parents embedded (spec 1 §7): so each parent sees the other.
create policy "Parents read the profiles of their own family, admins read all" on public.profiles
  for select to authenticated using (
    id = (select auth.uid())
    or family_id = (select private.my_family_id())
    or (select private.is_admin())
  );

create policy "People read their own roles, admins read all" on public.user_roles
  for select to authenticated using (user_id = (select auth.uid()) or (select private.is_admin()));

create policy "Parents read their own family, admins read all" on public.families
  for select to authenticated using (id = (select private.my_family_id()) or (select private.is_admin()));

-- Who reads children is said in enrolments.sql: coaches read those on today's roster.

-- Sign-up --------------------------------------------------------------------------------------------

create function private.welcome_user()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Of the metadata, which the visitor writes, only the name is believed: never a role.
  insert into public.profiles (id, name, email)
  select new.id, case when private.is_line(n.name) then n.name else '' end, new.email
  from (select left(trim(new.raw_user_meta_data ->> 'name'), 120) as name) n;
  insert into public.user_roles (user_id, role) values (new.id, 'customer');
  return new;
end;
$$;
comment on function private.welcome_user() is
  'Trigger on auth.users: a new account gets its profile and the role customer. Definer: the auth service may not write our tables.';
create trigger welcome_user after insert on auth.users
  for each row execute function private.welcome_user();

create function private.follow_email()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end;
$$;
comment on function private.follow_email() is
  'Trigger on auth.users: the profile''s e-mail follows the account''s. Definer: the auth service may not write our tables.';
create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.follow_email();

create function private.follow_family()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.profiles set family_id = null
  where family_id = new.id
    and id is distinct from new.primary_parent_id and id is distinct from new.secondary_parent_id;
  update public.profiles set family_id = new.id
  where id in (new.primary_parent_id, new.secondary_parent_id) and family_id is distinct from new.id;
  return new;
end;
$$;
comment on function private.follow_family() is 'Trigger on families: profiles.family_id follows the two parents.';
create trigger follow_family after insert or update of primary_parent_id, secondary_parent_id on public.families
  for each row execute function private.follow_family();

create trigger touch_updated_at before update on public.profiles
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.families
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.children
  for each row execute function private.touch_updated_at();

-- Asked by the browser -------------------------------------------------------------------------------

create function public.has_role(user_uuid uuid, check_role public.app_role)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select (user_uuid = (select auth.uid()) or private.is_admin())
    and exists (select from public.user_roles where user_id = user_uuid and role = check_role)
$$;
comment on function public.has_role(uuid, public.app_role) is
  'Does the user hold the role (spec 1 §7)? Answers about oneself; about others only to admins, else false. Definer: reads user_roles past its policy after that check.';
grant execute on function public.has_role(uuid, public.app_role) to authenticated;

-- schemas/privacy/logs.sql

-- Logs: who read personal details (access log), and who changed what must be accounted for (audit log).
-- Both hold ids and codes, never names or anybody's words: a log must not become a second store of personal data.
-- That is also why an erased family may stay in them. Accounts are named by id without a foreign key, so that
-- an entry outlives the account.

create table public.access_log (
  id bigint generated always as identity primary key,
  user_id uuid,
  accessed_table text not null check (accessed_table ~ '^[a-z_]{1,60}$'),
  access_type text not null check (access_type ~ '^[a-z_]{1,40}$'),
  child_id uuid,
  family_id uuid,
  user_context jsonb not null default '{}' check (jsonb_typeof(user_context) = 'object'),
  reported boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.access_log is
  'Every read of health, behaviour and pickup details by staff, written by the function that served it; and what browsers report through log_security_access. Append-only until its retention period ends.';
comment on column public.access_log.user_id is 'Who read; null for the service key.';
comment on column public.access_log.user_context is 'Of a report: page, action and role, checked; nothing else is kept.';
comment on column public.access_log.reported is 'True: a browser said so. False: a serving function wrote it.';
create index access_log_family_id on public.access_log (family_id, created_at);
create index access_log_created_at on public.access_log (created_at);

create table public.audit_log (
  id bigint generated always as identity primary key,
  user_id uuid,
  actor text not null,
  action text not null check (action in ('insert', 'update', 'delete', 'erase', 'merge')),
  table_name text not null,
  row_key text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.audit_log is
  'Changes of roles, levels of children, consents and settings, and erasures. Append-only until its retention period ends.';
comment on column public.audit_log.user_id is 'Whose request it was; null for the service key and for work inside the database.';
comment on column public.audit_log.actor is 'Role of the request: authenticated, service_role, or the database user.';
comment on column public.audit_log.row_key is 'Key of the changed row.';
comment on column public.audit_log.before is 'The watched columns that changed, as they were.';
create index audit_log_row on public.audit_log (table_name, row_key);
create index audit_log_created_at on public.audit_log (created_at);

alter table public.access_log enable row level security;
alter table public.audit_log enable row level security;
revoke all on table public.access_log, public.audit_log from anon, authenticated, service_role;
grant select on public.access_log, public.audit_log to authenticated, service_role;

create policy "Admins read the access log" on public.access_log
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

create trigger refuse_change before update or truncate on public.access_log
  for each statement execute function private.refuse_change();
create trigger refuse_change before update or truncate on public.audit_log
  for each statement execute function private.refuse_change();
-- Deleting is refused by retention.sql, except for entries whose period is over.

-- Access -----------------------------------------------------------------------------------------------

create function private.log_access(p_table text, p_type text, p_family_id uuid, p_child_id uuid default null)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id)
  values ((select auth.uid()), p_table, p_type, p_family_id, p_child_id)
$$;
comment on function private.log_access(text, text, uuid, uuid) is 'Writes down one read. Called by the functions that serve personal details.';

create function public.log_security_access(accessed_table text, access_type text, user_context jsonb default '{}')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
begin
  if v_user_id is null then perform private.deny(); end if;
  if coalesce(accessed_table, '') !~ '^[a-z_]{1,60}$' then perform private.fail('invalid_input', 'accessed_table'); end if;
  if coalesce(access_type, '') !~ '^[a-z_]{1,40}$' then perform private.fail('invalid_input', 'access_type'); end if;
  if jsonb_typeof(coalesce(user_context, '{}')) <> 'object' then perform private.fail('invalid_input', 'user_context'); end if;
  -- A page in a loop must not fill the log.
  if not (public.check_rate('log_security_access:' || v_user_id, 120, 60) ->> 'allowed')::boolean then
    return jsonb_build_object('logged', false);
  end if;
  insert into public.access_log (user_id, accessed_table, access_type, user_context, reported)
  select v_user_id, log_security_access.accessed_table, log_security_access.access_type,
    coalesce(jsonb_object_agg(c.key, c.value), '{}'), true
  from jsonb_each(coalesce(log_security_access.user_context, '{}')) c
  where jsonb_typeof(c.value) = 'string' and c.value #>> '{}' ~ case c.key
    when 'page' then '^/[a-z0-9/-]{0,100}$'
    when 'action' then '^[a-z_]{1,40}$'
    when 'role' then '^(customer|coach|admin|business_admin)$' end;
  return jsonb_build_object('logged', true);
end;
$$;
comment on function public.log_security_access(text, text, jsonb) is
  'A browser reports an access (spec 1 §7): {logged}, false beyond 120 a minute. Of user_context only page (a path), action (a code) and role are kept. Refuses invalid_input (field), not_allowed without an account. Definer: nobody writes the log otherwise; the entry is the caller''s own and marked as reported.';
grant execute on function public.log_security_access(text, text, jsonb) to authenticated;

-- Audit ------------------------------------------------------------------------------------------------

create function private.audit()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_old constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  v_before jsonb;
  v_after jsonb;
begin
  select jsonb_object_agg(c, v_old -> c) filter (where v_old is not null),
    jsonb_object_agg(c, v_new -> c) filter (where v_new is not null)
  into v_before, v_after
  from jsonb_object_keys(coalesce(v_new, v_old)) c
  where case when tg_argv[1] = '*' then c <> all (tg_argv[2:]) else c = any (tg_argv[1:]) end
    and v_old -> c is distinct from v_new -> c;
  if v_before is not null or v_after is not null then
    insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
    values (
      (select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user),
      lower(tg_op), tg_table_name, coalesce(v_new, v_old) ->> tg_argv[0], v_before, v_after);
  end if;
  return null;
end;
$$;
comment on function private.audit() is
  'Trigger: writes changes of the watched columns to the audit log. Arguments: the key column, then the columns to watch, or * and those to leave out; none may hold personal data. Definer: the caller may not write the log.';

create trigger audit after insert or update or delete on public.user_roles
  for each row execute function private.audit('user_id', 'role');
create trigger audit after update of current_level, agreed_teams on public.children
  for each row execute function private.audit('id', 'current_level', 'agreed_teams');
-- Not the salt; and not offers_snapshot_at, which moves with every publishing.
create trigger audit after insert or update or delete on public.settings
  for each row execute function private.audit('id', '*', 'address_salt', 'offers_snapshot_at', 'updated_at');

-- schemas/foundation/rate_rules.sql

-- Rate rules: how often one caller may ask (decisions "Safety"). The rules stand in rows.sql.

create table public.rate_rules (
  endpoint text primary key check (endpoint ~ '^[a-z_]+$'),
  most integer not null check (most > 0),
  seconds integer not null check (seconds > 0),
  why text not null
);
comment on table public.rate_rules is
  'Calls allowed per caller and window of so many seconds, refused ones too. A phone network, a school or an office shows many families under one address, so these stop floods and not crowds. All endpoints that are not listed share one rule and one counter (other), so inventing names gains nothing.';
comment on column public.rate_rules.endpoint is
  'A function, or what the browser calls itself when it asks enhanced_rate_limit_check. guess: secrets, links and codes that nobody has, in whichever function.';

alter table public.rate_rules enable row level security;
revoke all on table public.rate_rules from anon, authenticated, service_role;
grant select on public.rate_rules to authenticated, service_role;
create policy "Admins read the limits" on public.rate_rules
  for select to authenticated using ((select private.is_admin()));

create function private.rate_rule(p_endpoint text)
returns public.rate_rules
language plpgsql
stable
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
begin
  select * into v_rule from public.rate_rules where endpoint = p_endpoint;
  if not found then select * into v_rule from public.rate_rules where endpoint = 'other'; end if;
  return v_rule;
end;
$$;
comment on function private.rate_rule(text) is 'The rule of an endpoint; of one that is not listed that of other.';

create function private.most_of(p_rule public.rate_rules, p_caller text)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return p_rule.most * case when p_caller like 'address %' and (select auth.uid()) is not null then 20 else 1 end;
end;
$$;
comment on function private.most_of(public.rate_rules, text) is
  'How often a rule lets a caller ask. Whoever is signed in is one by the account; the address stands for all who come from it, twenty families at once. Our own functions call for a signed-in parent, and to us they all have one address.';

create function private.callers()
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Always in this order, so that two calls never wait for each other's counter.
  return array_remove(array['address ' || private.client_address(), 'user ' || (select auth.uid())], null);
end;
$$;
comment on function private.callers() is 'As whom the caller is counted: by network address and by account.';

create function private.within_rate(p_endpoint text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
  v_caller text;
begin
  -- The server's functions count their own callers: to us they all come from one address.
  if private.is_service() then return true; end if;
  v_rule := private.rate_rule(p_endpoint);
  foreach v_caller in array private.callers() loop
    if not private.count_hit(v_rule.endpoint || ' ' || v_caller, private.most_of(v_rule, v_caller), v_rule.seconds) then
      return false;
    end if;
  end loop;
  return true;
end;
$$;
comment on function private.within_rate(text) is
  'Counts a call of this caller, by network address and by account; no when one of the two has had enough (private.most_of). A call that did not come through the API is nobody''s and not counted.';

-- schemas/foundation/answers.sql

-- Refusals that count: a public call behind its counter.
--
-- A refusal is raised, and raising takes back all that its transaction wrote, also the count of it: whoever is refused
-- could ask for ever. So a public call is two functions. The outer one stands in the schema public; it counts, and then
-- calls the inner one, private.answer_ and its name, in a subtransaction. What that raises is taken back alone
-- and answered as PostgREST would have answered it, with the same status and body; the transaction, and the count,
-- commits. private.answer_calls makes the outer one, in the file that makes the inner one.

create function private.has_guessed(p_counts boolean)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule('guess');
  v_caller text;
begin
  if private.is_service() then return false; end if;
  foreach v_caller in array private.callers() loop
    if p_counts then
      perform private.count_hit('guess ' || v_caller, v_rule.most, v_rule.seconds);
    elsif exists (
      select from public.rate_limits
      where key_hash = private.fingerprint('guess ' || v_caller) and hits >= private.most_of(v_rule, v_caller)
        and window_ends_at > clock_timestamp()) then
      return true;
    end if;
  end loop;
  return false;
end;
$$;
comment on function private.has_guessed(boolean) is
  'Has this caller named too many secrets, links or codes that nobody has? With p_counts it just has named one more.';

create function private.enter_call(p_endpoint text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return not private.has_guessed(false) and (p_endpoint is null or private.within_rate(p_endpoint));
end;
$$;
comment on function private.enter_call(text) is 'May the caller go on? Counts the call, unless only guesses are counted (null).';

create function private.refused(p_call text, p_state text, p_code text, p_detail text, p_hint text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_status constant text := case
    when p_state ~ '^PT[45]\d\d$' then substr(p_state, 3)
    when p_state in ('23503', '23505') then '409'
    -- What somebody sent that fits no column, and no check before it saw.
    when p_state ~ '^2[23]' then '400'
    end;
begin
  -- Called by another function or by hand: raised on. So is what is not the caller's fault.
  if v_status is null or current_setting('request.path', true) is distinct from '/rpc/' || p_call then return null; end if;
  if p_code in ('order_not_found', 'link_not_found', 'waitlist_entry_not_found', 'party_not_found',
    'invitation_not_found', 'code_invalid') then
    perform private.has_guessed(true);
  end if;
  perform set_config('response.status', v_status, true);
  return jsonb_build_object(
    'code', p_state, 'message', p_code, 'details', nullif(p_detail, ''), 'hint', nullif(p_hint, ''));
end;
$$;
comment on function private.refused(text, text, text, text, text) is
  'PostgREST''s answer to an error that a call raised, its status set for the response; null when it must be raised on.';

create function private.answer_calls(p_function regprocedure, p_endpoint text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_name text;
  v_arguments constant text := pg_get_function_arguments(p_function);
  v_types constant text := oidvectortypes((select proargtypes from pg_proc where oid = p_function));
  v_given text;
  v_comment constant text := obj_description(p_function, 'pg_proc');
  v_grants text;
begin
  select p.proname, (select string_agg(format('%1$I => %1$I', a), ', ') from unnest(p.proargnames) a)
  into v_name, v_given from pg_proc p where p.oid = p_function and p.prorettype = 'jsonb'::regtype;
  if not found then raise exception '% does not answer jsonb', p_function; end if;
  select string_agg(distinct quote_ident(grantee::regrole::text), ', ') into v_grants
  from pg_proc p, aclexplode(p.proacl) where p.oid = p_function and grantee <> 0 and grantee <> p.proowner;
  execute format('revoke execute on function %s from %s', p_function, v_grants);
  execute format('alter function %s rename to %I', p_function, 'answer_' || v_name);
  execute format('alter function public.%I(%s) set schema private', 'answer_' || v_name, v_types);
  execute format($create$
    create function public.%1$I(%2$s)
    returns jsonb
    language plpgsql
    volatile
    security definer
    set search_path = ''
    as $body$
    declare
      v_may constant boolean := private.enter_call(%4$L);
      v_state text;
      v_message text;
      v_detail text;
      v_hint text;
      v_answer jsonb;
    begin
      if not v_may then perform private.fail('rate_limited'); end if;
      return private.%6$I(%3$s);
    exception when others then
      get stacked diagnostics v_state = returned_sqlstate, v_message = message_text,
        v_detail = pg_exception_detail, v_hint = pg_exception_hint;
      v_answer := private.refused(%5$L, v_state, v_message, v_detail, v_hint);
      if v_answer is null then raise; end if;
      return v_answer;
    end;
    $body$ $create$, v_name, v_arguments, v_given, p_endpoint, v_name, 'answer_' || v_name);
  execute format('comment on function public.%I(%s) is %L', v_name, v_types, v_comment);
  execute format('grant execute on function public.%I(%s) to %s', v_name, v_types, v_grants);
end;
$$;
comment on function private.answer_calls(regprocedure, text) is
  'Puts a public function behind its counter: see above. p_endpoint: its rule in rate_rules; null: only guesses are counted. Once, after its grants.';

create function public.enhanced_rate_limit_check(p_endpoint text)
returns boolean
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  return private.within_rate(coalesce(p_endpoint, 'other'));
end;
$$;
comment on function public.enhanced_rate_limit_check(text) is
  'May this caller go on (spec 1 §7)? A transaction of its own: it answers and never raises, so its counter stays. Definer: counts in rate_limits for whoever asks, under the caller''s own address and account only.';
grant execute on function public.enhanced_rate_limit_check(text) to anon, authenticated;

-- schemas/classes/teams.sql

-- The four teams: who belongs to which, by age and level (spec 2 §9). Content says it; the till decides by it.

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
comment on column public.teams.name is 'With the product word, as parents read it.';
comment on column public.teams.min_age is 'Years on the day of the session, both included.';
comment on column public.teams.min_level is 'Levels of the ladder, both included.';
comment on column public.teams.updated_at is 'When the document was last published; -infinity: not yet.';

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
  -- The same document again may say another name: the product's word is filled in before it comes here.
  where excluded.updated_at >= o.updated_at
    and (excluded.name, excluded.min_age, excluded.max_age, excluded.min_level, excluded.max_level, excluded.updated_at)
      is distinct from (o.name, o.min_age, o.max_age, o.min_level, o.max_level, o.updated_at);
  get diagnostics v_changed = row_count;
  return jsonb_build_object('changed', v_changed);
end;
$$;
comment on function public.publish_teams(jsonb) is
  'Takes over published teams: [{id, name, min_age, max_age, min_level, max_level, updated_at}] -> {changed}. One that is not published any more stays, for classes stand on it; an older document never undoes a newer. Refuses invalid_input with the field, e.g. p_teams[0]. Definer: the only writer of teams; only the service role may call.';
grant execute on function public.publish_teams(jsonb) to service_role;

-- schemas/classes/classes.sql

-- Classes: where, who, what, when; and the bookings of children into sessions (spec 1 §3, spec 2 §3 and §5).

create table public.locations (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  address text,
  base text unique check (base ~ '^[a-z][a-z0-9-]{0,39}$'),
  created_at timestamptz not null default now()
);
comment on table public.locations is 'Where sessions and camps take place.';
comment on column public.locations.name is 'Short, as the session card shows it: "Somerset".';
comment on column public.locations.address is 'As a mail and a calendar entry need it.';
comment on column public.locations.base is 'Name by which content speaks of a base of camps, e.g. east-coast; null where no camp starts.';

create table public.coaches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references public.profiles (id) on delete set null,
  name text not null unique,
  created_at timestamptz not null default now()
);
comment on table public.coaches is 'Who leads sessions.';
comment on column public.coaches.user_id is 'The coach''s account, if there is one.';

create table public.class_types (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  team text references public.teams (id),
  variant text check (variant ~ '^[A-Z]$'),
  level text,
  created_at timestamptz not null default now()
);
create index class_types_team on public.class_types (team);
comment on table public.class_types is 'Kinds of class.';
comment on column public.class_types.name is 'As parents read it: of a team''s class its name and variant.';
comment on column public.class_types.team is 'Whose class it is; null: of no team, and not among those that are booked in three steps.';
comment on column public.class_types.variant is 'A or B, where a team has several groups at a time.';
comment on column public.class_types.level is 'Levels of the ladder this class teaches, as parents read them: "1-3".';

create table public.session_templates (
  id uuid primary key default gen_random_uuid(),
  class_type_id uuid not null references public.class_types (id) on delete cascade,
  location_id uuid not null references public.locations (id) on delete cascade,
  coach_id uuid references public.coaches (id) on delete set null,
  weekday integer not null check (weekday in (6, 7)),
  session_time time not null,
  duration_minutes integer not null default 60 check (duration_minutes between 15 and 480),
  max_capacity integer not null check (max_capacity between 1 and 100),
  active boolean not null default true,
  unique (class_type_id, location_id, weekday, session_time)
);
comment on table public.session_templates is 'The weekly plan from which each weekend''s sessions are made.';
comment on column public.session_templates.weekday is 'ISO: 6 Saturday, 7 Sunday.';
comment on column public.session_templates.max_capacity is 'Four to six children a group (spec 2 §9).';
comment on column public.session_templates.session_time is 'Time of day in Singapore.';
create index session_templates_location_id on public.session_templates (location_id);
create index session_templates_coach_id on public.session_templates (coach_id);

create table public.sessions (
  id uuid primary key default gen_random_uuid(),
  class_type_id uuid not null references public.class_types (id) on delete restrict,
  location_id uuid not null references public.locations (id) on delete restrict,
  coach_id uuid references public.coaches (id) on delete set null,
  session_date date not null,
  session_time time not null,
  duration_minutes integer not null check (duration_minutes between 15 and 480),
  starts_at timestamptz not null generated always as
    ((session_date + session_time) at time zone private.time_zone()) stored,
  ends_at timestamptz not null generated always as
    ((session_date + session_time + duration_minutes * interval '1 minute') at time zone private.time_zone()) stored,
  max_capacity integer not null check (max_capacity between 0 and 100),
  status text not null default 'scheduled' check (status in ('scheduled', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (location_id, class_type_id, session_date, session_time),
  unique (id, session_date, session_time)
);
comment on table public.sessions is 'One class on one day. Its row is the lock under which its seats are sold (places.sql).';
comment on column public.sessions.session_time is 'Time of day in Singapore.';
comment on column public.sessions.starts_at is 'The moment of session_date and session_time in Singapore.';
comment on column public.sessions.max_capacity is 'Seats. Lowering it takes no booking away, it only stops sales.';
create index sessions_session_date on public.sessions (session_date);
create index sessions_class_type_id on public.sessions (class_type_id);
create index sessions_coach_id on public.sessions (coach_id);

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  session_date date not null,
  session_time time not null,
  child_id uuid not null references public.children (id) on delete restrict,
  family_id uuid not null references public.families (id) on delete restrict,
  status text not null default 'booked' check (status in ('booked', 'cancelled')),
  attended boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Date and time stand here for the family's lists; the key makes them the session's own, also when it moves.
  foreign key (session_id, session_date, session_time)
    references public.sessions (id, session_date, session_time) on update cascade on delete restrict
);
comment on table public.bookings is 'A child''s enrolment in a session. A booked one takes a seat.';
comment on column public.bookings.attended is 'Null until the roster is taken.';
create index bookings_session on public.bookings (session_id, session_date, session_time, status);
create unique index bookings_child_once on public.bookings (child_id, session_id) where status = 'booked';
create index bookings_child_id on public.bookings (child_id);
create index bookings_family_id on public.bookings (family_id, session_date);
create index bookings_session_date on public.bookings (session_date);

alter table public.locations enable row level security;
alter table public.coaches enable row level security;
alter table public.class_types enable row level security;
alter table public.session_templates enable row level security;
alter table public.sessions enable row level security;
alter table public.bookings enable row level security;

revoke all on table public.locations, public.coaches, public.class_types, public.session_templates,
  public.sessions, public.bookings from anon, authenticated, service_role;
grant select on public.locations, public.coaches, public.class_types, public.session_templates,
  public.sessions, public.bookings to authenticated, service_role;
grant select on public.class_types, public.locations to anon;

create trigger touch_updated_at before update on public.sessions
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.bookings
  for each row execute function private.touch_updated_at();

grant execute on function private.calendar_today() to authenticated, service_role;
grant execute on function private.calendar_now() to authenticated, service_role;
grant execute on function private.time_zone() to authenticated, service_role;

create policy "Anyone reads class types" on public.class_types
  for select to anon, authenticated using (true);

create policy "Anyone reads locations" on public.locations
  for select to anon, authenticated using (true);

create policy "Signed-in people read coaches" on public.coaches
  for select to authenticated using (true);

create policy "Signed-in people read sessions" on public.sessions
  for select to authenticated using (true);

create policy "Admins read session templates" on public.session_templates
  for select to authenticated using ((select private.is_admin()));

create policy "Parents read their own bookings, coaches today's, admins all" on public.bookings
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or (select private.is_admin())
    or ((select private.is_coach()) and status = 'booked' and session_date = (select private.calendar_today()))
  );

create function private.rename_product()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.coaches set name = 'Coach ' || new.product where name = 'Coach ' || old.product;
  return new;
end;
$$;
comment on function private.rename_product() is
  'Trigger on settings: the coach who is named after the product follows a renamed one.';
create trigger rename_product after update of product on public.settings
  for each row when (old.product <> new.product) execute function private.rename_product();

create function private.name_classes()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.class_types set name = concat_ws(' ', new.name, variant)
  where team = new.id and name = concat_ws(' ', old.name, variant);
  return new;
end;
$$;
comment on function private.name_classes() is
  'Trigger on teams: a team''s classes are called as it is; one with a name of its own keeps it.';
create trigger name_classes after update of name on public.teams
  for each row when (old.name <> new.name) execute function private.name_classes();

create function private.weekend()
returns table (saturday date, sunday date)
language sql
volatile
set search_path = ''
as $$
  -- ISO weekday: Saturday is 6, Sunday 7. So Sunday still belongs to yesterday's Saturday.
  select saturday, saturday + 1
  from (select private.calendar_today() as today) t,
    lateral (select today + 6 - extract(isodow from today)::integer as saturday) s
$$;
comment on function private.weekend() is
  'This coming weekend in Singapore (spec 2 §5): yesterday and today on a Sunday, today and tomorrow on a Saturday, else the next one.';

create function public.ensure_next_weekend_funstart_sessions()
returns integer
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_created integer;
begin
  insert into public.sessions
    (class_type_id, location_id, coach_id, session_date, session_time, duration_minutes, max_capacity)
  select t.class_type_id, t.location_id, t.coach_id, d.session_date, t.session_time, t.duration_minutes, t.max_capacity
  from private.weekend() w,
    public.session_templates t,
    lateral (select case t.weekday when 6 then w.saturday else w.sunday end as session_date) d
  where t.active
    -- A class that should have begun already did not take place.
    and (d.session_date + t.session_time) at time zone private.time_zone() > (select private.calendar_now())
    and not exists (
      select from public.sessions s
      where s.location_id = t.location_id and s.class_type_id = t.class_type_id
        and s.session_date = d.session_date and s.session_time = t.session_time
    )
  on conflict (location_id, class_type_id, session_date, session_time) do nothing;
  get diagnostics v_created = row_count;
  return v_created;
end;
$$;
comment on function public.ensure_next_weekend_funstart_sessions() is
  'Makes this coming weekend''s sessions from the templates; answers how many were new (spec 2 §7). Repeating it changes nothing; a cancelled session stays cancelled. Definer: any visitor''s page load may be the first of the week, and can only do what the templates say.';
grant execute on function public.ensure_next_weekend_funstart_sessions() to anon, authenticated, service_role;

-- schemas/offers/offer_rules.sql

-- What an offer may say: names, early-bird rungs, tiers and terms, each checked before it is published.

create function private.is_slug(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_typeof(p_value) = 'string' and p_value #>> '{}' ~ '^[a-z][a-z0-9-]{0,39}$', false)
$$;
comment on function private.is_slug(jsonb) is 'Is the JSON value a short name such as east-coast?';

create function private.are_names(p_value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(p_value) = 'array' then
    (select count(*) between 1 and 20 and bool_and(private.is_slug(value)) and count(*) = count(distinct value)
     from jsonb_array_elements(p_value))
  else false end
$$;
comment on function private.are_names(jsonb) is 'Is the JSON value a list of different short names, at least one?';

create function private.rung_problem(p_rungs jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rung record;
  v_last numeric := 0;
begin
  if jsonb_typeof(p_rungs) is distinct from 'array' or jsonb_array_length(p_rungs) > 10 then return 'rungs'; end if;
  for v_rung in
    select value as r, format('rungs[%s]', ordinality - 1) as field,
      count(*) over (partition by value -> 'id') as same_id
    from jsonb_array_elements(p_rungs) with ordinality order by ordinality
  loop
    if jsonb_typeof(v_rung.r) <> 'object' then return v_rung.field; end if;
    if not private.is_slug(v_rung.r -> 'id') or v_rung.r ->> 'id' = 'listed' or v_rung.same_id > 1 then
      return v_rung.field || '.id';
    end if;
    -- Each rung saves less than the one before it, and the last one still saves something.
    if not private.is_whole(v_rung.r -> 'price_cents', v_last + 1, p_price_cents - 1) then
      return v_rung.field || '.price_cents';
    end if;
    v_last := (v_rung.r ->> 'price_cents')::numeric;
    if coalesce(v_rung.r -> 'places', 'null') <> 'null' and not private.is_whole(v_rung.r -> 'places', 1, 1000) then
      return v_rung.field || '.places';
    end if;
    -- With its zone, so that it means the same moment to everybody.
    if coalesce(v_rung.r -> 'deadline', 'null') <> 'null' and not (
      jsonb_typeof(v_rung.r -> 'deadline') = 'string'
      and v_rung.r ->> 'deadline' ~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
      and pg_input_is_valid(v_rung.r ->> 'deadline', 'timestamptz')) then
      return v_rung.field || '.deadline';
    end if;
    if jsonb_typeof(coalesce(v_rung.r -> 'closed', 'false')) <> 'boolean' then return v_rung.field || '.closed'; end if;
  end loop;
  return null;
end;
$$;
comment on function private.rung_problem(jsonb, integer) is
  'Field of the first fault in a tier''s rungs, or null: {id, price_cents, places or null, deadline or null, closed}, in the order in which they sell, prices rising towards the listed price and below it.';

create function private.tier_problem(p_details jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rebate constant jsonb := coalesce(p_details -> 'sibling_rebate', 'null');
  v_extended constant jsonb := coalesce(p_details -> 'extended_day', 'null');
  v_cheapest constant integer := coalesce((p_details #>> '{rungs,0,price_cents}')::numeric, p_price_cents);
  v_option record;
begin
  if p_details -> 'tier' is null or p_details -> 'tier' not in ('"spark"', '"ignite"', '"epic"') then return 'tier'; end if;
  if not private.is_whole(p_details -> 'days', 1, 14) then return 'days'; end if;
  if jsonb_typeof(p_details -> 'level') is distinct from 'string' or length(p_details ->> 'level') not between 1 and 60 then
    return 'level';
  end if;
  if not private.are_names(p_details -> 'teams') or p_details -> 'teams' <@ '["white", "red", "black", "x"]' is not true then
    return 'teams';
  end if;
  if not private.is_whole(p_details -> 'min_age', 1, 17) then return 'min_age'; end if;
  if not private.is_whole(p_details -> 'max_age', (p_details ->> 'min_age')::numeric, 18) then return 'max_age'; end if;
  if not private.are_names(p_details -> 'bases') then return 'bases'; end if;
  if v_rebate <> 'null' then
    if not private.is_whole(v_rebate -> 'cents', 1, v_cheapest - 1) then return 'sibling_rebate.cents'; end if;
    if coalesce(v_rebate -> 'places', 'null') <> 'null' and not private.is_whole(v_rebate -> 'places', 1, 1000) then
      return 'sibling_rebate.places';
    end if;
  end if;
  if jsonb_typeof(p_details -> 'transport') is distinct from 'array' then return 'transport'; end if;
  for v_option in
    select value as o, format('transport[%s]', ordinality - 1) as field, count(*) over (partition by value -> 'id') as same_id
    from jsonb_array_elements(p_details -> 'transport') with ordinality order by ordinality
  loop
    if not private.is_slug(v_option.o -> 'id') or v_option.same_id > 1 then return v_option.field || '.id'; end if;
    if jsonb_typeof(v_option.o -> 'title') is distinct from 'string' or v_option.o ->> 'title' = '' then
      return v_option.field || '.title';
    end if;
    if not private.is_whole(v_option.o -> 'price_cents', 0, 1000000) then return v_option.field || '.price_cents'; end if;
  end loop;
  if v_extended <> 'null' and (
    coalesce(v_extended ->> 'start', '') !~ '^([01]\d|2[0-3]):[0-5]\d$'
    or coalesce(v_extended ->> 'end', '') !~ '^([01]\d|2[0-3]):[0-5]\d$'
    or v_extended ->> 'start' >= v_extended ->> 'end') then
    return 'extended_day';
  end if;
  return null;
end;
$$;
comment on function private.tier_problem(jsonb, integer) is
  'Field of the first fault in the details of an offer of kind camp_tier, or null. Rungs are checked before: private.rung_problem.';

create function private.terms_problem(p_details jsonb)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_rules constant jsonb := coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]');
  v_rule record;
  v_hours numeric;
  v_days numeric;
  v_by_days boolean;
  v_flag text;
begin
  if jsonb_typeof(v_rules) <> 'array' or jsonb_array_length(v_rules) > 10 then return 'refund_rules'; end if;
  for v_rule in
    select value as r, format('refund_rules[%s]', ordinality - 1) as field
    from jsonb_array_elements(v_rules) with ordinality order by ordinality
  loop
    -- The first rule that still holds decides: each of a kind must hold for longer than the one before.
    v_by_days := coalesce(v_rule.r -> 'days_after_purchase', 'null') <> 'null';
    if v_by_days and coalesce(v_rule.r -> 'hours_before', 'null') <> 'null'
      or v_by_days and not private.is_whole(v_rule.r -> 'days_after_purchase', coalesce(v_days + 1, 0), 366) then
      return v_rule.field || '.days_after_purchase';
    end if;
    if not v_by_days and not private.is_whole(v_rule.r -> 'hours_before', 0, coalesce(v_hours - 1, 8784)) then
      return v_rule.field || '.hours_before';
    end if;
    if not private.is_whole(v_rule.r -> 'percent', 0, 100) then return v_rule.field || '.percent'; end if;
    v_hours := coalesce((v_rule.r ->> 'hours_before')::numeric, v_hours);
    v_days := coalesce((v_rule.r ->> 'days_after_purchase')::numeric, v_days);
  end loop;
  foreach v_flag in array array['once_per_child', 'renews'] loop
    if jsonb_typeof(coalesce(nullif(p_details -> v_flag, 'null'), 'false')) <> 'boolean' then return v_flag; end if;
  end loop;
  if not private.is_whole(coalesce(nullif(p_details -> 'make_ups', 'null'), '0'), 0, 1000) then return 'make_ups'; end if;
  return null;
end;
$$;
comment on function private.terms_problem(jsonb) is
  'Field of the first fault in what details of every kind may carry, or null: refund_rules [{hours_before, percent} or {days_after_purchase, percent}] (whole hours before the start, falling; whole days after the payment, rising; percent of the price, 0 to 100), once_per_child, renews, make_ups.';

-- schemas/offers/offers.sql

-- Offers: what is sold and for how much, as published from the content (decisions "Who owns what").

create table public.offers (
  id text primary key check (length(id) between 1 and 100),
  kind text not null check (kind in ('pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package')),
  title text not null check (length(title) between 1 and 200),
  price_cents integer not null check (price_cents between 1 and 100000000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  revision text not null,
  details jsonb not null check (jsonb_typeof(details) = 'object'),
  cancellation text,
  active boolean not null default true,
  updated_at timestamptz not null,
  check (private.terms_problem(details) is null),
  check (kind <> 'camp_tier'
    or coalesce(private.rung_problem(details -> 'rungs', price_cents), private.tier_problem(details, price_cents)) is null)
);
comment on table public.offers is
  'One row per sellable thing, written only by publish_offers. What the page shows comes from the same document; the price charged comes from here.';
comment on column public.offers.id is 'The content document''s id, e.g. pass-term.';
comment on column public.offers.revision is 'The document''s revision: a page built from another one is recognised.';
comment on column public.offers.price_cents is 'Of a camp_tier the listed price, which sells after its last rung.';
comment on column public.offers.details is
  'pass, team_pass: {pass_id, sessions, validity_days, checkout_type, min_age?, max_age?} in days, years, numbers of sessions. camp_tier: {tier: spark | ignite | epic, days, level, teams: [white | red | black | x], min_age, max_age, rungs: [{id, price_cents, places | null, deadline | null, closed}], sibling_rebate: {cents, places | null} | null, transport: [{id, title, price_cents}], bases: [locations.base], extended_day: {start, end} | null}. holiday_package: {days?}. birthday_package: {guests?, minutes?}. All of them may have the terms of private.terms_problem.';
comment on column public.offers.cancellation is 'The rules in words, copied onto each order.';
comment on column public.offers.updated_at is 'When the document was last changed; an older version never replaces a newer.';

alter table public.offers enable row level security;
revoke all on table public.offers from anon, authenticated, service_role;
grant select on public.offers to anon, authenticated, service_role;

create policy "Anyone reads the offers on sale, admins read all" on public.offers
  for select to anon, authenticated using (active or (select private.is_admin()));
grant execute on function private.has_any_role(public.app_role[]) to anon;

create function private.offer_terms(p_offer public.offers)
returns table (
  sessions integer, validity_days integer, make_ups integer, renews boolean, once_per_child boolean, refund_rules jsonb)
language plpgsql
immutable
set search_path = ''
as $$
begin
  return query select
    case when p_offer.kind in ('pass', 'team_pass') then (p_offer.details ->> 'sessions')::numeric::integer end,
    (p_offer.details ->> 'validity_days')::numeric::integer,
    coalesce((p_offer.details ->> 'make_ups')::numeric::integer, 0),
    coalesce((p_offer.details ->> 'renews')::boolean, false),
    coalesce((p_offer.details ->> 'once_per_child')::boolean, false),
    coalesce(nullif(p_offer.details -> 'refund_rules', 'null'), '[]');
end;
$$;
comment on function private.offer_terms(public.offers) is 'What an order line copies of an offer''s details.';

create function private.details_problem(p_kind text, p_details jsonb, p_price_cents integer)
returns text
language plpgsql
immutable
set search_path = ''
as $$
declare
  v_optional text;
  v_endless integer;
begin
  if p_kind not in ('pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package') then return 'kind'; end if;
  if private.terms_problem(p_details) is not null then return 'details.' || private.terms_problem(p_details); end if;
  if p_kind = 'camp_tier' then
    return 'details.' || coalesce(
      private.rung_problem(p_details -> 'rungs', p_price_cents), private.tier_problem(p_details, p_price_cents));
  end if;
  if p_kind in ('pass', 'team_pass') and not private.is_whole(p_details -> 'sessions', 1, 1000) then
    return 'details.sessions';
  end if;
  -- What has no date begins never: hours before its beginning would lie ahead for ever.
  if p_kind in ('holiday_package', 'birthday_package') then
    select min(ordinality) - 1 into v_endless
    from jsonb_array_elements(coalesce(nullif(p_details -> 'refund_rules', 'null'), '[]')) with ordinality
    where value ->> 'days_after_purchase' is null;
    if v_endless is not null then return format('details.refund_rules[%s].days_after_purchase', v_endless); end if;
  end if;
  foreach v_optional in array case
    when p_kind in ('pass', 'team_pass') then array['validity_days', 'min_age', 'max_age']
    when p_kind = 'holiday_package' then array['days']
    else array['guests', 'minutes'] end
  loop
    if coalesce(p_details -> v_optional, 'null') <> 'null' and not private.is_whole(p_details -> v_optional, 1, 3660) then
      return 'details.' || v_optional;
    end if;
  end loop;
  return null;
end;
$$;
comment on function private.details_problem(text, jsonb, integer) is
  'Field of the first fault in an offer''s kind and details, or null. Refund rules of packages, which have no date, count days after the purchase.';

create function private.check_offer(p_offer jsonb, p_field text)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_details constant jsonb := p_offer -> 'details';
  v_problem text;
  v_key text;
begin
  foreach v_key in array array['id', 'kind', 'title', 'currency', 'revision', 'updated_at'] loop
    if jsonb_typeof(p_offer -> v_key) is distinct from 'string'
      or length(p_offer ->> v_key) not between 1 and (case v_key when 'title' then 200 else 100 end) then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if jsonb_typeof(coalesce(p_offer -> 'cancellation', 'null')) not in ('null', 'string') then
    perform private.fail('invalid_input', p_field || '.cancellation');
  end if;
  if not private.is_whole(p_offer -> 'price_cents', 1, 100000000) then
    perform private.fail('invalid_input', p_field || '.price_cents');
  end if;
  if p_offer ->> 'currency' <> (private.settings()).currency then
    perform private.fail('invalid_input', p_field || '.currency');
  end if;
  if not pg_input_is_valid(p_offer ->> 'updated_at', 'timestamptz') then
    perform private.fail('invalid_input', p_field || '.updated_at');
  end if;
  if jsonb_typeof(v_details) is distinct from 'object' then
    perform private.fail('invalid_input', p_field || '.details');
  end if;
  v_problem := private.details_problem(p_offer ->> 'kind', v_details, (p_offer ->> 'price_cents')::numeric::integer);
  if v_problem is not null then
    perform private.fail('invalid_input', p_field || '.' || v_problem);
  end if;
end;
$$;
comment on function private.check_offer(jsonb, text) is
  'Refuses an offer that could not be sold: invalid_input with the field under p_field.';

create function private.check_brand(p_brand jsonb)
returns void
language plpgsql
set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(coalesce(p_brand, '{}')) <> 'object' then perform private.fail('invalid_input', 'p_brand'); end if;
  foreach v_key in array array['name', 'product', 'slug', 'orderPrefix'] loop
    if coalesce(p_brand -> v_key, 'null') <> 'null' and (jsonb_typeof(p_brand -> v_key) <> 'string'
      or p_brand ->> v_key !~ case v_key when 'orderPrefix' then '^[A-Z]{1,4}$' else '^.{1,100}$' end) then
      perform private.fail('invalid_input', 'p_brand.' || v_key);
    end if;
  end loop;
end;
$$;
comment on function private.check_brand(jsonb) is
  'The brand module''s {name, product, slug, orderPrefix}, each if it is given; else invalid_input with the field.';

-- schemas/publishing/publish_offers.sql

-- Publishing offers: the whole list that content has, taken over in one transaction.

create function public.publish_offers(
  p_offers jsonb, p_brand jsonb, p_snapshot_at timestamptz, p_off_sale jsonb default '[]')
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last timestamptz;
  v_offer record;
  v_missing jsonb := '[]';
  v_kept jsonb;
  v_changed integer;
  v_gone integer := 0;
begin
  if jsonb_typeof(p_offers) is distinct from 'array' then perform private.fail('invalid_input', 'p_offers'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  perform private.check_brand(p_brand);
  perform private.check_off_sale(p_off_sale);
  for v_offer in select value, ordinality - 1 as i from jsonb_array_elements(p_offers) with ordinality loop
    perform private.check_offer(v_offer.value, format('p_offers[%s]', v_offer.i));
  end loop;
  if (select count(distinct value ->> 'id') from jsonb_array_elements(p_offers)) <> jsonb_array_length(p_offers) then
    perform private.fail('invalid_input', 'p_offers');
  end if;
  -- A camp has one tier's price: two documents for one tier would be two prices.
  for v_offer in
    select t.i from (
      select ordinality - 1 as i, row_number() over (partition by value #> '{details,tier}' order by ordinality) as n
      from jsonb_array_elements(p_offers) with ordinality where value ->> 'kind' = 'camp_tier'
    ) t where t.n > 1 limit 1
  loop
    perform private.fail('invalid_input', format('p_offers[%s].details.tier', v_offer.i));
  end loop;

  -- The settings row is the lock of publishing: two publishes follow one another.
  select offers_snapshot_at into v_last from public.settings for update;

  -- Nothing of a list that was cut is believed: what it lacks would go off sale, and its prices say nothing of why.
  if p_snapshot_at >= v_last then
    v_missing := private.find_missing_offers(p_offers, p_off_sale, p_snapshot_at);
    if private.is_cut_off(jsonb_array_length(v_missing), (select count(*)::integer from public.offers where active)) then
      perform private.tell_staff_of_offers('missing:' || clock_timestamp()::date, 'missing', v_missing);
      return jsonb_build_object('changed', 0, 'believed', false, 'missing', v_missing, 'kept', '[]'::jsonb);
    end if;
  end if;
  v_kept := private.find_price_jumps(p_offers);

  insert into public.offers as o
    (id, kind, title, price_cents, currency, revision, details, cancellation, active, updated_at)
  select n.id, n.kind, n.title, n.price_cents::integer, n.currency, n.revision, n.details, n.cancellation, true, n.updated_at
  from jsonb_to_recordset(p_offers) as n (
    id text, kind text, title text, price_cents numeric, currency text, revision text, details jsonb,
    cancellation text, updated_at timestamptz
  )
  -- A snapshot that arrives late may still bring something new, but nothing that has been taken away since.
  where (p_snapshot_at >= v_last or n.updated_at > v_last or exists (select from public.offers where id = n.id))
    and not v_kept @> jsonb_build_array(jsonb_build_object('id', n.id))
  on conflict (id) do update set
    kind = excluded.kind, title = excluded.title, price_cents = excluded.price_cents, currency = excluded.currency,
    revision = excluded.revision, details = excluded.details, cancellation = excluded.cancellation,
    active = true, updated_at = excluded.updated_at
  where excluded.updated_at > o.updated_at
    or (excluded.updated_at = o.updated_at and p_snapshot_at >= v_last
      and (not o.active or o.revision <> excluded.revision));
  get diagnostics v_changed = row_count;

  if p_snapshot_at >= v_last then
    update public.offers set active = false
    where active and updated_at < p_snapshot_at
      and id not in (select value ->> 'id' from jsonb_array_elements(p_offers));
    get diagnostics v_gone = row_count;

    update public.settings set
      offers_snapshot_at = p_snapshot_at,
      name = coalesce(p_brand ->> 'name', name),
      product = coalesce(p_brand ->> 'product', product),
      slug = coalesce(p_brand ->> 'slug', slug),
      order_prefix = coalesce(p_brand ->> 'orderPrefix', order_prefix);
  end if;
  for v_offer in select value as o from jsonb_array_elements(v_missing) loop
    perform private.tell_staff_of_offers(
      'gone:' || (v_offer.o ->> 'id') || ':' || clock_timestamp()::date, 'gone', jsonb_build_array(v_offer.o));
  end loop;
  for v_offer in select value as o from jsonb_array_elements(v_kept) loop
    perform private.tell_staff_of_offers(
      'kept:' || (v_offer.o ->> 'id') || ':' || (v_offer.o ->> 'revision'), 'kept', jsonb_build_array(v_offer.o));
  end loop;
  return jsonb_build_object('changed', v_changed + v_gone, 'believed', true, 'missing', v_missing, 'kept', v_kept);
end;
$$;
comment on function public.publish_offers(jsonb, jsonb, timestamptz, jsonb) is
  'Takes over everything that is published: {changed, believed, missing: [{id, title}], kept: [{id, title, revision, from_cents, to_cents}]}. p_offers: [{id, kind, title, price_cents, currency, revision, details, cancellation, updated_at, confirmed?}], the whole set as read at p_snapshot_at; p_brand: {name, product, slug, orderPrefix}; p_off_sale: ids of what was read and is not on sale. What is missing and older than the snapshot goes off sale; where more is missing than may go without a word (private.is_cut_off), nothing changes and believed is false. A price that jumps and is not confirmed is kept as it was (private.find_price_jumps). Staff are told of what went missing and what was kept. An older document or snapshot never undoes a newer. Refuses invalid_input with the field, e.g. p_offers[0].title, p_brand.orderPrefix. Definer: the only writer of offers; only the service role may call.';
grant execute on function public.publish_offers(jsonb, jsonb, timestamptz, jsonb) to service_role;

-- schemas/camps/camps.sql

-- Camps: a tier at a base in one week
-- (spec 2 §3, §5 and §9; decisions "Selling rules").

create table public.camp_weeks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  tier text not null check (tier in ('spark', 'ignite', 'epic')),
  team_types text[] not null
    check (cardinality(team_types) between 1 and 4 and team_types <@ array['white', 'red', 'black', 'x']),
  location_id uuid not null references public.locations (id) on delete restrict,
  start_date date not null,
  end_date date not null check (end_date between start_date and start_date + 13),
  session_time_start time not null default '09:00',
  session_time_end time not null default '15:00' check (session_time_end > session_time_start),
  starts_at timestamptz not null generated always as
    ((start_date + session_time_start) at time zone private.time_zone()) stored,
  capacity integer not null default 20 check (capacity between 1 and 500),
  is_active boolean not null default true,
  cancelled_at timestamptz check (cancelled_at is null or not is_active),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.camp_weeks is
  'What staff say of a camp. Its price and fill depend on the moment, so people read the view camps. Its row is the lock under which its places and rungs are sold.';
comment on column public.camp_weeks.tier is 'Sold as the published offer of kind camp_tier that names this tier.';
comment on column public.camp_weeks.session_time_start is 'Time of day in Singapore. The extended day is the offer''s.';
comment on column public.camp_weeks.starts_at is 'The moment of the first day''s beginning: no sale afterwards.';
comment on column public.camp_weeks.capacity is 'Places. Never below those taken: private.camp_seats_taken.';
comment on column public.camp_weeks.is_active is 'Shown and on sale.';
comment on column public.camp_weeks.cancelled_at is 'Cancelled for good; its enrolments wait for staff to move or refund them.';
-- A visitor's choice of tier, base, first day and number of days is one camp.
create unique index camp_weeks_one on public.camp_weeks (tier, location_id, start_date, end_date) where cancelled_at is null;
create index camp_weeks_location_id on public.camp_weeks (location_id);
create index camp_weeks_start_date on public.camp_weeks (start_date);
create index camp_weeks_end_date on public.camp_weeks (end_date) where is_active;

alter table public.camp_weeks enable row level security;
revoke all on table public.camp_weeks from anon, authenticated, service_role;
grant select on public.camp_weeks to anon, authenticated, service_role;

-- What families read of them stands in enrolments.sql.
create policy "Visitors read camps on sale" on public.camp_weeks
  for select to anon using (is_active);

create trigger touch_updated_at before update on public.camp_weeks
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.camp_weeks
  for each row execute function private.audit('id', '*', 'starts_at', 'created_at', 'updated_at');

-- schemas/orders/orders.sql

-- Orders: what a parent is buying, the seats held meanwhile, and the attempts to pay
-- (README "One booking, end to end"; decisions "The hold").

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number text not null unique,
  secret uuid not null unique default gen_random_uuid(),
  status text not null default 'held'
    check (status in ('held', 'awaiting_payment', 'paid', 'paid_late', 'expired', 'released')),
  outcome text check (outcome in ('enrolled', 'reseated', 'needs_choice', 'under_review')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total_cents integer not null check (total_cents > 0),
  gst_rate_basis_points integer,
  gst_number text,
  client_hash text,
  renewals integer not null default 0 check (renewals >= 0),
  code text check (length(code) between 1 and 60),
  split_allowed boolean not null default false,
  channel text not null default 'web' check (channel in ('web', 'desk', 'renewal')),
  parent_name text check (length(parent_name) between 1 and 120 and private.is_line(parent_name)),
  parent_email text check (length(parent_email) <= 254),
  parent_phone text check (parent_phone ~ '^\+[1-9][0-9]{7,14}$'),
  consents_at timestamptz,
  consents jsonb not null default '{}' check (jsonb_typeof(consents) = 'object'),
  signature text check (length(signature) between 1 and 120),
  transport_address text check (length(transport_address) between 1 and 300),
  attempt integer not null default 0 check (attempt >= 0),
  family_id uuid references public.families (id) on delete restrict,
  user_id uuid,
  opened_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  paid_at timestamptz,
  kept_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  check (outcome is null or status = 'paid_late' or outcome = 'under_review'),
  check ((paid_at is not null) = (status in ('paid', 'paid_late')))
);
comment on table public.orders is
  'One checkout. held: seats kept, never went to pay; awaiting_payment: a payment attempt exists; paid; paid_late: paid after the hold lapsed; expired; released by the parent.';
comment on column public.orders.number is 'For people: OT-4K7M. Identifies, never authorises.';
comment on column public.orders.secret is 'Whoever knows it may read and pay this order. Never in analytics, reports or logs.';
comment on column public.orders.outcome is
  'What became of a paid_late order; under_review: a charge came that does not fit, and a person decides before anything more is paid.';
comment on column public.orders.total_cents is 'Sum of the lines. GST is contained.';
comment on column public.orders.gst_rate_basis_points is 'As it was when the parent agreed; null before.';
comment on column public.orders.client_hash is 'private.fingerprint of the network address, for the cap on what it holds and lately let go of; null once another order goes on with its places.';
comment on column public.orders.code is 'Promotion code in force, upper case.';
comment on column public.orders.split_allowed is 'The parent agreed that some lines may be had without the others. Else: together or not at all.';
comment on column public.orders.channel is
  'desk: sold by staff to a family that stands before them; renewal: made by the charge of a subscription.';
comment on column public.orders.consents is
  'What was agreed to, by purpose: {terms: {given, version}, …}; recorded as consents of the family by the payment.';
comment on column public.orders.signature is 'The parent''s name as typed under the consents.';
comment on column public.orders.transport_address is 'Where the van comes to, when a line has a transport.';
comment on column public.orders.opened_at is
  'When this browser first opened a checkout for these places: an order that replaces another one keeps its clock.';
comment on column public.orders.consents_at is 'When terms and activity consent were given; both are required.';
comment on column public.orders.attempt is 'Number of the current payment attempt; 0 before the first.';
comment on column public.orders.user_id is
  'Who was signed in when it was opened: whose terms and news its consents are. Null for a guest. No foreign key, as of consents.';
comment on column public.orders.kept_at is
  'When a closed order should have been deleted and was not, because it has money: its people are gone, and it stays for the books.';
comment on column public.orders.family_id is 'The signed-in parent''s from the opening on; a guest''s is made by the payment.';
-- One for all who look for open orders: a second one without the address would be taken for the cap as well, as long
-- as both are empty, and kept.
create index orders_open on public.orders (client_hash, created_at) where status in ('held', 'awaiting_payment');
-- What an address let go of lately counts towards its cap.
create index orders_let_go on public.orders (client_hash, updated_at) where status in ('released', 'expired');
create index orders_family_id on public.orders (family_id);
-- What the purges still have to do; what is done is in neither.
create index orders_lapsed on public.orders (updated_at) where status in ('released', 'expired') and kept_at is null;
create index orders_with_people on public.orders (paid_at) where parent_email is not null or client_hash is not null;
-- Also what staff's reports and the reconciliation go by.
create index orders_paid_at on public.orders (paid_at desc) where paid_at is not null;
create index orders_parent_email on public.orders (parent_email) where paid_at is not null;

create table public.order_children (
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null check (position between 0 and 7),
  child_id uuid references public.children (id) on delete restrict,
  name text check (length(name) between 1 and 120 and private.is_line(name)),
  dob date check (dob between '1990-01-02' and '2100-12-31'),
  experience_level text check (length(experience_level) between 1 and 40),
  overnight boolean,
  primary key (order_id, position)
);
comment on table public.order_children is 'For whom an order is. Several lines may be one child''s.';
comment on column public.order_children.child_id is 'A child of the signed-in family; of a guest''s order the one that the payment made.';
comment on column public.order_children.experience_level is
  'As a parent sees it (contract/orders.ts); the payment writes it to the child.';
comment on column public.order_children.overnight is
  'Would like to stay the night of EPIC Camp, which is by pre-approval only (spec 2 §2); null: not asked.';
comment on column public.order_children.dob is 'The age checked is that on the first day.';
create index order_children_child_id on public.order_children (child_id);

create table public.order_child_details (
  order_id uuid not null,
  position integer not null,
  allergies text check (length(allergies) between 1 and 2000),
  medical_conditions text check (length(medical_conditions) between 1 and 2000),
  pickup_authorizations jsonb check (jsonb_typeof(pickup_authorizations) = 'array'),
  emergency_contacts jsonb check (jsonb_typeof(emergency_contacts) = 'array'),
  primary key (order_id, position),
  foreign key (order_id, position) references public.order_children (order_id, position) on delete cascade
);
comment on table public.order_child_details is
  'Health and pickup of a child as typed at the checkout. Nobody reads it: the payment moves it to the child''s own tables, a lapsed order loses it with its parent.';
comment on column public.order_child_details.pickup_authorizations is '[{name, relationship, phone}]; null: not asked.';
comment on column public.order_child_details.emergency_contacts is '[{name, relationship, phone}]; null: not asked.';

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  position integer not null check (position >= 0),
  status text not null default 'open' check (status in ('open', 'placed', 'needs_choice', 'credit', 'cancelled')),
  child_position integer,
  offer_id text not null references public.offers (id) on delete restrict,
  session_id uuid references public.sessions (id) on delete restrict,
  title text not null,
  price_cents integer not null check (price_cents > 0),
  rebate_cents integer not null default 0 check (rebate_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  transport jsonb check (jsonb_typeof(transport) = 'object'),
  transport_cents integer not null default 0 check (transport_cents >= 0),
  carried_cents integer not null default 0 check (carried_cents >= 0),
  total_cents integer not null generated always as (
    price_cents - rebate_cents - discount_cents + transport_cents - carried_cents) stored check (total_cents >= 0),
  seen_price_cents integer check (seen_price_cents >= 0),
  sessions integer check (sessions > 0),
  validity_days integer check (validity_days > 0),
  make_ups integer not null default 0 check (make_ups >= 0),
  renews boolean not null default false,
  once_per_child boolean not null default false,
  cancellation text,
  refund_rules jsonb not null default '[]' check (jsonb_typeof(refund_rules) = 'array'),
  revision text not null,
  moves_line_id uuid references public.order_lines (id) on delete set null,
  moved_to_line_id uuid references public.order_lines (id) on delete set null,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  rung_id text,
  sibling_rebate boolean not null default false,
  refund_starts_at timestamptz,
  subscription_id uuid,
  unique (order_id, position),
  check (moved_to_line_id is null or status = 'cancelled'),
  foreign key (order_id, child_position) references public.order_children (order_id, position),
  check (camp_id is null or (session_id is null and sessions is null and rung_id is not null))
);
comment on table public.order_lines is 'What is bought, as it was at the sale: title, prices and rules are copies of the offer.';
comment on column public.order_lines.position is 'From 0, as the browser sent them.';
comment on column public.order_lines.status is
  'open: not paid; placed: has what it bought; needs_choice: paid, and the place was gone; credit: paid, its place to be chosen later; cancelled: given back, refunded by its rules.';
comment on column public.order_lines.child_position is 'Whose it is; null while the parent has not said.';
comment on column public.order_lines.price_cents is 'Before rebate, discount and transport.';
comment on column public.order_lines.transport is '{id, title}; null: the parents bring the child.';
comment on column public.order_lines.total_cents is 'What is paid for the line with its order; a line alone is refunded by it and by what was carried over.';
comment on column public.order_lines.carried_cents is
  'Of a move that costs more (hold_move): what was paid for the place that is given up, with an earlier order. It stays on that order''s charge.';
comment on column public.order_lines.moves_line_id is 'The paid line whose place this one replaces once it is paid.';
comment on column public.order_lines.moved_to_line_id is 'The paid line that carries on what was paid for this one: nothing of it is given back here any more.';
comment on column public.order_lines.seen_price_cents is 'What the page showed, or what the parent agreed to since.';
comment on column public.order_lines.session_id is 'The session that the line stands for: the first that its pass books, or where that one was moved; null without one, and once it was given back (private.line_follows).';
comment on column public.order_lines.sessions is 'Sessions that a pass gives; null for what is not a pass.';
comment on column public.order_lines.make_ups is 'Missed sessions of the pass that may be made up.';
comment on column public.order_lines.renews is 'The pass renews itself by card until it is ended.';
comment on column public.order_lines.once_per_child is 'A try-out: sold to a child once (private.claim_once).';
comment on column public.order_lines.refund_rules is
  '[{hours_before, percent} or {days_after_purchase, percent}]; the first that fits decides, without one nothing is refunded. hours_before, falling: given back that long before the beginning. days_after_purchase, rising: until the end of that day after the payment, in Singapore; of a pass what is unused.';
comment on column public.order_lines.revision is 'Revision of the offer that was sold.';
comment on column public.order_lines.camp_id is 'The camp whose place this line buys.';
comment on column public.order_lines.rung_id is 'Rung of the camp''s tier at which the line is priced; while held, one place on it is taken.';
comment on column public.order_lines.sibling_rebate is 'The line takes one of the camp''s places with sibling rebate.';
comment on column public.order_lines.refund_starts_at is
  'Earliest beginning that the line has stood for, once it was moved or a session of its pass given back: neither wins a better refund.';
comment on column public.order_lines.subscription_id is
  'Of a renewal: what renewed it; null for other lines, the subscription''s first one too. A child may have several of one offer.';
create index order_lines_offer_id on public.order_lines (offer_id);
create index order_lines_session_id on public.order_lines (session_id);
create index order_lines_moves_line_id on public.order_lines (moves_line_id);
create index order_lines_moved_to_line_id on public.order_lines (moved_to_line_id);
create index order_lines_child on public.order_lines (order_id, child_position);
create index order_lines_camp_id on public.order_lines (camp_id);
create index order_lines_subscription_id on public.order_lines (subscription_id);
create index order_lines_renewing on public.order_lines (order_id) where renews;

create table public.holds (
  order_line_id uuid primary key references public.order_lines (id) on delete cascade,
  order_id uuid not null references public.orders (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete restrict,
  expires_at timestamptz not null,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  rung_id text,
  sibling_rebate boolean not null default false,
  check (num_nonnulls(session_id, camp_id) <= 1)
);
comment on table public.holds is
  'A seat kept for an order line until expires_at; of a line without a place, such as a pass alone, only the time in which it may be paid. A row past it counts for nothing; rows go when the order is paid, released or lapsed.';
comment on column public.holds.camp_id is 'Either a session or a camp, or neither.';
comment on column public.holds.rung_id is
  'Of the line, kept by triggers; here too, because everybody who buys a camp''s place counts its rungs under its lock.';
comment on column public.holds.sibling_rebate is 'Of the line, as rung_id.';
create index holds_session_id on public.holds (session_id, expires_at);
-- With the time: when an order's hold ends is one look, however many others are alive.
create index holds_order_id on public.holds (order_id, expires_at);
create index holds_expires_at on public.holds (expires_at);
create index holds_camp_id on public.holds (camp_id, expires_at);

create table public.checkout_attempts (
  order_id uuid not null references public.orders (id) on delete cascade,
  attempt integer not null check (attempt > 0),
  params jsonb not null,
  terms jsonb not null,
  session_id text unique,
  expires_at timestamptz,
  superseded_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (order_id, attempt)
);
comment on table public.checkout_attempts is
  'Attempts to pay. The parameters are stored before the payment provider is called, so that a lost answer is asked for again with the same ones under the idempotency key order:attempt.';
comment on column public.checkout_attempts.terms is 'private.order_terms at the start: what this attempt would charge for.';
comment on column public.checkout_attempts.session_id is 'The provider''s session; null until it is recorded.';
comment on column public.checkout_attempts.superseded_at is
  'Set when the order''s terms changed: that this session expires no longer frees the seats.';
comment on column public.checkout_attempts.closed_at is 'The provider said that this session expired.';

create index checkout_attempts_filled on public.checkout_attempts (created_at) where params <> '{}' or terms ? 'email';

alter table public.orders enable row level security;
alter table public.order_children enable row level security;
alter table public.order_child_details enable row level security;
alter table public.order_lines enable row level security;
alter table public.holds enable row level security;
alter table public.checkout_attempts enable row level security;

revoke all on table public.orders, public.order_children, public.order_child_details, public.order_lines,
  public.holds, public.checkout_attempts from anon, authenticated, service_role;
-- Of order_child_details not even the service key reads: health is shown only by functions that log it.
grant select on public.orders, public.order_children, public.order_lines, public.holds, public.checkout_attempts
  to service_role;
-- Everything but the secret and the address's hash.
grant select (
  id, number, status, outcome, currency, total_cents, gst_rate_basis_points, gst_number, parent_name, parent_email,
  parent_phone, consents_at, family_id, code, split_allowed, channel, consents, signature, transport_address,
  opened_at, created_at, paid_at, updated_at
) on public.orders to authenticated;
grant select on public.order_children, public.order_lines, public.holds to authenticated;

create policy "Parents read their own orders, admins read all" on public.orders
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the lines of their own orders, admins read all" on public.order_lines
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create policy "Parents read the children of their own orders, admins read all" on public.order_children
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create policy "Admins read holds" on public.holds
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.orders
  for each row execute function private.touch_updated_at();

create function private.is_live_order(p_order public.orders, p_at timestamptz)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_order.status in ('paid', 'paid_late')
    or (p_order.status in ('held', 'awaiting_payment')
      and exists (select from public.holds h where h.order_id = p_order.id and h.expires_at > p_at))
$$;
comment on function private.is_live_order(public.orders, timestamptz) is
  'Is the order paid, or can it still be paid without taking places anew?';

-- schemas/payments/payments.sql

-- Payments: every charge and every refund, each once, and the charges that wait for a person (decisions "Safety").

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  payment_intent text unique check (payment_intent <> ''),
  provider text not null default 'stripe' check (provider in ('stripe', 'desk')),
  method text check (length(method) between 1 and 40),
  order_id uuid references public.orders (id) on delete restrict,
  session_id text unique check (session_id <> ''),
  invoice_id text unique check (invoice_id <> ''),
  amount_cents integer not null,
  currency text not null,
  result text,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.payments is
  'Every charge that was reported, once, kept for ever. It has up to three names: what charged it, the checkout session and the invoice. A report may know only some of them; the others are filled in when they are heard of (private.note_charge), so that one charge is never taken for two.';
comment on column public.payments.payment_intent is
  'The provider''s id of what charged; null while no report has named it. Of one taken at the desk, desk: and the key of the sale.';
comment on column public.payments.order_id is 'Null when it belongs to no order we know: then a decision is open.';
comment on column public.payments.session_id is
  'The provider''s checkout session, which is paid once: a second charge that is said to be of the same one has none here.';
comment on column public.payments.invoice_id is 'The provider''s invoice of a subscription, which is charged once; null for other charges.';
comment on column public.payments.provider is 'desk: taken by staff, in cash or on their own terminal.';
comment on column public.payments.method is 'How it was paid, where we know: card, paynow, cash …';
comment on column public.payments.result is 'What confirm_order made of it.';
create index payments_order_id on public.payments (order_id);

create table public.payment_events (
  event_id text primary key,
  event_type text,
  payment_id uuid references public.payments (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.payment_events is 'Every report of a payment. An event is worked on once, in one transaction with what it causes.';
create index payment_events_payment_id on public.payment_events (payment_id);

create table public.payment_decisions (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('mismatch', 'duplicate_payment', 'paid_late', 'unknown_order', 'disputed')),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id uuid references public.orders (id) on delete restrict,
  status text not null default 'open' check (status in ('open', 'resolved')),
  resolution text check (resolution in ('moved', 'credit', 'refund', 'kept', 'ended')),
  details jsonb not null default '{}',
  resolved_by uuid references public.profiles (id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (payment_id, kind),
  check ((status = 'resolved') = (resolved_at is not null)),
  check ((status = 'resolved') = (resolution is not null))
);
comment on table public.payment_decisions is 'Charges that a person must decide about: refund, another date, or a call.';
comment on column public.payment_decisions.resolution is
  'moved: the parent chose another date; credit: a place to be chosen later; refund; kept: looked at, and right as it is; ended: the bank took the money back, and we the places.';
comment on column public.payment_decisions.details is 'What was expected and what came, in cents; of a renewal its subscription and period; gives: what "kept" gave, or nothing.';
create index payment_decisions_order_id on public.payment_decisions (order_id);
create index payment_decisions_resolved_by on public.payment_decisions (resolved_by);
create index payment_decisions_open on public.payment_decisions (created_at) where status = 'open';

create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references public.payments (id) on delete restrict,
  order_id uuid references public.orders (id) on delete restrict,
  order_line_id uuid references public.order_lines (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null,
  reason text not null check (reason in (
    'cancelled', 'moved', 'paid_late', 'duplicate_payment', 'mismatch', 'unknown_order', 'called_off', 'goodwill')),
  status text not null default 'requested' check (status in ('requested', 'pending', 'succeeded', 'failed')),
  provider_refund_id text unique,
  attempts integer not null default 0 check (attempts >= 0),
  leased_until timestamptz,
  last_error text,
  requested_by uuid references public.profiles (id) on delete set null,
  told boolean not null default false,
  settled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status in ('succeeded', 'failed')) = (settled_at is not null))
);
comment on table public.refunds is
  'Money that goes back. Decided here, in the transaction with its cause; then asked of the provider with the id as idempotency key, each once.';
comment on column public.refunds.told is
  'The mail about what was given back has said it: no second one does (private.settle_refund).';
comment on column public.refunds.order_id is
  'The order it is about: of a line that was moved for a difference the line''s, also where the charge is that of the order before.';
comment on column public.refunds.order_line_id is 'The line that was given back; null for a whole charge.';
comment on column public.refunds.reason is 'called_off: by the provider, such as a camp that does not take place; goodwill: staff decided.';
comment on column public.refunds.status is 'requested: to be sent; pending: the provider has it; failed: a person must pay it back otherwise.';
comment on column public.refunds.leased_until is 'Nobody else sends it before; after a failure, when to try again.';
comment on column public.refunds.requested_by is 'Staff who asked; null: the rules did, or the parent.';
create index refunds_payment_id on public.refunds (payment_id);
create index refunds_order_id on public.refunds (order_id);
create index refunds_order_line_id on public.refunds (order_line_id);
create index refunds_requested_by on public.refunds (requested_by);
create index refunds_waiting on public.refunds (created_at) where status in ('requested', 'pending');

alter table public.refunds enable row level security;
alter table public.payments enable row level security;
alter table public.payment_events enable row level security;
alter table public.payment_decisions enable row level security;
revoke all on table public.payments, public.payment_events, public.payment_decisions, public.refunds
  from anon, authenticated, service_role;
grant select on public.payments, public.payment_events, public.payment_decisions, public.refunds to service_role;
grant select on public.payments, public.payment_decisions, public.refunds to authenticated;

create policy "Admins read payments" on public.payments
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read payment decisions" on public.payment_decisions
  for select to authenticated using ((select private.is_admin()));

create policy "Parents read the refunds of their own orders, admins read all" on public.refunds
  for select to authenticated using (
    (select private.is_admin())
    or order_id in (select id from public.orders where family_id = (select private.my_family_id()))
  );

create function private.keep_refunds_below_charge()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_charged integer;
begin
  -- Two refunds of one charge follow one another here; the second sums again after the first.
  select amount_cents into v_charged from public.payments where id = new.payment_id for update;
  if new.amount_cents + coalesce((
    select sum(amount_cents) from public.refunds
    where payment_id = new.payment_id and id <> new.id and status <> 'failed'), 0) > v_charged then
    raise exception 'refunds of payment % exceed its charge', new.payment_id using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.keep_refunds_below_charge() is 'Trigger: refuses a refund of more than was charged.';
create trigger keep_refunds_below_charge before insert or update of amount_cents, status on public.refunds
  for each row when (new.status <> 'failed') execute function private.keep_refunds_below_charge();

create trigger refuse_change before delete or truncate on public.refunds
  for each statement execute function private.refuse_change();
create trigger refuse_change before delete or truncate on public.payments
  for each statement execute function private.refuse_change();

-- schemas/orders/once_per_child.sql

-- Once per child: a try-out is sold to a child once (decisions "Try-out once per child").
--
-- Who had one is nobody else's business. Whoever types a child with somebody's address or number must not learn from the
-- checkout whether they bought here; so before the payment only a family that is signed in is told, of its own children
-- and its own proven address. Everybody else goes on alike, and whoever pays first has the try-out. A second payment is
-- given back in full by itself, with a mail that says why (private.refuse_used). Weighed against: the same mail before
-- every payment, which every honest guest would have to wait for; asking guests to sign in, which is a second form before
-- a first lesson; and refusing in other words, which tells as much as the plain ones. A stranger would have to pay for
-- each guess at a name, a birthday and an address, under a card's name; an honest parent who forgot has the money back.

create table public.once_claims (
  claim text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  order_line_id uuid not null references public.order_lines (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.once_claims is
  'Which order has a child''s one try-out. It counts while the order is paid or still holds its places; another order may then take it over. Its row is the lock.';
comment on column public.once_claims.claim is
  'private.fingerprint of a known child''s id, or of name, birth date and family or one contact: no name is kept.';
create index once_claims_order_id on public.once_claims (order_id);
create index once_claims_order_line_id on public.once_claims (order_line_id);

alter table public.once_claims enable row level security;
revoke all on table public.once_claims from anon, authenticated, service_role;
grant select on public.once_claims to service_role;

create function private.find_child(p_family_id uuid, p_name text, p_dob date)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select id from public.children
  where family_id = p_family_id and private.name_key(name) = private.name_key(p_name) and dob = p_dob
  -- One that a guest brought may be anybody: the family's own child goes first.
  order by standing <> 'own', created_at, id limit 1);
end;
$$;
comment on function private.find_child(uuid, text, date) is
  'The family''s child of this name and birth date; null: none yet. A parent who signs in may type a child whom the family has already.';

create function private.once_claim(p_child_id uuid)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint('once:child:' || p_child_id) $$;
comment on function private.once_claim(uuid) is 'A known child''s claim.';

create function private.once_claim(p_whose text, p_name text, p_dob date)
returns text
language sql
stable
set search_path = ''
-- The same child is the same name, however it is spaced or written large, and the same birthday; of two children who
-- share both, the family or the contact tells them apart.
as $$ select private.fingerprint(concat_ws(':', 'once', private.name_key(p_name), p_dob, p_whose)) $$;
comment on function private.once_claim(text, text, date) is
  'A child''s claim by name and birth date, within a family (its id) or under a contact (address in lower case, number).';

create function private.once_claims_of(
  p_child_id uuid, p_family_id uuid, p_name text, p_dob date, p_email text, p_phone text)
returns table (claim text)
language sql
volatile
set search_path = ''
as $$
  select private.once_claim(p_child_id) where p_child_id is not null
  union
  select private.once_claim(whose, named.name, named.dob)
  from unnest(array[p_family_id::text, lower(trim(p_email)), p_phone]) whose
  cross join (
    select p_name as name, p_dob as dob
    union select c.name, c.dob from public.children c where c.id = p_child_id) named
  where whose <> '' and named.name is not null and named.dob is not null
$$;
comment on function private.once_claims_of(uuid, uuid, text, date, text, text) is
  'The claims of a child: by id; by name and birth date, as typed and as the family has them, in its family and with each contact.';

create function private.once_taken(p_claim text, p_at timestamptz, p_except_order uuid, p_paid boolean default false)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.once_claims c join public.orders o on o.id = c.order_id
    where c.claim = p_claim and c.order_id is distinct from p_except_order
      and case when p_paid then o.status in ('paid', 'paid_late') else private.is_live_order(o, p_at) end);
end;
$$;
comment on function private.once_taken(text, timestamptz, uuid, boolean) is
  'Does another order, which is paid or still holds its places (with p_paid: which is paid), stand for this claim? A statement of its own: asked under the claim''s lock it sees what was committed while that was waited for.';

create function private.has_once(p_child_id uuid, p_at timestamptz, p_except_order uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.children c
    cross join lateral private.once_claims_of(c.id, c.family_id, c.name, c.dob, null, null) k
    where c.id = p_child_id and private.once_taken(k.claim, p_at, p_except_order))
$$;
comment on function private.has_once(uuid, timestamptz, uuid) is
  'Has this child had, or does it hold, its one try-out? For whoever only looks; private.claim_once decides.';

create function private.claim_once(p_order_id uuid, p_at timestamptz, p_how text default 'all')
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_claim record;
  v_claims text[] := '{}';
begin
  -- The family first: who makes one family of two holds it, and brings the try-outs of one into the other.
  perform from public.orders o join public.families f on f.id = o.family_id where o.id = p_order_id for key share of f;
  -- Sorted: two orders for the same children never wait for each other in a circle.
  for v_claim in
    select k.claim, (array_agg(l.id order by l.position))[1] as line_id, max(l.position) as position, count(*) as lines,
      p_how <> 'told' or bool_or(k.claim in (
        select own.claim from private.once_claims_of(
          coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), o.family_id, c.name, c.dob,
          private.proven_email(o.user_id), null) own)) as told
    from public.order_lines l
    join public.orders o on o.id = l.order_id
    join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
    cross join lateral private.once_claims_of(
      coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), o.family_id, c.name, c.dob,
      o.parent_email, o.parent_phone) k
    where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
    group by k.claim
    order by k.claim
  loop
    if v_claim.lines > 1 then return v_claim.position; end if;
    -- Its row is the lock: whoever has it is waited for, and asked about afterwards.
    insert into public.once_claims (claim, order_id, order_line_id) values (v_claim.claim, p_order_id, v_claim.line_id)
    on conflict (claim) do nothing;
    if not found then
      perform from public.once_claims where claim = v_claim.claim for update;
      if private.once_taken(v_claim.claim, p_at, p_order_id, p_how = 'paid') then
        if v_claim.told then return v_claim.position; end if;
        -- Somebody else's, as far as we know: whoever pays first has it.
        continue;
      end if;
      insert into public.once_claims as c (claim, order_id, order_line_id)
      values (v_claim.claim, p_order_id, v_claim.line_id)
      on conflict (claim) do update set order_id = excluded.order_id, order_line_id = excluded.order_line_id;
    end if;
    v_claims := v_claims || v_claim.claim;
  end loop;
  -- Of the details as they were before they were corrected.
  delete from public.once_claims where order_id = p_order_id and claim <> all (v_claims);
  return null;
end;
$$;
comment on function private.claim_once(uuid, timestamptz, text) is
  'Takes the one try-out of each child whose lines are such. Position of a line whose child has one already (in another live order, or twice in this one), else null; the caller then refuses. p_how: all; told: a claim that the order''s account has not proven is left to whoever has it, and nothing said; paid: an order that is not paid gives way. In the order of locks (places.sql) after the promotion code and the family.';

create function private.keep_once(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- Every payment comes by, and few are of a try-out.
  if not exists (select from public.order_lines where order_id = p_order_id and once_per_child) then return; end if;
  insert into public.once_claims (claim, order_id, order_line_id)
  select distinct on (k.claim) k.claim, l.order_id, l.id
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.once_claims_of(c.child_id, o.family_id, c.name, c.dob, null, null) k
  where l.order_id = p_order_id and l.once_per_child and l.status <> 'cancelled'
  order by k.claim, l.id
  on conflict (claim) do nothing;
end;
$$;
comment on function private.keep_once(uuid) is
  'The order''s children are known now, and so is their family: their try-outs count by id and in the family too. The caller has claimed them.';

create function private.bring_once(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.once_claims
  where order_id in (select id from public.orders where family_id = p_from) order by claim for update;
  insert into public.once_claims (claim, order_id, order_line_id)
  select distinct on (k.claim) k.claim, t.order_id, t.order_line_id
  from public.once_claims t
  join public.order_lines l on l.id = t.order_line_id
  join public.orders o on o.id = l.order_id
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral private.once_claims_of(
    private.find_child(p_into, c.name, c.dob), p_into, c.name, c.dob, null, null) k
  where o.family_id = p_from
  order by k.claim, t.order_id
  on conflict (claim) do nothing;
end;
$$;
comment on function private.bring_once(uuid, uuid) is
  'The try-outs of a family that becomes part of another count there too. The caller has locked both families.';

create function private.export_family_once(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('try_outs', (
    select coalesce(jsonb_agg(distinct o.number), '[]')
    from public.once_claims c join public.orders o on o.id = c.order_id where o.family_id = p_family_id))
$$;
comment on function private.export_family_once(uuid, text[], text[]) is 'Orders that stand for a child''s one try-out.';

create function private.erase_family_once(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.once_claims where order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_once(uuid) is
  'Whoever is forgotten may have a try-out again.';

-- schemas/passes/passes.sql

-- Passes and credits: a paid pass gives credits, each booking takes one (spec 1 §1 and §3).

create table public.passes (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  order_line_id uuid unique references public.order_lines (id) on delete restrict,
  offer_id text not null references public.offers (id) on delete restrict,
  title text not null,
  sessions_total integer not null check (sessions_total > 0),
  make_ups_total integer not null default 0 check (make_ups_total >= 0),
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.passes is 'A pass that was sold. Its credits are the sum of its ledger.';
comment on column public.passes.order_line_id is 'The line that sold it: a line gives one pass, however often its payment is reported.';
comment on column public.passes.make_ups_total is 'How many missed sessions may be made up.';
comment on column public.passes.valid_until is 'Last day in Singapore; null without an end.';
create index passes_family_id on public.passes (family_id);
create index passes_child_id on public.passes (child_id);
create index passes_offer_id on public.passes (offer_id);
create index passes_valid_until on public.passes (valid_until);

create table public.credit_ledger (
  id uuid primary key default gen_random_uuid(),
  pass_id uuid not null references public.passes (id) on delete restrict,
  delta integer not null check (delta <> 0),
  reason text not null check (reason in ('granted', 'booked', 'returned', 'make_up', 'adjusted')),
  booking_id uuid references public.bookings (id) on delete restrict,
  note text,
  created_at timestamptz not null default clock_timestamp(),
  check ((reason in ('booked', 'returned', 'make_up')) = (booking_id is not null))
);
comment on table public.credit_ledger is
  'Credits in sessions, append-only: a wrong entry is righted by another one. A pass''s balance is never below zero.';
comment on column public.credit_ledger.delta is 'Sessions: above zero given, below zero spent.';
comment on column public.credit_ledger.reason is
  'granted: with the pass; booked: spent; returned: cancelled in time; make_up: for a missed session; adjusted: by staff.';
create index credit_ledger_pass_id on public.credit_ledger (pass_id);
create index credit_ledger_booking_id on public.credit_ledger (booking_id);
create unique index credit_ledger_granted_once on public.credit_ledger (pass_id) where reason = 'granted';
create unique index credit_ledger_booked_once on public.credit_ledger (booking_id) where reason = 'booked';
create unique index credit_ledger_returned_once on public.credit_ledger (booking_id) where reason = 'returned';
create unique index credit_ledger_made_up_once on public.credit_ledger (booking_id) where reason = 'make_up';

alter table public.passes enable row level security;
alter table public.credit_ledger enable row level security;
revoke all on table public.passes, public.credit_ledger from anon, authenticated, service_role;
grant select on public.passes, public.credit_ledger to authenticated, service_role;

create policy "Parents read their own passes, admins read all" on public.passes
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the credits of their own passes, admins read all" on public.credit_ledger
  for select to authenticated using (
    (select private.is_admin())
    or pass_id in (select id from public.passes where family_id = (select private.my_family_id()))
  );

create function private.keep_balance()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- Two who spend the last credit follow one another here; the second sums again after the first.
  perform from public.passes where id = new.pass_id for update;
  if new.delta + coalesce((select sum(delta) from public.credit_ledger where pass_id = new.pass_id), 0) < 0 then
    raise exception 'no credit left on pass %', new.pass_id using errcode = 'check_violation';
  end if;
  return new;
end;
$$;
comment on function private.keep_balance() is 'Trigger: refuses an entry that would take a pass''s balance below zero.';
create trigger keep_balance before insert on public.credit_ledger
  for each row execute function private.keep_balance();

-- The ledger's note is free text, so it may be taken away; nothing else of an entry, and no other note put there.
create trigger refuse_change before delete or truncate on public.credit_ledger
  for each statement execute function private.refuse_change();
create trigger refuse_rewrite before update on public.credit_ledger
  for each row when (new.note is not null or to_jsonb(new) - 'note' is distinct from to_jsonb(old) - 'note')
  execute function private.refuse_change();
create trigger audit after insert on public.credit_ledger
  for each row when (new.reason = 'adjusted') execute function private.audit('id', 'pass_id', 'delta');

-- schemas/mails/outbox.sql

-- Outbox: messages are written in the transaction that makes them true, and sent afterwards, each once.

create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  template text not null check (template in (
    'booking_confirmed', 'paid_late_reseated', 'paid_late_choice', 'order_cancelled', 'order_moved', 'refund_sent',
    'session_called_off', 'camp_called_off', 'payment_failed', 'renewal_paid', 'payment_problem', 'pass_expiring',
    'session_reminder', 'waitlist_confirm', 'waitlist_joined', 'waitlist_offer', 'waitlist_called_off', 'order_link',
    'party_answers', 'rsvp_copy', 'birthday_enquiry', 'birthday_enquiry_told', 'offers_told')),
  recipient text not null,
  payload jsonb not null,
  attempts integer not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  given_up_at timestamptz,
  resent_at timestamptz
);
comment on table public.outbox is 'Mails to send. Service only: payloads hold an order''s secret for the link to its page.';
comment on column public.outbox.key is 'What the message is about; the same message is never queued twice. Also the provider''s idempotency key.';
comment on column public.outbox.payload is
  'Until it is sent; then without secret, token, manage_token and choice_token. All the mail needs: the order as private.order_view gives it, with children''s first names only, parent_first_name and receipt {number, paid_at, currency, total_cents, gst, lines: [{title, price_cents}]}, links of private.mail_links, and what happened: cancelled {line_ids, refund_cents, not_moved?: a move was paid for and could not be made, sessions?, passes?: as private.given_back}, moved {line_ids, kind: moved | credit}, refund {cents, by_hand}. Of the two called_off: {parent_name, reason, manage_token, session or camp}.';
comment on column public.outbox.leased_until is 'Nobody else takes the message before; after a failure, when to try again.';
comment on column public.outbox.resent_at is 'When staff last had it tried anew (resend_mail).';
comment on column public.outbox.given_up_at is 'When staff were told that all attempts to send it failed.';
create index outbox_waiting on public.outbox (created_at) where sent_at is null;
create index outbox_recipient on public.outbox (lower(recipient), template, created_at);
create index outbox_filled on public.outbox (created_at) where payload <> '{}';
create index outbox_given_up on public.outbox (attempts) where sent_at is null and given_up_at is null;
-- For whoever asks to be forgotten (party_data.sql).
create index outbox_party_answers on public.outbox (created_at) where template = 'party_answers';

alter table public.outbox enable row level security;
revoke all on table public.outbox from anon, authenticated, service_role;
grant select on public.outbox to service_role;

-- Mails that a stranger can have sent ------------------------------------------------------------------------

create function private.may_mail(p_template text, p_recipient text)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_now timestamptz;
begin
  if p_template not in ('waitlist_confirm', 'order_link', 'rsvp_copy', 'birthday_enquiry', 'birthday_enquiry_told') then return true; end if;
  -- Whoever counts for the same box waits, and counts what was written meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('mails ' || lower(p_recipient), 0));
  v_now := clock_timestamp();
  if p_template = 'birthday_enquiry_told' then
    return (select count(*) from public.outbox
      where lower(recipient) = lower(p_recipient) and template = p_template
        and created_at > v_now - interval '1 hour') < v_settings.told_mails_hour_max;
  end if;
  return (
    select count(*) < v_settings.asked_mails_day_max
      and count(*) filter (where created_at > v_now - interval '1 hour') < v_settings.asked_mails_hour_max
    from public.outbox
    where lower(recipient) = lower(p_recipient) and template = p_template and created_at > v_now - interval '1 day');
end;
$$;
comment on function private.may_mail(text, text) is
  'May one more mail of this kind go to this address? Capped is only what anybody can cause by typing an address. Never what somebody''s payment, booking, pass, proven place on a waitlist or decision of staff makes true: such a mail is said once and must arrive. Last in the order of locks.';

create function private.cap_mails()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if private.may_mail(new.template, new.recipient) then return new; end if;
  return null;
end;
$$;
comment on function private.cap_mails() is
  'Trigger on the outbox: a mail above private.may_mail is not queued, whoever writes it. Definer: counts rows that only functions may read.';
create trigger cap_mails before insert on public.outbox for each row execute function private.cap_mails();

-- Sending -----------------------------------------------------------------------------------------------------

create table public.outbox_pace (
  id boolean primary key default true check (id),
  next_at timestamptz not null
);
comment on table public.outbox_pace is
  'One row: when the next mail may be sent. Every sender takes its turns here, so that all of them together are no faster than the mail provider allows.';
comment on column public.outbox_pace.next_at is 'Later than the last turn that was given; later still when the provider said to wait.';

alter table public.outbox_pace enable row level security;
revoke all on table public.outbox_pace from anon, authenticated, service_role;

create function public.claim_outbox(p_limit integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_lease constant interval := make_interval(mins => v_settings.outbox_lease_minutes);
  v_gap constant interval := interval '1 second' / v_settings.outbox_per_second;
  v_from timestamptz;
  v_now timestamptz;
  v_claimed jsonb;
begin
  -- Senders at the same time wait here for one another, and then have turns behind each other's.
  insert into public.outbox_pace as p (next_at) values (clock_timestamp())
  on conflict (id) do update set next_at = greatest(p.next_at, clock_timestamp())
  returning next_at into v_from;
  v_now := clock_timestamp();
  with due as (
    select o.id, o.created_at
    from public.outbox o
    where o.sent_at is null
      and o.attempts < v_settings.outbox_attempts_max
      and (o.leased_until is null or o.leased_until <= v_now)
    order by o.created_at
    -- No turn later than half of a lease: who waits for it must still hold the message.
    limit greatest(0, least(p_limit, 100, floor(extract(epoch from v_now + v_lease / 2 - v_from) / extract(epoch from v_gap))))
    for update skip locked
  ),
  turns as (
    select id, v_from + v_gap * (row_number() over (order by created_at, id) - 1)::double precision as at from due
  ),
  claimed as (
    update public.outbox o set attempts = o.attempts + 1, leased_until = v_now + v_lease
    from turns t where o.id = t.id
    returning o.id, o.key, o.template, o.recipient, o.payload, t.at
  )
  select jsonb_agg(
    jsonb_build_object('id', id, 'key', key, 'template', template, 'recipient', recipient, 'payload', payload,
      'wait_ms', greatest(0, ceil(extract(epoch from at - v_now) * 1000))::integer)
    order by at)
  into v_claimed from claimed;
  if v_claimed is null then return '[]'; end if;
  update public.outbox_pace set next_at = v_from + v_gap * jsonb_array_length(v_claimed);
  return v_claimed;
end;
$$;
comment on function public.claim_outbox(integer) is
  'Leases up to p_limit (100 at most) waiting messages for outbox_lease_minutes: [{id, key, template, recipient, payload, wait_ms: from now until its turn}], in their turns. Callers at the same time get different ones, and turns behind each other''s; none while the provider said to wait for long. Definer: only these functions write the outbox''s state; only the service role may call.';
grant execute on function public.claim_outbox(integer) to service_role;

create function public.finish_outbox(p_id uuid, p_error text, p_wait_seconds integer default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- An hour at most: then it is asked again, whatever it said.
  v_wait constant interval := case when p_wait_seconds is not null
    then make_interval(secs => least(greatest(p_wait_seconds, 1), 3600)) end;
  v_found boolean;
begin
  update public.outbox set
    sent_at = case when p_error is null then clock_timestamp() end,
    last_error = left(p_error, 1000),
    -- Told to wait, it was not tried: it has its attempt back, and its turn when all have.
    attempts = case when v_wait is null then attempts else greatest(attempts - 1, 0) end,
    -- Whoever reads this table later finds no way into anybody's order; a parent who lost the mail asks for a new link.
    payload = case when p_error is null then payload - '{secret,token,manage_token,choice_token}'::text[] else payload end,
    -- 1, 2, 4 … minutes, at most an hour.
    leased_until = case when p_error is not null and v_wait is null
      then clock_timestamp() + make_interval(mins => least(60, (2 ^ least(attempts - 1, 6))::integer)) end
  where id = p_id and sent_at is null;
  v_found := found;
  if v_wait is not null then
    insert into public.outbox_pace as p (next_at) values (clock_timestamp() + v_wait)
    on conflict (id) do update set next_at = greatest(p.next_at, excluded.next_at);
  end if;
  return jsonb_build_object('ok', v_found);
end;
$$;
comment on function public.finish_outbox(uuid, text, integer) is
  'Says how sending went: p_error null for sent, which takes the secrets out of the payload, else the message waits and is tried again. With p_wait_seconds the provider takes nothing for so long (an hour at most): nobody''s next turn is before, and the attempt does not count. {ok} is false for an unknown or already sent message. Definer: see claim_outbox.';
grant execute on function public.finish_outbox(uuid, text, integer) to service_role;

-- schemas/payments/disputes.sql

-- Disputes: a parent's bank takes a charge back, or asks about it. What the provider said of them is kept here; what they
-- do to refunds, places and decisions stands in dispute_calls.sql.

create table public.payment_disputes (
  id uuid primary key default gen_random_uuid(),
  provider_dispute_id text not null unique check (length(provider_dispute_id) between 1 and 200),
  payment_intent text not null check (length(payment_intent) between 1 and 200),
  payment_id uuid references public.payments (id) on delete restrict,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  reason text not null check (length(reason) between 1 and 60),
  provider_status text not null check (length(provider_status) between 1 and 60),
  outcome text check (outcome in ('won', 'lost')),
  withdrawn_cents integer not null default 0,
  answer_by timestamptz,
  closed_at timestamptz,
  asked_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  check ((outcome is null) = (closed_at is null))
);
comment on table public.payment_disputes is
  'Charges that a parent''s bank disputes, as the provider last told. While one is open nothing of its charge goes back; one that is lost took its amount.';
comment on column public.payment_disputes.payment_id is 'Null until its charge is heard of: reports come out of order.';
comment on column public.payment_disputes.amount_cents is 'What is disputed: the charge, or a part of it.';
comment on column public.payment_disputes.outcome is 'Null: open. won: the charge stands; lost: the bank has given the money back.';
comment on column public.payment_disputes.withdrawn_cents is
  'What the provider has taken from our balance for it and not given back, without fees: it may take it before the end.';
comment on column public.payment_disputes.answer_by is 'Until when the provider takes our evidence.';
comment on column public.payment_disputes.asked_at is
  'When the provider was asked what it says here: an older answer that is written down later changes nothing.';
create index payment_disputes_payment_id on public.payment_disputes (payment_id);
create index payment_disputes_payment_intent on public.payment_disputes (payment_intent) where payment_id is null;

alter table public.payment_disputes enable row level security;
revoke all on table public.payment_disputes from anon, authenticated, service_role;
grant select on public.payment_disputes to authenticated, service_role;

create policy "Admins read disputes" on public.payment_disputes
  for select to authenticated using ((select private.is_admin()));

create trigger refuse_change before delete or truncate on public.payment_disputes
  for each statement execute function private.refuse_change();

create function private.is_disputed(p_payment_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (select from public.payment_disputes where payment_id = p_payment_id and outcome is null)
$$;
comment on function private.is_disputed(uuid) is 'Is a dispute of this charge open? Then nothing of it goes back until its end.';

create function private.taken_by_bank(p_payment public.payments)
returns integer
language sql
volatile
set search_path = ''
as $$
  select least(p_payment.amount_cents, coalesce(sum(
    -- In another currency there is no telling how much of it: all.
    case when d.currency = p_payment.currency then d.amount_cents else p_payment.amount_cents end), 0))::integer
  from public.payment_disputes d where d.payment_id = p_payment.id and d.outcome = 'lost'
$$;
comment on function private.taken_by_bank(public.payments) is 'What of a charge went back by disputes that were lost, in cents.';

create function private.is_let_stand(p_dispute public.payment_disputes)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.payment_decisions k
    where k.payment_id = p_dispute.payment_id and k.kind = 'disputed' and k.resolution = 'kept'
      and k.resolved_at >= p_dispute.closed_at)
$$;
comment on function private.is_let_stand(public.payment_disputes) is
  'Have staff decided, since a dispute was lost, that what its charge paid for stands all the same?';

create function private.refuse_lost(p_payment_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (select from public.payment_disputes d
    where d.payment_id = p_payment_id and d.outcome = 'lost' and not private.is_let_stand(d)) then
    perform private.fail('charge_disputed', p_field);
  end if;
end;
$$;
comment on function private.refuse_lost(uuid, text) is
  'For what would give anew what a charge paid for: charge_disputed once the bank gave the charge back, until staff let it stand.';

create function private.refuse_disputed(p_payment_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if private.is_disputed(p_payment_id) then perform private.fail('charge_disputed', p_field); end if;
end;
$$;
comment on function private.refuse_disputed(uuid, text) is
  'For what staff ask for: charge_disputed while the bank decides, who would else be paid twice.';

-- schemas/classes/seats.sql

-- Seats and views: how many seats are taken, and what the holder of an order's secret reads.

create function private.seats_taken(p_session_id uuid, p_at timestamptz, p_except_order uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    (select count(*) from public.bookings where session_id = p_session_id and status = 'booked')
    + (select count(*) from public.holds
       where session_id = p_session_id and expires_at > p_at and order_id is distinct from p_except_order)
    + private.places_offered(p_session_id, null, p_at)
  )::integer;
end;
$$;
comment on function private.seats_taken(uuid, timestamptz, uuid) is
  'Seats that are sold, held or offered to the waitlist at p_at, leaving out one order''s own holds. The only place that counts seats.';

create function public.get_session_availability_with_enrollments()
returns table (
  session_id uuid, session_date date, session_time time, class_type_id uuid, available_spots integer,
  class_type text, team text, location_name text, coach_name text)
language sql
volatile
security definer
set search_path = ''
as $$
  select s.id, s.session_date, s.session_time, s.class_type_id,
    greatest(0, s.max_capacity - private.seats_taken(s.id, clock_timestamp())), t.name, t.team, l.name, c.name
  from (select saturday, sunday, private.calendar_now() as now from private.weekend()) w
  join public.sessions s on s.session_date between w.saturday and w.sunday
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches c on c.id = s.coach_id
  where s.status = 'scheduled' and s.starts_at > w.now
  order by s.starts_at, s.class_type_id
$$;
comment on function public.get_session_availability_with_enrollments() is
  'This coming weekend''s sessions in Singapore that have not begun, with their free spots: capacity minus bookings, live holds and open offers to the waitlist, and whose class it is, where and with whom (spec 2 §3, §5 and §7). Definer: visitors may know numbers and a coach''s name, not who booked.';
grant execute on function public.get_session_availability_with_enrollments() to anon, authenticated, service_role;

create function public.get_sessions_ahead()
returns table (
  session_id uuid, session_date date, session_time time, class_type_id uuid, available_spots integer,
  class_type text, team text, location_name text, coach_name text)
language sql
volatile
security definer
set search_path = ''
as $$
  select s.id, s.session_date, s.session_time, s.class_type_id,
    greatest(0, s.max_capacity - private.seats_taken(s.id, clock_timestamp())), t.name, t.team, l.name, c.name
  from (
    select * from public.sessions
    where status = 'scheduled' and session_date >= (select private.calendar_today())
      and starts_at > (select private.calendar_now())
    order by starts_at, class_type_id limit 200
  ) s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches c on c.id = s.coach_id
  order by s.starts_at, s.class_type_id
$$;
comment on function public.get_sessions_ahead() is
  'Rows as of get_session_availability_with_enrollments, of the next 200 sessions that are on the timetable, whichever weekend: where a paid place may move to, and what may be waited for. Definer: as there.';
grant execute on function public.get_sessions_ahead() to anon, authenticated, service_role;

create function private.session_views(p_session_ids uuid[])
returns table (session_id uuid, view jsonb)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select s.id, jsonb_build_object(
    'session_id', s.id,
    'session_date', s.session_date,
    'session_time', s.session_time,
    'starts_at', private.iso(s.starts_at),
    'ends_at', private.iso(s.ends_at),
    'class_type', t.name,
    'team', t.team,
    'location_name', l.name,
    'location_address', l.address,
    'coach_name', c.name)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  left join public.coaches c on c.id = s.coach_id
  where s.id = any (p_session_ids);
end;
$$;
comment on function private.session_views(uuid[]) is 'OrderSession of contract/orders.ts of each session, for lists.';

create function private.session_view(p_session_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_session_id is null then return null; end if;
  return (select v.view from private.session_views(array[p_session_id]) v);
end;
$$;
comment on function private.session_view(uuid) is 'OrderSession of contract/orders.ts.';

create function private.gst_view(p_total_cents integer, p_rate_basis_points integer, p_number text)
returns jsonb
language plpgsql
immutable
set search_path = ''
as $$
begin
  return case when p_number is not null then jsonb_build_object(
    'rate_percent', trim_scale(p_rate_basis_points / 100.0),
    'number', p_number,
    'cents', round(p_total_cents::numeric * p_rate_basis_points / (10000 + p_rate_basis_points))::integer)
  end;
end;
$$;
comment on function private.gst_view(integer, integer, text) is
  'The GST contained in a total, in cents, rounded half up; null without a registration number.';

-- schemas/people/profile_details.sql

-- Profile details: everything a parent may tell about themself (spec 1 §3), and their health apart.
-- What the specification lists as flags of a profile is derived, never stored twice: terms_accepted, liability_waiver,
-- medical_authorization and photo_consent are consents; profile_complete and verification_status are answers of
-- get_parent_profile; emergency_contact and pickup_authorization are tables of their own.

create table public.profile_health (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  medical_conditions text check (length(medical_conditions) between 1 and 2000 and private.is_text(medical_conditions)),
  allergies text check (length(allergies) between 1 and 2000 and private.is_text(allergies)),
  medications text check (length(medications) between 1 and 2000 and private.is_text(medications)),
  doctor_name text check (length(doctor_name) between 1 and 120 and private.is_line(doctor_name)),
  doctor_phone text check (doctor_phone ~ '^\+[1-9][0-9]{7,14}$'),
  insurance_provider text check (length(insurance_provider) between 1 and 120 and private.is_line(insurance_provider)),
  insurance_number text check (length(insurance_number) between 1 and 60 and private.is_line(insurance_number)),
  updated_at timestamptz not null default now()
);
comment on table public.profile_health is
  'A parent''s own health, for events in which parents take part. Only the person reads it; staff through get_parent_health, which logs.';
comment on column public.profile_health.doctor_phone is 'E.164.';

alter table public.profile_health enable row level security;
-- Not even the service key: nothing but the functions that log serves health.
revoke all on table public.profile_health from anon, authenticated, service_role;
grant select on public.profile_health to authenticated;

create policy "People read their own health" on public.profile_health
  for select to authenticated using (profile_id = (select auth.uid()));

create trigger touch_updated_at before update on public.profile_health
  for each row execute function private.touch_updated_at();

-- Checking what people type ----------------------------------------------------------------------------

create function private.deny()
returns void
language plpgsql
set search_path = ''
as $$
begin
  raise exception using message = 'not_allowed', errcode = 'PT403';
end;
$$;
comment on function private.deny() is 'Refuses with not_allowed, HTTP 403: the caller''s role may not do this. Never returns.';

create function private.is_service()
returns boolean
language sql
stable
set search_path = ''
as $$ select coalesce(current_setting('role', true), '') = 'service_role' $$;
comment on function private.is_service() is
  'Does the request come with the service key? Asks the role of the request, which a definer function does not change.';

create function private.fits(p_value jsonb, p_rule jsonb)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := p_value #>> '{}';
begin
  if p_rule = '"boolean"' then
    return jsonb_typeof(p_value) = 'boolean';
  end if;
  if jsonb_typeof(p_value) <> 'string' or not private.is_text(v_text) then
    return false;
  end if;
  return case
    when jsonb_typeof(p_rule) = 'number' then length(v_text) <= (p_rule #>> '{}')::integer
      -- Names and the like stand on one line.
      and ((p_rule #>> '{}')::integer > 200 or private.is_line(v_text))
    when p_rule = '"phone"' then private.is_phone(v_text)
    when p_rule = '"date"' then v_text ~ '^\d{4}-\d{2}-\d{2}$' and pg_input_is_valid(v_text, 'date')
      and v_text::date between '1990-01-02' and private.calendar_today()
    else v_text ~ (p_rule #>> '{}')
  end;
end;
$$;
comment on function private.fits(jsonb, jsonb) is
  'Does the value keep the rule? A rule is a number (text of at most so many characters; up to 200 on one line), "phone" (E.164), "date" (a day since 1990, not in the future), "boolean", or a regular expression.';

create function private.check_fields(p_input jsonb, p_rules jsonb, p_prefix text default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
  v_value jsonb;
  v_clean jsonb := '{}';
begin
  if jsonb_typeof(p_input) is distinct from 'object' then
    perform private.fail('invalid_input', coalesce(p_prefix, 'input'));
  end if;
  for v_key, v_value in select * from jsonb_each(p_input) loop
    if jsonb_typeof(v_value) = 'string' then
      v_value := to_jsonb(btrim(v_value #>> '{}', E' \t\r\n'));
    end if;
    if v_value = '""' then
      v_value := 'null';
    end if;
    -- What nobody knows is refused, not ignored: family_id or current_level in here is a mistake, or an attempt.
    if not p_rules ? v_key or (v_value <> 'null' and not private.fits(v_value, p_rules -> v_key)) then
      perform private.fail('invalid_input', concat_ws('.', p_prefix, left(v_key, 60)));
    end if;
    v_clean := v_clean || jsonb_build_object(v_key, v_value);
  end loop;
  return v_clean;
end;
$$;
comment on function private.check_fields(jsonb, jsonb, text) is
  'The fields of p_input that keep their rules (private.fits), trimmed; empty text and null clear a field. Else invalid_input with the field, e.g. health.allergies.';

-- schemas/people/child_details.sql

-- Child details: health, behaviour, who may pick up and whom to call, each apart from the child
-- (spec 1 §3; decisions "Safety"). The family reads them; staff only through functions that log
-- every read (staff_reads.sql), so these tables have no policy for staff and no grant for the service key.
-- indemnity_signed, medical_consent, photo_consent and activity_participation_consent of the specification are
-- consents; child_profile_complete is an answer of get_child_details.

create table public.child_health (
  child_id uuid primary key references public.children (id) on delete cascade,
  medical_conditions text check (length(medical_conditions) between 1 and 2000 and private.is_text(medical_conditions)),
  allergies text check (length(allergies) between 1 and 2000 and private.is_text(allergies)),
  medications text check (length(medications) between 1 and 2000 and private.is_text(medications)),
  physical_conditions text check (length(physical_conditions) between 1 and 2000 and private.is_text(physical_conditions)),
  physical_limitations text check (length(physical_limitations) between 1 and 2000 and private.is_text(physical_limitations)),
  previous_injuries text check (length(previous_injuries) between 1 and 2000 and private.is_text(previous_injuries)),
  fitness_level text check (length(fitness_level) between 1 and 40 and private.is_line(fitness_level)),
  last_medical_checkup date check (isfinite(last_medical_checkup)),
  medical_clearance boolean,
  medical_clearance_date date check (isfinite(medical_clearance_date)),
  emergency_medical_info text check (length(emergency_medical_info) between 1 and 2000 and private.is_text(emergency_medical_info)),
  hospital_preference text check (length(hospital_preference) between 1 and 200 and private.is_line(hospital_preference)),
  medical_insurance text check (length(medical_insurance) between 1 and 200 and private.is_line(medical_insurance)),
  doctor_name text check (length(doctor_name) between 1 and 120 and private.is_line(doctor_name)),
  doctor_phone text check (doctor_phone ~ '^\+[1-9][0-9]{7,14}$'),
  updated_at timestamptz not null default now()
);
comment on table public.child_health is
  'A child''s health in the parent''s words. A row with empty fields says: asked, nothing to tell. No row: never asked.';
comment on column public.child_health.medical_clearance is 'Has a doctor said that the child may take part? Null: not asked.';
comment on column public.child_health.doctor_phone is 'E.164.';

create table public.child_behaviour (
  child_id uuid primary key references public.children (id) on delete cascade,
  personality text check (length(personality) between 1 and 1000 and private.is_text(personality)),
  behavioral_notes text check (length(behavioral_notes) between 1 and 2000 and private.is_text(behavioral_notes)),
  learning_difficulties text check (length(learning_difficulties) between 1 and 2000 and private.is_text(learning_difficulties)),
  anxiety_triggers text check (length(anxiety_triggers) between 1 and 2000 and private.is_text(anxiety_triggers)),
  communication_preferences text check (length(communication_preferences) between 1 and 1000 and private.is_text(communication_preferences)),
  updated_at timestamptz not null default now()
);
comment on table public.child_behaviour is 'How a child is best treated, in the parent''s words.';

create table public.emergency_contacts (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  child_id uuid,
  position integer not null check (position between 1 and 6),
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  relationship text check (length(relationship) between 1 and 60 and private.is_line(relationship)),
  phone text not null check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  -- The child is this family's own, also when it moves to another one.
  foreign key (child_id, family_id) references public.children (id, family_id) on update cascade on delete cascade,
  unique nulls not distinct (family_id, child_id, position)
);
comment on table public.emergency_contacts is 'Whom to call, in this order. Those of a child come before those of its family.';
comment on column public.emergency_contacts.child_id is 'Null: for the whole family, parents included.';
comment on column public.emergency_contacts.phone is 'E.164.';
create index emergency_contacts_child_id on public.emergency_contacts (child_id, family_id);

create table public.pickup_authorizations (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  child_id uuid,
  position integer not null check (position between 1 and 6),
  name text not null check (length(name) between 1 and 120 and private.is_line(name)),
  relationship text check (length(relationship) between 1 and 60 and private.is_line(relationship)),
  phone text check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  foreign key (child_id, family_id) references public.children (id, family_id) on update cascade on delete cascade,
  unique nulls not distinct (family_id, child_id, position)
);
comment on table public.pickup_authorizations is 'Who besides the parents may fetch a child.';
comment on column public.pickup_authorizations.child_id is 'Null: every child of the family.';
comment on column public.pickup_authorizations.phone is 'E.164.';
create index pickup_authorizations_child_id on public.pickup_authorizations (child_id, family_id);

alter table public.child_health enable row level security;
alter table public.child_behaviour enable row level security;
alter table public.emergency_contacts enable row level security;
alter table public.pickup_authorizations enable row level security;

revoke all on table public.child_health, public.child_behaviour, public.emergency_contacts, public.pickup_authorizations
  from anon, authenticated, service_role;
grant select on public.child_health, public.child_behaviour, public.emergency_contacts, public.pickup_authorizations
  to authenticated;

create policy "Parents read the health of their own children" on public.child_health
  for select to authenticated using (
    child_id in (select id from public.children where family_id = (select private.my_family_id())));

create policy "Parents read the behaviour of their own children" on public.child_behaviour
  for select to authenticated using (
    child_id in (select id from public.children where family_id = (select private.my_family_id())));

create policy "Parents read their own emergency contacts" on public.emergency_contacts
  for select to authenticated using (family_id = (select private.my_family_id()));

create policy "Parents read their own pickup authorisations" on public.pickup_authorizations
  for select to authenticated using (family_id = (select private.my_family_id()));

create trigger touch_updated_at before update on public.child_health
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.child_behaviour
  for each row execute function private.touch_updated_at();

-- schemas/people/consents.sql

-- Consents: who agreed to which text, for whom, when; given and withdrawn (spec 1 §3). A consent is never
-- edited: the latest entry is what stands.

create type public.consent_purpose as enum ('terms', 'liability', 'medical', 'photo', 'marketing', 'activity');
comment on type public.consent_purpose is
  'terms and marketing are a person''s own. The others are for a child, or for the whole family; activity always for a child.';

create table public.consent_texts (
  purpose public.consent_purpose not null,
  version integer not null check (version > 0),
  title text not null check (length(title) between 1 and 200),
  body text not null check (length(body) between 1 and 20000),
  published_at timestamptz not null default clock_timestamp(),
  primary key (purpose, version)
);
comment on table public.consent_texts is 'What people were asked to agree to, word for word. The highest version of a purpose is current. Append-only.';

create table public.consents (
  id bigint generated always as identity primary key,
  family_id uuid references public.families (id) on delete restrict,
  child_id uuid references public.children (id) on delete restrict,
  user_id uuid,
  purpose public.consent_purpose not null,
  version integer not null,
  given boolean not null,
  source text not null check (source in ('account', 'checkout', 'staff', 'merge')),
  order_id uuid references public.orders (id) on delete restrict,
  created_at timestamptz not null default clock_timestamp(),
  foreign key (purpose, version) references public.consent_texts (purpose, version),
  check (family_id is not null or user_id is not null),
  check (child_id is null or purpose not in ('terms', 'marketing'))
);
comment on table public.consents is 'Consents given and withdrawn. Append-only.';
comment on column public.consents.family_id is 'Null for somebody who has no family yet.';
comment on column public.consents.child_id is 'Null: for the person (terms, marketing) or the whole family.';
comment on column public.consents.user_id is
  'Who decided; null for a guest. No foreign key: the evidence outlives the account.';
comment on column public.consents.version is 'Version of the text that was shown.';
comment on column public.consents.given is 'False: withdrawn, or refused.';
comment on column public.consents.source is
  'merge: nobody decided anew; it is said again because two families became one, and what stood goes on to stand.';
comment on column public.consents.order_id is 'The checkout in which it was given.';
create index consents_family_id on public.consents (family_id);
create index consents_child_id on public.consents (child_id);
create index consents_user_id on public.consents (user_id);
create index consents_text on public.consents (purpose, version);
create index consents_order_id on public.consents (order_id);
create unique index consents_once_per_order on public.consents (order_id, purpose, child_id) nulls not distinct
  where order_id is not null;

alter table public.consent_texts enable row level security;
alter table public.consents enable row level security;
revoke all on table public.consent_texts, public.consents from anon, authenticated, service_role;
grant select on public.consent_texts to anon, authenticated, service_role;
grant select on public.consents to authenticated, service_role;

create policy "Anyone reads consent texts" on public.consent_texts
  for select to anon, authenticated using (true);

create policy "Parents read the consents of their own family, admins read all" on public.consents
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or user_id = (select auth.uid())
    or (select private.is_admin())
  );

create trigger refuse_change before update or delete or truncate on public.consent_texts
  for each statement execute function private.refuse_change();
-- A consent is never rewritten; only whose household and child it belongs to may follow them.
create trigger refuse_change before delete or truncate on public.consents
  for each statement execute function private.refuse_change();
create trigger refuse_rewrite before update on public.consents
  for each row when (to_jsonb(new) - '{family_id,child_id}'::text[] is distinct from to_jsonb(old) - '{family_id,child_id}'::text[]
    or num_nulls(new.family_id) <> num_nulls(old.family_id) or num_nulls(new.child_id) <> num_nulls(old.child_id))
  execute function private.refuse_change();
create trigger audit after insert on public.consents
  for each row execute function private.audit('id', 'family_id', 'child_id', 'user_id', 'purpose', 'version', 'given');

create view public.current_consents with (security_invoker = true) as
  select distinct on (family_id, child_id, purpose, person)
    id, family_id, child_id, user_id, purpose, version, given, source, created_at
  from public.consents c
  cross join lateral (
    select case when c.purpose in ('terms', 'marketing') then coalesce(c.user_id, (
      select coalesce(f.primary_parent_id, f.secondary_parent_id) from public.families f
      where f.id = c.family_id and num_nonnulls(f.primary_parent_id, f.secondary_parent_id) = 1)) end as person) p
  order by family_id, child_id, purpose, person, created_at desc, id desc;
comment on view public.current_consents is
  'The latest entry per family, child and purpose; of terms and marketing also per person. What a guest said is said by the one parent whose family the guest''s has become.';
revoke all on public.current_consents from anon, authenticated, service_role;
grant select on public.current_consents to authenticated, service_role;

create function private.consent_version(p_purpose public.consent_purpose)
returns integer
language sql
stable
set search_path = ''
as $$ select max(version) from public.consent_texts where purpose = p_purpose $$;
comment on function private.consent_version(public.consent_purpose) is 'The current version of a consent''s text.';

create function private.check_purpose(p_purpose text)
returns public.consent_purpose
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not coalesce(pg_input_is_valid(p_purpose, 'public.consent_purpose'), false) then
    perform private.fail('invalid_input', 'p_purpose');
  end if;
  return p_purpose::public.consent_purpose;
end;
$$;
comment on function private.check_purpose(text) is 'A purpose, or invalid_input p_purpose.';

create function public.publish_consent_text(p_purpose text, p_title text, p_body text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_purpose constant public.consent_purpose := private.check_purpose(p_purpose);
  v_version integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if coalesce(length(trim(p_title)), 0) not between 1 and 200 then perform private.fail('invalid_input', 'p_title'); end if;
  if coalesce(length(trim(p_body)), 0) not between 1 and 20000 then perform private.fail('invalid_input', 'p_body'); end if;
  -- Two publishers at once follow one another, so that each gets a version of its own.
  perform pg_advisory_xact_lock(hashtextextended('consent text ' || v_purpose, 0));
  v_version := coalesce(private.consent_version(v_purpose), 0) + 1;
  insert into public.consent_texts (purpose, version, title, body)
  values (v_purpose, v_version, trim(p_title), trim(p_body));
  return jsonb_build_object('version', v_version);
end;
$$;
comment on function public.publish_consent_text(text, text, text) is
  'A new text for a purpose: {version}. Earlier consents keep theirs. Refuses invalid_input (field), not_allowed. Definer: only admins and the service, asked inside; the table is append-only.';
grant execute on function public.publish_consent_text(text, text, text) to authenticated, service_role;

create function public.record_consent(
  p_purpose text, p_given boolean, p_version integer, p_child_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_purpose constant public.consent_purpose := private.check_purpose(p_purpose);
  v_user_id constant uuid := (select auth.uid());
  v_family_id constant uuid := private.my_family_id();
  v_consent public.consents;
begin
  if v_user_id is null then perform private.deny(); end if;
  if p_given is null then perform private.fail('invalid_input', 'p_given'); end if;
  if (p_child_id is not null and v_purpose in ('terms', 'marketing'))
    or (p_child_id is null and v_purpose = 'activity') then
    perform private.fail('invalid_input', 'p_child_id');
  end if;
  if v_family_id is null and v_purpose not in ('terms', 'marketing') then perform private.fail('family_not_found'); end if;
  if p_child_id is not null
    and not exists (select from public.children where id = p_child_id and family_id = v_family_id) then
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  -- Agreed is to the text that was on the screen. Withdrawing needs no reading.
  if p_version is distinct from private.consent_version(v_purpose) and (p_given or p_version is null
    or not exists (select from public.consent_texts where purpose = v_purpose and version = p_version)) then
    perform private.fail('consent_text_changed', 'p_version', private.consent_version(v_purpose)::text);
  end if;
  insert into public.consents (family_id, child_id, user_id, purpose, version, given, source)
  values (v_family_id, p_child_id, v_user_id, v_purpose, p_version, p_given, 'account')
  returning * into v_consent;
  return to_jsonb(v_consent) - '{id,order_id}'::text[];
end;
$$;
comment on function public.record_consent(text, boolean, integer, uuid) is
  'A signed-in parent gives or withdraws a consent, having read version p_version: the entry {family_id, child_id, user_id, purpose, version, given, source, created_at}. Refuses invalid_input (field), family_not_found, child_not_found, consent_text_changed (detail = the current version). Definer: who and for which family come from the token, never from the caller.';
grant execute on function public.record_consent(text, boolean, integer, uuid) to authenticated;
select private.answer_calls('public.record_consent(text, boolean, integer, uuid)', 'record_consent');

create function private.record_checkout_consents(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  insert into public.consents (family_id, child_id, user_id, purpose, version, given, source, order_id, created_at)
  select o.family_id, c.child_id, o.user_id, a.purpose, (a.value ->> 'version')::integer, (a.value ->> 'given')::boolean,
    case o.channel when 'desk' then 'staff' else 'checkout' end, o.id, o.consents_at
  from public.orders o
  cross join lateral (select key::public.consent_purpose as purpose, value from jsonb_each(o.consents)) a
  -- Terms and news are the household's, the others each child's.
  cross join lateral (
    select null::uuid as child_id where a.purpose in ('terms', 'marketing')
    union
    select child_id from public.order_children
    where order_id = o.id and child_id is not null and a.purpose not in ('terms', 'marketing')
  ) c
  where o.id = p_order_id and o.consents_at is not null
  on conflict do nothing;
end;
$$;
comment on function private.record_checkout_consents(uuid) is
  'Makes the consents of a checkout those of the family and the children that its payment gave it; once per order.';

-- schemas/people/family_writes.sql

-- What parents write about their family. Who and which family come from the token; what they may not choose
-- (role, family, level) has no field here at all.

create function private.check_people(p_people jsonb, p_field text, p_phone_needed boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_rules constant jsonb := '{"name": 120, "relationship": 60, "phone": "phone"}';
  v_person record;
  v_fields jsonb;
  v_clean jsonb := '[]';
begin
  if jsonb_typeof(p_people) is distinct from 'array' then
    perform private.fail('invalid_input', p_field);
  elsif jsonb_array_length(p_people) > 6 then
    perform private.fail('invalid_input', p_field);
  end if;
  for v_person in
    select value, format('%s[%s]', p_field, ordinality - 1) as field
    from jsonb_array_elements(p_people) with ordinality
  loop
    v_fields := private.check_fields(v_person.value, c_rules, v_person.field);
    if v_fields ->> 'name' is null then perform private.fail('invalid_input', v_person.field || '.name'); end if;
    if p_phone_needed and v_fields ->> 'phone' is null then
      perform private.fail('invalid_input', v_person.field || '.phone');
    end if;
    v_clean := v_clean || v_fields;
  end loop;
  return v_clean;
end;
$$;
comment on function private.check_people(jsonb, text, boolean) is
  'A list of at most six {name, relationship?, phone}, checked; else invalid_input with the field, e.g. pickup_authorizations[1].phone.';

create function private.save_people(p_family_id uuid, p_child_id uuid, p_contacts jsonb, p_pickup jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_contacts constant jsonb := case when p_contacts is not null
    then private.check_people(p_contacts, 'emergency_contacts', true) end;
  v_pickup constant jsonb := case when p_pickup is not null
    then private.check_people(p_pickup, 'pickup_authorizations', false) end;
begin
  -- A list is replaced as a whole; one that is not given stays.
  if v_contacts is not null then
    delete from public.emergency_contacts where family_id = p_family_id and child_id is not distinct from p_child_id;
    insert into public.emergency_contacts (family_id, child_id, position, name, relationship, phone)
    select p_family_id, p_child_id, ordinality, value ->> 'name', value ->> 'relationship', value ->> 'phone'
    from jsonb_array_elements(v_contacts) with ordinality;
  end if;
  if v_pickup is not null then
    delete from public.pickup_authorizations where family_id = p_family_id and child_id is not distinct from p_child_id;
    insert into public.pickup_authorizations (family_id, child_id, position, name, relationship, phone)
    select p_family_id, p_child_id, ordinality, value ->> 'name', value ->> 'relationship', value ->> 'phone'
    from jsonb_array_elements(v_pickup) with ordinality;
  end if;
end;
$$;
comment on function private.save_people(uuid, uuid, jsonb, jsonb) is
  'Replaces emergency contacts and pickup authorisations of a child, or with child null of the family. The caller holds the family''s lock.';

create function private.ensure_family()
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  -- Two first writes of one parent follow one another; so does an invitation that is being accepted.
  select * into v_profile from public.profiles where id = (select auth.uid()) for update;
  if not found then perform private.deny(); end if;
  if v_profile.family_id is null then
    insert into public.families (primary_parent_id, contact_name, contact_email, contact_phone)
    values (
      v_profile.id,
      left(coalesce(nullif(trim(v_profile.name), ''), nullif(trim(concat_ws(' ', v_profile.first_name, v_profile.last_name)), ''),
        split_part(v_profile.email, '@', 1)), 120),
      v_profile.email, v_profile.phone)
    returning id into v_profile.family_id;
  end if;
  perform from public.families where id = v_profile.family_id for update;
  return v_profile.family_id;
end;
$$;
comment on function private.ensure_family() is
  'The signed-in parent''s family, made if there is none, and locked: what parents write about one family happens one after the other.';

create function private.check_children(p_family_id uuid, p_more bigint, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_more > 0 and p_more + (
    select count(*) from public.children where family_id = p_family_id and standing = 'own'
  ) > (private.settings()).children_most then
    perform private.fail('too_many_children', p_field);
  end if;
end;
$$;
comment on function private.check_children(uuid, bigint, text) is
  'Refuses too_many_children when a family would have more than settings.children_most. Those that a guest brought do not count: a stranger fills nobody''s family.';

create function public.save_profile(p_profile jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_rules constant jsonb := '{
    "name": 120, "first_name": 120, "last_name": 120, "phone": "phone", "secondary_phone": "phone",
    "whatsapp_country_code": "^\\+[1-9][0-9]{0,3}$", "whatsapp_phone": "^[0-9]{4,14}$", "address": 300,
    "preferred_language": "^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$",
    "communication_method": "^(email|phone|whatsapp|sms)$", "special_instructions": 1000}';
  c_health_rules constant jsonb := '{
    "medical_conditions": 2000, "allergies": 2000, "medications": 2000, "doctor_name": 120, "doctor_phone": "phone",
    "insurance_provider": 120, "insurance_number": 60}';
  c_parts constant text[] := '{health,emergency_contacts,pickup_authorizations}';
  v_user_id constant uuid := (select auth.uid());
  v_fields jsonb;
  v_health jsonb;
  v_profile public.profiles;
begin
  if jsonb_typeof(p_profile) is distinct from 'object' then perform private.fail('invalid_input', 'p_profile'); end if;
  v_fields := private.check_fields(p_profile - c_parts, c_rules);
  -- A name may be empty, as at sign-up, but not missing.
  if v_fields -> 'name' = 'null' then v_fields := v_fields || '{"name": ""}'; end if;
  select * into v_profile from public.profiles where id = v_user_id for update;
  if not found then perform private.deny(); end if;
  v_profile := jsonb_populate_record(v_profile, v_fields);
  if (v_profile.whatsapp_phone is null) <> (v_profile.whatsapp_country_code is null) then
    perform private.fail('invalid_input', case when v_profile.whatsapp_phone is null then 'whatsapp_phone' else 'whatsapp_country_code' end);
  end if;
  update public.profiles set
    name = v_profile.name, first_name = v_profile.first_name, last_name = v_profile.last_name,
    phone = v_profile.phone, secondary_phone = v_profile.secondary_phone,
    whatsapp_country_code = v_profile.whatsapp_country_code, whatsapp_phone = v_profile.whatsapp_phone,
    address = v_profile.address, preferred_language = v_profile.preferred_language,
    communication_method = v_profile.communication_method, special_instructions = v_profile.special_instructions
  where id = v_user_id;

  if p_profile ? 'health' then
    v_health := private.check_fields(p_profile -> 'health', c_health_rules, 'health');
    insert into public.profile_health (profile_id) values (v_user_id) on conflict do nothing;
    update public.profile_health h set (medical_conditions, allergies, medications, doctor_name, doctor_phone,
        insurance_provider, insurance_number) = (
      select r.medical_conditions, r.allergies, r.medications, r.doctor_name, r.doctor_phone,
        r.insurance_provider, r.insurance_number
      from jsonb_populate_record(h, v_health) r)
    where profile_id = v_user_id;
  end if;
  if p_profile ?| '{emergency_contacts,pickup_authorizations}' then
    perform private.save_people(private.ensure_family(), null,
      p_profile -> 'emergency_contacts', p_profile -> 'pickup_authorizations');
  end if;
  return public.get_parent_profile();
end;
$$;
comment on function public.save_profile(jsonb) is
  'A parent changes their own profile: any of the fields of spec 1 §3 that are theirs to write, health: {…}, and the family''s emergency_contacts and pickup_authorizations [{name, relationship, phone}], each list replaced as a whole. Fields that are not given stay; null clears. Answers get_parent_profile. Refuses invalid_input (field); unknown fields too. Definer: writes only the row of the token''s user; the tables have no grant.';
grant execute on function public.save_profile(jsonb) to authenticated;
select private.answer_calls('public.save_profile(jsonb)', 'save_profile');

create function private.save_child_details(p_child_id uuid, p_health jsonb, p_behaviour jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_health constant jsonb := '{
    "medical_conditions": 2000, "allergies": 2000, "medications": 2000, "physical_conditions": 2000,
    "physical_limitations": 2000, "previous_injuries": 2000, "fitness_level": 40, "last_medical_checkup": "date",
    "medical_clearance": "boolean", "medical_clearance_date": "date", "emergency_medical_info": 2000,
    "hospital_preference": 200, "medical_insurance": 200, "doctor_name": 120, "doctor_phone": "phone"}';
  c_behaviour constant jsonb := '{
    "personality": 1000, "behavioral_notes": 2000, "learning_difficulties": 2000, "anxiety_triggers": 2000,
    "communication_preferences": 1000}';
  v_health constant jsonb := case when p_health is not null then private.check_fields(p_health, c_health, 'health') end;
  v_behaviour constant jsonb := case when p_behaviour is not null
    then private.check_fields(p_behaviour, c_behaviour, 'behaviour') end;
begin
  if v_health is not null then
    insert into public.child_health (child_id) values (p_child_id) on conflict do nothing;
    update public.child_health h set (medical_conditions, allergies, medications, physical_conditions,
        physical_limitations, previous_injuries, fitness_level, last_medical_checkup, medical_clearance,
        medical_clearance_date, emergency_medical_info, hospital_preference, medical_insurance, doctor_name, doctor_phone) = (
      select r.medical_conditions, r.allergies, r.medications, r.physical_conditions,
        r.physical_limitations, r.previous_injuries, r.fitness_level, r.last_medical_checkup, r.medical_clearance,
        r.medical_clearance_date, r.emergency_medical_info, r.hospital_preference, r.medical_insurance, r.doctor_name, r.doctor_phone
      from jsonb_populate_record(h, v_health) r)
    where child_id = p_child_id;
  end if;
  if v_behaviour is not null then
    insert into public.child_behaviour (child_id) values (p_child_id) on conflict do nothing;
    update public.child_behaviour b set (personality, behavioral_notes, learning_difficulties, anxiety_triggers,
        communication_preferences) = (
      select r.personality, r.behavioral_notes, r.learning_difficulties, r.anxiety_triggers, r.communication_preferences
      from jsonb_populate_record(b, v_behaviour) r)
    where child_id = p_child_id;
  end if;
end;
$$;
comment on function private.save_child_details(uuid, jsonb, jsonb) is
  'Writes the given fields of a child''s health and behaviour; null for a part leaves it alone. The caller has made sure whose child it is.';

create function public.save_child(p_child jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_rules constant jsonb := '{
    "name": 120, "dob": "date", "gender": 40, "experience_level": 40, "shirt_size": 20, "quiz_completed": "boolean"}';
  c_parts constant text[] := '{id,health,behaviour,emergency_contacts,pickup_authorizations}';
  v_fields jsonb;
  v_family_id uuid;
  v_child public.children;
begin
  if jsonb_typeof(p_child) is distinct from 'object' then perform private.fail('invalid_input', 'p_child'); end if;
  v_fields := private.check_fields(p_child - c_parts, c_rules);
  if coalesce(p_child -> 'id', 'null') = 'null' then
    if v_fields ->> 'name' is null then perform private.fail('invalid_input', 'name'); end if;
    if v_fields ->> 'dob' is null then perform private.fail('invalid_input', 'dob'); end if;
    v_family_id := private.ensure_family();
    perform private.check_children(v_family_id, 1, null);
    insert into public.children (family_id, name, dob)
    values (v_family_id, v_fields ->> 'name', (v_fields ->> 'dob')::date)
    returning * into v_child;
  else
    if not private.is_uuid(p_child -> 'id') then perform private.fail('invalid_input', 'id'); end if;
    if v_fields -> 'name' = 'null' then perform private.fail('invalid_input', 'name'); end if;
    if v_fields -> 'dob' = 'null' then perform private.fail('invalid_input', 'dob'); end if;
    v_family_id := private.my_family_id();
    perform from public.families where id = v_family_id for update;
    select * into v_child from public.children
    where id = (p_child ->> 'id')::uuid and family_id = v_family_id for update;
    if not found then perform private.fail('child_not_found', 'id'); end if;
  end if;

  v_child := jsonb_populate_record(v_child, v_fields - 'quiz_completed');
  update public.children set
    -- Whom a parent describes is theirs, however it came into the family.
    standing = 'own',
    name = v_child.name, dob = v_child.dob, gender = v_child.gender, experience_level = v_child.experience_level,
    shirt_size = v_child.shirt_size,
    quiz_completed_at = case v_fields -> 'quiz_completed'
      when 'true' then coalesce(quiz_completed_at, clock_timestamp())
      when 'false' then null else quiz_completed_at end
  where id = v_child.id;
  delete from public.family_proposals where child_id = v_child.id and kind = 'person';
  perform private.save_child_details(v_child.id, p_child -> 'health', p_child -> 'behaviour');
  perform private.save_people(v_family_id, v_child.id,
    p_child -> 'emergency_contacts', p_child -> 'pickup_authorizations');
  return private.answer_get_child_details(v_child.id);
end;
$$;
comment on function public.save_child(jsonb) is
  'A parent adds a child (without id; starts at level 1, makes the family if there is none) or changes one: {id?, name, dob, gender, experience_level, shirt_size, quiz_completed, health: {…}, behaviour: {…}, emergency_contacts, pickup_authorizations}. Fields that are not given stay, null clears, a list is replaced as a whole. Answers get_child_details. Refuses invalid_input (field; unknown fields too), child_not_found, too_many_children. Definer: writes only into the family of the token''s user; level and family have no field.';
grant execute on function public.save_child(jsonb) to authenticated;
select private.answer_calls('public.save_child(jsonb)', 'save_child');

-- schemas/people/invitations.sql

-- The second parent: invited by the first with a link, and from then on sees and writes the same
-- (spec 1 §6: is_primary, is_secondary).

create table public.family_invitations (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete cascade,
  email text not null check (length(email) <= 254),
  token_hash text not null unique,
  invited_by uuid references public.profiles (id) on delete set null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.family_invitations is 'Invitations of a second parent. At most one of a family is open; a new one replaces it.';
comment on column public.family_invitations.email is 'The account that accepts must have proven this address.';
comment on column public.family_invitations.token_hash is 'SHA-256 of the token in the link: reading this table lets nobody in.';
create unique index family_invitations_open on public.family_invitations (family_id) where accepted_at is null;
create index family_invitations_family_id on public.family_invitations (family_id);
create index family_invitations_invited_by on public.family_invitations (invited_by);
create index family_invitations_over on public.family_invitations (coalesce(accepted_at, expires_at));

alter table public.family_invitations enable row level security;
revoke all on table public.family_invitations from anon, authenticated, service_role;
grant select (id, family_id, email, expires_at, accepted_at, created_at) on public.family_invitations to authenticated;
grant select on public.family_invitations to service_role;

create policy "Parents read the invitations of their own family, admins read all" on public.family_invitations
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create function private.token_hash(p_token text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(extensions.digest(p_token, 'sha256'), 'hex') $$;
comment on function private.token_hash(text) is 'SHA-256, hex. Good for tokens of 128 random bits, which need no salt.';

create function public.invite_parent(p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_days constant integer := 14;
  v_email constant text := lower(trim(p_email));
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
  v_family_id uuid;
  v_family public.families;
  v_invitation public.family_invitations;
begin
  if coalesce(v_email, '') !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' or length(v_email) > 254 then
    perform private.fail('invalid_input', 'p_email');
  end if;
  v_family_id := private.ensure_family();
  select * into v_family from public.families where id = v_family_id;
  if v_family.primary_parent_id is distinct from (select auth.uid()) then perform private.deny(); end if;
  if v_family.secondary_parent_id is not null then perform private.fail('family_full'); end if;
  delete from public.family_invitations where family_id = v_family.id and accepted_at is null;
  insert into public.family_invitations (family_id, email, token_hash, invited_by, expires_at)
  values (v_family.id, v_email, private.token_hash(v_token), v_family.primary_parent_id,
    clock_timestamp() + make_interval(days => c_days))
  returning * into v_invitation;
  return jsonb_build_object('token', v_token, 'email', v_email, 'expires_at', private.iso(v_invitation.expires_at));
end;
$$;
comment on function public.invite_parent(text) is
  'The primary parent invites the second: {token, email, expires_at}; the parent passes the link on. Whether the address has an account makes no difference. Refuses invalid_input (p_email), family_full, not_allowed. Definer: the family comes from the token''s user.';
grant execute on function public.invite_parent(text) to authenticated;
select private.answer_calls('public.invite_parent(text)', 'invite_parent');

create function public.accept_invitation(p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_invitation public.family_invitations;
  v_family public.families;
begin
  -- The address must be proven: an account may be opened with anybody's.
  select i.* into v_invitation
  from public.family_invitations i
  join auth.users u on lower(u.email) = i.email and u.email_confirmed_at is not null
  where i.token_hash = private.token_hash(p_token) and u.id = v_user_id
    and i.accepted_at is null and i.expires_at > clock_timestamp();
  if not found then perform private.fail('invitation_not_found', 'p_token'); end if;
  -- As in ensure_family: the profile, then the family.
  if (select family_id from public.profiles where id = v_user_id for update) is not null then
    perform private.fail('already_in_family');
  end if;
  select * into v_family from public.families where id = v_invitation.family_id for update;
  if v_family.secondary_parent_id is not null then perform private.fail('family_full'); end if;
  -- Withdrawn or replaced while we waited?
  update public.family_invitations set accepted_at = clock_timestamp()
  where id = v_invitation.id and accepted_at is null;
  if not found then perform private.fail('invitation_not_found', 'p_token'); end if;
  update public.families set secondary_parent_id = v_user_id where id = v_family.id;
  return jsonb_build_object('family_id', v_family.id);
end;
$$;
comment on function public.accept_invitation(text) is
  'The invited parent joins: {family_id}. Needs the link and an account with the proven invited address. Refuses invitation_not_found (also for somebody else''s, used or expired ones), already_in_family, family_full. Definer: the only way into a family; identity comes from the token''s user.';
grant execute on function public.accept_invitation(text) to authenticated;
select private.answer_calls('public.accept_invitation(text)', 'accept_invitation');

create function public.withdraw_invitation()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  delete from public.family_invitations i using public.families f
  where f.id = i.family_id and f.primary_parent_id = (select auth.uid()) and i.accepted_at is null;
  return jsonb_build_object('withdrawn', found);
end;
$$;
comment on function public.withdraw_invitation() is
  'The primary parent takes the open invitation back: {withdrawn}. Definer: only the invitation of the family whose primary parent the token''s user is.';
grant execute on function public.withdraw_invitation() to authenticated;

-- schemas/people/proposals.sql

-- Proposals: what came with a guest's purchase, or with a family that staff made one with this one, and that only a
-- parent may make true. Whoever knows a parent's address and a child's birthday can type both at a checkout: orders
-- join the family of the address's proven owner, people, health, pick-up and consents wait here to be decided one by one
-- (decisions "What a guest's order may change in a family").

create table public.family_proposals (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  child_id uuid references public.children (id) on delete cascade,
  order_id uuid references public.orders (id) on delete set null,
  kind text not null
    check (kind in ('person', 'child', 'health', 'behaviour', 'emergency_contact', 'pickup_authorization', 'consent')),
  field text check (field ~ '^[a-z_]{1,60}$'),
  value jsonb not null check (octet_length(value::text) <= 20000),
  created_at timestamptz not null default clock_timestamp(),
  check ((kind in ('child', 'health', 'behaviour', 'consent')) = (field is not null)),
  check (child_id is not null or kind in ('emergency_contact', 'pickup_authorization', 'consent'))
);
comment on table public.family_proposals is
  'Said by somebody who has not proven to be of the family, and true only once a parent accepts it. A row goes when it is decided.';
comment on column public.family_proposals.child_id is 'Null: for the whole family.';
comment on column public.family_proposals.order_id is 'The order with which it came; null when that is not known.';
comment on column public.family_proposals.kind is
  'person: this child is one of ours; child, health, behaviour: a field of the table of that name; consent: a purpose; else one more person on that list.';
comment on column public.family_proposals.value is
  'person: {name, dob}; child, health, behaviour: the field''s value; consent: {given, version}; else {name, relationship, phone}.';
create index family_proposals_family_id on public.family_proposals (family_id);
create index family_proposals_child_id on public.family_proposals (child_id);
create index family_proposals_order_id on public.family_proposals (order_id);
create index family_proposals_created_at on public.family_proposals (created_at);

alter table public.family_proposals enable row level security;
-- As with the tables of details: staff read of it only what the roster shows, and the roster logs it.
revoke all on table public.family_proposals from anon, authenticated, service_role;
grant select on public.family_proposals to authenticated;

create policy "Parents read what is proposed to their own family" on public.family_proposals
  for select to authenticated using (family_id = (select private.my_family_id()));

-- Proposing ----------------------------------------------------------------------------------------------------

create function private.propose(
  p_family_id uuid, p_child_id uuid, p_order_id uuid, p_kind text, p_field text, p_value jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.family_proposals (family_id, child_id, order_id, kind, field, value)
  select p_family_id, p_child_id, p_order_id, p_kind, p_field, p_value
  -- Said twice, it is asked once.
  where not exists (
    select from public.family_proposals
    where family_id = p_family_id and child_id is not distinct from p_child_id and kind = p_kind
      and field is not distinct from p_field and value = p_value)
$$;
comment on function private.propose(uuid, uuid, uuid, text, text, jsonb) is
  'Proposes something to a family, unless it is proposed already. The caller has locked the family.';

create function private.propose_people(p_from_family uuid, p_from uuid, p_family_id uuid, p_child_id uuid, p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pickup boolean;
begin
  foreach v_pickup in array '{false,true}'::boolean[] loop
    perform private.propose(p_family_id, p_child_id, p_order_id,
      case when v_pickup then 'pickup_authorization' else 'emergency_contact' end, null, n.person)
    from jsonb_array_elements(private.people_of(p_from_family, p_from, v_pickup)) n (person)
    -- The same list, read before it is emptied, is not known to anybody yet.
    where (p_from_family, p_from) is not distinct from (p_family_id, p_child_id)
      or not private.people_of(p_family_id, p_child_id, v_pickup) @> jsonb_build_array(n.person);
  end loop;
  delete from public.emergency_contacts where family_id = p_from_family and child_id is not distinct from p_from;
  delete from public.pickup_authorizations where family_id = p_from_family and child_id is not distinct from p_from;
end;
$$;
comment on function private.propose_people(uuid, uuid, uuid, uuid, uuid) is
  'Empties the two lists of a child, or with null of a household, and proposes who stood there to another one, or to the same.';

create function private.propose_details(p_from uuid, p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_same constant boolean := p_from = p_into;
  v_from public.children;
  v_into public.children;
  v_order_id uuid;
begin
  select * into v_from from public.children where id = p_from;
  select * into v_into from public.children where id = p_into;
  select order_id into v_order_id from public.order_children where child_id = p_from order by order_id limit 1;
  if not v_same then
    perform private.propose(v_into.family_id, p_into, v_order_id, 'child', f.key, f.value)
    from jsonb_each(to_jsonb(v_from)) f
    where f.key in ('experience_level', 'gender', 'shirt_size') and f.value <> 'null'
      and f.value is distinct from to_jsonb(v_into) -> f.key;
  end if;
  perform private.propose(v_into.family_id, p_into, v_order_id, 'health', f.key, f.value)
  from public.child_health h
  left join public.child_health k on k.child_id = p_into and not v_same
  cross join lateral jsonb_each(jsonb_strip_nulls(to_jsonb(h) - '{child_id,updated_at}'::text[])) f
  where h.child_id = p_from and f.value is distinct from to_jsonb(k) -> f.key;
  perform private.propose(v_into.family_id, p_into, v_order_id, 'behaviour', f.key, f.value)
  from public.child_behaviour b
  left join public.child_behaviour k on k.child_id = p_into and not v_same
  cross join lateral jsonb_each(jsonb_strip_nulls(to_jsonb(b) - '{child_id,updated_at}'::text[])) f
  where b.child_id = p_from and f.value is distinct from to_jsonb(k) -> f.key;
  delete from public.child_health where child_id = p_from;
  delete from public.child_behaviour where child_id = p_from;
  perform private.propose_people(v_from.family_id, p_from, v_into.family_id, p_into, v_order_id);
end;
$$;
comment on function private.propose_details(uuid, uuid) is
  'Takes all that is told of a child from its tables and proposes to the other child''s family what that does not say already; with the same child twice, all of it. Both are of their families, which the caller has locked.';

create function private.propose_person(p_child_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.children set standing = 'proposed' where id = p_child_id and standing = 'own';
  if not found then return; end if;
  perform private.propose(c.family_id, c.id, (
      select order_id from public.order_children where child_id = c.id order by order_id limit 1),
    'person', null, jsonb_build_object('name', c.name, 'dob', c.dob))
  from public.children c where c.id = p_child_id;
  perform private.propose_details(p_child_id, p_child_id);
end;
$$;
comment on function private.propose_person(uuid) is
  'A child that a guest brought, and the family does not know: it keeps its bookings, and what was told of it is proposed with it.';

-- Consents: what stood in the family goes on to stand.

create function private.stands(p_family_id uuid, p_child_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(u, private.has_consent(p_family_id, p_child_id, u))
    from unnest(enum_range(null::public.consent_purpose)) u
    where u <> 'terms' and (u <> 'marketing' or p_child_id is null) and (u <> 'activity' or p_child_id is not null));
end;
$$;
comment on function private.stands(uuid, uuid) is
  'Which consents stand for a child, or with null for the household: {purpose: boolean}. Not terms, which are a person''s word about one order.';

create function private.keep_stands(p_family_id uuid, p_child_id uuid, p_before jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_purpose public.consent_purpose;
  v_now boolean;
  v_latest public.consents;
begin
  for v_purpose, v_now in
    select n.key::public.consent_purpose, n.value::boolean from jsonb_each(private.stands(p_family_id, p_child_id)) n
    where n.value is distinct from p_before -> n.key
  loop
    select * into v_latest from public.consents
    where family_id = p_family_id and purpose = v_purpose and child_id is not distinct from p_child_id
    order by created_at desc, id desc limit 1;
    insert into public.consents (family_id, child_id, purpose, version, given, source)
    values (p_family_id, p_child_id, v_purpose, coalesce(v_latest.version, private.consent_version(v_purpose)), (p_before ->> v_purpose::text)::boolean, 'merge');
    continue when v_latest.id is null;
    perform private.propose(p_family_id, p_child_id, v_latest.order_id, 'consent', v_purpose::text,
      jsonb_build_object('given', v_now, 'version', v_latest.version));
  end loop;
end;
$$;
comment on function private.keep_stands(uuid, uuid, jsonb) is
  'After entries of another family joined this one''s: where they would turn what stood before (private.stands), an entry of the source merge says it again, and the other word is proposed.';

-- schemas/people/proposal_decisions.sql

-- Deciding proposals: what a parent makes true, or not, of what came with a guest's purchase (proposals.sql).

create function private.own_proposal(p_id uuid)
returns public.family_proposals
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_proposal public.family_proposals;
begin
  perform from public.families where id = v_family_id for update;
  select * into v_proposal from public.family_proposals where id = p_id and family_id = v_family_id for update;
  if not found then perform private.fail('proposal_not_found', 'p_id'); end if;
  return v_proposal;
end;
$$;
comment on function private.own_proposal(uuid) is
  'A proposal to the signed-in parent''s family, both locked; else proposal_not_found, also for another family''s and one that is decided.';

create function private.end_proposal(p_proposal public.family_proposals, p_accepted boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.family_proposals where id = p_proposal.id;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'delete',
    'family_proposals', p_proposal.id::text,
    jsonb_build_object('family_id', p_proposal.family_id, 'child_id', p_proposal.child_id, 'kind', p_proposal.kind),
    jsonb_build_object('accepted', p_accepted));
  return jsonb_build_object('id', p_proposal.id, 'accepted', p_accepted);
end;
$$;
comment on function private.end_proposal(public.family_proposals, boolean) is
  'A proposal is decided; the audit log says by whom, and nothing of what was proposed.';

create function public.accept_proposal(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_proposal constant public.family_proposals := private.own_proposal(p_id);
  v_field constant jsonb := case when v_proposal.field is not null
    then jsonb_build_object(v_proposal.field, v_proposal.value) end;
  v_pickup constant boolean := v_proposal.kind = 'pickup_authorization';
  v_people jsonb;
begin
  if v_proposal.kind = 'person' then
    update public.children set standing = 'own' where id = v_proposal.child_id;
  elsif v_proposal.kind = 'child' then
    update public.children c set (experience_level, gender, shirt_size) = (
      select r.experience_level, r.gender, r.shirt_size from jsonb_populate_record(c, v_field) r)
    where c.id = v_proposal.child_id;
  elsif v_proposal.kind in ('health', 'behaviour') then
    perform private.save_child_details(v_proposal.child_id,
      case when v_proposal.kind = 'health' then v_field end, case when v_proposal.kind = 'behaviour' then v_field end);
  elsif v_proposal.kind = 'consent' then
    perform public.record_consent(v_proposal.field, (v_proposal.value ->> 'given')::boolean,
      (v_proposal.value ->> 'version')::integer, v_proposal.child_id);
  else
    v_people := private.people_of(v_proposal.family_id, v_proposal.child_id, v_pickup) || v_proposal.value;
    if jsonb_array_length(v_people) > 6 then perform private.fail('list_full', 'p_id'); end if;
    perform private.save_people(v_proposal.family_id, v_proposal.child_id,
      case when not v_pickup then v_people end, case when v_pickup then v_people end);
  end if;
  return private.end_proposal(v_proposal, true);
end;
$$;
comment on function public.accept_proposal(uuid) is
  'A parent makes one proposal true: {id, accepted: true}. A person becomes a child of the family; a field takes the value; one more stands on a list; a consent is recorded as the caller''s own. Refuses proposal_not_found, list_full (six stand there), consent_text_changed (detail: the current version). Definer: writes only into the family of the token''s user.';
grant execute on function public.accept_proposal(uuid) to authenticated;
select private.answer_calls('public.accept_proposal(uuid)', 'proposals');

create function public.decline_proposal(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_proposal constant public.family_proposals := private.own_proposal(p_id);
begin
  if v_proposal.kind = 'person' then
    update public.children set standing = 'declined' where id = v_proposal.child_id;
    -- What was told of its health stays with whoever comes in its place, until that is decided too.
    delete from public.family_proposals
    where child_id = v_proposal.child_id and kind not in ('person', 'health');
  end if;
  return private.end_proposal(v_proposal, false);
end;
$$;
comment on function public.decline_proposal(uuid) is
  'A parent says no to one proposal: {id, accepted: false}. A child that is not theirs keeps its bookings, which the parent may cancel, and is on none of the family''s lists. Refuses proposal_not_found. Definer: see accept_proposal.';
grant execute on function public.decline_proposal(uuid) to authenticated;
select private.answer_calls('public.decline_proposal(uuid)', 'proposals');

-- Family data --------------------------------------------------------------------------------------------------

create function private.export_family_proposals(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('proposals', (
    select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at, p.id), '[]')
    from public.family_proposals p where p.family_id = p_family_id))
$$;
comment on function private.export_family_proposals(uuid, text[], text[]) is 'What waits for the family''s decision.';

create function private.erase_family_proposals(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$ delete from public.family_proposals where family_id = p_family_id $$;
comment on function private.erase_family_proposals(uuid) is 'Nothing waits for a family any more that is none.';

-- schemas/people/family_reads.sql

-- What the family's screens ask (spec 1 §3 and §7): profile, child, children with credits, dashboard.

create function private.people_of(p_family_id uuid, p_child_id uuid, p_pickup boolean)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', name, 'relationship', relationship, 'phone', phone) order by position), '[]')
  from (
    select name, relationship, phone, position from public.emergency_contacts
    where not p_pickup and family_id = p_family_id and child_id is not distinct from p_child_id
    union all
    select name, relationship, phone, position from public.pickup_authorizations
    where p_pickup and family_id = p_family_id and child_id is not distinct from p_child_id
  ) p
$$;
comment on function private.people_of(uuid, uuid, boolean) is
  'Emergency contacts, or with p_pickup who may fetch: [{name, relationship, phone}] of a child, or with child null of the family.';

create function private.has_consent(p_family_id uuid, p_child_id uuid, p_purpose public.consent_purpose)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
declare
  v_own public.consents;
  v_all public.consents;
begin
  -- The dashboard asks three times a child: PL/pgSQL keeps the plan.
  if p_child_id is not null then
    select * into v_own from public.consents
    where family_id = p_family_id and child_id = p_child_id and purpose = p_purpose
    order by created_at desc, id desc limit 1;
  end if;
  select * into v_all from public.consents
  where family_id = p_family_id and child_id is null and purpose = p_purpose order by created_at desc, id desc limit 1;
  -- What is said for the child counts before what is said for the whole family, but for a later no.
  if v_own.id is null or (not v_all.given and (v_all.created_at, v_all.id) > (v_own.created_at, v_own.id)) then
    return coalesce(v_all.given, false);
  end if;
  return v_own.given;
end;
$$;
comment on function private.has_consent(uuid, uuid, public.consent_purpose) is
  'Does the consent stand for this child, or with child null for the family?';

create function public.get_parent_profile()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_profile public.profiles;
  v_contacts jsonb;
begin
  select * into v_profile from public.profiles where id = (select auth.uid());
  if not found then perform private.deny(); end if;
  v_contacts := private.people_of(v_profile.family_id, null, false);
  return to_jsonb(v_profile) - 'created_at' || jsonb_build_object(
    'health', (select to_jsonb(h) - '{profile_id,updated_at}'::text[] from public.profile_health h where profile_id = v_profile.id),
    'emergency_contacts', v_contacts,
    'emergency_contact', v_contacts #> '{0,name}',
    'emergency_phone', v_contacts #> '{0,phone}',
    'pickup_authorization', private.people_of(v_profile.family_id, null, true),
    'terms_accepted', coalesce((select given from public.consents
      where purpose = 'terms' and user_id = v_profile.id order by created_at desc, id desc limit 1), false),
    'liability_waiver', private.has_consent(v_profile.family_id, null, 'liability'),
    'medical_authorization', private.has_consent(v_profile.family_id, null, 'medical'),
    'photo_consent', private.has_consent(v_profile.family_id, null, 'photo'),
    'is_primary', exists (select from public.families where primary_parent_id = v_profile.id),
    'is_secondary', exists (select from public.families where secondary_parent_id = v_profile.id),
    'profile_complete', coalesce(v_profile.name, '') <> '' and v_profile.phone is not null and v_contacts <> '[]',
    'verification_status', case when exists (
      select from auth.users where id = v_profile.id and email_confirmed_at is not null)
      then 'verified' else 'unverified' end);
end;
$$;
comment on function public.get_parent_profile() is
  'The signed-in parent''s profile with every field of spec 1 §3; health apart under health. terms_accepted to photo_consent are consents, profile_complete (name, phone, an emergency contact) and verification_status (proven e-mail) are worked out. Definer: reads the account''s confirmation; only the token''s user.';
grant execute on function public.get_parent_profile() to authenticated;

create function private.child_details(p_child_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select to_jsonb(c) - 'quiz_completed_at' || jsonb_build_object(
    'quiz_completed', c.quiz_completed_at is not null,
    'health', to_jsonb(h) - '{child_id,updated_at}'::text[],
    'behaviour', to_jsonb(b) - '{child_id,updated_at}'::text[],
    'emergency_contacts', e.contacts,
    'emergency_contact', e.contacts #> '{0,name}',
    'emergency_phone', e.contacts #> '{0,phone}',
    'pickup_authorizations', private.people_of(c.family_id, c.id, true)
      || case when c.standing = 'own' then private.people_of(c.family_id, null, true) else '[]' end,
    'indemnity_signed', private.has_consent(c.family_id, c.id, 'liability'),
    'medical_consent', private.has_consent(c.family_id, c.id, 'medical'),
    'photo_consent', private.has_consent(c.family_id, c.id, 'photo'),
    'activity_participation_consent', private.has_consent(c.family_id, c.id, 'activity'),
    'child_profile_complete', h.child_id is not null and e.contacts <> '[]'
      and private.has_consent(c.family_id, c.id, 'liability') and private.has_consent(c.family_id, c.id, 'medical')
      and private.has_consent(c.family_id, c.id, 'activity'))
  from public.children c
  left join public.child_health h on h.child_id = c.id
  left join public.child_behaviour b on b.child_id = c.id,
  lateral (select private.people_of(c.family_id, c.id, false) || private.people_of(c.family_id, null, false) as contacts) e
  where c.id = p_child_id
$$;
comment on function private.child_details(uuid) is
  'A child with every field of spec 1 §3. Contacts of the child come first, then the family''s. Complete: health was asked, there is an emergency contact, and liability, medical and activity stand.';

-- Credits ----------------------------------------------------------------------------------------------

create function public.credits_remaining(profile public.profiles)
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce(sum(l.delta), 0)::integer
  from public.passes p join public.credit_ledger l on l.pass_id = p.id
  where p.family_id = profile.family_id
    and (p.valid_until is null or p.valid_until >= (select private.calendar_today()))
$$;
comment on function public.credits_remaining(public.profiles) is
  'profiles.credits_remaining (spec 1 §3), as a computed column: the sum of the ledger of the family''s valid passes, so never a stale copy. With the caller''s rights.';
grant execute on function public.credits_remaining(public.profiles) to authenticated, service_role;

create function public.get_family_children_with_credits(family uuid)
returns table (
  id uuid, name text, dob date, current_level integer, gender text, credits_remaining integer, active_passes integer,
  upcoming_bookings integer, recent_bookings_count integer, quiz_completed boolean, has_upcoming_bookings boolean,
  age integer)
language sql
stable
set search_path = ''
as $$
  select c.id, c.name, c.dob, c.current_level, c.gender, p.credits, p.passes, b.upcoming, r.recent,
    c.quiz_completed_at is not null, b.upcoming > 0, extract(year from age(t.today, c.dob))::integer
  from (select private.calendar_today() as today) t, public.children c,
    lateral (
      select coalesce(sum(l.left_over), 0)::integer as credits,
        (count(*) filter (where l.left_over > 0))::integer as passes
      from public.passes p,
        lateral (select coalesce(sum(delta), 0) as left_over from public.credit_ledger where pass_id = p.id) l
      where p.child_id = c.id and (p.valid_until is null or p.valid_until >= t.today)
    ) p,
    lateral (
      select count(*)::integer as upcoming from public.bookings
      where child_id = c.id and family_id = family and status = 'booked' and session_date >= t.today
    ) b,
    lateral (
      select count(*)::integer as recent from public.bookings
      where child_id = c.id and family_id = family and status = 'booked'
        and session_date >= t.today - 30 and session_date < t.today
    ) r
  where c.family_id = family and c.standing <> 'declined' and (family = (select private.my_family_id()) or (select private.is_admin()))
  order by c.name, c.id
$$;
comment on function public.get_family_children_with_credits(uuid) is
  'Child summaries of spec 1 §3, by name: credits of valid passes, passes with credits left, booked sessions from today, booked sessions of the last 30 days. With the caller''s rights: no rows for a family that is neither one''s own nor an admin''s to see.';
grant execute on function public.get_family_children_with_credits(uuid) to authenticated;

-- schemas/people/dashboard.sql

-- The family's dashboard: bookings, passes, camps and what waits for a parent (spec 1 §7).

create function private.family_bookings(p_family_id uuid, p_from date, p_until date, p_newest_first boolean, p_limit integer)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  -- PL/pgSQL keeps the plan: planning these joins takes longer than running them.
  return (select coalesce(jsonb_agg(to_jsonb(r) - 'rank' order by r.rank), '[]')
  from (
    select b.id, b.session_id, b.session_date, b.session_time, b.status, b.attended, b.child_id, b.family_id,
      private.iso(private.credit_returns_until(s.starts_at)) as credit_returns_until,
      jsonb_build_object('name', c.name) as child,
      jsonb_build_object(
        'max_capacity', s.max_capacity,
        'location', jsonb_build_object('name', l.name, 'address', l.address),
        'coach', case when k.id is not null then jsonb_build_object('name', k.name) end,
        'class_type', jsonb_build_object('name', t.name, 'level', t.level)) as session,
      row_number() over (order by
        case when p_newest_first then b.session_date end desc, case when p_newest_first then b.session_time end desc,
        b.session_date, b.session_time, b.id) as rank
    from public.bookings b
    join public.children c on c.id = b.child_id
    join public.sessions s on s.id = b.session_id
    join public.locations l on l.id = s.location_id
    join public.class_types t on t.id = s.class_type_id
    left join public.coaches k on k.id = s.coach_id
    where b.family_id = p_family_id and b.session_date between p_from and p_until
      and (p_newest_first or b.status = 'booked')
    order by rank limit p_limit
  ) r);
end;
$$;
comment on function private.family_bookings(uuid, date, date, boolean, integer) is
  'Bookings of a family between two days as spec 1 §3 lists them, session embedded, and until when cancelling gives the credit back. Upcoming ones only while booked. Reads the family''s days on an index, however many years lie behind them.';

create function private.family_passes(p_family_id uuid, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'child_id', p.child_id, 'offer_id', p.offer_id, 'title', p.title, 'sessions_total', p.sessions_total,
      'credits', l.credits, 'make_ups_total', p.make_ups_total, 'make_ups_left', p.make_ups_total - l.make_ups,
      'valid_from', p.valid_from, 'valid_until', p.valid_until, 'is_valid', p.valid_until >= p_today is not false,
      'subscription', (
        select jsonb_build_object('id', s.id, 'status', s.status, 'current_period_end', private.iso(s.current_period_end))
        from public.order_lines n
        join public.pass_subscriptions s on s.order_line_id = n.id or s.id = n.subscription_id
        where n.id = p.order_line_id and s.family_id = p_family_id and s.status <> 'ended'))
      order by p.valid_until >= p_today is not false desc, p.valid_until nulls last, p.created_at, p.id), '[]')
  from public.passes p,
    lateral (
      select coalesce(sum(delta), 0) as credits, count(*) filter (where reason = 'make_up') as make_ups
      from public.credit_ledger where pass_id = p.id) l
  -- Old ones are history, and stay in the export.
  where p.family_id = p_family_id and (p.valid_until >= p_today - 60) is not false);
end;
$$;
comment on function private.family_passes(uuid, date) is
  'FamilyPass[] of contract/passes.ts: passes that are valid, or ended within 60 days, each with the sum of its ledger.';

create function private.family_camps(p_family_id uuid, p_from date, p_until date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'child_id', e.child_id, 'child', jsonb_build_object('name', c.name), 'status', e.status,
      'camp', private.camp_view(w.id), 'cancelled', w.cancelled_at is not null,
      'attended_days', (select count(*) from public.camp_attendance a where a.enrollment_id = e.id and a.attended))
      order by w.start_date, w.session_time_start, c.name, e.id), '[]')
  from public.camp_enrollments e
  join public.camp_weeks w on w.id = e.camp_id
  join public.children c on c.id = e.child_id
  where e.family_id = p_family_id and e.status = 'enrolled' and w.end_date between p_from and p_until);
end;
$$;
comment on function private.family_camps(uuid, date, date) is
  'FamilyCamp[] of contract/passes.ts: camps of a family''s children whose last day lies between two days.';

create function private.family_notifications(p_family_id uuid, p_today date)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(n.note order by n.rank, n.name), '[]')
  from (
    select 1 as rank, p.title as name, jsonb_build_object(
      'kind', 'pass_expiring', 'child_id', p.child_id, 'pass_id', p.id, 'title', p.title,
      'valid_until', p.valid_until, 'credits', l.credits) as note
    from public.passes p, lateral (select sum(delta) as credits from public.credit_ledger where pass_id = p.id) l
    where p.family_id = p_family_id and p.valid_until between p_today and p_today + 14 and l.credits > 0
    union all
    select 2, c.name, jsonb_build_object('kind', 'child_details_missing', 'child_id', c.id)
    from public.children c
    where c.family_id = p_family_id and c.standing = 'own' and not exists (select from public.child_health h where h.child_id = c.id)
    union all
    select 3, c.name || u.purpose, jsonb_build_object('kind', 'consent_missing', 'child_id', c.id, 'purpose', u.purpose)
    from public.children c, unnest('{liability,medical,activity}'::public.consent_purpose[]) u (purpose)
    where c.family_id = p_family_id and c.standing = 'own' and not private.has_consent(p_family_id, c.id, u.purpose)
    union all
    select 4, '', jsonb_build_object('kind', 'emergency_contact_missing')
    where not exists (select from public.emergency_contacts where family_id = p_family_id)
    union all
    select 0, '', jsonb_build_object('kind', 'proposals_waiting', 'proposals', count(*))
    from public.family_proposals where family_id = p_family_id having count(*) > 0
  ) n);
end;
$$;
comment on function private.family_notifications(uuid, date) is
  'What a parent should look at, worked out and never stored: [{kind: pass_expiring (14 days) | child_details_missing | consent_missing | emergency_contact_missing | proposals_waiting, …}].';

create function public.get_family_dashboard()
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.my_family_id();
  v_today constant date := private.calendar_today();
  v_children jsonb;
begin
  if v_family_id is null then
    return '{"family": null, "children": [], "totalCredits": 0, "upcomingBookings": [], "recentActivity": [], "notifications": [],
      "passes": [], "upcomingCamps": [], "pastCamps": []}';
  end if;
  select coalesce(jsonb_agg(c), '[]') into v_children from public.get_family_children_with_credits(v_family_id) c;
  return jsonb_build_object(
    'family', (
      select jsonb_build_object('id', f.id, 'primary_parent_id', f.primary_parent_id, 'secondary_parent_id', f.secondary_parent_id,
        'primary_parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone)
          from public.profiles p where p.id = f.primary_parent_id),
        'secondary_parent', (select jsonb_build_object('id', p.id, 'name', p.name, 'email', p.email, 'phone', p.phone)
          from public.profiles p where p.id = f.secondary_parent_id))
      from public.families f where f.id = v_family_id),
    'children', v_children,
    'totalCredits', (select coalesce(sum((c ->> 'credits_remaining')::integer), 0) from jsonb_array_elements(v_children) c),
    'upcomingBookings', private.family_bookings(v_family_id, v_today, 'infinity', false, 100),
    'recentActivity', private.family_bookings(v_family_id, v_today - 30, v_today, true, 10),
    'notifications', private.family_notifications(v_family_id, v_today),
    'passes', private.family_passes(v_family_id, v_today),
    'upcomingCamps', private.family_camps(v_family_id, v_today, 'infinity'),
    'pastCamps', private.family_camps(v_family_id, v_today - 365, v_today - 1));
end;
$$;
comment on function public.get_family_dashboard() is
  'Everything the family''s page shows, in one call (spec 1 §3, §7 and §9): {family, children, totalCredits, upcomingBookings, recentActivity (30 days, 10), notifications, passes, upcomingCamps, pastCamps (a year)}; FamilyDashboard of contract/passes.ts. Somebody without a family gets an empty one. Definer: answers only for the family of the token''s user, decided once and not row by row.';
grant execute on function public.get_family_dashboard() to authenticated;

-- schemas/people/staff_reads.sql

-- What staff may see of children and parents: coaches today's rosters with allergies and pickup, admins any day and
-- any child. Every read is written to the access log by the statement that serves it (decisions "Safety"):
-- private.serve_roster, of rosters.sql, because it reads camps too.

create function public.get_todays_roster()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  return private.serve_roster(private.calendar_today());
end;
$$;
comment on function public.get_todays_roster() is
  'Today''s sessions in Singapore, all of them, because coaches stand in for each other; mine marks the caller''s own: Roster (contract/passes.ts), classes and then camps. Refuses not_allowed unless coach or admin. Definer: the details have no policy for staff; this serves the least, and logs it.';
grant execute on function public.get_todays_roster() to authenticated;

create function public.get_roster(p_date date)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_date is null then perform private.fail('invalid_input', 'p_date'); end if;
  return private.serve_roster(p_date);
end;
$$;
comment on function public.get_roster(date) is
  'Any day''s roster, as get_todays_roster, for admins. Refuses not_allowed, invalid_input. Definer: see get_todays_roster.';
grant execute on function public.get_roster(date) to authenticated;

create function public.get_child_details(p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := (select family_id from public.children where id = p_child_id);
begin
  if v_family_id = private.my_family_id() then
    return private.child_details(p_child_id);
  end if;
  if not private.is_admin() or v_family_id is null then
    -- To others a child that is not theirs does not exist.
    perform private.fail('child_not_found', 'p_child_id');
  end if;
  perform private.log_access('child_health', 'details', v_family_id, p_child_id);
  return private.child_details(p_child_id);
end;
$$;
comment on function public.get_child_details(uuid) is
  'A child with every field of spec 1 §3 (health and behaviour apart), for its parents, and for admins, whose read is logged. Refuses child_not_found, also for a child that is not the caller''s to see. Definer: the details have no policy for staff.';
grant execute on function public.get_child_details(uuid) to authenticated;
select private.answer_calls('public.get_child_details(uuid)', 'get_child_details');

create function public.get_parent_health(p_profile_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_profile public.profiles;
begin
  if not private.is_admin() then perform private.deny(); end if;
  select * into v_profile from public.profiles where id = p_profile_id;
  if not found then perform private.fail('parent_not_found', 'p_profile_id'); end if;
  perform private.log_access('profile_health', 'details', v_profile.family_id);
  return jsonb_build_object(
    'profile_id', v_profile.id,
    'health', (select to_jsonb(h) - '{profile_id,updated_at}'::text[] from public.profile_health h where h.profile_id = v_profile.id),
    'emergency_contacts', private.people_of(v_profile.family_id, null, false));
end;
$$;
comment on function public.get_parent_health(uuid) is
  'A parent''s own health and the family''s emergency contacts, for admins, logged: {profile_id, health, emergency_contacts}. Refuses not_allowed, parent_not_found. Definer: the details have no policy for staff.';
grant execute on function public.get_parent_health(uuid) to authenticated;

-- schemas/privacy/retention.sql

-- Retention: how long what is kept, in one table, and the chore that lets go of it.
--
-- Each topic adds a function private.purge_<topic>() returns integer (rows purged; two at once take different rows,
-- in well under a statement's time limit, however many there are) and its row in rows.sql; public.purge_expired() calls
-- every function that a row names. Likewise each topic with personal data has private.export_family_<topic> and
-- private.erase_family_<topic>: see family_export.sql.
--
-- A purge takes the oldest first, in the order of an index, and its rows by `= any (array(…))`: so it reads what is due
-- and no more, also when nothing is, whatever the planner believes of how much that may be.

create table public.retention_periods (
  class text primary key check (class ~ '^[a-z_]+$'),
  keep interval,
  action text not null check (action in ('delete', 'anonymise')),
  purge text not null unique check (purge ~ '^purge_[a-z_]+$'),
  what text not null,
  why text not null
);
comment on table public.retention_periods is 'Retention: one row per class of fields. Changing keep changes what the next purge does.';
comment on column public.retention_periods.keep is 'Counted from the end of use, as said in what. Null: each row carries its own date.';
comment on column public.retention_periods.purge is 'Function in private that does it.';
comment on column public.retention_periods.what is 'Tables and fields, and when the period begins.';

alter table public.retention_periods enable row level security;
revoke all on table public.retention_periods from anon, authenticated, service_role;
grant select on public.retention_periods to authenticated, service_role;
create policy "Signed-in people read how long what is kept" on public.retention_periods
  for select to authenticated using (true);

create table public.purge_positions (
  class text not null references public.retention_periods (class),
  rows_of text not null,
  after uuid,
  primary key (class, rows_of)
);
comment on table public.purge_positions is
  'How far a purge has looked that must ask row by row: it takes some rows at a time, by their ids, and begins anew at the end. Closed: a position is somebody''s id.';
alter table public.purge_positions enable row level security;
revoke all on table public.purge_positions from anon, authenticated, service_role;

create function private.expiry(p_class text)
returns timestamptz
language sql
stable
set search_path = ''
as $$ select clock_timestamp() - keep from public.retention_periods where class = p_class $$;
comment on function private.expiry(text) is 'What is older than this is past its retention period.';

-- The logs let go of an entry only when its time is over, whoever asks.
create function private.refuse_early_delete()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.created_at >= private.expiry(tg_table_name) is not false then
    raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
  end if;
  return old;
end;
$$;
comment on function private.refuse_early_delete() is 'Trigger: refuses to delete a log entry before its retention period ends.';
create trigger refuse_early_delete before delete on public.access_log
  for each row execute function private.refuse_early_delete();
create trigger refuse_early_delete before delete on public.audit_log
  for each row execute function private.refuse_early_delete();

create function private.next_rows(p_class text, p_table text, p_most integer)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_after uuid;
  v_ids uuid[];
begin
  select after into v_after from public.purge_positions
  where class = p_class and rows_of = p_table for update skip locked;
  if not found then
    -- Another purge is at it.
    if exists (select from public.purge_positions where class = p_class and rows_of = p_table) then return '{}'; end if;
    insert into public.purge_positions (class, rows_of) values (p_class, p_table) on conflict do nothing;
  end if;
  execute format(
    'select array_agg(n.id order by n.id) from (
       select id from public.%I where $1 is null or id > $1 order by id limit $2) n', p_table)
  into v_ids using v_after, p_most;
  update public.purge_positions set after = case when cardinality(v_ids) = p_most then v_ids[p_most] end
  where class = p_class and rows_of = p_table;
  return coalesce(v_ids, '{}');
end;
$$;
comment on function private.next_rows(text, text, integer) is
  'The next ids of a table for a purge that cannot find what is due by an index, because a sign of life may stand in many tables. Empty while another purge looks.';

create function private.forget_orders(p_order_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.order_children set name = null, dob = null, experience_level = null, overnight = null
  where order_id = any (p_order_ids);
  delete from public.order_child_details where order_id = any (p_order_ids);
  delete from public.once_claims c using public.orders o
  where o.id = c.order_id and o.id = any (p_order_ids) and o.paid_at is null;
  update public.checkout_attempts set params = '{}', terms = terms - 'email' where order_id = any (p_order_ids);
  -- A closed order that was never paid loses its consents too: should money come after all, it is nobody's any
  -- more, and becomes an open decision instead of a booking for a child without a name.
  update public.orders set parent_name = null, parent_email = null, parent_phone = null, client_hash = null, signature = null,
    transport_address = null,
    user_id = case when paid_at is not null then user_id end,
    consents_at = case when paid_at is not null then consents_at end
  where id = any (p_order_ids);
$$;
comment on function private.forget_orders(uuid[]) is
  'Takes the people off orders. Numbers, prices, sessions and payments stay. The caller has locked the orders.';

create function private.has_money(p_order_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.payments where order_id = p_order_id)
    or exists (select from public.payment_decisions where order_id = p_order_id)
    or exists (select from public.refunds where order_id = p_order_id)
    or exists (select from public.consents where order_id = p_order_id)
$$;
comment on function private.has_money(uuid) is 'Does anything in the books, or a consent on record, name the order?';

create function private.purge_lapsed_orders()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select o.id from public.orders o
    where o.status in ('released', 'expired') and o.updated_at < private.expiry('lapsed_orders')
      and o.kept_at is null
      and not exists (select from public.checkout_attempts a where a.order_id = o.id and private.is_unsettled(a))
    order by o.updated_at limit 1000 for update skip locked) due;
  perform private.forget_orders(v_ids);
  delete from public.orders where id = any (v_ids) and not private.has_money(id);
  -- Not looked at again: with the years these become many.
  update public.orders set kept_at = clock_timestamp() where id = any (v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_lapsed_orders() is
  'Deletes orders that came to nothing, unless a payment may still arrive; of those with money takes the people off: orders.';

create function private.purge_paid_orders()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select o.id from public.orders o
    where o.paid_at < private.expiry('paid_orders') and (o.parent_email is not null or o.client_hash is not null)
    order by o.paid_at limit 1000 for update skip locked) due;
  perform private.forget_orders(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_paid_orders() is 'Anonymises paid orders past the period of the books: orders.';

create function private.purge_payment_parameters()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.checkout_attempts set params = '{}', terms = terms - 'email'
  -- By where they lie, which nobody changes while they are locked: their key is of two columns.
  where ctid = any (array(
    select a.ctid from public.checkout_attempts a join public.orders o on o.id = a.order_id
    where a.created_at < private.expiry('payment_parameters') and (a.params <> '{}' or a.terms ? 'email')
      and o.status not in ('held', 'awaiting_payment')
    order by a.created_at limit 5000 for update of a skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_payment_parameters() is 'Empties what was sent to the payment provider for orders that are closed: attempts.';

create function private.purge_messages()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.outbox set recipient = '', payload = '{}', last_error = null
  where id = any (array(
    select id from public.outbox
    where created_at < private.expiry('sent_messages') and payload <> '{}'
      and (sent_at is not null or attempts >= (private.settings()).outbox_attempts_max)
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_messages() is 'Empties mails that were sent, or given up: messages.';

-- schemas/privacy/purge_people.sql

-- Letting go of people: health and contacts, idle accounts and families, proposals, invitations, logs.

create function private.purge_child_details()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('child_details');
  v_rows constant uuid[] := private.next_rows('child_details', 'children', 1000);
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select c.id from public.children c
    where c.id = any (v_rows) and greatest(c.updated_at,
        (select updated_at from public.child_health where child_id = c.id),
        (select updated_at from public.child_behaviour where child_id = c.id)) < v_before
      and (exists (select from public.child_health where child_id = c.id)
        or exists (select from public.child_behaviour where child_id = c.id)
        or exists (select from public.emergency_contacts where child_id = c.id)
        or exists (select from public.pickup_authorizations where child_id = c.id))
      and not exists (select from public.bookings b where b.child_id = c.id and b.session_date >= v_before::date)
      and not exists (select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
        where e.child_id = c.id and w.end_date >= v_before::date)
      and not exists (select from public.passes p where p.child_id = c.id
        and coalesce(p.valid_until, p.created_at::date) >= v_before::date)
    limit 1000 for update skip locked) due;
  delete from public.child_health where child_id = any (v_ids);
  delete from public.child_behaviour where child_id = any (v_ids);
  delete from public.emergency_contacts where child_id = any (v_ids);
  delete from public.pickup_authorizations where child_id = any (v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_child_details() is
  'Deletes details of children who have not come, bought or been changed for the period: children.';

create function private.is_idle_account(p_profile_id uuid, p_before timestamptz)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (select from public.profiles where id = p_profile_id and greatest(created_at, updated_at) >= p_before)
    and not exists (select from auth.users where id = p_profile_id and last_sign_in_at >= p_before)
    -- Who stays signed in does not sign in again.
    and not exists (
      select from auth.sessions where user_id = p_profile_id and greatest(created_at, refreshed_at) >= p_before);
end;
$$;
comment on function private.is_idle_account(uuid, timestamptz) is
  'Has nobody made, changed or used the account since p_before?';

create function private.is_idle_family(p_family_id uuid, p_before timestamptz)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return not exists (select from public.families where id = p_family_id and greatest(created_at, updated_at) >= p_before)
    and not exists (select from public.children where family_id = p_family_id and greatest(created_at, updated_at) >= p_before)
    and not exists (
      select from public.bookings where family_id = p_family_id and (session_date >= p_before::date or created_at >= p_before))
    and not exists (
      select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
      where e.family_id = p_family_id and (w.end_date >= p_before::date or e.created_at >= p_before))
    and not exists (
      select from public.passes p
      where p.family_id = p_family_id and (p.created_at >= p_before or p.valid_until >= p_before::date or exists (
        select from public.credit_ledger k where k.pass_id = p.id and k.created_at >= p_before)))
    and not exists (
      select from public.pass_subscriptions
      where family_id = p_family_id and (status <> 'ended' or ended_at >= p_before))
    -- Not when it was last changed: letting go of something changes it too.
    and not exists (
      select from public.orders where family_id = p_family_id
        and (greatest(created_at, paid_at) >= p_before or status in ('held', 'awaiting_payment')))
    and not exists (select from public.waitlist_entries where family_id = p_family_id and joined_at >= p_before)
    and not exists (select from public.parties where family_id = p_family_id and ends_at >= p_before)
    and not exists (select from public.consents where family_id = p_family_id and created_at >= p_before)
    and not exists (
      select from public.profiles where family_id = p_family_id and not private.is_idle_account(id, p_before));
end;
$$;
comment on function private.is_idle_family(uuid, timestamptz) is
  'Has a family neither come, bought, waited, changed anything nor signed in since p_before? Whatever a pass or camp still promises counts as a sign of life until its last day.';

create function private.purge_parent_details()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('parent_details');
  v_profiles constant uuid[] := private.next_rows('parent_details', 'profiles', 1000);
  v_rows constant uuid[] := private.next_rows('parent_details', 'families', 1000);
  v_parents uuid[];
  v_families uuid[];
begin
  select array_agg(id) into v_parents from (
    select p.id from public.profile_health h join public.profiles p on p.id = h.profile_id
    where p.id = any (v_profiles) and h.updated_at < v_before and private.is_idle_account(p.id, v_before)
      and (p.family_id is null or private.is_idle_family(p.family_id, v_before))
    limit 1000 for update of h skip locked) due;
  delete from public.profile_health where profile_id = any (v_parents);
  select array_agg(id) into v_families from (
    select f.id from public.families f
    where f.id = any (v_rows) and f.updated_at < v_before
      and (exists (select from public.emergency_contacts where family_id = f.id and child_id is null)
        or exists (select from public.pickup_authorizations where family_id = f.id and child_id is null))
      and private.is_idle_family(f.id, v_before)
    limit 1000 for update skip locked) due;
  delete from public.emergency_contacts where family_id = any (v_families) and child_id is null;
  delete from public.pickup_authorizations where family_id = any (v_families) and child_id is null;
  return coalesce(cardinality(v_parents), 0) + coalesce(cardinality(v_families), 0);
end;
$$;
comment on function private.purge_parent_details() is
  'Deletes the health of parents and the lists of households that have given no sign of life for the period: parents and households.';

create function private.purge_idle_accounts()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('idle_accounts');
  v_rows constant uuid[] := private.next_rows('idle_accounts', 'profiles', 1000);
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select p.id from public.profiles p
    where p.id = any (v_rows) and p.family_id is null and p.updated_at < v_before and private.is_idle_account(p.id, v_before)
      and not exists (select from public.user_roles where user_id = p.id and role <> 'customer')
    limit 1000 for update skip locked) due;
  delete from auth.users where id = any (v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_idle_accounts() is
  'Deletes accounts without a family that nobody has used for the period; never of those who work here: accounts.';

create function private.log_purge(p_class text, p_sqlstate text, p_family_id uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_once_in constant interval := '1 day';
begin
  -- The message of an error may hold what somebody typed; its code does not. Once a day: the chore comes every minute.
  insert into public.system_logs (level, component, message, details)
  select 'error', 'purge', 'A purge failed and the others went on.', n.details
  from (select jsonb_strip_nulls(jsonb_build_object(
    'class', p_class, 'sqlstate', p_sqlstate, 'family_id', p_family_id)) as details) n
  where not exists (
    select from public.system_logs l
    where l.component = 'purge' and l.details = n.details and l.created_at > (select clock_timestamp() - c_once_in));
end;
$$;
comment on function private.log_purge(text, text, uuid) is
  'Writes to the system''s log that a class, or one family of it, could not be purged: {class, sqlstate, family_id?}, once a day each.';

create function private.purge_idle_families()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_before constant timestamptz := private.expiry('idle_families');
  v_until constant timestamptz := clock_timestamp() + interval '2 seconds';
  v_rows constant uuid[] := private.next_rows('idle_families', 'families', 50);
  v_last uuid;
  v_id uuid;
  v_count integer := 0;
begin
  for v_id in
    select id from public.families f
    where f.id = any (v_rows) and f.erased_at is null and f.updated_at < v_before and private.is_idle_family(f.id, v_before)
    order by id
  loop
    -- Each is a look at all recent mails. Before a statement's time would come near, the next call goes on here.
    if v_last is not null and clock_timestamp() > v_until then
      update public.purge_positions set after = v_last where class = 'idle_families' and rows_of = 'families';
      exit;
    end if;
    v_last := v_id;
    -- Another purge may be at it, and holds it until its end.
    continue when not pg_try_advisory_xact_lock(hashtextextended('purge family ' || v_id, 0));
    begin
      -- After so long nobody claims what was owed; the audit log keeps what it was.
      if private.erase(v_id, true, v_before) then v_count := v_count + 1; end if;
    exception when others then
      perform private.log_purge('idle_families', sqlstate, v_id);
    end;
  end loop;
  return v_count;
end;
$$;
comment on function private.purge_idle_families() is
  'Erases families that have given no sign of life for the period, as public.erase_family does, but goes by the family alone: under the same address somebody else may be a customer: families.';

create function private.purge_proposals()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.family_proposals where id = any (array(
    select p.id from public.family_proposals p
    where p.created_at < private.expiry('proposals')
      -- What was told of a child's health stays as long as the child is expected.
      and not exists (select from public.bookings b
        where b.child_id = p.child_id and b.status = 'booked' and b.session_date >= private.calendar_today())
      and not exists (select from public.camp_enrollments e join public.camp_weeks w on w.id = e.camp_id
        where e.child_id = p.child_id and e.status = 'enrolled' and w.end_date >= private.calendar_today())
    order by p.created_at limit 5000 for update of p skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_proposals() is 'Deletes what nobody decided: proposals.';

create function private.purge_invitations()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.family_invitations where id = any (array(
    select id from public.family_invitations where coalesce(accepted_at, expires_at) < private.expiry('invitations')
    order by coalesce(accepted_at, expires_at) limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_invitations() is 'Deletes invitations that are long over: invitations.';

create function private.purge_access_log()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.access_log where id = any (array(
    select id from public.access_log where created_at < private.expiry('access_log')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_access_log() is 'Deletes entries past their period: entries.';

create function private.purge_audit_log()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.audit_log where id = any (array(
    select id from public.audit_log where created_at < private.expiry('audit_log')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_audit_log() is 'Deletes entries past their period: entries.';

-- schemas/privacy/purge.sql

-- The chore that calls every purge.

create function public.list_purges()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$ select coalesce(jsonb_agg(class order by class), '[]') from public.retention_periods $$;
comment on function public.list_purges() is
  'The classes that purge_piece takes: [class]. Definer: only the service role may call.';
grant execute on function public.list_purges() to service_role;

create function public.purge_piece(p_class text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_purge constant text := (select purge from public.retention_periods where class = p_class);
  v_count integer;
begin
  if v_purge is null then perform private.fail('invalid_input', 'p_class'); end if;
  begin
    execute format('select private.%I()', v_purge) into v_count;
  exception when others then
    perform private.log_purge(p_class, sqlstate);
    return jsonb_build_object('purged', null, 'more', false);
  end;
  return jsonb_build_object(
    'purged', v_count,
    'more', v_count > 0 or exists (select from public.purge_positions where class = p_class and after is not null));
end;
$$;
comment on function public.purge_piece(text) is
  'One piece of what purge_expired does, of one class, as a statement of its own: {purged: rows, null where it failed, which the system''s log tells; more: is there perhaps something left}. The chore calls it again while there is more. Refuses invalid_input. Definer: only the service role may call.';
grant execute on function public.purge_piece(text) to service_role;

create function public.purge_expired()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_class record;
  v_count integer;
  v_purged jsonb := '{}';
begin
  if not (private.is_service() or private.is_admin()) then perform private.deny(); end if;
  for v_class in select class, purge from public.retention_periods order by class loop
    -- What one class cannot let go of keeps no other from its end.
    begin
      execute format('select private.%I()', v_class.purge) into v_count;
    exception when others then
      perform private.log_purge(v_class.class, sqlstate);
      v_count := null;
    end;
    v_purged := v_purged || jsonb_build_object(v_class.class, v_count);
  end loop;
  return v_purged;
end;
$$;
comment on function public.purge_expired() is
  'Deletes or anonymises what is past its retention period: {class: rows, null where it failed, which the system''s log tells}. A chore, safe to run twice at once; takes a part at a time and the rest with the next call. Refuses not_allowed. Definer: only the service and admins, asked inside; calls only functions that retention_periods names, which nobody writes through the API.';
grant execute on function public.purge_expired() to authenticated, service_role;

-- schemas/privacy/family_export.sql

-- Family data: everything about a family as one document.
--
-- A topic with personal data of its own adds functions, which are found by their names, the last where it is needed:
--   private.export_family_<topic>(p_family_id uuid, p_emails text[], p_phones text[]) returns jsonb, an object whose keys
--     join the document;
--   private.erase_family_<topic>(p_family_id uuid) returns void, which leaves amounts and counts but nobody's words, names
--     or addresses; it may refuse with family_in_use;
--   private.lock_family_<topic>(p_family_id uuid) returns void, which locks what everybody locks before a family (order:
--     head of places.sql) and erasing needs.
-- The addresses are the proven ones of the family's accounts, for reading what no key joins to a family; nothing is erased
-- by them.

create function private.topic_functions(p_prefix text)
returns setof name
language sql
stable
set search_path = ''
as $$
  select proname from pg_catalog.pg_proc
  where pronamespace = 'private'::regnamespace and starts_with(proname, p_prefix) order by proname
$$;
comment on function private.topic_functions(text) is 'Names of the functions in private that begin so, in order.';

create function private.family_emails(p_family_id uuid, p_proven boolean)
returns text[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(distinct lower(e.email)), '{}') from (
    select u.email::text from public.profiles p join auth.users u on u.id = p.id
    where p.family_id = p_family_id and (not p_proven or u.email_confirmed_at is not null)
    union all
    select contact_email from public.families where id = p_family_id and not p_proven
    union all
    select parent_email from public.orders where family_id = p_family_id and not p_proven
  ) e where e.email <> ''
$$;
comment on function private.family_emails(uuid, boolean) is
  'E-mail addresses of a family. Proven: only confirmed ones of accounts; what was typed at a checkout may be somebody else''s.';

create function private.export_family_people(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'family', (select to_jsonb(f) from public.families f where f.id = p_family_id),
    'parents', (
      select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object(
        'roles', (select jsonb_agg(r.role order by r.role) from public.user_roles r where r.user_id = p.id),
        -- As its policy says: of two parents neither reads the other's.
        'health', (
          select to_jsonb(h) from public.profile_health h
          where h.profile_id = p.id and (p.id = (select auth.uid()) or p_family_id is distinct from private.my_family_id())))
        order by p.id), '[]')
      from public.profiles p where p.family_id = p_family_id),
    'children', (
      select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object(
        'health', (select to_jsonb(h) from public.child_health h where h.child_id = c.id),
        'behaviour', (select to_jsonb(b) from public.child_behaviour b where b.child_id = c.id)) order by c.name, c.id), '[]')
      from public.children c where c.family_id = p_family_id),
    'emergency_contacts', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.child_id nulls first, e.position), '[]')
      from public.emergency_contacts e where e.family_id = p_family_id),
    'pickup_authorizations', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.child_id nulls first, a.position), '[]')
      from public.pickup_authorizations a where a.family_id = p_family_id),
    'invitations', (
      select coalesce(jsonb_agg(to_jsonb(i) - 'token_hash' order by i.created_at), '[]')
      from public.family_invitations i where i.family_id = p_family_id),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('title', t.title, 'body', t.body) order by c.id), '[]')
      from public.consents c join public.consent_texts t using (purpose, version)
      where c.id in (
        select id from public.consents where family_id = p_family_id
        union all
        select s.id from public.profiles p join public.consents s on s.user_id = p.id where p.family_id = p_family_id)),
    'access_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', a.created_at, 'accessed_table', a.accessed_table,
        'access_type', a.access_type, 'child_id', a.child_id) order by a.id), '[]')
      from public.access_log a where a.family_id = p_family_id))
$$;
comment on function private.export_family_people(uuid, text[], text[]) is
  'Of the people: family, parents (of a parent''s own call only the caller''s health), children with their details, consents with their texts, and which reads by staff were logged.';

create function private.export_family_purchases(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'bookings', (
      select coalesce(jsonb_agg(to_jsonb(b) || jsonb_build_object('location', l.name, 'class_type', t.name) order by b.session_date, b.id), '[]')
      from public.bookings b join public.sessions s on s.id = b.session_id
      join public.locations l on l.id = s.location_id join public.class_types t on t.id = s.class_type_id
      where b.family_id = p_family_id),
    'passes', (
      select coalesce(jsonb_agg(to_jsonb(p) || jsonb_build_object('credits', (
        select jsonb_agg(to_jsonb(k) order by k.created_at, k.id) from public.credit_ledger k where k.pass_id = p.id))
        order by p.created_at, p.id), '[]')
      from public.passes p where p.family_id = p_family_id),
    'orders', (
      select coalesce(jsonb_agg(to_jsonb(o) - '{secret,client_hash}'::text[] || jsonb_build_object(
        'lines', (select jsonb_agg(to_jsonb(l) order by l.position) from public.order_lines l where l.order_id = o.id),
        'children', (
          select jsonb_agg(to_jsonb(c) || coalesce(jsonb_strip_nulls(to_jsonb(d)), '{}') order by c.position)
          from public.order_children c
          left join public.order_child_details d on d.order_id = c.order_id and d.position = c.position
          where c.order_id = o.id),
        'payments', (select jsonb_agg(to_jsonb(y) order by y.created_at) from public.payments y where y.order_id = o.id),
        'refunds', (select jsonb_agg(to_jsonb(r) order by r.created_at) from public.refunds r where r.order_id = o.id),
        'disputes', (
          select jsonb_agg(to_jsonb(d) order by d.created_at, d.id)
          from public.payment_disputes d join public.payments y on y.id = d.payment_id where y.order_id = o.id),
        'decisions', (
          select jsonb_agg(to_jsonb(d) - 'resolved_by' order by d.created_at, d.id)
          from public.payment_decisions d where d.order_id = o.id))
        order by o.created_at, o.id), '[]')
      from public.orders o where o.family_id = p_family_id),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('template', m.template, 'recipient', m.recipient, 'created_at', m.created_at,
        'sent_at', m.sent_at) order by m.created_at), '[]')
      from public.outbox m where lower(m.recipient) = any (p_emails)))
$$;
comment on function private.export_family_purchases(uuid, text[], text[]) is
  'Of the purchases: bookings, passes with their credits, orders with lines, payments, refunds, disputes and decisions about payments (without secrets), mails to proven addresses.';

create function public.export_family(p_family_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_family_id constant uuid := coalesce(p_family_id, private.my_family_id());
  v_is_own constant boolean := coalesce(v_family_id = private.my_family_id(), false);
  v_emails text[];
  v_topic name;
  v_part jsonb;
  v_export jsonb;
begin
  if v_family_id is null or not (v_is_own or private.is_admin() or private.is_service())
    or not exists (select from public.families where id = v_family_id) then
    -- Another's family does not exist.
    perform private.fail('family_not_found', 'p_family_id');
  end if;
  v_emails := private.family_emails(v_family_id, true);
  if not v_is_own then
    perform private.log_access('families', 'export', v_family_id);
    -- Health has entries of its own, wherever it is served, one for each row.
    perform private.log_access('child_health', 'export', v_family_id, c.id)
    from public.children c
    where c.family_id = v_family_id and (exists (select from public.child_health where child_id = c.id)
      or exists (select from public.child_behaviour where child_id = c.id))
    order by c.id;
    perform private.log_access('profile_health', 'export', v_family_id)
    from public.profile_health h join public.profiles p on p.id = h.profile_id where p.family_id = v_family_id;
    perform private.log_access('order_child_details', 'export', v_family_id)
    from public.order_child_details d join public.orders o on o.id = d.order_id where o.family_id = v_family_id;
    perform private.log_access('family_proposals', 'export', v_family_id, p.child_id)
    from public.family_proposals p where p.family_id = v_family_id and p.kind in ('health', 'behaviour') order by p.id;
    perform private.log_access('form_response_health', 'export', v_family_id)
    from public.form_response_health where response_id = any (private.responses_of(v_emails));
  end if;
  v_export := jsonb_build_object('exported_at', private.iso(clock_timestamp()));
  for v_topic in select private.topic_functions('export_family_') loop
    -- Telephone numbers are never proven: by them one could export somebody else's enquiries.
    execute format('select private.%I($1, $2, $3)', v_topic) into v_part using v_family_id, v_emails, '{}'::text[];
    v_export := v_export || v_part;
  end loop;
  return v_export;
end;
$$;
comment on function public.export_family(uuid) is
  'Everything about a family as JSON: for its parents (null: one''s own), admins and the service; the latter two are logged, the health of each person by itself. Refuses family_not_found, also for a family that is not the caller''s to see. Definer: gathers tables that nobody reads as a whole, after asking who calls.';
grant execute on function public.export_family(uuid) to authenticated, service_role;
select private.answer_calls('public.export_family(uuid)', 'export_family');

-- schemas/privacy/family_erasure.sql

-- Erasure: a family's personal data goes; the books stay. Orders, lines, payments, passes, credits, bookings and
-- consents keep their numbers, amounts, days and ids, so that every sum still adds up and seats stay counted.

-- By what it goes: ids only. An address or a number under which a family bought was typed by somebody, and somebody else
-- may have typed the same one: an enquiry, an answer to a party, an entry on a waitlist or a checkout that no key joins
-- to the family goes by its own retention period.

create function private.empty_mails(p_ids uuid[], p_numbers text[] default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  -- Emptied, not deleted: the key keeps the same mail from being queued again, and nothing is sent any more.
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  -- A look at all mails of a month: an index of what each is about costs every payment a sixth of its time.
  where payload <> '{}' and (string_to_array(key, ':') && p_ids::text[]
    or p_numbers <> '{}' and payload ->> 'number' = any (p_numbers))
$$;
comment on function private.empty_mails(uuid[], text[]) is
  'Takes the words off mails about these orders, lines, passes, families, entries or offers, whose ids stand in a mail''s key, and off mails that name an order of these numbers.';

create function private.erase_family_purchases(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select id from public.orders where family_id = p_family_id);
  v_passes constant uuid[] := array(select id from public.passes where family_id = p_family_id);
begin
  perform private.forget_orders(v_ids);
  perform private.empty_mails(p_family_id || v_ids || v_passes
    || array(select id from public.order_lines where order_id = any (v_ids)),
    array(select number from public.orders where id = any (v_ids)));
  update public.credit_ledger set note = null where note is not null and pass_id = any (v_passes);
end;
$$;
comment on function private.erase_family_purchases(uuid) is 'Takes the people off orders, mails about them and the ledger''s notes.';

create function private.erase_family_people(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parents constant uuid[] := (select array_agg(id) from public.profiles where family_id = p_family_id);
  v_staff constant uuid[] := (
    select array_agg(distinct user_id) from public.user_roles where user_id = any (v_parents) and role <> 'customer');
begin
  delete from public.child_health where child_id in (select id from public.children where family_id = p_family_id);
  delete from public.child_behaviour where child_id in (select id from public.children where family_id = p_family_id);
  delete from public.emergency_contacts where family_id = p_family_id;
  delete from public.pickup_authorizations where family_id = p_family_id;
  delete from public.family_invitations where family_id = p_family_id;
  -- Of a birth date the year stays, which says nothing about anybody without a name.
  update public.children set name = 'Erased', dob = greatest(date_trunc('year', dob)::date, '1990-01-02'), gender = null,
    experience_level = null, shirt_size = null, quiz_completed_at = null
  where family_id = p_family_id;
  update public.families set primary_parent_id = null, secondary_parent_id = null, contact_name = 'Erased',
    contact_email = 'erased', contact_phone = null, erased_at = clock_timestamp()
  where id = p_family_id;
  -- Who works here keeps their account and name, and loses what they told as a parent.
  delete from public.profile_health where profile_id = any (v_parents);
  update public.profiles set phone = null, secondary_phone = null, whatsapp_country_code = null, whatsapp_phone = null,
    address = null, preferred_language = null, communication_method = null, special_instructions = null
  where id = any (v_staff);
  delete from auth.users where id = any (v_parents) and id <> all (coalesce(v_staff, '{}'));
end;
$$;
comment on function private.erase_family_people(uuid) is
  'Deletes details and accounts; leaves family and children as rows without a name, because bookings and passes stand on them.';

create function private.family_owed(p_family_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(o.what order by o.rank, o.what ->> 'order'), '[]') from (
      select 1 as rank, jsonb_build_object('kind', case l.status when 'credit' then 'place' else 'choice' end,
        'order', o.number, 'title', l.title, 'cents', l.total_cents + l.carried_cents) as what
      from public.orders o join public.order_lines l on l.order_id = o.id
      where o.family_id = p_family_id and o.paid_at is not null and l.status in ('needs_choice', 'credit')
      union all
      select 2, jsonb_build_object('kind', 'decision', 'order', o.number, 'title', d.kind, 'cents', p.amount_cents)
      from public.payment_decisions d
      join public.orders o on o.id = d.order_id
      join public.payments p on p.id = d.payment_id
      -- Paid late is said by its lines.
      where o.family_id = p_family_id and d.status = 'open' and d.kind <> 'paid_late'
      union all
      select 3, jsonb_build_object('kind', 'refund', 'order', o.number, 'title', r.reason, 'cents', r.amount_cents)
      from public.refunds r join public.orders o on o.id = r.order_id
      where o.family_id = p_family_id and r.status = 'failed' and not exists (
        select from public.refunds n
        where n.payment_id = r.payment_id and n.status <> 'failed' and n.created_at > r.created_at)
      union all
      select 4, jsonb_build_object('kind', 'credits', 'order', null, 'title', p.title, 'credits', c.credits)
      from public.passes p
      cross join lateral (
        select sum(delta)::integer as credits from public.credit_ledger where pass_id = p.id) c
      where p.family_id = p_family_id and c.credits > 0
        and (p.valid_until is null or p.valid_until >= private.calendar_today())
    ) o);
end;
$$;
comment on function private.family_owed(uuid) is
  'What a family has paid and not had yet: [{kind: choice (paid late) | place (kept for another camp) | decision (a charge that did not fit) | refund (failed, to be paid back otherwise), order, title, cents}, {kind: credits (of a valid pass), title, credits}]. None when all is settled.';

create function private.erase(p_family_id uuid, p_give_up boolean, p_idle_since timestamptz default null)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_topic name;
  v_owed jsonb;
begin
  -- As everywhere: orders, then what topics lock before people (private.lock_family_<topic>), then profiles, then
  -- the family.
  perform from public.orders where family_id = p_family_id order by id for no key update;
  for v_topic in select private.topic_functions('lock_family_') loop
    execute format('select private.%I($1)', v_topic) using p_family_id;
  end loop;
  perform from public.profiles where family_id = p_family_id order by id for update;
  perform from public.families where id = p_family_id for update;
  if not found then perform private.fail('family_not_found', 'p_family_id'); end if;
  if p_idle_since is not null and (
    not private.is_idle_family(p_family_id, p_idle_since)
    or exists (select from public.families where id = p_family_id and erased_at is not null)) then
    return false;
  end if;
  -- Nobody may stand on a roster without a name, or pay for something that is gone: first cancelled, then erased.
  if exists (
    select from public.bookings where family_id = p_family_id and status = 'booked' and session_date >= private.calendar_today()
  ) then
    perform private.fail('family_in_use', 'bookings');
  end if;
  if exists (select from public.orders where family_id = p_family_id and status in ('held', 'awaiting_payment')) then
    perform private.fail('family_in_use', 'orders');
  end if;
  -- The links to choose and to book die with it: what is owed is settled first, or the family says that it gives it up.
  v_owed := private.family_owed(p_family_id);
  if v_owed <> '[]' and not p_give_up then perform private.fail('family_owed', 'p_give_up', v_owed::text); end if;

  for v_topic in select private.topic_functions('erase_family_') loop
    execute format('select private.%I($1)', v_topic) using p_family_id;
  end loop;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'erase', 'families',
    p_family_id, case when v_owed <> '[]' then jsonb_build_object('given_up', v_owed) end);
  return true;
end;
$$;
comment on function private.erase(uuid, boolean, timestamptz) is
  'Erases a family, and only what belongs to it by its key, nothing by an address or number. With p_idle_since only if it is still idle since then (asked again under its locks) and not erased before: whether it did. Refuses family_not_found, family_in_use, and family_owed (detail: private.family_owed as JSON) unless p_give_up.';

create function public.erase_family(p_family_id uuid, p_give_up boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_emails constant text[] := private.family_emails(p_family_id, false);
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.erase(p_family_id, coalesce(p_give_up, false));
  return jsonb_build_object(
    'erased', true,
    'orders_kept', (select count(*) from public.orders where family_id = p_family_id),
    -- Each purchase of a guest makes a family of its own.
    'same_contact', (select coalesce(jsonb_agg(id order by id), '[]') from public.families
      where lower(contact_email) = any (v_emails) and erased_at is null));
end;
$$;
comment on function public.erase_family(uuid, boolean) is
  'Erases a family''s personal data and keeps the books: {erased, orders_kept, same_contact: [family_id]: other families under the same address, to be looked at}. Goes by ids: what others typed under its address or number is not touched. p_give_up: the family was told what is owed to it, and gives it up; the audit log keeps what. For admins and the service; repeating it changes nothing. Refuses not_allowed, family_not_found, family_in_use (hint bookings or orders: cancel first), family_owed (detail: private.family_owed as JSON). Definer: only after asking who calls.';
grant execute on function public.erase_family(uuid, boolean) to authenticated, service_role;

-- schemas/leads/leads.sql

-- Leads: parents who left their contact without buying (spec 2 §3, §4, §7 and §9).
-- The old browser wrote these tables itself; ours calls functions that validate, count and return a token.

create function private.is_lead_notes(p_notes jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select jsonb_typeof(p_notes) = 'object'
    and octet_length(p_notes::text) <= 4000
    and p_notes - array['packageType', 'conversionStatus', 'collectionSource', 'primaryParent', 'waitlistJoinedAt',
      'conversionValue', 'packageDetails', 'whatsappGroupJoinedAt', 'engagementLevel'] = '{}'
    and not exists (
      select from unnest(array['packageType', 'conversionStatus', 'collectionSource', 'waitlistJoinedAt',
        'whatsappGroupJoinedAt', 'engagementLevel']) key
      where p_notes ? key and jsonb_typeof(p_notes -> key) <> 'string')
    and coalesce(jsonb_typeof(p_notes -> 'conversionValue'), 'number') = 'number'
    and coalesce(jsonb_typeof(p_notes -> 'packageDetails'), 'object') = 'object'
    and (not p_notes ? 'primaryParent' or (
      jsonb_typeof(p_notes -> 'primaryParent') = 'object'
      and (p_notes -> 'primaryParent') - array['name', 'phone', 'email', 'role'] = '{}'))
$$;
comment on function private.is_lead_notes(jsonb) is 'Has a lead''s notes the specified shape (spec 2 §3)?';

create table public.leads (
  id uuid primary key default gen_random_uuid(),
  token uuid not null unique default gen_random_uuid(),
  name text not null check (length(name) between 1 and 120),
  source text not null check (source ~ '^[a-z][a-z0-9_-]{0,59}$'),
  status text not null default 'new' check (status in (
    'new', 'waitlist_conversion_pending', 'waitlist_whatsapp_joined', 'contacted', 'converted', 'closed')),
  phone_number text check (phone_number ~ '^\+[1-9][0-9]{7,14}$'),
  email text check (length(email) <= 254),
  notes jsonb not null default '{}' check (private.is_lead_notes(notes)),
  auto_delete_at timestamptz not null default clock_timestamp() + interval '30 days',
  last_activity_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (phone_number is not null or email is not null)
);
comment on table public.leads is 'Parents who asked to be contacted. Purged by auto_delete_at.';
comment on column public.leads.token is 'Whoever knows it may say that the parent joined the group. Given out once, at creation.';
comment on column public.leads.source is 'Which form it came from, e.g. waitlist_modal, birthday_enquiry.';
comment on column public.leads.status is
  'waitlist_conversion_pending on reserving; waitlist_whatsapp_joined after the group button; the others are set by staff.';
comment on column public.leads.notes is
  '{packageType, conversionStatus, collectionSource, primaryParent: {name, phone, email, role}, waitlistJoinedAt, conversionValue (dollars), packageDetails, whatsappGroupJoinedAt, engagementLevel}. Composed here, never taken from the browser.';
comment on column public.leads.auto_delete_at is '30 days after creation (spec 2 §9); purge_leads goes by it.';
create index leads_auto_delete_at on public.leads (auto_delete_at);
create index leads_email on public.leads (email);
create index leads_status on public.leads (status, created_at);

create table public.spot_reservations (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null unique references public.leads (id) on delete cascade,
  parent_name text not null check (length(parent_name) between 1 and 120),
  whatsapp text not null check (whatsapp ~ '^\+[1-9][0-9]{7,14}$'),
  child_name text not null default '' check (length(child_name) <= 120),
  child_age integer check (child_age between 0 and 18),
  session_preference text not null default '' check (length(session_preference) <= 200),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.spot_reservations is 'Reserve Your Spot, as specified. It goes with its lead.';
comment on column public.spot_reservations.child_name is 'Empty: the form does not ask (spec 2 §3). So are the next two.';

create table public.birthday_enquiries (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null unique references public.leads (id) on delete cascade,
  offer_id text references public.offers (id) on delete set null,
  preferred_date date,
  guests integer check (guests between 1 and 200),
  child_age integer check (child_age between 1 and 18),
  message text check (length(message) between 1 and 1000),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.birthday_enquiries is 'Questions about a birthday party. It goes with its lead, who holds the contact.';
comment on column public.birthday_enquiries.offer_id is 'The package asked about.';
comment on column public.birthday_enquiries.child_age is 'Age to be celebrated, in years. No child''s name is asked.';
create index birthday_enquiries_offer_id on public.birthday_enquiries (offer_id);

alter table public.leads enable row level security;
alter table public.spot_reservations enable row level security;
alter table public.birthday_enquiries enable row level security;
revoke all on table public.leads, public.spot_reservations, public.birthday_enquiries
  from anon, authenticated, service_role;
grant select on public.leads, public.spot_reservations, public.birthday_enquiries to service_role;
grant select on public.spot_reservations, public.birthday_enquiries to authenticated;
-- Everything but the token.
grant select (id, name, source, status, phone_number, email, notes, auto_delete_at, last_activity_at, created_at, updated_at)
  on public.leads to authenticated;

create policy "Admins read leads" on public.leads
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read spot reservations" on public.spot_reservations
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read birthday enquiries" on public.birthday_enquiries
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.leads
  for each row execute function private.touch_updated_at();

create function private.add_lead(
  p_name text, p_email text, p_phone text, p_source text, p_status text, p_offer_id text, p_package_type text)
returns public.leads
language sql
volatile
set search_path = ''
as $$
  insert into public.leads (name, email, phone_number, source, status, notes)
  select p_name, p_email, p_phone, p_source, p_status, jsonb_strip_nulls(jsonb_build_object(
    'packageType', p_package_type,
    'conversionStatus', p_status,
    'collectionSource', p_source,
    'primaryParent', jsonb_build_object('name', p_name, 'phone', p_phone, 'email', p_email, 'role', 'primary'),
    'waitlistJoinedAt', case when p_status = 'waitlist_conversion_pending' then private.iso(clock_timestamp()) end,
    -- What the lead is worth is what is published, not what a browser says.
    'conversionValue', (select price_cents / 100.0 from public.offers where id = p_offer_id),
    'packageDetails', (
      select jsonb_build_object('offer_id', id, 'title', title, 'price_cents', price_cents)
      from public.offers where id = p_offer_id)))
  returning *
$$;
comment on function private.add_lead(text, text, text, text, text, text, text) is
  'Writes a lead with its notes. The values have been checked.';

create function private.check_offer_id(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id text;
begin
  if not private.is_given(p_value) then return null; end if;
  v_id := private.check_text(p_value, p_field, 100);
  if not exists (select from public.offers where id = v_id and active) then
    perform private.fail('offer_not_available', p_field);
  end if;
  return v_id;
end;
$$;
comment on function private.check_offer_id(jsonb, text) is
  'The id of an offer on sale, or null when none was given; else offer_not_available.';

create function private.check_slug(p_value jsonb, p_field text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'string' or p_value #>> '{}' !~ '^[a-z][a-z0-9_-]{0,59}$' then
    perform private.fail('invalid_input', p_field);
  end if;
  return p_value #>> '{}';
end;
$$;
comment on function private.check_slug(jsonb, text) is 'A short name such as waitlist_modal; else invalid_input with the field.';

-- schemas/leads/lead_calls.sql

-- What a visitor may do about leads. Each call answers the least: a token, or whether something changed.

create function public.create_lead(p_lead jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_email text;
  v_phone text;
  v_lead public.leads;
begin
  perform private.check_object(p_lead, 'p_lead', 4000);
  v_name := private.check_text(p_lead -> 'name', 'name', 120);
  if private.is_given(p_lead -> 'email') or not private.is_given(p_lead -> 'phone_number') then
    v_email := private.check_email(p_lead -> 'email', 'email');
  end if;
  if private.is_given(p_lead -> 'phone_number') then
    v_phone := private.check_phone(p_lead -> 'phone_number', 'phone_number');
  end if;
  perform private.check_slug(p_lead -> 'source', 'source');

  v_lead := private.add_lead(v_name, v_email, v_phone, p_lead ->> 'source', 'new',
    private.check_offer_id(p_lead -> 'offer_id', 'offer_id'), null);
  return jsonb_build_object('token', v_lead.token);
end;
$$;
comment on function public.create_lead(jsonb) is
  'A parent asks to be contacted: {name, email and/or phone_number, source, offer_id?} -> {token}. The same answer whether or not we know the contact. Refuses: invalid_input (field), offer_not_available, rate_limited. Definer: visitors write leads only through these checks.';
grant execute on function public.create_lead(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.create_lead(jsonb)', 'create_lead');

create function public.reserve_spot(p_reservation jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_email text;
  v_whatsapp text;
  v_package text;
  v_lead public.leads;
begin
  perform private.check_object(p_reservation, 'p_reservation', 4000);
  v_name := private.check_text(p_reservation -> 'parent_name', 'parent_name', 120);
  v_email := private.check_email(p_reservation -> 'email', 'email');
  v_whatsapp := private.check_phone(p_reservation -> 'whatsapp', 'whatsapp');
  v_package := private.check_slug(
    coalesce(p_reservation -> 'package_type', '"holiday_package"'), 'package_type');

  v_lead := private.add_lead(v_name, v_email, v_whatsapp, 'waitlist_modal', 'waitlist_conversion_pending',
    private.check_offer_id(p_reservation -> 'offer_id', 'offer_id'), v_package);
  insert into public.spot_reservations (lead_id, parent_name, whatsapp) values (v_lead.id, v_name, v_whatsapp);
  return jsonb_build_object('token', v_lead.token);
end;
$$;
comment on function public.reserve_spot(jsonb) is
  'Reserve Your Spot (spec 2 §4, §5 and §7): {parent_name, email, whatsapp, package_type?, offer_id?} -> {token}; writes the reservation and its lead together. Refuses: invalid_input (field), offer_not_available, rate_limited. Definer: visitors write leads only through these checks.';
grant execute on function public.reserve_spot(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.reserve_spot(jsonb)', 'create_lead');

create function public.update_lead(p_token uuid, p_status text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if p_status is distinct from 'waitlist_whatsapp_joined' then perform private.fail('invalid_input', 'p_status'); end if;
  update public.leads set
    -- What staff have made of the lead meanwhile stands.
    status = case when status = 'waitlist_conversion_pending' then p_status else status end,
    last_activity_at = clock_timestamp(),
    notes = notes || jsonb_build_object(
      'conversionStatus', 'whatsapp_group_engaged',
      'engagementLevel', 'high_priority',
      'whatsappGroupJoinedAt', coalesce(notes ->> 'whatsappGroupJoinedAt', private.iso(clock_timestamp())))
  where token = p_token and auto_delete_at > clock_timestamp()
    and status in ('waitlist_conversion_pending', 'waitlist_whatsapp_joined', 'contacted');
  -- A token that names nothing is answered and not raised: the guess stays counted.
  return jsonb_build_object('updated', found);
end;
$$;
comment on function public.update_lead(uuid, text) is
  'The parent opened the messaging group (spec 2 §4): p_status waitlist_whatsapp_joined is all a browser may say -> {updated}. Refuses: invalid_input (p_status), rate_limited. Definer: the token from reserve_spot is the identity.';
grant execute on function public.update_lead(uuid, text) to anon, authenticated, service_role;
select private.answer_calls('public.update_lead(uuid, text)', 'update_lead');

create function public.enquire_birthday(p_enquiry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_name text;
  v_email text;
  v_phone text;
  v_offer text;
  v_message text;
  v_date constant text := p_enquiry ->> 'preferred_date';
  v_asked public.birthday_enquiries;
begin
  perform private.check_object(p_enquiry, 'p_enquiry', 8000);
  v_name := private.check_text(p_enquiry -> 'parent_name', 'parent_name', 120);
  v_email := private.check_email(p_enquiry -> 'email', 'email');
  if private.is_given(p_enquiry -> 'phone') then v_phone := private.check_phone(p_enquiry -> 'phone', 'phone'); end if;
  if v_date <> '' and (v_date !~ '^\d{4}-\d{2}-\d{2}$' or not pg_input_is_valid(v_date, 'date')) then
    perform private.fail('invalid_input', 'preferred_date');
  end if;
  -- A party wants a day to prepare.
  if nullif(v_date, '')::date not between private.calendar_today() + 1 and private.calendar_today() + 730 then
    perform private.fail('invalid_input', 'preferred_date');
  end if;
  if private.is_given(p_enquiry -> 'guests') and not private.is_whole(p_enquiry -> 'guests', 1, 200) then
    perform private.fail('invalid_input', 'guests');
  end if;
  if private.is_given(p_enquiry -> 'child_age') and not private.is_whole(p_enquiry -> 'child_age', 1, 18) then
    perform private.fail('invalid_input', 'child_age');
  end if;
  v_message := private.check_lines(p_enquiry -> 'message', 'message', 1000);
  v_offer := private.check_offer_id(p_enquiry -> 'offer_id', 'offer_id');

  v_asked.offer_id := v_offer;
  v_asked.preferred_date := nullif(v_date, '')::date;
  v_asked.guests := nullif(p_enquiry ->> 'guests', '')::numeric::integer;
  v_asked.child_age := nullif(p_enquiry ->> 'child_age', '')::numeric::integer;
  v_asked.message := v_message;
  -- Sent again, because the answer was lost on the way: one enquiry, and one mail.
  perform pg_advisory_xact_lock(hashtextextended('birthday enquiry ' || v_email, 0));
  if private.is_enquired(v_email, v_asked) then return jsonb_build_object('received', true); end if;

  insert into public.birthday_enquiries (lead_id, offer_id, preferred_date, guests, child_age, message)
  select l.id, v_asked.offer_id, v_asked.preferred_date, v_asked.guests, v_asked.child_age, v_asked.message
  from private.add_lead(v_name, v_email, v_phone, 'birthday_enquiry', 'new', v_offer, 'birthday') l
  returning * into v_asked;
  perform private.queue_enquiry_mails(v_asked);
  return jsonb_build_object('received', true);
end;
$$;
comment on function public.enquire_birthday(jsonb) is
  'A question about a birthday party: {parent_name, email, phone?, preferred_date?, guests?, child_age?, message?, offer_id?} -> {received}. preferred_date is tomorrow at the earliest and two years ahead at most. The parent gets a mail that it arrived, of the first three of an address within a day; the same enquiry within a day is the same one. Refuses: invalid_input (field), offer_not_available, rate_limited. Definer: visitors write enquiries only through these checks.';
grant execute on function public.enquire_birthday(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.enquire_birthday(jsonb)', 'enquire_birthday');

create function private.check_lines(p_value jsonb, p_field text, p_most integer)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_text constant text := trim(E' \t\n' from replace(p_value #>> '{}', E'\r', ''));
begin
  if not private.is_given(p_value) then return null; end if;
  if jsonb_typeof(p_value) <> 'string' or length(v_text) > p_most or v_text ~ '[\u0001-\u0008\u000b-\u001f\u007f]' then
    perform private.fail('invalid_input', p_field);
  end if;
  return nullif(v_text, '');
end;
$$;
comment on function private.check_lines(jsonb, text, integer) is
  'Text of several lines, at most p_most characters, or null when none was given; else invalid_input with the field.';

-- schemas/leads/enquiry_mails.sql

-- What is told when somebody asks for a birthday: to the parent that it arrived, to the party team that it is there.

create function private.is_enquired(p_email text, p_asked public.birthday_enquiries)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.leads l join public.birthday_enquiries b on b.lead_id = l.id
    where l.email = p_email and l.source = 'birthday_enquiry' and b.created_at > (select clock_timestamp() - interval '1 day')
      and (b.offer_id, b.preferred_date, b.guests, b.child_age, b.message)
        is not distinct from (p_asked.offer_id, p_asked.preferred_date, p_asked.guests, p_asked.child_age, p_asked.message))
$$;
comment on function private.is_enquired(text, public.birthday_enquiries) is
  'Has this address asked for exactly this within a day? The caller holds the lock of the address.';

create function private.may_mail_enquirer(p_lead public.leads)
returns boolean
language sql
volatile
set search_path = ''
as $$
  -- The one that is written just now among them.
  select count(*) <= 3
  from public.leads l join public.birthday_enquiries b on b.lead_id = l.id
  where l.email = p_lead.email and l.source = 'birthday_enquiry' and b.created_at > (select clock_timestamp() - interval '1 day')
$$;
comment on function private.may_mail_enquirer(public.leads) is
  'Is this at most the third enquiry of an address within a day? Anybody may type any address: it is not sent more than that. The caller holds the lock of the address.';

create function private.queue_enquiry_mails(p_enquiry public.birthday_enquiries)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_lead constant public.leads := (select l from public.leads l where l.id = p_enquiry.lead_id);
  -- Nothing of the child, whose age was told, and nothing of the message, in which a name may stand (decisions "Safety").
  v_asked constant jsonb := jsonb_build_object(
    'parent_name', v_lead.name, 'preferred_date', p_enquiry.preferred_date, 'guests', p_enquiry.guests,
    'party', (select title from public.offers where id = p_enquiry.offer_id));
  v_staff constant text := (private.settings()).staff_email;
begin
  if private.may_mail_enquirer(v_lead) then
    insert into public.outbox (key, template, recipient, payload)
    values ('birthday_enquiry:' || p_enquiry.id, 'birthday_enquiry', v_lead.email, v_asked);
  end if;
  if v_staff is not null then
    insert into public.outbox (key, template, recipient, payload)
    values ('birthday_enquiry_told:' || p_enquiry.id, 'birthday_enquiry_told', v_staff, v_asked || jsonb_build_object(
      'email', v_lead.email, 'phone', v_lead.phone_number, 'has_message', p_enquiry.message is not null));
  end if;
end;
$$;
comment on function private.queue_enquiry_mails(public.birthday_enquiries) is
  'Queues {parent_name, preferred_date, guests, party} to the parent, at most three a day to one address, and with {email, phone, has_message} to staff if they have an address; each once per enquiry.';

-- schemas/leads/family_leads.sql

-- Leads under a family's proven address are exported with it. They are not erased with it, for anybody types an address:
-- each goes at its auto_delete_at.

create function private.export_family_leads(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return jsonb_build_object('leads', (
    select coalesce(jsonb_agg(to_jsonb(l) - 'token' || jsonb_build_object('spot_reservation', to_jsonb(r) - 'lead_id')
      order by l.created_at, l.id), '[]')
    from public.leads l left join public.spot_reservations r on r.lead_id = l.id where l.email = any (p_emails)));
end;
$$;
comment on function private.export_family_leads(uuid, text[], text[]) is 'Leads that came from a proven address of the family, with the spot they reserved.';

-- schemas/visits/analytics.sql

-- Analytics: what visitors choose on their way to a booking, and who looks at a location right now
-- (spec 2 §3 and §7; decisions "Truth in selling", decisions "Safety").

create table public.booking_analytics (
  id bigint generated always as identity primary key,
  session_id text not null check (session_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  user_id uuid references public.profiles (id) on delete set null,
  event_type text not null check (event_type in (
    'team_selection', 'session_selection', 'pass_selection', 'checkout_started', 'checkout_completed',
    'form_progress')),
  event_data jsonb not null default '{}'
    check (jsonb_typeof(event_data) = 'object' and octet_length(event_data::text) <= 4000),
  page_url text check (page_url !~ '[?#]' and length(page_url) <= 300),
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.booking_analytics is 'Steps of the booking flow. Nothing in it is about a child.';
comment on column public.booking_analytics.session_id is 'Made by the browser for one visit; means nobody.';
comment on column public.booking_analytics.user_id is 'Only with consent, and then from the token.';
comment on column public.booking_analytics.event_data is 'Only the keys that private.event_data knows.';
comment on column public.booking_analytics.page_url is 'Without query and fragment.';
comment on column public.booking_analytics.user_agent is 'Only with consent.';
create index booking_analytics_created_at on public.booking_analytics (created_at);
create index booking_analytics_user_id on public.booking_analytics (user_id);

create table public.location_viewers (
  session_id text not null check (session_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  location_id uuid not null references public.locations (id) on delete cascade,
  client_hash text,
  seen_at timestamptz not null,
  primary key (session_id, location_id)
);
comment on table public.location_viewers is 'Heartbeats: which visit looked at which location, and when last. Swept after minutes.';
comment on column public.location_viewers.client_hash is
  'private.fingerprint of the network address, so that one caller cannot pass for a crowd.';
create index location_viewers_seen_at on public.location_viewers (seen_at);
create index location_viewers_location_id on public.location_viewers (location_id);

alter table public.booking_analytics enable row level security;
alter table public.location_viewers enable row level security;
revoke all on table public.booking_analytics, public.location_viewers from anon, authenticated, service_role;
grant select on public.booking_analytics, public.location_viewers to service_role;
grant select on public.booking_analytics to authenticated;

create policy "Admins read booking analytics" on public.booking_analytics
  for select to authenticated using ((select private.is_admin()));

create function private.event_data(p_data jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(d.key, d.value), '{}')
  from jsonb_each(case jsonb_typeof(p_data) when 'object' then p_data else '{}' end) d
  where d.key in (
      'step', 'progress', 'percent', 'element', 'action', 'source',
      'team', 'teamId', 'teamLabel', 'sessionId', 'sessionDate', 'sessionTime', 'sessionDay', 'location', 'coach',
      'passId', 'passName', 'passType', 'campId', 'campName', 'packageType', 'packageName', 'startDate',
      'price', 'priceCents', 'amount', 'amountCents', 'currency', 'credits', 'quantity', 'timestamp')
    and jsonb_typeof(d.value) in ('string', 'number', 'boolean')
    and length(d.value #>> '{}') <= 100
    -- Somebody's address has no business in any of these.
    and d.value #>> '{}' not like '%@%'
$$;
comment on function private.event_data(jsonb) is
  'Of an event''s details only what the flow is known to send (spec 2 §7): single short values under known names. A child''s name, a form''s field or an order''s secret has no key here.';

create function private.note_viewer(p_session_id text, p_events jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_seen integer;
begin
  insert into public.location_viewers as v (session_id, location_id, client_hash, seen_at)
  select p_session_id, l.id, private.fingerprint(private.client_address()), clock_timestamp()
  from public.locations l
  where lower(l.name) in (
    select lower(value ->> 'location') from jsonb_array_elements(p_events)
    where value ->> 'event_type' = 'viewer_heartbeat')
  order by l.id
  on conflict (session_id, location_id) do update set
    client_hash = excluded.client_hash, seen_at = excluded.seen_at;
  get diagnostics v_seen = row_count;

  -- As in check_rate: each call sweeps a little.
  delete from public.location_viewers
  where (session_id, location_id) in (
    select session_id, location_id from public.location_viewers
    where seen_at < (select clock_timestamp() - interval '10 minutes') limit 20 for update skip locked);
  return v_seen;
end;
$$;
comment on function private.note_viewer(text, jsonb) is
  'Notes heartbeats of one visit on locations that exist, by their name; answers on how many.';

create function public.record_analytics(p_events jsonb, p_consent boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_offered integer;
  v_recorded integer := 0;
  v_session_id text;
begin
  if jsonb_typeof(p_events) is distinct from 'array' then
    return jsonb_build_object('recorded', 0, 'dropped', 1);
  end if;
  v_offered := jsonb_array_length(p_events);
  v_session_id := p_events -> 0 ->> 'session_id';
  -- One batch is one browser's, and counting comes before any work.
  if v_offered = 0 or v_offered > 50 or octet_length(p_events::text) > 65536
    or coalesce(v_session_id, '') !~ '^[A-Za-z0-9_-]{8,64}$' or not private.within_rate('record_analytics')
  then
    return jsonb_build_object('recorded', 0, 'dropped', v_offered);
  end if;

  insert into public.booking_analytics (session_id, user_id, event_type, event_data, page_url, user_agent)
  select v_session_id,
    case when p_consent then (select id from public.profiles where id = (select auth.uid())) end,
    value ->> 'event_type',
    d.event_data,
    private.plain_address(case jsonb_typeof(value -> 'page_url') when 'string' then value ->> 'page_url' end),
    case when p_consent then
      left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300) end
  from jsonb_array_elements(p_events) with ordinality
  cross join lateral private.event_data(value -> 'event_data') as d (event_data)
  -- More than the table takes is that event's misfortune, not the batch's.
  where octet_length(d.event_data::text) <= 4000
    and value ->> 'session_id' = v_session_id
    and value ->> 'event_type' in ('team_selection', 'session_selection', 'pass_selection', 'checkout_started',
      'checkout_completed', 'form_progress')
  order by ordinality;
  get diagnostics v_recorded = row_count;
  if p_events @> '[{"event_type": "viewer_heartbeat"}]' then
    v_recorded := v_recorded + private.note_viewer(v_session_id, p_events);
  end if;
  return jsonb_build_object('recorded', v_recorded, 'dropped', greatest(0, v_offered - v_recorded));
end;
$$;
comment on function public.record_analytics(jsonb, boolean) is
  'A batch of one visit: [{session_id, event_type, event_data?, page_url?}], 1 to 50, at most 64 KB; event_type one of spec 2 §7, or viewer_heartbeat with location (a location''s name) -> {recorded, dropped}. Never refuses: analytics must not be in a parent''s way. Account and user agent are kept only with p_consent. Definer: visitors write analytics only through this filter.';
grant execute on function public.record_analytics(jsonb, boolean) to anon, authenticated, service_role;

-- schemas/visits/proof.sql

-- Proof widgets: how many look at a location. True numbers and no people (decisions "Truth in selling"). What was
-- booked lately stands in rosters.sql, because it reads camps too.

create function public.get_location_viewers()
returns table (location text, viewers integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select l.name, sum(v.visits)::integer
  from (
    -- A household or an office may be several; a crowd behind one address is more likely a script.
    select location_id, least(count(*), 5) as visits
    from public.location_viewers
    -- A subquery is asked once and can use the index; a volatile function would be asked for every row.
    where seen_at > (select clock_timestamp() - interval '60 seconds')
    group by location_id, coalesce(client_hash, session_id)
  ) v
  join public.locations l on l.id = v.location_id
  group by l.name
  order by l.name
$$;
comment on function public.get_location_viewers() is
  'Distinct visits seen in the last 60 seconds per location, at most 5 of one network address: rows location, viewers. From how many on they are shown is the page''s rule. Definer: numbers are public, visits are not.';
grant execute on function public.get_location_viewers() to anon, authenticated, service_role;

-- schemas/visits/monitoring.sql

-- Monitoring: the system's log with the row the health check reads, error reports of browsers, and what was
-- done about them (spec 1 §3, §4 and §7).

create table public.system_logs (
  id bigint generated always as identity primary key,
  level text not null default 'info' check (level in ('info', 'warning', 'error')),
  component text not null check (component ~ '^[a-z][a-z0-9_-]{0,59}$'),
  message text not null check (length(message) between 1 and 500),
  details jsonb not null default '{}'
    check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.system_logs is
  'What the system says of itself. The first row, component health, stays: a browser reads its id every 30 seconds to see whether the database answers (spec 1 §7).';
comment on column public.system_logs.details is 'Numbers, codes and ids of ours; nothing about people.';
create index system_logs_created_at on public.system_logs (created_at);

create table public.error_reports (
  id uuid primary key default gen_random_uuid(),
  error_type text not null check (error_type in ('RUNTIME_ERROR', 'PROMISE_REJECTION', 'REACT_ERROR')),
  severity text not null default 'medium' check (severity in ('low', 'medium', 'high', 'critical')),
  message text not null check (length(message) between 1 and 500),
  filename text check (length(filename) <= 300),
  stack text check (length(stack) <= 4000),
  has_blank_screen boolean not null default false,
  user_agent text check (length(user_agent) <= 300),
  url text check (url !~ '[?#]' and length(url) <= 300),
  metrics jsonb not null default '{}' check (jsonb_typeof(metrics) = 'object'),
  health_status text check (health_status ~ '^[a-z_]{1,30}$'),
  fingerprint text not null,
  reported_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.error_reports is
  'Errors that browsers met. Only these fields are taken, cleaned by private.scrub: what a parent typed has no place here.';
comment on column public.error_reports.url is 'The page, without query and fragment.';
comment on column public.error_reports.metrics is 'Numbers only.';
comment on column public.error_reports.fingerprint is 'The same for the same error: type, message and where it was thrown.';
comment on column public.error_reports.reported_at is 'The browser''s clock, if it is near ours.';
create index error_reports_created_at on public.error_reports (created_at);
create index error_reports_fingerprint on public.error_reports (fingerprint, created_at);

create table public.error_fixes (
  id uuid primary key default gen_random_uuid(),
  error_report_id uuid references public.error_reports (id) on delete set null,
  fingerprint text not null,
  action text not null check (action in ('none', 'reload', 'clear_caches')),
  applied boolean not null generated always as (action <> 'none') stored,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.error_fixes is 'What auto-fix-system told a browser to do about an error (spec 1 §7).';
create index error_fixes_error_report_id on public.error_fixes (error_report_id);
create index error_fixes_created_at on public.error_fixes (created_at);

alter table public.system_logs enable row level security;
alter table public.error_reports enable row level security;
alter table public.error_fixes enable row level security;
revoke all on table public.system_logs, public.error_reports, public.error_fixes from anon, authenticated, service_role;
grant select on public.system_logs, public.error_reports, public.error_fixes to authenticated, service_role;
grant select (id) on public.system_logs to anon;

create policy "Anyone reads the health row, admins read all" on public.system_logs
  for select to anon, authenticated using (component = 'health' or (select private.is_admin()));
create policy "Admins read error reports" on public.error_reports
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read error fixes" on public.error_fixes
  for select to authenticated using ((select private.is_admin()));

create function public.write_system_log(p_entry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  perform private.check_object(p_entry, 'p_entry', 10000);
  if coalesce(p_entry ->> 'level', 'info') not in ('info', 'warning', 'error') then
    perform private.fail('invalid_input', 'level');
  end if;
  -- One row is the health check's own.
  if private.check_slug(p_entry -> 'component', 'component') = 'health' then
    perform private.fail('invalid_input', 'component');
  end if;
  if jsonb_typeof(coalesce(p_entry -> 'details', '{}')) <> 'object'
    or octet_length((p_entry -> 'details')::text) > 8000 then
    perform private.fail('invalid_input', 'details');
  end if;
  if jsonb_typeof(p_entry -> 'message') is distinct from 'string' or p_entry ->> 'message' = '' then
    perform private.fail('invalid_input', 'message');
  end if;
  insert into public.system_logs (level, component, message, details)
  values (coalesce(p_entry ->> 'level', 'info'), p_entry ->> 'component', private.scrub(p_entry ->> 'message', 500),
    coalesce(p_entry -> 'details', '{}'));
  return jsonb_build_object('logged', true);
end;
$$;
comment on function public.write_system_log(jsonb) is
  'An entry of the system''s log: {level?, component, message, details?} -> {logged}. Refuses invalid_input (field). Definer: only the service role may call.';
grant execute on function public.write_system_log(jsonb) to service_role;

-- schemas/visits/error_reports.sql

-- Error reports: what a browser sends when something broke, and the answer it got (spec 1 §3 and §7).

create function private.error_metrics(p_metrics jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}')
  from (
    select key, value
    from jsonb_each(case jsonb_typeof(p_metrics) when 'object' then p_metrics else '{}' end)
    where jsonb_typeof(value) in ('number', 'boolean') and length(value::text) <= 30 and key ~ '^[A-Za-z_]{1,40}$'
    order by key limit 20
  ) m
$$;
comment on function private.error_metrics(jsonb) is 'Of a report''s metrics the numbers and yes or no, twenty at most.';

create function private.near_now(p_moment text)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when pg_input_is_valid(left(p_moment, 40), 'timestamptz')
    and left(p_moment, 40)::timestamptz
      between clock_timestamp() - interval '1 day' and clock_timestamp() + interval '1 hour'
    then left(p_moment, 40)::timestamptz end
$$;
comment on function private.near_now(text) is 'A browser''s timestamp if it is one and near our clock, else null.';

create function public.report_error(p_report jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_message text;
  v_stack text;
  v_id uuid;
begin
  -- Much more than is kept, so that a long stack is cut and not refused.
  perform private.check_object(p_report, 'p_report', 100000);
  if coalesce(p_report ->> 'error_type', '') not in ('RUNTIME_ERROR', 'PROMISE_REJECTION', 'REACT_ERROR') then
    perform private.fail('invalid_input', 'error_type');
  end if;
  if jsonb_typeof(p_report -> 'message') is distinct from 'string' or trim(p_report ->> 'message') = '' then
    perform private.fail('invalid_input', 'message');
  end if;
  if coalesce(p_report ->> 'severity', 'medium') not in ('low', 'medium', 'high', 'critical') then
    perform private.fail('invalid_input', 'severity');
  end if;

  v_message := coalesce(nullif(trim(private.scrub(p_report ->> 'message', 500)), ''), '[nothing]');
  v_stack := nullif(private.scrub(
    case jsonb_typeof(p_report -> 'stack') when 'string' then p_report ->> 'stack' end, 4000), '');
  insert into public.error_reports (
    error_type, severity, message, filename, stack, has_blank_screen, user_agent, url, metrics, health_status,
    fingerprint, reported_at)
  values (
    p_report ->> 'error_type',
    coalesce(p_report ->> 'severity', 'medium'),
    v_message,
    private.plain_address(p_report ->> 'filename'),
    v_stack,
    coalesce(p_report -> 'has_blank_screen' = 'true', false),
    private.scrub(p_report ->> 'user_agent', 300),
    private.plain_address(p_report ->> 'url'),
    private.error_metrics(p_report -> 'metrics'),
    substring(p_report ->> 'health_status' from '^[a-z_]{1,30}$'),
    encode(extensions.digest(
      concat_ws(E'\n', p_report ->> 'error_type', v_message, substring(v_stack from '\n\s*at [^\n]*')), 'sha256'), 'hex'),
    private.near_now(p_report ->> 'timestamp'))
  returning id into v_id;
  return jsonb_build_object('report_id', v_id);
end;
$$;
comment on function public.report_error(jsonb) is
  'An error report or monitor event (spec 1 §3): {error_type, message, severity?, filename?, stack?, has_blank_screen?, user_agent?, url?, timestamp?, metrics?, health_status?} -> {report_id}. Long texts are cut and cleaned, unknown fields dropped. Refuses: invalid_input (field), rate_limited. Definer: visitors write reports only through this filter.';
grant execute on function public.report_error(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.report_error(jsonb)', 'report_error');

create function public.record_error_fix(p_report_id uuid, p_action text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_fix public.error_fixes;
begin
  if coalesce(p_action, '') not in ('none', 'reload', 'clear_caches') then
    perform private.fail('invalid_input', 'p_action');
  end if;
  insert into public.error_fixes (error_report_id, fingerprint, action)
  select id, fingerprint, p_action from public.error_reports where id = p_report_id
  returning * into v_fix;
  if v_fix.id is null then perform private.fail('invalid_input', 'p_report_id'); end if;
  return jsonb_build_object('fix_id', v_fix.id, 'fix_applied', v_fix.applied);
end;
$$;
comment on function public.record_error_fix(uuid, text) is
  'Notes what a browser is told to do about its report (none, reload, clear_caches) -> {fix_id, fix_applied} of spec 1 §7. Refuses invalid_input (p_report_id, p_action). Definer: only the service role may call.';
grant execute on function public.record_error_fix(uuid, text) to service_role;

-- schemas/parties/parties.sql

-- Parties: a birthday that staff have agreed with a host, and the link its guests open
-- (decisions "/birthday-rsvp, /dynamic-form", decisions "/admin/birthday-rsvps").

create function private.party_code()
returns text
language sql
volatile
set search_path = ''
as $$
  -- 20 of 31 letters: 99 bits. No 0 and O, 1, I and L.
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + get_byte(b, i) % 31, 1), '')
  from extensions.gen_random_bytes(20) b, generate_series(0, 19) i
$$;
comment on function private.party_code() is 'A random code that nobody guesses, for the link to a party.';

create table public.parties (
  id uuid primary key default gen_random_uuid(),
  code text not null unique default private.party_code() check (code ~ '^[2-9A-HJKMNP-Z]{20}$'),
  title text not null check (length(title) between 1 and 120),
  host_name text not null check (length(host_name) between 1 and 120),
  host_email text check (length(host_email) <= 254),
  host_phone text check (host_phone ~ '^\+[1-9][0-9]{7,14}$'),
  family_id uuid references public.families (id) on delete set null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  place text not null check (length(place) between 1 and 300),
  offer_id text references public.offers (id) on delete restrict,
  head_count integer not null check (head_count between 1 and 200),
  form_id text check (length(form_id) between 1 and 100),
  status text not null default 'planned' check (status in ('planned', 'cancelled')),
  anonymised_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (ends_at > starts_at)
);
comment on table public.parties is 'Birthday parties. Guests answer through the link with the code.';
comment on column public.parties.code is 'Stands in the guests'' link and in nothing else: whoever knows it may read the invitation and answer.';
comment on column public.parties.title is 'As the invitation shows it.';
comment on column public.parties.host_name is 'Who agreed the party with us; contacts are for staff only.';
comment on column public.parties.family_id is 'The host''s family, if we know it.';
comment on column public.parties.offer_id is 'The birthday package.';
comment on column public.parties.head_count is 'Guests that were agreed on. How many said they come is private.party_guests.';
comment on column public.parties.form_id is 'The content document with the questions for guests; null: the site''s usual one.';
comment on column public.parties.anonymised_at is 'When the host''s name and contact were taken out.';
create index parties_starts_at on public.parties (starts_at);
create index parties_with_host on public.parties (ends_at) where anonymised_at is null;
create index parties_family_id on public.parties (family_id);
create index parties_offer_id on public.parties (offer_id);

alter table public.parties enable row level security;
revoke all on table public.parties from anon, authenticated, service_role;
grant select on public.parties to authenticated, service_role;

create policy "Admins read parties" on public.parties
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.parties
  for each row execute function private.touch_updated_at();

create function private.check_moment(p_value jsonb, p_field text)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_value) is distinct from 'string'
    or p_value #>> '{}' !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
    or not pg_input_is_valid(p_value #>> '{}', 'timestamptz') then
    perform private.fail('invalid_input', p_field);
  end if;
  return (p_value #>> '{}')::timestamptz;
end;
$$;
comment on function private.check_moment(jsonb, text) is 'An ISO 8601 moment with its offset; else invalid_input with the field.';

create function public.create_party(p_party jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_new public.parties;
  v_family_id uuid;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_object(p_party, 'p_party', 8000);
  v_new.title := private.check_text(p_party -> 'title', 'title', 120);
  v_new.host_name := private.check_text(p_party -> 'host_name', 'host_name', 120);
  if private.is_given(p_party -> 'host_email') then
    v_new.host_email := private.check_email(p_party -> 'host_email', 'host_email');
  end if;
  if private.is_given(p_party -> 'host_phone') then
    v_new.host_phone := private.check_phone(p_party -> 'host_phone', 'host_phone');
  end if;
  v_new.starts_at := private.check_moment(p_party -> 'starts_at', 'starts_at');
  v_new.ends_at := private.check_moment(p_party -> 'ends_at', 'ends_at');
  if v_new.starts_at <= private.calendar_now() then perform private.fail('invalid_input', 'starts_at'); end if;
  if v_new.ends_at not between v_new.starts_at + interval '15 minutes' and v_new.starts_at + interval '1 day' then
    perform private.fail('invalid_input', 'ends_at');
  end if;
  v_new.place := private.check_text(p_party -> 'place', 'place', 300);
  if not private.is_whole(p_party -> 'head_count', 1, 200) then perform private.fail('invalid_input', 'head_count'); end if;
  v_new.offer_id := private.check_offer_id(p_party -> 'offer_id', 'offer_id');
  if private.is_given(p_party -> 'form_id') then
    v_new.form_id := private.check_text(p_party -> 'form_id', 'form_id', 100);
  end if;
  if private.is_given(p_party -> 'family_id') then
    select id into v_family_id from public.families
    where private.is_uuid(p_party -> 'family_id') and id::text = lower(p_party ->> 'family_id');
    if v_family_id is null then perform private.fail('invalid_input', 'family_id'); end if;
  end if;

  insert into public.parties (
    title, host_name, host_email, host_phone, family_id, starts_at, ends_at, place, offer_id, head_count, form_id)
  values (
    v_new.title, v_new.host_name, v_new.host_email, v_new.host_phone, v_family_id, v_new.starts_at, v_new.ends_at,
    v_new.place, v_new.offer_id, (p_party ->> 'head_count')::numeric::integer, v_new.form_id)
  returning * into v_new;
  return jsonb_build_object('party_id', v_new.id, 'code', v_new.code);
end;
$$;
comment on function public.create_party(jsonb) is
  'Staff enter a party: {title, host_name, host_email?, host_phone?, starts_at, ends_at, place, head_count, offer_id?, form_id?, family_id?} -> {party_id, code}. Refuses: not_allowed, invalid_input (field), offer_not_available. Definer: admins write parties only through these checks.';
grant execute on function public.create_party(jsonb) to authenticated;

create function public.cancel_party(p_party_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  update public.parties set status = 'cancelled' where id = p_party_id;
  if not found then perform private.fail('party_not_found', 'p_party_id'); end if;
  return jsonb_build_object('status', 'cancelled');
end;
$$;
comment on function public.cancel_party(uuid) is
  'Staff call a party off -> {status}; its link then says so. Refuses: not_allowed, party_not_found. Definer: admins write parties only through functions.';
grant execute on function public.cancel_party(uuid) to authenticated;

create function public.get_party(p_code text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  select * into v_party from public.parties where code = upper(p_code);
  -- A code that names nothing is answered and not raised: the guess stays counted.
  if not found then return null; end if;
  return jsonb_build_object(
    'title', v_party.title,
    'starts_at', private.iso(v_party.starts_at),
    'ends_at', private.iso(v_party.ends_at),
    'place', v_party.place,
    'form_id', v_party.form_id,
    'status', v_party.status,
    'open', v_party.status = 'planned' and v_party.ends_at > private.calendar_now());
end;
$$;
comment on function public.get_party(text) is
  'The invitation for whoever has the link: {title, starts_at, ends_at, place, form_id, status, open}, null for an unknown code. Nothing about the host''s contact or other guests. Refuses: rate_limited. Definer: the code is the identity.';
grant execute on function public.get_party(text) to anon, authenticated, service_role;
select private.answer_calls('public.get_party(text)', 'get_party');

-- schemas/parties/forms.sql

-- Forms: answers to a form that content defines, most of them guests of a party saying who comes
-- (decisions "/birthday-rsvp, /dynamic-form"). What they say about health stands apart, and reading it is logged.

create table public.form_drafts (
  token uuid primary key default gen_random_uuid(),
  form_id text not null check (length(form_id) between 1 and 100),
  form_revision text check (length(form_revision) <= 100),
  party_id uuid references public.parties (id) on delete cascade,
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 16384),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table public.form_drafts is
  'Half-filled forms, to go on with later. Only whoever has the token reads one; nobody else, staff included. Gone on submitting, or when lapsed.';
comment on column public.form_drafts.body is 'As the browser gave it: not yet checked, shown only to whoever typed it.';
create index form_drafts_updated_at on public.form_drafts (updated_at);
create index form_drafts_party_id on public.form_drafts (party_id);

create table public.form_responses (
  id uuid primary key default gen_random_uuid(),
  token uuid not null unique default gen_random_uuid(),
  form_id text not null check (length(form_id) between 1 and 100),
  form_revision text check (length(form_revision) <= 100),
  party_id uuid references public.parties (id) on delete restrict,
  attending boolean,
  contact_name text check (length(contact_name) between 1 and 120),
  contact_email text check (length(contact_email) <= 254),
  contact_phone text check (contact_phone ~ '^\+[1-9][0-9]{7,14}$'),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  duplicate_of uuid references public.form_responses (id) on delete set null,
  submitted_at timestamptz not null default clock_timestamp(),
  anonymised_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  check (anonymised_at is not null
    or (contact_name is not null and (contact_email is not null or contact_phone is not null)))
);
comment on table public.form_responses is 'Submitted forms, without what they say about health.';
comment on column public.form_responses.token is 'Whoever knows it may read and change this response. The draft''s token, if there was a draft.';
comment on column public.form_responses.form_id is 'The content document of the form; the revision is the one that was filled in.';
comment on column public.form_responses.attending is 'Null for a form that does not ask.';
comment on column public.form_responses.answers is 'Field name to text, number, yes or no, or a list of texts.';
comment on column public.form_responses.duplicate_of is
  'An earlier response to the same party (or form) with the same e-mail or telephone: probably the same family. Left to staff; not counted among the guests.';
comment on column public.form_responses.anonymised_at is 'When contact, answers and names were taken out; the numbers stay.';
create index form_responses_party_id on public.form_responses (party_id);
create index form_responses_duplicate_of on public.form_responses (duplicate_of);
create index form_responses_to_anonymise on public.form_responses (submitted_at) where anonymised_at is null;
create index form_responses_email on public.form_responses (contact_email, form_id);
create index form_responses_phone on public.form_responses (form_id, contact_phone);

create table public.form_response_guests (
  response_id uuid not null references public.form_responses (id) on delete cascade,
  position integer not null check (position between 1 and 12),
  name text check (length(name) between 1 and 120),
  age integer check (age between 0 and 120),
  kind text not null default 'child' check (kind in ('child', 'adult')),
  primary key (response_id, position)
);
comment on table public.form_response_guests is 'Who comes.';
comment on column public.form_response_guests.position is 'From 1, as the family listed them.';
comment on column public.form_response_guests.name is 'Null once anonymised.';

create table public.form_response_health (
  response_id uuid not null references public.form_responses (id) on delete cascade,
  position integer not null check (position between 0 and 12),
  details jsonb not null check (jsonb_typeof(details) = 'object' and octet_length(details::text) <= 8000),
  primary key (response_id, position)
);
comment on table public.form_response_health is
  'Allergies and whatever else a form says about health. No policy: read only by functions that log it.';
comment on column public.form_response_health.position is 'A guest''s position; 0 for what was said of nobody in particular.';

create table public.party_news (
  response_id uuid primary key references public.form_responses (id) on delete cascade,
  party_id uuid not null references public.parties (id) on delete cascade,
  kind text not null check (kind in ('new', 'changed')),
  changed_at timestamptz not null default clock_timestamp()
);
comment on table public.party_news is
  'Answers that the host of a party has not been told of. Gone with the mail that tells (party_news.sql). Service only.';
comment on column public.party_news.changed_at is 'Of the latest change; the host is written to when it has been quiet for a while.';
create index party_news_party_id on public.party_news (party_id);

alter table public.form_drafts enable row level security;
alter table public.form_responses enable row level security;
alter table public.form_response_guests enable row level security;
alter table public.form_response_health enable row level security;
alter table public.party_news enable row level security;
revoke all on table public.form_drafts, public.form_responses, public.form_response_guests,
  public.form_response_health, public.party_news from anon, authenticated, service_role;
grant select on public.form_responses, public.form_response_guests, public.party_news to service_role;
grant select on public.form_response_guests to authenticated;
-- Everything but the token.
grant select (
  id, form_id, form_revision, party_id, attending, contact_name, contact_email, contact_phone, answers, duplicate_of,
  submitted_at, anonymised_at, updated_at
) on public.form_responses to authenticated;

create policy "Admins read form responses" on public.form_responses
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read the guests of form responses" on public.form_response_guests
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.form_drafts
  for each row execute function private.touch_updated_at();
create trigger touch_updated_at before update on public.form_responses
  for each row execute function private.touch_updated_at();

-- Checking a response ---------------------------------------------------------------------------------

create function private.check_answers(p_answers jsonb, p_field text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_answer record;
begin
  if p_answers is null or p_answers = 'null' then return '{}'; end if;
  perform private.check_object(p_answers, p_field, 12000);
  if (select count(*) from jsonb_object_keys(p_answers)) > 60 then perform private.fail('invalid_input', p_field); end if;
  for v_answer in select key, value, jsonb_typeof(value) as type from jsonb_each(p_answers) loop
    if v_answer.key !~ '^[A-Za-z][A-Za-z0-9_-]{0,59}$' then perform private.fail('invalid_input', p_field); end if;
    if v_answer.type = 'object' or length(v_answer.value #>> '{}') > 2000
      or (v_answer.type = 'array' and (
        jsonb_array_length(v_answer.value) > 30
        or exists (select from jsonb_array_elements(v_answer.value) where jsonb_typeof(value) <> 'string')))
      -- jsonb spells a control character as an escape.
      or v_answer.value::text ~ '\\u00(0|1|7f)' then
      perform private.fail('invalid_input', p_field || '.' || v_answer.key);
    end if;
  end loop;
  return p_answers;
end;
$$;
comment on function private.check_answers(jsonb, text) is
  'Answers to a form: at most 60 fields of text (2,000 characters), number, yes or no, or a list of at most 30 texts. Else invalid_input with the field, e.g. answers.colour. Which fields there must be, the content knows.';

create function private.check_guests(p_guests jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_guest record;
begin
  if coalesce(p_guests, 'null') = 'null' then return; end if;
  if jsonb_typeof(p_guests) <> 'array' or jsonb_array_length(p_guests) > 12 then
    perform private.fail('invalid_input', 'guests');
  end if;
  for v_guest in
    select value, format('guests[%s]', ordinality - 1) as field from jsonb_array_elements(p_guests) with ordinality
  loop
    if jsonb_typeof(v_guest.value) <> 'object' then perform private.fail('invalid_input', v_guest.field); end if;
    perform private.check_text(v_guest.value -> 'name', v_guest.field || '.name', 120);
    if private.is_given(v_guest.value -> 'age') and not private.is_whole(v_guest.value -> 'age', 0, 120) then
      perform private.fail('invalid_input', v_guest.field || '.age');
    end if;
    if coalesce(v_guest.value ->> 'kind', 'child') not in ('child', 'adult') then
      perform private.fail('invalid_input', v_guest.field || '.kind');
    end if;
    perform private.check_lines(v_guest.value -> 'allergies', v_guest.field || '.allergies', 500);
  end loop;
end;
$$;
comment on function private.check_guests(jsonb) is
  'Guests of a response: at most 12 of {name, age?, kind? (child, adult), allergies?}; else invalid_input with the field, e.g. guests[0].name.';

-- schemas/parties/form_calls.sql

-- Filling in a form: save, go on later, submit, correct. The token is the identity of one response.
--
-- Of two submits with one draft's token, the second waits for the first to take the draft away, and then finds the
-- response that the first one made: a double click corrects, and does not answer twice.

create function private.is_about_health(p_key text)
returns boolean
language sql
immutable
set search_path = ''
as $$ select p_key ~* 'allerg|medic|health|diet|condition|disab|asthma|epipen|special.?need' $$;
comment on function private.is_about_health(text) is
  'Does a field''s name speak of health? A net under the form''s own marking (the browser sends marked fields in health).';

create function private.open_party(p_code jsonb)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  if not private.is_given(p_code) then return null; end if;
  if jsonb_typeof(p_code) <> 'string' then perform private.fail('invalid_input', 'party_code'); end if;
  select * into v_party from public.parties where code = upper(p_code #>> '{}') for key share;
  if not found then perform private.fail('party_not_found', 'party_code'); end if;
  if v_party.status <> 'planned' or v_party.ends_at <= private.calendar_now() then
    perform private.fail('party_closed', 'party_code');
  end if;
  return v_party.id;
end;
$$;
comment on function private.open_party(jsonb) is
  'Id of the party of this code, null without one; else party_not_found, party_closed (cancelled or over).';

create function private.check_form(p_form jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_form, p_field, 20000);
  perform private.check_text(p_form -> 'form_id', 'form_id', 100);
  if private.is_given(p_form -> 'form_revision') then
    perform private.check_text(p_form -> 'form_revision', 'form_revision', 100);
  end if;
  if private.is_given(p_form -> 'token') and not private.is_uuid(p_form -> 'token') then
    perform private.fail('invalid_input', 'token');
  end if;
end;
$$;
comment on function private.check_form(jsonb, text) is 'What a draft and a response have in common, or invalid_input with the field.';

create function public.save_form_draft(p_draft jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party_id uuid;
  v_token uuid;
begin
  perform private.check_form(p_draft, 'p_draft');
  perform private.check_object(p_draft -> 'body', 'body', 16384);
  v_party_id := private.open_party(p_draft -> 'party_code');
  update public.form_drafts set
    body = p_draft -> 'body', form_revision = nullif(p_draft ->> 'form_revision', '')
  where token = nullif(p_draft ->> 'token', '')::uuid and form_id = p_draft ->> 'form_id'
    and party_id is not distinct from v_party_id
  returning token into v_token;
  -- Nobody chooses a token: one that is unknown, or has been submitted, gets another.
  if v_token is null then
    insert into public.form_drafts (form_id, form_revision, party_id, body)
    values (p_draft ->> 'form_id', nullif(p_draft ->> 'form_revision', ''), v_party_id, p_draft -> 'body')
    returning token into v_token;
  end if;
  return jsonb_build_object('token', v_token);
end;
$$;
comment on function public.save_form_draft(jsonb) is
  'Keeps a half-filled form: {form_id, form_revision?, party_code?, token?, body} -> {token}, with which it goes on. body: what load_form_draft shall give back, at most 16 KB. Refuses: invalid_input (field), party_not_found, party_closed, rate_limited. Definer: the token is the identity.';
grant execute on function public.save_form_draft(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.save_form_draft(jsonb)', 'save_form_draft');

create function private.response_body(p_response public.form_responses)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'attending', p_response.attending,
    'contact', jsonb_build_object(
      'name', p_response.contact_name, 'email', p_response.contact_email, 'phone', p_response.contact_phone),
    'answers', p_response.answers,
    'health', coalesce(
      (select details from public.form_response_health where response_id = p_response.id and position = 0), '{}'),
    'guests', coalesce((
      select jsonb_agg(jsonb_build_object(
        'name', g.name, 'age', g.age, 'kind', g.kind, 'allergies', h.details ->> 'allergies') order by g.position)
      from public.form_response_guests g
      left join public.form_response_health h on h.response_id = g.response_id and h.position = g.position
      where g.response_id = p_response.id), '[]'))
$$;
comment on function private.response_body(public.form_responses) is
  'A response as it was sent: {attending, contact, answers, health, guests}. For its own family only.';

create function public.load_form_draft(p_token uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_draft public.form_drafts;
  v_response public.form_responses;
begin
  select * into v_draft from public.form_drafts where token = p_token;
  if found then
    return jsonb_build_object('status', 'draft', 'form_id', v_draft.form_id,
      'form_revision', v_draft.form_revision, 'body', v_draft.body);
  end if;
  select * into v_response from public.form_responses where token = p_token and anonymised_at is null;
  -- A token that names nothing is answered and not raised: the guess stays counted.
  if not found then return null; end if;
  return jsonb_build_object('status', 'submitted', 'form_id', v_response.form_id,
    'form_revision', v_response.form_revision, 'body', private.response_body(v_response));
end;
$$;
comment on function public.load_form_draft(uuid) is
  'What was saved or submitted under a token: {status (draft, submitted), form_id, form_revision, body}, null for an unknown token. Refuses: rate_limited. Definer: the token is the identity.';
grant execute on function public.load_form_draft(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.load_form_draft(uuid)', 'load_form_draft');

create function private.write_guests(p_response_id uuid, p_guests jsonb, p_health jsonb)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.form_response_guests where response_id = p_response_id;
  delete from public.form_response_health where response_id = p_response_id;
  insert into public.form_response_guests (response_id, position, name, age, kind)
  select p_response_id, ordinality, private.check_text(value -> 'name', 'guests', 120),
    nullif(value ->> 'age', '')::numeric::integer, coalesce(value ->> 'kind', 'child')
  from jsonb_array_elements(p_guests) with ordinality;
  insert into public.form_response_health (response_id, position, details)
  select p_response_id, 0, p_health where p_health <> '{}'
  union all
  select p_response_id, ordinality, jsonb_build_object('allergies', private.check_lines(value -> 'allergies', 'guests', 500))
  from jsonb_array_elements(p_guests) with ordinality
  where private.check_lines(value -> 'allergies', 'guests', 500) is not null
$$;
comment on function private.write_guests(uuid, jsonb, jsonb) is
  'Replaces the guests of a response and what it says about health. The values have been checked.';

-- schemas/parties/form_submit.sql

-- Submitting a form, finding a family that answers twice, and noting what the host is to be told.

create function private.mark_duplicate(p_response_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.form_responses r set duplicate_of = (
    select e.id from public.form_responses e
    where e.form_id = r.form_id and e.party_id is not distinct from r.party_id
      and e.id <> r.id and e.duplicate_of is null and e.anonymised_at is null
      and (e.submitted_at, e.id) < (r.submitted_at, r.id)
      and (e.contact_email = r.contact_email or e.contact_phone = r.contact_phone)
    order by e.submitted_at, e.id limit 1)
  where r.id = p_response_id
$$;
comment on function private.mark_duplicate(uuid) is
  'Marks a response whose e-mail or telephone an earlier one has. It is kept: a stranger who knows an address must not be able to undo a family''s answer.';

create function private.answer_view(p_response_id uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'response_id', r.id,
    'name', r.contact_name,
    'coming', r.attending is not false,
    'children', (select count(*) from public.form_response_guests g where g.response_id = r.id and g.kind = 'child'),
    'adults', (select count(*) from public.form_response_guests g where g.response_id = r.id and g.kind = 'adult'),
    'again', r.duplicate_of is not null,
    'noted', exists (select from public.form_response_health h where h.response_id = r.id))
  from public.form_responses r where r.id = p_response_id
$$;
comment on function private.answer_view(uuid) is
  'What the host of a party is told of an answer: {response_id, name: of the adult who answered, coming, children, adults, again: probably the same family once more}, with noted: does it say something about health, which is for counting only. No child''s name (decisions "Safety").';

create function private.queue_rsvp_copy(p_response public.form_responses)
returns void
language sql
volatile
set search_path = ''
as $$
  -- No name, neither of a guest nor of whoever answered: the address is typed, and may be a stranger's.
  insert into public.outbox (key, template, recipient, payload)
  select format('rsvp_copy:%s:%s', p_response.id, gen_random_uuid()), 'rsvp_copy', p_response.contact_email,
    private.answer_view(p_response.id) - '{name,noted,again}'::text[] || jsonb_build_object(
      'title', p.title, 'starts_at', private.iso(p.starts_at), 'ends_at', private.iso(p.ends_at), 'place', p.place,
      'secret', p.code, 'token', p_response.token, 'updated_at', private.iso(p_response.updated_at))
  from public.parties p where p.id = p_response.party_id and p_response.contact_email is not null
$$;
comment on function private.queue_rsvp_copy(public.form_responses) is
  'A copy of an answer for the guest who gave an address, with the link to change it (secret: the party''s code). Nothing about health, no name; capped by private.may_mail.';

create function public.submit_form_response(p_response jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_contact constant jsonb := p_response -> 'contact';
  v_token constant text := p_response ->> 'token';
  v_answers jsonb;
  v_health jsonb;
  v_name text;
  v_email text;
  v_phone text;
  v_party_id uuid;
  v_drafted uuid;
  v_response public.form_responses;
  v_before jsonb;
begin
  perform private.check_form(p_response, 'p_response');
  if jsonb_typeof(coalesce(p_response -> 'attending', 'null')) not in ('boolean', 'null') then
    perform private.fail('invalid_input', 'attending');
  end if;
  v_name := private.check_text(v_contact -> 'name', 'contact.name', 120);
  if private.is_given(v_contact -> 'email') or not private.is_given(v_contact -> 'phone') then
    v_email := private.check_email(v_contact -> 'email', 'contact.email');
  end if;
  if private.is_given(v_contact -> 'phone') then
    v_phone := private.check_phone(v_contact -> 'phone', 'contact.phone');
  end if;
  v_answers := private.check_answers(p_response -> 'answers', 'answers');
  v_health := private.check_answers(p_response -> 'health', 'health');
  if octet_length(v_health::text) > 4000 then perform private.fail('invalid_input', 'health'); end if;
  perform private.check_guests(p_response -> 'guests');
  v_party_id := private.open_party(p_response -> 'party_code');

  select v_health || coalesce(jsonb_object_agg(key, value) filter (where private.is_about_health(key)), '{}'),
    coalesce(jsonb_object_agg(key, value) filter (where not private.is_about_health(key)), '{}')
  into v_health, v_answers
  from jsonb_each(v_answers);
  if octet_length(v_health::text) > 8000 then perform private.fail('invalid_input', 'answers'); end if;

  -- Answers to one party follow one another, so that of two from one family the second sees the first.
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(' ', 'form', p_response ->> 'form_id', v_party_id), 0));
  delete from public.form_drafts where token = nullif(v_token, '')::uuid returning token into v_drafted;
  select * into v_response from public.form_responses
  where token = nullif(v_token, '')::uuid and anonymised_at is null
  for update;
  if v_response.id is not null
    and (v_response.form_id <> p_response ->> 'form_id' or v_response.party_id is distinct from v_party_id) then
    perform private.fail('invalid_input', 'token');
  end if;
  v_before := private.answer_view(v_response.id) || jsonb_build_object('email', v_response.contact_email);

  insert into public.form_responses as r (
    id, token, form_id, form_revision, party_id, attending, contact_name, contact_email, contact_phone, answers)
  values (
    coalesce(v_response.id, gen_random_uuid()), coalesce(v_response.token, v_drafted, gen_random_uuid()),
    p_response ->> 'form_id', nullif(p_response ->> 'form_revision', ''), v_party_id,
    (p_response ->> 'attending')::boolean, v_name, v_email, v_phone, v_answers)
  on conflict (id) do update set
    form_revision = excluded.form_revision, attending = excluded.attending, contact_name = excluded.contact_name,
    contact_email = excluded.contact_email, contact_phone = excluded.contact_phone, answers = excluded.answers
  returning * into v_response;
  perform private.write_guests(v_response.id,
    case jsonb_typeof(p_response -> 'guests') when 'array' then p_response -> 'guests' else '[]' end, v_health);
  perform private.mark_duplicate(v_response.id);
  if private.answer_view(v_response.id) || jsonb_build_object('email', v_email) is distinct from v_before then
    perform private.queue_rsvp_copy(v_response);
  end if;
  -- Sent once more without a change, it is no news.
  if v_party_id is not null and private.answer_view(v_response.id) is distinct from v_before - 'email' then
    insert into public.party_news (response_id, party_id, kind)
    values (v_response.id, v_party_id, case when v_before is null then 'new' else 'changed' end)
    on conflict (response_id) do update set changed_at = clock_timestamp();
  end if;
  return jsonb_build_object('token', v_response.token);
end;
$$;
comment on function public.submit_form_response(jsonb) is
  'Submits a form, or corrects the response of its token: {form_id, form_revision?, party_code?, token?, attending?, contact: {name, email and/or phone}, answers?, health?, guests?: [{name, age?, kind?, allergies?}]} -> {token}. Says nothing about whether the family has answered before. The host of the party is told of it (queue_party_answers), and the guest gets a copy. Refuses: invalid_input (field), party_not_found, party_closed, rate_limited. Definer: guests have no account; they write only through these checks.';
grant execute on function public.submit_form_response(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.submit_form_response(jsonb)', 'submit_form_response');

-- schemas/parties/party_staff.sql

-- What staff see of parties: coaches today's, admins all. Allergies only through functions that log the read
-- (decisions "Safety").

create function private.party_guests(p_party_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$
  select count(*)::integer
  from public.form_responses r join public.form_response_guests g on g.response_id = r.id
  where r.party_id = p_party_id and r.attending is not false and r.duplicate_of is null
$$;
comment on function private.party_guests(uuid) is
  'How many guests said that they come. Responses marked as duplicates count for nothing until staff have looked.';

create function private.is_today(p_party public.parties)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_party.status = 'planned'
    and (p_party.starts_at at time zone private.time_zone())::date = private.calendar_today()
$$;
comment on function private.is_today(public.parties) is 'Does the party take place today in Singapore?';

create function public.get_todays_parties()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  return coalesce((
    select jsonb_agg(jsonb_build_object(
      'party_id', p.id, 'title', p.title, 'starts_at', private.iso(p.starts_at), 'ends_at', private.iso(p.ends_at),
      'place', p.place, 'package', o.title, 'head_count', p.head_count, 'guests', private.party_guests(p.id))
      order by p.starts_at, p.id)
    from public.parties p left join public.offers o on o.id = p.offer_id
    where private.is_today(p)
      -- For the index: a day in any zone is within two.
      and p.starts_at between private.calendar_now() - interval '2 days' and private.calendar_now() + interval '2 days'
  ), '[]');
end;
$$;
comment on function public.get_todays_parties() is
  'Today''s parties in Singapore for whoever runs them: [{party_id, title, starts_at, ends_at, place, package, head_count (agreed), guests (said they come)}]. No contacts, no code. Refuses not_allowed unless coach or admin. Definer: coaches have no policy on parties; this serves the least.';
grant execute on function public.get_todays_parties() to authenticated;

create function private.serve_health(p_response_ids uuid[], p_context jsonb)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  -- One statement: nobody can be served who is not logged.
  with served as materialized (
    select h.response_id, h.position, h.details, g.name, g.age
    from public.form_response_health h
    left join public.form_response_guests g on g.response_id = h.response_id and g.position = h.position
    where h.response_id = any (p_response_ids)
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, user_context)
    select (select auth.uid()), 'form_response_health', 'read', p_context
  )
  select coalesce(
    jsonb_agg(jsonb_build_object('response_id', response_id, 'guest', name, 'age', age, 'details', details)
      order by response_id, position),
    '[]')
  from served
$$;
comment on function private.serve_health(uuid[], jsonb) is
  'What responses say about health, and an entry in the access log. The caller has checked the role.';

create function public.get_party_health(p_party_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_party public.parties;
begin
  if not (private.is_coach() or private.is_admin()) then perform private.deny(); end if;
  select * into v_party from public.parties where id = p_party_id;
  -- To a coach, a party of another day does not exist.
  if v_party.id is null or not (private.is_admin() or private.is_today(v_party)) then
    perform private.fail('party_not_found', 'p_party_id');
  end if;
  return private.serve_health(
    array(
      select id from public.form_responses
      -- Also of duplicates: an allergy too many does no harm.
      where party_id = p_party_id and attending is not false),
    jsonb_build_object('party_id', p_party_id));
end;
$$;
comment on function public.get_party_health(uuid) is
  'Allergies and the like among a party''s guests: [{response_id, guest, age, details}]. Coaches: today''s parties; admins: all. Each call is logged. Refuses: not_allowed, party_not_found. Definer: the table has no policy; this checks and logs.';
grant execute on function public.get_party_health(uuid) to authenticated;

create function public.get_response_health(p_response_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_admin() then perform private.deny(); end if;
  return private.serve_health(array[p_response_id], jsonb_build_object('response_id', p_response_id));
end;
$$;
comment on function public.get_response_health(uuid) is
  'What one form response says about health, in the shape of get_party_health; for forms without a party. Each call is logged. Refuses not_allowed unless admin. Definer: the table has no policy; this checks and logs.';
grant execute on function public.get_response_health(uuid) to authenticated;

-- schemas/privacy/purge_visits.sql

-- Letting go: leads by their date, forms after their party, what monitoring gathered. Called by purge_expired
-- (purge.sql), a few thousand rows at a time. Two calls at once take different rows.

create function private.purge_leads()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.leads where id = any (array(
    select id from public.leads where auto_delete_at <= (select clock_timestamp())
    order by auto_delete_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_leads() is 'Deletes leads that are past auto_delete_at, with their reservations and enquiries: leads.';

create function private.purge_form_drafts()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.form_drafts where token = any (array(
    select token from public.form_drafts where updated_at < private.expiry('form_drafts')
    order by updated_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_form_drafts() is 'Deletes drafts that nobody went on with: drafts.';

create function private.forget_responses(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.form_response_health where response_id = any (p_ids);
  delete from public.party_news where response_id = any (p_ids);
  update public.form_response_guests set name = null where response_id = any (p_ids);
  update public.form_responses set
    contact_name = null, contact_email = null, contact_phone = null, answers = '{}', anonymised_at = clock_timestamp()
  where id = any (p_ids)
$$;
comment on function private.forget_responses(uuid[]) is
  'Takes the people off form responses. Who came with how many of what age stays. The caller has locked them.';

create function private.purge_form_responses()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select r.id from public.form_responses r
    where r.anonymised_at is null
      and coalesce((select ends_at from public.parties where id = r.party_id), r.submitted_at)
        < private.expiry('form_responses')
    order by r.submitted_at limit 1000 for update skip locked) due;
  perform private.forget_responses(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_form_responses() is 'Anonymises responses once their party is long over: responses.';

create function private.forget_parties(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.parties set
    title = 'Party', host_name = 'Host', host_email = null, host_phone = null, family_id = null,
    anonymised_at = clock_timestamp()
  where id = any (p_ids)
$$;
comment on function private.forget_parties(uuid[]) is
  'Takes the host off parties; when, where and how many stays. The caller has locked them.';

create function private.purge_party_hosts()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select id from public.parties
    where ends_at < private.expiry('party_hosts') and anonymised_at is null
    order by ends_at limit 1000 for update skip locked) due;
  perform private.forget_parties(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_party_hosts() is 'Anonymises the hosts of parties that are long over: parties.';

create function private.purge_booking_analytics()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.location_viewers where (session_id, location_id) in (
    select session_id, location_id from public.location_viewers
    where seen_at < (select clock_timestamp() - interval '10 minutes')
    order by seen_at limit 20000 for update skip locked);
  delete from public.booking_analytics where id = any (array(
    select id from public.booking_analytics where created_at < private.expiry('booking_analytics')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_booking_analytics() is 'Deletes old events, and heartbeats of minutes ago: events.';

create function private.purge_error_reports()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.error_fixes where id = any (array(
    select id from public.error_fixes where created_at < private.expiry('error_reports')
    order by created_at limit 20000 for update skip locked));
  delete from public.error_reports where id = any (array(
    select id from public.error_reports where created_at < private.expiry('error_reports')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_error_reports() is 'Deletes old error reports and their fixes: reports.';

create function private.purge_system_logs()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.system_logs where id = any (array(
    select id from public.system_logs
    where created_at < private.expiry('system_logs') and component <> 'health'
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_system_logs() is 'Deletes old entries; the row that the health check reads stays: entries.';

-- schemas/parties/party_data.sql

-- What a family may have exported and erased of parties, forms and analytics (family_export.sql: found by name).

create function private.responses_of(p_emails text[])
returns uuid[]
language sql
stable
set search_path = ''
as $$
  select coalesce(array_agg(id), '{}') from public.form_responses
  where anonymised_at is null and contact_email = any (p_emails)
$$;
comment on function private.responses_of(text[]) is 'Form responses under these addresses.';

create function private.export_family_parties(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'parties', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'code' order by p.starts_at, p.id), '[]')
      from public.parties p where p.family_id = p_family_id or p.host_email = any (p_emails)),
    'form_responses', (
      select coalesce(jsonb_agg(
        jsonb_build_object('form_id', r.form_id, 'submitted_at', private.iso(r.submitted_at)) || private.response_body(r)
        order by r.submitted_at, r.id), '[]')
      from public.form_responses r where r.id = any (private.responses_of(p_emails))),
    'birthday_enquiries', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at, b.id), '[]')
      from public.birthday_enquiries b join public.leads l on l.id = b.lead_id where l.email = any (p_emails)),
    'booking_analytics', (
      select coalesce(jsonb_agg(to_jsonb(a) order by a.id), '[]')
      from public.booking_analytics a
      where a.user_id in (select id from public.profiles where family_id = p_family_id)))
$$;
comment on function private.export_family_parties(uuid, text[], text[]) is
  'Parties the family hosts, its answers to forms with what they say about health, its enquiries, and analytics it consented to.';

create function private.erase_family_parties(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.parties
    where family_id = p_family_id and status = 'planned' and ends_at > private.calendar_now()) then
    perform private.fail('family_in_use', 'parties');
  end if;
  perform private.forget_parties(array(
    select id from public.parties
    where ends_at <= private.calendar_now() and family_id = p_family_id order by id for update));
  update public.booking_analytics set user_id = null, user_agent = null
  where user_id in (select id from public.profiles where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_parties(uuid) is
  'Takes the family off its parties and analytics. What it answered to somebody else''s party goes with that party: who answered is known by a typed address only. Refuses family_in_use while a party of theirs lies ahead.';

-- schemas/camps/enrolments.sql

-- Enrolments: the children in a camp; who reads camps, and who is on today's roster (spec 2 §9).

create table public.camp_enrollments (
  id uuid primary key default gen_random_uuid(),
  camp_id uuid not null references public.camp_weeks (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  family_id uuid not null references public.families (id) on delete restrict,
  order_line_id uuid references public.order_lines (id) on delete restrict,
  rung_id text,
  sibling_rebate boolean not null default false,
  status text not null default 'enrolled' check (status in ('enrolled', 'cancelled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.camp_enrollments is 'A child''s paid place on a camp. An enrolled one takes a place, and a place on its rung.';
comment on column public.camp_enrollments.order_line_id is 'The line that paid for it.';
comment on column public.camp_enrollments.rung_id is 'Rung at which it was sold; listed, or null when it was not sold by this system.';
comment on column public.camp_enrollments.sibling_rebate is 'Took one of the camp''s places with rebate.';
create unique index camp_enrollments_child_once on public.camp_enrollments (child_id, camp_id) where status = 'enrolled';
create unique index camp_enrollments_line_once on public.camp_enrollments (order_line_id) where status = 'enrolled';
create index camp_enrollments_camp_id on public.camp_enrollments (camp_id, status, rung_id);
create index camp_enrollments_child_id on public.camp_enrollments (child_id);
create index camp_enrollments_family_id on public.camp_enrollments (family_id);
create index camp_enrollments_order_line_id on public.camp_enrollments (order_line_id);

-- Who reads what -------------------------------------------------------------------------------------------

alter table public.camp_enrollments enable row level security;
revoke all on table public.camp_enrollments from anon, authenticated, service_role;
grant select on public.camp_enrollments to authenticated, service_role;

create policy "People read camps on sale and their own, admins read all" on public.camp_weeks
  for select to authenticated using (
    is_active
    or (select private.is_admin())
    or id in (select camp_id from public.camp_enrollments where family_id = (select private.my_family_id()))
  );

create function private.is_camp_today(p_camp_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.camp_weeks
    where id = p_camp_id and cancelled_at is null
      and (select private.calendar_today()) between start_date and end_date
  )
$$;
comment on function private.is_camp_today(uuid) is
  'Is today one of the camp''s days? Definer: the policies on camps and enrolments would otherwise call each other for ever.';
grant execute on function private.is_camp_today(uuid) to authenticated, service_role;

create policy "Parents read their own enrolments, coaches today's, admins all" on public.camp_enrollments
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or (select private.is_admin())
    or ((select private.is_coach()) and status = 'enrolled' and private.is_camp_today(camp_id))
  );

create function private.is_on_todays_roster(p_child_id uuid)
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (
    select from public.bookings
    where child_id = p_child_id and session_date = (select private.calendar_today()) and status = 'booked'
  ) or exists (
    select from public.camp_enrollments
    where child_id = p_child_id and status = 'enrolled' and private.is_camp_today(camp_id)
  )
$$;
comment on function private.is_on_todays_roster(uuid) is
  'Has the child a class or a camp today? Definer: asked by the policy on children, before the caller may read bookings.';
grant execute on function private.is_on_todays_roster(uuid) to authenticated, service_role;

create policy "Parents read their own children, coaches today's, admins all" on public.children
  for select to authenticated using (
    family_id = (select private.my_family_id())
    or (select private.is_admin())
    or ((select private.is_coach()) and private.is_on_todays_roster(id))
  );

create trigger touch_updated_at before update on public.camp_enrollments
  for each row execute function private.touch_updated_at();

-- schemas/camps/camp_holds.sql

-- A camp's hold says what its line says: its rung and its rebate.

create function private.mark_hold()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  select rung_id, sibling_rebate into new.rung_id, new.sibling_rebate
  from public.order_lines where id = new.order_line_id and camp_id is not null;
  new.sibling_rebate := coalesce(new.sibling_rebate, false);
  return new;
end;
$$;
comment on function private.mark_hold() is
  'Trigger on holds: a camp''s hold carries its line''s rung and rebate, also where the writer left them out.';
create trigger mark_hold before insert on public.holds
  for each row when (new.camp_id is not null and new.rung_id is null) execute function private.mark_hold();

create function private.follow_line()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  update public.holds set rung_id = new.rung_id, sibling_rebate = new.sibling_rebate where order_line_id = new.id;
  return null;
end;
$$;
comment on function private.follow_line() is 'Trigger on order_lines: the hold follows the rung at which its line is priced.';
create trigger follow_line after update of rung_id, sibling_rebate on public.order_lines
  for each row when (
    old.rung_id is distinct from new.rung_id or old.sibling_rebate is distinct from new.sibling_rebate)
  execute function private.follow_line();

-- schemas/camps/camp_prices.sql

-- Places, rungs and prices of a camp at a moment (decisions "Early-bird rungs").
--
-- The price of a camp changes without anybody writing: a deadline passes, a hold lapses, content closes a rung. So
-- nothing of it is stored. The functions below compute it for any moment; whoever sells calls them after
-- private.lock_camps, with the clock read after the lock; whoever only looks reads the view camps. They are asked once
-- per camp of a list, so they are PL/pgSQL, which keeps its plans.

create function private.lock_camps(p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform from public.camp_weeks where id = any (p_camp_ids) order by id for update;
end;
$$;
comment on function private.lock_camps(uuid[]) is
  'Locks camps in sorted order, for whoever takes or keeps places on them, raises their capacity or offers a freed place. In the order of locks (places.sql) they come after the sessions and before promotion codes and passes.';

create function private.camp_seats_taken(p_camp_id uuid, p_at timestamptz, p_except_order uuid default null)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (
    (select count(*) from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled')
    + (select count(*) from public.holds
       where camp_id = p_camp_id and expires_at > p_at and order_id is distinct from p_except_order)
    + private.places_offered(null, p_camp_id, p_at)
  )::integer;
end;
$$;
comment on function private.camp_seats_taken(uuid, timestamptz, uuid) is
  'Places of a camp that are paid, held or offered to the waitlist at p_at, leaving out one order''s own holds. The only place that counts them.';

create function private.camp_lines_taken(p_camp_id uuid, p_rung_id text, p_at timestamptz, p_except_order uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- The rung null: those with sibling rebate, on whatever rung.
  return (
    (select count(*) from public.camp_enrollments
     where camp_id = p_camp_id and status = 'enrolled'
       and case when p_rung_id is null then sibling_rebate else rung_id = p_rung_id end)
    + (select count(*) from public.holds
       where camp_id = p_camp_id and expires_at > p_at and order_id is distinct from p_except_order
         and case when p_rung_id is null then sibling_rebate else rung_id = p_rung_id end)
  )::integer;
end;
$$;
comment on function private.camp_lines_taken(uuid, text, timestamptz, uuid) is
  'Places of one rung of a camp that are paid or held at p_at; with null, places with sibling rebate. The only place that counts them.';

create function private.tier_offer(p_tier text)
returns public.offers
language plpgsql
stable
set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  -- Publishing refuses two documents for one tier; a late one may still stand beside the new one for a moment.
  select o.* into v_offer from public.offers o
  where o.kind = 'camp_tier' and o.active and o.details ->> 'tier' = p_tier
    and o.currency = (select currency from public.settings)
  order by o.updated_at desc, o.id limit 1;
  return v_offer;
end;
$$;
comment on function private.tier_offer(text) is 'The offer that sells a tier, or nulls.';

create function private.camp_rung(
  p_camp_id uuid, p_at timestamptz, p_except_order uuid default null, p_child integer default 1,
  p_offer public.offers default null)
returns table (rung_id text, price_cents integer, places_left integer)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer constant public.offers := case
    when p_offer.id is not null then p_offer
    else private.tier_offer((select tier from public.camp_weeks where id = p_camp_id)) end;
  v_rungs constant jsonb := coalesce(v_offer.details -> 'rungs', '[]');
  v_rung jsonb;
  v_children_before integer := 0;
begin
  -- Asked of every line of an order: most passes stand for no camp.
  if p_camp_id is null or v_offer.id is null then return; end if;
  -- In order: those that content has not closed, whose deadline lies ahead and that have places left. Each is counted
  -- only when the ones before it are sold.
  for v_at in 0..jsonb_array_length(v_rungs) - 1 loop
    v_rung := v_rungs -> v_at;
    continue when coalesce(v_rung -> 'closed', 'false') <> 'false'
      or (v_rung ->> 'deadline')::timestamptz <= p_at;
    rung_id := v_rung ->> 'id';
    places_left := null;
    if v_rung ->> 'places' is not null then
      places_left := greatest(0, (v_rung ->> 'places')::numeric::integer
        - private.camp_lines_taken(p_camp_id, rung_id, p_at, p_except_order));
    end if;
    if places_left is null or v_children_before + places_left >= p_child then
      price_cents := (v_rung ->> 'price_cents')::numeric::integer;
      return next;
      return;
    end if;
    v_children_before := v_children_before + places_left;
  end loop;
  rung_id := 'listed';
  price_cents := v_offer.price_cents;
  places_left := null;
  return next;
end;
$$;
comment on function private.camp_rung(uuid, timestamptz, uuid, integer, public.offers) is
  'The rung that the next child on a camp pays at p_at, or the p_child-th next of one order: two siblings and one place left on a rung are two prices. places_left null: any number; at last comes the listed price. p_offer: the offer that sells the camp''s tier, where the caller has it. No row while the tier is not published.';

-- What everybody reads ---------------------------------------------------------------------------------

create function private.camp_now(p_camp_id uuid)
returns table (
  price_cents integer, rung_id text, rung_places_left integer, seats_taken integer, extended_day boolean,
  extended_time_start time, extended_time_end time, min_age integer, max_age integer)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  select r.price_cents, r.rung_id, r.places_left, private.camp_seats_taken(c.id, n.at),
    coalesce(o.details -> 'extended_day', 'null') <> 'null',
    (o.details #>> '{extended_day,start}')::time, (o.details #>> '{extended_day,end}')::time,
    (o.details ->> 'min_age')::numeric::integer, (o.details ->> 'max_age')::numeric::integer
  from (select clock_timestamp() as at) n
  cross join public.camp_weeks c
  left join private.tier_offer(c.tier) o on true
  left join private.camp_rung(c.id, n.at, p_offer => o) r on true
  where c.id = p_camp_id;
end;
$$;
comment on function private.camp_now(uuid) is
  'What depends on the moment and on the published tier. Definer: visitors may know numbers, not who holds a place.';
grant execute on function private.camp_now(uuid) to anon, authenticated, service_role;

create view public.camps with (security_invoker = true) as
select c.id, c.name, c.start_date, c.end_date, round(n.price_cents / 100.0, 2) as price,
  array_to_string(c.team_types, ',') as team_type, l.name as location, c.session_time_start, c.session_time_end,
  c.capacity, n.seats_taken as current_enrollments, c.is_active,
  c.tier, c.team_types, c.location_id, l.base, c.end_date - c.start_date + 1 as days,
  n.price_cents, n.rung_id, n.rung_places_left,
  n.extended_day, n.extended_time_start, n.extended_time_end, n.min_age, n.max_age, c.cancelled_at
from public.camp_weeks c
join public.locations l on l.id = c.location_id
cross join lateral private.camp_now(c.id) n;
comment on view public.camps is
  'Camps as specified (spec 2 §3 and §7), true at the moment of reading: rows that a query leaves out cost nothing.';
comment on column public.camps.price is 'What the next child pays, in dollars; null while the tier is not published.';
comment on column public.camps.current_enrollments is 'Places taken: paid and held, so that capacity minus this is what is left.';
comment on column public.camps.team_type is 'Teams, e.g. red,black.';
comment on column public.camps.base is 'Name of the base in content.';
comment on column public.camps.rung_places_left is 'Places left at this price; null: any number.';
revoke all on public.camps from anon, authenticated, service_role;
grant select on public.camps to anon, authenticated, service_role;

create function public.get_camp_prices()
returns table (
  camp_id uuid, price_cents integer, rung_id text, rung_places_left integer, spots_left integer, fill integer)
language plpgsql
volatile
security definer
set search_path = ''
as $$
#variable_conflict use_column
declare
  v_at constant timestamptz := clock_timestamp();
  v_today constant date := private.calendar_today();
begin
  -- For all camps at once what private.camp_now computes for one, which a test holds it to.
  return query
  with camp as materialized (
    select c.id, c.tier, c.capacity, c.start_date from public.camp_weeks c where c.is_active and c.end_date >= v_today
  ),
  -- private.tier_offer
  offer as (
    select distinct on (o.details ->> 'tier') o.details ->> 'tier' as tier, o.price_cents,
      coalesce(o.details -> 'rungs', '[]') as rungs
    from public.offers o
    where o.kind = 'camp_tier' and o.active and o.currency = (select currency from public.settings)
    order by o.details ->> 'tier', o.updated_at desc, o.id
  ),
  -- private.camp_lines_taken
  line as materialized (
    select e.camp_id, e.rung_id from public.camp_enrollments e join camp c on c.id = e.camp_id where e.status = 'enrolled'
    union all
    select h.camp_id, h.rung_id from public.holds h join camp c on c.id = h.camp_id where h.expires_at > v_at
  ),
  on_rung as (select l.camp_id, l.rung_id, count(*)::integer as taken from line l group by 1, 2),
  -- private.camp_seats_taken
  seats as (
    select t.camp_id, sum(t.places)::integer as taken
    from (
      select l.camp_id, count(*) as places from line l group by 1
      union all
      select w.camp_id, sum(w.places) from public.waitlist_offers w join camp c on c.id = w.camp_id
      where w.status = 'open' and w.expires_at > v_at group by 1
    ) t
    group by 1
  ),
  -- private.camp_rung
  rung as (
    select distinct on (c.id) c.id, r.value ->> 'id' as rung_id, (r.value ->> 'price_cents')::numeric::integer as price_cents,
      p.places_left
    from camp c
    join offer o on o.tier = c.tier
    cross join lateral jsonb_array_elements(o.rungs) with ordinality r
    left join on_rung t on t.camp_id = c.id and t.rung_id = r.value ->> 'id'
    cross join lateral (
      select greatest(0, (r.value ->> 'places')::numeric::integer - coalesce(t.taken, 0)) as places_left
      where r.value ->> 'places' is not null
      union all
      select null where r.value ->> 'places' is null
    ) p
    where coalesce(r.value -> 'closed', 'false') = 'false'
      and coalesce((r.value ->> 'deadline')::timestamptz > v_at, true)
      and coalesce(p.places_left > 0, true)
    order by c.id, r.ordinality
  )
  select c.id, coalesce(r.price_cents, o.price_cents),
    case when o.tier is not null then coalesce(r.rung_id, 'listed') end, r.places_left,
    greatest(0, c.capacity - coalesce(s.taken, 0)),
    least(100, round(100.0 * coalesce(s.taken, 0) / c.capacity))::integer
  from camp c
  left join offer o on o.tier = c.tier
  left join rung r on r.id = c.id
  left join seats s on s.camp_id = c.id
  order by c.start_date, c.id;
end;
$$;
comment on function public.get_camp_prices() is
  'Live prices and places of all camps on sale, for the script of static pages: price_cents (null while the tier is not published), rung_id (listed: no early bird), rung_places_left (null: any number), spots_left (capacity minus paid and held places), fill in percent. Definer: see private.camp_now.';
grant execute on function public.get_camp_prices() to anon, authenticated, service_role;

create function public.check_published_tiers()
returns table (tier text, camp_id uuid, problem text, details jsonb)
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  return query
  with upcoming as (
    select c.*, o.id as offer_id, o.details as offer, l.base
    from public.camp_weeks c
    join public.locations l on l.id = c.location_id
    left join private.tier_offer(c.tier) o on true
    where c.is_active and c.end_date >= private.calendar_today()
  ),
  bands as (
    -- The specification's "within 1 dollar", around every price that the tier may still have.
    select o.details ->> 'tier' as tier, (o.details ->> 'days')::numeric as days,
      min(coalesce((r ->> 'price_cents')::numeric, o.price_cents)) - 100 as lowest, o.price_cents + 100 as highest
    from public.offers o
    left join lateral jsonb_array_elements(o.details -> 'rungs') r
      on coalesce(r -> 'closed', 'false') = 'false'
      and (r ->> 'deadline' is null or (r ->> 'deadline')::timestamptz > clock_timestamp())
    where o.kind = 'camp_tier' and o.active
    group by o.id
  )
  select u.tier, u.id, 'tier_not_published', null::jsonb from upcoming u where u.offer_id is null
  union all
  select u.tier, u.id, 'days_differ',
    jsonb_build_object('camp', u.end_date - u.start_date + 1, 'tier', u.offer -> 'days')
  from upcoming u where u.end_date - u.start_date + 1 <> (u.offer ->> 'days')::numeric
  union all
  select u.tier, u.id, 'base_not_offered', jsonb_build_object('camp', u.base, 'tier', u.offer -> 'bases')
  from upcoming u where u.offer_id is not null and not coalesce(u.offer -> 'bases' ? u.base, false)
  union all
  select u.tier, u.id, 'teams_differ', jsonb_build_object('camp', u.team_types, 'tier', u.offer -> 'teams')
  from upcoming u where u.offer_id is not null and not u.offer -> 'teams' @> to_jsonb(u.team_types)
  union all
  select a.tier, null, 'prices_overlap', jsonb_build_object('with', b.tier, 'days', a.days)
  from bands a join bands b
    on a.tier < b.tier and a.days = b.days and a.lowest <= b.highest and b.lowest <= a.highest
  order by 1, 3, 2;
end;
$$;
comment on function public.check_published_tiers() is
  'For staff: what does not fit between the published tiers and the camps on sale. Rows {tier, camp_id or null, problem, details}: tier_not_published, days_differ, base_not_offered, teams_differ; prices_overlap: two tiers of the same length have prices so close that price and length (spec 2 §5) would not tell them apart. Refuses not_allowed. Definer: reads every offer, after asking who calls.';
grant execute on function public.check_published_tiers() to authenticated, service_role;

-- schemas/prices/promotions.sql

-- Promotion codes: what they take off, and how often (decisions "Discounts").
--
-- A code with a number of uses for each family is for whoever is signed in. A guest's address is whatever was typed: to
-- count its uses tells anybody who asks whether somebody with it has bought here, and binds nobody who types another. So
-- a guest is asked to sign in, for every address alike, before anything is paid; all other codes are everybody's.

create table public.promotion_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  percent integer check (percent between 1 and 100),
  cents integer check (cents between 1 and 1000000),
  valid_from timestamptz not null default '-infinity',
  valid_until timestamptz not null default 'infinity' check (valid_until > valid_from),
  uses_max integer check (uses_max > 0),
  uses_per_family_max integer check (uses_per_family_max > 0),
  kinds text[] check (
    kinds <@ array['pass', 'team_pass', 'camp_tier', 'holiday_package', 'birthday_package'] and cardinality(kinds) > 0),
  tiers text[] check (tiers <@ array['spark', 'ignite', 'epic'] and cardinality(tiers) > 0),
  minimum_cents integer not null default 0 check (minimum_cents >= 0),
  active boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(percent, cents) = 1)
);
comment on table public.promotion_codes is
  'Codes that parents type. Its row is the lock under which its uses are counted: private.use_promotion.';
comment on column public.promotion_codes.code is 'Upper case; typed in any case.';
comment on column public.promotion_codes.percent is 'Either percent of what it applies to, or cents once per order.';
comment on column public.promotion_codes.valid_until is 'The first moment at which it is over.';
comment on column public.promotion_codes.uses_max is 'Orders in all; null: any number.';
comment on column public.promotion_codes.uses_per_family_max is 'Orders of one family or proven e-mail address; null: any number, and guests may use it.';
comment on column public.promotion_codes.kinds is 'Kinds of offer it applies to; null: all.';
comment on column public.promotion_codes.tiers is 'Only camps of these tiers; null: whatever the kinds say.';
comment on column public.promotion_codes.minimum_cents is 'What the lines it applies to must cost together, after rebates.';

create table public.promotion_uses (
  order_id uuid primary key references public.orders (id) on delete cascade,
  promotion_code_id uuid not null references public.promotion_codes (id) on delete restrict,
  family_id uuid references public.families (id) on delete set null,
  email_hash text,
  discount_cents integer not null check (discount_cents > 0),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.promotion_uses is
  'Which order uses which code. It counts while the order is paid or still holds its places: private.promotion_uses_count.';
comment on column public.promotion_uses.family_id is 'Of a signed-in parent; null for a guest.';
comment on column public.promotion_uses.email_hash is 'private.fingerprint of the address in lower case that the buyer''s account has proven, or staff at the desk were told.';
create index promotion_uses_promotion_code_id on public.promotion_uses (promotion_code_id);
create index promotion_uses_family_id on public.promotion_uses (family_id);

alter table public.promotion_codes enable row level security;
alter table public.promotion_uses enable row level security;
revoke all on table public.promotion_codes, public.promotion_uses from anon, authenticated, service_role;
grant select on public.promotion_codes to authenticated, service_role;
grant select (order_id, promotion_code_id, family_id, discount_cents, created_at)
  on public.promotion_uses to authenticated, service_role;

create policy "Admins read promotion codes" on public.promotion_codes
  for select to authenticated using ((select private.is_admin()));

create policy "Admins read uses of promotion codes" on public.promotion_uses
  for select to authenticated using ((select private.is_admin()));

create trigger touch_updated_at before update on public.promotion_codes
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update or delete on public.promotion_codes
  for each row execute function private.audit('id', '*', 'created_at', 'updated_at');

create function private.proven_email(p_user_id uuid)
returns text
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_user_id is null then return null; end if;
  return (select lower(email) from auth.users where id = p_user_id and email_confirmed_at is not null);
end;
$$;
comment on function private.proven_email(uuid) is 'The address that an account has proven, in lower case; of a guest none.';

create function private.promotion_uses_count(
  p_promotion_code_id uuid, p_at timestamptz, p_except_order uuid, p_family_id uuid default null, p_email text default null)
returns integer
language sql
volatile
set search_path = ''
as $$
  select count(*)::integer
  from public.promotion_uses u join public.orders o on o.id = u.order_id
  where u.promotion_code_id = p_promotion_code_id
    and u.order_id is distinct from p_except_order
    and ((p_family_id is null and p_email is null)
      -- A guest's order gets its family from the payment.
      or p_family_id in (u.family_id, o.family_id)
      or u.email_hash = private.fingerprint(lower(trim(p_email))))
    and private.is_live_order(o, p_at)
$$;
comment on function private.promotion_uses_count(uuid, timestamptz, uuid, uuid, text) is
  'Orders that use a code at p_at, leaving out one; of one family or address, or of everybody when both are null. The only place that counts uses.';

create function private.promotion_problem(
  p_promotion public.promotion_codes, p_at timestamptz, p_except_order uuid, p_family_id uuid, p_email text)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    -- One that is not on yet is none: nobody learns of it by trying.
    when p_promotion.id is null or not p_promotion.active or p_at < p_promotion.valid_from then 'code_invalid'
    when p_at >= p_promotion.valid_until then 'code_expired'
    when private.promotion_uses_count(p_promotion.id, p_at, p_except_order) >= p_promotion.uses_max
      then 'code_used_up'
    when p_promotion.uses_per_family_max is not null and coalesce(p_family_id::text, p_email) is null then 'code_sign_in'
    when private.promotion_uses_count(p_promotion.id, p_at, p_except_order, p_family_id, p_email)
      >= p_promotion.uses_per_family_max then 'code_used_up'
  end
$$;
comment on function private.promotion_problem(public.promotion_codes, timestamptz, uuid, uuid, text) is
  'Why a code cannot be used at p_at: code_invalid, code_expired, code_used_up, code_sign_in; null when it can. The address is one that is proven, or null. Meaningful for a sale only under the code''s lock.';

create function private.use_promotion(
  p_order_id uuid, p_code text, p_discount_cents integer, p_family_id uuid default null, p_email text default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
  v_problem text;
begin
  -- A code that takes nothing off, of an order that costs the least there is, is not used up.
  if p_discount_cents = 0 then return; end if;
  select * into v_promotion from public.promotion_codes where code = upper(trim(p_code)) for update;
  v_problem := private.promotion_problem(v_promotion, clock_timestamp(), p_order_id, p_family_id, p_email);
  if v_problem is not null then perform private.fail(v_problem, 'code'); end if;
  insert into public.promotion_uses (order_id, promotion_code_id, family_id, email_hash, discount_cents)
  values (p_order_id, v_promotion.id, p_family_id, private.fingerprint(lower(trim(p_email))), p_discount_cents)
  on conflict (order_id) do update set
    promotion_code_id = excluded.promotion_code_id, family_id = coalesce(excluded.family_id, promotion_uses.family_id),
    email_hash = coalesce(excluded.email_hash, promotion_uses.email_hash), discount_cents = excluded.discount_cents;
end;
$$;
comment on function private.use_promotion(uuid, text, integer, uuid, text) is
  'Writes down that an order uses a code; again for the same order changes its entry. Locks the code, then counts. Refuses as private.promotion_problem (field code). Whoever keeps such an order alive for longer (renewal, payment page) calls it again: a hold that lapsed meanwhile gave its use back.';

create function private.check_choice(p_value jsonb, p_field text, p_choices jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if coalesce(p_value, 'null') <> 'null' and not (
    jsonb_typeof(p_value) = 'array' and jsonb_array_length(p_value) > 0 and p_value <@ p_choices) then
    perform private.fail('invalid_input', p_field);
  end if;
end;
$$;
comment on function private.check_choice(jsonb, text, jsonb) is
  'A list of some of the choices, or nothing; else invalid_input with the field.';

create function public.save_promotion_code(p_promotion jsonb)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_code text;
  v_key text;
  v_id uuid;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_object(p_promotion, 'p_promotion', 4000);
  v_code := upper(private.check_text(p_promotion -> 'code', 'code', 30));
  if v_code !~ '^[A-Z0-9][A-Z0-9-]{2,29}$' then perform private.fail('invalid_input', 'code'); end if;
  if (coalesce(p_promotion -> 'percent', 'null') = 'null') = (coalesce(p_promotion -> 'cents', 'null') = 'null') then
    perform private.fail('invalid_input', 'percent');
  end if;
  foreach v_key in array array['percent', 'cents', 'uses_max', 'uses_per_family_max', 'minimum_cents'] loop
    if coalesce(p_promotion -> v_key, 'null') <> 'null' and not private.is_whole(
      p_promotion -> v_key, case v_key when 'minimum_cents' then 0 else 1 end, case v_key when 'percent' then 100 else 1000000 end)
    then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  foreach v_key in array array['valid_from', 'valid_until'] loop
    if coalesce(p_promotion -> v_key, 'null') <> 'null' then
      perform private.check_moment(p_promotion -> v_key, v_key);
    end if;
  end loop;
  if (p_promotion ->> 'valid_until')::timestamptz <= (p_promotion ->> 'valid_from')::timestamptz then
    perform private.fail('invalid_input', 'valid_until');
  end if;
  perform private.check_choice(p_promotion -> 'kinds', 'kinds',
    '["pass", "team_pass", "camp_tier", "holiday_package", "birthday_package"]');
  perform private.check_choice(p_promotion -> 'tiers', 'tiers', '["spark", "ignite", "epic"]');
  if jsonb_typeof(coalesce(p_promotion -> 'active', 'true')) <> 'boolean' then perform private.fail('invalid_input', 'active'); end if;

  insert into public.promotion_codes as c (
    code, percent, cents, valid_from, valid_until, uses_max, uses_per_family_max, kinds, tiers, minimum_cents, active)
  select v_code, n.percent, n.cents, coalesce(n.valid_from, '-infinity'), coalesce(n.valid_until, 'infinity'), n.uses_max,
    n.uses_per_family_max, n.kinds, n.tiers, coalesce(n.minimum_cents, 0), coalesce(n.active, true)
  from jsonb_to_record(p_promotion) as n (
    percent numeric, cents numeric, valid_from timestamptz, valid_until timestamptz, uses_max numeric,
    uses_per_family_max numeric, kinds text[], tiers text[], minimum_cents numeric, active boolean)
  on conflict (code) do update set
    percent = excluded.percent, cents = excluded.cents, valid_from = excluded.valid_from,
    valid_until = excluded.valid_until, uses_max = excluded.uses_max,
    uses_per_family_max = excluded.uses_per_family_max, kinds = excluded.kinds, tiers = excluded.tiers,
    minimum_cents = excluded.minimum_cents, active = excluded.active
  returning id into v_id;
  return v_id;
end;
$$;
comment on function public.save_promotion_code(jsonb) is
  'For admins: makes a code or replaces what it says: {code, percent | cents, valid_from?, valid_until?, uses_max?, uses_per_family_max?, kinds?, tiers?, minimum_cents?, active?} -> its id. Uses stay counted. Refuses not_allowed, invalid_input (field). Definer: the only writer of codes, after asking who calls.';
grant execute on function public.save_promotion_code(jsonb) to authenticated, service_role;

-- schemas/prices/quote_lines.sql

-- What the lines of an order cost at a moment, or why one cannot be had (decisions "Selling rules").
-- No locks and no writes: an answer for somebody who looks. The transaction that sells asks the same functions after
-- its locks, with the clock read after them, and then the same answer is a decision.

create function private.check_quote_request(p_order jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_children constant jsonb := coalesce(nullif(p_order -> 'children', 'null'), '[]');
  v_item record;
begin
  perform private.check_object(p_order, 'p_order', 20000);
  if jsonb_typeof(p_order -> 'lines') is distinct from 'array' or jsonb_array_length(p_order -> 'lines') not between 1 and 8 then
    perform private.fail('invalid_input', 'lines');
  end if;
  if jsonb_typeof(v_children) <> 'array' or jsonb_array_length(v_children) > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  if jsonb_typeof(coalesce(p_order -> 'code', 'null')) not in ('null', 'string') or length(p_order ->> 'code') > 60 then
    perform private.fail('invalid_input', 'code');
  end if;
  if coalesce(p_order -> 'previous_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'previous_secret') then
    perform private.fail('invalid_input', 'previous_secret');
  end if;
  for v_item in
    select value as c, format('children[%s]', ordinality - 1) as field from jsonb_array_elements(v_children) with ordinality
  loop
    if jsonb_typeof(v_item.c) <> 'object' then perform private.fail('invalid_input', v_item.field); end if;
    if private.is_given(v_item.c -> 'id') and not private.is_uuid(v_item.c -> 'id') then
      perform private.fail('invalid_input', v_item.field || '.id');
    end if;
    if private.is_given(v_item.c -> 'dob') and not private.fits(v_item.c -> 'dob', '"date"') then
      perform private.fail('invalid_input', v_item.field || '.dob');
    end if;
  end loop;
  for v_item in
    select value as l, format('lines[%s]', ordinality - 1) as field
    from jsonb_array_elements(p_order -> 'lines') with ordinality
  loop
    perform private.check_quote_line(v_item.l, v_item.field, jsonb_array_length(v_children));
  end loop;
end;
$$;
comment on function private.check_quote_request(jsonb) is
  'QuoteRequest of contract/quotes.ts, or invalid_input with the field. Keys it does not know are ignored.';

create function private.check_quote_line(p_line jsonb, p_field text, p_children integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(p_line) <> 'object' then perform private.fail('invalid_input', p_field); end if;
  if jsonb_typeof(p_line -> 'offer_id') is distinct from 'string' or length(p_line ->> 'offer_id') not between 1 and 100 then
    perform private.fail('invalid_input', p_field || '.offer_id');
  end if;
  foreach v_key in array array['session_id', 'camp_id'] loop
    if coalesce(p_line -> v_key, 'null') <> 'null' and not private.is_uuid(p_line -> v_key) then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if coalesce(p_line -> 'child', 'null') <> 'null' and not private.is_whole(p_line -> 'child', 0, p_children - 1) then
    perform private.fail('invalid_input', p_field || '.child');
  end if;
  if coalesce(p_line -> 'transport', 'null') <> 'null' and not private.is_slug(p_line -> 'transport') then
    perform private.fail('invalid_input', p_field || '.transport');
  end if;
  if coalesce(p_line -> 'seen_price_cents', 'null') <> 'null'
    and not private.is_whole(p_line -> 'seen_price_cents', 0, 100000000) then
    perform private.fail('invalid_input', p_field || '.seen_price_cents');
  end if;
end;
$$;
comment on function private.check_quote_line(jsonb, text, integer) is 'A line of a QuoteRequest, or invalid_input with the field.';

create function private.quote_children(p_order jsonb, p_except_order uuid)
returns table (child integer, child_id uuid, dob date)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_child record;
begin
  if not p_order @? '$.children[*].id ? (@ != null && @ != "")' then
    return query
    select (ordinality - 1)::integer, null::uuid, nullif(value ->> 'dob', '')::date
    from jsonb_array_elements(coalesce(nullif(p_order -> 'children', 'null'), '[]')) with ordinality;
    return;
  end if;
  for v_child in
    select (n.ordinality - 1)::integer as child, nullif(n.value ->> 'id', '')::uuid as asked,
      nullif(n.value ->> 'dob', '')::date as dob, c.id as child_id, c.dob as known_dob
    from jsonb_array_elements(coalesce(nullif(p_order -> 'children', 'null'), '[]')) with ordinality n
    -- Of the caller's family, or of the family that the order already belongs to.
    left join public.children c on c.id = nullif(n.value ->> 'id', '')::uuid
      and c.family_id in (private.my_family_id(), (select family_id from public.orders where id = p_except_order))
  loop
    if v_child.asked is not null and v_child.child_id is null then
      perform private.fail('child_not_found', format('children[%s].id', v_child.child));
    end if;
    child := v_child.child;
    child_id := v_child.child_id;
    dob := coalesce(v_child.known_dob, v_child.dob);
    return next;
  end loop;
end;
$$;
comment on function private.quote_children(jsonb, uuid) is
  'The children of a QuoteRequest: known ones by id, others by date of birth. Refuses child_not_found for a child that is not the caller''s.';

create function private.has_place(p_child_id uuid, p_session_id uuid, p_camp_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_child_id is null then return false; end if;
  if p_session_id is not null then
    return exists (select from public.bookings
      where child_id = p_child_id and session_id = p_session_id and status = 'booked');
  end if;
  return p_camp_id is not null and exists (select from public.camp_enrollments
    where child_id = p_child_id and camp_id = p_camp_id and status = 'enrolled');
end;
$$;
comment on function private.has_place(uuid, uuid, uuid) is 'Is a known child in the session, or in the camp?';

create function private.found_lines(p_order jsonb, p_at timestamptz, p_except_order uuid)
returns table (
  "position" integer, child integer, asked jsonb, offer public.offers, camp public.camp_weeks, session public.sessions,
  age integer, transport_cents integer, problem text)
language plpgsql
volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with asked as (
    select (n.ordinality - 1)::integer as "position", n.value as line,
      (n.value ->> 'child')::numeric::integer as child, offer.o, camp.c, session.s, k.child_id, k.dob, t.price_cents as transport_cents,
      coalesce(k.child_id::text, n.value ->> 'child') as who
    from jsonb_array_elements(p_order -> 'lines') with ordinality n
    -- One row each, by its key: a plan made for hundreds of lines would read whole tables for the one line there is.
    left join lateral (
      select f as o from public.offers f
      where f.id = n.value ->> 'offer_id' and f.active and f.currency = (select currency from public.settings) limit 1
    ) offer on true
    left join lateral (select w as c from public.camp_weeks w where w.id = (n.value ->> 'camp_id')::uuid limit 1) camp on true
    left join lateral (select x as s from public.sessions x where x.id = (n.value ->> 'session_id')::uuid limit 1) session on true
    left join private.quote_children(p_order, p_except_order) k on k.child = (n.value ->> 'child')::numeric::integer
    left join lateral (
      select (r.value ->> 'price_cents')::numeric::integer as price_cents
      from jsonb_array_elements(case when (offer.o).kind = 'camp_tier' then (offer.o).details -> 'transport' else '[]' end) r
      where r.value ->> 'id' = n.value ->> 'transport'
    ) t on true
  ),
  aged as (
    select a.*, extract(year from age(
        coalesce((a.c).start_date, (a.s).session_date, (p_at at time zone private.time_zone())::date), a.dob))::integer as age,
      row_number() over (
        partition by coalesce(a.who, 'line ' || a."position"), (a.c).id, (a.s).id order by a."position") as same_again
    from asked a
  )
  select "position", child, line, o, c, s, age, transport_cents, case
    when (o).id is null or ((o).kind = 'camp_tier') <> (line ->> 'camp_id' is not null)
      or ((o).kind not in ('pass', 'team_pass') and line ->> 'session_id' is not null) then 'offer_not_available'
    when line ->> 'camp_id' is not null and ((c).id is null or not (c).is_active) then 'camp_not_found'
    -- Matched by tier: the price is the one of the camp's own tier.
    when (c).id is not null and (private.tier_offer((c).tier)).id is distinct from (o).id then 'offer_not_available'
    when (c).starts_at <= private.calendar_now() then 'camp_started'
    when line ->> 'session_id' is not null and ((s).id is null or (s).status <> 'scheduled') then 'session_not_found'
    when (s).starts_at <= private.calendar_now() then 'session_started'
    -- The pass begins with the day it is paid on: its own first session must lie within its days.
    when (s).session_date > private.calendar_today() + ((o).details ->> 'validity_days')::numeric::integer then 'pass_expired'
    when line ->> 'transport' is not null and transport_cents is null then 'transport_not_available'
    when age < ((o).details ->> 'min_age')::numeric or age > ((o).details ->> 'max_age')::numeric then 'age_not_allowed'
    when ((c).id is not null or (s).id is not null) and same_again > 1
      or private.has_place(a.child_id, (s).id, (c).id) then 'already_booked'
    when (o).details -> 'once_per_child' = 'true' and a.child_id is not null
      and private.has_once(a.child_id, p_at, p_except_order) then 'try_out_used'
  end
  from aged a;
end;
$$;
comment on function private.found_lines(jsonb, timestamptz, uuid) is
  'The lines of a QuoteRequest with what they name, and why one cannot be had whatever is left. The age is that on the first day. Places come after: private.quote_lines.';

create function private.quote_lines(p_order jsonb, p_at timestamptz, p_except_order uuid)
returns table (
  "position" integer, child integer, offer_id text, kind text, tier text, title text, session_id uuid, camp_id uuid,
  rung_id text, list_cents integer, price_cents integer, sibling_rebate boolean, rebate_cents integer,
  transport_cents integer, seen_price_cents integer, problem text, age integer, min_age integer, max_age integer)
language plpgsql
volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with numbered as (
    select f.*, row_number() over (partition by f.problem is null, (f.camp).id, (f.session).id order by f."position")::integer as nth
    from private.found_lines(p_order, p_at, p_except_order) f
  ),
  seated as (
    select n.*, case
      when n.problem is not null then n.problem
      when (n.camp).id is not null then case
        when n.nth > (n.camp).capacity - private.camp_seats_taken((n.camp).id, p_at, p_except_order) then 'camp_full' end
      when (n.session).id is not null then case
        when n.nth > (n.session).max_capacity - private.seats_taken((n.session).id, p_at, p_except_order)
          then 'session_full' end
    end as outcome
    from numbered n
  )
  select s."position", s.child, s.asked ->> 'offer_id', (s.offer).kind,
    case when (s.offer).kind = 'camp_tier' then (s.offer).details ->> 'tier' end, (s.offer).title,
    (s.session).id, (s.camp).id, r.rung_id, (s.offer).price_cents, coalesce(r.price_cents, (s.offer).price_cents),
    b.given, case when b.given then b.cents else 0 end, coalesce(s.transport_cents, 0),
    (s.asked ->> 'seen_price_cents')::numeric::integer, s.outcome, s.age,
    ((s.offer).details ->> 'min_age')::numeric::integer, ((s.offer).details ->> 'max_age')::numeric::integer
  from seated s
  left join private.camp_rung((s.camp).id, p_at, p_except_order, s.nth, s.offer) r
    on s.outcome is null and (s.offer).kind = 'camp_tier'
  cross join lateral (
    select (d.value ->> 'cents')::numeric::integer as cents, coalesce(
      s.outcome is null and (s.camp).id is not null and s.nth > 1 and d.value <> 'null'
      and (d.value ->> 'places' is null or s.nth - 1 <= (d.value ->> 'places')::numeric
        - private.camp_lines_taken((s.camp).id, null, p_at, p_except_order)), false) as given
    from (select coalesce((s.offer).details -> 'sibling_rebate', 'null') as value) d
  ) b
  order by s."position";
end;
$$;
comment on function private.quote_lines(jsonb, timestamptz, uuid) is
  'Each line''s price at p_at, or its problem. Children of one order on one camp follow one another: rung and places are counted from child to child; from the second on, each takes a place with sibling rebate while the camp has some.';

-- schemas/prices/quote.sql

-- The quote: lines, rebates, promotion code, total and GST of an order that does not exist yet.

create function private.least_charge_cents()
returns integer
language sql
immutable
set search_path = ''
as $$ select 50 $$;
comment on function private.least_charge_cents() is
  'The payment provider charges nothing below fifty cents: a discount leaves this much to pay.';

create function private.camp_view(p_camp_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  if p_camp_id is null then return null; end if;
  return (select jsonb_build_object(
    'camp_id', c.id, 'name', c.name, 'tier', c.tier, 'start_date', c.start_date, 'end_date', c.end_date,
    'session_time_start', c.session_time_start, 'session_time_end', c.session_time_end,
    'starts_at', private.iso(c.starts_at),
    'ends_at', private.iso((c.start_date + c.session_time_end) at time zone private.time_zone()),
    'location_name', l.name, 'location_address', l.address,
    -- Also once the tier is off sale: what was sold with it is still so.
    'extended_day', (
      select o.details -> 'extended_day' from public.offers o
      where o.kind = 'camp_tier' and o.details ->> 'tier' = c.tier
      order by o.active desc, o.updated_at desc, o.id limit 1))
  from public.camp_weeks c join public.locations l on l.id = c.location_id
  where c.id = p_camp_id);
end;
$$;
comment on function private.camp_view(uuid) is 'QuoteCamp of contract/places.ts.';

create function private.problem_view(p_code text, p_field text, p_age integer, p_min_age integer, p_max_age integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_build_object('code', p_code, 'field', p_field || case
      when p_code = 'offer_not_available' then '.offer_id'
      when p_code like 'camp%' then '.camp_id'
      when p_code like 'session%' or p_code = 'pass_expired' then '.session_id'
      when p_code = 'transport_not_available' then '.transport'
      else '.child' end)
    || case when p_code = 'age_not_allowed'
      then jsonb_build_object('age', p_age, 'min_age', p_min_age, 'max_age', p_max_age) else '{}' end
  where p_code is not null
$$;
comment on function private.problem_view(text, text, integer, integer, integer) is 'QuoteRefusal of contract/quotes.ts; null without a problem.';

create function private.quote_promotion(
  p_promotion public.promotion_codes, p_lines jsonb, p_at timestamptz, p_except_order uuid, p_email text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := coalesce(
    private.my_family_id(), (select family_id from public.orders where id = p_except_order));
  v_problem text := private.promotion_problem(p_promotion, p_at, p_except_order, v_family_id, p_email);
  v_base integer;
  v_total integer;
begin
  select coalesce(sum((l ->> 'base_cents')::integer) filter (where private.applies(p_promotion, l)), 0),
    coalesce(sum((l ->> 'base_cents')::integer + (l ->> 'transport_cents')::integer), 0)
  into v_base, v_total
  from jsonb_array_elements(p_lines) l where l -> 'problem' = 'null';
  if v_problem is null then
    v_problem := case when v_base = 0 then 'code_not_applicable' when v_base < p_promotion.minimum_cents then 'code_minimum' end;
  end if;
  return jsonb_build_object(
    'problem', v_problem,
    'minimum_cents', case when v_problem = 'code_minimum' then p_promotion.minimum_cents end,
    'base_cents', v_base,
    'discount_cents', case when v_problem is not null then 0 else greatest(0, least(
      -- Half a cent is the parent's.
      coalesce(p_promotion.cents, round(v_base::numeric * p_promotion.percent / 100)::integer),
      v_base, v_total - private.least_charge_cents())) end);
end;
$$;
comment on function private.quote_promotion(public.promotion_codes, jsonb, timestamptz, uuid, text) is
  'What a code takes off these lines: {problem, minimum_cents, base_cents: what it applies to, discount_cents}. A transport is not discounted.';

create function private.applies(p_promotion public.promotion_codes, p_line jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select (p_promotion.kinds is null or p_line ->> 'kind' = any (p_promotion.kinds))
    and (p_promotion.tiers is null or coalesce(p_line ->> 'tier' = any (p_promotion.tiers), false))
$$;
comment on function private.applies(public.promotion_codes, jsonb) is 'Does a code apply to a line of this kind and tier?';

create function private.price_order(p_order jsonb, p_at timestamptz, p_except_order uuid default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_code constant text := nullif(upper(trim(p_order ->> 'code')), '');
  v_promotion public.promotion_codes;
  v_off jsonb := '{"problem": null, "base_cents": 0, "discount_cents": 0}';
  v_lines jsonb;
  v_refusals jsonb;
begin
  select jsonb_agg(to_jsonb(l) || jsonb_build_object('base_cents', l.price_cents - l.rebate_cents, 'discount_cents', 0)
    order by l."position")
  into v_lines from private.quote_lines(p_order, p_at, p_except_order) l;
  if v_code is not null then
    select * into v_promotion from public.promotion_codes where code = v_code;
    v_off := private.quote_promotion(v_promotion, v_lines, p_at, p_except_order, p_order ->> 'email');
    v_lines := private.share_discount(
      v_lines, v_promotion, (v_off ->> 'base_cents')::integer, (v_off ->> 'discount_cents')::integer);
  end if;

  if v_off ->> 'problem' is not null or v_lines @? '$[*] ? (@.problem != null)' then
    select jsonb_agg(r.refusal order by r.n) into v_refusals from (
      select (l ->> 'position')::integer as n, private.problem_view(
        l ->> 'problem', format('lines[%s]', l ->> 'position'),
        (l ->> 'age')::integer, (l ->> 'min_age')::integer, (l ->> 'max_age')::integer) as refusal
      from jsonb_array_elements(v_lines) l where l -> 'problem' <> 'null'
      union all
      select 1000, jsonb_build_object('code', v_off ->> 'problem', 'field', 'code')
        || jsonb_strip_nulls(jsonb_build_object('minimum_cents', v_off -> 'minimum_cents'))
      where v_off ->> 'problem' is not null
    ) r where r.refusal is not null;
  end if;

  return jsonb_build_object(
    'lines', v_lines,
    'code', case when v_code is not null and v_off ->> 'problem' is null then v_promotion.code end,
    'discount_cents', (v_off ->> 'discount_cents')::integer,
    'total_cents', (
      select coalesce(sum((l ->> 'base_cents')::integer - (l ->> 'discount_cents')::integer + (l ->> 'transport_cents')::integer), 0)
      from jsonb_array_elements(v_lines) l where l -> 'problem' = 'null'),
    'refusals', coalesce(v_refusals, '[]'));
end;
$$;
comment on function private.price_order(jsonb, timestamptz, uuid) is
  'What a checked QuoteRequest costs at p_at, leaving out what one order itself holds: {lines: private.quote_lines with base_cents and discount_cents, code, discount_cents, total_cents of what can be had, refusals}. Whoever sells locks sessions and camps, reads the clock, calls this, and sells only when refusals is empty; with email it also counts the code''s uses of that address. Raises child_not_found (field) only.';

create function private.quote(p_order jsonb, p_at timestamptz, p_except_order uuid default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_price jsonb;
  v_totals record;
begin
  perform private.check_quote_request(p_order);
  v_price := private.price_order(p_order, p_at, p_except_order);
  select coalesce(sum(price_cents), 0)::integer as price, coalesce(sum(rebate_cents), 0)::integer as rebate,
    coalesce(sum(discount_cents), 0)::integer as discount, coalesce(sum(transport_cents), 0)::integer as transport
  into v_totals
  from jsonb_to_recordset(v_price -> 'lines') as l (
    price_cents integer, rebate_cents integer, discount_cents integer, transport_cents integer, problem text)
  where problem is null;

  return jsonb_build_object(
    'currency', v_settings.currency,
    'lines', (select jsonb_agg(private.quote_line_view(l) order by l -> 'position') from jsonb_array_elements(v_price -> 'lines') l),
    'code', v_price -> 'code',
    'subtotal_cents', v_totals.price,
    'rebate_cents', v_totals.rebate,
    'discount_cents', v_totals.discount,
    'transport_cents', v_totals.transport,
    'total_cents', v_price -> 'total_cents',
    'gst', private.gst_view((v_price ->> 'total_cents')::integer, v_settings.gst_rate_basis_points, v_settings.gst_number),
    'price_changed', (
      select bool_or((l ->> 'seen_price_cents')::integer <> (l ->> 'price_cents')::integer) is true
      from jsonb_array_elements(v_price -> 'lines') l where l -> 'problem' = 'null'),
    'refusals', v_price -> 'refusals',
    'server_time', private.iso(p_at));
end;
$$;
comment on function private.quote(jsonb, timestamptz, uuid) is
  'QuoteRequest -> Quote (contract/quotes.ts) at p_at, leaving out what one order itself holds. Totals are of the lines without a refusal. Raises invalid_input and child_not_found (field) only.';

create function private.share_discount(p_lines jsonb, p_promotion public.promotion_codes, p_base_cents integer, p_discount_cents integer)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_agg(s.l || jsonb_build_object('discount_cents', case when s.base = 0 then 0 else
    -- Differences of a rounded running sum: the shares add up to the discount, and none exceeds its line.
    round(p_discount_cents::numeric * s.so_far / p_base_cents) - round(p_discount_cents::numeric * (s.so_far - s.base) / p_base_cents)
    end) order by s.l -> 'position')
  from (
    select e.l, e.base, sum(e.base) over (order by e.l -> 'position') as so_far
    from (
      select l, case when l -> 'problem' = 'null' and p_discount_cents > 0 and private.applies(p_promotion, l)
        then (l ->> 'base_cents')::integer else 0 end as base
      from jsonb_array_elements(p_lines) l
    ) e
  ) s
$$;
comment on function private.share_discount(jsonb, public.promotion_codes, integer, integer) is
  'Gives each line its share of the discount, so that a line alone can be refunded at what it cost.';

create function private.quote_line_view(p_line jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select p_line - array['position', 'problem', 'age', 'min_age', 'max_age', 'base_cents', 'session_id', 'camp_id', 'seen_price_cents']
    || jsonb_build_object(
      'session', private.session_view((p_line ->> 'session_id')::uuid),
      'camp', private.camp_view((p_line ->> 'camp_id')::uuid),
      'total_cents', case when p_line -> 'problem' = 'null' then (p_line ->> 'base_cents')::integer
        - (p_line ->> 'discount_cents')::integer + (p_line ->> 'transport_cents')::integer else 0 end,
      'refusal', private.problem_view(
        p_line ->> 'problem', format('lines[%s]', p_line ->> 'position'),
        (p_line ->> 'age')::integer, (p_line ->> 'min_age')::integer, (p_line ->> 'max_age')::integer))
$$;
comment on function private.quote_line_view(jsonb) is 'QuoteLine of contract/quotes.ts.';

create function public.quote_order(p_order jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_except_order uuid;
  v_quote jsonb;
begin
  perform private.check_quote_request(p_order);
  -- What this browser holds already does not stand in its own way.
  select id into v_except_order from public.orders
  where secret = (p_order ->> 'previous_secret')::uuid and status in ('held', 'awaiting_payment');
  -- A visitor must not learn by a code whether somebody with an address has bought here: only the own, proven one counts.
  v_quote := private.quote(
    p_order || jsonb_build_object('email', private.proven_email((select auth.uid()))), clock_timestamp(), v_except_order);
  -- Answered and not raised, and a guess all the same.
  if v_quote @? '$.refusals[*] ? (@.code == "code_invalid")' then perform private.has_guessed(true); end if;
  return v_quote;
end;
$$;
comment on function public.quote_order(jsonb) is
  'What an order would cost now: QuoteRequest -> Quote (contract/quotes.ts), with refusals as codes beside their lines. Decides nothing: no locks, no writes but the rate counter. Raises invalid_input, child_not_found (field), rate_limited. Definer: visitors may know prices and places left, not who took them.';
grant execute on function public.quote_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.quote_order(jsonb)', 'quote_order');

-- schemas/camps/camp_staff.sql

-- Camps as staff make, change and cancel them. Changes are in the audit log: trigger audit on camp_weeks.

create function private.changed_camp(p_camp public.camp_weeks, p_changes jsonb)
returns public.camp_weeks
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
  v_camp public.camp_weeks := p_camp;
begin
  perform private.check_object(p_changes, 'p_camp', 4000);
  for v_key in
    select k from jsonb_object_keys(p_changes) k where k <> all (array[
      'name', 'tier', 'team_types', 'location_id', 'start_date', 'end_date', 'session_time_start', 'session_time_end',
      'capacity', 'is_active'])
  loop
    -- Such as a price: it is the tier's, and whoever sends one would believe that it counts.
    perform private.fail('invalid_input', v_key);
  end loop;
  if p_changes ? 'name' then v_camp.name := private.check_text(p_changes -> 'name', 'name', 120); end if;
  if p_changes ? 'tier' then
    if p_changes -> 'tier' not in ('"spark"', '"ignite"', '"epic"') then perform private.fail('invalid_input', 'tier'); end if;
    v_camp.tier := p_changes ->> 'tier';
  end if;
  if p_changes ? 'team_types' then
    if not private.are_names(p_changes -> 'team_types') or not p_changes -> 'team_types' <@ '["white", "red", "black", "x"]' then
      perform private.fail('invalid_input', 'team_types');
    end if;
    v_camp.team_types := array(select jsonb_array_elements_text(p_changes -> 'team_types'));
  end if;
  if p_changes ? 'location_id' then
    if not private.is_uuid(p_changes -> 'location_id') then perform private.fail('invalid_input', 'location_id'); end if;
    v_camp.location_id := p_changes ->> 'location_id';
    if not exists (select from public.locations where id = v_camp.location_id and base is not null) then
      perform private.fail('invalid_input', 'location_id');
    end if;
  end if;
  foreach v_key in array array['start_date', 'end_date'] loop
    if p_changes ? v_key and not (coalesce(p_changes ->> v_key, '') ~ '^\d{4}-\d{2}-\d{2}$'
      and pg_input_is_valid(p_changes ->> v_key, 'date')) then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  v_camp.start_date := coalesce((p_changes ->> 'start_date')::date, v_camp.start_date);
  v_camp.end_date := coalesce((p_changes ->> 'end_date')::date, v_camp.end_date);
  foreach v_key in array array['session_time_start', 'session_time_end'] loop
    if private.is_given(p_changes -> v_key) and p_changes ->> v_key !~ '^([01]\d|2[0-3]):[0-5]\d(:00)?$' then
      perform private.fail('invalid_input', v_key);
    end if;
  end loop;
  -- Null says: the usual.
  if p_changes ? 'session_time_start' then
    v_camp.session_time_start := coalesce(nullif(p_changes ->> 'session_time_start', ''), '09:00');
  end if;
  if p_changes ? 'session_time_end' then
    v_camp.session_time_end := coalesce(nullif(p_changes ->> 'session_time_end', ''), '15:00');
  end if;
  if p_changes ? 'capacity' then
    if p_changes -> 'capacity' <> 'null' and not private.is_whole(p_changes -> 'capacity', 1, 500) then
      perform private.fail('invalid_input', 'capacity');
    end if;
    v_camp.capacity := coalesce((p_changes ->> 'capacity')::numeric, 20);
  end if;
  if p_changes ? 'is_active' then
    if jsonb_typeof(p_changes -> 'is_active') <> 'boolean' then perform private.fail('invalid_input', 'is_active'); end if;
    v_camp.is_active := (p_changes ->> 'is_active')::boolean;
  end if;
  return v_camp;
end;
$$;
comment on function private.changed_camp(public.camp_weeks, jsonb) is
  'A camp with the changes that staff ask for, each of them valid by itself; else invalid_input with the field.';

create function private.check_camp(p_camp public.camp_weeks)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_missing constant text := case
    when p_camp.name is null then 'name' when p_camp.tier is null then 'tier'
    when p_camp.team_types is null then 'team_types' when p_camp.location_id is null then 'location_id'
    when p_camp.start_date is null then 'start_date' when p_camp.end_date is null then 'end_date' end;
begin
  if v_missing is not null then perform private.fail('invalid_input', v_missing); end if;
  if p_camp.end_date not between p_camp.start_date and p_camp.start_date + 13 then
    perform private.fail('invalid_input', 'end_date');
  end if;
  if p_camp.session_time_end <= p_camp.session_time_start then perform private.fail('invalid_input', 'session_time_end'); end if;
  if exists (
    select from public.camp_weeks c
    where c.cancelled_at is null and c.id is distinct from p_camp.id and c.tier = p_camp.tier
      and c.location_id = p_camp.location_id and c.start_date = p_camp.start_date and c.end_date = p_camp.end_date
  ) then
    perform private.fail('camp_exists', 'start_date');
  end if;
end;
$$;
comment on function private.check_camp(public.camp_weeks) is
  'Refuses a camp whose fields do not fit together (invalid_input), or that exists already (camp_exists).';

create function public.create_camp(p_camp jsonb)
returns uuid
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  v_camp.session_time_start := '09:00';
  v_camp.session_time_end := '15:00';
  v_camp.capacity := 20;
  v_camp.is_active := true;
  v_camp := private.changed_camp(v_camp, p_camp);
  -- Two who make the same camp follow one another.
  perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
  perform private.check_camp(v_camp);
  insert into public.camp_weeks (
    name, tier, team_types, location_id, start_date, end_date, session_time_start, session_time_end, capacity, is_active)
  values (
    v_camp.name, v_camp.tier, v_camp.team_types, v_camp.location_id, v_camp.start_date, v_camp.end_date,
    v_camp.session_time_start, v_camp.session_time_end, v_camp.capacity, v_camp.is_active)
  returning id into v_camp.id;
  return v_camp.id;
end;
$$;
comment on function public.create_camp(jsonb) is
  'For admins: {name, tier, team_types, location_id (a base), start_date, end_date, session_time_start?, session_time_end?, capacity?, is_active?} -> the camp''s id; the usual times and capacity where none are given. Refuses not_allowed, invalid_input (field; also an unknown one), camp_exists. Definer: camps are written here only, after asking who calls.';
grant execute on function public.create_camp(jsonb) to authenticated, service_role;

create function public.update_camp(p_camp_id uuid, p_changes jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_old public.camp_weeks;
  v_new public.camp_weeks;
  v_taken integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform pg_advisory_xact_lock(hashtextextended('camp_weeks', 0));
  select * into v_old from public.camp_weeks where id = p_camp_id for update;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if v_old.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  v_new := private.changed_camp(v_old, p_changes);
  perform private.check_camp(v_new);
  v_taken := private.camp_seats_taken(p_camp_id, clock_timestamp());
  if v_new.capacity < v_taken then perform private.fail('camp_in_use', 'capacity', v_taken::text); end if;
  -- Parents agreed to a price and to days.
  if v_taken > 0 and (v_new.tier, v_new.start_date, v_new.end_date) is distinct from (v_old.tier, v_old.start_date, v_old.end_date) then
    perform private.fail('camp_in_use', case when v_new.tier <> v_old.tier then 'tier'
      when v_new.start_date <> v_old.start_date then 'start_date' else 'end_date' end, v_taken::text);
  end if;
  update public.camp_weeks set
    name = v_new.name, tier = v_new.tier, team_types = v_new.team_types, location_id = v_new.location_id,
    start_date = v_new.start_date, end_date = v_new.end_date, session_time_start = v_new.session_time_start,
    session_time_end = v_new.session_time_end, capacity = v_new.capacity, is_active = v_new.is_active
  where id = p_camp_id;
  if not v_new.is_active then perform private.withdraw_offers(p_camp_id); end if;
  perform private.shorten_camp_offers(p_camp_id);
  perform private.places_freed('{}', array[p_camp_id]);
end;
$$;
comment on function public.update_camp(uuid, jsonb) is
  'For admins: changes the given fields of a camp, as create_camp. What the waitlist is offered ends in time before an earlier beginning. Refuses not_allowed, camp_not_found, camp_cancelled, invalid_input, camp_exists, and camp_in_use (field; detail: places taken) for a capacity below the places taken, and for another tier or other days once places are taken. Definer: see create_camp.';
grant execute on function public.update_camp(uuid, jsonb) to authenticated, service_role;

create function public.raise_camp_capacity(p_camp_id uuid, p_capacity integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_camp from public.camp_weeks where id = p_camp_id for update;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if v_camp.cancelled_at is not null then perform private.fail('camp_cancelled', 'p_camp_id'); end if;
  if p_capacity is null or p_capacity not between v_camp.capacity and 500 then
    perform private.fail('invalid_input', 'p_capacity');
  end if;
  update public.camp_weeks set capacity = p_capacity where id = p_camp_id;
  perform private.places_freed('{}', array[p_camp_id]);
  return jsonb_build_object('capacity', p_capacity, 'added', p_capacity - v_camp.capacity);
end;
$$;
comment on function public.raise_camp_capacity(uuid, integer) is
  'For admins: more places, never fewer: {capacity, added}. The waitlist is offered them first; the rest is on sale at once. Refuses not_allowed, camp_not_found, camp_cancelled, invalid_input. Definer: see create_camp.';
grant execute on function public.raise_camp_capacity(uuid, integer) to authenticated, service_role;

create function public.cancel_camp(p_camp_id uuid, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_reason(p_reason);
  -- What has begun took place, in part at least: a correction is a refund by staff (refund_line), with its reason.
  perform from public.camp_weeks where id = p_camp_id for update;
  if exists (select from public.camp_weeks
    where id = p_camp_id and cancelled_at is null and starts_at <= private.calendar_now()) then
    perform private.fail('camp_started', 'p_camp_id');
  end if;
  update public.camp_weeks set is_active = false, cancelled_at = coalesce(cancelled_at, clock_timestamp()) where id = p_camp_id;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  perform private.call_off_waiting(null, p_camp_id, p_reason);
  perform private.tell_camp_called_off(p_camp_id, p_reason);
  return jsonb_build_object(
    'cancelled', true,
    'enrolled', (select count(*) from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled'),
    'held', (select count(*) from public.holds where camp_id = p_camp_id and expires_at > clock_timestamp()));
end;
$$;
comment on function public.cancel_camp(uuid, text) is
  'For admins: takes a camp off sale for good and tells its families, with a reason in words or none: {cancelled, enrolled: children who must be moved, credited or refunded (resolve_called_off), held: places in open checkouts, whose payment comes to staff}. Repeating it changes nothing. Refuses not_allowed, invalid_input, camp_not_found, camp_started. Definer: see create_camp.';
grant execute on function public.cancel_camp(uuid, text) to authenticated, service_role;

-- schemas/orders/order_view.sql

-- What the holder of an order's secret reads: the order as it stands, and, until somebody agreed to pay, what it
-- costs now (README "One booking, end to end").

create function private.order_request(p_order_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_strip_nulls(jsonb_build_object('code', o.code, 'email', private.proven_email(o.user_id))) || jsonb_build_object(
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'offer_id', l.offer_id, 'session_id', l.session_id, 'camp_id', l.camp_id, 'child', l.child_position,
        'transport', l.transport -> 'id', 'seen_price_cents', l.seen_price_cents) order by l.position)
      from public.order_lines l where l.order_id = o.id),
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)), 'dob', c.dob) order by c.position), '[]')
      from public.order_children c where c.order_id = o.id))
  from public.orders o where o.id = p_order_id);
end;
$$;
comment on function private.order_request(uuid) is
  'The QuoteRequest (contract/quotes.ts) that an order stands for, with the contact''s address: priced again it says what the order costs now. Lines and children are numbered without gaps, so positions are places in the lists.';

create function private.price_open(p_order_id uuid, p_at timestamptz)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_price constant jsonb := private.price_order(private.order_request(p_order_id), p_at, p_order_id);
  v_line public.order_lines;
begin
  select * into v_line from public.order_lines where order_id = p_order_id and moves_line_id is not null;
  return case when found then private.price_move(v_line, v_price) else v_price end;
end;
$$;
comment on function private.price_open(uuid, timestamptz) is
  'private.price_order of an order that is not paid, at p_at: what it would cost now. Of a move: the difference.';

create function private.line_view(p_line public.order_lines, p_price jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'line_id', p_line.id,
    'status', p_line.status,
    'offer_id', p_line.offer_id,
    'title', p_line.title,
    'kind', f.kind,
    'rung_id', coalesce(p_price ->> 'rung_id', p_line.rung_id),
    'price_cents', n.price_cents,
    'rebate_cents', n.rebate_cents,
    'discount_cents', n.discount_cents,
    'transport_cents', n.transport_cents,
    'carried_cents', p_line.carried_cents,
    'total_cents', n.price_cents - n.rebate_cents - n.discount_cents + n.transport_cents - p_line.carried_cents,
    'transport', p_line.transport,
    'sessions', p_line.sessions,
    'validity_days', p_line.validity_days,
    'renews', p_line.renews,
    'cancellation', p_line.cancellation,
    'child', p_line.child_position,
    'child_name', c.name,
    'session', private.session_view(p_line.session_id),
    'camp', private.camp_view(p_line.camp_id),
    'moved_from', private.camp_view((select camp_id from public.order_lines where id = p_line.moves_line_id)))
  from (
    select coalesce((p_price ->> 'price_cents')::integer, p_line.price_cents) as price_cents,
      coalesce((p_price ->> 'rebate_cents')::integer, p_line.rebate_cents) as rebate_cents,
      coalesce((p_price ->> 'discount_cents')::integer, p_line.discount_cents) as discount_cents,
      coalesce((p_price ->> 'transport_cents')::integer, p_line.transport_cents) as transport_cents
  ) n
  join public.offers f on f.id = p_line.offer_id
  left join public.order_children c on c.order_id = p_line.order_id and c.position = p_line.child_position);
end;
$$;
comment on function private.line_view(public.order_lines, jsonb) is
  'OrderLine of contract/orders.ts; p_price: the line of private.price_order that says what it costs now, or null for what was agreed.';

create function private.order_view(p_order_id uuid, p_price jsonb default null)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_held_until timestamptz;
  v_price jsonb := p_price;
  v_lines jsonb;
  v_total integer;
  v_price_changed boolean;
begin
  select * into v_order from public.orders where id = p_order_id;
  if v_order.status in ('held', 'awaiting_payment') then
    select min(h.expires_at) into v_held_until from public.holds h where h.order_id = p_order_id and h.expires_at > v_now;
  end if;
  -- Until somebody agreed to pay, an order costs what its offers cost now.
  if v_price is null and v_order.status = 'held' and v_held_until is not null then
    v_price := private.price_open(p_order_id, v_now);
  end if;
  -- Of a line that cannot be had any more, what it cost is shown; paying will say why.
  select jsonb_agg(private.line_view(l, case when p.value -> 'problem' = 'null' then p.value end) order by l.position),
    sum(coalesce(
      case when p.value -> 'problem' = 'null' then (p.value ->> 'base_cents')::integer - (p.value ->> 'discount_cents')::integer
        + (p.value ->> 'transport_cents')::integer - l.carried_cents end,
      l.total_cents)),
    coalesce(bool_or(l.seen_price_cents <> coalesce(
      case when p.value -> 'problem' = 'null' then (p.value ->> 'price_cents')::integer end, l.price_cents)), false)
  into v_lines, v_total, v_price_changed
  from public.order_lines l
  left join jsonb_array_elements(v_price -> 'lines') p on (p.value ->> 'position')::integer = l.position
  where l.order_id = p_order_id;

  return jsonb_build_object(
    'number', v_order.number,
    'secret', v_order.secret,
    'status', case when v_order.status in ('held', 'awaiting_payment') and v_held_until is null
      then 'expired' else v_order.status end,
    'price_changed', v_price_changed,
    'currency', v_order.currency,
    'total_cents', v_total,
    'code', v_order.code,
    'gst', case when v_order.paid_at is null
      then private.gst_view(v_total, v_settings.gst_rate_basis_points, v_settings.gst_number)
      else private.gst_view(v_total, v_order.gst_rate_basis_points, v_order.gst_number) end,
    'lines', v_lines,
    'hold_expires_at', private.iso(v_held_until),
    'server_time', private.iso(clock_timestamp()),
    'parent_name', v_order.parent_name,
    'parent_email', v_order.parent_email,
    'outcome', v_order.outcome,
    'paid_at', private.iso(v_order.paid_at));
end;
$$;
comment on function private.order_view(uuid, jsonb) is
  'OrderView of contract/orders.ts; p_price: what private.price_order just said, where the caller has it. An open order whose hold has lapsed reads as expired, whether or not the chore has come by.';

-- schemas/waitlists/waitlists.sql

-- Waitlists: who waits for a place in a full session or camp, and the offers of places that became free
-- (spec 2 §4 and §5; decisions "Selling rules").
--
-- A freed place is offered to the first entry that fits whole, before anybody else may take it: whoever frees a place
-- calls private.places_freed in the same transaction, and whoever is about to take one first lets
-- private.offer_places run under the place's lock, because a hold or an offer may have lapsed by the clock alone.
-- An open offer counts as taken (private.seats_taken, private.camp_seats_taken) until its deadline.
--
-- What keeps a place must be somebody's. Anybody may type any address: until the link in a mail was used (or the address
-- is that of an account which has proven it), an entry is unconfirmed, in nobody's way, and never offered anything.
-- To a guest the answer is the same whatever is known under the address.

create table public.waitlist_entries (
  id uuid primary key default gen_random_uuid(),
  secret uuid not null unique default gen_random_uuid(),
  session_id uuid references public.sessions (id) on delete restrict,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  offer_id text references public.offers (id) on delete restrict,
  places integer not null check (places between 1 and 8),
  status text not null default 'waiting'
    check (status in (
      'unconfirmed', 'never_confirmed', 'waiting', 'offered', 'accepted', 'enrolled', 'declined', 'lapsed', 'left',
      'called_off')),
  family_id uuid references public.families (id) on delete restrict,
  parent_name text check (length(parent_name) between 1 and 120),
  parent_email text check (length(parent_email) <= 254),
  parent_phone text check (parent_phone ~ '^\+[1-9][0-9]{7,14}$'),
  joined_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.waitlist_entries is
  'A family waiting for one session or camp: siblings, and a friend they named, are one entry and get their places together or not at all.';
comment on column public.waitlist_entries.secret is 'Whoever knows it may read the position, and accept, decline or leave.';
comment on column public.waitlist_entries.offer_id is 'What they would buy: the pass, or the camp''s tier.';
comment on column public.waitlist_entries.places is 'Children in waitlist_children.';
comment on column public.waitlist_entries.status is
  'unconfirmed: the address is not proven, and nothing is offered; never_confirmed: nor was it in time; accepted: a checkout holds the places; enrolled: paid, or booked otherwise; lapsed: the deadline, or that checkout, passed unpaid; called_off: the class or camp does not take place.';
comment on column public.waitlist_entries.joined_at is
  'The order of the queue. Set anew when the address is confirmed, so that nobody who was told a position falls behind it.';
create index waitlist_entries_session_id on public.waitlist_entries (session_id, status, joined_at);
create index waitlist_entries_camp_id on public.waitlist_entries (camp_id, status, joined_at);
create index waitlist_entries_with_people on public.waitlist_entries (joined_at) where parent_email is not null;
create index waitlist_entries_guests on public.waitlist_entries (parent_email) where family_id is null;
create index waitlist_entries_unconfirmed on public.waitlist_entries (joined_at) where status = 'unconfirmed';
create index waitlist_entries_offer_id on public.waitlist_entries (offer_id);
create index waitlist_entries_family_id on public.waitlist_entries (family_id);

create table public.waitlist_children (
  entry_id uuid not null references public.waitlist_entries (id) on delete cascade,
  position integer not null check (position between 0 and 7),
  child_id uuid references public.children (id) on delete restrict,
  name text check (length(name) between 1 and 120 and private.is_line(name)),
  dob date check (dob between '1990-01-02' and '2100-12-31'),
  is_friend boolean not null default false,
  primary key (entry_id, position)
);
comment on table public.waitlist_children is 'The children of an entry.';
comment on column public.waitlist_children.is_friend is 'Another family''s child, named to come along.';
create index waitlist_children_child_id on public.waitlist_children (child_id);

create table public.waitlist_offers (
  id uuid primary key default gen_random_uuid(),
  entry_id uuid not null references public.waitlist_entries (id) on delete cascade,
  session_id uuid references public.sessions (id) on delete restrict,
  camp_id uuid references public.camp_weeks (id) on delete restrict,
  places integer not null check (places between 1 and 8),
  positions integer[] not null check (cardinality(positions) = places),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'lapsed')),
  expires_at timestamptz not null,
  -- The checkout names its order before it has written it.
  order_id uuid references public.orders (id) on delete set null deferrable initially deferred,
  offered_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(session_id, camp_id) = 1)
);
comment on table public.waitlist_offers is 'Places kept for an entry until expires_at. Open and before it: taken.';
comment on column public.waitlist_offers.positions is
  'For whom they are kept: waitlist_children.position of the entry''s children who needed a place when it was offered.';
comment on column public.waitlist_offers.order_id is 'The checkout that took the places over.';
comment on column public.waitlist_offers.offered_by is 'Staff who offered or restored it; null: it was the entry''s turn.';
create unique index waitlist_offers_one_open on public.waitlist_offers (entry_id) where status = 'open';
create index waitlist_offers_entry_id on public.waitlist_offers (entry_id);
create index waitlist_offers_session_id on public.waitlist_offers (session_id, status, expires_at);
create index waitlist_offers_camp_id on public.waitlist_offers (camp_id, status, expires_at);
create index waitlist_offers_order_id on public.waitlist_offers (order_id);
create index waitlist_offers_offered_by on public.waitlist_offers (offered_by);
create index waitlist_offers_open on public.waitlist_offers (expires_at) where status = 'open';

alter table public.waitlist_entries enable row level security;
alter table public.waitlist_children enable row level security;
alter table public.waitlist_offers enable row level security;
revoke all on table public.waitlist_entries, public.waitlist_children, public.waitlist_offers
  from anon, authenticated, service_role;
grant select on public.waitlist_entries, public.waitlist_children, public.waitlist_offers to service_role;
-- Everything but the secret.
grant select (
  id, session_id, camp_id, offer_id, places, status, family_id, parent_name, parent_email, parent_phone, joined_at, updated_at
) on public.waitlist_entries to authenticated;
grant select on public.waitlist_children, public.waitlist_offers to authenticated;

create policy "Parents read their own waitlist entries, admins read all" on public.waitlist_entries
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create policy "Parents read the children of their own entries, admins read all" on public.waitlist_children
  for select to authenticated using (
    (select private.is_admin())
    or entry_id in (select id from public.waitlist_entries where family_id = (select private.my_family_id())));

create policy "Parents read the offers to their own entries, admins read all" on public.waitlist_offers
  for select to authenticated using (
    (select private.is_admin())
    or entry_id in (select id from public.waitlist_entries where family_id = (select private.my_family_id())));

create trigger touch_updated_at before update on public.waitlist_entries
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update of status on public.waitlist_entries
  for each row execute function private.audit('id', 'session_id', 'camp_id', 'family_id', 'status');

-- Counting -------------------------------------------------------------------------------------------------

create function private.places_offered(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_id is not null then
    return coalesce((select sum(places) from public.waitlist_offers
      where session_id = p_session_id and status = 'open' and expires_at > p_at), 0);
  end if;
  return coalesce((select sum(places) from public.waitlist_offers
    where camp_id = p_camp_id and status = 'open' and expires_at > p_at), 0);
end;
$$;
comment on function private.places_offered(uuid, uuid, timestamptz) is
  'Places of a session or camp that the waitlist is being offered at p_at. Counted by private.seats_taken and private.camp_seats_taken.';

create function private.places_free(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_id is not null then
    return (select max_capacity - private.seats_taken(id, p_at) from public.sessions
      where id = p_session_id and status = 'scheduled' and starts_at > private.calendar_now());
  end if;
  return (select capacity - private.camp_seats_taken(id, p_at) from public.camp_weeks
    where id = p_camp_id and is_active and starts_at > private.calendar_now());
end;
$$;
comment on function private.places_free(uuid, uuid, timestamptz) is
  'Free places of a session or camp at p_at, below zero when it was made smaller; null when it is called off, off sale or has begun.';

-- Who still needs a place -----------------------------------------------------------------------------------
--
-- The same child may stand in the queue twice, or come by another way while it waits. Nobody is offered a place that
-- they have, or that another entry of theirs is being offered. What a guest typed proves nothing: a guest's entry is
-- compared with other entries only, passed over whole or not at all, and looks the same meanwhile. So nobody learns
-- by an address who waits or comes.

create function private.is_placed(p_entry public.waitlist_entries, p_child public.waitlist_children)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return private.has_place(p_child.child_id, p_entry.session_id, p_entry.camp_id) or exists (
    select from public.children k
    where k.family_id = p_entry.family_id and private.name_key(k.name) = private.name_key(p_child.name) and k.dob = p_child.dob
      and private.has_place(k.id, p_entry.session_id, p_entry.camp_id));
end;
$$;
comment on function private.is_placed(public.waitlist_entries, public.waitlist_children) is
  'Has this child of a family''s entry a place already, by another way? Never true of a guest''s.';

create function private.is_offered_elsewhere(p_entry public.waitlist_entries, p_child public.waitlist_children)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_emails constant text[] := case when p_entry.family_id is null then array[p_entry.parent_email]
    else private.family_emails(p_entry.family_id, true) end;
begin
  return exists (
    select from public.waitlist_entries t join public.waitlist_children k on k.entry_id = t.id
    where t.id <> p_entry.id and (t.session_id = p_entry.session_id or t.camp_id = p_entry.camp_id)
      and (t.status in ('offered', 'accepted') or (t.status = 'enrolled' and exists (
        select from public.waitlist_offers o join public.order_lines l on l.order_id = o.order_id
        where o.entry_id = t.id and o.status = 'accepted' and l.status = 'placed'
          and (l.session_id = o.session_id or l.camp_id = o.camp_id))))
      and (k.child_id = p_child.child_id
        or ((t.family_id = p_entry.family_id or t.parent_email = any (v_emails))
          and private.name_key(k.name) = private.name_key(p_child.name) and k.dob is not distinct from p_child.dob)));
end;
$$;
comment on function private.is_offered_elsewhere(public.waitlist_entries, public.waitlist_children) is
  'Has another entry for the same place an offer for this child, or made one into a place that is still kept?';

create function private.children_wanted(p_entry public.waitlist_entries)
returns integer[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_all constant integer[] := array(
    select c.position from public.waitlist_children c where c.entry_id = p_entry.id order by c.position);
  v_wanted constant integer[] := array(
    select c.position from public.waitlist_children c
    where c.entry_id = p_entry.id
      and not (private.is_placed(p_entry, c) or private.is_offered_elsewhere(p_entry, c))
    order by c.position);
begin
  return case when p_entry.family_id is null and v_wanted <> '{}' then v_all else v_wanted end;
end;
$$;
comment on function private.children_wanted(public.waitlist_entries) is
  'Whom an entry that waits is to be offered places for (waitlist_children.position): those children who neither have one nor are offered one elsewhere.';

create function private.places_wanted(p_entry public.waitlist_entries)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  return cardinality(private.children_wanted(p_entry));
end;
$$;
comment on function private.places_wanted(public.waitlist_entries) is
  'How many places an entry that waits is to be offered: one for each of private.children_wanted.';

-- schemas/waitlists/offer_terms.sql

-- One offer of a place: until when it stands, what it costs, and the mail that says so.

create function private.awake_until(p_at timestamptz, p_minutes integer)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_zone constant text := private.time_zone();
  v_morning constant interval := v_settings.waitlist_quiet_until - time '00:00';
  v_day constant interval := v_settings.waitlist_quiet_from - v_settings.waitlist_quiet_until;
  v_local constant timestamp := p_at at time zone v_zone;
  -- How much of its day is over at p_at: nothing before the morning, all of it at night.
  v_over constant interval := least(greatest(v_local - (v_local::date + v_morning), interval '0'), v_day);
  v_wanted constant interval := v_over + make_interval(mins => p_minutes);
  v_nights constant integer := ceil(extract(epoch from v_wanted) / extract(epoch from v_day))::integer - 1;
  v_first_morning constant timestamp := v_local::date + v_nights + v_morning;
begin
  return greatest(
    v_first_morning + (v_wanted - v_nights * v_day),
    v_first_morning + make_interval(mins => v_settings.waitlist_waking_minutes)) at time zone v_zone;
end;
$$;
comment on function private.awake_until(timestamptz, integer) is
  'The moment at which so many minutes (1 or more) have passed since p_at outside the quiet hours of settings: a family that sleeps is not waited for. Never in the quiet hours or within waitlist_waking_minutes after them; the beginning of the quiet hours itself may be.';

create function private.offer_deadline(p_session_id uuid, p_camp_id uuid, p_at timestamptz)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when deadline >= p_at + make_interval(mins => t.waitlist_least_minutes) then deadline end
  from private.settings() t
  cross join lateral (
    select least(
      private.awake_until(p_at, t.waitlist_offer_minutes),
      -- How far away the beginning is, by the calendar; on the clock by which offers end.
      p_at + (b.starts_at - private.calendar_now()) - make_interval(mins => t.waitlist_last_minutes)) as deadline
    from (
      select starts_at from public.sessions where id = p_session_id
      union all
      select starts_at from public.camp_weeks where id = p_camp_id) b
  ) d
$$;
comment on function private.offer_deadline(uuid, uuid, timestamptz) is
  'Until when a place offered at p_at waits: not in quiet hours (private.awake_until), and at the latest until waitlist_last_minutes before the beginning, be it night or not; null when too little time is left for an answer.';

create function private.waited_price(p_entry public.waitlist_entries, p_offer public.waitlist_offers)
returns integer
language sql
volatile
set search_path = ''
as $$
  select coalesce(r.price_cents, f.price_cents)
  from (select) one
  left join public.offers f on f.active and f.id = coalesce(p_entry.offer_id, (
    select (private.tier_offer(c.tier)).id from public.camp_weeks c where c.id = p_offer.camp_id))
  left join private.camp_rung(p_offer.camp_id, clock_timestamp(), null, 1, f) r on true
$$;
comment on function private.waited_price(public.waitlist_entries, public.waitlist_offers) is
  'What a place that is offered costs now for one child, before rebates and codes; null where nothing sells it.';

create function private.tell_offer(p_entry public.waitlist_entries, p_offer public.waitlist_offers)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  values (format('waitlist_offer:%s:%s', p_offer.id, extract(epoch from p_offer.expires_at)), 'waitlist_offer',
    p_entry.parent_email, jsonb_build_object(
      'secret', p_entry.secret, 'parent_name', p_entry.parent_name, 'places', p_offer.places,
      'expires_at', private.iso(p_offer.expires_at), 'price_cents', private.waited_price(p_entry, p_offer),
      'session', private.session_view(p_offer.session_id), 'camp', private.camp_view(p_offer.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.tell_offer(public.waitlist_entries, public.waitlist_offers) is
  'Queues the mail about an offer, once for each deadline that it has.';

create function private.recall_offer_mail()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.outbox
  where sent_at is null and template = 'waitlist_offer' and split_part(key, ':', 2) = new.id::text;
  return null;
end;
$$;
comment on function private.recall_offer_mail() is
  'Trigger on offers: what is not offered any more is not announced, were the mail still waiting. Definer: the outbox is written by functions only.';
create trigger recall_offer_mail after update of status on public.waitlist_offers
  for each row when (old.status = 'open' and new.status <> 'open') execute function private.recall_offer_mail();

-- schemas/waitlists/offering.sql

-- Offering: a freed place goes to the first entry that fits whole, and waits for an answer.

create function private.make_offer(
  p_entry public.waitlist_entries, p_positions integer[], p_expires_at timestamptz, p_by uuid default null)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.waitlist_offers;
begin
  insert into public.waitlist_offers (entry_id, session_id, camp_id, places, positions, expires_at, offered_by)
  values (p_entry.id, p_entry.session_id, p_entry.camp_id, cardinality(p_positions), p_positions, p_expires_at, p_by)
  returning * into v_offer;
  update public.waitlist_entries set status = 'offered' where id = p_entry.id;
  perform private.tell_offer(p_entry, v_offer);
end;
$$;
comment on function private.make_offer(public.waitlist_entries, integer[], timestamptz, uuid) is
  'Keeps places for these children of an entry (waitlist_children.position) until the deadline, and queues the mail that says so. The caller has locked the place and made sure of it.';

create function private.offer_places(p_session_id uuid, p_camp_id uuid)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_entry public.waitlist_entries;
  v_free integer;
  v_wanted integer[];
  v_deadline timestamptz;
  v_offered integer := 0;
begin
  -- Most places have nobody waiting: one look at two indexes.
  if not exists (
      select from public.waitlist_entries where status = 'waiting' and (session_id = p_session_id or camp_id = p_camp_id))
    and not exists (
      select from public.waitlist_offers where status = 'open' and (session_id = p_session_id or camp_id = p_camp_id)) then
    return 0;
  end if;
  -- Who let their turn pass leaves the queue; staff can restore them.
  with over as (
    update public.waitlist_offers set status = 'lapsed'
    where status = 'open' and expires_at <= v_now and (session_id = p_session_id or camp_id = p_camp_id)
    returning entry_id
  )
  update public.waitlist_entries set status = 'lapsed' where id in (select entry_id from over);

  v_free := private.places_free(p_session_id, p_camp_id, v_now);
  v_deadline := private.offer_deadline(p_session_id, p_camp_id, v_now);
  if v_deadline is null or coalesce(v_free, 0) <= 0 then return 0; end if;
  for v_entry in
    select * from public.waitlist_entries
    where status = 'waiting' and (session_id = p_session_id or camp_id = p_camp_id)
    order by joined_at, id
  loop
    -- Asked of each in its turn: an offer to one may be what another need not be offered any more.
    v_wanted := private.children_wanted(v_entry);
    if cardinality(v_wanted) between 1 and v_free then
      -- Forgotten or merged meanwhile?
      perform from public.waitlist_entries where id = v_entry.id and status = 'waiting' for update;
      continue when not found;
      perform private.make_offer(v_entry, v_wanted, v_deadline);
      v_free := v_free - cardinality(v_wanted);
      v_offered := v_offered + 1;
    elsif v_wanted = '{}' and not exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c)) then
      update public.waitlist_entries set status = 'enrolled' where id = v_entry.id;
    end if;
    exit when v_free = 0;
  end loop;
  return v_offered;
end;
$$;
comment on function private.offer_places(uuid, uuid) is
  'Offers the free places of a session or camp to those who wait, each time to the first entry that fits whole (private.children_wanted): how many offers. Ends offers whose deadline has passed, and entries whose children all have a place. The caller has locked the place.';

create function private.shorten_camp_offers(p_camp_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  -- As in private.offer_deadline: how far away the beginning is, on the clock by which offers end.
  v_last constant timestamptz := (
    select v_now + (starts_at - private.calendar_now()) - make_interval(mins => (private.settings()).waitlist_last_minutes)
    from public.camp_weeks where id = p_camp_id);
  v_offer public.waitlist_offers;
begin
  for v_offer in
    update public.waitlist_offers set expires_at = v_last
    where camp_id = p_camp_id and status = 'open' and expires_at > v_last
    returning *
  loop
    -- Who has no time left is not told of a deadline that is over.
    if v_last > v_now then
      perform private.tell_offer(e, v_offer) from public.waitlist_entries e where e.id = v_offer.entry_id;
    end if;
  end loop;
end;
$$;
comment on function private.shorten_camp_offers(uuid) is
  'A camp begins earlier: what is offered of it ends at the latest waitlist_last_minutes before, and who is waited for is told. Never later than was told. The caller has locked the camp, and offers on what is over by that (private.places_freed).';

create function private.offer_all(p_session_ids uuid[], p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_id uuid;
  v_offered integer := 0;
begin
  foreach v_id in array p_session_ids loop
    v_offered := v_offered + private.offer_places(v_id, null);
  end loop;
  foreach v_id in array p_camp_ids loop
    v_offered := v_offered + private.offer_places(null, v_id);
  end loop;
  return v_offered;
end;
$$;
comment on function private.offer_all(uuid[], uuid[]) is 'private.offer_places for each: how many offers. The caller has locked them all.';

create function private.places_freed(p_session_ids uuid[], p_camp_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(p_session_ids, p_camp_ids);
  return private.offer_all(p_session_ids, p_camp_ids);
end;
$$;
comment on function private.places_freed(uuid[], uuid[]) is
  'To be called by whoever frees places, at the end of the same transaction: locks them (a lock held already costs nothing) and lets the waitlist have them first: how many offers. Called once, with all of them, so that the order of locks is kept.';

create function private.order_places_freed(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.places_freed(
    array(select session_id from public.order_lines where order_id = p_order_id and session_id is not null),
    array(select camp_id from public.order_lines where order_id = p_order_id and camp_id is not null));
end;
$$;
comment on function private.order_places_freed(uuid) is 'The places of an order that was just closed go to the waitlist first.';

create function private.follow_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries e
  set status = case
    when new.status = 'paid' or new.outcome in ('reseated', 'enrolled') then 'enrolled' else 'lapsed' end
  from public.waitlist_offers o
  where o.order_id = new.id and o.status = 'accepted' and e.id = o.entry_id and e.status in ('accepted', 'lapsed');
  return null;
end;
$$;
comment on function private.follow_order() is
  'Trigger on orders: an entry whose checkout got its places is enrolled; one whose checkout came to nothing, or was paid too late for them, has lapsed. At the end of the transaction, after the places: the order of locks stands in places.sql. Definer: by then nobody''s function is running.';
create constraint trigger follow_order after update of status, outcome on public.orders
  deferrable initially deferred
  for each row when (
    (old.status, old.outcome) is distinct from (new.status, new.outcome)
    and new.status in ('paid', 'paid_late', 'released', 'expired'))
  execute function private.follow_order();

create function private.accept_offer(p_secret uuid, p_order jsonb, p_order_id uuid, p_previous_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_offer public.waitlist_offers;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  if not found then perform private.fail('waitlist_entry_not_found', 'waitlist_secret'); end if;
  select * into v_offer from public.waitlist_offers
  where entry_id = v_entry.id and expires_at > clock_timestamp()
    -- The parent changed something in the checkout that had taken it over.
    and (status = 'open' or (status = 'accepted' and order_id = p_previous_id))
  order by created_at desc limit 1;
  if not found then perform private.fail('waitlist_offer_over', 'waitlist_secret'); end if;
  if (select count(*) from jsonb_array_elements(p_order -> 'lines') l
      where (l ->> 'session_id')::uuid = v_offer.session_id or (l ->> 'camp_id')::uuid = v_offer.camp_id)
    not between 1 and v_offer.places then
    perform private.fail('invalid_input', 'lines');
  end if;
  -- From here on the places count as free, and the caller, who has them locked, holds them.
  update public.waitlist_offers set status = 'accepted', order_id = p_order_id where id = v_offer.id;
  update public.waitlist_entries set status = 'accepted' where id = v_entry.id;
end;
$$;
comment on function private.accept_offer(uuid, jsonb, uuid, uuid) is
  'A checkout takes an offer''s places over. Refuses waitlist_entry_not_found, waitlist_offer_over (deadline passed, or accepted elsewhere), invalid_input lines (none for the offered place, or more than were offered).';

-- schemas/waitlists/waiting_called_off.sql

-- When what somebody waits for does not take place.

create function private.other_places(p_session_id uuid, p_camp_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'other_sessions', (
      select coalesce(jsonb_agg(private.session_view(o.id) order by o.starts_at), '[]') from (
        select s.id, s.starts_at from public.sessions s join public.sessions gone on gone.id = p_session_id
        where s.id <> gone.id and s.class_type_id = gone.class_type_id and s.status = 'scheduled'
          and s.starts_at > private.calendar_now() and private.places_free(s.id, null, clock_timestamp()) > 0
        order by s.starts_at limit 3) o),
    'other_camps', (
      select coalesce(jsonb_agg(private.camp_view(o.id) order by o.starts_at), '[]') from (
        select c.id, c.starts_at from public.camp_weeks c join public.camp_weeks gone on gone.id = p_camp_id
        where c.id <> gone.id and c.tier = gone.tier and c.is_active
          and c.starts_at > private.calendar_now() and private.places_free(null, c.id, clock_timestamp()) > 0
        order by c.starts_at limit 3) o))
$$;
comment on function private.other_places(uuid, uuid) is
  'Up to three coming classes of the same kind, or camps of the same tier, that have room: {other_sessions, other_camps}.';

create function private.call_off_waiting(p_session_id uuid, p_camp_id uuid, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  update public.waitlist_offers set status = 'lapsed'
  where status = 'open' and (session_id = p_session_id or camp_id = p_camp_id);
  select array_agg(id) into v_ids from (
    select id from public.waitlist_entries
    where status in ('unconfirmed', 'waiting', 'offered', 'accepted') and (session_id = p_session_id or camp_id = p_camp_id)
    order by id for update) e;
  if v_ids is null then return; end if;
  delete from public.outbox
  where sent_at is null and template in ('waitlist_confirm', 'waitlist_joined') and split_part(key, ':', 2) = any (v_ids::text[]);
  -- An address that nobody has confirmed is told nothing. One that waits twice is told once.
  insert into public.outbox (key, template, recipient, payload)
  select distinct on (e.parent_email)
    format('waitlist_called_off:%s:%s', coalesce(p_session_id, p_camp_id), private.fingerprint(e.parent_email)),
    'waitlist_called_off', e.parent_email, jsonb_build_object(
      'parent_name', e.parent_name, 'reason', p_reason,
      'session', private.session_view(p_session_id), 'camp', private.camp_view(p_camp_id))
      || private.other_places(p_session_id, p_camp_id)
  from public.waitlist_entries e
  where e.id = any (v_ids) and e.status <> 'unconfirmed' and e.parent_email is not null
  order by e.parent_email, e.joined_at
  on conflict (key) do nothing;
  update public.waitlist_entries set status = 'called_off' where id = any (v_ids);
end;
$$;
comment on function private.call_off_waiting(uuid, uuid, text) is
  'A session or camp does not take place: offers and entries end, what was not sent of them stays unsent, and who waited is told once, with what else has room. Repeating it changes nothing. The caller has locked the place.';

create function private.withdraw_offers(p_camp_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  with over as (
    update public.waitlist_offers set status = 'lapsed' where camp_id = p_camp_id and status = 'open' returning entry_id)
  update public.waitlist_entries set status = 'waiting' where id in (select entry_id from over)
$$;
comment on function private.withdraw_offers(uuid) is
  'A camp is taken off sale, for now: nobody is promised what cannot be booked; who had an offer waits where they stood. The caller has locked the camp.';

-- schemas/orders/places.sql

-- Checkout: how places are locked, orders opened, and their lines written
-- (decisions "Selling rules", decisions "Safety"; README "One booking, end to end").
--
-- HOW SEATS ARE LOCKED
--
-- A place is sold twice when two transactions count before either has written. So whoever wants to take a seat, or
-- to keep one for longer, first locks the rows of the sessions and camps concerned, and nothing else stands for that
-- lock. Under a camp's row its early-bird rungs and its places with rebate are sold too.
--
--   1. Lock only what you consume: the sessions and camps of your own lines. Reading availability locks nothing.
--      Giving a place back cannot make anybody else's count wrong; it is locked all the same, once and at the end,
--      because the waitlist is offered it first (private.places_freed).
--   2. Lock once and late: everything that can be refused without the lock is refused before it.
--   3. Always in this order, so that no two transactions ever wait for each other in a circle:
--        the payment event and the payment (unique keys; confirmation only)
--        -> the order row (hold_order: the browser's previous order; a chore: several, skipping locked ones; whoever
--           books a payment: with the order that it moves from, sorted by id; hold_move: the order that it moves from,
--           then an earlier hold for the same move, skipped when it is locked). For no key update: what refers to it
--           (a refund, a link in a mail, a line written twice) is written without waiting for whoever holds it
--        -> the network address's cap (advisory lock; hold_order only)
--        -> the session rows, sorted by id, in one statement
--        -> the camp rows, sorted by id, in one statement (private.lock_places locks both)
--        -> the waitlist's entries of these places
--        -> the promotion code (private.use_promotion)
--        -> the families (key share: whoever books for them or claims their try-outs; for update: whoever makes one of
--           several, or erases one, having locked the orders, places, waitlist entries and profiles of those that go)
--        -> the children's try-outs, sorted (private.claim_once)
--        -> subscriptions (cancel_lines: those of its lines, sorted; a renewal, and news about one)
--        -> bookings (only under the row of their session, but for whoever makes one family of two)
--        -> the family row (private.order_family: its children are found or made)
--        -> pass rows (a child's, sorted; else the credit ledger's trigger)
--        -> the line that bought a pass (private.line_follows, once: the second time that a transaction writes a row,
--           Postgres asks for what it refers to, its order; who holds the order writes the line then too)
--        -> the payments (refunds: those of a line that was moved for a difference, sorted by id).
--   4. Then read the clock, then count, then price, then write. Under READ COMMITTED each statement sees what was
--      committed when it began: the counting stands in a statement after the lock, so a transaction that waited
--      counts what the other one wrote. Counting in the same statement as the lock, or under REPEATABLE READ,
--      would decide by the time before the wait. The clock is clock_timestamp() for the same reason.
--   5. Prolonging a hold is taking a seat: between "it is still alive" and the commit it may lapse and somebody
--      else may count it as free. So renew_hold, settle_order and record_checkout lock the places too.
--   6. What stands under the lock is what a hot place waits for. A connection keeps its plans, and one made while
--      holds or orders was empty would read the whole table ever after: hold_order, settle_order and confirm_order
--      plan without sequential scans (and without compiling for a price that is only pretended).

create function private.lock_places(p_session_ids uuid[], p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_session_ids <> '{}' then
    perform from public.sessions where id = any (p_session_ids) order by id for update;
  end if;
  if p_camp_ids <> '{}' then
    perform private.lock_camps(p_camp_ids);
  end if;
end;
$$;
comment on function private.lock_places(uuid[], uuid[]) is
  'Locks sessions, then camps, each in sorted order. See the head of this file.';

create function private.lock_order_places(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(
    array(select session_id from public.order_lines where order_id = p_order_id and session_id is not null),
    array(select camp_id from public.order_lines where order_id = p_order_id and camp_id is not null));
end;
$$;
comment on function private.lock_order_places(uuid) is 'Locks the sessions and camps of an order''s lines.';

create function private.is_held(p_order_id uuid, p_at timestamptz)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return (select not exists (
    select from public.order_lines l
    left join public.holds h on h.order_line_id = l.id and h.expires_at > p_at
    where l.order_id = p_order_id and h.order_line_id is null
  ));
end;
$$;
comment on function private.is_held(uuid, timestamptz) is 'Has every line of the order a live hold at p_at?';

create function private.refuse_first(p_refusals jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_refusals = '[]' then return; end if;
  perform private.fail(r ->> 'code', r ->> 'field', case r ->> 'code'
    when 'age_not_allowed' then jsonb_build_object('age', r -> 'age', 'min_age', r -> 'min_age', 'max_age', r -> 'max_age')::text
    when 'code_minimum' then r ->> 'minimum_cents' end)
  from (select p_refusals -> 0 as r) f where r is not null;
end;
$$;
comment on function private.refuse_first(jsonb) is
  'Fails with the first of private.price_order''s refusals, if there is one; detail: AgeDetail of contract/errors.ts as JSON (age_not_allowed) or the least amount in cents (code_minimum).';

create function private.open_order(p_secret uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Nobody is asked for more money while a person looks at a charge that did not fit.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.outcome = 'under_review' then
    perform private.fail('order_closed');
  end if;
  return v_order;
end;
$$;
comment on function private.open_order(uuid) is
  'Locks an order that can still be paid. Refuses order_not_found, hold_expired, order_closed.';

create function private.free_seats(p_order_id uuid, p_status text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  delete from public.holds where order_id = p_order_id;
  update public.orders set status = p_status where id = p_order_id;
end;
$$;
comment on function private.free_seats(uuid, text) is 'Gives an order''s seats back and closes it. The order row is locked by the caller.';

create function private.order_number()
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  -- No 0 and O, 1, I and L: read aloud and typed from paper.
  c_alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
  v_prefix constant text := (private.settings()).order_prefix;
  v_bytes bytea;
  v_number text;
begin
  for v_try in 0..40 loop
    -- Four characters; after every tenth number already taken, one more.
    v_bytes := extensions.gen_random_bytes(4 + v_try / 10);
    v_number := v_prefix || '-';
    for v_at in 0..3 + v_try / 10 loop
      v_number := v_number || substr(c_alphabet, 1 + get_byte(v_bytes, v_at) % length(c_alphabet), 1);
    end loop;
    if not exists (select from public.orders where number = v_number) then
      return v_number;
    end if;
  end loop;
  raise exception 'no free order number';
end;
$$;
comment on function private.order_number() is 'A random free order number such as OT-4K7M.';

create function private.write_lines(p_order_id uuid, p_order jsonb, p_price jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_children constant jsonb := coalesce(nullif(p_order -> 'children', 'null'), '[]');
begin
  insert into public.order_children (order_id, position, child_id, dob, name)
  select p_order_id, n.ordinality - 1, c.id, coalesce(c.dob, nullif(n.value ->> 'dob', '')::date), c.name
  from jsonb_array_elements(v_children) with ordinality n
  left join lateral (
    select k.* from public.children k where k.id = nullif(n.value ->> 'id', '')::uuid limit 1) c on true;
  -- A line that names no child is one child more.
  if p_price @? '$.lines[*] ? (@.child == null)' then
    insert into public.order_children (order_id, position)
    select p_order_id, jsonb_array_length(v_children) - 1 + row_number() over (order by l -> 'position')
    from jsonb_array_elements(p_price -> 'lines') l where l -> 'child' = 'null';
  end if;

  insert into public.order_lines (
    order_id, position, child_position, offer_id, session_id, camp_id, title, price_cents, rebate_cents, discount_cents,
    transport, transport_cents, rung_id, sibling_rebate, seen_price_cents, sessions, validity_days, make_ups, renews,
    once_per_child, cancellation, refund_rules, revision)
  select p_order_id, n.position,
    coalesce(n.child, jsonb_array_length(v_children) - 1 + row_number() over (partition by n.child is null order by n.position)),
    f.id, n.session_id, n.camp_id, f.title, n.price_cents, n.rebate_cents, n.discount_cents,
    (select jsonb_build_object('id', t ->> 'id', 'title', t ->> 'title')
     from jsonb_array_elements(coalesce(f.details -> 'transport', '[]')) t
     where t ->> 'id' = p_order #>> array['lines', n.position::text, 'transport']),
    n.transport_cents, n.rung_id, n.sibling_rebate, n.seen_price_cents, f.sessions, f.validity_days, f.make_ups,
    f.renews, f.once_per_child, f.cancellation, f.refund_rules, f.revision
  from jsonb_to_recordset(p_price -> 'lines') as n (
    position integer, child integer, offer_id text, session_id uuid, camp_id uuid, rung_id text, price_cents integer,
    sibling_rebate boolean, rebate_cents integer, discount_cents integer, transport_cents integer, seen_price_cents integer)
  cross join lateral (
    select o.id, o.title, o.details, o.cancellation, o.revision, t.*
    from public.offers o cross join lateral private.offer_terms(o) t where o.id = n.offer_id limit 1) f;
end;
$$;
comment on function private.write_lines(uuid, jsonb, jsonb) is
  'Writes children and lines of a new order as asked (HoldRequest) and priced (private.price_order). Known children bring their name and birth date.';

create function private.drop_full(p_order jsonb, p_price jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select p_order || jsonb_build_object('lines', jsonb_agg(l.value order by l.ordinality))
  from jsonb_array_elements(p_order -> 'lines') with ordinality l
  join jsonb_array_elements(p_price -> 'lines') p on (p.value ->> 'position')::integer = l.ordinality - 1
  where coalesce(p.value ->> 'problem', '') not in ('session_full', 'camp_full')
$$;
comment on function private.drop_full(jsonb, jsonb) is
  'The HoldRequest without the lines for which there is no place; lines is null when none is left.';

create function private.proven_account(p_user_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_user_id is null then return null; end if;
  return (select id from auth.users where id = p_user_id and email_confirmed_at is not null);
end;
$$;
comment on function private.proven_account(uuid) is 'The account, if its e-mail address is proven; else null, as of a guest.';

create function private.check_hold_cap(
  p_client_hash text, p_session_ids uuid[], p_camp_ids uuid[], p_except_order uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  -- Before any wait for the lock: a later clock would only forget more.
  v_since constant timestamptz := clock_timestamp() - make_interval(mins => v_settings.holds_remembered_minutes);
  v_places constant uuid[] := p_session_ids || p_camp_ids;
  -- A proven address is somebody: their own places count for themselves, and those of the network around them do not.
  v_account constant uuid := private.proven_account((select auth.uid()));
  v_held integer;
  v_most integer;
  v_most_ever integer;
begin
  -- A call that did not come through the API has no address, and no cap.
  if p_client_hash is null then return; end if;
  if v_account is null and cardinality(v_places) > v_settings.guest_places_max then
    perform private.fail('sign_in_for_more', 'lines', v_settings.guest_places_max::text);
  end if;
  perform pg_advisory_xact_lock(hashtextextended(p_client_hash, 0));
  -- Places, not orders: an order of eight lines keeps eight of them from others.
  with mine as (
    select o.user_id, true as live, coalesce(h.camp_id, h.session_id) as place
    from public.orders o join public.holds h on h.order_id = o.id
    where o.client_hash = p_client_hash and o.status in ('held', 'awaiting_payment')
      and o.id is distinct from p_except_order and h.expires_at > clock_timestamp()
    union all
    select o.user_id, false, coalesce(l.camp_id, l.session_id)
    from public.orders o join public.order_lines l on l.order_id = o.id
    where o.client_hash = p_client_hash and o.updated_at > v_since and o.status in ('released', 'expired')
  ),
  wanted as (
    select w.place, count(*) + max(m.live) as live, count(*) + max(m.ever) as ever
    from unnest(v_places) w (place)
    cross join lateral (
      select count(*) filter (where live) as live, count(*) as ever from mine
      where mine.place = w.place and v_account is not distinct from private.proven_account(user_id)) m
    group by w.place
  )
  select (select count(place) from mine), max(live), max(ever) into v_held, v_most, v_most_ever from wanted;
  if cardinality(v_places) + v_held > v_settings.holds_per_address_max
    or v_most > v_settings.holds_per_place_max or v_most_ever > 2 * v_settings.holds_per_place_max then
    perform private.fail('too_many_holds');
  end if;
end;
$$;
comment on function private.check_hold_cap(text, uuid[], uuid[], uuid) is
  'Locks the network address and refuses too_many_holds when it would hold more than settings allow (holds_per_address_max, holds_per_place_max), places that it let go of lately counted; sign_in_for_more (detail: guest_places_max) for a larger order without a proven e-mail address. The places are one per line; p_except_order is about to be released.';

-- schemas/orders/checkout.sql

-- Checkout: opening an order, holding its seats, renewing the hold. How places are locked stands in places.sql.

create function public.hold_order(p_order jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_settings constant public.settings := private.settings();
  v_client_hash constant text := private.fingerprint(private.client_address());
  v_family_id constant uuid := private.my_family_id();
  v_order_id constant uuid := gen_random_uuid();
  v_number text;
  v_order jsonb;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_previous public.orders;
  v_old_session_ids uuid[] := '{}';
  v_old_camp_ids uuid[] := '{}';
  v_goes_on boolean := false;
  v_opened_at timestamptz;
  v_now timestamptz;
  v_price jsonb;
  v_left_out jsonb := '[]';
begin
  -- The places are locked until the commit, and everybody who wants one waits: so this commit does not wait for the
  -- disk. Should the server lose power within that blink, the hold was never there; money comes in transactions of
  -- their own, which do wait, and for all that was written before them.
  perform set_config('synchronous_commit', 'off', true);
  perform private.check_quote_request(p_order);
  if jsonb_typeof(coalesce(p_order -> 'split', 'false')) <> 'boolean' then perform private.fail('invalid_input', 'split'); end if;
  if coalesce(p_order -> 'waitlist_secret', 'null') <> 'null' and not private.is_uuid(p_order -> 'waitlist_secret') then
    perform private.fail('invalid_input', 'waitlist_secret');
  end if;
  -- A line that names no child is one child more.
  if jsonb_array_length(coalesce(nullif(p_order -> 'children', 'null'), '[]')) + (
    select count(*) from jsonb_array_elements(p_order -> 'lines') l where coalesce(l -> 'child', 'null') = 'null') > 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  -- A visitor must not learn by a code whether somebody with an address has bought here: only the own, proven one counts.
  v_order := p_order || jsonb_build_object('email', private.proven_email((select auth.uid())));
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_order -> 'lines') l where l ->> 'camp_id' is not null);
  -- One live hold per browser. An order that went to pay keeps its places until release_order has made sure
  -- that nobody can pay it any more.
  if p_order ->> 'previous_secret' is not null then
    select * into v_previous from public.orders
    where secret = (p_order ->> 'previous_secret')::uuid and status = 'held'
    for no key update;
    v_old_session_ids := array(
      select session_id from public.order_lines where order_id = v_previous.id and session_id is not null);
    v_old_camp_ids := array(select camp_id from public.order_lines where order_id = v_previous.id and camp_id is not null);
  end if;

  v_number := private.order_number();
  perform private.check_hold_cap(v_client_hash, v_session_ids, v_camp_ids, v_previous.id);
  perform private.lock_places(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  -- What lapsed by the clock is the waitlist's first; what this browser still holds is not.
  perform private.offer_all(v_session_ids, v_camp_ids);
  v_now := clock_timestamp();
  if v_previous.id is not null then
    -- Alive, and about one of the same places: its clock goes on, so that nobody keeps a place for ever by changing
    -- a line.
    v_goes_on := private.is_live_order(v_previous, v_now)
      and (v_session_ids && v_old_session_ids or v_camp_ids && v_old_camp_ids);
    perform private.free_seats(v_previous.id, 'released');
    -- One that goes on was not let go of: it does not count against its address any more.
    if v_goes_on then update public.orders set client_hash = null where id = v_previous.id; end if;
  end if;
  if p_order ->> 'waitlist_secret' is not null then
    perform private.accept_offer((p_order ->> 'waitlist_secret')::uuid, p_order, v_order_id, v_previous.id);
  end if;
  v_price := private.price_order(v_order, v_now);
  if p_order -> 'split' = 'true' then
    select coalesce(jsonb_agg(l -> 'position'), '[]') into v_left_out
    from jsonb_array_elements(v_price -> 'lines') l where l ->> 'problem' in ('session_full', 'camp_full');
    -- Not even one of them fits: refused as it would be without splitting.
    if jsonb_array_length(v_left_out) between 1 and jsonb_array_length(v_order -> 'lines') - 1 then
      v_order := private.drop_full(v_order, v_price);
      v_price := private.price_order(v_order, v_now);
    end if;
  end if;
  perform private.refuse_first(v_price -> 'refusals');

  v_opened_at := case when v_goes_on then v_previous.opened_at else v_now end;
  loop
    insert into public.orders (
      id, number, currency, total_cents, client_hash, code, split_allowed, family_id, user_id, opened_at, renewals,
      created_at)
    values (
      v_order_id, v_number, v_settings.currency, (v_price ->> 'total_cents')::integer, v_client_hash,
      v_price ->> 'code', coalesce((p_order ->> 'split')::boolean, false), v_family_id, (select auth.uid()),
      v_opened_at, case when v_goes_on then v_previous.renewals else 0 end, v_now)
    on conflict (number) do nothing;
    exit when found;
    -- Somebody took it while this order waited for its places.
    v_number := private.order_number();
  end loop;
  perform private.write_lines(v_order_id, v_order, v_price);
  insert into public.holds (order_line_id, order_id, session_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, session_id, camp_id, rung_id, sibling_rebate, least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_opened_at + make_interval(mins => v_settings.hold_total_minutes))
  from public.order_lines where order_id = v_order_id;
  if v_price ->> 'code' is not null then
    perform private.use_promotion(v_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_order ->> 'email');
  end if;
  -- Places that were given up, and those of an offer that this order did not need.
  if v_previous.id is not null or p_order ->> 'waitlist_secret' is not null then
    perform private.offer_all(v_session_ids || v_old_session_ids, v_camp_ids || v_old_camp_ids);
  end if;
  return private.order_view(v_order_id, v_price) || jsonb_build_object('left_out', v_left_out);
end;
$$;
comment on function public.hold_order(jsonb) is
  'Opens a checkout and holds its places: HoldRequest -> OrderView with left_out (contract/orders.ts). All lines or none; with split, those that fit, and left_out names the places in lines of the others. Refuses with a code and the field: invalid_input, child_not_found, what private.price_order refuses, too_many_holds, sign_in_for_more, rate_limited, with waitlist_secret what private.accept_offer refuses. decisions "The hold". Definer: a visitor sells a place to themself only through these checks; no table is writable otherwise.';
grant execute on function public.hold_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.hold_order(jsonb)', 'hold_order');

create function private.with_birth_dates(p_view jsonb, p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select p_view || jsonb_build_object('lines', (
    select jsonb_agg(
      case when l.status = 'cancelled' or c.dob is null then e.value
        else e.value || jsonb_build_object('child_dob', c.dob) end order by e.ordinality)
    from jsonb_array_elements(p_view -> 'lines') with ordinality e
    join public.order_lines l on l.id = (e.value ->> 'line_id')::uuid
    left join public.order_children c on c.order_id = l.order_id and c.position = l.child_position))
  from public.orders o
  where o.id = p_order_id and o.paid_at > clock_timestamp() - interval '1 day'
  union all select p_view
  limit 1
$$;
comment on function private.with_birth_dates(jsonb, uuid) is
  'An OrderView with the birth dates of the children booked (child_dob) on the day after its payment, when a parent looks through the confirmation (spec 2 §2). Later the link may have been passed on, and no mail carries them: private.order_view has none.';

create function public.get_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order_id constant uuid := (select id from public.orders where secret = p_secret);
begin
  if v_order_id is null then perform private.fail('order_not_found'); end if;
  return private.with_birth_dates(private.order_view(v_order_id), v_order_id);
end;
$$;
comment on function public.get_order(uuid) is
  'OrderView, with birth dates as private.with_birth_dates says, for whoever knows the secret; else order_not_found. Definer: guests have no account that a policy could ask for; the secret is the identity.';
grant execute on function public.get_order(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.get_order(uuid)');

create function public.renew_hold(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order constant public.orders := private.open_order(p_secret);
  v_now timestamptz;
  v_until timestamptz;
begin
  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;

  v_until := least(
    v_now + make_interval(mins => v_settings.hold_minutes),
    v_order.opened_at + make_interval(mins => v_settings.hold_total_minutes));
  if v_order.renewals < v_settings.hold_renewals_max
    and v_until > (select min(expires_at) from public.holds where order_id = v_order.id) then
    update public.holds set expires_at = greatest(expires_at, v_until) where order_id = v_order.id;
    update public.orders set renewals = renewals + 1 where id = v_order.id;
  end if;
  return private.order_view(v_order.id);
end;
$$;
comment on function public.renew_hold(uuid) is
  'Holds the seats longer while the form is in use: hold_minutes from now, hold_total_minutes from the opening at most, hold_renewals_max times; beyond that the OrderView comes back unchanged. Refuses: order_not_found, order_closed, hold_expired. Definer: see get_order.';
grant execute on function public.renew_hold(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.renew_hold(uuid)', 'renew_hold');

-- schemas/orders/order_terms.sql

-- Terms: what a parent agreed to and told, and what an attempt would charge for
-- (README "One booking, end to end", step 3; decisions "Safety").
-- How places are locked stands at the head of places.sql.

create function private.check_consents(p_consents jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_given record;
  v_current integer;
  v_checked jsonb := '{}';
begin
  if jsonb_typeof(p_consents) is distinct from 'object' then perform private.fail('invalid_input', 'consents'); end if;
  for v_given in select key, value, 'consents.' || key as field from jsonb_each(p_consents) loop
    if not pg_input_is_valid(v_given.key, 'public.consent_purpose') then
      perform private.fail('invalid_input', v_given.field);
    end if;
    v_current := private.consent_version(v_given.key::public.consent_purpose);
    if jsonb_typeof(v_given.value) = 'boolean' then
      v_given.value := jsonb_build_object('given', v_given.value, 'version', v_current);
    end if;
    if jsonb_typeof(v_given.value -> 'given') is distinct from 'boolean'
      or not private.is_whole(v_given.value -> 'version', 1, 1000000) then
      perform private.fail('invalid_input', v_given.field);
    end if;
    -- Agreed is to the text that was on the screen.
    if (v_given.value ->> 'version')::numeric <> v_current then
      perform private.fail('consent_text_changed', v_given.field, v_current::text);
    end if;
    v_checked := v_checked || jsonb_build_object(
      v_given.key, jsonb_build_object('given', v_given.value -> 'given', 'version', v_current));
  end loop;
  if v_checked #> '{terms,given}' is distinct from 'true' then perform private.fail('invalid_input', 'consents.terms'); end if;
  if v_checked #> '{activity,given}' is distinct from 'true' then perform private.fail('invalid_input', 'consents.activity'); end if;
  return v_checked;
end;
$$;
comment on function private.check_consents(jsonb) is
  'Consents of a checkout by purpose, each a boolean or {given, version read}: {purpose: {given, version}}. terms and activity must be given. Refuses invalid_input, consent_text_changed (field; detail: the current version).';

create function private.take_child(p_child public.order_children, p_given jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_field constant text := format('children[%s]', p_child.position);
  v_name text := p_child.name;
  v_dob date := p_child.dob;
  v_details jsonb;
begin
  if jsonb_typeof(p_given) is distinct from 'object' then perform private.fail('invalid_input', v_field); end if;
  -- A known child is who the family says it is.
  if p_child.child_id is null then
    v_name := private.check_text(p_given -> 'name', v_field || '.name', 120);
    if jsonb_typeof(p_given -> 'dob') is distinct from 'string' or p_given ->> 'dob' !~ '^\d{4}-\d{2}-\d{2}$'
      or not pg_input_is_valid(p_given ->> 'dob', 'date') then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
    v_dob := p_given ->> 'dob';
    if v_dob not between '1990-01-02' and private.calendar_today() then
      perform private.fail('invalid_input', v_field || '.dob');
    end if;
  end if;
  v_details := private.check_fields(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_given)
     where key in ('allergies', 'medical_conditions', 'experience_level', 'overnight')),
    '{"allergies": 2000, "medical_conditions": 2000, "experience_level": 40, "overnight": "boolean"}', v_field);
  if v_details -> 'overnight' = 'true' and not exists (
    select from public.order_lines l join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_child.order_id and l.child_position = p_child.position and c.tier = 'epic') then
    perform private.fail('invalid_input', v_field || '.overnight');
  end if;
  update public.order_children set
    name = v_name, dob = v_dob, experience_level = v_details ->> 'experience_level',
    overnight = (v_details ->> 'overnight')::boolean
  where order_id = p_child.order_id and position = p_child.position;
  insert into public.order_child_details (
    order_id, position, allergies, medical_conditions, pickup_authorizations, emergency_contacts)
  values (
    p_child.order_id, p_child.position, v_details ->> 'allergies', v_details ->> 'medical_conditions',
    case when private.is_given(p_given -> 'pickup_authorizations')
      then private.check_people(p_given -> 'pickup_authorizations', v_field || '.pickup_authorizations', false) end,
    case when private.is_given(p_given -> 'emergency_contacts')
      then private.check_people(p_given -> 'emergency_contacts', v_field || '.emergency_contacts', true) end)
  on conflict (order_id, position) do update set
    allergies = excluded.allergies, medical_conditions = excluded.medical_conditions,
    pickup_authorizations = excluded.pickup_authorizations, emergency_contacts = excluded.emergency_contacts;
end;
$$;
comment on function private.take_child(public.order_children, jsonb) is
  'Writes one of the children of CheckoutDetails (contract/orders.ts), or refuses with invalid_input and the field, e.g. children[1].dob.';

create function private.take_details(p_order_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_parent constant jsonb := p_details -> 'parent';
  v_parent_name constant text := private.check_text(v_parent -> 'name', 'parent.name', 120);
  v_email constant text := lower(private.check_text(v_parent -> 'email', 'parent.email', 254));
  v_consents jsonb;
  v_child public.order_children;
  v_double integer;
begin
  if v_email !~ '^[^@\s<>,;:"()\\]+@[^@\s<>,;:"()\\]+\.[^@\s.<>,;:"()\\]+$' then
    perform private.fail('invalid_input', 'parent.email');
  end if;
  if jsonb_typeof(v_parent -> 'phone') is distinct from 'string'
    or not private.is_phone(v_parent ->> 'phone') then
    perform private.fail('invalid_input', 'parent.phone');
  end if;
  if jsonb_typeof(p_details -> 'children') is distinct from 'array' then perform private.fail('invalid_input', 'children'); end if;
  if jsonb_array_length(p_details -> 'children') <> (select count(*) from public.order_children where order_id = p_order_id) then
    perform private.fail('invalid_input', 'children');
  end if;
  for v_child in
    -- One for whom there was no place need not be described.
    select c.* from public.order_children c
    where c.order_id = p_order_id
      and exists (select from public.order_lines l where l.order_id = p_order_id and l.child_position = c.position)
    order by c.position
  loop
    perform private.take_child(v_child, p_details -> 'children' -> v_child.position);
  end loop;
  select max(c.position) into v_double
  from public.order_children c join public.orders o on o.id = c.order_id
  where o.id = p_order_id and c.name is not null
  group by coalesce(
    coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob))::text, private.name_key(c.name) || c.dob)
  having count(*) > 1 limit 1;
  if v_double is not null then perform private.fail('child_twice', format('children[%s].name', v_double)); end if;
  perform private.check_children(o.family_id, (
      select count(*) from public.order_children c
      where c.order_id = o.id and c.name is not null and c.child_id is null
        and private.find_child(o.family_id, c.name, c.dob) is null), 'children')
  from public.orders o where o.id = p_order_id and o.family_id is not null;
  if not private.is_given(p_details -> 'transport_address')
    and exists (select from public.order_lines where order_id = p_order_id and transport is not null) then
    perform private.fail('invalid_input', 'transport_address');
  end if;
  v_consents := private.check_consents(p_details -> 'consents');

  update public.orders set
    parent_name = v_parent_name, parent_email = v_email, parent_phone = v_parent ->> 'phone',
    signature = case when private.is_given(p_details -> 'signature')
      then private.check_text(p_details -> 'signature', 'signature', 120) end,
    transport_address = case when private.is_given(p_details -> 'transport_address')
      then private.check_text(p_details -> 'transport_address', 'transport_address', 300) end,
    consents = v_consents, consents_at = clock_timestamp()
  where id = p_order_id;
end;
$$;
comment on function private.take_details(uuid, jsonb) is
  'Writes CheckoutDetails of contract/orders.ts to the order, or refuses with invalid_input or child_twice and the field, e.g. parent.email; consent_text_changed.';

create function private.order_terms(p_order_id uuid)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_build_object(
    'total_cents', o.total_cents, 'currency', o.currency, 'email', o.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_array(offer_id, revision, title, total_cents, session_id, camp_id) order by position)
      from public.order_lines where order_id = o.id))
  from public.orders o where o.id = p_order_id);
end;
$$;
comment on function private.order_terms(uuid) is
  'What a payment session is about. Another attempt is needed exactly when this differs.';

create function private.line_description(p_session_id uuid, p_camp_id uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select concat_ws(', ', t.name, to_char(s.session_date, 'FMDy FMDD Mon YYYY'),
    ltrim(to_char(s.session_time, 'HH12.MI am'), '0'), l.name)
  from public.sessions s
  join public.class_types t on t.id = s.class_type_id
  join public.locations l on l.id = s.location_id
  where s.id = p_session_id
  union all
  select concat_ws(', ', c.name, to_char(c.start_date, 'FMDD Mon') || ' to ' || to_char(c.end_date, 'FMDD Mon YYYY'), l.name)
  from public.camp_weeks c join public.locations l on l.id = c.location_id
  where c.id = p_camp_id
$$;
comment on function private.line_description(uuid, uuid) is
  'The session or camp as the payment page names it. Nothing about a child leaves for the payment provider.';

create function private.agree_lines(p_order_id uuid, p_price jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.order_lines l set
    title = f.title, revision = f.revision, cancellation = f.cancellation, sessions = t.sessions,
    validity_days = t.validity_days, make_ups = t.make_ups, renews = t.renews, once_per_child = t.once_per_child,
    refund_rules = t.refund_rules, price_cents = n.price_cents, seen_price_cents = n.price_cents,
    rebate_cents = n.rebate_cents, sibling_rebate = n.sibling_rebate, discount_cents = n.discount_cents,
    transport_cents = n.transport_cents, rung_id = n.rung_id
  from jsonb_to_recordset(p_price -> 'lines') as n (
    position integer, rung_id text, price_cents integer, sibling_rebate boolean, rebate_cents integer,
    discount_cents integer, transport_cents integer),
    public.offers f, private.offer_terms(f) t
  where l.order_id = p_order_id and n.position = l.position and f.id = l.offer_id;
end;
$$;
comment on function private.agree_lines(uuid, jsonb) is
  'Makes an order''s lines what the parent just agreed to: prices of private.price_order, words and rules of the offers now.';

-- schemas/orders/payment_attempts.sql

-- Payment attempts: what the server's functions ask before they let somebody pay, and when a parent leaves
-- (README "One booking, end to end", step 3; decisions "Safety").
-- How places are locked stands at the head of places.sql.

create function public.settle_order(p_secret uuid, p_details jsonb, p_seen_total_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_attempt public.checkout_attempts;
  v_now timestamptz;
  v_price jsonb;
  v_used integer;
  v_same_terms boolean;
  v_too_late boolean;
  -- What was typed for the booking that is moved stands, unless it is typed again.
  v_keeps_details constant boolean := coalesce(p_details, 'null') = 'null' and private.is_move_of(p_secret);
begin
  if jsonb_typeof(p_details) is distinct from 'object' and not v_keeps_details then
    perform private.fail('invalid_input', 'details');
  end if;
  if p_seen_total_cents is null then perform private.fail('invalid_input', 'seen_total_cents'); end if;
  v_order := private.open_order(p_secret);
  if not v_keeps_details then perform private.take_details(v_order.id, p_details); end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  if not private.is_held(v_order.id, v_now) then perform private.fail('hold_expired'); end if;
  select * into v_attempt from public.checkout_attempts where order_id = v_order.id and attempt = v_order.attempt;
  -- Back to a payment page that is still open prolongs nothing; another one would.
  v_too_late := v_now > v_order.opened_at + make_interval(mins => v_settings.checkout_total_minutes);
  if v_too_late and (v_attempt.closed_at is null and v_attempt.expires_at > v_now) is not true then
    perform private.fail('hold_expired');
  end if;
  -- Held, and still no place: only when staff made it smaller or called it off.
  v_price := private.price_open(v_order.id, v_now);
  perform private.refuse_first(v_price -> 'refusals');
  if (v_price ->> 'total_cents')::integer <> p_seen_total_cents then
    perform private.fail('price_changed', 'seen_total_cents', v_price ->> 'total_cents');
  end if;
  if v_order.code is not null then
    perform private.use_promotion(v_order.id, v_order.code, (v_price ->> 'discount_cents')::integer, v_order.family_id,
      private.proven_email(v_order.user_id));
  end if;
  v_used := private.claim_once(v_order.id, v_now, 'told');
  if v_used is not null then perform private.fail('try_out_used', format('lines[%s].child', v_used)); end if;

  perform private.agree_lines(v_order.id, v_price);
  update public.orders set
    total_cents = p_seen_total_cents,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order.id
  returning * into v_order;
  -- The seats must not lapse while the payment provider is being asked.
  update public.holds
  set expires_at = greatest(expires_at, v_now + make_interval(mins => v_settings.checkout_call_minutes))
  where order_id = v_order.id;

  v_same_terms := v_attempt.order_id is not null and v_attempt.terms = private.order_terms(v_order.id);
  if not v_same_terms then
    if v_too_late then perform private.fail('hold_expired'); end if;
    -- Its session is about to be expired at the provider; that news must not free the seats.
    update public.checkout_attempts set superseded_at = v_now
    where order_id = v_order.id and superseded_at is null;
  end if;

  return jsonb_build_object(
    'order_id', v_order.id,
    'number', v_order.number,
    'attempt', v_order.attempt,
    'total_cents', v_order.total_cents,
    'currency', v_order.currency,
    'parent_email', v_order.parent_email,
    'lines', (
      select jsonb_agg(jsonb_build_object(
        'title', title, 'price_cents', total_cents, 'description', nullif(concat_ws(', ', 'Child ' || nth, private.line_description(session_id, camp_id)), ''),
        'renews', renews, 'renewal_cents', case when renews then price_cents end)
        order by position)
      from (
        -- Which of several children, without a name: nothing else about a child leaves for the payment provider.
        select l.*, case when min(child_position) over () <> max(child_position) over ()
          then dense_rank() over (order by child_position) end as nth
        from public.order_lines l where order_id = v_order.id) l),
    'open_session_id', case when v_attempt.closed_at is null and v_attempt.expires_at > v_now
      then v_attempt.session_id end,
    'stored_params', v_attempt.params,
    'same_terms', v_same_terms);
end;
$$;
comment on function public.settle_order(uuid, jsonb, integer) is
  'Takes CheckoutDetails (null for a move: those of the booking that is moved), then checks places and prices again under the locks: {order_id, number, attempt (0 = none), total_cents, currency, parent_email, lines: [{title, price_cents, description, renews, renewal_cents: of each renewal, or null}], open_session_id, stored_params, same_terms}. Refuses: invalid_input, child_twice (field), consent_text_changed, order_not_found, order_closed, hold_expired, try_out_used, what private.price_order refuses, line_closed (field lines[0]: what a move was to carry over is not what it was), price_changed (detail = the new total in cents). Definer: only writer of an order''s details; only the service role may call.';
grant execute on function public.settle_order(uuid, jsonb, integer) to service_role;

create function public.start_attempt(p_order_id uuid, p_params jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  if jsonb_typeof(p_params) is distinct from 'object' then perform private.fail('invalid_input', 'p_params'); end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status = 'expired' then perform private.fail('hold_expired'); end if;
  -- Without consents nobody has settled it yet.
  if v_order.status not in ('held', 'awaiting_payment') or v_order.consents_at is null then
    perform private.fail('order_closed');
  end if;
  if not private.is_held(v_order.id, clock_timestamp()) or clock_timestamp() > v_order.opened_at
    + make_interval(mins => (private.settings()).checkout_total_minutes + (private.settings()).checkout_call_minutes) then
    perform private.fail('hold_expired');
  end if;

  update public.checkout_attempts set superseded_at = clock_timestamp()
  where order_id = v_order.id and superseded_at is null;
  update public.orders set attempt = attempt + 1, status = 'awaiting_payment'
  where id = v_order.id
  returning * into v_order;
  insert into public.checkout_attempts (order_id, attempt, params, terms)
  values (v_order.id, v_order.attempt, p_params, private.order_terms(v_order.id));
  return jsonb_build_object('attempt', v_order.attempt);
end;
$$;
comment on function public.start_attempt(uuid, jsonb) is
  'Stores what the payment provider will be asked, before it is asked: {attempt}. From here on the order is awaiting_payment. Refuses: invalid_input, order_not_found, order_closed, hold_expired. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.start_attempt(uuid, jsonb) to service_role;

create function private.keeps_code(p_order public.orders)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_promotion public.promotion_codes;
begin
  if p_order.code is null then return true; end if;
  select * into v_promotion from public.promotion_codes where code = p_order.code for update;
  return private.promotion_problem(
    v_promotion, clock_timestamp(), p_order.id, p_order.family_id, private.proven_email(p_order.user_id)) is null;
end;
$$;
comment on function private.keeps_code(public.orders) is
  'Is the promotion code of an order whose hold had lapsed still free for it? Locks the code, then counts.';

create function public.record_checkout(
  p_order_id uuid, p_attempt integer, p_session_id text, p_expires_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order public.orders;
  v_now timestamptz;
begin
  if coalesce(p_session_id, '') = '' then perform private.fail('invalid_input', 'p_session_id'); end if;
  if p_expires_at is null or p_expires_at > clock_timestamp() + interval '25 hours' then
    perform private.fail('invalid_input', 'p_expires_at');
  end if;
  select * into v_order from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  -- Kept whatever follows: a payment of this session must find its order.
  update public.checkout_attempts set session_id = p_session_id, expires_at = p_expires_at
  where order_id = v_order.id and attempt = p_attempt;
  if not found then perform private.fail('invalid_input', 'p_attempt'); end if;
  if v_order.status <> 'awaiting_payment' or v_order.attempt <> p_attempt then
    return jsonb_build_object('ok', false);
  end if;

  perform private.lock_order_places(v_order.id);
  v_now := clock_timestamp();
  -- What lapsed meanwhile others may have taken: the place, the use of the code, the child's one try-out.
  if not private.is_held(v_order.id, v_now) and (
    private.misfit(v_order.id, v_now) is not null
    or not private.keeps_code(v_order)
    or private.claim_once(v_order.id, v_now) is not null
  ) then
    return jsonb_build_object('ok', false);
  end if;
  insert into public.holds as h (order_line_id, order_id, session_id, camp_id, expires_at)
  select id, order_id, session_id, camp_id, least(
    p_expires_at + make_interval(mins => v_settings.checkout_tail_minutes),
    v_order.opened_at + make_interval(mins => v_settings.hold_life_minutes))
  from public.order_lines where order_id = v_order.id
  on conflict (order_line_id) do update set expires_at = greatest(h.expires_at, excluded.expires_at);
  return jsonb_build_object('ok', true);
end;
$$;
comment on function public.record_checkout(uuid, integer, text, timestamptz) is
  'Keeps the provider''s session and holds the seats until it expires, plus checkout_tail_minutes, but no longer than hold_life_minutes from the opening: {ok}. ok is false when the order, or what it held, is gone meanwhile: the caller expires that session. Definer: only writer of attempts; only the service role may call.';
grant execute on function public.record_checkout(uuid, integer, text, timestamptz) to service_role;

-- Leaving ----------------------------------------------------------------------------------------------

create function public.list_open_sessions(p_secret uuid, p_before_attempt integer default null)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(a.session_id order by a.attempt), '[]')
  from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where o.secret = p_secret and a.session_id is not null and a.closed_at is null
    and (p_before_attempt is null or a.attempt < p_before_attempt)
$$;
comment on function public.list_open_sessions(uuid, integer) is
  'Payment sessions of this order of which the provider has not said that they expired, all or those of earlier attempts than one: [session_id]; empty for an unknown secret. A function, because a filter on a table would write the secret into an address. Definer: only the service role may call.';
grant execute on function public.list_open_sessions(uuid, integer) to service_role;

create function public.release_order(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where secret = p_secret for no key update;
  if not found then perform private.fail('order_not_found'); end if;
  if v_order.status not in ('held', 'awaiting_payment') then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'released');
  perform private.order_places_freed(v_order.id);
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.release_order(uuid) is
  'Gives the seats back: {released}, false when the order was closed already. Refuses: order_not_found. The caller has expired the payment session first. Definer: only the service role may call, because only it can ask the payment provider.';
grant execute on function public.release_order(uuid) to service_role;

create function public.lapse_checkout(p_session_id text, p_refused boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_attempt public.checkout_attempts;
begin
  -- With the order that a move moves from: the mail of a refused one carries its link.
  v_order := private.lock_paid_order((select order_id from public.checkout_attempts where session_id = p_session_id));
  if v_order.id is null then return jsonb_build_object('released', false); end if;

  update public.checkout_attempts set closed_at = coalesce(closed_at, clock_timestamp())
  where session_id = p_session_id
  returning * into v_attempt;
  if v_order.status <> 'awaiting_payment' or v_attempt.attempt <> v_order.attempt
    or v_attempt.superseded_at is not null then
    return jsonb_build_object('released', false);
  end if;
  perform private.free_seats(v_order.id, 'expired');
  perform private.order_places_freed(v_order.id);
  -- Who let the page be knows; who was told "on its way" does not.
  if p_refused then
    perform private.queue_order_mail('payment_failed', v_order.id);
  end if;
  return jsonb_build_object('released', true);
end;
$$;
comment on function public.lapse_checkout(text, boolean) is
  'The provider says that this session has expired, or with p_refused that the bank said no to a payment that was under way: {released}. Frees the seats only if it was the order''s current one; of a refused one the parent is told, once. Definer: only the service role may call.';
grant execute on function public.lapse_checkout(text, boolean) to service_role;

-- schemas/orders/placing.sql

-- Placing: from a paid order to a family's bookings, enrolments and passes
-- (decisions "Safety"; README "One booking, end to end", step 4).

-- Paid after the hold lapsed ---------------------------------------------------------------------------

create function private.misfit(p_order_id uuid, p_at timestamptz)
returns integer
language sql
volatile
set search_path = ''
as $$
  with lines as (
    select l.*, row_number() over (partition by l.session_id, l.camp_id order by l.position) as nth,
      row_number() over (partition by l.camp_id, l.rung_id order by l.position) as nth_on_rung,
      row_number() over (partition by l.camp_id, l.sibling_rebate order by l.position) as nth_with_rebate
    from public.order_lines l where l.order_id = p_order_id
  )
  select min(l.position)
  from lines l
  left join public.sessions s on s.id = l.session_id
  left join public.camp_weeks c on c.id = l.camp_id
  left join lateral private.tier_offer(c.tier) f on c.id is not null
  left join lateral (
    select (r ->> 'places')::numeric as places
    from jsonb_array_elements(f.details -> 'rungs') r where r ->> 'id' = l.rung_id and r ->> 'places' is not null
  ) rung on true
  where s.status <> 'scheduled' or c.cancelled_at is not null
    or l.nth > s.max_capacity - private.seats_taken(s.id, p_at, p_order_id)
    or l.nth > c.capacity - private.camp_seats_taken(c.id, p_at, p_order_id)
    or l.nth_on_rung > rung.places - private.camp_lines_taken(c.id, l.rung_id, p_at, p_order_id)
    or (l.sibling_rebate and l.nth_with_rebate
      > (f.details #>> '{sibling_rebate,places}')::numeric - private.camp_lines_taken(c.id, null, p_at, p_order_id))
$$;
comment on function private.misfit(uuid, timestamptz) is
  'Position of the first line for which, beside everybody else''s, there is no place, no place on the early-bird rung that it was sold at, or none with rebate; null when all fit. Prices may have changed since: what was paid stands. Only meaningful under private.lock_order_places.';

create function private.begun(p_order_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.order_lines l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_order_id and coalesce(s.starts_at, c.starts_at) <= private.calendar_now())
$$;
comment on function private.begun(uuid) is 'Has one of the order''s sessions or camps begun?';

-- From an order to a family's bookings -------------------------------------------------------------------

create function private.order_family(p_order public.orders)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id uuid := p_order.family_id;
begin
  if v_family_id is null then
    -- A guest's family of its own: who merely types somebody's e-mail address must not get into their family.
    insert into public.families (contact_name, contact_email, contact_phone)
    values (p_order.parent_name, p_order.parent_email, p_order.parent_phone)
    returning id into v_family_id;
    update public.orders set family_id = v_family_id where id = p_order.id;
  end if;
  -- Two orders paid at once for one new child: the second finds the child that the first made.
  perform from public.families where id = v_family_id for no key update;
  return v_family_id;
end;
$$;
comment on function private.order_family(public.orders) is 'The family that an order is for, locked; a guest''s is made.';

create function private.order_child(p_child public.order_children, p_family_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_details public.order_child_details;
  v_child_id uuid := p_child.child_id;
begin
  if v_child_id is null then
    v_child_id := private.find_child(p_family_id, p_child.name, p_child.dob);
  end if;
  if v_child_id is null then
    insert into public.children (family_id, name, dob) values (p_family_id, p_child.name, p_child.dob)
    returning id into v_child_id;
  end if;
  if p_child.experience_level is not null then
    update public.children set experience_level = p_child.experience_level
    where id = v_child_id and experience_level is distinct from p_child.experience_level;
  end if;
  update public.order_children set child_id = v_child_id
  where order_id = p_child.order_id and position = p_child.position;

  delete from public.order_child_details where order_id = p_child.order_id and position = p_child.position
  returning * into v_details;
  if found then
    insert into public.child_health as h (child_id, allergies, medical_conditions)
    values (v_child_id, v_details.allergies, v_details.medical_conditions)
    -- What the family told before stays, unless it says something new.
    on conflict (child_id) do update set
      allergies = coalesce(excluded.allergies, h.allergies),
      medical_conditions = coalesce(excluded.medical_conditions, h.medical_conditions);
    perform private.save_people(
      p_family_id, v_child_id, v_details.emergency_contacts, v_details.pickup_authorizations);
  end if;
  return v_child_id;
end;
$$;
comment on function private.order_child(public.order_children, uuid) is
  'The child that an order''s child is: known, found in the family by name and birth date, or new; with what the checkout told about experience, health and pickup.';

create function private.grant_pass(p_line public.order_lines, p_child_id uuid, p_family_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_today constant date := (clock_timestamp() at time zone private.time_zone())::date;
  v_pass_id uuid;
begin
  insert into public.passes
    (family_id, child_id, order_line_id, offer_id, title, sessions_total, make_ups_total, valid_from, valid_until)
  values (p_family_id, p_child_id, p_line.id, p_line.offer_id, p_line.title, p_line.sessions, p_line.make_ups, v_today,
    v_today + p_line.validity_days)
  returning id into v_pass_id;
  insert into public.credit_ledger (pass_id, delta, reason) values (v_pass_id, p_line.sessions, 'granted');
  return v_pass_id;
end;
$$;
comment on function private.grant_pass(public.order_lines, uuid, uuid) is 'The pass of a paid line, with its credits.';

create function private.book(p_session_id uuid, p_child_id uuid, p_family_id uuid, p_pass_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking_id uuid;
begin
  insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
  select id, session_date, session_time, p_child_id, p_family_id from public.sessions where id = p_session_id
  returning id into v_booking_id;
  insert into public.credit_ledger (pass_id, delta, reason, booking_id) values (p_pass_id, -1, 'booked', v_booking_id);
  return v_booking_id;
end;
$$;
comment on function private.book(uuid, uuid, uuid, uuid) is
  'Books a child into a session with a credit of a pass. The caller has locked the session and made sure of the seat.';

create function private.place_line(p_line public.order_lines, p_child_id uuid, p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pass_id uuid;
begin
  if p_line.camp_id is not null then
    insert into public.camp_enrollments (camp_id, child_id, family_id, order_line_id, rung_id, sibling_rebate)
    values (p_line.camp_id, p_child_id, p_family_id, p_line.id, p_line.rung_id, p_line.sibling_rebate);
  elsif p_line.sessions is not null then
    select id into v_pass_id from public.passes where order_line_id = p_line.id;
    if v_pass_id is null then v_pass_id := private.grant_pass(p_line, p_child_id, p_family_id); end if;
    if p_line.session_id is not null then
      perform private.book(p_line.session_id, p_child_id, p_family_id, v_pass_id);
    end if;
  end if;
  update public.order_lines set status = 'placed' where id = p_line.id;
end;
$$;
comment on function private.place_line(public.order_lines, uuid, uuid) is
  'Gives a paid line what it bought: pass with its first booking, place on a camp, or for another package the line itself. The caller has locked the places and made sure of them.';

create function private.is_enrolled(p_line public.order_lines)
returns boolean
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select exists (
    select from (
      select coalesce(c.child_id, private.find_child(o.family_id, c.name, c.dob)) as child_id
      from public.order_children c join public.orders o on o.id = c.order_id
      where c.order_id = p_line.order_id and c.position = p_line.child_position
    ) k
    where exists (select from public.bookings b
        where b.session_id = p_line.session_id and b.child_id = k.child_id and b.status = 'booked')
      or exists (select from public.camp_enrollments e
        where e.camp_id = p_line.camp_id and e.child_id = k.child_id and e.status = 'enrolled')));
end;
$$;
comment on function private.is_enrolled(public.order_lines) is 'Is the line''s child in the session or camp already, by another order?';

create function private.enrol_family(p_order_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_family_id uuid;
  v_child public.order_children;
begin
  select * into v_order from public.orders where id = p_order_id;
  v_family_id := private.order_family(v_order);
  for v_child in
    select c.* from public.order_children c
    where c.order_id = p_order_id
      and exists (select from public.order_lines l where l.order_id = p_order_id and l.child_position = c.position)
    order by c.position
  loop
    perform private.order_child(v_child, v_family_id);
  end loop;
  delete from public.holds where order_id = p_order_id;
  perform private.record_checkout_consents(p_order_id);
  return v_family_id;
end;
$$;
comment on function private.enrol_family(uuid) is
  'Makes family and children of a paid order, records its consents and lets go of its holds: the family. Repeating it makes nothing twice.';

create function private.enrol(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id constant uuid := private.enrol_family(p_order_id);
  v_line public.order_lines;
begin
  for v_line in
    select * from public.order_lines where order_id = p_order_id and status in ('open', 'needs_choice') order by position
  loop
    perform private.place_line(v_line,
      (select child_id from public.order_children where order_id = p_order_id and position = v_line.child_position),
      v_family_id);
  end loop;
  perform private.keep_once(p_order_id);
end;
$$;
comment on function private.enrol(uuid) is
  'Makes family, children, passes, credits, bookings and enrolments of a paid order''s lines, and lets go of its holds. The caller has locked order and places and made sure of them.';

-- schemas/orders/confirmation.sql

-- Confirmation: a payment becomes a booking, once, or an open decision for staff; never a lost charge
-- (decisions "Safety"; README "One booking, end to end", step 4).

create function private.queue_order_mail(
  p_template text, p_order_id uuid, p_about text default null, p_more jsonb default '{}')
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant jsonb := private.order_view(p_order_id);
  v_waits constant boolean := p_template = 'order_cancelled' and exists (
    select from public.refunds where order_id = p_order_id and private.refund_status(refunds) = 'waiting');
begin
  -- Of an order whose people were forgotten nobody is told anything.
  if v_order ->> 'parent_email' is null then return; end if;
  -- What this mail says comes back, no second one says: what the transaction asked for. What waits for a bank is said when it goes.
  if p_template = 'order_cancelled' and not v_waits then
    update public.refunds set told = true
    where order_id = p_order_id and status = 'requested' and created_at >= transaction_timestamp() and reason <> 'goodwill';
  end if;
  insert into public.outbox (key, template, recipient, payload)
  values (
    p_template || ':' || coalesce(p_about, p_order_id::text),
    p_template,
    v_order ->> 'parent_email',
    v_order || p_more || private.mail_links(p_template, p_order_id, v_order ->> 'parent_email') || jsonb_build_object(
      'refund_waits', v_waits,
      'parent_first_name', split_part(v_order ->> 'parent_name', ' ', 1),
      -- Of a child a mail knows the first name and nothing else.
      'lines', (
        select jsonb_agg(value || jsonb_build_object('child_name', split_part(value ->> 'child_name', ' ', 1),
            'refund_steps', case when p_template in ('booking_confirmed', 'paid_late_reseated', 'order_moved')
              then private.refund_steps((value ->> 'line_id')::uuid) end)
          order by ordinality)
        from jsonb_array_elements(v_order -> 'lines') with ordinality),
      'receipt', jsonb_build_object(
        'number', v_order -> 'number', 'paid_at', v_order -> 'paid_at', 'currency', v_order -> 'currency',
        'total_cents', v_order -> 'total_cents', 'gst', v_order -> 'gst',
        'lines', (
          select jsonb_agg(jsonb_build_object('title', value -> 'title', 'price_cents', value -> 'total_cents')
            order by ordinality)
          from jsonb_array_elements(v_order -> 'lines') with ordinality))))
  on conflict (key) do nothing;
end;
$$;
comment on function private.queue_order_mail(text, uuid, text, jsonb) is
  'Queues a mail about an order, once per template and order, or per template and p_about. p_more: what happened, see outbox.payload.';

create function private.open_decision(
  p_kind text, p_payment public.payments, p_order public.orders, p_more jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.payment_decisions (kind, payment_id, order_id, details)
  values (p_kind, p_payment.id, p_order.id, jsonb_build_object(
    'amount_cents', p_payment.amount_cents, 'currency', p_payment.currency,
    'order_number', p_order.number, 'order_total_cents', p_order.total_cents, 'order_status', p_order.status) || p_more)
  on conflict (payment_id, kind) do nothing
$$;
comment on function private.open_decision(text, public.payments, public.orders, jsonb) is
  'Leaves a charge to a person. The order may be a row of nulls; p_more goes to the details.';

create function private.apply_payment(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_order.id is null then
    perform private.open_decision('unknown_order', p_payment, p_order);
    return 'unknown_order';
  end if;
  if p_order.status in ('paid', 'paid_late') then
    perform private.open_decision('duplicate_payment', p_payment, p_order);
    return 'duplicate_payment';
  end if;
  -- An order without consents was never settled: nothing that we know of could have been paid.
  if p_payment.amount_cents <> p_order.total_cents or p_payment.currency <> p_order.currency
    or p_order.consents_at is null then
    update public.orders set outcome = 'under_review' where id = p_order.id;
    perform private.open_decision('mismatch', p_payment, p_order);
    return 'mismatch';
  end if;
  return private.take_places(p_payment, p_order);
end;
$$;
comment on function private.apply_payment(public.payments, public.orders) is
  'What a new charge does to its order, which the caller has locked. Answers a result of confirm_order.';

create function private.take_places(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now timestamptz;
  v_in_time boolean;
  v_carries boolean;
  v_used boolean;
begin
  perform private.lock_paid_places(p_order.id);
  v_now := clock_timestamp();
  v_used := private.claim_once(p_order.id, v_now, 'paid') is not null;
  if v_used and not private.is_move(p_order.id) then return private.refuse_used(p_payment, p_order); end if;
  v_carries := private.can_carry(p_order.id);
  v_in_time := private.is_held(p_order.id, v_now) and v_carries and not exists (
    select from public.order_lines l
    left join public.sessions s on s.id = l.session_id
    left join public.camp_weeks c on c.id = l.camp_id
    where l.order_id = p_order.id and (s.status <> 'scheduled' or c.cancelled_at is not null or private.is_enrolled(l)))
    and not v_used;

  -- Late, or called off meanwhile: take the places if they are there, of what has not begun.
  if not v_in_time and (
    not v_carries
    or private.misfit(p_order.id, v_now) is not null
    or private.begun(p_order.id)
    or exists (select from public.order_lines l where l.order_id = p_order.id and private.is_enrolled(l))
    or v_used
  ) then
    delete from public.holds where order_id = p_order.id;
    -- The family still has the place that it wanted to move from, or what it took for it.
    if private.is_move(p_order.id) then return private.refuse_move(p_payment, p_order); end if;
    update public.order_lines set status = 'needs_choice' where order_id = p_order.id;
    update public.orders set status = 'paid_late', outcome = 'needs_choice', paid_at = v_now where id = p_order.id;
    perform private.open_decision('paid_late', p_payment, p_order);
    perform private.queue_order_mail('paid_late_choice', p_order.id);
    -- Of siblings one may have held a place that is now nobody's.
    perform private.order_places_freed(p_order.id);
    return 'needs_choice';
  end if;

  perform private.enrol(p_order.id);
  if v_in_time then
    update public.orders set status = 'paid', outcome = null, paid_at = v_now where id = p_order.id;
  else
    update public.orders set status = 'paid_late', outcome = 'reseated', paid_at = v_now where id = p_order.id;
  end if;
  perform private.give_up_moved(p_order.id);
  perform private.queue_order_mail(case when v_in_time then 'booking_confirmed' else 'paid_late_reseated' end, p_order.id);
  return case when v_in_time then 'confirmed' else 'reseated' end;
end;
$$;
comment on function private.take_places(public.payments, public.orders) is
  'Gives an order, locked by private.lock_paid_order, what its charge pays for, or leaves the choice to the parent: confirmed, reseated or needs_choice. A move that cannot be made any more, and a try-out that the child has had, are paid back at once (needs_choice too: there is nothing left to choose).';

create function private.note_charge(
  p_payment_intent text, p_session_id text, p_invoice_id text, p_order_id uuid, p_amount_cents integer, p_currency text)
returns public.payments
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment public.payments;
begin
  -- Two reports that know no name in common: what the order is still charged without (whose row the caller holds).
  select * into v_payment from public.payments p
  where p.order_id = p_order_id and p.provider = 'stripe' and p.amount_cents = p_amount_cents and p.currency = p_currency
    and num_nonnulls(p.payment_intent, p_payment_intent) = 1 and num_nonnulls(p.session_id, p_session_id) = 1
  order by p.created_at limit 1;
  if v_payment.id is null then
    -- Whoever reports the same name at this moment waits here until the first is through.
    insert into public.payments (payment_intent, session_id, invoice_id, order_id, amount_cents, currency)
    values (p_payment_intent, p_session_id, p_invoice_id, p_order_id, p_amount_cents, p_currency)
    on conflict do nothing
    returning * into v_payment;
    if v_payment.id is not null then return v_payment; end if;
    select * into v_payment from public.payments p
    where p.payment_intent = p_payment_intent or p.session_id = p_session_id or p.invoice_id = p_invoice_id
    -- A row that shares what charged is the charge, whatever else another row shares.
    order by coalesce(p.payment_intent = p_payment_intent, false) desc limit 1;
  end if;
  if v_payment.payment_intent <> p_payment_intent and coalesce(v_payment.invoice_id <> p_invoice_id, true) then
    -- Charged twice for one session. An invoice is paid once, whichever of its attempts a report names.
    insert into public.payments (payment_intent, order_id, amount_cents, currency)
    values (p_payment_intent, p_order_id, p_amount_cents, p_currency)
    on conflict do nothing
    returning * into v_payment;
    if v_payment.id is null then
      select * into v_payment from public.payments where payment_intent = p_payment_intent;
    end if;
    return v_payment;
  end if;
  -- The names that this report adds; one that stands on another row already stays there.
  update public.payments p set
    payment_intent = coalesce(p.payment_intent, p_payment_intent),
    session_id = coalesce(p.session_id, (
      select p_session_id where not exists (select from public.payments where session_id = p_session_id))),
    invoice_id = coalesce(p.invoice_id, (
      select p_invoice_id where not exists (select from public.payments where invoice_id = p_invoice_id)))
  where p.id = v_payment.id
  returning * into v_payment;
  return v_payment;
end;
$$;
comment on function private.note_charge(text, text, text, uuid, integer, text) is
  'The row of a charge that is reported under some of its names (what charged, session, invoice): made, or known under one of them and given the others. Its result is null when it is new. Another intent than the known one is another charge, also when it is said to be of the same session. The caller has locked the order that it names.';

create function public.confirm_order(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
set enable_seqscan = off
set jit = off
as $$
declare
  v_event_id constant text := p_event ->> 'event_id';
  v_session_id constant text := p_event ->> 'session_id';
  v_payment_intent constant text := p_event ->> 'payment_intent';
  v_payment public.payments;
  v_order public.orders;
begin
  if coalesce(v_event_id, '') = '' then perform private.fail('invalid_input', 'event_id'); end if;
  -- A charge has a name, whatever the report leaves out.
  if coalesce(v_payment_intent, v_session_id, '') = '' or v_session_id = '' then
    perform private.fail('invalid_input', 'payment_intent');
  end if;
  if not private.is_whole(p_event -> 'amount_cents', 0, 2000000000) then
    perform private.fail('invalid_input', 'amount_cents');
  end if;
  if coalesce(p_event ->> 'currency', '') = '' then perform private.fail('invalid_input', 'currency'); end if;

  -- The same report again: waits here until the first is through, and then knows what came of it.
  insert into public.payment_events (event_id, event_type) values (v_event_id, p_event ->> 'event_type')
  on conflict (event_id) do nothing;
  if not found then
    select p.* into v_payment
    from public.payment_events e join public.payments p on p.id = e.payment_id where e.event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;

  if private.is_uuid(p_event -> 'order_id') then
    v_order := private.lock_paid_order((p_event ->> 'order_id')::uuid);
  end if;
  if v_order.id is null then
    v_order := private.lock_paid_order((select order_id from public.checkout_attempts where session_id = v_session_id));
  end if;

  select * into v_payment from private.note_charge(v_payment_intent, v_session_id, null, v_order.id,
    (p_event ->> 'amount_cents')::numeric::integer, upper(p_event ->> 'currency'));
  update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
  -- The same charge in another report, such as the success page asking before the webhook came.
  if v_payment.result is not null then return private.payment_answer(v_payment, false); end if;

  update public.payments set result = private.apply_payment(v_payment, v_order)
  where id = v_payment.id
  returning * into v_payment;
  return private.payment_answer(v_payment, true);
end;
$$;
comment on function public.confirm_order(jsonb) is
  'A paid session was reported: {event_id, event_type, session_id, payment_intent, order_id, amount_cents, currency} -> {result: confirmed | already_confirmed | reseated | needs_choice | mismatch | duplicate_payment | unknown_order, number?}. One transaction, and the same answer however often and however parallel it is reported. Refuses only invalid_input (field), so that the report comes again. Definer: the only way money becomes a booking; only the service role may call, after the provider''s signature or its own answer.';
grant execute on function public.confirm_order(jsonb) to service_role;

create function private.payment_answer(p_payment public.payments, p_is_new boolean)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return (select jsonb_strip_nulls(jsonb_build_object(
    'result', case when not p_is_new and p_payment.result in ('confirmed', 'reseated')
      then 'already_confirmed' else p_payment.result end,
    'number', (select number from public.orders where id = p_payment.order_id))));
end;
$$;
comment on function private.payment_answer(public.payments, boolean) is
  'The answer of confirm_order; a booking that stood before reads already_confirmed.';

-- schemas/orders/chores.sql

-- Chores: called every minute by error-monitor/maintenance (README "One booking, end to end", step 5).

create function private.is_unsettled(p_attempt public.checkout_attempts)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_attempt.session_id is not null and p_attempt.closed_at is null
    and not exists (select from public.payments where session_id = p_attempt.session_id)
$$;
comment on function private.is_unsettled(public.checkout_attempts) is
  'Is there a payment session whose end we have not heard of? One whose charge is recorded has ended, also when the charge did not fit and waits for a person.';

create function public.release_lapsed_holds()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order record;
  v_ids uuid[] := '{}';
begin
  for v_order in
    select o.id
    from public.orders o
    where o.status in ('held', 'awaiting_payment')
      and not exists (select from public.holds h where h.order_id = o.id and h.expires_at > clock_timestamp())
    order by o.created_at
    limit 500
    for update of o skip locked
  loop
    -- Asked again now that the order is ours: the hold may have been prolonged just before.
    continue when exists (
      select from public.holds where order_id = v_order.id and expires_at > clock_timestamp());
    if exists (
      select from public.checkout_attempts a where a.order_id = v_order.id and private.is_unsettled(a)
    ) then
      -- The seats are free by the clock. The order stays open until the provider has said that nobody paid.
      delete from public.holds where order_id = v_order.id;
      continue when not found;
    else
      perform private.free_seats(v_order.id, 'expired');
    end if;
    v_ids := v_ids || v_order.id;
  end loop;
  perform private.places_freed(
    array(select distinct session_id from public.order_lines where order_id = any (v_ids) and session_id is not null),
    array(select distinct camp_id from public.order_lines where order_id = any (v_ids) and camp_id is not null));
  return jsonb_build_object('released', cardinality(v_ids));
end;
$$;
comment on function public.release_lapsed_holds() is
  'Clears away holds whose time is over: {released} orders. Seats do not wait for it, they count as free by the clock. Definer: only the service role may call.';
grant execute on function public.release_lapsed_holds() to service_role;

create function public.list_unsettled_orders(p_older_than_seconds integer default 0)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('order_id', o.id, 'secret', o.secret, 'session_id', a.session_id)
      order by o.created_at, o.id, a.attempt desc),
    '[]')
  from public.orders o
  join public.checkout_attempts a on a.order_id = o.id
  where o.status = 'awaiting_payment' and private.is_unsettled(a)
    and a.created_at <= clock_timestamp() - make_interval(secs => p_older_than_seconds)
$$;
comment on function public.list_unsettled_orders(integer) is
  'Payment sessions of awaiting orders of which we do not know the end: [{order_id, secret, session_id}], each order''s current one first. The caller asks the provider, then calls confirm_order or lapse_checkout. A chore may leave the youngest to the webhook. Definer: only the service role may call.';
grant execute on function public.list_unsettled_orders(integer) to service_role;

create function public.offer_waiting_places()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_today constant date := private.calendar_today();
  v_offered integer;
begin
  -- Only where there is something to offer or to end: every other place would be locked for nothing. Free places are
  -- counted of those alone for which somebody waits (offset 0 keeps the questions in this order).
  v_offered := private.places_freed(
    array(
      select session_id from public.waitlist_offers where status = 'open' and expires_at <= v_now and session_id is not null
      union
      select w.id from (
        select s.id from public.sessions s
        where s.session_date >= v_today
          and exists (select from public.waitlist_entries e where e.session_id = s.id and e.status = 'waiting')
        offset 0) w
      where private.places_free(w.id, null, v_now) > 0),
    array(
      select camp_id from public.waitlist_offers where status = 'open' and expires_at <= v_now and camp_id is not null
      union
      select w.id from (
        select c.id from public.camp_weeks c
        where c.is_active and c.end_date >= v_today
          and exists (select from public.waitlist_entries e where e.camp_id = c.id and e.status = 'waiting')
        offset 0) w
      where private.places_free(null, w.id, v_now) > 0));
  perform private.chase_unconfirmed();
  return jsonb_build_object('offered', v_offered);
end;
$$;
comment on function public.offer_waiting_places() is
  'Ends offers whose deadline has passed and offers every free place for which somebody waits: {offered}. Whoever frees a place offers it at once; this is for what lapses by the clock. Reminds those who have not confirmed their address. Definer: only the service role may call.';
grant execute on function public.offer_waiting_places() to service_role;

-- schemas/waitlists/joining.sql

-- Joining the waitlist: who may, for what, and what is told to whom.

create function private.check_waiting(p_entry jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_item record;
begin
  perform private.check_object(p_entry, 'p_entry', 8000);
  if num_nonnulls(p_entry ->> 'session_id', p_entry ->> 'camp_id') <> 1 then perform private.fail('invalid_input', 'session_id'); end if;
  if p_entry ->> 'session_id' is not null and not private.is_uuid(p_entry -> 'session_id') then
    perform private.fail('invalid_input', 'session_id');
  end if;
  if p_entry ->> 'camp_id' is not null and not private.is_uuid(p_entry -> 'camp_id') then
    perform private.fail('invalid_input', 'camp_id');
  end if;
  if jsonb_typeof(p_entry -> 'children') is distinct from 'array' or jsonb_array_length(p_entry -> 'children') not between 1 and 8 then
    perform private.fail('invalid_input', 'children');
  end if;
  for v_item in
    select value as c, format('children[%s]', ordinality - 1) as field
    from jsonb_array_elements(p_entry -> 'children') with ordinality
  loop
    if jsonb_typeof(v_item.c) <> 'object' then perform private.fail('invalid_input', v_item.field); end if;
    if jsonb_typeof(coalesce(v_item.c -> 'is_friend', 'false')) <> 'boolean' then
      perform private.fail('invalid_input', v_item.field || '.is_friend');
    end if;
    if private.is_given(v_item.c -> 'id') then
      if not private.is_uuid(v_item.c -> 'id') then perform private.fail('invalid_input', v_item.field || '.id'); end if;
      if not exists (select from public.children
        where id = (v_item.c ->> 'id')::uuid and family_id = private.my_family_id()) then
        perform private.fail('child_not_found', v_item.field || '.id');
      end if;
    else
      perform private.check_text(v_item.c -> 'name', v_item.field || '.name', 120);
      -- Of a friend the name is enough.
      if private.is_given(v_item.c -> 'dob') or v_item.c -> 'is_friend' is distinct from 'true' then
        if not coalesce(private.fits(v_item.c -> 'dob', '"date"'), false) then perform private.fail('invalid_input', v_item.field || '.dob'); end if;
      end if;
    end if;
  end loop;
end;
$$;
comment on function private.check_waiting(jsonb) is 'WaitlistRequest of contract/waitlists.ts, or invalid_input or child_not_found with the field.';

create function private.is_off(p_session_id uuid, p_camp_id uuid)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (select from public.sessions where id = p_session_id and status = 'cancelled')
    or exists (select from public.camp_weeks where id = p_camp_id and cancelled_at is not null)
$$;
comment on function private.is_off(uuid, uuid) is 'Was this session or camp called off?';

create function private.waitlist_view(p_entry public.waitlist_entries)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.waitlist_offers;
  v_status text := p_entry.status;
begin
  select * into v_offer from public.waitlist_offers
  where entry_id = p_entry.id and status = 'open' and expires_at > clock_timestamp();
  -- The deadline decides, whether or not the chore has come by; and whatever was promised, nobody comes to what is off.
  if v_status = 'offered' and v_offer.id is null then v_status := 'lapsed'; end if;
  if v_status not in ('enrolled', 'declined', 'left') and private.is_off(p_entry.session_id, p_entry.camp_id) then
    v_status := 'called_off';
    v_offer := null;
  end if;
  return jsonb_build_object(
    'entry_id', p_entry.id,
    'status', v_status,
    'places', coalesce(v_offer.places, p_entry.places),
    'position', case when v_status = 'waiting' then 1 + (
      select count(*) from public.waitlist_entries e
      where e.status = 'waiting' and (e.session_id = p_entry.session_id or e.camp_id = p_entry.camp_id)
        and (e.joined_at, e.id) < (p_entry.joined_at, p_entry.id)) end,
    'offer_id', p_entry.offer_id,
    'offer_expires_at', private.iso(v_offer.expires_at),
    'session', private.session_view(p_entry.session_id),
    'camp', private.camp_view(p_entry.camp_id),
    'children', (
      select jsonb_agg(jsonb_build_object('id', c.child_id, 'name', c.name, 'dob', c.dob, 'is_friend', c.is_friend) order by c.position)
      from public.waitlist_children c
      -- With an offer, those for whom it is.
      where c.entry_id = p_entry.id and (v_offer.id is null or c.position = any (v_offer.positions))),
    'server_time', private.iso(clock_timestamp()));
end;
$$;
comment on function private.waitlist_view(public.waitlist_entries) is 'WaitlistView of contract/waitlists.ts.';

create function private.check_waiting_ages(p_children jsonb, p_session_id uuid, p_camp_id uuid, p_offer_id text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_details constant jsonb := coalesce(
    (select details from public.offers where id = p_offer_id),
    (select (private.tier_offer(tier)).details from public.camp_weeks where id = p_camp_id));
  v_day constant date := coalesce(
    (select session_date from public.sessions where id = p_session_id),
    (select start_date from public.camp_weeks where id = p_camp_id));
  v_index integer;
begin
  select min(n.ordinality) - 1 into v_index
  from jsonb_array_elements(p_children) with ordinality n
  left join public.children k on k.id = nullif(n.value ->> 'id', '')::uuid
  cross join lateral (
    select extract(year from age(v_day, coalesce(k.dob, nullif(n.value ->> 'dob', '')::date))) as years) a
  where a.years < (v_details ->> 'min_age')::numeric or a.years > (v_details ->> 'max_age')::numeric;
  if v_index is not null then
    perform private.fail('age_not_allowed', format('children[%s].dob', v_index),
      concat_ws('-', coalesce(v_details ->> 'min_age', ''), coalesce(v_details ->> 'max_age', '')));
  end if;
end;
$$;
comment on function private.check_waiting_ages(jsonb, uuid, uuid, text) is
  'Nobody waits for what they could not book: refuses age_not_allowed (field, detail: the ages) for a child who is too young or too old on the first day. A friend without a birth date is asked at the checkout.';

create function private.my_proven_emails()
returns text[]
language sql
stable
set search_path = ''
as $$
  select private.family_emails(private.my_family_id(), true) || array(
    select lower(email) from auth.users where id = (select auth.uid()) and email_confirmed_at is not null)
$$;
comment on function private.my_proven_emails() is 'Addresses that the caller''s account, or the other parent''s of the family, has proven; of a guest none.';

create function private.waiting_problem(p_children jsonb, p_session_id uuid, p_camp_id uuid, p_email text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_family_id constant uuid := private.my_family_id();
  v_emails constant text[] := private.my_proven_emails();
begin
  -- A guest is told nothing of what is known under an address: offers pass over an entry whose children have theirs.
  if v_user_id is null then return null; end if;
  if exists (
    select from jsonb_array_elements(p_children) n join public.children k on k.family_id = v_family_id
    where (k.id = nullif(n ->> 'id', '')::uuid
        or (private.name_key(k.name) = private.name_key(n ->> 'name') and k.dob = nullif(n ->> 'dob', '')::date))
      and private.has_place(k.id, p_session_id, p_camp_id)
  ) then
    return 'already_booked';
  end if;
  if exists (
    select from public.waitlist_entries e
    join public.waitlist_children c on c.entry_id = e.id
    cross join jsonb_array_elements(p_children) n
    left join public.children k on k.id = nullif(n ->> 'id', '')::uuid
    -- One to be confirmed under another address may be a slip of the pen: it stands in nobody's way.
    where (e.status in ('waiting', 'offered', 'accepted')
        or (e.status = 'unconfirmed' and e.family_id = v_family_id and e.parent_email = p_email))
      and (e.session_id = p_session_id or e.camp_id = p_camp_id)
      and (c.child_id = k.id
        or ((e.family_id = v_family_id or e.parent_email = any (v_emails))
          and private.name_key(c.name) = private.name_key(coalesce(k.name, n ->> 'name'))
          and c.dob is not distinct from coalesce(k.dob, nullif(n ->> 'dob', '')::date)))
  ) then
    return 'already_waiting';
  end if;
  return null;
end;
$$;
comment on function private.waiting_problem(jsonb, uuid, uuid, text) is
  'Why children of whoever is signed in (by id, or name and birth date) need not wait for a place: already_booked, already_waiting; null when they may, and always for a guest. The caller has locked the place.';

create function private.tell_joined(p_entry public.waitlist_entries)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  values ('waitlist_joined:' || p_entry.id, 'waitlist_joined', p_entry.parent_email, jsonb_build_object(
    'secret', p_entry.secret, 'parent_name', p_entry.parent_name, 'places', p_entry.places,
    'position', private.waitlist_view(p_entry) -> 'position',
    'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.tell_joined(public.waitlist_entries) is 'Queues the mail that says where a family stands in the queue, once.';

create function private.confirm_token(p_entry public.waitlist_entries)
returns text
language sql
stable
set search_path = ''
as $$ select private.fingerprint(concat_ws(':', 'waitlist', p_entry.id, p_entry.parent_email)) $$;
comment on function private.confirm_token(public.waitlist_entries) is
  'Proves that the reader of an entry''s mail comes: of this entry and this address, made from the settings'' salt and kept nowhere. Whoever merely joined knows the entry''s secret, and not this.';

create function private.ask_to_confirm(p_entry public.waitlist_entries, p_which text)
returns void
language sql
volatile
set search_path = ''
as $$
  -- No name: whoever typed it may be a stranger to the address, and would speak to it in our name.
  insert into public.outbox (key, template, recipient, payload)
  values (format('waitlist_confirm:%s:%s', p_entry.id, p_which), 'waitlist_confirm', p_entry.parent_email, jsonb_build_object(
    'secret', p_entry.secret, 'token', private.confirm_token(p_entry), 'places', p_entry.places,
    'again', p_which = 'again', 'hours', (private.settings()).waitlist_confirm_hours,
    'session', private.session_view(p_entry.session_id), 'camp', private.camp_view(p_entry.camp_id)))
  on conflict (key) do nothing
$$;
comment on function private.ask_to_confirm(public.waitlist_entries, text) is
  'Queues the mail with the link that confirms an address: p_which first, and once again.';

create function private.chase_unconfirmed()
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_now constant timestamptz := clock_timestamp();
begin
  -- Of places that are not locked: who is busy with an entry is not waited for.
  update public.waitlist_entries set status = 'never_confirmed' where id in (
    select id from public.waitlist_entries
    where status = 'unconfirmed' and joined_at <= v_now - make_interval(hours => v_settings.waitlist_confirm_hours)
    for update skip locked);
  perform private.ask_to_confirm(e, 'again')
  from (
    select * from public.waitlist_entries
    where status = 'unconfirmed' and joined_at <= v_now - make_interval(hours => v_settings.waitlist_remind_hours)
    order by parent_email, id) e
  where private.places_free(e.session_id, e.camp_id, v_now) is not null
    and not exists (select from public.outbox where key = format('waitlist_confirm:%s:again', e.id));
end;
$$;
comment on function private.chase_unconfirmed() is 'Reminds, once, whoever has not confirmed, and ends the entries that never were. A chore.';

-- schemas/waitlists/waitlist_calls.sql

-- The waitlist's calls: joining, confirming, declining, leaving; and staff's changes of a session's seats.

create function public.join_waitlist(p_entry jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session_id uuid;
  v_camp_id uuid;
  v_entry public.waitlist_entries;
  v_name text;
  v_email text;
  v_phone text;
  v_free integer;
  v_problem text;
  v_proven boolean;
begin
  perform private.check_waiting(p_entry);
  v_name := private.check_text(p_entry #> '{parent,name}', 'parent.name', 120);
  v_email := private.check_email(p_entry #> '{parent,email}', 'parent.email');
  v_phone := private.check_phone(p_entry #> '{parent,phone}', 'parent.phone');
  v_proven := v_email = any (private.my_proven_emails());
  v_session_id := p_entry ->> 'session_id';
  v_camp_id := p_entry ->> 'camp_id';
  -- Under its lock: nobody joins while the place is being offered on, or twice at once.
  perform private.lock_places(array_remove(array[v_session_id], null), array_remove(array[v_camp_id], null));
  v_free := private.places_free(v_session_id, v_camp_id, clock_timestamp());
  if v_free is null then
    if v_session_id is not null then perform private.fail('session_not_found', 'session_id'); end if;
    perform private.fail('camp_not_found', 'camp_id');
  end if;
  -- Nobody waits for what can be had.
  if v_free >= jsonb_array_length(p_entry -> 'children') then
    perform private.fail('place_free', case when v_session_id is null then 'camp_id' else 'session_id' end);
  end if;
  perform private.check_waiting_ages(p_entry -> 'children', v_session_id, v_camp_id,
    private.check_offer_id(p_entry -> 'offer_id', 'offer_id'));
  v_problem := private.waiting_problem(p_entry -> 'children', v_session_id, v_camp_id, v_email);
  if v_problem is not null then perform private.fail(v_problem, 'children'); end if;
  -- Without the mail nobody could confirm, and the page would say that it was sent.
  if not v_proven and not private.may_mail('waitlist_confirm', v_email) then perform private.fail('rate_limited'); end if;

  insert into public.waitlist_entries (
    status, session_id, camp_id, offer_id, places, family_id, parent_name, parent_email, parent_phone)
  values (case when v_proven then 'waiting' else 'unconfirmed' end,
    v_session_id, v_camp_id, private.check_offer_id(p_entry -> 'offer_id', 'offer_id'),
    jsonb_array_length(p_entry -> 'children'), private.my_family_id(), v_name, v_email, v_phone)
  returning * into v_entry;
  insert into public.waitlist_children (entry_id, position, child_id, name, dob, is_friend)
  select v_entry.id, n.ordinality - 1, c.id, coalesce(c.name, n.value ->> 'name'),
    coalesce(c.dob, nullif(n.value ->> 'dob', '')::date), coalesce((n.value ->> 'is_friend')::boolean, false)
  from jsonb_array_elements(p_entry -> 'children') with ordinality n
  left join public.children c on c.id = nullif(n.value ->> 'id', '')::uuid;
  if v_entry.status = 'waiting' then perform private.tell_joined(v_entry);
  else perform private.ask_to_confirm(v_entry, 'first'); end if;
  return private.waitlist_view(v_entry) || jsonb_build_object('secret', v_entry.secret);
end;
$$;
comment on function public.join_waitlist(jsonb) is
  'Waits for places in a full session or camp: WaitlistRequest -> WaitlistView with secret (contract/waitlists.ts). Unconfirmed, and mailed a link (confirm_waitlist_entry), unless the address is one that the signed-in caller has proven: to a guest the answer is the same for every address. All children, and a friend who is named, are one entry. Refuses invalid_input, child_not_found (field), session_not_found, camp_not_found (also when it has begun), place_free (it can be booked), already_booked, already_waiting (field children: one of whoever is signed in; a guest may join again, and is offered the place once), age_not_allowed (field children[n].dob, detail: the ages), offer_not_available, rate_limited (also when the address has been sent settings.asked_mails_hour_max such links). Definer: visitors write entries only through these checks.';
grant execute on function public.join_waitlist(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.join_waitlist(jsonb)', 'join_waitlist');

create function public.confirm_waitlist_entry(p_secret uuid, p_token text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found or p_token is distinct from private.confirm_token(v_entry) then
    perform private.fail('waitlist_entry_not_found');
  end if;
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  -- Forgotten meanwhile, or nothing to wait for any more.
  if v_entry.parent_email is null or v_entry.status not in ('unconfirmed', 'never_confirmed')
    or private.places_free(v_entry.session_id, v_entry.camp_id, clock_timestamp()) is null then
    return private.waitlist_view(v_entry);
  end if;
  update public.waitlist_entries set status = 'waiting', joined_at = clock_timestamp()
  where id = v_entry.id returning * into v_entry;
  perform private.offer_all(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where id = v_entry.id;
  if v_entry.status = 'waiting' then perform private.tell_joined(v_entry); end if;
  return private.waitlist_view(v_entry);
end;
$$;
comment on function public.confirm_waitlist_entry(uuid, text) is
  'Whoever reads the mail to an entry''s address confirms it, on any device: WaitlistView. From then on it waits, and may be offered a place at once. Called by a button and never by opening the link, which mail scanners do. Repeating it changes nothing. Refuses waitlist_entry_not_found (also for a token that is not of this entry). Definer: see get_waitlist_entry.';
grant execute on function public.confirm_waitlist_entry(uuid, text) to anon, authenticated, service_role;
select private.answer_calls('public.confirm_waitlist_entry(uuid, text)', 'confirm_waitlist_entry');

create function public.get_waitlist_entry(p_secret uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_view jsonb;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found then perform private.fail('waitlist_entry_not_found'); end if;
  v_view := private.waitlist_view(v_entry);
  -- Only while there is something to book with it.
  if v_view ->> 'status' in ('offered', 'accepted') then
    v_view := v_view || jsonb_build_object('parent', jsonb_build_object(
      'name', v_entry.parent_name, 'email', v_entry.parent_email, 'phone', v_entry.parent_phone));
  end if;
  return v_view;
end;
$$;
comment on function public.get_waitlist_entry(uuid) is
  'Position, or the offer with its deadline and the parent who waits, so that the checkout need not ask again, for whoever knows the secret: WaitlistView. Refuses waitlist_entry_not_found. Definer: guests have no account that a policy could ask for.';
grant execute on function public.get_waitlist_entry(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.get_waitlist_entry(uuid)');

create function public.get_my_waitlist()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select coalesce(jsonb_agg(private.waitlist_view(e) || jsonb_build_object('secret', e.secret) order by e.joined_at), '[]')
  from public.waitlist_entries e
  where e.family_id = private.my_family_id() and e.status in ('unconfirmed', 'waiting', 'offered', 'accepted')
$$;
comment on function public.get_my_waitlist() is
  'The signed-in family''s entries that wait, are to be confirmed, or have an offer: [WaitlistView with secret]. Definer: positions count other families'' entries; only their number is told.';
grant execute on function public.get_my_waitlist() to authenticated;

create function private.leave_with(p_secret uuid, p_status text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
begin
  select * into v_entry from public.waitlist_entries where secret = p_secret;
  if not found then perform private.fail('waitlist_entry_not_found'); end if;
  -- The place before the entry, as everybody locks them.
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where secret = p_secret for update;
  if v_entry.status not in ('unconfirmed', 'waiting', 'offered') then return private.waitlist_view(v_entry); end if;
  update public.waitlist_offers set status = 'declined' where entry_id = v_entry.id and status = 'open';
  update public.waitlist_entries set status = p_status where id = v_entry.id returning * into v_entry;
  perform private.offer_all(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  return private.waitlist_view(v_entry);
end;
$$;
comment on function private.leave_with(uuid, text) is
  'Ends an entry that waits or has an offer; its places go to the next. Anything else is left as it is.';

create function public.decline_waitlist_offer(p_secret uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.leave_with(p_secret, 'declined') $$;
comment on function public.decline_waitlist_offer(uuid) is
  'The parent does not want the offered places: WaitlistView. Repeating it changes nothing. Refuses waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.decline_waitlist_offer(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.decline_waitlist_offer(uuid)', 'decline_waitlist_offer');

create function public.leave_waitlist(p_secret uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$ select private.leave_with(p_secret, 'left') $$;
comment on function public.leave_waitlist(uuid) is
  'The parent waits no longer: WaitlistView. Repeating it changes nothing. Refuses waitlist_entry_not_found. Definer: see get_waitlist_entry.';
grant execute on function public.leave_waitlist(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.leave_waitlist(uuid)', 'leave_waitlist');

create function public.restore_waitlist_offer(p_entry_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_entry public.waitlist_entries;
  v_now timestamptz;
  v_deadline timestamptz;
  v_wanted integer[];
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_entry from public.waitlist_entries where id = p_entry_id;
  -- Of one that was forgotten nobody is left who could be told.
  if not found or v_entry.parent_email is null then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  perform private.lock_places(array_remove(array[v_entry.session_id], null), array_remove(array[v_entry.camp_id], null));
  select * into v_entry from public.waitlist_entries where id = p_entry_id for update;
  if v_entry.parent_email is null then perform private.fail('waitlist_entry_not_found', 'p_entry_id'); end if;
  v_now := clock_timestamp();
  update public.waitlist_offers set status = 'lapsed' where entry_id = v_entry.id and status = 'open' and expires_at <= v_now;
  if v_entry.status in ('accepted', 'enrolled') or private.is_off(v_entry.session_id, v_entry.camp_id)
    or exists (select from public.waitlist_offers where entry_id = v_entry.id and status = 'open') then
    return private.waitlist_view(v_entry);
  end if;
  v_wanted := private.children_wanted(v_entry);
  if v_wanted = '{}' then
    perform private.fail(case when exists (
      select from public.waitlist_children c where c.entry_id = v_entry.id and not private.is_placed(v_entry, c))
      then 'already_waiting' else 'already_booked' end, 'p_entry_id');
  end if;
  update public.waitlist_entries set status = 'waiting' where id = v_entry.id returning * into v_entry;
  v_deadline := private.offer_deadline(v_entry.session_id, v_entry.camp_id, v_now);
  -- Free at this moment: theirs, whoever else waits. Else they wait where they stood.
  if v_deadline is not null
    and coalesce(private.places_free(v_entry.session_id, v_entry.camp_id, v_now) >= cardinality(v_wanted), false) then
    perform private.make_offer(v_entry, v_wanted, v_deadline, (select auth.uid()));
    select * into v_entry from public.waitlist_entries where id = p_entry_id;
  end if;
  return private.waitlist_view(v_entry);
end;
$$;
comment on function public.restore_waitlist_offer(uuid) is
  'For admins: gives an entry that lapsed, declined or left (or still waits, or was not confirmed: staff vouch for it) a new offer when its places are free now, else its old place in the queue: WaitlistView. One with an open offer, in a checkout, enrolled, or for what was called off is left as it is. Refuses not_allowed, waitlist_entry_not_found (also when it was forgotten), already_booked, already_waiting (its children have places, or offers elsewhere). Definer: entries are written only here, after asking who calls.';
grant execute on function public.restore_waitlist_offer(uuid) to authenticated, service_role;

create function public.set_session_capacity(p_session_id uuid, p_capacity integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_taken integer;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_session from public.sessions where id = p_session_id for update;
  if not found then perform private.fail('session_not_found', 'p_session_id'); end if;
  v_taken := private.seats_taken(p_session_id, clock_timestamp());
  if p_capacity is null or p_capacity not between 0 and 100 then perform private.fail('invalid_input', 'p_capacity'); end if;
  if p_capacity < v_taken then perform private.fail('session_in_use', 'p_capacity', v_taken::text); end if;
  update public.sessions set max_capacity = p_capacity where id = p_session_id;
  perform private.places_freed(array[p_session_id], '{}');
  return jsonb_build_object('capacity', p_capacity, 'taken', private.seats_taken(p_session_id, clock_timestamp()));
end;
$$;
comment on function public.set_session_capacity(uuid, integer) is
  'For admins: seats of a session, never fewer than those taken: {capacity, taken}. New seats go to the waitlist first. Refuses not_allowed, session_not_found, invalid_input, session_in_use (detail: seats taken). Definer: sessions are written only by such functions, after asking who calls.';
grant execute on function public.set_session_capacity(uuid, integer) to authenticated, service_role;

-- schemas/waitlists/waitlist_data.sql

-- Waitlists in a family's export and erasure, and their purge.

create function private.forget_waiting(p_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  update public.waitlist_children set name = null, dob = null where entry_id = any (p_ids);
  update public.waitlist_offers set status = 'declined' where entry_id = any (p_ids) and status = 'open';
  update public.waitlist_entries set parent_name = null, parent_email = null, parent_phone = null,
    status = case when status in ('unconfirmed', 'waiting', 'offered') then 'left' else status end
  where id = any (p_ids);
$$;
comment on function private.forget_waiting(uuid[]) is 'Takes the people off entries of the waitlist; who still waited, waits no more, and an open offer is over. The caller has locked them, and offers the places on.';

create function private.purge_waitlists()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  select array_agg(id) into v_ids from (
    select e.id from public.waitlist_entries e
    left join public.sessions s on s.id = e.session_id
    left join public.camp_weeks c on c.id = e.camp_id
    where e.parent_email is not null and coalesce(s.session_date, c.end_date) < private.expiry('waitlists')::date
    order by e.joined_at limit 1000 for update of e skip locked) due;
  perform private.forget_waiting(v_ids);
  return coalesce(cardinality(v_ids), 0);
end;
$$;
comment on function private.purge_waitlists() is 'Anonymises entries for what is long over: entries.';

create function private.export_family_waitlists(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('waitlist_entries', (
    select coalesce(jsonb_agg(to_jsonb(e) - 'secret' || jsonb_build_object(
      'session', private.session_view(e.session_id), 'camp', private.camp_view(e.camp_id),
      'children', (select jsonb_agg(to_jsonb(c) - 'entry_id' order by c.position) from public.waitlist_children c where c.entry_id = e.id),
      'offers', (select coalesce(jsonb_agg(to_jsonb(o) - 'entry_id' order by o.created_at), '[]') from public.waitlist_offers o where o.entry_id = e.id))
      order by e.joined_at), '[]')
    from public.waitlist_entries e
    where e.family_id = p_family_id or (e.family_id is null and e.parent_email = any (p_emails))))
$$;
comment on function private.export_family_waitlists(uuid, text[], text[]) is 'The family''s entries, also those made under its address without an account.';

create function private.lock_family_waitlists(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(
    array(select session_id from public.waitlist_entries
      where family_id = p_family_id and status in ('waiting', 'offered') and session_id is not null),
    array(select camp_id from public.waitlist_entries
      where family_id = p_family_id and status in ('waiting', 'offered') and camp_id is not null));
  perform from public.waitlist_entries where family_id = p_family_id order by id for update;
end;
$$;
comment on function private.lock_family_waitlists(uuid) is
  'Locks the places for which a family waits, then its entries: before the family, as everybody does.';

create function private.erase_family_waitlists(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ids constant uuid[] := array(select id from public.waitlist_entries where family_id = p_family_id);
  v_offers constant public.waitlist_offers[] := array(
    select o from public.waitlist_offers o where o.entry_id = any (v_ids) and o.status = 'open');
begin
  if v_ids = '{}' then return; end if;
  perform private.forget_waiting(v_ids);
  perform private.empty_mails(v_ids || array(select id from public.waitlist_offers where entry_id = any (v_ids)));
  perform private.places_freed(
    array(select distinct session_id from unnest(v_offers) where session_id is not null),
    array(select distinct camp_id from unnest(v_offers) where camp_id is not null));
end;
$$;
comment on function private.erase_family_waitlists(uuid) is
  'Takes the family off the waitlist. Places it was offered go to the next.';

-- schemas/orders/used_try_outs.sql

-- A payment for a try-out that the child has had: all of it goes back by itself (head of once_per_child.sql).

create function private.refuse_used(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left constant integer := private.left_of_payment(p_payment.id);
  v_line_ids constant uuid[] := array(select id from public.order_lines where order_id = p_order.id order by position);
begin
  delete from public.holds where order_id = p_order.id;
  -- Together or not at all, as they were sold.
  update public.order_lines set status = 'cancelled' where order_id = p_order.id;
  update public.orders set status = 'paid_late', outcome = null, paid_at = clock_timestamp() where id = p_order.id;
  -- What it had of its children, and of the code: nothing was sold.
  delete from public.once_claims where order_id = p_order.id;
  perform private.open_decision('paid_late', p_payment, p_order);
  update public.payment_decisions set status = 'resolved', resolution = 'refund', resolved_at = clock_timestamp()
  where payment_id = p_payment.id and kind = 'paid_late' and status = 'open';
  perform private.request_refund(p_payment, null, v_left, 'paid_late');
  perform private.queue_order_mail('order_cancelled', p_order.id, 'used:' || p_order.id, jsonb_build_object('cancelled',
    jsonb_build_object('line_ids', to_jsonb(v_line_ids), 'refund_cents', v_left, 'had_before', true)));
  perform private.order_places_freed(p_order.id);
  return 'needs_choice';
end;
$$;
comment on function private.refuse_used(public.payments, public.orders) is
  'Gives all of a payment back by itself, because a child of the locked order has had its one try-out: nothing is enrolled, and the mail says why. The caller has locked the places. Answers needs_choice, with nothing left to choose, as private.refuse_move.';

-- schemas/after_sale/order_links.sql

-- Links to a paid order: what a mail carries so that a parent can change a booking without a password, and who may
-- change it at all (decisions "Selling rules"). One link, one purpose, one end.

create table public.order_links (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  purpose text not null check (purpose in ('manage', 'late_choice')),
  token_hash text not null unique,
  recipient text check (length(recipient) <= 254),
  expires_at timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.order_links is 'Links in mails that let their holder manage an order. Service only.';
comment on column public.order_links.purpose is
  'manage: cancel and move what was bought, book and give back sessions of its passes, and change what was told of its children; late_choice: choose what becomes of a payment that came too late. Neither opens the other''s door.';
comment on column public.order_links.token_hash is
  'private.token_hash of the token in the link: reading this table lets nobody in. The token stands in the mail only.';
comment on column public.order_links.recipient is
  'Whom the mail with the link went to, which may be somebody else than the order''s address: whoever comes with it can read that one and no other. Null when it was made for no mail.';
create index order_links_order_id on public.order_links (order_id);
create index order_links_expires_at on public.order_links (expires_at);

alter table public.order_links enable row level security;
revoke all on table public.order_links from anon, authenticated, service_role;
grant select on public.order_links to service_role;

create function private.make_order_link(p_order_id uuid, p_purpose text, p_recipient text default null)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_token constant text := encode(extensions.gen_random_bytes(16), 'hex');
begin
  insert into public.order_links (order_id, purpose, token_hash, recipient, expires_at)
  select p_order_id, p_purpose, private.token_hash(v_token), lower(p_recipient), greatest(
    clock_timestamp() + make_interval(days => (private.settings()).order_link_days),
    (select max(coalesce(s.ends_at, c.starts_at + (c.end_date - c.start_date + 1) * interval '1 day')) + interval '1 day'
     from public.order_lines l
     left join public.sessions s on s.id = l.session_id
     left join public.camp_weeks c on c.id = l.camp_id
     where l.order_id = p_order_id),
    -- A pass books its sessions one after the other, until its last day.
    (select (max(p.valid_until) + 2)::timestamp at time zone private.time_zone()
     from public.order_lines l join public.passes p on p.order_line_id = l.id
     where l.order_id = p_order_id));
  return v_token;
end;
$$;
comment on function private.make_order_link(uuid, text, text) is
  'A new link to an order, in a mail to p_recipient: its token, 128 random bits in hex, which is kept nowhere but in the mail.';

create function private.manage_link(p_order_id uuid, p_recipient text)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select case when p_order_id is null then '{}'
    else jsonb_build_object('manage_token', private.make_order_link(p_order_id, 'manage', p_recipient)) end
$$;
comment on function private.manage_link(uuid, text) is
  'What a mail to p_recipient carries to let its reader manage an order: {manage_token}; of no order nothing.';

create function private.order_of_place(p_family_id uuid, p_session_id uuid, p_camp_id uuid)
returns uuid
language sql
stable
set search_path = ''
as $$
  select l.order_id
  from public.bookings b
  join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
  join public.passes p on p.id = k.pass_id
  join public.order_lines l on l.id = p.order_line_id
  where b.session_id = p_session_id and b.family_id = p_family_id and b.status = 'booked'
  union all
  select l.order_id
  from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
  where e.camp_id = p_camp_id and e.family_id = p_family_id and e.status = 'enrolled'
  limit 1
$$;
comment on function private.order_of_place(uuid, uuid, uuid) is
  'The order that brought a family into a session or camp; null for what was not sold, such as a make-up of staff.';

create function private.mail_links(p_template text, p_order_id uuid, p_recipient text)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select case
    when p_template = 'paid_late_choice' or p_template = 'order_link' and exists (
      select from public.orders where id = p_order_id and outcome = 'needs_choice') then
      jsonb_build_object('choice_token', private.make_order_link(p_order_id, 'late_choice', p_recipient))
    when p_template in ('booking_confirmed', 'paid_late_reseated', 'order_moved', 'order_link', 'renewal_paid') then
      private.manage_link(p_order_id, p_recipient)
    -- Of a move that was not paid: to the booking that stays as it was.
    when p_template = 'payment_failed' then private.manage_link((
      select o.order_id from public.order_lines l join public.order_lines o on o.id = l.moves_line_id
      where l.order_id = p_order_id limit 1), p_recipient)
    else '{}' end
$$;
comment on function private.mail_links(text, uuid, text) is
  'The links that a mail of this template to p_recipient carries: {manage_token} or {choice_token}, or nothing. Made anew for each mail.';

create function private.check_access(p_access jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_access, 'p_access', 400);
  if private.is_given(p_access -> 'token') then
    if jsonb_typeof(p_access -> 'token') <> 'string' or length(p_access ->> 'token') > 100 then
      perform private.fail('invalid_input', 'p_access.token');
    end if;
  elsif not private.is_uuid(p_access -> 'order_id') then
    perform private.fail('invalid_input', 'p_access.order_id');
  end if;
end;
$$;
comment on function private.check_access(jsonb) is
  'Access of contract/after-sale.ts, {token} or {order_id}; else invalid_input with the field.';

create function private.manage_order(p_access jsonb, p_purposes text[] default '{manage}')
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_link public.order_links;
  v_order public.orders;
begin
  perform private.check_access(p_access);
  if private.is_given(p_access -> 'token') then
    select * into v_link from public.order_links where token_hash = private.token_hash(p_access ->> 'token');
    if not found then perform private.fail('link_not_found', 'p_access.token'); end if;
    if v_link.expires_at <= clock_timestamp() then perform private.fail('link_expired', 'p_access.token'); end if;
    if v_link.purpose <> all (p_purposes) then perform private.deny(); end if;
    select * into v_order from public.orders where id = v_link.order_id for no key update;
    -- It may have waited for the order.
    if v_link.expires_at <= clock_timestamp() then perform private.fail('link_expired', 'p_access.token'); end if;
  else
    if (select auth.uid()) is null and not private.is_service() then perform private.deny(); end if;
    select * into v_order from public.orders
    where id = (p_access ->> 'order_id')::uuid
      and (family_id = private.my_family_id() or private.is_admin() or private.is_service())
    for no key update;
    -- Another family's order does not exist.
    if not found then perform private.fail('order_not_found', 'p_access.order_id'); end if;
  end if;
  return v_order;
end;
$$;
comment on function private.manage_order(jsonb, text[]) is
  'The locked order that Access (contract/after-sale.ts) opens: by a link with one of the purposes, or for a signed-in parent of its family, admins and the service by its id. Refuses invalid_input, link_not_found, link_expired, not_allowed (another purpose, or nobody signed in), order_not_found.';

create function private.paid_order(p_access jsonb, p_purposes text[] default '{manage}')
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order constant public.orders := private.manage_order(p_access, p_purposes);
begin
  if v_order.paid_at is null then perform private.fail('order_closed'); end if;
  return v_order;
end;
$$;
comment on function private.paid_order(jsonb, text[]) is 'As private.manage_order; refuses order_closed for an order that is not paid.';

-- Lifetime -------------------------------------------------------------------------------------------------

create function private.purge_order_links()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.order_links where id = any (array(
    select id from public.order_links where expires_at < private.expiry('order_links')
    order by expires_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_order_links() is 'Deletes links that are long over: links.';

create function private.export_family_order_links(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'order_links', (
      select coalesce(jsonb_agg(jsonb_build_object('order', o.number, 'purpose', k.purpose, 'recipient', k.recipient, 'created_at', k.created_at,
        'expires_at', k.expires_at) order by k.created_at), '[]')
      from public.order_links k join public.orders o on o.id = k.order_id where o.family_id = p_family_id),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('order', o.number, 'amount_cents', r.amount_cents, 'currency', r.currency,
        'reason', r.reason, 'status', r.status, 'created_at', r.created_at) order by r.created_at), '[]')
      from public.refunds r join public.orders o on o.id = r.order_id where o.family_id = p_family_id))
$$;
comment on function private.export_family_order_links(uuid, text[], text[]) is
  'Of what came after a sale: links that were sent, without their tokens, and refunds.';

create function private.erase_family_order_links(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  -- Whatever a mail is about: with a link to an order of the family it is the family's. Once sent it has none (finish_outbox).
  with links as materialized (
    select k.token_hash, k.recipient from public.order_links k join public.orders o on o.id = k.order_id
    where o.family_id = p_family_id)
  update public.outbox set recipient = '', payload = '{}', last_error = null, sent_at = coalesce(sent_at, clock_timestamp())
  where sent_at is null and lower(recipient) = any (array(select recipient from links)) and payload ? 'manage_token'
    and private.token_hash(payload ->> 'manage_token') in (select token_hash from links);
  delete from public.order_links where order_id in (select id from public.orders where family_id = p_family_id);
  update public.refunds set last_error = null
  where last_error is not null and order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_order_links(uuid) is
  'Nobody comes back to what was erased; refunds stay, as charges do, without what the provider said.';

-- schemas/after_sale/line_ledger.sql

-- What a line of an order is worth: one append-only ledger, and one function that sums it (docs/line-ledger.md).
-- Whoever decides about money writes here, in the same transaction; what a line gives back is private.line_terms.

create table public.line_ledger (
  id bigint generated always as identity primary key,
  order_line_id uuid not null references public.order_lines (id) on delete restrict,
  entry text not null check (entry in (
    'charged', 'rebate', 'discount', 'transport', 'moved_in', 'moved_out', 'refunded', 'kept', 'written_off')),
  amount_cents integer not null check (amount_cents <> 0 or entry in ('charged', 'kept')),
  reason text not null check (length(reason) between 1 and 60),
  rules jsonb not null default '{}' check (jsonb_typeof(rules) = 'object'),
  other_line_id uuid references public.order_lines (id) on delete restrict,
  refund_id uuid references public.refunds (id) on delete restrict,
  posted_by uuid,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.line_ledger is
  'All that happened to the money of a paid line. Its sum is what the line is worth: what of the payments lies on it. Written once, by the functions that decide; never changed.';
comment on column public.line_ledger.entry is
  'charged: the price, of a move what it costs beyond what is carried over; rebate, discount: below zero, above when they are taken back; transport; moved_in, moved_out: what another place brings or takes, of this line or of other_line_id; refunded: below zero, above when a refund failed; kept: what the rules leave with us; written_off: sold, and not paid in full.';
comment on column public.line_ledger.rules is
  'Under which rules: charged {offer_id, revision, camp_id, rung_id, price_cents, refund_rules}; rebate {camp_id, cents}; discount {code, percent, cents, kinds, tiers, minimum_cents}; transport {id, title}; refunded, kept: the refund rule that fitted.';
comment on column public.line_ledger.posted_by is 'Staff who decided; null: the rules did, or the parent. No foreign key, as of consents.';
create index line_ledger_order_line_id on public.line_ledger (order_line_id);
create index line_ledger_other_line_id on public.line_ledger (other_line_id);
create index line_ledger_refund_id on public.line_ledger (refund_id);

alter table public.line_ledger enable row level security;
revoke all on table public.line_ledger from anon, authenticated, service_role;
grant select on public.line_ledger to authenticated, service_role;
create policy "Parents read the ledger of their own lines, admins read all" on public.line_ledger
  for select to authenticated using (
    (select private.is_admin())
    or order_line_id in (
      select l.id from public.order_lines l join public.orders o on o.id = l.order_id
      where o.family_id = (select private.my_family_id())));
create trigger refuse_change before update or delete or truncate on public.line_ledger
  for each statement execute function private.refuse_change();

create function private.export_family_ledger(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('line_ledger', coalesce(jsonb_agg(to_jsonb(k) - 'posted_by' order by k.id), '[]'))
  from public.orders o
  join public.order_lines l on l.order_id = o.id
  join public.line_ledger k on k.order_line_id = l.id
  where o.family_id = p_family_id
$$;
comment on function private.export_family_ledger(uuid, text[], text[]) is 'What happened to the money of the family''s lines.';

create function private.post_line(
  p_line_id uuid, p_entry text, p_cents integer, p_reason text, p_rules jsonb default '{}', p_other_line_id uuid default null,
  p_refund_id uuid default null)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, other_line_id, refund_id, posted_by)
  select p_line_id, p_entry, p_cents, p_reason, coalesce(p_rules, '{}'), p_other_line_id, p_refund_id,
    case when private.is_admin() then (select auth.uid()) end
  where p_cents <> 0
$$;
comment on function private.post_line(uuid, text, integer, text, jsonb, uuid, uuid) is
  'Writes an entry of a line''s ledger, or nothing for nothing. The caller has locked the line''s order.';

create function private.line_worth(p_line_id uuid)
returns table (
  worth_cents integer, price_cents integer, kept_cents integer, rebate_cents integer, discount_cents integer,
  transport_cents integer)
language sql
volatile
set search_path = ''
as $$
  select coalesce(sum(amount_cents), 0)::integer,
    -- What staff gave back, and what a bank sent back, changed nothing of what the place costs.
    coalesce(sum(amount_cents) filter (where entry <> 'refunded' or reason = 'moved'), 0)::integer,
    coalesce(-sum(amount_cents) filter (where entry = 'kept'), 0)::integer,
    coalesce(-sum(amount_cents) filter (where entry = 'rebate'), 0)::integer,
    coalesce(-sum(amount_cents) filter (where entry = 'discount'), 0)::integer,
    coalesce(sum(amount_cents) filter (where entry = 'transport'), 0)::integer
  from public.line_ledger where order_line_id = p_line_id
$$;
comment on function private.line_worth(uuid) is
  'A line''s ledger in sum, in cents. worth: what of the payments lies on it. price: what its present place costs under the rules it was sold with, rebate and discount taken off, transport contained; kept: what stayed with us.';

create function private.post_charges(p_order_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules)
  select l.id, e.entry, e.cents, 'sold', e.rules
  from public.order_lines l
  left join public.promotion_uses u on u.order_id = l.order_id
  left join public.promotion_codes p on p.id = u.promotion_code_id
  cross join lateral (values
    ('charged', l.price_cents - l.carried_cents, jsonb_build_object('offer_id', l.offer_id, 'revision', l.revision,
      'camp_id', l.camp_id, 'rung_id', l.rung_id, 'price_cents', l.price_cents, 'refund_rules', l.refund_rules)),
    ('rebate', -l.rebate_cents, jsonb_build_object('camp_id', l.camp_id, 'cents', l.rebate_cents)),
    -- A move carries its code along, as it was.
    ('discount', -l.discount_cents, coalesce(
      (select k.rules from public.line_ledger k
       where k.order_line_id = l.moves_line_id and k.entry = 'discount' order by k.id limit 1),
      jsonb_build_object('code', p.code, 'percent', p.percent, 'cents', p.cents, 'kinds', p.kinds, 'tiers', p.tiers,
        'minimum_cents', p.minimum_cents))),
    ('transport', l.transport_cents, coalesce(l.transport, '{}'))
  ) e (entry, cents, rules)
  where l.order_id = p_order_id and (e.cents <> 0 or e.entry = 'charged')
  order by l.position, e.entry
$$;
comment on function private.post_charges(uuid) is 'Opens the ledger of each line of an order that was just paid: their sum is the order''s total.';

create function private.open_ledger()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform private.post_charges(new.id);
  return null;
end;
$$;
comment on function private.open_ledger() is 'Trigger on orders: what is paid has a ledger, whoever says that it is paid.';
create trigger open_ledger after update of paid_at on public.orders
  for each row when (old.paid_at is null and new.paid_at is not null) execute function private.open_ledger();

create function private.sold_with(p_line_id uuid)
returns table (root_id uuid, line_id uuid, "position" integer)
language sql
volatile
set search_path = ''
as $$
  with recursive back as (
    select id, order_id, moves_line_id, 0 as age from public.order_lines where id = p_line_id
    union all
    -- Only where the move was made.
    select l.id, l.order_id, l.moves_line_id, b.age + 1
    from back b join public.order_lines l on l.id = b.moves_line_id and l.moved_to_line_id = b.id
  ),
  onwards as (
    select l.id as root_id, l.id, l.position, l.moved_to_line_id
    from public.order_lines l where l.order_id = (select order_id from back order by age desc limit 1)
    union all
    select o.root_id, l.id, o.position, l.moved_to_line_id
    from onwards o join public.order_lines l on l.id = o.moved_to_line_id
  )
  select root_id, id, position from onwards where moved_to_line_id is null
$$;
comment on function private.sold_with(uuid) is
  'A line and those that were sold with it, each as the line that it is today: where one was moved for a difference, that of the order which paid it.';

create function private.post_refund()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  v_line record;
  v_rest integer := new.amount_cents;
  v_part integer;
begin
  -- A charge that paid for nothing lies on no line.
  if new.reason in ('duplicate_payment', 'mismatch', 'unknown_order') or new.order_id is null then return null; end if;
  if new.status = 'failed' then
    insert into public.line_ledger (order_line_id, entry, amount_cents, reason, refund_id)
    select order_line_id, 'refunded', -sum(amount_cents), 'failed', new.id
    from public.line_ledger where refund_id = new.id and entry = 'refunded' group by order_line_id having sum(amount_cents) <> 0;
    return null;
  end if;
  for v_line in
    select l.line_id, w.worth_cents, w.kept_cents
    from (
      select new.order_line_id as line_id, 0 as "position" where new.order_line_id is not null
      union all
      select s.line_id, s.position from private.sold_with((
        select id from public.order_lines where order_id = new.order_id and new.order_line_id is null order by position limit 1)) s
    ) l cross join lateral private.line_worth(l.line_id) w
    order by l.position
  loop
    exit when v_rest = 0;
    v_part := least(v_rest, v_line.worth_cents + greatest(0, v_line.kept_cents));
    -- What is paid back after all was not kept.
    perform private.post_line(v_line.line_id, 'kept', greatest(0, v_part - greatest(0, v_line.worth_cents)), new.reason);
    perform private.post_line(v_line.line_id, 'refunded', -v_part, new.reason, '{}', null, new.id);
    v_rest := v_rest - v_part;
  end loop;
  if v_rest > 0 then perform private.fail('refund_too_much', 'p_cents', (new.amount_cents - v_rest)::text); end if;
  return null;
end;
$$;
comment on function private.post_refund() is
  'Trigger on refunds: what goes back is taken off its line, or of an order''s whole charge off its lines one after the other; what failed comes back to them.';
create trigger post_refund_asked after insert on public.refunds
  for each row when (new.status <> 'failed') execute function private.post_refund();
create trigger post_refund_changed after update of status on public.refunds
  for each row when ((old.status = 'failed') <> (new.status = 'failed')) execute function private.post_refund();

create function private.close_line(p_line_id uuid, p_reason text, p_rules jsonb default '{}')
returns void
language sql
volatile
set search_path = ''
as $$
  -- Also where it is nothing: the entry says under which rules the line was given back, and at what moment.
  insert into public.line_ledger (order_line_id, entry, amount_cents, reason, rules, posted_by)
  select p_line_id, 'kept', -w.worth_cents, p_reason, p_rules || jsonb_build_object('at', private.iso(private.calendar_now())),
    case when private.is_admin() then (select auth.uid()) end
  from private.line_worth(p_line_id) w
$$;
comment on function private.close_line(uuid, text, jsonb) is 'What still lies on a line that is given back stays with us.';

create function private.reclaims(p_gone uuid[], p_new_base_cents integer default 0)
returns table (line_id uuid, entry text, cents integer)
language plpgsql
volatile
set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with stays as (
    select s.line_id, s.position, w.rebate_cents as rebate, w.discount_cents as discount,
      w.price_cents - w.transport_cents + w.discount_cents as base, charged.camp_id, code.rules as code
    from private.sold_with(p_gone[1]) s
    join public.order_lines l on l.id = s.line_id and l.status in ('placed', 'credit', 'needs_choice')
    cross join lateral private.line_worth(s.line_id) w
    -- The rebate was given for the camp that it was sold for.
    left join lateral (select k.rules ->> 'camp_id' as camp_id from public.line_ledger k
      where k.order_line_id = s.root_id and k.entry = 'charged' order by k.id limit 1) charged on true
    left join lateral (select k.rules from public.line_ledger k
      where k.order_line_id = s.line_id and k.entry = 'discount' order by k.id limit 1) code on true
    where s.line_id <> all (p_gone)
  ),
  alone as (
    select distinct on (camp_id) s.line_id, s.rebate from stays s
    where s.camp_id is not null and not exists (
      select from stays o where o.camp_id = s.camp_id and o.rebate = 0)
    order by camp_id, s.position
  ),
  based as (
    select s.*, coalesce(a.rebate, 0) as lost, s.base + coalesce(a.rebate, 0) as new_base
    from stays s left join alone a on a.line_id = s.line_id
  ),
  coded as (
    select b.*, (b.code ->> 'minimum_cents')::integer
      > p_new_base_cents + (select sum(o.new_base) from based o where o.discount > 0) as falls
    from based b
  )
  select c.line_id, e.entry, e.cents
  from coded c cross join lateral (values
    ('rebate', c.lost),
    ('discount', case when c.falls then c.discount
      else -round(c.lost * coalesce((c.code ->> 'percent')::numeric, 0) / 100)::integer end)
  ) e (entry, cents)
  where e.cents <> 0 and (e.entry = 'rebate' or c.discount > 0)
  order by c.position, e.entry desc;
end;
$$;
comment on function private.reclaims(uuid[], integer) is
  'What the lines that stay cost more, when these lines of one sale go, under the rules that they were sold with: the first child of a camp has no sibling''s rebate, and a code needs its minimum (p_new_base_cents: what a line that moves costs then, where the code applies to it). Above zero: taken back; below: a percentage of it.';

-- schemas/after_sale/refunds.sql

-- Refunds: asked for in the transaction that decides them, sent to the provider by a worker, each once, however often
-- and however parallel it runs; those of the desk are paid back by hand.

create function private.left_of_payment(p_payment_id uuid)
returns integer
language sql
volatile
set search_path = ''
as $$
  select greatest(0, p.amount_cents - private.taken_by_bank(p) - coalesce((
    select sum(amount_cents) from public.refunds where payment_id = p.id and status <> 'failed'), 0)::integer)
  from public.payments p where p.id = p_payment_id
$$;
comment on function private.left_of_payment(uuid) is
  'What of a charge has not gone back, by us or by a lost dispute, and is not asked back, in cents.';

create function private.order_payment(p_order_id uuid)
returns public.payments
language sql
volatile
set search_path = ''
as $$
  -- A second charge of the same order is never its own: it is refunded or kept by a decision.
  select p.* from public.payments p
  where p.order_id = p_order_id and p.result in ('confirmed', 'reseated', 'needs_choice')
  order by p.created_at limit 1
$$;
comment on function private.order_payment(uuid) is 'The charge that paid an order, or nulls.';

create function private.request_refund(p_payment public.payments, p_line_id uuid, p_cents integer, p_reason text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left integer;
  v_id uuid;
begin
  if p_cents = 0 then return null; end if;
  perform from public.payments where id = p_payment.id for update;
  v_left := private.left_of_payment(p_payment.id);
  if p_payment.id is null or p_cents is null or p_cents > v_left then
    perform private.fail('refund_too_much', 'p_cents', coalesce(v_left, 0)::text);
  end if;
  insert into public.refunds (payment_id, order_id, order_line_id, amount_cents, currency, reason, requested_by)
  -- A line's own order, which the caller has locked: the charge may be that of an order it was moved from.
  values (p_payment.id, coalesce((select order_id from public.order_lines where id = p_line_id), p_payment.order_id),
    p_line_id, p_cents, p_payment.currency, p_reason,
    case when private.is_admin() then (select auth.uid()) end)
  returning id into v_id;
  return v_id;
end;
$$;
comment on function private.request_refund(public.payments, uuid, integer, text) is
  'Asks for a refund of a charge, of a line of its order or (null) of no line of its own: the refund''s id, or null for nothing. Never more than was charged: refund_too_much (detail: cents left). Last in the order of locks (places.sql); the caller has locked the order.';

create function private.line_charges(p_line_id uuid)
returns table (payment_id uuid, left_cents integer, age integer)
language sql
volatile
set search_path = ''
as $$
  with recursive chain as (
    select id, order_id, moves_line_id, total_cents, 0 as age from public.order_lines where id = p_line_id
    union all
    select l.id, l.order_id, l.moves_line_id, l.total_cents, c.age + 1
    from chain c join public.order_lines l on l.id = c.moves_line_id
  )
  select p.id, case when c.age = 0 then private.left_of_payment(p.id)
    -- Of an earlier order's charge only what was paid for this line.
    else greatest(0, least(private.left_of_payment(p.id), c.total_cents - coalesce((
      select sum(r.amount_cents) from public.refunds r
      where r.payment_id = p.id and r.status <> 'failed' and r.order_line_id in (select id from chain)), 0)::integer)) end, c.age
  from chain c cross join lateral private.order_payment(c.order_id) p
  where p.id is not null
$$;
comment on function private.line_charges(uuid) is
  'The charges that a line was paid with, and what each may still give back for it, in cents: that of its own order (age 0), and where it was moved for a difference those of the orders it comes from.';

create function private.left_for_lines(p_line_ids uuid[])
returns integer
language sql
volatile
set search_path = ''
as $$
  select sum(left_cents)::integer from (
    select distinct c.payment_id, c.left_cents from unnest(p_line_ids) l, private.line_charges(l) c) d
$$;
comment on function private.left_for_lines(uuid[]) is 'What the charges of lines of one order may still give back for them together, in cents; null without a charge.';

create function private.lock_charges(p_line_ids uuid[])
returns void
language sql
volatile
set search_path = ''
as $$
  select from public.payments
  where id in (select c.payment_id from unnest(p_line_ids) l, private.line_charges(l) c) order by id for update
$$;
comment on function private.lock_charges(uuid[]) is 'Locks the charges of lines, sorted: last in the order of locks (places.sql).';

create function private.request_line_refund(p_line public.order_lines, p_cents integer, p_reason text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_charge record;
  v_rest integer := p_cents;
  v_id uuid;
begin
  perform private.lock_charges(array[p_line.id]);
  -- The difference goes back before what was carried over.
  for v_charge in select * from private.line_charges(p_line.id) order by age loop
    exit when v_rest = 0;
    v_id := coalesce(private.request_refund(
      (select p from public.payments p where p.id = v_charge.payment_id), p_line.id, least(v_rest, v_charge.left_cents), p_reason), v_id);
    v_rest := v_rest - least(v_rest, v_charge.left_cents);
  end loop;
  if v_rest is distinct from 0 then perform private.fail('refund_too_much', 'p_cents', (p_cents - v_rest)::text); end if;
  return v_id;
end;
$$;
comment on function private.request_line_refund(public.order_lines, integer, text) is
  'Asks for a refund of a line, of each of its charges its part, under the line''s own order: the id of the last part, or null for nothing. Refuses refund_too_much (detail: cents left). The caller has locked the line''s order.';

create function private.check_refund_call(p_cents integer, p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_cents is null or p_cents < 1 then perform private.fail('invalid_input', 'p_cents'); end if;
  if p_reason is null or p_reason not in ('goodwill', 'cancelled', 'called_off') then
    perform private.fail('invalid_input', 'p_reason');
  end if;
end;
$$;
comment on function private.check_refund_call(integer, text) is 'Who asks for a refund by hand, and for what: not_allowed, invalid_input.';

create function public.refund_order(p_order_id uuid, p_cents integer, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform private.check_refund_call(p_cents, p_reason);
  perform from public.orders where id = p_order_id for no key update;
  if not found then perform private.fail('order_not_found', 'p_order_id'); end if;
  perform private.refuse_disputed((private.order_payment(p_order_id)).id, 'p_order_id');
  v_id := private.request_refund(private.order_payment(p_order_id), null, p_cents, p_reason);
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.refund_order(uuid, integer, text) is
  'For admins: pays back p_cents of an order''s charge, and changes nothing of what was bought: {refund_id}. p_reason: goodwill, cancelled or called_off. Refuses not_allowed, invalid_input, order_not_found, refund_too_much (detail: cents left), charge_disputed (a bank decides about the charge). Definer: refunds are written here only, after asking who calls.';
grant execute on function public.refund_order(uuid, integer, text) to authenticated, service_role;

create function public.refund_line(p_line_id uuid, p_cents integer, p_reason text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_left integer;
  v_id uuid;
begin
  perform private.check_refund_call(p_cents, p_reason);
  perform from public.orders where id = (select order_id from public.order_lines where id = p_line_id) for no key update;
  select * into v_line from public.order_lines where id = p_line_id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  perform private.refuse_disputed(c.payment_id, 'p_line_id') from private.line_charges(p_line_id) c;
  -- Of a line that was moved for a difference, the line that carries it on gives back.
  select w.worth_cents + w.kept_cents into v_left from private.line_worth(p_line_id) w;
  if p_cents > v_left then perform private.fail('refund_too_much', 'p_cents', greatest(0, v_left)::text); end if;
  v_id := private.request_line_refund(v_line, p_cents, p_reason);
  return jsonb_build_object('refund_id', v_id);
end;
$$;
comment on function public.refund_line(uuid, integer, text) is
  'For admins: pays back p_cents of what a line cost, and leaves the place as it is: {refund_id}. As refund_order; refuses line_not_found too. Definer: see refund_order.';
grant execute on function public.refund_line(uuid, integer, text) to authenticated, service_role;

-- schemas/after_sale/refund_worker.sql

-- The worker that sends refunds to the provider, and what the desk paid back by hand.

create function public.claim_refunds(p_limit integer)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  with due as (
    select r.id
    from public.refunds r
    join public.payments p on p.id = r.payment_id and p.provider = 'stripe'
    where r.status in ('requested', 'pending') and (r.leased_until is null or r.leased_until <= clock_timestamp())
      -- Not sent while the bank decides: it waits for the dispute's end. What the provider has already is asked after.
      and (r.status = 'pending' or not private.is_disputed(r.payment_id))
    order by r.created_at
    limit least(greatest(coalesce(p_limit, 0), 0), 100)
    for update of r skip locked
  ),
  claimed as (
    update public.refunds r set
      attempts = r.attempts + 1,
      leased_until = clock_timestamp() + make_interval(mins => (private.settings()).outbox_lease_minutes)
    from due, public.payments p
    where r.id = due.id and p.id = r.payment_id
    returning r.*, p.payment_intent, p.session_id, p.invoice_id
  )
  select coalesce(
    jsonb_agg(
      jsonb_build_object('id', id, 'payment_intent', payment_intent, 'session_id', session_id, 'invoice_id', invoice_id,
        'amount_cents', amount_cents, 'attempt', attempts,
        'provider_refund_id', provider_refund_id)
      order by created_at),
    '[]')
  from claimed
$$;
comment on function public.claim_refunds(integer) is
  'Leases up to p_limit (100 at most) refunds that must be sent, or of which the provider has not said the end, for outbox_lease_minutes: [{id, payment_intent, session_id, invoice_id: the names that its charge has, or null, amount_cents, attempt (from 1), provider_refund_id or null}]. Callers at the same time get different ones. Refunds of the desk are not among them, and none of a charge with an open dispute that was not sent yet. Definer: only these functions write a refund''s state; only the service role may call.';
grant execute on function public.claim_refunds(integer) to service_role;

create function private.settle_refund(p_refund public.refunds, p_status text, p_by_hand boolean)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.refunds set status = p_status, settled_at = clock_timestamp(), leased_until = null where id = p_refund.id;
  -- Of one that failed the parent waits for what they were told, and it comes another way.
  if p_status = 'succeeded' and p_refund.order_id is not null and (not p_refund.told or p_refund.status = 'failed') then
    perform private.queue_order_mail('refund_sent', p_refund.order_id, p_refund.id::text, jsonb_build_object(
      'refund', jsonb_build_object('cents', p_refund.amount_cents, 'by_hand', p_by_hand)));
  end if;
end;
$$;
comment on function private.settle_refund(public.refunds, text, boolean) is
  'The end of a locked refund: succeeded, which the parent is told unless the mail about what was given back has said it, or failed, which staff see.';

create function public.finish_refund(p_id uuid, p_provider_id text, p_status text, p_error text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if p_status is not null and p_status not in ('pending', 'succeeded', 'failed') then
    perform private.fail('invalid_input', 'p_status');
  end if;
  -- As everywhere: the order, then the rest. A refund is changed twice here, and its mail has a link: both refer to it.
  perform from public.orders where id = (
    select order_id from public.refunds where id = p_id or (p_id is null and provider_refund_id = p_provider_id))
  for no key update;
  -- The provider tells of a refund by our id, which it was given, or by its own.
  select * into v_refund from public.refunds
  where id = p_id or (p_id is null and provider_refund_id = p_provider_id)
  for update;
  if not found then return jsonb_build_object('known', false, 'changed', false); end if;

  update public.refunds set
    provider_refund_id = coalesce(provider_refund_id, p_provider_id), last_error = coalesce(left(p_error, 1000), last_error)
  where id = v_refund.id;
  if p_status is null or p_status = 'pending' then
    if v_refund.status in ('requested', 'pending') then
      update public.refunds set
        status = coalesce(p_status, status),
        -- Not sent: again after 1, 2, 4 … minutes, at most an hour. Sent: asked after in an hour.
        leased_until = clock_timestamp() + make_interval(mins => case when p_status = 'pending' then 60
          else least(60, (2 ^ least(greatest(attempts, 1) - 1, 6))::integer) end)
      where id = v_refund.id;
    end if;
    return jsonb_build_object('known', true, 'changed', v_refund.status = 'requested' and p_status is not null);
  end if;
  -- What failed stays failed: a person pays it back. What succeeded may still come back from the bank.
  if v_refund.status = 'failed' or v_refund.status = p_status then
    return jsonb_build_object('known', true, 'changed', false);
  end if;
  perform private.settle_refund(v_refund, p_status, false);
  return jsonb_build_object('known', true, 'changed', true);
end;
$$;
comment on function public.finish_refund(uuid, text, text, text) is
  'What the provider says of a refund, by our id or (null) its own: p_status pending, succeeded or failed; null with p_error: it could not be asked, and is asked again later. {known: is it ours, changed}. Reports may come repeated and out of order. Refuses invalid_input. Definer: see claim_refunds; only the service role may call.';
grant execute on function public.finish_refund(uuid, text, text, text) to service_role;

create function public.settle_desk_refund(p_refund_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  -- As everywhere: the order, then the rest.
  perform from public.orders where id = (select order_id from public.refunds where id = p_refund_id) for no key update;
  select * into v_refund from public.refunds where id = p_refund_id for update;
  if not found then perform private.fail('refund_not_found', 'p_refund_id'); end if;
  if v_refund.status = 'succeeded' then return jsonb_build_object('settled', false); end if;
  perform private.refuse_disputed(v_refund.payment_id, 'p_refund_id');
  -- While the provider may still pay it, nobody else does.
  if v_refund.status <> 'failed' and (select provider from public.payments where id = v_refund.payment_id) <> 'desk' then
    perform private.deny();
  end if;
  if v_refund.status = 'failed' and private.left_of_payment(v_refund.payment_id) < v_refund.amount_cents then
    perform private.fail('refund_too_much', 'p_refund_id', private.left_of_payment(v_refund.payment_id)::text);
  end if;
  update public.refunds set requested_by = coalesce(requested_by, case when private.is_admin() then (select auth.uid()) end)
  where id = p_refund_id;
  perform private.settle_refund(v_refund, 'succeeded', true);
  return jsonb_build_object('settled', true);
end;
$$;
comment on function public.settle_desk_refund(uuid) is
  'For admins: the money was paid back by hand, of a sale at the desk or of a refund that failed at the provider: {settled}, false when it had been already. Refuses not_allowed (also while the provider may still pay it), refund_not_found, charge_disputed, refund_too_much (the charge went back otherwise meanwhile). Definer: see refund_order.';
grant execute on function public.settle_desk_refund(uuid) to authenticated, service_role;

create trigger audit after insert or update or delete on public.refunds
  for each row execute function private.audit('id', '*', 'attempts', 'leased_until', 'created_at');

-- schemas/after_sale/managed_passes.sql

-- What the page of a paid order shows of a pass: what is left of it, until when, and what its credits were spent on
-- (contract/after-sale.ts).

create function private.managed_pass(p_line public.order_lines)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := private.calendar_now();
  v_pass public.passes;
begin
  select * into v_pass from public.passes where order_line_id = p_line.id;
  if not found then return null; end if;
  return jsonb_build_object(
    'credits', private.credits_left(v_pass.id),
    'sessions_total', v_pass.sessions_total,
    'valid_until', v_pass.valid_until,
    'is_over', coalesce(v_pass.valid_until < private.calendar_today(), false),
    'bookings', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', b.id,
        'session', private.session_view(s.id),
        'status', case
          when b.status <> 'booked' then 'given_back'
          when s.status <> 'scheduled' then 'called_off'
          when b.attended is not null then case when b.attended then 'attended' else 'missed' end
          when s.starts_at <= v_now then 'begun'
          else 'ahead' end,
        'returns_credit', b.status = 'booked' and b.attended is null and (s.status <> 'scheduled'
          or v_now <= private.credit_returns_until(s.starts_at)),
        'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at)))
        order by s.starts_at, b.id), '[]')
      from private.pass_bookings(p_line.id) k
      join public.bookings b on b.id = k.booking_id
      join public.sessions s on s.id = b.session_id));
end;
$$;
comment on function private.managed_pass(public.order_lines) is
  'ManagedPass of contract/after-sale.ts: credits left and what the others were spent on, without what came back; null for a line that gave no pass.';

-- schemas/after_sale/refund_terms.sql

-- What a line gives back: the rules that it was sold with (decisions "Cancellation rules"), what is used of a pass,
-- what its ledger says that it is worth, and what that comes to (private.line_terms).

create function private.days_since(p_from timestamptz, p_at timestamptz)
returns integer
language sql
immutable
set search_path = ''
as $$ select (p_at at time zone private.time_zone())::date - (p_from at time zone private.time_zone())::date $$;
comment on function private.days_since(timestamptz, timestamptz) is
  'Which day p_at is after that of p_from, in Singapore: 0 until its midnight.';

create function private.days_since_purchase(p_line public.order_lines, p_at timestamptz default private.calendar_now())
returns integer
language sql
volatile
set search_path = ''
as $$
  with recursive chain as (
    select p_line.order_id as order_id, p_line.moves_line_id as moves_line_id
    union all
    select l.order_id, l.moves_line_id from chain c join public.order_lines l on l.id = c.moves_line_id
  )
  -- By the clock of payments, not by the calendar's.
  select private.days_since(min(o.paid_at), clock_timestamp() + (p_at - private.calendar_now())) from chain c join public.orders o on o.id = c.order_id
$$;
comment on function private.days_since_purchase(public.order_lines, timestamptz) is
  'Which day p_at is after the line was paid, in Singapore; of a place that was moved for a difference, after the first payment. Null before it is paid.';

create function private.refund_rule(p_rules jsonb, p_starts_at timestamptz, p_at timestamptz, p_days integer)
returns jsonb
language sql
stable
set search_path = ''
as $$
  -- Whoever is exactly at the hour is still in time.
  select r.value
  from jsonb_array_elements(p_rules) with ordinality r
  where case when r.value ->> 'days_after_purchase' is not null
    then p_days <= (r.value ->> 'days_after_purchase')::numeric
    when p_starts_at is null then p_days <= (private.settings()).dateless_refund_days
    else p_at <= p_starts_at - make_interval(hours => (r.value ->> 'hours_before')::numeric::integer) end
  order by r.ordinality limit 1
$$;
comment on function private.refund_rule(jsonb, timestamptz, timestamptz, integer) is
  'The first of refund_rules that fits at p_at what begins at p_starts_at and was bought p_days days ago (null: not bought); null after the last one. Hours before a beginning that there is not: settings.dateless_refund_days.';

create function private.refund_percent(p_rules jsonb, p_starts_at timestamptz, p_at timestamptz, p_days integer default null)
returns integer
language sql
stable
set search_path = ''
as $$
  select coalesce((private.refund_rule(p_rules, p_starts_at, p_at, p_days) ->> 'percent')::numeric::integer, 0)
$$;
comment on function private.refund_percent(jsonb, timestamptz, timestamptz, integer) is
  'What private.refund_rule gives back, in percent; 0 when none fits.';

create function private.pass_bookings(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns table (booking_id uuid, pass_id uuid, session_id uuid, starts_at timestamptz, is_booked boolean, is_spent boolean)
language sql
volatile
set search_path = ''
as $$
  select b.id, p.id, s.id, s.starts_at, b.status = 'booked',
    -- Its credit is gone for good: attended or missed, or cancelled without its credit coming back.
    b.attended is not null or s.starts_at <= p_at or b.status <> 'booked'
  from public.passes p
  join public.credit_ledger k on k.pass_id = p.id and k.reason = 'booked'
  join public.bookings b on b.id = k.booking_id
  join public.sessions s on s.id = b.session_id
  where p.order_line_id = p_line_id
    and not exists (select from public.credit_ledger r where r.booking_id = b.id and r.reason = 'returned')
$$;
comment on function private.pass_bookings(uuid, timestamptz) is
  'What the credits of a line''s pass were spent on, but for those that came back.';

create function private.pass_use(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns table (granted integer, used integer, unused integer)
language sql
volatile
set search_path = ''
as $$
  -- Never more than the ledger has left, with what is booked ahead; what was given on top is not paid back.
  select p.sessions_total, b.spent, greatest(0, least(p.sessions_total - b.spent, b.ahead + (
    select coalesce(sum(k.delta), 0) from public.credit_ledger k where k.pass_id = p.id)))::integer
  from public.passes p
  cross join lateral (
    select (count(*) filter (where k.is_spent))::integer as spent, count(*) filter (where not k.is_spent) as ahead
    from private.pass_bookings(p_line_id, p_at) k) b
  where p.order_line_id = p_line_id
$$;
comment on function private.pass_use(uuid, timestamptz) is
  'Sessions that a line''s pass was sold with, how many are used (attended, missed, or cancelled without their credit coming back), and how many of those it was sold with are left: fewer than the others where staff took some off. No row for a line without a pass.';

create function private.is_called_off(p_line public.order_lines)
returns boolean
language sql
stable
set search_path = ''
as $$
  -- Of a pass of several sessions one that falls out is made up by its credit.
  select exists (select from public.camp_weeks where id = p_line.camp_id and cancelled_at is not null)
    or (p_line.sessions = 1 and exists (select from public.sessions where id = p_line.session_id and status = 'cancelled'))
$$;
comment on function private.is_called_off(public.order_lines) is 'Have we called off all that the line bought?';

create function private.ends_renewal(p_line public.order_lines)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return p_line.renews and exists (
    select from public.pass_subscriptions s
    where (s.order_line_id = p_line.id or s.id = p_line.subscription_id) and s.status <> 'ended'
      and (private.latest_renewal_line(s)).id = p_line.id);
end;
$$;
comment on function private.ends_renewal(public.order_lines) is
  'Is this the pass that would be renewed? Given back, its subscription ends at the provider (list_renewal_work) and is not charged again.';

create function private.cancel_terms(p_line public.order_lines, p_at timestamptz default private.calendar_now())
returns table (
  problem text, refund_cents integer, granted integer, unused integer, percent integer, why jsonb, is_ours boolean)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_off constant boolean := private.is_called_off(p_line);
  v_used constant boolean := exists (select from private.pass_bookings(p_line.id, p_at) b where b.is_spent);
  -- A pass of which nothing is booked begins no more after its last day.
  v_over_at constant timestamptz := (
    select (p.valid_until + 1)::timestamp at time zone private.time_zone()
    from public.passes p where p.order_line_id = p_line.id);
  v_worth record;
  v_starts_at timestamptz;
  v_rule jsonb;
  v_parts integer;
begin
  select * into v_worth from private.line_worth(p_line.id);
  v_starts_at := case when p_line.camp_id is not null then (select starts_at from public.camp_weeks where id = p_line.camp_id)
    else (select min(b.starts_at) from private.pass_bookings(p_line.id, p_at) b where b.is_booked) end;
  select u.granted, u.unused into granted, unused from private.pass_use(p_line.id, p_at) u;
  is_ours := v_off or p_line.status = 'credit';
  -- A pass that is used has begun: of its rules only those are left that count from the purchase. Of one that is over
  -- nothing is left to give back, whatever they count from.
  if v_over_at > p_at is not false then
    v_rule := private.refund_rule(p_line.refund_rules,
      case when v_used then '-infinity' else least(v_starts_at, p_line.refund_starts_at, v_over_at) end,
      p_at, private.days_since_purchase(p_line, p_at));
  end if;
  problem := case
    when p_line.status not in ('placed', 'credit') then 'line_closed'
    when p_line.camp_id is not null and not v_off and v_starts_at <= p_at then 'too_late'
    when v_used and (unused = 0 or coalesce((v_rule ->> 'percent')::numeric, 0) = 0) then 'pass_used' end;
  -- A place to be chosen later stands for one that we took back: all of it is the parent's.
  if is_ours then v_rule := '{"percent": 100}'; end if;
  v_parts := case when v_rule ->> 'days_after_purchase' is not null then granted end;
  percent := coalesce((v_rule ->> 'percent')::numeric::integer, 0);
  why := jsonb_strip_nulls(jsonb_build_object('percent', percent, 'of_cents', v_worth.price_cents,
    'hours_before', v_rule -> 'hours_before', 'days_after_purchase', v_rule -> 'days_after_purchase',
    'counted_to', case when v_rule ->> 'hours_before' is not null and not v_used then private.iso(
      least(v_starts_at, p_line.refund_starts_at, v_over_at)) end));
  refund_cents := case when problem is null then greatest(0, least(
    round(v_worth.price_cents::numeric * percent * case when v_parts is null then 1 else unused end
      / (100 * coalesce(v_parts, 1)))::integer
      - greatest(0, v_worth.price_cents - v_worth.worth_cents),
    v_worth.worth_cents, private.left_for_lines(array[p_line.id]))) end;
  return next;
end;
$$;
comment on function private.cancel_terms(public.order_lines, timestamptz) is
  'May the line be given back at p_at (problem: line_closed, too_late, pass_used, or null), what of its worth the rules give back, in cents, of a pass how many of its sessions are unused, and why (RefundReason of contract/after-sale.ts)? is_ours: we took it back, nothing is held against the parent. A rule that counts from the purchase gives back the unused sessions'' share, also of a pass that is used. A pass without a booking begins the day after its last, and from then on gives nothing back. Half a cent is the parent''s. Of lines that go together: private.line_terms.';

create function private.line_terms(p_line_ids uuid[], p_at timestamptz default private.calendar_now())
returns table (
  line_id uuid, problem text, refund_cents integer, reclaimed_cents integer, granted integer, unused integer, why jsonb)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_terms record;
  v_left integer := coalesce(private.left_for_lines(p_line_ids), 0);
  v_reclaim integer;
begin
  for v_line in select l.* from public.order_lines l where l.id = any (p_line_ids) order by l.position loop
    select * into v_terms from private.cancel_terms(v_line, p_at);
    -- What we call off costs the others nothing.
    if v_reclaim is null and v_terms.problem is null and not v_terms.is_ours then
      v_reclaim := greatest(0, coalesce((select sum(r.cents) from private.reclaims(p_line_ids) r), 0))::integer;
    end if;
    line_id := v_line.id;
    problem := v_terms.problem;
    reclaimed_cents := case when v_terms.is_ours then 0 else least(v_terms.refund_cents, coalesce(v_reclaim, 0)) end;
    refund_cents := least(v_terms.refund_cents - reclaimed_cents, v_left);
    granted := v_terms.granted;
    unused := v_terms.unused;
    why := v_terms.why;
    v_reclaim := v_reclaim - coalesce(reclaimed_cents, 0);
    v_left := v_left - coalesce(refund_cents, 0);
    return next;
  end loop;
end;
$$;
comment on function private.line_terms(uuid[], timestamptz) is
  'What lines of one order give back together at p_at, and why: private.cancel_terms of each, less what those that stay cost more without them (reclaimed), never below zero. Asked to show it before (private.managed_view), and again when it is done (cancel_lines): what is shown is what is paid.';

create function private.post_reclaims(p_gone uuid[], p_from uuid, p_cents integer, p_new_base_cents integer default 0)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_row record;
  v_rest integer := p_cents;
  v_all constant boolean := p_cents >= (select sum(r.cents) from private.reclaims(p_gone, p_new_base_cents) r);
begin
  if p_cents = 0 then return; end if;
  for v_row in select * from private.reclaims(p_gone, p_new_base_cents) loop
    -- Where the refund was not enough for all of it, the rest stays the parent's.
    continue when v_row.cents < 0 and not v_all;
    exit when v_rest <= 0 and not v_all;
    if not v_all then v_row.cents := least(v_row.cents, v_rest); end if;
    perform private.post_line(v_row.line_id, v_row.entry, v_row.cents, 'sold_with_gone', '{}', p_from);
    if v_row.entry = 'rebate' then
      update public.order_lines set sibling_rebate = false where id = v_row.line_id;
      update public.camp_enrollments set sibling_rebate = false where order_line_id = v_row.line_id and status = 'enrolled';
    end if;
    v_rest := v_rest - v_row.cents;
  end loop;
  perform private.post_line(p_from, 'moved_out', -p_cents, 'sold_with_stays');
end;
$$;
comment on function private.post_reclaims(uuid[], uuid, integer, integer) is
  'What lines that stay cost more, p_cents, is paid by the line p_from that goes. The rebate''s place on the camp is free.';

-- schemas/after_sale/refund_steps.sql

-- What a line gives back by date: the rules of refund_terms.sql, asked at each moment at which one of them ends.

create function private.refund_ends(p_line public.order_lines, p_at timestamptz)
returns setof timestamptz
language sql
volatile
set search_path = ''
as $$
  with begins as (
    select c.starts_at as at from public.camp_weeks c where c.id = p_line.camp_id
    union select min(b.starts_at) from private.pass_bookings(p_line.id, p_at) b where b.is_booked
    union select p_line.refund_starts_at
    union select (p.valid_until + 1)::timestamp at time zone private.time_zone()
      from public.passes p where p.order_line_id = p_line.id
  ),
  rules as (
    select (value ->> 'hours_before')::numeric::integer as hours, (value ->> 'days_after_purchase')::numeric::integer as days
    from jsonb_array_elements(p_line.refund_rules)
  )
  select distinct e.at from (
    select b.at - make_interval(hours => r.hours) from begins b, rules r where r.hours is not null
    union all select at from begins
    -- Midnight after the last day, counted from today: how many days it was by now.
    union all select ((p_at at time zone private.time_zone())::date
        - private.days_since_purchase(p_line, p_at) + d.days + 1)::timestamp at time zone private.time_zone()
      from (select days from rules union select (private.settings()).dateless_refund_days) d
  ) e (at)
  where e.at > p_at
$$;
comment on function private.refund_ends(public.order_lines, timestamptz) is
  'The moments after p_at at which what a line gives back may change.';

create function private.refund_steps(p_line_id uuid, p_at timestamptz default private.calendar_now())
returns jsonb
language sql
volatile
set search_path = ''
as $$
  with line as (select l from public.order_lines l where l.id = p_line_id),
  times as (
    select p_at as at, p_at as asked_at
    -- At the moment itself whoever asks is still in time.
    union all select e, e + interval '1 microsecond' from line, private.refund_ends(l, p_at) e
  ),
  given as (
    select t.at, coalesce(c.refund_cents, 0) as cents, c.problem
    from line cross join times t cross join lateral private.cancel_terms(l, t.asked_at) c
  ),
  turns as (
    select at, cents, problem, lag(cents) over (order by at) is distinct from cents as is_new from given
  )
  select case when bool_or(at = p_at and problem is not null) then '[]' else coalesce(jsonb_agg(
    jsonb_build_object('refund_cents', cents, 'until', private.iso(until)) order by at), '[]') end
  from (select at, cents, problem, lead(at) over (order by at) as until from turns where is_new) s
$$;
comment on function private.refund_steps(uuid, timestamptz) is
  'What giving a line back brings, by date, as private.cancel_terms says it: [{refund_cents, until: the last moment for it, null for the last]}; [] where it cannot be given back now. Of a pass as if what is booked takes place.';

-- schemas/after_sale/managed_order.sql

-- Cancelling: what a parent gives back, by the rules that the line was sold with (decisions "Cancellation rules"),
-- and what they see before they do (contract/after-sale.ts).
--
-- Giving a place back needs no lock for the count's sake, but the freed place is offered on, and credits and money
-- move: so order, sessions, camps, subscriptions, passes, payment are locked in the order of places.sql.

create function private.move_until(p_line public.order_lines)
returns timestamptz
language sql
volatile
set search_path = ''
as $$
  select case when private.is_called_off(p_line) or s.status = 'cancelled' then 'infinity'::timestamptz
    else coalesce(c.starts_at, b.starts_at) - make_interval(hours => (private.settings()).move_hours_before) end
  from (select) one
  left join public.camp_weeks c on c.id = p_line.camp_id
  left join public.sessions s on s.id = p_line.session_id
  left join private.pass_bookings(p_line.id) b on b.session_id = p_line.session_id and b.is_booked
  where p_line.status = 'placed' and (c.id is not null or b.booking_id is not null
    -- A class that we called off gave its credit back, which books another one while the pass lasts.
    or (s.status = 'cancelled' and exists (
      select from public.passes p
      where p.order_line_id = p_line.id and coalesce(p.valid_until >= private.calendar_today(), true)
        and (select sum(k.delta) from public.credit_ledger k where k.pass_id = p.id) > 0)))
$$;
comment on function private.move_until(public.order_lines) is
  'Until when the line''s place may be moved, for ever when we called it off; null when there is none to move, and no credit of a class that we called off.';

create function private.refund_status(p_refund public.refunds)
returns text
language sql
volatile
set search_path = ''
as $$
  select case
    when p_refund.status = 'requested' and private.is_disputed(p_refund.payment_id) then 'waiting'
    when p_refund.status = 'failed' and p_refund.last_error = 'dispute_lost' then 'by_bank'
    else p_refund.status end
$$;
comment on function private.refund_status(public.refunds) is
  'As a parent reads it: waiting for the end of a dispute; by_bank: the dispute gave the money back, and we do not as well.';

create function private.managed_view(p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select v.view || jsonb_build_object(
    'order_id', o.id,
    'must_choose', coalesce(o.outcome = 'needs_choice', false),
    'split_allowed', o.split_allowed,
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', r.order_line_id, 'amount_cents', r.amount_cents,
        'status', private.refund_status(r)) order by r.created_at), '[]')
      from public.refunds r where r.order_id = o.id),
    -- Together they may give back more than one by one: what stays is not dearer for what went.
    'cancel_all', (
      select jsonb_build_object('refund_cents', sum(t.refund_cents), 'reclaimed_cents', sum(t.reclaimed_cents))
      from private.line_terms(array(
        select l.id from public.order_lines l cross join lateral private.cancel_terms(l) k
        where l.order_id = o.id and o.paid_at is not null and k.problem is null)) t
      having count(*) > 0),
    'lines', (
      select jsonb_agg(e.value || jsonb_build_object('worth_cents', case when o.paid_at is not null
        then (select w.worth_cents from private.line_worth(l.id) w) end,
        'why', case when o.paid_at is not null and t.problem is null then t.why end,
        'refund_steps', case when o.paid_at is not null and t.problem is null then private.refund_steps(l.id) end, 'can', jsonb_build_object(
        'cancel', case when o.paid_at is not null and t.problem is null
          then jsonb_strip_nulls(jsonb_build_object('refund_cents', t.refund_cents,
            'reclaimed_cents', nullif(t.reclaimed_cents, 0),
            'sessions', case when t.granted is not null
              then jsonb_build_object('total', t.granted, 'unused', t.unused) end,
            'ends_renewal', case when private.ends_renewal(l) then true end)) end,
        'move', case when o.paid_at is not null and m.until >= private.calendar_now()
          then jsonb_build_object('until', case when m.until < 'infinity' then private.iso(m.until) end) end,
        'move_over', case when o.paid_at is not null and m.until < private.calendar_now()
          and m.until + make_interval(hours => (private.settings()).move_hours_before) > private.calendar_now()
          then private.iso(m.until) end,
        'place', l.status = 'credit'), 'pass', private.managed_pass(l)) order by e.ordinality)
      from jsonb_array_elements(v.view -> 'lines') with ordinality e
      join public.order_lines l on l.id = (e.value ->> 'line_id')::uuid
      cross join lateral private.line_terms(array[l.id]) t
      cross join lateral (select private.move_until(l) as until) m))
  from public.orders o cross join lateral (select private.order_view(o.id) as view) v
  where o.id = p_order_id
$$;
comment on function private.managed_view(uuid) is 'ManagedOrder of contract/after-sale.ts.';

create function public.get_managed_order(p_access jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.manage_order(p_access, '{manage,late_choice}');
begin
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.get_managed_order(jsonb) is
  'Access -> ManagedOrder (contract/after-sale.ts): the order and, of each line, what may be done now: cancel with its refund, move until when, place a credit. By a link of either purpose, or signed in. Refuses as private.manage_order. Definer: the link is the identity; another family''s order does not exist.';
grant execute on function public.get_managed_order(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.get_managed_order(jsonb)');

-- schemas/after_sale/cancelling.sql

-- Giving back: the lines of an order, by the rules that they were sold with.

create function private.booked_sessions(p_line_ids uuid[])
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
begin
  return array(
    select distinct b.session_id from unnest(p_line_ids) l, private.pass_bookings(l) b where b.is_booked);
end;
$$;
comment on function private.booked_sessions(uuid[]) is 'Where the credits of these lines'' passes have places now.';

create function private.lock_lines(p_line_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_ids uuid[];
begin
  loop
    begin
      v_session_ids := private.booked_sessions(p_line_ids);
      perform private.lock_places(v_session_ids,
        array(select distinct camp_id from public.order_lines where id = any (p_line_ids) and camp_id is not null));
      -- A renewal waits until it is known whether there is still something to renew.
      perform from public.pass_subscriptions
      where order_line_id = any (p_line_ids)
        or id in (select subscription_id from public.order_lines where id = any (p_line_ids))
      order by id for update;
      perform from public.passes where order_line_id = any (p_line_ids) order by id for update;
      exit when private.booked_sessions(p_line_ids) <@ v_session_ids;
      -- A booking went to a session that is not locked yet. Sessions come before passes: all are let go.
      raise exception using errcode = 'serialization_failure';
    exception when serialization_failure then
      null;
    end;
  end loop;
end;
$$;
comment on function private.lock_lines(uuid[]) is
  'Locks sessions, camps, subscriptions and passes of lines whose order the caller has locked. What is read of them afterwards stands.';

create function private.free_line(p_line public.order_lines, p_at timestamptz default private.calendar_now())
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking record;
  v_pass_id uuid;
  v_balance integer;
begin
  update public.camp_enrollments set status = 'cancelled' where order_line_id = p_line.id and status = 'enrolled';
  -- What was used stays as it was.
  for v_booking in select * from private.pass_bookings(p_line.id, p_at) b where not b.is_spent order by b.booking_id loop
    perform private.undo_booking(v_booking.booking_id);
  end loop;
  select p.id, sum(k.delta) into v_pass_id, v_balance
  from public.passes p join public.credit_ledger k on k.pass_id = p.id where p.order_line_id = p_line.id group by p.id;
  if v_balance > 0 then
    insert into public.credit_ledger (pass_id, delta, reason, note) values (v_pass_id, -v_balance, 'adjusted', 'cancelled');
  end if;
  update public.order_lines set status = 'cancelled' where id = p_line.id;
end;
$$;
comment on function private.free_line(public.order_lines, timestamptz) is
  'Gives back what a line bought: its place on a camp with rung and rebate, its pass with all bookings that are unused at p_at and all credits. The caller has locked them.';

create function private.undo_booking(p_booking_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- A roll taken before its time was wrong about whoever gave the place back.
  update public.bookings set status = 'cancelled', attended = null where id = p_booking_id and status = 'booked';
  if not found then return; end if;
  insert into public.credit_ledger (pass_id, delta, reason, booking_id)
  select pass_id, -delta, 'returned', booking_id from public.credit_ledger where booking_id = p_booking_id and reason = 'booked';
end;
$$;
comment on function private.undo_booking(uuid) is 'Takes a child out of a session; the credit comes back to its pass.';

create function private.check_line_ids(p_line_ids uuid[], p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_stranger integer;
begin
  if coalesce(cardinality(p_line_ids), 0) not between 1 and 8
    or (select count(distinct l) from unnest(p_line_ids) l) <> cardinality(p_line_ids) then
    perform private.fail('invalid_input', 'p_line_ids');
  end if;
  select min(n.ordinality) - 1 into v_stranger from unnest(p_line_ids) with ordinality n (id, ordinality)
  where not exists (select from public.order_lines l where l.id = n.id and l.order_id = p_order_id);
  if v_stranger is not null then perform private.fail('line_not_found', format('p_line_ids[%s]', v_stranger)); end if;
end;
$$;
comment on function private.check_line_ids(uuid[], uuid) is 'One to eight different lines of this order; else invalid_input or line_not_found.';

create function private.given_back(p_line_ids uuid[], p_at timestamptz)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'sessions', (
      select coalesce(jsonb_agg(private.session_view(b.session_id) order by b.starts_at, b.session_id), '[]')
      from (
        select distinct b.session_id, b.starts_at
        from unnest(p_line_ids) l, private.pass_bookings(l, p_at) b where not b.is_spent) b),
    'passes', (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'total', u.granted, 'used', u.used,
        'unused', u.unused, 'ends_renewal', private.ends_renewal(l)) order by l.position), '[]')
      from public.order_lines l cross join lateral private.pass_use(l.id, p_at) u
      where l.id = any (p_line_ids)))
$$;
comment on function private.given_back(uuid[], timestamptz) is
  'What the mail says of passes that are about to be given back: {sessions: those that are cancelled with them, passes: [{line_id, total, used, unused: what is left, ends_renewal}]}, in sessions.';

create function public.cancel_lines(
  p_access jsonb, p_line_ids uuid[], p_seen_refund_cents integer, p_seen_ends_renewal boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_at timestamptz;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_line public.order_lines;
  v_terms record;
  v_plan jsonb := '[]';
  v_refund integer := 0;
  v_told jsonb;
begin
  perform private.check_line_ids(p_line_ids, v_order.id);
  if p_seen_refund_cents is null or p_seen_refund_cents < 0 then perform private.fail('invalid_input', 'p_seen_refund_cents'); end if;
  perform private.lock_lines(p_line_ids);
  v_camp_ids := array(select distinct l.camp_id from public.order_lines l
    where l.id = any (p_line_ids) and l.status = 'placed' and l.camp_id is not null);
  perform private.lock_charges(p_line_ids);
  -- One moment for what is used: a session may begin while this goes on.
  v_at := private.calendar_now();
  v_session_ids := array(
    select distinct b.session_id from unnest(p_line_ids) l, private.pass_bookings(l, v_at) b where not b.is_spent);
  v_told := private.given_back(p_line_ids, v_at);

  for v_terms in select * from private.line_terms(p_line_ids, v_at) loop
    if v_terms.problem is not null then
      perform private.fail(v_terms.problem, format('p_line_ids[%s]', array_position(p_line_ids, v_terms.line_id) - 1));
    end if;
    v_refund := v_refund + v_terms.refund_cents;
    v_plan := v_plan || to_jsonb(v_terms);
  end loop;
  if v_refund <> p_seen_refund_cents then
    perform private.fail('refund_changed', 'p_seen_refund_cents', v_refund::text);
  end if;

  -- Renewed since they looked: this pass can be given back, but the card would be charged again for the next one.
  if p_seen_ends_renewal and not v_told -> 'passes' @> '[{"ends_renewal": true}]' then
    perform private.fail('pass_renewed', 'p_seen_ends_renewal');
  end if;

  for v_terms in
    select t.* from jsonb_to_recordset(v_plan) as t (line_id uuid, refund_cents integer, reclaimed_cents integer, why jsonb)
  loop
    select * into v_line from public.order_lines where id = v_terms.line_id;
    perform private.free_line(v_line, v_at);
    if v_terms.refund_cents > 0 then
      -- Whoever had their money back, and has tried nothing, may try another time.
      delete from public.once_claims
      where order_line_id = v_line.id and not exists (select from private.pass_bookings(v_line.id, v_at));
      perform private.request_line_refund(v_line, v_terms.refund_cents, 'cancelled');
    end if;
    perform private.post_reclaims(p_line_ids, v_line.id, v_terms.reclaimed_cents);
    perform private.close_line(v_line.id, 'cancelled', v_terms.why);
  end loop;
  perform private.queue_order_mail('order_cancelled', v_order.id, (select min(l::text) from unnest(p_line_ids) l),
    jsonb_build_object('cancelled', v_told || jsonb_build_object('line_ids', p_line_ids, 'refund_cents', p_seen_refund_cents)));
  perform private.places_freed(v_session_ids, v_camp_ids);
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.cancel_lines(jsonb, uuid[], integer, boolean) is
  'Gives lines of a paid order back, all of them or none: ManagedOrder (contract/after-sale.ts). Places, rungs, rebates and credits are free at once, and what the rules give goes back; what was used of a pass stays history. p_seen_refund_cents: the sum that was shown; p_seen_ends_renewal: was it said that a pass does not renew again? Refuses as private.manage_order, and invalid_input, order_closed, line_not_found, line_closed, too_late, pass_used (field p_line_ids[n]), refund_changed (detail: the sum now, in cents), pass_renewed (a later pass would go on renewing). Definer: see get_managed_order.';
grant execute on function public.cancel_lines(jsonb, uuid[], integer, boolean) to anon, authenticated, service_role;
select private.answer_calls('public.cancel_lines(jsonb, uuid[], integer, boolean)', 'cancel_lines');

-- schemas/after_sale/move_places.sql

-- Moving a paid line to another session or week. Old and new place are locked together, in the order of
-- places.sql; then the clock is read, then counted, then written.

create function private.check_place(
  p_line public.order_lines, p_offer public.offers, p_session_id uuid, p_camp_id uuid, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_session public.sessions;
  v_camp public.camp_weeks;
  v_child public.order_children;
  v_age integer;
begin
  select * into v_session from public.sessions where id = p_session_id;
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  if p_session_id is not null and v_session.status is distinct from 'scheduled' then
    perform private.fail('session_not_found', p_field || '.session_id');
  elsif p_camp_id is not null and v_camp.is_active is not true then
    perform private.fail('camp_not_found', p_field || '.camp_id');
  elsif p_offer.id is null then
    perform private.fail('offer_not_available', p_field || '.camp_id');
  elsif v_session.starts_at <= private.calendar_now() then
    perform private.fail('session_started', p_field || '.session_id');
  elsif v_camp.starts_at <= private.calendar_now() then
    perform private.fail('camp_started', p_field || '.camp_id');
  end if;
  select * into v_child from public.order_children where order_id = p_line.order_id and position = p_line.child_position;
  v_age := extract(year from age(coalesce(v_session.session_date, v_camp.start_date),
    coalesce(v_child.dob, (select dob from public.children where id = v_child.child_id))));
  if v_age < (p_offer.details ->> 'min_age')::numeric or v_age > (p_offer.details ->> 'max_age')::numeric then
    perform private.fail('age_not_allowed', p_field || '.child',
      concat_ws('-', coalesce(p_offer.details ->> 'min_age', ''), coalesce(p_offer.details ->> 'max_age', '')));
  end if;
  if exists (select from public.bookings
      where session_id = p_session_id and child_id = v_child.child_id and status = 'booked')
    or exists (select from public.camp_enrollments
      where camp_id = p_camp_id and child_id = v_child.child_id and status = 'enrolled') then
    perform private.fail('already_booked', p_field || case when p_camp_id is null then '.session_id' else '.camp_id' end);
  end if;
  if private.seats_taken(v_session.id, v_now) >= v_session.max_capacity then
    perform private.fail('session_full', p_field || '.session_id');
  end if;
  if private.camp_seats_taken(v_camp.id, v_now) >= v_camp.capacity then
    perform private.fail('camp_full', p_field || '.camp_id');
  end if;
end;
$$;
comment on function private.check_place(public.order_lines, public.offers, uuid, uuid, text) is
  'Refuses a session or camp that the child of a line cannot have now: session_not_found, camp_not_found, offer_not_available, session_started, camp_started, age_not_allowed (detail: ages), already_booked, session_full, camp_full, each with its field under p_field. The caller has locked the place; holds of the line''s own order count as others''.';

create function private.with_camps_rung(
  p_line public.order_lines, p_offer public.offers, p_camp_id uuid, p_at timestamptz, p_except_order uuid)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines := p_line;
  v_rung_places integer;
  v_rebate_places integer;
begin
  select (r ->> 'places')::numeric - private.camp_lines_taken(p_camp_id, p_line.rung_id, p_at, p_except_order) into v_rung_places
  from jsonb_array_elements(p_offer.details -> 'rungs') r where r ->> 'id' = p_line.rung_id;
  v_rebate_places := (p_offer.details #>> '{sibling_rebate,places}')::numeric
    - private.camp_lines_taken(p_camp_id, null, p_at, p_except_order);
  -- What was paid stands; but where the new camp's early birds are gone, it takes none of them.
  if v_rung_places <= 0 then v_line.rung_id := 'listed'; end if;
  if v_rebate_places <= 0 then v_line.sibling_rebate := false; end if;
  return v_line;
end;
$$;
comment on function private.with_camps_rung(public.order_lines, public.offers, uuid, timestamptz, uuid) is
  'A line with the rung and the rebate place that it can take along to a camp of its tier, leaving out what one order itself holds. Writes nothing.';

create function private.retarget(p_line public.order_lines, p_session_id uuid, p_camp_id uuid, p_field text)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_offer public.offers;
  v_line public.order_lines := p_line;
begin
  if p_session_id is not null then
    select * into v_offer from public.offers where id = p_line.offer_id;
  else
    select o.* into v_offer from public.camp_weeks c cross join lateral private.tier_offer(c.tier) o where c.id = p_camp_id;
  end if;
  perform private.check_place(p_line, v_offer, p_session_id, p_camp_id, p_field);
  if p_camp_id is not null then
    -- A line of another tier costs something else: private.moved_line.
    if v_offer.id <> p_line.offer_id then perform private.fail('offer_not_available', p_field || '.camp_id'); end if;
    v_line := private.with_camps_rung(p_line, v_offer, p_camp_id, v_now, null);
  end if;
  update public.order_lines set
    session_id = p_session_id, camp_id = p_camp_id, rung_id = v_line.rung_id, sibling_rebate = v_line.sibling_rebate
  where id = p_line.id
  returning * into v_line;
  return v_line;
end;
$$;
comment on function private.retarget(public.order_lines, uuid, uuid, text) is
  'Makes a line stand for another place, at the price that was paid: the line. Refuses as private.check_place, and offer_not_available for a camp of another tier. The caller has locked the place, and then places the line.';

create function private.child_of(p_line public.order_lines)
returns uuid
language sql
stable
set search_path = ''
as $$
  select child_id from public.order_children where order_id = p_line.order_id and position = p_line.child_position
$$;
comment on function private.child_of(public.order_lines) is 'The child that a paid line is for.';

create function private.move_session_line(p_line public.order_lines, p_session_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking record;
  v_pass public.passes;
begin
  select * into v_booking from private.pass_bookings(p_line.id) b where b.session_id = p_line.session_id and b.is_booked;
  select * into v_pass from public.passes where order_line_id = p_line.id;
  perform private.retarget(p_line, p_session_id, null, 'p_target');
  if (select session_date from public.sessions where id = p_session_id) > v_pass.valid_until then
    perform private.fail('pass_expired', 'p_target.session_id');
  end if;
  -- A single session, such as the try-out, may be any team's (spec 2 §5).
  if p_line.sessions > 1 then
    perform private.check_team(v_pass.child_id, s, 'p_target.session_id') from public.sessions s where s.id = p_session_id;
  end if;
  -- Of a class that we called off the credit is back already.
  if v_booking.booking_id is not null then perform private.undo_booking(v_booking.booking_id); end if;
  perform private.book(p_session_id, v_pass.child_id, v_pass.family_id, v_pass.id);
end;
$$;
comment on function private.move_session_line(public.order_lines, uuid) is
  'Moves the first booking of a pass; its credit moves with it, or is used again where we called the class off. Refuses as private.retarget, and pass_expired; of a pass of several sessions as private.check_team.';

create function private.moved_line(
  p_line public.order_lines, p_camp_id uuid, p_target jsonb, p_except_order uuid default null)
returns table (line public.order_lines, discount_rules jsonb, total_cents integer)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_worth record;
  v_offer public.offers;
  v_transport constant text := case when p_target ? 'transport' then p_target ->> 'transport' else p_line.transport ->> 'id' end;
  v_option jsonb;
  v_rung record;
  v_others integer;
begin
  line := p_line;
  select * into v_worth from private.line_worth(p_line.id);
  select k.rules into discount_rules from public.line_ledger k
  where k.order_line_id = p_line.id and k.entry = 'discount' order by k.id limit 1;
  line.rebate_cents := v_worth.rebate_cents;
  line.discount_cents := v_worth.discount_cents;
  line.transport_cents := v_worth.transport_cents;
  line.price_cents := v_worth.price_cents - v_worth.transport_cents + v_worth.rebate_cents + v_worth.discount_cents;
  select o.* into v_offer from public.camp_weeks c cross join lateral private.tier_offer(c.tier) o where c.id = p_camp_id;
  if v_offer.id <> p_line.offer_id then
    select * into v_rung from private.camp_rung(p_camp_id, clock_timestamp(), p_except_order);
    line.rung_id := v_rung.rung_id;
    line.price_cents := v_rung.price_cents;
    -- The rebate's place was the other camp's; what it took off stays off, as far as this tier gives one at all.
    line.sibling_rebate := false;
    line.rebate_cents := least(v_worth.rebate_cents, coalesce((v_offer.details #>> '{sibling_rebate,cents}')::integer, 0));
    -- The code, as it was when the order was paid, for what this place costs.
    if v_worth.discount_cents > 0 then
      select coalesce(sum(w.price_cents - w.transport_cents + w.discount_cents), 0) into v_others
      from private.sold_with(p_line.id) s
      join public.order_lines l on l.id = s.line_id and l.status in ('placed', 'credit', 'needs_choice')
      cross join lateral private.line_worth(s.line_id) w
      where s.line_id <> p_line.id and w.discount_cents > 0;
      line.discount_cents := private.discount_under(
        discount_rules, v_offer, v_worth.discount_cents, line.price_cents - line.rebate_cents, v_others);
    end if;
    line.offer_id := v_offer.id;
    line.title := v_offer.title;
    line.revision := v_offer.revision;
  end if;
  select t into v_option from jsonb_array_elements(v_offer.details -> 'transport') t where t ->> 'id' = v_transport;
  -- Also the one that the line has: nobody shall wait for a van that does not go to that camp.
  if v_transport is not null and v_option is null then
    perform private.fail('transport_not_available', 'p_target.transport');
  end if;
  -- The van goes to the address that was given with the order, and a move asks for none.
  if v_transport is not null and (select transport_address from public.orders where id = p_line.order_id) is null then
    perform private.fail('transport_not_available', 'p_target.transport');
  end if;
  if v_offer.id <> p_line.offer_id or v_transport is distinct from p_line.transport ->> 'id' then
    line.transport := v_option - 'price_cents';
    line.transport_cents := coalesce((v_option ->> 'price_cents')::integer, 0);
  end if;
  total_cents := line.price_cents - line.rebate_cents - line.discount_cents + line.transport_cents;
  return next;
end;
$$;
comment on function private.moved_line(public.order_lines, uuid, jsonb, uuid) is
  'The line as it would be on another camp, with its prices there, and what it would cost: of the same tier at the price that was paid, of another tier at the prices of that camp and of its transport now with rebate and code by the rules of the order, another transport at its price now; leaving out what one order itself holds there. Its refund rules and their words stay those of the sale. Writes nothing. Refuses transport_not_available, also for the transport of before where the camp''s tier has it no more.';

create function private.camp_move_terms(p_line public.order_lines, p_target jsonb)
returns table (
  line public.order_lines, discount_rules jsonb, less_cents integer, refund_cents integer, reclaim_cents integer,
  base_cents integer, why jsonb)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp_id constant uuid := (p_target ->> 'camp_id')::uuid;
  v_offer public.offers;
  v_worth record;
  v_terms record;
  v_moved record;
begin
  select o.* into v_offer from public.camp_weeks c cross join lateral private.tier_offer(c.tier) o where c.id = v_camp_id;
  perform private.check_place(p_line, v_offer, null, v_camp_id, 'p_target');
  select * into v_moved from private.moved_line(p_line, v_camp_id, p_target);
  line := v_moved.line;
  discount_rules := v_moved.discount_rules;
  select * into v_worth from private.line_worth(p_line.id);
  select * into v_terms from private.cancel_terms(p_line);
  why := v_terms.why;
  less_cents := v_worth.price_cents - v_moved.total_cents;
  refund_cents := greatest(0, least(private.left_for_lines(array[p_line.id]), greatest(0, v_worth.worth_cents),
    round(less_cents::numeric * v_terms.percent / 100)::integer));
  -- The others' code may need what this place costs.
  base_cents := case when (line).discount_cents > 0 then (line).price_cents - (line).rebate_cents else 0 end;
  reclaim_cents := case when v_terms.is_ours or (line).offer_id = p_line.offer_id then 0 else least(refund_cents, (
    select coalesce(sum(r.cents) filter (where r.entry = 'discount' and r.cents > 0), 0)
    from private.reclaims(array[p_line.id], base_cents) r)) end;
  refund_cents := refund_cents - reclaim_cents;
  return next;
end;
$$;
comment on function private.camp_move_terms(public.order_lines, jsonb) is
  'What moving a place on a camp does: the line as it would be, what it costs less (below 0: more), what of that is refunded by the line''s rules, and what a code does not take off the others any more. Writes nothing. Refuses as private.check_place and private.moved_line.';

create function private.move_camp_line(p_line public.order_lines, p_target jsonb, p_seen_difference_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_camp_id constant uuid := (p_target ->> 'camp_id')::uuid;
  v_worth record;
  v_terms record;
  v_new public.order_lines;
begin
  select * into v_terms from private.camp_move_terms(p_line, p_target);
  v_new := v_terms.line;
  if v_terms.less_cents < 0 then perform private.fail('move_costs_more', 'p_target', (-v_terms.less_cents)::text); end if;
  if -v_terms.refund_cents <> p_seen_difference_cents then
    perform private.fail('refund_changed', 'p_seen_difference_cents', (-v_terms.refund_cents)::text);
  end if;
  select * into v_worth from private.line_worth(p_line.id);

  update public.camp_enrollments set status = 'cancelled' where order_line_id = p_line.id and status = 'enrolled';
  update public.order_lines set
    camp_id = v_camp_id, offer_id = v_new.offer_id, title = v_new.title, revision = v_new.revision,
    transport = v_new.transport, rung_id = v_new.rung_id, sibling_rebate = v_new.sibling_rebate
  where id = p_line.id;
  -- What it costs now; the difference is there until it is given back or kept.
  perform private.post_line(p_line.id, e.entry, e.cents, 'moved', e.rules)
  from (values
    ('transport', v_new.transport_cents - v_worth.transport_cents, coalesce(v_new.transport, '{}')),
    ('discount', v_worth.discount_cents - v_new.discount_cents, v_terms.discount_rules),
    ('rebate', v_worth.rebate_cents - v_new.rebate_cents, jsonb_build_object('camp_id', v_camp_id)),
    ('charged', v_new.price_cents - (v_worth.price_cents - v_worth.transport_cents + v_worth.rebate_cents + v_worth.discount_cents),
      jsonb_build_object('offer_id', v_new.offer_id, 'revision', v_new.revision, 'camp_id', v_camp_id, 'rung_id', v_new.rung_id,
        'price_cents', v_new.price_cents)),
    ('moved_in', v_terms.less_cents, '{}')
  ) e (entry, cents, rules);
  perform private.post_reclaims(array[p_line.id], p_line.id, v_terms.reclaim_cents, v_terms.base_cents);
  select * into v_new from public.order_lines where id = p_line.id;
  if v_new.offer_id = p_line.offer_id then v_new := private.retarget(v_new, null, v_camp_id, 'p_target'); end if;
  perform private.place_line(v_new, private.child_of(v_new), (select family_id from public.orders where id = v_new.order_id));
  perform private.request_line_refund(p_line, v_terms.refund_cents, 'moved');
  perform private.post_line(p_line.id, 'kept', v_terms.refund_cents + v_terms.reclaim_cents - v_terms.less_cents, 'moved', v_terms.why);
end;
$$;
comment on function private.move_camp_line(public.order_lines, jsonb, integer) is
  'Moves a place on a camp: rung and rebate place of the old one are free, those of the new one are taken where it has some. What it costs less is refunded by the line''s rules, less what a code does not take off the others any more. Refuses as private.check_place, transport_not_available, move_costs_more (detail: cents), refund_changed (detail: the difference now).';

-- schemas/after_sale/moving.sql

-- Moving a paid line: whether it may move there, and the call that moves it.

create function private.discount_under(
  p_rules jsonb, p_offer public.offers, p_discount_cents integer, p_base_cents integer, p_others_cents integer)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case
    when p_base_cents + p_others_cents < coalesce((p_rules ->> 'minimum_cents')::integer, 0)
      or p_rules -> 'kinds' <> 'null' and not p_rules -> 'kinds' @> to_jsonb(p_offer.kind)
      or p_rules -> 'tiers' <> 'null' and not p_rules -> 'tiers' @> coalesce(p_offer.details -> 'tier', 'null') then 0
    -- As quote_promotion counts: half a cent is the parent's, and something is left to pay.
    else greatest(0, least(p_base_cents - private.least_charge_cents(),
      coalesce(round(p_base_cents::numeric * (p_rules ->> 'percent')::numeric / 100)::integer, p_discount_cents))) end
$$;
comment on function private.discount_under(jsonb, public.offers, integer, integer, integer) is
  'What a code takes off a place of this offer under the rules that it was used with: its percentage, or its share of a fixed amount; nothing where it does not apply, or where this and the others it applies to cost less than its minimum.';

create function private.check_target(p_target jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  perform private.check_object(p_target, p_field, 1000);
  foreach v_key in array array['session_id', 'camp_id'] loop
    if coalesce(p_target -> v_key, 'null') <> 'null' and not private.is_uuid(p_target -> v_key) then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if p_target ->> 'session_id' is not null and p_target ->> 'camp_id' is not null then
    perform private.fail('invalid_input', p_field || '.camp_id');
  end if;
  if jsonb_typeof(coalesce(nullif(p_target -> 'transport', 'null'), '""')) <> 'string'
    or p_target ->> 'transport' = '' or length(p_target ->> 'transport') > 40 then
    perform private.fail('invalid_input', p_field || '.transport');
  end if;
end;
$$;
comment on function private.check_target(jsonb, text) is
  'MoveTarget of contract/after-sale.ts: {session_id} or {camp_id, transport?}, or neither; else invalid_input with the field.';

create function private.line_to_move(p_order public.orders, p_line_id uuid, p_target jsonb)
returns public.order_lines
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_wants text;
begin
  perform private.check_target(p_target, 'p_target');
  select * into v_line from public.order_lines where id = p_line_id and order_id = p_order.id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  v_wants := case when v_line.camp_id is not null then 'camp_id' else 'session_id' end;
  if p_target ->> v_wants is null then perform private.fail('invalid_input', 'p_target.' || v_wants); end if;
  return v_line;
end;
$$;
comment on function private.line_to_move(public.orders, uuid, jsonb) is
  'A line of an order, where the target is of its kind: a session''s for a session, a camp''s for a camp. Refuses invalid_input (field), line_not_found.';

create function private.check_movable(p_line public.order_lines)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_until constant timestamptz := private.move_until(p_line);
begin
  if v_until is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if v_until < private.calendar_now() then perform private.fail('too_late', 'p_line_id'); end if;
end;
$$;
comment on function private.check_movable(public.order_lines) is
  'Refuses a line that may not move now: line_closed, too_late.';

create function public.quote_move(p_access jsonb, p_line_id uuid, p_target jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_line constant public.order_lines := private.line_to_move(v_order, p_line_id, p_target);
  v_terms record;
begin
  perform private.check_movable(v_line);
  -- A class costs the same wherever it is.
  if v_line.camp_id is null then return '{"difference_cents": 0}'; end if;
  select * into v_terms from private.camp_move_terms(v_line, p_target);
  return jsonb_build_object('difference_cents',
    case when v_terms.less_cents < 0 then -v_terms.less_cents else -v_terms.refund_cents end);
end;
$$;
comment on function public.quote_move(jsonb, uuid, jsonb) is
  'What moving a paid line would cost now: Access, line, MoveTarget -> MoveQuote (contract/after-sale.ts). Above 0 it is paid (hold_move), 0 or below it is what move_line takes as p_seen_difference_cents. Moves and holds nothing. Refuses as private.manage_order and private.check_place, and invalid_input, order_closed, line_not_found, line_closed, too_late, transport_not_available, rate_limited. Definer: see get_managed_order.';
grant execute on function public.quote_move(jsonb, uuid, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.quote_move(jsonb, uuid, jsonb)', 'quote_move');

create function public.move_line(p_access jsonb, p_line_id uuid, p_target jsonb, p_seen_difference_cents integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access);
  v_line constant public.order_lines := private.line_to_move(v_order, p_line_id, p_target);
  v_starts_at timestamptz;
begin
  if p_seen_difference_cents is null then perform private.fail('invalid_input', 'p_seen_difference_cents'); end if;

  perform private.lock_places(
    array(select distinct s from unnest(array[v_line.session_id, (p_target ->> 'session_id')::uuid]) s where s is not null),
    array(select distinct c from unnest(array[v_line.camp_id, (p_target ->> 'camp_id')::uuid]) c where c is not null));
  -- What lapsed by the clock is the waitlist's first.
  perform private.offer_all(
    array_remove(array[(p_target ->> 'session_id')::uuid], null), array_remove(array[(p_target ->> 'camp_id')::uuid], null));
  perform from public.passes where order_line_id = v_line.id for update;
  perform private.check_movable(v_line);

  v_starts_at := coalesce(
    (select starts_at from public.sessions where id = v_line.session_id and status = 'scheduled'),
    (select starts_at from public.camp_weeks where id = v_line.camp_id and cancelled_at is null));
  if v_line.camp_id is null then
    if p_seen_difference_cents <> 0 then perform private.fail('refund_changed', 'p_seen_difference_cents', '0'); end if;
    perform private.move_session_line(v_line, (p_target ->> 'session_id')::uuid);
  else
    perform private.move_camp_line(v_line, p_target, p_seen_difference_cents);
  end if;
  update public.order_lines set refund_starts_at = least(refund_starts_at, v_starts_at) where id = v_line.id;
  perform private.queue_order_mail('order_moved', v_order.id, gen_random_uuid()::text,
    jsonb_build_object('moved', jsonb_build_object('line_ids', jsonb_build_array(v_line.id), 'kind', 'moved')));
  perform private.places_freed(
    array_remove(array[v_line.session_id], null), array_remove(array[v_line.camp_id], null));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.move_line(jsonb, uuid, jsonb, integer) is
  'Moves a paid line to another session, or to another week: of the same tier at the price that was paid, of a cheaper tier or transport with a refund of the difference by the line''s rules. MoveTarget -> ManagedOrder (contract/after-sale.ts). p_seen_difference_cents: the difference that was shown, 0 or below. Until move_hours_before the beginning, for ever when we called it off. Refuses as private.manage_order and private.check_place, and invalid_input, order_closed, line_not_found, line_closed, too_late, pass_expired, transport_not_available, refund_changed (detail: the difference now), move_costs_more (detail: cents that it costs more; such a move is paid for: hold_move). Definer: see get_managed_order.';
grant execute on function public.move_line(jsonb, uuid, jsonb, integer) to anon, authenticated, service_role;
select private.answer_calls('public.move_line(jsonb, uuid, jsonb, integer)', 'move_line');

-- schemas/after_sale/dearer_moves.sql

-- Moving to a place that costs more: an order of its own, of one line, whose total is the difference. The checkout
-- carries it as any other; when it is paid, the new place is taken and the old one given up in one transaction,
-- without a refund. What was paid for the old place stays on its charge and is carried over by the new line
-- (order_lines.carried_cents): given back later, the difference goes back first, the rest from the earlier charge.
-- Where the move cannot be made any more when the money comes, the money goes back at once.

create function private.is_move(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return exists (
    select from public.order_lines where order_id = p_order_id and (carried_cents > 0 or moves_line_id is not null));
end;
$$;
comment on function private.is_move(uuid) is 'Does the order move a place that was paid with another one?';

create function private.is_move_of(p_secret uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return coalesce((select private.is_move(o.id) from public.orders o where o.secret = p_secret and o.consents_at is not null), false);
end;
$$;
comment on function private.is_move_of(uuid) is
  'Is this secret that of a move which has parent and consents of the booking that it moves?';

create function private.can_carry(p_order_id uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  return not exists (
    select from public.order_lines l
    left join public.order_lines o on o.id = l.moves_line_id
    left join public.camp_weeks c on c.id = o.camp_id
    where l.order_id = p_order_id and (l.carried_cents > 0 or l.moves_line_id is not null)
      and not coalesce(o.status = 'placed' and (select w.price_cents from private.line_worth(o.id) w) = l.carried_cents
        and (c.cancelled_at is not null or c.starts_at > private.calendar_now()), false));
end;
$$;
comment on function private.can_carry(uuid) is
  'Is the place that an order moves from still there, not begun unless we called it off, and worth what the order carries over? True for an order that moves nothing. A decision only under private.lock_paid_order and private.lock_paid_places.';

create function private.lock_paid_order(p_order_id uuid)
returns public.orders
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  perform from public.orders where id in (
    select p_order_id
    union all
    select o.order_id from public.order_lines l join public.order_lines o on o.id = l.moves_line_id where l.order_id = p_order_id)
  order by id for no key update;
  select * into v_order from public.orders where id = p_order_id;
  return v_order;
end;
$$;
comment on function private.lock_paid_order(uuid) is
  'Locks an order for which money came, with the one that it moves from, sorted: the order, or nulls.';

create function private.lock_paid_places(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_moved uuid[];
begin
  select array_remove(array_agg(session_id), null), array_remove(array_agg(camp_id), null),
    array_remove(array_agg(moves_line_id), null)
  into v_session_ids, v_camp_ids, v_moved
  from public.order_lines where order_id = p_order_id;
  -- Asked only where there is a move, and by their ids: no payment pays for what others have.
  if v_moved <> '{}' then
    v_camp_ids := v_camp_ids || array(select camp_id from public.order_lines where id = any (v_moved) and camp_id is not null);
  end if;
  perform private.lock_places(v_session_ids, v_camp_ids);
end;
$$;
comment on function private.lock_paid_places(uuid) is
  'Locks the sessions and camps of an order''s lines, and the camp that it moves from. After private.lock_paid_order.';

-- What it costs --------------------------------------------------------------------------------------------

create function private.with_difference(
  p_price jsonb, p_old public.order_lines, p_camp_id uuid, p_transport text, p_except_order uuid)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_offer public.offers;
  v_moved record;
  v_new public.order_lines;
begin
  select * into v_moved from private.moved_line(p_old, p_camp_id, jsonb_build_object('transport', p_transport), p_except_order);
  v_new := v_moved.line;
  select o.* into v_offer from public.camp_weeks c cross join lateral private.tier_offer(c.tier) o where c.id = p_camp_id;
  if v_new.offer_id = p_old.offer_id then
    v_new := private.with_camps_rung(v_new, v_offer, p_camp_id, clock_timestamp(), p_except_order);
  end if;
  return p_price || jsonb_build_object(
    'lines', jsonb_build_array(p_price #> '{lines,0}' || jsonb_build_object(
      'price_cents', v_new.price_cents, 'base_cents', v_new.price_cents - v_new.rebate_cents,
      'rebate_cents', v_new.rebate_cents, 'discount_cents', v_new.discount_cents, 'transport_cents', v_new.transport_cents,
      'rung_id', v_new.rung_id, 'sibling_rebate', v_new.sibling_rebate)),
    'discount_cents', v_new.discount_cents,
    'total_cents', v_moved.total_cents - (select w.price_cents from private.line_worth(p_old.id) w));
end;
$$;
comment on function private.with_difference(jsonb, public.order_lines, uuid, text, uuid) is
  'private.price_order of the one line that another place of a paid line would be, priced as moving prices it (private.moved_line) so that both ask for the same: total_cents is the difference to what was paid.';

create function private.price_move(p_line public.order_lines, p_price jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_old public.order_lines;
begin
  if p_price -> 'refusals' <> '[]' then return p_price; end if;
  if not private.can_carry(p_line.order_id) then
    return p_price || jsonb_build_object(
      'lines', jsonb_build_array(p_price #> '{lines,0}' || '{"problem": "line_closed"}'),
      'refusals', jsonb_build_array(jsonb_build_object('code', 'line_closed', 'field', 'lines[0]')));
  end if;
  select * into v_old from public.order_lines where id = p_line.moves_line_id;
  return private.with_difference(p_price, v_old, p_line.camp_id, p_line.transport ->> 'id', p_line.order_id);
end;
$$;
comment on function private.price_move(public.order_lines, jsonb) is
  'private.price_order of a move that is held: the difference, or the refusal line_closed when there is nothing to carry over any more.';

-- schemas/after_sale/hold_move.sql

-- Holding the place of a move that costs more, and what its payment does.

create function private.hold_difference(
  p_from public.orders, p_old public.order_lines, p_request jsonb, p_price jsonb, p_client_hash text, p_at timestamptz)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order_id constant uuid := gen_random_uuid();
begin
  -- The family agreed to the terms when it bought; what it agreed to is on record, and is not given anew.
  insert into public.orders (
    id, number, currency, total_cents, client_hash, family_id, parent_name, parent_email, parent_phone, transport_address,
    consents_at, opened_at, created_at)
  values (
    v_order_id, private.order_number(), p_from.currency, (p_price ->> 'total_cents')::integer, p_client_hash,
    p_from.family_id, p_from.parent_name, p_from.parent_email, p_from.parent_phone, p_from.transport_address,
    case when p_from.parent_email is not null then p_from.consents_at end, p_at, p_at);
  perform private.write_lines(v_order_id, p_request, p_price);
  update public.order_children n set overnight = o.overnight
  from public.order_children o
  where n.order_id = v_order_id and o.order_id = p_old.order_id and o.position = p_old.child_position;
  update public.order_lines set moves_line_id = p_old.id, carried_cents = (select w.price_cents from private.line_worth(p_old.id) w)
  where order_id = v_order_id;
  insert into public.holds (order_line_id, order_id, camp_id, rung_id, sibling_rebate, expires_at)
  select id, order_id, camp_id, rung_id, sibling_rebate, p_at + make_interval(mins => v_settings.hold_minutes)
  from public.order_lines where order_id = v_order_id;
  return v_order_id;
end;
$$;
comment on function private.hold_difference(public.orders, public.order_lines, jsonb, jsonb, text, timestamptz) is
  'Writes the order of a move with its hold: its id. The caller has locked, counted and priced.';

create function public.hold_move(p_access jsonb, p_line_id uuid, p_target jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_client_hash constant text := private.fingerprint(private.client_address());
  v_from constant public.orders := private.paid_order(p_access);
  v_old public.order_lines;
  v_camp public.camp_weeks;
  v_transport text;
  v_previous public.orders;
  v_previous_line public.order_lines;
  v_given_up uuid[] := '{}';
  v_now timestamptz;
  v_until timestamptz;
  v_request jsonb;
  v_price jsonb;
  v_order_id uuid;
begin
  perform private.check_target(p_target, 'p_target');
  select * into v_old from public.order_lines where id = p_line_id and order_id = v_from.id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  if v_old.camp_id is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if p_target ->> 'camp_id' is null then perform private.fail('invalid_input', 'p_target.camp_id'); end if;
  select * into v_camp from public.camp_weeks where id = (p_target ->> 'camp_id')::uuid;
  if not found then perform private.fail('camp_not_found', 'p_target.camp_id'); end if;
  v_transport := case when p_target ? 'transport' then p_target ->> 'transport' else v_old.transport ->> 'id' end;

  -- What the family holds already for this move. One that somebody is just paying is left alone.
  select o.* into v_previous
  from public.orders o join public.order_lines l on l.order_id = o.id
  where l.moves_line_id = v_old.id and o.status in ('held', 'awaiting_payment')
  order by o.created_at desc limit 1
  for update of o skip locked;
  select * into v_previous_line from public.order_lines where order_id = v_previous.id;
  if private.is_live_order(v_previous, clock_timestamp()) and v_previous_line.camp_id = v_camp.id
    and v_previous_line.transport ->> 'id' is not distinct from v_transport and private.can_carry(v_previous.id) then
    return private.order_view(v_previous.id);
  end if;
  -- One that went to pay keeps its place until release_order has made sure that nobody can pay it any more.
  if v_previous.status = 'held' then v_given_up := array[v_previous_line.camp_id]; end if;

  perform private.check_hold_cap(v_client_hash, '{}', array[v_camp.id], case when v_previous.status = 'held' then v_previous.id end);
  perform private.lock_places('{}', array[v_camp.id] || v_given_up);
  -- What lapsed by the clock is the waitlist's first.
  perform private.offer_all('{}', array[v_camp.id]);
  v_now := clock_timestamp();
  v_until := private.move_until(v_old);
  if v_until is null then perform private.fail('line_closed', 'p_line_id'); end if;
  if v_until < private.calendar_now() then perform private.fail('too_late', 'p_line_id'); end if;
  if v_given_up <> '{}' then perform private.free_seats(v_previous.id, 'released'); end if;

  v_request := jsonb_build_object(
    'lines', jsonb_build_array(jsonb_build_object('offer_id', coalesce((private.tier_offer(v_camp.tier)).id, ''),
      'camp_id', v_camp.id, 'child', 0, 'transport', v_transport)),
    'children', jsonb_build_array(jsonb_build_object('id', private.child_of(v_old))));
  v_price := private.price_order(v_request, v_now, v_from.id);
  perform private.refuse_first(replace((v_price -> 'refusals')::text, 'lines[0]', 'p_target')::jsonb);
  v_price := private.with_difference(v_price, v_old, v_camp.id, v_transport, null);
  if (v_price ->> 'total_cents')::integer < private.least_charge_cents() then
    perform private.fail('refund_changed', 'p_target', v_price ->> 'total_cents');
  end if;
  v_order_id := private.hold_difference(v_from, v_old, v_request, v_price, v_client_hash, v_now);
  if v_given_up <> '{}' then perform private.offer_all('{}', v_given_up); end if;
  return private.order_view(v_order_id, v_price);
end;
$$;
comment on function public.hold_move(jsonb, uuid, jsonb) is
  'Holds a dearer place for a paid place on a camp: Access, line, MoveTarget with camp_id -> OrderView (contract/orders.ts) of an order of its own, whose total is the difference that quote_move named, to be paid as any order (create-checkout, details may be left out). Paid, it is the family''s place and the old one is given up; until then the old one stays. The same target again answers the same order, another one lets go of what was held. Refuses as private.manage_order and private.price_order (fields under p_target), and invalid_input, order_closed, line_not_found, line_closed (not a place on a camp, or none any more), too_late, too_many_holds, refund_changed (detail: the difference; it costs nothing more: move_line). Definer: see get_managed_order.';
grant execute on function public.hold_move(jsonb, uuid, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.hold_move(jsonb, uuid, jsonb)', 'hold_move');

-- Paid -----------------------------------------------------------------------------------------------------

create function private.give_up_moved(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_old public.order_lines;
begin
  select * into v_line from public.order_lines where order_id = p_order_id and moves_line_id is not null;
  if not found then return; end if;
  select * into v_old from public.order_lines where id = v_line.moves_line_id;
  update public.camp_enrollments set status = 'cancelled' where order_line_id = v_old.id and status = 'enrolled';
  update public.order_lines set status = 'cancelled', moved_to_line_id = v_line.id where id = v_old.id;
  perform private.post_line(v_old.id, 'moved_out', -w.price_cents, 'moved', '{}', v_line.id),
    private.post_line(v_line.id, 'moved_in', w.price_cents, 'moved', '{}', v_old.id),
    -- What staff gave back before stays given back.
    private.post_line(v_old.id, 'refunded', w.price_cents - w.worth_cents, 'carried', '{}', v_line.id),
    private.post_line(v_line.id, 'refunded', w.worth_cents - w.price_cents, 'carried', '{}', v_old.id)
  from private.line_worth(v_old.id) w;
  -- Moving further away does not win a better refund.
  update public.order_lines set refund_starts_at = least(v_old.refund_starts_at, (
    select starts_at from public.camp_weeks where id = v_old.camp_id and cancelled_at is null))
  where id = v_line.id;
  perform private.places_freed('{}', array_remove(array[v_old.camp_id], null));
end;
$$;
comment on function private.give_up_moved(uuid) is
  'Gives up the place that a paid order moved from: free at once with its rung and rebate, nothing refunded. Nothing for an order that moves nothing. The caller has locked both orders and both places.';

create function private.refuse_move(p_payment public.payments, p_order public.orders)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_left constant integer := private.left_of_payment(p_payment.id);
  v_line_id constant uuid := (select id from public.order_lines where order_id = p_order.id);
begin
  update public.order_lines set status = 'cancelled' where id = v_line_id;
  update public.orders set status = 'paid_late', outcome = null, paid_at = clock_timestamp() where id = p_order.id;
  perform private.open_decision('paid_late', p_payment, p_order);
  update public.payment_decisions set status = 'resolved', resolution = 'refund', resolved_at = clock_timestamp()
  where payment_id = p_payment.id and kind = 'paid_late' and status = 'open';
  perform private.request_refund(p_payment, null, v_left, 'paid_late');
  perform private.queue_order_mail('order_cancelled', p_order.id, v_line_id::text, jsonb_build_object('cancelled',
    jsonb_build_object('line_ids', jsonb_build_array(v_line_id), 'refund_cents', v_left, 'not_moved', true)));
  perform private.order_places_freed(p_order.id);
  return 'needs_choice';
end;
$$;
comment on function private.refuse_move(public.payments, public.orders) is
  'Paid, and the move cannot be made any more: the place is gone, or what was to be carried over is not what it was. The charge goes back whole, as of an order that came too late and whose parent chose the money; the parent is told.';

-- schemas/after_sale/late_choice.sql

-- Paid late, and the places were gone: the parent chooses another date, a place to be chosen later, or the money.
-- Once, for all lines of the order together unless the parent had allowed splitting; then for each line once.

create function private.check_choice_lines(p_order public.orders, p_choice jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
begin
  perform private.check_object(p_choice, 'p_choice', 10000);
  if coalesce(p_choice ->> 'kind', '') not in ('move', 'credit', 'refund') then perform private.fail('invalid_input', 'p_choice.kind'); end if;
  if p_choice -> 'lines' is null and p_choice ->> 'kind' <> 'move' then return; end if;
  if jsonb_typeof(p_choice -> 'lines') is distinct from 'array' or jsonb_array_length(p_choice -> 'lines') not between 1 and 8 then
    perform private.fail('invalid_input', 'p_choice.lines');
  end if;
  for v_line in
    select value as v, format('p_choice.lines[%s]', ordinality - 1) as field,
      count(*) over (partition by value ->> 'line_id') as same
    from jsonb_array_elements(p_choice -> 'lines') with ordinality order by ordinality
  loop
    perform private.check_target(v_line.v, v_line.field);
    if not private.is_uuid(v_line.v -> 'line_id') or v_line.same > 1 then perform private.fail('invalid_input', v_line.field || '.line_id'); end if;
    if not exists (select from public.order_lines where id = (v_line.v ->> 'line_id')::uuid and order_id = p_order.id) then
      perform private.fail('line_not_found', v_line.field || '.line_id');
    end if;
  end loop;
end;
$$;
comment on function private.check_choice_lines(public.orders, jsonb) is
  'LateChoice of contract/after-sale.ts for this order; else invalid_input or line_not_found with the field.';

create function private.chosen_lines(p_order public.orders, p_choice jsonb)
returns uuid[]
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_waiting constant uuid[] := array(
    select id from public.order_lines where order_id = p_order.id and status = 'needs_choice' order by position);
  v_named constant uuid[] := array(
    select (l ->> 'line_id')::uuid from jsonb_array_elements(coalesce(p_choice -> 'lines', '[]')) l);
begin
  if v_waiting = '{}' or not v_named <@ v_waiting then perform private.fail('choice_made', 'p_choice'); end if;
  -- Credit or refund of what is not named apart is for all of it.
  if v_named = '{}' then return v_waiting; end if;
  if not p_order.split_allowed and exists (
    -- A line without a place of its own goes with the others, named or not.
    select from public.order_lines l where l.id = any (v_waiting) and l.id <> all (v_named)
      and (p_choice ->> 'kind' <> 'move' or l.session_id is not null or l.camp_id is not null)) then
    perform private.fail('invalid_input', 'p_choice.lines');
  end if;
  return case when p_order.split_allowed then v_named else v_waiting end;
end;
$$;
comment on function private.chosen_lines(public.orders, jsonb) is
  'Lines that a choice is about: all that wait, or with split_allowed those it names. Refuses choice_made, and invalid_input for a part of an order that belongs together.';

create function private.late_move(p_order public.orders, p_line_ids uuid[], p_choice jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session_ids constant uuid[] := array(
    select distinct (l ->> 'session_id')::uuid from jsonb_array_elements(p_choice -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids constant uuid[] := array(
    select distinct (l ->> 'camp_id')::uuid from jsonb_array_elements(p_choice -> 'lines') l where l ->> 'camp_id' is not null);
  v_family_id uuid;
  v_line public.order_lines;
  v_wanted record;
  v_wants text;
begin
  perform private.lock_places(v_session_ids, v_camp_ids);
  -- What lapsed by the clock is the waitlist's first.
  perform private.offer_all(v_session_ids, v_camp_ids);
  if private.claim_once(p_order.id, clock_timestamp()) is not null then perform private.fail('try_out_used', 'p_choice'); end if;
  v_family_id := private.enrol_family(p_order.id);
  -- One after the other: each counts the places that the ones before it have taken.
  for v_line in select * from public.order_lines where id = any (p_line_ids) order by position loop
    select l.value, format('p_choice.lines[%s]', l.ordinality - 1) as field into v_wanted
    from jsonb_array_elements(p_choice -> 'lines') with ordinality l where l.value ->> 'line_id' = v_line.id::text;
    v_wants := case when v_line.camp_id is not null then 'camp_id' when v_line.session_id is not null then 'session_id' end;
    if v_wants is not null then
      if v_wanted.value ->> v_wants is null then perform private.fail('invalid_input', v_wanted.field || '.' || v_wants); end if;
      v_line := private.retarget(
        v_line, (v_wanted.value ->> 'session_id')::uuid, (v_wanted.value ->> 'camp_id')::uuid, v_wanted.field);
    end if;
    perform private.place_line(v_line, private.child_of(v_line), v_family_id);
  end loop;
end;
$$;
comment on function private.late_move(public.orders, uuid[], jsonb) is
  'Enrols lines in the places that the parent chose, all or none. Refuses as private.retarget, and try_out_used.';

create function private.credit_line(p_line public.order_lines, p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_line.camp_id is null then
    update public.order_lines set session_id = null where id = p_line.id returning * into p_line;
    perform private.place_line(p_line, private.child_of(p_line), p_family_id);
  else
    update public.camp_enrollments set status = 'cancelled' where order_line_id = p_line.id and status = 'enrolled';
    update public.order_lines set status = 'credit', camp_id = null where id = p_line.id;
  end if;
end;
$$;
comment on function private.credit_line(public.order_lines, uuid) is
  'A pass with all its credits and no booking; or a place on a camp that is chosen later (place_credit_line).';

create function private.late_refund(p_order public.orders, p_line_ids uuid[])
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_payment constant public.payments := private.order_payment(p_order.id);
  v_left integer;
  v_line public.order_lines;
  v_cents integer;
  v_sum integer := 0;
begin
  perform from public.payments where id = v_payment.id for update;
  v_left := private.left_of_payment(v_payment.id);
  delete from public.once_claims where order_line_id = any (p_line_ids);
  update public.order_lines set status = 'cancelled' where id = any (p_line_ids);
  if not exists (select from public.order_lines where order_id = p_order.id and id <> all (p_line_ids)) then
    perform private.request_refund(v_payment, null, v_left, 'paid_late');
    return v_left;
  end if;
  for v_line in select * from public.order_lines where id = any (p_line_ids) order by position loop
    v_cents := greatest(0, least((select w.worth_cents from private.line_worth(v_line.id) w), v_left - v_sum));
    perform private.request_refund(v_payment, v_line.id, v_cents, 'paid_late');
    perform private.close_line(v_line.id, 'paid_late');
    v_sum := v_sum + v_cents;
  end loop;
  return v_sum;
end;
$$;
comment on function private.late_refund(public.orders, uuid[]) is
  'Pays lines back whole, or the whole charge when they are all of the order: cents.';

create function public.choose_late(p_access jsonb, p_choice jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access, '{late_choice}');
  v_kind constant text := p_choice ->> 'kind';
  v_line_ids uuid[];
  v_line public.order_lines;
  v_family_id uuid;
  v_refund integer;
begin
  perform private.check_choice_lines(v_order, p_choice);
  v_line_ids := private.chosen_lines(v_order, p_choice);
  -- The bank has the money: what becomes of the order is staff's to say.
  perform private.refuse_lost((private.order_payment(v_order.id)).id, 'p_choice');
  if v_kind = 'move' then
    perform private.late_move(v_order, v_line_ids, p_choice);
  elsif v_kind = 'credit' then
    if private.claim_once(v_order.id, clock_timestamp()) is not null then perform private.fail('try_out_used', 'p_choice'); end if;
    v_family_id := private.enrol_family(v_order.id);
    for v_line in select * from public.order_lines where id = any (v_line_ids) order by position loop
      perform private.credit_line(v_line, v_family_id);
    end loop;
  else
    v_refund := private.late_refund(v_order, v_line_ids);
  end if;

  if not exists (select from public.order_lines where order_id = v_order.id and status = 'needs_choice') then
    update public.orders set outcome = case when exists (
      select from public.order_lines where order_id = v_order.id and status = 'placed') then 'enrolled' end
    where id = v_order.id;
    update public.payment_decisions set status = 'resolved', resolved_at = clock_timestamp(),
      resolution = case v_kind when 'move' then 'moved' else v_kind end,
      resolved_by = case when private.is_admin() then (select auth.uid()) end
    where order_id = v_order.id and kind = 'paid_late' and status = 'open';
  end if;
  if v_kind = 'refund' then
    perform private.queue_order_mail('order_cancelled', v_order.id, (select min(l::text) from unnest(v_line_ids) l),
      jsonb_build_object('cancelled', jsonb_build_object('line_ids', v_line_ids, 'refund_cents', v_refund)));
  else
    perform private.queue_order_mail('order_moved', v_order.id, (select min(l::text) from unnest(v_line_ids) l),
      jsonb_build_object('moved', jsonb_build_object('line_ids', v_line_ids,
        'kind', case v_kind when 'move' then 'moved' else 'credit' end)));
  end if;
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.choose_late(jsonb, jsonb) is
  'What becomes of a payment that came too late: LateChoice -> ManagedOrder (contract/after-sale.ts), by a late_choice link or signed in. move: the places are locked, counted and taken; credit: passes without a booking, places on camps to be chosen later; refund: the charge goes back. Once, however parallel; the open decision is resolved with it. Refuses as private.manage_order and private.check_place (field p_choice.lines[n]), and invalid_input, order_closed, line_not_found, choice_made, charge_disputed (the bank gave the charge back), try_out_used. Definer: see get_managed_order.';
grant execute on function public.choose_late(jsonb, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.choose_late(jsonb, jsonb)', 'choose_late');

create function private.end_choice(p_order_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.orders set outcome = null where id = p_order_id and outcome = 'needs_choice';
  update public.payment_decisions set status = 'resolved', resolution = 'ended', resolved_at = clock_timestamp()
  where order_id = p_order_id and kind = 'paid_late' and status = 'open'
$$;
comment on function private.end_choice(uuid) is
  'Nothing of an order that was paid late is to be chosen any more. The caller has closed its lines, and locked it.';

create function private.erase_family_choices(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_id uuid;
begin
  for v_line_id in
    select l.id from public.order_lines l join public.orders o on o.id = l.order_id
    where o.family_id = p_family_id and o.paid_at is not null and l.status in ('needs_choice', 'credit') order by l.id
  loop
    update public.order_lines set status = 'cancelled' where id = v_line_id;
    perform private.close_line(v_line_id, 'waived');
  end loop;
  perform private.end_choice(id) from public.orders where family_id = p_family_id and paid_at is not null;
end;
$$;
comment on function private.erase_family_choices(uuid) is
  'Places still to be chosen by a family that waives what is owed to it: closed, and what was paid for them stays with us.';

create function public.place_credit_line(p_access jsonb, p_line_id uuid, p_camp_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.paid_order(p_access, '{manage,late_choice}');
  v_line public.order_lines;
begin
  if p_camp_id is null then perform private.fail('invalid_input', 'p_camp_id'); end if;
  select * into v_line from public.order_lines where id = p_line_id and order_id = v_order.id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  if v_line.status <> 'credit' then perform private.fail('line_closed', 'p_line_id'); end if;
  perform private.refuse_lost((private.order_payment(v_order.id)).id, 'p_line_id');
  perform private.lock_places('{}', array[p_camp_id]);
  perform private.offer_all('{}', array[p_camp_id]);
  v_line := private.retarget(v_line, null, p_camp_id, 'p_target');
  perform private.place_line(v_line, private.child_of(v_line), v_order.family_id);
  perform private.queue_order_mail('order_moved', v_order.id, gen_random_uuid()::text,
    jsonb_build_object('moved', jsonb_build_object('line_ids', jsonb_build_array(v_line.id), 'kind', 'moved')));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.place_credit_line(jsonb, uuid, uuid) is
  'Takes the place of a line that was kept as a credit, on a camp of its tier: ManagedOrder (contract/after-sale.ts). Refuses as private.manage_order and private.check_place (fields under p_target), and invalid_input, order_closed, line_not_found, line_closed, charge_disputed (the bank gave the charge back), offer_not_available (another tier). Definer: see get_managed_order.';
grant execute on function public.place_credit_line(jsonb, uuid, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.place_credit_line(jsonb, uuid, uuid)', 'place_credit_line');

-- schemas/after_sale/calling_off.sql

-- Calling off: a class or a camp that does not take place, and the charges that wait for a person.

create function private.check_reason(p_reason text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_reason is not null then perform private.check_text(to_jsonb(p_reason), 'p_reason', 200); end if;
end;
$$;
comment on function private.check_reason(text) is 'Why something is called off, in words that families read: nothing, or 1 to 200 characters; else invalid_input.';

create function private.tell_families(
  p_template text, p_place_id uuid, p_family_ids uuid[], p_place jsonb, p_reason text)
returns void
language sql
volatile
set search_path = ''
as $$
  insert into public.outbox (key, template, recipient, payload)
  select concat_ws(':', p_template, p_place_id, f.id), p_template, coalesce(p.email, f.contact_email), jsonb_build_object(
    'parent_name', coalesce(nullif(p.name, ''), f.contact_name), 'reason', p_reason) || p_place
    -- Where the family takes another date, or its money.
    || private.manage_link(private.order_of_place(f.id, p_place_id, p_place_id), coalesce(p.email, f.contact_email))
  from public.families f left join public.profiles p on p.id = f.primary_parent_id
  where f.id = any (p_family_ids) and f.erased_at is null
    and not exists (select from public.outbox where key = concat_ws(':', p_template, p_place_id, f.id))
  on conflict (key) do nothing
$$;
comment on function private.tell_families(text, uuid, uuid[], jsonb, text) is
  'Queues a mail to each family that a session or camp was called off, once, with the link to the order that brought it there.';

create function public.cancel_session(p_session_id uuid, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_session public.sessions;
  v_booking record;
  v_bookings integer := 0;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_reason(p_reason);
  select * into v_session from public.sessions where id = p_session_id for update;
  if not found then perform private.fail('session_not_found', 'p_session_id'); end if;
  if v_session.status = 'cancelled' then return jsonb_build_object('cancelled', true, 'bookings', 0); end if;
  -- Somebody came: it took place, also where the roll was taken before its time. A wrong mark is taken back first.
  if v_session.starts_at <= private.calendar_now()
    or exists (select from public.bookings where session_id = p_session_id and status = 'booked' and attended) then
    perform private.fail('session_started', 'p_session_id');
  end if;
  update public.sessions set status = 'cancelled' where id = p_session_id;
  perform private.call_off_waiting(p_session_id, null, p_reason);
  perform private.tell_families('session_called_off', p_session_id,
    array(select family_id from public.bookings where session_id = p_session_id and status = 'booked'),
    jsonb_build_object('session', private.session_view(p_session_id)), p_reason);
  -- In the order of their passes, as everywhere.
  for v_booking in
    select b.id from public.bookings b
    left join public.credit_ledger k on k.booking_id = b.id and k.reason = 'booked'
    where b.session_id = p_session_id and b.status = 'booked' order by k.pass_id, b.id
  loop
    perform private.undo_booking(v_booking.id);
    v_bookings := v_bookings + 1;
  end loop;
  return jsonb_build_object('cancelled', true, 'bookings', v_bookings);
end;
$$;
comment on function public.cancel_session(uuid, text) is
  'For admins: calls a class off before it begins, with a reason that families read, or none: {cancelled, bookings: how many were cancelled now}. Credits come back, families are told; whoever pays for it afterwards is asked for another date. Repeating it changes nothing. Refuses not_allowed, invalid_input, session_not_found, session_started (also once somebody was marked as there). Definer: only after asking who calls.';
grant execute on function public.cancel_session(uuid, text) to authenticated, service_role;

create function private.tell_camp_called_off(p_camp_id uuid, p_reason text)
returns void
language sql
volatile
set search_path = ''
as $$
  select private.tell_families('camp_called_off', p_camp_id,
    array(select family_id from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled'),
    jsonb_build_object('camp', private.camp_view(p_camp_id)), p_reason)
$$;
comment on function private.tell_camp_called_off(uuid, text) is 'Tells the families of a camp, once each, that it does not take place.';

create function public.resolve_called_off(p_line_id uuid, p_choice jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_order public.orders;
  v_cents integer := 0;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  perform private.check_target(p_choice, 'p_choice');
  if coalesce(p_choice ->> 'kind', '') not in ('move', 'credit', 'refund') then perform private.fail('invalid_input', 'p_choice.kind'); end if;
  if p_choice ->> 'kind' = 'move' and p_choice ->> 'camp_id' is null then perform private.fail('invalid_input', 'p_choice.camp_id'); end if;
  select * into v_order from public.orders
  where id = (select order_id from public.order_lines where id = p_line_id) for no key update;
  select * into v_line from public.order_lines where id = p_line_id;
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  perform private.lock_places('{}', array_remove(array[v_line.camp_id, (p_choice ->> 'camp_id')::uuid], null));
  if v_line.status <> 'placed' or v_line.camp_id is null or not private.is_called_off(v_line) then
    perform private.fail('line_closed', 'p_line_id');
  end if;

  if p_choice ->> 'kind' = 'move' then
    update public.camp_enrollments set status = 'cancelled' where order_line_id = v_line.id and status = 'enrolled';
    perform private.offer_all('{}', array[(p_choice ->> 'camp_id')::uuid]);
    v_line := private.retarget(v_line, null, (p_choice ->> 'camp_id')::uuid, 'p_choice');
    perform private.place_line(v_line, private.child_of(v_line), v_order.family_id);
  elsif p_choice ->> 'kind' = 'credit' then
    perform private.credit_line(v_line, v_order.family_id);
  else
    select t.refund_cents into v_cents from private.line_terms(array[v_line.id]) t;
    perform private.free_line(v_line);
    perform private.request_line_refund(v_line, v_cents, 'called_off');
    perform private.close_line(v_line.id, 'called_off');
    perform private.queue_order_mail('order_cancelled', v_order.id, v_line.id::text,
      jsonb_build_object('cancelled', jsonb_build_object('line_ids', jsonb_build_array(v_line.id), 'refund_cents', v_cents)));
    return private.managed_view(v_order.id);
  end if;
  perform private.queue_order_mail('order_moved', v_order.id, gen_random_uuid()::text,
    jsonb_build_object('moved', jsonb_build_object('line_ids', jsonb_build_array(v_line.id),
      'kind', case p_choice ->> 'kind' when 'move' then 'moved' else 'credit' end)));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.resolve_called_off(uuid, jsonb) is
  'For admins: what a family chose of a place on a camp that was called off: CalledOffChoice ({kind: move, camp_id of the same tier | credit | refund: all of it}) -> ManagedOrder (contract/after-sale.ts). Refuses not_allowed, invalid_input, line_not_found, line_closed, and as private.check_place. Definer: see cancel_session.';
grant execute on function public.resolve_called_off(uuid, jsonb) to authenticated, service_role;

create function private.drop_mismatch(p_order public.orders)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.orders set outcome = null where id = p_order.id and outcome = 'under_review';
  if p_order.status in ('held', 'awaiting_payment') then
    perform private.free_seats(p_order.id, 'released');
    perform private.order_places_freed(p_order.id);
  end if;
end;
$$;
comment on function private.drop_mismatch(public.orders) is 'Closes a locked order whose charge goes back because it did not fit.';

create function private.post_misfit(p_order_id uuid, p_cents integer)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line record;
  v_rest integer := p_cents;
begin
  for v_line in
    select l.id, w.worth_cents from public.order_lines l cross join lateral private.line_worth(l.id) w
    where l.order_id = p_order_id order by l.position
  loop
    if v_rest > 0 then
      perform private.post_line(v_line.id, 'charged', v_rest, 'overpaid'), private.post_line(v_line.id, 'kept', -v_rest, 'overpaid');
      exit;
    end if;
    perform private.post_line(v_line.id, 'written_off', greatest(v_rest, -v_line.worth_cents), 'underpaid');
    v_rest := v_rest - greatest(v_rest, -v_line.worth_cents);
  end loop;
end;
$$;
comment on function private.post_misfit(uuid, integer) is
  'Another amount was paid than the lines cost, and staff let it pay them: less is written off, more is kept until staff pay it back.';

create function public.resolve_decision(p_decision_id uuid, p_resolution text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_decision public.payment_decisions;
  v_payment public.payments;
  v_order public.orders;
  v_result text;
  v_gives text;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  if p_resolution is null or p_resolution not in ('refund', 'kept', 'ended') then perform private.fail('invalid_input', 'p_resolution'); end if;
  perform private.lock_disputed_orders(p_decision_id);
  v_order := private.lock_paid_order((select order_id from public.payment_decisions where id = p_decision_id));
  select * into v_decision from public.payment_decisions where id = p_decision_id for update;
  if not found then perform private.fail('decision_not_found', 'p_decision_id'); end if;
  if v_decision.status <> 'open' then perform private.fail('choice_made', 'p_decision_id'); end if;
  -- Another date, credit or refund of these: choose_late.
  if v_decision.kind = 'paid_late' then perform private.fail('invalid_input', 'p_decision_id'); end if;
  -- Of a dispute the bank decides about the money, and we about the places: once it is lost.
  if (p_resolution = 'ended') <> (v_decision.kind = 'disputed' and p_resolution <> 'kept') then
    perform private.fail('invalid_input', 'p_resolution');
  end if;
  select * into v_payment from public.payments where id = v_decision.payment_id;

  if p_resolution = 'ended' then
    perform private.end_disputed(v_payment);
  elsif p_resolution = 'kept' and v_decision.kind <> 'disputed' then
    if v_decision.details ? 'renewal' then
      v_result := private.keep_renewal(v_payment, v_decision.details -> 'renewal');
    elsif v_decision.kind = 'mismatch' and v_order.paid_at is null then
      -- Forgotten, or another's contract: nobody could be enrolled.
      if v_order.consents_at is null then perform private.fail('order_closed', 'p_decision_id'); end if;
      v_result := private.take_places(v_payment, v_order);
      perform private.post_misfit(v_order.id, v_payment.amount_cents - v_order.total_cents);
      update public.payments set result = v_result where id = v_payment.id;
    end if;
    -- Ours, and for nothing: who decided so is told, and it stands in the decision.
    if v_result is null then v_gives := 'nothing'; end if;
  elsif p_resolution = 'refund' then
    perform private.refuse_disputed(v_payment.id, 'p_decision_id');
    if v_decision.kind = 'mismatch' then perform private.drop_mismatch(v_order); end if;
    perform from public.payments where id = v_payment.id for update;
    perform private.request_refund(v_payment, null, private.left_of_payment(v_payment.id), v_decision.kind);
  end if;
  update public.payment_decisions set status = 'resolved', resolution = p_resolution, resolved_at = clock_timestamp(),
    resolved_by = case when private.is_admin() then (select auth.uid()) end,
    details = details || jsonb_strip_nulls(jsonb_build_object('gives', coalesce(v_gives, v_result)))
  where id = p_decision_id;
  return jsonb_strip_nulls(jsonb_build_object('resolved', true, 'result', v_result, 'gives', v_gives));
end;
$$;
comment on function public.resolve_decision(uuid, text) is
  'For admins: what becomes of a charge that did not fit (mismatch, duplicate_payment, unknown_order) or that a bank disputes (disputed): {resolved, result?, gives?}. refund: all of it goes back, and an order that waits for it is closed; kept: it stays, and a mismatch pays what it was charged for, its order as it is or the period of a renewal: result as of confirm_order; gives is nothing when there is nothing to give for it, such as a second charge. Of a dispute, kept: looked at, nothing changes; ended, once it is lost: what the charge paid for is taken back. Refuses not_allowed, invalid_input (also for paid_late: choose_late), decision_not_found, choice_made, order_closed (its people were forgotten, or a dispute that is not lost), charge_disputed. Definer: see cancel_session.';
grant execute on function public.resolve_decision(uuid, text) to authenticated, service_role;

-- schemas/passes/credits.sql

-- Credits: a signed-in parent books a session with a credit of a pass, gives it back, or moves it to another day
-- (spec 1 §1 and §3; decisions "Safety"). How seats are locked stands at the head of places.sql.

-- Whose, and what is left ------------------------------------------------------------------------------------

create function private.credits_left(p_pass_id uuid)
returns integer
language sql
stable
set search_path = ''
as $$ select coalesce(sum(delta), 0)::integer from public.credit_ledger where pass_id = p_pass_id $$;
comment on function private.credits_left(uuid) is 'A pass''s balance: the sum of its ledger, nowhere stored.';

create function private.own_child(p_child_id uuid, p_field text)
returns uuid
language plpgsql
stable
set search_path = ''
as $$
declare
  v_family_id uuid;
begin
  select family_id into v_family_id from public.children
  where id = p_child_id and (family_id = private.my_family_id() or private.is_admin());
  -- To others a child that is not theirs does not exist.
  if not found then perform private.fail('child_not_found', p_field); end if;
  return v_family_id;
end;
$$;
comment on function private.own_child(uuid, text) is
  'Family of a child that is the caller''s own, or anybody''s to an admin; else child_not_found with the field.';

create function private.own_booking(p_booking_id uuid)
returns public.bookings
language plpgsql
stable
set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings
  where id = p_booking_id and (family_id = private.my_family_id() or private.is_admin());
  if not found then perform private.fail('booking_not_found', 'p_booking_id'); end if;
  return v_booking;
end;
$$;
comment on function private.own_booking(uuid) is
  'A booking that is the caller''s own, or anybody''s to an admin; else booking_not_found. Read without a lock.';

create function private.lock_family(p_child_id uuid)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_family_id uuid;
begin
  loop
    select family_id into v_family_id from public.children where id = p_child_id;
    perform from public.families where id = v_family_id for key share;
    -- Two families may have become one while we waited.
    exit when v_family_id is not distinct from (select family_id from public.children where id = p_child_id);
  end loop;
  return v_family_id;
end;
$$;
comment on function private.lock_family(uuid) is
  'The family of a child, which stays that until the end of the transaction: merging families waits. In the order of locks after the waitlist''s entries.';

create function private.lock_sessions(p_session_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.lock_places(p_session_ids, '{}');
  perform from public.waitlist_entries
  where session_id = any (p_session_ids) and status in ('waiting', 'offered') order by id for update;
end;
$$;
comment on function private.lock_sessions(uuid[]) is
  'Locks sessions, then who waits for them: whoever then locks a family never asks for these again.';

-- The line that bought it ------------------------------------------------------------------------------------

create function private.line_follows(p_left_id uuid, p_made_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_pass record;
begin
  for v_pass in
    select k.pass_id as id,
      (array_agg(b.session_id) filter (where b.id = p_left_id))[1] as left_id,
      (array_agg(b.session_id) filter (where b.id = p_made_id))[1] as made_id
    from public.credit_ledger k join public.bookings b on b.id = k.booking_id
    where k.booking_id in (p_left_id, p_made_id) and k.reason = 'booked'
    group by k.pass_id order by k.pass_id
  loop
    -- The pass before its line, as everybody writes them.
    perform from public.passes where id = v_pass.id for update;
    -- Once: a line that is written again asks for its order, which comes before sessions.
    update public.order_lines l set
      session_id = case
        when l.session_id = v_pass.left_id then v_pass.made_id
        -- One whose own session is none any more stands for this one: its calendar file, the way to move it, its refund.
        when not exists (select from public.sessions s where s.id = l.session_id and s.status = 'scheduled')
          then coalesce(v_pass.made_id, l.session_id)
        else l.session_id end,
      -- As with a move: giving a session back does not win a better refund of the pass. What we called off is not held
      -- against anybody.
      refund_starts_at = least(l.refund_starts_at, (
        select s.starts_at from public.sessions s where s.id = v_pass.left_id and s.status = 'scheduled'))
    from public.passes p
    where p.id = v_pass.id and l.id = p.order_line_id and l.status = 'placed';
  end loop;
end;
$$;
comment on function private.line_follows(uuid, uuid) is
  'The lines that bought passes follow the bookings that a call ended and made, whoever made or ended them; either null. Nothing for a pass that was not sold, or a booking without one. Called once, when all is booked; the caller has locked the sessions.';

-- schemas/passes/book_session.sql

-- Booking a session with a credit.

create function private.open_session(p_session_id uuid, p_field text)
returns public.sessions
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session public.sessions;
begin
  select * into v_session from public.sessions where id = p_session_id;
  if not found or v_session.status <> 'scheduled' then perform private.fail('session_not_found', p_field); end if;
  if v_session.starts_at <= private.calendar_now() then perform private.fail('session_started', p_field); end if;
  return v_session;
end;
$$;
comment on function private.open_session(uuid, text) is
  'A session that takes place and has not begun; else session_not_found or session_started with the field. The caller has locked it.';

create function private.pass_problems(p_pass public.passes, p_days date[])
returns table (day date, problem text)
language sql
stable
set search_path = ''
as $$
  select d.day, case
      when k.credits <= 0 then 'no_credit'
      when d.day not between p_pass.valid_from and coalesce(p_pass.valid_until, 'infinity') then 'pass_expired'
      when a.age < (f.details ->> 'min_age')::numeric or a.age > (f.details ->> 'max_age')::numeric then 'age_not_allowed'
    end
  from public.children c
  join public.offers f on f.id = p_pass.offer_id
  cross join (select private.credits_left(p_pass.id) as credits offset 0) k
  cross join unnest(p_days) d (day)
  cross join lateral (select extract(year from age(d.day, c.dob))::integer as age) a
  where c.id = p_pass.child_id
$$;
comment on function private.pass_problems(public.passes, date[]) is 'private.pass_problem of many days at once, for lists.';

create function private.pass_problem(p_pass public.passes, p_on date)
returns text
language sql
stable
set search_path = ''
as $$ select problem from private.pass_problems(p_pass, array[p_on]) $$;
comment on function private.pass_problem(public.passes, date) is
  'Why a pass does not pay a session on a day: no_credit, pass_expired (not valid that day), age_not_allowed; null when it does.';

create function private.pick_pass(p_child_id uuid, p_on date, p_pass_id uuid, p_field text)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_nearness constant text[] := '{no_credit,pass_expired,age_not_allowed}';
  v_pass record;
  v_problem text;
  v_ages text;
begin
  -- Sorted, so that two who spend from the same passes never wait for each other in a circle; then counted.
  perform from public.passes where child_id = p_child_id order by id for update;
  if p_pass_id is not null and not exists (select from public.passes where id = p_pass_id and child_id = p_child_id) then
    perform private.fail('pass_not_found', 'p_pass_id');
  end if;
  for v_pass in
    select p.id, private.pass_problem(p, p_on) as problem,
      concat_ws('-', coalesce(f.details ->> 'min_age', ''), coalesce(f.details ->> 'max_age', '')) as ages
    from public.passes p
    join public.offers f on f.id = p.offer_id
    where p.child_id = p_child_id and (p_pass_id is null or p.id = p_pass_id)
    order by p.valid_until nulls last, p.created_at, p.id
  loop
    if v_pass.problem is null then return v_pass.id; end if;
    -- Of several passes that do not do, the one that comes nearest says why.
    if array_position(c_nearness, v_pass.problem)
      > coalesce(array_position(c_nearness, v_problem), 0) then
      v_problem := v_pass.problem;
      v_ages := v_pass.ages;
    end if;
  end loop;
  v_problem := coalesce(v_problem, 'no_credit');
  perform private.fail(
    v_problem, p_field, case when v_problem = 'age_not_allowed' then v_ages end);
end;
$$;
comment on function private.pick_pass(uuid, date, uuid, text) is
  'The pass that pays a session on a day: this one, or of the child''s passes with credit left and valid that day the one that expires first. Locks the child''s passes, then counts. Refuses pass_not_found, no_credit, pass_expired (credit, but not valid that day), age_not_allowed (detail: the ages, such as 5-12).';

create function private.credit_returns_until(p_starts_at timestamptz)
returns timestamptz
language sql
stable
set search_path = ''
as $$ select p_starts_at - make_interval(hours => (private.settings()).credit_return_hours) $$;
comment on function private.credit_returns_until(timestamptz) is
  'Last moment at which cancelling a session that begins then gives the credit back.';

create function private.credit_booking_view(p_booking_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select jsonb_build_object(
    'booking_id', b.id, 'child_id', b.child_id, 'session', private.session_view(b.session_id), 'pass_id', l.pass_id,
    'credits_left', private.credits_left(l.pass_id),
    'credit_returns_until', private.iso(private.credit_returns_until(s.starts_at)))
  from public.bookings b
  join public.sessions s on s.id = b.session_id
  left join public.credit_ledger l on l.booking_id = b.id and l.reason = 'booked'
  where b.id = p_booking_id
$$;
comment on function private.credit_booking_view(uuid) is 'CreditBooking of contract/passes.ts.';

create function private.offers_for(p_session_ids uuid[], p_child_id uuid, p_email text)
returns setof public.waitlist_offers
language sql
volatile
set search_path = ''
as $$
  select o.*
  from public.waitlist_offers o
  join public.waitlist_entries e on e.id = o.entry_id
  join public.children k on k.id = p_child_id
  where o.session_id = any (p_session_ids) and o.status = 'open' and o.expires_at > clock_timestamp() and o.places = 1
    and exists (
      select from public.waitlist_children w
      where w.entry_id = e.id and w.position = any (o.positions) and (
        (e.family_id = k.family_id and w.child_id = k.id)
        or (e.family_id is null and e.parent_email = lower(p_email)
          and private.name_key(w.name) = private.name_key(k.name) and w.dob = k.dob)))
$$;
comment on function private.offers_for(uuid[], uuid, text) is
  'Seats of sessions that the waitlist keeps for this child alone: by an entry of its family, or by a guest''s under p_email, an address that the caller has proven to read; null: by none of a guest.';

create function private.take_offer(p_session_id uuid, p_child_id uuid, p_email text)
returns void
language sql
volatile
set search_path = ''
as $$
  with taken as (
    update public.waitlist_offers set status = 'accepted'
    where id in (select f.id from private.offers_for(array[p_session_id], p_child_id, p_email) f)
    returning entry_id
  )
  update public.waitlist_entries set status = 'enrolled' where id in (select entry_id from taken)
$$;
comment on function private.take_offer(uuid, uuid, text) is
  'A seat that the waitlist keeps for this child alone (private.offers_for) is the one that is being booked. An offer for several together stays: they go by a checkout.';

create function private.book_with_credit(
  p_child_id uuid, p_session_id uuid, p_pass_id uuid, p_field text, p_email text default null)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_session constant public.sessions := private.open_session(p_session_id, 'p_session_id');
  v_family_id uuid;
  v_pass_id uuid;
begin
  -- What lapsed by the clock is the waitlist's first.
  perform private.offer_all(array[p_session_id], '{}');
  perform private.take_offer(p_session_id, p_child_id, p_email);
  v_family_id := private.lock_family(p_child_id);
  if exists (
    select from public.bookings where child_id = p_child_id and session_id = p_session_id and status = 'booked') then
    perform private.fail('already_booked', 'p_session_id');
  end if;
  -- Decided by the time after the locks, as everywhere.
  if private.seats_taken(p_session_id, clock_timestamp()) >= v_session.max_capacity then
    perform private.fail('session_full', 'p_session_id');
  end if;
  v_pass_id := private.pick_pass(p_child_id, v_session.session_date, p_pass_id, p_field);
  perform private.check_team(p_child_id, v_session, 'p_session_id');
  return private.book(p_session_id, p_child_id, v_family_id, v_pass_id);
end;
$$;
comment on function private.book_with_credit(uuid, uuid, uuid, text, text) is
  'Books a child with a credit of a pass (private.pick_pass; p_field is at fault when none pays; p_email: private.offers_for). The caller has locked the session, made sure whose child it is, and lets the pass''s line follow. Refuses session_not_found, session_started, already_booked, session_full, and what pick_pass and check_team refuse.';

create function public.book_session(p_child_id uuid, p_session_id uuid, p_pass_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking_id uuid;
begin
  perform private.own_child(p_child_id, 'p_child_id');
  perform private.lock_sessions(array[p_session_id]);
  v_booking_id := private.book_with_credit(
    p_child_id, p_session_id, p_pass_id, case when p_pass_id is null then 'p_child_id' else 'p_pass_id' end);
  perform private.line_follows(null, v_booking_id);
  return private.credit_booking_view(v_booking_id);
end;
$$;
comment on function public.book_session(uuid, uuid, uuid) is
  'A parent books a session for a child with one credit: CreditBooking (contract/passes.ts). Without p_pass_id the pass that expires first pays. Admins for any family. Refuses child_not_found, session_not_found, session_started, session_full, already_booked, pass_not_found, no_credit, pass_expired, age_not_allowed (detail: the ages of the pass, or of the session''s team), level_not_allowed (detail: the team''s levels), each with its field. Definer: bookings and credits are written only by functions that lock and count.';
grant execute on function public.book_session(uuid, uuid, uuid) to authenticated;
select private.answer_calls('public.book_session(uuid, uuid, uuid)', 'book_session');

-- schemas/passes/cancel_booking.sql

-- Cancelling a booking, or moving it to another day.

create function private.end_booking(p_booking_id uuid, p_early_only boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_session public.sessions;
  v_pass_id uuid;
  v_returns boolean;
begin
  select * into v_booking from public.bookings where id = p_booking_id for update;
  if v_booking.status <> 'booked' then perform private.fail('booking_closed', 'p_booking_id'); end if;
  select * into v_session from public.sessions where id = v_booking.session_id;
  -- What the provider called off is not the family's loss, however late.
  v_returns := v_session.status <> 'scheduled'
    or private.calendar_now() <= private.credit_returns_until(v_session.starts_at);
  if v_session.status = 'scheduled' and v_session.starts_at <= private.calendar_now() then
    perform private.fail('session_started', 'p_booking_id');
  end if;
  if p_early_only and not v_returns then
    perform private.fail('credit_not_returned', 'p_booking_id',
      private.iso(private.credit_returns_until(v_session.starts_at)));
  end if;
  update public.bookings set status = 'cancelled', attended = null where id = v_booking.id;
  select pass_id into v_pass_id from public.credit_ledger where booking_id = v_booking.id and reason = 'booked';
  -- Booked by staff without a pass: there is nothing to give back.
  v_returns := v_returns and v_pass_id is not null;
  if v_returns then
    insert into public.credit_ledger (pass_id, delta, reason, booking_id) values (v_pass_id, 1, 'returned', v_booking.id);
  end if;
  return jsonb_build_object('pass_id', v_pass_id, 'credit_returned', v_returns);
end;
$$;
comment on function private.end_booking(uuid, boolean) is
  'Cancels a booking and gives its credit back if it is early enough: {pass_id, credit_returned}. The caller has locked session and family, and lets the pass''s line follow. Refuses booking_closed, session_started, with p_early_only credit_not_returned (detail: until when it would have been).';

create function public.cancel_booking(p_booking_id uuid, p_seen_return boolean default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking constant public.bookings := private.own_booking(p_booking_id);
  v_ended jsonb;
begin
  perform private.lock_sessions(array[v_booking.session_id]);
  perform private.lock_family(v_booking.child_id);
  v_ended := private.end_booking(p_booking_id, p_seen_return is distinct from false);
  perform private.line_follows(p_booking_id, null);
  perform private.places_freed(array[v_booking.session_id], '{}');
  return jsonb_build_object(
    'cancelled', true, 'credit_returned', v_ended -> 'credit_returned', 'pass_id', v_ended -> 'pass_id',
    'credits_left', private.credits_left((v_ended ->> 'pass_id')::uuid));
end;
$$;
comment on function public.cancel_booking(uuid, boolean) is
  'A parent gives a booking back: CancelledBooking (contract/passes.ts). The credit returns until credit_return_hours before the session. p_seen_return says what the page showed: only with false is a booking cancelled whose credit is lost; otherwise credit_not_returned (detail: until when), and the parent is asked first. Admins for any family. Refuses booking_not_found, booking_closed, session_started. Definer: see book_session.';
grant execute on function public.cancel_booking(uuid, boolean) to authenticated;
select private.answer_calls('public.cancel_booking(uuid, boolean)', 'cancel_booking');

create function public.reschedule_booking(p_booking_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking constant public.bookings := private.own_booking(p_booking_id);
  v_ended jsonb;
  v_pass_id uuid;
  v_booking_id uuid;
begin
  perform private.lock_sessions(array[v_booking.session_id, p_session_id]);
  perform private.lock_family(v_booking.child_id);
  if v_booking.session_id = p_session_id then perform private.fail('already_booked', 'p_session_id'); end if;
  -- The credit comes back to one pass and may be spent from another: all of them now, sorted.
  perform from public.bookings where id = p_booking_id for update;
  perform from public.passes where child_id = v_booking.child_id order by id for update;
  v_ended := private.end_booking(p_booking_id, true);
  -- The same pass pays again where it is valid that day, else the one that expires first.
  select p.id into v_pass_id
  from public.passes p join public.sessions s on s.id = p_session_id
  where p.id = (v_ended ->> 'pass_id')::uuid
    and s.session_date between p.valid_from and coalesce(p.valid_until, 'infinity');
  v_booking_id := private.book_with_credit(v_booking.child_id, p_session_id, v_pass_id, 'p_session_id');
  perform private.line_follows(p_booking_id, v_booking_id);
  perform private.places_freed(array[v_booking.session_id], '{}');
  return private.credit_booking_view(v_booking_id);
end;
$$;
comment on function public.reschedule_booking(uuid, uuid) is
  'A parent moves a booking to another session, both or neither: the new CreditBooking (contract/passes.ts). As long as cancelling would give the credit back. Refuses booking_not_found, booking_closed, credit_not_returned (detail: until when), and what book_session refuses. Definer: see book_session.';
grant execute on function public.reschedule_booking(uuid, uuid) to authenticated;
select private.answer_calls('public.reschedule_booking(uuid, uuid)', 'reschedule_booking');

-- schemas/passes/make_ups.sql

-- Make-ups: what a parent may have back of sessions that a child missed, and what staff put right by hand
-- (spec 2 §9: a Term pass has 2 make-ups, an X Term 5).

create function private.make_ups_left(p_pass public.passes)
returns integer
language sql
stable
set search_path = ''
as $$
  select p_pass.make_ups_total - (
    select count(*)::integer from public.credit_ledger where pass_id = p_pass.id and reason = 'make_up')
$$;
comment on function private.make_ups_left(public.passes) is 'Make-ups of a pass that have not been taken.';

create function private.is_given_back(p_pass public.passes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (select from public.order_lines where id = p_pass.order_line_id and status = 'cancelled')
$$;
comment on function private.is_given_back(public.passes) is 'Was what is left of the pass given back? Then nothing comes to it any more.';

create function private.is_missed(p_booking public.bookings)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.sessions s
    where s.id = p_booking.session_id and (
      -- Cancelled too late: the credit did not come back.
      p_booking.status = 'cancelled'
      or (p_booking.attended is false and s.starts_at <= private.calendar_now())))
    and not exists (
      select from public.credit_ledger where booking_id = p_booking.id and reason = 'returned')
$$;
comment on function private.is_missed(public.bookings) is
  'Did the child lose a credit on this booking: not there when the roster was taken, or cancelled too late?';

create function public.claim_make_up(p_booking_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_booking public.bookings := private.own_booking(p_booking_id);
  v_pass public.passes;
begin
  -- Whoever changes a booking has locked its session first: a pass that is given back takes its bookings after itself.
  perform from public.sessions where id = v_booking.session_id for update;
  perform private.lock_family(v_booking.child_id);
  select * into v_booking from public.bookings where id = p_booking_id for update;
  select p.* into v_pass
  from public.credit_ledger l join public.passes p on p.id = l.pass_id
  where l.booking_id = p_booking_id and l.reason = 'booked'
  for update of p;
  if not found or not private.is_missed(v_booking) then perform private.fail('make_up_not_missed', 'p_booking_id'); end if;
  if private.is_given_back(v_pass) then perform private.fail('line_closed', 'p_booking_id'); end if;
  if exists (select from public.credit_ledger where booking_id = p_booking_id and reason = 'make_up') then
    perform private.fail('make_up_claimed', 'p_booking_id');
  end if;
  if v_pass.valid_until < private.calendar_today() then perform private.fail('pass_expired', 'p_booking_id'); end if;
  if private.make_ups_left(v_pass) <= 0 then perform private.fail('make_ups_used_up', 'p_booking_id'); end if;
  insert into public.credit_ledger (pass_id, delta, reason, booking_id) values (v_pass.id, 1, 'make_up', p_booking_id);
  return jsonb_build_object(
    'pass_id', v_pass.id, 'credits_left', private.credits_left(v_pass.id), 'make_ups_left', private.make_ups_left(v_pass));
end;
$$;
comment on function public.claim_make_up(uuid) is
  'A parent takes back the credit of a missed session, or of one cancelled too late: {pass_id, credits_left, make_ups_left}. Once per booking, at most make_ups_total per pass, while the pass is valid. Admins for any family. Refuses booking_not_found, make_up_not_missed, line_closed (the pass was given back), make_up_claimed, pass_expired, make_ups_used_up. Definer: see book_session.';
grant execute on function public.claim_make_up(uuid) to authenticated;
select private.answer_calls('public.claim_make_up(uuid)', 'claim_make_up');

create function public.grant_credit(p_pass_id uuid, p_delta integer, p_note text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note text;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_delta is null or p_delta not between -50 and 50 or p_delta = 0 then perform private.fail('invalid_input', 'p_delta'); end if;
  v_note := private.check_text(to_jsonb(p_note), 'p_note', 300);
  perform from public.passes where id = p_pass_id for update;
  if not found then perform private.fail('pass_not_found', 'p_pass_id'); end if;
  if (select private.is_given_back(p) from public.passes p where p.id = p_pass_id) then
    perform private.fail('line_closed', 'p_pass_id');
  end if;
  if private.credits_left(p_pass_id) + p_delta < 0 then perform private.fail('no_credit', 'p_delta'); end if;
  insert into public.credit_ledger (pass_id, delta, reason, note) values (p_pass_id, p_delta, 'adjusted', v_note);
  return jsonb_build_object('pass_id', p_pass_id, 'credits_left', private.credits_left(p_pass_id));
end;
$$;
comment on function public.grant_credit(uuid, integer, text) is
  'For admins: gives or takes credits (-50 to 50) and says why, which goes into the ledger; the audit log names who: {pass_id, credits_left}. Refuses not_allowed, invalid_input (p_delta, p_note), pass_not_found, line_closed (given back), no_credit (below zero). Definer: see book_session.';
grant execute on function public.grant_credit(uuid, integer, text) to authenticated;

-- schemas/passes/subscriptions.sql

-- Renewals: a pass that renews itself by card, such as Flexi every 4 weeks (spec 2 §9; decisions "Renewals").
--
-- The first payment is an ordinary order. Each renewal is an order too, of channel renewal, made by its charge: one
-- line, paid, with the receipt, the refund rules and the pass that every other line has. So a charge of a renewal
-- belongs to an order as any other does, and nothing that reads orders, payments or passes needs to know more.

create table public.pass_subscriptions (
  id uuid primary key default gen_random_uuid(),
  family_id uuid not null references public.families (id) on delete restrict,
  child_id uuid not null references public.children (id) on delete restrict,
  offer_id text not null references public.offers (id) on delete restrict,
  order_line_id uuid not null unique references public.order_lines (id) on delete restrict,
  provider_subscription_id text not null unique check (length(provider_subscription_id) between 1 and 200),
  status text not null default 'active' check (status in ('active', 'past_due', 'cancelling', 'ended')),
  price_cents integer not null check (price_cents > 0),
  current_period_end timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  check ((status = 'ended') = (ended_at is not null))
);
comment on table public.pass_subscriptions is 'Passes that renew themselves: one per child and first order line.';
comment on column public.pass_subscriptions.order_line_id is
  'The line of the first payment; its rules are those of every renewal, but for what counts from the purchase.';
comment on column public.pass_subscriptions.provider_subscription_id is 'The provider''s subscription. Not shown to parents.';
comment on column public.pass_subscriptions.status is
  'past_due: a renewal was not paid, the provider tries again; cancelling: ends with the period that is paid; ended: for good.';
comment on column public.pass_subscriptions.price_cents is 'Of each renewal: the line''s price before rebates and codes.';
comment on column public.pass_subscriptions.current_period_end is 'Until when it is paid; the next renewal is due then.';
create index pass_subscriptions_family_id on public.pass_subscriptions (family_id);
create index pass_subscriptions_child_id on public.pass_subscriptions (child_id);
create index pass_subscriptions_offer_id on public.pass_subscriptions (offer_id);
create index pass_subscriptions_running on public.pass_subscriptions (current_period_end) where status <> 'ended';

-- The two name each other.
alter table public.order_lines add foreign key (subscription_id)
  references public.pass_subscriptions (id) on delete restrict;

alter table public.pass_subscriptions enable row level security;
revoke all on table public.pass_subscriptions from anon, authenticated, service_role;
grant select (id, family_id, child_id, offer_id, order_line_id, status, price_cents, current_period_end, ended_at,
  created_at, updated_at) on public.pass_subscriptions to authenticated;
grant select on public.pass_subscriptions to service_role;

create policy "Parents read their own subscriptions, admins read all" on public.pass_subscriptions
  for select to authenticated using (family_id = (select private.my_family_id()) or (select private.is_admin()));

create trigger touch_updated_at before update on public.pass_subscriptions
  for each row execute function private.touch_updated_at();
create trigger audit after insert or update on public.pass_subscriptions
  for each row execute function private.audit('id', 'status');

create function private.mail_contact(p_family_id uuid)
returns table (name text, email text)
language sql
stable
set search_path = ''
as $$
  select coalesce(nullif(trim(p.name), ''), f.contact_name), coalesce(p.email, f.contact_email)
  from public.families f left join public.profiles p on p.id = f.primary_parent_id
  where f.id = p_family_id and f.erased_at is null
$$;
comment on function private.mail_contact(uuid) is
  'Whom mails about a family go to: the primary parent''s account, else the contact; nobody once it is erased.';

-- Beginning --------------------------------------------------------------------------------------------------

create function private.check_key(p_event jsonb, p_key text)
returns text
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_event -> p_key) is distinct from 'string' or length(p_event ->> p_key) not between 1 and 200 then
    perform private.fail('invalid_input', p_key);
  end if;
  return p_event ->> p_key;
end;
$$;
comment on function private.check_key(jsonb, text) is 'A provider''s id in an event; else invalid_input with the key.';

create function private.check_period(p_event jsonb, p_key text)
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_event -> p_key) is distinct from 'string'
    or p_event ->> p_key !~ '^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$'
    or not pg_input_is_valid(p_event ->> p_key, 'timestamptz') then
    perform private.fail('invalid_input', p_key);
  end if;
  return p_event ->> p_key;
end;
$$;
comment on function private.check_period(jsonb, text) is 'A moment with its zone in an event; else invalid_input with the key.';

create function public.start_subscription(p_subscription jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id text;
  v_period_end timestamptz;
  v_line public.order_lines;
  v_order public.orders;
  v_known public.pass_subscriptions;
begin
  perform private.check_object(p_subscription, 'p_subscription', 4000);
  if not private.is_uuid(p_subscription -> 'order_line_id') then perform private.fail('invalid_input', 'order_line_id'); end if;
  v_provider_id := private.check_key(p_subscription, 'subscription_id');
  v_period_end := private.check_period(p_subscription, 'current_period_end');
  if private.is_given(p_subscription -> 'invoice_id') then perform private.check_key(p_subscription, 'invoice_id'); end if;

  select o.* into v_order
  from public.orders o join public.order_lines l on l.order_id = o.id
  where l.id = (p_subscription ->> 'order_line_id')::uuid
  for update of o;
  if not found then perform private.fail('order_not_found', 'order_line_id'); end if;
  select * into v_line from public.order_lines where id = (p_subscription ->> 'order_line_id')::uuid;
  select * into v_known from public.pass_subscriptions
  where order_line_id = v_line.id or provider_subscription_id = v_provider_id;
  if found then
    if v_known.order_line_id <> v_line.id or v_known.provider_subscription_id <> v_provider_id then
      perform private.fail('subscription_exists', 'subscription_id');
    end if;
    return jsonb_build_object('id', v_known.id, 'started', false);
  end if;
  if v_order.paid_at is null or not v_line.renews then perform private.fail('order_closed', 'order_line_id'); end if;

  insert into public.pass_subscriptions (
    family_id, child_id, offer_id, order_line_id, provider_subscription_id, price_cents, current_period_end)
  select v_order.family_id, c.child_id, v_line.offer_id, v_line.id, v_provider_id, v_line.price_cents, v_period_end
  from public.order_children c where c.order_id = v_line.order_id and c.position = v_line.child_position
  returning * into v_known;
  -- The first payment came with an invoice as well; heard of again as one, it is known.
  update public.payments set invoice_id = p_subscription ->> 'invoice_id'
  where order_id = v_order.id and invoice_id is null and private.is_given(p_subscription -> 'invoice_id')
    and result in ('confirmed', 'reseated', 'needs_choice');
  return jsonb_build_object('id', v_known.id, 'started', true);
end;
$$;
comment on function public.start_subscription(jsonb) is
  'After the first payment: {order_line_id, subscription_id, current_period_end, invoice_id?: of the first payment} -> {id, started: false when it had begun}. Ids of the provider; moments as ISO 8601 with zone. Refuses invalid_input (field), order_not_found, order_closed (not paid, or a line that does not renew), subscription_exists (the line or the subscription belongs to another). Definer: only the service role may call.';
grant execute on function public.start_subscription(jsonb) to service_role;

-- schemas/passes/renewals.sql

-- Each period of a pass that renews itself, and its end.

create function private.renew(p_subscription public.pass_subscriptions, p_payment public.payments, p_from timestamptz, p_until timestamptz)
returns uuid
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order_id constant uuid := gen_random_uuid();
  v_first_day constant date := (p_from at time zone private.time_zone())::date;
  v_line public.order_lines;
  v_pass_id uuid;
begin
  insert into public.orders (
    id, number, status, currency, total_cents, gst_rate_basis_points, gst_number, channel, parent_name, parent_email,
    parent_phone, family_id, paid_at)
  select v_order_id, private.order_number(), 'paid', p_payment.currency, p_payment.amount_cents,
    v_settings.gst_rate_basis_points, v_settings.gst_number, 'renewal', f.contact_name, coalesce(p.email, f.contact_email),
    f.contact_phone, f.id, clock_timestamp()
  from public.families f left join public.profiles p on p.id = f.primary_parent_id
  where f.id = p_subscription.family_id;
  insert into public.order_children (order_id, position, child_id, name, dob)
  select v_order_id, 0, id, name, dob from public.children where id = p_subscription.child_id;
  insert into public.order_lines (
    order_id, position, status, child_position, offer_id, title, price_cents, discount_cents, seen_price_cents, sessions,
    validity_days, make_ups, renews, cancellation, refund_rules, revision, subscription_id)
  select v_order_id, 0, 'placed', 0, l.offer_id, l.title, greatest(p_subscription.price_cents, p_payment.amount_cents),
    -- Staff let less than the price pay for it (resolve_decision).
    greatest(p_subscription.price_cents - p_payment.amount_cents, 0), p_payment.amount_cents, l.sessions,
    l.validity_days, l.make_ups, true, l.cancellation,
    -- A renewal is no purchase: what counts from the purchase was the first period's.
    jsonb_path_query_array(l.refund_rules, '$[*] ? (!(@.days_after_purchase != null))'), l.revision, p_subscription.id
  from public.order_lines l where l.id = p_subscription.order_line_id
  returning * into v_line;
  perform private.post_charges(v_order_id);
  v_pass_id := private.grant_pass(v_line, p_subscription.child_id, p_subscription.family_id);
  -- For the period that was paid, whenever its charge is heard of.
  update public.passes set valid_from = v_first_day,
    valid_until = coalesce(v_first_day + v_line.validity_days, (p_until at time zone private.time_zone())::date)
  where id = v_pass_id;
  update public.payments set order_id = v_order_id where id = p_payment.id;
  update public.pass_subscriptions set
    current_period_end = greatest(current_period_end, p_until),
    status = case status when 'past_due' then 'active' else status end
  where id = p_subscription.id;
  perform private.queue_order_mail('renewal_paid', v_order_id);
  return v_order_id;
end;
$$;
comment on function private.renew(public.pass_subscriptions, public.payments, timestamptz, timestamptz) is
  'A renewal''s order, pass and receipt. The caller has locked the subscription and checked the charge.';

create function public.record_renewal(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_event_id text;
  v_provider_id text;
  v_invoice_id text;
  v_from timestamptz;
  v_until timestamptz;
  v_subscription public.pass_subscriptions;
  v_first public.orders;
  v_payment public.payments;
  v_renewal jsonb;
begin
  perform private.check_object(p_event, 'p_event', 10000);
  v_event_id := private.check_key(p_event, 'event_id');
  v_provider_id := private.check_key(p_event, 'subscription_id');
  v_invoice_id := private.check_key(p_event, 'invoice_id');
  if not private.is_whole(p_event -> 'amount_cents', 0, 2000000000) then perform private.fail('invalid_input', 'amount_cents'); end if;
  perform private.check_key(p_event, 'currency');
  v_from := private.check_period(p_event, 'period_start');
  v_until := private.check_period(p_event, 'period_end');
  if v_until <= v_from then perform private.fail('invalid_input', 'period_end'); end if;
  v_renewal := jsonb_build_object('renewal', jsonb_build_object(
    'subscription_id', v_provider_id, 'period_start', private.iso(v_from), 'period_end', private.iso(v_until)));
  -- The first invoice is the order's own payment, and confirm_order hears of it.
  if p_event ->> 'billing_reason' = 'subscription_create' then
    return jsonb_build_object('result', 'first_payment');
  end if;

  insert into public.payment_events (event_id, event_type) values (v_event_id, p_event ->> 'event_type')
  on conflict (event_id) do nothing;
  if not found then
    select p.* into v_payment
    from public.payment_events e join public.payments p on p.id = e.payment_id where e.event_id = v_event_id;
    return private.payment_answer(v_payment, false);
  end if;
  select * into v_payment from private.note_charge(nullif(p_event ->> 'payment_intent', ''), null, v_invoice_id, null,
    (p_event ->> 'amount_cents')::numeric::integer, upper(p_event ->> 'currency'));
  update public.payment_events set payment_id = v_payment.id where event_id = v_event_id;
  -- The same invoice in another report, or its charge by another name.
  if v_payment.result is not null then return private.payment_answer(v_payment, false); end if;

  select * into v_subscription from public.pass_subscriptions where provider_subscription_id = v_provider_id;
  if v_subscription.id is not null then
    select o.* into v_first from public.orders o join public.order_lines l on l.order_id = o.id
    where l.id = v_subscription.order_line_id;
    perform private.lock_family(v_subscription.child_id);
    select * into v_subscription from public.pass_subscriptions where id = v_subscription.id for update;
  end if;
  if v_subscription.id is null then
    perform private.open_decision('unknown_order', v_payment, v_first, v_renewal);
    update public.payments set result = 'unknown_order' where id = v_payment.id returning * into v_payment;
  elsif v_payment.amount_cents <> v_subscription.price_cents or v_payment.currency <> v_first.currency
    or v_from >= v_subscription.ended_at or (private.latest_renewal_line(v_subscription)).status = 'cancelled' then
    update public.payments set order_id = v_first.id, result = 'mismatch' where id = v_payment.id returning * into v_payment;
    perform private.open_decision('mismatch', v_payment, v_first, v_renewal);
  else
    perform private.renew(v_subscription, v_payment, v_from, v_until);
    update public.payments set result = 'confirmed' where id = v_payment.id returning * into v_payment;
  end if;
  return private.payment_answer(v_payment, true);
end;
$$;
comment on function public.record_renewal(jsonb) is
  'An invoice of a subscription was paid: {event_id, event_type, subscription_id, invoice_id, payment_intent?, amount_cents, currency, period_start, period_end, billing_reason?} -> {result: confirmed | already_confirmed | first_payment | mismatch | unknown_order, number?: of the renewal''s order}. One transaction, once per event and per invoice: payment, order, pass with credits for the period, receipt mail. Another amount or currency, a period that begins after the end, and one after a pass that was given back, wait for staff (payment_decisions). Refuses only invalid_input (field). Definer: only the service role may call, after the provider''s signature.';
grant execute on function public.record_renewal(jsonb) to service_role;

create function private.keep_renewal(p_payment public.payments, p_renewal jsonb)
returns text
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_subscription public.pass_subscriptions;
begin
  select * into v_subscription from public.pass_subscriptions
  where provider_subscription_id = p_renewal ->> 'subscription_id';
  -- Nothing was paid for.
  if not found or p_payment.amount_cents = 0 then return null; end if;
  perform private.lock_family(v_subscription.child_id);
  select * into v_subscription from public.pass_subscriptions where id = v_subscription.id for update;
  -- Forgotten meanwhile: nobody is there to be given anything.
  if exists (select from public.families where id = v_subscription.family_id and erased_at is not null) then return null; end if;
  perform private.renew(v_subscription, p_payment,
    (p_renewal ->> 'period_start')::timestamptz, (p_renewal ->> 'period_end')::timestamptz);
  update public.payments set result = 'confirmed' where id = p_payment.id;
  return 'confirmed';
end;
$$;
comment on function private.keep_renewal(public.payments, jsonb) is
  'A renewal''s charge that did not fit, and that staff let stand, pays for the period it was charged for, also after the subscription''s end: confirmed, or null when nothing was paid or there is nobody to give it to. p_renewal: of the decision''s details.';

create function private.find_subscription(p_subscription_id text)
returns public.pass_subscriptions
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_subscription public.pass_subscriptions;
begin
  select * into v_subscription from public.pass_subscriptions where provider_subscription_id = p_subscription_id for update;
  if not found then perform private.fail('subscription_not_found', 'subscription_id'); end if;
  return v_subscription;
end;
$$;
comment on function private.find_subscription(text) is 'Locks a subscription by the provider''s id; else subscription_not_found.';

create function public.record_renewal_failure(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_invoice_id text;
  v_next timestamptz;
  v_subscription public.pass_subscriptions;
begin
  perform private.check_object(p_event, 'p_event', 10000);
  v_invoice_id := private.check_key(p_event, 'invoice_id');
  if not private.is_whole(p_event -> 'attempt', 1, 100) then perform private.fail('invalid_input', 'attempt'); end if;
  if private.is_given(p_event -> 'next_attempt_at') then v_next := private.check_period(p_event, 'next_attempt_at'); end if;
  v_subscription := private.find_subscription(private.check_key(p_event, 'subscription_id'));
  -- News that come late: it was paid meanwhile, or is over.
  if v_subscription.status <> 'ended' and not exists (select from public.payments where invoice_id = v_invoice_id) then
    update public.pass_subscriptions set status = 'past_due'
    where id = v_subscription.id and status = 'active' returning * into v_subscription;
    insert into public.outbox (key, template, recipient, payload)
    select format('payment_problem:%s:%s', v_invoice_id, p_event ->> 'attempt'), 'payment_problem', c.email,
      jsonb_build_object('parent_name', c.name, 'title', l.title, 'price_cents', s.price_cents,
        'next_attempt_at', private.iso(v_next)) || private.manage_link(l.order_id, c.email)
    from public.pass_subscriptions s
    join public.order_lines l on l.id = s.order_line_id
    cross join lateral private.mail_contact(s.family_id) c
    where s.provider_subscription_id = p_event ->> 'subscription_id'
      -- A link is made for a mail only.
      and not exists (
        select from public.outbox where key = format('payment_problem:%s:%s', v_invoice_id, p_event ->> 'attempt'))
    on conflict (key) do nothing;
  end if;
  return (select jsonb_build_object('status', status) from public.pass_subscriptions
    where provider_subscription_id = p_event ->> 'subscription_id');
end;
$$;
comment on function public.record_renewal_failure(jsonb) is
  'An invoice could not be charged: {subscription_id, invoice_id, attempt, next_attempt_at?} -> {status}. The subscription is past_due, and the parent is told once per attempt, with the link to where the card is changed; news of an invoice that is paid meanwhile changes nothing. Refuses invalid_input (field), subscription_not_found. Definer: only the service role may call.';
grant execute on function public.record_renewal_failure(jsonb) to service_role;

-- Its end ----------------------------------------------------------------------------------------------------

create function public.cancel_at_period_end(p_subscription_id text, p_cancel boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_subscription public.pass_subscriptions := private.find_subscription(p_subscription_id);
begin
  if p_cancel is null then perform private.fail('invalid_input', 'p_cancel'); end if;
  update public.pass_subscriptions set status = case
      when status = 'ended' then 'ended' when p_cancel then 'cancelling' when status = 'cancelling' then 'active' else status end
  where id = v_subscription.id returning * into v_subscription;
  return jsonb_build_object(
    'status', v_subscription.status, 'current_period_end', private.iso(v_subscription.current_period_end));
end;
$$;
comment on function public.cancel_at_period_end(text, boolean) is
  'The subscription is to end with the period that is paid, or with false to go on: {status, current_period_end}. The caller has told the provider; one that has ended stays so. Refuses subscription_not_found, invalid_input. Definer: only the service role may call.';
grant execute on function public.cancel_at_period_end(text, boolean) to service_role;

create function public.end_subscription(p_subscription_id text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_subscription constant public.pass_subscriptions := private.find_subscription(p_subscription_id);
begin
  update public.pass_subscriptions set status = 'ended', ended_at = coalesce(ended_at, clock_timestamp())
  where id = v_subscription.id;
  return jsonb_build_object('status', 'ended');
end;
$$;
comment on function public.end_subscription(text) is
  'The provider says that the subscription is over: {status}. Passes that are paid stay. Refuses subscription_not_found. Definer: only the service role may call.';
grant execute on function public.end_subscription(text) to service_role;

-- Family data ------------------------------------------------------------------------------------------------

create function private.export_family_renewals(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('pass_subscriptions', (
    select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at, s.id), '[]')
    from public.pass_subscriptions s where s.family_id = p_family_id))
$$;
comment on function private.export_family_renewals(uuid, text[], text[]) is 'The family''s passes that renew themselves.';

create function private.erase_family_renewals(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (select from public.pass_subscriptions where family_id = p_family_id and status <> 'ended') then
    perform private.fail('family_in_use', 'pass_subscriptions');
  end if;
end;
$$;
comment on function private.erase_family_renewals(uuid) is
  'Nothing in them is personal but whose they are. Refuses family_in_use while a card would still be charged: first ended, then erased.';

-- schemas/passes/eligibility.sql

-- May this pass be bought? (spec 2 §5, §7 and §8). An answer for a page; the sale itself decides in
-- private.price_order.

create function private.pass_offer(p_offer_id text, p_pass_type text)
returns public.offers
language sql
stable
set search_path = ''
as $$
  select o from public.offers o
  where o.active and o.kind in ('pass', 'team_pass') and case when p_offer_id is not null then o.id = p_offer_id
    else p_pass_type in (o.id, o.details ->> 'pass_id', o.details ->> 'checkout_type') end
  -- A pass before the team passes that are bought by the same checkout.
  order by o.kind, o.id limit 1
$$;
comment on function private.pass_offer(text, text) is
  'A pass on sale by its offer''s id, or by its name in content (tryout, flexi, halfyear, annual) or checkout type (spec 2 §3).';

create function private.has_pass(p_child_id uuid, p_offer_id text)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.passes p
    where p.child_id = p_child_id and p.offer_id = p_offer_id and private.credits_left(p.id) > 0
      and coalesce(p.valid_until, 'infinity') >= (select private.calendar_today()))
  or exists (
    select from public.pass_subscriptions s
    where s.child_id = p_child_id and s.offer_id = p_offer_id and s.status in ('active', 'past_due'))
$$;
comment on function private.has_pass(uuid, text) is
  'Has the child a pass of this offer that is valid and has credit left, or that renews itself?';

create function public.check_pass_eligibility(
  p_offer_id text default null, p_pass_type text default null, p_child_id uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_have constant text := 'You already have this pass type';
  v_offer public.offers;
  v_family_id uuid;
  v_count integer;
  v_aged integer;
  v_free integer;
begin
  if p_offer_id is null and p_pass_type is null then perform private.fail('invalid_input', 'p_pass_type'); end if;
  v_offer := private.pass_offer(p_offer_id, p_pass_type);
  if v_offer.id is null then
    perform private.fail('offer_not_available', case when p_offer_id is null then 'p_pass_type' else 'p_offer_id' end);
  end if;
  -- Whoever is not signed in hears the same, whatever we know.
  if (select auth.uid()) is null then
    return '{"isEligible": false, "requiresAuth": true, "reason": "Please sign in to buy this pass"}';
  end if;

  v_family_id := case when p_child_id is not null then private.own_child(p_child_id, 'p_child_id') else private.my_family_id() end;
  select count(*), count(*) filter (where f.fits), count(*) filter (where f.fits and not f.has)
  into v_count, v_aged, v_free
  from public.children c
  cross join lateral (
    select extract(year from age(private.calendar_today(), c.dob)) as age
  ) a
  cross join lateral (
    select
      (a.age >= (v_offer.details ->> 'min_age')::numeric) is not false
        and (a.age <= (v_offer.details ->> 'max_age')::numeric) is not false as fits,
      private.has_pass(c.id, v_offer.id)
        or (v_offer.details -> 'once_per_child' = 'true' and private.has_once(c.id, clock_timestamp(), null)) as has
  ) f
  where c.family_id = v_family_id and (p_child_id is null or c.id = p_child_id);

  return jsonb_build_object(
    -- A parent whose children we do not know yet may buy for one.
    'isEligible', v_count = 0 or v_free > 0,
    'requiresAuth', false,
    'reason', case
      when v_count = 0 or v_free > 0 then null
      when v_aged > 0 then c_have
      when v_offer.details ->> 'min_age' is null then format('This pass is for ages up to %s', v_offer.details ->> 'max_age')
      when v_offer.details ->> 'max_age' is null then format('This pass is for ages %s and up', v_offer.details ->> 'min_age')
      else format('This pass is for ages %s to %s', v_offer.details ->> 'min_age', v_offer.details ->> 'max_age') end);
end;
$$;
comment on function public.check_pass_eligibility(text, text, uuid) is
  'May a pass be bought, for this child or without one for any of the family''s? {isEligible, requiresAuth, reason} of spec 2 §7; the reason is a sentence for the parent, null when eligible. Not eligible: a child has a valid pass of the same offer with credit left, one that renews itself, or its one try-out; or the age does not fit. Not signed in: requiresAuth, whatever is known. Refuses invalid_input, offer_not_available, child_not_found (field), rate_limited. Definer: try-outs and subscriptions are read past their policies, for the token''s own family.';
grant execute on function public.check_pass_eligibility(text, text, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.check_pass_eligibility(text, text, uuid)', 'check_pass_eligibility');

-- schemas/orders/desk.sql

-- The sales desk: staff sell to a family that stands before them (decisions "/sales"). The same prices, places,
-- refusals and locks as on the web, but nothing is held: the sale is an order, paid, in one transaction.

create function private.check_sale(p_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.check_object(p_sale, 'p_sale', 40000);
  if not private.is_uuid(p_sale -> 'key') then perform private.fail('invalid_input', 'key'); end if;
  if private.is_given(p_sale -> 'family_id') and not private.is_uuid(p_sale -> 'family_id') then
    perform private.fail('invalid_input', 'family_id');
  end if;
  if jsonb_typeof(p_sale -> 'method') is distinct from 'string'
    or p_sale ->> 'method' not in ('cash', 'paynow', 'card_terminal') then
    perform private.fail('invalid_input', 'method');
  end if;
  if not private.is_whole(p_sale -> 'seen_total_cents', 1, 2000000000) then
    perform private.fail('invalid_input', 'seen_total_cents');
  end if;
  if jsonb_typeof(coalesce(p_sale -> 'parent', 'null')) not in ('null', 'object') then perform private.fail('invalid_input', 'parent'); end if;
  perform private.check_quote_request(p_sale - 'previous_secret');
  perform private.check_consents(p_sale -> 'consents');
end;
$$;
comment on function private.check_sale(jsonb) is
  'DeskSale of contract/passes.ts, or invalid_input with the field; consent_text_changed. Parent and children are checked when they are taken.';

create function private.sale_parent(p_sale jsonb)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  v_known jsonb;
begin
  if not private.is_given(p_sale -> 'family_id') then return coalesce(nullif(p_sale -> 'parent', 'null'), '{}'); end if;
  select jsonb_strip_nulls(jsonb_build_object('name', c.name, 'email', c.email, 'phone', coalesce(f.contact_phone, p.phone)))
  into v_known
  from public.families f
  cross join lateral private.mail_contact(f.id) c
  left join public.profiles p on p.id = f.primary_parent_id
  where f.id = (p_sale ->> 'family_id')::uuid;
  if not found then perform private.fail('family_not_found', 'family_id'); end if;
  return v_known || jsonb_strip_nulls(coalesce(nullif(p_sale -> 'parent', 'null'), '{}'));
end;
$$;
comment on function private.sale_parent(jsonb) is
  'The parent of a sale: as typed, and of a known family what was not typed. Refuses family_not_found, also for one that is erased.';

create function private.desk_answer(p_order_id uuid)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select private.order_view(o.id) - 'secret'
    || jsonb_build_object('order_id', o.id, 'family_id', o.family_id, 'method', p.method)
  from public.orders o join public.payments p on p.order_id = o.id
  where o.id = p_order_id
$$;
comment on function private.desk_answer(uuid) is 'DeskOrder of contract/passes.ts: an OrderView without its secret.';

create function public.sell_at_desk(p_sale jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_order_id constant uuid := gen_random_uuid();
  v_charge constant text := 'desk:' || lower(p_sale ->> 'key');
  v_family_id uuid;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_parent jsonb;
  v_sale jsonb;
  v_now timestamptz;
  v_price jsonb;
  v_used integer;
  v_stranger integer;
begin
  if not private.is_admin() then perform private.deny(); end if;
  perform private.check_sale(p_sale);
  -- Pressed twice: the second waits for the first, and hears of the same order.
  perform pg_advisory_xact_lock(hashtextextended(v_charge, 0));
  if exists (select from public.payments where payment_intent = v_charge) then
    return (select private.desk_answer(order_id) from public.payments where payment_intent = v_charge);
  end if;
  v_parent := private.sale_parent(p_sale);
  v_family_id := (nullif(p_sale ->> 'family_id', ''))::uuid;
  -- Of this family, and not of the family that the seller may have as a parent.
  select min(n.ordinality) - 1 into v_stranger
  from jsonb_array_elements(coalesce(nullif(p_sale -> 'children', 'null'), '[]')) with ordinality n
  where private.is_given(n.value -> 'id') and not exists (
    select from public.children where id = (n.value ->> 'id')::uuid and family_id = v_family_id);
  if v_stranger is not null then perform private.fail('child_not_found', format('children[%s].id', v_stranger)); end if;

  v_sale := p_sale - 'previous_secret' || jsonb_build_object('email', v_parent -> 'email');
  v_session_ids := array(
    select (l ->> 'session_id')::uuid from jsonb_array_elements(p_sale -> 'lines') l where l ->> 'session_id' is not null);
  v_camp_ids := array(
    select (l ->> 'camp_id')::uuid from jsonb_array_elements(p_sale -> 'lines') l where l ->> 'camp_id' is not null);
  perform private.lock_places(v_session_ids, v_camp_ids);
  -- What lapsed by the clock is the waitlist's first, also when somebody stands at the desk.
  perform private.offer_all(v_session_ids, v_camp_ids);
  -- Written before it is priced: the family's children are priced as those of its order.
  insert into public.orders (id, number, currency, total_cents, channel, family_id)
  values (v_order_id, private.order_number(), v_settings.currency, (p_sale ->> 'seen_total_cents')::numeric::integer,
    'desk', v_family_id);
  v_now := clock_timestamp();
  v_price := private.price_order(v_sale, v_now, v_order_id);
  perform private.refuse_first(v_price -> 'refusals');
  if v_price -> 'total_cents' <> p_sale -> 'seen_total_cents' then
    perform private.fail('price_changed', 'seen_total_cents', v_price ->> 'total_cents');
  end if;
  perform private.write_lines(v_order_id, v_sale, v_price);
  perform private.take_details(v_order_id, jsonb_build_object(
    'parent', v_parent, 'children', p_sale -> 'children', 'consents', p_sale -> 'consents', 'signature', p_sale -> 'signature',
    'transport_address', p_sale -> 'transport_address'));
  if v_price ->> 'code' is not null then
    update public.orders set code = v_price ->> 'code' where id = v_order_id;
    perform private.use_promotion(v_order_id, v_price ->> 'code', (v_price ->> 'discount_cents')::integer, v_family_id,
      v_parent ->> 'email');
  end if;
  v_used := private.claim_once(v_order_id, v_now);
  if v_used is not null then perform private.fail('try_out_used', format('lines[%s].child', v_used)); end if;

  perform private.enrol(v_order_id);
  update public.orders set status = 'paid', paid_at = v_now,
    gst_rate_basis_points = v_settings.gst_rate_basis_points, gst_number = v_settings.gst_number
  where id = v_order_id;
  insert into public.payments (payment_intent, provider, method, order_id, amount_cents, currency, result)
  select v_charge, 'desk', p_sale ->> 'method', id, total_cents, currency, 'confirmed' from public.orders where id = v_order_id;
  perform private.queue_order_mail('booking_confirmed', v_order_id);
  return private.desk_answer(v_order_id);
end;
$$;
comment on function public.sell_at_desk(jsonb) is
  'For admins: sells to a walk-in family, all of it or nothing: DeskSale -> DeskOrder (contract/passes.ts). The key makes it idempotent: the same key answers the first sale. With family_id the children may be its own by id, and what is not said of the parent is the family''s; without one the sale makes a family. The provider of the payment is desk; receipt mail as on the web. Refuses not_allowed, invalid_input (field), consent_text_changed, family_not_found, child_not_found, child_twice, what private.price_order refuses, price_changed (detail = the total in cents), try_out_used. Definer: see hold_order.';
grant execute on function public.sell_at_desk(jsonb) to authenticated;

-- schemas/passes/link_bookings.sql

-- Booking with a pass by the link in a mail: a guest has no account, and yet a pass of several sessions to spend. What
-- a signed-in parent does with book_session and cancel_booking, the holder of an order's link does here, with the pass
-- that a line of that order bought and no other (decisions "Selling rules": everything works for a guest).
--
-- Locked in the order of the head of places.sql: the order (private.paid_order), session, waitlist's entries,
-- family, booking, passes.

create function private.pass_of_line(p_order public.orders, p_line_id uuid)
returns public.passes
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line public.order_lines;
  v_pass public.passes;
begin
  select * into v_line from public.order_lines where id = p_line_id and order_id = p_order.id;
  -- To a link, another order's line does not exist.
  if not found then perform private.fail('line_not_found', 'p_line_id'); end if;
  if v_line.status <> 'placed' then perform private.fail('line_closed', 'p_line_id'); end if;
  select * into v_pass from public.passes where order_line_id = v_line.id;
  if not found then perform private.fail('pass_not_found', 'p_line_id'); end if;
  return v_pass;
end;
$$;
comment on function private.pass_of_line(public.orders, uuid) is
  'The pass that a line of this order bought. Refuses line_not_found, line_closed (given back, or not chosen yet), pass_not_found (it bought something else). The caller has locked the order.';

create function private.mailed_email(p_access jsonb, p_order public.orders)
returns text
language sql
stable
set search_path = ''
as $$
  select p_order.parent_email from public.order_links k
  where k.token_hash = private.token_hash(p_access ->> 'token') and k.recipient = lower(p_order.parent_email)
$$;
comment on function private.mailed_email(jsonb, public.orders) is
  'The order''s address if whoever came by a link has proven to read it, for this link was mailed there; null for one that went to another address of the family, and for whoever is signed in, who may have typed another''s.';

create function private.seats_by_session(p_session_ids uuid[], p_at timestamptz)
returns table (session_id uuid, taken integer)
language sql
volatile
set search_path = ''
as $$
  select t.session_id, sum(t.places)::integer
  from (
    select b.session_id, count(*) as places from public.bookings b
    where b.session_id = any (p_session_ids) and b.status = 'booked' group by 1
    union all
    select h.session_id, count(*) from public.holds h
    where h.session_id = any (p_session_ids) and h.expires_at > p_at group by 1
    union all
    select o.session_id, sum(o.places) from public.waitlist_offers o
    where o.session_id = any (p_session_ids) and o.status = 'open' and o.expires_at > p_at group by 1
  ) t
  group by 1
$$;
comment on function private.seats_by_session(uuid[], timestamptz) is
  'private.seats_taken of many sessions at once, for lists; those of which none is taken are left out.';

create function public.find_pass_sessions(p_access jsonb, p_line_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 200;
  v_today constant date := private.calendar_today();
  v_now constant timestamptz := private.calendar_now();
  v_order public.orders;
  v_pass public.passes;
  v_email text;
  v_days date[];
  v_sessions uuid[];
begin
  v_order := private.paid_order(p_access);
  v_pass := private.pass_of_line(v_order, p_line_id);
  v_email := private.mailed_email(p_access, v_order);
  -- Each question once: whether the pass does, a day; which sessions; how many seats, all of them together.
  select array_agg(d.day) into v_days
  from private.pass_problems(v_pass, array(
    select distinct session_date from public.sessions where status = 'scheduled' and session_date >= v_today)) d
  where d.problem is null;
  select array_agg(n.id) into v_sessions
  from (
    select s.id from public.sessions s
    join public.class_types c on c.id = s.class_type_id
    left join private.team_standings(v_pass.child_id, v_days) g on g.day = s.session_date and g.team = c.team
    where s.status = 'scheduled' and s.session_date = any (v_days) and s.starts_at > v_now and g.problem is null
      and not exists (
        select from public.bookings b where b.child_id = v_pass.child_id and b.session_id = s.id and b.status = 'booked')
    order by s.starts_at, s.id limit c_most) n;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'session', v.view,
      'is_own_team', coalesce(g.is_own, false),
      'spots_left', greatest(0, n.max_capacity - coalesce(t.taken, 0) + coalesce(k.kept, 0)),
      'returns_credit', v_now <= r.until,
      'credit_returns_until', private.iso(r.until))
      order by n.starts_at, n.id), '[]')
    from public.sessions n
    join private.session_views(v_sessions) v on v.session_id = n.id
    join public.class_types y on y.id = n.class_type_id
    left join private.team_standings(v_pass.child_id, v_days) g on g.day = n.session_date and g.team = y.team
    left join private.seats_by_session(v_sessions, clock_timestamp()) t on t.session_id = n.id
    left join (
      select o.session_id, count(*) as kept from private.offers_for(v_sessions, v_pass.child_id, v_email) o group by 1
    ) k on k.session_id = n.id
    cross join (select (private.settings()).credit_return_hours as hours) c
    cross join lateral (select n.starts_at - make_interval(hours => c.hours) as until) r
    where n.id = any (v_sessions));
end;
$$;
comment on function public.find_pass_sessions(jsonb, uuid) is
  'Sessions that a credit of a line''s pass could book for its child: Access, line -> PassSessions (contract/after-sale.ts), by their beginning; full ones with 0 spots_left. Free seats, and those that the waitlist keeps for this child. Whichever weekend; is_own_team: of the child''s own team, others only where private.check_team allows. None without credit, after the pass''s last day, or for a child of another age. Refuses as private.manage_order, and order_closed, line_not_found, line_closed, pass_not_found, rate_limited. Definer: see get_managed_order.';
grant execute on function public.find_pass_sessions(jsonb, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.find_pass_sessions(jsonb, uuid)', 'find_pass_sessions');

create function public.book_pass_session(p_access jsonb, p_line_id uuid, p_session_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_pass public.passes;
begin
  v_order := private.paid_order(p_access);
  v_pass := private.pass_of_line(v_order, p_line_id);
  perform private.lock_sessions(array[p_session_id]);
  perform private.line_follows(null, private.book_with_credit(
    v_pass.child_id, p_session_id, v_pass.id, 'p_line_id', private.mailed_email(p_access, v_order)));
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.book_pass_session(jsonb, uuid, uuid) is
  'Books one more session with a credit of a line''s pass, for the pass''s child: Access, line, session -> ManagedOrder (contract/after-sale.ts). A seat that the waitlist keeps for the child alone, by a link also a guest''s under the order''s address, is the one that is booked. Refuses as private.manage_order, and order_closed, line_not_found, line_closed, pass_not_found, session_not_found, session_started, session_full, already_booked, no_credit, pass_expired, age_not_allowed, level_not_allowed (details as of book_session), rate_limited. Definer: see get_managed_order.';
grant execute on function public.book_pass_session(jsonb, uuid, uuid) to anon, authenticated, service_role;
select private.answer_calls('public.book_pass_session(jsonb, uuid, uuid)', 'book_pass_session');

create function public.cancel_pass_session(p_access jsonb, p_line_id uuid, p_booking_id uuid, p_seen_return boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_pass public.passes;
  v_session_id uuid;
begin
  v_order := private.paid_order(p_access);
  v_pass := private.pass_of_line(v_order, p_line_id);
  select b.session_id into v_session_id
  from public.credit_ledger k join public.bookings b on b.id = k.booking_id
  where k.pass_id = v_pass.id and k.reason = 'booked' and b.id = p_booking_id;
  if not found then perform private.fail('booking_not_found', 'p_booking_id'); end if;
  perform private.lock_sessions(array[v_session_id]);
  perform private.lock_family(v_pass.child_id);
  perform private.end_booking(p_booking_id, p_seen_return is distinct from false);
  perform private.line_follows(p_booking_id, null);
  perform private.places_freed(array[v_session_id], '{}');
  return private.managed_view(v_order.id);
end;
$$;
comment on function public.cancel_pass_session(jsonb, uuid, uuid, boolean) is
  'Gives back one session that a line''s pass booked: Access, line, booking -> ManagedOrder (contract/after-sale.ts). Its credit returns until credit_return_hours before. p_seen_return says what the page showed: only with false is a session given back whose credit is lost, else credit_not_returned (detail: until when). The seat goes to the waitlist first. Refuses as private.manage_order, and order_closed, line_not_found, line_closed, pass_not_found, booking_not_found, booking_closed, session_started, rate_limited. Definer: see get_managed_order.';
grant execute on function public.cancel_pass_session(jsonb, uuid, uuid, boolean) to anon, authenticated, service_role;
select private.answer_calls('public.cancel_pass_session(jsonb, uuid, uuid, boolean)', 'cancel_pass_session');

-- schemas/classes/attendance.sql

-- Attendance and levels: who came, to a class and to each day of a camp, and how far a child is
-- (spec 1 §3 and §6; decisions "/management").

create table public.camp_attendance (
  enrollment_id uuid not null references public.camp_enrollments (id) on delete restrict,
  day date not null,
  attended boolean not null,
  marked_by uuid references public.profiles (id) on delete set null,
  marked_at timestamptz not null default clock_timestamp(),
  primary key (enrollment_id, day)
);
comment on table public.camp_attendance is 'Was a child there on a day of its camp? No row until the roster is taken.';
comment on column public.camp_attendance.day is 'In Singapore.';
create index camp_attendance_marked_by on public.camp_attendance (marked_by);

create table public.level_changes (
  id uuid primary key default gen_random_uuid(),
  child_id uuid not null references public.children (id) on delete restrict,
  level_before integer not null,
  level integer not null check (level between 1 and 8),
  note text check (length(note) between 1 and 500),
  changed_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.level_changes is 'A child''s way up the ladder. The current level stands with the child.';
comment on column public.level_changes.note is 'What the coach says to the family about it.';
create index level_changes_child_id on public.level_changes (child_id, created_at);
create index level_changes_noted on public.level_changes (created_at) where note is not null;
create index level_changes_changed_by on public.level_changes (changed_by);

alter table public.camp_attendance enable row level security;
alter table public.level_changes enable row level security;
revoke all on table public.camp_attendance, public.level_changes from anon, authenticated, service_role;
grant select on public.camp_attendance, public.level_changes to authenticated, service_role;

create policy "Parents read their own camp days, coaches today's, admins all" on public.camp_attendance
  for select to authenticated using (
    (select private.is_admin())
    or enrollment_id in (select id from public.camp_enrollments where family_id = (select private.my_family_id()))
    or ((select private.is_coach()) and day = (select private.calendar_today()))
  );

create policy "Parents read the levels of their own children, admins read all" on public.level_changes
  for select to authenticated using (
    (select private.is_admin())
    or child_id in (select id from public.children where family_id = (select private.my_family_id()))
  );

create trigger audit after update of attended on public.bookings
  for each row execute function private.audit('id', 'attended');
create trigger audit after insert or update or delete on public.camp_attendance
  for each row execute function private.audit('enrollment_id', 'day', 'attended');

-- The roll -----------------------------------------------------------------------------------------------------

create function private.check_marks(p_marks jsonb, p_key text)
returns table ("position" integer, id uuid, attended boolean)
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_mark record;
begin
  if jsonb_typeof(p_marks) is distinct from 'array' or jsonb_array_length(p_marks) not between 1 and 500 then
    perform private.fail('invalid_input', 'p_marks');
  end if;
  for v_mark in
    select value as m, ordinality - 1 as n, count(*) over (partition by lower(value ->> p_key)) as same
    from jsonb_array_elements(p_marks) with ordinality order by ordinality
  loop
    if not coalesce(private.is_uuid(v_mark.m -> p_key), false) or v_mark.same > 1 then
      perform private.fail('invalid_input', format('p_marks[%s].%s', v_mark.n, p_key));
    end if;
    if coalesce(jsonb_typeof(v_mark.m -> 'attended'), '') not in ('boolean', 'null') then
      perform private.fail('invalid_input', format('p_marks[%s].attended', v_mark.n));
    end if;
    "position" := v_mark.n;
    id := (v_mark.m ->> p_key)::uuid;
    attended := (v_mark.m ->> 'attended')::boolean;
    return next;
  end loop;
end;
$$;
comment on function private.check_marks(jsonb, text) is
  'Marks of a roll, [{<p_key>: id, attended: true | false | null for not said}], each id once; else invalid_input with the field, e.g. p_marks[2].attended.';

create function private.may_mark(p_day date)
returns boolean
language sql
stable
set search_path = ''
as $$ select private.is_admin() or (private.is_coach() and p_day = (select private.calendar_today())) $$;
comment on function private.may_mark(date) is 'Coaches take today''s roll, in Singapore; admins any day''s.';

create function public.take_attendance(p_session_id uuid, p_marks jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_day constant date := (select session_date from public.sessions where id = p_session_id);
  v_missing integer;
  v_count integer;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  if v_day is null then perform private.fail('session_not_found', 'p_session_id'); end if;
  if not private.may_mark(v_day) then perform private.deny(); end if;
  perform from private.check_marks(p_marks, 'booking_id');
  -- Whoever cancels a booking has locked its session, and takes its bookings in an order of their own.
  perform from public.sessions where id = p_session_id for update;
  perform from public.bookings where session_id = p_session_id and status = 'booked' order by id for update;
  select min(m."position") into v_missing
  from private.check_marks(p_marks, 'booking_id') m
  where not exists (
    select from public.bookings b where b.id = m.id and b.session_id = p_session_id and b.status = 'booked');
  if v_missing is not null then
    perform private.fail('booking_not_found', format('p_marks[%s].booking_id', v_missing));
  end if;
  update public.bookings b set attended = m.attended
  from private.check_marks(p_marks, 'booking_id') m
  where b.id = m.id and b.attended is distinct from m.attended;
  get diagnostics v_count = row_count;
  return jsonb_build_object('changed', v_count);
end;
$$;
comment on function public.take_attendance(uuid, jsonb) is
  'Takes a session''s roll: [{booking_id, attended: true | false | null}] -> {changed}; who is not named stays as they were. All of them or none. Coaches today''s sessions, admins any. Refuses not_allowed, session_not_found, invalid_input, booking_not_found (field, also for a cancelled one). Definer: bookings have no grant; asks for staff itself.';
grant execute on function public.take_attendance(uuid, jsonb) to authenticated;

create function public.take_camp_attendance(p_camp_id uuid, p_day date, p_marks jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
  v_missing integer;
  v_count integer;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  select * into v_camp from public.camp_weeks where id = p_camp_id;
  if not found then perform private.fail('camp_not_found', 'p_camp_id'); end if;
  if p_day is null or p_day not between v_camp.start_date and v_camp.end_date then perform private.fail('invalid_input', 'p_day'); end if;
  if not private.may_mark(p_day) then perform private.deny(); end if;
  perform from private.check_marks(p_marks, 'enrollment_id');
  perform private.lock_camps(array[p_camp_id]);
  perform from public.camp_enrollments where camp_id = p_camp_id and status = 'enrolled' order by id for update;
  select min(m."position") into v_missing
  from private.check_marks(p_marks, 'enrollment_id') m
  where not exists (
    select from public.camp_enrollments e where e.id = m.id and e.camp_id = p_camp_id and e.status = 'enrolled');
  if v_missing is not null then
    perform private.fail('booking_not_found', format('p_marks[%s].enrollment_id', v_missing));
  end if;
  delete from public.camp_attendance a
  using private.check_marks(p_marks, 'enrollment_id') m
  where a.enrollment_id = m.id and a.day = p_day and m.attended is null;
  get diagnostics v_count = row_count;
  with marked as (
    insert into public.camp_attendance as a (enrollment_id, day, attended, marked_by)
    select m.id, p_day, m.attended, (select auth.uid())
    from private.check_marks(p_marks, 'enrollment_id') m where m.attended is not null
    on conflict (enrollment_id, day) do update
      set attended = excluded.attended, marked_by = excluded.marked_by, marked_at = excluded.marked_at
      where a.attended <> excluded.attended
    returning 1
  )
  select v_count + count(*) into v_count from marked;
  return jsonb_build_object('changed', v_count);
end;
$$;
comment on function public.take_camp_attendance(uuid, date, jsonb) is
  'Takes the roll of one day of a camp: [{enrollment_id, attended: true | false | null}] -> {changed}, as take_attendance. Coaches today, admins any day of the camp. Refuses not_allowed, camp_not_found, invalid_input, booking_not_found (field). Definer: see take_attendance.';
grant execute on function public.take_camp_attendance(uuid, date, jsonb) to authenticated;

create function public.set_child_level(p_child_id uuid, p_level integer, p_note text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_note text;
  v_before integer;
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  -- To a coach a child that is not there today does not exist.
  if not (private.is_admin() or private.is_on_todays_roster(p_child_id)) then perform private.fail('child_not_found', 'p_child_id'); end if;
  if p_level is null or p_level not between 1 and 8 then perform private.fail('invalid_input', 'p_level'); end if;
  if coalesce(p_note, '') <> '' then v_note := private.check_text(to_jsonb(p_note), 'p_note', 500); end if;
  select current_level into v_before from public.children where id = p_child_id for update;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  if v_before <> p_level or v_note is not null then
    update public.children set current_level = p_level where id = p_child_id and current_level <> p_level;
    insert into public.level_changes (child_id, level_before, level, note, changed_by)
    values (p_child_id, v_before, p_level, v_note, (select auth.uid()));
  end if;
  return jsonb_build_object('child_id', p_child_id, 'current_level', p_level, 'level_before', v_before);
end;
$$;
comment on function public.set_child_level(uuid, integer, text) is
  'Sets a child''s level (1 to 8), with a word to the family: {child_id, current_level, level_before}. Coaches for a child of today''s roster, admins for any; audited. Refuses not_allowed, child_not_found, invalid_input (field). Definer: no role may update the level; asks for staff itself.';
grant execute on function public.set_child_level(uuid, integer, text) to authenticated;

create function public.agree_team(p_child_id uuid, p_team text, p_agreed boolean default true)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_teams text[];
begin
  if not (private.is_admin() or private.is_coach()) then perform private.deny(); end if;
  -- As with the level: to a coach a child that is not there today does not exist.
  if not (private.is_admin() or private.is_on_todays_roster(p_child_id)) then perform private.fail('child_not_found', 'p_child_id'); end if;
  if p_agreed is null then perform private.fail('invalid_input', 'p_agreed'); end if;
  if not exists (select from public.teams where id = p_team) then perform private.fail('invalid_input', 'p_team'); end if;
  update public.children set agreed_teams = array_remove(agreed_teams, p_team)
    || case when p_agreed then array[p_team] else '{}'::text[] end
  where id = p_child_id
  returning agreed_teams into v_teams;
  if not found then perform private.fail('child_not_found', 'p_child_id'); end if;
  return jsonb_build_object('child_id', p_child_id, 'agreed_teams', to_jsonb(v_teams));
end;
$$;
comment on function public.agree_team(uuid, text, boolean) is
  'A coach agrees that a child comes to a team whatever its age and level, or takes it back: {child_id, agreed_teams}. Coaches for a child of today''s roster, admins for any; audited. Refuses not_allowed, child_not_found, invalid_input (field). Definer: no role may update it; asks for staff itself.';
grant execute on function public.agree_team(uuid, text, boolean) to authenticated;

-- Family data --------------------------------------------------------------------------------------------------

create function private.export_family_attendance(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'camp_attendance', (
      select coalesce(jsonb_agg(jsonb_build_object('enrollment_id', a.enrollment_id, 'day', a.day, 'attended', a.attended)
        order by a.day, a.enrollment_id), '[]')
      from public.camp_attendance a join public.camp_enrollments e on e.id = a.enrollment_id where e.family_id = p_family_id),
    'level_changes', (
      select coalesce(jsonb_agg(to_jsonb(v) - 'changed_by' order by v.created_at, v.id), '[]')
      from public.level_changes v join public.children c on c.id = v.child_id where c.family_id = p_family_id))
$$;
comment on function private.export_family_attendance(uuid, text[], text[]) is 'Days at camp and levels of the family''s children.';

create function private.erase_family_attendance(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  update public.level_changes set note = null
  where note is not null and child_id in (select id from public.children where family_id = p_family_id)
$$;
comment on function private.erase_family_attendance(uuid) is
  'Takes what coaches wrote off the levels; levels and days stay, of children without a name.';

create function private.purge_level_notes()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  update public.level_changes set note = null where id = any (array(
    select id from public.level_changes where note is not null and created_at < private.expiry('level_notes')
    order by created_at limit 5000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_level_notes() is 'Empties what coaches wrote long ago: entries.';

-- schemas/passes/team_rules.sql

-- Which team a credit buys: the child's own first, others only where age and level allow, or a coach agreed.

create function private.ladder_level(p_child public.children)
returns integer
language sql
stable
set search_path = ''
as $$
  select case
    when exists (select from public.level_changes where child_id = p_child.id) then p_child.current_level
    -- Nobody has looked yet: the parent's word counts, but not into the team that is by a coach's nod.
    else greatest(p_child.current_level, case p_child.experience_level when 'turns' then 4 when 'drops' then 6 else 1 end) end
$$;
comment on function private.ladder_level(public.children) is
  'Where a child stands on the ladder: as a coach said, else as the family did when it booked.';

create function private.team_standings(p_child_id uuid, p_days date[])
returns table (day date, team text, is_own boolean, problem text, detail text)
language sql
stable
set search_path = ''
as $$
  select s.day, s.team,
    -- The highest team that the child is of an age and good enough for.
    s.of_age and s.good_enough and s.min_level = max(s.min_level) filter (where s.of_age and s.good_enough)
      over (partition by s.day),
    case when s.agreed then null when not s.of_age then 'age_not_allowed'
      when not s.good_enough then 'level_not_allowed' end,
    case when s.agreed or s.of_age and s.good_enough then null
      when not s.of_age then concat_ws('-', s.min_age, s.max_age)
      else concat_ws('-', s.min_level, s.max_level) end
  from (
    select b.*, b.years between b.min_age and b.max_age
      -- Who begins late belongs to the oldest of those that begin where it stands.
      or b.years > b.max_age and b.max_age = max(b.max_age) filter (where b.years >= b.min_age and b.good_enough)
        over (partition by b.day) as of_age
    from (
      select d.day, t.id as team, t.min_age, t.max_age, t.min_level, t.max_level,
        t.id = any (c.agreed_teams) as agreed, extract(year from age(d.day, c.dob)) as years,
        k.level >= t.min_level as good_enough
      from public.children c
      cross join lateral (select private.ladder_level(c) as level offset 0) k
      cross join (select distinct unnest(p_days) as day) d
      cross join public.teams t
      where c.id = p_child_id
    ) b
  ) s
$$;
comment on function private.team_standings(uuid, date[]) is
  'How a child stands to every team on days: is_own, of the teams that it is of an age and good enough for the highest (one that is too old for every team that takes its level belongs to the oldest of them); problem: age_not_allowed (detail: the team''s ages), level_not_allowed (detail: its levels), null where it may come or a coach agreed.';

create function private.check_team(p_child_id uuid, p_session public.sessions, p_field text)
returns void
language plpgsql
stable
set search_path = ''
as $$
declare
  v_standing record;
begin
  select s.* into v_standing
  from public.class_types t
  join private.team_standings(p_child_id, array[p_session.session_date]) s on s.team = t.team
  where t.id = p_session.class_type_id;
  if v_standing.problem is not null then perform private.fail(v_standing.problem, p_field, v_standing.detail); end if;
end;
$$;
comment on function private.check_team(uuid, public.sessions, text) is
  'Refuses a session of a team that a child may not come to: age_not_allowed, level_not_allowed, with the detail of private.team_standings. A class of no team is everybody''s.';

-- schemas/people/family_links.sql

-- Linking purchases: a guest's purchase makes a family of its own; who proves to own its e-mail address takes it into
-- theirs. Staff may make one family of two (decisions "Safety": who merely types an address gets nothing).
--
-- Everything that hangs on a family or a child hangs there by a foreign key, so the keys are asked what to move: a
-- table of a later topic is moved without a word here. The emptied family is deleted at the end, and the same keys
-- would refuse that if anything had been left behind.

create function private.references_to(p_table regclass)
returns table (source regclass, source_column name)
language sql
stable
set search_path = ''
as $$
  select c.conrelid::regclass, a.attname
  from pg_catalog.pg_constraint c
  -- Some refer by their family too; what is moved is what refers to the id.
  cross join lateral unnest(c.conkey, c.confkey) k (source_key, target_key)
  join pg_catalog.pg_attribute t on t.attrelid = c.confrelid and t.attnum = k.target_key and t.attname = 'id'
  join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.source_key
  where c.contype = 'f' and c.confrelid = p_table
  order by c.conrelid::regclass::text, a.attname
$$;
comment on function private.references_to(regclass) is 'Which columns refer to a table''s id.';

create function private.move_references(p_table regclass, p_from uuid, p_into uuid, p_except regclass[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_reference record;
begin
  for v_reference in select * from private.references_to(p_table) where source <> all (p_except) loop
    execute format('update %s set %I = $1 where %2$I = $2', v_reference.source, v_reference.source_column)
    using p_into, p_from;
  end loop;
end;
$$;
comment on function private.move_references(regclass, uuid, uuid, regclass[]) is
  'Makes everything that refers to one row refer to another, but for some tables. A unique_violation goes through to the caller.';

create function private.merge_child(p_from uuid, p_into uuid)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.propose_details(p_from, p_into);
  update public.children i set current_level = greatest(i.current_level, f.current_level),
    agreed_teams = array(select unnest(i.agreed_teams || f.agreed_teams) t group by t order by t)
  from public.children f where i.id = p_into and f.id = p_from
    and (f.current_level > i.current_level or not f.agreed_teams <@ i.agreed_teams);
  perform private.move_references('public.children', p_from, p_into, '{}');
  -- That the one was proposed is decided with the other.
  delete from public.family_proposals p using public.children c
  where p.child_id = p_into and p.kind = 'person' and c.id = p_into and c.standing <> 'proposed';
  update public.once_claims c set claim = private.once_claim(p_into)
  where c.claim = private.once_claim(p_from)
    and not exists (select from public.once_claims k where k.claim = private.once_claim(p_into));
  delete from public.children where id = p_from;
  return true;
exception
  -- Both have a place in the same session or camp: then they stay two, and nobody loses a place.
  when unique_violation then return false;
end;
$$;
comment on function private.merge_child(uuid, uuid) is
  'Makes one child of two of the same family; what is told of the one that stays goes on to hold, and what differs is proposed: no, and nothing changed, when that would need one place twice. The caller has locked both families.';

create function private.lock_merge(p_from uuid[], p_into uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  -- In the order of the head of places.sql, for all of them at once: nothing of the next family is waited for
  -- while somebody waits for the one before.
  perform from public.orders where family_id = any (p_from) order by id for no key update;
  -- The places that they have or wait for: whoever books there holds them, and asks for the family next.
  perform private.lock_places(
    array(
      select session_id from public.waitlist_entries where family_id = any (p_from) and session_id is not null
      union select session_id from public.bookings where family_id = any (p_from)),
    array(
      select camp_id from public.waitlist_entries where family_id = any (p_from) and camp_id is not null
      union select camp_id from public.camp_enrollments where family_id = any (p_from)));
  perform from public.waitlist_entries where family_id = any (p_from) order by id for update;
  perform from public.profiles where family_id = any (p_from || p_into) order by id for update;
  perform from public.families where id = any (p_from || p_into) order by id for update;
  perform from public.once_claims
  where order_id in (select id from public.orders where family_id = any (p_from)) order by claim for update;
  perform from public.pass_subscriptions where family_id = any (p_from) order by id for update;
  perform from public.bookings where family_id = any (p_from) order by id for update;
end;
$$;
comment on function private.lock_merge(uuid[], uuid) is
  'Locks all that making one family of several needs: with these nobody books for them meanwhile.';

create function private.has_account(p_family_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.families where id = p_family_id and num_nonnulls(primary_parent_id, secondary_parent_id) > 0)
$$;
comment on function private.has_account(uuid) is 'Has the family a parent with an account? A guest''s has none.';

create function private.merge_children(p_ids uuid[], p_family_id uuid, p_from_guest boolean)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_child public.children;
  v_kept uuid;
  v_merged integer := 0;
begin
  for v_child in select * from public.children where id = any (p_ids) order by created_at, id loop
    -- Whichever is older: the family's own first, and of those whom guests brought the one that came first.
    select id into v_kept from public.children c
    where c.family_id = p_family_id and private.name_key(c.name) = private.name_key(v_child.name) and c.dob = v_child.dob
      and c.id <> v_child.id and (c.id <> all (p_ids) or (c.created_at, c.id) < (v_child.created_at, v_child.id))
    order by c.id = any (p_ids), c.standing <> 'own', c.created_at, c.id limit 1;
    if v_kept is not null and private.merge_child(v_child.id, v_kept) then
      v_merged := v_merged + 1;
    elsif p_from_guest then
      perform private.propose_person(v_child.id);
      perform private.keep_stands(p_family_id, v_child.id,
        private.stands(p_family_id, null) - 'marketing' || '{"activity": false}');
    end if;
  end loop;
  return v_merged;
end;
$$;
comment on function private.merge_children(uuid[], uuid, boolean) is
  'Children that have just come into a family: those whom it has already become one with them, whom a guest brought is proposed. How many became one.';

create function private.merge_family(p_from uuid, p_into uuid, p_from_guest boolean)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_orders integer;
  v_ids uuid[];
  v_merged integer;
  v_stood constant jsonb := private.stands(p_into, null);
  v_children constant jsonb := (
    select coalesce(jsonb_object_agg(id, private.stands(p_into, id)), '{}') from public.children where family_id = p_into);
begin
  select count(*) into v_orders from public.orders where family_id = p_from;
  perform private.bring_once(p_from, p_into);
  -- The lists of the family that stays hold; whoever stood on the other's is proposed.
  perform private.propose_people(p_from, null, p_into, null, null);
  delete from public.family_invitations where family_id = p_from;
  -- Children first: what refers to both a child and its family follows them.
  with moved as (update public.children set family_id = p_into where family_id = p_from returning id)
  select coalesce(array_agg(id), '{}') into v_ids from moved;
  perform private.move_references('public.families', p_from, p_into, '{public.profiles}');
  perform private.keep_stands(p_into, null, v_stood);
  v_merged := private.merge_children(v_ids, p_into, p_from_guest);
  perform private.keep_stands(p_into, key::uuid, value) from jsonb_each(v_children);
  delete from public.families where id = p_from;
  insert into public.audit_log (user_id, actor, action, table_name, row_key, before, after)
  values ((select auth.uid()), coalesce(nullif(current_setting('role', true), 'none'), session_user), 'merge', 'families',
    p_into, jsonb_build_object('family_id', p_from), jsonb_build_object('orders', v_orders, 'children_merged', v_merged));
  return jsonb_build_object('orders', v_orders,
    'children', (select count(*) from public.children where family_id = p_into));
end;
$$;
comment on function private.merge_family(uuid, uuid, boolean) is
  'Moves all of one family into another and deletes the emptied one: {orders: moved, children: of the family now}. Children of the same name and birthday become one; the family that stays is right about people, health, pick-up and consents, and what differs is proposed to it; with p_from_guest also each child that it does not have. The caller has decided that they may be one, what becomes of the accounts, and locked both (private.lock_merge).';

create function private.is_guest_of(p_family public.families, p_email text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select p_family.primary_parent_id is null and p_family.secondary_parent_id is null and p_family.erased_at is null
    and lower(p_family.contact_email) = p_email
$$;
comment on function private.is_guest_of(public.families, text) is 'A family without an account, under this address in lower case?';

create function public.link_purchases()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_email text;
  v_family_id uuid := private.my_family_id();
  v_guests uuid[];
  v_guest uuid;
  v_merged jsonb;
  v_linked integer := 0;
  v_orders integer := 0;
begin
  select lower(u.email) into v_email from auth.users u
  where u.id = (select auth.uid()) and u.email_confirmed_at is not null and u.email <> '';
  if v_email is null then perform private.fail('email_not_verified'); end if;
  v_guests := array(select f.id from public.families f where private.is_guest_of(f, v_email) order by f.id);
  if v_guests <> '{}' then
    -- A new family is nobody's to wait for; an old one is locked in its turn.
    if v_family_id is null then v_family_id := private.ensure_family(); end if;
    perform private.lock_merge(v_guests, v_family_id);
    -- Staff made one family of it and another while we waited.
    if not exists (select from public.families where id = v_family_id) then perform private.fail('family_not_found'); end if;
  end if;
  foreach v_guest in array v_guests loop
    -- Linked by another tab, or by staff, while we waited?
    continue when not exists (select from public.families f where f.id = v_guest and private.is_guest_of(f, v_email));
    v_merged := private.merge_family(v_guest, v_family_id, true);
    v_linked := v_linked + 1;
    v_orders := v_orders + (v_merged ->> 'orders')::integer;
  end loop;
  return jsonb_build_object('linked', v_linked, 'orders', v_orders);
end;
$$;
comment on function public.link_purchases() is
  'A signed-in parent whose e-mail address is proven takes what was bought under it as a guest into their family, which is made if there is none: {linked: guest families, orders}. Orders, passes with their ledger, bookings, camps, consents as evidence and places on waitlists move together, and the audit log says so. A child of the same name and birthday is the family''s own child, and what the family says of it holds; another child, and whatever a guest told of people, health, pick-up and consents, is proposed (family_proposals). Repeating it links what came since. Refuses email_not_verified, whatever is known under the address; family_not_found when the family has just become part of another. Definer: identity and address come from the token''s account.';
grant execute on function public.link_purchases() to authenticated;
select private.answer_calls('public.link_purchases()', 'link_purchases');

create function public.merge_families(p_from uuid, p_into uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_from public.families;
  v_into public.families;
  v_parents uuid[];
  v_from_guest boolean;
begin
  if not private.is_admin() then perform private.deny(); end if;
  if p_from = p_into then perform private.fail('invalid_input', 'p_into'); end if;
  if not exists (select from public.families where id = p_into) then perform private.fail('family_not_found', 'p_into'); end if;
  perform private.lock_merge(array[p_from], p_into);
  select * into v_from from public.families where id = p_from and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_from'); end if;
  select * into v_into from public.families where id = p_into and erased_at is null;
  if not found then perform private.fail('family_not_found', 'p_into'); end if;
  v_parents := array_remove(array[v_into.primary_parent_id, v_into.secondary_parent_id, v_from.primary_parent_id,
    v_from.secondary_parent_id], null);
  -- A guest's word would hold against that of a parent.
  if private.has_account(p_from) and not private.has_account(p_into) then perform private.fail('invalid_input', 'p_into'); end if;
  -- Of two guests nobody could decide, and of two accounts each has said what it said of its own children.
  v_from_guest := private.has_account(p_into) and not private.has_account(p_from);
  if cardinality(v_parents) > 2 then perform private.fail('family_full', 'p_into'); end if;
  if cardinality(array_remove(array[v_from.primary_parent_id, v_from.secondary_parent_id], null)) > 0 then
    update public.families set primary_parent_id = null, secondary_parent_id = null where id = p_from;
    update public.families set primary_parent_id = v_parents[1], secondary_parent_id = v_parents[2] where id = p_into;
  end if;
  return private.merge_family(p_from, p_into, v_from_guest) || jsonb_build_object('family_id', p_into);
end;
$$;
comment on function public.merge_families(uuid, uuid) is
  'For admins: makes one family of two, p_into stays and is right about people, health, pick-up and consents; what differs is proposed to it (family_proposals): {family_id, orders, children}. Parents with accounts become its parents, two at most. Refuses not_allowed, invalid_input (p_into: the same one, or a guest''s while p_from has an account), family_not_found (field, also for an erased one), family_full. Definer: asks for an admin itself.';
grant execute on function public.merge_families(uuid, uuid) to authenticated;

-- schemas/classes/rosters.sql

-- What reads classes and camps alike: the roster, and what was booked lately.

create function private.serve_roster(p_date date)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  -- One statement: nobody can be served who is not logged.
  with places as (
    select b.id as booking_id, null::uuid as enrollment_id, b.session_id as place_id, b.child_id, b.attended,
      null::boolean as overnight
    from public.bookings b where b.session_date = p_date and b.status = 'booked'
    union all
    select null, e.id, e.camp_id, e.child_id, a.attended, case when w.tier = 'epic' then o.overnight end
    from public.camp_weeks w
    join public.camp_enrollments e on e.camp_id = w.id and e.status = 'enrolled'
    left join public.order_lines l on l.id = e.order_line_id
    left join public.order_children o on o.order_id = l.order_id and o.position = l.child_position
    left join public.camp_attendance a on a.enrollment_id = e.id and a.day = p_date
    where p_date between w.start_date and w.end_date and w.cancelled_at is null
  ),
  served as materialized (
    select p.*, c.family_id, c.name, c.dob, c.current_level, c.experience_level, c.standing, h.allergies
    from places p
    join public.children c on c.id = p.child_id
    left join public.child_health h on h.child_id = c.id
  ),
  logged as (
    insert into public.access_log (user_id, accessed_table, access_type, family_id, child_id)
    select (select auth.uid()), 'child_health', 'roster', family_id, child_id from served
  ),
  held as (
    select 1 as rank, s.id, s.session_time as time, jsonb_build_object(
      'kind', 'session', 'session_id', s.id, 'camp_id', null, 'session_date', s.session_date, 'session_time', s.session_time,
      'status', s.status, 'max_capacity', s.max_capacity, 'class_type', t.name, 'location', l.name, 'coach', k.name,
      'mine', coalesce(k.user_id = (select auth.uid()), false)) as view
    from public.sessions s
    join public.class_types t on t.id = s.class_type_id
    join public.locations l on l.id = s.location_id
    left join public.coaches k on k.id = s.coach_id
    where s.session_date = p_date
    union all
    select 2, w.id, w.session_time_start, jsonb_build_object(
      'kind', 'camp', 'session_id', null, 'camp_id', w.id, 'session_date', p_date, 'session_time', w.session_time_start,
      'status', case when w.cancelled_at is null then 'scheduled' else 'cancelled' end, 'max_capacity', w.capacity,
      'class_type', w.name, 'location', l.name, 'coach', null, 'mine', false)
    from public.camp_weeks w join public.locations l on l.id = w.location_id
    where p_date between w.start_date and w.end_date
  )
  select coalesce(jsonb_agg(h.view || jsonb_build_object(
    'children', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'booking_id', v.booking_id, 'enrollment_id', v.enrollment_id, 'child_id', v.child_id, 'name', v.name,
        'current_level', v.current_level, 'experience_level', v.experience_level, 'overnight', v.overnight,
        'age', extract(year from age(p_date, v.dob))::integer, 'attended', v.attended,
        'allergies', v.allergies,
        -- An allergy that somebody told is better heard once too often than not at all; who may fetch is not.
        'allergies_unproven', (
          select coalesce(jsonb_agg(p.value order by p.created_at, p.id), '[]') from public.family_proposals p
          where p.child_id = v.child_id and p.kind = 'health' and p.field = 'allergies'),
        'pickup_authorizations', private.people_of(v.family_id, v.child_id, true)
          || case when v.standing = 'own' then private.people_of(v.family_id, null, true) else '[]' end)
        order by v.name, v.child_id), '[]')
      from served v where v.place_id = h.id)
    ) order by h.rank, h.time, h.view ->> 'class_type', h.id), '[]')
  from held h
$$;
comment on function private.serve_roster(date) is
  'The sessions and camps of a day with the children booked into them (Roster of contract/passes.ts): level, allergies and pickup, nothing else of their details; allergies_unproven: what a guest''s order told and no parent has decided; of a camp attended is that day''s, overnight the wish for the night of EPIC Camp. Writes one access_log entry per child and place. The caller has checked the role.';

create function public.get_recent_bookings()
returns table (title text, class_type text, location text, minutes_ago integer)
language sql
volatile
security definer
set search_path = ''
as $$
  select b.title, b.class_type, b.location,
    greatest(0, floor(extract(epoch from clock_timestamp() - o.paid_at) / 60))::integer
  from (
    select id, family_id, paid_at from public.orders
    where paid_at is not null and paid_at > (select clock_timestamp() - interval '7 days')
    order by paid_at desc limit 50
  ) o,
  lateral (
    select l.title, coalesce(t.name, w.name) as class_type, p.name as location
    from public.order_lines l
    left join public.sessions s on s.id = l.session_id and s.status = 'scheduled'
    left join public.class_types t on t.id = s.class_type_id
    left join public.camp_weeks w on w.id = l.camp_id and w.cancelled_at is null
    join public.locations p on p.id = coalesce(s.location_id, w.location_id)
    where l.order_id = o.id
      -- Cancelled since, or paid too late for a place: then nobody booked it.
      and (exists (
        select from public.bookings k
        where k.session_id = s.id and k.family_id = o.family_id and k.status = 'booked')
      or exists (
        select from public.camp_enrollments e where e.order_line_id = l.id and e.status = 'enrolled'))
    order by l.position limit 1
  ) b
  order by o.paid_at desc
$$;
comment on function public.get_recent_bookings() is
  'What was really booked and paid in the last 7 days, newest first, at most 50, one per order: rows title (of the offer), class_type (of a camp its name), location, minutes_ago. No name of a person, no id, no date of a session. Definer: visitors may know what is booked, not by whom.';
grant execute on function public.get_recent_bookings() to anon, authenticated, service_role;

-- schemas/mails/reminders.sql

-- Reminders: chores that queue mails at their time, each once however often and however parallel they run, and one
-- that tells staff of mails which nobody got. Links are made in the order of their orders, to which each is tied: who
-- moves a place has two orders locked in that order. A call queues so many of a kind, well within the time that a
-- statement may take, and the next one goes on: whom it can tell is asked of those only who were not told.

create function public.queue_expiry_reminders()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 500;
  v_today constant date := private.calendar_today();
  v_count integer;
begin
  insert into public.outbox (key, template, recipient, payload)
  select format('pass_expiring:%s:%s', p.id, p.days), 'pass_expiring', p.email,
    jsonb_build_object('parent_name', p.name, 'title', p.title, 'valid_until', p.valid_until, 'credits', p.credits)
    || private.manage_link(p.order_id, p.email)
  from (
    select p.id, l.order_id, c.name, c.email, p.days, p.valid_until, p.title, k.credits
    from (
      select p.*, d.days
      from public.passes p
      -- One at 14 days, one at 3; who was not reminded in time is reminded once, by the nearer one.
      cross join lateral (select case when p.valid_until <= v_today + 3 then 3 else 14 end as days) d
      where p.valid_until between v_today and v_today + 14
        -- Nobody is reminded of what they bought a moment ago: a pass that is shorter than the notice has none.
        and p.valid_until - p.valid_from > d.days
        -- A link is made for a mail only.
        and not exists (select from public.outbox where key = format('pass_expiring:%s:%s', p.id, d.days))
      offset 0) p
    left join public.order_lines l on l.id = p.order_line_id
    cross join lateral (select private.credits_left(p.id) as credits) k
    cross join lateral private.mail_contact(p.family_id) c
    where k.credits > 0
    limit c_most) p
  order by p.order_id, p.id
  on conflict (key) do nothing;
  get diagnostics v_count = row_count;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_expiry_reminders() is
  'Mails about passes with credit left that end within 14 days, and within 3: {queued}. Once each. Days are the calendar''s, in Singapore. Definer: only the service role may call.';
grant execute on function public.queue_expiry_reminders() to service_role;

create function public.queue_session_reminders()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_from constant time := '10:00';
  c_most constant integer := 500;
  v_tomorrow constant date := private.calendar_today() + 1;
  v_count integer := 0;
  v_camps integer;
begin
  -- Not at midnight, when the day before begins.
  if (private.calendar_now() at time zone private.time_zone())::time < c_from then
    return jsonb_build_object('queued', 0);
  end if;
  insert into public.outbox (key, template, recipient, payload)
  select format('session_reminder:%s:%s', b.session_id, b.family_id), 'session_reminder', b.email,
    jsonb_build_object('parent_name', b.name, 'session', private.session_view(b.session_id), 'camp', null)
    || private.manage_link(b.order_id, b.email)
  from (
    select n.session_id, n.family_id, c.name, c.email, private.order_of_place(n.family_id, n.session_id, null) as order_id
    from (
      select distinct k.session_id, k.family_id
      from public.bookings k join public.sessions s on s.id = k.session_id
      where k.session_date = v_tomorrow and k.status = 'booked' and s.status = 'scheduled'
        and not exists (select from public.outbox where key = format('session_reminder:%s:%s', k.session_id, k.family_id))
    ) n
    cross join lateral private.mail_contact(n.family_id) c
    limit c_most) b
  order by b.order_id, b.session_id
  on conflict (key) do nothing;
  get diagnostics v_count = row_count;
  insert into public.outbox (key, template, recipient, payload)
  select format('session_reminder:%s:%s', e.camp_id, e.family_id), 'session_reminder', e.email,
    jsonb_build_object('parent_name', e.name, 'session', null, 'camp', private.camp_view(e.camp_id),
      'comes', e.comes, 'rides', e.rides)
    || private.manage_link(e.order_id, e.email)
  from (
    select n.*, c.name, c.email, private.order_of_place(n.family_id, null, n.camp_id) as order_id
    from (
      -- Siblings may travel differently.
      select k.camp_id, k.family_id, bool_or(l.transport is null) as comes, bool_or(l.transport is not null) as rides
      from public.camp_weeks w join public.camp_enrollments k on k.camp_id = w.id and k.status = 'enrolled'
      left join public.order_lines l on l.id = k.order_line_id
      where w.start_date = v_tomorrow and w.cancelled_at is null
        and not exists (select from public.outbox where key = format('session_reminder:%s:%s', k.camp_id, k.family_id))
      group by k.camp_id, k.family_id
    ) n
    cross join lateral private.mail_contact(n.family_id) c
    limit c_most) e
  order by e.order_id, e.camp_id
  on conflict (key) do nothing;
  get diagnostics v_camps = row_count;
  return jsonb_build_object('queued', v_count + v_camps);
end;
$$;
comment on function public.queue_session_reminders() is
  'The day before, from 10 in the morning in Singapore: a mail per family and session, and per family and camp that begins: {queued}. Once each; a booking that is moved is reminded of its new day. Definer: only the service role may call.';
grant execute on function public.queue_session_reminders() to service_role;

-- Mails that nobody got ------------------------------------------------------------------------------------------

create function public.report_lost_mails()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_most constant integer := (private.settings()).outbox_attempts_max;
  v_count integer;
begin
  with lost as (
    select id from public.outbox
    where sent_at is null and given_up_at is null and attempts >= v_most
      -- It may be on its way for the last time at this moment.
      and (leased_until is null or leased_until <= clock_timestamp())
    order by created_at limit 500 for update skip locked
  ),
  noted as (
    update public.outbox o set given_up_at = clock_timestamp() from lost where o.id = lost.id
    returning o.id, o.template, o.last_error
  )
  insert into public.error_reports (error_type, severity, message, fingerprint, metrics)
  -- Neither the recipient nor the key, which may name an order.
  select 'RUNTIME_ERROR', 'high', private.scrub(format('Mail %s was given up: %s', template, coalesce(last_error, 'no answer')), 500),
    encode(extensions.digest('mail given up ' || template, 'sha256'), 'hex'), jsonb_build_object('attempts', v_most)
  from noted;
  get diagnostics v_count = row_count;
  return jsonb_build_object('lost', v_count);
end;
$$;
comment on function public.report_lost_mails() is
  'Opens an error report for each mail whose attempts are used up, once: {lost}. Also when the last sender died without a word. Definer: only the service role may call.';
grant execute on function public.report_lost_mails() to service_role;

create function public.resend_mail(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_mail public.outbox;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  select * into v_mail from public.outbox where id = p_id for update;
  -- Of one whose people were forgotten there is nobody to send it to.
  if not found or v_mail.recipient = '' then perform private.fail('mail_not_found', 'p_id'); end if;
  if v_mail.sent_at is not null or v_mail.attempts < (private.settings()).outbox_attempts_max then
    return jsonb_build_object('queued', false);
  end if;
  update public.outbox set attempts = 0, leased_until = null, given_up_at = null, resent_at = clock_timestamp() where id = p_id;
  return jsonb_build_object('queued', true);
end;
$$;
comment on function public.resend_mail(uuid) is
  'For admins: tries a mail again that was given up (reconcile_books names it: mail_given_up), with all its attempts: {queued}, false for one that was sent or is still being tried. Its key stays, so that it is delivered once. Refuses not_allowed, mail_not_found. Definer: nobody else reads the outbox, whose payloads hold secrets; written into the audit log.';
grant execute on function public.resend_mail(uuid) to authenticated, service_role;

create trigger audit after update of resent_at on public.outbox
  for each row execute function private.audit('id', 'resent_at');

-- schemas/parties/party_news.sql

-- Party news: what guests of a party answered, told to its host, gathered: one mail when it has been quiet for a while,
-- and not one for each family of a class chat (decisions "/birthday-rsvp, /dynamic-form").
--
-- Whoever answers holds a key share of the party (private.open_party) until the answer is there whole. Taking the party
-- for update therefore means that no answer is half written: what is told is what stands, and what comes later is news.

create function private.party_view(p_party public.parties)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'host_name', p_party.host_name, 'title', p_party.title, 'starts_at', private.iso(p_party.starts_at),
    'place', p_party.place, 'head_count', p_party.head_count, 'guests', private.party_guests(p_party.id),
    'health_notes', (
      select count(distinct h.response_id)
      from public.form_responses r join public.form_response_health h on h.response_id = r.id
      where r.party_id = p_party.id and r.attending is not false))
$$;
comment on function private.party_view(public.parties) is
  'A party as its host is told of it: {host_name, title, starts_at, place, head_count (agreed), guests (said they come), health_notes: how many answers say something about allergies or health, not whose and not what}.';

create function public.queue_party_answers()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_quiet constant interval := '10 minutes';
  -- While answers keep coming.
  c_longest constant interval := '1 hour';
  v_party public.parties;
  v_email text;
  v_answers jsonb;
  v_count integer := 0;
begin
  for v_party in
    select * from public.parties
    where id in (
      select party_id from public.party_news group by party_id
      having max(changed_at) <= clock_timestamp() - c_quiet or min(changed_at) <= clock_timestamp() - c_longest)
    for update skip locked
  loop
    v_email := coalesce(v_party.host_email, (select email from private.mail_contact(v_party.family_id)));
    with told as (
      delete from public.party_news where party_id = v_party.id returning response_id, kind
    )
    select jsonb_agg(private.answer_view(r.id) - 'noted' || jsonb_build_object('kind', t.kind) order by r.submitted_at, r.id)
    into v_answers
    from told t join public.form_responses r on r.id = t.response_id;
    -- A party that is over or called off, or whose host left no address, has nobody to tell.
    continue when v_email is null or v_answers is null or v_party.status <> 'planned'
      or v_party.ends_at <= private.calendar_now();
    insert into public.outbox (key, template, recipient, payload)
    values (format('party_answers:%s:%s', v_party.id, gen_random_uuid()), 'party_answers', v_email,
      private.party_view(v_party) || jsonb_build_object('answers', v_answers));
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_party_answers() is
  'A mail to each host whose guests have answered or changed their answer, once it has been quiet for 10 minutes, or an hour after the first: {queued}. Each answer is told once. Definer: only the service role may call.';
grant execute on function public.queue_party_answers() to service_role;

-- schemas/passes/renewals_at_provider.sql

-- Renewals and the payment provider: how a subscription that began there is told to us, which ones are to be told there,
-- and what a signed-in parent needs for a pass (spec 2 §5 and §7). The renewals themselves: renewals.sql.

create function public.begin_renewal(p_event jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id constant text := private.check_key(p_event, 'subscription_id');
  v_order public.orders;
  v_line_id uuid;
begin
  if not private.is_uuid(p_event -> 'order_id') then perform private.fail('invalid_input', 'order_id'); end if;
  -- What is there already, before any lock: this is asked again and again.
  if exists (select from public.pass_subscriptions where provider_subscription_id = v_provider_id) then
    return '{"result": "known"}';
  end if;
  select * into v_order from public.orders where id = (p_event ->> 'order_id')::uuid for no key update;
  if not found then return '{"result": "unwanted"}'; end if;
  if exists (select from public.pass_subscriptions where provider_subscription_id = v_provider_id) then
    return '{"result": "known"}';
  end if;
  if v_order.paid_at is null then
    return jsonb_build_object('result', case
      when v_order.status in ('held', 'awaiting_payment') and v_order.outcome is distinct from 'under_review' then 'later'
      else 'unwanted' end);
  end if;

  select l.id into v_line_id
  from public.order_lines l
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  where l.order_id = v_order.id and l.renews and l.status = 'placed' and c.child_id is not null
    and not exists (select from public.pass_subscriptions s where s.order_line_id = l.id)
  order by l.position limit 1;
  if v_line_id is not null then
    perform public.start_subscription(p_event - 'order_id' || jsonb_build_object('order_line_id', v_line_id));
    return '{"result": "started"}';
  end if;
  -- Paid late: whether there is a pass at all, the parent has yet to choose.
  return jsonb_build_object('result', case when exists (
      select from public.order_lines where order_id = v_order.id and renews and status in ('open', 'needs_choice', 'credit'))
    then 'later' else 'unwanted' end);
end;
$$;
comment on function public.begin_renewal(jsonb) is
  'The provider has a subscription for an order: {order_id, subscription_id, current_period_end, invoice_id?: of the first payment} -> {result: started | known | later | unwanted}. later: not paid as far as we know, or the parent has yet to choose. unwanted: there is nothing (any more) to renew, and the caller ends it at the provider. Repeated and parallel calls begin one. Refuses invalid_input (field). Definer: only the service role may call.';
grant execute on function public.begin_renewal(jsonb) to service_role;

create function private.latest_renewal_line(p_subscription public.pass_subscriptions)
returns public.order_lines
language sql
stable
set search_path = ''
as $$
  select l
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  where (l.id = p_subscription.order_line_id or l.subscription_id = p_subscription.id) and o.paid_at is not null
  order by o.paid_at desc limit 1
$$;
comment on function private.latest_renewal_line(public.pass_subscriptions) is 'What a subscription bought last: its first line, or that of a renewal.';

create function public.list_renewal_work()
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'begin', (
      select coalesce(jsonb_agg(distinct p.session_id), '[]')
      from public.order_lines l
      -- now(), which the planner reads: it then knows how few orders a week has.
      join public.orders o on o.id = l.order_id and o.channel = 'web' and o.paid_at > now() - interval '7 days'
      join public.payments p on p.order_id = o.id and p.provider = 'stripe' and p.session_id is not null
      where l.renews and l.status = 'placed'
        and not exists (select from public.pass_subscriptions s where s.order_line_id = l.id)),
    'end', (
      select coalesce(jsonb_agg(s.provider_subscription_id order by s.created_at), '[]')
      from public.pass_subscriptions s
      where s.status <> 'ended' and (private.latest_renewal_line(s)).status = 'cancelled'),
    'ask', (
      select coalesce(jsonb_agg(s.provider_subscription_id order by s.current_period_end), '[]')
      from public.pass_subscriptions s
      where s.status <> 'ended' and s.current_period_end < now() - interval '10 minutes'))
$$;
comment on function public.list_renewal_work() is
  'What is to be settled with the provider: {begin: [session], paid within a week, that renews and has no subscription here; end: [subscription] whose pass was given back; ask: [subscription] whose period is over without news}. Ids of the provider. Definer: only the service role may call.';
grant execute on function public.list_renewal_work() to service_role;

create function public.find_renewal(p_access jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order constant public.orders := private.manage_order(p_access);
  v_found jsonb;
begin
  select jsonb_build_object('id', s.id,
    -- Given back: the provider hears of it within minutes, and charges nothing any more.
    'status', case when (private.latest_renewal_line(s)).status = 'cancelled' then 'ended' else s.status end,
    'title', f.title, 'price_cents', s.price_cents,
    'current_period_end', private.iso(s.current_period_end))
  into v_found
  from public.order_lines l
  join public.pass_subscriptions s on s.order_line_id = l.id or s.id = l.subscription_id
  join public.order_lines f on f.id = s.order_line_id
  where l.order_id = v_order.id and l.renews
  order by s.status = 'ended', s.created_at desc limit 1;
  if v_found is null then perform private.fail('subscription_not_found', 'p_access'); end if;
  return v_found;
end;
$$;
comment on function public.find_renewal(jsonb) is
  'The subscription of an order that Access (contract/after-sale.ts) opens: {id, status, title, price_cents, current_period_end}. Refuses as get_managed_order; subscription_not_found. Definer: link and family are checked by private.manage_order.';
grant execute on function public.find_renewal(jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.find_renewal(jsonb)');

create function public.get_provider_subscription(p_id uuid)
returns jsonb
language sql
volatile
security definer
set search_path = ''
as $$
  select jsonb_build_object('subscription_id', provider_subscription_id) from public.pass_subscriptions where id = p_id
$$;
comment on function public.get_provider_subscription(uuid) is
  'The provider''s id of a subscription: {subscription_id}, or null. Definer: only the service role may call, after find_renewal has said that the parent may.';
grant execute on function public.get_provider_subscription(uuid) to service_role;

create function public.record_refund_elsewhere(p_refund jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id constant text := private.check_key(p_refund, 'refund_id');
  v_status constant text := p_refund ->> 'status';
  v_payment public.payments;
  v_refund public.refunds;
begin
  if not private.is_whole(p_refund -> 'amount_cents', 1, 2000000000) then perform private.fail('invalid_input', 'amount_cents'); end if;
  if coalesce(v_status not in ('pending', 'succeeded', 'failed'), true) then perform private.fail('invalid_input', 'status'); end if;
  select * into v_payment from public.payments where payment_intent = p_refund ->> 'payment_intent';
  if not found then return '{"known": false, "changed": false}'; end if;
  perform from public.orders where id = v_payment.order_id for no key update;

  select * into v_refund from public.refunds where provider_refund_id = v_provider_id for update;
  if not found then
    -- One that failed took nothing.
    if v_status = 'failed' then return '{"known": true, "changed": false}'; end if;
    perform from public.payments where id = v_payment.id for update;
    -- More than we know to be left: one of ours is under way as well, and the provider will refuse it.
    if (p_refund ->> 'amount_cents')::integer > private.left_of_payment(v_payment.id) then
      insert into public.system_logs (level, component, message, details)
      select 'error', 'refunds', 'A refund made at the provider exceeds what is left of its charge.',
        jsonb_build_object('payment_id', v_payment.id, 'amount_cents', p_refund -> 'amount_cents')
      where not exists (select from public.system_logs
        where component = 'refunds' and details ->> 'payment_id' = v_payment.id::text);
      return '{"known": false, "changed": false}';
    end if;
    insert into public.refunds (payment_id, order_id, amount_cents, currency, reason, status, provider_refund_id, leased_until)
    values (v_payment.id, v_payment.order_id, (p_refund ->> 'amount_cents')::integer, v_payment.currency, 'goodwill',
      'pending', v_provider_id, clock_timestamp() + interval '1 hour')
    on conflict (provider_refund_id) do nothing
    returning * into v_refund;
    if v_refund.id is null then return '{"known": true, "changed": false}'; end if;
    insert into public.system_logs (level, component, message, details)
    values ('warning', 'refunds', 'A refund was made at the provider. What was bought is unchanged.',
      jsonb_build_object('refund_id', v_refund.id, 'amount_cents', v_refund.amount_cents));
  end if;
  return public.finish_refund(v_refund.id, v_provider_id, v_status);
end;
$$;
comment on function public.record_refund_elsewhere(jsonb) is
  'A refund that was not asked for here, such as one made at the provider''s own pages: {refund_id, payment_intent, amount_cents, status: pending | succeeded | failed} -> {known: is its charge ours, changed}. Written down once, so that no more goes back than was charged; the parent is told; what was bought stays, and system_logs says so to staff. Refuses invalid_input (field). Definer: only the service role may call.';
grant execute on function public.record_refund_elsewhere(jsonb) to service_role;

-- A signed-in parent --------------------------------------------------------------------------------------------

create function public.prepare_pass_checkout(p_pass_type text, p_child_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user_id constant uuid := (select auth.uid());
  v_offer public.offers;
  v_profile public.profiles;
  v_agreed boolean;
begin
  if v_user_id is null then perform private.deny(); end if;
  if p_pass_type is null then perform private.fail('invalid_input', 'p_pass_type'); end if;
  if p_child_id is null then perform private.fail('invalid_input', 'p_child_id'); end if;
  perform private.own_child(p_child_id, 'p_child_id');
  v_offer := private.pass_offer(null, p_pass_type);
  if v_offer.id is null then perform private.fail('offer_not_available', 'p_pass_type'); end if;
  select * into v_profile from public.profiles where id = v_user_id;
  -- Only what stands for the text of today: a consent is never carried over to other words.
  v_agreed := not exists (
    select from unnest('{terms,activity}'::public.consent_purpose[]) as n (purpose)
    where not coalesce((
      select c.given and c.version = private.consent_version(n.purpose)
      from public.consents c
      where c.purpose = n.purpose and case when n.purpose = 'terms' then c.user_id = v_user_id else c.child_id = p_child_id end
      order by c.id desc limit 1), false));
  return jsonb_build_object(
    'offer_id', v_offer.id,
    'price_cents', v_offer.price_cents,
    'checkout_type', v_offer.details -> 'checkout_type',
    'details', case
      when v_agreed and trim(v_profile.name) <> '' and v_profile.email is not null and v_profile.phone is not null
      then jsonb_build_object(
        'parent', jsonb_build_object('name', trim(v_profile.name), 'email', v_profile.email, 'phone', v_profile.phone),
        'children', '[{}]'::jsonb,
        'consents', '{"terms": true, "activity": true}'::jsonb) end);
end;
$$;
comment on function public.prepare_pass_checkout(text, uuid) is
  'What a signed-in parent needs to buy a pass for a child: {offer_id, price_cents, checkout_type, details}. details: CheckoutDetails of contract/orders.ts from the account and the consents in force, or null when something is missing that only the checkout page can ask. Refuses not_allowed (nobody signed in), invalid_input, child_not_found, offer_not_available (field). Definer: for the token''s own family only.';
grant execute on function public.prepare_pass_checkout(text, uuid) to authenticated;
select private.answer_calls('public.prepare_pass_checkout(text, uuid)', 'prepare_pass_checkout');

create function public.find_my_order(p_session_id text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_secret uuid;
begin
  select o.secret into v_secret
  from public.orders o join public.checkout_attempts a on a.order_id = o.id
  where a.session_id = p_session_id and o.family_id = private.my_family_id();
  if v_secret is null then perform private.fail('order_not_found', 'p_session_id'); end if;
  return jsonb_build_object('secret', v_secret);
end;
$$;
comment on function public.find_my_order(text) is
  'The own family''s order that was paid in a session of the provider: {secret}. Refuses order_not_found, whoever else''s it may be. Definer: attempts are read past their policies, for the token''s own family.';
grant execute on function public.find_my_order(text) to authenticated;
select private.answer_calls('public.find_my_order(text)', 'find_my_order');

-- schemas/after_sale/order_details.sql

-- After the sale, by the link in a mail: a new link for whoever lost theirs, and what a parent tells anew of a child
-- (decisions "Safety").

create function private.queue_new_link(p_order_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_window_seconds constant integer := 600;
  v_about constant text := concat_ws(':', p_order_id, floor(extract(epoch from clock_timestamp()) / c_window_seconds));
begin
  -- Once in ten minutes, however often and from wherever it is asked: nobody's box is filled.
  if not exists (select from public.outbox where key = 'order_link:' || v_about) then
    perform private.queue_order_mail('order_link', p_order_id, v_about);
  end if;
end;
$$;
comment on function private.queue_new_link(uuid) is 'Queues a mail with a new link to an order, once in ten minutes.';

create function public.request_order_link(p_number text, p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_number text;
  v_email text;
  v_order_id uuid;
begin
  v_number := upper(private.check_text(to_jsonb(p_number), 'p_number', 20));
  v_email := private.check_email(to_jsonb(p_email), 'p_email');
  select id into v_order_id from public.orders
  where number = v_number and lower(parent_email) = v_email and paid_at is not null;
  if v_order_id is not null then perform private.queue_new_link(v_order_id); end if;
  return jsonb_build_object('requested', true);
end;
$$;
comment on function public.request_order_link(text, text) is
  'Sends a new link to a paid order to the address that it was bought with: OrderLinkRequest -> {requested: true} (contract/after-sale.ts), the same whether order and address are known and belong together or not. Once in ten minutes. An order that waits for the parent''s choice gets a link to choose, any other one to manage. Refuses invalid_input (field), rate_limited. Definer: visitors read no orders, and learn nothing of them here.';
grant execute on function public.request_order_link(text, text) to anon, authenticated, service_role;
select private.answer_calls('public.request_order_link(text, text)', 'request_order_link');

create function private.check_child_details(p_details jsonb)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_notes jsonb;
  v_stranger text;
begin
  perform private.check_object(p_details, 'p_details', 20000);
  select min(key) into v_stranger from jsonb_each(p_details)
  where key not in ('allergies', 'medical_conditions', 'pickup_authorizations', 'emergency_contacts');
  if v_stranger is not null then perform private.fail('invalid_input', 'p_details.' || left(v_stranger, 60)); end if;
  if p_details = '{}' then perform private.fail('invalid_input', 'p_details'); end if;
  v_notes := private.check_fields(p_details - array['pickup_authorizations', 'emergency_contacts'],
    '{"allergies": 2000, "medical_conditions": 2000}', 'p_details');
  if p_details ? 'pickup_authorizations' then
    v_notes := v_notes || jsonb_build_object('pickup_authorizations', private.check_people(
      coalesce(nullif(p_details -> 'pickup_authorizations', 'null'), '[]'), 'p_details.pickup_authorizations', false));
  end if;
  if p_details ? 'emergency_contacts' then
    v_notes := v_notes || jsonb_build_object('emergency_contacts', private.check_people(
      coalesce(nullif(p_details -> 'emergency_contacts', 'null'), '[]'), 'p_details.emergency_contacts', true));
  end if;
  return v_notes;
end;
$$;
comment on function private.check_child_details(jsonb) is
  'ChildDetails of contract/after-sale.ts, checked as at the checkout and trimmed; else invalid_input with the field, e.g. p_details.emergency_contacts[0].phone.';

create function private.speaks_for(p_access jsonb, p_family_id uuid)
returns boolean
language sql
stable
set search_path = ''
as $$
  select not private.is_given(p_access -> 'token') or exists (
    select from public.order_links k
    where k.token_hash = private.token_hash(p_access ->> 'token')
      and k.recipient = any (private.family_emails(p_family_id, true)))
$$;
comment on function private.speaks_for(jsonb, uuid) is
  'Has whoever comes with this Access proven to be of the family: signed in, or by a link that was mailed to a proven address of its accounts? A link to an order that staff made the family''s opens the order, and no more. After private.manage_order.';

create function private.propose_told(p_order_id uuid, p_family_id uuid, p_child_id uuid, p_details jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  perform private.propose(p_family_id, p_child_id, p_order_id, 'health', f.key, f.value)
  from jsonb_each(p_details) f where f.key in ('allergies', 'medical_conditions') and f.value <> 'null';
  perform private.propose(p_family_id, p_child_id, p_order_id,
    case l.key when 'pickup_authorizations' then 'pickup_authorization' else 'emergency_contact' end, null, n.person)
  from (values ('pickup_authorizations', true), ('emergency_contacts', false)) l (key, pickup)
  cross join lateral jsonb_array_elements(p_details -> l.key) n (person)
  where not private.people_of(p_family_id, p_child_id, l.pickup) @> jsonb_build_array(n.person);
end;
$$;
comment on function private.propose_told(uuid, uuid, uuid, jsonb) is
  'ChildDetails, checked, from somebody who has not proven to be of the child''s family: proposed to it, for nothing is cleared by a stranger.';

create function public.save_order_child(p_access jsonb, p_child integer, p_details jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
  v_details jsonb;
  v_child_id uuid;
begin
  v_order := private.paid_order(p_access);
  v_details := private.check_child_details(p_details);
  -- What was typed at the checkout still waits with the order, and would be written over this.
  if v_order.outcome = 'needs_choice' then perform private.fail('order_closed'); end if;
  select k.id into v_child_id
  from public.order_children c join public.children k on k.id = c.child_id and k.family_id = v_order.family_id
  where c.order_id = v_order.id and c.position = p_child;
  if not found then perform private.fail('child_not_found', 'p_child'); end if;

  perform from public.families where id = v_order.family_id for no key update;
  if private.has_account(v_order.family_id) and not private.speaks_for(p_access, v_order.family_id) then
    perform private.propose_told(v_order.id, v_order.family_id, v_child_id, v_details);
    return jsonb_build_object('child', p_child, 'saved', (select jsonb_agg(key order by key) from jsonb_object_keys(v_details) key));
  end if;
  if v_details ?| array['allergies', 'medical_conditions'] then
    insert into public.child_health (child_id) values (v_child_id) on conflict do nothing;
    update public.child_health set
      allergies = case when v_details ? 'allergies' then v_details ->> 'allergies' else allergies end,
      medical_conditions = case when v_details ? 'medical_conditions' then v_details ->> 'medical_conditions' else medical_conditions end
    where child_id = v_child_id;
    perform private.log_access('child_health', 'changed_after_sale', v_order.family_id, v_child_id);
  end if;
  perform private.save_people(
    v_order.family_id, v_child_id, v_details -> 'emergency_contacts', v_details -> 'pickup_authorizations');
  if v_details ?| array['pickup_authorizations', 'emergency_contacts'] then
    perform private.log_access('pickup_authorizations', 'changed_after_sale', v_order.family_id, v_child_id);
  end if;
  return jsonb_build_object('child', p_child, 'saved', (select jsonb_agg(key order by key) from jsonb_object_keys(v_details) key));
end;
$$;
comment on function public.save_order_child(jsonb, integer, jsonb) is
  'What a parent tells anew of a child of a paid order: Access, the child''s place in the order, ChildDetails -> {child, saved: the names of what was written} (contract/after-sale.ts). Writes where the checkout''s payment wrote it; what is left out stays, null or empty clears. By a link that went to no proven address of a family with an account, it is proposed to the family instead. Answers nothing about health, and logs the change. Refuses as private.manage_order, and invalid_input (field), order_closed (not paid, or waiting for the parent''s choice), child_not_found, rate_limited. Definer: see get_managed_order.';
grant execute on function public.save_order_child(jsonb, integer, jsonb) to anon, authenticated, service_role;
select private.answer_calls('public.save_order_child(jsonb, integer, jsonb)', 'save_order_child');

-- schemas/after_sale/lost_links.sql

-- Whoever lost every mail knows an address and nothing else: all bookings under it get a new link. What is asked is
-- only written down here, the same row for every address; a chore looks afterwards whether there is anything to send,
-- so that neither the answer nor its time says who is a customer.

create table public.lost_links (
  email text primary key check (length(email) <= 254),
  asked_at timestamptz not null default clock_timestamp()
);
comment on table public.lost_links is
  'Addresses for which a new link was asked for; gone within a minute, whoever they belong to. Service only.';

alter table public.lost_links enable row level security;
revoke all on table public.lost_links from anon, authenticated, service_role;

create function public.request_order_links(p_email text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  insert into public.lost_links (email) values (private.check_email(to_jsonb(p_email), 'p_email'))
  on conflict (email) do nothing;
  return jsonb_build_object('requested', true);
end;
$$;
comment on function public.request_order_links(text) is
  'Asks for new links to the bookings under an address: {requested: true}, whatever is known of it. They go to the address itself (queue_lost_links). Refuses invalid_input (field), rate_limited. Definer: visitors read no orders, and learn nothing of them here.';
grant execute on function public.request_order_links(text) to anon, authenticated, service_role;
select private.answer_calls('public.request_order_links(text)', 'request_order_links');

create function public.queue_lost_links()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  c_most constant integer := 5;
  v_asked text[];
  v_order_id uuid;
  v_count integer := 0;
begin
  with asked as (
    delete from public.lost_links where email in (
      select email from public.lost_links order by asked_at limit 500 for update skip locked)
    returning email
  )
  select array_agg(email) into v_asked from asked;
  for v_order_id in
    select o.id from unnest(v_asked) a (email) cross join lateral (
      select id from public.orders
      where lower(parent_email) = a.email and paid_at is not null
        and exists (select from public.order_links k where k.order_id = orders.id and k.expires_at > clock_timestamp())
      order by paid_at desc limit c_most) o
  loop
    perform private.queue_new_link(v_order_id);
    v_count := v_count + 1;
  end loop;
  return jsonb_build_object('queued', v_count);
end;
$$;
comment on function public.queue_lost_links() is
  'Queues a mail with a new link for each of the five latest bookings under the addresses that asked: {queued}. A booking whose last link is over has nothing left to change. A chore. Definer: only the service role may call.';
grant execute on function public.queue_lost_links() to service_role;

-- schemas/payments/dispute_calls.sql

-- What a dispute does (its table: disputes.sql). While it is open, staff's refunds of its charge are refused, and those
-- that families ask for wait: the place is free at once, the money follows the bank's decision. Won: they go. Lost: the
-- bank has paid, and what no longer fits into the charge is not paid again; what the charge paid for staff take back
-- (resolve_decision: ended), or let stand (kept).

create function private.lines_paid_by(p_payment_id uuid)
returns setof public.order_lines
language sql
volatile
set search_path = ''
as $$
  with recursive carried as (
    -- Of a second charge, or one that did not fit, nothing was bought.
    select l.id from public.payments p join public.order_lines l on l.order_id = p.order_id
    where p.id = p_payment_id and p.result in ('confirmed', 'reseated', 'needs_choice')
    union
    select l.id from carried c
    join public.order_lines l on l.moves_line_id = c.id
    join public.orders o on o.id = l.order_id and o.paid_at is not null
  )
  select l.* from carried c join public.order_lines l on l.id = c.id order by l.order_id, l.position
$$;
comment on function private.lines_paid_by(uuid) is
  'What a charge paid for: the lines of its order, and those that they were moved to for a difference.';

create function private.gives_access(p_line public.order_lines)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select p_line.status = 'credit'
    or (p_line.status = 'placed' and p_line.camp_id is null and p_line.sessions is null)
    or exists (
      select from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
      where e.order_line_id = p_line.id and e.status = 'enrolled' and c.end_date >= private.calendar_today())
    or exists (
      select from public.passes p
      where p.order_line_id = p_line.id and coalesce(p.valid_until >= private.calendar_today(), true)
        and ((select sum(k.delta) from public.credit_ledger k where k.pass_id = p.id) > 0
          or exists (select from private.pass_bookings(p_line.id) b where not b.is_spent)))
$$;
comment on function private.gives_access(public.order_lines) is
  'Is there something that the line still gives: a place on a camp that is not over, credits or bookings ahead of a pass that lasts, a place to be chosen, a package?';

-- What follows from what is known --------------------------------------------------------------------------------

create function private.drop_waiting_refunds(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_refund public.refunds;
begin
  for v_refund in
    select * from public.refunds where payment_id = p_payment.id and status = 'requested' order by created_at desc, id for update
  loop
    exit when p_payment.amount_cents - private.taken_by_bank(p_payment) >= (
      select coalesce(sum(amount_cents), 0) from public.refunds where payment_id = p_payment.id and status <> 'failed');
    update public.refunds set last_error = 'dispute_lost' where id = v_refund.id;
    perform private.settle_refund(v_refund, 'failed', false);
  end loop;
end;
$$;
comment on function private.drop_waiting_refunds(public.payments) is
  'After a lost dispute: refunds that waited, the newest first, until those that are left fit into what the bank left of the charge.';

create function private.follow_disputes(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_order public.orders;
  v_dispute public.payment_disputes;
begin
  perform private.drop_waiting_refunds(p_payment);
  -- The newest that nobody has looked at since it came, or since it was lost.
  select d.* into v_dispute
  from public.payment_disputes d
  where d.payment_id = p_payment.id and d.outcome is distinct from 'won' and not exists (
    select from public.payment_decisions k
    where k.payment_id = d.payment_id and k.kind = 'disputed' and k.resolved_at >= coalesce(d.closed_at, d.created_at))
  order by coalesce(d.closed_at, d.created_at) desc limit 1;
  if v_dispute.id is null then
    update public.payment_decisions set status = 'resolved', resolution = 'kept', resolved_at = clock_timestamp()
    where payment_id = p_payment.id and kind = 'disputed' and status = 'open';
    return;
  end if;
  select * into v_order from public.orders where id = p_payment.order_id;
  perform private.open_decision('disputed', p_payment, v_order);
  update public.payment_decisions k set
    status = 'open', resolution = null, resolved_at = null, resolved_by = null, order_id = p_payment.order_id,
    details = k.details || jsonb_build_object('dispute', jsonb_build_object(
      'provider_dispute_id', v_dispute.provider_dispute_id, 'amount_cents', v_dispute.amount_cents,
      'reason', v_dispute.reason, 'outcome', v_dispute.outcome, 'answer_by', private.iso(v_dispute.answer_by)))
  where payment_id = p_payment.id and kind = 'disputed';
end;
$$;
comment on function private.follow_disputes(public.payments) is
  'Brings refunds and the open decision of a charge in line with its disputes. Repeating it changes nothing. A decision that was resolved is opened again by another dispute, and by a loss; won, it closes itself.';

create function private.meet_disputes()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  -- record_dispute looks for the charge under the same lock: one of the two sees what the other one wrote.
  perform pg_advisory_xact_lock(hashtextextended('charge ' || new.payment_intent, 0));
  update public.payment_disputes set payment_id = new.id
  where payment_intent = new.payment_intent and payment_id is null;
  if found or exists (select from public.payment_disputes where payment_id = new.id) then
    perform private.follow_disputes(new);
  end if;
  return null;
end;
$$;
comment on function private.meet_disputes() is 'Trigger: disputes that were heard of before their charge, or before its order.';
create trigger meet_disputes after insert on public.payments
  for each row when (new.provider = 'stripe' and new.payment_intent is not null) execute function private.meet_disputes();
create trigger meet_disputes_late after update of payment_intent, order_id on public.payments
  for each row when (
    new.payment_intent is not null
    and (new.payment_intent is distinct from old.payment_intent or new.order_id is distinct from old.order_id))
  execute function private.meet_disputes();

create function public.record_dispute(p_dispute jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_provider_id text;
  v_intent text;
  v_outcome constant text := p_dispute ->> 'outcome';
  v_payment public.payments;
  v_before public.payment_disputes;
  v_dispute public.payment_disputes;
begin
  perform private.check_object(p_dispute, 'p_dispute', 4000);
  v_provider_id := private.check_key(p_dispute, 'dispute_id');
  v_intent := private.check_key(p_dispute, 'payment_intent');
  perform private.check_key(p_dispute, 'currency');
  perform private.check_key(p_dispute, 'reason');
  perform private.check_key(p_dispute, 'status');
  if not private.is_whole(p_dispute -> 'amount_cents', 0, 2000000000) then perform private.fail('invalid_input', 'amount_cents'); end if;
  if not private.is_whole(p_dispute -> 'withdrawn_cents', -2000000000, 2000000000) then
    perform private.fail('invalid_input', 'withdrawn_cents');
  end if;
  if v_outcome not in ('won', 'lost') then perform private.fail('invalid_input', 'outcome'); end if;
  if private.is_given(p_dispute -> 'answer_by') then perform private.check_period(p_dispute, 'answer_by'); end if;

  -- Before the order, where the order of locks has it after: nobody waits for this one with the order of a charge that
  -- is known by this name, because a charge is given a name once.
  perform pg_advisory_xact_lock(hashtextextended('charge ' || v_intent, 0));
  select * into v_payment from public.payments where payment_intent = v_intent;
  perform from public.orders where id = v_payment.order_id for no key update;
  select * into v_payment from public.payments where id = v_payment.id;
  select * into v_before from public.payment_disputes where provider_dispute_id = v_provider_id;
  insert into public.payment_disputes as d (
    provider_dispute_id, payment_intent, payment_id, amount_cents, currency, reason, provider_status, outcome,
    withdrawn_cents, answer_by, closed_at, asked_at)
  values (
    v_provider_id, v_intent, v_payment.id, (p_dispute ->> 'amount_cents')::numeric::integer, upper(p_dispute ->> 'currency'),
    left(p_dispute ->> 'reason', 60), left(p_dispute ->> 'status', 60), v_outcome,
    (p_dispute ->> 'withdrawn_cents')::numeric::integer, (p_dispute ->> 'answer_by')::timestamptz,
    case when v_outcome is not null then clock_timestamp() end, private.check_period(p_dispute, 'asked_at'))
  on conflict (provider_dispute_id) do update set
    amount_cents = excluded.amount_cents, currency = excluded.currency, reason = excluded.reason,
    provider_status = excluded.provider_status, outcome = excluded.outcome, withdrawn_cents = excluded.withdrawn_cents,
    answer_by = excluded.answer_by, asked_at = excluded.asked_at,
    closed_at = case when excluded.outcome = d.outcome then d.closed_at else excluded.closed_at end
  where d.asked_at <= excluded.asked_at
  returning * into v_dispute;
  if v_dispute.id is not null and v_payment.id is not null then perform private.follow_disputes(v_payment); end if;
  if v_dispute.id is not null and (v_before.id is null or v_before.outcome is distinct from v_dispute.outcome) then
    insert into public.system_logs (level, component, message, details)
    values (case v_dispute.outcome when 'won' then 'info' when 'lost' then 'error' else 'warning' end, 'disputes',
      case v_dispute.outcome when 'won' then 'A dispute was won: the charge stands.'
        when 'lost' then 'A dispute was lost: the bank has given the charge back.'
        else 'A charge is disputed: evidence is given at the provider.' end,
      jsonb_build_object('dispute_id', v_dispute.id, 'payment_id', v_dispute.payment_id));
  end if;
  return jsonb_build_object('known', v_payment.id is not null, 'changed', v_dispute.id is not null);
end;
$$;
comment on function public.record_dispute(jsonb) is
  'What the provider says of a dispute: {dispute_id, payment_intent, amount_cents, currency, reason, status, outcome: won | lost | null (open), withdrawn_cents, answer_by?, asked_at: when it was asked} -> {known: is its charge ours, changed: false for an older answer than the one that stands here}. Repeated, parallel, out of order, and before its charge was heard of. Refuses invalid_input (field). Definer: only writer of disputes; only the service role may call, with the provider''s own answer.';
grant execute on function public.record_dispute(jsonb) to service_role;

-- Taking back ----------------------------------------------------------------------------------------------------

create function private.lock_disputed_orders(p_decision_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  select from public.orders where id in (
    select l.order_id from public.payment_decisions d cross join lateral private.lines_paid_by(d.payment_id) l
    where d.id = p_decision_id and d.kind = 'disputed'
    union all
    select d.order_id from public.payment_decisions d where d.id = p_decision_id and d.kind = 'disputed'
    union all
    select o.order_id from public.payment_decisions d
    join public.order_lines l on l.order_id = d.order_id
    join public.order_lines o on o.id = l.moves_line_id
    where d.id = p_decision_id and d.kind = 'disputed')
  order by id for no key update
$$;
comment on function private.lock_disputed_orders(uuid) is
  'Locks the orders of all that a disputed charge paid for, sorted, with its own and the one that that moves from (private.lock_paid_order).';

create function private.end_disputed(p_payment public.payments)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_line_ids constant uuid[] := array(
    select l.id from private.lines_paid_by(p_payment.id) l where l.status in ('placed', 'credit', 'needs_choice'));
  v_at timestamptz;
  v_session_ids uuid[];
  v_camp_ids uuid[];
  v_ended uuid[] := '{}';
  v_line public.order_lines;
  v_order_id uuid;
begin
  if private.is_disputed(p_payment.id) or private.taken_by_bank(p_payment) = 0 then
    perform private.fail('order_closed', 'p_decision_id');
  end if;
  perform private.lock_lines(v_line_ids);
  v_at := private.calendar_now();
  v_session_ids := array(
    select distinct b.session_id from unnest(v_line_ids) l, private.pass_bookings(l, v_at) b where not b.is_spent);
  for v_line in select * from public.order_lines where id = any (v_line_ids) order by order_id, position loop
    -- What is over stays as it was.
    continue when v_line.status = 'placed' and not private.gives_access(v_line);
    perform private.free_line(v_line, v_at);
    -- The bank has it.
    perform private.post_line(v_line.id, 'written_off', -w.worth_cents, 'disputed') from private.line_worth(v_line.id) w;
    v_ended := v_ended || v_line.id;
  end loop;
  v_camp_ids := array(select distinct camp_id from public.order_lines where id = any (v_ended) and camp_id is not null);
  for v_order_id in select distinct order_id from public.order_lines where id = any (v_ended) order by order_id loop
    perform private.end_choice(v_order_id);
    perform private.queue_order_mail('order_cancelled', v_order_id, 'disputed:' || p_payment.id || ':' || v_order_id,
      jsonb_build_object('cancelled', jsonb_build_object('refund_cents', 0, 'by_bank', true, 'line_ids', array(
        select id from public.order_lines where order_id = v_order_id and id = any (v_ended) order by position))));
  end loop;
  perform private.places_freed(v_session_ids, v_camp_ids);
end;
$$;
comment on function private.end_disputed(public.payments) is
  'Takes back what a charge paid for that the bank gave back: places, passes and credits, what was used stays; a pass does not renew again, and the family is told. The caller has locked the orders (private.lock_disputed_orders). Refuses order_closed while nothing is lost.';

-- schemas/books/odd_disputes.sql

-- Reconciliation: disputes that left something undone.

create function private.odd_access_after_lost_dispute(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'lines', count(*))
  from public.payment_disputes d
  cross join lateral private.lines_paid_by(d.payment_id) l
  join public.orders o on o.id = l.order_id
  where d.id > p_after and d.id <= p_until and d.outcome = 'lost' and private.gives_access(l)
    and not private.is_let_stand(d)
  group by o.id
$$;
comment on function private.odd_access_after_lost_dispute(uuid, uuid) is 'Orders that still give something although the bank took their money back, and nobody decided so.';

create function private.odd_dispute_without_decision(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select d.id, jsonb_build_object('outcome', d.outcome)
  from public.payment_disputes d
  where d.id > p_after and d.id <= p_until and d.outcome is distinct from 'won' and d.payment_id is not null
    and not exists (select from public.payment_decisions k where k.payment_id = d.payment_id and k.kind = 'disputed')
$$;
comment on function private.odd_dispute_without_decision(uuid, uuid) is 'Disputes that no decision shows to staff.';

create function private.odd_dispute_without_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  -- Its charge is heard of within minutes, by its event or by the look for missed payments.
  select d.id, jsonb_build_object('reason', d.reason, 'amount_cents', d.amount_cents)
  from public.payment_disputes d
  where d.id > p_after and d.id <= p_until and d.payment_id is null and d.created_at < clock_timestamp() - interval '1 hour'
$$;
comment on function private.odd_dispute_without_charge(uuid, uuid) is 'Disputes of a charge that nobody has heard of.';

-- schemas/camps/camp_data.sql

-- What a family may have exported and erased of camps (family_export.sql: found by name).

create function private.export_family_camps(p_family_id uuid, p_emails text[], p_phones text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'camp_enrollments', (
      select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('camp', private.camp_view(e.camp_id))
        order by e.created_at, e.id), '[]')
      from public.camp_enrollments e where e.family_id = p_family_id),
    'promotion_uses', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order', o.number, 'code', c.code, 'discount_cents', u.discount_cents) order by u.created_at), '[]')
      from public.promotion_uses u
      join public.orders o on o.id = u.order_id
      join public.promotion_codes c on c.id = u.promotion_code_id
      where u.order_id in (
        select order_id from public.promotion_uses where family_id = p_family_id
        union all select id from public.orders where family_id = p_family_id)))
$$;
comment on function private.export_family_camps(uuid, text[], text[]) is 'The family''s enrolments in camps, and the codes it used.';

create function private.erase_family_camps(p_family_id uuid)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if exists (
    select from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
    where e.family_id = p_family_id and e.status = 'enrolled' and c.end_date >= private.calendar_today()) then
    perform private.fail('family_in_use', 'camp_enrollments');
  end if;
  update public.promotion_uses u set email_hash = null
  where u.email_hash is not null and u.order_id in (
    select order_id from public.promotion_uses where family_id = p_family_id
    union all select id from public.orders where family_id = p_family_id);
end;
$$;
comment on function private.erase_family_camps(uuid) is
  'Takes the address off the codes it used; enrolments stay, as bookings do, of a child without a name. Refuses family_in_use while a camp of theirs lies ahead.';

-- schemas/publishing/site_rebuilds.sql

-- When the site is built anew: camp dates stand on static pages (decisions "Selling rules"), so a camp that staff make
-- or change, and a new day, ask for a build. Publishing content asks by itself (sanity-webhook).

create table public.rebuild_wishes (
  id bigint generated always as identity primary key,
  reason text not null check (reason in ('camp', 'hook_failed')),
  asked_at timestamptz not null default clock_timestamp()
);
comment on table public.rebuild_wishes is
  'Why the site shall be built anew. Only added to, so that nobody who changes a camp waits for somebody else; taken together by the chores.';

create table public.rebuild_days (
  day date primary key
);
comment on table public.rebuild_days is
  'Days, in Singapore, whose first build was asked for; the newest stays. What has begun goes from the pages with it.';

alter table public.rebuild_wishes enable row level security;
alter table public.rebuild_days enable row level security;
revoke all on table public.rebuild_wishes, public.rebuild_days from anon, authenticated, service_role;
grant select on public.rebuild_wishes, public.rebuild_days to authenticated, service_role;
create policy "Admins read why the site is built" on public.rebuild_wishes
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read when the site was built for a day" on public.rebuild_days
  for select to authenticated using ((select private.is_admin()));

create function private.wish_rebuild()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'updated_at' = to_jsonb(old) - 'updated_at' then return null; end if;
  insert into public.rebuild_wishes (reason) values ('camp');
  return null;
end;
$$;
comment on function private.wish_rebuild() is
  'Trigger on camp_weeks: made, changed, filled up or called off, the pages say something else now. Definer: whoever may write a camp may not write wishes.';
create trigger wish_rebuild after insert or update or delete on public.camp_weeks
  for each row execute function private.wish_rebuild();

create function public.claim_rebuild()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- The first minutes of a day belong to whoever pays at midnight.
  v_day constant date := ((private.calendar_now() - interval '5 minutes') at time zone private.time_zone())::date;
  v_quiet interval;
  v_first timestamptz;
  v_last timestamptz;
  v_reason text;
begin
  -- One at a time, or two chores would ask for the same build.
  if not pg_try_advisory_xact_lock(hashtextextended('claim_rebuild', 0)) then return jsonb_build_object('reason', null); end if;
  select make_interval(secs => rebuild_quiet_seconds) into v_quiet from public.settings;
  if v_day > (select max(day) from public.rebuild_days) then
    insert into public.rebuild_days (day) values (v_day);
    delete from public.rebuild_days where day < v_day;
    v_reason := 'new_day';
  end if;
  select min(asked_at), max(asked_at) into v_first, v_last from public.rebuild_wishes;
  if v_last <= clock_timestamp() - v_quiet or v_first <= clock_timestamp() - 10 * v_quiet then
    v_reason := coalesce(v_reason, 'camps');
  end if;
  -- The build reads what is committed by now: later ones stay for the next.
  if v_reason is not null then delete from public.rebuild_wishes where asked_at <= v_last; end if;
  return jsonb_build_object('reason', v_reason);
end;
$$;
comment on function public.claim_rebuild() is
  'Whether the chores shall ask the host for a build now: {reason: camps | new_day | null}. new_day once for a day, from 00:05 in Singapore. Whoever claims asks, or gives it back by return_rebuild. Definer: only the service role may call.';
grant execute on function public.claim_rebuild() to service_role;

create function public.return_rebuild()
returns void
language sql
volatile
security definer
set search_path = ''
as $$ insert into public.rebuild_wishes (reason) values ('hook_failed') $$;
comment on function public.return_rebuild() is
  'The host did not take the order for a build that was claimed: it is asked again after the quiet time. Definer: only the service role may call.';
grant execute on function public.return_rebuild() to service_role;

-- schemas/books/reconciliation.sql

-- Reconciliation: what must be true of the books at any moment, asked as queries. Each row that they answer is odd,
-- and a person looks at it; there should be none. The same queries judge the random histories of the tests.
--
-- A check is a function private.odd_<rule>(p_after, p_until): subject and details of the odd rows among those whose id
-- lies after p_after, up to p_until. Whoever writes one has it run (private.odd_rows finds them by name). Ids are
-- random, so a part of their range is as large a part of every table: five million orders are looked through in pieces.

create function private.odd_session_oversold(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select s.id, jsonb_build_object('capacity', s.max_capacity, 'taken', private.seats_taken(s.id, clock_timestamp()))
  from public.sessions s
  where s.id > p_after and s.id <= p_until and s.session_date >= private.calendar_today() and private.seats_taken(s.id, clock_timestamp()) > s.max_capacity
$$;
comment on function private.odd_session_oversold(uuid, uuid) is
  'Sessions to come with more taken than there is.';

create function private.odd_camp_oversold(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select c.id, jsonb_build_object('capacity', c.capacity, 'taken', private.camp_seats_taken(c.id, clock_timestamp()))
  from public.camp_weeks c
  where c.id > p_after and c.id <= p_until and c.end_date >= private.calendar_today() and private.camp_seats_taken(c.id, clock_timestamp()) > c.capacity
$$;
comment on function private.odd_camp_oversold(uuid, uuid) is
  'Camps to come with more taken than there is.';

create function private.odd_place_not_offered(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  -- Whoever frees a place offers it in the same transaction; a lapse by the clock waits for the chore, a minute at most.
  select e.id, jsonb_build_object('places', e.places)
  from public.waitlist_entries e
  where e.id > p_after and e.id <= p_until and e.status = 'waiting'
    and private.places_free(e.session_id, e.camp_id, clock_timestamp() - interval '5 minutes') >= 1
    and private.places_wanted(e) between 1 and least(
      private.places_free(e.session_id, e.camp_id, clock_timestamp() - interval '5 minutes'),
      private.places_free(e.session_id, e.camp_id, clock_timestamp()))
    and private.offer_deadline(e.session_id, e.camp_id, clock_timestamp()) is not null
$$;
comment on function private.odd_place_not_offered(uuid, uuid) is
  'Freed places for which somebody waits without an offer.';

create function private.odd_charge_without_home(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('result', p.result, 'order', o.number, 'amount_cents', p.amount_cents)
  from public.payments p left join public.orders o on o.id = p.order_id
  where p.id > p_after and p.id <= p_until and not coalesce(o.status in ('paid', 'paid_late') and p.result in ('confirmed', 'reseated', 'needs_choice', 'renewed'), false)
    and not exists (select from public.payment_decisions d where d.payment_id = p.id)
    and not exists (select from public.refunds r where r.payment_id = p.id and r.status <> 'failed')
$$;
comment on function private.odd_charge_without_home(uuid, uuid) is
  'Charges of no live order, decision or refund.';

create function private.odd_order_paid_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'charges', count(*))
  from public.payments p join public.orders o on o.id = p.order_id
  where o.id > p_after and o.id <= p_until and p.result in ('confirmed', 'reseated', 'needs_choice')
  group by o.id having count(*) > 1
$$;
comment on function private.odd_order_paid_twice(uuid, uuid) is
  'Orders with two charges.';

create function private.odd_order_without_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents)
  from public.orders o
  where o.id > p_after and o.id <= p_until and o.status in ('paid', 'paid_late')
    and not exists (select from public.payments p where p.order_id = o.id and p.amount_cents = o.total_cents)
    -- Staff looked at another amount and let it pay the order as it is.
    and not exists (
      select from public.payment_decisions d where d.order_id = o.id and d.kind = 'mismatch' and d.resolution = 'kept')
$$;
comment on function private.odd_order_without_charge(uuid, uuid) is
  'Paid orders without a charge of their total.';

create function private.odd_charge_to_closed_order(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.payments p join public.orders o on o.id = p.order_id
  where p.id > p_after and p.id <= p_until and p.result in ('confirmed', 'reseated', 'needs_choice') and o.status not in ('paid', 'paid_late')
$$;
comment on function private.odd_charge_to_closed_order(uuid, uuid) is
  'Charges that paid what is not paid.';

create function private.odd_choice_without_decision(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number)
  from public.orders o
  where o.id > p_after and o.id <= p_until and o.outcome = 'needs_choice'
    and not exists (select from public.payment_decisions d where d.order_id = o.id and d.kind = 'paid_late')
$$;
comment on function private.odd_choice_without_decision(uuid, uuid) is
  'Orders that wait for the parent without an open decision.';

create function private.odd_refund_exceeds_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('amount_cents', p.amount_cents, 'refunded_cents', r.cents)
  from public.payments p
  -- Asked of each: joined, all refunds would be read for the charges of one piece.
  cross join lateral (select sum(amount_cents) as cents from public.refunds where payment_id = p.id and status <> 'failed') r
  where p.id > p_after and p.id <= p_until and r.cents > p.amount_cents
$$;
comment on function private.odd_refund_exceeds_charge(uuid, uuid) is
  'More went back than was charged.';

create function private.odd_refund_failed(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select r.id, jsonb_build_object('amount_cents', r.amount_cents)
  from public.refunds r
  where r.id > p_after and r.id <= p_until and r.status = 'failed' and r.last_error is distinct from 'dispute_lost' and not exists (
    select from public.refunds later
    where later.payment_id = r.payment_id and later.created_at > r.created_at and later.status <> 'failed')
$$;
comment on function private.odd_refund_failed(uuid, uuid) is
  'Failed refunds that nobody paid back since.';

create function private.odd_lines_differ_from_total(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'total_cents', o.total_cents, 'lines_cents', sum(l.total_cents))
  from public.orders o join public.order_lines l on l.order_id = o.id
  where o.id > p_after and o.id <= p_until and o.status in ('paid', 'paid_late')
  group by o.id having sum(l.total_cents) <> o.total_cents
$$;
comment on function private.odd_lines_differ_from_total(uuid, uuid) is
  'Orders whose lines cost something else together.';

-- schemas/books/odd_lines.sql

-- Reconciliation: lines that say one thing while places and passes say another; credits; mails.

create function private.odd_placed_without_place(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.id > p_after and l.id <= p_until and l.status = 'placed' and o.status in ('paid', 'paid_late') and case
    when l.camp_id is not null then not exists (
      select from public.camp_enrollments e where e.order_line_id = l.id and e.status = 'enrolled')
    when l.sessions is not null then not exists (select from public.passes p where p.order_line_id = l.id)
    else false end
$$;
comment on function private.odd_placed_without_place(uuid, uuid) is
  'Lines without the place or pass that they bought.';

create function private.odd_place_without_line(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select e.id, jsonb_build_object('line_status', l.status)
  from public.camp_enrollments e join public.order_lines l on l.id = e.order_line_id
  where e.id > p_after and e.id <= p_until and e.status = 'enrolled' and l.status <> 'placed'
$$;
comment on function private.odd_place_without_line(uuid, uuid) is
  'Places on camps without a line that has them.';

create function private.odd_open_line_of_closed_order(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where l.id > p_after and l.id <= p_until and l.status = 'open' and o.status in ('paid', 'paid_late')
$$;
comment on function private.odd_open_line_of_closed_order(uuid, uuid) is
  'Unpaid lines of paid orders.';

create function private.odd_siblings_apart(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number)
  from public.order_lines l join public.orders o on o.id = l.order_id
  where o.id > p_after and o.id <= p_until and o.status in ('paid', 'paid_late') and not o.split_allowed and o.outcome is distinct from 'enrolled'
  group by o.id
  having bool_or(l.status = 'needs_choice') and bool_or(l.status = 'placed')
$$;
comment on function private.odd_siblings_apart(uuid, uuid) is
  'Some of what belongs together has a place, and some has none.';

create function private.odd_tried_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'before', b.number)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.status in ('paid', 'paid_late')
  join public.order_children c on c.order_id = l.order_id and c.position = l.child_position
  cross join lateral (
    -- The same child, or the same name and birthday within a family or under an address; paid before this one.
    select n.number
    from (
      select k.order_id, k.position from public.order_children k where k.child_id = c.child_id
      union
      select k.order_id, k.position
      from public.orders n join public.order_children k on k.order_id = n.id
      where c.name is not null and (n.family_id = o.family_id or n.parent_email = o.parent_email and n.paid_at is not null)
        and private.name_key(k.name) = private.name_key(c.name) and k.dob is not distinct from c.dob
    ) same
    join public.order_lines t on t.order_id = same.order_id and t.child_position = same.position
    join public.orders n on n.id = t.order_id
    where t.once_per_child and t.status in ('placed', 'credit') and t.id <> l.id and n.paid_at is not null
      and (n.paid_at, t.id) < (o.paid_at, l.id)
    limit 1) b
  where l.id > p_after and l.id <= p_until and l.once_per_child and l.status in ('placed', 'credit')
$$;
comment on function private.odd_tried_twice(uuid, uuid) is
  'Try-outs that a child had before.';

create function private.odd_carried_without_giving_up(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', n.number, 'from', o.number, 'from_status', k.status)
  from public.order_lines l
  join public.orders n on n.id = l.order_id and n.paid_at is not null
  join public.order_lines k on k.id = l.moves_line_id
  join public.orders o on o.id = k.order_id
  where l.id > p_after and l.id <= p_until and l.status in ('placed', 'credit') and (k.moved_to_line_id is distinct from l.id
    or exists (select from public.refunds r where r.order_line_id = k.id and r.status <> 'failed' and r.reason in ('cancelled', 'called_off', 'paid_late')))
$$;
comment on function private.odd_carried_without_giving_up(uuid, uuid) is
  'What was paid for a place, carried over twice or given back as well.';

create function private.odd_hold_of_closed_order(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select h.order_line_id, jsonb_build_object('order', o.number, 'status', o.status)
  from public.holds h join public.orders o on o.id = h.order_id
  where h.order_line_id > p_after and h.order_line_id <= p_until and o.status not in ('held', 'awaiting_payment')
$$;
comment on function private.odd_hold_of_closed_order(uuid, uuid) is
  'Holds of orders that are paid or over.';

create function private.odd_credits_below_zero(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.pass_id, jsonb_build_object('balance', sum(l.delta))
  from public.credit_ledger l where l.pass_id > p_after and l.pass_id <= p_until group by l.pass_id having sum(l.delta) < 0
$$;
comment on function private.odd_credits_below_zero(uuid, uuid) is
  'Passes with fewer credits than none.';

create function private.odd_pass_without_credits(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('sessions_total', p.sessions_total)
  from public.passes p
  where p.id > p_after and p.id <= p_until and not exists (select from public.credit_ledger l where l.pass_id = p.id and l.reason = 'granted')
$$;
comment on function private.odd_pass_without_credits(uuid, uuid) is
  'Passes without their grant.';

create function private.odd_booking_paid_twice(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.booking_id, jsonb_build_object('spent', -sum(l.delta))
  from public.credit_ledger l where l.booking_id > p_after and l.booking_id <= p_until and l.booking_id is not null
  group by l.booking_id having -sum(l.delta) > 1
$$;
comment on function private.odd_booking_paid_twice(uuid, uuid) is
  'Bookings that cost two credits.';

create function private.odd_credit_spent_for_nothing(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select b.id, '{}'::jsonb
  from public.bookings b join public.credit_ledger l on l.booking_id = b.id
  where b.id > p_after and b.id <= p_until and b.status = 'booked'
  group by b.id having sum(l.delta) >= 0 and count(*) filter (where l.reason = 'returned') > 0
$$;
comment on function private.odd_credit_spent_for_nothing(uuid, uuid) is
  'Bookings that cost none.';

create function private.odd_given_back_with_credits(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select p.id, jsonb_build_object('balance', k.balance, 'booked', k.booked)
  from public.passes p
  cross join lateral (
    select coalesce(min(e.created_at), 'infinity') as at from public.line_ledger e
    where e.order_line_id = p.order_line_id and e.entry in ('kept', 'written_off')) closed
  cross join lateral (
    select sum(l.delta) as balance,
      count(*) filter (where l.reason = 'booked' and l.created_at <= closed.at
        and b.status = 'booked' and b.attended is null and b.session_date > private.calendar_today()) as booked,
      -- What counted as used, and was taken back after all, is the family's again: left, or booked for another day.
      coalesce(sum(l.delta) filter (where l.reason in ('booked', 'returned') and l.created_at > closed.at), 0) as returned
    from public.credit_ledger l left join public.bookings b on b.id = l.booking_id
    where l.pass_id = p.id) k
  where p.id > p_after and p.id <= p_until and private.is_given_back(p) and (k.balance <> k.returned or k.booked > 0)
$$;
comment on function private.odd_given_back_with_credits(uuid, uuid) is
  'What is left of a pass that was given back.';

create function private.odd_mail_given_up(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('template', o.template, 'error', left(o.last_error, 200))
  from public.outbox o
  where o.id > p_after and o.id <= p_until and o.sent_at is null and o.recipient <> '' and o.attempts >= (select outbox_attempts_max from public.settings)
$$;
comment on function private.odd_mail_given_up(uuid, uuid) is
  'Mails that were tried as often as allowed, and never left.';

-- schemas/books/odd_money.sql

-- Reconciliation: the ledger of lines against what it was not made from: orders, charges and refunds, and against what
-- offers, codes and refund rules say that a line costs and gives back. Nothing here asks the functions that decide.

create function private.odd_ledger_differs_from_sale(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'total_cents', l.total_cents, 'ledger_cents', k.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  cross join lateral (
    select sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and reason = 'sold') k
  where l.id > p_after and l.id <= p_until and k.cents is distinct from l.total_cents
$$;
comment on function private.odd_ledger_differs_from_sale(uuid, uuid) is
  'Paid lines whose ledger was not opened with what they cost.';

create function private.odd_ledger_differs_from_charge(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select o.id, jsonb_build_object('order', o.number, 'charged_cents', p.cents, 'ledger_cents', k.cents)
  from public.orders o
  cross join lateral (
    select sum(amount_cents) as cents from public.payments
    where order_id = o.id and result in ('confirmed', 'reseated', 'needs_choice', 'renewed')) p
  cross join lateral (
    select sum(e.amount_cents) as cents from public.order_lines l join public.line_ledger e on e.order_line_id = l.id
    where l.order_id = o.id and (e.reason in ('sold', 'underpaid') or e.reason = 'overpaid' and e.entry = 'charged')) k
  where o.id > p_after and o.id <= p_until and o.paid_at is not null and p.cents is distinct from k.cents
$$;
comment on function private.odd_ledger_differs_from_charge(uuid, uuid) is
  'Paid orders whose lines were not charged with what came, less what was written off.';

create function private.odd_refund_differs_from_ledger(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select r.id, jsonb_build_object('amount_cents', r.amount_cents, 'status', r.status, 'ledger_cents', coalesce(k.cents, 0))
  from public.refunds r
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where refund_id = r.id and entry = 'refunded') k
  where r.id > p_after and r.id <= p_until and r.reason not in ('duplicate_payment', 'mismatch', 'unknown_order') and r.order_id is not null
    and coalesce(k.cents, 0) <> case r.status when 'failed' then 0 else r.amount_cents end
$$;
comment on function private.odd_refund_differs_from_ledger(uuid, uuid) is
  'Refunds that were not taken off a line, or another amount of them.';

create function private.odd_move_does_not_add_up(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('cents', k.cents)
  from public.order_lines l
  cross join lateral (
    -- Within a line, what it costs less is there to be given back; between two, what one loses the other gains.
    select sum(amount_cents) as cents from public.line_ledger e
    where e.order_line_id = l.id and e.reason = 'moved' and e.other_line_id is null and e.entry not in ('refunded', 'kept')
    union all
    select (select coalesce(sum(amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.other_line_id is not null and e.reason in ('moved', 'carried'))
      + (select coalesce(sum(f.amount_cents), 0) from public.line_ledger f
        where f.other_line_id = l.id and f.reason in ('moved', 'carried'))
    union all
    select (select coalesce(sum(amount_cents), 0) from public.line_ledger e
        where e.order_line_id = l.id and e.reason = 'sold_with_stays')
      + (select coalesce(sum(f.amount_cents), 0) from public.line_ledger f
        where f.other_line_id = l.id and f.reason = 'sold_with_gone')) k
  where l.id > p_after and l.id <= p_until and k.cents <> 0
$$;
comment on function private.odd_move_does_not_add_up(uuid, uuid) is
  'Moves and takings back that made or lost money.';

create function private.odd_worth_of_no_line(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('status', l.status, 'worth_cents', k.cents)
  from public.order_lines l
  cross join lateral (
    select sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id) k
  where l.id > p_after and l.id <= p_until and (k.cents < 0 or l.status = 'cancelled' and k.cents > 0 and not exists (
    -- What a bank sent back is owed until somebody pays it.
    select from public.refunds r join public.line_ledger e on e.refund_id = r.id
    where e.order_line_id = l.id and r.status = 'failed'))
$$;
comment on function private.odd_worth_of_no_line(uuid, uuid) is
  'Lines worth less than nothing, and cancelled ones that are worth something.';

create function private.odd_place_below_its_price(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'held_cents', h.cents, 'least_cents', n.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  join public.offers f on f.id = l.offer_id and f.revision = l.revision and f.kind = 'camp_tier'
  -- The cheapest that the tier was sold at, with the most that rebate and code may take off.
  cross join lateral (
    select least(f.price_cents, min((r.value ->> 'price_cents')::integer)) as price
    from jsonb_array_elements(f.details -> 'rungs') r) t
  left join lateral (
    select p.percent, p.kinds, p.tiers from public.promotion_uses u
    join public.promotion_codes p on p.id = u.promotion_code_id and p.updated_at <= o.created_at
    where u.order_id = o.id) c on true
  cross join lateral (
    select t.price - least(l.rebate_cents, coalesce((f.details #>> '{sibling_rebate,cents}')::integer, 0)) as base) b
  cross join lateral (
    select b.base - case when l.discount_cents = 0 then 0
      when c.percent is not null then ceil(b.base * c.percent / 100.0) else least(l.discount_cents, b.base) end as cents) n
  cross join lateral (
    select l.total_cents + l.carried_cents - coalesce(sum(r.amount_cents), 0) as cents from public.refunds r
    where r.order_line_id = l.id and r.status <> 'failed' and r.reason = 'moved') h
  where l.id > p_after and l.id <= p_until and l.status in ('placed', 'credit') and l.once_per_child is not true
    -- The place is of another tier than was paid for.
    and exists (select from public.line_ledger e
      where e.order_line_id = l.id and e.entry = 'charged' and e.reason = 'sold' and e.rules ->> 'offer_id' <> l.offer_id)
    and h.cents < n.cents - 1
$$;
comment on function private.odd_place_below_its_price(uuid, uuid) is
  'Places on camps of another tier for which less lies with us than they cost under the rules of the order.';

create function private.was_left_behind(p_line public.order_lines)
returns boolean
language sql
volatile
set search_path = ''
as $$
  select exists (
    select from public.order_lines g
    join public.refunds r on r.order_line_id = g.id and r.reason = 'cancelled' and r.status <> 'failed'
    left join public.camp_weeks w on w.id = g.camp_id
    where g.order_id = p_line.order_id and g.id <> p_line.id and g.status = 'cancelled' and w.cancelled_at is null
      -- Of the one that went last: before it there was another.
      and not exists (
        select from public.order_lines z join public.line_ledger e on e.order_line_id = z.id and e.entry = 'kept'
        where z.order_id = p_line.order_id and z.id <> g.id and e.created_at > r.created_at and z.status = 'cancelled'))
$$;
comment on function private.was_left_behind(public.order_lines) is
  'Was another line of the same order given back with a refund by the family?';

create function private.odd_rebate_without_sibling(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'rebate_cents', k.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and entry = 'rebate') k
  join public.line_ledger sold on sold.order_line_id = l.id and sold.entry = 'charged' and sold.reason = 'sold'
  where l.id > p_after and l.id <= p_until and l.rebate_cents > 0 and l.status in ('placed', 'credit') and l.moves_line_id is null and k.cents > 0
    and not exists (
      select from public.order_lines s
      join public.line_ledger e on e.order_line_id = s.id and e.entry = 'charged' and e.reason = 'sold'
      where s.order_id = l.order_id and s.id <> l.id and (s.status <> 'cancelled' or s.moved_to_line_id is not null)
        and e.rules ->> 'camp_id' = sold.rules ->> 'camp_id')
    and private.was_left_behind(l)
$$;
comment on function private.odd_rebate_without_sibling(uuid, uuid) is
  'Children with a sibling''s rebate whose sibling was given back with a refund.';

create function private.odd_code_below_minimum(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'discount_cents', k.cents, 'minimum_cents', p.minimum_cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  join public.promotion_uses u on u.order_id = o.id
  join public.promotion_codes p on p.id = u.promotion_code_id and p.minimum_cents > 0 and p.updated_at <= o.created_at
  cross join lateral (
    select -sum(amount_cents) as cents from public.line_ledger where order_line_id = l.id and entry = 'discount') k
  where l.id > p_after and l.id <= p_until and l.discount_cents > 0 and l.status in ('placed', 'credit') and k.cents > 0
    and (select sum(s.price_cents - s.rebate_cents) from public.order_lines s
      where s.order_id = l.order_id and s.discount_cents > 0 and (s.status <> 'cancelled' or s.moved_to_line_id is not null))
      < p.minimum_cents
    and private.was_left_behind(l)
$$;
comment on function private.odd_code_below_minimum(uuid, uuid) is
  'Lines with a code whose minimum what is left of the order does not reach, after a refund.';

create function private.odd_refund_differs_from_rules(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'refunded_cents', k.refunded, 'rules_cents', d.cents)
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  cross join lateral (
    select (select coalesce(sum(r.amount_cents), 0) from public.refunds r
        where r.order_line_id = l.id and r.reason = 'cancelled' and r.status <> 'failed')::integer as refunded,
      -coalesce(sum(e.amount_cents) filter (where e.reason = 'sold_with_stays'), 0)::integer as reclaimed,
      coalesce(sum(e.amount_cents) filter (where e.reason not in ('cancelled', 'sold_with_stays', 'failed')
        and (e.entry <> 'refunded' or e.reason = 'moved')), 0)::integer as price,
      coalesce(sum(e.amount_cents) filter (where e.reason not in ('cancelled', 'sold_with_stays', 'failed')), 0)::integer as worth,
      max(e.rules ->> 'at') filter (where e.entry = 'kept' and e.reason = 'cancelled')::timestamptz as at,
      max(e.created_at) filter (where e.entry = 'kept' and e.reason = 'cancelled') as closed_at
    from public.line_ledger e where e.order_line_id = l.id) k
  -- Asked of each: joined, all camps would be read for the lines of one piece.
  left join lateral (
    select starts_at, cancelled_at from public.camp_weeks where id = l.camp_id offset 0) c on true
  cross join lateral (
    -- The first rule that held then, read from the sale's own words.
    select greatest(0, least(k.worth, round(k.price * coalesce((
      select (r.value ->> 'percent')::numeric from jsonb_array_elements(l.refund_rules) with ordinality r
      where case when r.value ->> 'days_after_purchase' is not null
          then private.days_since(b.paid_at, k.closed_at) <= (r.value ->> 'days_after_purchase')::integer
        when l.camp_id is null then private.days_since(b.paid_at, k.closed_at) <= (select dateless_refund_days from public.settings)
        else k.at <= least(c.starts_at, l.refund_starts_at) - make_interval(hours => (r.value ->> 'hours_before')::integer) end
      order by r.ordinality limit 1), 0) / 100)::integer - (k.price - k.worth))) - k.reclaimed as cents
    from (
      with recursive chain as (
        select l.order_id as order_id, l.moves_line_id as moves_line_id
        union all
        select m.order_id, m.moves_line_id from chain n join public.order_lines m on m.id = n.moves_line_id)
      select min(q.paid_at) as paid_at from chain n join public.orders q on q.id = n.order_id) b) d
  -- Camps, and packages without a day: of a pass the credits say what is left (given_back_with_credits).
  where l.id > p_after and l.id <= p_until and l.status = 'cancelled' and k.at is not null and l.sessions is null and c.cancelled_at is null
    and abs(k.refunded - d.cents) > 0 and not exists (
      select from public.refunds r where r.order_line_id = l.id and r.status = 'failed')
    -- Given back when the bank had the money already, there was nothing left to go back.
    and not (k.refunded < d.cents and exists (
      select from private.line_charges(l.id) h join public.payment_disputes p on p.payment_id = h.payment_id
      where p.outcome = 'lost' and p.closed_at <= k.closed_at))
$$;
comment on function private.odd_refund_differs_from_rules(uuid, uuid) is
  'Cancelled places and packages that gave back more or less than their refund rules say, by the price of the place that they were.';

create function private.odd_refund_without_end(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'days', private.days_since(o.paid_at, r.created_at))
  from public.order_lines l
  join public.orders o on o.id = l.order_id
  join public.refunds r on r.order_line_id = l.id and r.reason = 'cancelled' and r.status <> 'failed'
  where l.id > p_after and l.id <= p_until and l.camp_id is null and l.sessions is null and l.session_id is null
    and exists (select from public.offers f where f.id = l.offer_id and f.kind in ('holiday_package', 'birthday_package'))
    and private.days_since(o.paid_at, r.created_at) > (
      select coalesce(max(coalesce((x.value ->> 'days_after_purchase')::integer, (select dateless_refund_days from public.settings))), -1)
      from jsonb_array_elements(l.refund_rules) x)
$$;
comment on function private.odd_refund_without_end(uuid, uuid) is
  'Packages without a day that were refunded after the last day of their rules.';

create function private.odd_called_off_after_it_began(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select c.id, jsonb_build_object('camp', c.name, 'starts_at', c.starts_at, 'cancelled_at', c.cancelled_at)
  from public.camp_weeks c
  where c.id > p_after and c.id <= p_until and c.cancelled_at >= c.starts_at
  union all
  select s.id, jsonb_build_object('session', s.session_date)
  from public.sessions s
  where s.id > p_after and s.id <= p_until and s.status = 'cancelled' and exists (
    select from public.bookings b where b.session_id = s.id and b.attended)
$$;
comment on function private.odd_called_off_after_it_began(uuid, uuid) is
  'Camps called off after they had begun, and classes that somebody came to: what is over cannot be called off.';

create function private.odd_owed_to_nobody(p_after uuid, p_until uuid)
returns table (subject uuid, details jsonb)
language sql
volatile
set search_path = ''
as $$
  select l.id, jsonb_build_object('order', o.number, 'status', l.status)
  from public.order_lines l
  join public.orders o on o.id = l.order_id and o.paid_at is not null
  where l.id > p_after and l.id <= p_until and l.status in ('needs_choice', 'credit')
    -- Asked of each: to begin with those who were erased would be to read all families.
    and (select f.erased_at from public.families f where f.id = o.family_id) is not null
$$;
comment on function private.odd_owed_to_nobody(uuid, uuid) is
  'Places still to be chosen, paid by a family that was erased: nobody can choose any more.';

-- schemas/books/reconcile.sql

-- Reconciliation: running the checks, whole or in pieces, and the hourly chore.

create function private.odd_rows(
  p_rules text[] default null, p_after uuid default '00000000-0000-0000-0000-000000000000',
  p_until uuid default 'ffffffff-ffff-ffff-ffff-ffffffffffff')
returns table (rule text, subject uuid, details jsonb)
language plpgsql
volatile
set search_path = ''
-- A piece finds its rows by their keys, as on any disk without a head to move: no table is read from end to end for it.
set random_page_cost = 1.1
as $$
declare
  v_rule text;
begin
  for v_rule in
    select substr(p.proname, 5) from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'private' and p.proname ~ '^odd_'
      and p.proargtypes = array['pg_catalog.uuid'::regtype, 'pg_catalog.uuid'::regtype]::oidvector
    order by 1
  loop
    continue when v_rule <> all (p_rules);
    return query execute format('select %L, subject, details from private.%I($1, $2)', v_rule, 'odd_' || v_rule)
      using p_after, p_until;
  end loop;
end;
$$;
comment on function private.odd_rows(text[], uuid, uuid) is
  'What every check finds, or those of these rules, among ids after p_after, up to p_until. A check is a function private.odd_<rule>(uuid, uuid).';

create function private.reconcile_until(p_after uuid)
returns uuid
language sql
volatile
set search_path = ''
as $$
  select coalesce((select id from public.orders where id > p_after order by id
    offset (private.settings()).reconcile_orders limit 1), 'ffffffff-ffff-ffff-ffff-ffffffffffff')
$$;
comment on function private.reconcile_until(uuid) is 'Where a piece that begins after p_after ends.';

create function public.reconcile_books(p_after uuid default null)
returns table (rule text, subject uuid, details jsonb)
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_after constant uuid := coalesce(p_after, '00000000-0000-0000-0000-000000000000');
  v_until constant uuid := private.reconcile_until(v_after);
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  return query select * from private.odd_rows(null, v_after, v_until) order by 1, 2;
  if v_until < 'ffffffff-ffff-ffff-ffff-ffffffffffff' then
    return query select 'goes_on', v_until, '{}'::jsonb;
  end if;
end;
$$;
comment on function public.reconcile_books(uuid) is
  'For admins: the odd rows of the books, as {rule, subject: its id, details}; no rows when all is well. Of many orders it looks at a piece (settings.reconcile_orders): then the last row is goes_on, and its subject is the p_after of the next call. Refuses not_allowed. Definer: looks through every table, after asking who calls.';
grant execute on function public.reconcile_books(uuid) to authenticated, service_role;

create function public.reconcile_hourly()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_until_at constant timestamptz := clock_timestamp() + interval '3 seconds';
  v_last public.system_logs;
  v_after uuid;
  v_odd jsonb;
  v_is_done boolean;
begin
  if not (private.is_admin() or private.is_service()) then perform private.deny(); end if;
  -- Two chores at once: the second finds that the first is at it, or has just been.
  if not pg_try_advisory_xact_lock(hashtextextended('reconciliation', 0)) then return jsonb_build_object('ran', false); end if;
  select * into v_last from public.system_logs
  where component = 'reconciliation' and created_at > (select clock_timestamp() - interval '59 minutes')
  order by created_at desc, id desc limit 1;
  if found and v_last.details ->> 'goes_on_after' is null then return jsonb_build_object('ran', false); end if;
  v_after := coalesce((v_last.details ->> 'goes_on_after')::uuid, '00000000-0000-0000-0000-000000000000');
  v_odd := coalesce(v_last.details -> 'odd', '{}');
  -- Pieces until a statement's time would come near; the chore's next call goes on.
  loop
    select v_odd || coalesce(jsonb_object_agg(r.rule, r.n + coalesce((v_odd ->> r.rule)::integer, 0)), '{}') into v_odd
    from (
      select rule, count(*) as n from private.odd_rows(null, v_after, private.reconcile_until(v_after)) group by rule) r;
    v_after := private.reconcile_until(v_after);
    v_is_done := v_after = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
    exit when v_is_done or clock_timestamp() > v_until_at;
  end loop;
  insert into public.system_logs (level, component, message, details)
  values (case when v_odd = '{}' then 'info' else 'error' end, 'reconciliation',
    case when not v_is_done then 'The books are being looked through.'
      when v_odd = '{}' then 'The books are in order.' else 'The books have odd rows.' end,
    case when v_is_done then v_odd else jsonb_build_object('goes_on_after', v_after, 'odd', v_odd) end);
  return jsonb_build_object('ran', true, 'odd', v_odd)
    || case when v_is_done then '{}' else jsonb_build_object('goes_on_after', v_after) end;
end;
$$;
comment on function public.reconcile_hourly() is
  'The chore: once an hour, however often and parallel it is called, writes into system_logs how many odd rows each rule has: {ran, odd?: {rule: rows}, goes_on_after?}. With goes_on_after it has looked so far, and the next call goes on. The rows themselves: reconcile_books. Definer: only the service and admins, asked inside.';
grant execute on function public.reconcile_hourly() to authenticated, service_role;

-- schemas/publishing/publications.sql

-- Publishing: what became of the last publish of a document, at the till and on the site. Studio and staff ask
-- here; nothing that is sold depends on it.

create table public.publications (
  document_id text primary key check (length(document_id) between 1 and 100),
  revision text not null check (length(revision) between 1 and 100),
  title text not null default '' check (length(title) <= 200),
  till text not null default 'not_sold' check (till in ('not_sold', 'on_sale', 'off_sale', 'refused', 'kept')),
  problem text check (length(problem) between 1 and 2000),
  updated_at timestamptz not null,
  published_at timestamptz not null default clock_timestamp(),
  check ((till in ('refused', 'kept')) = (problem is not null))
);
comment on table public.publications is
  'One row per published document that the webhook has told of: its newest revision, and what the till made of it.';
comment on column public.publications.till is
  'not_sold: nothing that the till sells. on_sale, off_sale: taken over. refused: not taken over, and what is sold is not sold. kept: the till goes on with what it had, until somebody confirms. Of both problem says why.';
comment on column public.publications.problem is 'For whoever edits it, as sentences.';
comment on column public.publications.updated_at is 'The document''s own; an older version never replaces a newer.';
comment on column public.publications.published_at is
  'When this revision was first told to us: a build that began later has it.';

create table public.site_builds (
  id bigint generated always as identity primary key,
  build text not null unique check (length(build) between 1 and 100),
  state text not null check (state in ('building', 'built', 'failed')),
  reason text check (length(reason) between 1 and 2000),
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  check ((state = 'failed') = (reason is not null)),
  check ((state = 'building') = (finished_at is null))
);
comment on table public.site_builds is 'The last builds of the site as their builder reports them; the newest 50 are kept.';
comment on column public.site_builds.build is 'The builder''s own name of it; a second report changes the first.';
comment on column public.site_builds.reason is 'Why it failed, for whoever edits the content: the document and what is wrong with it.';
comment on column public.site_builds.started_at is 'When it was first reported: before it reads the content.';
create index site_builds_state on public.site_builds (state, started_at desc);

alter table public.publications enable row level security;
alter table public.site_builds enable row level security;
revoke all on table public.publications, public.site_builds from anon, authenticated, service_role;
grant select on public.publications, public.site_builds to authenticated, service_role;
create policy "Admins read what became of publishes" on public.publications
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read builds of the site" on public.site_builds
  for select to authenticated using ((select private.is_admin()));

create function private.check_publication(p_document jsonb, p_field text)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_key text;
begin
  if jsonb_typeof(p_document) <> 'object' then perform private.fail('invalid_input', p_field); end if;
  foreach v_key in array array['id', 'revision', 'updated_at'] loop
    if jsonb_typeof(p_document -> v_key) is distinct from 'string' or length(p_document ->> v_key) not between 1 and 100 then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if not pg_input_is_valid(p_document ->> 'updated_at', 'timestamptz') then
    perform private.fail('invalid_input', p_field || '.updated_at');
  end if;
  foreach v_key in array array['title', 'till', 'problem'] loop
    if jsonb_typeof(coalesce(p_document -> v_key, 'null')) not in ('null', 'string') then
      perform private.fail('invalid_input', p_field || '.' || v_key);
    end if;
  end loop;
  if coalesce(p_document ->> 'till', 'not_sold') not in ('not_sold', 'on_sale', 'off_sale', 'refused', 'kept') then
    perform private.fail('invalid_input', p_field || '.till');
  end if;
  if (coalesce(p_document ->> 'till', '') in ('refused', 'kept')) <> (p_document ->> 'problem' is not null) or p_document ->> 'problem' = '' then
    perform private.fail('invalid_input', p_field || '.problem');
  end if;
end;
$$;
comment on function private.check_publication(jsonb, text) is
  'A document of record_publications, or invalid_input with the field under p_field.';

create function public.record_publications(p_documents jsonb, p_snapshot_at timestamptz)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_last timestamptz;
  v_document record;
  v_changed integer;
begin
  if jsonb_typeof(p_documents) is distinct from 'array' then perform private.fail('invalid_input', 'p_documents'); end if;
  if p_snapshot_at is null then perform private.fail('invalid_input', 'p_snapshot_at'); end if;
  for v_document in select value, ordinality - 1 as i from jsonb_array_elements(p_documents) with ordinality loop
    perform private.check_publication(v_document.value, format('p_documents[%s]', v_document.i));
  end loop;
  if (select count(distinct value ->> 'id') from jsonb_array_elements(p_documents)) <> jsonb_array_length(p_documents) then
    perform private.fail('invalid_input', 'p_documents');
  end if;
  -- The lock of publishing, as publish_offers takes it.
  select offers_snapshot_at into v_last from public.settings for update;

  insert into public.publications as p (document_id, revision, title, till, problem, updated_at, published_at)
  select n.id, n.revision, left(coalesce(n.title, ''), 200), coalesce(n.till, 'not_sold'), left(n.problem, 2000),
    n.updated_at, clock_timestamp()
  from jsonb_to_recordset(p_documents) as n (
    id text, revision text, title text, till text, problem text, updated_at timestamptz)
  on conflict (document_id) do update set
    revision = excluded.revision, title = excluded.title, till = excluded.till, problem = excluded.problem,
    updated_at = excluded.updated_at,
    published_at = case when p.revision = excluded.revision then p.published_at else excluded.published_at end
  where excluded.updated_at > p.updated_at
    -- The same version may be judged anew, because another document has changed.
    or (excluded.updated_at = p.updated_at and p_snapshot_at >= v_last
      and (p.revision, p.till, p.problem) is distinct from (excluded.revision, excluded.till, excluded.problem));
  get diagnostics v_changed = row_count;

  if p_snapshot_at >= v_last then
    delete from public.publications
    where till <> 'not_sold' and updated_at < p_snapshot_at
      and document_id not in (select value ->> 'id' from jsonb_array_elements(p_documents));
  end if;
  return jsonb_build_object('changed', v_changed);
end;
$$;
comment on function public.record_publications(jsonb, timestamptz) is
  'What the till made of everything sellable, and the document that was published: {changed}. p_documents: [{id, revision, title, till, problem, updated_at}], read at p_snapshot_at, which publish_offers has taken before; sellable ones that are missing are forgotten. An older version never replaces a newer. Refuses invalid_input with the field, e.g. p_documents[0].id. Definer: the only writer of publications; only the service role may call.';
grant execute on function public.record_publications(jsonb, timestamptz) to service_role;

create function public.report_build(p_build text, p_state text, p_reason text default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if p_build is null or length(p_build) not between 1 and 100 then perform private.fail('invalid_input', 'build'); end if;
  if p_state is null or p_state not in ('building', 'built', 'failed') then perform private.fail('invalid_input', 'state'); end if;
  insert into public.site_builds as b (build, state, reason, finished_at)
  values (p_build, p_state,
    case when p_state = 'failed' then left(coalesce(nullif(trim(p_reason), ''), 'The builder gave no reason.'), 2000) end,
    case when p_state <> 'building' then clock_timestamp() end)
  on conflict (build) do update set
    state = excluded.state, reason = excluded.reason, finished_at = excluded.finished_at
  -- Reports may overtake one another: a build that has ended does not begin again.
  where b.state = 'building';
  delete from public.site_builds where id in (select id from public.site_builds order by id desc offset 50);
  return jsonb_build_object('reported', true);
end;
$$;
comment on function public.report_build(text, text, text) is
  'A builder says that a build has begun, or how it ended: {reported}. p_build: its own name of the build; p_state: building, built or failed, then with p_reason. Reported before the content is read, or what is published meanwhile would seem to be in it. Refuses invalid_input (build, state). Definer: the only writer of site_builds; only the service role may call.';
grant execute on function public.report_build(text, text, text) to service_role;

create function public.get_publication_status(p_document_id text, p_revision text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_known public.publications;
  v_built public.site_builds;
  v_newest public.site_builds;
  v_since timestamptz;
  v_site text;
  -- A builder that was switched off never says how it ended, nor does a hook that leads nowhere.
  v_patience constant interval := interval '20 minutes';
begin
  select * into v_known from public.publications where document_id = p_document_id;
  select * into v_built from public.site_builds where state = 'built' order by started_at desc limit 1;
  select * into v_newest from public.site_builds order by started_at desc, id desc limit 1;
  -- Published before anybody told us of publishes: whatever was built has it. Not yet told of: nothing has it.
  v_since := case when v_known.document_id is null then '-infinity'
    when v_known.revision = p_revision then v_known.published_at
    else 'infinity' end;
  v_site := case
    when v_built.started_at >= v_since then 'built'
    when v_newest.started_at >= v_since and v_newest.state = 'failed' then 'failed'
    when greatest(v_since, v_newest.started_at) < clock_timestamp() - v_patience then 'late'
    else 'building' end;
  return jsonb_build_object(
    'till', case
      when v_known.document_id is null then 'unknown'
      when v_known.revision is distinct from p_revision then 'older'
      when v_known.till = 'not_sold' then 'unknown'
      when v_known.till in ('refused', 'kept') then v_known.till
      else 'known' end,
    'on_sale', coalesce(v_known.revision = p_revision and v_known.till in ('on_sale', 'kept'), false),
    'problem', case when v_known.revision = p_revision then v_known.problem end,
    'site', case v_site when 'late' then 'failed' else v_site end,
    'reason', case v_site when 'failed' then v_newest.reason when 'late' then 'No build has ended since it was published.' end,
    'built_at', private.iso(v_built.finished_at));
end;
$$;
comment on function public.get_publication_status(text, text) is
  'For Studio''s badge: has this revision of a document reached till and site? {till: known | older | unknown | refused | kept, on_sale, problem, site: built | building | failed, reason, built_at}. unknown: nothing that is sold, or never told of. older: the webhook has not brought this revision yet. site compares when the revision was told with when the last builds began; built_at: ISO moment of the site that is up, or null. Nothing in it is secret: it speaks of published content. Definer: it answers one question about two tables that nobody else reads.';
grant execute on function public.get_publication_status(text, text) to anon, authenticated, service_role;

-- schemas/publishing/offers_guarded.sql

-- What guards publishing from silence: a list that lacks what is on sale, and a price that slipped. publish_offers
-- asks here, staff are told by mail, and Studio asks what a document means to the till before it changes it.

create function private.find_missing_offers(p_offers jsonb, p_off_sale jsonb, p_snapshot_at timestamptz)
returns jsonb
language sql
volatile
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title) order by o.id), '[]')
  from public.offers o
  where o.active and o.updated_at < p_snapshot_at
    and o.id not in (select value ->> 'id' from jsonb_array_elements(p_offers))
    and not p_off_sale ? o.id
$$;
comment on function private.find_missing_offers(jsonb, jsonb, timestamptz) is
  'What is on sale and is neither in p_offers nor named in p_off_sale: [{id, title}]. The caller holds the lock of publishing.';

create function private.is_cut_off(p_missing integer, p_on_sale integer)
returns boolean
language sql
stable
set search_path = ''
as $$
  select p_missing > 0 and (p_missing = p_on_sale
    or p_missing > 1 and p_missing * 100 > p_on_sale * (private.settings()).offers_missing_max_percent)
$$;
comment on function private.is_cut_off(integer, integer) is
  'Is so much of what is on sale missing from a list, without having been named, that the list cannot be believed?';

create function private.prices_of(p_price_cents integer, p_details jsonb)
returns table (id text, cents integer)
language sql
immutable
set search_path = ''
as $$
  select 'listed', p_price_cents
  union all
  select r ->> 'id', (r ->> 'price_cents')::numeric::integer
  from jsonb_array_elements(coalesce(nullif(p_details -> 'rungs', 'null'), '[]')) r
$$;
comment on function private.prices_of(integer, jsonb) is 'Every price at which an offer may sell: the listed one and those of its rungs.';

create function private.find_price_jumps(p_offers jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', n.id, 'title', n.title, 'revision', n.revision, 'from_cents', j.from_cents, 'to_cents', j.to_cents) order by n.id), '[]')
  from jsonb_to_recordset(p_offers) as n (
    id text, title text, revision text, price_cents numeric, details jsonb, updated_at timestamptz, confirmed boolean)
  join public.offers o on o.id = n.id and o.updated_at <= n.updated_at and o.revision <> n.revision
  cross join lateral (
    -- A rung that is new is measured by the lowest price so far.
    select coalesce(old.cents, least_old.cents) as from_cents, new.cents as to_cents
    from private.prices_of(n.price_cents::integer, n.details) new
    left join private.prices_of(o.price_cents, o.details) old on old.id = new.id
    cross join (select min(p.cents) as cents from private.prices_of(o.price_cents, o.details) p) least_old
    where abs(new.cents - coalesce(old.cents, least_old.cents))::bigint * 100
      > coalesce(old.cents, least_old.cents)::bigint * (private.settings()).offer_price_jump_percent
    order by new.cents limit 1
  ) j
  where n.confirmed is not true
$$;
comment on function private.find_price_jumps(jsonb) is
  'Those of publish_offers'' p_offers with a price that changes by more than offer_price_jump_percent and was not confirmed: [{id, title, revision, from_cents, to_cents}], of each the lowest such price. Older versions than the till''s do not count.';

create function private.tell_staff_of_offers(p_key text, p_what text, p_offers jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_staff constant text := (private.settings()).staff_email;
begin
  if v_staff is null then return; end if;
  insert into public.outbox (key, template, recipient, payload)
  values ('offers_told:' || p_key, 'offers_told', v_staff, jsonb_build_object('what', p_what, 'offers', p_offers))
  on conflict (key) do nothing;
end;
$$;
comment on function private.tell_staff_of_offers(text, text, jsonb) is
  'Queues a mail to staff, once per key: {what: missing | gone | kept, offers: [{id, title, from_cents?, to_cents?}]}. Without an address of theirs it stands in the log of publishing only.';

create function private.check_off_sale(p_off_sale jsonb)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  if jsonb_typeof(p_off_sale) is distinct from 'array'
    or exists (select from jsonb_array_elements(p_off_sale) where jsonb_typeof(value) <> 'string') then
    perform private.fail('invalid_input', 'p_off_sale');
  end if;
end;
$$;
comment on function private.check_off_sale(jsonb) is 'Refuses what is no list of ids: invalid_input p_off_sale.';

create function public.get_offer_use(p_document_id text)
returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  v_offer public.offers;
  v_tier text;
begin
  select * into v_offer from public.offers where id = p_document_id;
  v_tier := case when v_offer.kind = 'camp_tier' then v_offer.details ->> 'tier' end;
  return jsonb_build_object(
    'on_sale', coalesce(v_offer.active, false),
    'prices', (
      select coalesce(jsonb_object_agg(p.id, p.cents), '{}')
      from private.prices_of(v_offer.price_cents, v_offer.details) p where v_offer.id is not null),
    'price_jump_percent', (private.settings()).offer_price_jump_percent,
    'coming_camps', (
      select count(*) from public.camp_weeks c
      where c.tier = v_tier and c.is_active and c.starts_at > clock_timestamp()),
    'in_checkout', exists (
      select from public.holds h join public.order_lines l on l.id = h.order_line_id
      where l.offer_id = p_document_id and h.expires_at > clock_timestamp()),
    'renews', exists (
      select from public.pass_subscriptions s where s.offer_id = p_document_id and s.status <> 'ended'));
end;
$$;
comment on function public.get_offer_use(text) is
  'For Studio, before somebody takes away or changes what is sold: {on_sale, prices: {listed, <rung>}: cents, price_jump_percent, coming_camps, in_checkout, renews}; of an unknown document false, {} and 0. Who works in Studio has no sign-in here, so anybody may ask: offers and camps are public, and of orders it says yes or no, never how many or whose. Definer: orders are nobody''s to read.';
grant execute on function public.get_offer_use(text) to anon, authenticated, service_role;

-- rows.sql

-- Rows that the code cannot do without, from a database's first moment on: limits, retention periods, first texts.
-- What a project may choose for itself stands in seed.sql.

-- How often one caller may ask (foundation/rate_rules.sql). A call that can refuse needs its line here.
insert into public.rate_rules (endpoint, most, seconds, why) values
  ('guess', 60, 600, 'Twenty parents of one school who each mistype a code three times; a code of 6 letters lasts for centuries'),
  ('hold_order', 240, 600, 'Forty families at the checkout at once, each changing its order five times'),
  ('renew_hold', 240, 600, 'Forty families, twice each, and again after a reload'),
  ('hold_move', 60, 3600, 'One parent who looks at every camp of a season, five times over'),
  ('choose_late', 60, 3600, 'One choice, and what was wrong with it'),
  ('cancel_lines', 120, 3600, 'A family of eight, line by line, from an office'),
  ('move_line', 120, 3600, 'As cancel_lines'),
  ('quote_move', 240, 3600, 'A look at every week before each move'),
  ('place_credit_line', 60, 3600, 'As choose_late'),
  ('create_lead', 30, 3600, 'One form per family'),
  ('update_lead', 60, 3600, 'Twice per lead'),
  ('enquire_birthday', 20, 3600, 'Each sends two mails'),
  ('quote_order', 240, 60, 'A price with each choice, for forty families'),
  ('join_waitlist', 30, 3600, 'Each sends a mail'),
  ('confirm_waitlist_entry', 60, 3600, 'As leave_waitlist'),
  ('leave_waitlist', 60, 3600, 'As often as one can join, and by mistake'),
  ('decline_waitlist_offer', 60, 3600, 'As leave_waitlist'),
  ('request_order_link', 20, 3600, 'Each may send a mail'),
  ('request_order_links', 10, 3600, 'Each may send five mails'),
  ('save_order_child', 60, 3600, 'A family of eight, seven times each'),
  ('find_pass_sessions', 240, 600, 'A look with each booking, for many families'),
  ('book_pass_session', 120, 3600, 'A term''s sessions for six children'),
  ('cancel_pass_session', 120, 3600, 'As book_pass_session'),
  ('get_party', 120, 600, 'All guests of a party who open the link together'),
  ('save_form_draft', 600, 3600, 'A form that saves itself while it is filled in'),
  ('load_form_draft', 120, 600, 'A form that is opened again'),
  ('submit_form_response', 60, 3600, 'All guests of a party, with corrections'),
  ('record_analytics', 600, 60, 'A batch every few seconds, for many visitors'),
  ('report_error', 120, 600, 'A page in a loop, a few visitors'),
  ('invite_parent', 10, 3600, 'One other parent, with typing mistakes; each sends a mail'),
  ('accept_invitation', 20, 600, 'One link, pressed again'),
  ('save_child', 60, 3600, 'A family of eight, seven times each'),
  ('save_profile', 60, 3600, 'A form that is sent again'),
  ('record_consent', 240, 3600, 'Each purpose for each of eight children, several times'),
  ('book_session', 120, 3600, 'As book_pass_session'),
  ('cancel_booking', 120, 3600, 'As book_pass_session'),
  ('reschedule_booking', 120, 3600, 'As book_pass_session'),
  ('claim_make_up', 60, 3600, 'More than anybody misses'),
  ('check_pass_eligibility', 240, 600, 'A look at each pass for each child, for many families'),
  ('prepare_pass_checkout', 60, 600, 'Twelve times for each of five children'),
  ('find_my_order', 120, 600, 'A page that asks again while the payment is on its way'),
  ('proposals', 240, 3600, 'What guests told of eight children, one by one'),
  ('get_child_details', 240, 600, 'A look at each of eight children, for many families'),
  ('export_family', 60, 3600, 'Staff who answer letters; a parent asks once, and it reads every table'),
  ('link_purchases', 60, 3600, 'With each visit of the family page'),
  ('sign_in', 20, 600, 'A forgotten password'),
  ('sign_up', 20, 3600, 'Families of one school'),
  ('other', 120, 60, 'What we do not know');

-- The first texts. Publishing replaces them; what was agreed to stays.
insert into public.consent_texts (purpose, version, title, body) values
  ('terms', 1, 'Terms and conditions',
    'I have read the terms and conditions and the privacy policy, and I agree to them.'),
  ('liability', 1, 'Indemnity',
    'I understand that skating, climbing, kayaking and outdoor sport carry risks of injury even under careful supervision, and I take responsibility for them except where the provider was negligent.'),
  ('medical', 1, 'Medical treatment',
    'If my child is hurt or unwell and I cannot be reached, coaches may give first aid and call medical help.'),
  ('photo', 1, 'Photos and videos',
    'Photos and videos of my child taken during activities may be used by the provider on its site and its channels. I can withdraw this at any time.'),
  ('marketing', 1, 'News and offers',
    'I would like to hear about camps, classes and offers by e-mail or message. I can withdraw this at any time.'),
  ('activity', 1, 'Taking part',
    'My child may take part in the activities that I book, and I have told the provider what it needs to know for my child to take part safely.');

-- How long what is kept, and why (privacy/retention.sql).
insert into public.retention_periods (class, keep, action, purge, what, why) values
  ('lapsed_orders', '7 days', 'delete', 'purge_lapsed_orders',
    'Orders that were released or expired, with all that was typed, from their last change; where money came and went nevertheless the order stays for the books, without people',
    'A parent may come back within days; afterwards an order that was never paid is about nothing'),
  ('paid_orders', '7 years', 'anonymise', 'purge_paid_orders',
    'Parent and children on paid orders, from the payment',
    'Accounts must be kept for five years after the year of assessment; amounts stay for ever'),
  ('payment_parameters', '30 days', 'anonymise', 'purge_payment_parameters',
    'What was sent to the payment provider (checkout_attempts), from the attempt',
    'Needed only while a payment may be repeated; holds an e-mail address'),
  ('sent_messages', '30 days', 'anonymise', 'purge_messages',
    'Recipient and content of mails that were sent or given up (outbox), from their making',
    'To answer "I got no mail"; the key stays, so that none is sent twice'),
  ('child_details', '2 years', 'delete', 'purge_child_details',
    'Health, behaviour, pickup and emergency contacts, from the child''s last session or camp or the last change',
    'Out of date and no longer needed to look after the child'),
  ('parent_details', '2 years', 'delete', 'purge_parent_details',
    'Health of parents, emergency contacts and pickup lists of a household, from the family''s last sign of life (private.is_idle_family)',
    'As with those of a child'),
  ('idle_accounts', '2 years', 'delete', 'purge_idle_accounts',
    'Accounts without a family, but for those who work here, from the last sign-in or change',
    'Nothing was ever bought or booked with them'),
  ('idle_families', '7 years', 'anonymise', 'purge_idle_families',
    'Families with parents'' accounts and children, from the last sign of life: booking, camp, pass, credit, order, waitlist, party, consent, change or sign-in',
    'As long as paid orders name them; numbers and amounts stay for ever'),
  ('proposals', '1 year', 'delete', 'purge_proposals',
    'What a guest''s order proposes to a family (family_proposals), from its making; later while the child is expected',
    'A season later nobody remembers what was typed, and it is asked anew with the next booking'),
  ('invitations', '30 days', 'delete', 'purge_invitations',
    'Invitations of a second parent, from their expiry or acceptance', 'Hold an e-mail address'),
  ('access_log', '2 years', 'delete', 'purge_access_log', 'Entries of access_log, from their making',
    'To find misuse that comes to light late'),
  ('audit_log', '7 years', 'delete', 'purge_audit_log', 'Entries of audit_log, from their making',
    'As long as the accounts they explain'),
  ('leads', null, 'delete', 'purge_leads',
    'Leads with their reservation or enquiry, at auto_delete_at: 30 days after they came',
    'Whoever has not answered by then does not want to be contacted'),
  ('form_drafts', '14 days', 'delete', 'purge_form_drafts',
    'Half-filled forms (form_drafts), from the last change', 'Nobody goes on with them; they may speak of health'),
  ('form_responses', '30 days', 'anonymise', 'purge_form_responses',
    'Contact, answers, guests'' names and health on form responses, from the end of the party, else from submitting',
    'Needed for the party only; how many came stays'),
  ('party_hosts', '1 year', 'anonymise', 'purge_party_hosts',
    'Host and title on parties, from the end of the party', 'A family may ask for the same party again'),
  ('booking_analytics', '180 days', 'delete', 'purge_booking_analytics',
    'Steps of the booking flow (booking_analytics, location_viewers)', 'To compare a season with the one before'),
  ('error_reports', '90 days', 'delete', 'purge_error_reports',
    'Error reports and what was done about them', 'To see whether an error came back'),
  ('system_logs', '30 days', 'delete', 'purge_system_logs',
    'The system''s log, but for the row of the health check', 'To look into what went wrong lately'),
  ('waitlists', '30 days', 'anonymise', 'purge_waitlists',
    'Parent and children on the waitlist, from the day of the session or the last day of the camp',
    'Nothing to wait for any more'),
  ('order_links', '30 days', 'delete', 'purge_order_links',
    'Links in mails that let somebody manage an order (order_links), from their end',
    'So that whoever comes with an old link is told that its time is over'),
  ('level_notes', '2 years', 'anonymise', 'purge_level_notes', 'Notes on level_changes, from their making',
    'A word to the family about a child that has long moved on');

-- What a browser reads to see whether the database answers (visits/monitoring.sql).
insert into public.system_logs (component, message) values ('health', 'The database answers.');

-- The site of today is built already when the database is made (publishing/site_rebuilds.sql).
insert into public.rebuild_days (day) values (private.calendar_today());
