/**
 * The implementations of Stripe that the contract tests run against: our simulation, and a real sandbox if we have
 * a key.
 */
import Stripe from 'stripe';
import { afterAll } from 'vitest';
import { createPayments } from '#local/payments/start.ts';
import { idOf, pay } from './payments.ts';

/** One implementation of Stripe, with the steps that differ between the simulation and a sandbox. */
export interface Target {
  name: string;
  stripe: Stripe;
  /** Makes a subscription of S$167 every 4 weeks, with its first invoice paid. Returns its id. */
  makeSubscription: () => Promise<string>;
  /** Makes a paid PaymentIntent of this many cents. Returns its id. */
  makePaidIntent: (cents: number) => Promise<string>;
}

export const paymentParams = (cents = 3800): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    {
      quantity: 1,
      price_data: {
        currency: 'sgd',
        unit_amount: cents,
        product_data: { name: 'Try-Out', description: 'Sat' },
      },
    },
  ],
  allowed_payment_method_types: ['card'],
  client_reference_id: 'order-1',
  customer_email: 'parent@example.com',
  metadata: { order: '1' },
  payment_intent_data: { metadata: { order: '1' } },
  success_url: 'https://example.com/done?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'https://example.com/back',
});

const every4Weeks = {
  currency: 'sgd',
  unit_amount: 16_700,
  recurring: { interval: 'week', interval_count: 4 },
} as const;
export const subscriptionParams = (): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  line_items: [{ quantity: 1, price_data: { ...every4Weeks, product_data: { name: 'Flexi' } } }],
  allowed_payment_method_types: ['card'],
  customer_email: 'parent@example.com',
  subscription_data: { metadata: { order_id: 'order-1' } },
  success_url: 'https://example.com/done',
});

const double = await createPayments({ secretKey: 'sk_test_double' });
afterAll(() => double.stop());

function doubleTarget(): Target {
  const httpClient = Stripe.createFetchHttpClient(double.fetch);
  const stripe = new Stripe('sk_test_double', { httpClient });
  return {
    name: 'the double',
    stripe,
    async makePaidIntent(cents) {
      const session = await stripe.checkout.sessions.create(paymentParams(cents));
      await pay(session.url ?? '', { fetch: double.fetch });
      const { payment_intent } = await stripe.checkout.sessions.retrieve(session.id);
      return idOf(payment_intent);
    },
    async makeSubscription() {
      const session = await stripe.checkout.sessions.create(subscriptionParams());
      await pay(session.url ?? '', { fetch: double.fetch });
      const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
      return idOf(subscription);
    },
  };
}

function sandboxTarget(key: string): Target {
  const stripe = new Stripe(key);
  return {
    name: 'the Stripe sandbox',
    stripe,
    async makePaidIntent(cents) {
      const intent = await stripe.paymentIntents.create({
        amount: cents,
        currency: 'sgd',
        confirm: true,
        payment_method: 'pm_card_visa',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      });
      return intent.id;
    },
    async makeSubscription() {
      const customer = await stripe.customers.create({
        payment_method: 'pm_card_visa',
        invoice_settings: { default_payment_method: 'pm_card_visa' },
      });
      const product = await stripe.products.create({ name: 'Flexi' });
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price_data: { ...every4Weeks, product: product.id } }],
        metadata: { order_id: 'order-1' },
      });
      return id;
    },
  };
}

const sandboxKey = process.env['STRIPE_TEST_KEY'] ?? process.env['STRIPE_SANDBOX_KEY'];
if (sandboxKey === undefined) {
  console.log(
    'Stripe contract: asked of the double only (no STRIPE_SANDBOX_KEY, the sandbox part was not run).',
  );
}
export const targets = [doubleTarget(), ...(sandboxKey === undefined ? [] : [sandboxTarget(sandboxKey)])];
