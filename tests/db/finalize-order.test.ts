import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
afterAll(() => db.drop());

const start = (orderId: string, params: object = {}) =>
  rpc<{ attempt: number }>(db, service, 'start_attempt', { p_order_id: orderId, p_params: params });
const record = (orderId: string, attempt: number, sessionId: string, minutes = 31) =>
  rpc<{ ok: boolean }>(db, service, 'record_checkout', {
    p_order_id: orderId,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + minutes * 60_000).toISOString(),
  });
const lapse = (sessionId: string) => rpc(db, service, 'lapse_checkout', { p_session_id: sessionId });
const view = (order: OrderView) => rpc<OrderView>(db, visitor, 'get_order', { p_secret: order.secret });

test('finalizing returns what the payment page needs, and nothing about the child', async () => {
  await stopCalendar(db, '2089-12-31T12:00:00+08:00');
  const session = await shop.makeSession(db, { date: '2090-01-07' });
  const settled = await shop.finalizeOrder(db, await shop.hold(db, session));
  await stopCalendar(db, new Date().toISOString());
  expect(settled).toMatchObject({
    attempt: 0,
    total_cents: 3800,
    currency: 'SGD',
    parent_email: 'mei@example.test',
    open_session_id: null,
    stored_params: null,
    same_terms: false,
  });
  expect(settled.lines).toEqual([
    {
      title: 'pass-tryout',
      price_cents: 3800,
      description: expect.stringMatching(/ Sat 7 Jan 2090, 10\.\d\d am, Somerset$/) as string,
      renews: false,
      renewal_cents: null,
    },
  ]);
  expect(JSON.stringify(settled)).not.toContain('Kai');
});

test('names lose extra spaces, and the e-mail address loses its capitals', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  await shop.finalizeOrder(db, order, {
    ...shop.details,
    parent: { ...shop.details.parent, name: '  Mei   Tan ', email: ' Mei@Example.TEST ' },
  });
  expect(await view(order)).toMatchObject({ parent_name: 'Mei Tan', parent_email: 'mei@example.test' });
});

test('a changed price is refused with the new total, and accepted once the parent agrees', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  const order = await shop.hold(other, await shop.makeSession(other));
  await shop.publish(other, [
    { ...shop.tryout, price_cents: 4200, revision: 'r2', updated_at: '2026-02-01T00:00:00Z' },
  ]);
  const shown = await rpc<OrderView>(other, visitor, 'get_order', { p_secret: order.secret });
  expect(shown).toMatchObject({ total_cents: 4200, price_changed: true });
  expect(await refusal(shop.finalizeOrder(other, order))).toEqual({
    code: 'price_changed',
    status: 409,
    field: 'expected_total_cents',
    detail: '4200',
  });
  const settled = await shop.finalizeOrder(other, { ...order, total_cents: 4200 });
  expect(settled.lines[0]?.price_cents).toBe(4200);
  const agreed = await rpc<OrderView>(other, visitor, 'get_order', { p_secret: order.secret });
  expect(agreed).toMatchObject({ total_cents: 4200, price_changed: false });
  await other.drop();
});

test('an offer that has gone off sale is refused', async () => {
  const other = await createDatabase();
  await shop.publish(other);
  const order = await shop.hold(other, await shop.makeSession(other));
  await shop.publish(other, [shop.term]);
  expect(await refusal(shop.finalizeOrder(other, order))).toMatchObject({
    code: 'offer_not_available',
    field: 'lines[0].offer_id',
  });
  await other.drop();
});

test('a lapsed, released, paid or unknown order is refused', async () => {
  const lapsed = await shop.hold(db, await shop.makeSession(db));
  await shop.expireHolds(db, lapsed.secret);
  expect(await refusal(shop.finalizeOrder(db, lapsed))).toMatchObject({ code: 'hold_expired' });
  const released = await shop.hold(db, await shop.makeSession(db));
  await rpc(db, service, 'release_order', { p_secret: released.secret });
  expect(await refusal(shop.finalizeOrder(db, released))).toMatchObject({ code: 'order_closed' });
  const paid = await shop.openCheckout(db, await shop.makeSession(db));
  await shop.confirmPayment(db, shop.paymentOf(paid));
  expect(await refusal(shop.finalizeOrder(db, paid.order))).toMatchObject({ code: 'order_closed' });
  const unknown = { secret: '00000000-0000-4000-8000-000000000000', total_cents: 1 };
  expect(await refusal(shop.finalizeOrder(db, unknown))).toMatchObject({
    code: 'order_not_found',
    status: 404,
  });
});

test('a session that has become too small or has begun is refused with its line', async () => {
  const [small, begun] = [await shop.makeSession(db), await shop.makeSession(db)];
  const [first, second] = [await shop.hold(db, small), await shop.hold(db, begun)];
  await db.sql`update public.sessions set max_capacity = 0 where id = ${small}`;
  await db.sql`update public.sessions set session_date = '2021-01-02' where id = ${begun}`;
  expect(await refusal(shop.finalizeOrder(db, first))).toMatchObject({
    code: 'session_full',
    field: 'lines[0].session_id',
  });
  expect(await refusal(shop.finalizeOrder(db, second))).toMatchObject({
    code: 'session_started',
    field: 'lines[0].session_id',
  });
});

