import type Stripe from 'stripe';
import type { DisputeRecord, Payment } from '../state.ts';

/** Days until evidence is due. */
const ANSWER_DAYS = 9;
const DAY = 24 * 60 * 60;

export function disputeView(dispute: DisputeRecord, payment: Payment): Stripe.Dispute {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amount,
    balance_transactions: dispute.movements.map((movement) => movementView(movement, dispute, payment)),
    charge: payment.charge,
    created: dispute.created,
    currency: payment.currency,
    enhanced_eligibility_types: [],
    evidence,
    evidence_details: {
      due_by: dispute.created + ANSWER_DAYS * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: payment.intent,
    reason: dispute.reason,
    status: dispute.status,
  };
}

function movementView(
  { id, amount, fee, created }: DisputeRecord['movements'][number],
  dispute: DisputeRecord,
  { currency }: Payment,
): Stripe.BalanceTransaction {
  return {
    id,
    object: 'balance_transaction',
    amount,
    available_on: created,
    balance_type: 'payments',
    created,
    currency,
    description: amount < 0 ? 'Chargeback withdrawal' : 'Chargeback reversal',
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    status: 'available',
    type: 'adjustment',
  };
}

/** The evidence is always empty, because the shop submits it on Stripe's own pages. */
const evidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
