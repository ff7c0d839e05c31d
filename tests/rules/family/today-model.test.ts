import type { FamilyNotification } from '#contract/family.ts';
import { describe, expect, it } from 'vitest';
import {
  comingOf,
  endedPassOf,
  joinIsolatedNames,
  nextBirthday,
  findNext,
  passOf,
  findPickup,
  pastActivity,
  buildTasks,
  attendedPercent,
} from '#features/family/today/model.ts';
import { bringMessage, greeting, nextMessage, pickupMessage } from '#features/family/today/messages.ts';
import { taskMessage } from '#features/family/today/task-messages.ts';
import { formatHours } from '#domain/dates.ts';
import { booking, camp, child, family, kai, nora, NOW, pass } from '../../unit/family/examples.ts';

const now = Date.parse(NOW);
const HOUR = 3_600_000;

describe('the list of past classes', () => {
  it('leaves out a class that has not begun, and contains it once it has or if it is cancelled', () => {
    const ahead = booking(kai);
    const start = Date.parse(ahead.starts_at);
    expect(pastActivity([ahead], start - 1)).toEqual([]);
    expect(pastActivity([ahead], start)).toEqual([ahead]);
    const cancelled = booking(kai, { status: 'cancelled' });
    const byUs = booking(nora, { session: { ...ahead.session, cancelled: true } });
    expect(pastActivity([cancelled, byUs], start - 1)).toEqual([cancelled, byUs]);
  });
});

describe('the next class or camp', () => {
  it('is chosen from a list in the order of start, which has the hours of a camp’s package', () => {
    const coming = comingOf(family);
    expect(coming.map(({ kind, child: name }) => `${name} ${kind}`)).toEqual([
      'Kai session',
      'Kai camp',
      'Nora session',
    ]);
    expect(formatHours(coming[1]?.startsAt ?? '', coming[1]?.endsAt ?? '')).toBe('8.30 am to 5.00 pm');
  });

  it('is shared by siblings at the same place and time, and is never a cancelled one', () => {
    const withBoth = { ...family, upcomingBookings: [booking(kai), booking(nora)] };
    expect(findNext(comingOf(withBoth), now)?.names).toEqual(['Kai', 'Nora']);
    const off = { ...booking(kai).session, cancelled: true };
    const first = findNext(
      comingOf({ ...withBoth, upcomingBookings: [booking(kai, { session: off })] }),
      now,
    );
    expect(first?.first.kind).toBe('camp');
  });

  it('is the current one until it has ended', () => {
    const coming = comingOf(family);
    expect(findNext(coming, now + 3 * HOUR)?.first.id).toBe('booking-child-kai');
    expect(findNext(coming, now + 4 * HOUR)?.first.kind).toBe('camp');
  });

  it.each([
    ['2026-12-07T02:00:00Z', 'Kai is off to Spark Camp right now.'],
    // These moments are 5 pm on the first of three days, the next morning, and the evening of the last day.
    ['2026-12-07T09:00:00Z', 'Kai is off to Spark Camp tomorrow at 8.30 am.'],
    ['2026-12-08T00:00:00Z', 'Kai is off to Spark Camp in 30 minutes.'],
    ['2026-12-09T08:59:00Z', 'Kai is off to Spark Camp right now.'],
    ['2026-12-09T09:00:00Z', null],
  ])('is the next day of a camp until its last: at %s', (at, words) => {
    const moment = Date.parse(at);
    const next = findNext(comingOf({ ...family, upcomingBookings: [], upcomingCamps: [camp(kai)] }), moment);
    expect(next && nextMessage(next, moment)).toBe(words);
  });

  it('includes who comes to a camp and who is collected at home', () => {
    const travelOf = (...rides: boolean[]) => {
      const camps = [kai, nora].flatMap((child, index) =>
        rides[index] === undefined ? [] : camp(child, { rides: rides[index] }),
      );
      return findNext(comingOf({ ...family, upcomingBookings: [], upcomingCamps: camps }), now)?.travel;
    };
    expect(travelOf(true)).toEqual({ comes: false, rides: true });
    expect(travelOf(false)).toEqual({ comes: true, rides: false });
    expect(travelOf(true, false)).toEqual({ comes: true, rides: true });
  });

  it('is a class between two days of a sibling’s camp', () => {
    const moment = Date.parse('2026-12-07T09:00:00Z');
    const tonight = booking(nora, { starts_at: '2026-12-07T10:00:00Z', ends_at: '2026-12-07T11:00:00Z' });
    const all = { ...family, upcomingBookings: [tonight], upcomingCamps: [camp(kai)] };
    expect(findNext(comingOf(all), moment)?.names).toEqual(['Nora']);
  });
});

it.each([
  [0, 'Kai skates in 2 hours 20 minutes.'],
  [2.5 * HOUR, 'Kai skates right now.'],
  [2.3 * HOUR, 'Kai skates in 2 minutes.'],
  [-6 * HOUR, 'Kai skates today at 10.30 am.'],
  [-20 * HOUR, 'Kai skates tomorrow at 10.30 am.'],
  [-72 * HOUR, 'Kai skates on Saturday at 10.30 am.'],
  [-240 * HOUR, 'Kai skates on Sat 21 Nov 2026.'],
])('has a text that says when it starts, %d ms after the morning', (shift, words) => {
  const next = findNext(comingOf(family), now);
  expect(next && nextMessage(next, now + shift)).toBe(words);
});

