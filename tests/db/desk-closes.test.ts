/**
 * Tests the daily close of the desk: sellers count their own money, each amount is counted once, and a close waits for
 * a sale that is being written (docs/decisions "Closing the desk").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  CloseDeskDay,
  DeskClose,
  DeskCloseDetails,
  DeskCloses,
  DeskDay,
  OpenDeskDays,
} from '#contract/desk-closes.ts';
import { DeskOrder } from '#contract/passes.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
let parent: Caller;
let seller: Caller;
let sellers = 0;
const newAdmin = async () => signedIn(await makeUser(db, `seller${++sellers}@example.test`, ['admin']));
const allowCoaches = (coaches_sell: boolean) =>
  db.sql`update public.settings set ${db.sql({ coaches_sell })}`;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  parent = await makeParent(db, 'parent@example.test');
});
beforeEach(async () => {
  seller = await newAdmin();
});
afterAll(() => db.drop());

let walkIns = 0;
const saleOf = (method: string) => ({
  key: randomUUID(),
  parent: { ...shop.details.parent, email: `closing${++walkIns}@example.test` },
  children: [{ name: 'Kai Tan', dob: '2018-05-01' }],
  lines: [{ offer_id: 'pass-term', child: 0 }],
  consents: { terms: true, activity: true },
  method,
  expected_total_cents: 69_700,
});
const sell = async (method = 'cash', who = seller) =>
  v.parse(DeskOrder, await callAs(db, who, 'sell_at_desk', saleOf(method)));
async function payBack(order: DeskOrder, cents: number, who: Caller): Promise<void> {
  const { refund_id } = await rpc<{ refund_id: string }>(db, service, 'refund_order', {
    p_order_id: order.order_id,
    p_cents: cents,
    p_reason: 'goodwill',
    p_key: randomUUID(),
  });
  await rpc(db, who, 'settle_desk_refund', { p_refund_id: refund_id });
}
const readDay = async (who = seller, day: string | null = null) =>
  v.parse(DeskDay, await rpc(db, who, 'get_desk_day', { p_day: day }));
/** Makes the form of a close with the amounts that the day shows. */
async function makeCloseForm(
  who = seller,
  counted: Partial<CloseDeskDay['counted']> = {},
  note: string | null = null,
) {
  const { day, open } = await readDay(who);
  const expected = {
    cash: open.cash.expected_cents,
    paynow: open.paynow.expected_cents,
    card_terminal: open.card_terminal.expected_cents,
  };
  return { key: randomUUID(), day, expected, counted: { ...expected, ...counted }, note };
}
const close = async (form: object, who = seller) =>
  v.parse(DeskClose, await rpc(db, who, 'close_desk_day', { p_close: form }));

test('a day shows what the seller took and refunded by hand, by method', async () => {
  const first = await sell();
  await sell('paynow');
  await sell('card_terminal');
  await payBack(first, 20_000, seller);
  await sell('cash', await newAdmin());
  const { open, items } = await readDay();
  expect(open).toEqual({
    cash: { taken_cents: 69_700, returned_cents: 20_000, expected_cents: 49_700 },
    paynow: { taken_cents: 69_700, returned_cents: 0, expected_cents: 69_700 },
    card_terminal: { taken_cents: 69_700, returned_cents: 0, expected_cents: 69_700 },
  });
  expect(items.map(({ kind, method, cents }) => [kind, method, cents])).toEqual([
    ['sale', 'cash', 69_700],
    ['sale', 'paynow', 69_700],
    ['sale', 'card_terminal', 69_700],
    ['refund', 'cash', -20_000],
  ]);
});

test('a refund counts for the admin who paid it back, on the day of that payment', async () => {
  const order = await sell();
  await close(await makeCloseForm());
  const other = await newAdmin();
  await payBack(order, 5_000, other);
  expect((await readDay()).items).toEqual([]);
  expect((await readDay(other)).open.cash).toEqual({
    taken_cents: 0,
    returned_cents: 5_000,
    expected_cents: -5_000,
  });
  expect((await close(await makeCloseForm(other), other)).amounts.cash).toEqual({
    expected_cents: -5_000,
    counted_cents: -5_000,
  });
});

