import { expect, test } from 'vitest';
import { laterStart, readFieldText, toFieldText } from '#studio/sharing/moment.ts';

const now = new Date('2026-11-30T10:00:00Z');

test.each([
  ['a page that begins later', { showing: { from: '2026-12-24T16:00:00Z' } }, '2026-12-25T00:00'],
  ['a page that is shown already', { showing: { from: '2026-11-01T00:00:00Z' } }, ''],
  ['a page without a beginning', { showing: { until: '2026-12-24T16:00:00Z' } }, ''],
  ['any other document', {}, ''],
  ['no document', null, ''],
])('a link to %s starts with its first moment, or with none', (_name, document, text) => {
  expect(toFieldText(laterStart(document, now))).toBe(text);
});

test('the field is read in Singapore time, whatever the browser’s', () => {
  expect(readFieldText('2026-12-25T00:00')?.toISOString()).toBe('2026-12-24T16:00:00.000Z');
  expect([readFieldText(''), readFieldText('2026-13-01T00:00')]).toEqual([null, null]);
  expect(toFieldText(readFieldText('2027-03-01T09:15'))).toBe('2027-03-01T09:15');
});
