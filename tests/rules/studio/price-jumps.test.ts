import { describe, expect, test } from 'vitest';
import { effectsOf, jumpText } from '#studio/publishing/price-effects.ts';
import { belowFloor, jumpsOf } from '#studio/sale/price-jumps.ts';
import { confirmedPrices } from '#contract/confirmed-prices.ts';

const till = (prices: Record<string, number>) => ({
  on_sale: true,
  prices,
  price_jump_percent: 50,
  floor_cents: 5_000,
  waits_for_approval: false,
  coming_camps: 0,
  places: { taken: 0, open: 0 },
  in_checkout: false,
  renews: false,
});
const rung = (id: string, price: number) => ({ id, price });

describe('a large change of a price is confirmed before it is published', () => {
  test.each([
    ['a slipped point', { price: 16.7 }, { listed: 16_700 }, ['listed']],
    ['exactly half', { price: 50 }, { listed: 10_000 }, []],
    ['more than half more', { price: 150.01 }, { listed: 10_000 }, ['listed']],
    ['a rung', { price: 590, rungs: [rung('first', 44.9)] }, { listed: 59_000, first: 44_900 }, ['first']],
    [
      'a new rung by the lowest so far',
      { price: 590, rungs: [rung('last', 99)] },
      { listed: 59_000 },
      ['last'],
    ],
    ['an offer that was never sold', { price: 90 }, {}, []],
    [
      'the price of a sibling',
      { price: 590, siblingRebate: { amount: 589.99 } },
      { listed: 59_000, 'for siblings': 54_000 },
      ['for siblings'],
    ],
    [
      'a rebate that ends',
      { price: 590, siblingRebate: { amount: 1 } },
      { listed: 59_000, 'for siblings': 100 },
      [],
    ],
    [
      'a transport that slips',
      { price: 590, transport: [{ id: 'shuttle', price: 6 }] },
      { listed: 59_000, 'transport shuttle': 6_000 },
      ['transport shuttle'],
    ],
    [
      'a transport that was free',
      { price: 590, transport: [{ id: 'shuttle', price: 6 }] },
      { listed: 59_000, 'transport shuttle': 0 },
      ['transport shuttle'],
    ],
    [
      'a new transport by the cheapest so far',
      { price: 590, transport: [{ id: 'bus', price: 6 }] },
      { listed: 59_000, 'transport shuttle': 6_000 },
      ['transport bus'],
    ],
    [
      'the first transport, which has nothing to be compared with',
      { price: 590, transport: [{ id: 'shuttle', price: 6 }] },
      { listed: 59_000 },
      [],
    ],
    [
      'a further guest that slips',
      { price: 490, extraGuest: 4.5 },
      { listed: 49_000, 'extra guest': 4_500 },
      ['extra guest'],
    ],
    ['the first price of a further guest', { price: 490, extraGuest: 45 }, { listed: 49_000 }, []],
  ])('for %s', (_name, draft, prices, names) => {
    expect(jumpsOf(draft, null, till(prices)).map(({ name }) => name)).toEqual(names);
  });

  test('once for these prices, and again for others', () => {
    const draft = { price: 16.7, pricesConfirmed: confirmedPrices({ price: 16.7 }) };
    expect(jumpsOf(draft, null, till({ listed: 16_700 }))).toEqual([]);
    expect(jumpsOf({ ...draft, price: 1.67 }, null, till({ listed: 16_700 }))).toHaveLength(1);
  });

  test('for every change, if the current prices cannot be read', () => {
    expect(jumpsOf({ price: 168 }, { price: 167 }, 'unknown')).toEqual([
      { name: 'listed', from: 16_700, to: 16_800 },
    ]);
    expect(jumpsOf({ price: 167 }, { price: 167 }, 'unknown')).toEqual([]);
  });

  test('for a planned price against the one that it replaces, and for the listed one against today’s', () => {
    const from = '2026-12-04T00:00:00.000Z';
    const draft = { price: 100, plannedPrices: [{ from, price: 160 }] };
    const before = till({ listed: 10_000 });
    expect(jumpsOf(draft, null, before, new Date('2026-12-03T00:00:00Z'))).toEqual([
      { name: `from ${from}`, from: 10_000, to: 16_000 },
    ]);
    // The moment has come, so the planned price is the listed price.
    expect(jumpsOf(draft, null, till({ listed: 16_000 }), new Date(from))).toEqual([]);
  });

  test('also the first price of a product that is far below those of similar products', () => {
    const unsold = { ...till({}), on_sale: false };
    const jumps = jumpsOf({ price: 9 }, null, unsold);
    expect(jumps).toEqual([{ name: 'listed', from: null, to: 900 }]);
    expect(jumps.map(jumpText)).toEqual(['Price: S$9. It is the first price of this product.']);
    const effects = effectsOf(jumps, unsold, belowFloor({ price: 9 }, unsold)).join(' ');
    expect(effects).toContain('S$9 is below S$50');
    expect(effects).toContain('Nobody can buy it, and no page shows it, until two admins have approved');
    expect(effects).not.toMatch(/earlier price|already sold/);
    expect(jumpsOf({ price: 9, pricesConfirmed: confirmedPrices({ price: 9 }) }, null, unsold)).toEqual([]);
    expect(jumpsOf({ price: 90 }, null, unsold)).toEqual([]);
    expect(jumpsOf({ price: 9 }, null, { ...unsold, floor_cents: null })).toEqual([]);
  });

  test('in words that name what is paid in addition', () => {
    expect(jumpText({ name: 'transport shuttle', from: 6_000, to: 600 })).toBe(
      'Transport “shuttle”: S$60 → S$6 (90% less)',
    );
    expect(jumpText({ name: 'transport shuttle', from: 0, to: 600 })).toBe(
      'Transport “shuttle”: free until now → S$6',
    );
    expect(jumpText({ name: 'extra guest', from: 4_500, to: 450 })).toContain('Each further guest: S$45');
  });

  test('and by two admins if it is below the floor', () => {
    expect(belowFloor({ price: 49.99 }, till({ listed: 10_000 }))).toBe(4_999);
    expect(belowFloor({ price: 50 }, till({ listed: 10_000 }))).toBeNull();
    expect(belowFloor({ price: 1 }, 'unknown')).toBeNull();
    expect(
      belowFloor({ price: 50, extraGuest: 1, transport: [{ id: 'a', price: 1 }] }, till({ listed: 10_000 })),
    ).toBeNull();
    expect(belowFloor({ price: 100, siblingRebate: { amount: 60 } }, till({ listed: 10_000 }))).toBe(4_000);
  });
});
