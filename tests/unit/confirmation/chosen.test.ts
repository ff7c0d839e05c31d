import { expect, it } from 'vitest';
import { readCart } from '#browser/cart.ts';
import { writeStored } from '#browser/storage.ts';
import { ofCart } from '#features/checkout/purchase/of-cart.ts';
import { forgetChoiceOf, stillChosen } from '#features/confirmation/chosen.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, uuid } from '#support/unit/examples.ts';

fakeBrowser();

it('removes the paid class from the cart', () => {
  writeStored('otter_cart', cart());
  forgetChoiceOf(ofCart(cart()));
  expect(readCart()).toBeNull();
  expect(stillChosen('2026-11-01')).toBeNull();
});

it('keeps another class in the cart and offers it until its day has passed', () => {
  writeStored('otter_cart', cart());
  forgetChoiceOf(ofCart(cart({ sessionId: uuid(102) })));
  const { sessionDate, selectedTeam, selectedPass } = cart();
  expect(stillChosen(sessionDate)).toEqual({
    name: selectedTeam.name,
    date: sessionDate,
    path: selectedPass.checkoutPath,
  });
  expect(stillChosen('2099-01-01')).toBeNull();
});
