// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { find } from '#support/unit/page.ts';

let idleWork: (() => void)[] = [];
beforeEach(() => {
  idleWork = [];
  vi.resetModules();
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idleWork.push(work));
  document.body.innerHTML = `<main><a href="#three">Down</a><button>Other</button>
    <section class="section" id="one"></section><section class="section" id="two"></section>
    <section class="section"><b id="three"></b></section><section class="section" id="four"></section></main>`;
});
afterEach(() => {
  // Nothing that a test started listens to the next one.
  dispatchEvent(new Event('scroll'));
  while (idleWork.length > 0) idleWork.shift()?.();
  vi.unstubAllGlobals();
  location.hash = '';
});
const start = () => import('#ui/sections/lay-out.ts');
const laid = () => document.querySelectorAll('.whole').length;

it('lays out nothing more for somebody who does not use the page, so that no picture loads below the screen', async () => {
  await start();
  expect([laid(), idleWork]).toEqual([0, []]);
});

it.each(['scroll', 'pointermove', 'pointerdown', 'keydown'])(
  'lays out one section whenever the browser is idle after a %s',
  async (type) => {
    await start();
    dispatchEvent(new Event(type));
    dispatchEvent(new Event(type));
    expect([laid(), idleWork.length]).toEqual([0, 1]);
    for (const count of [1, 2, 3, 4]) {
      idleWork.shift()?.();
      expect(laid()).toBe(count);
    }
    expect(idleWork).toEqual([]);
  },
);

it('lays out the sections above the target of a link before it is followed', async () => {
  await start();
  const laidCounts: number[] = [];
  find('main').addEventListener('click', () => laidCounts.push(laid()));
  find('button').click();
  find('a').click();
  expect(laidCounts).toEqual([0, 3]);
  expect(find('#four').className).toBe('section');
});

it('lays out the sections above the packages that a link asks for, which are not in the page yet', async () => {
  find('#two').insertAdjacentHTML('afterend', '<camp-chooser data-books></camp-chooser>');
  find('a').setAttribute('href', '#packages');
  await start();
  find('a').click();
  expect(laid()).toBe(2);
});

it('lays them out at once if the address has a fragment', async () => {
  location.hash = '#two';
  await start();
  expect(laid()).toBe(2);
});
