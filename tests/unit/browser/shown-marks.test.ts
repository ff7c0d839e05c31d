import { afterEach, expect, it, vi } from 'vitest';
import { hasStored, markShown, wasShown } from '#browser/shown-marks.ts';
import { MemoryStorage } from '#support/unit/browser.ts';

afterEach(() => vi.unstubAllGlobals());

it('distinguishes “seen in this session” from “ever seen”', () => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal('localStorage', new MemoryStorage());
  markShown('session', 'a');
  expect(wasShown('session', 'a')).toBe(true);
  expect(wasShown('ever', 'a')).toBe(false);
  expect(hasStored('a')).toBe(false);
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
  markShown('ever', 'a');
  expect(wasShown('ever', 'a')).toBe(true);
  expect(wasShown('session', 'a')).toBe(true);
  expect(hasStored('a')).toBe(false);
});
