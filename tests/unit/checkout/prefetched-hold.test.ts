/** The hold that the page asks for before its scripts have come, and the checkout that takes it for its own. */
import vm from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeStored } from '#browser/storage.ts';
import earlyCheckout from '#features/checkout/prefetch-checkout.inline.ts?script';
import { subjectOfCart } from '#features/checkout/purchase/cart-subject.ts';
import { keyOf } from '#features/checkout/purchase/subject.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { opened } from '#support/unit/checkout-store.ts';
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
    askedKey: 'otter_asked_order',
    sessionKey: 'auth',
  },
};

/** As the page runs it, in the browser of the test; what it leaves is the page's. */
function runEarly(place: { search?: string; state?: object; hold?: null; storage?: () => never } = {}) {
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
      currentScript: { dataset: { ask: stringify('hold' in place ? { ...ask, hold: null } : ask) } },
    },
  };
  Object.defineProperty(page, 'localStorage', { get: place.storage ?? (() => localStorage) });
  vm.runInNewContext(earlyCheckout, page);
  vi.stubGlobal('window', window);
  vi.stubGlobal('prefetchedHold', window.prefetchedHold);
}
const holds = () => browser.api.named('hold_order').map(({ body }) => body['p_order'] as { secret: string });
const keptChildren = (count: number) =>
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

it('holds the cart’s place as the checkout would, which takes the answer and asks for no other', async () => {
  keptChildren(1);
  runEarly();
  expect(browser.api.calls.map(({ name }) => name)).toEqual(['hold_order', 'offers']);
  const { checkout } = await opened();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(holds()).toHaveLength(1);
  expect(browser.api.named('offers')).toHaveLength(1);
  expect(browser.api.named('get_order')).toEqual([]);
  expect(browser.storage.entries.has('otter_asked_order')).toBe(false);
});

it('a hold whose answer was lost is asked for again by its secret, which makes no second order', async () => {
  keptChildren(1);
  browser.api.on('hold_order', 'network failure');
  runEarly();
  browser.api.on('hold_order', { body: { ...order(), left_out: [] } });
  const { checkout } = await opened();
  expect(checkout.sale.$view.get().state).toBe('open');
  expect(holds()).toHaveLength(2);
  expect(holds()[1]).toEqual(holds()[0]);
});

it('where two children come, the place that was held for one is given up by the hold of both', async () => {
  keptChildren(2);
  runEarly();
  const { checkout } = await opened();
  expect(checkout.sale.$view.get().state).toBe('open');
  const [early, both] = holds();
  expect(both).toMatchObject({ lines: [{}, {}], previous_secret: early?.secret });
  expect(both?.secret).not.toBe(early?.secret);
});

it('a browser that blocks its storage has nothing held, and no error', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  runEarly({ storage: blocked });
  expect(holds()).toEqual([]);
});

it.each([
  ['an order of this browser', { otter_order: { secret: 's', offerId: 'pass-term' } }, {}],
  ['an order in the entry of its history', {}, { state: { order: {} } }],
  ['a hold not heard of yet', { otter_asked_order: 's' }, {}],
  ['somebody who is signed in', { auth: {} }, {}],
  ['something named in the address', {}, { search: '?session=1' }],
  ['a cart that is none', { otter_cart: {} }, {}],
  ['a camp’s checkout', {}, { hold: null }],
])('with %s nothing is held early', (_, kept, place) => {
  for (const [key, value] of Object.entries(kept)) writeStored(key, value);
  runEarly(place);
  expect(holds()).toEqual([]);
  expect(globalThis.prefetchedHold).toBeUndefined();
});
