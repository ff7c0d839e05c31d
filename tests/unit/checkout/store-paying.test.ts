import { beforeEach, describe, expect, it, vi } from 'vitest';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { readOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, order, secret } from '#support/unit/examples.ts';
import { consents, form as filled, texts } from './examples.ts';
import { openCheckout } from '#support/unit/checkout-store.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';
const cartKey = keyOf(subjectOfCart(cart()));
/** Returns an answer of `hold_order`. */
const heldOrder = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), left_out: [] });

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

describe('paying', () => {
  it('sends the details and goes to Stripe’s page', async () => {
    const { checkout, go } = await openCheckout();
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')[0]?.body).toEqual({
      secret,
      expected_total_cents: 69700,
      return_path: '/checkout/term',
      success_path: '/payment-success',
      details: {
        parent: { name: 'Lim Wei Ming', email: 'weiming@example.com', phone: '+6591234567' },
        children: [{ name: 'Kai Lim', dob: '2018-03-14', nothing_to_report: true }],
        consents,
        signature: 'Lim Wei Ming',
      },
    });
    expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
    expect(readOrderMemory()?.payUrl).toBe(payUrl);
  });

  it('sends the chosen deposit, and asks again if it is no longer offered', async () => {
    const { checkout, go } = await openCheckout();
    const choice = { instalments: { parts: 1, deposit_cents: 20_910 } };
    checkout.paying.$pay.set({ choice, dueCents: 20_910 });
    browser.api.on('create-checkout', {
      status: 409,
      body: { code: 'price_changed', field: 'instalments', cents: 15_000 },
    });
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')[0]?.body).toMatchObject({ pay: choice });
    expect(checkout.paying.$problem.get()).toBe('no_instalments');
    // The deposit in the refusal is not a new price.
    expect(checkout.sale.$asksPrice.get()).toBeNull();
    expect(go).not.toHaveBeenCalled();
  });

  it('sends one request for several clicks', async () => {
    const { checkout, go } = await openCheckout();
    await Promise.all([checkout.paying.pay(), checkout.paying.pay()]);
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toHaveLength(1);
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('sends nothing if the form has mistakes', async () => {
    const { checkout } = await openCheckout();
    checkout.form.type({ phone: '9123 45' });
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toEqual([]);
    expect(checkout.form.$failedSubmits.get()).toBe(1);
    expect(checkout.paying.$phase.get()).toBe('idle');
  });

  it('takes today’s date from the server if the browser’s clock is wrong', async () => {
    // The clock is ten years behind, before the child was born.
    let now = Date.parse('2016-11-20T04:00:00Z');
    const { checkout, go } = await openCheckout({ now: () => now });
    expect(readOrderMemory()?.heldUntil).toBe('2016-11-20T04:30:00.000Z');
    now += 5 * 60_000;
    checkout.sale.clock.tick();
    await checkout.paying.pay();
    expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
    expect(readOrderMemory()?.heldUntil).toBe('2016-11-20T04:30:00.000Z');
  });

  it('can be retried if Stripe does not answer', async () => {
    const { checkout, go } = await openCheckout();
    browser.api.on('create-checkout', { status: 503, body: { code: 'payment_unavailable' } });
    await checkout.paying.pay();
    expect(checkout.paying.$problem.get()).toBe('payment_unavailable');
    browser.api.on('create-checkout', { body: { url: payUrl } });
    await checkout.paying.pay();
    expect(checkout.paying.$problem.get()).toBeNull();
    expect(go).toHaveBeenCalledTimes(1);
  });

  it.each(['session_full', 'pass_expired'])(
    'shows that the spot is no longer available, with a link back: %s',
    async (code) => {
      const { checkout } = await openCheckout();
      browser.api.on('create-checkout', { status: 409, body: { code } });
      await checkout.paying.pay();
      expect(checkout.sale.$view.get()).toEqual({ state: 'refused', code });
    },
  );

  it('shows at its field what the server refused', async () => {
    const { checkout } = await openCheckout();
    browser.api.on('create-checkout', {
      status: 400,
      body: { code: 'invalid_input', field: 'details.children[0].dob' },
    });
    await checkout.paying.pay();
    expect(checkout.form.$faults.get()).toEqual({ 'children[0].dob': { kind: 'not_accepted' } });
    expect(checkout.paying.$problem.get()).toBeNull();
  });

  it('shows beside the child that it has already had a try-out, and keeps the form', async () => {
    const { checkout } = await openCheckout();
    browser.api.on('create-checkout', {
      status: 409,
      body: { code: 'try_out_used', field: 'lines[0].child' },
    });
    const typed = checkout.form.$values.get();
    await checkout.paying.pay();
    expect(checkout.form.$faults.get()).toEqual({ 'children[0].name': { kind: 'try_out_used' } });
    expect(checkout.form.$values.get()).toEqual(typed);
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(checkout.paying.$phase.get()).toBe('idle');
  });

  it('is possible again after coming back from Stripe', async () => {
    const { checkout } = await openCheckout();
    await checkout.paying.pay();
    expect(checkout.paying.$phase.get()).toBe('leaving');
    browser.api.on('get_order', { body: order({ status: 'awaiting_payment' }) });
    await checkout.arrive();
    expect(checkout.paying.$phase.get()).toBe('idle');
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(readOrderMemory()?.payUrl).toBe(payUrl);
  });
});

it('paying is not possible while a bank transfers the money, and says so', async () => {
  const { checkout, go } = await openCheckout();
  browser.api
    .on('create-checkout', { status: 409, body: { code: 'order_closed' } })
    .on('get_order', { body: order({ status: 'awaiting_payment' }) });
  await checkout.paying.pay();
  expect(checkout.paying.$problem.get()).toBe('order_closed');
  expect(checkout.sale.$view.get().state).toBe('open');
  // The payment arrived in the meantime.
  browser.api.on('get_order', { body: order({ status: 'paid' }) });
  await checkout.paying.pay();
  expect(go).toHaveBeenCalledExactlyOnceWith(`/payment-success?order=${secret}`);
});

it('shows that the network failed, and goes on once when it is back', async () => {
  const { checkout, go } = await openCheckout();
  vi.stubGlobal('navigator', { onLine: false, userAgent: 'test' });
  browser.api.on('create-checkout', 'network failure');
  await checkout.paying.pay();
  const before = browser.api.named('create-checkout').length;
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'test' });
  browser.api.on('create-checkout', { body: { url: payUrl } });
  checkout.online();
  checkout.online();
  await vi.waitFor(() => expect(go).toHaveBeenCalledExactlyOnceWith(payUrl));
  expect(browser.api.named('create-checkout')).toHaveLength(before + 1);
  // The checkout does not pay automatically if nobody has pressed Pay.
  const { checkout: other, go: otherGo } = await openCheckout();
  other.online();
  expect(other.paying.$phase.get()).toBe('idle');
  expect(otherGo).not.toHaveBeenCalled();
});

it('shows that the network failed, and can be retried', async () => {
  const { checkout, go } = await openCheckout();
  vi.stubGlobal('navigator', { onLine: false, userAgent: 'test' });
  browser.api.on('create-checkout', 'network failure');
  await checkout.paying.pay();
  expect(checkout.paying.$problem.get()).toBe('offline');
  browser.api.on('create-checkout', { body: { url: payUrl } });
  await checkout.paying.pay();
  expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
});
