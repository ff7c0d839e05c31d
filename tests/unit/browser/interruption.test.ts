// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { find, showPage } from '#support/unit/page.ts';

/** Loads the module anew, as each page does. */
const load = async () => import('#browser/interruption.ts');
beforeEach(() => {
  vi.resetModules();
  showPage(
    '<nav><button id="menu"></button></nav><main><p id="text"></p><a id="date" href="#dates"><b></b></a><input id="name"></main>',
  );
});
afterEach(() => sessionStorage.clear());

it('interrupts a visitor once per visit, across pages', async () => {
  const here = await load();
  expect(here.mayInterrupt()).toBe(true);
  here.noteInterruption();
  vi.resetModules();
  expect((await load()).mayInterrupt()).toBe(false);
});

it.each([
  ['#name', 'input', true],
  ['#date b', 'click', true],
  ['#text', 'click', false],
  ['#menu', 'click', false],
])('%s: %s counts as started: %s', async (target, type, begins) => {
  const { hasBegun, mayInterrupt } = await load();
  find(target).dispatchEvent(new Event(type, { bubbles: true }));
  expect([hasBegun(), mayInterrupt()]).toEqual([begins, !begins]);
});
