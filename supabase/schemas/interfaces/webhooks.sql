-- Outgoing webhooks tell another program what happened, in numbers, ids and states (docs/decisions "Open interfaces").
-- The scheme is Standard Webhooks.

create function private.webhook_types()
returns text[]
language sql
immutable
set search_path = ''
as $$
  select array['order.paid', 'order.line_cancelled', 'session.cancelled', 'camp.cancelled', 'camp.full']
$$;
comment on function private.webhook_types() is 'Returns the types of events that a webhook may subscribe to.';

create table public.webhook_endpoints (
  id uuid primary key default gen_random_uuid(),
  -- No port, no user, no address in numbers. The sender also checks where the name leads (_shared/server/webhooks.ts).
  url text not null check (length(url) <= 500
    and url ~ '^https://[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\.[a-z]{2,63}(/[A-Za-z0-9._~!$&''()*+,;=:@%/?-]*)?$'
    and url !~ '^https://[^/]*\.(local|localhost|internal|intranet|lan|home|corp|test|invalid|arpa|onion)(/|$)'),
  types text[] not null check (cardinality(types) > 0 and types <@ private.webhook_types()),
  secret bytea not null check (length(secret) = 32),
  former_secret bytea,
  former_until timestamptz,
  made_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('staff', 'failing', 'gone')),
  check ((former_secret is null) = (former_until is null)),
  check ((disabled_at is null) = (disabled_because is null))
);
comment on table public.webhook_endpoints is
  'Where events are sent. No role may read the table, because it has the secrets.';
comment on column public.webhook_endpoints.secret is
  'Signs what is sent. It must be readable for that, so it is not a hash. A screen shows it only when it is made.';
comment on column public.webhook_endpoints.former_secret is
  'The previous secret, which also signs until former_until, so that a receiver can change over.';
comment on column public.webhook_endpoints.failing_since is
  'When the first delivery failed since the last that succeeded.';
comment on column public.webhook_endpoints.disabled_because is
  'staff: they switched it off; failing: no delivery succeeded for days; gone: it answered 410.';
create index webhook_endpoints_made_by on public.webhook_endpoints (made_by);

create table public.webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  endpoint_id uuid not null references public.webhook_endpoints (id) on delete cascade,
  event_id uuid not null,
  type text not null,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0 check (attempts >= 0),
  next_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  failed_at timestamptz,
  last_status integer check (last_status between 100 and 599),
  last_error text check (length(last_error) between 1 and 200),
  unique (endpoint_id, event_id)
);
comment on table public.webhook_deliveries is
  'One event for one receiver, written in the transaction that caused it, sent afterwards, and deleted after 30 days.';
comment on column public.webhook_deliveries.event_id is
  'The header webhook-id: the same at each attempt and for each receiver.';
comment on column public.webhook_deliveries.data is
  'Ids, numbers and states. It never names a person; the receiver reads more by the API, as its key allows.';
comment on column public.webhook_deliveries.next_at is
  'No sender takes it before. While it is sent, this is the end of the lease.';
create index webhook_deliveries_waiting on public.webhook_deliveries (endpoint_id, next_at)
  where delivered_at is null and failed_at is null;
create index webhook_deliveries_created_at on public.webhook_deliveries (created_at);
create index webhook_deliveries_latest on public.webhook_deliveries (endpoint_id, created_at desc);

alter table public.webhook_endpoints enable row level security;
alter table public.webhook_deliveries enable row level security;
revoke all on table public.webhook_endpoints, public.webhook_deliveries from anon, authenticated, service_role;

create trigger audit after insert or update or delete on public.webhook_endpoints
  for each row execute function private.audit('id', 'types', 'disabled_at', 'disabled_because', 'former_until');

create function private.queue_event(p_type text, p_data jsonb)
returns void
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_event_id constant uuid := gen_random_uuid();
begin
  insert into public.webhook_deliveries (endpoint_id, event_id, type, data)
  select e.id, v_event_id, p_type, p_data from public.webhook_endpoints e
  where p_type = any (e.types) and e.disabled_at is null;
end;
$$;
comment on function private.queue_event(text, jsonb) is
  'Queues an event for each receiver that subscribes to it. Definer: triggers call it in the transactions of families, '
  'who may not write the table.';

create function private.tell_order()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.paid_at is not null and (tg_op = 'INSERT' or old.paid_at is null) then
    perform private.queue_event('order.paid', jsonb_build_object('number', new.number, 'status', new.status,
      'channel', new.channel, 'currency', new.currency, 'total_cents', new.total_cents));
  end if;
  return null;
end;
$$;
comment on function private.tell_order() is
  'Trigger: queues order.paid, in the transaction of the payment. Definer: see private.queue_event.';
create trigger tell_webhooks after insert or update of paid_at on public.orders
  for each row execute function private.tell_order();

create function private.tell_line()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders where id = new.order_id;
  -- A line may be paid and refunded at once, for example a try-out that the child had before.
  if old.status <> 'open' or v_order.paid_at is not null then
    perform private.queue_event('order.line_cancelled', jsonb_build_object(
      'number', v_order.number, 'line_id', new.id, 'session_id', new.session_id, 'camp_id', new.camp_id));
  end if;
  return null;
end;
$$;
comment on function private.tell_line() is
  'Trigger: queues order.line_cancelled of a paid line, at the end of the transaction, after order.paid. Definer: see '
  'private.queue_event.';
create constraint trigger tell_webhooks after update of status on public.order_lines
  deferrable initially deferred
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.tell_line();

create function private.tell_session()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_event('session.cancelled', jsonb_build_object('session_id', new.id, 'starts_at', private.iso(new.starts_at)));
  return null;
end;
$$;
comment on function private.tell_session() is 'Trigger: queues session.cancelled. Definer: see private.queue_event.';
create trigger tell_webhooks after update of status on public.sessions
  for each row when (new.status = 'cancelled' and old.status <> 'cancelled') execute function private.tell_session();

create function private.tell_camp()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.queue_event('camp.cancelled', jsonb_build_object('camp_id', new.id, 'first_day', new.start_date));
  return null;
end;
$$;
comment on function private.tell_camp() is 'Trigger: queues camp.cancelled. Definer: see private.queue_event.';
create trigger tell_webhooks after update of cancelled_at on public.camp_weeks
  for each row when (new.cancelled_at is not null and old.cancelled_at is null) execute function private.tell_camp();

create function private.tell_full_camp()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  v_camp public.camp_weeks;
begin
  -- Every enrolment locks the camp, so two of them cannot both be the last.
  select * into v_camp from public.camp_weeks where id = new.camp_id;
  if (select count(*) from public.camp_enrollments where camp_id = new.camp_id and status = 'enrolled') = v_camp.capacity then
    perform private.queue_event('camp.full', jsonb_build_object('camp_id', v_camp.id, 'capacity', v_camp.capacity));
  end if;
  return null;
end;
$$;
comment on function private.tell_full_camp() is
  'Trigger: queues camp.full when the last place of a camp is paid. Held places do not count, because a hold may '
  'lapse. Definer: see private.queue_event.';
create trigger tell_webhooks after insert on public.camp_enrollments
  for each row when (new.status = 'enrolled') execute function private.tell_full_camp();
