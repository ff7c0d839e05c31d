/** An order is paid by link only once, from the button to Stripe and back (decisions "Paying by link"). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import type { PaymentLink } from '#contract/payment-links.ts';
import { createWorld, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { pay } from '#support/payments.ts';
import { withoutRandom } from '#support/random-values.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
beforeEach(() => {
  world.mail.delivered.splice(0);
  world.stripeRequests.length = 0;
});
afterEach(() => world.waitForWork());
afterAll(() => world.stop());

interface Reply {
  url: string;
  code?: string;
  link?: { token: string; pay_until: string };
}
const holdOne = async (capacity = 1) =>
  world.shop.hold(await world.shop.makeOffer(), await world.shop.makeSession({ capacity }));
const press = (order: OrderView, more: object = {}) =>
  world.call<Reply>('create-checkout', {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details: checkoutDetails,
    ...more,
  });
const send = (order: OrderView, more: object = {}) => press(order, { by_link: true, ...more });
async function read(token: string): Promise<PaymentLink> {
  const [row] = await world.database.as(
    { role: 'anon' },
    (tx) => tx<{ link: PaymentLink }[]>`select read_payment_link(${token}) as link`,
  );
  if (!row) throw new Error('no answer');
  return row.link;
}
/** Returns the sessions of this order at Stripe. */
async function sessions(order: OrderView) {
  const { data } = await world.deps.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.order_number === order.number);
}
const payer = (email: string) => ({ fetch: world.payments.fetch, email });

test('the payer gets Stripe’s page without the parent’s address, and does not come back to the parent’s pages', async () => {
  const order = await holdOne();
  const { body } = await send(order, {
    return_path: '/checkout/camp',
    success_path: '/camp-booking-success',
  });
  expect((await read(body.link?.token ?? '')).offer?.url).toBe(body.url);
  const [session] = await sessions(order);
  expect(session).toMatchObject({
    customer_email: null,
    success_url: 'http://127.0.0.1:4321/pay?paid=yes',
    cancel_url: 'http://127.0.0.1:4321/pay',
  });
  expect(withoutRandom(world.stripeRequests.join('\n'))).not.toMatch(/Kai|Zephyrin|2018|mei@|Tan\b|91234567/);
  expect(JSON.stringify(session)).not.toContain(order.secret);

  const returnUrl = await pay(body.url, payer('nenek@example.com'));
  expect(returnUrl).toBe('http://127.0.0.1:4321/pay?paid=yes');
  await world.waitForWork();
  // The parent is the customer and gets the e-mails. The payer's address is stored nowhere.
  expect(world.mail.delivered.map(({ to }) => to)).toEqual(['mei@example.com']);
  expect((await read(body.link?.token ?? '')).state).toBe('paid');
  const [row] = await world.database.sql`
    select o.status, o.parent_email, (select count(*)::int from payments p where p.order_id = o.id) as payments,
      exists (select from profiles where email = 'nenek@example.com') as account
    from orders o where o.secret = ${order.secret}`;
  expect(row).toEqual({ status: 'paid', parent_email: 'mei@example.com', payments: 1, account: false });
});

test('a parent and a payer at once share one session, which only one of them can pay', async () => {
  const order = await holdOne();
  const { body } = await send(order);
  const ownCheckout = await press(order);
  expect(ownCheckout.body.url).toBe(body.url);
  const outcomes = await Promise.allSettled([
    pay(body.url, payer('nenek@example.com')),
    pay(ownCheckout.body.url, payer('mei@example.com')),
  ]);
  await world.waitForWork();
  expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
  const [row] = await world.database.sql`
    select count(*)::int as payments from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}`;
  expect(row?.payments).toBe(1);
  expect(await sessions(order)).toHaveLength(1);
  const secondAnswer = await press(order);
  expect(secondAnswer.body.code).toBe('order_closed');
});

test('a link that is sent after the parent was on the payment page closes that page, and the payer gets a new one', async () => {
  const order = await holdOne();
  const ownCheckout = await press(order);
  const { body } = await send(order);
  expect(body.url).not.toBe(ownCheckout.body.url);
  await expect(pay(ownCheckout.body.url, payer('mei@example.com'))).rejects.toThrow();
  expect((await sessions(order)).map(({ status }) => status).sort()).toEqual(['expired', 'open']);
  await world.waitForWork();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'awaiting_payment' });
  expect((await read(body.link?.token ?? '')).state).toBe('open');
});

