// @vitest-environment happy-dom
/** The family's first screen does not load again while it is open (spec 1 §9). */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { family } from '../family/examples.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';

vi.mock('#api/supabase.ts', () => ({
  supabase: () =>
    Promise.resolve({
      auth: { onAuthStateChange: () => ({ data: { subscription: { unsubscribe: () => undefined } } }) },
    }),
}));
const browser = fakeBrowser();
const content = { bring: { classes: [], camps: [] }, maps: {} };
const dashboardCalls = () => browser.api.named('get_family_dashboard').length;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: Date.parse('2026-11-21T00:10:00Z') });
  storeSession({ id: 'parent-1' });
  browser.api.on('get_family_dashboard', { body: family });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('the family is read once, even if the window is left and visited again or the network returns after five minutes', async () => {
  const { default: FamilyToday } = await import('#features/family/today/FamilyToday.tsx');
  render(<FamilyToday content={content} />);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Morning/);
  expect(dashboardCalls()).toBe(1);
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  for (let round = 0; round < 3; round++) {
    await act(async () => {
      visibility.mockReturnValue('hidden');
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('blur'));
      await vi.advanceTimersByTimeAsync(6 * 60_000);
      visibility.mockReturnValue('visible');
      for (const event of ['visibilitychange', 'focus', 'pageshow', 'online']) {
        document.dispatchEvent(new Event(event));
        window.dispatchEvent(new Event(event));
      }
      await vi.advanceTimersByTimeAsync(10_000);
    });
  }
  expect(dashboardCalls()).toBe(1);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Morning/);
});

it('the family is read again once after a failure, and then only on request', async () => {
  browser.api.on('get_family_dashboard', 'network failure');
  const { default: FamilyToday } = await import('#features/family/today/FamilyToday.tsx');
  render(<FamilyToday content={content} />);
  await act(() => vi.advanceTimersByTimeAsync(799));
  expect(dashboardCalls()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  expect(dashboardCalls()).toBe(2);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Failed to fetch family data');
  browser.api.on('get_family_dashboard', { body: family });
  await act(async () => {
    screen.getByRole('button', { name: 'Try Again' }).click();
    await vi.advanceTimersByTimeAsync(1000);
  });
  expect(dashboardCalls()).toBe(3);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Morning/);
});