it('the next line has the name of a camp', () => {
  const next = findNext(
    comingOf({ ...family, upcomingBookings: [], upcomingCamps: [camp(kai), camp(nora)] }),
    now,
  );
  expect(next && nextMessage(next, now)).toBe('Kai and Nora are off to Spark Camp on Mon 7 Dec 2026.');
});

it.each([
  ['Mei', '2026-11-20T23:00:00Z', 'Morning, Mei.'],
  ['Mei', '2026-11-21T04:00:00Z', 'Afternoon, Mei.'],
  ['Mei', '2026-11-21T10:30:00Z', 'Evening, Mei.'],
  [' ', '2026-11-20T16:30:00Z', 'Morning.'],
])('the greeting is %s by the time in Singapore', (name, moment, words) =>
  expect(greeting(name, Date.parse(moment))).toBe(words),
);

it('the page names the collectors once each, and lists briefly what to bring', () => {
  const ben = child('Ben', { pickup: ['Grandma Tan', 'Uncle Lee'] });
  expect(
    findPickup([kai, ben], { children: [kai.id, ben.id], collectors: ['Uncle Lee', 'Grandpa Lee'] }),
  ).toEqual(['Grandma Tan', 'Uncle Lee', 'Grandpa Lee']);
  expect(pickupMessage(['Grandma Tan', 'Uncle Lee'])).toBe('You, or Grandma Tan or Uncle Lee');
  expect(pickupMessage([])).toBe('You');
  expect(bringMessage(['Closed shoes: flat soles', 'Sunscreen and cap, on before you leave'])).toBe(
    'Closed shoes, sunscreen and cap',
  );
  expect(joinIsolatedNames(['a', 'b', 'c'])).toBe('a, b and c');
});

it('right-to-left names are isolated, so that they do not reorder the text around them', () => {
  expect(joinIsolatedNames(['נועם', 'Kai', 'نورة'])).toBe('\u2068נועם\u2069, Kai and \u2068نورة\u2069');
  expect(joinIsolatedNames(['Otto 🦦', '王小明'])).toBe('Otto 🦦 and 王小明');
});

describe('the next task', () => {
  it('is the server’s first, and then a smaller one, unless health is missing', () => {
    const silent = child('Sil', { details_missing: ['health', 'doctor_phone', 'photo'] });
    const tasks = buildTasks({
      ...family,
      children: [nora, silent],
      notifications: [{ kind: 'child_details_missing', child_id: silent.id }],
    });
    expect(tasks).toEqual([
      { kind: 'child_details_missing', child_id: 'child-sil' },
      { kind: 'doctor_phone_missing', child_id: 'child-nora' },
    ]);
  });

  it('is an unpaid renewal before all others, with a link to the passes', () => {
    const subscription = {
      id: 'sub',
      status: 'past_due',
      current_period_end: NOW,
      price_cents: 16_700,
    } as const;
    const due = pass(kai, { title: 'Flexi', subscription });
    const [task] = buildTasks({ ...family, passes: [pass(nora), due] });
    expect(task).toEqual({ kind: 'renewal_unpaid', child_id: kai.id, title: 'Flexi' });
    expect(task && taskMessage(task, () => 'Kai')).toMatchObject({
      title: 'Kai’s Flexi was not renewed.',
      href: '/family-base/passes',
    });
  });

  it('is to add a child if there is none', () => {
    const notifications: FamilyNotification[] = [
      { kind: 'proposals_waiting', proposals: 1, taken_over: false },
      { kind: 'emergency_contact_missing' },
    ];
    expect(buildTasks({ ...family, children: [], notifications })).toEqual([notifications[0]]);
  });

  it('has a reason, and a link to the place to do it', () => {
    const words = taskMessage({ kind: 'doctor_phone_missing', child_id: 'child-nora' }, () => 'Nora');
    expect(words).toMatchObject({
      title: 'One thing left for Nora.',
      href: '/family-base/child?id=child-nora#doctor',
    });
  });
});

describe('the facts about a child', () => {
  it('contain the share of attended sessions, or nothing without marks', () => {
    expect(attendedPercent({ booked: 12, marked: 12, attended: 11, since: null })).toBe(92);
    expect(attendedPercent({ booked: 3, marked: 0, attended: 0, since: null })).toBeNull();
  });

  it('contain the pass used next, or the one that has ended', () => {
    const empty = pass(kai, { id: 'empty', credits: 0 });
    const full = pass(kai, { id: 'full' });
    const over = pass(kai, { id: 'over', is_valid: false, valid_until: '2026-11-01' });
    expect(passOf({ ...family, passes: [empty, full] }, kai.id)?.id).toBe('full');
    expect(passOf({ ...family, passes: [over] }, kai.id)).toBeNull();
    expect(endedPassOf({ ...family, passes: [over] }, kai.id)?.id).toBe('over');
  });

  it('contain a birthday soon enough to plan, on 1 March for 29 February', () => {
    expect(nextBirthday([kai], '2026-11-21')).toMatchObject({ name: 'Kai', years: 9, day: '2027-03-14' });
    expect(nextBirthday([kai], '2027-03-10')).toBeNull();
    expect(nextBirthday([child('Leap', { dob: '2020-02-29' })], '2026-12-15')?.day).toBe('2027-03-01');
    expect(nextBirthday([{ ...kai, status: 'proposed' }], '2026-11-21')).toBeNull();
  });
});
