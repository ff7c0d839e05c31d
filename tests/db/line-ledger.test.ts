import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { cancelSessions, refusal, rpc, service } from '#support/sql.ts';

/** Tests the balance of a line after a code, a sibling's rebate, a cheaper camp and a refund (docs/line-ledger.md). */
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [] }, { price_cents: 59000 }),
    camps.tierOffer('ignite', { rungs: [] }, { price_cents: 79000 }),
    camps.tierOffer('epic', { rungs: [] }, { price_cents: 129000 }),
  );
  await afterSale.sellWithRules(db);
  await db.sql`
    insert into public.promotion_codes (code, percent, cents, minimum_cents, tiers) values
      ('HALF', 50, null, 0, null), ('TOGETHER', 20, null, 100000, null), ('FIXED', null, 10000, 0, null),
      ('EPICONLY', 50, null, 0, '{epic}')`;
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = (tier: camps.Tier) => camps.makeCamp(db, { tier, start: afterSale.dateIn(7 * week++) });
const campLine = (tier: camps.Tier, camp_id: string) => ({ offer_id: `tier-${tier}`, camp_id });
const readLine = async (bought: afterSale.BoughtOrder, n = 0) => {
  const line = (await afterSale.viewOrder(db, bought)).lines[n];
  if (!line) throw new Error('no such line');
  return line;
};
const refundOf = async (bought: afterSale.BoughtOrder, n = 0) =>
  (await readLine(bought, n)).can.cancel?.refund_cents;
const readSum = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.readRefunds(db, bought.orderId)).reduce((sum, { cents }) => sum + cents, 0);
/** Returns the ledger of a line. Each entry has the form `entry amount`. */
const readLedger = async (line = '') =>
  (
    await db.sql<{ entry: string }[]>`
      select entry || ' ' || amount_cents as entry from public.line_ledger where order_line_id = ${line} order by id`
  ).map(({ entry }) => entry);

