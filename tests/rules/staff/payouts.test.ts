/** Tests the bank statement of Stripe's payouts for Xero, and the choice of months. */
import { expect, test } from 'vitest';
import type { Payout } from '#contract/payouts.ts';
import { isInStatement, lastMonths, statementColumns, statementOf } from '#features/staff/payouts/model.ts';

const payout = (more: Partial<Payout> = {}): Payout => ({
  payout_id: '00000000-0000-0000-0000-000000000001',
  reference: 'po_1',
  made_at: '2026-03-02T00:00:00.000Z',
  arrival_on: '2026-03-04',
  status: 'paid',
  amount_cents: 7670,
  currency: 'SGD',
  failure_code: null,
  is_automatic: true,
  is_complete: true,
  payments_cents: 10_000,
  refunds_cents: -4000,
  disputes_cents: -1000,
  returned_cents: 4780,
  other_cents: 30,
  gross_cents: 9810,
  fees_cents: 2140,
  net_cents: 7670,
  parts: 6,
  ...more,
});

test('each payout has its receipts, its fees and its transfer, which add up to nothing', () => {
  const lines = statementOf([payout()]);
  expect(lines.map(({ cents, payee }) => [cents, payee])).toEqual([
    [5030, 'Stripe'],
    [4780, 'Stripe'],
    [-2140, 'Stripe'],
    [-7670, 'Bank transfer'],
  ]);
  expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
});

test('a line of zero is left out, and days and dollars are as Xero reads them', () => {
  const [first, ...rest] = statementOf([
    payout({ returned_cents: 0, gross_cents: 5030, fees_cents: 0, net_cents: 5030 }),
  ]);
  expect(rest).toHaveLength(1);
  expect(statementColumns.map(({ title }) => title)).toEqual([
    ...['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Check Number'],
  ]);
  expect(first && statementColumns.slice(0, 2).map(({ value }) => value(first))).toEqual([
    '04/03/2026',
    50.3,
  ]);
});

test('a cancelled payout and another currency are in no statement', () => {
  expect([payout(), payout({ status: 'failed' })].every(isInStatement)).toBe(true);
  expect(isInStatement(payout({ status: 'canceled' }))).toBe(false);
  expect(isInStatement(payout({ currency: 'USD' }))).toBe(false);
});

test('the list of months continues over the turn of a year', () => {
  expect(lastMonths('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
});
