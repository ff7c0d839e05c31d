import { describe, expect, it, vi } from 'vitest';
import { brand } from '../../../src/config/brand.ts';
import { readChoice } from '../../../src/features/booking/choice.ts';
import { createBooking } from '../../../src/features/booking/store.ts';
import { sendEvents } from '../../../src/api/analytics.ts';
import { clearCart, readCart } from '../../../src/browser/cart.ts';
import { saveOrderMemory } from '../../../src/browser/order-memory.ts';
import { refusal, fakeBrowser } from '../support/browser.ts';
import { classTypes, pass, row, secret, teams, uuid } from '../support/examples.ts';

const browser = fakeBrowser();

const serve = (...rows: ReturnType<typeof row>[]) =>
  browser.api
    .on('record_analytics', { body: { recorded: 1, dropped: 0 } })
    .on('ensure_next_weekend_funstart_sessions', { body: 0 })
    .on('class_types', { body: classTypes })
    .on('get_session_availability_with_enrollments', { body: rows });

/** A flow whose sessions are loaded, with the clock in the test's hands. */
async function loaded(...rows: ReturnType<typeof row>[]) {
  serve(...rows);
  const go = vi.fn();
  const booking = createBooking({ teams, go });
  await booking.open();
  vi.useFakeTimers();
  return { booking, go };
}

