import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent, saveChild } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, refusal, rpc, service, visitor, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const join = (p_entry: object, who: Caller = visitor) => waitlists.joinAs(db, who, p_entry);
const give = (session: string, p_capacity: number) =>
  rpc(db, service, 'set_session_capacity', { p_session_id: session, p_capacity });
const enrol = async (order: Awaited<ReturnType<typeof waitlists.acceptOffer>>) =>
  shop.confirmPayment(db, shop.paymentOf(await shop.openPaymentPage(db, order)));
const oddPlaces = () =>
  db.sql`select * from private.discrepancies('{session_oversold,camp_oversold,place_not_offered}')`;
const status = async (entry: { secret: string }) => (await waitlists.viewEntry(db, entry)).status;

describe('a guest who joins twice', () => {
  const joinTwice = async (session: string) => {
    const wish = waitlists.joinRequest({ session_id: session });
    const again = {
      ...wish,
      children: wish.children.map((c) => ({ ...c, name: ` ${c.name.toUpperCase()}` })),
    };
    return [await join(wish), await join(again)] as const;
  };

  test('the guest gets the usual answer and one offer, and the next family gets the other spot', async () => {
    const { session, orders } = await waitlists.makeFullSession(db, 2);
    const [first, again] = await joinTwice(session);
    expect(again).toMatchObject({ status: 'waiting', position: 2, places: 1 });
    const next = await waitlists.joinWaitlist(db, { session_id: session });
    for (const order of orders) await waitlists.releaseOrder(db, order);
    expect([await status(first), await status(again), await status(next)]).toEqual([
      'offered',
      'waiting',
      'offered',
    ]);
    expect(await oddPlaces()).toEqual([]);
  });

  test.each(['accepted', 'paid'])(
    'the guest is offered no second spot while the first is %s',
    async (how) => {
      const { session, orders } = await waitlists.makeFullSession(db, 2);
      const [first, again] = await joinTwice(session);
      for (const order of orders) await waitlists.releaseOrder(db, order);
      const held = await waitlists.acceptOffer(db, first, [session]);
      if (how === 'paid') await enrol(held);
      await waitlists.offerWaitingSpots(db);
      expect(await status(again)).toBe('waiting');
      expect(await shop.countSpotsTaken(db, session)).toBe(1);
    },
  );

  test('the guest may use the second entry if the first was cancelled, even after a payment', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const [first, again] = await joinTwice(session);
    await waitlists.releaseOrder(db, order);
    await enrol(await waitlists.acceptOffer(db, first, [session]));
    expect(await status(again)).toBe('waiting');
    const [row] = await db.sql<[{ order_id: string }]>`
      select order_id from public.waitlist_offers where entry_id = ${first.entry_id}`;
    const access = { order_id: row.order_id };
    const { lines } = await rpc<{
      lines: { line_id: string; can: { cancel?: { refund_cents: number } } }[];
    }>(db, service, 'get_managed_order', { p_access: access });
    await rpc(db, service, 'cancel_lines', {
      p_access: access,
      p_line_ids: lines.map(({ line_id }) => line_id),
      p_expected_refund_cents: lines[0]?.can.cancel?.refund_cents ?? 0,
    });
    expect(await status(again)).toBe('offered');
  });

  test('the guest counts as another family with one more child, and gets all spots or none', async () => {
    const { session, orders } = await waitlists.makeFullSession(db, 3);
    const wish = waitlists.joinRequest({ session_id: session });
    const one = await join(wish);
    const both = await join({ ...wish, children: [...wish.children, { name: 'Lea', dob: '2018-05-01' }] });
    for (const order of orders) await waitlists.releaseOrder(db, order);
    expect(await status(one)).toBe('offered');
    expect(await waitlists.viewEntry(db, both)).toMatchObject({ status: 'offered', places: 2 });
  });
});

describe('a signed-in parent who joins twice', () => {
  test.each(['by id', 'by name'])(
    'the parent joins once per child, %s, whichever parent asks',
    async (how) => {
      const { session } = await waitlists.makeFullSession(db);
      const home = await passes.makeHome(db);
      const [child] = await db.sql<[{ name: string; dob: string }]>`
      select name, dob from public.children where id = ${home.childId}`;
      const wish = {
        ...waitlists.joinRequest({ session_id: session }),
        children: [how === 'by id' ? { id: home.childId } : child],
      };
      await join(wish, home.who);
      const other = { ...wish, children: [how === 'by id' ? child : { id: home.childId }] };
      for (const again of [wish, other]) {
        expect(await refusal(join(again, home.who))).toMatchObject({
          code: 'already_waiting',
          field: 'children',
        });
      }
    },
  );

  test('the parent finds their entries as a guest, if the address is verified', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const wish = {
      ...waitlists.joinRequest({ session_id: session }),
      parent: { ...waitlists.waitingParent, email: 'known@example.test' },
    };
    await join(wish);
    const unverified = await makeParent(db, 'known@example.test', false);
    expect(await join(wish, unverified)).toMatchObject({ status: 'waiting' });
    await db.sql`update auth.users set email_confirmed_at = now() where id = ${unverified.sub ?? ''}`;
    expect(await refusal(join(wish, unverified))).toMatchObject({ code: 'already_waiting' });
  });

  test('the parent makes one entry from two tabs at once', async () => {
    const { session } = await waitlists.makeFullSession(db);
    const home = await passes.makeHome(db);
    const wish = { ...waitlists.joinRequest({ session_id: session }), children: [{ id: home.childId }] };
    const tabs = [0, 1].map(() => () => join(wish, home.who));
    const { won, lost } = await atOnce(db, { table: 'sessions', id: session }, tabs);
    expect([won.length, lost]).toEqual([1, ['already_waiting']]);
  });

  test('the parent cannot wait for a spot that the child has', async () => {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home);
    const session = await shop.makeSession(db, { capacity: 1 });
    await passes.bookSession(db, home, session);
    const wish = { ...waitlists.joinRequest({ session_id: session }), children: [{ id: home.childId }] };
    expect(await refusal(join(wish, home.who))).toMatchObject({
      code: 'already_booked',
      field: 'children',
    });
  });
});

