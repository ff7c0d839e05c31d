import type Stripe from 'stripe';
import { dueNow, type Checkout } from '../state.ts';

/** Fields without a value yet are null. `line_items` is included only with `expand`. */
export function sessionView(checkout: Checkout, baseUrl: string): Stripe.Checkout.Session {
  const total = dueNow(checkout);
  const subscribes = checkout.mode === 'subscription';
  const email = checkout.payment?.email ?? checkout.customer_email;
  return {
    id: checkout.id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: checkout.allowed,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: checkout.cancel_url,
    client_reference_id: checkout.client_reference_id,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: checkout.created,
    currency: checkout.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: checkout.customer,
    customer_account: null,
    customer_creation: subscribes ? 'always' : 'if_required',
    customer_details:
      email === null
        ? null
        : {
            address: null,
            business_name: null,
            email,
            individual_name: null,
            name: null,
            phone: null,
            tax_exempt: 'none',
            tax_ids: null,
          },
    customer_email: checkout.customer_email,
    discounts: [],
    expires_at: checkout.expires_at,
    integration_identifier: null,
    invoice: checkout.invoice,
    invoice_creation: null,
    livemode: false,
    locale: checkout.locale,
    managed_payments: null,
    metadata: checkout.metadata,
    mode: checkout.mode,
    origin_context: null,
    payment_intent: subscribes ? null : (checkout.payment?.intent ?? null),
    payment_link: null,
    payment_method_collection: subscribes ? 'always' : 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: checkout.methods,
    payment_status: paymentStatus(checkout),
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: checkout.status,
    submit_type: checkout.submit_type,
    subscription: checkout.subscription,
    success_url: checkout.success_url,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: checkout.status === 'open' ? `${baseUrl}/c/pay/${checkout.id}` : null,
    wallet_options: null,
  };
}

function paymentStatus({ payment, status }: Checkout): Stripe.Checkout.Session.PaymentStatus {
  if (payment) return payment.status === 'succeeded' ? 'paid' : 'unpaid';
  return status === 'complete' ? 'no_payment_required' : 'unpaid';
}
