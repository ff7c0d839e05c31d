import type { Camp } from '#contract/camps.ts';
import { describe, expect, it } from 'vitest';
import {
  cancellable,
  campTargets,
  choiceGroups,
  lateMove,
  type ManagedLine,
  placeOfLine,
  refundOf,
  sessionOfLine,
  sessionTargets,
  soldMessage,
  targetOfLine,
  usedOf,
} from '#features/after-sale/model.ts';
import { classes, row, uuid } from '#support/unit/examples.ts';
import { managed, managedLine, passBooking, passLine, target } from '../../unit/after-sale/examples.ts';

const camp = (id: number, tier: Camp['tier'], start_date: string, over: Partial<Camp> = {}): Camp => ({
  id: uuid(id),
  name: `${tier} camp`,
  start_date,
  end_date: start_date,
  price: 549,
  team_type: 'red',
  location: 'Bishan',
  session_time_start: '09:00',
  session_time_end: '15:00',
  capacity: 20,
  current_enrollments: 18,
  is_active: true,
  tier,
  team_types: ['red'],
  location_id: uuid(9),
  base: 'bishan',
  days: 3,
  price_cents: 54900,
  rung_id: 'listed',
  rung_places_left: null,
  extended_day: false,
  extended_time_start: null,
  extended_time_end: null,
  min_age: 7,
  max_age: 12,
  cancelled_at: null,
  ...over,
});
const now = new Date('2026-11-20T00:00:00Z');
const onCamp: ManagedLine = {
  ...managedLine,
  kind: 'camp_tier',
  offer_id: 'tier-spark',
  sessions: null,
  session: null,
  camp: {
    camp_id: uuid(1),
    name: 'Spark',
    tier: 'spark',
    start_date: '2026-12-07',
    end_date: '2026-12-09',
    session_time_start: '09:00',
    session_time_end: '15:00',
    starts_at: '',
    ends_at: '',
    location_name: 'Bishan',
    location_address: null,
  },
};
const offers = [{ id: 'tier-spark', details: { tier: 'spark' as const } }];

describe('the classes that a class can be moved to', () => {
  const rows = [
    row({ id: 101 }),
    row({ id: 102, ...classes.redB, session_date: '2026-12-05' }),
    row({ id: 103, ...classes.black }),
  ];
  it('are of the same team, with the label A or B', () => {
    expect(sessionTargets(managedLine, rows).map(({ id }) => id)).toEqual([uuid(102)]);
  });
  it('are of any weekend on the timetable within the validity of the pass', () => {
    const pass = { credits: 4, sessions_total: 18, valid_until: '2026-12-05', is_over: false, bookings: [] };
    expect(sessionTargets({ ...managedLine, pass }, rows)).toHaveLength(1);
    const ended = { ...pass, valid_until: '2026-12-04' };
    expect(sessionTargets({ ...managedLine, pass: ended }, rows)).toEqual([]);
  });
  it('are of any team for a single session', () => {
    const single = { ...managedLine, sessions: 1 };
    expect(sessionTargets(single, rows).map(({ id }) => id)).toEqual([uuid(103), uuid(102)]);
  });
});

describe('the camps that a camp can be moved to', () => {
  const weeks = [
    camp(1, 'spark', '2026-12-07'),
    camp(2, 'ignite', '2026-12-07'),
    camp(3, 'spark', '2026-12-14', { current_enrollments: 20 }),
    camp(4, 'spark', '2026-11-20'),
    camp(5, 'spark', '2026-12-21', { cancelled_at: '2026-11-01T00:00:00Z' }),
  ];
  it('have not started, with the same tier first and full ones shown', () => {
    expect(campTargets(onCamp, weeks, offers, now)).toMatchObject([
      { id: uuid(3), spotsLeft: 0, otherKind: false },
      { id: uuid(2), spotsLeft: 2, otherKind: true },
    ]);
  });
  it('are of the same tier if the place is a credit', () => {
    const credit: ManagedLine = { ...onCamp, status: 'credit', camp: null };
    expect(campTargets(credit, weeks, offers, now).map(({ id }) => id)).toEqual([uuid(1), uuid(3)]);
  });
});

it('a line that was paid late may stay on its own date, but a booked line cannot move there', () => {
  const late: ManagedLine = { ...onCamp, status: 'needs_choice' };
  const week = camp(1, 'spark', '2026-12-07');
  expect(campTargets(late, [week], offers, now).map(({ id }) => id)).toEqual([uuid(1)]);
  expect(campTargets(onCamp, [week], offers, now)).toEqual([]);
});

