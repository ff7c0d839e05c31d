import type Stripe from 'stripe';
import type { Db } from './db.ts';
import { type Confirmation, confirmOrder, type SettledOrder } from './orders.ts';
import { isRefusedByStripe } from './payments.ts';
import { RefusalError } from './refusal.ts';

/** Stripe wants at least 30 minutes; one more, because the clocks differ and the call takes its time. */
const SESSION_MINUTES = 31;

/** JSON only: it is stored and sent again unchanged after a crash. */
export type CheckoutParams = Stripe.Checkout.SessionCreateParams;

/**
 * What Stripe is asked for. What is sold, the class it books and the parent's address go there; nothing about
 * a child does. `expires_at` in epoch seconds.
 */
export function sessionParams(
  order: SettledOrder,
  addresses: { success: string; cancel: string },
  now: Date,
): CheckoutParams {
  const sum = order.lines.reduce((total, line) => total + line.price_cents, 0);
  if (sum !== order.total_cents) throw new Error(`${order.number}: the lines do not add up to the total`);
  const currency = order.currency.toLowerCase();
  return {
    mode: 'payment',
    client_reference_id: order.order_id,
    metadata: { order_number: order.number },
    customer_email: order.parent_email,
    allowed_payment_method_types: ['card', 'paynow', 'grabpay'],
    line_items: order.lines.map((line) => ({
      quantity: 1,
      price_data: { currency, unit_amount: line.price_cents, product_data: productOf(line) },
    })),
    expires_at: Math.floor(now.getTime() / 1000) + SESSION_MINUTES * 60,
    success_url: addresses.success,
    cancel_url: addresses.cancel,
  };
}

/** The pass, and which class, when and where: the parent sees what they are about to pay for. */
function productOf({ title, description }: SettledOrder['lines'][number]) {
  return description ? { name: title, description } : { name: title };
}

/**
 * Makes sure that a session can no longer be paid. Answers the session as it ended: `expired`, or `complete`
 * when the parent was faster. Refuses with `payment_unavailable` while Stripe does not let go of it, for
 * instance because a payment is being made at this moment.
 */
export async function closeSession(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!isRefusedByStripe(error)) throw error;
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    if (session.status === 'open') throw new RefusalError('payment_unavailable');
    return session;
  }
}

/** Tells SQL of a paid session: heard by webhook, or seen by looking. */
export async function confirmSession(
  db: Db,
  session: Stripe.Checkout.Session,
  heard: { id: string; type: string } = { id: `look:${session.id}`, type: 'look' },
): Promise<Confirmation> {
  const intent = session.payment_intent;
  const confirmation = await confirmOrder(db, {
    event_id: heard.id,
    event_type: heard.type,
    session_id: session.id,
    payment_intent: typeof intent === 'string' ? intent : (intent?.id ?? null),
    order_id: session.client_reference_id,
    amount_cents: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
  });
  if (['mismatch', 'duplicate_payment', 'unknown_order'].includes(confirmation.result)) {
    console.error(`payment of ${session.id} needs a person: ${confirmation.result}`);
  }
  return confirmation;
}
