/** Runs `main.ts` like the stack, and checks the state after a restart and after a kill at the worst moment. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startPayments } from '#local/payments/start.ts';
import { pay, startWebhookEndpoint } from '#support/payments.ts';

const secret = 'whsec_durable';
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'payments-'));
  // The callback registered first runs last, after the processes that write there have ended.
  onTestFinished(() => rm(dir, { recursive: true }));
});

const order: Stripe.Checkout.SessionCreateParams = {
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'sgd', unit_amount: 3800, product_data: { name: 'Try-Out' } } },
  ],
  customer_email: 'parent@example.com',
  success_url: 'https://example.com/done',
};

const client = (url: string) =>
  new Stripe('sk_test_double', {
    protocol: 'http',
    host: '127.0.0.1',
    port: new URL(url).port,
    maxNetworkRetries: 0,
  });

/** Runs the service like the supervisor. `kill` sends SIGKILL. */
async function startPart(siteUrl: string) {
  const child = fork(join(import.meta.dirname, '../../local/payments/main.ts'), {
    env: {
      PATH: process.env['PATH'],
      PAYMENTS_PORT: '0',
      LOCAL_DIR: dir,
      SUPABASE_URL: siteUrl,
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_WEBHOOK_SECRET: secret,
    },
    execArgv: [],
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  const [message] = (await once(child, 'message')) as [{ ready: true; url: string }];
  return { url: message.url, stripe: client(message.url), kill };
}

/** Payouts are left out, because the simulation also pays out what the demo's families have paid. */
const ofOrders = (types: readonly string[]) => types.filter((type) => !type.startsWith('payout.'));

test('a restart keeps sessions, payments, events and keys', async () => {
  const endpoint = await startWebhookEndpoint(secret);
  onTestFinished(() => endpoint.stop());
  const start = () =>
    startPayments({ port: 0, dir, secretKey: 'sk_test_double', webhook: { url: endpoint.url, secret } });
  const first = await start();
  const key = { idempotencyKey: 'order:1' };
  const session = await client(first.url).checkout.sessions.create(order, key);
  await pay(session.url ?? '');
  await first.stop();

  const second = await start();
  onTestFinished(() => second.stop());
  const stripe = client(second.url);
  const stored = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(stored).toMatchObject({ status: 'complete', payment_intent: { amount: 3800, status: 'succeeded' } });
  expect((await stripe.checkout.sessions.create(order, key)).id).toBe(session.id);
  expect((await stripe.events.list()).data).toHaveLength(3);
  await second.settled();
  expect(endpoint.received).toHaveLength(3);
});

test('a kill right after a payment loses neither the money nor its webhook', async () => {
  const endpoint = await startWebhookEndpoint(secret);
  onTestFinished(() => endpoint.stop());
  endpoint.setAnswer(() => 503);
  const before = await startPart(endpoint.url);
  const session = await before.stripe.checkout.sessions.create(order, { idempotencyKey: 'order:1' });
  const form = new URLSearchParams({ method: 'card' });
  await fetch(`${session.url}/pay`, { method: 'POST', body: form, redirect: 'manual' });
  await before.kill();

  endpoint.setAnswer(() => 200);
  const countBefore = endpoint.received.length;
  const after = await startPart(endpoint.url);
  await expect
    .poll(() => ofOrders(endpoint.types().slice(countBefore)))
    .toEqual(['checkout.session.completed']);
  expect(await after.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
  const repeated = await after.stripe.checkout.sessions.create(order, { idempotencyKey: 'order:1' });
  expect(repeated.id).toBe(session.id);
});

test('an event that an endpoint has received is never lost', async () => {
  const endpoint = await startWebhookEndpoint(secret);
  onTestFinished(() => endpoint.stop());
  const before = await startPart(endpoint.url);
  const session = await before.stripe.checkout.sessions.create(order);
  const paying = fetch(`${session.url}/pay`, {
    method: 'POST',
    body: new URLSearchParams({ method: 'card' }),
    redirect: 'manual',
  }).catch(() => undefined);
  await expect.poll(() => ofOrders(endpoint.types())).not.toEqual([]);
  await before.kill();
  await paying;

  const after = await startPart(endpoint.url);
  expect(await after.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ payment_status: 'paid' });
});

test('a kill during many writes leaves a consistent state with everything that was acknowledged', async () => {
  const answered = new Set<string>();
  for (const round of [1, 2, 3]) {
    const part = await startPart('http://127.0.0.1:9');
    const storedSessions = await part.stripe.checkout.sessions
      .list({ limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    const ids = storedSessions.map(({ id }) => id);
    expect([...answered].filter((id) => !ids.includes(id))).toEqual([]);
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) answered.add((await part.stripe.checkout.sessions.create(order)).id);
    });
    const target = answered.size + 10 * round;
    const enough = (async () => {
      while (answered.size < target) await new Promise((resolve) => setImmediate(resolve));
    })();
    await Promise.race([enough, ...writers]);
    await part.kill();
    await Promise.allSettled(writers);
    JSON.parse(await readFile(join(dir, 'payments/state.json'), 'utf8'));
    expect((await readdir(join(dir, 'payments'))).length).toBeLessThanOrEqual(2);
  }
  expect(answered.size).toBeGreaterThanOrEqual(60);
});
