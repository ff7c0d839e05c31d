/**
 * Tests a refund made on Stripe's own pages while the project's own refund is being sent, or at the
 * same moment: the money is refunded once. The tests judge by charges, refunds and rosters, not by
 * the ledger of lines (docs/decisions "Refunds made at Stripe").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as externalRefunds from '#support/sql-external-refunds.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import { atOnce, makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await afterSale.sellWithRules(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = () => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++) });
const sparkLine = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });

/** Buys spots on this many camps, each in another week. */
async function buyCamps(count = 1) {
  const ids = await Promise.all(Array.from({ length: count }, camp));
  const bought = await afterSale.buy(db, ids.map(sparkLine));
  const [intent = ''] = await externalRefunds.readIntents(db, bought.orderId);
  return { bought, intent, line: bought.lines[0] ?? '', price: bought.total / count };
}
describe('while our refund is being sent', () => {
  test('the same amount refunded at Stripe counts as our refund, so the family gets it once', async () => {
    const { bought, intent, price } = await buyCamps();
    await afterSale.cancelLines(db, bought, bought.lines, price);
    await externalRefunds.refundAtStripe(db, intent, price);
    expect(await rpc(db, service, 'claim_refunds', { p_limit: 100 })).not.toContainEqual(
      expect.objectContaining({ payment_intent: intent }),
    );
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual([]);
    const [ours] = await db.sql<[{ id: string }]>`
      select id from public.refunds where order_id = ${bought.orderId} and requested_by is null and status = 'failed'`;
    expect(await refusal(rpc(db, admin, 'settle_desk_refund', { p_refund_id: ours.id }))).toMatchObject({
      code: 'already_refunded',
    });
    expect((await afterSale.viewOrder(db, bought)).refunds).toMatchObject([
      { amount_cents: price, status: 'succeeded' },
    ]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a smaller amount refunded at Stripe leaves the rest to our refund', async () => {
    const { bought, intent, price } = await buyCamps();
    await afterSale.cancelLines(db, bought, bought.lines, price);
    await externalRefunds.refundAtStripe(db, intent, 20_000);
    const due =
      await db.sql`select amount_cents as cents from public.refunds where order_id = ${bought.orderId} and status = 'requested'`;
    expect(due).toEqual([{ cents: price - 20_000 }]);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('one refund at Stripe can match two of ours', async () => {
    const { bought, intent, price } = await buyCamps(2);
    const [first = '', second = ''] = bought.lines;
    await afterSale.cancelLines(db, bought, [first], price);
    await afterSale.cancelLines(db, bought, [second], price);
    await externalRefunds.refundAtStripe(db, intent, 2 * price);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(
      (await afterSale.viewOrder(db, bought)).refunds.filter(({ status }) => status !== 'succeeded'),
    ).toEqual([]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a failed refund that staff then made on Stripe’s pages is settled', async () => {
    const { bought, intent, price } = await buyCamps();
    await afterSale.cancelLines(db, bought, bought.lines, price);
    const [ours] = await db.sql<
      [{ id: string }]
    >`select id from public.refunds where order_id = ${bought.orderId}`;
    await rpc(db, service, 'finish_refund', {
      p_id: ours.id,
      p_provider_id: `re_${ours.id}`,
      p_status: 'failed',
      p_error: 'expired_or_canceled_card',
    });
    await externalRefunds.refundAtStripe(db, intent, price);
    const { rows } = await rpc<{ rows: { order_id: string }[] }>(db, admin, 'list_decisions', {});
    expect(rows.filter(({ order_id }) => order_id === bought.orderId)).toEqual([]);
    expect(await externalRefunds.countMoneyAndSpots(db, bought.orderId)).toEqual({ withUs: 0, has: 0 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if both refunds were made in the end, each is recorded and staff decide about the second', async () => {
    const { bought, intent, line } = await buyCamps();
    const { refund_id } = await refundAsStaff(db, admin, { line }, 5000);
    await externalRefunds.refundAtStripe(db, intent, 5000);
    const answer = await rpc(db, service, 'finish_refund', {
      p_id: refund_id,
      p_provider_id: 're_ours_after_all',
      p_status: 'succeeded',
    });
    expect(answer).toEqual({ known: false, changed: false });
    await externalRefunds.refundAtStripe(db, intent, 5000, { refund_id: 're_ours_after_all' });
    expect((await externalRefunds.countMoneyAndSpots(db, bought.orderId)).withUs).toBe(bought.total - 10_000);
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual(['external_refund open']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a refund without enough balance waits, is listed for staff, and is sent later under another key', async () => {
    const { bought, intent, line } = await buyCamps();
    const { refund_id } = await refundAsStaff(db, admin, { line }, 5000);
    const claim = async () =>
      (await rpc<{ id: string; refusals: number }[]>(db, service, 'claim_refunds', { p_limit: 100 })).find(
        ({ id }) => id === refund_id,
      );
    expect(await claim()).toMatchObject({ refusals: 0 });
    await rpc(db, service, 'finish_refund', {
      p_id: refund_id,
      p_provider_id: null,
      p_status: 'refused',
      p_error: 'balance_insufficient',
    });
    const { rows } = await rpc<{ rows: { id: string; kind: string; lines: object[] }[] }>(
      db,
      admin,
      'list_decisions',
      {},
    );
    expect(rows.find(({ id }) => id === refund_id)).toMatchObject({
      kind: 'refund_waiting',
      about: 'balance_insufficient',
      lines: [{ child: 'Kai Tan', title: 'spark camp' }],
    });
    await db.sql`update public.refunds set leased_until = now() where id = ${refund_id}`;
    expect(await claim()).toMatchObject({ refusals: 1 });
    expect((await externalRefunds.countMoneyAndSpots(db, bought.orderId)).withUs).toBe(bought.total - 5000);
    expect(intent).toBeTruthy();
  });

  test('a refund that Stripe gave up for lack of balance is requested again', async () => {
    const { bought, line } = await buyCamps();
    const { refund_id } = await refundAsStaff(db, admin, { line }, 5000);
    await rpc(db, service, 'finish_refund', {
      p_id: refund_id,
      p_provider_id: `re_${refund_id}`,
      p_status: 'failed',
      p_error: 'insufficient_funds',
    });
    const rows = await db.sql`select amount_cents as cents, status, order_line_id as line from public.refunds
      where order_id = ${bought.orderId} and status = 'requested'`;
    expect(rows).toEqual([{ cents: 5000, status: 'requested', line }]);
    expect((await externalRefunds.countMoneyAndSpots(db, bought.orderId)).withUs).toBe(bought.total - 5000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('reports and calls at the same moment', () => {
  test('four parallel deliveries write one refund', async () => {
    const { bought, intent, price } = await buyCamps();
    const refund = externalRefunds.externalRefund(intent, price);
    await Promise.all([1, 2, 3, 4].map(() => externalRefunds.reportRefund(db, refund)));
    expect(await afterSale.readRefunds(db, bought.orderId)).toHaveLength(1);
    expect(await externalRefunds.readDecisions(db, bought.orderId)).toEqual(['external_refund open']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('if staff refund at Stripe while the family cancels, the money is refunded once, in either order', async () => {
    for (const order of [0, 1]) {
      const { bought, intent, price } = await buyCamps();
      const cancel = () => afterSale.cancelLines(db, bought, bought.lines, price);
      const refund = () => externalRefunds.refundAtStripe(db, intent, price);
      const calls: (() => Promise<unknown>)[] = order === 0 ? [cancel, refund] : [refund, cancel];
      await atOnce(db, { table: 'orders', id: bought.orderId }, calls);
      expect((await externalRefunds.countMoneyAndSpots(db, bought.orderId)).withUs).toBe(0);
      expect(await afterSale.findFaults(db)).toEqual([]);
    }
  });

  test('when staff decide twice at once, only the first decision counts', async () => {
    const { bought, intent, line, price } = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, price);
    const id = await externalRefunds.findOpenDecision(db, bought.orderId);
    const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => externalRefunds.resolveRefund(db, admin, id, { kind: 'cancel', line_ids: [line] }),
      () => externalRefunds.resolveRefund(db, admin, id, { kind: 'leave' }),
    ]);
    expect([won.length, lost]).toEqual([1, ['choice_made']]);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('who may decide', () => {
  test('only admins decide, on an open decision of this kind, with lines that its charge paid for', async () => {
    const { bought, intent, line, price } = await buyCamps();
    const other = await buyCamps();
    await externalRefunds.refundAtStripe(db, intent, price);
    const id = await externalRefunds.findOpenDecision(db, bought.orderId);
    const coach: Caller = {
      role: 'authenticated',
      sub: await makeUser(db, `${randomUUID()}@example.test`, ['coach']),
    };
    for (const call of [externalRefunds.resolveRefund, externalRefunds.previewChoice])
      expect(await refusal(call(db, coach, id, { kind: 'leave' }))).toMatchObject({ code: 'not_allowed' });
    const readCode = async (choice: unknown) =>
      (await refusal(externalRefunds.resolveRefund(db, admin, id, choice as { kind: 'leave' }))).code;
    expect(await readCode({ kind: 'cancel', line_ids: [other.line] })).toBe('line_not_found');
    expect(await readCode({ kind: 'cancel', line_ids: [] })).toBe('invalid_input');
    expect(await readCode({ kind: 'line', line_ids: [line, line] })).toBe('invalid_input');
    expect(await readCode({ kind: 'other' })).toBe('invalid_input');
    expect(
      await refusal(externalRefunds.resolveRefund(db, admin, randomUUID(), { kind: 'leave' })),
    ).toMatchObject({
      code: 'decision_not_found',
    });
  });
});
