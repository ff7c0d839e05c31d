import { expect, test } from 'vitest';
import { providerLines } from '#contract/receipts.ts';
import { isUnavailable } from '#features/staff/sales/model.ts';
import { buildReceiptRows, lineNote, receivedMoney, wasSold } from '#features/staff/sales/receipt-rows.ts';
import { mailPayload } from '#studio/mail-samples/mail-payload.ts';

const lines = (more: object) => mailPayload().lines.map((line) => ({ ...line, ...more }));

test('a receipt leads from the listed price to the paid one, by rebate, code and transport', () => {
  const given = { rebate_cents: 5_000, discount_cents: 1_000, transport_cents: 8_000 };
  expect(buildReceiptRows({ lines: lines(given), code: 'JUNE' })).toEqual([
    { label: 'Sibling rebate', cents: -5_000 },
    { label: 'Discount, code JUNE', cents: -1_000 },
    { label: 'Transport', cents: 8_000 },
  ]);
  expect(buildReceiptRows({ lines: lines({}), code: null })).toEqual([]);
});

test('the provider is shown as registered, without missing fields', () => {
  expect(
    providerLines({ name: 'Otter Trails Pte. Ltd.', uen: '202612345D', address: '1 Trail Road' }),
  ).toEqual(['Otter Trails Pte. Ltd.', 'UEN 202612345D', '1 Trail Road']);
  expect(providerLines({ name: 'Otter Trails', uen: null, address: null })).toEqual(['Otter Trails']);
});

test('a camp without a free spot or a price cannot be chosen', () => {
  const camp = { capacity: 10, current_enrollments: 10, price_cents: 49_000 } as Parameters<
    typeof isUnavailable
  >[0];
  expect(isUnavailable(camp)).toBe(true);
  expect(isUnavailable({ ...camp, current_enrollments: 9 })).toBe(false);
  expect(isUnavailable({ ...camp, current_enrollments: 9, price_cents: null })).toBe(true);
});

test('a late payment of which nothing was booked is not a sale, and a line that was not booked says so', () => {
  const late = { status: 'paid_late', outcome: null } as const;
  const line = (status: 'cancelled' | 'placed' | 'needs_choice') =>
    mailPayload().lines.map(() => ({ status }));
  const isSold = (order: object) => wasSold(order as Parameters<typeof wasSold>[0]);
  expect(isSold({ ...late, lines: line('cancelled') })).toBe(false);
  expect(isSold({ ...late, lines: [...line('cancelled'), ...line('placed')] })).toBe(true);
  expect(isSold({ ...late, outcome: 'needs_choice', lines: line('needs_choice') })).toBe(true);
  expect(isSold({ status: 'paid', outcome: null, lines: line('placed') })).toBe(true);
  expect(lineNote({ status: 'cancelled', had_before: true })).toContain('had already had a Try-Out');
  expect(lineNote({ status: 'cancelled' })).toBe('not booked');
  expect(lineNote({ status: 'placed' })).toBeNull();
});

test('a sale of which only the PayNow part was paid shows what was received, not the price', () => {
  const order = { received_cents: 49_700, total_cents: 69_700 };
  expect(receivedMoney({ ...order, outcome: 'under_review' })).toEqual({
    isPart: true,
    paid: 49_700,
    missing: 20_000,
  });
  expect(receivedMoney({ ...order, outcome: null })).toEqual({ isPart: false, paid: 69_700, missing: 0 });
});
