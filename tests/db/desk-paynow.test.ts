/**
 * Tests PayNow at the desk: a sale waits with its spots held, and is confirmed once (docs/decisions "PayNow at the
 * desk").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { DeskClose, DeskDay } from '#contract/desk-closes.ts';
import { closeList } from '#features/staff/desk-closes/list.tsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PaynowSale, PaynowSales } from '#contract/desk.ts';
import { DeskOrder } from '#contract/passes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
let parent: Caller;
const set = (change: Record<string, unknown>) => db.sql`update public.settings set ${db.sql(change)}`;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  parent = await makeParent(db, 'parent@example.test');
});
beforeEach(() => set({ uen: '202612345D', coaches_sell: false }));
afterAll(() => db.drop());

let walkIns = 0;
const saleOf = (session: string, more: object = {}) => ({
  key: randomUUID(),
  parent: { ...shop.details.parent, email: `paynow${++walkIns}@example.test` },
  children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
  lines: [{ offer_id: 'pass-term', session_id: session, child: 0 }],
  consents: { terms: true, activity: true },
  method: 'paynow',
  expected_total_cents: 69_700,
  ...more,
});
const call = (name: string, body: Record<string, unknown>, who = admin) => rpc(db, who, name, body);
const hold = async (sale: object, who = admin) =>
  v.parse(PaynowSale, await call('hold_paynow_sale', { p_sale: sale }, who));
let references = 0;
const confirm = async (id: string, reference = `BANK${++references}`, who = admin) =>
  v.parse(DeskOrder, await call('confirm_paynow_sale', { p_order_id: id, p_reference: reference }, who));
const endHold = (id: string) =>
  db.sql`update public.holds set expires_at = clock_timestamp() - interval '1 second' where order_id = ${id}`;
const readRow = async (id: string) => {
  const [row] = await db.sql`
    select o.status, o.outcome, (select count(*) from public.payments p where p.order_id = o.id) as payments,
      (select count(*) from public.bookings b where b.family_id = o.family_id and b.status = 'booked') as bookings,
      (select count(*) from public.holds h where h.order_id = o.id) as holds
    from public.orders o where o.id = ${id}`;
  return row;
};

test('a sale holds its spot unpaid, and the bank reference turns it into a booking', async () => {
  const session = await shop.makeSession(db, { capacity: 1 });
  const sale = await hold(saleOf(session));
  expect(sale).toMatchObject({ total_cents: 69_700, provider: { uen: '202612345D' } });
  expect(await readRow(sale.order_id)).toMatchObject({
    status: 'awaiting_payment',
    payments: 0,
    bookings: 0,
    holds: 1,
  });
  // The spot stays held while the parent pays.
  expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'session_full' });
  const order = await confirm(sale.order_id, ' dbs 123 ');
  expect(order).toMatchObject({ status: 'paid', method: 'paynow', number: sale.number });
  expect(await readRow(sale.order_id)).toMatchObject({ status: 'paid', payments: 1, bookings: 1, holds: 0 });
  const [payment] = await db.sql`
    select provider, method, amount_cents, result, reference from public.payments where order_id = ${sale.order_id}`;
  expect(payment).toEqual({
    provider: 'desk',
    method: 'paynow',
    amount_cents: 69_700,
    result: 'confirmed',
    reference: 'DBS123',
  });
});

test('two requests with the same key make one sale, and two equal confirmations make one payment', async () => {
  const body = saleOf(await shop.makeSession(db));
  const sales = await Promise.all([hold(body), hold(body), hold(body)]);
  expect(new Set(sales.map(({ order_id }) => order_id)).size).toBe(1);
  const [{ order_id }] = sales;
  // While the sale waits for PayNow, it can't be paid in cash.
  expect(await refusal(callAs(db, admin, 'sell_at_desk', { ...body, method: 'cash' }))).toMatchObject({
    code: 'order_closed',
  });
  await Promise.all([confirm(order_id, 'ONCE'), confirm(order_id, 'once')]);
  expect(await readRow(order_id)).toMatchObject({ payments: 1, bookings: 1 });
  expect(await refusal(confirm(order_id, 'OTHER'))).toMatchObject({ code: 'order_closed' });
  expect(await refusal(hold(body))).toMatchObject({ code: 'order_closed' });
  // A repeated sale in cash returns the sale that was already confirmed.
  const again = v.parse(DeskOrder, await callAs(db, admin, 'sell_at_desk', { ...body, method: 'cash' }));
  expect(again).toMatchObject({ order_id, method: 'paynow' });
  expect(await readRow(order_id)).toMatchObject({ payments: 1 });
});

test('the same key with another child is refused, and the first sale stays', async () => {
  const body = saleOf(await shop.makeSession(db));
  const sale = await hold(body);
  const other = { ...body, children: [{ name: 'Mia Tan', dob: '2018-05-01' }] };
  const readNumber = async (orderId: string) =>
    (await db.sql<[{ number: string }]>`select number from public.orders where id = ${orderId}`)[0].number;
  const expected = { code: 'sale_differs', field: 'key', detail: await readNumber(sale.order_id) };
  expect(await refusal(hold(other))).toMatchObject(expected);
  expect(await refusal(callAs(db, admin, 'sell_at_desk', { ...other, method: 'cash' }))).toMatchObject(
    expected,
  );
  await confirm(sale.order_id);
  expect(await refusal(callAs(db, admin, 'sell_at_desk', { ...other, method: 'cash' }))).toMatchObject(
    expected,
  );
  const cash = saleOf(await shop.makeSession(db), { method: 'cash' });
  const sold = v.parse(DeskOrder, await callAs(db, admin, 'sell_at_desk', cash));
  const changed = { ...cash, children: other.children };
  const differs = { ...expected, detail: sold.number };
  expect(await refusal(callAs(db, admin, 'sell_at_desk', changed))).toMatchObject(differs);
  expect(await refusal(hold({ ...changed, method: 'paynow' }))).toMatchObject(differs);
});

test('admins find every unpaid sale until it is purged, and a coach finds their own sales for one day', async () => {
  await set({ coaches_sell: true });
  const { order_id } = await hold(saleOf(await shop.makeSession(db)), coach);
  await db.sql`
    update public.orders set created_at = clock_timestamp() - interval '3 days' where id = ${order_id}`;
  const readSales = async (who: Caller) =>
    v.parse(PaynowSales, await call('get_paynow_sales', {}, who)).map((sale) => sale.order_id);
  expect(await readSales(admin)).toContain(order_id);
  expect(await readSales(coach)).not.toContain(order_id);
  await db.sql`update public.orders set kept_at = clock_timestamp() where id = ${order_id}`;
  expect(await readSales(admin)).not.toContain(order_id);
});

test('the order and the desk day show the bank reference', async () => {
  const { order_id } = await hold(saleOf(await shop.makeSession(db)));
  await confirm(order_id, 'SHOWN1');
  expect(await call('get_order_details', { p_order_id: order_id })).toMatchObject({
    payments: [{ reference: 'SHOWN1' }],
  });
  const day = await rpc<{ items: object[] }>(db, admin, 'get_desk_day', {});
  expect(day.items).toContainEqual(expect.objectContaining({ order_id, reference: 'SHOWN1' }));
});

test('a close and its file have the bank references of its sales', async () => {
  const seller = signedIn(await makeUser(db, 'closes@example.test', ['admin']));
  for (const reference of ['CLOSED1', 'CLOSED2']) {
    const { order_id } = await hold(saleOf(await shop.makeSession(db)), seller);
    await confirm(order_id, reference, seller);
  }
  const { day, open } = v.parse(DeskDay, await call('get_desk_day', {}, seller));
  const expected = {
    cash: open.cash.expected_cents,
    paynow: open.paynow.expected_cents,
    card_terminal: open.card_terminal.expected_cents,
  };
  const p_close = { key: randomUUID(), day, expected, counted: expected, note: null };
  const closed = v.parse(DeskClose, await call('close_desk_day', { p_close }, seller));
  expect(closed.references).toEqual(['CLOSED1', 'CLOSED2']);
  const column = closeList.csv.find(({ title }) => title === 'PayNow references');
  expect(column?.value(closed)).toBe('CLOSED1; CLOSED2');
});

test('one bank reference can confirm only one sale', async () => {
  const session = await shop.makeSession(db, { capacity: 5 });
  const [one, two] = [await hold(saleOf(session)), await hold(saleOf(session))];
  await confirm(one.order_id, 'FAST 77');
  expect(await refusal(confirm(two.order_id, 'fast77'))).toMatchObject({
    code: 'paynow_reference_used',
    field: 'p_reference',
  });
  expect(await readRow(two.order_id)).toMatchObject({ status: 'awaiting_payment', payments: 0 });
});

describe('a payment that comes after the hold', () => {
  test('the payment gets the spot if it is still free', async () => {
    const sale = await hold(saleOf(await shop.makeSession(db, { capacity: 1 })));
    await endHold(sale.order_id);
    await call('release_lapsed_holds', {}, service);
    expect(await confirm(sale.order_id)).toMatchObject({ order_id: sale.order_id });
    expect(await readRow(sale.order_id)).toMatchObject({ outcome: 'reseated', bookings: 1 });
  });

  test('the parent chooses if somebody else has the spot', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const sale = await hold(saleOf(session));
    await endHold(sale.order_id);
    await shop.hold(db, session);
    await confirm(sale.order_id);
    expect(await readRow(sale.order_id)).toMatchObject({ outcome: 'needs_choice', payments: 1, bookings: 0 });
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('the payment is also accepted after the sale was given up', async () => {
    const session = await shop.makeSession(db, { capacity: 1 });
    const sale = await hold(saleOf(session));
    expect(await call('release_paynow_sale', { p_order_id: sale.order_id })).toEqual({ released: true });
    expect(await call('release_paynow_sale', { p_order_id: sale.order_id })).toEqual({ released: false });
    expect(v.parse(PaynowSales, await call('get_paynow_sales', {}))).toContainEqual(
      expect.objectContaining({ order_id: sale.order_id, held_until: null }),
    );
    await confirm(sale.order_id);
    expect(await readRow(sale.order_id)).toMatchObject({ outcome: 'reseated', bookings: 1 });
  });
});

test('when there is a UEN, PayNow cannot be sold at once without a reference', async () => {
  const body = saleOf(await shop.makeSession(db));
  const sell = () => refusal(callAs(db, admin, 'sell_at_desk', body));
  expect(await sell()).toMatchObject({ code: 'invalid_input', field: 'method' });
  const [row] =
    await db.sql`select count(*)::int as n from public.orders where parent_email = ${body.parent.email}`;
  expect(row).toEqual({ n: 0 });
  await set({ uen: null });
  expect(await callAs(db, admin, 'sell_at_desk', body)).toMatchObject({ status: 'paid', method: 'paynow' });
});

test('a late payment for a used try-out is answered with an order in which nothing is booked', async () => {
  await db.sql`update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
  const home = await passes.makeHome(db);
  const tryOut = async (method: string) =>
    saleOf(await shop.makeSession(db), {
      family_id: home.familyId,
      children: [{ id: home.childId }],
      lines: [{ offer_id: shop.tryout.id, session_id: await shop.makeSession(db), child: 0 }],
      expected_total_cents: shop.tryout.price_cents,
      method,
    });
  const sale = await hold(await tryOut('paynow'));
  await endHold(sale.order_id);
  await call('release_lapsed_holds', {}, service);
  await callAs(db, admin, 'sell_at_desk', await tryOut('cash'));
  expect(await confirm(sale.order_id)).toMatchObject({
    status: 'paid_late',
    outcome: null,
    lines: [{ status: 'cancelled', had_before: true }],
  });
});

test('without a UEN no PayNow code is made', async () => {
  await set({ uen: null });
  expect(await refusal(hold(saleOf(await shop.makeSession(db))))).toMatchObject({
    code: 'paynow_not_set_up',
  });
});

test.each([null, '', '  ', 'x'.repeat(61)])('%s is refused as a reference', async (reference) => {
  const { order_id } = await hold(saleOf(await shop.makeSession(db)));
  const answer = call('confirm_paynow_sale', { p_order_id: order_id, p_reference: reference });
  expect(await refusal(answer)).toMatchObject({ code: 'invalid_input', field: 'p_reference' });
});

test('a cash sale cannot be held', async () => {
  const sale = saleOf(await shop.makeSession(db), { method: 'cash' });
  expect(await refusal(hold(sale))).toMatchObject({ field: 'method' });
});

describe('who may sell by PayNow', () => {
  test('outsiders and coaches without the setting cannot sell or confirm', async () => {
    const sale = saleOf(await shop.makeSession(db));
    const { order_id } = await hold(saleOf(await shop.makeSession(db)));
    const calls: [string, Record<string, unknown>][] = [
      ['hold_paynow_sale', { p_sale: sale }],
      ['confirm_paynow_sale', { p_order_id: order_id, p_reference: 'X1' }],
      ['release_paynow_sale', { p_order_id: order_id }],
      ['get_paynow_sales', {}],
    ];
    for (const [name, body] of calls) {
      expect(await sqlState(call(name, body, visitor))).toBe('42501');
      for (const who of [parent, coach])
        expect(await refusal(call(name, body, who))).toMatchObject({ code: 'not_allowed' });
    }
    expect(await readRow(order_id)).toMatchObject({ status: 'awaiting_payment', payments: 0 });
  });

  test('a coach who sells sees only their own sales, and an admin sees all sales of the desk but none of the website', async () => {
    await set({ coaches_sell: true });
    const session = await shop.makeSession(db, { capacity: 5 });
    const [own, others] = [await hold(saleOf(session), coach), await hold(saleOf(session))];
    for (const name of ['confirm_paynow_sale', 'release_paynow_sale']) {
      const body = { p_order_id: others.order_id, ...(name.startsWith('confirm') && { p_reference: 'X2' }) };
      expect(await refusal(call(name, body, coach))).toMatchObject({ code: 'order_not_found' });
    }
    const seen = v.parse(PaynowSales, await call('get_paynow_sales', {}, coach));
    expect(seen.map(({ order_id }) => order_id)).toEqual([own.order_id]);
    await confirm(own.order_id, 'COACHS');
    const web = await shop.openCheckout(db, session);
    expect(await refusal(confirm(web.orderId))).toMatchObject({ code: 'order_not_found' });
  });
});
