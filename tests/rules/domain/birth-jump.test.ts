import { expect, it } from 'vitest';
import { beforePart, jumpAfter, pastedDate } from '#ui/people/birth-jump.ts';

it.each([
  ['day', '0', '04', 'month'],
  ['month', '0', '09', 'year'],
  ['day', '', '4', null],
  ['year', '201', '2018', null],
  ['day', '041', '04', null],
  ['day', '0', '0x', null],
] as const)('the %s changed from %j to %j moves the focus to %s', (part, before, typed, to) =>
  expect(jumpAfter(part, before, typed)).toEqual({ patch: { [part]: typed }, to }),
);

it.each(['04/09/2018', '04 09 2018', '2018-09-04', '04092018', ' 04.09.2018 ', '０４/０９/２０１８'])(
  '%j is a complete date',
  (text) => expect(pastedDate(text)).toEqual({ day: '04', month: '09', year: '2018' }),
);

it.each(['', '12', '4 September 2018', '040918'])('%j is not a date', (text) =>
  expect(pastedDate(text)).toBeNull(),
);

it('the focus moves back from year to month to day', () => {
  expect([beforePart('year'), beforePart('month'), beforePart('day')]).toEqual(['month', 'day', null]);
});
