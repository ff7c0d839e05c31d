import type Stripe from 'stripe';
import { createBalance } from './balance.ts';
import { createBilling } from './billing.ts';
import { noCause, recordEvent, type Cause, type Emit } from './events.ts';
import { createDisputes } from './disputes.ts';
import { invalid, missing } from './errors.ts';
import { newId } from './ids.ts';
import { formatMoney } from './money.ts';
import {
  disputesOf,
  dueNow,
  paymentsOf,
  refundedOf,
  type Checkout,
  type Method,
  type Payment,
  type RefundRecord,
  type State,
} from './state.ts';
import { chargeView, intentView } from './views/payment.ts';
import { refundView } from './views/refund.ts';
import { sessionView } from './views/session.ts';

export interface World {
  state: State;
  baseUrl: string;
  /** True if an endpoint receives events of this type. */
  isSubscribed: (type: string) => boolean;
  now: () => number;
}

/** All steps are synchronous, so that a state saved between two requests never contains half of a payment. */
export function createProcessor(world: World) {
  const { state, isSubscribed } = world;
  /** While an overdue step runs, this is the time at which it was due. */
  let moment: number | null = null;
  const now = () => moment ?? world.now();
  const view = (checkout: Checkout): Stripe.Checkout.Session => sessionView(checkout, world.baseUrl);
  // Events of overdue steps get the current time, because events older than three days are not delivered.
  const emit: Emit = (happening, cause) =>
    recordEvent(state, happening, { now: world.now(), cause, isSubscribed });
  const balance = createBalance({ state, emit, now });
  const billing = createBilling({ state, emit, balance, now });
  const findPayment = (key: 'intent' | 'charge', id: string): Payment | undefined =>
    paymentsOf(state).find((payment) => payment[key] === id);

  function expire(checkout: Checkout, cause: Cause): void {
    checkout.status = 'expired';
    emit({ type: 'checkout.session.expired', data: { object: view(checkout) } }, cause);
  }

  function expireOverdue(): void {
    for (const checkout of Object.values(state.checkouts)) {
      if (checkout.status === 'open' && checkout.expires_at <= world.now()) expire(checkout, noCause);
    }
  }

  function reportCharge(payment: Payment): void {
    balance.take(payment);
    emit({ type: 'payment_intent.succeeded', data: { object: intentView(payment) } }, noCause);
    emit({ type: 'charge.succeeded', data: { object: chargeView(payment, 0) } }, noCause);
  }

  function paymentOf(checkout: Checkout, method: Method, email: string | null): Payment {
    return {
      intent: newId('pi'),
      charge: newId(method === 'card' ? 'ch' : 'py'),
      payment_method: newId('pm'),
      method,
      status: 'succeeded',
      amount: dueNow(checkout),
      currency: checkout.currency,
      customer: checkout.mode === 'subscription' ? newId('cus', 14) : null,
      email,
      paid_at: now(),
      ...checkout.intent,
      allowed: checkout.allowed,
      methods: checkout.methods,
      balance_transaction: null,
    };
  }

  return {
    view,
    expire,
    billing,
    balance,

    catchUp(): void {
      expireOverdue();
      for (const steps of [billing, balance]) {
        steps.run((at, step) => {
          moment = at;
          try {
            step();
          } finally {
            moment = null;
          }
        });
      }
    },

    /** Returns the milliseconds until the next session expires, subscription renews or payout moves, or null. */
    msToNext(): number | null {
      const ends = Object.values(state.checkouts)
        .filter(({ status }) => status === 'open')
        .map(({ expires_at }) => expires_at);
      const moments = [...ends, billing.nextAt(), balance.nextAt()].filter((at) => at !== null);
      if (moments.length === 0) return null;
      return Math.max(0, (Math.min(...moments) - world.now()) * 1000);
    },

    /** With `later`, the payment stays pending until `settle`. */
    pay(checkout: Checkout, method: Method, email: string | null, later = false): void {
      if (checkout.status !== 'open') return;
      const payment = dueNow(checkout) === 0 ? null : paymentOf(checkout, method, email);
      if (payment && later) payment.status = 'processing';
      Object.assign(checkout, { status: 'complete', payment });
      if (checkout.mode === 'subscription') billing.begin(checkout, payment);
      else if (payment && !later) reportCharge(payment);
      const completed = emit(
        { type: 'checkout.session.completed', data: { object: view(checkout) } },
        noCause,
      );
      checkout.completed_event = completed.id;
    },

    /** Ends a pending payment with the bank's decision. False if there was none. */
    settle(checkout: Checkout, succeeded: boolean): boolean {
      const { payment } = checkout;
      if (payment?.status !== 'processing') return false;
      payment.status = succeeded ? 'succeeded' : 'failed';
      if (succeeded) {
        reportCharge(payment);
      } else {
        emit({ type: 'payment_intent.payment_failed', data: { object: intentView(payment) } }, noCause);
        emit({ type: 'charge.failed', data: { object: chargeView(payment, 0) } }, noCause);
      }
      const type = succeeded
        ? 'checkout.session.async_payment_succeeded'
        : 'checkout.session.async_payment_failed';
      emit({ type, data: { object: view(checkout) } }, noCause);
      return true;
    },

    refund(
      payment: Payment,
      details: { amount?: number; reason?: string; metadata: Record<string, string> },
      cause: Cause,
    ): Stripe.Refund {
      if (payment.status !== 'succeeded') throw invalid(`Charge ${payment.charge} is not paid.`);
      if (disputesOf(state, payment).some(({ status }) => status !== 'won' && status !== 'warning_closed')) {
        throw invalid(`Charge ${payment.charge} has been charged back; cannot issue a refund.`, {
          code: 'charge_disputed',
        });
      }
      const before = refundedOf(state, payment);
      const refundable = payment.amount - before;
      const amount = details.amount ?? refundable;
      if (refundable === 0) {
        throw invalid(`Charge ${payment.charge} has already been refunded.`, {
          code: 'charge_already_refunded',
        });
      }
      if (amount > refundable) {
        const money = (cents: number) => formatMoney(cents, payment.currency);
        throw invalid(
          `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(refundable)})`,
          { param: 'amount' },
        );
      }
      if (!state.funded) {
        throw invalid(
          'You have insufficient funds in your Stripe account. You can add funds from the Balance page.',
          { code: 'balance_insufficient' },
        );
      }
      const record: RefundRecord = {
        id: newId('re'),
        charge: payment.charge,
        created: world.now(),
        amount,
        reason: details.reason ?? null,
        metadata: details.metadata,
        failure_reason: null,
        balance_transaction: null,
        failure_balance_transaction: null,
      };
      state.refunds.push(record);
      balance.refund(record, payment);
      const object = refundView(record, payment);
      emit({ type: 'refund.created', data: { object } }, cause);
      emit(
        {
          type: 'charge.refunded',
          data: {
            object: chargeView(payment, before + amount),
            previous_attributes: { amount_refunded: before, refunded: false },
          },
        },
        cause,
      );
      return object;
    },

    /** Makes a successful refund fail, so that its money returns to our balance. */
    failRefund(id: string, reason: string): void {
      const record = state.refunds.find((refund) => refund.id === id);
      const payment = record && findPayment('charge', record.charge);
      if (!record || !payment) throw missing('refund', id);
      record.failure_reason = reason;
      balance.returnRefund(record, payment);
      const object = refundView(record, payment);
      emit({ type: 'refund.updated', data: { object } }, noCause);
      emit({ type: 'refund.failed', data: { object } }, noCause);
    },

    disputes: createDisputes({ state, emit, balance, now: world.now, findPayment }),
    findPayment,
  };
}

export type Processor = ReturnType<typeof createProcessor>;
