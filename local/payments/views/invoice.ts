import Stripe from 'stripe';
import type { Invoice, InvoiceLine, Subscription } from '../state.ts';

export const totalOfInvoice = ({ lines }: Invoice): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0);

export function invoiceView(invoice: Invoice, subscription: Subscription): Stripe.Invoice {
  const total = totalOfInvoice(invoice);
  const paid = invoice.status === 'paid' ? total : 0;
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: 'SG',
    account_name: null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: paid,
    amount_remaining: total - paid,
    amount_shipping: 0,
    application: null,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: invoice.status === 'open',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: invoice.reason,
    collection_method: 'charge_automatically',
    created: invoice.created,
    currency: invoice.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: subscription.email,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: invoice.created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      url: `/v1/invoices/${invoice.id}/lines`,
      has_more: false,
      data: invoice.lines.map((line) => lineView(line, invoice, subscription)),
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: invoice.next_attempt_at,
    number: invoice.number,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: ['card'],
    },
    period_end: invoice.period_end,
    period_start: invoice.period_start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: invoice.paid_at,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: invoice.created,
  };
}

function lineView(
  { amount, end, id, line, start }: InvoiceLine,
  invoice: Invoice,
  subscription: Subscription,
): Stripe.InvoiceLineItem {
  const renews = line.every_weeks !== null;
  const about = { proration: false, proration_details: null, subscription: subscription.id };
  return {
    id,
    object: 'line_item',
    amount,
    currency: invoice.currency,
    description: line.name,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: renews ? subscription.metadata : line.metadata,
    parent: {
      invoice_item_details: renews ? null : { ...about, invoice_item: `ii_${id.slice(3)}` },
      subscription_item_details: renews
        ? { ...about, invoice_item: null, subscription_item: subscription.item }
        : null,
      type: renews ? 'subscription_item_details' : 'invoice_item_details',
    },
    period: { end, start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: line.price, product: line.product },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(line.unit_amount),
    },
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}

export function invoicePaymentViews(invoice: Invoice): Stripe.InvoicePayment[] {
  const { payment } = invoice;
  if (!payment) return [];
  return [
    {
      id: invoice.link,
      object: 'invoice_payment',
      amount_paid: invoice.status === 'paid' ? payment.amount : null,
      amount_requested: payment.amount,
      created: invoice.created,
      currency: invoice.currency,
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: payment.intent, type: 'payment_intent' },
      status: invoice.status,
      status_transitions: { canceled_at: null, paid_at: invoice.paid_at },
    },
  ];
}
