import { expect, it } from 'vitest';
import { readBasket, saveBasket } from '#browser/basket.ts';
import { readCart } from '#browser/cart.ts';
import { writeStored } from '#browser/storage.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { removePaidChoice, readRemainingChoice } from '#features/confirmation/remaining-choice.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, uuid } from '#support/unit/examples.ts';

fakeBrowser();

it('removes the paid class from the cart', () => {
  writeStored('otter_cart', cart());
  removePaidChoice('2026-11-01', subjectOfCart(cart()));
  expect(readCart()).toBeNull();
  expect(readRemainingChoice('2026-11-01')).toBeNull();
});

it('keeps another class in the cart and offers it until its day has passed', () => {
  writeStored('otter_cart', cart());
  removePaidChoice('2026-11-01', subjectOfCart(cart({ sessionId: uuid(102) })));
  const { sessionDate, selectedTeam, selectedPass } = cart();
  expect(readRemainingChoice(sessionDate)).toEqual({
    name: selectedTeam.name,
    date: sessionDate,
    path: selectedPass.checkoutPath,
  });
  expect(readRemainingChoice('2099-01-01')).toBeNull();
});

it('keeps a basket if something else was paid, and offers it', () => {
  const [first, next] = [101, 102].map((id) => subjectOfCart(cart({ sessionId: uuid(id) })));
  if (!first || !next) throw new Error('no subject');
  saveBasket([first, next]);
  removePaidChoice('2026-11-01', { ...first, sessionId: uuid(103), waitlist: uuid(7) });
  expect(readBasket('2026-11-01')).toEqual([first, next]);
  expect(readRemainingChoice('2026-11-01')).toEqual({
    name: first.name,
    date: first.firstDay,
    path: '/checkout',
  });
  removePaidChoice('2026-11-01', first, [first, next]);
  expect(readBasket('2026-11-01')).toEqual([]);
});
