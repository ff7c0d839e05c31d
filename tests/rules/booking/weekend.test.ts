import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, it } from 'vitest';
import { referenceSaturday, toSessions } from '#features/booking/model.ts';
import { today } from '#domain/dates.ts';
import { row, uuid } from '#support/unit/examples.ts';

// These are all hours from noon to noon around the midnights at which a weekend starts, changes its day and ends in
// Singapore.
const saturday = Temporal.ZonedDateTime.from('2026-11-21T00:00[Asia/Singapore]');
const hours = [0, 1, 2].flatMap((days) =>
  Array.from({ length: 25 }, (_, n) => saturday.add({ days }).add({ hours: n - 12 })),
);
const monday = saturday.add({ days: 2 });
const zones = ['Asia/Singapore', 'America/New_York', 'Pacific/Auckland', 'Europe/London', 'Pacific/Niue'];
const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

describe.each(zones)('today and the weekend in a browser of %s', (zone) => {
  it.each(hours.flatMap((hour) => [hour.subtract({ milliseconds: 1 }), hour]))(
    'are Singapore’s at %s',
    (moment) => {
      process.env['TZ'] = zone;
      const now = new Date(moment.epochMilliseconds);
      const over = Temporal.ZonedDateTime.compare(moment, monday) >= 0;
      expect(today(now)).toBe(moment.toPlainDate().toString());
      expect(referenceSaturday(today(now))).toBe(over ? '2026-11-28' : '2026-11-21');
    },
  );
});

describe('whatever the clock and time zone of the browser', () => {
  const rows = [
    row({ id: 101, session_date: '2026-11-21', session_time: '09:00:00' }),
    row({ id: 102, session_date: '2026-11-22', session_time: '16:30:00' }),
  ];
  it.each(zones)('the weekend is the server’s, in %s', (zone) => {
    process.env['TZ'] = zone;
    expect(toSessions(rows).map(({ id, day }) => [id, day])).toEqual([
      [uuid(101), 'Saturday'],
      [uuid(102), 'Sunday'],
    ]);
  });
});
