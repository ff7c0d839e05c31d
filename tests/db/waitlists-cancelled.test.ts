import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { dateIn } from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { cancelSessions, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const unsent = (email: string) => db.sql<{ template: string; payload: Record<string, unknown[]> }[]>`
  select template, payload from public.outbox where recipient = ${email} and sent_at is null order by created_at`;
async function readEmail(entry: { entry_id: string }): Promise<string> {
  const [row] = await db.sql<{ email: string }[]>`
    select parent_email as email from public.waitlist_entries where id = ${entry.entry_id}`;
  return row?.email ?? '';
}

async function fullCamp() {
  const camp = await camps.makeCamp(db, { capacity: 1, start: dateIn(30) });
  await camps.takeSpot(db, camp);
  return camp;
}
const fullClass = async () => (await waitlists.makeFullSession(db)).session;

test.each([
  ['a camp', fullCamp, 'camp_id'],
  ['a class', fullClass, 'session_id'],
] as const)(
  'when %s is cancelled, none of its spots are offered, and waiting families are notified once',
  async (_, make, key) => {
    const id = await make();
    const first = await waitlists.joinWaitlist(db, { [key]: id });
    const second = await waitlists.joinWaitlist(db, { [key]: id });
    const fake = await rpc<waitlists.Joined>(db, visitor, 'join_waitlist', {
      p_entry: waitlists.joinRequest({ [key]: id }),
    });
    if (key === 'camp_id') await rpc(db, service, 'raise_camp_capacity', { p_camp_id: id, p_capacity: 2 });
    else await rpc(db, service, 'set_session_capacity', { p_session_id: id, p_capacity: 2 });
    expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'offered' });
    const other =
      key === 'camp_id'
        ? await camps.makeCamp(db, { capacity: 5, start: dateIn(44) })
        : await shop.makeSession(db);

    if (key === 'session_id')
      await db.sql`update public.sessions set class_type_id = (select class_type_id from public.sessions where id = ${id}) where id = ${other}`;

    await cancelSessions(db, id, 'Haze');
    for (const entry of [first, second, fake])
      expect(await waitlists.viewEntry(db, entry)).toMatchObject({
        status: 'cancelled_by_us',
        position: null,
        offer_expires_at: null,
      });
    for (const entry of [first, second]) {
      const mails = await unsent(await readEmail(entry));
      expect(mails.map(({ template }) => template)).toEqual(['waitlist_cancelled_by_us']);
      const { payload } = mails[0] ?? {};
      expect(payload).toMatchObject({ reason: 'Haze' });
      const others = key === 'camp_id' ? payload?.other_camps : payload?.other_sessions;
      expect(others).toContainEqual(expect.objectContaining({ [key]: other }));
    }
    // An unconfirmed address gets no mail, and its entry cannot join a cancelled session or camp.
    expect(await unsent(await readEmail(fake))).toEqual([]);
    expect(
      await db.sql`select from public.waitlist_offers where ${db.sql(key)} = ${id} and status = 'open'`,
    ).toHaveLength(0);
    await cancelSessions(db, id, 'Haze');
    await waitlists.offerWaitingSpots(db);
    expect(await unsent(await readEmail(second))).toHaveLength(1);
    const [vouched] = [
      await rpc<waitlists.Joined>(db, service, 'restore_waitlist_offer', { p_entry_id: first.entry_id }),
    ];
    expect(vouched).toMatchObject({ status: 'cancelled_by_us' });
  },
);

test('when a camp goes off sale, its waitlist offer is withdrawn and the family keeps its position', async () => {
  const camp = await fullCamp();
  const entry = await waitlists.joinWaitlist(db, { camp_id: camp });
  await rpc(db, service, 'raise_camp_capacity', { p_camp_id: camp, p_capacity: 2 });
  await rpc(db, service, 'update_camp', { p_camp_id: camp, p_changes: { is_active: false } });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting', position: 1 });
  expect((await unsent(await readEmail(entry))).map(({ template }) => template)).toEqual([
    'waitlist_confirm',
    'waitlist_joined',
  ]);
  await rpc(db, service, 'update_camp', { p_camp_id: camp, p_changes: { is_active: true } });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
});
