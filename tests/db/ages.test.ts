import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test.each<[dob: string | null, day: string | null, age: number | null]>([
  ['2018-05-01', '2026-04-30', 7],
  ['2018-05-01', '2026-05-01', 8],
  ['2018-05-01', '2018-05-01', 0],
  ['2018-12-31', '2026-01-01', 7],
  ['2020-02-29', '2025-02-28', 4],
  ['2020-02-29', '2025-03-01', 5],
  ['2020-02-29', '2024-02-28', 3],
  ['2020-02-29', '2024-02-29', 4],
  ['2019-02-28', '2024-02-28', 5],
  ['2019-03-01', '2024-02-29', 4],
  [null, '2026-05-01', null],
  ['2018-05-01', null, null],
])('a child born %s, on %s: %s', async (dob, day, age) => {
  const [row] = await db.sql<[{ age: number | null }]>`
    select private.age_on(${dob}::date, ${day}::date) as age`;
  expect(row.age).toBe(age);
});

test('the age does not depend on the time zone of the database session', async () => {
  const ages = await db.sql.begin(async (sql) => {
    const ageInZone = async (zone: string) => {
      await sql`select set_config('timezone', ${zone}, true)`;
      return (await sql`select private.age_on('1981-12-31', '2026-12-31') as age`)[0]?.['age'] as number;
    };
    return [
      await ageInZone('Asia/Singapore'),
      await ageInZone('America/Los_Angeles'),
      await ageInZone('UTC'),
    ];
  });
  expect(ages).toEqual([45, 45, 45]);
});
