import { describe, expect, test } from 'vitest';
import {
  FOUNDATIONS,
  type GrowthReport,
  type ReportChild,
  type ReportProgress,
} from '#contract/growth-reports.ts';
import { checkedFoundations } from '#content/foundations.ts';
import { ContentError } from '#content/problem.ts';
import {
  bodyOf,
  canRelease,
  countMarks,
  emptyValues,
  foundationsOf,
  markField,
  missingOf,
  moveOf,
  nextChild,
  otherMarks,
  stateOf,
  valuesOf,
} from '#features/staff/growth/model.ts';
import { dueCamps } from '#features/staff/roster/GrowthReportsDue.tsx';

const content = Array.from({ length: FOUNDATIONS }, (_, index) => ({
  key: String(index + 1),
  emoji: '🦁',
  title: `Title ${index}`,
  text: 'Text',
}));
const report = (more: Partial<GrowthReport> = {}): GrowthReport => ({
  id: 'r',
  state: 'draft',
  version: 1,
  foundations: content.map((foundation) => ({ ...foundation, mark: 'steady' })),
  sentence: 'Well done.',
  level: null,
  level_before: null,
  returned_note: null,
  written_by: 'Ana',
  is_own: false,
  released_by: null,
  released_at: null,
  ...more,
});
const child = (child_id: string, more: Partial<ReportChild> = {}): ReportChild => ({
  child_id,
  name: child_id,
  age: 8,
  level: 2,
  days_attended: 3,
  days_marked: 3,
  report: null,
  ...more,
});

test.each<[string, Partial<ReportChild>]>([
  ['due', {}],
  ['not_here', { days_attended: 0 }],
  ['unmarked', { days_attended: 0, days_marked: 0 }],
  ['draft', { report: report() }],
  ['returned', { report: report({ returned_note: 'Her name.' }) }],
  ['ready', { report: report({ state: 'ready' }) }],
  ['released', { report: report({ state: 'released' }), days_attended: 0 }],
])('the state of a child: %s', (expected, more) => {
  expect(stateOf(child('a', more))).toBe(expected);
});

test('the next child is the next one to write, also before this one, and never one who was not there', () => {
  const list = [
    child('a'),
    child('b', { report: report({ state: 'ready' }) }),
    child('c'),
    child('d', { days_attended: 0 }),
  ];
  expect(nextChild(list, 'a')?.child_id).toBe('c');
  expect(nextChild(list, 'c')?.child_id).toBe('a');
  expect(nextChild(list.slice(1), 'c')).toBeNull();
  expect(nextChild(list, '')?.child_id).toBe('a');
});

test('ten taps and a sentence make a report, and each one that is missing is named', () => {
  const values = emptyValues(content);
  expect(Object.keys(missingOf(values, content))).toHaveLength(FOUNDATIONS + 1);
  for (const { key } of content) values[markField(key)] = 'not_seen';
  values['sentence'] = ' She climbed\nto the top. ';
  expect(missingOf(values, content)).toEqual({});
  expect(bodyOf(values, content, true)).toMatchObject({
    sentence: 'She climbed to the top.',
    level: null,
    is_ready: true,
    foundations: content.map((foundation) => ({ ...foundation, mark: 'not_seen' })),
  });
  expect(bodyOf({ ...values, level: '3', 'mark-1': 'weak' }, content, false)).toMatchObject({ level: 3 });
  expect(bodyOf({ 'mark-1': 'weak' }, content, false).foundations[0]?.mark).toBeNull();
});

test('a report that was begun keeps its own words when the content changes', () => {
  const changed = content.map((foundation) => ({ ...foundation, title: 'New' }));
  const begun = report();
  const foundations = foundationsOf(begun, changed);
  expect(bodyOf(valuesOf(begun, foundations, 2), foundations, true).foundations).toEqual(begun.foundations);
  expect(foundationsOf(null, changed)).toBe(changed);
});

