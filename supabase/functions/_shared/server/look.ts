import type Stripe from 'stripe';
import * as v from 'valibot';
import type { Db } from './db.ts';
import { confirmSession } from './session.ts';

const Ids = v.array(v.object({ id: v.string() }));
const Attempts = v.array(v.object({ session_id: v.nullable(v.string()) }));

/**
 * Every session of this order, as recorded here, of which Stripe has not said that it expired. More than one
 * only while a change of terms is under way. Empty for an unknown secret.
 */
export async function openSessionsOf(db: Db, secret: string): Promise<string[]> {
  const [order] = v.parse(Ids, await db.select('orders', ['id'], { secret }));
  if (!order) return [];
  const match = { order_id: order.id, closed_at: null };
  const attempts = v.parse(Attempts, await db.select('checkout_attempts', ['session_id'], match));
  return attempts.flatMap(({ session_id }) => (session_id ? [session_id] : []));
}

/** Asks Stripe about these sessions and confirms one that is paid. True when there was one. */
export async function confirmIfPaid(db: Db, stripe: Stripe, sessionIds: string[]): Promise<boolean> {
  for (const id of sessionIds) {
    const session = await stripe.checkout.sessions.retrieve(id);
    if (session.payment_status !== 'paid') continue;
    await confirmSession(db, session);
    return true;
  }
  return false;
}
