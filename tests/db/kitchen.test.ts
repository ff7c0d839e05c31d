/**
 * Tests the kitchen's list: who eats, and that a missing answer never counts as "no allergies" (docs/decisions "A list
 * for the kitchen").
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PrivacyReceipt } from '#contract/family-privacy.ts';
import { KitchenList } from '#contract/kitchen.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let stranger: People['callers']['coach'];
let locationId: string;
let place: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  stranger = { role: 'authenticated', sub: await makeUser(db, 'stranger@example.test', ['coach']) };
  place = await shop.makeSession(db, { date: people.today, capacity: 30 });
  await assignAsCoach(db, people.coachId, place);
  const [row] = await db.sql<
    [{ location_id: string }]
  >`select location_id from public.sessions where id = ${place}`;
  locationId = row.location_id;
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const read = async (who: People['callers'][Role], change: Record<string, unknown> = {}) =>
  v.parse(
    KitchenList,
    await rpc(db, who, 'get_kitchen_list', {
      p_day: people.today,
      p_location_id: locationId,
      p_with_classes: true,
      ...change,
    }),
  );
/** Makes a child who is booked into the class, and returns its id. */
async function makeEater(name: string, familyId = people.familyId, at = place): Promise<string> {
  const [child] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob) values (${familyId}, ${name}, '2018-01-01') returning id`;
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${child.id}, ${familyId} from public.sessions where id = ${at}`;
  return child.id;
}
const readChild = async (id: string, who = people.callers.admin) =>
  (await read(who)).places.flatMap(({ children }) => children).find(({ child_id }) => child_id === id);
const tell = (id: string, health: Record<string, string | null>) =>
  db.sql`insert into public.child_health ${db.sql({ child_id: id, ...health })}`;

describe('who may read the kitchen list', () => {
  const args = () => ({ p_day: people.today, p_location_id: locationId, p_with_classes: true });
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
    expect(await sqlState(rpc(db, people.callers[part], 'get_kitchen_list', args()))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent'] as const)('%s is refused', async (part) =>
    expect(await refusal(rpc(db, people.callers[part], 'get_kitchen_list', args()))).toMatchObject({
      code: 'not_allowed',
    }),
  );
  test('a coach gets only their own classes and camps, and only the days of their rosters', async () => {
    const coachView = await read(people.callers.coach);
    const all = await read(people.callers.admin);
    expect(coachView.places.map(({ place_id }) => place_id)).toContain(place);
    expect(all.places.length).toBeGreaterThan(0);
    expect((await read(stranger)).places).toEqual([]);
    expect((await read(stranger)).locations).toEqual([]);
    expect(await refusal(read(people.callers.coach, { p_day: '2026-12-24' }))).toMatchObject({
      code: 'not_allowed',
    });
  });
  test.each([{ p_day: null }, { p_location_id: randomUUID() }])('%o is refused', async (change) =>
    expect(await refusal(read(people.callers.admin, change))).toMatchObject({ code: 'invalid_input' }),
  );
});

