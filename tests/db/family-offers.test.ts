import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { TakenOffer } from '#contract/family-booking.ts';
import { FamilyWaiting } from '#contract/family-waiting.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { saveChild, signedIn } from '#support/sql-details.ts';
import * as passHelpers from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

// Tests what a family can do on its own page with an offer from the waitlist.

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
beforeEach(() => passHelpers.runCalendar(db));
afterAll(() => db.drop());

const ownWaitlist = async (who: Caller) =>
  v.parse(v.array(FamilyWaiting), await rpc(db, who, 'get_my_waitlist'));
const takeOffer = async (who: Caller, p_secret: string) =>
  v.parse(TakenOffer, await rpc(db, who, 'take_offer_with_credits', { p_secret }));

/**
 * Makes a family with two children, each with a credit, that waits for a full class. Also returns a
 * function that frees spots in the class.
 */
async function makeOffer({
  friend = false,
  credits = [1, 1],
}: { friend?: boolean; credits?: number[] } = {}) {
  const home = await passHelpers.makeHome(db, waitlists.bornYearsAgo(8));
  const other = await saveChild(db, home.who, { name: 'Zoe', dob: waitlists.bornYearsAgo(9) });
  const passes: string[] = [];
  for (const [n, childId] of [home.childId, other.id].entries())
    if (credits[n])
      passes.push(await passHelpers.makePass(db, { ...home, childId }, { credits: credits[n] ?? 0 }));
  const session = await shop.makeSession(db, { capacity: friend ? 3 : 2 });
  const holds: Awaited<ReturnType<typeof shop.hold>>[] = [];
  for (let n = 0; n < (friend ? 3 : 2); n++) holds.push(await shop.hold(db, session));
  const entry = await waitlists.joinAs(db, home.who, {
    session_id: session,
    parent: { ...waitlists.waitingParent, email: home.email },
    children: [{ id: home.childId }, { id: other.id }, ...(friend ? [{ name: 'Ben', is_friend: true }] : [])],
  });
  const free = async () => {
    for (const held of holds) await waitlists.releaseOrder(db, held);
  };
  return { home, second: other.id, session, entry, passes, free };
}

test('a family accepts an offer for all siblings at once, each with their own credit', async () => {
  const { home, second, session, entry, passes, free } = await makeOffer();
  expect(await ownWaitlist(home.who)).toMatchObject([
    { status: 'waiting', position: 1, can_take: false, odds: null },
  ]);
  await free();
  expect(await ownWaitlist(home.who)).toMatchObject([
    { status: 'offered', can_take: true, secret: entry.secret },
  ]);
  const behind = await waitlists.joinWaitlist(db, { session_id: session });
  const taken = await takeOffer(home.who, entry.secret);
  expect(taken).toMatchObject({
    entry: { status: 'enrolled' },
    bookings: [{ child_id: home.childId }, { child_id: second }],
  });
  expect(await Promise.all(passes.map((id) => passHelpers.countCredits(db, id)))).toEqual([0, 0]);
  expect(await shop.countSpotsTaken(db, session)).toBe(2);
  expect(await ownWaitlist(home.who)).toEqual([]);
  // The spots were not offered to the next family in between.
  expect(await waitlists.viewEntry(db, behind)).toMatchObject({ status: 'waiting', position: 1 });
  expect(await refusal(takeOffer(home.who, entry.secret))).toMatchObject({ code: 'waitlist_offer_over' });
});

