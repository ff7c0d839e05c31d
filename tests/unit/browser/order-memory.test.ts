import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OrderMemory, saveOrderMemory } from '#browser/order-memory.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { secret, uuid } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const order: OrderMemory = {
  secret,
  sessionId: uuid(101),
  offerId: 'pass-term',
  agreedCents: 69700,
  heldUntil: null,
  payUrl: null,
};
/** Simulates the page's entry in the browser history. */
const entry = {
  state: null as unknown,
  replaceState: (state: unknown) => (entry.state = structuredClone(state)),
};
/** Loads the module again, as a reload does. */
const reload = async () => {
  vi.resetModules();
  return import('#browser/order-memory.ts');
};

beforeEach(() => {
  entry.state = { of: 'another script' };
  vi.stubGlobal('history', entry);
});
afterEach(() => vi.restoreAllMocks());

it('the order is saved in the storage and not in the history', async () => {
  saveOrderMemory(order);
  expect(entry.state).toEqual({ of: 'another script' });
  expect((await reload()).readOrderMemory()).toEqual(order);
});

it('the order survives a reload if the storage is full, until it is forgotten', async () => {
  vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  saveOrderMemory(order);
  const page = await reload();
  expect(page.readOrderMemory()).toEqual(order);
  page.forgetOrder();
  expect(page.readOrderMemory()).toBeNull();
  expect(entry.state).toEqual({ of: 'another script', order: null });
});

it('the order in the history takes precedence over an older stored one, until it can be stored again', async () => {
  saveOrderMemory({ ...order, agreedCents: 1 });
  const full = vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  saveOrderMemory({ ...order, agreedCents: 2 });
  expect((await reload()).readOrderMemory()?.agreedCents).toBe(2);
  full.mockRestore();
  saveOrderMemory({ ...order, agreedCents: 3 });
  expect((await reload()).readOrderMemory()?.agreedCents).toBe(3);
});
