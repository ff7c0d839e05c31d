/** Tests the accountant's documents: who may read them, and that their sums agree with the orders and refunds. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AccountingDocuments } from '#contract/accounting.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
const today = afterSale.dateIn(0);
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }));
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const ask = (role: Role, p_from: unknown = today, p_until: unknown = today) =>
  rpc(db, people.callers[role], 'get_accounting_documents', { p_from, p_until });

test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
  expect(await sqlState(ask(role))).toBe('42501'),
);
test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
  expect(await refusal(ask(role))).toMatchObject({ code: 'not_allowed' }),
);
test.each([
  ['2026-01-01', '2026-02-01', 'p_until'],
  ['2026-02-01', '2026-01-31', 'p_until'],
  ['1999-12-31', '2000-01-01', 'p_from'],
])('a period from %s until %s is refused', async (from, until, field) =>
  expect(await refusal(ask('admin', from, until))).toMatchObject({ code: 'invalid_input', field }),
);

test('every paid order is exported once as an invoice of its total, and every paid refund is deducted once', async () => {
  const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(30) });
  const line = { offer_id: 'tier-spark', camp_id };
  const siblings = await afterSale.buy(db, [line, line]);
  await refundAsStaff(db, people.callers.admin, { order: siblings.orderId }, 2500);
  await db.sql`
    update public.refunds set status = 'succeeded', settled_at = clock_timestamp() where order_id = ${siblings.orderId}`;
  await db.sql`update public.settings set gst_number = 'M2-0000001-1'`;
  const taxed = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: await shop.makeSession(db) }]);
  await refundAsStaff(db, people.callers.admin, { order: taxed.orderId }, 1090);
  await db.sql`
    update public.refunds set status = 'succeeded', settled_at = clock_timestamp() where order_id = ${taxed.orderId}`;
  // This refund is requested but not settled, so it has no document yet.
  await refundAsStaff(db, people.callers.admin, { order: taxed.orderId }, 77);

  await db.sql`delete from public.rate_limits`;
  const { documents, account_code } = v.parse(AccountingDocuments, await ask('business admin'));
  expect(account_code).toBe('200');
  const sumOf = (one: (typeof documents)[number]) => one.lines.reduce((sum, { cents }) => sum + cents, 0);
  const invoices = documents.filter(({ kind }) => kind === 'invoice');
  const orders = await db.sql<{ number: string; total_cents: number }[]>`
    select number, total_cents from public.orders
    where paid_at >= ${today}::date::timestamp at time zone 'Asia/Singapore' order by number`;
  expect(
    invoices.map((one) => ({ number: one.order_number, total_cents: sumOf(one) })).toSorted(byNumber),
  ).toEqual([...orders].toSorted(byNumber));
  expect(new Set(documents.map(({ reference }) => reference)).size).toBe(documents.length);

  const [sold] = await db.sql<[{ number: string; invoice: string }]>`
    select o.number, i.reference as invoice from public.orders o
    join public.invoices i on i.order_id = o.id and i.kind = 'invoice' where o.id = ${siblings.orderId}`;
  const documentsOf = (number: string) => documents.filter(({ order_number }) => order_number === number);
  // Without a GST registration the document is a refund note.
  expect(documentsOf(sold.number).find(({ kind }) => kind === 'refund_note')).toMatchObject({
    reference: 'RN-00001',
    invoice: sold.invoice,
    gst_rate_basis_points: null,
    lines: [{ cents: -2500 }],
  });
  const [other] = await db.sql<
    [{ number: string }]
  >`select number from public.orders where id = ${taxed.orderId}`;
  const credited = documentsOf(other.number).filter(({ kind }) => kind !== 'invoice');
  expect(credited).toMatchObject([
    {
      kind: 'credit_note',
      reference: 'CN-00001',
      gst_rate_basis_points: 900,
      day: today,
      lines: [{ cents: -1090 }],
    },
  ]);
  const [back] = await db.sql<[{ cents: number }]>`
    select sum(amount_cents)::int as cents from public.refunds where status = 'succeeded'`;
  expect(documents.filter(({ kind }) => kind !== 'invoice').reduce((sum, one) => sum + sumOf(one), 0)).toBe(
    -back.cents,
  );
  expect(JSON.stringify(documents)).not.toContain('Kai');

  await db.sql`
    update public.refunds set status = 'failed' where order_id = ${taxed.orderId} and status = 'succeeded'`;
  const later = v.parse(AccountingDocuments, await ask('admin')).documents;
  // Documents that were exported stay unchanged, and the failed refund adds a reversal.
  expect(later.filter(({ kind }) => kind !== 'reversal')).toEqual(documents);
  expect(later.filter(({ kind }) => kind === 'reversal')).toMatchObject([
    {
      reference: 'RV-00001',
      order_number: other.number,
      gst_rate_basis_points: 900,
      lines: [{ cents: 1090 }],
    },
  ]);
});

const byNumber = (a: { number: string }, b: { number: string }) => a.number.localeCompare(b.number);
