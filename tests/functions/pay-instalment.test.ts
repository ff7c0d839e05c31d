/** A later instalment of a camp is paid, from the link to Stripe and back (decisions "Deposits and instalments"). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { makeToken } from '#support/functions-db.ts';
import { pay } from '#support/payments.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import { makeUser } from '#support/sql.ts';

let world: World;
let orderId: string;
let token: string;
beforeAll(async () => {
  world = await createWorld();
  await instalments.allowDeposits(world.database);
});
beforeEach(async () => {
  const admin = signedIn(await makeUser(world.database, `admin${Math.random()}@example.test`, ['admin']));
  const sale = instalments.makeSale([await instalments.makeCampIn(world.database, 60)], {
    instalments: { parts: 2, deposit_cents: instalments.DEPOSIT },
  });
  orderId = (await instalments.sellAtDesk(world.database, admin, sale)).order_id;
  token = await instalments.makePaymentLink(world.database, orderId);
  world.stripeRequests.length = 0;
});
afterEach(() => world.waitForWork());
afterAll(() => world.stop());

const press = (link = token) => world.call<{ url: string; code?: string }>('pay-instalment', { token: link });
const payer = (email: string) => ({ fetch: world.payments.fetch, email });

test('a parent pays each instalment by card on its own page, which two tabs share', async () => {
  for (const openCents of [17_150, 0]) {
    const pages = await Promise.all([press(), press(), press()]);
    const [url = '', ...others] = [...new Set(pages.map(({ body }) => body.url))];
    expect(others).toEqual([]);
    const [part] = await world.database.sql<{ id: string }[]>`
      select (private.next_instalment(${orderId})).id`;
    expect(await pay(url, payer('mei@example.com'))).toBe(`http://127.0.0.1:4321/pay?paid=${part?.id}`);
    await world.waitForWork();
    expect(await instalments.readPlan(world.database, orderId)).toMatchObject({ open_cents: openCents });
  }
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject({
    paid: instalments.PRICE,
    held: instalments.PRICE,
    decided: 0,
  });
  expect(await press()).toMatchObject({ status: 409, body: { code: 'instalment_closed' } });
  // Stripe does not receive the child's name.
  expect(world.stripeRequests.join('\n')).not.toMatch(/Kai|2018/);
});

test('an invented link, or one to manage the order, opens no payment page', async () => {
  const [row] = await world.database.sql<
    { token: string }[]
  >`select private.make_order_link(${orderId}, 'manage') as token`;
  for (const link of ['f'.repeat(32), row?.token ?? ''])
    expect((await press(link)).body).toMatchObject({ code: 'link_not_found' });
});

const chores = () => world.call('error-monitor/maintenance', '', maintenanceHeaders);
const lapse = async () => {
  await world.database.sql`update public.settings set deposits_lapse = true`;
  await world.database.sql`update public.order_instalments
    set due_on = private.calendar_today() - 5, sold_due_on = private.calendar_today() - 5
    where order_id = ${orderId} and position = 1`;
};

test('a booking whose instalment was paid without a report does not expire', async () => {
  await lapse();
  const { body } = await press();
  await chores();
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject({ places: 1 });
  // Stripe reports nothing for hours.
  await world.payments.hold();
  await pay(body.url, payer('mei@example.com'));
  await world.database.sql`update public.instalment_attempts set expires_at = now() - interval '5 hours'
    where url = ${body.url}`;
  expect((await chores()).body).toMatchObject({
    chores: {
      instalment_sessions: { result: { confirmed: 1, closed: 0 } },
      lapsed_instalments: { result: { lapsed: 0 } },
    },
  });
  const paid = { paid: instalments.DEPOSIT + 17_150, places: 1, decided: 0 };
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject(paid);
  // The report arrives late, and nothing is counted twice.
  await world.payments.release();
  await world.waitForWork();
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject(paid);
});

test('a booking expires once its payment page has expired', async () => {
  await lapse();
  await press();
  await world.payments.hold();
  const { data } = await world.deps.stripe.checkout.sessions.list({ status: 'open' });
  for (const { id } of data) await world.deps.stripe.checkout.sessions.expire(id);
  expect((await chores()).body).toMatchObject({
    chores: {
      instalment_sessions: { result: { confirmed: 0 } },
      lapsed_instalments: { result: { lapsed: 1 } },
    },
  });
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject({ places: 0, open: 0 });
  await world.payments.release();
});

test('a signed-in parent pays a part from the balance and the rest by card, and a stranger with the link cannot', async () => {
  const family = await payingHelpers.makeFamily(world.database, 20_000);
  const camp = [payingHelpers.campLine(await instalments.makeCampIn(world.database, 61))];
  const paying = await payingHelpers.goToPayment(world.database, family.caller, camp, {
    instalments: { parts: 1, deposit_cents: instalments.DEPOSIT },
  });
  await payingHelpers.chargeOrder(world.database, paying);
  orderId = paying.finalized.order_id;
  token = await instalments.makePaymentLink(world.database, orderId);
  const part = await instalments.findNextPart(world.database, orderId);
  const balance = { part: part.id, expected_cents: part.cents, cents: 20_000 };
  const use = (who?: string) =>
    world.call<{ url: string | null; code?: string }>(
      'pay-instalment',
      { token, balance },
      who === undefined ? {} : { authorization: `Bearer ${makeToken(who)}` },
    );
  const stranger = await payingHelpers.makeFamily(world.database, 50_000);
  expect((await use()).body).toMatchObject({ code: 'unauthorized' });
  expect((await use(stranger.userId)).body).toMatchObject({ code: 'not_allowed' });
  // Paying from the balance first closes the open payment page.
  const { body: opened } = await press();
  const { body: remainder } = await use(family.userId);
  await expect(pay(opened.url, payer('mei@example.com'))).rejects.toThrow();
  expect(await payingHelpers.readBalance(world.database, family)).toEqual([0, 0]);
  await pay(remainder.url ?? '', payer('mei@example.com'));
  await world.waitForWork();
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject({
    paid: instalments.PRICE,
    held: instalments.PRICE,
    open: 0,
    decided: 0,
  });
});

test('a parent who has already paid the page cannot pay with the balance, which stays', async () => {
  const family = await payingHelpers.makeFamily(world.database, instalments.PRICE);
  await world.database.sql`update public.orders set family_id = ${family.familyId} where id = ${orderId}`;
  const part = await instalments.findNextPart(world.database, orderId);
  const { body } = await press();
  await world.payments.hold();
  await pay(body.url, payer('mei@example.com'));
  const balance = { part: part.id, expected_cents: part.cents, cents: part.cents };
  const used = await world.call(
    'pay-instalment',
    { token, balance },
    {
      authorization: `Bearer ${makeToken(family.userId)}`,
    },
  );
  expect(used.body).toMatchObject({ code: 'instalment_closed' });
  expect(await payingHelpers.readBalance(world.database, family)).toEqual([instalments.PRICE, 0]);
  await world.payments.release();
  await world.waitForWork();
  expect(await instalments.countMoney(world.database, orderId)).toMatchObject({
    paid: instalments.DEPOSIT + part.cents,
    decided: 0,
  });
});
