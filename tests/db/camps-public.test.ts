import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Camp, CampPrice } from '#contract/camps.ts';
import { createApi, type TestApi } from '../local/api-fixtures/start.ts';
import type { TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import { makeUser, stopCalendar } from '#support/sql.ts';

let api: TestApi;
let db: TestDatabase;
beforeAll(async () => {
  api = await createApi();
  db = api.database;
  await stopCalendar(db, '2089-12-01T12:00:00+08:00');
});
beforeEach(async () => {
  await db.sql`delete from public.holds`;
  await db.sql`delete from public.order_lines where camp_id is not null`;
  await db.sql`delete from public.camp_enrollments`;
  await db.sql`delete from public.camp_weeks`;
});
afterAll(() => api.stop());

/** Reads the camps as the public website does (spec 2 §7). */
const read = async (client = api.client(), columns = '*') => {
  const answer = await client
    .from('camps')
    .select(columns)
    .eq('is_active', true)
    .gte('end_date', '2089-12-01')
    .order('start_date', { ascending: true });
  expect(answer.error).toBeNull();
  return answer.data as unknown as Record<string, unknown>[];
};
const prices = async () => {
  const answer = await api.client().rpc('get_camp_prices');
  expect(answer.error).toBeNull();
  return answer.data as unknown as Record<string, unknown>[];
};

describe('a visitor', () => {
  test('a visitor sees camps with the specified columns, in order of their first day, from today on', async () => {
    await camps.publish(
      db,
      tierOffer('ignite', {
        rungs: [rung('first', 69000, { closed: true }), rung('second', 79000, { places: 5 })],
      }),
    );
    const laterCamp = await camps.makeCamp(db, { tier: 'ignite', start: '2090-02-06', base: 'east-coast' });
    const now = await camps.makeCamp(db, { tier: 'ignite', start: '2089-11-27' });
    await camps.makeCamp(db, { tier: 'ignite', start: '2089-11-26' });
    await camps.makeCamp(db, { tier: 'ignite', start: '2090-01-02', active: false });
    const rows = await read();
    expect(rows.map(({ id }) => id)).toEqual([now, laterCamp]);
    expect(() => v.parse(v.array(Camp), rows)).not.toThrow();
    const priced = v.parse(v.array(CampPrice), await prices());
    expect(priced.map(({ camp_id }) => camp_id)).toEqual([now, laterCamp]);
    expect(rows[1]).toEqual({
      id: laterCamp,
      name: expect.any(String) as string,
      start_date: '2090-02-06',
      end_date: '2090-02-10',
      price: 790,
      team_type: 'red,black',
      location: 'East Coast',
      session_time_start: '09:00:00',
      session_time_end: '15:00:00',
      capacity: 20,
      current_enrollments: 0,
      is_active: true,
      tier: 'ignite',
      team_types: ['red', 'black'],
      location_id: '10000000-0000-4000-8000-000000000003',
      base: 'east-coast',
      days: 5,
      price_cents: 79000,
      rung_id: 'second',
      rung_places_left: 5,
      extended_day: true,
      extended_time_start: '08:30:00',
      extended_time_end: '17:00:00',
      min_age: 7,
      max_age: 12,
      cancelled_at: null,
    });
  });

  test('a visitor sees the current price and free spots', async () => {
    const id = await camps.makeCamp(db, { capacity: 3 });
    await camps.publish(db, tierOffer('spark', { rungs: [rung('first', 49050, { places: 2 })] }));
    const readCamp = async () => {
      const [[row], [price]] = await Promise.all([read(), prices()]);
      return { ...row, ...price };
    };
    expect(await readCamp()).toMatchObject({
      camp_id: id,
      price: 490.5,
      price_cents: 49050,
      rung_places_left: 2,
      current_enrollments: 0,
      spots_left: 3,
      fill: 0,
    });
    await camps.takeSpot(db, id, { rung: 'first' });
    const order = await camps.takeSpot(db, id, { rung: 'first', heldSeconds: 600 });
    expect(await readCamp()).toMatchObject({
      price: 590,
      rung_id: 'listed',
      rung_places_left: null,
      current_enrollments: 2,
      spots_left: 1,
      fill: 67,
    });
    // No job runs in this test: the expiry time alone frees the spot and restores the price.
    await db.sql`update public.holds set expires_at = clock_timestamp() where order_id = ${order}`;
    expect(await readCamp()).toMatchObject({
      price: 490.5,
      rung_id: 'first',
      rung_places_left: 1,
      current_enrollments: 1,
      spots_left: 2,
      fill: 33,
    });
    const deadline = new Date(Date.now() - 1).toISOString();
    await camps.publish(
      db,
      tierOffer('spark', { rungs: [rung('first', 49050, { deadline })], extended_day: null }),
    );
    expect(await readCamp()).toMatchObject({ price: 590, extended_day: false, extended_time_start: null });
  });

  test('a visitor sees camps without a price until their tier is published', async () => {
    await camps.publish(db);
    const id = await camps.makeCamp(db);
    const [row] = await read();
    expect(row).toMatchObject({
      id,
      price: null,
      price_cents: null,
      current_enrollments: 0,
      extended_day: false,
    });
    expect(await prices()).toEqual([
      { camp_id: id, price_cents: null, rung_id: null, rung_places_left: null, spots_left: 20, fill: 0 },
    ]);
  });

  test('a visitor sees no enrolments and no children', async () => {
    const answer = await api.client().from('camp_enrollments').select('id, children(name)').limit(50);
    expect(answer.data).toBeNull();
    expect(answer.error).toMatchObject({ code: '42501' });
  });

  test('a visitor can ask for a quote', async () => {
    await camps.publish(db, tierOffer('spark'));
    const camp_id = await camps.makeCamp(db);
    const answer = await api
      .client()
      .rpc('quote_order', { p_order: { lines: [{ offer_id: 'tier-spark', camp_id }] } });
    expect(answer).toMatchObject({ error: null, data: { total_cents: 49000, refusals: [] } });
    const broken = await api.client().rpc('quote_order', { p_order: { lines: 3 } });
    expect(broken).toMatchObject({ status: 400, error: { message: 'invalid_input', hint: 'lines' } });
  });
});

test('the family sees its child’s name with an enrolment, and staff see it only through calls that are logged', async () => {
  const user = async (email: string, ...roles: string[]) => {
    const sub = await makeUser(db, email, roles);
    return { sub, client: api.client({ token: await api.token({ sub }) }) };
  };
  const [parent, other, coach, otherCoach, admin] = [
    await user('parent@example.test'),
    await user('other@example.test'),
    await user('coach@example.test', 'coach'),
    await user('other-coach@example.test', 'coach'),
    await user('admin@example.test', 'admin'),
  ];
  const today = await camps.makeCamp(db, { start: '2089-11-30' });
  await assignAsCoach(db, coach.sub, today);
  const later = await camps.makeCamp(db);
  const child = await camps.makeChild(db, '2081-01-01');
  await db.sql`update public.families set primary_parent_id = ${parent.sub} where id = ${child.familyId}`;
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
    values (${today}, ${child.childId}, ${child.familyId}, 'listed'), (${later}, ${child.childId}, ${child.familyId}, 'listed')`;
  const readEnrolments = async ({ client }: typeof parent) => {
    const answer = await client.from('camp_enrollments').select('camp_id, children(name)').limit(50);
    expect(answer.error).toBeNull();
    return (answer.data as { camp_id: string }[]).toSorted(
      (a, b) => Number(a.camp_id === later) - Number(b.camp_id === later),
    );
  };
  const row = (camp_id: string) => ({ camp_id, children: { name: 'Kai' } });
  expect(await readEnrolments(parent)).toEqual([row(today), row(later)]);
  const nameless = (camp_id: string) => ({ camp_id, children: null });
  expect(await readEnrolments(admin)).toEqual([nameless(today), nameless(later)]);
  expect(await readEnrolments(coach)).toEqual([nameless(today)]);
  expect(await readEnrolments(otherCoach)).toEqual([]);
  expect(await readEnrolments(other)).toEqual([]);
});
