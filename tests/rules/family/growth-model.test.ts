import { expect, test } from 'vitest';
import type { FamilyGrowthReport, NextSuggestion } from '#contract/growth-reports.ts';
import { lastYearOf, markThen, reportOf, suggestionPath } from '#features/family/growth/model.ts';

const report = (id: string, last_day: string, child_id = 'kai'): FamilyGrowthReport => ({
  id,
  child_id,
  child_name: 'Kai',
  title: 'Spark Camp',
  location: 'Bishan',
  first_day: last_day,
  last_day,
  foundations: [{ key: '1', emoji: '🦁', title: 'Courage', text: 'Text', mark: 'shining' }],
  sentence: 'Well done.',
  level_before: 1,
  level: 2,
  coach: 'Ana',
  released_at: `${last_day}T00:00:00.000Z`,
});
const reports = [
  report('now', '2026-11-13'),
  report('june', '2026-06-12'),
  report('sister', '2025-12-05', 'mia'),
  report('then', '2025-11-14'),
  report('old', '2024-11-15'),
];

test('last year’s is the latest of the same child in the year before, and not an earlier one of this year', () => {
  expect(reports.map((one) => lastYearOf(reports, one)?.id)).toEqual([
    'then',
    'then',
    undefined,
    'old',
    undefined,
  ]);
});

test('a mark of last year is found by its title, and is unknown if the foundation has another name now', () => {
  expect(markThen(reports[3], 'Courage')).toBe('shining');
  expect(markThen(reports[3], 'Patience')).toBeNull();
  expect(markThen(undefined, 'Courage')).toBeNull();
});

test('the address names a report, the latest is shown if it names none, and never another one for one taken back', () => {
  expect(reportOf(reports, 'old')?.id).toBe('old');
  expect(reportOf(reports, null)?.id).toBe('now');
  expect(reportOf(reports, 'taken back')).toBeUndefined();
  expect(reportOf([], null)).toBeUndefined();
});

test.each<[string, Partial<NextSuggestion>]>([
  ['/family-base/book?child=kai&session=x', { kind: 'session' }],
  ['/family-base/passes#buy', { kind: 'session', has_credit: false }],
  ['/waitlist?session=x', { kind: 'session', places: 0 }],
  ['/camps/book?camp=x', { kind: 'camp' }],
  ['/waitlist?camp=x', { kind: 'camp', places: 0 }],
])('a suggestion leads to %s', (path, more) => {
  const next: NextSuggestion = {
    kind: 'session',
    id: 'x',
    title: 'Red Otter',
    location: 'Bishan',
    first_day: '2026-12-05',
    last_day: '2026-12-05',
    starts: '10:30',
    places: 2,
    has_credit: true,
    ...more,
  };
  expect(suggestionPath(next, 'kai')).toBe(path);
});