test('a level that the child has by now is no move', () => {
  expect(moveOf(report({ level: 3 }), 2)).toBe(3);
  expect(moveOf(report({ level: 3 }), 3)).toBeNull();
  expect(moveOf(null, 1)).toBeNull();
  expect(valuesOf(report({ level: 3, level_before: 2 }), content, 3)['level']).toBe('');
});

test('what a colleague chose otherwise is named', () => {
  const theirs = report();
  expect(otherMarks(theirs, valuesOf(theirs, content, 1))).toEqual([]);
  const mine = { ...valuesOf(theirs, content, 1), 'mark-3': 'growing', 'mark-4': '' };
  expect(otherMarks(theirs, mine).map(({ key }) => key)).toEqual(['3', '4']);
});

const progress = (more: Partial<ReportProgress>): ReportProgress => ({
  camp_id: 'c',
  title: 'Ignite Camp',
  location: 'Bishan',
  first_day: '2026-11-09',
  last_day: '2026-11-13',
  due_on: '2026-11-20',
  is_overdue: false,
  children: 2,
  unmarked: 0,
  written: 2,
  ready: 0,
  released: 2,
  ...more,
});

test.each<[string, Partial<ReportProgress>, coach: boolean, releaser: boolean]>([
  ['all released', {}, false, false],
  ['all written', { ready: 2, released: 0 }, false, true],
  ['one to write', { written: 1, released: 1 }, true, true],
  ['nobody marked who came', { children: 0, written: 0, released: 0, unmarked: 2 }, true, true],
  ['nobody came', { children: 0, written: 0, released: 0 }, false, false],
])('which camps the roster names: %s', (_, more, coach, releaser) => {
  const camps = [progress(more)];
  expect(dueCamps({ camps, may_release: false }).length > 0).toBe(coach);
  expect(dueCamps({ camps, may_release: true }).length > 0).toBe(releaser);
});

describe('the foundations of the content', () => {
  const items = content.map(({ key, ...item }) => ({ ...item, key: `k${key}` }));
  test('keep their keys, lose line ends, and may lack an emoji', () => {
    const [first, ...rest] = items;
    if (first === undefined) throw new Error('There is no foundation.');
    const family = '👨‍👩‍👧‍👦';
    const checked = checkedFoundations([{ ...first, emoji: '', text: 'One\nline ' }, ...rest]);
    expect(checked[0]).toEqual({ key: 'k1', emoji: '', title: 'Title 0', text: 'One line' });
    expect(checkedFoundations([{ ...first, emoji: `${family}${family}${family}` }])[0]?.emoji).toBe(family);
    expect(checkedFoundations(items.toReversed())[9]?.key).toBe('k1');
  });
  test.each([{ title: '' }, { text: ' ' }, { text: 'a'.repeat(401) }, { key: 'k2' }])(
    'are refused with %j',
    (more) => {
      expect(() =>
        checkedFoundations(items.map((item, index) => (index === 0 ? { ...item, ...more } : item))),
      ).toThrow(ContentError);
    },
  );
});

describe('who may release', () => {
  const ready = report({ state: 'ready' });
  test.each<[boolean, boolean, boolean, GrowthReport | null]>([
    [true, true, false, ready],
    [false, false, false, ready],
    [false, true, false, report()],
    [false, true, false, null],
    [false, true, false, { ...ready, is_own: true }],
    [true, true, true, { ...ready, is_own: true }],
  ])('%s', (expected, may_release, may_release_own, one) => {
    expect(canRelease({ may_release, may_release_own }, one)).toBe(expected);
  });
});

test('marks are counted in the order of the scale', () => {
  const foundations = report().foundations.map((one, index) => ({
    ...one,
    mark: index === 0 ? ('not_seen' as const) : one.mark,
  }));
  expect(countMarks(foundations)).toEqual([
    { mark: 'steady', count: 9 },
    { mark: 'not_seen', count: 1 },
  ]);
});
