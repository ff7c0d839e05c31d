/**
 * Tests classes that a guest books and cancels by the link of an order: who gets a mail, and what its calendar file
 * changes.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PausePreview } from '#contract/family-passes.ts';
import {
  ClassBookedPayload,
  ClassCancelledPayload,
  PassChangedPayload,
} from '#server/mails/pass-payloads.ts';
import { MailOrder, removedEvents } from '#server/mails/order.ts';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { signedIn } from '#support/sql-details.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await afterSale.sellWithRules(db, [{ days_after_purchase: 30, percent: 100 }]);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const payloads = async (template: string) =>
  (
    await db.sql<{ payload: unknown }[]>`
      select payload from public.outbox where template = ${template} order by created_at, key`
  ).map(({ payload }) => payload);
const readBookedMails = async () =>
  (await payloads('class_booked')).map((one) => v.parse(ClassBookedPayload, one));
const readCancelledMails = async () =>
  (await payloads('class_cancelled')).map((one) => v.parse(ClassCancelledPayload, one));
/** Returns the sessions that the mail's calendar file removes. */
async function readCancelledClasses(template: string) {
  const [mail] = (await payloads(template)).map((one) => v.parse(MailOrder, one));
  return mail && removedEvents(mail).map(({ session }) => session?.session_id);
}
async function giveBack(order_id: string, lines: string[]) {
  const [terms] = await db.sql<[{ cents: number }]>`
    select t.refund_cents as cents from private.line_terms(${lines}) t`;
  await rpc(db, admin, 'cancel_lines', {
    p_access: { order_id },
    p_line_ids: lines,
    p_expected_refund_cents: terms.cents,
  });
}
const recipients = async () =>
  (await db.sql<{ recipient: string }[]>`select recipient from public.outbox`).map(
    ({ recipient }) => recipient,
  );

async function buyPass(count = 1) {
  const first = await afterSale.makeSession(db, afterSale.dateIn(10));
  const order = await afterSale.buy(
    db,
    Array.from({ length: count }, () => ({ offer_id: shop.term.id, session_id: first })),
  );
  const access = await afterSale.readLink(db, order.orderId);
  await db.sql`delete from public.outbox`;
  const book = (line: string, p_session_id: string) =>
    rpc(db, visitor, 'book_pass_session', { p_access: access, p_line_id: line, p_session_id });
  const cancel = async (line: string, session: string) => {
    const [booking] = await db.sql<[{ id: string }]>`
      select b.id from public.bookings b join public.credit_ledger k on k.booking_id = b.id
      join public.passes s on s.id = k.pass_id
      where s.order_line_id = ${line} and b.session_id = ${session} and b.status = 'booked'`;
    await rpc(db, visitor, 'cancel_pass_session', {
      p_access: access,
      p_line_id: line,
      p_booking_id: booking.id,
      p_expected_return: true,
    });
  };
  const [number] = await db.sql<[{ number: string }]>`
    select number from public.orders where id = ${order.orderId}`;
  return { ...order, first, book, cancel, number: number.number };
}

test('a guest gets the mail at the order’s address, with a link that opens it and the order’s number for calendars', async () => {
  const { lines, book, cancel, number, orderId } = await buyPass();
  const [line = ''] = lines;
  const more = await afterSale.makeSession(db, afterSale.dateIn(12));
  await book(line, more);
  const [mail] = await readBookedMails();
  expect(await recipients()).toEqual([shop.details.parent.email]);
  expect(mail).toMatchObject({
    by_staff: false,
    classes: [{ order_number: number }],
    passes: [{ credits: 16 }],
  });
  const openOrder = (token: string | undefined) =>
    rpc(db, visitor, 'get_managed_order', { p_access: { token } });
  expect(await openOrder(mail?.manage_tokens[number])).toMatchObject({ order_id: orderId });
  await db.sql`delete from public.outbox`;
  await cancel(line, more);
  const [cancellation] = await readCancelledMails();
  expect(await recipients()).toEqual([shop.details.parent.email]);
  expect(cancellation).toMatchObject({
    credit_returned: true,
    passes: [{ credits: 17 }],
    left_places: [{ number, keeps_appointment: false }],
  });
  expect(await openOrder(cancellation?.manage_token)).toMatchObject({ order_id: orderId });
});

test('two children of one order in one class share a calendar entry, which stays while one of them comes', async () => {
  const { lines, book, cancel } = await buyPass(2);
  const [kai = '', lia = ''] = lines;
  const more = await afterSale.makeSession(db, afterSale.dateIn(12));
  await book(kai, more);
  await book(lia, more);
  await db.sql`delete from public.outbox`;
  await cancel(kai, more);
  await cancel(lia, more);
  expect((await readCancelledMails()).map(({ left_places: [left] }) => left.keeps_appointment)).toEqual([
    true,
    false,
  ]);
});

