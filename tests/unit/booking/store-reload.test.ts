import { describe, expect, it, vi } from 'vitest';
import { readChoice } from '#features/booking/choice.ts';
import { createBooking } from '#features/booking/store.ts';
import { clearCart } from '#browser/cart.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { row, teams, uuid } from '#support/unit/examples.ts';
import { openBooking } from '#support/unit/booking-store.ts';

const browser = fakeBrowser();

describe('the choice made before a reload', () => {
  const reload = async (...rows: ReturnType<typeof row>[]) => {
    vi.useRealTimers();
    const choice = readChoice();
    const { booking } = await openBooking(browser, ...rows);
    if (choice) booking.resume(choice);
    return booking;
  };

  it('restores the team at the first step, with a way to continue', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    const after = await reload(row({ id: 101 }));
    expect([after.$step.get(), after.$teamId.get(), after.$session.get()]).toEqual([0, 'red', null]);
    after.next();
    expect(after.$step.get()).toBe(1);
  });

  it('restores the session while it is available', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }), row({ id: 102 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(102));
    const after = await reload(row({ id: 101 }), row({ id: 102 }));
    expect(after.$session.get()?.id).toBe(uuid(102));
    vi.useRealTimers();
    const choice = readChoice();
    const firstBooking = createBooking({ teams });
    if (choice) firstBooking.resume(choice);
    await firstBooking.open();
    expect(firstBooking.$session.get()?.id).toBe(uuid(102));
    const full = await reload(row({ id: 101 }), row({ id: 102, available_spots: 0 }));
    expect([full.$teamId.get(), full.$session.get(), full.$lostSession.get()]).toEqual(['red', null, null]);
  });

  it('is the last one: another team discards the session', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.chooseTeam('black');
    expect(readChoice()).toMatchObject({ team: 'black', sessionId: null });
    const after = await reload(row({ id: 101 }));
    after.chooseTeam('white');
    expect(after.$teamId.get()).toBe('white');
  });

  it('does not replace a team chosen since, nor restore a team that no longer exists', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('white');
    const choice = { team: 'red' as const, sessionId: null, chosenAt: '2026-11-21T10:00:00.000Z' };
    booking.resume(choice);
    expect(booking.$teamId.get()).toBe('white');
    const smaller = createBooking({ teams: teams.filter(({ id }) => id !== 'red') });
    smaller.resume(choice);
    expect(smaller.$teamId.get()).toBeNull();
  });

  it('is deleted with the cart after the purchase', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    clearCart();
    expect(readChoice()).toBeNull();
  });
});
