/** Tests the texts and lists that the first screen of Management makes from the answer of its call. */
import type { RosterHealth } from '#contract/health.ts';
import { describe, expect, it, test } from 'vitest';
import type { MarkState } from '#contract/roster.ts';
import {
  coachIssueMessages,
  offerMessages,
  partyMessages,
  placeMessages,
  summary,
  systemMessages,
  unsoldMessages,
} from '#features/staff/today/messages.ts';
import {
  findCoachIssues,
  findGateIssues,
  countHeads,
  lapsesSoon,
  buildPips,
  listTroubles,
} from '#features/staff/today/model.ts';
import { marksOf } from '#ui/staff/health/marks.ts';
import { healthMarkMessages } from '#ui/staff/health/messages.ts';
import { quietDay, child, place } from '../../unit/staff/examples.ts';

const full = place({
  capacity: 4,
  taken: 4,
  children: [child('Kai', 'in'), child('Nora'), child('Ravi', 'absent')],
});

test('a camp that is not on sale says what it lacks, and how many children stay booked', () => {
  const camp = {
    id: 'a',
    title: 'Spark Camp',
    location: 'Bishan',
    first_day: '2026-12-07',
    last_day: '2026-12-09',
    problem: 'no_coach',
    booked: 0,
  } as const;
  const line = 'Not on sale: no coach · Spark Camp, Bishan, Mon 7 – Wed 9 Dec 2026';
  expect(unsoldMessages.line(camp)).toBe(line);
  expect(unsoldMessages.line({ ...camp, booked: 2 })).toBe(`${line} · 2 children booked`);
  expect(unsoldMessages.line({ ...camp, problem: 'exception' })).toBe(
    'Starts soon: no coach · Spark Camp, Bishan, Mon 7 – Wed 9 Dec 2026',
  );
});

describe('a place', () => {
  it('has a segment for each child who is there, expected or held, and for open places', () => {
    expect(buildPips(full)).toEqual(['in', 'expected', 'expected', 'held']);
    expect(buildPips(place({ capacity: 2 }))).toEqual(['open', 'open']);
    expect(buildPips(place({ capacity: 100 }))).toEqual([]);
  });

  it.each([
    [full, 'full, 1 held'],
    [place({ taken: 1, children: [child('Kai')] }), '5 open'],
    [place({ capacity: 1, taken: 2, children: [child('Kai'), child('Nora')] }), '1 too many'],
    [place({ is_cancelled_by_us: true }), 'cancelled'],
  ])('says how full it is (case %#)', (one, words) => expect(placeMessages.open(one)).toBe(words));
});

describe('the list of coaches to check', () => {
  const six = ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => child(name));
  const clash = {
    name: 'Marcus Lee',
    title: 'Spark Camp',
    location: 'Bishan',
    starts_at: '2026-11-21T00:30:00Z',
    ends_at: '2026-11-21T09:00:00Z',
  };
  it.each([
    [place({ children: six.slice(1) }), []],
    [
      place({ children: six }),
      ['Red Otter A, Somerset: 1 coach for 6 children. One coach can look after at most five.'],
    ],
    [place({ children: six, coach_count: 2 }), []],
    [place({ children: six.slice(5), coach_count: 0 }), ['Red Otter A, Somerset: No coach for 1 child.']],
    [place({ coach_count: 0 }), []],
    // A child who is absent or gone needs no coach.
    [place({ children: [...six.slice(1), child('G', 'absent'), child('H', 'out')] }), []],
    [place({ children: six, is_cancelled_by_us: true, clashes: [clash] }), []],
    // A child who came although the day was cancelled needs a coach.
    [
      place({ children: [child('A', 'in')], coach_count: 0, is_cancelled_by_us: true }),
      ['Red Otter A, Somerset: No coach for 1 child.'],
    ],
    [
      place({ clashes: [clash] }),
      ['Red Otter A, Somerset: Marcus Lee is also at Spark Camp, Bishan, 8.30 am to 5.00 pm.'],
    ],
  ])('is right in case %#', (one, lines) =>
    expect(findCoachIssues([one]).map(coachIssueMessages.line)).toEqual(lines),
  );

  it('a clash that both places have is shown once, and another coach’s clash as well', () => {
    const red = place({ starts_at: '2026-11-21T02:30:00Z', ends_at: '2026-11-21T03:30:00Z' });
    const spark = place({
      title: 'Spark Camp',
      location: 'Bishan',
      starts_at: '2026-11-21T00:30:00Z',
      ends_at: '2026-11-21T09:00:00Z',
    });
    const { title, location, starts_at, ends_at } = red;
    const back = { name: 'Marcus Lee', title, location, starts_at, ends_at };
    const said = (...clashes: (typeof back)[]) =>
      findCoachIssues([
        { ...red, clashes: [clash] },
        { ...spark, clashes },
      ]).map(coachIssueMessages.line);
    expect(said(back)).toEqual([
      'Red Otter A, Somerset: Marcus Lee is also at Spark Camp, Bishan, 8.30 am to 5.00 pm.',
    ]);
    expect(said({ ...back, name: 'Aisha Rahim' })).toHaveLength(2);
    // The same class at another hour is another clash.
    const later = { ...back, starts_at: '2026-11-21T05:00:00Z', ends_at: '2026-11-21T06:00:00Z' };
    expect(said(later)).toHaveLength(2);
  });
});

