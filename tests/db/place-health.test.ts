/**
 * What must be known of a place's children beyond allergies: whose it is, and that each look is written down (decisions
 * "The roster without a network").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PlaceHealth } from '#contract/roster.ts';
import { type Caller, createDatabase, type TestDatabase } from '../support/database.ts';
import { type Cast, makeCast } from '../support/sql-people.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
let cast: Cast;
let place: string;
beforeAll(async () => {
  db = await createDatabase();
  cast = await makeCast(db);
  const [row] = await db.sql<[{ id: string }]>`
    select session_id as id from public.bookings
    where child_id = ${cast.childId} and session_date = ${cast.today} and status = 'booked'`;
  place = row.id;
});
afterAll(() => db.drop());

const read = (who: Caller, id: string | null = place) =>
  x.rpc(db, who, 'read_place_health', { p_place_id: id });

test.each(['visitor', 'service'] as const)('%s may not even call', async (part) =>
  expect(await x.sqlState(read(cast.callers[part]))).toBe('42501'),
);
test.each(['parent', 'second parent', 'other parent'] as const)('%s learns nothing', async (part) =>
  expect((await x.refusal(read(cast.callers[part]))).code).toBe('not_allowed'),
);

test.each(['coach', 'admin', 'business admin'] as const)(
  '%s is told, and the look is written down',
  async (part) => {
    const [last] = await db.sql<[{ id: number }]>`select coalesce(max(id), 0) as id from public.access_log`;
    const told = v.parse(PlaceHealth, await read(cast.callers[part]));
    expect(told).toMatchObject([
      {
        child_id: cast.childId,
        medical_conditions: 'kept child medical_conditions',
        medications: 'kept child medications',
      },
    ]);
    expect(told[0]?.emergency_contacts.length).toBeGreaterThan(0);
    const looks = await db.sql`
    select user_id, accessed_table, access_type, child_id from public.access_log where id > ${last.id}`;
    expect([...looks]).toEqual([
      {
        ...{ user_id: cast.callers[part].sub, accessed_table: 'child_health', access_type: 'today' },
        child_id: cast.childId,
      },
    ]);
  },
);

test('another’s place, another day’s and none are not a coach’s to read; of an admin they are empty', async () => {
  const [others, tomorrow] = [
    await shop.makeSession(db, { date: cast.today }),
    await shop.makeSession(db, { date: '2026-11-19' }),
  ];
  for (const id of [others, tomorrow, null, '00000000-0000-4000-8000-000000000000']) {
    expect((await x.refusal(read(cast.callers.coach, id))).code).toBe('not_allowed');
    expect(await read(cast.callers.admin, id)).toEqual([]);
  }
});

test('what only a guest told of a condition is heeded, and said to be that', async () => {
  await db.sql`
    insert into public.family_proposals (family_id, child_id, kind, field, value)
    values (${cast.familyId}, ${cast.childId}, 'health', 'medications', '"Antihistamine"')`;
  const [child] = v.parse(PlaceHealth, await read(cast.callers.coach));
  expect(child?.unproven).toEqual([{ field: 'medications', text: 'Antihistamine' }]);
});
