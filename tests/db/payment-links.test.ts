/**
 * Tests what a payment link shows, to whom and until when, and what it must not show (docs/decisions "Paying by link").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaymentLink } from '#contract/payment-links.ts';
import type { OrderView } from '#contract/orders.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { visitorAt } from '#support/sql-leads.ts';
import { childAged8 } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
});
beforeEach(() => db.sql`truncate public.rate_limits`);
afterAll(() => db.drop());

const MINUTE = 60_000;
const page = 'https://pay.example/c/pay/cs_1';
const inMinutes = (iso: string | null) => (Date.parse(iso ?? '') - Date.now()) / MINUTE;

interface Finalized extends shop.FinalizedOrder {
  pay_until: string | null;
}
const finalize = (order: OrderView, p_by_link: boolean, p_details: unknown = shop.details) =>
  rpc<Finalized>(db, service, 'finalize_order', {
    p_secret: order.secret,
    p_details,
    p_expected_total_cents: order.total_cents,
    p_by_link,
  });
const makeLink = (secret: string) =>
  rpc<{ token: string; pay_until: string }>(db, service, 'make_payment_link', { p_secret: secret });
const read = async (p_token: string | null) =>
  v.parse(PaymentLink, await rpc(db, visitor, 'read_payment_link', { p_token }));

interface Sent extends shop.Checkout {
  token: string;
}

/** Finalizes the order, records its session as open and makes the link. */
async function send(order: OrderView, details: unknown = shop.details): Promise<Sent> {
  const { order_id, pay_until } = await finalize(order, true, details);
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: order_id,
    p_params: {},
  });
  const sessionId = `cs_${randomUUID()}`;
  await rpc(db, service, 'record_checkout', {
    p_order_id: order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: pay_until,
    p_url: page,
  });
  const { token } = await makeLink(order.secret);
  return { order, orderId: order_id, sessionId, token };
}
const sendOne = async () => send(await shop.hold(db, await shop.makeSession(db)));

test('the link shows the offer, the number of children, the price, the deadline and the refund rule', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  const { token } = await send(order);
  const { state, first_name, offer } = await read(token);
  expect({ state, first_name }).toEqual({ state: 'open', first_name: 'Mei' });
  expect(offer).toMatchObject({ children: 1, total_cents: 3800, url: page });
  expect(offer?.lines[0]?.cancellation).toBe('Free until 24 hours before.');
  expect(offer?.lines[0]?.session?.location_name).toBe('Somerset');
});

test('the link shows two children at a camp, and a pass without a class', async () => {
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
  await camps.publish(db, camps.tierOffer('spark'));
  const camp_id = await camps.makeCamp(db);
  const lines = [0, 1].map((child) => ({
    offer_id: 'tier-spark',
    camp_id,
    child,
    expected_price_cents: null,
  }));
  const children = [childAged8('Kai Tan'), childAged8('Lea Tan')];
  const order = await rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: { lines, children: children.map(({ dob }) => ({ dob })), previous_secret: null },
  });
  const { offer } = await read((await send(order, { ...shop.details, children })).token);
  expect([offer?.children, offer?.lines.length, offer?.lines[0]?.camp?.camp_id]).toEqual([2, 2, camp_id]);
  expect(offer?.total_cents).toBe(order.total_cents);

  const pass = await rpc<OrderView>(db, visitor, 'hold_order', {
    p_order: {
      lines: [{ offer_id: shop.term.id, expected_price_cents: null }],
      children: [],
      previous_secret: null,
    },
  });
  const { token } = await send(pass);
  expect((await read(token)).offer?.lines).toMatchObject([{ title: 'pass-term', session: null, camp: null }]);
  await shop.publish(db);
  await stopCalendar(db, new Date().toISOString());
});

