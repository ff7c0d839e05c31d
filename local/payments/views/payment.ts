import type Stripe from 'stripe';
import type { Method, Payment } from '../state.ts';

const intentStatus = { succeeded: 'succeeded', processing: 'processing', failed: 'requires_payment_method' };
const chargeStatus = { succeeded: 'succeeded', processing: 'pending', failed: 'failed' };

/** Returns the PaymentIntent of a session or invoice. Since API 2022-08-01 there is none before the customer pays. */
export function intentView(payment: Payment): Stripe.PaymentIntent {
  const { amount, status } = payment;
  return {
    id: payment.intent,
    object: 'payment_intent',
    allowed_payment_method_types: payment.allowed,
    amount,
    amount_capturable: 0,
    amount_received: status === 'succeeded' ? amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${payment.intent}_secret_local`,
    confirmation_method: 'automatic',
    created: payment.paid_at,
    currency: payment.currency,
    customer: payment.customer,
    customer_account: null,
    description: payment.description,
    excluded_payment_method_types: null,
    last_payment_error: status === 'failed' ? declined : null,
    latest_charge: payment.charge,
    livemode: false,
    managed_payments: null,
    metadata: payment.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: status === 'failed' ? null : payment.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: payment.methods,
    payment_record: null,
    processing: null,
    receipt_email: payment.receipt_email,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: intentStatus[status],
    transfer_data: null,
    transfer_group: null,
  };
}

const declined: Stripe.PaymentIntent.LastPaymentError = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
  type: 'card_error',
};

export function chargeView(payment: Payment, refunded: number): Stripe.Charge {
  const { amount, status } = payment;
  const failed = status === 'failed';
  return {
    id: payment.charge,
    object: 'charge',
    amount,
    amount_captured: status === 'succeeded' ? amount : 0,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: payment.balance_transaction,
    billing_details: { address: null, email: payment.email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: status === 'succeeded',
    created: payment.paid_at,
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failed ? 'card_declined' : null,
    failure_message: failed ? 'Your card was declined.' : null,
    fraud_details: {},
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? 'declined_by_network' : 'approved_by_network',
      reason: failed ? 'generic_decline' : null,
      risk_level: 'normal',
      seller_message: failed ? 'The bank did not return any further details.' : 'Payment complete.',
      type: failed ? 'issuer_declined' : 'authorized',
    },
    paid: status === 'succeeded',
    payment_intent: payment.intent,
    payment_method: payment.payment_method,
    payment_method_details: methodDetails[payment.method],
    receipt_email: payment.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: status === 'succeeded' && refunded === amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: chargeStatus[status],
    transfer_data: null,
    transfer_group: null,
  };
}

const card: Stripe.Charge.PaymentMethodDetails.Card = {
  amount_authorized: null,
  authorization_code: null,
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'SG',
  electronic_commerce_indicator: null,
  exp_month: 12,
  exp_year: 2034,
  funding: 'credit',
  installments: null,
  last4: '4242',
  mandate: null,
  network: 'visa',
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
};

const methodDetails: Record<Method, Stripe.Charge.PaymentMethodDetails> = {
  card: { type: 'card', card },
  paynow: { type: 'paynow', paynow: { reference: null } },
  grabpay: { type: 'grabpay', grabpay: { transaction_id: null } },
};
