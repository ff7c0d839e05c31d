import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as after from '../support/sql-after.ts';
import type { Caller } from '../support/database.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import * as disputes from '../support/sql-disputes.ts';
import * as chosen from '../support/sql-late-choice.ts';
import { payBack } from '../support/sql-refunds.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await after.sellWithRules(db);
  admin = { role: 'authenticated', sub: await x.makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

const buy = async (n = 1) => {
  const session_id = await after.session(db, after.day(20));
  return after.buy(
    db,
    Array.from({ length: n }, () => ({ offer_id: shop.term.id, session_id })),
  );
};
const line = ({ lines }: after.Bought) => lines[0] ?? '';
const finish = (p_id: string, p_status: string) =>
  x.rpc(db, x.service, 'finish_refund', { p_id, p_provider_id: null, p_status, p_error: null });

/** The money has gone: every refund of the order succeeds at the provider. */
async function paidBack({ orderId }: after.Bought): Promise<number> {
  const rows = await db.sql<{ id: string }[]>`select id from public.refunds where order_id = ${orderId}`;
  for (const { id } of rows) await finish(id, 'succeeded');
  return rows.length;
}
/** Mails that speak of money that comes back. */
const said = async ({ orderId }: after.Bought) =>
  (await after.mailsOf(db, orderId)).filter((name) => name === 'order_cancelled' || name === 'refund_sent');

const ways: Record<string, { make: () => Promise<after.Bought>; refunds?: number; mail: string }> = {
  'a parent cancels one line': {
    mail: 'order_cancelled',
    make: async () => {
      const bought = await buy();
      await after.cancel(db, bought, bought.lines, bought.total);
      return bought;
    },
  },
  'a parent cancels two at once': {
    refunds: 2,
    mail: 'order_cancelled',
    make: async () => {
      const bought = await buy(2);
      await after.cancel(db, bought, bought.lines, bought.total);
      return bought;
    },
  },
  'paid too late, and the money is wanted': {
    mail: 'order_cancelled',
    make: async () => {
      const { bought } = await chosen.late(db);
      await chosen.choose(db, bought, { kind: 'refund' });
      return bought;
    },
  },
  'a camp is called off': {
    mail: 'order_cancelled',
    make: async () => {
      const camp_id = await camps.makeCamp(db, { start: after.day(35) });
      const bought = await after.buy(db, [{ offer_id: 'tier-spark', camp_id }]);
      await x.callOff(db, camp_id, 'Haze');
      await x.rpc(db, admin, 'resolve_called_off', { p_line_id: line(bought), p_choice: { kind: 'refund' } });
      return bought;
    },
  },
  'staff give back a part of a line': {
    mail: 'refund_sent',
    make: async () => {
      const bought = await buy();
      await payBack(db, admin, { line: line(bought) }, 100);
      return bought;
    },
  },
  'staff give back a part of an order': {
    mail: 'refund_sent',
    make: async () => {
      const bought = await buy();
      await payBack(db, admin, { order: bought.orderId }, 100);
      return bought;
    },
  },
  'paid twice': {
    mail: 'refund_sent',
    make: async () => {
      const bought = await buy();
      await disputes.chargedAgain(db, bought);
      const [{ id }] = await db.sql<[{ id: string }]>`
        select id from public.payment_decisions where order_id = ${bought.orderId} and kind = 'duplicate_payment'`;
      await x.rpc(db, admin, 'resolve_decision', { p_decision_id: id, p_resolution: 'refund' });
      return bought;
    },
  },
};

test.each(Object.entries(ways))('%s: one mail', async (_, { make, mail, refunds = 1 }) => {
  const bought = await make();
  expect(await paidBack(bought)).toBe(refunds);
  expect(await said(bought)).toEqual([mail]);
});

test('cancelled, and something besides out of goodwill: each is said once', async () => {
  const bought = await buy(2);
  await payBack(db, admin, { line: bought.lines[1] ?? '' }, 100);
  const { lines } = await after.view(db, bought);
  await after.cancel(db, bought, [line(bought)], lines[0]?.can.cancel?.refund_cents ?? -1);
  expect(await paidBack(bought)).toBe(2);
  expect((await said(bought)).sort()).toEqual(['order_cancelled', 'refund_sent']);
});

test.each(['goodwill', 'cancelled', 'called_off'])(
  'staff give something back (%s) while a cancellation waits for the same order: each is said once',
  async (p_reason) => {
    const bought = await buy(2);
    const gate = { table: 'orders', id: bought.orderId } as const;
    const { lost } = await x.atOnce<unknown>(db, gate, [
      () => payBack(db, admin, { line: bought.lines[1] ?? '' }, 100, { p_reason }),
      () => after.cancel(db, bought, [line(bought)], bought.total / 2),
    ]);
    expect(lost).toEqual([]);
    expect(await paidBack(bought)).toBe(2);
    expect((await said(bought)).sort()).toEqual(['order_cancelled', 'refund_sent']);
  },
);

test('what the provider could not pay and staff paid by hand is told, for it comes another way', async () => {
  const bought = await buy();
  await after.cancel(db, bought, bought.lines, bought.total);
  const [{ id }] = await db.sql<
    [{ id: string }]
  >`select id from public.refunds where order_id = ${bought.orderId}`;
  await finish(id, 'failed');
  expect(await said(bought)).toEqual(['order_cancelled']);
  await x.rpc(db, admin, 'settle_desk_refund', { p_refund_id: id });
  expect((await said(bought)).sort()).toEqual(['order_cancelled', 'refund_sent']);
});
