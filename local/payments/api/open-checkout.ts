import type Stripe from 'stripe';
import * as v from 'valibot';
import { invalid } from '../errors.ts';
import { newId } from '../ids.ts';
import { email, expand, integer, metadata, positive, text, url } from '../params.ts';
import { dueNow, methods, type Checkout } from '../state.ts';

const MIN_LIFE_SECONDS = 30 * 60;
const MAX_LIFE_SECONDS = 24 * 60 * 60;
/** Stripe's smallest charge in Singapore dollars, in cents. */
const MIN_TOTAL_CENTS = 50;

const PriceData = v.strictObject({
  currency: v.pipe(
    text(),
    v.toLowerCase(),
    v.literal('sgd', (issue) => `Invalid currency: ${issue.received}. This double sells in sgd only.`),
  ),
  unit_amount: v.pipe(integer, v.minValue(0, 'Invalid non-negative integer')),
  product_data: v.strictObject({
    name: text(250),
    description: v.exactOptional(text()),
    metadata: v.exactOptional(metadata),
  }),
  recurring: v.exactOptional(
    v.strictObject({
      interval: v.literal('week', 'Invalid interval: this double renews by the week only.'),
      interval_count: v.pipe(positive, v.maxValue(52)),
    }),
  ),
});

const createParams = {
  mode: v.picklist(['payment', 'subscription'], 'Invalid mode: this double knows payment and subscription.'),
  ui_mode: v.exactOptional(v.literal('hosted_page', 'Invalid ui_mode: this double has a hosted page only.')),
  line_items: v.pipe(
    v.array(
      v.strictObject({
        price_data: PriceData,
        quantity: positive,
        metadata: v.exactOptional(metadata),
      }),
    ),
    v.minLength(1),
    v.maxLength(100),
  ),
  success_url: url,
  cancel_url: v.exactOptional(url),
  client_reference_id: v.exactOptional(text(200)),
  customer_email: v.exactOptional(email),
  expires_at: v.exactOptional(integer),
  locale: v.exactOptional(text()),
  submit_type: v.exactOptional(v.picklist(['auto', 'book', 'pay'])),
  metadata: v.exactOptional(metadata),
  payment_intent_data: v.exactOptional(
    v.strictObject({
      description: v.exactOptional(text(1000)),
      metadata: v.exactOptional(metadata),
      receipt_email: v.exactOptional(email),
    }),
  ),
  subscription_data: v.exactOptional(
    v.strictObject({
      description: v.exactOptional(text(500)),
      metadata: v.exactOptional(metadata),
      trial_period_days: v.exactOptional(v.pipe(positive, v.maxValue(730))),
    }),
  ),
  allowed_payment_method_types: v.exactOptional(v.pipe(v.array(text()), v.minLength(1))),
  expand,
} satisfies Partial<Record<keyof Stripe.Checkout.SessionCreateParams, v.GenericSchema>>;

/** The supported parameters of `checkout.sessions.create`. Others are refused as unknown. */
export const SessionCreate = v.strictObject(createParams);

/** `now` is in seconds. Throws Stripe's errors about expiry, amount and methods. */
export function openCheckout(params: v.InferOutput<typeof SessionCreate>, now: number): Checkout {
  const subscribes = checkMode(params);
  const intent = params.payment_intent_data ?? {};
  const plan = params.subscription_data ?? {};
  const allowed = params.allowed_payment_method_types ?? null;
  const checkout: Checkout = {
    id: newId('cs_test', 58),
    created: now,
    expires_at: expiryOf(params.expires_at, now),
    status: 'open',
    currency: 'sgd',
    lines: params.line_items.map(
      ({ price_data: { unit_amount, product_data, recurring }, quantity, ...item }) => ({
        id: newId('li'),
        price: newId('price'),
        product: newId('prod', 14),
        name: product_data.name,
        description: product_data.description ?? null,
        unit_amount,
        quantity,
        metadata: item.metadata ?? {},
        every_weeks: recurring?.interval_count ?? null,
      }),
    ),
    mode: params.mode,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    submit_type: params.submit_type ?? null,
    metadata: params.metadata ?? {},
    allowed,
    // A subscription needs a card: PayNow and GrabPay cannot be charged again without the customer.
    methods: methods.filter(
      (method) => (allowed === null || allowed.includes(method)) && (!subscribes || method === 'card'),
    ),
    intent: {
      description: intent.description ?? null,
      metadata: intent.metadata ?? {},
      receipt_email: intent.receipt_email ?? null,
    },
    plan: subscribes
      ? {
          description: plan.description ?? null,
          metadata: plan.metadata ?? {},
          trial_days: plan.trial_period_days ?? 0,
        }
      : null,
    payment: null,
    customer: null,
    subscription: null,
    invoice: null,
    completed_event: '',
  };
  if (checkout.methods.length === 0) {
    throw invalid('No valid payment method types for this Checkout Session.', {
      param: 'allowed_payment_method_types',
    });
  }
  if (dueNow(checkout) < MIN_TOTAL_CENTS && !(subscribes && dueNow(checkout) === 0)) {
    throw invalid("The Checkout Session's total amount must be at least S$0.50.", {
      code: 'amount_too_small',
    });
  }
  return checkout;
}

/** Returns true for mode `subscription`. Throws if other parameters do not fit the mode. */
function checkMode(params: v.InferOutput<typeof SessionCreate>): boolean {
  const renewing = params.line_items.filter(({ price_data }) => price_data.recurring).length;
  const subscribes = params.mode === 'subscription';
  if (!subscribes && renewing > 0) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
    );
  }
  if (subscribes && renewing === 0) {
    throw invalid('You must provide at least one recurring price in `subscription` mode when using prices.');
  }
  if (renewing > 1) throw invalid('This double renews one line of a session only.');
  if (subscribes && params.payment_intent_data) {
    throw invalid('You can not pass `payment_intent_data` in `subscription` mode.', {
      param: 'payment_intent_data',
    });
  }
  if (!subscribes && params.subscription_data) {
    throw invalid('You can not pass `subscription_data` in `payment` mode.', { param: 'subscription_data' });
  }
  if (subscribes && params.submit_type !== undefined) {
    throw invalid('You can not pass `submit_type` in `subscription` mode.', { param: 'submit_type' });
  }
  return subscribes;
}

function expiryOf(requested: number | undefined, now: number): number {
  const refuse = (bound: string) =>
    invalid(`The \`expires_at\` timestamp must be ${bound} from Checkout Session creation.`, {
      param: 'expires_at',
    });
  if (requested === undefined) return now + MAX_LIFE_SECONDS;
  if (requested < now + MIN_LIFE_SECONDS) throw refuse('at least 30 minutes');
  if (requested > now + MAX_LIFE_SECONDS) throw refuse('less than 24 hours');
  return requested;
}
