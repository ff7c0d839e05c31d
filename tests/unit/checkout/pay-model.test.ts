import { describe, expect, it, test } from 'vitest';
import { findMaxFromBalance } from '#domain/balance.ts';
import { chosenPay, usedOf } from '#features/checkout/order/pay-model.ts';
import { order } from '#support/unit/examples.ts';

const TOTAL = 69_700;

test.each([
  [80_000, TOTAL],
  [TOTAL, TOTAL],
  // A card cannot be charged 20 cents.
  [TOTAL - 20, TOTAL - 50],
  [10_000, 10_000],
  [0, 0],
])('a parent with a balance of %i cents can pay at most %i from it', (balance, maximum) => {
  expect(findMaxFromBalance(balance, TOTAL)).toBe(maximum);
  expect(usedOf('most', balance, TOTAL)).toBe(maximum);
});

test.each([
  [null, 0],
  [5_000, 5_000],
  [TOTAL + 1, TOTAL],
  [TOTAL - 20, TOTAL - 50],
])('of S$800, the wanted %s are used as %i cents', (wanted, used) => {
  expect(usedOf(wanted, 80_000, TOTAL)).toBe(used);
});

describe('the payment that is sent', () => {
  const option = { parts: 1, deposit_cents: 20_910, rest: [{ due_on: '2027-01-07', cents: 48_790 }] };
  const pay = { options: [option], grace_days: 3, lapses: false, parts: null, balance_cents: 0 };

  it('is empty if the whole price is paid by card', () => {
    expect(chosenPay({ parts: null, balance: null }, order({ pay }), 5_000)).toBeNull();
    expect(chosenPay({ parts: null, balance: 'most' }, order({ pay }), 0)).toBeNull();
  });

  it('is the deposit, without the balance', () => {
    expect(chosenPay({ parts: 1, balance: 'most' }, order({ pay }), 5_000)).toEqual({
      choice: { instalments: { parts: 1, deposit_cents: 20_910 } },
      dueCents: 20_910,
    });
  });

  it('is the whole price once the deposit is no longer offered', () => {
    expect(chosenPay({ parts: 2, balance: null }, order({ pay }), 0)).toBeNull();
  });

  it('follows the price when it changes', () => {
    const cheaper = order({ pay, total_cents: 4_000 });
    expect(chosenPay({ parts: null, balance: 'most' }, cheaper, 5_000)).toEqual({
      choice: { balance_cents: 4_000 },
      dueCents: 0,
    });
  });
});
