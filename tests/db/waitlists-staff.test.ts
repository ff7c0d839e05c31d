import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { countRows, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
  await shop.publish(db);
});
afterAll(() => db.drop());

const restore = (who: Parameters<TestDatabase['as']>[0], entry: { entry_id: string }) =>
  rpc(db, who, 'restore_waitlist_offer', { p_entry_id: entry.entry_id });

test('staff restore a lapsed offer at once if the spot is free, and otherwise in its old position', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const first = await waitlists.joinWaitlist(db, { session_id: session });
  const second = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  await waitlists.endOffer(db, first);
  await waitlists.offerWaitingSpots(db);
  expect(await restore(people.callers.admin, first)).toMatchObject({ status: 'waiting', position: 1 });
  await rpc(db, visitor, 'decline_waitlist_offer', { p_secret: second.secret });
  expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'offered' });
  await waitlists.endOffer(db, first);
  expect(await restore(people.callers.admin, first)).toMatchObject({ status: 'offered' });
  const offered = await waitlists.viewEntry(db, first);
  expect(await restore(people.callers.admin, first)).toMatchObject({
    offer_expires_at: offered.offer_expires_at,
  });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});

describe('who may change waitlists', () => {
  test.each(['parent', 'coach'] as const)('a %s may not restore offers or set capacities', async (role) => {
    const { session } = await waitlists.makeFullSession(db);
    const entry = await waitlists.joinWaitlist(db, { session_id: session });
    expect(await refusal(restore(people.callers[role], entry))).toMatchObject({ code: 'not_allowed' });
    const call = rpc(db, people.callers[role], 'set_session_capacity', {
      p_session_id: session,
      p_capacity: 9,
    });
    expect(await refusal(call)).toMatchObject({ code: 'not_allowed' });
  });

  test('a session cannot have fewer spots than are occupied', async () => {
    const { session } = await waitlists.makeFullSession(db, 2);
    const call = rpc(db, people.callers.admin, 'set_session_capacity', {
      p_session_id: session,
      p_capacity: 1,
    });
    expect(await refusal(call)).toMatchObject({ code: 'session_in_use', detail: '2' });
  });

  test('a signed-in parent can read their own entries, without their secrets', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const mine = await rpc<waitlists.Joined>(db, people.callers.parent, 'join_waitlist', {
      p_entry: waitlists.joinRequest({ session_id: session }),
    });
    await waitlists.joinWaitlist(db, { session_id: session });
    const list = await rpc<waitlists.Joined[]>(db, people.callers.parent, 'get_my_waitlist');
    expect(list.find(({ entry_id }) => entry_id === mine.entry_id)?.secret).toBe(mine.secret);
    const [all] = await db.sql<[{ n: number }]>`
      select count(*)::int as n from public.waitlist_entries where family_id = ${people.familyId}`;
    expect(list).toHaveLength(all.n);
    const others = await rpc<waitlists.Joined[]>(db, people.callers['other parent'], 'get_my_waitlist');
    expect(others.map(({ entry_id }) => entry_id)).not.toContain(mine.entry_id);
    const stolen = db.as(people.callers.parent, (sql) => sql`select secret from public.waitlist_entries`);
    expect(await sqlState(stolen)).toBe('42501');
  });
});

describe('calls with invalid input', () => {
  const good = { session_id: '00000000-0000-4000-8000-000000000001', ...waitlists.joinRequest({}) };
  test.each<[what: string, entry: unknown, field: string]>([
    ['nothing', null, 'p_entry'],
    ['neither session nor camp', { ...good, session_id: null }, 'session_id'],
    ['both', { ...good, camp_id: good.session_id }, 'session_id'],
    ['an id that is none', { ...good, session_id: 'x' }, 'session_id'],
    ['no children', { ...good, children: [] }, 'children'],
    ['nine children', { ...good, children: Array(9).fill(good.children[0]) }, 'children'],
    ['a child without a name', { ...good, children: [{ dob: '2018-05-01' }] }, 'children[0].name'],
    ['a child without a birthday', { ...good, children: [{ name: 'Kai' }] }, 'children[0].dob'],
    [
      'a friend that is a word',
      { ...good, children: [{ name: 'Kai', is_friend: 'yes' }] },
      'children[0].is_friend',
    ],
    ['half an address', { ...good, parent: { ...waitlists.waitingParent, email: 'aisha@' } }, 'parent.email'],
    ['no phone', { ...good, parent: { ...waitlists.waitingParent, phone: '12' } }, 'parent.phone'],
  ])('%s', async (_, entry, field) => {
    const before = await countRows(db, 'waitlist_entries');
    const call = rpc(db, visitor, 'join_waitlist', { p_entry: entry });
    expect(await refusal(call)).toMatchObject({ code: 'invalid_input', field });
    expect(await countRows(db, 'waitlist_entries')).toBe(before);
  });

  test('another family’s child and an unknown entry are refused', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const entry = { ...waitlists.joinRequest({ session_id: session }), children: [{ id: people.childId }] };
    const call = rpc(db, people.callers['other parent'], 'join_waitlist', { p_entry: entry });
    expect(await refusal(call)).toMatchObject({ code: 'child_not_found', field: 'children[0].id' });
    const guess = rpc(db, visitor, 'get_waitlist_entry', { p_secret: good.session_id });
    expect(await refusal(guess)).toMatchObject({ code: 'waitlist_entry_not_found', status: 404 });
  });
});
