import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { paidInvoice, payRenewal, startSubscription } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { atOnce, makeUser, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
const flexi = { ...shop.tryout, id: 'pass-flexi', price_cents: 16_700, sessions: 4, validity_days: 28 };
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term, flexi]);
  await db.sql`update public.offers set details = details || '{"renews": true}' where id = 'pass-flexi'`;
  admin = { role: 'authenticated', sub: await makeUser(db, 'boss@example.test', ['admin']) };
});
afterAll(() => db.drop());

const decide = (p_decision_id: string, p_resolution: string) =>
  rpc<{ resolved: boolean; result?: string; gives?: string }>(db, admin, 'resolve_decision', {
    p_decision_id,
    p_resolution,
  });
const readDecision = async (invoiceId: string): Promise<string> => {
  const [row] = await db.sql<[{ id: string }]>`
    select d.id from public.payment_decisions d join public.payments p on p.id = d.payment_id
    where p.invoice_id = ${invoiceId}`;
  return row.id;
};

async function flexiFamily() {
  const paid = await shop.openCheckout(db, await shop.makeSession(db, { inDays: 10 }), flexi);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const [row] = await db.sql<[{ line: string; family: string }]>`
    select l.id as line, o.family_id as family from public.orders o join public.order_lines l on l.order_id = o.id
    where o.id = ${paid.orderId}`;
  const subscription = await startSubscription(db, row.line);
  const passes = () =>
    db.sql<{ credits: number; from: string; until: string }[]>`
      select private.credits_left(id) as credits, valid_from::text as from, valid_until::text as until
      from public.passes where family_id = ${row.family} order by valid_from`.then((rows) =>
      rows.map((pass) => ({ ...pass })),
    );
  return { ...row, orderId: paid.orderId, subscription, passes };
}

/** Makes a renewal whose amount or currency differs, and returns the decision that it waits for. */
async function mismatch(subscription: string, more: object) {
  const event = paidInvoice(subscription, more);
  expect(await payRenewal(db, subscription, event)).toMatchObject({ result: 'mismatch' });
  return readDecision(event.invoice_id);
}

describe('a mismatched renewal that staff keep', () => {
  test.each([
    ['less', { amount_cents: 15_000 }],
    ['more', { amount_cents: 17_000 }],
    ['another currency', { currency: 'usd' }],
  ])('%s: the family gets the period that was paid for', async (_, more) => {
    const family = await flexiFamily();
    const id = await mismatch(family.subscription, more);
    expect(await family.passes()).toHaveLength(1);
    expect(await decide(id, 'accepted')).toEqual({ resolved: true, result: 'confirmed' });
    expect((await family.passes())[1]).toEqual({ credits: 4, from: '2027-01-02', until: '2027-01-30' });
    const [order] = await db.sql`
      select o.total_cents, o.channel, p.result from public.payment_decisions d
      join public.payments p on p.id = d.payment_id join public.orders o on o.id = p.order_id where d.id = ${id}`;
    expect(order).toEqual({
      total_cents: (more as { amount_cents?: number }).amount_cents ?? 16_700,
      channel: 'renewal',
      result: 'confirmed',
    });
    const [mail] = await db.sql`
      select count(*) as n from public.outbox m join public.payments p on m.key = 'renewal_paid:' || p.order_id
      join public.payment_decisions d on d.payment_id = p.id where d.id = ${id}`;
    expect(mail).toEqual({ n: 1 });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a renewal without an amount gives nothing, and the answer says so', async () => {
    const family = await flexiFamily();
    const id = await mismatch(family.subscription, { amount_cents: 0 });
    expect(await decide(id, 'accepted')).toEqual({ resolved: true, gives: 'nothing' });
    expect(await family.passes()).toHaveLength(1);
  });

  test('staff can keep it after the subscription has ended without restarting it, and two decisions at once give the period once', async () => {
    const family = await flexiFamily();
    await rpc(db, service, 'end_subscription', { p_subscription_id: family.subscription });
    const id = await mismatch(family.subscription, {
      period_start: '2090-01-01T00:00:00Z',
      period_end: '2090-01-29T00:00:00Z',
    });
    const { won, lost } = await atOnce(db, { table: 'orders', id: family.orderId }, [
      () => decide(id, 'accepted'),
      () => decide(id, 'accepted'),
    ]);
    expect([won, lost]).toEqual([[{ resolved: true, result: 'confirmed' }], ['choice_made']]);
    expect(await family.passes()).toHaveLength(2);
    const [row] = await db.sql`
      select status from public.pass_subscriptions where provider_subscription_id = ${family.subscription}`;
    expect(row).toEqual({ status: 'ended' });
    expect(await afterSale.findFaults(db)).toEqual([]);
  });

  test('a renewal that staff refund instead gives nothing and takes nothing', async () => {
    const family = await flexiFamily();
    expect(await decide(await mismatch(family.subscription, { amount_cents: 1 }), 'refund')).toEqual({
      resolved: true,
    });
    expect(await family.passes()).toHaveLength(1);
  });

  test('a renewal of an unknown subscription gives its pass once the subscription is known, and otherwise nothing', async () => {
    const [known, unknown] = [paidInvoice('sub_late'), paidInvoice('sub_never')];
    await payRenewal(db, 'sub_late', known);
    await payRenewal(db, 'sub_never', unknown);
    const family = await flexiFamily();
    await db.sql`update public.pass_subscriptions set provider_subscription_id = 'sub_late'
      where provider_subscription_id = ${family.subscription}`;
    expect(await decide(await readDecision(known.invoice_id), 'accepted')).toMatchObject({
      result: 'confirmed',
    });
    expect(await family.passes()).toHaveLength(2);
    const id = await readDecision(unknown.invoice_id);
    expect(await decide(id, 'accepted')).toEqual({ resolved: true, gives: 'nothing' });
    const [row] =
      await db.sql`select details ->> 'gives' as gives from public.payment_decisions where id = ${id}`;
    expect(row).toEqual({ gives: 'nothing' });
  });
});

test('a second charge that is kept gives nothing, and the answer says so', async () => {
  const paid = await shop.openCheckout(db, await shop.makeSession(db, { inDays: 10 }), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(paid));
  await shop.confirmPayment(db, shop.paymentOf(paid));
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.payment_decisions where order_id = ${paid.orderId}`;
  expect(await decide(row.id, 'accepted')).toEqual({ resolved: true, gives: 'nothing' });
});

test('a mismatched charge for an order that another charge has paid gives nothing, and the answer says so', async () => {
  const paid = await shop.openCheckout(db, await shop.makeSession(db, { inDays: 10 }), shop.term);
  await shop.confirmPayment(db, shop.paymentOf(paid, { amount_cents: 5 }));
  const right = { session_id: `cs_${crypto.randomUUID()}` };
  expect(await shop.confirmPayment(db, shop.paymentOf(paid, right))).toMatchObject({ result: 'confirmed' });
  const [row] = await db.sql<[{ id: string }]>`
    select id from public.payment_decisions where order_id = ${paid.orderId} and kind = 'mismatch'`;
  expect(await decide(row.id, 'accepted')).toEqual({ resolved: true, gives: 'nothing' });
});
