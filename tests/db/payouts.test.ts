/**
 * Tests Stripe's payouts: who reads and writes them, how they add up, and how they differ from the project's ledger.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { PayoutDetails, PayoutDifferences, PayoutMonth, Payouts } from '#contract/payouts.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent, signedIn } from '#support/sql-details.ts';
import { buyPass, readIntent } from '#support/sql-disputes.ts';
import { clearPayouts, makeTransaction, makePayoutReport, createReporters } from '#support/sql-payouts.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let owner: Caller;
let others: Record<string, Caller>;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  const withFactor = { claims: { aal: 'aal2' } };
  owner = { ...signedIn(await makeUser(db, 'owner@example.test', ['business_admin'])), ...withFactor };
  others = {
    visitor: visitor,
    parent: await makeParent(db, 'parent@example.test'),
    coach: signedIn(await makeUser(db, 'coach@example.test', ['coach'])),
    admin: { ...signedIn(await makeUser(db, 'admin@example.test', ['admin'])), ...withFactor },
    'business admin without the second step': signedIn(owner.sub ?? ''),
  };
});
beforeEach(async () => {
  await clearPayouts(db);
});
afterAll(() => db.drop());

const { report, parts } = createReporters(() => db);
async function reportPayout(rows: object[], more: object = {}): Promise<string> {
  const payout = makePayoutReport(more);
  await report(payout);
  expect(await parts(rows, payout.payout_id)).toEqual({ refused: [] });
  return payout.payout_id;
}
const list = async (p_filter: object = {}, more: object = {}) =>
  v.parse(Payouts, await rpc(db, owner, 'list_payouts', { p_filter, ...more }));
const month = async (p_month = '2026-03') =>
  v.parse(PayoutMonth, await rpc(db, owner, 'get_payout_month', { p_month }));
/** Returns the differences whose rule starts with `rules`. */
const differences = async (rules = '') =>
  v
    .parse(PayoutDifferences, await rpc(db, owner, 'get_payout_differences', { p_month: '2026-03' }))
    .first.filter(({ rule }) => rule.startsWith(rules))
    .map(({ rule, number, reference }) => [rule, number ?? reference]);

describe('who may read payouts', () => {
  test('only a business admin can read payouts, only the service can write them, and nobody can delete them', async () => {
    const reference = await reportPayout([makeTransaction(10_000, 390)]);
    const [{ payout_id: id } = { payout_id: '' }] = (await list()).rows;
    const calls: [string, Record<string, unknown>][] = [
      ['list_payouts', {}],
      ['get_payout', { p_payout_id: id }],
      ['get_payout_month', { p_month: '2026-03' }],
      ['get_payout_differences', { p_month: '2026-03' }],
    ];
    for (const who of Object.values(others))
      for (const [name, args] of calls)
        await expect(rpc(db, who, name, args)).rejects.toThrow(/not_allowed|permission denied/);
    const writes: [string, Record<string, unknown>][] = [
      ['record_payout', { p_payout: makePayoutReport({ payout_id: reference, amount_cents: 1 }) }],
      ['record_balance_transactions', { p_transactions: [], p_payout: reference, p_is_last: true }],
      ['get_payout_sweep_start', {}],
    ];
    for (const who of [owner, ...Object.values(others)])
      for (const [name, args] of writes) await expect(rpc(db, who, name, args)).rejects.toThrow();
    await expect(db.sql`delete from public.payouts`).rejects.toThrow('append-only');
    await expect(db.sql`delete from public.balance_transactions`).rejects.toThrow('append-only');
    expect((await list()).rows).toMatchObject([{ reference, amount_cents: 9610 }]);
  });

  test('a payout shows the number of an order, and nothing about its family', async () => {
    const bought = await buyPass(db);
    const payment_intent = await readIntent(db, bought);
    await reportPayout([makeTransaction(10_000, 390, { payment_intent })]);
    const [{ payout_id } = { payout_id: '' }] = (await list()).rows;
    const answer = await rpc(db, owner, 'get_payout', { p_payout_id: payout_id });
    const { parts: shown } = v.parse(PayoutDetails, answer);
    const [order] = await db.sql<{ number: string; parent_name: string; parent_email: string }[]>`
      select number, parent_name, parent_email from public.orders where id = ${bought.orderId}`;
    expect(shown).toMatchObject([{ number: order?.number, order_id: bought.orderId, net_cents: 9610 }]);
    expect(order?.parent_email).toBeTruthy();
    for (const text of [order?.parent_email, order?.parent_name])
      expect(JSON.stringify(answer)).not.toContain(text);
  });
});

