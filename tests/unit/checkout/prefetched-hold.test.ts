/** The page requests the hold before its scripts have loaded, and the checkout uses that hold. */
import vm from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeStored } from '#browser/storage.ts';
import earlyCheckout from '#features/checkout/prefetch-checkout.inline.ts?script';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { openCheckout } from '#support/unit/checkout-store.ts';
import { cart, order } from '#support/unit/examples.ts';
import { form as filled, texts } from './examples.ts';

const browser = fakeBrowser();
const { stringify } = JSON;
const api = 'http://api.test';
const ask = {
  key: 'k',
  urls: [],
  timeoutMs: 1000,
  orderKey: 'otter_order',
  orderUrl: `${api}/rest/v1/rpc/get_order`,
  offerUrl: `${api}/rest/v1/offers?select=id,kind,title,details&id=eq.`,
  hold: {
    url: `${api}/rest/v1/rpc/hold_order`,
    cartKey: 'otter_cart',
    requestedKey: 'otter_requested_order',
    sessionKey: 'auth',
  },
};

/** Runs the inline script like the page. */
function runInlineScript(
  place: { search?: string; state?: object; hold?: null; storage?: () => never } = {},
) {
  const window: Pick<Window, 'prefetched'> & { prefetchedHold?: typeof globalThis.prefetchedHold } = {};
  const page = {
    window,
    performance,
    fetch,
    AbortSignal,
    JSON,
    Math,
    crypto,
    encodeURIComponent,
    location: { search: place.search ?? '' },
    history: { state: place.state ?? null },
    document: {
      documentElement: { dataset: {} },
      currentScript: { dataset: { prefetch: stringify('hold' in place ? { ...ask, hold: null } : ask) } },
    },
  };
  Object.defineProperty(page, 'localStorage', { get: place.storage ?? (() => localStorage) });
  vm.runInNewContext(earlyCheckout, page);
  vi.stubGlobal('window', window);
  vi.stubGlobal('prefetchedHold', window.prefetchedHold);
}
const holds = () => browser.api.named('hold_order').map(({ body }) => body['p_order'] as { secret: string });
const saveChildren = (count: number) =>
  writeStored('otter_checkout_draft', {
    ...filled,
    children: Array.from({ length: count }, () => filled.children[0]),
    of: keyOf(subjectOfCart(cart())),
  });

beforeEach(() => {
  writeStored('otter_cart', cart());
  browser.api
    .on('hold_order', { body: { ...order(), left_out: [] } })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: order() });
});

it('holds the place of the cart before hydration, and the checkout reuses the answer', async () => {
  saveChildren(1);
  runInlineScript();
  expect(browser.api.calls.map(({ name }) => name)).toEqual(['hold_order', 'offers']);
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(holds()).toHaveLength(1);
  expect(browser.api.named('offers')).toHaveLength(1);
  expect(browser.api.named('get_order')).toEqual([]);
  expect(browser.storage.entries.has('otter_requested_order')).toBe(false);
});

it('repeats a hold whose answer was lost with the same secret, so that there is no second order', async () => {
  saveChildren(1);
  browser.api.on('hold_order', 'network failure');
  runInlineScript();
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(holds()).toHaveLength(2);
  expect(holds()[1]).toEqual(holds()[0]);
});

it('for two children the prefetched hold of one place is replaced by a hold of both', async () => {
  saveChildren(2);
  runInlineScript();
  const { checkout } = await openCheckout();
  expect(checkout.sale.$view.get().state).toBe('open');
  const [early, both] = holds();
  expect(both).toMatchObject({ lines: [{}, {}], previous_secret: early?.secret });
  expect(both?.secret).not.toBe(early?.secret);
});

it('holds nothing and does not throw if the storage is blocked', () => {
  const throwError = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  runInlineScript({ storage: throwError });
  expect(holds()).toEqual([]);
});

it.each([
  ['an order of this browser', { otter_order: { secret: 's', offerId: 'pass-term' } }, {}],
  ['an order in the entry of its history', {}, { state: { order: {} } }],
  ['a hold without an answer yet', { otter_requested_order: 's' }, {}],
  ['somebody who is signed in', { auth: {} }, {}],
  ['a session named in the address', {}, { search: '?session=1' }],
  ['a cart of another shape', { otter_cart: {} }, {}],
  ['a camp’s checkout', {}, { hold: null }],
])('holds nothing before hydration with %s', (_, stored, place) => {
  for (const [key, value] of Object.entries(stored)) writeStored(key, value);
  runInlineScript(place);
  expect(holds()).toEqual([]);
  expect(globalThis.prefetchedHold).toBeUndefined();
});
