import type Stripe from 'stripe';
import { isSubscribed, stripeApiVersion, stripeEvents } from '#server/stripe-events.ts';
import { type Context, projectUrl } from '../context.ts';
import { listNames, missing, ok, type Step, unknown, wrong } from '../step.ts';
import { ensureEndpoint, findEndpoints, removeOthers, stripeOf } from '../stripe-endpoint.ts';
import { isKnown } from '../supabase.ts';

const keys = ['STRIPE_SECRET_KEY'] as const;
const DAY_SECONDS = 86_400;
/** After this many days, a person must check again what no interface shows. */
const DAYS_SEEN = 366;

const account: Step = {
  id: 'stripe-account',
  topic: 'Stripe',
  what: 'Activate the account in Singapore, with the name that parents see on their statements.',
  keys,
  link: 'https://dashboard.stripe.com/account/onboarding',
  async check(context) {
    const { country, default_currency, charges_enabled, payouts_enabled, settings } =
      await stripeOf(context).accounts.retrieveCurrent();
    if (country !== 'SG' || default_currency !== 'sgd')
      return wrong(
        `The account is in ${country ?? 'no country'} and uses ${default_currency ?? 'nothing'}.`,
        'PayNow and GrabPay cannot be offered, and parents pay in another currency.',
        'Open an account in Singapore.',
      );
    if (!charges_enabled)
      return wrong('Stripe does not let this account take payments yet.', 'No parent can pay.');
    if (!payouts_enabled)
      return wrong(
        'Stripe does not pay out to this account yet.',
        'Parents notice nothing, but the business gets no money.',
      );
    const descriptor = settings?.payments.statement_descriptor;
    return descriptor
      ? ok(`The account takes payments; statements say ${descriptor}.`)
      : missing(
          'There is no statement descriptor.',
          'Parents do not recognise the payment, and ask their bank to return it.',
          'Enter it under Settings, Business, Public details.',
        );
  },
};

const webhook: Step = {
  id: 'stripe-webhook',
  topic: 'Stripe',
  what: 'Create the webhook endpoint with our events and version, and store its secret.',
  keys: [...keys, 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const harm = 'A paid booking is confirmed minutes late, and refunds, disputes and renewals later still.';
    const there = await findEndpoints(stripeOf(context), projectUrl(context));
    const [current, ...doubled] = there.filter(({ api_version }) => api_version === stripeApiVersion);
    if (!current)
      return there.length > 0
        ? wrong(`The webhook endpoint has a version other than ${stripeApiVersion}.`, harm)
        : missing('There is no webhook endpoint for stripe-webhook.', harm);
    if (current.status !== 'enabled') return wrong('The webhook endpoint is disabled.', harm);
    const { enabled_events } = current;
    const absent = stripeEvents.filter((event) => !enabled_events.includes(event));
    if (absent.length > 0) return wrong(`The webhook does not send ${listNames(absent)}.`, harm);
    if (there.length > 1 || doubled.length > 0)
      return wrong(
        `${there.length} endpoints have the same address.`,
        'Each event is sent twice, once with a secret that is refused.',
      );
    return (await isKnown(context, 'STRIPE_WEBHOOK_SECRET'))
      ? ok(`The webhook sends ${stripeEvents.length} events.`)
      : wrong('The secret of the webhook endpoint is known neither here nor to the functions.', harm);
  },
  async do(context) {
    const stripe = stripeOf(context);
    // Stripe shows an endpoint's secret only when it is created.
    if (!(await isKnown(context, 'STRIPE_WEBHOOK_SECRET')))
      for (const { id } of await findEndpoints(stripe, projectUrl(context)))
        await stripe.webhookEndpoints.del(id);
    const endpoint = await ensureEndpoint(stripe, projectUrl(context));
    if (endpoint.secret !== null) context.keys.set('STRIPE_WEBHOOK_SECRET', endpoint.secret);
    await removeOthers(stripe, endpoint);
  },
};

const deliveries: Step = {
  id: 'stripe-deliveries',
  topic: 'Stripe',
  what: 'Check that Stripe’s events of the last day were accepted.',
  keys,
  link: 'https://dashboard.stripe.com/workbench/webhooks',
  async check(context) {
    const since = Math.floor(context.now().getTime() / 1000) - DAY_SECONDS;
    const { data } = await stripeOf(context).events.list({
      delivery_success: false,
      created: { gte: since },
      limit: 100,
    });
    const lost = data.filter(isSubscribed);
    return lost.length > 0
      ? wrong(
          `${lost.length} events were not accepted. The newest is ${lost[0]?.type ?? ''}.`,
          'Bookings, refunds or renewals wait for a report that does not arrive.',
          'Follow docs/runbooks/payments-webhook-down.md.',
        )
      : ok('Each event of the last day was accepted.');
  },
};

