import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';
import {
  buyPass,
  readCancelTerms,
  readRefundedCents,
  firstLine,
  setPaidDaysAgo,
  passLine,
  makeSession,
  useCredits,
} from '#support/sql-unused.ts';

// These passes refund their unused sessions for some days after the purchase.
let db: TestDatabase;
const refundRules = [{ days_after_purchase: 14, percent: 100 }];
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('ignite'));
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await afterSale.sellWithRules(db, refundRules);
});
afterAll(() => db.drop());

describe('how much is refunded', () => {
  test('the first rule that fits decides, and for a used pass only rules that count from the purchase apply', async () => {
    await afterSale.sellWithRules(db, [
      { hours_before: 48, percent: 80 },
      { days_after_purchase: 7, percent: 60 },
      { hours_before: 24, percent: 50 },
      { days_after_purchase: 14, percent: 30 },
    ]);
    const session_id = await makeSession(db);
    const bought = await afterSale.buy(db, [{ ...passLine, session_id }]);
    const readRefund = async () => (await readCancelTerms(db, bought))?.refund_cents;
    expect(await readRefund()).toBe(55760);
    await afterSale.stopBefore(db, session_id, 30 * 3600);
    expect(await readRefund()).toBe(41820);
    await setPaidDaysAgo(db, bought, 8, '12:00');
    expect(await readRefund()).toBe(34850);
    await afterSale.stopBefore(db, session_id, 3600);
    expect(await readRefund()).toBe(20910);
    await useCredits(db, bought, 'attended');
    expect(await readRefund()).toBe(19748);
    await setPaidDaysAgo(db, bought, 7, '12:00');
    expect(await readRefund()).toBe(39497);
  });

  test('half a cent is rounded in the parent’s favour', async () => {
    await afterSale.sellWithRules(db, [{ days_after_purchase: 1, percent: 50 }]);
    await db.sql`update public.offers set price_cents = 3798 where id = ${shop.term.id}`;
    const bought = await buyPass(db);
    await useCredits(db, bought, 'missed');
    // 17 × S$2.11 are 3587 cents, and half of that 1793.5.
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(1794);
    await db.sql`update public.offers set price_cents = 69700 where id = ${shop.term.id}`;
  });

  test('the refund is a share of what was paid, less with a discount code', async () => {
    await db.sql`insert into public.promotion_codes (code, percent) values ('TENTH', 10)`;
    const session_id = await makeSession(db);
    const order = await rpc<OrderView>(db, visitor, 'hold_order', {
      p_order: { lines: [{ ...passLine, session_id, child: 0 }], children: [{}], code: 'tenth' },
    });
    expect(order.total_cents).toBe(62730);
    const paid = await shop.openPaymentPage(db, order);
    await shop.confirmPayment(db, shop.paymentOf(paid));
    const bought = await afterSale.readBought(db, paid.orderId);
    await useCredits(db, bought, 'attended', 'attended');
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(55760);
    await afterSale.cancelLines(db, bought, bought.lines, 55760);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('an amount that staff refunded earlier is not refunded again', async () => {
    const bought = await buyPass(db);
    await useCredits(db, bought, 'attended');
    const goodwill = { p_line_id: firstLine(bought), p_cents: 60000, p_reason: 'goodwill' };
    await rpc(db, service, 'refund_line', goodwill);
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(5828);
    await rpc(db, service, 'refund_line', { ...goodwill, p_cents: 9000 });
    expect((await readCancelTerms(db, bought))?.refund_cents).toBe(0);
    await afterSale.cancelLines(db, bought, bought.lines, 0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('for a camp, days also count from its purchase, and after a paid move from the first purchase', async () => {
    const [from, to] = [
      await camps.makeCamp(db, { start: afterSale.dateIn(40) }),
      await camps.makeCamp(db, { start: afterSale.dateIn(47), tier: 'ignite' }),
    ];
    const bought = await afterSale.buy(db, [{ offer_id: 'tier-spark', camp_id: from }]);
    expect(await readCancelTerms(db, bought)).toEqual({ refund_cents: bought.total });
    await setPaidDaysAgo(db, bought, 14, '23:59');
    const order = await afterSale.holdUpgrade(db, bought, firstLine(bought), { camp_id: to });
    const payment = await afterSale.openMovePayment(db, order);
    await shop.confirmPayment(db, payment);
    const now = await afterSale.readBought(db, payment.order_id ?? '');
    expect(await readCancelTerms(db, now)).toEqual({ refund_cents: bought.total + now.total });
    await setPaidDaysAgo(db, bought, 15, '23:59');
    expect(await readCancelTerms(db, now)).toEqual({ refund_cents: 0 });
    await setPaidDaysAgo(db, bought, 14, '00:00');
    await afterSale.cancelLines(db, now, now.lines, bought.total + now.total);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the refund for a move to a cheaper camp uses the same days', async () => {
    const bought = await afterSale.buy(db, [
      {
        offer_id: 'tier-ignite',
        camp_id: await camps.makeCamp(db, { start: afterSale.dateIn(54), tier: 'ignite' }),
      },
    ]);
    const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(61) });
    const extraCents = bought.total - 49000;
    await setPaidDaysAgo(db, bought, 15, '12:00');
    const over = afterSale.moveLine(db, bought, firstLine(bought), { camp_id }, -extraCents);
    expect(await refusal(over)).toMatchObject({ code: 'refund_changed', detail: '0' });
    await setPaidDaysAgo(db, bought, 14, '12:00');
    await afterSale.moveLine(db, bought, firstLine(bought), { camp_id }, -extraCents);
    expect(await readRefundedCents(db, bought)).toEqual([extraCents]);
  });

  test('a child who used a try-out session may not have another one after its refund', async () => {
    await db.sql`update public.offers set details = details || '{"once_per_child": true}' where id = ${shop.term.id}`;
    const bought = await buyPass(db);
    await useCredits(db, bought, 'attended');
    await afterSale.cancelLines(db, bought, bought.lines, 65828);
    expect(await afterSale.readMails(db, (await buyPass(db)).orderId)).toEqual(['order_cancelled']);
    await db.sql`update public.offers set details = details - 'once_per_child' where id = ${shop.term.id}`;
  });
});
