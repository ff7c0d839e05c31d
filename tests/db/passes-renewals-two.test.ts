/** Tests two renewing passes of the same offer for one child: each has its own subscription. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManagedOrder } from '#contract/after-sale.ts';
import { FamilyPass } from '#contract/family-passes.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as orders from '#support/sql-orders.ts';
import { type Home, makeHome } from '#support/sql-passes.ts';
import { payRenewal, startSubscription, listSubscriptionsToEnd } from '#support/sql-renewals.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
const flexi = { ...shop.tryout, id: 'pass-flexi', price_cents: 16_700, sessions: 4, validity_days: 28 };
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [flexi]);
  const details = { renews: true, refund_rules: [{ hours_before: 24, percent: 100 }] };
  await db.sql`update public.offers set details = details || ${db.sql.json(details)} where id = 'pass-flexi'`;
});
afterAll(() => db.drop());

interface BoughtPass {
  orderId: string;
  line: string;
  subscription: string;
}

async function buy(home: Home): Promise<BoughtPass> {
  const session_id = await shop.makeSession(db, { inDays: 10 });
  const order = await orders.hold(
    db,
    { lines: [{ offer_id: flexi.id, session_id, child: 0 }], children: [{ id: home.childId }] },
    home.who,
  );
  expect(await orders.payOrder(db, order, orders.orderDetails([{}]))).toBe('confirmed');
  const orderId = await orders.readOrderId(db, order);
  const line = order.lines[0]?.line_id ?? '';
  return { orderId, line, subscription: await startSubscription(db, line) };
}

async function twins() {
  const home = await makeHome(db);
  return { home, a: await buy(home), b: await buy(home) };
}

const readLine = async (order_id: string) =>
  v.parse(ManagedOrder, await rpc(db, service, 'get_managed_order', { p_access: { order_id } })).lines[0];
const renewalStatus = async (order_id: string) =>
  (await rpc<{ status: string }>(db, service, 'find_renewal', { p_access: { order_id } })).status;
const giveBack = async (order_id: string) => {
  const line = await readLine(order_id);
  await rpc(db, service, 'cancel_lines', {
    p_access: { order_id },
    p_line_ids: [line?.line_id],
    p_expected_refund_cents: line?.can.cancel?.refund_cents,
  });
};
const NEXT = { period_start: '2027-01-30T00:00:00Z', period_end: '2027-02-27T00:00:00Z' };

async function readOrder(number: string | undefined): Promise<string> {
  const [row] = await db.sql<[{ id: string }]>`select id from public.orders where number = ${number ?? ''}`;
  return row.id;
}

test('when the pass that never renewed is cancelled, its subscription ends and the other continues', async () => {
  const { a, b } = await twins();
  expect(await payRenewal(db, a.subscription)).toMatchObject({ result: 'confirmed' });
  expect((await readLine(b.orderId))?.can.cancel).toMatchObject({ refund_cents: 16_700, ends_renewal: true });
  await giveBack(b.orderId);
  const ends = await listSubscriptionsToEnd(db);
  expect(ends).toContain(b.subscription);
  expect(ends).not.toContain(a.subscription);
  expect([await renewalStatus(a.orderId), await renewalStatus(b.orderId)]).toEqual(['active', 'ended']);
  expect(await payRenewal(db, b.subscription)).toMatchObject({ result: 'mismatch' });
  expect(await payRenewal(db, a.subscription, NEXT)).toMatchObject({ result: 'confirmed' });
});

test('when a renewal is cancelled, its subscription ends and the other continues', async () => {
  const { a, b } = await twins();
  const renewal = await readOrder((await payRenewal(db, a.subscription)).number);
  expect((await readLine(renewal))?.can.cancel).toMatchObject({ refund_cents: 16_700, ends_renewal: true });
  await giveBack(renewal);
  const ends = await listSubscriptionsToEnd(db);
  expect(ends).toContain(a.subscription);
  expect(ends).not.toContain(b.subscription);
  expect([
    await renewalStatus(renewal),
    await renewalStatus(a.orderId),
    await renewalStatus(b.orderId),
  ]).toEqual(['ended', 'ended', 'active']);
  expect(await payRenewal(db, b.subscription)).toMatchObject({ result: 'confirmed' });
  expect(await payRenewal(db, a.subscription, NEXT)).toMatchObject({ result: 'mismatch' });
});

test('a cancellation that expected the subscription to end is refused once the pass was renewed', async () => {
  const { a } = await twins();
  const line = await readLine(a.orderId);
  expect(line?.can.cancel).toMatchObject({ ends_renewal: true });
  await payRenewal(db, a.subscription);
  const cancel = (seen: boolean) =>
    rpc(db, service, 'cancel_lines', {
      p_access: { order_id: a.orderId },
      p_line_ids: [a.line],
      p_expected_refund_cents: line?.can.cancel?.refund_cents,
      p_expected_ends_renewal: seen,
    });
  expect(await refusal(cancel(true))).toMatchObject({
    code: 'pass_renewed',
    field: 'p_expected_ends_renewal',
  });
  expect((await readLine(a.orderId))?.can.cancel).toEqual({
    ...line?.can.cancel,
    ends_renewal: undefined,
  });
  await cancel(false);
  expect([await renewalStatus(a.orderId), await listSubscriptionsToEnd(db)]).toEqual([
    'active',
    expect.not.arrayContaining([a.subscription]),
  ]);
});

test('each pass shows the family the subscription that renews it', async () => {
  const { home, a, b } = await twins();
  await payRenewal(db, a.subscription);
  const board = v.parse(
    v.object({ passes: v.array(FamilyPass) }),
    await rpc(db, home.who, 'get_family_dashboard'),
  );
  const rows = await db.sql<{ id: string; subscription: string }[]>`
    select id, provider_subscription_id as subscription from public.pass_subscriptions
    where child_id = ${home.childId}`;
  const idOf = (bought: BoughtPass) => rows.find((row) => row.subscription === bought.subscription)?.id;
  const shown = board.passes.map(({ subscription }) => subscription?.id);
  expect(shown.filter((id) => id === idOf(a))).toHaveLength(2);
  expect(shown.filter((id) => id === idOf(b))).toHaveLength(1);
});