test('one child cannot have two spots in the same session', async () => {
  const order = await shop.hold(db, Array<string>(2).fill(await shop.makeSession(db, { capacity: 2 })));
  const [kai] = shop.details.children;
  const twice = { ...shop.details, children: [kai, { ...kai, name: ' KAI  tan' }] };
  expect(await refusal(shop.finalizeOrder(db, order, twice))).toMatchObject({
    code: 'child_twice',
    field: 'children[1].name',
  });
  await shop.finalizeOrder(db, order, shop.detailsOf(2));
});

test('the hold lasts two minutes longer than the payment session', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { order_id } = await shop.finalizeOrder(db, order);
  await start(order_id);
  expect(await record(order_id, 1, 'cs_long', 40)).toEqual({ ok: true });
  const { hold_expires_at, status } = await view(order);
  expect(status).toBe('awaiting_payment');
  expect((Date.parse(hold_expires_at ?? '') - Date.now()) / 60_000).toBeCloseTo(42, 1);
});

test('a hold that is about to end is extended while the payment provider is called', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  await db.sql`
    update public.holds set expires_at = clock_timestamp() + interval '5 seconds'
    where order_id = (select id from public.orders where secret = ${order.secret})`;
  await shop.finalizeOrder(db, order);
  const { hold_expires_at } = await view(order);
  expect((Date.parse(hold_expires_at ?? '') - Date.now()) / 60_000).toBeCloseTo(3, 1);
});

test('repeated attempts cannot extend a hold for ever', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { order_id } = await shop.finalizeOrder(db, order);
  await db.sql`update public.orders set opened_at = opened_at - interval '121 minutes' where id = ${order_id}`;
  expect(await refusal(shop.finalizeOrder(db, order))).toMatchObject({ code: 'hold_expired' });
});

test('the same terms find the attempt with its parameters, and other terms start a new one', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { order_id } = await shop.finalizeOrder(db, order);
  expect(await start(order_id, { first: true })).toEqual({ attempt: 1 });
  expect(await shop.finalizeOrder(db, order)).toMatchObject({
    attempt: 1,
    same_terms: true,
    stored_params: { first: true },
    open_session_id: null,
  });
  await record(order_id, 1, 'cs_first');
  expect(await shop.finalizeOrder(db, order)).toMatchObject({
    same_terms: true,
    open_session_id: 'cs_first',
  });
  const corrected = { ...shop.details, parent: { ...shop.details.parent, email: 'right@example.test' } };
  expect(await shop.finalizeOrder(db, order, corrected)).toMatchObject({
    same_terms: false,
    open_session_id: 'cs_first',
  });
  expect(await start(order_id, { second: true })).toEqual({ attempt: 2 });
});

test('the expiry of a replaced payment session keeps the spots, and that of the current one releases them', async () => {
  const session = await shop.makeSession(db);
  const order = await shop.hold(db, session);
  const { order_id } = await shop.finalizeOrder(db, order);
  await start(order_id);
  await record(order_id, 1, 'cs_old');
  await shop.finalizeOrder(db, order, {
    ...shop.details,
    parent: { ...shop.details.parent, email: 'new@example.test' },
  });
  // The webhook may arrive before the next attempt is stored.
  expect(await lapse('cs_old')).toEqual({ released: false });
  await start(order_id);
  await record(order_id, 2, 'cs_new');
  expect(await lapse('cs_old')).toEqual({ released: false });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
  expect(await lapse('cs_new')).toEqual({ released: true });
  expect(await lapse('cs_new')).toEqual({ released: false });
  expect(await lapse('cs_unknown')).toEqual({ released: false });
  expect(await shop.countSpotsTaken(db, session)).toBe(0);
  expect(await view(order)).toMatchObject({ status: 'expired' });
});

test('recording an attempt that was replaced, or whose spots were taken, returns false', async () => {
  const session = await shop.makeSession(db);
  const order = await shop.hold(db, session);
  const { order_id } = await shop.finalizeOrder(db, order);
  await start(order_id);
  await start(order_id);
  expect(await record(order_id, 1, 'cs_overtaken')).toEqual({ ok: false });
  await shop.expireHolds(db, order.secret);
  await shop.hold(db, session);
  expect(await record(order_id, 2, 'cs_too_late')).toEqual({ ok: false });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
  expect(await refusal(record(order_id, 3, 'cs_unknown_attempt'))).toMatchObject({ field: 'p_attempt' });
});

test('a spot that lapsed but is still free is held again when the session is recorded', async () => {
  const session = await shop.makeSession(db);
  const order = await shop.hold(db, session);
  const { order_id } = await shop.finalizeOrder(db, order);
  await start(order_id);
  await shop.expireHolds(db, order.secret);
  expect(await view(order)).toMatchObject({ status: 'expired' });
  expect(await record(order_id, 1, 'cs_slow')).toEqual({ ok: true });
  expect(await view(order)).toMatchObject({ status: 'awaiting_payment' });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});

test('no attempt starts before the details are known', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const [row] = await db.sql<{ id: string }[]>`select id from public.orders where secret = ${order.secret}`;
  expect(await refusal(start(row?.id ?? ''))).toMatchObject({ code: 'order_closed' });
});

test('no payment page keeps a spot longer than hold_life_minutes, whatever expiry the provider sets', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { order_id } = await shop.finalizeOrder(db, order);
  const { attempt } = await start(order_id);
  expect(await record(order_id, attempt, 'cs_long_lived', 24 * 60)).toEqual({ ok: true });
  const [row] = await db.sql`
    select h.expires_at = o.opened_at + make_interval(mins => t.hold_life_minutes) as capped
    from public.holds h join public.orders o on o.id = h.order_id, private.settings() t where o.id = ${order_id}`;
  expect(row).toEqual({ capped: true });
});
