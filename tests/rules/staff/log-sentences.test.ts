import { describe, expect, test } from 'vitest';
import type { LogEntry } from '#contract/management-system.ts';
import { sentenceOf } from '#features/staff/system/log-entry-messages.ts';
import { describeChanges } from '#features/staff/system/log-values.ts';
import { logMessages } from '#features/staff/system/log-messages.ts';

const [a, b, person, removed] = [
  '6f1c1a52-0000-4000-8000-000000000001',
  '6f1c1a52-0000-4000-8000-000000000002',
  '6f1c1a52-0000-4000-8000-000000000003',
  '6f1c1a52-0000-4000-8000-000000000004',
];
const names = { [a]: 'Spark, Bishan, 30 Nov', [b]: 'Spark, East Coast, 7 Dec', [person]: 'Ray Lim' };
const entry = (more: Partial<LogEntry>): LogEntry => ({
  id: 1,
  at: '2026-11-28T00:00:00Z',
  user_id: 'u',
  who: 'Priya Nair',
  actor: 'authenticated',
  action: 'update',
  table: 'order_lines',
  key: null,
  family_id: null,
  before: null,
  after: null,
  names,
  about: null,
  ...more,
});
const about = {
  child: 'Adam Rahman',
  family: 'Farah Rahman',
  what: 'Spark, Bishan, 30 Nov',
  order: 'OT-VQQ4',
};

const ofChild = { child: 'Adam Rahman', family: 'Farah Rahman', what: 'Spark, Bishan, 30 Nov' };
const lines = 'Adam Rahman, Spark, Bishan, 30 Nov; Bella Rahman, Term Pass';
const ofOrder = { family: 'Farah Rahman', order: 'OT-VQQ4', lines };
const waiting = { family: 'Wei Ling Goh', child: 'Zoe Goh, Kai Goh', what: 'White A, Somerset, 29 Nov' };

