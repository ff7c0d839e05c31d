import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import type { RefundSteps } from '#contract/refund-steps.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const steps = async (bought: afterSale.BoughtOrder): Promise<RefundSteps> =>
  (await afterSale.viewOrder(db, bought)).lines[0]?.refund_steps ?? [];
const refundOnCancel = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel?.refund_cents ?? 0;
const startsAt = async (id: string) => {
  const [row] = await db.sql<[{ at: string }]>`
    select private.iso(starts_at) as at from public.sessions where id = ${id}
    union all select private.iso(starts_at) from public.camp_weeks where id = ${id}`;
  return Date.parse(row.at);
};
const setTime = (ms: number) => stopCalendar(db, new Date(ms).toISOString());

test('each row is valid to its last second: the refund shown is the refund paid', async () => {
  await afterSale.sellWithRules(db);
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(20));
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
  const shown = await steps(bought);
  const begins = await startsAt(session_id);
  expect(shown).toEqual([
    { refund_cents: 69700, until: new Date(begins - 48 * 3_600_000).toISOString() },
    { refund_cents: 34850, until: new Date(begins - 24 * 3_600_000).toISOString() },
    { refund_cents: 0, until: null },
  ]);
  for (const [n, { refund_cents, until }] of shown.entries()) {
    if (until === null) continue;
    await setTime(Date.parse(until));
    expect(await refundOnCancel(bought)).toBe(refund_cents);
    await setTime(Date.parse(until) + 1000);
    expect(await refundOnCancel(bought)).toBe(shown[n + 1]?.refund_cents);
  }
});

test('days after the purchase end at midnight in Singapore', async () => {
  await afterSale.sellWithRules(db, [{ days_after_purchase: 14, percent: 100 }]);
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(60));
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
  const [first, last, ...more] = await steps(bought);
  expect(more).toEqual([]);
  expect(first?.refund_cents).toBe(69700);
  expect(first?.until).toMatch(/T16:00:00\.000Z$/);
  const days = (Date.parse(first?.until ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(14);
  expect(days).toBeLessThanOrEqual(15);
  expect(last).toEqual({ refund_cents: 0, until: null });
});

test('the mail of a camp has the same table', async () => {
  await afterSale.sellWithRules(db);
  const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(35) });
  const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
  const [mail] = await db.sql<[{ steps: RefundSteps }]>`
    select payload #> '{lines,0,refund_steps}' as steps from public.outbox
    where template = 'booking_confirmed' and payload ->> 'number' = (select number from public.orders where id = ${bought.orderId})`;
  expect(mail.steps.length).toBeGreaterThan(1);
  expect(mail.steps).toEqual(await steps(bought));
});

test('a line that cannot be cancelled has no table', async () => {
  await afterSale.sellWithRules(db);
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(20));
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
  await afterSale.cancelLines(db, bought, bought.lines, bought.total);
  expect(await steps(bought)).toEqual([]);
});

const second = 1000;
const kinds: [string, afterSale.RefundRule[], () => Promise<object>][] = [
  [
    'a camp, by hours before it begins',
    [
      { hours_before: 336, percent: 100 },
      { hours_before: 168, percent: 50 },
    ],
    async () => ({
      offer_id: 'tier-spark',
      camp_id: await camps.makeCamp(db, { start: afterSale.dateIn(30) }),
    }),
  ],
  [
    'a pass, by days after it was bought',
    [{ days_after_purchase: 14, percent: 100 }],
    async () => ({
      offer_id: shop.term.id,
      session_id: await afterSale.makeSession(db, afterSale.dateIn(30)),
    }),
  ],
  [
    'both together',
    [
      { days_after_purchase: 2, percent: 100 },
      { hours_before: 72, percent: 70 },
    ],
    async () => ({
      offer_id: shop.tryout.id,
      session_id: await afterSale.makeSession(db, afterSale.dateIn(10)),
    }),
  ],
];

test.each(kinds)(
  '%s: the table at the checkout is right a second before and after each limit',
  async (_, rules, make) => {
    await afterSale.sellWithRules(db, rules);
    const line = (await make()) as { offer_id: string };
    const held = await rpc<OrderView>(db, visitor, 'hold_order', {
      p_order: { lines: [{ child: 0, ...line }], children: [{}] },
    });
    const shownSteps = held.refund_steps ?? [];
    expect(shownSteps.map(({ refund_cents }) => refund_cents)).toEqual([
      ...rules.map(({ percent }) => Math.round((held.total_cents * percent) / 100)),
      0,
    ]);
    const bought = await afterSale.buy(db, [line]);
    const givenBack = async (ms: number) => {
      const [row] = await db.sql<[{ cents: number | null }]>`
        select t.refund_cents as cents from public.order_lines l
        cross join lateral private.cancel_terms(l, ${new Date(ms).toISOString()}::timestamptz) t
        where l.id = ${bought.lines[0] ?? ''}`;
      return row.cents ?? 0;
    };
    for (const [n, { refund_cents, until }] of shownSteps.entries()) {
      if (until === null) continue;
      const border = Date.parse(until);
      expect(await givenBack(border - second)).toBe(refund_cents);
      expect(await givenBack(border + second)).toBe(shownSteps[n + 1]?.refund_cents);
    }
    // The order page and the mail have the same times and amounts as the checkout.
    expect(await steps(bought)).toEqual(shownSteps);
  },
);
