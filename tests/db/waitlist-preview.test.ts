import { afterAll, beforeAll, expect, test } from 'vitest';
import * as v from 'valibot';
import { PlacesAdded } from '#contract/management-waitlists.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc } from '#support/sql.ts';

// Tests the preview of more spots. The function that lets families in computes it, and is then rolled back.
let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());

const args = (p_place_id: string, p_places: number, p_expected: number) => ({
  p_place_id,
  p_places,
  p_expected,
});
const preview = async (place: string, places: number, seen: number) =>
  v.parse(PlacesAdded, await rpc(db, admin, 'preview_places', args(place, places, seen)));
const add = (place: string, places: number, seen: number, p_expected_offers: string[]) =>
  rpc(db, admin, 'add_places', { ...args(place, places, seen), p_expected_offers });

test('the preview names the family for one child when its other child already has a spot', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const home = await passes.makeHome(db, '2018-05-01');
  const [sibling] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob) values (${home.familyId}, 'Bella Goh', '2016-05-01') returning id`;
  const [first] = await db.sql<[{ id: string }]>`
    insert into public.waitlist_entries (session_id, places, family_id, parent_name, parent_email)
    values (${session}, 2, ${home.familyId}, 'Wei Ling Goh', 'wei.ling@example.test') returning id`;
  await db.sql`
    insert into public.waitlist_children (entry_id, position, child_id)
    values (${first.id}, 0, ${home.childId}), (${first.id}, 1, ${sibling.id})`;
  const second = await waitlists.joinWaitlist(db, { session_id: session });
  // One of the two children gets a spot without the waitlist.
  await db.sql`update public.sessions set max_capacity = 2 where id = ${session}`;
  await db.sql`
    insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
    select id, session_date, session_time, ${home.childId}, ${home.familyId} from public.sessions where id = ${session}`;

  const seen = await preview(session, 1, 2);
  expect(seen).toEqual({
    capacity: 3,
    offers: [{ entry_id: first.id, name: 'Wei Ling Goh', places: 1, children: ['Bella Goh'] }],
  });
  // The preview has created no offer, mail or spot.
  expect(await db.sql`select 1 from public.waitlist_offers where session_id = ${session}`).toEqual([]);
  expect(await db.sql`select 1 from public.outbox where template = 'waitlist_offer'`).toEqual([]);
  expect(await db.sql`select max_capacity from public.sessions where id = ${session}`).toEqual([
    { max_capacity: 2 },
  ]);

  // A call that expects other families than the preview showed is refused.
  expect(await refusal(add(session, 1, 2, [second.entry_id]))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_expected_offers',
  });
  expect(await add(session, 1, 2, [first.id])).toEqual(seen);
  expect(await waitlists.viewEntry(db, second)).toMatchObject({ status: 'waiting' });
});

test('the preview refuses what adding spots would refuse', async () => {
  const { session } = await waitlists.makeFullSession(db);
  expect(await refusal(preview(session, 0, 1))).toMatchObject({ code: 'invalid_input', field: 'p_places' });
  expect(await refusal(preview(session, 1, 9))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_expected',
  });
});

test('adding gives a spot to the previewed family, and nobody else loses a turn', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const first = await waitlists.joinWaitlist(db, { session_id: session });
  const chosen = await waitlists.joinWaitlist(db, { session_id: session });
  const addFor = (who: Caller, entry: string, capacity: number) =>
    rpc<{ status: string }>(db, who, 'add_places_for', {
      p_entry_id: entry,
      p_expected: 'waiting',
      p_expected_capacity: capacity,
    });
  const [{ capacity }] = await db.sql<[{ capacity: number }]>`
    select max_capacity as capacity from public.sessions where id = ${session}`;
  const parent: Caller = { role: 'authenticated', sub: await makeUser(db, 'mum@example.test') };
  expect(await refusal(addFor(parent, chosen.entry_id, capacity))).toMatchObject({ code: 'not_allowed' });
  expect(await refusal(addFor(admin, chosen.entry_id, capacity + 1))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_expected_capacity',
  });
  expect(await addFor(admin, chosen.entry_id, capacity)).toMatchObject({ status: 'offered' });
  expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'waiting', position: 1 });
  expect(
    await db.sql`select max_capacity, private.places_free(id, null, clock_timestamp()) as free
      from public.sessions where id = ${session}`,
  ).toEqual([{ max_capacity: capacity + 1, free: 0 }]);
  // A repeated call, or one by a colleague, adds nothing.
  expect(await refusal(addFor(admin, chosen.entry_id, capacity))).toMatchObject({
    code: 'changed_meanwhile',
    field: 'p_expected',
  });
});
