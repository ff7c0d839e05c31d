/** Families that get money back both from us and from their bank, and so owe us money. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { StaffDecisions } from '#contract/management.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import { disputeReport, readIntent, reportDispute } from '#support/sql-disputes.ts';
import * as instalments from '#support/sql-instalments.ts';
import * as payingHelpers from '#support/sql-paying.ts';
import { rpc, service } from '#support/sql.ts';

/** Makes a camp that begins in `days` days, and returns the lines of an order for it. */
export const campLines = async (db: TestDatabase, days = 60) => [
  payingHelpers.campLine(await instalments.makeCampIn(db, days)),
];

/** Makes a family that has paid a camp by card, at the price of `makeCampIn`. */
export async function buyCamp(db: TestDatabase) {
  const family = await payingHelpers.makeFamily(db);
  const paying = await payingHelpers.goToPayment(db, family.caller, await campLines(db), null);
  await payingHelpers.chargeOrder(db, paying);
  return { family, orderId: paying.finalized.order_id };
}

export const refundOrder = (db: TestDatabase, orderId: string, p_cents: number, p_to_balance: boolean) =>
  rpc(db, service, 'refund_order', {
    p_order_id: orderId,
    p_cents,
    p_reason: 'goodwill',
    p_to_balance,
    p_key: randomUUID(),
  });

/** Opens a dispute about all of an order's charge. */
export async function disputeCharge(db: TestDatabase, orderId: string) {
  const dispute = disputeReport(await readIntent(db, { orderId }), {
    amount_cents: instalments.PRICE,
    withdrawn_cents: instalments.PRICE,
  });
  await reportDispute(db, dispute);
  return dispute;
}

export const addBalance = (db: TestDatabase, family: payingHelpers.Family, cents: number) =>
  db.sql`select private.post_balance(${family.familyId}, 'given', ${cents}::integer, null, 'For the test')`;

/** Returns the open decisions about an order: kind, amount, amount paid twice and amount taken back, in cents. */
export async function listDecisions(db: TestDatabase, admin: Caller, orderId: string) {
  const { rows } = v.parse(StaffDecisions, await rpc(db, admin, 'list_decisions', {}));
  return rows
    .filter(({ order_id }) => order_id === orderId)
    .map((row) => [row.kind, row.amount_cents, row.paid_twice_cents, row.taken_back_cents])
    .sort();
}
