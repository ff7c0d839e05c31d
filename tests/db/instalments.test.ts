/**
 * Tests camps sold for a deposit: the plans that are offered, the sale, and who may do what (docs/decisions "Deposits
 * and instalments").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InstalmentOption } from '#contract/instalments.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { callAs, makeParent, signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let coach: Caller;
let parent: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  parent = await makeParent(db, 'parent@example.test');
});
beforeEach(() => instalments.allowDeposits(db));
afterAll(() => db.drop());

const set = (change: Record<string, unknown>) => db.sql`update public.settings set ${db.sql(change)}`;
const optionsOf = async (campIds: string[], more: object = {}) => {
  const { lines, children } = instalments.makeSale(campIds);
  const quote = await callAs<{ instalments: unknown }>(db, admin, 'quote_at_desk', {
    lines,
    children,
    ...more,
  });
  return v.parse(v.array(InstalmentOption), quote.instalments);
};
const sellCamp = async (days = 60, more: object = {}) =>
  instalments.sellAtDesk(db, admin, instalments.makeSale([await instalments.makeCampIn(db, days)], more));

describe('the instalments that the desk may offer', () => {
  test('the desk may offer a deposit of 30% and the rest three weeks before the camp, in up to three instalments', async () => {
    const options = await optionsOf([await instalments.makeCampIn(db, 61)]);
    expect(options.map(({ parts, deposit_cents }) => [parts, deposit_cents])).toEqual([
      [1, instalments.DEPOSIT],
      [2, instalments.DEPOSIT],
      [3, instalments.DEPOSIT],
    ]);
    for (const { parts, deposit_cents, rest } of options) {
      expect(rest).toHaveLength(parts);
      expect(rest.at(-1)?.due_on).toBe(await instalments.dayAhead(db, 40));
      expect(deposit_cents + rest.reduce((sum, { cents }) => sum + cents, 0)).toBe(instalments.PRICE);
    }
  });

  test('the deposit is at least S$100, and for siblings the sum of their deposits', async () => {
    await set({ deposit_percent: 10 });
    const camp = await instalments.makeCampIn(db, 61);
    expect((await optionsOf([camp]))[0]).toMatchObject({ deposit_cents: 10_000 });
    expect((await optionsOf([camp, camp]))[0]).toMatchObject({ deposit_cents: 20_000 });
  });

  test.each([
    ['the camp begins before the rest would be due', 21, {}],
    ['the setting is off', 60, { camp_deposits: false }],
  ])('only the whole price can be charged if %s', async (_, days, change) => {
    if ('camp_deposits' in change) await set(change);
    const camp = await instalments.makeCampIn(db, days);
    expect(await optionsOf([camp])).toEqual([]);
    expect(await refusal(instalments.sellAtDesk(db, admin, instalments.makeSale([camp])))).toMatchObject({
      code: 'no_instalments',
    });
    await set({ camp_deposits: true });
    expect(
      await refusal(
        instalments.sellAtDesk(
          db,
          admin,
          instalments.makeSale([camp], { instalments: { parts: 1, deposit_cents: 1 } }),
        ),
      ),
    ).toMatchObject({
      code: days === 21 ? 'no_instalments' : 'price_changed',
      field: 'instalments',
    });
  });

  test('a pass can never be paid in instalments', async () => {
    expect(
      await optionsOf([], {
        lines: [{ offer_id: 'pass-term', child: 0 }],
        children: [{ name: 'Kai', dob: '2018-05-01' }],
      }),
    ).toEqual([]);
  });
});

describe('a sale for a deposit', () => {
  test('the sale gives the spot, charges the deposit, and leaves the rest open', async () => {
    const order = await sellCamp();
    expect(order.instalments).toMatchObject({ open_cents: instalments.PRICE - instalments.DEPOSIT });
    expect(order.instalments.parts.map(({ cents, status }) => [cents, status])).toEqual([
      [instalments.DEPOSIT, 'paid'],
      [instalments.PRICE - instalments.DEPOSIT, 'due'],
    ]);
    expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
      paid: instalments.DEPOSIT,
      held: instalments.DEPOSIT,
      places: 1,
      open: instalments.PRICE - instalments.DEPOSIT,
      parts: instalments.PRICE,
    });
    const [invoice] =
      await db.sql`select amount_cents from public.invoices where order_id = ${order.order_id}`;
    expect(invoice).toEqual({ amount_cents: instalments.DEPOSIT });
  });

  test('the sale keeps its terms when the settings change', async () => {
    const order = await sellCamp();
    await set({ deposit_percent: 80, deposit_due_days: 5, camp_deposits: false });
    expect(await instalments.readPlan(db, order.order_id)).toEqual(order.instalments);
  });

  test('paying the rest at the desk pays the order in full, with an additional invoice', async () => {
    await set({ gst_number: 'M12345678X' });
    const order = await sellCamp(60, { instalments: { parts: 2, deposit_cents: instalments.DEPOSIT } });
    for (let left = 2; left > 0; left--) await instalments.takeInstalment(db, admin, order.order_id);
    expect(await instalments.readPlan(db, order.order_id)).toMatchObject({ open_cents: 0 });
    expect(await instalments.countMoney(db, order.order_id)).toMatchObject({
      paid: instalments.PRICE,
      held: instalments.PRICE,
      open: 0,
    });
    const invoices = await db.sql<{ amount_cents: number }[]>`
      select amount_cents from public.invoices where order_id = ${order.order_id} order by number`;
    expect(invoices.map(({ amount_cents }) => amount_cents)).toEqual([instalments.DEPOSIT, 17_150, 17_150]);
    const mails = await db.sql<{ invoice: string }[]>`
      select payload ->> 'invoice' as invoice from public.outbox
      where template = 'instalment_paid' and payload ->> 'number' = ${order.number}`;
    expect(new Set(mails.map(({ invoice }) => invoice)).size).toBe(2);
    await expect(instalments.takeInstalment(db, admin, order.order_id)).rejects.toThrow('nothing is due');
  });

  test('a PayNow code asks for the deposit', async () => {
    await set({ uen: '202612345D' });
    const camp = await instalments.makeCampIn(db, 60);
    const held = await callAs<{ order_id: string; total_cents: number }>(
      db,
      admin,
      'hold_paynow_sale',
      instalments.makeSale([camp], { method: 'paynow' }),
    );
    expect(held.total_cents).toBe(instalments.DEPOSIT);
    await rpc(db, admin, 'confirm_paynow_sale', { p_order_id: held.order_id, p_reference: 'DEPOSIT1' });
    expect(await instalments.countMoney(db, held.order_id)).toMatchObject({
      paid: instalments.DEPOSIT,
      held: instalments.DEPOSIT,
      places: 1,
    });
    // A second PayNow payment needs its own reference.
    expect(
      await refusal(instalments.takeInstalment(db, admin, held.order_id, { method: 'paynow' })),
    ).toMatchObject({
      field: 'reference',
    });
    expect(
      await refusal(
        instalments.takeInstalment(db, admin, held.order_id, { method: 'paynow', reference: ' deposit1' }),
      ),
    ).toMatchObject({
      code: 'paynow_reference_used',
    });
    await instalments.takeInstalment(db, admin, held.order_id, { method: 'paynow', reference: 'REST1' });
    expect(await instalments.countMoney(db, held.order_id)).toMatchObject({
      paid: instalments.PRICE,
      open: 0,
    });
  });
});

describe('who may use instalments', () => {
  const nobody = () => [visitor, parent, coach];
  test.each([
    [
      'take_instalment',
      (id: string) => ({
        p_take: { key: randomUUID(), instalment_id: id, method: 'cash', expected_cents: 1 },
      }),
    ],
    [
      'move_instalment',
      (id: string) => ({
        p_instalment_id: id,
        p_due_on: '2099-01-01',
        p_expected_due_on: '2099-01-01',
        p_reason: 'Mine',
      }),
    ],
    [
      'write_off_instalment',
      (id: string) => ({ p_instalment_id: id, p_expected_cents: 1, p_reason: 'Mine' }),
    ],
    ['remind_instalment', (id: string) => ({ p_order_id: id })],
    ['start_instalment', () => ({ p_token: 'x' })],
    [
      'record_instalment_session',
      (id: string) => ({ p_instalment_id: id, p_attempt: 1, p_session_id: 'cs', p_url: 'https://x.test' }),
    ],
    ['lapse_instalments', () => ({})],
    ['list_instalment_sessions', () => ({})],
    ['close_instalment_session', () => ({ p_session_id: 'cs' })],
    ['queue_instalment_reminders', () => ({})],
  ])('visitors, parents and coaches cannot call %s', async (name, argsOf) => {
    await set({ coaches_sell: true });
    const order = await sellCamp();
    const part = await instalments.findNextPart(db, order.order_id);
    for (const who of nobody()) {
      await expect(rpc(db, who, name, argsOf(part.id))).rejects.toThrow();
    }
    expect(await instalments.readPlan(db, order.order_id)).toEqual(order.instalments);
  });

  test('only the family can make a link to pay, and whoever has the link reads it without the child’s name', async () => {
    const order = await sellCamp();
    for (const who of [visitor, parent, coach])
      await expect(
        rpc(db, who, 'make_instalment_link', { p_access: { order_id: order.order_id } }),
      ).rejects.toThrow();
    const [{ token }] = await db.sql<
      [{ token: string }]
    >`select private.make_order_link(${order.order_id}, 'manage') as token`;
    const link = await rpc<{ token: string }>(db, visitor, 'make_instalment_link', {
      p_access: { token },
    });
    const shown = await rpc(db, visitor, 'read_payment_link', { p_token: link.token });
    expect(shown).toMatchObject({
      state: 'open',
      offer: {
        total_cents: instalments.PRICE - instalments.DEPOSIT,
        url: null,
        due_on: await instalments.dayAhead(db, 39),
      },
    });
    expect(JSON.stringify(shown)).not.toMatch(/Kai|@|Tan/);
    // The link of an instalment can pay, but cannot open the order.
    expect(
      await refusal(rpc(db, visitor, 'get_managed_order', { p_access: { token: link.token } })),
    ).toBeTruthy();
    // A link that manages the order cannot start a payment of an instalment.
    expect(await refusal(rpc(db, service, 'start_instalment', { p_token: token }))).toMatchObject({
      code: 'link_not_found',
    });
  });
});

test('the books agree after all tests in this file', async () => {
  expect(await instalments.findPlanDiscrepancies(db, admin)).toEqual([]);
});
