import { describe, expect, test } from 'vitest';
import { FOUNDATIONS, type GrowthReport, type ReportChild } from '#contract/growth-reports.ts';
import {
  bodyOf,
  canRelease,
  countMarks,
  emptyValues,
  foundationsOf,
  markField,
  missingOf,
  nextChild,
  stateOf,
  valuesOf,
} from '#features/staff/growth/model.ts';

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
  expect(bodyOf(valuesOf(begun, foundations), foundations, true).foundations).toEqual(begun.foundations);
  expect(foundationsOf(null, changed)).toBe(changed);
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