test('a difference needs a note, and an admin can read both', async () => {
  const order = await sell();
  const form = await makeCloseForm(seller, { cash: 69_000 });
  for (const note of [null, '', '  '])
    expect(await refusal(close({ ...form, note }))).toMatchObject({ code: 'invalid_input', field: 'note' });
  const closed = await close({ ...form, note: 'Seven dollars short' });
  expect(closed).toMatchObject({ number_on_day: 1, difference_cents: -700, note: 'Seven dollars short' });
  const list = v.parse(
    DeskCloses,
    await rpc(db, admin, 'list_desk_closes', { p_filter: { state: 'different', search: 'seven' } }),
  );
  expect(list.rows).toEqual([closed]);
  const { items } = v.parse(
    DeskCloseDetails,
    await rpc(db, admin, 'get_desk_close', { p_close_id: closed.close_id }),
  );
  expect(items).toMatchObject([{ kind: 'sale', number: order.number, cents: 69_700 }]);
});

test('differences between two methods that add up to zero also need a note', async () => {
  await sell();
  await sell('paynow');
  const form = await makeCloseForm(seller, { cash: 69_600, paynow: 69_800 });
  expect(await refusal(close(form))).toMatchObject({ field: 'note' });
  expect(await close({ ...form, note: 'Typed as PayNow' })).toMatchObject({
    difference_cents: 0,
    is_different: true,
  });
});

test('a sale after a close belongs to the next close of the day, and no amount is counted twice', async () => {
  await sell();
  expect(await close(await makeCloseForm())).toMatchObject({ number_on_day: 1 });
  expect(await refusal(close(await makeCloseForm()))).toMatchObject({ code: 'changed_meanwhile' });
  await sell();
  const second = await close(await makeCloseForm());
  expect(second).toMatchObject({ number_on_day: 2, amounts: { cash: { expected_cents: 69_700 } } });
  expect((await readDay()).closes.map(({ number_on_day }) => number_on_day)).toEqual([1, 2]);
});

test('five parallel requests with one key make one close', async () => {
  await sell();
  const form = await makeCloseForm();
  const all = await Promise.all(Array.from({ length: 5 }, () => close(form)));
  expect(new Set(all.map(({ close_id, number_on_day }) => `${close_id} ${number_on_day}`)).size).toBe(1);
});

test('two devices of one seller close the same day once', async () => {
  await sell();
  const [one, two] = [await makeCloseForm(), await makeCloseForm()];
  const outcomes = await Promise.allSettled([close(one), close(two)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await readDay()).closes).toHaveLength(1);
});

test('an earlier day stays open until it is closed, and each Singapore day is counted separately', async () => {
  const order = await sell();
  await db.sql`
    update public.payments set created_at = '2026-03-01T23:30:00+08:00' where order_id = ${order.order_id}`;
  await sell();
  const { items, open_days } = await readDay();
  expect([items.length, open_days]).toEqual([1, ['2026-03-01']]);
  expect((await readDay(seller, '2026-03-01')).open.cash.expected_cents).toBe(69_700);
  expect((await readDay(seller, '2026-03-02')).items).toEqual([]);
  const days = v.parse(OpenDeskDays, await rpc(db, admin, 'get_open_desk_days', {}));
  expect(days).toContainEqual({ seller: `seller${sellers}@example.test`, day: '2026-03-01', cents: 69_700 });
});

test('nobody can change or delete a close, not even the superuser', async () => {
  await sell();
  const { close_id } = await close(await makeCloseForm());
  for (const statement of [
    db.sql`update public.desk_closes set note = 'x' where id = ${close_id}`,
    db.sql`delete from public.desk_closes where id = ${close_id}`,
    db.sql`delete from public.desk_close_items where close_id = ${close_id}`,
  ])
    expect(await sqlState(statement)).toBe('23001');
});

