import type { TestDatabase } from './database.ts';

/** Makes a key of another program, and a webhook with an event that waits. */
export async function makeInterfaceRows(db: TestDatabase): Promise<void> {
  await db.sql`
    insert into public.api_keys (name, prefix, key_hash, scopes, expires_at)
    values ('A school', 'otk_00000000', 'hash', '{sessions:read}', now() + interval '1 day')`;
  await db.sql`
    with endpoint as (
      insert into public.webhook_endpoints (url, types, secret)
      values ('https://hooks.example.com', '{camp.full}', extensions.gen_random_bytes(32)) returning id)
    insert into public.webhook_deliveries (endpoint_id, event_id, type, data)
    select id, gen_random_uuid(), 'test', '{"number": "TEST"}' from endpoint`;
}

/** Functions of keys and webhooks that signed-in callers may call, with the reason. */
export const interfaceFunctions: Record<string, string> = {
  'public.list_api_keys': 'asks for a business admin itself',
  'public.create_api_key': 'asks for a business admin with a fresh sign-in itself',
  'public.revoke_api_key': 'asks for a business admin itself',
  'public.export_data': 'asks for a business admin with a fresh sign-in itself',
  'public.list_webhooks': 'asks for a business admin itself',
  'public.create_webhook': 'asks for a business admin with a fresh sign-in itself',
  'public.rotate_webhook_secret': 'asks for a business admin with a fresh sign-in itself',
  'public.switch_webhook': 'asks for a business admin itself',
  'public.try_webhook': 'asks for a business admin itself',
  'public.delete_webhook': 'asks for a business admin itself',
};