test('each state of a child’s health is shown as what it is', async () => {
  const states: [string, Record<string, string | null> | null, string, string[]][] = [
    ['Nobody wrote a row', null, 'unknown', []],
    ['Empty row', {}, 'unknown', []],
    ['Other notes', { medications: 'Ritalin' }, 'other', []],
    ['Danger in another field', { emergency_medical_info: 'EpiPen for peanuts' }, 'other', []],
    [
      'Other notes beside an allergy',
      { medications: 'Ritalin', allergies: 'Peanuts' },
      'reported',
      ['Peanuts'],
    ],
    ['Nothing to report', { answer: 'nothing' }, 'none', []],
    ['Allergies', { allergies: 'Peanuts\nNo pork' }, 'reported', ['Peanuts', 'No pork']],
    // A text of blank lines still counts as a report, so the state is not "none".
    ['Blank lines', { allergies: '\n \n', answer: 'nothing' }, 'other', []],
  ];
  for (const [name, health, state, allergies] of states) {
    const id = await makeEater(`${name.replaceAll(' ', '')} X`);
    if (health !== null) await tell(id, health);
    expect(await readChild(id), name).toMatchObject({ state, allergies });
  }
  // The last note was removed, but nobody said that there is nothing to report.
  const cleared = await makeEater('Cleared X');
  await tell(cleared, { allergies: 'Eggs' });
  await db.sql`update public.child_health set allergies = null where child_id = ${cleared}`;
  expect(await readChild(cleared)).toMatchObject({ state: 'unknown', allergies: [] });
  // A guest's booking for the child reported sesame, and no parent has confirmed it.
  const warned = await makeEater('Warned X');
  await db.sql`
    insert into public.family_proposals (family_id, child_id, kind, field, value)
    values (${people.familyId}, ${warned}, 'health', 'allergies', to_jsonb('Sesame'::text))`;
  expect(await readChild(warned)).toMatchObject({ state: 'unknown', unconfirmed: ['Sesame'] });
  await tell(warned, { answer: 'nothing' });
  expect(await readChild(warned)).toMatchObject({ state: 'none', unconfirmed: ['Sesame'] });
});

test('a booking note in another health field is never shown as "none", and its text is not shown', async () => {
  const id = await makeEater('Noted X');
  const propose = (field: string, value: string) => db.sql`
    insert into public.family_proposals (family_id, child_id, kind, field, value)
    values (${people.familyId}, ${id}, 'health', ${field}, to_jsonb(${value}::text))`;
  await propose('emergency_medical_info', 'EpiPen for peanuts');
  expect(await readChild(id)).toMatchObject({ state: 'unknown', unconfirmed: [] });
  await tell(id, { answer: 'nothing' });
  const child = await readChild(id);
  expect(child).toMatchObject({ state: 'other', allergies: [], unconfirmed: [], parents: [] });
  expect(JSON.stringify(child)).not.toContain('EpiPen');
  await db.sql`delete from public.family_proposals where child_id = ${id}`;
  // Neither proposal says anything about food.
  await propose('doctor_name', 'Dr Lim');
  await propose('answer', 'nothing');
  expect(await readChild(id)).toMatchObject({ state: 'none' });
});

test('the list contains nothing else about health, and phone numbers only where nobody has answered', async () => {
  const id = await makeEater('Secret Notes');
  await tell(id, {
    allergies: 'Milk',
    medications: 'Insulin',
    medical_conditions: 'Epilepsy',
    physical_limitations: 'Wheelchair',
    emergency_medical_info: 'Call 995',
  });
  const child = await readChild(id);
  expect(JSON.stringify(child)).not.toMatch(/Insulin|Epilepsy|Wheelchair|995/);
  expect(child?.parents).toEqual([]);
  const unknown = await makeEater('Quiet Child');
  expect((await readChild(unknown))?.parents[0]?.phone).toMatch(/^\+/);
});

test('two children with the same full name are distinguished by age or by a parent, on every list', async () => {
  await db.sql`update public.families set contact_name = 'Mei Goh' where id = ${people.otherFamilyId}`;
  await db.sql`update public.families set contact_name = 'Lena Tan' where id = ${people.familyId}`;
  const ids = [
    await makeEater('Same Name'),
    await makeEater('same name', people.otherFamilyId),
    await makeEater('Old Twin'),
    await makeEater('Old Twin', people.otherFamilyId),
  ];
  await db.sql`update public.children set dob = '2013-01-01' where id = ${ids[3] ?? ''}`;
  const names = await Promise.all(ids.map(async (id) => (await readChild(id))?.name));
  expect(names[0]).toMatch(/^Same Name \(\d+, family of Lena Tan\)$/);
  expect(names[1]).toMatch(/^same name \(\d+, family of Mei Goh\)$/);
  expect(names[2]).toMatch(/^Old Twin \(\d+\)$/);
  expect(new Set(names).size).toBe(4);
  const roster = await rpc<{ children: { child_id: string; name: string }[] }[]>(
    db,
    people.callers.admin,
    'get_roster',
    { p_date: people.today },
  );
  const onRoster = new Map(
    roster.flatMap(({ children }) => children).map(({ child_id, name }) => [child_id, name]),
  );
  expect(ids.map((id) => onRoster.get(id))).toEqual(names);
});

