import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { StaffDecisions } from '#contract/management.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import { disputeReport, intentOf, reportDispute } from '#support/sql-disputes.ts';
import * as n from '#support/sql-instalments.ts';
import * as p from '#support/sql-paying.ts';
import * as x from '#support/sql.ts';

/** A camp that begins in `days`, as the lines of an order. */
export const campLine = async (db: TestDatabase, days = 60) => [p.campLine(await n.makeCampIn(db, days))];

/** A family that has paid a camp by card, for `n.PRICE`. */
export async function paidCamp(db: TestDatabase) {
  const family = await p.makeFamily(db);
  const paying = await p.toPay(db, family.caller, await campLine(db), null);
  await p.charge(db, paying);
  return { family, orderId: paying.finalized.order_id };
}

export const refund = (db: TestDatabase, orderId: string, p_cents: number, p_to_balance: boolean) =>
  x.rpc(db, x.service, 'refund_order', {
    p_order_id: orderId,
    p_cents,
    p_reason: 'goodwill',
    p_to_balance,
    p_key: randomUUID(),
  });

/** Opens a dispute about all of an order's charge. */
export async function disputeCharge(db: TestDatabase, orderId: string) {
  const dispute = disputeReport(await intentOf(db, { orderId }), {
    amount_cents: n.PRICE,
    withdrawn_cents: n.PRICE,
  });
  await reportDispute(db, dispute);
  return dispute;
}

export const give = (db: TestDatabase, family: p.Family, cents: number) =>
  db.sql`select private.post_balance(${family.familyId}, 'given', ${cents}::integer, null, 'For the test')`;

/** The open decisions about an order: kind, amount, what was paid twice, and what was taken back, in cents. */
export async function decisionsOf(db: TestDatabase, admin: Caller, orderId: string) {
  const { rows } = v.parse(StaffDecisions, await x.rpc(db, admin, 'list_decisions', {}));
  return rows
    .filter(({ order_id }) => order_id === orderId)
    .map((row) => [row.kind, row.amount_cents, row.paid_twice_cents, row.taken_back_cents])
    .sort();
}
