import { beforeEach, expect, it } from 'vitest';
import { readOrderMemory } from '#browser/order-memory.ts';
import { writeStored } from '#browser/storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { openCheckout } from '#support/unit/checkout-store.ts';
import { cart, order, secret, uuid } from '#support/unit/examples.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { texts } from './examples.ts';

const browser = fakeBrowser();
/** Returns an answer of `hold_order`. */
const heldOrder = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), left_out: [] });

beforeEach(() => {
  writeStored('otter_cart', cart());
  browser.api
    .on('hold_order', { body: heldOrder() })
    .on('offers', { body: [] })
    .on('consent_texts', { body: texts })
    .on('get_order', { body: order() });
});

it('a guest who has signed in holds the same places for the account, and the order stays after that', async () => {
  const { checkout: guest } = await openCheckout();
  expect(readOrderMemory()).toMatchObject({ secret, guest: true });
  guest.form.type({ parentName: 'Lim Wei Ming' });
  guest.form.flush();
  storeSession({ id: 'parent-1' });
  browser.api.on('profiles', { body: [] }).on('hold_order', { body: heldOrder({ secret: uuid(778) }) });
  const { checkout } = await openCheckout();
  const [, again] = browser.api.named('hold_order');
  expect(again?.body['p_order']).toMatchObject({ previous_secret: secret });
  expect(again?.headers['authorization']).toBe('Bearer token');
  expect(checkout.form.$values.get().parentName).toBe('Lim Wei Ming');
  expect(readOrderMemory()).toMatchObject({ secret: uuid(778), guest: false });
  browser.api.on('get_order', { body: order({ secret: uuid(778) }) });
  await openCheckout();
  expect(browser.api.named('hold_order')).toHaveLength(2);
});
