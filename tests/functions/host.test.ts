import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { MailWithContent } from '#local/mail/test-routes.ts';
import type { OrderView } from '#contract/orders.ts';
import { type Bundle, BUNDLE_BYTES, bundleFunctions, MANIFEST } from '#scripts/functions.ts';
import { root } from '#scripts/sources.ts';
import { type Answer, maintenanceHeaders } from '#support/functions.ts';
import { checkoutDetails, createShop } from '#support/functions-shop.ts';
import { type FunctionsStack, startFunctionsStack } from '#support/functions-stack.ts';
import { editorClient } from '#support/lake.ts';
import { pay } from '#support/payments.ts';

// Deno runs the files that are deployed, and may read neither sources nor packages.
let dir: string;
let bundles: Bundle[];
let stack: FunctionsStack;
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'bundles-'));
  bundles = await bundleFunctions(dir);
  stack = await startFunctionsStack({}, dir);
}, 60_000);
afterAll(async () => {
  await stack.stop();
  await rm(dir, { recursive: true, force: true });
});

test('every function is one file within the limit, without secrets, and without paths of this machine', async () => {
  expect(bundles.length).toBeGreaterThan(20);
  for (const { name, file, bytes, verifyJwt } of bundles) {
    const code = await readFile(file, 'utf8');
    expect(bytes, name).toBeLessThanOrEqual(BUNDLE_BYTES);
    expect(verifyJwt, name).toBe(false);
    expect(code, name).not.toContain(root);
    expect(code, name).not.toMatch(
      /(?:sk_(?:test|live)|whsec|sb_secret|sk-ant-api\d+|re|sbp)_[A-Za-z0-9]{16}/,
    );
    const imports = [
      ...code.matchAll(/(?<!["'`])\b(?:from|import|require)\s*\(?\s*["'`]([^"'`]+)["'`]/g),
    ].map(([, id]) => id);
    expect(imports, name).toEqual(['node:async_hooks']);
    // Only the sender of webhooks looks a name up. Where that is missing, it sends nothing (server/webhooks.ts).
    const mayResolve = name === 'error-monitor' ? '|resolveDns\\b' : '';
    expect(code, name).not.toMatch(new RegExp(`\\bDeno\\.(?!serve\\b|env\\.get\\b${mayResolve})\\w+`));
  }
  const manifest = JSON.parse(await readFile(path.join(dir, MANIFEST), 'utf8')) as Bundle[];
  expect(manifest.map(({ file }) => path.join(dir, file))).toEqual(bundles.map(({ file }) => file));
});

test('every function starts, and answers a call without rights', async () => {
  for (const { name } of bundles) {
    const { status } = await fetch(`${stack.api.url}/functions/v1/${name}`, { method: 'POST', body: '{}' });
    expect([200, 400, 401, 405, 409], name).toContain(status);
  }
});

/** Calls like a browser: through the API, with its public key. */
async function call<T = Record<string, unknown>>(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const response = await fetch(stack.api.url + path, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_test', 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const lake = () =>
  editorClient(stack.lake, {
    projectId: stack.env.SANITY_PROJECT_ID,
    dataset: stack.env.SANITY_DATASET,
    token: 'write',
  });

const pass = {
  _id: 'pass-term',
  _type: 'pass',
  name: 'Term {product}',
  passId: 'halfyear',
  price: 697,
  sessions: 18,
  validityDays: 130,
  checkoutType: 'term-pass',
  available: true,
  cancellation: 'Cancel until the day before.',
};

const readMails = async (): Promise<MailWithContent[]> => {
  const { data } = (await (await fetch(`${stack.mail.url}/_test/emails`)).json()) as {
    data: MailWithContent[];
  };
  return data;
};

test('publishing, holding, paying, enrolling and mailing work together as when hosted', async () => {
  await lake().createOrReplace(pass);
  const offer = await vi.waitFor(async () => {
    const [row] = await stack.database.sql`select title, price_cents from offers where id = 'pass-term'`;
    if (!row) throw new Error('not published yet');
    return row;
  }, 10_000);
  expect(offer).toEqual({ title: 'Term Otter', price_cents: 69_700 });

  const session = await createShop(stack.database).makeSession();
  const lines = [{ offer_id: 'pass-term', session_id: session, expected_price_cents: 69_700 }];
  const { body: order } = await call<OrderView>('/rest/v1/rpc/hold_order', {
    p_order: { lines, previous_secret: null },
  });
  const secret = order.secret;
  const refused = await call('/functions/v1/create-checkout', {
    secret,
    expected_total_cents: 38_00,
    details: checkoutDetails,
  });
  expect(refused).toEqual({
    status: 409,
    body: { code: 'price_changed', field: 'expected_total_cents', cents: 69_700 },
  });

  const { body } = await call<{ url: string }>('/functions/v1/create-checkout', {
    secret,
    expected_total_cents: 69_700,
    details: checkoutDetails,
  });
  expect(await pay(body.url)).toContain(secret);
  await stack.payments.settled();
  const success = { sessionId: null, customData: { secret } };
  const { body: paid } = await call<OrderView>('/functions/v1/handle-pass-payment-success', success);
  expect(paid).toMatchObject({ status: 'paid', lines: [{ title: 'Term Otter' }] });

  const [mail] = await vi.waitFor(async () => {
    const all = await readMails();
    if (all.length === 0) throw new Error('no mail yet');
    return all;
  }, 10_000);
  expect(mail?.subject).toMatch(/^You’re in: Kai, Red Otter A, /);
  expect(Buffer.from(mail?.attachments[0]?.content ?? '', 'base64').toString()).toContain('BEGIN:VCALENDAR');
  expect((await call('/functions/v1/drain-outbox', '', maintenanceHeaders)).body).toEqual({
    sent: 0,
    failed: 0,
  });
  expect(await readMails()).toHaveLength(1);
  // The e-mail's delivery report is signed and is stored with the e-mail.
  await stack.mail.reported();
  expect(await stack.database.sql`select 1 from outbox where delivered_at is not null`).toHaveLength(1);
});

test('an unpublished offer is no longer sold', async () => {
  await lake().createOrReplace({ ...pass, _id: 'pass-gone' });
  const active = async () =>
    (await stack.database.sql<{ active: boolean }[]>`select active from offers where id = 'pass-gone'`)[0]
      ?.active;
  await vi.waitFor(async () => expect(await active()).toBe(true), 10_000);
  await lake().delete('pass-gone');
  await vi.waitFor(async () => expect(await active()).toBe(false), 10_000);
});

test.each([
  ['release-order', {}, 400],
  ['stripe-webhook', {}, 401],
  ['sanity-webhook', {}, 401],
  ['resend-webhook', {}, 401],
  ['whatsapp-webhook', {}, 401],
  ['twilio-webhook', {}, 401],
  ['drain-outbox', {}, 401],
  ['error-monitor', null, 200],
  ['error-monitor/maintenance', {}, 401],
  ['nothing-here', {}, 404],
])('%s answers in Deno', async (name, body, status) => {
  expect((await call(`/functions/v1/${name}`, body)).status).toBe(status);
});

test('the chores run in Deno', async () => {
  expect(await call('/functions/v1/error-monitor/maintenance', '', maintenanceHeaders)).toMatchObject({
    status: 200,
    body: { status: 'ok' },
  });
});

test('Stripe’s signature is verified in Deno', async () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.created',
    data: { object: {} },
  });
  const secret = stack.env.STRIPE_WEBHOOK_SECRET;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  const answer = await call('/functions/v1/stripe-webhook', payload, { 'stripe-signature': signature });
  expect(answer).toEqual({ status: 200, body: { received: true, result: 'ignored' } });
});

