/** Deposits and the family balance work from the checkout to Stripe and back (decisions "The family balance"). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '#support/functions.ts';
import { makeToken } from '#support/functions-db.ts';
import { pay } from '#support/payments.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as paying from '#support/sql-paying.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, visitor } from '#support/sql.ts';

let world: World;
let family: paying.Family;
beforeAll(async () => {
  world = await createWorld();
  await instalments.allowDeposits(world.database);
});
beforeEach(async () => {
  family = await paying.makeFamily(world.database, instalments.PRICE);
  world.stripeRequests.length = 0;
});
afterEach(() => world.waitForWork());
afterAll(() => world.stop());

const hold = async (who = family.caller) =>
  paying.hold(world.database, who, [paying.campLine(await instalments.makeCampIn(world.database, 60))]);
type Held = Awaited<ReturnType<typeof hold>>;
const press = (order: Held, chosen: object | undefined, who?: string, more: object = {}) =>
  world.call<{ url: string; code?: string }>(
    'create-checkout',
    {
      secret: order.secret,
      expected_total_cents: order.total_cents,
      details: shop.details,
      success_path: '/camp-booking-success',
      pay: chosen,
      ...more,
    },
    who === undefined ? {} : { authorization: `Bearer ${makeToken(who)}` },
  );
const payer = (email: string) => ({ fetch: world.payments.fetch, email });
const readStatus = async ({ secret }: Held) =>
  (
    await world.database.sql<{ status: string }[]>`
  select status from public.orders where secret = ${secret}`
  )[0]?.status;
const deposit = { instalments: { parts: 2, deposit_cents: instalments.DEPOSIT } };
const sessions = async (order: Held) => {
  const { data } = await world.deps.stripe.checkout.sessions.list({ limit: 100 });
  return data.filter(({ metadata }) => metadata?.order_number === order.number);
};

test('Stripe charges a guest the deposit, and names the rest with its date', async () => {
  const order = await hold(visitor);
  const { body } = await press(order, deposit);
  expect(await sessions(order)).toMatchObject([{ amount_total: instalments.DEPOSIT }]);
  expect(world.stripeRequests.join('\n')).toMatch(
    /Deposit\. You pay the rest of S\$343 by \w{3} \d+ \w+ \d{4}/,
  );
  await pay(body.url, payer('mei@example.com'));
  await world.waitForWork();
  const view = await rpc<{ instalments: object }>(world.database, visitor, 'get_order', {
    p_secret: order.secret,
  });
  expect(view).toMatchObject({
    status: 'paid',
    instalments: { open_cents: instalments.PRICE - instalments.DEPOSIT },
  });
});

test('the balance pays a part, and Stripe charges the rest', async () => {
  const order = await hold();
  const { body } = await press(order, { balance_cents: 15_000 }, family.userId);
  expect(await paying.readBalance(world.database, family)).toEqual([instalments.PRICE - 15_000, 15_000]);
  expect(await sessions(order)).toMatchObject([{ amount_total: instalments.PRICE - 15_000 }]);
  await pay(body.url, payer('mei@example.com'));
  await world.waitForWork();
  expect([await readStatus(order), await paying.readBalance(world.database, family)]).toEqual([
    'paid',
    [instalments.PRICE - 15_000, 0],
  ]);
});

test('the balance pays everything without a page at Stripe, and a repeated call books nothing more', async () => {
  const order = await hold();
  const { body } = await press(order, { balance_cents: instalments.PRICE }, family.userId);
  expect(body.url).toBe(`http://127.0.0.1:4321/camp-booking-success?order=${order.secret}`);
  expect([await readStatus(order), await paying.readBalance(world.database, family)]).toEqual([
    'paid',
    [0, 0],
  ]);
  expect(world.stripeRequests).toEqual([]);
  expect((await press(order, { balance_cents: instalments.PRICE }, family.userId)).body).toMatchObject({
    code: 'order_closed',
  });
});

test('a page that was sent by link is closed before the balance pays everything, and the parent sees the booking', async () => {
  const order = await hold();
  const { body } = await press(order, undefined, undefined, { by_link: true });
  const { body: paid } = await press(order, { balance_cents: instalments.PRICE }, family.userId);
  expect(paid.url).toBe(`http://127.0.0.1:4321/camp-booking-success?order=${order.secret}`);
  expect([await readStatus(order), (await sessions(order)).map(({ status }) => status)]).toEqual([
    'paid',
    ['expired'],
  ]);
  await expect(pay(body.url, payer('mei@example.com'))).rejects.toThrow();
});

test('a parent who has already paid the page cannot pay with the balance, which stays', async () => {
  const order = await hold();
  const { body } = await press(order, undefined);
  await pay(body.url, payer('mei@example.com'));
  expect((await press(order, { balance_cents: instalments.PRICE }, family.userId)).body).toMatchObject({
    code: 'order_closed',
  });
  await world.waitForWork();
  expect([await readStatus(order), await paying.readBalance(world.database, family)]).toEqual([
    'paid',
    [instalments.PRICE, 0],
  ]);
});

test('only a signed-in member of the family can spend its balance', async () => {
  const order = await hold();
  const stranger = await paying.makeFamily(world.database, instalments.PRICE);
  const spent = { balance_cents: 5_000 };
  expect((await press(order, spent)).body).toMatchObject({ code: 'unauthorized' });
  expect((await press(order, spent, stranger.userId)).body).toMatchObject({ code: 'not_allowed' });
  expect(await paying.readBalance(world.database, family)).toEqual([instalments.PRICE, 0]);
  expect(await paying.readBalance(world.database, stranger)).toEqual([instalments.PRICE, 0]);
});
