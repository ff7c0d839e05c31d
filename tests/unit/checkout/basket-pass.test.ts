/** Who gets a class or a pass that is added to an order (docs/decisions "One basket"). */
import { describe, expect, it } from 'vitest';
import { completed } from '#features/checkout/order/basket.ts';
import { whoGoes } from '#features/checkout/order/who-goes.ts';
import { emptyChild } from '#features/checkout/form/model.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { pass, second, spark } from './basket-setup.ts';
import { kai, mira } from './examples.ts';

const parts = [spark, pass];
const going = (children: Parameters<typeof completed>[0]) =>
  whoGoes(children, parts).map((some) => some.map((index) => children[index]?.name));
const add = (children: Parameters<typeof completed>[0], forWhom?: typeof kai) =>
  completed(children, parts, keyOf(spark), forWhom);

describe('a pass that is added to a camp', () => {
  it('is for the first child if nobody was named', () => {
    expect(going(add([kai, mira]))).toEqual([[kai.name, mira.name], [kai.name]]);
  });

  it('is for the child who was named, wherever it is in the form', () => {
    expect(going(add([kai, mira], mira))).toEqual([[kai.name, mira.name], [mira.name]]);
  });

  it('adds a child who is not in the form, for the pass alone', () => {
    expect(going(add([kai], mira))).toEqual([[kai.name], [mira.name]]);
  });

  it('fills in a card that is still empty', () => {
    expect(going(add([emptyChild], mira))).toEqual([[mira.name], [mira.name]]);
  });

  it('adds an empty card for a child whom the account does not have', () => {
    expect(going(add([kai, mira], emptyChild))).toEqual([[kai.name, mira.name], ['']]);
  });
});

it('a child who was named changes nothing about a camp that is added', () => {
  const both = completed([kai, mira], [spark, second], keyOf(spark), mira);
  expect(whoGoes(both, [spark, second])).toEqual([
    [0, 1],
    [0, 1],
  ]);
});
