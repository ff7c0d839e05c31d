import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A browser whose locale data write the day first. */
class DayFirst extends Intl.DateTimeFormat {
  override format = () => '29/11/2026';
}

it('today is an ISO date also if the browser writes whole dates in another order', async () => {
  vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: DayFirst });
  const { today } = await import('#domain/dates.ts');
  expect(today(new Date('2026-11-28T16:30:00Z'))).toBe('2026-11-29');
});
