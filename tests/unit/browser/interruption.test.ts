// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { INTERRUPTION_GAP_MS } from '#config/timing.ts';
import { find, showPage } from '#support/unit/page.ts';

/** Each page loads the module again. */
const load = async () => import('#browser/interruption.ts');
beforeEach(() => {
  vi.resetModules();
  showPage(
    '<nav><button id="menu"></button></nav><main><p id="text"></p><a id="date" href="#dates"><b></b></a><input id="name"></main>',
  );
});
afterEach(() => sessionStorage.clear());

it('a popup interrupts a visitor again only after a rest, across pages', async () => {
  vi.useFakeTimers();
  const page = await load();
  expect(page.mayInterrupt()).toBe(true);
  page.noteInterruption();
  vi.resetModules();
  const next = await load();
  expect(next.mayInterrupt()).toBe(false);
  vi.advanceTimersByTime(INTERRUPTION_GAP_MS - 1);
  expect(next.mayInterrupt()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(next.mayInterrupt()).toBe(true);
  vi.useRealTimers();
});

it('no popup interrupts where the browser blocks its storage, which could not remember it', async () => {
  const page = await load();
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  expect(page.mayInterrupt()).toBe(false);
  vi.unstubAllGlobals();
});

it.each([
  ['#name', 'input', true],
  ['#date b', 'click', true],
  ['#text', 'click', false],
  ['#menu', 'click', false],
])('at %s the event %s counts as started: %s', async (target, type, begins) => {
  const { hasInteracted, mayInterrupt } = await load();
  find(target).dispatchEvent(new Event(type, { bubbles: true }));
  expect([hasInteracted(), mayInterrupt()]).toEqual([begins, !begins]);
});
