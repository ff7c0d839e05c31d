-- The queue in front of the hold when very many families book camps (docs/decisions "The queue before a hold").

comment on column public.settings.queue_enabled is
  'True if families queue for camps while more than queue_above_per_minute spots are held within a minute.';
comment on column public.settings.queue_above_per_minute is
  'Families queue for camps when more spots than this were held within the last minute. With 0, everybody queues. 900 '
  'is 60 % of the payment pages that Stripe opens within a minute.';
comment on column public.settings.queue_admits_per_minute is
  'How many families leave the queue within a minute. npm run rehearse says how many can be served.';

create table public.queue_tickets (
  id bigint generated always as identity primary key,
  secret_hash text not null unique,
  joined_at timestamptz not null default clock_timestamp(),
  admitted_at timestamptz,
  used_at timestamptz check (used_at is null or admitted_at is not null),
  expires_at timestamptz not null
);
comment on table public.queue_tickets is
  'Tickets of the queue, in order of arrival. They have no personal data. A ticket is valid for 15 minutes after its '
  'browser last asked for its place, and for 10 minutes after it was admitted. It can be used for one hold.';
comment on column public.queue_tickets.secret_hash is 'SHA-256 of the secret that the browser stores.';
create index queue_tickets_waiting on public.queue_tickets (id) where admitted_at is null;
create index queue_tickets_admitted on public.queue_tickets (admitted_at) where admitted_at is not null;
create index queue_tickets_expires_at on public.queue_tickets (expires_at);

alter table public.queue_tickets enable row level security;
revoke all on table public.queue_tickets from anon, authenticated, service_role;

create function private.ticket_hash(p_ticket uuid)
returns text
language sql
immutable
set search_path = ''
as $$ select encode(extensions.digest(p_ticket::text, 'sha256'), 'hex') $$;
comment on function private.ticket_hash(uuid) is 'Returns the hash under which a ticket is stored.';

create function private.ignored_until()
returns timestamptz
language plpgsql
volatile
set search_path = ''
as $$ begin return clock_timestamp() + interval '13 minutes'; end $$;
comment on function private.ignored_until() is
  'Tickets that end before this time belong to browsers that have not asked for two minutes, because they sleep or '
  'have left. Others go ahead of them. They keep their place for the 15 minutes of the ticket.';

create function private.may_queue()
returns boolean
language plpgsql
volatile
set search_path = ''
as $$ begin return (private.settings()).queue_enabled and private.sales_notice() is null; end $$;
comment on function private.may_queue() is
  'Returns whether the queue is switched on. While sales are stopped nobody queues, because nobody could buy.';

create function private.is_queue_open()
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_ignored_until constant timestamptz := private.ignored_until();
begin
  if not private.may_queue() then return false; end if;
  -- A caller who arrives while others wait goes behind them, even if the rush is over.
  if exists (select from public.queue_tickets where admitted_at is null and expires_at > v_ignored_until) then return true; end if;
  -- Such a hold began within the last minute, because its end is a full hold later. Holds with an open payment page end
  -- later and do not count. No more holds are read than the limit needs.
  return v_settings.queue_above_per_minute <= (
    select count(*) from (
      select from public.holds
      where camp_id is not null
        and expires_at > clock_timestamp() + make_interval(mins => v_settings.hold_minutes) - interval '1 minute'
        and expires_at <= clock_timestamp() + make_interval(mins => v_settings.hold_minutes)
      limit v_settings.queue_above_per_minute) recent);
end;
$$;
comment on function private.is_queue_open() is
  'Returns whether families have to queue before they book a camp.';

create function private.admit_tickets()
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  c_step constant interval := '5 seconds';
  v_ignored_until constant timestamptz := private.ignored_until();
  v_rate integer;
  v_now timestamptz;
  v_free integer;
begin
  -- One call admits the waiting families for all callers, so the others need not wait for it.
  if not pg_try_advisory_xact_lock(hashtextextended('admit_tickets', 0)) then return; end if;
  v_now := clock_timestamp();
  select queue_admits_per_minute, ceil(queue_admits_per_minute * extract(epoch from c_step) / 60)
  into v_rate, v_free from public.settings;
  v_free := v_free - (select count(*) from public.queue_tickets where admitted_at > v_now - c_step);
  if v_free <= 0 then return; end if;
  -- The number per step is rounded up, so the steps of a minute could together admit more than the rate.
  v_free := least(
    v_free, v_rate - (select count(*) from public.queue_tickets where admitted_at > v_now - interval '1 minute'));
  if v_free <= 0 then return; end if;
  update public.queue_tickets set admitted_at = v_now, expires_at = v_now + interval '10 minutes'
  where id in (
    select id from public.queue_tickets where admitted_at is null and expires_at > v_ignored_until order by id limit v_free);
end;
$$;
comment on function private.admit_tickets() is
  'Admits the next tickets in order of arrival, at the rate settings.queue_admits_per_minute. Passes over browsers '
  'that have not asked for two minutes, so that absent families hold up nobody.';

create function private.queue_place(p_hash text)
returns jsonb
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_ignored_until constant timestamptz := private.ignored_until();
  v_ticket public.queue_tickets;
  v_ahead integer;
  v_wait numeric;
begin
  select * into v_ticket from public.queue_tickets where secret_hash = p_hash and expires_at > clock_timestamp();
  if not found or v_ticket.used_at is not null then return jsonb_build_object('state', 'ended'); end if;
  if v_ticket.admitted_at is not null then return jsonb_build_object('state', 'admitted'); end if;
  if not private.may_queue() then return jsonb_build_object('state', 'closed'); end if;
  select count(*) into v_ahead from public.queue_tickets
  where admitted_at is null and id < v_ticket.id and expires_at > v_ignored_until;
  select ceil((v_ahead + 1) * 60.0 / queue_admits_per_minute) into v_wait from public.settings;
  return jsonb_build_object('state', 'waiting', 'ahead', v_ahead, 'wait_seconds', v_wait);