test('the link shows nothing about the family and opens nothing else of the order', async () => {
  const details = {
    ...shop.details,
    children: [{ ...shop.details.children[0], allergies: 'Peanuts' }],
    signature: 'Mei Tan',
  };
  const order = await shop.hold(db, await shop.makeSession(db));
  const { token, orderId, sessionId } = await send(order, details);
  const shown = JSON.stringify(await rpc(db, visitor, 'read_payment_link', { p_token: token }));
  expect(shown).not.toMatch(/Kai|Tan|2018|Peanuts|mei@|9123|Bishan Street|coach_name/);
  for (const secret of [order.secret, order.number, orderId, sessionId]) expect(shown).not.toContain(secret);

  const access = { token };
  for (const [name, args] of [
    ['get_managed_order', { p_access: access }],
    ['cancel_lines', { p_access: access, p_line_ids: [], p_expected_refund_cents: 0 }],
    ['get_requested_details', { p_access: access }],
  ] as const)
    expect([name, (await refusal(rpc(db, visitor, name, args))).code]).toEqual([name, 'not_allowed']);
  await shop.confirmPayment(db, shop.paymentOf({ order, orderId, sessionId }));
  const { code } = await refusal(rpc(db, visitor, 'get_managed_order', { p_access: access }));
  expect(code).toBe('not_allowed');
});

test('only the hash of its token is stored, and links for mails open no payment', async () => {
  const { token, orderId } = await sendOne();
  const rows = await db.sql`select * from public.order_links where order_id = ${orderId}`;
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
  const [manage] = await db.sql<[{ token: string }]>`
    select private.make_order_link(${orderId}, 'manage', 'mei@example.test') as token`;
  for (const wrong of [manage.token, '', null, randomUUID(), 'a'.repeat(5000)])
    expect(await refusal(read(wrong))).toMatchObject({ code: 'link_not_found', status: 404 });
});

test('guessing is limited by network address, and the right link still opens', async () => {
  const { token } = await sendOne();
  const guesser = visitorAt('203.0.113.9');
  let code = '';
  for (let n = 0; n < 300 && code !== 'rate_limited'; n++)
    ({ code } = await refusal(rpc(db, guesser, 'read_payment_link', { p_token: `guess-${n}` })));
  expect(code).toBe('rate_limited');
  await db.sql`delete from public.rate_limits where key_hash = private.fingerprint('payment_link address 203.0.113.9')`;
  expect(await rpc(db, guesser, 'read_payment_link', { p_token: token })).toMatchObject({ state: 'open' });
});

test('visitors and families cannot make links, or make an order payable by link', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  for (const caller of [visitor, { role: 'authenticated', sub: randomUUID() } as const])
    expect(await sqlState(rpc(db, caller, 'make_payment_link', { p_secret: order.secret }))).toBe('42501');
  // No link is made before the order is finalized, or while it has no open payment page.
  expect(await refusal(makeLink(order.secret))).toMatchObject({ code: 'order_closed' });
  await shop.openPaymentPage(db, order);
  expect(await refusal(makeLink(order.secret))).toMatchObject({ code: 'order_closed' });
  expect(await refusal(makeLink(randomUUID()))).toMatchObject({ code: 'order_not_found' });
});

test('a pass that renews is not payable by link: each renewal would charge the payer', async () => {
  const order = await shop.hold(db, await shop.makeSession(db));
  await db.sql`update public.order_lines set renews = true
    where order_id = (select id from public.orders where secret = ${order.secret})`;
  expect(await refusal(finalize(order, true))).toMatchObject({ code: 'invalid_input', field: 'by_link' });
});

describe('the time limits of a link', () => {
  test('a link cannot make spots be held longer than any other order', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    const { token } = await send(order);
    const [most] = await db.sql<[{ minutes: number }]>`
      select hold_life_minutes as minutes from public.settings`;
    const held = await rpc<OrderView>(db, visitor, 'get_order', { p_secret: order.secret });
    expect(inMinutes(held.hold_expires_at)).toBeCloseTo(most.minutes, 0);
    expect(inMinutes((await read(token)).offer?.pay_until ?? null)).toBeCloseTo(most.minutes - 2, 0);
  });

  test('an order cannot be sent any more when too much time has passed since it was opened', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    await db.sql`update public.orders set opened_at = opened_at - interval '46 minutes' where secret = ${order.secret}`;
    expect(await refusal(finalize(order, true))).toMatchObject({ code: 'hold_expired' });
  });

  test('the link shows that the payment page was closed or has expired, and ends after a day', async () => {
    const { token, sessionId } = await sendOne();
    await rpc(db, service, 'lapse_checkout', { p_session_id: sessionId });
    // The page has not expired yet, so the parent or a bank must have closed it.
    expect((await read(token)).state).toBe('cancelled');
    await db.sql`update public.checkout_attempts set expires_at = clock_timestamp() where session_id = ${sessionId}`;
    expect(await read(token)).toEqual({ state: 'expired', first_name: 'Mei', offer: null });
    await db.sql`update public.order_links set expires_at = clock_timestamp() where purpose = 'payment'`;
    expect(await refusal(read(token))).toMatchObject({ code: 'link_expired' });
  });
});

