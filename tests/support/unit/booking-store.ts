/** Opens the booking flow of a class with a fake API. */
import { vi } from 'vitest';
import { createBooking } from '#features/booking/store.ts';
import { fakeBrowser } from './browser.ts';
import { row, teams } from './examples.ts';

export const serveSessions = (browser: ReturnType<typeof fakeBrowser>, ...rows: ReturnType<typeof row>[]) =>
  browser.api
    .on('record_analytics', { body: { recorded: 1, dropped: 0 } })
    .on('ensure_next_weekend_funstart_sessions', { body: 0 })
    .on('get_session_availability_with_enrollments', { body: rows });

/** Returns a booking flow with loaded sessions, which uses the test's clock. */
export async function openBooking(
  browser: ReturnType<typeof fakeBrowser>,
  ...rows: ReturnType<typeof row>[]
) {
  serveSessions(browser, ...rows);
  const go = vi.fn();
  const booking = createBooking({ teams, go });
  await booking.open();
  vi.useFakeTimers();
  return { booking, go };
}
