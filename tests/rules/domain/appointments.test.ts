import { expect, it } from 'vitest';
import { campAppointment, classAppointment, daily } from '#contract/appointments.ts';

const session = {
  class_type: 'Red Otter A',
  starts_at: '2026-11-28T02:30:00Z',
  ends_at: '2026-11-28T03:30:00Z',
  coach_name: 'Zul',
  location_name: 'Somerset',
  location_address: null,
};
const camp = {
  name: 'Spark Camp',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  session_time_start: '09:00:00',
  session_time_end: '15:00:00',
  starts_at: '2026-12-07T01:00:00Z',
  ends_at: '2026-12-07T07:00:00Z',
  extended_day: { start: '08:30', end: '17:00' },
  location_name: 'East Coast',
  location_address: '1 Beach Road',
};

it.each([
  ['2026-12-07', '2026-12-07', null],
  ['2026-12-07', '2026-12-09', 'RRULE:FREQ=DAILY;COUNT=3'],
  ['2026-12-30', '2027-01-02', 'RRULE:FREQ=DAILY;COUNT=4'],
])('from %s to %s the rule is %s', (first, last, rule) => expect(daily(first, last)).toBe(rule));

it('the entry of a class has its order and its coach, if they are known', () => {
  expect(classAppointment(session, 'OT-4K7M')).toEqual({
    start: new Date('2026-11-28T02:30:00Z'),
    end: new Date('2026-11-28T03:30:00Z'),
    repeating: null,
    summary: 'Red Otter A, Otter Trails',
    description: 'Order OT-4K7M. Coach: Zul.',
    location: 'Somerset',
  });
  expect(classAppointment({ ...session, coach_name: null }).description).toBeNull();
});

it('the entry of a camp lasts from the start to the end of its extended day, on each of its days', () => {
  const appointment = campAppointment(camp, { comes: true, rides: false });
  expect(appointment).toMatchObject({
    start: new Date('2026-12-07T00:30:00Z'),
    end: new Date('2026-12-07T09:00:00Z'),
    repeating: 'RRULE:FREQ=DAILY;COUNT=3',
    location: 'East Coast, 1 Beach Road',
  });
  expect(appointment.description).toContain('drop off from 8.30 am');
});

it('the entry of a camp with transport has no address to come to', () => {
  const { location, description } = campAppointment(camp, { comes: false, rides: true }, 'OT-4K7M');
  expect(location).toBeNull();
  expect(description).toMatch(/^Order OT-4K7M\. .*We collect from the address you gave/);
  expect(description).not.toContain('drop off');
});
