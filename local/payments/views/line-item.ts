import Stripe from 'stripe';
import { dueOf, type Checkout, type Line } from '../state.ts';

export function priceView(line: Line, checkout: Pick<Checkout, 'created' | 'currency'>): Stripe.Price {
  return {
    id: line.price,
    object: 'price',
    // A price made by `price_data` belongs to one session and its subscription, so it cannot be reused.
    active: false,
    billing_scheme: 'per_unit',
    created: checkout.created,
    currency: checkout.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: line.product,
    recurring:
      line.every_weeks === null
        ? null
        : {
            interval: 'week',
            interval_count: line.every_weeks,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: line.every_weeks === null ? 'one_time' : 'recurring',
    unit_amount: line.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(line.unit_amount),
  };
}

export function lineItemView(line: Line, checkout: Checkout): Stripe.LineItem {
  const amount = dueOf(line, checkout);
  return {
    id: line.id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: checkout.currency,
    description: line.name,
    metadata: line.metadata,
    price: priceView(line, checkout),
    quantity: line.quantity,
  };
}
