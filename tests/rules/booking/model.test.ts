import { describe, expect, it } from 'vitest';
import { brand } from '#config/brand.ts';
import { spotsMessage } from '#features/booking/messages.ts';
import {
  buildCart,
  days,
  flowPass,
  findProgress,
  referenceSaturday,
  sessionsFor,
  textOn,
  toSessions,
  withOwnHold,
} from '#features/booking/model.ts';
import { spotsOf } from '#domain/spots.ts';
import { classes, pass, row, teams, uuid } from '#support/unit/examples.ts';

it.each([
  ['2026-11-16', '2026-11-21', 'Monday'],
  ['2026-11-20', '2026-11-21', 'Friday'],
  ['2026-11-21', '2026-11-21', 'Saturday'],
  ['2026-11-22', '2026-11-21', 'Sunday'],
  ['2026-11-23', '2026-11-28', 'the Monday after'],
])('on %s the weekend starts on %s (%s)', (date, saturday) => expect(referenceSaturday(date)).toBe(saturday));

describe('the sessions', () => {
  it('are sorted, without classes of no team and other days', () => {
    const rows = [
      row({ id: 103, session_date: '2026-11-22', session_time: '09:00:00' }),
      row({ id: 102, session_time: '16:30:00' }),
      row({ id: 101, session_time: '09:00:00', ...classes.white }),
      row({ id: 104, ...classes.yoga }),
      row({ id: 105, session_date: '2026-11-28' }),
    ];
    const sessions = toSessions(rows);
    expect(sessions.map((session) => session.id)).toEqual([uuid(101), uuid(102), uuid(103)]);
    expect(sessions[1]).toEqual({
      id: uuid(102),
      day: 'Saturday',
      time: '16:30:00',
      location: 'Somerset',
      coach: `Coach ${brand.product}`,
      teamLabel: `Red ${brand.product} A`,
      spotsOpen: 5,
      teamId: 'red',
      sessionDate: '2026-11-21',
    });
    expect(days(sessions).map((day) => [day.date, day.sessions.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-22', 1],
    ]);
  });

  it('from Monday to Friday are those until Sunday', () => {
    const rows = ['2026-11-18', '2026-11-20', '2026-11-22', '2026-11-23'].map((session_date, n) =>
      row({ id: 101 + n, session_date }),
    );
    expect(toSessions(rows).map(({ day }) => day)).toEqual(['Wednesday', 'Friday', 'Sunday']);
  });

  it('on a Sunday are those of that day', () => {
    const rows = [row({ id: 101, session_date: '2026-11-22' }), row({ id: 102, session_date: '2026-11-23' })];
    expect(toSessions(rows).map((session) => session.id)).toEqual([uuid(101)]);
  });

  it('are empty without rows, and never have fewer than zero spots', () => {
    expect(toSessions([])).toEqual([]);
    expect(toSessions([row({ id: 1, available_spots: -2 })])[0]?.spotsOpen).toBe(0);
  });

  it('are those of the chosen team, unless it is a try-out', () => {
    const sessions = toSessions([row({ id: 101 }), row({ id: 102, ...classes.white })]);
    expect(sessionsFor(sessions, 'red', null).map((session) => session.id)).toEqual([uuid(101)]);
    expect(sessionsFor(sessions, 'red', 'halfyear')).toHaveLength(1);
    expect(sessionsFor(sessions, 'red', 'tryout')).toHaveLength(2);
  });

  it('count the spot that this browser holds as available until the hold expires', () => {
    const sessions = toSessions([row({ id: 101, available_spots: 0 }), row({ id: 102 })]);
    const hold = { sessionId: uuid(101), heldUntil: '2026-11-20T04:30:00Z' };
    const spots = (now: string) =>
      withOwnHold(sessions, hold, Date.parse(now)).find((session) => session.id === uuid(101))?.spotsOpen;
    expect(spots('2026-11-20T04:29:00Z')).toBe(1);
    expect(spots('2026-11-20T04:31:00Z')).toBe(0);
    expect(withOwnHold(sessions, null, 0)).toEqual(sessions);
  });
});

it.each([
  [0, 'full', 'FULLY BOOKED'],
  [1, 'last', 'Last spot'],
  [2, 'last', 'Last 2 spots'],
  [3, 'few', '3 spots left'],
  [4, 'few', '4 spots left'],
  [5, 'open', '5 spots open'],
])('%i spots are %s: %s', (count, state, words) => {
  expect(spotsOf(count)).toBe(state);
  expect(spotsMessage(count)).toBe(words);
});

it.each([
  [0, 1, 33],
  [1, 2, 67],
  [2, 3, 100],
] as const)('step %i is question %i, %i%% complete', (step, question, percent) =>
  expect(findProgress(step)).toEqual({ question, percent }),
);

it('the cart has every field of the specification', () => {
  const [session] = toSessions([row({ id: 101 })]);
  const [, red] = teams;
  if (!session || !red) throw new Error('no example');
  expect(buildCart(red, session, pass(), 1_700_000_000_000)).toEqual({
    sessionId: uuid(101),
    quantity: 1,
    team: `Red ${brand.product}`,
    sessionDate: '2026-11-21',
    sessionTime: '10:30:00',
    sessionDay: 'Saturday',
    location: 'Somerset',
    coach: `Coach ${brand.product}`,
    passType: 'halfyear',
    price: 697,
    selectedTeam: { id: 'red', name: `Red ${brand.product}`, minAge: 7, maxAge: 10 },
    selectedSession: { id: uuid(101), teamLabel: `Red ${brand.product} A` },
    selectedPass: {
      id: 'halfyear',
      offerId: 'pass-term',
      name: 'Term',
      price: 697,
      checkoutPath: '/checkout/term',
    },
    customerData: { childName: '', childAge: 0, parentName: 'Guest User' },
    timestamp: 1_700_000_000_000,
  });
});

it('a pass without an address uses the one of its checkout type', () => {
  expect(flowPass(pass({ checkoutPath: '' })).checkoutPath).toBe('/checkout/term-pass');
  expect(flowPass(pass()).checkoutPath).toBe('/checkout/term');
});

it.each([
  ['#FF6B2C', '#101614'],
  ['#DDF0EC', '#101614'],
  ['#7A3FF2', '#FFFDF8'],
  ['#101614', '#FFFDF8'],
])('on %s the text is %s', (color, text) => expect(textOn(color)).toBe(text));
