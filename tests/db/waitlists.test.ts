import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { dateIn } from '#support/sql-after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { refusal, rpc, service, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const mailsFor = (entryId: string) => db.sql<{ template: string }[]>`
  select template from public.outbox
  where key = 'waitlist_joined:' || ${entryId}
    or split_part(key, ':', 2) in (select id::text from public.waitlist_offers where entry_id = ${entryId})
  order by created_at`;

test('a waiting family knows its position, and moves up when others leave', async () => {
  const { session } = await waitlists.makeFullSession(db);
  const first = await waitlists.joinWaitlist(db, { session_id: session });
  const second = await waitlists.joinWaitlist(db, { session_id: session });
  expect([first.position, second.position]).toEqual([1, 2]);
  expect(first).toMatchObject({ status: 'waiting', offer_expires_at: null, places: 1 });
  await rpc(db, visitor, 'leave_waitlist', { p_secret: first.secret });
  expect(await waitlists.viewEntry(db, second)).toMatchObject({ status: 'waiting', position: 1 });
  expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'left', position: null });
});

test('a released spot is offered at once to the first family, with a deadline and one mail, and to nobody else', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const first = await waitlists.joinWaitlist(db, { session_id: session });
  const second = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  const offered = await waitlists.viewEntry(db, first);
  expect(offered.status).toBe('offered');
  // The deadlines for each hour of the day are tested in waitlists-night.test.ts.
  const [offer] = await db.sql<{ until: string }[]>`
    select private.iso(private.offer_deadline(session_id, null, created_at)) as until
    from public.waitlist_offers where entry_id = ${first.entry_id}`;
  expect(Math.abs(Date.parse(offered.offer_expires_at ?? '') - Date.parse(offer?.until ?? ''))).toBeLessThan(
    1000,
  );
  expect(await mailsFor(first.entry_id)).toEqual([
    { template: 'waitlist_joined' },
    { template: 'waitlist_offer' },
  ]);
  expect(await waitlists.viewEntry(db, second)).toMatchObject({ status: 'waiting', position: 1 });
  expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'session_full' });
  expect(await refusal(waitlists.acceptOffer(db, second, [session]))).toMatchObject({
    code: 'waitlist_offer_over',
  });
});

test('an offer ends at its deadline, even before the chore has run', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  await waitlists.endOffer(db, entry);
  expect(await refusal(waitlists.acceptOffer(db, entry, [session]))).toMatchObject({
    code: 'waitlist_offer_over',
  });
  // The spot is open to everybody now.
  expect(await shop.hold(db, session)).toMatchObject({ status: 'held' });
});

test('the chore skips a session that somebody has locked, and returns how many spots it offered', async () => {
  const full = await waitlists.makeFullSession(db);
  await waitlists.joinWaitlist(db, { session_id: full.session });
  const freed = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: freed.session });
  await waitlists.offerWaitingSpots(db);
  await shop.expireHolds(db, freed.order.secret);
  const [answer] = await db.sql.begin(async (tx) => {
    await tx`select from public.sessions where id = ${full.session} for update`;
    return Promise.all([waitlists.offerWaitingSpots(db)]);
  });
  expect(answer).toEqual({ offered: 1 });
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
});

test('the secret of an offer can read the parent’s details only while there is an offer', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  expect(entry).not.toHaveProperty('parent');
  expect(await waitlists.viewEntry(db, entry)).not.toHaveProperty('parent');
  await waitlists.releaseOrder(db, order);
  const [{ email } = { email: '' }] = await db.sql<{ email: string }[]>`
    select parent_email as email from public.waitlist_entries where id = ${entry.entry_id}`;
  const parent = { name: waitlists.waitingParent.name, email, phone: waitlists.waitingParent.phone };
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered', parent });
  const held = await waitlists.acceptOffer(db, entry, [session]);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'accepted', parent });
  await shop.expireHolds(db, held.secret);
  await rpc(db, service, 'release_lapsed_holds');
  expect(await waitlists.viewEntry(db, entry)).not.toHaveProperty('parent');
});

test('accepting holds the spot, and paying enrols the entry', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  const held = await waitlists.acceptOffer(db, entry, [session]);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'accepted' });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
  await shop.confirmPayment(db, shop.paymentOf(await shop.openPaymentPage(db, held)));
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'enrolled' });
});

test('an offer can be accepted once, and the same browser may change its checkout', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  const held = await waitlists.acceptOffer(db, entry, [session]);
  expect(await refusal(waitlists.acceptOffer(db, entry, [session]))).toMatchObject({
    code: 'waitlist_offer_over',
  });
  const again = await waitlists.acceptOffer(db, entry, [session], held.secret);
  expect(again.status).toBe('held');
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'accepted' });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});

test('a checkout that is not paid passes the spot on to the next family', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const first = await waitlists.joinWaitlist(db, { session_id: session });
  const second = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  const held = await waitlists.acceptOffer(db, first, [session]);
  await shop.expireHolds(db, held.secret);
  await rpc(db, service, 'release_lapsed_holds');
  expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'lapsed' });
  expect(await waitlists.viewEntry(db, second)).toMatchObject({ status: 'offered' });
});

test.each(['declined', 'lapsed'])('an offer that is %s goes to the next family', async (how) => {
  const { session, order } = await waitlists.makeFullSession(db);
  const first = await waitlists.joinWaitlist(db, { session_id: session });
  const second = await waitlists.joinWaitlist(db, { session_id: session });
  await waitlists.releaseOrder(db, order);
  if (how === 'declined') await rpc(db, visitor, 'decline_waitlist_offer', { p_secret: first.secret });
  else {
    await waitlists.endOffer(db, first);
    // The offer has ended even before the chore has run.
    expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: 'lapsed' });
    await waitlists.offerWaitingSpots(db);
  }
  expect(await waitlists.viewEntry(db, first)).toMatchObject({ status: how });
  expect(await waitlists.viewEntry(db, second)).toMatchObject({ status: 'offered' });
  expect(await shop.countSpotsTaken(db, session)).toBe(1);
});

test('the spot of a lapsed hold goes to the waitlist before visitors', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  await shop.expireHolds(db, order.secret);
  expect(await refusal(shop.hold(db, session))).toMatchObject({ code: 'session_full' });
  // The refusal rolled its offer back, and the chore then makes it for good.
  await waitlists.offerWaitingSpots(db);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
});

test('siblings get their spots together, and if there are too few, the first family that fits gets them', async () => {
  const { session, orders } = await waitlists.makeFullSession(db, 3);
  const three = await waitlists.joinWaitlist(db, { session_id: session, children: 3 });
  const one = await waitlists.joinWaitlist(db, { session_id: session });
  const two = await waitlists.joinWaitlist(db, { session_id: session, children: 2 });
  await waitlists.releaseOrder(db, orders[0]);
  expect(await waitlists.viewEntry(db, three)).toMatchObject({ status: 'waiting', position: 1 });
  expect(await waitlists.viewEntry(db, one)).toMatchObject({ status: 'offered' });
  // One more spot is too few for both families that still wait, so it is open to everybody.
  await waitlists.releaseOrder(db, orders[1]);
  expect(await waitlists.viewEntry(db, two)).toMatchObject({ status: 'waiting', position: 2 });
  const visitor = await shop.hold(db, session);
  await waitlists.releaseOrder(db, visitor);
  await waitlists.releaseOrder(db, orders[2]);
  expect(await waitlists.viewEntry(db, two)).toMatchObject({ status: 'offered', places: 2 });
  expect(await refusal(waitlists.acceptOffer(db, two, [session, session, session]))).toMatchObject({
    field: 'lines',
  });
  expect((await waitlists.acceptOffer(db, two, [session, session])).lines).toHaveLength(2);
  expect(await shop.countSpotsTaken(db, session)).toBe(3);
});

test('accepting fewer spots than were offered leaves the rest to the next family', async () => {
  const { session, orders } = await waitlists.makeFullSession(db, 2);
  const two = await waitlists.joinWaitlist(db, { session_id: session, children: 2 });
  const one = await waitlists.joinWaitlist(db, { session_id: session });
  await rpc(db, visitor, 'leave_waitlist', { p_secret: one.secret });
  const next = await waitlists.joinWaitlist(db, { session_id: session });
  await db.sql`update public.waitlist_entries set joined_at = joined_at + interval '1 hour' where id = ${next.entry_id}`;
  await db.sql`update public.holds set expires_at = clock_timestamp() where session_id = ${session}`;
  expect(orders).toHaveLength(2);
  await waitlists.offerWaitingSpots(db);
  expect(await waitlists.viewEntry(db, two)).toMatchObject({ status: 'offered' });
  await waitlists.acceptOffer(db, two, [session]);
  expect(await waitlists.viewEntry(db, next)).toMatchObject({ status: 'offered' });
  expect(await shop.countSpotsTaken(db, session)).toBe(2);
});

test('a child of another age cannot wait for a camp, and the refusal names the child and the ages', async () => {
  const camp = await camps.makeCamp(db, { capacity: 1, start: dateIn(37) });
  await camps.takeSpot(db, camp);
  const wanted = waitlists.joinRequest({ camp_id: camp, children: 2 });
  for (const dob of [2, 15].map(waitlists.bornYearsAgo)) {
    const children = wanted.children.map((child, n) => (n === 1 ? { ...child, dob } : child));
    const call = rpc(db, visitor, 'join_waitlist', { p_entry: { ...wanted, children } });
    expect(await refusal(call)).toMatchObject({
      code: 'age_not_allowed',
      field: 'children[1].dob',
      detail: '7-12',
    });
  }
});

test('an offer ends two hours before the class, and no offer is made with less than half an hour to answer', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entry = await waitlists.joinWaitlist(db, { session_id: session });
  const [row] = await db.sql<{ near: string; late: string }[]>`
    select (starts_at - interval '5 hours')::text as near, (starts_at - interval '149 minutes')::text as late
    from public.sessions where id = ${session}`;
  await stopCalendar(db, row?.late ?? '');
  await waitlists.releaseOrder(db, order);
  expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'waiting' });
  await stopCalendar(db, row?.near ?? '');
  await waitlists.offerWaitingSpots(db);
  const offered = await waitlists.viewEntry(db, entry);
  const minutes = (Date.parse(offered.offer_expires_at ?? '') - Date.parse(offered.server_time)) / 60_000;
  expect(minutes).toBeCloseTo(180, 0);
});

test('a spot that is released too late for an offer is announced once to everybody who waits', async () => {
  const { session, order } = await waitlists.makeFullSession(db);
  const entries = [
    await waitlists.joinWaitlist(db, { session_id: session }),
    await waitlists.joinWaitlist(db, { session_id: session }),
  ];
  const left = await waitlists.joinWaitlist(db, { session_id: session });
  await rpc(db, visitor, 'leave_waitlist', { p_secret: left.secret });
  const views = () => Promise.all(entries.map((entry) => waitlists.viewEntry(db, entry)));
  const waiting = { status: 'waiting', is_free_for_all: false };
  expect(await views()).toMatchObject([waiting, waiting]);
  const [row] = await db.sql<{ late: string }[]>`
    select (starts_at - interval '1 hour')::text as late from public.sessions where id = ${session}`;
  await stopCalendar(db, row?.late ?? '');
  const open = { status: 'waiting', is_free_for_all: true };
  expect(await views()).toMatchObject([open, open]);
  const readAnnounced = async () => [
    ...(await db.sql<{ key: string; places: number }[]>`
      select key, (payload ->> 'places')::integer as places from public.outbox
      where template = 'waitlist_open' and payload #>> '{session,session_id}' = ${session} order by created_at, key`),
  ];
  expect(await readAnnounced()).toEqual([]);
  await waitlists.releaseOrder(db, order);
  await waitlists.offerWaitingSpots(db);
  const keys = entries.map(({ entry_id }) => ({ key: `waitlist_open:${entry_id}`, places: 1 }));
  expect((await readAnnounced()).toSorted((a, b) => a.key.localeCompare(b.key))).toEqual(
    keys.toSorted((a, b) => a.key.localeCompare(b.key)),
  );
  expect(await shop.hold(db, session)).toMatchObject({ status: 'held' });
});

test('nobody can wait for a spot that is available or over', async () => {
  const session = await shop.makeSession(db, { capacity: 1 });
  expect(await refusal(waitlists.joinWaitlist(db, { session_id: session }))).toMatchObject({
    code: 'place_free',
    field: 'session_id',
  });
  // One spot is too few for two children, so they may wait.
  expect(await waitlists.joinWaitlist(db, { session_id: session, children: 2 })).toMatchObject({
    status: 'waiting',
  });
  await db.sql`update public.sessions set status = 'cancelled' where id = ${session}`;
  expect(await refusal(waitlists.joinWaitlist(db, { session_id: session }))).toMatchObject({
    code: 'session_not_found',
  });
});
