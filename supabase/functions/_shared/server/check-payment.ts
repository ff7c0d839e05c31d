import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { logFault } from './log.ts';
import { confirmSession } from './session.ts';

/**
 * Returns the open sessions of an order, which has several only while its terms change. With `beforeAttempt`, returns
 * only the sessions of earlier attempts.
 */
export async function openSessionsOf(db: Db, secret: string, beforeAttempt?: number): Promise<string[]> {
  const args = { p_secret: secret, p_before_attempt: beforeAttempt ?? null };
  return v.parse(v.array(v.string()), await db.rpc('list_open_sessions', args));
}

/** Confirms the order if a session was paid. If Stripe does not return a session, the others are still checked. */
export async function confirmIfPaid(
  deps: Pick<Deps, 'db' | 'stripe'>,
  sessionIds: string[],
): Promise<boolean> {
  for (const id of sessionIds) {
    const session = await deps.stripe.checkout.sessions.retrieve(id).catch((error: unknown) => {
      logFault('looking at Stripe', error);
    });
    if (session?.payment_status !== 'paid') continue;
    await confirmSession(deps, session);
    return true;
  }
  return false;
}
