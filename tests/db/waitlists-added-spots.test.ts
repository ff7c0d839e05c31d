/** Tests that spots which staff add to a session or camp go to its waitlist first. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { dateIn } from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { rpc, service } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

test('added spots are offered to the waitlist first', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session, children: 2 });
  expect(await rpc(db, service, 'set_session_capacity', { p_session_id: session, p_capacity: 3 })).toEqual({
    capacity: 3,
    taken: 3,
  });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
});

test('a spot added to a camp is offered at the rung’s price, and shown as occupied', async () => {
  const camp = await camps.makeCamp(db, { capacity: 1, start: dateIn(30) });
  await camps.takeSpot(db, camp);
  const entry = await waitlists.joinWaitlist(db, { camp_id: camp });
  await rpc(db, service, 'raise_camp_capacity', { p_camp_id: camp, p_capacity: 2 });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered', camp: { camp_id: camp } });
  const [row] = await db.sql<
    { taken: number }[]
  >`select current_enrollments as taken from public.camps where id = ${camp}`;
  expect(row?.taken).toBe(2);
});
