/** Which amounts can be refunded, and which are refused before the request. */
import { expect, it } from 'vitest';
import { amountFault, centsOf, dollarsOf } from '#features/staff/orders/model.ts';

it.each([
  ['20', 2000],
  [' S$20.50 ', 2050],
  ['0', 0],
  ['1e3', null],
  ['-5', null],
  ['20.505', null],
  ['', null],
])('%s is read as %s cents', (typed, cents) => expect(centsOf(typed)).toBe(cents));

it.each([
  [2000, '20'],
  [2050, '20.50'],
])('%s cents are written as %s', (cents, typed) => expect(dollarsOf(cents)).toBe(typed));

const terms = { byRules: 5000, most: 10_000, lineIds: [], endsRenewal: false };
it.each([
  ['keeps', '100', null],
  ['keeps', '0', 'no_amount'],
  ['keeps', '100.01', 'too_much'],
  ['goes', '50', null],
  ['goes', '49.99', 'below_rules'],
  ['goes', 'all', 'no_amount'],
] as const)('the choice “%s” with the amount %s has the error %s', (place, amount, fault) =>
  expect(amountFault({ place, amount, reason: 'goodwill' }, terms)).toBe(fault),
);
