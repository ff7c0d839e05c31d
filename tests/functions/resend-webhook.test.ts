/** Only signed reports of Resend count, and the simulated Resend's events reach the message's e-mails. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMail } from '#local/mail/start.ts';
import { signedHeaders } from '#local/mail/webhook.ts';
import { createMailer, MAIL_TAG } from '#server/mail.ts';
import { testEnv } from '#support/functions-env.ts';
import { createWorld, type World } from '#support/functions.ts';

const secret = testEnv().RESEND_WEBHOOK_SECRET ?? '';
const MINUTE = 60_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const address = () => `p${randomUUID().slice(0, 8)}@families.test`;
const eventOf = (to: string, more: object = {}) =>
  JSON.stringify({
    type: 'email.bounced',
    created_at: new Date().toISOString(),
    data: {
      to: [to],
      tags: {},
      bounce: { message: 'No such mailbox', type: 'Permanent', subType: 'General' },
    },
    ...more,
  });
const post = (body: string, headers = signedHeaders(body, secret, `msg_${randomUUID()}`)) =>
  world.call('resend-webhook', body, headers);
const readBounce = async (email: string) =>
  (await world.database.sql`select reason from bounced_addresses where email = ${email}`)[0];

describe('callers other than Resend are refused', () => {
  const id = 'msg_1';
  test.each<[string, (body: string) => Record<string, string>]>([
    ['without a signature', () => ({})],
    [
      'with the public key',
      () => ({ apikey: 'sb_publishable_test', authorization: 'Bearer sb_publishable_test' }),
    ],
    [
      'with a malformed signature',
      (body) => ({ ...signedHeaders(body, secret, id), 'svix-signature': 'v1,x' }),
    ],
    ['with another secret', (body) => signedHeaders(body, 'whsec_b3RoZXI=', id)],
    ['with the signature of another body', () => signedHeaders('{}', secret, id)],
    [
      'with the signature of another call',
      (body) => ({ ...signedHeaders(body, secret, id), 'svix-id': 'msg_2' }),
    ],
    ['with a call of ten minutes ago', (body) => signedHeaders(body, secret, id, Date.now() - 10 * MINUTE)],
    ['with a call from the future', (body) => signedHeaders(body, secret, id, Date.now() + 10 * MINUTE)],
  ])('%s', async (_name, headers) => {
    const email = address();
    const body = eventOf(email);
    expect(await post(body, headers(body))).toEqual({ status: 401, body: { code: 'unauthorized' } });
    expect(await readBounce(email)).toBeUndefined();
  });

  test('everybody while no secret is set', async () => {
    const { env } = world.deps;
    world.deps.env = { ...env, RESEND_WEBHOOK_SECRET: undefined };
    const email = address();
    expect(await post(eventOf(email))).toMatchObject({ status: 401 });
    world.deps.env = env;
    expect(await readBounce(email)).toBeUndefined();
  });
});

test('a returned mail is noted once, under the bare address', async () => {
  const email = address();
  const body = eventOf(`Lena Tan <${email.toUpperCase()}>`);
  const headers = signedHeaders(body, secret, 'msg_again');
  for (const _ of [1, 2])
    expect(await post(body, headers)).toEqual({ status: 200, body: { result: 'bounced' } });
  expect(await readBounce(email)).toEqual({ reason: 'No such mailbox' });
});

test('a delay is noted at its mail, and says nothing against the address', async () => {
  const email = address();
  const [mail] = await world.database.sql<[{ id: string }]>`
    insert into outbox (key, template, recipient, payload, sent_at)
    values (${randomUUID()}, 'message', ${email}, '{}', now()) returning id`;
  const data = { to: [email], tags: { [MAIL_TAG]: mail.id } };
  const body = eventOf(email, { type: 'email.delivery_delayed', data });
  expect(await post(body)).toEqual({ status: 200, body: { result: 'delayed' } });
  const [row] = await world.database
    .sql`select delayed_at is not null as delayed, delivered_at from outbox where id = ${mail.id}`;
  expect(row).toEqual({ delayed: true, delivered_at: null });
  expect(await readBounce(email)).toBeUndefined();
});

test.each<[string, object | string]>([
  ['an event that we do not need', { type: 'email.opened' }],
  ['an event of a shape that we do not know', { data: { to: 'x' } }],
  ['an invalid moment', { created_at: 'yesterday' }],
  ['a list', '[]'],
])('%s changes nothing, and Resend does not send it again', async (_name, more) => {
  const email = address();
  const { status } = await post(typeof more === 'string' ? more : eventOf(email, more));
  expect(status).toBe(200);
  expect(await readBounce(email)).toBeUndefined();
});

test('if the database fails, Resend is asked to send the report again', async () => {
  const { db } = world.deps;
  world.deps.db = { ...db, rpc: () => Promise.reject(new Error('down')) };
  expect((await post(eventOf(address()))).status).toBe(500);
  world.deps.db = db;
});

test('the double reports the outcome of each mail of the outbox by its address', async () => {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'reports-'));
  const mail = await startMail({
    port: 0,
    dir,
    apiKey: 're_test',
    webhook: { url: `${world.url}/resend-webhook`, secret, firstRetryMs: 10 },
  });
  const { send } = createMailer({ ...testEnv(), RESEND_BASE_URL: mail.url });
  const stateOf = async (to: string) => {
    const [row] = await world.database.sql<[{ id: string }]>`
      insert into outbox (key, template, recipient, payload, sent_at)
      values (${randomUUID()}, 'message', ${to}, '{}', now()) returning id`;
    // The e-mail is sent twice under its key, as after a crash. There is one e-mail and one report.
    for (const _ of [1, 2])
      await send({ id: row.id, key: row.id, to, subject: 'a', html: 'a', text: 'a', attachments: [] });
    await mail.reported();
    const [state] = await world.database.sql`
      select private.delivery_state(o) as state, bounce_reason from outbox o where id = ${row.id}`;
    return state;
  };
  expect(await stateOf(address())).toEqual({ state: 'delivered', bounce_reason: null });
  expect(await stateOf('bounce+lena@families.test')).toEqual({
    state: 'bounced',
    bounce_reason: 'There is no mailbox with this address.',
  });
  expect(await stateOf('complained@families.test')).toMatchObject({ state: 'complained' });
  await mail.stop();
  await rm(dir, { recursive: true, force: true });
});
