import * as v from 'valibot';
import type { CheckoutDetails, PayChoice } from '../contract/order-requests.ts';
import { NewPaymentLink, OrderView } from '../contract/orders.ts';
import type { Db } from './db.ts';
import { withinRate } from './rate.ts';
import type { CheckoutParams } from './session.ts';

// Calls of SQL about an order. Money is in cents.

/**
 * The parameters of a session. They are saved before Stripe is called, so that the same call can be repeated after a
 * crash.
 */
const StoredParams = v.custom<CheckoutParams>((value) => typeof value === 'object' && value !== null);

export const FinalizedOrder = v.object({
  order_id: v.string(),
  number: v.string(),
  is_paid: v.boolean(),
  attempt: v.number(),
  /** The amount to be charged. It can be the deposit, or the part that the balance does not pay. */
  total_cents: v.number(),
  pays_part: v.nullable(
    v.object({ title: v.string(), rest_cents: v.number(), due_on: v.nullable(v.string()) }),
  ),
  currency: v.string(),
  lines: v.array(
    v.object({
      title: v.string(),
      price_cents: v.number(),
      description: v.nullable(v.string()),
      renews: v.boolean(),
      renewal_cents: v.nullable(v.number()),
    }),
  ),
  parent_email: v.string(),
  open_session_id: v.nullable(v.string()),
  stored_params: v.nullable(StoredParams),
  same_terms: v.boolean(),
  /** The end of the session, if somebody else may pay the order by a link. */
  pay_until: v.nullable(v.string()),
});
export type FinalizedOrder = v.InferOutput<typeof FinalizedOrder>;

export async function finalizeOrder(
  db: Db,
  order: {
    secret: string;
    details?: CheckoutDetails | undefined;
    expected_total_cents: number;
    by_link?: boolean | undefined;
    pay?: (PayChoice & { user_id?: string }) | undefined;
  },
): Promise<FinalizedOrder> {
  const answer = await db.rpc('finalize_order', {
    p_secret: order.secret,
    p_details: order.details ?? null,
    p_expected_total_cents: order.expected_total_cents,
    p_by_link: order.by_link ?? false,
    p_pay: order.pay ?? null,
  });
  return v.parse(FinalizedOrder, answer);
}

export async function startAttempt(db: Db, orderId: string, params: CheckoutParams): Promise<number> {
  const answer = await db.rpc('start_attempt', { p_order_id: orderId, p_params: params });
  return v.parse(v.object({ attempt: v.number() }), answer).attempt;
}

/**
 * How long a claim lasts. It is long enough for a slow `start_attempt`, and short enough for a parent to press again
 * after a crash.
 */
const CLAIM_SECONDS = 20;

/**
 * Claims an attempt. If two tabs press at once, only one of them gets it, because the rate counter lets exactly one
 * caller be the first.
 */
export async function claimAttempt(db: Db, orderId: string, attempt: number): Promise<boolean> {
  return await withinRate(db, `attempt:${orderId}:${attempt}`, { limit: 1, seconds: CLAIM_SECONDS });
}

/** Saves an attempt's session and extends the hold to its end. Returns false if a later attempt has replaced it. */
export async function recordCheckout(
  db: Db,
  attempt: { orderId: string; attempt: number; sessionId: string; expiresAt: Date; url: string | null },
): Promise<boolean> {
  const answer = await db.rpc('record_checkout', {
    p_order_id: attempt.orderId,
    p_attempt: attempt.attempt,
    p_session_id: attempt.sessionId,
    p_expires_at: attempt.expiresAt.toISOString(),
    p_url: attempt.url,
  });
  return v.parse(v.object({ ok: v.boolean() }), answer).ok;
}

export async function makePaymentLink(db: Db, secret: string): Promise<NewPaymentLink> {
  return v.parse(NewPaymentLink, await db.rpc('make_payment_link', { p_secret: secret }));
}

export async function getOrder(db: Db, secret: string): Promise<OrderView> {
  return v.parse(OrderView, await db.rpc('get_order', { p_secret: secret }));
}

export async function releaseOrder(db: Db, secret: string): Promise<boolean> {
  return v.parse(Released, await db.rpc('release_order', { p_secret: secret })).released;
}
/** Puts an order back to held after its sessions ended. Returns false if it was already closed. */
export async function keepOrder(db: Db, secret: string): Promise<boolean> {
  return v.parse(Released, await db.rpc('keep_order', { p_secret: secret })).released;
}
/** Is called before sessions are ended for a change, so that the report of their end does not release the places. */
export async function supersedeSessions(db: Db, secret: string): Promise<void> {
  await db.rpc('supersede_sessions', { p_secret: secret });
}
const Released = v.object({ released: v.boolean() });

/**
 * Ends an order's session. `refused` means that the bank refused the payment later, and the parent then gets a mail.
 */
export async function lapseCheckout(db: Db, sessionId: string, { refused = false } = {}): Promise<void> {
  await db.rpc('lapse_checkout', { p_session_id: sessionId, p_refused: refused });
}

const PendingOrder = v.object({
  order_id: v.string(),
  secret: v.string(),
  session_id: v.nullable(v.string()),
});
export type PendingOrder = v.InferOutput<typeof PendingOrder>;

export async function listPendingOrders(db: Db): Promise<PendingOrder[]> {
  return v.parse(v.array(PendingOrder), (await db.rpc('list_pending_orders', {})) ?? []);
}

const Confirmation = v.object({
  result: v.picklist([
    'confirmed',
    'already_confirmed',
    'reseated',
    'needs_choice',
    'mismatch',
    'duplicate_payment',
    'unknown_order',
    'instalment',
  ]),
  number: v.nullish(v.string()),
});
export type Confirmation = v.InferOutput<typeof Confirmation>;

export interface Payment {
  event_id: string;
  event_type: string;
  session_id: string;
  payment_intent: string | null;
  order_id: string | null;
  amount_cents: number | null;
  currency: string | null;
  instalment_id: string | null;
}

/**
 * Confirms an order in one transaction. It saves the payment once, compares the amount, books places, and writes
 * credits and mails.
 */
export async function confirmOrder(db: Db, payment: Payment): Promise<Confirmation> {
  return v.parse(Confirmation, await db.rpc('confirm_order', { p_event: payment }));
}
