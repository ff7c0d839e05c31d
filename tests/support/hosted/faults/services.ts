/** Faults of Stripe and Resend, each of which doctor must find. */
import { change, changeInSql, firstOf, removeFrom, nowInSeconds, type Fault } from './provoke.ts';

export const servicesFaults: Fault[] = [
  [
    'Stripe does not take payments',
    'stripe-account',
    /does not let this account take payments/,
    (world) => change(world.stripe.account, 'charges_enabled', false),
  ],
  [
    'no webhook at Stripe',
    'stripe-webhook',
    /There is no webhook/,
    (world) => change(world.stripe, 'endpoints', []),
  ],
  [
    'an event that Stripe does not send',
    'stripe-webhook',
    /does not send charge.dispute.created/,
    (world) => {
      const endpoint = firstOf(world.stripe.endpoints);
      return change(
        endpoint,
        'enabled_events',
        endpoint.enabled_events.filter((event) => event !== 'charge.dispute.created'),
      );
    },
  ],
  [
    'events of another version',
    'stripe-webhook',
    /a version other than/,
    (world) => change(firstOf(world.stripe.endpoints), 'api_version', '2025-01-01.old'),
  ],
  [
    'Stripe has switched the webhook off',
    'stripe-webhook',
    /is disabled/,
    (world) => change(firstOf(world.stripe.endpoints), 'status', 'disabled'),
  ],
  [
    'each event is delivered twice',
    'stripe-webhook',
    /2 endpoints have the same address/,
    (world) =>
      change(world.stripe, 'endpoints', [
        ...world.stripe.endpoints,
        { ...firstOf(world.stripe.endpoints), id: 'we_old', api_version: '2025-01-01.old' },
      ]),
  ],
  [
    'Stripe’s events are refused',
    'stripe-deliveries',
    /1 events were not accepted. The newest is checkout.session.completed/,
    (world) =>
      change(world.stripe, 'events', [
        { type: 'checkout.session.completed', created: nowInSeconds(), delivered: false },
        { type: 'product.created', created: nowInSeconds(), delivered: false },
      ]),
  ],
  [
    'PayNow is promised and not offered',
    'payment-methods',
    /does not offer it yet: PayNow/,
    (world) => change(world.stripe.methods, 'paynow', { available: false, preference: 'on' }),
  ],
  [
    'the customer portal was never saved',
    'stripe-portal',
    /never saved/,
    (world) => change(world.stripe, 'portal', null),
  ],
  [
    'the mail domain is not verified',
    'mail-domain',
    /is not_started/,
    (world) => change(firstOf(world.resend.domains), 'status', 'not_started'),
  ],
  [
    'mails to families are tracked',
    'mail-domain',
    /tracks who opens/,
    (world) => change(firstOf(world.resend.domains), 'open_tracking', true),
  ],
  ['no DMARC', 'mail-dmarc', /no DMARC record/, (world) => removeFrom(world.dns, '_dmarc.otter.example')],
  [
    'bounces reach nobody',
    'mail-webhook',
    /has no webhook for its reports/,
    (world) => change(world.resend, 'webhooks', []),
  ],
  [
    'Resend signs with another secret',
    'mail-webhook',
    /a secret other than ours/,
    (world) => change(firstOf(world.resend.webhooks), 'signing_secret', 'whsec_AAAA'),
  ],
  [
    'Resend does not report delays',
    'mail-webhook',
    /does not report email\.delivery_delayed/,
    (world) => {
      const hook = firstOf(world.resend.webhooks);
      return change(
        hook,
        'events',
        hook.events.filter((event) => event !== 'email.delivery_delayed'),
      );
    },
  ],
  [
    'Resend’s reports stopped yesterday',
    'mail-reports',
    /1 e-mails were sent since the last report \(20/,
    (world) =>
      changeInSql(
        world,
        `insert into public.outbox (key, template, recipient, payload, created_at, sent_at, delivered_at)
         values ('reported', 'order_link', 'mei@example.test', '{}', now() - interval '2 days', now() - interval '2 days', now() - interval '2 days'),
           ('silent', 'order_link', 'mei@example.test', '{}', now() - interval '1 day', now() - interval '1 day', null)`,
        `delete from public.outbox where key in ('reported', 'silent')`,
      ),
  ],
];
