-- Business admins say where events are sent.

create function private.webhook_secret(p_secret bytea)
returns text
language sql
immutable
set search_path = ''
as $$ select 'whsec_' || translate(encode(p_secret, 'base64'), E'\n', '') $$;
comment on function private.webhook_secret(bytea) is 'Returns a secret as Standard Webhooks writes it.';

create function private.webhook(p_endpoint public.webhook_endpoints)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', p_endpoint.id, 'url', p_endpoint.url, 'types', p_endpoint.types,
    'state', case p_endpoint.disabled_because when 'staff' then 'off' when 'failing' then 'stopped' when 'gone' then 'gone'
      else case when p_endpoint.failing_since is not null then 'failing' else 'active' end end,
    'created_at', private.iso(p_endpoint.created_at), 'made_by', private.staff_name(p_endpoint.made_by),
    'former_until', private.iso(case when p_endpoint.former_until > clock_timestamp() then p_endpoint.former_until end),
    'waiting', (select count(*) from public.webhook_deliveries d
      where d.endpoint_id = p_endpoint.id and d.delivered_at is null and d.failed_at is null),
    'deliveries', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', d.id, 'type', d.type, 'subject', coalesce(d.data ->> 'number', d.data ->> 'camp_id', d.data ->> 'session_id'),
        'at', private.iso(d.created_at), 'attempts', d.attempts,
        'state', case when d.delivered_at is not null then 'delivered' when d.failed_at is not null then 'failed' else 'waiting' end,
        'next_at', private.iso(case when d.delivered_at is null and d.failed_at is null then d.next_at end),
        'last_status', d.last_status, 'last_error', d.last_error) order by d.created_at desc), '[]')
      from (select * from public.webhook_deliveries where endpoint_id = p_endpoint.id order by created_at desc limit 10) d))
$$;
comment on function private.webhook(public.webhook_endpoints) is
  'Returns Webhook (contract/webhooks.ts) with its latest ten deliveries, without the secret.';

create function private.find_webhook(p_id uuid)
returns public.webhook_endpoints
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_row public.webhook_endpoints;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  select * into v_row from public.webhook_endpoints where id = p_id for no key update;
  if not found then perform private.fail('invalid_input', 'p_id'); end if;
  return v_row;
end;
$$;
comment on function private.find_webhook(uuid) is
  'Returns a webhook and locks it, for business admins. Fails with not_allowed and invalid_input (p_id).';

create function public.list_webhooks()
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  return jsonb_build_object('webhooks', (
    select coalesce(jsonb_agg(private.webhook(e) order by e.created_at desc), '[]') from public.webhook_endpoints e));
end;
$$;
comment on function public.list_webhooks() is
  'For business admins. Returns Webhooks (contract/webhooks.ts). Definer: the tables have no grants.';
grant execute on function public.list_webhooks() to authenticated;
select private.answer_calls('public.list_webhooks()', 'management');

create function public.create_webhook(p_url text, p_types text[])
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_row public.webhook_endpoints;
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  -- A receiver learns of every order from then on, so making one needs a fresh sign-in.
  perform private.check_fresh();
  if not coalesce(cardinality(p_types) > 0 and p_types <@ private.webhook_types(), false) then
    perform private.fail('invalid_input', 'p_types');
  end if;
  -- Each event is written for every receiver in the transaction of a payment, so there are few.
  if (select count(*) from public.webhook_endpoints) >= 20 then perform private.fail('invalid_input', 'p_types'); end if;
  begin
    insert into public.webhook_endpoints (url, types, secret, made_by)
    values (btrim(p_url), array(select distinct t from unnest(p_types) t order by t), extensions.gen_random_bytes(32), (select auth.uid()))
    returning * into v_row;
  exception when check_violation or not_null_violation then
    perform private.fail('invalid_input', 'p_url');
  end;
  return jsonb_build_object('webhook', private.webhook(v_row), 'secret', private.webhook_secret(v_row.secret));
