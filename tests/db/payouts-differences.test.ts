/**
 * Tests where the project's ledger and Stripe's balance differ, as discrepancies of the books and as rows on the
 * screen.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { PayoutDifferences } from '#contract/payouts.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { signedIn } from '#support/sql-details.ts';
import { buyPass, readIntent } from '#support/sql-disputes.ts';
import { clearPayouts, makeTransaction, makePayoutReport, createReporters } from '#support/sql-payouts.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
let owner: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db, [shop.tryout, shop.term]);
  const id = await makeUser(db, 'owner@example.test', ['business_admin']);
  owner = { ...signedIn(id), claims: { aal: 'aal2' } };
});
beforeEach(() => clearPayouts(db));
afterAll(() => db.drop());

const { report, parts } = createReporters(() => db);
const differences = async (p_month: string) =>
  v
    .parse(PayoutDifferences, await rpc(db, owner, 'get_payout_differences', { p_month }))
    .first.map(({ rule, number, reference }) => [rule, number ?? reference]);

const tenDaysAgo = () => new Date(Date.now() - 10 * 86_400_000).toISOString();
/** Returns the month in Singapore this many days ago. */
const monthOf = (days: number) =>
  new Date(Date.now() - days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 7);
const sweep = (at = 'now()') =>
  db.sql.unsafe(`insert into public.sweeps (name, done_at) values ('payouts', ${at})`);

test('a payment that Stripe does not list is a difference, once three days have passed and Stripe was read', async () => {
  const bought = await buyPass(db);
  const intent = await readIntent(db, bought);
  await parts([makeTransaction(1, 0, { made_at: tenDaysAgo(), category: 'other_adjustment' })]);
  await db.sql`update public.payments set created_at = now() - interval '4 days' where payment_intent = ${intent}`;
  expect(await differences(monthOf(4))).toEqual([]);
  await sweep("now() - interval '2 days'");
  expect(await differences(monthOf(4))).toEqual([]);
  await db.sql`update public.sweeps set done_at = now()`;
  const [{ number } = { number: '' }] = await db.sql<{ number: string }[]>`
    select number from public.orders where id = ${bought.orderId}`;
  expect(await differences(monthOf(4))).toEqual([['payment_not_at_stripe', number]]);
  // The difference is also a discrepancy of the books, which staff are alerted of.
  expect(await db.sql`select rule from private.discrepancies() where rule like 'payment_not%'`).toHaveLength(
    1,
  );
  await parts([makeTransaction(69_600, 0, { payment_intent: intent, made_at: tenDaysAgo() })]);
  expect(await differences(monthOf(10))).toEqual([['payment_differs_at_stripe', number]]);
});

test('a payment that Stripe lists and we do not know is a difference', async () => {
  const rows = [
    makeTransaction(100, 0, { made_at: tenDaysAgo(), payment_intent: 'pi_unknown' }),
    makeTransaction(-100, 0, { made_at: tenDaysAgo(), category: 'refund', source: 're_unknown' }),
    makeTransaction(-100, 1500, { made_at: tenDaysAgo(), category: 'dispute', source: 'dp_unknown' }),
    makeTransaction(100, 0, {
      made_at: tenDaysAgo(),
      category: 'other_adjustment',
      currency: 'usd',
      source: 'adj_usd',
    }),
    makeTransaction(100, 0, { made_at: new Date().toISOString(), payment_intent: 'pi_new' }),
  ];
  await parts(rows);
  expect((await differences(monthOf(10))).toSorted()).toEqual([
    ['stripe_dispute_unknown', 'dp_unknown'],
    ['stripe_other_currency', 'adj_usd'],
    ['stripe_payment_unknown', 'pi_unknown'],
    ['stripe_refund_unknown', 're_unknown'],
  ]);
  expect(await differences(monthOf(45))).toEqual([]);
});

test('a difference belongs to its month in Singapore', async () => {
  await parts([
    makeTransaction(100, 0, { made_at: '2026-02-28T15:59:59.000Z', payment_intent: 'pi_february' }),
    makeTransaction(100, 0, { made_at: '2026-02-28T16:00:00.000Z', payment_intent: 'pi_march' }),
    makeTransaction(100, 0, { made_at: '2026-03-31T16:00:00.000Z', payment_intent: 'pi_april' }),
  ]);
  expect(await differences('2026-02')).toEqual([['stripe_payment_unknown', 'pi_february']]);
  expect(await differences('2026-03')).toEqual([['stripe_payment_unknown', 'pi_march']]);
  // The books are checked for all months.
  expect(
    await db.sql`select rule from private.discrepancies() where rule = 'stripe_payment_unknown'`,
  ).toHaveLength(3);
});

test('a payout whose transactions do not add up, hours after Stripe listed them, is a difference in every month', async () => {
  const payout = makePayoutReport();
  const reference = payout.payout_id;
  await report(payout);
  await parts([makeTransaction(10_000, 0)], reference);
  const ofPayouts = async (month: string) =>
    (await differences(month)).filter(([rule]) => rule?.startsWith('payout'));
  expect(await ofPayouts('2026-03')).toEqual([]);
  await db.sql`update public.payouts set listable_at = now() - interval '4 hours'`;
  for (const month of ['2026-03', '2025-01'])
    expect(await ofPayouts(month)).toEqual([['payout_does_not_add_up', reference]]);
});
