import { afterEach, expect, it, vi } from 'vitest';
import { has, mark, wasSeen } from '#browser/seen.ts';
import { MemoryStorage } from '#support/unit/browser.ts';

afterEach(() => vi.unstubAllGlobals());

it('distinguishes “seen in this session” from “ever seen”', () => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('localStorage', new MemoryStorage());
  mark('session', 'a');
  expect(wasSeen('session', 'a')).toBe(true);
  expect(wasSeen('ever', 'a')).toBe(false);
  expect(has('a')).toBe(false);
});

it('counts everything as seen if the browser cannot store it', () => {
  const blocked = {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  };
  vi.stubGlobal('sessionStorage', blocked);
  vi.stubGlobal('localStorage', blocked);
  mark('ever', 'a');
  expect(wasSeen('ever', 'a')).toBe(true);
  expect(wasSeen('session', 'a')).toBe(true);
  expect(has('a')).toBe(false);
});