describe('a move to a spot with another price', () => {
  test('a percentage code takes its percentage off the price of the new spot', async () => {
    const [epic, spark] = [await camp('epic'), await camp('spark')];
    const bought = await afterSale.buy(db, [campLine('epic', epic)], { code: 'half' });
    expect(bought.total).toBe(64500);
    const [line = ''] = bought.lines;
    expect(await refusal(afterSale.moveLine(db, bought, line, { camp_id: spark }, -64500))).toMatchObject({
      code: 'refund_changed',
      detail: '-35000',
    });
    await afterSale.moveLine(db, bought, line, { camp_id: spark }, -35000);
    expect(await readLine(bought)).toMatchObject({
      balance_cents: 29500,
      can: { cancel: { refund_cents: 29500 } },
    });
    expect(await readLedger(line)).toEqual([
      'charged 129000',
      'discount -64500',
      'discount 35000',
      'charged -70000',
      'moved_in 35000',
      'refunded -35000',
    ]);
    await afterSale.cancelLines(db, bought, [line], 29500);
    expect(await readSum(bought)).toBe(64500);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a fixed code keeps its amount, and a code for another tier no longer counts', async () => {
    const fixed = await afterSale.buy(db, [campLine('epic', await camp('epic'))], { code: 'fixed' });
    await afterSale.moveLine(db, fixed, fixed.lines[0] ?? '', { camp_id: await camp('spark') }, -70000);
    expect((await readLine(fixed)).balance_cents).toBe(49000);
    const bought = await afterSale.buy(db, [campLine('epic', await camp('epic'))], { code: 'epiconly' });
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { camp_id: await camp('spark') }, -5500);
    expect((await readLine(bought)).balance_cents).toBe(59000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a percentage code counts for a more expensive spot too', async () => {
    const bought = await afterSale.buy(db, [campLine('spark', await camp('spark'))], { code: 'half' });
    const order = await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', {
      camp_id: await camp('epic'),
    });
    expect(order).toMatchObject({
      total_cents: 35000,
      lines: [{ price_cents: 129000, discount_cents: 64500 }],
    });
  });

  test('a later refund is a share of the price of the new spot', async () => {
    const [epic, spark] = [await camp('epic'), await camp('spark')];
    const bought = await afterSale.buy(db, [campLine('epic', epic)]);
    const [line = ''] = bought.lines;
    await afterSale.moveLine(db, bought, line, { camp_id: spark }, -70000);
    await afterSale.stopBefore(db, epic, 30 * 3600);
    // The rules of the sale still apply, but they count from the start of the cheaper camp.
    expect(await readLine(bought)).toMatchObject({
      balance_cents: 59000,
      cancellation: 'Free until 14 days before.',
      refund_reason: { percent: 50, of_cents: 59000, hours_before: 24 },
      can: { cancel: { refund_cents: 29500 } },
    });
    await afterSale.cancelLines(db, bought, [line], 29500);
    expect((await readLedger(line)).slice(-2)).toEqual(['refunded -29500', 'kept -29500']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('in the half-refund period, half of the difference is kept, and the balance is the new price', async () => {
    const [epic, spark] = [await camp('epic'), await camp('spark')];
    const bought = await afterSale.buy(db, [campLine('epic', epic)]);
    await afterSale.stopBefore(db, epic, 30 * 3600);
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { camp_id: spark }, -35000);
    expect(await readLine(bought)).toMatchObject({
      balance_cents: 59000,
      can: { cancel: { refund_cents: 29500 } },
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the cancellation text of the sale stays, whatever the other tier says', async () => {
    await db.sql`update public.offers set cancellation = 'Never.' where id = 'tier-spark'`;
    const bought = await afterSale.buy(db, [campLine('epic', await camp('epic'))]);
    await afterSale.moveLine(db, bought, bought.lines[0] ?? '', { camp_id: await camp('spark') }, -70000);
    expect((await readLine(bought)).cancellation).toBe('Free until 14 days before.');
    await db.sql`update public.offers set cancellation = 'Free until 14 days before.' where id = 'tier-spark'`;
  });
});

describe('cancelling some lines of an order', () => {
  test('a cancelled sibling leaves no rebate to the other', async () => {
    const spark = await camp('spark');
    const bought = await afterSale.buy(db, [campLine('spark', spark), campLine('spark', spark)]);
    expect(bought.total).toBe(59000 + 54000);
    const [first = '', second = ''] = bought.lines;
    expect((await readLine(bought)).can.cancel).toEqual({ refund_cents: 54000, clawback_cents: 5000 });
    expect((await readLine(bought, 1)).can.cancel).toEqual({ refund_cents: 54000 });
    // If both lines are cancelled together, each line refunds everything that was paid for it.
    expect((await afterSale.viewOrder(db, bought)).cancel_all).toEqual({
      refund_cents: 113000,
      clawback_cents: 0,
      lines: [
        { line_id: first, refund_cents: 59000 },
        { line_id: second, refund_cents: 54000 },
      ],
    });
    await afterSale.cancelLines(db, bought, [first], 54000);
    expect(await readLine(bought, 1)).toMatchObject({
      balance_cents: 59000,
      can: { cancel: { refund_cents: 59000 } },
    });
    const [taken] =
      await db.sql`select private.camp_lines_taken(${spark}, null, clock_timestamp(), null) as rebates`;
    expect(taken).toEqual({ rebates: 0 });
    await afterSale.cancelLines(db, bought, [second], 59000);
    expect(await readSum(bought)).toBe(113000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('cancelling all lines refunds everything', async () => {
    const spark = await camp('spark');
    const bought = await afterSale.buy(db, [campLine('spark', spark), campLine('spark', spark)]);
    await afterSale.cancelLines(db, bought, bought.lines, 113000);
    expect(await readSum(bought)).toBe(113000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a code that falls below its minimum is taken back', async () => {
    const bought = await afterSale.buy(
      db,
      [campLine('spark', await camp('spark')), campLine('spark', await camp('spark'))],
      {
        code: 'together',
      },
    );
    expect(bought.total).toBe(94400);
    expect((await readLine(bought)).can.cancel).toEqual({ refund_cents: 35400, clawback_cents: 11800 });
    await afterSale.cancelLines(db, bought, [bought.lines[0] ?? ''], 35400);
    expect((await readLine(bought, 1)).balance_cents).toBe(59000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a code that falls below its minimum is taken back on a line of another tier too', async () => {
    const bought = await afterSale.buy(
      db,
      [campLine('ignite', await camp('ignite')), campLine('spark', await camp('spark'))],
      {
        code: 'together',
      },
    );
    // The family paid 63200 and 47200. Two camps of 59000 would still reach the minimum of the code, but one camp does
    // not.
    await afterSale.cancelLines(db, bought, [bought.lines[1] ?? ''], 47200 - 15800);
    expect((await readLine(bought)).balance_cents).toBe(79000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a cancellation without a refund does not take the code back either', async () => {
    const [soon, later] = [await camp('spark'), await camp('spark')];
    const bought = await afterSale.buy(db, [campLine('spark', soon), campLine('spark', later)], {
      code: 'together',
    });
    await afterSale.stopBefore(db, soon, 3600);
    expect((await readLine(bought)).can.cancel).toEqual({ refund_cents: 0 });
    await afterSale.cancelLines(db, bought, [bought.lines[0] ?? ''], 0);
    expect((await readLine(bought, 1)).balance_cents).toBe(47200);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('when we cancel a spot, nothing is taken back from the family', async () => {
    const [off, other] = [await camp('spark'), await camp('spark')];
    const bought = await afterSale.buy(db, [campLine('spark', off), campLine('spark', other)], {
      code: 'together',
    });
    await cancelSessions(db, off);
    expect(await refundOf(bought)).toBe(47200);
    await afterSale.cancelLines(db, bought, [bought.lines[0] ?? ''], 47200);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a sibling who is cancelled after a move to a more expensive camp gives the rebate back', async () => {
    const spark = await camp('spark');
    const bought = await afterSale.buy(db, [campLine('spark', spark), campLine('spark', spark)]);
    const order = await afterSale.holdUpgrade(db, bought, bought.lines[0] ?? '', {
      camp_id: await camp('epic'),
    });
    const payment = await afterSale.openMovePayment(db, order);
    await rpc(db, service, 'confirm_order', { p_event: payment });
    const now = await afterSale.readBought(db, payment.order_id ?? '');
    expect((await readLine(now)).can.cancel).toEqual({ refund_cents: 124000, clawback_cents: 5000 });
    await afterSale.cancelLines(db, now, now.lines, 124000);
    expect((await readLine(bought, 1)).balance_cents).toBe(59000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('the ledger', () => {
  test('nobody can change the ledger, and a failed refund returns to its line until it is paid by hand', async () => {
    const bought = await afterSale.buy(db, [campLine('spark', await camp('spark'))]);
    const [line = ''] = bought.lines;
    await afterSale.cancelLines(db, bought, [line], 59000);
    await expect(
      db.sql`update public.line_ledger set amount_cents = 1 where order_line_id = ${line}`,
    ).rejects.toThrow('append-only');
    await expect(db.sql`delete from public.line_ledger where order_line_id = ${line}`).rejects.toThrow(
      'append-only',
    );
    const [refund] = await db.sql<
      [{ id: string }]
    >`select id from public.refunds where order_line_id = ${line}`;
    await rpc(db, service, 'claim_refunds', { p_limit: 100 });
    await rpc(db, service, 'finish_refund', {
      p_id: refund.id,
      p_provider_id: 're_l',
      p_status: 'failed',
    });
    expect((await readLine(bought)).balance_cents).toBe(59000);
    await rpc(db, service, 'settle_desk_refund', { p_refund_id: refund.id });
    expect((await readLine(bought)).balance_cents).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('an offer without a date', () => {
  test('an offer without a date is refundable for two weeks if its rule counts until a start, and not after that', async () => {
    await db.sql`
      insert into public.offers (id, kind, title, price_cents, currency, revision, details, updated_at)
      values ('party', 'birthday_package', 'Party', 48000, 'SGD', 'r', '{"refund_rules": [{"hours_before": 336, "percent": 100}]}', now())
      on conflict (id) do update set details = excluded.details`;
    const bought = await afterSale.buy(db, [{ offer_id: 'party' }]);
    expect(await refundOf(bought)).toBe(48000);
    await db.sql`update public.orders set paid_at = paid_at - interval '14 days' where id = ${bought.orderId}`;
    expect(await refundOf(bought)).toBe(48000);
    await db.sql`update public.orders set paid_at = paid_at - interval '1 day' where id = ${bought.orderId}`;
    expect(await refundOf(bought)).toBe(0);
  });
});

test('nobody can cancel a camp that has begun', async () => {
  const spark = await camp('spark');
  await afterSale.buy(db, [campLine('spark', spark)]);
  await afterSale.stopBefore(db, spark, -14 * 86400);
  expect(await refusal(cancelSessions(db, spark))).toMatchObject({
    code: 'camp_started',
    field: 'p_place_ids[0]',
  });
  await afterSale.stopBefore(db, spark, 1);
  expect(await cancelSessions(db, spark)).toMatchObject({ places: 1 });
});
