import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { MovedCredits } from '#contract/family-passes.ts';
import type { Caller } from '#support/database.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { createRandomPick } from '#support/histories/random.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { makeParent, signedIn } from '#support/sql-details.ts';
import * as passes from '#support/sql-passes.ts';
import * as shop from '#support/sql-selling.ts';
import { countAsMissed } from '#support/sql-unused.ts';
import { atOnce, makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
beforeEach(async () => {
  await afterSale.startCalendar(db);
  await afterSale.sellWithRules(db, [{ days_after_purchase: 14, percent: 100 }]);
  await sellWith({ sibling_credits: true, make_ups: 1 });
});
afterAll(() => db.drop());
const sellWith = (rules: Record<string, number | boolean>) =>
  db.sql`update public.offers set details = details || ${db.sql.json(rules)}`;

const move = (who: Caller, passId: string, childId: string, credits: number) =>
  rpc(db, who, 'move_credits', { p_pass_id: passId, p_child_id: childId, p_credits: credits }).then(
    (answer) => v.parse(MovedCredits, answer),
  );

let families = 0;
/** Sells a pass of 18 sessions to a family with an account and a second child. */
async function sellPass(siblingDob = afterSale.birthDate) {
  const bought = await afterSale.buy(db, [{ offer_id: shop.term.id }]);
  const line = bought.lines[0] ?? '';
  const [pass] = await db.sql<[{ id: string; child_id: string; valid_until: string }]>`
    select id, child_id, valid_until::text from public.passes where order_line_id = ${line}`;
  const [sibling] = await db.sql<[{ id: string }]>`
    insert into public.children (family_id, name, dob)
    values (${bought.familyId}, ${`Sibling ${++families}`}, ${siblingDob}) returning id`;
  const email = `family${families}@example.test`;
  const who = await makeParent(db, email);
  await db.sql`update public.profiles set family_id = ${bought.familyId} where email = ${email}`;
  return {
    bought,
    line,
    who,
    pass: pass.id,
    childId: pass.child_id,
    sibling: sibling.id,
    until: pass.valid_until,
  };
}
const readPasses = (line: string) =>
  db.sql<{ child_id: string; credits: number; until: string }[]>`
    select p.child_id, private.credits_left(p.id) as credits, p.valid_until::text as until
    from public.passes p where p.order_line_id = ${line} order by p.created_at`.then((rows) =>
    rows.map((row) => ({ ...row })),
  );
const refundOf = async (bought: afterSale.BoughtOrder) =>
  (await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel?.refund_cents;

describe('credits move to a sibling', () => {
  test('with their end, once, and back', async () => {
    const { who, line, pass, childId, sibling, until } = await sellPass();
    const moved = await move(who, pass, sibling, 5);
    expect(moved).toMatchObject({ credits_left: 13, to_credits_left: 5 });
    expect(await readPasses(line)).toEqual([
      { child_id: childId, credits: 13, until },
      { child_id: sibling, credits: 5, until },
    ]);
    await move(who, pass, sibling, 1);
    await move(who, moved.to_pass_id, childId, 2);
    expect(await readPasses(line)).toMatchObject([{ credits: 14 }, { credits: 4 }]);
    expect(await refusal(move(who, moved.to_pass_id, childId, 5))).toMatchObject({ code: 'no_credit' });
    const session = await shop.makeSession(db);
    expect(await passes.bookSession(db, { who, childId: sibling }, session)).toMatchObject({
      pass_id: moved.to_pass_id,
      credits_left: 3,
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('the refund counts what both have and used, and cancelling takes it from both', async () => {
    const { who, bought, line, pass, sibling } = await sellPass();
    const moved = await move(who, pass, sibling, 5);
    expect(await refundOf(bought)).toBe(69700);
    const session = await shop.makeSession(db);
    const { booking_id } = await passes.bookSession(db, { who, childId: sibling }, session);
    await db.sql`update public.bookings set attended = true where id = ${booking_id}`;
    const ahead = await shop.makeSession(db);
    await passes.bookSession(db, { who, childId: sibling }, ahead);
    // 17 of 18 sessions are unused.
    expect(await refundOf(bought)).toBe(65828);
    await afterSale.cancelLines(db, bought, bought.lines, 65828);
    expect(await readPasses(line)).toMatchObject([{ credits: 0 }, { credits: 0 }]);
    expect(await shop.countSpotsTaken(db, ahead)).toBe(0);
    expect(await refusal(passes.bookSession(db, { who, childId: sibling }, ahead))).toMatchObject({
      code: 'no_credit',
    });
    expect(await refusal(move(who, moved.to_pass_id, sibling, 1))).toMatchObject({ code: 'child_not_found' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a refund of the whole price while nothing was used takes the sibling’s credits, too', async () => {
    await afterSale.sellWithRules(db, [{ hours_before: 24, percent: 100 }]);
    const { who, bought, line, pass, sibling } = await sellPass();
    await move(who, pass, sibling, 18);
    await afterSale.cancelLines(db, bought, bought.lines, 69700);
    expect(await readPasses(line)).toMatchObject([{ credits: 0 }, { credits: 0 }]);
    expect(await afterSale.readRefunds(db, bought.orderId)).toMatchObject([{ cents: 69700 }]);
  });

  test('cancelling and moving at the same time leave either the money or the credits', async () => {
    const { who, bought, line, pass, sibling } = await sellPass();
    await Promise.allSettled([
      move(who, pass, sibling, 5),
      afterSale.cancelLines(db, bought, bought.lines, 69700),
    ]);
    const credits = (await readPasses(line)).reduce((sum, one) => sum + one.credits, 0);
    const refunds = await afterSale.readRefunds(db, bought.orderId);
    expect([refunds.length, credits]).toEqual([1, 0]);
  });

  test('two devices do not move the same credit twice', async () => {
    const { who, line, pass, sibling } = await sellPass();
    const { won, lost } = await atOnce(db, { table: 'passes', id: pass }, [
      () => move(who, pass, sibling, 18),
      () => move(who, pass, sibling, 18),
    ]);
    expect([won.length, lost.length]).toEqual([1, 1]);
    expect(await readPasses(line)).toMatchObject([{ credits: 0 }, { credits: 18 }]);
  });

  test('siblings share the make-ups of the sale', async () => {
    const { who, pass, childId, sibling } = await sellPass();
    await move(who, pass, sibling, 5);
    const missed: string[] = [];
    for (const child of [childId, sibling]) {
      const session = await shop.makeSession(db);
      const { booking_id } = await passes.bookSession(db, { who, childId: child }, session);
      await passes.stopCalendarBefore(db, session, '-1 hour');
      await db.sql`update public.bookings set attended = false where id = ${booking_id}`;
      await afterSale.startCalendar(db);
      missed.push(booking_id);
    }
    await db.sql`update public.bookings set status = 'cancelled', attended = null where id = any (${missed})`;
    await rpc(db, who, 'claim_make_up', { p_booking_id: missed[0] });
    expect(await refusal(rpc(db, who, 'claim_make_up', { p_booking_id: missed[1] }))).toMatchObject({
      code: 'make_ups_used_up',
    });
    await countAsMissed(db, missed.slice(1));
  });
});

describe('credits do not move', () => {
  test('if the terms of the sale do not allow it, whatever is published later', async () => {
    await sellWith({ sibling_credits: false });
    const { who, pass, sibling } = await sellPass();
    await sellWith({ sibling_credits: true });
    expect(await refusal(move(who, pass, sibling, 1))).toMatchObject({ code: 'credits_not_movable' });
  });

  test('to a sibling who is too old, and from a pass that is paused', async () => {
    await sellWith({ max_age: 12, pause_days: 10, pauses: 1 });
    const older = await sellPass(afterSale.dateIn(-15 * 366));
    expect(await refusal(move(older.who, older.pass, older.sibling, 1))).toMatchObject({
      code: 'age_not_allowed',
    });
    const { who, pass, sibling } = await sellPass();
    await rpc(db, who, 'pause_pass', {
      p_pass_id: pass,
      p_first_day: afterSale.dateIn(3),
      p_last_day: afterSale.dateIn(4),
      p_booking_ids: [],
    });
    expect(await refusal(move(who, pass, sibling, 1))).toMatchObject({ code: 'pass_paused' });
  });

  test('to the same child, to another family, or by anybody but the family', async () => {
    const { who, bought, line, pass, childId, sibling } = await sellPass();
    const other = await passes.makeHome(db);
    expect(await refusal(move(who, pass, childId, 1))).toMatchObject({ code: 'child_not_found' });
    expect(await refusal(move(who, pass, other.childId, 1))).toMatchObject({ code: 'child_not_found' });
    expect(await refusal(move(admin, pass, other.childId, 1))).toMatchObject({ code: 'child_not_found' });
    const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
    for (const stranger of [other.who, coach])
      expect(await refusal(move(stranger, pass, sibling, 1))).toMatchObject({ code: 'pass_not_found' });
    expect(await sqlState(move(visitor, pass, sibling, 1))).toBe('42501');
    await db.sql`update public.profiles set family_id = null where family_id = ${bought.familyId}`;
    expect(await refusal(move(who, pass, sibling, 1))).toMatchObject({ code: 'pass_not_found' });
    for (const credits of [0, -3, 1001])
      expect(await refusal(move(admin, pass, sibling, credits))).toMatchObject({ code: 'invalid_input' });
    expect(await readPasses(line)).toMatchObject([{ credits: 18 }]);
  });
});

// The oracle counts only what it did itself: 18 sessions were sold, and each is used, free, booked or refunded.
test.each([1, 2, 3, 4, 5, 6])('no session is lost or doubled in random history %i', async (seed) => {
  const pick = createRandomPick(seed);
  const { who, bought, line, pass, childId, sibling } = await sellPass();
  const children = [childId, sibling];
  const bookings: string[] = [];
  let used = 0;
  for (let step = 0; step < 25; step += 1) {
    const own = await db.sql<{ id: string; child_id: string }[]>`
      select id, child_id from public.passes where order_line_id = ${line} order by id`;
    const from = own[pick(own.length)] ?? { id: pass, child_id: childId };
    const child = children[pick(2)] ?? childId;
    const booking = bookings[pick(Math.max(1, bookings.length))];
    const kind = pick(4);
    try {
      if (kind < 2) await move(who, from.id, child, 1 + pick(6));
      else if (kind === 2 && booking !== undefined) {
        if (pick(2) === 0) await passes.cancelBooking(db, who, booking);
        else {
          await db.sql`update public.bookings set attended = true where id = ${booking}`;
          used += 1;
        }
        bookings.splice(bookings.indexOf(booking), 1);
      } else {
        const session = await shop.makeSession(db);
        bookings.push((await passes.bookSession(db, { who, childId: child }, session)).booking_id);
      }
    } catch (reason) {
      expect((reason as { code?: string }).code).toMatch(/^PT/);
    }
    const free = (await readPasses(line)).reduce((sum, { credits }) => sum + credits, 0);
    expect(free + bookings.length + used).toBe(18);
    expect(await refundOf(bought)).toBe(Math.round((69700 * (18 - used)) / 18));
  }
  await afterSale.cancelLines(db, bought, bought.lines, Math.round((69700 * (18 - used)) / 18));
  expect((await readPasses(line)).every(({ credits }) => credits === 0)).toBe(true);
  const refunds = await afterSale.readRefunds(db, bought.orderId);
  expect(refunds.map(({ cents }) => cents)).toEqual([Math.round((69700 * (18 - used)) / 18)]);
  expect(await afterSale.findFaults(db)).toEqual([]);
});
