import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { atOnce, refusal, rpc, service, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
  await camps.publish(
    db,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 2 })] }),
    camps.tierOffer('ignite'),
  );
  await afterSale.sellWithRules(db);
  await db.sql`
    update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
});
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());

const pass = { offer_id: shop.term.id };
const tryout = { offer_id: shop.tryout.id };
const sparkLine = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
const buySession = async (line: object = pass) => {
  const session_id = await afterSale.makeSession(db, afterSale.dateIn(12));
  return { session_id, bought: await afterSale.buy(db, [{ ...pass, ...line, session_id }]) };
};

describe('the refund rules apply exactly to the second', () => {
  test.each([
    ['48 hours and a second', 48 * 3600 + 1, 69700],
    ['48 hours', 48 * 3600, 69700],
    ['a second less', 48 * 3600 - 1, 34850],
    ['24 hours', 24 * 3600, 34850],
    ['less than the last rule', 24 * 3600 - 1, 0],
    ['one second', 1, 0],
  ])('%s before the start, the parent gets the refund that the page showed', async (_, seconds, cents) => {
    const { bought, session_id } = await buySession();
    await afterSale.stopBefore(db, session_id, seconds);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toMatchObject({
      refund_cents: cents,
    });
    const answer = await afterSale.cancelLines(db, bought, bought.lines, cents);
    expect(answer.lines[0]).toMatchObject({ status: 'cancelled', can: { cancel: null, move: null } });
    expect((await afterSale.readRefunds(db, bought.orderId)).map((refund) => refund.cents)).toEqual(
      cents ? [cents] : [],
    );
    expect(await shop.countSpotsTaken(db, session_id)).toBe(0);
    expect(await afterSale.countCredits(db, bought.lines[0] ?? '')).toBe(0);
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['booking_confirmed', 'order_cancelled']);
  });

  test('a parent cannot cancel a pass whose session has begun, because the session counts as used', async () => {
    const { bought, session_id } = await buySession();
    await afterSale.stopBefore(db, session_id, 0);
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can).toMatchObject({
      cancel: null,
      move: null,
      move_over: null,
      place: false,
    });
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 0))).toMatchObject({
      code: 'pass_used',
      field: 'p_line_ids[0]',
      status: 409,
    });
  });

  test('nobody can cancel a camp that has begun, not even without a refund', async () => {
    const camp = await camps.makeCamp(db, { start: afterSale.dateIn(30) });
    const bought = await afterSale.buy(db, [sparkLine(camp)]);
    await afterSale.stopBefore(db, camp, 0);
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 0))).toMatchObject({
      code: 'too_late',
    });
  });

  test('a refund rule applies at its exact moment, and nothing is refunded when no rule fits', async () => {
    const [row] = await db.sql`
      select private.refund_rule('[]', now(), now() - interval '9 days', null, now()) as none,
        private.refund_rule('[{"hours_before": 0, "percent": 10}]', now(), now(), null, now()) ->> 'percent' as at,
        private.refund_rule('[{"hours_before": 5, "percent": 70}]', null, now(), 14, now()) ->> 'percent' as dateless,
        private.refund_rule('[{"hours_before": 5, "percent": 70}]', null, now(), 15, now()) as endless`;
    // Without a start time, a rule in hours stops applying after 14 days.
    expect(row).toEqual({ none: null, at: '10', dateless: '70', endless: null });
  });

  test('a refund that differs from the one shown is refused with the new amount, and nothing is cancelled', async () => {
    const { bought, session_id } = await buySession();
    await afterSale.stopBefore(db, session_id, 47 * 3600);
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 69700))).toMatchObject({
      code: 'refund_changed',
      detail: '34850',
    });
    expect(await shop.countSpotsTaken(db, session_id)).toBe(1);
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([]);
  });
});

describe('what a cancellation releases and refunds', () => {
  test('a parent can cancel one of two siblings: the spot, rung and rebate are released, and the other sibling stays', async () => {
    const camp = await camps.makeCamp(db, { start: afterSale.dateIn(60), capacity: 2 });
    const bought = await afterSale.buy(db, [sparkLine(camp), sparkLine(camp)]);
    const rungs = async () => (await camps.readRung(db, camp))?.places_left ?? null;
    expect(await rungs()).toBeNull();
    const [first = '', second = ''] = bought.lines;
    const shown = (await afterSale.viewOrder(db, bought)).lines.map(({ can }) => can.cancel?.refund_cents);
    // Once the first child's line is cancelled, the second child has no sibling, so its rebate is taken off the refund.
    expect(shown).toEqual([44000, 44000]);
    await afterSale.cancelLines(db, bought, [second], 44000);
    expect(await rungs()).toBe(1);
    const [row] = await db.sql`
      select private.camp_seats_taken(${camp}, clock_timestamp()) as seats,
        private.camp_lines_taken(${camp}, null, clock_timestamp(), null) as rebates`;
    expect(row).toEqual({ seats: 1, rebates: 0 });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([
      { line: second, cents: 44000, reason: 'cancelled', status: 'requested' },
    ]);
    await afterSale.cancelLines(db, bought, [first], 49000);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('several lines are cancelled together or not at all', async () => {
    const camp = await camps.makeCamp(db, { start: afterSale.dateIn(61) });
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(3));
    const bought = await afterSale.buy(db, [sparkLine(camp), { ...pass, session_id }]);
    await afterSale.stopBefore(db, session_id, 0);
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 49000))).toMatchObject({
      code: 'pass_used',
    });
    expect((await afterSale.viewOrder(db, bought)).lines.map(({ status }) => status)).toEqual([
      'placed',
      'placed',
    ]);
    await afterSale.startCalendar(db);
    await afterSale.cancelLines(db, bought, bought.lines, bought.total);
    expect((await afterSale.readRefunds(db, bought.orderId)).map(({ cents }) => cents)).toEqual([
      49000, 69700,
    ]);
  });

  test('cancelling a pass cancels all its bookings and removes its credits', async () => {
    const { bought, session_id } = await buySession();
    const other = await afterSale.makeSession(db, afterSale.dateIn(27));
    await db.sql`
      select private.book(${other}, p.child_id, p.family_id, p.id) from public.passes p
      where p.order_line_id = ${bought.lines[0] ?? ''}`;
    expect(await afterSale.countCredits(db, bought.lines[0] ?? '')).toBe(16);
    await afterSale.cancelLines(db, bought, bought.lines, 69700);
    expect(await shop.countSpotsTaken(db, session_id)).toBe(0);
    expect(await shop.countSpotsTaken(db, other)).toBe(0);
    expect(await afterSale.countCredits(db, bought.lines[0] ?? '')).toBe(0);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a pass counts as used when the credit of a cancelled booking was not returned', async () => {
    const { bought } = await buySession();
    await db.sql`
      update public.bookings set status = 'cancelled' where family_id = ${bought.familyId}`;
    expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 69700))).toMatchObject({
      code: 'pass_used',
    });
    await db.sql`update public.bookings set status = 'booked' where family_id = ${bought.familyId}`;
  });

  test('a child may buy another try-out after a refund, but not after cancelling too late for a refund', async () => {
    const buyTryout = async () =>
      afterSale.buy(db, [{ ...tryout, session_id: await afterSale.makeSession(db, afterSale.dateIn(13)) }]);
    const first = await buySession(tryout);
    expect(await afterSale.readMails(db, (await buyTryout()).orderId)).toEqual(['order_cancelled']);
    await afterSale.cancelLines(db, first.bought, first.bought.lines, 3800);
    const second = await buyTryout();
    const [place] = await db.sql<[{ session_id: string }]>`
      select session_id from public.order_lines where id = ${second.lines[0] ?? ''}`;
    await afterSale.stopBefore(db, place.session_id, 60);
    await afterSale.cancelLines(db, second, second.lines, 0);
    await afterSale.startCalendar(db);
    expect(await afterSale.readMails(db, (await buyTryout()).orderId)).toEqual(['order_cancelled']);
    await db.sql`delete from public.trial_claims`;
  });

  test('a released spot is offered at once to the first family on the waitlist', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(11), 1);
    const bought = await afterSale.buy(db, [{ ...pass, session_id }]);
    const entry = await waitlists.joinWaitlist(db, { session_id });
    await afterSale.cancelLines(db, bought, bought.lines, 69700);
    expect(await waitlists.viewEntry(db, entry)).toMatchObject({ status: 'offered' });
    expect(await refusal(shop.hold(db, session_id))).toMatchObject({ code: 'session_full' });
  });

  test('an amount that staff refunded earlier is not refunded again', async () => {
    const { bought } = await buySession();
    await rpc(db, service, 'refund_line', {
      p_line_id: bought.lines[0],
      p_cents: 10000,
      p_reason: 'goodwill',
    });
    expect((await afterSale.viewOrder(db, bought)).lines[0]?.can.cancel).toMatchObject({
      refund_cents: 59700,
    });
    await afterSale.cancelLines(db, bought, bought.lines, 59700);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('concurrent calls', () => {
  test('three parallel calls for the same cancellation make one refund, and the other two are refused', async () => {
    const { bought } = await buySession();
    const call = () => afterSale.cancelLines(db, bought, bought.lines, 69700);
    const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [call, call, call]);
    expect([won.length, lost]).toEqual([1, ['line_closed', 'line_closed']]);
    expect((await afterSale.readRefunds(db, bought.orderId)).map(({ cents }) => cents)).toEqual([69700]);
  });

  test('a repeated payment report changes nothing, whether it comes during the cancellation or later', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(20));
    const paid = await shop.openCheckout(db, session_id, shop.term);
    const payment = shop.paymentOf(paid);
    await shop.confirmPayment(db, payment);
    const bought = await afterSale.readBought(db, paid.orderId);
    const { won } = await atOnce<unknown>(db, { table: 'orders', id: paid.orderId }, [
      () => afterSale.cancelLines(db, bought, bought.lines, 69700),
      () => shop.confirmPayment(db, { ...payment, event_id: 'evt_again' }),
    ]);
    expect(won).toHaveLength(2);
    expect(await shop.confirmPayment(db, payment)).toMatchObject({ result: 'already_confirmed' });
    expect(await shop.countSpotsTaken(db, session_id)).toBe(0);
    expect(await afterSale.readRefunds(db, bought.orderId)).toHaveLength(1);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('control: without the locks, both cancellations are refunded', async () => {
    const control = await createDatabase();
    await shop.publish(control);
    await afterSale.sellWithRules(control);
    const session_id = await afterSale.makeSession(control, afterSale.dateIn(20));
    const bought = await afterSale.buy(control, [{ ...pass, session_id }]);
    const sabotaged = ['manage_order', 'lock_places', 'return_lines', 'lock_lines', 'lock_charges'];
    for (const name of [...sabotaged, 'request_line_refund', 'request_refund']) {
      const [row] = await control.sql<[{ body: string }]>`
        select pg_get_functiondef(p.oid) as body from pg_proc p where p.proname = ${name}`;
      // Both calls wait at this lock until both have read the refund. The test removes every other lock and each later
      // check that would refuse the second refund.
      const gate = name === 'return_lines' ? 'perform pg_advisory_xact_lock_shared(4711);' : '';
      await control.sql.unsafe(
        row.body
          .replace(
            /(perform from public\.(passes|payments)[^;]*?) (order by id )?for (?:no key )?update;/g,
            '$1;',
          )
          .replaceAll(/\s+for (?:no key )?update(?=;|\n)/g, '')
          .replaceAll('least(v_unspread_cents, v_charge.left_cents)', 'v_unspread_cents')
          .replace(' or p_cents > v_remaining_cents', '')
          .replace('if v_refund <> p_expected', `${gate} if v_refund <> p_expected`),
      );
    }
    await control.sql`alter table public.credit_ledger disable trigger keep_balance`;
    await control.sql`alter table public.refunds disable trigger keep_refunds_below_charge`;
    await control.sql.unsafe(`
      create or replace function private.allocate_refund(
        p_refund public.refunds, p_line_id uuid, p_cents integer, p_reason text default null)
      returns void language sql set search_path = '' as $$ select $$`);
    await control.sql`drop index public.credit_ledger_returned_once`;
    let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await control.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(4711)`;
      const call = () => afterSale.cancelLines(control, bought, bought.lines, 69700);
      outcomes = Promise.allSettled([call(), call()]);
      await waitForLocked(control, 2);
    });
    await outcomes;
    expect(await afterSale.readRefunds(control, bought.orderId)).toHaveLength(2);
    await control.drop();
  });
});
