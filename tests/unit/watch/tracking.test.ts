// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { saveEvent } from '#features/watch/save-event.ts';
import { trackPage } from '#features/watch/tracking.ts';
import { fakeBrowser, MemoryStorage } from '#support/unit/browser.ts';
import { removeListenersAfterEach } from '#support/unit/listeners.ts';
import { find, showPage } from '#support/unit/page.ts';

const browser = fakeBrowser();
removeListenersAfterEach();
interface StoredEvent {
  event: string;
  properties: Record<string, unknown>;
  timestamp: string;
}
const readEvents = (event: string) =>
  (JSON.parse(browser.storage.getItem(storageKeys.events) ?? '[]') as StoredEvent[]).filter(
    (one) => one.event === event,
  );

let sees: (entries: object[]) => void;
const unobserve = vi.fn();
beforeEach(() => {
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      unobserve = unobserve;
      observe = vi.fn();
      constructor(run: typeof sees, { threshold }: { threshold: number[] }) {
        sees = run;
        expect(threshold).toContain(0.5);
      }
    },
  );
  showPage(`<main><section id="offer"><a href="https://site.test/child?id=1">Kai Tan</a>
    <button class="button solid">Book for Kai</button></section></main>`);
});

function scrollTo(percent: number) {
  vi.stubGlobal('innerHeight', 500);
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: 10_000 });
  vi.stubGlobal('scrollY', percent * 100 - 500);
  dispatchEvent(new Event('scroll'));
}

it('a page view has address, time and visit, but no query', () => {
  trackPage();
  const [view] = readEvents('page_view');
  expect(view?.properties).toEqual({
    url: location.origin + location.pathname,
    timestamp: view?.timestamp,
    sessionId: sessionStorage.getItem(storageKeys.visit),
  });
});

it('scroll depth is recorded at 25, 50, 75 and 100 percent, each once', () => {
  trackPage();
  for (const percent of [10, 24, 25, 30, 25, 74, 80, 99, 100, 100]) scrollTo(percent);
  expect(readEvents('scroll').map(({ properties }) => properties['percent'])).toEqual([25, 50, 75, 100]);
});

it('time on page is recorded at 30, 60, 120 and 180 seconds, each once', () => {
  const page = trackPage();
  for (let seconds = 30; seconds <= 300; seconds += 30) page.after(seconds);
  expect(readEvents('time_on_page').map(({ properties }) => properties['seconds'])).toEqual([
    30, 60, 120, 180,
  ]);
});

it('a section counts as viewed once half of it, or half of the window, is visible', () => {
  trackPage();
  const target = find('#offer');
  const height = innerHeight;
  sees([{ target, intersectionRatio: 0.4, intersectionRect: { height: height * 0.4 } }]);
  expect(readEvents('section_view')).toEqual([]);
  sees([{ target, intersectionRatio: 0.5, intersectionRect: { height: 10 } }]);
  sees([{ target, intersectionRatio: 0.1, intersectionRect: { height: height * 0.5 } }]);
  expect(readEvents('section_view').map(({ properties }) => properties['element'])).toEqual([
    'section offer',
    'section offer',
  ]);
  expect(unobserve).toHaveBeenCalledWith(target);
});

it('an interaction has the element’s name in the markup, never its text', () => {
  trackPage();
  find('button').click();
  find('a').addEventListener('click', (event) => event.preventDefault());
  find('a').click();
  expect(
    readEvents('interaction').map(({ properties }) => [properties['element'], properties['action']]),
  ).toEqual([
    ['button button', 'click'],
    ['a site.test', 'click'],
  ]);
  expect(browser.storage.getItem(storageKeys.events)).not.toContain('Kai');
});

it('the latest hundred events are kept, and unreadable ones dropped', () => {
  browser.storage.setItem(storageKeys.events, '{"broken');
  for (let n = 1; n <= 105; n++) saveEvent('scroll', { percent: n });
  expect(readEvents('scroll')).toHaveLength(100);
  expect(readEvents('scroll').at(-1)?.properties['percent']).toBe(105);
});

it.each(['{"analytics":false,"ads":true}', '{"analytics":false}'])(
  'after a no (%s) nothing is stored',
  (answer) => {
    browser.storage.setItem(storageKeys.consent, answer);
    trackPage();
    expect(browser.storage.getItem(storageKeys.events)).toBeNull();
  },
);
