import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as after from '../support/sql-after.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import * as camps from '../support/sql-camps.ts';
import * as shop from '../support/sql-selling.ts';
import * as waitlists from '../support/sql-waitlists.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
async function open(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(
    database,
    camps.tierOffer('spark', { rungs: [camps.rung('first', 49000, { places: 1 })] }),
    camps.tierOffer('ignite', { rungs: [camps.rung('first', 69000, { places: 1 })] }),
    camps.tierOffer('epic', { rungs: [camps.rung('first', 99000)], min_age: 10 }),
  );
  await after.sellWithRules(database);
  return database;
}
beforeAll(async () => void (db = await open()));
beforeEach(() => after.startCalendar(db));
afterAll(() => db.drop());

let week = 4;
const camp = (more: object = {}, database = db) =>
  camps.makeCamp(database, { start: after.day(7 * week++), ...more });
const spark = (camp_id: string, transport?: string) => ({
  offer_id: 'tier-spark',
  camp_id,
  ...(transport && { transport }),
});
const seats = async (id: string, database = db) =>
  (await database.sql<[{ n: number }]>`select private.camp_seats_taken(${id}, clock_timestamp()) as n`)[0].n;
const resultOf = async (payment: shop.Payment) => (await shop.confirm(db, payment)).result;
/** What was refunded of each charge, the newest charge first. */
const refundedOf = (database: TestDatabase, line: string) =>
  database.sql<{ cents: number; reason: string }[]>`
    select r.amount_cents as cents, r.reason from public.refunds r join public.payments p on p.id = r.payment_id
    where r.order_line_id = ${line} order by p.created_at desc`.then((rows) =>
    rows.map((row) => ({ ...row })),
  );

/** A family on a spark camp, and a dearer camp. */
async function family(more: { transport?: string } = {}) {
  const [from, to] = [await camp(), await camp({ tier: 'ignite' })];
  const bought = await after.buy(db, [spark(from, more.transport)]);
  return { from, to, bought, line: bought.lines[0] ?? '' };
}
/** The move is held and about to be paid. */
async function moving() {
  const start = await family();
  const order = await after.holdMove(db, start.bought, start.line, { camp_id: start.to });
  return { ...start, order, payment: await after.goToPayMove(db, order) };
}
/** The move is paid. */
async function moved() {
  const start = await moving();
  expect(await resultOf(start.payment)).toBe('confirmed');
  return { ...start, now: await after.boughtOf(db, start.payment.order_id ?? '') };
}

test('a bank that refuses the difference afterwards: told, with the link to the booking that stays', async () => {
  const { from, bought, payment } = await moving();
  await x.rpc(db, x.service, 'lapse_checkout', { p_session_id: payment.session_id, p_refused: true });
  const [mail] = await db.sql<{ payload: { manage_token: string; total_cents: number } }[]>`
    select payload from public.outbox where key = ${`payment_failed:${payment.order_id ?? ''}`}`;
  expect(mail?.payload.total_cents).toBe(20000);
  expect(
    await x.rpc(db, x.visitor, 'get_managed_order', { p_access: { token: mail?.payload.manage_token } }),
  ).toMatchObject({ order_id: bought.orderId, lines: [{ status: 'placed', camp: { camp_id: from } }] });
});

