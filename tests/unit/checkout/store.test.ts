import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createCheckout } from '#features/checkout/store.ts';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { readOrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { refusal, fakeBrowser } from '#support/unit/browser.ts';
import { cart, order, secret, uuid } from '#support/unit/examples.ts';
import { form as filled, privateDetails, texts } from './examples.ts';
import { address, openCheckout } from '#support/unit/checkout-store.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';
const cartKey = keyOf(subjectOfCart(cart()));
/** Returns an answer of `hold_order`. */
const heldOrder = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), left_out: [] });
const memory = {
  secret,
  sessionId: uuid(101),
  offerId: 'pass-term',
  agreedCents: 69700,
  heldUntil: null,
  payUrl: null,
};

/** Returns the secret that the browser sent with its n-th hold. */
function sentSecret(call: number): string {
  const sent = browser.api.named('hold_order')[call];
  if (!sent) throw new Error(`There was no hold ${call}.`);
  return (sent.body as { p_order: { secret: string } }).p_order.secret;
}

beforeEach(() => {
  writeStored('otter_cart', cart());
  writeStored('otter_checkout_draft', { ...filled, of: cartKey });
  browser.api
    .on('hold_order', { body: heldOrder() })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: order() })
    .on('renew_hold', { body: order() })
    .on('release-order', { body: { released: true } })
    .on('create-checkout', { body: { url: payUrl } });
});