describe('an offer that cannot be accepted stays open until its deadline', () => {
  test('the offer stays open if a child has no credit', async () => {
    const { home, session, entry, free } = await makeOffer({ credits: [1] });
    await free();
    expect(await ownWaitlist(home.who)).toMatchObject([{ status: 'offered', can_take: false }]);
    expect(await refusal(takeOffer(home.who, entry.secret))).toMatchObject({
      code: 'no_credit',
      field: 'children[1]',
    });
    expect(await ownWaitlist(home.who)).toMatchObject([{ status: 'offered' }]);
    expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'session_full' });
  });

  test('the offer stays open if it includes a friend, who has no pass here', async () => {
    const { home, entry, free } = await makeOffer({ friend: true });
    await free();
    expect(await ownWaitlist(home.who)).toMatchObject([{ status: 'offered', places: 3, can_take: false }]);
    expect(await refusal(takeOffer(home.who, entry.secret))).toMatchObject({
      code: 'child_not_found',
      field: 'children[2]',
    });
  });

  test('the offer stays open if it is for a camp, which must be paid', async () => {
    const home = await passHelpers.makeHome(db, waitlists.bornYearsAgo(8));
    const camp = await camps.makeCamp(db, {
      capacity: 1,
      start: new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10),
    });
    await db.sql`insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id)
      select ${camp}, id, family_id, 'listed' from public.children where id <> ${home.childId} limit 1`;
    const entry = await waitlists.joinAs(db, home.who, {
      camp_id: camp,
      parent: { ...waitlists.waitingParent, email: home.email },
      children: [{ id: home.childId }],
    });
    await db.sql`update public.camp_enrollments set status = 'cancelled' where camp_id = ${camp}`;
    await waitlists.offerWaitingSpots(db);
    expect(await ownWaitlist(home.who)).toMatchObject([{ status: 'offered', can_take: false, odds: null }]);
    expect(await refusal(takeOffer(home.who, entry.secret))).toMatchObject({
      code: 'no_credit',
      field: 'p_secret',
    });
  });
});

test('after the deadline the spots go to the next family on the waitlist', async () => {
  const { home, entry, session, free } = await makeOffer();
  const behind = await waitlists.joinWaitlist(db, { session_id: session });
  await free();
  await waitlists.endOffer(db, entry);
  expect(await refusal(takeOffer(home.who, entry.secret))).toMatchObject({ code: 'waitlist_offer_over' });
  await waitlists.offerWaitingSpots(db);
  expect(await waitlists.viewEntry(db, behind)).toMatchObject({ status: 'offered' });
});

test('only the family can accept its offer, not another family, staff or a visitor who knows the secret', async () => {
  const { home, entry, free } = await makeOffer();
  await free();
  const admin = signedIn(await makeUser(db, `${randomUUID()}@example.test`, ['admin']));
  for (const who of [(await passHelpers.makeHome(db)).who, admin])
    expect(await refusal(takeOffer(who, entry.secret))).toMatchObject({ code: 'waitlist_entry_not_found' });
  expect(await sqlState(takeOffer(visitor, entry.secret))).toBe('42501');
  expect((await takeOffer(home.who, entry.secret)).bookings).toHaveLength(2);
});

test('the odds count how often enough spots were released in the last classes of the same kind and hour', async () => {
  const { home, session, entry } = await makeOffer();
  const odds = async () => (await ownWaitlist(home.who))[0]?.odds;
  const past = async (weeks: number, freed: number, status = 'scheduled') => {
    const [held] = await db.sql<[{ id: string }]>`
      insert into public.sessions (class_type_id, location_id, session_date, session_time, duration_minutes, max_capacity, status)
      select class_type_id, location_id, session_date - ${7 * weeks}::integer, session_time, 60, 9, ${status}
      from public.sessions where id = ${session} returning id`;
    for (let n = 0; n < freed; n++)
      await db.sql`
        insert into public.bookings (session_id, session_date, session_time, child_id, family_id, status)
        select s.id, s.session_date, s.session_time, ${home.childId}, ${home.familyId}, 'cancelled'
        from public.sessions s where s.id = ${held.id}`;
  };
  // The session is one or two weeks ahead, so the earlier classes start three weeks before it.
  for (const [weeks, freed] of [
    [3, 2],
    [4, 1],
  ] as const)
    await past(weeks, freed);
  expect(await odds()).toBeNull();
  await past(5, 3);
  await past(6, 9, 'cancelled');
  await past(30, 9);
  expect(await odds()).toEqual({ enough: 2, of: 3 });
  // The estimate also counts a family that is ahead on the waitlist.
  await waitlists.joinWaitlist(db, { session_id: session });
  await db.sql`
    update public.waitlist_entries set joined_at = joined_at - interval '1 day'
    where session_id = ${session} and id <> ${entry.entry_id}`;
  expect(await odds()).toEqual({ enough: 1, of: 3 });
});