describe('reports about payouts from Stripe', () => {
  test('an older answer of Stripe changes nothing, and a payout waits for its transactions until they add up', async () => {
    const first = makePayoutReport({ status: 'in_transit', is_listable: false });
    expect(await report(first)).toEqual({ parts_due: false });
    expect(
      await report({
        ...first,
        status: 'paid',
        is_listable: true,
        checked_at: makePayoutReport().checked_at,
      }),
    ).toEqual({
      parts_due: true,
    });
    await report(first);
    expect((await list()).rows).toMatchObject([{ status: 'paid', is_complete: false }]);
    await parts([makeTransaction(10_000, 391)], first.payout_id);
    expect((await list()).rows).toMatchObject([{ is_complete: false, net_cents: 9609 }]);
    await parts([makeTransaction(1, 0, { category: 'other_adjustment' })], first.payout_id);
    expect((await list()).rows).toMatchObject([{ is_complete: true, net_cents: 9610 }]);
    expect(await report(makePayoutReport({ payout_id: first.payout_id }))).toEqual({ parts_due: false });
  });

  test('an invalid row is named and does not stop the others, and a row never changes its amount or its payout', async () => {
    const good = makeTransaction(100, 0);
    const bad = [
      makeTransaction(100, 0.5),
      makeTransaction(100, 0, { net_cents: 99 }),
      makeTransaction(100, 0, { currency: 'dollars' }),
      makeTransaction(3e9, 0),
      makeTransaction(100, 0, { made_at: 'yesterday' }),
      makeTransaction(100, 0, { category: 7 }),
    ];
    const { refused } = await parts([...bad, good]);
    expect(refused.map(({ id }) => id).toSorted()).toEqual(bad.map((one) => one.transaction_id).toSorted());
    const [one, two] = [makePayoutReport(), makePayoutReport()];
    for (const payout of [one, two]) await report(payout);
    expect(await parts([good], one.payout_id)).toEqual({ refused: [] });
    expect((await parts([good], two.payout_id)).refused).toMatchObject([{ id: good.transaction_id }]);
    expect((await parts([{ ...good, amount_cents: 200, net_cents: 200 }])).refused).toHaveLength(1);
    expect(await db.sql`select amount_cents from public.balance_transactions`).toEqual([
      { amount_cents: 100 },
    ]);
    for (const p_transactions of [{}, null, Array.from({ length: 101 }, () => good)])
      expect(await refusal(parts(p_transactions as object[]))).toMatchObject({ code: 'invalid_input' });
    expect(await refusal(parts([], 'po_none'))).toMatchObject({ field: 'p_payout' });
    for (const more of [
      { status: 'lost' },
      { is_automatic: 'yes' },
      { amount_cents: 1.5 },
      { arrives_at: 'soon' },
      { payout_id: '' },
    ])
      expect(await refusal(report(makePayoutReport(more)))).toMatchObject({ code: 'invalid_input' });
  });
});

describe('sums of payouts', () => {
  test('a payout and its month are summed by what they contain, and another currency is in no sum', async () => {
    const failed = await reportPayout([makeTransaction(5000, 220)], {
      amount_cents: 4780,
      status: 'failed',
      failure_code: 'account_closed',
      failure_transaction: 'txn_back',
    });
    expect(await differences('payout')).toEqual([['payout_failed', failed]]);
    expect(await month()).toMatchObject({ net_cents: 4780, paid_out_cents: 0, not_paid_out_cents: 4780 });
    await reportPayout(
      [
        makeTransaction(10_000, 390),
        makeTransaction(-4000, 0, { category: 'refund' }),
        makeTransaction(-1000, 1500, { category: 'dispute' }),
        makeTransaction(-250, 0, { category: 'fee' }),
        makeTransaction(30, 0, { category: 'other_adjustment' }),
        makeTransaction(4780, 0, { category: 'payout_reversal', transaction_id: 'txn_back' }),
        makeTransaction(-7670, 0, { category: 'payout' }),
      ],
      { amount_cents: 7670, made_at: '2026-03-03T00:00:00.000Z', arrives_at: '2026-03-05T00:00:00.000Z' },
    );
    await parts([makeTransaction(700, 0), makeTransaction(900, 0, { currency: 'usd' })]);
    expect((await list()).rows[0]).toMatchObject({
      payments_cents: 10_000,
      refunds_cents: -4000,
      disputes_cents: -1000,
      returned_cents: 4780,
      other_cents: 30,
      gross_cents: 9810,
      fees_cents: 2140,
      net_cents: 7670,
      amount_cents: 7670,
      parts: 6,
      is_complete: true,
    });
    expect(await month()).toMatchObject({
      payments_cents: 15_700,
      refunds_cents: -4000,
      disputes_cents: -1000,
      other_cents: 30,
      fees_cents: 2360,
      net_cents: 8370,
      paid_out_cents: 7670,
      not_paid_out_cents: 700,
    });
    // The money of the failed payout went out with the next one.
    expect(await differences('payout')).toEqual([]);
    expect(await month('2026-04')).toMatchObject({ net_cents: 0, payments_cents: 0 });
  });

  test('the list has pages, and can be filtered by month of arrival and by status', async () => {
    for (const day of ['02-27', '03-01', '03-31', '04-01'])
      await report(
        makePayoutReport({
          arrives_at: `2026-${day}T00:00:00.000Z`,
          status: day === '03-31' ? 'failed' : 'paid',
        }),
      );
    const first = await list({}, { p_limit: 3 });
    expect(first.rows.map(({ arrival_on }) => arrival_on)).toEqual([
      '2026-04-01',
      '2026-03-31',
      '2026-03-01',
    ]);
    expect((await list({}, { p_limit: 3, p_after: first.next })).rows).toMatchObject([
      { arrival_on: '2026-02-27' },
    ]);
    expect((await list({ month: '2026-03' })).count).toBe(2);
    expect((await list({ month: '2026-03', status: 'failed' })).rows).toMatchObject([
      { arrival_on: '2026-03-31' },
    ]);
    for (const filter of [
      { month: '2026-13' },
      { month: "2026-03'" },
      { status: 'lost' },
      { from: '2026-03-01' },
    ])
      expect(await refusal(list(filter))).toMatchObject({ code: 'invalid_input' });
    for (const p_month of ['2026-00', "2026-03'--", null])
      for (const name of ['get_payout_month', 'get_payout_differences'])
        expect(await refusal(rpc(db, owner, name, { p_month }))).toMatchObject({ field: 'p_month' });
    expect(await refusal(rpc(db, owner, 'get_payout', { p_payout_id: randomUUID() }))).toMatchObject({
      code: 'payout_not_found',
    });
  });
});
