/**
 * Tests what staff, the accountant and the family see of an instalment plan (docs/decisions "Deposits and
 * instalments").
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { AccountingDocuments } from '#contract/accounting.ts';
import { OrderDetails, StaffOrders } from '#contract/management-orders.ts';
import { GstReport, InstalmentsReport } from '#contract/management-reports.ts';
import { FamilyDashboard } from '#contract/family.ts';
import * as v from 'valibot';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as passes from '#support/sql-passes.ts';
import { makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => instalments.allowDeposits(db, { gst_number: 'M12345678X', gst_rate_basis_points: 900 }));
afterAll(() => db.drop());

const sellCamp = async (days = 60, more: object = {}) =>
  instalments.sellAtDesk(db, admin, instalments.makeSale([await instalments.makeCampIn(db, days)], more));
const report = (name: string, from: string, until: string) =>
  rpc(db, admin, 'get_report', { p_report: name, p_from: from, p_until: until });

test('the list finds orders with an open amount, and shows how much it is', async () => {
  const [open, paid] = [await sellCamp(), await sellCamp()];
  await instalments.takeInstalment(db, admin, paid.order_id);
  const list = v.parse(
    StaffOrders,
    await rpc(db, admin, 'list_orders', {
      p_filter: { state: 'rest_open' },
      p_sort: '-created',
      p_after: null,
      p_limit: 50,
    }),
  );
  expect(list.rows.map(({ order_id, state, open_cents }) => [order_id, state, open_cents])).toContainEqual([
    open.order_id,
    'part_paid',
    instalments.PRICE - instalments.DEPOSIT,
  ]);
  expect(list.rows.map(({ order_id }) => order_id)).not.toContain(paid.order_id);
});

test('the report sums the open amounts by the month in which they are due', async () => {
  const before = v.parse(InstalmentsReport, await report('instalments', '2026-01-01', '2026-01-02'));
  const order = await sellCamp(62);
  const month = (await instalments.findNextPart(db, order.order_id)).due_on.slice(0, 7);
  const centsOf = ({ months }: InstalmentsReport) => months.find((row) => row.month === month)?.cents ?? 0;
  const after = v.parse(InstalmentsReport, await report('instalments', '2026-01-01', '2026-01-02'));
  expect(centsOf(after) - centsOf(before)).toBe(instalments.PRICE - instalments.DEPOSIT);
});

test('GST and the accountant’s documents count each instalment on the day of its payment', async () => {
  const today = await instalments.dayAhead(db, 0);
  const readSupplies = async () => {
    const { months } = v.parse(GstReport, await report('gst', today, today));
    return months.reduce((sum, { supplied_cents }) => sum + supplied_cents, 0);
  };
  const documents = async (number: string) => {
    const all = await rpc(db, admin, 'get_accounting_documents', { p_from: today, p_until: today });
    return v
      .parse(AccountingDocuments, all)
      .documents.filter(({ order_number }) => order_number === number)
      .map(({ lines }) => lines.reduce((sum, { cents }) => sum + cents, 0));
  };
  const before = await readSupplies();
  const order = await sellCamp(60, { instalments: { parts: 2, deposit_cents: instalments.DEPOSIT } });
  expect((await readSupplies()) - before).toBe(instalments.DEPOSIT);
  expect(await documents(order.number)).toEqual([instalments.DEPOSIT]);
  await instalments.takeInstalment(db, admin, order.order_id);
  await instalments.takeInstalment(db, admin, order.order_id);
  expect((await readSupplies()) - before).toBe(instalments.PRICE);
  expect(await documents(order.number)).toEqual([instalments.DEPOSIT, 17_150, 17_150]);
});

test('the family sees what is due within two weeks, and the order’s history shows why it got more time', async () => {
  const home = await passes.makeHome(db);
  const camp = await instalments.makeCampIn(db, 50);
  const order = await instalments.sellAtDesk(
    db,
    admin,
    instalments.makeSale([camp], {
      family_id: home.familyId,
      parent: { phone: '+6591234567' },
      children: [{ id: home.childId }],
    }),
  );
  const readTasks = async () => {
    const dashboard = v.parse(FamilyDashboard, await rpc(db, home.who, 'get_family_dashboard'));
    return dashboard.notifications.filter(({ kind }) => kind === 'instalment_due');
  };
  expect(await readTasks()).toEqual([]);
  const part = await instalments.findNextPart(db, order.order_id);
  await rpc(db, admin, 'move_instalment', {
    p_instalment_id: part.id,
    p_due_on: await instalments.dayAhead(db, 14),
    p_expected_due_on: part.due_on,
    p_reason: 'They asked nicely',
  });
  expect(await readTasks()).toMatchObject([{ order_id: order.order_id, cents: part.cents, is_late: false }]);
  const details = v.parse(
    OrderDetails,
    await rpc(db, admin, 'get_order_details', { p_order_id: order.order_id }),
  );
  expect(details.events).toContainEqual(
    expect.objectContaining({ kind: 'instalment_moved', about: 'They asked nicely' }),
  );
  // The family can read its plan, but not the reasons that staff wrote.
  const rows = await db.as(home.who, (sql) => sql`select cents, status from public.order_instalments`);
  expect(rows).toHaveLength(2);
  await expect(
    db.as(home.who, (sql) => sql`select moved_reason from public.order_instalments`),
  ).rejects.toThrow('permission denied');
});
