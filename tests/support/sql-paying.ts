/** Signed-in families that pay at the checkout with a balance, a deposit or a card. */
import { randomUUID } from 'node:crypto';
import type { OrderView } from '#contract/orders.ts';
import type { Caller, TestDatabase } from './database.ts';
import { callAs, makeParent, saveChild } from './sql-details.ts';
import * as shop from './sql-selling.ts';
import { rpc, service } from './sql.ts';

/** A signed-in family with a balance. */
export interface Family {
  caller: Caller;
  familyId: string;
  userId: string;
  email: string;
}

export async function makeFamily(db: TestDatabase, cents = 0): Promise<Family> {
  const email = `payer-${randomUUID()}@example.test`;
  const caller = await makeParent(db, email);
  const { family_id } = await saveChild(db, caller, { name: 'Kai Tan', dob: '2018-05-01' });
  if (cents > 0)
    await db.sql`select private.post_balance(${family_id}, 'given', ${cents}::integer, null, 'For the test')`;
  return { caller, familyId: family_id, userId: caller.sub ?? '', email };
}

export interface Pay {
  instalments?: { parts: number; deposit_cents: number };
  balance_cents?: number;
  user_id?: string | undefined;
}

interface Finalized extends shop.FinalizedOrder {
  number: string;
  is_paid: boolean;
  pays_part: { title: string; rest_cents: number; due_on: string | null } | null;
}

export interface Paying {
  order: OrderView;
  finalized: Finalized;
  sessionId: string | null;
}

export const hold = (db: TestDatabase, who: Caller, lines: object[], more: object = {}): Promise<OrderView> =>
  callAs<OrderView & Record<string, unknown>>(db, who, 'hold_order', { lines, ...more });

export const campLine = (camp_id: string, more: object = {}) => ({
  offer_id: 'tier-spark',
  camp_id,
  ...more,
});

export const finalize = (
  db: TestDatabase,
  order: OrderView,
  pay: Pay | null,
  more: object = {},
): Promise<Finalized> =>
  rpc(db, service, 'finalize_order', {
    p_secret: order.secret,
    p_details: shop.detailsOf(order.lines.length),
    p_expected_total_cents: order.total_cents,
    p_pay: pay,
    ...more,
  });

export async function openPaymentPage(db: TestDatabase, finalized: Finalized): Promise<string> {
  const { attempt } = await rpc<{ attempt: number }>(db, service, 'start_attempt', {
    p_order_id: finalized.order_id,
    p_params: { replay: true },
  });
  const sessionId = `cs_${randomUUID()}`;
  await rpc(db, service, 'record_checkout', {
    p_order_id: finalized.order_id,
    p_attempt: attempt,
    p_session_id: sessionId,
    p_expires_at: new Date(Date.now() + 31 * 60_000).toISOString(),
  });
  return sessionId;
}

/** Opens the payment page. If the balance pays everything, there is none, and the order is paid at once. */
export async function goToPayment(
  db: TestDatabase,
  who: Caller,
  lines: object[],
  pay: Pay | null,
): Promise<Paying> {
  const order = await hold(db, who, lines);
  const finalized = await finalize(db, order, pay);
  return { order, finalized, sessionId: finalized.is_paid ? null : await openPaymentPage(db, finalized) };
}

export const chargeOrder = (
  db: TestDatabase,
  { finalized, sessionId }: Paying,
  more: object = {},
): Promise<{ result: string }> =>
  rpc(db, service, 'confirm_order', {
    p_event: {
      event_id: `evt_${randomUUID()}`,
      event_type: 'checkout.session.completed',
      session_id: sessionId,
      payment_intent: `pi_${sessionId}`,
      order_id: finalized.order_id,
      amount_cents: finalized.total_cents,
      currency: 'sgd',
      ...more,
    },
  });

export async function readBalance(db: TestDatabase, { caller }: Family) {
  const { cents, reserved_cents } = await rpc<{ cents: number; reserved_cents: number }>(
    db,
    caller,
    'get_balance',
  );
  return [cents, reserved_cents];
}

export async function readStatus(
  db: TestDatabase,
  { finalized }: { finalized: { order_id: string } },
): Promise<string> {
  const [row] = await db.sql<[{ status: string }]>`
    select status || coalesce(' ' || outcome, '') as status from public.orders where id = ${finalized.order_id}`;
  return row.status;
}

/** The hold and the payment page expire without a payment, and the maintenance closes the order. */
export async function abandonOrder(db: TestDatabase, { order, sessionId }: Paying): Promise<void> {
  await shop.expireHolds(db, order.secret);
  if (sessionId) await rpc(db, service, 'lapse_checkout', { p_session_id: sessionId });
  await rpc(db, service, 'release_lapsed_holds', {});
}