it('children are counted where sessions take place', () => {
  const off = place({ id: 'off', is_cancelled_by_us: true, children: [child('Mei')] });
  expect(countHeads([full, off])).toEqual({
    all: 3,
    here: 1,
    out: 0,
    absent: 1,
    expected: 1,
    differing: 0,
  });
  // A device without a network checked a child in before its coach heard that the day is cancelled.
  const came = place({ is_cancelled_by_us: true, children: [child('Mei', 'in'), child('Bo')] });
  expect(countHeads([came])).toMatchObject({ all: 1, here: 1, expected: 0 });
  const places = [full, off];
  expect(summary({ places, parties: [] }, countHeads(places))).toBe('1 session · 3 booked · 1 cancelled');
  expect(summary({ places: [], parties: [] }, countHeads([]))).toBe('Nothing takes place today');
  const party = { party_id: 'p', package: null, head_count: 12, from_time: '15:00', until_time: '17:00' };
  expect(summary({ places: [], parties: [party] }, countHeads([]))).toBe('1 birthday party');
  expect(partyMessages.line(party)).toBe('3.00 pm to 5.00 pm · Birthday party · 12 guests');
});

it('the most urgent health note of a child comes first, and one that only a guest reported is marked', () => {
  const health: RosterHealth = {
    state: 'reported',
    at: '2026-11-20T02:00:00Z',
    by: 'Lena Tan',
    allergies: ['Peanut'],
    medicines: ['Inhaler'],
    conditions: ['Asthma'],
    help: ['Loud rooms'],
    emergency: null,
    unconfirmed: [{ field: 'allergies', text: 'Bees' }],
  };
  expect(marksOf(health).map(healthMarkMessages.full)).toEqual([
    'Allergy: Peanut',
    'Allergy: Bees (from a guest booking, not confirmed)',
    'Medicine: Inhaler',
    'Condition: Asthma',
    'Needs help with: Loud rooms',
  ]);
});

it('“nothing to report” has no mark, and a missing answer has one', () => {
  const none = { allergies: [], medicines: [], conditions: [], help: [], emergency: null, unconfirmed: [] };
  const nothing = { ...none, state: 'nothing' as const, at: '2026-11-20T02:00:00Z', by: 'Lena Tan' };
  const unknown = { ...none, state: 'unknown' as const, at: null, by: null };
  expect(marksOf(nothing)).toEqual([]);
  expect(healthMarkMessages.answer(nothing)).toBe(
    'Nothing to report: answered by Lena Tan, Fri 20 Nov 2026.',
  );
  expect(marksOf(unknown).map(healthMarkMessages.short)).toEqual(['Health: no information yet']);
  expect(healthMarkMessages.answer(unknown)).toBe('We have no information about this child’s health yet.');
});

describe('the line about the system', () => {
  it('is green while there is no problem', () => expect(listTroubles(quietDay.health)).toEqual([]));

  it('names the problems, and discrepancies of the books once', () => {
    const since = '2026-11-21T00:00:00Z';
    const troubles = listTroubles({
      ...quietDay.health,
      alerts: [
        { kind: 'outbox_late', value: 900, threshold: 600, began_at: since },
        { kind: 'books_discrepancies', value: 2, threshold: 0, began_at: since },
      ],
      books: { discrepancies: 2, rules: { camp_oversold: 2 }, at: since },
      publish: { ...quietDay.health.publish, refused: [{ title: 'Flexi', problem: 'no price' }] },
      mails_failed: 1,
    });
    expect(troubles.map(systemMessages.line)).toEqual([
      'E-mails are delayed: 900 s, 600 allowed, since Sat 21 Nov 2026, 8.00 am.',
      '2 discrepancies in the books, Sat 21 Nov 2026, 8.00 am.',
      '“Flexi” was published, but the checkout did not accept it: no price.',
      '1 e-mail could not be sent.',
    ]);
  });

  it('names late chores, unless an alert already reports them', () => {
    const late_chores = [
      { name: 'alerts', seconds: 1500 },
      { name: 'outbox', seconds: 400 },
    ];
    expect(listTroubles({ ...quietDay.health, late_chores }).map(systemMessages.line)).toEqual([
      '2 scheduled jobs have not run for 25 min. Until they run, we do not check for other problems.',
    ]);
    const alert = { kind: 'chores_late', value: 1500, threshold: 300, began_at: quietDay.at };
    expect(listTroubles({ ...quietDay.health, late_chores, alerts: [alert] })).toHaveLength(1);
  });
});

it.each([
  ['2026-11-21T00:30:00Z', 'expires in 30 min', true],
  ['2026-11-21T02:00:00Z', 'expires 10.00 am', true],
  ['2026-11-21T02:00:01Z', 'expires 10.00 am', false],
  ['2026-11-22T02:00:00Z', 'expires Sun 22 Nov 2026, 10.00 am', false],
])('an offer until %s “%s”', (until, words, soon) => {
  expect(offerMessages.lapses(until, quietDay.at)).toBe(words);
  expect(lapsesSoon(until, quietDay)).toBe(soon);
});

it('the list shows conflicting marks first, and then hand-overs against the rules', () => {
  const differing: MarkState['differing'] = [
    {
      mark_id: 'a',
      kind: 'out',
      made_at: '',
      collected_by: 'alone',
      handed_to: null,
      marked_by: null,
    },
  ];
  const children = [
    child('Kai', 'in'),
    child('Nora', 'out', { concerns: ['no_consent'] }),
    child('Ravi', 'out', { differing }),
    child('Mei', 'in', { not_handed_over: { at: '', person: 'X', reason: 'Y', marked_by: null } }),
  ];
  expect(findGateIssues([place({ children })]).map((one) => one.child.name)).toEqual(['Ravi', 'Nora', 'Mei']);
});