test('two children with the same first name are shown with their full name', async () => {
  const [one, other, alone] = [
    await makeEater('Wei Jie Tan'),
    await makeEater('wei Ming Lim', people.otherFamilyId),
    await makeEater('Solo Person'),
  ];
  const { places } = await read(people.callers.admin);
  const names = new Map(
    places.flatMap(({ children }) => children).map(({ child_id, name }) => [child_id, name]),
  );
  expect([one, other, alone].map((id) => names.get(id))).toEqual(['Wei Jie Tan', 'wei Ming Lim', 'Solo']);
});

test('a child is shown by the given name, and by the full name if somebody at another location has the same', async () => {
  const alone = await makeEater('Tan Wei Jie Ryan');
  // The names of these two siblings begin with their family name.
  const siblings = [await makeEater('Novak Ana'), await makeEater('Novak Ben')];
  const namesake = await makeEater('Lim Hui Min');
  const other = await shop.makeSession(db, { date: people.today, capacity: 5 });
  const [far] = await db.sql<
    [{ id: string }]
  >`select id from public.locations where id <> ${locationId} limit 1`;
  await db.sql`update public.sessions set location_id = ${far.id} where id = ${other}`;
  const elsewhere = await makeEater('Goh Hui Min', people.familyId, other);
  const readName = async (id: string) => (await readChild(id))?.name;
  expect(await readName(alone)).toBe('Wei Jie');
  expect(await Promise.all(siblings.map(readName))).toEqual(['Ana', 'Ben']);
  expect(await readChild(elsewhere)).toBeUndefined();
  expect(await readName(namesake)).toBe('Lim Hui Min');
});

test('an admin and a coach see the head count of the roster', async () => {
  const Roster = v.array(
    v.looseObject({ session_id: v.nullable(v.string()), children: v.array(v.unknown()) }),
  );
  for (const who of [people.callers.admin, people.callers.coach]) {
    const roster = v.parse(Roster, await rpc(db, who, 'get_todays_roster'));
    const { places } = await read(who);
    expect(places.find(({ place_id }) => place_id === place)?.children).toHaveLength(
      roster.find(({ session_id }) => session_id === place)?.children.length ?? -1,
    );
  }
});

test('classes are listed only on request, and without a location nobody is listed', async () => {
  const camps = await read(people.callers.admin, { p_with_classes: false });
  expect(camps.places.every(({ kind }) => kind === 'camp')).toBe(true);
  const [before] = await db.sql<[{ n: number }]>`select count(*)::integer as n from public.access_log`;
  const choice = await read(people.callers['business admin'], { p_location_id: null });
  const [after] = await db.sql<[{ n: number }]>`select count(*)::integer as n from public.access_log`;
  expect([choice.places, after.n]).toEqual([[], before.n]);
  expect(choice.locations.map(({ id }) => id)).toContain(locationId);
});

test('each child’s family can see who read the list, once per user, session or camp and day', async () => {
  const id = await makeEater('Logged Once');
  await read(people.callers.coach);
  await read(people.callers.coach);
  const rows = await db.sql`
    select user_id, accessed_table, user_context ->> 'place_id' as place from public.access_log
    where child_id = ${id} and access_type = 'kitchen'`;
  expect(rows).toEqual([{ user_id: people.coachId, accessed_table: 'child_health', place }]);
  const receipt = v.parse(PrivacyReceipt, await rpc(db, people.callers.parent, 'get_privacy_receipt'));
  expect(
    receipt.reads.find(({ child_name, how }) => child_name === 'Logged Once' && how === 'kitchen'),
  ).toBeDefined();
});
