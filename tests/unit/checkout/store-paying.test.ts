import { beforeEach, describe, expect, it, vi } from 'vitest';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { readOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart, order, secret } from '#support/unit/examples.ts';
import { consents, form as filled, texts } from './examples.ts';
import { opened } from '#support/unit/checkout-store.ts';

const browser = fakeBrowser();
const payUrl = 'https://checkout.stripe.test/c/pay/1';
const of = keyOf(subjectOfCart(cart()));
/** Answer of `hold_order`. */
const held = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), left_out: [] });

beforeEach(() => {
  writeStored('otter_cart', cart());
  writeStored('otter_checkout_draft', { ...filled, of });
  browser.api
    .on('hold_order', { body: held() })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: order() })
    .on('renew_hold', { body: order() })
    .on('release-order', { body: { released: true } })
    .on('create-checkout', { body: { url: payUrl } });
});

describe('paying', () => {
  it('sends the details and goes to Stripe’s page', async () => {
    const { checkout, go } = await opened();
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')[0]?.body).toEqual({
      secret,
      seen_total_cents: 69700,
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

  it('twice at once asks once', async () => {
    const { checkout, go } = await opened();
    await Promise.all([checkout.paying.pay(), checkout.paying.pay()]);
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toHaveLength(1);
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('with a fault in the form asks nobody', async () => {
    const { checkout } = await opened();
    checkout.form.type({ phone: '9123 45' });
    await checkout.paying.pay();
    expect(browser.api.named('create-checkout')).toEqual([]);
    expect(checkout.form.$refusals.get()).toBe(1);
    expect(checkout.paying.$phase.get()).toBe('idle');
  });

  it('in a browser whose clock is wrong takes today from the server, and keeps the hold by its own', async () => {
    // Ten years behind: the child is not born yet.
    let now = Date.parse('2016-11-20T04:00:00Z');
    const { checkout, go } = await opened({ now: () => now });
    expect(readOrderMemory()?.heldUntil).toBe('2016-11-20T04:30:00.000Z');
    now += 5 * 60_000;
    checkout.sale.clock.tick();
    await checkout.paying.pay();
    expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
    expect(readOrderMemory()?.heldUntil).toBe('2016-11-20T04:30:00.000Z');
  });

  it('that Stripe does not answer can be tried again', async () => {
    const { checkout, go } = await opened();
    browser.api.on('create-checkout', { status: 503, body: { code: 'payment_unavailable' } });
    await checkout.paying.pay();
    expect(checkout.paying.$problem.get()).toBe('payment_unavailable');
    browser.api.on('create-checkout', { body: { url: payUrl } });
    await checkout.paying.pay();
    expect(checkout.paying.$problem.get()).toBeNull();
    expect(go).toHaveBeenCalledTimes(1);
  });

  it.each(['session_full', 'pass_expired'])(
    'for a seat that has gone says so, with the way back: %s',
    async (code) => {
      const { checkout } = await opened();
      browser.api.on('create-checkout', { status: 409, body: { code } });
      await checkout.paying.pay();
      expect(checkout.sale.$view.get()).toEqual({ state: 'refused', code });
    },
  );

  it('with a field the server refuses points at it', async () => {
    const { checkout } = await opened();
    browser.api.on('create-checkout', {
      status: 400,
      body: { code: 'invalid_input', field: 'details.children[0].dob' },
    });
    await checkout.paying.pay();
    expect(checkout.form.$faults.get()).toEqual({ 'children[0].dob': { kind: 'not_accepted' } });
    expect(checkout.paying.$problem.get()).toBeNull();
  });

  it('for a child that had the try-out says so beside the child, and keeps what was typed', async () => {
    const { checkout } = await opened();
    browser.api.on('create-checkout', {
      status: 409,
      body: { code: 'try_out_used', field: 'lines[0].child' },
    });
    const typed = checkout.form.$form.get();
    await checkout.paying.pay();
    expect(checkout.form.$faults.get()).toEqual({ 'children[0].name': { kind: 'try_out_used' } });
    expect(checkout.form.$form.get()).toEqual(typed);
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(checkout.paying.$phase.get()).toBe('idle');
  });

  it('after a walk back from Stripe is possible again', async () => {
    const { checkout } = await opened();
    await checkout.paying.pay();
    expect(checkout.paying.$phase.get()).toBe('leaving');
    browser.api.on('get_order', { body: order({ status: 'awaiting_payment' }) });
    await checkout.arrive();
    expect(checkout.paying.$phase.get()).toBe('idle');
    expect(checkout.sale.$view.get().state).toBe('open');
    expect(readOrderMemory()?.payUrl).toBe(payUrl);
  });
});

it('a payment that the network ate is said, and can be asked for again', async () => {
  const { checkout, go } = await opened();
  vi.stubGlobal('navigator', { onLine: false, userAgent: 'test' });
  browser.api.on('create-checkout', 'network failure');
  await checkout.paying.pay();
  expect(checkout.paying.$problem.get()).toBe('offline');
  browser.api.on('create-checkout', { body: { url: payUrl } });
  await checkout.paying.pay();
  expect(go).toHaveBeenCalledExactlyOnceWith(payUrl);
});