test('the payer never gets the session of the parent’s pages if Pay and Send are pressed at once in two tabs', async () => {
  const order = await holdOne();
  const { db } = world.deps;
  const calls = { finalized: 0 };
  const sending = Promise.withResolvers<true>();
  world.deps.db = {
    ...db,
    rpc: async (name, args) => {
      // The parent's own attempt begins only after the other tab has sent the order.
      if (name === 'start_attempt' && calls.finalized === 1) {
        void send(order).then(sent.resolve, sent.reject);
        await sending.promise;
      }
      const answer = await db.rpc(name, args);
      if (name === 'finalize_order' && ++calls.finalized === 2) sending.resolve(true);
      return answer;
    },
  };
  const sent = Promise.withResolvers<Awaited<ReturnType<typeof send>>>();
  await press(order);
  const { body } = await sent.promise;
  world.deps.db = db;
  const url = (await read(body.link?.token ?? '')).offer?.url;
  const open = (await sessions(order)).filter(({ status }) => status === 'open');
  expect(open.map((session) => [session.url, session.customer_email])).toEqual([[url, null]]);
  expect(JSON.stringify(open)).not.toContain(order.secret);
});

test('a parent who has already paid cannot send a link', async () => {
  const order = await holdOne();
  await pay((await press(order)).body.url, payer('mei@example.com'));
  const { body } = await send(order);
  expect(body).toMatchObject({ code: 'order_closed' });
  expect(body.link).toBeUndefined();
});

test('two links to one order lead to the same session, and two payers pay once', async () => {
  const order = await holdOne();
  const [one, two] = await Promise.all([send(order), send(order)]);
  const urls = await Promise.all(
    [one, two].map(async ({ body }) => (await read(body.link?.token ?? '')).offer?.url ?? ''),
  );
  expect(urls[0]).toBe(urls[1]);
  await pay(urls[0] ?? '', payer('nenek@example.com'));
  await pay(urls[1] ?? '', payer('atuk@example.com')).catch(() => undefined);
  await world.waitForWork();
  const [row] = await world.database.sql`
    select count(*)::int as payments from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}`;
  expect(row?.payments).toBe(1);
});

test('if the parent changes the e-mail after sending, the old page closes and the same link opens the new one', async () => {
  const order = await holdOne();
  const { body } = await send(order);
  const parent = { ...checkoutDetails.parent, email: 'mei.new@example.com' };
  const changed = await press(order, { details: { ...checkoutDetails, parent } });
  expect(changed.body.url).not.toBe(body.url);
  expect((await read(body.link?.token ?? '')).offer?.url).toBe(changed.body.url);
  expect((await sessions(order)).filter(({ status }) => status === 'open')).toHaveLength(1);
  expect((await sessions(order)).map(({ customer_email }) => customer_email)).toEqual([null, null]);
});

test('if the parent gives the spots up, the payment page closes first and the link says cancelled', async () => {
  const order = await holdOne();
  const { body } = await send(order);
  await world.call('release-order', { secret: order.secret });
  await expect(pay(body.url, payer('nenek@example.com'))).rejects.toThrow();
  expect((await read(body.link?.token ?? '')).state).toBe('cancelled');
});

test('a payment after the hold expired follows the rules for late payments', async () => {
  const session = await world.shop.makeSession({ capacity: 1 });
  const order = await world.shop.hold(await world.shop.makeOffer(), session);
  const { body } = await send(order);
  await world.shop.expireHold(order);
  const other = await world.shop.hold(await world.shop.makeOffer(), session);
  await pay((await press(other)).body.url, payer('other@example.com'));
  await pay(body.url, payer('nenek@example.com'));
  await world.waitForWork();
  expect(await world.shop.readOrder(order)).toMatchObject({ status: 'paid_late', outcome: 'needs_choice' });
  expect((await read(body.link?.token ?? '')).state).toBe('under_review');
  const letter = world.mail.delivered.find(({ key }) => key.startsWith('paid_late_choice'));
  expect(letter?.to).toBe('mei@example.com');
});

test('a pass that renews is refused before Stripe is asked', async () => {
  const order = await world.shop.hold(await world.shop.makeFlexiOffer(), await world.shop.makeSession());
  const { body } = await send(order);
  expect(body).toMatchObject({ code: 'invalid_input' });
  expect(await sessions(order)).toEqual([]);
  expect((await press(order)).status).toBe(200);
});

test('the page of the payer asks Stripe, so that nobody waits after a lost webhook', async () => {
  const order = await holdOne();
  const { body } = await send(order);
  const token = body.link?.token ?? '';
  const check = (link = token) => world.call<{ confirmed: boolean }>('check-payment-link', { token: link });
  expect((await check()).body).toEqual({ confirmed: false });
  await world.payments.hold();
  await pay(body.url, payer('aunt@example.com'));
  expect((await read(token)).state).toBe('open');
  // A stranger learns only that the order is paid, and with an invented link nothing at all.
  expect((await check('f'.repeat(32))).body).toEqual({ confirmed: false });
  expect((await check()).body).toEqual({ confirmed: true });
  expect((await read(token)).state).toBe('paid');
  expect((await check()).body).toEqual({ confirmed: false });
  // The late webhook books nothing twice.
  await world.payments.release();
  await world.waitForWork();
  const [row] = await world.database.sql<[{ count: number }]>`
    select count(*)::int as count from payments p join orders o on o.id = p.order_id where o.secret = ${order.secret}`;
  expect(row.count).toBe(1);
});
