import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CancelByStaffPreview } from '#contract/management-schedule.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import { createDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import { cancelSessions, makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
  await camps.publish(db, camps.tierOffer('spark'), camps.tierOffer('epic'));
});
afterAll(() => db.drop());

const orchard = '10000000-0000-4000-8000-000000000002';
let made = 0;
const camp = () => {
  const start = new Date(Date.UTC(2091, 0, 1 + 7 * made++));
  const day = (n: number) => new Date(start.getTime() + n * 86_400_000).toISOString().slice(0, 10);
  return {
    name: 'Spark Camp',
    tier: 'spark',
    team_types: ['red'],
    location_id: orchard,
    start_date: day(0),
    end_date: day(2),
  };
};
const create = (body: unknown, who = admin) =>
  callAs(db, who, 'create_camp', body) as unknown as Promise<string>;
const update = (id: string, changes: object, who = admin) =>
  db.as(who, (sql) => sql`select public.update_camp(${id}, ${JSON.stringify(changes)}::text::jsonb)`);
const readCamp = async (id: string) => {
  const [row] = await db.sql`select * from public.camp_weeks where id = ${id}`;
  return row;
};

test('a camp gets the usual times and capacity when none are given', async () => {
  const usual = {
    session_time_start: '09:00:00',
    session_time_end: '15:00:00',
    capacity: 20,
    is_active: true,
  };
  expect(await readCamp(await create(camp()))).toMatchObject(usual);
  expect(
    await readCamp(
      await create({ ...camp(), session_time_start: null, session_time_end: null, capacity: null }),
    ),
  ).toMatchObject(usual);
  const own = { session_time_start: '10:00', session_time_end: '17:30', capacity: 12, is_active: false };
  expect(await readCamp(await create({ ...camp(), ...own }))).toMatchObject({
    ...own,
    session_time_start: '10:00:00',
    session_time_end: '17:30:00',
  });
});

const faults: [what: string, change: Record<string, unknown>, field: string][] = [
  ['a price', { price: 549 }, 'price'],
  ['a moment of cancelling', { cancelled_at: null }, 'cancelled_at'],
  ['a blank name', { name: ' ' }, 'name'],
  ['a name as null', { name: null }, 'name'],
  ['another tier', { tier: 'fire' }, 'tier'],
  ['a tier as null', { tier: null }, 'tier'],
  ['no team', { team_types: [] }, 'team_types'],
  ['an unknown team', { team_types: ['green'] }, 'team_types'],
  ['half a place', { capacity: 1.5 }, 'capacity'],
  ['no place', { capacity: 0 }, 'capacity'],
  ['a place in words', { location_id: 'Orchard' }, 'location_id'],
  ['a location that is no base', { location_id: '10000000-0000-4000-8000-000000000001' }, 'location_id'],
  ['an unknown location', { location_id: '10000000-0000-4000-8000-00000000000f' }, 'location_id'],
  ['a day in words', { start_date: 'tomorrow' }, 'start_date'],
  ['the 30th of February', { start_date: '2091-02-30' }, 'start_date'],
  ['an end before the start', { end_date: '2020-01-01' }, 'end_date'],
  ['an endless camp', { end_date: '2099-01-01' }, 'end_date'],
  ['an odd time', { session_time_start: '25:00' }, 'session_time_start'],
  ['an end before the beginning', { session_time_end: '08:00' }, 'session_time_end'],
  ['on sale as text', { is_active: 'yes' }, 'is_active'],
];

describe('camps that staff cannot save', () => {
  let existing: string;
  beforeAll(async () => {
    existing = await create(camp());
  });

  test.each(faults)('a camp with this fault is refused: %s', async (_, change, field) => {
    const expected = { code: 'invalid_input', status: 400, field };
    expect(await refusal(create({ ...camp(), ...change }))).toMatchObject(expected);
    const before = await readCamp(existing);
    expect(await refusal(update(existing, change))).toMatchObject(expected);
    expect(await readCamp(existing)).toEqual(before);
  });

  test.each(['name', 'tier', 'team_types', 'location_id', 'start_date', 'end_date'])(
    'a camp without %s is refused',
    async (field) => {
      const body = Object.fromEntries(Object.entries(camp()).filter(([key]) => key !== field));
      expect(await refusal(create(body))).toMatchObject({ code: 'invalid_input', field });
    },
  );

  test.each([null, [], 'camp', 3])('%j instead of a camp is refused', async (body) => {
    expect(await refusal(create(body))).toMatchObject({ code: 'invalid_input', field: 'p_camp' });
  });
});

test('a camp can exist only once until it is cancelled, even if two are created at the same time', async () => {
  const body = camp();
  const outcomes = await Promise.allSettled([create(body), create(body)]);
  const [won] = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
    expect.objectContaining({ reason: expect.objectContaining({ message: 'camp_exists' }) as unknown }),
  ]);
  const other = await create(camp());
  expect(
    await refusal(update(other, { start_date: body.start_date, end_date: body.end_date })),
  ).toMatchObject({ code: 'camp_exists' });
  await cancelSessions(db, won ?? '');
  await create(body);
});

const inDays = async (ahead: number) => {
  const [row] = await db.sql<
    [{ day: string }]
  >`select (private.calendar_today() + ${ahead}::int)::text as day`;
  return row.day;
};

test('a camp can begin today, but not on a past day', async () => {
  const days = { start_date: await inDays(-1), end_date: await inDays(1) };
  const inPast = { code: 'camp_in_past', status: 409, field: 'start_date' };
  expect(await refusal(create({ ...camp(), ...days }))).toMatchObject(inPast);
  const id = await create({ ...camp(), ...days, start_date: await inDays(0) });
  expect(await refusal(update(id, { start_date: days.start_date }))).toMatchObject(inPast);
});

