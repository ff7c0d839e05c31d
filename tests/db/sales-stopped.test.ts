/**
 * Tests stopped sales and maintenance: who is refused, and that payments under way are still completed (docs/decisions
 * "Stopping sales").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { SalesNotice } from '#contract/sales-notice.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
});
afterEach(async () => {
  await set('sales_stopped', false);
  await set('maintenance', false);
});
afterAll(() => db.drop());

async function set(name: string, value: unknown, who: Caller = admin): Promise<void> {
  const [row] = await db.sql<
    { seen: unknown }[]
  >`select to_jsonb(t) -> ${name} as seen from public.settings t`;
  await rpc(db, who, 'save_setting', { p_change: { name, value, seen: row?.seen } });
}
const stop = () => set('sales_stopped', true);
const maintain = () => set('maintenance', true);
const notice = async (who: Caller = visitor) =>
  v.parse(SalesNotice, await rpc(db, who, 'get_sales_notice', {}));
const stopped = { code: 'sales_stopped', status: 409 };

test('everybody can read the notice, only admins can switch it, and the log says who did', async () => {
  for (const who of [visitor, coach, admin])
    expect(await notice(who)).toEqual({ mode: 'open', sentence: null });
  expect(await refusal(set('sales_stopped', true, coach))).toMatchObject({ code: 'not_allowed' });
  expect(await sqlState(set('maintenance', true, visitor))).toBe('42501');
  await stop();
  await set('sales_stopped_sentence', 'The haze is too thick this week. We sell again on Monday.');
  expect(await notice()).toEqual({
    mode: 'stopped',
    sentence: 'The haze is too thick this week. We sell again on Monday.',
  });
  await maintain();
  expect(await notice()).toMatchObject({
    mode: 'maintenance',
    sentence: expect.stringMatching(/^We are working/) as string,
  });
  expect(await refusal(set('maintenance_sentence', null))).toMatchObject({ code: 'invalid_input' });
  const [row] = await db.sql<{ who: string | null }[]>`
    select private.staff_name(user_id) as who from public.audit_log
    where table_name = 'settings' and after ->> 'sales_stopped' = 'true' order by id desc limit 1`;
  expect(row?.who).toBe('admin@example.test');
});

test('the weekend’s sessions are returned with the notice', async () => {
  await stopCalendar(db, '2026-11-18T12:00:00+08:00');
  await shop.makeSession(db, { date: '2026-11-21' });
  const read = () =>
    db.as(
      visitor,
      (sql) => sql`select distinct notice from public.get_session_availability_with_enrollments()`,
    );
  expect(await read()).toEqual([{ notice: null }]);
  await stop();
  expect(await read()).toEqual([{ notice: (await notice()).sentence }]);
  await stopCalendar(db, new Date().toISOString());
});

describe('while sales are stopped', () => {
  test.each(['visitor', 'coach', 'admin'])(
    'a new order of a %s is refused, and nothing is held',
    async (part) => {
      const session = await shop.makeSession(db);
      await stop();
      const who = { visitor: visitor, coach, admin }[part] ?? visitor;
      expect(await refusal(rpc(db, who, 'hold_order', { p_order: shop.holdRequest(session) }))).toMatchObject(
        stopped,
      );
      expect(await shop.countSpotsTaken(db, session)).toBe(0);
    },
  );

  test('an order that is held can still be changed, finalized and paid', async () => {
    const session = await shop.makeSession(db);
    const order = await shop.hold(db, session);
    await stop();
    const changed = await shop.hold(db, session, { previous: order.secret });
    const payment = await shop.openPaymentPage(db, changed);
    expect(await shop.confirmPayment(db, shop.paymentOf(payment))).toMatchObject({ result: 'confirmed' });
  });

  test('an open checkout cannot take another class', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    await stop();
    expect(
      await refusal(shop.hold(db, await shop.makeSession(db), { previous: order.secret })),
    ).toMatchObject(stopped);
    expect(await rpc(db, visitor, 'get_order', { p_secret: order.secret })).toMatchObject({
      status: 'held',
    });
  });

  test('an open checkout of a pass without a class continues too, but cannot take a class', async () => {
    const pass = { offer_id: 'pass-term', expected_price_cents: 69_700 };
    const holdPass = (previous_secret: string | null, more: object[] = []) =>
      rpc(db, visitor, 'hold_order', { p_order: { lines: [pass, ...more], previous_secret } });
    const { secret } = v.parse(v.object({ secret: v.string() }), await holdPass(null));
    await stop();
    const [line] = shop.holdRequest(await shop.makeSession(db)).lines;
    expect(await refusal(holdPass(secret, line ? [line] : []))).toMatchObject(stopped);
    expect(await holdPass(secret)).toMatchObject({ status: 'held' });
    expect(await refusal(holdPass(null))).toMatchObject(stopped);
  });

  test('a waitlist offer cannot be used for another class', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    await stop();
    const entry = await waitlists.joinWaitlist(db, { session_id: session });
    await waitlists.releaseOrder(db, order);
    expect(
      await refusal(waitlists.acceptOffer(db, entry, [session, await shop.makeSession(db)])),
    ).toMatchObject({ code: 'invalid_input' });
    expect(await waitlists.acceptOffer(db, entry, [session])).toMatchObject({ status: 'held' });
  });

  test('families can join the waitlist and accept its offers', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    await stop();
    const entry = await waitlists.joinWaitlist(db, { session_id: session });
    await waitlists.releaseOrder(db, order);
    expect(await waitlists.acceptOffer(db, entry, [session])).toMatchObject({ status: 'held' });
  });

  test('an invented waitlist link opens nothing', async () => {
    const session = await shop.makeSession(db);
    await stop();
    expect(await refusal(waitlists.acceptOffer(db, { secret: randomUUID() }, [session]))).toMatchObject({
      code: 'waitlist_entry_not_found',
    });
  });

  test('families can book with credits, and the desk can sell', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home);
    await stop();
    await passes.bookSession(db, home, await shop.makeSession(db));
    expect(await sell()).toMatchObject({ status: 'paid' });
  });
});

async function readOffer(entry: { entry_id: string }): Promise<{ status: string; minutes: number }> {
  const [row] = await db.sql<{ status: string; minutes: number }[]>`
    select status, extract(epoch from expires_at - clock_timestamp())::float / 60 as minutes
    from public.waitlist_offers where entry_id = ${entry.entry_id}`;
  return v.parse(v.object({ status: v.string(), minutes: v.number() }), row);
}

let walkIns = 0;
const sell = async (key = randomUUID()) =>
  rpc(db, admin, 'sell_at_desk', {
    p_sale: {
      key,
      parent: { ...shop.details.parent, email: `walk${++walkIns}@example.test` },
      children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
      lines: [{ offer_id: 'pass-term', session_id: await shop.makeSession(db), child: 0 }],
      consents: { terms: true, activity: true },
      method: 'cash',
      expected_total_cents: 69_700,
    },
  });

describe('during maintenance', () => {
  test('no order, no booking with a credit and no sale at the desk is possible', async () => {
    const home = await passes.makeHome(db);
    const pass = await passes.makePass(db, home);
    const session = await shop.makeSession(db);
    await maintain();
    expect(await refusal(shop.hold(db, session))).toMatchObject(stopped);
    expect(await refusal(passes.bookSession(db, home, session))).toMatchObject(stopped);
    expect(await refusal(sell())).toMatchObject(stopped);
    expect(await passes.countCredits(db, pass)).toBe(4);
    expect(await shop.countSpotsTaken(db, session)).toBe(0);
  });

  test('an order that is held without a payment page is refused before money moves', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    await maintain();
    expect(await refusal(shop.finalizeOrder(db, order))).toMatchObject(stopped);
    await set('maintenance', false);
    expect(await shop.finalizeOrder(db, order)).toMatchObject({ total_cents: 3800 });
  });

  test('an open payment page can be reopened and paid, and gets its spot', async () => {
    const session = await shop.makeSession(db);
    const payment = await shop.openCheckout(db, session);
    await maintain();
    expect(await shop.finalizeOrder(db, payment.order)).toMatchObject({ open_session_id: payment.sessionId });
    expect(await shop.confirmPayment(db, shop.paymentOf(payment))).toMatchObject({ result: 'confirmed' });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('a payment that comes after the hold still gets the spot', async () => {
    const session = await shop.makeSession(db);
    const payment = await shop.openCheckout(db, session);
    await maintain();
    await shop.expireHolds(db, payment.order.secret);
    await shop.confirmPayment(db, shop.paymentOf(payment));
    expect(await rpc(db, visitor, 'get_order', { p_secret: payment.order.secret })).toMatchObject({
      status: expect.stringMatching(/^paid/) as string,
    });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('a waitlist offer does not end, and its deadline is extended by the maintenance', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const entry = await waitlists.joinWaitlist(db, { session_id: session });
    await waitlists.releaseOrder(db, order);
    await db.sql`
      update public.waitlist_offers set expires_at = clock_timestamp() + interval '20 minutes' where entry_id = ${entry.entry_id}`;
    await maintain();
    await db.sql`update public.settings set maintenance_since = maintenance_since - interval '2 hours'`;
    // The offer has expired by now, but it was open when maintenance began.
    await db.sql`
      update public.waitlist_offers set expires_at = clock_timestamp() - interval '1 hour' where entry_id = ${entry.entry_id}`;
    expect(await refusal(waitlists.acceptOffer(db, entry, [session]))).toMatchObject(stopped);
    await waitlists.offerWaitingSpots(db);
    expect(await readOffer(entry)).toMatchObject({ status: 'open' });
    await set('maintenance', false);
    const { status, minutes } = await readOffer(entry);
    expect(status).toBe('open');
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThan(65);
    const [mails] = await db.sql<{ count: number }[]>`
      select count(*)::integer from public.outbox m join public.waitlist_offers o on split_part(m.key, ':', 2) = o.id::text
      where m.template = 'waitlist_offer' and o.entry_id = ${entry.entry_id}`;
    expect(mails?.count).toBe(2);
    expect(await waitlists.acceptOffer(db, entry, [session])).toMatchObject({ status: 'held' });
  });

  test('families can still join a waitlist', async () => {
    const { session } = await waitlists.makeFullSession(db);
    await maintain();
    expect(await waitlists.joinWaitlist(db, { session_id: session })).toMatchObject({ status: 'waiting' });
  });
});