describe('a sale that is made during the close', () => {
  /** Starts the close while a sale of the same seller is written but not committed. */
  async function closeDuringSale() {
    await sell();
    const form = await makeCloseForm();
    const closing: Promise<unknown>[] = [];
    await db.as(seller, async (sql) => {
      await sql`select public.sell_at_desk(${sql.json(saleOf('cash'))})`;
      closing.push(Promise.allSettled([close(form)]).then(([outcome]) => outcome));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    return (await closing[0]) as PromiseSettledResult<DeskClose>;
  }

  test('the close waits for the sale, and then the seller has to count again', async () => {
    const outcome = await closeDuringSale();
    expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'changed_meanwhile' } });
    expect((await readDay()).open.cash.expected_cents).toBe(2 * 69_700);
  });

  test('control: without the lock, the close does not see the sale', async () => {
    const [{ body }] = await db.sql<[{ body: string }]>`
      select pg_get_functiondef('private.lock_desk_money(uuid, boolean)'::regprocedure) as body`;
    await db.sql`
      create or replace function private.lock_desk_money(p_seller_id uuid, p_closing boolean default false)
      returns void language sql set search_path = '' as 'select'`;
    const outcome = await closeDuringSale();
    await db.sql.unsafe(body);
    expect(outcome).toMatchObject({ status: 'fulfilled' });
    expect((await readDay()).open.cash.expected_cents).toBe(69_700);
  });
});

describe('who may close a day', () => {
  const calls: [string, Record<string, unknown>][] = [
    ['get_desk_day', {}],
    ['close_desk_day', { p_close: { key: randomUUID(), day: '2026-03-01' } }],
    ['list_desk_closes', {}],
    ['get_desk_close', { p_close_id: randomUUID() }],
    ['get_open_desk_days', {}],
  ];
  test.each(calls)('outsiders and coaches without the setting cannot call %s', async (name, body) => {
    const isForSellers = name.endsWith('desk_day');
    expect(await sqlState(rpc(db, visitor, name, body))).toBe('42501');
    expect(await refusal(rpc(db, parent, name, body))).toMatchObject({ code: 'not_allowed' });
    const full = name === 'close_desk_day' ? { p_close: await makeCloseForm() } : body;
    expect(await refusal(rpc(db, coach, name, full))).toMatchObject({ code: 'not_allowed' });
    await allowCoaches(true);
    const answer = rpc(db, coach, name, full);
    if (isForSellers && name !== 'close_desk_day') await answer;
    else
      expect(await refusal(answer)).toMatchObject({
        code: isForSellers ? 'changed_meanwhile' : 'not_allowed',
      });
    await allowCoaches(false);
  });

  test('a coach counts only their own money, even after they may no longer sell', async () => {
    await sell();
    await allowCoaches(true);
    await sell('cash', coach);
    await allowCoaches(false);
    expect((await readDay(coach)).open.cash.expected_cents).toBe(69_700);
    expect(await close(await makeCloseForm(coach), coach)).toMatchObject({ number_on_day: 1 });
    const seen = await db.as(coach, (sql) => sql`select seller_id from public.desk_closes`);
    expect(seen.map((row) => row['seller_id'] as string)).toEqual([coach.sub]);
    expect((await readDay()).closes).toEqual([]);
  });

  test('a seller cannot use the key of another close', async () => {
    await sell();
    const first = await makeCloseForm();
    await close(first);
    const other = await newAdmin();
    await sell('cash', other);
    expect(await refusal(close({ ...(await makeCloseForm(other)), key: first.key }, other))).toMatchObject({
      field: 'key',
    });
  });

  test.each<[string, object]>([
    ['key', { key: 'x' }],
    ['day', { day: '2026-13-01' }],
    ['counted', { counted: null }],
    ['counted.cash', { counted: { cash: 1.5, paynow: 0, card_terminal: 0 } }],
    ['expected.paynow', { expected: { cash: 0, card_terminal: 0 } }],
    ['note', { note: 'x'.repeat(301) }],
  ])('an invalid %s is refused', async (field, change) => {
    await sell();
    expect(await refusal(close({ ...(await makeCloseForm()), ...change }))).toMatchObject({
      code: 'invalid_input',
      field,
    });
  });
});