test('the end of a running camp can move to another day, but not to a past one', async () => {
  const id = await camps.makeCamp(db, { start: await inDays(-3) });
  expect(await refusal(update(id, { end_date: await inDays(-2) }))).toMatchObject({
    code: 'camp_in_past',
    field: 'end_date',
  });
  await update(id, { end_date: await inDays(2) });
});

test('a camp with spots taken keeps its tier and days, and cannot have fewer spots than are taken', async () => {
  const body = camp();
  const id = await create({ ...body, capacity: 5 });
  await camps.takeSpot(db, id);
  const order = await camps.takeSpot(db, id, { heldSeconds: 600 });
  const nextDay = new Date(Date.parse(body.start_date) + 86_400_000).toISOString().slice(0, 10);
  for (const [change, field] of [
    [{ capacity: 1 }, 'capacity'],
    [{ tier: 'epic' }, 'tier'],
    [{ start_date: nextDay }, 'start_date'],
    [{ end_date: body.start_date }, 'end_date'],
  ] as const) {
    expect(await refusal(update(id, change))).toEqual({
      code: 'camp_in_use',
      status: 409,
      field,
      detail: '2',
    });
  }
  // A new start time needs a notice to the families (place-changes.test.ts).
  expect(await refusal(update(id, { session_time_start: '10:00' }))).toMatchObject({
    code: 'notice_needed',
  });
  await update(id, { capacity: 2, name: 'Renamed' });
  expect(await readCamp(id)).toMatchObject({ capacity: 2, name: 'Renamed' });
  await db.sql`update public.holds set expires_at = clock_timestamp() where order_id = ${order}`;
  await update(id, { capacity: 1 });
});

test('raise_camp_capacity raises the capacity and never lowers it', async () => {
  const id = await create({ ...camp(), capacity: 5 });
  const raise = (p_capacity: number | null) =>
    rpc(db, admin, 'raise_camp_capacity', { p_camp_id: id, p_capacity });
  expect(await raise(8)).toEqual({ capacity: 8, added: 3 });
  for (const capacity of [7, 501, null]) {
    expect(await refusal(raise(capacity))).toMatchObject({ code: 'invalid_input', field: 'p_capacity' });
  }
  expect(await readCamp(id)).toMatchObject({ capacity: 8 });
});

test('a cancelled camp is never sold again, and its children wait for a decision by staff', async () => {
  const id = await create(camp());
  await camps.takeSpot(db, id);
  await camps.takeSpot(db, id, { heldSeconds: 600 });
  const cancel = () => cancelSessions(db, id);
  expect(await cancel()).toMatchObject({ places: 1, bookings: 1, held: 1 });
  const before = await readCamp(id);
  expect(before).toMatchObject({ is_active: false });
  expect(await cancel()).toMatchObject({ places: 0, bookings: 0, mails: 0 });
  expect((await readCamp(id))?.['cancelled_at']).toEqual(before?.['cancelled_at']);
  expect(await refusal(update(id, { is_active: true }))).toMatchObject({ code: 'camp_cancelled' });
  expect(
    await refusal(rpc(db, admin, 'raise_camp_capacity', { p_camp_id: id, p_capacity: 40 })),
  ).toMatchObject({ code: 'camp_cancelled' });
});

test('every change is in the audit log with the user who made it', async () => {
  const id = await create({ ...camp(), capacity: 5 });
  await update(id, { capacity: 6 });
  const p_place_ids = [id];
  const { choice } = await rpc<CancelByStaffPreview>(db, admin, 'preview_cancel_by_staff', { p_place_ids });
  await rpc(db, admin, 'cancel_by_staff', {
    p_place_ids,
    p_reason: 'Rain',
    p_refunds: false,
    p_expected: choice,
  });
  const rows = await db.sql`
    select user_id, action, before -> 'capacity' as before, after -> 'capacity' as after
    from public.audit_log where table_name = 'camp_weeks' and row_key = ${id} order by id`;
  expect([...rows]).toEqual([
    { user_id: admin.sub, action: 'insert', before: null, after: 5 },
    { user_id: admin.sub, action: 'update', before: 5, after: 6 },
    { user_id: admin.sub, action: 'update', before: null, after: null },
  ]);
});

test('only admins and the service may change camps', async () => {
  const id = await create(camp());
  const calls: ((who: Caller) => Promise<unknown>)[] = [
    (who) => create(camp(), who),
    async (who) => update(id, { name: 'Mine' }, who),
    (who) => rpc(db, who, 'raise_camp_capacity', { p_camp_id: id, p_capacity: 30 }),
    (who) => callAs(db, who, 'save_promotion_code', { code: 'FREE', percent: 100 }),
  ];
  for (const role of ['customer', 'coach']) {
    const roles = role === 'coach' ? ['coach'] : [];
    const who = { role: 'authenticated', sub: await makeUser(db, `${role}@example.test`, roles) } as const;
    for (const work of calls) {
      expect(await refusal(work(who)), String(work)).toMatchObject({ code: 'not_allowed', status: 403 });
    }
  }
  for (const work of calls) expect(await sqlState(work(visitor)), String(work)).toBe('42501');
  for (const work of calls) await work(service);
});

test('an unknown camp is not found', async () => {
  const id = '00000000-0000-4000-8000-000000000000';
  for (const work of [
    async () => update(id, { name: 'x' }),
    () => rpc(db, admin, 'raise_camp_capacity', { p_camp_id: id, p_capacity: 30 }),
  ]) {
    expect(await refusal(work())).toMatchObject({ code: 'camp_not_found', status: 404 });
  }
});
