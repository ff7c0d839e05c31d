import type Stripe from 'stripe';
import type * as v from 'valibot';
import type { CreateCheckout, PayChoice } from '../contract/order-requests.ts';
import type { Deps } from './deps.ts';
import { openSessionsOf } from './check-payment.ts';
import {
  claimAttempt,
  type FinalizedOrder,
  finalizeOrder,
  lapseCheckout,
  recordCheckout,
  startAttempt,
} from './orders.ts';
import { isFinalForKey, orUnavailable } from './payments.ts';
import { RefusalError } from './refusal.ts';
import { type CheckoutParams, closeSession, confirmSession, sessionParams } from './session.ts';

type Request = v.InferOutput<typeof CreateCheckout> & {
  pay?: (PayChoice & { user_id?: string }) | undefined;
};
type Needs = Pick<Deps, 'db' | 'stripe' | 'env' | 'now'>;
type Session = Stripe.Checkout.Session;

/**
 * The pauses before each check whether another tab has finished. After the last check the parent is asked to press
 * again.
 */
const LOOKS_MS = [0, 60, 120, 250, 500, 1000, 2000];

/**
 * Returns the address of the only session in which this order can be paid. A second call returns the same session. If
 * the terms have changed, that session is closed first.
 */
export async function checkoutUrl(request: Request, deps: Needs): Promise<string> {
  for (const wait of LOOKS_MS) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const order = await finalizeOrder(deps.db, request);
    // Nobody has paid by a link here, so an order that was once sent by link also ends on the parent's page.
    if (order.is_paid) return addresses(request, { pay_until: null }, deps.env.SITE_URL).success;
    if (order.total_cents === 0) {
      await closeOpenSessions(request.secret, deps);
      continue;
    }
    const current = await currentSession(order, request.secret, deps);
    if (current?.status === 'complete') await refusePaid(current, deps);
    const open = current?.status === 'open' ? current : undefined;
    if (open?.url && order.same_terms) return open.url;

    if (!(await claimAttempt(deps.db, order.order_id, order.attempt + 1))) continue;
    const params = sessionParams(order, addresses(request, order, deps.env.SITE_URL), deps.now());
    // The new attempt starts first, so that the end of the old session does not end the hold.
    const number = await startAttempt(deps.db, order.order_id, params);
    const session = await createSession(order.order_id, number, params, request.secret, deps);
    if (session.url && (await record(order.order_id, number, session, deps))) return session.url;
  }
  throw new RefusalError({ code: 'payment_unavailable' });
}

/**
 * Closes the open sessions of an order that the balance pays completely, because the page of an earlier choice could
 * still be paid by card.
 */
async function closeOpenSessions(secret: string, deps: Needs): Promise<void> {
  for (const open of await openSessionsOf(deps.db, secret)) {
    const ended = await orUnavailable(() => closeSession(deps.stripe, open));
    if (ended.status === 'complete') await refusePaid(ended, deps);
    await lapseCheckout(deps.db, open);
  }
}

async function currentSession(order: FinalizedOrder, secret: string, deps: Needs): Promise<Session | null> {
  if (order.open_session_id) return await deps.stripe.checkout.sessions.retrieve(order.open_session_id);
  if (!order.stored_params) return null;
  // The process ended after it saved the parameters and before it recorded the session. The same call with the same
  // key finds or creates that session.
  const created = await createSession(order.order_id, order.attempt, order.stored_params, secret, deps).catch(
    (error: unknown) => {
      // The session's `expires_at` is too near, or Stripe repeats an earlier error, so this attempt cannot succeed.
      if (isFinalForKey(error)) return null;
      throw error;
    },
  );
  if (!created || !(await record(order.order_id, order.attempt, created, deps))) return null;
  // A repeated call returns the session as it was when it was created, not as it is now.
  return await deps.stripe.checkout.sessions.retrieve(created.id);
}

/**
 * Creates the session of an attempt. Earlier attempts are read after this one has started. If another tab records a
 * later attempt, that tab closes this session.
 */
async function createSession(
  orderId: string,
  attempt: number,
  params: CheckoutParams,
  secret: string,
  deps: Needs,
): Promise<Session> {
  for (const earlier of await openSessionsOf(deps.db, secret, attempt)) {
    const ended = await orUnavailable(() => closeSession(deps.stripe, earlier));
    if (ended.status === 'complete') await refusePaid(ended, deps);
  }
  return await deps.stripe.checkout.sessions.create(params, { idempotencyKey: `${orderId}:${attempt}` });
}

/**
 * Records the session of an attempt. Returns false if another tab has started a later attempt. This session must then
 * be closed.
 */
async function record(orderId: string, attempt: number, session: Session, deps: Needs): Promise<boolean> {
  const expiresAt = new Date(session.expires_at * 1000);
  const current = await recordCheckout(deps.db, {
    orderId,
    attempt,
    sessionId: session.id,
    expiresAt,
    url: session.url,
  });
  if (!current) await closeSession(deps.stripe, session.id);
  return current;
}

async function refusePaid(session: Session, deps: Needs): Promise<never> {
  if (session.payment_status === 'paid') await confirmSession(deps, session);
  throw new RefusalError({ code: 'order_closed' });
}

/**
 * Returns the pages to which Stripe leads. Somebody who pays by link must not get the parent's pages, so these
 * addresses then contain no secret.
 */
function addresses(
  request: Request,
  { pay_until }: Pick<FinalizedOrder, 'pay_until'>,
  siteUrl: string,
): { success: string; cancel: string } {
  if (pay_until !== null) return { success: `${siteUrl}/pay?paid=yes`, cancel: `${siteUrl}/pay` };
  return {
    success: `${siteUrl}${request.success_path ?? '/payment-success'}?order=${request.secret}`,
    cancel: `${siteUrl}${request.return_path ?? '/checkout'}`,
  };
}
