/** Simulates the API of Resend, with domains and webhooks. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { requireBearer, readBody, refuse } from './requests.ts';
import type { World } from './world.ts';

const NewDomain = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9.-]+\.[a-z]{2,}$/)),
  region: v.optional(v.picklist(['us-east-1', 'eu-west-1', 'sa-east-1', 'ap-northeast-1'])),
});
const Tracking = v.strictObject({
  open_tracking: v.optional(v.boolean()),
  click_tracking: v.optional(v.boolean()),
});
const EVENTS = [
  'email.sent',
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.suppressed',
  'email.complained',
];
const events = v.pipe(v.array(v.picklist(EVENTS)), v.minLength(1));
const NewHook = v.strictObject({ endpoint: v.pipe(v.string(), v.url()), events });
const HookChange = v.strictObject({
  events: v.optional(events),
  status: v.optional(v.picklist(['enabled', 'disabled'])),
});

const NewKey = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(50)),
  permission: v.picklist(['full_access', 'sending_access']),
});

export function resendApi({ resend }: World): Hono {
  const app = new Hono();
  app.use(requireBearer(() => [resend.key, ...resend.apiKeys.map(({ token }) => token)]));
  const domainOf = (id: string) => {
    const found = resend.domains.find((domain) => domain.id === id);
    if (!found) throw refuse(404, 'Domain not found');
    return found;
  };
  const hookOf = (id: string) => {
    const found = resend.webhooks.find((hook) => hook.id === id);
    if (!found) throw refuse(404, 'Webhook not found');
    return found;
  };

  app.get('/domains', (c) => c.json({ object: 'list', has_more: false, data: resend.domains }));
  app.post('/domains', async (c) => {
    const { name } = await readBody(c, NewDomain);
    if (resend.domains.some((domain) => domain.name === name)) throw refuse(403, 'The domain exists.');
    const domain = {
      id: randomUUID(),
      name,
      status: 'not_started',
      open_tracking: false,
      click_tracking: false,
    };
    resend.domains.push(domain);
    return c.json({ object: 'domain', ...domain }, 201);
  });
  app.get('/domains/:id', (c) => {
    const domain = domainOf(c.req.param('id'));
    const status = domain.status === 'verified' ? 'verified' : 'not_started';
    const records = [
      { record: 'SPF', type: 'MX', name: 'send', value: 'feedback-smtp.amazonses.com', priority: 10, status },
      { record: 'SPF', type: 'TXT', name: 'send', value: 'v=spf1 include:amazonses.com ~all', status },
      { record: 'DKIM', type: 'TXT', name: 'resend._domainkey', value: 'p=MIGf', status },
    ];
    return c.json({ object: 'domain', ...domain, records });
  });
  app.patch('/domains/:id', async (c) => {
    Object.assign(domainOf(c.req.param('id')), await readBody(c, Tracking));
    return c.json({ object: 'domain', id: c.req.param('id') });
  });
  app.post('/domains/:id/verify', (c) => {
    domainOf(c.req.param('id')).status = 'pending';
    return c.json({ object: 'domain', id: c.req.param('id') });
  });

  app.get('/api-keys', (c) =>
    c.json({
      object: 'list',
      has_more: false,
      // The list does not show which key belongs to which token.
      data: [{ id: 'first', name: 'By a person' }, ...resend.apiKeys.map(({ token: _, ...key }) => key)],
    }),
  );
  app.post('/api-keys', async (c) => {
    const { name } = await readBody(c, NewKey);
    const key = { id: randomUUID(), name, token: `re_${randomBytes(12).toString('hex')}` };
    resend.apiKeys.push(key);
    return c.json({ id: key.id, token: key.token }, 201);
  });
  app.delete('/api-keys/:id', (c) => {
    const id = c.req.param('id');
    if (!resend.apiKeys.some((key) => key.id === id)) throw refuse(404, 'API key not found');
    resend.apiKeys = resend.apiKeys.filter((key) => key.id !== id);
    return c.body(null, 200);
  });

  app.get('/webhooks', (c) =>
    c.json({
      object: 'list',
      has_more: false,
      // The list does not show the secret, but a request for one webhook does.
      data: resend.webhooks.map(({ signing_secret: _, ...hook }) => hook),
    }),
  );
  app.post('/webhooks', async (c) => {
    const { endpoint, events: wanted } = await readBody(c, NewHook);
    const signing_secret = `whsec_${randomBytes(24).toString('base64')}`;
    const hook = { id: randomUUID(), endpoint, events: wanted, status: 'enabled', signing_secret };
    resend.webhooks.push(hook);
    return c.json({ object: 'webhook', id: hook.id, signing_secret }, 201);
  });
  app.get('/webhooks/:id', (c) => c.json({ object: 'webhook', ...hookOf(c.req.param('id')) }));
  app.patch('/webhooks/:id', async (c) => {
    Object.assign(hookOf(c.req.param('id')), await readBody(c, HookChange));
    return c.json({ object: 'webhook', id: c.req.param('id') });
  });
  app.delete('/webhooks/:id', (c) => {
    const { id } = hookOf(c.req.param('id'));
    resend.webhooks = resend.webhooks.filter((hook) => hook.id !== id);
    return c.json({ object: 'webhook', id, deleted: true });
  });
  return app;
}
