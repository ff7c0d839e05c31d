import { describe, expect, it } from 'vitest';
import { buildPrices } from '#features/tryout/prices.ts';
import { firstOf, chooseState } from '#features/booking/try-out/model.ts';

const session = (spotsOpen: number) => ({ spotsOpen });

describe('the state of the section', () => {
  it.each([
    ['loading', [], 'loading'],
    ['failed', [], 'failed'],
    ['ready', [], 'empty'],
    ['ready', [session(0), session(0)], 'empty'],
    ['ready', [session(0), session(1)], 'list'],
  ] as const)('%s with %j is %s', (state, sessions, part) => expect(chooseState(state, sessions)).toBe(part));
});

describe('the list of sessions at first', () => {
  const all = [0, 4, 2, 0, 1, 3].map(session);
  const open = [4, 2, 1].map(session);
  it('has the first three sessions with a free place', () => expect(firstOf(all, false)).toEqual(open));
  it('has the first three full sessions if none has a free place', () =>
    expect(firstOf([0, 0, 0, 0].map(session), false)).toHaveLength(3));
  it('has all sessions, including full ones, on request', () => expect(firstOf(all, true)).toEqual(all));
});

it('shows the price, the regular price, the saving and the validity', () =>
  expect(buildPrices({ priceCents: 3_800, regularCents: 5_800, validityDays: 14 })).toEqual({
    price: 'S$38',
    regular: 'S$58',
    saving: 'S$20',
    days: '14',
  }));

it('shows no saving without a regular price', () =>
  expect(buildPrices({ priceCents: 3_800, regularCents: null, validityDays: null })).toEqual({
    price: 'S$38',
  }));