test('if Deno is killed during a payment, the order is paid after the restart', async () => {
  const session = await createShop(stack.database).makeSession();
  const lines = [{ offer_id: 'pass-term', session_id: session, expected_price_cents: 69_700 }];
  const { body: order } = await call<OrderView>('/rest/v1/rpc/hold_order', {
    p_order: { lines, previous_secret: null },
  });
  const checkout = { secret: order.secret, expected_total_cents: 69_700, details: checkoutDetails };
  const { body } = await call<{ url: string }>('/functions/v1/create-checkout', checkout);
  await stack.payments.hold();
  await pay(body.url);

  const functions = stack.functions();
  process.kill(functions.pid() ?? 0, 'SIGKILL');
  await expect(functions.exited).resolves.toContain('SIGKILL');
  expect((await call('/functions/v1/create-checkout', checkout)).status).toBe(503);
  await stack.payments.release();
  await stack.restart();
  await stack.payments.settled();
  expect(await createShop(stack.database).readOrder(order)).toMatchObject({ status: 'paid' });
  expect(await createShop(stack.database).countBookings(session)).toBe(1);
});

test('no log has what a parent typed, or a secret', () => {
  const written = stack.logLines.join('\n');
  expect(written).toContain('functions listening on');
  expect(written).not.toMatch(/Kai|mei@example|91234567|sk_test|whsec|maintenance-secret/);
});

test('one id goes from the browser through the function and the API into the row, and back', async () => {
  const id = 'b0b5c0de-0000-4000-8000-00000000000a';
  const response = await fetch(`${stack.api.url}/functions/v1/error-monitor`, {
    method: 'POST',
    headers: { apikey: 'sb_publishable_test', 'x-request-id': id },
    body: JSON.stringify({ error_type: 'RUNTIME_ERROR', message: 'a row that is found again' }),
  });
  expect(await response.json()).toEqual({ status: 'healthy' });
  expect(response.headers.get('x-request-id')).toBe(id);
  const rows = await stack.database
    .sql`select request_id from error_reports where message = 'a row that is found again'`;
  expect(rows.map(({ request_id }) => request_id as unknown)).toEqual([id]);
  await vi.waitFor(() => {
    const line = stack.logLines.find((line) => line.includes(id) && line.includes('"event":"request"'));
    expect(JSON.parse(line ?? 'null')).toMatchObject({ function: 'error-monitor', status: 200 });
  });
});
