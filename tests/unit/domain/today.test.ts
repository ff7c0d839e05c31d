import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.restoreAllMocks());

it('today is an ISO date also where the browser writes whole dates in another order', async () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'format', 'get').mockReturnValue(() => '29/11/2026');
  const { today } = await import('#domain/dates.ts');
  expect(today(new Date('2026-11-28T16:30:00Z'))).toBe('2026-11-29');
});