describe('the steps', () => {
  it('advance 300 ms after a choice, and not before', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    vi.advanceTimersByTime(299);
    expect(booking.$step.get()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(booking.$step.get()).toBe(1);
    booking.chooseSession(uuid(101));
    vi.advanceTimersByTime(300);
    expect(booking.$step.get()).toBe(2);
  });

  it('go on only with a choice, and back always', async () => {
    const { booking } = await loaded(row({ id: 101 }));
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

  it('going back in time stops the advance', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.next();
    booking.previous();
    vi.advanceTimersByTime(1000);
    expect(booking.$step.get()).toBe(0);
  });

  it('another team forgets the session, the same one keeps it', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.chooseTeam('red');
    expect(booking.$session.get()?.id).toBe(uuid(101));
    booking.chooseTeam('white');
    expect(booking.$session.get()).toBeNull();
  });

  it('a full session cannot be chosen', async () => {
    const { booking } = await loaded(row({ id: 101, available_spots: 0 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    expect(booking.$session.get()).toBeNull();
  });
});

describe('the pass', () => {
  it('is kept in the cart, and leads to its checkout', async () => {
    const { booking, go } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.choosePass(pass());
    expect(readCart()).toMatchObject({ sessionId: uuid(101), passType: 'halfyear', price: 697 });
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
    booking.choosePass(pass());
    expect(go).toHaveBeenCalledTimes(1);
  });

  it('needs a team and a session', async () => {
    const { booking, go } = await loaded(row({ id: 101 }));
    booking.choosePass(pass());
    expect(booking.$problem.get()).toBe('selection_missing');
    expect(go).not.toHaveBeenCalled();
  });

  it('goes along in the address when the browser keeps nothing, and nothing about a person does', async () => {
    const { booking, go } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    const full = vi.spyOn(browser.storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full');
    });
    booking.choosePass(pass());
    full.mockRestore();
    expect(booking.$problem.get()).toBeNull();
    expect(go).toHaveBeenCalledExactlyOnceWith(
      `/checkout/term?session=${uuid(101)}&offer=${pass().offerId}&price=69700`,
    );
  });

  it('offline stays here with the choice, and goes on once there is a line', async () => {
    const { booking, go } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    vi.stubGlobal('navigator', { onLine: false });
    booking.choosePass(pass());
    expect(booking.$problem.get()).toBe('offline');
    expect(go).not.toHaveBeenCalled();
    vi.stubGlobal('navigator', { onLine: true });
    await booking.refresh();
    expect(booking.$problem.get()).toBeNull();
    booking.choosePassAgain();
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
  });

  it('says so when the way to the checkout fails', async () => {
    serve(row({ id: 101 }));
    const go = vi.fn(() => {
      throw new Error('refused');
    });
    const booking = createBooking({ teams, go });
    await booking.open();
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.choosePass(pass());
    expect(booking.$problem.get()).toBe('navigation_failed');
    expect(booking.$leaving.get()).toBeNull();
    expect(readCart()?.sessionId).toBe(uuid(101));
  });

  it('of a try-out belongs to the team of the session', async () => {
    serve(row({ id: 101, class_type_id: uuid(1) }));
    const booking = createBooking({ teams, presetPassId: 'tryout', go: vi.fn() });
    await booking.open();
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.choosePass(pass({ id: 'tryout' }));
    expect(readCart()?.selectedTeam.id).toBe('white');
  });
});

describe('availability', () => {
  it('is read again when the weekend was only now made', async () => {
    serve(row({ id: 101 })).on('ensure_next_weekend_funstart_sessions', { body: 12 });
    await createBooking({ teams }).open();
    expect(browser.api.named('get_session_availability_with_enrollments')).toHaveLength(2);
    expect(browser.api.named('class_types')).toHaveLength(1);
  });

  it('that fails first is a state with a code, is reported, and can be tried again', async () => {
    serve(row({ id: 101 })).on('get_session_availability_with_enrollments', refusal('rate_limited', 429));
    const booking = createBooking({ teams });
    await booking.open();
    expect(booking.$load.get()).toEqual({ state: 'failed', code: 'rate_limited' });
    expect(browser.api.named('error-monitor')).toHaveLength(1);
    serve(row({ id: 101 }));
    await booking.retry();
    expect(booking.$load.get().state).toBe('ready');
  });

  it('that fails later leaves what is shown', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    browser.api.on('get_session_availability_with_enrollments', 'network failure');
    await booking.refresh();
    expect(booking.$load.get()).toMatchObject({ state: 'ready' });
    expect(booking.$stale.get()).toBe('unanswered');
    vi.stubGlobal('navigator', { onLine: false });
    await booking.retry();
    expect(booking.$stale.get()).toBe('offline');
    expect(booking.$load.get()).toMatchObject({ state: 'ready' });
    serve(row({ id: 101 }));
    await booking.retry();
    expect(booking.$stale.get()).toBeNull();
  });

  it('takes the last answer asked for, not the last to arrive', async () => {
    const { booking } = await loaded(row({ id: 101 }));
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
  ] as const)('tells when the chosen session is %s', async (why, rows) => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    serve(...rows);
    await booking.refresh();
    expect(booking.$lost.get()).toMatchObject({ why, session: { id: uuid(101) } });
    expect(booking.$session.get()).toBeNull();
    vi.advanceTimersByTime(1000);
    expect(booking.$step.get()).toBe(0);
  });

  it('keeps the seat that this browser holds choosable', async () => {
    const heldUntil = new Date(Date.now() + 60_000).toISOString();
    saveOrderMemory({ secret, sessionId: uuid(101), offerId: 'o', agreedCents: 1, heldUntil, payUrl: null });
    const { booking } = await loaded(row({ id: 101, available_spots: 0 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    expect(booking.$session.get()?.spotsOpen).toBe(1);
  });
});

describe('the quiz', () => {
  it('chooses its team without going on, and the parent goes on with it', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.suggestTeam('red');
    vi.advanceTimersByTime(1000);
    expect([booking.$step.get(), booking.$teamId.get(), booking.$suggested.get()]).toEqual([0, 'red', true]);
    booking.next();
    expect([booking.$step.get(), booking.$suggested.get()]).toEqual([1, false]);
  });

  it('gives way to the parent’s own choice', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.suggestTeam('red');
    booking.chooseTeam('white');
    expect([booking.$teamId.get(), booking.$suggested.get()]).toEqual(['white', false]);
    vi.advanceTimersByTime(300);
    booking.suggestTeam('black');
    expect(booking.$teamId.get()).toBe('white');
  });

  it('that suggests no team here chooses none', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.suggestTeam('none');
    expect([booking.$teamId.get(), booking.$suggested.get()]).toEqual([null, false]);
  });
});

