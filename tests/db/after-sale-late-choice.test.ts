import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, refusal, rpc, service, waitForLocked } from '#support/sql.ts';
import { chooseLate, readDecision, payLate, passLine } from '#support/sql-late-choice.ts';

let db: TestDatabase;
async function openShop(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(database, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await database.sql`
    update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
  return database;
}
beforeAll(async () => void (db = await openShop()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());
const sparkLine = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
let week = 4;
const camp = (more: object = {}) => camps.makeCamp(db, { start: afterSale.dateIn(7 * week++), ...more });
const free = (database = db, capacity = 4) =>
  afterSale.makeSession(database, afterSale.dateIn(10 + week++), capacity);

test('an order that was paid too late waits for the parent’s choice and gets a link for it', async () => {
  const { bought } = await payLate(db);
  expect(await afterSale.viewOrder(db, bought)).toMatchObject({
    must_choose: true,
    lines: [{ status: 'needs_choice' }],
  });
  expect(await readDecision(db, bought)).toEqual({
    status: 'open',
    resolution: null,
    outcome: 'needs_choice',
  });
  // The link opens this choice and nothing else.
  expect(await refusal(afterSale.cancelLines(db, bought, bought.lines, 0))).toMatchObject({
    code: 'not_allowed',
  });
});

describe('choosing another date', () => {
  test('the new date is booked for the same money, and the decision is resolved', async () => {
    const { bought, line } = await payLate(db);
    const to = await free();
    const answer = await chooseLate(db, bought, { kind: 'move', lines: [{ line_id: line, session_id: to }] });
    expect(answer).toMatchObject({
      must_choose: false,
      outcome: 'enrolled',
      lines: [{ status: 'placed', session: { session_id: to } }],
    });
    expect(await readDecision(db, bought)).toEqual({
      status: 'resolved',
      resolution: 'moved',
      outcome: 'enrolled',
    });
    expect(await shop.countSpotsTaken(db, to)).toBe(1);
    expect(await afterSale.countCredits(db, line)).toBe(17);
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['paid_late_choice', 'order_moved']);
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('either all children get a spot or none: if no spot is left for the second, the first gets none either', async () => {
    const soldOut = await afterSale.makeSession(db, afterSale.dateIn(9), 2);
    const { bought } = await payLate(db, [passLine(soldOut)], {}, shop.term.id, soldOut);
    const last = await free(db, 1);
    const lines = bought.lines.map((line_id) => ({ line_id, session_id: last }));
    expect(await refusal(chooseLate(db, bought, { kind: 'move', lines }))).toMatchObject({
      code: 'session_full',
      field: 'p_choice.lines[1].session_id',
    });
    expect(await shop.countSpotsTaken(db, last)).toBe(0);
    expect(await refusal(chooseLate(db, bought, { kind: 'move', lines: lines.slice(0, 1) }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_choice.lines',
    });
    const both = await free();
    const answer = await chooseLate(db, bought, {
      kind: 'move',
      lines: lines.map((l) => ({ ...l, session_id: both })),
    });
    expect(answer.lines.map(({ status }) => status)).toEqual(['placed', 'placed']);
    expect(await shop.countSpotsTaken(db, both)).toBe(2);
  });

  test('a parent who allowed splitting chooses line by line, once per line', async () => {
    const paidCamp = await camp();
    const { bought, line } = await payLate(db, [sparkLine(paidCamp)], { split: true });
    const second = bought.lines[1] ?? '';
    const first = await chooseLate(db, bought, {
      kind: 'move',
      lines: [{ line_id: second, camp_id: paidCamp }],
    });
    expect(first.lines.map(({ status }) => status)).toEqual(['needs_choice', 'placed']);
    expect(await readDecision(db, bought)).toMatchObject({ status: 'open' });
    const link = { token: await linkFor(bought) };
    const again = chooseLate(db, bought, { kind: 'refund', lines: [{ line_id: second }] }, { access: link });
    expect(await refusal(again)).toMatchObject({ code: 'choice_made' });
    await chooseLate(db, bought, { kind: 'refund', lines: [{ line_id: line }] }, { access: link });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([
      { line, cents: 69700, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await readDecision(db, bought)).toEqual({
      status: 'resolved',
      resolution: 'refund',
      outcome: 'enrolled',
    });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a date of another tier is refused, and so is a move of a line that has no spot', async () => {
    const from = await camp({ capacity: 1 });
    const bought = await afterSale.buy(db, [sparkLine(from)], {
      isLate: true,
      beforePayment: () => camps.takeSpot(db, from),
    });
    const [line_id = ''] = bought.lines;
    const epic = await camp({ tier: 'epic' });
    for (const [place, code, field] of [
      [{ camp_id: epic }, 'offer_not_available', '.camp_id'],
      [{ camp_id: from }, 'camp_full', '.camp_id'],
      [{}, 'invalid_input', '.camp_id'],
      [{ session_id: await free() }, 'invalid_input', '.camp_id'],
    ] as const) {
      const call = chooseLate(db, bought, { kind: 'move', lines: [{ line_id, ...place }] });
      expect(await refusal(call)).toMatchObject({ code, field: `p_choice.lines[0]${field}` });
    }
  });
});

describe('choosing a credit', () => {
  test('a pass gets all its credits and no booking, and a camp becomes a credit for a week of its tier', async () => {
    const paidCamp = await camp();
    const { bought, line, soldOut } = await payLate(db, [sparkLine(paidCamp)]);
    const answer = await chooseLate(db, bought, { kind: 'credit' });
    expect(answer.lines).toMatchObject([
      { status: 'placed', session: null },
      { status: 'credit', camp: null, can: { place: true, cancel: { refund_cents: 49000 } } },
    ]);
    expect(await afterSale.countCredits(db, line)).toBe(18);
    expect(await shop.countSpotsTaken(db, soldOut)).toBe(1);
    expect(await readDecision(db, bought)).toMatchObject({ status: 'resolved', resolution: 'credit' });

    const place = (p_line_id: string, p_camp_id: string | null) =>
      afterSale.manage(db, bought, 'place_credit_line', { p_line_id, p_camp_id });
    const second = bought.lines[1] ?? '';
    expect(await refusal(place(line, paidCamp))).toMatchObject({ code: 'line_closed' });
    expect(await refusal(place(second, null))).toMatchObject({ code: 'invalid_input', field: 'p_camp_id' });
    expect(await refusal(place(second, await camp({ tier: 'epic' })))).toMatchObject({
      code: 'offer_not_available',
    });
    const later = await camp({ capacity: 1 });
    const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => place(second, later),
      () => place(second, later),
    ]);
    expect([won.length, lost]).toEqual([1, ['line_closed']]);
    expect(won[0]?.lines[1]).toMatchObject({ status: 'placed', camp: { camp_id: later } });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });
});

describe('erasing a family that gives up what we owe', () => {
  const giveUp = async (bought: afterSale.BoughtOrder) => {
    const [order] = await db.sql<[{ family_id: string }]>`
      select family_id from public.orders where id = ${bought.orderId}`;
    const call = (more: object) =>
      rpc(db, service, 'erase_family', { p_family_id: order.family_id, ...more });
    expect(await refusal(call({}))).toMatchObject({ code: 'family_outstanding' });
    await call({ p_accept_loss: true });
    const lines = await db.sql<{ status: string; worth: number }[]>`
      select l.status, w.balance_cents as worth
      from public.order_lines l cross join lateral private.line_balance(l.id) w
      where l.order_id = ${bought.orderId} and l.sessions is null`;
    expect(await afterSale.findFaults(db)).toEqual([]);
    return lines.map((line) => ({ ...line }));
  };
  const closed = [{ status: 'cancelled', worth: 0 }];

  test('the erased family can no longer choose, and its payment stays in the books', async () => {
    const { bought } = await payLate(db, [sparkLine(await camp())]);
    const [family] = await db.sql<[{ id: string }]>`
      insert into public.families (contact_name, contact_email) values ('Mei', 'mei@example.test') returning id`;
    await db.sql`update public.orders set family_id = ${family.id} where id = ${bought.orderId}`;
    expect(await giveUp(bought)).toEqual(closed);
    expect(await readDecision(db, bought)).toEqual({
      status: 'resolved',
      resolution: 'ended',
      outcome: null,
    });
  });

  test('the erased family can no longer use its credit for a week', async () => {
    const { bought } = await payLate(db, [sparkLine(await camp())]);
    await chooseLate(db, bought, { kind: 'credit' });
    expect(await giveUp(bought)).toEqual(closed);
  });
});

describe('choosing the refund', () => {
  test('the whole payment is refunded once, and the child may book a try-out again', async () => {
    const { bought } = await payLate(db, [], {}, shop.tryout.id);
    const answer = await chooseLate(db, bought, { kind: 'refund' });
    expect(answer).toMatchObject({ outcome: null, lines: [{ status: 'cancelled', can: { cancel: null } }] });
    expect(await afterSale.readRefunds(db, bought.orderId)).toEqual([
      { line: null, cents: 3800, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await afterSale.readMails(db, bought.orderId)).toEqual(['paid_late_choice', 'order_cancelled']);
    expect(
      (
        await afterSale.buy(db, [
          passLine(await afterSale.makeSession(db, afterSale.dateIn(13)), shop.tryout.id),
        ])
      ).lines,
    ).toHaveLength(1);
    await db.sql`delete from public.trial_claims`;
  });

  test('if the child has had a try-out since, another date and a credit are refused, but a refund is made', async () => {
    const { bought, line } = await payLate(db, [], {}, shop.tryout.id);
    // Another order claimed the try-out while this one waited for its payment.
    const other = await afterSale.buy(db, [passLine(await free(), shop.term.id)]);
    await db.sql`update public.trial_claims set order_id = ${other.orderId}, order_line_id = ${other.lines[0] ?? ''}`;
    const to = await free();
    for (const choice of [{ kind: 'move', lines: [{ line_id: line, session_id: to }] }, { kind: 'credit' }])
      expect(await refusal(chooseLate(db, bought, choice))).toMatchObject({
        code: 'try_out_used',
        field: 'p_choice',
      });
    expect(await shop.countSpotsTaken(db, to)).toBe(0);
    await chooseLate(db, bought, { kind: 'refund' });
    await db.sql`delete from public.trial_claims`;
  });
});

describe('a parent chooses only once', () => {
  const chooseThreeTimes = async (database: TestDatabase) => {
    const { bought, line } = await payLate(database);
    const to = await free(database);
    const calls = [
      { kind: 'move', lines: [{ line_id: line, session_id: to }] },
      { kind: 'credit' },
      { kind: 'refund' },
      { kind: 'refund' },
    ].map((choice) => () => chooseLate(database, bought, choice));
    return { bought, calls };
  };

  test('only the first of four parallel choices counts', async () => {
    for (let round = 0; round < 3; round++) {
      const { bought, calls } = await chooseThreeTimes(db);
      const { won, lost } = await atOnce(db, { table: 'orders', id: bought.orderId }, calls);
      expect([won.length, lost]).toEqual([1, Array(3).fill('choice_made')]);
      expect(await afterSale.findFaults(db)).toEqual([]);
    }
  });

  test('control: without the lock on the order, both of two choices count', async () => {
    const control = await openShop();
    const { calls } = await chooseThreeTimes(control);
    for (const [name, from, to] of [
      ['manage_order', /\s+for no key update;/g, ';'],
      // The call reads the lines in its declaration, so the lock is put after the declaration.
      ['chosen_lines', /\nbegin\n/, '\nbegin\n  perform pg_advisory_xact_lock_shared(4711);\n'],
    ] as const) {
      const [row] = await control.sql<[{ body: string }]>`
        select pg_get_functiondef(p.oid) as body from pg_proc p where p.proname = ${name}`;
      expect(row.body.replace(from, to)).not.toBe(row.body);
      await control.sql.unsafe(row.body.replace(from, to));
    }
    let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await control.sql.begin(async (sql) => {
      await sql`select pg_advisory_xact_lock(4711)`;
      outcomes = Promise.allSettled(calls.slice(2).map((call) => call()));
      await waitForLocked(control, 2);
    });
    expect(((await outcomes) ?? []).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await control.drop();
  });
});

async function linkFor(bought: afterSale.BoughtOrder): Promise<string> {
  const [row] = await db.sql<[{ token: string }]>`
    select payload ->> 'choice_token' as token from public.outbox where key = ${`paid_late_choice:${bought.orderId}`}`;
  return row.token;
}
