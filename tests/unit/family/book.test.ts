import { beforeEach, describe, expect, it } from 'vitest';
import { createBooking } from '#features/family/book/store.ts';
import { filterOptions, buildOptions, refusedRow } from '#features/family/book/model.ts';
import { fakeBrowser, refusal } from '#support/unit/browser.ts';
import { storeSession } from '#support/unit/auth-token.ts';
import { family, waiting } from './examples.ts';

const browser = fakeBrowser();
const base = waiting().session;
if (!base) throw new Error('The example waits for a class');

const session = (id: string, day: string, spots_left = 2) => ({
  session: {
    ...base,
    session_id: id,
    session_date: day,
    starts_at: `${day}T02:30:00Z`,
    ends_at: `${day}T03:30:00Z`,
  },
  spots_left,
  returns_credit: true,
  credit_returns_until: `${day}T00:00:00Z`,
});
const bookable = (session_id: string, change = {}) => ({
  session_id,
  is_own_team: true,
  booking_id: null,
  is_reserved: false,
  pass_id: 'p',
  ...change,
});
const answer = {
  sessions: [
    session('s1', '2026-11-28'),
    session('s2', '2026-11-29'),
    session('s3', '2026-12-05', 0),
    session('s4', '2026-12-06'),
    session('s5', '2026-12-12'),
  ],
  children: [
    {
      child_id: 'kai',
      name: 'Kai',
      credits: 1,
      passes: [],
      sessions: [
        bookable('s1'),
        bookable('s2', { is_own_team: false }),
        bookable('s3'),
        bookable('s4', { booking_id: 'b' }),
        bookable('s5'),
      ],
    },
    {
      child_id: 'nora',
      name: 'Nora',
      credits: 3,
      passes: [],
      sessions: [bookable('s1'), bookable('s3', { is_reserved: true })],
    },
  ],
};

beforeEach(() => {
  storeSession({ id: 'parent-1' });
  browser.api.on('list_bookable_sessions', { body: answer });
  browser.api.on('get_family_dashboard', { body: family });
});
const keysOf = (booking: ReturnType<typeof createBooking>) =>
  booking.$chosen.get().map(({ childId, session: { session_id } }) => `${childId} ${session_id}`);
async function openBooking(childId: string | null = null) {
  const booking = createBooking(childId);
  await booking.open();
  const view = booking.$view.get();
  if (view.state !== 'ready') throw new Error('not ready');
  const option = (key: string) => {
    const found = view.options.find((one) => one.key === key);
    if (!found) throw new Error(`no ${key}`);
    return found;
  };
  return { booking, option };
}

describe('the list of sessions', () => {
  const options = buildOptions(answer);
  const filter = { childId: null, otherTeams: false, days: 4 };

  it('shows available, booked and full ones, and a place offered to the child as available', () => {
    expect(options.map(({ key, state }) => `${key} ${state}`)).toEqual([
      'kai s1 free',
      'nora s1 free',
      'kai s2 free',
      'kai s3 full',
      'nora s3 free',
      'kai s4 booked',
      'kai s5 free',
    ]);
  });

  it('shows the child’s own team first, and other teams and later weekends on request', () => {
    const first = filterOptions(options, { ...filter, days: 2 });
    expect(first.days.map(([day]) => day)).toEqual(['2026-11-28', '2026-12-05']);
    expect(first).toMatchObject({ hasLater: true, hasOtherTeams: true });
    const all = filterOptions(options, { ...filter, otherTeams: true, days: 9 });
    expect(all.days).toHaveLength(5);
    expect(all).toMatchObject({ hasLater: false, hasOtherTeams: false });
    const nora = filterOptions(options, { ...filter, childId: 'nora', days: 9 });
    expect(nora.days.flatMap(([, ones]) => ones).every(({ childId }) => childId === 'nora')).toBe(true);
  });

  it('shows the other teams at once if the child’s own has no class', () => {
    const only = options.map((one) => ({ ...one, isOwnTeam: false }));
    expect(filterOptions(only, filter)).toMatchObject({ hasOtherTeams: false });
  });
});

it('selects with a tap, up to the number of credits, and deselects with another tap', async () => {
  const { booking, option } = await openBooking();
  booking.toggle(option('kai s1'));
  booking.toggle(option('kai s5'));
  expect(keysOf(booking)).toEqual(['kai s1']);
  expect(booking.$outcome.get()?.text).toMatch(/Kai has no credits left/);
  booking.toggle(option('kai s1'));
  booking.toggle(option('kai s5'));
  expect(keysOf(booking)).toEqual(['kai s5']);
  booking.toggle(option('kai s4'));
  expect(keysOf(booking)).toEqual(['kai s5']);
});

it('books for several children with one call, and shows what was booked', async () => {
  const { booking, option } = await openBooking();
  booking.toggle(option('kai s1'));
  booking.toggle(option('nora s1'));
  const row = (child_id: string) => ({
    booking_id: `b ${child_id}`,
    child_id,
    session: base,
    pass_id: 'p',
    credits_left: 0,
    credit_returns_until: '2026-11-27T02:30:00Z',
  });
  browser.api.on('book_sessions', { body: { bookings: [row('kai'), row('nora')] } });
  await Promise.all([booking.book(), booking.book()]);
  expect(browser.api.named('book_sessions').map(({ body }) => body)).toEqual([
    {
      p_bookings: [
        { child_id: 'kai', session_id: 's1' },
        { child_id: 'nora', session_id: 's1' },
      ],
    },
  ]);
  expect(booking.$done.get()?.bookings).toHaveLength(2);
  expect(keysOf(booking)).toEqual([]);
  expect(browser.api.named('get_family_dashboard')).toHaveLength(1);
});

it('names the refused row, and lists the sessions again', async () => {
  const { booking, option } = await openBooking();
  booking.toggle(option('nora s1'));
  booking.toggle(option('kai s1'));
  browser.api.on('book_sessions', refusal('session_full', 409, 'p_bookings[1].session_id'));
  browser.api.on('list_bookable_sessions', {
    body: { ...answer, sessions: answer.sessions.map((one) => ({ ...one, spots_left: 0 })) },
  });
  await booking.book();
  expect(booking.$outcome.get()?.text).toBe(
    'Kai, Sat 28 Nov 2026, 10.30 to 11.30 am: That session has just filled up. Please choose another one. Nothing was booked.',
  );
  expect(keysOf(booking)).toEqual([]);
});

it('keeps the selection after a network failure', async () => {
  const { booking, option } = await openBooking();
  booking.toggle(option('nora s1'));
  browser.api.on('book_sessions', 'network failure');
  await booking.book();
  expect(keysOf(booking)).toEqual(['nora s1']);
  expect(booking.$outcome.get()?.text).toMatch(/still here/);
});

it('shows all children if the address names a child of another family', async () => {
  const { booking } = await openBooking('somebody');
  expect(booking.$shown.get().childId).toBeNull();
  expect((await openBooking('nora')).booking.$shown.get().childId).toBe('nora');
});

it('says if the sessions do not load, and can be retried', async () => {
  browser.api.on('list_bookable_sessions', 'network failure');
  const booking = createBooking(null);
  await booking.open();
  expect(booking.$view.get()).toEqual({ state: 'failed' });
  browser.api.on('list_bookable_sessions', { body: answer });
  await booking.retry();
  expect(booking.$view.get().state).toBe('ready');
});

it('finds no refused row if the refusal names none', () => expect(refusedRow('p_bookings', [])).toBeNull());