end;
$$;
comment on function public.create_webhook(text, text[]) is
  'For business admins. Subscribes an address (https, a public name, no port) to events. Returns CreatedWebhook '
  '(contract/webhooks.ts); the secret is returned only here. Fails with invalid_input (p_url, p_types; at most 20 '
  'addresses) and the codes of private.check_fresh. Definer: see list_webhooks.';
grant execute on function public.create_webhook(text, text[]) to authenticated;
select private.answer_calls('public.create_webhook(text, text[])', 'management');

create function public.rotate_webhook_secret(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_row public.webhook_endpoints := private.find_webhook(p_id);
begin
  perform private.check_fresh();
  update public.webhook_endpoints set former_secret = secret, former_until = clock_timestamp() + interval '1 day',
    secret = extensions.gen_random_bytes(32)
  where id = p_id returning * into v_row;
  return jsonb_build_object('webhook', private.webhook(v_row), 'secret', private.webhook_secret(v_row.secret));
end;
$$;
comment on function public.rotate_webhook_secret(uuid) is
  'For business admins. Makes a new secret; the previous one also signs for a day. Returns CreatedWebhook '
  '(contract/webhooks.ts). Fails with invalid_input (p_id) and the codes of private.check_fresh. Definer: see '
  'list_webhooks.';
grant execute on function public.rotate_webhook_secret(uuid) to authenticated;
select private.answer_calls('public.rotate_webhook_secret(uuid)', 'management');

create function public.switch_webhook(p_id uuid, p_on boolean)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_row public.webhook_endpoints := private.find_webhook(p_id);
begin
  if p_on is null then perform private.fail('invalid_input', 'p_on'); end if;
  -- What had been queued is sent, so it is as if somebody copied data.
  if p_on then perform private.check_fresh(); end if;
  -- The first failure after the press begins a new count of days.
  update public.webhook_endpoints set failing_since = case when p_on then null else failing_since end,
    disabled_at = case when p_on then null else coalesce(disabled_at, clock_timestamp()) end,
    disabled_because = case when p_on then null else coalesce(disabled_because, 'staff') end
  where id = p_id returning * into v_row;
  return jsonb_build_object('webhook', private.webhook(v_row));
end;
$$;
comment on function public.switch_webhook(uuid, boolean) is
  'For business admins. Switches a webhook on or off. Events are only queued while it is on; what had been queued is '
  'sent once it is on again. Returns ChangedWebhook (contract/webhooks.ts). Fails with invalid_input (p_id, p_on) and, '
  'to switch it on, the codes of private.check_fresh. Definer: see list_webhooks.';
grant execute on function public.switch_webhook(uuid, boolean) to authenticated;
select private.answer_calls('public.switch_webhook(uuid, boolean)', 'management');

create function public.try_webhook(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_row constant public.webhook_endpoints := private.find_webhook(p_id);
begin
  insert into public.webhook_deliveries (endpoint_id, event_id, type, data)
  values (p_id, gen_random_uuid(), 'test', jsonb_build_object('number', 'TEST'));
  return jsonb_build_object('webhook', private.webhook(v_row));
end;
$$;
comment on function public.try_webhook(uuid) is
  'For business admins. Queues an event of the type test for this webhook alone. Returns ChangedWebhook '
  '(contract/webhooks.ts). Fails with invalid_input (p_id). Definer: see list_webhooks.';
grant execute on function public.try_webhook(uuid) to authenticated;
select private.answer_calls('public.try_webhook(uuid)', 'try_message');

create function public.delete_webhook(p_id uuid)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.has_any_role('business_admin') then perform private.deny(); end if;
  delete from public.webhook_endpoints where id = p_id;
  return jsonb_build_object('deleted', found);
end;
$$;
comment on function public.delete_webhook(uuid) is
  'For business admins. Deletes a webhook with what still waits for it. Returns {deleted}. Definer: see list_webhooks.';
grant execute on function public.delete_webhook(uuid) to authenticated;
select private.answer_calls('public.delete_webhook(uuid)', 'management');
