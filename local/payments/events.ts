import Stripe from 'stripe';
import { newId } from './ids.ts';
import type { State, StoredEvent } from './state.ts';

type KnownEvent =
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentPaymentFailedEvent
  | Stripe.ChargeSucceededEvent
  | Stripe.ChargeFailedEvent
  | Stripe.ChargeRefundedEvent
  | Stripe.ChargeDisputeCreatedEvent
  | Stripe.ChargeDisputeFundsWithdrawnEvent
  | Stripe.ChargeDisputeFundsReinstatedEvent
  | Stripe.ChargeDisputeClosedEvent
  | Stripe.CheckoutSessionCompletedEvent
  | Stripe.CheckoutSessionAsyncPaymentSucceededEvent
  | Stripe.CheckoutSessionAsyncPaymentFailedEvent
  | Stripe.CheckoutSessionExpiredEvent
  | Stripe.RefundCreatedEvent
  | Stripe.RefundUpdatedEvent
  | Stripe.RefundFailedEvent
  | Stripe.PayoutCreatedEvent
  | Stripe.PayoutPaidEvent
  | Stripe.PayoutFailedEvent
  | Stripe.PayoutReconciliationCompletedEvent
  | Stripe.CustomerSubscriptionCreatedEvent
  | Stripe.CustomerSubscriptionUpdatedEvent
  | Stripe.CustomerSubscriptionDeletedEvent
  | Stripe.InvoiceCreatedEvent
  | Stripe.InvoicePaidEvent
  | Stripe.InvoicePaymentFailedEvent;

type Essence<E extends KnownEvent> = E extends KnownEvent ? Pick<E, 'type' | 'data'> : never;

export type Happening = Essence<KnownEvent>;

export interface Cause {
  id: string | null;
  idempotency_key: string | null;
}

export const noCause: Cause = { id: null, idempotency_key: null };

export type Emit = (happening: Happening, cause: Cause) => StoredEvent;

/** At most this many delivered events are stored, because every response writes the whole state to disk. */
const MAX_EVENTS = 200;
/** Stripe stops delivering an event after three days. */
const GIVE_UP_SECONDS = 3 * 24 * 60 * 60;

export function recordEvent(
  state: State,
  happening: Happening,
  { now, cause, isSubscribed }: { now: number; cause: Cause; isSubscribed: (type: string) => boolean },
): StoredEvent {
  const endpoint = isSubscribed(happening.type);
  const event: KnownEvent = {
    id: newId('evt'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: now,
    livemode: false,
    pending_webhooks: endpoint ? 1 : 0,
    request: cause,
    ...happening,
  };
  const stored: StoredEvent = {
    id: event.id,
    sequence: (state.sequence += 1),
    type: event.type,
    created: now,
    told_at: now - state.ahead,
    body: JSON.stringify(event),
    pending: endpoint ? { attempts: 0, refusals: 0, next_at: 0 } : null,
  };
  state.events.push(stored);
  for (const old of state.events) if (old.told_at < stored.told_at - GIVE_UP_SECONDS) old.pending = null;
  const surplus = state.events.length - MAX_EVENTS;
  state.events = state.events.filter((old, index) => index >= surplus || old.pending !== null);
  return stored;
}

export function eventView(stored: StoredEvent): Stripe.Event {
  const event = JSON.parse(stored.body) as Stripe.Event;
  event.pending_webhooks = stored.pending ? 1 : 0;
  return event;
}
