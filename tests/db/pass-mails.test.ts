/** Tests which mails are sent when classes are booked with credits or cancelled, and that each is sent once. */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ClassBookedPayload, ClassCancelledPayload } from '#server/mails/pass-payloads.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { saveChild, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, makeUser, refusal, rpc } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(async () => {
  await passes.runCalendar(db);
  await db.sql`delete from public.outbox`;
});
afterAll(() => db.drop());

/** Returns `template recipient` for each mail. The first parent comes before the second one. */
const sentMails = async () =>
  (await db.sql`select template || ' ' || recipient as mail from public.outbox order by created_at, key`).map(
    ({ mail }) => String(mail),
  );
const payloads = async (template: string) =>
  (
    await db.sql<{ payload: unknown }[]>`
      select payload from public.outbox where template = ${template} order by created_at, key`
  ).map(({ payload }) => payload);
const readBookedMails = async () =>
  (await payloads('class_booked')).map((one) => v.parse(ClassBookedPayload, one));
const readCancelledMails = async () =>
  (await payloads('class_cancelled')).map((one) => v.parse(ClassCancelledPayload, one));

async function makeHomeWithPass() {
  const made = await passes.makeHome(db);
  const pass = await passes.makePass(db, made, { until: '2090-05-01' });
  const session = await shop.makeSession(db, { capacity: 3 });
  return { ...made, pass, session };
}
type Row = [child: string, session: string];
const bookAll = (who: Caller, rows: Row[]) =>
  rpc(db, who, 'book_sessions', {
    p_bookings: rows.map(([child_id, session_id]) => ({ child_id, session_id })),
  });

describe('booking with a credit', () => {
  test('the parent gets a mail that says who comes, where and when, what is left, and until when it can be cancelled', async () => {
    const { session, ...made } = await makeHomeWithPass();
    const { credit_returns_until } = await passes.bookSession(db, made, session);
    expect(await sentMails()).toEqual([`class_booked ${made.email}`]);
    const [mail] = await readBookedMails();
    const [child] = await db.sql<[{ name: string }]>`select private.child_name(${made.childId}) as name`;
    expect(mail).toMatchObject({
      by_staff: false,
      classes: [{ session: { session_id: session }, children: [child.name], credit_returns_until }],
      passes: [{ child_name: child.name, title: 'pass-term', credits: 3, valid_until: '2090-05-01' }],
    });
  });

  test('both parents get the mail, except a parent who turned copies off', async () => {
    const { session, ...made } = await makeHomeWithPass();
    const second = await passes.addSecondParent(db, made);
    await db.sql`delete from public.outbox`;
    await passes.bookSession(db, { ...made, who: second.who }, session);
    expect(await sentMails()).toEqual([`class_booked ${made.email}`, `class_booked ${second.email}`]);
    await rpc(db, made.who, 'set_booking_mails', { p_enabled: false });
    await db.sql`delete from public.outbox`;
    await passes.bookSession(db, made, await shop.makeSession(db));
    expect(await sentMails()).toEqual([`class_booked ${second.email}`]);
  });

  test('booking several children and classes at once sends one mail, which names staff if they booked, as the log does', async () => {
    const made = await makeHomeWithPass();
    const other = await saveChild(db, made.who, { name: 'Zoe', dob: '2017-05-01' });
    await passes.makePass(db, { ...made, childId: other.id });
    const [session, later] = [
      await shop.makeSession(db, { inDays: 8, capacity: 2 }),
      await shop.makeSession(db, { inDays: 9 }),
    ];
    await bookAll(admin, [
      [made.childId, session],
      [other.id, session],
      [other.id, later],
    ]);
    expect(await sentMails()).toEqual([`class_booked ${made.email}`]);
    const [mail] = await readBookedMails();
    expect(mail).toMatchObject({ by_staff: true });
    expect(mail?.classes.map((one) => [one.session.session_id, one.children.length])).toEqual([
      [session, 2],
      [later, 1],
    ]);
    expect(mail?.passes.map(({ credits }) => credits)).toEqual([2, 3]);
    const log = await db.sql`
      select a.user_id from public.audit_log a join public.bookings b on b.id::text = a.row_key
      where a.table_name = 'bookings' and b.family_id = ${made.familyId}`;
    expect(log.map(({ user_id }) => user_id as string)).toEqual([admin.sub, admin.sub, admin.sub]);
  });

  test('booking for children of two families sends a mail to each', async () => {
    const [one, two] = [await makeHomeWithPass(), await makeHomeWithPass()];
    await bookAll(admin, [
      [one.childId, one.session],
      [two.childId, one.session],
    ]);
    expect((await sentMails()).toSorted()).toEqual(
      [`class_booked ${one.email}`, `class_booked ${two.email}`].toSorted(),
    );
  });

  test('no mail is sent when the booking is refused or repeated', async () => {
    const { session, ...made } = await makeHomeWithPass();
    const full = await shop.makeSession(db, { capacity: 0 });
    await refusal(passes.bookSession(db, made, full));
    await refusal(
      bookAll(made.who, [
        [made.childId, session],
        [made.childId, full],
      ]),
    );
    expect(await sentMails()).toEqual([]);
    const book = () => passes.bookSession(db, made, session);
    const { won, lost } = await atOnce(db, { table: 'sessions', id: session }, [book, book]);
    expect([won.length, lost]).toEqual([1, ['already_booked']]);
    expect(await sentMails()).toEqual([`class_booked ${made.email}`]);
  });

  test('booking a spot that the waitlist offered sends one mail', async () => {
    const { session: _, ...made } = await makeHomeWithPass();
    const session = await shop.makeSession(db, { capacity: 1 });
    const held = await shop.hold(db, session);
    const entry = await waitlists.joinAs(db, made.who, {
      session_id: session,
      parent: { ...waitlists.waitingParent, email: made.email },
      children: [{ id: made.childId }],
    });
    await waitlists.releaseOrder(db, held);
    await db.sql`delete from public.outbox`;
    await rpc(db, made.who, 'take_offer_with_credits', { p_secret: entry.secret });
    expect(await sentMails()).toEqual([`class_booked ${made.email}`]);
    await refusal(rpc(db, made.who, 'take_offer_with_credits', { p_secret: entry.secret }));
    expect(await sentMails()).toHaveLength(1);
  });

  test('moving to another day sends one mail, which says what is left', async () => {
    const { session, ...made } = await makeHomeWithPass();
    const { booking_id } = await passes.bookSession(db, made, session);
    await db.sql`delete from public.outbox`;
    const later = await shop.makeSession(db);
    await passes.rescheduleBooking(db, made.who, booking_id, later);
    expect(await sentMails()).toEqual([`class_booked ${made.email}`]);
    expect(await readBookedMails()).toMatchObject([
      {
        classes: [{ session: { session_id: later } }],
        left_places: [{ session: { session_id: session }, stays: [], keeps_appointment: false }],
        passes: [{ credits: 3 }],
      },
    ]);
  });

  test('a booking that comes with an order is only in the order’s confirmation', async () => {
    await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: await shop.makeSession(db) }]);
    expect((await sentMails()).map((mail) => mail.split(' ')[0])).toEqual(['booking_confirmed']);
  });
});

