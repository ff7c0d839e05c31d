import { beforeEach, expect, it } from 'vitest';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { readOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, order, secret, uuid } from '#support/unit/examples.ts';
import { form as filled, texts } from './examples.ts';
import { openCheckout } from '#support/unit/checkout-store.ts';

const browser = fakeBrowser();
const url = 'https://checkout.stripe.test/c/pay/1';
const link = { token: 'a1', pay_until: '2026-11-20T05:18:00Z' };
const waiting = order({ status: 'awaiting_payment' });

beforeEach(() => {
  writeStored('otter_cart', cart());
  writeStored('otter_checkout_draft', { ...filled, of: keyOf(subjectOfCart(cart())) });
  browser.api
    .on('hold_order', { body: { ...order(), left_out: [] } })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: waiting })
    .on('release-order', { body: { released: true } })
    .on('create-checkout', { body: { url, link } });
});

it('the checkout creates a link, stays on the page, and remembers the link for the next visit', async () => {
  const { checkout, go } = await openCheckout();
  await checkout.paying.pay(true);
  expect(browser.api.named('create-checkout')[0]?.body).toMatchObject({ secret, by_link: true });
  expect(go).not.toHaveBeenCalled();
  expect(checkout.paying.$phase.get()).toBe('idle');
  expect(checkout.sale.$view.get()).toMatchObject({ state: 'open', order: { status: 'awaiting_payment' } });
  expect(checkout.sale.$link.get()).toEqual({ ...link, url, back: '/checkout/term' });
  // The cart's button opens the checkout, where the parent sees the state, instead of Stripe's page.
  expect(readOrderMemory()?.payUrl).toBeNull();

  const next = await openCheckout();
  expect(next.checkout.sale.$link.get()?.token).toBe('a1');
});

it('the checkout sends nothing if the form has mistakes', async () => {
  const { checkout } = await openCheckout();
  checkout.form.type({ phone: '9123 45' });
  await checkout.paying.pay(true);
  expect(browser.api.named('create-checkout')).toEqual([]);
  expect(checkout.sale.$link.get()).toBeNull();
});

it('the checkout closes the payment page before another order replaces it, and forgets the link', async () => {
  const { checkout } = await openCheckout();
  await checkout.paying.pay(true);
  browser.api.on('hold_order', { body: { ...order({ secret: uuid(7) }), left_out: [] } });
  await checkout.changes.addChild();
  expect(browser.api.named('release-order')[0]?.body).toEqual({ secret, keep: true });
  expect(checkout.sale.$link.get()).toBeNull();
  expect(readOrderMemory()?.payLink).toBeNull();
});
