import { expect, test } from 'vitest';
import { providerLines } from '#contract/receipts.ts';
import { isFullCamp } from '#features/staff/sales/model.ts';
import { buildReceiptRows } from '#features/staff/sales/receipt-rows.ts';
import { mailPayload } from '#support/mail-payload.ts';

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

test('a camp without a free place is full', () => {
  const camp = { capacity: 10, current_enrollments: 10 } as Parameters<typeof isFullCamp>[0];
  expect(isFullCamp(camp)).toBe(true);
  expect(isFullCamp({ ...camp, current_enrollments: 9 })).toBe(false);
});
