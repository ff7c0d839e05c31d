import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { isUnreachable } from '../_shared/server/payments.ts';
import { confirmSession } from '../_shared/server/session.ts';
import { turnOf } from './list-turns.ts';

/**
 * Confirms a paid session as the webhook would, and closes an expired one. A booking may lapse only after its session
 * is closed.
 */
export async function reconcileInstalments({
  db,
  stripe,
  now,
}: Pick<Deps, 'db' | 'stripe' | 'now'>): Promise<{ confirmed: number; closed: number; failed: number }> {
  const count = { confirmed: 0, closed: 0, failed: 0 };
  const ids = v.parse(v.array(v.string()), await db.rpc('list_instalment_sessions', {}));
  for (const id of turnOf(ids, now())) {
    try {
      const session = await stripe.checkout.sessions.retrieve(id);
      if (session.payment_status === 'paid') {
        await confirmSession({ db, stripe }, session);
        count.confirmed += 1;
      } else if (session.status === 'expired') {
        await db.rpc('close_instalment_session', { p_session_id: id });
        count.closed += 1;
      }
    } catch (error) {
      logFault(`instalment session ${id}`, error);
      count.failed += 1;
      if (isUnreachable(error)) break;
    }
  }
  return count;
}
