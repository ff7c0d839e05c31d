/**
 * Tests that invoice numbers have no gaps and are given in the transaction of the payment, and that each paid refund
 * has a credit note.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refundAsStaff } from '#support/sql-refunds.ts';
import * as shop from '#support/sql-selling.ts';
import { rpc, service } from '#support/sql.ts';

const PARENTS = 12;

const readNumbers = async (db: TestDatabase, kind = 'invoice'): Promise<number[]> =>
  (
    await db.sql<{ number: number }[]>`
    select number from public.invoices where kind = ${kind} order by number`
  ).map(({ number }) => number);
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

/** Confirms many payments at the same time. Every third payment is rolled back after it was recorded. */
async function payAtOnce(db: TestDatabase) {
  const checkouts: shop.Checkout[] = [];
  // Each payment is for its own session, because payments for one session would wait for each other anyway.
  for (let n = 0; n < PARENTS; n++) checkouts.push(await shop.openCheckout(db, await shop.makeSession(db)));
  const undo = new Error('rolled back');
  const settled = await Promise.allSettled(
    checkouts.map((checkout, n) =>
      n % 3 === 0
        ? db.as(service, async (sql) => {
            await sql`select public.confirm_order(${sql.json({ ...shop.paymentOf(checkout) })}::jsonb)`;
            await sql`set constraints all immediate`;
            throw undo;
          })
        : shop.confirmPayment(db, shop.paymentOf(checkout)),
    ),
  );
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

describe('twelve payments at once, four of which are rolled back', () => {
  test('the payments are numbered without a gap and without a number twice', async () => {
    const db = await createDatabase();
    await shop.publish(db);
    const paid = await payAtOnce(db);
    expect(paid).toBe(8);
    expect(await readNumbers(db)).toEqual(upTo(paid));
    const [counter] = await db.sql`select invoices from public.invoice_counter`;
    expect(counter).toEqual({ invoices: paid });
    await db.drop();
  });

  test('control: a sequence leaves gaps, so the test above would notice one', async () => {
    const db = await createDatabase();
    await shop.publish(db);
    await db.sql.unsafe(`
      create sequence private.numbers;
      grant usage on sequence private.numbers to public;
      create or replace function private.next_invoice_number(p_kind text) returns integer
      language sql volatile set search_path = '' as $$ select nextval('private.numbers')::integer $$;`);
    const paid = await payAtOnce(db);
    expect(paid).toBe(8);
    expect(await readNumbers(db)).not.toEqual(upTo(paid));
    await db.drop();
  });

  test('control: without the lock on the counter, two payments get the same number', async () => {
    const db = await createDatabase();
    await shop.publish(db);
    await db.sql.unsafe(`
      create or replace function private.next_invoice_number(p_kind text) returns integer
      language plpgsql volatile set search_path = '' as $$
      declare v_next integer := coalesce((select max(number) from public.invoices where kind = p_kind), 0) + 1;
      begin perform pg_sleep(0.05); return v_next; end; $$;`);
    expect(await payAtOnce(db)).toBeLessThan(8);
    await db.drop();
  });
});

describe('invoices and credit notes', () => {
  let db: TestDatabase;
  let people: People;
  beforeAll(async () => {
    db = await createDatabase();
    people = await makePeople(db);
    await shop.publish(db);
  });
  afterAll(() => db.drop());
  beforeEach(() => db.sql`update public.settings set gst_number = null`);

  const buy = async () =>
    afterSale.buy(db, [{ offer_id: shop.term.id, session_id: await shop.makeSession(db) }]);
  const documentsOf = (orderId: string) => db.sql<{ reference: string; amount_cents: number }[]>`
    select reference, amount_cents from public.invoices where order_id = ${orderId} order by kind desc, number`;
  const payRefund = (orderId: string, status = 'succeeded') => db.sql`
    update public.refunds set status = ${status}, settled_at = clock_timestamp() where order_id = ${orderId}`;

  test('an unpaid order has no number, and a paid one has a number with its total', async () => {
    const held = await shop.openCheckout(db, await shop.makeSession(db));
    expect(await documentsOf(held.orderId)).toEqual([]);
    const before = (await readNumbers(db)).length;
    await shop.confirmPayment(db, shop.paymentOf(held));
    const [order] = await db.sql<[{ total_cents: number }]>`
      select total_cents from public.orders where id = ${held.orderId}`;
    const reference = `INV-${String(before + 1).padStart(5, '0')}`;
    expect(await documentsOf(held.orderId)).toEqual([{ reference, amount_cents: order.total_cents }]);
    // The same payment reported again takes no number.
    await shop.confirmPayment(db, { ...shop.paymentOf(held), event_id: 'evt_again' });
    expect((await readNumbers(db)).length).toBe(before + 1);
    const [mail] = await db.sql`
      select payload ->> 'invoice' as invoice from public.outbox where key = ${`booking_confirmed:${held.orderId}`}`;
    expect(mail).toEqual({ invoice: reference });
    const view = await rpc<{ invoice: string }>(db, people.callers.admin, 'get_order_details', {
      p_order_id: held.orderId,
    });
    expect(view.invoice).toBe(reference);
  });

  test('the receipts of both parents have the number, also if the order had no family when it was paid late', async () => {
    const mailsOf = (orderId: string) => db.sql<{ invoice: string | null }[]>`
      select payload ->> 'invoice' as invoice from public.outbox
      where key ~ ('^(booking_confirmed|paid_late_choice):' || ${orderId})`;
    const held = await shop.openCheckout(db, await shop.makeSession(db));
    await db.sql`update public.orders set family_id = ${people.familyId} where id = ${held.orderId}`;
    await shop.confirmPayment(db, shop.paymentOf(held));
    const [document] = await documentsOf(held.orderId);
    expect(await mailsOf(held.orderId)).toEqual(Array(2).fill({ invoice: document?.reference }));

    const session = await shop.makeSession(db, { capacity: 1 });
    const late = await shop.openCheckout(db, session);
    await shop.expireHolds(db, late.order.secret);
    await shop.hold(db, session);
    await db.sql`update public.orders set user_id = ${people.callers.parent.sub ?? ''} where id = ${late.orderId}`;
    expect(await shop.confirmPayment(db, shop.paymentOf(late))).toMatchObject({ result: 'needs_choice' });
    const [lateDocument] = await documentsOf(late.orderId);
    expect(await mailsOf(late.orderId)).toEqual(Array(2).fill({ invoice: lateDocument?.reference }));
  });

  test('a refund has a credit note once it is paid, or a refund note while we are not registered for GST', async () => {
    const bought = await buy();
    await refundAsStaff(db, people.callers.admin, { order: bought.orderId }, 1000);
    await payRefund(bought.orderId);
    expect(await documentsOf(bought.orderId)).toMatchObject([
      { reference: 'RN-00001', amount_cents: 1000 },
      {},
    ]);

    await db.sql`update public.settings set gst_number = 'M2-0000001-1'`;
    const other = await buy();
    await refundAsStaff(db, people.callers.admin, { order: other.orderId }, 1500);
    // The refund is only requested, so it has no document.
    expect(await documentsOf(other.orderId)).toHaveLength(1);
    await payRefund(other.orderId);
    expect(await documentsOf(other.orderId)).toMatchObject([
      {},
      { reference: 'CN-00001', amount_cents: 1500 },
    ]);
    // A repeated report makes no second credit note.
    await payRefund(other.orderId);
    expect(await readNumbers(db, 'credit_note')).toEqual([1]);
  });

  test('a refund that fails after it was paid is reversed once, and gets a new note if it succeeds in the end', async () => {
    await db.sql`update public.settings set gst_number = 'M2-0000001-1'`;
    const bought = await buy();
    const net = async () => {
      const [row] = await db.sql`
        select count(*)::int as documents,
          sum(case kind when 'reversal' then -amount_cents else amount_cents end)::int as cents
        from public.invoices where order_id = ${bought.orderId} and kind <> 'invoice'`;
      return row;
    };
    await refundAsStaff(db, people.callers.admin, { order: bought.orderId }, 1500);
    // The refund never reached the customer, so there is nothing to reverse.
    await payRefund(bought.orderId, 'failed');
    expect(await net()).toEqual({ documents: 0, cents: null });
    await payRefund(bought.orderId);
    expect(await net()).toEqual({ documents: 1, cents: 1500 });
    for (let again = 0; again < 2; again++) {
      await payRefund(bought.orderId, 'failed');
      expect(await net()).toEqual({ documents: 2, cents: 0 });
    }
    await payRefund(bought.orderId);
    expect(await net()).toEqual({ documents: 3, cents: 1500 });
    expect(await readNumbers(db, 'reversal')).toEqual([1]);
  });

  test('the number of a refund stays when an earlier refund of the order fails', async () => {
    await db.sql`update public.settings set gst_number = null`;
    const bought = await buy();
    for (const cents of [1000, 700]) {
      await refundAsStaff(db, people.callers.admin, { order: bought.orderId }, cents);
      await payRefund(bought.orderId);
    }
    const notes = () => db.sql`
      select i.reference, i.amount_cents from public.invoices i
      where i.order_id = ${bought.orderId} and i.kind = 'refund_note' order by i.number`;
    const before = await notes();
    expect(before.map(({ amount_cents }) => amount_cents as number)).toEqual([1000, 700]);
    await db.sql`
      update public.refunds set status = 'failed' where order_id = ${bought.orderId} and amount_cents = 1000`;
    expect(await notes()).toEqual(before);
  });

  test('a second charge that is refunded has no document, because it was never invoiced', async () => {
    await db.sql`update public.settings set gst_number = 'M2-0000001-1'`;
    const bought = await buy();
    const [paid] = await db.sql<[{ id: string }]>`
      insert into public.payments (payment_intent, order_id, amount_cents, currency, result)
      values ('pi_second', ${bought.orderId}, 500, 'SGD', 'duplicate_payment') returning id`;
    await db.sql`
      insert into public.refunds (payment_id, order_id, amount_cents, currency, reason, status, settled_at)
      values (${paid.id}, ${bought.orderId}, 500, 'SGD', 'duplicate_payment', 'succeeded', clock_timestamp())`;
    expect(await documentsOf(bought.orderId)).toHaveLength(1);
  });

  test('nobody can change or delete a document', async () => {
    for (const statement of [
      'update public.invoices set amount_cents = 0',
      'delete from public.invoices',
      'truncate public.invoices',
    ])
      await expect(db.sql.unsafe(statement)).rejects.toThrow();
  });
});