describe('a place that costs more', () => {
  test('costs the difference that the move names, and is held beside the old one', async () => {
    const { from, to, bought, line } = await family({ transport: 'door-to-door' });
    const refused = await x.refusal(after.move(db, bought, line, { camp_id: to }));
    expect(refused).toMatchObject({ code: 'move_costs_more', detail: '20000' });
    const order = await after.holdMove(db, bought, line, { camp_id: to });
    expect(order).toMatchObject({
      status: 'held',
      total_cents: 20000,
      price_changed: false,
      parent_name: 'Mei Tan',
      lines: [
        {
          offer_id: 'tier-ignite',
          price_cents: 69000,
          transport_cents: 6000,
          carried_cents: 55000,
          total_cents: 20000,
          rung_id: 'first',
          child_name: 'Kai Tan',
          camp: { camp_id: to },
          moved_from: { camp_id: from },
        },
      ],
    });
    expect([await seats(from), await seats(to)]).toEqual([1, 1]);
    expect((await camps.rungOf(db, to))?.rung_id).toBe('listed');
    expect(await x.rpc(db, x.visitor, 'get_order', { p_secret: order.secret })).toMatchObject({
      total_cents: 20000,
    });
    expect(await after.broken(db)).toEqual([]);
  });

  test('paid, it is the family’s, and the old one is free, with nothing refunded', async () => {
    const { from, to, bought, line, now, payment } = await moved();
    expect([await seats(from), await seats(to)]).toEqual([0, 1]);
    expect((await camps.rungOf(db, from))?.rung_id).toBe('first');
    expect(now).toMatchObject({ familyId: bought.familyId, total: 20000 });
    expect(await after.refundsOf(db, bought.orderId)).toEqual([]);
    expect(await after.mailsOf(db, now.orderId)).toEqual(['booking_confirmed']);
    const old = await after.view(db, bought);
    expect(old.lines[0]).toMatchObject({
      status: 'cancelled',
      can: { cancel: null, move: null, place: false },
    });
    const [child] = await db.sql`
      select e.child_id = (select child_id from public.order_children where order_id = ${bought.orderId}) as same
      from public.camp_enrollments e where e.order_line_id = ${now.lines[0] ?? ''}`;
    expect(child?.['same']).toBe(true);
    expect(await shop.confirm(db, payment)).toMatchObject({ result: 'already_confirmed' });
    expect(await after.broken(db)).toEqual([]);
    const refund = { p_line_id: line, p_cents: 1, p_reason: 'goodwill' };
    expect(await x.refusal(x.rpc(db, x.service, 'refund_line', refund))).toMatchObject({
      code: 'refund_too_much',
      detail: '0',
    });
  });

  test('of the same tier only a dearer transport costs, at the price that was paid', async () => {
    const [from, to] = [await camp(), await camp()];
    await camps.takePlace(db, to, { rung: 'first' });
    const bought = await after.buy(db, [spark(from)]);
    const target = { camp_id: to, transport: 'door-to-door' };
    const order = await after.holdMove(db, bought, bought.lines[0] ?? '', target);
    expect(order.lines[0]).toMatchObject({ price_cents: 49000, carried_cents: 49000, rung_id: 'listed' });
    expect(order.total_cents).toBe(6000);
    expect(await resultOf(await after.goToPayMove(db, order))).toBe('confirmed');
    expect(await after.broken(db)).toEqual([]);
  });

  test('the one who waited for the old place is offered it', async () => {
    const [from, to] = [await camp({ capacity: 1 }), await camp({ tier: 'ignite' })];
    const bought = await after.buy(db, [spark(from)]);
    const entry = await waitlists.join(db, { camp_id: from });
    const order = await after.holdMove(db, bought, bought.lines[0] ?? '', { camp_id: to });
    await shop.confirm(db, await after.goToPayMove(db, order));
    expect((await waitlists.look(db, entry)).status).toBe('offered');
    expect(await after.broken(db)).toEqual([]);
  });

  test('not where it cannot be, nor what costs nothing more', async () => {
    const { from, to, bought, line } = await family();
    const full = await camp({ tier: 'ignite', capacity: 1 });
    await camps.takePlace(db, full);
    for (const [target, code, field] of [
      [{ camp_id: full }, 'camp_full', 'p_target.camp_id'],
      [{ camp_id: crypto.randomUUID() }, 'camp_not_found', 'p_target.camp_id'],
      [{ camp_id: await camp({ tier: 'ignite', active: false }) }, 'camp_not_found', 'p_target.camp_id'],
      [{ camp_id: await camp({ tier: 'epic' }) }, 'age_not_allowed', 'p_target.child'],
      [{ camp_id: from, transport: 'shuttle' }, 'already_booked', 'p_target.child'],
      [{ camp_id: to, transport: 'balloon' }, 'transport_not_available', 'p_target.transport'],
      [{ camp_id: await camp() }, 'refund_changed', 'p_target'],
      [{ session_id: crypto.randomUUID() }, 'invalid_input', 'p_target.camp_id'],
      [{ camp_id: 7 }, 'invalid_input', 'p_target.camp_id'],
      ['x', 'invalid_input', 'p_target'],
    ] as const) {
      const call = after.holdMove(db, bought, line, target as object);
      expect(await x.refusal(call), code).toMatchObject({ code, field });
    }
    const young = after.holdMove(db, bought, line, { camp_id: await camp({ tier: 'epic' }) });
    const { detail } = await x.refusal(young);
    expect(JSON.parse(detail ?? '')).toMatchObject({ min_age: 10, max_age: 12 });
    expect(await seats(from)).toBe(1);
    await after.stopBefore(db, from, 86399);
    expect(await x.refusal(after.holdMove(db, bought, line, { camp_id: to }))).toMatchObject({
      code: 'too_late',
    });
  });

  test('a pass has no dearer place', async () => {
    const bought = await after.buy(db, [
      { offer_id: shop.term.id, session_id: await after.session(db, after.day(9)) },
    ]);
    const call = after.holdMove(db, bought, bought.lines[0] ?? '', { camp_id: await camp() });
    expect(await x.refusal(call)).toMatchObject({ code: 'line_closed', field: 'p_line_id' });
  });

  test('only for who may: another order’s line, no link, a link that is over, another family', async () => {
    const [mine, other] = [await family(), await family()];
    const target = { camp_id: mine.to };
    expect(await x.refusal(after.holdMove(db, mine.bought, other.line, target))).toMatchObject({
      code: 'line_not_found',
    });
    const guessed = after.holdMove(db, mine.bought, mine.line, target, { access: { token: 'guess' } });
    expect(await x.refusal(guessed)).toMatchObject({ code: 'link_not_found' });
    const byId = { access: { order_id: mine.bought.orderId } };
    expect(await x.refusal(after.holdMove(db, mine.bought, mine.line, target, byId))).toMatchObject({
      code: 'not_allowed',
    });
    const sub = await x.makeUser(db, 'stranger@example.test');
    const stranger = { role: 'authenticated', sub } as const;
    const asStranger = after.holdMove(db, mine.bought, mine.line, target, { ...byId, who: stranger });
    expect(await x.refusal(asStranger)).toMatchObject({ code: 'order_not_found' });
    await db.sql`update public.order_links set expires_at = clock_timestamp() where order_id = ${mine.bought.orderId}`;
    expect(await x.refusal(after.holdMove(db, mine.bought, mine.line, target))).toMatchObject({
      code: 'link_expired',
    });
    expect(await seats(mine.to)).toBe(0);
  });
});

