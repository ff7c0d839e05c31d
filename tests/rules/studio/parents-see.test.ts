import { expect, test } from 'vitest';
import { shownPrices } from '#studio/prices/shown-prices.ts';

const rungs = [
  { name: 'First early bird', price: 449, places: 5, closed: true },
  { name: 'Second early bird', price: 499.5, places: 1, deadline: '2026-12-01T15:59:00Z', closed: false },
];

test('the preview shows every rung with its saving, spots and last day in Singapore, and then the listed price', () => {
  expect(shownPrices({ price: 549, rungs })).toEqual([
    { name: 'First early bird', words: 'S$449 · sold out' },
    { name: 'Second early bird', words: 'S$499.50 · save S$49.50 · 1 place · until 1 Dec 2026' },
    { name: 'After that', words: 'S$549' },
  ]);
});

test('the preview shows an offer beside its regular price', () => {
  expect(shownPrices({ price: 38, regularPrice: 58 })).toEqual([
    { name: 'Price', words: 'S$38 instead of S$58 · save S$20' },
  ]);
});

test.each([{}, { price: 0 }, { price: '38' }, { price: -1, rungs }])(
  'the preview shows nothing for %o',
  (document) => {
    expect(shownPrices(document)).toEqual([]);
  },
);

test('the preview omits an incomplete rung, and says if one saves nothing', () => {
  const half = [null, 'x', { name: 'No price' }, { price: 600, closed: false }];
  expect(shownPrices({ price: 549, rungs: half })).toEqual([
    { name: 'Early bird', words: 'S$600 · saves nothing' },
    { name: 'After that', words: 'S$549' },
  ]);
});
