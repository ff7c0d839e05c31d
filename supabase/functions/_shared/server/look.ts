import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { confirmSession } from './session.ts';

/**
 * Every session of this order, as recorded here, of which Stripe has not said that it expired. More than one
 * only while a change of terms is under way. Empty for an unknown secret. With a number, only those of attempts
 * before it.
 */
export async function openSessionsOf(db: Db, secret: string, beforeAttempt?: number): Promise<string[]> {
  const args = { p_secret: secret, p_before_attempt: beforeAttempt ?? null };
  return v.parse(v.array(v.string()), await db.rpc('list_open_sessions', args));
}

/** Asks Stripe about these sessions and confirms one that is paid. True when there was one. */
export async function confirmIfPaid(
  deps: Pick<Deps, 'db' | 'stripe'>,
  sessionIds: string[],
): Promise<boolean> {
  for (const id of sessionIds) {
    const session = await deps.stripe.checkout.sessions.retrieve(id);
    if (session.payment_status !== 'paid') continue;
    await confirmSession(deps, session);
    return true;
  }
  return false;
}