describe('analytics', () => {
  const sent = () =>
    browser.api
      .named('record_analytics')
      .map(({ body }) => body['p_events'] as { event_type: string; event_data: Record<string, unknown> }[]);

  it('is one call when the parent leaves for the checkout: what was chosen, and what it costs', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    sendEvents();
    browser.api.calls.length = 0;
    booking.chooseTeam('red');
    vi.advanceTimersByTime(300);
    booking.chooseSession(uuid(101));
    vi.advanceTimersByTime(300);
    expect(sent()).toEqual([]);
    booking.choosePass(pass());
    expect(sent()).toHaveLength(1);
    const session = {
      ...{ sessionId: uuid(101), sessionDate: '2026-11-21', sessionTime: '10:30:00', sessionDay: 'Saturday' },
      ...{ location: 'Somerset', coach: brand.product, teamId: 'red', teamLabel: `Red ${brand.product} A` },
    };
    const sold = {
      ...{ passId: 'halfyear', passName: 'Term', passType: 'term-pass', price: 697, priceCents: 69700 },
      ...{ currency: 'SGD', credits: 18 },
    };
    expect(sent()[0]?.map(({ event_type, event_data }) => [event_type, event_data])).toEqual([
      [
        'team_selection',
        expect.objectContaining({ teamId: 'red', team: `Red ${brand.product}`, source: 'card' }),
      ],
      ['form_progress', expect.objectContaining({ step: 'session', progress: 2, percent: 67 })],
      ['session_selection', expect.objectContaining(session)],
      ['form_progress', expect.objectContaining({ step: 'pass', progress: 3, percent: 100 })],
      ['pass_selection', expect.objectContaining({ ...session, ...sold })],
      ['checkout_started', expect.objectContaining({ ...session, ...sold, amount: 697, amountCents: 69700 })],
    ]);
  });

  it('that fails is in nobody’s way', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const { booking, go } = await loaded(row({ id: 101 }));
    browser.api.on('record_analytics', 'network failure');
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.choosePass(pass());
    expect(go).toHaveBeenCalledExactlyOnceWith('/checkout/term');
    await vi.waitFor(() => expect(logged).toHaveBeenCalled());
    logged.mockRestore();
  });
});

describe('what was chosen before a reload', () => {
  const reload = async (...rows: ReturnType<typeof row>[]) => {
    vi.useRealTimers();
    const choice = readChoice();
    const { booking } = await loaded(...rows);
    if (choice) booking.resume(choice);
    return booking;
  };

  it('is the team, at the first question, with the way on', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    const after = await reload(row({ id: 101 }));
    expect([after.$step.get(), after.$teamId.get(), after.$session.get()]).toEqual([0, 'red', null]);
    after.next();
    expect(after.$step.get()).toBe(1);
  });

  it('is the session too while it can be had, before or after availability is read', async () => {
    const { booking } = await loaded(row({ id: 101 }), row({ id: 102 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(102));
    const after = await reload(row({ id: 101 }), row({ id: 102 }));
    expect(after.$session.get()?.id).toBe(uuid(102));
    vi.useRealTimers();
    const choice = readChoice();
    const early = createBooking({ teams });
    if (choice) early.resume(choice);
    await early.open();
    expect(early.$session.get()?.id).toBe(uuid(102));
    const full = await reload(row({ id: 101 }), row({ id: 102, available_spots: 0 }));
    expect([full.$teamId.get(), full.$session.get(), full.$lost.get()]).toEqual(['red', null, null]);
  });

  it('is the last choice: another team takes its session away', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    booking.chooseSession(uuid(101));
    booking.chooseTeam('black');
    expect(readChoice()).toMatchObject({ team: 'black', sessionId: null });
    const after = await reload(row({ id: 101 }));
    after.chooseTeam('white');
    expect(after.$teamId.get()).toBe('white');
  });

  it('does not stand over a team that was tapped first, nor over one that is no more', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('white');
    const choice = { team: 'red' as const, sessionId: null, chosenAt: '2026-11-21T10:00:00.000Z' };
    booking.resume(choice);
    expect(booking.$teamId.get()).toBe('white');
    const smaller = createBooking({ teams: teams.filter(({ id }) => id !== 'red') });
    smaller.resume(choice);
    expect(smaller.$teamId.get()).toBeNull();
  });

  it('is forgotten with the cart, once it is bought', async () => {
    const { booking } = await loaded(row({ id: 101 }));
    booking.chooseTeam('red');
    clearCart();
    expect(readChoice()).toBeNull();
  });
});