describe('opening the checkout', () => {
  it('holds the place of the cart at the price that was shown', async () => {
    const { checkout } = await openCheckout();
    expect(checkout.sale.$view.get()).toEqual({ state: 'open', order: heldOrder() });
    expect(browser.api.named('hold_order').map((call) => call.body)).toEqual([
      {
        p_order: {
          lines: [{ offer_id: 'pass-term', session_id: uuid(101), expected_price_cents: 69700 }],
          secret: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/) as string,
          previous_secret: null,
        },
      },
    ]);
    // The request is no longer pending once its answer has arrived.
    expect(browser.storage.entries.has('otter_requested_order')).toBe(false);
    expect(readOrderMemory()).toMatchObject({ secret, sessionId: uuid(101), agreedCents: 69700 });
  });

  it('holds only once if it is mounted several times', async () => {
    const checkout = createCheckout({ go: vi.fn(), address });
    await Promise.all([checkout.open(), checkout.open()]);
    await checkout.open();
    expect(browser.api.named('hold_order')).toHaveLength(1);
  });

  it('holds nothing without a cart', async () => {
    browser.storage.removeItem('otter_cart');
    const { checkout } = await openCheckout();
    expect(checkout.sale.$view.get()).toEqual({ state: 'empty' });
    expect(browser.api.calls).toEqual([]);
  });

  it('treats a cart of another shape as no cart', async () => {
    writeStored('otter_cart', { ...cart(), price: '697' });
    const { checkout } = await openCheckout();
    expect(checkout.sale.$view.get()).toEqual({ state: 'empty' });
  });

  it('a second time reads the same order again', async () => {
    saveOrderMemory(memory);
    const { checkout } = await openCheckout();
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(browser.api.named('get_order')[0]?.body).toEqual({ p_secret: secret });
    expect(browser.api.named('hold_order')).toEqual([]);
  });

  it('after the hold has expired holds again and names the old order', async () => {
    saveOrderMemory(memory);
    browser.api.on('get_order', { body: order({ status: 'expired', hold_expires_at: null }) });
    await openCheckout();
    expect(browser.api.named('hold_order')[0]?.body).toMatchObject({ p_order: { previous_secret: secret } });
  });

  it('after a hold without an answer gives that hold up with the next one', async () => {
    browser.api.on('hold_order', refusal('unexpected', 500));
    const { checkout } = await openCheckout();
    const secret = sentSecret(0);
    expect(browser.storage.getItem('otter_requested_order')).toBe(JSON.stringify(secret));
    browser.api.on('get_order', { body: order({ secret }) }).on('hold_order', { body: heldOrder() });
    await checkout.reopen();
    expect(browser.api.named('get_order').map((call) => call.body)).toEqual([{ p_secret: secret }]);
    expect(browser.api.named('hold_order')[1]?.body).toMatchObject({ p_order: { previous_secret: secret } });
    expect(sentSecret(1)).not.toBe(secret);
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(browser.storage.entries.has('otter_requested_order')).toBe(false);
  });

  it.each([
    ['was never made', refusal('order_not_found', 404)],
    ['is over', { body: order({ status: 'expired', hold_expires_at: null }) }],
  ])('after a hold without an answer that %s names no previous order', async (_, answer) => {
    writeStored('otter_requested_order', uuid(77));
    browser.api.on('get_order', answer);
    await openCheckout();
    expect(browser.api.named('hold_order')[0]?.body).toMatchObject({ p_order: { previous_secret: null } });
  });

  it('holds nothing while it is not known whether the last hold succeeded', async () => {
    writeStored('otter_requested_order', uuid(77));
    browser.api.on('get_order', refusal('unexpected', 500));
    const { checkout } = await openCheckout();
    expect(checkout.sale.$view.get()).toMatchObject({ state: 'refused' });
    expect(browser.api.named('hold_order')).toEqual([]);
  });

  it('leaves nothing pending after a refusal', async () => {
    browser.api.on('hold_order', refusal('session_full', 409, 'lines[0]'));
    await openCheckout();
    expect(browser.storage.entries.has('otter_requested_order')).toBe(false);
  });

  it('for another session gives up the old order and first closes its payment page', async () => {
    saveOrderMemory({ ...memory, sessionId: uuid(999), payUrl });
    await openCheckout();
    const names = browser.api.calls.map((call) => call.name);
    expect(names.filter((name) => name.endsWith('order'))).toEqual(['release-order', 'hold_order']);
    expect(browser.api.named('hold_order')[0]?.body).toMatchObject({ p_order: { previous_secret: secret } });
  });

  it('for a paid order leads to its success page', async () => {
    saveOrderMemory(memory);
    browser.api.on('get_order', { body: order({ status: 'paid', hold_expires_at: null }) });
    const { go } = await openCheckout();
    expect(go).toHaveBeenCalledExactlyOnceWith(`/payment-success?order=${secret}`);
  });

  it('never holds a second place after a network failure', async () => {
    saveOrderMemory(memory);
    browser.api.on('get_order', 'network failure');
    const { checkout } = await openCheckout();
    expect(checkout.sale.$view.get()).toEqual({ state: 'refused', code: 'unexpected' });
    expect(browser.api.named('hold_order')).toEqual([]);
    browser.api.on('get_order', { body: order() });
    await checkout.reopen();
    expect(checkout.sale.$view.get().state).toBe('open');
  });

  it.each(['session_full', 'too_many_holds', 'sign_in_for_more', 'rate_limited'])(
    'shows the refusal before paying: %s',
    async (code) => {
      browser.api.on('hold_order', refusal(code));
      const { checkout } = await openCheckout();
      expect(checkout.sale.$view.get()).toEqual({ state: 'refused', code });
    },
  );
});

/** An answer with a higher price than the page showed. */
const higherPriced = heldOrder({
  total_cents: 72700,
  price_changed: true,
  lines: order().lines.map((line) => ({ ...line, price_cents: 72700, total_cents: 72700 })),
});