describe('before it is paid', () => {
  test('the same target again is the same order, another one lets go of the first', async () => {
    const { to, bought, line } = await family();
    const first = await after.holdMove(db, bought, line, { camp_id: to });
    expect((await after.holdMove(db, bought, line, { camp_id: to })).secret).toBe(first.secret);
    const other = await camp({ tier: 'ignite' });
    const second = await after.holdMove(db, bought, line, { camp_id: other });
    expect(second.secret).not.toBe(first.secret);
    expect([await seats(to), await seats(other)]).toEqual([0, 1]);
  });

  test('two tabs at once: one order', async () => {
    const { to, bought, line } = await family();
    const { won } = await x.atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => after.holdMove(db, bought, line, { camp_id: to }),
      () => after.holdMove(db, bought, line, { camp_id: to }),
    ]);
    expect(new Set(won.map(({ secret }) => secret)).size).toBe(1);
    expect(await seats(to)).toBe(1);
  });

  test('the last place is one family’s', async () => {
    const last = await camp({ tier: 'ignite', capacity: 1 });
    const [one, two] = [await family(), await family()];
    const { won, lost } = await x.atOnce(
      db,
      { table: 'camp_weeks', id: last },
      [one, two].map(
        ({ bought, line }) =>
          () =>
            after.holdMove(db, bought, line, { camp_id: last }),
      ),
    );
    expect([won.length, lost]).toEqual([1, ['camp_full']]);
    expect(await seats(last)).toBe(1);
  });

  test('a hold that lapses leaves all as it was', async () => {
    const { from, to, order, bought } = await moving();
    await shop.lapse(db, order.secret);
    await x.rpc(db, x.service, 'release_lapsed_holds', {});
    expect([await seats(from), await seats(to)]).toEqual([1, 0]);
    expect((await after.view(db, bought)).lines[0]?.can.move).not.toBeNull();
    expect(await after.broken(db)).toEqual([]);
  });

  test('the details may be typed again, and cannot be left out of any other order', async () => {
    const { bought, line, to } = await family();
    const order = await after.holdMove(db, bought, line, { camp_id: to });
    const typed = { ...shop.details, children: [{ allergies: 'nuts' }] };
    expect(await shop.settle(db, order, typed)).toMatchObject({ total_cents: 20000 });
    const plain = await shop.hold(db, await after.session(db, after.day(12)));
    expect(await x.refusal(shop.settle(db, plain, null))).toMatchObject({
      code: 'invalid_input',
      field: 'details',
    });
  });

  test('a dearer tier meanwhile is asked for again', async () => {
    const control = await open();
    const [from, to] = [await camp({}, control), await camp({ tier: 'ignite' }, control)];
    const bought = await after.buy(control, [spark(from)]);
    const order = await after.holdMove(control, bought, bought.lines[0] ?? '', { camp_id: to });
    await control.sql`update public.offers set details = details || '{"rungs": []}' where id = 'tier-ignite'`;
    expect(await x.refusal(shop.settle(control, order, null))).toMatchObject({
      code: 'price_changed',
      detail: '40000',
    });
    await control.drop();
  });

  test('what is cancelled meanwhile is not carried over', async () => {
    const { order, bought } = await moving();
    await after.cancel(db, bought, bought.lines, 49000);
    expect(await x.refusal(shop.settle(db, order, null))).toMatchObject({
      code: 'line_closed',
      field: 'lines[0]',
    });
  });
});

