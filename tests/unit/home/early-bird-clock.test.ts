// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storageKeys } from '#config/paths.ts';
import '#features/home/early-bird-clock.ts';
import { find, showPage } from '#support/unit/page.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T04:00:00Z') });
  localStorage.clear();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Adds the strip to the page and starts its clock. */
function strip(
  source: string,
  deadline: string,
): { strip: HTMLElement; clock: HTMLElement; hours: () => string } {
  showPage(`<early-bird-clock data-source="${source}" data-deadline="${deadline}">
    <aside><div data-clock><span data-hours>72.00</span></div></aside></early-bird-clock>`);
  const hours = find('[data-hours]');
  return { strip: find('aside'), clock: find('[data-clock]'), hours: () => hours.textContent };
}

/** Simulates a page that was suspended for hours. Its clock ticks once when it resumes. */
function sleep(hours: number): void {
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  vi.advanceTimersByTime(1_000);
}

it('the clock counts down to the real deadline every second, and then hides the offer', () => {
  const { strip: clock, hours } = strip('real', '2026-11-20T05:00:00Z');
  expect(hours()).toBe('1.00');
  vi.advanceTimersByTime(36_000);
  expect(hours()).toBe('0.99');
  expect(clock.hidden).toBe(false);
  vi.advanceTimersByTime(3_600_000);
  expect(clock.hidden).toBe(true);
});

it('the clock counts down 72 simulated hours from the first visit, and then hides only itself', () => {
  expect(strip('simulated', '').hours()).toBe('72.00');
  sleep(36);
  const later = strip('simulated', '');
  expect(later.hours()).toBe('36.00');
  sleep(36);
  expect([later.clock.hidden, later.strip.hidden]).toEqual([true, false]);
});

it.each(['real', 'off'])('the clock does nothing without a deadline if it is %s', (source) => {
  const { hours } = strip(source, '');
  vi.advanceTimersByTime(10_000);
  expect(hours()).toBe('72.00');
});

it('the clock stores the first visit under the brand’s name', () => {
  strip('simulated', '');
  expect(localStorage.getItem(storageKeys.firstVisit)).toBe(String(Date.parse('2026-11-20T04:00:00Z')));
});

it('the clock stops its timer after it is removed from the page', () => {
  strip('real', '2026-11-20T05:00:00Z').strip.parentElement?.remove();
  expect(vi.getTimerCount()).toBe(0);
});
