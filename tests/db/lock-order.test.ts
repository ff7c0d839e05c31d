import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8 } from '#support/sql-orders.ts';
import * as passes from '#support/sql-passes.ts';
import { markEntries } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { rpc, service, visitor, waitForLocked } from '#support/sql.ts';
import { interleave, outcomeOf, buyForSiblings, stopFunction } from '#support/sql-interleave.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

test('two bookings of one child, paid with two passes, are moved at once', async () => {
  const home = await passes.makeHome(db, '2081-05-01');
  const [one, two] = [
    await passes.makePass(db, home, { offer: 'pass-term', from: '2080-01-01' }),
    await passes.makePass(db, home, { offer: 'pass-tryout', from: '2080-01-01' }),
  ];
  const sessions: string[] = [];
  for (let n = 0; n < 4; n++) sessions.push(await shop.makeSession(db, { capacity: 5 }));
  const [a = '', b = '', c = '', d = ''] = sessions;
  const [first, second] = [
    await passes.bookSession(db, home, a, one),
    await passes.bookSession(db, home, b, two),
  ];
  const moved = await interleave(
    db,
    ['private.pick_pass(uuid,date,uuid,text)', '\nbegin'],
    () => passes.rescheduleBooking(db, home.who, first.booking_id, c),
    () => passes.rescheduleBooking(db, home.who, second.booking_id, d),
  );
  expect(moved).toEqual(['done', 'done']);
});

test('attendance is taken while siblings are cancelled, the younger row first', async () => {
  const { session, admin, cancel } = await buyForSiblings(db, 'roll');
  const bookings = await db.sql<{ id: string }[]>`
    select b.id from public.bookings b where b.session_id = ${session} order by b.id`;
  // Without a common lock order, the two calls would deadlock in one of the two orders of lines.
  const met = await interleave(
    db,
    ['private.undo_booking(uuid)', 'then return; end if;'],
    () => cancel(0, 1),
    () =>
      markEntries(
        db,
        admin,
        bookings.map(({ id }) => id),
        'in',
      ),
  );
  expect(met).toEqual(['done', 'booking_not_found']);
});

test('a make-up is claimed while its pass is cancelled', async () => {
  const { session, admin, cancel } = await buyForSiblings(db, 'makeup');
  const [booking] = await db.sql<[{ id: string }]>`
    select b.id from public.bookings b join public.children c on c.id = b.child_id
    where b.session_id = ${session} and c.name like 'Ann%'`;
  const met = await interleave(
    db,
    ['private.answer_claim_make_up(uuid)', 'from public.bookings where id = p_booking_id for update;'],
    () => rpc(db, admin, 'claim_make_up', { p_booking_id: booking.id }),
    () => cancel(0),
  );
  expect(met).toEqual(['make_up_not_missed', 'done']);
});

test('a refund is reported while a sibling of the same order is cancelled', async () => {
  const { cancel } = await buyForSiblings(db, 'bank');
  await cancel(0);
  const [refund] = await db.sql<[{ id: string }]>`
    select id from public.refunds where status = 'requested' order by created_at desc limit 1`;
  const met = await interleave(
    db,
    ['public.finish_refund(uuid,text,text,text)', 'where id = v_refund.id;'],
    () =>
      rpc(db, service, 'finish_refund', {
        p_id: refund.id,
        p_provider_id: 're_circle',
        p_status: 'succeeded',
      }),
    () => cancel(1),
  );
  expect(met).toEqual(['done', 'done']);
});

/** Makes a session with one spot, which is offered to a waitlist entry whose family takes it into a checkout. */
async function makeOffer(name: string) {
  const session = await shop.makeSession(db);
  const lines = [{ offer_id: shop.term.id, session_id: session }];
  const first = await orders.hold(db, { lines });
  const entry = await waitlists.joinAs(db, visitor, {
    session_id: session,
    children: [childAged8(name)],
    parent: { name: 'Mei Tan', email: `${name.toLowerCase()}@example.test`, phone: '+6591234567' },
  });
  await rpc(db, service, 'release_order', { p_secret: first.secret });
  const order = await orders.hold(db, { lines, waitlist_secret: entry.secret });
  const status = async () =>
    (await rpc<{ status: string }>(db, visitor, 'get_waitlist_entry', { p_secret: entry.secret })).status;
  return { session, lines, entry, order, status };
}

