import * as v from 'valibot';
import type { Deps } from '../_shared/server/deps.ts';
import { logFault } from '../_shared/server/log.ts';
import { isUnreachable } from '../_shared/server/payments.ts';
import { withinRate } from '../_shared/server/rate.ts';
import { noteRenewal, noteRenewalFailure, syncSubscription } from '../_shared/server/renewal-news.ts';
import { cancelAtStripe } from '../_shared/server/renewals.ts';
import { confirmSession } from '../_shared/server/session.ts';
import { turnOf } from './list-turns.ts';

type Needs = Pick<Deps, 'db' | 'stripe'>;

const ids = v.array(v.string());
const Work = v.object({ begin: ids, end: ids, ask: ids });
/**
 * The rate of asking Stripe about a card that fails. Stripe tries it again for days, so it is not asked every minute.
 */
const ASKING = { limit: 1, seconds: 600 };

/**
 * Corrects what a webhook missed. If one subscription fails, the others continue. If Stripe does not answer, the
 * others wait.
 */
export async function reconcileRenewals(
  deps: Needs & Pick<Deps, 'now'>,
): Promise<{ started: number; ended: number; checked: number; failed: number }> {
  const count = { started: 0, ended: 0, checked: 0, failed: 0 };
  const { begin, end, ask } = v.parse(Work, await deps.db.rpc('list_renewal_work', {}));
  const due =
    ask.length > 0 && (await withinRate(deps.db, 'chore renewals', ASKING))
      ? turnOf(ask, deps.now(), ASKING.seconds)
      : [];
  const work = [
    ...begin.map((id) => ({ id, counts: 'started', run: () => beginPaid(deps, id) }) as const),
    ...end.map((id) => ({ id, counts: 'ended', run: () => endCancelled(deps, id) }) as const),
    ...due.map((id) => ({ id, counts: 'checked', run: () => askAbout(deps, id) }) as const),
  ];
  for (const { counts, id, run } of work) {
    try {
      await run();
      count[counts] += 1;
    } catch (error) {
      logFault(`renewal ${id}`, error);
      count.failed += 1;
      if (isUnreachable(error)) break;
    }
  }
  return count;
}

async function beginPaid(deps: Needs, sessionId: string): Promise<void> {
  await confirmSession(deps, await deps.stripe.checkout.sessions.retrieve(sessionId));
}

/**
 * Ends a cancelled subscription. It ends at Stripe first, because a parent without a pass must not be charged again.
 */
async function endCancelled({ db, stripe }: Needs, id: string): Promise<void> {
  await cancelAtStripe(stripe, id);
  await db.rpc('end_subscription', { p_subscription_id: id });
}

async function askAbout(deps: Needs, subscription: string): Promise<void> {
  const { data } = await deps.stripe.invoices.list({ subscription, limit: 12 });
  // The oldest invoice comes first, in the order of the events.
  for (const invoice of data.toReversed()) {
    if (invoice.status === 'paid') await noteRenewal(deps, invoice.id);
    else if (invoice.status === 'open') await noteRenewalFailure(deps, invoice.id);
  }
  await syncSubscription(deps, subscription);
}
