import { describe, expect, test } from 'vitest';
import type { LogEntry } from '#contract/management-system.ts';
import { changesInWords, sentenceOf } from '../../../src/features/staff/system/log-sentences.ts';

const [a, b, person] = [
  '6f1c1a52-0000-4000-8000-000000000001',
  '6f1c1a52-0000-4000-8000-000000000002',
  '6f1c1a52-0000-4000-8000-000000000003',
];
const names = { [a]: 'Spark, Bishan, 30 Nov', [b]: 'Spark, East Coast, 7 Dec', [person]: 'Ray Lim' };
const entry = (more: Partial<LogEntry>): LogEntry => ({
  ...{ id: 1, at: '2026-11-28T00:00:00Z', user_id: 'u', who: 'Priya Nair', actor: 'authenticated' },
  ...{ action: 'update', table: 'order_lines', key: null, family_id: null, before: null, after: null },
  ...{ names, about: null },
  ...more,
});
const about = {
  child: 'Adam Rahman',
  family: 'Farah Rahman',
  what: 'Spark, Bishan, 30 Nov',
  order: 'OT-VQQ4',
};

describe('one sentence, after the name', () => {
  test.each<[string, Partial<LogEntry>]>([
    [
      'moved Adam Rahman from Spark, Bishan, 30 Nov to Spark, East Coast, 7 Dec (order OT-VQQ4)',
      { about, before: { camp_id: a }, after: { camp_id: b } },
    ],
    [
      'gave Adam Rahman a place in Spark, East Coast, 7 Dec (order OT-VQQ4)',
      { about, before: { camp_id: null, status: 'credit' }, after: { camp_id: b, status: 'placed' } },
    ],
    [
      'cancelled Spark, Bishan, 30 Nov for Adam Rahman (order OT-VQQ4)',
      { about, before: { status: 'placed' }, after: { status: 'cancelled' } },
    ],
    [
      'sold Term Pass at the desk to the family of Farah Rahman for S$697 (order OT-VQQ4)',
      {
        ...{ table: 'orders', action: 'insert', about: { ...about, child: null, what: 'Term Pass' } },
        after: { channel: 'desk', total_cents: 69_700 },
      },
    ],
    [
      'asked for a refund of S$250 for Adam Rahman, Spark (order OT-VQQ4)',
      { table: 'refunds', action: 'insert', about: { ...about, what: 'Spark', cents: 25_000 } },
    ],
    [
      'decided about a late payment of Adam Rahman (order OT-VQQ4): moved to another date',
      { table: 'payment_decisions', about: { ...about, what: 'paid_late' }, after: { resolution: 'moved' } },
    ],
    [
      'took the role of coach away from Ray Lim',
      { table: 'user_roles', action: 'delete', key: person, before: { role: 'coach' } },
    ],
    [
      'offered a place to Wei Ling Goh on the waitlist of White A, Somerset, 29 Nov',
      {
        ...{ table: 'waitlist_entries', after: { status: 'offered' } },
        about: { family: 'Wei Ling Goh', what: 'White A, Somerset, 29 Nov' },
      },
    ],
    [
      'did not tell 8 families of a change to Spark, Bishan, 30 Nov, because: “They agreed on the phone”',
      {
        ...{ table: 'place_notices', action: 'insert', after: { families: 8, mails: 0, is_told: false } },
        about: { ...about, note: 'They agreed on the phone' },
      },
    ],
    [
      'marked Adam Rahman as absent: Spark, Bishan, 30 Nov, Mon 30 Nov 2026',
      { table: 'camp_attendance', about, after: { attended: false, day: '2026-11-30' } },
    ],
    [
      'asked the parents of Ray Lim about health (Spark, Bishan, 30 Nov, Mon 30 Nov 2026)',
      {
        ...{ table: 'children', action: 'ask', key: person, after: { session_id: a, day: '2026-11-30' } },
      },
    ],
    ['merged another family into the family of Ray Lim', { table: 'families', action: 'merge', key: person }],
    [
      'changed the settings: GST number: nothing became M9; Legal name: Old became New',
      {
        ...{ table: 'settings', before: { legal_name: 'Old', gst_number: null } },
        after: { legal_name: 'New', gst_number: 'M9' },
      },
    ],
    [
      'changed Spark, Bishan, 30 Nov: Begins at: 9.00 am became 10.00 am',
      {
        ...{ table: 'camp_weeks', key: a },
        ...{ before: { session_time_start: '09:00:00' }, after: { session_time_start: '10:00:00' } },
      },
    ],
  ])('%s', (sentence, more) => expect(sentenceOf(entry(more))).toBe(sentence));
});

test('what is gone is said to be gone, and no id is shown', () => {
  const gone = entry({
    table: 'camp_weeks',
    key: b,
    names: {},
    before: { location_id: a },
    after: { location_id: b },
  });
  expect(sentenceOf(gone)).not.toContain(a);
  expect(changesInWords(gone)).toEqual([
    { field: 'Place', was: 'something that is gone', is: 'something that is gone' },
  ]);
});
