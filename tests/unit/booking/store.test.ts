import { describe, expect, it, vi } from 'vitest';
import { brand } from '#config/brand.ts';
import { createBooking } from '#features/booking/store.ts';
import { sendEvents } from '#api/analytics.ts';
import { readCart } from '#browser/cart.ts';
import { fakeBrowser } from '#support/unit/browser.ts';
import { classes, pass, row, teams, uuid } from '#support/unit/examples.ts';
import { openBooking, serveSessions } from '#support/unit/booking-store.ts';

const browser = fakeBrowser();

describe('the steps', () => {
  it('advance 300 ms after a choice, and not before', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    vi.advanceTimersByTime(299);
    expect(booking.$step.get()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(booking.$step.get()).toBe(1);
    booking.chooseSession(uuid(101));
    vi.advanceTimersByTime(300);
    expect(booking.$step.get()).toBe(2);
  });

  it('advance only with a choice, and can always go back', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.next();
    expect(booking.$step.get()).toBe(0);
    booking.chooseTeam('red');
    booking.next();
    expect(booking.$step.get()).toBe(1);
    expect(booking.$canContinue.get()).toBe(false);
    booking.next();
    expect(booking.$step.get()).toBe(1);
    booking.previous();
    expect(booking.$step.get()).toBe(0);
    expect(booking.$teamId.get()).toBe('red');
    expect(booking.$canContinue.get()).toBe(true);
  });

  it('do not advance after the parent has gone back', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.next();
    booking.previous();
    vi.advanceTimersByTime(1000);
    expect(booking.$step.get()).toBe(0);
  });

  it('forget the session when another team is chosen', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.chooseTeam('red');
    expect(booking.$session.get()?.id).toBe(uuid(101));
    booking.chooseTeam('white');
    expect(booking.$session.get()).toBeNull();
  });

  it('do not accept a full session', async () => {
    const { booking } = await openBooking(browser, row({ id: 101, available_spots: 0 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    expect(booking.$session.get()).toBeNull();
  });
});

describe('choosing a pass', () => {
  it('saves it in the cart and opens its checkout', async () => {
    const { booking, go } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    await booking.choosePass(pass());
    expect(readCart()).toMatchObject({ sessionId: uuid(101), passType: 'halfyear', price: 697 });
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
    await booking.choosePass(pass());
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('requires a team and a session', async () => {
    const { booking, go } = await openBooking(browser, row({ id: 101 }));
    await booking.choosePass(pass());
    expect(booking.$problem.get()).toEqual({ code: 'selection_missing' });
    expect(go).not.toHaveBeenCalled();
  });

  it('puts the choice into the address if the browser cannot store it, but no personal data', async () => {
    const { booking, go } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    const full = vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full');
    });
    await booking.choosePass(pass());
    full.mockRestore();
    expect(booking.$problem.get()).toBeNull();
    expect(go).toHaveBeenCalledExactlyOnceWith(
      `/checkout/term?session=${uuid(101)}&offer=${pass().offerId}&price=69700`,
    );
  });

  it('stays on the page while offline, and continues when back online', async () => {
    const { booking, go } = await openBooking(browser, row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    vi.stubGlobal('navigator', { onLine: false });
    await booking.choosePass(pass());
    expect(booking.$problem.get()).toEqual({ code: 'offline' });
    expect(go).not.toHaveBeenCalled();
    vi.stubGlobal('navigator', { onLine: true });
    await booking.refresh();
    expect(booking.$problem.get()).toBeNull();
    await booking.choosePassAgain();
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
  });

  it('says so if the checkout cannot be opened', async () => {
    serveSessions(browser, row({ id: 101 }));
    const go = vi.fn(() => {
      throw new Error('refused');
    });
    const booking = createBooking({ teams, go });
    await booking.open();
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    await booking.choosePass(pass());
    expect(booking.$problem.get()).toEqual({ code: 'navigation_failed' });
    expect(booking.$leaving.get()).toBeNull();
    expect(readCart()?.sessionId).toBe(uuid(101));
  });

  it('for a try-out uses the team of the session', async () => {
    serveSessions(browser, row({ id: 101, ...classes.white }));
    const booking = createBooking({ teams, presetPassId: 'tryout', go: vi.fn() });
    await booking.open();
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    await booking.choosePass(pass({ id: 'tryout' }));
    expect(readCart()?.selectedTeam.id).toBe('white');
  });
});

describe('a team suggested by the quiz', () => {
  it('is chosen without advancing, and the parent continues with it', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.suggestTeam('red');
    vi.advanceTimersByTime(1000);
    expect([booking.$step.get(), booking.$teamId.get(), booking.$suggested.get()]).toEqual([0, 'red', true]);
    booking.next();
    expect([booking.$step.get(), booking.$suggested.get()]).toEqual([1, false]);
  });

  it('gives way to the parent’s own choice', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.suggestTeam('red');
    booking.chooseTeam('white');
    expect([booking.$teamId.get(), booking.$suggested.get()]).toEqual(['white', false]);
    vi.advanceTimersByTime(300);
    booking.suggestTeam('black');
    expect(booking.$teamId.get()).toBe('white');
  });

  it('is ignored if it is not offered here', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    booking.suggestTeam('none');
    expect([booking.$teamId.get(), booking.$suggested.get()]).toEqual([null, false]);
  });
});

describe('analytics', () => {
  const readSent = () =>
    browser.api
      .named('record_analytics')
      .map(({ body }) => body['p_events'] as { event_type: string; event_data: Record<string, unknown> }[]);

  it('are sent in one call when the parent leaves for the checkout, with the choice and its price', async () => {
    const { booking } = await openBooking(browser, row({ id: 101 }));
    sendEvents();
    browser.api.calls.length = 0;
    booking.chooseTeam('red');
    vi.advanceTimersByTime(300);
    booking.chooseSession(uuid(101));
    vi.advanceTimersByTime(300);
    expect(readSent()).toEqual([]);
    await booking.choosePass(pass());
    expect(readSent()).toHaveLength(1);
    const session = {
      sessionId: uuid(101),
      sessionDate: '2026-11-21',
      sessionTime: '10:30:00',
      sessionDay: 'Saturday',
      location: 'Somerset',
      coach: `Coach ${brand.product}`,
      teamId: 'red',
      teamLabel: `Red ${brand.product} A`,
    };
    const sale = {
      passId: 'halfyear',
      passName: 'Term',
      passType: 'term-pass',
      price: 697,
      priceCents: 69700,
      currency: 'SGD',
      credits: 18,
    };
    expect(readSent()[0]?.map(({ event_type, event_data }) => [event_type, event_data])).toEqual([
      [
        'team_selection',
        expect.objectContaining({ teamId: 'red', team: `Red ${brand.product}`, source: 'card' }),
      ],
      ['form_progress', expect.objectContaining({ step: 'session', progress: 2, percent: 67 })],
      ['session_selection', expect.objectContaining(session)],
      ['form_progress', expect.objectContaining({ step: 'pass', progress: 3, percent: 100 })],
      ['pass_selection', expect.objectContaining({ ...session, ...sale })],
      ['checkout_started', expect.objectContaining({ ...session, ...sale, amount: 697, amountCents: 69700 })],
    ]);
  });

  it('do not stop the parent if they fail', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { booking, go } = await openBooking(browser, row({ id: 101 }));
    browser.api.on('record_analytics', 'network failure');
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    await booking.choosePass(pass());
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    logged.mockRestore();
  });
});
