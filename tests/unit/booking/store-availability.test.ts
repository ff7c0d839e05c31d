import { describe, expect, it, vi } from 'vitest';
import { createBooking } from '#features/booking/store.ts';
import { saveOrderMemory } from '#browser/order-memory.ts';
import { refusal, fakeBrowser } from '#support/unit/browser.ts';
import { row, secret, teams, uuid } from '#support/unit/examples.ts';
import { openBooking, serveSessions } from '#support/unit/booking-store.ts';

const browser = fakeBrowser();

describe('availability', () => {
  it('is read again after the weekend’s sessions were created', async () => {
    serveSessions(browser, row({ id: 101 })).on('ensure_next_weekend_funstart_sessions', { body: 12 });
    await createBooking({ teams }).open();
    expect(browser.api.named('get_session_availability_with_enrollments')).toHaveLength(2);
  });

  it('that fails at first has an error code, is reported, and can be retried', async () => {
    serveSessions(browser, row({ id: 101 })).on(
      'get_session_availability_with_enrollments',
      refusal('rate_limited', 429),
    );
    const booking = createBooking({ teams });
    await booking.open();
    expect(booking.$availability.get()).toEqual({ state: 'failed', code: 'rate_limited' });
    expect(browser.reports()).toHaveLength(1);
    serveSessions(browser, row({ id: 101 }));
    await booking.retry();
    expect(booking.$availability.get().state).toBe('ready');
  });

  it('that fails later leaves the earlier sessions on screen', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    browser.api.on('get_session_availability_with_enrollments', 'network failure');
    await booking.refresh();
    expect(booking.$availability.get()).toMatchObject({ state: 'ready' });
    expect(booking.$staleReason.get()).toBe('unanswered');
    vi.stubGlobal('navigator', { onLine: false });
    await booking.retry();
    expect(booking.$staleReason.get()).toBe('offline');
    expect(booking.$availability.get()).toMatchObject({ state: 'ready' });
    serveSessions(browser, row({ id: 101 }));
    await booking.retry();
    expect(booking.$staleReason.get()).toBeNull();
  });

  it('comes from the last request, even if an earlier one answers later', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<undefined>();
    browser.api.on('get_session_availability_with_enrollments', async () => {
      await first;
      return { body: [row({ id: 101, available_spots: 9 })] };
    });
    const slow = booking.refresh();
    browser.api.on('get_session_availability_with_enrollments', {
      body: [row({ id: 101, available_spots: 1 })],
    });
    await booking.refresh();
    answerFirst(undefined);
    await slow;
    booking.$teamId.set('red');
    expect(booking.$sessions.get()[0]?.spotsOpen).toBe(1);
  });

  it.each([
    ['filled', [row({ id: 101, available_spots: 0 })]],
    ['gone', [row({ id: 102 })]],
  ] as const)('shows that the chosen session is %s', async (why, rows) => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    serveSessions(browser, ...rows);
    await booking.refresh();
    expect(booking.$lostSession.get()).toMatchObject({ why, session: { id: uuid(101) } });
    expect(booking.$session.get()).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(booking.$step.get()).toBe(0);
  });

  it('keeps the session choosable for which this browser holds a seat', async () => {
    const heldUntil = new Date(Date.now() + 60_000).toISOString();
    saveOrderMemory({ secret, sessionId: uuid(101), offerId: 'o', agreedCents: 1, heldUntil, payUrl: null });
    const { booking } = await openBooking(browser, row({ id: 101, available_spots: 0 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    expect(booking.$session.get()?.spotsOpen).toBe(1);
  });
});
