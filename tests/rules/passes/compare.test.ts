import { expect, it } from 'vitest';
import { textColorOn } from '#features/passes/colors.ts';
import { compare } from '#features/passes/compare.ts';

const labels = {
  priceLabel: 'Price',
  sessionsLabel: 'Sessions',
  eachLabel: 'Each',
  validityLabel: 'Valid for',
  makeUpsLabel: 'Make-ups',
  renewsLabel: 'Renews',
  cancellationLabel: 'If plans change',
};
const flexi = {
  priceCents: 16_700,
  sessions: 4,
  validityDays: 28,
  makeUps: 0,
  renews: true,
  cancellation: '7 days.',
};
const term = {
  priceCents: 69_700,
  sessions: 18,
  validityDays: 130,
  makeUps: 2,
  renews: false,
  cancellation: '',
};

it('the table compares the passes row by row', () =>
  expect(compare([flexi, term], labels)).toEqual([
    { label: 'Price', values: ['S$167', 'S$697'], prose: false },
    { label: 'Sessions', values: ['4', '18'], prose: false },
    { label: 'Each', values: ['S$41.75', 'S$38.72'], prose: false },
    { label: 'Valid for', values: ['28 days', '130 days'], prose: false },
    { label: 'Make-ups', values: ['–', '2'], prose: false },
    { label: 'Renews', values: ['Yes, until you stop it', 'No'], prose: false },
    { label: 'If plans change', values: ['7 days.', ''], prose: true },
  ]));

it('the table omits a row without a label, and one that is empty for every pass', () =>
  expect(
    compare([{ ...term, validityDays: null }], { ...labels, eachLabel: '' }).map(({ label }) => label),
  ).toEqual(['Price', 'Sessions', 'Make-ups', 'Renews']));

it.each([
  ['#FF6B2C', 'ink'],
  ['#DDF0EC', 'ink'],
  ['#FFFFFF', 'ink'],
  ['#7A3FF2', 'paper'],
  ['#101614', 'paper'],
])('the text of a badge in %s is %s', (color, letters) => expect(textColorOn(color)).toBe(letters));
