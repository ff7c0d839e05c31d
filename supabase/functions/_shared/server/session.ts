import type Stripe from 'stripe';
import { formatDate, formatMoney } from '../contract/format.ts';
import { RENEWAL_WEEKS } from '../contract/pass-end.ts';
import type { Deps } from './deps.ts';
import { logNotice } from './log.ts';
import { type Confirmation, confirmOrder, type FinalizedOrder } from './orders.ts';
import { idOf, isRefusedByStripe } from './payments.ts';
import { RefusalError } from './refusal.ts';
import { beginRenewal, intentOfInvoice } from './renewals.ts';

/** Stripe requires at least 30 minutes. The extra minute allows for clock differences and the call's duration. */
const SESSION_MINUTES = 31;

/**
 * The parameters of a session. They contain only JSON, because they are saved and sent again unchanged after a crash.
 */
export type CheckoutParams = Stripe.Checkout.SessionCreateParams;
type Line = FinalizedOrder['lines'][number];
type Item = Pick<Line, 'title' | 'description' | 'price_cents'>;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

/**
 * Returns the parameters of a session. They contain nothing about a child. `expires_at` is in seconds since 1970. A
 * session cannot contain two renewals, so an order with two fails with `invalid_input`.
 */
export function sessionParams(
  order: FinalizedOrder,
  addresses: { success: string; cancel: string },
  now: Date,
): CheckoutParams {
  const sum = order.lines.reduce((total, line) => total + line.price_cents, 0);
  if (sum !== order.total_cents + (order.pays_part?.rest_cents ?? 0))
    throw new Error(`${order.number}: the lines do not add up to the total`);
  const [renewing, second] = order.lines.filter(({ renews }) => renews);
  if (second)
    throw new RefusalError({ code: 'invalid_input', field: `lines[${order.lines.indexOf(second)}]` });
  return {
    ...(renewing ? renewal(order, renewing) : oneTimePayment(order)),
    client_reference_id: order.order_id,
    metadata: { order_number: order.number },
    // Somebody who pays by link enters their own address, and Stripe sends the receipt to it.
    ...(order.pay_until === null ? { customer_email: order.parent_email } : {}),
    expires_at: endOfSession(order, now),
    success_url: addresses.success,
    cancel_url: addresses.cancel,
  };
}

/**
 * Returns the end of the session in seconds since 1970. A link that was sent stays open as long as a hold may last
 * (docs/decisions "Paying by link").
 */
function endOfSession({ pay_until }: FinalizedOrder, now: Date): number {
  const shortest = Math.floor(now.getTime() / 1000) + SESSION_MINUTES * 60;
  return pay_until === null ? shortest : Math.max(shortest, Math.floor(Date.parse(pay_until) / 1000));
}

function oneTimePayment(order: FinalizedOrder): CheckoutParams {
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card', 'paynow', 'grabpay'],
    line_items: linesOf(order).map((line) => lineItem(line, order.currency)),
  };
}

/**
 * Returns the lines of a session. A deposit, or the part that the balance does not pay, is a single line that names
 * the whole price.
 */
function linesOf({ lines, pays_part: part, total_cents }: FinalizedOrder): Item[] {
  if (part === null) return lines;
  const laterAmount = formatMoney(part.rest_cents);
  return [
    {
      title: part.title,
      price_cents: total_cents,
      description:
        part.due_on === null
          ? `${laterAmount} is paid from your balance`
          : `Deposit. You pay the rest of ${laterAmount} by ${formatDate(part.due_on)}`,
    },
  ];
}

/**
 * Returns the parameters of a renewal. It needs a card, because PayNow and GrabPay cannot be charged again without the
 * parent.
 */
function renewal(order: FinalizedOrder, renewing: Line): CheckoutParams {
  const each = renewing.renewal_cents ?? renewing.price_cents;
  const recurring = { interval: 'week', interval_count: RENEWAL_WEEKS } as const;
  const plan = lineItem({ ...renewing, price_cents: each }, order.currency, recurring);
  const otherLines = order.lines.filter((line) => line !== renewing);
  // With a discount, the first weeks cost less than later ones. They are therefore paid as a separate item, and the
  // plan starts after them.
  const first =
    renewing.price_cents === each ? [] : [{ ...renewing, title: `${renewing.title}, first weeks` }];
  return {
    mode: 'subscription',
    allowed_payment_method_types: ['card'],
    line_items: [plan, ...[...first, ...otherLines].map((line) => lineItem(line, order.currency))],
    subscription_data: {
      metadata: { order_id: order.order_id, order_number: order.number },
      ...(first.length > 0 ? { trial_period_days: RENEWAL_WEEKS * 7 } : {}),
    },
  };
}

function lineItem(
  { title, description, price_cents }: Item,
  currency: string,
  recurring?: NonNullable<LineItem['price_data']>['recurring'],
): LineItem {
  return {
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: price_cents,
      product_data: description ? { name: title, description } : { name: title },
      ...(recurring ? { recurring } : {}),
    },
  };
}

/**
 * Ends a session. Its status is then `expired`, or `complete` if the parent paid first. Fails with
 * `payment_unavailable` if Stripe cannot close it.
 */
export async function closeSession(stripe: Stripe, sessionId: string): Promise<Stripe.Checkout.Session> {
  try {
    return await stripe.checkout.sessions.expire(sessionId);
  } catch (error) {
    if (!isRefusedByStripe(error)) throw error;
    const session = await stripe.checkout.sessions.retrieve(sessionId);
    if (session.status === 'open') throw new RefusalError({ code: 'payment_unavailable' });
    return session;
  }
}

/**
 * Confirms a paid session in SQL and starts its renewal, if it contains one. The webhook has reported the session, or
 * a check has found it.
 */
export async function confirmSession(
  deps: Pick<Deps, 'db' | 'stripe'>,
  session: Stripe.Checkout.Session,
  event: { id: string; type: string } = { id: `check:${session.id}`, type: 'check_payment' },
): Promise<Confirmation> {
  const invoice = idOf(session.invoice);
  const confirmation = await confirmOrder(deps.db, {
    event_id: event.id,
    event_type: event.type,
    session_id: session.id,
    payment_intent:
      idOf(session.payment_intent) ?? (invoice && (await intentOfInvoice(deps.stripe, invoice))),
    order_id: session.client_reference_id,
    amount_cents: session.amount_total,
    currency: session.currency?.toUpperCase() ?? null,
    instalment_id: session.metadata?.instalment_id ?? null,
  });
  if (['mismatch', 'duplicate_payment', 'unknown_order'].includes(confirmation.result)) {
    logNotice(`payment of ${session.id} needs a person: ${confirmation.result}`);
  }
  const subscription = idOf(session.subscription);
  if (subscription && session.client_reference_id) {
    await beginRenewal(deps, subscription, { orderId: session.client_reference_id, invoice });
  }
  return confirmation;
}
