/**
 * Tests how staff remove a camp that nobody is on: who may do it, what prevents it, what is logged, and a hold at the
 * same time.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportShapes } from '#contract/management-reports.ts';
import { RemovedCamp, ScheduleItemDetails } from '#contract/management-schedule.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as orders from '#support/sql-orders.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { atOnce, countRows, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const details = async (p_place_id: string) =>
  v.parse(ScheduleItemDetails, await rpc(db, people.callers.admin, 'get_schedule_place', { p_place_id }));
const remove = (p_camp_id: string, p_expected: unknown, role: Role = 'admin') =>
  rpc(db, people.callers[role], 'remove_camp', { p_camp_id, p_expected });
const removeNow = async (id: string) => {
  const { place } = await details(id);
  return v.parse(RemovedCamp, await remove(id, place.camp)).removed;
};
const exists = async (id: string) =>
  (await db.sql`select from public.camp_weeks where id = ${id}`).length === 1;

describe('who may remove a camp', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) => {
    const camp = await camps.makeCamp(db);
    const { place } = await details(camp);
    expect(await sqlState(remove(camp, place.camp, role))).toBe('42501');
    expect(await exists(camp)).toBe(true);
  });
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) => {
    const camp = await camps.makeCamp(db);
    const { place } = await details(camp);
    expect(await refusal(remove(camp, place.camp, role))).toMatchObject({
      code: 'not_allowed',
      status: 403,
    });
    expect(await exists(camp)).toBe(true);
  });
  test('nobody can delete the row directly, not even an admin', async () => {
    const camp = await camps.makeCamp(db);
    for (const role of ['visitor', 'parent', 'coach', 'admin', 'service'] as const) {
      const direct = db.as(
        people.callers[role],
        (sql) => sql`delete from public.camp_weeks where id = ${camp}`,
      );
      expect(await sqlState(Promise.resolve(direct)), role).toBe('42501');
    }
  });
});

test.each(['admin', 'business admin'] as const)(
  '%s removes a camp, and a repeated request changes nothing',
  async (role) => {
    const camp = await camps.makeCamp(db);
    const { place, uses } = await details(camp);
    expect(uses).toEqual([]);
    expect(await remove(camp, place.camp, role)).toEqual({ removed: true });
    expect(await exists(camp)).toBe(false);
    expect(await remove(camp, place.camp, role)).toEqual({ removed: false });
  },
);

test('a past camp is removed with its coaches, the log records who removed it, and the site is rebuilt', async () => {
  const camp = await camps.makeCamp(db, { start: '2020-01-06', coach: false });
  const [coach] = await db.sql<[{ id: string }]>`
    insert into public.coaches (name) values ('Coach of a mistake') returning id`;
  await db.sql`insert into public.camp_coaches (camp_id, coach_id) values (${camp}, ${coach.id})`;
  const rebuilds = await countRows(db, 'rebuild_requests');
  expect(await removeNow(camp)).toBe(true);
  expect(await countRows(db, 'rebuild_requests')).toBe(rebuilds + 1);
  const entries = await db.sql<{ table_name: string; user_id: string; day: string | null }[]>`
    select table_name, user_id, before ->> 'start_date' as day from public.audit_log
    where action = 'delete' and ${camp} in (row_key, before ->> 'camp_id') order by table_name`;
  expect([...entries]).toEqual([
    { table_name: 'camp_coaches', user_id: people.callers.admin.sub, day: null },
    { table_name: 'camp_weeks', user_id: people.callers.admin.sub, day: '2020-01-06' },
  ]);
});

test('a removed camp no longer counts in the report on how full camps were', async () => {
  const days = { p_from: '2021-03-01', p_until: '2021-03-31' };
  const campsInReport = async () => {
    const answer = await rpc(db, people.callers.admin, 'get_report', { p_report: 'fill', ...days });
    return v.parse(reportShapes.fill, answer).camps.map(({ camp_id }) => camp_id);
  };
  const camp = await camps.makeCamp(db, { start: '2021-03-08' });
  expect(await campsInReport()).toEqual([camp]);
  await removeNow(camp);
  expect(await campsInReport()).toEqual([]);
});

test('a camp that was changed after the admin loaded it is not removed', async () => {
  const camp = await camps.makeCamp(db, { capacity: 8 });
  const { place } = await details(camp);
  await db.sql`update public.camp_weeks set capacity = 9 where id = ${camp}`;
  expect(await refusal(remove(camp, place.camp))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'capacity',
  });
  for (const wrong of [null, [], 'camp'])
    expect(await refusal(remove(camp, wrong))).toMatchObject({ code: 'invalid_input' });
  expect(await remove(camp, { ...place.camp, capacity: 9 })).toEqual({ removed: true });
});

describe('a camp cannot be removed because of', () => {
  const blockers: [what: string, uses: string[], use: (camp: string) => Promise<unknown>][] = [
    ['a child', ['children'], (camp) => camps.takeSpot(db, camp)],
    [
      'a child whose booking was cancelled',
      ['children'],
      async (camp) => {
        await camps.takeSpot(db, camp);
        await db.sql`update public.camp_enrollments set status = 'cancelled' where camp_id = ${camp}`;
      },
    ],
    ['a hold', ['orders', 'holds'], (camp) => camps.takeSpot(db, camp, { heldSeconds: 600 })],
    [
      'an order that was never paid',
      ['orders'],
      async (camp) => {
        await camps.takeSpot(db, camp, { heldSeconds: 600 });
        await db.sql`delete from public.holds where camp_id = ${camp}`;
      },
    ],
    [
      'a family that waits, and its offer',
      ['waitlist', 'offers'],
      (camp) => db.sql`
        with entry as (
          insert into public.waitlist_entries (camp_id, places, status) values (${camp}, 1, 'offered') returning id)
        insert into public.waitlist_offers (entry_id, camp_id, places, positions, expires_at)
        select id, ${camp}, 1, '{0}', clock_timestamp() + interval '1 hour' from entry`,
    ],
  ];
  test.each(blockers)('%s', async (_, uses, use) => {
    const camp = await camps.makeCamp(db);
    await use(camp);
    const seen = await details(camp);
    expect(seen.uses).toEqual(uses);
    expect(await refusal(remove(camp, seen.place.camp))).toEqual({
      code: 'camp_in_use',
      status: 409,
      field: 'p_camp_id',
      detail: uses.join(),
    });
    expect(await exists(camp)).toBe(true);
  });
});

describe('an order that ended without a payment', () => {
  const holdThenEnd = async (camp: string, status: 'released' | 'expired') => {
    const id = await camps.takeSpot(db, camp, { heldSeconds: 600 });
    await db.sql`delete from public.holds where camp_id = ${camp}`;
    await db.sql`update public.orders set status = ${status} where id = ${id}`;
    return id;
  };
  const isStored = async (id: string) =>
    (await db.sql`select from public.orders where id = ${id}`).length === 1;

  test.each(['released', 'expired'] as const)('if it was %s, it is removed with the camp', async (status) => {
    const [camp, other] = [await camps.makeCamp(db), await camps.makeCamp(db)];
    const [order, others] = [await holdThenEnd(camp, status), await holdThenEnd(other, status)];
    expect((await details(camp)).uses).toEqual([]);
    expect(await removeNow(camp)).toBe(true);
    expect([await exists(camp), await exists(other)]).toEqual([false, true]);
    expect([await isStored(order), await isStored(others)]).toEqual([false, true]);
  });

  const attempt = (order: string, session: string | null, hours = 0) => db.sql`
    insert into public.checkout_attempts (order_id, attempt, params, terms, session_id, created_at)
    values (${order}, 1, '{}', '{}', ${session}, clock_timestamp() - ${hours} * interval '1 hour')`;
  test('if an attempt to pay never got an answer, it is removed two days later', async () => {
    const camp = await camps.makeCamp(db);
    await attempt(await holdThenEnd(camp, 'expired'), null, 49);
    expect(await removeNow(camp)).toBe(true);
  });
  test.each<[what: string, use: (order: string) => Promise<unknown>]>([
    ['a payment may still arrive', (order) => attempt(order, `cs_${order}`, 100)],
    ['the answer of an attempt to pay was just lost', (order) => attempt(order, null)],
    [
      'a PayNow transfer to the desk may still arrive',
      (order) => db.sql`update public.orders set channel = 'desk' where id = ${order}`,
    ],
    [
      'there is a payment',
      (order) => db.sql`
        insert into public.payments (order_id, provider, session_id, amount_cents, currency)
        values (${order}, 'stripe', ${`cs_${order}`}, 100, 'SGD')`,
    ],
  ])('if %s, the camp stays', async (_what, use) => {
    const camp = await camps.makeCamp(db);
    const order = await holdThenEnd(camp, 'expired');
    await use(order);
    expect((await details(camp)).uses).toEqual(['orders']);
    expect(await refusal(removeNow(camp))).toMatchObject({ code: 'camp_in_use', detail: 'orders' });
    expect([await exists(camp), await isStored(order)]).toEqual([true, true]);
  });
});

describe('a hold made at the same moment', () => {
  const hold = (camp: string) => orders.hold(db, { lines: [orders.campLine(camp)] });
  /** Starts the calls while the camp's row is locked. They wait for it in this order. */
  const race = (camp: string, calls: (() => Promise<unknown>)[]) =>
    atOnce(db, { table: 'camp_weeks', id: camp }, calls);

  test('a hold that comes first prevents the removal', async () => {
    const camp = await camps.makeCamp(db);
    const { place } = await details(camp);
    const { lost } = await race(camp, [() => hold(camp), () => remove(camp, place.camp)]);
    expect(lost).toEqual(['camp_in_use']);
    expect(await orders.countCampSpots(db, camp)).toBe(1);
  });

  test('a hold that comes second does not find the camp', async () => {
    const camp = await camps.makeCamp(db);
    const { place } = await details(camp);
    const { lost } = await race(camp, [() => remove(camp, place.camp), () => hold(camp)]);
    expect(lost).toEqual(['camp_not_found']);
    expect(await exists(camp)).toBe(false);
  });

  test('control: without the lock, the removal does not see the hold', async () => {
    const [source] = await db.sql<[{ body: string }]>`
      select pg_get_functiondef('private.lock_camp_to_remove(uuid)'::regprocedure) as body`;
    const unlocked = source.body.replace(' for update;', ';');
    expect(unlocked).not.toBe(source.body);
    await db.sql.unsafe(unlocked);
    const camp = await camps.makeCamp(db);
    const { place } = await details(camp);
    const { lost } = await race(camp, [() => hold(camp), () => remove(camp, place.camp)]);
    // Without the lock, only the foreign key protects the hold.
    expect(lost).toEqual([expect.stringContaining('violates foreign key constraint')]);
    await db.sql.unsafe(source.body);
  });
});
