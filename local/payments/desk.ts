import type Stripe from 'stripe';
import { recordEvent, type Cause, type Happening } from './events.ts';
import { invalid } from './errors.ts';
import { newId } from './ids.ts';
import { formatMoney } from './money.ts';
import {
  isPaid,
  refundedOf,
  totalOf,
  type Checkout,
  type Method,
  type PaidCheckout,
  type State,
} from './state.ts';
import { chargeView, intentView } from './views/payment.ts';
import { refundView } from './views/refund.ts';
import { sessionView } from './views/session.ts';

/** What the rules need to know of the world around them. */
export interface World {
  state: State;
  /** Known only once the double listens. */
  baseUrl: () => string;
  /** True when events are to be delivered somewhere. */
  endpoint: boolean;
  /** Seconds since 1970. */
  now: () => number;
}

const nobody: Cause = { id: null, idempotency_key: null };

/**
 * All that changes a checkout. No function here waits for anything: a state that is written to disk
 * between two requests never shows half of a payment.
 */
export function createDesk(world: World) {
  const { state, endpoint } = world;
  const view = (checkout: Checkout): Stripe.Checkout.Session => sessionView(checkout, world.baseUrl());
  const emit = (happening: Happening, cause: Cause) =>
    recordEvent(state, happening, { now: world.now(), cause, endpoint });

  function expire(checkout: Checkout, cause: Cause): void {
    checkout.status = 'expired';
    emit({ type: 'checkout.session.expired', data: { object: view(checkout) } }, cause);
  }

  return {
    view,
    expire,

    expireOverdue(): void {
      for (const checkout of Object.values(state.checkouts)) {
        if (checkout.status === 'open' && checkout.expires_at <= world.now()) expire(checkout, nobody);
      }
    },

    /** Milliseconds until the next open session expires; null when none is open. */
    msToExpiry(): number | null {
      const open = Object.values(state.checkouts).filter(({ status }) => status === 'open');
      if (open.length === 0) return null;
      const next = Math.min(...open.map(({ expires_at }) => expires_at));
      return Math.max(0, (next - world.now()) * 1000);
    },

    /** Takes the money, once: a session that is no longer open is left as it is. */
    pay(checkout: Checkout, method: Method, email: string | null): void {
      if (checkout.status !== 'open') return;
      const payment = {
        intent: newId('pi'),
        charge: newId(method === 'card' ? 'ch' : 'py'),
        payment_method: newId('pm'),
        method,
        email,
        paid_at: world.now(),
        completed_event: '',
      };
      const paid: PaidCheckout = Object.assign(checkout, { status: 'complete' as const, payment });
      emit({ type: 'payment_intent.succeeded', data: { object: intentView(paid) } }, nobody);
      emit({ type: 'charge.succeeded', data: { object: chargeView(paid, 0) } }, nobody);
      const completed = emit({ type: 'checkout.session.completed', data: { object: view(paid) } }, nobody);
      payment.completed_event = completed.id;
    },

    /** Refunds the amount in cents, or all that is left. */
    refund(
      checkout: PaidCheckout,
      details: { amount?: number; reason?: string; metadata: Record<string, string> },
      cause: Cause,
    ): Stripe.Refund {
      const total = totalOf(checkout);
      const before = refundedOf(state, checkout);
      const left = total - before;
      const amount = details.amount ?? left;
      if (left === 0) {
        throw invalid(`Charge ${checkout.payment.charge} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      }
      if (amount > left) {
        const money = (cents: number) => formatMoney(cents, checkout.currency);
        throw invalid(
          `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
          { param: 'amount' },
        );
      }
      const record = {
        id: newId('re'),
        checkout: checkout.id,
        created: world.now(),
        amount,
        reason: details.reason ?? null,
        metadata: details.metadata,
      };
      state.refunds.push(record);
      const object = refundView(record, checkout);
      emit({ type: 'refund.created', data: { object } }, cause);
      emit(
        {
          type: 'charge.refunded',
          data: {
            object: chargeView(checkout, before + amount),
            previous_attributes: { amount_refunded: before, refunded: false },
          },
        },
        cause,
      );
      return object;
    },

    paidBy(key: 'intent' | 'charge', id: string): PaidCheckout | undefined {
      return Object.values(state.checkouts)
        .filter(isPaid)
        .find((checkout) => checkout.payment[key] === id);
    },
  };
}

export type Desk = ReturnType<typeof createDesk>;
