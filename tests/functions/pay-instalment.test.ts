/** A later instalment of a camp is paid, from the link to Stripe and back (decisions "Deposits and instalments"). */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bearer, createWorld, type World } from '#support/functions.ts';
import { tokenOf } from '#support/functions-db.ts';
import { pay } from '#support/payments.ts';
import * as d from '#support/sql-details.ts';
import * as n from '#support/sql-instalments.ts';
import * as p from '#support/sql-paying.ts';
import * as x from '#support/sql.ts';

let world: World;
let orderId: string;
let token: string;
beforeAll(async () => {
  world = await createWorld();
  await n.allowDeposits(world.database);
});
beforeEach(async () => {
  const admin = d.signedIn(await x.makeUser(world.database, `admin${Math.random()}@example.test`, ['admin']));
  const sale = n.saleOf([await n.makeCampIn(world.database, 60)], {
    instalments: { parts: 2, deposit_cents: n.DEPOSIT },
  });
  orderId = (await n.sell(world.database, admin, sale)).order_id;
  token = await n.linkOf(world.database, orderId);
  world.sentToStripe.length = 0;
});
afterEach(() => world.settled());
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
    await world.settled();
    expect(await n.planOf(world.database, orderId)).toMatchObject({ open_cents: openCents });
  }
  expect(await n.countMoney(world.database, orderId)).toMatchObject({
    paid: n.PRICE,
    held: n.PRICE,
    decided: 0,
  });
  expect(await press()).toMatchObject({ status: 409, body: { code: 'instalment_closed' } });
  // Stripe does not receive the child's name.
  expect(world.sentToStripe.join('\n')).not.toMatch(/Kai|2018/);
});

test('an invented link, or one to manage the order, opens no payment page', async () => {
  const [row] = await world.database.sql<
    { token: string }[]
  >`select private.make_order_link(${orderId}, 'manage') as token`;
  for (const link of ['f'.repeat(32), row?.token ?? ''])
    expect((await press(link)).body).toMatchObject({ code: 'link_not_found' });
});

const chores = () => world.call('error-monitor/maintenance', '', bearer);
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
  expect(await n.countMoney(world.database, orderId)).toMatchObject({ places: 1 });
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
  const paid = { paid: n.DEPOSIT + 17_150, places: 1, decided: 0 };
  expect(await n.countMoney(world.database, orderId)).toMatchObject(paid);
  // The report arrives late, and nothing is counted twice.
  await world.payments.release();
  await world.settled();
  expect(await n.countMoney(world.database, orderId)).toMatchObject(paid);
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
  expect(await n.countMoney(world.database, orderId)).toMatchObject({ places: 0, open: 0 });
  await world.payments.release();
});

test('a signed-in parent pays a part from the balance and the rest by card, and a stranger with the link cannot', async () => {
  const family = await p.makeFamily(world.database, 20_000);
  const camp = [p.campLine(await n.makeCampIn(world.database, 61))];
  const paying = await p.toPay(world.database, family.caller, camp, {
    instalments: { parts: 1, deposit_cents: n.DEPOSIT },
  });
  await p.charge(world.database, paying);
  orderId = paying.finalized.order_id;
  token = await n.linkOf(world.database, orderId);
  const part = await n.nextPart(world.database, orderId);
  const balance = { part: part.id, expected_cents: part.cents, cents: 20_000 };
  const use = (who?: string) =>
    world.call<{ url: string | null; code?: string }>(
      'pay-instalment',
      { token, balance },
      who === undefined ? {} : { authorization: `Bearer ${tokenOf(who)}` },
    );
  const stranger = await p.makeFamily(world.database, 50_000);
  expect((await use()).body).toMatchObject({ code: 'unauthorized' });
  expect((await use(stranger.userId)).body).toMatchObject({ code: 'not_allowed' });
  // Paying from the balance first closes the open payment page.
  const { body: opened } = await press();
  const { body: remainder } = await use(family.userId);
  await expect(pay(opened.url, payer('mei@example.com'))).rejects.toThrow();
  expect(await p.balanceOf(world.database, family)).toEqual([0, 0]);
  await pay(remainder.url ?? '', payer('mei@example.com'));
  await world.settled();
  expect(await n.countMoney(world.database, orderId)).toMatchObject({
    paid: n.PRICE,
    held: n.PRICE,
    open: 0,
    decided: 0,
  });
});

test('a parent who has already paid the page cannot pay with the balance, which stays', async () => {
  const family = await p.makeFamily(world.database, n.PRICE);
  await world.database.sql`update public.orders set family_id = ${family.familyId} where id = ${orderId}`;
  const part = await n.nextPart(world.database, orderId);
  const { body } = await press();
  await world.payments.hold();
  await pay(body.url, payer('mei@example.com'));
  const balance = { part: part.id, expected_cents: part.cents, cents: part.cents };
  const used = await world.call(
    'pay-instalment',
    { token, balance },
    {
      authorization: `Bearer ${tokenOf(family.userId)}`,
    },
  );
  expect(used.body).toMatchObject({ code: 'instalment_closed' });
  expect(await p.balanceOf(world.database, family)).toEqual([n.PRICE, 0]);
  await world.payments.release();
  await world.settled();
  expect(await n.countMoney(world.database, orderId)).toMatchObject({
    paid: n.DEPOSIT + part.cents,
    decided: 0,
  });
});
