-- The booking flow records its steps for marketing, and heartbeats of visits (spec 2 §3 and §7; docs/decisions "Truth
-- in selling" and "Safety").

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
comment on table public.booking_analytics is 'Steps of the booking flow. It contains no data about children.';
comment on column public.booking_analytics.session_id is
  'The browser makes this id for one visit. It does not identify a person.';
comment on column public.booking_analytics.user_id is
  'The account, from the token. It is null if the visitor did not consent.';
comment on column public.booking_analytics.event_data is 'Only keys that private.event_data allows are stored.';
comment on column public.booking_analytics.page_url is 'The page, without query and fragment.';
comment on column public.booking_analytics.user_agent is 'The user agent. It is null if the visitor did not consent.';
create index booking_analytics_created_at on public.booking_analytics (created_at);
create index booking_analytics_user_id on public.booking_analytics (user_id);

create table public.location_viewers (
  session_id text not null check (session_id ~ '^[A-Za-z0-9_-]{8,64}$'),
  location_id uuid not null references public.locations (id) on delete cascade,
  client_hash text,
  seen_at timestamptz not null,
  primary key (session_id, location_id)
);
comment on table public.location_viewers is
  'Heartbeats, which say which visit viewed which location, and when it did so last. Rows are deleted after minutes.';
comment on column public.location_viewers.client_hash is
  'The private.fingerprint of the network address, so that one caller cannot look like many.';
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
    -- None of these values should contain an e-mail address.
    and d.value #>> '{}' not like '%@%'
$$;
comment on function private.event_data(jsonb) is
  'Returns only those of an event''s details that the flow is known to send (spec 2 §7). They are single short values '
  'under known keys. A child''s name, a form field or an order''s secret has no key here.';

create function private.note_viewer(p_session_id text, p_events jsonb)
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_count integer;
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
  get diagnostics v_count = row_count;

  -- As in check_rate, each call deletes a few old rows.
  delete from public.location_viewers
  where (session_id, location_id) in (
    select session_id, location_id from public.location_viewers
    where seen_at < (select clock_timestamp() - interval '10 minutes') limit 20 for update skip locked);
  return v_count;
end;
$$;
comment on function private.note_viewer(text, jsonb) is
  'Records a visit''s heartbeats on locations that exist, by name. Returns how many were recorded.';

create function public.record_analytics(p_events jsonb, p_consent boolean default false)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_received integer;
  v_recorded integer := 0;
  v_steps integer;
  v_session_id text;
begin
  v_received := case jsonb_typeof(p_events) when 'array' then jsonb_array_length(p_events) else 1 end;
  v_session_id := case jsonb_typeof(p_events) when 'array' then p_events -> 0 ->> 'session_id' end;
  -- The rate limit comes first, so that invalid batches count, too. A batch is from one browser.
  if not private.within_rate('record_analytics') or v_received = 0 or v_received > 50
    or octet_length(p_events::text) > 65536 or coalesce(v_session_id, '') !~ '^[A-Za-z0-9_-]{8,64}$'
  then
    return jsonb_build_object('recorded', 0, 'dropped', v_received);
  end if;
  -- A heartbeat updates one row per location, so it does not count as a step.
  v_steps := (select count(*) from jsonb_array_elements(p_events) where value ->> 'event_type' is distinct from 'viewer_heartbeat');
  if v_steps > 0 and not private.within_rate('analytics_steps', v_steps) then
    return jsonb_build_object('recorded', 0, 'dropped', v_received);
  end if;

  insert into public.booking_analytics (session_id, user_id, event_type, event_data, page_url, user_agent)
  select v_session_id,
    case when p_consent then (select id from public.profiles where id = (select auth.uid())) end,
    value ->> 'event_type',
    d.event_data,
    private.stripped_address(case jsonb_typeof(value -> 'page_url') when 'string' then value ->> 'page_url' end),
    case when p_consent then
      left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 300) end
  from jsonb_array_elements(p_events) with ordinality
  cross join lateral private.event_data(value -> 'event_data') as d (event_data)
  -- If an event is too large, only this event is dropped, not the rest of its batch.
  where octet_length(d.event_data::text) <= 4000
    and value ->> 'session_id' = v_session_id
    and value ->> 'event_type' in ('team_selection', 'session_selection', 'pass_selection', 'checkout_started',
      'checkout_completed', 'form_progress')
  order by ordinality;
  get diagnostics v_recorded = row_count;
  if p_events @> '[{"event_type": "viewer_heartbeat"}]' then
    v_recorded := v_recorded + private.note_viewer(v_session_id, p_events);
  end if;
  return jsonb_build_object('recorded', v_recorded, 'dropped', greatest(0, v_received - v_recorded));
end;
$$;
comment on function public.record_analytics(jsonb, boolean) is
  'Records steps of the booking flow. Takes 1 to 50 events [{session_id, event_type, event_data?, page_url?}] and '
  'returns {recorded, dropped}. Never refuses, because analytics must not disturb a parent. Account and user agent '
  'are stored only with p_consent. Definer: visitors write analytics only through this filter.';
grant execute on function public.record_analytics(jsonb, boolean) to anon, authenticated, service_role;
