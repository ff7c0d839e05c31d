import { describe, expect, it } from 'vitest';
import type { Class } from '#features/embed/timetable/api.ts';
import { campRows, classRows, readRequest, type TimetableData } from '#features/embed/timetable/model.ts';
import { uuid } from '#support/unit/examples.ts';
import { camp, tier } from '../camps/examples.ts';

const data: TimetableData = {
  tiers: [tier(), tier({ tier: 'epic', name: 'EPIC Camp', days: 5 })],
  bases: { 'east-coast': 'East Coast', 'orchard-central': 'Orchard Central' },
  bookLabel: 'Book {tier}, {price}',
  source: 'real',
};
const request = (query = '') => readRequest(new URLSearchParams(query));
const row = (change: Partial<Class> = {}): Class => ({
  session_id: uuid(1),
  session_date: '2026-12-05',
  session_time: '10:30:00',
  class_type_id: uuid(2),
  available_spots: 4,
  class_type: 'Red',
  team: 'red',
  location_name: 'East Coast',
  coach_name: 'Zoe',
  ...change,
});

describe('the classes of the timetable', () => {
  it('say when, where and how many spots are left, and name no coach', () => {
    const [shown] = classRows([row()], request(), data);
    expect(shown).toMatchObject({
      day: 'Sat 5 Dec 2026',
      hours: 'from 10.30 am',
      name: 'Red',
      place: 'East Coast',
      label: 'Book',
      canBook: true,
    });
    expect(shown?.href).toMatch(/^\/\?team=red#/);
    expect(JSON.stringify(shown)).not.toContain('Zoe');
  });

  it('lead to the waitlist if they are full', () => {
    const [shown] = classRows([row({ available_spots: 0 })], request(), data);
    expect(shown).toMatchObject({ canBook: false, spots: 'Full', href: `/waitlist?session=${uuid(1)}` });
  });

  it('are those at the base, from the day, that have a team', () => {
    const classes = [
      row(),
      row({ session_id: uuid(3), location_name: 'Bishan' }),
      row({ session_id: uuid(4), session_date: '2026-12-02' }),
      row({ session_id: uuid(5), team: null }),
    ];
    const ids = (query: string) => classRows(classes, request(query), data).map(({ id }) => id);
    expect(ids('')).toEqual([uuid(1), uuid(3), uuid(4)]);
    expect(ids('location=east-coast&from=2026-12-03')).toEqual([uuid(1)]);
    expect(ids('location=constructor')).toHaveLength(3);
  });
});

describe('the camps of the timetable', () => {
  const camps = [
    camp({ id: 'later', start: '2026-12-14', end: '2026-12-16', base: 'east-coast', place: 'East Coast' }),
    camp({ id: 'first' }),
    camp({ id: 'epic', tier: 'epic', start: '2026-12-21', end: '2026-12-25' }),
    camp({ id: 'begun', start: '2026-11-30', end: '2026-12-02' }),
  ];
  const shown = (query = '', of = camps) => campRows(of, request(query), data, '2026-12-01');
  const ids = (query?: string) => shown(query).map(({ id }) => id);

  it('come in the order of their days, without those that have started', () => {
    expect(ids()).toEqual(['first', 'later', 'epic']);
    expect(shown()[0]).toMatchObject({
      hours: '8.30 am – 5.00 pm',
      ages: 'ages 7 to 12',
      label: 'Book Spark, S$549',
      href: '/checkout?type=camp&camp=first',
      canBook: true,
    });
  });

  it('are those that the partner asks for', () => {
    expect(ids('location=east-coast')).toEqual(['later']);
    expect(ids('tier=epic')).toEqual(['epic']);
    expect(ids('from=2026-12-10')).toEqual(['later', 'epic']);
  });

  it('are all of them if the partner asks for what does not exist', () => {
    for (const query of ['tier=lava', 'location=nowhere', 'location=constructor', 'from=tomorrow', 'show=x'])
      expect(ids(query), query).toEqual(['first', 'later', 'epic']);
  });

  it('lead to the waitlist if full, and to our page if not on sale, without a count', () => {
    const [full, soon] = shown('', [
      camp({ id: 'full', taken: 20 }),
      camp({ id: 'soon', start: '2026-12-14', end: '2026-12-16', priceCents: null }),
    ]);
    expect(full).toMatchObject({ href: '/waitlist?camp=full', spots: 'Full', canBook: false });
    expect(soon).toMatchObject({ href: '/camps/book?camp=soon', spots: '', canBook: false });
  });

  it('show no count if marketing switched it off', () => {
    expect(campRows(camps, request(), { ...data, source: 'off' }, '2026-12-01')[0]?.spots).toBe('');
  });
});
