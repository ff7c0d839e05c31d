/**
 * Tests what happens to a family after a stranger booked a try-out in their child's name (docs/decisions "Try-out once
 * per child").
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, TestDatabase } from '#support/database.ts';
import type { ManagedOrder } from '#contract/after-sale.ts';
import * as camps from '#support/sql-camps.ts';
import { makeParent } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { orderDetails, childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await orders.openShop();
});
afterAll(() => db.drop());

const tryOut = async (child = 0) => ({
  offer_id: 'pass-once',
  session_id: await shop.makeSession(db),
  child,
});
let families = 0;
/** Returns the details of a mother with children of these names, which a stranger types. */
function makeDetails(...names: string[]) {
  const n = families++;
  const parent = { name: 'Mei Tan', email: `mother${n}@example.test`, phone: `+65911${10_000 + n}` };
  return { ...orderDetails(names.map((name) => childAged8(name))), parent };
}
async function payAsStranger(typed: unknown): Promise<orders.Held> {
  const order = await orders.hold(db, { lines: [await tryOut()], children: [{}] });
  expect(await orders.payOrder(db, order, typed)).toBe('confirmed');
  return order;
}

/** Returns the rows of rosters that belong to the order's contact, by child. */
const readPlaces = async (email: string) =>
  (
    await db.sql<{ name: string; what: string }[]>`
    select c.name, 'camp' as what from public.camp_enrollments e
      join public.children c on c.id = e.child_id join public.families f on f.id = e.family_id
      where f.contact_email = ${email} and e.status = 'enrolled'
    union all
    select c.name, 'class' from public.bookings b
      join public.children c on c.id = b.child_id join public.families f on f.id = b.family_id
      where f.contact_email = ${email} and b.status = 'booked'
    order by 1, 2`
  ).map(({ name, what }) => `${name}: ${what}`);
/** Returns the cents of the refunds that Stripe is asked to make. */
const readRefunds = async (order: { number: string }) =>
  (
    await db.sql`
    select coalesce(sum(r.amount_cents), 0)::int as cents from public.refunds r
    join public.orders o on o.id = r.order_id where o.number = ${order.number}`
  )[0]?.['cents'] as number;
const readMails = async (order: { number: string }) =>
  (
    await db.sql`
    select template from public.outbox where payload ->> 'number' = ${order.number} order by created_at, template`
  ).map(({ template }) => String(template));
const booksAreEven = async () =>
  expect(await db.sql`select * from private.discrepancies() where rule <> 'refund_failed'`).toEqual([]);

/** Orders a camp and a try-out for the first child, and a try-out for the second child if there is one. */
async function holdBasket(
  details: ReturnType<typeof makeDetails>,
  who: Caller = visitor,
): Promise<shop.Checkout> {
  const camp = await camps.makeCamp(db);
  const lines = [campLine(camp, { child: 0 }), await tryOut(0)];
  if (details.children.length > 1) lines.push(await tryOut(1));
  const order = await orders.hold(db, { lines, children: details.children.map(() => ({})) }, who);
  return shop.openPaymentPage(db, order, details);
}

