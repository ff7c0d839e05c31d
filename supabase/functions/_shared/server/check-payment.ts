import * as v from 'valibot';
import type { Db } from './db.ts';
import type { Deps } from './deps.ts';
import { logFault } from './log.ts';
import { confirmSession } from './session.ts';

/** Several only during a change of terms. With a number, only sessions of earlier attempts. */
export async function openSessionsOf(db: Db, secret: string, beforeAttempt?: number): Promise<string[]> {
  const args = { p_secret: secret, p_before_attempt: beforeAttempt ?? null };
  return v.parse(v.array(v.string()), await db.rpc('list_open_sessions', args));
}

/** A session that Stripe does not return must not hide a paid one behind it. */
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