describe('while it is being paid', () => {
  /** The money goes back whole, and the family is told. */
  async function paidBack({ payment, to, order }: Awaited<ReturnType<typeof moving>>) {
    expect(await resultOf(payment)).toBe('needs_choice');
    expect(await after.refundsOf(db, payment.order_id ?? '')).toEqual([
      { line: null, cents: 20000, reason: 'paid_late', status: 'requested' },
    ]);
    expect(await after.mailsOf(db, payment.order_id ?? '')).toEqual(['order_cancelled']);
    const view = await x.rpc(db, x.visitor, 'get_order', { p_secret: order.secret });
    expect(view).toMatchObject({ status: 'paid_late', outcome: null, lines: [{ status: 'cancelled' }] });
    expect(await shop.confirm(db, payment)).toMatchObject({ result: 'needs_choice' });
    expect(await seats(to)).toBe(0);
    expect(await after.broken(db)).toEqual([]);
  }

  test('the old place is cancelled', async () => {
    const start = await moving();
    await after.cancel(db, start.bought, start.bought.lines, 49000);
    await paidBack(start);
    expect(await after.refundsOf(db, start.bought.orderId)).toMatchObject([{ cents: 49000 }]);
  });

  test('the old place is called off and paid back by staff', async () => {
    const start = await moving();
    await x.rpc(db, x.service, 'cancel_camp', { p_camp_id: start.from, p_reason: 'flood' });
    await x.rpc(db, x.service, 'resolve_called_off', { p_line_id: start.line, p_choice: { kind: 'refund' } });
    await paidBack(start);
  });

  test('the old place is called off: the move stands', async () => {
    const { from, payment } = await moving();
    await x.rpc(db, x.service, 'cancel_camp', { p_camp_id: from, p_reason: 'flood' });
    expect(await resultOf(payment)).toBe('confirmed');
    expect(await after.broken(db)).toEqual([]);
  });

  test('the new camp is called off: the money goes back', async () => {
    const start = await moving();
    await x.rpc(db, x.service, 'cancel_camp', { p_camp_id: start.to, p_reason: 'flood' });
    await paidBack(start);
    expect(await seats(start.from)).toBe(1);
  });

  test('the old place begins', async () => {
    const start = await moving();
    await after.stopBefore(db, start.from, 0);
    await paidBack(start);
  });

  test('too late, and the place is there: moved', async () => {
    const { order, payment, from, to } = await moving();
    await shop.lapse(db, order.secret);
    await x.rpc(db, x.service, 'release_lapsed_holds', {});
    expect(await resultOf(payment)).toBe('reseated');
    expect([await seats(from), await seats(to)]).toEqual([0, 1]);
    expect(await after.broken(db)).toEqual([]);
  });

  test('too late, and the place is gone: paid back, and the old one stays', async () => {
    const from = await camp();
    const to = await camp({ tier: 'ignite', capacity: 1 });
    const bought = await after.buy(db, [spark(from)]);
    const order = await after.holdMove(db, bought, bought.lines[0] ?? '', { camp_id: to });
    const payment = await after.goToPayMove(db, order);
    await shop.lapse(db, order.secret);
    const taken = await after.buy(db, [{ offer_id: 'tier-ignite', camp_id: to }]);
    expect(await resultOf(payment)).toBe('needs_choice');
    expect([await seats(from), await seats(to)]).toEqual([1, 1]);
    expect((await after.view(db, taken)).lines[0]?.status).toBe('placed');
    expect((await after.view(db, bought)).lines[0]?.can.cancel).toEqual({ refund_cents: 49000 });
    expect(await after.broken(db)).toEqual([]);
  });

  test('two moves of one place are paid: the first stands, the second is paid back', async () => {
    const { bought, line, to, payment } = await moving();
    const other = await camp({ tier: 'ignite' });
    const second = await after.goToPayMove(db, await after.holdMove(db, bought, line, { camp_id: other }));
    const { won } = await x.atOnce(db, { table: 'orders', id: bought.orderId }, [
      () => shop.confirm(db, payment),
      () => shop.confirm(db, second),
    ]);
    expect(won.map(({ result }) => result).toSorted()).toEqual(['confirmed', 'needs_choice']);
    expect((await seats(to)) + (await seats(other))).toBe(1);
    expect(await after.broken(db)).toEqual([]);
  });

  test('cancelled and paid at the same moment: one of the two, and no cent lost', async () => {
    for (let round = 0; round < 3; round++) {
      const { bought, payment, from } = await moving();
      await x.atOnce<unknown>(db, { table: 'camp_weeks', id: from }, [
        () => after.cancel(db, bought, bought.lines, 49000),
        () => shop.confirm(db, payment),
      ]);
      expect(await seats(from)).toBe(0);
      expect(await after.broken(db)).toEqual([]);
    }
  });

  test('control: without the look at what is carried over both moves stand', async () => {
    const control = await open();
    await control.sql.unsafe(`
      create or replace function private.can_carry(p_order_id uuid) returns boolean
      language sql set search_path = '' as 'select true'`);
    const tos = [await camp({ tier: 'ignite' }, control), await camp({ tier: 'ignite' }, control)];
    const bought = await after.buy(control, [spark(await camp({}, control))]);
    const [line = ''] = bought.lines;
    for (const camp_id of tos) {
      const order = await after.holdMove(control, bought, line, { camp_id });
      await shop.confirm(control, await after.goToPayMove(control, order));
      // As if both had been held before either was paid.
      await control.sql`
        update public.order_lines set status = 'placed', moved_to_line_id = null where id = ${line}`;
    }
    expect((await after.broken(control)).join()).toContain('carried_without_giving_up');
    await control.drop();
  });
});

