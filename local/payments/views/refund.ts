import type Stripe from 'stripe';
import type { Payment, RefundRecord } from '../state.ts';

export function refundView(refund: RefundRecord, payment: Payment): Stripe.Refund {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balance_transaction,
    charge: payment.charge,
    created: refund.created,
    currency: payment.currency,
    customer: payment.customer,
    customer_account: null,
    metadata: refund.metadata,
    payment_intent: payment.intent,
    payment_method: payment.payment_method,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.failure_reason === null ? 'succeeded' : 'failed',
    ...(refund.failure_reason !== null && { failure_reason: refund.failure_reason }),
    ...(refund.failure_balance_transaction !== null && {
      failure_balance_transaction: refund.failure_balance_transaction,
    }),
    transfer_reversal: null,
  };
}
