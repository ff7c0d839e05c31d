/** Simulates the API of Stripe's settings: webhooks, payment methods and the customer portal. */
import { randomBytes } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import * as v from 'valibot';
import { parseForm } from '#local/payments/form.ts';
import type { Endpoint, World } from './world.ts';

const refuse = (status: 400 | 401 | 404, message: string) =>
  new HTTPException(status, {
    res: Response.json({ error: { type: 'invalid_request_error', message } }, { status }),
  });

async function readForm<T extends v.GenericSchema>(c: Context, schema: T): Promise<v.InferOutput<T>> {
  const parsed = v.safeParse(schema, parseForm(await c.req.text()));
  if (!parsed.success)
    throw refuse(400, `Received unknown parameter: ${v.getDotPath(parsed.issues[0]) ?? ''}`);
  return parsed.output;
}

const Create = v.strictObject({
  url: v.pipe(v.string(), v.url()),
  enabled_events: v.pipe(v.array(v.string()), v.minLength(1)),
  api_version: v.optional(v.string()),
});
const Update = v.strictObject({
  enabled_events: v.optional(v.array(v.string())),
  disabled: v.optional(v.picklist(['true', 'false'])),
});
const Preference = v.strictObject({
  display_preference: v.strictObject({ preference: v.picklist(['on', 'off', 'none']) }),
});
const Methods = v.strictObject({ card: Preference, paynow: Preference, grabpay: Preference });
const TrueOrFalse = v.picklist(['true', 'false']);
const Portal = v.strictObject({
  active: TrueOrFalse,
  features: v.strictObject({
    payment_method_update: v.strictObject({ enabled: TrueOrFalse }),
    subscription_cancel: v.strictObject({
      enabled: TrueOrFalse,
      mode: v.picklist(['at_period_end', 'immediately']),
    }),
  }),
});

const sendList = (c: Context, data: object[]) =>
  c.json({ object: 'list', has_more: false, url: c.req.path, data });
/** Stripe shows the secret of an endpoint only when the endpoint is created. */
const withoutSecret = ({ secret: _, ...endpoint }: Endpoint) => ({ object: 'webhook_endpoint', ...endpoint });

export function stripeApi({ stripe }: World): Hono {
  const app = new Hono();
  // Without a key Stripe refuses the request. The answer still has Stripe's time.
  app.get('/v1', (c) => {
    c.header('date', new Date(Date.now() + stripe.aheadMs).toUTCString());
    return c.json({ error: { message: 'Unrecognized request URL' } }, 404);
  });
  app.use(async (c, next) => {
    const keys = [stripe.key, ...stripe.moreKeys];
    if (!keys.some((key) => c.req.header('authorization') === `Bearer ${key}`))
      throw refuse(401, 'Invalid API Key provided');
    if (!c.req.header('stripe-version')) throw refuse(400, 'Stripe-Version is missing');
    await next();
  });
  app.get('/v1/account', (c) => c.json(stripe.account));

  app.get('/v1/payment_intents', (c) => {
    const since = Number(c.req.query('created[gte]') ?? 0);
    return sendList(
      c,
      stripe.intents
        .filter(({ created }) => created >= since)
        .map((one) => ({ object: 'payment_intent', ...one })),
    );
  });

  app.get('/v1/refunds', (c) => {
    const since = Number(c.req.query('created[gte]') ?? 0);
    return sendList(
      c,
      stripe.refunds.filter(({ created }) => created >= since).map((one) => ({ object: 'refund', ...one })),
    );
  });

  app.get('/v1/webhook_endpoints', (c) => sendList(c, stripe.endpoints.map(withoutSecret)));
  app.post('/v1/webhook_endpoints', async (c) => {
    const { url, enabled_events, api_version } = await readForm(c, Create);
    if (!url.startsWith('https://')) throw refuse(400, 'Invalid URL: must be https');
    const id = randomBytes(6).toString('hex');
    const endpoint: Endpoint = {
      id: `we_${id}`,
      url,
      enabled_events,
      api_version: api_version ?? null,
      status: 'enabled',
      secret: `whsec_${id}`,
    };
    stripe.endpoints.push(endpoint);
    return c.json({ ...withoutSecret(endpoint), secret: endpoint.secret });
  });
  const endpointOf = (c: Context) => {
    const found = stripe.endpoints.find(({ id }) => id === c.req.param('id'));
    if (!found) throw refuse(404, 'No such webhook endpoint');
    return found;
  };
  app.post('/v1/webhook_endpoints/:id', async (c) => {
    const { enabled_events, disabled } = await readForm(c, Update);
    const endpoint = endpointOf(c);
    if (enabled_events) endpoint.enabled_events = enabled_events;
    if (disabled) endpoint.status = disabled === 'true' ? 'disabled' : 'enabled';
    return c.json(withoutSecret(endpoint));
  });
  app.delete('/v1/webhook_endpoints/:id', (c) => {
    const { id } = endpointOf(c);
    stripe.endpoints = stripe.endpoints.filter((endpoint) => endpoint.id !== id);
    return c.json({ id, object: 'webhook_endpoint', deleted: true });
  });

  app.get('/v1/events', (c) => {
    const since = Number(c.req.query('created[gte]'));
    const lost = stripe.events.filter(({ created, delivered }) => !delivered && created >= since);
    return sendList(
      c,
      lost.map(({ type, created }, at) => ({ id: `evt_${at}`, object: 'event', type, created })),
    );
  });

  app.get('/v1/payment_method_configurations', (c) => sendList(c, [paymentMethods()]));
  app.post('/v1/payment_method_configurations/pmc_1', async (c) => {
    const changes = await readForm(c, Methods);
    for (const [name, { display_preference }] of Object.entries(changes)) {
      const method = stripe.methods[name];
      if (method) method.preference = display_preference.preference;
    }
    return c.json(paymentMethods());
  });
  const paymentMethods = () => ({
    id: 'pmc_1',
    object: 'payment_method_configuration',
    is_default: true,
    active: true,
    application: null,
    ...Object.fromEntries(
      Object.entries(stripe.methods).map(([name, { available, preference }]) => [
        name,
        { available, display_preference: { overridable: null, preference, value: preference } },
      ]),
    ),
  });

  app.get('/v1/billing_portal/configurations', (c) => sendList(c, listPortals()));
  app.post('/v1/billing_portal/configurations/bpc_1', async (c) => {
    const { active, features } = await readForm(c, Portal);
    if (!stripe.portal) throw refuse(404, 'No such configuration');
    stripe.portal = {
      active: active === 'true',
      change: features.payment_method_update.enabled === 'true',
      cancel: features.subscription_cancel.enabled === 'true',
      mode: features.subscription_cancel.mode,
    };
    return c.json(listPortals()[0]);
  });
  const listPortals = () =>
    stripe.portal
      ? [
          {
            id: 'bpc_1',
            object: 'billing_portal.configuration',
            is_default: true,
            active: stripe.portal.active,
            features: {
              payment_method_update: { enabled: stripe.portal.change },
              subscription_cancel: { enabled: stripe.portal.cancel, mode: stripe.portal.mode },
            },
          },
        ]
      : [];
  return app;
}