test('one mail about a pause names every session that it cancelled, and removes them from calendars', async () => {
  const { lines, first, book, number } = await buyPass();
  const more = await afterSale.makeSession(db, afterSale.dateIn(12));
  await book(lines[0] ?? '', more);
  const [pass] = await db.sql<[{ id: string }]>`
    select id from public.passes where order_line_id = ${lines[0] ?? ''}`;
  await db.sql`delete from public.outbox`;
  const days = { p_pass_id: pass.id, p_first_day: afterSale.dateIn(9), p_last_day: afterSale.dateIn(13) };
  const preview = v.parse(PausePreview, await rpc(db, admin, 'preview_pause', days));
  await rpc(db, admin, 'pause_pass', {
    ...days,
    p_booking_ids: preview.bookings.map(({ booking_id }) => booking_id),
    p_note: 'Ill',
  });
  expect(await db.sql`select template from public.outbox`).toEqual([{ template: 'pass_changed' }]);
  const [mail] = (await payloads('pass_changed')).map((one) => v.parse(PassChangedPayload, one));
  expect(mail).toMatchObject({
    kind: 'paused',
    by_staff: true,
    manage_token: expect.any(String) as string,
    passes: [{ credits: 18 }],
    left_places: [first, more].map((session_id) => ({
      number,
      session: { session_id },
      credit_returned: true,
      keeps_appointment: false,
    })),
  });
  expect(JSON.stringify(mail)).not.toContain('Ill');
});

test('a class booked with a credit leaves the calendar when its pass or the class is cancelled', async () => {
  const { lines, first, book, orderId, number } = await buyPass();
  const [more, off] = [
    await afterSale.makeSession(db, afterSale.dateIn(12)),
    await afterSale.makeSession(db, afterSale.dateIn(13)),
  ];
  for (const session of [more, off]) await book(lines[0] ?? '', session);
  const { choice } = await rpc<{ choice: object }>(db, admin, 'preview_cancel_by_staff', {
    p_place_ids: [off],
  });
  await rpc(db, admin, 'cancel_by_staff', {
    p_place_ids: [off],
    p_reason: 'Rain',
    p_refunds: false,
    p_expected: choice,
  });
  expect((await payloads('cancelled_by_us'))[0]).toMatchObject({ cancelled_by_us: [{ numbers: [number] }] });
  // The time changes for a class of the order and for one that was booked with a credit. The mail has one entry for
  // each.
  for (const session of [first, more])
    await db.sql`select private.notify_of_place_change(gen_random_uuid(), ${session}, '{}')`;
  expect(await payloads('place_changed')).toMatchObject([
    { orders: [{ number, comes: true, rides: false }] },
    { orders: [{ number, comes: true, rides: false }] },
  ]);
  await giveBack(orderId, lines);
  expect(await readCancelledClasses('order_cancelled')).toEqual([first, more]);
});

test('a class that has begun stays in the calendar, and a move removes the earlier date', async () => {
  const { lines, first, book, orderId } = await buyPass();
  const [line = ''] = lines;
  const [later, more] = [
    await afterSale.makeSession(db, afterSale.dateIn(12)),
    await afterSale.makeSession(db, afterSale.dateIn(13)),
  ];
  await rpc(db, admin, 'move_line', {
    p_access: { order_id: orderId },
    p_line_id: line,
    p_target: { session_id: later },
    p_expected_difference_cents: 0,
  });
  expect(await readCancelledClasses('order_moved')).toEqual([first]);
  await book(line, more);
  await afterSale.stopBefore(db, later, -60);
  await giveBack(orderId, lines);
  expect(await readCancelledClasses('order_cancelled')).toEqual([more]);
});

test('the calendar numbers are deleted with the family', async () => {
  const { lines, book, cancel, familyId } = await buyPass();
  const more = await afterSale.makeSession(db, afterSale.dateIn(12));
  await book(lines[0] ?? '', more);
  await cancel(lines[0] ?? '', more);
  await db.sql`update public.bookings set status = 'cancelled' where family_id = ${familyId}`;
  await rpc(db, service, 'erase_family', { p_family_id: familyId, p_accept_loss: true });
  const left = await db.sql`
    select payload, recipient from public.outbox where template in ('class_booked', 'class_cancelled')`;
  expect(left).toEqual(Array.from({ length: 2 }, () => ({ payload: {}, recipient: '' })));
});