test('a parent whose family name comes first is addressed by the given name, before and after the payment', async () => {
  const sent = await sendOne();
  await db.sql`update public.orders set parent_name = 'Lim Hui Min' where id = ${sent.orderId}`;
  expect(await read(sent.token)).toMatchObject({ state: 'open', first_name: 'Hui Min' });
  await shop.confirmPayment(db, shop.paymentOf(sent));
  expect(await read(sent.token)).toEqual({ state: 'paid', first_name: 'Hui Min', offer: null });
});

describe('changes to an order that was sent by link', () => {
  test('when the order is paid, the link says so and shows no payment page', async () => {
    const sent = await sendOne();
    await shop.confirmPayment(db, shop.paymentOf(sent));
    expect(await read(sent.token)).toEqual({ state: 'paid', first_name: 'Mei', offer: null });
    const mails = await db.sql`
      select recipient from public.outbox where template = 'booking_confirmed' and recipient <> 'mei@example.test'`;
    expect(mails).toEqual([]);
  });

  test('when the parent releases the order, the link shows it as cancelled', async () => {
    const { token, order } = await sendOne();
    await rpc(db, service, 'release_order', { p_secret: order.secret });
    expect(await read(token)).toEqual({ state: 'cancelled', first_name: 'Mei', offer: null });
  });

  test('when the order is paid after the hold and no spot is left, the parent chooses, and the payer sees that it is under review', async () => {
    const session = await shop.makeSession(db);
    const sent = await send(await shop.hold(db, session));
    await shop.expireHolds(db, sent.order.secret);
    const other = await shop.openCheckout(db, session);
    await shop.confirmPayment(db, shop.paymentOf(other));
    expect(await shop.confirmPayment(db, shop.paymentOf(sent))).toMatchObject({ result: 'needs_choice' });
    expect(await read(sent.token)).toEqual({ state: 'under_review', first_name: 'Mei', offer: null });
  });

  test('when the price changes, the agreed price is shown and charged', async () => {
    const sent = await sendOne();
    await db.sql`update public.offers set price_cents = 9900 where id = ${shop.tryout.id}`;
    expect((await read(sent.token)).offer?.total_cents).toBe(3800);
    expect(await shop.confirmPayment(db, shop.paymentOf(sent))).toMatchObject({ result: 'confirmed' });
    await db.sql`update public.offers set price_cents = 3800 where id = ${shop.tryout.id}`;
  });

  test('when the parent presses Pay, the same payment session is used, so that only one can be paid', async () => {
    const { order, sessionId } = await sendOne();
    expect(await finalize(order, false)).toMatchObject({ same_terms: true, open_session_id: sessionId });
  });

  test('a payment session from before the sending is replaced, because it leads to the parent’s pages', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    await shop.openPaymentPage(db, order);
    expect(await finalize(order, true)).toMatchObject({ same_terms: false });
  });

  test('a payment session from the parent’s other tab is not shown, and is replaced', async () => {
    const order = await shop.hold(db, await shop.makeSession(db));
    const { order_id } = await finalize(order, false);
    const { pay_until } = await finalize(order, true);
    await rpc(db, service, 'start_attempt', {
      p_order_id: order_id,
      p_params: { customer_email: 'mei@example.test', success_url: `https://site/?order=${order.secret}` },
    });
    await rpc(db, service, 'record_checkout', {
      p_order_id: order_id,
      p_attempt: 1,
      p_session_id: `cs_${randomUUID()}`,
      p_expires_at: pay_until,
      p_url: page,
    });
    expect(await refusal(makeLink(order.secret))).toMatchObject({ code: 'order_closed' });
    expect(await finalize(order, true)).toMatchObject({ same_terms: false });
  });

  test('while the payment page is made again, the link shows none', async () => {
    const { order, token, orderId } = await sendOne();
    const parent = { ...shop.details.parent, email: 'mei.tan@example.test' };
    expect(await finalize(order, false, { ...shop.details, parent })).toMatchObject({ same_terms: false });
    expect(await read(token)).toMatchObject({ state: 'changing', offer: null });
    await rpc(db, service, 'start_attempt', { p_order_id: orderId, p_params: {} });
    expect(await read(token)).toMatchObject({ state: 'changing', offer: null });
  });
});
