/** Tests the settings: entries by topic, typed values, and the search by words. */
import { expect, test } from 'vitest';
import type { Setting } from '#contract/management-settings.ts';
import { findSettings } from '#features/staff/frame/search/model.ts';
import { boundsMessage, valueMessage } from '#features/staff/settings/messages.ts';
import type { Entry } from '#features/staff/settings/entry.ts';
import { entriesOf, findEntries, formOf, readValue } from '#features/staff/settings/model.ts';

const setting = (name: string, more: Partial<Setting> = {}): Setting => ({
  name,
  value: 30,
  kind: 'whole',
  is_optional: false,
  is_fixed: false,
  is_safety: false,
  least: 1,
  most: 60,
  default: 30,
  changes: [],
  ...more,
});
const period = {
  class: 'sent_messages',
  keep: '30 days',
  action: 'delete',
  what: 'E-mails',
  why: 'Because',
  least: '1 day',
  default: '90 days',
  changes: [],
} as const;
const entries = (settings: Setting[], may_change_safety = false) =>
  entriesOf({ settings, retention: [{ ...period, changes: [] }], may_change_safety });
const makeEntry = (name: string, more: Partial<Setting> = {}): Entry => {
  const [entry] = entries([setting(name, more)]);
  if (!entry) throw new Error('no entry');
  return entry;
};

test('settings are in the order of their topics, and a column without words is under Other and can be changed', () => {
  const all = entries([setting('brand_new_minutes'), setting('order_link_days'), setting('hold_minutes')]);
  expect(all.map(({ id, topic }) => [id, topic])).toEqual([
    ['hold_minutes', 'selling'],
    ['order_link_days', 'moving'],
    ['brand_new_minutes', 'other'],
    ['keep.sent_messages', 'retention'],
  ]);
  expect(all[2]).toMatchObject({ label: 'brand new minutes', canChange: true });
});

test('safety and retention are shown only to staff who may change them', () => {
  const safety = [setting('second_factor_roles', { kind: 'roles', is_safety: true })];
  expect(entries(safety).map(({ canChange }) => canChange)).toEqual([false, false]);
  expect(entries(safety, true).map(({ canChange }) => canChange)).toEqual([true, true]);
});

test('each number has a unit, also where its name does not end in one, and each period its default', () => {
  expect(valueMessage(makeEntry('voucher_years', { value: 3 }))).toBe('3 years');
  expect(valueMessage(makeEntry('outbox_per_second', { value: 2 }))).toBe('2 per second');
  expect(valueMessage(makeEntry('holds_per_network_place_max', { value: 12 }))).toBe('12 spots');
  expect(valueMessage(makeEntry('goes_alone_from_age', { value: 10 }))).toBe('10 years old');
  expect(entries([]).at(-1)).toMatchObject({ value: '30 days', default: '90 days' });
});

test('a setting has its bounds, unit and value in words', () => {
  expect(boundsMessage(makeEntry('hold_minutes'))).toBe('A whole number from 1 to 60 minutes.');
  expect(valueMessage(makeEntry('hold_minutes'))).toBe('30 minutes');
  expect(valueMessage(makeEntry('alert_booking_percent', { value: 5 }))).toBe('5%');
  expect(valueMessage(makeEntry('coach_discount_cents', { value: 2500 }))).toBe('S$25');
  expect(boundsMessage(makeEntry('coach_discount_cents'))).toBe('A whole number from 1 to 60 cents.');
  expect(valueMessage(makeEntry('gst_rate_basis_points', { value: 900 }))).toBe('9%');
  expect(valueMessage(makeEntry('assistant_day_us_cents', { value: 300 }))).toBe('300 US cents');
  expect(valueMessage(makeEntry('waitlist_quiet_from', { kind: 'time', value: '22:00:00' }))).toBe(
    '10.00 pm',
  );
  expect(valueMessage(makeEntry('staff_email', { kind: 'text', value: null }))).toBe('not set');
  expect(valueMessage(makeEntry('a_switch', { kind: 'switch', value: false }))).toBe('off');
});

test.each([
  ['61', { kind: 'out_of_range', least: 1, most: 60 }],
  ['0', { kind: 'out_of_range', least: 1, most: 60 }],
  ['1.5', { kind: 'not_a_number' }],
  ['1e1', { kind: 'not_a_number' }],
  ['', { kind: 'missing' }],
])('the text %j is not a valid value', (value, fault) =>
  expect(readValue(makeEntry('hold_minutes'), { value })).toEqual({ faults: { value: fault }, body: null }),
);

test('a typed text becomes a value of its kind', () => {
  const read = (entry: Entry, values: Record<string, string>) => readValue(entry, values).body?.value;
  expect(read(makeEntry('hold_minutes'), { value: ' 20 ' })).toBe(20);
  expect(read(makeEntry('staff_email', { kind: 'text', is_optional: true }), { value: '' })).toBeNull();
  expect(read(makeEntry('a_switch', { kind: 'switch' }), { value: 'true' })).toBe(true);
  expect(read(makeEntry('second_factor_roles', { kind: 'roles' }), { 'role.admin': 'true' })).toEqual([
    'admin',
    'business_admin',
  ]);
  const retention = entries([]).at(-1);
  if (!retention) throw new Error('no period');
  expect(formOf(retention).values).toEqual({ value: '30', unit: 'day' });
  expect(read(retention, { value: '1', unit: 'year' })).toBe('1 year');
});

test('settings are found by their words, on the screen and in the search of the frame', () => {
  const all = entries([setting('hold_minutes'), setting('waitlist_quiet_from')]);
  expect(findEntries(all, 'QUIET hours').map(({ id }) => id)).toEqual(['waitlist_quiet_from']);
  expect(findSettings('gst')[0]).toMatchObject({
    kind: 'setting',
    href: '/management/settings?setting=gst_number',
  });
  expect(findSettings('xyzzy')).toEqual([]);
});
