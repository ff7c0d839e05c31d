import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDemo, shiftCalendar } from '#local/demo/demo.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import { cancelSessions } from '#support/sql.ts';

const sunday = new Date('2026-11-22T12:00:00+08:00');
const fills = async (db: TestDatabase) => {
  const rows = await db.sql<
    { tier: string; base: string; start: string; days: number; left: number; fill: number }[]
  >`
    select c.tier, c.base, c.start_date::text as start, c.days, p.spots_left as left, p.fill
    from public.get_camp_prices() p join public.camps c on c.id = p.camp_id order by c.start_date, c.tier, c.base`;
  return [...rows];
};
const content = async (db: TestDatabase) => {
  const [row] = await db.sql`
    select (select jsonb_agg(to_jsonb(c) - '{created_at,updated_at}'::text[] order by c.id) from public.camp_weeks c) as camps,
      (select jsonb_agg(to_jsonb(e) - '{created_at,updated_at}'::text[] order by e.id) from public.camp_enrollments e) as enrolments`;
  return row;
};

describe('the demo camps', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await createDatabase();
    await shiftCalendar(db.sql, sunday);
    await seedDemo(db.sql);
  });
  afterAll(() => db.drop());

  test('the demo camps begin on the coming Mondays, are filled as the specification shows, and one is full', async () => {
    const shown = await fills(db);
    expect(shown.filter(({ start }) => start === '2026-11-23').map(({ tier, fill }) => [tier, fill])).toEqual(
      [
        ['ignite', 50],
        ['spark', 33],
        ['spark', 90],
      ],
    );
    expect(shown).toContainEqual({
      tier: 'spark',
      base: 'east-coast',
      start: '2026-11-30',
      days: 3,
      left: 0,
      fill: 100,
    });
    expect(shown).toContainEqual({
      tier: 'epic',
      base: 'orchard-central',
      start: '2026-12-07',
      days: 5,
      left: 5,
      fill: 50,
    });
    expect(shown.some(({ fill }) => fill === 0)).toBe(true);
    for (const { tier, days } of shown) expect(days).toBe(tier === 'spark' ? 3 : 5);
  });

  test('no demo camp takes place on Christmas or New Year’s Day', async () => {
    const other = await createDatabase();
    try {
      await shiftCalendar(other.sql, new Date('2026-11-29T12:00:00+08:00'));
      await seedDemo(other.sql);
      const rows = await other.sql<{ day: string; n: number }[]>`
        select d.day::text, count(*)::integer as n from public.camp_weeks c,
          unnest(array['2026-12-25', '2027-01-01']::date[]) d (day)
        where d.day between c.start_date and c.end_date group by d.day`;
      expect([...rows]).toEqual([]);
      const twice = await other.sql`
        select e.child_id from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
        group by e.child_id, c.start_date having count(*) > 1`;
      expect([...twice]).toEqual([]);
      expect((await fills(other)).length).toBeGreaterThan(10);
    } finally {
      await other.drop();
    }
  });

  test('the children on the demo camps have the right age, and each is on one camp at a time', async () => {
    const odd = await db.sql`
      select e.id from public.camp_enrollments e
      join public.camp_weeks c on c.id = e.camp_id join public.children k on k.id = e.child_id
      where private.age_on(k.dob, c.start_date) not between 7 and 13
        or exists (
          select from public.camp_enrollments f join public.camp_weeks d on d.id = f.camp_id
          where f.child_id = e.child_id and f.id <> e.id and daterange(c.start_date, c.end_date, '[]') && daterange(d.start_date, d.end_date, '[]'))`;
    expect([...odd]).toEqual([]);
  });

  test('the demo camps have a price only after publishing, and a second start changes nothing', async () => {
    const countUnpriced = async () => {
      const [row] = await db.sql<[{ n: number }]>`select count(*) as n from public.camps where price is null`;
      return row.n;
    };
    expect(await countUnpriced()).toBe(15);
    await camps.publish(db, ...(['spark', 'ignite', 'epic'] as const).map((tier) => tierOffer(tier)));
    expect(await countUnpriced()).toBe(0);
    const [open] = await db.sql<[{ id: string }]>`select id from public.camps where current_enrollments = 0`;
    await camps.takeSpot(db, open.id);
    await db.sql`update public.camp_enrollments set status = 'cancelled' where child_id = (select child_id from public.camp_enrollments limit 1)`;
    await cancelSessions(db, open.id);
    const before = await content(db);
    await shiftCalendar(db.sql, sunday);
    await seedDemo(db.sql);
    expect(await content(db)).toEqual(before);
  });
});

test('the demo camps are the same in every installation; with published tiers their spots have rungs', async () => {
  const contents = [];
  for (let n = 0; n < 2; n++) {
    const db = await createDatabase();
    await shiftCalendar(db.sql, sunday);
    if (n === 1) await camps.publish(db, tierOffer('epic', { rungs: [rung('first', 89000, { places: 3 })] }));
    await seedDemo(db.sql);
    const all = (await content(db)) as { camps: unknown; enrolments: { rung_id: string | null }[] };
    const rungs = await db.sql<{ rung_id: string | null; n: number }[]>`
      select e.rung_id, count(*) as n from public.camp_enrollments e join public.camp_weeks c on c.id = e.camp_id
      where c.tier = 'epic' and c.start_date = '2026-12-07' group by 1 order by 1`;
    expect([...rungs]).toEqual(
      n === 1
        ? [
            { rung_id: 'first', n: 3 },
            { rung_id: 'listed', n: 2 },
          ]
        : [{ rung_id: null, n: 5 }],
    );
    contents.push({ ...all, enrolments: all.enrolments.map(({ rung_id: _, ...rest }) => rest) });
    await db.drop();
  }
  expect(contents[0]).toEqual(contents[1]);
});
