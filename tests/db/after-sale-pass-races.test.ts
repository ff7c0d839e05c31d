/** Tests that several people can book with passes by mail links at once, even while others wait for a full session. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, makeUser, refusal, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await afterSale.sellWithRules(db);
});
afterAll(() => db.drop());

const session = (n = 10, capacity?: number) => afterSale.makeSession(db, afterSale.dateIn(n), capacity);

async function buyTerm() {
  const first = await session(10, 20);
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id: first }]);
  return { bought, line: bought.lines[0] ?? '', first };
}
type Term = Awaited<ReturnType<typeof buyTerm>>;
const bookMore = ({ bought, line }: Term, id: string) => afterSale.bookPassSession(db, bought, line, id);
const firstBooking = async ({ bought }: Term) =>
  (await afterSale.viewOrder(db, bought)).lines[0]?.pass?.bookings[0]?.booking_id ?? '';
/** Adjusts a pass to this number of credits. */
const setCredits = (line: string, credits: number) => db.sql`
  insert into public.credit_ledger (pass_id, delta, reason)
  select p.id, ${credits}::integer - private.credits_left(p.id), 'adjusted' from public.passes p where p.order_line_id = ${line}`;

test('when two links and a new hold compete for the last spot, it is booked once', async () => {
  const last = await session(12, 1);
  const [one, two] = [await buyTerm(), await buyTerm()];
  const { won, lost } = await atOnce<unknown>(db, { table: 'sessions', id: last }, [
    () => bookMore(one, last),
    () => bookMore(two, last),
    () => shop.hold(db, last),
  ]);
  expect([won.length, lost]).toEqual([1, ['session_full', 'session_full']]);
  expect(await shop.countSpotsTaken(db, last)).toBe(1);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('when two tabs spend the last credit on two sessions, one session is booked', async () => {
  const term = await buyTerm();
  await setCredits(term.line, 1);
  const sessions = [await session(13), await session(14)];
  const { won, lost } = await atOnce(
    db,
    { table: 'orders', id: term.bought.orderId },
    sessions.map((id) => () => bookMore(term, id)),
  );
  expect([won.length, lost]).toEqual([1, ['no_credit']]);
  expect(await afterSale.countCredits(db, term.line)).toBe(0);
  expect(await afterSale.findPassSessions(db, term.bought, term.line)).toEqual([]);
});

test('when two tabs cancel the same session, one credit returns', async () => {
  const term = await buyTerm();
  const booking = await firstBooking(term);
  const cancel = () => afterSale.cancelBooking(db, term.bought, term.line, booking);
  const { won, lost } = await atOnce(db, { table: 'orders', id: term.bought.orderId }, [cancel, cancel]);
  expect([won.length, lost]).toEqual([1, ['booking_closed']]);
  expect(await afterSale.countCredits(db, term.line)).toBe(18);
});

test('booking a session and cancelling the whole pass at the same time loses no money', async () => {
  const term = await buyTerm();
  const more = await session(15);
  const { won, lost } = await atOnce<unknown>(db, { table: 'orders', id: term.bought.orderId }, [
    () => bookMore(term, more),
    () => afterSale.cancelLines(db, term.bought, [term.line], 69700),
  ]);
  expect(won.length + lost.length).toBe(2);
  expect(lost.filter((code) => code !== 'line_closed')).toEqual([]);
  expect([await shop.countSpotsTaken(db, more), await afterSale.countCredits(db, term.line)]).toEqual([0, 0]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('two children who take each other’s spots cause no deadlock', async () => {
  const [a, b] = [await session(16), await session(17)];
  const [one, two] = [await buyTerm(), await buyTerm()];
  const first = (await bookMore(one, a)).lines[0]?.pass?.bookings.at(-1)?.booking_id ?? '';
  const second = (await bookMore(two, b)).lines[0]?.pass?.bookings.at(-1)?.booking_id ?? '';
  await Promise.all([
    afterSale.cancelBooking(db, one.bought, one.line, first),
    bookMore(two, a),
    afterSale.cancelBooking(db, two.bought, two.line, second),
    bookMore(one, b),
  ]);
  expect([await shop.countSpotsTaken(db, a), await shop.countSpotsTaken(db, b)]).toEqual([1, 1]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

/** Kai joins the waitlist of a full session as a guest, with the address of the order or with another one. */
async function wait(id: string, email: string, name = 'Kai Tan') {
  return waitlists.joinAs(db, visitor, {
    session_id: id,
    offer_id: shop.term.id,
    parent: { name: 'Mei Tan', email, phone: '+6591234567' },
    children: [{ name, dob: afterSale.birthDate }],
  });
}
const spots = async ({ bought, line }: Term, id: string) =>
  (await afterSale.findPassSessions(db, bought, line)).find((one) => one.session.session_id === id)
    ?.spots_left;

test('a released spot is offered to the waitlist, and a link mailed to the same address books it for its child', async () => {
  const full = await session(18, 1);
  const [has, waiting, other] = [await buyTerm(), await buyTerm(), await buyTerm()];
  const booked = await bookMore(has, full);
  const entry = await wait(full, shop.details.parent.email);
  await db.sql`update public.children set name = 'Una Tan' where family_id = ${other.bought.familyId}`;
  expect(await spots(waiting, full)).toBe(0);
  const booking = booked.lines[0]?.pass?.bookings.at(-1)?.booking_id ?? '';
  await afterSale.cancelBooking(db, has.bought, has.line, booking);
  expect((await waitlists.viewEntry(db, entry)).status).toBe('offered');
  expect([await spots(waiting, full), await spots(other, full)]).toEqual([1, 0]);
  expect(await refusal(bookMore(other, full))).toMatchObject({ code: 'session_full' });
  await bookMore(waiting, full);
  expect((await waitlists.viewEntry(db, entry)).status).toBe('enrolled');
  expect(await shop.countSpotsTaken(db, full)).toBe(1);
  expect(await afterSale.findFaults(db)).toEqual([]);
});

test('a link of another address cannot take the offer, nor can a family that only typed that address', async () => {
  const full = await session(19, 1);
  const [has, typed] = [await buyTerm(), await buyTerm()];
  const booked = await bookMore(has, full);
  const entry = await wait(full, 'somebody-else@example.test');
  await afterSale.cancelBooking(
    db,
    has.bought,
    has.line,
    booked.lines[0]?.pass?.bookings.at(-1)?.booking_id ?? '',
  );
  expect(await refusal(bookMore(typed, full))).toMatchObject({ code: 'session_full' });

  // The parent is signed in, but nobody has verified the address of the order.
  await db.sql`update public.orders set parent_email = 'somebody-else@example.test' where id = ${typed.bought.orderId}`;
  const parent = await makeUser(db, 'typed@example.test');
  await db.sql`update public.profiles set family_id = ${typed.bought.familyId} where id = ${parent}`;
  const call = afterSale.manage(
    db,
    typed.bought,
    'book_pass_session',
    { p_line_id: typed.line, p_session_id: full },
    { access: { order_id: typed.bought.orderId }, who: { role: 'authenticated', sub: parent } },
  );
  expect(await refusal(call)).toMatchObject({ code: 'session_full' });
  expect((await waitlists.viewEntry(db, entry)).status).toBe('offered');
});
