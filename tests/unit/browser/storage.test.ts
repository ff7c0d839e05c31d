import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { clearCart, readCart, saveCart } from '#browser/cart.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget, readText, writeText } from '#browser/text-storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const Shape = v.object({ name: v.string() });

it('returns a stored value until it is deleted', () => {
  expect(writeStored('a', { name: 'Kai' })).toBe(true);
  expect(readStored('a', Shape)).toEqual({ name: 'Kai' });
  forget('a');
  expect(readText('a')).toBeNull();
});

it('reads a value of another shape and broken JSON as null', () => {
  writeText('a', '{"name":5}');
  writeText('b', '{"name":');
  expect(readStored('a', Shape)).toBeNull();
  expect(readStored('b', Shape)).toBeNull();
});

it('returns false if the storage is full', () => {
  browser.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(writeText('a', 'x')).toBe(false);
});

it('the storage does not throw if the storage is blocked', () => {
  vi.unstubAllGlobals();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  try {
    expect(readText('a')).toBeNull();
    expect(writeText('a', 'x')).toBe(false);
    expect(() => forget('a')).not.toThrow();
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
});

it('raises an event when the cart changes', () => {
  const events: unknown[] = [];
  vi.stubGlobal('dispatchEvent', (event: CustomEvent) => events.push([event.type, event.detail]));
  saveCart(cart());
  expect(readCart()).toEqual(cart());
  clearCart();
  expect(readCart()).toBeNull();
  expect(events).toEqual([
    ['cart-updated', null],
    ['cart-updated', null],
  ]);
});
