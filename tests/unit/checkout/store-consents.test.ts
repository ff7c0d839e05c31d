import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckout } from '#features/checkout/store.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, order } from '#support/unit/examples.ts';
import { form as filled, texts, privateDetails } from './examples.ts';
import { address, openCheckout } from '#support/unit/checkout-store.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';

beforeEach(() => {
  writeStored('otter_cart', cart());
  writeStored('otter_checkout_draft', { ...filled, of: keyOf(subjectOfCart(cart())) });
  browser.api
    .on('hold_order', { body: { ...order(), left_out: [] } })
    .on('consent_texts', { body: texts })
    .on('create-checkout', { body: { url: payUrl } });
});

describe('the consent texts', () => {
  it('are read again after a change, and the tick for the old text is removed', async () => {
    const { checkout } = await openCheckout();
    const changed = texts.map((text) => (text.purpose === 'terms' ? { ...text, version: 4 } : text));
    browser.api.on('consent_texts', { body: changed }).on('create-checkout', {
      status: 409,
      body: { code: 'consent_text_changed', field: 'consents.terms' },
    });
    await checkout.paying.pay();
    expect(checkout.form.$values.get().consents).toEqual({ activity: 1 });
    await checkout.paying.pay();
    expect(checkout.form.$faults.get()).toEqual({ 'consents.terms': { kind: 'missing' } });
    checkout.form.tick('terms', 4);
    browser.api.on('create-checkout', { body: { url: payUrl } });
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toHaveLength(2);
    expect(browser.api.named('create-checkout')[1]?.body).toMatchObject({
      details: { consents: { terms: { given: true, version: 4 } } },
    });
  });

  it('must have loaded before the parent can pay', async () => {
    browser.api.on('consent_texts', 'network failure');
    const go = vi.fn();
    const checkout = createCheckout({ go, address });
    await checkout.open();
    await vi.waitFor(() => expect(checkout.texts.$texts.get().state).toBe('failed'));
    checkout.form.fill(privateDetails);
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toEqual([]);
    expect(checkout.paying.$problem.get()).toBe('unexpected');
    browser.api.on('consent_texts', { body: texts });
    await checkout.texts.load();
    await checkout.paying.pay();
    expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
  });
});
