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
/** The page's entry in the browser's history. */
const entry = {
  state: null as unknown,
  replaceState: (state: unknown) => (entry.state = structuredClone(state)),
};
/** As after a reload: nothing of the page before is left. */
const reloaded = async () => {
  vi.resetModules();
  return import('#browser/order-memory.ts');
};

beforeEach(() => {
  entry.state = { of: 'another script' };
  vi.stubGlobal('history', entry);
});
afterEach(() => vi.restoreAllMocks());

it('stands in the storage, and not in the history', async () => {
  saveOrderMemory(order);
  expect(entry.state).toEqual({ of: 'another script' });
  expect((await reloaded()).readOrderMemory()).toEqual(order);
});

it('outlives a reload where the browser keeps nothing, until it is forgotten', async () => {
  vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  saveOrderMemory(order);
  const page = await reloaded();
  expect(page.readOrderMemory()).toEqual(order);
  page.forgetOrder();
  expect(page.readOrderMemory()).toBeNull();
  expect(entry.state).toEqual({ of: 'another script', order: null });
});

it('of a full storage comes before the older one that lies there, and gives way to what is kept again', async () => {
  saveOrderMemory({ ...order, agreedCents: 1 });
  const full = vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  saveOrderMemory({ ...order, agreedCents: 2 });
  expect((await reloaded()).readOrderMemory()?.agreedCents).toBe(2);
  full.mockRestore();
  saveOrderMemory({ ...order, agreedCents: 3 });
  expect((await reloaded()).readOrderMemory()?.agreedCents).toBe(3);
});