describe('a changed price', () => {
  it('is not paid before the parent has agreed', async () => {
    browser.api.on('hold_order', { body: higherPriced });
    const { checkout } = await openCheckout();
    expect(checkout.sale.$asksPrice.get()).toBe(72700);
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toEqual([]);
    checkout.sale.agree();
    expect(checkout.sale.$asksPrice.get()).toBeNull();
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')[0]?.body).toMatchObject({ expected_total_cents: 72700 });
  });

  it('is not asked about again after a reload once agreed', async () => {
    browser.api.on('hold_order', { body: higherPriced });
    const { checkout } = await openCheckout();
    checkout.sale.agree();
    browser.api.on('get_order', { body: order({ total_cents: 72700, price_changed: true }) });
    const reopened = await openCheckout();
    expect(reopened.checkout.sale.$asksPrice.get()).toBeNull();
  });

  it('at the last moment is shown and must be agreed', async () => {
    const { checkout } = await openCheckout();
    browser.api
      .on('create-checkout', { status: 409, body: { code: 'price_changed', cents: 72700 } })
      .on('get_order', 'network failure');
    await checkout.paying.pay();
    expect(checkout.sale.$asksPrice.get()).toBe(72700);
    expect(checkout.sale.$agreed.get()).toBe(69700);
    expect(checkout.paying.$phase.get()).toBe('idle');
  });
});

describe('the hold', () => {
  const start = Date.parse('2026-11-20T04:00:00Z');
  const MINUTE = 60_000;
  const answerExpired = () =>
    browser.api.on('get_order', { body: order({ status: 'expired', hold_expires_at: null }) });

  it('can be repeated after it has expired, and the form is kept', async () => {
    let now = start;
    const { checkout } = await openCheckout({ now: () => now });
    answerExpired();
    now += 31 * MINUTE;
    checkout.sale.clock.tick();
    await vi.waitFor(() => expect(checkout.sale.$view.get().state).toBe('lapsed'));
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toEqual([]);
    await checkout.holdAgain();
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(browser.api.named('hold_order')[1]?.body).toMatchObject({ p_order: { previous_secret: secret } });
    expect(checkout.form.$values.get()).toEqual({ ...filled, ...privateDetails, of: cartKey });
  });

  it('can be repeated if it turns out to be expired when paying', async () => {
    const { checkout } = await openCheckout();
    answerExpired();
    browser.api.on('create-checkout', { status: 409, body: { code: 'hold_expired' } });
    await checkout.paying.pay();
    expect(checkout.sale.$view.get().state).toBe('lapsed');
  });

  it('is extended once, near its end and while the form is in use', async () => {
    let now = start;
    const { checkout } = await openCheckout({ now: () => now });
    browser.api.on('renew_hold', {
      body: order({ hold_expires_at: '2026-11-20T04:40:00+00:00', server_time: '2026-11-20T04:26:00+00:00' }),
    });
    now += 26 * MINUTE;
    checkout.form.typeChild(0, { name: 'Kai' });
    checkout.sale.clock.tick();
    checkout.sale.clock.tick();
    await vi.waitFor(() =>
      expect(checkout.sale.$order.get()?.hold_expires_at).toBe('2026-11-20T04:40:00+00:00'),
    );
    expect(browser.api.named('renew_hold')).toHaveLength(1);
    expect(checkout.sale.clock.$left.get()).toBe(14 * 60);
  });

  it('is not extended for an abandoned form', async () => {
    let now = start;
    const { checkout } = await openCheckout({ now: () => now });
    now += 26 * MINUTE;
    checkout.sale.clock.tick();
    expect(browser.api.named('renew_hold')).toEqual([]);
  });

  it('is not extended any further after the server has refused', async () => {
    let now = start;
    const { checkout } = await openCheckout({ now: () => now });
    now += 26 * MINUTE;
    checkout.form.typeChild(0, { name: 'Kai' });
    await checkout.sale.renew();
    expect(checkout.sale.$renewable.get()).toBe(false);
    checkout.sale.clock.tick();
    expect(browser.api.named('renew_hold')).toHaveLength(1);
  });
});

it('shows that the browser is offline, and continues when it is back online', async () => {
  vi.stubGlobal('navigator', { onLine: false, userAgent: 'test' });
  browser.api.on('hold_order', 'network failure');
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get()).toEqual({ state: 'refused', code: 'offline' });
  browser.api.on('hold_order', { body: heldOrder() });
  checkout.online();
  await vi.waitFor(() => expect(checkout.sale.$view.get().state).toBe('open'));
});
