/** Several classes for two children in one order, judged by what the simulated Stripe took and gave back. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createWorld, maintenanceHeaders, type World } from '#support/functions.ts';
import { checkoutDetails } from '#support/functions-shop.ts';
import { readStripeNet } from '#support/histories/net-amounts.ts';
import { pay } from '#support/payments.ts';
import { rpc, service, visitor } from '#support/sql.ts';

let world: World;
beforeAll(async () => (world = await createWorld()));
afterAll(() => world.stop());
beforeEach(() => void world.mail.delivered.splice(0));

const details = {
  ...checkoutDetails,
  children: [
    { name: 'Kai Zephyrin Tan', dob: '2018-04-03' },
    { name: 'Lea Zephyrin Tan', dob: '2016-02-01' },
  ],
};

/** Holds the first class for both children and the second one for the first child, and opens the payment page. */
async function onPaymentPage(capacity = 4) {
  const offer = await world.shop.makeOffer();
  const [one, two] = [
    await world.shop.makeSession({ capacity, time: '10:30' }),
    await world.shop.makeSession({ capacity: 1, time: '13:30' }),
  ];
  const lineOf = (session_id: string, child: number) => ({ offer_id: offer.id, session_id, child });
  const order = await rpc<OrderView>(world.database, visitor, 'hold_order', {
    p_order: {
      lines: [lineOf(one, 0), lineOf(one, 1), lineOf(two, 0)],
      children: [{}, {}],
      secret: randomUUID(),
    },
  });
  const answer = await world.call<{ url: string }>('create-checkout', {
    secret: order.secret,
    expected_total_cents: order.total_cents,
    details,
  });
  return { order, offer, one, two, url: answer.body.url };
}
const countBooked = (...sessions: string[]) =>
  Promise.all(sessions.map((id) => world.shop.countBookings(id)));
/** What Stripe has of an order after refunds. */
const readNet = async (order: OrderView) =>
  (await readStripeNet(world)).get((await world.shop.readOrder(order)).id) ?? 0;

test('one payment books every part, once, and one mail names each child and class', async () => {
  await world.payments.hold();
  const { order, one, two, url } = await onPaymentPage();
  await pay(url, { fetch: world.payments.fetch });
  const { data } = await world.deps.stripe.events.list({ type: 'checkout.session.completed', limit: 1 });
  await Promise.all(Array.from({ length: 3 }, () => world.payments.resend(data[0]?.id ?? '')));
  await world.payments.release();
  await world.waitForWork();

  expect(await countBooked(one, two)).toEqual([2, 1]);
  expect(await readNet(order)).toBe(3 * 69_700);
  expect(world.mail.delivered).toHaveLength(1);
  const [mail] = world.mail.delivered;
  expect(mail?.text).toContain('Kai');
  expect(mail?.text).toContain('Lea');
  expect(mail?.text).toContain('10.30 am');
  expect(mail?.text).toContain('1.30 pm');
  // Stripe learns how many children there are, and nothing else about them.
  const sent = decodeURIComponent(JSON.stringify(world.stripeRequests));
  expect(sent).toContain('Child 2');
  expect(sent).not.toContain('Zephyrin');
});

test('a late payment of which one part is sold books no part, and all of it can go back', async () => {
  const late = await onPaymentPage();
  await world.shop.expireHold(late.order);
  await world.shop.hold(late.offer, late.two);
  await pay(late.url, { fetch: world.payments.fetch });
  await world.waitForWork();
  expect(await world.shop.readOrder(late.order)).toMatchObject({
    status: 'paid_late',
    outcome: 'needs_choice',
  });
  expect(await countBooked(late.one, late.two)).toEqual([0, 0]);
  expect(await readNet(late.order)).toBe(3 * 69_700);

  await rpc(world.database, service, 'choose_late', {
    p_access: { order_id: (await world.shop.readOrder(late.order)).id },
    p_choice: { kind: 'refund' },
  });
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  await world.waitForWork();
  expect(await readNet(late.order)).toBe(0);
  expect(await countBooked(late.one, late.two)).toEqual([0, 0]);
});
