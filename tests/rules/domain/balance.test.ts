/** A balance can pay for an order, and refunds can go back to it. */
import { expect, test } from 'vitest';
import { splitMoneyFirst } from '#domain/balance.ts';

test('a refund returns money first, and then balance', () => {
  expect(splitMoneyFirst([3_800, 3_800], 5_000)).toEqual([
    { money: 3_800, balance: 0 },
    { money: 1_200, balance: 2_600 },
  ]);
  expect(splitMoneyFirst([3_800], 0)).toEqual([{ money: 0, balance: 3_800 }]);
});
