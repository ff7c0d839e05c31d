import type Stripe from 'stripe';
import type { PaidCheckout, RefundRecord } from '../state.ts';

export function refundView(refund: RefundRecord, checkout: PaidCheckout): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: null,
    charge: checkout.payment.charge,
    created: refund.created,
    currency: checkout.currency,
    customer: null,
    customer_account: null,
    metadata: refund.metadata,
    payment_intent: checkout.payment.intent,
    payment_method: checkout.payment.payment_method,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}
