/**
 * Tests first aid notes: parents read a note at once, staff record later that a parent was informed, and admins list
 * all notes.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FamilyFirstAid, ParentInformed, StaffFirstAid } from '#contract/first-aid.ts';
import { ManagementToday } from '#contract/management.ts';
import { MarkedRoster, RosterEntry } from '#contract/roster.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
let booking: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
beforeEach(async () => {
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
  await db.sql`delete from public.first_aid_log`;
  await db.sql`delete from public.outbox where template = 'first_aid'`;
  place = await shop.makeSession(db, { date: people.today, capacity: 9 });
  const [row] = await db.sql<[{ id: string }]>`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${people.childId}, ${people.familyId} from public.sessions where id = ${place}
    returning id`;
  booking = row.id;
  await assignAsCoach(db, people.coachId, place);
});
afterAll(() => db.drop());

const moment = (time: string) => new Date(`${people.today}T${time}:00+08:00`).toISOString();
const aid = (more: object = {}) => ({
  id: randomUUID(),
  entry_id: booking,
  kind: 'first_aid',
  made_at: moment('11:00'),
  injury: 'Out of breath',
  treatment: 'Inhaler',
  parent_informed: false,
  ...more,
});
const send = async (mark: object, who: Caller = people.callers.coach): Promise<string> => {
  const answer = await rpc(db, who, 'mark_roster', {
    p_place_id: place,
    p_day: people.today,
    p_marks: [mark],
  });
  return v.parse(MarkedRoster, answer).refused[0]?.code ?? 'kept';
};
const ofFamily = async (who: Caller) => v.parse(FamilyFirstAid, await rpc(db, who, 'get_family_first_aid'));
const list = async (filter: object = {}, more: object = {}) =>
  v.parse(
    StaffFirstAid,
    await rpc(db, people.callers.admin, 'list_first_aid', { p_filter: filter, ...more }),
  );
const readOpen = async () =>
  v.parse(ManagementToday, await rpc(db, people.callers.admin, 'get_management_today')).first_aid;

test('both parents can read an entry at once, but another family, a removed parent and staff cannot', async () => {
  const entry = aid();
  expect(await send(entry)).toBe('kept');
  expect(await send(entry)).toBe('kept');
  for (const role of ['parent', 'second parent'] as const)
    expect(await ofFamily(people.callers[role])).toMatchObject([
      {
        id: entry.id,
        child_id: people.childId,
        day: people.today,
        injury: 'Out of breath',
        parent_informed_at: null,
      },
    ]);
  for (const role of ['other parent', 'coach', 'admin'] as const)
    expect(await ofFamily(people.callers[role])).toEqual([]);
  for (const role of ['visitor', 'service'] as const)
    expect(await sqlState(ofFamily(people.callers[role]))).toBe('42501');
  await db.sql`update public.families set secondary_parent_id = null where id = ${people.familyId}`;
  expect(await ofFamily(people.callers['second parent'])).toEqual([]);
  await db.sql`update public.families set secondary_parent_id = ${people.secondParentId} where id = ${people.familyId}`;
});

test('only the family reads the table; staff see the day’s entries on the roster and in the family’s export', async () => {
  const entry = aid();
  await send(entry);
  const { coach, admin, parent, 'other parent': other } = people.callers;
  const read = (who: Caller) =>
    db.as(who, (sql) => sql`select injury from public.first_aid_log where id = ${entry.id}`);
  expect([...(await read(parent))]).toEqual([{ injury: 'Out of breath' }]);
  for (const who of [coach, admin, other]) expect(await read(who)).toHaveLength(0);
  const roster = v.parse(v.array(RosterEntry), await rpc(db, coach, 'get_todays_roster'));
  expect(
    roster
      .find(({ session_id }) => session_id === place)
      ?.children.flatMap(({ first_aid }) => first_aid.map(({ id }) => id)),
  ).toEqual([entry.id]);
  expect(JSON.stringify(await rpc(db, parent, 'export_family'))).toContain('Out of breath');
});

test('each parent gets one mail with child, location and day, but without what happened', async () => {
  const entry = aid();
  await send(entry);
  await send(entry);
  const mails =
    await db.sql`select recipient, payload from public.outbox where template = 'first_aid' order by recipient`;
  expect(mails.map((mail) => mail['recipient'] as string)).toEqual([
    'parent@example.test',
    'second@example.test',
  ]);
  const [row] =
    await db.sql`select l.name from public.sessions s join public.locations l on l.id = s.location_id where s.id = ${place}`;
  expect(mails[0]?.['payload']).toMatchObject({
    child_name: 'kept',
    day: people.today,
    location: row?.['name'] as string,
    parent_informed: false,
  });
  expect(JSON.stringify(mails)).not.toMatch(/breath|Inhaler/);
});

test('staff can record later that a parent was informed, with who and when, and the first record stays', async () => {
  const entry = aid();
  await send(entry);
  expect(await readOpen()).toMatchObject({ count: 1, first: [{ id: entry.id, parents: [{}, {}] }] });
  expect(JSON.stringify(await readOpen())).not.toMatch(/breath|Inhaler/);
  const informed = { id: randomUUID(), entry_id: booking, kind: 'parent_informed', made_at: moment('11:30') };
  expect(await send({ ...informed, first_aid_id: randomUUID() })).toBe('first_aid_not_found');
  expect(await send({ ...informed, first_aid_id: entry.id })).toBe('kept');
  const [coach] = await db.sql`select private.staff_name(${people.coachId}) as name`;
  const [row] = (await list()).rows;
  expect(row).toMatchObject({
    parent_informed_at: moment('11:30'),
    parent_informed_by: coach?.['name'] as string,
  });
  const later = await rpc(db, people.callers.admin, 'set_parent_informed', { p_first_aid_id: entry.id });
  expect(v.parse(ParentInformed, later)).toMatchObject({ parent_informed_at: moment('11:30') });
  expect(await readOpen()).toMatchObject({ count: 0, first: [] });
});

test('an admin can also record it on another day', async () => {
  const entry = aid();
  await send(entry);
  await stopCalendar(db, '2026-11-20T12:00:00+08:00');
  expect(await readOpen()).toMatchObject({ count: 1 });
  await rpc(db, people.callers.admin, 'set_parent_informed', { p_first_aid_id: entry.id });
  expect(await readOpen()).toMatchObject({ count: 0 });
});

test('the list can be filtered by child, informed, location and day, has pages, and logs whose health was read', async () => {
  const [own, informed] = [aid(), aid({ made_at: moment('10:00'), injury: 'Knee', parent_informed: true })];
  await send(own);
  await send(informed);
  const ids = async (filter: object) => (await list(filter)).rows.map(({ id }) => id);
  expect(await ids({})).toEqual([own.id, informed.id]);
  expect(await ids({ informed: 'open' })).toEqual([own.id]);
  expect(await ids({ informed: 'informed' })).toEqual([informed.id]);
  expect(await ids({ search: 'kept' })).toEqual([own.id, informed.id]);
  expect(await ids({ search: 'nobody' })).toEqual([]);
  expect(await ids({ from: '2026-11-19' })).toEqual([]);
  expect(await ids({ until: people.today })).toHaveLength(2);
  const [here] = await db.sql`select location_id from public.sessions where id = ${place}`;
  expect(await ids({ place: here?.['location_id'] as string })).toHaveLength(2);
  expect(await ids({ place: randomUUID() })).toEqual([]);
  const first = await list({}, { p_limit: 1 });
  expect(first).toMatchObject({ count: 2, next: own.id });
  expect((await list({}, { p_limit: 1, p_after: first.next })).rows).toMatchObject([{ id: informed.id }]);
  const [last] = await db.sql<[{ id: number }]>`select coalesce(max(id), 0) as id from public.access_log`;
  await list();
  const looks = await db.sql`
    select user_id, accessed_table, access_type, child_id, family_id from public.access_log where id > ${last.id}`;
  expect([...looks]).toEqual([
    {
      user_id: people.callers.admin.sub,
      accessed_table: 'first_aid_log',
      access_type: 'list',
      child_id: people.childId,
      family_id: people.familyId,
    },
  ]);
  for (const filter of [{ told: 'x' }, { place: "' or true" }, { other: 'x' }])
    expect(await refusal(list(filter))).toMatchObject({ code: 'invalid_input' });
});

describe.each([
  ['list_first_aid', {}],
  ['set_parent_informed', { p_first_aid_id: randomUUID() }],
])('%s', (name, args) => {
  test.each(['visitor', 'service'] as const)('%s cannot call it', async (role) =>
    expect(await sqlState(rpc(db, people.callers[role], name, args))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent', 'coach'] as const)('%s is refused', async (role) =>
    expect(await refusal(rpc(db, people.callers[role], name, args))).toMatchObject({
      code: 'not_allowed',
    }),
  );
});
