import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { OrderView } from '#contract/orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { countRows, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

const minutesLeft = (order: OrderView) =>
  (Date.parse(order.hold_expires_at ?? '') - Date.parse(order.server_time)) / 60_000;
const renew = (order: OrderView) => rpc<OrderView>(db, visitor, 'renew_hold', { p_secret: order.secret });
const age = (order: OrderView, minutes: number) => db.sql`
  with o as (
    update public.orders set
      created_at = created_at - make_interval(mins => ${minutes}),
      opened_at = opened_at - make_interval(mins => ${minutes})
    where secret = ${order.secret} returning id)
  update public.holds set expires_at = expires_at - make_interval(mins => ${minutes})
  where order_id = (select id from o)`;

test('opening the checkout returns an order and holds the spot for 30 minutes', async () => {
  const session = await shop.makeSession(db, { capacity: 2 });
  const order = await shop.hold(db, session);
  expect(v.safeParse(OrderView, order).issues).toBeUndefined();
  expect(order).toMatchObject({ status: 'held', total_cents: 3800, price_changed: false, gst: null });
  expect(order.hold_minutes).toBe(30);
  // An order number never has the characters 0, O, 1, I or L.
  expect(order.number).toMatch(/^OT-[2-9A-HJKMNP-Z]{4,}$/);
  expect(minutesLeft(order)).toBeCloseTo(30, 1);
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});

test('an order number that was used while the order waited for its spot is drawn again', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  const session = await shop.makeSession(other, { capacity: 2 });
  const first = await shop.hold(other, session);
  await other.sql.unsafe(`
    create sequence public.drawn;
    grant usage on sequence public.drawn to public;
    create or replace function private.order_number() returns text language sql volatile as
      $$ select case when nextval('public.drawn') = 1 then '${first.number}' else 'OT-NEW2' end $$`);
  expect(await shop.hold(other, session)).toMatchObject({ number: 'OT-NEW2', status: 'held' });
  expect(await shop.countSpotsTaken(other, session)).toBe(2);
  await other.drop();
});

test('the order can be read by its secret, and by nothing else', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  expect(await rpc(db, visitor, 'get_order', { p_secret: order.secret })).toMatchObject({
    number: order.number,
  });
  const [row] = await db.sql<{ id: string }[]>`select id from public.orders where secret = ${order.secret}`;
  for (const guess of [row?.id, '00000000-0000-4000-8000-000000000000', null]) {
    const call = rpc(db, visitor, 'get_order', { p_secret: guess });
    expect(await refusal(call)).toMatchObject({ code: 'order_not_found', status: 404 });
  }
});

test('the answer says if the page showed another price', async () => {
  const session = await shop.makeSession(db, { capacity: 2 });
  const [line] = shop.holdRequest(session).lines;
  const order = await rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: { lines: [{ ...line, expected_price_cents: 1 }], previous_secret: null },
  });
  expect(order).toMatchObject({ price_changed: true, total_cents: 3800 });
});

test('if we have a GST registration number, the answer shows the contained GST', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  await other.sql`update public.settings set gst_number = 'M2-1234567-8'`;
  const order = await shop.hold(other, await shop.makeSession(other));
  // A price of S$38.00 contains 9/109 of GST.
  expect(order.gst).toEqual({ rate_percent: 9, number: 'M2-1234567-8', cents: 314 });
  await other.drop();
});

test('opening the checkout again in the same browser releases the earlier hold, even for the last spot', async () => {
  const session = await shop.makeSession(db);
  const first = await shop.hold(db, session);
  const second = await shop.hold(db, session, { previous: first.secret });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
  expect(second.secret).not.toBe(first.secret);
  expect(await rpc(db, visitor, 'get_order', { p_secret: first.secret })).toMatchObject({
    status: 'released',
  });
});

test('when the new hold is refused, the earlier one stays', async () => {
  const [mine, full] = [await shop.makeSession(db), await shop.makeSession(db)];
  await shop.hold(db, full);
  const first = await shop.hold(db, mine);
  expect(await refusal(shop.hold(db, full, { previous: first.secret }))).toMatchObject({
    code: 'session_full',
  });
  expect(await rpc(db, visitor, 'get_order', { p_secret: first.secret })).toMatchObject({
    status: 'held',
  });
});

test('an order whose payment page is open keeps its spot when the browser opens another checkout', async () => {
  const session = await shop.makeSession(db);
  const { order } = await shop.openCheckout(db, session);
  expect(await refusal(shop.hold(db, session, { previous: order.secret }))).toMatchObject({
    code: 'session_full',
  });
  const view = await rpc(db, visitor, 'get_order', { p_secret: order.secret });
  expect(view).toMatchObject({ status: 'awaiting_payment' });
});

test('a hold can be renewed twice, for 45 minutes in total', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  await age(order, 5);
  expect(minutesLeft(await renew(order))).toBeCloseTo(30, 1);
  await age(order, 25);
  expect(minutesLeft(await renew(order))).toBeCloseTo(15, 1);
  await age(order, 5);
  expect(minutesLeft(await renew(order))).toBeCloseTo(10, 1);
  await age(order, 11);
  expect(await refusal(renew(order))).toMatchObject({ code: 'hold_expired', status: 409 });
});

test('a third renewal changes nothing, even if there is time left', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  for (const left of [30, 30, 28]) {
    await age(order, 2);
    expect(minutesLeft(await renew(order))).toBeCloseTo(left, 1);
  }
});