describe('a waiting child that got a spot in another way', () => {
  /**
   * Makes two siblings who wait for a session with one spot, which is too few for both, and books it for one of them
   * with a credit.
   */
  async function makeWaitingSiblings() {
    const home = await passes.makeHome(db);
    await passes.makePass(db, home);
    const sibling = await saveChild(db, home.who, { name: 'Sib', dob: '2018-05-01' });
    const { session, order } = await waitlists.makeFullSession(db);
    const children = [{ id: home.childId }, { id: sibling.id }];
    const entry = await join({ ...waitlists.joinRequest({ session_id: session }), children }, home.who);
    await waitlists.releaseOrder(db, order);
    await passes.bookSession(db, home, session);
    return { home, sibling, session, entry };
  }

  test('the child is offered no spot, but its sibling is', async () => {
    const { session, entry, sibling } = await makeWaitingSiblings();
    await give(session, 3);
    const offered = await waitlists.viewEntry(db, entry);
    expect(offered).toMatchObject({ status: 'offered', places: 1 });
    expect(offered.children.map(({ id }) => id)).toEqual([sibling.id]);
    expect(await shop.countSpotsTaken(db, session)).toBe(2);
    expect(await oddPlaces()).toEqual([]);
  });

  test('the child leaves the waitlist with its entry when no child of it needs a spot', async () => {
    const { home, session, entry, sibling } = await makeWaitingSiblings();
    await give(session, 2);
    await rpc(db, visitor, 'decline_waitlist_offer', { p_secret: entry.secret });
    await passes.makePass(db, { childId: sibling.id, familyId: home.familyId });
    await passes.bookSession(db, { who: home.who, childId: sibling.id }, session);
    await db.sql`update public.waitlist_entries set status = 'waiting' where id = ${entry.entry_id}`;
    const next = await waitlists.joinWaitlist(db, { session_id: session });
    await give(session, 3);
    expect([await status(entry), await status(next)]).toEqual(['enrolled', 'offered']);
  });

  test('staff cannot restore the entry', async () => {
    const { session, entry, sibling, home } = await makeWaitingSiblings();
    await give(session, 2);
    await waitlists.endOffer(db, entry);
    await waitlists.offerWaitingSpots(db);
    await passes.makePass(db, { childId: sibling.id, familyId: home.familyId });
    await passes.bookSession(db, { who: home.who, childId: sibling.id }, session);
    const call = rpc(db, service, 'restore_waitlist_offer', { p_entry_id: entry.entry_id });
    expect(await refusal(call)).toMatchObject({ code: 'already_booked', field: 'p_entry_id' });
  });
});

describe('an erased family', () => {
  test('the offer of the family goes to the next one at once', async () => {
    const home = await passes.makeHome(db);
    const { session, order } = await waitlists.makeFullSession(db);
    const children = [{ id: home.childId }];
    const entry = await join({ ...waitlists.joinRequest({ session_id: session }), children }, home.who);
    const next = await waitlists.joinWaitlist(db, { session_id: session });
    await waitlists.releaseOrder(db, order);
    expect([await status(entry), await status(next)]).toEqual(['offered', 'waiting']);
    await rpc(db, service, 'erase_family', { p_family_id: home.familyId });
    expect([await status(entry), await status(next)]).toEqual(['left', 'offered']);
    expect(await shop.countSpotsTaken(db, session)).toBe(1);
  });

  test('erasing waits for the lock on the spot before it locks the family', async () => {
    const home = await passes.makeHome(db);
    const { session, order } = await waitlists.makeFullSession(db);
    await join(
      { ...waitlists.joinRequest({ session_id: session }), children: [{ id: home.childId }] },
      home.who,
    );
    await waitlists.releaseOrder(db, order);
    let erased: Promise<unknown> | undefined;
    await db.sql.begin(async (seller) => {
      await seller`select from public.sessions where id = ${session} for update`;
      erased = rpc(db, service, 'erase_family', { p_family_id: home.familyId });
      await waitForLocked(db, 1);
      // A sale locks the session and then the family, so locking the family first would cause a deadlock.
      await seller`select from public.families where id = ${home.familyId} for key share`;
    });
    expect(await erased).toMatchObject({ erased: true });
  });

  test('staff cannot restore the family to the waitlist, because it has no address', async () => {
    const { session, order } = await waitlists.makeFullSession(db);
    const entry = await waitlists.joinWaitlist(db, { session_id: session });
    await db.sql`select private.forget_waiting(${[entry.entry_id]})`;
    await waitlists.releaseOrder(db, order);
    const call = rpc(db, service, 'restore_waitlist_offer', { p_entry_id: entry.entry_id });
    expect(await refusal(call)).toMatchObject({ code: 'waitlist_entry_not_found', field: 'p_entry_id' });
  });
});
