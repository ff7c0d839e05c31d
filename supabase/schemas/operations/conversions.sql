-- Purchases are reported to the advertising service only for people who agreed. Contact data is hashed, and nothing is
-- about a child (docs/decisions "Safety"). A row is written in the transaction of the payment (spec 1 §7,
-- meta-conversions-api).

create table public.conversions (
  event_id text primary key check (event_id ~ '^[A-Za-z0-9_.:-]{1,100}$'),
  event_name text not null check (event_name ~ '^[A-Za-z][A-Za-z0-9_]{0,49}$'),
  order_id uuid unique references public.orders (id) on delete cascade,
  user_data jsonb not null default '{}' check (jsonb_typeof(user_data) = 'object'),
  custom_data jsonb not null default '{}' check (jsonb_typeof(custom_data) = 'object'),
  source_url text check (source_url !~ '[?#]' and length(source_url) <= 300),
  happened_at timestamptz,
  attempts integer not null default 0,
  leased_until timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text check (length(last_error) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  check (sent_at is null or failed_at is null)
);
comment on table public.conversions is
  'Conversions to send, only of people who agreed. Once the conversion is sent or has finally failed, the data is '
  'emptied. The row stays for its retention period, so that the same event is sent only once.';
comment on column public.conversions.event_id is
  'Made by the browser, whose pixel sends the same id, so that the service counts both as one event.';
comment on column public.conversions.order_id is
  'The order of a purchase. The conversion waits until this order is paid. It is null for other events.';
comment on column public.conversions.user_data is
  'Values by which the service recognises the person: em and ph (SHA-256, hex), fbc, fbp, client_user_agent. It holds '
  'no address, no account and nothing about a child.';
comment on column public.conversions.custom_data is
  'What was bought, as private.conversion_data returns it: value in dollars, currency, names of what is sold, page.';
comment on column public.conversions.source_url is 'The page, without query and fragment.';
comment on column public.conversions.happened_at is 'When the event happened. It is null while its order is not paid.';
comment on column public.conversions.leased_until is
  'No other caller takes it before this time. After a failure, it is the time of the next attempt.';
create index conversions_waiting on public.conversions (happened_at)
  where sent_at is null and failed_at is null and happened_at is not null;
create index conversions_created_at on public.conversions (created_at);

alter table public.conversions enable row level security;
revoke all on table public.conversions from anon, authenticated, service_role;
grant select on public.conversions to service_role;

create function private.hash_contact(p_contact text)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(extensions.digest(p_contact, 'sha256'), 'hex') $$;
comment on function private.hash_contact(text) is
  'Returns the SHA-256, in hex, of an address in lower case or of a phone number''s digits with the country code. The '
  'advertising service compares these hashes, so they have no salt.';

create function private.conversion_data(p_data jsonb)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, case when key in ('page_path', 'page_url')
    then to_jsonb(private.redact(private.stripped_address(value #>> '{}'), 300)) else value end), '{}')
  from jsonb_each(case jsonb_typeof(p_data) when 'object' then p_data else '{}' end)
  where case key
    when 'value' then jsonb_typeof(value) = 'number' and (value #>> '{}')::numeric between 0 and 100000
    when 'currency' then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^[A-Z]{3}$'
    when 'page_path' then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^/'
    when 'page_url' then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '^https?://'
    -- Only names that we publish are allowed, never a text that somebody typed.
    when 'content_name' then jsonb_typeof(value) = 'string' and (
      exists (select from public.offers where title = value #>> '{}')
      or exists (select from public.camp_weeks where name = value #>> '{}'))
    else false end
$$;
comment on function private.conversion_data(jsonb) is
  'Returns those of a conversion''s details that may leave our system: {value: dollars, currency, content_name: the '
  'title of an offer or camp, page_path, page_url}. Everything else is dropped.';

create function public.queue_conversion(p_event jsonb, p_order_secret uuid default null)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_user jsonb;
  v_order_id uuid;
begin
  if p_event is null then
    delete from public.conversions
    where order_id = (select id from public.orders where secret = p_order_secret) and happened_at is null;
    return jsonb_build_object('queued', false);
  end if;
  perform private.check_object(p_event, 'p_event', 10000);
  if coalesce(p_event ->> 'event_id', '') !~ '^[A-Za-z0-9_.:-]{1,100}$' then
    perform private.fail('invalid_input', 'event_id');
  end if;
  if coalesce(p_event ->> 'event_name', '') !~ '^[A-Za-z][A-Za-z0-9_]{0,49}$' then
    perform private.fail('invalid_input', 'event_name');
  end if;
  -- The caller has already hashed personal data. Any value of another form is dropped.
  select coalesce(jsonb_object_agg(key, value), '{}') into v_user
  from jsonb_each(coalesce(p_event -> 'user_data', '{}'))
  where jsonb_typeof(value) = 'string' and value #>> '{}' ~ case
    when key in ('em', 'ph') then '^[0-9a-f]{64}$'
    when key in ('fbc', 'fbp') then '^fb\.\d\.\d{10,16}\.[A-Za-z0-9._-]{1,200}$'
    when key = 'client_user_agent' then '^[^@]+$' end
    and length(value #>> '{}') <= 300;
  if p_order_secret is null then
    insert into public.conversions (event_id, event_name, user_data, custom_data, source_url, happened_at)
    values (p_event ->> 'event_id', p_event ->> 'event_name', v_user, private.conversion_data(p_event -> 'custom_data'),
      private.redact(private.stripped_address(p_event ->> 'event_source_url'), 300), clock_timestamp())
    on conflict (event_id) do nothing;
    return jsonb_build_object('queued', found);
  end if;
  select id into v_order_id from public.orders where secret = p_order_secret and paid_at is null;
  if v_order_id is null then return jsonb_build_object('queued', false); end if;
  -- If the parent pays again, perhaps from another browser, the last event counts until the order is paid.
  insert into public.conversions as c (event_id, event_name, order_id, user_data, source_url)
  values (p_event ->> 'event_id', p_event ->> 'event_name', v_order_id, v_user,
    private.redact(private.stripped_address(p_event ->> 'event_source_url'), 300))
  on conflict (order_id) do update set
    event_id = excluded.event_id, event_name = excluded.event_name, user_data = excluded.user_data,
    source_url = excluded.source_url
  where c.happened_at is null;
  return jsonb_build_object('queued', found);
exception
  -- Another order or a conversion without an order already uses that id.
  when unique_violation then return jsonb_build_object('queued', false);
end;
$$;
comment on function public.queue_conversion(jsonb, uuid) is
  'Queues a conversion. p_event is {event_id, event_name, user_data (SHA-256 hex), custom_data?, event_source_url?}. '
  'With p_order_secret it waits for that payment. If p_event is null, the waiting one is deleted. Returns {queued}. '
  'Definer: only the service role may call.';
grant execute on function public.queue_conversion(jsonb, uuid) to service_role;

create function private.convert_order(p_order public.orders)
returns void
language plpgsql
volatile
set search_path = ''
as $$
begin
  update public.conversions c set
    happened_at = clock_timestamp(),
    user_data = c.user_data || jsonb_strip_nulls(jsonb_build_object(
      'em', private.hash_contact(lower(trim(p_order.parent_email))),
      'ph', private.hash_contact(nullif(regexp_replace(p_order.parent_phone, '\D', '', 'g'), '')))),
    custom_data = jsonb_build_object('value', p_order.total_cents / 100.0, 'currency', p_order.currency, 'content_name', (
      select string_agg(t.title, ', ' order by t.first) from (
        select title, min(position) as first from public.order_lines where order_id = p_order.id group by title) t))
  where c.order_id = p_order.id and c.happened_at is null;
end;
$$;
comment on function private.convert_order(public.orders) is
  'Releases the conversion of an order that is paid and has its places, if the parent agreed. private.take_places '
  'calls it in the payment''s transaction.';

create function public.claim_conversions(p_limit integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_claimed jsonb;
begin
  -- The service does not accept events that are older than a week.
  update public.conversions set failed_at = v_now, user_data = '{}', custom_data = '{}', source_url = null,
    last_error = coalesce(last_error, 'too old')
  where event_id = any (array(
    select event_id from public.conversions
    where sent_at is null and failed_at is null and happened_at < v_now - interval '7 days'
    order by happened_at limit 500 for update skip locked));
  with due as (
    select event_id from public.conversions
    where sent_at is null and failed_at is null and happened_at is not null
      and (leased_until is null or leased_until <= v_now)
    order by happened_at limit greatest(0, least(p_limit, 100)) for update skip locked
  ),
  claimed as (
    update public.conversions c set attempts = c.attempts + 1, leased_until = v_now + interval '2 minutes'
    from due where c.event_id = due.event_id
    returning c.event_id, c.event_name, c.user_data, c.custom_data, c.source_url, c.happened_at
  )
  select jsonb_agg(jsonb_build_object('event_id', event_id, 'event_name', event_name, 'user_data', user_data,
    'custom_data', custom_data, 'source_url', source_url, 'event_time', floor(extract(epoch from happened_at))::bigint)
    order by happened_at)
  into v_claimed from claimed;
  return coalesce(v_claimed, '[]');
end;
$$;
comment on function public.claim_conversions(integer) is
  'Leases up to p_limit (100) conversions for two minutes. event_time is in epoch seconds. Conversions that are older '
  'than a week fail. Definer: only the service role may call.';
grant execute on function public.claim_conversions(integer) to service_role;

create function public.finish_conversion(p_event_id text, p_error text, p_final boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.conversions c set
    sent_at = case when p_error is null then clock_timestamp() end,
    failed_at = case when p_error is not null and e.ends then clock_timestamp() end,
    last_error = private.redact(p_error, 300),
    user_data = case when e.ends then '{}' else c.user_data end,
    custom_data = case when e.ends then '{}' else c.custom_data end,
    source_url = case when not e.ends then c.source_url end,
    -- The delays are those of mails: 1, 2, 4 … minutes, at most an hour.
    leased_until = case when not e.ends
      then clock_timestamp() + make_interval(mins => least(60, (2 ^ least(c.attempts - 1, 6))::integer)) end
  from (
    select event_id, p_error is null or p_final or attempts >= (private.settings()).outbox_attempts_max as ends
    from public.conversions where event_id = p_event_id and sent_at is null and failed_at is null for update) e
  where c.event_id = e.event_id;
  return jsonb_build_object('ok', found);
end;
$$;
comment on function public.finish_conversion(text, text, boolean) is
  'Records the result of sending a conversion. p_error is null if it was sent. Otherwise it is tried again, unless '
  'p_final is true. Returns {ok}, which is false if the conversion is unknown or finished. Definer: only the service '
  'role may call.';
grant execute on function public.finish_conversion(text, text, boolean) to service_role;

create function private.purge_conversions()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
begin
  delete from public.conversions where event_id = any (array(
    select event_id from public.conversions where created_at < private.expiry('conversions')
    order by created_at limit 20000 for update skip locked));
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_conversions() is
  'Deletes conversions after their retention period. Returns the number of rows.';

create function private.erase_family_conversions(p_family_id uuid)
returns void
language sql
volatile
set search_path = ''
as $$
  delete from public.conversions where order_id in (select id from public.orders where family_id = p_family_id)
$$;
comment on function private.erase_family_conversions(uuid) is 'Deletes the conversions of a family''s orders.';