const methods = { card: 'cards', paynow: 'PayNow', grabpay: 'GrabPay' } as const;
type Method = keyof typeof methods;
const methodNames = Object.keys(methods) as Method[];

async function configuration(context: Context): Promise<Stripe.PaymentMethodConfiguration | undefined> {
  const { data } = await stripeOf(context).paymentMethodConfigurations.list({ limit: 100 });
  return data.find((one) => one.is_default && one.application === null);
}

const paymentMethods: Step = {
  id: 'payment-methods',
  topic: 'Stripe',
  what: 'Switch on cards, PayNow and GrabPay.',
  keys,
  link: 'https://dashboard.stripe.com/settings/payment_methods',
  async check(context) {
    const now = await configuration(context);
    const harm = 'Parents see fewer ways to pay than the FAQs promise.';
    if (!now) return missing('Stripe has no default configuration of payment methods.', harm);
    const off = methodNames.filter((name) => now[name]?.display_preference.value !== 'on');
    if (off.length > 0) return wrong(`Switched off: ${off.map((name) => methods[name]).join(', ')}.`, harm);
    const waiting = methodNames.filter((name) => !now[name]?.available);
    return waiting.length > 0
      ? wrong(
          `Switched on, but Stripe does not offer it yet: ${waiting.map((name) => methods[name]).join(', ')}.`,
          harm,
          'Answer what Stripe asks at the link, and wait for its approval.',
        )
      : ok('Cards, PayNow and GrabPay are offered.');
  },
  async do(context) {
    const now = await configuration(context);
    if (!now)
      throw new Error('Stripe has no default configuration of payment methods. Open its settings once.');
    const on = { display_preference: { preference: 'on' as const } };
    if (methodNames.some((name) => now[name]?.display_preference.value !== 'on'))
      await stripeOf(context).paymentMethodConfigurations.update(now.id, {
        card: on,
        paynow: on,
        grabpay: on,
      });
  },
};

async function portalDefault(context: Context): Promise<Stripe.BillingPortal.Configuration | undefined> {
  const { data } = await stripeOf(context).billingPortal.configurations.list({ is_default: true, limit: 1 });
  return data[0];
}

const portal: Step = {
  id: 'stripe-portal',
  topic: 'Stripe',
  what: 'Let parents change their card and end a pass at the end of its period.',
  keys,
  link: 'https://dashboard.stripe.com/settings/billing/portal',
  async check(context) {
    const now = await portalDefault(context);
    const harm = '“Change card” and “End renewal” fail for parents with a pass.';
    if (!now)
      return missing(
        'The customer portal was never saved.',
        harm,
        'Press “Save changes” at the link once (only a person can), then run setup again.',
      );
    const { payment_method_update, subscription_cancel } = now.features;
    if (!now.active || !payment_method_update.enabled || !subscription_cancel.enabled)
      return wrong('The customer portal does not let parents change the card or end a pass.', harm);
    return subscription_cancel.mode === 'at_period_end'
      ? ok('Parents can change their card and end a pass at the end of its period.')
      : wrong(
          'A pass ends at once in the customer portal.',
          'Parents lose sessions that they have paid for.',
        );
  },
  async do(context) {
    const now = await portalDefault(context);
    if (!now) return;
    await stripeOf(context).billingPortal.configurations.update(now.id, {
      active: true,
      features: {
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
    });
  },
};

const receipts: Step = {
  id: 'stripe-receipts',
  topic: 'Stripe',
  what: 'Switch on the e-mails to customers about successful payments, and enter the day when you checked this.',
  keys: [...keys, 'STRIPE_RECEIPTS_SEEN'],
  link: 'https://dashboard.stripe.com/settings/emails',
  check(context) {
    const seen = context.keys.get('STRIPE_RECEIPTS_SEEN');
    const days = seen ? (context.now().getTime() - Date.parse(seen)) / 86_400_000 : Infinity;
    return Promise.resolve(
      days <= DAYS_SEEN
        ? ok(`Somebody checked on ${seen ?? ''} that receipts are sent.`)
        : unknown(
            'Stripe’s API does not say whether receipts are sent, and nobody has checked for a year.',
            'Somebody who pays for a parent gets no receipt.',
            'Look there, then run npm run setup -- --ask STRIPE_RECEIPTS_SEEN.',
          ),
    );
  },
};

export const stripeSteps = [account, webhook, deliveries, paymentMethods, portal, receipts];