test('a hold ends at its exact time: the spot is free at once, and the order is shown as expired', async () => {
  const session = await shop.makeSession(db);
  const order = await shop.hold(db, session);
  await shop.expireHolds(db, order.secret);
  expect(await shop.countSpotsTaken(db, session)).toBe(0);
  const view = await rpc(db, visitor, 'get_order', { p_secret: order.secret });
  expect(view).toMatchObject({ status: 'expired', hold_expires_at: null });
  expect(await refusal(renew(order))).toMatchObject({ code: 'hold_expired' });
  await expect(shop.hold(db, session)).resolves.toMatchObject({ status: 'held' });
});

test('a pass can be sold for its last day, and is refused when staff move the class beyond it', async () => {
  for (const [offer, inDays] of [
    [shop.tryout, 14],
    [shop.term, 130],
  ] as const) {
    const session = await shop.makeSession(db, { inDays });
    const order = await shop.hold(db, session, { offer });
    await shop.finalizeOrder(db, order);
    await db.sql`update public.sessions set session_date = session_date + 1 where id = ${session}`;
    expect(await refusal(shop.finalizeOrder(db, order))).toMatchObject({
      code: 'pass_expired',
      field: 'lines[0].session_id',
    });
  }
});

test('an order that cannot be sold is refused with its code and field', async () => {
  const [session, begun, cancelled] = [
    await shop.makeSession(db),
    await shop.makeSession(db, { date: '2020-01-04' }),
    await shop.makeSession(db),
  ];
  await db.sql`update public.sessions set status = 'cancelled' where id = ${cancelled}`;
  const line = (session_id: string, offer_id = 'pass-tryout') => ({
    session_id,
    offer_id,
    expected_price_cents: null,
  });
  const cases = [
    [line('00000000-0000-4000-8000-000000000000'), 'session_not_found', 404, 'session_id'],
    [line(cancelled), 'session_not_found', 404, 'session_id'],
    [line(begun), 'session_started', 409, 'session_id'],
    [line(session, 'pass-unknown'), 'offer_not_available', 409, 'offer_id'],
    // A pass is valid from the day on which it is paid.
    [line(await shop.makeSession(db, { inDays: 15 })), 'pass_expired', 409, 'session_id'],
    [line(await shop.makeSession(db, { inDays: 131 }), 'pass-term'), 'pass_expired', 409, 'session_id'],
  ] as const;
  for (const [bad, code, status, field] of cases) {
    const good = line(await shop.makeSession(db));
    const before = await countRows(db, 'orders');
    const call = rpc(db, visitor, 'hold_order', {
      p_order: { lines: [good, bad], previous_secret: null },
    });
    expect(await refusal(call)).toMatchObject({ code, status, field: `lines[1].${field}` });
    expect(await countRows(db, 'orders')).toBe(before);
    expect(await shop.countSpotsTaken(db, good.session_id)).toBe(0);
  }
});

test('current holds of one address are limited, and expired holds and other addresses do not count', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  await other.sql`update public.settings set holds_per_address_max = 3`;
  const session = await shop.makeSession(other, { capacity: 50 });
  const holdFrom = (address: string) => shop.hold(other, session, { address });
  const [first] = await Promise.all([
    holdFrom('203.0.113.7'),
    holdFrom('203.0.113.7'),
    holdFrom('203.0.113.7'),
  ]);
  expect(await refusal(holdFrom('203.0.113.7'))).toMatchObject({ code: 'too_many_holds', status: 429 });
  await holdFrom('203.0.113.8');
  await shop.expireHolds(other, first.secret);
  await holdFrom('203.0.113.7');
  // One household has a whole /64 of IPv6 addresses.
  await Promise.all([1, 2, 3].map((n) => holdFrom(`2001:db8:1:2::${n}`)));
  expect(await refusal(holdFrom('2001:db8:1:2:ffff::9'))).toMatchObject({ code: 'too_many_holds' });
  // A household may even have a /48. All networks in it count as the same visitor, but another /48 does not.
  expect(await refusal(holdFrom('2001:db8:1:3::1'))).toMatchObject({ code: 'too_many_holds' });
  await holdFrom('2001:db8:2:3::1');
  const [row] = await other.sql<{ n: number }[]>`
    select count(*) as n from public.orders where client_hash !~ '^[0-9a-f]{64}$' or network_hash !~ '^[0-9a-f]{64}$'`;
  expect(row?.n).toBe(0);
  await other.drop();
});

test('the limit holds when its last spots are requested in parallel', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  await other.sql`update public.settings set holds_per_address_max = 5`;
  const sessions = await Promise.all(Array.from({ length: 20 }, () => shop.makeSession(other)));
  const outcomes = await Promise.allSettled(
    sessions.map((id) => shop.hold(other, id, { address: '203.0.113.9' })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  await other.drop();
});

test('releasing an order twice frees its spot once', async () => {
  const session = await shop.makeSession(db);
  const { order } = await shop.openCheckout(db, session);
  const release = () => rpc(db, service, 'release_order', { p_secret: order.secret });
  const answers = await Promise.all([release(), release(), release()]);
  expect(answers.filter((answer) => (answer as { released: boolean }).released)).toHaveLength(1);
  expect(await shop.countSpotsTaken(db, session)).toBe(0);
  expect(await refusal(renew(order))).toMatchObject({ code: 'order_closed' });
  const unknown = rpc(db, service, 'release_order', { p_secret: '00000000-0000-4000-8000-000000000000' });
  expect(await refusal(unknown)).toMatchObject({ code: 'order_not_found' });
});

test('nobody can release a paid order', async () => {
  const session = await shop.makeSession(db);
  const paid = await shop.openCheckout(db, session);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const answer = await rpc(db, service, 'release_order', { p_secret: paid.order.secret });
  expect(answer).toEqual({ released: false });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});