test('a family leaves the waitlist while its checkout is released', async () => {
  const { session, entry, order } = await makeOffer('Zed');
  let both: Promise<string>[] = [];
  await db.sql.begin(async (gate) => {
    await gate`select from public.sessions where id = ${session} for update`;
    both = [outcomeOf(rpc(db, visitor, 'leave_waitlist', { p_secret: entry.secret }))];
    await waitForLocked(db, 1);
    both.push(outcomeOf(rpc(db, service, 'release_order', { p_secret: order.secret })));
    await waitForLocked(db, 2);
  });
  expect(await Promise.all(both)).not.toContain('deadlock detected');
});

test('an entry whose checkout was paid too late for its spot is not enrolled', async () => {
  const { lines, order, status } = await makeOffer('Yan');
  const latePayment = await shop.openPaymentPage(db, order, orderDetails([childAged8('Yan')]));
  await shop.expireHolds(db, order.secret);
  await orders.payOrder(db, await orders.hold(db, { lines }), orderDetails([childAged8('Quick Tan')]));
  expect((await shop.confirmPayment(db, shop.paymentOf(latePayment))).result).toBe('needs_choice');
  expect(await status()).toBe('lapsed');
});

test('an entry whose checkout was paid in time is enrolled', async () => {
  const { order, status } = await makeOffer('Xia');
  await orders.payOrder(db, order, orderDetails([childAged8('Xia')]));
  expect(await status()).toBe('enrolled');
});

test('a class is moved while its family is erased: the order is not locked after the sessions', async () => {
  const { session, admin } = await buyForSiblings(db, 'erased');
  const [booking] = await db.sql<[{ id: string; family_id: string }]>`
    select id, family_id from public.bookings where session_id = ${session} limit 1`;
  const { open } = await stopFunction(
    db,
    'private.erase(uuid,boolean,timestamptz)',
    'perform from public.profiles where family_id = p_family_id order by id for update;',
  );
  const p_session_id = await shop.makeSession(db, { capacity: 9 });
  let erased: Promise<string> = Promise.resolve('');
  let moved: Promise<string> = Promise.resolve('');
  await db.sql.begin(async (gate) => {
    await gate`select pg_advisory_xact_lock(4711)`;
    erased = outcomeOf(rpc(db, admin, 'erase_family', { p_family_id: booking.family_id }));
    await waitForLocked(db, 1);
    moved = outcomeOf(rpc(db, admin, 'reschedule_booking', { p_booking_id: booking.id, p_session_id }));
    await Promise.race([moved, waitForLocked(db, 2).catch(() => undefined)]);
  });
  await open();
  expect(await Promise.all([erased, moved])).toEqual(['family_in_use', 'done']);
});

test('a locked order does not block refunds, links and lines that refer to it', async () => {
  const { session } = await buyForSiblings(db, 'held');
  const [{ id }] = await db.sql<[{ id: string }]>`
    select order_id as id from public.order_lines where session_id = ${session} limit 1`;
  await db.sql.begin(async (holder) => {
    await holder`select private.lock_paid_order(${id})`;
    // A foreign key takes this lock.
    await expect(
      db.sql`select id from public.orders where id = ${id} for key share nowait`,
    ).resolves.toHaveLength(1);
  });
  // Only chores may lock an order this strongly, because they skip locked rows.
  const others = await db.sql`
    select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private')
      and p.prosrc ~ 'from public\.orders( o)?\s+where (id|secret|family_id)[^;]* for update' and p.prosrc !~ 'skip locked'`;
  expect(others).toEqual([]);
});