describe('a choice after a late payment', () => {
  const waitingLine = (n: number, over: Partial<ManagedLine> = {}): ManagedLine => ({
    ...onCamp,
    line_id: uuid(n),
    status: 'needs_choice',
    ...over,
  });
  it('is about all lines of one camp together, or about each line if the parent allowed it', () => {
    const lines = [waitingLine(11), waitingLine(12), managedLine];
    expect(choiceGroups(managed({ lines })).map((group) => group.length)).toEqual([2]);
    const ofClass = waitingLine(13, { camp: null, session: managedLine.session });
    const parts = choiceGroups(managed({ lines: [waitingLine(11), ofClass, waitingLine(12)] }));
    expect(parts.map((group) => group.map(({ line_id }) => line_id))).toEqual([
      [uuid(11), uuid(12)],
      [uuid(13)],
    ]);
    expect(choiceGroups(managed({ lines, split_allowed: true })).map((group) => group.length)).toEqual([
      1, 1,
    ]);
  });
  it('needs a place for every line that had one, and includes passes without one', () => {
    const pass = waitingLine(13, { camp: null });
    expect(lateMove([waitingLine(11), pass], new Map())).toBeNull();
    expect(lateMove([waitingLine(11), pass], new Map([[uuid(11), target]]))).toEqual({
      kind: 'move',
      lines: [{ line_id: uuid(11), camp_id: target.id }, { line_id: uuid(13) }],
    });
  });
});

it('lists every line that can be cancelled, with the total refund', () => {
  const closed: ManagedLine = {
    ...managedLine,
    line_id: uuid(2),
    can: { cancel: null, move: null, place: false },
  };
  const order = managed({ lines: [managedLine, closed, { ...managedLine, line_id: uuid(3) }] });
  expect(cancellable(order)).toEqual({
    lineIds: [managedLine.line_id, uuid(3)],
    refundCents: 7600,
    clawbackCents: 0,
    endsRenewal: false,
  });
  const all = {
    refund_cents: 7700,
    clawback_cents: 50,
    lines: [{ line_id: managedLine.line_id, refund_cents: 3850 }],
  };
  expect(cancellable({ ...order, cancel_all: all })).toMatchObject({ refundCents: 7700, clawbackCents: 50 });
  // If all lines are cancelled together, a line's refund may differ from its own refund.
  expect(refundOf(managedLine, all)).toBe(3850);
  expect(refundOf(managedLine, null)).toBe(3800);
});

it('the used sessions of a pass are counted in its line only once it is cancelled', () => {
  const session = managedLine.session;
  if (!session) throw new Error('no session');
  const attended = { booking_id: uuid(1), session, status: 'attended' as const, returns_credit: false };
  const bookings = [{ ...attended, credit_returns_until: '2026-11-20T02:30:00Z' }];
  const pass = { credits: 0, sessions_total: 18, valid_until: null, is_over: false, bookings };
  expect(usedOf({ ...managedLine, status: 'cancelled', pass })).toBe(1);
  expect(usedOf({ ...managedLine, status: 'cancelled', pass: null })).toBe(0);
  expect(usedOf({ ...managedLine, pass })).toBe(0);
});

const kai: ManagedLine = { ...passLine, child_name: 'Kai', title: 'Term' };
const single: ManagedLine = { ...kai, sessions: 1 };
it.each([
  ['a camp', soldMessage(onCamp), /^Kai, .+, Bishan, Mon 7 – Wed 9 Dec 2026$/],
  ['a single session', soldMessage(single), 'Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am'],
  // The first session is not mentioned, because the whole pass is cancelled.
  ['a pass', soldMessage(kai), 'Kai, Term'],
  [
    'the session of a pass that may move',
    placeOfLine(kai),
    'Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am',
  ],
  ['a line without a session yet', placeOfLine({ ...single, session: null }), 'Kai, Term'],
  [
    'nobody’s',
    soldMessage({ ...single, child_name: null }),
    'Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am',
  ],
  [
    'a session of a pass',
    sessionOfLine(kai, passBooking.session),
    'Kai, Red Otter A, Somerset, Sat 28 Nov 2026, 10.30 am',
  ],
  ['the target of a move', targetOfLine(kai, target), 'Kai, Spark Camp, Bishan, Mon 14 – Wed 16 Dec 2026'],
])('the text about %s names child, offer, place and time', (_, words, named) => {
  expect(words).toMatch(named instanceof RegExp ? named : new RegExp(`^${named}$`));
});
