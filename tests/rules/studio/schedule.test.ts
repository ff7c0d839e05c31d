import { expect, test } from 'vitest';
import { scheduleUnlessPriced } from '#studio/publishing/schedule.ts';
import { changesPrices, scheduledPricesProblem } from '#studio/schemaTypes/rules/scheduled-prices.ts';

const rung = { _key: 'r', id: 'first', price: 490, deadline: '2026-12-01' };
const published = { price: 590, rungs: [rung], siblingRebate: { amount: 20 } };

test.each([
  ['the same prices', {}, false],
  ['another name', { name: 'Summer' }, false],
  ['an empty list instead of none', { plannedPrices: [] }, false],
  [
    'fields in another order',
    { rungs: [{ price: 490, deadline: '2026-12-01', id: 'first', _key: 'r' }] },
    false,
  ],
  ['a price one cent lower', { price: 589.99 }, true],
  ['another early bird', { rungs: [{ ...rung, price: 480 }] }, true],
  ['an early bird that ends later', { rungs: [{ ...rung, deadline: '2026-12-02' }] }, true],
  ['another planned price', { plannedPrices: [{ from: '2027-01-01T00:00:00Z', price: 600 }] }, true],
  ['no rebate', { siblingRebate: undefined }, true],
])('whether a version changes prices, with %s', (_, change, changes) =>
  expect(changesPrices({ ...published, ...change }, published)).toBe(changes),
);

test('a new product with a price changes prices', () => {
  expect(changesPrices({ price: 100 }, null)).toBe(true);
  expect(changesPrices({}, null)).toBe(false);
});

const description = { label: 'Schedule', onHandle: () => undefined };
type Action = Parameters<typeof scheduleUnlessPriced>[0];
const original: Action = () => description;
const schedule = (type: string, draft: object | null, published: object | null) =>
  scheduleUnlessPriced(original)({ type, draft, published } as unknown as Parameters<Action>[0]);

test('a draft with another price cannot be scheduled, however small the change and whatever was confirmed', () => {
  const refused = { disabled: true, title: scheduledPricesProblem };
  expect(schedule('pass', { price: 101, pricesConfirmed: 'listed 101' }, { price: 100 })).toMatchObject(
    refused,
  );
  expect(schedule('campTier', { ...published, rungs: [] }, published)).toMatchObject(refused);
  expect(schedule('pass', { price: 100, name: 'New name' }, { price: 100 })).toEqual(description);
  expect(schedule('faq', { price: 1 }, null)).toEqual(description);
});
