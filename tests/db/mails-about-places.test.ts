/** Tests that the list of families says whether the mail about a cancellation or change arrived. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FamilyChats } from '#contract/family-chats.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeAddress } from '#support/sql-messages.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { cancelSessions, rpc } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

/** Makes a session with two guests' families. Returns it with their addresses, in the order of the list. */
async function makeSession() {
  const session = await shop.makeSession(db, { capacity: 9, inDays: 3 });
  const addresses = [makeAddress(), makeAddress()];
  for (const [n, address] of addresses.entries())
    await db.sql`
      with f as (
        insert into public.families (contact_name, contact_email, contact_phone)
        values ('Mei Tan', ${address}, '+6591234567') returning id),
      c as (insert into public.children (family_id, name, dob) select id, ${`Kid ${n}`}, '2018-05-01' from f returning id, family_id)
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id)
      select s.id, s.session_date, s.session_time, c.id, c.family_id from c, public.sessions s where s.id = ${session}`;
  return { session, addresses };
}
const statesOf = async (session: string) => {
  const answer = await rpc(db, people.callers.admin, 'get_family_chats', { p_place_ids: [session] });
  return v
    .parse(FamilyChats, answer)
    .families.map(({ children, parents }) => [
      children[0]?.name,
      parents.flatMap(({ sendings }) =>
        sendings.map(({ channel, state, reason }) => [channel, state, reason]),
      ),
    ])
    .toSorted();
};
const report = (address: string | undefined, times: Record<string, Date>) => db.sql`
  update public.outbox set ${db.sql({ sent_at: new Date(), ...times })} where recipient = ${address ?? ''}`;

test('each family shows whether the mail about a cancellation waits, was delivered or came back', async () => {
  const { session, addresses } = await makeSession();
  expect(await statesOf(session)).toEqual([
    ['Kid 0', []],
    ['Kid 1', []],
  ]);
  await cancelSessions(db, session);
  expect(await statesOf(session)).toEqual([
    ['Kid 0', [['email', 'waiting', null]]],
    ['Kid 1', [['email', 'waiting', null]]],
  ]);
  await report(addresses[0], { delivered_at: new Date() });
  await report(addresses[1], { bounced_at: new Date() });
  expect(await statesOf(session)).toEqual([
    ['Kid 0', [['email', 'delivered', null]]],
    ['Kid 1', [['email', 'failed', 'bounced']]],
  ]);
});

test('a changed hour shows its own mail, and another session’s mail is not shown', async () => {
  const { session, addresses } = await makeSession();
  const other = await makeSession();
  const [notice] = await db.sql<[{ id: string }]>`
    insert into public.place_notices (session_id, changed, is_notified, families, mails)
    values (${session}, '{hours}', true, 2, 2) returning id`;
  await db.sql`select private.notify_of_place_change(${notice.id}, ${session}, '{"note": null}')`;
  await report(addresses[0], {});
  expect(await statesOf(session)).toEqual([
    ['Kid 0', [['email', 'sent', null]]],
    ['Kid 1', [['email', 'waiting', null]]],
  ]);
  expect(await statesOf(other.session)).toEqual([
    ['Kid 0', []],
    ['Kid 1', []],
  ]);
});
