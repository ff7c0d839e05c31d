import { describe, expect, it } from 'vitest';
import { buildPrices } from '#features/tryout/prices.ts';
import { firstOf, chooseState } from '#features/booking/try-out/model.ts';

const session = (spotsOpen: number) => ({ spotsOpen });

describe('the part of the section that is shown', () => {
  it.each([
    ['loading', [], 'loading'],
    ['failed', [], 'failed'],
    ['ready', [], 'empty'],
    ['ready', [session(0), session(0)], 'empty'],
    ['ready', [session(0), session(1)], 'list'],
  ] as const)('%s with %j is %s', (state, sessions, part) => expect(chooseState(state, sessions)).toBe(part));
});

describe('what is shown at first', () => {
  const all = [0, 4, 2, 0, 1, 3].map(session);
  const open = [4, 2, 1].map(session);
  it('is the first three with a spot', () => expect(firstOf(all, false)).toEqual(open));
  it('is the first three to wait for where none has a spot', () =>
    expect(firstOf([0, 0, 0, 0].map(session), false)).toHaveLength(3));
  it('is everything, full ones too, once asked for', () => expect(firstOf(all, true)).toEqual(all));
});

it('names the price, what it was, what is saved, and for how long', () =>
  expect(buildPrices({ priceCents: 3_800, regularCents: 5_800, validityDays: 14 })).toEqual({
    price: 'S$38',
    regular: 'S$58',
    saving: 'S$20',
    days: '14',
  }));

it('saves nothing where there is no regular price', () =>
  expect(buildPrices({ priceCents: 3_800, regularCents: null, validityDays: null })).toEqual({
    price: 'S$38',
  }));
