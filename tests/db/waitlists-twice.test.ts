import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as d from '#support/sql-details.ts';
import * as p from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as wait from '#support/sql-waitlists.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(db, camps.tierOffer('spark'));
});
afterAll(() => db.drop());

const join = (p_entry: object, who: Caller = x.visitor) => wait.joinAs(db, who, p_entry);
const give = (session: string, p_capacity: number) =>
  x.rpc(db, x.service, 'set_session_capacity', { p_session_id: session, p_capacity });
const enrol = async (order: Awaited<ReturnType<typeof wait.accept>>) =>
  shop.confirm(db, shop.paymentOf(await shop.toPayment(db, order)));
const oddPlaces = () =>
  db.sql`select * from private.discrepancies('{session_oversold,camp_oversold,place_not_offered}')`;
const status = async (entry: { secret: string }) => (await wait.viewEntry(db, entry)).status;

describe('a guest who joins twice', () => {
  const twice = async (session: string) => {
    const wish = wait.joinRequest({ session_id: session });
    const again = {
      ...wish,
      children: wish.children.map((c) => ({ ...c, name: ` ${c.name.toUpperCase()}` })),
    };
    return [await join(wish), await join(again)] as const;
  };

  test('the guest gets the usual answer and one offer, and the next family gets the other place', async () => {
    const { session, orders } = await wait.fullSession(db, 2);
    const [first, again] = await twice(session);
    expect(again).toMatchObject({ status: 'waiting', position: 2, places: 1 });
    const next = await wait.join(db, { session_id: session });
    for (const order of orders) await wait.release(db, order);
    expect([await status(first), await status(again), await status(next)]).toEqual([
      'offered',
      'waiting',
      'offered',
    ]);
    expect(await oddPlaces()).toEqual([]);
  });

  test.each(['accepted', 'paid'])(
    'the guest is offered no second place while the first is %s',
    async (how) => {
      const { session, orders } = await wait.fullSession(db, 2);
      const [first, again] = await twice(session);
      for (const order of orders) await wait.release(db, order);
      const held = await wait.accept(db, first, [session]);
      if (how === 'paid') await enrol(held);
      await wait.chore(db);
      expect(await status(again)).toBe('waiting');
      expect(await shop.seatsTaken(db, session)).toBe(1);
    },
  );

  test('the guest may use the second entry if the first was cancelled, even after a payment', async () => {
    const { session, order } = await wait.fullSession(db);
    const [first, again] = await twice(session);
    await wait.release(db, order);
    await enrol(await wait.accept(db, first, [session]));
    expect(await status(again)).toBe('waiting');
    const [row] = await db.sql<[{ order_id: string }]>`
      select order_id from public.waitlist_offers where entry_id = ${first.entry_id}`;
    const access = { order_id: row.order_id };
    const { lines } = await x.rpc<{
      lines: { line_id: string; can: { cancel?: { refund_cents: number } } }[];
    }>(db, x.service, 'get_managed_order', { p_access: access });
    await x.rpc(db, x.service, 'cancel_lines', {
      p_access: access,
      p_line_ids: lines.map(({ line_id }) => line_id),
      p_expected_refund_cents: lines[0]?.can.cancel?.refund_cents ?? 0,
    });
    expect(await status(again)).toBe('offered');
  });

  test('the guest counts as another family with one more child, and gets all places or none', async () => {
    const { session, orders } = await wait.fullSession(db, 3);
    const wish = wait.joinRequest({ session_id: session });
    const one = await join(wish);
    const both = await join({ ...wish, children: [...wish.children, { name: 'Lea', dob: '2018-05-01' }] });
    for (const order of orders) await wait.release(db, order);
    expect(await status(one)).toBe('offered');
    expect(await wait.viewEntry(db, both)).toMatchObject({ status: 'offered', places: 2 });
  });
});

describe('a signed-in parent who joins twice', () => {
  test.each(['by id', 'by name'])(
    'the parent joins once per child, %s, whichever parent asks',
    async (how) => {
      const { session } = await wait.fullSession(db);
      const home = await p.makeHome(db);
      const [child] = await db.sql<[{ name: string; dob: string }]>`
      select name, dob from public.children where id = ${home.childId}`;
      const wish = {
        ...wait.joinRequest({ session_id: session }),
        children: [how === 'by id' ? { id: home.childId } : child],
      };
      await join(wish, home.who);
      const other = { ...wish, children: [how === 'by id' ? child : { id: home.childId }] };
      for (const again of [wish, other]) {
        expect(await x.refusal(join(again, home.who))).toMatchObject({
          code: 'already_waiting',
          field: 'children',
        });
      }
    },
  );

  test('the parent finds their entries as a guest, if the address is verified', async () => {
    const { session } = await wait.fullSession(db);
    const wish = {
      ...wait.joinRequest({ session_id: session }),
      parent: { ...wait.parent, email: 'known@example.test' },
    };
    await join(wish);
    const unverified = await d.makeParent(db, 'known@example.test', false);
    expect(await join(wish, unverified)).toMatchObject({ status: 'waiting' });
    await db.sql`update auth.users set email_confirmed_at = now() where id = ${unverified.sub ?? ''}`;
    expect(await x.refusal(join(wish, unverified))).toMatchObject({ code: 'already_waiting' });
  });

  test('the parent makes one entry from two tabs at once', async () => {
    const { session } = await wait.fullSession(db);
    const home = await p.makeHome(db);
    const wish = { ...wait.joinRequest({ session_id: session }), children: [{ id: home.childId }] };
    const tabs = [0, 1].map(() => () => join(wish, home.who));
    const { won, lost } = await x.atOnce(db, { table: 'sessions', id: session }, tabs);
    expect([won.length, lost]).toEqual([1, ['already_waiting']]);
  });

  test('the parent cannot wait for a place that the child has', async () => {
    const home = await p.makeHome(db);
    await p.makePass(db, home);
    const session = await shop.makeSession(db, { capacity: 1 });
    await p.book(db, home, session);
    const wish = { ...wait.joinRequest({ session_id: session }), children: [{ id: home.childId }] };
    expect(await x.refusal(join(wish, home.who))).toMatchObject({
      code: 'already_booked',
      field: 'children',
    });
  });
});