describe('cancelling a class', () => {
  test.each([
    ['24 hours', true, 4],
    ['23:59:59.999', false, 3],
  ])('%s before, the mail says whether the credit is back: %s', async (before, credit_returned, credits) => {
    const { session, ...made } = await makeHomeWithPass();
    const second = await passes.addSecondParent(db, made);
    const { booking_id, credit_returns_until } = await passes.bookSession(db, made, session);
    await db.sql`delete from public.outbox`;
    await passes.stopCalendarBefore(db, session, before);
    await passes.cancelBooking(db, made.who, booking_id, false);
    expect(await sentMails()).toEqual([`class_cancelled ${made.email}`, `class_cancelled ${second.email}`]);
    const [mail] = await readCancelledMails();
    expect(mail).toMatchObject({
      credit_returned,
      credit_returns_until,
      by_staff: false,
      passes: [{ credits }],
      left_places: [{ session: { session_id: session } }],
    });
  });

  test('no mail is sent when the cancellation needs a confirmation, is refused or is repeated', async () => {
    const { session, ...made } = await makeHomeWithPass();
    const other = await makeHomeWithPass();
    const { booking_id } = await passes.bookSession(db, made, session);
    await db.sql`delete from public.outbox`;
    await passes.stopCalendarBefore(db, session, '1 hour');
    await refusal(passes.cancelBooking(db, made.who, booking_id, true));
    await refusal(passes.cancelBooking(db, other.who, booking_id, false));
    expect(await sentMails()).toEqual([]);
    const cancel = () => passes.cancelBooking(db, admin, booking_id, false);
    const { won } = await atOnce(db, { table: 'sessions', id: session }, [cancel, cancel, cancel]);
    expect(won).toHaveLength(1);
    expect(await sentMails()).toEqual([`class_cancelled ${made.email}`]);
    expect(await readCancelledMails()).toMatchObject([{ by_staff: true }]);
  });

  test('the mail names the children who still come', async () => {
    const { session, ...made } = await makeHomeWithPass();
    const zoe = await saveChild(db, made.who, { name: 'Zoe', dob: '2017-05-01' });
    await passes.makePass(db, { ...made, childId: zoe.id });
    const { booking_id } = await passes.bookSession(db, made, session);
    await passes.bookSession(db, { ...made, childId: zoe.id }, session);
    await passes.cancelBooking(db, made.who, booking_id);
    expect(await readCancelledMails()).toMatchObject([{ left_places: [{ stays: ['Zoe'] }] }]);
  });
});