describe('given back later', () => {
  test('the difference first, then what was carried over, each from its own charge', async () => {
    const { now } = await moved();
    expect((await after.view(db, now)).lines[0]?.can.cancel).toEqual({ refund_cents: 69000 });
    const answer = await after.cancel(db, now, now.lines, 69000);
    expect(await refundedOf(db, now.lines[0] ?? '')).toEqual([
      { cents: 20000, reason: 'cancelled' },
      { cents: 49000, reason: 'cancelled' },
    ]);
    expect(answer.refunds.map(({ amount_cents }) => amount_cents).toSorted()).toEqual([20000, 49000]);
    expect(await after.broken(db)).toEqual([]);
  });

  test('by the rules of the place that it was: moving further away wins nothing', async () => {
    const { from, bought, line, to } = await family();
    await after.stopBefore(db, from, 30 * 3600);
    const order = await after.holdMove(db, bought, line, { camp_id: to });
    const payment = await after.goToPayMove(db, order);
    await shop.confirm(db, payment);
    const now = await after.boughtOf(db, payment.order_id ?? '');
    expect((await after.view(db, now)).lines[0]?.can.cancel).toEqual({ refund_cents: 34500 });
    await after.cancel(db, now, now.lines, 34500);
    expect(await refundedOf(db, now.lines[0] ?? '')).toMatchObject([{ cents: 20000 }, { cents: 14500 }]);
  });

  test('not a sibling’s money, who stays in the first order', async () => {
    const [from, to] = [await camp(), await camp({ tier: 'ignite' })];
    const bought = await after.buy(db, [spark(from), spark(from)]);
    const [line = '', sibling = ''] = bought.lines;
    const [row] = await db.sql<[{ first: number; second: number }]>`
      select max(total_cents) filter (where position = 0) as first, max(total_cents) filter (where position = 1) as second
      from public.order_lines where order_id = ${bought.orderId}`;
    const order = await after.holdMove(db, bought, line, { camp_id: to });
    const payment = await after.goToPayMove(db, order);
    await shop.confirm(db, payment);
    const now = await after.boughtOf(db, payment.order_id ?? '');
    const [charge] = await db.sql<[{ id: string }]>`
      select id from public.payments where order_id = ${bought.orderId}`;
    // Both need the first order's charge, and neither waits for the other's order. First the sibling:
    // the other way round the rebate would be taken off what the first gets back.
    const { lost } = await x.atOnce<unknown>(db, { table: 'payments', id: charge.id }, [
      () => after.cancel(db, bought, [sibling], row.second),
      () => after.cancel(db, now, now.lines, row.first + order.total_cents),
    ]);
    expect(lost).toEqual([]);
    const left = await db.sql<{ n: number }[]>`
      select private.left_of_payment(id) as n from public.payments where order_id in (${bought.orderId}, ${now.orderId})`;
    expect(left.map(({ n }) => n)).toEqual([0, 0]);
    expect(await after.broken(db)).toEqual([]);
  });

  test('moved on: cheaper gives back, dearer again is carried again, and all of it comes back once', async () => {
    const { now } = await moved();
    const [line = ''] = now.lines;
    const cheaper = await camp();
    const answer = await after.move(db, now, line, { camp_id: cheaper }, -20000);
    expect(answer.lines[0]).toMatchObject({ camp: { camp_id: cheaper }, carried_cents: 49000 });
    const target = { camp_id: await camp({ tier: 'ignite' }), transport: 'door-to-door' };
    const order = await after.holdMove(db, now, line, target);
    expect(order.lines[0]?.carried_cents).toBe(49000);
    const payment = await after.goToPayMove(db, order);
    await shop.confirm(db, payment);
    const last = await after.boughtOf(db, payment.order_id ?? '');
    const paid = 49000 + order.total_cents;
    await after.cancel(db, last, last.lines, paid);
    const [sum] = await db.sql<[{ paid: number; back: number }]>`
      select sum(p.amount_cents)::integer as paid, sum(p.amount_cents - private.left_of_payment(p.id))::integer as back
      from public.payments p join public.orders o on o.id = p.order_id where o.family_id = ${now.familyId}`;
    expect(sum.back).toBe(sum.paid);
    expect(await after.broken(db)).toEqual([]);
  });

  test('goodwill before the move is not given back twice', async () => {
    const start = await family();
    await x.rpc(db, x.service, 'refund_line', { p_line_id: start.line, p_cents: 5000, p_reason: 'goodwill' });
    const order = await after.holdMove(db, start.bought, start.line, { camp_id: start.to });
    const payment = await after.goToPayMove(db, order);
    await shop.confirm(db, payment);
    const now = await after.boughtOf(db, payment.order_id ?? '');
    expect((await after.view(db, now)).lines[0]?.can.cancel).toEqual({ refund_cents: 64000 });
    await after.cancel(db, now, now.lines, 64000);
    expect(await after.broken(db)).toEqual([]);
  });

  test('what the family may have exported says what was carried over', async () => {
    const { now } = await moved();
    const exported = await x.rpc(db, x.service, 'export_family', { p_family_id: now.familyId });
    expect(JSON.stringify(exported)).toContain('"carried_cents":49000');
  });
});
