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

/** The strip as the page has it; runs its clock. */
function strip(
  source: string,
  deadline: string,
): { strip: HTMLElement; clock: HTMLElement; hours: () => string } {
  showPage(`<early-bird-clock data-source="${source}" data-deadline="${deadline}">
    <aside><div data-clock><span data-hours>72.00</span></div></aside></early-bird-clock>`);
  const hours = find('[data-hours]');
  return { strip: find('aside'), clock: find('[data-clock]'), hours: () => hours.textContent };
}

/** A page that was asleep for hours: its clock ticks once when it wakes up. */
function sleep(hours: number): void {
  vi.setSystemTime(Date.now() + hours * 3_600_000);
  vi.advanceTimersByTime(1_000);
}

it('counts down to a deadline of content every second, and takes the offer away with it', () => {
  const { strip: shown, hours } = strip('real', '2026-11-20T05:00:00Z');
  expect(hours()).toBe('1.00');
  vi.advanceTimersByTime(36_000);
  expect(hours()).toBe('0.99');
  expect(shown.hidden).toBe(false);
  vi.advanceTimersByTime(3_600_000);
  expect(shown.hidden).toBe(true);
});

it('simulated, runs 72 hours from the first visit, on later visits too; then only the clock goes', () => {
  expect(strip('simulated', '').hours()).toBe('72.00');
  sleep(36);
  const later = strip('simulated', '');
  expect(later.hours()).toBe('36.00');
  sleep(36);
  expect([later.clock.hidden, later.strip.hidden]).toEqual([true, false]);
});

it.each(['real', 'off'])('does nothing without a deadline when it is %s', (source) => {
  const { hours } = strip(source, '');
  vi.advanceTimersByTime(10_000);
  expect(hours()).toBe('72.00');
});

it('keeps the first visit under the brand’s name', () => {
  strip('simulated', '');
  expect(localStorage.getItem(storageKeys.firstVisit)).toBe(String(Date.parse('2026-11-20T04:00:00Z')));
});

it('taken from the page, it ticks no more', () => {
  strip('real', '2026-11-20T05:00:00Z').strip.parentElement?.remove();
  expect(vi.getTimerCount()).toBe(0);
});
