import { expect, it } from 'vitest';
import { readCart } from '#browser/cart.ts';
import { writeStored } from '#browser/storage.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { removePaidChoice, readRemainingChoice } from '#features/confirmation/remaining-choice.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, uuid } from '#support/unit/examples.ts';

fakeBrowser();

it('removes the paid class from the cart', () => {
  writeStored('otter_cart', cart());
  removePaidChoice(subjectOfCart(cart()));
  expect(readCart()).toBeNull();
  expect(readRemainingChoice('2026-11-01')).toBeNull();
});

it('keeps another class in the cart and offers it until its day has passed', () => {
  writeStored('otter_cart', cart());
  removePaidChoice(subjectOfCart(cart({ sessionId: uuid(102) })));
  const { sessionDate, selectedTeam, selectedPass } = cart();
  expect(readRemainingChoice(sessionDate)).toEqual({
    name: selectedTeam.name,
    date: sessionDate,
    path: selectedPass.checkoutPath,
  });
  expect(readRemainingChoice('2099-01-01')).toBeNull();
});
