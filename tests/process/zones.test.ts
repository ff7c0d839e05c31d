import { afterEach, describe, expect, it } from 'vitest';
import { addDays, formatDate, formatMoment, today, weekdayOf } from '#domain/dates.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe.each([
  ['Asia/Singapore', -480],
  ['America/New_York', 300],
  ['Pacific/Kiritimati', -840],
])('on a device in %s', (name, offset) => {
  it('dates and times are Singapore’s', () => {
    process.env['TZ'] = name;
    const evening = new Date('2026-11-20T16:30:00Z');
    expect(evening.getTimezoneOffset()).toBe(offset);

    expect(today(evening)).toBe('2026-11-21');
    expect(formatDate('2026-11-21')).toBe('Sat 21 Nov 2026');
    expect(formatDate('2026-09-05')).toBe('Sat 5 Sep 2026');
    expect(formatMoment('2026-11-20T16:30:00Z')).toBe('Sat 21 Nov 2026, 12.30 am');
    expect(weekdayOf('2026-11-22')).toBe('Sunday');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2026-11-01', -1)).toBe('2026-10-31');
  });
});
