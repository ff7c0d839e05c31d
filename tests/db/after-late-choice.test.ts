import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '../support/sql-after.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import * as shop from '../support/sql-selling.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
async function open(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(database, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await database.sql`
    update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
  return database;
}
beforeAll(async () => void (db = await open()));
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

const pass = (session_id: string | null, offer_id = shop.term.id) => ({ offer_id, session_id });
const spark = (camp_id: string) => ({ offer_id: 'tier-spark', camp_id });
let week = 4;
const camp = (more: object = {}) => camps.makeCamp(db, { start: after.day(7 * week++), ...more });
const free = (database = db, capacity = 4) => after.session(database, after.day(10 + week++), capacity);
const refused = (call: Promise<unknown>) => x.refusal(call);
const choose = (bought: after.Bought, p_choice: unknown, more: object = {}, database = db) =>
  after.manage(database, bought, 'choose_late', { p_choice }, more);

/** Paid after the hold, when somebody else had the seat. */
async function late(
  lines: object[] = [],
  more: { split?: boolean } = {},
  database = db,
  offer = shop.term.id,
) {
  const gone = await after.session(database, after.day(9), 1);
  const bought = await after.buy(database, [pass(gone, offer), ...(lines as { offer_id: string }[])], {
    ...more,
    late: true,
    before: () => shop.hold(database, gone),
  });
  return { gone, bought, line: bought.lines[0] ?? '' };
}
const decisionOf = async (bought: after.Bought, database = db) => {
  const [row] = await database.sql`
    select d.status, d.resolution, o.outcome from public.payment_decisions d join public.orders o on o.id = d.order_id
    where d.order_id = ${bought.orderId} and d.kind = 'paid_late'`;
  return row;
};

test('waits for the parent, who is asked by a link of its own', async () => {
  const { bought } = await late();
  expect(await after.view(db, bought)).toMatchObject({
    must_choose: true,
    lines: [{ status: 'needs_choice' }],
  });
  expect(await decisionOf(bought)).toEqual({ status: 'open', resolution: null, outcome: 'needs_choice' });
  // It opens this choice and nothing else.
  expect(await refused(after.cancel(db, bought, bought.lines, 0))).toMatchObject({ code: 'not_allowed' });
});

describe('another date', () => {
  test('is booked for the same money, and the decision is made', async () => {
    const { bought, line } = await late();
    const to = await free();
    const answer = await choose(bought, { kind: 'move', lines: [{ line_id: line, session_id: to }] });
    expect(answer).toMatchObject({
      must_choose: false,
      outcome: 'enrolled',
      lines: [{ status: 'placed', session: { session_id: to } }],
    });
    expect(await decisionOf(bought)).toEqual({
      status: 'resolved',
      resolution: 'moved',
      outcome: 'enrolled',
    });
    expect(await shop.seatsTaken(db, to)).toBe(1);
    expect(await after.balanceOf(db, line)).toBe(17);
    expect(await after.mailsOf(db, bought.orderId)).toEqual(['paid_late_choice', 'order_moved']);
    expect(await after.broken(db)).toEqual([]);
  });

  test('for all children or none: the second finds no seat, so the first has none either', async () => {
    const { bought } = await late([pass(await free())]);
    const last = await free(db, 1);
    const lines = bought.lines.map((line_id) => ({ line_id, session_id: last }));
    expect(await refused(choose(bought, { kind: 'move', lines }))).toMatchObject({
      code: 'session_full',
      field: 'p_choice.lines[1].session_id',
    });
    expect(await shop.seatsTaken(db, last)).toBe(0);
    expect(await refused(choose(bought, { kind: 'move', lines: lines.slice(0, 1) }))).toMatchObject({
      code: 'invalid_input',
      field: 'p_choice.lines',
    });
    const both = await free();
    const answer = await choose(bought, {
      kind: 'move',
      lines: lines.map((l) => ({ ...l, session_id: both })),
    });
    expect(answer.lines.map(({ status }) => status)).toEqual(['placed', 'placed']);
    expect(await shop.seatsTaken(db, both)).toBe(2);
  });

  test('one by one when the parent had allowed splitting, each once', async () => {
    const kept = await camp();
    const { bought, line } = await late([spark(kept)], { split: true });
    const second = bought.lines[1] ?? '';
    const first = await choose(bought, { kind: 'move', lines: [{ line_id: second, camp_id: kept }] });
    expect(first.lines.map(({ status }) => status)).toEqual(['needs_choice', 'placed']);
    expect(await decisionOf(bought)).toMatchObject({ status: 'open' });
    const link = { token: await linkFor(bought) };
    const again = choose(bought, { kind: 'refund', lines: [{ line_id: second }] }, { access: link });
    expect(await refused(again)).toMatchObject({ code: 'choice_made' });
    await choose(bought, { kind: 'refund', lines: [{ line_id: line }] }, { access: link });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([
      { line, cents: 69700, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await decisionOf(bought)).toEqual({
      status: 'resolved',
      resolution: 'refund',
      outcome: 'enrolled',
    });
    expect(await after.broken(db)).toEqual([]);
  });

  test('not another tier, and not without saying where', async () => {
    const from = await camp({ capacity: 1 });
    const bought = await after.buy(db, [spark(from)], {
      late: true,
      before: () => camps.takePlace(db, from),
    });
    const [line_id = ''] = bought.lines;
    const epic = await camp({ tier: 'epic' });
    for (const [place, code, field] of [
      [{ camp_id: epic }, 'offer_not_available', '.camp_id'],
      [{ camp_id: from }, 'camp_full', '.camp_id'],
      [{}, 'invalid_input', '.camp_id'],
      [{ session_id: await free() }, 'invalid_input', '.camp_id'],
    ] as const) {
      const call = choose(bought, { kind: 'move', lines: [{ line_id, ...place }] });
      expect(await refused(call)).toMatchObject({ code, field: `p_choice.lines[0]${field}` });
    }
  });
});

describe('a credit', () => {
  test('a pass with all its credits and no booking; a camp to be chosen later, in its tier', async () => {
    const kept = await camp();
    const { bought, line, gone } = await late([spark(kept)]);
    const answer = await choose(bought, { kind: 'credit' });
    expect(answer.lines).toMatchObject([
      { status: 'placed', session: null },
      { status: 'credit', camp: null, can: { place: true, cancel: { refund_cents: 49000 } } },
    ]);
    expect(await after.balanceOf(db, line)).toBe(18);
    expect(await shop.seatsTaken(db, gone)).toBe(1);
    expect(await decisionOf(bought)).toMatchObject({ status: 'resolved', resolution: 'credit' });

    const place = (p_line_id: string, p_camp_id: string | null) =>
      after.manage(db, bought, 'place_credit_line', { p_line_id, p_camp_id });
    const second = bought.lines[1] ?? '';
    expect(await refused(place(line, kept))).toMatchObject({ code: 'line_closed' });
    expect(await refused(place(second, null))).toMatchObject({ code: 'invalid_input', field: 'p_camp_id' });
    expect(await refused(place(second, await camp({ tier: 'epic' })))).toMatchObject({
      code: 'offer_not_available',
    });
    const later = await camp({ capacity: 1 });
    const { won, lost } = await x.atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => place(second, later),
      () => place(second, later),
    ]);
    expect([won.length, lost]).toEqual([1, ['line_closed']]);
    expect(won[0]?.lines[1]).toMatchObject({ status: 'placed', camp: { camp_id: later } });
    expect(await after.broken(db)).toEqual([]);
  });
});

describe('a family that gives up what is owed to it', () => {
  const giveUp = async (bought: after.Bought) => {
    const [order] = await db.sql<[{ family_id: string }]>`
      select family_id from public.orders where id = ${bought.orderId}`;
    const call = (more: object) =>
      x.rpc(db, x.service, 'erase_family', { p_family_id: order.family_id, ...more });
    expect(await refused(call({}))).toMatchObject({ code: 'family_owed' });
    await call({ p_give_up: true });
    const lines = await db.sql<{ status: string; worth: number }[]>`
      select l.status, w.worth_cents as worth
      from public.order_lines l cross join lateral private.line_worth(l.id) w
      where l.order_id = ${bought.orderId} and l.sessions is null`;
    expect(await after.broken(db)).toEqual([]);
    return lines.map((line) => ({ ...line }));
  };
  const closed = [{ status: 'cancelled', worth: 0 }];

  test('has nothing to choose any more, and what it paid stays in the books', async () => {
    const { bought } = await late([spark(await camp())]);
    const [family] = await db.sql<[{ id: string }]>`
      insert into public.families (contact_name, contact_email) values ('Mei', 'mei@example.test') returning id`;
    await db.sql`update public.orders set family_id = ${family.id} where id = ${bought.orderId}`;
    expect(await giveUp(bought)).toEqual(closed);
    expect(await decisionOf(bought)).toEqual({ status: 'resolved', resolution: 'ended', outcome: null });
  });

  test('nor a week to be chosen later', async () => {
    const { bought } = await late([spark(await camp())]);
    await choose(bought, { kind: 'credit' });
    expect(await giveUp(bought)).toEqual(closed);
  });
});

describe('the money', () => {
  test('all of it, once, and the children may try out again', async () => {
    const { bought } = await late([], {}, db, shop.tryout.id);
    const answer = await choose(bought, { kind: 'refund' });
    expect(answer).toMatchObject({ outcome: null, lines: [{ status: 'cancelled', can: { cancel: null } }] });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([
      { line: null, cents: 3800, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await after.mailsOf(db, bought.orderId)).toEqual(['paid_late_choice', 'order_cancelled']);
    expect(
      (await after.buy(db, [pass(await after.session(db, after.day(13)), shop.tryout.id)])).lines,
    ).toHaveLength(1);
    await db.sql`delete from public.once_claims`;
  });

  test('a try-out that the child has by now is refused as date and credit, not as refund', async () => {
    const { bought, line } = await late([], {}, db, shop.tryout.id);
    // Another order took it over while this one waited to be paid.
    const other = await after.buy(db, [pass(await free(), shop.term.id)]);
    await db.sql`update public.once_claims set order_id = ${other.orderId}, order_line_id = ${other.lines[0] ?? ''}`;
    const to = await free();
    for (const choice of [{ kind: 'move', lines: [{ line_id: line, session_id: to }] }, { kind: 'credit' }])
      expect(await refused(choose(bought, choice))).toMatchObject({
        code: 'try_out_used',
        field: 'p_choice',
      });
    expect(await shop.seatsTaken(db, to)).toBe(0);
    await choose(bought, { kind: 'refund' });
    await db.sql`delete from public.once_claims`;
  });
});

describe('once only', () => {
  const three = async (database: TestDatabase) => {
    const { bought, line } = await late([], {}, database);
    const to = await free(database);
    const calls = [
      { kind: 'move', lines: [{ line_id: line, session_id: to }] },
      { kind: 'credit' },
      { kind: 'refund' },
      { kind: 'refund' },
    ].map((choice) => () => choose(bought, choice, {}, database));
    return { bought, calls };
  };

  test('four choices at once: the first stands', async () => {
    for (let round = 0; round < 3; round++) {
      const { bought, calls } = await three(db);
      const { won, lost } = await x.atOnce(db, { table: 'orders', id: bought.orderId }, calls);
      expect([won.length, lost]).toEqual([1, Array(3).fill('choice_made')]);
      expect(await after.broken(db)).toEqual([]);
    }
  });

  test('control: without the lock on the order both of two would stand', async () => {
    const control = await open();
    const { calls } = await three(control);
    for (const [name, from, to] of [
      ['manage_order', /\s+for no key update;/g, ';'],
      // What waits is looked up in the declaration, before the gate.
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
      await x.waitForLocked(control, 2);
    });
    expect(((await outcomes) ?? []).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    await control.drop();
  });
});

describe('bad input', () => {
  const one = '00000000-0000-4000-8000-000000000000';
  test.each<[string, unknown, string, string]>([
    ['nothing', null, 'invalid_input', 'p_choice'],
    ['text', 'refund', 'invalid_input', 'p_choice'],
    ['no kind', {}, 'invalid_input', 'p_choice.kind'],
    ['another kind', { kind: 'swap' }, 'invalid_input', 'p_choice.kind'],
    ['a move to nowhere', { kind: 'move' }, 'invalid_input', 'p_choice.lines'],
    ['no lines', { kind: 'refund', lines: [] }, 'invalid_input', 'p_choice.lines'],
    ['lines as object', { kind: 'move', lines: {} }, 'invalid_input', 'p_choice.lines'],
    ['a line as text', { kind: 'move', lines: ['x'] }, 'invalid_input', 'p_choice.lines[0]'],
    ['a line without id', { kind: 'move', lines: [{}] }, 'invalid_input', 'p_choice.lines[0].line_id'],
    [
      'a line twice',
      { kind: 'refund', lines: [{ line_id: one }, { line_id: one }] },
      'invalid_input',
      'p_choice.lines[0].line_id',
    ],
    [
      'another order’s line',
      { kind: 'refund', lines: [{ line_id: one }] },
      'line_not_found',
      'p_choice.lines[0].line_id',
    ],
    [
      'a session in words',
      { kind: 'move', lines: [{ line_id: one, session_id: 'x' }] },
      'invalid_input',
      'p_choice.lines[0].session_id',
    ],
    [
      'two places',
      { kind: 'move', lines: [{ line_id: one, session_id: one, camp_id: one }] },
      'invalid_input',
      'p_choice.lines[0].camp_id',
    ],
  ])('%s', async (_, choice, code, field) => {
    const { bought } = await late();
    expect(await refused(choose(bought, choice))).toMatchObject({ code, field });
    expect(await decisionOf(bought)).toMatchObject({ status: 'open' });
  });

  test('an order that has nothing to choose', async () => {
    const bought = await after.buy(db, [pass(await free())]);
    const call = choose(bought, { kind: 'refund' });
    expect(await refused(call)).toMatchObject({ code: 'not_allowed' });
    const byService = choose(
      bought,
      { kind: 'refund' },
      { access: { order_id: bought.orderId }, who: x.service },
    );
    expect(await refused(byService)).toMatchObject({ code: 'choice_made' });
  });
});

async function linkFor(bought: after.Bought): Promise<string> {
  const [row] = await db.sql<[{ token: string }]>`
    select payload ->> 'choice_token' as token from public.outbox where key = ${`paid_late_choice:${bought.orderId}`}`;
  return row.token;
}