end;
$$;
comment on function private.queue_place(text) is
  'Returns the place of a ticket as QueuePlace (contract/queue.ts).';

create function public.join_queue()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_ticket constant uuid := gen_random_uuid();
  v_address constant text := private.client_address();
  v_rule public.rate_rules;
begin
  if not private.is_queue_open() then return jsonb_build_object('state', 'closed'); end if;
  -- A household of IPv6 has a network of its own, so it needs few tickets. Thousands of families may share one address
  -- of IPv4, so there only the usual limit of calls counts.
  if v_address like '%:%/64' then
    v_rule := private.rate_rule('queue_household');
    if not private.count_hit(v_rule.endpoint || ' ' || v_address, v_rule.most, v_rule.seconds) then
      perform private.fail('rate_limited');
    end if;
  end if;
  delete from public.queue_tickets where id in (
    select id from public.queue_tickets where expires_at < clock_timestamp() - interval '1 hour'
    order by expires_at limit 20 for update skip locked);
  insert into public.queue_tickets (secret_hash, expires_at)
  values (private.ticket_hash(v_ticket), clock_timestamp() + interval '15 minutes');
  perform private.admit_tickets();
  return private.queue_place(private.ticket_hash(v_ticket)) || jsonb_build_object('ticket', v_ticket);
end;
$$;
comment on function public.join_queue() is
  'Takes a new ticket, which is the last of the queue. Returns QueuePlace with the ticket, or {state: closed} if '
  'nobody has to queue. One /64 of IPv6 gets few tickets (rule queue_household). Definer: nobody may write tickets '
  'otherwise.';
grant execute on function public.join_queue() to anon, authenticated, service_role;
select private.answer_calls('public.join_queue()', 'join_queue');

create function public.queue_state(p_ticket uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_hash constant text := private.ticket_hash(p_ticket);
begin
  -- The row is written at most once in a minute.
  update public.queue_tickets set expires_at = clock_timestamp() + interval '15 minutes'
  where secret_hash = v_hash and admitted_at is null
    and expires_at between clock_timestamp() and clock_timestamp() + interval '14 minutes';
  perform private.admit_tickets();
  return private.queue_place(v_hash);
end;
$$;
comment on function public.queue_state(uuid) is
  'Returns the QueuePlace of a ticket, and keeps the ticket valid. Its state is ended if the ticket is unknown, used '
  'or expired, and closed if nobody has to queue any more. Definer: the ticket identifies its browser.';
grant execute on function public.queue_state(uuid) to anon, authenticated, service_role;
select private.answer_calls('public.queue_state(uuid)', 'queue_state');

create function private.camps_held_lately(p_order jsonb)
returns uuid[]
language sql
volatile
set search_path = ''
as $$
  select coalesce(array_agg(l.camp_id), '{}')
  from public.orders o join public.order_lines l on l.order_id = o.id and l.camp_id is not null
  where o.secret = (p_order ->> 'previous_secret')::uuid and o.status in ('held', 'awaiting_payment', 'released')
    and o.opened_at > clock_timestamp() - make_interval(mins => (private.settings()).hold_total_minutes)
    -- An offer exempts only as many spots as it has, also if the order with its first spots is replaced.
    and not exists (select from public.waitlist_offers f where f.order_id = o.id and f.camp_id = l.camp_id)
$$;
comment on function private.camps_held_lately(jsonb) is
  'Returns the camps of the order that this browser replaces, without those that a waitlist offer brought. Its spots '
  'may just have been released, because the page closed its payment page for a change. Such a family has queued '
  'already.';

create function private.check_admitted(p_order jsonb, p_camp_ids uuid[])
returns void
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_exempt_camp_ids uuid[];
begin
  -- Calls from SQL have no address.
  if p_camp_ids = '{}' or private.client_address() is null or not private.is_queue_open() then return; end if;
  v_exempt_camp_ids := private.camps_held_lately(p_order);
  if p_camp_ids <@ v_exempt_camp_ids then return; end if;
  -- Families with a waitlist offer have waited already, but only for the camp of the offer.
  if p_order ->> 'waitlist_secret' is not null then
    v_exempt_camp_ids := v_exempt_camp_ids || array(
      select o.camp_id from public.waitlist_entries e join public.waitlist_offers o on o.entry_id = e.id
      where e.secret = (p_order ->> 'waitlist_secret')::uuid and o.camp_id is not null
        and o.status in ('open', 'accepted') and o.expires_at > clock_timestamp()
        and o.places >= (select count(*) from unnest(p_camp_ids) requested (id) where requested.id = o.camp_id));
    if p_camp_ids <@ v_exempt_camp_ids then return; end if;
  end if;
  if coalesce(p_order -> 'ticket', 'null') <> 'null' and not private.is_uuid(p_order -> 'ticket') then
    perform private.fail('invalid_input', 'ticket');
  end if;
  -- If the hold fails, the ticket is not used. If two browsers have the same ticket, one of them waits here.
  update public.queue_tickets set used_at = clock_timestamp()
  where secret_hash = private.ticket_hash((p_order ->> 'ticket')::uuid)
    and admitted_at is not null and used_at is null and expires_at > clock_timestamp();
  if not found then perform private.fail('queue_first'); end if;
end;
$$;
comment on function private.check_admitted(jsonb, uuid[]) is
  'Fails with queue_first if the order needs a ticket that was admitted, and uses the ticket up.';
