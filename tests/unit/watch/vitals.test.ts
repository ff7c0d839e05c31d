// @vitest-environment happy-dom
/** Tests that web vitals are sent once, when the page is first hidden, and only if the visitor allows statistics. */
import { beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import { measureVitals } from '#features/watch/vitals.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { removeListenersAfterEach } from '#support/unit/listeners.ts';

type Report = (metric: { value: number }) => void;
const library = vi.hoisted(() => ({ onLCP: vi.fn(), onINP: vi.fn(), onCLS: vi.fn() }));
vi.mock('web-vitals', () => library);

const browser = fakeBrowser();
removeListenersAfterEach();
let visibility = 'visible';
const reportOf = (metric: keyof typeof library) => library[metric].mock.calls[0]?.[0] as Report;
const readSent = () => browser.api.named('record_page_vitals').map(({ body }) => body);
function hide(): void {
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}
const allow = (analytics: boolean) =>
  browser.storage.setItem(storageKeys.consent, JSON.stringify({ analytics, ads: true }));

beforeEach(() => {
  vi.clearAllMocks();
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility as 'hidden');
  browser.api.on('record_page_vitals', { body: { recorded: 3 } });
  vi.stubGlobal('innerWidth', 390);
  allow(true);
});

it('the latest values are sent once, when the page is first hidden', () => {
  measureVitals();
  reportOf('onLCP')({ value: 800 });
  reportOf('onLCP')({ value: 950.5 });
  reportOf('onINP')({ value: 48 });
  reportOf('onCLS')({ value: 0.02 });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect(readSent()).toEqual([]);
  hide();
  hide();
  expect(readSent()).toEqual([
    { p_page: location.pathname, p_device: 'phone', p_values: { lcp: 950.5, inp: 48, cls: 0.02 } },
  ]);
});

it('a wide window is a desktop, and a value that nobody measured is left out', () => {
  vi.stubGlobal('innerWidth', 1280);
  measureVitals();
  reportOf('onLCP')({ value: 700 });
  hide();
  expect(readSent()).toMatchObject([{ p_device: 'desktop', p_values: { lcp: 700 } }]);
});

it.each([
  ['the consent was withdrawn meanwhile', () => allow(false), { value: 700 }],
  ['nothing was measured', () => undefined, null],
])('nothing is sent if %s', (_, change, metric) => {
  measureVitals();
  if (metric) reportOf('onLCP')(metric);
  change();
  hide();
  expect(readSent()).toEqual([]);
});
