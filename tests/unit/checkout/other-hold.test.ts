import { beforeEach, expect, it, vi } from 'vitest';
import { readOrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { Form } from '#features/checkout/form/model.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { createCheckout } from '#features/checkout/store.ts';
import { address } from '#support/unit/checkout-store.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, order, secret, uuid } from '#support/unit/examples.ts';
import { form as filled, texts } from './examples.ts';

// A parent who holds spots and chooses another product decides which of the two to continue.
const browser = fakeBrowser();
const camp = {
  kind: 'camp' as const,
  offerId: 'tier-ignite',
  sessionId: null,
  campId: uuid(500),
  tier: 'ignite',
  waitlist: null,
  places: null,
  seenCents: 79000,
  firstDay: '2026-12-07',
  name: 'Ignite Camp',
  label: 'Ignite Camp',
};
const heldCamp = order({ secret, lines: order().lines.map((line) => ({ ...line, title: 'Ignite Camp' })) });
const memory = {
  secret,
  sessionId: '',
  offerId: 'tier-ignite',
  agreedCents: 79000,
  heldUntil: null,
  payUrl: null,
  subject: camp,
};

async function openCheckout() {
  const checkout = createCheckout({ go: vi.fn(), address });
  await checkout.open();
  return { checkout };
}

beforeEach(() => {
  writeStored('otter_cart', cart());
  writeStored('otter_checkout_draft', { ...filled, of: keyOf(camp) });
  saveOrderMemory(memory);
  browser.api
    .on('hold_order', { body: { ...order({ secret: uuid(42) }), left_out: [] } })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: heldCamp })
    .on('release-order', { body: { released: true } });
});

it('the checkout asks the parent before it gives up places of a camp for a class', async () => {
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get()).toEqual({
    state: 'holds_other',
    held: heldCamp,
    others: [camp],
    mayJoin: false,
  });
  expect(browser.api.named('hold_order')).toEqual([]);
  expect(browser.api.named('release-order')).toEqual([]);
  // Neither the camp's form nor the cart has changed.
  expect(readStored('otter_checkout_draft', Form)).toMatchObject({
    of: keyOf(camp),
    children: filled.children,
  });
  expect(browser.storage.entries.has('otter_cart')).toBe(true);
});

it('continuing the first order restores the order and its form', async () => {
  const { checkout } = await openCheckout();
  await checkout.keepHeld();
  expect(checkout.sale.$view.get()).toMatchObject({ state: 'open', order: { secret } });
  expect(checkout.sale.$subject.get()).toEqual(camp);
  expect(checkout.form.$values.get().children).toEqual(filled.children);
  expect(browser.api.named('hold_order')).toEqual([]);
});

it('giving up the first order holds the second one in the same call', async () => {
  const { checkout } = await openCheckout();
  await checkout.replaceHeld();
  expect(browser.api.named('hold_order')[0]?.body).toMatchObject({
    p_order: { previous_secret: secret, lines: [{ session_id: uuid(101) }] },
  });
  expect(checkout.sale.$subject.get()).toEqual(subjectOfCart(cart()));
  expect(readOrderMemory()).toMatchObject({ secret: uuid(42) });
});

it('the checkout does not ask if the hold has expired', async () => {
  browser.api.on('get_order', { body: order({ status: 'expired', hold_expires_at: null }) });
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get().state).toBe('open');
});

it('the checkout does not ask for another pass of the same session', async () => {
  saveOrderMemory({ ...memory, subject: { ...subjectOfCart(cart()), offerId: 'pass-tryout' } });
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(browser.api.named('hold_order')[0]?.body).toMatchObject({ p_order: { previous_secret: secret } });
});
