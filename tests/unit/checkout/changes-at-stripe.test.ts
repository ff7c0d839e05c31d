import { beforeEach, expect, it } from 'vitest';
import { readOrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { ofDraft } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { holdRequests, openCheckout } from '#support/unit/checkout-changes.ts';
import { secret } from '#support/unit/examples.ts';
import { campOrder, draft, heldCamp, offer, texts } from './examples.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';
beforeEach(() => {
  writeStored('selected_camp_data', draft);
  browser.api
    .on('offers', { body: [offer] })
    .on('consent_texts', { body: texts })
    .on('release-order', { body: { released: true } })
    .on('hold_order', { body: heldCamp(2) });
});

const openAtStripe = () => {
  browser.api.on('get_order', { body: campOrder(1, { status: 'awaiting_payment' }) });
  const memory = { secret, sessionId: '', offerId: 'tier-spark', agreedCents: 54900, heldUntil: null };
  saveOrderMemory({ ...memory, payUrl, subject: ofDraft(draft) });
  return openCheckout();
};

it('changing an order at Stripe first closes its payment page', async () => {
  const { changes } = await openAtStripe();
  await changes.addChild();
  const names = browser.api.calls.map((call) => call.name);
  expect(names.indexOf('release-order')).toBeGreaterThan(-1);
  expect(names.indexOf('release-order')).toBeLessThan(names.indexOf('hold_order'));
  // The spots stay held until the new hold has them.
  expect(browser.api.named('release-order')[0]?.body).toEqual({ secret, keep: true });
  expect(readOrderMemory()?.payUrl).toBeNull();
});

it.each([
  ['was paid meanwhile', { body: { released: false } }, 'paid'],
  ['is being paid', { body: { released: false } }, 'awaiting_payment'],
  ['has a page that could not be closed', { status: 503, body: { code: 'payment_unavailable' } }, 'paid'],
] as const)('an order that %s is not replaced', async (_, reply, status) => {
  const { changes } = await openAtStripe();
  browser.api.on('release-order', reply).on('get_order', { body: campOrder(1, { status }) });
  await changes.addChild();
  expect(holdRequests(browser)).toEqual([]);
});
