import * as v from 'valibot';
import { expect, it, vi } from 'vitest';
import { clearCart, readCart, saveCart } from '#browser/cart.ts';
import { readStored, writeStored } from '#browser/storage.ts';
import { forget, readText, writeText } from '#browser/text-storage.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { cart } from '#support/unit/examples.ts';

const browser = fakeBrowser();
const Shape = v.object({ name: v.string() });

it('gives back what was kept', () => {
  expect(writeStored('a', { name: 'Kai' })).toBe(true);
  expect(readStored('a', Shape)).toEqual({ name: 'Kai' });
  forget('a');
  expect(readText('a')).toBeNull();
});

it('reads another shape, and broken text, as nothing', () => {
  writeText('a', '{"name":5}');
  writeText('b', '{"name":');
  expect(readStored('a', Shape)).toBeNull();
  expect(readStored('b', Shape)).toBeNull();
});

it('survives storage that is full', () => {
  browser.storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  expect(writeText('a', 'x')).toBe(false);
});

it('survives storage that is forbidden', () => {
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

it('announces the cart when it changes', () => {
  const seen: unknown[] = [];
  vi.stubGlobal('dispatchEvent', (event: CustomEvent) => seen.push([event.type, event.detail]));
  saveCart(cart());
  expect(readCart()).toEqual(cart());
  clearCart();
  expect(readCart()).toBeNull();
  expect(seen).toEqual([
    ['cart-updated', null],
    ['cart-updated', null],
  ]);
});