describe('a waiting child that got a place in another way', () => {
  /**
   * Makes two siblings who wait for a session with one spot, which is too few for both, and books it for one of them
   * with a credit.
   */
  async function siblings() {
    const home = await p.makeHome(db);
    await p.makePass(db, home);
    const sibling = await d.saveChild(db, home.who, { name: 'Sib', dob: '2018-05-01' });
    const { session, order } = await wait.fullSession(db);
    const children = [{ id: home.childId }, { id: sibling.id }];
    const entry = await join({ ...wait.joinRequest({ session_id: session }), children }, home.who);
    await wait.release(db, order);
    await p.book(db, home, session);
    return { home, sibling, session, entry };
  }

  test('the child is offered no place, but its sibling is', async () => {
    const { session, entry, sibling } = await siblings();
    await give(session, 3);
    const offered = await wait.viewEntry(db, entry);
    expect(offered).toMatchObject({ status: 'offered', places: 1 });
    expect(offered.children.map(({ id }) => id)).toEqual([sibling.id]);
    expect(await shop.seatsTaken(db, session)).toBe(2);
    expect(await oddPlaces()).toEqual([]);
  });

  test('the child leaves the waitlist with its entry when no child of it needs a place', async () => {
    const { home, session, entry, sibling } = await siblings();
    await give(session, 2);
    await x.rpc(db, x.visitor, 'decline_waitlist_offer', { p_secret: entry.secret });
    await p.makePass(db, { childId: sibling.id, familyId: home.familyId });
    await p.book(db, { who: home.who, childId: sibling.id }, session);
    await db.sql`update public.waitlist_entries set status = 'waiting' where id = ${entry.entry_id}`;
    const next = await wait.join(db, { session_id: session });
    await give(session, 3);
    expect([await status(entry), await status(next)]).toEqual(['enrolled', 'offered']);
  });

  test('staff cannot restore the entry', async () => {
    const { session, entry, sibling, home } = await siblings();
    await give(session, 2);
    await wait.endOffer(db, entry);
    await wait.chore(db);
    await p.makePass(db, { childId: sibling.id, familyId: home.familyId });
    await p.book(db, { who: home.who, childId: sibling.id }, session);
    const call = x.rpc(db, x.service, 'restore_waitlist_offer', { p_entry_id: entry.entry_id });
    expect(await x.refusal(call)).toMatchObject({ code: 'already_booked', field: 'p_entry_id' });
  });
});

describe('an erased family', () => {
  test('the offer of the family goes to the next one at once', async () => {
    const home = await p.makeHome(db);
    const { session, order } = await wait.fullSession(db);
    const children = [{ id: home.childId }];
    const entry = await join({ ...wait.joinRequest({ session_id: session }), children }, home.who);
    const next = await wait.join(db, { session_id: session });
    await wait.release(db, order);
    expect([await status(entry), await status(next)]).toEqual(['offered', 'waiting']);
    await x.rpc(db, x.service, 'erase_family', { p_family_id: home.familyId });
    expect([await status(entry), await status(next)]).toEqual(['left', 'offered']);
    expect(await shop.seatsTaken(db, session)).toBe(1);
  });

  test('erasing waits for the lock on the place before it locks the family', async () => {
    const home = await p.makeHome(db);
    const { session, order } = await wait.fullSession(db);
    await join({ ...wait.joinRequest({ session_id: session }), children: [{ id: home.childId }] }, home.who);
    await wait.release(db, order);
    let erased: Promise<unknown> | undefined;
    await db.sql.begin(async (seller) => {
      await seller`select from public.sessions where id = ${session} for update`;
      erased = x.rpc(db, x.service, 'erase_family', { p_family_id: home.familyId });
      await x.waitForLocked(db, 1);
      // A sale locks the session and then the family, so locking the family first would cause a deadlock.
      await seller`select from public.families where id = ${home.familyId} for key share`;
    });
    expect(await erased).toMatchObject({ erased: true });
  });

  test('staff cannot restore the family to the waitlist, because it has no address', async () => {
    const { session, order } = await wait.fullSession(db);
    const entry = await wait.join(db, { session_id: session });
    await db.sql`select private.forget_waiting(${[entry.entry_id]})`;
    await wait.release(db, order);
    const call = x.rpc(db, x.service, 'restore_waitlist_offer', { p_entry_id: entry.entry_id });
    expect(await x.refusal(call)).toMatchObject({ code: 'waitlist_entry_not_found', field: 'p_entry_id' });
  });
});