describe('a try-out that a stranger already paid for in this child’s name', () => {
  test('only the guest’s own try-out is refunded: the camp and the sister’s try-out stay', async () => {
    const typed = makeDetails('Kai Tan', 'Lea Tan');
    const strangers = await payAsStranger({ ...typed, children: [childAged8('Kai Tan')] });
    const paying = await holdBasket(typed);
    expect((await shop.confirmPayment(db, shop.paymentOf(paying))).result).toBe('confirmed');
    // The stranger's try-out belongs to another family with the same contact.
    expect(await readPlaces(typed.parent.email)).toEqual([
      'Kai Tan: camp',
      'Kai Tan: class',
      'Lea Tan: class',
    ]);
    const shown = await orders.viewOrder(db, paying.order);
    expect(shown.lines.map(({ status }) => status)).toEqual(['placed', 'cancelled', 'placed']);
    // The page says which line was refunded and how much.
    expect(shown.lines.map(({ had_before }) => had_before)).toEqual([undefined, true, undefined]);
    expect(await readRefunds(paying.order)).toBe(shown.lines[1]?.total_cents);
    expect(await readMails(paying.order)).toEqual(['booking_confirmed', 'order_cancelled']);
    expect(await readRefunds(strangers)).toBe(0);
    expect((await orders.viewOrder(db, strangers)).lines[0]?.status).toBe('placed');
    await booksAreEven();
    // A repeated webhook refunds nothing again.
    await shop.confirmPayment(db, shop.paymentOf(paying));
    expect(await readRefunds(paying.order)).toBe(shown.lines[1]?.price_cents);
  });

  test('if the payment is late and the camp full, the try-out is refunded and the camp waits for a choice', async () => {
    const typed = makeDetails('Ned Tan');
    const paying = await holdBasket(typed);
    await shop.expireHolds(db, paying.order.secret);
    await payAsStranger(typed);
    await db.sql`
      update public.camp_weeks set cancelled_at = now(), is_active = false
      where id = ${paying.order.lines[0]?.camp?.camp_id ?? ''}`;
    expect((await shop.confirmPayment(db, shop.paymentOf(paying))).result).toBe('needs_choice');
    const shown = await orders.viewOrder(db, paying.order);
    expect(shown).toMatchObject({ status: 'paid_late', outcome: 'needs_choice' });
    expect(shown.lines.map(({ status }) => status)).toEqual(['needs_choice', 'cancelled']);
    expect(await readRefunds(paying.order)).toBe(shown.lines[1]?.price_cents);
    await booksAreEven();
  });

  test('an account with the verified address gets its try-out too, and the stranger keeps theirs', async () => {
    const typed = makeDetails('Ida Tan');
    const strangers = await payAsStranger(typed);
    const mother = await makeParent(db, typed.parent.email);
    const paying = await holdBasket(typed, mother);
    expect((await shop.confirmPayment(db, shop.paymentOf(paying))).result).toBe('confirmed');
    const shown = await orders.viewOrder(db, paying.order);
    expect(shown.lines.map(({ status }) => status)).toEqual(['placed', 'placed']);
    expect(await readRefunds(paying.order)).toBe(0);
    expect((await orders.viewOrder(db, strangers)).lines[0]?.status).toBe('placed');
    // The mother's try-out now counts against the next stranger and against a second one of her own.
    const next = await orders.hold(db, { lines: [await tryOut()], children: [{}] });
    expect(await orders.payOrder(db, next, typed)).toBe('needs_choice');
    const again = await orders.hold(db, { lines: [await tryOut()], children: [{}] }, mother);
    expect(await refusal(shop.finalizeOrder(db, again, typed))).toMatchObject({ code: 'try_out_used' });
    await booksAreEven();
    // Linking the stranger's purchase gives the child two try-outs, which is not a discrepancy.
    await rpc(db, mother, 'link_purchases', {});
    expect(await readPlaces(typed.parent.email)).toEqual([
      'Ida Tan: camp',
      'Ida Tan: class',
      'Ida Tan: class',
    ]);
    await booksAreEven();
  });

  test.each(['lapses', 'is paid and cancelled'])(
    'the stranger’s try-out still counts if the account’s own order with a try-out %s',
    async (how) => {
      const typed = makeDetails(how === 'lapses' ? 'Una Tan' : 'Uma Tan');
      const first = await payAsStranger(typed);
      const mother = await makeParent(db, typed.parent.email);
      const motherOrder = await shop.openPaymentPage(
        db,
        await orders.hold(db, { lines: [await tryOut()], children: [{}] }, mother),
        typed,
      );
      if (how === 'lapses') await shop.expireHolds(db, motherOrder.order.secret);
      else {
        await shop.confirmPayment(db, shop.paymentOf(motherOrder));
        const p_access = { order_id: await orders.readOrderId(db, motherOrder.order) };
        const { lines } = await rpc<ManagedOrder>(db, service, 'get_managed_order', { p_access });
        await rpc(db, service, 'cancel_lines', {
          p_access,
          p_line_ids: lines.map(({ line_id }) => line_id),
          p_expected_refund_cents: lines[0]?.can.cancel?.refund_cents,
        });
      }
      const next = await orders.hold(db, { lines: [await tryOut()], children: [{}] });
      expect(await orders.payOrder(db, next, typed)).toBe('needs_choice');
      expect((await orders.viewOrder(db, first)).lines[0]?.status).toBe('placed');
      await booksAreEven();
    },
  );

  test('two payments at the same moment get one try-out and both camps', async () => {
    const typed = makeDetails('Pia Tan');
    const both = [await holdBasket(typed), await holdBasket(typed)];
    const results = await Promise.all(both.map((one) => shop.confirmPayment(db, shop.paymentOf(one))));
    expect(results.map(({ result }) => result)).toEqual(['confirmed', 'confirmed']);
    expect(await readPlaces(typed.parent.email)).toEqual([
      'Pia Tan: camp',
      'Pia Tan: camp',
      'Pia Tan: class',
    ]);
    const back = await Promise.all(both.map(({ order }) => readRefunds(order)));
    expect(back.filter((cents) => cents > 0)).toHaveLength(1);
    await booksAreEven();
  });
});
