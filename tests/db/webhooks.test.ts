/** Only business admins say where events go, with a fresh sign-in, and only to public names by https. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { CreatedWebhook, Webhooks } from '#contract/webhooks.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makePeople, type People } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
const body = { p_url: 'https://hooks.example.com/otter?to=1', p_types: ['order.paid'] };
const p_id = '00000000-0000-4000-8000-000000000000';
const calls = [
  ['list_webhooks', {}],
  ['create_webhook', body],
  ['rotate_webhook_secret', { p_id }],
  ['switch_webhook', { p_id, p_on: false }],
  ['try_webhook', { p_id }],
  ['delete_webhook', { p_id }],
] as const;

beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

test('a business admin makes a webhook, and its secret is shown once', async () => {
  const admin = people.callers['business admin'];
  const made = v.parse(CreatedWebhook, await rpc(db, admin, 'create_webhook', body));
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const listed = v.parse(Webhooks, await rpc(db, admin, 'list_webhooks'));
  expect(listed.webhooks).toContainEqual(made.webhook);
  expect(JSON.stringify(listed)).not.toContain(made.secret);
  const logged = await db.sql`select before, after from audit_log where row_key = ${made.webhook.id}`;
  expect(JSON.stringify(logged)).not.toContain('secret"');
  expect(await rpc(db, admin, 'switch_webhook', { p_id: made.webhook.id, p_on: false })).toMatchObject({
    webhook: { state: 'off' },
  });
  expect(await rpc(db, admin, 'delete_webhook', { p_id: made.webhook.id })).toEqual({ deleted: true });
});

describe('attacks on webhooks', () => {
  test.each(['parent', 'other parent', 'coach', 'admin'] as const)('%s may not touch them', async (part) => {
    for (const [name, args] of calls)
      expect(await refusal(rpc(db, people.callers[part], name, args)), name).toMatchObject({
        code: 'not_allowed',
      });
  });
  test.each(['visitor', 'service'] as const)('%s may not call their functions', async (part) => {
    for (const [name, args] of calls)
      expect(await sqlState(rpc(db, people.callers[part], name, args)), name).toBe('42501');
  });
  test('nobody but the server claims or finishes a delivery', async () => {
    for (const part of ['visitor', 'parent', 'coach', 'admin', 'business admin'] as const)
      for (const statement of [
        'select public.claim_webhook_deliveries()',
        `select public.return_webhook_delivery('${p_id}')`,
        `select public.finish_webhook_delivery('${p_id}', 200, null)`,
        `select private.queue_event('order.paid', '{}')`,
      ])
        expect(await sqlState(db.as(people.callers[part], (sql) => sql.unsafe(statement))), part).toBe(
          '42501',
        );
  });
  test('a sign-in of long ago makes no webhook and no new secret', async () => {
    const admin = people.callers['business admin'];
    const { webhook } = v.parse(CreatedWebhook, await rpc(db, admin, 'create_webhook', body));
    const timestamp = Math.floor(Date.now() / 1000) - 3600;
    const earlier = { ...admin, claims: { ...admin.claims, amr: [{ method: 'totp', timestamp }] } };
    for (const [name, args] of [
      ['create_webhook', body],
      ['rotate_webhook_secret', { p_id: webhook.id }],
    ] as const)
      expect(await refusal(rpc(db, earlier, name, args)), name).toMatchObject({ code: 'sign_in_again' });
  });
  test.each([
    'http://hooks.example.com/',
    'https://hooks.example.com:8443/',
    'https://user@hooks.example.com/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://localhost/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://example.com#x',
    'https://example.com/ x',
    'https://example.com\\@inner/',
    'https://EXAMPLE.com/',
    'ftp://example.com/',
    'javascript:alert(1)',
    '',
    null,
    `https://example.com/${'x'.repeat(500)}`,
  ])('the address %s is refused', async (p_url) => {
    expect(
      await refusal(rpc(db, people.callers['business admin'], 'create_webhook', { ...body, p_url })),
    ).toMatchObject({
      code: 'invalid_input',
      field: 'p_url',
    });
  });
  test.each([[[]], [null], [['order.paid', 'child.created']], [['*']]])(
    'the events %j are refused',
    async (p_types) => {
      expect(
        await refusal(rpc(db, people.callers['business admin'], 'create_webhook', { ...body, p_types })),
      ).toMatchObject({
        code: 'invalid_input',
        field: 'p_types',
      });
    },
  );
});
