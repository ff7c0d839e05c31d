/** Some amounts may be refunded, and others are refused before they are sent. */
import { expect, it } from 'vitest';
import type { OrderDetails } from '#contract/management-orders.ts';
import {
  amountFault,
  canRefund,
  centsOf,
  dollarsOf,
  endedBy,
  refundParts,
  termsOf,
} from '#features/staff/orders/model.ts';

it.each([
  ['20', 2000],
  [' S$20.50 ', 2050],
  ['0', 0],
  ['1e3', null],
  ['-5', null],
  ['20.505', null],
  ['', null],
])('the typed amount %s is %s cents', (typed, cents) => expect(centsOf(typed)).toBe(cents));

it.each([
  [2000, '20'],
  [2050, '20.50'],
])('%s cents are typed as %s', (cents, typed) => expect(dollarsOf(cents)).toBe(typed));

const terms = {
  byRules: 5000,
  maxCents: 10_000,
  leftCents: 10_000,
  lineIds: [],
  endsRenewal: false,
  isDisputed: false,
  hasOpenParts: false,
};
it.each([
  ['kept', '100', undefined],
  ['kept', '0', 'not_a_number'],
  ['kept', '100.01', 'refund_too_much'],
  ['cancelled', '50', undefined],
  ['cancelled', '49.99', 'refund_below_rules'],
  ['cancelled', 'all', 'not_a_number'],
] as const)('with the spot %s, an amount of %s is checked: %s', (place, amount, kind) => {
  const cancelsPlace = place === 'cancelled';
  expect(amountFault({ cancelsPlace, amount, reason: 'goodwill', note: '' }, terms)?.kind).toBe(kind);
});

it('only the amount of the rules can be refunded of a disputed charge, with a cancellation', () => {
  const line = (id: string, cents: number | null) => ({
    line_id: id,
    can: { cancel: cents === null ? null : { refund_cents: cents } },
  });
  const details = {
    managed: { lines: [line('open', 5000), line('begun', null), line('other', null)], cancel_all: null },
    left: { open: 9000, begun: 9000, other: 9000 },
    left_of_order: 27_000,
    disputed_lines: ['open', 'begun'],
  } as unknown as OrderDetails;
  const open = termsOf(details, { lineId: 'open' });
  expect(open).toMatchObject({ byRules: 5000, maxCents: 5000, leftCents: 9000, isDisputed: true });
  const draft = { amount: '50', reason: 'goodwill', note: '' } as const;
  expect(amountFault({ ...draft, cancelsPlace: true }, open)).toBeNull();
  expect(amountFault({ ...draft, cancelsPlace: false }, open)).toEqual({ kind: 'refund_disputed' });
  expect(amountFault({ ...draft, amount: '50.01', cancelsPlace: true }, open)?.kind).toBe('refund_too_much');
  expect(['open', 'begun', 'other'].map((lineId) => canRefund(details, { lineId }))).toEqual([
    true,
    false,
    true,
  ]);
});

it('a pass that is cancelled is distinguished from a spot', () => {
  const line = (line_id: string, sessions: number | null, pass: object | null) => ({
    line_id,
    sessions,
    pass,
  });
  const lines = [line('camp', null, null), line('single', 1, {}), line('pass', 6, {})];
  const details = { managed: { lines } } as unknown as OrderDetails;
  const findEnded = (...lineIds: string[]) => endedBy(details, { ...terms, lineIds });
  expect(findEnded('camp', 'single')).toEqual(['places']);
  expect(findEnded('pass')).toEqual(['pass']);
  expect(findEnded('camp', 'single', 'pass')).toEqual(['places', 'pass']);
});

it('a refund is taken from the payments as the database does: money first, and the last payment first', () => {
  const payment = (provider: string, method: string, left_cents: number) => ({
    provider,
    method,
    left_cents,
  });
  const payments = [
    payment('desk', 'cash', 14_700),
    payment('balance', 'balance', 10_000),
    payment('stripe', 'card', 24_300),
  ] as OrderDetails['payments'];
  const parts = (cents: number, toBalance = false) =>
    refundParts({ payments }, cents, toBalance).map(({ method, cents: sum }) => [method, sum]);
  expect(parts(20_000)).toEqual([['online', 20_000]]);
  expect(parts(49_000)).toEqual([
    ['online', 24_300],
    ['cash', 14_700],
    ['balance', 10_000],
  ]);
  expect(parts(40_000, true)).toEqual([['balance', 40_000]]);
  expect(parts(0)).toEqual([]);
  // A booking that was moved was paid with another order.
  expect(parts(50_000)[0]).toEqual(['online', 25_300]);
  expect(refundParts({ payments: [] }, 500)).toEqual([{ method: 'online', cents: 500 }]);
});
