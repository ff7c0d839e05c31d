/** Which amounts may be refunded, and which are refused before they are sent. */
import { expect, it } from 'vitest';
import type { OrderDetails } from '#contract/management-orders.ts';
import { amountFault, centsOf, dollarsOf, endedBy } from '#features/staff/orders/model.ts';

it.each([
  ['20', 2000],
  [' S$20.50 ', 2050],
  ['0', 0],
  ['1e3', null],
  ['-5', null],
  ['20.505', null],
  ['', null],
])('%s is %s cents', (typed, cents) => expect(centsOf(typed)).toBe(cents));

it.each([
  [2000, '20'],
  [2050, '20.50'],
])('%s cents are typed as %s', (cents, typed) => expect(dollarsOf(cents)).toBe(typed));

const terms = { byRules: 5000, maxCents: 10_000, lineIds: [], endsRenewal: false };
it.each([
  ['kept', '100', undefined],
  ['kept', '0', 'not_a_number'],
  ['kept', '100.01', 'refund_too_much'],
  ['cancelled', '50', undefined],
  ['cancelled', '49.99', 'refund_below_rules'],
  ['cancelled', 'all', 'not_a_number'],
] as const)('with the place %s, an amount of %s: %s', (place, amount, kind) => {
  const cancelsPlace = place === 'cancelled';
  expect(amountFault({ cancelsPlace, amount, reason: 'goodwill', note: '' }, terms)?.kind).toBe(kind);
});

it('tells a pass that is cancelled from a place', () => {
  const line = (line_id: string, sessions: number | null, pass: object | null) => ({
    line_id,
    sessions,
    pass,
  });
  const lines = [line('camp', null, null), line('single', 1, {}), line('pass', 6, {})];
  const details = { managed: { lines } } as unknown as OrderDetails;
  const ended = (...lineIds: string[]) => endedBy(details, { ...terms, lineIds });
  expect(ended('camp', 'single')).toEqual(['places']);
  expect(ended('pass')).toEqual(['pass']);
  expect(ended('camp', 'single', 'pass')).toEqual(['places', 'pass']);
});
