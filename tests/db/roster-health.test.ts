/**
 * Tests what a coach must know of a child and whom to call: who may read it, the three states of health, and that each
 * view is logged once (docs/decisions "Unknown is not none").
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PrivacyReceipt } from '#contract/family-privacy.ts';
import { FamilyPage } from '#contract/management-families.ts';
import { RosterEntry } from '#contract/roster.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { saveChild } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
let place: string;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  const [row] = await db.sql<[{ id: string }]>`
    select session_id as id from public.bookings
    where child_id = ${people.childId} and session_date = ${people.today} and status = 'booked'`;
  place = row.id;
});
afterAll(() => db.drop());

const readRoster = async (who: Caller) =>
  v.parse(v.array(RosterEntry), await rpc(db, who, 'get_todays_roster'));
async function readChild(who: Caller) {
  const child = (await readRoster(who)).find(({ session_id }) => session_id === place)?.children[0];
  if (!child) throw new Error('not on the roster');
  return child;
}
const log = (who: Caller, childId = people.childId, day = people.today, id = place) =>
  rpc(db, who, 'log_health_views', {
    p_place_id: id,
    p_day: day,
    p_views: [{ child_id: childId, viewed_at: '2026-11-18T03:30:00.000Z' }],
  });
const entries = (who: Caller, type: string) => db.sql`
  select child_id, user_context ->> 'viewed_at' as viewed_at from public.access_log
  where user_id = ${who.sub ?? null} and access_type = ${type} and user_context ->> 'place_id' = ${place} order by id`;

describe('who may read health on the roster', () => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (part) =>
    expect(await sqlState(rpc(db, people.callers[part], 'get_todays_roster'))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent'] as const)('%s is refused', async (part) =>
    expect((await refusal(rpc(db, people.callers[part], 'get_todays_roster'))).code).toBe('not_allowed'),
  );

  test('a coach of another class sees nobody of this one, and this coach sees nothing after the day', async () => {
    const sub = await makeUser(db, 'elsewhere@example.test', ['coach']);
    const other: Caller = { role: 'authenticated', sub };
    await shop.makeSession(db, { date: people.today });
    expect((await readRoster(other)).flatMap(({ children }) => children)).toEqual([]);
    await stopCalendar(db, '2026-11-25T12:00:00+08:00');
    expect((await readRoster(people.callers.coach)).flatMap(({ children }) => children)).toEqual([]);
    await stopCalendar(db, `${people.today}T12:00:00+08:00`);
  });

  test('a coach whose role was removed sees nothing', async () => {
    await db.sql`delete from public.user_roles where user_id = ${people.coachId} and role = 'coach'`;
    expect((await refusal(rpc(db, people.callers.coach, 'get_todays_roster'))).code).toBe('not_allowed');
    await db.sql`insert into public.user_roles (user_id, role) values (${people.coachId}, 'coach')`;
  });

  test('the roster has the numbers of both parents and of the emergency contacts, each once', async () => {
    await db.sql`update public.profiles set phone = '+6590000001', name = 'Lena Tan' where id = ${people.parentId}`;
    await db.sql`
      update public.profiles set phone = '+6590000002', secondary_phone = '+6590000001', name = 'Daniel Tan'
      where id = ${people.secondParentId}`;
    const child = await readChild(people.callers.coach);
    expect(child.parents.filter(({ phone }) => phone.startsWith('+6590'))).toEqual([
      { name: 'Lena Tan', phone: '+6590000001' },
      { name: 'Daniel Tan', phone: '+6590000002' },
    ]);
    expect(child.emergency_contacts.map(({ name }) => name)).toContain('kept aunt');
  });

  test('the roster does not have a removed parent’s number', async () => {
    await db.sql`update public.families set secondary_parent_id = null where id = ${people.familyId}`;
    const phones = (await readChild(people.callers.coach)).parents.map(({ phone }) => phone);
    expect(phones).not.toContain('+6590000002');
    await db.sql`update public.families set secondary_parent_id = ${people.secondParentId} where id = ${people.familyId}`;
  });
});

describe('the three states of health', () => {
  beforeEach(async () => {
    await db.sql`delete from public.child_health where child_id = ${people.childId}`;
  });
  const state = async () => {
    const { health } = await readChild(people.callers.coach);
    return { state: health.state, by: health.by };
  };

  test('health is unknown even if another field of the profile was filled in', async () => {
    expect(await state()).toEqual({ state: 'unknown', by: null });
    await saveChild(db, people.callers.parent, {
      id: people.childId,
      health: { doctor_name: 'Dr Lim', allergies: null },
    });
    expect(await state()).toEqual({ state: 'unknown', by: null });
  });

  test('the state follows a parent who answers “nothing”, then reports something, then removes it', async () => {
    const save = (health: object, seen?: object) =>
      saveChild(db, people.callers.parent, {
        id: people.childId,
        health,
        ...(seen && { original: { health: seen } }),
      });
    await save({ answer: 'nothing' });
    expect(await state()).toEqual({ state: 'nothing', by: 'Lena Tan' });
    await save({ medications: 'Inhaler' });
    expect(await state()).toEqual({ state: 'reported', by: 'Lena Tan' });
    // The answer "nothing" does not remove a report.
    await save({ answer: 'nothing' });
    expect(await state()).toEqual({ state: 'reported', by: 'Lena Tan' });
    await save({ medications: null }, { medications: 'Inhaler' });
    expect(await state()).toEqual({ state: 'unknown', by: null });
  });

  test('the roster names the last parent who answered, with the time', async () => {
    await saveChild(db, people.callers['second parent'], {
      id: people.childId,
      health: { allergies: 'Bees' },
    });
    const { health } = await readChild(people.callers.coach);
    expect(health.by).toBe('Daniel Tan');
    expect(Math.abs(Date.parse(health.at ?? '') - Date.now())).toBeLessThan(600_000);
  });

  test('health that only a guest reported is shown and marked as such', async () => {
    await db.sql`
      insert into public.family_proposals (family_id, child_id, kind, field, value)
      values (${people.familyId}, ${people.childId}, 'health', 'medications', '"Antihistamine"')`;
    const { health } = await readChild(people.callers.coach);
    expect(health.state).toBe('unknown');
    expect(health.unconfirmed).toEqual([{ field: 'medications', text: 'Antihistamine' }]);
    await db.sql`delete from public.family_proposals where child_id = ${people.childId} and kind = 'health'`;
  });
});

describe('merging lists of two parents', () => {
  const lines = async () => (await readChild(people.callers.coach)).health.allergies;
  const save = (who: Caller, allergies: string | null, seen?: string | null) =>
    saveChild(db, who, {
      id: people.childId,
      health: { allergies },
      ...(seen !== undefined && { original: { health: { allergies: seen } } }),
    });

  test('two parents who edit at once lose none of each other’s entries', async () => {
    const { parent, 'second parent': second } = people.callers;
    await db.sql`delete from public.child_health where child_id = ${people.childId}`;
    await save(parent, 'Peanuts', null);
    // Both parents change the same earlier list.
    await save(second, 'Peanuts\nCashews', 'Peanuts');
    const answer = await save(parent, 'Peanuts\nBees', 'Peanuts');
    expect(await lines()).toEqual(['Peanuts', 'Cashews', 'Bees']);
    expect(answer['overwritten']).toEqual([]);
    // A line is deleted only if the parent saw it and removed it.
    await save(second, 'Cashews', 'Peanuts\nCashews');
    expect(await lines()).toEqual(['Cashews', 'Bees']);
    // A text without the list that was seen adds to it, without duplicates.
    await save(parent, 'cashews\nLatex');
    expect(await lines()).toEqual(['Cashews', 'Bees', 'Latex']);
  });

  test('a list that would become too long is refused', async () => {
    const answer = await refusal(save(people.callers.parent, 'a'.repeat(1990)));
    expect(answer).toMatchObject({ code: 'invalid_input', field: 'health.allergies' });
  });
});

describe('views of health', () => {
  test('the roster logs them once per user, child, session or camp and day', async () => {
    const { coach } = people.callers;
    await readChild(coach);
    await readChild(coach);
    expect(await entries(coach, 'roster')).toHaveLength(1);
  });

  test('opening one child logs it once, with the time of the device', async () => {
    const { coach } = people.callers;
    await readChild(coach);
    expect(await log(coach)).toEqual({ logged: 1 });
    expect(await log(coach)).toEqual({ logged: 0 });
    expect([...(await entries(coach, 'opened'))]).toEqual([
      { child_id: people.childId, viewed_at: expect.stringContaining('2026-11-18T03:30:00') as string },
    ]);
  });

  test('the family sees them in the list of who viewed its data, and staff see them on its page', async () => {
    const { coach, parent, admin } = people.callers;
    await readChild(coach);
    await log(coach);
    const { reads } = v.parse(PrivacyReceipt, await rpc(db, parent, 'get_privacy_receipt'));
    expect(new Set(reads.map(({ how }) => how))).toEqual(new Set(['roster', 'opened']));
    const [child] = await db.sql<[{ id: string }]>`
      select family_id as id from public.children where id = ${people.childId}`;
    const page = v.parse(FamilyPage, await rpc(db, admin, 'get_family_page', { p_family_id: child.id }));
    expect(page.views.map(({ how }) => how)).toContain('opened');
  });

  test('a view cannot be logged for a child who was not on the caller’s roster', async () => {
    const { admin, parent, 'other parent': other, coach } = people.callers;
    for (const who of [parent, other]) expect(await log(who)).toEqual({ logged: 0 });
    await readRoster(admin);
    expect(await log(admin, people.otherChildId)).toEqual({ logged: 0 });
    expect(await log(coach, people.childId, '2026-11-17')).toEqual({ logged: 0 });
    expect(await sqlState(log(people.callers.visitor))).toBe('42501');
  });

  test('offline views are logged even after the role has ended', async () => {
    const sub = await makeUser(db, 'leaving@example.test', ['admin']);
    const who: Caller = { role: 'authenticated', sub };
    await readRoster(who);
    await db.sql`delete from public.user_roles where user_id = ${sub}`;
    expect(await log(who)).toEqual({ logged: 1 });
  });
});
