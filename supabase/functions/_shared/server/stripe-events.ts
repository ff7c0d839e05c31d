import type Stripe from 'stripe';

/**
 * The version of Stripe's API. It is that of the pinned library, whose types we use, even if the
 * account has another default.
 */
export const stripeApiVersion = '2026-10-28.endive' satisfies Stripe.WebhookEndpointCreateParams.ApiVersion;

/** The webhook endpoint, which setup creates, subscribes to these events. The local double sends no others. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'payout.created',
  'payout.updated',
  'payout.paid',
  'payout.failed',
  'payout.canceled',
  'payout.reconciliation_completed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

export type SubscribedEvent = Extract<Stripe.Event, { type: (typeof stripeEvents)[number] }>;

export const isSubscribed = (event: Stripe.Event): event is SubscribedEvent =>
  (stripeEvents as readonly string[]).includes(event.type);