describe('a log entry is one sentence after the person’s name:', () => {
  test.each<[string, Partial<LogEntry>]>([
    [
      'moved Adam Rahman from Spark, Bishan, 30 Nov to Spark, East Coast, 7 Dec (family of Farah Rahman, order OT-VQQ4)',
      { about, before: { camp_id: a }, after: { camp_id: b } },
    ],
    [
      'gave Adam Rahman a spot in Spark, East Coast, 7 Dec (family of Farah Rahman, order OT-VQQ4)',
      { about, before: { camp_id: null, status: 'credit' }, after: { camp_id: b, status: 'placed' } },
    ],
    [
      'removed Spark Camp, East Coast, 14–16 Dec',
      {
        table: 'camp_weeks',
        action: 'delete',
        key: removed,
        names: { [b]: 'East Coast' },
        before: { name: 'Spark Camp', location_id: b, start_date: '2026-12-14', end_date: '2026-12-16' },
      },
    ],
    [
      'removed a deleted item',
      { table: 'sessions', action: 'delete', key: removed, names: {}, before: { location_id: b } },
    ],
    [
      'cancelled Spark, Bishan, 30 Nov for Adam Rahman (family of Farah Rahman, order OT-VQQ4)',
      { about, before: { status: 'placed' }, after: { status: 'cancelled' } },
    ],
    [
      `sold at the desk for S$697: ${lines} (family of Farah Rahman, order OT-VQQ4)`,
      {
        table: 'orders',
        action: 'insert',
        about: ofOrder,
        after: { channel: 'desk', total_cents: 69_700 },
      },
    ],
    [
      `requested a refund of S$250 for ${lines} (family of Farah Rahman, order OT-VQQ4)`,
      { table: 'refunds', action: 'insert', about: { ...ofOrder, cents: 25_000 } },
    ],
    [
      'the refund of S$250 for the family of Farah Rahman (order OT-VQQ4) is now paid back',
      {
        table: 'refunds',
        about: { ...ofOrder, lines: null, cents: 25_000 },
        after: { status: 'succeeded' },
      },
    ],
    [
      `decided about a late payment for ${lines} (family of Farah Rahman, order OT-VQQ4): moved to another date`,
      {
        table: 'payment_decisions',
        about: { ...ofOrder, what: 'paid_late' },
        after: { resolution: 'moved' },
      },
    ],
    [
      'removed the coach role from Ray Lim',
      { table: 'user_roles', action: 'delete', key: person, before: { role: 'coach' } },
    ],
    [
      'offered a spot to Wei Ling Goh for Zoe Goh, Kai Goh on the waitlist of White A, Somerset, 29 Nov',
      { table: 'waitlist_entries', after: { status: 'offered' }, about: waiting },
    ],
    [
      'removed Wei Ling Goh for Zoe Goh, Kai Goh from the waitlist of White A, Somerset, 29 Nov',
      { table: 'waitlist_entries', after: { status: 'left' }, about: waiting },
    ],
    [
      'did not tell 8 families about a change to Spark, Bishan, 30 Nov, because: “They agreed on the phone”',
      {
        table: 'place_notices',
        action: 'insert',
        after: { families: 8, mails: 0, is_notified: false },
        about: { ...about, note: 'They agreed on the phone' },
      },
    ],
    [
      'put Spark, Bishan, 30 Nov on sale without a coach',
      { table: 'camp_sale_exceptions', action: 'insert', about },
    ],
    [
      'cancelled Spark, Bishan, 30 Nov on Tue 1 Dec 2026',
      { table: 'cancelled_camp_days', action: 'insert', about, after: { day: '2026-12-01' } },
    ],
    [
      'held Spark, Bishan, 30 Nov after all on Tue 1 Dec 2026',
      { table: 'cancelled_camp_days', action: 'delete', about, before: { day: '2026-12-01' } },
    ],
    [
      'ended the sale of Spark, Bishan, 30 Nov without a coach',
      { table: 'camp_sale_exceptions', action: 'update', about },
    ],
    [
      'marked Adam Rahman as absent: Spark, Bishan, 30 Nov, on Mon 30 Nov 2026 (family of Farah Rahman)',
      { table: 'camp_attendance', about: ofChild, after: { attended: false, day: '2026-11-30' } },
    ],
    [
      'asked the parents of Adam Rahman about health: Spark, Bishan, 30 Nov, on Mon 30 Nov 2026 (family of Farah Rahman)',
      {
        table: 'children',
        action: 'ask',
        about: ofChild,
        after: { session_id: a, day: '2026-11-30' },
      },
    ],
    [
      'corrected the date of birth and name of Adam Rahman (family of Farah Rahman)',
      { table: 'children', action: 'correct', about: ofChild, after: { fields: ['dob', 'name'] } },
    ],
    [
      'changed Adam Rahman (family of Farah Rahman): Level: 2 became 3',
      { table: 'children', about: ofChild, before: { current_level: 2 }, after: { current_level: 3 } },
    ],
    [
      'gave 2 credits to Adam Rahman, Term Pass (family of Farah Rahman), because: “Rained off”',
      {
        table: 'credit_ledger',
        action: 'insert',
        after: { pass_id: a, delta: 2 },
        about: { ...ofChild, what: 'Term Pass', note: 'Rained off' },
      },
    ],
    [
      'sent the message “Bring hats” to Spark, Bishan, 30 Nov',
      {
        table: 'messages',
        action: 'insert',
        after: { audience: { segment: 'camp', id: a } },
        about: { what: 'Bring hats', lines: 'Spark, Bishan, 30 Nov' },
      },
    ],
    [
      'sent the message “Hello” to families of past campers',
      {
        table: 'messages',
        action: 'insert',
        after: { audience: { segment: 'past_campers' } },
        about: { what: 'Hello', lines: null },
      },
    ],
    [
      `sent the e-mail “Booking cancelled” to Farah Rahman again: ${lines} (order OT-VQQ4)`,
      { table: 'outbox', about: { ...ofOrder, what: 'order_cancelled' }, after: { resent_at: null } },
    ],
    [
      'added a consent “photo” for Adam Rahman (family of Farah Rahman): Given: yes',
      {
        table: 'consents',
        action: 'insert',
        after: { given: true },
        about: { ...ofChild, what: 'photo' },
      },
    ],
    [
      'ended a link to the roster of Spark, Bishan, 30 Nov, on Mon 30 Nov 2026',
      {
        table: 'roster_shares',
        action: 'delete',
        before: { session_id: null, camp_id: a, day: '2026-11-30' },
      },
    ],
    ['merged another family into the family of Ray Lim', { table: 'families', action: 'merge', key: person }],
    [
      'changed the settings: GST number: nothing became M9; Legal name: Old became New',
      {
        table: 'settings',
        before: { legal_name: 'Old', gst_number: null },
        after: { legal_name: 'New', gst_number: 'M9' },
      },
    ],
    [
      'changed Spark, Bishan, 30 Nov: Programme begins at: 9.00 am became 10.00 am',
      {
        table: 'camp_weeks',
        key: a,
        before: { session_time_start: '09:00:00' },
        after: { session_time_start: '10:00:00' },
      },
    ],
  ])('%s', (sentence, more) => expect(sentenceOf(entry(more))).toBe(sentence));
});

test('a deleted item is marked as deleted, and no id is shown', () => {
  const gone = entry({
    table: 'camp_weeks',
    key: b,
    names: {},
    before: { location_id: a },
    after: { location_id: b },
  });
  expect(sentenceOf(gone)).not.toContain(a);
  expect(describeChanges(gone)).toEqual([{ field: 'Location', was: 'a deleted item', is: 'a deleted item' }]);
});

test('ids in lists and objects become names, and ids of attempts are omitted', () => {
  const read = entry({
    table: 'messages',
    action: 'insert',
    after: { audience: { segment: 'camp', id: a }, ids: [a, b], attempt: person },
  });
  expect(describeChanges(read)).toEqual([
    { field: 'audience', was: null, is: 'Families: a camp, Which: Spark, Bishan, 30 Nov' },
    { field: 'ids', was: null, is: 'Spark, Bishan, 30 Nov, Spark, East Coast, 7 Dec' },
  ]);
});

test('an entry about viewed data says whose data, where and on which day', () => {
  const look = {
    ...entry({ table: 'child_health', action: 'roster', about: ofChild }),
    log: 'looks' as const,
  };
  expect(logMessages.line({ ...look, after: { day: '2026-11-30' } })).toBe(
    'Children’s health: read with the roster, Adam Rahman, Spark, Bishan, 30 Nov, on Mon 30 Nov 2026 (family of Farah Rahman)',
  );
  expect(logMessages.line({ ...look, about: null })).toBe('Children’s health: read with the roster');
});
