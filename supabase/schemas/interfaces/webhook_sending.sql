-- The chore webhooks sends what is queued (_shared/server/webhooks.ts). Only the service role calls these functions.

create function private.webhook_pause(p_attempts integer)
returns interval
language sql
immutable
set search_path = ''
as $$ select (array['1 minute', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '20 hours', '24 hours']::interval[])[p_attempts] $$;
comment on function private.webhook_pause(integer) is
  'Returns the pause after so many failed attempts, as Standard Webhooks advises. It is null after the last of ten, '
  'which is three days after the event.';

create function public.claim_webhook_deliveries()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  -- So a receiver with a long queue does not hold up the others.
  c_each constant integer := 5;
  v_now constant timestamptz := clock_timestamp();
  v_claimed jsonb;
begin
  delete from public.webhook_deliveries where id in (
    select id from public.webhook_deliveries where created_at < v_now - interval '30 days' limit 1000);
  with due as (
    select d.id from public.webhook_endpoints e
    cross join lateral (
      select id from public.webhook_deliveries
      where endpoint_id = e.id and delivered_at is null and failed_at is null and next_at <= v_now
      order by next_at, id limit c_each for update skip locked) d
    where e.disabled_at is null
  ), claimed as (
    update public.webhook_deliveries d set attempts = d.attempts + 1, next_at = v_now + interval '3 minutes'
    from due where d.id = due.id returning d.*
  )
  select jsonb_agg(jsonb_build_object(
    'id', c.id, 'endpoint_id', e.id, 'event_id', c.event_id, 'url', e.url,
    'body', jsonb_build_object('type', c.type, 'timestamp', private.iso(c.created_at), 'data', c.data),
    'secrets', array_remove(array[private.webhook_secret(e.secret),
      case when e.former_until > v_now then private.webhook_secret(e.former_secret) end], null))
    order by c.created_at, c.id)
  into v_claimed from claimed c join public.webhook_endpoints e on e.id = c.endpoint_id;
  return coalesce(v_claimed, '[]');
end;
$$;
comment on function public.claim_webhook_deliveries() is
  'Leases deliveries for three minutes, at most five of each receiver that is switched on, and deletes those older '
  'than 30 days. Returns [{id, endpoint_id, event_id, url, body, secrets}]. Definer: only the service role may call.';
grant execute on function public.claim_webhook_deliveries() to service_role;

create function public.return_webhook_delivery(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  update public.webhook_deliveries set attempts = greatest(0, attempts - 1), next_at = clock_timestamp() + interval '1 minute'
  where id = p_id and delivered_at is null and failed_at is null;
  return jsonb_build_object('ok', found);
end;
$$;
comment on function public.return_webhook_delivery(uuid) is
  'Gives a claimed delivery back that was not tried, because an earlier one to the same receiver failed. Returns {ok}. '
  'Definer: only the service role may call.';
grant execute on function public.return_webhook_delivery(uuid) to service_role;

create function public.finish_webhook_delivery(p_id uuid, p_status integer, p_error text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_delivery public.webhook_deliveries;
  v_endpoint public.webhook_endpoints;
  v_why text;
begin
  select e.* into v_endpoint from public.webhook_endpoints e
  join public.webhook_deliveries d on d.endpoint_id = e.id where d.id = p_id for no key update of e;
  select * into v_delivery from public.webhook_deliveries where id = p_id for update;
  if v_delivery.id is null or v_delivery.delivered_at is not null then return jsonb_build_object('disabled', null); end if;
  if p_error is null then
    update public.webhook_deliveries set delivered_at = v_now, last_status = p_status, last_error = null where id = p_id;
    update public.webhook_endpoints set failing_since = null where id = v_endpoint.id and failing_since is not null;
    return jsonb_build_object('disabled', null);
  end if;
  update public.webhook_deliveries set last_status = p_status, last_error = left(p_error, 200),
    failed_at = case when private.webhook_pause(attempts) is null then v_now end,
    next_at = v_now + coalesce(private.webhook_pause(attempts), interval '0')
  where id = p_id;
  v_why := case when p_status = 410 then 'gone'
    when v_endpoint.failing_since < v_now - interval '3 days' then 'failing' end;
  update public.webhook_endpoints set failing_since = coalesce(failing_since, v_now),
    disabled_at = case when v_why is not null then v_now end, disabled_because = v_why
  where id = v_endpoint.id and disabled_at is null;
  if not found or v_why is null then return jsonb_build_object('disabled', null); end if;
  insert into public.tasks (id, kind, title, note, due_on)
  values (gen_random_uuid(), 'todo', 'A webhook was switched off',
    format('%s at %s. Please ask the other side to repair it, and switch it on again: System, Open interfaces.',
      case v_why when 'gone' then 'The receiver said that it is gone' else 'No delivery succeeded for three days' end, left(v_endpoint.url, 300)),
    private.calendar_today());
  return jsonb_build_object('disabled', v_why);
end;
$$;
comment on function public.finish_webhook_delivery(uuid, integer, text) is
  'Records an attempt: p_error is null if the receiver accepted it, p_status is its answer''s status, if there was '
  'one. After ten attempts a delivery has failed. A receiver that answers 410, or has accepted nothing for three days, '
  'is switched off, with a task for admins. Returns {disabled}: null, gone or failing. Definer: only the service role '
  'may call.';
grant execute on function public.finish_webhook_delivery(uuid, integer, text) to service_role;
