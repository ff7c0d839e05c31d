/** Where our ledger and Stripe's balance differ: discrepancies of the books, and rows on the screen. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { PayoutMonth } from '#contract/payouts.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import * as d from '#support/sql-details.ts';
import { buy, intentOf } from '#support/sql-disputes.ts';
import { clearPayouts, partOf, payoutOf, reports } from '#support/sql-payouts.ts';
import * as shop from '#support/sql-selling.ts';
import * as x from '#support/sql.ts';

let db: TestDatabase;
let owner: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  const id = await x.makeUser(db, 'owner@example.test', ['business_admin']);
  owner = { ...d.signedIn(id), claims: { aal: 'aal2' } };
});
beforeEach(() => clearPayouts(db));
afterAll(() => db.drop());

const { report, parts } = reports(() => db);
/** Of these rules; by default, all. */
const differences = async (rules = '') =>
  v
    .parse(PayoutMonth, await x.rpc(db, owner, 'get_payout_month', { p_month: '2026-03' }))
    .differences.first.filter(({ rule }) => rule.startsWith(rules))
    .map(({ rule, number, reference }) => [rule, number ?? reference]);

const long = () => new Date(Date.now() - 10 * 86_400_000).toISOString();
const sweep = (at = 'now()') =>
  db.sql.unsafe(`insert into public.sweeps (name, done_at) values ('payouts', ${at})`);

test('a payment that Stripe does not list, once three days have passed and Stripe was read', async () => {
  const bought = await buy(db);
  const intent = await intentOf(db, bought);
  await parts([partOf(1, 0, { made_at: long(), category: 'other_adjustment' })]);
  await db.sql`update public.payments set created_at = now() - interval '4 days' where payment_intent = ${intent}`;
  expect(await differences()).toEqual([]);
  await sweep("now() - interval '2 days'");
  expect(await differences()).toEqual([]);
  await db.sql`update public.sweeps set done_at = now()`;
  const [{ number } = { number: '' }] = await db.sql<{ number: string }[]>`
    select number from public.orders where id = ${bought.orderId}`;
  expect(await differences()).toEqual([['payment_not_at_stripe', number]]);
  // It is a discrepancy of the books, which staff are alerted of.
  expect(await db.sql`select rule from private.discrepancies() where rule like 'payment_not%'`).toHaveLength(
    1,
  );
  await parts([partOf(69_600, 0, { payment_intent: intent, made_at: long() })]);
  expect(await differences()).toEqual([['payment_differs_at_stripe', number]]);
});

test('what Stripe lists and we do not know', async () => {
  const rows = [
    partOf(100, 0, { made_at: long(), payment_intent: 'pi_unknown' }),
    partOf(-100, 0, { made_at: long(), category: 'refund', source: 're_unknown' }),
    partOf(-100, 1500, { made_at: long(), category: 'dispute', source: 'dp_unknown' }),
    partOf(100, 0, { made_at: long(), category: 'other_adjustment', currency: 'usd', source: 'adj_usd' }),
    partOf(100, 0, { made_at: new Date().toISOString(), payment_intent: 'pi_new' }),
  ];
  await parts(rows);
  expect((await differences()).toSorted()).toEqual([
    ['stripe_dispute_unknown', 'dp_unknown'],
    ['stripe_other_currency', 'adj_usd'],
    ['stripe_payment_unknown', 'pi_unknown'],
    ['stripe_refund_unknown', 're_unknown'],
  ]);
});

test('a payout whose parts do not add up, hours after Stripe listed them', async () => {
  const payout = payoutOf();
  const reference = payout.payout_id;
  await report(payout);
  await parts([partOf(10_000, 0)], reference);
  expect(await differences('payout')).toEqual([]);
  await db.sql`update public.payouts set listable_at = now() - interval '4 hours'`;
  expect(await differences('payout')).toEqual([['payout_does_not_add_up', reference]]);
});
