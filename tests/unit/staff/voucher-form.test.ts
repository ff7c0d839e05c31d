import { expect, it } from 'vitest';
import { amountOf, firstFields, lastFields } from '#features/staff/vouchers/form.ts';

it.each([
  ['5', 500],
  ['S$20.50', 2_050],
  ['2000', 200_000],
  ['4.99', null],
  ['2000.01', null],
  ['-20', null],
  ['1e3', null],
  ['', null],
])('the typed %s dollars are %s cents', (typed, cents) => {
  expect(amountOf(typed)).toBe(cents);
});

it('the form requires the reference of PayNow, and the reason of a present, which only some staff may give', () => {
  const pathsOf = (method: string) => lastFields({ method }).map(({ path }) => path);
  expect(pathsOf('cash')).toEqual([]);
  expect(pathsOf('paynow')).toEqual(['reference']);
  expect(pathsOf('given')).toEqual(['reason']);
  const readOptions = (mayGive: boolean) =>
    firstFields(mayGive).flatMap((one) => ('options' in one ? (one.options ?? []) : []));
  expect(readOptions(true)).toHaveLength(4);
  expect(readOptions(false)).toHaveLength(3);
});
