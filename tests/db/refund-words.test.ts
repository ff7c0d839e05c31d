import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderView } from '#contract/orders.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { countIn, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, visitor } from '#support/sql.ts';

/**
 * Tests the texts about refunds at the checkout, in the mail and on the order page, and that all of them give the same
 * last times.
 */
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }),
    camps.tierOffer('ignite', { rungs: [] }, { price_cents: 79000 }),
  );
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const camp = (tier: camps.Tier = 'spark') =>
  camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * (5 + countIn(db, 'said'))) });
const sparkLine = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
const line = (bought: afterSale.BoughtOrder) => bought.lines[0] ?? '';

test('a pass without a date names the end of the last day, whenever it is read', async () => {
  await afterSale.sellWithRules(db, [{ days_after_purchase: 14, percent: 100 }]);
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
  const [row] = await db.sql<[{ until: string }]>`
    select private.iso((((o.paid_at at time zone 'Asia/Singapore')::date + 15)::timestamp) at time zone 'Asia/Singapore') as until
    from public.orders o join public.order_lines l on l.order_id = o.id where l.id = ${line(bought)}`;
  for (let n = 0; n < 20; n++)
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.refund_steps).toEqual([
      { refund_cents: 69700, until: row.until, less_used: true },
      { refund_cents: 0, until: null },
    ]);
});

test('the deadline of a waitlist offer is exact to the millisecond', async () => {
  const session = await afterSale.makeSession(db, afterSale.dateIn(1));
  await db.sql.unsafe(`
    create or replace function private.calendar_shift() returns interval language plpgsql stable
    set search_path = '' as $$ begin return interval '0'; end $$`);
  const [row] = await db.sql`
    select private.iso(s.starts_at - make_interval(mins => t.waitlist_ends_before_minutes)) as last,
      private.iso(private.offer_deadline(s.id, null, s.starts_at - interval '4 hours')) as said
    from public.sessions s, private.settings() t where s.id = ${session}`;
  expect(row?.said).toBe(row?.last);
});

test('if a camp or class begins too soon for every rule, the text says S$0 from now on and names no rule', async () => {
  await afterSale.sellWithRules(db, [{ hours_before: 168, percent: 100 }]);
  const camp_id = await camps.makeCamp(db, { start: afterSale.dateIn(2) });
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(1));
  for (const line of [sparkLine(camp_id), { offer_id: shop.tryout.id, session_id }]) {
    const p_order = { lines: [{ child: 0, ...line }], children: [{}] };
    const held = await rpc<OrderView>(db, visitor, 'hold_order', {
      p_order,
    });
    expect(held.refund_steps).toEqual([{ refund_cents: 0, until: null }]);
    expect(held.lines[0]?.cancellation).toBeNull();
    const bought = await afterSale.buy(db, [line]);
    const [mail] = await db.sql`
      select payload #> '{lines,0,refund_steps}' as steps, payload #>> '{lines,0,cancellation}' as words
      from public.outbox m join public.orders o on o.number = m.payload ->> 'number'
      where o.id = ${bought.orderId} and m.template = 'booking_confirmed'`;
    expect(mail).toEqual({
      steps: [{ refund_cents: 0, until: null }],
      words: null,
    });
    // The order page shows the rule as the reason.
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.cancellation).toMatch(/^Free until/);
  }
});

test('after a move, the page and the mail say from when the rules count, and how much of an upgrade can be refunded', async () => {
  await afterSale.sellWithRules(db, [{ hours_before: 336, percent: 100 }]);
  const first = await camp();
  const bought = await afterSale.buy(db, [sparkLine(first)]);
  const order = await afterSale.holdUpgrade(db, bought, line(bought), {
    camp_id: await camp('ignite'),
  });
  const [row] = await db.sql<
    [{ at: string }]
  >`select private.iso(starts_at) as at from public.camp_weeks where id = ${first}`;
  // The refund table is also shown before the difference is paid.
  expect(order).toMatchObject({ lines: [{ refund_starts_at: row.at }] });
  expect(order.refund_steps?.[0]?.refund_cents).toBe(79000);
  const payment = await afterSale.openMovePayment(db, order);
  await shop.confirmPayment(db, payment);
  const now = await afterSale.readBought(db, payment.order_id ?? '');
  const [shown] = (await afterSale.viewOrder(db, now)).lines;
  expect(shown).toMatchObject({
    refund_starts_at: row.at,
    can: { cancel: { refund_cents: 79000 } },
  });
  const [mail] = await db.sql`
    select payload #> '{lines,0,refund_steps,0,refund_cents}' as cents, payload #>> '{lines,0,refund_starts_at}' as from
    from public.outbox m join public.orders o on o.number = m.payload ->> 'number' where o.id = ${now.orderId} limit 1`;
  expect(mail).toEqual({ cents: 79000, from: row.at });
});
